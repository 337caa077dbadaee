"""What may follow a position, and how likely: for the player to act, and for those who wait."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solved_position import NoSolution
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach import position_analysis
from hacktrick.coach.position_analysis import ExpectedReplies, forecast_replies
from hacktrick.coach.possible_moves import possible_actions, possible_outcomes, views_after
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import Event, observation_of
from hacktrick.match.live_match import Match
from tests.support.solver_rounds import new_match

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))


def turns_of_rounds(preset: str, n_rounds: int) -> Iterator[Match]:
    """Yield some turns of random rounds, after the start card."""
    for seed in range(n_rounds):
        match, rng = new_match(preset, seed), Random(seed)
        number = 0
        while not match.is_round_over:
            if match.public.phase == "turn" and number % 5 == seed % 5:
                yield match
            seat = match.public.seat
            match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
            number += 1


@pytest.mark.parametrize("preset", ["keypad", "club"])
def test_the_player_to_act_knows_the_possible_actions_and_others_their_chances(preset: str) -> None:
    shares = set()
    for match in turns_of_rounds(preset, 4):
        seat = match.public.seat
        own, other = match.view(seat), match.view(1 - seat)
        legal = set(legal_actions(match.observe(seat)))
        assert possible_actions((own,)) == dict.fromkeys(legal, 1.0)
        assert possible_actions((other, own)) == dict.fromkeys(legal, 1.0)
        guessed = possible_actions((other,))
        assert legal <= set(guessed) and all(0 < one < 1.000001 for one in guessed.values())
        shares |= {round(one, 3) for one in guessed.values()}
    assert len(shares) > 2


def test_the_outcomes_of_an_action_come_likeliest_first_and_are_certain_together() -> None:
    n_outcomes = set()
    for match in turns_of_rounds("keypad", 4):
        seat = match.public.seat
        for views in ((match.view(seat),), (match.view(1 - seat),)):
            for action in legal_actions(match.observe(seat)):
                outcomes = possible_outcomes(views, action)
                chances = [one.chance for one in outcomes]
                assert sum(chances) == pytest.approx(1) and chances == sorted(chances, reverse=True)
                assert {one.event.seat for one in outcomes} == {seat}
                assert len({one.event for one in outcomes}) == len(outcomes)
                n_outcomes.add(len(outcomes))
    assert min(n_outcomes) == 1 < max(n_outcomes)


def test_the_views_follow_an_event() -> None:
    for match in turns_of_rounds("keypad", 1):
        seat = match.public.seat
        views = match.view(seat), match.view(1 - seat)
        action = legal_actions(match.observe(seat))[0]
        event: Event = possible_outcomes(views, action)[0].event
        after = views_after(views, event)
        assert [view.seat for view in after] == [seat, 1 - seat]
        assert all(
            len(new.actions) == len(old.actions) + 1 for new, old in zip(after, views, strict=True)
        )
        assert observation_of(after[0]).public == observation_of(after[1]).public


def test_expected_replies_come_likeliest_first_and_are_certain_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(position_analysis, "strongest_solver", lambda: AGENT)
    n_replies = 0
    for match in turns_of_rounds("keypad", 1):
        seat = match.public.seat
        *_, found = forecast_replies(match.view(1 - seat))
        assert isinstance(found, ExpectedReplies)
        chances = [chance for _actions, chance in found.replies]
        assert chances == sorted(chances, reverse=True) and sum(chances) == pytest.approx(1)
        possible = possible_actions((match.view(1 - seat),))
        assert {actions[0] for actions, _chance in found.replies} <= set(possible)
        n_replies = max(n_replies, len(chances))
        with pytest.raises(NoSolution):
            list(forecast_replies(match.view(seat)))
    assert n_replies > 1
