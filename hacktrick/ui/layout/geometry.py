"""The rectangles of everything on the table, in pixels, and functions that divide rectangles."""

from __future__ import annotations

import math
from collections.abc import Callable

from pygame import Rect

from hacktrick.ui.layout.table_layout import TableLayout

REFERENCE_KEY_SIZE = 84.0  # outlines are thinner on keys smaller than this many layout units


def small_board_key_rect(rect: Rect, board: str) -> Rect:
    """Return the rectangle of a key in a small drawing of a board.

    This is ``rect`` itself or, for the round keys of the server board, the largest square inside
    it.

    Args:
        rect: the space of the key.
        board: the kind of board: "keypad" or "servers".
    """
    if board != "servers":
        return rect
    edge = min(rect.size)
    square = Rect(0, 0, edge, edge)
    square.center = rect.center
    return square


def key_outline_scale(size: tuple[int, int], scale: float) -> float:
    """Return the pixels per unit at which the outlines of a key are drawn; at most ``scale``.

    Small keys get thinner outlines, even if the text is large.

    Args:
        size: the size of the key in pixels.
        scale: pixels per layout unit.
    """
    return min(scale, min(size) / REFERENCE_KEY_SIZE)


def split_into_columns(rect: Rect, shares: tuple[float, ...], gap: int) -> list[Rect]:
    """Divide a rectangle into columns.

    Args:
        rect: the rectangle.
        shares: the widths of the columns in proportion to each other.
        gap: pixels between two columns.
    """
    room = rect.width - gap * (len(shares) - 1)
    left = float(rect.x)
    result: list[Rect] = []
    for share in shares:
        width = room * share / sum(shares)
        result.append(Rect(round(left), rect.y, round(left + width) - round(left), rect.height))
        left += width + gap
    return result


def stacked_row_rects(rect: Rect, height: int, gap: int, n_rows: int) -> list[Rect]:
    """Return rows of ``height`` pixels from the top of a rectangle, ``gap`` pixels apart."""
    return [Rect(rect.x, rect.y + k * (height + gap), rect.width, height) for k in range(n_rows)]


def centred_rect(size: tuple[int, int], width: int, height: int) -> Rect:
    """Return a box in the middle of a window, shrunk to fit the window.

    Args:
        size: width and height of the window.
        width, height: the wanted size of the box.
    """
    box = Rect(0, 0, min(width, size[0]), min(height, size[1]))
    box.center = size[0] // 2, size[1] // 2
    return box


RACK_COLUMNS = 5
MAX_RACK_MARKER_WIDTH = 0.135  # maximum width of a marker, as a fraction of the width of its rack

Px = Callable[[float], int]

ROW_STEP = 1.14  # distance between the left edges of neighbouring cards of the row, in card widths
# Width-to-height ratio of a card: in the player's hand, in another hand, and in the row.
HAND_CARD_RATIO = 0.709
OTHER_HAND_CARD_RATIO = 0.727
ROW_CARD_RATIO = 0.778
# Height of a card in the player's hand, in table units; a part lies off the screen.
HAND_CARD_HEIGHT = 0.203
CHOSEN_CARD_LIFT = 0.017  # height by which a chosen card is lifted, in table units
# Share of the width of a card set aside that stays visible beside the next such card.
MIN_VISIBLE_SHARE = 0.88
N_UNSEEN_STACKS = 6  # number of stacks of unseen cards, one for each value
N_RACK_SLOTS = 10  # usual number of places of a rack, in two rows; the last is for the double


