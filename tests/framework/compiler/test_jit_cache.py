"""The cache of compiled code, seen from fresh processes: never stale, never an error of its own."""

import json
import os
import shutil
import subprocess
import sys
import textwrap

import pytest

from palaestra.compiler import JIT_ENABLED
from palaestra.compiler.cache_file import CacheFile

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="compiles")

SOURCES = {
    "rules/__init__.py": "",
    "rules/kernel.py": """
        from numba import int64
        from helpers import tables
        from helpers.tools import weigh
        from palaestra.compiler import jit

        @jit(int64(int64[::1]))
        def score(state):
            return weigh(state) + tables.BONUS + tables.TABLE[1]

        @jit(int64(int64[::1]))
        def unrelated(state):
            return state[0]
        """,
    "helpers/__init__.py": "",
    "helpers/tables.py": """
        import numpy as np
        BONUS = 100
        TABLE = np.array([1000, 2000])
        """,
    "helpers/tools.py": """
        from numba import int64
        from palaestra.compiler import jit

        @jit(int64(int64[::1]))
        def weigh(state):
            return state[1]
        """,
}
CALL = """
    import numpy as np
    from rules.kernel import score, unrelated
    state = np.array([7, 10])
    result = [score(state), unrelated(state)]
"""
SCORE, WEIGH, UNRELATED = "rules.kernel.score", "helpers.tools.weigh", "rules.kernel.unrelated"
FROZEN_FILES = """
    import sys
    def refuse(event, arguments):
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & 3
        if writes or event in ("os.mkdir", "os.rename", "os.remove"):
            raise OSError(30, "Read-only file system")
    sys.addaudithook(refuse)
"""


class Bench:
    """Source files, a cache folder, and fresh processes that import the one and use the other."""

    def __init__(self, root):
        self.root = root
        self.cache = root / "cache"
        self.sources = root / "sources"

    def write(self, files):
        for name, text in files.items():
            path = self.sources / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))

    def edit(self, name, old, new):
        path = self.sources / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def start(self, code, **environment):
        listening = "import json, palaestra.compiler as door\ncompiled = []\n"
        listening += "door.set_compile_listener(lambda name, seconds: seconds is None and compiled.append(name))\n"
        program = listening + textwrap.dedent(code) + "\nprint(json.dumps([result, sorted(compiled)], default=int))"
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PALAESTRA_"))}
        places = {"PALAESTRA_CACHE": str(self.cache), "PYTHONPATH": str(self.sources), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            env=clean | places | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process):
        output, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        assert errors == ""
        result, compiled = json.loads(output)
        return result, compiled

    def run(self, code=CALL, **environment):
        """Return the result of the program and the names of the functions it had to compile."""
        return self.finish(self.start(code, **environment))

    def files(self, pattern="*"):
        return sorted(path for path in self.cache.rglob(pattern) if path.is_file())


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    bench = Bench(tmp_path_factory.mktemp("filled"))
    bench.write(SOURCES)
    assert bench.run() == ([2110, 7], [WEIGH, SCORE, UNRELATED])
    return bench


@pytest.fixture
def warm(filled, tmp_path):
    """A bench whose cache holds everything."""
    shutil.copytree(filled.root, tmp_path, dirs_exist_ok=True)
    return Bench(tmp_path)


@pytest.fixture
def cold(tmp_path):
    return Bench(tmp_path)


# --- what is served from the cache, and what is not -------------------------------------------------------------


def test_a_second_process_compiles_nothing_and_loads_no_callee(warm):
    loaded = CALL + "\n    from helpers.tools import weigh\n    result = [*result, len(weigh.overloads)]"
    assert warm.run(loaded) == ([2110, 7, 0], [])


def test_files_are_sorted_by_top_package(warm):
    assert {str(path.relative_to(warm.cache).parent) for path in warm.files()} == {"jit/rules", "jit/helpers"}
    assert {path.suffix for path in warm.files()} == {".code"}


def test_an_edited_helper_in_another_package_is_seen_and_the_old_one_kept(warm):
    warm.edit("helpers/tools.py", "state[1]", "state[1] * 2")
    assert warm.run() == ([2120, 7], [WEIGH, SCORE])
    warm.edit("helpers/tools.py", "state[1] * 2", "state[1]")
    assert warm.run() == ([2110, 7], [])


@pytest.mark.parametrize(("old", "new", "result"), [("100", "300", 2310), ("2000", "5000", 5110)])
def test_an_edited_constant_or_table_elsewhere_is_seen(warm, old, new, result):
    warm.edit("helpers/tables.py", old, new)
    assert warm.run() == ([result, 7], [SCORE])


def test_comments_docstrings_and_unused_constants_are_not(warm):
    warm.edit("helpers/tables.py", "BONUS", "UNUSED = 5\nBONUS")
    warm.edit("helpers/tools.py", "    return", "    # because\n\n    return")
    warm.edit("rules/kernel.py", "\n@jit", "\n# above\n@jit")
    assert warm.run() == ([2110, 7], [])


def test_the_switch_of_bounds_checking_is_a_part_of_the_key(warm):
    outside = """
    import numpy as np
    from helpers.tools import weigh
    inside = np.array([7, 10, 11])
    try:
        result = weigh(inside[:1])
    except IndexError as error:
        result = str(error)
    """
    assert warm.run(outside, PALAESTRA_BOUNDSCHECK="0") == (10, [WEIGH])
    assert warm.run(outside) == ("index is out of bounds", [])


