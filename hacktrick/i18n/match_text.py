"""Sentences about the events, turns and results of a match, in the terms of its edition.

The sentences say "you" to the only person at the screen. If several people share the screen, or if
nobody there plays, every player is called by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hacktrick.app.snapshot import (
    HistoryEntry,
    entries_since_last_action,
    is_won_with_double,
    key_reached,
    keys_that_won,
)
from hacktrick.game.actions import Verb
from hacktrick.game.cards import UNKNOWN_CARD, Card
from hacktrick.game.keypad import KEY_ORDER
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n.computer_players import name_with_unusual_manner
from hacktrick.i18n.terms import (
    EditionTerms,
    Translate,
    edition_terms,
    edition_translator,
    term_translator,
)
from hacktrick.i18n.translator import _, ngettext
from hacktrick.match.player_kinds import ENGINE_LEVEL, level_of

if TYPE_CHECKING:
    from hacktrick.game.editions import Rules
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import EndCause, PublicState, Seat, Side
    from hacktrick.game.view import Event, SeatInfo


MAX_RECAP_LINES = 6  # maximum number of sentences in a recap


class MatchSentences:
    """The sentences of one match, in the current language.

    After a change of language, a new object is needed, since an object keeps translated terms.

    Args:
        you: the seat of the only person at the screen; None if several share it or nobody plays.
    """

    def __init__(self, rules: Rules, seats: Sequence[SeatInfo], you: Seat | None = None) -> None:
        self.rules = rules
        self.you = you
        self.names = tuple(seat.name for seat in seats)
        self.translate: Translate = edition_translator(rules, _)
        self.say = term_translator(rules, _)
        self.terms: EditionTerms = edition_terms(rules, _)
        # The edition's terms, as fields for ``str.format``.
        self.term_fields: Mapping[str, str] = self.terms._asdict()

    def name(self, seat: Seat) -> str:
        """Return the name of a player for sentences in the third person."""
        return self.names[seat]

    def player_label(self, seat: Seat) -> str:
        """Return a player's label, for a name plate or the start of a line: "You", or the name."""
        return _("You") if seat == self.you else self.names[seat]

    def side_name(self, public: PublicState, side: Side) -> str:
        """Return the name of a side: its player's name, or the names of both team members."""
        names = [self.names[seat] for seat in public.seating.seats_of(side)]
        return _("{a} and {b}").format(a=names[0], b=names[1]) if len(names) == 2 else names[0]

    def side_label(self, public: PublicState, side: Side) -> str:
        """Return a side's label, for a name plate: "You", "You and Kernel", or names."""
        seats = public.seating.seats_of(side)
        if self.you not in seats:
            return self.side_name(public, side)
        partner = next((seat for seat in seats if seat != self.you), None)
        return _("You") if partner is None else _("You and {name}").format(name=self.name(partner))

    def is_your_side(self, public: PublicState, side: Side) -> bool:
        """Return whether the person at the screen plays for this side."""
        return self.you is not None and self.you in public.seating.seats_of(side)

    def sentence_about_player(self, seat: Seat, yours: str, theirs: str, **fields: object) -> str:
        """Return a sentence about one player, in the form that fits, with its fields filled in.

        Args:
            seat: the seat of the player.
            yours: the sentence if the player is "you".
            theirs: the sentence otherwise; it has the field ``name``.
            fields: further fields to fill in.
        """
        sentence = yours if seat == self.you else theirs
        return sentence.format(name=self.names[seat], **fields)

    def sentence_about_two_players(
        self, seat: Seat, other: Seat, yours: str, to_you: str, theirs: str, **fields: object
    ) -> str:
        """Return a sentence about two players, in the form that fits, with its fields filled in.

        Args:
            seat, other: the seats of the players.
            yours: the sentence if ``seat`` is "you", with the field ``other``.
            to_you: the sentence if ``other`` is "you", with the field ``name``.
            theirs: the sentence otherwise, with both fields.
            fields: further fields to fill in.
        """
        sentence = yours if seat == self.you else to_you if other == self.you else theirs
        return sentence.format(name=self.names[seat], other=self.names[other], **fields)

    def sentence_about_side(
        self, public: PublicState, side: Side, yours: str, theirs: str, **fields: object
    ) -> str:
        """Return a sentence about a side, in the form that fits, with its fields filled in.

        Args:
            side: the side that the sentence is about.
            yours: the sentence if "you" are alone on the side.
            theirs: the sentence otherwise. Its field ``name`` becomes "Your team" if you are in it.
            fields: further fields to fill in.
        """
        seats = public.seating.seats_of(side)
        if seats == (self.you,):
            return yours.format(**fields)
        team = _("Your team") if self.is_your_side(public, side) else self.side_name(public, side)
        return theirs.format(name=team, **fields)

    def hand_shown_sentence(self, seat: Seat) -> str:
        """Return a sentence saying that a player shows their hand, since no card fits."""
        yours, theirs = _("You show your hand"), _("{name} shows their hand")
        return self.sentence_about_player(seat, yours, theirs)

    def code_face_down_sentence(self, seat: Seat) -> str:
        """Return a sentence saying that the code that a player has laid still lies face down."""
        return _("{name} has laid a code face down.").format(name=self.names[seat])

    def player_kind(self, info: SeatInfo) -> str:
        """Return the kind of a player: "human", or the level and playing style of a computer."""
        level = level_of(info.player)
        if level is None:
            return _("human")
        if level == ENGINE_LEVEL:
            return _("engine")
        return name_with_unusual_manner(_("level {n}").format(n=level), info.style, info.patient)

    def short_player_kind(self, info: SeatInfo) -> str:
        """Return the kind of a player without the playing style."""
        return self.player_kind(replace(info, style=STEADY_STYLE, patient=False))

    def command_name(self, kind: str) -> str:
        """Return the edition's term for a command, as the rules write it."""
        return self.terms.play if kind == "play" else self.terms.guard

    def spoken_command(self, kind: str) -> str:
        """Return a command as it is spoken, in quotation marks, such as “Block!”."""
        return self.terms.play_order if kind == "play" else self.terms.guard_order

    def points_text(self, n_points: int) -> str:
        """Return a number of points in the edition's term, such as "2 Bitcoins"."""
        sentence = "{n} {point}" if n_points == 1 else "{n} {points}"
        return self.say(sentence, n=n_points)

    def points_price_text(self, n: int) -> str:
        """Return a number of points as a price, such as "−1 point"."""
        return _("−{points}").format(points=self.points_text(n))

    def code_text(self, code: str | None) -> str:
        """Return the full name of a code; "no code" for None."""
        # Imported here because it is slow to import and not needed at first.
        from hacktrick.i18n.rulebook.code_pages import code_name

        return code_name(code, _) if code else _("no code")

    def code_power(self, code: str, owner: Seat) -> str:
        """Return a code's effect for its owner, who is called by name unless they are "you"."""
        from hacktrick.i18n.rulebook.code_pages import (
            code_card_text,  # Imported here because it is slow to import and not needed at first.
        )

        name = "" if owner == self.you else self.names[owner]
        return code_card_text(code, _, self.rules, name).power

    def cards_text(self, cards: Sequence[Card]) -> str:
        """Return cards as text, such as "3 4 4"."""
        return " ".join(map(str, cards))

    def event_lines(self, entry: HistoryEntry) -> tuple[str, ...]:
        """Return the log lines about an action; () for a pass."""
        own = _EVENT_SENTENCES[entry.event.action.verb](self, entry)
        more = []
        if entry.event.action.verb == "start" and entry.event.facts.said:
            more.append(self.sums_sentence(entry.event.facts.said))
        if entry.event.facts.revealed is not None:
            more.append(self.revealed_codes_sentence(entry))
        if entry.event.facts.reshuffled:
            more.append(_("The row becomes the new deck."))
        if entry.after.result is not None:
            more.append(self.round_result_sentence(entry))
        return (*([own] if own else []), *more)

    def event_line(self, entry: HistoryEntry) -> str:
        """Return a description of an action in one line, even of a pass."""
        passed = self.sentence_about_player(entry.event.seat, _("You pass"), _("{name} passes"))
        return "; ".join(self.event_lines(entry)) or passed

    def recap_lines(self, entries: Sequence[HistoryEntry], seat: Seat) -> tuple[str, ...]:
        """Return the latest sentences about the events since a seat last acted."""
        recent = entries_since_last_action(entries, seat)
        return tuple(line for entry in recent for line in self.event_lines(entry))[
            -MAX_RECAP_LINES:
        ]

    def sums_sentence(self, sums: Sequence[tuple[Seat, int]]) -> str:
        """Return one sentence that states sums announced together."""
        each = [
            self.sentence_about_player(
                seat, _("you have {total}"), _("{name} has {total}"), total=total
            )
            for seat, total in sums
        ]
        return _("Sums: {list}").format(list=", ".join(each))

    def revealed_codes_sentence(self, entry: HistoryEntry) -> str:
        laid = entry.event.facts.revealed or ()
        each = [
            _("{name}: {code}").format(name=self.player_label(seat), code=self.code_text(code))
            for seat, code in enumerate(laid)
        ]
        return _("Codes: {list}").format(list="; ".join(each))

    def play_sentence(self, entry: HistoryEntry) -> str:
        action, key = entry.event.action, key_reached(entry)
        assert action.verb == "play" and key is not None
        taken = entry.before.markers_on(key, 1 - entry.before.side)
        effect = self.card_effect_text(key, taken, is_double=action.double)
        return self.sentence_about_player(
            entry.event.seat,
            _("You play a {card}: {effect}"),
            _("{name} plays a {card}: {effect}"),
            card=action.card,
            effect=effect,
        )

    def draw_sentence(self, entry: HistoryEntry) -> str:
        seat, shown = entry.event.seat, entry.event.facts.shown
        if not shown:
            return self.sentence_about_player(seat, _("You draw a card"), _("{name} draws a card"))
        if not shown[0][1]:
            yours, theirs = _("You have no cards, so you draw"), _("{name} has no cards and draws")
            return self.sentence_about_player(seat, yours, theirs)
        return self.sentence_about_player(
            seat,
            _("Nothing fits: you show {cards} and draw"),
            _("Nothing fits: {name} shows {cards} and draws"),
            cards=card_list(shown[0][1]),
        )

    def private_drawn_cards_sentence(self, seat: Seat, cards: Sequence[Card]) -> str:
        """Return a sentence saying which cards a player has drawn, for that player only."""
        if len(cards) == 1:
            yours, theirs = _("You drew a {cards}"), _("{name} drew a {cards}")
        else:
            yours, theirs = _("You drew the cards {cards}"), _("{name} drew the cards {cards}")
        return self.sentence_about_player(seat, yours, theirs, cards=card_list(cards))

    def private_event_lines(self, event: Event) -> list[str]:
        """Return lines about cards that an action showed only to the viewer of ``event``."""
        drawn = [card for card in event.facts.drawn if card != UNKNOWN_CARD]
        lines = [self.private_drawn_cards_sentence(event.seat, drawn)] if drawn else []
        taken, action = event.facts.taken, event.action
        if action.verb == "swap" and taken not in (None, UNKNOWN_CARD):
            yours, theirs = (
                _("You gave {card} and took {taken}"),
                _("{name} gave {card} and took {taken}"),
            )
            lines.append(
                self.sentence_about_player(event.seat, yours, theirs, card=action.card, taken=taken)
            )
        return lines

    def ask_sentence(self, entry: HistoryEntry) -> str:
        (other, total), *_rest = entry.event.facts.said
        seat = entry.event.seat
        if entry.event.action.verb == "partner":
            return self.sentence_about_two_players(
                seat,
                other,
                _("You ask your partner {other}: “My cards make {total}.”"),
                _("Your partner {name} asks: your cards make {total}"),
                _("{name} asks partner {other}: “My cards make {total}.”"),
                total=total,
            )
        return self.sentence_about_two_players(
            seat,
            other,
            _("You ask {other}: “My cards make {total}.”"),
            _("{name} asks you: your cards make {total}"),
            _("{name} asks {other}: “My cards make {total}.”"),
            total=total,
        )

    def command_sentence(self, entry: HistoryEntry) -> str:
        action = entry.event.action
        assert action.verb == "command"
        yours, theirs = _("You order {command}"), _("{name} orders {command}")
        return self.sentence_about_player(
            entry.event.seat, yours, theirs, command=self.spoken_command(action.kind)
        )

    def cards_under_deck_sentence(self, entry: HistoryEntry) -> str:
        action = entry.event.action
        assert action.verb == "under"
        n = len(action.cards)
        yours = ngettext(
            "You put a card under the deck and draw one",
            "You put {n} cards under the deck and draw {n}",
            n,
        )
        theirs = ngettext(
            "{name} puts a card under the deck and draws one",
            "{name} puts {n} cards under the deck and draws {n}",
            n,
        )
        return self.sentence_about_player(entry.event.seat, yours, theirs, n=n)

    def lay_code_sentence(self, entry: HistoryEntry) -> str:
        action, seat = entry.event.action, entry.event.seat
        assert action.verb == "lay"
        if action.code is None:
            return self.sentence_about_player(seat, _("You lay no code"), _("{name} lays no code"))
        yours, theirs = _("You lay a code face down"), _("{name} lays a code face down")
        return self.sentence_about_player(seat, yours, theirs)

    def swap_sentence(self, entry: HistoryEntry) -> str:
        return self._sentence_about_two_opponents(
            entry,
            _("You swap a card with {other}"),
            _("{name} swaps a card with you"),
            _("{name} swaps a card with {other}"),
        )

    def forced_payment_sentence(self, entry: HistoryEntry) -> str:
        return self._sentence_about_two_opponents(
            entry,
            _("You and {other} each pay a marker"),
            _("{name} and you each pay a marker"),
            _("{name} and {other} each pay a marker"),
        )

    def _sentence_about_two_opponents(
        self, entry: HistoryEntry, yours: str, to_you: str, theirs: str
    ) -> str:
        """Return a sentence about a player and their only opponent.

        The other arguments are those of ``sentence_about_two_players``.
        """
        seat = entry.event.seat
        other = entry.before.seating.opponents_of(seat)[0]
        return self.sentence_about_two_players(seat, other, yours, to_you, theirs)

    def round_result_sentence(self, entry: HistoryEntry) -> str:
        """Return a sentence about the cause of the round's end and the points that it brings."""
        public, result = entry.after, entry.after.result
        assert result is not None
        points = self.points_text(result.points)
        if result.by in ("fold", "markers"):
            return self._conceded_result_sentence(public, result.by, 1 - result.side, points)
        if result.by == "code":
            return self.sentence_about_side(
                public,
                result.side,
                _("You win by the code {code}: {points}"),
                _("{name} wins by the code {code}: {points}"),
                code=self.code_text(public.codes[result.side]),
                points=points,
            )
        return self._completed_line_sentence(entry, points)

    def _conceded_result_sentence(
        self, public: PublicState, by: EndCause, loser: Side, points: str
    ) -> str:
        """Return a sentence for a round that one side lost by folding or running out of markers.

        Args:
            by: "fold", or another cause if the side ran out of markers.
            loser: the side that lost.
            points: the text for the points.
        """
        winner = _("your team") if self.is_your_side(public, 1 - loser) else ""
        fields = {"winner": winner or self.side_name(public, 1 - loser), "points": points}
        if public.seating.seats_of(1 - loser) == (self.you,):
            if by == "fold":
                sentence = _("{name} folds: {points} for you")
            else:
                sentence = _("{name} ran out of markers: {points} for you")
            return sentence.format(name=self.side_name(public, loser), **fields)
        if by == "fold":
            yours, theirs = (
                _("You fold: {points} for {winner}"),
                _("{name} folds: {points} for {winner}"),
            )
        else:
            yours = _("You ran out of markers: {points} for {winner}")
            theirs = _("{name} ran out of markers: {points} for {winner}")
        return self.sentence_about_side(public, loser, yours, theirs, **fields)

    def _completed_line_sentence(self, entry: HistoryEntry, points: str) -> str:
        won, _ = keys_that_won([entry]), self.translate
        is_double = is_won_with_double(entry)
        if len(won) == 1 and is_double:
            yours = _("You cracked {key} {keys} with three markers and the double: {points}")
            theirs = _("{name} cracked {key} {keys} with three markers and the double: {points}")
        elif len(won) == 1:
            yours = _("You cracked {key} {keys} with three markers: {points}")
            theirs = _("{name} cracked {key} {keys} with three markers: {points}")
        elif is_double:
            yours = _("You cracked {keys} with the double: {points}")
            theirs = _("{name} cracked {keys} with the double: {points}")
        else:
            yours = _("You cracked {keys}: {points}")
            theirs = _("{name} cracked {keys}: {points}")
        keys, key = line_keys_text(won), self.terms.key
        return self.sentence_about_player(
            entry.event.seat, yours, theirs, keys=keys, key=key, points=points
        )

    # Methods for the effects of a card.

    def card_effect_text(self, key: Key, taken: int, *, is_double: bool = False) -> str:
        """Return the effects of a card as text: the key it marks and the markers it captures.

        Args:
            taken: the number of captured markers.
        """
        _ = self.translate
        parts = [_("{key} {number}").format(key=self.terms.key, number=key)]
        if is_double:
            parts.append(_("double"))
        if taken:
            parts.append(captured_text(taken))
        return ", ".join(parts)


