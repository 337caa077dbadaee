"""Replays a match at the terminal, action by action, from a chosen perspective."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.position_search import PositionFindings
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.study_session import (
    STUDY_KEY,
    AssessmentOf,
    Study,
    StudySession,
    study_of_replay,
)
from hacktrick.game.cards import Card
from hacktrick.game.notation.diagram import Diagram
from hacktrick.i18n import study_text, table_report, terminal_text
from hacktrick.i18n.computer_players import level_title
from hacktrick.i18n.file_problem_text import problem_sentence
from hacktrick.i18n.library_and_statistics_text import (
    HOW_ROUNDS_OPEN,
    LIBRARY_UNUSABLE,
    PositionFindingSentences,
)
from hacktrick.i18n.match_sharing import study_html_page
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import (
    default_branch_choices,
    note_line,
    note_needs_saved_match_sentence,
    perspective_sentence,
    replay_place_text,
)
from hacktrick.i18n.table_view_model import make_table_view_model
from hacktrick.i18n.terminal_text import (
    REPLAY_COMMANDS,
    command_spellings,
    translated_command,
)
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.library.match_entries import MAX_NOTE_LENGTH, FoundTurn, TurnNote
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.safe_files import safe_file_name
from hacktrick.terminal.commands.study import TextStudy
from hacktrick.terminal.play.console import Terminal, ask_choice

MAX_ROUNDS = 20  # maximum number of rounds in a list
POLL_SECONDS = 0.02  # seconds between two checks of a search


class TextReplay:
    """A replay controlled by typed commands."""

    def __init__(
        self, terminal: Terminal, services: ProgramServices, replay: ReplaySession
    ) -> None:
        self._terminal, self._services, self._replayed = terminal, services, replay
        self._wording = MatchSentences(replay.rules, replay.seats, replay.sole_player)
        self._begun = False  # whether a match has been begun from the replay

    def run(self) -> bool:
        """Show the replay until the player goes back; return whether they have begun a match."""
        self._terminal.say("", perspective_sentence(self._replayed), _help_text())
        self._print_place()
        while not self._begun:
            text = self._terminal.ask(terminal_text.replay_prompt()).casefold()
            if text in command_spellings("back"):
                break
            self._run_typed_command(text)
        return self._begun

    def _run_typed_command(self, text: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "previous": lambda: self._move_and_print(lambda: self._replayed.step_by_actions(-1)),
            "turn": lambda: self._move_and_print(lambda: self._replayed.step_by_turns(1)),
            "round": lambda: self._move_and_print(lambda: self._replayed.step_by_rounds(1)),
            "start": lambda: self._move_and_print(
                lambda: self._replayed.go_to(ReplayPosition(0, 0))
            ),
            "end": lambda: self._move_and_print(
                lambda: self._replayed.go_to(self._replayed.end_position)
            ),
            "eye": self._switch_perspective,
            "state": self._print_table,
            "note": self._write_note,
            "branch": self._play_on_from_here,
            "study": self._open_study_board,
            "find": self._show_rounds_with_same_position,
        }
        if not text:
            self._move_and_print(lambda: self._replayed.step_by_actions(1))
            return
        found = next((name for name in commands if text in command_spellings(name)), None)
        if found is None:
            self._terminal.say(_help_text())
        else:
            commands[found]()

    def _move_and_print(self, go: Callable[[], bool]) -> None:
        if go():
            self._print_place()
        else:
            self._terminal.say(terminal_text.end_of_replay_sentence())

    def _print_place(self) -> None:
        """Print the place of the replay and the last action, as the perspective knows it."""
        entries = self._replayed.entries
        if entries:
            lines = self._wording.event_lines(entries[-1])
            happened = lines or (self._wording.event_line(entries[-1]),)
        else:
            happened = (terminal_text.cards_are_dealt_sentence(),)
        note = self._note_on_current_turn()
        notes = (note_line(note.text),) if note else ()
        self._terminal.say(replay_place_text(self._replayed), *happened, *notes)

    def _note_on_current_turn(self) -> TurnNote | None:
        """Return the note on the current turn of a saved match."""
        number, start = self._replayed.origin.number, self._replayed.position_at_turn_start
        if number is None:
            return None
        notes = self._services.library_browser.turn_notes(number)
        return next((one for one in notes if (one.round, one.action) == start), None)

    def _write_note(self) -> None:
        """Ask for the note on the current turn; an empty note is deleted."""
        number, start = self._replayed.origin.number, self._replayed.position_at_turn_start
        if number is None:
            self._terminal.say(note_needs_saved_match_sentence())
            return
        text = self._terminal.ask(terminal_text.turn_note_prompt())[:MAX_NOTE_LENGTH].strip()
        note = TurnNote(number, start.round, start.action, text)
        self._services.library_browser.write_turn_note(note)

    def _switch_perspective(self) -> None:
        self._replayed.switch_to_next_perspective()
        self._terminal.say(perspective_sentence(self._replayed))

    def _print_table(self) -> None:
        snapshot = self._replayed.snapshot()
        bottom = self._replayed.perspective if isinstance(self._replayed.perspective, int) else 0
        model = make_table_view_model(
            snapshot, self._wording, bottom, round_number=self._replayed.round_number
        )
        self._terminal.say(*table_report.table_lines(model))
        if snapshot.hands is not None:
            for seat, cards in zip(self._replayed.seats, snapshot.hands, strict=True):
                self._terminal.say(label_with_value(seat.name, self._wording.cards_text(cards)))

    def _show_rounds_with_same_position(self) -> None:
        """Print the library's rounds that have reached the position at the start of this turn."""
        diagram = self._replayed.diagram_at_turn_start
        if self._replayed.is_running:
            self._terminal.say(_(study_text.RUNNING_MATCH))
        elif diagram is None:
            self._terminal.say(_(study_text.ROUND_OVER))
        else:
            search = TextPositionBrowser(self._terminal, self._services)
            search.browse_rounds(diagram)
            self._begun = search.has_begun_match

    def _open_study_board(self) -> None:
        """Open the study board at this position, as the perspective knows it."""
        if self._replayed.is_running:
            self._terminal.say(_(study_text.RUNNING_MATCH))
            return
        study = study_of_replay(self._replayed)
        if study is None:
            is_over = self._replayed.public.result is not None
            self._terminal.say(_(study_text.ROUND_OVER if is_over else study_text.NO_HAND))
            return
        self._begun = new_text_study(self._terminal, self._services, study).run()

    def _play_on_from_here(self) -> None:
        """Ask how to continue from this position, and begin the match."""
        if self._replayed.is_running:
            self._terminal.say(terminal_text.unfinished_match_branch_refusal())
            return
        if self._replayed.public.result is not None:
            self._terminal.say(terminal_text.finished_round_branch_refusal())
            return
        chosen, ask = default_branch_choices(self._replayed), self._terminal
        chosen.seat = ask_choice(ask, _("Your seat"), chosen.names, chosen.seat)
        levels = list(LEVEL_NUMBERS)
        titles = [level_title(level) for level in levels]
        usual = levels.index(chosen.level)
        chosen.level = levels[ask_choice(ask, _("The others"), titles, usual)]
        cards = (_("drawn anew"), _("as they were"))
        chosen.is_dealt_anew = ask_choice(ask, _("Hidden cards"), cards, 0) == 0
        begins = (_("this position"), _("the deal of this round"))
        chosen.is_from_deal = ask_choice(ask, _("From"), begins, 0) == 1
        self._begun = (
            self._services.local_table.continue_from_replay(self._replayed, chosen.branch_plan())
            is not None
        )
        if not self._begun:
            self._terminal.say(terminal_text.no_new_deal_branch_refusal())


