"""Agents for Hearthstone alone: those that tell positions apart by the published scores of :mod:`.scores`."""
