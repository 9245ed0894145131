"""A person at the table: who plays whom, and the game between them and an agent."""
