"""Verifies a match record against its proofs: deals, reshuffled decks, the computer's decisions.

Anybody can repeat these checks (docs/fairness.md). Decisions by another net, program or processor
cannot be repeated here; they are counted separately, not as faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from hacktrick.ai.answer_time_slots import slot_seconds, work_budget_of
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.fairness.net_and_computer_hashes import (
    is_played_by_this_net,
    is_played_on_this_computer,
)
from hacktrick.game.actions import CODES, parse
from hacktrick.game.cards import Card
from hacktrick.game.editions import Rules
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import Seating
from hacktrick.game.view import View
from hacktrick.match.deal_proof import DealProof, RandomStream, UnreadableProof, read_deal_proof
from hacktrick.match.live_match import Match, deal_from_pack
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import BY_CLOCK_KEY, Record, RecordError, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance, replay_record

# Number of decisions in a time slot; a level takes at most half of the slot for a turn.
DECISIONS_PER_SLOT = 2


class UnfairRecord(ValueError):
    """Raised if a record contradicts its proof; the message says how and in which round."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """The result of verifying a round.

    Attributes:
        number: the number of the round, from 0.
        has_proof: whether the round has a proof; without one, nothing in it can be verified.
        is_cut_chosen: whether the player chose the cut.
        n_decks, n_taken: the numbers of reshuffled decks and of taken cards that were verified.
        n_decisions: the number of the computer's decisions.
        n_same: the number of decisions that gave the same action when they were repeated.
        n_by_clock: the number of decisions that the clock cut short, so that they cannot be
            repeated.
        n_elsewhere: the number of decisions by another net, and of those by another program or
            processor whose repetition gave a different action.
    """

    number: int
    has_proof: bool = False
    is_cut_chosen: bool = False
    n_decks: int = 0
    n_taken: int = 0
    n_decisions: int = 0
    n_same: int = 0
    n_by_clock: int = 0
    n_elsewhere: int = 0


def verify_record(record: Record) -> Iterator[RoundCheck]:
    """Verify a record and yield the result for each round.

    Repeating a decision of the highest level takes about a second.

    Raises:
        RecordError: the record breaks the rules.
        UnfairRecord: the record contradicts its proof.
    """
    script = VerifyingChance(record)
    found, asked = RoundCheck(0), None
    for match, text in replay_record(record, script):
        number = len(match.record.rounds) - 1
        if text is None:
            if number:
                yield found
            proof = script.proof
            found = RoundCheck(number, proof is not None, proof is not None and proof.is_cut_chosen)
        elif asked is not None and script.key:
            found = _repeat_and_count_decision(found, record, script, asked, text)
        found = replace(found, n_decks=script.n_decks, n_taken=script.n_taken)
        asked = _due_computer_decision(match)
    yield found


def verification_seconds(record: Record) -> float:
    """Return the approximate number of seconds that ``verify_record`` takes for a record.

    If the record breaks the rules, only decisions before the breach count.
    """
    total = 0.0
    if is_played_by_this_net(record):
        with suppress(RecordError):
            for match, _ in replay_record(record):
                seat = match.seats[match.public.seat]
                level = None if match.is_round_over else level_of(seat.player)
                if level is not None:
                    total += slot_seconds(level, record.rules, seat.patient) / DECISIONS_PER_SLOT
    return total


def verified_fingerprints(record: Record) -> tuple[str, ...]:
    """Return the fingerprint of each round with a proof, after verifying its deal.

    Raises:
        RecordError: the record breaks the rules.
        UnfairRecord: the record contradicts its proof.
    """
    script, found = VerifyingChance(record), []
    for _match, text in replay_record(record, script):
        if text is None and script.proof is not None:
            found.append(script.proof.commitment)
    return tuple(found)


class VerifyingChance(RecordedCardsThenChance):
    """A source of chance that replays a record and compares each outcome with the proof.

    Attributes:
        number: the number of the current round, from 0.
        proof: the proof of this round; None if the round has no proof.
        key: the key from which the round's chance is derived; empty without a proof.
        n_decks, n_taken: the numbers of reshuffled decks and taken cards in this round so far.
    """

    proof: DealProof | None
    key: bytes
    n_decks: int
    n_taken: int

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._record = record
        self.number = -1

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        written = super().deal(rules, seating)
        self.number += 1
        self.n_decks = self.n_taken = 0
        try:
            self.proof = read_deal_proof(self._record, self.number)
        except UnreadableProof as error:
            raise self._unfair_record(str(error)) from error
        self.key = self.proof.sealed.chance_key(self.proof.cut) if self.proof else b""
        if self.proof:
            self._check_deal(self.proof, rules, seating, written)
        return written

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        order = super().shuffle(cards)
        self.n_decks += 1
        if self.key and order != RandomStream(self.key, f"deck {self.n_decks}").shuffled(cards):
            raise self._unfair_record("a later deck is not that of secret and cut")
        return order

    def take_card(self, hand: Sequence[Card]) -> Card:
        card = super().take_card(hand)
        self.n_taken += 1
        if (
            self.key
            and card
            != hand[RandomStream(self.key, f"taken {self.n_taken}").next_number_below(len(hand))]
        ):
            raise self._unfair_record("a card was taken that chance did not take")
        return card

    def _check_deal(
        self, proof: DealProof, rules: Rules, seating: Seating, written: RoundRecord
    ) -> None:
        if proof.sealed.commitment != proof.commitment or proof.sealed.number != self.number:
            raise self._unfair_record("the secret is not the one that the fingerprint was made of")
        again = deal_from_pack(rules, seating, RandomStream(self.key, "deal").shuffled)
        if (again.hands, again.aside, again.deck) != (written.hands, written.aside, written.deck):
            raise self._unfair_record("the deal is not that of secret and cut")
        if self.number == 0:
            self._check_first_leader_and_codes(proof, rules, written)

    def _check_first_leader_and_codes(
        self, proof: DealProof, rules: Rules, written: RoundRecord
    ) -> None:
        candidates = possible_first_leaders(rules)
        lot = candidates[RandomStream(self.key, "leader").next_number_below(len(candidates))]
        if proof.is_leader_by_lot and written.leader != lot:
            raise self._unfair_record("the first leader is not the one drawn by lot")
        if rules.has_codes and self._record.codes != RandomStream(self.key, "codes").shuffled(
            CODES
        ):
            raise self._unfair_record("the pile of codes is not that of secret and cut")

    def _unfair_record(self, what: str) -> UnfairRecord:
        return UnfairRecord(f"round {self.number}: {what}")


@dataclass(frozen=True, slots=True)
class DecisionToVerify:
    """A decision in a record that the verification repeats.

    Attributes:
        n_actions: the number of earlier actions in the round.
        view: what the deciding seat could know.
    """

    n_actions: int
    level: int
    view: View


def _due_computer_decision(match: Match) -> DecisionToVerify | None:
    if match.is_round_over:
        return None
    level = level_of(match.seats[match.public.seat].player)
    if level is None:
        return None
    return DecisionToVerify(
        len(match.record.rounds[-1].actions), level, match.view(match.public.seat)
    )


def _repeat_and_count_decision(
    check: RoundCheck,
    record: Record,
    script: VerifyingChance,
    decision: DecisionToVerify,
    text: str,
) -> RoundCheck:
    """Repeat a decision if that is possible here; return ``check`` with the decision counted.

    Args:
        script: the chance outcomes of the record so far.
        text: the action in the record, as text.
    """
    check = replace(check, n_decisions=check.n_decisions + 1)
    written = record.rounds[check.number]
    by_clock = written.extra.get(BY_CLOCK_KEY)
    if isinstance(by_clock, list) and decision.n_actions in by_clock:
        return replace(check, n_by_clock=check.n_by_clock + 1)
    if not is_played_by_this_net(record) or decision.level not in LEVELS:
        return replace(check, n_elsewhere=check.n_elsewhere + 1)
    patient = decision.view.seats[decision.view.seat].patient
    budget = work_budget_of(decision.level, written.work_share, patient)
    seed = RandomStream(script.key, f"seed {decision.n_actions}").next_32_bits()
    again = level_decision(decision.level, decision.view, budget, seed)
    if again.is_cut_short:
        return replace(check, n_by_clock=check.n_by_clock + 1)
    if again.action != parse(text):
        if not is_played_on_this_computer(record):
            return replace(check, n_elsewhere=check.n_elsewhere + 1)
        raise UnfairRecord(
            f"round {check.number}: after {decision.n_actions} actions level {decision.level} "
            f"would have done {str(again.action)!r}, not {text!r}"
        )
    return replace(check, n_same=check.n_same + 1)
