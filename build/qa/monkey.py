"""Plays the real window with random input: keys, clicks, touch, a gamepad and resizing.

The player acts after each frame of the window's loop (`GameWindow.after_frame`) and posts events
that a real player could cause. Scenes are inspected only to find their buttons, to start a match,
and to advance a match where chance alone would take too long.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame

from hacktrick.app import themes as theme
from hacktrick.app.file_manager import FileManager
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_session import MatchSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.ui.layout.table_layout import MIN_WINDOW
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.window.game_window import GameWindow
from tests.support.rig import match_of_session

NAMES = ("Ada", "Ben", "Cleo", "Dan")
WEAKEST = "level:1"
# Number of frames without a table until a match is started, and without a change until a step or a
# change of scene is forced.
FRAMES_UNTIL_MATCH, FRAMES_UNTIL_STEP, FRAMES_UNTIL_NEW_SCENE = 30, 4, 40
LARGEST = (2000, 1200)
N_GAMEPAD_BUTTONS = 15  # number of buttons of a gamepad
KEYS: tuple[tuple[int, str], ...] = (
    *((pygame.K_0 + n, str(n)) for n in range(10)),
    *((key, "") for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_ESCAPE)),
    *((key, "") for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)),
    *((key, "") for key in (pygame.K_F1, pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_PAGEDOWN)),
    *((ord(sign), sign) for sign in "abdghpqrwsx?"),
)


class Monkey:
    """A player who makes random input after each frame of a window.

    Args:
        finished: called with each match when it is over.
        away: the number of frames without a table after which the player starts a match.
    """

    def __init__(
        self, rng: Random, finished: Callable[[Match], None], away: int = FRAMES_UNTIL_MATCH
    ) -> None:
        self.rng = rng
        self.n_inputs = self.n_pushes = self.n_resizes = 0
        self._finished, self._patience = finished, away
        self._away = self._still = 0
        self._seen: tuple[int, int] = (0, 0)  # the session and the version of its match
        self._counted: MatchSession | None = None
        self.app: GameWindow
        self.services: ProgramServices

    def attach_to_window(self, app: GameWindow, services: ProgramServices) -> None:
        """Begin to play in this window, at its next frame."""
        self.app, self.services = app, services
        # A file manager that finds no program to open folders.
        app.context.file_manager = FileManager("linux", {})
        self._away = self._still = 0
        app.after_frame = self.act_after_frame

    def detach(self) -> None:
        """Forget the program under test, so that the next one can be attached."""
        del self.app, self.services
        self._seen = (0, 0)

    def act_after_frame(self) -> None:
        """Post some input; called after each frame."""
        self._count_frames_without_progress()
        if self._away > self._patience:
            self._resume_or_start_match()
        elif self._still > FRAMES_UNTIL_STEP:
            self._force_progress()
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            self._make_random_input()

    def _count_frames_without_progress(self) -> None:
        session = self.services.session
        self._away = 0 if session else self._away + 1
        if session is None:
            return
        now = (id(session), session.version)
        self._still = self._still + 1 if now == self._seen else 0
        self._seen = now
        if session.is_over and session is not self._counted:
            self._counted = session
            self._finished(match_of_session(session))

    # Methods for input that a player could make.

    def _make_random_input(self) -> None:
        self.n_inputs += 1
        kind = self.rng.random()
        if kind < 0.4:
            self._click(self._random_widget_position() or self._random_position())
        elif kind < 0.5:
            self._click(self._random_position())
        elif kind < 0.75:
            self._press_key(*self.rng.choice(KEYS))
        elif kind < 0.82:
            self._press_pad_button()
        elif kind < 0.85:
            self._tap(self._random_widget_position() or self._random_position())
        elif kind < 0.96:
            self._post(
                pygame.MOUSEMOTION, pos=self._random_position(), rel=(0, 0), buttons=(0, 0, 0)
            )
        elif kind < 0.99:
            self._post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, 1)), flipped=False)
        elif kind < 0.998:
            self._post(self.rng.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED)))
        elif kind < 0.9995:
            self.resize_window_randomly()
        else:
            self._change_display_settings()

    def resize_window_randomly(self) -> None:
        """Give the window a random size."""
        wide = self.rng.randint(MIN_WINDOW[0], LARGEST[0])
        size = wide, self.rng.randint(MIN_WINDOW[1], LARGEST[1])
        self.app.window.size = size
        self.n_resizes += 1
        self._post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    def _change_display_settings(self) -> None:
        self.app.context.change_settings(
            theme=self.rng.choice(theme.theme_keys()),
            ui_scale=self.rng.choice((80, 100, 100, 125, 200)),
            animation_speed=self.rng.choice(("off", "off", "off", "double")),
            curtain=self.rng.random() < 0.5,
            confirm=self.rng.choice(("button", "click")),
            fullscreen=False,
            pace="instant",
        )

    def _random_position(self) -> tuple[int, int]:
        wide, high = self.app.context.size
        return self.rng.randrange(wide), self.rng.randrange(high)

    def _random_widget_position(self) -> tuple[int, int] | None:
        top = self.app.context.stack.top
        group, names = getattr(top, "group", None), getattr(top, "named", {})
        widgets = group.widgets if group else []
        # *Quit* is left out, since random clicks hit it often enough.
        places = [one.rect.center for one in widgets if one.visible and one != names.get("quit")]
        return self.rng.choice(places) if places else None

    def _click(self, pos: tuple[int, int]) -> None:
        self._post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self._post(pygame.MOUSEBUTTONUP, pos=pos, button=1)

    def _tap(self, pos: tuple[int, int]) -> None:
        wide, high = self.app.context.size
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            self._post(kind, x=pos[0] / wide, y=pos[1] / high, touch_id=1, finger_id=1)

    def _press_pad_button(self) -> None:
        button = self.rng.randrange(N_GAMEPAD_BUTTONS)
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self._post(kind, button=button, instance_id=0)

    def _press_key(self, key_code: int, sign: str) -> None:
        self._post(pygame.KEYDOWN, key=key_code, mod=0, unicode=sign, scancode=0)
        if sign:
            self._post(pygame.TEXTINPUT, text=sign)
        self._post(pygame.KEYUP, key=key_code, mod=0, unicode=sign, scancode=0)

    def _post(self, kind: int, **facts: Any) -> None:
        pygame.event.post(pygame.Event(kind, **facts))

    # Methods that help where chance alone would take too long.

    def _resume_or_start_match(self) -> None:
        self._away = 0
        if self.services.local_table.saved_match and self.rng.random() < 0.9:
            self.app.context.navigator.resume_match()
        else:
            self.app.context.navigator.start_match(self._random_match_setup())

    def _random_match_setup(self) -> MatchSetup:
        preset = self.rng.choice(tuple(PRESETS))
        seats = [
            SeatInfo(name, self._random_player()) for name in NAMES[: rules_for(preset).n_seats]
        ]
        target = self.rng.choice((1, 2, PRESETS[preset].target))
        return MatchSetup(preset, tuple(seats), {"target": target})

    def _random_player(self) -> str:
        return self.rng.choice((WEAKEST, "human"))

    def _force_progress(self) -> None:
        """Take a step directly: a legal action, the next round, or another match."""
        session, top = self.services.session, self.app.context.stack.top
        self.n_pushes += 1
        if (
            session is None
            or self._still > FRAMES_UNTIL_NEW_SCENE
            or not isinstance(top, TableScene)
        ):
            self._force_next_scene(session)
        elif top.session.may_act and (seen := top.session.observation) is not None:
            top.submit_unless_tutor_warns(
                self.rng.choice(legal_actions(seen))
            )  # the match may be that of a lesson

    def _force_next_scene(self, session: MatchSession | None) -> None:
        if session is None or session.is_over:
            self._resume_or_start_match()
        elif self._still > FRAMES_UNTIL_NEW_SCENE:
            self.app.context.change_settings(curtain=False)
            if session.is_round_over:
                session.request_next_round()
            self.app.context.navigator.show_table()
        else:
            self._press_key(self.rng.choice((pygame.K_RETURN, pygame.K_ESCAPE)), "")
