"""The game of pure strategy: the worked example of the tutorial for authors of games."""
