"""What may be done at the screen now, and why not: one record for each control.

Pure functions of what a seat sees and of its draft. Buttons, keys, questions and the lines of the
text mode read these records and nothing else; no pixels, no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hacktrick.game.actions import (
    ASK,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    PARTNER,
    PASS,
    Action,
    Ask,
    Command,
    Pass,
    Start,
)
from hacktrick.game.legal import legal_actions
from hacktrick.game.pointless import Pointless, why_pointless
from hacktrick.game.powers import Power, power_of
from hacktrick.game.reasons import Reason
from hacktrick.game.refusals import why_not, why_unusable
from hacktrick.game.rules import NOBODY, Seat
from hacktrick.seat.draft import (
    NOTHING,
    Draft,
    Missing,
    after_draft,
    missing,
    play_of,
    preview,
)

if TYPE_CHECKING:
    from hacktrick.game.state import Observation, PublicState

Refusal = Reason | Missing
Warning_ = Literal["LOSES_THE_ROUND", Pointless]
End = Literal["pass", "play", "guard"]
Control = Literal["pass", "play", "guard", "draw", "ask", "ask_partner", "power"]
"""The controls by the intents that stand for them; "pass" is the main one, which ends the turn."""

ENDS: Mapping[End, Pass | Command] = {
    "pass": PASS,
    "play": COMMAND_PLAY,
    "guard": COMMAND_GUARD,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A control, what it does, and why it is refused if it is.

    Attributes:
        actions: what it does, or would do, one after the other. The second one is to be left out
            if the first one ends the round.
        warning: allowed, but pointless or dangerous.
        answers: where the player must choose first among several ways to do it, these ways.
    """

    name: Control
    actions: tuple[Action, ...] = ()
    refusal: Refusal | None = None
    warning: Warning_ | None = None
    answers: tuple[Offer, ...] = ()


Offers = Mapping[Control, Offer]
"""The controls that are there, refused ones too."""


def offers(
    public: PublicState,
    seat: Seat,
    seen: Observation | None,
    draft: Draft = NOTHING,
    closed: Refusal = "NOT_YOUR_TURN",
) -> Offers:
    """Every control of the player at ``seat``.

    Args:
        seen: what he sees, if he may choose now; else everything is refused with ``closed``.
    """
    ways = _Ways(public, seat, seen, closed)
    if seen is None:
        last = tuple(Offer(name, (action,), closed) for name, action in ENDS.items())
    else:
        last = ends(seen, draft)
    first = () if public.seating.side_of[seat] == NOBODY else _before(ways, draft)
    return {offer.name: offer for offer in (*first, *last)}


def why_closed(public: PublicState, veiled: bool) -> Refusal:
    """Why a player cannot choose anything now.

    Args:
        veiled: it is his turn, but he has hidden his cards.
    """
    if public.phase == "over":
        return "ROUND_IS_OVER"
    return "HAND_IS_HIDDEN" if veiled else "NOT_YOUR_TURN"


# The ends of a turn


def ends(seen: Observation, draft: Draft) -> tuple[Offer, ...]:
    """The three ends of a turn (pass, Play, Guard) as they would stand after the draft."""
    public = seen.public
    if public.phase in ("codes", "answer"):
        answers = tuple(Offer("pass", (action,)) for action in legal_actions(seen))
        return _only_main(Offer("pass", answers=answers), "NOT_NOW")
    if public.phase == "turn" and draft.drawing:
        chosen = Offer("pass", (PASS,), "DRAW_IS_CHOSEN")  # its own button does it
        return _only_main(chosen, "NO_COMMAND_AFTER_A_DRAW")
    if public.phase == "command" and draft.card is None:
        return tuple(_end(seen, name) for name in ENDS)
    return _ends_of_a_card(seen, draft)


