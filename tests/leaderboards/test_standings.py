"""Leaderboards and crosstables from stored games, by the library and by the command line.

The databases are filled with lists of games, written down below, through the store's writer.
"""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from palaestra.cli.main import main
from palaestra.errors import StoreError, UnknownNameError
from palaestra.record import EntrantRecord, GameRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.store.migrate import upgrade
from palaestra.store.writes import GameWriter
from palaestra_leaderboards import bradley_terry, sequential_elo, wilson_interval
from palaestra_leaderboards.commands import print_standings
from palaestra_leaderboards.crosstable import crosstable_rows
from palaestra_leaderboards.standings import Leaderboard, Standing, leaderboard_rows

NOWHERE = Provenance()
LEADERBOARD_KEYS = ["rank", "entrant", "agent", "games", "wins", "draws", "losses", "score", "rating", "low", "high"]
CROSSTABLE_KEYS = ["entrant", "opponent", "games", "wins", "draws", "losses", "score", "low", "high"]

Command = Callable[..., tuple[int, str, str]]


@dataclass(frozen=True)
class Played:
    """A game: names in seat order, the return of the first, the label of its pair, and the rest."""

    first: str
    second: str
    result: float
    pair: str
    half: int = 1
    decks: tuple[str, str] = ("plain", "plain")
    reason: str = "finished"
    offender: int | None = None


def both(
    one: str, other: str, pair: str, results: tuple[float, float], decks: tuple[str, str] = ("plain", "plain")
) -> list[Played]:
    """A game pair: `one` first, then `other` first; results are the first seat's."""
    return [Played(one, other, results[0], pair, 1, decks), Played(other, one, results[1], pair, 2, decks)]


GAMES = [
    *both("ada", "bob", "p1", (1, -1)),
    *both("ada", "bob", "p2", (0, 1)),
    *both("ada", "cyd", "p3", (1, 1)),
    *both("bob", "cyd", "p4", (-1, -1)),
    Played("cyd", "ada", -1, "p5", reason="timeout", offender=0),
    *both("cyd", "cyd", "self", (1, 1)),
]
# Games, wins, draws and losses, counted by hand.
COUNTS = {"ada": (7, 4, 1, 2), "bob": (6, 2, 1, 3), "cyd": (5, 2, 0, 3)}


