"""Search agents for any game with a kernel."""
