"""Two agents play one game of connect four."""

from palaestra import load_agent, load_game, play_game

game = load_game("connect_four")
outcome = play_game(game, [load_agent("uct", game, rng=1), load_agent("alpha_beta", game, rng=2, depth=4)])
print(outcome.returns, len(outcome.actions))
