"""Online play at the terminal: hosting and joining, the lobby, the match, chat and pauses.

No input is read while the player waits for others. Ctrl-C leaves the table; the match is saved.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from hacktrick.app.online_session import OnlineSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.game.actions import Action
from hacktrick.i18n import terminal_text
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.online_text import (
    CHAT_PHRASES,
    acquaintance_line,
    broker_lost_sentence,
    chat_line,
    checked_proof_lines,
    invitation_way_name,
    lobby_seat_line,
    match_terms_line,
    network_trouble_sentence,
    pause_request_sentence,
    paused_sentence,
    presence_line,
    saved_match_choice,
    spectator_news,
    time_limit_line,
)
from hacktrick.i18n.table_report import Lines
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.online.protocol.invitations import with_password
from hacktrick.online.protocol.process_messages import (
    CLOCK_CHOICES,
    ChatLine,
    EndAbandonedMatch,
    HostTable,
    JoinTable,
    NetworkState,
    Presence,
    ResumableTable,
    ResumeTable,
    SendChat,
    SetReady,
    TablePlayer,
)
from hacktrick.terminal.play.console import Terminal, answer_index, ask_choice, numbered_lines
from hacktrick.terminal.play.text_match import TableLeft, TerminalMatch

PAUSE_WORD = "pause"  # word that asks for a pause, the same in every language
ANSWER_SECONDS = 60.0  # seconds to wait for the answers of the other players


class PauseDialogue:
    """Asks for pauses, answers requests of other players, and waits while the match is paused.

    Args:
        poll: waits a moment, prints the news, and returns the seconds that have passed.
    """

    def __init__(
        self, terminal: Terminal, online: OnlineSession, poll: Callable[[], float]
    ) -> None:
        self._terminal, self._online, self._wait_and_print_news = terminal, online, poll

    def answer_or_wait_out_pause(self) -> bool:
        """Answer a request for a pause, or wait until a pause ends.

        Returns:
            Whether there was a request or a pause.
        """
        if self._online.is_pause_requested:
            self._answer_pause_request()
        return self._wait_for_pause_end()

    def request_pause(self) -> bool:
        """Ask the other players for a pause; return whether the match was paused."""
        self._wait_and_print_news()
        if not self._online.network_state.can_ask_for_pause:
            self._terminal.say(terminal_text.no_pause_now_sentence())
            return False
        self._online.set_pause_wish(True)
        self._wait_while(lambda: self._online.network_state.can_ask_for_pause)
        self._wait_for_pause_answers()
        return self._wait_for_pause_end()

    def _answer_pause_request(self) -> None:
        state = self._online.network_state
        assert state.pause is not None
        answers = (_("Agree to the pause"), _("Play on"))
        agrees = (
            ask_choice(self._terminal, pause_request_sentence(state.pause, state), answers, 0) == 0
        )
        self._online.set_pause_wish(agrees)
        self._wait_while(lambda: self._online.is_pause_requested)
        if agrees:
            self._wait_for_pause_answers()

    def _wait_for_pause_answers(self) -> None:
        resting = self._online.network_state.pause
        if resting is not None and self._online.has_pending_pause_request:
            self._terminal.say(pause_request_sentence(resting, self._online.network_state))
        self._wait_while(lambda: self._online.has_pending_pause_request)
        if self._online.has_pending_pause_request:  # the player has interrupted the wait
            self._online.set_pause_wish(False)
            self._terminal.say(terminal_text.pause_not_agreed_sentence())

    def _wait_for_pause_end(self) -> bool:
        rested = self._online.is_paused
        if rested:
            self._wait_and_print_news()  # prints changes of the pause, too
        while self._online.is_paused:
            if not self._terminal.ask(terminal_text.end_pause_prompt()):
                self._online.set_pause_wish(False)
                self._wait_while(lambda: self._online.is_paused)
        return rested

    def _wait_while(self, condition: Callable[[], bool]) -> None:
        waited = 0.0
        while condition() and waited < ANSWER_SECONDS:
            waited += self._wait_and_print_news()


POLL_SECONDS = 0.02  # seconds between two checks of the network
ABSENT_SECONDS = 120.0  # seconds of absence before the player is asked what to do
CHAT_PREFIX = ":"  # the beginning of a chat line


class TableNews:
    """Prints the changes at an online table since the last call."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._here: dict[str, Presence] = {}
        self._watchers: dict[str, str] = {}
        self._n_lines = 0
        self._cut_off = self._rests = False

    def print_news(self, state: NetworkState) -> None:
        """Print arrivals and departures, new chat lines, pauses and lost connections."""
        people = {one.key: one for one in state.players if one and not one.is_own}
        for key, one in people.items():
            if self._here.get(key) != one.presence:
                self._terminal.say(self._arrival_or_presence_line(one, key))
        for _key in self._here.keys() - people.keys():
            self._terminal.say(terminal_text.player_has_left_sentence())
        self._here = {key: one.presence for key, one in people.items()}
        if state.is_broker_lost and not self._cut_off:
            self._terminal.say(broker_lost_sentence())
        self._cut_off = state.is_broker_lost
        self._print_pause(state)
        self._print_spectators({one.key: one.name for one in state.spectators if not one.is_own})
        fresh: tuple[ChatLine, ...] = state.chat[self._n_lines :]
        self._terminal.say(*(chat_line(line, state) for line in fresh))
        self._n_lines = len(state.chat)

    def _print_pause(self, state: NetworkState) -> None:
        rests = state.pause is not None and state.pause.has_begun
        if state.pause is not None and rests and not self._rests:
            self._terminal.say(paused_sentence(state.pause, state))
        self._rests = rests

    def _print_spectators(self, watchers: dict[str, str]) -> None:
        before, self._watchers = self._watchers, watchers
        for key in watchers.keys() - before.keys():
            self._terminal.say(spectator_news(watchers[key], comes=True))
        for key in before.keys() - watchers.keys():
            self._terminal.say(spectator_news(before[key], comes=False))

    def _arrival_or_presence_line(self, one: TablePlayer, key: str) -> str:
        if key in self._here:
            return presence_line(one.name, one.presence)
        return terminal_text.player_sits_down_sentence(lobby_seat_line(one), acquaintance_line(one))


