"""Panels fold away where text is large, and a word in the bar opens them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.legality import playable_cards
from tests.support.rig import TableRig

LARGE = 150  # per cent; at this text size the smallest window has room for few panels


@pytest.fixture
def rig(tmp_path: Path) -> TableRig:
    made = TableRig(tmp_path, size=(960, 600), ui_scale=LARGE)
    made.random_until(0)
    return made


def test_the_word_of_the_bar_opens_what_is_folded_away_and_leads_back(rig: TableRig) -> None:
    parts, table = rig.table.parts, rig.table
    assert table.places.table.folded == ("coach", "log", "unseen")
    assert not parts.log.visible and parts.panels.visible
    rig.press(parts.panels.rect.center)
    assert table.places.opened and parts.log.visible
    assert table.places.table.unseen.width and table.places.table.coach.width
    assert not any(part.visible for part in (*parts.keys, *parts.cards, *parts.end_buttons))
    rig.press(parts.panels.rect.center)
    assert not table.places.opened and not parts.log.visible
    assert all(part.visible for part in (*parts.keys, *parts.end_buttons))


def test_escape_closes_the_panels_before_it_opens_the_menu(rig: TableRig) -> None:
    rig.press(rig.table.parts.panels.rect.center)
    rig.key(pygame.K_ESCAPE)
    assert not rig.table.places.opened and rig.stack.top is rig.table


def test_a_key_of_the_board_closes_the_panels_and_takes_effect(rig: TableRig) -> None:
    seen = rig.match.observe(0)
    card = playable_cards(seen.public, seen.hand)[0]
    rig.press(rig.table.parts.panels.rect.center)
    rig.key(pygame.K_0 + card)
    assert not rig.table.places.opened and rig.table.turn.draft.card == card


def test_nothing_below_the_open_panels_can_be_pressed(rig: TableRig) -> None:
    places = [part.rect.center for part in rig.table.parts.cards if part.visible]
    rig.press(rig.table.parts.panels.rect.center)
    for place in places:
        rig.press(place)
    assert rig.table.turn.draft.card is None


def test_the_log_can_be_read_by_its_key_while_it_is_folded_away(rig: TableRig) -> None:
    rig.key(pygame.K_l)
    log = rig.table.parts.log
    assert log.visible and log.rect == rig.table.places.table.reading
    rig.key(pygame.K_l)
    assert not log.visible


def test_panels_come_back_where_there_is_room_for_them(rig: TableRig) -> None:
    rig.press(rig.table.parts.panels.rect.center)
    rig.context.change_settings(ui_scale=100)
    assert not rig.table.places.opened and rig.table.places.table.folded == ()
    assert not rig.table.parts.panels.visible and rig.table.parts.log.visible


def test_menus_keep_the_room_that_they_need(rig: TableRig) -> None:
    """Afterwards the table has its large text again."""
    rig.context.change_settings(ui_scale=200)
    before = rig.context.scale
    rig.context.navigator.show_settings()
    rig.follow()
    units = rig.context.units
    assert units[0] >= rig.top.least[0] - 1 and rig.context.scale < before
    rig.key(pygame.K_ESCAPE)
    assert rig.context.scale == before and rig.stack.top is rig.table
