"""The pages of the notebook as values that front ends draw or print: hands, cards, winning keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hacktrick.app.snapshot import AnnouncedSum
from hacktrick.app.threats_and_decisive_turn import PublicThreat, exhausted_cards, public_threats
from hacktrick.coach.hand_odds import HandOdds, PossibleHand
from hacktrick.game.cards import Card, cards_of, counts_of, hands_within, sum_of
from hacktrick.game.keypad import Key
from hacktrick.game.state import Seat, Side
from hacktrick.i18n.match_text import card_list
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _, ngettext

NotebookTab = Literal["log", "hands", "cards", "threats"]
NOTEBOOK_TABS: tuple[NotebookTab, ...] = ("log", "hands", "cards", "threats")
LineKind = Literal["title", "text", "muted", "rule", "hand", "count", "threat"]

MAX_HANDS = 6  # maximum number of hands to show for a player
MAX_SUMS = 3  # maximum number of sums to show for a player


@dataclass(frozen=True, slots=True)
class NotebookLine:
    """A line of a page.

    Attributes:
        kind: the kind of content, which determines the fields that are used.
        seat: the player whose marker is drawn beside a title.
        cards: the cards of a "hand", or the value of a "count".
        chance: the chance of a hand, from 0 to 1.
        counts: the copies of a card value: open, in the player's hand, and unseen.
        key, side: the key and the side of a "threat".
    """

    kind: LineKind
    text: str = ""
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    chance: float | None = None
    counts: tuple[int, int, int] = (0, 0, 0)
    key: Key | None = None
    side: Side | None = None


def tab_name(tab: NotebookTab) -> str:
    """Return the name of a tab."""
    return {
        "log": _("Log"),
        "hands": _("Hands"),
        "cards": _("Cards"),
        "threats": _("Threats"),
    }[tab]


def notebook_line_text(line: NotebookLine) -> str:
    """Return a line of a page as text; "" for a dividing line."""
    if line.kind == "hand":
        return f"{card_list(line.cards)}: {line.text}" if line.text else card_list(line.cards)
    if line.kind == "count":
        return _("Card {card}: {text}").format(card=line.cards[0], text=line.text)
    return line.text


def notebook_page(
    model: TableViewModel, tab: NotebookTab, odds: HandOdds | None
) -> tuple[NotebookLine, ...]:
    """Return the lines of a page; empty for the log, whose lines are in the view model.

    Args:
        model: the view model of the table.
        tab: the tab whose page is wanted.
        odds: an opponent's possible hands; None while the odds are not available.
    """
    if tab == "log":
        return ()
    if tab == "threats":
        return tuple(_threat_page(model))
    if not model.has_memory_aids:
        return (NotebookLine("muted", _("At this table you remember that yourself.")),)
    return tuple(_hands_page(model, odds) if tab == "hands" else _cards_page(model))


def _hands_page(model: TableViewModel, odds: HandOdds | None) -> Iterator[NotebookLine]:
    seats = [seat for seat in model.public.seating.order if seat != model.bottom]
    for n, seat in enumerate(dict.fromkeys(seats)):
        if n:
            yield NotebookLine("rule")
        yield from _hand_section(model, seat, odds if odds and odds.seat == seat else None)
    if model.observation is not None and model.observation.seat == model.bottom:
        yield NotebookLine("rule")
        yield from _lines_on_cards_viewer_revealed(model)


def _hand_section(
    model: TableViewModel, seat: Seat, odds: HandOdds | None
) -> Iterator[NotebookLine]:
    name, n_cards = model.wording.name(seat), model.public.hand_sizes[seat]
    if n_cards:
        sentence = ngettext("{name} holds a card", "{name} holds {n} cards", n_cards)
        yield NotebookLine("title", sentence.format(name=name, n=n_cards), seat)
    else:
        yield NotebookLine("title", _("{name} has no cards").format(name=name), seat)
    if sums := _announced_sums_text(model, seat):
        yield NotebookLine("muted", _("said {sums}").format(sums=sums))
    announced = model.announced_sums.get(seat)
    if announced is not None and (since := _changes_since_sum(announced)):
        yield NotebookLine("muted", since)
    if model.snapshot.hands is not None:
        yield NotebookLine("hand", cards=model.snapshot.hands[seat])
    elif odds is not None and n_cards:
        yield from _possible_hand_lines(name, odds)
    elif announced is not None:
        yield from _sum_implication_lines(announced)


def _possible_hand_lines(name: str, odds: HandOdds) -> Iterator[NotebookLine]:
    hands = sorted(odds.counted_hands, key=lambda one: -one.chance)
    if len(hands) == 1:
        yield NotebookLine("text", _("{name} surely holds this:").format(name=name))
        yield NotebookLine("hand", cards=cards_of(hands[0].hand), chance=1.0, text=_("sure"))
        return
    certain = _certain_cards_sentence(_certain_cards(hands))
    yield NotebookLine("text", f"{certain} {_hand_count_sentence(len(hands))}".strip())
    for one in hands[:MAX_HANDS]:
        cards = cards_of(one.hand)
        yield NotebookLine("hand", chance_words(one.chance), cards=cards, chance=one.chance)
    if rest := hands[MAX_HANDS:]:
        chance = chance_words(sum(one.chance for one in rest))
        sentence = ngettext(
            "One more hand fits: {chance}.", "{n} more hands fit: {chance}.", len(rest)
        )
        yield NotebookLine("muted", sentence.format(n=len(rest), chance=chance))


def _certain_cards(hands: Sequence[PossibleHand]) -> tuple[Card, ...]:
    """Return the cards that all of the hands contain."""
    least = [min(copies) for copies in zip(*(one.hand for one in hands), strict=True)]
    return cards_of(tuple(least))


def _certain_cards_sentence(cards: Sequence[Card]) -> str:
    if not cards:
        return ""
    sentence = ngettext("A {cards} is certain.", "{cards} are certain.", len(cards))
    return sentence.format(cards=card_list(cards))


def _hand_count_sentence(n_hands: int) -> str:
    if n_hands > MAX_HANDS:
        return _("{n} hands fit; the likeliest:").format(n=n_hands)
    return ngettext("One hand fits:", "{n} hands fit:", n_hands).format(n=n_hands)


def _sum_implication_lines(announced: AnnouncedSum) -> Iterator[NotebookLine]:
    """Yield lines about the implications of a player's last sum, while hands are not counted."""
    left, n = announced.total - sum(announced.played), announced.size - len(announced.played)
    if announced.n_received:
        yield NotebookLine("text", _("New cards have come since: the sum is old."))
    elif n == 1:
        yield NotebookLine("text", _("So the card left is a {card}.").format(card=left))
        yield NotebookLine("hand", cards=(left,), text=_("sure"), chance=1.0)
    elif n:
        yield NotebookLine("text", _("So the {n} cards left make {total}.").format(n=n, total=left))


