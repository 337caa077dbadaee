"""Finds reasons why one turn is better than another; each is tested before it is shown.

Reasons come from the rules, from counting, from the score, from play-outs, from the value of
information, and from the choices of the levels. What a turn reveals is valued by solving the
position with an open hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from hacktrick.ai.advice import (
    Advice,
    AdvisedTurn,
    HandChances,
    MatchChancesByResult,
    card_sum_entropy_bits,
    turn_figures,
)
from hacktrick.ai.agent import Interruptible
from hacktrick.ai.decision_position import Position, read_position
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.possible_worlds import has_unknown_cards_under_deck
from hacktrick.coach.judgement import (
    TOLERATED_LOSS,
    PositionJudgement,
    TurnLoss,
    is_beginning_of_turn,
    loss_in_advice,
)
from hacktrick.coach.playouts import (
    CLEAR_ERRORS,
    MIN_PLAYOUTS,
    N_STANDARD_ERRORS,
    PlayoutResult,
    commonest_punishing_reply,
    compare_playouts,
    mean_gain_and_error,
    play_out_in_steps,
    playout_sampler_in_steps,
    rewound_to_turn_start,
)
from hacktrick.game.actions import Action
from hacktrick.game.cards import sum_of
from hacktrick.game.view import View, replay_view

LIKELY_SUM = 0.05  # sums with a smaller probability are ignored
MAX_SUMS = 5  # maximum number of sums to examine, likeliest first


def count_answers_changing_move(view: View, advice: Advice) -> Interruptible[tuple[int, int]]:
    """Return how many likely answers to an ask change the best move, and how many were examined.

    Both numbers are 0 if the player cannot ask, or cannot make a turn without asking first.
    """
    without = next((turn for turn in advice.turns if turn.actions[0].verb != "ask"), None)
    ask = next((turn for turn in advice.turns if turn.actions[0].verb == "ask"), None)
    if without is None or ask is None:
        return 0, 0
    changed = cases = 0
    for total in _likely_sums(advice):
        found = yield from _advice_after_answer(view, str(ask.actions[0]), total)
        if found is not None:
            cases += 1
            changed += _is_best_turn_changed(found, without)
    return changed, cases


def _likely_sums(advice: Advice) -> list[int]:
    """Return the likeliest sums of the opponent's hand, likeliest first."""
    chances: dict[int, float] = {}
    for hand, chance in advice.inferred_hands:
        chances[sum_of(hand)] = chances.get(sum_of(hand), 0.0) + chance
    ranked = sorted(chances, key=lambda total: -chances[total])
    return [total for total in ranked if chances[total] >= LIKELY_SUM][:MAX_SUMS]


def _advice_after_answer(view: View, ask: str, total: int) -> Interruptible[Advice | None]:
    """Return the advice after the answer ``total`` to an ask; None if no hand has that sum."""
    # Imported here because it needs numpy.
    from hacktrick.ai.solver.solved_position import NoSolution
    from hacktrick.coach.advisor import advise_in_steps, strongest_solver

    other = 1 - view.seat
    announced = (*view.said, (len(view.actions), other, total))
    try:
        after = replace(view, actions=(*view.actions, ask), said=announced)
        replay_view(after)
        found: Advice = yield from advise_in_steps(after, strongest_solver())
    except (NoSolution, ValueError):
        return None
    return found


def _is_best_turn_changed(advice: Advice, before: AdvisedTurn) -> bool:
    """Return whether the best turn before the answer to an ask is no longer good after it."""
    loss = loss_in_advice(advice, before.actions)
    return loss is None or loss.equity >= TOLERATED_LOSS


MIN_EXPOSURE = 12.0  # smaller differences in exposure, in per cent, do not count
MIN_MATCH_PRICE = 0.01  # smaller prices, as match chances, are not shown
MIN_LOSS_SHARE = 0.5  # exposure explains a loss only if it causes at least this share of the loss


def min_shown_price(judgement: PositionJudgement) -> float:
    """Return the smallest price to show, as a match chance; less may be an error of the judge."""
    return max(MIN_MATCH_PRICE, TOLERATED_LOSS * judgement.chances_by_result.equity_unit)


