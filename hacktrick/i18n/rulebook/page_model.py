"""The parts of a rulebook page as values.

An example is a position with moves and a claim about them, so that a test can check every drawn
board with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.game.actions import Play, RefusalReason, parse
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, Line
from hacktrick.game.state import CommandInForce, EndCause, Side


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a page.

    Attributes:
        code: the code whose portrait stands beside the heading; "" for none.
    """

    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class BulletList:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table with column headings in its first row; all rows have the same length."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question about the rules and its answer.

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
    """The markers of a side on a key.

    Attributes:
        n: the number of markers, with the double.
        double: whether one of them is the double.
    """

    key: Key
    side: Side
    n: int = 1
    double: bool = False


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position in which seat 0 (side 0, "you") is to act, at the start of a turn.

    Attributes:
        row: the last cards of the row; each pair of neighbours has put a marker on its key.
        hand: the hand of seat 0.
        other: the opponent's hand, which is drawn face down.
        command_in_force: the command that binds seat 0.
        supply: the markers left, by side; None for all that are neither on the board nor captured.
        preset: the edition that the claim is about; "" for all editions for two players.
    """

    stacks: tuple[MarkerStack, ...]
    row: tuple[Card, ...]
    hand: tuple[Card, ...]
    other: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    command_in_force: CommandInForce = ""
    captured: tuple[int, int] = (0, 0)
    supply: tuple[int, int] | None = None
    codes: tuple[str | None, str | None] = (None, None)
    deck_size: int = 5
    preset: str = ""


@dataclass(frozen=True, slots=True)
class RoundWonClaim:
    """The claim that the moves end the round.

    Attributes:
        points: positive if side 0 wins, negative if side 1 does.
    """

    points: int
    by: EndCause


@dataclass(frozen=True, slots=True)
class RoundContinuesClaim:
    """The claim that the moves capture this many markers and that the round goes on."""

    captures: int = 0


@dataclass(frozen=True, slots=True)
class ActionRefusedClaim:
    """The claim that an action is illegal after the moves, for the given reason."""

    action: str
    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class OnlyLegalActionsClaim:
    """The claim that only these actions are legal after the moves, whichever marker is placed."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsShownClaim:
    """The claim that the last move shows these cards to all."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NewDeckClaim:
    """The claim that the last move makes a new deck of this size and leaves one card in the row."""

    size: int


@dataclass(frozen=True, slots=True)
class PossibleHandsClaim:
    """The claim that an opponent who announces ``total`` must hold one of these hands.

    The claim follows from the cards that can be seen.
    """

    total: int
    hands: tuple[tuple[Card, ...], ...]


Claim = (
    RoundWonClaim
    | RoundContinuesClaim
    | ActionRefusedClaim
    | OnlyLegalActionsClaim
    | CardsShownClaim
    | NewDeckClaim
    | PossibleHandsClaim
)


@dataclass(frozen=True, slots=True)
class Example:
    """A position with a caption, drawn as a small board.

    Attributes:
        claim: the result of the moves; tests check it with the engine.
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
    def previewed_play(self) -> Play | None:
        """The play that is drawn as a preview: the first move, if it plays a card."""
        move = parse(self.moves[0]) if self.moves else None
        return move if move is not None and move.verb == "play" else None

    @property
    def marked_key(self) -> Key | None:
        """The key that the played card reaches, on which the new marker is drawn."""
        return self.position.row[-1] + self.previewed_play.card if self.previewed_play else None


Block = Heading | Paragraph | BulletList | PageTable | Example | Ruling


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """A page of the rulebook.

    Attributes:
        is_supplementary: whether the page is about another edition than the reader's, or about
            single codes.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    is_supplementary: bool = False

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Ruling))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Example))


@dataclass(frozen=True, slots=True)
class CodeCardText:
    """The text of a code card: its full name, its power, and its rulings."""

    name: str
    power: str
    rulings: tuple[Ruling, ...]
