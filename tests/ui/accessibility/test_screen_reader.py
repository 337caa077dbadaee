"""The window works without a screen reader library, and sends the library only what has changed."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.accessibility.accessibility_tree import Node
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.window import screen_reader
from hacktrick.ui.window.screen_reader import (
    REQUEST_EVENT,
    ScreenReader,
    connect_accesskit,
    has_session_bus,
    word_lengths,
)
from hacktrick.ui.window.system_accessibility_and_speech import SystemPreferencesAndSpeech
from tests.support.rig import Rig, TableRig
from tests.ui.window.test_system_accessibility_and_speech import RecordingVoice

WINDOW = SimpleNamespace(position=(0, 0), size=(1280, 720), handle=0)


class RecordingAdapter:
    """An adapter of the library that keeps every update."""

    def __init__(self) -> None:
        self.updates: list[Any] = []
        self.focused: list[bool] = []

    def update_if_active(self, make: Callable[[], Any]) -> None:
        self.updates.append(make())

    def update_window_focus_state(self, is_focused: bool) -> None:
        self.focused.append(is_focused)

    def set_root_window_bounds(self, outer: object, inner: object) -> None:
        pass

    def sent(self) -> list[int]:
        """Return the numbers of the nodes in the last update."""
        return [number for number, _node in self.updates[-1].nodes]


class BrokenAdapter(RecordingAdapter):
    def update_if_active(self, make: Callable[[], Any]) -> None:
        raise SystemError("the library has panicked")


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    made = Rig(tmp_path, settings=Settings(language="en"))
    made.show(TitleScene(made.context, made.services))
    made.draw()
    return made


def reader_with(rig: Rig, adapter: RecordingAdapter) -> ScreenReader:
    return ScreenReader(rig.context, "Hack Trick", lambda _reader: adapter)


def pass_frame(rig: Rig, reader: ScreenReader) -> None:
    """Let a frame pass, as the window does."""
    rig.tick()
    has_changed = rig.stack.has_changed or any(
        scene.needs_redraw for scene in rig.stack.visible_scenes()
    )
    rig.draw()
    reader.update_tree(0.05, WINDOW, has_changed)  # type: ignore[arg-type]


def reader_in_use(rig: Rig) -> tuple[ScreenReader, RecordingAdapter]:
    """Return a reader that assistive technology listens to, after its first tree."""
    adapter = RecordingAdapter()
    reader = reader_with(rig, adapter)
    reader.activations.append(True)
    pass_frame(rig, reader)
    pass_frame(rig, reader)
    return reader, adapter


def test_no_tree_is_built_before_assistive_technology_asks(rig: Rig) -> None:
    adapter = RecordingAdapter()
    reader = reader_with(rig, adapter)
    pass_frame(rig, reader)
    reader.report_window_focus(False)
    assert adapter.updates == adapter.focused == []
    assert rig.context.fonts.recorder is None


def test_the_whole_tree_is_sent_once_and_then_only_what_changes(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    whole = len(adapter.sent())
    assert whole > 20
    for _n in range(10):
        pass_frame(rig, reader)
    n = len(adapter.updates)
    for _n in range(5):
        pass_frame(rig, reader)
    assert len(adapter.updates) == n, "nothing has changed"
    rig.context.announce("Cipher draws a card")
    pass_frame(rig, reader)
    assert len(adapter.updates) == n + 1
    spoken = [node for _number, node in adapter.updates[-1].nodes if node.live is not None]
    assert [node.value for node in spoken] == ["Cipher draws a card"]
    assert len(adapter.sent()) < whole / 2
    reader.activations.append(False)
    pass_frame(rig, reader)
    assert rig.context.fonts.recorder is None


def test_a_press_requested_on_another_thread_activates_the_widget(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    nodes = {node.label: number for number, node in adapter.updates[-1].nodes} | {
        node.label: number for number, node in adapter.updates[0].nodes
    }
    pygame.event.clear()
    reader.post_request(SimpleNamespace(action="Action.CLICK", target=nodes["Settings"], data=None))
    (event,) = pygame.event.get(REQUEST_EVENT)
    wanted = reader.event_for_request(event)
    assert wanted is not None
    rig.post(wanted)
    assert type(rig.top).__name__ == "SettingsScene"
    assert reader.event_for_request(event) is None, "the title is covered now"


def test_the_reported_focus_follows_the_focus_in_the_window(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    reported = []
    for _press in range(4):
        rig.key(pygame.K_TAB)
        pass_frame(rig, reader)
        labels = {number: node.label for update in adapter.updates for number, node in update.nodes}
        focused = reader.make_tree().focused()
        assert focused is not None and focused.name == labels[adapter.updates[-1].focus]
        reported.append(focused.name)
    assert len(set(reported)) == 4


def test_the_reported_focus_stays_while_no_widget_has_it(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    before = adapter.updates[-1].focus
    assert before != screen_reader.ROOT_NODE_ID
    rig.top.group.set_focus(None)
    rig.context.announce("Cipher draws a card")
    pass_frame(rig, reader)
    assert adapter.updates[-1].focus == before


def test_a_scene_without_a_focus_is_read_from_its_first_list(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    rig.context.stack.push(StillScene(rig.context))
    pass_frame(rig, reader)
    focused = next(
        node for number, node in adapter.updates[-1].nodes if number == adapter.updates[-1].focus
    )
    assert focused.label == "Hand"


def test_the_groups_around_a_changed_node_are_not_sent_again(rig: Rig) -> None:
    reader, adapter = reader_in_use(rig)
    scene = StillScene(rig.context)
    rig.context.stack.push(scene)
    pass_frame(rig, reader)
    scene.card, scene.needs_redraw = "card 5", True
    pass_frame(rig, reader)
    assert [node.label for _number, node in adapter.updates[-1].nodes] == ["card 5"]


def test_a_change_during_an_animation_is_sent_when_it_ends(rig: Rig) -> None:
    scene, reader, adapter = scene_with_reader(rig)
    scene.is_animating = True
    scene.card, scene.needs_redraw = "card 5", True
    n = len(adapter.updates)
    pass_frame(rig, reader)
    assert len(adapter.updates) == n
    scene.is_animating = False
    pass_frame(rig, reader)
    assert [node.label for _number, node in adapter.updates[-1].nodes] == ["card 5"]


def test_an_announcement_does_not_wait_for_the_end_of_an_animation(rig: Rig) -> None:
    scene, reader, adapter = scene_with_reader(rig)
    scene.is_animating = True
    scene.card, scene.needs_redraw = "card 5", True
    rig.context.announce("Cipher draws a card")
    pass_frame(rig, reader)
    labels = [node.label or node.value for _number, node in adapter.updates[-1].nodes]
    assert labels == ["Hack Trick", "Cipher draws a card"]


def test_a_change_does_not_wait_forever_for_the_end_of_an_animation(rig: Rig) -> None:
    scene, reader, adapter = scene_with_reader(rig)
    scene.is_animating = True
    scene.card, scene.needs_redraw = "card 5", True
    n = len(adapter.updates)
    for _frame in range(25):  # the frames take more than a second
        pass_frame(rig, reader)
    assert len(adapter.updates) == n + 1


def test_a_scene_above_an_animated_one_is_read_at_once(rig: Rig) -> None:
    below, reader, adapter = scene_with_reader(rig)
    below.is_animating = True
    scene = StillScene(rig.context)
    scene.card = "card 5"
    rig.context.stack.push(scene)
    pass_frame(rig, reader)
    assert "card 5" in [node.label for _number, node in adapter.updates[-1].nodes]


def test_an_appearing_result_is_read_with_its_headline_from_the_start(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, language="en", animation_speed="normal")
    reader, adapter = reader_in_use(rig)
    rig.play_randomly_until(-1)  # until the round is over
    names = []
    for _frame in range(400):
        pass_frame(rig, reader)
        nodes = adapter.updates[-1].nodes
        names += [node.label for _number, node in nodes if "DIALOG" in str(node.role).upper()]
        if names and not rig.top.is_animating:
            break
    assert {one.partition(" ")[2] for one in names} == {"cracked it"}


def test_a_node_that_returns_has_another_number(rig: Rig) -> None:
    scene, reader, adapter = scene_with_reader(rig)
    before = adapter.sent()
    scene.card, scene.needs_redraw = "", True
    pass_frame(rig, reader)
    scene.card, scene.needs_redraw = "card 3", True
    pass_frame(rig, reader)
    hand, card = adapter.updates[-1].nodes
    assert (hand[1].label, card[1].label) == ("Hand", "card 3")
    assert hand[0] in before
    assert card[0] not in before
    assert hand[1].children == [card[0]]


def scene_with_reader(rig: Rig) -> tuple[StillScene, ScreenReader, RecordingAdapter]:
    """Return an open scene and a reader that assistive technology listens to."""
    reader, adapter = reader_in_use(rig)
    scene = StillScene(rig.context)
    rig.context.stack.push(scene)
    pass_frame(rig, reader)
    return scene, reader, adapter


class StillScene(Scene):
    """A scene on which nothing can be pressed."""

    card, turn = "card 3", "Pixel is thinking"

    def lay_out(self) -> None:
        pass

    def draw(self, surface: pygame.Surface) -> None:
        pass

    def accessibility_nodes(self) -> list[Node]:
        cards = (Node("card", "list_item", self.card),) if self.card else ()
        hand = Node("hand", "list", "Hand", children=cards)
        turn = Node("turn", "label", self.turn)
        return [Node("title", "heading", "Round 1"), turn, hand]


def test_a_screen_reader_and_the_voice_say_whose_turn_it_is_once(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, language="en", voice=True)
    reader, adapter = reader_in_use(rig)
    voice = RecordingVoice()
    service = SystemPreferencesAndSpeech(rig.context, voice)
    for n_frames in (0, 1, 0, 1):  # the number of frames that show the other's turn
        spoken, n_updates = len(voice.texts), len(adapter.updates)
        while rig.match.public.seat == 0:
            rig.match.submit(0, rig.legal()[0])
        for _frame in range(n_frames):
            rig.table.animate_and_announce_changes()
            pass_frame(rig, reader)
        while rig.match.public.seat == 1:
            rig.match.submit(1, rig.legal()[0])
        rig.table.animate_and_announce_changes()
        pass_frame(rig, reader)
        service.apply_preferences_and_speak()
        pass_frame(rig, reader)
        nodes = [node for update in adapter.updates[n_updates:] for node in update.nodes]
        assert voice.texts[spoken:].count("Your turn") == 1
        # Screen readers also read the changes of a focused line.
        focused = [node for number, node in nodes if number == adapter.updates[-1].focus]
        assert {node.label for node in focused} <= {"Your cards"}


def test_a_wrong_request_does_not_leave_its_thread(rig: Rig) -> None:
    reader = reader_with(rig, RecordingAdapter())
    pygame.event.clear()
    reader.post_request(SimpleNamespace())
    assert pygame.event.get(REQUEST_EVENT) == []


def test_a_library_that_fails_ends_the_connection_and_not_the_game(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    reader = reader_with(rig, BrokenAdapter())
    reader.activations.append(True)
    with caplog.at_level(logging.WARNING):
        pass_frame(rig, reader)
        pass_frame(rig, reader)
    assert [record.message for record in caplog.records] == [
        "screen readers are cut off: the library has panicked"
    ]
    assert not reader.is_active


def test_without_the_library_the_log_says_so_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(screen_reader, "can_connect_screen_readers", lambda: True)
    monkeypatch.setitem(sys.modules, "accesskit", None)
    with caplog.at_level(logging.WARNING):
        reader = ScreenReader(
            rig.context,
            "Hack Trick",
            lambda made: connect_accesskit(made, WINDOW),  # type: ignore[arg-type]
        )
        pass_frame(rig, reader)
        pass_frame(rig, reader)
    assert len(caplog.records) == 1
    assert "screen readers cannot read the window" in caplog.text


def test_a_hidden_window_loads_no_library(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "accesskit", None)
    reader = ScreenReader(rig.context, "Hack Trick")
    assert connect_accesskit(reader, WINDOW) is None  # type: ignore[arg-type]


def test_the_session_bus_is_detected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not has_session_bus()
    (tmp_path / "bus").touch()
    assert has_session_bus()


def test_word_lengths_include_trailing_blanks() -> None:
    assert word_lengths("two  words") == [5, 5]
    assert word_lengths("") == []
    assert max(word_lengths("x" * 1000)) < 256, "the library takes bytes"
