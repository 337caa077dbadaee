"""Reviews of matches are requested, kept and shown as they arrive; so are puzzles' explanations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from assets.shots.reviewed_match import (
    SEATS,
    sample_finished_round,
    sample_question,
    sample_record,
    sample_review,
)

from hacktrick.app.library_service import LibraryReviews, LibraryService
from hacktrick.app.local_table import AutosavedMatch, MatchSetup
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.profiles import Profile, Profiles
from hacktrick.app.puzzle_practice import PuzzlePractice, QuestionAttempt
from hacktrick.app.storage import open_storage
from hacktrick.coach.judgement import TurnLoss
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.review.judged_round import ReviewProgress
from hacktrick.coach.review.match_analysis import match_chance_totals
from hacktrick.coach.thinking_client import AnalysisUpdate, InlineThinker, ReviewUpdate
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.library.spaced_repetition import SpacedRepetition
from hacktrick.match.record import BRANCH_KEY
from hacktrick.match.record_replay import replay_record
from tests.app.test_library_service import SOLO, play_out, services_in
from tests.support.scripted_matches import played_match

FINISHED = sample_finished_round()
FOUND = sample_review(FINISHED)
assert FOUND is not None
DONE: ReviewProgress = FOUND


class PrescribedJudge(InlineThinker):
    """A thinker that judges rounds as a test prescribes, and does nothing by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.coming: list[ReviewUpdate] = []
        self.pending_updates: list[AnalysisUpdate] = []
        self.considered: list[tuple[str, tuple[str, ...]]] = []
        self.dropped = 0

    def request_review(self, finished: Any) -> int:
        self.asked.append(finished.judgement.number)
        return len(self.asked)

    def running_review_ticket(self) -> int:
        return len(self.asked)

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        coming, self.coming = tuple(self.coming), []
        return coming

    def request_analysis(self, kind: str, view: Any, actions_made: tuple[str, ...] = ()) -> int:
        self.considered.append((kind, actions_made))
        return len(self.considered)

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        updates, self.pending_updates = tuple(self.pending_updates), []
        return updates

    def cancel_analyses(self) -> None:
        self.dropped += 1


def reviews_and_judge(**options: Any) -> tuple[MatchReviews, PrescribedJudge]:
    judge = PrescribedJudge()
    return MatchReviews(sample_record(), judge, **options), judge


def reviews_for_seats(seats: tuple[SeatInfo, ...]) -> MatchReviews:
    """Return the reviews of a match whose first round is not yet over."""
    return MatchReviews(replace(sample_record(), seats=seats, rounds=[]), PrescribedJudge())


def progress_at(name: Any) -> ReviewProgress:
    return ReviewProgress(name, DONE.judge, DONE.judgement, DONE.explanations)


# Tests of seats and stored reviews.


def test_reviews_are_for_people_and_for_all_where_no_person_played() -> None:
    computers = (SeatInfo("A", "level:1"), SeatInfo("B", "level:2"))
    for seats, viewers in (
        (SEATS, (0,)),
        (SEATS[::-1], (1,)),
        (computers, (0, 1)),
        ((SEATS[0], SEATS[0]), (0, 1)),
    ):
        assert reviews_for_seats(seats).reviewed_seats == viewers


def test_only_one_person_against_one_computer_can_change_seats() -> None:
    human, computer = SEATS
    for seats, may in (
        ((human, computer), True),
        ((computer, human), True),
        ((human, human), False),
        ((computer, computer), False),
        ((human, computer, computer), False),
    ):
        assert reviews_for_seats(seats).can_swap_seats == may


def test_every_finished_round_is_added_once() -> None:
    made, _judge = reviews_and_judge()
    n_rounds = len(sample_record().rounds)
    assert len(made) == n_rounds
    made.add_finished_rounds(sample_record())
    assert len(made) == n_rounds
    running = played_match(PRESETS["keypad"], 2, stop=60)
    some = MatchReviews(running.record, PrescribedJudge())
    assert len(some) == len(running.record.rounds) - 1 > 0


def test_a_match_is_over_once_its_last_round_is() -> None:
    is_over = []
    for match, _action in replay_record(played_match(PRESETS["keypad"], 2).record):
        if match.is_round_over:
            is_over.append(MatchReviews(match.record, PrescribedJudge()).is_match_over)
            assert is_over[-1] == match.is_over
    assert is_over[0] is False and is_over[-1] is True


def test_saved_reviews_load_at_once_and_rules_without_a_judge_have_none() -> None:
    made, judge = reviews_and_judge(find=sample_review)
    assert (
        made.review_of(0, 0) is not None
        and made.review_of(1, 0) is None
        and made.review_of(0, 0) is made.review_of(0, 0)
    )
    of_four = played_match(PRESETS["quartet"], 3, n_rounds=1).record
    other = MatchReviews(of_four, judge, find=sample_review)
    assert len(other) == 0


# Tests of requests for reviews.


