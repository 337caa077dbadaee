"""The table of an online match: countdown, shuffle animation, agreed pauses and round results."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from hacktrick.app.online_service import DecisionClock
from hacktrick.app.online_session import OnlineSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.i18n import screen_text
from hacktrick.i18n.online_text import (
    absence_sentence,
    broker_lost_sentence,
    chat_line,
    network_trouble_sentence,
    overtime_sentence,
    pause_request_sentence,
    paused_sentence,
    proof_lines,
    rematch_wishes_line,
    spectator_news,
    time_left_text,
)
from hacktrick.i18n.translator import _
from hacktrick.online.protocol.process_messages import NetworkState, PauseState, SetReady
from hacktrick.ui.accessibility.accessibility_tree import ReadableWidget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.animation import animation_speed
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.online.table_lobby import ChatPanel
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels import player_panels
from hacktrick.ui.table.panels.toast import NO_PANEL, TOAST_GAP, plate_rect_near
from hacktrick.ui.table.round_result import ResultButton, ResultScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Button, IconButton
from hacktrick.ui.widgets.dialogs import Dialog, NoticeAnswer, NoticeScene, show_saved_file
from hacktrick.ui.widgets.menu_base import PANEL_TITLE_STYLE, draw_dialog_box

if TYPE_CHECKING:
    from hacktrick.app.match_reviews import MatchReviews

# Height of the countdown's plate, its margin at the sides, and how far it overlaps the player's
# panel, in layout units.
COUNTDOWN_HEIGHT, INSET, OVERLAP = 25.0, 10.0, 7.0


class DecisionCountdown:
    """Draws a player's remaining time for a decision, with sounds when it runs short or out."""

    def __init__(self, context: Context, clock: DecisionClock) -> None:
        self.context, self.clock = context, clock
        self._shown: tuple[object, ...] = ()

    def update_with_sounds(self, is_own_decision: bool) -> bool:
        """Read the clock, and play the sounds for short time and no time.

        Args:
            is_own_decision: whether the player at this computer is on the clock.

        Returns:
            Whether the countdown must be redrawn.
        """
        clock = self.clock
        before = self._shown
        self._shown = (
            clock.seat_with_running_time,
            math.ceil(clock.seconds_left),
            clock.is_time_short,
        )
        if self._shown == before:
            return False
        if clock.overdue_seat is not None:
            self.context.play("invalid" if is_own_decision else "ask", 0)
        elif is_own_decision and clock.is_time_short and before[-1:] == (False,):
            self.context.play("ask", 0)
        return True

    def remaining_time_text(self) -> str:
        """Return the remaining time in words; "" while no clock is running."""
        return (
            ""
            if self.clock.seat_with_running_time is None
            else time_left_text(self.clock.seconds_left, self.clock.is_time_short)
        )

    def draw(self, surface: pygame.Surface, panel: pygame.Rect) -> None:
        """Draw the countdown on the lower edge of a player's panel, where it covers no text."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        text = time_left_text(self.clock.seconds_left, self.clock.is_time_short)
        ink = colours.warning if self.clock.is_time_short else colours.muted
        width = context.fonts.text_size(text, styles.LABEL)[0] + 2 * px(INSET)
        plate = pygame.Rect(0, 0, min(width, panel.width), px(COUNTDOWN_HEIGHT))
        plate.topright = panel.right - px(INSET), panel.bottom - px(OVERLAP)
        plate.bottom = min(plate.bottom, surface.get_height())
        look = PanelLook(edge=ink, edge_width=2.0 if self.clock.is_time_short else 1.0, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        room = plate.width - px(INSET)
        # The plate is raised, so its middle lies higher.
        middle = (plate.centerx, plate.centery - px(1))
        context.fonts.draw_text(surface, text, middle, styles.LABEL, ink, "center", room)


# Seconds for the deck's way to a player, and for a shuffle.
MOVE_SECONDS, RIFFLE_SECONDS = 0.28, 0.34
CARD_SIZE = (54.0, 74.0)  # width and height of a card that is shuffled, in layout units
PILE_CARDS = 5  # number of cards drawn in the pile


class ShuffleAnimation:
    """Animates the deck, which moves from player to player while each player shuffles it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._n_seats = 0
        self._time = 0.0
        self._running = False

    @property
    def is_running(self) -> bool:
        return self._running

    @property
    def shuffling_seat(self) -> int:
        """The seat of the player who is shuffling."""
        return min(self._n_seats - 1, int(self._time / (MOVE_SECONDS + RIFFLE_SECONDS)))

    def start(self, n_seats: int) -> None:
        speed = animation_speed(self.context.settings)
        self._n_seats, self._time = n_seats, 0.0
        self._running = speed > 0 and not self.context.settings.reduced_motion

    def stop(self) -> None:
        self._running = False

    def update(self, dt: float) -> None:
        if self._running:
            self._time += dt * animation_speed(self.context.settings)
            self._running = self._time < self._n_seats * (MOVE_SECONDS + RIFFLE_SECONDS)

    def draw(
        self, surface: pygame.Surface, middle: pygame.Rect, panel: Callable[[int], pygame.Rect]
    ) -> None:
        """Draw the deck on its way from player to player, or while it is shuffled.

        Args:
            middle: the rectangle from whose middle the deck starts.
            panel: returns the rectangle of a seat's panel.
        """
        seat, within = self.shuffling_seat, self._time % (MOVE_SECONDS + RIFFLE_SECONDS)
        start = middle.center if seat == 0 else panel(seat - 1).center
        goal = panel(seat).center
        share = min(1.0, within / MOVE_SECONDS)
        eased = share * share * (3 - 2 * share)
        x = start[0] + (goal[0] - start[0]) * eased
        y = start[1] + (goal[1] - start[1]) * eased
        riffle = max(0.0, within - MOVE_SECONDS) / RIFFLE_SECONDS
        self._draw_riffled_deck(surface, x, y, math.sin(math.pi * riffle))

    def _draw_riffled_deck(self, surface: pygame.Surface, x: float, y: float, apart: float) -> None:
        px = self.context.px
        size = (px(CARD_SIZE[0]), px(CARD_SIZE[1]))
        back = self.context.sprites.card(CardLook(None), size)
        for n in range(PILE_CARDS):
            side = 1 if n % 2 else -1
            left = x - size[0] / 2 + side * apart * px(26) + n * px(2)
            top = y - size[1] / 2 - n * px(2) - apart * px(3 * n)
            back.draw(surface, (round(left), round(top)))


