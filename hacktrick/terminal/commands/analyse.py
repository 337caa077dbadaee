"""The command ``analyse``: judges a match record, or lists a player's mistakes in many matches."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any

from hacktrick.app.match_reviews import MatchReviews
from hacktrick.coach.judgement import CLASS_LIMITS, judge_id
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.review.match_analysis import FINE, analyse_record
from hacktrick.coach.review.round_review import n_judgeable_actions
from hacktrick.coach.statistics import PlayerMistake, ThemeMistakes, mistakes_by_theme
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.i18n.library_and_statistics_text import decision_theme_name
from hacktrick.library.database import Library
from hacktrick.library.importer import import_paths
from hacktrick.library.match_entries import LibraryError, MatchEntry, MatchQuery
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.library.statistics_queries import mistakes_of, player_names_by_match_count
from hacktrick.match.record import MAX_CHARACTERS, Record, read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.terminal.commands.command_helpers import (
    CommandError,
    add_option_for_long_work,
    read_input,
    refuse_long_work_unless_allowed,
    utf8_argument,
)
from hacktrick.terminal.commands.library import open_library
from hacktrick.terminal.commands.progress_bar_and_phrases import (
    BEFORE_FIRST_TURN,
    ProgressBar,
    RecordTurn,
    count_phrase,
    list_phrase,
    score_text,
    turns_of_round,
)

LINE_WIDTH = 100
PERCENT_OF_ROUND = 50.0  # per cent of a round for a unit of equity, which runs from -1 to +1
N_COSTLIEST = 3  # number of mistakes in the summary
# Rough seconds for an action; the longest matches have about 1,000 actions.
SECONDS_PER_ACTION = 0.5

# Words for a chance to win, each with the lowest percentage that it describes.
CHANCE_WORDS: tuple[tuple[float, str], ...] = (
    (97.5, "almost certain"),
    (80, "very likely"),
    (60, "likely"),
    (52.5, "slightly ahead"),
    (47.5, "even"),
    (40, "slightly behind"),
    (20, "unlikely"),
    (2.5, "very unlikely"),
)
LOWEST_CHANCE_WORD = "almost lost"

# Words for a player's strength, each with the loss below which it applies: the mean loss of a
# decision, in per cent of a round.
SKILL_WORDS: tuple[tuple[float, str], ...] = (
    (1, "excellent"),
    (2.5, "very good"),
    (5, "good"),
    (10, "fair"),
    (20, "weak"),
)
LOWEST_SKILL_WORD = "very weak"

LUCK_SOURCES = {
    "deal": "the deal",
    "draw": "cards drawn",
    "told": "announced sums",
    "reply": "the opponent's play",
}
WINNING_WAYS = {
    "line": "with a line",
    "triple": "with three markers on one key",
    "markers": "because the other side is out of markers",
    "code": "by a code",
    "fold": "because the other side folded",
}
SHORT_LEGEND = "Actions are written as in match records; rounds and turns count from 1."


def analysis_report(analysis: Mapping[str, Any]) -> str:
    """Return an analysis as text, with the summary at the end.

    Args:
        analysis: the result of ``analyse_record``.
    """
    names = analysis["seats"]
    lines = [f"{analysis['preset']}: {list_phrase(names)}", *_legend_lines(analysis), ""]
    costly: list[tuple[float, str]] = []
    for number, one in enumerate(analysis["rounds"], 1):
        decision_lines = list(_decision_lines(one, names))
        lines += [
            _round_heading(number, one, names),
            *(line for line, _decision_cost in decision_lines),
        ]
        lines += [*_result_lines(one, names), ""]
        costly += [
            (cost, f"round {number}, {line.lstrip()}") for line, cost in decision_lines if cost
        ]
    lines.append("Summary")
    for seat, (name, sums) in enumerate(zip(names, analysis["totals"], strict=True)):
        lines += _total_lines(name, sums, _mistake_counts_text(analysis, seat))
    return "\n".join([*lines, *_costliest_lines(costly)])


def chance_phrase(value: float) -> str:
    """Return a chance to win as a percentage and in words.

    >>> chance_phrase(0.5), chance_phrase(0.871), chance_phrase(0.001)
    ('50 % (even)', '87 % (very likely)', '0 % (almost lost)')
    """
    word = next((word for limit, word in CHANCE_WORDS if 100 * value >= limit), LOWEST_CHANCE_WORD)
    return f"{100 * value:.0f} % ({word})"


def skill_word(loss: float) -> str:
    """Return a word for the strength of a player.

    Args:
        loss: the mean loss of a decision, in per cent of a round.

    >>> skill_word(0.4), skill_word(7), skill_word(33)
    ('excellent', 'fair', 'very weak')
    """
    return next((word for limit, word in SKILL_WORDS if loss < limit), LOWEST_SKILL_WORD)


def _legend_lines(analysis: Mapping[str, Any]) -> list[str]:
    solved = "unit" in analysis["rounds"][0]
    legend = _legend_of_mistakes() if solved else _LEGEND_OF_VALUES
    return fill(f"{SHORT_LEGEND} {legend}", LINE_WIDTH).split("\n")


_LEGEND_OF_VALUES = (
    "These rules have no judge besides the strongest level, so no mistakes are named. Shown are "
    "its choice, with its value in points of the round, and the choices of some other levels."
)


def _legend_of_mistakes() -> str:
    lowest = ", ".join(
        f"{word} from {PERCENT_OF_ROUND * least:g} %" for word, least, _ in CLASS_LIMITS[::-1]
    )
    return (
        "Each action is followed by the player's chance to win the match. Mistakes are confirmed "
        "by a deeper search and classed by their cost in per cent of a round (100 % is the "
        f"difference between losing and winning a round by one point): {lowest}."
    )


def _round_heading(number: int, one: Mapping[str, Any], names: Sequence[str]) -> str:
    return (
        f"Round {number}, score {score_text(one['score'])}, "
        f"{names[one['leader']]} takes the first turn"
    )


def _result_lines(one: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    result = one["result"]
    if result is not None:
        points = count_phrase(result["points"], "point")
        yield f"  {_winners_phrase(one, names)} {points} {WINNING_WAYS[result['by']]}."


def _winners_phrase(one: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the beginning of a sentence: the winners of a round, with the verb.

    Args:
        one: the data of the round.
        names: the names by seat.
    """
    side, leader = one["result"]["side"], one["leader"]
    if len(names) == 2:
        winners = [names[side]]
    elif len(names) == 4:
        winners = [names[side], names[side + 2]]
    else:
        acted = {decision["seat"] for decision in one["decisions"]}  # some seats may sit out
        winners = [names[seat] for seat in sorted(acted - {leader})] if side else [names[leader]]
    return f"{list_phrase(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _decision_lines(one: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield a line of text for each decision, and its cost in per cent of a round.

    The cost is 0 unless the decision is a mistake.

    Args:
        one: the data of the round.
        names: the names by seat.
    """
    decisions = one["decisions"]
    played = [decision["played"] for decision in decisions]
    for turn in turns_of_round([decision["seat"] for decision in decisions], played):
        for n in turn.actions:
            cost = _decision_cost(decisions[n])
            name, text = names[decisions[n]["seat"]], _decision_text(decisions[n])
            line = f"  {_turn_label(turn)}, {name}: {text}"
            yield line, cost if _is_mistake(decisions[n]) else 0.0


def _turn_label(turn: RecordTurn) -> str:
    return "before" if turn.number == BEFORE_FIRST_TURN else f"turn {turn.number}"


def _decision_text(decision: Mapping[str, Any]) -> str:
    text = str(decision["played"])
    if decision["forced"]:
        return f"{text} (the only choice)"
    if "value" not in decision:
        return text + _level_choices_text(decision)
    text += f", {chance_phrase(decision['value'])}"
    if not _is_mistake(decision):
        return text
    best = ", ".join(decision["lines"][0]["actions"])
    what = f"{decision['class']}, costs {_decision_cost(decision):.0f} %"
    return f"{text}; {what}: {best} is better, {chance_phrase(decision['best']['match'])}"


def _level_choices_text(decision: Mapping[str, Any]) -> str:
    """Return the values of actions and the choices of levels, for editions without a judge."""
    if not decision["lines"]:
        return ""
    chosen = ", ".join(f"level {level} {action}" for level, action in decision["levels"].items())
    best = f"{', '.join(decision['lines'][0]['actions'])} ({decision['equity']:+.2f} points)"
    return f"; best: {best}; {chosen}"


def _decision_cost(decision: Mapping[str, Any]) -> float:
    """Return the cost of a decision, in per cent of a round; 0 if the decision was not checked.

    This is the smaller cost of the two evaluations, which also determines the class.
    """
    if "class" not in decision or decision["checked_equity"] is None:
        return 0.0
    return PERCENT_OF_ROUND * float(min(decision["loss_equity"], decision["checked_equity"]))


def _is_mistake(decision: Mapping[str, Any]) -> bool:
    return bool(decision.get("class", FINE) != FINE)


def _mistake_counts_text(analysis: Mapping[str, Any], seat: int) -> str:
    """Return the number of a player's mistakes of each class as text, the worst class first."""
    classes = [
        decision["class"]
        for one in analysis["rounds"]
        for decision in one["decisions"]
        if decision["seat"] == seat and _is_mistake(decision)
    ]
    counts = [
        count_phrase(classes.count(word), word) for word, _, _ in CLASS_LIMITS if word in classes
    ]
    return list_phrase(counts) if counts else "no mistakes"


