"""Sentences about the match library: matches, a player's statistics, and results of imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from hacktrick.ai.match_equity import point_value_at_score
from hacktrick.app.learning_progress import PinTotals
from hacktrick.app.position_search import PositionFindings
from hacktrick.app.study_session import FoundStudyPosition
from hacktrick.coach.rating import MIN_ROUNDS, RatingEstimate, neighbouring_levels
from hacktrick.coach.statistics import (
    MIN_FOR_CLAIM,
    MIN_FOR_LINE,
    MIN_FOR_PINS,
    Achievement,
    AchievementName,
    Career,
    PlayerMistake,
    PlayerStatistics,
    ThemeMistakes,
    ThemeStatistics,
)
from hacktrick.game.actions import NotationError
from hacktrick.game.cards import Card
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.view import parse_seen_action
from hacktrick.i18n.coach_text import MISTAKE_CLASS_NAMES, CoachSentences
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.match_text import line_keys_text
from hacktrick.i18n.review_text import percent_text
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import N_, _, capitalized, date_text, label_with_value, ngettext
from hacktrick.library.match_entries import (
    PASTED,
    FoundTurn,
    MatchEntry,
    MatchOutcome,
    MatchPlayer,
    MatchSource,
    QueuedReviews,
    SingleImportResult,
    SortOrder,
    TurnFrequency,
    TurnNote,
)
from hacktrick.match.player_kinds import ENGINE_LEVEL

DECISION_THEME_NAMES: dict[str, str] = {
    "finishing": N_("Finishing"),
    "defending": N_("Defending"),
    "counting": N_("Counting"),
    "commands": N_("Orders"),
    "asking": N_("Asking"),
    "double": N_("The double"),
    "tempo": N_("Draw or play?"),
    "reading": N_("Reading habits"),
}


def decision_theme_name(theme: str | None) -> str:
    """Return the name of a theme of decisions; None stands for decisions without a theme."""
    return _("Other turns") if theme is None else _(DECISION_THEME_NAMES[theme])


def rating_text(estimate: RatingEstimate) -> str:
    """Return a rating as text: the levels just below and above it, and its interval."""
    low, high = neighbouring_levels(estimate)
    fields = {
        "low": level_name(low),
        "high": level_name(high),
        "a": round(estimate.lower_bound / 10) * 10,
        "b": round(estimate.upper_bound / 10) * 10,
        "n": estimate.rounds,
    }
    if estimate.upper_bound < 1070 or low == high:
        return _("About {low} ({a} to {b}), from {n} rounds").format(**fields)
    return _("Between {low} and {high} ({a} to {b}), from {n} rounds").format(**fields)


def strength_lines(statistics: PlayerStatistics) -> Iterator[str]:
    """Yield lines about a player's strength: one, or three if decisions and results disagree."""
    strength = statistics.strength
    if strength.combined is not None:
        yield rating_text(strength.combined)
        return
    if strength.by_decisions is None or strength.by_results is None:
        sentence = _("Your strength: not enough games yet ({n} of {least} rated rounds).")
        yield sentence.format(n=len(statistics.rated_rounds), least=MIN_ROUNDS)
        return
    yield _("By your choices: {told}").format(told=rating_text(strength.by_decisions))
    yield _("By your results: {told}").format(told=rating_text(strength.by_results))
    if strength.by_results.rating > strength.by_decisions.rating:
        yield _("You win more than your choices explain.")
    else:
        yield _("You win less than your choices deserve.")


def further_statistics_lines(statistics: PlayerStatistics) -> Iterator[str]:
    """Yield lines about results against each level, the error rate, luck, and unrated rounds."""
    sentence = _("Rounds against {level}: won {won}, lost {lost}")
    for level, won, lost in statistics.results_by_level():
        yield sentence.format(level=level_name(level), won=won, lost=lost)
    if statistics.error_rate is not None:
        yield _("Error rate {rate}").format(rate=round(statistics.error_rate))
    if statistics.mean_luck_and_error is not None:
        mean, error = statistics.mean_luck_and_error
        luck = percent_text(mean, signed=True)
        sentence = _("Luck per round: {luck} of the match, ± {error}")
        yield sentence.format(luck=luck, error=percent_text(2 * error))
    if statistics.n_unrated_rounds:
        sentence = _("Rounds not rated (with help, replayed or against people): {n}")
        yield sentence.format(n=statistics.n_unrated_rounds)


