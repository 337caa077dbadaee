"""The table in plain lines of text, one fact each, made from the frame that the window draws."""

from __future__ import annotations

from hacktrick.app.public_threats import exhausted_cards, public_threats
from hacktrick.app.round_history import AnnouncedSum
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.keypad import MAGIC_SQUARE, Key, keys
from hacktrick.game.legality import must_draw
from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.game.view import Event
from hacktrick.i18n.match_summaries import score_names
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.rulebook.code_pages import code_card
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _, ngettext

Lines = list[str]

REMEMBERED = 2  # turns of the log that the "memory" aids show


def table_lines(frame: TableFrame) -> Lines:
    """Everything on the table, and the own hand."""
    return [
        *score_lines(frame),
        *row_lines(frame),
        *board_lines(frame),
        *marker_lines(frame),
        *hand_lines(frame),
        *deck_lines(frame),
        *code_lines(frame),
    ]


def score_lines(frame: TableFrame) -> Lines:
    wording, public = frame.wording, frame.public
    names = score_names(public, wording)
    lines = [
        _("{name}: {value}").format(name=name, value=wording.points(n))
        for name, n in zip(names, public.score, strict=True)
    ]
    if any(public.stakes):
        lines.append(_("{points} at stake.").format(points=wording.points(sum(public.stakes))))
    return lines


def round_start_lines(frame: TableFrame, number: int) -> Lines:
    """What a round begins with: its number, the teams, the score, the leader and the deck."""
    return [
        _("Round {n}.").format(n=number),
        *team_lines(frame),
        *score_lines(frame),
        _("{name} leads.").format(name=frame.wording.name(frame.public.seating.leader)),
        *deck_lines(frame),
    ]


def team_lines(frame: TableFrame) -> Lines:
    """Who plays against whom; nothing in a match of two."""
    public, wording = frame.public, frame.wording
    if frame.n_seats == 2:
        return []
    one, other = (wording.side_name(public, side) for side in (0, 1))
    return [_("{one} against {other}").format(one=one, other=other)]


def row_lines(frame: TableFrame) -> Lines:
    cards = frame.public.row
    if not cards:
        return [_("The row is empty.")]
    return [_("Row: {cards}.").format(cards=frame.wording.cards(cards)), *last_card_lines(frame)]


def last_card_lines(frame: TableFrame) -> Lines:
    """The last card of the row; nothing while the row is empty."""
    cards = frame.public.row
    return [_("The last card is {card}.").format(card=cards[-1])] if cards else []


def standing_command_lines(frame: TableFrame) -> Lines:
    """The command that binds this turn, if there is one."""
    public, terms = frame.public, frame.wording.terms
    if public.phase != "turn" or not public.standing:
        return []
    if public.standing == "play":
        sentence = _("{play} holds for this turn: a card must be played if one fits.")
    elif must_draw(public):
        sentence = _("{guard} holds for this turn: a card must be drawn.")
    else:
        sentence = _("{guard} holds for this turn: it may not end with {play}.")
    return [sentence.format(play=terms.play, guard=terms.guard)]


def key_layout_lines(frame: TableFrame) -> Lines:
    """The three rows of the keypad."""
    rows = [" ".join(map(str, line)) for line in MAGIC_SQUARE]
    return [
        _("Upper row: {keys}.").format(keys=rows[0]),
        _("Middle row: {keys}.").format(keys=rows[1]),
        _("Lower row: {keys}.").format(keys=rows[2]),
    ]


def board_and_layout_lines(frame: TableFrame) -> Lines:
    """The rows of the keypad, and the markers on its keys."""
    return [*key_layout_lines(frame), *board_lines(frame)]


def board_lines(frame: TableFrame) -> Lines:
    """The keys with markers, then the empty keys."""
    public, wording, _ = frame.public, frame.wording, frame.wording.translate
    every = keys(public.rules.values)
    taken = {key: side for key in every for side in (0, 1) if public.markers_on(key, side)}
    lines = [_markers_on(frame, key, side) for key, side in taken.items()]
    empty = " ".join(str(key) for key in every if key not in taken)
    if empty:
        sentence = _("Empty {keys}: {numbers}.")
        lines.append(sentence.format(keys=wording.terms.keys, numbers=empty))
    return lines