def send_chat(terminal: Terminal, services: ProgramServices, text: str) -> None:
    """Send a chat line: a text, or a set phrase chosen by its number.

    If nothing is typed, the phrases are listed.
    """
    words, names = text[len(CHAT_PREFIX) :].strip(), list(CHAT_PHRASES)
    number = answer_index(words, len(names))
    if number is not None:
        services.online.network.send(SendChat(phrase=names[number]))
    elif words:
        services.online.network.send(SendChat(text=words[:200]))
    else:
        terminal.say(*numbered_lines([CHAT_PHRASES[name]() for name in names]))


class OnlineTerminalMatch(TerminalMatch):
    """A match over the network."""

    def __init__(
        self,
        terminal: Terminal,
        services: ProgramServices,
        session: OnlineSession,
        news: TableNews,
        aids: str,
    ) -> None:
        super().__init__(terminal, services, aids, curtain=False)
        self._online, self._news = session, news
        self._absent = self._late_for = 0.0
        self._pausing = PauseDialogue(terminal, session, self._wait_and_print_news)

    def run(self) -> None:
        if not self._online.is_online_spectator:
            super().run()
            return
        self._narrator.print_goal()
        self._narrator.print_round_start()
        self._narrator.print_new_events(None)
        self._play()

    def _print_time_left(self) -> None:
        clock = self._online.clock
        if clock.seconds_per_decision:
            self._terminal.say(
                terminal_text.decision_seconds_left_sentence(math.ceil(clock.seconds_left))
            )

    def _wait_for_others(self) -> None:
        """Wait for the action of another player, and print it."""
        self._wait_for_change()
        self._narrator.print_new_events(self._session.viewer)

    def _wait_for_change(self) -> None:
        while not self._session.update(POLL_SECONDS, is_screen_at_rest=True):
            self._check_table_and_absentees()
            self._news.print_news(self._online.network_state)
            self._answer_or_wait_out_pause()
            self._terminal.wait(POLL_SECONDS)

    # Methods for pauses and absent players.

    def _wait_and_print_news(self) -> float:
        """Wait a moment and print the news at the table; return the seconds that have passed."""
        self._session.update(POLL_SECONDS, is_screen_at_rest=False)
        self._check_table_and_absentees()
        self._news.print_news(self._online.network_state)
        self._terminal.wait(POLL_SECONDS)
        return POLL_SECONDS

    def _answer_or_wait_out_pause(self) -> bool:
        """Handle requests for pauses until none is open; return whether the match was paused."""
        if self._online.is_online_spectator or not self._pausing.answer_or_wait_out_pause():
            return False
        self._session.update(0.0, is_screen_at_rest=True)
        return True

    def _wait_out_interruption(self) -> bool:
        """Handle a pause; return whether there was one, so that the typed line is dropped."""
        self._wait_and_print_news()
        return self._answer_or_wait_out_pause()

    def _check_table_and_absentees(self) -> None:
        """Check that the table still exists; if players are absent or late, ask what to do.

        Raises:
            TableLeft: the table is gone, or the player leaves it.
        """
        state = self._online.network_state
        if state.stage not in ("playing", "over") or state.trouble is not None:
            if state.trouble is not None:
                self._terminal.say(network_trouble_sentence(state.trouble, state))
            raise TableLeft
        if self._online.is_online_spectator:
            return
        missing = self._online.absent_players
        self._absent = self._absent + POLL_SECONDS if missing else 0.0
        has_left = any(one.presence == "left" for one in missing)
        if missing and (has_left or self._absent > ABSENT_SECONDS):
            self._news.print_news(state)
            self._ask_about_absent_player(terminal_text.missing_player_question())
        elif self._is_somebody_late():
            self._ask_about_absent_player(terminal_text.overtime_question())

    def _is_somebody_late(self) -> bool:
        """Return whether a player is late and it is time to ask what to do.

        The question comes at once, then at intervals.
        """
        late = self._online.late_player is not None
        is_due = late and (self._late_for == 0 or self._late_for > ABSENT_SECONDS)
        self._late_for = POLL_SECONDS if is_due else self._late_for + POLL_SECONDS if late else 0.0
        return is_due

    def _ask_about_absent_player(self, question: str) -> None:
        self._absent = 0.0
        answers = (_("Wait"), _("Leave; the match is saved"), _("Give up the match"))
        chosen = ask_choice(self._terminal, question, answers, 0)
        if chosen == 2:
            self._services.online.network.send(EndAbandonedMatch())
        if chosen:
            raise TableLeft
        while any(one.presence == "left" for one in self._online.absent_players):
            self._session.update(POLL_SECONDS, is_screen_at_rest=False)
            self._terminal.wait(POLL_SECONDS)

    def _begin_next_round(self) -> None:
        number = self._session.round_number
        if self._online.is_online_spectator:
            self._terminal.say(terminal_text.waiting_for_next_round_sentence())
        else:
            self._wait_for_enter(terminal_text.next_round_prompt())
        self._session.request_next_round()
        while self._session.round_number == number:
            self._wait_for_change()
        self._narrator.print_round_start()

    def _submit(self, action: Action) -> None:
        """Send an action and wait until the table has confirmed it."""
        self._session.submit(action)
        while self._online.is_action_sent:
            self._wait_for_change()
        self._narrator.print_new_events(self._session.viewer)

    def _run_online_input(self, text: str) -> bool:
        if text.startswith(CHAT_PREFIX):
            send_chat(self._terminal, self._services, text)
            return True
        if text.casefold() != PAUSE_WORD:
            return False
        if self._pausing.request_pause():
            self._session.update(0.0, is_screen_at_rest=True)
        return True

    def _additional_help_lines(self) -> Lines:
        return terminal_text.online_help_lines()


