"""The table turns real input events into actions, and answers what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from hacktrick.app.turn_draft import EMPTY_DRAFT
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import playable_cards
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.table.panels.toast import toast_rect
from tests.support.rig import TableRig


@pytest.fixture
def bench(tmp_path: Path) -> TableRig:
    """Return a table at Anna's first turn."""
    made = TableRig(tmp_path)
    made.play_randomly_until(0)
    return made


def own_cards(bench: TableRig) -> tuple[int, ...]:
    return cards_of(bench.match.observe(0).hand)


def good_card(bench: TableRig) -> int:
    seen = bench.match.observe(0)
    return playable_cards(seen.public, seen.hand)[0]


def test_the_start_card_is_played_by_a_digit_and_enter(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, leader=1)
    card = own_cards(bench)[0]
    bench.key(pygame.K_0 + card)
    assert bench.texts() == []
    bench.key(pygame.K_RETURN)
    assert bench.texts() == [f"start {card}"]


def test_a_turn_takes_two_keys(bench: TableRig) -> None:
    card = good_card(bench)
    bench.key(pygame.K_0 + card)
    assert len(bench.texts()) == 1, "nothing is final before the commit"
    bench.key(pygame.K_RETURN)
    assert bench.texts()[1:] == [f"play {card}", "pass"]


def test_a_turn_with_a_command_is_played_on_the_number_pad(bench: TableRig) -> None:
    card = good_card(bench)
    key = bench.match.public.row[-1] + card
    bench.key(getattr(pygame, f"K_KP{key}"))
    bench.key(pygame.K_g)
    assert bench.texts()[1:] == [f"play {card}", "command guard"]


def test_a_turn_is_played_by_clicks_on_card_and_button(bench: TableRig) -> None:
    card = good_card(bench)
    widget = next(one for one in bench.table.widgets.cards if one.value == card)
    bench.press(widget.rect.center)
    assert bench.table.model.preview is not None
    bench.press(bench.table.widgets.end_buttons[1].rect.center)
    assert bench.texts()[1:] == [f"play {card}", "command play"]


def test_a_click_on_a_key_chooses_its_card(bench: TableRig) -> None:
    card = good_card(bench)
    key = bench.match.public.row[-1] + card
    bench.press(bench.table.widgets.keys[key - 1].rect.center)
    assert bench.table.turn.draft.card == card
    bench.key(pygame.K_SPACE)
    assert bench.texts()[1:] == [f"play {card}", "pass"]


def test_dragging_a_card_to_its_key_chooses_it_and_elsewhere_lets_it_go(bench: TableRig) -> None:
    card = good_card(bench)
    widget = next(one for one in bench.table.widgets.cards if one.value == card)
    goal = bench.table.places.key_rect(bench.match.public.row[-1] + card).center

    def drag(end: tuple[int, int]) -> None:
        bench.button(pygame.MOUSEBUTTONDOWN, widget.rect.center)
        bench.move(goal)
        bench.picture()
        assert bench.table.turn.draft.card == card, "the choice shows while the card is in the air"
        bench.move(end)
        bench.button(pygame.MOUSEBUTTONUP, end)

    drag((5, 300))
    assert bench.table.turn.draft == EMPTY_DRAFT
    drag(goal)
    assert bench.table.turn.draft.card == card
    assert len(bench.texts()) == 1


@pytest.mark.parametrize("place", [0, 1])
def test_of_two_equal_cards_the_one_that_is_pressed_is_chosen_and_flies(
    tmp_path: Path, place: int
) -> None:
    bench = table_with_equal_cards(tmp_path)
    widgets = bench.table.widgets.cards
    equal = [one for one in widgets if one.value is not None and one.value == widgets[1].value]
    pressed, other = equal[place], equal[1 - place]
    bench.press(other.rect.center)
    bench.press(pressed.rect.center)
    assert pressed.is_chosen and not other.is_chosen
    assert bench.texts()[1:] == [], "the turn goes on"
    bench.context.change_settings(animation_speed="normal")
    bench.tick(0)
    start = pressed.rect.center
    bench.key(pygame.K_RETURN)
    bench.tick(0.02)
    flyers = bench.table.picture.motion.flyers
    starts = [flyer.make()[1] for flyer in flyers]
    assert any(abs(at[0] - start[0]) < pressed.rect.width / 3 for at in starts)