PAUSE_INPUT_DELAY = 0.6  # seconds in which a new notice accepts no answer
# Seconds for which the notice of a withdrawn request stays open, in case it is renewed.
PAUSE_REQUEST_GRACE = 1.0


class _SelfClosingPauseNotice(NoticeScene, ABC):
    """A notice about a pause, which closes by itself once it no longer applies.

    Attributes:
        wording: returns the text of the notice.
        grace_seconds: the seconds for which the notice stays open after it has ceased to apply.
    """

    wording: Callable[[PauseState, NetworkState], str]
    grace_seconds = 0.0

    def __init__(
        self, context: Context, online: OnlineSession, title: str, answers: tuple[NoticeAnswer, ...]
    ) -> None:
        self.online = online
        self._open_for = self._stale_for = 0.0
        super().__init__(context, title, self.pause_sentence(), answers)

    def pause_sentence(self) -> str:
        resting = self.online.network_state.pause
        assert resting is not None
        return self.wording(resting, self.online.network_state)

    @abstractmethod
    def does_still_apply(self) -> bool:
        """Return whether the notice still applies."""

    def update(self, dt: float) -> None:
        super().update(dt)
        self._open_for += dt
        self._stale_for = 0.0 if self.does_still_apply() else self._stale_for + dt
        if self.context.stack.top is not self:
            return
        if self._stale_for > self.grace_seconds:
            self.context.stack.pop()
        elif self.does_still_apply() and self.text != self.pause_sentence():
            self.text = self.pause_sentence()
            self.rebuild_widgets()
            self.needs_redraw = True

    def handle(self, event: pygame.Event) -> bool:
        if self._open_for < PAUSE_INPUT_DELAY and event.type != pygame.MOUSEMOTION:
            return True
        return super().handle(event)


class PauseRequestScene(_SelfClosingPauseNotice):
    """The notice that asks this player to agree to a pause that another player has requested."""

    wording = staticmethod(pause_request_sentence)
    grace_seconds = PAUSE_REQUEST_GRACE

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            NoticeAnswer(
                _("Agree to the pause"), lambda: online.set_pause_wish(True), primary=True
            ),
            NoticeAnswer(_("Play on"), lambda: online.set_pause_wish(False)),
        )
        super().__init__(context, online, _(screen_text.PAUSE_QUESTION), answers)

    def does_still_apply(self) -> bool:
        return self.online.is_pause_requested


