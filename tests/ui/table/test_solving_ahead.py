"""The review of a round is prepared during play if the setting and the power allow it.

This holds at every table of this computer and in the text mode."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.game.view import View
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.text_match import TerminalMatch
from tests.app.test_library_service import SOLO, services_in
from tests.support.rig import NoThinker, TableRig
from tests.support.terminal_player import ScriptedInput, skip_sleep


class SolveAheadRecorder(NoThinker):
    """A thinker that records the positions to be solved."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []

    def solve_for_later_review(self, view: View) -> None:
        self.views.append(view)


def n_positions_solved_ahead(
    folder: Path, thinker: SolveAheadRecorder, on_battery: bool = False, **settings: object
) -> int:
    """Play some turns at the table; return how many positions should be solved ahead."""
    bench = TableRig(folder, **settings)  # type: ignore[arg-type]
    bench.session._thinker = bench.session.coach._thinker = thinker
    bench.context.runs_on_battery = lambda: on_battery  # type: ignore[method-assign]
    n, dice = 0, Random(3)
    while n < 6 and not bench.match.is_round_over:
        bench.tick()
        n += bench.match.public.phase != "command"
        bench.do(dice.choice(bench.legal()))
    return n


def test_every_turn_is_prepared_once(tmp_path: Path) -> None:
    thinker = SolveAheadRecorder()
    n = n_positions_solved_ahead(tmp_path, thinker, think_ahead=True)
    assert len(thinker.views) == n and {view.seat for view in thinker.views} == {0}


@pytest.mark.parametrize(("wanted", "on_battery"), [(False, False), (True, True)])
def test_reviews_are_prepared_only_if_the_setting_and_the_power_supply_allow_it(
    tmp_path: Path, wanted: bool, on_battery: bool
) -> None:
    thinker = SolveAheadRecorder()
    n_positions_solved_ahead(tmp_path, thinker, on_battery, think_ahead=wanted)
    assert not thinker.views


@pytest.mark.parametrize("wanted", [True, False])
def test_the_text_mode_follows_the_same_setting(tmp_path: Path, wanted: bool) -> None:
    services, thinker = services_in(tmp_path, think_ahead=wanted), SolveAheadRecorder()
    session = services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}, 0))
    session._thinker = thinker
    screen = io.StringIO()
    typist = ScriptedInput(["1"] * 4, None, screen)
    terminal = Terminal(typist, screen, lambda target: None, skip_sleep)
    with pytest.raises(InputClosed):
        TerminalMatch(terminal, services, "standard", True).run()
    assert bool(thinker.views) == wanted
    assert {view.seat for view in thinker.views} <= {0}
