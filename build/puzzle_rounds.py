"""The positions that build/puzzles.py looks at: all of good rounds, and rare ones of quick rounds.

Most kinds turn up by themselves where level 9 plays. Which win to take, what is certain to win, and
what to do against a hand that is known come up seldom, so rounds of weak levels, which take no
time, are played until something like that is on the table, and all else is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from hacktrick.ai.coach.odds import odds
from hacktrick.ai.position import read_position, winning_now
from hacktrick.ai.worker import choose
from hacktrick.game.cards import Counts
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import PRESETS
from hacktrick.game.view import SeatInfo, View
from hacktrick.play.match import Match

WEAKER = (3, 4, 5, 6)
QUICK = (2, 3, 4)  # levels that take no time
FEW = 3  # hands that the other can have
AT_A_TIME = 10  # matches of quick rounds that are looked at as one
RARE = ("points", "home", "must")

Place = tuple[View, Counts]
"""What the seat to act sees, and what the other holds."""


def usual(seed: int) -> Iterator[Place]:
    """Turns of the first rounds of a match of level 9 against a weaker one or itself."""
    rng = Random(f"puzzles {seed}")
    other = rng.choice((*WEAKER, 9))
    match = _new("level:9", f"level:{other}", rng)
    levels, skipped = (9, other), rng.randrange(5)
    while not match.is_over:
        if match.is_round_over:
            match.deal()
            skipped -= 1
        seat = match.public.seat
        if skipped <= 0 and match.public.phase == "turn":
            yield match.view(seat), match.truth().hands[1 - seat]
        if skipped < -1:
            return
        level = levels[seat] if skipped <= 0 else 2
        match.submit(seat, choose(level, match.view(seat), None, rng.getrandbits(30)).action)


def rare(seed: int) -> Iterator[Place]:
    """Turns of quick matches at which something rare may be on the table."""
    for number in range(AT_A_TIME):
        rng = Random(f"rare puzzles {seed} {number}")
        levels = rng.choice(QUICK), rng.choice(QUICK)
        match = _new(f"level:{levels[0]}", f"level:{levels[1]}", rng)
        while not match.is_over:
            if match.is_round_over:
                match.deal()
            seat = match.public.seat
            view = match.view(seat)
            decides = match.public.phase == "turn" and len(legal_actions(match.observe(seat))) > 1
            truth = match.truth().hands[1 - seat]
            if decides and winning_now(read_position(view)) is not None:
                yield near_the_end(view, rng), truth
            elif decides and len(odds(view).facts) == 1:
                yield view, truth
            match.submit(seat, choose(levels[seat], view, None, rng.getrandbits(30)).action)


def near_the_end(view: View, rng: Random) -> View:
    """With another score: what one point and what two are worth is never further apart than where
    two end the match and one does not."""
    score = [rng.randrange(view.rules.target)] * 2
    score[view.seat] = view.rules.target - 2
    return replace(view, score=tuple(score))


def _new(first: str, second: str, rng: Random) -> Match:
    return Match.new(PRESETS["keypad"], [SeatInfo("A", first), SeatInfo("B", second)], rng)


SOURCES: dict[str, Callable[[int], Iterator[Place]]] = {"usual": usual, "rare": rare}
