"""Why one turn is better than another: reasons, each with a test that it favours the better one.

A reason is a code with a figure for either turn and where it comes from. It is told only if it
passed its test; where none does, the game says so. Certain ones come first (rules, exact counts,
the score), then likely ones (the position played on, the price of information), then what the
levels make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hacktrick.ai.advice import Advice, Hands, Line, Stakes, reasons, told_by_sum
from hacktrick.ai.coach.asking import changing
from hacktrick.ai.coach.judgement import Judgement, Loss, begins
from hacktrick.ai.coach.playouts import (
    CLEAR,
    ERRORS,
    FEWEST,
    Course,
    compared,
    gained,
    playing_on,
    punishing,
)
from hacktrick.ai.coach.price import Asking, Telling, asking, least_price, telling
from hacktrick.ai.coach.trial import futures_of, of_the_turn
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position, read_position
from hacktrick.ai.resampling import is_too_hidden
from hacktrick.game.actions import Action, Ask, Play
from hacktrick.game.cards import sum_of
from hacktrick.game.view import View

Source = Literal["rules", "facts", "score", "playouts", "information", "price", "levels"]
Code = Literal[
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
TOLD = 2  # reasons are told at most
LEAST = 12.0  # of a hundred: what differs by less is not told
LEAST_BITS = 0.5
ASKED_LEVELS = (1, 2, 3, 4, 5, 6, 7)
SEEDS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. ``best`` and ``played`` are the figures of both turns; ``n``: out of how many,
    or another number that the sentence needs."""

    code: Code
    source: Source
    best: float
    played: float
    n: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """Why ``best`` is better than ``played``, which costs ``loss``.

    Attributes:
        reasons: all that passed their tests; the first ``TOLD`` are for telling.
        n: how often the position was played on.
        gain: what ``best`` gained over ``played`` by that, as a chance of the match, and ``error``
            its standard error: where the sign is wrong, the judge stands alone.
        reply: the answer that came most often where ``played`` came out badly.
    """

    best: tuple[Action, ...]
    played: tuple[Action, ...]
    loss: Loss
    reasons: tuple[Reason, ...]
    n: int
    gain: float
    error: float
    reply: tuple[Action, ...] = ()

    @property
    def told(self) -> tuple[Reason, ...]:
        return self.reasons[:TOLD]

    @property
    def is_contradicted(self) -> bool:
        """Whether the play-outs plainly say the opposite."""
        return self.gain < -ERRORS * self.error


def whying(view: View, judgement: Judgement, made: Sequence[Action], n: int) -> Pieces[Why | None]:
    """Why the best turn is better than one that begins with ``made``, in pieces. None where nothing
    is to be explained: the turn is not judged, or is as good as the best.

    Args:
        n: how often the position is played on with either turn, where that can be done.
    """
    advice = judgement.second or judgement.first
    loss = judgement.loss(made)
    found = [line for line in advice.lines if begins(line.actions, made)]
    if loss is None or not found or loss.match <= 0:
        return None
    best, played = advice.lines[0], found[0]
    position = read_position(view)
    certain = list(exact_reasons(position, advice, best, played))
    begun, lines = of_the_turn(view, (best.actions, played.actions))
    yield
    wanted = max(1, TOLD - len(certain))

    def enough(so_far: Sequence[tuple[Course, ...]]) -> bool:
        return is_clear(so_far, judgement.stakes, wanted)

    seen: list[tuple[Course, ...]] = []
    if n and not is_too_hidden(view):
        futures = yield from futures_of(begun)
        seen = yield from playing_on(futures, lines, n, enough)
    likely = by_playing_on(seen, judgement.stakes, ERRORS if len(seen) == n else CLEAR)
    likely += yield from told_by_asking(view, best, played, advice)
    if len(certain) + len(likely) < TOLD:
        likely += yield from by_price(position, judgement, best, played)
    judged = []
    for told in chosen_by_levels(view, best, played):
        judged += [told] if told is not None else []
        yield
    gain, error = gained(seen, judgement.stakes)
    if seen and gain < -ERRORS * error:  # what came of it speaks against the judge
        likely = []
    return Why(
        *(best.actions, played.actions, loss, (*certain, *likely, *judged)),
        *(len(seen), gain, error, punishing(seen, 1)),
    )


