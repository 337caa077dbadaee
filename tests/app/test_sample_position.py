"""The sample table of the menus is always the same: mid-round, with cards to choose from."""

from __future__ import annotations

import pytest

from hacktrick.app.profiles import default_marker_styles
from hacktrick.app.sample_position import sample_match, sample_session
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import HUMAN, level_of

HOUSE = [rules_for("keypad", {name: values[-1]}) for name, values in OPTIONS.items()]
EDITIONS = [*PRESETS.values(), *HOUSE, rules_for("wits", {"target": 1})]


def human_sample_match(rules: Rules) -> Match:
    return sample_match(rules, [SeatInfo(f"P{n}", HUMAN) for n in range(rules.n_seats)])


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.preset)
def test_a_sample_position_is_in_mid_round_with_the_viewer_on_turn(rules: Rules) -> None:
    match = human_sample_match(rules)
    public = match.public
    assert not match.is_round_over and (public.phase, public.seat) == ("turn", 0)
    assert 7 <= public.turn <= 12
    played = len(public.row) - 1
    assert played >= public.turn / 2, "cards lie there: they are played rather than drawn"


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.preset)
def test_the_viewer_of_a_sample_position_has_cards_to_choose_from(rules: Rules) -> None:
    public = human_sample_match(rules).public
    assert public.hand_sizes[0] >= 2 and min(public.hand_sizes) >= 1


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.preset)
def test_codes_are_in_force_where_an_edition_has_them(rules: Rules) -> None:
    public = human_sample_match(rules).public
    assert all(public.codes) if rules.has_codes else not any(public.codes)


def test_where_codes_can_never_be_in_force_the_table_shows_none() -> None:
    assert not any(human_sample_match(rules_for("wits", {"target": 1})).public.codes)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.preset)
def test_a_sample_position_does_not_depend_on_the_names(rules: Rules) -> None:
    first = human_sample_match(rules)
    others = (SeatInfo("?", "human") for _ in range(1, rules.n_seats))
    seats = [SeatInfo("Ada", "level:9"), *others]
    session = sample_session(rules, seats, default_marker_styles(rules.n_seats))
    assert session.public == first.public and session.viewer == 0
    players = [seat.player for seat in session.seats]
    assert players[0] == HUMAN and all(level_of(player) for player in players[1:])