class ExposureOfTwoTurns(NamedTuple):
    """How much each of two turns reveals about the player's hand.

    Attributes:
        by: "counting" if the opponent learns it by counting deals, "reading" if only by inference
            from play.
        first, second: the probability, in per cent, of the true hand in the opponent's eyes after
            each turn.
        price: what the second turn loses by revealing more, as a match chance.
    """

    by: Literal["counting", "reading"]
    first: float
    second: float
    price: float


class AskingValue(NamedTuple):
    """The values, as match chances, of the answer to an ask and of the marker paid for the ask."""

    answer: float
    marker: float


def compare_hand_exposure(
    position: Position,
    judgement: PositionJudgement,
    best: AdvisedTurn,
    played: AdvisedTurn,
    agent: Any = None,
) -> Interruptible[ExposureOfTwoTurns | None]:
    """Return how much more ``played`` reveals than ``best``, if the difference matters.

    The result is None if ``played`` reveals no more, if the price is within the judge's error, or
    if the price is less than ``MIN_LOSS_SHARE`` of the loss. Turns that begin with an ask are not
    compared, since the turn goes on after the answer.

    Args:
        agent: the solver; by default that of the highest level.
    """
    turns = best.actions, played.actions
    if (
        any(turn[0].verb == "ask" for turn in turns)
        or best.figures.win_points
        or played.figures.win_points
    ):
        return None
    found = yield from _hand_exposure_of_turns(position, turns, agent)
    if found is None:
        return None
    price = yield from hand_exposure_price(position, judgement, *turns, agent)
    loss = judgement.loss(played.actions)
    if price is None or loss is None:
        return None
    if price < max(min_shown_price(judgement), MIN_LOSS_SHARE * loss.match):
        return None
    return found._replace(price=price)


def _hand_exposure_of_turns(
    position: Position, turns: tuple[tuple[Action, ...], ...], agent: Any
) -> Interruptible[ExposureOfTwoTurns | None]:
    """Return how much the turns expose the hand; None if they do not differ enough.

    Exposure by counting is preferred to exposure by inference.

    Args:
        agent: the player whose solver is used; None for the strongest.
    """
    from hacktrick.ai.solver.hypothetical_solutions_and_hand_exposure import (
        hand_exposure_to_counting_opponent,
        hand_exposure_to_inferring_opponent,
    )
    from hacktrick.coach.advisor import cached_or_new_solution, strongest_solver

    first, second = yield from hand_exposure_to_counting_opponent(position, *turns)
    if 100 * (second - first) >= MIN_EXPOSURE:
        return ExposureOfTwoTurns("counting", 100 * first, 100 * second, 0.0)
    if position.public.phase == "start":
        return None  # before the start card there is no play to infer from
    judged = yield from cached_or_new_solution(position, agent or strongest_solver())
    first, second = hand_exposure_to_inferring_opponent(judged, *turns)
    if 100 * (second - first) >= MIN_EXPOSURE:
        return ExposureOfTwoTurns("reading", 100 * first, 100 * second, 0.0)
    return None


def hand_exposure_price(
    position: Position,
    judgement: PositionJudgement,
    best: tuple[Action, ...],
    played: tuple[Action, ...],
    agent: Any = None,
) -> Interruptible[float | None]:
    """Return the part of a turn's loss that vanishes if the opponent knows the hand in any case.

    The result is a match chance; None if a solution lacks one of the turns.

    Args:
        best: the best turn.
        played: the turn whose loss is examined.
        agent: the solver; None for the strongest.
    """
    from hacktrick.ai.solver.hypothetical_solutions_and_hand_exposure import (
        solve_with_hand_known_to_opponent,
    )
    from hacktrick.coach.advisor import cached_or_new_solution, strongest_solver

    shown = yield from solve_with_hand_known_to_opponent(position, agent or strongest_solver())
    held, pending = _turn_start_hand_and_actions(position)
    opened = {actions: where.match for actions, where, _ in shown.turn_options(held, pending)}
    hidden = {turn.actions: turn.forecast.match for turn in judgement.first.turns}
    if agent is not None:
        judged = yield from cached_or_new_solution(position, agent)
        hidden = {actions: where.match for actions, where, _ in judged.turn_options(held, pending)}
    if not all(turn in known for turn in (best, played) for known in (opened, hidden)):
        return None
    return float((hidden[best] - hidden[played]) - (opened[best] - opened[played]))