# ------------------------------------------------------------------------------- certain


def exact_reasons(position: Position, advice: Advice, best: Line, played: Line) -> Iterator[Reason]:
    """Rules, counts over every hand that can be held, and the score."""
    yield from by_rules(best, played)
    yield from by_score(advice.stakes.of(all(position.public.stakes)), best, played)
    yield from by_counting(position, advice.facts, best, played)


def by_rules(best: Line, played: Line) -> Iterator[Reason]:
    if best.reasons.ends > played.reasons.ends:
        yield Reason("wins_now", "rules", best.reasons.ends, played.reasons.ends)
    if played.reasons.supply == 0 < best.reasons.supply and not played.reasons.ends:
        yield Reason("last_marker", "rules", best.reasons.supply, 0)


def by_score(stakes: Stakes, best: Line, played: Line) -> Iterator[Reason]:
    if played.reasons.ends == 1 and not best.reasons.ends:
        yield Reason("worth_waiting", "score", best.forecast.match, stakes.win_1)
    useless = stakes.win_2 - stakes.win_1 < LEAST / 100 * stakes.unit
    cards = [line.actions[0] for line in (best, played)]
    same = all(isinstance(action, Play) for action in cards)
    same = same and getattr(cards[0], "card", 0) == getattr(cards[1], "card", 1)
    if useless and same and played.reasons.places_double and not best.reasons.places_double:
        yield Reason("double_useless", "score", stakes.win_1, stakes.win_2)


def by_counting(position: Position, facts: Hands, best: Line, played: Line) -> Iterator[Reason]:
    """How many of the hands that the other can hold finish the round, and how many last cards of
    his let the own hand finish."""
    counted = [_finishing(position, facts, line) for line in (best, played)]
    if fewer_finish(counted[0], counted[1], len(facts)):
        yield Reason("other_finishes", "facts", counted[0], counted[1], len(facts))
    answers = [line.reasons.answers for line in (best, played)]
    if answers[0] > answers[1] and not played.reasons.ends and counted[0] <= counted[1]:
        yield Reason("own_answers", "facts", answers[0], answers[1])


def fewer_finish(best: int, played: int, n: int) -> bool:
    """Whether so many fewer of ``n`` hands finish that it is to be told: one of thirty is not."""
    return played > best and 100 * (played - best) >= LEAST * n


def _finishing(position: Position, facts: Hands, line: Line) -> int:
    alone = (
        reasons(position.public, position.seat, position.hand, ((hand, 1.0),), line.actions).other
        for hand, _ in facts
    )
    return sum(threat.chance > 0 for threat in alone)


# -------------------------------------------------------------------------------- likely

BETTER_IF_MORE: tuple[tuple[Code, str, int], ...] = (
    ("wins_next", "wins_next", 0),
    ("takes_next", "takes", 0),
    ("two_points", "points", 1),
)
BETTER_IF_LESS: tuple[tuple[Code, str, int], ...] = (
    ("lost_at_once", "other_wins_next", 0),
    ("taken_at_once", "other_takes", 0),
    ("obliged", "obliged", 0),
)


def is_clear(seen: Sequence[tuple[Course, ...]], stakes: Stakes, wanted: int) -> bool:
    """Whether more deals would hardly change what is told: so many differences, or that the judge
    is contradicted, are plainer than they must be in the end, as they are looked at several times
    (a sequential test)."""
    if len(seen) < FEWEST:
        return False
    gain, error = gained(seen, stakes)
    if gain < -CLEAR * error:
        return True
    return gain > ERRORS * error and len(list(played_on(seen, CLEAR))) >= wanted


def by_playing_on(
    seen: Sequence[tuple[Course, ...]], stakes: Stakes, errors: float
) -> list[Reason]:
    """What came of both turns, where the better one also came out better: else it would not be
    better for what came of it, whatever came more often."""
    return list(played_on(seen, errors)) if gained(seen, stakes)[0] > 0 else []