def table_with_equal_cards(folder: Path) -> TableRig:
    """Return a first turn where two equal cards that can be played lie at the left."""
    for seed in range(400):
        bench = TableRig(folder / str(seed), seed=seed)
        bench.play_randomly_until(0)
        first, second, *_others = own_cards(bench)
        seen = bench.match.observe(0)
        if first == second and first in playable_cards(seen.public, seen.hand):
            return bench
    raise AssertionError("no hand has two equal cards")


def test_draw_is_previewed_and_committed_by_enter(bench: TableRig) -> None:
    bench.key(pygame.K_d)
    assert len(bench.texts()) == 1
    widget, main = bench.table.widgets.draw_button, bench.table.widgets.end_turn_button
    assert widget.primary and (widget.label, widget.effect) == ("Draw", "takes your turn")
    assert widget.visible and not main.visible, "nothing else turns into a draw"
    bench.key(pygame.K_RETURN)
    assert bench.texts()[1:] == ["draw"]


def test_draw_and_ask_keep_their_places_while_a_draw_is_chosen(bench: TableRig) -> None:
    """Otherwise a second press in the same place would take back the draw."""
    widgets = bench.table.widgets
    before = widgets.draw_button.rect.copy(), widgets.ask.rect.copy()
    bench.key(pygame.K_d)
    assert widgets.back.visible
    assert (widgets.draw_button.rect, widgets.ask.rect) == before


def table_where_asking_is_possible(folder: Path) -> TableRig:
    """Return a table at a turn in which the player may ask, or play a card that wins nothing."""
    for seed in range(1, 40):
        bench = TableRig(folder, seed=seed)
        for turn in range(4, 16):
            bench.play_randomly_until(0, turn)
            if bench.match.is_round_over:
                break
            bench.table.refresh()
            can_ask = bench.table.model.offers["ask"].refusal is None
            for card in bench.table.model.reachable_keys if can_ask else ():
                bench.table.controller.choose_card_or_end_turn(card)
                if bench.table.model.preview.result is None:
                    return bench
                bench.table.turn.clear_choice()
    raise AssertionError("nobody may ask")


def test_asking_stays_possible_while_a_card_is_chosen(tmp_path: Path) -> None:
    bench = table_where_asking_is_possible(tmp_path)
    widgets = bench.table.widgets
    assert widgets.draw_button.rect.right <= widgets.ask.rect.left
    assert widgets.ask.rect.right <= widgets.back.rect.left
    bench.press(widgets.ask.rect.center)
    assert bench.texts()[-1].startswith("ask")


def test_a_toast_about_a_hidden_button_lies_beside_the_display(bench: TableRig) -> None:
    table = bench.table
    table.show_refusal("CHOOSE_FIRST", "guard")
    place, lcd = table.toast.current_rect(table.model, table.places), table.places.table.lcd
    assert place.colliderect(lcd.inflate(2 * lcd.height, 2 * lcd.height))


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (900, 1400)])
def test_a_toast_touches_no_face(size: tuple[int, int], preset: str, tmp_path: Path) -> None:
    players = ("human", "level:1", "level:2", "level:3")[: rules_for(preset).n_seats]
    places = TableRig(tmp_path, preset, players, size=size).table.places
    table = places.table
    pressed = [*table.keys.values(), table.dock, table.deck, *table.faces, *table.racks, table.row]
    for at, width in product(pressed, (180, 300, 420)):
        rect = toast_rect(places, (width, 20), at, n_row=8, n_hand=4)
        assert rect.collidelist(list(table.faces)) < 0


@pytest.mark.parametrize(("n_letters", "seconds"), [(5, 2.5), (40, 2.5), (50, 3.0), (100, 6.0)])
def test_a_toast_stays_longer_the_longer_its_sentence(
    bench: TableRig, n_letters: int, seconds: float
) -> None:
    table = bench.table
    table.show_message("x" * n_letters)
    table.update(seconds - 0.1)
    assert table.toast.visible_sentence == "x" * n_letters
    table.update(0.2)
    assert table.toast.visible_sentence == ""


@pytest.mark.parametrize(
    "press",
    [
        lambda bench: bench.press(bench.table.widgets.draw_button.rect.center),
        lambda bench: bench.key(pygame.K_d),
        lambda bench: bench.post(pygame.Event(INTENT, name="draw", button=2)),
    ],
    ids=["mouse", "key", "pad"],
)
def test_a_second_press_of_draw_does_it(bench: TableRig, press: Callable[[TableRig], None]) -> None:
    """The choice is never dropped silently."""
    press(bench)
    assert bench.table.turn.draft.is_drawing and len(bench.texts()) == 1
    press(bench)
    assert bench.texts()[1:] == ["draw"]


