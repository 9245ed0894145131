"""The pages say what the code does: files, commands, options, keys, columns, variables and links are all there."""

import dataclasses
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from palaestra import errors
from palaestra.cli.group import BUILT_IN, build_command
from palaestra.isolation.probe import offered
from palaestra.kernel.slots import slot_table
from palaestra.plugins import installed_plugins
from palaestra.record import REASONS
from palaestra.store.query import run_query
from palaestra.store.tables import metadata
from palaestra.tournament.run import run_tournament
from palaestra.tournament.specfile import ENTRANT_KEYS, TOURNAMENT_KEYS, load_tournament

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
ALL_PAGES = [
    *PAGES,
    *(page for room in ("benchmarks", "experiments", "plugins") for page in sorted((ROOT / room).rglob("*.md"))),
]
RUNNER = "".join((DOCS / f"league-{page}.md").read_text() for page in ("runner", "reference"))
GUIDES = ("game-author.md", "agent-author.md", "league-runner.md", "league-reference.md")
SPECS = [*sorted((ROOT / "examples").glob("*.toml")), *sorted(DOCS.glob("examples/league/*.toml"))]
TESTED_BY_EXAMPLES = (
    *(f"examples/{folder}/" for folder in ("connect_four", "game", "agent", "kalah", "league", "learning")),
    "../examples/",
)
TESTED_BY_PLUGINS = ("../plugins/hearthstone/",)

FENCE = re.compile(r"^```(\w*)(?: file=(\S+))?\n(.*?)^```$", re.M | re.S)
BLOCKS = [(page.name, *found) for page in PAGES for found in FENCE.findall(page.read_text())]
EXCERPTS = [(page, file, text) for page, _, file, text in BLOCKS if file]
COMMAND_LINES = [
    line.strip()
    for _, language, _, text in BLOCKS
    if language == "console"
    for line in text.splitlines()
    if line.strip()
]


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return FENCE.sub("", page.read_text())


def commands() -> dict[str, object]:
    """Return every command that is installed, built, subcommands as ``db check``."""
    found = {}
    for spec in (*BUILT_IN, *installed_plugins().commands()):
        built = build_command(spec)
        found[spec.name] = built
        for name, command in getattr(built, "commands", {}).items():
            found[f"{spec.name} {name}"] = command
    return found


COMMANDS = commands()


def options_of(command: object) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts} | {"--help"}


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "file", "text"), EXCERPTS, ids=[f"{page}-{i}" for i, (page, _, _) in enumerate(EXCERPTS)]
)
def test_a_block_is_part_of_the_file_that_it_names(page, file, text):
    assert file.startswith(TESTED_BY_EXAMPLES + TESTED_BY_PLUGINS), f"{page}: nothing runs {file}"
    assert text.strip("\n") in (DOCS / file).read_text()


def test_every_block_of_code_in_the_tutorials_names_its_file():
    unnamed = [
        (page, text)
        for page, language, file, text in BLOCKS
        if language in {"python", "toml"} and not file and (DOCS / page).is_file()
    ]
    assert unnamed == []
    assert len(EXCERPTS) > 20


@pytest.mark.parametrize("folder", ["game", "agent"])
def test_the_entry_point_of_an_example_names_its_plugin(folder):
    project = tomllib.loads((DOCS / "examples" / folder / "pyproject.toml").read_text())["project"]
    for module in project["entry-points"]["palaestra"].values():
        assert (DOCS / "examples" / folder / "src" / f"{module.replace('.', '/')}.py").is_file()


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.name)
def test_a_tournament_file_has_no_problems(spec):
    if 'isolation = "sandbox"' in spec.read_text() and not offered().sandbox:
        pytest.skip("this system offers no sandbox")
    tournament = load_tournament(spec, installed_plugins())
    assert len(tournament.entrants) >= 2


# -- links ------------------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page get."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(linked), f"{page.name} links to {target}"


def test_the_rooms_of_the_framework_exist():
    rooms = re.search(r"\| room \|.*?\n\n", (DOCS / "architecture.md").read_text(), re.S)
    names = re.findall(r"`(\w+(?:/|\.py))`", rooms[0])
    assert len(names) > 10
    for name in names:
        assert (ROOT / "framework" / "palaestra" / name).exists(), name


# -- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in COMMANDS if " " not in name])
def test_every_command_is_in_the_page_for_runners(name):
    assert f"palaestra {name}" in RUNNER


@pytest.mark.parametrize("name", [name.removeprefix("db ") for name in COMMANDS if name.startswith("db ")])
def test_every_command_for_databases_is_in_the_page_for_runners(name):
    assert f"`palaestra db {name}" in RUNNER


