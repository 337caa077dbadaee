"""Draws the parts of a table: keys, cards, markers, racks, padlocks, speech bubbles and buttons.

Each function draws into a given rectangle and knows nothing of the table's layout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from hacktrick.app.profiles import MarkerStyle, StyledMarker
from hacktrick.app.themes import Colour
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import (
    captured_marker_places,
    is_captured_label_beside_markers,
    key_outline_scale,
    rack_marker_places,
)
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint import table_pieces
from hacktrick.ui.paint.background_and_light import draw_lcd_text
from hacktrick.ui.paint.canvas import Point, Sprite, mix_colours
from hacktrick.ui.paint.card_faces import CardLook, note_top_and_bottom
from hacktrick.ui.paint.code_cards import CodeCardLook, code_card_name_rect
from hacktrick.ui.paint.fonts import MIN_THUMBNAIL_PIXELS, TextStyle
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.markers import DOUBLE_WIDTH, FORESHORTENING, marker_positions_on_key
from hacktrick.ui.paint.table_pieces import ButtonPlateLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width

FaceOfEdge = Callable[[int], Sprite]
"""Returns a player's face in the colour of their side, for an edge length in pixels."""

MIN_KEY_NUMBER_SIZE = 14.5  # minimum size of the number on a round key, in layout units


MIN_TEXT_PIXELS = 13  # minimum text size in a window


def minimum_text_pixels(context: Context) -> float:
    """Return the minimum text size in pixels, which is smaller in a thumbnail."""
    return max(MIN_THUMBNAIL_PIXELS, MIN_TEXT_PIXELS * context.reduction)


def style_reduced_to_fit(context: Context, text: str, style: TextStyle, room: float) -> TextStyle:
    """Return ``style``, reduced until a line of text fits into ``room`` pixels.

    The size never falls below the minimum size of readable text, even if the line does not fit.
    """
    size, least = style, minimum_text_pixels(context)
    while context.fonts.text_size(text, size)[0] > room and context.fonts.pixel_size(size) > least:
        size = replace(size, size=(context.fonts.pixel_size(size) - 1) / context.scale)
    return size


def style_and_lines_to_fit(
    context: Context, text: str, style: TextStyle, size: tuple[float, float]
) -> tuple[TextStyle, list[str]]:
    """Return the largest style in which a text fits, and the lines of the text.

    If the text fits in no readable style, the smallest readable style is returned.

    Args:
        style: the largest style to try.
        size: the width and height of the room in pixels.
    """
    width, height = size
    fonts = context.fonts
    while True:
        lines = (
            fonts.wrap(text, style, width) if fonts.text_size(text, style)[0] > width else [text]
        )
        if len(lines) == 2:
            lines = one_or_two_balanced_lines(context, text, width, style)
        fits = all(fonts.text_size(line, style)[0] <= width for line in lines)
        if fits and len(lines) * fonts.pixel_size(style) * TIGHT_LINE_SPACING <= height:
            return style, lines
        if fonts.pixel_size(style) <= minimum_text_pixels(context):
            return style, lines
        style = replace(style, size=(fonts.pixel_size(style) - 1) / context.scale)


def one_or_two_balanced_lines(
    context: Context, text: str, room: float, style: TextStyle
) -> list[str]:
    """Split a text into two lines of similar length if it is wider than ``room`` pixels."""
    size, words = context.fonts.text_size, text.split(" ")
    if size(text, style)[0] <= room or len(words) == 1:
        return [text]
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    # Keep phrases like "key 3" on one line.
    ways = [way for way in ways if not way[1][0].isdigit()] or ways
    return list(min(ways, key=lambda way: max(size(part, style)[0] for part in way)))


TIGHT_LINE_SPACING = 1.2  # tight line spacing, as a multiple of the text size


def draw_numbered_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    markers: Sequence[StyledMarker] = (),
    ghost: StyledMarker | None = None,
    struck: bool = False,
) -> list[pygame.Rect]:
    """Draw a key with its number and markers; return the rectangles of the markers.

    Args:
        markers: the markers on the key.
        ghost: a marker drawn translucent as a preview; its rectangle comes last. None for none.
        struck: whether ``markers`` are struck through because they would be captured.
    """
    context.sprites.keycap(look, rect.size).draw(surface, rect.topleft)
    return draw_key_contents(surface, context, rect, number, look, markers, ghost, struck)


def draw_key_contents(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    markers: Sequence[StyledMarker] = (),
    ghost: StyledMarker | None = None,
    struck: bool = False,
    is_lit: bool = False,
    rise: int = 0,
) -> list[pygame.Rect]:
    """Draw the number and the markers of a key, but not the key itself.

    The arguments not listed here, and the result, are the same as for ``draw_numbered_key``.

    Args:
        ghost: a marker drawn translucent as a preview; its rectangle comes last. None for none.
        struck: whether ``markers`` are struck through because they would be captured.
        is_lit: whether light runs across the key; the number then gets a rim to stay readable.
        rise: the height of jumping markers above the key, in pixels.
    """
    unit = key_outline_scale(rect.size, context.scale)
    down = round(unit * 4 * context.theme.surface.relief) if look.pressed else 0
    rim = context.theme.colours.key if is_lit else None
    with context.fonts.without_recording():
        ink = key_number_colour(context, look)
        _draw_key_number(surface, context, rect.move(0, down), number, ink, rim)
    return _draw_markers_on_key(surface, context, rect.move(0, down - rise), markers, ghost, struck)


def draw_markers_making_room(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    markers: Sequence[StyledMarker],
    free: int,
    share: float,
) -> None:
    """Draw the markers on a key as they move apart to make room for another marker.

    Args:
        markers: the markers that are on the key already.
        free: the index of the place that becomes empty, 0 at the left.
        share: the progress of the movement, from 0 to 1.
    """
    is_round = context.theme.board == "servers"
    then = marker_positions_on_key(rect, len(markers) + 1, is_round)
    then = then[:free] + then[free + 1 :]
    for piece, now, goal in zip(
        markers, marker_positions_on_key(rect, len(markers), is_round), then, strict=True
    ):
        (x, y), wide = now
        (goal_x, goal_y), narrow = goal
        zoom = 1 + (narrow / wide - 1) * share
        sprite = context.sprites.marker(piece, wide)
        foot = x + (goal_x - x) * share, y + (goal_y - y) * share
        middle = foot[0], foot[1] - sprite.size[1] * zoom / 2
        sprite.scaled(zoom, zoom).draw_centred(surface, middle)


def markers_centre_on_key(rect: pygame.Rect, n_markers: int) -> tuple[float, float]:
    """Return the point in pixels at the centre of markers that stand on a square key."""
    standing = marker_positions_on_key(rect, min(3, max(1, n_markers)))
    x = sum(foot[0] for foot, _width in standing) / len(standing)
    y = sum(foot[1] - width * 0.5 for foot, width in standing) / len(standing)
    return x, y


