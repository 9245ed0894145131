"""What to play: a lazy stream of plain data, the same for every run of the same tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations

from palaestra.record import EntrantRecord, ScheduledGame, TournamentRecord
from palaestra.seeding import PAIR_DIGITS, deal_seed, digest


def deck_pairs(decks: tuple[str, ...], pairing: str) -> list[tuple[str, str]]:
    """Return the ordered deck pairs: mirror = (d, d) for each deck, cross = every ordered pair."""
    if pairing == "mirror":
        return [(deck, deck) for deck in decks]
    return [(first, second) for first in decks for second in decks]


def match_ups(entrants: tuple[EntrantRecord, ...], self_play: bool) -> list[tuple[EntrantRecord, EntrantRecord]]:
    """Return the unordered pairs of entrants, each in the order of the names."""
    ordered = sorted(entrants, key=lambda entrant: entrant.name)
    pairs = list(combinations(ordered, 2))
    if self_play:
        pairs += [(entrant, entrant) for entrant in ordered]
    return pairs


class Schedule:
    """The games of a tournament, pair number by pair number, so that an unfinished one is balanced.

    A pair is two games on one deal with the decks fixed to the seats and the entrants swapped. Its id is a hash of
    all that determines it: tournament, game with version and knobs, both entrants with agent, version and parameters,
    decks, the clock if there is one, and pair number. Order, workers and other entrants do not matter.
    """

    def __init__(self, tournament: TournamentRecord, entrants: tuple[EntrantRecord, ...]) -> None:
        self.tournament = tournament
        self.match_ups = match_ups(entrants, tournament.self_play)
        self.deck_pairs = deck_pairs(tournament.decks, tournament.deck_pairing)
        self._hashes = [match_up_hash(tournament, first, second) for first, second in self.match_ups]

    def __len__(self) -> int:
        """Return the number of games."""
        return 2 * self.tournament.pairs * len(self.match_ups) * len(self.deck_pairs)

    def __iter__(self) -> Iterator[ScheduledGame]:
        """Yield every game, the two halves of a pair one after the other."""
        root = self.tournament.root
        for number in range(1, self.tournament.pairs + 1):
            for (first, second), begun in zip(self.match_ups, self._hashes, strict=True):
                for decks in self.deck_pairs:
                    pair = pair_id(begun, decks, number)
                    deal = deal_seed(root, pair)
                    yield ScheduledGame(f"{pair}-1", pair, number, (first.name, second.name), decks, deal)
                    yield ScheduledGame(f"{pair}-2", pair, number, (second.name, first.name), decks, deal)


def match_up_hash(tournament: TournamentRecord, first: EntrantRecord, second: EntrantRecord) -> hashlib.blake2b:
    """Return the hash with which the ids of the pairs of two entrants, in the order of their names, begin."""
    parts: list[object] = [
        tournament.name,
        [tournament.game, tournament.version, dict(tournament.knobs)],
        [[entrant.name, entrant.agent, entrant.version, dict(entrant.parameters)] for entrant in (first, second)],
    ]
    if tournament.clock is not None:
        parts.append(asdict(tournament.clock))
    return hashlib.blake2b(digest(*parts), digest_size=PAIR_DIGITS // 2)


def pair_id(match_up: hashlib.blake2b, decks: tuple[str, str], number: int) -> str:
    """Return the id of a game pair: of these decks in seat order, and of this number from 1."""
    key = match_up.copy()
    key.update(f"{decks[0]}\0{decks[1]}\0{number}".encode())
    return key.hexdigest()
