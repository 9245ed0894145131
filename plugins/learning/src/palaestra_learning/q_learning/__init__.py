"""Tabular Q-learning for any two-player game with a kernel, and the weaker agents that it makes."""
