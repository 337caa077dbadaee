"""All published editions of the game, and their options (RULES section 5).

A preset is a named set of options. Editions differ only in the fields of ``Rules``; no code depends
on the name of a preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Any, Literal

OutOfMarkers = Literal["immediate", "when_obliged"]
NextLeader = Literal["winner", "alternates", "solo", "rotates"]
SecondCommand = Literal["guard", "draw"]
TableKind = Literal["two", "solo", "pairs"]


class RulesError(ValueError):
    """Raised for options that no rulebook allows, alone or together; the message names them."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play the game.

    Attributes:
        preset: the key of the edition from which the options may differ.
        target: the number of points that wins the match.
        next_leader: the rule for the leader of the next round.
        out_of_markers: the rule for when a side without markers loses the round.
        command_after_draw: whether a command may also follow a draw.
        second_command: the effect of Guard: forbid Play, or make the opponent draw.
        table: the number of players, and how they form sides.
        has_codes: whether the twelve codes of Battle of Wits are used.
        is_individual: whether points belong to players, not to sides.
        words: the key of the edition whose terms are used.
        values, copies, markers, aside: the numbers of card values, of copies of each value, of
            markers for each side, and of cards set aside. Exact checks play small games with lower
            numbers.
    """

    preset: str
    target: int
    next_leader: NextLeader = "winner"
    out_of_markers: OutOfMarkers = "immediate"
    command_after_draw: bool = False
    second_command: SecondCommand = "guard"
    table: TableKind = "two"
    has_codes: bool = False
    is_individual: bool = False
    words: str = "keypad"
    values: int = 6
    copies: int = 3
    markers: int = 10
    aside: int = 2

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return {"two": 2, "solo": 3, "pairs": 4}[self.table]

    @property
    def n_score_entries(self) -> int:
        """The number of scores: one for each side, or for each seat if points belong to players."""
        return self.n_seats if self.is_individual else 2

    @property
    def has_solver(self) -> bool:
        """Whether the solver can play this game: it needs two players and the full set of cards."""
        return self.table == "two" and self.values == 6

    @property
    def is_standard(self) -> bool:
        """Whether this is the game for which ratings and puzzles are made.

        The standard game is for two players, without codes, with a Guard that forbids Play, and
        with commands only after a card.
        """
        plain = self.second_command == "guard" and not self.command_after_draw
        return self.has_solver and not self.has_codes and plain


PRESETS: dict[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules("keypad", target=5),
        Rules("servers", target=3, words="servers"),
        Rules(
            "arena",
            target=5,
            next_leader="alternates",
            out_of_markers="when_obliged",
            words="arena",
        ),
        Rules(
            "club",
            target=5,
            next_leader="alternates",
            out_of_markers="when_obliged",
            command_after_draw=True,
            second_command="draw",
            words="club",
        ),
        Rules("wits", target=6, has_codes=True),
        Rules("trio", target=5, next_leader="solo", table="solo"),
        Rules("trio-individual", target=4, next_leader="rotates", table="solo", is_individual=True),
        Rules("quartet", target=5, table="pairs"),
    )
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    "target": tuple(range(1, 22)),
    "next_leader": ("winner", "alternates"),
    "out_of_markers": ("immediate", "when_obliged"),
    "command_after_draw": (False, True),
    "second_command": ("guard", "draw"),
}
"""The options that players can change, with the allowed values of each."""

_FIXED_LEADER = ("solo", "rotates")


def rules_for(preset: str, options: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of ``preset``, changed by ``options``.

    Raises:
        RulesError: a preset, an option or a value is unknown, or no rulebook allows the
            combination.
    """
    if preset not in PRESETS:
        raise RulesError(f"unknown preset {brief(preset)}")
    rules = PRESETS[preset]
    for name, value in (options or {}).items():
        _check_option(rules, name, value)
    return replace(rules, **dict(options or {}))


def _check_option(rules: Rules, name: str, value: Any) -> None:
    if name not in OPTIONS:
        raise RulesError(f"unknown option {brief(name)}")
    if not any(type(value) is type(known) and value == known for known in OPTIONS[name]):
        raise RulesError(f"option {name!r} cannot be {brief(value)}")
    if name == "next_leader" and rules.next_leader in _FIXED_LEADER and value != rules.next_leader:
        raise RulesError(f"option 'next_leader' cannot be set for {rules.preset!r}")


def custom_options(rules: Rules) -> dict[str, Any]:
    """Return the options in which ``rules`` differ from their preset, as records store them."""
    preset = PRESETS[rules.preset]
    return {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name) != getattr(preset, name)
    }
