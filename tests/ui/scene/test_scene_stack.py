"""The scene stack: when changes apply, which scenes are notified, which receive events."""

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.scene.scenes_and_context import Context, Scene, SceneStack


class ProbeScene(Scene):
    def __init__(self, name: str, log: list[str], opaque: bool = True, uses: bool = False) -> None:
        super().__init__(Context(Settings()))
        self.name, self.log, self.is_opaque, self.uses = name, log, opaque, uses

    def on_pushed(self) -> None:
        self.log.append(f"{self.name} pushed")

    def on_removed(self) -> None:
        self.log.append(f"{self.name} removed")

    def on_covered(self) -> None:
        self.log.append(f"{self.name} covered")

    def on_uncovered(self) -> None:
        self.log.append(f"{self.name} uncovered")

    def lay_out(self) -> None:
        self.log.append(f"{self.name} layout")

    def handle(self, event: pygame.Event) -> bool:
        self.log.append(f"{self.name} handle")
        return self.uses

    def draw(self, surface: pygame.Surface) -> None:
        self.log.append(f"{self.name} draw")


@pytest.fixture
def log() -> list[str]:
    return []


def stack_of(*scenes: ProbeScene) -> SceneStack:
    stack = SceneStack()
    for scene in scenes:
        stack.push(scene)
    stack.apply_changes()
    scenes[0].log.clear()
    return stack


def test_nothing_happens_before_changes_are_applied(log: list[str]) -> None:
    stack = SceneStack()
    stack.push(ProbeScene("a", log))
    assert len(stack) == 0 and log == []


def test_a_scene_pushed_onto_an_empty_stack_is_laid_out(log: list[str]) -> None:
    stack = SceneStack()
    stack.push(ProbeScene("a", log))
    stack.apply_changes()
    assert log == ["a pushed", "a layout"] and stack.needs_redraw


def test_a_push_covers_the_scene_below(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log))
    stack.push(ProbeScene("b", log))
    stack.apply_changes()
    assert log == ["a covered", "b pushed", "b layout"]


def test_a_pop_uncovers_the_scene_below(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log), ProbeScene("b", log))
    stack.pop()
    stack.apply_changes()
    assert log == ["b removed", "a uncovered", "a layout"]


def test_a_pop_of_an_empty_stack_does_nothing() -> None:
    stack = SceneStack()
    stack.pop()
    stack.apply_changes()
    assert len(stack) == 0


def test_replacing_the_top_leaves_the_scene_below_alone(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log), ProbeScene("b", log))
    stack.replace(ProbeScene("c", log))
    stack.apply_changes()
    assert log == ["b removed", "c pushed", "c layout"] and len(stack) == 2


def test_clearing_leaves_only_the_new_scene(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log), ProbeScene("b", log))
    stack.clear(ProbeScene("c", log))
    stack.apply_changes()
    assert log == ["b removed", "a removed", "c pushed", "c layout"] and len(stack) == 1


def test_events_go_down_until_used(log: list[str]) -> None:
    overlays = ProbeScene("b", log, opaque=False, uses=True), ProbeScene("c", log, opaque=False)
    stack = stack_of(ProbeScene("a", log), *overlays)
    assert stack.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_a))
    assert log == ["c handle", "b handle"]


def test_a_hidden_scene_gets_no_events(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log, uses=True), ProbeScene("b", log))
    assert not stack.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_a))
    assert log == ["b handle"]


def test_only_what_is_visible_is_drawn(log: list[str]) -> None:
    stack = stack_of(ProbeScene("a", log), ProbeScene("b", log), ProbeScene("c", log, opaque=False))
    stack.draw(pygame.Surface((1, 1)))
    assert log == ["b draw", "c draw"] and not stack.needs_redraw


def test_a_hidden_scene_asks_for_no_redraw(log: list[str]) -> None:
    hidden = ProbeScene("a", log)
    stack = stack_of(hidden, ProbeScene("b", log))
    stack.draw(pygame.Surface((1, 1)))
    hidden.needs_redraw = True
    assert not stack.needs_redraw
