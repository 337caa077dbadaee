"""Plays rounds in the real window with real mouse and key events, and checks the outcome.

python build/qa/window_check.py [--program FILE] [--rounds N]

Without FILE the game runs from source. A frozen program gets no environment variables but those of
the display. A program for Windows (.exe) is run by Wine.

It needs a display (on a bare machine: ``xvfb-run python build/qa/window_check.py``) and xdotool.
The game runs as a separate process with a fresh data folder. Its state is read from the autosave,
and its input comes only through the window system. In the middle of a turn the game is killed, and
must resume where it was.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import Storage, choose_data_folders
from hacktrick.game.actions import Draw, LayStartCard, Play
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import load_match
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.layout.table_layout import lay_out_table

ROOT = Path(__file__).resolve().parents[2]
WINDOW_CLASS = "hacktrick-check"
X11_VARIABLES = ("DISPLAY", "XAUTHORITY")
WINE_VARIABLES = (*X11_VARIABLES, "HOME", "PATH", "WINEPREFIX", "WINEDEBUG", "XDG_RUNTIME_DIR")
SIZE = (1280, 720)
MIN_TABLE_COLOURS = 300  # a drawn table has many more colours, an empty window only one
WINDOW_TIMEOUT = 30.0  # seconds to wait for the window to appear, and for any other condition


class CheckFailure(Exception):
    """Raised with a description of the fault if the window does not behave as it should."""


class ChanceForReadingOnly:
    """Chance for a record that is only read; dealing or drawing raises ``CheckFailure``."""

    def __getattr__(self, name: str) -> object:
        raise CheckFailure(f"the record asks for {name}")


class GameProcess:
    """The running program and its window."""

    def __init__(self, data: Path, program: Path | None = None) -> None:
        self.data, self.program = data, program
        is_windows = program is not None and program.suffix == ".exe"
        kept = WINE_VARIABLES if is_windows else X11_VARIABLES if program else tuple(os.environ)
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
        if not is_windows:
            environment.update(SDL_VIDEO_X11_WMCLASS=WINDOW_CLASS, SDL_VIDEODRIVER="x11")
        command = [str(program)] if program else [sys.executable, "-m", "hacktrick"]
        self.process = subprocess.Popen(
            [*(["wine"] if is_windows else []), *command, "--data-dir", str(data)],
            cwd=data.parent if program else ROOT,
            env=environment,
        )
        self.window = self._find_window()
        time.sleep(1.0)

    def _find_window(self) -> str:
        search = [
            "search",
            "--sync",
            "--onlyvisible",
            "--class",
            f"^({WINDOW_CLASS}|hacktrick.exe)$",
        ]
        return run_xdotool(*search, timeout=WINDOW_TIMEOUT).split()[0]

    def press_key(self, name: str) -> None:
        run_xdotool("key", "--window", self.window, name)
        time.sleep(0.08)

    def click(self, place: tuple[int, int]) -> None:
        x, y = place
        run_xdotool("mousemove", "--window", self.window, str(x), str(y), "click", "1")
        time.sleep(0.12)

    def autosaved_record(self) -> Record | None:
        """Return the match that the program has autosaved, or None if there is none."""
        loaded = Storage(choose_data_folders(self.data)).load_autosave()
        return None if loaded.text is None else read_record(loaded.text)

    def take_screenshot(self, file: Path) -> pygame.Surface:
        subprocess.run(
            ["import", "-window", self.window, str(file)], check=True, timeout=WINDOW_TIMEOUT
        )
        return pygame.image.load(file)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def is_running(self) -> bool:
        return self.process.poll() is None


def run_xdotool(*words: str, timeout: float = 10.0) -> str:
    """Run xdotool and return its output.

    Args:
        timeout: the time limit in seconds.

    Raises:
        CheckFailure: xdotool failed.
    """
    done = subprocess.run(
        ["xdotool", *words], capture_output=True, text=True, timeout=timeout, check=False
    )
    if done.returncode:
        raise CheckFailure(f"xdotool {' '.join(words)}: {done.stderr.strip() or 'no answer'}")
    return done.stdout


def wait_until_found(description: str, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds.

    Args:
        description: a description of the condition for the error message.
        condition: returns whether the condition holds.

    Raises:
        CheckFailure: the condition does not hold in time.
    """
    end = time.monotonic() + WINDOW_TIMEOUT
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise CheckFailure(f"waited in vain for {description}")


