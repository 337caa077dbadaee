"""Lessons for going further: what the score makes of a win, codes, teams."""

from __future__ import annotations

from dataclasses import replace

from hacktrick.play.lessons.game import FIRST
from hacktrick.play.lessons.model import Answer, Lesson, Scene, Step

TAKE_OR_WAIT = Scene(
    ((3, 0, 1), (2, 0, 1, 5)),
    (3, 0),
    (1, 4, 3, 5, 5, 2, 2, 4, 4),
    (
        *("start 0", "draw", "draw", "play 1 double", "pass", "play 4 double", "command play"),
        *("play 1", "command play", "play 2", "command play", "play 3", "command play"),
        *("play 1", "pass", "draw", "draw", "ask", "play 3", "command play", "play 5", "pass"),
    ),
    score=(3, 3),
)
"""Found among rounds of level 6 at 3 : 3; the judge's figures stand in docs/learning.md."""

GOD_LAID = Scene(
    ((4, 0, 1), (5, 2, 3, 3)),
    (1, 0),
    (3, 2, 1, 2, 0, 5, 4, 5, 4),
    preset="wits",
    score=(1, 1),
    held=(("god",), ("rukowski",)),
)
GOD_WINS = replace(
    GOD_LAID,
    before=(
        *("lay god", "start 2", "play 0", "pass", "draw"),
        *("play 1", "pass", "play 5", "pass"),
    ),
    held=(("god",), ()),
)
SWAP = Scene(
    ((1, 0, 2), (0, 2, 4, 4)),
    (3, 2),
    (1, 4, 5, 0, 3, 5, 5, 1, 3),
    (
        *("lay vaeck", "start 0", "draw", "play 4", "pass"),
        *("play 0", "pass", "play 4", "pass"),
    ),
    preset="wits",
    score=(1, 1),
    held=(("vaeck",), ()),
    taken=(2,),
)
STAKED = replace(
    FIRST,
    preset="wits",
    before=(
        *("lay doo", "start 3", "play 5", "pass", "play 4", "pass"),
        *("play 2", "pass", "stake"),
    ),
    score=(1, 1),
    held=((), ("doo",)),
)
PARTNERS = Scene(
    ((2, 5), (0, 3), (1, 5), (1, 4, 4)),
    (0, 2),
    (3, 0, 4, 2, 1, 5, 3),
    ("start 4",),
    preset="quartet",
    starter=3,
)
ALONE = Scene(
    ((2, 5), (1, 4, 4), (0, 3)),
    (0, 2),
    (3, 0, 4, 2, 1, 5, 3, 1, 5),
    ("start 4",),
    preset="trio",
)


def _any(*cards: int) -> tuple[str, ...]:
    """Any of these cards, with either marker."""
    return tuple(f"play {card}{tall}" for card in cards for tall in ("", " double"))


FURTHER: tuple[Lesson, ...] = (
    Lesson(
        "one or two",
        "further",
        TAKE_OR_WAIT,
        (
            Step(
                "take or wait",
                ("draw",),
                (),
                {"play 0": Answer("took one")},
                ("deck", "card 0"),
                "waited",
            ),
        ),
        40,
    ),
    Lesson(
        "a code",
        "codes",
        GOD_LAID,
        (
            Step(
                "lay it",
                ("lay god",),
                ("lay rukowski",),
                {"lay none": Answer("lay it now")},
                ("code",),
                "cancelled",
            ),
        ),
        40,
    ),
    Lesson(
        "powers",
        "codes",
        GOD_WINS,
        (
            Step(
                "third of four",
                ("play 4", "play 4 double"),
                (),
                {"draw": Answer("third of four again")},
                ("card 4", "key 9"),
                "won by code",
            ),
            Step(
                "swap",
                ("swap 1", "swap 2"),
                (),
                {"": Answer("swap first")},
                ("code",),
                "both know",
                scene=SWAP,
            ),
        ),
        75,
    ),
    Lesson(
        "stake",
        "codes",
        STAKED,
        (
            Step(
                "answer the stake",
                ("call",),
                ("play 0", "pass"),
                {"fold": Answer("folded")},
                ("code",),
                "a quarter",
            ),
            Step(
                "win the stakes",
                ("play 1", "play 1 double"),
                (),
                {"": Answer("do not draw")},
                ("card 1", "key 1"),
                "stakes won",
            ),
        ),
        60,
    ),
    Lesson(
        "partners",
        "teams",
        PARTNERS,
        (
            Step("ask partner", ("partner",), (), {"": Answer("partner first")}, ("sum",), "heard"),
            Step("go ahead", ("draw", *_any(2, 5)), (), {}, (), "alternate"),
        ),
        45,
    ),
    Lesson(
        "alone",
        "teams",
        ALONE,
        (
            Step(
                "alone draws",
                ("draw",),
                ("play 3", "pass"),
                {"": Answer("draw alone")},
                ("deck",),
                "three others",
            ),
            Step(
                "fourth card",
                ("draw",),
                ("play 1", "pass"),
                {"": Answer("draw alone")},
                ("deck",),
                "four alone",
            ),
            Step("play one", _any(5, 2, 3, 0), (), {}, ()),
            Step(
                "order next",
                ("command play",),
                (),
                {"": Answer("say it once")},
                ("play",),
                "binds next",
            ),
        ),
        60,
    ),
)
