"""The review screen: marks, mistakes and retries, with mouse, keys and gamepad."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from assets.shots.reviewed_match import (
    IdleThinker,
    sample_match_reviews,
    sample_question,
    sample_record,
    sample_review,
)

from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurnSource
from hacktrick.coach.thinking_client import ReviewUpdate
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import MatchQuery
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder, window_tree
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene
from hacktrick.ui.screens.review.review_scene import PAGES, MatchChanceCurve, ReviewScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import PEOPLE, Rig, saved_text
from tests.support.table_clicks import click_coach, click_turn, coach_labels, coach_text


class PreparedJudge(IdleThinker):
    """A thinker that answers each request with the review from ``sample_review``."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def request_review(self, finished) -> int:  # type: ignore[no-untyped-def]
        self.finished = finished
        self.asked.append(finished.judgement.number)
        return len(self.asked)

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        found = sample_review(self.finished) if self.asked else None
        if found is None:
            return ()
        ticket = len(self.asked)
        return ReviewUpdate(ticket, found), ReviewUpdate(ticket, None)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def open_review(rig: Rig, number: int = 0) -> ReviewScene:
    rig.show(Scene(rig.context))
    scene: ReviewScene = rig.show(
        ReviewScene(rig.context, rig.services, sample_match_reviews(), number)
    )
    scene.show_round(number)
    return scene


def test_marks_appear_once_the_judge_has_found_them(rig: Rig) -> None:
    record, judge = sample_record(), PreparedJudge()
    made = MatchReviews(record, judge)
    scene = rig.show(ReviewScene(rig.context, rig.services, made, 0))
    assert judge.asked == [0]
    rig.tick()
    assert scene.listed_worst_mistakes and scene.shown_turn is scene.listed_worst_mistakes[0]


def test_a_review_opens_from_the_seat_whose_mistake_is_looked_at(rig: Rig) -> None:
    people = replace(sample_record(), seats=PEOPLE)
    for seat in (0, 1):
        rig.navigator.show_review_or_ask_whose(MatchReviews(people, PreparedJudge()), 0, seat=seat)
        rig.apply_scene_changes()
        assert rig.top.seat == seat
    rig.navigator.show_review_or_ask_whose(
        MatchReviews(sample_record(), PreparedJudge()), 0, seat=1
    )
    rig.apply_scene_changes()
    assert rig.top.seat == 0, "a computer's seat has no review"


def test_the_review_of_two_people_asks_whose_turns_are_wanted(rig: Rig) -> None:
    people = replace(sample_record(), seats=PEOPLE)
    rig.navigator.show_review_or_ask_whose(MatchReviews(people, PreparedJudge()), 0)
    rig.apply_scene_changes()
    assert [answer.label for answer in rig.top.answers] == ["ANNA", "BELA", "Cancel"]
    rig.top.group.widgets[1].activate()
    rig.apply_scene_changes()
    assert isinstance(rig.top, ReviewScene) and rig.top.seat == 1


def test_the_worst_mistake_is_shown_first_and_n_shows_the_next(rig: Rig) -> None:
    scene = open_review(rig)
    numbers = [turn.number for turn in scene.listed_worst_mistakes]
    assert scene.turn_index == numbers[0] - 1
    rig.key(pygame.K_n)
    assert scene.turn_index == numbers[1] - 1
    rig.click("next")
    assert scene.turn_index == numbers[2] - 1
    for _n in numbers:
        rig.post(pygame.Event(INTENT, name="next_mistake", button=""))
    assert scene.turn_index == numbers[2] - 1


def test_a_click_on_the_curve_or_an_arrow_key_chooses_a_turn(rig: Rig) -> None:
    scene = open_review(rig)
    curve = scene.widgets["curve"].rect
    rig.press((curve.left + 60, curve.centery))
    assert scene.turn_index < 3
    before = scene.turn_index
    scene.group.set_focus(scene.widgets["curve"])
    rig.key(pygame.K_RIGHT)
    assert scene.turn_index == before + 1
    rig.key(pygame.K_LEFT)
    rig.key(pygame.K_LEFT)
    assert scene.turn_index == before - 1


