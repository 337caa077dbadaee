"""The actions that a seat may choose, one frozen class for each verb.

Each class declares the properties of its verb, which ``ActionProperties`` lists. ``str(action)``
and ``parse(text)`` convert between an action and its text, which records and protocols use. The
module also lists the codes of Battle of Wits and the reasons for which an action is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from reprlib import repr as brief
from typing import ClassVar, Literal, Self, get_args

from hacktrick.game.cards import UNKNOWN_CARD, Card
from hacktrick.game.state import Seat

CommandKind = Literal["play", "guard"]

MAX_CARDS_UNDER = 4
"""The most cards that one action can put under the deck, since no hand is larger."""

CODES: tuple[str, ...] = (
    "slavic",
    "baltic",
    "god",
    "huang",
    "popescu",
    "vaeck",
    "sun",
    "kriskaya",
    "grigorova",
    "gorilla",
    "doo",
    "rukowski",
)
"""The twelve codes of Battle of Wits, each as the last word of its name (RULES section 7)."""

UNKNOWN_MARK = "?"
"""Stands for an unknown card in the text of an action."""

UNKNOWN_CODE = "?"
"""Stands for a face-down code that the reader must not know."""

Verb = Literal[
    "lay",
    "start",
    "ask",
    "partner",
    "swap",
    "discard",
    "stake",
    "call",
    "fold",
    "play",
    "draw",
    "under",
    "pass",
    "command",
]
Stage = Literal["codes", "start", "question", "power", "answer", "move", "end"]
Audience = Literal["nobody", "others", "others_until_reveal", "spectators"]


class NotationError(ValueError):
    """Raised if a text does not describe an action."""


class ActionProperties:
    """The properties that every action declares; the defaults suit a simple public action.

    A new verb needs one class with these properties, its effects in ``transitions`` and ``engine``,
    and one row in each table of phrases, under the key ``verb``.

    Attributes:
        verb: the kind of action: the first word of its text, and its key in tables of phrases.
        stage: when the action is made. ``codes`` and ``start`` come before the first turn. In a
            turn, ``question`` and ``power`` come first, then ``move`` (a card played or drawn),
            then ``end``. ``answer`` interrupts a turn: the opponent answers a stake.
        hidden_from: the observers who see ``concealed()`` instead of the action: ``nobody``;
            ``others``, which are all other seats and spectators, permanently;
            ``others_until_reveal``, until the codes are revealed; or ``spectators`` only.
    """

    __slots__ = ()
    verb: ClassVar[Verb]
    stage: ClassVar[Stage]
    hidden_from: ClassVar[Audience] = "nobody"

    @property
    def row_card(self) -> Card | None:
        """The card that moves from the hand to the row; None if no card does."""
        return None

    @property
    def cards_from_hand(self) -> tuple[Card, ...]:
        """The cards that leave the hand of the player who acts."""
        return ()

    @property
    def n_drawn(self) -> int:
        """The number of cards that the player who acts draws from the deck."""
        return 0

    @property
    def power_code(self) -> str | None:
        """The code of Battle of Wits whose power this action uses; None if no code is needed."""
        return None

    @property
    def is_concealed(self) -> bool:
        """Whether the action lacks its details, as the result of ``concealed`` does."""
        return False

    def concealed(self) -> Self:
        """Return the action without the details that some seats may not know."""
        return self


@dataclass(frozen=True, slots=True)
class LayCode(ActionProperties):
    """Lay a code face down, or lay none (Battle of Wits)."""

    verb: ClassVar[Literal["lay"]] = "lay"
    stage: ClassVar[Literal["codes"]] = "codes"
    hidden_from: ClassVar[Audience] = "others_until_reveal"
    code: str | None

    @property
    def is_concealed(self) -> bool:
        return self.code == UNKNOWN_CODE

    def concealed(self) -> LayCode:
        # Everybody can see that no code was laid.
        return self if self.code is None else LayCode(UNKNOWN_CODE)

    def __str__(self) -> str:
        return f"lay {self.code or 'none'}"


@dataclass(frozen=True, slots=True)
class LayStartCard(ActionProperties):
    """Lay the first card of the row."""

    verb: ClassVar[Literal["start"]] = "start"
    stage: ClassVar[Literal["start"]] = "start"
    card: Card

    @property
    def row_card(self) -> Card:
        return self.card

    @property
    def cards_from_hand(self) -> tuple[Card, ...]:
        return (self.card,)

    def __str__(self) -> str:
        return f"start {self.card}"


@dataclass(frozen=True, slots=True)
class Ask(ActionProperties):
    """Pay a captured marker to hear an opponent's sum.

    Attributes:
        seat: the opponent; None if there is only one.
        from_supply: whether to pay with a marker from the supply, not a captured one (Nae Popescu).
    """

    verb: ClassVar[Literal["ask"]] = "ask"
    stage: ClassVar[Literal["question"]] = "question"
    seat: Seat | None = None
    from_supply: bool = False

    @property
    def power_code(self) -> str | None:
        return "popescu" if self.from_supply else None

    def __str__(self) -> str:
        if self.from_supply:
            return "ask own"
        return "ask" if self.seat is None else f"ask {self.seat}"


@dataclass(frozen=True, slots=True)
class AskPartner(ActionProperties):
    """Ask the partner for their sum, free of charge (team games)."""

    verb: ClassVar[Literal["partner"]] = "partner"
    stage: ClassVar[Literal["question"]] = "question"

    def __str__(self) -> str:
        return "partner"


@dataclass(frozen=True, slots=True)
class Swap(ActionProperties):
    """Swap ``card`` for a card taken blindly from the opponent's hand (Coco van Vaeck)."""

    verb: ClassVar[Literal["swap"]] = "swap"
    stage: ClassVar[Literal["power"]] = "power"
    hidden_from: ClassVar[Audience] = "spectators"
    card: Card

    @property
    def cards_from_hand(self) -> tuple[Card, ...]:
        return (self.card,)

    @property
    def power_code(self) -> str:
        return "vaeck"

    @property
    def is_concealed(self) -> bool:
        return self.card == UNKNOWN_CARD

    def concealed(self) -> Swap:
        return Swap(UNKNOWN_CARD)

    def __str__(self) -> str:
        return f"swap {self.card}"


