"""The price of information: what a turn reveals, what that costs, what an answer is worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hacktrick.ai.agent import run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.possible_worlds import DealSampler, believed_worlds
from hacktrick.ai.solver import hypothetical_solutions_and_hand_exposure as exposure
from hacktrick.ai.solver.solved_position import (
    counted_and_inferred_beliefs_in_steps,
    opponent_hands,
    solve_position,
)
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start
from hacktrick.coach import reason_finder
from hacktrick.coach.advisor import advise
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.playouts import ImaginedRound
from hacktrick.coach.reason_finder import AskingValue, ExposureOfTwoTurns
from hacktrick.game.actions import Action, Ask, Draw, Play
from hacktrick.game.cards import Counts
from hacktrick.game.view import View, replay_view
from tests.support.solver_rounds import random_views

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))


def turns_of(view: View) -> Iterator[tuple[Action, ...]]:
    """Yield the turns after which the round goes on."""
    for turn in advise(view, AGENT).turns:
        if not turn.figures.win_points and not isinstance(turn.actions[0], Ask):
            yield turn.actions


def is_ask_offered(view: View) -> Iterator[bool]:
    return (isinstance(action, Ask) for action in read_position(view).legal)


@pytest.mark.parametrize("seed", range(3))
def test_exposure_by_counting_equals_counting_every_deal(seed: int) -> None:
    for view in random_views("keypad", range(seed, seed + 1))[2::5]:
        position = read_position(view)
        facts, _, mirrored = run_to_end(counted_and_inferred_beliefs_in_steps(position))
        hands = opponent_hands(position, facts, mirrored)
        for turn in list(turns_of(view))[:2]:
            if isinstance(turn[0], Draw):
                continue  # the drawn card differs between deals
            (known,) = run_to_end(exposure.hand_exposure_to_counting_opponent(position, turn))
            by_hand = dict(true_hand_chances(view, turn, hands))
            covered = sum(hands[hand] for hand in by_hand)
            assert covered > 0.9
            mean = sum(hands[hand] * value for hand, value in by_hand.items()) / covered
            assert known == pytest.approx(mean, abs=2 * (1 - covered) + 1e-5)


def true_hand_chances(
    view: View, turn: tuple[Action, ...], hands: dict[Counts, float]
) -> Iterator[tuple[Counts, float]]:
    """Yield by opponent's hand the chance that it gives the true hand after the turn."""
    deals, rng, seen = DealSampler(view), Random(1), set()
    for _ in range(40 * len(hands)):
        dealt = deals.sample_deal(rng)
        table = ImaginedRound(view, dealt.hands, dealt.drawn)
        held = table.hand(1 - view.seat)
        if held in seen:
            continue
        seen.add(held)
        for action in turn:
            table.submit(action)
        other = table.view(1 - view.seat)
        worlds = believed_worlds(other, *replay_view(other)).items()
        true = table.hand(view.seat)
        yield held, sum(chance for world, chance in worlds if world.hands[view.seat] == true)


def test_drawing_a_card_lowers_the_exposure() -> None:
    """A draw increases the number of possible hands, a play decreases it."""
    met = 0
    for view in random_views("keypad", range(3))[::3]:
        position = read_position(view)
        found = {type(turn[0]): turn for turn in turns_of(view)}
        if {Draw, Play} <= set(found):
            drawn, played = run_to_end(
                exposure.hand_exposure_to_counting_opponent(position, found[Draw], found[Play])
            )
            assert 0 < drawn <= 1 and 0 < played <= 1 + 1e-6
            met += drawn < played
    assert met > 3


def test_exposure_by_reading_uses_how_the_hands_play() -> None:
    view = random_views("keypad", range(1))[6]
    judged = solve_position(read_position(view), AGENT)
    turns = list(turns_of(view))
    for known in exposure.hand_exposure_to_inferring_opponent(judged, *turns):
        assert 0 < known <= 1 + 1e-6


@pytest.mark.slow
def test_a_known_hand_cannot_be_exposed_further() -> None:
    """After a reshuffle both players know both hands."""
    met = 0
    for view in random_views("keypad", range(60)):
        position = read_position(view)
        if not position.steps or not position.steps[-1].facts.reshuffled:
            continue
        turns = list(turns_of(view))
        if len(turns) < 2:
            continue
        judgement = PositionJudgement(advise(view, AGENT))
        found = run_to_end(
            reason_finder.hand_exposure_price(position, judgement, turns[0], turns[-1], AGENT)
        )
        assert found == pytest.approx(0, abs=1e-4)
        met += 1
    assert met


