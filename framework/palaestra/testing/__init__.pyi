"""The names of the conformance kit, each with its home."""

from .agent_check import check_agent as check_agent
from .conformance import CheckReport as CheckReport
from .conformance import ConformanceError as ConformanceError
from .counting import divide as divide
from .counting import perft as perft
from .game_check import check_game as check_game
from .plain_python import check_plain_python as check_plain_python
from .playthrough import check_playthrough as check_playthrough
from .playthrough import random_playthrough as random_playthrough
from .secrecy import check_secrecy as check_secrecy
from .twin import Reference as Reference
from .twin import compare_with_reference as compare_with_reference
