"""Seeds of deals and agents, computed from names and one root seed.

All seeds are BLAKE2b digests of a canonical text, so that the same game gets the same seeds for any number
of workers, any order of play, and any machine. Deals depend on the tournament's root (its seed or its secret), agents'
random numbers on the public game id and the agent's name: an agent that knows its own seed learns nothing about the
deal.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Final

PAIR_DIGITS: Final = 20
"""Hexadecimal digits of a pair id: 80 bits, a collision among 10^9 pairs has probability 4e-7."""


def digest(*parts: object, size: int = 16) -> bytes:
    """Return `size` bytes that depend on every part, and on their order and types (JSON scalars, lists, dicts)."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=size).digest()


def new_secret() -> str:
    """Return a random root seed for the deals of a tournament without ``root_seed``."""
    return secrets.token_hex(16)


def deal_seed(root: int | str, pair: str) -> int:
    """Return the 63-bit seed of the deal of a game pair."""
    return int.from_bytes(hashlib.blake2b(f"deal {root} {pair}".encode(), digest_size=8).digest()) >> 1


def agent_digest(game_id: str, seat: int, name: str) -> bytes:
    """Return the seed of the agent in seat `seat` of a game, as 16 bytes."""
    return hashlib.blake2b(f"agent {game_id} {seat} {name}".encode(), digest_size=16).digest()


def agent_seed(game_id: str, seat: int, name: str) -> int:
    """Return the same seed as a number of 128 bits, big-endian."""
    return int.from_bytes(agent_digest(game_id, seat, name))