def _total_lines(name: str, sums: Mapping[str, Any], mistakes: str) -> list[str]:
    free = count_phrase(sums["unforced"], "free decision")
    if "luck" not in sums:
        return [f"  {name}: {free}."]
    loss = PERCENT_OF_ROUND * sums["error_rate"] / ERROR_RATE_UNIT
    line = (
        f"  {name}: {free}, {mistakes}; loses {loss:.1f} % of a round per decision "
        f"({skill_word(loss)})."
    )
    kinds = ", ".join(
        f"{LUCK_SOURCES[kind]} {100 * change:+.0f}" for kind, change in sums["luck"].items()
    )
    start, end = 100 * sums["start"], 100 * sums["end"]
    luck, own, others = 100 * sums["luck_sum"], -100 * sums["mistakes"], sums["mistakes_of_other"]
    return [
        line,
        f"    Chance to win the match, in per cent: {start:.0f} at the start, {luck:+.0f} by luck, "
        f"{own:+.0f} by own mistakes, {100 * others:+.0f} by the opponent's, "
        f"{100 * sums['unexplained']:+.0f} unexplained: {end:.0f} at the end.",
        f"    Luck: {kinds}.",
    ]


def _costliest_lines(costly: Sequence[tuple[float, str]]) -> list[str]:
    found = sorted(costly, key=lambda pair: -pair[0])[:N_COSTLIEST]
    if not found:
        return []
    return ["  The costliest mistakes:", *(f"    {line}" for _decision_cost, line in found)]


