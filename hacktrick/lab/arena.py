"""Computer players against each other: every deal twice, with the sides exchanged.

Rounds, not matches: each begins level. Where there are codes, both sides begin with two points
and two codes each, so that codes and stakes come into play.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple, Protocol

from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.lab.contestants import TIME_MS, Desk, Player
from hacktrick.lab.crew import Alone, Crew
from hacktrick.lab.foreign import BotFault
from hacktrick.play.match import Dice, Match

CODES_EACH = 2
SCORE_WITH_CODES = 2
CHUNK = 4  # deals that a program plays before it is started anew
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


class Choice(NamedTuple):
    """Of the first player (0) or the second (1) of a pairing."""

    who: int
    action: Action
    seconds: float


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
    contest: Contest, n_deals: int, crew: Crew | None = None, known: Known | None = None
) -> Generator[tuple[Deal, Pair]]:
    """The deals of every pairing in a fixed order; what comes does not depend on who plays them.

    Args:
        n_deals: for each pairing.
        crew: who plays them; they end when the iterator is closed. None: this process.
        known: what need not be played; told of all that is.

    Raises:
        CrewError: the crew cannot go on.
    """
    known = Nothing() if known is None else known
    wanted = [Deal(pairing, n) for n in range(n_deals) for pairing in contest.pairings]
    missing = [deal for deal in wanted if known.get(deal) is None]
    with closing(_played(contest, missing, crew or Alone())) as fresh:
        for deal in wanted:
            pair = known.get(deal)
            if pair is None:
                pair = next(fresh)
                known.add(deal, pair)
            yield deal, pair


def _played(contest: Contest, deals: Sequence[Deal], crew: Crew) -> Generator[Pair]:
    """Programs are started anew for each chunk, however many play."""
    size = CHUNK if any(player.command for player in contest.players) else 1
    chunks = [deals[n : n + size] for n in range(0, len(deals), size)]
    with closing(crew.in_order(partial(play_deals, contest), chunks)) as results:
        for pairs in results:
            yield from pairs


def play_deals(contest: Contest, deals: Sequence[Deal]) -> list[Pair]:
    """The rounds of some deals, each played twice."""
    with closing(Desk(contest.rules, contest.players, contest.time_ms)) as desk:
        return [
            (play_round(contest, desk, deal, False), play_round(contest, desk, deal, True))
            for deal in deals
        ]


def play_round(contest: Contest, desk: Desk, deal: Deal, exchanged: bool) -> Played:
    """One round of a deal.

    Args:
        exchanged: the second player plays side 0.
    """
    match = dealt(contest.rules, seed_of(contest, deal))
    thinking: tuple[list[float], list[float]] = ([], [])
    try:
        for who, action, seconds in choices(contest, desk, deal, exchanged, match):
            thinking[who].append(seconds)
            match.submit(match.public.seat, action)
    except BotFault as fault:
        who = match.public.side ^ exchanged
        return Played(1 - who, 1, "fault", str(fault), thinking)
    result = match.public.result
    assert result is not None
    return Played(result.side ^ exchanged, result.points, result.by, "", thinking)


def choices(
    contest: Contest, desk: Desk, deal: Deal, exchanged: bool, match: Match
) -> Iterator[Choice]:
    """What the players choose until the round of ``match`` is over, each to be submitted there
    before the next is asked for.

    Raises:
        BotFault: the player whose turn it is has failed.
    """
    seeds = Random(f"{seed_of(contest, deal)} decisions")
    while not match.is_round_over:
        seat = match.public.seat
        who = match.public.side ^ exchanged
        legal = tuple(map(str, legal_actions(match.observe(seat))))
        action, seconds = desk.choose(
            deal.pairing[who], match.view(seat), legal, seeds.getrandbits(32)
        )
        yield Choice(who, parse(action), seconds)


def seed_of(contest: Contest, deal: Deal) -> int:
    """That of its cards and of all that is decided in it."""
    return contest.seed * DEALS_A_SEED + deal.number


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