def _help_text() -> str:
    return terminal_text.replay_commands_line(", ".join(map(translated_command, REPLAY_COMMANDS)))


def new_text_study(
    terminal: Terminal, services: ProgramServices, study: Study | None = None
) -> TextStudy:
    """Return a new study board for the terminal."""
    library = TextPositionBrowser(terminal, services)
    thinker = services.thinker.claim_thinker()

    def export_page(study: Study, assessment_of: AssessmentOf) -> None:
        page = study_html_page(study, assessment_of)
        save_shared_file(terminal, services, safe_file_name(study.name, STUDY_KEY), ".html", page)

    def begin_match(session: StudySession, level: int) -> bool:
        return services.play_from_study(session, session.seats, level) is not None

    files, settings = services.study_files, services.preferences.settings
    return TextStudy(terminal, thinker, files, library, export_page, begin_match, settings, study)


def save_shared_file(
    terminal: Terminal, services: ProgramServices, stem: str, ending: str, data: bytes
) -> None:
    """Save a file in the folder of shared files; print its path, or the reason for a failure.

    Args:
        stem: the file name without its ending.
        ending: the ending that is appended to the name.
        data: the content of the file.
    """
    shared = services.shared_files
    path, problems = shared.save_shared_file(shared.folder, stem, ending, data)
    terminal.say(*([str(path)] if path else map(problem_sentence, problems)))


