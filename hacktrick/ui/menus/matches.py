"""The kept matches: looked through, starred, noted, deleted and brought back, and taken in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from hacktrick.library.entries import Entry, Taken, Wanted
from hacktrick.seat.desk import Desk
from hacktrick.seat.replaying import ReplaySession
from hacktrick.ui.controls.fields import ListView, SearchField, TextField
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.notice import NoticeScene, tell_problems
from hacktrick.ui.controls.searching import begins_search, without_mute
from hacktrick.ui.controls.widgets import Button, Toggle
from hacktrick.ui.menus.match_ends import MatchEnds
from hacktrick.ui.menus.match_filters import FILTERS, make_filters
from hacktrick.ui.menus.match_import import ImportScene
from hacktrick.ui.menus.match_intake import MatchIntake
from hacktrick.ui.menus.match_preview import paint_preview
from hacktrick.ui.menus.match_row import ROW, paint_row
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.words.library import (
    names_of,
    taken_told,
)
from hacktrick.words.translator import _

LINE = 44.0  # units: of the filters
FOOT = 50.0
SHARE_OF_LIST = 0.56  # of the width
LOWEST_NARROW = 940.0  # units of a page where the chosen match stands below the list
# What stands in lines, with its share of the width: in a wide window, and in a narrow one.
FILTER_LINES: tuple[tuple[dict[str, float], ...], ...] = (
    (dict(zip(("search", *FILTERS), (1.5, 1.2, 1.0, 1.25, 1.0), strict=True)),),
    ({"search": 1.0}, dict.fromkeys(FILTERS, 1.0)),
)
DOINGS = ("back", "delete", "import", "share", "review", "replay")
DOING_LINES: tuple[tuple[dict[str, float], ...], ...] = (
    (dict.fromkeys(DOINGS, 1.0),),
    (dict.fromkeys(DOINGS[:3], 1.0), dict.fromkeys(DOINGS[3:], 1.0)),
)
MARGIN = 18.0
LONGEST_NOTE = 200


class MatchesScene(Menu):
    """
    Args:
        given: a match as text, or where one lies, to be taken in at once.
    """

    tallest = 2000.0

    def __init__(self, context: Context, desk: Desk, given: str = "") -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.desk, self.kept = desk, desk.kept
        self.wanted = Wanted()
        self.entries: tuple[Entry, ...] = self.kept.find()
        self.row = self._offset = 0
        self.ends = MatchEnds(self.kept)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.intake = MatchIntake(self.kept, given, self._tell_so_far, self._tell)

    @property
    def entry(self) -> Entry | None:
        """The match that is chosen."""
        return self.entries[self.row] if self.row < len(self.entries) else None

    # --- Widgets ---

    def build(self) -> None:
        self._put_filters()
        context = self.context
        listing = ListView(context, len(self.entries), ROW, self._paint_row, self._picked, self._go)
        listing.chosen, listing.offset = self.row, self._offset
        self.put("list", listing)
        entry = self.entry
        if entry is not None:
            self.put("starred", Toggle(context, _("Starred"), entry.starred, self._star))
            self.put("note", TextField(context, _("Note"), entry.note, self._note, LONGEST_NOTE))
        self._put_doings()

    def _put_filters(self) -> None:
        context, wanted = self.context, self.wanted
        search = SearchField(context, _("Search: names, notes"), wanted.text, self._search)
        self.put("search", search)
        for name, button in make_filters(context, wanted, self._want):
            self.put(name, button)

    def _put_doings(self) -> None:
        context, some = self.context, self.entry is not None
        none = None if some else _("No match is chosen.")
        reading = None if self.kept.may_write else _("The kept matches can only be read now.")
        back = _("Bring back") if self.kept.last_deleted is not None else _("Delete match")
        delete = Button(context, back, self._delete_or_undo, centred=True)
        delete.reason = reading or (none if self.kept.last_deleted is None else None)
        take = Button(context, _("Import …"), self.ask_for_more, centred=True)
        take.reason = reading
        share = Button(context, _("Share"), self.share, icon="share")
        replay = Button(context, _("Replay"), self.replay, icon="play", primary=some)
        review = Button(context, _("Review"), self.review, icon="search")
        share.reason = replay.reason = review.reason = none
        self.put("back", Button(context, _("Back"), self.back, icon="left"))
        for name, button in (
            ("delete", delete),
            ("import", take),
            ("share", share),
            ("review", review),
            ("replay", replay),
        ):
            self.put(name, button)

    def first_focus(self) -> str:
        return "list" if self.entries else "import"

    @property
    def listing(self) -> ListView:
        listing = self.named["list"]
        assert isinstance(listing, ListView)
        return listing

    @property
    def field(self) -> SearchField:
        field = self.named["search"]
        assert isinstance(field, SearchField)
        return field

    # --- What is shown ---

    def reload(self, number: int | None = None) -> None:
        """The list anew; the choice stays on its match, or goes to that of a number."""
        chosen = number if number is not None else (self.entry.id if self.entry else None)
        self.entries = self.kept.find(self.wanted)
        numbers = [entry.id for entry in self.entries]
        last = max(0, len(numbers) - 1)
        self.row = numbers.index(chosen) if chosen in numbers else min(self.row, last)
        self._offset = min(self.listing.offset, self.row * self.context.px(ROW))
        self.remake()
        self.listing.choose(self.row)

    def _want(self, field: str, value: object) -> None:
        self.wanted = replace(self.wanted, **{field: value})  # type: ignore[arg-type]
        self.reload()

    def _search(self, text: str) -> None:
        """The field stays the one that is typed in."""
        self.wanted = replace(self.wanted, text=text)
        self.entries = self.kept.find(self.wanted)
        self.row = self._offset = 0
        field, cursor = self.field, self.field.cursor
        self.remake()
        if field.focused or self.group.focus is self.named["search"]:
            self.group.set_focus(self.field)
            self.field.cursor = cursor

    def _go(self, row: int) -> None:
        self.row = row
        self.ends.moved()
        self._offset = self.listing.offset
        self.remake()

    def _picked(self, row: int) -> None:
        """A click only chooses; Enter on the list goes on to the replay."""
        if self.group.ring:
            self.replay()

    # --- Deeds ---

    def replay(self) -> None:
        replayed = self._replayed()
        if replayed is not None:
            self.context.ways.replay(replayed)

    def review(self) -> None:
        """What a judge says of it, where there is one for its edition."""
        entry = self.entry
        reviews = None if entry is None else self.desk.reviews_of(entry.id)
        if reviews is not None:
            self.context.ways.review(reviews, 0)
        elif not tell_problems(self.context, self.desk):
            self.say(_("Matches of this edition cannot be judged."))

    def share(self) -> None:
        replayed = self._replayed()
        if replayed is not None:
            replayed.go(replayed.end)
            self.context.ways.share(replayed)

    def _replayed(self) -> ReplaySession | None:
        entry = self.entry
        if entry is None:
            return None
        replayed = self.kept.replay(entry)
        if replayed is None and not tell_problems(self.context, self.desk):
            self.say(_("This match cannot be read."))
        return replayed

    def _star(self, on: bool) -> None:
        entry = self.entry
        if entry is not None and self.kept.star(entry.id, on):
            self._replace(replace(entry, starred=on))

    def _note(self, text: str) -> None:
        entry = self.entry
        if entry is not None and self.kept.note(entry.id, text):
            self._replace(replace(entry, note=text))

    def _replace(self, entry: Entry) -> None:
        self.entries = (*self.entries[: self.row], entry, *self.entries[self.row + 1 :])
        self.dirty = True

    def _delete_or_undo(self) -> None:
        if self.kept.last_deleted is not None:
            self.undo()
        else:
            self.delete()

    def delete(self) -> None:
        """Out of the list; the same button brings it back."""
        entry = self.entry
        if entry is not None and self.kept.delete(entry.id):
            self.reload()
            self.say(_("Deleted: {names}. It can be brought back.").format(names=names_of(entry)))

    def undo(self) -> None:
        number = self.kept.undo()
        if number is not None:
            self.reload(number)

    # --- Taking in ---

    def ask_for_more(self) -> None:
        self.context.stack.push(ImportScene(self.context, self.intake.take))

    def _tell_so_far(self, taken: Sequence[Taken]) -> None:
        self.say(taken_told(taken))

    def _tell(self, taken: Sequence[Taken]) -> None:
        new = [one.number for one in taken if one.number is not None]
        self.wanted = Wanted() if new else self.wanted
        self.reload(new[-1] if new else None)
        if any(one.reason for one in taken):
            notice = NoticeScene(self.context, _("Importing matches"), taken_told(taken))
            self.context.stack.push(notice)
        else:
            self.say(taken_told(taken))

    # --- The scene ---

    def uncovered(self) -> None:
        self.reload()

    def obey(self, name: str) -> bool:
        doings = {
            "share": self.share,
            "paste": lambda: self.intake.take(self.context.clipboard.get()),
            "undo": self.undo,
            "search": lambda: self.group.set_focus(self.field),
            "settings": self.context.ways.settings,
        }
        if name == "paste" and self.group.focus is self.named.get("note"):
            return False
        if name in doings:
            doings[name]()
        return name in doings or super().obey(name)

    def back(self) -> None:
        """First out of the search."""
        if self.field.text:
            self.field.clear()
        else:
            super().back()

    def intent(self, event: pygame.Event) -> str:
        return without_mute(super().intent(event), event)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.intake.drop(Path(event.file))
            return True
        if event.type == pygame.DROPTEXT:
            self.intake.take(event.text)
            return True
        on_note = self.group.focus is self.named.get("note")
        if not on_note and begins_search(self, self.field, event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE and self._on_list():
            self.delete()
            return True
        return super().handle(event)

    def _on_list(self) -> bool:
        return self.group.focus is self.listing

    def update(self, dt: float) -> None:
        super().update(dt)
        self.intake.update()
        self.dirty = self.ends.update(dt, self.entry) or self.dirty
        if self.context.stack.top is self:
            tell_problems(self.context, self.desk)

    # --- Places ---

    @property
    def page_height(self) -> float:
        return max(super().page_height, LOWEST_NARROW if self.narrow else 0.0)

    @property
    def stacked(self) -> bool:
        """Whether the chosen match stands below the list instead of beside it."""
        return self.narrow or self.context.units[1] > self.context.units[0]

    def place(self) -> None:
        rect = self.context.rect
        (left, width), (top, height) = self.page, self.body
        filters = self._place_lines(FILTER_LINES[self.narrow], top, LINE, 8)
        doings = DOING_LINES[self.narrow]
        foot = (len(doings) - 1) * (FOOT + 10)
        self._place_lines(doings, top + height - foot + 16, FOOT, 10)
        top, height = top + filters, height - filters - foot
        if self.stacked:
            tall = height * 0.56
            self.named["list"].rect = rect(left + 4, top + 4, width - 8, tall - 8)
            self._panel = rect(left, top + tall + 12, width, height - tall - 12)
        else:
            wide = width * SHARE_OF_LIST
            self.named["list"].rect = rect(left + 4, top + 4, wide - 8, height - 8)
            self._panel = rect(left + wide + 16, top, width - wide - 16, height)
        self._place_own()

    def _place_lines(
        self, lines: tuple[dict[str, float], ...], top: float, tall: float, gap: float
    ) -> float:
        """Widgets in lines, each with its share of the width; returns what they take, in units."""
        left, width = self.page
        for n, shares in enumerate(lines):
            line = self.context.rect(left, top + n * (tall + gap), width, tall)
            places = columns(line, tuple(shares.values()), self.context.px(gap))
            for name, place in zip(shares, places, strict=True):
                self.named[name].rect = place
        return len(lines) * (tall + gap) + 4

    def _place_own(self) -> None:
        """What the player says of a match, at the foot of its panel."""
        px = self.context.px
        inner = self._panel.inflate(-2 * px(MARGIN), -2 * px(14))
        y = inner.bottom
        for name in ("note", "starred"):
            if name in self.named:
                y -= px(40)
                self.named[name].rect = pygame.Rect(inner.x, y, inner.width, px(38))
                y -= px(6)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        told = _("{n} of {all} shown").format(n=len(self.entries), all=len(self.kept))
        self.draw_title(surface, _("Matches"), told)
        listing = self.named["list"].rect.inflate(px(8), px(8))
        context.sprites.panel(PanelLook(), listing.size).draw(surface, listing.topleft)
        context.sprites.panel(PanelLook(), self._panel.size).draw(surface, self._panel.topleft)
        entry = self.entry
        if entry is None:
            self._paint_none(surface)
            return
        area = self._panel.inflate(-2 * px(MARGIN), -2 * px(14))
        area.height = self.named["starred"].rect.top - px(10) - area.y
        paint_preview(surface, context, area, entry, self.ends.of(entry))

    def _paint_none(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        if len(self.kept):
            text = _("No match is like that. Ask for less, or for something else.")
        else:
            text = _(
                "No match is kept yet. Every match that is played to its end comes here by "
                "itself. Files and folders of matches can be dropped on this window, and a match "
                "in one line can be pasted."
            )
        room = self._panel.inflate(-2 * px(28), -2 * px(28))
        context.fonts.paragraph(surface, text, room, styles.BODY, context.theme.colours.muted)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        paint_row(surface, self.context, rect, self.entries[row], chosen)
