"""The parts of a rulebook page as values. An example is a position with moves and a claim about
them, so that a test can check every drawn board with the engine."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.game.actions import Play, RefusalReason, parse
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, Line
from hacktrick.game.rules import Side
from hacktrick.game.state import EndCause, Standing


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a page.

    Attributes:
        code: the code whose portrait stands beside it; "" for none.
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
    """A table whose first row is its heading; all rows have the same length."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer.

    Attributes:
        key: a stable identifier, "page.subject", the same in every language.
        reasons: the refusals that this ruling explains.
    """

    key: str
    question: str
    answer: str
    reasons: tuple[RefusalReason, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerStack:
    """The markers of a side on a key: ``n`` in total, including the double if ``double`` is
    True."""

    key: Key
    side: Side
    n: int = 1
    double: bool = False


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position in which seat 0 (side 0, "you") is to act at the start of its turn.

    Attributes:
        row: the last cards of the row; each pair of neighbours has put a marker on its key.
        other: the opponent's hand, which is drawn face down.
        supply: the markers left, by side; None for all that are neither on the board nor captured.
        preset: the edition that the claim is about; "" for all editions for two players.
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
    """The claim that the moves end the round: side 0 wins it if ``points`` is positive, else side
    1."""

    points: int
    by: EndCause


@dataclass(frozen=True, slots=True)
class RoundGoesOn:
    """The claim that the moves capture this many markers, and that the round goes on."""

    captures: int = 0


@dataclass(frozen=True, slots=True)
class RefusesAction:
    """The claim that this action is illegal after the moves, for this reason."""

    action: str
    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class AllowsOnly:
    """The claim that exactly these actions are legal after the moves, apart from the choice of
    marker."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowsCards:
    """The claim that the last move shows these cards to all."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MakesDeck:
    """The claim that the last move makes a new deck of this size and leaves one card in the row."""

    size: int


@dataclass(frozen=True, slots=True)
class PossibleHands:
    """The claim that an opponent who announces ``total`` must hold one of these hands.
    This follows from the visible cards."""

    total: int
    hands: tuple[tuple[Card, ...], ...]


Claim = (
    WinsRound | RoundGoesOn | RefusesAction | AllowsOnly | ShowsCards | MakesDeck | PossibleHands
)


@dataclass(frozen=True, slots=True)
class Example:
    """A position that is drawn as a small board with a caption.

    Attributes:
        claim: the claim about the result of the moves, which tests check with the engine.
        moves: the actions of seat 0 in the notation of match records.
        keys: the keys to highlight.
        lines: the lines to draw.
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
        """The key that the played card reaches, where the new marker is drawn."""
        return self.position.row[-1] + self.played.card if self.played else None


Block = Heading | Paragraph | Bullets | PageTable | Example | Ruling


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """A page of the rulebook.

    Attributes:
        is_special: whether the page is about editions other than the reader's, or about single
            codes.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    is_special: bool = False

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Ruling))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Example))


@dataclass(frozen=True, slots=True)
class CodeText:
    """The text of a code card: its full name, its power, and its rulings."""

    name: str
    power: str
    rulings: tuple[Ruling, ...]
