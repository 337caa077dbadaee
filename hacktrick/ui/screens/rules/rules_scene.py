"""The rulebook screen: pages, search and choice of the edition."""

from __future__ import annotations

import pygame

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.i18n import screen_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.edition_text import differences_from_default, preset_name
from hacktrick.i18n.rulebook.page_model import RulebookPage
from hacktrick.i18n.rulebook.rulebook_search import SearchHit, rulebook_index, rulebook_pages
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.rules.rules_page import RulesPageLayout
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, ListView, ScrollArea, SearchField, Stepper
from hacktrick.ui.widgets.input_hints import controls_table_rows
from hacktrick.ui.widgets.menu_base import Menu, intent_while_searching, start_search_by_typing

COLUMN_WIDTH = 350.0  # width of the left column, in layout units
ROW_HEIGHT = 44.0  # height of a row in the list of pages, in layout units
TOUCH_ROW_HEIGHT = 44.0
HIT_ROW_HEIGHT = 72.0  # height of a search result, in layout units
FIELD_HEIGHT = 44.0
MAX_DIFFERENCE_LINES = 9  # maximum number of lines of text about the differences of an edition
SPACE_ABOVE_RULING = 24.0  # space above a ruling after scrolling to it, in layout units
HIT_STYLE = styles.TextStyle("strong", 14.5)
MATCH_RULES = ""  # the value that stands for the match's own rules in the choice of editions


