"""Determinized UCT: an ensemble of trees, each for one state that fits what the player knows."""
