"""Two random players meet in a PettingZoo environment; prints their rewards."""

from palaestra.environments import aec_env

env = aec_env("kalah", seeds=3, render_mode="ansi")
env.reset(seed=1)
for seat, agent in enumerate(env.agents):
    env.action_space(agent).seed(seat)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(agent, reward)
        env.step(None)
    else:
        mask = observation["action_mask"]
        env.step(env.action_space(agent).sample(mask))
print(env.render())
