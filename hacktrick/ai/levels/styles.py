"""Playing styles of computer players: small preferences beyond points, known to all players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from hacktrick.game.actions import Action
from hacktrick.game.view import STEADY_STYLE, SeatInfo, View
from hacktrick.match.player_kinds import nearest_level

FIRST_STYLED_LEVEL = 5  # weaker levels see too little for a style to matter
LEVEL_PREFIX = "level:"


@dataclass(frozen=True, slots=True)
class Style:
    """The preferences of a player, in points of the round.

    Attributes:
        double_win_bonus: the extra value of a double win's second point, as a share of its value.
        double_keeping: the value of keeping the double for later.
        command: the value of giving a command.
        marker_price: the extra price of each marker paid, own or captured.
    """

    double_win_bonus: float = 0.0
    double_keeping: float = 0.0
    command: float = 0.0
    marker_price: float = 0.0

    def points_added_to_turn(self, actions: Sequence[Action]) -> float:
        """Return the value that the style adds to a turn with these actions, in points."""
        return sum(self._points_added_to_action(action) for action in actions)

    def _points_added_to_action(self, action: Action) -> float:
        if action.verb == "play":
            return -self.double_keeping * action.double
        if action.verb == "command":
            return self.command - self.marker_price
        return -self.marker_price if action.verb in ("ask", "discard") else 0.0


STYLES: dict[str, Style] = {
    STEADY_STYLE: Style(),
    "bold": Style(double_win_bonus=0.35, double_keeping=0.12),
    "thrifty": Style(marker_price=0.06),
    "talkative": Style(command=0.05),
}
"""The styles by their names in match records."""

STYLES_BY_LEVEL: dict[tuple[str, int], Style] = {
    ("talkative", 5): Style(command=0.3),
    ("talkative", 6): Style(command=0.12),
    ("talkative", 7): Style(command=0.03),
}
"""Exceptions by style and level, because the usual preferences would change the strength too much.
"""

PLAIN_STYLE = STYLES[STEADY_STYLE]


def style_of(seat: SeatInfo) -> Style:
    """Return the style of a player.

    Humans, levels below ``FIRST_STYLED_LEVEL`` and players with an unknown style count as steady.
    """
    number = seat.player.removeprefix(LEVEL_PREFIX)
    if number == seat.player or not number.isdecimal() or int(number) < FIRST_STYLED_LEVEL:
        return PLAIN_STYLE
    usual = STYLES.get(seat.style, PLAIN_STYLE)
    return STYLES_BY_LEVEL.get((seat.style, int(number)), usual)


def style_of_decider(view: View) -> Style:
    """Return the style of the deciding seat, that is, the seat of ``view``."""
    return style_of(view.seats[view.seat])


STYLE_NAMES: tuple[str, ...] = tuple(STYLES)
"""The names of the styles in match records, the steady one first."""


DAILY_STYLE = "daily"
"""The name of the setting that selects a different style every day."""


def style_of_the_day(day: date) -> str:
    """Return the name of the style that a player with ``DAILY_STYLE`` has on ``day``.

    >>> len({style_of_the_day(date(2026, 11, n)) for n in range(1, 5)}) == len(STYLE_NAMES)
    True
    """
    return STYLE_NAMES[day.toordinal() % len(STYLE_NAMES)]


def can_have_style(level: int) -> bool:
    """Return whether a player of this level can have a style other than the steady one."""
    return nearest_level(level) >= FIRST_STYLED_LEVEL