def _draw_key_number(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    colour: Colour,
    rim: Colour | None,
) -> None:
    """Draw a key's number: in the upper left of a square key, at the top of a round key.

    Args:
        rim: the colour of the outline of the number; None for no outline.
    """
    units, unit = rect.height / context.scale, key_outline_scale(rect.size, context.scale)
    if context.theme.board == "servers":
        style = styles.TextStyle("numeral", max(MIN_KEY_NUMBER_SIZE, min(30.0, units * 0.28)))
        place, anchor = (rect.centerx, rect.y + round(rect.height * 0.24)), "center"
    else:
        style = styles.TextStyle("numeral", min(styles.KEY_NUMERAL.size, units * 0.4))
        place, anchor = (rect.x + round(13 * unit), rect.y + round(25 * unit)), "midleft"
    if rim is not None:
        context.fonts.draw_text_outline(
            surface, str(number), place, style, rim, anchor, context.px(2)
        )
    context.fonts.draw_text(surface, str(number), place, style, colour, anchor)


def key_number_colour(context: Context, look: KeyLook) -> Colour:
    """Return the colour of a key's number; it is muted on an empty key that no card can reach."""
    colours = context.theme.colours
    busy = look.is_reachable or look.chosen or look.owner is not None
    return colours.text if busy else mix_colours(colours.text, colours.muted, 0.3)


def _draw_markers_on_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    markers: Sequence[StyledMarker],
    ghost: StyledMarker | None,
    struck: bool,
) -> list[pygame.Rect]:
    """Draw the markers on a key side by side, with the ghost last; return their rectangles.

    Args:
        struck: whether ``markers`` are struck through because they would be captured.
    """
    n = min(3, len(markers) + (ghost is not None))
    places = marker_positions_on_key(rect, n, context.theme.board == "servers") if n else []
    drawn = []
    for piece, (foot, width) in zip(markers, places, strict=False):
        place = context.sprites.draw_marker(surface, piece, foot, width, ghost=struck)
        if struck:
            context.sprites.strike_through_line(place.size).draw(surface, place.topleft)
        drawn.append(place)
    if ghost and places:
        foot, width = places[-1]
        drawn.append(context.sprites.draw_marker(surface, ghost, foot, width, ghost=True))
    return drawn


def draw_titled_panel(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    title: str = "",
    aside: str = "",
    edge: Colour | None = None,
    edge_width: float = 1.0,
) -> pygame.Rect:
    """Draw a flat panel and return the rectangle of the room below its title.

    Args:
        title: the title; "" for none.
        aside: muted words to the right of the title; "" for none.
        edge: the colour of the frame; None for the usual colour.
    """
    colours, fonts = context.theme.colours, context.fonts
    context.sprites.panel(PanelLook(edge=edge, edge_width=edge_width), rect.size).draw(
        surface, rect.topleft
    )
    inner = rect.inflate(-2 * context.px(14), -2 * context.px(10))
    if context.stack.recorder is not None:
        context.stack.recorder.record_panel(title, rect)
    if not title:
        return inner
    line = context.px(24)
    middle = inner.top + line // 2
    taken = 0
    if aside:
        place = (inner.right, middle)
        taken = fonts.draw_text(
            surface, aside, place, styles.KEY_HINT, colours.muted, "midright"
        ).width
    width = inner.width - taken - context.px(8)
    fonts.draw_text(
        surface, title, (inner.left, middle), styles.LABEL, colours.text, "midleft", width
    )
    return pygame.Rect(inner.x, inner.y + line, inner.width, inner.height - line)


def draw_gauge(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, share: float, colour: Colour
) -> None:
    """Draw a horizontal gauge that is filled from the left.

    Args:
        share: the filled share, from 0 to 1.
    """
    sprites = context.sprites
    sprites.rounded_bar(PanelLook(), rect.size, filled=False).draw(surface, rect.topleft)
    if share > 0:
        filled = pygame.Rect(
            rect.topleft, (max(rect.height, round(rect.width * share)), rect.height)
        )
        sprites.rounded_bar(PanelLook(edge=colour), filled.size, filled=True).draw(
            surface, filled.topleft
        )


def draw_split_bar(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    share: float,
    colours: Sequence[Colour],
) -> None:
    """Draw a horizontal bar of two colours.

    Args:
        share: the part covered by the first colour, from 0 to 1.
    """
    gap, least = max(2, context.px(2)), rect.height
    cut = rect.x + min(max(round(rect.width * share), least), rect.width - least)
    for left, right, colour in ((rect.x, cut - gap, colours[0]), (cut, rect.right, colours[1])):
        part = pygame.Rect(left, rect.y, max(1, right - left), rect.height)
        sprite = context.sprites.rounded_bar(PanelLook(edge=colour), part.size, filled=True)
        sprite.draw(surface, part.topleft)


def draw_seen_copy_tile(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    colour: Colour,
    filled: bool,
) -> None:
    """Draw the tile for one copy of a card in the panel that counts unseen cards.

    Args:
        filled: whether the player has seen this copy; if not, the tile is hollow.
    """
    look = PanelLook(edge=colour, edge_width=1.5)
    context.sprites.small_tile(look, rect.size, filled).draw(surface, rect.topleft)


# Text sizes of the name on a code card, in layout units.
MAX_CODE_NAME_SIZE, MIN_CODE_NAME_SIZE = 19.0, 13.0
CODE_NAME_LINES = 2


def draw_code_card(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, look: CodeCardLook, name: str
) -> None:
    """Draw a code card with its name, which is left out if the card is too small."""
    context.sprites.code_card(look, rect.size).draw(surface, rect.topleft)
    box = code_card_name_rect(rect, context.scale)
    if box.width:
        draw_code_card_name(surface, context, box, name, faded=look.is_used_or_cancelled)


def draw_code_card_name(
    surface: pygame.Surface, context: Context, box: pygame.Rect, name: str, *, faded: bool
) -> None:
    """Draw the name of a code in the middle of a box, as large as fits on two lines.

    Args:
        faded: whether the name is muted.
    """
    style, lines = _fitting_code_card_name(context, box, name)
    colours = context.theme.colours
    step = min(context.fonts.line_height(style), round(style.size * context.scale * 1.16))
    first = box.centery - step * (len(lines) - 1) // 2
    for n, line in enumerate(lines):
        place = (box.centerx, first + n * step)
        ink = colours.muted if faded else colours.text
        context.fonts.draw_text(surface, line, place, style, ink, "center", box.width)


def _fitting_code_card_name(
    context: Context, box: pygame.Rect, name: str
) -> tuple[TextStyle, list[str]]:
    """Return the largest style in which a name fits into a box, and the lines of the name.

    If the name does not fit, return a small style and only the last word of the name.
    """
    size = MAX_CODE_NAME_SIZE
    while size >= MIN_CODE_NAME_SIZE:
        style = TextStyle("heading", size)
        lines = context.fonts.wrap(name, style, box.width)
        widest = max(context.fonts.text_size(line, style)[0] for line in lines)
        tall = (len(lines) * size * 1.16 + 6) * context.scale
        if len(lines) <= CODE_NAME_LINES and widest <= box.width and tall <= box.height:
            return style, lines
        size -= 0.5
    return TextStyle("heading", MIN_CODE_NAME_SIZE + 1), [name.split(" ")[-1]]


BUBBLE_STYLE = TextStyle("strong", 17)
OLDER_BUBBLE_STYLE = TextStyle("strong", 16)