def test_no_command_follows_a_chosen_draw(bench: TableRig) -> None:
    bench.key(pygame.K_d)
    bench.key(pygame.K_p)
    assert bench.table.toast.explained_refusal == "NO_COMMAND_AFTER_A_DRAW"
    assert bench.table.turn.draft.is_drawing and len(bench.texts()) == 1
    bench.key(pygame.K_0 + good_card(bench))
    assert not bench.table.turn.draft.is_drawing, "a card may be chosen instead"


def test_a_draw_in_club_is_done_at_once_and_may_be_followed_by_a_command(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, preset="club")
    bench.play_randomly_until(0)
    bench.key(pygame.K_d)
    assert bench.texts()[1:] == ["draw"]
    bench.key(pygame.K_p)
    assert bench.texts()[1:] == ["draw", "command play"]


def test_the_double_is_toggled_by_key_and_by_the_big_marker(bench: TableRig) -> None:
    card = good_card(bench)
    bench.key(pygame.K_x)
    bench.press(bench.table.widgets.double.rect.center)
    bench.key(pygame.K_x)
    bench.key(pygame.K_0 + card)
    preview = bench.table.model.preview
    assert preview is not None and preview.double
    bench.key(pygame.K_RETURN)
    assert bench.texts()[1] == f"play {card} double"


def test_the_big_marker_of_the_own_supply_is_a_button(bench: TableRig) -> None:
    bench.key(pygame.K_0 + good_card(bench))
    widget = bench.table.widgets.double
    assert not widget.rect.collidepoint(widget.marker.center)
    for wanted in (True, False, True):
        bench.press(widget.marker.center)
        assert bench.table.turn.draft.double is wanted
        assert bench.table.model.preview is not None
    bench.key(pygame.K_RETURN)
    assert bench.texts()[1].endswith(" double")
    assert not widget.visible


@pytest.mark.parametrize("undo", [pygame.K_u, pygame.K_ESCAPE])
def test_a_choice_is_taken_back(bench: TableRig, undo: int) -> None:
    bench.key(pygame.K_0 + good_card(bench))
    bench.key(undo)
    assert bench.table.turn.draft == EMPTY_DRAFT
    assert bench.top is bench.table


def test_control_z_takes_a_choice_back(bench: TableRig) -> None:
    bench.key(pygame.K_0 + good_card(bench))
    bench.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert bench.table.turn.draft == EMPTY_DRAFT


def test_escape_with_nothing_chosen_opens_the_pause_menu(bench: TableRig) -> None:
    bench.key(pygame.K_ESCAPE)
    assert isinstance(bench.top, PauseScene)


def test_f1_opens_the_rules(bench: TableRig) -> None:
    bench.key(pygame.K_F1)
    assert isinstance(bench.top, RulesScene)


def test_f1_after_a_refusal_opens_its_ruling(bench: TableRig) -> None:
    bench.key(pygame.K_0 + bench.match.public.row[-1])
    bench.key(pygame.K_F1)
    assert isinstance(bench.top, RulesScene)
    (ruling,) = (r for r in bench.top.current_page.rulings if r.key == bench.top.marked_ruling)
    assert "SAME_AS_LAST_CARD" in ruling.reasons