def test_a_review_is_requested_until_it_is_complete() -> None:
    made, judge = reviews_and_judge()
    made.request_review_unless_complete(1)
    made.request_review_unless_complete(1)
    assert judge.asked == [1]
    made.request_review_unless_complete(0)
    assert judge.asked == [1, 0]
    for outside in (-1, len(made)):
        made.request_review_unless_complete(outside)
    assert judge.asked == [1, 0]
    made, judge = reviews_and_judge(find=lambda finished: progress_at("opened"))
    made.request_review_unless_complete(0)
    assert judge.asked == []
    made, judge = reviews_and_judge(find=lambda finished: progress_at("checked"))
    made.request_review_unless_complete(0)
    assert judge.asked == [0]


def test_each_stage_is_shown_at_once_and_saved_from_the_second_on() -> None:
    kept: list[ReviewProgress] = []
    made, judge = reviews_and_judge(keep=kept.append)
    assert not made.update()
    made.request_review_unless_complete(0)
    assert not made.update()
    seen = []
    for name in ("looked", "checked", "explained", "opened"):
        judge.coming = [ReviewUpdate(1, progress_at(name))]
        assert made.update()
        found = made.review_of(0, 0)
        assert found is not None
        seen.append(found.progress.stage)
    assert seen == ["looked", "checked", "explained", "opened"]
    assert [one.stage for one in kept] == ["checked", "explained", "opened"]


def test_updates_for_another_question_are_ignored() -> None:
    made, judge = reviews_and_judge()
    made.request_review_unless_complete(0)
    judge.coming = [ReviewUpdate(99, progress_at("opened"))]
    assert not made.update() and made.review_of(0, 0) is None
    judge.coming = [ReviewUpdate(1, None)]
    assert made.update() and made.review_of(0, 0) is None and not made.update()


def test_earlier_checked_reviews_are_saved_once_the_match_is_in_the_library() -> None:
    for name, n in (("looked", 0), ("checked", 1), ("opened", 1)):
        kept: list[ReviewProgress] = []
        made, judge = reviews_and_judge()
        made.request_review_unless_complete(0)
        judge.coming = [ReviewUpdate(1, progress_at(name))]
        made.update()
        made.save_current_and_later_reviews(kept.append)
        assert len(kept) == n


# Tests of what a player can do with a review.


def test_only_mistakes_of_people_become_questions() -> None:
    made, _judge = reviews_and_judge(find=sample_review)
    review = made.review_of(0, 0)
    assert review is not None
    bad = [turn for turn in review.mistakes_worst_first() if turn.mistake_class != "slip"]
    found = list(made.mistake_questions(0))
    assert bad and [seat for seat, _question in found] == [0] * len(bad)
    key = sample_record().key
    assert [question.key for _seat, question in found] == [
        f"{key}-0-{turn.first_action}" for turn in bad
    ]
    assert list(made.mistake_questions(1)) == []


def test_a_branch_from_a_turn_draws_the_hidden_cards_again() -> None:
    made, _judge = reviews_and_judge(find=sample_review)
    review = made.review_of(0, 0)
    assert review is not None
    turn = review.turns[3]
    match = made.match_from_turn(0, turn, 0, Random(1))
    assert match is not None and match.record.extra[BRANCH_KEY]["action"] == turn.first_action
    assert made.match_from_turn(1, turn, 0, Random(1)) is None
    other = made.swapped_seats_match(0, Random(1))
    assert other is not None and other.seats == SEATS[::-1]


def test_a_turn_is_tried_again_under_its_own_name_once_its_round_is_judged() -> None:
    made, _judge = reviews_and_judge(find=sample_review)
    review = made.review_of(0, 0)
    assert review is not None
    turn = review.turns[3]
    quiz = made.attempt_at_turn(0, turn, 0)
    assert quiz is not None and quiz.state == "open"
    assert quiz.question.key == f"{sample_record().key}-0-{turn.first_action}"
    nothing_judged, _judge = reviews_and_judge()
    assert nothing_judged.attempt_at_turn(0, turn, 0) is None


def test_the_sums_of_a_match_add_up_for_each_seat() -> None:
    for seat in (0, 1):
        totals = match_chance_totals([DONE.judgement], seat)
        parts = totals["start"] + totals["luck_sum"] + totals["unexplained"] - totals["mistakes"]
        assert parts + totals["mistakes_of_other"] == pytest.approx(totals["end"], abs=1e-4)
        assert sum(totals["luck"].values()) == pytest.approx(totals["luck_sum"], abs=1e-5)
        own = [
            d for d in DONE.judgement.decisions if d.decision_point.seat == seat and not d.is_forced
        ]
        assert totals["unforced"] == len(own)
        lost = sum(one.loss / DONE.judgement.unit for one in own) / len(own)
        assert totals["error_rate"] == pytest.approx(500 * lost, abs=1e-5)
    assert (
        match_chance_totals([DONE.judgement], 0)["mistakes"]
        == match_chance_totals([DONE.judgement], 1)["mistakes_of_other"]
    )


# Tests of puzzles with explanations.


