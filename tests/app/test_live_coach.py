"""The coach uses only the view of the player at the screen; answers end with the position."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from hacktrick.app import live_coach
from hacktrick.app.live_coach import LiveCoach
from hacktrick.app.match_session import MatchSession
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.thinking_client import AnalysisUpdate, InlineThinker
from hacktrick.coach.thinking_worker import AnalysisKind
from hacktrick.game.actions import DRAW, PASS
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match
from tests.support.solver_rounds import round_holding_codes, round_with_laid_codes


class RecordingThinker(InlineThinker):
    """A thinker that records what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []
        self.dropped = 0

    def request_analysis(self, kind: object, view: View, actions_made: tuple[str, ...] = ()) -> int:
        self.views.append(view)
        return super().request_analysis(kind, view, actions_made)  # type: ignore[arg-type]

    def cancel_analyses(self) -> None:
        self.dropped += 1
        super().cancel_analyses()


def new_session(
    players: tuple[str, ...] = ("human", "level:1"),
    preset: str = "keypad",
    thinker: RecordingThinker | None = None,
) -> MatchSession:
    seats = [SeatInfo(f"P{n}", player) for n, player in enumerate(players)]
    match = Match.begin_with_rng(rules_for(preset), seats, Random(4), 1)
    session = MatchSession(match, thinker or RecordingThinker(), lambda text: None, Random(1))
    if len(session.local_seats) > 1:
        session.show_hand(match.public.seat)
    return session


def test_only_the_view_of_the_player_at_the_screen_is_sent_to_the_worker() -> None:
    session = new_session()
    # The session hides its thinker and its match, which this test compares.
    thinker = session._computer_turn._thinker
    assert isinstance(thinker, RecordingThinker)
    session.coach.request_judgement()
    # The match that the session hides.
    assert thinker.views == [session._match.view(0)]
    assert thinker.views[0].seat == session.viewer


def test_findings_are_kept_until_the_position_changes() -> None:
    session = new_session()
    coach = session.coach
    assert coach.hint_turns is None and coach.hint_focus is not None
    coach.request_judgement()
    assert "judge" in coach.findings.pending
    assert coach.update() and not coach.update()
    assert coach.findings.judgement is not None and coach.hint_turns is not None
    assert not coach.findings.pending
    session.submit(coach.hint_turns.turns[0].actions[0])
    assert coach.findings.judgement is None and coach.hint_turns is None


def test_an_obsolete_question_is_dropped() -> None:
    session = new_session()
    thinker = session._computer_turn._thinker
    assert isinstance(thinker, RecordingThinker)
    session.coach.request_judgement()
    seen = session.observation
    assert seen is not None
    session.submit(legal_actions(seen)[0])
    session.coach.update()
    assert thinker.dropped == 1


def test_the_coach_is_silent_while_no_cards_are_open() -> None:
    session = new_session(("human", "human"))
    session.hide_hand()
    coach = session.coach
    assert not coach.can_give_hint and not coach.has_announced_sum and coach.hint_focus is None
    coach.request_judgement()
    assert not coach.findings.requested


def test_while_another_has_the_turn_there_is_nothing_to_hint_at() -> None:
    session = new_session()
    while session.may_act:
        seen = session.observation
        assert seen is not None
        session.submit(legal_actions(seen)[-1])
    coach = session.coach
    assert session.is_thinking and session.observation is not None, "the player's cards are seen"
    coach.request_judgement()
    coach.request_deeper_judgement()
    coach.request_explanation()
    assert not coach.can_give_hint and coach.hint_focus is None and not coach.findings.requested


def test_without_a_judge_some_levels_give_their_choices() -> None:
    session = new_session(("human", "level:1", "level:1", "level:1"), "quartet")
    while not session.may_act:
        session.update(10.0, is_screen_at_rest=True)
    session.coach.request_judgement()
    session.coach.update()
    known = session.coach.findings
    assert known.judgement is None
    assert known.level_choices is None or [level for level, _ in known.level_choices.choices] == [
        7,
        5,
        4,
    ]


@pytest.mark.parametrize("laid", [False, True])
def test_levels_advise_on_codes_and_the_judge_on_everything_else(laid: bool) -> None:
    match, asked = (
        (round_with_laid_codes if laid else round_holding_codes)(("sun", "doo"), 1),
        RecordingThinker(),
    )
    seat = match.public.seat
    coach = LiveCoach(
        asked, lambda: match.view(seat), lambda: (0, seat), lambda: True, lambda: "key"
    )
    coach.request_judgement()
    assert coach.findings.requested == {"judge" if laid else "levels"}


