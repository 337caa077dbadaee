"""Positions and rounds for three and four players."""

from __future__ import annotations

from typing import Any

from hacktrick.game.editions import Rules
from hacktrick.game.match_rules import (
    LeaderAndStarter,
    MatchState,
    begin_match,
    finish_round,
    next_seating,
)
from tests.support.positions import PACK, TextState, dealt_round, finished_public, turn_of


def trio_turn(hands: tuple[str, str, str] = ("012", "34", "125"), **named: Any) -> TextState:
    """Return a turn in ``trio``: seat 0 is solo, seats 1 and 2 are the team."""
    return turn_of(**{"preset": "trio", "hands": hands, "row": "5", **named})


def quartet_turn(
    hands: tuple[str, str, str, str] = ("01", "23", "45", "01"), **named: Any
) -> TextState:
    return turn_of(**{"preset": "quartet", "hands": hands, "row": "5", **named})


def seats_of_next_turns(table: TextState, n_turns: int) -> list[int]:
    """Return the order of seats if each player draws, or otherwise plays a card and passes."""
    seats = []
    for _ in range(n_turns):
        seats.append(table.public.seat)
        if "draw" in table.legal:
            table.do("draw")
        else:
            table.do(min(text for text in table.legal if text.startswith("play")), "pass")
    return seats


def match_state_after(
    rules: Rules, plan: LeaderAndStarter, side: int, **changes: Any
) -> MatchState:
    """Return the match state after ``side`` has won a round.

    Args:
        rules: the rules of the match.
        plan: the plan of the round.
        side: the side that wins one point.
        changes: fields of the match state before the round, such as ``score``.
    """
    match = begin_match(rules, 0)._replace(next_leader_and_starter=plan, **changes)
    table = next_dealt_round(match)
    empty = ((),) * match.rules.n_seats
    return finish_round(match, finished_public(table, side, 1), empty)


def next_dealt_round(match: MatchState) -> TextState:
    seating, cards = next_seating(match), PACK
    hands = []
    for size in seating.deal:
        hands.append(cards[:size])
        cards = cards[size:]
    assert match.next_leader_and_starter is not None
    return dealt_round(
        match.rules,
        hands,
        leader=match.next_leader_and_starter.leader,
        starter=match.next_leader_and_starter.starter,
        duel=match.next_leader_and_starter.duel,
        score=match.score,
    )
