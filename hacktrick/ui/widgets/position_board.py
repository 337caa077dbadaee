"""Draws a position in a small space: the keys with their markers, the row and the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hacktrick.app.profiles import MarkerStyle, StyledMarker
from hacktrick.game.keypad import KEY_ORDER, Key
from hacktrick.game.state import PublicState
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_report import cards_line, markers_on_key_text
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import Node
from hacktrick.ui.layout.geometry import small_board_key_rect
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing

KEY_GAP = 6.0  # distance between keys, in layout units
CARD_SIZE = (34.0, 44.0)  # width and height of a card, in layout units
LABEL_HEIGHT = 20.0  # height of a label above cards, in layout units
MAX_CARD_GROWTH = 1.7  # the maximum factor by which cards grow if there is room


@dataclass(frozen=True, slots=True)
class LabelledCardLine:
    """A line of cards with a label.

    Attributes:
        values: the values of the cards; None for a card that lies face down.
        is_row: whether this is the row of played cards, whose last card is highlighted.
        is_dimmed: whether the cards are dimmed.
    """

    label: str
    values: tuple[int | None, ...]
    is_row: bool = False
    is_dimmed: bool = False


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A position to be drawn.

    Attributes:
        board: for each key, from key 1, the number of markers of both sides.
        doubles: for each side, the key on which the double stands; 0 for none.
        looks: the marker styles of both sides.
        cards: the lines of cards, from top to bottom.
        lit: the keys to highlight.
        key_line: returns what a screen reader reads for a key; None if the caller describes the
            keys.
    """

    board: tuple[tuple[int, int], ...]
    doubles: tuple[int, int]
    looks: tuple[MarkerStyle, MarkerStyle]
    cards: tuple[LabelledCardLine, ...]
    lit: tuple[int, ...] = ()
    key_line: Callable[[Key], str] | None = None


def make_key_describer(
    public: PublicState, wording: Callable[[], MatchSentences]
) -> Callable[[Key], str]:
    """Return a function that describes the keys of a position for screen readers.

    Args:
        public: the public state of the position.
        wording: returns the wording in the current language.
    """
    return lambda key: markers_on_key_text(wording(), public, key)


def keypad_accessibility_node(cells: Sequence[Node], key: str = "") -> Node:
    """Return the node of the keypad for screen readers.

    Args:
        cells: the nodes of the nine keys, row by row from the upper left.
    """
    names = _("Upper row"), _("Middle row"), _("Lower row")
    rows = (
        Node(str(n), "row", name, children=tuple(cells[3 * n : 3 * n + 3]))
        for n, name in enumerate(names)
    )
    return Node(key, "grid", _("Keypad"), children=tuple(rows))


def record_keys_for_screen_reader(
    context: Context, rect: pygame.Rect, key_line: Callable[[Key], str]
) -> None:
    """Record the keys drawn in a rectangle for the screen reader, if one is running.

    Args:
        key_line: returns what the screen reader reads for a key.
    """
    if context.stack.recorder is not None:
        cells = [Node(str(n % 3), "cell", key_line(key)) for n, key in enumerate(KEY_ORDER)]
        context.stack.recorder.record_drawing(keypad_accessibility_node(cells), rect)


def record_cards_for_screen_reader(
    context: Context, rect: pygame.Rect, label: str, cards: Sequence[int | None]
) -> None:
    """Record a drawn line of cards for the screen reader, if one is running.

    Args:
        cards: the values of the cards; None for a card that lies face down.
    """
    if context.stack.recorder is not None:
        context.stack.recorder.record_drawing(Node("", "label", cards_line(label, cards)), rect)


