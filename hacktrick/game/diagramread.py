"""The reader of a position in one line of text: field by field, each checked where it stands.

What the line says is checked as far as a position alone can be: cards and markers that there are,
words that exist, hands and a deck that a round can have. Whether play can come to it is not.
"""

from __future__ import annotations

from typing import Any, get_args

from hacktrick.game.actions import CODES
from hacktrick.game.advance import begin
from hacktrick.game.cards import Card, Counts, counts_of, sum_of
from hacktrick.game.diagram import Diagram, Sum
from hacktrick.game.diagramfields import Fields, read_edition, read_fields
from hacktrick.game.diagramtext import (
    FLAGS,
    MIDDLE,
    NOTHING,
    SIDES,
    UNKNOWN,
    markers_of,
    seat_of_turn,
    usual_double_turn,
    usual_starter,
    usual_supply,
)
from hacktrick.game.rules import RulesError, Seating, seating_for
from hacktrick.game.spans import PositionError, Span, words_of
from hacktrick.game.state import IN_SUPPLY, NEVER, OUT, By, Phase, PublicState, Result

LONGEST = 1000  # characters
LATEST = 999  # turns
BEFORE_PLAY = ("codes", "start")


def read_diagram(line: str) -> Diagram:
    """The position that a line of text says.

    Raises:
        PositionError: it says none; with the reason, the word and its place.
    """
    if len(line) > LONGEST:
        raise PositionError("TOO_LONG", line[:20], LONGEST)
    words = words_of(line)
    if not words:
        raise PositionError("EMPTY", "", 0)
    rules = read_edition(words[0])
    return _Reader(rules, read_fields(words[1:]), len(line)).diagram()