class PreparedThinker(RecordingThinker):
    """A thinker that gives prepared answers."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[AnalysisKind, PositionJudgement] = {}

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        ready = [kind for kind in self._pending_analyses if kind in self.answers]
        return tuple(
            AnalysisUpdate(self._pending_analyses.pop(one).ticket, self.answers[one])
            for one in ready
        )


@pytest.mark.parametrize("order", list(permutations(("check", "try", "explain"))))
def test_a_later_answer_keeps_what_an_earlier_one_found(
    order: tuple[AnalysisKind, ...],
) -> None:
    plain = new_session()
    plain.coach.request_judgement()
    plain.coach.update()
    assert plain.coach.findings.judgement is not None
    first = plain.coach.findings.judgement.first
    second, facts = replace(first, inferred_hands=()), replace(first, turns=())
    losses = (((DRAW,), 0.1), ((PASS,), 0.2))
    answers = {
        "check": PositionJudgement(first, second, facts),
        "try": PositionJudgement(first, second, playout_losses=losses[:1]),
        "explain": PositionJudgement(first, playout_losses=losses),
    }
    thinker = PreparedThinker()
    coach = new_session(thinker=thinker).coach
    coach.request_deeper_judgement()
    coach.request_explanation()
    for kind in order:
        thinker.answers = {kind: answers[kind]}
        assert coach.update()
    known = coach.findings.judgement
    assert known is not None and (known.first, known.second, known.advice_by_counting) == (
        first,
        second,
        facts,
    )
    assert sorted(known.playout_losses, key=losses.index) == list(losses)


# Tests of turns taken back.


def until_the_humans_second_turn(session: MatchSession) -> list[str]:
    """Play to the human's second turn; return the actions before their first turn."""
    before: list[str] = []
    own = 0
    while own < 2 or not session.may_act:
        if not session.may_act:
            session.update(10.0, is_screen_at_rest=True)
            continue
        seen = session.observation
        assert seen is not None and not session.is_round_over
        if seen.public.phase == "turn":
            own += 1
            if own == 2:
                break
            before = list(session._match.record.rounds[-1].actions)
        session.submit(legal_actions(seen)[0])
    return before


def test_the_last_finished_turn_is_taken_back() -> None:
    session = new_session()
    before = until_the_humans_second_turn(session)
    assert session.may_take_back_turn
    session.take_back_turn()
    assert session._match.record.rounds[-1].actions == before
    assert session.may_act and session.public.phase == "turn"


def test_a_turn_goes_back_while_the_computer_thinks() -> None:
    session = new_session()
    before = until_the_humans_second_turn(session)
    seen = session.observation
    assert seen is not None
    after = list(session._match.record.rounds[-1].actions)
    while session.may_act:
        seen = session.observation
        assert seen is not None
        session.submit(legal_actions(seen)[-1])
    session.take_back_turn()
    assert session._match.record.rounds[-1].actions == after != before


def test_nothing_is_taken_back_from_another_person_nor_before_the_first_turn() -> None:
    session = new_session()
    assert not session.may_take_back_turn
    people = new_session(("human", "human"))
    seen = people.observation
    assert seen is not None
    people.submit(legal_actions(seen)[0])
    assert not people.may_take_back_turn


def test_a_position_is_asked_about_once() -> None:
    session = new_session()
    thinker = session._computer_turn._thinker
    assert isinstance(thinker, RecordingThinker)
    for _ in range(2):
        session.coach.request_judgement()
        session.coach.update()
    assert len(thinker.views) == 1


def session_with_commenting_tutor(monkeypatch: pytest.MonkeyPatch) -> LiveCoach:
    """Return a session in a judged position, with a tutor who comments on every turn."""
    monkeypatch.setattr(live_coach, "loss_size_for_tutor", lambda *about: "a mistake")
    session = new_session()
    assert session.coach.tutor_warning((), 0.0) is None, "nothing is judged yet"
    session.coach.request_judgement()
    session.coach.update()
    return session.coach


def test_the_tutor_comments_once_on_a_decision_and_only_after_judgement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coach = session_with_commenting_tutor(monkeypatch)
    assert [coach.tutor_warning((), 0.0) for _ in range(2)] == ["a mistake", None]


def test_a_silenced_tutor_makes_no_more_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    coach = session_with_commenting_tutor(monkeypatch)
    coach.silent = True
    assert coach.tutor_warning((), 0.0) is None
    coach.silent = False
    assert coach.tutor_warning((), 0.0) == "a mistake"
