"""Counts how many modules of hacktrick run for four actions of a player at the table.

python build/qa/modules_per_action.py [--list]

The actions are choosing a card by a key, committing the turn, two steps of a hint, and an online
turn. For each it counts, by ``sys.setprofile``, the distinct modules in which a function runs, and
how often control passes from one module to another. Drawing the screen is not counted. The counts
are exact except for the online turn, whose cards are dealt at random.

The test rigs do the work of the thinking and the network process inside the window's process. That
work is counted separately: the first figure is for the window alone, the second for both processes.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

import hacktrick
from hacktrick.app.settings import Settings
from hacktrick.app.turn_draft import TurnDraft, observation_after_draft, preview_draft
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import PASS, Action, Play
from hacktrick.game.legality import legal_actions
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import Rig, TableRig, unsaved_storage

PACKAGE = Path(hacktrick.__file__).resolve().parent


@dataclass
class ModuleFootprint:
    """The modules that ran during a recording.

    Attributes:
        calls: the number of calls of each module's functions in the window's process, by the
            module's dotted name below ``hacktrick``.
        other_calls: the same for the work that another process does in the real program.
        n_changes: the number of calls that entered another module than the call before, in both.
    """

    calls: Counter[str] = field(default_factory=Counter)
    other_calls: Counter[str] = field(default_factory=Counter)
    n_changes: int = 0

    @property
    def n_modules(self) -> int:
        """The number of modules that ran in the window's process."""
        return len(self.calls)

    @property
    def n_modules_in_all(self) -> int:
        """The number of modules that ran in any process."""
        return len(self.calls.keys() | self.other_calls.keys())


class MeasuredPlayerAction(NamedTuple):
    """An action of a player.

    Attributes:
        prepare: sets up a table in a data folder, and returns the action as a function.
    """

    name: str
    prepare: Callable[[Path], Callable[[], None]]


def functions_of_other_processes() -> frozenset[CodeType]:
    """Return the functions that run in another process in the real program."""
    methods = (*vars(InlineThinker).values(), *vars(LocalNetworkClient).values())
    return frozenset(method.__code__ for method in methods if isinstance(method, FunctionType))


@contextmanager
def recorded_footprint() -> Iterator[ModuleFootprint]:
    """Record which modules run in a ``with`` block."""
    footprint = ModuleFootprint()
    elsewhere = functions_of_other_processes()
    names: dict[str, str] = {}
    last, depth = "", 0

    def note(frame: FrameType, event: str, arg: object) -> None:
        nonlocal last, depth
        code = frame.f_code
        if event == "call":
            name = names.get(code.co_filename)
            if name is None:
                name = names[code.co_filename] = module_name(code.co_filename)
            if name:
                calls = footprint.other_calls if depth else footprint.calls
                calls[name] += 1
                footprint.n_changes += name != last
                last = name
            depth += code in elsewhere
        elif event == "return":
            depth -= code in elsewhere

    sys.setprofile(note)
    try:
        yield footprint
    finally:
        sys.setprofile(None)


def module_name(file: str) -> str:
    """Return the dotted name of a source file below ``hacktrick``, or "" for any other file."""
    path = Path(os.path.realpath(file))
    if not path.is_relative_to(PACKAGE):
        return ""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def table_at_second_turn(folder: Path, thinks: bool = False) -> TableRig:
    """Return a drawn table at the second turn of the player."""
    rig = TableRig(folder, "keypad", ("human", "level:1"), leader=0, thinks=thinks)
    rig.play_randomly_until(0, turn=2)
    finish_painting_ahead(rig)
    return rig


def finish_painting_ahead(rig: Rig) -> None:
    """Draw the table, and let the table finish the pictures that it paints ahead."""
    rig.tick(0.1, 5)
    rig.draw()
    while rig.stack.is_prerendering:
        rig.tick(0.01)


def keyboard_key_of_first_playable_card(legal: Sequence[Action]) -> int:
    """Return the keyboard key for the first card that can be played."""
    card = next(action.card for action in legal if isinstance(action, Play))
    return int(getattr(pygame, f"K_{card}"))


