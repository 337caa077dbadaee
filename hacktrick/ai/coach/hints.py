"""A hint in three steps: where to look, the idea, the turn.

The first step is made of the board and the own hand alone and comes at once. The others need the
position to be judged; the third is provisional until a longer look has agreed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hacktrick.ai.advice import Line, threats
from hacktrick.ai.coach.judgement import Judgement, lost
from hacktrick.ai.position import Position, read_position, winning_now
from hacktrick.ai.verdict import FREE
from hacktrick.game.actions import (
    Ask,
    Call,
    Command,
    Discard,
    Draw,
    Fold,
    Play,
    Stake,
    Start,
    Swap,
    Under,
)
from hacktrick.game.legal import must_play
from hacktrick.game.view import View

LookCode = Literal[
    "start", "win", "danger", "obliged", "ask", "capture", "plain", "words", "answer", "free"
]
Theme = Literal[
    "win",
    "ask",
    "draw",
    "double",
    "capture",
    "order",
    "block",
    "quiet",
    "start",
    "words",
    "power",
    "call",
    "fold",
]
State = Literal["provisional", "checked", "close"]
ASIDE: dict[str, LookCode] = {"start": "start", "command": "words", "answer": "answer"}
"""Phases in which nothing on the board is to be looked for."""
AT_MOST = 4  # turns that are told as equally good


@dataclass(frozen=True, slots=True)
class Look:
    """Step 1: one public fact or one question. No card of the hand is named.

    Attributes:
        keys: the keys it is about, to be lit.
        lasts: how many last cards of the row would let the other finish.
    """

    code: LookCode
    keys: tuple[int, ...] = ()
    lasts: int = 0


@dataclass(frozen=True, slots=True)
class Idea:
    """Step 2: the theme of the best turn, and of the best one with another theme.

    Attributes:
        alike: the other one is as good; else it costs something.
    """

    best: Theme
    other: Theme | None
    alike: bool


@dataclass(frozen=True, slots=True)
class Turns:
    """Step 3: the best turns, within what the judge may be wrong by of each other. ``close``: both
    looks disagree, and these are the turns that nobody would call a mistake."""

    lines: tuple[Line, ...]
    state: State


def look(view: View) -> Look:
    """Where to look, from the board and what may be done.

    Raises:
        ValueError: the seat of the view has nothing to decide.
    """
    position = read_position(view)
    public, side = position.public, position.side
    if public.phase in ASIDE:
        return Look(ASIDE[public.phase])
    if winning_now(position) is not None:
        return Look("win", _keys(threats(public, side, ()).keys))
    danger = _danger(position)
    if danger is not None:
        return danger
    if must_play(public, position.hand):
        return Look("obliged")
    if any(isinstance(action, Ask) for action in position.legal):
        return Look("ask")
    taking = _captures(position)
    return Look("capture", taking) if taking else Look("plain")


def look_again(view: View, judgement: Judgement) -> Look:
    """The same once the position is judged: where all turns are alike, that is what to know."""
    values = [line.forecast.match for line in judgement.first.lines]
    spread = max(values, default=0.0) - min(values, default=0.0)
    return Look("free") if spread < FREE * judgement.stakes.unit else look(view)


def idea(judgement: Judgement) -> Idea:
    """The idea of the best turn."""
    lines = judgement.first.lines
    best = theme_of(lines[0])
    other = next((line for line in lines if theme_of(line) != best), None)
    if other is None:
        return Idea(best, None, True)
    loss = judgement.loss(other.actions)
    return Idea(best, theme_of(other), loss is None or loss.equity < FREE)


def turns(judgement: Judgement) -> Turns:
    """The turns to make."""
    good = judgement.good()
    if not judgement.is_checked:
        return Turns(good[:AT_MOST], "provisional")
    return Turns(good[:AT_MOST], "checked") if good else Turns(judgement.passable(), "close")


def theme_of(line: Line) -> Theme:
    """What a turn is about, by its rarest part."""
    first, last = line.actions[0], line.actions[-1]
    if line.reasons.ends:
        return "win"
    if isinstance(first, Start):
        return "start"
    if isinstance(first, Ask):
        return "ask"
    if isinstance(first, Draw):
        return "draw"
    if isinstance(first, (Swap, Under, Discard, Stake)):
        return "power"
    if isinstance(first, (Call, Fold)):
        return "call" if isinstance(first, Call) else "fold"
    if line.reasons.places_double:
        return "double"
    if isinstance(last, Command):
        return "order" if last.kind == "play" else "block"
    if line.reasons.captured:
        return "capture"
    return "quiet" if isinstance(first, Play) else "words"


def agrees(judgement: Judgement, line: Line) -> bool:
    """Whether a turn that step 3 names is none that a review would mark."""
    return any((loss := lost(one, line.actions)) and loss.equity < FREE for one in judgement.looks)


def _keys(found: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(key for key, _ in found)


def _danger(position: Position) -> Look | None:
    """The keys on which the other would win, if any card of the row lets him reach one."""
    public = position.public
    keys = _keys(threats(public, 1 - position.side, ()).keys)
    if not keys or not public.supply[1 - position.side]:
        return None
    values = range(public.rules.values)
    lasts = [
        last for last in values if any(key - last in values and key != 2 * last for key in keys)
    ]
    return Look("danger", keys, len(lasts)) if lasts else None


def _captures(position: Position) -> tuple[int, ...]:
    public = position.public
    plays = [action for action in position.legal if isinstance(action, Play)]
    keys = {public.row[-1] + action.card for action in plays}
    return tuple(sorted(key for key in keys if public.markers_on(key, 1 - position.side)))
