"""Tables of twin matches never differ in anything that one seat can see, hear or receive.

Twins look the same to a seat but have other hidden cards. All through a round of every edition,
pictures, texts, sounds, the tree for screen readers, announcements, questions to the worker and
written files are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from hacktrick.child_process import encode_value
from hacktrick.coach.thinking_worker import thinking_value_types
from hacktrick.game.actions import Action
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.notation.diagram import diagram_of_public, text_of
from hacktrick.game.state import Seat
from hacktrick.game.view import View
from hacktrick.game.view_json import view_to_json
from hacktrick.match.live_match import Match
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder, window_tree
from hacktrick.ui.table.match_playback import DRAWN_CARD_INPUT_DELAY
from tests.support.rig import NoThinker, TableRig
from tests.support.twin_matches import TwinRounds, twin_rounds

SIZE = (960, 600)
STAKE_SEED = 47


class RecordingPipe(NoThinker):
    """A pipe that records the bytes for the worker."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[Seat, bytes, int]] = []

    def request_decision(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        self.sent.append(
            (view.seat, encode_value((level, view, budget), thinking_value_types()), seed)
        )
        return super().request_decision(level, view, seed, budget)

    def solve_for_later_review(self, view: View) -> None:
        self.sent.append((view.seat, encode_value(view, thinking_value_types()), 0))


class TwinTable:
    """One of two tables whose matches look the same to a seat."""

    def __init__(self, folder: Path, match: Match, preset: str, players: tuple[str, ...]) -> None:
        self.pipe = RecordingPipe()
        self.bench = TableRig(folder, preset, players, match=match, size=SIZE, announcements="full")
        self.bench.context.set_text_recorder(TextRecorder())
        self.reader = self.bench.context.announcements.new_reader()
        session = self.bench.session
        # A thinker of the test in place of the process.
        session._thinker = session._computer_turn._thinker = self.pipe
        session.solve_ahead_for_review()
        if not session.local_seats:  # hands are open at first, where nobody plays
            self.bench.table.privacy.toggle_card_visibility()
        self.bench.tick()

    def act(self, action: Action, seat: Seat) -> None:
        """Act for the seat on turn; a person first comes to the screen."""
        bench, acting = self.bench, self.bench.match.public.seat
        local_seats = bench.session.local_seats
        if acting not in local_seats:
            bench.do(action)
        else:
            if len(local_seats) > 1:
                while bench.top is not bench.table:
                    bench.stack.pop()
                    bench.stack.apply_changes()
                bench.table.privacy.show_cards_of(acting)
            bench.table.play_turn(action)
        if bench.session.is_showing_drawn_card and acting != seat:
            bench.tick(DRAWN_CARD_INPUT_DELAY + 0.1)
            bench.table.hide_cards_after_draw()
        bench.session.solve_ahead_for_review()
        bench.tick()

    def observable(self, seat: Seat) -> dict[str, object]:
        """Return everything that must not depend on what ``seat`` cannot know."""
        bench = self.bench
        announced = [one.text for one in self.reader.pop_unread()]
        session, viewer = bench.session, bench.session.viewer
        if len(session.local_seats) > 1 and viewer is not None:
            assert session.is_showing_drawn_card or viewer == session.public.seat, (
                "somebody's cards lie open"
            )
        seen: dict[str, object] = {
            "viewer": viewer,
            "log": [
                bench.table.wording.event_lines(entry) for entry in bench.session.public_history
            ],
            "sounds": list(bench.sounds),
            "seeds": [seed for _seat, _sent, seed in self.pipe.sent],
            "asked": [who for who, _sent, _seed in self.pipe.sent],
            "pipe": [sent for who, sent, _seed in self.pipe.sent if who == seat],
            "view": view_to_json(bench.match.view(seat)),
            "report": text_of(diagram_of_public(bench.session.public)),
            # The length of a pause must tell nothing either; it has no public name.
            "waits": (
                bench.table._hold,
                bench.table.playback.is_running,
                bench.table.drawn.are_turning_over,
            ),
            "scene": type(bench.top).__name__,
        }
        if viewer in (None, seat):
            seen["picture"] = bench.picture()
            seen["lines"] = [line.text for line in bench.table.model.log]
            seen["tree"] = repr(window_tree("", bench.stack.visible_scenes()))
            seen["announced"] = announced
        return seen


def compared_tables(
    pair: TwinRounds, folder: Path, preset: str, players: tuple[str, ...]
) -> Iterator[TwinTable]:
    """Yield both tables after each action, after checking that everything observable is equal."""
    one, other = (
        TwinTable(folder / str(n), match, preset, players)
        for n, match in enumerate(pair.matches(players))
    )
    for n, action in enumerate([None, *pair.actions]):
        for side in (one, other):
            if action is not None:
                side.act(action, pair.seat)
        first, second = one.observable(pair.seat), other.observable(pair.seat)
        differ = [name for name in first if first[name] != second[name]]
        assert not differ, f"{preset}: {differ} after action {n} ({action})"
        yield one
        yield other


def other_cards(sides: list[TwinTable]) -> bool:
    hands = [
        [side.bench.match.observe(seat).hand for seat in range(side.bench.match.rules.n_seats)]
        for side in sides
    ]
    return hands[0] != hands[1]


QUICK = [("keypad", "solo"), ("wits", "hotseat"), ("trio", "solo")]


@pytest.mark.parametrize(
    ("preset", "who"),
    [
        *QUICK,
        *(
            pytest.param(preset, who, marks=pytest.mark.slow)
            for preset, who in product(sorted(PRESETS), ("solo", "hotseat"))
            if (preset, who) not in QUICK
        ),
        *(pytest.param(preset, "computers", marks=pytest.mark.slow) for preset in sorted(PRESETS)),
    ],
)
def test_pictures_of_a_whole_round_do_not_depend_on_hidden_cards(
    tmp_path: Path, preset: str, who: str
) -> None:
    n = rules_for(preset).n_seats
    players = {
        "solo": ("human", *("level:1",) * (n - 1)),
        "hotseat": ("human",) * n,
        "computers": ("level:1",) * n,
    }[who]
    seat = 0 if who != "computers" else 1
    pair = long_round(preset, seat)
    different = n_pictures = 0
    sides: list[TwinTable] = []
    for side in compared_tables(pair, tmp_path, preset, players):
        sides = [*sides, side][-2:]
        if len(sides) == 2 and side is sides[1]:
            different += other_cards(sides)
            n_pictures += side.bench.session.viewer in (None, seat)
    assert different > 2, "the hidden cards were others"
    assert n_pictures > 4


def test_the_rounds_that_are_compared_go_through_every_phase() -> None:
    for preset in PRESETS:
        pair = long_round(preset, 0)
        match, _other = pair.matches(("level:1",) * rules_for(preset).n_seats)
        phases: set[str] = {match.public.phase}
        for action in pair.actions:
            match.submit(match.public.seat, action)
            phases.add(match.public.phase)
        of_wits = {"codes", "answer"} if preset == "wits" else set()
        assert phases == {"start", "turn", "command"} | of_wits, preset
        assert "ask" in {action.verb for action in pair.actions}, preset


def long_round(preset: str, seat: Seat) -> TwinRounds:
    """Return twins of a round in which somebody asks and the deck is reshuffled, if there is one.

    The round of Battle of Wits has a stake that is answered.
    """
    seeds = (STAKE_SEED,) if preset == "wits" else range(8)
    return max((twin_rounds(rules_for(preset), seed, seat) for seed in seeds), key=pair_value)


def pair_value(pair: TwinRounds) -> tuple[bool, int, int]:
    is_asked = any(action.verb == "ask" for action in pair.actions)
    return is_asked, len(pair.rounds[0].shuffles), len(pair.actions)


@pytest.mark.parametrize("speed", ["normal"])
def test_motion_between_two_people_does_not_depend_on_hidden_cards(
    tmp_path: Path, speed: str
) -> None:
    """Compare frame by frame, with the computer's moves and the curtain."""
    pair = twin_rounds(rules_for("keypad"), 4, 0)
    players = ("human", "level:1")
    one, other = (
        TwinTable(tmp_path / str(n), match, "keypad", players)
        for n, match in enumerate(pair.matches(players))
    )
    for side in (one, other):
        side.bench.context.change_settings(animation_speed=speed, pace="normal")
        side.bench.tick()
    for action in pair.actions[:12]:
        for side in (one, other):
            side.bench.table.playback.skip_animations_silently()
            side.act(action, 0)
        while one.bench.table.playback.is_running or one.bench.table._hold > 0:
            for side in (one, other):
                side.bench.tick(0.1)
            assert one.bench.picture() == other.bench.picture()
            assert one.bench.table._hold == other.bench.table._hold
        assert one.observable(0) == other.observable(0)