def speech_bubble_size(
    context: Context, text: str, max_width: int, *, is_fresh: bool = True
) -> tuple[int, int]:
    """Return the size in pixels of the speech bubble for a text.

    Args:
        max_width: the maximum width in pixels; a text that is wider takes two lines.
        is_fresh: whether the text was said in the last turn; the text is then larger.
    """
    style = BUBBLE_STYLE if is_fresh else OLDER_BUBBLE_STYLE
    pad = context.px(20)
    lines = one_or_two_balanced_lines(context, text, max_width - 2 * pad, style)
    widest = max(context.fonts.text_size(line, style)[0] for line in lines)
    height = context.px(29) + context.fonts.line_height(style) * (len(lines) - 1)
    return min(max_width, widest + 2 * pad), height + context.px(17)


def draw_speech_bubble(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    text: str,
    colour: Colour,
    tip: tuple[int, int],
    *,
    is_fresh: bool = True,
    is_outdated: bool = False,
) -> None:
    """Draw a speech bubble with a text; for the text "", the bubble is empty.

    Args:
        colour: the colour of the speaker's side.
        tip: the point at the speaker where the tail ends.
        is_fresh: whether the text was said in the last turn; if not, the bubble is darker.
        is_outdated: whether the text was true once, such as a sum before other cards came; the
            bubble is then dashed and the text dim.
    """
    is_fresh = is_fresh and not is_outdated
    at = tip[0] - rect.x, tip[1] - rect.y
    sprite = context.sprites.speech_bubble(rect.size, colour, at, is_fresh, is_outdated)
    sprite.draw(surface, rect.topleft)
    _ground, ink = table_pieces.speech_bubble_and_text_colours(context.theme, is_fresh)
    if is_outdated:
        ink = context.theme.colours.muted
    style = BUBBLE_STYLE if is_fresh else OLDER_BUBBLE_STYLE
    room = rect.width - 2 * context.px(12)
    high = rect.height - context.px(8)
    style, lines = style_and_lines_to_fit(context, text, style, (room, high))
    step = min(context.fonts.line_height(style), round(high / len(lines)))
    top = rect.centery - step * (len(lines) - 1) / 2
    for n, line in enumerate(lines):
        place = (rect.centerx, round(top + n * step))
        context.fonts.draw_text(surface, line, place, style, ink, "center", room)


def draw_thinking_dots(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, share: float
) -> None:
    """Draw three animated dots in the bubble of a thinking player.

    Args:
        share: the progress of the wave through the dots, from 0 to 1; 1 looks the same as 0.
    """
    _ground, ink = table_pieces.speech_bubble_and_text_colours(context.theme, True)
    radius, step = max(2, context.px(3.5)), context.px(14)
    for n in range(3):
        wave = 0.5 + 0.5 * math.sin(2 * math.pi * (share - n / 5))
        centre = rect.centerx + (n - 1) * step, rect.centery - round(wave * context.px(3))
        pygame.draw.aacircle(surface, ink, centre, radius)


# Functions for markers beside the board.


def draw_marker_supply(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    style: MarkerStyle,
    singles: int,
    has_double: bool,
    total: int = 10,
) -> None:
    """Draw a side's supply of markers in a rack, with hollows for missing markers.

    Args:
        singles: the number of single markers left.
        has_double: whether the double is left.
        total: the number of markers at the start of a round, including the double.
    """
    spots = rack_marker_places(rect, total)
    wells = []
    for (x, y), width in spots:
        wide, deep = width * 0.92, width * FORESHORTENING * 0.9
        wells.append((x - rect.x - wide / 2, y - rect.y - deep - width * 0.08, wide, deep))
    context.sprites.card_or_marker_tray(rect.size, tuple(wells)).draw(surface, rect.topleft)
    for foot, width in spots[: min(singles, total - 1)]:
        context.sprites.draw_marker(surface, style.marker(), foot, width)
    if has_double:
        (x, y), width = spots[-1]
        context.sprites.draw_marker(surface, style.marker(True), (x, y), width / DOUBLE_WIDTH * 1.1)


def draw_captured_markers(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    markers: Sequence[StyledMarker],
    label: str,
) -> None:
    """Draw captured markers on a shelf; if there are none, draw nothing.

    The label stands below the shelf, or to its left if the rectangle is low. Without room, the
    label is left out.
    """
    if not markers:
        return
    spots = captured_marker_places(rect, len(markers))
    (x, foot), width = spots[0]
    left = round(x - width / 2)
    shelf = context.sprites.captured_marker_shelf(max(rect.right - left, round(width)))
    shelf.draw(surface, (rect.right - shelf.size[0], foot + context.px(1)))
    for piece, (where, wide) in zip(markers, spots, strict=True):
        narrower = wide / DOUBLE_WIDTH * 1.1 if piece.double else wide
        context.sprites.draw_marker(surface, piece, where, narrower)
    muted = context.theme.colours.muted
    if label and is_captured_label_beside_markers(rect):
        place = (rect.right - shelf.size[0] - context.px(8), rect.centery)
        if context.fonts.can_fit(label, styles.SMALL, place[0] - rect.x):
            context.fonts.draw_text(surface, label, place, styles.SMALL, muted, "midright")
    elif label and context.fonts.can_fit(label, styles.SMALL, rect.width):
        place = (rect.right, round(foot) + context.px(8))
        context.fonts.draw_text(surface, label, place, styles.SMALL, muted, "topright")


LOCK_HEIGHT_RATIO = 1.3  # height of a padlock, as a multiple of its width
LOCK_GAP = 8.0  # distance between the last padlock and the number, in layout units
MIN_LOCK_WIDTH = 9.0  # minimum width of padlocks in layout units, below which only one is drawn


def draw_score_padlocks(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    colour: Colour,
    points: int,
    goal: int,
    *,
    opening: float = 1.0,
    align: str = "right",
) -> pygame.Rect:
    """Draw a score as a number and as padlocks, with one open padlock for each point.

    Args:
        goal: the number of points needed to win the match.
        opening: how far the padlock of the latest point is open, from 0 to 1.
        align: the end of ``rect`` at which number and padlocks stand: "left" or "right".

    Returns:
        The rectangle that padlocks and number cover.
    """
    spots = score_padlock_rects(context, rect, points, goal, align)
    for n, spot in enumerate(spots):
        is_open = 1.0 if n < points - 1 else opening if n == points - 1 else 0.0
        lock = context.sprites.padlock(spot.width, colour, is_open)
        lock.draw(surface, spot.topleft)
    ink = context.theme.colours.text if points else context.theme.colours.muted
    place = (spots[-1].right + context.px(LOCK_GAP), spots[0].centery + context.px(1.5))
    text = _score_text(points, goal)
    box = context.fonts.draw_text(surface, text, place, styles.STRONG, ink, "midleft")
    return pygame.Rect(spots[0].x, spots[0].y, box.right - spots[0].x, spots[0].height)


