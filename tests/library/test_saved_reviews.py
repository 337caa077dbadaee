"""Reviews are saved with their matches, and missed questions are asked again when they are due."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from assets.puzzle_selection import has_only_one_right_answer
from assets.shots.reviewed_match import (
    IdleThinker,
    sample_finished_round,
    sample_question,
    sample_record,
    sample_review,
)

from hacktrick.app.puzzle_practice import PuzzlePractice
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.puzzles import (
    PUZZLE_KINDS,
    mirrored_question,
    puzzle_key,
    puzzle_of_day,
    shipped_puzzles,
)
from hacktrick.coach.review import judged_round
from hacktrick.coach.review.judged_round import DECISION_THEMES, ReviewProgress
from hacktrick.coach.review.round_review import RoundReview, finished_rounds
from hacktrick.coach.statistics import PlayerDecision, PlayerStatistics, player_statistics
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.library.database import Library
from hacktrick.library.match_entries import MatchProvenance, MatchSource
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.library.spaced_repetition import MAX_QUESTIONS_A_DAY, SpacedRepetition
from hacktrick.library.statistics_queries import (
    career_of,
    mistakes_of,
    player_names_by_match_count,
    statistics_of,
)
from hacktrick.terminal.commands.library import rebuild_reviews
from tests.support.instant_judge import instant_review
from tests.support.random_matches import random_record
from tests.support.scripted_matches import played_match
from tests.support.twin_matches import twin_rounds


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def review_by(judge: str | None = None) -> ReviewProgress:
    found = sample_review(sample_finished_round())
    assert found is not None
    name = judge_id() if judge is None else judge
    return ReviewProgress(found.stage, name, found.judgement, found.explanations)


def add_reviewed_match(library: Library, judge: str | None = None) -> int:
    number = library.add_match(sample_record())
    assert number is not None
    SavedReviews(library).save_review(number, review_by(judge))
    return number


def test_a_review_is_read_back_as_it_was_saved(library: Library) -> None:
    number, found = add_reviewed_match(library), SavedReviews(library)
    again = found.saved_review(number, sample_finished_round(), judge_id())
    assert again is not None and judged_round.review_to_text(again) == judged_round.review_to_text(
        review_by()
    )
    ((n_rows,),) = library.query_rows("SELECT count(*) FROM decision WHERE match = ?", (number,))
    assert n_rows == len(again.judgement.decisions)


def test_results_of_another_judge_are_not_used(library: Library) -> None:
    number, found = add_reviewed_match(library, "other"), SavedReviews(library)
    assert found.saved_review(number, sample_finished_round(), judge_id()) is None
    assert not list(found.luck_by_round(judge_id(), (number,)))
    assert statistics_of(library, "ANNA").error_rate is None
    assert found.rounds_with_outdated_review(number, judge_id()) == {0}
    found.save_review(number, review_by())
    assert found.rounds_with_outdated_review(number, judge_id()) == set()
    assert found.saved_review(number, sample_finished_round(), "other") is None


def test_luck_is_summed_by_round_and_seat_for_the_matches_asked_for(library: Library) -> None:
    add_reviewed_match(library)
    other = library.add_match(played_match(rules_for("keypad", {"target": 1}), 3).record)
    assert other == 2
    found = SavedReviews(library)
    found.save_review(other, review_by())
    story = review_by().judgement
    expected: dict[int, float] = {}
    for one in story.luck:
        if one.kind in judged_round.CHANCE_KINDS:
            expected[one.seat] = expected.get(one.seat, 0.0) + one.change
    luck = list(found.luck_by_round(judge_id(), (other,)))
    assert {(one.match, one.round) for one in luck} == {(other, story.number)}
    assert {one.seat: one.value for one in luck} == pytest.approx(expected)
    assert len(luck) == len(expected) == 2
    assert len(list(found.luck_by_round(judge_id(), (1, other)))) == 4


@pytest.mark.parametrize(("checked", "share"), [(0.3, 1 / 3), (0.9, 1.0), (1.8, 1.0)])
def test_a_mistake_costs_what_the_closer_look_confirms(
    library: Library, checked: float, share: float
) -> None:
    record = played_match(rules_for("keypad", {"target": 1}), 3).record
    number = library.add_match(record)
    row = (number, 0, 1, 0, judge_id(), "", 1, "draw", record.rounds[0].actions[1], 0.9, 0.3, 0.0)
    with library.transaction() as write:
        places = ", ".join("?" * (len(row) + 1))
        write.execute(f"INSERT INTO decision VALUES ({places})", (*row, checked))
    (mistake,) = mistakes_of(library, record.seats[0].name)
    assert mistake.loss == pytest.approx(0.3 * share)
    assert mistakes_of(library, record.seats[0].name, (1,)) == (mistake,)
    assert mistakes_of(library, record.seats[0].name, (2,)) == ()
    assert mistakes_of(library, record.seats[0].name, ()) == ()


def test_a_rebuild_reviews_again_the_rounds_of_another_judge(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = add_reviewed_match(library, "other")
    asked = []

    def judged(finished):  # type: ignore[no-untyped-def]
        asked.append(finished.judgement.number)
        return review_by()

    monkeypatch.setattr("hacktrick.terminal.commands.library.review_until_checked_stage", judged)
    library.set_star(number, True)
    library.set_note(number, "lost in the end")
    library.recompute_columns_from_record(number)
    rebuild_reviews(library, number, judges_anew=False)
    rebuild_reviews(library, number, judges_anew=False)
    assert asked == [0]
    (entry,) = library.find_matches()
    assert entry.starred and entry.note == "lost in the end"


def test_statistics_come_from_people_who_played(library: Library) -> None:
    add_reviewed_match(library)
    assert player_names_by_match_count(library) == ("ANNA",)
    found = statistics_of(library, "ANNA")
    assert len(found.rounds) == len(sample_record().rounds) and found.n_unrated_rounds == len(
        found.rounds
    )
    assert found.strength.best_estimate is None


def statistics_figures(found: PlayerStatistics) -> list[tuple[float | None, ...]]:
    """Return all figures of a player's statistics, to be compared with others."""
    estimates = found.strength.by_decisions, found.strength.by_results
    return [
        *((one.loss, one.error, one.expected_loss) for one in found.themes),
        *((one.rating, one.error, one.rounds) for one in estimates if one is not None),
        (found.error_rate,),
    ]


