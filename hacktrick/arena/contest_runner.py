"""Contests between computer players: every deal is played twice, with exchanged sides.

A contest consists of single rounds, each from an even score, not of matches. With a journal of JSON
lines, an interrupted run can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TextIO

from hacktrick.ai.foreign_bot import BotFault
from hacktrick.arena.contestants import TIME_MS, Contestant, ContestantPool
from hacktrick.arena.workers import InProcessWorkers, Workers
from hacktrick.child_process import PipeTypes
from hacktrick.game import json_validation
from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.editions import Rules, custom_options
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance

CODES_EACH = 2  # number of codes dealt to each player
# Number of points that each player has at the start, so that they can stake one.
SCORE_WITH_CODES = 2
DEALS_PER_TASK = 4  # number of deals that a foreign program plays before it is restarted
DEALS_A_SEED = 1_000_003  # distance between the first deals of two successive seeds

Pairing = tuple[int, int]
"""The numbers of two players. In the first round of a deal, the first of them has side 0."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The settings of a contest.

    Attributes:
        seed: determines the deals.
        time_ms: the time limit of foreign programs for a decision, in milliseconds.
    """

    rules: Rules
    players: tuple[Contestant, ...]
    seed: int = 0
    time_ms: int = TIME_MS

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """All pairs of players in the contest."""
        return tuple(combinations(range(len(self.players)), 2))


@dataclass(slots=True)
class ContestRound:
    """The result of a round between players 0 and 1 of a pairing.

    Attributes:
        winner: the player who won, 0 or 1.
        by: the kind of win, as in match records.
        fault: the loser's fault, if a fault decided the round.
        thinking: the seconds that each decision took, by player.
    """

    winner: int
    points: int
    by: str
    fault: str = ""
    thinking: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


class ContestDeal(NamedTuple):
    """A deal of a pairing, identified by its number."""

    pairing: Pairing
    number: int


class TimedAction(NamedTuple):
    """An action of player 0 or 1 of a pairing, and the seconds that the decision took."""

    who: int
    action: Action
    seconds: float


DealResults = tuple[ContestRound, ContestRound]
"""The two rounds of a deal."""


class DealResultStore(Protocol):
    """A store of the results of deals that have already been played."""

    def results_of(self, deal: ContestDeal) -> DealResults | None:
        """Return the results of a deal's rounds; None if the deal has not been played."""

    def store_results(self, deal: ContestDeal, results: DealResults) -> None:
        """Store the results of a deal's rounds."""


class EmptyDealResultStore:
    """A store that stays empty, for contests without a journal."""

    def results_of(self, deal: ContestDeal) -> DealResults | None:
        return None

    def store_results(self, deal: ContestDeal, results: DealResults) -> None:
        pass


@cache
def contest_value_types() -> PipeTypes:
    """Return the types that pass between a contest and its worker processes."""
    return {kind.__name__: kind for kind in (Contest, Contestant, ContestDeal, ContestRound, Rules)}


def run_contest(
    contest: Contest,
    n_deals: int,
    workers: Workers | None = None,
    known_deals: DealResultStore | None = None,
) -> Generator[tuple[ContestDeal, DealResults]]:
    """Play a contest; yield each deal of all pairings with its results, always in the same order.

    Args:
        contest: the players, rules and other settings of the contest.
        n_deals: the number of deals for each pairing.
        workers: the workers that play the rounds; they stop when the generator is closed. By
            default this process plays.
        known_deals: the deals that were played before; each new deal is added to them.

    Raises:
        WorkersError: the workers cannot continue.
    """
    known_deals = EmptyDealResultStore() if known_deals is None else known_deals
    wanted = [ContestDeal(pairing, n) for n in range(n_deals) for pairing in contest.pairings]
    missing = [deal for deal in wanted if known_deals.results_of(deal) is None]
    with closing(_play_in_chunks(contest, missing, workers or InProcessWorkers())) as fresh:
        for deal in wanted:
            pair = known_deals.results_of(deal)
            if pair is None:
                pair = next(fresh)
                known_deals.store_results(deal, pair)
            yield deal, pair


def _play_in_chunks(
    contest: Contest, deals: Sequence[ContestDeal], workers: Workers
) -> Generator[DealResults]:
    """Play deals in chunks; foreign programs are restarted for each chunk."""
    size = DEALS_PER_TASK if any(player.command for player in contest.players) else 1
    chunks = [deals[n : n + size] for n in range(0, len(deals), size)]
    with closing(workers.run_in_order(partial(play_deals, contest), chunks)) as results:
        for pairs in results:
            yield from pairs


