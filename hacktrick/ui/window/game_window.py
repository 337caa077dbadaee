"""The window and its main loop, which handles events and time and redraws only after a change.

Full garbage collections run mostly while the screen is idle. Full screen also works without a
window manager.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame

from hacktrick import resources
from hacktrick.app.settings import Settings, default_of
from hacktrick.ui.audio.music import Music
from hacktrick.ui.audio.sound_effects import Sounds
from hacktrick.ui.layout.table_layout import MIN_WINDOW
from hacktrick.ui.paint.fonts import load_font_file
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.window.input_devices import InputDevices
from hacktrick.ui.window.screen_reader import REQUEST_EVENT, ScreenReader, connect_accesskit

if TYPE_CHECKING:
    from hacktrick.ui.window.system_accessibility_and_speech import SystemPreferencesAndSpeech

X11_LIBRARY = "libX11.so.6"
WINDOW_MANAGER_SELECTION = b"WM_S0"
"""The X selection that a window manager owns while it runs (ICCCM, section 4.3)."""


def _load_x11_library() -> ctypes.CDLL | None:
    try:
        x11 = ctypes.CDLL(X11_LIBRARY)
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XOpenDisplay.argtypes = (ctypes.c_char_p,)
        x11.XInternAtom.restype = ctypes.c_ulong
        x11.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
        x11.XGetSelectionOwner.restype = ctypes.c_ulong
        x11.XGetSelectionOwner.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
        x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    except (OSError, AttributeError):
        return None
    return x11


def has_window_manager() -> bool:
    """Return whether a window manager is running, or True if that cannot be determined."""
    x11 = _load_x11_library() if pygame.display.get_driver() == "x11" else None
    display = x11.XOpenDisplay(None) if x11 else None
    if x11 is None or not display:
        return True
    try:
        selection = x11.XInternAtom(display, WINDOW_MANAGER_SELECTION, 0)
        return bool(x11.XGetSelectionOwner(display, selection))
    finally:
        x11.XCloseDisplay(display)


def resize_window_to_screen(window: pygame.Window) -> None:
    """Make a window as large as the screen, so that SDL treats it as full screen."""
    window.position = (0, 0)
    window.size = pygame.display.get_desktop_sizes()[0]


# Python collects young objects when this many more have been created than freed; a frame creates
# fewer.
YOUNG_COLLECTION_THRESHOLD = 5_000
NO_FULL_COLLECTION = 1_000_000  # a threshold so high that Python starts no full collection
# Number of seconds without an event or a change after which the screen counts as idle.
IDLE_AFTER_SECONDS = 1.0
COLLECTION_SECONDS_IDLE = 10.0  # minimum time between two collections while the screen is idle
COLLECTION_SECONDS_BUSY = 60.0  # minimum time between two collections while the screen is busy


class GcScheduler:
    """Runs full garbage collections at times when the player does not notice them.

    From ``start`` to ``stop``, Python starts no full collections of its own accord. It still
    collects young objects, but seldom during a frame.
    """

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._since = 0.0

    def start(self) -> None:
        """Prevent full collections and frequent collections of young objects by Python."""
        _young, middle, _old = self._before = gc.get_threshold()
        gc.set_threshold(YOUNG_COLLECTION_THRESHOLD, middle, NO_FULL_COLLECTION)

    def stop(self) -> None:
        """Restore Python's garbage collection as it was before ``start``."""
        gc.set_threshold(*self._before)

    def advance_and_collect_if_due(self, seconds: float, seconds_since_event: float) -> None:
        """Advance by ``seconds`` without animation, and collect garbage if a collection is due.

        No collection is due if no event has arrived since the last collection.

        Args:
            seconds_since_event: the number of seconds since the last event or change.
        """
        self._since += seconds
        has_happened = seconds_since_event < self._since
        if has_happened and self._since >= (
            COLLECTION_SECONDS_IDLE
            if seconds_since_event >= IDLE_AFTER_SECONDS
            else COLLECTION_SECONDS_BUSY
        ):
            self._since = 0.0
            gc.collect()


# Showing a frame without hardware acceleration takes only 2 % of the time.
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
# Touches must arrive as finger events only, not as mouse events too.
os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")


