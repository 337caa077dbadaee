"""The review of a round is prepared during play, from what the player at the screen knows."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import Draw, Play
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match


class SolveAheadRecorder(InlineThinker):
    """A thinker that records the positions to be solved for the review."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []

    def solve_for_later_review(self, view: View) -> None:
        self.views.append(view)


def table(*players: str, preset: str = "keypad") -> tuple[MatchSession, Match, SolveAheadRecorder]:
    seats = [SeatInfo(f"P{n}", player) for n, player in enumerate(players)]
    match, thinker = (
        Match.begin_with_rng(rules_for(preset), seats, Random(4), 1),
        SolveAheadRecorder(),
    )
    return MatchSession(match, thinker, lambda text: None, Random(1)), match, thinker


def play(session: MatchSession, match: Match) -> list[tuple[int, int, str]]:
    """Play a round, preparing its review before every action.

    Returns where each turn began: the number of the action, the seat, and the phase.
    """
    began: list[tuple[int, int, str]] = []
    rng = Random(2)
    while not session.is_round_over:
        public = match.public
        session.solve_ahead_for_review()
        session.solve_ahead_for_review()
        if public.phase != "command" or isinstance(match.events_for(None)[-1].action, Draw):
            began.append((len(match.events_for(None)), public.seat, public.phase))
        legal = legal_actions(match.observe(public.seat))
        plays = [one for one in legal if isinstance(one, Play)]
        match.submit(public.seat, rng.choice(plays or legal))
    session.solve_ahead_for_review()
    return began


def test_each_position_at_the_start_of_a_turn_is_solved_ahead_once() -> None:
    session, match, thinker = table("human", "level:5")
    began = play(session, match)
    assert [len(view.actions) for view in thinker.views] == [n for n, _, _ in began]
    assert began[0][2] == "start" and {phase for _, _, phase in began} == {"start", "turn"}


def test_a_command_after_a_draw_is_solved_ahead_as_its_own_turn() -> None:
    session, match, thinker = table("human", "level:5", preset="club")
    began = play(session, match)
    assert [len(view.actions) for view in thinker.views] == [n for n, _, _ in began]
    assert {phase for _, _, phase in began} == {"start", "turn", "command"}


def test_only_the_view_of_the_player_at_the_screen_is_sent_to_the_worker() -> None:
    session, match, thinker = table("human", "level:5")
    began = play(session, match)
    assert {view.seat for view in thinker.views} == {0}
    assert {seat for _, seat, _ in began} == {0, 1}, "also while the computer has the turn"


@pytest.mark.parametrize("players", [("human", "human"), ("level:5", "level:6")])
def test_with_no_cards_open_the_view_is_that_of_the_player_on_turn(
    players: tuple[str, str],
) -> None:
    session, match, thinker = table(*players)
    began = play(session, match)
    assert [view.seat for view in thinker.views] == [seat for _, seat, _ in began]


def test_positions_without_a_judge_are_not_prepared() -> None:
    session, match, thinker = table("human", "level:5", "level:5", "level:5", preset="quartet")
    play(session, match)
    assert not thinker.views


def test_after_a_turn_is_taken_back_the_position_is_solved_again() -> None:
    session, match, thinker = table("human", "level:5")
    rng = Random(5)
    while not session.may_take_back_turn:
        seen = match.observe(match.public.seat)
        session.solve_ahead_for_review()
        match.submit(match.public.seat, rng.choice(legal_actions(seen)))
    session.take_back_turn()
    before = len(thinker.views)
    session.solve_ahead_for_review()
    assert len(thinker.views) == before + 1
