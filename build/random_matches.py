"""Matches played at random, for commands that need many of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.play.match import Match
from hacktrick.play.record import Record


def random_match(rules: Rules, seats: Sequence[SeatInfo], rng: Random) -> Record:
    """A match to its end; ``rng`` deals and chooses."""
    match = Match.new(rules, seats, rng)
    while not match.is_over:
        if match.is_round_over:
            match.deal()
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
    return match.record