class TextPositionBrowser:
    """Prints the library's findings about a position, and replays rounds that were found.

    Attributes:
        has_begun_match: whether the player has begun a match from such a replay.
    """

    def __init__(self, terminal: Terminal, services: ProgramServices) -> None:
        self._terminal, self._services = terminal, services
        self.has_begun_match = False

    def browse_rounds(self, diagram: Diagram) -> None:
        """Print the rounds and studies that reached a position, and replay the chosen round."""
        answer, words = (
            self._find_position_or_say_why_not(diagram),
            PositionFindingSentences(diagram.public.rules),
        )
        if answer is None:
            return
        say = self._terminal.say
        say(words.occurrence_count_sentence(answer))
        say(
            *(
                f"  {label_with_value(turn, counts)}"
                for turn, counts in words.turn_frequency_lines(answer)
            )
        )
        say(*(" · ".join(words.found_study_lines(one)) for one in answer.studies))
        rounds = answer.found.rounds[:MAX_ROUNDS]
        lines = [" · ".join(words.found_round_lines(answer, one)) for one in rounds]
        if not lines:
            return
        say(*(f"{n}. {line}" for n, line in enumerate(lines, 1)))
        chosen = self._terminal.ask(terminal_text.replay_round_question())
        if chosen.isdecimal() and 1 <= int(chosen) <= len(rounds):
            self._replay_round(answer, rounds[int(chosen) - 1])

    def print_openings(self, diagram: Diagram, start: Card | None) -> None:
        """Print the frequencies of start cards, or of replies to a start card.

        Args:
            diagram: the position whose rules count.
            start: the start card; None for the start cards themselves.
        """
        answer, words = (
            self._find_position_or_say_why_not(diagram),
            PositionFindingSentences(diagram.public.rules),
        )
        if answer is None:
            return
        title = _(HOW_ROUNDS_OPEN) if start is None else words.replies_title(start)
        rows = [
            f"  {label_with_value(one.label, words.solver_and_own_frequencies_line(one))}"
            for one in words.opening_rows(answer, start)[:MAX_ROUNDS]
        ]
        self._terminal.say(title, *rows, words.wins_legend(start))

    def _find_position_or_say_why_not(self, diagram: Diagram) -> PositionFindings | None:
        """Search for a position and wait for the answer.

        If the library is unusable, print the reason and return None.
        """
        browser, studies = self._services.library_browser, self._services.study_files
        search = browser.start_position_search(diagram, studies)
        while not search.has_failed and not search.is_complete:
            search.update()
            self._terminal.wait(POLL_SECONDS)
        if search.has_failed:
            self._terminal.say(_(LIBRARY_UNUSABLE))
        return search.answer

    def _replay_round(self, findings: PositionFindings, turn: FoundTurn) -> None:
        entry = findings.matches.get(turn.match)
        replayed = None if entry is None else self._services.library_browser.open_replay(entry)
        if replayed is None:
            self._terminal.say(terminal_text.unreadable_match_sentence())
            return
        replayed.go_to(ReplayPosition(turn.round, turn.action))
        self.has_begun_match = TextReplay(self._terminal, self._services, replayed).run()