def played_on(seen: Sequence[tuple[Course, ...]], errors: float = ERRORS) -> Iterator[Reason]:
    """What came of both turns when they were played on, the largest differences first.

    Args:
        errors: standard errors that a difference must be beyond.
    """
    found = []
    for sign, codes in ((1, BETTER_IF_MORE), (-1, BETTER_IF_LESS)):
        for code, name, above in codes:
            both = compared(seen, name, above)
            size = sign * both.difference
            if size >= LEAST and size > errors * both.error:
                found.append((size, Reason(code, "playouts", both.first, both.second, both.n)))
    found.sort(key=lambda pair: -pair[0])
    yield from (reason for _, reason in found)
    won = compared(seen, "points")
    if not found and won.difference >= LEAST and won.difference > errors * won.error:
        yield Reason("comes_out_better", "playouts", won.first, won.second, won.n)


def told_by_asking(view: View, best: Line, played: Line, advice: Advice) -> Pieces[list[Reason]]:
    """Where one turn asks and the other does not: in how many of the cases the answer changes the
    move, which is what an ask is paid for; where that cannot be said, how much it tells."""
    asks = [isinstance(line.actions[0], Ask) for line in (best, played)]
    if asks[0] == asks[1]:
        return []
    changed, cases = yield from changing(view, advice)
    if asks[0] and changed:
        return [Reason("ask_changes", "information", changed, 0.0, cases)]
    if asks[1] and cases and 2 * changed <= cases:
        return [Reason("ask_idle", "information", 0.0, changed, cases)]
    bits = told_by_sum(advice.inferred)
    if asks[0] and not cases and bits >= LEAST_BITS:
        sums = {sum_of(hand) for hand, _ in advice.inferred}
        return [Reason("ask_tells", "information", bits, 0.0, len(sums))]
    return []


def by_price(
    position: Position, judgement: Judgement, best: Line, played: Line
) -> Pieces[list[Reason]]:
    """What an answer and its marker are worth where one turn asks, else what each turn tells the
    other of the own hand, and what that costs. Nothing is said with codes, some of which ask for
    other markers or change hands."""
    if position.view.rules.codes:
        return []
    if isinstance(best.actions[0], Ask) != isinstance(played.actions[0], Ask):
        asked = yield from asking(position, judgement)
        return [] if asked is None else list(of_asking(asked, played, least_price(judgement)))
    told = yield from telling(position, judgement, best, played)
    return [] if told is None else [of_telling(told)]


def of_asking(asked: Asking, played: Line, least: float) -> Iterator[Reason]:
    """Whether the answer or its marker is worth more, by at least so much."""
    answer, marker = max(0.0, asked.answer), max(0.0, asked.marker)
    if isinstance(played.actions[0], Ask):
        if marker - answer >= least:
            yield Reason("ask_costs", "price", marker, answer)
    elif answer - marker >= least:
        yield Reason("ask_pays", "price", answer, marker)


def of_telling(told: Telling) -> Reason:
    """The turn that tells less; ``n``: what that is worth, of a hundred matches."""
    code: Code = "tells_less" if told.by == "counting" else "reads_less"
    return Reason(code, "information", told.first, told.second, round(100 * told.price))


# -------------------------------------------------------------------------------- levels


def chosen_by_levels(view: View, best: Line, played: Line) -> Iterator[Reason | None]:
    """Who of the levels plays the worse turn, and from which level on nobody does: told only where
    two neighbours agree. Yields None while they think."""
    plays: dict[int, int] = {}
    for level in ASKED_LEVELS:
        plays[level] = 0
        for seed in SEEDS:
            settings = LEVELS[level]
            chosen = settings.agent.choose(view, settings.budget, seed).action
            plays[level] += begins(played.actions, (chosen,))
            yield None
    if begins(played.actions, best.actions[:1]):
        return  # both begin alike, and a level is asked for one action only
    worst = max((level for level, n in plays.items() if n > len(SEEDS) / 2), default=0)
    above = [level for level in ASKED_LEVELS if level > worst]
    if worst and len(above) >= 2 and not any(plays[level] for level in above):
        yield Reason("levels", "levels", above[0], worst)