TITLE = "Hack Trick"
DEFAULT_SIZE = (1280, 720)
# Video drivers that do not report the position of a window.
DRIVERS_WITHOUT_POSITION = ("wayland", "dummy", "offscreen")
PLACEMENT_SECONDS = 1.0  # number of seconds in which the system may still move the new window
# Number of pixels of a window that must be on the desktop, so that it can be dragged.
MIN_GRIP = 120
# Maximum number of seconds that one update advances, so that animations do not jump after a delay.
MAX_UPDATE_SECONDS = 0.1
ANIMATION_FPS, BACKGROUND_FPS = 60, 10  # frames per second during animations and in the background
# Number of seconds without a further resize after which everything is repainted.
RESIZE_DELAY = 0.15

SIZES = {"larger": 1, "smaller": -1, "usual_size": 0}

_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class IdleFramePace(NamedTuple):
    """How often a window polls for events while nothing is animated.

    The program does not use ``pygame.event.wait``, which wakes up a thousand times a second.

    Attributes:
        after: the number of seconds without an event or a change after which this pace applies.
        polls: the number of polls per second.
        polls_per_frame: the number of polls between two updates of the scenes; an event causes an
            update at once.
    """

    after: float
    polls: int
    polls_per_frame: int


FRAME_PACES = (
    IdleFramePace(0.0, 30, 3),
    IdleFramePace(1.0, 20, 4),
    IdleFramePace(5.0, 10, 4),
    IdleFramePace(30.0, 5, 2),
)


class FrameClock(Protocol):
    def tick(self, framerate: float) -> int:
        """Wait until the next frame is due, and return the milliseconds since the last frame.

        Args:
            framerate: the number of frames per second.
        """


class NoDisplayError(Exception):
    """Raised when there is no display to open a window on."""


