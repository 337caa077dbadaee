"""A question is answered at the real table: by clicks on cards, keys and buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.puzzle_practice import QuestionAttempt, QuestionSeries
from hacktrick.app.settings import Settings
from hacktrick.coach.judgement import TurnLoss
from hacktrick.coach.puzzles import PositionQuestion, shipped_puzzles
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.thinking_client import AnalysisUpdate, InlineThinker, Thinker
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import cards_of
from hacktrick.game.view import View
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.widgets.basic_widgets import Button
from tests.support.rig import AT_REST, WHOLE, Rig
from tests.support.table_clicks import (
    click_card,
    click_coach,
    click_end,
    click_key,
    click_turn,
    coach_labels,
    coach_text,
)


class InstantReplier(InlineThinker):
    """A thinker that knows the opponent's reply to a wrong turn at once."""

    def __init__(self, *reply: str) -> None:
        super().__init__()
        self.reply = tuple(map(parse, reply))
        self.asked: list[tuple[str, ...]] = []

    def request_analysis(self, kind: object, view: View, actions_made: tuple[str, ...] = ()) -> int:
        self.asked.append(actions_made)
        return len(self.asked)

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        why = Explanation((), (), TurnLoss(1.0, 0.2), (), 20, 0.2, 0.01, self.reply)
        return (AnalysisUpdate(len(self.asked), why),) if self.asked else ()


def puzzles_of(
    kind: str, wanted: Callable[[PositionQuestion], bool] = lambda question: True, n: int = 1
) -> list[PositionQuestion]:
    numbers = (
        number for number, (_key, own) in enumerate(shipped_puzzles().keys_and_kinds) if own == kind
    )
    found: list[PositionQuestion] = []
    for number in numbers:
        if len(found) < n and wanted(shipped_puzzles()[number]):
            found.append(shipped_puzzles()[number])
    return found


def plays_first(question: PositionQuestion) -> bool:
    return question.options[0][0][0].verb == "play" and question.options[-1][0][0].verb == "play"


class ShownQuestion:
    """A question on the screen, and the outcomes reported for it."""

    def __init__(
        self,
        folder: Path,
        *questions: PositionQuestion,
        thinker: Thinker | None = None,
        size: tuple[int, int] = WHOLE,
    ) -> None:
        settings = Settings(**AT_REST)  # type: ignore[arg-type]
        self.rig = Rig(folder, size, settings)
        self.settled: list[QuestionAttempt] = []
        self.below = Scene(self.rig.context)
        series = QuestionSeries(
            "mixed", questions, thinker or InstantReplier(), self.settled.append
        )
        scene = PositionPuzzleScene(self.rig.context, self.rig.services, series)
        self.rig.show(self.below, scene)

    @property
    def scene(self) -> PositionPuzzleScene:
        scene = self.rig.top
        assert isinstance(scene, PositionPuzzleScene)
        return scene

    @property
    def attempt(self) -> QuestionAttempt:
        return self.scene.attempt

    @property
    def best(self) -> tuple[Action, ...]:
        return self.attempt.question.options[0][0]

    @property
    def worst(self) -> tuple[Action, ...]:
        return self.attempt.question.options[-1][0]


@pytest.mark.parametrize("by_key", [False, True], ids=["card", "key"])
def test_a_clicked_turn_solves_the_question_on_the_board(tmp_path: Path, by_key: bool) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("hold", plays_first, 2))
    question, before = asked.attempt.question, asked.scene.session.public
    click_turn(asked.rig, asked.best, by_key)
    asked.rig.wait(1.0)
    assert asked.attempt.state == "solved" and asked.settled == [asked.attempt]
    after, card = asked.scene.session.public, asked.best[0].row_card
    assert card is not None and after.row[-1] == card
    assert after.markers_on(before.row[-1] + card, question.seat)
    assert coach_text(asked.rig).startswith("Right")
    hands = asked.scene.model.snapshot.hands
    assert hands is not None and question.opponent_hand is not None
    assert hands[1 - question.seat] == cards_of(question.opponent_hand)
    assert coach_labels(asked.rig) == ["Next", "Leave"]
    click_coach(asked.rig, "Next")
    assert asked.attempt.question is not question and asked.attempt.state == "open"


