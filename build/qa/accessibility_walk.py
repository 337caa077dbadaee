"""Plays by the accessibility interface alone, as a screen reader does, and checks what can be read.

python build/qa/accessibility_walk.py [--quick] [LANGUAGE ...]

The game runs from source on a message bus of its own; a client of AT-SPI reads the names of its
nodes and presses them by `do_action`. It walks through a first start and a lesson, the settings of
theme and language, rules, matches and a puzzle, and plays some turns in every edition: in every
language of the game, or in those given. ``--quick`` walks through a lesson, the theme and one match
in English.

Everywhere it counts nodes without a name and sentences that are read twice: there may be none. What
is unreachable only the tests of the tree can tell, which know the widgets.

It needs a display (on a bare machine: ``xvfb-run -a python build/qa/accessibility_walk.py``) and
the packages dbus, at-spi2-core, gir1.2-atspi-2.0 and python3-gi; the client runs in the system's
Python.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 15.0  # seconds for the window to appear
CHANGE, QUIET = 4.0, 0.25  # seconds for a press to change something, and until that has settled
TURNS = 3  # in a match of the full walk; four in the quick one
MOST_PRESSES = 40  # for the turns of one match
LABELS = (
    *("Learn", "Options", "Start", "Settings", "Puzzles", "Rules", "Matches", "Back", "Menu"),
    *("End turn", "Draw", "Your cards", "Edition", "Theme", "Language", "Display", "Keypad"),
    *("Lessons", "Leave", "Leave to the start", "Crack it", "Try again", "Next round", "No code"),
)
"""Labels that the walk looks for; the client gets them in the language of the game."""


class Failed(Exception):
    """The game did not behave as it should; the text says how."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--client", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        return walk(json.loads(options.client))
    sys.path.insert(0, str(ROOT))
    translator = importlib.import_module("hacktrick.i18n.translator")
    languages = options.languages or (["en"] if options.quick else translator.languages())
    failed = [one for one in languages if not is_walked(one, options.quick)]
    print(f"{len(languages)} languages walked; with faults: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def is_walked(language: str, quick: bool) -> bool:
    """Walks through the game in one language; False if anything is wrong."""
    translator = importlib.import_module("hacktrick.i18n.translator")
    translator.set_language(language)
    with tempfile.TemporaryDirectory() as folder:
        told: dict[str, Any] = {
            "language": language,
            "quick": quick,
            "python": sys.executable,
            "folder": folder,
            "labels": {label: translator._(label) for label in LABELS},
        }
        # The settings of the desktop, which the walk changes, are kept for it alone.
        folders = {"XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder}
        environment = {**os.environ, **folders, "SDL_AUDIODRIVER": "dummy"}
        environment.pop("WAYLAND_DISPLAY", None)
        client = [SYSTEM_PYTHON, __file__, "--client", json.dumps(told)]
        run = subprocess.run(
            ["dbus-run-session", "--", *client], env=environment, cwd=ROOT, check=False
        )
    return run.returncode == 0


# --- The client, in the system's Python -------------------------------------------------------


@dataclass
class Seen:
    """A node as the interface gives it."""

    role: str
    name: str
    description: str
    is_pressable: bool
    handle: Any
    path: tuple[int, ...]


class Client:
    """Reads and presses the nodes of the game."""

    def __init__(self, game: subprocess.Popen[bytes]) -> None:
        gi = importlib.import_module("gi")
        gi.require_version("Atspi", "2.0")
        self.atspi = importlib.import_module("gi.repository.Atspi")
        self.glib = importlib.import_module("gi.repository.GLib")
        self.atspi.init()
        self.game = game
        self.heard: list[str] = []
        self._listener = self.atspi.EventListener.new(
            lambda event: self.heard.append(str(event.any_data))
        )
        self._listener.register("object:announcement")
        self.window = self._find()

    def _find(self) -> Any:
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            desktop = self.atspi.get_desktop(0)
            for n in range(desktop.get_child_count()):
                found = desktop.get_child_at_index(n)
                if found is not None and found.get_child_count():
                    return found.get_child_at_index(0)
            self.wait(0.2)
        raise Failed("no window can be read")

    def wait(self, seconds: float) -> None:
        """Lets events come in."""
        loop = self.glib.MainLoop()
        self.glib.timeout_add(int(1000 * seconds), loop.quit)
        loop.run()
        if self.game.poll() is not None:
            raise Failed(f"the game has ended with {self.game.returncode}")

    def read(self) -> list[Seen]:
        """Returns all nodes, in reading order."""
        for _try in range(5):
            try:
                return list(self._read(self.window, ()))
            except self.glib.Error:  # a node has gone meanwhile
                self.wait(0.1)
        raise Failed("the nodes never stand still")

    def _read(self, node: Any, path: tuple[int, ...]) -> Iterator[Seen]:
        pressed = node.get_action_iface()
        is_pressable = pressed is not None and pressed.get_n_actions() > 0
        yield Seen(
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
                yield from self._read(child, (*path, n))

    def press(self, node: Seen) -> list[Seen]:
        """Presses a node and returns what can be read once that has had its effect."""
        before = texts(self.read())
        node.handle.get_action_iface().do_action(0)
        ends = time.monotonic() + CHANGE
        while time.monotonic() < ends and texts(self.read()) == before:
            self.wait(0.1)
        return self.settled()

    def settled(self) -> list[Seen]:
        """Returns what can be read once nothing changes any more."""
        found = self.read()
        for _try in range(20):
            self.wait(QUIET)
            now = self.read()
            if texts(now) == texts(found):
                break
            found = now
        return found


def texts(nodes: list[Seen]) -> list[tuple[str, str, str]]:
    return [(node.role, node.name, node.description) for node in nodes]


class Walk:
    """Walks through the game and counts what is wrong."""

    def __init__(self, client: Client, labels: dict[str, str]) -> None:
        self.client, self.labels = client, labels
        self.faults: list[str] = []
        self.n_nodes = self.n_presses = self.n_turns = 0
        self.nodes = client.settled()
        self.check("title")

    def check(self, where: str) -> None:
        """Counts the nodes without a name and the sentences that are read twice."""
        self.n_nodes += len(self.nodes)
        for node in self.nodes:
            if not node.name:
                self.faults.append(f"{where}: nameless {node.role} at {node.path}")
        said = Counter(text for node in self.scene() for text in (node.name, node.description))
        for text, times in said.items():
            if times > 1 and re.search(r"\s.*[.!?…]$", text):
                self.faults.append(f"{where}: {times} times: {text}")

    def scene(self) -> list[Seen]:
        """Returns the nodes of the uppermost scene, without the announcements."""
        return [node for node in self.nodes if node.path[:1] == (0,)]

    def find(self, *labels: str) -> Seen | None:
        """Returns the first node that can be pressed and has one of these names."""
        wanted = [self.labels.get(label, label) for label in labels]
        for name in wanted:
            for node in self.scene():
                if node.is_pressable and node.name == name:
                    return node
        return None

    def names(self) -> list[str]:
        """Returns the names of all nodes that can be pressed."""
        return [node.name for node in self.scene() if node.is_pressable]

    def press(self, *labels: str) -> None:
        node = self.find(*labels)
        if node is None:
            raise Failed(f"nothing is called {labels}; there are {self.names()}")
        self.do(node)

    def do(self, node: Seen) -> None:
        self.n_presses += 1
        self.nodes = self.client.press(node)
        self.check(f"after {node.name!r}")

    def back_to_title(self) -> None:
        """Leaves whatever is open."""
        for _step in range(8):
            if self.find("Puzzles") is not None and self.find("Settings") is not None:
                return
            self.press("Leave to the start", "Lessons", "Leave", "Menu", "Back", "Next round")
        raise Failed(f"no way back to the title; there are {self.names()}")

    # Places

    def lesson(self) -> None:
        """Opens the lessons and takes the first steps of the first one."""
        self.press("Learn")
        if self.find("Keypad") is None and not self.hand():
            tile = next(node for node in self.scene() if node.name.startswith("1,"))
            self.do(tile)
        self.try_cards()
        self.back_to_title()

    def try_cards(self) -> None:
        """Tries one card after the other until the lesson is content."""
        for n in range(6):
            cards = self.hand()
            if not cards:
                break
            self.do(cards[n % len(cards)])
            if self.find("End turn", "Crack it") is not None:
                self.press("End turn", "Crack it")
                self.n_turns += 1
            if self.find("Try again") is None:
                return
            self.press("Try again")
        raise Failed("no card was right in the lesson")

    def settings(self) -> None:
        """Changes theme and language, and back."""
        wanted = self.labels["Settings"]  # which Hungarian calls the options of a match, too
        found = [one for one in self.scene() if one.is_pressable and one.name == wanted]
        self.do(found[-1])
        self.press("Display")
        for label in ("Theme", "Language"):
            self.press(label)
            if label == "Theme":
                theme = self.find("Theme")
                assert theme is not None
                self.do(theme)
        self.back_to_title()

    def match(self, edition: int, turns: int) -> None:
        """Plays some turns of a new match in an edition, by its number."""
        self.press("Options")
        for _step in range(edition):
            self.press("Edition")
        self.press("Start")
        self.play(turns)
        self.back_to_title()

    def look(self, label: str) -> None:
        """Opens a screen and leaves it."""
        self.press(label)
        self.back_to_title()

    def puzzle(self) -> None:
        """Answers one puzzle."""
        self.press("Puzzles")
        first = next(node for node in self.scene() if node.is_pressable)
        self.do(first)
        if self.hand():
            self.play(1)
        self.back_to_title()

    # Turns

    def hand(self) -> list[Seen]:
        """Returns the cards of the hand at the lower edge."""
        name = self.labels["Your cards"]
        found = next((node for node in self.scene() if node.name == name), None)
        if found is None:
            return []
        return [node for node in self.scene() if node.path[:-1] == found.path]

    def play(self, turns: int) -> None:
        """Plays turns, with the first card that leads anywhere."""
        done = 0
        for _press in range(MOST_PRESSES):
            if done >= turns:
                return
            if self.end_turn() or self.draw():
                done += 1
                self.n_turns += 1
            elif self.find("Next round", "No code") is not None:
                self.press("Next round", "No code")
            elif not self.choose():
                self.client.wait(0.3)
                self.nodes = self.client.settled()
        raise Failed(f"{done} turns of {turns} were possible; there are {self.names()}")

    def end_turn(self) -> bool:
        button = self.find("End turn", "Crack it")
        if button is None or not any(card for card in self.hand()):
            return False
        self.do(button)
        return True

    def choose(self) -> bool:
        """Chooses the first card that can be played, or the first answer of a question."""
        if not self.hand():
            return False
        card = next((one for one in self.hand() if is_playable(one)), None)
        if card is not None:
            self.do(card)
            return True
        return self.find("Draw") is None and self.start()

    def start(self) -> bool:
        """Starts the row with the first card, where that is asked for."""
        before = set(self.names())
        self.do(self.hand()[0])
        ends = [one for one in self.scene() if one.is_pressable and one.name not in before]
        if ends:
            self.do(ends[0])
        return bool(ends)

    def draw(self) -> bool:
        if any(is_playable(card) for card in self.hand()) or self.find("Draw") is None:
            return False
        self.press("Draw")
        if self.find("Draw") is not None:
            self.press("Draw")
        return True


def is_playable(card: Seen) -> bool:
    """Whether a card leads to a key; a refusal is a sentence."""
    return bool(card.description) and not card.description.endswith((".", "!"))


def enable_accessibility() -> None:
    """Tells the bus that assistive technology is there."""
    gio = importlib.import_module("gi.repository.Gio")
    glib = importlib.import_module("gi.repository.GLib")
    bus = gio.bus_get_sync(gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = glib.Variant("(ssv)", ("org.a11y.Status", name, glib.Variant("b", True)))
        place = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
        bus.call_sync(*place, value, None, 0, -1)


def walk(told: dict[str, Any]) -> int:
    """Starts bus and game, walks, and reports."""
    begun = time.monotonic()
    bus = subprocess.Popen([LAUNCHER, "--launch-immediately"], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    enable_accessibility()
    data = Path(told["folder"], "data")
    save_settings(data, told["language"])
    game = subprocess.Popen(
        [told["python"], "-m", "hacktrick", "--data-dir", str(data)],
        env={**os.environ, "SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(ROOT)},
    )
    walked = None
    try:
        client = Client(game)
        walked = Walk(client, told["labels"])
        for step in steps(walked, told["quick"]):
            step()
        if not client.heard:
            raise Failed("nothing was announced")
    except Failed as error:
        print(f"{told['language']}: {error}")
        return 1
    finally:
        for process in (game, bus):
            process.terminate()
            process.wait()
        if walked is not None:
            for fault in walked.faults:
                print(f"{told['language']}: {fault}")
            print(
                f"{told['language']}: {walked.n_presses} presses, {walked.n_turns} turns, "
                f"{walked.n_nodes} nodes read, {len(walked.client.heard)} announcements, "
                f"{len(walked.faults)} faults, {time.monotonic() - begun:.0f} s"
            )
    return 1 if walked.faults else 0


def save_settings(data: Path, language: str) -> None:
    """Writes the settings of a player who wants no motion and the language of the walk."""
    data.mkdir(parents=True)
    settings = {
        "format": "hacktrick-settings",
        "version": 1,
        "language": language,
        "animation_speed": "off",
        "pace": "instant",
        "voice_offered": True,
    }
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def steps(walked: Walk, quick: bool) -> list[Callable[[], None]]:
    """Returns what the walk does, in order."""
    if quick:
        return [walked.lesson, walked.settings, lambda: walked.match(0, TURNS + 1)]
    looks = [lambda label=label: walked.look(label) for label in ("Rules", "Matches")]
    matches = [lambda n=n: walked.match(n, TURNS) for n in range(8)]
    return [walked.lesson, *looks, walked.puzzle, *matches, walked.settings]


if __name__ == "__main__":
    sys.exit(main())