def draw_position(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, position: DrawnPosition
) -> None:
    """Draw the keys, with the cards to their right or, in a narrow rectangle, below them."""
    beside = rect.width > rect.height * 0.85
    px, lines = context.px, len(position.cards)
    if beside:
        edge = min(rect.height, round(rect.width * 0.58))
        board = pygame.Rect(rect.left, rect.top, edge, edge)
        room = pygame.Rect(board.right + px(16), rect.top, 0, rect.height)
        room.width = rect.right - room.left
    else:
        below = px((CARD_SIZE[1] + 8) * lines)
        edge = min(rect.width, rect.height - below - px(8))
        board = pygame.Rect(0, rect.top, edge, edge)
        board.centerx = rect.centerx
        room = pygame.Rect(rect.left, board.bottom + px(8), rect.width, below)
    draw_keypad_with_markers(surface, context, board, position)
    draw_card_lines(surface, context, room, position.cards, stacked=beside)


def draw_keypad_with_markers(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, position: DrawnPosition
) -> None:
    """Draw the nine keys with their markers, in a square at the upper left of a rectangle."""
    if position.key_line is not None:
        record_keys_for_screen_reader(context, rect, position.key_line)
    gap = context.px(KEY_GAP)
    edge = (min(rect.size) - 2 * gap) // 3
    for n, key in enumerate(KEY_ORDER):
        place = pygame.Rect(
            rect.left + n % 3 * (edge + gap), rect.top + n // 3 * (edge + gap), edge, edge
        )
        pieces, owner = _markers_and_colour_on_key(position, key)
        look = KeyLook(owner=owner, is_reachable=key in position.lit)
        game_drawing.draw_numbered_key(
            surface, context, small_board_key_rect(place, context.theme.board), key, look, pieces
        )


def _markers_and_colour_on_key(
    position: DrawnPosition, key: int
) -> tuple[list[StyledMarker], int | None]:
    """Return a key's markers and the colour number of their side.

    Without markers, the result is ``([], None)``.
    """
    for side, n in enumerate(position.board[key - 1]):
        if n:
            look = position.looks[side]
            double = position.doubles[side] == key
            return [look.marker(double and k == n - 1) for k in range(n)], look.colour
    return [], None


def draw_card_lines(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    lines: Sequence[LabelledCardLine],
    stacked: bool,
) -> None:
    """Draw lines of cards.

    Args:
        stacked: whether the label of a line stands above the cards; if not, the label stands to
            their left.
    """
    px, top = context.px, rect.top
    size = px(CARD_SIZE[0]), px(CARD_SIZE[1])
    step = size[1] + px(LABEL_HEIGHT + 6 if stacked else 8)
    if lines and stacked:
        share = min(
            MAX_CARD_GROWTH, rect.height / (step * len(lines)), rect.width / (size[0] * 4.6)
        )
        size = round(size[0] * share), round(size[1] * share)
        step = size[1] + px(LABEL_HEIGHT + 6)
    for line in lines:
        place = (rect.left, top) if stacked else (rect.left, top + size[1] // 2)
        anchor = "topleft" if stacked else "midleft"
        room = rect.width if stacked else px(96)
        colour = context.theme.colours.muted
        with context.fonts.without_recording():
            context.fonts.draw_text(surface, line.label, place, styles.SMALL, colour, anchor, room)
        left = rect.left if stacked else rect.left + px(102)
        first = top + px(LABEL_HEIGHT) if stacked else top
        lying = pygame.Rect(left, first, rect.right - left, size[1])
        _draw_card_line(surface, context, lying, line, size)
        record_cards_for_screen_reader(context, lying, line.label, line.values)
        top += step


def _draw_card_line(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    line: LabelledCardLine,
    size: tuple[int, int],
) -> None:
    """Draw a line of cards.

    If there are many cards, they overlap. If they still do not fit, only the last cards are drawn.

    Args:
        size: the width and height of a card in pixels.
    """
    n = len(line.values)
    if not n:
        return
    pitch = size[0] + context.px(4)
    if n > 1:
        pitch = max(round(size[0] * 0.75), min(pitch, (rect.width - size[0]) // (n - 1)))
    most = max(1, (rect.width - size[0]) // max(1, pitch) + 1)
    for k, value in enumerate(line.values[-most:]):
        last = line.is_row and k == min(n, most) - 1
        look = CardLook(value, last=last, dimmed=line.is_dimmed)
        context.sprites.card(look, size).draw(surface, (rect.left + k * pitch, rect.top))