def autosaved_match(game: GameProcess) -> Match:
    """Return the autosaved match.

    Raises:
        CheckFailure: there is no autosaved match.
    """
    record = game.autosaved_record()
    if record is None:
        raise CheckFailure("there is no autosave")
    return load_match(record, ChanceForReadingOnly())  # type: ignore[arg-type]


def round_and_action_count(game: GameProcess) -> tuple[int, int]:
    """Return the number of rounds in the autosave, and of actions in the last round."""
    record = game.autosaved_record()
    return (0, 0) if record is None else (len(record.rounds), len(record.rounds[-1].actions))


class ScriptedPlayer:
    """Plays the person's seat, alternately by mouse and by keys."""

    def __init__(self, game: GameProcess) -> None:
        self.game = game
        self.places = TableGeometry(lay_out_table(SIZE), round, 2)
        self.by_mouse = True
        self.n_turns = 0
        self.double_placed = False

    def human_seat(self, match: Match) -> int:
        return next(n for n, seat in enumerate(match.seats) if seat.player == "human")

    def play_turn(self, match: Match) -> None:
        """Play a turn, and wait until the program has saved it."""
        seen = match.observe(self.human_seat(match))
        before = round_and_action_count(self.game)
        legal = legal_actions(seen)
        card = next((a.card for a in legal if isinstance(a, (Play, LayStartCard))), None)
        if card is None and any(isinstance(action, Draw) for action in legal):
            self._draw_by_keys()
        elif card is not None and self.by_mouse:
            self._play_by_mouse(seen, card)
        elif card is not None:
            self.game.press_key(str(card))
            self.game.press_key("Return")
        else:
            self.game.press_key("Return")
        self.by_mouse, self.n_turns = not self.by_mouse, self.n_turns + 1
        wait_until_found("the turn to be kept", lambda: round_and_action_count(self.game) != before)

    def _draw_by_keys(self) -> None:
        self.game.press_key("d")
        self.game.press_key("Return")

    def _play_by_mouse(self, seen: Observation, card: int) -> None:
        cards = cards_of(seen.hand)
        self.game.click(self.places.own_hand_rects(len(cards))[cards.index(card)].center)
        with_double = Play(card, double=True) in legal_actions(seen) and not self.double_placed
        if with_double:
            self.game.click(self.places.rack_double_rect().center)
            self.double_placed = True
        dock = self.places.table.dock
        before = round_and_action_count(self.game)
        # The button Start stands alone at the bottom; otherwise, the main button is the topmost
        # one.
        is_start = seen.public.phase == "start"
        self.game.click((dock.centerx, dock.bottom - 30 if is_start else dock.y + 30))
        if with_double:
            self._wait_for_saved_action(str(Play(card, double=True)), before)

    def _wait_for_saved_action(self, action: str, before: tuple[int, int]) -> None:
        """Wait until the program has saved the next action, which must be ``action``.

        Args:
            before: the numbers of rounds and actions before.
        """
        wait_until_found("the turn to be kept", lambda: round_and_action_count(self.game) != before)
        record = self.game.autosaved_record()
        kept = record.rounds[before[0] - 1].actions[before[1]] if record else "nothing"
        if kept != action:
            raise CheckFailure(f"the program kept {kept!r} instead of {action!r}")


def prepare_data_folder(data: Path) -> None:
    """Save settings without animations, pauses and the offer of a voice."""
    quick = {"animation_speed": "off", "pace": "instant", "language": "en", "voice_offered": True}
    storage = Storage(choose_data_folders(data))
    storage.save_settings(with_changes(Settings(), **quick))
    storage.close()


