"""The coach's pages at the table: opening, reading and closing them by key, click and finger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.live_coach import HINT_STEPS
from hacktrick.coach.hints import HintFocus
from hacktrick.coach.judgement import GENTLE
from hacktrick.game.editions import rules_for
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint.fonts import SMALL
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.table.panels import board
from hacktrick.ui.table.panels.coach_panel import (
    CoachButtonContent,
    CoachPage,
    CoachPanel,
    CoachPanelContent,
    CoachPanelLine,
    draw_hint_rings_and_arrows,
)
from tests.support.rig import TableRig

HINT, ODDS, WHY = pygame.K_h, pygame.K_o, pygame.K_w
ESCAPE, ENTER = pygame.K_ESCAPE, pygame.K_RETURN
FINGER = 44


def table(folder: Path, seed: int = 9, turn: int = 7, **more: Any) -> TableRig:
    rig = TableRig(folder, seed=seed, thinks=True, **more)
    rig.play_randomly_until(0, turn)
    rig.tick()
    return rig


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> TableRig:
    return table(tmp_path_factory.mktemp("table"))


@pytest.fixture(autouse=True)
def close_coach_page(request: pytest.FixtureRequest) -> None:
    if "rig" in request.fixturenames:
        rig = request.getfixturevalue("rig")
        rig.table.coach.close_page()
        rig.table.turn.clear_choice()


def words(rig: TableRig) -> str:
    content = rig.table.widgets.coach_panel.content
    return " ".join((content.title, *(line.text for line in content.lines), content.note))


def press(rig: TableRig, label: str) -> None:
    widget = next(
        one for one in rig.table.widgets.coach_panel.visible_buttons if one.label == label
    )
    rig.press(widget.rect.center)


def test_a_player_without_aids_sees_only_one_button(rig: TableRig) -> None:
    widgets = rig.table.widgets
    assert not widgets.coach_panel.visible and not widgets.coach_panel.visible_buttons
    press_icon = widgets.hint.rect.center
    rig.press(press_icon)
    assert rig.table.coach.page == "hint" and widgets.coach_panel.visible


def open_hint(rig: TableRig) -> tuple[Any, ...]:
    """Open the hint and return its turn."""
    rig.key(HINT)
    rig.tick(0.02, 4)
    hint = rig.session.coach.hint_turns
    assert hint is not None
    return hint.turns[0].actions


PLAY_AND_ORDER = {"seed": 18, "turn": 3}  # the best turn plays a card and gives a command


def test_a_hint_chooses_the_card_and_points_at_card_key_and_button(tmp_path: Path) -> None:
    rig = table(tmp_path, **PLAY_AND_ORDER)
    turn = open_hint(rig)
    coach, draft = rig.table.coach, rig.table.turn.draft
    assert coach.hinted == turn and turn[0].verb == "play"
    assert (draft.card, draft.double) == (turn[0].card, turn[0].double)
    key = rig.session.public.row[-1] + turn[0].card
    end = {"play": "play", "guard": "guard"}.get(getattr(turn[-1], "kind", ""), "pass")
    assert coach.hinted_control_names == (f"card_{turn[0].card}", f"key_{key}", end)
    widgets = rig.table.widgets
    assert all(widgets.control_rect(control) for control in coach.hinted_control_names)
    chosen = next(card for card in widgets.cards if card.is_chosen)
    lifted = chosen.rect.move(0, -rig.table.places.card_lift)
    # The ring surrounds the lifted card.
    assert widgets.control_rect(coach.hinted_control_names[0]) == lifted
    content = rig.table.widgets.coach_panel.content
    assert content.title.endswith("% to win the match")
    assert str(turn[0].card) in content.lines[0].text and len(content.lines) <= 2


def test_enter_takes_the_hint(tmp_path: Path) -> None:
    rig = table(tmp_path, **PLAY_AND_ORDER)
    turn, before = open_hint(rig), rig.texts()
    rig.key(ENTER)
    assert rig.texts()[len(before) :] == [str(action) for action in turn]


def test_another_choice_ends_the_pointing_and_enter_no_longer_takes_the_hint(
    tmp_path: Path,
) -> None:
    rig = table(tmp_path, **PLAY_AND_ORDER)
    turn = open_hint(rig)
    other = next(
        card for card in rig.table.model.reachable_keys if card != getattr(turn[0], "card", None)
    )
    rig.table.controller.choose_card_or_end_turn(other)
    assert (
        not rig.table.coach.hinted_control_names
        and rig.table.widgets.coach_panel.main_button is None
    )


def test_a_second_press_of_hint_says_why(rig: TableRig) -> None:
    open_hint(rig)
    rig.key(HINT)
    assert rig.table.coach.page == "why"


def test_why_without_a_reason_says_what_the_turn_gains(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_hint(rig)
    press(rig, "Why")
    rig.tick(0.02, 3)
    coach = rig.session.coach
    found = replace(coach.findings, explanation=None, explained_turn=())
    monkeypatch.setattr(type(coach), "findings", found)
    rig.table.refresh()
    assert "Nothing better" not in words(rig)


def test_the_page_of_choices_gives_a_chance_for_each_turn(rig: TableRig) -> None:
    open_hint(rig)
    press(rig, "Compare")
    hint = rig.session.coach.hint_turns
    assert hint is not None
    lines = rig.table.widgets.coach_panel.content.lines
    assert [line.chance for line in lines] == [line.forecast.match for line in hint.turns]


def test_where_all_turns_are_about_equal_nothing_is_chosen(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(rig.session.coach), "hint_focus", HintFocus("free"))
    open_hint(rig)
    assert "About equal: choose freely." in words(rig)
    assert not rig.table.coach.hinted_control_names and rig.table.turn.draft.card is None
    labels = [button.label for button in rig.table.widgets.coach_panel.content.buttons]
    assert "Why" not in labels, "no turn is recommended that could be explained"
    rig.key(HINT)
    assert rig.table.coach.page == "choices"


def test_rings_lie_around_their_things_and_stay_in_the_window(rig: TableRig) -> None:
    surface = pygame.Surface((1280, 720))
    stops = [pygame.Rect(500, 640, 110, 150), pygame.Rect(700, 380, 130, 130)]
    draw_hint_rings_and_arrows(surface, rig.context, stops)
    amber = rig.context.theme.colours.warning
    for rect in stops:
        ring = rect.inflate(8, 8)
        assert surface.get_at((ring.centerx, ring.y + 1))[:3] == amber
    assert pygame.mask.from_threshold(surface, amber, (1, 1, 1)).get_bounding_rects()


def test_an_arrow_passes_under_the_display(rig: TableRig) -> None:
    display = pygame.Rect(40, 180, 300, 60)
    stops = [pygame.Rect(100, 300, 60, 60), pygame.Rect(140, 40, 60, 60)]
    surface = pygame.Surface((400, 400))
    draw_hint_rings_and_arrows(surface, rig.context, stops, display=display)
    middle = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    middle.invert()
    drawn = pygame.mask.Mask(display.inflate(-10, -10).size, fill=True)
    assert not middle.overlap(drawn, display.inflate(-10, -10).topleft)
    above = display.move(0, -70)
    assert middle.overlap(pygame.mask.Mask(above.size, fill=True), above.topleft)


def test_escape_closes_the_coach_and_then_opens_the_menu(rig: TableRig) -> None:
    rig.key(HINT)
    rig.key(ESCAPE)
    assert not rig.table.coach.page
    assert rig.stack.top is rig.table


def test_odds_have_three_pages(rig: TableRig) -> None:
    pages = []
    for _ in range(3):
        rig.key(ODDS)
        rig.tick(0.02, 2)
        pages.append(rig.table.coach.page)
    assert pages == ["hands", "mine", "keys"]


def test_the_chances_of_the_hands_add_up(rig: TableRig) -> None:
    rig.key(ODDS)
    rig.tick(0.02, 2)
    odds = rig.session.coach.findings.odds
    assert odds is not None
    assert sum(possible.chance for possible in odds.counted_hands) == pytest.approx(1)


@pytest.mark.parametrize(
    ("odds", "note"),
    [
        ("counting", "By counting alone."),
        ("habits", "Above: by counting. Below: judging by strong play."),
    ],
)
def test_the_odds_say_how_they_were_judged(tmp_path: Path, odds: str, note: str) -> None:
    rig = table(tmp_path, odds=odds)
    rig.key(ODDS)
    rig.tick(0.02, 6)
    assert rig.table.widgets.coach_panel.content.note.endswith(note)


def test_why_is_about_the_card_that_is_chosen(rig: TableRig) -> None:
    card = next(widget.value for widget in rig.table.widgets.cards if widget.visible)
    assert card is not None
    rig.table.controller.choose_card_or_end_turn(card)
    rig.key(WHY)
    assert rig.session.coach.findings.explained_turn in ((f"play {card}",), ())
    rig.table.turn.clear_choice()


def test_every_button_can_be_pressed_and_is_as_large_as_a_fingertip(rig: TableRig) -> None:
    for key in (HINT, ODDS, WHY):
        rig.key(key)
        for widget in rig.table.widgets.coach_panel.visible_buttons:
            assert widget.rect.height >= rig.context.px(FINGER)
            assert rig.table.group.widget_at(widget.rect.center) is widget
        press(rig, "Close")
        assert not rig.table.coach.page


def test_buttons_take_a_second_row_before_a_label_is_cut(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, size=(1280, 720))
    widgets, fonts, px = rig.table.widgets, rig.context.fonts, rig.context.px
    rows = []
    for labels in (("Take it", "Why", "Close"), ("Ezt kérem", "Miért", "Összevetés", "Bezárás")):
        buttons = tuple(CoachButtonContent(label, rig.table.request_redraw) for label in labels)
        widgets.update_coach_panel(CoachPanelContent("Hint", buttons=buttons), rig.table.places)
        shown = widgets.coach_panel.visible_buttons
        assert all(fonts.can_fit(one.label, SMALL, one.rect.width - 2 * px(8)) for one in shown)
        rows.append(len({one.rect.top for one in shown}))
    assert rows == [1, 2]


def test_a_long_answer_covers_no_button_of_the_turn(tmp_path: Path) -> None:
    """In a high window, a long answer covers the opponent."""
    rig = TableRig(tmp_path, size=(900, 1400))
    widgets, places = rig.table.widgets, rig.table.places
    line = CoachPanelLine(
        "Playing this marks a key that the other could take back with a card of the hand."
    )
    closing = CoachButtonContent("Close", rig.table.request_redraw, "back")
    for n in range(1, 5):
        widgets.update_coach_panel(
            CoachPanelContent("Why", lines=(line,) * n, buttons=(closing,)), places
        )
        for widget in (*widgets.end_buttons, widgets.ask, widgets.draw_button):
            assert not widgets.coach_panel.rect.colliderect(widget.rect)
        over = widgets.coach_panel.rect
        assert over.collidelist(list(places.table.keys.values())) < 0
    widgets.update_coach_panel(CoachPanelContent("Why", lines=(line,), buttons=(closing,)), places)
    assert places.table.coach.contains(widgets.coach_panel.rect)


def lines_seen_by_scrolling(panel: CoachPanel) -> list[str]:
    """Return the lines that come wholly into view while the panel is scrolled to its end."""
    found: list[str] = []
    for _notch in range(40):
        found += [
            line.text for line, _rect in panel.visible_placed_lines() if line.text not in found
        ]
        if not panel.handle_wheel(-1):
            return found
    raise AssertionError("the panel scrolls for ever")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440), (900, 1400)])
@pytest.mark.parametrize("page", ["hands", "mine", "keys", "why", "choices"])
def test_no_line_of_a_page_vanishes_with_huge_text(
    tmp_path: Path, size: tuple[int, int], page: CoachPage
) -> None:
    rig = table(tmp_path, size=size, ui_scale=200, odds="habits")
    coach, panel = rig.table.coach, rig.table.widgets.coach_panel
    if page in ("why", "choices"):
        rig.key(HINT)
        rig.tick(0.02, 6)
        coach.explain_hinted_turn() if page == "why" else coach.show_best_turns()
    else:
        for _press in range(1 + ("hands", "mine", "keys").index(page)):
            rig.key(ODDS)
    rig.tick(0.02, 6)
    assert coach.page == page and panel.content.lines
    assert lines_seen_by_scrolling(panel) == [line.text for line in panel.content.lines]
    texts = drawn_texts(rig)
    if panel.content.note:
        assert panel.content.note in texts
    assert panel.content.title in texts


@pytest.mark.parametrize(("ui_scale", "actions"), [(200, ("focus",)), (100, ())])
def test_a_screen_reader_can_focus_a_panel_that_scrolls(
    tmp_path: Path, ui_scale: int, actions: tuple[str, ...]
) -> None:
    rig = table(tmp_path, ui_scale=ui_scale)
    rig.key(ODDS)
    rig.tick(0.02, 6)
    node = rig.table.widgets.coach_panel.accessibility_node("panel", ())
    assert node is not None and node.actions == actions


def drawn_texts(rig: TableRig) -> set[str]:
    """Return the whole texts that the coach's panel draws."""
    recorder = TextRecorder()
    rig.context.set_text_recorder(recorder)
    rig.table.widgets.coach_panel.draw(rig.surface)
    return {one.text for one in recorder.collect_painted_texts()}


