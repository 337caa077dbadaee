"""The title screen, from which every other screen can be reached."""

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
from hacktrick.ui.screens.title.title_art import WINNING_KEY, TitleArt, draw_game_name
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.deck_cut import CutButton, FingerprintButton, place_deal_row
from hacktrick.ui.widgets.dialogs import show_problems
from hacktrick.ui.widgets.menu import Menu

if TYPE_CHECKING:
    from hacktrick.app.marker_styles import MarkerStyle
    from hacktrick.app.session import Session
    from hacktrick.app.workspace import Workspace
    from hacktrick.i18n.new_match_options import NewMatchOptions
    from hacktrick.ui.scene.context import Context

FINISHED = object()  # returned when everything is prerendered
MENU_WIDTH = 404.0  # units
SMALL_BUTTONS = ("new", "learn", "matches", "puzzles", "online", "rules", "settings")
"""Buttons that stand in pairs."""
MENU_LEFT = 64.0
NAME_HEIGHT = 260.0  # units of the game's name in a high window
EFFECT_MARGIN = 54.0  # units of the button not available to its description
KEY_HOLD_SECONDS = 0.16  # how long a key pressed with a digit stays down


class FirstLessonCard(Widget):
    """The playable card in the title picture, which draws it; it opens the first lesson."""

    def __init__(self, context: Context, art: TitleArt, play: Callable[[], None]) -> None:
        super().__init__(context)
        self.art, self.play = art, play

    def focus_changed(self) -> None:
        self.art.is_card_lifted = self.focused

    def activate(self) -> None:
        self.play()