def test_refused_controls_answer_and_do_nothing(bench: TableRig) -> None:
    for press in (pygame.K_RETURN, pygame.K_p, pygame.K_g, pygame.K_q):
        before = bench.picture()
        bench.key(press)
        assert bench.table.message
        assert bench.picture() != before
        bench.tick(0.1, 30)
        assert not bench.table.message, "the answer goes after a while"
    assert len(bench.texts()) == 1


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080), (2560, 1440)])
def test_answers_leave_the_display_readable(size: tuple[int, int], tmp_path: Path) -> None:
    places = TableRig(tmp_path, size=size).table.places
    table, screen = places.table, pygame.Rect((0, 0), size)
    keys = [places.key_rect(key) for key in (8, 1, 6)]
    for pressed in (table.dock, table.double, *keys):
        for width in (60, 120, 180):
            plate = toast_rect(places, (width, 18), pressed)
            assert not plate.colliderect(table.lcd)
            assert screen.contains(plate)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_answers_do_not_cover_what_they_speak_of(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    bench = TableRig(tmp_path, size=size, language=language)
    bench.play_randomly_until(0, 4)
    table, places, model = bench.table, bench.table.places, bench.table.model
    row, hand = (
        places.row_rects(len(model.public.row)),
        places.own_hand_rects(len(model.shown_hand(0))),
    )
    kept = [places.table.lcd, row[-1], *hand]
    last = model.public.row[-1]
    for key in (pygame.K_0 + last, pygame.K_KP0 + last, pygame.K_RETURN, pygame.K_p, pygame.K_q):
        bench.key(key)
        if table.message:
            place = table.toast.current_rect(model, places)
            assert not [rect for rect in kept if rect.colliderect(place)], table.message
            assert pygame.Rect((0, 0), size).contains(place)


def test_the_card_of_the_row_is_refused_with_its_reason(bench: TableRig) -> None:
    last = bench.match.public.row[-1]
    bench.key(pygame.K_0 + last)
    assert bench.table.message
    assert bench.table.turn.draft == EMPTY_DRAFT


def test_dimmed_buttons_answer_a_click(bench: TableRig) -> None:
    bench.press(bench.table.widgets.ask.rect.center)
    assert "captured" in bench.table.message
    assert "invalid" in bench.sounds


def test_controls_are_refused_on_the_turn_of_another(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(1)
    bench.key(pygame.K_1)
    assert bench.table.message
    bench.key(pygame.K_RETURN)  # the key hurries the computer player
    assert bench.match.public.seat == 1


def test_a_turn_is_played_with_tab_and_enter_alone(bench: TableRig) -> None:
    """Tab moves to a card, Enter chooses it, Enter ends the turn."""
    widgets = bench.table.widgets
    card = good_card(bench)
    goal = next(one for one in widgets.cards if one.value == card)
    for _n in range(40):
        if bench.table.group.focused_widget is goal:
            break
        bench.key(pygame.K_TAB)
    assert bench.table.group.focused_widget is goal and bench.table.group.ring
    bench.key(pygame.K_RETURN)
    assert bench.table.turn.draft.card == card
    assert bench.table.group.focused_widget is widgets.end_turn_button
    bench.key(pygame.K_RETURN)
    assert bench.texts()[1:] == [f"play {card}", "pass"]


def test_the_second_click_commits_where_settings_say_so(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, confirm="click")
    bench.play_randomly_until(0)
    card = good_card(bench)
    widget = next(one for one in bench.table.widgets.cards if one.value == card)
    bench.press(widget.rect.center)
    assert len(bench.texts()) == 1
    bench.press(widget.rect.center)
    assert bench.texts()[1:] == [f"play {card}", "pass"]


def test_hiding_the_own_hand_hides_what_follows_from_it(bench: TableRig) -> None:
    shown = bench.picture()
    bench.key(pygame.K_BACKSLASH)
    hidden = bench.picture()
    assert hidden != shown
    bench.key(pygame.K_0 + good_card(bench))
    assert bench.table.turn.draft == EMPTY_DRAFT and bench.table.message
    bench.tick(0.1, 30)
    bench.key(pygame.K_BACKSLASH)
    assert bench.picture() == shown


def test_every_control_says_that_the_cards_are_hidden(bench: TableRig) -> None:
    bench.key(pygame.K_BACKSLASH)
    before, refusals = bench.texts(), set()
    card = f"{good_card(bench)}"
    for name in (card, "d", "q", "x", "p", "g", "return"):
        bench.key(pygame.key.key_code(name))
        refusals.add(bench.table.toast.explained_refusal)
        bench.tick(0.1, 30)
    assert refusals == {"HAND_IS_HIDDEN"} and bench.texts() == before


def test_several_opponents_are_refused_for_the_reason_of_each(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, "quartet", ("human", "level:1", "level:1", "level:1"))
    bench.play_randomly_until(0)
    bench.key(pygame.K_q)
    assert bench.table.toast.explained_refusal == "NO_CAPTURED_MARKER"
    ask = bench.table.widgets.ask
    assert ask.reason == bench.table.message, "the button and its key say the same"


def test_a_press_finishes_the_animation_and_takes_effect(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, animation_speed="normal")
    assert bench.table.playback.is_running, "the deal"
    bench.key(pygame.K_ESCAPE)
    assert isinstance(bench.top, PauseScene) and not bench.table.playback.is_running


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080), (2560, 1440)])
def test_the_table_can_be_drawn_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    bench = TableRig(tmp_path, size=size)
    bench.play_randomly_until(0, 5)
    assert len(set(bench.picture())) > 20
