"""Test rigs that run the program's scenes without a window.

``Rig`` provides a context, services and a stack of scenes; ``TableRig`` adds a match at a table.
Time passes only through ``wait`` and ``tick``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from hacktrick.app.file_manager import FileManager
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_session import MatchSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import (
    SaveSlot,
    Storage,
    StorageProblem,
    choose_data_folders,
    open_storage,
)
from hacktrick.coach.review.judged_round import FinishedRound
from hacktrick.coach.thinking_client import AnalysisUpdate, InlineThinker, Thinker
from hacktrick.game.actions import Action
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match
from hacktrick.ui.scene.scenes_and_context import Clipboard, Context, Scene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.window.screen_navigator import connect_navigator

WHOLE = (1280, 720)
NAMES = ("Anna", "Cipher", "Bob", "Zeus")
AT_REST = {"animation_speed": "off", "pace": "instant", "think_ahead": False}
"""Settings of a table at which nothing moves and nobody thinks unasked."""
PEOPLE = (SeatInfo("ANNA", "human"), SeatInfo("BELA", "human"))


def match_of_session(session: MatchSession | None) -> Match:
    """Return the match behind a session, including hidden cards."""
    # Only tests may do this, since the window has no access to the match.
    assert session is not None and isinstance(session._match, Match)
    return session._match


def saved_text(services: ProgramServices) -> str | None:
    """Return the text of the saved match; None if no match is saved."""
    # The record itself, of which the window gets only a summary.
    record = services.local_table._saved["match"].record
    return None if record is None else record.as_text()


class UnsavedStorage(Storage):
    """A storage that skips saving the running match, which would take time after each action."""

    def save_match(self, text: str, slot: SaveSlot = "match") -> tuple[StorageProblem, ...]:
        return ()


def unsaved_storage(folder: Path) -> UnsavedStorage:
    return UnsavedStorage(choose_data_folders(folder))


class NoReviewThinker(InlineThinker):
    """A thinker that answers at once but does not review finished rounds, which is slow."""

    def request_review(self, finished: FinishedRound) -> int:
        return 0


class NoThinker(NoReviewThinker):
    """A thinker that never answers."""

    def request_decision(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        return 0

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        return ()


class PlainClipboard(Clipboard):
    """A clipboard in memory, independent of the system's."""

    def __init__(self) -> None:
        self.text = ""

    def get_text(self) -> str:
        return self.text

    def put_text(self, text: str) -> bool:
        self.text = text
        return True


class RecordingFileManager(FileManager):
    """A file manager that records the folders it is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []

    def open_folder(self, folder: Path) -> bool:
        self.opened.append(folder)
        return True


class BareTable(Scene):
    """An empty scene that replaces the table in tests of navigation."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services


