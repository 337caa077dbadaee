"""A round looked back on, in words: turns, classes, the ledger, what was known and what was so."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.view import SeatInfo
from hacktrick.play.reviewing import LEDGER, RoundReview, Turn
from hacktrick.words.coaching import Coaching
from hacktrick.words.translator import N_, _
from hacktrick.words.wording import Wording

SIGNS: dict[str, str] = {"fine": "", "slip": "?!", "mistake": "?", "blunder": "??"}
"""As in books on chess; they are read in any language."""

LINES: dict[str, str] = {
    "start": N_("At the start"),
    "deal": N_("The deal"),
    "draw": N_("Cards drawn"),
    "told": N_("What was told"),
    "reply": N_("Turns of {name}"),
    "mistakes": N_("Own mistakes"),
    "other": N_("Mistakes of {name}"),
    "sight": N_("Unexplained"),
    "end": N_("In the end"),
}
SIGHT = N_("Unexplained is what the judge saw only later. It is no luck.")


class ReviewWords:
    """The sentences of a review for ``seat``."""

    def __init__(self, rules: Rules, seats: Sequence[SeatInfo], seat: Seat) -> None:
        self.wording = Wording(rules, seats)
        self.seat, self.other = seat, 1 - seat
        self._coaching = Coaching(rules, self.wording.name(self.other))

    def name(self, seat: Seat) -> str:
        return self.wording.name(seat)

    def turn(self, actions: Sequence[Action]) -> str:
        """A whole turn in a few words."""
        return self._coaching.turn(actions)

    def swapping(self) -> str:
        """What it means to play a deal from the other seat."""
        told = _(
            "The cards are dealt as they were, {name} and {other} in each other's seats. This "
            "match is kept apart: it counts for no rating."
        )
        return told.format(name=self.name(self.seat), other=self.name(self.other))

    def headline(self, turn: Turn) -> str:
        """A turn with its number."""
        made = self.turn(turn.made)
        return _("Turn {n}: {turn}").format(n=turn.number, turn=made)

    def moment(self, turn: Turn) -> tuple[str, str]:
        """A moment of the list: what was made, and what would have been better."""
        return self.headline(turn), self.better(turn)

    def better(self, turn: Turn) -> str:
        best = self.turn(turn.options[0][0]) if turn.options else ""
        return _("better: {turn}").format(turn=best)

    def verdict(self, turn: Turn) -> str:
        return self._coaching.verdict(turn.verdict)

    def state(self, review: RoundReview | None) -> str:
        """How far the review is; "" once nothing more comes."""
        if review is None:
            return _("The round is being looked at …")
        if not review.is_checked:
            return _("A first look; what seems a mistake is looked at again.")
        return "" if review.is_done else _("The reasons are being worked out …")

    def nothing(self) -> str:
        return _("No turn cost enough to be looked at again.")

    def summary(self, review: RoundReview | None) -> str:
        """The line under a result. No figure but how many."""
        if review is None or not review.is_checked:
            return _("Being looked at …")
        n = len(review.worst())
        return _("Worth a look: {n}").format(n=n) if n else _("Nothing stands out")

    def why(self, turn: Turn) -> tuple[str, ...]:
        """Why another turn is better, as far as that is known."""
        return () if turn.why is None else self._coaching.why(turn.why)

    def reply(self, turn: Turn) -> str:
        """The answer that punishes a turn most often; "" where there is none."""
        if turn.why is None or not turn.why.reply:
            return ""
        told = _("The likeliest answer: {turn}.")
        return told.format(turn=self.turn(turn.why.reply))

    def hand(self, hand: Counts) -> str:
        return " ".join(map(str, cards_of(hand))) or "–"

    def hands_left_out(self, n: int, chance: float) -> str:
        return self._coaching.more(n, chance)

    def ledger(self, review: RoundReview) -> tuple[tuple[str, str], ...]:
        """A line for each part of the sum, with its whole per cents."""
        parts = review.ledger().parts
        name = self.name(self.other)
        ends = ("start", "end")
        return tuple(
            (_(LINES[key]).format(name=name), percent(parts[key], signed=key not in ends))
            for key in LEDGER
        )

    def rate(self, review: RoundReview) -> str:
        """The error rate, with how sure it is after one round."""
        rate, free = review.rate()
        told = _("Error rate {rate} ± {error}, from {n} free decisions")
        return told.format(rate=round(rate), error=75, n=free)


def percent(share: float, signed: bool = False) -> str:
    """A chance in whole per cents.

    >>> percent(0.274), percent(-0.274, signed=True), percent(0.001, signed=True)
    ('27 %', '−27 %', '0 %')
    """
    number = round(100 * share)
    sign = "−" if number < 0 else "+" if signed and number > 0 else ""
    return f"{sign}{abs(number)} %"
