#!/usr/bin/env python3
"""Kills the game at random moments of random matches, and checks what the next start restores.

python build/qa/kill_soak.py [--kills N] [--seed S]

Each start is the real program with random input and no visible window. It reports which records it
begins to save and which are safely on disk. After a kill -9 the next start must offer the last safe
record, or the one being written at that moment, and every match that was left for another one must
still be in its file. Needs a system with kill -9.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

SAVE_SLOTS = ("match", "today", "study")

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

Method = Callable[..., Any]
NOTHING = "-"
MIN_PLAY_SECONDS, MAX_PLAY_SECONDS = 0.05, 4.0  # number of seconds of play before the kill
START_TIMEOUT = 60.0  # number of seconds within which the game must start
MIN_KILLS = 20  # after this many kills, some match must have been saved and restored
END_TIMEOUT = 10.0  # number of seconds within which all processes of a killed game must end


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)  # used to run the game
    options = parser.parse_args()
    if options.play:
        return play_until_killed(options.play, options.seed)
    with tempfile.TemporaryDirectory(prefix="hacktrick-kill-") as folder:
        return GameKiller(Path(folder), options.seed).kill_game_repeatedly(options.kills)


# Functions for the game under random input.


def play_until_killed(folder: Path, seed: int) -> int:
    """Run the unchanged program under random input until it is killed or quits."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # standard output carries only our messages
    from hacktrick.app.program_services import ProgramServices  # noqa: PLC0415
    from hacktrick.app.storage import Storage, UnfinishedMatchFiles  # noqa: PLC0415
    from hacktrick.ui.window import startup as game  # noqa: PLC0415
    from hacktrick.ui.window.game_window import GameWindow  # noqa: PLC0415
    from qa.monkey import Monkey  # noqa: PLC0415  # the worker process loads this file, too
    from tests.support.rig import match_of_session, saved_text  # noqa: PLC0415

    monkey = Monkey(Random(seed), lambda match: None, away=1)

    class WatchedServices(ProgramServices):
        """Services that report which saved match they have found."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            report_storage_call("found", saved_text(self))
            for _name, text in UnfinishedMatchFiles(self._storage).read_matches():
                report_storage_call("kept", text)
            report_storage_call("listed", None)
            created_services.append(self)

    def then_play(app: GameWindow) -> None:
        """Start the random input as soon as the window accepts input."""
        log_input_ready(app)
        monkey.attach_to_window(app, created_services[-1])

    def is_over(text: str) -> bool:
        """Return whether a record's match is over, in which case it is not offered again."""
        session = monkey.services.session if hasattr(monkey, "services") else None
        match = match_of_session(session) if session else None
        return match is not None and match.is_over and match.record.as_text() == text

    created_services: list[ProgramServices] = []
    log_input_ready = game.log_input_ready_and_enable_gc
    watched: dict[str, Any] = {
        "save_match": with_call_reports(Storage.save_match, "saving", "safe", is_over),
        "delete_autosaves": with_call_reports(
            Storage.delete_autosaves, "clearing", "clear", is_over
        ),
    }
    left: dict[str, Any] = {
        "write_match": with_file_reports(UnfinishedMatchFiles.write_match, "left"),
        "remove_match": with_file_reports(UnfinishedMatchFiles.remove_match, ""),
    }
    with (
        mock.patch.multiple(Storage, **watched),
        mock.patch.multiple(UnfinishedMatchFiles, **left),
        mock.patch.multiple(
            game, log_input_ready_and_enable_gc=then_play, ProgramServices=WatchedServices
        ),
    ):
        return game.run_game(folder)


def with_call_reports(
    method: Method, word_before_call: str, word_after_call: str, is_over: Callable[[str], bool]
) -> Method:
    """Wrap a storage method so that it reports before and after each call.

    Args:
        word_before_call: the word of the report before the call.
        word_after_call: the word of the report after the call.
        is_over: returns whether a record's match is over, in which case it is not offered again.
    """

    def wrapped(storage: Any, *arguments: str) -> Any:
        slots = [one for one in arguments if one in SAVE_SLOTS]
        texts, slot = [one for one in arguments if one not in slots], "".join(slots)
        offered = next((text for text in texts if not is_over(text)), None)
        is_watched = slot in ("", "match")  # the slot of the match under way
        if is_watched:
            report_storage_call(word_before_call, offered)
        problems = method(storage, *arguments)
        if is_watched and not problems:
            report_storage_call(word_after_call, offered)
        return problems

    return wrapped