class OnlineRequest(NamedTuple):
    """The request to host, join or resume a table.

    Attributes:
        computers: the levels of the computer players that the host adds.
    """

    command: HostTable | JoinTable | ResumeTable
    computers: tuple[int, ...] = ()

    def with_name_if_missing(self, name: str) -> OnlineRequest:
        """Return the request with the player's name filled in if it has none."""
        command = self.command
        if isinstance(command, ResumeTable) or command.profile:
            return self
        return self._replace(command=command._replace(profile=name))


def play_at_online_table(
    terminal: Terminal, services: ProgramServices, request: OnlineRequest, aids: str
) -> bool:
    """Play at a table until it is closed or left; return False if there was no table.

    Args:
        aids: the setting of memory aids.

    Raises:
        InputClosed: the input has ended.
    """
    table = _OnlineTable(terminal, services, aids)
    try:
        return table.run(request)
    except (KeyboardInterrupt, TableLeft):
        terminal.say(
            terminal_text.leaving_table_sentence(services.online.network.state.is_spectator)
        )
        return True
    finally:
        services.leave_table()


def ask_for_online_table(
    terminal: Terminal, services: ProgramServices, profile: str, preset: str
) -> OnlineRequest | None:
    """Ask which table to host, join or resume; return None if the player goes back.

    Args:
        profile: the player's name at the table.
        preset: the edition for hosting.

    Raises:
        InputClosed: the input has ended.
    """
    services.online.network.start()
    _wait_until(terminal, services, lambda state: state.number > 0)
    entries: list[tuple[str, Callable[[], OnlineRequest | None]]] = [
        (_("Host a table"), lambda: _ask_to_host(terminal, preset, profile)),
        (_("Host a table at a broker"), lambda: _ask_broker(terminal, services, preset, profile)),
        (_("Join a table"), lambda: _ask_to_join(terminal, services, profile)),
        (_("Watch at a table"), lambda: _ask_to_join(terminal, services, profile, watch=True)),
    ]
    for saved in services.online.network.state.resumable_tables:
        label = label_with_value(_("Continue"), saved_match_choice(saved))
        entries.append((label, lambda saved=saved: _resume_request_with_password(terminal, saved)))  # type: ignore[misc]
    answers = [*(label for label, _do in entries), _("Back")]
    chosen = ask_choice(terminal, _("Play online"), answers)
    return entries[chosen][1]() if chosen < len(entries) else None


