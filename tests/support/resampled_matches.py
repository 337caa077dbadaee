"""Resamples the hidden cards of a match, so that it looks the same to one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.possible_worlds import DealSampler
from hacktrick.arena.contest_runner import dealt_match, give_codes_and_score
from hacktrick.game.actions import Action, Play, parse
from hacktrick.game.cards import Card
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance

LEVEL_OF_RANDOM_ROUNDS = 2  # this level makes half of the moves; the others are random


def resampled_positions(rules: Rules, seed: int) -> Iterator[Match]:
    """Yield the positions of one round, half of whose actions are random.

    The yielded match is always the same object, advanced.
    """
    match, rng = dealt_match(rules, seed), Random(f"{seed} moves")
    while not match.is_round_over:
        yield match
        seat = match.public.seat
        match.submit(seat, _half_random_action(match, rng))


def _half_random_action(match: Match, rng: Random) -> Action:
    seat = match.public.seat
    legal = legal_actions(match.observe(seat))
    if rng.random() < 0.5:
        return level_decision(
            LEVEL_OF_RANDOM_ROUNDS, match.view(seat), None, rng.getrandbits(30)
        ).action
    plays = [action for action in legal if isinstance(action, Play)]
    return rng.choice(plays if plays and rng.random() < 0.4 else legal)


class Resampler:
    """Draws matches with other hidden cards that look the same to one seat.

    The given match must not be advanced during the use of this object.
    """

    def __init__(self, match: Match, seat: Seat) -> None:
        self._match, self._seat = match, seat
        self._view = match.view(seat)
        self._deals = DealSampler(self._view)

    def draw(self, rng: Random) -> Match:
        """Return another match with the same view."""
        written = self._match.record.rounds[0]
        hands, drawn = self._deals.sample_deal(rng)
        decks = self._decks(list(hands), list(drawn), written, rng)
        deal = replace(written, hands=hands, deck=decks[0], shuffles=decks[1:])
        again = replayed_with_other_deal(
            self._match, deal, self._match.seats, self._codes(rng), rng
        )
        assert again.view(self._seat) == self._view, "a resampled match must look the same"
        return again

    def _decks(
        self,
        hands: list[tuple[Card, ...]],
        drawn: list[Card],
        written: RoundRecord,
        rng: Random,
    ) -> list[tuple[Card, ...]]:
        """Return random decks, first and reshuffled, from which the same cards are drawn.

        Args:
            hands: the resampled hands of the deal.
            drawn: all cards drawn in the round, in order.
            written: the real round, for the cards set aside and the sizes of the decks.
        """
        rules = self._view.rules
        left = [value for value in range(rules.values) for _ in range(rules.copies)]
        for card in (*written.aside, *(card for hand in hands for card in hand)):
            left.remove(card)
        rng.shuffle(left)
        decks = []
        for old in (left, *written.shuffles):
            rest = list(old)
            for card in drawn[: len(rest)]:
                rest.remove(card)
            rng.shuffle(rest)
            top, drawn = drawn[: len(old)], drawn[len(old) :]
            decks.append((*top, *rest))
        return decks

    def _codes(self, rng: Random) -> tuple[str, ...]:
        """Return the pile of codes; the codes that no player holds are in a new order."""
        codes = self._match.record.codes
        held = len(codes) - len(self._match.match_state.pile)
        return (*codes[:held], *rng.sample(codes[held:], len(codes) - held))


def replayed_with_other_deal(
    match: Match,
    deal: RoundRecord,
    seats: Sequence[SeatInfo],
    pile: tuple[str, ...],
    rng: Random,
) -> Match:
    """Replay the first round of a match so far, with another deal and other players.

    Args:
        pile: the codes before they were dealt.
    """
    record = Record(match.rules, tuple(seats), [deal], match.record.score, pile)
    again = Match(
        match.rules,
        record.seats,
        RecordedCardsThenChance(record, RandomChance(rng)),
        deal.leader,
        pile,
    )
    if match.rules.has_codes:
        give_codes_and_score(again)
    again.deal_next_round()
    for text in match.record.rounds[0].actions:
        again.submit(again.public.seat, parse(text))
    return again
