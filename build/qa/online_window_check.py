#!/usr/bin/env python3
"""Plays an online match in two real windows by input alone; one program is killed during a deal.

python build/qa/online_window_check.py FRAMES [--speed off|normal] [--killed host|guest]

Two programs, each with its own data folder, run side by side on one display. One hosts and copies
its invitation; the other pastes it and joins; both get ready and play. During the deal of the
second round all processes of one program are killed. It restarts, resumes from the list of matches,
and the match is played to its end. Both must have the same record, both proof files must be valid,
and both windows must close by a press.

Screenshots of both windows go into the folder FRAMES. Everything runs in a network namespace with
nothing but the loopback (``unshare``); it also needs Xvfb, xdotool and ImageMagick's ``import``.
Exits with 1 if a check fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hacktrick.game.editions import PRESETS
from hacktrick.match.record import Record, read_record
from hacktrick.online.protocol.process_messages import NetworkState, ResumableTable, TablePlayer
from hacktrick.ui.widgets.basic_widgets import ListView
from qa.window_check import CheckFailure
from tests.support.two_windows import ROOT, SETTLE_SECONDS, Display, WindowPlayer, wait_for

ALONE = "--alone"  # option of the child process that runs in its own network
POLL_SECONDS = 0.01  # seconds between two looks at the state
NEEDED = ("unshare", "ip", "Xvfb", "xdotool", "import")
EDITION = 1  # presses of the arrow beside the edition; they select one that is played to 3 points
CHECK_TIMEOUT = 400.0  # number of seconds for the whole check
KEYS = ("11" * 32, "22" * 32)
NAMES = ("Ada", "Ben")


def main() -> int:
    options = read_arguments()
    if not options.alone:
        return rerun_in_network_namespace()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    pygame.display.init()
    pygame.font.init()
    options.frames.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        display = Display()
        check = WindowPair(display, Path(folder), options.frames, options.speed)
        try:
            check.run(NAMES.index({"host": "Ada", "guest": "Ben"}[options.killed]))
        except (CheckFailure, subprocess.SubprocessError) as problem:
            check.save_screenshot("failed")
            print(f"The windows failed: {problem}", file=sys.stderr)
            return 1
        finally:
            check.close()
            display.close()
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("frames", type=Path, metavar="FRAMES", help="folder for the pictures")
    parser.add_argument(
        "--speed", choices=list(SETTLE_SECONDS), default="normal", help="speed of animations"
    )
    parser.add_argument("--killed", choices=("host", "guest"), default="guest")
    parser.add_argument(ALONE, action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        parser.error(f"these programs are missing: {', '.join(missing)}")
    return options


def rerun_in_network_namespace() -> int:
    """Run the check again in a network that has only the loopback; return its exit status."""
    words = [sys.executable, __file__, *sys.argv[1:], ALONE]
    command = ["unshare", "--map-root-user", "--net", "--", *words]
    return subprocess.run(command, timeout=CHECK_TIMEOUT + 30, check=False).returncode


class WindowPair:
    """Two players in two windows, and the screenshots of what they see."""

    def __init__(self, display: Display, folder: Path, frames: Path, speed: str) -> None:
        self._display, self._folder, self._frames = display, folder, frames
        self._n_pictures = self._n_actions = 0
        self._began = time.monotonic()
        self.players = [WindowPlayer(display, folder, NAMES, n, speed) for n in range(len(NAMES))]

    def run(self, killed: int) -> None:
        """Play the whole match; kill the program of player ``killed`` during the second deal."""
        self._host_and_join_table()
        self._play_until(lambda: all(_n_rounds_begun(one) == 1 for one in self.players))
        self.save_screenshot("first-round-over")
        self._kill_in_the_deal(self.players[killed], self.players[1 - killed])
        self._play_until(lambda: all(one.reader.is_over for one in self.players))
        rounds = _n_rounds_begun(self.players[0])
        self._check_records_and_quit()
        presses = sum(one.n_presses for one in self.players)
        seconds = time.monotonic() - self._began
        print(f"A match of {rounds} rounds by {presses} presses in two windows, {seconds:.0f} s.")

    def save_screenshot(self, name: str) -> None:
        """Save a screenshot under the next number and this name."""
        self._n_pictures += 1
        self._display.picture(self._frames / f"{self._n_pictures:02}-{name}.png")

    def close(self) -> None:
        for one in self.players:
            if one.window.is_running:
                one.window.kill()

    # Methods for joining the table.

    def _host_and_join_table(self) -> None:
        host, guest = self.players
        at_host, at_guest = host.go_online(), guest.go_online()
        edition = at_host.widgets["edition"].rect
        for _n in range(EDITION):
            host.press_at((edition.right - 12, edition.centery))
        at_host.choices.preset = preset = list(PRESETS)[EDITION]
        self.save_screenshot("play-online")
        host.press(at_host.widgets["host"])
        lobby = host.show_lobby(_lobby_state(preset, 0, 1))
        time.sleep(1.5)
        self.save_screenshot("a-table-is-open")
        empty = host.window.area_pixels(lobby._seat_row_rect(1))
        host.press(lobby.widgets["copy direct"])
        guest.press(at_guest.widgets["code"])
        guest.window.paste()
        time.sleep(0.5)
        self.save_screenshot("the-invitation-is-pasted")
        guest.press(at_guest.widgets["join"])
        wait_for(
            "the guest at the table",
            lambda: host.window.area_pixels(lobby._seat_row_rect(1)) != empty,
        )
        time.sleep(1.0)
        self.save_screenshot("both-at-the-table")
        for seat, one in enumerate(self.players):
            one.press(one.show_lobby(_lobby_state(preset, seat, 2)).widgets["ready"])
        wait_for(
            "the deal",
            lambda: all(one.reader.follow() or one.reader.replica for one in self.players),
        )
        time.sleep(0.3)
        self.save_screenshot("the-first-deal")

    # Methods for playing the match.

    def _play_until(self, over: object) -> None:
        assert callable(over)
        while not over():
            if time.monotonic() > self._began + CHECK_TIMEOUT:
                raise CheckFailure("the match has not ended in time")
            for one in self.players:
                if one.is_stuck:
                    raise CheckFailure(
                        f"the table of {one.name} does not go on: {one.describe_situation()}"
                    )
            for one in self.players:
                one.update_sketch()
                if not over():
                    one.play()
                if not one.window.is_running:
                    raise CheckFailure(f"the program of {one.name} has ended by itself")
            time.sleep(0.02)
            presses = sum(one.n_presses for one in self.players)
            if presses // 12 > self._n_actions:
                self._n_actions = presses // 12
                self.save_screenshot("in-the-match")

    def _kill_in_the_deal(self, victim: WindowPlayer, other: WindowPlayer) -> None:
        """Start the next round for both, and kill one program as soon as the deal has begun."""
        self._wait_for_result(other)
        other.press_first_result_button()
        self._wait_for_result(victim)
        self.save_screenshot("one-waits-for-the-next-round")
        victim.press_first_result_button()
        end = time.monotonic() + 5.0
        while time.monotonic() < end:
            victim.window.suspend(True)  # the deal may end before its message is read
            victim.reader.follow()
            if victim.reader.is_dealing:
                break
            victim.window.suspend(False)
            time.sleep(POLL_SECONDS)
        victim.window.kill()
        time.sleep(0.5)
        victim.reader.follow()
        if not victim.reader.is_dealing:
            raise CheckFailure("the deal was over before the program was killed")
        time.sleep(1.5)
        self.save_screenshot("one-is-gone-in-the-deal")
        victim.restart()
        meeting = victim.go_online()
        replica = victim.reader.replica
        assert replica is not None
        terms = replica.terms
        names = tuple(seat.name for seat in terms.seats)
        match = ResumableTable(terms.match_id.hex(), terms.rules.preset, names, victim.name, False)
        assert match.preset in PRESETS
        time.sleep(1.0)
        self.save_screenshot("started-again")
        rows = meeting.widgets["list"]
        assert isinstance(rows, ListView)
        victim.press_at((rows.rect.centerx, rows.rect.top + rows._row_height() // 2))
        wait_for(
            "the deal to go on", lambda: victim.reader.follow() and not victim.reader.is_dealing
        )
        time.sleep(1.0)
        self.save_screenshot("back-at-the-table")

    def _wait_for_result(self, one: WindowPlayer) -> None:
        def there() -> bool:
            for player in self.players:
                player.update_sketch()
            return one.sees_result

        wait_for("the result", there)
        time.sleep(1.0)

    # Methods for the time after the match.

    def _check_records_and_quit(self) -> None:
        for one in self.players:
            self._wait_for_result(one)
        self.save_screenshot("the-end")
        records = []
        for one in self.players:
            one.press_first_result_button()
            time.sleep(1.5)
        self.save_screenshot("the-title-again")
        for one in self.players:
            one.quit()
            if one.window.wait_for_exit() != 0:
                raise CheckFailure(f"the program of {one.name} has not closed well")
            records.append(self._exported_record(one))
            self._verify_proof(one)
        first, second = ((one.rules, one.seats, one.rounds) for one in records)
        if first != second:
            raise CheckFailure("the two have kept different records")

    def _exported_record(self, one: WindowPlayer) -> Record:
        """Return the record of the only match in a player's library."""
        folder = self._folder / f"{one.name}-given"
        folder.mkdir()
        _run_hacktrick_command(one, "library", "export", "1", "--to", str(folder))
        (file,) = folder.iterdir()
        return read_record(file.read_text(encoding="utf-8"))

    def _verify_proof(self, one: WindowPlayer) -> None:
        (proof,) = (one.data / "online" / "proofs").glob("*.hacktrick-proof")
        print(_run_hacktrick_command(one, "verify", str(proof)).strip().splitlines()[-1])


def _n_rounds_begun(one: WindowPlayer) -> int:
    return len(one.reader.replica.rounds) if one.reader.replica else 0


def _lobby_state(preset: str, own: int, n: int) -> NetworkState:
    """Return the lobby's state with the first ``n`` of the two players."""
    people = [TablePlayer(name, "human", KEYS[k], k == own) for k, name in enumerate(NAMES)]
    ways = (("word", "kita-rolu-mapo"), ("direct", "HT4K-9QMX-72DL-ZP5A-7B3C")) if own == 0 else ()
    sitters = (*people[:n], *[None] * (2 - n))
    return NetworkState(1, "lobby", own == 0, preset, players=sitters, invitations=ways)


def _run_hacktrick_command(one: WindowPlayer, *words: str) -> str:
    command = [sys.executable, "-m", "hacktrick", "--data-dir", str(one.data), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CheckFailure(f"hacktrick {' '.join(words)}: {done.stdout} {done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