def score_padlock_rects(
    context: Context, rect: pygame.Rect, points: int, goal: int, align: str
) -> list[pygame.Rect]:
    """Return the rectangles of the padlocks that ``draw_score_padlocks`` draws.

    There are ``goal`` padlocks, or a single padlock if there is no room for all.

    Args:
        align: the end of ``rect`` at which the padlocks stand: "left" or "right".
    """
    number = context.fonts.text_size(_score_text(points, goal), styles.STRONG)[0]
    gap, n = context.px(LOCK_GAP), max(1, goal)
    room = rect.width - number - gap
    wide = min(rect.height / LOCK_HEIGHT_RATIO, room / (1 + 1.24 * (n - 1)))
    if wide < context.px(MIN_LOCK_WIDTH):
        wide, n = min(rect.height / LOCK_HEIGHT_RATIO, context.px(20)), 1
    step = min(wide * 1.36, (room - wide) / max(1, n - 1))
    high = round(wide * LOCK_HEIGHT_RATIO)
    taken = round(step * (n - 1) + wide) + gap + number
    left = rect.x if align == "left" else rect.right - taken
    top = rect.centery - high // 2
    return [pygame.Rect(round(left + k * step), top, round(wide), high) for k in range(n)]


def _score_text(points: int, goal: int) -> str:
    return f"{points}" if goal <= 0 else f"{points}/{goal}"


# Functions for cards beside the board.


def draw_deck(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    n_cards: int,
    label: str,
) -> None:
    """Draw the deck with its number of cards on top and a label below.

    Args:
        n_cards: the number of cards.
    """
    size = rect.width, rect.height
    sprite = context.sprites.deck(n_cards, size)
    sprite.draw(surface, (rect.x, rect.bottom - sprite.size[1]))
    rise = sprite.size[1] - rect.height
    face = rect.move(0, -rise)
    colours = context.theme.colours
    if n_cards:
        style = TextStyle("numeral", 20)
        wide = max(context.px(34), context.fonts.text_size(str(n_cards), style)[0] + context.px(16))
        plate = pygame.Rect(0, 0, min(wide, rect.width - context.px(6)), context.px(28))
        plate.center = face.center
        look = PanelLook(edge=mix_colours(colours.outline, colours.text, 0.3))
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        context.fonts.draw_text(surface, str(n_cards), plate.center, style, colours.text, "center")
    if label:
        place = (rect.centerx, rect.bottom + context.px(6))
        context.fonts.draw_text(
            surface, label, place, styles.SMALL, colours.muted, "midtop", rect.width * 1.5
        )


def draw_unseen_card_stack(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    value: int,
    n: int,
    n_copies: int,
    *,
    count_beside: bool = False,
) -> None:
    """Draw the unseen copies of a card as a stack, with a small sign for each copy.

    The sign of an unseen copy is filled, that of a copy that was seen is hollow.

    Args:
        n: the number of unseen copies.
        n_copies: the number of all copies of the card.
        count_beside: whether the signs stand to the right of the stack instead of below it.
    """
    context.sprites.unseen_card_stack(value, n, rect.size).draw(surface, rect.topleft)
    colours, px = context.theme.colours, context.px
    width = max(4, round(rect.width * 0.19))
    sign = pygame.Rect(0, 0, width, round(width * 1.4))
    step = width + max(2, px(2))
    left = rect.centerx - (step * (n_copies - 1) + width) // 2
    if count_beside:
        left = rect.right + px(7)
    top = rect.centery - sign.height // 2 if count_beside else rect.bottom + px(6)
    for k in range(n_copies):
        place = sign.move(left + k * step, top)
        if k < n:
            pygame.draw.rect(surface, colours.text, place)
        else:
            pygame.draw.rect(surface, colours.muted, place, 1)


def draw_row_card(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    value: int,
    *,
    is_last: bool,
    face: FaceOfEdge | None,
) -> None:
    """Draw a card of the row of played cards.

    Args:
        is_last: whether the card is the last of the row, to which the next card is added.
        face: the face of the player who has just played the card, drawn at the card's upper left
            corner; None for no face.
    """
    context.sprites.card(CardLook(value, last=is_last), rect.size).draw(surface, rect.topleft)
    if face is None:
        return
    edge = round(rect.width * 0.56)
    face(edge).draw(surface, (rect.x - round(edge * 0.3), rect.y - round(edge * 0.42)))


def card_back_look(
    kind: str, values: Sequence[int], owner: int | None, *, tilt: float = 0.0
) -> CardLook:
    """Return the look of a card in another player's hand, depending on what is known about it.

    Args:
        tilt: the angle in degrees, counter-clockwise.
        kind: "shown" if the card lies face up; otherwise "unknown", or a reading as in
            ``CardLook``.
        values: the value of the card, or the values that the reading names.
        owner: the colour number of the player.
    """
    if kind == "shown" and values:
        return CardLook(values[0], tilt=tilt)
    reading, joint = ("" if kind == "unknown" else kind), (_("or") if len(values) > 1 else "")
    return CardLook(
        None, owner=owner, reading=reading, values=tuple(values), joint=joint, tilt=tilt
    )


def draw_note_across_card(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, text: str
) -> None:
    """Draw a few words on a card, such as why it cannot be played.

    The words stand below the card's number (which is higher on a card with ``has_note``) and above
    the lower edge of the window.
    """
    colours, fonts = context.theme.colours, context.fonts
    least = minimum_text_pixels(context) / context.scale
    above, below = note_top_and_bottom(rect.size, context.scale)
    top = rect.y + above
    room = rect.width - context.px(8), min(rect.y + below, surface.get_height() - 1) - top
    style, lines = style_and_lines_to_fit(
        context, text, TextStyle("strong", max(13.5, least)), room
    )
    if len(lines) == 2:
        lines = one_or_two_balanced_lines(context, text, room[0], style)
    step = fonts.pixel_size(style) * TIGHT_LINE_SPACING
    for n, line in enumerate(lines):
        place = rect.centerx, round(top + room[1] / 2 + (n - (len(lines) - 1) / 2) * step)
        rim = max(1, context.px(1.5))
        fonts.draw_text_outline(surface, line, place, style, colours.card, "center", rim)
        fonts.draw_text(surface, line, place, style, colours.text, "center", rect.width)


MAX_TAG_HEIGHT_SHARE = 0.36  # maximum height of a tag as a share of the height of the card or face


def draw_card_tag(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    text: str,
    edge: Colour | None = None,
) -> None:
    """Draw a word, such as "new", on a small plate at the top of a card or face.

    Args:
        edge: the colour of the plate's rim; None for the usual colour.
    """
    colours = context.theme.colours
    style = style_reduced_to_fit(
        context, text, threat_tag_text_style(context), rect.width - context.px(16)
    )
    wide = min(context.fonts.text_size(text, style)[0] + context.px(16), rect.width)
    most = max(context.fonts.line_height(style), round(rect.height * MAX_TAG_HEIGHT_SHARE))
    plate = pygame.Rect(0, 0, wide, min(context.px(22), most))
    plate.midtop = rect.centerx, rect.y + round(rect.height * 0.035)
    if plate.height > rect.height * MAX_TAG_HEIGHT_SHARE:
        plate.bottom = rect.y + round(rect.height * MAX_TAG_HEIGHT_SHARE)
    context.sprites.text_plate_on_key(plate.size, edge or colours.accent).draw(
        surface, plate.topleft
    )
    room = plate.width - context.px(8)
    context.fonts.draw_text(surface, text, plate.center, style, colours.text, "center", room)


