"""How the commands speak of a match: turns counted from 1, scores, numbers of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BEFORE = 0  # the number of the turn that codes and the start card stand under
_BEFORE_THE_FIRST_TURN = ("lay", "start")
_WITHIN_A_TURN = ("call", "fold")  # answers of the other side; the turn goes on after them


class Turn(NamedTuple):
    """Actions that belong together: their numbers in the record, from 0."""

    number: int
    seat: int
    actions: list[int]


def turns(seats: Sequence[int], actions: Sequence[str]) -> list[Turn]:
    """The turns of a round, the first of which has the number 1.

    Args:
        seats: who did each of ``actions``.

    >>> [(turn.number, turn.seat, turn.actions)
    ...  for turn in turns((1, 0, 0, 1), ("start 3", "play 1", "pass", "draw"))]
    [(0, 1, [0]), (1, 0, [1, 2]), (2, 1, [3])]
    """
    found: list[Turn] = []
    for n, (seat, action) in enumerate(zip(seats, actions, strict=True)):
        verb = action.split(" ")[0]
        if verb in _BEFORE_THE_FIRST_TURN:
            found.append(Turn(BEFORE, seat, [n]))
        elif found and found[-1].number and (found[-1].seat == seat or verb in _WITHIN_A_TURN):
            found[-1].actions.append(n)
        else:
            found.append(Turn(found[-1].number + 1 if found else 1, seat, [n]))
    return found


def n_turns(found: Sequence[Turn]) -> int:
    """How many of them count."""
    return found[-1].number if found else 0


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(2, "turn"), counted(0, "loss", "losses")
    ('1 turn', '2 turns', '0 losses')
    """
    return f"{n} {one if n == 1 else many or one + 's'}"


def score_text(score: Sequence[int]) -> str:
    """The points in the order of the sides.

    >>> score_text((2, 0))
    '2 : 0'
    """
    return " : ".join(map(str, score))


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them.

    >>> listed(["Ada"]), listed(["Ada", "Ben"]), listed(["Ada", "Ben", "Cleo"])
    ('Ada', 'Ada and Ben', 'Ada, Ben and Cleo')
    """
    return " and ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])
