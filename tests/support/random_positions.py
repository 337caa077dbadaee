"""Positions of random rounds, for the tests of the computer players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hacktrick.game.actions import Action, Play
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance


def begin_match(rules: Rules, rng: Random, score: int = 0) -> Match:
    """Return a new match; with codes, each player holds three codes and has points to stake."""
    dice = RandomChance(rng)
    seats = [SeatInfo(str(seat), "test") for seat in range(rules.n_seats)]
    leader = rng.choice(possible_first_leaders(rules))
    match = Match(rules, seats, dice, leader, dice.shuffled_codes() if rules.has_codes else ())
    if rules.has_codes:
        pile = match.match_state.pile
        match.match_state = match.match_state._replace(
            held=(pile[:3], pile[3:6]), pile=pile[6:], score=(2, 2)
        )
    if score:
        match.match_state = match.match_state._replace(score=(score,) * rules.n_score_entries)
    match.deal_next_round()
    return match


def random_action(match: Match, rng: Random) -> Action:
    """Return a random legal action, favouring plays so that rounds make progress."""
    legal = legal_actions(match.observe(match.public.seat))
    plays = [action for action in legal if isinstance(action, Play)]
    return rng.choice(plays if plays and rng.random() < 0.4 else legal)


def random_positions(preset: str, n_rounds: int, seed: int = 0, score: int = 0) -> Iterator[Match]:
    """Yield every position of some random rounds.

    Within a round, the same match object is advanced and yielded again.
    """
    for number in range(n_rounds):
        rng = Random(f"{preset} {seed} {number}")
        match = begin_match(PRESETS[preset], rng, score)
        while not match.is_round_over:
            yield match
            match.submit(match.public.seat, random_action(match, rng))
