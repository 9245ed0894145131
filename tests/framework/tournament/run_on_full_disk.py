"""Runs a small tournament where no file may grow beyond a limit; started by test_hardships.py.

Run as ``python run_on_full_disk.py DB BYTES PAIRS``. A write beyond the limit fails, as on a full disk (setrlimit(2)).
"""

import resource
import sys

from palaestra.errors import PalaestraError
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament import run


def spec(pairs):
    return {
        "tournament": {"name": "small", "game": "nim", "pairs": pairs, "root_seed": 7},
        "entrant": [{"agent": "first_legal"}, {"agent": "random_legal"}],
    }


if __name__ == "__main__":
    run.COMMIT_GAMES = 20
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
    try:
        run.run_tournament(spec(int(sys.argv[3])), sys.argv[1], workers=0, plugins=fake_plugins())
    except PalaestraError as error:
        print(error)
        sys.exit(error.exit_code)