def asking_value(
    position: Position, judgement: PositionJudgement, agent: Any = None
) -> Interruptible[AskingValue | None]:
    """Return the values of the answer and of the marker; None if the player cannot ask.

    Their difference is what asking gains over the best turn without an ask.

    Args:
        agent: the solver; by default that of the highest level.
    """
    from hacktrick.ai.solver.hypothetical_solutions_and_hand_exposure import (
        solve_with_one_captured_less,
    )
    from hacktrick.coach.advisor import cached_or_new_solution, strongest_solver

    held, pending = _turn_start_hand_and_actions(position)
    if pending or not any(action.verb == "ask" for action in position.legal):
        return None
    values = [(turn.actions, turn.forecast.match) for turn in judgement.first.turns]
    if agent is not None:
        judged = yield from cached_or_new_solution(position, agent)
        values = [(actions, where.match) for actions, where, _ in judged.turn_options(held)]
    asks = [value for actions, value in values if actions[0].verb == "ask"]
    without = [value for actions, value in values if actions[0].verb != "ask"]
    if not asks or not without:
        return None
    agent = agent or strongest_solver()
    less = yield from solve_with_one_captured_less(position, agent)
    poorer = max(where.match for actions, where, _ in less.turn_options(held))
    return AskingValue(max(asks) - poorer, max(without) - poorer)


def _turn_start_hand_and_actions(position: Position) -> tuple[tuple[int, ...], tuple[Action, ...]]:
    """Return the hand at the start of the turn, and the actions made since then."""
    from hacktrick.ai.solver.belief_tracker import finished_moves
    from hacktrick.ai.solver.solving_player import hand_at_turn_start

    pending = finished_moves(position.steps)[1]
    return hand_at_turn_start(position), pending


ReasonSource = Literal["rules", "facts", "score", "playouts", "information", "price", "levels"]
ReasonCode = Literal[
    "wins_now",
    "last_marker",
    "other_finishes",
    "own_answers",
    "worth_waiting",
    "double_useless",
    "lost_at_once",
    "taken_at_once",
    "wins_next",
    "takes_next",
    "obliged",
    "two_points",
    "comes_out_better",
    "ask_tells",
    "ask_changes",
    "ask_idle",
    "ask_pays",
    "ask_costs",
    "tells_less",
    "reads_less",
    "levels",
]
MAX_REASONS = 2  # maximum number of reasons to show
MIN_DIFFERENCE = 12.0  # smaller differences, in per cent, are not shown
MIN_BITS = 0.5  # less information, in bits, is not shown
COMPARED_LEVELS = (1, 2, 3, 4, 5, 6, 7)
COMPARISON_SEEDS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why one turn is better than another, with its figures.

    Attributes:
        best: the figure for the better turn.
        played: the figure for the turn that was played.
        n: the number of cases, or another number that the sentence needs.
    """

    code: ReasonCode
    source: ReasonSource
    best: float
    played: float
    n: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why ``best`` is better than ``played``, which costs ``loss``.

    Attributes:
        reasons: the reasons that passed their tests; the first ``MAX_REASONS`` are shown.
        n_playouts: the number of deals played out.
        gain: how much ``best`` gained over ``played`` in the play-outs, as a match chance. If it is
            negative, the play-outs contradict the judge.
        error: the standard error of ``gain``.
        reply: the opponent's most frequent reply when ``played`` lost the round.
    """

    best: tuple[Action, ...]
    played: tuple[Action, ...]
    loss: TurnLoss
    reasons: tuple[Reason, ...]
    n_playouts: int
    gain: float
    error: float
    reply: tuple[Action, ...] = ()

    @property
    def shown_reasons(self) -> tuple[Reason, ...]:
        """The reasons that are shown, at most ``MAX_REASONS``."""
        return self.reasons[:MAX_REASONS]

    @property
    def is_contradicted_by_playouts(self) -> bool:
        """Whether the play-outs clearly contradict the judge."""
        return self.gain < -N_STANDARD_ERRORS * self.error


