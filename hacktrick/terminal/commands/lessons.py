"""The command ``lessons``: lists the lessons and checks that each can be finished."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from hacktrick.coach.lessons.course import LESSONS, PLAYER_NAMES, lesson_faults
from hacktrick.coach.lessons.lesson import LEARNER_SEAT, Lesson, LessonRun
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.translator import available_languages, current_language, set_language
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.terminal.commands.progress_bar_and_phrases import count_phrase

FAILED = 2
MAX_INPUTS = 2000  # maximum number of inputs in a random walk; a lesson needs about twenty
DETOUR_SHARE = 0.1  # share of inputs that go back, skip a step, or leave and return
EDITIONS = ("keypad", "servers", "arena", "club")


def add_lessons(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lessons``."""
    parser.set_defaults(run=run_lessons)
    parser.add_argument(
        "--check",
        action="store_true",
        help="play through every lesson, and print one line for each",
    )
    parser.add_argument(
        "--walk",
        metavar="N",
        type=int,
        default=0,
        help="play through each lesson N times with random input",
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="seed of the random input")


def run_lessons(options: argparse.Namespace) -> int:
    """Print the lessons and their faults; return exit code 2 if there are faults, else 0."""
    wrong = 0
    for lesson in LESSONS:
        found = []
        if options.check:
            found += [*lesson_faults(lesson), *overlong_sentences(lesson)]
        if options.walk > 0:
            found += stuck_random_walks(lesson, options.walk, options.seed)
        wrong += len(found)
        about = count_phrase(len(lesson.steps), "step") if lesson.steps else "a whole round"
        state = "; ".join(found) if found else "ok" if options.check or options.walk else about
        print(f"{words.lesson_title(lesson.name, PRESETS['keypad'])}: {state}")
    return FAILED if wrong else 0


def overlong_sentences(lesson: Lesson) -> Iterator[str]:
    """Yield the sentences of a lesson that are too long in some language and edition."""
    before = current_language()
    longest = max((level_name(level) for level in LEVEL_NUMBERS), key=len)
    keys = {answer.reply_key for step in lesson.steps for answer in step.wrong_replies.values()}
    keys |= {key for step in lesson.steps for key in (step.prompt_key, step.reply_key)}
    for code in available_languages():
        set_language(code)
        for key in sorted(keys):
            for edition in EDITIONS:
                sentence = words.lesson_sentence(key, PRESETS[edition], longest, 9)
                if len(sentence) > words.MAX_SENTENCE_LENGTH:
                    yield f"{code}, {edition}: {len(sentence)} characters: {sentence}"
    set_language(before)


def stuck_random_walks(lesson: Lesson, n_walks: int, seed: int) -> list[str]:
    """Play a lesson ``n_walks`` times with random input; return a line for each unfinished run.

    Args:
        seed: determines the random input.
    """
    return [
        f"walk {number} got stuck"
        for number in range(n_walks)
        if not can_random_walk_finish(lesson, Random(f"{lesson.name} {seed} {number}"))
    ]


def can_random_walk_finish(lesson: Lesson, rng: Random) -> bool:
    """Return whether random input finishes a lesson within ``MAX_INPUTS``."""
    run = LessonRun(lesson, PLAYER_NAMES)
    for _ in range(MAX_INPUTS):
        if run.is_over:
            return True
        if rng.random() < DETOUR_SHARE:
            run = _take_random_detour(run, rng)
        else:
            _make_random_input(run, rng)
    return run.is_over


def _make_random_input(run: LessonRun, rng: Random) -> None:
    """Perform a random input that the lesson currently accepts."""
    if run.has_automatic_action:
        run.play_automatic_action()
    elif run.needs_reset:
        run.reset_to_step_start()
    elif run.step is not None and run.step.question is not None:
        run.answer_question(rng.choice(run.step.question.options))
    elif run.match.public.seat != LEARNER_SEAT:
        thinker = InlineThinker()
        thinker.request_decision(
            run.lesson.level, run.match.view(run.match.public.seat), rng.getrandbits(30)
        )
        answer = thinker.poll_decision()
        assert answer is not None
        run.act_for_computer(answer.action)
    else:
        run.submit_action(rng.choice(legal_actions(run.match.observe(LEARNER_SEAT))))


def _take_random_detour(run: LessonRun, rng: Random) -> LessonRun:
    """Go back, skip a step, or leave the lesson and return to it; return the run to continue."""
    what = rng.choice(("back", "skip", "leave"))
    if what == "leave":
        return LessonRun(run.lesson, PLAYER_NAMES, run.step_number)
    if run.is_whole_round:
        return run
    run.go_to_previous_step() if what == "back" else run.skip_step()
    return run
