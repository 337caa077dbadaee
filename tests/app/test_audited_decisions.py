"""After a round the computer's decisions can be reviewed and repeated, or say why they cannot."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from hacktrick.ai.agent import Decision
from hacktrick.ai.answer_time_slots import work_budget_of
from hacktrick.app.computer_turn import MIN_TURN_SECONDS, DecisionForecast, decision_forecast
from hacktrick.app.match_reviews import DecisionAuditRun
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.thinking_client import AnalysisUpdate, DecisionAnswer
from hacktrick.fairness.computer_knowledge_at_decisions import AuditedDecision, audited_decisions
from hacktrick.fairness.net_and_computer_hashes import WEIGHTS_KEY
from hacktrick.game.actions import DRAW, PASS, Play, parse
from hacktrick.game.cards import cards_of
from hacktrick.match.record import BY_CLOCK_KEY, WORK_KEY, Record
from hacktrick.match.record_replay import replay_record
from tests.fairness.test_deal_proof import proven_match
from tests.support.scripted_matches import scripted_match

RECORD = proven_match("keypad", seed=3).record
assert len(RECORD.rounds) == 2
COMPUTER = 1


def record_with_changed_notes(**more: object) -> Record:
    """Return the record with changed notes for its first round."""
    rounds = [replace(one, extra=dict(one.extra)) for one in RECORD.rounds]
    rounds[0].extra |= more
    return replace(RECORD, rounds=rounds, extra=dict(RECORD.extra))


def reasons_not_repeatable(record: Record, number: int = 0) -> set[str]:
    return {one.not_repeatable for one in audited_decisions(record, number)}


def test_the_audit_lists_each_decision_of_the_computer_with_its_view() -> None:
    for number, written in enumerate(RECORD.rounds):
        found = audited_decisions(RECORD, number)
        due = [
            (match.record.rounds[-1].actions.copy(), match.view(COMPUTER), match.full_state().hands)
            for match, _text in replay_record(RECORD)
            if len(match.record.rounds) == number + 1
            and not match.is_round_over
            and match.public.seat == COMPUTER
        ]
        assert [one.n_actions for one in found] == [len(actions) for actions, _, _ in due]
        assert [str(one.action) for one in found] == [
            written.actions[one.n_actions] for one in found
        ]
        assert [one.view for one in found] == [view for _, view, _ in due]
        assert [one.hands for one in found] == [
            tuple(cards_of(hand) for hand in hands) for _, _, hands in due
        ]
        assert {(one.seat, one.level, one.not_repeatable) for one in found} == {(COMPUTER, 2, "")}
        assert all(
            one.observation.seat == COMPUTER and one.observation.public.seat == COMPUTER
            for one in found
        )
        assert len({one.seed for one in found}) == len(found)


def test_only_the_last_announced_sum_of_each_other_seat_is_listed() -> None:
    one = audited_decisions(RECORD, 0)[-1]
    assert set(one.announced_sums) == {0}
    assert one.announced_sums[0] == [total for _n, seat, total in one.view.said if seat == 0][-1]


def test_a_round_without_a_proof_cannot_be_repeated() -> None:
    record = record_with_changed_notes()
    del record.rounds[0].extra["proof"]
    assert reasons_not_repeatable(record) == {"no_proof"}
    assert reasons_not_repeatable(record_with_changed_notes(proof={"secret": "rubbish"})) == {
        "no_proof"
    }


def test_a_decision_by_another_net_cannot_be_repeated() -> None:
    record = record_with_changed_notes()
    record.extra[WEIGHTS_KEY] = "0" * 64
    assert reasons_not_repeatable(record) == {"elsewhere"}


def test_a_decision_of_an_unknown_level_cannot_be_repeated() -> None:
    seats = (RECORD.seats[0], replace(RECORD.seats[1], player="level:99"))
    found = audited_decisions(replace(RECORD, seats=seats), 0)
    assert {(one.not_repeatable, one.level) for one in found} == {("elsewhere", 99)}


def test_only_decisions_cut_short_by_the_clock_are_marked_as_such() -> None:
    numbers = [one.n_actions for one in audited_decisions(RECORD, 0)]
    record = record_with_changed_notes(**{BY_CLOCK_KEY: numbers[1:3]})
    assert [one.not_repeatable for one in audited_decisions(record, 0)] == [
        "clock" if number in numbers[1:3] else "" for number in numbers
    ]
    assert reasons_not_repeatable(record_with_changed_notes(**{BY_CLOCK_KEY: 3})) == {""}


def test_a_decision_of_a_slow_machine_is_repeated_with_its_share_of_work() -> None:
    for share, wanted in ((0.5, 0.5), ("x", 1.0)):
        found = audited_decisions(record_with_changed_notes(**{WORK_KEY: share}), 0)
        assert {one.budget for one in found} == {work_budget_of(2, wanted)}
    slow = replace(RECORD, seats=(RECORD.seats[0], replace(RECORD.seats[1], patient=True)))
    assert {one.budget for one in audited_decisions(slow, 0)} == {
        work_budget_of(2, 1.0, patient=True)
    }


# Tests of repeating decisions.


class PreparedThinker:
    """A thinker with prepared decisions, one for each poll, and stub odds for each view."""

    def __init__(self, *answers: Decision) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, Any, int, Any]] = []
        self.views: list[Any] = []
        self.left: list[str] = []
        self.open = False
        self.odds: list[AnalysisUpdate] = []

    def request_decision(self, level: int, view: Any, seed: int = 0, budget: Any = None) -> int:
        self.asked.append((level, view, seed, budget))
        self.open = True
        return len(self.asked)

    def poll_decision(self) -> DecisionAnswer | None:
        if not self.open:
            return None
        self.open = False
        return DecisionAnswer(len(self.asked), self.answers.pop(0))

    def request_analysis(self, kind: str, view: Any) -> int:
        assert kind == "odds"
        self.views.append(view)
        self.odds = [
            AnalysisUpdate(len(self.views), stub_hand_odds(len(self.views))),
            AnalysisUpdate(len(self.views), None),
        ]
        return len(self.views)

    def pop_analysis_updates(self) -> list[AnalysisUpdate]:
        updates, self.odds = self.odds, []
        return updates

    def cancel_decision(self) -> None:
        self.left.append("forget")

    def cancel_analyses(self) -> None:
        self.left.append("drop")


def stub_hand_odds(number: int) -> HandOdds:
    return HandOdds(number, (), (), (), (), (), None)


def audited_decision(n: int, why: str = "", has_sum: bool = True) -> AuditedDecision:
    view = SimpleNamespace(said=((0, 0, 8),) if has_sum else (), number=n)
    return AuditedDecision(n, 1, 2, view, None, (), DRAW, why, 100 + n, None, True)  # type: ignore[arg-type]


def started_audit(
    found: list[AuditedDecision], *decisions: Decision
) -> tuple[DecisionAuditRun, PreparedThinker]:
    thinker = PreparedThinker(*decisions)
    return DecisionAuditRun(found, thinker), thinker  # type: ignore[arg-type]


def test_decisions_are_repeated_one_by_one_from_view_and_seed() -> None:
    same, other = Decision(DRAW, 0.0), Decision(PASS, 0.0)
    made, thinker = started_audit(
        [
            audited_decision(1),
            audited_decision(2, "clock"),
            audited_decision(3),
            audited_decision(4),
        ],
        same,
        other,
        same,
    )
    assert made.states == ["waiting", "clock", "waiting", "waiting"]
    seen = []
    for _ in range(8):
        made.update()
        seen.append(list(made.states))
    assert seen[-1] == ["same", "clock", "other", "same"]
    assert [(level, view.number, seed) for level, view, seed, _ in thinker.asked] == [
        *((2, 1, 101), (2, 3, 103), (2, 4, 104)),
    ]
    assert not made.update()


def test_a_repeated_decision_cut_short_by_the_clock_is_no_difference() -> None:
    made, _thinker = started_audit([audited_decision(1)], Decision(PASS, 0.0, is_cut_short=True))
    for _ in range(3):
        made.update()
    assert made.states == ["clock"]


def test_odds_are_computed_in_order_for_views_with_an_announced_sum() -> None:
    found = [
        audited_decision(1, "clock", has_sum=False),
        audited_decision(2, "clock"),
        audited_decision(3, "clock"),
    ]
    made, thinker = started_audit(found)
    for _ in range(6):
        made.update()
    assert [view.number for view in thinker.views] == [2, 3]
    assert made.hand_odds == [None, stub_hand_odds(1), stub_hand_odds(2)]


def test_odds_for_another_question_are_ignored() -> None:
    made, thinker = started_audit([audited_decision(1, "clock")])
    made.update()
    thinker.odds = [AnalysisUpdate(99, stub_hand_odds(99))]
    assert not made.update() and made.hand_odds == [None]
    thinker.odds = [AnalysisUpdate(1, stub_hand_odds(1))]
    assert made.update() and made.hand_odds == [stub_hand_odds(1)]


def test_a_closed_audit_asks_nothing_more() -> None:
    made, thinker = started_audit([audited_decision(1)])
    made.close()
    assert thinker.left == ["forget", "drop"]


# Tests of watched matches.


def test_a_forecast_lists_the_three_likeliest_actions_and_counts_a_card_once() -> None:
    public = scripted_match(hands=("125", "0343")).submit_text("start 3").public
    ways = (
        (Play(5), 0.2),
        (Play(5, True), 0.3),
        (Play(1), 0.24),
        (DRAW, 0.16),
        (Play(2), 0.1),
    )
    decision = Decision(Play(5, True), 0.7, mixed_policy=ways)
    thought = decision_forecast(public, DecisionAnswer(1, decision))
    assert (thought.seat, thought.turn, thought.last, thought.action) == (0, 1, 3, Play(5))
    assert thought.value == 0.7
    assert [(action, round(share, 6)) for action, share in thought.alternatives] == [
        *((Play(5), 0.5), (Play(1), 0.24), (DRAW, 0.16)),
    ]


def test_a_level_without_look_ahead_has_no_forecast() -> None:
    public = scripted_match(hands=("125", "0343")).submit_text("start 3").public
    forecast = decision_forecast(public, DecisionAnswer(1, Decision(parse("draw"), 0.5)))
    assert forecast == DecisionForecast(0, 1, 3, DRAW, None, ((DRAW, 1.0),))
    looked = Decision(DRAW, 0.5, values=((DRAW, 0.5),))
    assert decision_forecast(public, DecisionAnswer(1, looked)).value == 0.5


def test_a_forecast_names_its_turn_and_the_last_card() -> None:
    match = scripted_match(hands=("125", "0343")).submit_text("start 3", "play 5", "pass", "play 4")
    match.submit_text("pass")
    forecast = decision_forecast(match.public, DecisionAnswer(1, Decision(DRAW, 0.5)))
    assert match.public.row == (3, 5, 4) and (forecast.seat, forecast.turn, forecast.last) == (
        0,
        3,
        4,
    )


# Tests of the pace.


def test_each_pace_is_twice_as_slow_as_the_one_before_and_the_first_waits_for_nothing() -> None:
    first, second, third, fourth = MIN_TURN_SECONDS.values()
    assert list(MIN_TURN_SECONDS) == ["instant", "quick", "normal", "slow"]
    assert first == 0 < second and (third, fourth) == (2 * second, 4 * second)
    assert fourth < 2, "nobody waits two seconds for one turn"