def win_and_streak_lines(career: Career) -> Iterator[str]:
    """Yield lines about a player's wins, winning streaks, beaten levels and favourite line.

    If a line needs more matches, it says how many are missing.
    """
    if not career.matches:
        yield _("No match finished yet.")
    else:
        sentence = _("Matches: {won} won, {lost} lost")
        yield sentence.format(
            won=career.n_matches_won, lost=len(career.matches) - career.n_matches_won
        )
        sentence = _("Winning streak: {n}, longest {best}")
        yield sentence.format(n=career.current_winning_streak, best=career.longest_winning_streak)
        names = ", ".join(map(level_name, career.beaten_levels))
        yield _("Beaten: {names}").format(names=names) if names else _("No hacker beaten yet.")
    line = career.favourite_line
    if line is None:
        sentence = _("Favourite line: not enough games yet ({n} of {least} lines)")
        yield sentence.format(n=career.n_rounds_won_by_line, least=MIN_FOR_LINE)
    else:
        sentence = _("Favourite line: {line}, {n} of {all} lines")
        yield sentence.format(
            line=line_keys_text(line), n=career.lines[line], all=career.n_rounds_won_by_line
        )


def career_lines(career: Career, pin_totals: PinTotals) -> Iterator[str]:
    """Yield lines about a player's results and pins.

    Args:
        pin_totals: the totals of the player's pins.
    """
    yield from win_and_streak_lines(career)
    if pin_totals.pins < MIN_FOR_PINS:
        sentence = _("Read their mind: not enough pins yet ({n} of {least})")
        yield sentence.format(n=pin_totals.pins, least=MIN_FOR_PINS)
    else:
        sentence = _("Read their mind: {right} of {n} pins right ({share})")
        share = percent_text(pin_totals.right / pin_totals.pins)
        yield sentence.format(right=pin_totals.right, n=pin_totals.pins, share=share)


ACHIEVEMENTS: dict[AchievementName, tuple[str, str]] = {
    "round": (N_("First crack"), N_("Win a round.")),
    "match": (N_("Root access"), N_("Win a match.")),
    "stack": (N_("Brute force"), N_("Win with three markers on one key.")),
    "double": (N_("Double agent"), N_("Win two points or more in a round.")),
    "streak": (N_("On a roll"), N_("Win three matches in a row.")),
    "pins": (N_("Mind reader"), N_("Pin ten cards right.")),
    "perfect": (N_("Open book"), N_("Pin two cards or more in a round, all right.")),
    "level_5": (N_("Halfway down"), N_("Beat Daemon.")),
    "lines": (N_("Locksmith"), N_("Win with every line of the keypad.")),
    "long_streak": (N_("Unstoppable"), N_("Win seven matches in a row.")),
    "many_pins": (N_("Telepath"), N_("Pin a hundred cards right.")),
    "level_10": (N_("Ground zero"), N_("Beat Zero.")),
    "levels": (N_("Hack trick"), N_("Beat all ten hackers.")),
}


def achievements_title(reached: int, n_achievements: int) -> str:
    """Return the heading of the list of achievements."""
    return _("Achievements: {n} of {all}").format(n=reached, all=n_achievements)


def achievement_lines(achievement: Achievement) -> tuple[str, str]:
    """Return the name of an achievement, and a sentence about its goal and progress."""
    name, goal = (_(text) for text in ACHIEVEMENTS[achievement.name])
    if achievement.is_reached or achievement.goal == 1:
        return name, goal
    return name, _("{goal} {n} of {all}").format(goal=goal, n=achievement.n, all=achievement.goal)


