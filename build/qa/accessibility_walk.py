"""Plays the game through its accessibility interface alone, like a screen reader, and checks it.

python build/qa/accessibility_walk.py [--quick] [--parts PART,PART] [LANGUAGE ...]

The game runs from source on a separate message bus. A client of AT-SPI reads the names of its nodes
and presses them by `do_action`. A walk begins with a first start of the game, and sets language,
theme and pace through the interface. Then it goes through parts of the game:

    lesson       the first steps of the first lesson
    screens      rules, matches, friends, the page about the program, and statistics
    puzzle       one puzzle
    turns        a few turns of a match
    lessons      all lessons
    EDITION      a whole match in each edition, by its name: keypad, servers, ...
    hotseat      Battle of Wits between two people at one screen, until codes have been laid
    online       a round between two programs, by the invitation that the first one shows
    review       the review of a round, with one turn that is tried again
    puzzles      ten puzzles
    study        the study board: an engine is entered in the settings and asked, a position is set
                 up, its best turns are read and explained, turns of both sides are tried, and the
                 position is sought in the library
    mistakes     a match is judged in the library, and one of its mistakes is studied and solved

The short parts (the first four) are walked through in every language, each long one in English and
one other language. ``--quick`` walks through the start of a lesson and a few turns in English.

In every state the walk counts nodes without a name, sentences that are read twice, and widgets that
no node presses. None may exist. The game itself reports widgets without a node, since only it knows
them.

A busy computer does not change the result: the game reports when it has carried out a press, and
sends no changes while the client reads (see `SharedCounters`).

The script needs a display (on a bare machine: ``xvfb-run -a python
build/qa/accessibility_walk.py``) and the packages dbus, at-spi2-core, gir1.2-atspi-2.0 and
python3-gi; the client runs in the system's Python.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import mmap
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pygame

    from hacktrick.ui.accessibility.accessibility_tree import Node, NodeTree
    from hacktrick.ui.scene.scenes_and_context import Scene
    from hacktrick.ui.window.screen_reader import ScreenReader

ROOT = Path(__file__).resolve().parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
# Number of seconds for the window to appear, and for a press to be carried out.
WINDOW_TIMEOUT = 120.0
ANSWER_TIMEOUT_MS = 30_000  # number of milliseconds for the game to answer a question of the client
# The tree has settled after this many seconds and frames without a change.
SETTLED_SECONDS, SETTLED_FRAMES = 0.25, 3
# A press counts as without effect if nothing changes for so many seconds and frames.
IDLE_SECONDS, IDLE_FRAMES = 1.0, 10
MAX_READING_GAP = 5.0  # maximum number of seconds between two readings while waiting for others
UNFINISHED_MATCH_TURNS = 4  # number of turns to play in a match that is not finished
MAX_PRESSES = 40  # maximum number of presses for playing UNFINISHED_MATCH_TURNS turns
MAX_WAITS = 60  # maximum number of waits for other players or processes
MAX_MATCH_PRESSES = 700  # maximum number of presses for a whole match
JOIN_WAITS = 10  # number of waits for a table's answer before another invitation is tried
PUZZLES = 10
ENGINE = "chancer"
TRIES_PER_STEP = 4  # number of tries at a step of a lesson before the step is skipped
EDITIONS = (*("keypad", "servers", "arena", "club", "wits", "trio", "trio-individual", "quartet"),)
SHORT_PARTS = ("lesson", "screens", "puzzle", "turns")
LONG_PARTS = ("lessons", *EDITIONS, "hotseat", "online", "review", "puzzles", "study", "mistakes")
# Warnings in the description of a button, which can be pressed in spite of them.
WARNINGS = ("{name} surely wins next turn.", "Your last marker: this loses the round.")
LABELS = (
    *("Learn", "Options", "Start", "Settings", "Puzzles", "Rules", "Matches", "Back", "Menu"),
    *("End turn", "Draw", "Your cards", "Edition", "Theme", "Language", "Display", "Keypad"),
    *("Lessons", "Leave", "Crack it", "Try again", "Next round", "No code"),
    *("Playing", "Pace of the computer", "Animation speed", "at once", "off", "No, thanks"),
    *("Skip", "Go on", "Next lesson", "Lesson", "Show my cards", "Rematch", "Back to the start"),
    *("Back to the ladder", "Review", "Next mistake", "Try it again", "Show", "Next", "Mixed"),
    *("Online", "Host a table", "Word on this network", "Invitation", "Join", "Ready", "Again"),
    *("Your statistics", "Friends", "About", "Target", "Cancel", "From the start", "Resume"),
    *("Leave the table", "Give up the match", "Lay a code", "Study", "More …", "Turns"),
    *("Hands", "Why", "Their turn", "Go back", "Set up the position", "Were you here before?"),
    *("Openings", "This position", "Your mistakes", "Row", "Undo", "Redo", "Judge all {n}"),
    *("Judge the match", "More, page {n} of {total}"),
    *("Marker of player 1", "Card {n}", "Make it a puzzle", "Solve it"),
    *("Name of your engine", "Command of your engine", "Ask your engine"),
    "The row is empty.",
    *WARNINGS,
)
"""Labels that the walk looks for; the client gets them in the language of the game."""


class WalkFailure(Exception):
    """Raised with a description of the fault if the game does not behave as it should."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--parts", help="only these parts, separated by commas")
    parser.add_argument("--trace", action="store_true", help="print every press")
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--game", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        return run_game_and_walk(json.loads(options.client))
    sys.path.insert(0, str(ROOT))
    if options.game:
        return run_game(*options.game)
    translator = importlib.import_module("hacktrick.i18n.translator")
    languages = options.languages or (["en"] if options.quick else translator.available_languages())
    chosen = options.parts.split(",") if options.parts else None
    failed = []
    for language in languages:
        parts = chosen or parts_to_walk_in_language(
            language, translator.available_languages(), options.quick
        )
        if not walk_language(language, parts, options.trace):
            failed.append(language)
    print(f"{len(languages)} languages walked; with faults: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def parts_to_walk_in_language(language: str, languages: tuple[str, ...], quick: bool) -> list[str]:
    """Return the parts to walk through in a language: the short ones and some long ones."""
    if quick:
        return ["lesson", "turns"]
    others = [one for one in languages if one != "en"]
    if language == "en":
        return [*SHORT_PARTS, *LONG_PARTS]
    return [*SHORT_PARTS, *LONG_PARTS[others.index(language) :: len(others)]]


def walk_language(language: str, parts: list[str], traces: bool) -> bool:
    """Walk through parts of the game in one language; return False if anything is wrong."""
    translator = importlib.import_module("hacktrick.i18n.translator")
    labels = {}
    for one in dict.fromkeys(("en", language)):
        translator.set_language(one)
        labels[one] = {label: translator._(label) for label in LABELS}
    with tempfile.TemporaryDirectory() as folder:
        plan: dict[str, Any] = {
            "language": language,
            "parts": parts,
            "traces": traces,
            "python": sys.executable,
            "folder": folder,
            "labels": labels,
        }
        # The walk changes desktop settings, so it uses a separate copy of them.
        folders = {"XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder}
        environment = {**os.environ, **folders, "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
        environment.pop("WAYLAND_DISPLAY", None)
        client = [SYSTEM_PYTHON, __file__, "--client", json.dumps(plan)]
        run = subprocess.run(
            ["dbus-run-session", "--", *client], env=environment, cwd=ROOT, check=False
        )
    return run.returncode == 0


# Functions that run inside the game and report widgets that screen readers cannot press.


def unreachable_widgets(scene: Scene, depth: int, nodes: Mapping[str, Node]) -> Iterator[str]:
    """Yield a line for each widget of the topmost scene that no node of the tree presses.

    Args:
        depth: the scene's place among the visible scenes, from the bottom.
        nodes: the nodes of the tree by path.
    """
    start = f"{depth} {type(scene).__name__}/"
    inside = [path.removeprefix(start) for path, node in nodes.items() if node.actions]
    pressed = [
        found[0] for path in inside if (found := scene.widget_and_part_of_node(path)) is not None
    ]
    for widget in getattr(getattr(scene, "group", None), "widgets", ()):
        if widget.visible and widget.focusable and not any(one is widget for one in pressed):
            yield f"unreachable: {type(widget).__name__} {getattr(widget, 'label', '')}"


class SharedCounters:
    """Numbers in a file that the game and the client share, so that they can wait for each other.

    Attributes:
        CARRIED_OUT: the number of presses whose effect is in the tree.
        FRAMES: the number of frames that the window has shown.
        CHANGES: increased before and after each change of the tree, so odd while the tree changes.
        IS_HELD: 1 while the client reads, which keeps the game from changing the tree.
    """

    CARRIED_OUT, FRAMES, CHANGES, IS_HELD = range(4)

    def __init__(self, path: Path) -> None:
        size = 8 * 4
        if not path.exists():
            path.write_bytes(bytes(size))
        with path.open("r+b") as file:
            self._numbers = memoryview(mmap.mmap(file.fileno(), size)).cast("q")

    def __getitem__(self, which: int) -> int:
        return self._numbers[which]

    def __setitem__(self, which: int, number: int) -> None:
        self._numbers[which] = number


def run_game(data: str, report: str) -> int:
    """Run the game until it ends, and return its exit status.

    While it runs, the shared counters are updated, and unreachable widgets are appended to the file
    ``report``.
    """
    # The client runs in the system's Python, which has no pygame.
    from hacktrick.ui.window.screen_reader import ScreenReader as Reader  # noqa: PLC0415

    update, request, follow = (
        Reader._send_changed_nodes_and_focus,
        Reader.event_for_request,
        Reader.update_tree,
    )
    counters = SharedCounters(counters_path(Path(report)))
    n_requests = 0

    def requesting(self: ScreenReader, event: pygame.Event) -> pygame.Event | None:
        nonlocal n_requests
        n_requests += 1
        return request(self, event)

    def following(self: ScreenReader, dt: float, window: pygame.Window, has_changed: bool) -> None:
        counters[counters.FRAMES] += 1
        if counters[counters.IS_HELD] and not self.activations:
            self._stale_seconds += dt
            self._is_stale = self._is_stale or has_changed
            return
        follow(self, dt, window, has_changed)
        if not self._is_stale:
            counters[counters.CARRIED_OUT] = n_requests

    def noting(self: ScreenReader, tree: NodeTree) -> None:
        before = self._sent, self._focus
        counters[counters.CHANGES] += 1
        update(self, tree)
        is_changed = self._sent is not before[0] or self._focus != before[1]
        counters[counters.CHANGES] += 1 if is_changed else -1
        scenes = self.context.stack.visible_scenes()
        found = unreachable_widgets(scenes[-1], len(scenes) - 1, dict(tree.nodes()))
        with Path(report).open("a", encoding="utf-8") as file:
            file.writelines(f"{type(scenes[-1]).__name__}: {fault}\n" for fault in found)

    for name, watched in (
        ("_send_changed_nodes_and_focus", noting),
        ("event_for_request", requesting),
        ("update_tree", following),
    ):
        setattr(Reader, name, watched)
    program = importlib.import_module("hacktrick.cli")
    return int(program.main(["--data-dir", data]))


def counters_path(report: Path) -> Path:
    return report.with_name(f"{report.name} pulse")


# The client, which runs in the system's Python.


@dataclass
class AccessibleNode:
    """A node of the window as AT-SPI reports it.

    Attributes:
        handle: the AT-SPI object.
        path: the indices of the children that lead from the window to this node.
    """

    role: str
    name: str
    description: str
    is_pressable: bool
    handle: Any
    path: tuple[int, ...]

    @property
    def is_enabled(self) -> bool:
        """Whether a press would be carried out; if not, the node's description gives the reason.

        The accessibility library never reports a button to AT-SPI as disabled.
        """
        return not self.description.endswith((".", "!"))

    @property
    def value(self) -> str:
        """The text of a text field or stepper."""
        text = self.handle.get_text_iface()
        return "" if text is None else str(text.get_text(0, -1))


class AccessibilityClient:
    """Reads and presses the nodes of the game through AT-SPI."""

    def __init__(self, game: subprocess.Popen[bytes], report: Path) -> None:
        gi = importlib.import_module("gi")
        gi.require_version("Atspi", "2.0")
        self.atspi = importlib.import_module("gi.repository.Atspi")
        self.glib = importlib.import_module("gi.repository.GLib")
        self.atspi.init()
        self.atspi.set_timeout(ANSWER_TIMEOUT_MS, ANSWER_TIMEOUT_MS)
        self.game, self.report, self.counters = game, report, SharedCounters(counters_path(report))
        self.announcements: list[str] = []
        self._listener = self.atspi.EventListener.new(
            lambda event: self.announcements.append(str(event.any_data))
        )
        self._listener.register("object:announcement")
        self._seen = 0  # the tree's change counter at the latest reading
        self.window = self._wait_for_game()
        # Nothing is cached, since the notice of a change may come later than the change.
        self.window.get_application().set_cache_mask(self.atspi.Cache.NONE)

    def _wait_for_game(self) -> Any:
        ends = time.monotonic() + WINDOW_TIMEOUT
        while time.monotonic() < ends:
            with contextlib.suppress(self.glib.Error):
                desktop = self.atspi.get_desktop(0)
                for n in range(desktop.get_child_count()):
                    found = desktop.get_child_at_index(n)
                    is_game = found is not None and found.get_process_id() == self.game.pid
                    window = found.get_child_at_index(0) if is_game else None
                    if window is not None and window.get_child_count():
                        return window
            self.wait_and_process_events(0.2)
        raise WalkFailure("no window can be read")

    def wait_and_process_events(self, seconds: float) -> None:
        """Wait for some seconds, and process the events that arrive in the meantime.

        Raises:
            WalkFailure: the game has ended.
        """
        loop = self.glib.MainLoop()
        self.glib.timeout_add(int(1000 * seconds), loop.quit)
        loop.run()
        if self.game.poll() is not None:
            raise WalkFailure(f"the game has ended with {self.game.returncode}")

    def read_nodes(self) -> list[AccessibleNode]:
        """Return all nodes in reading order.

        The game holds its accessibility tree still meanwhile, so that all nodes belong together.
        """
        counters, ends = self.counters, time.monotonic() + WINDOW_TIMEOUT
        counters[counters.IS_HELD] = 1
        try:
            while time.monotonic() < ends:
                before = counters[counters.CHANGES]
                with contextlib.suppress(self.glib.Error):
                    # The tree was changing, so read it again.
                    found = list(self._read_subtree(self.window, ()))
                    if before % 2 == 0 and counters[counters.CHANGES] == before:
                        self._seen = before
                        return found
                self.wait_and_process_events(0.05)
        finally:
            counters[counters.IS_HELD] = 0
        raise WalkFailure("the nodes cannot be read")

    def _read_subtree(self, node: Any, path: tuple[int, ...]) -> Iterator[AccessibleNode]:
        pressed = node.get_action_iface()
        is_pressable = pressed is not None and pressed.get_n_actions() > 0
        yield AccessibleNode(
            node.get_role_name(),
            node.get_name() or "",
            node.get_description() or "",
            is_pressable,
            node,
            path,
        )
        for n in range(node.get_child_count()):
            child = node.get_child_at_index(n)
            if child is not None:
                yield from self._read_subtree(child, (*path, n))

    def press_and_wait(self, node: AccessibleNode) -> list[AccessibleNode]:
        """Press a node, wait for the effect, and return all nodes as they are afterwards."""
        counters = self.counters
        before, ends = counters[counters.CARRIED_OUT], time.monotonic() + WINDOW_TIMEOUT
        try:
            pressed = node.handle.get_action_iface()
            if pressed is None:  # the node has disappeared since it was read
                return self.wait_until_tree_settles()
            pressed.do_action(0)
        except self.glib.Error:  # the node disappeared during the press
            return self.wait_until_tree_settles()
        while counters[counters.CARRIED_OUT] == before:
            if time.monotonic() > ends:
                raise WalkFailure(f"the game does not carry out a press of {node.name!r}")
            self.wait_and_process_events(0.02)
        self.wait_for_tree_change(IDLE_SECONDS, IDLE_FRAMES)
        return self.wait_until_tree_settles()

    def type_text_into_node(self, text: str) -> None:
        """Type a text with simulated keys, since AT-SPI on Linux cannot set text fields."""
        self.atspi.generate_keyboard_event(0, text, self.atspi.KeySynthType.STRING)
        self.wait_for_tree_change(MAX_READING_GAP)

    def wait_for_tree_change(self, seconds: float, frames: int = 0) -> bool:
        """Wait until the tree has changed since it was last read.

        Args:
            seconds: the minimum time to wait before giving up.
            frames: the minimum number of the game's frames to wait for before giving up.

        Returns:
            Whether the tree has changed.
        """
        counters = self.counters
        ends, last = time.monotonic() + seconds, counters[counters.FRAMES] + frames
        latest = ends + WINDOW_TIMEOUT
        while counters[counters.CHANGES] == self._seen:
            now = time.monotonic()
            if now > latest or (now > ends and counters[counters.FRAMES] >= last):
                return False
            self.wait_and_process_events(0.05)
        return True

    def wait_until_tree_settles(self) -> list[AccessibleNode]:
        """Wait until the tree no longer changes; return all nodes."""
        found = self.read_nodes()
        for _try in range(20):
            if not self.wait_for_tree_change(SETTLED_SECONDS, SETTLED_FRAMES):
                break
            found = self.read_nodes()
        return found


class AccessibilityWalk:
    """Walks through the game and collects faults.

    Attributes:
        nodes: all nodes, as they were last read.
        preference: the index of the card to choose, among those that can be played.
    """

    def __init__(
        self, client: AccessibilityClient, labels: dict[str, str], traces: bool = False
    ) -> None:
        self.client, self.labels, self.traces = client, labels, traces
        self.faults: list[str] = []
        self.preference = 0
        self.n_nodes = self.n_presses = self.n_turns = self.n_codes = 0
        self.nodes = client.wait_until_tree_settles()
        self.record_node_faults("title")

    def record_node_faults(self, where: str) -> None:
        """Record the nodes without a name and the sentences that are read twice."""
        self.n_nodes += len(self.nodes)
        for node in self.nodes:
            if not node.name:
                self.faults.append(f"{where}: nameless {node.role} at {node.path}")
        # Descriptions are left out, since several refused nodes may give the same reason.
        texts = Counter(node.name for node in self.top_scene_nodes())
        for text, times in texts.items():
            if times > 1 and re.search(r"\s.*[.!?…]$", text):
                self.faults.append(f"{where}: {times} times: {text}")

    def top_scene_nodes(self) -> list[AccessibleNode]:
        """Return the nodes of the topmost scene, without announcements."""
        return [node for node in self.nodes if node.path[:1] == (0,)]

    def find_node(self, *labels: str) -> AccessibleNode | None:
        """Return the first pressable node with one of these labels, or None if there is none."""
        wanted = [self.labels.get(label, label) for label in labels]
        for name in wanted:
            for node in self.top_scene_nodes():
                if node.is_pressable and node.name == name:
                    return node
        return None

    def pressable_names(self) -> list[str]:
        """Return the names of all nodes that can be pressed."""
        return [node.name for node in self.top_scene_nodes() if node.is_pressable]

    def press_label(self, *labels: str) -> None:
        """Press the first node with one of these labels.

        Raises:
            WalkFailure: there is no such node.
        """
        node = self.find_node(*labels)
        if node is None:
            raise WalkFailure(f"nothing is called {labels}; there are {self.pressable_names()}")
        self.press_node(node)

    def press_node(self, node: AccessibleNode) -> None:
        """Press a node, and check the nodes that exist afterwards."""
        self.n_presses += 1
        if self.traces:
            print(f"{time.strftime('%X')} {node.role}: {node.name}. {node.description}", flush=True)
        self.nodes = self.client.press_and_wait(node)
        self.record_node_faults(f"after {node.name!r}")

    def all_faults(self) -> list[str]:
        """Return the faults that the walk has found and those that the game has reported."""
        return [*self.faults, *self.client.report.read_text(encoding="utf-8").splitlines()]

    def return_to_title(self) -> None:
        """Close screens until the title is reached.

        Raises:
            WalkFailure: the title cannot be reached.
        """
        for _step in range(10):
            if self.find_node("Puzzles") is not None and self.find_node("About") is not None:
                return
            if self.open_curtain_if_closed():
                continue
            ways = ("Back to the start", "Back to the ladder", "Lessons")
            self.press_label(*ways, "Leave", "Menu", "Back", "Next round", "Cancel", "No code")
        raise WalkFailure(f"no way back to the title; there are {self.pressable_names()}")

    def change_settings(self, english: dict[str, str]) -> None:
        """Choose language, theme and pace in the settings.

        Args:
            english: the labels in English, the language of the first start.
        """
        wanted = self.labels
        self.labels = english
        if self.find_node("No, thanks") is not None:
            self.press_label("No, thanks")
        self.open_settings()
        self.press_node(self.last_pressable_node("Language"))
        for _press in range(12):
            stepper = self.find_stepper(*self.stepper_names())
            assert stepper is not None
            self.press_node(stepper)
            if self.stepper_names() == [wanted["Language"]] and self.n_presses > 4:
                break
        self.labels = wanted
        self.press_label("Display")
        self.set_stepper("Animation speed", "off")
        theme = self.find_stepper(wanted["Theme"])
        assert theme is not None
        before = theme.value
        self.press_node(theme)
        if self.find_stepper(wanted["Theme"]).value == before:  # type: ignore[union-attr]
            raise WalkFailure("the theme does not change")
        self.press_label("Playing")
        self.set_stepper("Pace of the computer", "at once")
        self.return_to_title()

    def type_into_empty_field(self, label: str, text: str) -> None:
        """Type a text into the field with this label, unless the field already holds a text."""
        fields = [one for one in self.top_scene_nodes() if one.name == self.labels[label]]
        if not fields:
            raise WalkFailure(f"there is no field {label}; there are {self.pressable_names()}")
        fields[0].handle.get_component_iface().grab_focus()
        self.wait_for_change_and_reread()
        if not fields[0].value:
            self.client.type_text_into_node(text)
            self.nodes = self.client.wait_until_tree_settles()

    def open_settings(self) -> None:
        # Hungarian also calls the options of a match "settings".
        self.press_node(self.last_pressable_node("Settings"))

    def last_pressable_node(self, label: str) -> AccessibleNode:
        """Return the last pressable node with this label."""
        wanted = self.labels[label]
        return [one for one in self.top_scene_nodes() if one.is_pressable and one.name == wanted][
            -1
        ]

    def find_stepper(self, *names: str) -> AccessibleNode | None:
        """Return the first stepper with one of these names, or None if there is none."""
        found = (
            one for one in self.top_scene_nodes() if one.role == "spin button" and one.name in names
        )
        return next(found, None)

    def stepper_names(self) -> list[str]:
        return [one.name for one in self.top_scene_nodes() if one.role == "spin button"]

    def set_stepper(self, label: str, value: str) -> None:
        """Press a stepper until it shows a value.

        Args:
            label: the label of the stepper.
            value: the label of the value.
        """
        for _press in range(8):
            stepper = self.find_stepper(self.labels[label])
            if stepper is None:
                raise WalkFailure(f"no stepper {label}; there are {self.stepper_names()}")
            if stepper.value.casefold() == self.labels[value].casefold():
                return
            self.press_node(stepper)
        raise WalkFailure(f"{label} is never {value}")

    def walk_lesson(self) -> None:
        """Open the list of lessons and do the first steps of the first lesson."""
        self.open_lesson(0)
        self.try_cards_until_accepted()
        self.return_to_title()

    def open_lesson(self, lesson_number: int) -> None:
        self.press_label("Learn")
        for _try in range(20):
            tiles = [one for one in self.top_scene_nodes() if re.match(r"(\d+|\+), ", one.name)]
            if tiles or self.hand_nodes():
                break
            self.wait_for_change_and_reread()
        if self.hand_nodes():
            return
        self.press_node(tiles[lesson_number])
        if not self.hand_nodes():
            self.press_label("Start", "Go on", "From the start")

    def try_cards_until_accepted(self) -> None:
        """Try the cards in turn until the lesson accepts one."""
        for n in range(6):
            cards = self.hand_nodes()
            if not cards:
                break
            self.press_node(cards[n % len(cards)])
            if self.find_node("End turn", "Crack it") is not None:
                self.press_label("End turn", "Crack it")
                self.n_turns += 1
            if self.find_node("Try again") is None:
                return
            self.press_label("Try again")
        raise WalkFailure("no card was right in the lesson")

    def walk_lessons(self) -> None:
        """Walk through all lessons; skip a step that a few tries do not solve."""
        self.open_lesson(0)
        done, tries = 0, 0
        for _press in range(MAX_MATCH_PRESSES):
            if (
                self.find_node("Skip") is None
                and self.find_node("Next lesson", "Again") is not None
            ):
                done, tries = done + 1, 0  # after "Try again", a step can also be skipped
                if self.find_node("Next lesson") is None:
                    break
                self.press_label("Next lesson")
            elif self.find_node("Go on") is not None:
                tries = 0
                self.press_label("Go on")
            elif self.find_node("Try again") is not None:
                self.press_label("Try again")
            elif tries >= TRIES_PER_STEP and self.find_node("Skip") is not None:
                tries = 0
                self.press_label("Skip")
            else:
                tries, self.preference = tries + 1, tries // 2
                self.try_lesson_step(tries)
        self.preference = 0
        if done < 16:
            raise WalkFailure(f"{done} of 16 lessons; there are {self.pressable_names()}")
        self.return_to_title()

    def try_lesson_step(self, try_number: int) -> None:
        """Try to solve a lesson step with an answer, a card and the end of the turn, or a draw.

        Args:
            try_number: the number of the try.
        """
        if self.answer_question_if_open():
            return
        names = {self.labels[one] for one in ("Skip", "Back", "Lessons", "Menu", "Rules")}
        group = next(
            (one for one in self.top_scene_nodes() if one.name == self.labels["Lesson"]), None
        )
        buttons = [
            one
            for one in self.top_scene_nodes()
            if group and one.path[:-1] == group.path and one.is_pressable and one.name not in names
        ]
        if try_number % 2 and buttons:
            self.press_node(buttons[try_number // 2 % len(buttons)])
        elif not self.make_next_input():
            if buttons:
                self.press_node(buttons[0])
            else:
                self.press_label("Skip")

    def walk_screens(self) -> None:
        """Open most screens of the menu and close them again."""
        for label in ("Rules", "Matches", "Friends", "About"):
            self.press_label(label)
            self.return_to_title()
        self.press_label("Puzzles")
        self.press_label("Your statistics")
        self.return_to_title()

    def walk_turns(self) -> None:
        """Play a few turns of a match in the usual edition."""
        self.press_label("Start")
        self.play_turns(UNFINISHED_MATCH_TURNS)
        self.return_to_title()

    def play_match_of_edition(self, edition: str) -> None:
        """Play a whole match in an edition."""
        self.set_up_new_match(edition)
        self.press_label("Start")
        self.play_match()
        self.return_to_title()

    def set_up_new_match(self, edition: str, target: int = 1) -> None:
        """Open the options of a new match, and choose an edition and the lowest target."""
        self.press_label("Options")
        goal = EDITIONS.index(edition)
        self.set_stepper_option("Edition", goal)
        self.set_stepper_option("Target", 0)

    def set_stepper_option(self, label: str, option_index: int) -> None:
        """Set a stepper to the option with this index.

        Args:
            label: the label of the stepper.
            option_index: the index of the option.
        """
        stepper = self.find_stepper(self.labels[label])
        if stepper is None:
            raise WalkFailure(f"no stepper {label}; there are {self.stepper_names()}")
        stepper.handle.get_value_iface().set_current_value(option_index)
        for _try in range(10):
            self.wait_for_change_and_reread()
            stepper = self.find_stepper(self.labels[label])
            if stepper and stepper.handle.get_value_iface().get_current_value() == option_index:
                return self.record_node_faults(f"after {label}")
        raise WalkFailure(f"{label} never has option {option_index}")

    def walk_hotseat(self) -> None:
        """Play Battle of Wits for both people at the screen until codes have been laid."""
        self.press_label("Friends")
        self.set_stepper_option("Edition", EDITIONS.index("wits"))
        self.press_label("Start")
        self.n_codes = 0
        for _press in range(MAX_MATCH_PRESSES):
            if self.n_codes > 1:
                self.play_turns(UNFINISHED_MATCH_TURNS)
                return self.return_to_title()
            if not self.make_next_input():
                self.wait_for_change_and_reread()
        raise WalkFailure(f"no code was laid; there are {self.pressable_names()}")

    def walk_review(self) -> None:
        """Play a round, open its review, go through it, and try one turn again."""
        self.press_label("Start")
        for _press in range(MAX_MATCH_PRESSES):
            if self.find_node("Review") is not None:
                break
            if not self.make_next_input():
                self.wait_for_change_and_reread()
        self.press_label("Review")
        self.wait_until(
            lambda: self.find_node("Try it again") is not None and self.are_reviewed_turns_judged(),
            "no review",
        )
        self.press_label("Next mistake")
        for point in [one for one in self.review_curve_points() if one.is_pressable][:3]:
            self.press_node(point)
        self.press_label("Next mistake")
        self.retry_reviewed_turn()
        self.make_next_input()
        self.press_label("Show")
        self.return_to_title()

    def retry_reviewed_turn(self) -> None:
        """Retry the turn that a review shows, or the first later turn that can be retried."""
        for n in range(len(self.review_curve_points())):
            self.press_label("Try it again")
            if self.find_node("Show") is not None:
                return
            # The turn on the screen is another player's or offered no choice, so go on to the next
            # one.
            self.press_node(self.review_curve_points()[n])
        raise WalkFailure(f"no turn is tried again; there are {self.pressable_names()}")

    def review_curve_points(self) -> list[AccessibleNode]:
        """Return the points of a review's curve."""
        return [
            one for one in self.top_scene_nodes() if one.role == "list item" and "%" in one.name
        ]

    def are_reviewed_turns_judged(self) -> bool:
        """Return whether the turns have been judged, so that they can be tried again."""
        return len(self.review_curve_points()) > 2

    def walk_puzzle(self) -> None:
        self.walk_puzzles(1)

    def walk_puzzles(self, n_puzzles: int = PUZZLES) -> None:
        """Answer puzzles, and look at the solution of every second puzzle."""
        self.press_label("Puzzles")
        self.press_label("Mixed")
        for n in range(n_puzzles):
            self.solve_or_show_puzzle(shows_solution=n % 2 == 1)
            if n < n_puzzles - 1:
                self.press_label("Next")
        self.return_to_title()

    def solve_or_show_puzzle(self, shows_solution: bool) -> None:
        """Answer the puzzle on the screen.

        Args:
            shows_solution: whether to look at the solution after a try.
        """
        for n in range(2 * TRIES_PER_STEP):
            if self.find_node("Show") is None:
                return
            if self.find_node("Try again") is not None:
                self.press_label("Show" if shows_solution or n > TRIES_PER_STEP else "Try again")
            elif (shows_solution and n) or not self.make_next_input():
                self.press_label("Show")
        if self.find_node("Show") is not None:
            self.press_label("Show")

    # Methods for the study board.

    def walk_study(self) -> None:
        """Set up a position, read its best turns, try turns, and look it up in the library."""
        self.enter_failing_engine()
        self.press_label("Study")
        self.read_best_turns()
        self.press_menu_entry("Ask your engine")
        self.wait_until(self.is_engine_announced, "nothing is said about the engine")
        before = self.board_key_names()
        self.press_menu_entry("Set up the position")
        self.edit_and_study_position()
        self.read_best_turns()
        if self.board_key_names() == before:
            raise WalkFailure("the position that was set up is not shown")
        for label in ("Hands", "Why", "Turns"):
            self.press_label(label)
        self.try_and_undo_study_turns()
        self.press_menu_entry("Were you here before?")
        self.press_label("Openings")
        self.wait_until(self.pressable_list_rows, "no openings")
        self.press_node(self.pressable_list_rows()[0])
        # Steps back from the replay, over openings and search result, to the study board.
        for _step in range(5):
            if self.find_node("More …") is not None:
                break
            self.press_label("Back")
        self.return_to_title()

    def enter_failing_engine(self) -> None:
        """Enter an engine in the settings whose command ends at once."""
        self.open_settings()
        self.press_label("Playing")
        self.type_into_empty_field("Name of your engine", ENGINE)
        self.type_into_empty_field("Command of your engine", "false")
        self.return_to_title()

    def is_engine_announced(self) -> bool:
        """Return whether anything was announced about the engine."""
        return any(ENGINE in sentence for sentence in self.client.announcements)

    def board_key_names(self) -> list[str]:
        """Return the names of the nine keys, as screen readers read them."""
        return [one.name for one in self.top_scene_nodes() if one.role == "table cell"]

    def read_best_turns(self) -> None:
        """Wait until at least two turns with their chances can be read on the study board.

        Raises:
            WalkFailure: they do not appear in time.
        """
        self.wait_until(lambda: len(self.lines_with_chances()) > 1, "no turn is judged")

    def lines_with_chances(self) -> list[str]:
        """Return the lines that state chances."""
        return [
            one.name for one in self.top_scene_nodes() if one.role == "label" and "%" in one.name
        ]

    def pressable_list_rows(self) -> list[AccessibleNode]:
        return [
            one for one in self.top_scene_nodes() if one.role == "list item" and one.is_pressable
        ]

    def press_menu_entry(self, label: str) -> None:
        """Press an entry of the study's menu, on whichever page it is."""
        self.press_label("More …")
        next_page = self.labels["More, page {n} of {total}"]
        for page in range(1, 6):
            if self.find_node(label) is not None:
                return self.press_label(label)
            self.press_label(*(next_page.format(n=page, total=total) for total in range(2, 7)))
        raise WalkFailure(f"no page has {label}; there are {self.pressable_names()}")

    def edit_and_study_position(self) -> None:
        """Add a card to the row, take the card back, add a marker, and study the position."""
        self.press_label(self.labels["Card {n}"].format(n=2))
        row = next(one for one in self.top_scene_nodes() if one.name.startswith(self.labels["Row"]))
        self.press_node(row)
        for label in ("Undo", "Redo", "Undo"):
            self.press_label(label)
        self.press_label("Marker of player 1")
        for n in range(9):
            keys = [
                one
                for one in self.top_scene_nodes()
                if one.is_pressable and one.role != "toggle button"
            ]
            before = keys[n].name
            self.press_node(keys[n])
            is_changed = all(one.name != before for one in self.top_scene_nodes())
            if is_changed and self.last_pressable_node("Study").is_enabled:
                return self.press_node(self.last_pressable_node("Study"))
            if is_changed:
                self.press_label("Undo")
        raise WalkFailure(f"no marker can be placed; there are {self.pressable_names()}")

    def try_and_undo_study_turns(self) -> None:
        """Try a turn of the player and then a turn of the opponent, and go back."""
        goal = self.n_turns + 1
        for _press in range(MAX_PRESSES):
            if self.n_turns >= goal and self.find_node("Their turn") is not None:
                break
            if not self.make_next_input():
                self.wait_for_change_and_reread()
        self.press_label("Their turn")
        while self.answer_question_if_open():
            pass
        self.wait_until(lambda: self.find_node("Go back") is not None, "the other has no turn")
        for _turn in range(2):
            self.press_label("Go back")
        self.read_best_turns()

    def walk_mistakes(self) -> None:
        """Play a match, have it judged in the library, and study and solve one of its mistakes."""
        self.play_match_of_edition("keypad")
        self.press_label("Matches")
        offers = (self.labels["Judge all {n}"].format(n=n) for n in range(2, 30))
        self.press_label("Judge the match", *offers)
        self.press_label("Your mistakes")
        self.wait_until(
            lambda: self.last_pressable_node("Review").is_enabled, "no mistake is found"
        )
        self.press_node(self.last_pressable_node("Study"))
        self.read_best_turns()
        self.press_label("Leave")
        if self.find_node("Make it a puzzle") is not None:
            self.press_label("Make it a puzzle")
            self.wait_until(lambda: self.find_node("Solve it") is not None, "no puzzle is made")
        self.press_label("Solve it")
        self.solve_or_show_puzzle(shows_solution=True)
        self.return_to_title()

    def wait_until(self, is_so: Callable[[], object], otherwise: str) -> None:
        """Read the nodes until a condition holds.

        Args:
            otherwise: a description of the fault if the condition does not hold in time.

        Raises:
            WalkFailure: the condition does not hold, and no text has changed for a long time.
        """
        n_waits, texts = 0, [node.name for node in self.nodes]
        while n_waits < MAX_WAITS:
            if is_so():
                return
            self.wait_for_change_and_reread()
            before, texts = texts, [node.name for node in self.nodes]
            n_waits = 0 if texts != before else n_waits + 1
        raise WalkFailure(f"{otherwise}; there are {self.pressable_names()}")

    def wait_for_change_and_reread(self) -> None:
        """Wait a limited time for other players or processes, and read the nodes again."""
        self.client.wait_for_tree_change(MAX_READING_GAP)
        self.nodes = self.client.wait_until_tree_settles()

    def hand_nodes(self) -> list[AccessibleNode]:
        """Return the nodes of the cards in the player's hand."""
        name = self.labels["Your cards"]
        found = next((node for node in self.top_scene_nodes() if node.name == name), None)
        if found is None:
            return []
        return [node for node in self.top_scene_nodes() if node.path[:-1] == found.path]

    def play_turns(self, turns: int) -> None:
        """Play the given number of turns of the match on the screen."""
        goal = self.n_turns + turns
        for _press in range(MAX_PRESSES):
            if self.n_turns >= goal:
                return
            if not self.make_next_input():
                self.wait_for_change_and_reread()
        raise WalkFailure(f"turns are missing; there are {self.pressable_names()}")

    def play_match(self) -> None:
        """Play until a match is over."""
        for _press in range(MAX_MATCH_PRESSES):
            if self.find_node("Rematch", "Back to the ladder") is not None:
                return
            if not self.make_next_input():
                self.wait_for_change_and_reread()
        raise WalkFailure(f"the match never ends; there are {self.pressable_names()}")

    def make_next_input(self) -> bool:
        """Make the next input in a match; return False if there is nothing to press."""
        steps = (
            self.open_curtain_if_closed,
            self.start_next_round_if_offered,
            self.answer_question_if_open,
            self.open_code_choice_if_offered,
            self.end_turn_if_offered,
            self.draw_card_if_offered,
        )
        for step in steps:
            if step():
                return True
        return self.choose_card_if_possible()

    def open_curtain_if_closed(self) -> bool:
        """Open the curtain that hides the cards while the screen is handed over.

        This method and the following methods return False if there is nothing of the kind to press.
        """
        if self.find_node("Show my cards") is None:
            return False
        self.client.wait_and_process_events(0.5)
        self.press_label("Show my cards")
        self.client.wait_and_process_events(0.5)
        if self.find_node("Show my cards") is not None:
            self.press_label("Show my cards")
        return True

    def start_next_round_if_offered(self) -> bool:
        if self.find_node("Next round") is None:
            return False
        self.press_label("Next round")
        return True

    def answer_question_if_open(self) -> bool:
        """Choose the first answer of an open question, or lay a code if one is asked for."""
        scene = self.top_scene_nodes()
        if not scene or scene[0].role != "dialog" or self.hand_nodes():
            return False
        if self.find_node("Next round", "Rematch", "Back to the ladder", "Resume") is not None:
            return False
        answers = [one for one in scene if one.is_pressable]
        none = self.labels["No code"]
        chosen = next((one for one in answers if one.name != none), None)
        chosen = chosen or (answers[0] if answers else None)
        if chosen is None:
            return False
        has_codes = any(one.name == none for one in answers)
        self.press_node(chosen)
        self.n_codes += has_codes and chosen.name != none
        return True

    def open_code_choice_if_offered(self) -> bool:
        """Open the question which code to lay."""
        if self.find_node("Lay a code") is None:
            return False
        self.press_label("Lay a code")
        return True

    def end_turn_if_offered(self) -> bool:
        button = self.find_node("End turn", "Crack it")
        if button is None or not self.can_press_despite_warning(button) or not self.hand_nodes():
            return False
        self.press_node(button)
        self.n_turns += 1
        return True

    def can_press_despite_warning(self, button: AccessibleNode) -> bool:
        """Return whether a press would be carried out, even if the button warns against it."""
        warnings = (re.escape(self.labels[text]).replace(r"\{name\}", ".*") for text in WARNINGS)
        return button.is_enabled or any(re.search(one, button.description) for one in warnings)

    def choose_card_if_possible(self) -> bool:
        """Choose a card that can be played, or lay the start card."""
        if not self.hand_nodes():
            return False
        cards = [one for one in self.hand_nodes() if is_card_playable(one)]
        if cards:
            self.press_node(cards[self.preference % len(cards)])
            return True
        is_empty = any(
            one.name == self.labels["The row is empty."] for one in self.top_scene_nodes()
        )
        return is_empty and self.lay_start_card_if_asked()

    def lay_start_card_if_asked(self) -> bool:
        """Lay the first card as the start card, if the game asks for one."""
        before = set(self.pressable_names())
        self.press_node(self.hand_nodes()[0])
        ends = [
            one for one in self.top_scene_nodes() if one.is_pressable and one.name not in before
        ]
        if ends:
            self.press_node(ends[0])
        return bool(ends)

    def draw_card_if_offered(self) -> bool:
        button = self.find_node("Draw")
        if (
            button is None
            or not self.can_press_despite_warning(button)
            or any(map(is_card_playable, self.hand_nodes()))
        ):
            return False
        self.press_label("Draw")
        self.n_turns += 1
        return True


def is_card_playable(card: AccessibleNode) -> bool:
    """Return whether a card can be played; its description then names the key it reaches."""
    return bool(card.description) and card.is_enabled


def enable_system_accessibility() -> None:
    """Tell the message bus that assistive technology is running."""
    gio = importlib.import_module("gi.repository.Gio")
    glib = importlib.import_module("gi.repository.GLib")
    bus = gio.bus_get_sync(gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = glib.Variant("(ssv)", ("org.a11y.Status", name, glib.Variant("b", True)))
        place = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
        bus.call_sync(*place, value, None, 0, -1)


def run_game_and_walk(plan: dict[str, Any]) -> int:
    """Start the message bus and the game, walk through the game, and print the faults.

    Returns:
        The exit code.
    """
    begun = time.monotonic()
    bus = subprocess.Popen([LAUNCHER, "--launch-immediately"], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    enable_system_accessibility()
    labels, language = plan["labels"], plan["language"]
    games: list[subprocess.Popen[bytes]] = []
    walks: list[AccessibilityWalk] = []

    def open_game() -> AccessibilityWalk:
        """Start another copy of the game, and choose its first settings."""
        report = Path(plan["folder"], f"report {len(games)}")
        report.touch()
        data = report.with_name(f"data {len(games)}")
        data.mkdir()
        command = [plan["python"], __file__, "--game", str(data), str(report)]
        environment = {**os.environ, "SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(ROOT)}
        games.append(subprocess.Popen(command, env=environment))
        walks.append(
            AccessibilityWalk(
                AccessibilityClient(games[-1], report), labels[language], plan["traces"]
            )
        )
        walks[-1].change_settings(labels["en"])
        return walks[-1]

    try:
        walked = open_game()
        for part in plan["parts"]:
            n_presses, since = walked.n_presses, time.monotonic()
            if part == "online":
                play_online(walked, open_game())
            elif part in EDITIONS:
                walked.play_match_of_edition(part)
            else:
                getattr(walked, f"walk_{part}")()
            seconds = time.monotonic() - since
            print(f"{language}: {part}, {walked.n_presses - n_presses} presses, {seconds:.0f} s")
            sys.stdout.flush()
        if walked.n_turns and not walked.client.announcements:
            raise WalkFailure("no turn was announced")
    except WalkFailure as error:
        print(f"{language}: {error}")
        return 1
    finally:
        for process in (*games, bus):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:  # the game shows an error and waits for a press
                process.kill()
                process.wait()
        faults = [fault for walked in walks for fault in walked.all_faults()]
        for fault in dict.fromkeys(faults):
            print(f"{language}: {fault}")
        first = walks[0] if walks else None
        if first is not None:
            print(
                f"{language}: {sum(one.n_presses for one in walks)} presses, "
                f"{sum(one.n_turns for one in walks)} turns, {sum(one.n_nodes for one in walks)} "
                f"nodes read, {len(first.client.announcements)} announcements, "
                f"{len(set(faults))} faults, {time.monotonic() - begun:.0f} s"
            )
    return 1 if faults else 0


def play_online(host: AccessibilityWalk, guest: AccessibilityWalk) -> None:
    """Play an online round between two running programs."""
    host.press_label("Online")
    host.press_label("Host a table")
    codes: list[str] = []
    for _try in range(20):
        lines = [node.name for node in host.top_scene_nodes()]
        codes = [
            one
            for one in lines
            if re.fullmatch(r"[a-z]+(-[a-z]+)+|[0-9A-Z]{4}(-[0-9A-Z]{4})+", one)
        ]
        if len(codes) > 1:
            break
        host.wait_for_change_and_reread()
    guest.press_label("Online")
    # Each code is tried twice, since a busy computer may not answer in time.
    for code in (*codes, *codes[::-1]):
        if join_table(guest, code):
            break
    else:
        raise WalkFailure(f"the guest cannot join; there are {guest.pressable_names()}")
    host.wait_for_change_and_reread()
    for one in (guest, host):
        one.press_label("Ready")
    for _press in range(MAX_MATCH_PRESSES):
        has_played = [one.make_next_input() for one in (host, guest)]
        if not any(has_played):
            for one in (host, guest):
                one.wait_for_change_and_reread()
        if host.find_node("Next round", "Back to the start") is not None:
            break
    else:
        raise WalkFailure(f"the round online never ends; there are {host.pressable_names()}")
    if not host.n_turns or not guest.n_turns:
        raise WalkFailure("only one of both has played")
    for one in (host, guest):
        one.return_to_title()


def join_table(guest: AccessibilityWalk, code: str) -> bool:
    """Type an invitation and join the table; return False if the table does not answer."""
    guest.type_into_empty_field("Invitation", code)
    guest.press_label("Join")
    for wait in range(150):
        ready = guest.find_node("Ready")
        if ready is not None and ready.is_enabled:
            return True
        if wait >= JOIN_WAITS and guest.find_node("Join") is not None:
            return False
        guest.wait_for_change_and_reread()
    return False


if __name__ == "__main__":
    sys.exit(main())