@dataclass(frozen=True, slots=True)
class ForcePayment(ActionProperties):
    """Pay a marker to make the opponent pay one too (Xiao Tina Huang)."""

    verb: ClassVar[Literal["discard"]] = "discard"
    stage: ClassVar[Literal["power"]] = "power"

    @property
    def power_code(self) -> str:
        return "huang"

    def __str__(self) -> str:
        return "discard"


@dataclass(frozen=True, slots=True)
class Stake(ActionProperties):
    """Stake a point; the opponent must answer by calling or folding (Hai Doo)."""

    verb: ClassVar[Literal["stake"]] = "stake"
    stage: ClassVar[Literal["power"]] = "power"

    @property
    def power_code(self) -> str:
        return "doo"

    def __str__(self) -> str:
        return "stake"


@dataclass(frozen=True, slots=True)
class Call(ActionProperties):
    """Answer a stake by staking a point too (Hai Doo)."""

    verb: ClassVar[Literal["call"]] = "call"
    stage: ClassVar[Literal["answer"]] = "answer"

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Fold(ActionProperties):
    """Answer a stake by giving up the round (Hai Doo)."""

    verb: ClassVar[Literal["fold"]] = "fold"
    stage: ClassVar[Literal["answer"]] = "answer"

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Play(ActionProperties):
    """Play a card and place a marker.

    Attributes:
        double: whether the marker is the double.
        is_second_card: whether this is the second card of the turn (Trojana Kriskaya).
    """

    verb: ClassVar[Literal["play"]] = "play"
    stage: ClassVar[Literal["move"]] = "move"
    card: Card
    double: bool = False
    is_second_card: bool = False

    @property
    def row_card(self) -> Card:
        return self.card

    @property
    def cards_from_hand(self) -> tuple[Card, ...]:
        return (self.card,)

    def __str__(self) -> str:
        return f"play {self.card}{' double' * self.double}{' again' * self.is_second_card}"


@dataclass(frozen=True, slots=True)
class Draw(ActionProperties):
    """Draw the top card of the deck."""

    verb: ClassVar[Literal["draw"]] = "draw"
    stage: ClassVar[Literal["move"]] = "move"

    @property
    def n_drawn(self) -> int:
        return 1

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class PutUnderDeck(ActionProperties):
    """Put cards under the deck and draw the same number (Jack Sun).

    Attributes:
        cards: the cards to put under the deck; the last card goes to the very bottom.
    """

    verb: ClassVar[Literal["under"]] = "under"
    stage: ClassVar[Literal["move"]] = "move"
    hidden_from: ClassVar[Audience] = "others"
    cards: tuple[Card, ...]

    @property
    def cards_from_hand(self) -> tuple[Card, ...]:
        return self.cards

    @property
    def n_drawn(self) -> int:
        return len(self.cards)

    @property
    def power_code(self) -> str:
        return "sun"

    @property
    def is_concealed(self) -> bool:
        return UNKNOWN_CARD in self.cards

    def concealed(self) -> PutUnderDeck:
        return PutUnderDeck((UNKNOWN_CARD,) * len(self.cards))

    def __str__(self) -> str:
        return " ".join(["under", *map(str, self.cards)])


