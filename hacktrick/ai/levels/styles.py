"""Playing styles: small preferences beside points, known to everybody at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from hacktrick.game.actions import Action
from hacktrick.game.view import STEADY_STYLE, SeatInfo, View
from hacktrick.match.players import nearest_level

FIRST_STYLED_LEVEL = 5  # the weaker ones see too little for a taste
LEVEL_PREFIX = "level:"


@dataclass(frozen=True, slots=True)
class Style:
    """Worths in points of the round.

    Attributes:
        second: how much more than the score says the second point of a double win is worth, as a
            share.
        kept: not placing the double, which may win the round later; placing it costs as much.
        command: saying one.
        marker: each marker that is paid, own or captured.
    """

    second: float = 0.0
    kept: float = 0.0
    command: float = 0.0
    marker: float = 0.0

    def taste(self, actions: Sequence[Action]) -> float:
        """What these actions are worth by liking alone."""
        return sum(self._taste(action) for action in actions)

    def _taste(self, action: Action) -> float:
        if action.verb == "play":
            return -self.kept * action.double
        if action.verb == "command":
            return self.command - self.marker
        return -self.marker if action.verb in ("ask", "discard") else 0.0


STYLES: dict[str, Style] = {
    STEADY_STYLE: Style(),
    "bold": Style(second=0.35, kept=0.12),
    "thrifty": Style(marker=0.06),
    "talkative": Style(command=0.05),
}
"""By the record's word for them."""

STYLES_BY_LEVEL: dict[tuple[str, int], Style] = {
    ("talkative", 5): Style(command=0.3),
    ("talkative", 6): Style(command=0.12),
    ("talkative", 7): Style(command=0.03),
}
"""Where the same liking would make a level much stronger or weaker than it is."""

PLAIN_STYLE = STYLES[STEADY_STYLE]


def style_of(seat: SeatInfo) -> Style:
    """The style of a seat; steady for humans, for the weaker levels, and where a record of another
    version names a style that is not here."""
    number = seat.player.removeprefix(LEVEL_PREFIX)
    if number == seat.player or not number.isdecimal() or int(number) < FIRST_STYLED_LEVEL:
        return PLAIN_STYLE
    usual = STYLES.get(seat.style, PLAIN_STYLE)
    return STYLES_BY_LEVEL.get((seat.style, int(number)), usual)


def own_style(view: View) -> Style:
    """That of the seat that decides."""
    return style_of(view.seats[view.seat])


if TYPE_CHECKING:
    pass


STYLE_NAMES: tuple[str, ...] = tuple(STYLES)
"""The record's words for what computer players may like, the steady one first."""


DAILY_STYLE = "daily"
"""Instead of a style: another one every day."""


def style_of_the_day(day: date) -> str:
    """The record's word for what those who change are like that day.

    >>> len({style_of_the_day(date(2026, 11, n)) for n in range(1, 5)}) == len(STYLE_NAMES)
    True
    """
    return STYLE_NAMES[day.toordinal() % len(STYLE_NAMES)]


def can_have_style(level: int) -> bool:
    """Whether a player of this level may have another style than the steady one."""
    return nearest_level(level) >= FIRST_STYLED_LEVEL
