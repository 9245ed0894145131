"""The names of the environments, each with its home."""

from .pettingzoo import aec_env as aec_env
from .shaping import Shaping as Shaping
from .vector import Batch as Batch
from .vector import VectorGames as VectorGames