class GameWindow:
    """The window and its main loop.

    Args:
        on_crash: called with an exception of the main loop before it is raised again.
        clock: the clock of the main loop, which tests can replace.

    Attributes:
        after_first_frame: called once after the first frame.
        after_frame: called after every frame.
        work_in_background: called in every frame to do a small part of lengthy work.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        on_crash: Callable[[BaseException], None] | None = None,
        clock: FrameClock | None = None,
    ) -> None:
        settings = settings or Settings()
        self.window = _open_window(settings)
        self.sounds = Sounds()
        self.music = Music(Random(), self.sounds.open_device_once)
        self.context = Context(settings, size=self.window.get_surface().get_size())
        self.screen_reader = ScreenReader(
            self.context, TITLE, partial(connect_accesskit, window=self.window)
        )
        self.window.show()
        self.inputs = InputDevices(self.context)
        self.inputs.pads.start_listening()
        self.context.play = self._play_sound
        self.context.has_sound = lambda: not self.sounds.is_device_missing
        self.preferences_and_voice: SystemPreferencesAndSpeech | None = None
        self.work_in_background: Callable[[], object] | None = None
        self.after_first_frame: Callable[[], None] | None = None
        self.after_frame: Callable[[], None] | None = None
        self._on_crash = on_crash
        self._clock: FrameClock = clock or pygame.time.Clock()
        self._running = False
        self._is_in_foreground = True
        self._is_loading_sounds = True  # whether some sounds have not been loaded yet
        # Number of seconds until the repaint after a resize; None if no repaint is due.
        self._repaint_delay: float | None = None
        self._quiet_seconds = 0.0  # number of seconds without an event or a change
        self._gc_scheduler = GcScheduler()
        self._is_fullscreen = False
        self._wanted_position = reachable_window_position(
            settings.window_position, self.window.size
        )
        # The first window position that the system reported.
        self._first_position: tuple[int, int] | None = None
        self._seconds_open = 0.0
        self._apply_fullscreen_setting()

    def run(self, first_scene: Scene) -> int:
        """Show scenes until the stack is empty or ``stop`` is called, and return the exit code."""
        self.context.stack.push(first_scene)
        self._running = True
        self._gc_scheduler.start()
        try:
            self._draw_first_frame()
            while self._running:
                self._run_frame()
        except Exception as error:
            if self._on_crash:
                self._on_crash(error)
            raise
        finally:
            self._gc_scheduler.stop()
            self._save_size_and_position()
            self.context.stack.clear()
            self.context.stack.apply_changes()
            if self.preferences_and_voice:
                self.preferences_and_voice.close_voice()
            self.music.close()
            self.sounds.close()
            self.inputs.pads.stop_listening()
            self.screen_reader.close()
            load_font_file.cache_clear()  # fonts are invalid after ``pygame.quit``
            _close_window(self.window)
            pygame.quit()
        return 0

    def _draw_first_frame(self) -> None:
        """Draw the first frame before any input is read."""
        self.context.stack.apply_changes()
        self.context.stack.draw(self.window.get_surface())
        self.window.flip()
        if self.after_first_frame:
            self.after_first_frame()

    def stop(self) -> None:
        self._running = False

    def toggle_fullscreen(self) -> None:
        self.context.change_settings(fullscreen=not self.context.settings.fullscreen)

    def _apply_fullscreen_setting(self) -> None:
        """Switch full screen on or off if the setting has changed."""
        full = self.context.settings.fullscreen
        if full == self._is_fullscreen:
            return
        self._save_size_and_position()
        self._is_fullscreen = full
        by_hand = not has_window_manager()
        if full:
            if by_hand:
                resize_window_to_screen(self.window)
            self.window.set_fullscreen(True)
        else:
            self.window.set_windowed()
            if by_hand:
                self._restore_size_and_position()
        self._repaint_delay = 0.0

    def _restore_size_and_position(self) -> None:
        """Restore the size and position that the window had before the switch to full screen."""
        settings = self.context.settings
        self.window.size = initial_window_size(settings)
        if settings.window_position:
            self.window.position = settings.window_position

    def _save_size_and_position(self) -> None:
        """Save the size and position of the window, except in full screen."""
        if self._is_fullscreen:
            return
        self.context.change_settings_without_redraw(
            window_size=tuple(self.window.size), window_position=self._window_position()
        )

    def _window_position(self) -> tuple[int, int] | None:
        """Return the window position to save: the current one or, if unknown, the saved one."""
        if pygame.display.get_driver() in DRIVERS_WITHOUT_POSITION:
            return self.context.settings.window_position
        x, y = self.window.position
        return window_position_to_save((x, y), self._first_position, self._wanted_position)

    def _run_frame(self) -> None:
        stack = self.context.stack
        stack.apply_changes()
        if not stack:
            self._running = False
            return
        for event in pygame.event.get():
            self._quiet_seconds = 0.0
            if event.type == REQUEST_EVENT:
                asked_for = self.screen_reader.event_for_request(event)
                self._handle_events([] if asked_for is None else [asked_for])
            else:
                self._handle_events(self.inputs.convert_event(event))
        pace = self._current_frame_pace()
        dt = self._wait_for_frame_ms(pace) / 1000
        step = min(dt, max(MAX_UPDATE_SECONDS, pace.polls_per_frame / pace.polls))
        self._handle_events(self.inputs.advance_time(step))
        self._repaint_after_resize(dt)
        stack.update(step)
        stack.apply_changes()
        wanted = self._effective_volume(self.context.settings.music_volume)
        is_used = (
            self._is_animating_or_preparing() or wanted or self.inputs.switches.is_timer_running
        )
        self._quiet_seconds = 0.0 if is_used else self._quiet_seconds + dt
        self._apply_fullscreen_setting()
        if self._seconds_open < PLACEMENT_SECONDS and not self._is_fullscreen:
            self._seconds_open += dt
            x, y = self.window.position
            self._first_position = x, y
        has_changed = stack.has_changed or any(
            scene.needs_redraw for scene in stack.visible_scenes()
        )
        if self.work_in_background:
            self.work_in_background()
        if stack.needs_redraw and len(stack):
            stack.draw(self.window.get_surface())
            self.window.flip()
        self.screen_reader.update_tree(step, self.window, has_changed)
        if self.preferences_and_voice:
            self.preferences_and_voice.apply_preferences_and_speak()
        if self._is_in_foreground and not stack.is_animating:
            self._is_loading_sounds = self.sounds.load_next_sound_file()
        if not stack.is_animating:
            self._gc_scheduler.advance_and_collect_if_due(dt, self._quiet_seconds)
        self.music.update(step, wanted, stack.tension, not stack.is_animating)
        if self.after_frame:
            self.after_frame()

    def _handle_events(self, events: list[pygame.Event]) -> None:
        for event in events:
            self._handle_event(event)
            # The next event goes to the scene that is now on top.
            self.context.stack.apply_changes()

    def _current_frame_pace(self) -> IdleFramePace:
        return next(pace for pace in reversed(FRAME_PACES) if self._quiet_seconds >= pace.after)

    def _wait_for_frame_ms(self, pace: IdleFramePace) -> int:
        """Wait until the next frame is due, and return the milliseconds since the last frame.

        While nothing is animated, an event ends the wait.
        """
        passed = self._clock.tick(self._frame_rate(pace))
        for _n in range(pace.polls_per_frame - 1):
            if not self._may_skip_frames() or pygame.event.peek():
                break
            passed += self._clock.tick(self._frame_rate(pace))
        return passed

    def _may_skip_frames(self) -> bool:
        """Return whether the loop may skip frames until an event comes.

        In the background, there are so few frames anyway that none need be skipped.
        """
        return not self._is_animating_or_preparing() and (
            self._is_in_foreground or self._current_frame_pace().polls <= BACKGROUND_FPS
        )

    def _is_animating_or_preparing(self) -> bool:
        """Return whether anything is animated, changed or still being prepared."""
        stack = self.context.stack
        at_work = (
            stack.is_animating
            or stack.needs_redraw
            or stack.is_prerendering
            or self._is_loading_sounds
        )
        return at_work or self._repaint_delay is not None

    def _frame_rate(self, pace: IdleFramePace) -> int:
        if not self._is_in_foreground:
            return min(BACKGROUND_FPS, pace.polls)
        return ANIMATION_FPS if self.context.stack.is_animating else pace.polls

    def _handle_event(self, event: pygame.Event) -> None:
        if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self._repaint_delay = RESIZE_DELAY
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self._request_redraw_of_top_scene()
        self._handle_window_focus_event(event)
        top = self.context.stack.top
        if top is not None and self._handle_window_intent(top.intent_of_event(event)):
            return
        used = self.context.stack.handle(self._mouse_event_in_surface_pixels(event))
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE) and not used:
            self.stop()

    def _handle_window_focus_event(self, event: pygame.Event) -> None:
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
            self._is_in_foreground = False
            self.screen_reader.report_window_focus(False)
        elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED):
            self._is_in_foreground = True
            if event.type == pygame.WINDOWFOCUSGAINED:
                self.screen_reader.report_window_focus(True)

    def _handle_window_intent(self, name: str) -> bool:
        """Carry out an intent that scenes leave to the window; return False for other intents."""
        if name in SIZES:
            self.context.step_ui_scale(SIZES[name])
        elif name == "full_screen":
            self.toggle_fullscreen()
        elif name == "mute":
            self.context.change_settings(muted=not self.context.settings.muted)
        else:
            return False
        return True

    def _mouse_event_in_surface_pixels(self, event: pygame.Event) -> pygame.Event:
        """Convert a mouse event from window points to pixels of the surface.

        On high-density screens of macOS the surface has more pixels than the window has points.
        """
        window, surface = self.window.size, self.window.get_surface().get_size()
        if event.type not in _MOUSE or window == surface or event.dict.get("touch"):
            return event  # events made from touches are in pixels of the surface already
        factors = surface[0] / window[0], surface[1] / window[1]
        pos = round(event.pos[0] * factors[0]), round(event.pos[1] * factors[1])
        return pygame.Event(event.type, {**event.dict, "pos": pos})

    def _repaint_after_resize(self, dt: float) -> None:
        """Repaint everything once the window's size no longer changes, since repainting is slow."""
        if self._repaint_delay is None:
            return
        self._repaint_delay -= dt
        if self._repaint_delay <= 0:
            self._repaint_delay = None
            if self.window.get_surface().get_size() != self.context.size:
                self.context.rebuild_and_lay_out(self.window.get_surface().get_size())
            self._request_redraw_of_top_scene()

    def _request_redraw_of_top_scene(self) -> None:
        if self.context.stack.top:
            self.context.stack.top.needs_redraw = True

    def _play_sound(self, event: str, number: int = 0) -> None:
        if event == "music":
            self.music.play_sample_at_volume(
                self._effective_volume(self.context.settings.music_volume)
            )
            return
        self.sounds.use_sounds_of_theme(self.context.theme.key)
        self.sounds.play_event_sound(
            event, number, self._effective_volume(self.context.settings.effects_volume)
        )

    def _effective_volume(self, volume_percent: int) -> float:
        """Return the volume of a kind of sound from 0 to 1, including master volume and muting.

        Args:
            volume_percent: the volume set for this kind, in per cent.
        """
        settings = self.context.settings
        if settings.muted or (settings.mute_unfocused and not self._is_in_foreground):
            return 0.0
        return settings.master_volume * volume_percent / 10_000


