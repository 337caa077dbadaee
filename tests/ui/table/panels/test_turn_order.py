"""With three and four players, the table shows the order of turns and who owns what."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.state import NOBODY
from hacktrick.ui.accessibility.accessibility_tree import Bounds, TextRecorder
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.table.panels.player_panels import player_score_rect, players_in_turn_order
from tests.support.rig import TableRig

SIZES = ((1280, 720), (900, 1400), (1024, 768))


def rig(
    tmp_path: Path, preset: str, size: tuple[int, int] = (1280, 720), ui_scale: int = 100
) -> TableRig:
    n = 4 if preset == "quartet" else 3
    players = ("human", *["level:1"] * (n - 1))
    return TableRig(tmp_path, preset, players, seed=4, size=size, ui_scale=ui_scale)


@pytest.mark.parametrize("preset", ["trio", "trio-individual", "quartet"])
def test_the_order_of_turns_is_that_of_the_match(tmp_path: Path, preset: str) -> None:
    bench = rig(tmp_path, preset)
    shown, played = [], []
    for turn in range(4):
        bench.play_randomly_until(bench.match.public.next_seat if turn else bench.match.public.seat)
        if bench.match.is_round_over:
            break
        shown.append(players_in_turn_order(bench.table.model)[:2])
        played.append(bench.match.public.seat)
    assert [now for now, _then in shown] == played
    assert [then for _now, then in shown[:-1]] == played[1:]


@pytest.mark.parametrize("preset", ["trio", "quartet"])
def test_everybody_is_in_the_order_while_the_row_is_started(tmp_path: Path, preset: str) -> None:
    bench = rig(tmp_path, preset)
    assert bench.match.public.phase == "start"
    assert set(players_in_turn_order(bench.table.model)) == set(range(bench.match.rules.n_seats))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_covers_the_order_of_turns_or_the_names_of_racks(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    for preset in ("trio", "quartet"):
        bench = rig(tmp_path / f"{preset}{size}", preset, size)
        table = bench.table.places.table
        others = [*table.faces, *table.racks, table.row, table.housing, table.dock]
        for zone in (table.turn_order, *table.rack_names):
            assert zone.width == 0 or zone.collidelist(others) == -1


@pytest.mark.parametrize("preset", ["trio", "trio-individual", "quartet"])
def test_the_own_score_stands_right_above_the_own_rack(tmp_path: Path, preset: str) -> None:
    table = rig(tmp_path, preset).table.places.table
    locks, rack = table.locks[0], table.racks[0]
    assert locks.bottom <= rack.top <= locks.bottom + 8
    assert locks.right == rack.right


@pytest.mark.parametrize("preset", ["trio", "quartet"])
def test_a_tag_on_a_face_covers_only_its_upper_edge(tmp_path: Path, preset: str) -> None:
    bench = rig(tmp_path, preset)
    bench.play_randomly_until(0, 1)
    bench.context.set_text_recorder(recorder := TextRecorder())
    bench.table.draw(bench.surface)
    tags = {one.text: as_rect(one.rect) for one in recorder.collect_painted_texts()}
    face = bench.table.places.face_rect(1 if preset == "trio" else 3)
    assert face.inflate(0, 60).contains(tags["next"])
    assert tags["next"].centery <= face.top + face.height // 20


def test_points_of_single_players_are_their_own(tmp_path: Path) -> None:
    bench = rig(tmp_path, "trio-individual")
    public, places = bench.match.public, bench.table.places
    side = next(one for one in (0, 1) if len(public.seating.seats_of(one)) == 2)
    owners = public.score_indices(side)
    assert owners == public.seating.seats_of(side) and NOBODY not in owners
    zones = [player_score_rect(places, slot) for slot in range(3)]
    assert all(zones[a].collidelist(zones[a + 1 :]) == -1 for a in range(2))
    assert rig(tmp_path / "sides", "quartet").match.public.score_indices(1) == (1,)


Look = tuple[int, PlayerFaceLook]  # the width of a face, and its look


def drawn_faces(bench: TableRig, monkeypatch: pytest.MonkeyPatch) -> list[Look]:
    """Return the faces that the table draws."""
    looks: list[Look] = []
    paint = SpriteCache.player_face

    def face(sprites: SpriteCache, look: PlayerFaceLook, edge: int) -> Sprite:
        looks.append((edge, look))
        return paint(sprites, look, edge)

    monkeypatch.setattr(SpriteCache, "player_face", face)
    bench.draw()
    return looks


def test_equal_faces_carry_a_mark_where_no_name_lies_on_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = rig(tmp_path, "trio", ui_scale=150)
    marks: dict[int, set[str]] = {}
    for edge, look in drawn_faces(bench, monkeypatch):
        if look.level:
            marks.setdefault(edge, set()).add(look.mark)
    named = bench.table.places.face_rect(1).width
    assert marks.pop(named) == {""}
    initials = {seat.name[0] for seat in bench.session.seats[1:]}
    assert set().union(*marks.values()) == initials


@pytest.mark.parametrize("preset", ["trio", "quartet"])
@pytest.mark.parametrize("size", [(1280, 720), (900, 1400)])
def test_names_below_the_order_of_turns_replace_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preset: str, size: tuple[int, int]
) -> None:
    bench = rig(tmp_path, preset, size)
    bench.play_randomly_until(0, 1)
    bench.context.set_text_recorder(recorder := TextRecorder())
    bench.table.draw(bench.surface)
    zone = bench.table.places.table.turn_order.inflate(0, 4)
    inside = {
        one.text for one in recorder.collect_painted_texts() if zone.contains(as_rect(one.rect))
    }
    assert inside == {"Turn order", "You", *(seat.name for seat in bench.session.seats[1:])}
    looks = drawn_faces(bench, monkeypatch)
    (own,) = {look.initial for _edge, look in looks if look.level is None}
    assert own == "", "a letter on a coin looks like a key"


def as_rect(bounds: Bounds) -> pygame.Rect:
    left, top, right, bottom = bounds
    return pygame.Rect(left, top, right - left, bottom - top)


def test_only_several_people_need_initials_in_the_order_of_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = drawn_faces(rig(tmp_path / "one", "quartet", ui_scale=150), monkeypatch)
    assert {look.initial for _edge, look in alone if look.level is None} == {""}
    people = ("human", "level:1", "human", "level:1")
    two = TableRig(tmp_path / "two", "quartet", people, seed=4, ui_scale=150)
    initials = {look.initial for _edge, look in drawn_faces(two, monkeypatch) if not look.level}
    assert initials == {seat.name[0] for seat in two.session.seats[::2]}
