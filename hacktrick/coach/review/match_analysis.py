"""Analyses a match record and returns data in the format ``hacktrick-analysis``.

Under rules that the solver does not support, the values of decisions come from the strongest level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hacktrick.ai.advice import Forecast
from hacktrick.ai.agent import Budget
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach.advisor import mistake_checking_solver, strongest_solver
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.review.judged_round import DecisionPoint, JudgedDecision, RoundJudgement
from hacktrick.coach.review.round_judge import RoundJudge
from hacktrick.coach.review.round_review import (
    decision_points_by_round,
    finished_rounds,
)
from hacktrick.game.actions import Action
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Seat
from hacktrick.game.view import observation_of
from hacktrick.match.record import Record

ProgressCallback = Callable[[int], None]


def _ignore_progress(done: int) -> None:
    pass


def judged_rounds(
    record: Record,
    agent: SolvingPlayer,
    on_progress: ProgressCallback = _ignore_progress,
    longer: SolvingPlayer | None = None,
) -> Iterator[RoundJudgement]:
    """Yield the judgements of a two-player record's rounds; the solver must support its rules.

    Args:
        agent: the player whose solver is used.
        on_progress: called with the number of actions judged so far.
        longer: the solver that checks seeming mistakes; without it, no mistakes are classified.

    Raises:
        RecordError: the record does not follow the rules.
    """
    done = 0
    for finished in finished_rounds(record):
        judge = RoundJudge(finished, agent)
        for judged in judge.judge_turns_in_steps():
            on_progress(done + judged)
        for _ in judge.check_mistakes_in_steps(longer) if longer else ():
            pass
        done += len(finished.decision_points)
        yield judge.judgement


FORMAT = "hacktrick-analysis"
VERSION = 2
FINE = "fine"
# Levels whose choices are included if the solver cannot judge the rules.
COMPARED_LEVELS = (4, 7, 9)
UNLIMITED_SECONDS = 3600.0  # a time so long that only nodes limit a search, on any machine


def analyse_record(record: Record, on_progress: Callable[[int], None]) -> dict[str, Any]:
    """Return the analysis of a record as JSON data, with numbers rounded to a millionth.

    Args:
        on_progress: called with the number of actions judged so far.

    Raises:
        RecordError: the record does not follow the rules.
    """
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "preset": record.rules.preset,
        "seats": [seat.name for seat in record.seats],
        "judge": judge_id(record.rules) if record.rules.has_solver else None,
    }
    if record.rules.has_solver:
        judgements = list(
            judged_rounds(record, strongest_solver(), on_progress, mistake_checking_solver())
        )
        found["rounds"] = [_round_as_json(judgement) for judgement in judgements]
        found["totals"] = [match_chance_totals(judgements, seat) for seat in (0, 1)]
    else:
        found["rounds"] = list(_estimated_rounds(record, on_progress))
        found["totals"] = [
            _unforced_count_as_json(found["rounds"], n) for n in range(len(record.seats))
        ]
    return found


def match_chance_totals(judgements: Sequence[RoundJudgement], seat: Seat) -> dict[str, Any]:
    """Return everything that changed a seat's match chance, summed over rounds, as JSON data.

    ``start``, luck, the mistakes of both players and ``unexplained`` (what the solver noticed only
    later) add up to ``end``.
    """
    luck: dict[str, float] = {}
    unexplained = 0.0
    mistakes = [0.0, 0.0]
    equity_lost, unforced = 0.0, 0
    for judgement in judgements:
        for piece in judgement.luck:
            if piece.seat == seat and piece.kind == "sight":
                unexplained += piece.change
            elif piece.seat == seat:
                luck[piece.kind] = luck.get(piece.kind, 0.0) + piece.change
        for decision in judgement.decisions:
            mistakes[decision.decision_point.seat] += decision.loss
            if decision.decision_point.seat == seat and not decision.is_forced:
                equity_lost += decision.loss / judgement.unit
                unforced += 1
    return {
        "start": _rounded_to_millionth(judgements[0].start[seat]),
        "luck": {kind: _rounded_to_millionth(change) for kind, change in luck.items()},
        "luck_sum": _rounded_to_millionth(sum(luck.values())),
        "unexplained": _rounded_to_millionth(unexplained),
        "mistakes": _rounded_to_millionth(mistakes[seat]),
        "mistakes_of_other": _rounded_to_millionth(mistakes[1 - seat]),
        "end": _rounded_to_millionth(judgements[-1].end[seat]),
        "unforced": unforced,
        "error_rate": _rounded_to_millionth(ERROR_RATE_UNIT * equity_lost / max(1, unforced)),
    }


def _round_as_json(judgement: RoundJudgement) -> dict[str, Any]:
    return {
        "round": judgement.number,
        "leader": judgement.leader,
        "score": list(judgement.score),
        "unit": _rounded_to_millionth(judgement.unit),
        "start": [_rounded_to_millionth(value) for value in judgement.start],
        "end": [_rounded_to_millionth(value) for value in judgement.end],
        "result": None if judgement.result is None else judgement.result._asdict(),
        "decisions": [
            _decision_as_json(decision, judgement.unit) for decision in judgement.decisions
        ],
        "luck": [
            {
                "action": piece.number,
                "seat": piece.seat,
                "kind": piece.kind,
                "match": _rounded_to_millionth(piece.change),
                "equity": _rounded_to_millionth(piece.change / judgement.unit),
            }
            for piece in judgement.luck
        ],
    }


def _decision_as_json(decision: JudgedDecision, unit: float) -> dict[str, Any]:
    point, checked = decision.decision_point, decision.checked_loss
    return {
        "action": point.number,
        "seat": point.seat,
        "played": str(point.action),
        "forced": decision.is_forced,
        "best": _forecast_as_json(decision.forecast),
        "value": _rounded_to_millionth(decision.value),
        "loss": _rounded_to_millionth(decision.loss),
        "loss_equity": _rounded_to_millionth(decision.loss / unit),
        "checked_equity": None if checked is None else _rounded_to_millionth(checked / unit),
        "frequency": _rounded_to_millionth(decision.frequency),
        "class": decision.mistake_class(unit),
        "lines": [
            {
                "actions": [str(action) for action in actions],
                **_forecast_as_json(where),
                "frequency": _rounded_to_millionth(share),
            }
            for actions, where, share in decision.options
        ],
    }


def _forecast_as_json(forecast: Forecast) -> dict[str, float]:
    names = ("win_1", "win_2", "lose_1", "lose_2", "match")
    return {name: _rounded_to_millionth(getattr(forecast, name)) for name in names}


def _rounded_to_millionth(number: float) -> float:
    return round(number, 6) + 0.0


def _estimated_rounds(
    record: Record, on_progress: Callable[[int], None]
) -> Iterator[dict[str, Any]]:
    done = 0
    for number, (moments, result, score) in enumerate(decision_points_by_round(record)):
        decisions = []
        for point in moments:
            decisions.append(_estimated_decision(point))
            done += 1
            on_progress(done)
        yield {
            "round": number,
            "leader": record.rounds[number].leader,
            "score": list(score),
            "result": None if result is None else result._asdict(),
            "decisions": decisions,
        }


def _estimated_decision(point: DecisionPoint) -> dict[str, Any]:
    best = max(LEVELS)
    decision = level_decision(
        best, point.view, Budget(UNLIMITED_SECONDS, LEVELS[best].budget.nodes), 0
    )
    values, policy = dict(decision.values), dict(decision.policy)
    highest = max(values.values(), default=decision.value)
    value = values.get(point.action)
    loss = None if value is None else highest - value
    share = policy.get(point.action, 0.0)
    return {
        "action": point.number,
        "seat": point.seat,
        "played": str(point.action),
        "forced": len(legal_actions(observation_of(point.view))) < 2,
        "equity": _rounded_to_millionth(highest),
        "loss_equity": None if loss is None else _rounded_to_millionth(loss),
        "frequency": _rounded_to_millionth(share),
        "levels": {
            str(level): str(_level_choice(level, point))
            for level in COMPARED_LEVELS
            if level in LEVELS
        },
        "lines": [
            {
                "actions": [str(action)],
                "equity": _rounded_to_millionth(worth),
                "frequency": _rounded_to_millionth(policy.get(action, 0.0)),
            }
            for action, worth in decision.values
        ],
    }


def _level_choice(level: int, point: DecisionPoint) -> Action:
    budget = Budget(UNLIMITED_SECONDS, LEVELS[level].budget.nodes)
    return level_decision(level, point.view, budget, 0).action


def _unforced_count_as_json(rounds: Sequence[dict[str, Any]], seat: Seat) -> dict[str, Any]:
    decisions = [decision for one in rounds for decision in one["decisions"]]
    free = [one for one in decisions if one["seat"] == seat and not one["forced"]]
    return {"unforced": len(free)}
