"""The window: scenes run and end, nothing is drawn without need, keys of the window, no display."""

import os
import subprocess
import sys

import pygame
import pytest

from hacktrick.ui import app as app_module
from hacktrick.ui.scene import Scene


class Count(Scene):
    """Draws once and goes after some frames."""

    def __init__(self, context, n_frames=6):
        super().__init__(context)
        self.animating = True
        self.n_frames, self.n_drawn, self.n_layouts, self.events = n_frames, 0, 0, []

    def layout(self):
        self.n_layouts += 1

    def update(self, dt):
        assert dt <= app_module.LONGEST_STEP
        self.n_frames -= 1
        if self.n_frames == 0:
            self.context.stack.pop()

    def handle(self, event):
        self.events.append(event.type)
        return False

    def draw(self, surface):
        self.n_drawn += 1


@pytest.fixture
def app():
    pygame.display.init()
    pygame.font.init()
    yield app_module.App()
    pygame.display.init()
    pygame.font.init()


def test_a_scene_that_does_not_change_is_hardly_drawn(app):
    scene = Count(app.context, 12)
    assert app.run(scene) == 0
    assert 1 <= scene.n_drawn <= 4  # once, and when the system shows the window


def test_scale_keys_lay_everything_out_again(app):
    scene = Count(app.context)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_MINUS, mod=pygame.KMOD_LCTRL))
    app.run(scene)
    assert app.context.settings["scale"] == 0.9 and scene.n_layouts >= 2
    assert pygame.KEYDOWN not in scene.events


def test_closing_the_window_ends_the_loop(app):
    pygame.event.post(pygame.Event(pygame.QUIT))
    assert app.run(Count(app.context, 10_000)) == 0


def test_a_crash_is_reported_and_goes_on_up():
    class Broken(Count):
        def update(self, dt):
            raise ValueError("broken")

    pygame.display.init()
    pygame.font.init()
    told = []
    app = app_module.App(on_crash=told.append)
    with pytest.raises(ValueError, match="broken"):
        app.run(Broken(app.context))
    assert len(told) == 1
    pygame.display.init()
    pygame.font.init()


def test_settings_are_completed_and_used():
    pygame.display.init()
    pygame.font.init()
    settings = {"theme": "gone", "language": "en"}
    app = app_module.App(settings)
    assert app.context.theme.key == "keypad" and settings["volume"] == 0.8


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_there_is_one_sentence_and_an_exit_code():
    code = "import sys; from hacktrick.ui import app; sys.exit(app.run(lambda context: None))"
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 1 and "display" in done.stderr