def _ask_to_host(terminal: Terminal, preset: str, profile: str, broker: str = "") -> OnlineRequest:
    clocks = [time_limit_line(seconds) for seconds in CLOCK_CHOICES]
    clock = CLOCK_CHOICES[ask_choice(terminal, _("Clock"), clocks, 0)]
    return OnlineRequest(
        HostTable(preset, {}, profile, broker, clock=clock, allows_spectators=True)
    )


def _ask_broker(
    terminal: Terminal, services: ProgramServices, preset: str, profile: str
) -> OnlineRequest | None:
    """Ask for the broker at which to host a table; by default the broker in the settings."""
    usual = services.preferences.settings.broker
    if usual:
        terminal.say(terminal_text.default_broker_prompt(usual))
    broker = terminal.ask(terminal_text.broker_prompt()) or usual
    return _ask_to_host(terminal, preset, profile, broker) if broker else None


def _resume_request_with_password(terminal: Terminal, saved: ResumableTable) -> OnlineRequest:
    """Ask for the broker's password, if the saved match has a broker, since it is never saved."""
    if "@" not in saved.broker:
        return OnlineRequest(ResumeTable(saved.match))
    password = terminal.ask(terminal_text.password_prompt(saved.broker))
    return OnlineRequest(ResumeTable(saved.match, with_password(saved.broker, password)))


def _ask_to_join(
    terminal: Terminal, services: ProgramServices, profile: str, watch: bool = False
) -> OnlineRequest | None:
    text = terminal.ask(terminal_text.invitation_prompt())
    broker = services.preferences.settings.broker
    return (
        OnlineRequest(JoinTable(text, profile, broker=broker, as_spectator=watch)) if text else None
    )


def _wait_until(
    terminal: Terminal, services: ProgramServices, until: Callable[[NetworkState], bool]
) -> None:
    while not until(services.online.network.state):
        services.online.update(POLL_SECONDS)
        terminal.wait(POLL_SECONDS)


