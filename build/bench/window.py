"""Measures frames, idle CPU time and memory of a window, for ``speeds_and_sizes.py``.

python build/bench/window.py think SIZE SECONDS | move SIZE SECONDS | idle SIZE SECONDS
                           | learn SIZE SECONDS | read SIZE SECONDS [whole|nothing]

Makes one measurement in this process and prints it as one line of JSON.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

if TYPE_CHECKING:
    from hacktrick.app.program_services import ProgramServices
    from hacktrick.ui.window.game_window import GameWindow

LEVEL, QUICK_LEVEL = 10, 1  # a level that thinks for a long time, and a level that answers at once
N_HINT_STEPS = 3  # number of steps of a hint
LATE_SECONDS = 0.01  # work of a frame that counts as late beside a screen reader
# Minimum seconds from the deal to an idle table; painting ahead may take longer.
SETTLE_SECONDS = 12.0


class WaitMeasuringClock:
    """A clock that measures how long the loop waits for the next frame."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self.waited = 0.0

    def tick(self, rate: float) -> float:
        begun = time.perf_counter()
        passed: float = self._clock.tick(rate)
        self.waited += time.perf_counter() - begun
        return passed


def measure_while_thinking(size: str, seconds: str) -> dict[str, float]:
    """Measure the work of each frame while a computer player thinks all the time.

    Work is input, update, drawing and showing, without the wait for the next frame. Pictures are
    painted ahead first, as on the title screen before anybody presses *Play*.
    """
    works = _frame_work_seconds(size, float(seconds), LEVEL, moving=False)
    return {**_frame_statistics(works), "level": LEVEL}


def measure_while_animating(size: str, seconds: str) -> dict[str, float]:
    """Measure the work of frames in which something moves, in rounds without pauses.

    The movements are deals, plays, captures, plates, reshuffles, winning lines and points.
    """
    return _frame_statistics(_frame_work_seconds(size, float(seconds), QUICK_LEVEL, moving=True))


def _frame_statistics(works: list[float]) -> dict[str, float]:
    return {"frames": len(works), **_statistics("", [1000 * work for work in works])}


