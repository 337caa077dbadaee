"""The clock of an online table counts the time of the player on turn, and stops in pauses."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from hacktrick.app.online_service import DecisionClock
from hacktrick.online.protocol.process_messages import (
    NetworkState,
    NetworkTrouble,
    PauseState,
    Presence,
    TablePlayer,
)

NAMES = ("Ada", "Ben")


class ManualClock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def state_awaiting_action(
    action: int = 0, seat: int | None = 1, clock: int = 60, presence: Presence = "here"
) -> NetworkState:
    """Return a table where ``seat`` has to choose the action of this number."""
    decision = None if seat is None else (1, action, seat)
    seen = SimpleNamespace(awaited_decision=decision, deciding_seat=seat)
    sitters = tuple(TablePlayer(name, "human", "00", name == "Ada") for name in NAMES)
    sitters = (sitters[0], sitters[1]._replace(presence=presence))
    return NetworkState(
        stage="playing", match_id="m", clock=clock, players=sitters, match_state=seen
    )


def decision_clock_with_manual_time() -> tuple[DecisionClock, ManualClock]:
    hand = ManualClock()
    return DecisionClock(hand), hand


def test_the_clock_counts_the_time_of_the_player_who_has_to_choose() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    assert (
        clock.seat_with_running_time,
        clock.seconds_left,
        clock.is_time_short,
        clock.overdue_seat,
    ) == (
        1,
        40,
        False,
        None,
    )
    hand.seconds += 30
    assert (clock.seconds_left, clock.is_time_short, clock.overdue_seat) == (10, True, None)
    hand.seconds += 50
    assert (clock.seconds_left, clock.overdue_seat) == (0, 1)


def test_every_decision_gets_the_full_time() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 55
    clock.update(state_awaiting_action())
    assert clock.seconds_left == 5
    clock.update(state_awaiting_action(action=1, seat=0))
    assert (clock.seat_with_running_time, clock.seconds_left) == (0, 60)


def test_a_late_player_who_acts_is_no_longer_late() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 61
    assert clock.overdue_seat == 1
    clock.update(state_awaiting_action(action=1, seat=0))
    assert clock.overdue_seat is None


def test_the_clock_stops_while_a_player_is_absent() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    clock.update(state_awaiting_action(presence="lost"))
    hand.seconds += 500
    assert (clock.seconds_left, clock.overdue_seat) == (40, None)
    clock.update(state_awaiting_action())
    hand.seconds += 15
    assert clock.seconds_left == 25


def test_time_in_which_only_programs_work_is_not_counted() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    clock.update(state_awaiting_action(seat=None))
    hand.seconds += 500
    assert (clock.seat_with_running_time, clock.overdue_seat, clock.is_time_short) == (
        None,
        None,
        False,
    )


def test_a_table_without_a_clock_has_none() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action(clock=0))
    hand.seconds += 1e6
    assert (clock.seat_with_running_time, clock.overdue_seat, clock.is_time_short) == (
        None,
        None,
        False,
    )


def test_a_match_that_is_over_cheated_or_left_is_not_counted() -> None:
    now = state_awaiting_action()
    for ended in (
        NetworkState(stage="over", match_id="m", clock=60, match_state=now.match_state),
        NetworkState(stage="closed", match_id="m", clock=60, match_state=now.match_state),
        NetworkState(
            stage="playing",
            match_id="m",
            clock=60,
            match_state=now.match_state,
            trouble=NetworkTrouble("CHEATED"),
        ),
    ):
        clock, _hand = decision_clock_with_manual_time()
        clock.update(ended)
        assert clock.seat_with_running_time is None


def pause_state(stands: bool, ending: bool = False) -> PauseState:
    return PauseState(stands, 0, (0,), ending)


def test_the_clock_stops_in_an_agreed_pause_and_no_player_is_overdue() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    clock.update(replace(state_awaiting_action(), pause=pause_state(stands=True)))
    hand.seconds += 500
    assert (clock.seconds_left, clock.overdue_seat) == (40, None)
    clock.update(state_awaiting_action())
    hand.seconds += 61
    clock.update(replace(state_awaiting_action(), pause=pause_state(stands=True)))
    assert (clock.seconds_left, clock.overdue_seat) == (0, None)


def test_a_requested_or_ending_pause_does_not_stop_the_clock() -> None:
    for pause in (pause_state(stands=False), pause_state(stands=True, ending=True)):
        clock, hand = decision_clock_with_manual_time()
        clock.update(replace(state_awaiting_action(), pause=pause))
        hand.seconds += 61
        assert (clock.seconds_left, clock.overdue_seat) == (0, 1)


def test_the_clock_stops_while_the_table_cannot_be_reached() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    clock.update(replace(state_awaiting_action(), is_broker_lost=True))
    hand.seconds += 500
    clock.update(state_awaiting_action())
    hand.seconds += 10
    assert clock.seconds_left == 30


def test_the_time_is_short_from_ten_seconds_on() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    for seconds, is_time_short in ((49.5, False), (0.5, True), (20.0, True)):
        hand.seconds += seconds
        assert clock.is_time_short == is_time_short


def test_another_time_limit_or_match_restarts_the_clock() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(state_awaiting_action())
    hand.seconds += 20
    clock.update(state_awaiting_action(clock=120))
    assert (clock.seconds_per_decision, clock.seconds_left) == (120, 120)
    hand.seconds += 20
    clock.update(replace(state_awaiting_action(clock=120), match_id="another"))
    assert clock.seconds_left == 120


def test_a_free_seat_does_not_count_as_an_absent_player() -> None:
    clock, hand = decision_clock_with_manual_time()
    clock.update(
        replace(state_awaiting_action(), players=(state_awaiting_action().players[0], None))
    )
    hand.seconds += 20
    assert clock.seconds_left == 40


def test_a_clock_that_nobody_set_counts_nothing() -> None:
    clock, hand = decision_clock_with_manual_time()
    hand.seconds += 20
    assert (
        clock.seconds_per_decision,
        clock.seat_with_running_time,
        clock.seconds_left,
        clock.overdue_seat,
        clock.is_time_short,
    ) == (*(0, None, 0, None, False),)
