"""Monte Carlo graph search: UCT on a graph of merged positions, with sparse sampling of what chance may bring."""
