"""Questions over the table: codes, stakes, powers and whom to ask, also in whole matches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.app.turn_draft import action_offers
from hacktrick.game.actions import CODES, Draw, LayCode, Play
from hacktrick.game.cards import cards_of
from hacktrick.game.code_powers import POWERS
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.table.input.table_widgets import HeldCodesWidget
from hacktrick.ui.table.input.turn_questions import POWER_QUESTIONS, TurnQuestionScene
from hacktrick.ui.table.panels.board_widgets import CodeCardWidget
from hacktrick.ui.table.round_result import ResultScene
from tests.support.parameter_sampling import mark_others_slow
from tests.support.rig import WHOLE, TableRig
from tests.ui.screens.study.test_study_scene import StudyRig


def test_every_power_that_asks_for_a_choice_has_its_question() -> None:
    assert set(POWER_QUESTIONS) == {code for code, one in POWERS.items() if one.has_choice}


def wits_until(
    folder: Path, wanted: Callable[[Match], bool], size: tuple[int, int] = WHOLE
) -> TableRig:
    """Return a table at the first wanted position of random rounds of Battle of Wits."""
    for seed in range(1, 300):
        seats = [SeatInfo("Anna", "human"), SeatInfo("Cipher", "level:1")]
        match, dice = Match.begin_with_rng(rules_for("wits"), seats, Random(seed), 0), Random(seed)
        for _round in range(6):
            while not match.is_round_over:
                if wanted(match):
                    return TableRig(folder, match=match, size=size)
                seen = match.observe(match.public.seat)
                legal = legal_actions(seen)
                if seen.public.phase == "codes":
                    legal = legal[1:]
                match.submit(match.public.seat, dice.choice(legal))
            if match.is_over:
                break
            match.deal_next_round()
    raise AssertionError("not found")


def own_turn_with(code: str) -> Callable[[Match], bool]:
    def wanted(match: Match) -> bool:
        public = match.public
        if public.codes[0] != code or public.seat != 0 or public.phase != "turn":
            return False
        return action_offers(public, 0, match.observe(0))["power"].refusal is None

    return wanted


def test_a_code_is_asked_for_and_laid_by_a_digit(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: one.public.phase == "codes" and one.public.seat == 0)
    bench.tick()
    assert isinstance(bench.top, TurnQuestionScene)
    bench.picture()
    held = bench.match.observe(0).held
    before = len(bench.texts())
    bench.key(pygame.K_1)
    assert bench.texts()[before:] == [str(LayCode(held[0]))]
    assert bench.top is bench.table


def test_the_question_can_be_left_and_asked_again(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: one.public.phase == "codes" and one.public.seat == 0)
    bench.tick()
    bench.key(pygame.K_ESCAPE)
    assert bench.top is bench.table
    bench.tick(0.1, 5)
    assert bench.top is bench.table, "it does not come back by itself"
    bench.key(pygame.K_RETURN)
    assert isinstance(bench.top, TurnQuestionScene)


def test_the_cross_of_a_question_leaves_it(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: one.public.phase == "codes" and one.public.seat == 0)
    for size in ((1280, 720), (960, 600), (900, 1400)):
        bench.context.rebuild_and_lay_out(size)
        bench.tick()
        question = bench.top
        assert isinstance(question, TurnQuestionScene)
        cross = question.group.widgets[-1]
        assert min(cross.rect.size) >= MIN_TARGET_PIXELS
        assert question.question_rect.contains(cross.rect)
        assert cross.rect.collidelist([one.rect for one in question.answer_buttons]) < 0
        bench.press(cross.rect.center)
        assert bench.top is bench.table
        bench.key(pygame.K_RETURN)


def test_a_press_beside_a_question_leaves_it(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: one.public.phase == "codes" and one.public.seat == 0)
    bench.tick()
    question = bench.top
    bench.press((question.answer_buttons[0].rect.x - 4, question.answer_buttons[0].rect.y))
    assert bench.top is question  # a press on the panel itself changes nothing
    bench.press((3, 3))
    assert bench.top is bench.table


def test_the_help_of_a_hovered_code_goes_when_its_page_opens(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: any(one.public.codes))
    codes = [one for one in bench.table.group.widgets if isinstance(one, CodeCardWidget)]
    code = next(one for one in codes if one.visible)
    bench.move(code.rect.center)
    assert code.hovered
    bench.table.controller.show_code_cards()
    bench.stack.apply_changes()
    assert bench.top is not bench.table and not code.hovered


def test_any_press_closes_codes_that_are_only_shown(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: any(one.public.codes))
    bench.tick()
    bench.key(pygame.K_c, text="c")
    question = bench.top
    assert isinstance(question, TurnQuestionScene)
    bench.press(question.answer_buttons[0].rect.center)
    assert bench.top is bench.table


def test_board_and_cards_stay_visible_while_a_stake_is_answered(tmp_path: Path) -> None:
    found = wits_until(tmp_path, lambda one: one.public.phase == "answer" and one.public.seat == 0)
    for size in ((1280, 720), (960, 600), (900, 1400), (3440, 1440)):
        found.context.rebuild_and_lay_out(size)
        found.tick()
        assert isinstance(found.top, TurnQuestionScene)
        places, public = found.table.places, found.match.public
        needed = [
            *places.table.keys.values(),
            *places.row_rects(len(public.row)),
            *places.own_hand_rects(public.hand_sizes[0]),
            *(widget.rect for widget in found.table.widgets.icon_buttons),
            *(places.code_card_rect(slot) for slot in (0, 1)),
        ]
        # The frame has no public name, since it is only drawn.
        assert found.top._rect.collidelist(needed) < 0, size


def test_a_stake_is_called_by_a_digit(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, lambda one: one.public.phase == "answer" and one.public.seat == 0)
    bench.tick()
    assert isinstance(bench.top, TurnQuestionScene)
    bench.key(pygame.K_1)
    assert bench.texts()[-1] == "call"


def test_no_button_and_no_rack_is_half_covered_by_a_question(tmp_path: Path) -> None:
    def is_asked(match: Match) -> bool:
        return match.public.phase == "answer" and match.public.seat == 0

    bench = wits_until(tmp_path, is_asked, size=(900, 1400))
    bench.tick()
    shown, button = bench.top, bench.table.widgets.end_turn_button.rect
    assert isinstance(shown, TurnQuestionScene) and shown.is_beside
    assert button.colliderect(shown.question_rect) and not shown.question_rect.contains(button)
    own_rack = bench.table.places.table.racks[0]
    assert shown.question_rect.contains(own_rack)
    left = button.left + 8, button.centery
    ground = bench.draw().get_at((4, button.centery))
    assert bench.surface.get_at(left)[:3] == ground[:3], "the rest of it is not drawn either"
    bench.key(pygame.K_ESCAPE)
    assert bench.draw().get_at(left)[:3] != ground[:3]


def test_the_sentence_of_a_refused_answer_covers_no_answer(tmp_path: Path) -> None:
    rig = StudyRig(tmp_path)
    rig.scene.show_menu_of_more_actions()
    rig.rig.stack.apply_changes()
    question = rig.rig.top
    assert isinstance(question, TurnQuestionScene) and question.question is not None
    before = question.question_rect.height
    # A refused answer shows its reason by this method.
    question._show_notice("There is nothing to redo.")
    line = rig.rig.context.fonts.line_height(styles.BODY)
    assert question.question_rect.height >= before + line
    first = min(widget.rect.top for widget in question.answer_buttons)
    assert first - question.question_rect.top >= line * 2
    assert question.question_rect.contains(question.answer_buttons[-1].rect)


def test_the_coach_panel_is_hidden_under_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, drawn = StudyRig(tmp_path), []
    scene, rig = study.scene, study.rig
    monkeypatch.setattr(
        type(scene.widgets.coach_panel), "draw", lambda *_args: drawn.append("panel")
    )
    rig.draw()
    assert drawn.count("panel") == 1
    scene.show_menu_of_more_actions()
    rig.stack.apply_changes()
    for _page in range(3):
        rig.wait(0.1)
        rig.draw()
        assert drawn.count("panel") == 1
        rig.press(rig.top.answer_buttons[-1].rect.center)
    rig.key(pygame.K_ESCAPE)
    rig.wait(0.1)
    rig.draw()
    assert rig.top is scene and drawn.count("panel") == 2


def test_cards_go_under_the_deck_in_the_order_of_the_presses(tmp_path: Path) -> None:
    bench = wits_until(
        tmp_path,
        lambda one: own_turn_with("sun")(one) and sum(one.observe(0).hand) >= 2,
    )
    cards = cards_of(bench.match.observe(0).hand)
    bench.key(pygame.K_e)
    scene = bench.top
    assert isinstance(scene, TurnQuestionScene)
    bench.press(scene.answer_buttons[-1].rect.center)
    assert bench.top is scene, "nothing is chosen yet"
    bench.press(scene.answer_buttons[1].rect.center)
    bench.press(scene.answer_buttons[0].rect.center)
    bench.picture()
    bench.press(scene.answer_buttons[-1].rect.center)
    assert bench.texts()[-1] == f"under {cards[1]} {cards[0]}"


def test_a_card_is_swapped_for_an_unseen_one(tmp_path: Path) -> None:
    bench = wits_until(tmp_path, own_turn_with("vaeck"))
    card = cards_of(bench.match.observe(0).hand)[0]
    bench.key(pygame.K_e)
    assert isinstance(bench.top, TurnQuestionScene)
    bench.key(pygame.K_0 + card)
    assert bench.texts()[-1] == f"swap {card}"


@pytest.mark.parametrize(
    ("code", "text"), [("popescu", "ask own"), ("huang", "discard"), ("doo", "stake")]
)
def test_some_powers_take_one_press(tmp_path: Path, code: str, text: str) -> None:
    bench = wits_until(tmp_path, own_turn_with(code))
    bench.key(pygame.K_e)
    assert bench.texts()[-1] == text


@pytest.mark.parametrize("code", ["popescu", "huang", "vaeck", "doo", "sun"])
def test_the_price_of_a_power_is_on_its_button(tmp_path: Path, code: str) -> None:
    bench = wits_until(tmp_path, own_turn_with(code))
    bench.draw()
    content = bench.table.widgets.power.button_content()
    model = bench.table.model
    own, captured = (model.marker_style(side).marker() for side in (0, 1))
    markers = {"popescu": own, "huang": own, "vaeck": captured}
    assert content.price == markers.get(code)
    assert content.detail == ("−1 point" if code == "doo" else "")


def test_a_power_allows_two_cards_in_a_turn(tmp_path: Path) -> None:
    def wanted(match: Match) -> bool:
        public = match.public
        if public.codes[0] != "kriskaya" or public.seat != 0 or public.phase != "turn":
            return False
        return (
            public.is_second_card_allowed
            and len({*cards_of(match.observe(0).hand)} - {public.row[-1]}) > 1
        )

    bench = wits_until(tmp_path, wanted)
    seen = bench.match.observe(0)
    card = next(a.card for a in legal_actions(seen) if isinstance(a, Play))
    bench.key(pygame.K_e)
    assert bench.table.message, "a card is to be chosen first"
    bench.key(pygame.K_0 + card)
    bench.key(pygame.K_e)
    if bench.match.is_round_over:
        return
    assert bench.texts()[-1].startswith(f"play {card}")
    second = next(
        (a.card for a in legal_actions(bench.match.observe(0)) if isinstance(a, Play)), None
    )
    if second is not None:
        bench.key(pygame.K_0 + second)
        bench.key(pygame.K_RETURN)
        assert any(text.endswith("again") for text in bench.texts())


def test_codes_can_be_read_at_any_time(tmp_path: Path) -> None:
    bench = wits_until(
        tmp_path, lambda one: bool(one.observe(0).held) and one.public.phase == "turn"
    )
    bench.key(pygame.K_c)
    assert isinstance(bench.top, TurnQuestionScene)
    bench.picture()
    bench.key(pygame.K_ESCAPE)
    assert bench.top is bench.table


def test_an_open_question_closes_when_the_player_leaves(tmp_path: Path) -> None:
    """With two humans, held codes must leave the screen when the window loses the focus."""
    for seed in range(1, 60):
        bench = TableRig(
            tmp_path / str(seed), "wits", ("human", "human"), seed=seed, curtain=False, leader=0
        )
        dice = Random(seed)
        for _round in range(3):
            while not bench.match.is_round_over and bench.match.public.phase != "codes":
                seen = bench.match.observe(bench.match.public.seat)
                bench.do(dice.choice(legal_actions(seen)))
            if bench.match.public.phase == "codes" or bench.match.is_over:
                break
            bench.match.deal_next_round()
            bench.table.animate_and_announce_changes()
        if bench.match.public.phase == "codes":
            break
    bench.tick(0.05, 3)
    assert isinstance(bench.top, TurnQuestionScene)
    bench.stack.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    bench.stack.update(0.02)
    bench.stack.apply_changes()
    assert bench.session.viewer is None or not isinstance(bench.top, TurnQuestionScene)


def table_asking_a_team(folder: Path) -> TableRig:
    """Return a table of four at which a player is choosing which opponent to ask."""
    for seed in range(1, 80):
        bench = TableRig(
            folder / str(seed), "quartet", ("human", *("level:1",) * 3), seed=seed, leader=0
        )
        bench.play_randomly_until(0, 6)
        if not bench.match.is_round_over and bench.table.widgets.ask.reason is None:
            break
    bench.key(pygame.K_q)
    return bench


def test_a_price_stands_beside_its_label_not_beside_the_digit_to_press(tmp_path: Path) -> None:
    bench = table_asking_a_team(tmp_path)
    bench.tick(0.1, 3)
    bench.context.set_text_recorder(recorder := TextRecorder())
    bench.top.draw(bench.surface)
    places = {one.text: one.rect for one in recorder.collect_painted_texts()}
    choice = bench.top.answer_buttons[-1].answer
    label, price, digit = (
        places[text] for text in (choice.label, choice.price, str(len(bench.top.answer_buttons)))
    )
    assert 0 <= price[0] - label[2] < digit[0] - price[2]


def test_in_a_team_match_one_of_several_opponents_is_asked(tmp_path: Path) -> None:
    bench = table_asking_a_team(tmp_path)
    scene = bench.top
    assert isinstance(scene, TurnQuestionScene)
    bench.picture()
    reasons = [widget.answer.reason for widget in scene.answer_buttons]
    bench.key(pygame.K_1 + reasons.index(None))
    assert bench.texts()[-1] in ("ask 1", "ask 3")
    bench.key(pygame.K_a)
    assert bench.texts()[-1] == "partner"


@pytest.mark.parametrize(
    "preset",
    mark_others_slow(
        ["wits", "trio", "trio-individual", "quartet", "club", "arena"], "wits", "trio", "quartet"
    ),
)
def test_whole_matches_with_codes_are_played_by_keyboard(tmp_path: Path, preset: str) -> None:
    n = {"trio": 3, "trio-individual": 3, "quartet": 4}.get(preset, 2)
    bench = TableRig(
        tmp_path, preset, ("human", *("level:1",) * (n - 1)), seed=6, leader=0, thinks=True
    )
    for _n in range(6000):
        bench.tick(0.5)
        if isinstance(bench.top, ResultScene):
            bench.picture()
            if bench.match.is_over:
                break
            bench.tick(0.5)
            bench.key(pygame.K_RETURN)
        elif isinstance(bench.top, TurnQuestionScene):
            bench.key(pygame.K_1)
        elif bench.session.may_act:
            _act(bench)
    assert bench.match.is_over


def _act(bench: TableRig) -> None:
    seen = bench.match.observe(0)
    legal = legal_actions(seen)
    card = next((a.card for a in legal if isinstance(a, Play)), None)
    if seen.public.phase == "start":
        bench.key(pygame.K_0 + cards_of(seen.hand)[0])
    elif card is not None and seen.public.phase == "turn":
        bench.key(pygame.K_0 + card)
    elif any(isinstance(action, Draw) for action in legal):
        bench.key(pygame.K_d)
    bench.key(pygame.K_RETURN)


@pytest.mark.parametrize("ui_scale", [100, 150, 200])
@pytest.mark.parametrize("size", [(900, 1400), (960, 1080), (720, 1280)])
def test_codes_that_are_kept_are_large_and_free_in_a_tall_window(
    tmp_path: Path, size: tuple[int, int], ui_scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = wits_until(tmp_path, own_turn_with_choice, size)
    rig = TableRig(tmp_path, match=base.match, size=size, ui_scale=ui_scale)
    widgets = rig.table.widgets
    for n_codes in (1, 2, 3):
        held = CODES[:n_codes]
        monkeypatch.setattr(HeldCodesWidget, "codes", held)
        rig.table.turn.clear_choice()
        rig.table.controller.choose_card_or_end_turn(next(iter(rig.table.model.reachable_keys)))
        rig.table.refresh()
        kept = widgets.kept
        assert kept.visible and rig.table.group.widget_at(kept.rect.center) is kept
        assert (
            kept.rect.height >= MIN_TARGET_PIXELS
            and kept.rect.width / n_codes >= MIN_TARGET_PIXELS * 1.5
        )
        free = [*widgets.dock_buttons, widgets.double]
        assert not any(one.visible and one.rect.colliderect(kept.rect) for one in free)
        assert kept.rect.collidelist(rig.table.places.own_hand_rects(4)) < 0
        assert not kept.rect.colliderect(rig.table.places.table.racks[0])
        rig.draw()


def own_turn_with_choice(match: Match) -> bool:
    """Whether seat 0 has the turn and can play a card."""
    public = match.public
    if public.seat != 0 or public.phase != "turn":
        return False
    return any(isinstance(action, Play) for action in legal_actions(match.observe(0)))
