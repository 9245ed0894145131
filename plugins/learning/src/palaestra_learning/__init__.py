"""Learners for Palaestra: tabular Q-learning and weaker agents."""
