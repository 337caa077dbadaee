"""The coach's work in the worker process: judges positions, plays turns out, explains mistakes.

Everything is computed from one view. The generators yield about every 50 ms, so that a computer
player's decision never waits longer than that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hacktrick.ai.advice import Advice, Forecast
from hacktrick.ai.agent import Interruptible
from hacktrick.ai.decision_position import position_of_view
from hacktrick.ai.mirror_symmetry import (
    mirrored_hand,
    mirrored_public,
    mirrored_start_position,
    mirrored_steps,
    round_mirroring_by_public_facts,
)
from hacktrick.ai.solver.belief_tracker import INFERENCE_DOUBT, finished_moves
from hacktrick.ai.solver.public_belief import Floats, PublicBelief, hand_table_for
from hacktrick.ai.solver.solved_position import NoSolution
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver, win_utilities
from hacktrick.coach import advisor, playouts
from hacktrick.coach.advisor import advise_in_steps, mistake_checking_solver, strongest_solver
from hacktrick.coach.hand_odds import ChanceByHand, HandOdds, InferredHands, hand_odds_in_steps
from hacktrick.coach.hints import LevelChoices, level_choices_in_steps, turn_theme
from hacktrick.coach.judgement import TOLERATED_LOSS, PositionJudgement
from hacktrick.coach.playouts import N_PLAYOUTS
from hacktrick.coach.reason_finder import Explanation, explain_in_steps
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import counts_of, with_card_added
from hacktrick.game.view import View, replay_view


def infer_hands_from_play(view: View) -> InferredHands | None:
    """Return the hands that the players are likely to hold, inferred from how they have played.

    The result is None before the start card, and between the opponent's card and their command.

    Raises:
        ValueError: the player's own hand is impossible, so the view contradicts itself.
    """
    first, steps = replay_view(view)
    turns, pending = finished_moves(steps)
    is_before_play = not turns and not first.row
    if is_before_play or (pending and steps[-1].seat != view.seat):
        return None
    mirrored = bool(round_mirroring_by_public_facts(first, steps))
    if mirrored:
        turns, _ = finished_moves(mirrored_steps(steps))
    begun = mirrored_public(first) if mirrored else first
    position = mirrored_start_position(view.start_position) if mirrored else view.start_position
    found = shared_solver(view.rules).tracker.belief(
        view.seat, begun, turns, win_utilities(first, view.duel), INFERENCE_DOUBT, position
    )
    own = steps[-1].hand if steps else counts_of(view.hand, view.rules.values)
    for action in pending:
        assert action.verb == "play"
        own = with_card_added(own, action.card)
    seen = mirrored_hand(own) if mirrored else own
    if hand_table_for(found.public).index[seen] not in found.hands[view.seat]:
        raise ValueError("the own hand does not fit the round")
    given = found.opponent_chances(view.seat, seen)
    alone = found.pair_chances().sum(1 - view.seat)
    return InferredHands(
        _sorted_hand_chances(found, 1 - view.seat, given, mirrored),
        _sorted_hand_chances(found, view.seat, alone, mirrored),
        own,
    )


def _sorted_hand_chances(
    found: PublicBelief, seat: int, chances: Floats, mirrored: bool
) -> ChanceByHand:
    table = hand_table_for(found.public)
    pairs = [
        (mirrored_hand(hand) if mirrored else hand, float(chance))
        for hand, chance in zip(
            (table.hands[int(number)] for number in found.hands[seat]), chances, strict=True
        )
        if chance > 0
    ]
    return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


MAX_CACHED_ADVICE = 4
"""A few are enough: the hint, the check and the explanation of one position share advice."""


@dataclass(frozen=True, slots=True)
class ExpectedReplies:
    """A waiting player's expectation of the opponent's turn.

    Attributes:
        forecast: the forecast for the player who waits.
        replies: the opponent's possible turns with their chances, likeliest first.
    """

    forecast: Forecast
    replies: tuple[tuple[tuple[Action, ...], float], ...]


CoachAnswer = PositionJudgement | Explanation | HandOdds | LevelChoices | ExpectedReplies | None
"""An answer of the coach, or None if there is none yet and other work may run in between."""

_advice_cache: dict[tuple[View, SolvingPlayer, float], Advice] = {}


def estimate_forecast(view: View) -> Generator[Forecast, None, None]:
    """Yield a rough forecast for the chance bar.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    yield advisor.quick_forecast(view)


