"""Puzzles: positions with judged turns, the shipped collection, and the puzzle of the day.

Reviews and spaced repetition use the same type of question. This module judges nothing itself.
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
from hacktrick.ai.decision_position import position_of_view
from hacktrick.ai.mirror_symmetry import mirrored_action, mirrored_hand, mirrored_view
from hacktrick.coach.judgement import TOLERATED_LOSS, is_beginning_of_turn
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.view import SeatInfo, View
from hacktrick.game.view_json import read_view, view_to_json

if TYPE_CHECKING:
    from hacktrick.coach.review.judged_round import ValuedTurn
    from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview
    from hacktrick.game.editions import Rules
    from hacktrick.game.state import PublicState


QuestionKind = str  # a key of ``PUZZLE_KINDS``
BEST = "best"
DIGITS = 4  # number of decimal places in JSON


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """A question about the best turn in a position.

    Attributes:
        key: an identifier; the same question always has the same key.
        options: the possible turns, best first.
        unit: the match chance that corresponds to one unit of equity.
        made: the turn that was made in the game; empty if there was none.
        opponent_hand: the opponent's hand, shown after the answer.
        miss_share: the share of the levels that answer wrongly, from 0 to 1.
    """

    key: str
    kind: QuestionKind
    view: View
    options: tuple[ValuedTurn, ...]
    unit: float
    made: tuple[Action, ...] = ()
    opponent_hand: Counts | None = None
    miss_share: float = 0.5

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
    def public(self) -> PublicState:
        """The public state of the position."""
        return position_of_view(self.view).public

    @property
    def hand(self) -> tuple[int, ...]:
        """The player's cards, lowest first."""
        return cards_of(position_of_view(self.view).hand)

    def loss(self, actions_made: Sequence[Action]) -> float | None:
        """Return the equity that a turn with these first actions loses; None if not judged."""
        values = [
            where.match
            for actions, where, _ in self.options
            if is_beginning_of_turn(actions, actions_made)
        ]
        if not values:
            return None
        return (self.options[0][1].match - max(values)) / self.unit

    def is_right(self, actions_made: Sequence[Action]) -> bool:
        """Return whether a turn with these first actions is, within tolerance, as good as any."""
        loss = self.loss(actions_made)
        return loss is not None and loss < TOLERATED_LOSS

    def first_actions(self) -> tuple[Action, ...]:
        """Return the possible first actions: plays by card value, then all others."""
        firsts = {actions[0] for actions, _, _ in self.options}
        return tuple(sorted(firsts, key=_action_sort_key))

    def commands_after(self, first: Action) -> tuple[Action, ...]:
        """Return the commands and passes that can follow a first action; empty if none can."""
        found = [
            actions[1] for actions, _, _ in self.options if actions[0] == first and actions[1:]
        ]
        return tuple(dict.fromkeys(found))

    def as_json(self) -> dict[str, object]:
        """Return the question as JSON data."""
        return {
            "key": self.key,
            "kind": self.kind,
            "view": view_to_json(self.view),
            "options": [_option_as_json(option) for option in self.options],
            "unit": round(self.unit, DIGITS + 2),
            "made": [str(action) for action in self.made],
            "held": None if self.opponent_hand is None else list(self.opponent_hand),
            "hard": round(self.miss_share, 2),
        }


