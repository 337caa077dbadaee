"""Levels as players before the judge: error rates, luck, marks, and what themes cost.

python build/judged_levels.py [--levels 4,7,9,10] [--rounds 20] [--seed 1] [--check]

Every level plays rounds of the keypad against itself, and every turn is judged as in a review.
``--check`` also looks a second time at what seems a mistake, which marks need. Figures: the error
rate and the rating that goes with it; chance luck a round with its standard error, which must lie
around nothing; marks a round; and the loss of a decision of each theme, as a share of that of any
free decision (``SHARES`` of hacktrick.play.statistics).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hacktrick.ai.coach.rounds import RoundJudge  # noqa: E402
from hacktrick.ai.coach.story import RoundStory  # noqa: E402
from hacktrick.ai.coach.themes import THEMES  # noqa: E402
from hacktrick.ai.pbs.advice import longer, strongest  # noqa: E402
from hacktrick.ai.worker import choose  # noqa: E402
from hacktrick.game.rules import PRESETS  # noqa: E402
from hacktrick.game.view import SeatInfo  # noqa: E402
from hacktrick.play.match import Match  # noqa: E402
from hacktrick.play.moments import finished_rounds  # noqa: E402
from hacktrick.play.rating import RATINGS, SLOPE, TOP  # noqa: E402
from hacktrick.play.reviewing import is_free, rate_of  # noqa: E402


def main() -> int:
    options = read_arguments()
    everything: list[RoundStory] = []
    for level in options.levels:
        stories = list(judged(level, options.rounds, options.seed, options.check))
        everything += stories
        tell(level, stories)
    tell_luck(everything)
    tell_themes(everything)
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", type=_numbers, default=(4, 7, 9, 10))
    parser.add_argument("--rounds", type=int, default=20, help="of each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="look twice, for marks")
    return parser.parse_args()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def judged(level: int, n: int, seed: int, check: bool) -> Iterator[RoundStory]:
    """The stories of so many rounds of a level against itself."""
    rng, made = Random(f"judged {level} {seed}"), 0
    while made < n:
        match = Match.new(PRESETS["keypad"], [SeatInfo("A", f"level:{level}")] * 2, rng)
        while not match.is_over:
            if match.is_round_over:
                match.deal()
            seat = match.public.seat
            decision = choose(level, match.view(seat), None, rng.getrandbits(30))
            match.submit(seat, decision.action)
        for finished in list(finished_rounds(match.record))[: n - made]:
            judge = RoundJudge(finished, strongest())
            for _ in judge.look():
                pass
            for _ in judge.check(longer()) if check else ():
                pass
            made += 1
            yield judge.story


def tell(level: int, stories: Sequence[RoundStory]) -> None:
    rates = [rate_of([story], seat)[0] for story in stories for seat in (0, 1)]
    rate = sum(rate_of(stories, seat)[0] for seat in (0, 1)) / 2
    error = _error(rates)
    marks = sum(
        decision.verdict(story.unit) != "fine" for story in stories for decision in story.decisions
    )
    print(
        f"level {level}: {len(stories)} rounds, rate {rate:.0f} +- {error:.0f}, rated "
        f"{TOP - SLOPE * rate:.0f} +- {SLOPE * error:.0f} (league {RATINGS[level]}), "
        f"{marks / (2 * len(stories)):.2f} marks a round and seat",
        flush=True,
    )


def tell_luck(stories: Sequence[RoundStory]) -> None:
    values = [
        sum(one.change for one in story.luck if one.seat == seat and one.kind in ("deal", "draw"))
        / story.unit
        for story in stories
        for seat in (0, 1)
    ]
    mean = sum(values) / max(1, len(values))
    print(f"chance luck: {mean:+.3f} +- {_error(values):.3f} equity a round, n = {len(values)}")


def tell_themes(stories: Sequence[RoundStory]) -> None:
    losses = [
        (decision.themes, decision.lost / story.unit)
        for story in stories
        for decision in story.decisions
        if is_free(decision, story.unit)
    ]
    mean = sum(loss for _, loss in losses) / max(1, len(losses))
    for theme in THEMES:
        own = [loss for themes, loss in losses if theme in themes]
        share = sum(own) / len(own) / mean if own and mean else 0.0
        print(f"{theme}: {share:.2f} of a free decision's loss, n = {len(own)}")


def _error(values: Sequence[float]) -> float:
    n = max(1, len(values))
    mean = sum(values) / n
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)


if __name__ == "__main__":
    sys.exit(main())
