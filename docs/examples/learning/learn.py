"""Learns to play tic-tac-toe against random moves, in 256 games at once; prints points a game before and after."""

import numpy as np

from palaestra.environments import VectorGames

GAMES = 256


def choose(batch, weights, rng):
    """Return an action of every game, and how the logarithm of its probability depends on the logits."""
    logits = np.where(batch.mask, batch.obs @ weights, -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chosen = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)  # a draw from the softmax, the Gumbel way
    return chosen, np.eye(logits.shape[1])[chosen] - chances


def play(weights, steps, rng, rate=0.0):
    """Play the first seat against random moves; return its points a game. With a rate, `weights` learn (REINFORCE)."""
    games = VectorGames("tic_tac_toe", GAMES, seed=1)
    batch, traces, points = games.reset(), np.zeros((GAMES, *weights.shape)), 0.0
    for _ in range(steps):
        chosen, slopes = choose(batch, weights, rng)
        ours = batch.player == 0
        traces += (ours[:, None] * batch.obs)[:, :, None] * slopes[:, None, :]
        batch = games.step(np.where(ours, chosen, games.random_actions()))
        gains = batch.reward[:, 0]
        weights += rate * np.tensordot(gains, traces, axes=1)
        traces[batch.done] = 0
        points += gains.sum()
    return points / games.finished.sum()


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    weights = np.zeros((19, 9))  # features of the game, actions
    print(f"untaught {play(weights, 300, rng):.2f}")
    play(weights, 1500, rng, rate=0.01)
    print(f"taught {play(weights, 300, rng):.2f}")
