"""Computes advice with the solver of the highest level, and caches solved positions.

A cached solution depends only on public information, so it reveals no hidden card.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache

from hacktrick.ai.advice import (
    Advice,
    AdvisedTurn,
    Forecast,
    HandChances,
    turn_figures,
)
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import Position, read_position
from hacktrick.ai.levels.catalogue import LEVELS, LazySolvingPlayer
from hacktrick.ai.solver.belief_tracker import (
    INFERENCE_DOUBT,
    finished_moves,
    hands_at_reshuffle,
)
from hacktrick.ai.solver.forecasts import match_chances_by_result
from hacktrick.ai.solver.solved_position import (
    NoSolution,
    PositionSolver,
    SolvedPosition,
    TurnOption,
    counted_and_inferred_beliefs_in_steps,
    opponent_hands,
    solve_position,
    solve_position_in_steps,
)
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start
from hacktrick.coach.judgement import SECOND_LOOK_SETTINGS
from hacktrick.game.view import View

QUICK_SOLVER = SolvingPlayer(1, 24, 60_000, (), LEVELS[1].agent)
"""The solver for the first, rough forecast."""


@cache
def strongest_solver() -> SolvingPlayer:
    """Return the solver of the highest level."""
    solving = LEVELS[max(LEVELS)].agent
    assert isinstance(solving, LazySolvingPlayer)
    return SolvingPlayer(
        solving.depth,
        solving.iterations,
        solving.effort,
        solving.extra_depth_pairs,
        solving.fallback,
    )


@cache
def mistake_checking_solver() -> SolvingPlayer:
    """Return the solver that checks seeming mistakes (``SECOND_LOOK_SETTINGS``).

    This solver does three to four times the work of the highest level, looks further ahead, and
    considers all replies.
    """
    return SolvingPlayer(*SECOND_LOOK_SETTINGS, strongest_solver().fallback, has_all_moves=True)


def quick_forecast(view: View) -> Forecast:
    """Return a quick forecast, one move ahead, for the chance bar.

    The forecast is too rough for advice: in half of the positions, the turn it prefers is not the
    best one.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    position = _read_position(view)
    _, pending = finished_moves(position.steps)
    return mean_forecast(
        solve_position(position, QUICK_SOLVER).turn_options(hand_at_turn_start(position), pending)
    )


def advise(view: View, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT) -> Advice:
    """Return advice for the seat of a view.

    Args:
        agent: the solver to use.
        doubt: the probability of a random move in the model of the opponent; 1 infers nothing from
            the opponent's choices.

    Raises:
        NoSolution: there is nothing to decide, or the solver does not support the rules.
    """
    return run_to_end(advise_in_steps(view, agent, doubt))


def advise_in_steps(
    view: View,
    agent: SolvingPlayer,
    doubt: float = INFERENCE_DOUBT,
    solve: PositionSolver | None = None,
) -> Interruptible[Advice]:
    """Like ``advise``, but yields so that the caller can stop in between.

    Args:
        agent: the player whose solver is used.
        solve: computes or looks up the solution of a position; used only if ``doubt`` has its
            default.
    """
    position = _read_position(view)
    if solve is None or doubt != INFERENCE_DOUBT:
        judged = yield from solve_position_in_steps(position, agent, doubt)
    else:
        judged = yield from solve(position, agent)
    _, pending = finished_moves(position.steps)
    options = judged.turn_options(hand_at_turn_start(position), pending)
    facts, inferred, mirrored = yield from counted_and_inferred_beliefs_in_steps(position)
    counted_hands: HandChances = tuple(opponent_hands(position, facts, mirrored).items())
    hands: HandChances = tuple(opponent_hands(position, inferred, mirrored).items())
    turns = []
    for option in options:
        yield
        turns.append(_advised_turn(position, option, hands))
    return Advice(
        mean_forecast(options),
        match_chances_by_result(position.round_start, position.seat),
        tuple(turns),
        counted_hands,
        hands,
    )


def _read_position(view: View) -> Position:
    try:
        return read_position(view)
    except ValueError as error:
        raise NoSolution(str(error)) from error


def _advised_turn(position: Position, option: TurnOption, hands: HandChances) -> AdvisedTurn:
    actions, where, share = option
    why = turn_figures(position.public, position.seat, position.hand, hands, actions)
    return AdvisedTurn(actions, where, share, why)


def mean_forecast(options: list[TurnOption]) -> Forecast:
    """Return the mean forecast of the options, weighted by their frequencies."""

    def mean_of_field(name: str) -> float:
        return sum(share * float(getattr(where, name)) for _, where, share in options)

    return Forecast(
        *(mean_of_field(name) for name in ("win_1", "win_2", "lose_1", "lose_2", "match"))
    )


MAX_CACHED_SOLUTIONS = 96  # enough solutions for a long round in which some turns are solved twice

_solutions: OrderedDict[object, SolvedPosition] = OrderedDict()


def cached_or_new_solution(
    position: Position, agent: SolvingPlayer
) -> Interruptible[SolvedPosition]:
    """Return the solution of the turn to which ``position`` belongs, from the cache if possible.

    Only positions at the start of a turn are cached; others are needed just once.

    Args:
        agent: the player whose solver is used.

    Raises:
        NoSolution: the solver does not support the rules.
    """
    if position.awaits_command_after_play:
        return (yield from solve_position_in_steps(position, agent))
    key = agent, _public_cache_key(position)
    if key not in _solutions:
        _solutions[key] = (yield from solve_position_in_steps(position, agent)).reduced_to_root()
    _solutions.move_to_end(key)
    while len(_solutions) > MAX_CACHED_SOLUTIONS:
        _solutions.popitem(last=False)
    return _solutions[key]


def n_cached_solutions() -> int:
    """Return the number of cached solutions."""
    return len(_solutions)


def clear_solution_cache() -> None:
    """Clear the cache of solved positions."""
    _solutions.clear()


def _public_cache_key(position: Position) -> object:
    """Return all public information on which a solution depends.

    At a reshuffle, all unseen cards are in the two hands, so that both players know both hands.
    """
    steps = ((one.seat, one.action, one.facts._replace(drawn=())) for one in position.steps)
    start = position.round_start, position.start_position
    known = [
        hands_at_reshuffle(one, position.view.seat)
        for one in position.steps
        if one.facts.reshuffled
    ]
    return start, position.view.duel, tuple(steps), tuple(known)
