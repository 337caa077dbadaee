#!/usr/bin/env python3
"""Plays matches through the window with random input, and leaves a table idle for a simulated day.

python build/qa/soak.py [--matches N] [--hours H] [--seed S] [--draw-every K] [--jobs J]

No window is shown, and waits are simulated. Most frames are not painted and the computer players
think only briefly, since painting and thinking would take most of the time. Exits with an error at
the first exception, if memory grows, or if an idle table keeps drawing.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import importlib
import os
import pkgutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import _lru_cache_wrapper
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from typing import ClassVar, NamedTuple
from unittest import mock

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

import hacktrick
from hacktrick.ai.agent import Budget
from hacktrick.ai.possible_worlds import clear_world_cache
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import open_storage
from hacktrick.coach.review.judged_round import FinishedRound
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.coach.thinking_worker import AnalysisKind
from hacktrick.game.view import SeatInfo, View
from hacktrick.i18n.translator import available_languages, set_language
from hacktrick.match.live_match import Match
from hacktrick.match.record_replay import replay_record
from hacktrick.ui.scene.scenes_and_context import SceneStack
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.game_window import _open_window as open_window
from hacktrick.ui.window.screen_navigator import connect_navigator
from qa.monkey import WEAKEST, Monkey

BASE = (1280, 720)
SETTLING_MATCHES = 100  # number of matches after which memory must not grow
MAX_GROWTH = 0.05
MATCHES_PER_LINE = 50  # number of matches between two lines of progress
FRAME_MS = 100  # length of a simulated frame in milliseconds; the window limits longer ones
QUICK_BUDGET = Budget(0.1, 1500)
# Number of rounds of which one is reviewed, and of positions of which one is analysed.
REVIEW_PERIOD = 10
# Maximum number of frames that an idle table may draw in a day; it covers its cards once.
MAX_DRAWN = 200


class QuickClock:
    """A clock that does not wait: each tick counts as ``FRAME_MS`` milliseconds."""

    def tick(self, framerate: float) -> int:
        return FRAME_MS


class QuickThinkerWithRareReviews(InlineThinker):
    """A thinker that takes little time for every level, and analyses and reviews only occasionally.

    The quality of play and reviews is measured elsewhere.
    """

    _n_rounds = _n_positions = 0

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        return super().request_decision(level, view, seed, budget or QUICK_BUDGET)

    def request_review(self, finished: FinishedRound) -> int:
        self._n_rounds += 1
        return super().request_review(finished) if self._n_rounds % REVIEW_PERIOD == 0 else 0

    def request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> int:
        self._n_positions += 1
        return (
            super().request_analysis(kind, view, actions_made)
            if self._n_positions % REVIEW_PERIOD == 0
            else 0
        )


def limit_drawing_and_count_frames(stack: SceneStack, every: int) -> list[int]:
    """Let a scene stack paint only every ``every``-th frame.

    Returns:
        A list with one number: the number of frames that were due to be painted.
    """
    draw, asked = stack.draw, [0]

    def sometimes(surface: pygame.Surface) -> None:
        asked[0] += 1
        if asked[0] % every == 0:
            draw(surface)
        else:
            _mark_scenes_as_drawn(stack)

    stack.draw = sometimes  # type: ignore[method-assign]
    return asked


def _mark_scenes_as_drawn(stack: SceneStack) -> None:
    """Change the state of the scenes in the way in which painting would change it."""
    for scene in stack.visible_scenes():
        scene.needs_redraw = False
    stack.has_changed = False


class MatchSoak:
    """A run of many matches.

    Attributes:
        presets: the number of finished matches of each preset.
        n_starts: the number of starts of the program.
    """

    def __init__(self, folder: Path, n_matches: int, seed: int, draw_every: int = 1) -> None:
        self.folder, self.n_matches, self.draw_every = folder, n_matches, draw_every
        self.presets: Counter[str] = Counter()
        self.n_starts = 0
        self.memory: list[MemoryUse] = []
        self.monkey = Monkey(Random(seed), self._verify_and_count_match)
        self._app: GameWindow
        self._window: pygame.Window | None = None

    @property
    def n_finished_matches(self) -> int:
        return self.presets.total()

    def run(self) -> None:
        """Play all matches; an exception in the game is not caught."""
        while self.n_finished_matches < self.n_matches:
            self.n_starts += 1
            self._run_program_once()
            self._measure_memory()

    def _run_program_once(self) -> None:
        """Run the program from its start to its end, since the random player may press Quit."""
        storage, problems = open_storage(self.folder)
        settings, _ = storage.load_settings()
        with mock.patch("hacktrick.ui.window.game_window._open_window", self._shared_window):
            self._app = GameWindow(settings, clock=QuickClock())
        self._app.context.save = storage.save_settings  # type: ignore[assignment]
        rng = Random(self.monkey.rng.random())
        services = ProgramServices(
            self._app.context, storage, QuickThinkerWithRareReviews, rng, problems
        )
        self.monkey.attach_to_window(self._app, services)
        limit_drawing_and_count_frames(self._app.context.stack, self.draw_every)
        try:
            # Fonts and the window are kept for the life of the process.
            with (
                mock.patch("pygame.quit"),
                mock.patch("hacktrick.ui.window.game_window._close_window"),
            ):
                self._app.run(connect_navigator(self._app.context, services).make_title_scene())
        finally:
            services.close()
            self.monkey.detach()
            self._reset_window()

    def _shared_window(self, settings: Settings) -> pygame.Window:
        """Return the same window for all programs.

        SDL keeps some kilobytes for every window ever opened, but a player opens only one.
        """
        self._window = self._window or open_window(settings)
        return self._window

    def _reset_window(self) -> None:
        """Reset the window for the next program: its size, theme, scale and language."""
        self._app.window.size = BASE
        self._app.window.get_surface()
        self._app.context.settings = Settings()
        self._app.context.rebuild_and_lay_out(BASE)
        del self._app

    def _verify_and_count_match(self, match: Match) -> None:
        for _ in replay_record(match.record):  # the match must be valid by the rules
            pass
        self.presets[match.rules.preset] += 1
        if self.n_finished_matches >= self.n_matches:
            self._app.stop()

    def _measure_memory(self) -> None:
        """Measure the memory between two programs; what is still in use then is never freed."""
        pygame.event.clear()  # unread events hold references to the closed window
        clear_all_caches()
        before = self.memory[-1].matches if self.memory else 0
        self.memory.append(
            MemoryUse(
                self.n_finished_matches,
                resident_megabytes(),
                allocated_megabytes(),
                sys.getallocatedblocks(),
            )
        )
        if self.n_finished_matches // MATCHES_PER_LINE > before // MATCHES_PER_LINE:
            print(self.memory[-1], flush=True)

    def relative_memory_growth(self) -> float:
        """Return the relative growth of memory since it settled, or 0 if the run is too short.

        This is the growth of the C library's memory or of Python's, whichever is larger.
        """
        settled = [
            one for one in self.memory if SETTLING_MATCHES <= one.matches < 2 * SETTLING_MATCHES
        ]
        last = [
            one for one in self.memory if one.matches > self.n_finished_matches - SETTLING_MATCHES
        ]
        if not settled or self.n_finished_matches < 3 * SETTLING_MATCHES:
            return 0.0
        native = mean(one.given_out for one in last) / mean(one.given_out for one in settled)
        blocks = mean(one.blocks for one in last) / mean(one.blocks for one in settled)
        return max(native, blocks) - 1


class MemoryUse(NamedTuple):
    """A measurement of memory.

    Attributes:
        matches: the number of finished matches.
        resident: the memory of the process in megabytes.
        given_out: megabytes allocated by the C library and not freed, without the fragments between
            blocks, which grow with every new window size.
        blocks: the number of blocks allocated by Python's allocator for small objects.
    """

    matches: int
    resident: float
    given_out: float
    blocks: int

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.resident:.1f} MB of which {self.given_out:.1f} MB are "
            f"given out by the C library; {self.blocks} blocks of Python"
        )


class Mallinfo2(ctypes.Structure):
    """The struct mallinfo2 of glibc's malloc.h."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def allocated_megabytes() -> float:
    """Return the megabytes that the C library has allocated.

    If the C library is not glibc, return the megabytes of the whole process.
    """
    with contextlib.suppress(OSError, AttributeError):
        count = ctypes.CDLL("libc.so.6").mallinfo2
        count.restype = Mallinfo2
        found = count()
        return float(found.uordblks + found.hblkhd) / 1e6
    return resident_megabytes()


