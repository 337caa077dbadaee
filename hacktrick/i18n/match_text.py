"""Sentences about events, results and turns of a match, and announced sums as equations.

Whole sentences in the words of the edition. Players go by their names, never by "you", so that a
sentence is true for every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hacktrick.app.round_history import (
    AnnouncedSum,
    HistoryEntry,
    is_won_with_double,
    key_reached,
    since_last_act,
    won_keys,
)
from hacktrick.game.actions import (
    Verb,
)
from hacktrick.game.cards import Card
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n.computer_players import name_with_manner
from hacktrick.i18n.rulebook.code_pages import code_name
from hacktrick.i18n.terms import (
    EditionTerms,
    Translate,
    edition_terms,
    edition_translator,
    term_translator,
)
from hacktrick.i18n.translator import _, ngettext
from hacktrick.match.players import level_of

if TYPE_CHECKING:
    from hacktrick.game.keypad import Key
    from hacktrick.game.rules import Rules, Seat, Side
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import SeatInfo


RECALLED = 6  # most sentences of a recap


class Wording:
    """The sentences of one match. Make a new one when the language changes."""

    def __init__(self, rules: Rules, seats: Sequence[SeatInfo]) -> None:
        self.rules = rules
        self.names = tuple(seat.name for seat in seats)
        self.translate: Translate = edition_translator(rules, _)
        self.say = term_translator(rules, _)
        self.terms: EditionTerms = edition_terms(rules, _)

    # Names

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def side_name(self, public: PublicState, side: Side) -> str:
        """The name of a side: that of its player, or of both team members."""
        names = [self.names[seat] for seat in public.seating.seats_of(side)]
        return _("{a} and {b}").format(a=names[0], b=names[1]) if len(names) == 2 else names[0]

    def player_kind(self, info: SeatInfo) -> str:
        """The kind of a player: "human", or the level and playing style of a computer."""
        level = level_of(info.player)
        if level is None:
            return _("human")
        return name_with_manner(_("level {n}").format(n=level), info.style, info.patient)

    def short_player_kind(self, info: SeatInfo) -> str:
        """The kind of a player without the playing style."""
        return self.player_kind(replace(info, style=STEADY_STYLE, patient=False))

    def command_name(self, kind: str) -> str:
        return self.terms.play if kind == "play" else self.terms.guard

    def points(self, n: int) -> str:
        sentence = "{n} {point}" if n == 1 else "{n} {points}"
        return self.say(sentence, n=n)

    def price_points(self, n: int) -> str:
        return _("−{points}").format(points=self.points(n))

    def code(self, code: str | None) -> str:
        return code_name(code, _) if code else _("no code")

    def cards(self, cards: Sequence[Card]) -> str:
        return " ".join(map(str, cards))

    # The log

    def event_lines(self, entry: HistoryEntry) -> tuple[str, ...]:
        """The log lines of one action; none for a pass."""
        own = _EVENTS[entry.event.action.verb](self, entry)
        more = []
        if entry.event.action.verb == "start" and entry.event.facts.said:
            more.append(self.sums_sentence(entry.event.facts.said))
        if entry.event.facts.revealed is not None:
            more.append(self.revealed_codes_sentence(entry))
        if entry.event.facts.reshuffled:
            more.append(_("The row becomes the new deck."))
        if entry.after.result is not None:
            more.append(self.round_result(entry))
        return (*([own] if own else []), *more)

    def event_line(self, entry: HistoryEntry) -> str:
        """One action in one line, also for a pass."""
        passed = _("{name} passes").format(name=self.names[entry.event.seat])
        return "; ".join(self.event_lines(entry)) or passed

    def recap_lines(self, entries: Sequence[HistoryEntry], seat: Seat) -> tuple[str, ...]:
        """The last sentences about what has happened since a seat last acted."""
        recent = since_last_act(entries, seat)
        return tuple(line for entry in recent for line in self.event_lines(entry))[-RECALLED:]

    def sums_sentence(self, said: Sequence[tuple[Seat, int]]) -> str:
        """Sums that are announced together, in one sentence."""
        each = [_("{name} = {total}").format(name=self.names[s], total=total) for s, total in said]
        return _("Sums: {list}").format(list=", ".join(each))

    def revealed_codes_sentence(self, entry: HistoryEntry) -> str:
        laid = entry.event.facts.revealed or ()
        each = [
            _("{name}: {code}").format(name=self.names[seat], code=self.code(code))
            for seat, code in enumerate(laid)
        ]
        return _("The codes: {list}").format(list=", ".join(each))

    def play_sentence(self, entry: HistoryEntry) -> str:
        action, key = entry.event.action, key_reached(entry)
        assert action.verb == "play" and key is not None
        taken = entry.before.markers_on(key, 1 - entry.before.side)
        fields = {"name": self.names[entry.event.seat], "card": action.card, "number": key}
        _ = self.translate
        if action.double and taken:
            sentence = _("{name} plays {card}: {key} {number}, the double, takes {taken}")
        elif action.double:
            sentence = _("{name} plays {card}: {key} {number}, the double")
        elif taken:
            sentence = _("{name} plays {card}: {key} {number}, takes {taken}")
        else:
            sentence = _("{name} plays {card}: {key} {number}")
        return sentence.format(key=self.terms.key, taken=taken, **fields)

    def draw_sentence(self, entry: HistoryEntry) -> str:
        name, shown = self.names[entry.event.seat], entry.event.facts.shown
        if not shown:
            return _("{name} draws a card").format(name=name)
        if not shown[0][1]:
            return _("{name} has no card to play, and draws").format(name=name)
        cards = self.cards(shown[0][1])
        return _("{name} cannot play, shows {cards} and draws").format(name=name, cards=cards)

    def drawn_cards_sentence(self, seat: Seat, cards: Sequence[Card]) -> str:
        """The cards that a player drew, for that player alone."""
        return _("{name} has drawn: {cards}").format(name=self.name(seat), cards=self.cards(cards))

    def ask_sentence(self, entry: HistoryEntry) -> str:
        (other, total), *_rest = entry.event.facts.said
        fields = {"name": self.names[entry.event.seat], "other": self.names[other], "total": total}
        if entry.event.action.verb == "partner":
            return _("{name} asks partner {other}, whose cards sum to {total}").format(**fields)
        return _("{name} asks {other}, whose cards sum to {total}").format(**fields)

    def command_sentence(self, entry: HistoryEntry) -> str:
        action = entry.event.action
        assert action.verb == "command"
        name, word = self.names[entry.event.seat], self.command_name(action.kind)
        return _("{name} says {command}").format(name=name, command=word)

    def under_sentence(self, entry: HistoryEntry) -> str:
        action = entry.event.action
        assert action.verb == "under"
        n, name = len(action.cards), self.names[entry.event.seat]
        return ngettext(
            "{name} puts a card under the deck and draws one",
            "{name} puts {n} cards under the deck and draws as many",
            n,
        ).format(name=name, n=n)

    def lay_sentence(self, entry: HistoryEntry) -> str:
        action, name = entry.event.action, self.names[entry.event.seat]
        assert action.verb == "lay"
        if action.code is None:
            return _("{name} lays no code").format(name=name)
        return _("{name} lays a code face down").format(name=name)

    def fill_names(self, entry: HistoryEntry, sentence: str) -> str:
        """Fill the names of both players into a translated sentence."""
        seat = entry.event.seat
        others = entry.before.seating.opponents_of(seat)
        return sentence.format(name=self.names[seat], other=self.names[others[0]])

    # Results

    def round_result(self, entry: HistoryEntry) -> str:
        """Why the round ended, and the points that it brings."""
        public, result = entry.after, entry.after.result
        assert result is not None
        winner = self.side_name(public, result.side)
        loser = self.side_name(public, 1 - result.side)
        fields = {"name": winner, "loser": loser, "points": self.points(result.points)}
        _ = self.translate
        if result.by == "fold":
            return _("{loser} folds: {points} for {name}").format(**fields)
        if result.by == "markers":
            return _("{loser} has no marker left: {points} for {name}").format(**fields)
        if result.by == "code":
            code = self.code(public.codes[result.side])
            return _("{name} wins by the code {code}: {points}").format(code=code, **fields)
        return self._completed(entry, fields)

    def _completed(self, entry: HistoryEntry, fields: dict[str, Any]) -> str:
        keys = "-".join(map(str, won_keys([entry])))
        fields |= {"keys": keys, "key": self.terms.key, "name": self.names[entry.event.seat]}
        double, _ = is_won_with_double(entry), self.translate
        if len(won_keys([entry])) == 1:
            if double:
                sentence = _("{name} has three markers on {key} {keys}, with the double: {points}")
            else:
                sentence = _("{name} has three markers on {key} {keys}: {points}")
        elif double:
            sentence = _("{name} completes {keys} with the double: {points}")
        else:
            sentence = _("{name} completes {keys}: {points}")
        return sentence.format(**fields)

    # What a card would do

    def effect_on_key(self, key: Key, taken: int) -> str:
        """What a card would do: the key that it marks, and the number of markers that it takes."""
        _ = self.translate
        if taken:
            return _("{key} {number}: capture {n}").format(key=self.terms.key, number=key, n=taken)
        return _("{key} {number}").format(key=self.terms.key, number=key)

    def win_text(self, points: int) -> str:
        return _("wins the round: {points}").format(points=self.points(points))


def _no_line(wording: Wording, entry: HistoryEntry) -> str:
    return ""


def _start(wording: Wording, entry: HistoryEntry) -> str:
    action = entry.event.action
    assert action.verb == "start"
    name = wording.name(entry.event.seat)
    return _("{name} starts the row with {card}").format(name=name, card=action.card)


_EVENTS: dict[Verb, Callable[[Wording, HistoryEntry], str]] = {
    "start": _start,
    "play": Wording.play_sentence,
    "draw": Wording.draw_sentence,
    "ask": Wording.ask_sentence,
    "partner": Wording.ask_sentence,
    "pass": _no_line,
    "command": Wording.command_sentence,
    "under": Wording.under_sentence,
    "lay": Wording.lay_sentence,
    "swap": lambda w, e: w.fill_names(e, _("{name} and {other} exchange a card")),
    "discard": lambda w, e: w.fill_names(e, _("{name} and {other} each pay a marker")),
    "stake": lambda w, e: w.fill_names(e, _("{name} stakes a point")),
    "call": lambda w, e: w.fill_names(e, _("{name} stakes a point too")),
    "fold": lambda w, e: w.fill_names(e, _("{name} gives up the round")),
}


BREVITIES = (0, 1, 2, 3)
"""How short an announced sum is: 0 shows every card, 1 counts unknown cards, 2 also adds up the
played cards, and 3 shows the sum alone."""


@dataclass(frozen=True, slots=True)
class SumToken:
    """A piece of an equation: a sign or number, or a card.

    Attributes:
        text: the sign or number; "" for a card.
        card: the card; None for an unknown one.
        times: how many such cards it stands for; 0 for a text.
    """

    text: str = ""
    card: Card | None = None
    times: int = 0
    is_sum: bool = False

    @property
    def factor(self) -> str:
        """The factor before several equal cards, as in "3×"."""
        return f"{self.times}×" if self.times > 1 else ""


def sum_text(announced: AnnouncedSum) -> str:
    """An announced sum as an equation in plain text."""
    pieces = []
    for token in sum_tokens(announced):
        card = "?" if token.card is None else str(token.card)
        pieces.append(token.text or card)
    return " ".join(pieces)


def sum_tokens(announced: AnnouncedSum, brevity: int = 0) -> tuple[SumToken, ...]:
    """An announced sum as the pieces of an equation.

    Args:
        brevity: one of ``BREVITIES``.
    """
    total = SumToken(str(announced.total), is_sum=True)
    if brevity > 2:
        return (total,)
    counted = brevity > 0
    played = [SumToken(card=card, times=1) for card in announced.played]
    if brevity > 1 and len(played) > 1:
        played = [SumToken(str(sum(announced.played)))]
    right = [*played, *_unknown(announced.hidden, counted)] or [SumToken("0")]
    return (*_joined([total, *_unknown(announced.came, counted)]), SumToken("="), *_joined(right))


def _unknown(n: int, counted: bool) -> list[SumToken]:
    return [SumToken(times=n)] if counted and n > 1 else [SumToken(times=1)] * n


def _joined(parts: list[SumToken]) -> list[SumToken]:
    plus = SumToken("+")
    return [token for part in parts for token in (plus, part)][1:]