@pytest.mark.parametrize("line", [line for line in COMMAND_LINES if line.startswith("palaestra ")])
def test_the_commands_and_options_of_an_example_line_exist(line):
    words = line.split()
    name = " ".join(words[1:3]) if " ".join(words[1:3]) in COMMANDS else words[1]
    given = {word.partition("=")[0] for word in words[2:] if re.match(r"--?[a-z]", word)}
    assert given <= options_of(COMMANDS[name])


@pytest.mark.parametrize(
    "page", [DOCS / "game-author.md", DOCS / "agent-author.md", DOCS / "league-runner.md", DOCS / "league-reference.md"]
)
def test_every_option_in_the_text_exists(page):
    known = set().union(*map(options_of, COMMANDS.values())) | {"--update-playthroughs"}
    assert set(re.findall(r"`[^`\n]*?(--[a-z-]+)", prose(page))) <= known


@pytest.mark.parametrize("option", sorted(options_of(COMMANDS["history"]) - {"--help"}))
def test_every_filter_of_the_history_is_in_the_page_for_runners(option):
    shared = {"--quiet": "-q", "--verbose": "-v"}
    assert shared.get(option, option) in RUNNER


# -- tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [*TOURNAMENT_KEYS, *ENTRANT_KEYS])
def test_every_key_of_a_tournament_file_is_explained(key):
    assert re.search(rf"^\| `(\[tournament\.)?{key}\]?` \|", RUNNER, re.M)


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_explained(reason):
    assert re.search(rf"^\| .*`{reason}`.* \|", RUNNER, re.M)


@pytest.mark.parametrize("table", metadata.tables.values(), ids=lambda table: table.name)
def test_every_column_is_listed(table):
    row = re.search(rf"^\| `{table.name}` \| (.+) \|$", RUNNER, re.M)
    assert row is not None
    assert re.findall(r"`(\w+)`", row[1]) == [column.name for column in table.columns]


def test_every_column_of_a_leaderboard_is_explained():
    from palaestra_leaderboards.standings import Standing

    rows = "\n".join(re.findall(r"^\| (`[^|]+) \|", RUNNER, re.M))
    assert {field.name for field in dataclasses.fields(Standing)} <= set(re.findall(r"`(\w+)`", rows))


def test_every_exit_code_is_explained():
    codes = {kind.exit_code for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "exit_code")}
    table = RUNNER[RUNNER.index("## Exit codes") :]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.M)} == codes | {0}


def test_every_environment_variable_is_explained():
    sources = [path for room in ("framework", "leaderboards", "plugins") for path in (ROOT / room).rglob("*.py")]
    read = set().union(*(re.findall(r"\"(PALAESTRA_[A-Z]+)\"", path.read_text()) for path in sources))
    assert "PALAESTRA_DB" in read
    for name in (*read, "NUMBA_DISABLE_JIT"):
        assert re.search(rf"^\| `{name}` \|", RUNNER, re.M), name


def test_the_table_of_rules_is_that_of_the_code():
    assert f"\n\n{slot_table()}\n\n" in (DOCS / "game-author.md").read_text()


def test_the_page_of_a_game_begins_with_the_whole_game():
    """At most 60 lines, in one block; a table of at most eight things to know."""
    page = (DOCS / "game-author.md").read_text()
    text, _, rest = page.partition("\n```\n")
    source = (DOCS / "examples" / "connect_four" / "connect_four.py").read_text()
    assert text.endswith(source.rstrip())
    assert len(source.splitlines()) <= 60
    concepts = rest.partition("| to know | |\n|---|---|\n")[2].partition("\n\n")[0]
    assert 5 <= len(concepts.splitlines()) <= 8


@pytest.mark.parametrize("module", ["palaestra", "palaestra.environments", "palaestra.testing"])
def test_the_page_of_public_names_lists_what_is_exported(module):
    page = (DOCS / "api.md").read_text()
    section = page.partition(f"## `{module}`\n")[2].partition("\n## ")[0]
    names = {name for row in re.findall(r"^\| (`.*?`) \|", section, re.M) for name in re.findall(r"`(\w+)`", row)}
    assert names == set(import_module(module).__all__)


@pytest.mark.parametrize("page", GUIDES)
def test_every_public_name_in_the_text_exists(page):
    for statement in re.findall(r"`from (palaestra\w*) import ([\w, ]+)`", (DOCS / page).read_text()):
        module = import_module(statement[0])
        for name in statement[1].split(", "):
            assert hasattr(module, name)


# -- queries ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    db = tmp_path_factory.mktemp("league") / "league.db"
    run_tournament(DOCS / "examples" / "league" / "league.toml", db, workers=0)
    return db


QUERIES = [text for _, language, _, text in BLOCKS if language == "sql"]
QUERIES += [found[1] for line in COMMAND_LINES if (found := re.match(r'palaestra query "(.+)"', line))]


@pytest.mark.parametrize("sql", QUERIES)
def test_a_query_finds_something(league, sql):
    result = run_query(league, sql)
    assert result.rows
    assert all(isinstance(name, str) for name in result.columns)