def theme_comparison_phrase(theme: ThemeStatistics) -> str:
    """Return a phrase that compares a player's decisions in a theme with the rest of their play."""
    if theme.n < MIN_FOR_CLAIM:
        sentence = _("Not enough games yet: {n} of {least} decisions")
        return sentence.format(n=theme.n, least=MIN_FOR_CLAIM)
    if not theme.is_significant:
        return _("like the rest of your play, {n} decisions").format(n=theme.n)
    if theme.is_weakness:
        return _("weaker than the rest of your play, {n} decisions").format(n=theme.n)
    return _("stronger than the rest of your play, {n} decisions").format(n=theme.n)


def decision_theme_lines(statistics: PlayerStatistics) -> Iterator[str]:
    """Yield one line for each theme of decisions."""
    pattern = _("{name}: {value}")
    for theme in statistics.themes:
        yield pattern.format(
            name=decision_theme_name(theme.theme), value=theme_comparison_phrase(theme)
        )


def point_table_note() -> str:
    """Return the explanation shown below the table of what a point is worth at each score."""
    return _(
        "What one point is worth, as a share of two: wait for two only above that "
        "chance. Below: your chance to win the match."
    )


def point_worth_and_match_chance_texts(own_points: int, opponent_points: int) -> tuple[str, str]:
    """Return two texts for a score: the worth of a point, and the chance to win the match.

    Args:
        own_points, opponent_points: the points of the player and of the opponent.
    """
    worth = point_value_at_score(own_points, opponent_points)
    return percent_text(worth.share), percent_text(worth.chance)


def point_table_cell_sentence(own_points: int, opponent_points: int) -> str:
    """Return a sentence about one cell of the table of points, for screen readers.

    Args:
        own_points, opponent_points: the points of the player and of the opponent.
    """
    share, chance = point_worth_and_match_chance_texts(own_points, opponent_points)
    return _("At {own} : {other} a point is worth {share}, and your chance is {chance}.").format(
        own=own_points, other=opponent_points, share=share, chance=chance
    )


def local_date_and_time(timestamp: str) -> str:
    """Return a time in ISO 8601 as local date and time; return any other text unchanged."""
    try:
        local = datetime.fromisoformat(timestamp).astimezone()
    except (ValueError, OverflowError, OSError):  # the last on Windows, for times long ago
        return timestamp
    return f"{date_text(local.date())}, {local:%H:%M}"


def match_score(entry: MatchEntry) -> str:
    return ":".join(map(str, entry.score))


def joined_player_names(entry: MatchEntry) -> str:
    """Return the names of all players, joined by dashes."""
    return " – ".join(player.name for player in entry.players)


def winners_sentence(entry: MatchEntry) -> str:
    """Return a sentence saying who won the match, or that it is not over."""
    if entry.is_unfinished:
        return _("Not over yet: round {n}").format(n=entry.rounds)
    names = [player.name for player in entry.players if player.won]
    if len(names) == 2:
        return _("{a} and {b} win the match").format(a=names[0], b=names[1])
    return _("{name} wins the match").format(name=names[0] if names else "–")


def match_date_and_source_line(entry: MatchEntry) -> str:
    """Return a line with the time of a match's end (or beginning), its edition and its source."""
    day = [local_date_and_time(entry.ended)] if entry.ended else []
    parts = [*day, preset_name(entry.preset, _), *match_source_labels(entry.source)]
    return " · ".join([_("unfinished"), *parts] if entry.is_unfinished else parts)


def matching_or_all_notes(notes: Sequence[TurnNote], query: str) -> tuple[TurnNote, ...]:
    """Return the notes that contain a word of the query, or all notes if none contains any."""
    words = query.casefold().split()
    found = tuple(one for one in notes if any(word in one.text.casefold() for word in words))
    return found or tuple(notes)


def turn_note_line(note: TurnNote) -> str:
    """Return a line with the place of a turn in its match, and the note on the turn."""
    return label_with_value(turn_place_text(note.round, note.turn), note.text)


