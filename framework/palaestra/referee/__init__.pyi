"""What plugins may use to play many games at once, each name with the module that defines it."""

from .lane import Lane as Lane
from .lane import LaneBatch as LaneBatch
from .lane import lane_side as lane_side
from .lane import new_batch as new_batch
