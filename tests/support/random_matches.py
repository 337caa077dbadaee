"""Plays random matches to their end, for commands that need many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hacktrick.game.actions import Action
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record


def random_record(rules: Rules, seats: Sequence[SeatInfo], rng: Random) -> Record:
    """Return the record of a finished match.

    Args:
        rng: deals and chooses all actions.
    """

    def act(match: Match) -> Action:
        return rng.choice(legal_actions(match.observe(match.public.seat)))

    return played_record(rules, seats, rng, act)


def played_record(
    rules: Rules, seats: Sequence[SeatInfo], rng: Random, act: Callable[[Match], Action]
) -> Record:
    """Return the record of a finished match.

    Args:
        rng: deals.
        act: chooses the actions for the seat on turn.
    """
    match = Match.begin_with_rng(rules, seats, rng)
    while not match.is_over:
        if match.is_round_over:
            match.deal_next_round()
        match.submit(match.public.seat, act(match))
    return match.record