def _lines_on_cards_viewer_revealed(model: TableViewModel) -> Iterator[NotebookLine]:
    """Yield lines about what the viewer's announced sums reveal to other players."""
    seat = model.bottom
    others = model.public.seating.opponents_of(seat)
    name = model.wording.name(others[0])
    title = _("What {name} knows of you").format(name=name)
    yield NotebookLine(
        "title", title if len(others) == 1 else _("What the others know of you"), seat
    )
    announced = model.announced_sums.get(seat)
    if announced is None:
        yield NotebookLine("text", _("You have not announced a sum yet."))
        return
    yield NotebookLine("muted", _("you said {sums}").format(sums=_announced_sums_text(model, seat)))
    if since := _changes_since_sum(announced):
        yield NotebookLine("muted", since)
    if announced.n_received:
        yield NotebookLine("text", _("Your new cards are unknown to the others."))
    elif cards := _revealed_cards(model, announced):
        sentence = ngettext(
            "By that sum, your {cards} is certain.",
            "By that sum, your {cards} are certain.",
            len(cards),
        )
        yield NotebookLine("text", sentence.format(cards=card_list(cards)))
    else:
        yield NotebookLine("text", _("By that sum, none of your cards is certain."))


def _revealed_cards(model: TableViewModel, announced: AnnouncedSum) -> tuple[Card, ...]:
    """Return the cards that follow with certainty from the last sum and the open cards."""
    rules, public = model.public.rules, model.public
    lying = counts_of((*public.row, *public.aside), rules.values)
    free = tuple(rules.copies - n for n in lying)
    n, left = announced.size - len(announced.played), announced.total - sum(announced.played)
    hands = [hand for hand in hands_within(free, n) if sum_of(hand) == left]
    if not hands:
        return ()
    return cards_of(tuple(min(copies) for copies in zip(*hands, strict=True)))


