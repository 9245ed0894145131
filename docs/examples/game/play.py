"""One random game of GOPS, as a script."""

from random import Random

from palaestra import load_game

game = load_game("gops", cards=4)
state = game.new_state(decks=["standard", "gapped"], seed=1)
chooser = Random(1)
while not state.is_terminal:
    action = chooser.choice(state.legal_actions())
    print(state.current_player, game.action_to_string(state, action))
    state.step(action)
print(game.render(state))
print(state.returns())