def load_all_modules() -> None:
    """Load all modules and languages, which are otherwise loaded on first use and then kept.

    Without this, the first page of rules in Polish would count as growth.
    """
    for module in pkgutil.walk_packages(hacktrick.__path__, "hacktrick."):
        if not module.name.endswith("__main__") and not module.name.startswith("hacktrick.env"):
            importlib.import_module(module.name)
    for language in available_languages():
        set_language(language)


def clear_all_caches() -> None:
    """Empty all bounded caches.

    Their size depends on what was played last, which would hide the growth of anything unbounded.
    """
    clear_world_cache()
    caches = [found for found in gc.get_objects() if type(found) is _lru_cache_wrapper]
    for cache in caches:
        ours = cache.__module__.startswith("hacktrick.")
        if ours and cache.cache_info().maxsize is not None:
            cache.cache_clear()


def resident_megabytes() -> float:
    """Return the megabytes of this process, after the C library has returned what it can."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # the C library is not glibc
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


class IdleTableSoak:
    """A table at which nobody plays, for some simulated hours.

    Attributes:
        n_drawn: the number of drawn frames, out of ``n_frames``.
    """

    def __init__(self, folder: Path, hours: float) -> None:
        storage, _ = open_storage(folder)
        self.app = GameWindow(Settings(), clock=QuickClock())
        self.services = ProgramServices(self.app.context, storage, InlineThinker, Random(1))
        self.n_frames = self.n_drawn = 0
        self.memory: list[float] = []
        self._most = round(hours * 3600 * 1000 / FRAME_MS)

    def run(self) -> None:
        seats = (SeatInfo("Ada", "human"), SeatInfo("Zeus", WEAKEST))
        screens = connect_navigator(self.app.context, self.services)
        screens.start_match(MatchSetup("keypad", seats))
        asked = limit_drawing_and_count_frames(self.app.context.stack, 1)
        self.app.after_frame = self._record_memory_in_frame
        try:
            self.app.run(screens.make_title_scene())
        finally:
            self.services.close()
        (self.n_drawn,) = asked

    def _record_memory_in_frame(self) -> None:
        self.n_frames += 1
        if self.n_frames % max(1, self._most // 20) == 0:
            self.memory.append(resident_megabytes())
        if self.n_frames >= self._most:
            self.app.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, metavar="N")
    parser.add_argument("--hours", type=float, default=24.0, metavar="H")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--draw-every", type=int, default=10, metavar="K")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hacktrick-soak-") as folder:
        good = is_memory_stable_in_processes(Path(folder), options)
        good = is_idle_window_stable(Path(folder) / "rest", options.hours) and good
    print("The soak is passed." if good else "The soak has FAILED.")
    return not good


def is_memory_stable_in_processes(folder: Path, options: argparse.Namespace) -> bool:
    """Share the matches among processes with separate folders, seeds and memory.

    Returns:
        Whether all were passed.
    """
    if options.jobs == 1:
        return is_memory_stable_in_matches(
            folder / "play", options.matches, options.seed, options.draw_every
        )
    each = -(-options.matches // options.jobs)
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        shares = [
            pool.submit(
                is_memory_stable_in_matches,
                folder / f"play {n}",
                each,
                options.seed + n,
                options.draw_every,
            )
            for n in range(options.jobs)
        ]
        # The list waits for all processes, even after a failure.
        results = [share.result() for share in shares]
    return all(results)


def is_memory_stable_in_matches(folder: Path, n_matches: int, seed: int, draw_every: int) -> bool:
    """Play matches in this process and print the results; return whether memory is stable."""
    if not n_matches:
        return True
    began = time.monotonic()
    load_all_modules()
    soak = MatchSoak(folder, n_matches, seed, draw_every)
    soak.run()
    monkey = soak.monkey
    print(
        f"{soak.n_finished_matches} matches in {time.monotonic() - began:.0f} s: "
        f"{dict(soak.presets)}"
    )
    print(
        f"{soak.n_starts} starts, {monkey.n_inputs} inputs, {monkey.n_resizes} resizes, "
        f"{monkey.n_pushes} pushes"
    )
    growth = soak.relative_memory_growth()
    print(
        f"memory in use after {SETTLING_MATCHES} matches and at the end: {growth:+.1%}", flush=True
    )
    return growth < MAX_GROWTH


def is_idle_window_stable(folder: Path, hours: float) -> bool:
    """Leave a table idle; return whether it draws little and its memory is stable."""
    if not hours:
        return True
    began = time.monotonic()
    idle = IdleTableSoak(folder, hours)
    idle.run()
    growth = idle.memory[-1] / idle.memory[0] - 1 if idle.memory and idle.memory[0] else 0.0
    print(
        f"{hours:g} idle hours in {time.monotonic() - began:.0f} s: {idle.n_frames} frames, "
        f"{idle.n_drawn} drawn, memory {growth:+.1%}"
    )
    return growth < MAX_GROWTH and idle.n_drawn <= MAX_DRAWN


if __name__ == "__main__":
    sys.exit(main())
