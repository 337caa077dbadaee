"""A whole match as text: who played, every deal, every action, every result."""

from __future__ import annotations

from collections.abc import Iterator

from hacktrick.game.actions import Draw, Swap, Under
from hacktrick.seat.chronicle import Entry
from hacktrick.seat.replaying import OPEN, Place, ReplaySession
from hacktrick.words.library import day_of
from hacktrick.words.rulebook.editions import preset_name
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording


def heading(replayed: ReplaySession) -> str:
    """Who played, and how it stood in the end."""
    names = " – ".join(seat.name for seat in replayed.seats)
    replayed.go(replayed.end)
    return f"{names} {':'.join(map(str, replayed.public.score))}"


def about_match(replayed: ReplaySession) -> str:
    """The edition, what it was played to, and when."""
    parts = [
        preset_name(replayed.rules.preset, _),
        _("first to {n}").format(n=replayed.rules.target),
    ]
    if replayed.source.ended:
        parts.append(day_of(replayed.source.ended))
    return " · ".join(parts)


def transcript(replayed: ReplaySession) -> tuple[str, ...]:
    """Every line of a match that is over; the replay stands and looks as before."""
    stood, eye = replayed.place, replayed.eye
    replayed.look_with(OPEN)
    wording = Wording(replayed.rules, replayed.seats)
    lines = [heading(replayed), about_match(replayed)]
    told = _("{name}: {value}")
    lines += [told.format(name=seat.name, value=wording.player(seat)) for seat in replayed.seats]
    for number in range(replayed.n_rounds):
        lines += ["", *_round(replayed, wording, number)]
    lines += ["", replayed.code]
    replayed.look_with(eye)
    replayed.go(stood)
    return tuple(lines)


def _round(replayed: ReplaySession, wording: Wording, number: int) -> Iterator[str]:
    replayed.go(Place(number, 0))
    yield _("Round {n}").format(n=number + 1)
    yield deal_told(replayed, wording)
    replayed.go(Place(number, replayed.n_actions(number)))
    for entry in replayed.entries:
        turn = f"{entry.turn:>2} " if entry.turn else ""
        yield f"{turn}{open_line(entry, wording)}"
    yield _("Score {score}").format(score=":".join(map(str, replayed.public.score)))


def deal_told(replayed: ReplaySession, wording: Wording) -> str:
    """All cards dealt at the place where a replay stands, with all of them open."""
    glance = replayed.glance()
    hands = [
        _("{name} has {cards}").format(name=seat.name, cards=wording.cards(hand))
        for seat, hand in zip(replayed.seats, glance.hands or (), strict=True)
        if hand
    ]
    aside = _("set aside {cards}").format(cards=wording.cards(glance.public.aside))
    return "; ".join((*hands, aside))


def open_line(entry: Entry, wording: Wording) -> str:
    """An action with the cards that only its player saw."""
    line = wording.told_in_a_line(entry)
    facts, action = entry.event.facts, entry.event.action
    if isinstance(action, (Draw, Under)) and facts.drawn:
        return _("{line} ({cards})").format(line=line, cards=wording.cards(facts.drawn))
    if isinstance(action, Swap) and facts.taken is not None:
        cards = wording.cards((action.card, facts.taken))
        return _("{line} ({cards})").format(line=line, cards=cards)
    return line
