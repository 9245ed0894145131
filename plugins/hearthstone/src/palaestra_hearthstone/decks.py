"""The declared decks, by the names of their cards.

*midrange_jade_shaman* and *aggro_pirate_warrior* are MidrangeJadeShaman and AggroPirateWarrior of SabberStone's
``Meta/Decks.cs``. The list that Sakurai and Hasebe (ICAART 2023) call CubeWarlock is not public; *cube_warlock* stands
in for it: the Cubelock of ``TopTierDecks.cs`` in github.com/Sothe5/MCTS-Hearthstone-TFG, after the meta report of March
2018.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from palaestra_hearthstone.cards import class_of_deck, in_data, number_of
from palaestra_hearthstone.cards.vocabulary import Class

DECKS: Final[Mapping[str, Mapping[str, int]]] = {
    "midrange_jade_shaman": {
        "Tunnel Trogg": 2, "Totem Golem": 2, "Thing from Below": 2, "Spirit Claws": 2, "Maelstrom Portal": 2,
        "Lightning Storm": 1, "Lightning Bolt": 1, "Jade Lightning": 2, "Jade Claws": 2, "Hex": 2,
        "Flametongue Totem": 2, "Al'Akir the Windlord": 1, "Patches the Pirate": 1, "Small-Time Buccaneer": 2,
        "Bloodmage Thalnos": 1, "Barnes": 1, "Azure Drake": 2, "Aya Blackpaw": 1, "Ragnaros the Firelord": 1,
    },
    "aggro_pirate_warrior": {
        "Sir Finley Mrrgglton": 1, "Fiery War Axe": 2, "Heroic Strike": 2, "N'Zoth's First Mate": 2, "Upgrade!": 2,
        "Bloodsail Cultist": 2, "Frothing Berserker": 2, "Kor'kron Elite": 2, "Arcanite Reaper": 2,
        "Patches the Pirate": 1, "Small-Time Buccaneer": 2, "Southsea Deckhand": 2, "Bloodsail Raider": 2,
        "Southsea Captain": 2, "Dread Corsair": 2, "Naga Corsair": 2,
    },
    "cube_warlock": {
        "Dark Pact": 2, "Kobold Librarian": 2, "Mistress of Mixtures": 2, "Defile": 2, "Doomsayer": 2,
        "Prince Taldaram": 1, "Hellfire": 2, "Lesser Amethyst Spellstone": 2, "Carnivorous Cube": 2, "Doomguard": 2,
        "Faceless Manipulator": 2, "Possessed Lackey": 2, "Skull of the Man'ari": 1, "Voidlord": 2,
        "N'Zoth, the Corruptor": 1, "Bloodreaver Gul'dan": 1, "Mountain Giant": 2,
    },
}  # fmt: skip
"""Name of the deck -> name of the card -> how many."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A list of cards.

    Attributes:
        card_class: whose deck it is.
        cards: number of each card under the default card data -> how many.
    """

    card_class: Class
    cards: Mapping[int, int]

    @classmethod
    def of_names(cls, cards: Mapping[str, int]) -> Deck:
        """Return the deck of these cards, by their names."""
        numbers = {number_of(name): copies for name, copies in cards.items()}
        return cls(class_of_deck(list(numbers)), numbers)

    def numbers(self, card_data: str) -> tuple[int, ...]:
        """Return the numbers of the cards one by one under a value of the knob ``card_data``."""
        return tuple(in_data(number, card_data) for number, copies in self.cards.items() for _ in range(copies))


def deck_numbers(name: str, card_data: str) -> tuple[int, ...]:
    """Return the 30 card numbers of a declared deck."""
    return Deck.of_names(DECKS[name]).numbers(card_data)