def test_functions_of_one_name_keep_their_own_code(cold):
    # Numba numbers functions anew in every process: without care, 10's code would be linked for 20's name.
    cold.write(
        {
            "family.py": """
            from numba import int64
            from palaestra.compiler import jit
            def adding(k):
                @jit(int64(int64))
                def rule(n):
                    total = 0
                    for i in range(n):
                        total += k * i % 7
                    return total + k
                return rule
            def both(first, second):
                @jit(int64(int64))
                def pair(n):
                    return first(n) * 1000 + second(n)
                return pair
            """
        }
    )
    name = "family.adding.<locals>.rule"
    assert cold.run("from family import *\nresult = adding(10)(1)") == (10, [name])
    code = "from family import *\na = adding(20)\nb = adding(10)\na(1)\nb(1)\nresult = both(a, b)(1)"
    assert cold.run(code) == (20010, [name, "family.both.<locals>.pair"])
    assert cold.run(code) == (20010, [])


# --- a cache that is damaged, missing or shared -----------------------------------------------------------------


def test_a_process_that_dies_while_writing_leaves_nothing_wrong(warm):
    warm.edit("helpers/tables.py", "100", "300")
    dying = "import os, pathlib\npathlib.Path.replace = lambda *paths: os._exit(3)\n" + textwrap.dedent(CALL)
    process = warm.start(dying)
    process.communicate(timeout=120)
    assert process.returncode == 3
    assert warm.run() == ([2310, 7], [SCORE])
    assert warm.run() == ([2310, 7], [])


def test_damaged_files_are_compiled_again(warm):
    score, weigh, unrelated = (warm.files(f"{name}-*")[0] for name in (SCORE, WEIGH, UNRELATED))
    score.write_bytes(score.read_bytes()[:1000])
    weigh.write_bytes(b"")
    assert CacheFile(unrelated).write(b"whole, but not what was meant")
    assert warm.run() == ([2110, 7], [WEIGH, SCORE, UNRELATED])
    assert warm.run() == ([2110, 7], [])


def test_an_impossible_cache_only_costs_time(cold):
    cold.write(SOURCES | {"file": "not a folder"})
    nowhere = str(cold.sources / "file" / "cache")
    assert cold.run(PALAESTRA_CACHE=nowhere) == ([2110, 7], [WEIGH, SCORE, UNRELATED])


def test_a_read_only_file_system_serves_what_it_has_and_compiles_the_rest(warm):
    assert warm.run(FROZEN_FILES + CALL) == ([2110, 7], [])
    warm.edit("helpers/tables.py", "100", "300")
    before = warm.files()
    assert warm.run(FROZEN_FILES + CALL) == ([2310, 7], [SCORE])
    assert warm.files() == before


def test_six_cold_processes_compile_every_function_once(cold):
    cold.write(SOURCES)
    processes = [cold.start(CALL) for _ in range(6)]
    outcomes = [cold.finish(process) for process in processes]
    assert [result for result, _ in outcomes] == [[2110, 7]] * 6
    assert sorted(name for _, compiled in outcomes for name in compiled) == [WEIGH, SCORE, UNRELATED]
    assert {path.suffix for path in cold.files()} == {".code"}


# --- other ways to run ------------------------------------------------------------------------------------------


def test_without_compilation_functions_stay_as_they_are(cold):
    cold.write(SOURCES)
    code = CALL + "\n    result = [*result, type(score).__name__, door.JIT_ENABLED]"
    assert cold.run(code, NUMBA_DISABLE_JIT="1") == ([2110, 7, "function", False], [])
    assert not cold.cache.exists()


def test_a_struct_of_functions_is_built_once_and_loaded_by_the_next_process(cold):
    cold.write(
        {
            "slots.py": """
            import numpy as np
            from numba import int64, types, void
            from numba.core.types import StructRef
            from numba.experimental import structref
            from palaestra.kernel import rng
            from palaestra.compiler import jit

            State = int64[::1]
            FIELDS = (("step", types.FunctionType(void(State, int64))), ("value", types.FunctionType(int64(State))))

            @structref.register
            class RulesType(StructRef):
                pass

            class Rules(structref.StructRefProxy):
                pass

            structref.define_boxing(RulesType, Rules)
            RULES = RulesType(FIELDS)

            @jit(RULES(*(kind for _, kind in FIELDS)))
            def make(step, value):
                rules = structref.new(RULES)
                rules.step = step
                rules.value = value
                return rules

            @jit(void(State, int64))
            def step(state, action):
                state[2] += action

            @jit(int64(State))
            def value(state):
                return state[2]

            @jit(int64(State))
            def twice(state):
                return 2 * state[2]

            @jit(int64(RULES, State, int64))
            def search(rules, state, steps):
                for _ in range(steps):
                    rules.step(state, 1 + rng.random_below(state, 1))
                return rules.value(state)
            """
        }
    )
    code = """
    from slots import *
    result = [search(make(step, kind), np.array([1, 2, 0]), 50) for kind in (value, twice)]
    """
    first = ["slots.make", "slots.search", "slots.step", "slots.twice", "slots.value"]
    result, compiled = cold.run(code)
    assert result == [50, 100]
    assert [name for name in compiled if name.startswith("slots")] == first
    assert cold.run(code) == ([50, 100], [])
