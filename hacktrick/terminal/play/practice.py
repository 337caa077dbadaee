"""Puzzles, the daily round and statistics at the terminal."""

from __future__ import annotations

from hacktrick.app.daily_round_results import DailyRoundResults
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import PuzzlePractice, QuestionSeries
from hacktrick.coach.puzzles import PUZZLE_KINDS
from hacktrick.coach.statistics import Career, achievements
from hacktrick.i18n import terminal_text
from hacktrick.i18n.lesson_text import lesson_player_names
from hacktrick.i18n.library_and_statistics_text import (
    achievement_lines,
    career_lines,
    decision_theme_lines,
    further_statistics_lines,
    strength_lines,
)
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.puzzle_text import (
    daily_result_rows,
    daily_round_intro,
    daily_round_player_names,
    daily_share_line,
    name_puzzle_players,
    player_name_or_someone,
    puzzle_heading,
    puzzle_kind_name,
    puzzle_share_line,
    solved_count_line,
    solved_count_text,
    surpassed_levels_sentence,
    won_and_lost_levels_lines,
)
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.terminal.play.console import Terminal, ask_choice
from hacktrick.terminal.play.review import ask_position_question


def show_statistics(terminal: Terminal, services: ProgramServices) -> None:
    """Print the player's results, strength and achievements."""
    training, lessons = services.puzzle_practice, services.lessons
    training.select_player()
    found = next(filter(None, training.statistics_in_steps()), None)
    career = next(filter(None, training.career_in_steps()), Career())
    reading = lessons.progress.pin_totals(lessons.profile_name_or_empty(training.player))
    done = [one for one in achievements(career, reading.right, reading.perfect) if one.is_reached]
    own = [*career_lines(career, reading)]
    own += [": ".join(achievement_lines(one)) for one in done]
    if found is None:
        terminal.say("", *own)
        return
    lines = (
        *own,
        *strength_lines(found),
        *further_statistics_lines(found),
        *decision_theme_lines(found),
    )
    terminal.say("", player_name_or_someone(training.player), *lines)


def offer_puzzle_series(terminal: Terminal, training: PuzzlePractice) -> bool:
    """Offer series of puzzles until the player goes back.

    Returns:
        Whether the player chooses the daily round.
    """
    training.select_player()
    while True:
        counts = {
            kind: pair for kind, pair in training.solved_and_total_by_kind().items() if pair[1]
        }
        kinds = [kind for kind in PUZZLE_KINDS if kind in counts]
        all_solved, all_puzzles = (sum(n) for n in zip((0, 0), *counts.values(), strict=True))
        answers = [
            _("Today's puzzle"),
            label_with_value(_("Mixed"), solved_count_line(all_solved, all_puzzles)),
            label_with_value(_("Your own"), training.n_due_questions()),
            *(
                label_with_value(puzzle_kind_name(kind), solved_count_text(*counts[kind]))
                for kind in kinds
            ),
            _("Today's round"),
            _("Back"),
        ]
        place = ask_choice(terminal, _("Puzzles"), answers, 0)
        if place >= len(answers) - 2:
            return place == len(answers) - 2
        fixed = (
            training.daily_puzzle_series,
            training.mixed_puzzle_series,
            training.due_question_series,
        )
        run_puzzle_series(
            terminal, fixed[place]() if place < 3 else training.series_of_kind(kinds[place - 3])
        )


def run_puzzle_series(terminal: Terminal, questions: QuestionSeries | None) -> None:
    """Ask the questions of a series until it ends or the player stops."""
    if questions is None:
        terminal.say(terminal_text.nothing_to_practise_sentence())
        return
    while True:
        name_puzzle_players(questions.attempt, _("You"))
        terminal.say("", puzzle_heading(questions))
        ask_position_question(terminal, questions.attempt)
        questions.report_outcome()
        if line := puzzle_share_line(questions):
            terminal.say(line)
        if not questions.has_next or ask_choice(
            terminal, terminal_text.next_step_question(), [_("Next"), _("Back")], 0
        ):
            return
        questions.advance_to_next_question()


POLL_SECONDS = 0.02  # seconds between two checks for a level's result


def offer_daily_round(terminal: Terminal, services: ProgramServices) -> bool:
    """Introduce the daily round and its results; return whether the player wants to play it."""
    today = services.daily_round
    today.select_day()
    terminal.say("", _("Today's round"), daily_round_intro())
    if today.own_result is None:
        play = _("Continue") if services.local_table.is_daily_round_saved else _("Start")
    else:
        play = _("Rematch")
        show_daily_results(terminal, today)
    usual = 0 if today.own_result is None else 1
    return ask_choice(terminal, terminal_text.next_step_question(), [play, _("Back")], usual) == 0


def begin_daily_round(services: ProgramServices) -> None:
    """Begin the daily round against its level, under the player's name."""
    own = lesson_player_names(options_from_setting(services.preferences.settings.last_match))[0]
    services.local_table.begin_daily_round(daily_round_player_names(own))


def show_daily_results(terminal: Terminal, today: DailyRoundResults) -> None:
    """Print the results of the player and of the levels in their place, and a line to share."""
    if today.own_result is None:
        return
    own = daily_result_rows(today.own_result, {}, None)[0]
    terminal.say(label_with_value(own.name, own.outcome))
    today.let_levels_play()
    if today.playing_level is not None:
        terminal.say(terminal_text.levels_are_playing_sentence())
    while today.playing_level is not None:
        terminal.wait(POLL_SECONDS)
        today.let_levels_play()
    terminal.say(
        *won_and_lost_levels_lines(today.level_results),
        surpassed_levels_sentence(today.own_result, today.level_results),
    )
    terminal.say(daily_share_line(today.day, today.own_result, today.level_results))