def test_a_page_scrolls_by_drag_and_by_keys_and_another_one_begins_at_its_top(
    tmp_path: Path,
) -> None:
    rig = table(tmp_path, ui_scale=200)
    panel = rig.table.widgets.coach_panel
    rig.key(ODDS)
    rig.tick(0.02, 6)

    def first() -> str:
        return next(panel.visible_placed_lines())[0].text

    top = first()
    x, y = panel.rect.centerx, panel.rect.y + rig.context.px(60)
    rig.press_button((x, y))
    rig.move((x, y - rig.context.px(60)))
    rig.release_button((x, y - rig.context.px(60)))
    assert first() != top and rig.table.group.focused_widget is panel
    for _press in range(9):
        rig.key(pygame.K_UP)
    assert first() == top and rig.table.group.focused_widget is not panel
    rig.table.group.set_focus(panel)
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_DOWN)
    assert first() != top
    rig.key(ODDS)
    rig.tick(0.02, 3)
    assert first() == panel.content.lines[0].text


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
@pytest.mark.parametrize("ui_scale", [100, 150, 200])
def test_no_page_covers_a_face_in_a_tall_window(tmp_path: Path, ui_scale: int, preset: str) -> None:
    players = ("human", "level:1", "level:2", "level:3")[: rules_for(preset).n_seats]
    rig = TableRig(tmp_path, preset, players, size=(900, 1400), ui_scale=ui_scale)
    widgets, places = rig.table.widgets, rig.table.places
    closing = CoachButtonContent("Close", rig.table.request_redraw, "back")
    for chance in (None, 0.5):
        for n in range(1, 7):
            line = CoachPanelLine(
                "Playing this marks a key that the other can take back.", chance=chance
            )
            content = CoachPanelContent("Why", lines=(line,) * n, note="So.", buttons=(closing,))
            widgets.update_coach_panel(content, places)
            assert widgets.coach_panel.rect.collidelist(list(places.table.faces)) < 0


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
@pytest.mark.parametrize("ui_scale", [100, 110, 120, 130, 200])
def test_a_high_window_shows_a_whole_hint_at_once(
    tmp_path: Path, ui_scale: int, preset: str
) -> None:
    players = ("human", "level:1", "level:2", "level:3")[: rules_for(preset).n_seats]
    rig = TableRig(tmp_path, preset, players, size=(900, 1400), ui_scale=ui_scale)
    widgets, panel = rig.table.widgets, rig.table.widgets.coach_panel
    closing = CoachButtonContent("Close", rig.table.request_redraw, "back")
    lines = (
        CoachPanelLine("Place the double with the 3.", is_main=True),
        CoachPanelLine("Then 1 of 5 possible hands lets Cipher win.", "muted"),
        CoachPanelLine("Cortex: draw"),
        CoachPanelLine("Zero: draw"),
    )
    content = CoachPanelContent("Hint", "", lines, "", (closing,))
    widgets.update_coach_panel(content, rig.table.places)
    assert [line for line, _rect in panel.visible_placed_lines()] == list(
        lines
    ) and not panel.focusable


