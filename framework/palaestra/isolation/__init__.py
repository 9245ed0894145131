"""Agents outside of the workers: processes of their own, what they can reach, and how the referee talks to them."""