def draw_captures_on_card(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    markers: Sequence[StyledMarker],
) -> None:
    """Draw up to two of the markers that a card would capture, crossed out, on that card."""
    edge = max(context.px(13), round(rect.width * 0.21))
    right = rect.right - round(rect.width * 0.06)
    top = rect.y + round(rect.width * 0.39)
    for n, piece in enumerate(markers[:2]):
        place = pygame.Rect(right - edge, top + n * round(edge * 1.05), edge, edge)
        context.sprites.flat_marker(piece, edge).draw(surface, place.topleft)
        context.sprites.strike_through_line(place.size).draw(surface, place.topleft)


PULSE_SECONDS = 1.6  # period of the pulsing light of a threatened key


def threat_pulse_strength(seconds: float) -> float:
    """Return the strength of a key's pulsing light, a slow wave between 0.7 and 1.

    Args:
        seconds: the time since the pulse began.
    """
    return 0.85 + 0.15 * math.sin(2 * math.pi * seconds / PULSE_SECONDS)


def draw_threatened_key_rim(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    colour: Colour,
    *,
    is_next: bool,
    pulse: float = 1.0,
    shrink: int = 0,
) -> None:
    """Draw the rim of a key on which a marker would win.

    Args:
        colour: the colour of the side that would win.
        is_next: whether the side could win in the next turn. If so, the rim is solid and glows; if
            not, the rim is dashed.
        pulse: the strength of the glow, from 0 to 1; see ``threat_pulse_strength``.
        shrink: the number of pixels by which the rim is drawn further inside, for a second rim on
            the same key.
    """
    box = rect.inflate(-2 * shrink, -2 * shrink)
    if is_next and context.theme.surface.glow:
        context.sprites.pulsing_key_glow(box.size, colour, pulse).draw(surface, box.topleft)
    context.sprites.key_rim(box.size, colour, not is_next).draw(surface, box.topleft)


def draw_threat_line(
    surface: pygame.Surface,
    context: Context,
    points: Sequence[Point],
    colour: Colour,
    *,
    is_next: bool,
    most: float = 0.0,
    pulse: float = 1.0,
) -> None:
    """Draw a dotted line from marker to marker and on to the key that completes the line.

    Args:
        points: the path of the line in pixels, ending at the key.
        is_next: whether the line could be completed in the next turn.
        most: the maximum width of a dot in pixels; 0 for the usual width.
        pulse: the opacity of the line if ``is_next``, from 0 to 1; see ``threat_pulse_strength``.
    """
    path = tuple((round(x), round(y)) for x, y in points)
    width = max(2.0, most or 4.0 * context.scale)
    context.sprites.draw_dots_along_path(surface, path, width, colour, pulse if is_next else 0.6)


TAG_NAME_STYLE = TextStyle("strong", 15)
TAG_LINE_STYLE = TextStyle("body", 14)
PILL_STYLE = TextStyle("strong", 13)
# Minimum height of a key with words about a threat, in layout units.
MIN_KEY_HEIGHT_FOR_WORDS = 108.0


def threat_tag_text_style(context: Context) -> TextStyle:
    """Return the style of words on keys and cards, which is small but readable."""
    least = minimum_text_pixels(context) / context.scale
    return replace(PILL_STYLE, size=max(PILL_STYLE.size, least))


def draw_threat_tag(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    face: FaceOfEdge | None,
    name: str,
    line: str,
    *,
    is_occupied: bool = False,
    is_next: bool = True,
    card: int | None = None,
    colour: Colour | None = None,
) -> None:
    """Draw on a key which player would win there, and with which card.

    Args:
        rect: the rectangle of the key.
        face: the face of that player; None to draw no face.
        name, line: the two lines of text, such as "Vector" and "wins with a 0".
        is_occupied: whether markers are on the key; the text is then kept clear of the markers.
        is_next: whether the player could win in the next turn; if not, the text is muted.
        card: the value of the winning card, which is drawn if there is no room for words; None to
            draw no card.
        colour: the colour of the player's side; None for the accent colour.
    """
    if context.theme.board == "servers":
        has_room = not is_occupied and _round_tag_lines(context, rect, line) is not None
        if has_room or not _draw_tag_at_key_foot(
            surface, context, rect, face, line, is_next, colour
        ):
            _draw_tag_on_round_key(surface, context, rect, face, line, card, is_occupied, is_next)
        return
    if rect.height < context.px(MIN_KEY_HEIGHT_FOR_WORDS):
        _draw_face_tag_on_key(surface, context, rect, face, card, is_occupied, is_next)
        return
    colours, fonts = context.theme.colours, context.fonts
    ink = colours.text if is_next else mix_colours(colours.text, colours.muted, 0.8)
    pad = round(rect.width * 0.085)
    if is_occupied:
        edge = round(rect.width * 0.23)
        place = pygame.Rect(rect.right - pad - edge, rect.y + pad, edge, edge)
        left = rect.x + round(rect.width * 0.28)
        if face is not None:
            face(edge).draw(surface, place.topleft)
        room = (place.left if face is not None else rect.right - pad) - left - context.px(4)
        lines = one_or_two_balanced_lines(context, line, room, threat_tag_text_style(context))
        if (
            card is not None
            and max(fonts.text_size(part, threat_tag_text_style(context))[0] for part in lines)
            > room
        ):
            small = pygame.Rect(0, 0, round(edge * 0.76), edge)
            small.midright = round(left + room), place.centery
            context.sprites.card(CardLook(card), small.size).draw(surface, small.topleft)
            return
        _draw_right_aligned_lines(
            surface,
            context,
            lines,
            (left + room, place.centery),
            threat_tag_text_style(context),
            ink,
            room,
        )
        return
    edge = round(rect.width * 0.33)
    place = pygame.Rect(rect.x + pad, 0, edge, edge)
    place.bottom = rect.bottom - pad - round(rect.height * 0.03)
    if face is not None:
        face(edge).draw(surface, place.topleft)
    left = place.right + context.px(6) if face is not None else place.left
    room = rect.right - pad - left
    style = (
        TAG_NAME_STYLE
        if fonts.text_size(name, TAG_NAME_STYLE)[0] <= room
        else threat_tag_text_style(context)
    )
    lines = one_or_two_balanced_lines(context, line, room, TAG_LINE_STYLE)
    step = fonts.line_height(TAG_LINE_STYLE) * 0.86
    top = place.centery - step * len(lines) / 2
    fonts.draw_text(surface, name, (left, top), style, colours.text, "midleft", room)
    for n, part in enumerate(lines, start=1):
        fonts.draw_text(surface, part, (left, top + n * step), TAG_LINE_STYLE, ink, "midleft", room)


def _draw_face_tag_on_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    face: FaceOfEdge | None,
    card: int | None,
    is_occupied: bool,
    is_next: bool,
) -> None:
    """Draw the winner's face and the winning card on a key that has no room for words."""
    high = round(rect.height * (0.28 if is_occupied else 0.36))
    pad, wide = round(rect.width * 0.08), round(high * 0.76)
    right = rect.right - pad
    top = rect.y + pad if is_occupied else rect.bottom - pad - high - round(rect.height * 0.04)
    if card is not None:
        place = pygame.Rect(right - wide, top, wide, high)
        look = CardLook(card, dimmed=not is_next)
        context.sprites.card(look, place.size).draw(surface, place.topleft)
        right = place.left - round(pad * 0.6)
    if face is not None:
        face(high).draw(surface, (right - high, top))


