"""Stand-ins for the parts of PettingZoo, Gymnasium and OpenSpiel that ``hacktrick.env`` uses.

With them the quick tests need none of these libraries. ``build/qa/env_check.py`` uses the real
ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, IntEnum
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any


class Wrapper:
    """A wrapper of an environment, with its arguments."""

    def __init__(self, env: Any, **arguments: Any) -> None:
        self.env, self.arguments = env, arguments


class AECEnv:
    """The bookkeeping of rewards and finished agents that PettingZoo's class provides."""

    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action: int | None) -> None:
        if action is not None:
            raise ValueError("a finished agent makes no action")
        self.agents.remove(self.agent_selection)
        self.agent_selection = next(iter(self.agents), "")


class GameType(SimpleNamespace):
    """The facts about a kind of game."""

    Dynamics = Enum("Dynamics", ["SEQUENTIAL", "SIMULTANEOUS"])
    ChanceMode = Enum("ChanceMode", ["DETERMINISTIC", "EXPLICIT_STOCHASTIC"])
    Information = Enum("Information", ["PERFECT_INFORMATION", "IMPERFECT_INFORMATION"])
    Utility = Enum("Utility", ["ZERO_SUM", "GENERAL_SUM"])
    RewardModel = Enum("RewardModel", ["TERMINAL", "REWARDS"])


class PlayerId(IntEnum):
    CHANCE = -1
    TERMINAL = -4


class SpielGame:
    def __init__(self, kind: GameType, info: SimpleNamespace, params: dict[str, Any]) -> None:
        self.kind, self.info, self.params = kind, info, params


class SpielState:
    """The calls that OpenSpiel's class turns into those of the derived class."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def legal_actions(self) -> list[int]:
        this: Any = self
        player = this.current_player()
        if player == PlayerId.CHANCE:
            return [number for number, _ in this.chance_outcomes()]
        # OpenSpiel prescribes this name.
        found: list[int] = this._legal_actions(player)
        return found

    def apply_action(self, action: int) -> None:
        this: Any = self
        # OpenSpiel prescribes this name.
        this._apply_action(action)

    def action_to_string(self, player: int, action: int) -> str:
        this: Any = self
        # OpenSpiel prescribes this name.
        return str(this._action_to_string(player, action))


def _stand_ins() -> dict[str, ModuleType]:
    contents: dict[str, dict[str, Any]] = {
        "gymnasium": {},
        "gymnasium.spaces": {
            "Discrete": lambda n: SimpleNamespace(n=n),
            "Box": lambda low, high, shape, dtype: SimpleNamespace(
                low=low, high=high, shape=shape, dtype=dtype
            ),
            "Dict": dict,
        },
        "pettingzoo": {"AECEnv": AECEnv},
        "pettingzoo.utils": {},
        "pettingzoo.utils.wrappers": {
            name: type(name, (Wrapper,), {})
            for name in (
                "TerminateIllegalWrapper",
                "AssertOutOfBoundsWrapper",
                "OrderEnforcingWrapper",
            )
        },
        "pyspiel": {
            "GameType": GameType,
            "GameInfo": SimpleNamespace,
            "PlayerId": PlayerId,
            "Game": SpielGame,
            "State": SpielState,
            "register_game": lambda kind, game: None,
        },
    }
    modules = {name: ModuleType(name) for name in contents}
    for name, module in modules.items():
        module.__dict__.update(contents[name])
        package, _, last = name.rpartition(".")
        if package:
            setattr(modules[package], last, module)
    return modules


@contextmanager
def module_with_stand_ins(name: str) -> Iterator[Any]:
    """Import a module of ``hacktrick.env``, with the stand-ins in place of the research libraries.

    At the end of the ``with`` block, the real modules are back and the import is undone.
    """
    before = dict(sys.modules)
    sys.modules.update(_stand_ins())
    try:
        yield import_module(name)
    finally:
        for added in sys.modules.keys() - before.keys():
            if added == name or added in _stand_ins():
                del sys.modules[added]
        sys.modules.update(before)
