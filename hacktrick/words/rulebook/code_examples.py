"""Drawn boards for those codes that a picture explains best."""

from __future__ import annotations

from hacktrick.words.rulebook.model import Example, GoesOn, Position, Refuses, Stack, Wins
from hacktrick.words.terms import Say


def slavic(_: Say) -> Example:
    return Example(
        "codes.slavic",
        _("Your double waits on 4. You play 1 on 3, and the second marker there wins."),
        Position(
            (Stack(4, 0, double=True), Stack(5, 1)),
            (2, 3),
            (1, 5),
            codes=("slavic", None),
            preset="wits",
        ),
        Wins(1, "code"),
        ("play 1",),
        keys=(4,),
    )


def baltic(_: Say) -> Example:
    return Example(
        "codes.baltic",
        _("You hold two captured markers and take a third one on 6: you win 1 {point}."),
        Position(
            (Stack(5, 0), Stack(6, 1)),
            (3, 2),
            (4, 0),
            captured=(2, 0),
            codes=("baltic", None),
            preset="wits",
        ),
        Wins(1, "code"),
        ("play 4",),
        keys=(6,),
    )


def god(_: Say) -> Example:
    return Example(
        "codes.god",
        _("You have markers on 1 and 2. A second one on 2 makes 1-2-2: you win 1 {point}."),
        Position(
            (Stack(1, 0), Stack(2, 0), Stack(7, 1)),
            (5, 2),
            (0, 3),
            codes=("god", None),
            preset="wits",
        ),
        Wins(1, "code"),
        ("play 0",),
        keys=(1, 2),
    )


def huang(_: Say) -> Example:
    return Example(
        "codes.huang",
        _("The opponent has one marker left. You pay a single, and this last marker goes too."),
        Position(
            (Stack(5, 1, 2), Stack(7, 0)),
            (2, 5),
            (0, 3),
            supply=(4, 1),
            codes=("huang", None),
            preset="wits",
        ),
        Wins(1, "markers"),
        ("discard",),
    )


def kriskaya(_: Say) -> Example:
    return Example(
        "codes.kriskaya",
        _("Your markers on 3 and 7 sum to 10. You play 0 and then 2, marking 4 and 2."),
        Position(
            (Stack(3, 0), Stack(7, 0), Stack(5, 1)),
            (1, 4),
            (0, 2, 5),
            codes=("kriskaya", None),
            preset="wits",
        ),
        GoesOn(),
        ("play 0", "play 2 again", "pass"),
        keys=(3, 7),
    )


def grigorova(_: Say) -> Example:
    return Example(
        "codes.grigorova",
        _("The opponent laid Nasha Grigorova and holds 4 and 6. You may not ask."),
        Position(
            (Stack(4, 1), Stack(6, 1), Stack(5, 0)),
            (4, 1),
            (0, 3),
            captured=(1, 0),
            codes=(None, "grigorova"),
            preset="wits",
        ),
        Refuses("ask", "ASKING_IS_FORBIDDEN"),
        keys=(4, 6),
    )


def gorilla(_: Say) -> Example:
    return Example(
        "codes.gorilla",
        _("Your double is on 8. You complete 8-5-2 with a single on 2: 2 {points}, doubled to 4."),
        Position(
            (Stack(8, 0, double=True), Stack(5, 0), Stack(6, 1)),
            (4, 2),
            (0, 1),
            codes=("gorilla", None),
            preset="wits",
        ),
        Wins(4, "line"),
        ("play 0",),
        lines=((2, 5, 8),),
    )
