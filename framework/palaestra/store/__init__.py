"""The database of games: one narrow row for each game, and the counts that ratings are computed from."""