def _announced_sums_text(model: TableViewModel, seat: Seat) -> str:
    """Return the sums that a seat has announced as text, newest first."""
    now = model.public.turn + 1
    sums = [
        (total, entry.turn)
        for entry in model.entries
        for speaker, total in entry.event.facts.said
        if speaker == seat
    ]
    return ", ".join(_sum_with_turn(total, turn, now) for total, turn in sums[::-1][:MAX_SUMS])


def _sum_with_turn(total: int, turn: int, now: int) -> str:
    if turn == 0:
        return _("{total} at the start").format(total=total)
    if turn >= now - 1:
        return _("{total} just now").format(total=total)
    return _("{total} on turn {n}").format(total=total, n=turn)


def _changes_since_sum(announced: AnnouncedSum) -> str:
    """Return the changes of a hand since its last announced sum, as text."""
    came = announced.n_received
    if announced.played and came:
        sentence = ngettext(
            "then played {cards}, and took a card", "then played {cards}, and took {n} cards", came
        )
    elif announced.played:
        sentence = _("then played {cards}")
    elif came:
        sentence = ngettext("then took a card", "then took {n} cards", came)
    else:
        return ""
    return sentence.format(cards=card_list(announced.played), n=came)


def chance_words(chance: float) -> str:
    """Return a chance in words, such as "4 in 5", instead of as a percentage."""
    near = Fraction(chance).limit_denominator(10)
    if near == 1:
        return _("sure") if chance > 1 - 1e-9 else _("nearly sure")
    if chance < 1e-9:
        return _("never")
    if chance < 0.1:
        return _("1 in {n}").format(n=round(1 / chance))
    return _("{n} in {all}").format(n=near.numerator, all=near.denominator)


def _cards_page(model: TableViewModel) -> Iterator[NotebookLine]:
    yield NotebookLine("title", _("Unseen"))
    for value, counts in enumerate(model.card_copy_counts()):
        left = counts[2]
        text = ngettext("{n} left", "{n} left", left).format(n=left) if left else _("none left")
        yield NotebookLine("count", text, cards=(value,), counts=counts)
    yield NotebookLine("rule")
    n = model.public.deck_size
    yield NotebookLine(
        "text", ngettext("{n} card in the deck", "{n} cards in the deck", n).format(n=n)
    )
    if model.public.aside:
        cards = card_list(model.public.aside)
        yield NotebookLine("text", _("Out this round: {cards}").format(cards=cards))


def _threat_page(model: TableViewModel) -> Iterator[NotebookLine]:
    public, found = model.public, False
    gone = exhausted_cards(public) if model.has_memory_aids else ()
    own = model.side_of(model.bottom)
    for side in sorted((0, 1), key=lambda one: one == own):
        threats = public_threats(public, side, gone)
        if not threats:
            continue
        if found:
            yield NotebookLine("rule")
        found = True
        seats = public.seating.seats_of(side)
        yield NotebookLine("title", _threat_title(model, side), seats[0], side=side)
        for threat in threats:
            yield NotebookLine("threat", _threat_text(model, threat), key=threat.key, side=side)
    if not found:
        yield NotebookLine("text", _("Nobody can win the round at once."))


def _threat_title(model: TableViewModel, side: Side) -> str:
    if model.observation is not None and side == model.side_of(model.bottom):
        return _("You could win")
    return _("{name} could win").format(name=model.wording.side_name(model.public, side))


def _threat_text(model: TableViewModel, threat: PublicThreat) -> str:
    """Return, as text, the card that wins on the key now, or the pairs of cards that reach it."""
    points = model.wording.points_text(threat.points)
    last = model.public.row[-1] if model.public.row else None
    now = [card for first, card in threat.pairs if first == last and card != last]
    if now:
        return _("{points}, needs a {card}").format(card=now[0], points=points)
    sums = ", ".join(f"{first}+{card}" for first, card in threat.pairs if first != card)
    if not sums:
        return _("{points}, but out of reach").format(points=points)
    return _("{points}, not next: needs {sums}").format(sums=sums, points=points)