def store(
    db: Path,
    games: Sequence[Played],
    *,
    name: str = "cup",
    game: str = "kalah",
    versions: dict[str, str] | None = None,
    extra: Sequence[str] = (),
    decks: tuple[str, ...] = ("plain",),
    pairing: str = "mirror",
) -> Path:
    """Store games as a tournament; `versions` are those of the agents, "1" unless said."""
    names = list(dict.fromkeys([*(n for g in games for n in (g.first, g.second)), *extra]))
    tournament = TournamentRecord(name, game, "1", {"seeds": 4}, pairing, "1", False, NOWHERE, 1, decks)
    entrants = [EntrantRecord(n, f"agent-{n}", (versions or {}).get(n, "1"), {"k": 2}, NOWHERE) for n in names]
    records = [
        GameRecord(
            ScheduledGame(f"{name}{g.pair}-{g.half}", f"{name}{g.pair}", 1, (g.first, g.second), g.decks, 5),
            (g.result, -g.result),
            g.reason,
            g.offender,
            (1, 2, 3),
            None,
            "compiled",
            1,
            1.8e9 + index,
        )
        for index, g in enumerate(games)
    ]
    with GameWriter(db) as writer:
        writer.register_tournament(tournament, entrants)
        assert writer.add(records) == len(games)
    return db


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return store(tmp_path_factory.mktemp("cup") / "cup.db", GAMES)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    def command(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def rated(games: Sequence[Played]) -> dict[str, tuple[float, float, float]]:
    """Return the ratings of the same games from the plain function."""
    counted = [g for g in games if g.first != g.second]
    ratings = bradley_terry(
        [g.first for g in counted],
        [g.second for g in counted],
        [(1 + g.result) / 2 for g in counted],
        [g.pair for g in counted],
    )
    return {
        name: (ratings.elo[index], ratings.low[index], ratings.high[index]) for index, name in enumerate(ratings.names)
    }


def by_name(board: Leaderboard) -> dict[str, Standing]:
    return {row.entrant: row for row in board.rows}


def test_counts_are_those_of_the_list_of_games_and_leave_self_play_out(cup: Path) -> None:
    board = leaderboard_rows(cup, "cup")
    counts = {row.entrant: (row.games, row.wins, row.draws, row.losses) for row in board.rows}
    assert counts == COUNTS
    assert by_name(board)["ada"].score == pytest.approx(4.5 / 7)
    assert [row.rank for row in board.rows] == [1, 2, 3]
    assert [row.agent for row in board.rows] == [f"agent-{row.entrant}" for row in board.rows]
    assert board.title == "tournament cup (kalah): 3 entrants, 9 games"


def test_ratings_are_those_of_the_list_of_games(cup: Path) -> None:
    board = leaderboard_rows(cup, "cup")
    for name, expected in rated(GAMES).items():
        row = by_name(board)[name]
        assert (row.rating, row.low, row.high) == pytest.approx(expected)
    ratings = [row.rating for row in board.rows]
    assert ratings == sorted(ratings, key=lambda rating: -(rating or 0))


def test_faults_are_told(cup: Path) -> None:
    assert "games lost by the entrant's own fault: cyd 1 (timeout 1)" in leaderboard_rows(cup, "cup").notes


def test_sequential_elo_takes_the_games_in_their_order(tmp_path: Path) -> None:
    games = [Played("x", "y", 1, "1"), Played("y", "z", 1, "2"), Played("z", "x", 0, "3"), Played("x", "y", -1, "4")]
    board = leaderboard_rows(store(tmp_path / "a.db", games), "cup", method="elo")
    # The first game, by hand: equal ratings, so the winner gains 32 / 2.
    first_only = leaderboard_rows(store(tmp_path / "b.db", games[:1], extra=["z"]), "cup", method="elo")
    assert [(row.entrant, row.rating) for row in first_only.rows] == [("x", 1516.0), ("y", 1484.0), ("z", None)]
    expected = sequential_elo(["x", "y", "z", "x"], ["y", "z", "x", "y"], [1, 1, 0.5, 0])
    assert {row.entrant: row.rating for row in board.rows} == pytest.approx(
        dict(zip(expected.names, expected.elo, strict=True))
    )
    other_way = leaderboard_rows(store(tmp_path / "c.db", games[::-1]), "cup", method="elo")
    assert by_name(other_way)["x"].rating != by_name(board)["x"].rating
    assert all(row.low is None and row.high is None for row in board.rows)
    assert any("depends on the order" in note for note in board.notes)


def test_an_unbeaten_entrant_has_a_bound_and_a_note(tmp_path: Path) -> None:
    games = [
        *both("bob", "cyd", "p1", (1, 1)),
        *both("ada", "bob", "p2", (1, -1)),
        *both("ada", "cyd", "p3", (1, -1)),
    ]
    board = leaderboard_rows(store(tmp_path / "a.db", games), "cup")
    ada = board.rows[0]
    assert (ada.rank, ada.entrant, ada.rating, ada.high) == (1, "ada", None, None)
    assert ada.low == pytest.approx(rated(games)["ada"][1])
    assert "ada won every game against those rated: only a lower bound is known" in board.notes


def test_entrants_that_never_met_are_told(tmp_path: Path) -> None:
    games = [*both("a", "b", "p1", (1, 1)), *both("c", "d", "p2", (1, 1))]
    board = leaderboard_rows(store(tmp_path / "a.db", games, extra=["idle"]), "cup")
    assert any("groups that never met" in note for note in board.notes)
    idle = by_name(board)["idle"]
    assert (idle.games, idle.score, idle.rating, idle.low, idle.high) == (0, None, None, None, None)


def test_all_joins_the_same_entrants_and_tells_changed_ones_apart(tmp_path: Path) -> None:
    db = store(tmp_path / "a.db", GAMES)
    more = [*both("ada", "bob", "q1", (1, 1)), *both("ada", "new", "q2", (1, 1))]
    store(db, more, name="second", versions={"bob": "2"})
    board = leaderboard_rows(db, None)
    games = {row.entrant: row.games for row in board.rows}
    assert sorted(games.values()) == [2, 2, 5, 6, 11]
    assert (games["ada"], games["cyd"], games["new"]) == (11, 5, 2)
    told_apart = {name: count for name, count in games.items() if name.startswith("bob")}
    assert [count for name, count in told_apart.items() if name.startswith("bob (agent-bob 1 ")] == [6]
    assert [count for name, count in told_apart.items() if name.startswith("bob (agent-bob 2 ")] == [2]
    joined = [*GAMES, *both("ada", "bob2", "q1", (1, 1)), *both("ada", "new", "q2", (1, 1))]
    assert by_name(board)["ada"].rating == pytest.approx(rated(joined)["ada"][0])
    assert board.title == "2 tournaments: 5 entrants, 13 games"


def test_pooled_games_are_told_and_can_be_chosen(tmp_path: Path) -> None:
    db = store(tmp_path / "a.db", GAMES)
    store(db, both("ada", "bob", "q1", (1, 1)), name="other", game="nim")
    pooled = leaderboard_rows(db, None)
    assert "results of different games are pooled: nim 1, seeds=4; kalah 1, seeds=4" in pooled.notes
    only = leaderboard_rows(db, None, game="nim")
    assert {row.entrant: row.games for row in only.rows} == {"ada": 2, "bob": 2}
    elo = leaderboard_rows(db, None, game="nim", method="elo")
    assert {row.entrant for row in elo.rows if row.rating is not None} == {"ada", "bob"}
    with pytest.raises(UnknownNameError, match="unknown game 'nin'; did you mean 'nim'"):
        leaderboard_rows(db, None, game="nin")


def test_a_deck_takes_the_games_in_which_either_seat_held_it(tmp_path: Path) -> None:
    games = [
        *both("a", "b", "p1", (1, 1), ("mage", "mage")),
        *both("a", "b", "p2", (1, -1), ("mage", "hunter")),
        *both("a", "b", "p3", (0, 0), ("hunter", "hunter")),
    ]
    db = store(tmp_path / "a.db", games, decks=("hunter", "mage"), pairing="cross")
    board = leaderboard_rows(db, "cup", deck="mage")
    assert {row.entrant: (row.wins, row.draws, row.losses) for row in board.rows} == {"a": (3, 0, 1), "b": (1, 0, 3)}
    assert board.title == "tournament cup (kalah), deck mage: 2 entrants, 4 games"
    assert any("either seat held deck 'mage'" in note for note in board.notes)
    assert sum(row.draws for row in leaderboard_rows(db, "cup", deck="hunter").rows) == 4
    with pytest.raises(UnknownNameError, match="unknown deck 'mega'; did you mean 'mage'"):
        leaderboard_rows(db, "cup", deck="mega")


def test_crosstable_has_every_ordered_pair_in_leaderboard_order(cup: Path) -> None:
    table = crosstable_rows(cup, "cup")
    order = [row.entrant for row in table.leaderboard.rows]
    assert [(row.entrant, row.opponent) for row in table.rows] == [
        (one, other) for one in order for other in order if one != other
    ]
    counts = {(row.entrant, row.opponent): (row.games, row.wins, row.draws, row.losses) for row in table.rows}
    assert counts["ada", "bob"] == (4, 2, 1, 1)
    assert counts["bob", "ada"] == (4, 1, 1, 2)
    assert counts["ada", "cyd"] == (3, 2, 0, 1)
    assert counts["cyd", "bob"] == (2, 1, 0, 1)
    for row in table.rows:
        assert 0 <= row.low <= row.score <= row.high <= 1


def test_crosstable_intervals_have_pairs_or_games_as_units(tmp_path: Path) -> None:
    # By hand: 20 pairs of 1/2, 60 of 1 and 20 of 3/2 points: variance of a pair's score 0.4 / 16 = 0.025.
    games = [
        played
        for index in range(100)
        for played in both("a", "b", f"p{index}", (1, 0) if index < 20 else (-1, 0) if index < 40 else (1, 1))
    ]
    db = store(tmp_path / "a.db", games)
    paired = crosstable_rows(db, "cup").rows[0]
    half = 1.959964 * (0.025 / 100) ** 0.5
    assert (paired.low, paired.high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-6)
    single = crosstable_rows(db, "cup", interval="wilson").rows[0]
    expected = wilson_interval(100, 200)
    assert (single.low, single.high) == pytest.approx((expected.low, expected.high))


def test_json_has_exactly_the_promised_keys(cup: Path, run: Command) -> None:
    code, out, err = run("leaderboard", "--db", cup, "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [list(row) for row in rows] == [LEADERBOARD_KEYS] * 3
    assert "note: games lost by the entrant's own fault" in err
    _, out, _ = run("crosstable", "--db", cup, "--format", "json")
    assert [list(row) for row in json.loads(out)] == [CROSSTABLE_KEYS] * 6


def test_unknown_values_are_null_in_json_and_empty_in_csv(tmp_path: Path, run: Command) -> None:
    db = store(tmp_path / "a.db", both("a", "b", "p1", (1, -1)))
    _, out, err = run("leaderboard", "--db", db, "--format", "json")
    best = json.loads(out)[0]
    assert (best["entrant"], best["rating"], best["high"]) == ("a", None, None)
    assert isinstance(best["low"], float)
    assert "only a lower bound is known" in err
    _, out, _ = run("leaderboard", "--db", db, "--format", "csv")
    best = next(csv.DictReader(io.StringIO(out)))
    assert (best["entrant"], best["rating"], best["high"]) == ("a", "", "")


def test_tables_for_people(cup: Path, run: Command) -> None:
    _, out, err = run("leaderboard", "--db", cup)
    assert out.splitlines()[0].split() == LEADERBOARD_KEYS
    assert len(out.splitlines()) == 4
    assert err.startswith("tournament cup (kalah): 3 entrants, 9 games\n")
    _, out, _ = run("crosstable", "--db", cup, "--format", "md")
    assert out.splitlines()[0] == "| rank | entrant | 1 | 2 | 3 |"
    assert "2-1-1 62.5%" in out
    _, out, _ = run("crosstable", "--db", cup, "--format", "md", "--interval", "wilson")
    ends = wilson_interval(2.5, 4)
    assert f"2-1-1 62.5% [{100 * ends.low:.1f}, {100 * ends.high:.1f}]" in out


def test_the_latest_tournament_is_shown_unless_one_is_named(tmp_path: Path, run: Command) -> None:
    db = store(tmp_path / "a.db", GAMES)
    store(db, both("ada", "bob", "q1", (1, 1)), name="later")
    assert len(json.loads(run("leaderboard", "--db", db, "--format", "json")[1])) == 2
    assert len(json.loads(run("leaderboard", "--db", db, "--tournament", "cup", "--format", "json")[1])) == 3
    assert len(json.loads(run("leaderboard", "--db", db, "--all", "--format", "json")[1])) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--tournament", "cub"], 2, "error: unknown tournament 'cub'; did you mean 'cup'?\n"),
        (["--deck", "plan"], 2, "error: unknown deck 'plan'; did you mean 'plain'?\n"),
        (
            ["--all", "--tournament", "cup"],
            2,
            "error: --all and --tournament 'cup' exclude each other; give one of them\n",
        ),
        (["--game", "kalah"], 2, "error: --game 'kalah' is given without --all; a tournament has only one game\n"),
    ],
)
@pytest.mark.parametrize("command", ["leaderboard", "crosstable"])
def test_wrong_requests_are_one_line(
    cup: Path, run: Command, command: str, arguments: list[str], code: int, message: str
) -> None:
    assert run(command, "--db", cup, *arguments) == (code, "", message)