def test_equal_or_free_exposure_is_no_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costs = 0.2

    def priced(*_: object) -> Iterator[None]:
        yield
        return costs  # type: ignore[return-value]

    monkeypatch.setattr(reason_finder, "hand_exposure_price", priced)
    met = 0
    for view in random_views("keypad", range(3))[::3]:
        position, judgement = read_position(view), PositionJudgement(advise(view, AGENT))
        turns = judgement.first.turns
        assert (
            run_to_end(
                reason_finder.compare_hand_exposure(position, judgement, turns[0], turns[0], AGENT)
            )
            is None
        )
        for turn in turns:
            loss = judgement.loss(turn.actions)
            assert loss is not None
            enough = max(reason_finder.min_shown_price(judgement), loss.match / 2) + 1e-9
            costs = enough
            found = run_to_end(
                reason_finder.compare_hand_exposure(position, judgement, turns[0], turn, AGENT)
            )
            if found is None:
                continue
            assert (
                found.second - found.first >= reason_finder.MIN_EXPOSURE and found.price == enough
            )
            costs = enough - 2e-9
            assert (
                run_to_end(
                    reason_finder.compare_hand_exposure(position, judgement, turns[0], turn, AGENT)
                )
                is None
            )
            met += 1
    assert met


def test_the_values_of_marker_and_answer_explain_the_difference() -> None:
    for view in [view for view in random_views("keypad", range(8)) if any(is_ask_offered(view))][
        :3
    ]:
        position, judgement = read_position(view), PositionJudgement(advise(view, AGENT))
        found = run_to_end(reason_finder.asking_value(position, judgement, AGENT))
        assert found is not None
        values = [(turn.actions[0], turn.forecast.match) for turn in judgement.first.turns]
        asking = max(value for action, value in values if isinstance(action, Ask))
        without = max(value for action, value in values if not isinstance(action, Ask))
        assert found.answer - found.marker == pytest.approx(asking - without)


def test_asking_has_no_price_without_a_captured_marker() -> None:
    view = next(view for view in random_views("keypad", range(1)) if not any(is_ask_offered(view)))
    position, judgement = read_position(view), PositionJudgement(advise(view, AGENT))
    assert run_to_end(reason_finder.asking_value(position, judgement, AGENT)) is None
    with pytest.raises(ValueError, match="no marker is captured"):
        run_to_end(exposure.solve_with_one_captured_less(position, AGENT))


def test_a_reason_says_whether_an_ask_is_worth_its_price() -> None:
    view = next(view for view in random_views("keypad", range(8)) if any(is_ask_offered(view)))
    turns = advise(view, AGENT).turns
    ask = next(turn for turn in turns if isinstance(turn.actions[0], Ask))
    other = next(turn for turn in turns if not isinstance(turn.actions[0], Ask))
    (pays,) = reason_finder.ask_worth_reason(AskingValue(0.12, 0.03), other, 0.02)
    assert (pays.code, pays.best, pays.played) == ("ask_pays", 0.12, 0.03)
    (costs,) = reason_finder.ask_worth_reason(AskingValue(-0.01, 0.05), ask, 0.02)
    assert (costs.code, costs.best, costs.played) == ("ask_costs", 0.05, 0.0)
    assert not list(reason_finder.ask_worth_reason(AskingValue(0.12, 0.03), ask, 0.02))
    assert not list(reason_finder.ask_worth_reason(AskingValue(0.03, 0.04), ask, 0.02))
    assert not list(reason_finder.ask_worth_reason(AskingValue(0.02, 0.12), other, 0.02))


def test_an_exposure_reason_names_its_method_and_its_price() -> None:
    reason = reason_finder.exposure_reason(ExposureOfTwoTurns("counting", 20.0, 55.0, 0.034))
    assert (reason.code, reason.source, reason.n) == ("tells_less", "information", 3)
    assert (reason.best, reason.played) == (20.0, 55.0)
    assert (
        reason_finder.exposure_reason(ExposureOfTwoTurns("reading", 1.0, 50.0, 0.1)).code
        == "reads_less"
    )


def test_prices_are_computed_only_without_two_other_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    reason = reason_finder.exposure_reason(ExposureOfTwoTurns("counting", 20.0, 55.0, 0.034))

    def priced(*_: object) -> Iterator[None]:
        asked.append(reason)
        yield
        return [reason]  # type: ignore[return-value]

    monkeypatch.setattr(reason_finder, "asking_and_exposure_reasons", priced)
    monkeypatch.setattr(reason_finder, "level_reasons", lambda *_: iter(()))
    monkeypatch.setattr("hacktrick.coach.advisor.strongest_solver", lambda: AGENT)
    met = set()
    for view in random_views("keypad", range(6))[::5]:
        judgement = PositionJudgement(advise(view, AGENT))
        asked.clear()
        why = run_to_end(
            reason_finder.explain_in_steps(view, judgement, judgement.first.turns[-1].actions, 0)
        )
        if why is None:
            continue
        assert asked == [reason] * (reason in why.reasons)
        assert len(why.reasons) - len(asked) >= reason_finder.MAX_REASONS or asked
        met.add(bool(asked))
    assert True in met


def test_the_open_hand_is_the_true_hand() -> None:
    for view in random_views("keypad", range(2))[::7]:
        position = read_position(view)
        shown = run_to_end(exposure.solve_with_hand_known_to_opponent(position, AGENT))
        assert [hand for hand, *_ in shown.hand_and_match_chances(view.seat)] == [
            hand_at_turn_start(position)
        ]