class AgreedPauseScene(_SelfClosingPauseNotice):
    """The notice over the table during an agreed pause, which any player can end."""

    wording = staticmethod(paused_sentence)

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            NoticeAnswer(_("The table"), context.navigator.show_lobby),
            NoticeAnswer(
                _("Continue the match"), lambda: online.set_pause_wish(False), primary=True
            ),
        )
        super().__init__(context, online, _("Pause"), answers)

    def does_still_apply(self) -> bool:
        return self.online.is_paused

    def go_back(self) -> None:
        """Open the lobby instead, since Escape must not end the pause by accident."""
        self.context.navigator.show_lobby()

    def _choose_answer(self, answer: NoticeAnswer) -> None:
        """Carry out an answer; the notice stays open until the pause has ended."""
        if self.does_still_apply():
            answer.action()


def pause_notice_if_needed(
    context: Context, online: OnlineSession
) -> _SelfClosingPauseNotice | None:
    """Return the notice of a pause or a pause request.

    Return None if there is neither, and for spectators.
    """
    if online.is_online_spectator:
        return None
    if online.is_paused:
        return AgreedPauseScene(context, online)
    return PauseRequestScene(context, online) if online.is_pause_requested else None


class OnlineResultScene(ResultScene):
    """The result of an online round, shown over the table."""

    _has_continued = False  # whether this player has requested the next round
    _rematch: Button | None = None

    def _reviews_of_match(self) -> MatchReviews | None:
        """Return the library's reviews of this match.

        Return None before the match is over, if the library does not have it, or if it cannot be
        judged.
        """
        if not self.session.is_over or not isinstance(self.session, OnlineSession):
            return None
        number = self.services.library.match_number_of_record(self.session.record)
        return None if number is None else self.services.library_reviews.reviews_of_match(number)

    def update(self, dt: float) -> None:
        super().update(dt)
        self._show_rematch_wishes_on_button()
        if self.context.stack.top is self and self._is_next_round_in_progress():
            self._request_next_round()

    def _show_rematch_wishes_on_button(self) -> None:
        """Show on the button which of the other players want a rematch or have left."""
        if self._rematch is None:
            return
        wish = rematch_wishes_line(self.services.online.network.state)
        if wish != self._rematch.effect:
            self._rematch.effect = wish
            self.needs_redraw = True
            self.context.play("ask", 0)

    def _request_next_round(self, cut: str | None = None) -> None:
        if not self._has_continued:
            self._has_continued = True
            super()._request_next_round(cut)

    def _is_next_round_in_progress(self) -> bool:
        """Return whether the next round is already being dealt or, for spectators, has begun.

        For players, a deal is in progress if they asked for it before the program was restarted.
        """
        state, session = self.services.online.network.state, self.session
        if state.match_state is None or session.is_over or state.stage != "playing":
            return False
        if self._is_spectator:  # spectators see the result until the round has begun
            return bool(state.match_state.round_number > session.round_number)
        match = state.match_state
        return bool(match.is_dealing or match.round_number > session.round_number)

    @property
    def _is_spectator(self) -> bool:
        return isinstance(self.session, OnlineSession) and self.session.is_online_spectator

    def return_to_table(self) -> None:
        """Return to the table; only for spectators, who cannot start the next round."""
        self.context.stack.pop()

    def _next_step_buttons(self) -> list[Button]:
        context = self.context
        if self._is_spectator:
            label = _("Back to the match")
            stay = ResultButton(context, label, self.return_to_table, hint="confirm", primary=True)
            return [
                stay,
                ResultButton(context, _("Leave the table"), self.context.navigator.show_title),
            ]
        if not self.session.is_over:
            label = _("Next round")
            return [
                ResultButton(context, label, self._request_next_round, hint="confirm", primary=True)
            ]
        label = _("Rematch")
        again = ResultButton(
            context,
            label,
            self.request_rematch_and_open_lobby,
            icon="undo",
            hint="confirm",
            primary=True,
        )
        again.effect = rematch_wishes_line(self.services.online.network.state)
        self._rematch = again
        return [
            again,
            ResultButton(context, _("Back to the start"), context.navigator.show_title),
        ]

    def _fingerprint_buttons(self) -> list[ResultButton]:
        """Return the button that shows the proofs verified here; empty without a proof file."""
        state = self.services.online.network.state
        if not state.proof_path:
            return []

        def show_proof_file() -> None:
            text = "\n".join(proof_lines(state))
            path = Path(state.proof_path)
            show_saved_file(self.context, _("Proved in this round"), text, path)

        return [ResultButton(self.context, _("Fair play"), show_proof_file)]

    def request_rematch_and_open_lobby(self) -> None:
        """Tell the other players that this player wants a rematch, and return to the lobby."""
        self.services.online.network.send(SetReady(True))
        self.services.end_online_session()
        self.context.navigator.show_lobby()