def _draw_right_aligned_lines(
    surface: pygame.Surface,
    context: Context,
    lines: Sequence[str],
    midright: tuple[float, float],
    style: TextStyle,
    colour: Colour,
    room: float,
) -> None:
    step = context.fonts.line_height(style) * 0.9
    for n, line in enumerate(lines):
        place = (midright[0], midright[1] + (n - (len(lines) - 1) / 2) * step)
        context.fonts.draw_text(surface, line, place, style, colour, "midright", room)


def _draw_tag_at_key_foot(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    face: FaceOfEdge | None,
    line: str,
    is_next: bool,
    colour: Colour | None,
) -> bool:
    """Draw the face and words on a plate at the foot of a round key, below its markers.

    Returns:
        Whether there was room; if not, nothing is drawn.
    """
    colours, fonts = context.theme.colours, context.fonts
    style, high = threat_tag_text_style(context), min(context.px(24), round(rect.height * 0.24))
    sign = round(high * 0.8) if face is not None else 0
    pad, gap = round(high * 0.25), round(high * 0.17)
    width = fonts.text_size(line, style)[0] + sign + gap + 2 * pad
    if width > round(rect.width * 1.1):
        return False
    pill = pygame.Rect(0, 0, width, high)
    pill.center = rect.centerx, rect.bottom
    context.sprites.text_plate_on_key(pill.size, colour or colours.accent).draw(
        surface, pill.topleft
    )
    left = pill.x + pad
    if face is not None:
        face(sign).draw(surface, (left, pill.centery - sign // 2))
        left += sign + gap
    ink = colours.text if is_next else mix_colours(colours.text, colours.muted, 0.8)
    fonts.draw_text(surface, line, (left, pill.centery), style, ink, "midleft", pill.right - left)
    return True


ROUND_KEY_WORDS_ROOM = (0.86, 0.32)
"""The width and height of the room for words between the number and the face on a round key, as
shares of the key's width and height."""


def _round_tag_lines(
    context: Context, rect: pygame.Rect, line: str
) -> tuple[TextStyle, list[str]] | None:
    """Return the style and lines of words on a round key without markers, or None if too long."""
    fonts, room = context.fonts, rect.width * ROUND_KEY_WORDS_ROOM[0]
    style = (
        threat_tag_text_style(context)
        if fonts.text_size(line, TAG_LINE_STYLE)[0] > room
        else TAG_LINE_STYLE
    )
    lines = one_or_two_balanced_lines(context, line, room, style)
    high = fonts.pixel_size(style) * TIGHT_LINE_SPACING * len(lines)
    has_room = high <= rect.height * ROUND_KEY_WORDS_ROOM[1]
    if has_room and all(fonts.text_size(part, style)[0] <= room for part in lines):
        return style, lines
    return None


def _draw_tag_on_round_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    face: FaceOfEdge | None,
    line: str,
    card: int | None,
    is_occupied: bool,
    is_next: bool,
) -> None:
    """Draw words across the middle of a round key, with the face below.

    On a key with markers, the face stands at the edge of the key. If the words do not fit, the card
    is drawn in their place.
    """
    colours, fonts = context.theme.colours, context.fonts
    ink = colours.text if is_next else colours.muted
    edge = round(rect.width * (0.22 if is_occupied else 0.27))
    place = pygame.Rect(0, 0, edge, edge)
    place.center = rect.centerx, rect.y + round(rect.height * 0.785)
    if is_occupied:
        place.center = rect.x + round(rect.width * 0.305), rect.y + round(rect.height * 0.24)
    fitting = None if is_occupied else _round_tag_lines(context, rect, line)
    if fitting is None and not is_occupied and card is not None and face is not None:
        place.x -= round(edge * 0.38) + context.px(2)  # centre the face and the card together
    if face is not None:
        face(edge).draw(surface, place.topleft)
    if fitting is None:
        if card is not None:
            small = pygame.Rect(0, 0, round(edge * 0.76), edge)
            small.midleft = place.right + context.px(4), place.centery
            if is_occupied:
                small.center = rect.right - round(rect.width * 0.305), place.centery
            sprite = context.sprites.card(CardLook(card, dimmed=not is_next), small.size)
            sprite.draw(surface, small.topleft)
        return
    style, lines = fitting
    room, middle = rect.width * ROUND_KEY_WORDS_ROOM[0], rect.y + rect.height * 0.505
    rim = mix_colours(colours.background, colours.key, 0.3)
    step = fonts.pixel_size(style) * TIGHT_LINE_SPACING
    for n, part in enumerate(lines):
        where = (rect.centerx, round(middle + (n - (len(lines) - 1) / 2) * step))
        fonts.draw_text_outline(surface, part, where, style, rim, "center", max(1, context.px(1.5)))
        fonts.draw_text(surface, part, where, style, ink, "center", room)


def draw_badge_on_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    marker: StyledMarker,
    text: str,
    card: int | None = None,
) -> pygame.Rect:
    """Draw a pill-shaped plate with a marker and a few words on a key.

    The plate is at the upper right of a square key, or at the foot of a round key.

    Args:
        card: the value of the card to play there, which is drawn if there is no room for the words;
            None to draw no card.

    Returns:
        The rectangle of the plate.
    """
    colours, fonts = context.theme.colours, context.fonts
    unit = key_outline_scale(rect.size, context.scale)
    is_round = context.theme.board == "servers"
    high = min(context.px(24), round(rect.height * 0.24))
    pad, gap, sign = round(high * 0.22), round(high * 0.17), round(high * 0.5)
    left = rect.x if is_round else key_number_right_edge(context, rect) + gap
    right = rect.right if is_round else rect.right - round(7 * unit)
    room = right - left if not is_round else round(rect.width * 1.1)
    spare = room - sign - gap - 2 * pad
    style = replace(PILL_STYLE, size=min(PILL_STYLE.size, high * 0.6 / context.scale))
    if fonts.pixel_size(style) < minimum_text_pixels(context):
        style = replace(style, size=minimum_text_pixels(context) / context.scale)
    words = fonts.text_size(text, style)[0]
    high_card = round(high * 0.8)
    wide_card = 0 if card is None else round(high_card * 0.76)
    has_words = words <= spare
    after = words if has_words else wide_card
    width = min(room, sign + 2 * pad + (gap + after if after else 0))
    pill = pygame.Rect(0, 0, width, high)
    if is_round:
        pill.center = rect.centerx, rect.bottom
    else:
        pill.topright = right, rect.y + round(9 * unit)
    colour = colours.players[marker.colour]
    context.sprites.text_plate_on_key(pill.size, colour).draw(surface, pill.topleft)
    left = pill.x + pad
    context.sprites.flat_marker(marker, sign).draw_centred(surface, (left + sign / 2, pill.centery))
    place = (left + sign + gap, pill.centery)
    if has_words:
        fonts.draw_text(surface, text, place, style, colours.text, "midleft")
    elif card is not None:
        small = pygame.Rect(0, 0, wide_card, high_card)
        small.midleft = place
        context.sprites.card(CardLook(card), small.size).draw(surface, small.topleft)
    return pill


def key_number_right_edge(context: Context, rect: pygame.Rect) -> int:
    """Return the x coordinate, in pixels, of the right edge of the number on a square key."""
    unit = key_outline_scale(rect.size, context.scale)
    size = min(styles.KEY_NUMERAL.size, rect.height / context.scale * 0.4)
    digit = context.fonts.text_size("8", replace(styles.KEY_NUMERAL, size=size))[0]
    return rect.x + round(13 * unit) + digit


