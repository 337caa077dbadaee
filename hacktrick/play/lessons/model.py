"""A lesson as data: scenes (a deal and what was played so far) and steps at them.

Sentences are named by their keys; ``hacktrick.words.lessons`` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Group = Literal["game", "further", "codes", "teams"]
YOU = 0
"""The seat of whoever learns; the others are the tutor's."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A round as it was dealt, and the actions up to the first step.

    Attributes:
        hands: of all seats, the pupil's first; ``deck`` from the top.
        held: codes by seat; ``taken``: the cards that blind swaps will take, in order.
    """

    hands: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    deck: tuple[int, ...]
    before: tuple[str, ...] = ()
    preset: str = "keypad"
    leader: int = YOU
    starter: int = 1
    score: tuple[int, ...] = (0, 0)
    held: tuple[tuple[str, ...], ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a legal action that was not meant, and what it would have led to: it is shown
    and then taken back."""

    say: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """A question with one right answer, given by choosing: keys, or hands written as "0 3"."""

    options: tuple[str, ...]
    right: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        say: the key of its sentence.
        accept: the actions that are meant, the one that would be shown first; empty for a ``pick``.
        then: what follows by itself: the rest of the own turn, and the tutor's.
        wrong: answers by action; "" for all others that are legal.
        lit: what glows: "key 8", "card 5", "deck", "row", "sum", "ask", "play", "guard", "double".
        reply: the key of what is said once it is done.
        scene: a new one begins here.
        guided: it glows from the beginning, for those who do not know the table yet.
    """

    say: str
    accept: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    wrong: Mapping[str, Answer] = field(default_factory=dict)
    lit: tuple[str, ...] = ()
    reply: str = ""
    pick: Pick | None = None
    scene: Scene | None = None
    guided: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some steps. ``seconds``: about how long it takes.

    Attributes:
        level: without steps, a whole round is played against a computer of this level.
    """

    name: str
    group: Group
    scene: Scene
    steps: tuple[Step, ...]
    seconds: int = 60
    level: int = 0
