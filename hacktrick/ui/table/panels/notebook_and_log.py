"""The notebook with its pages, and the log of a match, at the right of the table."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.themes import Colour
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.game.state import Side
from hacktrick.i18n.notebook_pages import (
    NOTEBOOK_TABS,
    NotebookLine,
    NotebookTab,
    notebook_line_text,
    notebook_page,
    tab_name,
)
from hacktrick.i18n.table_view_model import LogLine, TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    NodeAction,
    PaintedText,
    bounds_of_rect,
)
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import DRAG_THRESHOLD, SIDEWAYS_STEPS, Widget
from hacktrick.ui.widgets.input_hints import intent_hint

LOG_LINE_STEP = 21.0  # distance between lines, in layout units
LOG_STYLE = TextStyle("body", 14.5)
LOG_STRONG_STYLE = TextStyle("strong", 14.5)
TURN_NUMBER_STYLE = TextStyle("mono", 14)


def draw_scroll_bar(
    surface: pygame.Surface,
    context: Context,
    panel: pygame.Rect,
    area: pygame.Rect,
    offset: int,
    overflow: int,
) -> None:
    """Draw the scroll bar of a panel at its right edge.

    Args:
        panel: the rectangle of the panel.
        area: the part of the panel that scrolls.
        offset: the pixels by which this part is scrolled down.
        overflow: the pixels by which this part can be scrolled down; not 0.
    """
    px = context.px
    track = pygame.Rect(panel.right - px(9), area.y, px(4), area.height)
    height = max(px(20), round(track.height * area.height / (area.height + overflow)))
    top = track.y + round((track.height - height) * offset / overflow)
    look = PanelLook(edge=context.theme.colours.outline)
    pill = context.sprites.rounded_bar(look, (track.width, height), filled=True)
    pill.draw(surface, (track.x, top))


class LogPanel(Widget):
    """The log of a match, newest line last, which scrolls by wheel, keys and dragging."""

    scan_intents: tuple[str, ...] = ("page_up", "page_down")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.lines: tuple[LogLine, ...] = ()
        self._n_lines_back = 0
        self._back_lines: tuple[LogLine, ...] = ()  # the lines of the log when it was last scrolled
        self.is_opened = False  # whether the log is open over the table
        self._grip = (0, 0)  # y in pixels, and ``lines_scrolled_back``, at the start of a drag

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a list node with all lines of the log."""
        lines = tuple(self._line_node(n, line) for n, line in enumerate(self.lines))
        bounds = bounds_of_rect(self.rect)
        return Node(key, "list", _("Log"), bounds=bounds, actions=("focus",), children=lines)

    def _line_node(self, line_index: int, line: LogLine) -> Node:
        return Node(
            f"line {line_index}", "list_item", line.text, place=(line_index + 1, len(self.lines))
        )

    @property
    def lines_scrolled_back(self) -> int:
        """The number of lines by which the log is scrolled back; a new line resets this to 0."""
        return self._n_lines_back if self._back_lines == self.lines else 0

    @lines_scrolled_back.setter
    def lines_scrolled_back(self, n_lines: int) -> None:
        self._n_lines_back, self._back_lines = n_lines, self.lines

    def handle_wheel(self, steps: int) -> bool:
        return self._scroll_lines(steps * 3)

    def handle_key(self, event: pygame.Event) -> bool:
        steps = {"page_up": 8, "page_down": -8, "first": 999, "last": -999}
        by = steps.get(self.context.intent_of_event(event), 0)
        return bool(by) and self._scroll_lines(by)

    def handle_press(self, pos: tuple[int, int]) -> None:
        self._grip = pos[1], self.lines_scrolled_back

    def handle_drag(self, pos: tuple[int, int]) -> None:
        """Scroll by dragging, so that the content follows the pointer."""
        y, back = self._grip
        self._scroll_lines(
            back + (pos[1] - y) // self.context.px(LOG_LINE_STEP) - self.lines_scrolled_back
        )

    def _scroll_lines(self, steps: int) -> bool:
        wrapped, room = self._wrapped_lines(), self._n_visible_lines()
        self.lines_scrolled_back = max(
            0, min(len(wrapped) - room, self.lines_scrolled_back + steps)
        )
        self.request_redraw()
        return True

    def _content_rect(self) -> pygame.Rect:
        px = self.context.px
        room = self.rect.inflate(-2 * px(14), -2 * px(10))
        return pygame.Rect(room.x, room.y + px(26), room.width, room.height - px(26))

    def _n_visible_lines(self) -> int:
        return max(1, self._content_rect().height // self.context.px(LOG_LINE_STEP))

    def _wrapped_lines(self) -> list[tuple[LogLine, str, bool]]:
        """Return the wrapped lines of the log.

        Each wrapped line is a log line, a part of its text, and whether this is the first part.
        """
        width = self._content_rect().width - self.context.px(26)
        parts = []
        for line in self.lines:
            style = LOG_STRONG_STYLE if line.kind == "end" else LOG_STYLE
            wrapped = self.context.fonts.wrap(line.text, style, width)
            parts += [(line, text, n == 0) for n, text in enumerate(wrapped)]
        return parts

    def draw(self, surface: pygame.Surface) -> None:
        context = self.context
        radius = round(context.theme.surface.corner * context.scale)
        ground = context.theme.colours.panel
        pygame.draw.rect(surface, ground, self.rect, border_radius=radius)
        aside = intent_hint(context, "log") if not self.lines_scrolled_back else _("scrolled")
        game_drawing.draw_titled_panel(surface, context, self.rect, _("Log"), aside)
        self._draw_visible_lines_and_scroll_bar(surface)

    def _draw_visible_lines_and_scroll_bar(self, surface: pygame.Surface) -> None:
        """Draw the visible lines, and a scroll bar beside them."""
        context = self.context
        wrapped, rows, room = self._wrapped_lines(), self._n_visible_lines(), self._content_rect()
        end = len(wrapped) - self.lines_scrolled_back
        shown = wrapped[max(0, end - rows) : end]
        step = context.px(LOG_LINE_STEP)
        for n, (line, text, first) in enumerate(shown):
            if context.theme.surface.paper and n % 2 == 0:
                self._draw_paper_stripe(surface, room, room.y + n * step, step)
            self._draw_log_line(surface, room, room.y + n * step + step // 2, line, text, first)
        self._draw_scroll_bar(surface, room, len(wrapped), rows)

    def _draw_paper_stripe(
        self, surface: pygame.Surface, area: pygame.Rect, top: int, step: int
    ) -> None:
        """Tint one line, as on striped printer paper."""
        colours = self.context.theme.colours
        tint = mix_colours(colours.panel, colours.accent, 0.06 * self.context.theme.surface.paper)
        surface.fill(
            tint, (area.x - self.context.px(4), top, area.width + self.context.px(4), step)
        )

    def _draw_log_line(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        y: int,
        line: LogLine,
        text: str,
        is_first_part: bool,
    ) -> None:
        context, colours, ink = self.context, self.context.theme.colours, self._line_colour(line)
        if is_first_part and line.kind == "move" and line.turn:
            place = (area.x + context.px(18), y)
            number = str(line.turn)
            context.fonts.draw_text(
                surface, number, place, TURN_NUMBER_STYLE, colours.muted, "midright"
            )
        style = LOG_STRONG_STYLE if line.kind == "end" else LOG_STYLE
        context.fonts.draw_text(
            surface,
            text,
            (area.x + context.px(26), y),
            style,
            ink,
            "midleft",
            area.right - area.x - context.px(26),
        )

    def _line_colour(self, line: LogLine) -> Colour:
        colours = self.context.theme.colours
        latest = line.turn == self.lines[-1].turn
        return {
            "move": colours.text if latest else mix_colours(colours.text, colours.muted, 0.6),
            "more": colours.muted,
            "say": colours.warning,
            "end": colours.good,
        }[line.kind]

    def _draw_scroll_bar(
        self, surface: pygame.Surface, area: pygame.Rect, n_lines: int, rows: int
    ) -> None:
        """Draw a scroll bar if there are more lines than fit."""
        if n_lines <= rows:
            return
        px = self.context.px
        track = pygame.Rect(self.rect.right - px(8), area.y, px(4), area.height)
        height = max(px(20), round(track.height * rows / n_lines))
        top = track.y + round(
            (track.height - height) * (n_lines - rows - self.lines_scrolled_back) / (n_lines - rows)
        )
        look = PanelLook(edge=self.context.theme.colours.outline)
        sprite = self.context.sprites.rounded_bar(look, (track.width, height), filled=True)
        sprite.draw(surface, (track.x, top))


TAB_HEIGHT, TAB_GAP = 44.0, 4.0  # height of the tabs and gap between two tabs, in layout units
PAGE_MARGIN = 16.0
TAB_STYLE = TextStyle("heading", 16)
SMALL_TAB_STYLE = TextStyle("heading", 13.5)
NOTE_TITLE_STYLE = TextStyle("heading", 17.5)
NOTE_STYLE = TextStyle("body", 15.5)
NOTE_STRONG_STYLE = TextStyle("strong", 15.5)
HAND_CARD_SIZE = (33.0, 43.0)  # size of a card of a possible hand, in layout units
# Size of a card in a count of seen and unseen cards, in layout units.
COUNT_CARD_SIZE = (24.0, 31.0)
NOTE_KEY_WIDTH = 36.0  # width of a board key in a note, in layout units
NOTE_GAP = 6.0  # gap between two lines of a page, in layout units


class Notebook(LogPanel):
    """A panel with pages about the match: log, hands, cards and threats.

    The player opens the notebook over the table, unless it is docked.

    Attributes:
        tab: the visible page.
        is_opened: whether the player has opened the notebook.
        is_docked: whether the notebook is beside the table in a very wide window, always open.
    """

    scan_intents = ("right", "left", "page_up", "page_down")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.tab: NotebookTab = "log"
        self.is_docked = False
        self.visible = False
        self._model: TableViewModel | None = None
        self._odds: HandOdds | None = None
        self._pages: dict[NotebookTab, tuple[NotebookLine, ...]] = {}  # a cache of the pages
        self._styles: tuple[MarkerStyle, ...] = ()
        self._sides: tuple[Side, ...] = ()
        self._offsets: dict[NotebookTab, int] = {}  # the pixels by which each page is scrolled down
        self._pressed_tab: NotebookTab | None = None
        self._dragged = False

    @property
    def is_open(self) -> bool:
        """Whether the notebook is visible."""
        return self.is_opened or self.is_docked

    @property
    def needs_hand_odds(self) -> bool:
        """Whether ``show`` needs the odds, because the page of hands is visible."""
        return self.is_open and self.tab == "hands"

    def open_notebook(self, tab: NotebookTab | None = None) -> None:
        """Open the notebook at the page ``tab``; None keeps the page that was shown last."""
        self.is_opened, self.visible = True, True
        if tab is not None:
            self.turn_to_page(tab)
        self.request_redraw()

    def tab_label_text(self, tab: NotebookTab) -> str:
        """Return the name of a tab."""
        return tab_name(tab)

    def turn_to_page(self, tab: NotebookTab) -> None:
        """Turn the notebook to the page of a tab."""
        self.tab = tab
        self.request_redraw()

    def show_match(self, model: TableViewModel, odds: HandOdds | None = None) -> None:
        """Show the state of the match in ``model``.

        Args:
            model: the table.
            odds: the probabilities of the hands that an opponent can hold; None if the player may
                not see the odds, or if the odds have not been computed yet.
        """
        self.lines = model.log
        if model is not self._model or odds is not self._odds:
            self._model, self._odds = model, odds
            self._pages.clear()

    def _lines_of_visible_page(self) -> tuple[NotebookLine, ...]:
        """Return the cached lines of the visible page; empty before the first ``show``."""
        model = self._model
        if model is None:
            return ()
        if self.tab not in self._pages:
            self._pages[self.tab] = notebook_page(model, self.tab, self._odds)
            self._styles = tuple(model.marker_style(side) for side in (0, 1))
            self._sides = tuple(max(0, model.side_of(seat)) for seat in range(model.n_seats))
        return self._pages[self.tab]

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a group node with the tabs and the lines of the visible page."""
        tabs = tuple(
            Node(
                f"tab {tab}",
                "tab",
                self.tab_label_text(tab),
                bounds=bounds_of_rect(rect),
                actions=PRESSABLE,
                is_selected=tab == self.tab,
                place=(n + 1, len(NOTEBOOK_TABS)),
            )
            for n, (tab, rect) in enumerate(self.tab_rects().items())
        )
        lines = tuple(self._line_node(n, line) for n, line in enumerate(self.lines))
        if self.tab != "log":
            words = [notebook_line_text(line) for line in self._lines_of_visible_page()]
            lines = tuple(
                Node(f"note {n}", "list_item", text) for n, text in enumerate(words) if text
            )
        page = Node("page", "list", self.tab_label_text(self.tab), children=lines)
        bounds, name = bounds_of_rect(self.rect), _("Notebook")
        return Node(key, "group", name, bounds=bounds, actions=("focus",), children=(*tabs, page))

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        """Turn to the page of a tab that a screen reader presses."""
        tab = next((one for one in NOTEBOOK_TABS if part == f"tab {one}"), None)
        if tab is not None:
            self.turn_to_page(tab)

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key: left and right turn pages; up, down, page, home and end keys scroll."""
        name = self.context.intent_of_event(event)
        if name in SIDEWAYS_STEPS:
            n = NOTEBOOK_TABS.index(self.tab) + SIDEWAYS_STEPS[name]
            if 0 <= n < len(NOTEBOOK_TABS):
                self.turn_to_page(NOTEBOOK_TABS[n])
                return True
            return False
        steps = {"up": 1, "down": -1, "page_up": 8, "page_down": -8, "first": 999, "last": -999}
        return name in steps and self._scroll_lines(steps[name])

    def handle_press(self, pos: tuple[int, int]) -> None:
        self._pressed_tab, self._dragged = self._tab_at(pos), False
        self._grip = (
            pos[1],
            self.lines_scrolled_back if self.tab == "log" else self._page_scroll_offset,
        )

    def handle_drag(self, pos: tuple[int, int]) -> None:
        """Scroll by dragging, so that the content follows the pointer."""
        y, start = self._grip
        self._dragged = self._dragged or abs(pos[1] - y) > self.context.px(DRAG_THRESHOLD)
        if not self._dragged:
            return
        if self.tab == "log":
            self._scroll_lines(
                start + (pos[1] - y) // self.context.px(LOG_LINE_STEP) - self.lines_scrolled_back
            )
        else:
            self._scroll_to(start + y - pos[1])

    def activate(self) -> None:
        """Turn to the page whose tab was pressed; Enter turns to the next page."""
        pressed, dragged = self._pressed_tab, self._dragged
        self._pressed_tab, self._dragged = None, False
        if pressed is not None and not dragged:
            self.context.play("select", 0)
            self.turn_to_page(pressed)
        elif self._grip == (0, 0):
            n = NOTEBOOK_TABS.index(self.tab)
            self.turn_to_page(NOTEBOOK_TABS[(n + 1) % len(NOTEBOOK_TABS)])
        self._grip = (0, 0)

    def handle_wheel(self, steps: int) -> bool:
        return self._scroll_lines(steps * 3)

    def _scroll_lines(self, steps: int) -> bool:
        if self.tab == "log":
            return super()._scroll_lines(steps)
        return self._scroll_to(self._page_scroll_offset - steps * self.context.px(LOG_LINE_STEP))

    def _scroll_to(self, offset: int) -> bool:
        self._offsets[self.tab] = min(self._page_overflow_pixels(), max(0, offset))
        self.request_redraw()
        return True

    @property
    def _page_scroll_offset(self) -> int:
        return min(self._offsets.get(self.tab, 0), self._page_overflow_pixels())

    def _page_overflow_pixels(self) -> int:
        room = self._content_rect()
        return max(0, self._page_height(room.width) - room.height)

    def _content_rect(self) -> pygame.Rect:
        px = self.context.px
        room = self.rect.inflate(-2 * px(PAGE_MARGIN), -2 * px(10))
        top = px(TAB_HEIGHT + 8)
        return pygame.Rect(room.x, room.y + top, room.width, max(0, room.height - top))

    def tab_rects(self) -> dict[NotebookTab, pygame.Rect]:
        """Return the rectangles of the tabs."""
        px = self.context.px
        row = self.rect.inflate(-2 * px(8), -2 * px(8))
        row.height = px(TAB_HEIGHT)
        style = self._tab_style(row.width)
        widths = [
            self.context.fonts.text_size(self.tab_label_text(tab), style)[0]
            for tab in NOTEBOOK_TABS
        ]
        gap = px(TAB_GAP)
        spare = (row.width - sum(widths) - gap * (len(widths) - 1)) / len(widths)
        left, found = float(row.x), {}
        for tab, width in zip(NOTEBOOK_TABS, widths, strict=True):
            found[tab] = pygame.Rect(round(left), row.y, round(width + spare), row.height)
            left += width + spare + gap
        return found

    def _tab_style(self, width: int) -> TextStyle:
        fonts, px = self.context.fonts, self.context.px
        names = sum(
            fonts.text_size(self.tab_label_text(tab), TAB_STYLE)[0] for tab in NOTEBOOK_TABS
        )
        roomy = names + len(NOTEBOOK_TABS) * px(2 * 8 + TAB_GAP) <= width
        return TAB_STYLE if roomy else SMALL_TAB_STYLE

    def _tab_at(self, pos: tuple[int, int]) -> NotebookTab | None:
        rects = self.tab_rects().items()
        return next((tab for tab, rect in rects if rect.collidepoint(pos)), None)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, colours.panel, self.rect, border_radius=radius)
        self._draw_panel(surface, PanelLook())
        self._draw_tabs(surface)
        if self.tab == "log":
            self._draw_visible_lines_and_scroll_bar(surface)
        else:
            self._draw_page(surface)

    def _draw_tabs(self, surface: pygame.Surface) -> None:
        colours, rects = self.context.theme.colours, self.tab_rects()
        style = self._tab_style(self.rect.width - 2 * self.context.px(8))
        for tab, rect in rects.items():
            chosen = tab == self.tab
            if chosen:
                edge = colours.accent
                self._draw_panel(surface, PanelLook(edge=edge, edge_width=1.6, raised=True), rect)
            ink = colours.text if chosen else colours.muted
            self.context.fonts.draw_text(
                surface, self.tab_label_text(tab), rect.center, style, ink, "center", rect.width
            )

    def _draw_page(self, surface: pygame.Surface) -> None:
        room, clip = self._content_rect(), surface.get_clip()
        surface.set_clip(room.clip(clip))
        top = room.y - self._page_scroll_offset
        for line in self._lines_of_visible_page():
            height = self._notebook_line_height(line, room.width)
            if top + height > room.y and top < room.bottom:
                self._draw_notebook_line(
                    surface, line, pygame.Rect(room.x, top, room.width, height)
                )
            top += height + self.context.px(NOTE_GAP)
        surface.set_clip(clip)
        if overflow := self._page_overflow_pixels():
            draw_scroll_bar(
                surface, self.context, self.rect, room, self._page_scroll_offset, overflow
            )

    def _page_height(self, width: int) -> int:
        lines, gap = self._lines_of_visible_page(), self.context.px(NOTE_GAP)
        return sum(self._notebook_line_height(line, width) + gap for line in lines)

    def _notebook_line_height(self, line: NotebookLine, width: int) -> int:
        fonts, px = self.context.fonts, self.context.px
        if line.kind == "rule":
            return px(13)
        if line.kind == "hand":
            return max(px(HAND_CARD_SIZE[1]), fonts.line_height(NOTE_STYLE))
        if line.kind == "count":
            return max(px(COUNT_CARD_SIZE[1]), fonts.line_height(NOTE_STYLE)) + px(2)
        if line.kind == "threat":
            words = fonts.paragraph_height(line.text, NOTE_STYLE, width - px(NOTE_KEY_WIDTH + 12))
            return max(px(NOTE_KEY_WIDTH), words)
        style = NOTE_TITLE_STYLE if line.kind == "title" else NOTE_STYLE
        inset = px(30) if line.seat is not None else 0
        return fonts.paragraph_height(line.text, style, width - inset)

    def _draw_notebook_line(
        self, surface: pygame.Surface, line: NotebookLine, rect: pygame.Rect
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        if line.kind == "rule":
            ink = mix_colours(colours.outline, colours.panel, 0.4)
            ends = (rect.x, rect.centery), (rect.right, rect.centery)
            pygame.draw.line(surface, ink, *ends, max(1, px(1)))
        elif line.kind == "hand":
            self._draw_possible_hand(surface, line, rect)
        elif line.kind == "count":
            self._draw_unseen_card_count(surface, line, rect)
        elif line.kind == "threat":
            self._draw_threatened_key(surface, line, rect)
        else:
            if line.seat is not None:
                piece = self._styles[self._sides[line.seat]].marker()
                sign = context.sprites.flat_marker(piece, px(20))
                middle = rect.y + context.fonts.line_height(NOTE_TITLE_STYLE) // 2
                sign.draw_centred(surface, (rect.x + px(10), middle))
                rect = pygame.Rect(rect.x + px(30), rect.y, rect.width - px(30), rect.height)
            style = NOTE_TITLE_STYLE if line.kind == "title" else NOTE_STYLE
            ink = colours.muted if line.kind == "muted" else colours.text
            context.fonts.draw_paragraph(surface, line.text, rect, style, ink)

    def _draw_possible_hand(
        self, surface: pygame.Surface, line: NotebookLine, rect: pygame.Rect
    ) -> None:
        """Draw the cards of a possible hand, and its probability as a bar and as text."""
        context, px = self.context, self.context.px
        size, step = (px(HAND_CARD_SIZE[0]), px(HAND_CARD_SIZE[1])), px(HAND_CARD_SIZE[0] + 5)
        words = context.fonts.text_size(line.text, NOTE_STRONG_STYLE)[0]
        bar_room = max(0, rect.width - words - px(14))
        if line.cards:
            step = min(step, max(px(12), (bar_room - size[0]) // max(1, len(line.cards) - 1)))
        left = rect.x
        for card in line.cards:
            place = (left, rect.centery - size[1] // 2)
            context.sprites.card(CardLook(card), size).draw(surface, place)
            left += step
        ink = context.theme.colours.text
        place = (rect.right, rect.centery)
        context.fonts.draw_text(surface, line.text, place, NOTE_STRONG_STYLE, ink, "midright")
        start = max(left + px(12), rect.x + 4 * step + px(12))
        bar = pygame.Rect(start, rect.centery - px(4), rect.right - words - px(12) - start, px(8))
        if line.chance is not None and bar.width >= px(24):
            accent = context.theme.colours.accent
            game_drawing.draw_gauge(surface, context, bar, line.chance, accent)

    def _draw_unseen_card_count(
        self, surface: pygame.Surface, line: NotebookLine, rect: pygame.Rect
    ) -> None:
        """Draw a card value with a small tile for each card of this value.

        A tile is filled if the player has seen the card on the table or in their hand, otherwise
        hollow.
        """
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        size = px(COUNT_CARD_SIZE[0]), px(COUNT_CARD_SIZE[1])
        lying, own, left = line.counts
        sprite = context.sprites.card(CardLook(line.cards[0], dimmed=not left), size)
        sprite.draw(surface, (rect.x, rect.centery - size[1] // 2))
        pip = pygame.Rect(0, 0, px(20), px(14))
        ink = mix_colours(colours.outline, colours.panel, 0.15)
        for n in range(lying + own + left):
            pip.midleft = rect.x + px(38) + n * (pip.width + px(6)), rect.centery
            unseen = n >= lying + own
            colour = colours.text if unseen else ink
            game_drawing.draw_seen_copy_tile(surface, context, pip, colour, not unseen)
        ink = colours.text if left else colours.muted
        place = (rect.right, rect.centery)
        context.fonts.draw_text(surface, line.text, place, NOTE_STYLE, ink, "midright")

    def _draw_threatened_key(
        self, surface: pygame.Surface, line: NotebookLine, rect: pygame.Rect
    ) -> None:
        """Draw a key on which a side threatens to win, and a text about the threat."""
        context, px = self.context, self.context.px
        assert line.key is not None and line.side is not None
        cap = pygame.Rect(rect.x, rect.y, px(NOTE_KEY_WIDTH), px(NOTE_KEY_WIDTH))
        look = KeyLook(self._styles[line.side].colour)
        game_drawing.draw_numbered_key(surface, context, cap, line.key, look)
        room = rect.inflate(-px(NOTE_KEY_WIDTH + 12), 0)
        room.right = rect.right
        words = context.fonts.paragraph_height(line.text, NOTE_STYLE, room.width)
        room.y += max(0, (rect.height - words) // 2)
        context.fonts.draw_paragraph(
            surface, line.text, room, NOTE_STYLE, context.theme.colours.text
        )
