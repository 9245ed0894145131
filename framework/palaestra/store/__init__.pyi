"""What plugins and leaderboards may use, each name with the module that defines it."""

from .engine import Database as Database
from .engine import database_path as database_path
from .engine import reading as reading
from .reads import StoredGame as StoredGame
from .reads import iterate_games as iterate_games
from .reads import latest_tournament as latest_tournament
from .reads import rated_tournaments as rated_tournaments
from .reads import stored_entrants as stored_entrants
from .reads import stored_tournament as stored_tournament
from .reads import suspended as suspended
from .standings import PairCells as PairCells
from .standings import Selection as Selection
from .standings import read_faults as read_faults
from .standings import read_pair_cells as read_pair_cells
from .standings import read_played as read_played
from .standings import selected_tournaments as selected_tournaments
