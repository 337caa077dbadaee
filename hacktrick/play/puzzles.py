"""The puzzles that the game comes with, and which of them a day has.

Found and checked by ``build/puzzles.py``; here they are read, and nothing is judged.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, overload

from hacktrick.ai.shipped import read_asset
from hacktrick.play.quiz import Question, mirrored, read_question

FILE = "puzzles/keypad.bin"  # below the assets
KINDS = ("best", "home", "hold", "must", "word", "ask", "points", "tempo")
STEP = 389  # a prime: no puzzle comes again before all others have been there


def packed(questions: Sequence[dict[str, object]]) -> bytes:
    """Questions as data, as they are shipped."""
    text = json.dumps(questions, separators=(",", ":"))
    return zlib.compress(text.encode(), zlib.Z_BEST_COMPRESSION)


class Puzzles(Sequence[Question]):
    """Puzzles that are read when somebody looks at them, as reading plays each up to its turn.

    Attributes:
        heads: the key and the kind of each, which are known at once.
    """

    def __init__(self, told: Sequence[dict[str, Any]]) -> None:
        self._told = told
        self._read: dict[int, Question] = {}
        self.heads: tuple[tuple[str, str], ...] = tuple((one["key"], one["kind"]) for one in told)

    def __len__(self) -> int:
        return len(self._told)

    @overload
    def __getitem__(self, n: int) -> Question: ...

    @overload
    def __getitem__(self, n: slice) -> Puzzles: ...

    def __getitem__(self, n: int | slice) -> Question | Puzzles:
        if isinstance(n, slice):
            return Puzzles(self._told[n])
        if n not in self._read:
            self._read[n] = read_question(self._told[n])
        return self._read[n]

    def some(self, numbers: Iterable[int]) -> Puzzles:
        """Those of these numbers, in their order."""
        return Puzzles([self._told[n] for n in numbers])


@cache
def shipped() -> Puzzles:
    """All of them, in an order that never changes; none where the file is missing or damaged."""
    try:
        return Puzzles(json.loads(zlib.decompress(read_asset(*FILE.split("/")))))
    except (OSError, ValueError, zlib.error):
        return Puzzles(())


def key_of(question: Question) -> str:
    """The same for a question and its mirror image: a hash of what lies on the table and of the
    hand, not of how it came there."""
    told = sorted(_told(one) for one in (question, mirrored(question)))
    return sha256(f"{question.kind} {told[0]}".encode()).hexdigest()[:16]


def of_day(day: date) -> Question | None:
    """The puzzle of a day: the same for everybody who has the same version."""
    puzzles = shipped()
    return puzzles[day.toordinal() * STEP % len(puzzles)] if puzzles else None


def _told(question: Question) -> str:
    table = question.table
    return repr((table.row[-1:], table.board, table.double, table.captured, question.hand))