def explain_in_steps(
    view: View, judgement: PositionJudgement, actions_made: Sequence[Action], n_playouts: int
) -> Interruptible[Explanation | None]:
    """Explain why the recommended turn is better than one that begins with ``actions_made``.

    The result is None if that turn is not judged, or as good as the recommended one. The generator
    yields so that the caller can stop in between.

    Args:
        actions_made: the first actions of the other turn.
        n_playouts: the maximum number of deals to play out.
    """
    advice = judgement.second or judgement.first
    loss = judgement.loss(actions_made)
    found = [turn for turn in advice.turns if is_beginning_of_turn(turn.actions, actions_made)]
    if loss is None or not found or loss.match <= 0:
        return None
    best, played = judgement.recommended_turn, found[0]
    if best.actions == played.actions:
        return None
    position = read_position(view)
    certain = list(certain_reasons(position, advice, best, played))
    begun, turns = rewound_to_turn_start(view, (best.actions, played.actions))
    yield
    wanted = max(1, MAX_REASONS - len(certain))

    def has_enough_playouts(so_far: Sequence[tuple[PlayoutResult, ...]]) -> bool:
        return are_playouts_sufficient(so_far, judgement.chances_by_result, wanted)

    seen: list[tuple[PlayoutResult, ...]] = []
    if n_playouts and not has_unknown_cards_under_deck(view):
        futures = yield from playout_sampler_in_steps(begun)
        seen = yield from play_out_in_steps(futures, turns, n_playouts, has_enough_playouts)
    likely = playout_reasons(
        seen,
        judgement.chances_by_result,
        N_STANDARD_ERRORS if len(seen) == n_playouts else CLEAR_ERRORS,
    )
    likely += yield from asking_reasons(view, best, played, advice)
    if len(certain) + len(likely) < MAX_REASONS:
        likely += yield from asking_and_exposure_reasons(position, judgement, best, played)
    judged = []
    for reason in level_reasons(view, best, played):
        judged += [reason] if reason is not None else []
        yield
    gain, error = mean_gain_and_error(seen, judgement.chances_by_result)
    if seen and gain < -N_STANDARD_ERRORS * error:  # the play-outs contradict the judge
        likely = []
    return Explanation(
        *(best.actions, played.actions, loss, (*certain, *likely, *judged)),
        *(len(seen), gain, error, commonest_punishing_reply(seen, 1)),
    )


def certain_reasons(
    position: Position, advice: Advice, best: AdvisedTurn, played: AdvisedTurn
) -> Iterator[Reason]:
    """Yield the certain reasons: those from the rules, the score and counts of possible hands."""
    yield from rule_reasons(best, played)
    yield from score_reasons(
        advice.chances_by_result.chances_if_staked(all(position.public.stakes)), best, played
    )
    yield from counting_reasons(position, advice.counted_hands, best, played)


def rule_reasons(best: AdvisedTurn, played: AdvisedTurn) -> Iterator[Reason]:
    """Yield reasons from the rules: a win at once, and a last marker that is spent."""
    if best.figures.win_points > played.figures.win_points:
        yield Reason("wins_now", "rules", best.figures.win_points, played.figures.win_points)
    if played.figures.supply == 0 < best.figures.supply and not played.figures.win_points:
        yield Reason("last_marker", "rules", best.figures.supply, 0)


def score_reasons(
    chances_by_result: MatchChancesByResult, best: AdvisedTurn, played: AdvisedTurn
) -> Iterator[Reason]:
    """Yield reasons from the score: one point is too little, or two points gain little."""
    if played.figures.win_points == 1 and not best.figures.win_points:
        yield Reason("worth_waiting", "score", best.forecast.match, chances_by_result.win_1)
    useless = (
        chances_by_result.win_2 - chances_by_result.win_1
        < MIN_DIFFERENCE / 100 * chances_by_result.equity_unit
    )
    cards = [turn.actions[0] for turn in (best, played)]
    same = all(action.verb == "play" for action in cards)
    same = same and getattr(cards[0], "card", 0) == getattr(cards[1], "card", 1)
    if useless and same and played.figures.places_double and not best.figures.places_double:
        yield Reason("double_useless", "score", chances_by_result.win_1, chances_by_result.win_2)


