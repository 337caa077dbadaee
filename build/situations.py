"""A table driven by hand, for pictures of it (``shots.py``)."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from hacktrick.game.actions import Action, Ask, Play
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import rules_for
from hacktrick.game.view import SeatInfo, View
from hacktrick.play.match import Match
from hacktrick.seat.desk import Desk
from hacktrick.settings import Settings
from hacktrick.storage import Storage
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.scene import TableScene
from hacktrick.ui.window.ways import connect

NAMES = ("ANNA", "CIPHER", "DAEMON", "ORACLE")
LEVELS = (1, 3, 5, 8)  # that go by these names; ANNA is human on every table here


class NoThinker:
    """Thinks for ever."""

    def ask(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        return 0

    def poll(self) -> None:
        return None

    def forget(self) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to close."""


class Situation:
    """A table, driven by hand."""

    def __init__(
        self,
        storage: Storage,
        size: tuple[int, int],
        theme: str,
        preset: str = "keypad",
        humans: tuple[int, ...] = (0,),
        seed: int = 1,
        leader: int | None = 0,
        **settings: object,
    ) -> None:
        options = {"theme": theme, "animation_speed": "off", **settings}
        self.context = Context(Settings(**options), size=size)  # type: ignore[arg-type]
        rules = rules_for(preset)
        seats = [
            SeatInfo(NAMES[n], "human" if n in humans else f"level:{LEVELS[n]}")
            for n in range(rules.n_seats)
        ]
        self.rng = Random(seed)
        match = Match.new(rules, seats, self.rng, leader)
        desk = Desk(self.context, storage, NoThinker, self.rng)
        connect(self.context, desk)
        desk.sit_down(match)
        self.match = match
        self.table = TableScene(self.context, desk)
        self.context.stack.push(self.table)
        self.context.stack.apply()

    def do(self, action: Action) -> None:
        self.match.submit(self.match.public.seat, action)
        self.table.sync()

    def start(self) -> None:
        while self.match.public.phase in ("codes", "start"):
            seen = self.match.observe(self.match.public.seat)
            self.do(self.rng.choice(legal_actions(seen)))

    def random_turns(self, n: int, stop: Callable[["Situation"], bool] | None = None) -> None:
        """Random play up to a turn of seat 0 (or until `stop`)."""
        while not self.match.is_round_over:
            public = self.match.public
            ready = public.seat == 0 and public.phase == "turn" and public.turn >= n
            if ready if stop is None else stop(self):
                return
            seen = self.match.observe(public.seat)
            legal = legal_actions(seen)
            plays = [a for a in legal if isinstance(a, Play)]
            picked = self.rng.choice(plays if plays and self.rng.random() < 0.7 else legal)
            if isinstance(picked, Ask) and self.rng.random() < 0.7:
                continue
            self.do(picked)

    def choose(self) -> None:
        """The card with the most effect."""
        seen = self.match.observe(0)
        row = self.match.public.row
        plays = [a.card for a in legal_actions(seen) if isinstance(a, Play)]

        def worth(card: int) -> int:
            return self.match.public.markers_on(row[-1] + card, 1)

        if plays:
            self.table.hands.choose_card(max(plays, key=worth))

    def settle(self) -> None:
        for _n in range(6):
            self.context.stack.apply()
            self.context.stack.update(0.5)

    def save(self, file: Path) -> None:
        self.context.stack.apply()
        surface = pygame.Surface(self.context.size)
        self.context.stack.draw(surface)
        pygame.image.save(surface, str(file))


Make = Callable[..., Situation]