CHAT_WIDTH, CHAT_HEIGHT = 440.0, 520.0  # width and height of the chat dialog, in layout units
CHAT_EDGE = 12.0  # gap between the chat and the edge of the window, in layout units


class ChatScene(Dialog):
    """The chat over an online table during a match; a press outside closes it."""

    def __init__(self, context: Context, services: ProgramServices, online: OnlineSession) -> None:
        super().__init__(context)
        self.online = online
        self.chat = ChatPanel(context, services)

    def create_widgets(self) -> None:
        for name, widget in self.chat.create_widgets().items():
            self.add_widget(name, widget)

    def first_focus_name(self) -> str:
        return "text" if "text" in self.widgets else "say phrase"

    def place_widgets(self) -> None:
        (wide, high), edge = self.context.size, self.context.px(CHAT_EDGE)
        width = min(self.context.px(CHAT_WIDTH), wide - 2 * edge)
        height = min(self.context.px(CHAT_HEIGHT), high - 2 * edge)
        self._box = pygame.Rect(wide - edge - width, high - edge - height, width, height)
        self.chat.place_widgets(self.widgets, self._box)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.needs_redraw = self.chat.scroll_to_newest_if_new() or self.needs_redraw
        if self.context.stack.top is self and self._must_close_for_table():
            self.go_back()

    def _must_close_for_table(self) -> bool:
        """Return whether the chat must close, since the table shows a result, pause or problem."""
        online = self.online
        is_paused = online.is_pause_requested or online.is_paused
        return is_paused or online.is_round_over or online.network_state.trouble is not None

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and not self._box.collidepoint(event.pos):
            self.go_back()
            return True
        return super().handle(event)

    def handle_intent(self, name: str) -> bool:
        if name == "confirm" and self.group.focused_widget is self.widgets.get("text"):
            self.chat.send_text()
            return True
        if name == "chat":
            self.go_back()
            return True
        return super().handle_intent(name)

    def draw(self, surface: pygame.Surface) -> None:
        context, box = self.context, self._box
        draw_dialog_box(surface, context, box)
        place = (box.left + context.px(24), box.top + context.px(28))
        ink = context.theme.colours.accent
        context.fonts.draw_text(
            surface, _("Talk"), place, PANEL_TITLE_STYLE, ink, "midleft", box.width // 2
        )
        self.group.draw_widgets_and_ring(surface)
        self.draw_message(surface)


MAX_PLATE_TEXT_WIDTH = 220.0  # in layout units; narrow enough for a status plate beside the board
MESSAGE_SECONDS = 6.0  # seconds for which a message stays visible


