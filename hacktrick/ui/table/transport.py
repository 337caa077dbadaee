"""What can be pressed at a replay: the transport, the eye, the log that leads to its actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import pygame

from hacktrick.game.keypad import Key, keys
from hacktrick.themes import Colour
from hacktrick.ui.controls.hints import draw_hint, hint_width
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.board import draw_key
from hacktrick.ui.table.buttons import BarPart
from hacktrick.ui.table.controls import STEP
from hacktrick.ui.table.edges import BarWords, spread
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.side import LogPart
from hacktrick.ui.table.widgets import MOST_CARDS, CardPart, KeyPart, Sight
from hacktrick.words.frame import LogLine
from hacktrick.words.translator import _

MOST_OF_A_ROW = 18
SIDE = 5.0  # units beside the word of a button
ROOMY = 46.0  # units of height from which a word stands below its sign
SPEEDS = (1, 2, 4)
SHORTEST, TALLEST = 30.0, 46.0  # units: rows of the box


class Doing(Protocol):
    """What the presses mean."""

    def step(self, by: int) -> None: ...

    def turn(self, by: int) -> None: ...

    def round(self, by: int) -> None: ...

    def play_or_rest(self) -> None: ...

    def next_speed(self) -> None: ...

    def next_eye(self) -> None: ...

    def branch(self) -> None: ...

    def share(self) -> None: ...

    def jump_to_entry(self, number: int) -> None: ...

    def jump_to_card(self, number: int) -> None: ...

    def jump_to_key(self, key: Key) -> None: ...

    def show_rules(self) -> None: ...

    def toggle_panels(self) -> None: ...

    def back(self) -> None: ...


class TransportPart(Button):
    """A sign, and a word below it where there is room, else beside it.

    ``brief`` stands for a label that has no room.
    """

    brief = ""

    def draw(self, surface: pygame.Surface) -> None:
        self._panel(surface, self._look())
        context, px = self.context, self.context.px
        lip = px(3 * context.theme.surface.relief)
        inner = self.rect.inflate(-2 * px(SIDE), 0)
        inner.height -= lip
        inner.y += lip if self.pressed else 0
        size = px(18)
        sprite = context.sprites.icon(self.icon, size, self._ink()) if self.icon else None
        if sprite is not None and inner.height >= px(ROOMY):
            sprite.draw_centred(surface, (inner.centerx, inner.centery - px(9)))
            place = (inner.centerx, inner.centery + px(12))
            self._word(surface, place, "center", inner.width)
            return
        left, word = inner.x, context.fonts.size(self.label, styles.SMALL)[0]
        if sprite is not None and word <= inner.width - size - px(7):
            sprite.draw_centred(surface, (left + size / 2, inner.centery))
            left += size + px(7)
        right = inner.right
        hint = hint_width(context, (self.hint,)) if self.hint else 0
        if hint and word + hint + px(8) <= right - left:
            muted = context.theme.colours.muted
            place = (right, inner.centery)
            draw_hint(surface, context, (self.hint,), place, "midright", muted)
            right -= hint + px(6)
        self._word(surface, (left, inner.centery), "midleft", right - left)

    def _word(
        self, surface: pygame.Surface, place: tuple[int, int], anchor: str, room: int
    ) -> None:
        fonts = self.context.fonts
        word = fonts.first_fitting((self.label, self.brief or self.label), styles.SMALL, room)
        fonts.text(surface, word, place, styles.SMALL, self._ink(), anchor, room)


class ReplayKey(KeyPart):
    """A key of the board: it leads to the action that placed its marker."""

    def draw(self, surface: pygame.Surface) -> None:
        pen = self.sight.pen(surface)
        draw_key(pen, self.rect, self.key_number, hover=self.hovered, pressed=self.pressed)


class RowCard(Widget):
    """A card of the row, which the table has drawn: it leads to the action that laid it."""

    def __init__(self, context: Context, number: int, jump: Callable[[int], None]) -> None:
        super().__init__(context)
        self.number, self.jump = number, jump

    def activate(self) -> None:
        self.jump(self.number)


class ReplayLog(LogPart):
    """The whole round; what comes after the place is dim, and a line leads to its action."""

    def __init__(self, context: Context, jump: Callable[[int], None]) -> None:
        super().__init__(context)
        self.jump = jump
        self.now = 0  # actions that are done
        self._pressed_at: tuple[int, int] | None = None
        self._moved = False

    def show(self, lines: tuple[LogLine, ...], now: int) -> None:
        """The lines of the round, and how many of its actions are done; the newest is in sight."""
        changed, self.now = now != self.now or lines != self.lines, now
        self.lines = lines
        if changed:
            self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        wrapped, rows = self._wrapped(), self._rows()
        done = [n for n, (line, _text, _first) in enumerate(wrapped) if line.entry < self.now]
        last = done[-1] if done else 0
        end = len(wrapped) - self.back
        if not end - rows <= last < end:
            wanted = len(wrapped) - last - 1 - rows // 3
            self.back = max(0, min(max(0, len(wrapped) - rows), wanted))

    def press(self, pos: tuple[int, int]) -> None:
        super().press(pos)
        self._pressed_at, self._moved = pos, False

    def drag(self, pos: tuple[int, int]) -> None:
        start = self._pressed_at
        if start is not None and abs(pos[1] - start[1]) > self.context.px(8):
            self._moved = True
            super().drag(pos)

    def activate(self) -> None:
        """To the action of the line that was pressed; by keys, to the one in the middle."""
        pos, self._pressed_at = self._pressed_at, None
        if self._moved or pos is None:
            return
        wrapped, rows, room = self._wrapped(), self._rows(), self._room()
        first = max(0, len(wrapped) - self.back - rows)
        n = first + (pos[1] - room.y) // self.context.px(STEP)
        if 0 <= n < len(wrapped) and pos[1] >= room.y:
            self.jump(wrapped[n][0].entry)

    def _ink(self, line: LogLine) -> Colour:
        colours = self.context.theme.colours
        if line.entry >= self.now:
            return mix(colours.muted, colours.panel, 0.3)
        return colours.accent if line.entry == self.now - 1 else colours.text


@dataclass(frozen=True, slots=True)
class Shown:
    """What the box of the replay says and offers now."""

    eye: str
    eye_told: str
    places: tuple[str, ...]  # in the match; the shorter ones where there is less room
    playing: bool
    speed: int
    may_branch: str | None  # why not; None: it may


class ReplayParts:
    """The widgets of a replay, in the order of Tab."""

    def __init__(self, context: Context, sight: Sight, doing: Doing) -> None:
        self.context, self.sight = context, sight
        make = partial(TransportPart, context)
        self.back_parts = [
            make("", lambda: doing.round(-1), icon="previous-round", hint="page_up"),
            make("", lambda: doing.turn(-1), icon="previous-turn", hint="up"),
            make("", lambda: doing.step(-1), icon="previous", hint="left"),
        ]
        self.on_parts = [
            make("", lambda: doing.round(1), icon="next-round", hint="page_down"),
            make("", lambda: doing.turn(1), icon="next-turn", hint="down"),
            make("", lambda: doing.step(1), icon="next", hint="right"),
        ]
        self.play = make("", doing.play_or_rest, icon="play", hint="confirm", primary=True)
        self.speed = make("", doing.next_speed)
        self.eye = make("", doing.next_eye, icon="eye", hint="eye")
        self.branch = make("", doing.branch, icon="branch", hint="branch")
        self.share = make("", doing.share, icon="share", hint="share")
        self.log = ReplayLog(context, doing.jump_to_entry)
        self.keys = [ReplayKey(context, sight, key, doing.jump_to_key) for key in keys()]
        self.row = [RowCard(context, n, doing.jump_to_card) for n in range(MOST_OF_A_ROW)]
        self.cards = [CardPart(context, sight, n, lambda card: None) for n in range(MOST_CARDS)]
        for card in self.cards:
            card.focusable = False
        self.rules = BarPart(context, "", doing.show_rules, hint="rules")
        self.back = BarPart(context, "", doing.back, hint="back")
        self._words = BarWords(context, (self.back, self.rules), doing.toggle_panels)
        self.panels = self._words.panels
        self._title = ""
        self._lines: tuple[tuple[str, ...], ...] = (("",), ("",))
        self._text = pygame.Rect(0, 0, 0, 0)
        self._box = pygame.Rect(0, 0, 0, 0)

    def all(self) -> list[Widget]:
        """In the order of Tab, which is that of drawing, too."""
        box: list[Widget] = [self.play, self.speed, self.eye, self.branch, self.share]
        return [
            *box,
            *self.back_parts,
            *self.on_parts,
            *self.keys,
            *self.row,
            *self.cards,
            self.panels,
            self.rules,
            self.back,
            self.log,
        ]

    def place(self, places: Places) -> None:
        """Everything whose place depends on the window alone."""
        table = places.table
        for part in self.keys:
            part.rect = table.keys[part.key_number]
        self._box = table.coach
        left, right = list(self.back_parts), list(self.on_parts)
        if self.in_box:
            self._fill_box(table.coach)
        else:
            left, right = [*left, self.eye, self.branch], [*right, self.play, self.share]
        self._spread(table.left_commands, left)
        self._spread(table.right_commands, right)
        self._bar(places)

    @property
    def in_box(self) -> bool:
        """Whether there is a box for all that is no step; else it stands beside the steps."""
        return bool(self._box.width)

    def _spread(self, zone: pygame.Rect, parts: list[TransportPart]) -> None:
        """Beside each other where each gets a square at least."""
        spread(self.context, zone, parts, flat=len(parts), gap=4)

    def _bar(self, places: Places) -> None:
        self.rules.label, self.back.label = _("Rules"), _("Back")
        self._words.place(places)

    def bar_end(self) -> int:
        """Where the words of the bar begin, in pixels."""
        return self._words.left

    def _fill_box(self, zone: pygame.Rect) -> None:
        """Two lines that say where and whose eye, then the buttons in rows."""
        px, gap = self.context.px, self.context.px(6)
        inner = pygame.Rect(zone.x + px(12), zone.y + px(36), zone.width - 2 * px(12), 0)
        inner.height = zone.bottom - px(10) - inner.y
        text = px(42)
        self._text = pygame.Rect(inner.x, inner.y, inner.width, text)
        room = inner.height - text - 2 * gap
        height = max(px(SHORTEST), min(px(TALLEST), room // 3))
        rows: list[list[TransportPart]] = [
            [self.play, self.speed],
            [self.eye],
            [self.branch, self.share],
        ]
        y = inner.y + text
        for parts in rows:
            width = (inner.width - gap * (len(parts) - 1)) // len(parts)
            for n, part in enumerate(parts):
                part.rect = pygame.Rect(inner.x + n * (width + gap), y, width, height)
            y += height + gap

    def tell(self, shown: Shown, places: Places) -> None:
        """The words, and what depends on the place in the match."""
        self._title, self._lines = _("Replay"), ((shown.eye_told,), shown.places)
        words = (_("Round"), _("Turn"), _("Action"))
        for part, word in zip((*self.back_parts, *self.on_parts), words * 2, strict=True):
            part.label = word
        self.play.icon = "pause" if shown.playing else "play"
        self.play.label = _("Pause") if shown.playing else _("Watch")
        self.speed.label = _("Speed {n}×").format(n=shown.speed)
        self.speed.brief = f"{shown.speed}×"
        self.eye.label = _("Eye: {name}").format(name=shown.eye) if self.in_box else shown.eye
        self.branch.label, self.share.label = _("Branch"), _("Share")
        self.branch.reason = shown.may_branch
        self._show_what_is_there(places)
        self._place_cards(places)
        self.log.rect = places.table.reading if self.log.wide else places.table.log
        self.log.visible = bool(self.log.rect.width)
        self._bar(places)

    def _show_what_is_there(self, places: Places) -> None:
        """While panels lie open over the table, what is below them cannot be pressed."""
        for part in (*self.keys, *self.back_parts, *self.on_parts):
            part.visible = not places.opened
        for part in (self.play, self.speed, self.eye, self.branch, self.share):
            part.visible = self.in_box or not places.opened
        self.speed.visible = self.in_box

    def _place_cards(self, places: Places) -> None:
        frame = self.sight.frame
        row = frame.public.row
        for card, rect in zip(self.row, places.row(len(row)), strict=False):
            card.rect = rect
        for card in self.row:
            card.visible = card.number < len(row) and not places.opened
        n_cards = len(frame.hand(frame.bottom))
        spots = places.own_hand(n_cards)
        for part in self.cards:
            part.visible = part.n < n_cards and not places.opened
            if part.visible:
                part.rect = spots[part.n]

    def draw_box(self, surface: pygame.Surface) -> None:
        """The panel under the buttons: whose eye it is always stands there."""
        if not self.in_box:
            return
        context, colours = self.context, self.context.theme.colours
        draw.panel(surface, context, self._box, self._title)
        step = self._text.height // 2
        inks = (colours.accent, colours.muted)
        for n, (ways, ink) in enumerate(zip(self._lines, inks, strict=True)):
            place = (self._text.x, self._text.y + step * n + step // 2 - context.px(2))
            style = styles.STRONG if n == 0 else styles.SMALL
            room = self._text.width
            line = context.fonts.first_fitting(ways, style, room)
            context.fonts.text(surface, line, place, style, ink, "midleft", room)
