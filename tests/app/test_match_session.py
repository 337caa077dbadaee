"""A session knows who is at the screen, which cards they may see, and what to do while it waits."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.ai.agent import Decision
from hacktrick.app.match_session import MatchSession
from hacktrick.app.turn_draft import PlayerTurnDraft, TurnDraft
from hacktrick.coach.lessons.course import LESSONS_BY_NAME
from hacktrick.coach.lessons.lesson import match_at_step
from hacktrick.coach.thinking_client import DecisionAnswer, InlineThinker
from hacktrick.game.actions import DRAW, Action, Play, parse
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match
from hacktrick.match.record import BRANCH_KEY, BY_CLOCK_KEY, HELPED_KEY, WORK_KEY
from tests.support.scripted_matches import PreparedDealChance, TextMatch

HUMAN, LEVEL = "human", "level:4"


class ScriptedThinker(InlineThinker):
    """A thinker that plays scripted actions and records the questions."""

    def __init__(self, *actions: str, cut: bool = False) -> None:
        super().__init__()
        self.actions, self.cut = [parse(text) for text in actions], cut
        self.asked: list[tuple[int, View, Any]] = []
        self.prepared: list[View] = []

    def request_decision(self, level: int, view: View, seed: int = 0, budget: Any = None) -> int:
        self.asked.append((level, view, budget))
        action: Action = self.actions.pop(0)
        mixed = ((action, 0.75), (DRAW, 0.25))
        self._answer = DecisionAnswer(
            1, Decision(action, 0.5, mixed_policy=mixed, is_cut_short=self.cut)
        )
        return 1

    def solve_for_later_review(self, view: View) -> None:
        self.prepared.append(view)


def session_of(
    *players: str,
    thinker: ScriptedThinker | None = None,
    share: float = 1.0,
    deck: str = "",
    preset: str = "keypad",
) -> tuple[MatchSession, list[str]]:
    """Return a session after the deal, with seat 1 as starter, and the list of its saves."""
    seats = tuple(SeatInfo(f"P{n}", one) for n, one in enumerate(players))
    rest = list("000111222333444555")
    for card in "1250343" + deck:
        rest.remove(card)
    dice = PreparedDealChance(
        Random(1), ("125", "0343"), deck + "".join(rest[:-2]), "".join(rest[-2:])
    )
    match = TextMatch(PRESETS["keypad"], seats, dice, 0, ())
    match.deal_next_round()
    saved: list[str] = []
    made = MatchSession(
        match, thinker or ScriptedThinker(), saved.append, Random(1), "instant", work_share=share
    )
    return made, saved


def submit_all(session: MatchSession, *texts: str) -> MatchSession:
    for text in texts:
        session.submit(parse(text))
    return session


def wait(session: MatchSession) -> bool:
    """Let the computer decide at once, then its minimum time pass."""
    return session.update(0.0, is_screen_at_rest=True) or session.update(
        1.0, is_screen_at_rest=True
    )


# Tests of two people at one screen.


def test_no_cards_are_open_before_a_player_comes_to_the_screen() -> None:
    session, _saved = session_of(HUMAN, HUMAN)
    assert (
        session.viewer,
        session.observation,
        session.awaited_human,
        session.viewer_while_cards_hidden,
    ) == (
        None,
        None,
        1,
        1,
    )
    assert not session.may_act and not session.is_thinking and not session.has_computer
    session.show_hand(1)
    assert session.viewer == 1 and session.awaited_human is None and session.may_act
    seen = session.observation
    assert seen is not None and cards_of(seen.hand) == (0, 3, 3, 4)


@pytest.mark.parametrize(
    ("players", "expected"), [((LEVEL, HUMAN, LEVEL, HUMAN), 1), ((LEVEL,) * 4, 0)]
)
def test_at_the_turn_of_a_computer_the_first_of_the_people_is_expected_else_the_first_seat(
    players: tuple[str, ...], expected: int
) -> None:
    seats = [SeatInfo(f"P{n}", one) for n, one in enumerate(players)]
    match = Match.begin_with_rng(PRESETS["quartet"], seats, Random(1), leader=1)
    session = MatchSession(match, ScriptedThinker(), lambda _text: None, Random(1), "instant")
    assert session.is_thinking and session.viewer is None and session.awaited_human is None
    assert session.viewer_while_cards_hidden == expected


def test_cards_are_closed_as_soon_as_the_turn_passes_on() -> None:
    session, _saved = session_of(HUMAN, HUMAN)
    session.show_hand(1)
    submit_all(session, "start 3")
    assert (
        session.viewer is None
        and session.awaited_human == 0
        and session.viewer_while_cards_hidden == 0
    )
    session.show_hand(0)
    submit_all(session, "play 5")
    assert session.viewer == 0, "the word is still to come"
    submit_all(session, "pass")
    assert session.viewer is None


def test_a_player_sees_their_drawn_card_before_the_screen_passes_on() -> None:
    session, _saved = session_of(HUMAN, HUMAN, deck="4")
    session.show_hand(1)
    submit_all(session, "start 3")
    session.show_hand(0)
    session.submit(DRAW, keeps_cards_open=True)
    assert session.is_showing_drawn_card and session.viewer == 0 and session.awaited_human is None
    assert not session.may_act
    seen = session.observation
    assert seen is not None and cards_of(seen.hand) == (1, 2, 4, 5)
    session.hide_drawn_card()
    assert (
        not session.is_showing_drawn_card and session.viewer is None and session.awaited_human == 1
    )


def test_only_a_draw_keeps_the_cards_open_after_the_turn() -> None:
    session, _saved = session_of(HUMAN, HUMAN)
    session.show_hand(1)
    session.submit(parse("start 3"), keeps_cards_open=True)
    assert not session.is_showing_drawn_card and session.viewer is None
    session.hide_drawn_card()
    assert session.awaited_human == 0


def test_entries_are_given_to_the_viewer_the_last_player_and_spectators_only() -> None:
    session, _saved = session_of(HUMAN, HUMAN, deck="4")
    session.show_hand(1)
    submit_all(session, "start 3")
    assert len(session.round_history_for(1)) == len(session.round_history_for(None)) == 1
    with pytest.raises(ValueError, match="not open"):
        session.round_history_for(0)
    session.show_hand(0)
    with pytest.raises(ValueError, match="not open"):
        session.round_history_for(1)
    session.hide_hand()
    for seat in (0, 1):
        with pytest.raises(ValueError, match="not open"):
            session.round_history_for(seat)


def test_nobody_takes_a_turn_back_where_two_play() -> None:
    session, _saved = session_of(HUMAN, HUMAN)
    session.show_hand(1)
    submit_all(session, "start 3")
    assert not session.may_take_back_turn
    with pytest.raises(ValueError, match="no turn"):
        session.take_back_turn()


# Tests of one person against the computer.


def test_the_cards_of_a_single_person_are_always_open() -> None:
    session, _saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker("start 3"))
    assert (session.local_seats, session.viewer, session.awaited_human, session.has_computer) == (
        (0,),
        0,
        None,
        True,
    )
    assert session.is_thinking and not session.may_act
    assert wait(session)
    assert session.may_act and not session.is_thinking and session.viewer_while_cards_hidden == 0


def test_the_computer_waits_for_its_slot_and_for_animations() -> None:
    session, _saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker("start 3"))
    assert not session.update(0.0, is_screen_at_rest=True)
    assert not session.update(0.14, is_screen_at_rest=True)
    assert not session.update(0.02, is_screen_at_rest=False)
    assert session.update(0.0, is_screen_at_rest=True) and session.public.row == (3,)
    assert not session.update(9.0, is_screen_at_rest=True), "it is the person's turn"


def test_the_computer_decides_from_its_view_and_once_for_a_turn() -> None:
    thinker = ScriptedThinker("start 3", "play 0", "pass")
    session, _saved = session_of(HUMAN, LEVEL, thinker=thinker)
    wait(session)
    submit_all(session, "play 5", "pass")
    assert wait(session) and wait(session)
    assert [(level, view.seat) for level, view, _ in thinker.asked] == [(4, 1)] * 3
    assert session.public.row == (3, 5, 0) and session.may_act


def test_the_match_chances_of_watched_computers_are_given_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, _saved = session_of(LEVEL, LEVEL, thinker=ScriptedThinker("start 3", "draw"))
    findings = SimpleNamespace(forecast=SimpleNamespace(match=0.7))
    monkeypatch.setattr(session, "coach", SimpleNamespace(findings=findings))
    session.set_open_hands(False)
    assert session.match_chances is None
    session.set_open_hands(True)
    assert session.public.side == 1 and session.match_chances == pytest.approx((0.3, 0.7))
    findings.forecast = None
    assert session.match_chances == pytest.approx((0.3, 0.7)), "the last estimate stays"
    findings.forecast = SimpleNamespace(match=0.6)
    monkeypatch.setattr(MatchSession, "public", SimpleNamespace(side=0))
    assert session.match_chances == pytest.approx((0.6, 0.4))


def test_the_record_notes_work_shares_hints_and_interruptions() -> None:
    session, _saved = session_of(
        HUMAN, LEVEL, thinker=ScriptedThinker("start 3", cut=True), share=0.5
    )
    wait(session)
    session.record_hint(2)
    # The session hides the match from the window; its record is checked here.
    notes = session._match.record.rounds[-1].extra
    assert (notes[WORK_KEY], notes[BY_CLOCK_KEY], notes[HELPED_KEY]) == (0.5, [0], [[1, 2]])


def test_every_change_is_saved_at_once() -> None:
    session, saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker("start 3"))
    assert len(saved) == 1
    wait(session)
    submit_all(session, "play 5")
    assert len(saved) == 3 and '"play 5"' in saved[-1]


def test_taking_back_removes_the_last_finished_turn_and_all_later_actions() -> None:
    session, saved = session_of(
        HUMAN, LEVEL, thinker=ScriptedThinker("start 3", "play 0", "pass", "draw")
    )
    wait(session)
    assert not session.may_take_back_turn, "there is none yet"
    submit_all(session, "play 5")
    assert not session.may_take_back_turn, "it is not finished"
    submit_all(session, "pass")
    assert session.may_take_back_turn
    wait(session)
    wait(session)
    assert session.may_act and session.may_take_back_turn
    session.take_back_turn()
    assert session.public.row == (3,) and session.may_act and not session.may_take_back_turn
    assert "play 5" in saved[-1], "the branch stays in the record"


def test_an_answer_to_a_stake_can_be_taken_back_alone() -> None:
    match = match_at_step(LESSONS_BY_NAME["stake"], 0, ("Ada", "Ben"))
    session = MatchSession(match, ScriptedThinker(), lambda text: None, Random(1))
    assert session.public.phase == "answer" and session.public.seat == 0
    row = session.public.row
    submit_all(session, "call")
    assert session.public.seat == 1 and session.may_take_back_turn
    session.take_back_turn()
    assert session.public.phase == "answer" and session.public.row == row


def test_after_a_turn_is_taken_back_the_computer_decides_again() -> None:
    thinker = ScriptedThinker("start 3", "draw", "play 0", "pass")
    session, _saved = session_of(HUMAN, LEVEL, thinker=thinker)
    wait(session)
    submit_all(session, "play 5", "pass")
    session.update(0.0, is_screen_at_rest=True)
    session.take_back_turn()
    submit_all(session, "play 2", "pass")
    wait(session)
    assert session.public.row == (3, 2, 0), "nobody waits for what was thought before"


# Tests of matches between computer players only.


def test_where_only_computers_play_hands_lie_open_unless_they_are_closed() -> None:
    session, _saved = session_of(LEVEL, LEVEL, thinker=ScriptedThinker("start 3", "play 5", "pass"))
    assert session.may_show_open_hands and session.shows_open_hands
    assert session.snapshot().hands == ((1, 2, 5), (0, 3, 3, 4))
    wait(session)
    assert session.snapshot().forecasts == {}, "the start card is no turn"
    wait(session)
    (thought,) = session.snapshot().forecasts.values()
    assert (thought.seat, thought.turn, thought.last, thought.action) == (0, 1, 3, Play(5))
    session.set_open_hands(False)
    assert session.snapshot().hands is None and session.snapshot().forecasts == {}


def test_where_people_play_nobody_watches_with_open_hands() -> None:
    session, _saved = session_of(HUMAN, LEVEL)
    assert not session.may_show_open_hands and not session.is_online_spectator
    with pytest.raises(ValueError, match="private"):
        session.set_open_hands(True)
    assert session.snapshot().hands is None


# Tests of the time between and after rounds.


def finished() -> MatchSession:
    moves = ("start 3", "play 4", "pass", "play 0", "pass")
    session, _saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker(*moves))
    wait(session)
    for texts in (("play 5", "pass"), ("play 2", "pass"), ("play 1",)):
        submit_all(session, *texts)
        while wait(session):
            pass
    return session


def test_once_a_round_is_over_all_hands_are_shown_and_nothing_is_taken_back() -> None:
    session = finished()
    assert session.is_round_over and not session.is_over and session.round_number == 1
    assert session.snapshot().hands == ((), (3,))
    assert not session.may_act and not session.is_thinking and not session.may_take_back_turn
    assert session.awaited_human is None and len(session.finished_rounds) == 1
    session.request_next_round()
    assert session.round_number == 2 and session.snapshot().hands is None


def test_the_audit_is_available_only_after_the_round() -> None:
    running, _saved = session_of(HUMAN, LEVEL)
    with pytest.raises(ValueError, match="hidden"):
        running.start_decision_audit()
    sights = finished().start_decision_audit().decisions
    assert [str(one.action) for one in sights] == ["start 3", "play 4", "pass", "play 0", "pass"]


def test_the_result_with_swapped_seats_is_known_only_after_the_round() -> None:
    session = finished()
    assert session.swapped_seats_result is None
    session._match.record.extra[BRANCH_KEY] = {"round": 0, "swapped": [0, 2]}
    assert session.swapped_seats_result == (1, 2)
    session.request_next_round()
    assert session.swapped_seats_result is None


def test_each_turn_is_prepared_once_for_the_review_as_its_player_knows_it() -> None:
    thinker = ScriptedThinker("start 3")
    session, _saved = session_of(HUMAN, LEVEL, thinker=thinker)
    session.solve_ahead_for_review()
    session.solve_ahead_for_review()
    assert [view.seat for view in thinker.prepared] == [0]
    wait(session)
    session.solve_ahead_for_review()
    assert len(thinker.prepared) == 2
    submit_all(session, "play 5")
    session.solve_ahead_for_review()
    assert len(thinker.prepared) == 2, "a word is no turn"
    two, _saved = session_of(HUMAN, HUMAN, thinker=thinker)
    two.solve_ahead_for_review()
    assert thinker.prepared[-1].seat == 1, "nobody's cards are open: as whoever has the turn does"


# Tests of the draft of a turn.


def test_hidden_cards_are_the_reason_only_in_the_players_own_turn() -> None:
    session, _saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker("start 3", "draw"))
    turn = PlayerTurnDraft(session)
    for veiled in (False, True):
        turn.veiled = veiled
        assert turn.toggle_card(5) == "NOT_YOUR_TURN"
        assert {offer.refusal for offer in turn.action_offers().values()} == {"NOT_YOUR_TURN"}
    wait(session)
    assert turn.toggle_card(5) == turn.choose_to_draw() == turn.toggle_double() == "HAND_IS_HIDDEN"
    assert turn.choose_key(8) == "HAND_IS_HIDDEN" and turn.observation is None
    turn.veiled = False
    assert turn.choose_key(8) is None and turn.draft == TurnDraft(card=5)


def test_the_draft_is_cleared_with_every_change_of_the_match() -> None:
    session, _saved = session_of(HUMAN, LEVEL, thinker=ScriptedThinker("start 3", "draw"))
    wait(session)
    turn = PlayerTurnDraft(session)
    assert not turn.clear_choice()
    assert turn.toggle_card(5) is None and turn.draft == TurnDraft(card=5)
    assert turn.clear_choice() and turn.draft == TurnDraft() and not turn.clear_choice()
    turn.toggle_card(5)
    submit_all(session, "play 2")
    assert turn.draft == TurnDraft()


def test_a_key_is_refused_with_the_reason_of_its_card() -> None:
    session, _saved = session_of(HUMAN, HUMAN)
    session.show_hand(1)
    turn = PlayerTurnDraft(session)
    assert turn.choose_key(8) == "NOT_NOW" and turn.toggle_double() == "NOT_NOW"
    submit_all(session, "start 3")
    session.show_hand(0)
    assert turn.choose_key(6) == "NO_CARD_LEADS_THERE"
    assert turn.choose_key(7) == "NOT_IN_HAND"
    assert turn.toggle_double() is None and turn.draft == TurnDraft(double=True)
    assert turn.choose_to_draw() is None and turn.draft == TurnDraft(is_drawing=True)
    assert turn.choose_to_draw() == "NOT_NOW", "it is chosen already"
