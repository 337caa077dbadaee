"""Hints, odds, verdicts and reasons: what each may say, and when it must be silent."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.advice import Advice, MatchChancesByResult
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.possible_worlds import DealSampler
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach import playouts, position_analysis, reason_finder
from hacktrick.coach.advisor import advise
from hacktrick.coach.hand_odds import HandOdds, hand_odds
from hacktrick.coach.hints import (
    hint_focus,
    hint_idea,
    hint_turns,
    judged_hint_focus,
    turn_theme,
)
from hacktrick.coach.judgement import (
    GENTLE,
    MIN_MATCH_LOSS,
    STRICT,
    TOLERATED_LOSS,
    PositionJudgement,
    loss_in_advice,
    loss_size_for_tutor,
)
from hacktrick.coach.playouts import ImaginedRound, PlayoutResult, compare_playouts
from hacktrick.coach.position_analysis import infer_hands_from_play
from hacktrick.coach.reason_finder import count_answers_changing_move, explain_in_steps
from hacktrick.game.actions import DRAW, Action, Ask
from hacktrick.game.cards import sum_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View
from tests.support.solver_rounds import new_match, random_views

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
LONGER = SolvingPlayer(1, 32, 10**6, (), OnePlyPlayer(counts_cards=True))


WON = PlayoutResult(2, True, False, True, False, False)
LOST = PlayoutResult(-1, False, True, False, True, True)


def full_judgement(view: View) -> PositionJudgement:
    """Return a judgement with both solutions and play-outs that confirm its mistakes."""
    judged_views = PositionJudgement(
        advise(view, AGENT), advise(view, LONGER), advise(view, AGENT, 1.0)
    )
    for turn in judged_views.first.turns:
        judged_views = (
            judged_views.with_loss_limit_from_playouts(turn.actions, 1.0)
            if judged_views.needs_playouts(turn.actions)
            else judged_views
        )
    return judged_views


@pytest.fixture(scope="module")
def judged_views() -> list[tuple[View, PositionJudgement]]:
    return [(view, full_judgement(view)) for view in random_views("keypad", range(2))]


@pytest.mark.slow
def test_a_loss_is_the_smaller_one_of_both_solutions(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    for _, judgement in judged_views:
        for turn in judgement.first.turns:
            losses = [loss_in_advice(advice, turn.actions) for advice in judgement.advices_so_far]
            known = [loss for loss in losses if loss]
            assert judgement.loss(turn.actions) == min(known)


@pytest.mark.slow
def test_no_review_marks_a_turn_that_hint_step_3_names(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    for _, judgement in judged_views:
        hint = hint_turns(judgement)
        assert hint.turns
        for turn in hint.turns:
            loss = judgement.loss(turn.actions)
            assert loss and loss.mistake_class == "fine"
            assert loss_size_for_tutor(judgement, turn.actions, STRICT, "key") is None


def test_hint_step_3_is_provisional_until_the_check(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    for _, judgement in judged_views:
        assert hint_turns(PositionJudgement(judgement.first)).state == "provisional"
        assert hint_turns(judgement).state in ("checked", "close")


def test_solutions_that_disagree_are_too_close_to_call(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    judgement = next(one for _, one in judged_views if len(one.first.turns) > 2)
    turns = judgement.first.turns
    spread = [0.9 - 0.4 * n for n in range(len(turns))]

    def with_option_values(values: list[float]) -> Advice:
        full_judgement = zip(turns, values, strict=True)
        return replace(
            judgement.first,
            turns=tuple(
                replace(turn, forecast=replace(turn.forecast, match=value))
                for turn, value in full_judgement
            ),
        )

    split = PositionJudgement(
        with_option_values(spread), with_option_values([0.1, 0.9, *spread[2:]])
    )
    assert hint_turns(split).state == "close"
    advised = [turn.actions for turn in hint_turns(split).turns]
    assert advised == [turns[1].actions, turns[0].actions], "the newest solution decides"
    assert split.recommended_turn.actions == turns[1].actions


def test_the_hint_idea_names_two_different_themes(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    for _, judgement in judged_views:
        idea = hint_idea(judgement)
        assert idea.best == turn_theme(judgement.recommended_turn)
        assert idea.other != idea.best
        if idea.other and not idea.is_equal:
            others = [turn for turn in judgement.first.turns if turn_theme(turn) == idea.other]
            losses = [judgement.loss(turn.actions) for turn in others]
            assert all(loss and loss.equity >= TOLERATED_LOSS for loss in losses)


def test_hint_idea_and_reasons_are_about_the_same_turn(
    judged_views: list[tuple[View, PositionJudgement]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_prices(*_of: object) -> Interruptible[list[reason_finder.Reason]]:
        yield from ()
        return []

    monkeypatch.setattr(reason_finder, "level_reasons", lambda *_of: iter(()))
    monkeypatch.setattr(reason_finder, "asking_and_exposure_reasons", no_prices)
    monkeypatch.setattr(reason_finder, "asking_reasons", no_prices)
    for view, judgement in judged_views:
        best = judgement.recommended_turn
        assert hint_turns(judgement).turns[0].actions == best.actions
        worst = judgement.newest_advice.turns[-1].actions
        why = run_to_end(explain_in_steps(view, judgement, worst, 0))
        assert why is None or why.best == best.actions


def test_a_single_turn_is_no_free_choice(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    view, judgement = judged_views[0]
    turn = judgement.first.turns[0]
    single = PositionJudgement(replace(judgement.first, turns=(turn,)))
    equal = PositionJudgement(replace(judgement.first, turns=(turn, turn)))
    assert judged_hint_focus(view, single) == hint_focus(view)
    assert judged_hint_focus(view, equal).code == "free"


def test_hint_step_1_needs_no_solver_and_names_no_card() -> None:
    for view in random_views("keypad", range(4)):
        focus = hint_focus(view)
        assert set(focus.keys) <= set(range(1, 10))
        other = replace(view, seats=view.seats)
        assert hint_focus(other) == focus


def test_the_tutor_is_silent_until_the_position_is_checked(
    judged_views: list[tuple[View, PositionJudgement]],
) -> None:
    spoken = 0
    for _, judgement in judged_views:
        for turn in judgement.first.turns:
            comment = loss_size_for_tutor(judgement, turn.actions, GENTLE, "key")
            spoken += comment is not None
            for part in (
                replace(judgement, second=None),
                replace(judgement, advice_by_counting=None),
            ):
                assert loss_size_for_tutor(part, turn.actions, GENTLE, "key") is None
    assert spoken


@pytest.mark.parametrize("threshold", [GENTLE, STRICT])
def test_the_tutor_comments_on_costly_mistakes_that_could_be_known(
    judged_views: list[tuple[View, PositionJudgement]], threshold: float
) -> None:
    """A slip is left out here, since the tutor ignores some of them."""
    sizes = set()
    for _, judgement in judged_views:
        assert judgement.advice_by_counting is not None
        for turn in judgement.first.turns:
            comment = loss_size_for_tutor(judgement, turn.actions, threshold, "key")
            known, loss = (
                loss_in_advice(judgement.advice_by_counting, turn.actions),
                judgement.loss(turn.actions),
            )
            assert known and loss
            if loss.mistake_class == "slip":
                continue
            is_known = known.equity >= threshold / 2
            is_costly = loss.equity >= threshold and loss.match >= MIN_MATCH_LOSS
            size = (
                "very_much" if loss.equity >= 0.6 else "much" if loss.equity >= 0.3 else "something"
            )
            assert comment == (size if is_known and is_costly else None)
            sizes.add(comment)
    assert {None, "much", "very_much"} <= sizes


def test_the_tutor_ignores_a_fixed_half_of_the_slips() -> None:
    judgement = next(
        full_judgement(view)
        for view in random_views("keypad", range(12))
        if _slip(full_judgement(view)) is not None
    )
    slip = _slip(judgement)
    assert slip is not None
    comment = [loss_size_for_tutor(judgement, slip, 0.1, str(n)) is not None for n in range(200)]
    assert 60 < sum(comment) < 140
    assert comment == [
        loss_size_for_tutor(judgement, slip, 0.1, str(n)) is not None for n in range(200)
    ]


def _slip(judgement: PositionJudgement) -> tuple[Action, ...] | None:
    for turn in judgement.first.turns:
        loss = judgement.loss(turn.actions)
        known = judgement.advice_by_counting and loss_in_advice(
            judgement.advice_by_counting, turn.actions
        )
        enough = loss and loss.match >= 0.01 and known and known.equity >= 0.05
        if loss and loss.mistake_class == "slip" and enough:
            return turn.actions
    return None


def test_hand_odds_by_counting_equal_all_deals() -> None:
    for seed in range(3):
        match, rng = new_match("keypad", seed), Random(seed)
        while not match.is_round_over:
            for seat in (0, 1):
                view, other = match.view(seat), match.observe(1 - seat).hand
                odds = hand_odds(view, inferred=infer_hands_from_play(view))
                chances = {possible.hand: possible.chance for possible in odds.counted_hands}
                assert sum(chances.values()) == pytest.approx(1)
                assert other in chances
                assert not odds.inferred_hands or other in {
                    possible.hand for possible in odds.inferred_hands
                }
                own = match.observe(seat).hand
                if odds.own_index is not None and match.public.phase == "turn":
                    assert odds.own_hands[odds.own_index][0] == own
                for value in range(6):
                    held = sum(chance for hand, chance in chances.items() if hand[value])
                    assert odds.card_chances[value] == pytest.approx(held)
            match.submit(
                match.public.seat, rng.choice(legal_actions(match.observe(match.public.seat)))
            )


def test_habits_cover_only_possible_hands_even_with_commands_after_draws() -> None:
    for view in random_views("club", range(2)):
        (odds,) = (
            one for one in position_analysis.compute_hand_odds(view) if isinstance(one, HandOdds)
        )
        assert {possible.hand for possible in odds.inferred_hands} == {
            possible.hand for possible in odds.counted_hands
        }


def test_hands_are_grouped_by_what_they_could_do() -> None:
    for view in random_views("keypad", range(3)):
        odds = hand_odds(view)
        threats = [possible.threat for possible in odds.counted_hands]
        assert threats == sorted(threats, key=["wins", "takes", "harmless"].index)


@pytest.mark.parametrize("preset", ["keypad", "arena", "club"])
def test_an_imagined_round_reaches_the_same_view(preset: str) -> None:
    for view in random_views(preset, range(3)):
        deals, rng = DealSampler(view), Random(1)
        for _ in range(3):
            dealt = deals.sample_deal(rng)
            table = ImaginedRound(view, dealt.hands, dealt.drawn)
            assert table.view(view.seat) == view


def test_play_outs_of_both_turns_use_the_same_deals() -> None:
    view = random_views("keypad", range(1))[2]
    turn = advise(view, AGENT).turns[0].actions
    for one, other in playouts.play_out(view, (turn, turn), 4, "same"):
        assert one == other


def test_a_difference_comes_with_its_standard_error() -> None:
    lost_, won = (
        PlayoutResult(-1, False, True, False, True, False),
        PlayoutResult(2, True, False, True, False, True),
    )
    judged_views = compare_playouts([(won, lost_)] * 3 + [(lost_, lost_)], "opponent_captures_next")
    assert (judged_views.first, judged_views.second, judged_views.n) == (25.0, 100.0, 4)
    assert judged_views.error == pytest.approx(25.0)
    assert compare_playouts([(won, lost_)], "points", above=1).difference_per_hundred == 100


def test_play_out_reasons_favour_the_better_turn() -> None:
    won, lost_ = (
        PlayoutResult(2, True, False, True, False, False),
        PlayoutResult(-1, False, True, False, True, True),
    )
    judged_views = list(reason_finder.playout_difference_reasons([(won, lost_)] * 40))
    assert {reason.code for reason in judged_views} == {
        *("wins_next", "takes_next", "two_points", "lost_at_once", "taken_at_once", "obliged")
    }
    assert not list(reason_finder.playout_difference_reasons([(lost_, won)] * 40))
    assert not list(reason_finder.playout_difference_reasons([(won, lost_), (lost_, won)] * 20))


def test_one_hand_fewer_among_many_is_no_reason() -> None:
    assert reason_finder.is_reduction_worth_showing(
        0, 1, 5
    ) and reason_finder.is_reduction_worth_showing(2, 3, 8)
    assert not reason_finder.is_reduction_worth_showing(19, 20, 30)
    assert not reason_finder.is_reduction_worth_showing(
        3, 3, 8
    ) and not reason_finder.is_reduction_worth_showing(4, 1, 8)
    assert reason_finder.is_reduction_worth_showing(16, 20, 30)


def test_a_frequency_is_no_reason_without_a_gain() -> None:
    by_result = MatchChancesByResult(0.6, 0.7, 0.4, 0.3)
    taking, losing = replace(WON, points=-1), replace(LOST, points=1)
    assert list(reason_finder.playout_difference_reasons([(taking, losing)] * 40))
    assert not reason_finder.playout_reasons(
        [(taking, losing)] * 40, by_result, playouts.N_STANDARD_ERRORS
    )
    even = [(taking, losing), (replace(taking, points=1), replace(losing, points=-1))] * 20
    assert not reason_finder.playout_reasons(even, by_result, playouts.N_STANDARD_ERRORS)
    assert reason_finder.playout_reasons(
        [*even, (WON, LOST)], by_result, playouts.N_STANDARD_ERRORS
    )


@pytest.mark.slow
def test_every_reason_has_a_figure_that_favours_the_better_turn() -> None:
    lower = {"other_finishes", "lost_at_once", "taken_at_once", "obliged"}
    lower |= {"tells_less", "reads_less"}
    explained = 0
    for view in random_views("keypad", range(4))[::4]:
        judgement = full_judgement(view)
        worst = judgement.first.turns[-1].actions
        why = run_to_end(reason_finder.explain_in_steps(view, judgement, worst, 6))
        if why is None:
            continue
        for reason in why.reasons:
            explained += 1
            if reason.code in lower:
                assert reason.best < reason.played
            elif reason.code == "ask_idle":
                assert 2 * reason.played <= reason.n
            elif reason.code not in ("levels", "double_useless"):
                assert reason.best > reason.played
        assert len(why.shown_reasons) <= reason_finder.MAX_REASONS
    assert explained


def test_hint_step_1_for_a_command_is_about_its_price() -> None:
    for preset in ("keypad", "club"):
        asked = [view for view in random_views(preset, range(3)) if _phase(view) == "command"]
        assert asked and {hint_focus(view).code for view in asked} == {"words"}


def _phase(view: View) -> str:
    return read_position(view).public.phase


@pytest.mark.parametrize("preset", ["keypad", "club"])
def test_the_thinker_judges_checks_and_explains(preset: str) -> None:
    view = random_views(preset, range(1))[3]
    first = [answer for answer in position_analysis.judge_position(view) if answer is not None]
    assert [type(answer) for answer in first] == [PositionJudgement]
    position = read_position(view)
    assert {turn.actions[0] for turn in first[0].first.turns} <= set(position.legal)


def test_a_clear_difference_needs_fewer_deals() -> None:
    won = PlayoutResult(2, True, False, True, False, False)
    lost_ = PlayoutResult(-1, False, True, False, True, True)
    by_result = MatchChancesByResult(0.6, 0.7, 0.4, 0.3)
    few, many = playouts.MIN_PLAYOUTS - 1, playouts.MIN_PLAYOUTS
    assert not reason_finder.are_playouts_sufficient([(won, lost_)] * few, by_result, 1)
    assert reason_finder.are_playouts_sufficient([(won, lost_)] * many, by_result, 1)
    assert reason_finder.are_playouts_sufficient([(lost_, won)] * many, by_result, 1), (
        "the judge is contradicted"
    )
    assert not reason_finder.are_playouts_sufficient(
        [(won, lost_), (lost_, won)] * many, by_result, 1
    )


def test_some_answers_to_an_ask_change_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hacktrick.coach.advisor.strongest_solver", lambda: AGENT)
    met = 0
    for view in random_views("keypad", range(12)):
        advice = advise(view, AGENT)
        if not any(isinstance(turn.actions[0], Ask) for turn in advice.turns):
            continue
        changed, cases = run_to_end(count_answers_changing_move(view, advice))
        assert 0 <= changed <= cases <= len({sum_of(hand) for hand, _ in advice.inferred_hands})
        met += cases
        if met > 4:
            return
    assert met


@pytest.mark.parametrize(("changed", "codes"), [(2, ["ask_idle"]), (3, [])])
def test_a_question_is_idle_unless_its_answer_changes_more_than_half_of_the_moves(
    judged_views: list[tuple[View, PositionJudgement]],
    monkeypatch: pytest.MonkeyPatch,
    changed: int,
    codes: list[str],
) -> None:
    def answers(view: View, advice: Advice) -> Interruptible[tuple[int, int]]:
        yield
        return changed, 4

    monkeypatch.setattr(reason_finder, "count_answers_changing_move", answers)
    view, judgement = judged_views[0]
    turn = judgement.first.turns[0]
    best, played = replace(turn, actions=(DRAW,)), replace(turn, actions=(Ask(),))
    asked = reason_finder.asking_reasons(view, best, played, judgement.first)
    assert [reason.code for reason in run_to_end(asked)] == codes
