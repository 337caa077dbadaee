"""Computer players against each other: every deal twice, with the sides exchanged.

Rounds, not matches: each begins level. Where there are codes, both sides begin with two points
and two codes each, so that codes and stakes come into play.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from random import Random
from typing import NamedTuple, Protocol

from hacktrick.game.actions import CODES, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.lab.contestants import TIME_MS, Desk, Player
from hacktrick.lab.foreign import BotFault
from hacktrick.play.match import Dice, Match

CODES_EACH = 2
SCORE_WITH_CODES = 2
CHUNKS_A_JOB = 4
LARGEST_CHUNK = 8  # deals; programs are started anew for each chunk
DEALS_A_SEED = 1_000_003

Pairing = tuple[int, int]
"""The numbers of two players; the first plays side 0 when a deal is played first."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: the players, the rules, and the seed that the deals come from."""

    rules: Rules
    players: tuple[Player, ...]
    seed: int = 0
    time_ms: int = TIME_MS

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Everybody against everybody."""
        return tuple(combinations(range(len(self.players)), 2))


@dataclass(slots=True)
class Played:
    """One round as the first player (0) and the second (1) of a pairing saw it."""

    winner: int
    points: int
    by: str
    fault: str = ""  # what the loser did, if that is why he lost
    thinking: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))  # seconds


class Deal(NamedTuple):
    """One deal between two players, by its number."""

    pairing: Pairing
    number: int


Pair = tuple[Played, Played]
"""The two rounds of a deal."""


class Known(Protocol):
    """Deals played before, and a place to note more."""

    def get(self, deal: Deal) -> Pair | None:
        """The rounds of a deal that is known."""

    def add(self, deal: Deal, pair: Pair) -> None:
        """Notes the rounds of a deal."""


class Nothing:
    """No deal is known and none is noted."""

    def get(self, deal: Deal) -> Pair | None:
        return None

    def add(self, deal: Deal, pair: Pair) -> None:
        pass


def run(
    contest: Contest, n_deals: int, jobs: int = 1, known: Known | None = None
) -> Generator[tuple[Deal, Pair]]:
    """The deals of every pairing in a fixed order; what comes does not depend on ``jobs``.

    Args:
        n_deals: for each pairing.
        jobs: processes; they end when the iterator is closed.
        known: what need not be played; told of all that is.
    """
    known = Nothing() if known is None else known
    wanted = [Deal(pairing, n) for n in range(n_deals) for pairing in contest.pairings]
    missing = [deal for deal in wanted if known.get(deal) is None]
    fresh = _played(contest, missing, jobs)
    for deal in wanted:
        pair = known.get(deal)
        if pair is None:
            pair = next(fresh)
            known.add(deal, pair)
        yield deal, pair


def _played(contest: Contest, deals: Sequence[Deal], jobs: int) -> Iterator[Pair]:
    if jobs == 1 or len(deals) < 2:
        yield from _one_by_one(contest, deals)
        return
    size = 1
    if any(player.command for player in contest.players):
        size = min(LARGEST_CHUNK, max(1, -(-len(deals) // (jobs * CHUNKS_A_JOB))))
    chunks = [deals[n : n + size] for n in range(0, len(deals), size)]
    with get_context("spawn").Pool(jobs, _leave_interrupts_to_the_parent) as pool:
        for pairs in pool.imap(partial(play_deals, contest), chunks):
            yield from pairs


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_deals(contest: Contest, deals: Sequence[Deal]) -> list[Pair]:
    """The rounds of some deals, each played twice."""
    return list(_one_by_one(contest, deals))


def _one_by_one(contest: Contest, deals: Sequence[Deal]) -> Iterator[Pair]:
    desk = Desk(contest.rules, contest.players, contest.time_ms)
    try:
        for deal in deals:
            yield play_round(contest, desk, deal, False), play_round(contest, desk, deal, True)
    finally:
        desk.close()


def play_round(contest: Contest, desk: Desk, deal: Deal, exchanged: bool) -> Played:
    """One round of a deal.

    Args:
        exchanged: the second player plays side 0.
    """
    seed = contest.seed * DEALS_A_SEED + deal.number
    match = dealt(contest.rules, seed)
    seeds = Random(f"{seed} decisions")
    thinking: tuple[list[float], list[float]] = ([], [])
    while not match.is_round_over:
        seat = match.public.seat
        who = match.public.side ^ exchanged
        legal = tuple(map(str, legal_actions(match.observe(seat))))
        try:
            action, seconds = desk.choose(
                deal.pairing[who], match.view(seat), legal, seeds.getrandbits(32)
            )
        except BotFault as fault:
            return Played(1 - who, 1, "fault", str(fault), thinking)
        thinking[who].append(seconds)
        match.submit(seat, parse(action))
    result = match.public.result
    assert result is not None
    return Played(result.side ^ exchanged, result.points, result.by, "", thinking)


def dealt(rules: Rules, seed: int) -> Match:
    """A match whose first round has been dealt as ``seed`` says."""
    dice = Dice(rng := Random(f"{seed} deal"))
    seats = [SeatInfo(f"{n}", "arena") for n in range(rules.n_seats)]
    leader = rng.choice(first_leaders(rules))
    match = Match(rules, seats, dice, leader, dice.codes() if rules.codes else ())
    if rules.codes:
        give_codes(match)
    match.deal()
    return match


def give_codes(match: Match) -> None:
    """Deals the first codes of the pile, and the points to stake on them."""
    pile = match.match.pile
    assert len(pile) == len(CODES)
    held = tuple(
        pile[CODES_EACH * seat : CODES_EACH * (seat + 1)] for seat in range(match.rules.n_seats)
    )
    match.match = match.match._replace(
        held=held,
        pile=pile[CODES_EACH * match.rules.n_seats :],
        score=(SCORE_WITH_CODES,) * match.rules.n_scores,
    )
