"""The study board as text: the command ``study``, and a prompt for trying turns."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hacktrick.app.engine_player import EnginePlayer
from hacktrick.app.settings import Settings
from hacktrick.app.study_positions import StudyRefusedError
from hacktrick.app.study_session import (
    TURN_MARKS,
    Assessment,
    AssessmentOf,
    Study,
    StudyFiles,
    StudySession,
    study_of_record,
    study_of_text,
)
from hacktrick.coach.thinking_client import InlineThinker, Thinker
from hacktrick.game.actions import Action, NotationError, parse
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.notation.diagram import Diagram
from hacktrick.game.notation.position_parser import PositionError
from hacktrick.i18n import study_text
from hacktrick.i18n.computer_players import player_kind_title
from hacktrick.i18n.file_problem_text import engine_fault_sentence
from hacktrick.i18n.study_text import StudySentences, study_sentences_for
from hacktrick.i18n.terminal_text import command_spellings
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.match.player_kinds import ENGINE, LEVEL_NUMBERS
from hacktrick.match.record import read_record
from hacktrick.safe_files import read_text
from hacktrick.terminal.commands.command_helpers import CommandError
from hacktrick.terminal.commands.position import (
    position_fault_sentence,
    position_text,
    read_position_lines,
)
from hacktrick.terminal.play.console import Terminal, answer_index, ask_choice

JUDGE_TIMEOUT = 60.0  # seconds to wait for the judge before showing its result so far
POLL_SECONDS = 0.05  # seconds between two polls of the worker process
MAX_OUTCOMES = 9
TURNS_BEFORE = 3  # number of best turns to show for a position before it was changed
VALUES = PRESETS["keypad"].values  # number of card values in the table of openings


# The following functions belong to the command ``study``.


def add_study(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``study``."""
    parser.set_defaults(run=_run_study)
    parser.add_argument(
        "text", metavar="TEXT", help="the position, or - to read lines from standard input"
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON, one line for each position"
    )


def _run_study(options: argparse.Namespace) -> int:
    for number, (place, line) in enumerate(read_position_lines(options.text)):
        try:
            study = study_of_text(line)
        except PositionError as error:
            raise CommandError(f"{place}{position_fault_sentence(error)}") from error
        except StudyRefusedError as error:
            reason = study_text.study_refusal_sentence(error.reason).rstrip(".")
            raise CommandError(f"{place}{reason}") from error
        session = StudySession(study, InlineThinker())
        wait_for_judge(session)
        if options.json:
            print(json.dumps(study_as_data(session)))
        else:
            print("\n" * (number > 0) + "\n".join(study_lines(session)))
        sys.stdout.flush()
    return 0