def test_a_wrong_answer_gets_a_reply_and_one_explanation() -> None:
    judge = PrescribedJudge()
    quiz = QuestionAttempt(sample_question(), judge)
    wrong = sample_question().options[-1][0]
    assert not quiz.update()
    assert quiz.judge_answer(wrong) == "wrong"
    assert judge.considered == [("explain", tuple(str(action) for action in wrong))]
    why = Explanation(wrong, wrong, TurnLoss(0.5, 0.1), (), 40, 0.5, 0.1)
    judge.pending_updates = [AnalysisUpdate(99, why), AnalysisUpdate(1, None)]
    assert not quiz.update() and quiz.explanation is None
    judge.pending_updates = [AnalysisUpdate(1, why)]
    assert quiz.update() and quiz.explanation == why
    assert not quiz.update()
    quiz.try_again()
    assert quiz.explanation is None
    quiz.cancel_explanation()
    assert judge.dropped == 0, "nothing is worked at any more"


def test_no_answer_arrives_after_the_player_has_left() -> None:
    judge = PrescribedJudge()
    quiz = QuestionAttempt(sample_question(), judge)
    quiz.judge_answer(sample_question().options[-1][0])
    quiz.cancel_explanation()
    quiz.cancel_explanation()
    assert judge.dropped == 1 and not quiz.update()


def test_giving_up_before_a_try_asks_for_nothing() -> None:
    judge = PrescribedJudge()
    quiz = QuestionAttempt(sample_question(), judge)
    quiz.give_up()
    assert quiz.state == "missed" and not judge.considered


# Tests of interrupted and stored matches.


def test_the_summary_of_an_unfinished_match_contains_no_cards(tmp_path: Path) -> None:
    storage, _problems = open_storage(tmp_path)
    match = played_match(PRESETS["keypad"], 2, stop=60)
    assert len(match.record.rounds) > 1 and not match.is_over
    storage.save_match(match.record.as_text())
    aside = AutosavedMatch(storage, "match")
    assert aside.load_and_return_if_finished() == (None, ())
    summary = aside.summary
    assert summary is not None and aside.record is not None
    assert (summary.round_number, summary.score) == (
        len(match.record.rounds),
        match.match_state.score,
    )
    assert (summary.rules, summary.seats, summary.day) == (match.rules, match.seats, None)
    aside.forget_match()
    assert aside.summary is None and aside.record is None
    assert AutosavedMatch(storage, "match").load_and_return_if_finished()[0] is None
    assert aside.delete_autosave() == ()
    empty = AutosavedMatch(storage, "match")
    assert empty.load_and_return_if_finished() == (None, ()) and empty.summary is None


def test_a_match_that_is_over_is_handed_over_to_be_kept(tmp_path: Path) -> None:
    storage, _problems = open_storage(tmp_path)
    match = played_match(PRESETS["keypad"], 2)
    assert match.is_over
    storage.save_match(match.record.as_text())
    aside = AutosavedMatch(storage, "match")
    record, problems = aside.load_and_return_if_finished()
    assert record is not None and record.key == match.record.key
    assert problems == () and aside.summary is None


def test_a_saved_match_has_reviews_if_its_rules_have_a_judge(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    four = (*SOLO, *SOLO[1:] * 2)
    for preset, players in (("keypad", SOLO), ("wits", SOLO), ("quartet", four)):
        services.local_table.begin_match(MatchSetup(preset, players, {"target": 1}))
        play_out(services)
        services.leave_table()
    found = {
        entry.preset: services.library_reviews.reviews_of_match(entry.id)
        for entry in services.library_browser.find_matches()
    }
    assert found["quartet"] is None and services.library_reviews.reviews_of_match(99) is None
    for preset in ("keypad", "wits"):
        reviews = found[preset]
        assert reviews is not None and len(reviews) == 1


@pytest.mark.parametrize(
    ("profiles", "whose"), [((), SEATS[0].name), ((Profile(SEATS[0].name.title()),), "Anna")]
)
def test_mistakes_return_to_the_profile_of_the_name_or_else_to_the_name(
    tmp_path: Path, profiles: Profiles, whose: str
) -> None:
    shelf = LibraryService(open_storage(tmp_path)[0])
    library = shelf.opened_library
    assert library is not None and library.add_match(sample_record()) is not None
    training = PuzzlePractice(lambda: library, PrescribedJudge, Random(1))
    made, _judge = reviews_and_judge(find=sample_review)
    LibraryReviews(shelf, lambda: training, PrescribedJudge, lambda: profiles).keep_reviews_saved(
        sample_record(), made
    )
    n_bad = len({question.key for _seat, question in made.mistake_questions(0)})
    waiting = {name: SpacedRepetition(library).n_flashcards(name) for name in ("ANNA", "Anna")}
    assert waiting == {"ANNA": 0, "Anna": 0} | {whose: n_bad} and n_bad


def test_mistakes_of_computers_are_nobodys_questions() -> None:
    record = replace(sample_record(), seats=(SeatInfo("A", "level:1"), SeatInfo("B", "level:2")))
    made = MatchReviews(record, PrescribedJudge(), sample_review)
    review = made.review_of(0, 0)
    assert (
        review is not None
        and review.mistakes_worst_first()
        and list(made.mistake_questions(0)) == []
    )
