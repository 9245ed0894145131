"""Nine men's morris."""
