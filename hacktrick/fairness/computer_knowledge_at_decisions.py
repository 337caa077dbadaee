"""Lists what the computer could know at each decision of a finished round, from the record alone.

The module also determines which decisions can be repeated here, and why others cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.ai.answer_time_slots import work_budget_of
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.fairness.net_and_computer_hashes import (
    is_played_by_this_net,
    is_played_on_this_computer,
)
from hacktrick.game.actions import PASS, Action, parse
from hacktrick.game.cards import cards_of
from hacktrick.match.deal_proof import RandomStream, UnreadableProof, read_deal_proof
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import BY_CLOCK_KEY, Record
from hacktrick.match.record_replay import replay_record

if TYPE_CHECKING:
    from hacktrick.ai.agent import Budget
    from hacktrick.game.state import Observation, Seat
    from hacktrick.game.view import View
    from hacktrick.match.live_match import Match

NotRepeatableReason = Literal["", "no_proof", "clock", "elsewhere"]
"""Why a decision cannot be repeated: its seed is unknown, the clock cut it short, or another value
net made it; "" if it can be repeated.
"""


class AuditedDecision(NamedTuple):
    """A decision of a computer player.

    Attributes:
        n_actions: the number of earlier actions in the round.
        view: what the seat could know of the round.
        observation: what the seat saw on the table.
        hands: all hands at that moment, by seat, each sorted.
        not_repeatable: the reason why the decision cannot be repeated here; "" if it can be.
        seed, budget: the seed and the budget with which to repeat the decision.
        is_made_here: whether this program made the decision on this kind of processor; if so, a
            repetition must give the same action.
    """

    n_actions: int
    seat: Seat
    level: int
    view: View
    observation: Observation
    hands: tuple[tuple[int, ...], ...]
    action: Action
    not_repeatable: NotRepeatableReason
    seed: int
    budget: Budget | None
    is_made_here: bool

    @property
    def announced_sums(self) -> dict[Seat, int]:
        """The sum that each other seat announced last."""
        return {seat: total for _n, seat, total in self.view.said if seat != self.seat}


def audited_decisions(record: Record, round_index: int) -> tuple[AuditedDecision, ...]:
    """Return the computer's decisions in the finished round with index ``round_index``.

    Raises:
        RecordError: the record breaks the rules.
    """
    found: list[AuditedDecision] = []
    before: AuditedDecision | None = None
    for match, text in replay_record(record):
        if len(match.record.rounds) - 1 != round_index:
            before = None
            continue
        if before is not None and text is not None:
            found.append(before._replace(action=parse(text)))
        before = _next_decision(record, match, round_index)
    return tuple(found)


def _next_decision(record: Record, match: Match, round_index: int) -> AuditedDecision | None:
    """Return the next decision in a match, without the action; None if a person acts next."""
    seat = match.public.seat
    level = None if match.is_round_over else level_of(match.seats[seat].player)
    if level is None:
        return None
    n = len(match.record.rounds[-1].actions)
    patient = match.seats[seat].patient
    known = level if level in LEVELS else min(LEVELS)
    budget = work_budget_of(known, record.rounds[round_index].work_share, patient)
    why, seed = _not_repeatable_reason_and_seed(record, round_index, n)
    if level not in LEVELS or not is_played_by_this_net(record):
        why = why or "elsewhere"
    return AuditedDecision(
        n,
        seat,
        level,
        match.view(seat),
        match.observe(seat),
        tuple(cards_of(hand) for hand in match.full_state().hands),
        PASS,
        why,
        seed,
        budget,
        is_played_on_this_computer(record),
    )


def _not_repeatable_reason_and_seed(
    record: Record, round_index: int, n_actions: int
) -> tuple[NotRepeatableReason, int]:
    try:
        proof = read_deal_proof(record, round_index)
    except UnreadableProof:
        proof = None
    if proof is None:
        return "no_proof", 0
    seed = RandomStream(proof.sealed.chance_key(proof.cut), f"seed {n_actions}").next_32_bits()
    by_clock = record.rounds[round_index].extra.get(BY_CLOCK_KEY)
    return ("clock" if isinstance(by_clock, list) and n_actions in by_clock else ""), seed
