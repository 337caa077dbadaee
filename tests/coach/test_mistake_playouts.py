"""A seeming mistake is played out and costs no more than the play-outs allow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from assets.shots.reviewed_match import sample_finished_round

from hacktrick.ai.agent import run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach import playouts
from hacktrick.coach.advisor import advise, mistake_checking_solver, strongest_solver
from hacktrick.coach.judgement import (
    GENTLE,
    MARKED_CLASSES,
    PositionJudgement,
    loss_in_advice,
    loss_size_for_tutor,
)
from hacktrick.coach.playouts import mean_gain_and_error, play_out
from hacktrick.coach.review.judged_round import ReviewProgress
from hacktrick.coach.review.round_judge import RoundJudge
from hacktrick.coach.review.round_review import RoundReview
from hacktrick.game.actions import COMMAND_GUARD, Draw, Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo, View
from tests.support.solver_rounds import random_views

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
LONGER = SolvingPlayer(1, 32, 10**6, (), OnePlyPlayer(counts_cards=True))


@pytest.fixture(autouse=True)
def _few_playouts_and_none_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "N_PLAYOUTS", 10)
    playouts.clear_playout_caches()


@pytest.fixture(scope="module")
def position_with_seeming_mistake() -> tuple[View, PositionJudgement]:
    """Return a position with a turn that both solutions take for a mistake."""
    for view in random_views("keypad", range(6)):
        judgement = PositionJudgement(
            advise(view, AGENT), advise(view, LONGER), advise(view, AGENT, 1.0)
        )
        if any(judgement.needs_playouts(turn.actions) for turn in judgement.first.turns):
            return view, judgement
    raise AssertionError("no position has one")


def test_a_seeming_mistake_does_not_count_before_its_trial(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
) -> None:
    _, judgement = position_with_seeming_mistake
    for turn in judgement.first.turns:
        if judgement.needs_playouts(turn.actions):
            assert loss_size_for_tutor(judgement, turn.actions, GENTLE, "key") is None
            assert not judgement.with_loss_limit_from_playouts(turn.actions, 1.0).needs_playouts(
                turn.actions
            )


def test_a_turn_costs_no_more_than_its_trial_allows(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
) -> None:
    _, judgement = position_with_seeming_mistake
    turn = next(
        one.actions for one in judgement.first.turns if judgement.needs_playouts(one.actions)
    )
    by_looks = judgement.solver_loss(turn)
    assert by_looks is not None and judgement.loss(turn) == by_looks
    borne_out = judgement.with_loss_limit_from_playouts(turn, 1.0).loss(turn)
    assert borne_out == by_looks
    half = judgement.with_loss_limit_from_playouts(turn, by_looks.match / 2).loss(turn)
    assert half is not None and half.match == by_looks.match / 2
    assert half.equity == pytest.approx(by_looks.equity / 2)
    nothing = judgement.with_loss_limit_from_playouts(turn, 0.0)
    loss = nothing.loss(turn)
    assert loss is not None and loss.mistake_class == "fine"
    assert loss_size_for_tutor(nothing, turn, 0.1, "key") is None


def test_no_turn_is_tried_before_the_check(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
) -> None:
    _, judgement = position_with_seeming_mistake
    early = replace(judgement, second=None)
    assert not any(early.needs_playouts(turn.actions) for turn in early.first.turns)


def test_a_trial_loss_is_the_mean_plus_two_standard_errors(
    position_with_seeming_mistake: tuple[View, PositionJudgement], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, judgement = position_with_seeming_mistake
    monkeypatch.setattr(playouts, "N_PLAYOUTS", 20)
    turns = judgement.first.turns
    best, made = turns[0].actions, turns[-1].actions
    most = run_to_end(
        playouts.greatest_playout_loss_in_steps(view, best, made, judgement.chances_by_result)
    )
    weigh = playouts.inference_weights(judgement.first).weight_of_world
    seen = play_out(view, (best, made), 20, f"why {len(view.actions)}", weigh)
    gain, error = mean_gain_and_error(seen, judgement.chances_by_result)
    assert most == pytest.approx(max(0.0, gain + 2 * error))


@pytest.mark.parametrize(
    ("points", "n_deals"),
    [
        (((1, -1),), playouts.MIN_PLAYOUTS),  # the best turn is always better
        (((-1, 1),), playouts.MIN_PLAYOUTS),  # the best turn is always worse
        (((1, 1),), 60),  # both turns end alike
        (((1, -1), (-1, 1)), 60),  # the best turn is as often better as worse
        (((1, -1), (1, -1), (1, -1), (1, -1), (-1, 1)), playouts.MIN_PLAYOUTS),
        # The best turn is better by two or three standard errors.
        (((1, -1), (1, -1), (-1, 1)), 60),
    ],
)
def test_a_trial_ends_once_its_result_is_clear_but_not_too_early(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
    monkeypatch: pytest.MonkeyPatch,
    points: tuple[tuple[int, int], ...],
    n_deals: int,
) -> None:
    view, judgement = position_with_seeming_mistake
    best, made = ((judgement.first.turns[at].actions) for at in (0, -1))
    played = set()

    def playout(self: object, n: int, turn: object):  # type: ignore[no-untyped-def]
        played.add(n)
        yield
        result = points[n % len(points)][turn != best]
        return playouts.PlayoutResult(result, False, False, False, False, False)

    monkeypatch.setattr(playouts, "N_PLAYOUTS", 60)
    monkeypatch.setattr(playouts.PlayoutSampler, "playout_of_deal", playout)
    run_to_end(
        playouts.greatest_playout_loss_in_steps(view, best, made, judgement.chances_by_result)
    )
    assert len(played) == n_deals


def test_a_turn_compared_with_itself_loses_nothing(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
) -> None:
    view, judgement = position_with_seeming_mistake
    turn = judgement.first.turns[0].actions
    assert (
        run_to_end(
            playouts.greatest_playout_loss_in_steps(view, turn, turn, judgement.chances_by_result)
        )
        == 0.0
    )


def test_a_command_is_tried_together_with_its_card() -> None:
    after = next(
        view
        for view in random_views("keypad", range(4))
        if read_position(view).public.phase == "command"
    )
    one, other = read_position(after).legal[:2]
    chances_by_result = advise(after, AGENT).chances_by_result
    begun, turns = playouts.rewound_to_turn_start(after, [(one,), (other,)])
    assert isinstance(turns[0][0], Play) and begun.actions == after.actions[:-1]
    assert run_to_end(
        playouts.greatest_playout_loss_in_steps(after, (one,), (other,), chances_by_result)
    ) == run_to_end(
        playouts.greatest_playout_loss_in_steps(begun, turns[0], turns[1], chances_by_result)
    )


def test_a_command_after_a_draw_is_a_turn_of_its_own() -> None:
    """The command is decided with the drawn card in hand, so the draw is not tried with it."""
    after = next(
        view
        for view in random_views("club", range(4))
        if (now := read_position(view)).public.phase == "command"
        and isinstance(now.steps[-1].action, Draw)
    )
    assert not read_position(after).awaits_command_after_play
    one, other = read_position(after).legal[:2]
    assert playouts.rewound_to_turn_start(after, [(one,), (other,)]) == (after, [(one,), (other,)])
    assert (
        run_to_end(
            playouts.greatest_playout_loss_in_steps(
                after, (one,), (one,), advise(after, AGENT).chances_by_result
            )
        )
        == 0.0
    )


def test_earlier_trials_do_not_change_a_trial(
    position_with_seeming_mistake: tuple[View, PositionJudgement],
) -> None:
    view, judgement = position_with_seeming_mistake
    turns = [turn.actions for turn in judgement.first.turns]
    pairs = [(turns[0], turn) for turn in turns[1:4]]

    def tried(
        order: list[tuple[playouts.TurnActions, playouts.TurnActions]],
    ) -> dict[playouts.TurnActions, float]:
        playouts.clear_playout_caches()
        return {
            m: run_to_end(
                playouts.greatest_playout_loss_in_steps(view, b, m, judgement.chances_by_result)
            )
            for b, m in order
        }

    assert tried(pairs) == tried(pairs[::-1])


def test_the_review_marks_only_mistakes_that_their_trial_confirms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If play-outs find no loss, no turn is marked; otherwise all former ones are."""

    def marked(most: float) -> int:
        asked = []

        def trying(view: View, *_: object):  # type: ignore[no-untyped-def]
            asked.append(view)
            yield
            return most

        monkeypatch.setattr(
            "hacktrick.coach.review.round_judge.greatest_playout_loss_in_steps", trying
        )
        judge = RoundJudge(sample_finished_round(), AGENT)
        for _ in (*judge.judge_turns_in_steps(), *judge.check_mistakes_in_steps(LONGER)):
            pass
        found = [one.mistake_class(judge.judgement.unit) for one in judge.judgement.decisions]
        assert asked
        return sum(one in MARKED_CLASSES for one in found)

    assert marked(0.0) == 0
    assert marked(1.0) > 0