def test_a_database_without_tournaments_says_what_to_do(tmp_path: Path, run: Command) -> None:
    db = tmp_path / "empty.db"
    upgrade(db)
    code, out, err = run("leaderboard", "--db", db)
    assert (code, out) == (1, "")
    assert err == f"error: database '{db}' holds no tournament; `palaestra run SPEC` plays one\n"
    with pytest.raises(StoreError, match="no tournament is stored"):
        leaderboard_rows(db, None)
    code, _, err = run("leaderboard", "--db", tmp_path / "missing.db")
    assert code == 1
    assert "no database" in err


def test_a_run_ends_with_plain_standings_where_nobody_watches(cup: Path) -> None:
    text = io.StringIO()
    print_standings(cup, "cup", Console(file=text))
    lines = text.getvalue().splitlines()
    assert lines[0] == "tournament cup (kalah): 3 entrants, 9 games"
    assert lines[1].split()[:3] == ["rank", "entrant", "agent"]
    assert lines[2].split()[0] == "1"
    assert lines[-1].startswith("note: games lost by the entrant's own fault")


def test_a_run_with_several_decks_ends_with_a_leaderboard_for_each(tmp_path: Path) -> None:
    games = [
        *both("a", "b", "p1", (1, 1), ("mage", "mage")),
        *both("a", "b", "p2", (1, -1), ("mage", "hunter")),
    ]
    db = store(tmp_path / "a.db", games, decks=("hunter", "mage", "rogue"), pairing="cross")
    text = io.StringIO()
    print_standings(db, "cup", Console(file=text))
    lines = text.getvalue().splitlines()
    assert [line for line in lines if line.startswith("tournament")] == [
        "tournament cup (kalah): 2 entrants, 4 games",
        "tournament cup (kalah), deck hunter: 2 entrants, 2 games",
        "tournament cup (kalah), deck mage: 2 entrants, 4 games",
        "tournament cup (kalah), deck rogue: 2 entrants, 0 games",
    ]
    notes = [line for line in lines if line.startswith("note")]
    assert len(notes) == len(set(notes))


