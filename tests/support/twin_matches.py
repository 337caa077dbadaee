"""Twin matches: one round twice, alike to one seat but with different hidden cards.

Whatever the program shows to that seat, or to everybody, must be the same in both matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from hacktrick.arena.contest_runner import dealt_match, give_codes_and_score
from hacktrick.game.actions import Action, Draw, Play, PutUnderDeck, parse
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance
from tests.support.resampled_matches import Resampler

NAMES = ("Anna", "Bert", "Cleo", "Dora")
TRIES = 30  # maximum number of attempts to draw different hidden cards


@dataclass(frozen=True, slots=True)
class TwinRounds:
    """Two rounds that look alike to ``seat``.

    Attributes:
        actions: all actions of the round but the last, which ends it and reveals the hands.
    """

    seat: Seat
    rounds: tuple[RoundRecord, RoundRecord]
    source: Match
    actions: tuple[Action, ...]

    def matches(self, players: tuple[str, ...]) -> tuple[Match, Match]:
        """Return both matches, dealt but without any action, with these players."""
        seats = tuple(SeatInfo(*one) for one in zip(NAMES, players, strict=False))
        one, other = (_replayed(self.source, deal, seats, ()) for deal in self.rounds)
        return one, other


def twin_rounds(rules: Rules, seed: int, seat: Seat) -> TwinRounds:
    """Return twins of a random round with so many draws that decks run out."""
    source = dealt_match(rules, seed)
    actions = _play(source, Random(f"{seed} twins"))[:-1]
    written = source.record.rounds[0]
    seats = source.seats
    ended = _replayed(source, written, seats, actions)
    resampler, rng = Resampler(ended, seat), Random(seed)
    truth = _hands(ended)
    for _n in range(TRIES):
        other = resampler.draw(rng)
        if _hands(other) != truth:
            break
    deals = (_dealt_only(written), _dealt_only(other.record.rounds[0]))
    return TwinRounds(seat, deals, source, tuple(actions))


def _hands(match: Match) -> list[object]:
    return [match.observe(seat).hand for seat in range(match.rules.n_seats)]


def _play(match: Match, rng: Random) -> list[Action]:
    done: list[Action] = []
    while not match.is_round_over:
        seat = match.public.seat
        legal = [a for a in legal_actions(match.observe(seat)) if not isinstance(a, PutUnderDeck)]
        plays = [action for action in legal if isinstance(action, Play)]
        draws = [action for action in legal if isinstance(action, Draw)]
        wanted = draws if draws and rng.random() < 0.6 else plays or legal
        action = rng.choice(wanted if rng.random() < 0.7 else legal)
        match.submit(seat, action)
        done.append(action)
    return done


def _dealt_only(written: RoundRecord) -> RoundRecord:
    return replace(written, actions=[], result=None)


def _replayed(
    old: Match, deal: RoundRecord, seats: tuple[SeatInfo, ...], actions: list[Action] | tuple[()]
) -> Match:
    pile = old.record.codes
    record = Record(old.rules, seats, [deal], (0,) * old.rules.n_score_entries, pile)
    match = Match(
        old.rules,
        seats,
        RecordedCardsThenChance(record, RandomChance(Random(1))),
        deal.leader,
        pile,
    )
    if old.rules.has_codes:
        give_codes_and_score(match)
    match.deal_next_round()
    for action in actions:
        match.submit(match.public.seat, parse(str(action)))
    return match
