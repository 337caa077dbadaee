"""Two real game windows side by side on a virtual display, and scripted players who use them.

The windows get real clicks and keys. Positions on the screen come from the same scenes, laid out
in this process without a screen (the "sketch"). What a player knows is read from the match log
that their own program writes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pygame
from assets.shots.online import StubNetwork, use_stub_network
from nacl.signing import SigningKey
from qa.window_check import CheckFailure

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import Storage, choose_data_folders
from hacktrick.app.turn_draft import TURN_ENDS
from hacktrick.game.actions import Draw, LayStartCard, Play
from hacktrick.game.legality import legal_actions
from hacktrick.online.network_process.process_main import remote_state_of
from hacktrick.online.protocol.frame_exchange import SeatIdentity
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.process_messages import NetworkState, TablePlayer
from hacktrick.online.protocol.write_ahead_log import LogError, LogHeader, MatchLog
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.basic_widgets import Widget
from tests.support.rig import Rig

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)
MARGIN = 180  # number of pixels of the screen that a window leaves free
WAIT_TIMEOUT = 90.0  # number of seconds to wait for one event
RETRY_SECONDS = 3.0  # number of seconds after which a click without effect is repeated
# Number of seconds until a table at this speed accepts clicks.
SETTLE_SECONDS = {"off": 0.4, "normal": 1.5}
N_OPENING = 2  # seconds until a new window accepts clicks
KEY = "00" * 32  # a dummy, since pictures of keys do not matter here


# The display and its windows.


class Display:
    """An X server with room for two windows beside each other."""

    def __init__(self) -> None:
        reader, writer = os.pipe()
        screen = f"{2 * SIZE[0]}x{SIZE[1] + MARGIN}x24"
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writer),
                "-screen",
                "0",
                screen,
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=(writer,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as number_pipe:
            self.name = f":{number_pipe.readline().strip()}"

    def run(self, *words: str) -> str:
        """Run a program on this display and return its output.

        Raises:
            CheckFailure: the program failed.
        """
        environment = {**os.environ, "DISPLAY": self.name}
        done = subprocess.run(
            words,
            env=environment,
            capture_output=True,
            text=True,
            timeout=WAIT_TIMEOUT,
            check=False,
        )
        if done.returncode:
            raise CheckFailure(f"{' '.join(words)}: {done.stderr.strip() or 'no answer'}")
        return done.stdout

    def picture(self, file: Path) -> None:
        """Save a screenshot of both windows."""
        crop = f"{2 * SIZE[0]}x{SIZE[1]}+0+0"
        self.run("import", "-window", "root", "-crop", crop, str(file))

    def close(self) -> None:
        self._server.terminate()
        self._server.wait()


class Window:
    """A running game with its window.

    Args:
        n: the position of the window on the display, from the left.
    """

    def __init__(self, display: Display, data: Path, n: int) -> None:
        self.display, self.data, self._n = display, data, n
        self._class = f"hacktrick-{n}"
        environment = {**os.environ, "DISPLAY": display.name, "SDL_VIDEODRIVER": "x11"}
        environment.update(SDL_VIDEO_X11_WMCLASS=self._class, SDL_AUDIODRIVER="dummy")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hacktrick", "--data-dir", str(data)],
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        search = ("xdotool", "search", "--sync", "--onlyvisible", "--class", f"^{self._class}$")
        self._window = display.run(*search).split()[0]
        display.run("xdotool", "windowmove", self._window, str(n * SIZE[0]), "0")
        time.sleep(N_OPENING)

    def press(self, place: tuple[int, int]) -> None:
        x, y = place
        self.display.run(
            *("xdotool", "mousemove", "--window", self._window, str(x), str(y), "click", "1")
        )

    def paste(self) -> None:
        """Paste the clipboard at the text cursor."""
        self.display.run("xdotool", "windowfocus", "--sync", self._window, "key", "ctrl+v")

    def area_pixels(self, area: pygame.Rect) -> bytes:
        """Return the pixels of an area, as bytes to compare."""
        crop = f"{area.width}x{area.height}+{area.left}+{area.top}"
        file = self.data.parent / f"{self._class}.png"
        self.display.run("import", "-window", self._window, "-crop", crop, str(file))
        return pygame.image.tobytes(pygame.image.load(file), "RGB")

    def suspend(self, on: bool) -> None:
        """Suspend all processes of the game if ``on``, otherwise resume them."""
        os.killpg(self._process.pid, signal.SIGSTOP if on else signal.SIGCONT)

    def kill(self) -> None:
        """Kill all processes of the game at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def wait_for_exit(self) -> int | None:
        """Wait for the game to end by itself.

        Returns:
            The exit status, or None if the game is still running.
        """
        try:
            return self._process.wait(WAIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return None

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None


def wait_for(what: str, found: Callable[[], bool], timeout: float = WAIT_TIMEOUT) -> None:
    end = time.monotonic() + timeout
    while not found():
        if time.monotonic() > end:
            raise CheckFailure(f"waited in vain for {what}")
        time.sleep(0.02)


def prepare_player(data: Path, settings: Settings, name: str) -> None:
    storage = Storage(choose_data_folders(data))
    storage.save_settings(settings)
    storage.save_profiles((Profile(name),))
    storage.close()


# The knowledge of a player.


class MatchLogFollower:
    """Follows the match of one player through the growing logs of both programs.

    A program logs its own frames at once, but other players' frames only together with its next own
    frame. So the opponent's newest frames may be in the opponent's log alone.

    Attributes:
        n_frames: the number of frames received.
    """

    def __init__(self, data: Path, others: Sequence[Path]) -> None:
        self._folders = [place / "online" / "tables" for place in (data, *others)]
        self._copy = data.parent / f"{data.name}.log"
        self._sizes: dict[Path, int] = {}
        self.n_frames = 0
        self.replica: MatchReplica | None = None

    def follow(self) -> bool:
        """Read what is new in the logs; return whether frames were received."""
        before = self.n_frames
        for folder in self._folders:
            for path in folder.glob("*/log"):
                self._read(path)
        return self.n_frames > before

    def _read(self, path: Path) -> None:
        size = path.stat().st_size
        if size == self._sizes.get(path):
            return
        shutil.copy(path, self._copy)  # work on a copy, since reopening cuts off a half-written end
        try:
            log, header, frames = MatchLog.reopen(self._copy)
        except LogError:
            return
        log.close()
        if self.replica is None:
            self._create_replica(header)
        assert self.replica is not None
        self._sizes[path] = size
        self.n_frames += sum(map(self.replica.receive_frame, frames))

    def _create_replica(self, header: LogHeader) -> None:
        identity = SeatIdentity(header.seat, SigningKey.generate(), header.secret)
        self.replica = MatchReplica(header.terms, identity)
        self.replica.exchange.is_replaying = True  # a replaying replica sends no frames
        self.replica.advance()

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is in progress and this player's part in it has begun."""
        replica = self.replica
        return replica is not None and replica.dealing is not None and replica.waits_for == "frames"

    @property
    def is_over(self) -> bool:
        return self.replica is not None and self.replica.is_over


class WindowPlayer:
    """A scripted player who clicks in a real window."""

    def __init__(
        self, display: Display, folder: Path, names: Sequence[str], n: int, speed: str
    ) -> None:
        self.name, self.data, self._n = names[n], folder / names[n], n
        others = [folder / other for other in names if other != names[n]]
        self._display, self._dice = display, Random(n)
        self._settings = with_changes(Settings(), animation_speed=speed, language="en")
        self._settled = SETTLE_SECONDS[speed]
        prepare_player(self.data, self._settings, self.name)
        self.window = Window(display, self.data, n)
        self.reader = MatchLogFollower(self.data, others)
        self._rig, self._network = self._sketch()
        self._round = self._n_shown = 0
        self._changed_at = self._pressed_at = self._looked_at = time.monotonic()
        self.n_presses = 0

    def _sketch(self) -> tuple[Rig, StubNetwork]:
        """Build the same scenes without a screen, to know where everything is."""
        folder = self.data.parent / f"{self.name}-sketch"
        prepare_player(folder, self._settings, self.name)
        rig = Rig(folder, SIZE, self._settings)
        return rig, use_stub_network(rig, NetworkState(1))

    def press(self, widget: Widget) -> None:
        self.press_at(widget.rect.center)

    def press_at(self, place: tuple[int, int]) -> None:
        self.n_presses += 1
        self.window.press(place)

    # Methods for the time before the match.

    def go_online(self) -> HostAndJoinScene:
        rig = self._rig
        rig.stack.clear(TitleScene(rig.context, rig.services))
        rig.stack.apply_changes()
        self.press(rig.top.widgets["online"])
        time.sleep(1.0)
        scene = rig.show(HostAndJoinScene(rig.context, rig.services))
        assert isinstance(scene, HostAndJoinScene)
        return scene

    def show_lobby(self, state: NetworkState) -> OnlineLobbyScene:
        """Show the lobby with this network state in the sketch, and return it."""
        self._network.report_state(state)
        scene = self._rig.show(OnlineLobbyScene(self._rig.context, self._rig.services))
        assert isinstance(scene, OnlineLobbyScene)
        return scene

    def restart(self) -> None:
        """Start the game anew in the same place."""
        self.window = Window(self._display, self.data, self._n)

    # Methods for the time in the match.

    def update_sketch(self) -> None:
        """Read what the program has logged, and update the sketch."""
        now = time.monotonic()
        self.reader.follow()
        if self.reader.n_frames != self._n_shown:
            self._n_shown, self._changed_at = self.reader.n_frames, now
            self._show_match()
        self._rig.tick(now - self._looked_at)
        self._looked_at = now

    def _show_match(self) -> None:
        replica = self.reader.replica
        seen = None if replica is None else remote_state_of(replica)
        if replica is None or seen is None:
            return
        sitters = tuple(
            TablePlayer(one.name, one.player, KEY, seat == seen.seat)
            for seat, one in enumerate(seen.seats)
        )
        match = replica.terms.match_id.hex()
        rules = seen.rules.preset
        state = NetworkState(
            1, "playing", preset=rules, match_id=match, players=sitters, match_state=seen
        )
        self._network.report_state(state)
        if seen.round_number != self._round:
            self._round = seen.round_number
            self._show_fresh_table()

    def _show_fresh_table(self) -> None:
        """Build a fresh sketch of the table, with nothing chosen."""
        self._rig.navigator.show_online_table()
        self._rig.stack.apply_changes()

    def play(self) -> None:
        """Play a turn or go on to the next round, if the resting table waits for this player.

        If clicks have no effect, they are tried again.
        """
        now = time.monotonic()
        if now - self._changed_at < self._settled or now - self._pressed_at < self._settled:
            return
        replica, top = self.reader.replica, self._rig.top
        if replica is None or replica.waits_for not in ("action", "next"):
            return
        if now - self._pressed_at > RETRY_SECONDS and self._pressed_at > self._changed_at:
            self._show_fresh_table()  # the click had no effect, so start over
            self._pressed_at = self._changed_at
        elif isinstance(top, OnlineTableScene) and replica.waits_for == "action":
            self._play_turn(top)
        elif isinstance(top, OnlineResultScene):
            self.press_first_result_button()

    def _play_turn(self, table: OnlineTableScene) -> None:
        seen = table.turn.observation
        if seen is None or table.playback.is_running or table.shuffle_animation.is_running:
            return
        self._pressed_at = time.monotonic()
        legal = legal_actions(seen)
        cards = [one.card for one in legal if isinstance(one, Play | LayStartCard)]
        if cards:
            self._tap_widget(_card_widget(table, self._dice.choice(cards)))
        elif any(isinstance(one, Draw) for one in legal):
            self._tap_widget(table.widgets.draw_button)
            self._tap_widget(table.widgets.draw_button)
        offers = table.turn.action_offers()
        ends = [n for n, end in enumerate(TURN_ENDS) if offers[end].refusal is None]
        if table.session.may_act and ends:
            self._tap_widget(table.widgets.end_buttons[self._dice.choice(ends)])

    def _tap_widget(self, widget: Widget) -> None:
        """Click a widget in the window and in the sketch."""
        place = widget.rect.center
        self.press_at(place)
        self._rig.press(place)
        time.sleep(0.15)

    @property
    def is_stuck(self) -> bool:
        """Whether nothing has happened in this window for a long time."""
        return time.monotonic() - max(self._changed_at, self._pressed_at) > WAIT_TIMEOUT

    def describe_situation(self) -> str:
        """Describe the player's situation for an error message."""
        replica, top = self.reader.replica, self._rig.top
        wants = replica.waits_for if replica else "a match"
        return f"{type(top).__name__}, {wants}, {self.n_presses} presses"

    @property
    def sees_result(self) -> bool:
        return isinstance(self._rig.top, OnlineResultScene)

    def quit(self) -> None:
        """Show the title screen and quit there."""
        title = self._rig.show(TitleScene(self._rig.context, self._rig.services))
        self.press(title.widgets["quit"])

    def press_first_result_button(self) -> None:
        """Press the first button below the result of a round or match."""
        self._pressed_at = time.monotonic()
        scene = self._rig.top
        assert isinstance(scene, OnlineResultScene)
        # The button has no public name.
        self.press(scene._main[0])


def _card_widget(table: OnlineTableScene, card: int) -> Widget:
    return next(one for one in table.widgets.cards if one.visible and one.value == card)