def _statistics(prefix: str, values: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the maximum, with prefixed names."""
    ordered = sorted(values)
    return {
        f"{prefix}median": median(ordered),
        f"{prefix}late": ordered[int(0.99 * (len(ordered) - 1))],
        f"{prefix}longest": ordered[-1],
    }


def _frame_work_seconds(size: str, seconds: float, level: int, moving: bool) -> list[float]:
    works: list[float] = []
    clocks: list[WaitMeasuringClock] = []
    last = time.perf_counter()

    def note(app: GameWindow, _services: ProgramServices) -> None:
        nonlocal last
        now = time.perf_counter()
        if not clocks:
            clocks.append(WaitMeasuringClock(app._clock))
            setattr(app, "_clock", clocks[0])  # noqa: B010 - the loop is watched from outside
        elif app.context.stack.is_animating or not moving:
            works.append(now - last - clocks[0].waited)
        _continue_after_result(app)
        last, clocks[0].waited = time.perf_counter(), 0.0

    pace = "instant" if moving else "normal"
    _run_window_with_table(
        size, seconds, f"level:{level}", f"level:{level}", note, paints_ahead=True, pace=pace
    )
    return works[2:]  # leave out the first two frames, which open the table


def _continue_after_result(app: GameWindow) -> None:
    """Press Enter on the result of a round, as a player would."""
    from hacktrick.ui.table.table_scene import TableScene  # noqa: PLC0415

    stack = app.context.stack
    if not stack.is_animating and not isinstance(stack.top, TableScene):
        _press_key(pygame.K_RETURN, "\r")


def _press_key(key_code: int, text: str) -> None:
    attributes = {"key": key_code, "mod": 0, "unicode": text, "scancode": 0}
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.Event(kind, attributes))


def measure_while_idle(size: str, seconds: str, focused: str = "1") -> dict[str, float]:
    """Measure CPU time and memory at an idle table, once the program has noticed that it is idle.

    Args:
        focused: "0" for a window that has lost the focus.
    """
    from hacktrick.ui.window.game_window import FRAME_PACES  # noqa: PLC0415

    marks: list[tuple[float, float]] = []
    settled: list[float] = []
    begun = time.perf_counter()

    def note(app: GameWindow, _services: ProgramServices) -> None:
        now = time.perf_counter()
        if not settled and now > begun + SETTLE_SECONDS and not _is_painting(app):
            settled.append(now)
            if focused == "0":
                pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
        if settled and now > settled[0] + FRAME_PACES[-1].after + 1:
            marks.append((now, time.process_time()))
            if now > marks[0][0] + float(seconds):
                app.stop()

    _run_window_with_table(
        size, 20 * SETTLE_SECONDS + float(seconds), "human", f"level:{LEVEL}", note
    )
    (start, used), (end, used_then) = marks[0], marks[-1]
    return {"cpu": 100 * (used_then - used) / (end - start), "memory": _resident_megabytes()}


def measure_while_coached(size: str, seconds: str) -> dict[str, float]:
    """Measure the peak memory of the window and its worker process, alone and together.

    Meanwhile somebody plays with tutor, hints and odds and has every round reviewed.
    """
    found = {"window": 0.0, "worker": 0.0, "together": 0.0, "reviewed": 0.0}
    guest = CoachedPlayer()

    def note(app: GameWindow, services: ProgramServices) -> None:
        found["reviewed"] = float(guest.act_and_count_reviewed_rounds(app, services))
        held = _resident_megabytes(), _children_megabytes()
        for name, value in zip(("window", "worker", "together"), (*held, sum(held)), strict=True):
            found[name] = max(found[name], value)

    how = (size, float(seconds), "human", f"level:{LEVEL}", note)
    _run_window_with_table(*how, pace="instant", tutor="strict", odds="habits")
    return found


def measure_screen_reader(size: str, seconds: str, sent: str = "changed") -> dict[str, float]:
    """Measure what a screen reader costs: the first tree, every change of it, and whole frames.

    Meanwhile somebody chooses cards and a computer player answers at once. The CPU time of the
    window's thread is measured. It includes everything up to the call of the library AccessKit, but
    neither the work in its threads nor loading it, which precedes the first picture.

    Other programs make CPU time longer, too, since they share caches and cores. The result contains
    the time of a fixed loop after each change, which tells by how much.

    Args:
        sent: "whole" to make and send the whole tree in every change, instead of what has changed;
            "nothing" to measure the frames without a screen reader.
    """
    import accesskit  # noqa: F401, PLC0415

    from hacktrick.ui.window.screen_reader import ScreenReader  # noqa: PLC0415

    works: list[float] = []
    loops: list[float] = []
    frames: list[tuple[float, float]] = []  # the work of each frame, and the part for the tree
    n_nodes: list[int] = []
    player = CardChooser()
    begun, tree_seconds = time.thread_time(), 0.0

    def note(app: GameWindow, services: ProgramServices) -> None:
        nonlocal begun, tree_seconds
        frames.append((time.thread_time() - begun, tree_seconds))
        if player.n_frames == 0 and sent != "nothing":
            adapter = NodeCountingAdapter(n_nodes)
            reader = ScreenReader(app.context, "Hack Trick", lambda _reader: adapter)
            setattr(app, "screen_reader", reader)  # noqa: B010 - the loop is watched from outside
            reader.activations.append(True)
            follow = reader.update_tree

            def timed(*arguments: Any) -> None:
                nonlocal tree_seconds
                n, tree = len(n_nodes), reader._tree
                if sent == "whole":
                    reader._sent = None
                spent = _cpu_milliseconds(partial(follow, *arguments))
                tree_seconds = spent / 1000
                if len(n_nodes) > n or reader._tree is not tree:
                    works.append(spent)

            setattr(reader, "update_tree", timed)  # noqa: B010 - as above
        if len(loops) < len(works) or sent == "nothing":
            loops.append(_cpu_milliseconds(partial(sum, range(10_000))))
        player.choose_card_in_frame(app, services)
        _continue_after_result(app)
        begun, tree_seconds = time.thread_time(), 0.0

    players = "human", f"level:{QUICK_LEVEL}"
    _run_window_with_table(size, float(seconds), *players, note, paints_ahead=True, pace="instant")
    n_changed = n_nodes[1:]
    first, *changes = works or [0.0]
    n_late = sum(work > LATE_SECONDS for work, _ in frames[2:])
    n_late_without_tree = sum(work - tree > LATE_SECONDS for work, tree in frames[2:])
    return {
        "first": first,
        "changes": len(changes),
        **_statistics("", changes or [0.0]),
        "nodes": sum(n_changed) / max(1, len(n_changed)),
        **_statistics("loop ", loops),
        "frames": len(frames[2:]),  # without the first two frames, which open the table
        **_statistics("frame ", [1000 * work for work, _ in frames[2:]]),
        "late frames": n_late,
        "late because of the tree": n_late - n_late_without_tree,
    }


def _cpu_milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of this thread that ``work`` takes, in milliseconds."""
    begun = time.thread_time()
    work()
    return 1000 * (time.thread_time() - begun)


class NodeCountingAdapter:
    """Takes the place of AccessKit's adapter and counts the nodes of each update."""

    def __init__(self, sent: list[int]) -> None:
        self._sent = sent

    def update_if_active(self, make: Callable[[], Any]) -> None:
        self._sent.append(len(make().nodes))

    def update_window_focus_state(self, is_focused: bool) -> None:
        pass


class CardChooser:
    """A simulated player who chooses a card, pauses and ends the turn."""

    PAUSE = 0.25  # number of seconds between two actions

    def __init__(self) -> None:
        self._since, self.n_frames = time.perf_counter(), 0

    def choose_card_in_frame(self, app: GameWindow, services: ProgramServices) -> None:
        """Act if an action is due; called in every frame."""
        from hacktrick.game.actions import Play  # noqa: PLC0415
        from hacktrick.game.legality import legal_actions  # noqa: PLC0415

        self.n_frames += 1
        session, now = services.session, time.perf_counter()
        if session is None or not session.may_act or now < self._since + self.PAUSE:
            return
        self._since = now
        table = app.context.stack.top
        turn = getattr(table, "turn", None)
        if turn is not None and turn.draft.card is not None:
            _press_key(pygame.K_RETURN, "\r")
            return
        legal = legal_actions(session._match.observe(0))
        cards = [action.card for action in legal if isinstance(action, Play)]
        if cards:
            _press_key(int(getattr(pygame, f"K_{cards[0]}")), str(cards[0]))
        else:
            session.submit(legal[0])


class CoachedPlayer:
    """A simulated player who takes all hints and has every round reviewed."""

    PAUSE = 2.0  # number of seconds for a turn
    CHOOSING_LEVEL = 4  # the level that chooses the turns

    def __init__(self) -> None:
        self._since, self._pressed = 0.0, 0
        self._seen: set[int] = set()  # the rounds whose review has arrived

    def act_and_count_reviewed_rounds(self, app: GameWindow, services: ProgramServices) -> int:
        """Act if an action is due; called in every frame.

        Returns:
            The number of reviewed rounds.
        """
        from hacktrick.ai.levels.catalogue import level_decision  # noqa: PLC0415

        session, now = services.session, time.perf_counter()
        assert session is not None
        if session.is_round_over:
            self._open_review(app, services)
        elif not session.may_act:
            self._since, self._pressed = now, 0
        elif now > self._since + self.PAUSE:
            view = session._match.view(0)
            session.submit(
                level_decision(self.CHOOSING_LEVEL, view, None, len(view.actions)).action
            )
        elif (
            self._pressed < N_HINT_STEPS
            and now > self._since + self.PAUSE * self._pressed / N_HINT_STEPS / 2
        ):
            self._pressed += 1
            _press_key(pygame.K_h, "h")
        return len(self._seen)

    def _open_review(self, app: GameWindow, services: ProgramServices) -> None:
        reviews = services.local_table.reviews
        assert reviews is not None
        number = len(reviews) - 1
        reviews.request_review_unless_complete(number)
        reviews.update()
        known = reviews.review_of(number, 0)
        if known is not None and known.progress.stage == "opened":
            self._seen.add(number)
            _continue_after_result(app)


def _is_painting(app: GameWindow) -> bool:
    """Return whether pictures are still being painted ahead."""
    ahead = getattr(app.context.stack.top, "_prerendered_sprites", None)
    return ahead is not None and inspect.getgeneratorstate(ahead) != inspect.GEN_CLOSED


def _run_window_with_table(
    size: str,
    seconds: float,
    first_player: str,
    second_player: str,
    after_frame: Callable[[GameWindow, ProgramServices], None],
    paints_ahead: bool = False,
    **settings: str,
) -> None:
    """Run a window with a table for some seconds.

    Args:
        first_player, second_player: the players at the table.
        after_frame: called after every frame with the window and its services.
        paints_ahead: whether to paint pictures ahead first, as the title screen does.
    """
    from hacktrick.app.local_table import MatchSetup  # noqa: PLC0415
    from hacktrick.app.program_services import ProgramServices  # noqa: PLC0415
    from hacktrick.app.settings import Settings, with_changes  # noqa: PLC0415
    from hacktrick.app.storage import open_storage  # noqa: PLC0415
    from hacktrick.coach.thinking_client import ProcessThinker  # noqa: PLC0415
    from hacktrick.game.view import SeatInfo  # noqa: PLC0415
    from hacktrick.ui.table.motion.prerender import prerender_table_in_steps  # noqa: PLC0415
    from hacktrick.ui.window import game_window as window  # noqa: PLC0415
    from hacktrick.ui.window.screen_navigator import connect_navigator  # noqa: PLC0415

    app = window.GameWindow(with_changes(Settings(), **settings))
    app.window.size = tuple(map(int, size.split("x")))
    app.context.rebuild_and_lay_out(app.window.size)
    if paints_ahead:
        list(prerender_table_in_steps(app.context))
        app.sounds.open_device_once()  # the click on *Play* does the same
        while app.sounds.load_next_sound_file():
            pass
    storage, _ = open_storage()
    storage.use_background_writer()
    services = ProgramServices(app.context, storage, ProcessThinker, Random(1))
    seats = (SeatInfo("Ada", first_player), SeatInfo("Zeus", second_player))
    services.local_table.begin_match(MatchSetup("keypad", seats, leader=0))
    ends = time.perf_counter() + seconds
    frame = app._run_frame

    def timed() -> None:
        frame()
        after_frame(app, services)
        if time.perf_counter() > ends:
            app.stop()

    setattr(app, "_run_frame", timed)  # noqa: B010 - as above
    try:
        app.run(connect_navigator(app.context, services).make_table_scene())
    finally:
        services.close()


def _resident_megabytes(process: str = "self") -> float:
    """Return the memory of a process in megabytes, or 0 if the system does not report it."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _children_megabytes() -> float:
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return sum(map(_resident_megabytes, children.split()))


if __name__ == "__main__":
    measures: dict[str, Callable[..., dict[str, float]]] = {
        "think": measure_while_thinking,
        "move": measure_while_animating,
        "idle": measure_while_idle,
        "learn": measure_while_coached,
        "read": measure_screen_reader,
    }
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measure", choices=measures)
    parser.add_argument("arguments", nargs="*", metavar="SIZE SECONDS")
    options = parser.parse_args()
    print(json.dumps(measures[options.measure](*options.arguments)))