class Rig:
    """The context, services and scene stack that the window would provide, for tests of scenes.

    Attributes:
        kept: all saved versions of the settings, in order.
        sounds: the sound events played, in order.

    Args:
        storage: a folder, or an open storage.
        thinker: makes the thinker of the computer players.
        rng: the source of chance of the services.
        bare_table: whether a ``BareTable`` is shown in place of the real table.
    """

    def __init__(
        self,
        storage: Path | Storage,
        size: tuple[int, int] = WHOLE,
        settings: Settings | None = None,
        problems: tuple[StorageProblem, ...] = (),
        *,
        thinker: Callable[[], Thinker] = NoReviewThinker,
        rng: Random | None = None,
        bare_table: bool = False,
    ) -> None:
        found: tuple[StorageProblem, ...] = ()
        if isinstance(storage, Path):
            storage, found = open_storage(storage)
        self.storage = storage
        self.context = Context(settings or Settings(), size=size)
        self.stack = self.context.stack
        self.kept: list[Settings] = []
        self.sounds: list[str] = []
        self.clipboard = PlainClipboard()
        self.context.save = self.kept.append
        self.context.play = self._hear
        self.context.clipboard = self.clipboard
        self.context.file_manager = self.file_manager = RecordingFileManager()
        self.services = ProgramServices(
            self.context, self.storage, thinker, rng or Random(1), problems + found
        )
        self.navigator = connect_navigator(self.context, self.services)
        if bare_table:
            self.navigator.make_table_scene = self._bare_table  # type: ignore[method-assign]
        self.surface = pygame.Surface(size)

    def _hear(self, event: str, number: int = 0) -> None:
        self.sounds.append(event)

    def _bare_table(self) -> Scene:
        return BareTable(self.context, self.services)

    # Methods for the state.

    @property
    def settings(self) -> Settings:
        return self.context.settings

    @property
    def top(self) -> Any:
        """The top scene, untyped so that a test may use its attributes."""
        return self.stack.top

    def begin(self, preset: str = "keypad", seats: tuple[SeatInfo, ...] = PEOPLE) -> None:
        self.services.local_table.begin_match(MatchSetup(preset, seats))

    def save_a_match(self) -> None:
        self.begin()
        self.services.leave_table()

    def show(self, *scenes: Scene) -> Any:
        """Push scenes onto the stack; return the top scene."""
        for scene in scenes:
            self.stack.push(scene)
        self.stack.apply_changes()
        self.wait(0)
        return scenes[-1]

    # Methods for the passing of time.

    def wait(self, seconds: float, step: float = 0.05) -> None:
        while True:
            self.tick(min(step, seconds))
            seconds -= step
            if seconds <= 0:
                return

    def tick(self, seconds: float = 0.05, n: int = 1) -> None:
        """Advance by ``n`` frames of ``seconds`` each."""
        for _n in range(n):
            self.stack.update(seconds)
            self.stack.apply_changes()

    # Methods for input.

    def post(self, *events: pygame.Event) -> None:
        pygame.event.clear()
        for event in events:
            pygame.event.post(event)
        for event in pygame.event.get():
            self.stack.handle(event)
        self.apply_scene_changes()

    def apply_scene_changes(self) -> None:
        """Apply changes of scenes after an update, as the window does."""
        self.tick(0)

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        self.post(pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode=text))

    def type(self, text: str) -> None:
        for sign in text:
            self.post(pygame.Event(pygame.TEXTINPUT, text=sign))

    def move(self, pos: tuple[int, int]) -> None:
        self.post(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))

    def button(self, kind: int, pos: tuple[int, int], button: int = 1) -> None:
        self.post(pygame.Event(kind, pos=pos, button=button))

    def press_button(self, pos: tuple[int, int]) -> None:
        self.button(pygame.MOUSEBUTTONDOWN, pos)

    def release_button(self, pos: tuple[int, int]) -> None:
        self.button(pygame.MOUSEBUTTONUP, pos)

    def press(self, pos: tuple[int, int]) -> None:
        """Move the pointer to a position and click there."""
        self.move(pos)
        self.press_button(pos)
        self.release_button(pos)

    def click(self, name: str) -> None:
        """Click the widget of this name in the top menu."""
        pos = self.top.widgets[name].rect.center
        self.press_button(pos)
        self.release_button(pos)

    def click_right(self, name: str) -> None:
        """Click the arrow at the right end of a choice."""
        rect = self.top.widgets[name].rect
        pos = rect.right - 12, rect.centery
        self.press_button(pos)
        self.release_button(pos)

    # Methods for drawing.

    def draw(self) -> pygame.Surface:
        self.stack.draw(self.surface)
        return self.surface

    def picture(self) -> bytes:
        # Unlike ``tobytes``, this does not convert pixel by pixel.
        return self.draw().convert(24).get_buffer().raw


class TableRig(Rig):
    """A rig with a match at a table.

    An input only changes scenes. Time passes only through ``tick``, in which the computer may act.

    Args:
        players: one word for each seat, "human" or "level:N".
        match: a running match to use; None to begin a new match.
        thinks: whether the computer players ever answer.
        settings: changes to ``AT_REST``, the settings without delays.
    """

    def __init__(
        self,
        storage: Path | Storage,
        preset: str = "keypad",
        players: tuple[str, ...] = ("human", "level:1"),
        seed: int = 1,
        leader: int | None = 0,
        size: tuple[int, int] = WHOLE,
        match: Match | None = None,
        thinks: bool = False,
        names: tuple[str, ...] = NAMES,
        **settings: Any,
    ) -> None:
        self.rng = Random(seed)
        if match is None:
            seats = [SeatInfo(*one) for one in zip(names, players, strict=False)]
            match = Match.begin_with_rng(rules_for(preset), seats, self.rng, leader)
        super().__init__(
            unsaved_storage(storage) if isinstance(storage, Path) else storage,
            size,
            Settings(**{**AT_REST, **settings}),
            thinker=NoReviewThinker if thinks else NoThinker,
            rng=self.rng,
        )
        self.match, self.session = match, self.services.local_table.start_session(match)
        self.table = TableScene(self.context, self.services)
        self.stack.push(self.table)
        self.stack.apply_changes()

    def apply_scene_changes(self) -> None:
        self.stack.apply_changes()

    def texts(self) -> list[str]:
        """Return the actions of the round in the notation of records."""
        return list(self.match.record.rounds[-1].actions)

    def do(self, *actions: Action) -> None:
        """Submit actions for the seats on turn, without any input."""
        for action in actions:
            self.match.submit(self.match.public.seat, action)
            self.table.animate_and_announce_changes()

    def legal(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat on turn."""
        return legal_actions(self.match.observe(self.match.public.seat))

    def play_randomly_until(self, seat: int, turn: int = 0) -> None:
        """Play at random until a turn of ``seat`` begins, but not before turn number ``turn``."""
        dice = Random(self.match.public.deck_size + turn)
        while not self.match.is_round_over:
            public = self.match.public
            if public.phase == "turn" and public.seat == seat and public.turn >= turn:
                return
            self.do(dice.choice(self.legal()))

    def settle(self) -> None:
        """Let pending scene changes and animations finish."""
        for _n in range(6):
            self.stack.apply_changes()
            self.stack.update(0.5)
        self.stack.apply_changes()