def wait_for_judge(session: StudySession, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait until the judge has finished, for at most ``JUDGE_TIMEOUT`` seconds."""
    until = time.monotonic() + JUDGE_TIMEOUT
    while not session.assessment.is_final and time.monotonic() < until:
        if not session.update():
            sleep(POLL_SECONDS)


def study_lines(session: StudySession) -> list[str]:
    """Return the current position and its judgement as lines of text."""
    words = study_sentences_for(session.study)
    return [position_text(session.diagram), *judgement_lines(session, words)]


def judgement_lines(session: StudySession, sentences: StudySentences) -> list[str]:
    """Return the judgement of the current position as lines of text."""
    known = session.assessment
    lines = [sentences.position_title(session.study), *sentences.note_lines(session.study)]
    if session.diagram.public.result is not None:
        return lines
    if session.best_turns_before_change and known.lines:
        lines.append(
            sentences.changed_chances_sentence(
                session.best_turns_before_change[:TURNS_BEFORE], known.lines
            )
        )
    lines += [
        sentences.search_depth_or_doubt_sentence(known),
        *(f"  {line}" for line in sentences.turn_lines(known)),
    ]
    hands = sentences.hand_lines(known)
    if hands:
        lines.append(study_text.hands_heading())
        lines += [f"  {cards}: {study_text.percentage_text(chance)} %" for cards, chance in hands]
    if known.likely_line:
        lines.append(
            study_text.likely_continuation_sentence(
                sentences.likely_continuation(known.likely_line)
            )
        )
    return lines


def study_as_data(session: StudySession) -> dict[str, Any]:
    """Return the current position and its judgement as data for JSON."""
    known, public = session.assessment, session.diagram.public
    odds = known.odds
    possible_hands = () if odds is None else odds.inferred_hands or odds.counted_hands
    return {
        "position": session.position_text,
        "seat": public.seat,
        "depth": known.depth,
        "turns": [
            {
                "actions": list(map(str, line.actions)),
                "match": line.forecast.match,
                "win_1": line.forecast.win_1,
                "win_2": line.forecast.win_2,
                "lose_1": line.forecast.lose_1,
                "lose_2": line.forecast.lose_2,
                "class": _mistake_class_of(known, line.actions),
            }
            for line in known.lines
        ],
        "replies": []
        if known.replies is None
        else [
            {"actions": list(map(str, actions)), "chance": chance}
            for actions, chance in known.replies.replies
        ],
        "levels": []
        if known.choices is None
        else [[level, str(action)] for level, action in known.choices.choices],
        "hands": [[list(cards_of(possible.hand)), possible.chance] for possible in possible_hands],
        "line": [[turn.seat, list(map(str, turn.actions))] for turn in known.likely_line],
    }


def _mistake_class_of(known: Assessment, actions: tuple[Action, ...]) -> str | None:
    loss = None if known.judgement is None else known.judgement.loss(actions)
    return None if loss is None else loss.mistake_class


# The following classes are the prompt for trying turns.


class PositionFindingsPrinter(Protocol):
    """Prints the library's findings about a position.

    Attributes:
        has_begun_match: whether the player has begun a match from a replay that was opened among
            the findings; text mode then leaves them for that match.
    """

    has_begun_match: bool

    def browse_rounds(self, diagram: Diagram) -> None: ...

    def print_openings(self, diagram: Diagram, start: Card | None) -> None: ...


class TextStudy:
    """A study controlled by typed commands.

    Args:
        files: the studies that are saved in the data folder.
        library: prints what the library knows about a position.
        export_page: saves a page of a study for a browser, and prints where it is.
        begin_match: begins a match against a level, if the hidden cards can be drawn.
        settings: the settings, for the player's own engine.
    """

    def __init__(
        self,
        terminal: Terminal,
        thinker: Thinker,
        files: StudyFiles,
        library: PositionFindingsPrinter,
        export_page: Callable[[Study, AssessmentOf], None],
        begin_match: Callable[[StudySession, int], bool],
        settings: Settings,
        study: Study | None = None,
    ) -> None:
        self._terminal, self._thinker, self._files = terminal, thinker, files
        self._library, self._export_page = library, export_page
        self._begin_match, self._settings = begin_match, settings
        self._has_begun_match = False
        self._session = None if study is None else StudySession(study, thinker)
        self._words: dict[str, Callable[[str], None]] = {
            "open": self._open_position,
            "set": self._change_position_fields,
            "level": self._request_level_action,
            "engine": self._request_engine_action,
            "why": self._explain_best_turn,
            "reveals": self._print_what_best_turns_reveal,
            "branch": self._play_on_from_here,
            "go": self._go_to_node,
            "tree": self._print_tree,
            "note": self._set_comment,
            "mark": self._set_mark,
            "remove": self._remove_turns,
            "undo": self._undo,
            "redo": self._redo,
            "find": self._print_occurrences,
            "openings": self._print_openings,
            "line": self._print_position_line,
            "save": self._save_study,
            "page": self._save_html_page,
        }

    def run(self) -> bool:
        """Run commands until the player goes back; return whether they have begun a match."""
        self._terminal.say("", study_text.study_help_text())
        if self._session is not None:
            self._print_position_and_judgement()
        back = command_spellings("back")
        while not self.has_begun_match:
            text = self._terminal.ask(study_text.study_input_prompt())
            if text in back:
                break
            self._run_command(text)
        if self._session is not None:
            self._session.close()
        return self.has_begun_match

    @property
    def has_begun_match(self) -> bool:
        """Whether the player has begun a match from a position here or from a replay."""
        return self._has_begun_match or self._library.has_begun_match

    def _run_command(self, text: str) -> None:
        name, _blank, rest = text.partition(" ")
        if name in self._words and (self._session is not None or name == "open"):
            self._words[name](rest.strip())
        elif "=" in text:
            self._open_position(text)
        elif self._session is not None and text:
            self._try_action(text)
        else:
            self._terminal.say(study_text.study_help_text())

    @property
    def _open_session(self) -> StudySession:
        assert self._session is not None
        return self._session

    def _print_translated(self, sentence: str) -> None:
        self._terminal.say(_(sentence))

    def _print_position_and_judgement(self) -> None:
        session = self._open_session
        self._terminal.say(position_text(session.diagram))
        wait_for_judge(session, self._terminal.wait)
        self._terminal.say(*judgement_lines(session, study_sentences_for(session.study)))

    # Methods for commands about positions.

    def _open_position(self, text: str, is_change: bool = False) -> None:
        """Open a position given as a line of text, or a file.

        Args:
            is_change: whether the position is a change of the current one, to be compared with it.
        """
        try:
            study = study_of_text(text) if "=" in text else self._load_named_study_or_file(text)
        except PositionError as error:
            self._terminal.say(position_fault_sentence(error))
            return
        except StudyRefusedError as error:
            self._terminal.say(study_text.study_refusal_sentence(error.reason))
            return
        except (OSError, ValueError):
            self._print_translated(study_text.NO_STUDY_IN_FILE)
            return
        if self._session is None:
            self._session = StudySession(study, self._thinker)
        elif is_change:
            self._session.change_position(study)
        else:
            self._session.open_study(study)
        self._print_position_and_judgement()

    def _load_named_study_or_file(self, text: str) -> Study:
        if self._files.path_of_study(text).is_file():
            return self._files.load_study(text)
        return study_of_record(read_record(read_text(Path(text))))

    def _change_position_fields(self, text: str) -> None:
        """Change fields in the current position's line of text.

        For example, "set sums=" removes the sums.
        """
        edition, *fields = self._open_session.position_text.split(" ")
        found = dict(field.split("=", 1) for field in fields)
        for word in text.split():
            name, sign, value = word.partition("=")
            if not sign:
                edition = name
            elif value:
                found[name] = value
            else:
                found.pop(name, None)
        words = (f"{name}={value}" for name, value in found.items())
        self._open_position(" ".join([edition, *words]), is_change=True)

    def _print_occurrences(self, _text: str) -> None:
        """Print the rounds in the library that have reached this position."""
        diagram = self._open_session.turn_diagram
        if diagram is None:
            self._print_translated(study_text.ROUND_OVER)
        else:
            self._library.browse_rounds(diagram)

    def _print_openings(self, text: str) -> None:
        """Print the frequencies of start cards, or of replies to a start card.

        Args:
            text: the start card; "" for the start cards themselves.
        """
        start = int(text) if text.isdecimal() and int(text) in range(VALUES) else None
        self._library.print_openings(self._open_session.diagram, start)

    def _print_position_line(self, _text: str) -> None:
        self._terminal.say(self._open_session.position_text)

    def _save_study(self, text: str) -> None:
        """Save the study under a name; ask first if another study has this name."""
        path = self._files.path_of_study
        if path(text).exists() and path(text) != path(self._open_session.study.name):
            answers = [_("Replace"), _("Cancel")]
            if ask_choice(self._terminal, study_text.replace_study_question(text), answers, 1):
                return
        try:
            saved = self._open_session.save(self._files, text)
        except ValueError:
            self._print_translated(study_text.NO_CARDS_TO_DRAW)
        except OSError as error:
            self._terminal.say(error.strerror or str(error))
        else:
            self._terminal.say(study_text.study_saved_sentence(str(saved)))

    def _save_html_page(self, _text: str) -> None:
        session = self._open_session
        self._export_page(session.study, session.judge.assessment_of)

    # Methods for commands about turns.

    def _try_action(self, text: str) -> None:
        session = self._open_session
        try:
            action = parse(" ".join(text.casefold().split()))
            outcomes = session.possible_outcomes(action)
        except (NotationError, ValueError):
            self._terminal.say(study_text.study_help_text())
            return
        if not outcomes:
            self._print_translated(study_text.NOT_POSSIBLE)
            return
        outcome = outcomes[0]
        if len(outcomes) > 1:
            words = study_sentences_for(session.study)
            shown = outcomes[:MAX_OUTCOMES]
            lines = [f"{n}. {words.outcome_line(one)}" for n, one in enumerate(shown, 1)]
            answer = self._terminal.ask("\n".join([*lines, study_text.outcome_question()]))
            outcome = shown[answer_index(answer, len(shown)) or 0]
        try:
            session.play_action(action, outcome)
        except ValueError:  # the study's tree is full
            self._print_translated(study_text.TREE_IS_FULL)
            return
        self._print_position_and_judgement()

    def _request_level_action(self, text: str) -> None:
        if text not in map(str, LEVEL_NUMBERS):
            self._terminal.say(study_text.study_help_text())
            return
        session = self._open_session
        try:
            session.request_level_action(int(text))
        except ValueError:
            self._print_translated(study_text.NOT_POSSIBLE)
            return
        until = time.monotonic() + JUDGE_TIMEOUT
        while session.is_level_thinking and time.monotonic() < until:
            if not session.update():
                self._terminal.wait(POLL_SECONDS)
        node = session.study.current_node
        if node.event is not None:
            self._terminal.say(study_sentences_for(session.study).event_line(node.event))
        self._print_position_and_judgement()

    def _request_engine_action(self, _text: str) -> None:
        """Ask the player's own program for its turn, and print the answer or why there is none."""
        session = self._open_session
        public = session.diagram.public
        if (
            public.result is not None
            or session.study.current_node.acting_or_studying_view.seat != public.seat
        ):
            self._print_translated(study_text.NOT_POSSIBLE)
            return
        engine, answer = EnginePlayer(self._settings.engine_command), None
        session.request_engine_action(engine)
        while answer is None and engine.fault is None:
            self._terminal.wait(POLL_SECONDS)
            answer = engine.poll_decision()
        if answer is not None:
            turn = study_sentences_for(session.study).coach.turn_text((answer.action,))
            self._terminal.say(study_text.engine_answer_sentence(turn))
        elif engine.fault is not None:
            name = self._settings.engine_name or player_kind_title(ENGINE)
            self._terminal.say(engine_fault_sentence(name, engine.fault))
        engine.close()

    def _play_on_from_here(self, text: str) -> None:
        """Begin a match against a level at the current position."""
        if text not in map(str, LEVEL_NUMBERS):
            self._terminal.say(study_text.study_help_text())
        elif self._open_session.diagram.public.result is not None:
            self._print_translated(study_text.ROUND_OVER)
        else:
            self._has_begun_match = self._begin_match(self._open_session, int(text))
            if not self._has_begun_match:
                self._print_translated(study_text.NO_CARDS_TO_DRAW)

    def _print_what_best_turns_reveal(self, _text: str) -> None:
        """Print what each of the best turns reveals about the cards of its player."""
        session = self._open_session
        session.judge.request_hands_revealed_by_turns()
        until = time.monotonic() + JUDGE_TIMEOUT
        while session.judge.awaits_revealed_hands and time.monotonic() < until:
            if not session.update():
                self._terminal.wait(POLL_SECONDS)
        found = study_sentences_for(session.study).revealed_cards_lines(session.assessment)
        lines = [
            label_with_value(turn, f"{study_text.percentage_text(chance)} %. {likeliest}")
            for turn, chance, likeliest in found
        ]
        if lines:
            self._terminal.say(
                study_text.revealed_cards_caption(), *(f"  {line}" for line in lines)
            )
        else:
            self._print_translated(study_text.NOTHING_TO_EXPLAIN)

    def _explain_best_turn(self, text: str) -> None:
        session = self._open_session
        try:
            made = [parse(text)] if text else []
        except NotationError:
            self._terminal.say(study_text.study_help_text())
            return
        session.judge.request_reasons_against(made)
        until = time.monotonic() + JUDGE_TIMEOUT
        while session.judge.is_explaining and time.monotonic() < until:
            if not session.update():
                self._terminal.wait(POLL_SECONDS)
        reasons = study_sentences_for(session.study).reason_lines(session.assessment)
        self._terminal.say(*(reasons or (_(study_text.NOTHING_TO_EXPLAIN),)))

    def _go_to_node(self, text: str) -> None:
        session = self._open_session
        numbers = (str(number) for number, _indent, _text in self._tree_lines())
        if text in numbers:
            session.go_to_node(int(text))
            self._print_position_and_judgement()
        else:
            self._print_tree("")

    def _print_tree(self, _text: str) -> None:
        current_number = self._open_session.study.current_number
        for number, indent, line in self._tree_lines():
            sign = "→" if number == current_number else " "
            self._terminal.say(f"{sign} {'  ' * indent}{number}. {line}")

    def _tree_lines(self) -> list[tuple[int, int, str]]:
        session = self._open_session
        return study_sentences_for(session.study).tree_lines(session.study)

    def _set_comment(self, text: str) -> None:
        self._open_session.set_comment_or_mark(comment=text)
        self._print_tree("")

    def _set_mark(self, text: str) -> None:
        if text in TURN_MARKS:
            self._open_session.set_comment_or_mark(mark=text)
        self._print_tree("")

    def _remove_turns(self, _text: str) -> None:
        self._open_session.remove_position()
        self._print_tree("")

    def _undo(self, _text: str) -> None:
        if self._open_session.undo():
            self._print_position_and_judgement()
        else:
            self._print_translated(study_text.NOTHING_TO_UNDO)

    def _redo(self, _text: str) -> None:
        if self._open_session.redo():
            self._print_position_and_judgement()
        else:
            self._print_translated(study_text.NOTHING_TO_REDO)
