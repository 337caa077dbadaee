"""The window: scenes run and end, nothing is drawn without need, keys of the window, no display."""

from collections.abc import Iterator

import pygame
import pytest

from hacktrick.settings import Settings
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.window import app as app_module
from hacktrick.ui.window.app import App


class Count(Scene):
    """Draws once and goes after some frames."""

    def __init__(self, context: Context, n_frames: int = 6) -> None:
        super().__init__(context)
        self.animating = True
        self.n_frames, self.n_drawn, self.n_layouts = n_frames, 0, 0
        self.events: list[int] = []

    def layout(self) -> None:
        self.n_layouts += 1

    def update(self, dt: float) -> None:
        assert dt <= app_module.LONGEST_STEP * app_module.SLEEP / app_module.REST
        self.n_frames -= 1
        if self.n_frames == 0:
            self.context.stack.pop()

    def handle(self, event: pygame.Event) -> bool:
        self.events.append(event.type)
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.n_drawn += 1


@pytest.fixture
def app() -> Iterator[App]:
    pygame.display.init()
    pygame.font.init()
    yield app_module.App()
    pygame.display.init()
    pygame.font.init()


def test_a_scene_that_does_not_change_is_hardly_drawn(app: App) -> None:
    scene = Count(app.context, 12)
    assert app.run(scene) == 0
    assert 1 <= scene.n_drawn <= 4  # once, and when the system shows the window


class Ticking:
    """A clock that counts how often it was waited for, and at one of them a key is pressed."""

    def __init__(self, press_at: int) -> None:
        self.n, self.press_at = 0, press_at

    def tick(self, framerate: float) -> int:
        self.n += 1
        self.press_at -= 1
        if self.press_at == 0:
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
        return round(1000 / framerate)


def test_where_nothing_happens_frames_grow_long_and_an_event_ends_that() -> None:
    pygame.init()
    clock = Ticking(press_at=98)
    app = App(Settings(music_volume=0), clock=clock)
    scene = Count(app.context, 40)
    scene.animating = False
    waits: list[int] = []

    def after() -> None:
        waits.append(clock.n)
        clock.n, app._rendering = 0, False

    app.after_frame = after
    app.run(scene)
    pressed = next(n for n in range(len(waits)) if sum(waits[: n + 1]) == 98)
    assert waits[pressed - 1] == app_module.SLEEP  # at rest, for more than a while
    assert waits[pressed] < app_module.SLEEP  # an event ends the wait
    assert waits[pressed + 1] == app_module.REST


def test_scale_keys_lay_everything_out_again(app: App) -> None:
    scene = Count(app.context)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_MINUS, mod=pygame.KMOD_LCTRL))
    app.run(scene)
    assert app.context.settings.ui_scale == 90 and scene.n_layouts >= 2
    assert pygame.KEYDOWN not in scene.events


def test_closing_the_window_ends_the_loop(app: App) -> None:
    pygame.event.post(pygame.Event(pygame.QUIT))
    assert app.run(Count(app.context, 10_000)) == 0


def test_a_crash_is_reported_and_goes_on_up() -> None:
    class Broken(Count):
        def update(self, dt: float) -> None:
            raise ValueError("broken")

    pygame.display.init()
    pygame.font.init()
    told: list[BaseException] = []
    app = app_module.App(on_crash=told.append)
    with pytest.raises(ValueError, match="broken"):
        app.run(Broken(app.context))
    assert len(told) == 1
    pygame.display.init()
    pygame.font.init()


def test_a_theme_that_is_gone_gives_way_to_the_default() -> None:
    pygame.display.init()
    pygame.font.init()
    app = app_module.App(Settings(theme="gone", language="en"))
    assert app.context.theme.key == "keypad"


def test_without_a_display_it_says_so_instead_of_running_unseen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # With no display SDL silently takes the driver "offscreen" and would run for ever.
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(app_module.NoDisplay, match="display"):
        app_module.App()