def _markers_on(frame: TableFrame, key: Key, side: Side) -> str:
    public, wording, _ = frame.public, frame.wording, frame.wording.translate
    n = public.markers_on(key, side)
    if public.double[side] != key:
        sentence = ngettext(
            "{key} {number}: {n} marker of {name}.", "{key} {number}: {n} markers of {name}.", n
        )
    elif n == 1:
        sentence = _("{key} {number}: the double of {name}.")
    else:
        sentence = ngettext(
            "{key} {number}: {n} marker of {name}, the double.",
            "{key} {number}: {n} markers of {name}, one of them the double.",
            n,
        )
    name = wording.side_name(public, side)
    return sentence.format(key=_capital(wording.terms.key), number=key, n=n, name=name)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def marker_lines(frame: TableFrame) -> Lines:
    """The markers that each side has left and has captured."""
    public, wording = frame.public, frame.wording
    lines = []
    for side in (0, 1):
        name, n = wording.side_name(public, side), public.supply[side]
        if public.double[side] == IN_SUPPLY:
            sentence = ngettext(
                "{name}: {n} marker left, the double.",
                "{name}: {n} markers left, one of them the double.",
                n,
            )
        else:
            sentence = ngettext(
                "{name}: {n} marker left, a single.", "{name}: {n} markers left, all singles.", n
            )
        lines.append(sentence.format(name=name, n=n))
        n = public.captured[side]
        sentence = ngettext("{name}: {n} captured marker.", "{name}: {n} captured markers.", n)
        lines.append(sentence.format(name=name, n=n))
    return lines


def hand_lines(frame: TableFrame) -> Lines:
    """The own cards and the size of each other hand; all cards once they are turned up."""
    return [_hand(frame, seat) for seat in range(frame.n_seats) if frame.side(seat) != NOBODY]


def _hand(frame: TableFrame, seat: Seat) -> str:
    name, cards = frame.wording.name(seat), frame.hand(seat)
    if not cards:
        return _("{name} has no cards.").format(name=name)
    known = [card for card in cards if card is not None]
    if known:
        shown = frame.wording.cards(known)
        return _("{name} has the cards {cards}.").format(name=name, cards=shown)
    n = len(cards)
    return ngettext("{name} has {n} card.", "{name} has {n} cards.", n).format(name=name, n=n)


def own_hand_lines(frame: TableFrame) -> Lines:
    """The cards of the player at the screen."""
    return [] if frame.seen is None else [_hand(frame, frame.seen.seat)]


def deck_lines(frame: TableFrame) -> Lines:
    """The size of the deck, and the cards set aside."""
    public, wording = frame.public, frame.wording
    n = public.deck_size
    lines = [ngettext("{n} card in the deck.", "{n} cards in the deck.", n).format(n=n)]
    if public.aside:
        lines.append(_("Set aside: {cards}.").format(cards=wording.cards(public.aside)))
    return lines


def code_lines(frame: TableFrame) -> Lines:
    """The codes in force, laid face down and held; nothing in editions without codes."""
    public, wording = frame.public, frame.wording
    if not public.rules.has_codes:
        return []
    lines = []
    for seat in range(frame.n_seats):
        name, code = wording.name(seat), public.codes[frame.side(seat)]
        if public.sealed[seat]:
            lines.append(_("{name} has laid a code face down.").format(name=name))
        if code:
            card = code_card(code, _, wording.rules)
            told = _("Code of {name}: {code}. {power}")
            lines.append(told.format(name=name, code=card.name, power=card.power))
        n = public.held_counts[seat]
        sentence = ngettext("{name} holds {n} code.", "{name} holds {n} codes.", n)
        lines.append(sentence.format(name=name, n=n))
    return [*lines, *_held(frame)]


def _held(frame: TableFrame) -> Lines:
    if frame.seen is None:
        return []
    cards = [code_card(code, _, frame.wording.rules) for code in frame.seen.held]
    return [
        _("In hand: {code}. {power}").format(code=card.name, power=card.power) for card in cards
    ]


