"""One tiny game and one agent: what authors of plugins copy."""