def play_deals(contest: Contest, deals: Sequence[ContestDeal]) -> list[DealResults]:
    """Play both rounds of each of these deals, and return the results."""
    with closing(ContestantPool(contest.rules, contest.players, contest.time_ms)) as pool:
        return [
            (
                play_round(contest, pool, deal, exchanged=False),
                play_round(contest, pool, deal, exchanged=True),
            )
            for deal in deals
        ]


def play_round(
    contest: Contest, pool: ContestantPool, deal: ContestDeal, exchanged: bool
) -> ContestRound:
    """Play one round of a deal.

    Args:
        contest: the settings of the contest.
        pool: the running players, who decide.
        deal: the pairing, and the number of the deal.
        exchanged: whether the second player has side 0.
    """
    match = dealt_match(contest.rules, deal_seed(contest, deal))
    thinking: tuple[list[float], list[float]] = ([], [])
    try:
        for who, action, seconds in actions_until_round_end(contest, pool, deal, exchanged, match):
            thinking[who].append(seconds)
            match.submit(match.public.seat, action)
    except BotFault as fault:
        who = match.public.side ^ exchanged
        return ContestRound(1 - who, 1, "fault", str(fault), thinking)
    result = match.public.result
    assert result is not None
    return ContestRound(result.side ^ exchanged, result.points, result.by, "", thinking)


def actions_until_round_end(
    contest: Contest, pool: ContestantPool, deal: ContestDeal, exchanged: bool, match: Match
) -> Iterator[TimedAction]:
    """Yield the players' actions until the round of ``match`` is over.

    The caller must submit each action before asking for the next one.

    Args:
        exchanged: whether the second player has side 0.

    Raises:
        BotFault: the player whose turn it is has failed.
    """
    seeds = Random(f"{deal_seed(contest, deal)} decisions")
    while not match.is_round_over:
        seat = match.public.seat
        who = match.public.side ^ exchanged
        legal = tuple(map(str, legal_actions(match.observe(seat))))
        action, seconds = pool.timed_action_of(
            deal.pairing[who], match.view(seat), legal, seeds.getrandbits(32)
        )
        yield TimedAction(who, parse(action), seconds)


def deal_seed(contest: Contest, deal: ContestDeal) -> int:
    """Return the seed for the cards of a deal and the decisions in it."""
    return contest.seed * DEALS_A_SEED + deal.number


def dealt_match(rules: Rules, seed: int) -> Match:
    """Return a match whose first round was dealt from ``seed``."""
    dice = RandomChance(rng := Random(f"{seed} deal"))
    seats = [SeatInfo(f"{n}", "arena") for n in range(rules.n_seats)]
    leader = rng.choice(possible_first_leaders(rules))
    match = Match(rules, seats, dice, leader, dice.shuffled_codes() if rules.has_codes else ())
    if rules.has_codes:
        give_codes_and_score(match)
    match.deal_next_round()
    return match


def give_codes_and_score(match: Match) -> None:
    """Give each player codes from the pile, and points to stake."""
    pile = match.match_state.pile
    assert len(pile) == len(CODES)
    held = tuple(
        pile[CODES_EACH * seat : CODES_EACH * (seat + 1)] for seat in range(match.rules.n_seats)
    )
    match.match_state = match.match_state._replace(
        held=held,
        pile=pile[CODES_EACH * match.rules.n_seats :],
        score=(SCORE_WITH_CODES,) * match.rules.n_score_entries,
    )


FORMAT = "hacktrick-arena"
VERSION = 1
MAX_LINE = 100_000  # maximum number of characters in a line of a journal
MAX_TURNS = 1000  # maximum number of decisions of a player in a round


class JournalError(ValueError):
    """Raised if a journal cannot be used; the message gives the reason."""


