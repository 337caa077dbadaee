"""No level peeks: matches that differ only in what a seat cannot know get the same decision.

More of them: HACKTRICK_HONESTY=50 pytest tests/ai/test_honesty.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.belief import forget_recent
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.worker import choose
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.refusals import IllegalAction
from hacktrick.game.rules import PRESETS
from hacktrick.play.match import Dice, Match
from hacktrick.play.record import Record, RecordError, RoundRecord
from hacktrick.play.replay import Script
from tests.ai.positions import positions

N_ROUNDS = int(os.environ.get("HACKTRICK_HONESTY", "1"))
TRIES = 60
BUDGET = Budget(600.0, 800)


def others_like(match: Match, rng: Random) -> Iterator[Match]:
    """Matches that looked the same so far to the seat to act, with other hidden cards."""
    seat = match.public.seat
    view = match.view(seat)
    for _ in range(TRIES):
        other = redealt(match, seat, rng)
        if other is not None and other.view(seat) == view and other.truth() != match.truth():
            yield other


def redealt(match: Match, seat: int, rng: Random) -> Match | None:
    """The same actions after a deal in which only the own cards are the same, if they are legal."""
    written = match.record.rounds[0]
    hidden = [card for n, hand in enumerate(written.hands) if n != seat for card in hand]
    pool = [*hidden, *written.deck]
    rng.shuffle(pool)
    hands = []
    for n, hand in enumerate(written.hands):
        hands.append(hand if n == seat else tuple(pool[: len(hand)]))
        if n != seat:
            del pool[: len(hand)]
    deal = replace(written, hands=tuple(hands), deck=tuple(pool), taken=[])
    return played_again(match, deal, rng)


def played_again(match: Match, deal: RoundRecord, rng: Random) -> Match | None:
    record = Record(match.rules, match.seats, [deal], match.record.score, match.record.codes)
    again = Match(
        match.rules, match.seats, Script(record, Dice(rng)), deal.leader, match.record.codes
    )
    if match.rules.codes:
        pile = match.record.codes
        again.match = again.match._replace(held=(pile[:3], pile[3:6]), pile=pile[6:], score=(2, 2))
    again.deal()
    try:
        for text in match.record.rounds[0].actions:
            again.submit(again.public.seat, parse(text))
    except (IllegalAction, NotationError, RecordError, ValueError):
        return None
    return None if again.is_round_over else again


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_same_view_gives_the_same_decision_whatever_is_hidden(preset: str) -> None:
    rng = Random(7)
    compared = 0
    for number, match in enumerate(positions(preset, N_ROUNDS, seed=51)):
        if number % 3 or number > 15:
            continue
        for other in list(others_like(match, rng))[:2]:
            compared += 1
            for level in LEVELS:
                forget_recent()
                told = choose(level, match.view(match.public.seat), BUDGET, 3)
                forget_recent()
                assert choose(level, other.view(other.public.seat), BUDGET, 3) == told
    assert compared


def test_the_worker_loads_neither_the_window_nor_the_table() -> None:
    program = (
        "import sys, hacktrick.ai.worker\n"
        "print([m for m in sys.modules if m.startswith(('pygame', 'hacktrick.ui', "
        "'hacktrick.play'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "[]"
