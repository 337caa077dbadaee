"""The command ``analyse``: judges every decision of a match record and prints a report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

from hacktrick.coach.judgement import CLASS_LIMITS
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.review.match_analysis import FINE, analyse_record
from hacktrick.coach.review.round_review import n_decisions
from hacktrick.match.record import MAX_CHARACTERS, read_record
from hacktrick.match.record_replay import replay
from hacktrick.terminal.commands.arguments import CommandError, read_input
from hacktrick.terminal.commands.output import (
    BEFORE_FIRST_TURN,
    ProgressBar,
    RecordTurn,
    count_phrase,
    list_phrase,
    record_turns,
    score_text,
)

WIDTH = 100
PERCENT_OF_ROUND = 50.0  # per cent of a round per unit of equity: lost is -1, won +1
N_COSTLIEST = 3  # mistakes in the summary
MAX_ACTIONS = 2000  # the longest matches have about 1,000; each takes a third of a second

# The words for a chance to win, each with the least per cent to which it applies.
CHANCE_WORDS: tuple[tuple[float, str], ...] = (
    (97.5, "all but won"),
    (80, "very likely"),
    (60, "likely"),
    (52.5, "slightly ahead"),
    (47.5, "even"),
    (40, "slightly behind"),
    (20, "unlikely"),
    (2.5, "very unlikely"),
)
LOWEST_CHANCE_WORD = "all but lost"

# The loss per decision, in per cent of a round, below which each word applies.
SKILL_WORDS: tuple[tuple[float, str], ...] = (
    (1, "excellent"),
    (2.5, "very good"),
    (5, "good"),
    (10, "fair"),
    (20, "weak"),
)
LOWEST_SKILL_WORD = "very weak"

LUCK_SOURCES = {
    "deal": "the deal",
    "draw": "cards drawn",
    "told": "sums heard",
    "reply": "turns of the other",
}
WINNING_WAYS = {
    "line": "with a line",
    "triple": "with three markers on one key",
    "markers": "as the other side is out of markers",
    "code": "by a code",
    "fold": "as the other side folded",
}
SHORT_LEGEND = "Actions are written as in match records; rounds and turns count from 1."


def analysis_report(found: Mapping[str, Any]) -> str:
    """An analysis as lines of text, the summary last.

    Args:
        found: the result of ``analyse_record``.
    """
    names = found["seats"]
    lines = [f"{found['preset']}: {list_phrase(names)}", *_legend(found), ""]
    costly: list[tuple[float, str]] = []
    for number, one in enumerate(found["rounds"], 1):
        decision_lines = list(_decision_lines(one, names))
        lines += [_round_heading(number, one, names), *(line for line, _cost in decision_lines)]
        lines += [*_result_lines(one, names), ""]
        costly += [
            (cost, f"round {number}, {line.lstrip()}") for line, cost in decision_lines if cost
        ]
    lines.append("Summary")
    for seat, (name, sums) in enumerate(zip(names, found["totals"], strict=True)):
        lines += _total_lines(name, sums, _mistake_counts(found, seat))
    return "\n".join([*lines, *_costliest_lines(costly)])


def chance_phrase(value: float) -> str:
    """A chance to win in per cent and in words.

    >>> chance_phrase(0.5), chance_phrase(0.871), chance_phrase(0.001)
    ('50 % (even)', '87 % (very likely)', '0 % (all but lost)')
    """
    word = next((word for limit, word in CHANCE_WORDS if 100 * value >= limit), LOWEST_CHANCE_WORD)
    return f"{100 * value:.0f} % ({word})"


def skill_word(loss: float) -> str:
    """A word for the strength of a player.

    Args:
        loss: mean loss of a decision, in per cent of a round.

    >>> skill_word(0.4), skill_word(7), skill_word(33)
    ('excellent', 'fair', 'very weak')
    """
    return next((word for limit, word in SKILL_WORDS if loss < limit), LOWEST_SKILL_WORD)


def _legend(found: Mapping[str, Any]) -> list[str]:
    solved = "unit" in found["rounds"][0]
    legend = _legend_of_mistakes() if solved else _LEGEND_OF_VALUES
    return fill(f"{SHORT_LEGEND} {legend}", WIDTH).split("\n")


_LEGEND_OF_VALUES = (
    "Nobody can judge these rules but the strongest level itself, so no mistakes are named. Told "
    "are the choice that it values most, in points of the round, and what some levels would do."
)


def _legend_of_mistakes() -> str:
    lowest = ", ".join(
        f"{word} from {PERCENT_OF_ROUND * least:g} %" for word, least, _ in CLASS_LIMITS[::-1]
    )
    return (
        "After an action stands the chance of the player to win the match. A mistake is named "
        "after a second, longer look, by what it costs in per cent of a round (100 % lie between a "
        f"round lost and a round won by a point): {lowest}."
    )


def _round_heading(number: int, one: Mapping[str, Any], names: Sequence[str]) -> str:
    return (
        f"Round {number}, score {score_text(one['score'])}, "
        f"{names[one['leader']]} takes the first turn"
    )


def _result_lines(one: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    result = one["result"]
    if result is not None:
        points = count_phrase(result["points"], "point")
        yield f"  {_winners_phrase(one, names)} {points} {WINNING_WAYS[result['by']]}."


def _winners_phrase(one: Mapping[str, Any], names: Sequence[str]) -> str:
    """The winners of a round, with the verb."""
    side, leader = one["result"]["side"], one["leader"]
    if len(names) == 2:
        winners = [names[side]]
    elif len(names) == 4:
        winners = [names[side], names[side + 2]]
    else:
        acted = {decision["seat"] for decision in one["decisions"]}  # some seats may sit out
        winners = [names[seat] for seat in sorted(acted - {leader})] if side else [names[leader]]
    return f"{list_phrase(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _decision_lines(one: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """One line for each action, and the cost of a mistake in per cent of a round, else 0."""
    decisions = one["decisions"]
    played = [decision["played"] for decision in decisions]
    for turn in record_turns([decision["seat"] for decision in decisions], played):
        for n in turn.actions:
            cost = _cost(decisions[n])
            name, text = names[decisions[n]["seat"]], _decision_text(decisions[n])
            line = f"  {_turn_label(turn)}, {name}: {text}"
            yield line, cost if _is_mistake(decisions[n]) else 0.0


def _turn_label(turn: RecordTurn) -> str:
    return "before" if turn.number == BEFORE_FIRST_TURN else f"turn {turn.number}"


def _decision_text(decision: Mapping[str, Any]) -> str:
    text = str(decision["played"])
    if decision["forced"]:
        return f"{text} (nothing else to do)"
    if "value" not in decision:
        return text + _level_choices(decision)
    text += f", {chance_phrase(decision['value'])}"
    if not _is_mistake(decision):
        return text
    best = ", ".join(decision["lines"][0]["actions"])
    what = f"{decision['class']}, costs {_cost(decision):.0f} %"
    return f"{text}; {what}: {best} is better, {chance_phrase(decision['best']['match'])}"


def _level_choices(decision: Mapping[str, Any]) -> str:
    """The values of actions and the choices of levels, in editions without a judge."""
    if not decision["lines"]:
        return ""
    chosen = ", ".join(f"level {level} {action}" for level, action in decision["levels"].items())
    best = f"{', '.join(decision['lines'][0]['actions'])} ({decision['equity']:+.2f} points)"
    return f"; worth most: {best}; {chosen}"


def _cost(decision: Mapping[str, Any]) -> float:
    """The cost of a decision: the smaller one of both evaluations, as for its class."""
    if "class" not in decision or decision["checked_equity"] is None:
        return 0.0
    return PERCENT_OF_ROUND * float(min(decision["loss_equity"], decision["checked_equity"]))


def _is_mistake(decision: Mapping[str, Any]) -> bool:
    return bool(decision.get("class", FINE) != FINE)


def _mistake_counts(found: Mapping[str, Any], seat: int) -> str:
    """The number of mistakes of each class, the worst first."""
    classes = [
        decision["class"]
        for one in found["rounds"]
        for decision in one["decisions"]
        if decision["seat"] == seat and _is_mistake(decision)
    ]
    counts = [
        count_phrase(classes.count(word), word) for word, _, _ in CLASS_LIMITS if word in classes
    ]
    return list_phrase(counts) if counts else "no mistakes"


def _total_lines(name: str, sums: Mapping[str, Any], mistakes: str) -> list[str]:
    free = count_phrase(sums["unforced"], "free decision")
    if "luck" not in sums:
        return [f"  {name}: {free}."]
    loss = PERCENT_OF_ROUND * sums["error_rate"] / ERROR_RATE_UNIT
    line = (
        f"  {name}: {free}, {mistakes}; loses {loss:.1f} % of a round at each ({skill_word(loss)})."
    )
    kinds = ", ".join(
        f"{LUCK_SOURCES[kind]} {100 * change:+.0f}" for kind, change in sums["luck"].items()
    )
    start, end = 100 * sums["start"], 100 * sums["end"]
    luck, own, others = 100 * sums["luck_sum"], -100 * sums["mistakes"], sums["mistakes_of_other"]
    return [
        line,
        f"    The match, in per cent: {start:.0f} at the beginning, {luck:+.0f} by luck, "
        f"{own:+.0f} by own mistakes, {100 * others:+.0f} by the other's, "
        f"{100 * sums['unexplained']:+.0f} seen only later: {end:.0f} at the end.",
        f"    The luck: {kinds}.",
    ]


def _costliest_lines(costly: Sequence[tuple[float, str]]) -> list[str]:
    found = sorted(costly, key=lambda pair: -pair[0])[:N_COSTLIEST]
    if not found:
        return []
    return ["  The dearest mistakes:", *(f"    {line}" for _cost, line in found)]


def run_analyse(options: argparse.Namespace) -> int:
    """Print the analysis of a record.

    Raises:
        CommandError: the file cannot be read, or the match is too long.
        RecordError: the file is no record, or breaks the rules.
    """
    record = read_record(read_input(options.file, MAX_CHARACTERS + 1))
    if n_decisions(record) > MAX_ACTIONS:
        raise CommandError(
            f"the match has {n_decisions(record)} actions; at most {MAX_ACTIONS} can be analysed"
        )
    for _ in replay(record):  # check the whole record before the long work
        pass
    progress = ProgressBar(n_decisions(record), "actions")
    try:
        found = analyse_record(record, progress.update)
    finally:
        progress.close()
    print(json.dumps(found, ensure_ascii=False) if options.json else analysis_report(found))
    return 0
