"""The coach in Battle of Wits: hints, odds and play-outs with every code in force."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.advice import MatchChancesByResult
from hacktrick.ai.possible_worlds import DealSampler, has_unknown_cards_under_deck
from hacktrick.ai.solver.solved_position import NoSolution
from hacktrick.coach import playouts, position_analysis
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.hints import hint_focus, hint_idea, hint_turns
from hacktrick.coach.judgement import PositionJudgement, loss_size_for_tutor
from hacktrick.coach.playouts import ImaginedRound, PlayoutResult, codes_held_at_start
from hacktrick.coach.reason_finder import Explanation
from hacktrick.game.actions import CODES
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import replay_view
from tests.support.quick_judge import make_judge_quick
from tests.support.solver_rounds import round_holding_codes, round_with_laid_codes


@pytest.mark.parametrize("code", ["vaeck", "kriskaya", "huang", "sun"])
def test_habits_are_read_with_codes_until_cards_go_under_the_deck(code: str) -> None:
    """After cards went under the deck, the solver does not know exactly where they are."""
    match, rng = round_with_laid_codes((code, None), 2), Random(5)
    while not match.is_round_over:
        view = match.view(match.public.seat)
        for answer in position_analysis.compute_hand_odds(view):
            if isinstance(answer, HandOdds) and answer.inferred_hands:
                assert {possible.hand for possible in answer.inferred_hands} == {
                    possible.hand for possible in answer.counted_hands
                }
                assert not any(text.startswith("under") for text in view.actions)
        legal = legal_actions(match.observe(match.public.seat))
        match.submit(match.public.seat, rng.choice(legal))


@pytest.mark.parametrize("code", CODES)
def test_an_imagined_round_is_exact_unless_cards_went_under_the_deck(
    code: str,
) -> None:
    match, rng = round_with_laid_codes((code, "vaeck" if code != "vaeck" else "sun"), 1), Random(7)
    n_exact = 0
    while not match.is_round_over:
        view = match.view(match.public.seat)
        if has_unknown_cards_under_deck(view):
            with pytest.raises(ValueError, match="under the deck"):
                playouts.PlayoutSampler(view, "seed")
        else:
            n_exact += 1
            dealt = DealSampler(view).sample_deal(rng)
            assert ImaginedRound(view, dealt.hands, dealt.drawn).view(view.seat) == view
        legal = legal_actions(match.observe(match.public.seat))
        match.submit(match.public.seat, rng.choice(legal))
    assert n_exact


def test_unknown_kept_codes_are_any_that_are_left() -> None:
    match = round_with_laid_codes(("sun", "doo"), 1)
    view = match.view(0)
    kept = replace(view, held=("sun", "god"), held_counts=(2, 3), spent=("gorilla",))
    mine, others = codes_held_at_start(kept, replay_view(kept)[1])
    assert mine == ("sun", "god") and others[0] == "doo" and len(set(others)) == 3
    assert not {"sun", "god", "gorilla"} & set(others)


def test_a_called_stake_counts_in_play_outs() -> None:
    pot = MatchChancesByResult(0.8, 0.9, 0.2, 0.1)
    by_result = MatchChancesByResult(0.6, 0.7, 0.4, 0.3, pot)
    course = PlayoutResult(1, False, False, False, False, False)
    assert playouts.playout_match_chance(by_result, course) == 0.6
    assert playouts.playout_match_chance(by_result, replace(course, is_staked=True)) == 0.8
    assert playouts.playout_match_chance(pot, replace(course, points=-2, is_staked=True)) == 0.1


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_with_codes_hints_work_and_seeming_mistakes_are_tried(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After another player put cards under the deck, nothing is tried and the tutor is silent."""
    make_judge_quick(monkeypatch)
    match, rng = round_with_laid_codes((code, "doo" if code != "doo" else None), 3), Random(8)
    for _ in range(12):
        if match.is_round_over:
            break
        legal = legal_actions(match.observe(match.public.seat))
        if len(legal) > 1:
            view = match.view(match.public.seat)
            *_, found = (
                answer
                for answer in position_analysis.judge_position_thoroughly(view)
                if isinstance(answer, PositionJudgement)
            )
            firsts = {turn.actions[0] for turn in found.first.turns}
            assert {str(one).split(" ")[0] for one in firsts} <= {
                str(one).split(" ")[0] for one in legal
            }
            assert hint_turns(found).turns and hint_idea(found).best and hint_focus(view).code
            for answer in position_analysis.play_out_suspected_mistakes(view):
                found = answer if isinstance(answer, PositionJudgement) else found
            worst = found.first.turns[-1].actions
            if has_unknown_cards_under_deck(view):
                assert not found.playout_losses
            if found.needs_playouts(worst):
                assert has_unknown_cards_under_deck(view)
                assert loss_size_for_tutor(found, worst, 0.0, "key") is None
            *_, last = (
                answer for answer in position_analysis.explain_turn(view) if answer is not None
            )
            assert isinstance(last, Explanation | PositionJudgement)
        match.submit(match.public.seat, rng.choice(legal))
    position_analysis.clear_coach_caches()


def test_the_code_phase_is_not_judged() -> None:
    match = round_holding_codes(("sun", "doo"), 1)
    assert match.public.phase == "codes"
    with pytest.raises(NoSolution):
        list(position_analysis.judge_position(match.view(match.public.seat)))
