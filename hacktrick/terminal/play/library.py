"""The match library at the terminal: search, import, open, share and delete matches."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.study_session import StudyFileError
from hacktrick.coach.statistics import ThemeMistakes, mistakes_by_theme
from hacktrick.i18n import screen_text, study_text, terminal_text
from hacktrick.i18n.file_problem_text import problem_sentence
from hacktrick.i18n.library_and_statistics_text import (
    decision_theme_name,
    import_result_sentence,
    joined_player_names,
    judging_progress_sentence,
    make_puzzles_label,
    match_date_and_source_line,
    match_score,
    mistake_line,
    puzzles_made_sentence,
    theme_mistakes_line,
    winners_sentence,
)
from hacktrick.i18n.match_sharing import (
    FILE_ENDINGS,
    TEXT_WAYS,
    ShareWay,
    share_file_name,
    share_refusal,
    share_way_text,
    shared_text,
)
from hacktrick.i18n.terminal_text import command_spellings, translated_command
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.library.match_entries import MatchEntry, MatchQuery, SingleImportResult
from hacktrick.match.record import RecordError
from hacktrick.safe_files import existing_path
from hacktrick.terminal.play.console import Terminal, ask_choice
from hacktrick.terminal.play.replay import TextReplay, new_text_study, save_shared_file
from hacktrick.terminal.play.review import POLL_SECONDS, show_reviews

MAX_LISTED = 20  # maximum number of matches in a list
MAX_PATH_LENGTH = 1000


class TextLibrary:
    """The match library, with a prompt for searches and commands."""

    def __init__(self, terminal: Terminal, services: ProgramServices) -> None:
        self._terminal, self._services, self._browser = (
            terminal,
            services,
            services.library_browser,
        )
        self._query = MatchQuery()

    def run(self) -> bool:
        """Show the library until the player goes back; return whether they have begun a match."""
        self._print_list()
        prompt = terminal_text.library_prompt(translated_command("import"))
        while text := self._terminal.ask(prompt):
            first, _space, rest = text.partition(" ")
            if text.isdecimal():
                if self._show_match_menu(int(text)):
                    return True
            elif text.startswith("-") and text[1:].isdecimal():
                if self._resume_match(int(text[1:])):
                    return True
            elif text in self._services.study_files.names:
                if self._show_study(text):
                    return True
            elif first.casefold() in command_spellings("import"):
                self._import_matches(rest.strip())
            elif text.casefold() in command_spellings("undo"):
                self._undo_deletion()
            elif text.casefold() in command_spellings("judge"):
                self._judge_matches()
            elif text.casefold() in command_spellings("mistakes"):
                self._list_mistakes()
            else:
                self._query = MatchQuery(text=text)
                self._print_list()
        return False

    def _print_list(self) -> None:
        found = self._browser.find_matches(self._query)
        unfinished = self._services.local_table.find_unfinished_matches(self._query)[:MAX_LISTED]
        self._print_problems()
        shown = terminal_text.shown_matches_count_line(
            min(MAX_LISTED, len(found)), len(self._browser)
        )
        left = (_entry_line(entry, -n) for n, entry in enumerate(unfinished, 1))
        studies = self._services.study_files.find_names(self._query.text)[:MAX_LISTED]
        named = (label_with_value(_("Study"), name) for name in studies)
        lines = (*left, *(_entry_line(entry, entry.id) for entry in found[:MAX_LISTED]), *named)
        words = translated_command("judge"), translated_command("mistakes")
        commands = (terminal_text.library_commands_sentence(*words),) if found else ()
        self._terminal.say("", _("Matches"), *lines, shown, *commands)

    def _show_study(self, name: str) -> bool:
        """Open a saved study on the study board; return whether the player has begun a match."""
        try:
            study = self._services.study_files.load_study(name)
        except (OSError, RecordError, StudyFileError):
            self._terminal.say(_(study_text.NO_STUDY_IN_FILE))
            return False
        return new_text_study(self._terminal, self._services, study).run()

    def _resume_match(self, list_index: int) -> bool:
        """Resume an unfinished match by its place in the list; return False if there is none."""
        unfinished = self._services.local_table.find_unfinished_matches(self._query)
        if not 0 < list_index <= len(unfinished):
            self._terminal.say(terminal_text.unreadable_match_sentence())
            return False
        key = unfinished[list_index - 1].key
        return self._services.local_table.resume_unfinished_match(key) is not None

    def _undo_deletion(self) -> None:
        number = self._browser.undo_delete()
        if number is not None:
            self._print_list()

    def _import_matches(self, given: str) -> None:
        """Import a file, a folder, or a match as text."""
        path = existing_path(given) if len(given) < MAX_PATH_LENGTH else None
        taken: list[SingleImportResult] = []
        if path is not None:
            taken += self._browser.import_paths((path,))
        elif (one := self._browser.import_text(given)) is not None:
            taken.append(one)
        self._terminal.say(import_result_sentence(taken))
        self._print_problems()

    # Methods for commands about all matches that were found.

    def _judge_matches(self) -> None:
        """Judge the matches that the search has found, until all are done or Ctrl-C is pressed."""
        queue = self._services.review_queue
        queue.add_matches(self._browser.find_matches(self._query))
        queue.resume()
        self._terminal.say(terminal_text.judging_in_progress_sentence())
        try:
            while queue.is_working:
                if queue.judge_step_finishes_match():
                    self._terminal.say(judging_progress_sentence(queue.queued_reviews))
                self._terminal.wait(POLL_SECONDS)
        except KeyboardInterrupt:
            queue.stop()
        self._print_problems()
        self._list_mistakes()

    def _list_mistakes(self) -> None:
        """Print the mistakes in the matches just judged, by theme, and offer them as puzzles."""
        practice, queue = self._services.puzzle_practice, self._services.review_queue
        practice.select_player()
        found = practice.mistakes(queue.match_numbers() if queue.queued_reviews.keys else None)
        self._terminal.say("", _("Your mistakes"), judging_progress_sentence(queue.queued_reviews))
        if not found:
            self._terminal.say(_(screen_text.NO_MISTAKES_FOUND))
            return
        dearest = sorted(found, key=lambda one: -one.loss)
        self._terminal.say(
            theme_mistakes_line(ThemeMistakes(None, found), _("All themes")),
            *(
                theme_mistakes_line(one, decision_theme_name(one.theme))
                for one in mistakes_by_theme(found)
            ),
            *(f"{one.match}. {mistake_line(one)}" for one in dearest[:MAX_LISTED]),
        )
        own = practice.mistake_question_keys()
        new = [one for one in dearest if one.key not in own]
        answers = [make_puzzles_label(len(new)), _("Back")] if new else [_("Back")]
        if ask_choice(
            self._terminal, terminal_text.next_step_question(), answers, len(answers) - 1
        ):
            return
        questions = list(self._services.library_reviews.questions_from_mistakes(new))
        for question in questions:
            practice.add_mistake(practice.player, question)
        if questions:
            self._terminal.say(puzzles_made_sentence(len(questions)))

    # Methods for commands about one match.

    def _show_match_menu(self, match_number: int) -> bool:
        """Offer actions for a match; return whether the player has begun a match from it."""
        entry = next((one for one in self._browser.find_matches() if one.id == match_number), None)
        replayed = None if entry is None else self._browser.open_replay(entry)
        if entry is None or replayed is None:
            self._terminal.say(terminal_text.unreadable_match_sentence())
            return False
        self._terminal.say("", _entry_line(entry, entry.id), winners_sentence(entry))
        ways = [way for way in TEXT_WAYS if share_refusal(replayed, way) is None]
        answers = [_("Replay"), _("Review"), *(share_way_text(way).label for way in ways)]
        answers += [_("Starred"), _("Delete match"), _("Back")]
        place = ask_choice(self._terminal, terminal_text.next_step_question(), answers, 0)
        if place == 0:
            return TextReplay(self._terminal, self._services, replayed).run()
        if place == 1:
            return self._show_review(entry)
        choices: list[Callable[[], None]] = [
            *(lambda way=way: self._share_match(entry, way) for way in ways),
            lambda: self._toggle_star(entry),
            lambda: self._delete_match(entry),
        ]
        if place < len(choices) + 2:
            choices[place - 2]()
        return False

    def _show_review(self, entry: MatchEntry) -> bool:
        """Show the review of a match; return whether the player has begun a match from it."""
        reviews = self._services.library_reviews.reviews_of_match(entry.id)
        if reviews is None:
            self._terminal.say(terminal_text.edition_without_judge_sentence())
            return False
        return show_reviews(self._terminal, self._services, reviews)

    def _share_match(self, entry: MatchEntry, way: ShareWay) -> None:
        """Share a match: print it as lines, or save it as a file."""
        replayed = self._browser.open_replay(entry)
        if replayed is None:
            return
        reviews = (
            self._services.library_reviews.reviews_of_match(entry.id) if way == "page" else None
        )
        text = shared_text(replayed, way, reviews)
        if way in ("code", "position", "transcript"):
            self._terminal.say(text)
            return
        data, name = text.encode("utf-8", "backslashreplace"), share_file_name(replayed)
        save_shared_file(self._terminal, self._services, name, FILE_ENDINGS[way], data)

    def _toggle_star(self, entry: MatchEntry) -> None:
        self._browser.set_star(entry.id, not entry.starred)
        self._print_list()

    def _delete_match(self, entry: MatchEntry) -> None:
        if self._browser.delete(entry.id):
            self._terminal.say(terminal_text.match_deleted_sentence(joined_player_names(entry)))

    def _print_problems(self) -> None:
        for problem in self._services.pop_problems():
            self._terminal.say(problem_sentence(problem))


def _entry_line(entry: MatchEntry, shown_number: int) -> str:
    star = "* " if entry.starred else ""
    note = f" · {entry.note}" if entry.note else ""
    details = match_date_and_source_line(entry)
    return (
        f"{shown_number}. {star}{joined_player_names(entry)} {match_score(entry)} · {details}{note}"
    )