def _close_window(window: pygame.Window) -> None:
    """Close the window now, since a late garbage collection might close a newer window instead."""
    window.destroy()


NEEDS_DISPLAY = "Hack Trick needs a display, and there is none here."
NO_WINDOW = "Hack Trick cannot open a window"


def _start_video() -> None:
    """Start SDL's video system.

    Wayland is left out where it cannot work and would print errors.

    Raises:
        NoDisplayError: no video driver can be started.
    """
    explicit = ("SDL_VIDEODRIVER", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY")
    limited = sys.platform == "linux" and not any(os.environ.get(name) for name in explicit)
    if limited:
        os.environ["SDL_VIDEODRIVER"] = "x11,KMSDRM"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError(NEEDS_DISPLAY if limited else f"{NO_WINDOW}: {error}.") from error
    finally:
        if limited:
            del os.environ["SDL_VIDEODRIVER"]


def _open_window(settings: Settings) -> pygame.Window:
    """Open the window.

    Raises:
        NoDisplayError: no video driver can be started, or only a driver that shows nothing.
    """
    try:
        _start_video()
        pygame.font.init()
        driver = pygame.display.get_driver()
        if driver == "offscreen" and os.environ.get("SDL_VIDEODRIVER") != "offscreen":
            raise NoDisplayError(NEEDS_DISPLAY)
        # The window stays hidden until screen readers can read it.
        window = pygame.Window(
            TITLE, initial_window_size(settings), resizable=True, allow_high_dpi=True, hidden=True
        )
    except pygame.error as error:
        raise NoDisplayError(f"{NO_WINDOW}: {error}.") from error
    window.minimum_size = MIN_WINDOW
    place = reachable_window_position(settings.window_position, window.size)
    if place and driver not in DRIVERS_WITHOUT_POSITION:
        window.position = place
    icon = resources.asset_path("icon", "icon.png")
    if icon.is_file():
        window.set_icon(pygame.image.load(icon))
    pygame.display.set_allow_screensaver(True)
    pygame.key.stop_text_input()  # an input method would intercept the digit keys
    pygame.key.set_repeat(400, 40)
    return window


def initial_window_size(settings: Settings) -> tuple[int, int]:
    """Return the saved size of the window, limited to the desktop.

    At the first start, return the default size. If the desktop is too small for this size, return
    nine tenths of the desktop.
    """
    width, height = (max(sizes) for sizes in zip(*pygame.display.get_desktop_sizes(), strict=True))
    if settings.window_size != default_of("window_size"):
        wanted = settings.window_size
    elif width > DEFAULT_SIZE[0] and height > DEFAULT_SIZE[1]:
        wanted = DEFAULT_SIZE
    else:
        wanted = min(round(width * 0.9), DEFAULT_SIZE[0]), min(round(height * 0.9), DEFAULT_SIZE[1])
    return (
        max(MIN_WINDOW[0], min(wanted[0], width)),
        max(MIN_WINDOW[1], min(wanted[1], height)),
    )


def window_position_to_save(
    position: tuple[int, int],
    first: tuple[int, int] | None,
    wanted: tuple[int, int] | None,
) -> tuple[int, int]:
    """Return the position of a window to save for the next start.

    Some window managers put the title bar instead of the window at the requested position. If the
    player has not moved the window, the requested position is therefore saved again. Otherwise the
    window would move down a little at every start.

    Args:
        position: the current position.
        first: the position that the system reported after the start; None if not known.
        wanted: the position requested at the start; None if none was requested.
    """
    return wanted if wanted is not None and position == first else position


def reachable_window_position(
    place: tuple[int, int] | None, size: tuple[int, int]
) -> tuple[int, int] | None:
    """Return the saved position, moved if necessary so that the title bar can be reached.

    Further screens may be on any side of the first screen, since only their sizes are known.

    Args:
        place: the saved position; None if none is saved, and the result is then also None.
        size: the width and height of the window.
    """
    if place is None:
        return None
    desktops = pygame.display.get_desktop_sizes()
    first = desktops[0]
    beside = sum(width for width, _ in desktops[1:]), sum(height for _, height in desktops[1:])
    return (
        min(max(place[0], MIN_GRIP - size[0] - beside[0]), first[0] + beside[0] - MIN_GRIP),
        min(max(place[1], -beside[1]), first[1] + beside[1] - MIN_GRIP),
    )
