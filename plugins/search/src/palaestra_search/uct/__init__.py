"""Monte Carlo tree search with UCB1 for any game with a kernel."""