def test_the_curve_counts_turns_as_the_titles_do(rig: Rig) -> None:
    scene = open_review(rig)
    curve = scene.widgets["curve"]
    assert isinstance(curve, MatchChanceCurve) and scene.shown_turn is not None
    assert curve.numbers[scene.turn_index] == scene.shown_turn.log_turn != scene.turn_index + 1
    assert any(f"Turn {scene.shown_turn.log_turn}: " in line for line in read_out(rig))


@pytest.mark.parametrize("n_turns", [9, 20])
def test_the_axis_of_the_curve_shows_each_number_once(n_turns: int, rig: Rig) -> None:
    """An ask and the turn that it begins have the same number."""
    curve = MatchChanceCurve(rig.context, lambda turn: None)
    curve.rect = pygame.Rect(0, 0, 900, 300)
    curve.numbers = [0, *(max(1, n - n // 7) for n in range(1, n_turns))]
    assert len(set(curve.numbers)) < n_turns
    curve.values, curve.own = [(0.5, None)] * (n_turns + 1), [True] * n_turns
    curve.signs = curve.mistakes = [""] * n_turns
    recorder = TextRecorder()
    rig.context.set_text_recorder(recorder)
    curve.draw(rig.surface)
    below = [
        one.text
        for one in recorder.collect_painted_texts()
        if one.rect[1] >= 300 - rig.context.px(22)
    ]
    assert len(below) >= 6 and len(below) == len(set(below))


def test_figures_are_hidden_until_requested(rig: Rig) -> None:
    scene = open_review(rig)
    without = rig.picture()
    rig.click("figures")
    assert scene.shows_chance_change and rig.picture() != without


def test_a_round_without_a_judgement_shows_no_turns(rig: Rig) -> None:
    scene = open_review(rig, 1)
    assert scene.shown_review is None and not scene.listed_worst_mistakes
    rig.key(pygame.K_n)
    assert scene.message


@pytest.mark.parametrize("page", PAGES)
def test_in_a_small_window_the_columns_are_pages(page: str, tmp_path: Path) -> None:
    rig = Rig(tmp_path, (960, 600))
    scene = open_review(rig)
    rig.click(f"page {page}")
    assert scene.page_name == page and ("moments" in scene.widgets) == (page == "moments")
    rig.picture()
    rig.context.rebuild_and_lay_out((1280, 720))
    assert "page turn" not in scene.widgets and "moments" in scene.widgets


def test_a_mistake_solved_on_a_retry_leaves_the_list(rig: Rig) -> None:
    scene = open_review(rig)
    n = len(scene.listed_worst_mistakes)
    rig.key(pygame.K_r)
    question = rig.top
    assert isinstance(question, PositionPuzzleScene)
    click_turn(rig, question.attempt.question.options[0][0])
    assert question.attempt.state == "solved"
    rig.wait(5.0)
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and len(scene.listed_worst_mistakes) == n - 1


def test_a_retry_says_what_was_played_and_what_the_best_turn_is_worth(rig: Rig) -> None:
    quiz = QuestionAttempt(sample_question(), IdleThinker())
    settled: list[QuestionAttempt] = []
    source = RetriedTurnSource(quiz, 21, settled.append)
    rig.show(Scene(rig.context), PositionPuzzleScene(rig.context, rig.services, source))
    assert "Your choice then: " in coach_text(rig) and "to win the match" in coach_text(rig)
    click_coach(rig, "Show")
    assert quiz.state == "missed" and settled == [quiz]
    assert coach_labels(rig) == ["Leave"]


def test_a_finished_match_can_be_played_on_from_a_turn(tmp_path: Path) -> None:
    rig = Rig(tmp_path, bare_table=True)
    scene = open_review(rig)
    rig.key(pygame.K_b)
    assert rig.services.session is not None and rig.top is not scene
    assert rig.services.session.round_number == 1


def test_the_same_deal_can_be_played_from_the_other_seat(rig: Rig) -> None:
    open_review(rig)
    rig.click("swap")
    assert isinstance(rig.top, NoticeScene) and "does not count for your rating" in rig.top.text
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, ReviewScene) and rig.services.session is None
    rig.click("swap")
    rig.click("0")
    assert isinstance(rig.top, TableScene)
    session = rig.services.session
    assert session is not None and session.viewer == 1
    assert session.seats == sample_record().seats[::-1]


def test_playing_on_leaves_the_match_under_way_alone(rig: Rig) -> None:
    rig.save_a_match()
    saved = saved_text(rig.services)
    open_review(rig)
    rig.click("swap")
    rig.click("0")
    assert isinstance(rig.top, TableScene)
    rig.services.leave_table()
    assert saved_text(rig.services) == saved


def test_if_seats_cannot_be_swapped_a_reason_is_shown(rig: Rig) -> None:
    scene = open_review(rig)
    scene.reviews.seats = (SeatInfo("A", "human"), SeatInfo("B", "human"))
    rig.click("swap")
    assert scene.message == "This needs one person and one computer player."


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (720, 1280)])
def test_all_buttons_have_the_same_height(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    scene = open_review(rig)
    doings = [scene.widgets[name].rect for name in ("next", "retry", "branch", "swap", "back")]
    heights = [rect.height for rect in doings]
    assert max(heights) - min(heights) <= 1 and min(heights) >= rig.context.px(34)
    assert not any(one.collidelistall(doings[n + 1 :]) for n, one in enumerate(doings))
    beside = scene.widgets.get("figures")
    assert beside is None or doings[-1].right <= beside.rect.left, "Back is at the left"


def drawn_texts(rig: Rig) -> set[str]:
    """Return the texts that the screen shows."""
    rig.context.set_text_recorder(recorder := TextRecorder())
    rig.top.draw(rig.surface)
    return {one.text for one in recorder.collect_painted_texts()}


@pytest.mark.parametrize("is_judged", [False, True])
def test_a_guess_waits_in_words_until_the_round_is_judged(rig: Rig, is_judged: bool) -> None:
    made = sample_match_reviews() if is_judged else MatchReviews(sample_record(), IdleThinker())
    scene = rig.show(ReviewScene(rig.context, rig.services, made, 0))
    scene.set_guessing_before_review(True)
    assert (scene.review_sentences.guess_wait_sentence() in drawn_texts(rig)) != is_judged


def test_while_the_player_guesses_nothing_tells_how_many_rounds_there_are(rig: Rig) -> None:
    scene = open_review(rig)
    n, total = scene.round_index + 1, len(scene.reviews)
    assert f"Round {n} of {total}" in drawn_texts(rig)
    scene.set_guessing_before_review(True)
    shown = {text for text in drawn_texts(rig) if text.startswith(f"Round {n}")}
    assert shown == {f"Round {n}"}


def test_guessing_shows_the_judges_values_only_after_the_answer(rig: Rig) -> None:
    scene = open_review(rig)
    scene.set_guessing_before_review(True)
    rig.tick()
    guessed = scene.guess_first_review
    assert guessed is not None and scene.listed_worst_mistakes == ()
    while not scene.must_guess_first:
        assert scene.review_sentences.no_mistakes_yet_sentence() in drawn_texts(rig)
        rig.click("next")
    n_revealed = len(guessed.revealed_turns)
    assert n_values(scene) == n_revealed
    rig.click("next")
    assert scene.message and guessed.index == scene.turn_index == n_revealed
    scene.group.set_focus(scene.widgets["moments"])
    rig.key(pygame.K_RETURN)
    assert guessed.guess_of_turn(n_revealed) == guessed.turns_to_guess_from[0]
    assert not scene.must_guess_first and n_values(scene) == n_revealed + 1


def test_while_the_player_guesses_only_their_own_knowledge_is_drawn(rig: Rig) -> None:
    scene = open_review(rig)
    scene.set_guessing_before_review(True)
    assert scene.guess_first_review is not None
    while not scene.must_guess_first:
        scene.show_next_mistake()
    rig.context.set_text_recorder(TextRecorder())
    before, read = rig.picture(), read_out(rig)
    hidden_from_player(scene)
    scene.rebuild_widgets()
    assert rig.picture() == before
    assert read_out(rig) == read
    scene.set_guessing_before_review(False)
    scene.show_turn_at_index(scene.turn_index)
    assert rig.picture() != before
    assert read_out(rig) != read


def read_out(rig: Rig) -> list[str]:
    """Return everything that a screen reader gets."""
    rig.draw()
    tree = window_tree("", rig.stack.visible_scenes())
    return [f"{path}: {node}" for path, node in tree.nodes()]


def n_values(scene: ReviewScene) -> int:
    curve = scene.widgets["curve"]
    assert isinstance(curve, MatchChanceCurve)
    return len(curve.values)


def hidden_from_player(scene: ReviewScene) -> None:
    """Give the opponent other cards, and every later turn and value other contents."""
    review, guessed = scene.shown_review, scene.guess_first_review
    assert review is not None and guessed is not None
    # Changes exactly what the player may not see.
    for n, moments in enumerate(review._moments):
        for k, moment in enumerate(moments):
            hands = list(moment.hands)
            hands[1 - review.seat] = hands[1 - review.seat][::-1]
            moments[k] = replace(moment, hands=tuple(hands))
        if n >= guessed.index:
            turn = review.turns[n]
            options = tuple((one[0], replace(one[1], match=0.5), one[2]) for one in turn.options)
            other = replace(
                turn,
                options=options[::-1] if n == guessed.index else (),
                made=turn.options[-1][0] if n == guessed.index else (),
                mistake_class="blunder",
            )
            review.turns = (*review.turns[:n], other, *review.turns[n + 1 :])


def test_the_answer_at_the_table_counts_as_the_guess(rig: Rig) -> None:
    scene = open_review(rig)
    scene.set_guessing_before_review(True)
    while not scene.must_guess_first:
        scene.show_next_mistake()
    guessed = scene.guess_first_review
    assert guessed is not None
    rig.key(pygame.K_r)
    assert isinstance(rig.top, PositionPuzzleScene)
    assert rig.top.attempt.question.opponent_hand is None
    click_turn(rig, guessed.turns_to_guess_from[0])
    rig.wait(0.2)
    rig.stack.pop()
    rig.tick()
    assert (
        guessed.guess_of_turn(guessed.index) == guessed.turns_to_guess_from[0]
        and not scene.must_guess_first
    )


def test_a_note_on_a_turn_is_kept_and_found_by_searching(rig: Rig) -> None:
    library = rig.services.library_browser
    assert library.import_text(sample_record().as_text())
    (entry,) = library.find_matches()
    made = sample_match_reviews()
    made.match_number = entry.id
    rig.show(Scene(rig.context))
    scene: ReviewScene = rig.show(ReviewScene(rig.context, rig.services, made, 0))
    scene.show_turn_at_index(scene.listed_worst_mistakes[0].number - 1)
    rig.click("note")
    rig.type("Watch key 5")
    rig.click("save")
    rig.tick()
    (note,) = library.turn_notes(entry.id)
    assert note.text == "Watch key 5" and note.action <= scene.listed_worst_mistakes[0].first_action
    assert library.find_matches(MatchQuery(text="watch 5")) == library.find_matches()
    assert library.find_matches(MatchQuery(text="watch 6")) == ()


def test_a_match_that_is_not_kept_takes_no_notes(rig: Rig) -> None:
    scene = open_review(rig)
    rig.click("note")
    assert rig.top is scene and scene.message


def test_the_played_turn_is_listed_even_if_few_turns_fit(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    scene = open_review(rig)
    below = 0
    for turn in scene.listed_worst_mistakes:
        scene.show_turn_at_index(turn.number - 1)
        if turn.made in [actions for actions, _forecast, _share in turn.options]:
            below += turn.made not in [actions for actions, *_rest in turn.options[:5]]
            assert sum("(played)" in text for text in drawn_texts(rig)) == 1
    assert below, "some played turn is not among the best"