def read_question(data: object) -> PositionQuestion:
    """Read a question from data that ``PositionQuestion.as_json`` returned.

    Raises:
        ValueError: the data is not a question.
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
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("this is no question") from error


def question_of_turn(review: RoundReview, turn: ReviewedTurn, key: str) -> PositionQuestion:
    """Return a question about the position of a reviewed turn."""
    other = 1 - turn.seat
    _public, hands = review.position_at(turn)
    unit = review.judgement.unit
    return PositionQuestion(
        key, BEST, review.view_at(turn), turn.options, unit, turn.made, hands[other]
    )


def mistake_question_key(match: str, round_index: int, first_action: int) -> str:
    """Return the key of the question about a turn in which a player made a mistake.

    Args:
        match: the key of the match.
        round_index: the index of the round, from 0.
        first_action: the number of the turn's first action.
    """
    return f"{match}-{round_index}-{first_action}"


def mirrored_question(question: PositionQuestion) -> PositionQuestion:
    """Return the mirror image of a question: card c becomes 5 - c and key k becomes 10 - k."""
    public = question.public
    options = tuple(
        (tuple(mirrored_action(action, public) for action in actions), where, share)
        for actions, where, share in question.options
    )
    made = tuple(mirrored_action(action, public) for action in question.made)
    hand = question.opponent_hand
    return replace(
        question,
        view=mirrored_view(question.view),
        options=options,
        made=made,
        opponent_hand=None if hand is None else mirrored_hand(hand),
    )


def _action_sort_key(action: Action) -> tuple[int, int, bool]:
    if action.row_card is not None:
        return 0, action.row_card, action.verb == "play" and action.double
    return 1, len(str(action)), False


def _option_as_json(option: ValuedTurn) -> list[object]:
    actions, where, share = option
    numbers = (where.win_1, where.win_2, where.lose_1, where.lose_2, where.match, share)
    return [[str(action) for action in actions], *(round(number, DIGITS) for number in numbers)]


def _read_option(actions: Sequence[str], *numbers: float) -> ValuedTurn:
    return tuple(parse(text) for text in actions), Forecast(*numbers[:5]), numbers[5]


def read_asset_bytes(*names: str) -> bytes:
    """Return the content of a file in the assets folder.

    Raises:
        OSError: the file cannot be read.
    """
    return resources.asset_path(*names).read_bytes()


PUZZLES_FILE = "puzzles/keypad.bin"  # path inside the assets folder
PUZZLE_KINDS = ("best", "home", "hold", "must", "word", "ask", "points", "tempo")
# Puzzles to advance each day; a prime number, so that all come up before any repeats.
DAY_STEP = 389


def pack_puzzles(questions: Sequence[dict[str, object]]) -> bytes:
    """Compress questions, given as JSON data, in the format of the shipped file."""
    text = json.dumps(questions, separators=(",", ":"))
    return zlib.compress(text.encode(), zlib.Z_BEST_COMPRESSION)


class PuzzleCollection(Sequence[PositionQuestion]):
    """A sequence of puzzles; each is parsed at its first access, since parsing replays a round.

    Attributes:
        keys_and_kinds: the key and the kind of each puzzle, available without parsing.
    """

    def __init__(self, data: Sequence[dict[str, Any]]) -> None:
        self._data = data
        self._read: dict[int, PositionQuestion] = {}
        self.keys_and_kinds: tuple[tuple[str, str], ...] = tuple(
            (one["key"], one["kind"]) for one in data
        )

    def __len__(self) -> int:
        return len(self._data)

    @overload
    def __getitem__(self, n: int) -> PositionQuestion: ...

    @overload
    def __getitem__(self, n: slice) -> PuzzleCollection: ...

    def __getitem__(self, n: int | slice) -> PositionQuestion | PuzzleCollection:
        if isinstance(n, slice):
            return PuzzleCollection(self._data[n])
        if n not in self._read:
            self._read[n] = read_question(self._data[n])
        return self._read[n]

    def subset(self, numbers: Iterable[int]) -> PuzzleCollection:
        """Return the puzzles with these numbers, in the given order."""
        return PuzzleCollection([self._data[n] for n in numbers])


@cache
def shipped_puzzles() -> PuzzleCollection:
    """Return all shipped puzzles in a fixed order; empty if the file is missing or damaged."""
    try:
        return PuzzleCollection(
            json.loads(zlib.decompress(read_asset_bytes(*PUZZLES_FILE.split("/"))))
        )
    except (OSError, ValueError, zlib.error):
        return PuzzleCollection(())


def puzzle_key(question: PositionQuestion) -> str:
    """Return a key that is the same for a question and its mirror image.

    The key is a hash of the visible position and the hand, not of the moves that led there.
    """
    forms = sorted(_visible_position_text(one) for one in (question, mirrored_question(question)))
    return sha256(f"{question.kind} {forms[0]}".encode()).hexdigest()[:16]


def puzzle_of_day(day: date) -> PositionQuestion | None:
    """Return the puzzle of a day, the same for all players of the same version."""
    puzzles = shipped_puzzles()
    return puzzles[day.toordinal() * DAY_STEP % len(puzzles)] if puzzles else None


def _visible_position_text(question: PositionQuestion) -> str:
    table = question.public
    return repr((table.row[-1:], table.board, table.double, table.captured, question.hand))
