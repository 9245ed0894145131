"""``palaestra calibrate``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from palaestra import UserError, installed_plugins
from palaestra.cli import FormatOption, KnobOption, TableFormat, announce_compiling, parse_parameters, print_table
from palaestra_learning.commands.options import GameOption, named_game
from palaestra_learning.plugin import WEAKENED

if TYPE_CHECKING:
    from palaestra import CompiledPolicy, KernelGame
    from palaestra_learning.calibrate import Calibration

RANDOMNESS: Final = "randomness"
"""The parameter that is looked for."""

PERFECT: Final = "perfect"
"""As a reference: perfect play, in games that can be walked."""


def calibrate(
    agent: Annotated[str, typer.Argument(help="The agent to weaken.")],
    game: GameOption,
    against: Annotated[str, typer.Option(help="The reference: an agent, or perfect.", metavar="AGENT")] = "random",
    score: Annotated[float | None, typer.Option(help="The wanted score against it, 0 to 1.")] = None,
    elo: Annotated[float | None, typer.Option(help="The wanted difference in Elo, in place of a score.")] = None,
    knob: KnobOption = None,
    parameter: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", metavar="KEY=VALUE", help="Of the agent; repeatable.")
    ] = None,
    against_parameter: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Of the reference; repeatable.")
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            help="Games of the search, where scores are not exact; as many more measure the end.", min=20, max=10**8
        ),
    ] = 6_400,
    seed: Annotated[int, typer.Option(help="Seed of the games.", min=0)] = 1,
    format: FormatOption = "table",
) -> None:
    """Find how much randomness gives an agent a wanted score, or Elo, against another.

    Both seats count alike. An agent without a parameter `randomness` is put into the agent `weakened`, which has one.
    """
    if (score is None) == (elo is None):
        raise UserError("expected one of --score and --elo")
    built = named_game(game, knob)
    announce_compiling()
    from palaestra_learning.calibrate import calibrate as find
    from palaestra_learning.calibrate import score_of_elo
    from palaestra_learning.q_learning.learner import kernel_game

    played = kernel_game(built)
    agent, given = _weakened(agent, parse_parameters(parameter or ()))
    target = score if score is not None else score_of_elo(elo or 0.0)
    reference = _reference(played, against, parse_parameters(against_parameter or ()))

    def make(randomness: float) -> CompiledPolicy:
        return _policy(played, agent, {**given, RANDOMNESS: randomness})

    _print_calibration(find(played, make, reference, target, games, seed), agent, given, format)


def _weakened(agent: str, given: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return an agent with a parameter `randomness` and its other parameters: the given one, or one that weakens it."""
    if RANDOMNESS in given:
        raise UserError(f"parameter '{RANDOMNESS}' is what is looked for; expected no value for it")
    if RANDOMNESS in {field.name for field in fields(installed_plugins().agent(agent).parameters)}:
        return agent, given
    if "agent" in given:
        raise UserError(f"agent '{agent}' has a parameter 'agent', as {WEAKENED.id} has; expected an agent without")
    return WEAKENED.id, {"agent": agent, **given}


def _policy(game: KernelGame, agent: str, given: Mapping[str, Any]) -> CompiledPolicy:
    from palaestra import load_policy
    from palaestra_learning.calibrate import need_policy

    asked = str(given["agent"]) if agent == WEAKENED.id and "agent" in given else agent
    return need_policy(load_policy(agent, game, **given), asked)


def _reference(game: KernelGame, name: str, given: Mapping[str, Any]) -> CompiledPolicy:
    if name != PERFECT:
        return _policy(game, name, given)
    if given:
        raise UserError(f"reference '{PERFECT}' has no parameters; expected none, not {', '.join(given)}")
    from palaestra_learning.q_learning.opponents import perfect_policy
    from palaestra_learning.q_learning.walk import need_walker

    return perfect_policy(game, need_walker(game, "perfect play"))


def _print_calibration(found: Calibration, agent: str, given: Mapping[str, Any], format: TableFormat) -> None:
    from palaestra_learning.calibrate import elo_of_score

    fields = {
        "randomness": round(found.randomness, 6),
        "target": found.target,
        "score": found.achieved.score,
        "margin": found.achieved.margin,
        "elo": elo_of_score(found.achieved.score),
        "most": found.most.score,
        "least": found.least.score,
        "games": found.games,
    }
    if format != "table":
        print_table(tuple(fields), [tuple(fields.values())], format)
        return
    how = "exact" if found.games == 0 else f"+- {found.achieved.margin:.3f} (95 %), {found.games:,} games played"
    print(f"randomness {found.randomness:.6f} scores {found.achieved.score:.4f}, {how}; wanted: {found.target:.4f}")
    print(f"without randomness {found.most.score:.4f}, at random {found.least.score:.4f}")
    values = {**given, "randomness": round(found.randomness, 6)}
    print(f'\n[[entrant]]\nagent = "{agent}"')
    print("parameters = { " + ", ".join(f"{name} = {_toml(value)}" for name, value in values.items()) + " }")


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