class RulesScene(Menu):
    """The screen that shows the rulebook of an edition.

    Args:
        topic: the key of a page or ruling, or the beginning of a ruling's key; None for the first
            page.
    """

    maximum_height = 10_000.0  # in layout units; the text may use the whole height

    def __init__(self, context: Context, rules: Rules, topic: str | None = None) -> None:
        super().__init__(context)
        self.match_rules = rules
        self.rules = rules
        self.query = ""
        self.pages: tuple[RulebookPage, ...] = ()
        self.hits: tuple[SearchHit, ...] = ()
        self.page_key, self.marked_ruling = "", ""
        self._topic = topic
        self._panel = self._edition_panel = pygame.Rect(0, 0, 0, 0)
        self._layout_cache: tuple[object, RulesPageLayout] | None = None

    @property
    def current_page(self) -> RulebookPage:
        return next((page for page in self.pages if page.key == self.page_key), self.pages[0])

    def show_ruling_or_page(self, topic: str) -> None:
        """Show the ruling or page with this key, or else the first ruling whose key begins with it.

        An unknown key shows the first page.
        """
        rulings = [(page, ruling.key) for page in self.pages for ruling in page.rulings]
        for page, key in rulings:
            if key == topic:
                self._show_page(page, key)
                return
        for page in self.pages:
            if page.key == topic:
                self._show_page(page)
                return
        found = [(page, key) for page, key in rulings if key.startswith(topic)]
        self._show_page(*(found[0] if found else (self.pages[0],)))

    def search_for(self, query: str) -> None:
        was_searching, self.query = self.is_searching, query
        if self.is_searching != was_searching:
            self.place_widgets()
        self.hits = (
            rulebook_index(self.rules, words.current_language(), _).search(query)
            if query.strip()
            else ()
        )
        listing = self.widgets.get("list")
        if isinstance(listing, ListView):
            self._fill_list_with_pages_or_hits(listing)
        self.needs_redraw = True

    def _show_page(self, page: RulebookPage, ruling: str = "") -> None:
        self.page_key, self.marked_ruling = page.key, ruling
        self._layout_cache = None
        listing, text = self.widgets.get("list"), self.widgets.get("text")
        if isinstance(listing, ListView) and not self.is_searching:
            listing.choose_row(self.pages.index(page))
        if isinstance(text, ScrollArea):
            top = (
                self._cached_page_layout(text.viewport.width).top_of_ruling(ruling)
                if ruling
                else None
            )
            text.offset = max(0, (top or 0) - self.context.px(SPACE_ABOVE_RULING))
        self.needs_redraw = True

    @property
    def is_searching(self) -> bool:
        return bool(self.query.strip())

    def create_widgets(self) -> None:
        context = self.context
        self.pages = rulebook_pages(self.rules, _, controls_table_rows(self.context))
        self._layout_cache = None
        self.add_widget("search", SearchField(context, _("Search"), self.query, self.search_for))
        listing = ListView(
            context, 0, ROW_HEIGHT, self._paint_row, self._choose_row, self._choose_row
        )
        listing.name = _("Rules")
        self.add_widget("list", listing)
        self.add_widget("text", ScrollArea(context, self._paint_page, self._rules_page_height))
        edition = Stepper(
            context,
            "",
            self._edition_keys_and_names(),
            self._shown_edition_key(),
            self._choose_edition,
        )
        edition.name = _("Edition")
        self.add_widget("edition", edition)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self.search_for(self.query)

    def first_focus_name(self) -> str:
        return "list"

    def rebuild_widgets(self) -> None:
        super().rebuild_widgets()
        if self._topic is not None:
            topic, self._topic = self._topic, None
            self.show_ruling_or_page(topic)
        else:
            self._show_page(self.current_page, self.marked_ruling)

    def _edition_keys_and_names(self) -> list[tuple[str, str]]:
        editions = [(preset, preset_name(preset, _)) for preset in PRESETS]
        if self.match_rules != PRESETS[self.match_rules.preset]:
            editions.insert(0, (MATCH_RULES, _("This match")))
        return editions

    def _shown_edition_key(self) -> str:
        return MATCH_RULES if self.rules != PRESETS[self.rules.preset] else self.rules.preset

    def _choose_edition(self, key: str) -> None:
        self.rules = PRESETS[key] if key else self.match_rules
        self.rebuild_widgets()

    def _fill_list_with_pages_or_hits(self, listing: ListView) -> None:
        searching = self.is_searching
        listing.n_rows = len(self.hits) if searching else len(self.pages)
        listing.row_height = HIT_ROW_HEIGHT if searching else self._row_height()
        listing.offset = 0
        keys = [page.key for page in self.pages]
        listing.chosen = 0 if searching or self.page_key not in keys else keys.index(self.page_key)
        if searching and self.hits:
            self._choose_row(0)

    def _row_height(self) -> float:
        """Return the height of a row in the list of pages in layout units, for the input device."""
        return TOUCH_ROW_HEIGHT if self.context.device == "touch" or self.is_narrow else ROW_HEIGHT

    def _choose_row(self, row: int) -> None:
        if not self.is_searching:
            page = self.pages[row]
            if page.key != self.page_key:
                self._show_page(page)
        elif row < len(self.hits):
            hit = self.hits[row]
            self._show_page(hit.page, hit.ruling.key if hit.ruling else "")

    def intent_of_event(self, event: pygame.Event) -> str:
        return intent_while_searching(super().intent_of_event(event), event)

    def handle(self, event: pygame.Event) -> bool:
        if self.intent_of_event(event) in ("page_up", "page_down"):
            return self.widgets["text"].handle_key(event) or True
        return start_search_by_typing(self, self._search_field, event) or super().handle(event)

    @property
    def _search_field(self) -> SearchField:
        field = self.widgets["search"]
        assert isinstance(field, SearchField)
        return field

    def handle_intent(self, name: str) -> bool:
        in_field = self.group.focused_widget is self.widgets["search"]
        if name == "rules":
            self.go_back()
        elif name == "search":
            self.group.set_focus(self.widgets["search"])
        elif name == "back" and self.is_searching:
            self._search_field.clear()
        elif in_field and name in ("confirm", "down"):
            self.group.set_focus(self.widgets["list"])
        else:
            return super().handle_intent(name)
        return True

    def place_widgets(self) -> None:
        context = self.context
        rect, px = context.px_rect, context.px
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        side = self.left_column_units(COLUMN_WIDTH)
        bottom = top + height + FOOTER_HEIGHT
        self._panel = rect(left + side + 20, top + 8, width - side - 20, bottom - top - 8)
        self.widgets["text"].rect = self._panel.inflate(-px(44), -px(28))
        self.widgets["search"].rect = rect(left, top + 8, side, FIELD_HEIGHT)
        fonts, text = context.fonts, self._edition_difference_text()
        text_height = fonts.paragraph_height(text, styles.SMALL, px(side - 32))
        text_height = min(text_height, fonts.line_height(styles.SMALL) * MAX_DIFFERENCE_LINES)
        if self.is_searching:  # the text makes room for the search results
            text_height = -px(8)
        self.widgets["back"].rect = rect(left, bottom - 46, side, 46)
        low = self.widgets["back"].rect.top - px(12)
        self._edition_panel = pygame.Rect(
            px(left), 0, px(side), text_height + px(FIELD_HEIGHT + 34)
        )
        self._edition_panel.bottom = low
        self.widgets["edition"].rect = pygame.Rect(
            self._edition_panel.left + px(12),
            self._edition_panel.top + px(12),
            px(side - 24),
            px(FIELD_HEIGHT),
        )
        listing = rect(left, top + 8 + FIELD_HEIGHT + 10, side, 10)
        listing.height = self._edition_panel.top - px(12) - listing.top
        self.widgets["list"].rect = listing
        pages_list = self.widgets["list"]
        if isinstance(pages_list, ListView) and not self.is_searching:
            pages_list.row_height = self._row_height()
        self._layout_cache = None

    def draw_content(self, surface: pygame.Surface) -> None:
        context = self.context
        self.draw_title(surface, _("Rules"), _(screen_text.SEARCH_RULES))
        game_drawing.draw_titled_panel(surface, context, self._panel)
        listing = self.widgets["list"].rect.inflate(context.px(4), context.px(4))
        context.sprites.panel(PanelLook(), listing.size).draw(surface, listing.topleft)
        context.sprites.panel(PanelLook(), self._edition_panel.size).draw(
            surface, self._edition_panel.topleft
        )
        if not self.is_searching:
            self._paint_edition_difference(surface)

    def _paint_edition_difference(self, surface: pygame.Surface) -> None:
        """Draw, below the edition's name, the text about its differences from the default."""
        context, edition = self.context, self.widgets["edition"].rect
        room = pygame.Rect(
            edition.left + context.px(4),
            edition.bottom + context.px(8),
            edition.width - context.px(8),
            self._edition_panel.bottom - edition.bottom - context.px(14),
        )
        ink = context.theme.colours.muted
        context.fonts.draw_paragraph(
            surface, self._edition_difference_text(), room, styles.SMALL, ink
        )

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.is_searching and not self.hits:
            px, colours = self.context.px, self.context.theme.colours
            room = self.widgets["list"].rect.inflate(-px(28), -px(24))
            text = _(screen_text.NO_RULING_FOUND)
            self.context.fonts.draw_paragraph(surface, text, room, styles.BODY, colours.muted)

    def _edition_difference_text(self) -> str:
        lines = differences_from_default(self.rules, _)
        if not lines:
            return _(screen_text.DEFAULT_EDITION)
        return " ".join((_(screen_text.COMPARED_WITH_DEFAULT), *lines))

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, colours = self.context, self.context.theme.colours
        fonts, px = context.fonts, context.px
        ink = colours.text if chosen else colours.muted
        left, room = rect.left + px(14), rect.width - px(22)
        if not self.is_searching:
            style = styles.STRONG if chosen else styles.BODY
            name, middle = self.pages[row].title, (left, rect.centery)
            fonts.draw_one_or_two_lines(surface, name, middle, style, ink, "midleft", room)
            return
        hit = self.hits[row]
        title = hit.ruling.question if hit.ruling else hit.page.title
        lines = min(2, len(fonts.wrap(title, HIT_STYLE, room)))
        tall = fonts.line_height(HIT_STYLE) * lines
        place = pygame.Rect(left, rect.centery - (tall + px(20)) // 2, room, tall)
        fonts.draw_paragraph(surface, title, place, HIT_STYLE, colours.text)
        foot = (left, place.bottom + px(10))
        under = hit.page.title if hit.ruling else _("Page")
        fonts.draw_text(surface, under, foot, styles.SMALL, ink, "midleft", room)

    def _cached_page_layout(self, width: int) -> RulesPageLayout:
        key = (self.page_key, self.marked_ruling, width, id(self.context.fonts), id(self.pages))
        if self._layout_cache is None or self._layout_cache[0] != key:
            room = min(width - self.context.px(8), self.context.px(780))
            self._layout_cache = (
                key,
                RulesPageLayout(
                    self.context, self.rules, self.current_page, room, self.marked_ruling
                ),
            )
        return self._layout_cache[1]

    def _rules_page_height(self, width: int) -> int:
        return self._cached_page_layout(width).height

    def _paint_page(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        self._cached_page_layout(area.width).draw(surface, area)


# Height of the footer, which this screen also uses for content, in layout units.
FOOTER_HEIGHT = 50.0
