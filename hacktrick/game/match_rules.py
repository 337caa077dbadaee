"""The rules of a match: scoring, the next leader, drawing codes, and the end of the match.

All functions are pure; their ``MatchState`` is immutable and contains no cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hacktrick.game.actions import CODES
from hacktrick.game.editions import NextLeader, Rules, RulesError
from hacktrick.game.state import PublicState, Seat, Seating, Side, seating_for


class LeaderAndStarter(NamedTuple):
    """The leading and the starting seat of a round, and whether it is a duel.

    A duel is the tie-break of ``trio-individual``.
    """

    leader: Seat
    starter: Seat
    duel: bool = False


class MatchState(NamedTuple):
    """The state of a match between two rounds.

    Attributes:
        score: the points by side, or by seat where points belong to players.
        n_rounds: the number of finished rounds.
        plan: the leader and the starter of the next round; None when the match is over.
        held: by seat, the codes held, in the order in which they were drawn.
        pile: the codes left to draw, top first.
        spent: the codes laid in earlier rounds.
        winners: the seats that won the match; empty until the match is over.
    """

    rules: Rules
    score: tuple[int, ...]
    n_rounds: int
    next_leader_and_starter: LeaderAndStarter | None
    held: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    spent: tuple[str, ...]
    winners: tuple[Seat, ...]


def possible_first_leaders(rules: Rules) -> tuple[Seat, ...]:
    """Return the seats that may lead the first round: all seats, or in Trio only the solo seat."""
    return (0,) if rules.table == "solo" else tuple(range(rules.n_seats))


def begin_match(rules: Rules, leader: Seat, pile: tuple[str, ...] = ()) -> MatchState:
    """Return the state of a match before its first round.

    Args:
        rules: the rules of the match.
        leader: the seat that leads the first round.
        pile: the twelve codes, top first, if the rules have codes; otherwise empty.

    Raises:
        RulesError: this seat cannot lead, or the pile is wrong for these rules.
    """
    if leader not in possible_first_leaders(rules):
        raise RulesError(f"seat {leader} cannot lead the first round")
    if rules.has_codes and sorted(pile) != sorted(CODES):
        raise RulesError("the pile of codes is not the twelve codes")
    if pile and not rules.has_codes:
        raise RulesError("this way to play has no codes")
    plan = LeaderAndStarter(leader, _starter_for(rules, leader, 0))
    held: tuple[tuple[str, ...], ...] = ((),) * rules.n_seats
    return MatchState(rules, (0,) * rules.n_score_entries, 0, plan, held, pile, (), ())


def next_seating(match: MatchState) -> Seating:
    """Return the seating of the next round."""
    assert match.next_leader_and_starter is not None
    return seating_for(match.rules, *match.next_leader_and_starter)


def finish_round(
    match: MatchState, public: PublicState, held: tuple[tuple[str, ...], ...]
) -> MatchState:
    """Return the state of the match after a round that ended in ``public``.

    Args:
        held: by seat, the codes still held when the round ended; codes that were laid are spent.
    """
    result = public.result
    assert result is not None and match.next_leader_and_starter is not None
    laid = [
        code for had, has in zip(match.held, held, strict=True) for code in had if code not in has
    ]
    drawn = min(result.points, len(match.pile))
    held = tuple(
        (*codes, *match.pile[:drawn]) if seat == result.side else codes
        for seat, codes in enumerate(held)
    )
    after = match._replace(
        score=public.score,
        n_rounds=match.n_rounds + 1,
        next_leader_and_starter=None,
        held=held,
        pile=match.pile[drawn:],
        spent=(*match.spent, *laid),
    )
    return _with_winners_or_next_leader(after, match.next_leader_and_starter, public)


def _with_winners_or_next_leader(
    after: MatchState, played: LeaderAndStarter, public: PublicState
) -> MatchState:
    """Set the winners if the match is over; otherwise set the plan of the next round.

    Args:
        after: the match state with the points of the round.
        played: the plan of the finished round.
        public: the state at the end of the round.
    """
    assert public.result is not None
    if played.duel:
        return after._replace(winners=public.seating.seats_of(public.result.side))
    best = max(after.score)
    if best < after.rules.target:
        return after._replace(
            next_leader_and_starter=_next_leader_and_starter(after, played, public)
        )
    leading = tuple(place for place, points in enumerate(after.score) if points == best)
    if not after.rules.is_individual:
        return after._replace(winners=public.seating.seats_of(leading[0]))
    if len(leading) == 1:
        return after._replace(winners=leading)
    # RULES section 8: if two team members have equal scores, the one who comes first clockwise from
    # the last solo player leads.
    near, far = sorted(leading, key=lambda seat: (seat - played.leader) % after.rules.n_seats)
    return after._replace(next_leader_and_starter=LeaderAndStarter(near, far, duel=True))


def _next_leader_and_starter(
    after: MatchState, played: LeaderAndStarter, public: PublicState
) -> LeaderAndStarter:
    leader = _NEXT_LEADER[after.rules.next_leader](after.rules, played, public)
    return LeaderAndStarter(leader, _starter_for(after.rules, leader, after.n_rounds))


def _starter_for(rules: Rules, leader: Seat, n_rounds: int) -> Seat:
    if rules.table == "two":
        return 1 - leader
    if rules.table == "pairs":
        return (leader + 3) % 4  # the seat left of the dealer, who sits opposite the leader
    # The two team members are dealt 3 cards in turn, beginning with solo's left neighbour.
    return (leader + 1 + n_rounds % 2) % 3


def _winner_as_leader(rules: Rules, played: LeaderAndStarter, public: PublicState) -> Seat:
    assert public.result is not None
    side: Side = public.result.side
    if rules.table == "two":
        return side
    # The next dealer is the player whose marker won or, if the other side ran out of markers, the
    # next seat of the winning side. The leader sits opposite the dealer.
    order = public.seating.order
    winner = order[public.turn % len(order)]
    if public.seating.side_of[winner] != side:
        winner = order[(public.turn + 1) % len(order)]
    return (winner + 2) % 4


def _next_seat_as_leader(rules: Rules, played: LeaderAndStarter, public: PublicState) -> Seat:
    return (played.leader + 1) % rules.n_seats


def _same_seat_as_leader(rules: Rules, played: LeaderAndStarter, public: PublicState) -> Seat:
    return played.leader


_NEXT_LEADER: dict[NextLeader, Callable[[Rules, LeaderAndStarter, PublicState], Seat]] = {
    "winner": _winner_as_leader,
    "alternates": _next_seat_as_leader,
    "solo": _same_seat_as_leader,
    "rotates": _next_seat_as_leader,
}
