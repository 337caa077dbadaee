"""What lies on every table, whoever looks and whatever may be pressed."""

from __future__ import annotations

from hacktrick.ui.paint.panels import FOLDING
from hacktrick.ui.table import board, seats, sums, topbar, unseen
from hacktrick.ui.table.pen import Pen


def lay_ground(pen: Pen, bar_end: int) -> None:
    """The ground, and the bar at the top; ``bar_end``: where its words begin, in pixels."""
    pen.surface.blit(pen.sprites.background(pen.surface.get_size()), (0, 0))
    topbar.top_bar(pen, bar_end)


def lay_board(pen: Pen) -> None:
    """Players, board, row and the hands of the others, under the parts that can be pressed."""
    lay_places(pen)
    lay_moving(pen)


def lay_places(pen: Pen) -> None:
    """Of those, what stays as it is while cards and markers are on their way."""
    for seat in range(pen.frame.n_seats):
        seats.seat_panel(pen, seat)
    board.ground(pen)
    if pen.places.table.pile.width:
        unseen.pile(pen)


def lay_moving(pen: Pen) -> None:
    """And what does not."""
    board.light_under_the_keys(pen)
    board.display(pen)
    board.row_of_cards(pen)
    for seat in pen.frame.others:
        board.other_hand(pen, seat)


def shown_panels(pen: Pen) -> set[str]:
    """The panels that are not folded away; where these lie open, they alone."""
    folded = pen.places.table.folded
    return {name for name in FOLDING if (name in folded) == pen.places.opened}


def lay_panels(pen: Pen) -> None:
    """The cards that are not seen and the announced sums."""
    shown = shown_panels(pen)
    if "unseen" in shown:
        unseen.unseen_panel(pen)
    if "announcements" in shown:
        sums.announcements(pen)