class TableGeometry:
    """The rectangles of everything on the table for one window.

    A ``slot`` is a seat counted clockwise from the lower edge, which is slot 0. A ``side`` is 0 for
    the side of the seat at the lower edge and 1 for the opposing side. Lengths in table units are
    multiples of ``table.unit``.
    """

    def __init__(self, table: TableLayout, px: Px, n_seats: int) -> None:
        """Compute the rectangles.

        Args:
            table: the layout of the table.
            px: converts layout units, in which texts are measured, to pixels.
            n_seats: the number of seats.
        """
        self.table = table
        self.px = px
        self.n_seats = n_seats
        self._rack_spots = [rack_marker_places(rack, N_RACK_SLOTS) for rack in table.racks]

    def table_px(self, units: float) -> int:
        """Convert a length in table units to pixels."""
        return round(units * self.table.unit)

    @property
    def card_lift(self) -> int:
        """The height by which a chosen card is lifted, in pixels."""
        return self.table_px(CHOSEN_CARD_LIFT / 2 if self.table.is_tall else CHOSEN_CARD_LIFT)

    def result_rect(self) -> Rect:
        """Return the rectangle of the panel with the result of a round."""
        return self.table.result

    def face_rect(self, slot: int) -> Rect:
        """Return the rectangle of the face of another seat, from slot 1 on."""
        return self.table.faces[slot - 1]

    def speech_bubbles_rect(self, slot: int) -> Rect:
        """Return the rectangle for the speech bubbles of another seat, the newest one lowest."""
        return self.table.speech[slot - 1]

    def face_or_prompt_rect(self, slot: int) -> Rect:
        """Return the rectangle that represents a player: the face, or for slot 0 the prompt."""
        return self.table.prompt if slot == 0 else self.face_rect(slot)

    def own_hand_rects(self, n_cards: int) -> list[Rect]:
        """Return the rectangles of ``n_cards`` cards in the hand at the lower edge."""
        zone = self.table.hand
        height = zone.height if self.table.is_tall else self.table_px(HAND_CARD_HEIGHT)
        width = round(height * HAND_CARD_RATIO)
        pitch = width + self.table_px(0.016 if not self.table.is_tall else 0.012)
        if n_cards > 1:
            pitch = min(pitch, (zone.width - width) // (n_cards - 1))
        left = zone.centerx - (pitch * (n_cards - 1) + width) // 2
        if self.table.is_tall:
            left = zone.x
        return [Rect(left + k * pitch, zone.y, width, height) for k in range(n_cards)]

    def card_back_rects(self, slot: int, n_cards: int) -> list[Rect]:
        """Return the rectangles of ``n_cards`` cards in the hand of another seat."""
        zone = self.table.hands[slot - 1]
        width = round(zone.height * OTHER_HAND_CARD_RATIO)
        pitch = width + max(2, self.table_px(0.01))
        if n_cards > 1:
            pitch = min(pitch, (zone.width - width) // (n_cards - 1))
        total = pitch * (n_cards - 1) + width
        is_east = self.n_seats == 4 and slot == 3 and not self.table.is_tall
        if self._is_hand_fanned(slot):
            left = zone.centerx - total // 2
        else:
            left = zone.right - total if is_east else zone.x
        return [Rect(left + k * pitch, zone.y, width, zone.height) for k in range(n_cards)]

    def _is_hand_fanned(self, slot: int) -> bool:
        """Return whether the hand of a seat lies centred above the board, like a fan."""
        if self.table.is_tall:
            return self.n_seats == 2
        return slot == (1 if self.n_seats == 2 else 2)

    def hand_rects(self, slot: int, n_cards: int) -> list[Rect]:
        """Return the rectangles of ``n_cards`` cards in the hand of any seat."""
        return self.own_hand_rects(n_cards) if slot == 0 else self.card_back_rects(slot, n_cards)

    # Methods for cards on the table.

    def row_rects(self, n_cards: int) -> list[Rect]:
        """Return the rectangles of the cards in the row, the last card beside the display."""
        zone = self.table.row
        height = zone.height - 2 * max(2, self.table_px(0.003))
        card = (round(height * ROW_CARD_RATIO), height)
        step = round(card[0] * ROW_STEP)
        return row_card_rects(zone.inflate(-2 * self.table_px(0.008), 0), n_cards, card, step)

    def deck_rect(self) -> Rect:
        """Return the rectangle of the deck."""
        return self.table.deck

    def set_aside_rects(self, n_cards: int) -> list[Rect]:
        """Return the rectangles of the ``n_cards`` cards set aside.

        In a narrow zone, the cards are smaller, so that every value and all pips stay visible.
        """
        zone = self.table.aside
        height = min(zone.height, self.table_px(0.078))
        narrowest = zone.width / (1 + MIN_VISIBLE_SHARE * (n_cards - 1))
        width = min(round(height * 0.75), int(narrowest))
        height = min(height, round(width / 0.75))
        pitch = min(
            width + self.table_px(0.006), max(1, (zone.width - width) // max(1, n_cards - 1))
        )
        return [Rect(zone.x + k * pitch, zone.y, width, height) for k in range(n_cards)]

    def unseen_stack_rects(self) -> list[Rect]:
        """Return the rectangle of each value's stack of unseen cards; empty if there is no room."""
        zone = self.table.stacks
        if not zone.width:
            return []
        if self.table.is_tall:
            pitch = zone.height / N_UNSEEN_STACKS
            height = round(pitch * 0.76)
            return [
                Rect(zone.x, round(zone.y + (k + 0.24) * pitch), round(height * 0.75), height)
                for k in range(N_UNSEEN_STACKS)
            ]
        pitch = min(zone.width / N_UNSEEN_STACKS, self.table_px(0.066))
        width = round(pitch * 0.83)
        height = round(width * 1.32)
        top = zone.y + (zone.height - height) // 2
        return [Rect(round(zone.x + k * pitch), top, width, height) for k in range(N_UNSEEN_STACKS)]

    def rack_place_rect(self, side: int, place_index: int) -> Rect:
        """Return the rectangle of a place in a side's rack, which has two rows of five places.

        Args:
            side: the side, as in ``TableGeometry``.
            place_index: the number of the place, from 0; the last place is for the double.
        """
        (x, foot), width = self._rack_spots[side][min(place_index, N_RACK_SLOTS - 1)]
        place = Rect(0, 0, round(width), round(width))
        place.midbottom = round(x), round(foot)
        return place

    def rack_double_rect(self) -> Rect:
        """Return the rectangle of the double in the player's rack, with a margin for touch."""
        margin = self.table_px(0.012)
        return self.rack_place_rect(0, N_RACK_SLOTS - 1).inflate(margin, margin)

    def captured_shelf_rect(self, side: int) -> Rect:
        """Return the rectangle of the shelf for the markers that a side has captured."""
        return self.table.captures[side]

    def captured_marker_rects(self, side: int, n_markers: int) -> list[Rect]:
        """Return the rectangles of captured markers on a side's shelf; they may overlap."""
        places = []
        for (x, foot), width in captured_marker_places(self.table.captures[side], n_markers):
            place = Rect(0, 0, round(width), round(width))
            place.midbottom = round(x), round(foot)
            places.append(place)
        return places

    def code_card_rect(self, slot: int) -> Rect:
        """Return the rectangle of a player's code card in force; slot 0 is the lower player."""
        return self.table.codes[min(1, slot)]

    def key_rect(self, key: int) -> Rect:
        """Return the rectangle of a key of the board, 1 to 9."""
        return self.table.keys[key]

    def icon_rect(self, icon_index: int) -> Rect:
        """Return the rectangle of the icon with the number ``icon_index``, from 0 to 3."""
        zone = self.table.icons
        return Rect(
            zone.x + round(icon_index * (zone.width - zone.height) / 3), zone.y, *2 * (zone.height,)
        )


def row_card_rects(row: Rect, n_cards: int, card: tuple[int, int], step: int) -> list[Rect]:
    """Return the rectangles of ``n_cards`` cards in the row, the last card at the row's right end.

    If there is no room for all cards, they overlap evenly, so that each value stays visible.

    Args:
        row: the zone of the row.
        n_cards: the number of cards.
        card: width and height of a card in pixels.
        step: pixels from one left edge to the next if the cards do not overlap.
    """
    room, top = row.width - card[0], row.y + (row.height - card[1]) // 2
    pitch = min(step, room / (n_cards - 1)) if n_cards > 1 else step
    return [Rect(round(row.x + room - k * pitch), top, *card) for k in reversed(range(n_cards))]


def rack_marker_places(rect: Rect, n_markers: int) -> list[tuple[tuple[float, float], float]]:
    """Return the places for markers in a rack of two rows; the last place is the double's.

    Each place is a point and a width in pixels: the middle of the marker's front edge, and the
    width of a single.
    """
    columns = max(RACK_COLUMNS, math.ceil(n_markers / 2))
    step = rect.width * 0.915 / columns
    width = min(step * 0.72, rect.width * MAX_RACK_MARKER_WIDTH, rect.height * 0.36)
    left = rect.x + rect.width * 0.0425 + step / 2
    feet = rect.y + rect.height * 0.475, rect.y + rect.height * 0.915
    return [((left + k % columns * step, feet[k // columns]), width) for k in range(n_markers)]


def is_captured_label_beside_markers(rect: Rect) -> bool:
    """Return whether a low shelf for captured markers has its label beside the markers."""
    return rect.width > 3 * rect.height


def captured_marker_places(rect: Rect, n_markers: int) -> list[tuple[tuple[float, float], float]]:
    """Return the places of captured markers on a shelf, in the form of ``rack_marker_places``.

    Many markers overlap. On a low shelf, markers are larger in proportion, since the label lies
    beside them.
    """
    is_low = is_captured_label_beside_markers(rect)
    width = rect.height * 0.7 if is_low else min(rect.width * 0.38, rect.height * 0.38)
    step = min(width * 0.86, (rect.width - width) / (n_markers - 1)) if n_markers > 1 else 0.0
    left = rect.right - (width + step * (n_markers - 1)) + width / 2
    foot = rect.y + rect.height * (0.8 if is_low else 0.62)
    return [((left + k * step, foot), width) for k in range(n_markers)]