def add_random_matches(library: Library, rng: Random) -> None:
    """Add matches of Ada with made-up costs for each decision.

    The matches differ in source, judge and themes, and some decisions are not free.
    """
    solo = (SeatInfo("Ada", "human"), SeatInfo("Vector", "level:6"))
    for n in range(12):
        seats = solo if n % 3 else solo[::-1]
        source: MatchSource = "branch" if n == 5 else "watched" if n == 6 else "played"
        mark = MatchProvenance(source, rated=n != 7)
        number = library.add_match(random_record(rules_for("keypad"), seats, rng), mark)
        assert number is not None
        rows = []
        for round_, written in enumerate(library.load_record(number).rounds):
            judge = "other" if rng.random() < 0.1 else judge_id()
            for action, text in enumerate(written.actions):
                themes = " ".join(rng.sample(DECISION_THEMES, rng.randrange(3)))
                loss = rng.choice((0.0, 0.05, 0.3, rng.random()))
                place = (number, round_, action, action % 2, judge, themes, rng.random() < 0.9)
                rows.append((*place, "draw", text, loss, loss / 10, 0.5, loss))
        with library.transaction() as write:
            write.executemany(f"INSERT INTO decision VALUES ({', '.join('?' * 13)})", rows)
    library.mark_deleted((9,))


@pytest.mark.parametrize("matches_a_step", [1, 5, 100])
def test_the_sums_of_the_library_give_the_figures_of_single_decisions(
    library: Library, monkeypatch: pytest.MonkeyPatch, matches_a_step: int
) -> None:
    monkeypatch.setattr("hacktrick.library.statistics_queries.MATCHES_A_STEP", matches_a_step)
    add_random_matches(library, Random(5))
    found = statistics_of(library, "Ada")
    rows = library.query_rows(
        "SELECT decision.match, round, action, themes, loss FROM decision JOIN seat"
        " ON seat.match = decision.match AND seat.seat = decision.seat"
        " WHERE free AND judge = ? AND name = 'Ada' ORDER BY decision.match, round, action",
        (judge_id(),),
    )
    decisions = [
        PlayerDecision(match, number, action, tuple(themes.split()), loss)
        for match, number, action, themes, loss in rows
    ]
    expected = player_statistics(found.rounds, decisions)
    assert statistics_figures(found) == [pytest.approx(one) for one in statistics_figures(expected)]
    assert found.error_rate
    assert found.strength.by_decisions is not None
    for one, other in zip(found.themes, expected.themes, strict=True):
        assert one.n == other.n > 0
        assert [replace(decision, turn=None) for decision in one.positions] == list(other.positions)


