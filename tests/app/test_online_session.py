"""In an online match an action counts once the network confirms it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from hacktrick.app.online_service import DecisionClock
from hacktrick.app.online_session import ONLINE_KEY, OnlineSession
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import PASS, LayStartCard, Play
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.match.record import WATCHED_KEY, Record
from hacktrick.online.protocol.process_messages import (
    PauseState,
    Presence,
    ReadyForNextRound,
    SetPause,
    TablePlayer,
)
from tests.support.scripted_matches import scripted_match
from tests.support.scripted_network import ScriptedNetworkClient


class ObservedOnlineSession:
    """An online session with a scripted network client, and the matches it reported as over."""

    def __init__(self, seat: int | None = 0, **options: int) -> None:
        rules = rules_for("keypad", options)
        match = scripted_match(rules, hands=("125", "0343")).submit_text("start 3")
        self.line, self.finished = ScriptedNetworkClient(match, seat), list[Record]()
        self.line.show()
        self.session = OnlineSession(
            self.line, InlineThinker(), self.finished.append, lambda dt: self.line.poll(), Random(1)
        )

    def update(self) -> bool:
        return self.session.update(0.1, is_screen_at_rest=True)


def test_the_session_waits_until_a_sent_action_is_confirmed() -> None:
    table = ObservedOnlineSession()
    session = table.session
    assert session.may_act and not session.is_action_sent
    session.submit(Play(5))
    assert session.is_action_sent and not session.may_act and session.public.row == (3,)
    table.line.apply_sent_actions()
    assert table.update() and not session.is_action_sent and session.public.row == (3, 5)


def test_the_command_is_sent_once_the_card_is_confirmed() -> None:
    table = ObservedOnlineSession()
    session = table.session
    session.submit(Play(5))
    session.queue_rest_of_turn([PASS])
    table.update()
    assert table.line.sent_actions == ["play 5"] and not session.may_act
    table.line.apply_sent_actions()
    table.update()
    assert table.line.sent_actions == ["play 5", "pass"] and not session.may_act
    table.line.apply_sent_actions()
    table.update()
    assert session.public.seat == 1 and not session.may_act


def test_nothing_is_sent_after_an_action_that_was_never_sent() -> None:
    table = ObservedOnlineSession()
    table.session.queue_rest_of_turn([Play(5)])
    table.update()
    assert not table.line.sent_actions and table.session.may_act


def test_the_rest_of_a_turn_is_not_sent_if_it_has_become_illegal() -> None:
    table = ObservedOnlineSession()
    session = table.session
    session.submit(Play(5))
    session.queue_rest_of_turn([LayStartCard(0), PASS])
    table.line.apply_sent_actions()
    table.update()
    assert table.line.sent_actions == ["play 5"] and session.may_act, "the player decides anew"


def test_updates_wait_until_animations_are_over() -> None:
    table = ObservedOnlineSession()
    table.session.submit(Play(5))
    table.line.apply_sent_actions()
    assert not table.session.update(0.1, is_screen_at_rest=False) and table.session.public.row == (
        3,
    )
    assert table.update() and not table.update()


def play_out(table: ObservedOnlineSession) -> None:
    match, dice = table.line.match, Random(2)
    while not match.is_round_over:
        match.submit(
            match.public.seat, dice.choice(legal_actions(match.observe(match.public.seat)))
        )
    table.line.show()
    table.update()


@pytest.mark.parametrize("seat", [0, None])
def test_a_finished_match_is_reported_once_and_marked_if_only_watched(seat: int | None) -> None:
    table = ObservedOnlineSession(seat, target=1)
    assert not table.finished and table.session.is_online_spectator == (seat is None)
    play_out(table)
    table.line.show()
    table.update()
    (record,) = table.finished
    assert record.extra[ONLINE_KEY] == {"match": "m", "proof": ""}
    assert record.extra.get(WATCHED_KEY, False) == (seat is None)


@pytest.mark.parametrize(("seat", "asked"), [(0, [ReadyForNextRound()]), (None, [])])
def test_only_players_are_asked_for_the_next_round(
    seat: int | None, asked: list[ReadyForNextRound]
) -> None:
    table = ObservedOnlineSession(seat, target=21)
    play_out(table)
    assert not table.finished and not table.session.is_waiting_for_next_round
    table.session.request_next_round()
    table.session.request_next_round()
    assert table.line.sent == asked and table.session.is_waiting_for_next_round == (seat == 0)


def test_absent_players_have_left_or_lost_their_connection() -> None:
    table = ObservedOnlineSession()
    presences: tuple[Presence, ...] = ("here", "lost", "left")
    for presence in presences:
        ben = TablePlayer("Ben", "human", "01", False, presence=presence)
        table.line.show(players=(TablePlayer("Ada", "human", "00", True), ben, None))
        assert table.session.absent_players == (() if presence == "here" else (ben,))


def test_a_pause_is_requested_agreed_to_and_begun() -> None:
    table = ObservedOnlineSession()
    session = table.session
    session.set_pause_wish(True)
    session.set_pause_wish(False)
    assert table.line.sent == [SetPause(True), SetPause(False)]
    found = []
    for more in (
        {},
        {"pause": PauseState(False, 0, (0,))},
        {"pause": PauseState(False, 1, (1,)), "can_ask_for_pause": True},
        {"pause": PauseState(True, 1, (0, 1))},
    ):
        table.line.show(**more)
        found.append(
            (session.has_pending_pause_request, session.is_pause_requested, session.is_paused)
        )
    assert found == [
        (False, False, False),
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_only_the_local_seat_is_at_the_screen() -> None:
    table = ObservedOnlineSession()
    assert table.session.local_seats == (0,) and not table.session.is_thinking
    table.line.match.submit_text("play 5", "pass")
    table.line.show()
    table.update()
    assert table.session.is_thinking and not table.session.has_computer
    assert (
        ObservedOnlineSession(None).session.local_seats == ()
        and ObservedOnlineSession(None).session.is_thinking
    )


@pytest.mark.parametrize(("late", "name"), [(None, None), (0, None), (1, "Ben"), (7, None)])
def test_the_local_seat_is_never_called_late(late: int | None, name: str | None) -> None:
    table = ObservedOnlineSession(0)
    people = tuple(
        TablePlayer(one, "human", one, own, False, "here")
        for one, own in (("Ada", True), ("Ben", False))
    )
    table.line.show(players=people)
    table.session.clock = cast("DecisionClock", SimpleNamespace(overdue_seat=late))
    found = table.session.late_player
    assert (found and found.name) == name
