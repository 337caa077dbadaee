"""A PettingZoo environment (AEC interface): one round, in which each seat is an agent.

The reward for the winning side is the points of the round, plus a called stake; the losing side
gets the negative of that.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hacktrick.env.encoding import (
    action_mask,
    all_actions,
    deal_first_round,
    last_sum_knowledge,
    observation_vector,
    round_rewards,
)
from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import diagram_of_view, text_of
from hacktrick.match.live_match import Match

ILLEGAL_REWARD = -1.0  # reward for an illegal action, which ends the round


def env(preset: str = "keypad", render_mode: str | None = None, **options: Any) -> Any:
    """Return the environment with the usual PettingZoo wrappers.

    Args:
        preset: the name of the edition.
        options: options of the rules, named as in match records.

    Raises:
        RulesError: a preset, an option or a value is unknown.
    """
    bare = raw_env(preset, render_mode, **options)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers; PettingZoo prescribes the name of the class."""

    metadata = {  # noqa: RUF012
        "name": "hack_trick_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, preset: str = "keypad", render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.rules: Rules = rules_for(preset, options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.n_seats)]
        self._rng = Random()
        self._deal()
        size = len(
            observation_vector(self._match.observe(0), last_sum_knowledge((), self.rules.n_seats))
        )
        actions = len(all_actions(self.rules))
        self.action_spaces = {name: spaces.Discrete(actions) for name in self.possible_agents}
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for name in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; ``seed`` determines the deal and all later chance."""
        if seed is not None:
            self._rng = Random(seed)
        self._deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._select_next_agent()

    def step(self, action: int | None) -> None:
        """Play the action with this number for the seat to act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._match.submit(self._match.public.seat, all_actions(self.rules)[int(action)])
        self._clear_rewards()
        if self._match.is_round_over:
            points = round_rewards(self._match.public, self._score)
            self.rewards = dict(zip(self.possible_agents, points, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select_next_agent()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of a seat: what it sees, and which actions are legal."""
        seat = self.possible_agents.index(agent)
        seen = self._match.observe(seat)
        known_sums = last_sum_knowledge(self._match.events_for(seat), self.rules.n_seats)
        legal = () if self._match.is_round_over else legal_actions(seen)
        return {
            "observation": observation_vector(seen, known_sums),
            "action_mask": action_mask(self.rules, legal),
        }

    def render(self) -> str | None:
        """Return the position that the seat to act knows, in position notation.

        The result is None if the environment has no render mode.
        """
        if self.render_mode is None:
            return None
        return text_of(diagram_of_view(self._match.view(max(0, self._match.public.seat))))

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _deal(self) -> None:
        self._match: Match = deal_first_round(self.rules, self._rng)
        self._score = self._match.public.score

    def _select_next_agent(self) -> None:
        self.agent_selection = self.possible_agents[self._match.public.seat]
