"""The layers of a picture of the table: background, places, buttons, and moving parts on top."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.app.session import Session
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.input.table_widgets import CommandButton, TableWidgets, turn_help
from hacktrick.ui.table.panels import board, card_knowledge, player_panels
from hacktrick.ui.table.panels.board_widgets import CodeWidget
from hacktrick.ui.table.panels.player_panels import draw_forecasts
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus import FocusGroup


def draw_background(pen: DrawContext) -> None:
    """Draw the ground and the line at the top."""
    pen.surface.blit(pen.sprites.background(pen.surface.get_size()), (0, 0))
    player_panels.draw_status(pen)


def draw_board(pen: DrawContext) -> None:
    """Draw players, board, row and the hands of the others, below the widgets."""
    draw_still_board(pen)
    draw_moving_board(pen)


def draw_still_board(pen: DrawContext) -> None:
    """Draw what stays the same while cards and markers move: players, racks, device, deck."""
    board.draw_device(pen)
    board.draw_board_ground(pen)
    player_panels.draw_sides(pen)
    player_panels.draw_others(pen)
    player_panels.draw_own_prompt(pen)
    card_knowledge.draw_deck_and_stacks(pen)


def draw_moving_board(pen: DrawContext) -> None:
    """Draw what changes while cards and markers move: display, row and hands."""
    board.draw_line_under_keys(pen)
    board.draw_display(pen)
    board.draw_row(pen)
    for seat in pen.frame.others:
        board.draw_other_hand(pen, seat)


def draw_places(pen: DrawContext, parts: TableWidgets) -> None:
    """Draw players and board."""
    draw_still_board(pen)
    draw_forecasts(pen)


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
    draw_moving_board(pen)
    _draw(pen, [part for part in parts.board if part not in lifted])
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