@pytest.mark.parametrize("ui_scale", [100, 130, 150, 200])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_a_page_leaves_no_strip_of_the_deck_or_other_cards(
    tmp_path: Path, size: tuple[int, int], ui_scale: int
) -> None:
    rig = TableRig(tmp_path, size=size, ui_scale=ui_scale)
    widgets, table = rig.table.widgets, rig.table.places.table
    deck = table.deck.copy()
    deck.height = rig.context.sprites.deck(9, deck.size).size[1]
    deck.bottom = table.deck.bottom
    for n in range(1, 9):
        lines = (CoachPanelLine("Cortex: draw"),) * n
        content = CoachPanelContent("Hint", "", lines)
        widgets.update_coach_panel(content, rig.table.places)
        panel = widgets.coach_panel.rect
        for cards in (deck, *rig.table.places.unseen_stack_rects(), table.aside):
            across = panel.clip(cards.x, panel.y, cards.width, panel.height)
            assert across.width == 0 or panel.top <= cards.top or cards.bottom <= panel.top


@pytest.mark.parametrize(("size", "ui_scale"), [((900, 1400), 150), ((900, 1400), 200)])
def test_a_high_window_shows_every_chance_with_large_text(
    tmp_path: Path, size: tuple[int, int], ui_scale: int
) -> None:
    rig = TableRig(tmp_path, size=size, ui_scale=ui_scale)
    panel = rig.table.widgets.coach_panel
    lines = tuple(CoachPanelLine(f"key {n}", chance=n / 10) for n in range(1, 7))
    labels = ("Hands", "Mine", "Keys", "Close")
    buttons = tuple(CoachButtonContent(label, rig.table.request_redraw, "back") for label in labels)
    content = CoachPanelContent("What Pixel can reach", "", lines, "By counting alone.", buttons)
    rig.table.widgets.update_coach_panel(content, rig.table.places)
    assert lines_seen_by_scrolling(panel) == [line.text for line in lines]
    assert all(one.rect.height >= MIN_TARGET_PIXELS for one in panel.visible_buttons)
    assert panel.rect.collidelist(rig.table.places.own_hand_rects(4)) < 0


