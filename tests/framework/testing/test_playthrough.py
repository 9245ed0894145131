"""Golden playthroughs are written, compared, and tell what differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.framework.testing.broken_games import plain

from palaestra.errors import GameError
from palaestra.game import Game, build_game
from palaestra.testing import ConformanceError, check_playthrough, random_playthrough
from palaestra.testing.games import KUHN_POKER, NIM, TEST_GAMES, nim


@pytest.mark.parametrize("spec", TEST_GAMES, ids=lambda spec: spec.id)
def test_a_kept_game_is_the_same_again(spec: Any, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "game.txt"
    check_playthrough(file, build_game(spec, {}), seed=3, update=True)
    check_playthrough(file, build_game(spec, {}))
    assert file.read_text() == random_playthrough(build_game(spec, {}), seed=3)


def test_the_text_tells_the_game_move_by_move() -> None:
    game = build_game(NIM, {"heaps": 2, "size": 1})
    text = random_playthrough(game, seed=1)
    blocks = text.split("\n\n")
    assert 'knobs: {"heaps": 2, "size": 1, "takes": 1, "cap": 0}' in blocks[0]
    assert "legal: 0 a1, 2 b1, 3 b2" in blocks[1]
    state = game.new_state(seed=1)
    for block in blocks[1:-1]:
        assert f"position: {game.position_to_string(state)}" in block
        action = int(block.rpartition("action: ")[2].split(maxsplit=1)[0])
        state.step(action)
    first, second = state.returns()
    assert state.is_terminal
    assert blocks[-1].endswith(f"returns: {first:g} {second:g}\n")


def test_hidden_cards_show_in_the_digests_only_of_who_sees_them() -> None:
    game = build_game(KUHN_POKER, {})

    def digests(position: str) -> list[str]:
        state = game.position(position)
        return [state.observation(player).tobytes().hex() for player in (-1, 0, 1)]

    one, other = digests("JK p"), digests("QK p")
    assert [a == b for a, b in zip(one, other, strict=True)] == [True, False, True]


def changed_rules() -> Game:
    def loser_wins(state: Any, out: Any) -> None:
        nim.returns(state, out)
        out[:] = -out

    return replace(nim.GAME, rules=replace(nim.RULES, **plain(returns=loser_wins))).build(NIM, NIM.resolve_knobs({}))


def test_a_change_of_the_rules_is_shown_as_a_difference(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    check_playthrough(file, build_game(NIM, {}), update=True)
    with pytest.raises(ConformanceError, match="--update-playthroughs") as caught:
        check_playthrough(file, changed_rules())
    assert "-returns: " in str(caught.value)
    assert "+returns: " in str(caught.value)


def test_an_update_accepts_the_change_and_keeps_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    check_playthrough(file, build_game(NIM, {}), seed=8, update=True)
    check_playthrough(file, changed_rules(), update=True)
    check_playthrough(file, changed_rules())
    assert "\nseed: 8\n" in file.read_text()


def test_a_missing_file_says_how_to_write_it(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="update=True"):
        check_playthrough(tmp_path / "none.txt", build_game(NIM, {}))


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("a note: nothing else\n")
    with pytest.raises(GameError, match="expected lines for game, knobs, decks and seed"):
        check_playthrough(file, build_game(NIM, {}))
