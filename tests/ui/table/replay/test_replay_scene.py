"""The replay follows real keys and clicks, and shows only what the chosen viewpoint knows."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.app.replay_session import (
    OPEN_PERSPECTIVE,
    PUBLIC_PERSPECTIVE,
    ReplayPosition,
    ReplaySession,
)
from hacktrick.app.settings import Settings
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n.review_text import last_action_text
from hacktrick.match.record import read_record
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.screens.library.share_scene import (
    ReplayPainter,
    changed_pixels_and_rect,
    encode_apng,
)
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.rig import Rig, TableRig
from tests.support.scripted_matches import played_match

STILL = Settings(animation_speed="off")


def match(preset: str = "keypad", seed: int = 3) -> ReplaySession:
    record = played_match(rules_for(preset, {"target": 2}), seed).record
    return ReplaySession(read_record(record.as_text()))


def rig_with_replay(
    folder: Path, preset: str = "keypad", size: tuple[int, int] = (1280, 720)
) -> Rig:
    stage = Rig(folder, size, STILL)
    stage.show(ReplayScene(stage.context, match(preset)))
    return stage


def press_widget(stage: Rig, widget: object) -> None:
    stage.press(widget.rect.center)  # type: ignore[attr-defined]


def test_keys_step_by_action_turn_and_round(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    replayed = stage.top.replayed
    stage.key(pygame.K_RIGHT)
    assert replayed.position == ReplayPosition(0, 1)
    stage.key(pygame.K_DOWN)
    after = replayed.position
    assert after.action > 1
    stage.key(pygame.K_UP)
    stage.key(pygame.K_LEFT)
    assert replayed.position == ReplayPosition(0, 0)
    stage.key(pygame.K_PAGEDOWN)
    assert replayed.position == ReplayPosition(1, 0)
    stage.key(pygame.K_END)
    assert replayed.position == replayed.end_position
    stage.key(pygame.K_HOME)
    assert replayed.position == ReplayPosition(0, 0)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is None


def test_after_a_pass_the_whole_turn_is_described(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    replayed = stage.top.replayed
    captions = []
    for action in range(1, replayed.n_actions_in_round(0)):
        replayed.go_to(ReplayPosition(0, action))
        last = replayed.entries[-1].event
        if last.action.verb == "pass":
            name = replayed.seats[last.seat].name
            captions.append((name, last_action_text(replayed, stage.top.wording)))
    assert captions and all(text.startswith(f"{name} played ") for name, text in captions)


def test_every_button_does_what_its_key_does(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene, replayed = stage.top, stage.top.replayed
    step, turn, round_ = (
        scene.widgets.forward_buttons[2],
        scene.widgets.forward_buttons[1],
        scene.widgets.forward_buttons[0],
    )
    press_widget(stage, step)
    assert replayed.position == ReplayPosition(0, 1)
    press_widget(stage, turn)
    press_widget(stage, round_)
    assert replayed.position == ReplayPosition(1, 0)
    for widget in scene.widgets.back_buttons:
        press_widget(stage, widget)
    assert replayed.position == ReplayPosition(0, 0) or replayed.position.round == 0
    press_widget(stage, scene.widgets.speed)
    assert scene.speed == 2


def test_a_playing_replay_stops_at_the_end(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene = stage.top
    stage.key(pygame.K_SPACE)
    assert scene.playing
    stage.wait(3.0)
    assert scene.replayed.position.action >= 2
    stage.key(pygame.K_SPACE)
    before = scene.replayed.position
    stage.wait(3.0)
    assert scene.replayed.position == before and not scene.playing
    stage.key(pygame.K_END)
    stage.key(pygame.K_LEFT)
    stage.key(pygame.K_SPACE)
    stage.wait(4.0)
    assert scene.replayed.is_at_won_match_end and not scene.playing


def test_the_viewpoint_is_always_named(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene = stage.top
    seen = []
    for _n in range(len(scene.replayed.perspectives)):
        seen.append((scene.replayed.perspective, scene.widgets.eye.label))
        stage.key(pygame.K_v, text="v")
    names = dict(seen)
    assert names == {
        0: "Ada",
        1: "Ben",
        PUBLIC_PERSPECTIVE: "a spectator",
        OPEN_PERSPECTIVE: "all cards open",
    }
    press_widget(stage, scene.widgets.eye)
    assert scene.toast.visible_sentence == "All cards open"


def test_no_card_shows_what_the_viewpoint_does_not_know(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene = stage.top
    stage.key(pygame.K_DOWN)
    for eye in scene.replayed.perspectives:
        scene.replayed.set_perspective(eye)
        # What a press on a name does; this also covers viewers that have no button.
        scene._move_perspective_seat_to_bottom()
        scene._show_position_at_once()
        model = scene.picture.model
        for seat in range(2):
            known = [card for card in model.shown_hand(seat) if card is not None]
            assert bool(known) == (eye in (seat, OPEN_PERSPECTIVE))


def test_log_row_and_board_lead_to_their_actions(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene, replayed = stage.top, stage.top.replayed
    replayed.go_to(ReplayPosition(0, 12))
    scene._show_position_at_once()
    row = scene.widgets.row[0]
    press_widget(stage, row)
    assert replayed.position == ReplayPosition(0, 1)
    log = scene.widgets.log
    # No public name says which lines of the log are in sight.
    line, room = log._wrapped_lines()[0], log._content_rect()
    log.lines_scrolled_back = len(log._wrapped_lines())
    # No public name says which lines of the log are in sight.
    log._scroll_to_current_action()
    first = max(0, len(log._wrapped_lines()) - log.lines_scrolled_back - log._n_visible_lines())
    stage.press((room.centerx, room.y + 3))
    assert replayed.position.action == log._wrapped_lines()[first][0].entry + 1 and line
    key = next(
        key
        for key in range(1, 10)
        if any(e.after.board[key - 1] != (0, 0) for e in replayed.whole_round_entries)
    )
    press_widget(stage, scene.widgets.keys[key - 1])
    glance = replayed.snapshot()
    assert sum(glance.public.board[key - 1]) > 0


@pytest.mark.parametrize(
    ("preset", "size"), product_mostly_slow(PRESETS, [(960, 600), (1280, 720), (900, 1400)])
)
def test_the_replay_can_be_drawn_and_everything_fits(
    preset: str, size: tuple[int, int], tmp_path: Path
) -> None:
    stage = rig_with_replay(tmp_path, preset, size)
    scene, window = stage.top, pygame.Rect((0, 0), size)
    scene.go_to(ReplayPosition(0, 9))
    assert len(set(stage.picture())) > 20
    widgets = scene.widgets
    buttons = [widgets.play, widgets.speed, widgets.eye, widgets.branch, widgets.share]
    buttons += [*widgets.back_buttons, *widgets.forward_buttons, widgets.rules, widgets.back]
    for n, one in enumerate(buttons):
        assert window.contains(one.rect)
        assert not any(one.rect.colliderect(other.rect) for other in buttons[:n])


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_buttons_of_a_replay_in_a_high_window_are_high_enough_to_press(
    percent: int, tmp_path: Path
) -> None:
    stage = rig_with_replay(tmp_path, size=(900, 1400))
    stage.context.change_settings(ui_scale=percent)
    stage.tick(0.1)
    widgets = stage.top.widgets
    for button in (widgets.play, widgets.share, *widgets.back_buttons):
        assert button.rect.height >= 44
        assert button.rect.top >= stage.top.places.table.hand.bottom


def test_a_replay_shows_the_codes_in_force_and_explains_them(tmp_path: Path) -> None:
    stage = Rig(tmp_path, settings=STILL)
    scene = ReplayScene(stage.context, match("wits", 13))
    stage.show(scene)
    scene.go_to(ReplayPosition(1, 4))
    in_force = [code for code in scene.widgets.codes if code.visible]
    assert in_force
    press_widget(stage, in_force[0])
    assert isinstance(stage.top, TurnQuestionScene)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene


def test_a_picture_of_a_replay_names_both_players_and_the_codes_in_force(tmp_path: Path) -> None:
    stage = Rig(tmp_path, settings=STILL)
    scene = ReplayScene(stage.context, match("wits", 13))
    stage.show(scene)
    scene.go_to(ReplayPosition(1, 4))
    painter = ReplayPainter(stage.context, scene.replayed)
    painter.context.set_text_recorder(recorder := TextRecorder())
    painter.paint_current_position()
    texts = {one.text for one in recorder.collect_painted_texts()}
    codes = {painter.wording.code_text(code) for code in scene.replayed.public.codes if code}
    assert codes and codes <= texts
    assert {painter.wording.name(seat) for seat in (0, 1)} <= texts


def test_the_replay_survives_a_thousand_random_keys(tmp_path: Path) -> None:
    stage, dice = rig_with_replay(tmp_path, size=(960, 600)), Random(5)
    scene = stage.top
    keys = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_SPACE]
    keys += [pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END, pygame.K_RETURN]
    keys += [pygame.K_v, pygame.K_l]
    for _n in range(400):
        if stage.top is not scene:
            stage.stack.clear()
            stage.stack.apply_changes()
            stage.show(scene)
        key = dice.choice(keys)
        stage.key(key, text=chr(key) if key < 128 else "")
        stage.tick(0.1)
    stage.picture()


def test_a_gamepad_reaches_everything(tmp_path: Path) -> None:
    stage = rig_with_replay(tmp_path)
    scene = stage.top

    def pad(name: str, button: str) -> None:
        stage.post(pygame.Event(INTENT, name=name, button=button))

    pad("right", "dpad_right")
    assert scene.replayed.position == ReplayPosition(0, 1)
    seen = set()
    for _n in range(60):
        pad("guard", "rb")
        seen.add(scene.group.focused_widget)
    assert {
        scene.widgets.eye,
        scene.widgets.branch,
        scene.widgets.share,
        scene.widgets.play,
    } <= seen
    scene.group.set_focus(scene.widgets.eye)
    eye = scene.replayed.perspective
    pad("confirm", "a")
    assert scene.replayed.perspective != eye
    assert scene.group.focused_widget is scene.widgets.eye


# Tests of replays in a running match.


def test_the_running_match_is_shown_as_the_players_seat_knew_it(tmp_path: Path) -> None:
    stage = TableRig(tmp_path, thinks=True)
    stage.play_randomly_until(0, turn=3)
    stage.key(pygame.K_F10)
    stage.tick()
    stage.click("replay")
    stage.tick()
    scene = stage.top
    assert isinstance(scene, ReplayScene) and scene.replayed.perspectives == (0, PUBLIC_PERSPECTIVE)
    assert scene.replayed.position == scene.replayed.end_position
    for place in scene.replayed.positions:
        scene.go_to(place)
        assert None in scene.picture.model.shown_hand(1) or not scene.picture.model.shown_hand(1)
    stage.key(pygame.K_b, text="b")
    stage.tick()
    assert stage.top is scene and scene.toast.visible_sentence
    stage.post(pygame.Event(pygame.WINDOWFOCUSLOST))
    stage.tick()
    assert stage.top is not scene


def replay_of_running_match(folder: Path, **settings: object) -> TableRig:
    stage = TableRig(folder, thinks=True, conceal_after=15, **settings)  # type: ignore[arg-type]
    stage.play_randomly_until(0, turn=3)
    stage.key(pygame.K_F10)
    stage.tick()
    stage.click("replay")
    stage.tick()
    assert isinstance(stage.top, ReplayScene)
    return stage


def test_automatic_steps_keep_no_replay_of_the_running_match_open(tmp_path: Path) -> None:
    stage = replay_of_running_match(tmp_path, scan="wait_to_step")
    scene = stage.top
    for _n in range(16):
        stage.tick(1.0)
        stage.post(pygame.Event(INTENT, name="scan_step", button="", by_itself=True))
    assert stage.top is not scene


def test_time_under_another_screen_closes_the_replay_of_the_running_match(tmp_path: Path) -> None:
    stage = replay_of_running_match(tmp_path)
    scene = stage.top
    stage.key(pygame.K_F1)
    stage.tick()
    assert stage.top is not scene
    stage.tick(1.0, 16)
    stage.key(pygame.K_ESCAPE)
    stage.tick()
    assert stage.top is not scene and scene not in stage.stack.visible_scenes()


def test_a_table_without_memory_aids_shows_no_replay(tmp_path: Path) -> None:
    stage = TableRig(tmp_path, aids="memory")
    stage.play_randomly_until(0, turn=2)
    stage.key(pygame.K_F10)
    stage.tick()
    pause = stage.top
    stage.click("replay")
    stage.tick()
    assert stage.top is pause and pause.message


# Tests of animated pictures of a replay.


def test_a_moving_picture_holds_what_changes(tmp_path: Path) -> None:
    first = pygame.Surface((20, 10))
    second = first.copy()
    second.fill((250, 20, 20), (3, 4, 5, 2))
    news, place = changed_pixels_and_rect(first, second)
    assert place == pygame.Rect(3, 4, 5, 2) and news.get_at((0, 0)) == (250, 20, 20, 255)
    data = encode_apng([(first, 100), (second, 200), (second, 300)])
    chunks: dict[bytes, list[bytes]] = {}
    at = 8
    while at < len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(
            data[at + 8 + length : at + 12 + length], "big"
        )
        chunks.setdefault(kind, []).append(body)
        at += 12 + length
    assert len(chunks[b"fcTL"]) == 3 and len(chunks[b"fdAT"]) == 2
    numbers = [body[:4] for body in (*chunks[b"fcTL"], *chunks[b"fdAT"])]
    assert sorted(int.from_bytes(one, "big") for one in numbers) == [0, 1, 2, 3, 4]
    path = tmp_path / "moving.png"
    path.write_bytes(data)
    # The file shows the first picture.
    assert pygame.image.load(path).get_at((4, 5))[:3] == (0, 0, 0)