# Functions for buttons beside the table.


@dataclass(frozen=True, slots=True)
class DockButtonContent:
    """The content of a button beside the table.

    Attributes:
        detail: a second line, such as what the button does or why it cannot be used; on a low
            button, this line is at the right.
        price: the marker that must be paid, drawn with "−1"; None if the action costs nothing.
        intents: the intents whose keys or gamepad buttons press the button, shown as a hint.
        stamp: the word of the command that forbids the use of the button; "" for none.
        stamp_colour: the colour of the side that gave the command.
    """

    label: str
    icon: str = ""
    detail: str = ""
    price: StyledMarker | None = None
    intents: tuple[str, ...] = ()
    stamp: str = ""
    stamp_colour: Colour | None = None


MIN_LABEL_SHRINK = 0.9  # the icon is left out if the label would otherwise shrink below this share
DOCK_FIRST_STYLE = TextStyle("heading", 24)
DOCK_LABEL_STYLE = TextStyle("heading", 18)
DOCK_SMALL_STYLE = TextStyle("heading", 16)


def _dock_label_style(context: Context, rect: pygame.Rect, plate: ButtonPlateLook) -> TextStyle:
    if plate.rank in ("first", "risky") and rect.width >= context.px(220):
        return DOCK_FIRST_STYLE
    if plate.rank == "rare" or rect.height < context.px(48):
        return DOCK_SMALL_STYLE
    return DOCK_LABEL_STYLE


def draw_dock_button(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    face: DockButtonContent,
    plate: ButtonPlateLook,
) -> None:
    """Draw a button beside the table, with the marker that must be paid.

    Args:
        face: the content of the button.
        plate: the look of the button; its rank determines how much the button stands out.
    """
    context.sprites.button_plate(plate, rect.size).draw(surface, rect.topleft)
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    ink = table_pieces.button_text_colour(context.theme, plate)
    down = px(1.5) if plate.pressed and plate.rank != "impossible" else 0
    middle = rect.centery + down
    is_tall = rect.height >= px(76)
    style = _dock_label_style(context, rect, plate)
    is_narrow = rect.width < px(150)
    left = rect.x + px(10 if is_narrow else 16)
    price = px(56) if face.price is not None and plate.rank != "impossible" else 0
    free = rect.width - price - px(30) - px(32)
    if face.icon and fonts.text_size(face.label, style)[0] * MIN_LABEL_SHRINK <= free:
        edge = px(24 if is_tall or style == DOCK_FIRST_STYLE else 20)
        left = rect.x + px(15)
        icon = context.sprites.icon(face.icon, edge, ink)
        icon.draw_centred(surface, (left + edge / 2, middle))
        left += edge + px(12)
    right = rect.right - px(10 if is_narrow else 14)
    step = fonts.line_height(styles.SMALL)
    lines: list[str] = []
    if face.detail and rect.height >= px(54):
        lines = fonts.wrap(face.detail, styles.SMALL, right - left)
        most = 2 if rect.height >= px(92) else 1
        lines = lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]
    upper = round(middle - step * len(lines) * 0.5)
    below = upper + fonts.line_height(style) * 0.5 + step * 0.42
    quiet = mix_colours(ink, colours.muted, 0.55) if plate.rank not in ("first", "risky") else ink
    for n, line in enumerate(lines):
        place = (left, round(below + n * step * 0.95))
        fonts.draw_text(surface, line, place, styles.SMALL, quiet, "midleft", right - left)
    if face.price is not None and plate.rank != "impossible":
        wanted = style_reduced_to_fit(context, face.label, style, right - left - price)
        if fonts.text_size(face.label, wanted)[0] > right - left - price:
            # Draw the price below the label.
            upper = rect.y + round(rect.height * 0.32)
            below = rect.y + round(rect.height * 0.7)
            _draw_price_marker(surface, context, (right, below), face.price, ink, is_narrow)
        else:
            right = _draw_price_marker(surface, context, (right, upper), face.price, ink, is_narrow)
            right -= px(4 if is_narrow else 8)
    label = fonts.text_size(face.label, style)[0]
    if face.intents and plate.rank != "impossible":
        wide = input_hint_width(context, face.intents)
        if wide and label + wide + px(10) <= right - left:
            draw_input_hint(surface, context, face.intents, (right, upper), "midright", ink)
            right -= wide + px(10)
    if face.detail and not lines:
        wide = fonts.text_size(face.detail, styles.SMALL)[0]
        if label + wide + px(16) <= right - left:
            fonts.draw_text(
                surface, face.detail, (right, middle), styles.SMALL, quiet, "midright", wide
            )
            right -= wide + px(10)
    room = right - left
    style = style_reduced_to_fit(context, face.label, style, room)
    fonts.draw_text(surface, face.label, (left, upper), style, ink, "midleft", room)
    if face.stamp:
        high = min(round(rect.height * 0.44), px(30))
        tint = face.stamp_colour or colours.bad
        sprite = context.sprites.command_stamp(face.stamp.upper(), high, tint)
        centre = (rect.right - sprite.size[0] / 2 - px(4), rect.centery + round(rect.height * 0.12))
        sprite.draw_centred(surface, centre)


def _draw_price_marker(
    surface: pygame.Surface,
    context: Context,
    midright: tuple[int, int],
    marker: StyledMarker,
    colour: Colour,
    is_narrow: bool,
) -> int:
    """Draw "−1" and the marker that must be paid, and return their left edge in pixels.

    Args:
        midright: the midpoint of their right edge, in pixels.
    """
    style = TextStyle("strong", 14 if is_narrow else 17)
    box = context.fonts.draw_text(surface, "−1", midright, style, colour, "midright")
    edge = context.px(15 if is_narrow else 19)
    centre = (box.left - context.px(4 if is_narrow else 8) - edge / 2, midright[1])
    context.sprites.flat_marker(marker, edge).draw_centred(surface, centre)
    return round(centre[0] - edge / 2)


def draw_icon_button(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    icon: str,
    *,
    is_open: bool,
    hovered: bool = False,
    pressed: bool = False,
) -> None:
    """Draw a square button with an icon.

    Args:
        icon: the name of the icon.
        is_open: whether the panel that the button opens is open; the rim is then bright.
    """
    colours = context.theme.colours
    plate = ButtonPlateLook("possible", hovered=hovered, pressed=pressed)
    context.sprites.button_plate(plate, rect.size).draw(surface, rect.topleft)
    ink = table_pieces.button_text_colour(context.theme, plate)
    if is_open:
        radius = min(10 * context.scale, rect.height / 3)
        context.sprites.rounded_outline(rect.size, colours.accent, radius).draw(
            surface, rect.topleft
        )
        ink = mix_colours(colours.accent, colours.text, 0.2)
    edge = round(min(rect.size) * 0.5)
    centre = (rect.centerx, rect.centery + (context.px(1) if pressed else 0))
    context.sprites.icon(icon, edge, ink).draw_centred(surface, centre)


