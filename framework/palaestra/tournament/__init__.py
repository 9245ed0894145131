"""Tournaments: what the file says, what to play, where to play it, and the run that stores it."""