def counting_reasons(
    position: Position, counted_hands: HandChances, best: AdvisedTurn, played: AdvisedTurn
) -> Iterator[Reason]:
    """Yield reasons from the number of hands with which each side can win in its next turn.

    Args:
        counted_hands: the opponent's possible hands by the rules alone, likeliest first.
        best: the best turn.
        played: the turn to compare with it.
    """
    counted = [_n_winning_hands(position, counted_hands, turn) for turn in (best, played)]
    if is_reduction_worth_showing(counted[0], counted[1], len(counted_hands)):
        yield Reason("other_finishes", "facts", counted[0], counted[1], len(counted_hands))
    answers = [turn.figures.n_winning_answers for turn in (best, played)]
    if answers[0] > answers[1] and not played.figures.win_points and counted[0] <= counted[1]:
        yield Reason("own_answers", "facts", answers[0], answers[1])


def is_reduction_worth_showing(best: int, played: int, n: int) -> bool:
    """Return whether ``best`` out of ``n`` hands are clearly fewer than ``played`` out of ``n``."""
    return played > best and 100 * (played - best) >= MIN_DIFFERENCE * n


def _n_winning_hands(position: Position, counted_hands: HandChances, turn: AdvisedTurn) -> int:
    alone = (
        turn_figures(position.public, position.seat, position.hand, ((hand, 1.0),), turn.actions)
        for hand, _ in counted_hands
    )
    return sum(figures.opponent_win_chance > 0 for figures in alone)


BETTER_IF_MORE: tuple[tuple[ReasonCode, str, int], ...] = (
    ("wins_next", "wins_next", 0),
    ("takes_next", "captures_next", 0),
    ("two_points", "points", 1),
)
BETTER_IF_LESS: tuple[tuple[ReasonCode, str, int], ...] = (
    ("lost_at_once", "opponent_wins_next", 0),
    ("taken_at_once", "opponent_captures_next", 0),
    ("obliged", "must_play_next", 0),
)


def are_playouts_sufficient(
    results: Sequence[tuple[PlayoutResult, ...]],
    chances_by_result: MatchChancesByResult,
    n_reasons_needed: int,
) -> bool:
    """Return whether more deals would hardly change the reasons shown (a sequential test).

    Repeated tests need a stricter limit than a single test, hence ``CLEAR_ERRORS``.

    Args:
        results: for each deal so far, the results of both turns.
        n_reasons_needed: the number of reasons needed.
    """
    if len(results) < MIN_PLAYOUTS:
        return False
    gain, error = mean_gain_and_error(results, chances_by_result)
    if gain < -CLEAR_ERRORS * error:
        return True
    return (
        gain > N_STANDARD_ERRORS * error
        and len(list(playout_difference_reasons(results, CLEAR_ERRORS))) >= n_reasons_needed
    )


def playout_reasons(
    results: Sequence[tuple[PlayoutResult, ...]],
    chances_by_result: MatchChancesByResult,
    errors: float,
) -> list[Reason]:
    """Return reasons from play-outs; none if the better turn gained nothing in the play-outs.

    Args:
        results: for each deal, the results of both turns.
        errors: the number of standard errors that a difference must exceed.
    """
    return (
        list(playout_difference_reasons(results, errors))
        if mean_gain_and_error(results, chances_by_result)[0] > 0
        else []
    )


def playout_difference_reasons(
    results: Sequence[tuple[PlayoutResult, ...]], errors: float = N_STANDARD_ERRORS
) -> Iterator[Reason]:
    """Yield reasons for significant differences between the play-outs of two turns, largest first.

    Args:
        results: for each deal, the results of both turns.
        errors: the number of standard errors that a difference must exceed.
    """
    found = []
    for sign, codes in ((1, BETTER_IF_MORE), (-1, BETTER_IF_LESS)):
        for code, name, above in codes:
            both = compare_playouts(results, name, above)
            size = sign * both.difference_per_hundred
            if size >= MIN_DIFFERENCE and size > errors * both.error:
                found.append((size, Reason(code, "playouts", both.first, both.second, both.n)))
    found.sort(key=lambda pair: -pair[0])
    yield from (reason for _, reason in found)
    won = compare_playouts(results, "points")
    if (
        not found
        and won.difference_per_hundred >= MIN_DIFFERENCE
        and won.difference_per_hundred > errors * won.error
    ):
        yield Reason("comes_out_better", "playouts", won.first, won.second, won.n)