@dataclass(frozen=True, slots=True)
class Pass(ActionProperties):
    """End the turn without a command."""

    verb: ClassVar[Literal["pass"]] = "pass"
    stage: ClassVar[Literal["end"]] = "end"

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Command(ActionProperties):
    """End the turn with a command, paid with a marker from the supply."""

    verb: ClassVar[Literal["command"]] = "command"
    stage: ClassVar[Literal["end"]] = "end"
    kind: CommandKind

    def __str__(self) -> str:
        return f"command {self.kind}"


Action = (
    LayCode
    | LayStartCard
    | Ask
    | AskPartner
    | Swap
    | ForcePayment
    | Stake
    | Call
    | Fold
    | Play
    | Draw
    | PutUnderDeck
    | Pass
    | Command
)

DRAW = Draw()
PASS = Pass()
ASK_PARTNER = AskPartner()
FORCE_PAYMENT = ForcePayment()
STAKE = Stake()
CALL = Call()
FOLD = Fold()
ASK = Ask()
ASK_OWN = Ask(from_supply=True)
COMMAND_PLAY = Command("play")
COMMAND_GUARD = Command("guard")
_FIXED: tuple[Action, ...] = (
    *(DRAW, PASS, ASK_PARTNER, FORCE_PAYMENT, STAKE, CALL, FOLD, ASK, ASK_OWN),
    *(COMMAND_PLAY, COMMAND_GUARD, LayCode(None)),
    *(LayCode(code) for code in CODES),
)
_WORDS: dict[str, Action] = {str(action): action for action in _FIXED}


def parse(text: str) -> Action:
    """Return the action that ``text`` names.

    >>> parse("play 3 double")
    Play(card=3, double=True, is_second_card=False)

    Raises:
        NotationError: the text does not describe an action.
    """
    if text in _WORDS:
        return _WORDS[text]
    verb, *rest = text.split(" ")
    reader = _READERS.get(verb)
    action = reader(rest) if reader else None
    if action is None or str(action) != text:
        raise NotationError(f"{brief(text)} is not an action")
    return action


def text_with_unknowns(action: Action) -> str:
    """Return the text of ``action`` with a question mark in place of each unknown card or code."""
    return str(action).replace(str(UNKNOWN_CARD), UNKNOWN_MARK)


def _read_card(words: list[str]) -> Card | None:
    match words:
        case [word] if _is_digit(word):
            return int(word)
    return None


def _is_digit(word: str) -> bool:
    return len(word) == 1 and word in "0123456789"


def _read_start(words: list[str]) -> Action | None:
    card = _read_card(words)
    return None if card is None else LayStartCard(card)


def _read_swap(words: list[str]) -> Action | None:
    card = _read_card(words)
    return None if card is None else Swap(card)


def _read_ask(words: list[str]) -> Action | None:
    seat = _read_card(words)
    return None if seat is None else Ask(seat)


def _read_play(words: list[str]) -> Action | None:
    card = _read_card(words[:1])
    return None if card is None else Play(card, "double" in words, "again" in words)


def _read_put_under_deck(words: list[str]) -> Action | None:
    if not 0 < len(words) <= MAX_CARDS_UNDER or not all(map(_is_digit, words)):
        return None
    return PutUnderDeck(tuple(map(int, words)))


_READERS: dict[str, Callable[[list[str]], Action | None]] = {
    "start": _read_start,
    "swap": _read_swap,
    "ask": _read_ask,
    "play": _read_play,
    "under": _read_put_under_deck,
}


RefusalReason = Literal[
    "NOT_YOUR_TURN",
    "ROUND_IS_OVER",
    "NOT_NOW",
    "NOT_IN_HAND",
    "SAME_AS_LAST_CARD",
    "MUST_DRAW",
    "NO_MARKER",
    "NO_SINGLE",
    "DOUBLE_NOT_IN_SUPPLY",
    "HAND_IS_FULL",
    "COMMANDED_TO_PLAY",
    "NO_CAPTURED_MARKER",
    "ALREADY_ASKED",
    "EMPTY_HAND",
    "NO_SUCH_OPPONENT",
    "ASKING_IS_FORBIDDEN",
    "LAST_MARKER",
    "GUARDED",
    "OPPONENT_HAND_IS_FULL",
    "NO_CODE_FOR_THIS",
    "CODE_NOT_HELD",
    "POWER_IS_SPENT",
    "NO_POINT_TO_STAKE",
    "NO_PARTNER",
    "NO_SECOND_CARD",
]

REFUSAL_REASONS: tuple[RefusalReason, ...] = get_args(RefusalReason)
ACTION_CLASSES: tuple[type[ActionProperties], ...] = get_args(Action)
