"""Tic-tac-toe, nine men's morris and Kalah for Palaestra."""