def judge_position(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield the judgement of the highest level's solver.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    yield PositionJudgement((yield from _cached_or_new_advice(view, strongest_solver())))


def judge_position_roughly(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield a rough judgement that looks only one move ahead.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    yield PositionJudgement((yield from advise_in_steps(view, advisor.QUICK_SOLVER)))


def forecast_replies(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield what the viewing seat, while it waits, may expect of the opponent's turn.

    Raises:
        NoSolution: it is not the opponent's turn, or the solver does not support the rules.
    """
    position = position_of_view(view)
    other = 1 - view.seat
    if position.public.seat != other:
        raise NoSolution("the opponent has nothing to decide")
    judged = yield from advisor.cached_or_new_solution(position, strongest_solver())
    _, pending = finished_moves(position.steps)
    chances: dict[tuple[Action, ...], float] = {}
    for hand, chance in judged.opponent_hand_chances(view.seat, position.hand).items():
        yield None
        for actions, _, share in judged.turn_options(hand):
            if share and actions[: len(pending)] == pending and len(actions) > len(pending):
                rest = actions[len(pending) :]
                chances[rest] = chances.get(rest, 0.0) + chance * share
    whole = sum(chances.values())
    ranked = sorted(chances.items(), key=lambda item: -item[1])
    replies = tuple((actions, chance / whole) for actions, chance in ranked)
    yield ExpectedReplies(judged.forecast(view.seat, position.hand), replies)


def judge_position_thoroughly(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield a judgement with the longer solution, then one that adds advice from facts alone.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    first = yield from _cached_or_new_advice(view, strongest_solver())
    second = yield from _cached_or_new_advice(view, mistake_checking_solver())
    yield PositionJudgement(first, second)
    yield PositionJudgement(
        first, second, (yield from _cached_or_new_advice(view, strongest_solver(), 1.0))
    )


def play_out_suspected_mistakes(view: View) -> Generator[CoachAnswer, None, None]:
    """Play out every turn that seems a mistake; yield a judgement after each of them.

    The least bad turns come first, since a player is most likely to try those.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    found = yield from _checked_judgement(view)
    for turn in (found.second or found.first).turns:
        if found.needs_playouts(turn.actions):
            found = yield from playouts.judge_by_playouts_if_needed(view, found, turn.actions)
            yield found


def compute_hand_odds(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield the hands that the next opponent can hold, with their chances."""
    # The solver's belief does not distinguish cards under the deck from the rest of the deck.
    reads = view.rules.has_solver and not any(text.startswith("under") for text in view.actions)
    inferred = infer_hands_from_play(view) if reads else None
    yield None
    yield (yield from hand_odds_in_steps(view, inferred=inferred))


def collect_level_choices(view: View) -> Generator[CoachAnswer, None, None]:
    """Yield the choices of some levels, as advice under rules that the solver does not support."""
    yield (yield from level_choices_in_steps(view))


def explain_turn(
    view: View, actions_made: Sequence[str] = ()
) -> Generator[CoachAnswer, None, None]:
    """Check the position, then yield why the best turn is better than another one.

    Args:
        actions_made: the first actions of the other turn, as texts; by default the best turn that
            has another theme.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
        NotationError: a text in ``actions_made`` is not an action.
    """
    found = yield from _checked_judgement(view)
    yield found
    actions = [parse(text) for text in actions_made] or list(_other_theme_turn(found))
    if actions:
        if found.needs_playouts(actions):
            found = yield from playouts.judge_by_playouts_if_needed(view, found, actions)
            yield found
        yield (yield from explain_in_steps(view, found, actions, N_PLAYOUTS))


def clear_coach_caches() -> None:
    """Clear this process's caches of advice, solutions and play-outs."""
    _advice_cache.clear()
    advisor.clear_solution_cache()
    playouts.clear_playout_caches()


def _checked_judgement(view: View) -> Interruptible[PositionJudgement]:
    first = yield from _cached_or_new_advice(view, strongest_solver())
    return PositionJudgement(
        first, (yield from _cached_or_new_advice(view, mistake_checking_solver()))
    )


def _cached_or_new_advice(
    view: View, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT
) -> Interruptible[Advice]:
    """Return advice from the cache, or compute it.

    Args:
        agent: the player whose solver is used.
        doubt: the probability of a random move in the model of the opponent; 1 infers nothing from
            the opponent's choices.
    """
    key = view, agent, doubt
    if key not in _advice_cache:
        found = yield from advise_in_steps(view, agent, doubt, advisor.cached_or_new_solution)
        while len(_advice_cache) >= MAX_CACHED_ADVICE:
            del _advice_cache[next(iter(_advice_cache))]
        _advice_cache[key] = found
    return _advice_cache[key]


def _other_theme_turn(judgement: PositionJudgement) -> tuple[Action, ...]:
    """Return the best turn that is clearly worse and has another theme; empty if there is none."""
    best = turn_theme(judgement.recommended_turn)
    for turn in judgement.newest_advice.turns:
        loss = judgement.loss(turn.actions)
        if loss and loss.equity >= TOLERATED_LOSS and turn_theme(turn) != best:
            return turn.actions
    return ()


ANALYSES: Mapping[str, Callable[[View], Iterator[Any]]] = {
    "estimate": estimate_forecast,
    "glance": judge_position_roughly,
    "replies": forecast_replies,
    "odds": compute_hand_odds,
    "judge": judge_position,
    "levels": collect_level_choices,
    "check": judge_position_thoroughly,
    "try": play_out_suspected_mistakes,
}
"""The function for each kind of request, except ``explain_turn``, which also takes a turn."""
