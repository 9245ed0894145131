"""Agents for Hearthstone alone: those that rank positions by the published scores of :mod:`.scores`."""