def test_a_rebuild_changes_no_statistics(library: Library) -> None:
    add_random_matches(library, Random(6))
    before = statistics_of(library, "Ada"), career_of(library, "Ada"), mistakes_of(library, "Ada")
    for number in library.match_numbers():
        library.recompute_columns_from_record(number)
    after = statistics_of(library, "Ada"), career_of(library, "Ada"), mistakes_of(library, "Ada")
    assert after == before


# Tests of questions that come again.


class ManualClock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_mistake_comes_again_days_later_and_mirrored_every_second_time(
    library: Library,
) -> None:
    clock, question = ManualClock(), sample_question()
    trainer = SpacedRepetition(library, clock)
    trainer.add_flashcard("ANNA", question, "match")
    trainer.add_flashcard("ANNA", question, "match")
    assert (
        trainer.n_flashcards("ANNA") == 1
        and not trainer.due_questions("ANNA")
        and not trainer.due_questions("BELA")
    )
    waits = []
    for shown in range(4):
        begun = clock.now
        while not trainer.due_questions("ANNA"):
            clock.now += timedelta(days=1)
        waits.append((clock.now - begun).days)
        (asked,) = trainer.due_questions("ANNA")
        assert asked.view == (mirrored_question(question) if shown % 2 else question).view
        trainer.save_answer("ANNA", asked, "draw", 0.0, 1, True, False)
        assert not trainer.due_questions("ANNA")
    assert waits[0] == 1 and waits == sorted(waits)
    assert trainer.puzzles_solved_at_first_attempt("ANNA") == {question.key}


def test_no_more_than_twelve_questions_come_in_a_day(library: Library) -> None:
    clock, question = ManualClock(), sample_question()
    trainer = SpacedRepetition(library, clock)
    for n in range(20):
        other = type(question)(f"key {n}", *(getattr(question, f) for f in FIELDS))
        trainer.add_flashcard("ANNA", other, "match")
    clock.now += timedelta(days=3)
    assert len(trainer.due_questions("ANNA")) == MAX_QUESTIONS_A_DAY
    trainer.save_answer("ANNA", trainer.due_questions("ANNA")[0], "draw", 1.0, 3, False, False)
    assert len(trainer.due_questions("ANNA")) == MAX_QUESTIONS_A_DAY - 1


FIELDS = ("kind", "view", "options", "unit", "made", "opponent_hand", "miss_share")


# Tests of the shipped puzzles.


def test_every_shipped_puzzle_has_one_right_first_action() -> None:
    puzzles = shipped_puzzles()
    assert puzzles
    for one in puzzles:
        assert (
            one.kind in PUZZLE_KINDS and 0 < one.miss_share <= 1 and one.opponent_hand is not None
        )
        best = one.options[0][0]
        assert one.is_right(best)
        assert has_only_one_right_answer(one)


def test_a_puzzle_with_a_second_right_card_has_no_single_answer() -> None:
    one = next(one for one in shipped_puzzles() if one.kind == "best")
    best, *others = one.options
    other = next(option for option in others if option[0][0] != best[0][0])
    as_good = (other[0], *best[1:])
    assert has_only_one_right_answer(replace(one, options=(best, other)))
    assert not has_only_one_right_answer(replace(one, options=(best, as_good)))
    assert not has_only_one_right_answer(replace(one, options=(best,)))


def test_no_puzzle_comes_twice_or_with_its_mirror_image() -> None:
    keys = [puzzle_key(one) for one in shipped_puzzles()]
    assert len(set(keys)) == len(keys) and keys == [one.key for one in shipped_puzzles()]


def test_the_puzzle_of_the_day_is_the_same_for_all_and_does_not_repeat() -> None:
    n = len(shipped_puzzles())
    days = [date.fromordinal(739_000 + k) for k in range(n)]
    found = [puzzle_of_day(day) for day in days]
    assert len({one.key for one in found if one is not None}) == n
    assert puzzle_of_day(days[0]) is found[0]


def test_a_missed_puzzle_comes_again(library: Library) -> None:
    training = PuzzlePractice(lambda: library, IdleThinker, Random(1))
    training.select_player()
    stream = training.mixed_puzzle_series()
    assert stream is not None and stream.has_next == (len(shipped_puzzles()) > 1)
    stream.attempt.give_up()
    stream.report_outcome()
    trainer = SpacedRepetition(library)
    assert trainer.n_flashcards("") == 1 and training.due_question_series() is None
    today = training.daily_puzzle_series()
    assert today is not None and today.day == date.today().isoformat()
    today.attempt.judge_answer(today.attempt.question.options[0][0])
    today.report_outcome()
    assert sum(done for done, _total in training.solved_and_total_by_kind().values()) == 1


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_puzzle_comes_again_unless_it_was_solved_at_the_first_try(
    library: Library, wrong: int
) -> None:
    training = PuzzlePractice(lambda: library, IdleThinker, Random(1))
    training.select_player()
    stream = training.mixed_puzzle_series()
    assert stream is not None
    options = stream.attempt.question.options
    for option in [options[-1]] * wrong + [options[0]]:
        stream.attempt.try_again()
        stream.attempt.judge_answer(option[0])
    stream.report_outcome()
    assert stream.attempt.state == "solved"
    assert SpacedRepetition(library).n_flashcards(training.player) == (1 if wrong else 0)