class TitleScene(Menu):
    """The first screen: the menu and the picture."""

    least = (480.0, 500.0)  # this screen cannot be scrolled
    shortest = 0.0

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self.art = TitleArt(context)
        self._timeline = Timeline(animation_speed(context.settings))
        self._key_seconds_left = 0.0
        self._left_session: Session | None = None  # the session that was left for this screen

    # --- Widgets ---

    def build(self) -> None:
        context, saved = self.context, self.workspace.local_table.saved
        if saved:
            resume = Button(context, _("Continue"), self.resume, icon="play", primary=True)
            resume.effect = saved_match_line(saved)
            self.put("continue", resume)
        if self.workspace.is_first_start:
            learn = Button(
                context, _("Learn · 5 minutes"), self.show_lessons, icon="hint", primary=True
            )
            learn.effect = _("Play along from the first card")
            self.put("learn", learn)
        first = not saved and not self.workspace.is_first_start
        play = CutButton(
            context, _("Play"), self.play, self._fingerprint, icon="command", primary=first
        )
        self.put("play", play)
        self.put("seal", FingerprintButton(context, self.play, self._fingerprint))
        self.put("new", Button(context, _("New match"), self.show_new_match, icon="plus"))
        if not self.workspace.is_first_start:
            self.put("learn", Button(context, _("Learn"), self.show_lessons, icon="hint"))
        matches = Button(context, _("Matches"), self.show_matches, icon="menu")
        self.put("matches", matches)
        self.put("online", Button(context, _("Play online"), self.show_online, icon="directions"))
        self.put("puzzles", Button(context, _("Puzzles"), self.show_puzzles, icon="search"))
        self.put("rules", Button(context, _("Rules"), self.show_rules, icon="help", hint="rules"))
        self.put("settings", Button(context, _("Settings"), self.show_settings, icon="gear"))
        if self.art.is_waiting:
            self.put("door", FirstLessonCard(context, self.art, self.play_last_card))
        self.put("about", Button(context, _("About"), self.show_about, centred=True))
        self.put("quit", Button(context, _("Quit"), context.stack.clear, centred=True))

    def place(self) -> None:
        choices = options_from_setting(self.context.settings.last_match)
        looks = choices.side_marker_styles(self.workspace.profiles.all)
        self._prerendering = self._prerender_table(looks)
        context = self.context
        rect, px = context.rect, context.px
        width, height = context.units
        high = height > width
        left = (width - MENU_WIDTH) / 2 if high else MENU_LEFT + max(0.0, (width - 1280) * 0.18)
        tall, low, gap = 62.0, 46.0, 10.0
        tops = ("learn", "play") if self.workspace.is_first_start else ("continue", "play")
        first = [name for name in tops if name in self.named]
        small = [name for name in SMALL_BUTTONS if name in self.named and name not in first]
        lines = [(low, small[n : n + 2]) for n in range(0, len(small), 2)]
        lines.append((42.0, ["about", "quit"]))
        y = height - 44 - len(first) * (tall + gap) - sum(line + gap for line, _names in lines)
        y = min(y, height * 0.46) if len(first) == 1 and not high else y
        bottom = y
        for name in first:
            self.named[name].rect = rect(left, y, MENU_WIDTH, tall)
            y += tall + gap
        place_deal_row(context, self.named["play"], self.named["seal"], self.named["play"].rect)
        self._describe_play_button(choices)
        for line, names in lines:
            parts = columns(rect(left, y, MENU_WIDTH, line), (1,) * len(names), px(gap))
            for name, part in zip(names, parts, strict=True):
                self.named[name].rect = part
            y += line + gap
        if high:  # the picture stands between the name and the menu
            self.art.place(rect(30, NAME_HEIGHT, width - 60, bottom - NAME_HEIGHT - 30))
        else:
            start = left + MENU_WIDTH + 40
            self.art.place(rect(start, 26, width - start - 30, height - 30))
        if "door" in self.named:
            card = self.art.playable_card.move(0, -px(14))
            self.named["door"].rect = card.clip(context.rect(0, 0, width, height - 8))

    def _describe_play_button(self, choices: NewMatchOptions) -> None:
        """Show on the button what *Play* starts, as far as there is room."""
        play = self.named["play"]
        assert isinstance(play, Button)
        room = play.rect.width - self.context.px(EFFECT_MARGIN)
        play.effect = self.context.fonts.first_fitting(new_match_lines(choices), styles.SMALL, room)

    def first_focus(self) -> str:
        if self.workspace.is_first_start:
            return "learn"
        return "continue" if self.workspace.local_table.saved else "play"

    def back(self) -> None:
        """Move the focus to *Quit*: Escape never ends the program."""
        self.group.ring = True
        self.group.set_focus(self.named["quit"])

    # --- Actions ---

    def resume(self) -> None:
        if self.workspace.local_table.saved:
            self.context.navigator.resume_match()

    def _fingerprint(self) -> str | None:
        """The fingerprint of the first deal, if a single human plays."""
        new = options_from_setting(self.context.settings.last_match).match_setup()
        return self.workspace.local_table.commitment if new.is_solo else None

    def play(self, cut: str | None = None) -> None:
        new = replace(options_from_setting(self.context.settings.last_match).match_setup(), cut=cut)
        self.context.navigator.start_match(new)

    def show_lessons(self) -> None:
        """Open the lessons, or at the first start the first lesson."""
        if self.workspace.is_first_start:
            self.context.navigator.start_lesson(self.workspace.lessons.lessons[0].name)
        else:
            self.context.navigator.show_lessons()

    def show_new_match(self) -> None:
        self.context.navigator.show_new_match()

    def show_puzzles(self) -> None:
        self.context.navigator.show_puzzles()

    def show_matches(self, given: str = "") -> None:
        self.context.navigator.show_match_list(given)

    def show_rules(self, topic: str | None = None) -> None:
        rules = options_from_setting(self.context.settings.last_match).rules
        self.context.navigator.show_rules(rules, topic)

    def show_online(self) -> None:
        self.context.navigator.show_host_and_join()

    def show_settings(self) -> None:
        self.context.navigator.show_settings()

    def show_about(self) -> None:
        self.context.navigator.show_about()

    # --- The scene ---

    def enter(self) -> None:
        if self._timeline.speed > 0:
            self.art.progress = 0.0
            self._timeline.add(AnimationPause(0.35))
            self._timeline.add(Tween(0.8, self._set_light_progress, animation.ease_in_out))
            self.animating = True
        if self.workspace.is_first_start:
            self._offer_first_lesson()

    def _offer_first_lesson(self) -> None:
        """At the first start, undo the winning card so that the player can play it."""
        self._timeline.add(AnimationPause(0.9))
        self._timeline.add(
            Tween(0.5, lambda t: self._set_light_progress(1 - t), animation.ease_in_out)
        )
        self._timeline.add(TimedCall(self._wait_for_card))

    def _wait_for_card(self) -> None:
        self.art.progress, self.art.is_waiting = 0.0, True
        self.remake()

    def play_last_card(self) -> None:
        """Complete the row again, then open the first lesson."""
        if not self.art.is_waiting:
            return
        self.context.play("key", WINNING_KEY)
        self.art.is_waiting = False
        self.remake()
        self._timeline.add(Tween(0.6, self._set_light_progress, animation.ease_in_out))
        self._timeline.add(AnimationPause(0.35))
        self._timeline.add(TimedCall(self.show_lessons))
        self.animating = self._timeline.running

    def uncovered(self) -> None:
        """Show the current choices, and remember the match that has just been left."""
        self._left_session = self.workspace.session
        if not self.workspace.is_first_start:
            self._timeline = Timeline(animation_speed(self.context.settings))
            self.art.is_waiting, self.art.progress = False, 1.0
        self.remake()

    def obey(self, name: str) -> bool:
        actions: dict[str, Callable[[], None]] = {
            "rules": self.show_rules,
            "key_sheet": lambda: self.show_rules("keys"),
            "settings": self.show_settings,
            "paste": lambda: self.show_matches(self.context.clipboard.get()),
        }
        if name in actions:
            actions[name]()
        return name in actions or super().obey(name)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.show_matches(event.file)
            return True
        sign = event.unicode if event.type == pygame.KEYDOWN else ""
        if len(sign) == 1 and sign in "123456789":
            if not self.group.handle(event):  # on the Play button a digit cuts the deck
                self._press_key(int(sign), KEY_HOLD_SECONDS)
            return True
        used = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._update_lifted_card()
            self._set_hovered_key(self.art.key_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press_key(self.art.key_at(event.pos), 60.0)
            if self.art.is_waiting and self.art.key_at(event.pos) == WINNING_KEY:
                self.play_last_card()
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release_key()
        return used

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.animating:
            self._timeline.update(dt)
            self.dirty = True
            self.animating = self._timeline.running
        if self._key_seconds_left > 0:
            self._key_seconds_left -= dt
            if self._key_seconds_left <= 0:
                self._release_key()
        if self.context.stack.top is self:
            if not self.animating:
                self.painting = next(self._prerendering, FINISHED) is not FINISHED
            self._leave_match()
            show_problems(self.context, self.workspace)

    def paint(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        self.art.draw(surface)
        first = next(iter(self.named.values())).rect
        top = context.px(30)
        bottom = context.px(NAME_HEIGHT) if context.size[1] > context.size[0] else first.top
        area = pygame.Rect(first.left, top, context.px(MENU_WIDTH), bottom - top - context.px(54))
        used = draw_game_name(surface, context, area)
        room = pygame.Rect(area.left, area.top + used + context.px(4), area.width, context.px(48))
        text = _("Nine keys, eight lines, one lock.\nAdd your card to the last one.")
        context.fonts.draw_paragraph(surface, text, room, styles.BODY, colours.muted)

    def _prerender_table(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Prerender a table; a generator, since other screens load after the first frame."""
        yield from self.context.navigator.prerender_table(looks)

    def _set_light_progress(self, progress: float) -> None:
        self.art.progress = progress

    def _update_lifted_card(self) -> None:
        card = self.named.get("door")
        lifted = card is not None and (card.hovered or card.focused)
        if lifted != self.art.is_card_lifted:
            self.art.is_card_lifted, self.dirty = lifted, True

    def _set_hovered_key(self, key: int | None) -> None:
        if key != self.art.hovered:
            self.art.hovered, self.dirty = key, True

    def _press_key(self, key: int | None, seconds: float) -> None:
        if key is not None:
            self.art.pressed, self._key_seconds_left, self.dirty = key, seconds, True
            self.context.play("key", key)

    def _release_key(self) -> None:
        if self.art.pressed is not None:
            self.art.pressed, self._key_seconds_left, self.dirty = None, 0.0, True

    def _leave_match(self) -> None:
        """Leave the match from which the player has come back.

        This cannot happen in uncovered(): this screen is also uncovered for a moment on the way
        from a notice to a new table. A match started in this frame must not be left.
        """
        left, self._left_session = self._left_session, None
        if left is not None and left is self.workspace.session:
            self.workspace.leave()
            self.remake()
