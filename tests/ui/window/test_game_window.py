"""The game window runs scenes, draws only when needed, handles its keys, and needs a display."""

from collections.abc import Iterator

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.window import game_window as app_module
from hacktrick.ui.window.game_window import GameWindow


class CountingScene(Scene):
    """A scene that draws once and ends after some frames."""

    def __init__(self, context: Context, n_frames: int = 6) -> None:
        super().__init__(context)
        self.is_animating = True
        self.n_frames, self.n_drawn, self.n_layouts = n_frames, 0, 0
        self.events: list[int] = []

    def lay_out(self) -> None:
        self.n_layouts += 1

    def update(self, dt: float) -> None:
        assert dt <= 0.4
        self.n_frames -= 1
        if self.n_frames == 0:
            self.context.stack.pop()

    def handle(self, event: pygame.Event) -> bool:
        self.events.append(event.type)
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.n_drawn += 1


@pytest.fixture
def app() -> Iterator[GameWindow]:
    pygame.display.init()
    pygame.font.init()
    yield app_module.GameWindow()
    pygame.display.init()
    pygame.font.init()


def test_a_scene_that_does_not_change_is_hardly_drawn(app: GameWindow) -> None:
    scene = CountingScene(app.context, 12)
    assert app.run(scene) == 0
    assert 1 <= scene.n_drawn <= 4  # once at first, and once when the system shows the window


class RecordingClock:
    """A clock that records the requested frame rates; a key is pressed at one wait at `rate`."""

    def __init__(self, press_at: int = 0, rate: float = 30) -> None:
        self.rates: list[float] = []
        self.press_at, self.rate = press_at, rate

    def tick(self, framerate: float) -> int:
        self.rates.append(framerate)
        self.press_at -= framerate == self.rate
        if self.press_at == 0 and framerate == self.rate:
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
        return round(1000 / framerate)


def rates_of_frames(
    clock: RecordingClock, n_frames: int, focused: bool = True
) -> list[list[float]]:
    """Return the frame rates that the loop requests for each frame, without motion and music."""
    pygame.init()
    app = GameWindow(Settings(music_volume=0), clock=clock)
    scene = CountingScene(app.context, n_frames)
    scene.is_animating = False
    found: list[list[float]] = []

    def after() -> None:
        found.append(clock.rates)
        # No public name says whether a picture is due.
        clock.rates, app._is_loading_sounds = [], False
        if not focused and len(found) == 1:
            pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))

    app.after_frame = after
    app.run(scene)
    return found


def total_seconds(frames: list[list[float]]) -> float:
    return sum(1 / rate for rates in frames for rate in rates)


def test_idle_frames_grow_longer_until_an_event_arrives() -> None:
    found = rates_of_frames(RecordingClock(press_at=6, rate=20), 40)
    began = found.index([20] * 4)
    assert 1 <= total_seconds(found[:began]) < 1.3
    assert found[began + 1 : began + 3] == [[20] * 2, [30] * 3]  # an event ends the wait


@pytest.mark.parametrize(("rate", "per_frame", "after"), [(10, 4, 5), (5, 2, 30)])
def test_the_longer_the_window_is_idle_the_less_often_it_polls(
    rate: int, per_frame: int, after: int
) -> None:
    found = rates_of_frames(RecordingClock(press_at=per_frame + 2, rate=rate), 160)
    began = found.index([rate] * per_frame)
    assert after <= total_seconds(found[:began]) < after + 0.5
    assert found[began + 1 : began + 3] == [[rate] * 2, [30] * 3]


def test_an_unfocused_window_draws_few_frames_and_fewer_when_idle() -> None:
    found = rates_of_frames(RecordingClock(), 160, focused=False)
    away = found[3:]  # in the first frames, the system may report the new window
    assert away[0] == [10] and away[-1] == [5] * 2
    assert 45 <= away.index([10] * 4) <= 51


def test_scale_keys_lay_everything_out_again(app: GameWindow) -> None:
    scene = CountingScene(app.context)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_MINUS, mod=pygame.KMOD_LCTRL))
    app.run(scene)
    assert app.context.settings.ui_scale == 90 and scene.n_layouts >= 2
    assert pygame.KEYDOWN not in scene.events


def test_closing_the_window_ends_the_loop(app: GameWindow) -> None:
    pygame.event.post(pygame.Event(pygame.QUIT))
    assert app.run(CountingScene(app.context, 10_000)) == 0


def test_a_crash_is_reported_and_raised_again() -> None:
    class Broken(CountingScene):
        def update(self, dt: float) -> None:
            raise ValueError("broken")

    pygame.display.init()
    pygame.font.init()
    crashes: list[BaseException] = []
    app = app_module.GameWindow(on_crash=crashes.append)
    with pytest.raises(ValueError, match="broken"):
        app.run(Broken(app.context))
    assert len(crashes) == 1
    pygame.display.init()
    pygame.font.init()


def test_a_missing_theme_is_replaced_by_the_default() -> None:
    pygame.display.init()
    pygame.font.init()
    app = app_module.GameWindow(Settings(theme="gone", language="en"))
    assert app.context.theme.key == "keypad"


def test_without_a_display_the_program_says_so_instead_of_running_invisibly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Without a display SDL silently uses the driver "offscreen", and the loop would never end.
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(app_module.NoDisplayError, match="display"):
        app_module.GameWindow()