def with_file_reports(method: Method, word_after_call: str) -> Method:
    """Wrap a method that writes or removes the file of a match that was left for another match.

    The wrapper reports before the call which match is replaced or removed, and afterwards which
    match is written.
    """

    def wrapped(files: Any, name: str, *texts: str) -> Any:
        for known, text in files.read_matches():
            if known == name and text not in texts:
                report_storage_call("going", text)
        result = method(files, name, *texts)
        if word_after_call and texts and files.contains_match(name, *texts):
            report_storage_call(word_after_call, texts[0])
        return result

    return wrapped


def report_storage_call(event: str, text: str | None) -> None:
    """Write a line to standard output: what happens, and a digest of the record."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16] if text else NOTHING
    os.write(1, f"{event} {digest}\n".encode())


class GameKiller:
    """Repeatedly starts, kills and checks the game with one data folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, Random(seed)
        (folder / "data").mkdir()
        quick = {"pace": "instant", "animation_speed": "off"}
        (folder / "data" / "settings.json").write_text(json.dumps(quick), encoding="utf-8")
        self.may_be = {NOTHING}  # the records that the next start may offer
        self.left: set[str] = set()  # the matches that must be in separate files
        self.n_resumed = self.n_saved = self.n_left = 0

    def kill_game_repeatedly(self, n_kills: int) -> int:
        """Kill the game ``n_kills`` times, and print what was found; return an exit code."""
        began = time.monotonic()
        for number in range(1, n_kills + 1):
            fault = self._kill_once(number)
            if fault:
                print(f"kill {number}: {fault}")
                return 1
            if number % 20 == 0:
                print(f"{number} kills, {self.n_resumed} matches found again", flush=True)
        if n_kills >= MIN_KILLS and not (self.n_saved and self.n_resumed):
            print(f"{n_kills} kills, but nobody played: {self.n_saved} records saved")
            return 1
        print(
            f"{n_kills} kills in {time.monotonic() - began:.0f} s: {self.n_saved} records saved, "
            f"{self.n_resumed} times a match was found again, {self.n_left} were left for others, "
            "nothing lost."
        )
        return 0

    def _kill_once(self, number: int) -> str:
        """Start and kill the game once; return the fault found, or "" if there is none."""
        with self._start_game(number) as game:
            assert game.stdout is not None
            found = _first_output_line(game)
            if found is None:
                game.kill()
                return f"the game did not start: {self._error_output()}"
            what, digest = found.split()
            if what != "found" or digest not in self.may_be:
                game.kill()
                return f"it offers {digest}, but should offer one of {sorted(self.may_be)}"
            self.n_resumed += digest != NOTHING
            time.sleep(self.rng.uniform(MIN_PLAY_SECONDS, MAX_PLAY_SECONDS))
            ended = game.poll()
            game.kill()
            lines = game.stdout.read().decode().split("\n")[:-1]
        if ended not in (None, 0):
            return f"the game ended with {ended}: {self._error_output()}"
        kept = {line.split()[1] for line in lines if line.startswith("kept ")}
        if f"listed {NOTHING}" in lines and self.left - kept:
            return f"matches that were left are gone: {sorted(self.left - kept)}"
        self._update_expected_records(lines)
        return _surviving_process_fault(game.pid)

    def _start_game(self, number: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, __file__, "--play", str(self.folder / "data")]
        return subprocess.Popen(
            [*command, "--seed", str(self.rng.getrandbits(32))],
            stdout=subprocess.PIPE,
            stderr=(self.folder / "stderr.txt").open("wb"),
            start_new_session=True,
        )

    def _error_output(self) -> str:
        return (self.folder / "stderr.txt").read_text(errors="replace")[-2000:]

    def _update_expected_records(self, lines: list[str]) -> None:
        """Update the records that may be on the disk, from the reports of a killed game."""
        for line in lines:
            what, digest = line.split()
            if what in ("safe", "clear"):
                self.may_be = {digest}
                self.n_saved += what == "safe"
            elif what in ("saving", "clearing"):
                self.may_be = self.may_be | {digest}
            elif what == "left":
                self.left.add(digest)
                self.n_left += 1
            elif what == "going":
                self.left.discard(digest)


def _first_output_line(game: subprocess.Popen[bytes]) -> str | None:
    """Return the first line that the game prints, or None if there is none."""
    assert game.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(game.stdout, selectors.EVENT_READ)
        if not selector.select(START_TIMEOUT):
            return None
    line = game.stdout.readline().decode().strip()
    return line or None


def _surviving_process_fault(group: int) -> str:
    """Return a fault if a process of the killed game lives on, such as the thinking process.

    Returns "" if no process does.
    """
    until = time.monotonic() + END_TIMEOUT
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return ""
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    return "a process of the killed game lives on"


if __name__ == "__main__":
    sys.exit(main())
