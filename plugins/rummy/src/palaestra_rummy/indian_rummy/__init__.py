"""The game of Indian Rummy for two, thirteen cards, one deck."""
