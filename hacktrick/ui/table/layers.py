"""The layers of a picture of the table: background, panels, buttons, and moving parts on top."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.app.session import Session
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.ui.layout.table_areas import FOLDING
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.input.table_widgets import CommandButton, TableWidgets, turn_help
from hacktrick.ui.table.panels import board, card_knowledge, player_panels, right_column, top_bar
from hacktrick.ui.table.panels.board_widgets import CodeWidget
from hacktrick.ui.table.panels.player_panels import draw_forecasts
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus import FocusGroup


def draw_background(pen: DrawContext, bar_end: int) -> None:
    """Draw the ground and the bar at the top.

    Args:
        bar_end: where the buttons of the bar begin, in pixels.
    """
    pen.surface.blit(pen.sprites.background(pen.surface.get_size()), (0, 0))
    top_bar.draw_top_bar(pen, bar_end)


def draw_board(pen: DrawContext) -> None:
    """Draw players, board, row and the hands of the others, below the widgets."""
    draw_still_board(pen)
    draw_moving_board(pen)


def draw_still_board(pen: DrawContext) -> None:
    """Draw what stays the same while cards and markers move: panels of players, board, deck."""
    for seat in range(pen.frame.n_seats):
        player_panels.draw_player_panel(pen, seat)
    board.draw_board_ground(pen)
    if pen.places.table.pile.width:
        card_knowledge.draw_pile(pen)


def draw_moving_board(pen: DrawContext) -> None:
    """Draw what changes while cards and markers move: display, row and hands."""
    board.draw_line_under_keys(pen)
    board.draw_display(pen)
    board.draw_row(pen)
    for seat in pen.frame.others:
        board.draw_other_hand(pen, seat)


def visible_panels(pen: DrawContext) -> set[str]:
    """The names of the panels to be drawn: those that are not folded, or only the folded ones while
    these lie open."""
    folded = pen.places.table.folded
    return {name for name in FOLDING if (name in folded) == pen.places.opened}


def draw_folding_panels(pen: DrawContext) -> None:
    """Draw the unseen cards and the announced sums."""
    shown = visible_panels(pen)
    if "unseen" in shown:
        card_knowledge.draw_unseen_panel(pen)
    if "announcements" in shown:
        card_knowledge.draw_sums_panel(pen)


def draw_places(pen: DrawContext, parts: TableWidgets) -> None:
    """Draw players and board, unless the folded panels lie open over them."""
    if not pen.places.opened:
        draw_still_board(pen)
        right_column.draw_urgent_warning(pen, _warning(parts))
        draw_forecasts(pen)


def draw_panels(pen: DrawContext, parts: TableWidgets, group: FocusGroup) -> None:
    """Draw the visible panels."""
    draw_folding_panels(pen)
    if "coach" in visible_panels(pen) and not parts.strip.visible:
        right_column.draw_help_panel(
            pen, parts.strip.free_area, help_sentence(pen.frame, parts, group)
        )


def draw_buttons(
    pen: DrawContext, parts: TableWidgets, group: FocusGroup, lifted: Sequence[Widget]
) -> None:
    """Draw all widgets except those of the board and the lifted ones."""
    above = {*lifted, *parts.board}
    _draw(pen, [part for part in group.widgets if part not in above])


def draw_moving(
    pen: DrawContext, parts: TableWidgets, group: FocusGroup, lifted: Sequence[Widget]
) -> None:
    """Draw cards, keys and display, then the lifted widgets."""
    if not pen.places.opened:
        draw_moving_board(pen)
    _draw(pen, [part for part in parts.board if part not in lifted])
    if not pen.places.opened:
        board.draw_won_line(pen)
    _draw(pen, [part for part in group.widgets if part in lifted])


def _draw(pen: DrawContext, parts: Sequence[Widget]) -> None:
    for part in parts:
        if part.visible:
            part.draw(pen.surface)


def help_sentence(frame: TableFrame, parts: TableWidgets, group: FocusGroup) -> str:
    """A sentence about the widget that the pointer or the focus is on, else whose turn it is."""
    hovered = next((part for part in group.widgets if part.hovered), None)
    part = hovered or (group.focus if group.ring else None)
    if isinstance(part, (CommandButton, CodeWidget)) and part.help:
        return part.help
    return _warning(parts) or turn_help(frame)


def _warning(parts: TableWidgets) -> str:
    """The warning of the button at which the pointer is, else that of the main button."""
    pointed = next((part for part in parts.end_buttons if part.hovered), parts.main)
    return pointed.warning


def result_sound(session: Session) -> str:
    """The sound of the end of a round; a person alone against computers hears a defeat as such."""
    result, humans = session.public.result, session.humans
    assert result is not None
    if len(humans) == 1 and session.public.seating.side_of[humans[0]] != result.side:
        return "lost"
    return "match" if session.is_over else "won_double" if result.points > 1 else "won"
