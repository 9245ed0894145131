"""The scenario kit: any position in a few lines, played by card names and read back; see :class:`Scenario`."""

from palaestra_hearthstone.testing.placed import PlacedMinion
from palaestra_hearthstone.testing.scenario import Scenario
from palaestra_hearthstone.testing.side import ScenarioSide

__all__ = ["PlacedMinion", "Scenario", "ScenarioSide"]