def turn_place_text(round_number: int, turn: int | None) -> str:
    """Return the place of a turn in its match, as text.

    Args:
        round_number: the number of the round, from 0.
        turn: the number of the turn in the log, 0 for the start card; None if it is unknown.
    """
    if turn is None:
        return _("Round {n}").format(n=round_number + 1)
    pattern = _("Round {n}, turn {turn}") if turn else _("Round {n}, start card")
    return pattern.format(n=round_number + 1, turn=turn)


def match_not_over_sentence() -> str:
    """Return a sentence saying that an unfinished match cannot be reviewed or shared yet."""
    return _("The match is not over.")


def match_source_labels(source: MatchSource) -> tuple[str, ...]:
    """Return the name of a match's source in a tuple; empty if the match was simply played here."""
    if source == "imported":
        return (_("imported"),)
    if source == "today":
        return (_("today's round"),)
    if source == "watched":
        return (_("watched"),)
    return (_("branch"),) if source == "branch" else ()


def round_count_text(entry: MatchEntry) -> str:
    n = entry.rounds
    return ngettext("{n} round", "{n} rounds", n).format(n=n)


def outcome_name(outcome: MatchOutcome | None) -> str:
    """Return the name of a match outcome by which the list of matches can be filtered."""
    if outcome is None:
        return _("any result")
    return _("won") if outcome == "won" else _("lost")


def sort_order_name(sort: SortOrder) -> str:
    """Return the name of a sort order of the list."""
    names = {
        "latest": _("latest first"),
        "earliest": _("earliest first"),
        "longest": _("longest first"),
    }
    return names[sort]


def player_kind(player: MatchPlayer) -> str:
    """Return the kind of a player: "human", or the level of a computer."""
    if player.level is None:
        return _("human")
    if player.level == ENGINE_LEVEL:
        return _("engine")
    return _("level {n}").format(n=player.level)


def import_result_sentence(results: Sequence[SingleImportResult]) -> str:
    """Return a sentence with the numbers of imported, known and refused matches.

    If matches were refused, the sentence also gives the reason for the first of them.
    """
    new = sum(one.number is not None for one in results)
    bad = [one for one in results if one.reason]
    there = len(results) - new - len(bad)
    parts = []
    if new or not results:
        parts.append(
            ngettext("{n} match was imported.", "{n} matches were imported.", new).format(n=new)
        )
    if there:
        parts.append(
            ngettext("{n} match was already here.", "{n} matches were already here.", there).format(
                n=there
            )
        )
    if bad:
        parts.append(
            ngettext("{n} file was rejected.", "{n} files were rejected.", len(bad)).format(
                n=len(bad)
            )
        )
        parts.append(import_fault_sentence(bad[0]))
    return " ".join(parts)


def import_fault_sentence(result: SingleImportResult) -> str:
    """Return a sentence saying why a match was refused, and where its first fault is."""
    what = _("The pasted text") if result.path == PASTED else str(result.path)
    if result.place is None:
        return _("{what} is not a match: {reason}.").format(what=what, reason=result.reason)
    round_, action = result.place
    fields = {"what": what, "number": round_ + 1, "reason": result.reason}
    if action is None:
        return _("{what} does not follow the rules in round {number} ({reason}).").format(**fields)
    return _("{what} does not follow the rules in round {number}, action {n} ({reason}).").format(
        n=action + 1, **fields
    )


POSITION_SEARCH = N_("Were you here before?")
POSITION_NOT_FOUND = N_("No saved round reached this position.")
NO_SEARCH_TERMS = N_("Nothing to look for: the board is empty and no sums are known.")
HOW_ROUNDS_OPEN = N_("How rounds open")
LIBRARY_UNUSABLE = N_("The saved matches cannot be read now.")


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """A row in the table of openings: a start card, or a reply to a start card.

    Attributes:
        label: the card or the turn, in words.
        start: the start card to whose replies the row leads; None for a reply.
        kept, solver: the number of times it was played and won, in the player's rounds and in the
            solver's rounds.
    """

    label: str
    start: Card | None
    kept: str
    solver: str


