"""The title screen: continue, play, choose, read, set, leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from hacktrick.i18n.match_summaries import new_match_lines, saved_match_line
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.boxes import columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene import animation
from hacktrick.ui.scene.animation import AnimationPause, TimedCall, Timeline, Tween, animation_speed
from hacktrick.ui.screens.title.title_art import COMPLETED, TitleArt, draw_game_name
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.deck_cut import CutButton, FingerprintButton, place_deal_row
from hacktrick.ui.widgets.dialogs import ask_to_replace, show_problems
from hacktrick.ui.widgets.menu import Menu

if TYPE_CHECKING:
    from hacktrick.app.marker_styles import MarkerStyle
    from hacktrick.app.session import Session
    from hacktrick.app.workspace import Workspace
    from hacktrick.i18n.new_match_options import NewMatchOptions
    from hacktrick.ui.scene.context import Context

DONE = object()  # what painting ahead comes to
COLUMN = 404.0  # units: width of the menu
SMALL = ("new", "learn", "matches", "puzzles", "online", "rules", "settings")
"""Two beside each other."""
LEFT = 64.0
NAME = 260.0  # height of the name of the game in a high window
EFFECT = 54.0  # units of a button that what it begins has not: both margins and the picture
HOLD = 0.16  # seconds that a key pressed by a digit stays down


class FirstLessonCard(Widget):
    """The card of the picture that is left to play: the way into the first lesson. The picture
    draws it."""

    def __init__(self, context: Context, art: TitleArt, play: Callable[[], None]) -> None:
        super().__init__(context)
        self.art, self.play = art, play

    def focus_changed(self) -> None:
        self.art.lifted = self.focused

    def activate(self) -> None:
        self.play()


class TitleScene(Menu):
    least = (480.0, 500.0)  # nothing of it can be scrolled
    shortest = 0.0

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self.art = TitleArt(context)
        self._light = Timeline(animation_speed(context.settings))
        self._key_left = 0.0
        self._left: Session | None = None  # what was played above this screen

    # --- The menu ---

    def build(self) -> None:
        context, saved = self.context, self.workspace.local_table.saved
        if saved:
            go_on = Button(context, _("Continue"), self.go_on, icon="play", primary=True)
            go_on.effect = saved_match_line(saved)
            self.put("continue", go_on)
        if self.workspace.is_first_start:
            learn = Button(context, _("Learn · 5 minutes"), self.learn, icon="hint", primary=True)
            learn.effect = _("Play along from the first card")
            self.put("learn", learn)
        first = not saved and not self.workspace.is_first_start
        play = CutButton(
            context, _("Play"), self.play, self._fingerprint, icon="command", primary=first
        )
        self.put("play", play)
        self.put("seal", FingerprintButton(context, self.play, self._fingerprint))
        self.put("new", Button(context, _("New match"), self.new_match, icon="plus"))
        if not self.workspace.is_first_start:
            self.put("learn", Button(context, _("Learn"), self.learn, icon="hint"))
        matches = Button(context, _("Matches"), self.matches, icon="menu")
        self.put("matches", matches)
        self.put("online", Button(context, _("Play online"), self.online, icon="directions"))
        self.put("puzzles", Button(context, _("Puzzles"), self.puzzles, icon="search"))
        self.put("rules", Button(context, _("Rules"), self.rules, icon="help", hint="rules"))
        self.put("settings", Button(context, _("Settings"), self.settings, icon="gear"))
        if self.art.waits:
            self.put("door", FirstLessonCard(context, self.art, self.play_the_last_card))
        self.put("about", Button(context, _("About"), self.about, centred=True))
        self.put("quit", Button(context, _("Quit"), context.stack.clear, centred=True))

    def place(self) -> None:
        choices = options_from_setting(self.context.settings.last_match)
        looks = choices.side_marker_styles(self.workspace.profiles.all)
        self._ahead = self._paint_ahead(looks)
        context = self.context
        rect, px = context.rect, context.px
        width, height = context.units
        high = height > width
        left = (width - COLUMN) / 2 if high else LEFT + max(0.0, (width - 1280) * 0.18)
        tall, low, gap = 62.0, 46.0, 10.0
        tops = ("learn", "play") if self.workspace.is_first_start else ("continue", "play")
        first = [name for name in tops if name in self.named]
        small = [name for name in SMALL if name in self.named and name not in first]
        lines = [(low, small[n : n + 2]) for n in range(0, len(small), 2)]
        lines.append((42.0, ["about", "quit"]))
        y = height - 44 - len(first) * (tall + gap) - sum(line + gap for line, _names in lines)
        y = min(y, height * 0.46) if len(first) == 1 and not high else y
        bottom = y
        for name in first:
            self.named[name].rect = rect(left, y, COLUMN, tall)
            y += tall + gap
        place_deal_row(context, self.named["play"], self.named["seal"], self.named["play"].rect)
        self._tell_play(choices)
        for line, names in lines:
            parts = columns(rect(left, y, COLUMN, line), (1,) * len(names), px(gap))
            for name, part in zip(names, parts, strict=True):
                self.named[name].rect = part
            y += line + gap
        if high:  # the art stands between the name and the menu
            self.art.place(rect(30, NAME, width - 60, bottom - NAME - 30))
        else:
            start = left + COLUMN + 40
            self.art.place(rect(start, 26, width - start - 30, height - 30))
        if "door" in self.named:
            card = self.art.card.move(0, -px(14))
            self.named["door"].rect = card.clip(context.rect(0, 0, width, height - 8))

    def _tell_play(self, choices: NewMatchOptions) -> None:
        """As much of what it begins as there is room for."""
        play = self.named["play"]
        assert isinstance(play, Button)
        room = play.rect.width - self.context.px(EFFECT)
        play.effect = self.context.fonts.first_fitting(new_match_lines(choices), styles.SMALL, room)

    def first_focus(self) -> str:
        if self.workspace.is_first_start:
            return "learn"
        return "continue" if self.workspace.local_table.saved else "play"

    def back(self) -> None:
        """Escape never leaves the program; it shows the way out."""
        self.group.ring = True
        self.group.set_focus(self.named["quit"])

    # --- What the entries do ---

    def go_on(self) -> None:
        if self.workspace.local_table.saved:
            self.context.navigator.resume_match()

    def _fingerprint(self) -> str | None:
        """Of the deal that Play would deal, where somebody plays alone."""
        new = options_from_setting(self.context.settings.last_match).match_setup()
        return self.workspace.local_table.commitment if new.is_solo else None

    def play(self, cut: str | None = None) -> None:
        new = replace(options_from_setting(self.context.settings.last_match).match_setup(), cut=cut)
        ask_to_replace(
            self.context, self.workspace, lambda: self.context.navigator.start_match(new)
        )

    def learn(self) -> None:
        """To the lessons; at the first start into the first of them."""
        if self.workspace.is_first_start:
            self.context.navigator.start_lesson(self.workspace.lessons.lessons[0].name)
        else:
            self.context.navigator.show_lessons()

    def new_match(self) -> None:
        self.context.navigator.show_new_match()

    def puzzles(self) -> None:
        self.context.navigator.show_puzzles()

    def matches(self, given: str = "") -> None:
        self.context.navigator.show_match_list(given)

    def rules(self, topic: str | None = None) -> None:
        rules = options_from_setting(self.context.settings.last_match).rules
        self.context.navigator.show_rules(rules, topic)

    def online(self) -> None:
        self.context.navigator.show_host_and_join()

    def settings(self) -> None:
        self.context.navigator.show_settings()

    def about(self) -> None:
        self.context.navigator.show_about()

    # --- The scene ---

    def enter(self) -> None:
        if self._light.speed > 0:
            self.art.progress = 0.0
            self._light.add(AnimationPause(0.35))
            self._light.add(Tween(0.8, self._shine, animation.ease_in_out))
            self.animating = True
        if self.workspace.is_first_start:
            self._open_the_door()

    def _open_the_door(self) -> None:
        """At the first start the line goes again, and its last card is left to play."""
        self._light.add(AnimationPause(0.9))
        self._light.add(Tween(0.5, lambda t: self._shine(1 - t), animation.ease_in_out))
        self._light.add(TimedCall(self._wait_for_the_card))

    def _wait_for_the_card(self) -> None:
        self.art.progress, self.art.waits = 0.0, True
        self.remake()

    def play_the_last_card(self) -> None:
        """The line is made again, and leads into the first lesson."""
        if not self.art.waits:
            return
        self.context.play("key", COMPLETED)
        self.art.waits = False
        self.remake()
        self._light.add(Tween(0.6, self._shine, animation.ease_in_out))
        self._light.add(AnimationPause(0.35))
        self._light.add(TimedCall(self.learn))
        self.animating = self._light.running

    def uncovered(self) -> None:
        """The last choices may have changed, or a table has gone from above."""
        self._left = self.workspace.session
        if not self.workspace.is_first_start:
            self._light = Timeline(animation_speed(self.context.settings))
            self.art.waits, self.art.progress = False, 1.0
        self.remake()

    def obey(self, name: str) -> bool:
        doings: dict[str, Callable[[], None]] = {
            "rules": self.rules,
            "key_sheet": lambda: self.rules("keys"),
            "settings": self.settings,
            "paste": lambda: self.matches(self.context.clipboard.get()),
        }
        if name in doings:
            doings[name]()
        return name in doings or super().obey(name)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.matches(event.file)
            return True
        sign = event.unicode if event.type == pygame.KEYDOWN else ""
        if len(sign) == 1 and sign in "123456789":
            if not self.group.handle(event):  # on the button that deals it is the cut
                self._press(int(sign), HOLD)
            return True
        used = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._lift()
            self._hover(self.art.key_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(self.art.key_at(event.pos), 60.0)
            if self.art.waits and self.art.key_at(event.pos) == COMPLETED:
                self.play_the_last_card()
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release()
        return used

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.animating:
            self._light.update(dt)
            self.dirty = True
            self.animating = self._light.running
        if self._key_left > 0:
            self._key_left -= dt
            if self._key_left <= 0:
                self._release()
        if self.context.stack.top is self:
            if not self.animating:
                self.painting = next(self._ahead, DONE) is not DONE
            self._clear_table()
            show_problems(self.context, self.workspace)

    def paint(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        self.art.draw(surface)
        first = next(iter(self.named.values())).rect
        top = context.px(30)
        bottom = context.px(NAME) if context.size[1] > context.size[0] else first.top
        area = pygame.Rect(first.left, top, context.px(COLUMN), bottom - top - context.px(54))
        used = draw_game_name(surface, context, area)
        room = pygame.Rect(area.left, area.top + used + context.px(4), area.width, context.px(48))
        text = _("Nine keys, eight lines, one lock.\nAdd your card to the last one.")
        context.fonts.paragraph(surface, text, room, styles.BODY, colours.muted)

    def _paint_ahead(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """A generator of its own: the other screens are loaded behind the first picture."""
        yield from self.context.navigator.prerender_table(looks)

    def _shine(self, progress: float) -> None:
        self.art.progress = progress

    def _lift(self) -> None:
        door = self.named.get("door")
        lifted = door is not None and (door.hovered or door.focused)
        if lifted != self.art.lifted:
            self.art.lifted, self.dirty = lifted, True

    def _hover(self, key: int | None) -> None:
        if key != self.art.hovered:
            self.art.hovered, self.dirty = key, True

    def _press(self, key: int | None, seconds: float) -> None:
        if key is not None:
            self.art.pressed, self._key_left, self.dirty = key, seconds, True
            self.context.play("key", key)

    def _release(self) -> None:
        if self.art.pressed is not None:
            self.art.pressed, self._key_left, self.dirty = None, 0.0, True

    def _clear_table(self) -> None:
        """Whoever comes back from a table has left it. Not in uncovered(), as on the way from a
        notice to a new table this screen is uncovered for a moment, too; and only that session, as
        another may have been begun in this very frame."""
        left, self._left = self._left, None
        if left is not None and left is self.workspace.session:
            self.workspace.leave()
            self.remake()
