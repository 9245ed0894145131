"""Golden playthroughs: a random game as text, kept with a game's tests, so that any change of behaviour shows.

A file says how its game was dealt, so that it can be played again. Actions are drawn from the seed as well: a file
changes from the first position where the rules do.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from palaestra.errors import GameError
from palaestra.game import Game, KernelGame, State, load_game
from palaestra.testing.conformance import ConformanceError

TITLE: Final = "# A random game, compared by palaestra.testing; rewrite it with: pytest --update-playthroughs"
SAME: Final = "golden playthroughs stay the same"
SHOWN: Final = 30
"""Lines of a difference that are shown."""


def random_playthrough(game: Game, seed: int = 0, decks: Sequence[str] | None = None) -> str:
    """Return a random game as text.

    The header says how to play it again. For every ply follow the board, the position, the player to move, a digest of
    what each player observes (-1 is the public view), the legal actions with their strings and the action chosen;
    at the end the returns.
    """
    names = tuple(decks) if decks is not None else (game.spec.decks[0],) * game.spec.players
    rng = np.random.default_rng([seed, 3])
    state = game.new_state(names, seed)
    blocks = [_header(game, names, seed)]
    ply = 0
    while not state.is_terminal:
        legal = state.legal_actions()
        action = legal[int(rng.integers(len(legal)))]
        listed = ", ".join(f"{id_} {game.action_to_string(state, id_)}" for id_ in legal)
        chosen = f"action: {action} {game.action_to_string(state, action)}"
        blocks.append("\n".join([f"== ply {ply}", *_moment(game, state), f"legal: {listed}", chosen]))
        state.step(action)
        ply += 1
    returns = " ".join(f"{value:g}" for value in state.returns())
    blocks.append("\n".join([f"== end after {ply} plies", *_moment(game, state), f"returns: {returns}"]))
    return "\n\n".join(blocks) + "\n"


def check_playthrough(
    path: str | Path,
    game: Game | None = None,
    *,
    seed: int = 0,
    decks: Sequence[str] | None = None,
    update: bool = False,
) -> None:
    """Play the game of a file again and compare, or rewrite the file.

    Args:
        path: the file.
        game: the game; by default the installed one that the file names, under the knobs that the file names.
        seed: used when the file is written for the first time; later that of the file is used.
        decks: likewise, one for each seat.
        update: write the file instead of comparing with it.

    Raises:
        ConformanceError: the game is played differently now.
        GameError: the file cannot be read, or is missing and cannot be written without `update` and `game`.
    """
    file = Path(path)
    if file.exists():
        name, knobs, decks, seed = _read_header(file)
        game = game or load_game(name, **knobs)
    elif not update or game is None:
        raise GameError(f"no playthrough at '{file}'; write it by check_playthrough(path, game, update=True)")
    played = random_playthrough(game, seed, decks)
    if update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(played, encoding="utf-8")
        return
    kept = file.read_text(encoding="utf-8")
    if kept != played:
        lines = difflib.unified_diff(kept.splitlines(), played.splitlines(), file.name, "played now", lineterm="", n=4)
        detail = "\n".join(list(lines)[:SHOWN])
        raise ConformanceError(
            game.spec.id, SAME, f"{file.name} differs (accept it with pytest --update-playthroughs)\n{detail}"
        )


def _header(game: Game, decks: Sequence[str], seed: int) -> str:
    spec = game.spec
    lines = [
        TITLE,
        f"game: {spec.id}",
        f"version: {spec.version}",
        f"knobs: {json.dumps(dict(game.knobs))}",
        f"decks: {json.dumps(list(decks))}",
        f"seed: {seed}",
        f"players: {spec.players}",
        f"information: {spec.information}",
        f"chance: {str(spec.chance).lower()}",
        f"actions: {game.num_actions}",
    ]
    if isinstance(game, KernelGame):
        sizes = game.sizes
        lines.append(
            f"state words: {sizes.state_size}, most legal actions: {sizes.max_legal}, most plies: {sizes.max_plies}, "
            f"features: {sizes.num_features}"
        )
    return "\n".join(lines)


def _read_header(file: Path) -> tuple[str, dict[str, int | float | str | bool], list[str], int]:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    try:
        return fields["game"], json.loads(fields["knobs"]), json.loads(fields["decks"]), int(fields["seed"])
    except (KeyError, ValueError) as error:
        raise GameError(f"'{file}' is not a playthrough; expected lines for game, knobs, decks and seed") from error


def _moment(game: Game, state: State) -> list[str]:
    """Return lines about the position: board, text, player and observations."""
    digests = [f"{player}={_digest(state, player)}" for player in range(-1, game.spec.players)]
    return [
        *(line.rstrip() for line in game.render(state).splitlines()),
        f"position: {game.position_to_string(state)}",
        f"player: {state.current_player}",
        f"observations: {' '.join(digests)}",
    ]


def _digest(state: State, player: int) -> str:
    words = np.ascontiguousarray(state.observation(player), dtype="<i8")
    return hashlib.blake2b(words.tobytes(), digest_size=6).hexdigest()
