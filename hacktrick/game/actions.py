"""The actions a seat may choose: one small frozen class per verb, and their text.

``str(action)`` and ``parse(text)`` convert between an action and its text, which records and
protocols use. Also lists the codes of the reasons why an action is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Literal

from hacktrick.game.cards import Card
from hacktrick.game.rules import Seat

CommandKind = Literal["play", "guard"]

MOST_UNDER = 4  # no hand is larger

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
"""The twelve codes of Battle of Wits, by the last word of their names (RULES section 7)."""


class NotationError(ValueError):
    """A text that is no action at all."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Battle of Wits: lay a code face down, or none."""

    code: str | None

    def __str__(self) -> str:
        return f"lay {self.code or 'none'}"


@dataclass(frozen=True, slots=True)
class Start:
    """The starter's card."""

    card: Card

    def __str__(self) -> str:
        return f"start {self.card}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Pay a captured marker (``own``: one of the own supply) to hear an opponent's sum.

    ``seat`` is named only where there are several opponents.
    """

    seat: Seat | None = None
    own: bool = False

    def __str__(self) -> str:
        if self.own:
            return "ask own"
        return "ask" if self.seat is None else f"ask {self.seat}"


@dataclass(frozen=True, slots=True)
class Partner:
    """Teams: the free question to the partner."""

    def __str__(self) -> str:
        return "partner"


@dataclass(frozen=True, slots=True)
class Swap:
    """Coco van Vaeck: give this card for one taken blindly."""

    card: Card

    def __str__(self) -> str:
        return f"swap {self.card}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Xiao Tina Huang: pay a marker so that the opponent pays one too."""

    def __str__(self) -> str:
        return "discard"


@dataclass(frozen=True, slots=True)
class Stake:
    """Hai Doo: stake a point."""

    def __str__(self) -> str:
        return "stake"


@dataclass(frozen=True, slots=True)
class Call:
    """Answer a stake with one's own."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Fold:
    """Answer a stake by giving up the round."""

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card and place a marker; ``again``: Trojana Kriskaya's second card of the turn."""

    card: Card
    double: bool = False
    again: bool = False

    def __str__(self) -> str:
        return f"play {self.card}{' double' * self.double}{' again' * self.again}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Under:
    """Jack Sun: put these cards under the deck, the last one at the very bottom; draw as many."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["under", *map(str, self.cards)])


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a command."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Command:
    """End the turn with a command, paid with a marker of the own supply."""

    kind: CommandKind

    def __str__(self) -> str:
        return f"command {self.kind}"


Action = (
    Lay
    | Start
    | Ask
    | Partner
    | Swap
    | Discard
    | Stake
    | Call
    | Fold
    | Play
    | Draw
    | Under
    | Pass
    | Command
)

DRAW = Draw()
PASS = Pass()
PARTNER = Partner()
DISCARD = Discard()
STAKE = Stake()
CALL = Call()
FOLD = Fold()
ASK = Ask()
ASK_OWN = Ask(own=True)
COMMAND_PLAY = Command("play")
COMMAND_GUARD = Command("guard")

_FIXED: tuple[Action, ...] = (
    *(DRAW, PASS, PARTNER, DISCARD, STAKE, CALL, FOLD, ASK, ASK_OWN),
    *(COMMAND_PLAY, COMMAND_GUARD, Lay(None)),
    *(Lay(code) for code in CODES),
)
_WORDS: dict[str, Action] = {str(action): action for action in _FIXED}


def parse(text: str) -> Action:
    """The action that ``text`` names.

    >>> parse("play 3 double")
    Play(card=3, double=True, again=False)

    Raises:
        NotationError: the text is no action.
    """
    if text in _WORDS:
        return _WORDS[text]
    verb, *rest = text.split(" ")
    reader = _READERS.get(verb)
    action = reader(rest) if reader else None
    if action is None or str(action) != text:
        raise NotationError(f"{brief(text)} is not an action")
    return action


def _card(words: list[str]) -> Card | None:
    match words:
        case [word] if _is_digit(word):
            return int(word)
    return None


def _is_digit(word: str) -> bool:
    return len(word) == 1 and word in "0123456789"


def _read_start(words: list[str]) -> Action | None:
    card = _card(words)
    return None if card is None else Start(card)


def _read_swap(words: list[str]) -> Action | None:
    card = _card(words)
    return None if card is None else Swap(card)


def _read_ask(words: list[str]) -> Action | None:
    seat = _card(words)
    return None if seat is None else Ask(seat)


def _read_play(words: list[str]) -> Action | None:
    card = _card(words[:1])
    return None if card is None else Play(card, "double" in words, "again" in words)


def _read_under(words: list[str]) -> Action | None:
    if not 0 < len(words) <= MOST_UNDER or not all(map(_is_digit, words)):
        return None
    return Under(tuple(map(int, words)))


_READERS: dict[str, Callable[[list[str]], Action | None]] = {
    "start": _read_start,
    "swap": _read_swap,
    "ask": _read_ask,
    "play": _read_play,
    "under": _read_under,
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

REFUSAL_REASONS: tuple[RefusalReason, ...] = RefusalReason.__args__  # type: ignore[attr-defined]