def test_a_wrong_turn_is_punished_on_the_board_and_can_be_tried_again(tmp_path: Path) -> None:
    (question,) = puzzles_of("hold", plays_first)
    last = question.options[-1][0][0].row_card
    assert last is not None
    reply = 5 - last if 2 * last != 5 else 0
    asked = ShownQuestion(tmp_path, question, thinker=InstantReplier(f"play {reply}", "pass"))
    before = asked.scene.session.public
    click_turn(asked.rig, asked.worst)
    asked.rig.wait(2.0)
    assert asked.attempt.state == "wrong" and not asked.settled
    public = asked.scene.session.public
    assert public.row[-2:] == (last, reply)
    assert public.markers_on(last + reply, 1 - question.seat)
    assert asked.scene.highlighted_place_names() == [f"key {last + reply}"]
    assert f"would reply with a {reply}" in coach_text(asked.rig)
    assert "solution" not in coach_text(asked.rig)
    assert coach_labels(asked.rig) == ["Try again", "Show", "Leave"]
    asked.rig.key(pygame.K_RETURN)
    assert asked.attempt.state == "open" and asked.scene.session.public == before


def test_after_three_wrong_turns_the_solution_is_on_the_board(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("hold", plays_first))
    for _n in range(2):
        click_turn(asked.rig, asked.worst)
        asked.rig.wait(1.0)
        click_coach(asked.rig, "Try again")
    click_turn(asked.rig, asked.worst)
    asked.rig.wait(1.0)
    assert asked.attempt.state == "missed" and asked.settled == [asked.attempt]
    assert asked.scene.session.public.row[-1] == asked.best[0].row_card
    assert coach_text(asked.rig).startswith("The solution: ")
    click_coach(asked.rig, "Leave")
    assert asked.rig.top is asked.below


def test_show_puts_the_solution_on_the_board(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("home", plays_first))
    click_coach(asked.rig, "Show")
    asked.rig.wait(1.0)
    assert asked.attempt.state == "missed" and asked.settled == [asked.attempt]
    assert asked.scene.session.public.row[-1] == asked.best[0].row_card


def test_the_solution_covers_nothing_of_the_opponent_in_a_high_window(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("home", plays_first), size=(900, 1400))
    for _state in ("asked", "answered"):
        table, strip = asked.scene.places.table, asked.scene.widgets.coach_panel
        covered = [*table.faces, *table.hands, *table.racks]
        assert strip.visible and strip.rect.collidelist(covered) == -1
        if asked.attempt.state == "open":
            click_coach(asked.rig, "Show")
            asked.rig.wait(1.0)
    assert asked.attempt.state == "missed"


def test_a_long_heading_takes_two_lines_before_it_is_made_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("tempo"))
    heading, drawn = "Today's puzzle: Draw or play?", []
    monkeypatch.setattr(asked.scene, "exercise_title", lambda: heading)
    monkeypatch.setattr(
        type(asked.rig.context.fonts),
        "draw_one_or_two_lines",
        lambda _self, _surface, text, _place, style, *_more: drawn.append((text, style)),
    )
    asked.scene.refresh()
    asked.rig.draw()
    assert (heading, styles.SMALL) in drawn


