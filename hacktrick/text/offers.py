"""What may be done now, one whole sentence or more for each action, with its price and effect.

From an observation and nothing else, as legality itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.game.actions import (
    Action,
    Ask,
    Call,
    Command,
    Discard,
    Draw,
    Fold,
    Lay,
    Partner,
    Pass,
    Play,
    Stake,
    Start,
    Swap,
    Under,
)
from hacktrick.game.legal import must_draw, playable
from hacktrick.game.state import Observation
from hacktrick.seat.draft import NOTHING, Draft, Preview, preview
from hacktrick.seat.offers import ends
from hacktrick.words.prompts import command_help, warning
from hacktrick.words.rulebook.codes import code_card
from hacktrick.words.translator import _, ngettext
from hacktrick.words.wording import Wording


def offer(wording: Wording, seen: Observation, action: Action) -> str:
    """What ``action``, which must be legal, does and costs."""
    return _OFFERS[type(action)](wording, seen, action)


def _opponent(wording: Wording, seen: Observation) -> str:
    """The name of the only one, where there is only one."""
    return wording.name(seen.public.seating.opponents_of(seen.seat)[0])


def _lay(wording: Wording, seen: Observation, action: Lay) -> str:
    if action.code is None:
        return _("Lay no code.")
    card = code_card(action.code, _, wording.rules)
    return _("Lay the code {code}. {power}").format(code=card.name, power=card.power)


def _start(wording: Wording, seen: Observation, action: Start) -> str:
    return _("Start the row with {card}.").format(card=action.card)


def _ask(wording: Wording, seen: Observation, action: Ask) -> str:
    opponents = seen.public.seating.opponents_of(seen.seat)
    name = wording.name(opponents[0] if action.seat is None else action.seat)
    if action.own:
        return _("Ask {name} for the sum, for a marker of the own supply.").format(name=name)
    return _("Ask {name} for the sum, for a captured marker.").format(name=name)


def _partner(wording: Wording, seen: Observation, action: Partner) -> str:
    partner = seen.public.seating.partner_of(seen.seat)
    assert partner is not None
    return _("Have {name} announce the sum. This is free.").format(name=wording.name(partner))


def _swap(wording: Wording, seen: Observation, action: Swap) -> str:
    return _("Give {card} to {name} for a card taken blindly, and pay a captured marker.").format(
        card=action.card, name=_opponent(wording, seen)
    )


def _discard(wording: Wording, seen: Observation, action: Discard) -> str:
    return _("Pay a marker, and {name} pays one, too.").format(name=_opponent(wording, seen))


def _stake(wording: Wording, seen: Observation, action: Stake) -> str:
    return _("Stake {points}. {name} must call or fold.").format(
        points=wording.points(1), name=_opponent(wording, seen)
    )


def _call(wording: Wording, seen: Observation, action: Call) -> str:
    return _("Call: stake {points}, too. The winner of the round takes both.").format(
        points=wording.points(1)
    )


def _fold(wording: Wording, seen: Observation, action: Fold) -> str:
    return _("Fold: {name} wins the round and takes the stake back.").format(
        name=_opponent(wording, seen)
    )


def _play(wording: Wording, seen: Observation, action: Play) -> str:
    shown = preview(seen, Draft(action.card, action.double))
    assert shown is not None, "the action is legal"
    _ = wording.translate
    if action.double:
        sentence = _("Play {card}: the double on {key} {number}.")
    else:
        sentence = _("Play {card}: a marker on {key} {number}.")
    first = sentence.format(card=action.card, key=wording.terms.key, number=shown.key)
    result = _end_of_round(wording, seen, action, shown)
    return " ".join([first, *_captures(wording, seen, shown), *result])


def _captures(wording: Wording, seen: Observation, shown: Preview) -> list[str]:
    if not shown.captures:
        return []
    name = wording.side_name(seen.public, 1 - seen.public.side)
    n = shown.captures
    told = ngettext("It takes {n} marker of {name}.", "It takes {n} markers of {name}.", n)
    double = [_("The double is among them.")] if shown.captures_double else []
    return [told.format(n=n, name=name), *double]


def _end_of_round(wording: Wording, seen: Observation, action: Play, shown: Preview) -> list[str]:
    if shown.result is None:
        return []
    if shown.result.side != seen.public.side:
        return _doubts(wording, seen, Draft(action.card, action.double), action)
    return [_("It wins the round: {points}.").format(points=wording.points(shown.result.points))]


def _draw(wording: Wording, seen: Observation, action: Draw) -> str:
    public = seen.public
    forced = public.standing == "play" and not must_draw(public)
    if forced and any(seen.hand) and not playable(public, seen.hand):
        return _("Show the hand to all and draw a card.")
    if public.rules.command_after_draw:
        return _("Draw a card.")
    return _("Draw a card. This ends the turn.")


def _under(wording: Wording, seen: Observation, action: Under) -> str:
    n = len(action.cards)
    return ngettext(
        "Put {cards} under the deck and draw a card. This ends the turn.",
        "Put {cards} under the deck, the last one at the bottom, and draw {n} cards. "
        "This ends the turn.",
        n,
    ).format(cards=wording.cards(action.cards), n=n)


def _end(wording: Wording, seen: Observation, action: Pass | Command) -> str:
    public = seen.public
    effect = command_help(wording, public, action)
    if isinstance(action, Pass):
        return _("Say {command}. {effect}").format(command=wording.terms.pass_, effect=effect)
    if public.singles(public.side):
        sentence = _("Say {command}, for a marker. {effect}")
    else:
        sentence = _("Say {command}, for the double. {effect}")
    told = sentence.format(command=wording.command(action.kind), effect=effect)
    return " ".join([told, *_doubts(wording, seen, NOTHING, action)])


def _doubts(wording: Wording, seen: Observation, draft: Draft, last: Action) -> list[str]:
    """What speaks against an end of the turn that is allowed."""
    found = (end.warning for end in ends(seen, draft) if end.actions[-1:] == (last,))
    return [warning(wording, seen.public, doubt) for doubt in found if doubt]


_OFFERS: dict[type, Callable[[Wording, Observation, Any], str]] = {
    Lay: _lay,
    Start: _start,
    Ask: _ask,
    Partner: _partner,
    Swap: _swap,
    Discard: _discard,
    Stake: _stake,
    Call: _call,
    Fold: _fold,
    Play: _play,
    Draw: _draw,
    Under: _under,
    Pass: _end,
    Command: _end,
}
