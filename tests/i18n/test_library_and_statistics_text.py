"""Sentences about the matches in the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hacktrick.app.learning_progress import PinTotals
from hacktrick.app.position_search import PositionFindings
from hacktrick.coach.rating import PlayerStrength, RatingEstimate
from hacktrick.coach.statistics import (
    Career,
    PlayedMatch,
    PlayerMistake,
    PlayerRound,
    ThemeMistakes,
    achievements,
    player_statistics,
)
from hacktrick.game.editions import PRESETS
from hacktrick.i18n.library_and_statistics_text import (
    PositionFindingSentences,
    achievement_lines,
    career_lines,
    further_statistics_lines,
    import_fault_sentence,
    import_result_sentence,
    judge_button_label,
    judging_progress_sentence,
    local_date_and_time,
    match_date_and_source_line,
    matching_or_all_notes,
    mistake_row_cells,
    rating_text,
    strength_lines,
    theme_comparison_phrase,
    theme_mistakes_line,
    turn_place_text,
    winners_sentence,
)
from hacktrick.i18n.review_text import curve_point_text, position_before_turn_label, turn_heading
from hacktrick.library.match_entries import (
    PASTED,
    FoundTurn,
    MatchEntry,
    MatchPlayer,
    MatchSource,
    OpeningCount,
    PositionSearchResult,
    QueuedReviews,
    SingleImportResult,
    TurnFrequency,
    TurnNote,
)


def test_a_line_of_the_table_of_mistakes_gives_its_costs_in_per_cent() -> None:
    mistakes = tuple(
        PlayerMistake(1, 0, action, None, 0, "", (), "mistake", loss)
        for action, loss in ((4, 0.1), (8, 0.3))
    )
    group = ThemeMistakes(None, mistakes)
    assert mistake_row_cells(group) == ("2", "20 %", "40 %")
    line = theme_mistakes_line(group, "All themes")
    assert line == "All themes: 2 mistakes, each costs 20 %, together 40 %"


def test_a_turn_is_named_by_its_round_and_its_number_in_the_log() -> None:
    assert turn_place_text(0, 17) == "Round 1, turn 17"
    assert turn_place_text(0, 0) == "Round 1, start card"
    assert turn_place_text(0, None) == "Round 1"


def test_the_button_to_judge_a_single_match_does_not_say_all() -> None:
    assert [judge_button_label(n, are_marked=False) for n in (0, 1, 2)] == [
        "Judge the match",
        "Judge the match",
        "Judge all 2",
    ]
    assert judge_button_label(1, are_marked=True) == "Judge 1 marked"


@pytest.mark.parametrize(
    ("path", "place", "sentence"),
    [
        (Path("a.json"), None, "a.json is not a match: it is empty."),
        (Path("a.json"), (0, None), "a.json does not follow the rules in round 1 (it is empty)."),
        (
            Path("a.json"),
            (2, 0),
            "a.json does not follow the rules in round 3, action 1 (it is empty).",
        ),
        (PASTED, (0, 4), "The pasted text does not follow the rules in round 1, action 5"),
    ],
)
def test_a_refused_match_names_round_and_action_counted_from_1(
    path: Path, place: tuple[int, int | None] | None, sentence: str
) -> None:
    result = SingleImportResult(path, reason="it is empty", place=place)
    assert import_fault_sentence(result).startswith(sentence)


def test_the_start_card_is_no_turn_0() -> None:
    assert [turn_heading(0), turn_heading(3)] == ["Start of the round", "Turn 3"]
    assert [position_before_turn_label(0), position_before_turn_label(3)] == [
        "Before the start card",
        "Before turn 3",
    ]
    assert curve_point_text(0, 0.5, None, "") == "Start of the round: 50 %"


# Tests of a player's statistics.

LOWER, HIGHER = RatingEstimate(1200.0, 50.0, 9), RatingEstimate(1300.0, 40.0, 8)
# Three rounds count for the rating against Kernel, one against Cortex; one is not rated.
ROUNDS = [
    *(PlayerRound(1, n, 4, n > 0, n != 3, n / 4) for n in range(4)),
    PlayerRound(2, 0, 7, True, False, None),
]
STATISTICS = player_statistics(ROUNDS, [])
WON, LOST, BEAT_FIVE = PlayedMatch(True, 3), PlayedMatch(False, 4), PlayedMatch(True, 5)
CAREER = Career((WON, WON, LOST, BEAT_FIVE), {(1, 5, 9): 2, (3, 5, 7): 1}, 1, 3)


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        ((1240.0, 30.0, 20), "Between Kernel and Vector (1210 to 1270), from 20 rounds"),
        ((1215.0, 0.0, 20), "About Daemon (1220 to 1220), from 20 rounds"),
        ((1040.0, 29.0, 9), "About Pixel (1010 to 1070), from 9 rounds"),
        ((1040.0, 30.0, 9), "Between Pixel and Buffer (1010 to 1070), from 9 rounds"),
    ],
)
def test_a_rating_lies_between_two_hackers_or_is_about_one(
    estimate: tuple[float, float, int], text: str
) -> None:
    assert rating_text(RatingEstimate(*estimate)) == text


def test_ratings_that_disagree_are_both_named() -> None:
    low = "Between Cipher and Vector (1150 to 1250), from 9 rounds"
    high = "Between Daemon and Oracle (1260 to 1340), from 8 rounds"

    def lines(*strength: RatingEstimate | None) -> list[str]:
        return list(strength_lines(replace(STATISTICS, strength=PlayerStrength(*strength))))

    assert lines(LOWER, HIGHER, LOWER) == [low]
    assert lines(LOWER, HIGHER, None) == [
        *(f"By your choices: {low}", f"By your results: {high}"),
        "You win more than your choices explain.",
    ]
    assert lines(HIGHER, LOWER, None)[2] == "You win less than your choices deserve."
    nothing = "Your strength: not enough games yet (4 of 8 rated rounds)."
    assert lines(LOWER, None, None) == lines(None, LOWER, None) == [nothing]


def test_results_error_rate_luck_and_unrated_rounds_have_a_line_each() -> None:
    assert list(further_statistics_lines(replace(STATISTICS, error_rate=12.6))) == [
        "Rounds against Kernel: won 2, lost 1",
        "Rounds against Cortex: won 0, lost 1",
        "Error rate 13",
        "Luck per round: +50 % of the match, ± 29 %",
        "Rounds not rated (with help, replayed or against people): 1",
    ]
    assert list(further_statistics_lines(player_statistics([], []))) == []


def test_a_career_has_wins_streaks_beaten_hackers_lines_and_pins() -> None:
    assert list(career_lines(CAREER, PinTotals(pins=9, right=2))) == [
        "Matches: 3 won, 1 lost",
        "Winning streak: 1, longest 2",
        "Beaten: Cipher, Daemon",
        "Favourite line: not enough games yet (3 of 5 lines)",
        "Read their mind: not enough pins yet (9 of 10)",
    ]
    more = replace(CAREER, lines={(1, 5, 9): 1, (3, 5, 7): 4})
    assert list(career_lines(more, PinTotals(pins=10, right=3)))[3:] == [
        "Favourite line: 3-5-7, 4 of 5 lines",
        "Read their mind: 3 of 10 pins right (30 %)",
    ]
    assert list(career_lines(Career(), PinTotals()))[:2] == [
        "No match finished yet.",
        "Favourite line: not enough games yet (0 of 5 lines)",
    ]


def test_an_achievement_shows_its_goal_and_what_is_done_of_it() -> None:
    found = achievements(CAREER, right_pins=12, perfect_rounds=2)
    assert [(one.name, one.n, one.goal) for one in found] == [
        *(("round", 1, 1), ("match", 1, 1), ("stack", 1, 1), ("double", 3, 5), ("streak", 2, 3)),
        *(("pins", 10, 10), ("perfect", 1, 1), ("level_5", 1, 1), ("lines", 2, 8)),
        *(("long_streak", 2, 7), ("many_pins", 12, 100), ("level_10", 0, 1), ("levels", 2, 10)),
    ]
    assert [achievement_lines(found[n]) for n in (3, 5, 11)] == [
        ("Double agent", "Win two points or more in a round. 3 of 5"),
        ("Mind reader", "Pin ten cards right."),
        ("Ground zero", "Beat Zero."),
    ]


@pytest.mark.parametrize(
    ("n", "loss", "phrase"),
    [
        (29, 0.9, "Not enough games yet: 29 of 30 decisions"),
        (30, 0.21, "like the rest of your play, 30 decisions"),
        (30, 0.9, "weaker than the rest of your play, 30 decisions"),
        (30, 0.0, "stronger than the rest of your play, 30 decisions"),
    ],
)
def test_a_theme_is_compared_with_the_rest_of_the_play(n: int, loss: float, phrase: str) -> None:
    theme = replace(STATISTICS.themes[0], n=n, loss=loss, error=0.1, expected_loss=0.2)
    assert theme_comparison_phrase(theme) == phrase


# Tests of the list of matches, imports and positions that were reached before.

ENTRY = MatchEntry(
    *(7, "key", None, "x", "played", "keypad", {}, (3, 1), 2),
    (MatchPlayer("Ada", None, True), MatchPlayer("Zero", 10, False)),
    *(True, None, False, ""),
)


def test_an_entry_names_its_winners_time_edition_and_source() -> None:
    both = tuple(MatchPlayer(name, None, True) for name in ("Ada", "Ben"))
    unfinished = replace(ENTRY, is_unfinished=True)
    assert [winners_sentence(one) for one in (ENTRY, replace(ENTRY, players=both), unfinished)] == [
        "Ada wins the match",
        "Ada and Ben win the match",
        "Not over yet: round 2",
    ]
    assert match_date_and_source_line(ENTRY) == "x · Keypad (2015)"
    assert match_date_and_source_line(unfinished) == "unfinished · x · Keypad (2015)"
    sources: tuple[MatchSource, ...] = ("imported", "today", "watched", "branch")
    assert [
        match_date_and_source_line(replace(ENTRY, ended="", source=source)) for source in sources
    ] == [
        "Keypad (2015) · imported",
        "Keypad (2015) · today's round",
        "Keypad (2015) · watched",
        "Keypad (2015) · branch",
    ]


def test_notes_are_searched_and_all_shown_if_none_fits() -> None:
    notes = (TurnNote(1, 0, 3, "Too early"), TurnNote(1, 0, 5, "good"))
    assert matching_or_all_notes(notes, "club EARLY") == notes[:1]
    assert matching_or_all_notes(notes, "late") == notes


def test_an_import_counts_new_known_and_rejected_matches() -> None:
    new, known = SingleImportResult(Path("a"), number=3), SingleImportResult(Path("a"))
    bad = [SingleImportResult(Path(name), reason="it is empty") for name in ("b", "c")]
    assert import_result_sentence([new, known, known, *bad]) == (
        "1 match was imported. 2 matches were already here. 2 files were rejected. "
        "b is not a match: it is empty."
    )
    assert import_result_sentence([known]) == "1 match was already here."
    assert import_result_sentence([]) == "0 matches were imported."


def test_judging_says_how_far_it_is_and_whether_it_was_stopped() -> None:
    keys = ("a", "b", "c")
    assert [
        judging_progress_sentence(one)
        for one in (
            QueuedReviews(),
            QueuedReviews(keys, 2),
            QueuedReviews(keys, 2, is_stopped=True),
            QueuedReviews(keys, 3, is_stopped=True),
        )
    ] == [
        "Nothing is being judged.",
        "2 of 3 matches judged",
        "Stopped: 2 of 3 matches judged",
        "3 of 3 matches judged",
    ]


def test_rounds_that_reached_a_position_say_what_was_played_and_who_won() -> None:
    words = PositionFindingSentences(PRESETS["keypad"])
    found = FoundTurn(7, 1, 4, 1, ("play 3", "command guard"), 2, True, True, False)
    lost = replace(found, match=8, actions=("draw",), points=-1, has_same_row=False)
    turns = (TurnFrequency(("draw",), 12_000, 3000), TurnFrequency(("play 3", "pass"), 1, 1))
    findings = PositionFindings(PositionSearchResult(2, turns, (found, lost)), {7: ENTRY})
    assert words.occurrence_count_sentence(findings) == "2 turns were played here."
    assert words.turn_frequency_lines(findings) == [
        ("Draw", "12\u00a0000 times, won 25 %"),
        ("The 3", "1 time, won 100 %"),
    ]
    assert words.found_round_lines(findings, found) == (
        "Ada – Zero · x · Round 2",
        "Zero: The 3, “Block!” · round won · same row and sums · same board",
    )
    assert words.found_round_lines(findings, replace(lost, is_mirrored=True)) == (
        "8 · Round 2",
        "Draw · round lost · same board · mirrored",
    )
    older = replace(findings, n_missing=5)
    assert words.occurrence_count_sentence(older) == "Older matches are still being added: 5."
    nothing = replace(findings, found=PositionSearchResult(0, (), ()))
    assert [
        words.occurrence_count_sentence(replace(nothing, has_search_terms=has))
        for has in (True, False)
    ] == [
        "No saved round reached this position.",
        "Nothing to look for: the board is empty and no sums are known.",
    ]


def test_openings_have_a_row_for_each_pair_of_start_cards_or_each_reply() -> None:
    words = PositionFindingSentences(PRESETS["keypad"])
    findings = PositionFindings(
        PositionSearchResult(0, (), ()),
        {},
        openings=(OpeningCount(4, ("draw",), 1, 3), OpeningCount(5, ("draw",), -1, 1)),
        solver_openings=(OpeningCount(1, ("draw",), -1, 30), OpeningCount(1, ("draw",), 1, 10)),
    )
    rows = words.opening_rows(findings, None)
    assert [(row.label, row.start, row.kept, row.solver) for row in rows] == [
        ("Start card 1 or 4", 1, "3 times, won 0 %", "40 times, won 75 %"),
        ("Start card 0 or 5", 0, "1 time, won 100 %", "–"),
    ]
    assert words.solver_and_own_frequencies_line(rows[1]) == "the solver –; you 1 time, won 100 %"
    replies = words.opening_rows(findings, 1)
    assert [(row.label, row.start, row.kept, row.solver) for row in replies] == [
        ("Draw", None, "3 times, won 100 %", "40 times, won 25 %")
    ]


@pytest.mark.parametrize("text", ["", "once", "9999-12-31T23:59-14:00", "0001-01-01T00:00+14:00"])
def test_a_time_outside_the_calendar_is_shown_unchanged(text: str) -> None:
    assert local_date_and_time(text) == text
