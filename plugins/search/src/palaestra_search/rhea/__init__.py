"""Rolling horizon evolution for any game with a kernel."""
