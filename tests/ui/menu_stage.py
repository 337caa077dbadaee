"""A stage for menus: a context, a desk and a stack, driven by posted events only."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.game.view import SeatInfo
from hacktrick.play.thinker import InlineThinker
from hacktrick.seat.desk import Desk, NewMatch
from hacktrick.settings import Settings
from hacktrick.storage import Problem, open_storage
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.window.ways import Screens, connect

PEOPLE = (SeatInfo("ANNA", "human"), SeatInfo("BELA", "human"))


class FakeTable(Scene):
    """Stands for the table, which has tests of its own."""

    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk


class FakeClipboard:
    def __init__(self) -> None:
        self.text = ""

    def get(self) -> str:
        return self.text

    def put(self, text: str) -> bool:
        self.text = text
        return True


class Stage:
    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        settings: Settings | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.context = Context(settings or Settings(), size=size)
        self.kept: list[Settings] = []
        self.sounds: list[str] = []
        self.context.save = self.kept.append
        self.context.play = lambda event, number=0: self.sounds.append(event)
        self.context.clipboard = FakeClipboard()  # type: ignore[assignment]
        self.storage, _found = open_storage(folder)
        self.desk = Desk(self.context, self.storage, InlineThinker, Random(1), problems)
        connect(self.context, self.desk)
        self.surface = pygame.Surface(size)

    @property
    def top(self) -> Scene | None:
        return self.context.stack.top

    @property
    def settings(self) -> Settings:
        return self.context.settings

    def begin(self, preset: str = "keypad", seats: tuple[SeatInfo, ...] = PEOPLE) -> None:
        self.desk.begin(NewMatch(preset, seats))

    def save_a_match(self) -> None:
        self.begin()
        self.desk.leave()

    def show(self, *scenes: Scene) -> Scene:
        for scene in scenes:
            self.context.stack.push(scene)
        self.context.stack.apply()
        self.wait(0)
        return scenes[-1]

    def wait(self, seconds: float, step: float = 0.05) -> None:
        while True:
            self.context.stack.update(min(step, seconds))
            self.context.stack.apply()
            seconds -= step
            if seconds <= 0:
                return

    def post(self, *events: pygame.Event) -> None:
        pygame.event.clear()
        for event in events:
            pygame.event.post(event)
        for event in pygame.event.get():
            self.context.stack.handle(event)
        self.context.stack.update(0)  # the window, too, lets time pass before it changes scenes
        self.context.stack.apply()

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        self.post(pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode=text))

    def type(self, text: str) -> None:
        for sign in text:
            self.post(pygame.Event(pygame.TEXTINPUT, text=sign))

    def down(self, pos: tuple[int, int]) -> None:
        self.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))

    def up(self, pos: tuple[int, int]) -> None:
        self.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))

    def click(self, name: str) -> None:
        """On the widget of this name in the top menu."""
        pos = self.top.named[name].rect.center  # type: ignore[union-attr]
        self.down(pos)
        self.up(pos)

    def click_right(self, name: str) -> None:
        """On the arrow at the right end of a choice."""
        rect = self.top.named[name].rect  # type: ignore[union-attr]
        pos = rect.right - 12, rect.centery
        self.down(pos)
        self.up(pos)

    def picture(self) -> bytes:
        self.context.stack.draw(self.surface)
        return pygame.image.tobytes(self.surface, "RGB")


def fake_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screens, "at_table", lambda self: FakeTable(self.context, self.desk))
