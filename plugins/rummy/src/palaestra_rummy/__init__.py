"""Indian Rummy for Palaestra: exact meld analysis and heuristic agents."""
