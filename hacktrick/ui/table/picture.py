"""The table as one picture: what stays while something moves, and over it the board with what
moves there; and the sentence that helps with the part that is pointed at.

It must not know a session; what a picture shows is in the pen and in the parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.seat.session import Session
from hacktrick.ui.controls.focus import FocusGroup
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.table import board, side
from hacktrick.ui.table.buttons import CommandPart
from hacktrick.ui.table.codes import CodePart
from hacktrick.ui.table.ground import lay_moving, lay_panels, lay_places, shown_panels
from hacktrick.ui.table.parts import Parts, standing_help
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.thoughts import thoughts
from hacktrick.words.frame import Frame


def places(pen: Pen, parts: Parts) -> None:
    """The players and the places of the board, unless the panels lie open over them."""
    if not pen.places.opened:
        lay_places(pen)
        side.urgent(pen, _warning(parts))
        thoughts(pen)


def panels(pen: Pen, parts: Parts, group: FocusGroup) -> None:
    """Those that are not folded away; where these lie open, they alone."""
    lay_panels(pen)
    if "coach" in shown_panels(pen) and not parts.strip.visible:
        side.helper(pen, parts.strip.rest, helping(pen.frame, parts, group))


def buttons(pen: Pen, parts: Parts, group: FocusGroup, lifted: Sequence[Widget]) -> None:
    """All that can be pressed, but for the board and what is lifted."""
    above = {*lifted, *parts.board}
    _draw(pen, [part for part in group.widgets if part not in above])


def moving(pen: Pen, parts: Parts, group: FocusGroup, lifted: Sequence[Widget]) -> None:
    """Cards, keys and display, and above all the parts that are lifted."""
    if not pen.places.opened:
        lay_moving(pen)
    _draw(pen, [part for part in parts.board if part not in lifted])
    if not pen.places.opened:
        board.won_line(pen)
    _draw(pen, [part for part in group.widgets if part in lifted])


def _draw(pen: Pen, parts: Sequence[Widget]) -> None:
    for part in parts:
        if part.visible:
            part.draw(pen.surface)


def helping(frame: Frame, parts: Parts, group: FocusGroup) -> str:
    """A sentence about the control that is pointed at, else whose turn it is."""
    hovered = next((part for part in group.widgets if part.hovered), None)
    part = hovered or (group.focus if group.ring else None)
    if isinstance(part, (CommandPart, CodePart)) and part.help:
        return part.help
    return _warning(parts) or standing_help(frame)


def _warning(parts: Parts) -> str:
    """A warning about the end that is pointed at, else about the main one."""
    pointed = next((part for part in parts.ends if part.hovered), parts.main)
    return pointed.warning


def sound_of_the_end(session: Session) -> str:
    """Of a round that is over; one who plays alone hears a defeat as such."""
    result, humans = session.public.result, session.humans
    assert result is not None
    if len(humans) == 1 and session.public.seating.side_of[humans[0]] != result.side:
        return "lost"
    return "match" if session.is_over else "won_double" if result.points > 1 else "won"
