"""What play tells of hands, at any time of a round: the other's, and the own for onlookers."""

from __future__ import annotations

from hacktrick.ai.coach.odds import Habits, Hands
from hacktrick.ai.pbs.agent import mind, prices_of
from hacktrick.ai.pbs.belief import Belief
from hacktrick.ai.pbs.hands import Floats, table_for
from hacktrick.ai.pbs.mirror import chosen_form, turned_hand, turned_public, turned_steps
from hacktrick.ai.pbs.tracker import turns_of
from hacktrick.game.actions import Play
from hacktrick.game.cards import plus
from hacktrick.game.view import View, follow


def read_by_habits(view: View) -> Habits | None:
    """What play tells. None before the start card, and while the word after a card of the other is
    awaited.

    Raises:
        ValueError: the own hand cannot be held; the view contradicts itself.
    """
    first, steps = follow(view)
    turns, pending = turns_of(steps)
    if not turns or (pending and steps[-1].seat != view.seat):
        return None
    mirrored = bool(chosen_form(first, steps))
    if mirrored:
        turns, _ = turns_of(turned_steps(steps))
    begun = turned_public(first) if mirrored else first
    found = mind(view.rules).tracker.belief(view.seat, begun, turns, prices_of(first, view.duel))
    own = steps[-1].hand
    for action in pending:
        assert isinstance(action, Play)
        own = plus(own, action.card)
    seen = turned_hand(own) if mirrored else own
    if table_for(found.public).index[seen] not in found.hands[view.seat]:
        raise ValueError("the own hand does not fit the round")
    given = found.opponent_given(view.seat, seen)
    alone = found.joint().sum(1 - view.seat)
    return Habits(
        _hands(found, 1 - view.seat, given, mirrored),
        _hands(found, view.seat, alone, mirrored),
        own,
    )


def _hands(found: Belief, seat: int, chances: Floats, mirrored: bool) -> Hands:
    table = table_for(found.public)
    pairs = [
        (turned_hand(hand) if mirrored else hand, float(chance))
        for hand, chance in zip(
            (table.hands[int(number)] for number in found.hands[seat]), chances, strict=True
        )
        if chance > 0
    ]
    return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))
