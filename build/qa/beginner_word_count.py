"""Counts the words that a player reads in the first minutes: title, first lesson, first round.

python build/qa/beginner_word_count.py [--rounds N] [--language CODE] [--list]

Counts the texts that the window draws at 1280x720 for somebody who follows the first lesson and
then plays a round against the easiest level. Each text counts once, however long it is shown.
Numbers and single letters, as in key hints, are not words. The result is the mean of N runs
(default: 5).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.app.turn_draft import EMPTY_DRAFT
from hacktrick.coach.lessons.course import LESSONS_BY_NAME
from hacktrick.game.actions import Action, LayStartCard, Play, parse
from hacktrick.game.legality import legal_actions
from hacktrick.i18n import translator
from hacktrick.ui.accessibility.accessibility_tree import PaintedText, TextRecorder
from hacktrick.ui.table.table_scene import TableScene
from qa.lesson_walks import Keyboard, SimulatedWindow
from tests.support.rig import match_of_session

WORD = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")
MAX_INPUTS = 200
FIRST_LESSON = "two cards"
PARTS = ("title", "lesson", "round")


class DrawnTextLog(TextRecorder):
    """Records every drawn text with the part of the game in which it first appeared."""

    def __init__(self) -> None:
        super().__init__()
        self.part = PARTS[0]
        self.texts: dict[str, str] = {}

    def collect_painted_texts(self) -> tuple[PaintedText, ...]:
        texts = super().collect_painted_texts()
        for one in texts:
            if one.node is None:
                self.texts.setdefault(" ".join(one.text.split()), self.part)
        return texts

    def n_words(self, part: str = "") -> int:
        """Return the number of words of a part, or of all parts."""
        return sum(
            len(WORD.findall(text)) for text, found in self.texts.items() if part in ("", found)
        )

    def n_distinct_words(self) -> int:
        """Return the number of different words."""
        return len({word.lower() for text in self.texts for word in WORD.findall(text)})


class Beginner:
    """A simulated player who starts the game for the first time."""

    def __init__(self, folder: Path, seed: int, language: str) -> None:
        self.rng, self.log = Random(seed), DrawnTextLog()
        self.window = SimulatedWindow(folder, seed, language)
        self.device, self.rig = Keyboard(self.window), self.window.rig
        self.rig.context.set_text_recorder(self.log)

    def play_first_minutes(self) -> DrawnTextLog:
        """Read the title, follow the first lesson and play a round; return all drawn texts."""
        self.rig.show(self.rig.navigator.make_title_scene())
        self._draw_screen_for_a_moment()
        self.log.part = "lesson"
        self._follow_lesson()
        self.log.part = "round"
        self._play_round()
        self.rig.services.close()
        return self.log

    def _draw_screen_for_a_moment(self) -> None:
        """Watch the screen for a moment."""
        for _frame in range(4):
            self.rig.tick(0.35)
            self.rig.draw()

    def _follow_lesson(self) -> None:
        """Make in every step the input that it asks for."""
        lesson = LESSONS_BY_NAME[FIRST_LESSON]
        self.rig.navigator.show_lesson(FIRST_LESSON, from_start=True)
        for _input in range(MAX_INPUTS):
            self._draw_screen_for_a_moment()
            session = self.rig.top.session
            if session.shown_step.state == "over":
                return
            if session.may_act:
                asked = parse(lesson.steps[session.shown_step.number - 1].accepted[0])
                self._make_next_input(self.rig.top, [asked])
        raise SystemExit("the lesson does not end")

    def _play_round(self) -> None:
        self.rig.navigator.show_title()
        self.rig.tick()
        self.rig.top.widgets["play"].activate()
        for _input in range(MAX_INPUTS):
            self._draw_screen_for_a_moment()
            session = self.rig.services.session
            if session is not None and session.is_round_over:
                return
            if session is not None and session.may_act:
                self._make_next_input(
                    self.rig.top, legal_actions(match_of_session(session).observe(0))
                )
        raise SystemExit("the round does not end")

    def _make_next_input(self, table: TableScene, legal: Sequence[Action]) -> None:
        """End the turn if a card is chosen; otherwise, choose a random card or, if none, draw."""
        cards = [action.card for action in legal if isinstance(action, Play | LayStartCard)]
        if table.turn.draft != EMPTY_DRAFT:
            self.device.press_key(pygame.K_RETURN, "\r")
        elif cards:
            card = self.rng.choice(cards)
            self.device.press_key(pygame.K_0 + card, str(card))
        else:
            self.device.press_key(pygame.K_d, "d")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--language", choices=translator.available_languages(), default="en")
    parser.add_argument("--list", action="store_true", help="also print the texts of one run")
    options = parser.parse_args()
    pygame.init()
    logs = []
    for seed in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            logs.append(Beginner(Path(folder), seed, options.language).play_first_minutes())
    if options.list:
        for text, part in logs[0].texts.items():
            print(f"{part:8}{text}")
    for part in (*PARTS, ""):
        print(f"{part or 'together':10}{mean(log.n_words(part) for log in logs):7.1f} words")
    print(f"different {mean(log.n_distinct_words() for log in logs):7.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