def draw_double_switch(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    marker: StyledMarker,
    label: str,
    *,
    is_on: bool,
    is_enabled: bool = True,
    hovered: bool = False,
    pressed: bool = False,
    intents: tuple[str, ...],
) -> None:
    """Draw the switch for placing the double instead of a single.

    When the switch is on, it has the colour of the marker.

    Args:
        marker: the double.
        intents: the intents whose keys or gamepad buttons press the switch, shown as a hint.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    rank: table_pieces.ButtonRank = "possible" if is_enabled else "impossible"
    plate = ButtonPlateLook(rank, hovered=hovered, pressed=pressed)
    context.sprites.button_plate(plate, rect.size).draw(surface, rect.topleft)
    ink = table_pieces.button_text_colour(context.theme, plate)
    colour = colours.players[marker.colour]
    if is_on:
        radius = min(10 * context.scale, rect.height / 3)
        context.sprites.rounded_outline(rect.size, colour, radius).draw(surface, rect.topleft)
    edge = min(px(28), round(rect.height * 0.66))
    left = rect.x + px(10)
    sign = context.sprites.flat_marker(marker, edge, is_enabled)
    sign.draw_centred(surface, (left + edge / 2, rect.centery))
    left += edge + px(10)
    switch = pygame.Rect(0, 0, px(34), px(18))
    switch.midright = rect.right - px(12), rect.centery
    right = switch.left - px(8)
    context.sprites.rounded_bar(PanelLook(edge=colour if is_on else None), switch.size, is_on).draw(
        surface, switch.topleft
    )
    knob = context.sprites.switch_or_slider_handle(switch.height - px(4))
    shift = switch.width - knob.size[0] - px(2) if is_on else px(2)
    knob.draw(surface, (switch.x + shift, switch.y + px(2)))
    if intents:
        wide = input_hint_width(context, intents)
        if wide and fonts.text_size(label, styles.STRONG)[0] + wide + px(8) <= right - left:
            draw_input_hint(
                surface, context, intents, (right, rect.centery), "midright", colours.muted
            )
            right -= wide + px(8)
    style = style_reduced_to_fit(context, label, styles.STRONG, right - left)
    if fonts.text_size(label, style)[0] <= right - left:
        # Without room for the label, the marker alone is enough.
        fonts.draw_text(surface, label, (left, rect.centery), style, ink, "midleft")


# Functions for the prompt and the display.

HEADLINE_STYLE = TextStyle("heading", 28)
PROMPT_LINE_STYLE = TextStyle("body", 16)


def draw_turn_prompt(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    piece: StyledMarker | None,
    headline: str,
    line: str,
    *,
    colour: Colour | None = None,
    right: int | None = None,
    line_right: int | None = None,
    remark: tuple[str, Colour, int] | None = None,
    stamp: str = "",
    stamp_colour: Colour | None = None,
    face: FaceOfEdge | None = None,
) -> None:
    """Draw the prompt: a headline that says whose turn it is, and a line about what they can do.

    Args:
        rect: the rectangle with the headline at its top.
        piece: the marker of the player in the headline, drawn before the headline; None for none.
        line: what the player can do.
        colour: the colour of the headline; None for the usual text colour.
        right: the right end of the headline's room in pixels; None for that of ``rect``.
        line_right: the right end of the line's room in pixels; None for that of ``rect``.
        remark: words in large type that replace the line, their colour, and the lower end of their
            room in pixels; the headline is then smaller. None for no remark.
        stamp: the word of a command in force, drawn beside the headline; "" for none.
        face: the face of the player at the lower edge, drawn in place of ``piece``; None for none.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    left = rect.x
    if face is not None:
        edge = min(px(54), rect.height)
        face(edge).draw(surface, (left, rect.y))
        left += edge + px(12)
    elif piece is not None:
        wide = min(px(38), round(rect.height * 0.74))
        foot = (left + wide / 2 + px(1), rect.y + px(19) + wide / 2)
        context.sprites.draw_marker(surface, piece, foot, wide)
        left += wide + px(12)
    end = rect.right if right is None else right
    room = end - left
    if stamp:
        tint = stamp_colour or colours.warning
        sprite = context.sprites.command_stamp(stamp.upper(), px(26), tint)
        wide = fonts.text_size(headline, HEADLINE_STYLE)[0]
        if wide + sprite.size[0] + px(14) <= room:
            middle = left + wide + px(10) + sprite.size[0] / 2, rect.y + px(19)
            sprite.draw_centred(surface, middle)
    ink = colour or colours.text
    place = (left, rect.y + px(20 if remark is None else 11))
    style = HEADLINE_STYLE if remark is None else REMARK_STYLE
    style = style_reduced_to_fit(context, headline, style, room)
    fonts.draw_text(surface, headline, place, style, ink, "midleft", room)
    if remark is not None:
        words, ink, bottom = remark
        top = rect.y + px(22)
        style, lines = style_and_lines_to_fit(
            context, words, REMARK_STYLE, (rect.right - left, bottom - top)
        )
        step = fonts.pixel_size(style) * TIGHT_LINE_SPACING
        for n, one in enumerate(lines):
            place = (left, round(top + (n + 0.5) * step))
            fonts.draw_text(surface, one, place, style, ink, "midleft", rect.right - left)
        return
    if not line or rect.height < px(50):
        return
    quiet, place = mix_colours(colours.text, colours.muted, 0.6), (left, rect.y + px(44))
    room = (rect.right if line_right is None else line_right) - left
    style = style_reduced_to_fit(context, line, PROMPT_LINE_STYLE, room)
    fonts.draw_text(surface, line, place, style, quiet, "midleft", room)


LCD_CELLS = 5  # minimum number of characters for which the display has room, as in "4+1=5"
REMARK_STYLE = TextStyle("strong", 16)
# Maximum height of the characters, as a share of the height of the display.
MAX_LCD_TEXT_SHARE = 0.5


def draw_lcd_display(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    text: str,
    remark: str,
    colour: Colour | None,
    note: str = "",
) -> None:
    """Draw the LCD display below the keys.

    Args:
        text: the text in LCD segments at the left, such as a sum.
        remark: the words at the right.
        note: smaller words below the remark, drawn if both fit on one line.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    context.sprites.lcd_plate(rect.size).draw(surface, rect.topleft)
    size = min(27.0, rect.height / context.scale * MAX_LCD_TEXT_SHARE)
    style = TextStyle("lcd", size)
    left = (rect.x + px(18), rect.centery)
    cells = fonts.text_size("0" * LCD_CELLS, style)[0]
    box = draw_lcd_text(surface, context.theme, fonts, text, left, len(text), style=style)
    right, gap = rect.right - px(16), px(14)
    room = right - max(box.right, left[0] + cells) - gap, rect.height - px(6)
    style, lines = style_and_lines_to_fit(context, remark, REMARK_STYLE, room)
    step = fonts.pixel_size(style) * TIGHT_LINE_SPACING
    written = [(line, style, colour or colours.text) for line in lines]
    if (
        note
        and len(lines) == 1
        and 2 * step <= room[1]
        and fonts.can_fit(note, styles.SMALL, room[0])
    ):
        written.append((note, styles.SMALL, colours.text))
    for n, (line, line_style, ink) in enumerate(written):
        place = (right, round(rect.centery + (n - (len(written) - 1) / 2) * step))
        fonts.draw_text(surface, line, place, line_style, ink, "midright", room[0])