class _Reader(Fields):
    """The fields of one line, read in the order in which they depend on each other."""

    def diagram(self) -> Diagram:
        public = self._table(self._begun())
        hands = self._hands(public)
        public = self._turn(public._replace(hand_sizes=tuple(size for _, size in hands)))
        public = self._deck(self._markers(self._wits(public)))
        known = tuple(counts for counts, _ in hands)
        held = self._held(public)
        public = public._replace(held_counts=tuple(count for _, count in held))
        public = self._over(self._acts(public))
        codes = tuple(names for names, _ in held)
        return Diagram(public, known, codes, self._sums(public, known))

    # ---------------------------------------------------------------- the table

    def _begun(self) -> PublicState:
        aside = self.must("aside")
        cards = self.cards(aside)
        if len(cards) != self.rules.aside:
            raise aside.error("WRONG_NUMBER_OF_CARDS")
        score = self.numbers("score", (0,) * self.rules.n_scores)
        return begin(self.rules, self._seating(), cards, score, (0,) * self.rules.n_seats)

    def _seating(self) -> Seating:
        duel, lead = self.get("duel"), self.get("lead")
        if duel is not None:
            leader, starter = (seat.number() for seat in duel.parts(2))
        else:
            leader = 0 if lead is None else lead.number(self.rules.n_seats - 1)
            start = self.get("start")
            starter = usual_starter(self.rules, leader) if start is None else start.number()
        try:
            return seating_for(self.rules, leader, starter, duel is not None)
        except RulesError as error:
            raise (duel or self.get("start") or self.must("lead")).error(
                "NO_SUCH_SEATING"
            ) from error

    def _table(self, public: PublicState) -> PublicState:
        phase: Any = self.word("phase", get_args(Phase), "turn")
        row = self._row(phase)
        standing: Any = self.word("standing", ("play", "guard"), "")
        flags = self.get("flags")
        named = [] if flags is None else [word.one_of(FLAGS) for word in flags.split(",")]
        asked, partnered, again = (name in named for name in FLAGS)
        public = public._replace(phase=phase, row=row, standing=standing)
        return public._replace(asked=asked, partnered=partnered, again=again)

    def _row(self, phase: str) -> tuple[Card, ...]:
        field = self.get("row")
        if phase in BEFORE_PLAY:
            if field is not None:
                raise field.error("NOT_IN_THIS_PHASE")
            return ()
        field = self.must("row")
        row = self.cards(field)
        if not row:
            raise field.error("WRONG_NUMBER_OF_CARDS")
        for word, card, before in zip(field.characters()[1:], row[1:], row, strict=False):
            if card == before:
                raise word.error("SAME_CARD_TWICE")
        return row

    # ---------------------------------------------------------------- hands and deck

    def _hands(self, public: PublicState) -> list[tuple[Counts, int]]:
        """The cards known, and how many are held."""
        hands = self.must("hands").parts(self.rules.n_seats)
        return [self._hand(public, seat, hand) for seat, hand in enumerate(hands)]

    def _hand(self, public: PublicState, seat: int, hand: Span) -> tuple[Counts, int]:
        letters = [] if hand.text == NOTHING else hand.characters()
        known = [self.card(letter) for letter in letters if letter.text != UNKNOWN]
        dealt, limit = public.seating.deal[seat], public.seating.limits[seat]
        fits = len(letters) == dealt if public.phase in BEFORE_PLAY else len(letters) <= limit
        if not fits or not hand.text:
            raise hand.error("WRONG_NUMBER_OF_CARDS")
        return counts_of(known, self.rules.values), len(letters)

    def _deck(self, public: PublicState) -> PublicState:
        rules = self.rules
        seen = len(public.row) + len(public.aside) + sum(public.hand_sizes)
        left = rules.values * rules.copies - seen
        if left < 1:
            raise self.must("row").error("NO_DECK_LEFT")
        return public._replace(deck_size=left)

    # ---------------------------------------------------------------- whose turn

    def _turn(self, public: PublicState) -> PublicState:
        if public.phase in BEFORE_PLAY:
            if (turn := self.get("turn")) is not None:
                raise turn.error("NOT_IN_THIS_PHASE")
            return public
        return public._replace(turn=self._number_of_turn(public))

    def _number_of_turn(self, public: PublicState) -> int:
        turn, seat = self.get("turn"), self.get("seat")
        if turn is not None:
            return turn.number(LATEST)
        order = public.seating.order
        if seat is None or public.phase == "over":
            return MIDDLE
        acting = seat.number(self.rules.n_seats - 1)
        for turns in range(MIDDLE, MIDDLE + len(order)):
            if seat_of_turn(public._replace(turn=turns)) == acting:
                return turns
        raise seat.error("SEAT_DOES_NOT_ACT")

    def _acts(self, public: PublicState) -> PublicState:
        usual, field = seat_of_turn(public), self.get("seat")
        if field is None:
            return public._replace(seat=usual)
        if public.phase == "over":
            raise field.error("NOT_IN_THIS_PHASE")
        seat = field.number(self.rules.n_seats - 1)
        layers = (public.seating.leader, public.seating.starter)
        if seat != usual and (public.phase != "codes" or seat not in layers):
            raise field.error("SEAT_DOES_NOT_ACT")
        return public._replace(seat=seat)

    def _over(self, public: PublicState) -> PublicState:
        if public.phase != "over":
            if (early := self.get("result")) is not None:
                raise early.error("NOT_IN_THIS_PHASE")
            return public
        side, points, by = self.must("result").parts(3)
        won: Any = by.one_of(get_args(By))
        return public._replace(
            result=Result(SIDES.index(side.one_of(tuple(SIDES))), points.number(), won)
        )

    # ---------------------------------------------------------------- markers

    def _markers(self, public: PublicState) -> PublicState:
        public = self._board(public)
        public = public._replace(captured=self.numbers("captured", (0, 0)))
        public = public._replace(supply=self.numbers("supply", usual_supply(public)))
        for side in (0, 1):
            self._count(public, side)
        turns = self._placed(public)
        return public._replace(double_turn=turns)

    def _count(self, public: PublicState, side: int) -> None:
        """That a side has no more markers than there are, and the double where it should be."""
        gone = sum(key[side] for key in public.board) + public.captured[1 - side]
        supply = public.supply[side]
        field = self.get("supply") or self.get("captured") or self.get("board")
        place = Span("", self.end) if field is None else field
        if supply < 0 or supply + gone > markers_of(public, side):
            raise place.error("TOO_MANY_MARKERS")
        if not supply and public.double[side] == IN_SUPPLY:
            raise place.error("NO_MARKER_FOR_THE_DOUBLE")

    def _board(self, public: PublicState) -> PublicState:
        board, double = [list(key) for key in public.board], list(public.double)
        field = self.get("board")
        for entry in [] if field is None else field.split(","):
            key, *markers = entry.characters() or [entry]
            if key.text not in tuple("123456789"[: len(board)]):
                raise key.error("NOT_A_KEY")
            if any(board[int(key.text) - 1]):
                raise key.error("KEY_TWICE")
            if not markers or len({word.text.lower() for word in markers}) > 1:
                raise entry.error("NOT_MARKERS")
            self._place(int(key.text), markers, board, double)
        for side, out in enumerate(self.letters("out", SIDES)):
            if out and double[side] != IN_SUPPLY:
                raise self.must("out").error("DOUBLE_TWICE")
            double[side] = OUT if out else double[side]
        return public._replace(board=tuple(map(tuple, board)), double=tuple(double))

    def _place(
        self, key: int, markers: list[Span], board: list[list[int]], double: list[int]
    ) -> None:
        for word in markers:
            if word.text.lower() not in tuple(SIDES):
                raise word.error("NOT_MARKERS")
            side = SIDES.index(word.text.lower())
            board[key - 1][side] += 1
            if word.text.isupper():
                if double[side] != IN_SUPPLY:
                    raise word.error("DOUBLE_TWICE")
                double[side] = key

    def _placed(self, public: PublicState) -> tuple[int, ...]:
        field = self.get("placed")
        if field is None:
            return usual_double_turn(public)
        turns = []
        for place, word in zip(public.double, field.parts(2), strict=True):
            if (place > 0) == (word.text == NOTHING):
                raise word.error("DOUBLE_TWICE" if place <= 0 else "NOT_A_NUMBER")
            turns.append(word.number(public.turn) if place > 0 else NEVER)
        return tuple(turns)

    # ---------------------------------------------------------------- Battle of Wits

    def _wits(self, public: PublicState) -> PublicState:
        return public._replace(
            codes=self._codes_in_force(),
            used=self.letters("used", SIDES),
            sealed=self.letters("sealed", "0123"[: self.rules.n_seats]),
            stakes=self.numbers("stakes", (0, 0)),
        )

    def _codes_in_force(self) -> tuple[str | None, ...]:
        field = self.get("codes")
        parts = [] if field is None else field.parts(2)
        found = tuple(None if word.text == NOTHING else self.code(word) for word in parts)
        return found or (None, None)

    def _held(self, public: PublicState) -> list[tuple[tuple[str, ...] | None, int]]:
        """The codes held, if known, and how many they are."""
        field = self.get("held")
        if field is None:
            return [((), 0)] * self.rules.n_seats
        return [self._codes_of(part) for part in field.parts(self.rules.n_seats)]

    def _codes_of(self, part: Span) -> tuple[tuple[str, ...] | None, int]:
        if part.text == NOTHING:
            return (), 0
        if part.text.isdigit():
            count = part.number(len(CODES))
            return (None if count else ()), count
        codes = tuple(self.code(word) for word in part.split(","))
        return codes, len(codes)

    # ---------------------------------------------------------------- sums

    def _sums(self, public: PublicState, known: tuple[Counts, ...]) -> tuple[Sum | None, ...]:
        field = self.get("sums")
        if field is None:
            return (None,) * self.rules.n_seats
        parts = field.parts(self.rules.n_seats)
        return tuple(
            self._sum(part, known[seat], public.hand_sizes[seat]) for seat, part in enumerate(parts)
        )

    def _sum(self, part: Span, known: Counts, size: int) -> Sum | None:
        if part.text == NOTHING:
            return None
        total, *drawn = part.split("+")
        if len(drawn) > 1:
            raise part.error("NOT_A_NUMBER")
        below = total.text.startswith(NOTHING)
        digits = Span(total.text[below:], total.at + below)
        told = Sum(-digits.number() if below else digits.number(), *(n.number() for n in drawn))
        if not _fits(told, known, size):
            raise part.error("SUM_DOES_NOT_FIT")
        return told


def _fits(told: Sum, known: Counts, size: int) -> bool:
    """Whether a hand of this size, with these cards in it, can be worth the sum."""
    highest = len(known) - 1
    least, unknown = sum_of(known), size - sum(known)
    return told.total <= least + unknown * highest and told.total + told.drawn * highest >= least
