"""The text mode: opens the storage and the log, shows the menu, and runs the chosen entries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom

from hacktrick.app import crash_log
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import OneOfRule, rule_of
from hacktrick.app.storage import SaveSlot, StorageProblem, open_storage
from hacktrick.coach.thinking_client import ProcessThinker, Thinker
from hacktrick.i18n import terminal_text
from hacktrick.i18n.file_problem_text import FOREIGN_PROGRAM, crash_text, problem_sentence
from hacktrick.i18n.lesson_text import lessons_button_label
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.match_summaries import new_match_line, rematch_setup, saved_match_line
from hacktrick.i18n.online_text import default_player_name
from hacktrick.i18n.setting_text import setting_label, setting_value_name
from hacktrick.i18n.terminal_text import (
    announcement_amount_sentence,
    choice_with_explanation,
    command_spellings,
    next_step_question,
)
from hacktrick.i18n.translator import _, available_languages, label_with_value
from hacktrick.terminal.play import practice
from hacktrick.terminal.play.console import (
    InputClosed,
    OutputError,
    Terminal,
    ask_choice,
    standard_terminal,
)
from hacktrick.terminal.play.lessons import TextLessons
from hacktrick.terminal.play.library import TextLibrary
from hacktrick.terminal.play.new_match import (
    AUTO,
    TextSettings,
    ask_for_match_setup,
)
from hacktrick.terminal.play.online_play import (
    OnlineRequest,
    ask_for_online_table,
    play_at_online_table,
)
from hacktrick.terminal.play.practice import offer_puzzle_series, run_puzzle_series, show_statistics
from hacktrick.terminal.play.replay import new_text_study
from hacktrick.terminal.play.review import show_reviews
from hacktrick.terminal.play.rules_reader import browse_rules
from hacktrick.terminal.play.text_match import TableLeft, TerminalMatch

CRASHED = 1
NO_TABLE = 2  # the exit code if no table could be opened or found
REVIEW_CHOICE = 2  # index of the review among the choices after a match


def run_text_mode(
    data_dir: Path | None = None,
    terminal: Terminal | None = None,
    thinker: Callable[[], Thinker] = ProcessThinker,
    rng: Random | None = None,
    online: OnlineRequest | None = None,
) -> int:
    """Play in the terminal until the player quits or the input ends; return the exit code.

    Args:
        data_dir: the folder of the program's data; None for the usual folder.
        terminal: the terminal; None for the one that started the program.
        thinker: starts the worker process.
        rng: the source of chance; None for a random one.
        online: a network table to open instead of the menu; None for the menu.
    """
    storage, problems = open_storage(data_dir)
    if not crash_log.install_log(storage.folders.log):
        problems += (StorageProblem("no_log", str(storage.folders.log / crash_log.LOG_FILE)),)
    crash_log.install_crash_log()
    settings, more = storage.load_settings()
    preferences = TextSettings(settings, storage)
    services = ProgramServices(
        preferences, storage, thinker, rng or SystemRandom(), problems + more
    )
    program = _TextModeProgram(terminal or standard_terminal(), preferences, services)
    try:
        return program.run() if online is None else program.run_online(online)
    except (BrokenPipeError, OutputError):
        # Not a crash: the program that reads the output has ended.
        raise
    except Exception as error:
        crash_log.log.critical("crash\n%s", crash_log.crash_report(error))
        print(crash_text(storage.folders), file=sys.stderr)
        return CRASHED
    finally:
        services.close()


class _TextModeProgram:
    """The menu of the text mode, and the activities that it leads to."""

    def __init__(
        self, terminal: Terminal, preferences: TextSettings, services: ProgramServices
    ) -> None:
        self._terminal, self._preferences, self._services = terminal, preferences, services

    def run(self) -> int:
        """Show the menu until the player quits; return the exit code."""
        try:
            self._terminal.say(_("Hack Trick"))
            while self._run_menu():
                pass
        except (InputClosed, KeyboardInterrupt):
            pass
        self._services.leave_table()
        self._print_problems()
        farewell = terminal_text.farewell_sentence(
            self._services.local_table.saved_match is not None, self._services.is_saving
        )
        self._terminal.say("", farewell)
        return 0

    def run_online(self, request: OnlineRequest) -> int:
        """Play at one network table; return the exit code."""
        try:
            name = default_player_name(self._services.profiles.profiles)
            aids = self._preferences.settings.aids
            sat = play_at_online_table(
                self._terminal, self._services, request.with_name_if_missing(name), aids
            )
        except (InputClosed, KeyboardInterrupt):
            self._services.leave_table()
            sat = True
        self._print_problems()
        return 0 if sat else NO_TABLE

    def _run_menu(self) -> bool:
        """Show the menu and run the chosen entry; return False to quit."""
        self._print_problems()
        entries = self._menu_entries()
        answers = [label for label, _do in entries]
        actions = [do for _label, do in entries]
        learn = actions.index(self._run_lessons)
        usual = learn if self._is_first_start else 0
        places = {
            "learn": learn,
            "library": actions.index(self._open_library),
            "puzzle": actions.index(self._solve_puzzles),
            "stats": actions.index(self._show_statistics),
            "today": len(answers),
        }
        words = {word: place for name, place in places.items() for word in command_spellings(name)}
        place = ask_choice(self._terminal, next_step_question(), answers, usual, words)
        do = self._offer_daily_play if place == len(answers) else actions[place]
        if do is None:
            return False
        do()
        return True

    def _menu_entries(self) -> list[tuple[str, Callable[[], None] | None]]:
        saved = self._services.local_table.saved_match
        choices = options_from_setting(self._preferences.settings.last_match)
        entries: list[tuple[str, Callable[[], None] | None]] = []
        if saved is not None:
            label = label_with_value(_("Continue"), saved_match_line(saved))
            entries.append((label, self._resume_match))
        play = label_with_value(_("Start"), new_match_line(choices))
        entries.append((play, lambda: self._begin_new_match(choices.match_setup())))
        language, name = self._preferences.settings.language, self._preferences.language_name
        spoken = label_with_value(setting_label("language"), name(language))
        return [
            *entries,
            (_("New match"), self._begin_other_match),
            (lessons_button_label() if self._is_first_start else _("Learn"), self._run_lessons),
            (_("Play online"), self._play_online),
            (_("Matches"), self._open_library),
            (_("Puzzles"), self._solve_puzzles),
            (_("Study"), self._open_study_board),
            (_("Your statistics"), self._show_statistics),
            (_("Rules"), lambda: browse_rules(self._terminal, choices.rules)),
            (spoken, self._choose_language),
            (self._announcements_label(), self._choose_announcements),
            (label_with_value(_("Your engine"), self._engine_label()), self._ask_for_engine),
            (_("Quit"), None),
        ]

    @property
    def _is_first_start(self) -> bool:
        """Whether the first match, lesson or change of a setting is yet to be saved."""
        return self._services.is_first_start

    def _solve_puzzles(self) -> None:
        if offer_puzzle_series(self._terminal, self._services.puzzle_practice):
            self._play_daily_round()

    def _offer_daily_play(self) -> None:
        """Offer today's puzzle and today's round."""
        answers = [_("Today's puzzle"), _("Today's round"), _("Back")]
        place = ask_choice(self._terminal, next_step_question(), answers, 0)
        if place == 0:
            self._services.puzzle_practice.select_player()
            run_puzzle_series(self._terminal, self._services.puzzle_practice.daily_puzzle_series())
        elif place == 1:
            self._play_daily_round()

    def _play_daily_round(self) -> None:
        if not practice.offer_daily_round(self._terminal, self._services):
            return
        if self._services.local_table.is_daily_round_saved:
            self._resume_match("today")
        else:
            self._services.leave_table()
            practice.begin_daily_round(self._services)
            self._play_match()

    def _open_study_board(self) -> None:
        """Open the study board; a running match is saved and left."""
        self._services.leave_table()
        if new_text_study(self._terminal, self._services).run():
            self._play_match()

    def _show_statistics(self) -> None:
        show_statistics(self._terminal, self._services)

    def _run_lessons(self) -> None:
        """Run the lessons; at the first start, begin with the first lesson."""
        lessons = TextLessons(self._terminal, self._services)
        if self._is_first_start:
            lessons.run_lesson_and_following(self._services.lessons.lessons[0])
        lessons.run()

    def _open_library(self) -> None:
        """Show the match library, and play a match if the player begins one from the library."""
        if TextLibrary(self._terminal, self._services).run():
            self._play_match()

    def _print_problems(self) -> None:
        for problem in self._services.pop_problems():
            self._terminal.say(problem_sentence(problem))

    def _choose_language(self) -> None:
        codes = (AUTO, *available_languages())
        chosen = self._preferences.settings.language
        usual = codes.index(chosen) if chosen in codes else 0
        answers = [self._preferences.language_name(code) for code in codes]
        code = codes[ask_choice(self._terminal, setting_label("language"), answers, usual)]
        self._preferences.change_settings(language=code)

    def _announcements_label(self) -> str:
        amount = self._preferences.settings.announcements
        return label_with_value(
            setting_label("announcements"), setting_value_name("announcements", amount)
        )

    def _choose_announcements(self) -> None:
        """Ask how much to print at every turn."""
        rule = rule_of("announcements")
        assert isinstance(rule, OneOfRule)
        usual = rule.choices.index(self._preferences.settings.announcements)
        answers = [
            choice_with_explanation(
                setting_value_name("announcements", one), announcement_amount_sentence(str(one))
            )
            for one in rule.choices
        ]
        chosen = ask_choice(self._terminal, setting_label("announcements"), answers, usual)
        self._preferences.change_settings(announcements=rule.choices[chosen])

    def _engine_label(self) -> str:
        settings = self._preferences.settings
        return settings.engine_name or settings.engine_command or _("none")

    def _ask_for_engine(self) -> None:
        """Ask for the name and the command of a foreign program; empty lines remove the program."""
        self._terminal.say(_(FOREIGN_PROGRAM))
        for key in ("engine_name", "engine_command"):
            label = label_with_value(setting_label(key), getattr(self._preferences.settings, key))
            text = self._terminal.ask(label)
            with suppress(ValueError):
                self._preferences.change_settings(**{key: text.strip()})

    # Methods for beginning and playing matches.

    def _begin_other_match(self) -> None:
        new = ask_for_match_setup(self._terminal, self._preferences)
        if new is not None:
            self._begin_new_match(new)

    def _play_online(self) -> None:
        settings = self._preferences.settings
        preset = options_from_setting(settings.last_match).preset
        name = default_player_name(self._services.profiles.profiles)
        wanted = ask_for_online_table(self._terminal, self._services, name, preset)
        if wanted is not None:
            play_at_online_table(self._terminal, self._services, wanted, settings.aids)

    def _begin_new_match(self, new: MatchSetup) -> None:
        """Begin a new match; an unfinished match stays in the list of matches."""
        self._services.leave_table()
        self._services.local_table.begin_match(new)
        self._play_match()

    def _resume_match(self, slot: SaveSlot = "match") -> None:
        self._services.local_table.resume_match(slot)
        self._play_match()

    def _ask_what_next(self) -> bool | None:
        """Ask what to do after a match.

        Returns:
            True for a rematch, False for the menu, None if another match has already begun.
        """
        answers = [_("Rematch"), _("Back to the start")]
        reviews = self._services.local_table.reviews
        if reviews is not None:
            answers.append(_("Review"))
        while (
            place := ask_choice(self._terminal, next_step_question(), answers, 0)
        ) == REVIEW_CHOICE:
            assert reviews is not None
            if show_reviews(self._terminal, self._services, reviews):
                return None
        return place == 0

    def _play_match(self) -> None:
        """Play the match of the session, then rematches as long as the player wants more."""
        settings = self._preferences.settings
        try:
            while True:
                learn = TextLessons(self._terminal, self._services).run
                aids, curtain = settings.aids, settings.curtain
                TerminalMatch(self._terminal, self._services, aids, curtain, learn).run()
                session = self._services.session
                assert session is not None
                again = rematch_setup(session)
                is_todays = self._services.local_table.is_daily_round
                if is_todays:
                    practice.show_daily_results(self._terminal, self._services.daily_round)
                goes_on = self._ask_what_next()
                if goes_on is None:
                    continue
                self._services.leave_table()
                if not goes_on:
                    return
                if is_todays:
                    practice.begin_daily_round(self._services)
                else:
                    self._services.local_table.begin_match(again)
        except TableLeft:
            self._services.leave_table()
