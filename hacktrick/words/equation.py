"""An announced sum as a line of numbers and cards: ``11 = 5 + ? + ?``.

What was drawn since stands beside the sum, what was played and what is still held on the other
side, so that every line is true: ``6 + ? = 3 + ? + ?``.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.game.cards import Card
from hacktrick.seat.told import Told

BREVITIES = (0, 1, 2, 3)
"""0: every card; 1: unknown cards counted; 2: the played ones added up, too; 3: the sum alone."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the line: words, or a card (None: unknown) so many times."""

    text: str = ""
    card: Card | None = None
    times: int = 0
    is_sum: bool = False

    @property
    def count(self) -> str:
        """What stands before a card that there are several of."""
        return f"{self.times}×" if self.times > 1 else ""


def sum_line(told: Told) -> str:
    """The whole line as text."""
    pieces = []
    for token in tokens(told):
        card = "?" if token.card is None else str(token.card)
        pieces.append(token.text or card)
    return " ".join(pieces)


def tokens(told: Told, brevity: int = 0) -> tuple[Token, ...]:
    """The sum as a line, as short as one of ``BREVITIES``."""
    total = Token(str(told.total), is_sum=True)
    if brevity > 2:
        return (total,)
    counted = brevity > 0
    played = [Token(card=card, times=1) for card in told.played]
    if brevity > 1 and len(played) > 1:
        played = [Token(str(sum(told.played)))]
    right = [*played, *_unknown(told.hidden, counted)] or [Token("0")]
    return (*_joined([total, *_unknown(told.came, counted)]), Token("="), *_joined(right))


def _unknown(n: int, counted: bool) -> list[Token]:
    return [Token(times=n)] if counted and n > 1 else [Token(times=1)] * n


def _joined(parts: list[Token]) -> list[Token]:
    plus = Token("+")
    return [token for part in parts for token in (plus, part)][1:]