class _OnlineTable:
    """A network table at the terminal, from the lobby to the last match."""

    def __init__(self, terminal: Terminal, services: ProgramServices, aids: str) -> None:
        self._terminal, self._services, self._aids = terminal, services, aids
        self._news = TableNews(terminal)
        self._printed_invitations = ""  # the last printed invitations, joined by line breaks

    @property
    def _state(self) -> NetworkState:
        return self._services.online.network.state

    def run(self, wanted: OnlineRequest) -> bool:
        """Play at the table until it is closed; return False if there was no table."""
        self._services.online.network.send(wanted.command)
        number = self._state.number
        self._wait_until(lambda state: state.number > number and _has_joining_ended(state))
        computers = list(wanted.computers)
        if self._state.is_spectator:
            self._terminal.say(terminal_text.you_are_watching_sentence())
        sat = False
        while self._is_at_table_or_explain():
            sat = True
            while computers:
                level = computers.pop()
                self._services.online.add_computer(level, level_name(level))
            if self._state.stage == "playing" or self._wait_in_lobby():
                self._play_match()
        return sat

    def _is_at_table_or_explain(self) -> bool:
        """Return whether the player is still at the table; if not, print the reason."""
        if self._state.stage in ("lobby", "playing", "over"):
            return True
        if self._state.trouble is not None:
            self._terminal.say(network_trouble_sentence(self._state.trouble, self._state))
        return False

    def _wait_until(self, until: Callable[[NetworkState], bool]) -> None:
        while not until(self._state) and self._state.stage != "closed":
            self._wait_and_print_news()

    def _wait_and_print_news(self) -> None:
        """Wait a moment, then print the news at the table."""
        if self._services.online.update(POLL_SECONDS):
            self._print_invitations()
            self._news.print_news(self._state)
        self._terminal.wait(POLL_SECONDS)

    def _print_invitations(self) -> None:
        state = self._state
        ways = [label_with_value(invitation_way_name(way), text) for way, text in state.invitations]
        if state.stage != "lobby" or "\n".join(ways) == self._printed_invitations:
            return
        self._printed_invitations = "\n".join(ways)
        if ways:
            self._terminal.say("", terminal_text.invitations_heading(), *ways)

    # Methods for waiting in the lobby.

    def _wait_in_lobby(self) -> bool:
        """Wait until a match begins; return False if the table is closed before that."""
        self._terminal.say(match_terms_line(self._state))
        if self._state.is_spectator:
            self._wait_until(lambda state: state.stage == "playing")
            return self._state.stage == "playing"
        self._terminal.say(terminal_text.waiting_for_seats_sentence())
        match = self._state.match_id
        while self._state.stage in ("lobby", "over"):
            if not _is_full(self._state):
                self._wait_and_print_news()
            elif self._ask_ready():
                self._services.online.network.send(SetReady(True))
                self._terminal.say(terminal_text.waiting_for_ready_sentence())
                self._wait_for_match(match, _public_key_by_seat(self._state))
        return self._state.stage == "playing"

    def _wait_for_match(self, match: str, people: tuple[str | None, ...]) -> None:
        """Wait for a new match, or for a change of players that requires a new "ready".

        Args:
            match: the ID of the previous match.
            people: the keys of the players by seat, before the change.
        """
        self._wait_until(
            lambda state: state.match_id != match or _public_key_by_seat(state) != people
        )

    def _ask_ready(self) -> bool:
        text = self._terminal.ask(terminal_text.ready_prompt())
        if text.startswith(CHAT_PREFIX):
            send_chat(self._terminal, self._services, text)
        self._wait_and_print_news()
        return not text and _is_full(self._state)

    # Methods for playing the matches.

    def _play_match(self) -> None:
        match = self._state.match_id
        self._wait_until(lambda state: state.match_state is not None or state.match_id != match)
        if self._state.match_state is None or self._state.stage == "closed":
            return
        session = self._services.open_online_match()
        OnlineTerminalMatch(self._terminal, self._services, session, self._news, self._aids).run()
        proved = checked_proof_lines(self._state.proof_counts)
        self._terminal.say(terminal_text.proofs_heading(), *proved)
        if self._state.proof_path:
            self._terminal.say(terminal_text.proof_file_line(self._state.proof_path))
        if self._state.trouble is not None:
            self._terminal.say(network_trouble_sentence(self._state.trouble, self._state))
        if self._state.is_spectator:
            self._terminal.say(terminal_text.waiting_for_next_match_sentence())
            self._wait_until(lambda state: state.match_id != match)
        elif ask_choice(
            self._terminal,
            terminal_text.next_step_question(),
            (_("Another match"), _("Leave the table")),
            0,
        ):
            raise TableLeft


def _has_joining_ended(state: NetworkState) -> bool:
    """Return whether the attempt to join has ended, successfully or not."""
    return state.stage not in ("idle", "opening") or state.trouble is not None


def _public_key_by_seat(state: NetworkState) -> tuple[str | None, ...]:
    """Return the key of the player at each seat; None for an empty seat."""
    return tuple(one.key if one else None for one in state.players)


def _is_full(state: NetworkState) -> bool:
    return bool(state.players) and None not in state.players
