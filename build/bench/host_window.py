"""Measures the frames of a window that hosts a table while all players shuffle the deck.

python build/bench/host_window.py SIZE ROUNDS

The guest is a computer player. Its network process, its worker process and the host's network
process run beside the window as in the program. Prints one line of JSON: the work of each frame in
milliseconds, without the wait for the next frame, from the request for a round until its cards are
dealt.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.window import WaitMeasuringClock, _frame_statistics
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import open_storage
from hacktrick.coach.thinking_client import ProcessThinker
from hacktrick.game.legality import legal_actions
from hacktrick.online.protocol.process_messages import HostTable, SetReady
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.table.motion.prerender import prerender_table_in_steps
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.screen_navigator import connect_navigator
from tests.support.network_processes import LOOPBACK, is_full

LIMIT = 60.0  # number of seconds for the start, and for each round
LEVEL = 1


class DealFrameRecorder:
    """Plays the host's seat without pauses, and records the work of the frames during a deal."""

    def __init__(self, app: GameWindow, services: ProgramServices, n_rounds: int) -> None:
        self._app, self._services, self._n_rounds = app, services, n_rounds
        self._dice, self._until = Random(1), time.monotonic() + LIMIT * (n_rounds + 1)
        self._clock = WaitMeasuringClock(app._clock)
        setattr(app, "_clock", self._clock)  # noqa: B010 - the loop is watched from outside
        self._last = time.perf_counter()
        self._has_guest = self._is_ready = self._was_dealing = False
        self._n_deals = 0
        self.works: list[float] = []

    def record_frame_and_play_on(self) -> None:
        now, dealing = time.perf_counter(), self._is_dealing()
        if dealing and self._was_dealing:
            self.works.append(now - self._last - self._clock.waited)
        self._n_deals += dealing and not self._was_dealing
        self._was_dealing = dealing
        done = self._n_deals == self._n_rounds and not dealing
        if done or time.monotonic() > self._until:
            self._app.stop()
        self._advance_to_next_deal()
        self._last, self._clock.waited = time.perf_counter(), 0.0

    def _is_dealing(self) -> bool:
        top = self._app.context.stack.top
        if not isinstance(top, OnlineTableScene):
            return False
        session = top.online
        moves = top.shuffle_animation.is_running or top.playback.is_running
        return session.is_waiting_for_next_round or (moves and not session.public.row)

    def _advance_to_next_deal(self) -> None:
        top, state = self._app.context.stack.top, self._services.online.network.state
        if isinstance(top, OnlineLobbyScene) and state.invitations and not self._has_guest:
            self._services.online.add_computer(LEVEL, "Zeus")
            self._has_guest = True
        elif isinstance(top, OnlineLobbyScene) and is_full(state, 2) and not self._is_ready:
            self._services.online.network.send(SetReady(True))
            self._is_ready = True
        elif isinstance(top, OnlineResultScene):
            if top.session.is_over:
                top.request_rematch_and_open_lobby()
            else:
                top._request_next_round()
            self._is_ready = True
        elif isinstance(top, OnlineTableScene) and top.session.may_act:
            self._play_random_action(top)

    def _play_random_action(self, table: OnlineTableScene) -> None:
        seen = table.session.observation
        if seen is not None and not table.playback.is_running:
            table.play_turn(self._dice.choice(legal_actions(seen)))


def measure_deals(size: str, n_rounds: str) -> dict[str, Any]:
    """Deal rounds in a window of this size; return the frame times and the number of deals."""
    app = GameWindow(with_changes(Settings(), pace="instant"))
    app.window.size = tuple(map(int, size.split("x")))
    app.context.rebuild_and_lay_out(app.window.size)
    list(prerender_table_in_steps(app.context))
    with tempfile.TemporaryDirectory() as folder:
        storage, _ = open_storage(Path(folder))
        services = ProgramServices(app.context, storage, ProcessThinker, Random(1))
        connect_navigator(app.context, services)
        services.online.network.send(
            HostTable("keypad", {}, "Ada", is_announced=False, address=LOOPBACK)
        )
        host = DealFrameRecorder(app, services, int(n_rounds))
        app.after_frame = host.record_frame_and_play_on
        try:
            app.run(OnlineLobbyScene(app.context, services))
        finally:
            services.close()
    return {**_frame_statistics(host.works), "deals": host._n_deals}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size")
    parser.add_argument("rounds")
    options = parser.parse_args()
    print(json.dumps(measure_deals(options.size, options.rounds)))