class ContestJournal:
    """A file of played deals, to which every new deal is appended."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open and read the file, or create it.

        Raises:
            JournalError: the file belongs to another contest, is damaged, or cannot be accessed.
        """
        self._path = path
        self._known: dict[ContestDeal, DealResults] = {}
        try:
            there = path.exists()
            if there and not path.is_file():  # reading a named pipe could block forever
                raise JournalError(f"cannot use {path}: it is a folder, a pipe or a device")
            whole = self._read_complete_lines(contest) if there else 0
            self._file: TextIO = path.open("a", encoding="utf-8", newline="\n")
            self._file.truncate(whole)
            if not whole:
                self._write(_contest_header(contest))
        except UnicodeDecodeError as error:
            raise JournalError(f"{path} is not a text in UTF-8") from error
        except OSError as error:
            raise JournalError(f"cannot use {path}: {error.strerror or error}") from error

    def __len__(self) -> int:
        return len(self._known)

    def results_of(self, deal: ContestDeal) -> DealResults | None:
        return self._known.get(deal)

    def store_results(self, deal: ContestDeal, results: DealResults) -> None:
        """Append a deal to the file and remember it.

        Args:
            deal: the pairing, and the number of the deal.
            results: the results of its two rounds.

        Raises:
            JournalError: the file cannot be written.
        """
        try:
            self._write(_deal_as_json(deal, results))
        except OSError as error:
            raise JournalError(f"cannot write {self._path}: {error.strerror or error}") from error
        self._known[deal] = results

    def close(self) -> None:
        self._file.close()

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
        self._file.flush()

    def _read_complete_lines(self, contest: Contest) -> int:
        """Read all complete lines and return their total length in bytes.

        Raises:
            JournalError: the file belongs to another contest or is damaged.
        """
        whole = 0
        for number, line in enumerate(_complete_lines(self._path)):
            try:
                data = json_validation.require_object(json.loads(line), "the line")
                if number:
                    deal, pair = _read_deal(data, contest)
                    self._known[deal] = pair
                else:
                    _check_header(data, contest)
            except (ValueError, RecursionError) as error:
                why = error if isinstance(error, json_validation.JsonShapeError) else "not JSON"
                raise JournalError(f"{self._path}, line {number + 1}: {why}") from error
            whole += len(line.encode("utf-8"))
        return whole


def _complete_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, without the last one if it is incomplete."""
    with path.open(encoding="utf-8", newline="\n") as file:
        while line := file.readline(MAX_LINE):
            if line.endswith("\n") or len(line) == MAX_LINE:
                yield line


def _contest_header(contest: Contest) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "preset": contest.rules.preset,
        "options": custom_options(contest.rules),
        "players": [player.text for player in contest.players],
        "seed": contest.seed,
        "time_ms": contest.time_ms,
    }


def _check_header(data: Any, contest: Contest) -> None:
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise json_validation.JsonShapeError("this is no journal of an arena")
    for name, wanted in _contest_header(contest).items():
        if data.get(name) != wanted:
            raise json_validation.JsonShapeError(
                f"the journal of another run: its {name} is not {wanted!r}"
            )


def _deal_as_json(deal: ContestDeal, results: DealResults) -> dict[str, Any]:
    return {
        "players": list(deal.pairing),
        "deal": deal.number,
        "rounds": [
            {
                "winner": played.winner,
                "points": played.points,
                "by": played.by,
                "fault": played.fault,
                "ms": [[round(1000 * t, 1) for t in seconds] for seconds in played.thinking],
            }
            for played in results
        ],
    }


def _read_deal(data: Any, contest: Contest) -> tuple[ContestDeal, DealResults]:
    first, second = json_validation.require_ints(data.get("players"), "the players", length=2)
    if (first, second) not in contest.pairings:
        raise json_validation.JsonShapeError("there are no such players")
    number = json_validation.require_int(data.get("deal"), "the deal")
    rounds = json_validation.require_list(data.get("rounds"), "the rounds", 2)
    if number < 0 or len(rounds) != 2:
        raise json_validation.JsonShapeError("a deal has a number and two rounds")
    one, other = (_read_round(json_validation.require_object(entry, "a round")) for entry in rounds)
    return ContestDeal((first, second), number), (one, other)


def _read_round(data: Any) -> ContestRound:
    winner = json_validation.require_int(data.get("winner"), "the winner")
    points = json_validation.require_int(data.get("points"), "the points")
    if winner not in (0, 1) or not 0 < points <= 9:
        raise json_validation.JsonShapeError("a round has no such winner or points")
    by, fault = data.get("by"), data.get("fault")
    if not isinstance(by, str) or not isinstance(fault, str):
        raise json_validation.JsonShapeError("a round does not say how it ended")
    first, second = _read_times(data.get("ms"))
    return ContestRound(winner, points, by, fault, (first, second))


def _read_times(data: Any) -> list[list[float]]:
    times = json_validation.require_list(data, "the times", 2)
    if len(times) != 2:
        raise json_validation.JsonShapeError("the times of two players are needed")
    found = []
    for entry in times:
        seconds = json_validation.require_list(entry, "the times", MAX_TURNS)
        if not all(type(ms) in (int, float) and 0 <= ms < 1e9 for ms in seconds):
            raise json_validation.JsonShapeError("the times are not numbers")
        found.append([ms / 1000 for ms in seconds])
    return found