def asking_reasons(
    view: View, best: AdvisedTurn, played: AdvisedTurn, advice: Advice
) -> Interruptible[list[Reason]]:
    """Return a reason if exactly one of the turns asks.

    The reason says how often the answer changes the move, or how many bits of information the
    answer gives.
    """
    asks = [turn.actions[0].verb == "ask" for turn in (best, played)]
    if asks[0] == asks[1]:
        return []
    changed, cases = yield from count_answers_changing_move(view, advice)
    if asks[0] and changed:
        return [Reason("ask_changes", "information", changed, 0.0, cases)]
    if asks[1] and cases and 2 * changed <= cases:
        return [Reason("ask_idle", "information", 0.0, changed, cases)]
    bits = card_sum_entropy_bits(advice.inferred_hands)
    if asks[0] and not cases and bits >= MIN_BITS:
        sums = {sum_of(hand) for hand, _ in advice.inferred_hands}
        return [Reason("ask_tells", "information", bits, 0.0, len(sums))]
    return []


def asking_and_exposure_reasons(
    position: Position, judgement: PositionJudgement, best: AdvisedTurn, played: AdvisedTurn
) -> Interruptible[list[Reason]]:
    """Return reasons about the value of an ask, or about what the turns reveal.

    If exactly one turn asks, the reason is that the ask is worth its marker, or is not. Otherwise
    it is that ``best`` reveals less of the hand. The list is empty if neither matters, and with
    codes, since some codes need other markers or exchange hands.
    """
    if position.view.rules.has_codes:
        return []
    if (best.actions[0].verb == "ask") != (played.actions[0].verb == "ask"):
        asked = yield from asking_value(position, judgement)
        return (
            []
            if asked is None
            else list(ask_worth_reason(asked, played, min_shown_price(judgement)))
        )
    exposure = yield from compare_hand_exposure(position, judgement, best, played)
    return [] if exposure is None else [exposure_reason(exposure)]


def ask_worth_reason(
    value: AskingValue, played: AdvisedTurn, min_difference: float
) -> Iterator[Reason]:
    """Yield a reason if the answer to an ask is worth clearly more, or less, than the marker.

    Args:
        min_difference: the smallest difference to show, as a match chance.
    """
    answer, marker = max(0.0, value.answer), max(0.0, value.marker)
    if played.actions[0].verb == "ask":
        if marker - answer >= min_difference:
            yield Reason("ask_costs", "price", marker, answer)
    elif answer - marker >= min_difference:
        yield Reason("ask_pays", "price", answer, marker)


def exposure_reason(exposure: ExposureOfTwoTurns) -> Reason:
    """Return the reason that a turn reveals less; its ``n`` is the price in matches per hundred."""
    code: ReasonCode = "tells_less" if exposure.by == "counting" else "reads_less"
    return Reason(code, "information", exposure.first, exposure.second, round(100 * exposure.price))


def level_reasons(view: View, best: AdvisedTurn, played: AdvisedTurn) -> Iterator[Reason | None]:
    """Yield the highest level that plays the worse turn, if at least two levels above it avoid it.

    The generator yields None between decisions so that the caller can stop.
    """
    plays: dict[int, int] = {}
    for level in COMPARED_LEVELS:
        plays[level] = 0
        for seed in COMPARISON_SEEDS:
            settings = LEVELS[level]
            chosen = settings.agent.choose(view, settings.budget, seed).action
            plays[level] += is_beginning_of_turn(played.actions, (chosen,))
            yield None
    if is_beginning_of_turn(played.actions, best.actions[:1]):
        return  # both turns begin with the same action, and levels choose only one action
    worst = max((level for level, n in plays.items() if n > len(COMPARISON_SEEDS) / 2), default=0)
    above = [level for level in COMPARED_LEVELS if level > worst]
    if worst and len(above) >= 2 and not any(plays[level] for level in above):
        yield Reason("levels", "levels", above[0], worst)
