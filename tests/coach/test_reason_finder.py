"""Themes of turns, and reasons why a turn is better, from figures that are set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.ai.advice import AdvisedTurn, Forecast, MatchChancesByResult, TurnFigures
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.solver import hypothetical_solutions_and_hand_exposure as exposure
from hacktrick.coach import reason_finder
from hacktrick.coach.hints import turn_theme
from hacktrick.coach.reason_finder import AskingValue, ExposureOfTwoTurns, Reason
from hacktrick.game.actions import parse

CHANCES = MatchChancesByResult(0.7, 0.8, 0.3, 0.2)
HANDS = (((1, 0), 0.5), ((0, 1), 0.5))


def turn(
    text: str,
    match: float = 0.5,
    *,
    answers: int = 0,
    supply: int = 5,
    double: bool = False,
    points: int = 0,
    captured: int = 0,
) -> AdvisedTurn:
    """Return a turn with these figures."""
    figures = TurnFigures(0.0, answers, supply, captured, double, points)
    actions = tuple(map(parse, text.split(", ")))
    return AdvisedTurn(actions, Forecast(0, 0, 0, 0, match), 0.5, figures)


def returning(value: object) -> Callable[..., Interruptible[Any]]:
    """Return a computation that ends at once with ``value``."""

    def compute(*_: object) -> Interruptible[Any]:
        yield from ()
        return value

    return compute


def codes(found: Iterator[Reason]) -> list[str]:
    return [reason.code for reason in found]


@pytest.mark.parametrize(
    ("line", "theme"),
    [
        (turn("play 1 double, pass", points=1), "win"),
        (turn("start 3"), "start"),
        (turn("ask"), "ask"),
        (turn("draw"), "draw"),
        (turn("swap 2"), "power"),
        (turn("call"), "call"),
        (turn("fold"), "fold"),
        (turn("play 1 double, command play", double=True), "double"),
        (turn("play 1, command play", captured=1), "order"),
        (turn("play 1, command guard", captured=1), "block"),
        (turn("play 1, pass", captured=1), "capture"),
        (turn("play 1, pass"), "quiet"),
        (turn("pass"), "words"),
    ],
)
def test_the_theme_of_a_turn_is_what_is_most_unusual_about_it(
    line: AdvisedTurn, theme: str
) -> None:
    assert turn_theme(line) == theme


def test_a_win_at_once_is_a_reason_only_if_the_other_turn_wins_less() -> None:
    won, one, two = turn("draw"), turn("play 1, pass", points=1), turn("play 2, pass", points=2)
    assert list(reason_finder.rule_reasons(two, one)) == [Reason("wins_now", "rules", 2, 1)]
    assert not codes(reason_finder.rule_reasons(one, one)) + codes(
        reason_finder.rule_reasons(won, one)
    )


def test_a_last_marker_is_a_reason_only_if_it_wins_nothing() -> None:
    last, winning = turn("ask", supply=0), turn("play 1, pass", supply=0, points=1)
    spared = turn("draw", supply=1)
    assert list(reason_finder.rule_reasons(spared, last)) == [Reason("last_marker", "rules", 1, 0)]
    assert not codes(reason_finder.rule_reasons(spared, winning))
    assert not codes(reason_finder.rule_reasons(last, last)) + codes(
        reason_finder.rule_reasons(last, spared)
    )


def test_one_point_may_be_worth_waiting_for_two() -> None:
    one, two = turn("play 1, pass", points=1), turn("play 2, pass", points=2)
    waiting = turn("draw", 0.75)
    (reason,) = reason_finder.score_reasons(CHANCES, waiting, one)
    assert reason == Reason("worth_waiting", "score", 0.75, 0.7)
    assert not codes(reason_finder.score_reasons(CHANCES, two, one))
    assert not codes(reason_finder.score_reasons(CHANCES, waiting, two))


def test_a_double_is_useless_if_a_second_point_gains_little() -> None:
    double, single = turn("play 1 double, pass", double=True), turn("play 1, pass")
    little = MatchChancesByResult(0.7, 0.7 + 0.12 * 0.2 - 1e-9, 0.3, 0.3)
    found = list(reason_finder.score_reasons(little, single, double))
    assert found == [Reason("double_useless", "score", little.win_1, little.win_2)]
    enough = MatchChancesByResult(0.7, 0.7 + 0.12 * 0.2 + 1e-9, 0.3, 0.3)
    assert not codes(reason_finder.score_reasons(enough, single, double))
    for other in ("play 2, pass", "draw"):
        assert not codes(reason_finder.score_reasons(little, turn(other), double))
    assert not codes(reason_finder.score_reasons(little, double, double))
    assert not codes(reason_finder.score_reasons(little, single, single))


def test_hands_that_win_next_are_counted_for_both_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    best, played = turn("draw"), turn("play 1, pass")

    def figures(_public: object, _seat: object, _hand: object, others: Any, made: Any) -> Any:
        wins = made == played.actions or others[0][0] == HANDS[0][0]
        return SimpleNamespace(opponent_win_chance=float(wins))

    monkeypatch.setattr(reason_finder, "turn_figures", figures)
    position: Any = SimpleNamespace(public=None, seat=0, hand=())
    found = list(reason_finder.counting_reasons(position, HANDS, best, played))
    assert found == [Reason("other_finishes", "facts", 1, 2, 2)]
    assert not codes(reason_finder.counting_reasons(position, HANDS, played, best))


def test_more_winning_answers_are_a_reason_unless_more_hands_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n_winning = {"draw": 0, "play 1": 0}

    def figures(_public: object, _seat: object, _hand: object, _others: object, made: Any) -> Any:
        return SimpleNamespace(opponent_win_chance=float(n_winning[str(made[0])]))

    monkeypatch.setattr(reason_finder, "turn_figures", figures)
    position: Any = SimpleNamespace(public=None, seat=0, hand=())
    many, few = turn("draw", answers=2), turn("play 1, pass", answers=1)
    found = list(reason_finder.counting_reasons(position, HANDS, many, few))
    assert found == [Reason("own_answers", "facts", 2, 1)]
    assert not codes(reason_finder.counting_reasons(position, HANDS, few, many))
    assert not codes(
        reason_finder.counting_reasons(position, HANDS, many, turn("play 1", answers=2))
    )
    won = turn("play 1", answers=1, points=1)
    assert not codes(reason_finder.counting_reasons(position, HANDS, many, won))
    n_winning["draw"] = 1
    assert not codes(reason_finder.counting_reasons(position, HANDS, many, few))


@pytest.mark.parametrize(
    ("best", "played", "code"),
    [
        ("ask", "draw", "ask_pays"),
        ("draw", "ask", "ask_costs"),
        ("ask", "ask", "tells_less"),
        ("draw", "play 1, pass", "tells_less"),
    ],
)
def test_turns_that_differ_in_an_ask_are_compared_by_its_price(
    best: str, played: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = AskingValue(0.3, 0.1) if best == "ask" else AskingValue(0.1, 0.3)
    monkeypatch.setattr(reason_finder, "asking_value", returning(value))
    exposure = ExposureOfTwoTurns("counting", 20.0, 55.0, 0.034)
    monkeypatch.setattr(reason_finder, "compare_hand_exposure", returning(exposure))
    rules = SimpleNamespace(has_codes=False)
    position: Any = SimpleNamespace(view=SimpleNamespace(rules=rules))
    judgement: Any = SimpleNamespace(chances_by_result=CHANCES)

    def found() -> list[str]:
        search = reason_finder.asking_and_exposure_reasons(
            position, judgement, turn(best), turn(played)
        )
        return codes(iter(run_to_end(search)))

    assert found() == [code]
    monkeypatch.setattr(reason_finder, "asking_value", returning(None))
    monkeypatch.setattr(reason_finder, "compare_hand_exposure", returning(None))
    assert found() == []
    monkeypatch.setattr(reason_finder, "asking_value", returning(value))
    monkeypatch.setattr(reason_finder, "compare_hand_exposure", returning(exposure))
    rules.has_codes = True
    assert found() == []


def test_the_price_of_exposure_is_the_loss_that_vanishes_with_an_open_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best, played = turn("draw", 0.6), turn("play 1, pass", 0.5)
    options = [(best.actions, Forecast(0, 0, 0, 0, 0.55), 0.5)]
    open_hand = SimpleNamespace(turn_options=lambda _held, _pending: options)
    monkeypatch.setattr(exposure, "solve_with_hand_known_to_opponent", returning(open_hand))
    monkeypatch.setattr(reason_finder, "_turn_start_hand_and_actions", lambda _position: ((), ()))
    judgement: Any = SimpleNamespace(first=SimpleNamespace(turns=(best, played)))

    def price() -> float | None:
        turns = best.actions, played.actions
        return run_to_end(reason_finder.hand_exposure_price(None, judgement, *turns))  # type: ignore[arg-type]

    assert price() is None  # the solution with an open hand lacks one of the two turns
    options.append((played.actions, Forecast(0, 0, 0, 0, 0.52), 0.5))
    assert price() == pytest.approx((0.6 - 0.5) - (0.55 - 0.52))


class _LevelAgent:
    """Plays card 1 with the seeds up to a number, and draws with the others."""

    def __init__(self, n_seeds: int) -> None:
        self._n_seeds = n_seeds

    def choose(self, _view: object, _budget: object, seed: int) -> Any:
        return SimpleNamespace(action=parse("play 1" if seed <= self._n_seeds else "draw"))


@pytest.mark.parametrize(
    ("n_seeds", "expected"),
    [
        ([3, 3, 2, 0, 0, 0, 0], (4, 3)),
        ([0, 0, 0, 0, 3, 0, 0], (6, 5)),
        ([0, 0, 0, 0, 0, 3, 0], None),  # only one higher level avoids the turn
        ([3, 0, 0, 0, 0, 1, 0], None),  # a higher level plays the turn, too
        ([1, 1, 1, 0, 0, 0, 0], None),  # no level plays the turn in most cases
        ([0] * 7, None),
    ],
)
def test_levels_are_a_reason_if_two_higher_ones_avoid_the_turn(
    n_seeds: list[int], expected: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = {
        level: SimpleNamespace(agent=_LevelAgent(n), budget=None)
        for level, n in enumerate(n_seeds, 1)
    }
    monkeypatch.setattr(reason_finder, "LEVELS", levels)
    view: Any = None
    steps = list(reason_finder.level_reasons(view, turn("draw"), turn("play 1, pass")))
    found = [(one.best, one.played) for one in steps if one is not None]
    assert found == ([] if expected is None else [expected])
    assert steps.count(None) == len(levels) * len(reason_finder.COMPARISON_SEEDS)
    same = reason_finder.level_reasons(view, turn("play 1, command guard"), turn("play 1, pass"))
    assert not any(same)
