"""Puzzles: positions with the value of every turn, the shipped collection, the puzzle of the day.

The same question type serves reviews and spaced repetition. Nothing is judged here.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, overload

from hacktrick import resources
from hacktrick.ai.advice import Forecast
from hacktrick.ai.decision_position import observed_position
from hacktrick.coach.judgement import TOLERATED_LOSS, begins_with
from hacktrick.game.actions import Action, Play, Start, parse
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.view import SeatInfo, View, replay_view
from hacktrick.game.view_json import read_view, view_to_json

if TYPE_CHECKING:
    from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview
    from hacktrick.coach.review.story import ValuedTurn
    from hacktrick.game.rules import Rules
    from hacktrick.game.state import PublicState


QuestionKind = str
BEST = "best"
DIGITS = 4


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """What is asked.

    Attributes:
        key: what makes two questions the same.
        options: whole turns, the best first; ``unit``: the chance of the match that one of equity
            stands for.
        made: the turn that was made then; nothing where there was none.
        held: what the other held, to be told afterwards.
    """

    key: str
    kind: QuestionKind
    view: View
    options: tuple[ValuedTurn, ...]
    unit: float
    made: tuple[Action, ...] = ()
    held: Counts | None = None
    hard: float = 0.5  # the share of levels that miss it

    @property
    def rules(self) -> Rules:
        return self.view.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.view.seats

    @property
    def seat(self) -> int:
        return self.view.seat

    @property
    def table(self) -> PublicState:
        """What lies on the table."""
        return observed_position(self.view).public

    @property
    def hand(self) -> tuple[int, ...]:
        """The own cards, lowest first."""
        return cards_of(observed_position(self.view).hand)

    def loss(self, made: Sequence[Action]) -> float | None:
        """What a turn that begins like this costs, in equity; None for one that nobody judged."""
        values = [where.match for actions, where, _ in self.options if begins_with(actions, made)]
        if not values:
            return None
        return (self.options[0][1].match - max(values)) / self.unit

    def is_right(self, made: Sequence[Action]) -> bool:
        """Whether a turn is as good as the best, as far as the judge can tell."""
        loss = self.loss(made)
        return loss is not None and loss < TOLERATED_LOSS

    def starts(self) -> tuple[Action, ...]:
        """What a turn can begin with: cards by value, then all else."""
        firsts = {actions[0] for actions, _, _ in self.options}
        return tuple(sorted(firsts, key=_order))

    def words(self, first: Action) -> tuple[Action, ...]:
        """What can follow the first action in the same turn; nothing if that is all of it."""
        found = [
            actions[1] for actions, _, _ in self.options if actions[0] == first and actions[1:]
        ]
        return tuple(dict.fromkeys(found))

    def as_json(self) -> dict[str, object]:
        """As data, for a file."""
        return {
            "key": self.key,
            "kind": self.kind,
            "view": view_to_json(self.view),
            "options": [_option(option) for option in self.options],
            "unit": round(self.unit, DIGITS + 2),
            "made": [str(action) for action in self.made],
            "held": None if self.held is None else list(self.held),
            "hard": round(self.hard, 2),
        }


def read_question(data: object) -> PositionQuestion:
    """The question that ``as_json`` wrote.

    Raises:
        ValueError: it is none.
    """
    try:
        assert isinstance(data, dict)
        held = data["held"]
        return PositionQuestion(
            data["key"],
            data["kind"],
            read_view(data["view"]),
            tuple(_read_option(*one) for one in data["options"]),
            data["unit"],
            tuple(parse(text) for text in data["made"]),
            None if held is None else tuple(held),
            data["hard"],
        )
    except (AssertionError, KeyError, TypeError) as error:
        raise ValueError("this is no question") from error


def question_of_turn(review: RoundReview, turn: ReviewedTurn, key: str) -> PositionQuestion:
    """A turn of a review, to be made again."""
    other = 1 - turn.seat
    _public, hands = review.position(turn)
    unit = review.story.unit
    return PositionQuestion(
        key, BEST, review.seen(turn), turn.options, unit, turn.made, hands[other]
    )


def mirrored_question(question: PositionQuestion) -> PositionQuestion:
    """The same in the mirror: card c as 5 - c, key k as 10 - k. Its answer is the mirror image."""
    top = question.rules.values - 1
    view = question.view
    turned = replace(
        view,
        hand=tuple(top - card for card in view.hand),
        aside=tuple(top - card for card in view.aside),
        actions=tuple(_turned_text(text, top) for text in view.actions),
        said=tuple((n, seat, _turned_sum(view, n, seat, total)) for n, seat, total in view.said),
        shown=tuple(
            (n, seat, tuple(top - card for card in cards)) for n, seat, cards in view.shown
        ),
    )
    options = tuple(
        (tuple(_turned(action, top) for action in actions), where, share)
        for actions, where, share in question.options
    )
    made = tuple(_turned(action, top) for action in question.made)
    held = None if question.held is None else question.held[::-1]
    return replace(question, view=turned, options=options, made=made, held=held)


def _turned(action: Action, top: int) -> Action:
    if action.verb == "play":
        return Play(top - action.card, action.double, action.again)
    return Start(top - action.card) if action.verb == "start" else action


def _turned_text(text: str, top: int) -> str:
    """An action as a view writes it, "draw 3" of the own seat included."""
    return " ".join(str(top - int(word)) if word.isdigit() else word for word in text.split())


def _turned_sum(view: View, number: int, seat: int, total: int) -> int:
    """The sum of the mirrored hand: so many times the highest card, less the sum."""
    _first, steps = replay_view(view)
    size = steps[number].after.hand_sizes[seat]
    return (view.rules.values - 1) * size - total


def _order(action: Action) -> tuple[int, int, bool]:
    if action.row_card is not None:
        return 0, action.row_card, action.verb == "play" and action.double
    return 1, len(str(action)), False


def _option(option: ValuedTurn) -> list[object]:
    actions, where, share = option
    numbers = (where.win_1, where.win_2, where.lose_1, where.lose_2, where.match, share)
    return [[str(action) for action in actions], *(round(number, DIGITS) for number in numbers)]


def _read_option(actions: Sequence[str], *numbers: float) -> ValuedTurn:
    return tuple(parse(text) for text in actions), Forecast(*numbers[:5]), numbers[5]


def read_asset(*names: str) -> bytes:
    """The bytes of a file below the assets.

    Raises:
        OSError: there is none.
    """
    return resources.path(*names).read_bytes()


PUZZLES_FILE = "puzzles/keypad.bin"  # below the assets
PUZZLE_KINDS = ("best", "home", "hold", "must", "word", "ask", "points", "tempo")
DAY_STEP = 389  # a prime: no puzzle comes again before all others have been there


def pack_puzzles(questions: Sequence[dict[str, object]]) -> bytes:
    """Questions as data, as they are shipped."""
    text = json.dumps(questions, separators=(",", ":"))
    return zlib.compress(text.encode(), zlib.Z_BEST_COMPRESSION)


class PuzzleCollection(Sequence[PositionQuestion]):
    """Puzzles that are read when somebody looks at them, as reading plays each up to its turn.

    Attributes:
        heads: the key and the kind of each, which are known at once.
    """

    def __init__(self, told: Sequence[dict[str, Any]]) -> None:
        self._told = told
        self._read: dict[int, PositionQuestion] = {}
        self.heads: tuple[tuple[str, str], ...] = tuple((one["key"], one["kind"]) for one in told)

    def __len__(self) -> int:
        return len(self._told)

    @overload
    def __getitem__(self, n: int) -> PositionQuestion: ...

    @overload
    def __getitem__(self, n: slice) -> PuzzleCollection: ...

    def __getitem__(self, n: int | slice) -> PositionQuestion | PuzzleCollection:
        if isinstance(n, slice):
            return PuzzleCollection(self._told[n])
        if n not in self._read:
            self._read[n] = read_question(self._told[n])
        return self._read[n]

    def some(self, numbers: Iterable[int]) -> PuzzleCollection:
        """Those of these numbers, in their order."""
        return PuzzleCollection([self._told[n] for n in numbers])


@cache
def shipped_puzzles() -> PuzzleCollection:
    """All of them, in an order that never changes; none where the file is missing or damaged."""
    try:
        return PuzzleCollection(json.loads(zlib.decompress(read_asset(*PUZZLES_FILE.split("/")))))
    except (OSError, ValueError, zlib.error):
        return PuzzleCollection(())


def puzzle_key(question: PositionQuestion) -> str:
    """The same for a question and its mirror image: a hash of what lies on the table and of the
    hand, not of how it came there."""
    told = sorted(_visible_position(one) for one in (question, mirrored_question(question)))
    return sha256(f"{question.kind} {told[0]}".encode()).hexdigest()[:16]


def puzzle_of_day(day: date) -> PositionQuestion | None:
    """The puzzle of a day: the same for everybody who has the same version."""
    puzzles = shipped_puzzles()
    return puzzles[day.toordinal() * DAY_STEP % len(puzzles)] if puzzles else None


def _visible_position(question: PositionQuestion) -> str:
    table = question.table
    return repr((table.row[-1:], table.board, table.double, table.captured, question.hand))