def test_review_and_judgement_agree_on_the_loss_of_every_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The study takes its classes from the judgement; a review adds up single decisions."""

    def trying(*_: object):  # type: ignore[no-untyped-def]
        yield
        return 0.02

    monkeypatch.setattr("hacktrick.coach.review.round_judge.greatest_playout_loss_in_steps", trying)
    monkeypatch.setattr("hacktrick.coach.playouts.greatest_playout_loss_in_steps", trying)
    finished = sample_finished_round()
    judge = RoundJudge(finished, AGENT)
    for _ in (*judge.judge_turns_in_steps(), *judge.check_mistakes_in_steps(LONGER)):
        pass
    progress = ReviewProgress("checked", "", judge.judgement, {})
    review = RoundReview(finished, progress, 0)
    free = [turn for turn in review.turns if len(turn.options) > 1 and turn.log_turn]
    checked = [turn for turn in free if turn.seat in finished.seats]
    assert any(turn.is_mistake for turn in checked)
    for turn in checked:
        view = review.view_at(turn)
        found = PositionJudgement(advise(view, AGENT), advise(view, LONGER))
        found = run_to_end(playouts.judge_by_playouts_if_needed(view, found, turn.made))
        loss = found.loss(turn.made)
        assert loss is None or loss.mistake_class == turn.mistake_class
        assert found.ranked_turns[0].actions == turn.options[0][0]


def test_the_longer_solver_considers_a_guard_as_a_reply() -> None:
    """Playing 0 with Play seems to win two points unless the opponent's Guard is considered."""
    view = View(
        *(PRESETS["keypad"], 1, (SeatInfo("A", "level:2"), SeatInfo("B", "level:5")), (3, 3), 1, 0),
        *((0, 1, 0), (4, 3), (1, 3)),
        actions=(
            *("start 0", "draw 2", "draw", "play 2 double", "pass", "play 3", "pass", "draw 3"),
            *("play 1 double", "pass", "play 3", "pass", "draw", "draw 4", "draw", "play 1"),
            *("pass", "play 2", "pass", "ask"),
        ),
        said=((0, 0, 8), (0, 1, 1), (19, 0, 14)),
    )
    made = (Play(4), COMMAND_GUARD)
    narrow, wide = (
        loss_in_advice(advise(view, agent), made)
        for agent in (strongest_solver(), mistake_checking_solver())
    )
    assert narrow and narrow.mistake_class == "blunder"
    assert wide and wide.mistake_class in ("fine", "slip")