def _ends_of_a_card(seen: Observation, draft: Draft) -> tuple[Offer, ...]:
    action, shown, after = play_of(seen, draft), preview(seen, draft), after_draft(seen, draft)
    if action is not None and shown is not None and shown.result is not None:
        wins = shown.result.side == seen.public.side
        main = Offer("pass", (action,), warning=None if wins else "LOSES_THE_ROUND")
        return _only_main(main, "NO_COMMAND_AFTER_THE_END")
    if action is not None and after is not None:
        return tuple(_end(after, name, action) for name in ENDS)
    if isinstance(action, Start) and action in legal_actions(seen):
        return _only_main(Offer("pass", (action,)), "NO_COMMAND_AT_THE_START")
    first = missing(seen)
    return tuple(Offer(name, (end,), first) for name, end in ENDS.items())


def _only_main(main: Offer, refusal: Refusal) -> tuple[Offer, ...]:
    """The main button and no command."""
    play, guard = Offer("play", (COMMAND_PLAY,), refusal), Offer("guard", (COMMAND_GUARD,), refusal)
    return main, play, guard


def _end(after: Observation, name: End, *first: Action) -> Offer:
    """An end of the turn, after ``first`` has been done."""
    action = ENDS[name]
    if action not in legal_actions(after):
        return Offer(name, (*first, action), why_not(after, action))
    return Offer(name, (*first, action), warning=why_pointless(after.public, action))


# What may come before


@dataclass(frozen=True, slots=True)
class _Ways:
    """Who asks; see `offers`."""

    public: PublicState
    seat: Seat
    seen: Observation | None
    closed: Refusal

    def refusal(self, action: Action) -> Refusal | None:
        if self.seen is None:
            return self.closed
        return None if action in legal_actions(self.seen) else why_not(self.seen, action)


def _before(ways: _Ways, draft: Draft) -> tuple[Offer, ...]:
    """What is there before a card is played, and drawing instead of it."""
    found = [_ask(ways)]
    if ways.public.seating.partner_of(ways.seat) is not None:
        found.append(Offer("ask_partner", (PARTNER,), ways.refusal(PARTNER)))
    power = power_of(ways.public, ways.public.seating.side_of[ways.seat])
    if power is not None and power.gives_a_second_card:
        found.append(_second_card(ways, draft))
    elif power is not None and power.has_actions:
        found.append(_use(ways, power))
    return (*found, Offer("draw", (DRAW,), ways.refusal(DRAW)))


def _ask(ways: _Ways) -> Offer:
    """One opponent is asked at once; of several, one is chosen."""
    opponents = ways.public.seating.opponents_of(ways.seat)
    if len(opponents) == 1:
        return Offer("ask", (ASK,), ways.refusal(ASK))
    asks = [Ask(seat) for seat in opponents]
    answers = tuple(Offer("ask", (action,), ways.refusal(action)) for action in asks)
    refusals = [answer.refusal for answer in answers]
    return Offer("ask", refusal=None if None in refusals else refusals[0], answers=answers)


def _use(ways: _Ways, power: Power) -> Offer:
    """The power of a code."""
    if ways.seen is None:
        return Offer("power", refusal=ways.closed)
    uses = [action for action in legal_actions(ways.seen) if power.makes(action)]
    if not uses:
        return Offer("power", refusal=why_unusable(ways.seen, power))
    if not power.chooses:
        return Offer("power", (uses[0],))
    return Offer("power", answers=tuple(Offer("power", (action,)) for action in uses))


def _second_card(ways: _Ways, draft: Draft) -> Offer:
    """The drafted card alone, where a second one may follow it in the same turn."""
    if ways.seen is None:
        return Offer("power", refusal=ways.closed)
    if not ways.public.again:
        return Offer("power", refusal="NO_SECOND_CARD")
    first = play_of(ways.seen, draft)
    # The second card itself needs no button.
    if ways.public.phase != "turn" or first is None or after_draft(ways.seen, draft) is None:
        return Offer("power", refusal="CHOOSE_A_CARD")
    return Offer("power", (first,))
