"""Playing games: one at a time with any agents, or many at once in compiled code."""
