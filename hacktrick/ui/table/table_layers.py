"""Draws the table in layers: background, board and buttons, and the moving parts on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hacktrick.app.match_session import MatchSession
from hacktrick.app.themes import Colour
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.input.table_widgets import (
    DockButton,
    HeldCodesWidget,
    TableHotspot,
    TableWidgets,
)
from hacktrick.ui.table.panels import board, player_panels
from hacktrick.ui.table.panels.board_widgets import CodeCardWidget
from hacktrick.ui.table.panels.player_panels import (
    draw_chances_and_considered_actions,
    draw_turn_prompt_at_lower_edge,
)
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup

ASIDE_TILTS = (4.0, -5.0, 3.0)  # angles in degrees of the cards set aside, from the left


def draw_deck_aside_and_unseen_cards(drawing: DrawContext) -> None:
    """Draw the deck, the set-aside cards, and a stack of unseen cards for each value.

    Unseen cards are those that the player at the screen has not seen.
    """
    table, public = drawing.places.table, drawing.model.public
    surface, context = drawing.surface, drawing.context
    with_labels = table.fold == 0
    label = _("deck") if with_labels and (table.is_tall or not table.is_narrow) else ""
    game_drawing.draw_deck(surface, context, drawing.places.deck_rect(), public.deck_size, label)
    _draw_set_aside_cards(drawing)
    if not drawing.model.has_memory_aids:
        return
    spots = drawing.places.unseen_stack_rects()
    for value, rect in enumerate(spots):
        left, n_copies = drawing.model.card_copy_counts()[value][2], public.rules.copies
        game_drawing.draw_unseen_card_stack(
            surface, context, rect, value, left, n_copies, count_beside=table.is_tall
        )
    if spots and with_labels:
        words = _("Unseen")
        room = table.stacks.width if not table.is_tall else table.keypad.x - spots[0].x
        place = (spots[0].x, spots[0].y - drawing.px(12))
        ink = drawing.colours.muted
        if drawing.fonts.can_fit(words, styles.SMALL, room):
            drawing.fonts.draw_text(surface, words, place, styles.SMALL, ink, "bottomleft", room)


def _draw_set_aside_cards(drawing: DrawContext) -> None:
    """Draw the cards set aside for this round, slightly tilted, with a label."""
    table, cards = drawing.places.table, drawing.model.public.aside
    if not cards:
        return
    spots = drawing.places.set_aside_rects(len(cards))
    for n, (value, rect) in enumerate(zip(cards, spots, strict=True)):
        look = CardLook(value, tilt=ASIDE_TILTS[n % len(ASIDE_TILTS)])
        drawing.sprites.card(look, rect.size).draw(drawing.surface, rect.topleft)
    if table.fold:
        return
    words, zone = _("set aside"), spots[0].unionall(spots)
    muted, left = drawing.colours.muted, zone.right + drawing.px(12)
    if drawing.fonts.text_size(words, styles.SMALL)[0] <= table.aside.right - left:
        place = (left, zone.centery)
        drawing.fonts.draw_text(drawing.surface, words, place, styles.SMALL, muted, "midleft")
    elif table.is_tall:
        below = pygame.Rect(
            table.aside.x, zone.bottom + drawing.px(8), table.aside.width, drawing.px(40)
        )
        if drawing.fonts.can_fit(words, styles.SMALL, below.width):
            drawing.fonts.draw_text(
                drawing.surface, words, below.midtop, styles.SMALL, muted, "midtop"
            )
        else:
            drawing.fonts.draw_paragraph(drawing.surface, words, below, styles.SMALL, muted)


def draw_background_and_top_bar(drawing: DrawContext) -> None:
    """Draw the background and the bar at the top."""
    drawing.surface.blit(drawing.sprites.background(drawing.surface.get_size()), (0, 0))
    player_panels.draw_status_bar(drawing)


def draw_everything_below_widgets(drawing: DrawContext) -> None:
    """Draw everything below the widgets: players, board, row and the other players' hands."""
    draw_unmoving_parts(drawing)
    draw_moving_parts_below_widgets(drawing)


def draw_unmoving_parts(drawing: DrawContext) -> None:
    """Draw the parts of the board that do not change during an animation."""
    draw_housing_and_ground(drawing)
    draw_markers_scores_and_deck(drawing)
    player_panels.draw_other_players_and_turn_order(drawing)
    draw_turn_prompt_and_chances(drawing)


