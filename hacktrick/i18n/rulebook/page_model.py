"""What a page of the rulebook is made of, as values.

An example is a position that can be replayed and a claim about it, so that a test can check
every drawn board with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.game.actions import Play, RefusalReason, parse
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, Line
from hacktrick.game.rules import Side
from hacktrick.game.state import EndCause, Standing


@dataclass(frozen=True, slots=True)
class Heading:
    """
    Attributes:
        code: the code whose picture stands beside it; empty: none.
    """

    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageTable:
    """The first row is the heading; every row has the same length."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer.

    Attributes:
        key: stable and language-free, "page.subject".
        reasons: the refusals that this ruling explains.
    """

    key: str
    question: str
    answer: str
    reasons: tuple[RefusalReason, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerStack:
    """The markers on one key: ``n`` in all, one of them the double if ``double``."""

    key: Key
    side: Side
    n: int = 1
    double: bool = False


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position in which seat 0 (side 0, "you") is to act at the start of its turn.

    Attributes:
        row: the end of the row; every pair in it has left a marker on its key.
        other: the opponent's hand, to be drawn face down.
        supply: by side; None: what is neither on the board nor captured.
        preset: the edition that the claim is about; empty: true in all for two players.
    """

    stacks: tuple[MarkerStack, ...]
    row: tuple[Card, ...]
    hand: tuple[Card, ...]
    other: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    standing: Standing = ""
    captured: tuple[int, int] = (0, 0)
    supply: tuple[int, int] | None = None
    codes: tuple[str | None, str | None] = (None, None)
    deck_size: int = 5
    preset: str = ""


@dataclass(frozen=True, slots=True)
class WinsRound:
    """The moves win the round: side 0 if ``points`` is positive, else the other side."""

    points: int
    by: EndCause


@dataclass(frozen=True, slots=True)
class RoundGoesOn:
    """After the moves the round goes on, with these many markers newly captured."""

    captures: int = 0


@dataclass(frozen=True, slots=True)
class RefusesAction:
    """After the moves this action is not legal, for this reason."""

    action: str
    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class AllowsOnly:
    """After the moves exactly these actions are legal, whatever the size of the marker."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowsCards:
    """The last of the moves shows these cards to all."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MakesDeck:
    """The last of the moves makes a new deck of this size and leaves one card in the row."""

    size: int


@dataclass(frozen=True, slots=True)
class PossibleHands:
    """An opponent who announces ``total`` can only hold one of these, given the cards you see."""

    total: int
    hands: tuple[tuple[Card, ...], ...]


Claim = (
    WinsRound | RoundGoesOn | RefusesAction | AllowsOnly | ShowsCards | MakesDeck | PossibleHands
)


@dataclass(frozen=True, slots=True)
class Example:
    """A small drawn board.

    Attributes:
        moves: what seat 0 does, as texts of the interface contract.
        keys: keys to highlight.
        lines: lines to draw.
    """

    key: str
    caption: str
    position: ExamplePosition
    claim: Claim
    moves: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def played(self) -> Play | None:
        """The card to draw as being played, if the first move plays one."""
        move = parse(self.moves[0]) if self.moves else None
        return move if move is not None and move.verb == "play" else None

    @property
    def target(self) -> Key | None:
        """The key that the played card reaches: where to draw the new marker."""
        return self.position.row[-1] + self.played.card if self.played else None


Block = Heading | Paragraph | Bullets | PageTable | Example | Ruling


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """
    Attributes:
        special: it holds only in editions that the reader does not play, or only for single codes.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    special: bool = False

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Ruling))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Example))


@dataclass(frozen=True, slots=True)
class CodeText:
    """A code card: the full name, the power in one line, and its rulings."""

    name: str
    power: str
    rulings: tuple[Ruling, ...]