def test_a_mistake_in_a_match_comes_again_for_the_player_who_made_it(library: Library) -> None:
    training, nowhere = (
        PuzzlePractice(lambda there=there: there, IdleThinker, Random(1))  # type: ignore[misc]
        for there in (library, None)
    )
    nowhere.add_mistake("ANNA", sample_question())
    assert SpacedRepetition(library).n_flashcards("ANNA") == 0
    training.add_mistake("ANNA", sample_question())
    assert (
        SpacedRepetition(library).n_flashcards("ANNA") == 1
        and SpacedRepetition(library).n_flashcards("BELA") == 0
    )


def test_an_answer_given_up_at_once_counts_as_no_loss(library: Library) -> None:
    training = PuzzlePractice(lambda: library, IdleThinker, Random(1))
    for wrong in (False, True):
        asked = training.mixed_puzzle_series()
        assert asked is not None
        if wrong:
            asked.attempt.judge_answer(asked.attempt.question.options[-1][0])
        asked.attempt.give_up()
        asked.report_outcome()
    (given_up,), (wrong_loss,) = library.query_rows("SELECT loss FROM attempt ORDER BY rowid")
    assert given_up == 0 < wrong_loss


@pytest.mark.parametrize(("end", "turns"), [(20, {19, 20}), (7, {6})])
def test_a_pass_is_a_turn_of_its_own_only_where_it_declined_a_second_card(
    library: Library, end: int, turns: set[int]
) -> None:
    record = played_match(rules_for("wits", {"target": 2}), 756).record
    actions = record.rounds[1].actions
    assert actions[0] == "lay kriskaya" and actions[end - 1 : end + 1] == ["play 1", "pass"]
    number = library.add_match(record)
    rows = [
        (number, 1, action, 1, judge_id(), "", 1, "draw", actions[action], 0.9, 0.9, 0.0, 0.9)
        for action in (end - 1, end)
    ]
    with library.transaction() as write:
        places = ", ".join("?" * len(rows[0]))
        write.executemany(f"INSERT INTO decision VALUES ({places})", rows)
    assert {one.action for one in mistakes_of(library, record.seats[1].name)} == turns


@pytest.mark.parametrize("seed", range(3))
def test_mistakes_of_twins_are_the_same_and_lead_to_the_same_positions(
    tmp_path: Path, seed: int
) -> None:
    """In twin matches the opponent's cards differ, but all that the player saw is the same."""
    seat = 0
    twin = twin_rounds(rules_for("keypad", {"target": 1}), seed, seat)
    found = []
    for number, match in enumerate(twin.matches(("human", "human"))):
        for action in twin.actions:
            match.submit(match.public.seat, action)
        rng = Random(seed)
        while not match.is_over:
            if match.is_round_over:
                match.deal_next_round()
            match.submit(
                match.public.seat, rng.choice(legal_actions(match.observe(match.public.seat)))
            )
        library = Library(tmp_path / str(number))
        library.add_match(match.record)
        (finished, *_rest) = finished_rounds(match.record, (seat,))
        review = RoundReview(finished, instant_review(finished), seat)
        turns = [turn for turn in review.turns if turn.seat == seat]
        seen = [turn for turn in turns if turn.first_action < len(twin.actions)]
        for turn in seen:
            loss = Random(turn.first_action).random()
            row = (
                1,
                0,
                turn.first_action,
                seat,
                judge_id(),
                "",
                1,
                "draw",
                "draw",
                loss,
                loss,
                0.0,
                loss,
            )
            with library.transaction() as write:
                write.execute(f"INSERT INTO decision VALUES ({', '.join('?' * len(row))})", row)
        marked = mistakes_of(library, match.seats[seat].name)
        views = {turn.first_action: review.view_at(turn) for turn in seen}
        found.append(
            ([replace(one, key="") for one in marked], [views[one.action] for one in marked])
        )
        library.close()
    assert found[0] == found[1] and found[0][0]