class OnlineTableScene(TableScene):
    """The table of the program's ``OnlineSession``."""

    updates_hidden = True
    result_scene = OnlineResultScene

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.shuffle_animation = ShuffleAnimation(context)
        self.lobby_button = IconButton(
            context, _("The table"), context.navigator.show_lobby, icon="lock"
        )
        self.chat_button = IconButton(context, _("Talk"), self.show_chat, icon="talk")
        assert isinstance(services.session, OnlineSession)
        self.online = services.session
        self.countdown = DecisionCountdown(context, self.online.clock)
        self._n_lines = self._n_read = len(self.online.chat)
        self._message, self._message_left = "", 0.0
        self._spectators = self.online.network_state.spectators
        self._has_reported_trouble = False
        super().__init__(context, services)
        own = (self.chat_button, self.lobby_button)
        self.group.replace_widgets(
            [*self.widgets.all_widgets(), *own], self.widgets.end_turn_button
        )
        self.group.ring = False
        self.shuffle_animation.start(len(self.session.seats))

    def refresh(self) -> None:
        super().refresh()
        if self.online.is_online_spectator:
            self.widgets.hide_turn_controls()

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        own = {"icon talk": self.chat_button, "icon lobby": self.lobby_button}
        return {**super().readable_widgets(), **own}

    def visible_remarks(self) -> list[str]:
        return [
            *super().visible_remarks(),
            self.most_important_status_sentence(),
            self.countdown.remaining_time_text(),
        ]

    def show_chat(self) -> None:
        self._message_left = 0.0
        self.context.stack.push(ChatScene(self.context, self.services, self.online))

    def on_uncovered(self) -> None:
        super().on_uncovered()
        self._n_read = len(self.online.chat)

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return {**super().handlers_by_intent(), "chat": self.show_chat}

    def lay_out(self) -> None:
        super().lay_out()
        first, second = self.places.icon_rect(0), self.places.icon_rect(1)
        self.lobby_button.rect = first.move(first.x - second.x, 0)
        self.lobby_button.label = _("The table")
        self.chat_button.rect = first.move(2 * (first.x - second.x), 0)
        self.chat_button.label = _("Talk")

    def update_while_hidden(self, dt: float) -> None:
        """Keep the network running while another screen hides the table."""
        self.services.online.update(dt)

    def update(self, dt: float) -> None:
        if self.shuffle_animation.is_running:
            self.shuffle_animation.update(dt)
            self.services.online.update(dt)
            self.needs_redraw = self.is_animating = True
            return
        number, n = self.session.round_number, self.online.network_state.number
        super().update(dt)
        if self.context.stack.top is not self:
            self.services.online.update(dt)  # the match goes on under a dialog
        if self.session.round_number != number:
            self.shuffle_animation.start(len(self.session.seats))
        self._show_spectator_changes()
        self._show_or_fade_chat_message(dt)
        own = self.online.clock.seat_with_running_time in self.session.local_seats
        self.needs_redraw = (
            self.countdown.update_with_sounds(own)
            or self.needs_redraw
            or self.online.network_state.number != n
        )
        if self.context.stack.top is self:
            self._show_match_ending_trouble()
            self._open_pause_notice_if_needed()

    def handle(self, event: pygame.Event) -> bool:
        if self.shuffle_animation.is_running and self.input.is_press_skipping_animation(event):
            self.shuffle_animation.stop()
            return True
        return super().handle(event)

    def _show_or_fade_chat_message(self, dt: float) -> None:
        n = len(self.online.chat)
        if n != self._n_lines:
            self._n_lines = n
            if n and not isinstance(self.context.stack.top, ChatScene):
                self._show_status_message(
                    chat_line(self.online.chat[-1], self.online.network_state)
                )
        elif self._message_left > 0:
            self._message_left -= dt
            self.needs_redraw = self.needs_redraw or self._message_left <= 0

    def _show_status_message(self, sentence: str) -> None:
        """Show a message on the status plate for ``MESSAGE_SECONDS``."""
        self._message, self._message_left = sentence, MESSAGE_SECONDS
        self.context.play("select", 0)
        self.needs_redraw = True

    def _show_spectator_changes(self) -> None:
        """Report spectators who have come or gone since the last call on the status plate."""
        before, self._spectators = self._spectators, self.online.network_state.spectators
        if before == self._spectators:
            return
        keys, old = {one.key for one in self._spectators}, {one.key for one in before}
        come = [one for one in self._spectators if one.key not in old and not one.is_own]
        gone = [one for one in before if one.key not in keys and not one.is_own]
        for one in (*gone, *come):
            self._show_status_message(spectator_news(one.name, comes=one in come))
        self.lay_out()

    def _show_match_ending_trouble(self) -> None:
        """Report once the network trouble that has ended the match, such as cheating."""
        state = self.online.network_state
        if state.trouble is None or self._has_reported_trouble:
            return
        self._has_reported_trouble = True
        text = network_trouble_sentence(state.trouble, state)
        answers = (
            NoticeAnswer(_("Back to the start"), self.context.navigator.show_title, primary=True),
        )
        self.context.stack.push(NoticeScene(self.context, _("The table"), text, answers))

    def _open_pause_notice_if_needed(self) -> None:
        """Open the notice of a pause or of a pause request, if there is one."""
        scene = (
            None
            if self.online.network_state.trouble
            else pause_notice_if_needed(self.context, self.online)
        )
        if scene is not None:
            self.context.play("ask", 0)
            self.context.stack.push(scene)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self._draw_spectator_count(surface)
        self._draw_unread_chat_dot(surface)
        if self.shuffle_animation.is_running:
            places = self.places
            self.shuffle_animation.draw(
                surface,
                places.table.keypad,
                lambda seat: places.face_or_prompt_rect(self.presenter.screen_slot_of(seat)),
            )
        elif self.online.clock.seat_with_running_time is not None:
            slot = self.presenter.screen_slot_of(self.online.clock.seat_with_running_time)
            self.countdown.draw(surface, self.places.face_or_prompt_rect(slot))
        sentence = self.most_important_status_sentence()
        if sentence:
            self._draw_status(surface, sentence)

    def most_important_status_sentence(self) -> str:
        """Return the most important current message about the match; "" if there is none."""
        missing, state = self.online.absent_players, self.online.network_state
        if state.is_broker_lost:
            return broker_lost_sentence()
        if missing:
            return absence_sentence(missing[0])
        if self.shuffle_animation.is_running:
            name = self.session.seats[self.shuffle_animation.shuffling_seat].name
            return _(screen_text.PLAYER_SHUFFLES).format(name=name)
        if (
            self.session.is_round_over
            and self.online.is_waiting_for_next_round
            and not self.session.is_over
        ):
            return _(screen_text.WAITING_FOR_NEXT_ROUND)
        if state.pause is not None and self.online.is_online_spectator:
            return paused_sentence(state.pause, state)
        if state.pause is not None and self.online.has_pending_pause_request:
            return pause_request_sentence(state.pause, state)
        late = self.online.clock.overdue_seat
        if late is not None and (one := state.players[late]) is not None:
            return overtime_sentence(one)
        return self._message if self._message_left > 0 else ""

    def _draw_status_bar(self, drawing: DrawContext) -> None:
        player_panels.draw_status_bar(drawing, right=self.chat_button.rect.x)

    def _draw_spectator_count(self, surface: pygame.Surface) -> None:
        """Draw an eye and the number of spectators on the lobby button."""
        n = len(self.online.network_state.spectators)
        if not n:
            return
        px, ink, button = self.context.px, self.context.theme.colours.text, self.lobby_button.rect
        fonts, middle = self.context.fonts, button.bottom + px(12)
        place = (button.right, middle)
        number = fonts.draw_text(surface, str(n), place, styles.LABEL, ink, "midright")
        eye = self.context.sprites.icon("eye", px(18), self.context.theme.colours.accent)
        eye.draw_centred(surface, (number.left - px(14), middle))

    def _draw_unread_chat_dot(self, surface: pygame.Surface) -> None:
        """Draw a dot on the chat button while there are unread lines."""
        if len(self.online.chat) <= self._n_read:
            return
        colours, px, button = self.context.theme.colours, self.context.px, self.chat_button.rect
        middle = button.right - px(6), button.top + px(6)
        pygame.draw.circle(surface, colours.background, middle, px(9))
        pygame.draw.circle(surface, colours.accent, middle, px(7))

    def status_plate_rect(self, sentence: str) -> pygame.Rect:
        """Return the rectangle of the status plate, which covers nothing that is needed to play."""
        fonts, px, table = self.context.fonts, self.context.px, self.places.table
        lines = fonts.wrap(sentence, styles.STRONG, px(MAX_PLATE_TEXT_WIDTH))
        width = max(fonts.text_size(line, styles.STRONG)[0] for line in lines) + px(44)
        height = len(lines) * fonts.line_height(styles.STRONG) + px(18)
        screen = table.housing.unionall([table.prompt, table.hand, table.dock, table.icons])
        coach = self.widgets.coach_panel
        board = [table.housing, table.row, table.hand, table.dock, table.double, table.prompt]
        above = [table.icons, self.lobby_button.rect, self.chat_button.rect, *table.hands]
        people = [*table.faces, *table.names, *table.locks, table.turn_order]
        supply = [*table.racks, *table.rack_names, *table.codes, table.stacks, table.aside]
        return plate_rect_near(
            (width, height),
            self.chat_button.rect,
            screen.inflate(-px(12), -px(12)),
            [*board, *above, *people, *supply, coach.rect if coach.visible else NO_PANEL],
            [table.deck, table.status, *table.captures, *table.speech],
            px(TOAST_GAP),
        )

    def _draw_status(self, surface: pygame.Surface, sentence: str) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        plate = self.status_plate_rect(sentence)
        is_lost = bool(self.online.absent_players) or self.online.network_state.is_broker_lost
        is_urgent = is_lost or self.online.clock.overdue_seat is not None
        edge = colours.warning if is_urgent else colours.accent
        look = PanelLook(edge=edge, edge_width=1.5, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        inner = plate.inflate(-px(40), -px(14))
        ink = colours.warning if is_urgent else colours.text
        context.fonts.draw_paragraph(surface, sentence, inner, styles.STRONG, ink, "center")