def play_round_and_count_turns(game: GameProcess) -> int:
    """Play until the round is over; return the number of the person's turns."""
    player = ScriptedPlayer(game)
    end = time.monotonic() + 150
    while time.monotonic() < end:
        if not game.is_running():
            raise CheckFailure("the program has ended by itself")
        match = autosaved_match(game)
        if match.is_round_over:
            return player.n_turns
        if match.public.seat == player.human_seat(match):
            player.play_turn(match)
        else:
            time.sleep(0.1)
    raise CheckFailure("the round has not ended in time")


def kill_and_resume_mid_turn(game: GameProcess, data: Path) -> GameProcess:
    """Kill the program while a card is chosen, and check that it resumes where it was.

    Returns:
        The restarted game.
    """
    wait_until_found("the human's turn", lambda: _is_humans_turn(game))
    before = round_and_action_count(game)
    game.press_key("0")
    game.kill()
    again = GameProcess(data, game.program)
    again.press_key("Return")
    time.sleep(0.5)
    if round_and_action_count(again) != before:
        raise CheckFailure("the match did not go on where it was")
    return again


def _is_humans_turn(game: GameProcess) -> bool:
    record = game.autosaved_record()
    if record is None:
        return False
    match = autosaved_match(game)
    return match.is_round_over or match.seats[match.public.seat].player == "human"


def check_table_screenshot(game: GameProcess, file: Path) -> None:
    """Check the size of a screenshot, and that a table is drawn on it."""
    picture = game.take_screenshot(file)
    if picture.get_size() != SIZE:
        raise CheckFailure(f"the window is {picture.get_size()}, not {SIZE}")
    small = pygame.transform.scale(picture, (320, 180))
    colours = {tuple(small.get_at((x, y))) for x in range(320) for y in range(180)}
    if len(colours) < MIN_TABLE_COLOURS:
        raise CheckFailure(f"the picture has only {len(colours)} colours")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, metavar="FILE", help="play in this frozen program")
    parser.add_argument(
        "--rounds", type=int, default=1, help="number of rounds to play; default: 1"
    )
    arguments = parser.parse_args()
    program: Path | None = arguments.program
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        prepare_data_folder(data)
        game = GameProcess(data, program.absolute() if program else None)
        try:
            game.press_key("Down")  # at the first start, Learn comes before Play
            game.press_key("Return")
            wait_until_found("the first match", lambda: game.autosaved_record() is not None)
            game = kill_and_resume_mid_turn(game, data)
            turns = play_round_and_count_turns(game)
            check_table_screenshot(game, Path(folder) / "table.png")
            check_full_screen(game, Path(folder) / "screen.png")
            time.sleep(1.0)
            game.press_key("Return")
            wait_until_found("the next round", partial(_has_round_begun, game, 2))
            for played in range(1, arguments.rounds):
                turns += play_round_and_count_turns(game)
                time.sleep(1.0)
                game.press_key("Return")
                wait_until_found("the next round", partial(_has_round_begun, game, played + 2))
        except (CheckFailure, subprocess.SubprocessError) as problem:
            print(f"The window failed: {problem}", file=sys.stderr)
            return 1
        finally:
            game.kill()
    rounds = "a round" if arguments.rounds == 1 else f"{arguments.rounds} rounds"
    print(f"Played {rounds} of {turns} own turns in the real window, and filled the screen.")
    return 0


def _has_round_begun(game: GameProcess, round_number: int) -> bool:
    """Return whether round ``round_number`` has begun, or the match has already ended."""
    return round_and_action_count(game)[0] == round_number or _is_match_over(game)


def check_full_screen(game: GameProcess, file: Path) -> None:
    """Check that the window fills the screen and shrinks again, with or without a window manager.

    Args:
        file: the path for screenshots.
    """
    screen = tuple(int(word) for word in run_xdotool("getdisplaygeometry").split())
    for size in (screen, SIZE):
        game.press_key("F11")
        wait_until_found(f"a window of {size}", partial(_is_as_large_as, size, game, file))


def _is_as_large_as(size: tuple[int, ...], game: GameProcess, file: Path) -> bool:
    return game.take_screenshot(file).get_size() == size


def _is_match_over(game: GameProcess) -> bool:
    return game.autosaved_record() is not None and autosaved_match(game).is_over


if __name__ == "__main__":
    sys.exit(main())
