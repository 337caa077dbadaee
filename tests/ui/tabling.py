"""A table to test: a scene on a stack, events posted to it as the window would."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
from rig import unkept

from hacktrick.game.actions import Action
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import rules_for
from hacktrick.game.view import SeatInfo, View
from hacktrick.play.match import Match
from hacktrick.play.thinker import InlineThinker
from hacktrick.seat.desk import Desk
from hacktrick.settings import Settings
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.table.scene import TableScene
from hacktrick.ui.window.ways import connect

NAMES = ("Anna", "Cipher", "Bob", "Zeus")


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


class Bench:
    """A window's worth of context with a table on it, without a window.

    Args:
        players: one word per seat, "human" or "level:N".
        match: a match to sit down at instead of a new one.
    """

    def __init__(
        self,
        folder: Path,
        preset: str = "keypad",
        players: tuple[str, ...] = ("human", "level:1"),
        seed: int = 1,
        leader: int | None = 0,
        size: tuple[int, int] = (1280, 720),
        match: Match | None = None,
        thinks: bool = False,
        **settings: object,
    ) -> None:
        chosen = {"animation_speed": "off", "pace": "instant", **settings}
        self.context = Context(Settings(**chosen), size=size)  # type: ignore[arg-type]
        self.sounds: list[str] = []
        self.context.play = lambda event, number=0: self.sounds.append(event)
        rng = Random(seed)
        if match is None:
            rules = rules_for(preset)
            seats = [SeatInfo(NAMES[n], player) for n, player in enumerate(players)]
            match = Match.new(rules, seats, rng, leader)
        thinker = InlineThinker if thinks else NoThinker
        self.desk = Desk(self.context, unkept(folder), thinker, rng)
        connect(self.context, self.desk)
        self.match, self.session = match, self.desk.sit_down(match)
        self.table = TableScene(self.context, self.desk)
        self.stack = self.context.stack
        self.stack.push(self.table)
        self.stack.apply()
        self.surface = pygame.Surface(size)

    @property
    def top(self) -> Scene:
        scene = self.stack.top
        assert scene is not None
        return scene

    def texts(self) -> list[str]:
        """The actions of the round, as the record writes them."""
        return list(self.match.record.rounds[-1].actions)

    def tick(self, seconds: float = 0.05, n: int = 1) -> None:
        for _n in range(n):
            self.stack.update(seconds)
            self.stack.apply()

    def key(self, key: int, mod: int = 0) -> None:
        self.stack.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.stack.handle(pygame.Event(pygame.KEYUP, key=key, mod=mod))
        self.stack.apply()

    def press(self, pos: tuple[int, int]) -> None:
        """A click as the window reports it."""
        self.move(pos)
        self.button(pygame.MOUSEBUTTONDOWN, pos)
        self.button(pygame.MOUSEBUTTONUP, pos)

    def move(self, pos: tuple[int, int]) -> None:
        event = pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.stack.handle(event)

    def button(self, kind: int, pos: tuple[int, int], button: int = 1) -> None:
        self.stack.handle(pygame.Event(kind, pos=pos, button=button))
        self.stack.apply()

    def frame(self) -> bytes:
        """The picture as bytes."""
        self.stack.draw(self.surface)
        return pygame.image.tobytes(self.surface, "RGB")

    def do(self, *actions: Action) -> None:
        """Somebody else, or nobody in particular, acts."""
        for action in actions:
            self.match.submit(self.match.public.seat, action)
            self.table.sync()

    def random_until(self, seat: int, turn: int = 0) -> None:
        """Random play until a turn of `seat` begins."""
        dice = Random(self.match.public.deck_size + turn)
        while not self.match.is_round_over:
            public = self.match.public
            if public.phase == "turn" and public.seat == seat and public.turn >= turn:
                return
            self.do(dice.choice(legal_actions(self.match.observe(public.seat))))
