"""The course: all lessons in order, and a check that each can be played as written.

Basic lessons use the rules of ``keypad``; further lessons cover match scores, codes and teams.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hacktrick.coach.lessons.lesson import (
    LEARNER_SEAT,
    ChoiceQuestion,
    Lesson,
    LessonDeal,
    LessonRun,
    LessonStep,
    WrongActionReply,
)
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.match.record import RecordError

WRONG_KEY_REPLY = WrongActionReply("wrong key")
DRAW_LATER_REPLY = WrongActionReply("draw later")

FIRST_DEAL = LessonDeal(
    ((1, 2, 5), (0, 3, 3, 4)), (4, 0), (2, 5, 1, 0, 4, 3, 5, 2, 1), ("start 3",)
)
LINE_DEAL = replace(
    FIRST_DEAL,
    before=("start 3", "play 5", "pass", "play 4", "pass", "play 2", "pass", "play 0", "pass"),
)
TRIPLE_DEAL = LessonDeal(
    ((1, 2, 2), (3, 4, 4, 5)),
    (0, 0),
    (5, 3, 0, 1, 1, 2, 3, 4, 5),
    (
        *("start 4", "play 2", "pass", "play 5", "pass", "play 1", "pass"),
        *("draw", "draw", "play 4", "pass"),
    ),
)
CAPTURE_DEAL = LessonDeal(
    ((0, 2, 3), (0, 2, 4, 4)),
    (1, 3),
    (4, 1, 5, 5, 1, 2, 0, 5, 3),
    ("start 0", "play 3", "pass", "play 2", "pass", "draw", "play 4", "pass"),
)
DRAW_DEAL = LessonDeal(
    ((0, 4, 5), (0, 1, 2, 3)),
    (1, 3),
    (0, 5, 4, 4, 2, 3, 1, 5, 2),
    (
        *("start 3", "play 5", "pass", "play 1", "pass"),
        *("play 4", "pass", "play 0", "pass"),
    ),
)
FULL_HAND_DEAL = replace(DRAW_DEAL, before=("start 3", "draw", "play 1", "pass"))
OPPONENT_HAND_DEAL = LessonDeal(
    ((1, 3, 4), (0, 1, 2, 3)),
    (4, 5),
    (1, 5, 2, 3, 2, 0, 0, 4, 5),
    (
        *("start 2", "draw", "play 1", "pass", "play 3", "pass"),
        *("draw", "draw", "play 5", "pass"),
    ),
)
PLAY_COMMAND_DEAL = replace(DRAW_DEAL, before=("start 3", "play 5", "pass", "play 1", "pass"))
GUARD_DEAL = LessonDeal(
    ((1, 3, 4), (0, 1, 3, 4)),
    (2, 4),
    (0, 1, 0, 2, 2, 5, 5, 3, 5),
    ("start 4", "play 3", "pass", "play 1", "pass"),
)
ASK_DEAL = LessonDeal(
    ((3, 3, 5), (0, 1, 4, 5)),
    (1, 1),
    (0, 3, 2, 4, 2, 4, 5, 0, 2),
    (
        *("start 4", "draw", "draw", "play 5", "pass", "play 0", "pass", "draw"),
        *("play 1", "pass", "play 0", "pass", "play 5", "pass"),
    ),
)

BASIC_LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "two cards",
        "game",
        FIRST_DEAL,
        (
            LessonStep(
                "mark 8",
                ("play 5",),
                ("pass", "play 4", "pass"),
                {"draw": DRAW_LATER_REPLY, "": WRONG_KEY_REPLY},
                ("card 5", "key 8"),
                "sum is key",
                is_guided=True,
            ),
            LessonStep(
                "mark 6",
                ("play 2",),
                ("pass", "play 0", "pass"),
                {"draw": DRAW_LATER_REPLY, "": WRONG_KEY_REPLY},
                ("card 2", "key 6"),
                "sum is key",
            ),
        ),
        45,
        opening_key="goal",
        has_memory_aids=False,
    ),
    Lesson(
        "line",
        "game",
        LINE_DEAL,
        (
            LessonStep(
                "complete",
                ("play 1",),
                (),
                {"draw": WrongActionReply("do not draw"), "": WrongActionReply("do not draw")},
                ("card 1", "key 1", "key 8", "key 6"),
                "a line",
            ),
            LessonStep(
                "third alike",
                ("play 2", "play 2 double"),
                (),
                {"": WrongActionReply("count alike")},
                ("card 2", "key 6"),
                "won alike",
                deal=TRIPLE_DEAL,
            ),
        ),
        45,
    ),
    Lesson(
        "taking",
        "game",
        CAPTURE_DEAL,
        (
            LessonStep(
                "take it",
                ("play 2", "play 2 double"),
                (),
                {
                    "play 0": WrongActionReply("sits on it", ("pass", "play 4")),
                    "play 0 double": WrongActionReply("sits on it", ("pass", "play 4")),
                    "draw": WrongActionReply("threat stays"),
                },
                ("card 2", "key 6"),
                "taken",
                tab="threats",
            ),
        ),
    ),
    Lesson(
        "draw",
        "game",
        DRAW_DEAL,
        (
            LessonStep("nothing fits", ("draw",), (), {}, ("deck",), "draw ends"),
            LessonStep(
                "four cards",
                tuple(f"play {card}{tall}" for card in (4, 5, 0) for tall in ("", " double")),
                (),
                {},
                ("card 4", "card 5", "card 0"),
                "may draw",
                deal=FULL_HAND_DEAL,
            ),
        ),
    ),
    Lesson(
        "holding",
        "game",
        OPPONENT_HAND_DEAL,
        (
            LessonStep(
                "which hand",
                question=ChoiceQuestion(("0 3", "1 2", "0 4", "1 3"), "0 3"),
                wrong_replies={"": WrongActionReply("count cards")},
                highlights=("sum",),
                reply_key="only hand",
            ),
            LessonStep(
                "which is safe",
                ("play 2", "play 2 double"),
                (),
                {
                    "play 1": WrongActionReply("after 1", ("pass", "play 3")),
                    "play 1 double": WrongActionReply("after 1", ("pass", "play 3")),
                    "play 4": WrongActionReply("after 4", ("pass", "play 0")),
                    "play 4 double": WrongActionReply("after 4", ("pass", "play 0")),
                },
                ("card 2",),
                "defence",
                tab="hands",
            ),
        ),
        90,
    ),
    Lesson(
        "order",
        "game",
        PLAY_COMMAND_DEAL,
        (
            LessonStep(
                "bar the 0", ("play 0", "play 0 double"), (), {"": WRONG_KEY_REPLY}, ("card 0",)
            ),
            LessonStep(
                "say play",
                ("command play",),
                ("play 2", "pass"),
                {
                    "pass": WrongActionReply("unordered", ("draw",)),
                    "command guard": WrongActionReply("not guard"),
                },
                ("play",),
                "had to",
            ),
            LessonStep(
                "take 6",
                ("play 4", "play 4 double"),
                (),
                {"": WrongActionReply("take 6 first")},
                ("card 4", "key 6"),
                "order costs",
            ),
        ),
        75,
    ),
    Lesson(
        "block",
        "game",
        GUARD_DEAL,
        (
            LessonStep(
                "play the 4", ("play 4", "play 4 double"), (), {"": WRONG_KEY_REPLY}, ("card 4",)
            ),
            LessonStep(
                "say guard",
                ("command guard",),
                ("play 0", "pass"),
                {
                    "pass": WrongActionReply(
                        "ordered", ("play 0", "command play", "play 1", "pass", "play 3")
                    ),
                    "command play": WrongActionReply("not play"),
                },
                ("guard",),
            ),
            LessonStep(
                "keep the 1",
                ("draw",),
                (),
                {
                    "play 1": WrongActionReply("gave 4 away", ("pass", "play 3")),
                    "play 1 double": WrongActionReply("gave 4 away", ("pass", "play 3")),
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
        ASK_DEAL,
        (
            LessonStep(
                "one card",
                ("ask",),
                (),
                {
                    "play 2": WrongActionReply("it was 3", ("pass", "play 3")),
                    "play 2 double": WrongActionReply("it was 3", ("pass", "play 3")),
                    "": WrongActionReply("by luck"),
                },
                ("ask",),
                "paid for it",
            ),
            LessonStep(
                "so a 3",
                ("play 3", "play 3 double"),
                (),
                {
                    "play 2": WrongActionReply("after 2", ("pass", "play 3")),
                    "play 2 double": WrongActionReply("after 2", ("pass", "play 3")),
                    "draw": WrongActionReply("one is safe"),
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
        FIRST_DEAL,
        (
            LessonStep(
                "tall on 8",
                ("play 5 double",),
                ("pass", "play 4", "pass"),
                {
                    "play 5": WrongActionReply("was small"),
                    "draw": DRAW_LATER_REPLY,
                    "": WRONG_KEY_REPLY,
                },
                ("double", "card 5", "key 8"),
            ),
            LessonStep(
                "small on 6",
                ("play 2",),
                ("pass", "play 0", "pass"),
                {"draw": DRAW_LATER_REPLY, "": WRONG_KEY_REPLY},
                ("card 2", "key 6"),
            ),
            LessonStep(
                "complete again",
                ("play 1",),
                (),
                {"": WrongActionReply("do not draw")},
                ("card 1", "key 1"),
                "two points",
            ),
            LessonStep(
                "tall last",
                ("play 1 double",),
                (),
                {"play 1": WrongActionReply("was small"), "": WrongActionReply("do not draw")},
                ("double", "card 1", "key 1"),
                "one point",
                deal=LINE_DEAL,
            ),
        ),
        90,
    ),
    Lesson(
        "a round",
        "game",
        LessonDeal(((1, 3, 5), (0, 2, 3, 4)), (0, 4), (2, 1, 5, 0, 4, 3, 1, 2, 5)),
        (),
        180,
        level=1,
    ),
)


TAKE_OR_WAIT_DEAL = LessonDeal(
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
"""A position from a game of level 6 against itself, at 3 : 3; docs/learning.md has its values."""

GOD_CODE_DEAL = LessonDeal(
    ((4, 0, 1), (5, 2, 3, 3)),
    (1, 0),
    (3, 2, 1, 2, 0, 5, 4, 5, 4),
    preset="wits",
    score=(1, 1),
    held=(("god",), ("rukowski",)),
)
GOD_WIN_DEAL = replace(
    GOD_CODE_DEAL,
    before=(
        *("lay god", "start 2", "play 0", "pass", "draw"),
        *("play 1", "pass", "play 5", "pass"),
    ),
    held=(("god",), ()),
)
SWAP_DEAL = LessonDeal(
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
STAKE_DEAL = replace(
    FIRST_DEAL,
    preset="wits",
    before=(
        *("lay doo", "start 3", "play 5", "pass", "play 4", "pass"),
        *("play 2", "pass", "stake"),
    ),
    score=(1, 1),
    held=((), ("doo",)),
)
PARTNERS_DEAL = LessonDeal(
    ((2, 5), (0, 3), (1, 5), (1, 4, 4)),
    (0, 2),
    (3, 0, 4, 2, 1, 5, 3),
    ("start 4",),
    preset="quartet",
    starter=3,
)
SOLO_DEAL = LessonDeal(
    ((2, 5), (1, 4, 4), (0, 3)),
    (0, 2),
    (3, 0, 4, 2, 1, 5, 3, 1, 5),
    ("start 4",),
    preset="trio",
)


def _plays_of_any(*cards: int) -> tuple[str, ...]:
    """Return the plays of these cards, each with a single marker and with the double, as texts."""
    return tuple(f"play {card}{tall}" for card in cards for tall in ("", " double"))


FURTHER_LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "one or two",
        "further",
        TAKE_OR_WAIT_DEAL,
        (
            LessonStep(
                "take or wait",
                ("draw",),
                (),
                {"play 0": WrongActionReply("took one")},
                ("deck", "card 0"),
                "waited",
            ),
        ),
        40,
    ),
    Lesson(
        "a code",
        "codes",
        GOD_CODE_DEAL,
        (
            LessonStep(
                "lay it",
                ("lay god",),
                ("lay rukowski",),
                {"lay none": WrongActionReply("lay it now")},
                ("code",),
                "cancelled",
            ),
        ),
        40,
    ),
    Lesson(
        "powers",
        "codes",
        GOD_WIN_DEAL,
        (
            LessonStep(
                "third of four",
                ("play 4", "play 4 double"),
                (),
                {"draw": WrongActionReply("third of four again")},
                ("card 4", "key 9"),
                "won by code",
            ),
            LessonStep(
                "swap",
                ("swap 1", "swap 2"),
                (),
                {"": WrongActionReply("swap first")},
                ("code",),
                "both know",
                deal=SWAP_DEAL,
            ),
        ),
        75,
    ),
    Lesson(
        "stake",
        "codes",
        STAKE_DEAL,
        (
            LessonStep(
                "answer the stake",
                ("call",),
                ("play 0", "pass"),
                {"fold": WrongActionReply("folded")},
                ("code",),
                "a quarter",
            ),
            LessonStep(
                "win the stakes",
                ("play 1", "play 1 double"),
                (),
                {"": WrongActionReply("do not draw")},
                ("card 1", "key 1"),
                "stakes won",
            ),
        ),
        60,
    ),
    Lesson(
        "partners",
        "teams",
        PARTNERS_DEAL,
        (
            LessonStep(
                "ask partner",
                ("partner",),
                (),
                {"": WrongActionReply("partner first")},
                ("partner",),
                "heard",
            ),
            LessonStep("go ahead", ("draw", *_plays_of_any(2, 5)), (), {}, (), "alternate"),
        ),
        45,
    ),
    Lesson(
        "alone",
        "teams",
        SOLO_DEAL,
        (
            LessonStep(
                "alone draws",
                ("draw",),
                ("play 3", "pass"),
                {"": WrongActionReply("draw alone")},
                ("deck",),
                "three others",
            ),
            LessonStep(
                "fourth card",
                ("draw",),
                ("play 1", "pass"),
                {"": WrongActionReply("draw alone")},
                ("deck",),
                "four alone",
            ),
            LessonStep("play one", _plays_of_any(5, 2, 3, 0), (), {}, ()),
            LessonStep(
                "order next",
                ("command play",),
                (),
                {"": WrongActionReply("say it once")},
                ("play",),
                "binds next",
            ),
        ),
        60,
    ),
)


LESSONS: tuple[Lesson, ...] = (*BASIC_LESSONS, *FURTHER_LESSONS)
LESSONS_BY_NAME: Mapping[str, Lesson] = {lesson.name: lesson for lesson in LESSONS}
PLAYER_NAMES = ("A", "B", "C", "D")


def lesson_faults(lesson: Lesson) -> Iterator[str]:
    """Yield a description of each fault in a lesson.

    Every accepted or wrong action must be legal at its step, and so must its continuation. No
    action may be both accepted and wrong.
    """
    try:
        if not lesson.steps:
            yield from () if LessonRun(lesson, PLAYER_NAMES).awaits_action else ("nobody can act",)
        for number, step in enumerate(lesson.steps):
            place = f"step {number + 1}"
            yield from (f"{place}: {fault}" for fault in _step_faults(lesson, number, step))
    except (NotationError, IllegalAction, RecordError, ValueError) as error:
        yield str(error)


def _step_faults(lesson: Lesson, step_index: int, step: LessonStep) -> Iterator[str]:
    if step.question is not None:
        if step.question.answer not in step.question.options or step.accepted:
            yield "the question has no right answer"
        return
    run = LessonRun(lesson, PLAYER_NAMES, step_index)
    legal = [str(action) for action in legal_actions(run.match.observe(LEARNER_SEAT))]
    if run.match.public.seat != LEARNER_SEAT:
        yield "another is to act"
        return
    for text in (*step.accepted, *(text for text in step.wrong_replies if text)):
        if text not in legal:
            yield f"{text!r} is not legal"
            continue
        run = LessonRun(lesson, PLAYER_NAMES, step_index)
        run.submit_action(parse(text))
        if text in step.accepted and text in step.wrong_replies:
            yield f"{text!r} is both right and wrong"
        while run.has_automatic_action:
            run.play_automatic_action()
    if not step.accepted:
        yield "nothing is meant"