class PositionFindingSentences:
    """The sentences about a position's occurrences in the library.

    Args:
        rules: the rules of the position.
    """

    def __init__(self, rules: Rules) -> None:
        self._coach = CoachSentences(rules, "")

    def turn_text(self, texts: Sequence[str]) -> str:
        """Return a short description of a turn, as a spectator saw it.

        Args:
            texts: the actions of the turn as texts.
        """
        try:
            turn = self._coach.turn_text([parse_seen_action(text)[0] for text in texts])
        except NotationError:  # the cards put under the deck are unknown
            return ", ".join(texts)
        return capitalized(turn)

    def occurrence_count_sentence(self, findings: PositionFindings) -> str:
        """Return a sentence saying in how many turns the position has occurred."""
        if findings.n_missing:
            return _("Older matches are still being added: {n}.").format(n=findings.n_missing)
        n = findings.found.n
        if not n:
            return _(POSITION_NOT_FOUND if findings.has_search_terms else NO_SEARCH_TERMS)
        return ngettext("{n} turn was played here.", "{n} turns were played here.", n).format(n=n)

    def turn_frequency_lines(self, findings: PositionFindings) -> list[tuple[str, str]]:
        """Return the turns played in the position, each with how often it was played and won.

        The most frequent turn comes first.
        """
        return [(self.turn_text(one.actions), frequency_text(one)) for one in findings.found.turns]

    def found_round_lines(self, findings: PositionFindings, found: FoundTurn) -> tuple[str, str]:
        """Return two lines about a round in which the position occurred.

        The first line names the match and the round. The second says what was played then, how the
        round ended and how exactly the positions agree.
        """
        entry = findings.matches.get(found.match)
        names = joined_player_names(entry) if entry else str(found.match)
        day = f" · {local_date_and_time(entry.ended)}" if entry and entry.ended else ""
        place = _("Round {n}").format(n=found.round + 1)
        same = [_("same row and sums")] * found.has_same_row + [_("same board")] * (
            found.has_same_board
        )
        mirrored = [_("mirrored")] * found.is_mirrored
        ended = _("round won") if found.points > 0 else _("round lost")
        player = entry.players[found.seat].name if entry and found.seat < len(entry.players) else ""
        turn = (
            label_with_value(player, self.turn_text(found.actions))
            if player
            else self.turn_text(found.actions)
        )
        return f"{names}{day} · {place}", " · ".join((turn, ended, *same, *mirrored))

    def found_study_lines(self, found: FoundStudyPosition) -> tuple[str, str]:
        """Return two lines about a saved study that contains the position."""
        return found.name, _("one of your studies")

    def opening_rows(self, findings: PositionFindings, start: Card | None) -> list[OpeningRow]:
        """Return rows for all start cards, or for the replies to one of them.

        The solver's most frequent choice comes first. Cards that mirror each other share a row.

        Args:
            start: the start card whose replies are listed; None for the start cards.
        """
        kept, solver = findings.opening_frequencies(start)
        names = sorted({*solver, *kept}, key=lambda name: -solver[name].n if name in solver else 0)
        rows = []
        for name in names:
            card = None if start is not None else int(name.rpartition(" ")[2])
            label = (
                self.turn_text(name.split(", ")) if card is None else self.start_card_label(card)
            )
            counts = (frequency_text(one.get(name)) for one in (kept, solver))
            rows.append(OpeningRow(label, card, *counts))
        return rows

    def solver_and_own_frequencies_line(self, row: OpeningRow) -> str:
        """Return the frequencies in a row of the table of openings as one line."""
        sentence = _("the solver {solver}; you {kept}")
        return sentence.format(solver=row.solver, kept=row.kept)

    def wins_legend(self, start: Card | None) -> str:
        """Return a legend that explains whose wins the table of openings counts.

        Args:
            start: the start card whose replies are listed; None for the start cards.
        """
        if start is None:
            return _("Won: the round, by the player who laid the card.")
        return _("Won: the round, by the player who replied.")

    def start_card_label(self, card: Card) -> str:
        """Return the name of a start card together with that of its mirror image."""
        top = PRESETS["keypad"].values - 1
        low, high = sorted((card, top - card))
        return _("Start card {low} or {high}").format(low=low, high=high)

    def replies_title(self, start: Card) -> str:
        """Return the heading above the replies to a start card."""
        return _("Replies to the start card {n}").format(n=start)