def draw_housing_and_ground(drawing: DrawContext) -> None:
    """Draw the housing of the keypad, the row's tray, and the ground below the keys."""
    board.draw_housing_and_row_tray(drawing)
    board.draw_server_map_and_links(drawing)


def draw_markers_scores_and_deck(drawing: DrawContext, includes_own_side: bool = True) -> None:
    """Draw racks, captured markers, scores, deck and stacks of unseen cards.

    Args:
        includes_own_side: whether to include the rack and markers of the side at the lower edge.
    """
    player_panels.draw_marker_racks_and_scores(drawing, includes_own_side)
    draw_deck_aside_and_unseen_cards(drawing)


def draw_turn_prompt_and_chances(drawing: DrawContext) -> None:
    """Draw the prompt of the player at the screen, and the forecasts of the computer players."""
    draw_turn_prompt_at_lower_edge(drawing)
    draw_chances_and_considered_actions(drawing)


def draw_moving_parts_below_widgets(drawing: DrawContext) -> None:
    """Draw the parts of the board that change during an animation, except the keys.

    These are the line under the keys and all that ``draw_display_row_and_hands`` draws.
    """
    board.draw_threat_and_winning_lines(drawing)
    draw_display_row_and_hands(drawing)


def draw_display_row_and_hands(drawing: DrawContext) -> None:
    """Draw the display, the row, the other players' hands, and the dots of a thinking player."""
    board.draw_sum_display(drawing)
    board.draw_row(drawing)
    for seat in drawing.model.other_seats:
        board.draw_other_player_hand(drawing, seat)
    player_panels.draw_thinking_player_dots(drawing)


def draw_unmoving_widgets_and_help(
    drawing: DrawContext, widgets: TableWidgets, group: FocusGroup, lifted: Sequence[Widget]
) -> None:
    """Draw the widgets that do not move and are not in ``lifted``, and the help sentence."""
    above = {*lifted, *widgets.key_and_card_widgets}
    _draw_widgets(drawing, [widget for widget in group.widgets if widget not in above])
    draw_help_and_last_turn(drawing, widgets, group)


def draw_help_and_last_turn(drawing: DrawContext, widgets: TableWidgets, group: FocusGroup) -> None:
    """Draw above the dock, if there is room, the last turn and the help of a widget.

    The help is that of the hovered or focused widget. The last turn of another player is drawn
    below it while the display has no room for it.
    """
    is_covered = widgets.coach_panel.visible or widgets.log.is_opened
    if is_covered or not board.can_show_sentences_above_dock(drawing):
        return
    model, room = drawing.model, drawing.places.table.coach.copy()
    move = board.last_turn_sentence_off_display(model)
    if move:
        room.height -= _draw_sentence_if_it_fits(
            drawing, move, room, drawing.colours.text
        ) + drawing.px(8)
    if not any(icon.hovered for icon in widgets.icon_buttons):
        _draw_sentence_if_it_fits(
            drawing, help_or_main_button_warning(model, widgets, group), room, drawing.colours.muted
        )


def _draw_sentence_if_it_fits(
    drawing: DrawContext, sentence: str, area: pygame.Rect, colour: Colour
) -> int:
    """Draw a sentence at the bottom of ``area`` if it fits; return the height used in pixels."""
    high = drawing.fonts.paragraph_height(sentence, styles.SMALL, area.width)
    if not sentence or high > area.height:
        return 0
    lines = pygame.Rect(area.x, area.bottom - high, area.width, high)
    drawing.fonts.draw_paragraph(drawing.surface, sentence, lines, styles.SMALL, colour)
    return high


def draw_tooltip(drawing: DrawContext, rect: pygame.Rect, text: str) -> None:
    """Draw a few words on a small plate below ``rect``."""
    fonts, px = drawing.fonts, drawing.px
    width, height = fonts.text_size(text, styles.SMALL)[0] + px(20), px(28)
    plate = pygame.Rect(0, 0, width, height)
    plate.midtop = rect.centerx, rect.bottom + px(6)
    plate.clamp_ip(drawing.surface.get_rect().inflate(-px(12), 0))
    drawing.sprites.panel(PanelLook(raised=True), plate.size).draw(drawing.surface, plate.topleft)
    place, ink = (plate.centerx, plate.centery - px(1)), drawing.colours.text
    fonts.draw_text(drawing.surface, text, place, styles.SMALL, ink, "center")


