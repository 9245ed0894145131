"""Any game with an encoder as a PettingZoo environment: ``pip install 'palaestra[pettingzoo]'``.

::

    from palaestra.environments.pettingzoo import aec_env

    env = aec_env("kalah", seeds=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = observation["action_mask"]
        env.step(None if termination or truncation else env.action_space(agent).sample(mask))

The agents are ``player_0``, ``player_1``: the seats. An agent observes ``{"observation": float32[num_features],
"action_mask": int8[num_actions]}``, and finds the mask in its info as well; it is all zeros for agents that are not to
move. Rewards are the returns of the game, at its end, and what a :class:`~palaestra.environments.shaping.Shaping` adds.
A game terminates, and is never truncated: a limit of length is part of the rules, with a result like any other.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Final, Literal, get_args

import numpy as np

from palaestra.environments.raster import Pixels, rasterize, require_rasterizer
from palaestra.environments.shaping import NO_SHAPING, Shaping, add_shaping, begin_shaping, make_shaper
from palaestra.environments.vector import IllegalRule, check_seed, kernel_game
from palaestra.environments.vector_lane import MaskArray
from palaestra.errors import ActionError, InvalidValueError, UserError
from palaestra.game import Game, KernelGame, KernelState
from palaestra.kernel import FloatArray
from palaestra.spec import KnobValue

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise UserError(f"environments need {error.name}; expected pip install 'palaestra[pettingzoo]'") from error

RenderMode = Literal["human", "ansi", "rgb_array"]

Observation = dict[str, Any]

_FRAMES_PER_SECOND: Final = 2


def aec_env(
    game: Game | str,
    *,
    decks: Sequence[str] | None = None,
    render_mode: RenderMode | None = None,
    illegal: IllegalRule = "lose",
    shaping: Shaping | None = None,
    **knobs: KnobValue,
) -> OrderEnforcingWrapper:
    """Return the environment of a game, in the wrapper that forbids its use before the first ``reset``.

    Args:
        game: a game with a kernel, or the name of an installed one.
        decks: one for each seat; default: the game's first one.
        render_mode: ``"ansi"`` (``render`` returns text), ``"rgb_array"`` (an array of pixels; needs the extra
            ``render``), ``"human"`` (text is printed after every step), or None. All show the whole state.
        illegal: what an illegal action does: ``"lose"`` the game, -1 for the mover, while the others share +1; or
            ``"raise"`` an ActionError. A number outside the action space always raises. PettingZoo's own
            convention, which gives the others nothing, is its ``TerminateIllegalWrapper``, put around this.
        shaping: adds to the rewards; None = the returns alone.
        knobs: options of the game, where it is given by name.

    Raises:
        UnknownNameError, InvalidValueError: no such game, deck or knob, or a value that does not fit.
        UserError: the game has no kernel, no potential where `shaping` needs one, or a library is missing.
    """
    env = GameEnv(kernel_game(game, knobs), decks=decks, render_mode=render_mode, illegal=illegal, shaping=shaping)
    return OrderEnforcingWrapper(env)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no published types
    """The environment itself, without a wrapper; see :func:`aec_env`.

    Attributes:
        game: the game.
        metadata: name (id and version of the game), render modes and the like.
        render_mode: the chosen one.
        deal: the seed of the current deal: ``game.new_state(decks, deal)`` starts the same one.
    """

    def __init__(
        self,
        game: KernelGame,
        *,
        decks: Sequence[str] | None = None,
        render_mode: RenderMode | None = None,
        illegal: IllegalRule = "lose",
        shaping: Shaping | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in get_args(RenderMode):
            raise InvalidValueError("render_mode", render_mode, f"one of {', '.join(get_args(RenderMode))}, or None")
        if render_mode == "rgb_array":
            require_rasterizer()
        if illegal not in get_args(IllegalRule):
            raise InvalidValueError("illegal", illegal, "'raise' or 'lose'")
        if decks is not None:
            game.check_decks(decks)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.spec.id}_v{game.spec.version}",
            "render_modes": list(get_args(RenderMode)),
            "is_parallelizable": False,
            "render_fps": _FRAMES_PER_SECOND,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.spec.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: _observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.deal = 0
        self._decks = decks
        self._illegal = illegal
        self._shaping = shaping
        self._shaper = make_shaper(game, shaping)
        self._held = np.zeros(game.spec.players)
        self._deals: np.random.Generator | None = None
        self._state = game.new_state(decks)
        self._legal: list[int] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game with the same settings.

        Args:
            seed: deals ``game.new_state(decks, seed)``, and begins a stream of seeds for resets without one. Without
                a seed, the first reset takes a random one.
            options: ignored.
        """
        if seed is not None:
            self.deal = check_seed(seed)
            self._deals = np.random.default_rng(self.deal)
        else:
            self._deals = self._deals or np.random.default_rng()
            self.deal = int(self._deals.integers(2**63))
        self._state = self.game.new_state(self._decks, self.deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        seat = self._state.current_player
        if self._shaper.form != NO_SHAPING:
            begin_shaping(self._shaper.potential, self._state.array, seat, self._held)
        self._turn_to(seat)

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``; None if its game is over, which removes it.

        Raises:
            ActionError: a number outside the action space, or an illegal action under ``illegal="raise"``.
            ValueError: an action of an agent whose game is over.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._checked(action)
        mover = self._state.current_player
        if chosen in self._legal:
            self._state.step_legal(chosen)
            seat, gains = self._state.current_player, np.array(self._state.returns())
        else:
            seat, gains = -1, _loss(mover, len(self.possible_agents))
        if self._shaper.form != NO_SHAPING:
            shaper = self._shaper
            add_shaping(shaper.potential, shaper.form, shaper.gamma, self._state.array, mover, seat, self._held, gains)
        self.rewards = dict(zip(self.agents, gains.tolist(), strict=True))
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._turn_to(seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know and do."""
        seat = self._seat(agent)
        return {"observation": self._state.features(seat), "action_mask": self._mask(agent)}

    def render(self) -> str | Pixels | None:
        """Return the whole state as text or pixels, or print it, as `render_mode` says."""
        if self.render_mode == "rgb_array":
            return rasterize(self.game.render_svg(self._state))
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode; expected aec_env(..., render_mode='ansi')")
            return None
        text = self.game.render(self._state)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def copy_state(self) -> KernelState:
        """Return a copy of the game's state, hidden parts included."""
        return self._state.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_shaper": None}  # holds addresses of this process

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._shaper = make_shaper(self.game, self._shaping)

    def _turn_to(self, seat: int) -> None:
        """Let `seat` move next; -1 ends the game for all."""
        self._legal = self._state.legal_actions() if seat >= 0 else []
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> MaskArray:
        mask = np.zeros(self.game.num_actions, dtype=np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        return mask

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise InvalidValueError("agent", agent, f"one of {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _checked(self, action: object) -> int:
        """Return the action as an int, inside the action space."""
        try:
            chosen = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            chosen = -1
        if not 0 <= chosen < self.game.num_actions:
            raise ActionError(f"action {action!r} is not in the action space, 0 to {self.game.num_actions - 1}")
        if chosen not in self._legal and self._illegal == "raise":
            raise ActionError(f"action {chosen} is not legal here; legal: {', '.join(map(str, self._legal))}")
        return chosen


def _observation_space(game: KernelGame) -> spaces.Dict:
    features = spaces.Box(-np.inf, np.inf, (game.sizes.num_features,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8)})


def _loss(mover: int, players: int) -> FloatArray:
    """Return the result of an illegal action: the mover pays 1, the others share it."""
    gains = np.full(players, 1.0 / max(1, players - 1))
    gains[mover] = -1.0
    return gains
