"""``palaestra play`` of board games: a script types, a search answers."""

import io
import re

import pytest

from palaestra.cli.main import main


@pytest.fixture
def play(tmp_path, monkeypatch, capsys):
    """Return a way to play with typed lines; returns what was printed."""

    def played(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", *arguments, "--db", str(tmp_path / "play.db")])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    return played


def test_perfect_play_does_not_lose_tic_tac_toe(play, tmp_path, capsys):
    out = play([1] * 9, "tic_tac_toe", "--against", "alpha_beta")
    assert out.splitlines()[-2] in {"you lose", "a draw"}
    assert out.count("alpha_beta: ") in {3, 4}
    assert main(["db", "check", "--db", str(tmp_path / "play.db")]) == 0
    assert main(["leaderboard", "--all", "--db", str(tmp_path / "play.db")]) == 1
    assert "no tournament is stored" in capsys.readouterr().err
    assert main(["leaderboard", "--db", str(tmp_path / "play.db")]) == 1
    assert main(["leaderboard", "-t", "play:tic_tac_toe", "--db", str(tmp_path / "play.db")]) == 2
    assert "they are not rated" in capsys.readouterr().err


def test_a_second_sowing_of_kalah_can_be_taken_back_and_one_that_was_answered_cannot(play):
    out = play(["3", "undo", "3", "1", "undo", "quit"], "kalah", "--against", "uct", "-p", "iterations=20")
    assert "taken back: 3" in out  # four seeds from pit 3 end in the store: it is still the first seat's turn
    assert "nothing to take back" in out
    assert re.search(r"^uct iterations=20: [1-6]$", out, re.M)
