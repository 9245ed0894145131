"""Flat Monte Carlo: the worked example of the tutorial for authors of agents."""
