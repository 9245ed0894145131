"""A Hearthstone engine for Palaestra, with three complete decks and its first agents."""