def captured_text(n_captured: int) -> str:
    """Return the number of markers that a card captures, as an item of a list."""
    return ngettext("captures a marker", "captures {n} markers", n_captured).format(n=n_captured)


def card_list(cards: Sequence[Card]) -> str:
    """Return cards as part of a sentence, such as "3, 4 and 4"; "" for none."""
    *first, last = map(str, cards) if cards else ("",)
    return _("{list} and {last}").format(list=", ".join(first), last=last) if first else last


def line_keys_text(won: Sequence[Key]) -> str:
    """Return the keys of a line as text, in the order in which the board is read: "8-1-6"."""
    return "-".join(map(str, sorted(won, key=KEY_ORDER.index)))


def _no_sentence(wording: MatchSentences, entry: HistoryEntry) -> str:
    return ""


def _start_sentence(wording: MatchSentences, entry: HistoryEntry) -> str:
    action = entry.event.action
    assert action.verb == "start"
    yours, theirs = _("You start the row with a {card}"), _("{name} starts the row with a {card}")
    return wording.sentence_about_player(entry.event.seat, yours, theirs, card=action.card)


_EVENT_SENTENCES: dict[Verb, Callable[[MatchSentences, HistoryEntry], str]] = {
    "start": _start_sentence,
    "play": MatchSentences.play_sentence,
    "draw": MatchSentences.draw_sentence,
    "ask": MatchSentences.ask_sentence,
    "partner": MatchSentences.ask_sentence,
    "pass": _no_sentence,
    "command": MatchSentences.command_sentence,
    "under": MatchSentences.cards_under_deck_sentence,
    "lay": MatchSentences.lay_code_sentence,
    "swap": MatchSentences.swap_sentence,
    "discard": MatchSentences.forced_payment_sentence,
    "stake": lambda w, e: w.sentence_about_player(
        e.event.seat, _("You stake a point"), _("{name} stakes a point")
    ),
    "call": lambda w, e: w.sentence_about_player(
        e.event.seat, _("You stake a point too"), _("{name} stakes a point too")
    ),
    "fold": lambda w, e: w.sentence_about_player(e.event.seat, _("You fold"), _("{name} folds")),
}
