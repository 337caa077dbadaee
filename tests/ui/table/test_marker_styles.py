"""Marker styles: no two seats look alike, and wishes are granted where possible."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.app.profiles import (
    MarkerStyle,
    Profile,
    StyledMarker,
    assign_distinct_marker_styles,
    default_marker_styles,
    marker_styles_for,
)
from hacktrick.game.actions import Play
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from tests.support.rig import TableRig

WISHES = st.lists(
    st.none() | st.builds(MarkerStyle, st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=4
)


@given(WISHES)
def test_no_two_seats_share_a_shape_or_a_colour(wishes: list[MarkerStyle | None]) -> None:
    looks = assign_distinct_marker_styles(wishes).seats
    assert len({look.shape for look in looks}) == len({look.colour for look in looks}) == len(looks)


@given(WISHES)
def test_a_wished_style_is_given_unless_an_earlier_seat_has_it(
    wishes: list[MarkerStyle | None],
) -> None:
    looks = assign_distinct_marker_styles(wishes)
    for seat, wish in enumerate(wishes):
        earlier = [other for other in wishes[:seat] if other is not None]
        if wish is not None and wish.shape not in {other.shape for other in earlier}:
            assert looks.seats[seat].shape == wish.shape
        if wish is not None and wish.colour not in {other.colour for other in earlier}:
            assert looks.seats[seat].colour == wish.colour


def test_without_profiles_every_seat_has_the_style_of_its_number() -> None:
    assert default_marker_styles(4).seats == tuple(MarkerStyle(n, n) for n in range(4))


def test_a_marker_is_a_single_by_default_and_may_have_another_shape() -> None:
    assert MarkerStyle(3, 2).marker() == StyledMarker(2, False, 3) and MarkerStyle(3, 2).marker(
        True
    ) == StyledMarker(2, True, 3)
    assert MarkerStyle(1, 1).marker() == StyledMarker(1, False, None)


def test_a_side_has_the_style_of_its_first_seat_with_a_profile() -> None:
    looks = assign_distinct_marker_styles([None, None, MarkerStyle(3, 3), None])
    assert (
        looks.marker_style_for_seats((0, 2)) == MarkerStyle(3, 3)
        and looks.marker_style_for_seats((1, 3)) == looks.seats[1]
    )


def test_only_humans_have_the_marker_style_of_a_profile() -> None:
    profiles = (Profile("Anna", 2, 3),)
    seats = (SeatInfo("anna", "human"), SeatInfo("Anna", "level:3"))
    looks = marker_styles_for(seats, profiles)
    assert looks.seats[0] == MarkerStyle(2, 3) and looks.chosen == {0}


# Tests at the table.


@pytest.fixture
def bench(tmp_path: Path) -> TableRig:
    return TableRig(tmp_path, players=("human", "human"))


def set_profiles(bench: TableRig) -> None:
    """Give Anna and Cipher profiles in the middle of their match."""
    bench.services.profiles.save_profiles((Profile("Anna", 3, 2), Profile("Cipher", 0, 0)))
    bench.context.stack.lay_out()


def test_keys_panels_and_supply_follow_the_profile(bench: TableRig) -> None:
    bench.play_randomly_until(0, turn=3)
    before = bench.picture()
    set_profiles(bench)
    model = bench.table.model
    assert model.marker_style(0) == MarkerStyle(3, 2) and model.marker_style(1) == MarkerStyle(0, 0)
    assert bench.picture() != before


def test_another_profile_does_not_change_the_picture(bench: TableRig) -> None:
    before = bench.picture()
    bench.services.profiles.save_profiles((Profile("Someone", 3, 2),))
    bench.context.stack.lay_out()
    assert bench.picture() == before


def painted_keys(bench: TableRig) -> list[tuple[Any, ...]]:
    """Return the keys of the pictures painted so far."""
    # No public name shows which sprites are cached.
    return [key for key in bench.context.sprites._cache if isinstance(key, tuple)]


def test_no_marker_of_the_default_style_is_left_on_the_table(bench: TableRig) -> None:
    set_profiles(bench)
    bench.play_randomly_until(0, turn=4)
    bench.context.sprites._cache.clear()
    bench.picture()
    painted = {key[1] for key in painted_keys(bench) if key[0] in ("marker", "sign")}
    both = (MarkerStyle(3, 2), MarkerStyle(0, 0))
    assert painted and painted <= {look.marker(d) for look in both for d in (True, False)}


def test_dropping_and_captured_markers_have_the_style_of_the_profile(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=("human", "human"), animation_speed="normal")
    bench.tick(n=200)
    set_profiles(bench)
    seen = set()
    for n in range(30):
        public = bench.match.public
        if public.phase == "over":
            break
        legal = legal_actions(bench.match.observe(public.seat))
        plays = [action for action in legal if isinstance(action, Play)] or legal
        bench.context.sprites._cache.clear()
        bench.do(plays[n % len(plays)])
        seen |= {key[1] for key in painted_keys(bench) if key[0] == "marker"}
        bench.table.playback.skip_animations_silently()
    both = (MarkerStyle(3, 2), MarkerStyle(0, 0))
    assert seen and seen <= {look.marker(d) for look in both for d in (True, False)}


def test_the_curtain_has_the_style_of_the_profile(bench: TableRig) -> None:
    set_profiles(bench)
    for seat, look in ((0, MarkerStyle(3, 2)), (1, MarkerStyle(0, 0))):
        curtain = HandoverScene(bench.context, bench.session, seat, (), lambda: None)
        # The markers on the curtain have no public names, since they are only drawn.
        assert curtain._marker_style == look


def test_the_log_and_the_curtain_use_the_name(bench: TableRig) -> None:
    bench.play_randomly_until(0, turn=3)
    set_profiles(bench)
    text = " ".join(line.text for line in bench.table.model.log)
    assert "Anna" in text and "Cipher" in text


@pytest.mark.parametrize("preset", ["trio", "trio-individual", "quartet"])
def test_partners_share_a_marker_style(tmp_path: Path, preset: str) -> None:
    n_seats = 4 if preset == "quartet" else 3
    bench = TableRig(tmp_path, preset=preset, players=("human",) * n_seats)
    bench.services.profiles.save_profiles((Profile("Bob", 3, 2),))
    session = bench.session
    sides = session.public.seating.side_of
    looks = [session.side_marker_styles[sides[seat]] for seat in range(n_seats)]
    assert looks[2] == MarkerStyle(3, 2)
    for one, other in itertools.combinations(range(n_seats), 2):
        assert (looks[one] == looks[other]) == (sides[one] == sides[other])


def test_a_resumed_match_uses_the_marker_styles_of_its_profiles(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=("human", "human"))
    bench.services.profiles.save_profiles((Profile("Cipher", 3, 2),))
    bench.services.leave_table()
    session = bench.services.local_table.resume_match()
    assert session.seats[1].name == "Cipher" and session.side_marker_styles[1] == MarkerStyle(3, 2)