def test_a_leaderboard_imports_nothing_that_it_does_not_use(cup: Path) -> None:
    script = f"""
import sys
from palaestra.cli.main import main
assert main(["leaderboard", "--db", {str(cup)!r}, "-q", "--format", "csv"]) == 0
heavy = ["alembic", "numba", "numpy.ma", "palaestra.game", "rich", "scipy", "sqlalchemy.dialects.postgresql"]
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == ",".join(LEADERBOARD_KEYS)
    assert done.stdout.splitlines()[-1] == "[]"


def test_nobody_stands_above_who_beat_it_and_never_lost_to_it(tmp_path: Path) -> None:
    """`sleeps` lost to all rated ones more often than `syntax`, so its upper bound is lower; but it beat `syntax`."""
    games = [
        *both("ada", "bob", "p1", (1, 1)),
        *both("ada", "sleeps", "p2", (1, -1)),
        *both("ada", "sleeps", "p3", (1, -1)),
        *both("bob", "sleeps", "p4", (1, -1)),
        *both("ada", "syntax", "p5", (1, -1)),
        *both("sleeps", "syntax", "p6", (1, -1)),
    ]
    board = leaderboard_rows(store(tmp_path / "cup.db", games), "cup")
    assert [row.entrant for row in board.rows] == ["ada", "bob", "sleeps", "syntax"]
    assert board.rows[2].high < board.rows[3].high


def test_a_leaderboard_of_chosen_entrants_and_of_entrants_with_their_decks(cup: Path, run: Command) -> None:
    chosen = leaderboard_rows(cup, "cup", only=["ada", "bob"])
    assert {row.entrant: (row.games, row.wins, row.draws, row.losses) for row in chosen.rows} == {
        "ada": (4, 2, 1, 1),
        "bob": (4, 1, 1, 2),
    }
    assert not any("fault" in note for note in chosen.notes)
    assert leaderboard_rows(cup, "cup", exclude=["cyd"]).rows == chosen.rows
    code, out, _ = run("leaderboard", "--db", cup, "--exclude", "cyd", "--by-deck", "--format", "json")
    assert code == 0
    assert {row["entrant"] for row in json.loads(out)} == {"ada [plain]", "bob [plain]"}
    code, _, err = run("crosstable", "--db", cup, "--only", "adda", "--only", "bob")
    assert (code, err.strip()) == (2, "error: unknown entrant 'adda'; did you mean 'ada'?")


def test_entrants_by_deck_say_what_their_intervals_rest_on(tmp_path: Path) -> None:
    games = [
        *both("ada", "bob", "p1", (1, -1), ("mage", "rogue")),
        *both("ada", "bob", "p2", (-1, 1), ("rogue", "mage")),
        *both("ada", "bob", "p3", (1, 1), ("mage", "mage")),
    ]
    db = store(tmp_path / "cup.db", games, decks=("mage", "rogue"), pairing="cross")
    board = leaderboard_rows(db, "cup", by_deck=True)
    assert {row.entrant: (row.wins, row.losses) for row in board.rows} == {
        "ada [mage]": (2, 2),
        "ada [rogue]": (1, 1),
        "bob [mage]": (2, 2),
        "bob [rogue]": (1, 1),
    }
    assert "the two games of a pair with different decks are taken as independent" in board.notes
    assert sum(row.games for row in leaderboard_rows(db, "cup").rows) == sum(row.games for row in board.rows)
