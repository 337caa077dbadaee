"""The layers of a picture of the table: background, places, buttons, and moving parts on top."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hacktrick.app.session import Session
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.input.table_widgets import (
    CommandButton,
    KeptCodesWidget,
    PlaceWidget,
    TableWidgets,
)
from hacktrick.ui.table.panels import board, player_panels
from hacktrick.ui.table.panels.board_widgets import CodeWidget
from hacktrick.ui.table.panels.player_panels import draw_forecasts
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus import FocusGroup


def draw_deck_and_stacks(pen: DrawContext) -> None:
    """Draw the deck with its number, the set-aside cards, and a stack for each value with the
    copies that the player at the screen has not seen."""
    table, public = pen.places.table, pen.frame.public
    surface, context = pen.surface, pen.context
    with_labels = table.fold == 0
    label = _("deck") if with_labels and (table.is_tall or not table.is_narrow) else ""
    game_drawing.draw_deck(surface, context, pen.places.deck(), public.deck_size, label)
    _set_aside(pen)
    if not pen.frame.has_memory_aids:
        return
    spots = pen.places.stacks()
    for value, rect in enumerate(spots):
        left = pen.frame.unseen()[value][2]
        game_drawing.draw_stack(surface, context, rect, value, left, count_beside=table.is_tall)
    if spots and with_labels:
        words = _("Unseen cards") if pen.frame.is_onlooker else _("Unseen by you")
        if pen.frame.snapshot.hands is not None:
            words = _("In the deck")
        room = table.stacks.width if not table.is_tall else table.keypad.x - spots[0].x
        place = (spots[0].x, spots[0].y - pen.px(12))
        ink = pen.colours.muted
        if pen.fonts.fits(words, styles.SMALL, room):
            pen.fonts.draw_text(surface, words, place, styles.SMALL, ink, "bottomleft", room)


def _set_aside(pen: DrawContext) -> None:
    """Draw the cards that are out this round, at odd angles, with their label."""
    table, cards = pen.places.table, pen.frame.public.aside
    if not cards:
        return
    spots = pen.places.aside(len(cards))
    for n, (value, rect) in enumerate(zip(cards, spots, strict=True)):
        look = CardLook(value, tilt=(4.0, -5.0, 3.0)[n % 3])
        pen.sprites.card(look, rect.size).draw(pen.surface, rect.topleft)
    if table.fold:
        return
    words, zone = _("out this round"), spots[0].unionall(spots)
    muted, left = pen.colours.muted, zone.right + pen.px(12)
    if pen.fonts.size(words, styles.SMALL)[0] <= table.aside.right - left:
        place = (left, zone.centery)
        pen.fonts.draw_text(pen.surface, words, place, styles.SMALL, muted, "midleft")
    elif table.is_tall:
        below = pygame.Rect(table.aside.x, zone.bottom + pen.px(8), table.aside.width, pen.px(40))
        pen.fonts.draw_paragraph(pen.surface, words, below, styles.SMALL, muted)


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
    draw_ground(pen)
    draw_sides(pen)
    draw_players(pen)


def draw_ground(pen: DrawContext) -> None:
    """Draw the device with the row and what lies under the keys."""
    board.draw_device(pen)
    board.draw_board_ground(pen)


def draw_sides(pen: DrawContext, own: bool = True) -> None:
    """Draw racks, captured markers and locks, deck and stacks.

    Args:
        own: also those of the side at the lower edge.
    """
    player_panels.draw_sides(pen, own)
    draw_deck_and_stacks(pen)


def draw_players(pen: DrawContext) -> None:
    """Draw the other players and the player's prompt."""
    player_panels.draw_others(pen)
    player_panels.draw_own_prompt(pen)
    draw_forecasts(pen)


def draw_moving_board(pen: DrawContext) -> None:
    """Draw what changes while cards and markers move: display, row and hands."""
    board.draw_line_under_keys(pen)
    board.draw_display(pen)
    board.draw_row(pen)
    for seat in pen.frame.others:
        board.draw_other_hand(pen, seat)
    player_panels.draw_thinking(pen)


def draw_buttons(
    pen: DrawContext, parts: TableWidgets, group: FocusGroup, lifted: Sequence[Widget]
) -> None:
    """Draw all widgets except those of the board and the lifted ones."""
    above = {*lifted, *parts.board}
    _draw(pen, [part for part in group.widgets if part not in above])
    draw_help(pen, parts, group)


def draw_help(pen: DrawContext, parts: TableWidgets, group: FocusGroup) -> None:
    """Draw a sentence about what the pointer or the focus is on: above the dock, or the name of an
    icon below it."""
    table = pen.places.table
    pointed = next((icon for icon in parts.icons if icon.hovered), None)
    if pointed is not None:
        draw_tooltip(pen, pointed.rect, pointed.label)
        return
    sentence = help_sentence(pen.frame, parts, group)
    if not sentence or parts.strip.visible or parts.log.wide or table.is_tall or table.fold:
        return
    zone = table.coach
    high = pen.fonts.paragraph_height(sentence, styles.SMALL, zone.width)
    if high > zone.height or pen.frame.n_seats > 2:
        return
    room = pygame.Rect(zone.x, zone.bottom - high, zone.width, high)
    pen.fonts.draw_paragraph(pen.surface, sentence, room, styles.SMALL, pen.colours.muted)


def draw_tooltip(pen: DrawContext, rect: pygame.Rect, text: str) -> None:
    """Draw a few words on a small plate below something."""
    fonts, px = pen.fonts, pen.px
    width, height = fonts.size(text, styles.SMALL)[0] + px(20), px(28)
    plate = pygame.Rect(0, 0, width, height)
    plate.midtop = rect.centerx, rect.bottom + px(6)
    plate.clamp_ip(pen.surface.get_rect().inflate(-px(12), 0))
    pen.sprites.panel(PanelLook(raised=True), plate.size).draw(pen.surface, plate.topleft)
    place, ink = (plate.centerx, plate.centery - px(1)), pen.colours.text
    fonts.draw_text(pen.surface, text, place, styles.SMALL, ink, "center")


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
    """A sentence about the widget that the pointer or the focus is on, else the warning of the
    main button."""
    hovered = next((part for part in group.widgets if part.hovered), None)
    part = hovered or (group.focus if group.ring else None)
    if isinstance(part, (CommandButton, CodeWidget, PlaceWidget, KeptCodesWidget)) and part.help:
        return part.help
    return parts.main.warning if frame.can_act else ""


def result_sound(session: Session) -> str:
    """The sound of the end of a round; a person alone against computers hears a defeat as such."""
    result, humans = session.public.result, session.humans
    assert result is not None
    if len(humans) == 1 and session.public.seating.side_of[humans[0]] != result.side:
        return "lost"
    return "match" if session.is_over else "won_double" if result.points > 1 else "won"
