"""Tests of the queue of matches that the player has chosen for review in the background."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick.app.library_service import MAX_TRIES, QUIET_SECONDS, ReviewQueue
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import REVIEW_QUEUE_FILE, ReviewQueueFile, open_storage
from hacktrick.coach.statistics import mistakes_by_theme
from hacktrick.coach.thinking_client import InlineThinker, ReviewUpdate
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.file_problem_text import problem_sentence
from hacktrick.library.match_entries import (
    MatchProvenance,
    QueuedReviews,
    review_queue_and_whether_damaged,
    review_queue_to_data,
)
from tests.support.instant_judge import REVIEWED, InstantJudge
from tests.support.random_matches import random_record

PEOPLE = (SeatInfo("ANNA", "human"), SeatInfo("BELA", "human"))


class MinimalContext:
    settings = Settings()


class ServicesWithQueue:
    """Services with a review queue whose clock moves only when a test moves it."""

    def __init__(self, folder: Path) -> None:
        storage, problems = open_storage(folder)
        self.judges: list[InstantJudge] = []
        self.seconds = 0.0
        self.services = ProgramServices(
            MinimalContext(), storage, InlineThinker, Random(3), problems
        )
        self.waits = False
        services = self.services
        self.queue = ReviewQueue(
            *(
                ReviewQueueFile(storage),
                services.library,
                services.library_reviews,
                self._new_judge,
            ),
            lambda: self.waits,
            lambda: self.seconds,
        )
        self.seconds = QUIET_SECONDS

    def _new_judge(self) -> InstantJudge:
        self.judges.append(InstantJudge())
        return self.judges[-1]

    @property
    def judged(self) -> list[tuple[str, ...]]:
        """The actions of the rounds that were judged."""
        return [
            tuple(str(point.action) for point in finished.decision_points)
            for judge in self.judges
            for finished in judge.judged
        ]

    def keep(self, n: int, first: int = 0, **options: Any) -> None:
        library = self.services.library.opened_library
        assert library is not None
        for seed in range(first, first + n):
            library.add_match(
                random_record(rules_for("keypad", {"target": 2}), PEOPLE, Random(seed))
            )

    def choose_all(self) -> int:
        return self.queue.add_matches(self.services.library_browser.find_matches())

    def work(self, n_matches: int = 1_000) -> None:
        """Let the queue judge up to ``n_matches`` more matches."""
        goal = min(
            len(self.queue.queued_reviews.keys), self.queue.queued_reviews.n_judged + n_matches
        )
        for _ in range(10_000):
            if self.queue.queued_reviews.n_judged >= goal:
                return
            self.queue.judge_step_finishes_match()

    def close(self) -> None:
        self.queue.close()
        self.services.close()


def test_all_chosen_matches_are_judged_and_their_reviews_kept(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(3)
    assert window.choose_all() == 3 and window.queue.is_working
    window.work()
    assert window.queue.queued_reviews.is_done and not window.queue.is_working
    for entry in window.services.library_browser.find_matches():
        reviews = window.services.library_reviews.reviews_of_match(entry.id)
        assert reviews is not None and reviews.incomplete_rounds == ()
        assert len(reviews) == entry.rounds
    assert all(judge.is_closed for judge in window.judges)


@pytest.mark.parametrize("n_done", range(4))
def test_a_kill_between_two_matches_loses_nothing_and_judges_nothing_twice(
    tmp_path: Path, n_done: int
) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(3)
    window.choose_all()
    window.work(n_done)
    first = window.judged
    window.close()
    again = ServicesWithQueue(tmp_path)
    assert again.queue.queued_reviews.n_judged == n_done
    again.work()
    everything = first + again.judged
    n_rounds = sum(entry.rounds for entry in again.services.library_browser.find_matches())
    assert len(everything) == len(set(everything)) == n_rounds


def test_a_kill_before_the_list_is_written_judges_nothing_twice(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(3)
    window.choose_all()
    before = (tmp_path / REVIEW_QUEUE_FILE).read_bytes()
    window.work(2)
    first = window.judged
    window.close()
    (tmp_path / REVIEW_QUEUE_FILE).write_bytes(before)
    again = ServicesWithQueue(tmp_path)
    assert again.queue.queued_reviews.n_judged == 0
    again.work()
    assert again.queue.queued_reviews.is_done and not set(first) & set(again.judged)


def test_a_stop_ends_the_process_at_once_and_lasts_until_the_player_goes_on(
    tmp_path: Path,
) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(2)
    window.choose_all()
    window.queue.judge_step_finishes_match()  # this call opens the first match
    window.queue.judge_step_finishes_match()  # this call requests the first round
    window.queue.stop()
    assert window.judges[-1].is_closed and not window.queue.is_working
    window.work()
    window.close()
    again = ServicesWithQueue(tmp_path)
    again.work()
    assert again.queue.queued_reviews == replace(window.queue.queued_reviews, is_stopped=True)
    assert again.queue.queued_reviews.n_judged == 0 and again.judged == []
    again.queue.resume()
    again.work()
    assert again.queue.queued_reviews.is_done


def test_the_judging_goes_on_after_a_stop_if_its_matches_are_chosen_again(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(2)
    window.choose_all()
    window.queue.stop()
    assert window.queue.add_matches(()) == 0 and not window.queue.is_working
    assert window.choose_all() == 0 and window.queue.is_working


def test_the_queue_gives_way_and_goes_on_after_some_quiet(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(2)
    window.choose_all()
    window.queue.judge_step_finishes_match()
    window.waits = True
    window.queue.judge_step_finishes_match()
    assert window.judges[-1].is_closed
    window.waits = False
    window.work(1)
    assert window.queue.queued_reviews.n_judged == 0, "not yet quiet"
    window.seconds += QUIET_SECONDS
    window.work()
    assert window.queue.queued_reviews.is_done


def test_a_match_at_the_table_and_a_review_keep_the_queue_waiting(tmp_path: Path) -> None:
    services = ServicesWithQueue(tmp_path).services
    waits = services.review_queue._must_wait  # the condition that the services gave the queue
    assert not waits()
    services.local_table.begin_match(MatchSetup("keypad", PEOPLE))
    assert waits()
    services.leave_table()
    assert not waits()
    thinker = services.thinker.claim_thinker()
    MatchReviews(REVIEWED, thinker).request_review_unless_complete(0)
    assert waits()


def test_only_finished_matches_are_added_and_each_once(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(2)
    found = window.services.library_browser.find_matches()
    assert window.queue.add_matches((replace(found[0], is_unfinished=True),)) == 0
    assert window.queue.add_matches(found) == 2 and window.queue.add_matches(found) == 0
    window.work(1)
    window.keep(1, first=7)
    assert window.choose_all() == 1
    assert (window.queue.queued_reviews.n_judged, len(window.queue.queued_reviews.keys)) == (1, 3)
    window.work()
    window.choose_all()
    assert window.queue.queued_reviews.n_judged == 0, "a new choice after the last one is done"


def test_matches_that_are_judged_already_are_passed_over_together(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(5)
    window.choose_all()
    window.work()
    window.choose_all()
    window.queue.judge_step_finishes_match()
    assert window.queue.queued_reviews.is_done and len(window.queue.queued_reviews.keys) == 5


def test_matches_that_are_gone_or_cannot_be_judged_are_passed_over(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(2)
    library = window.services.library.opened_library
    assert library is not None
    three = (*PEOPLE, SeatInfo("CLEO", "human"))
    library.add_match(random_record(rules_for("trio", {"target": 1}), three, Random(1)))
    window.choose_all()
    library.mark_deleted((1,))
    window.work()
    n_rounds = next(entry.rounds for entry in library.find_matches() if entry.id == 2)
    assert window.queue.queued_reviews.is_done and len(window.judged) == n_rounds


def test_a_round_whose_judging_fails_is_tried_again_and_then_passed_over(tmp_path: Path) -> None:
    class Failing(InstantJudge):
        def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
            ticket = self.running_review_ticket()
            updates = super().pop_review_updates()
            return (ReviewUpdate(ticket, None),) if updates else ()

    window, judge = ServicesWithQueue(tmp_path), Failing()
    window.queue._make_thinker = lambda: judge  # replaces only the process of this queue
    window.keep(1)
    window.choose_all()
    window.work()
    n_rounds = window.services.library_browser.find_matches()[0].rounds
    assert window.queue.queued_reviews.is_done and len(judge.judged) == MAX_TRIES * n_rounds


def test_the_chosen_matches_are_read_back_from_their_file() -> None:
    choice = QueuedReviews(("a", "b"), 1, True)
    data = json.loads(json.dumps(review_queue_to_data(choice)))
    assert review_queue_and_whether_damaged(data) == (choice, False)


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"matches": ["a", 7, "a"]}, QueuedReviews(("a",), 0, True)),
        ({"matches": "a"}, QueuedReviews()),
        ({"format": "other"}, QueuedReviews()),
        ({"judged": -1}, QueuedReviews(("a", "b"), 0, True)),
        ({"judged": 3}, QueuedReviews(("a", "b"), 0, True)),
        ({"judged": "1"}, QueuedReviews(("a", "b"), 0, True)),
        ({"stopped": 5}, QueuedReviews(("a", "b"), 1, False)),
    ],
)
def test_valid_entries_of_a_damaged_list_are_used(changed: Any, found: QueuedReviews) -> None:
    data = {**review_queue_to_data(QueuedReviews(("a", "b"), 1, True)), **changed}
    assert review_queue_and_whether_damaged(data) == (found, True)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"matches": 1}'])
def test_a_damaged_list_is_reported_in_one_sentence_and_loses_no_review(
    tmp_path: Path, content: bytes
) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(1)
    window.choose_all()
    window.work()
    window.close()
    (tmp_path / REVIEW_QUEUE_FILE).write_bytes(content)
    again = ServicesWithQueue(tmp_path)
    assert again.queue.queued_reviews == QueuedReviews()
    (problem,) = again.services.pop_problems()
    assert problem.backup_path and problem.backup_path in problem_sentence(problem)
    assert again.choose_all() == 1
    again.work()
    assert again.queue.queued_reviews.is_done and again.judged == []


def test_a_second_window_judges_nothing(tmp_path: Path) -> None:
    window = ServicesWithQueue(tmp_path)
    window.keep(1)
    window.choose_all()
    second = ServicesWithQueue(tmp_path)
    assert not second.services.is_saving and not second.queue.is_working
    second.queue.judge_step_finishes_match()
    assert second.judges == []


# Tests of the lists of mistakes.


def judged_window(folder: Path, **provenance: Any) -> ServicesWithQueue:
    window = ServicesWithQueue(folder)
    library = window.services.library.opened_library
    assert library is not None
    library.add_match(REVIEWED, MatchProvenance(**provenance))
    window.choose_all()
    window.work()
    return window


def test_the_mistakes_are_those_that_the_review_marks(tmp_path: Path) -> None:
    window = judged_window(tmp_path)
    practice = window.services.puzzle_practice
    practice.select_player("ANNA")
    reviews = window.services.library_reviews.reviews_of_match(1)
    assert reviews is not None
    review = reviews.review_of(0, 0)
    assert review is not None
    marked = {
        (turn.first_action, turn.mistake_class): turn.match_loss
        for turn in review.mistakes_worst_first()
        if turn.mistake_class in ("mistake", "blunder")
    }
    found = {(one.action, one.mistake_class): one.loss for one in practice.mistakes()}
    assert found == pytest.approx(marked) and found
    assert practice.mistakes((1,)) == practice.mistakes() and practice.mistakes(()) == ()
    for one in practice.mistakes():
        turn = reviews.turn_with_action(one.round, one.action, one.seat)
        assert turn is not None and turn.first_action == one.action
        attempt = reviews.attempt_at_turn(one.round, turn, one.seat)
        assert attempt is not None and attempt.question.key == one.key


def test_the_mistakes_are_only_those_of_the_player(tmp_path: Path) -> None:
    window = judged_window(tmp_path)
    practice = window.services.puzzle_practice
    for other in ("Cipher", "BELA", ""):
        practice.select_player(other)
        assert practice.mistakes() == ()
    watched = judged_window(tmp_path / "watched", source="watched").services.puzzle_practice
    watched.select_player("ANNA")
    assert watched.mistakes() == ()


def test_a_mistake_counts_in_each_of_its_themes_and_one_without_in_a_line_of_its_own(
    tmp_path: Path,
) -> None:
    window = judged_window(tmp_path)
    practice = window.services.puzzle_practice
    practice.select_player("ANNA")
    one = practice.mistakes()[0]
    dear = replace(one, themes=("double", "tempo"), loss=0.3, mistake_class="blunder")
    cheap = replace(one, themes=("tempo",), loss=0.1, mistake_class="mistake")
    bare = replace(one, themes=(), loss=0.01, mistake_class="mistake")
    groups = mistakes_by_theme((cheap, bare, dear))
    assert [group.theme for group in groups] == ["tempo", "double", None]
    assert [group.mistakes for group in groups] == [(dear, cheap), (dear,), (bare,)]
    assert [group.n_blunders for group in groups] == [1, 1, 0]
    assert groups[0].loss == pytest.approx(0.4)


def test_judging_in_the_background_makes_no_puzzles_by_itself(tmp_path: Path) -> None:
    window = judged_window(tmp_path)
    window.services.puzzle_practice.select_player("ANNA")
    assert window.services.puzzle_practice.mistake_question_keys() == frozenset()
