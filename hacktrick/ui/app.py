"""The window and its loop: events, time, drawing only what changed.

It must not know any scene or the game. SDL reads its hints when pygame is first imported, so this
module sets them before that.
"""

import os
from collections.abc import Callable

os.environ.setdefault(
    "SDL_FRAMEBUFFER_ACCELERATION", "0"
)  # a software window flips 50 times cheaper
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hacktrick.settings import Settings
from hacktrick.ui.context import Context
from hacktrick.ui.layout import MIN_WINDOW
from hacktrick.ui.scene import Scene
from hacktrick.ui.sound import Sounds

TITLE = "Hack Trick"
DEFAULT_SIZE = (1280, 720)
LONGEST_STEP = 0.1  # seconds; a dragged window must not make animations jump
ANIMATING, IDLE, AWAY = 60, 30, 10  # frames a second
RESIZE_QUIET = 0.15  # seconds without a further resize before the pictures are painted again

_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class App:
    """One window. `on_crash`, if given, is told of an exception of the loop before it goes on
    up."""

    def __init__(
        self,
        settings: Settings | None = None,
        on_crash: Callable[[BaseException], None] | None = None,
    ) -> None:
        self.window = _open_window()
        self.sounds = Sounds()
        self.context = Context(settings or Settings(), size=self._surface().get_size())
        self.context.play = self._play
        self._on_crash = on_crash
        self._clock = pygame.time.Clock()
        self._running = False
        self._awake = True
        self._resized: float | None = None
        if self.context.settings.fullscreen:
            self.window.set_fullscreen(True)
            self._resized = 0.0

    def run(self, first_scene: Scene) -> int:
        """Shows scenes until the stack is empty or stop() is called; returns the exit code."""
        self.context.stack.push(first_scene)
        self._running = True
        try:
            while self._running:
                self._frame()
        except Exception as error:
            if self._on_crash:
                self._on_crash(error)
            raise
        finally:
            self.context.stack.clear()
            self.context.stack.apply()
            self.sounds.close()
            pygame.quit()
        return 0

    def stop(self) -> None:
        self._running = False

    def toggle_fullscreen(self) -> None:
        full = not self.context.settings.fullscreen
        self.context.change(fullscreen=full)
        if full:
            self.window.set_fullscreen(True)
        else:
            self.window.set_windowed()
        self._resized = 0.0

    def _frame(self) -> None:
        stack = self.context.stack
        stack.apply()
        if not stack:
            self._running = False
            return
        for event in pygame.event.get():
            self._handle(event)
        dt = self._clock.tick(self._rate()) / 1000
        self._finish_resize(dt)
        stack.update(min(dt, LONGEST_STEP))
        stack.apply()
        if stack.dirty and len(stack):
            stack.draw(self._surface())
            self.window.flip()

    def _rate(self) -> int:
        if not self._awake:
            return AWAY
        return ANIMATING if self.context.stack.animating else IDLE

    def _surface(self) -> pygame.Surface:
        return self.window.get_surface()

    def _handle(self, event: pygame.Event) -> None:
        if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self._resized = RESIZE_QUIET
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self._redraw()
        self._watch_focus(event)
        if event.type == pygame.KEYDOWN and self._window_key(event):
            return
        used = self.context.stack.handle(self._in_surface_pixels(event))
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE) and not used:
            self.stop()

    def _watch_focus(self, event: pygame.Event) -> None:
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
            self._awake = False
        elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED, pygame.WINDOWENTER):
            self._awake = True

    def _window_key(self, event: pygame.Event) -> bool:
        """Keys that belong to the window in every scene."""
        if event.key == pygame.K_F11 or (
            event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT
        ):
            self.toggle_fullscreen()
            return True
        if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return False
        steps = {pygame.K_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_KP_PLUS: 1}
        steps |= {pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1, pygame.K_0: 0, pygame.K_KP_0: 0}
        if event.key not in steps:
            return False
        self.context.step_scale(steps[event.key])
        return True

    def _in_surface_pixels(self, event: pygame.Event) -> pygame.Event:
        """On high-density screens of macOS the surface has more pixels than the window has
        points."""
        window, surface = self.window.size, self._surface().get_size()
        if event.type not in _MOUSE or window == surface:
            return event
        factors = surface[0] / window[0], surface[1] / window[1]
        pos = round(event.pos[0] * factors[0]), round(event.pos[1] * factors[1])
        return pygame.Event(event.type, {**event.dict, "pos": pos})

    def _finish_resize(self, dt: float) -> None:
        """Painting everything anew takes a moment, so wait until the window's edge stands still."""
        if self._resized is None:
            return
        self._resized -= dt
        if self._resized <= 0:
            self._resized = None
            if self._surface().get_size() != self.context.size:
                self.context.rebuild(self._surface().get_size())
            self._redraw()

    def _redraw(self) -> None:
        if self.context.stack.top:
            self.context.stack.top.dirty = True

    def _play(self, event: str, number: int = 0) -> None:
        settings = self.context.settings
        volume = settings.master_volume * settings.effects_volume / 10_000
        if settings.mute_unfocused and not self._awake:
            volume = 0.0
        self.sounds.play(event, number, volume)


def _open_window() -> pygame.Window:
    """Raises NoDisplay where SDL would run unseen for ever or has no driver at all."""
    try:
        pygame.display.init()
        pygame.font.init()
        driver = pygame.display.get_driver()
        if driver == "offscreen" and os.environ.get("SDL_VIDEODRIVER") != "offscreen":
            raise NoDisplay("Hack Trick needs a display, and there is none here.")
        window = pygame.Window(TITLE, _first_size(), resizable=True, allow_high_dpi=True)
    except pygame.error as error:
        raise NoDisplay(f"Hack Trick cannot open a window: {error}.") from error
    window.minimum_size = MIN_WINDOW
    pygame.display.set_allow_screensaver(True)
    pygame.key.stop_text_input()  # an input method would swallow the digit keys
    pygame.key.set_repeat(400, 40)
    return window


def _first_size() -> tuple[int, int]:
    """The design size, or nine tenths of a smaller desktop, but never less than the minimum."""
    desktop = pygame.display.get_desktop_sizes()[0]
    if desktop[0] > DEFAULT_SIZE[0] and desktop[1] > DEFAULT_SIZE[1]:
        return DEFAULT_SIZE
    width, height = (
        max(least, round(d * 0.9)) for least, d in zip(MIN_WINDOW, desktop, strict=True)
    )
    return min(width, DEFAULT_SIZE[0]), min(height, DEFAULT_SIZE[1])