class BackgroundCache:
    """Caches the background with the housing, the tray and the ground below the keys.

    This picture changes only with the window and the theme, and at the end of a round.
    """

    def __init__(self) -> None:
        self._kept: pygame.Surface | None = None
        self._made_for: tuple[object, ...] = ()

    def draw(self, drawing: DrawContext) -> None:
        """Draw the background on the whole surface, from the cache if that is up to date."""
        made_for = drawing.places, drawing.sprites, drawing.model.public.result is not None
        if self._kept is None or self._made_for != made_for:
            surface = drawing.surface
            self._kept = pygame.Surface(surface.get_size(), 0, surface)
            self._kept.blit(drawing.sprites.background(surface.get_size()), (0, 0))
            draw_housing_and_ground(replace(drawing, surface=self._kept))
            self._made_for = made_for
        drawing.surface.blit(self._kept, (0, 0))


class KeyPictureCache:
    """Caches the picture of the keys, with their surroundings, until the picture changes.

    Nine large keys take longer to draw than everything else on the board.
    """

    def __init__(self) -> None:
        self._kept: pygame.Surface | None = (
            None  # None right after a change, since another change may follow
        )
        self._model: TableViewModel | None = None
        self._state: object = None

    def draw(self, drawing: DrawContext, keys: Sequence[Widget], ground: int) -> None:
        """Draw the keys on the surface, from the cache if nothing about them has changed.

        Args:
            keys: the widgets of the keys.
            ground: the number that identifies the picture below the keys.
        """
        surface, motion = drawing.surface, drawing.motion
        moving = (
            motion.display_sum,
            motion.completed_line,
            motion.marker_shift,
            motion.pulse_strength,
            tuple(motion.jump_heights.items()),
        )
        state = (ground, moving, [(key.hovered, key.pressed) for key in keys])
        around = 2 * drawing.px(32)  # shadows and light reach over the edge of the board
        area = drawing.places.table.keypad.inflate(around, around).clip(surface.get_rect())
        is_same = self._model is drawing.model and self._state == state
        if is_same and self._kept is not None:
            surface.blit(self._kept, area)
            return
        board.draw_threat_and_winning_lines(drawing)
        _draw_widgets(drawing, keys)
        self._kept = surface.subsurface(area).copy() if is_same else None
        self._model, self._state = drawing.model, state


def draw_moving_parts_and_widgets(
    drawing: DrawContext, widgets: TableWidgets, group: FocusGroup, lifted: Sequence[Widget]
) -> None:
    """Draw display and cards, then the widgets on top, and the name of a hovered icon.

    Args:
        lifted: the widgets to draw above all other widgets, such as a chosen card.
    """
    draw_display_row_and_hands(drawing)
    _draw_widgets(drawing, [widget for widget in widgets.cards if widget not in lifted])
    board.draw_light_along_completed_line(drawing)
    _draw_widgets(drawing, [widget for widget in group.widgets if widget in lifted])
    for icon in widgets.icon_buttons:
        if icon.visible and icon.hovered:
            draw_tooltip(drawing, icon.rect, icon.label)


def _draw_widgets(drawing: DrawContext, widgets: Sequence[Widget]) -> None:
    for widget in widgets:
        if widget.visible:
            widget.draw(drawing.surface)


def help_or_main_button_warning(
    model: TableViewModel, widgets: TableWidgets, group: FocusGroup
) -> str:
    """Return the help of the hovered or focused widget, or else the main button's warning."""
    hovered = next((one for one in group.widgets if one.hovered and one.visible), None)
    widget = hovered or (group.focused_widget if group.ring else None)
    if (
        isinstance(widget, (DockButton, CodeCardWidget, TableHotspot, HeldCodesWidget))
        and widget.help
    ):
        return widget.help
    return widgets.end_turn_button.warning if model.can_act else ""


def result_sound_name(session: MatchSession) -> str:
    """Return the name of the sound for the result of a round.

    Only a person who plays alone against computer players hears "lost".
    """
    result, local_seats = session.public.result, session.local_seats
    assert result is not None
    if len(local_seats) == 1 and session.public.seating.side_of[local_seats[0]] != result.side:
        return "lost"
    return "match" if session.is_over else "won_double" if result.points > 1 else "won"
