"""What the commands of plugins may use, each name with the module that defines it."""

from .notices import announce_compiling as announce_compiling
from .notices import notice as notice
from .options import DEFAULT_DB as DEFAULT_DB
from .options import DbOption as DbOption
from .options import FormatOption as FormatOption
from .options import KnobOption as KnobOption
from .options import TableFormat as TableFormat
from .options import TournamentOption as TournamentOption
from .output import Column as Column
from .output import print_fields as print_fields
from .output import print_json as print_json
from .output import print_table as print_table
from .values import parse_knobs as parse_knobs
from .values import parse_parameters as parse_parameters