def sum_lines(frame: TableFrame) -> Lines:
    """The last announced sum of each player, and the changes of their hand since then."""
    lines = [
        line
        for seat in sorted(frame.announced_sums)
        for line in _sum(frame, frame.announced_sums[seat])
    ]
    return lines or [_("No sum has been said in this round.")]


def _sum(frame: TableFrame, announced: AnnouncedSum) -> Lines:
    name, n = frame.wording.name(announced.seat), announced.size
    if announced.turn:
        sentence = ngettext(
            "{name} said {total} with {n} card in turn {turn}.",
            "{name} said {total} with {n} cards in turn {turn}.",
            n,
        )
    else:
        sentence = ngettext(
            "{name} said {total} with {n} card at the start.",
            "{name} said {total} with {n} cards at the start.",
            n,
        )
    lines = [sentence.format(name=name, total=announced.total, n=n, turn=announced.turn)]
    if announced.played:
        cards = frame.wording.cards(announced.played)
        lines.append(_("Since then {name} has played {cards}.").format(name=name, cards=cards))
    if announced.drawn:
        lines.append(_drawn_since(announced.drawn).format(name=name, n=announced.drawn))
    if announced.mixed:
        lines.append(_mixed_since(announced.mixed).format(name=name, n=announced.mixed))
    return lines


def _drawn_since(n: int) -> str:
    return ngettext(
        "Since then {name} has drawn {n} card.", "Since then {name} has drawn {n} cards.", n
    )


def _mixed_since(n: int) -> str:
    return ngettext(
        "Since then {n} card of {name} was exchanged.",
        "Since then {n} cards of {name} were exchanged.",
        n,
    )


def unseen_card_lines(frame: TableFrame) -> Lines:
    """For each card value, how many copies the player at the screen does not see."""
    return [
        _("Card {card}: {n} unseen.").format(card=card, n=n)
        for card, (_lying, _own, n) in enumerate(frame.unseen())
    ]


def threat_lines(frame: TableFrame) -> Lines:
    """The keys on which a marker would win at once, with the pairs of cards that reach them."""
    public, wording, _ = frame.public, frame.wording, frame.wording.translate
    lines = []
    for side in (0, 1):
        for threat in public_threats(public, side, exhausted_cards(public)):
            sentence = _("{name} wins {points} on {key} {number} by {pairs}.")
            fields = {
                "name": wording.side_name(public, side),
                "points": wording.points(threat.points),
                "key": wording.terms.key,
                "number": threat.key,
                "pairs": ", ".join(f"{last}+{card}" for last, card in threat.pairs),
            }
            lines += [sentence.format(**fields)] if threat.pairs else []
    return lines or [_("No marker could win the round at once.")]


def history_lines(frame: TableFrame) -> Lines:
    """The turns of the round; only the last ones with the "memory" aids."""
    last = frame.entries[-1].turn if frame.entries else 0
    lines, turn = [], 0
    for entry in frame.entries:
        if frame.aids == "memory" and entry.turn <= last - REMEMBERED:
            continue
        if entry.turn != turn:
            turn = entry.turn
            lines.append(_("Turn {n}:").format(n=turn))
        lines += [*frame.wording.event_lines(entry), *private_lines(frame.wording, entry.event)]
    return lines or [_("Nothing has happened in this round.")]


def private_lines(wording: Wording, event: Event) -> Lines:
    """The cards that an action showed to the viewer of ``event`` alone."""
    name = wording.name(event.seat)
    drawn = [card for card in event.facts.drawn if card != UNKNOWN_CARD]
    lines = []
    if drawn:
        cards = wording.cards(drawn)
        n = len(drawn)
        sentence = ngettext("{name} drew the card {cards}.", "{name} drew the cards {cards}.", n)
        lines.append(sentence.format(name=name, cards=cards))
    taken, action = event.facts.taken, event.action
    if action.verb == "swap" and taken not in (None, UNKNOWN_CARD):
        sentence = _("{name} gave {card} and took {taken}.")
        lines.append(sentence.format(name=name, card=action.card, taken=taken))
    return lines