def frequency_text(count: TurnFrequency | None) -> str:
    """Return a text saying how often a turn was played, and how often its side won the round."""
    if count is None or not count.n:
        return "–"
    share = percent_text(count.n_won / count.n)
    sentence = ngettext("{n} time, won {share}", "{n} times, won {share}", count.n)
    return sentence.format(n=grouped_number(count.n), share=share)


def grouped_number(number: int) -> str:
    """Return a number with its digits in groups of three if it has more than four.

    >>> grouped_number(1000), grouped_number(354316)
    ('1000', '354\\xa0316')
    """
    return f"{number:,}".replace(",", "\u00a0") if number >= 10_000 else str(number)


# Functions about many matches judged together.


def judging_progress_sentence(reviews: QueuedReviews) -> str:
    """Return a sentence about how many chosen matches are judged, and whether it was stopped."""
    if not reviews.keys:
        return _("Nothing is being judged.")
    pattern = _("{n} of {all} matches judged")
    if reviews.is_stopped and not reviews.is_done:
        pattern = _("Stopped: {n} of {all} matches judged")
    return pattern.format(n=reviews.n_judged, all=len(reviews.keys))


def judge_button_label(n_matches: int, are_marked: bool) -> str:
    """Return the label of the button that starts judging matches.

    Args:
        n_matches: the number of matches.
        are_marked: whether these are the marked matches, not all in the list.
    """
    if are_marked:
        return _("Judge {n} marked").format(n=n_matches)
    return _("Judge all {n}").format(n=n_matches) if n_matches > 1 else _("Judge the match")


def judging_started_sentence(n_matches: int) -> str:
    """Return a sentence saying how many matches were added to the queue for judging."""
    if not n_matches:
        return _("These matches are being judged already.")
    return ngettext(
        "{n} match is being judged in the background.",
        "{n} matches are being judged in the background.",
        n_matches,
    ).format(n=n_matches)


def mistakes_title(n_mistakes: int) -> str:
    return ngettext("{n} mistake", "{n} mistakes", n_mistakes).format(n=n_mistakes)


def mistake_column_headings() -> tuple[str, str, str]:
    """Return the column headings of a table of mistakes: number, average cost, total cost."""
    return _("Mistakes"), _("Each"), _("Total")


def mistake_row_cells(mistakes: ThemeMistakes) -> tuple[str, str, str]:
    """Return the cells of a row in a table of mistakes; costs are in per cent of a match."""
    n = len(mistakes.mistakes)
    return str(n), percent_text(mistakes.loss / max(1, n)), percent_text(mistakes.loss)


def mistake_line(mistake: PlayerMistake) -> str:
    """Return a line with the place of a mistake, its class and its cost."""
    sentence = _("{place}: {mistake}, {cost}")
    return sentence.format(
        place=turn_place_text(mistake.round, mistake.turn),
        mistake=_(MISTAKE_CLASS_NAMES[mistake.mistake_class]),
        cost=percent_text(mistake.loss),
    )


def theme_mistakes_line(mistakes: ThemeMistakes, name: str) -> str:
    """Return a row of a table of mistakes as a sentence."""
    n, each, together = mistake_row_cells(mistakes)
    sentence = _("{theme}: {n}, each costs {each}, together {all}")
    count = mistakes_title(int(n))
    return sentence.format(theme=name, n=count, each=each, all=together)


def make_puzzles_label(n_puzzles: int) -> str:
    """Return the label of the button that turns mistakes into puzzles."""
    if not n_puzzles:
        return _("Make puzzles")
    return ngettext("Make {n} puzzle", "Make {n} puzzles", n_puzzles).format(n=n_puzzles)


def puzzles_made_sentence(n_puzzles: int) -> str:
    """Return a sentence saying how many mistakes have become puzzles."""
    return ngettext(
        "{n} puzzle made. It will come back under “Your own”.",
        "{n} puzzles made. They will come back under “Your own”.",
        n_puzzles,
    ).format(n=n_puzzles)