def add_analyse(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``analyse``."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=Path,
        help="one file: judge every decision; several: import them and list your mistakes",
    )
    parser.add_argument(
        "--kept",
        metavar="WORD",
        nargs="*",
        type=utf8_argument,
        help="judge saved matches with these words in names, notes or edition; no words: all",
    )
    parser.add_argument(
        "--player",
        metavar="NAME",
        type=utf8_argument,
        help="whose mistakes to list; default: the player with most matches",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_option_for_long_work(parser)
    parser.set_defaults(run=run_analyse)


def run_analyse(options: argparse.Namespace) -> int:
    """Print the analysis of one record, or a player's mistakes in many matches.

    Raises:
        CommandError: a file cannot be read, the work is too long, or no match was chosen.
        RecordError: the file is not a record, or breaks the rules.
    """
    if options.kept is not None or len(options.files) > 1:
        return _print_mistakes_in_many_matches(options)
    if not options.files:
        raise CommandError("name a file, or use --kept for saved matches")
    if options.player is not None:
        raise CommandError("--player needs several files or --kept")
    (file,) = options.files
    record = read_record(read_input(file, MAX_CHARACTERS + 1))
    for _ in replay_record(record):  # check the whole record before the long computation
        pass
    refuse_long_work_unless_allowed(SECONDS_PER_ACTION * n_judgeable_actions(record), options)
    progress = ProgressBar(n_judgeable_actions(record), "actions")
    try:
        found = analyse_record(record, progress.update)
    finally:
        progress.close()
    print(json.dumps(found, ensure_ascii=False) if options.json else analysis_report(found))
    return 0


INTERRUPTED = 130  # the exit code after Ctrl-C
N_LISTED = 10  # number of the costliest mistakes to list


def _print_mistakes_in_many_matches(options: argparse.Namespace) -> int:
    """Judge many matches and print a player's mistakes by theme.

    After an interruption (Ctrl-C), the results so far are saved and printed.
    """
    with open_library(options) as library:
        entries = _import_and_choose_matches(library, options)
        player = _player_whose_mistakes_to_list(library, entries, options.player)
        interrupted = False
        try:
            _judge_unreviewed_rounds(library, entries)
        except KeyboardInterrupt:
            interrupted = True
        saved_reviews = SavedReviews(library)
        n_judged = sum(saved_reviews.has_complete_review(entry.id) for entry in entries)
        found = mistakes_of(library, player, [entry.id for entry in entries])
    if options.json:
        print(json.dumps(_mistake_data(player, len(entries), n_judged, found), ensure_ascii=False))
    else:
        print("\n".join(_mistake_lines(player, len(entries), n_judged, found)))
    if interrupted:
        print("interrupted; the same command resumes here", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _import_and_choose_matches(
    library: Library, options: argparse.Namespace
) -> tuple[MatchEntry, ...]:
    """Import the matches given as files, and return all chosen matches, latest first.

    Raises:
        CommandError: a file contains no finished match, or no match was chosen.
    """
    keys = set()
    for taken in import_paths(library, options.files):
        if taken.reason:
            raise CommandError(f"{taken.path}: {taken.reason}")
        keys.add(taken.key)
    words = options.kept
    entries = (
        {one.id for one in library.find_matches(MatchQuery(text=" ".join(words)))} if words else ()
    )
    found = tuple(
        one for one in library.find_matches() if words == [] or one.key in keys or one.id in entries
    )
    if not found:
        raise CommandError("no saved match has these words")
    return found


def _player_whose_mistakes_to_list(
    library: Library, entries: Sequence[MatchEntry], wanted: str | None
) -> str:
    """Return the person whose mistakes to list.

    Args:
        library: the library, which tells who has the most matches.
        entries: the matches that the command line chooses.
        wanted: the name of the person; None for the person with the most matches.

    Raises:
        CommandError: the wanted person, or any person at all, has not played in these matches.
    """
    people = Counter(
        one.profile or one.name for entry in entries for one in entry.players if one.level is None
    )
    if wanted is not None and wanted not in people:
        raise CommandError(f"nobody named {wanted} has played in these matches")
    if not people:
        raise CommandError("no person has played in these matches")
    here = (name for name in player_names_by_match_count(library) if name in people)
    return wanted or next(here, people.most_common(1)[0][0])


def _judge_unreviewed_rounds(library: Library, entries: Sequence[MatchEntry]) -> None:
    """Judge the rounds that have no complete review, and save each review when it is done.

    Raises:
        LibraryError: a review could not be saved.
    """
    saved_reviews, thinker = SavedReviews(library), InlineThinker()
    left = [entry for entry in entries if not saved_reviews.has_complete_review(entry.id)]
    progress = ProgressBar(sum(entry.rounds for entry in left), "rounds")
    done = 0
    try:
        for entry in left:
            record = _record_or_none_if_unreadable(library, entry.id)
            if record is not None and record.rules.has_solver:
                keep = partial(saved_reviews.save_review, entry.id)
                judge = judge_id(record.rules)
                find = partial(saved_reviews.saved_review, entry.id, judge=judge)
                reviews = MatchReviews(record, thinker, find, keep)
                rounds = reviews.incomplete_rounds
                for n, number in enumerate(rounds):
                    progress.update(done + entry.rounds - len(rounds) + n)
                    reviews.request_review_unless_complete(number)
                    reviews.update()
            done += entry.rounds
            progress.update(done)
    finally:
        progress.close()


def _record_or_none_if_unreadable(library: Library, match_number: int) -> Record | None:
    """Return the record of a match; None if it is damaged or from a newer program."""
    try:
        return library.load_record(match_number)
    except LibraryError:
        return None


def _mistake_data(
    player: str, n_matches: int, n_judged: int, mistakes: Sequence[PlayerMistake]
) -> dict[str, Any]:
    """Return a player's mistakes as JSON data; losses are chances to win the match.

    Args:
        player: the name of the player.
        n_matches: the number of chosen matches.
        n_judged: the number of judged matches.
        mistakes: the mistakes that the reviews have found.
    """
    return {
        "player": player,
        "matches": n_matches,
        "judged": n_judged,
        "themes": [
            {
                "theme": group.theme,
                "n": len(group.mistakes),
                "blunders": group.n_blunders,
                "loss": round(group.loss, 6),
            }
            for group in mistakes_by_theme(mistakes)
        ],
        "mistakes": [
            {
                "match": one.match,
                "round": one.round,
                "action": one.action,
                "turn": one.turn,
                "themes": one.themes,
                "class": one.mistake_class,
                "loss": round(one.loss, 6),
            }
            for one in sorted(mistakes, key=lambda one: -one.loss)
        ],
    }


def _mistake_lines(
    player: str, n_matches: int, n_judged: int, mistakes: Sequence[PlayerMistake]
) -> Iterator[str]:
    """Yield a player's mistakes as a table by theme, then the costliest mistakes.

    Args:
        player: the name of the player.
        n_matches: the number of chosen matches.
        n_judged: the number of judged matches.
        mistakes: the mistakes that the reviews have found.
    """
    total = ThemeMistakes(None, tuple(mistakes))
    yield f"{player}: {n_judged} of {count_phrase(n_matches, 'match', 'matches')} judged"
    if not mistakes:
        if n_judged:
            yield "no mistakes"
        return
    yield ""
    yield f"{'':<20}{'mistakes':>9}{'blunders':>10}{'cost each':>11}{'total':>8}"
    for group in mistakes_by_theme(mistakes):
        yield _mistake_row(decision_theme_name(group.theme), group)
    yield _mistake_row("All", total)
    yield ""
    yield from fill(
        "A cost is a loss of the chance to win the match: for each mistake on average, and in "
        "total in matches. A mistake with several themes counts in the line of each.",
        LINE_WIDTH,
    ).split("\n")
    yield ""
    yield "The costliest mistakes:"
    for one in sorted(mistakes, key=lambda one: -one.loss)[:N_LISTED]:
        themes = list_phrase([decision_theme_name(theme) for theme in one.themes or (None,)])
        turn = "" if one.turn is None else f", turn {one.turn}"
        place = f"match {one.match}, round {one.round + 1}{turn}"
        yield f"  {place}: {one.mistake_class}, costs {100 * one.loss:.0f} % ({themes})"


def _mistake_row(name: str, mistakes: ThemeMistakes) -> str:
    n = len(mistakes.mistakes)
    each = f"{100 * mistakes.loss / n:.0f} %"
    return f"{name:<20}{n:>9}{mistakes.n_blunders:>10}{each:>11}{mistakes.loss:>8.2f}"
