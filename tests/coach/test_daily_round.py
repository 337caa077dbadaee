"""The daily round: the same for everybody, and each level's result is reproducible."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from hacktrick.ai.agent import Decision
from hacktrick.coach.daily_round import (
    DAY_KEY,
    OPPONENT_LEVEL,
    PLAYER_SEAT,
    DailyLevelRuns,
    DailyOutcome,
    daily_match,
    daily_outcome,
    day_of_daily_round,
    recorded_outcome,
)
from hacktrick.coach.thinking_client import DecisionAnswer, InlineThinker
from hacktrick.game.actions import LayStartCard
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of, replay_view
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.match.record import RATED_KEY, read_record

DAY = date(2026, 11, 22)
NAMES = ("ANNA", "Cortex")
KNOWN = (0, ((1, 2, 0), (5, 2, 4, 0)), (0, 2))  # the leader, the hands and the cards set aside


class SeededThinker(InlineThinker):
    """Decides by the seed alone, and records who was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, View]] = []
        self._open: DecisionAnswer | None = None

    def request_decision(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        self._ticket += 1
        self.asked.append((level, view))
        action = Random(seed).choice(legal_actions(observation_of(view)))
        self._open = DecisionAnswer(self._ticket, Decision(action, 0.0))
        return self._ticket

    def poll_decision(self) -> DecisionAnswer | None:
        answer, self._open = self._open, None
        return answer

    def cancel_decision(self) -> None:
        self._open = None


def play_out(match: Match, seed: int = 3) -> None:
    rng = Random(seed)
    while not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))


def deal_of(day: date) -> object:
    match = daily_match(day, NAMES)
    written = match.record.rounds[0]
    return written.hands, written.aside, written.deck, match.decision_seed()


def test_a_date_fixes_deal_leader_and_seeds() -> None:
    assert deal_of(DAY) == deal_of(DAY)
    others = [deal_of(DAY + timedelta(n)) for n in range(1, 30)]
    assert deal_of(DAY) not in others
    leaders = {daily_match(DAY + timedelta(n), NAMES).record.rounds[0].leader for n in range(9)}
    assert leaders == {0, 1}


def test_the_deal_of_a_known_day_never_changes() -> None:
    """Otherwise two computers with the same version could have different rounds."""
    written = daily_match(DAY, NAMES).record.rounds[0]
    assert (written.leader, written.hands, written.aside) == KNOWN


def test_a_daily_record_names_its_date_and_is_unrated() -> None:
    match = daily_match(DAY, NAMES)
    assert match.record.extra[DAY_KEY] == "2026-11-22" and match.record.extra[RATED_KEY] is False
    assert day_of_daily_round(match.record) == DAY
    assert match.seats[1 - PLAYER_SEAT].player == "level:7", "the same opponent for everybody"
    play_out(match)
    assert match.is_over and match.rules.target == 1, "one round decides"
    again = read_record(match.record.as_text())
    assert day_of_daily_round(again) == DAY and recorded_outcome(again) == daily_outcome(match)


@pytest.mark.parametrize("wrong", [None, 5, "", "tomorrow", "2026-13-01"])
def test_a_record_without_a_valid_date_is_no_daily_round(wrong: object) -> None:
    match = daily_match(DAY, NAMES)
    match.record.extra[DAY_KEY] = wrong
    assert day_of_daily_round(match.record) is None


def test_daily_turns_count_the_players_turns_without_the_start_card() -> None:
    match = daily_match(DAY, NAMES)
    assert daily_outcome(match) is None
    play_out(match)
    outcome, result = daily_outcome(match), match.public.result
    assert outcome is not None and result is not None
    own = [step for step in replay_view(match.view(PLAYER_SEAT))[1] if step.seat == PLAYER_SEAT]
    turns = {step.before.turn for step in own if not isinstance(step.action, LayStartCard)}
    assert outcome == DailyOutcome(result.side == PLAYER_SEAT, result.points, len(turns))


def test_outcomes_rank_by_points_then_a_quick_win_or_a_long_fight() -> None:
    order = [
        *(
            DailyOutcome(True, 2, 5),
            DailyOutcome(True, 2, 9),
            DailyOutcome(True, 1, 3),
            DailyOutcome(True, 1, 12),
        ),
        *(
            DailyOutcome(False, 1, 12),
            DailyOutcome(False, 1, 3),
            DailyOutcome(False, 2, 9),
            DailyOutcome(False, 2, 5),
        ),
    ]
    assert sorted(order, key=lambda one: one.sort_key, reverse=True) == order


def test_level_trials_depend_only_on_views_and_seeds() -> None:
    def tried(stops: bool) -> dict[int, DailyOutcome]:
        thinker = SeededThinker()
        trials = DailyLevelRuns(DAY, thinker)
        ended = 0
        while trials.current_level is not None:
            ended += trials.advance_and_report_finished_level()
            if stops:
                trials.cancel_pending_decision()
        assert ended == len(LEVEL_NUMBERS) and not trials.advance_and_report_finished_level()
        seats = {(level, view.seat) for level, view in thinker.asked}
        assert seats == {(n, PLAYER_SEAT) for n in LEVEL_NUMBERS} | {
            (OPPONENT_LEVEL, 1 - PLAYER_SEAT)
        }
        return dict(trials.outcomes)

    found = tried(stops=False)
    assert list(found) == list(LEVEL_NUMBERS)
    assert len(set(found.values())) == 1, "decided by the seed alone, all play the same"
    assert tried(stops=True) == found


def test_answers_to_other_questions_are_not_used_by_level_trials() -> None:
    thinker = SeededThinker()
    trials = DailyLevelRuns(DAY, thinker)
    match = daily_match(DAY, NAMES)
    thinker.request_decision(3, match.view(match.public.seat))
    other = thinker.poll_decision()
    assert other is not None
    while trials.current_level == 1:
        trials.advance_and_report_finished_level()
    assert trials.outcomes[1].turns > 0