@pytest.mark.parametrize("size", [(960, 540), (960, 600), (1280, 720), (900, 1400)])
@pytest.mark.parametrize("origin", ["today", "kind"])
def test_no_heading_is_cut(
    tmp_path: Path, size: tuple[int, int], origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, drawn = Rig(tmp_path, size), []
    fonts = type(rig.context.fonts)
    whole = fonts.draw_one_or_two_lines

    def draw(self: Fonts, *args: Any) -> Any:
        drawn.append((args[1], self.wrap(args[1], args[3], args[6]) if len(args) > 6 else []))
        return whole(self, *args)

    monkeypatch.setattr(fonts, "draw_one_or_two_lines", draw)
    rig.services.puzzle_practice.select_player()
    practice = rig.services.puzzle_practice
    series = (
        practice.daily_puzzle_series() if origin == "today" else practice.series_of_kind("word")
    )
    assert series is not None
    rig.navigator.show_puzzle(series)
    rig.stack.apply_changes()
    rig.draw()
    start = "Today's puzzle" if origin == "today" else "●"
    found = [lines for text, lines in drawn if text.startswith(start)]
    assert found and all(len(lines) <= 2 for lines in found)


def test_a_draw_as_the_answer_shows_no_card_of_the_deck(tmp_path: Path) -> None:
    draws = puzzles_of("tempo", lambda question: question.options[0][0][0].verb == "draw")
    asked = ShownQuestion(tmp_path, *draws)
    hand = asked.scene.session.observation
    click_turn(asked.rig, asked.best)
    asked.rig.wait(1.0)
    assert asked.attempt.state == "solved" and asked.scene.session.observation == hand
    assert asked.scene.highlighted_place_names() == ["deck"]
    asked.rig.key(pygame.K_ESCAPE)
    assert asked.rig.top is asked.below


def test_where_only_the_end_is_asked_for_the_card_is_chosen_already(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("word"))
    (given,) = {actions[0] for actions, _where, _share in asked.attempt.question.options}
    assert given.verb == "play" and asked.scene.turn.draft.card == given.card
    right = asked.best[-1]
    wrong = next(end for end in ("pass", "play", "guard") if end not in str(right))
    click_end(asked.rig, wrong)
    assert asked.attempt.state == "wrong"
    click_coach(asked.rig, "Try again")
    assert asked.scene.turn.draft.card == given.card
    click_turn(asked.rig, asked.best)
    assert asked.attempt.state == "solved" and not asked.attempt.is_solved_at_first_try


def test_another_card_than_the_given_one_is_refused_with_a_sentence(tmp_path: Path) -> None:
    def has_another(question: PositionQuestion) -> bool:
        given, last = question.first_actions()[0].row_card, question.public.row[-1]
        return any(card not in (given, last) for card in question.hand)

    asked = ShownQuestion(tmp_path, *puzzles_of("word", has_another))
    given, last = asked.best[0].row_card, asked.scene.session.public.row[-1]
    hand = asked.attempt.question.hand
    click_card(asked.rig, next(card for card in hand if card not in (given, last)))
    click_end(asked.rig)
    assert asked.attempt.state == "open" and not asked.attempt.tried
    assert "only the end of the turn" in asked.scene.message


def test_a_hint_rings_keys_then_the_first_card(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("hold", plays_first))
    before = coach_text(asked.rig)
    click_coach(asked.rig, "Hint")
    assert all(place.startswith("key ") for place in asked.scene.highlighted_place_names())
    assert coach_text(asked.rig) != before
    click_coach(asked.rig, "Hint")
    assert asked.scene.highlighted_place_names()[0] == f"card {asked.best[0].row_card}"
    assert asked.attempt.state == "open"


def test_the_backs_tell_the_hand_only_once_the_question_is_answered(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("must", plays_first))
    assert not asked.scene.model.card_knowledge_by_seat
    click_turn(asked.rig, asked.best)
    asked.rig.wait(2.0)
    assert asked.scene.model.card_knowledge_by_seat or asked.scene.model.snapshot.hands is not None
    assert asked.scene.model.headline == "Right!"


def test_escape_unselects_first_and_then_leaves(tmp_path: Path) -> None:
    asked = ShownQuestion(tmp_path, *puzzles_of("hold", plays_first))
    click_key(asked.rig, asked.scene.session.public.row[-1] + (asked.best[0].row_card or 0))
    assert asked.scene.turn.draft.card == asked.best[0].row_card
    asked.rig.key(pygame.K_ESCAPE)
    assert asked.scene.turn.draft.card is None
    asked.rig.key(pygame.K_ESCAPE)
    assert asked.rig.top is asked.below


def test_the_player_is_the_one_who_is_asked_at_either_seat(tmp_path: Path) -> None:
    for seat in (0, 1):
        (question,) = puzzles_of("hold", lambda one, seat=seat: one.seat == seat)  # type: ignore[misc]
        asked = ShownQuestion(tmp_path / str(seat), question)
        assert asked.scene.model.bottom == seat
        seats = asked.scene.session.seats
        assert seats[seat].player == "human" and seats[1 - seat].name == "Phantom"
        asked.rig.picture()


@pytest.mark.parametrize("kind", ["best", "home", "hold", "must", "word", "ask", "points", "tempo"])
def test_every_turn_of_every_kind_can_be_clicked(tmp_path: Path, kind: str) -> None:
    for number, question in enumerate(puzzles_of(kind, n=3)):
        asked = ShownQuestion(tmp_path / str(number), question)
        for actions, _where, _share in question.options:
            click_turn(asked.rig, actions)
            made = asked.attempt.tried.pop()
            assert question.loss(made) == question.loss(actions)
            asked.attempt.state = "open"
            asked.scene.session.reset_position()
            asked.scene.show_position_without_animation()
            if asked.scene.session.prescribed_first_action is not None:
                click_card(asked.rig, question.first_actions()[0].row_card or 0)


def test_the_list_says_only_once_that_first_tries_count(tmp_path: Path) -> None:
    rig = Rig(tmp_path, WHOLE, Settings(**AT_REST))  # type: ignore[arg-type]
    rig.show(PuzzleListScene(rig.context, rig.services))
    buttons = [one for one in rig.top.widgets.values() if isinstance(one, Button)]
    lines = [one.effect for one in buttons if "first try" in one.effect]
    assert lines == [f"Solved on the first try: 0 of {len(shipped_puzzles())}"]
    counts = [one.effect for one in buttons if one.effect.startswith("0 of ")]
    assert len(counts) == len({kind for _key, kind in shipped_puzzles().keys_and_kinds})
