"""Two agents play one game of kalah."""

from palaestra import load_agent, load_game, play_game

game = load_game("kalah")
agents = [load_agent("uct", game, rng=1, iterations=400), load_agent("greedy", game, rng=2)]
outcome = play_game(game, agents)
print(outcome.returns, len(outcome.actions))