def prepare_card_choice(folder: Path) -> Callable[[], None]:
    """Return a function that chooses a card by its key, after preparing a table for it."""
    rig = table_at_second_turn(folder)
    key = keyboard_key_of_first_playable_card(rig.legal())
    return lambda: rig.key(key)


def prepare_turn_end(folder: Path) -> Callable[[], None]:
    """Return a function that ends a turn by Enter, after preparing a table for it."""
    rig = table_at_second_turn(folder)
    rig.key(keyboard_key_of_first_playable_card(rig.legal()))
    return lambda: rig.key(pygame.K_RETURN)


def prepare_two_hints(folder: Path) -> Callable[[], None]:
    """Return a function that takes two steps of a hint, after preparing a table for it."""
    rig = table_at_second_turn(folder, thinks=True)

    def steps() -> None:
        for _step in range(2):
            rig.key(pygame.K_h)
            rig.tick(0.1, 3)

    return steps


def harmless_playable_card(table: OnlineTableScene) -> int | None:
    """Return a card that captures nothing, does not end the round, and needs no command.

    Returns None if there is currently no such card. The deal of an online match is random, so this
    choice keeps the measured turns comparable.
    """
    session = table.session
    seen = session.observation
    if seen is None or not session.may_act or session.public.phase != "turn":
        return None
    for action in legal_actions(seen):
        if isinstance(action, Play) and not action.double:
            draft = TurnDraft(action.card)
            preview, after = preview_draft(seen, draft), observation_after_draft(seen, draft)
            if preview and after and not preview.captures and PASS in legal_actions(after):
                return action.card
    return None


def prepare_online_turn(folder: Path) -> Callable[[], None]:
    """Return a function that ends a turn in an online match, after preparing a table for it."""
    rig = Rig(unsaved_storage(folder), settings=Settings(animation_speed="off", pace="instant"))
    network = LocalNetworkClient("keypad", 0)
    rig.services.online.make = lambda _folder: network
    rig.services.online.update(0.0)
    rig.context.navigator.show_online_table()
    rig.tick(0.1)
    table = rig.top
    assert isinstance(table, OnlineTableScene)
    while (card := harmless_playable_card(table)) is None:
        network.act(network.replica.deciding_seat or 0)
        rig.tick(0.1)
        if isinstance(rig.top, OnlineResultScene):
            return prepare_online_turn(folder)
    finish_painting_ahead(rig)
    rig.key(int(getattr(pygame, f"K_{card}")))

    def act() -> None:
        rig.key(pygame.K_RETURN)
        rig.tick(0.1)

    return act


PLAYER_ACTIONS = (
    MeasuredPlayerAction("choose a card", prepare_card_choice),
    MeasuredPlayerAction("commit a turn", prepare_turn_end),
    MeasuredPlayerAction("two steps of a hint", prepare_two_hints),
    MeasuredPlayerAction("act online", prepare_online_turn),
)


def measure_footprint(action: MeasuredPlayerAction) -> ModuleFootprint:
    with tempfile.TemporaryDirectory() as folder:
        do = action.prepare(Path(folder))
        with recorded_footprint() as footprint:
            do()
    return footprint


def print_module_calls(calls: Counter[str], where: str) -> None:
    for name, n_calls in sorted(calls.items()):
        print(f"{n_calls:>8}  {name}{where}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="list the modules with their calls")
    options = parser.parse_args()
    pygame.init()
    for action in PLAYER_ACTIONS:
        footprint = measure_footprint(action)
        here, everywhere = footprint.n_modules, footprint.n_modules_in_all
        figures = f"{here:>3} modules, {everywhere:>3} with other processes"
        print(f"{action.name:<20} {figures}, {footprint.n_changes:>5} changes of module")
        if options.list:
            print_module_calls(footprint.calls, "")
            print_module_calls(footprint.other_calls, " (another process)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
