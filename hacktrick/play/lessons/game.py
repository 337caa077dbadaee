"""The ten lessons of the game itself. All of them are in the rules of ``keypad``, as every edition
for two plays a turn like this; sentences use the words of the edition that was chosen.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.play.lessons.model import Answer, Lesson, Pick, Scene, Step

ELSEWHERE = Answer("wrong key")
LATER = Answer("draw later")

FIRST = Scene(((1, 2, 5), (0, 3, 3, 4)), (4, 0), (2, 5, 1, 0, 4, 3, 5, 2, 1), ("start 3",))
LINE = replace(
    FIRST,
    before=("start 3", "play 5", "pass", "play 4", "pass", "play 2", "pass", "play 0", "pass"),
)
TAKING = Scene(
    ((0, 2, 3), (0, 2, 4, 4)),
    (1, 3),
    (4, 1, 5, 5, 1, 2, 0, 5, 3),
    ("start 0", "play 3", "pass", "play 2", "pass", "draw", "play 4", "pass"),
)
NOTHING_FITS = Scene(
    ((0, 4, 5), (0, 1, 2, 3)),
    (1, 3),
    (0, 5, 4, 4, 2, 3, 1, 5, 2),
    (
        *("start 3", "play 5", "pass", "play 1", "pass"),
        *("play 4", "pass", "play 0", "pass"),
    ),
)
FOUR = replace(NOTHING_FITS, before=("start 3", "draw", "play 1", "pass"))
HIS_HAND = Scene(
    ((1, 3, 4), (0, 1, 2, 3)),
    (4, 5),
    (1, 5, 2, 3, 2, 0, 0, 4, 5),
    (
        *("start 2", "draw", "play 1", "pass", "play 3", "pass"),
        *("draw", "draw", "play 5", "pass"),
    ),
)
ORDER = replace(NOTHING_FITS, before=("start 3", "play 5", "pass", "play 1", "pass"))
BLOCK = Scene(
    ((1, 3, 4), (0, 1, 3, 4)),
    (2, 4),
    (0, 1, 0, 2, 2, 5, 5, 3, 5),
    ("start 4", "play 3", "pass", "play 1", "pass"),
)
ASK = Scene(
    ((3, 3, 5), (0, 1, 4, 5)),
    (1, 1),
    (0, 3, 2, 4, 2, 4, 5, 0, 2),
    (
        *("start 4", "draw", "draw", "play 5", "pass", "play 0", "pass", "draw"),
        *("play 1", "pass", "play 0", "pass", "play 5", "pass"),
    ),
)

GAME: tuple[Lesson, ...] = (
    Lesson(
        "two cards",
        "game",
        FIRST,
        (
            Step(
                "mark 8",
                ("play 5",),
                ("pass", "play 4", "pass"),
                {"draw": LATER, "": ELSEWHERE},
                ("card 5", "key 8"),
                "sum is key",
                guided=True,
            ),
            Step(
                "mark 6",
                ("play 2",),
                ("pass", "play 0", "pass"),
                {"draw": LATER, "": ELSEWHERE},
                ("card 2", "key 6"),
                "his keys",
            ),
        ),
        45,
    ),
    Lesson(
        "line",
        "game",
        LINE,
        (
            Step(
                "complete",
                ("play 1",),
                (),
                {"draw": Answer("do not draw"), "": Answer("do not draw")},
                ("card 1", "key 1", "key 8", "key 6"),
                "a line",
            ),
            Step(
                "three alike",
                pick=Pick(("1", "4", "6", "9"), "6"),
                wrong={"": Answer("count alike")},
                lit=("key 6",),
                reply="also won",
            ),
        ),
        45,
    ),
    Lesson(
        "taking",
        "game",
        TAKING,
        (
            Step(
                "take it",
                ("play 2", "play 2 double"),
                (),
                {
                    "play 0": Answer("sits on it", ("pass", "play 4")),
                    "play 0 double": Answer("sits on it", ("pass", "play 4")),
                    "draw": Answer("threat stays"),
                },
                ("card 2", "key 6"),
                "taken",
            ),
        ),
    ),
    Lesson(
        "draw",
        "game",
        NOTHING_FITS,
        (
            Step("nothing fits", ("draw",), (), {}, ("deck",), "draw ends"),
            Step(
                "four cards",
                tuple(f"play {card}{tall}" for card in (4, 5, 0) for tall in ("", " double")),
                (),
                {},
                ("card 4", "card 5", "card 0"),
                "may draw",
                scene=FOUR,
            ),
        ),
    ),
    Lesson(
        "holding",
        "game",
        HIS_HAND,
        (
            Step(
                "which hand",
                pick=Pick(("0 3", "1 2", "0 4", "1 3"), "0 3"),
                wrong={"": Answer("count cards")},
                lit=("sum",),
                reply="only hand",
            ),
            Step(
                "which is safe",
                ("play 2", "play 2 double"),
                (),
                {
                    "play 1": Answer("after 1", ("pass", "play 3")),
                    "play 1 double": Answer("after 1", ("pass", "play 3")),
                    "play 4": Answer("after 4", ("pass", "play 0")),
                    "play 4 double": Answer("after 4", ("pass", "play 0")),
                },
                ("card 2",),
                "defence",
            ),
        ),
        90,
    ),
    Lesson(
        "order",
        "game",
        ORDER,
        (
            Step("bar the 0", ("play 0", "play 0 double"), (), {"": ELSEWHERE}, ("card 0",)),
            Step(
                "say play",
                ("command play",),
                ("play 2", "pass"),
                {
                    "pass": Answer("unordered", ("draw",)),
                    "command guard": Answer("not guard"),
                },
                ("play",),
                "had to",
            ),
            Step(
                "take 6",
                ("play 4", "play 4 double"),
                (),
                {"": Answer("take 6 first")},
                ("card 4", "key 6"),
                "order costs",
            ),
        ),
        75,
    ),
    Lesson(
        "block",
        "game",
        BLOCK,
        (
            Step("play the 4", ("play 4", "play 4 double"), (), {"": ELSEWHERE}, ("card 4",)),
            Step(
                "say guard",
                ("command guard",),
                ("play 0", "pass"),
                {
                    "pass": Answer(
                        "ordered", ("play 0", "command play", "play 1", "pass", "play 3")
                    ),
                    "command play": Answer("not play"),
                },
                ("guard",),
            ),
            Step(
                "keep the 1",
                ("draw",),
                (),
                {
                    "play 1": Answer("gave 4 away", ("pass", "play 3")),
                    "play 1 double": Answer("gave 4 away", ("pass", "play 3")),
                },
                ("deck",),
                "only play",
            ),
        ),
        75,
    ),
    Lesson(
        "ask",
        "game",
        ASK,
        (
            Step(
                "one card",
                ("ask",),
                (),
                {
                    "play 2": Answer("it was 3", ("pass", "play 3")),
                    "play 2 double": Answer("it was 3", ("pass", "play 3")),
                    "": Answer("by luck"),
                },
                ("ask",),
                "paid for it",
            ),
            Step(
                "so a 3",
                ("play 3", "play 3 double"),
                (),
                {
                    "play 2": Answer("after 2", ("pass", "play 3")),
                    "play 2 double": Answer("after 2", ("pass", "play 3")),
                    "draw": Answer("one is safe"),
                },
                ("card 3",),
                "when to ask",
            ),
        ),
        75,
    ),
    Lesson(
        "tall",
        "game",
        FIRST,
        (
            Step(
                "tall on 8",
                ("play 5 double",),
                ("pass", "play 4", "pass"),
                {"play 5": Answer("was small"), "draw": LATER, "": ELSEWHERE},
                ("double", "card 5", "key 8"),
            ),
            Step(
                "small on 6",
                ("play 2",),
                ("pass", "play 0", "pass"),
                {"draw": LATER, "": ELSEWHERE},
                ("card 2", "key 6"),
            ),
            Step(
                "complete again",
                ("play 1",),
                (),
                {"": Answer("do not draw")},
                ("card 1", "key 1"),
                "two points",
            ),
            Step(
                "tall last",
                ("play 1 double",),
                (),
                {"play 1": Answer("was small"), "": Answer("do not draw")},
                ("double", "card 1", "key 1"),
                "one point",
                scene=LINE,
            ),
        ),
        90,
    ),
    Lesson(
        "a round",
        "game",
        Scene(((1, 3, 5), (0, 2, 3, 4)), (0, 4), (2, 1, 5, 0, 4, 3, 1, 2, 5)),
        (),
        180,
        level=1,
    ),
)