@pytest.mark.parametrize("preset", ["trio", "quartet"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_page_leaves_no_half_of_an_opponents_rack(
    tmp_path: Path, size: tuple[int, int], preset: str
) -> None:
    players = ("human", "level:1", "level:2", "level:3")
    rig = TableRig(tmp_path, preset, players[: 3 + (preset == "quartet")], size=size)
    widgets, places = rig.table.widgets, rig.table.places
    closing = CoachButtonContent("Close", rig.table.request_redraw, "back")
    for n in range(1, 7):
        lines = (CoachPanelLine("Cortex: draw"),) * n
        widgets.update_coach_panel(CoachPanelContent("Hint", "", lines, "", (closing,)), places)
        panel, table = widgets.coach_panel.rect, places.table
        for thing in (table.racks[1], table.captures[1], table.locks[1], *table.faces):
            assert panel.contains(thing) or not panel.colliderect(thing)
        assert not any(panel.colliderect(one.rect) for one in widgets.dock_buttons if one.visible)


@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_a_whole_turn_of_a_hint_is_read_to_its_end(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = TableRig(tmp_path, size=size)
    widgets, fonts = rig.table.widgets, rig.context.fonts
    turns = [
        CoachPanelLine("2 with the double, Block", chance=0.85),
        CoachPanelLine("2", chance=0.8),
    ]
    widgets.update_coach_panel(CoachPanelContent("Hint", lines=tuple(turns)), rig.table.places)
    drawn: list[str] = []
    # All texts are drawn by these two methods.
    aligned, text = fonts._draw_aligned_line, fonts.draw_text

    def line(surface: Any, string: str, *rest: Any) -> None:
        drawn.append(string)
        aligned(surface, string, *rest)

    def words(surface: Any, string: str, pos: Any, style: Any, *rest: Any) -> Any:
        drawn.append(fonts.shrink_to_fit(string, style, rest[2])[0] if len(rest) > 2 else string)
        return text(surface, string, pos, style, *rest)

    monkeypatch.setattr(fonts, "_draw_aligned_line", line)
    monkeypatch.setattr(fonts, "draw_text", words)
    widgets.coach_panel.draw(pygame.Surface(size))
    assert "2 with the double, Block" in " ".join(drawn)


def test_the_focus_ring_reaches_the_button(rig: TableRig) -> None:
    met = set()
    for _ in range(60):
        rig.key(pygame.K_TAB)
        met.add(rig.table.group.focused_widget)
    assert rig.table.widgets.hint in met
    assert rig.table.widgets.coach_panel not in met
    rig.table.group.ring = False


def test_odds_are_shown_only_if_the_aids_include_counting(tmp_path: Path) -> None:
    for aids in ("memory", "tournament"):
        rig = table(tmp_path, aids=aids)
        rig.key(ODDS)
        assert not rig.table.coach.page and rig.table.message


def test_hints_that_are_off_are_not_given(tmp_path: Path) -> None:
    rig = table(tmp_path, hints=False, odds="off")
    for key in (HINT, ODDS, WHY):
        rig.key(key)
        assert not rig.table.coach.page and rig.table.message
    assert not rig.table.widgets.coach_panel.visible_buttons


def test_counting_asks_the_player_before_it_tells_the_answer(tmp_path: Path) -> None:
    rig = table(tmp_path, counting=True)
    rig.key(ODDS)
    rig.tick(0.02, 2)
    practice = rig.table.coach.practice
    assert practice is not None and "?" in words(rig)
    right = {"sure": "Surely", "perhaps": "Perhaps", "never": "Never"}[practice.right_answer]
    press(rig, right)
    assert "Right." in words(rig)
    rig.key(ENTER)
    rig.tick()
    assert "may hold" in words(rig)


def test_the_record_keeps_the_hint_shown_before_an_action(tmp_path: Path) -> None:
    rig = table(tmp_path)
    rig.key(HINT)
    helped = rig.match.record.rounds[-1].extra["helped"]
    assert helped == [[len(rig.texts()), HINT_STEPS]]


# Tests of the tutor.


@pytest.fixture
def table_with_tutor(tmp_path: Path) -> tuple[TableRig, tuple[Any, ...]]:
    """Return a table with a tutor, and a turn that the tutor asks about."""
    for seed in range(9, 40):
        rig = table(tmp_path, seed, tutor="gentle", pace="instant")
        coach = rig.session.coach
        coach.request_judgement()
        coach.request_deeper_judgement()
        rig.tick()
        judgement = coach.findings.judgement
        if judgement is None:
            continue
        for line in judgement.first.turns:
            loss = judgement.loss(line.actions)
            if (
                loss
                and loss.mistake_class == "blunder"
                and coach.tutor_warning(line.actions, GENTLE)
            ):
                # The tutor asks once about a turn; here it asks again.
                coach._asked_about = None
                return rig, line.actions
    raise AssertionError("no position has a blunder")


def test_the_tutor_asks_once_and_says_the_size_and_not_the_answer(table_with_tutor: Any) -> None:
    rig, turn = table_with_tutor
    before = rig.texts()
    rig.table.submit_unless_tutor_warns(*turn)
    rig.tick()
    assert rig.table.coach.page == "tutor" and rig.texts() == before
    assert "%" not in words(rig)
    rig.key(ESCAPE)
    assert rig.texts() == before and not rig.table.coach.page
    rig.table.submit_unless_tutor_warns(*turn)
    assert rig.texts() != before, "a second try is not asked about"


def test_enter_reconsiders_and_a_press_plays_it(table_with_tutor: Any) -> None:
    rig, turn = table_with_tutor
    before = rig.texts()
    rig.table.submit_unless_tutor_warns(*turn)
    rig.key(ENTER)
    assert rig.texts() == before and not rig.table.coach.page
    rig.session.coach._asked_about = None
    rig.table.submit_unless_tutor_warns(*turn)
    press(rig, "Do it anyway")
    assert rig.texts()[len(before)] == str(turn[0])


def test_the_tutor_can_be_silenced_for_the_match(table_with_tutor: Any) -> None:
    rig, turn = table_with_tutor
    rig.table.submit_unless_tutor_warns(*turn)
    press(rig, "Not again this match")
    assert rig.session.coach.silent and rig.texts()[-len(turn) :]
    assert rig.session.coach.tutor_warning(turn, GENTLE) is None


def test_the_tutor_is_silent_about_unchecked_turns(tmp_path: Path) -> None:
    rig = table(tmp_path, tutor="strict")
    rig.session.coach.request_judgement()
    rig.session.coach.update()
    judgement = rig.session.coach.findings.judgement
    assert judgement is not None
    worst = judgement.first.turns[-1]
    assert not rig.table.coach.withhold_turn_for_tutor(worst.actions)


# Tests of turns taken back.


def after_a_turn(rig: TableRig) -> list[str]:
    """Play a turn; return the actions before it."""
    before = rig.texts()
    rig.key(pygame.K_d)
    rig.key(ENTER)
    if rig.texts() == before:
        card = next(
            widget.value
            for widget in rig.table.widgets.cards
            if widget.value in rig.table.model.reachable_keys
        )
        assert card is not None
        rig.key(pygame.K_0 + card)
        rig.key(ENTER)
    assert rig.texts() != before
    return before


def test_a_turn_is_taken_back_by_its_key(tmp_path: Path) -> None:
    rig = TableRig(tmp_path)
    rig.play_randomly_until(0, 2)
    before = after_a_turn(rig)
    rig.key(pygame.K_t)
    assert rig.texts() == before and "no longer rated" in rig.table.message
    assert rig.match.record.extra["rated"] is False
    rig.tick(0.05, 3)
    assert rig.table.model.can_act and rig.session.may_act


def test_a_turn_is_taken_back_from_the_pause_menu(tmp_path: Path) -> None:
    rig = TableRig(tmp_path)
    rig.play_randomly_until(0, 2)
    before = after_a_turn(rig)
    rig.key(ESCAPE)
    rig.stack.apply_changes()
    assert isinstance(rig.stack.top, PauseScene)
    rig.click("take_back")
    rig.settle()
    assert rig.stack.top is rig.table
    assert rig.texts() == before and len(rig.table.model.entries) == len(before)


def test_nothing_is_taken_back_where_it_is_off_or_where_people_sit(tmp_path: Path) -> None:
    for more in ({"takeback": False}, {"players": ("human", "human")}):
        rig = TableRig(tmp_path, **more)
        rig.play_randomly_until(0, 2)
        before = rig.texts()
        rig.key(pygame.K_t)
        assert rig.texts() == before and rig.table.message
        rig.table.show_menu()
        rig.stack.apply_changes()
        assert "take_back" not in rig.top.widgets


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_no_ring_of_a_circuit_trace_looks_out_above_a_page(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def strip_above_page(folder: str) -> bytes:
        rig = TableRig(tmp_path / folder, size=size, theme="keypad")
        content = CoachPanelContent("Hint", lines=(CoachPanelLine("Draw a card."),))
        rig.table.widgets.update_coach_panel(content, rig.table.places)
        rig.draw()
        page = rig.table.widgets.coach_panel.rect
        strip = pygame.Rect(page.x + 40, page.y - 5, page.width - 40, 5)
        return rig.surface.subsurface(strip).copy().get_buffer().raw

    shown = strip_above_page("shown")
    monkeypatch.setattr(board, "_draw_circuit_traces", lambda _drawing: None)
    assert strip_above_page("without") == shown
