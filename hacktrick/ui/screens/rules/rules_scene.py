"""The rulebook screen: its pages, search and editions."""

from __future__ import annotations

import pygame

from hacktrick.game.rules import PRESETS, Rules
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.editions import differences, preset_name
from hacktrick.i18n.rulebook.page_model import RulebookPage
from hacktrick.i18n.rulebook.rulebook_search import SearchHit, rulebook_index, rulebook_pages
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.screens.rules.rules_page import PageLayout
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, ListView, ScrollArea, SearchField, Stepper
from hacktrick.ui.widgets.input_hints import controls_table
from hacktrick.ui.widgets.menu import Menu, intent_while_searching, type_into_search

SIDE = 350.0  # units: width of the left column
ROW = 32.0  # of the list of pages
FINGER_ROW = 44.0
HIT_ROW = 72.0  # of the list of what was found
FIELD = 42.0
MOST_TOLD = 9  # lines about an edition
ABOVE = 24.0  # units left above a ruling that is jumped to
HIT = styles.TextStyle("strong", 14.5)
OWN = ""  # the edition of the match at the table, with its options


class RulesScene(Menu):
    """
    Args:
        topic: the key of a page or a ruling, or the beginning of one; None: the first page.
    """

    tallest = 10_000.0  # the more text the better

    def __init__(self, context: Context, rules: Rules, topic: str | None = None) -> None:
        super().__init__(context)
        self.own = rules
        self.rules = rules
        self.query = ""
        self.book: tuple[RulebookPage, ...] = ()
        self.hits: tuple[SearchHit, ...] = ()
        self.page_key, self.marked = "", ""
        self._topic = topic
        self._panel = self._side = pygame.Rect(0, 0, 0, 0)
        self._laid: tuple[object, PageLayout] | None = None

    # --- Content ---

    @property
    def shown(self) -> RulebookPage:
        return next((page for page in self.book if page.key == self.page_key), self.book[0])

    def open_topic(self, topic: str) -> None:
        """Show a page or a ruling by its key; an unknown one shows the first page."""
        rulings = [(page, ruling.key) for page in self.book for ruling in page.rulings]
        for page, key in rulings:
            if key == topic:
                self._show(page, key)
                return
        for page in self.book:
            if page.key == topic:
                self._show(page)
                return
        found = [(page, key) for page, key in rulings if key.startswith(topic)]
        self._show(*(found[0] if found else (self.book[0],)))

    def search_for(self, query: str) -> None:
        was_searching, self.query = self.searching, query
        if self.searching != was_searching:
            self.place()
        self.hits = (
            rulebook_index(self.rules, words.language(), _).search(query) if query.strip() else ()
        )
        listing = self.named.get("list")
        if isinstance(listing, ListView):
            self._fill(listing)
        self.dirty = True

    def _show(self, page: RulebookPage, ruling: str = "") -> None:
        self.page_key, self.marked = page.key, ruling
        self._laid = None
        listing, text = self.named.get("list"), self.named.get("text")
        if isinstance(listing, ListView) and not self.searching:
            listing.choose(self.book.index(page))
        if isinstance(text, ScrollArea):
            top = self._layout_for(text.inner.width).top_of(ruling) if ruling else None
            text.offset = max(0, (top or 0) - self.context.px(ABOVE))
        self.dirty = True

    @property
    def searching(self) -> bool:
        return bool(self.query.strip())

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        self.book = rulebook_pages(self.rules, _, controls_table(self.context))
        self._laid = None
        self.put("search", SearchField(context, _("Search"), self.query, self.search_for))
        listing = ListView(context, 0, ROW, self._paint_row, self._pick, self._pick)
        self.put("list", listing)
        self.put("text", ScrollArea(context, self._paint_page, self._page_height))
        edition = Stepper(context, "", self._editions(), self._edition_key(), self._edition)
        self.put("edition", edition)
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        self.search_for(self.query)

    def first_focus(self) -> str:
        return "list"

    def remake(self) -> None:
        super().remake()
        if self._topic is not None:
            topic, self._topic = self._topic, None
            self.open_topic(topic)
        else:
            self._show(self.shown, self.marked)

    def _editions(self) -> list[tuple[str, str]]:
        editions = [(preset, preset_name(preset, _)) for preset in PRESETS]
        if self.own != PRESETS[self.own.preset]:
            editions.insert(0, (OWN, _("This match")))
        return editions

    def _edition_key(self) -> str:
        return OWN if self.rules != PRESETS[self.rules.preset] else self.rules.preset

    def _edition(self, key: str) -> None:
        self.rules = PRESETS[key] if key else self.own
        self.remake()

    def _fill(self, listing: ListView) -> None:
        searching = self.searching
        listing.n_rows = len(self.hits) if searching else len(self.book)
        listing.row_height = HIT_ROW if searching else self._row_height()
        listing.offset = 0
        keys = [page.key for page in self.book]
        listing.chosen = 0 if searching or self.page_key not in keys else keys.index(self.page_key)
        if searching and self.hits:
            self._pick(0)

    def _row_height(self) -> float:
        """Units of a line in the list of pages: more for a finger."""
        return FINGER_ROW if self.context.device == "touch" or self.narrow else ROW

    def _pick(self, row: int) -> None:
        if not self.searching:
            page = self.book[row]
            if page.key != self.page_key:
                self._show(page)
        elif row < len(self.hits):
            hit = self.hits[row]
            self._show(hit.page, hit.ruling.key if hit.ruling else "")

    # --- Events ---

    def intent(self, event: pygame.Event) -> str:
        return intent_while_searching(super().intent(event), event)

    def handle(self, event: pygame.Event) -> bool:
        if self.intent(event) in ("page_up", "page_down"):
            return self.named["text"].key(event) or True
        return type_into_search(self, self._field, event) or super().handle(event)

    @property
    def _field(self) -> SearchField:
        field = self.named["search"]
        assert isinstance(field, SearchField)
        return field

    def obey(self, name: str) -> bool:
        in_field = self.group.focus is self.named["search"]
        if name == "rules":
            self.back()
        elif name == "search":
            self.group.set_focus(self.named["search"])
        elif name == "back" and self.searching:
            self._clear_search()
        elif in_field and name in ("confirm", "down"):
            self.group.set_focus(self.named["list"])
        else:
            return super().obey(name)
        return True

    def _clear_search(self) -> None:
        self._field.clear()

    # --- Places ---

    def place(self) -> None:
        context = self.context
        rect, px = context.rect, context.px
        (left, width), (top, height) = self.page, self.body
        side = self.side(SIDE)
        bottom = top + height + FOOT
        self._panel = rect(left + side + 20, top + 8, width - side - 20, bottom - top - 8)
        self.named["text"].rect = self._panel.inflate(-px(44), -px(28))
        self.named["search"].rect = rect(left, top + 8, side, FIELD)
        fonts, text = context.fonts, self._difference()
        told = fonts.paragraph_height(text, styles.SMALL, px(side - 32))
        told = min(told, fonts.line_height(styles.SMALL) * MOST_TOLD)
        told = -px(8) if self.searching else told  # the room is for what was found
        self.named["back"].rect = rect(left, bottom - 46, side, 46)
        low = self.named["back"].rect.top - px(12)
        self._side = pygame.Rect(px(left), 0, px(side), told + px(FIELD + 34))
        self._side.bottom = low
        self.named["edition"].rect = pygame.Rect(
            self._side.left + px(12), self._side.top + px(12), px(side - 24), px(FIELD)
        )
        listing = rect(left, top + 8 + FIELD + 10, side, 10)
        listing.height = self._side.top - px(12) - listing.top
        self.named["list"].rect = listing
        pages_list = self.named["list"]
        if isinstance(pages_list, ListView) and not self.searching:
            pages_list.row_height = self._row_height()
        self._laid = None

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context = self.context
        self.draw_title(surface, _("Rules"), _("Type a word to find a ruling."))
        game_drawing.draw_panel(surface, context, self._panel)
        listing = self.named["list"].rect.inflate(context.px(4), context.px(4))
        context.sprites.panel(PanelLook(), listing.size).draw(surface, listing.topleft)
        context.sprites.panel(PanelLook(), self._side.size).draw(surface, self._side.topleft)
        if not self.searching:
            self._paint_difference(surface)

    def _paint_difference(self, surface: pygame.Surface) -> None:
        """Below the name of the edition."""
        context, edition = self.context, self.named["edition"].rect
        room = pygame.Rect(
            edition.left + context.px(4),
            edition.bottom + context.px(8),
            edition.width - context.px(8),
            self._side.bottom - edition.bottom - context.px(14),
        )
        ink = context.theme.colours.muted
        context.fonts.paragraph(surface, self._difference(), room, styles.SMALL, ink)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.searching and not self.hits:
            px, colours = self.context.px, self.context.theme.colours
            room = self.named["list"].rect.inflate(-px(28), -px(24))
            text = _("Nothing was found. Try another word, or fewer of them.")
            self.context.fonts.paragraph(surface, text, room, styles.BODY, colours.muted)

    def _difference(self) -> str:
        told = differences(self.rules, _)
        if not told:
            return _("This is the usual edition, with nothing changed.")
        return " ".join((_("Compared with the usual edition:"), *told))

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, colours = self.context, self.context.theme.colours
        fonts, px = context.fonts, context.px
        ink = colours.text if chosen else colours.muted
        left, room = rect.left + px(14), rect.width - px(22)
        if not self.searching:
            style = styles.STRONG if chosen else styles.BODY
            name, middle = self.book[row].title, (left, rect.centery)
            fonts.in_lines(surface, name, middle, style, ink, "midleft", room)
            return
        hit = self.hits[row]
        title = hit.ruling.question if hit.ruling else hit.page.title
        lines = min(2, len(fonts.wrap(title, HIT, room)))
        tall = fonts.line_height(HIT) * lines
        place = pygame.Rect(left, rect.centery - (tall + px(20)) // 2, room, tall)
        fonts.paragraph(surface, title, place, HIT, colours.text)
        foot = (left, place.bottom + px(10))
        under = hit.page.title if hit.ruling else _("Page")
        fonts.text(surface, under, foot, styles.SMALL, ink, "midleft", room)

    def _layout_for(self, width: int) -> PageLayout:
        key = (self.page_key, self.marked, width, id(self.context.fonts), id(self.book))
        if self._laid is None or self._laid[0] != key:
            room = min(width - self.context.px(8), self.context.px(780))
            self._laid = key, PageLayout(self.context, self.shown, room, self.marked)
        return self._laid[1]

    def _page_height(self, width: int) -> int:
        return self._layout_for(width).height

    def _paint_page(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        self._layout_for(area.width).draw(surface, area)


FOOT = 50.0  # units of the footer that this page uses as well
