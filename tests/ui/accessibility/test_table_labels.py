"""A label of the table is cached exactly as long as nothing that it says changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.i18n.table_report import card_choice_lines_for_key, key_contents_line
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.ui.accessibility.accessibility_tree import bounds_of_rect, label_nodes
from hacktrick.ui.table.accessibility_nodes import (
    CODES_AND_CARDS,
    DECK,
    KNOWN_CARDS,
    ROW_TEXT,
    SUPPLIES,
)
from tests.support.rig import TableRig

GROUPS = (ROW_TEXT, *KNOWN_CARDS, *SUPPLIES, DECK, *CODES_AND_CARDS)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_kept_labels_are_those_that_would_be_made_anew(tmp_path: Path, preset: str) -> None:
    players = ("human", *("level:1",) * (rules_for(preset).n_seats - 1))
    bench, dice = TableRig(tmp_path, preset, players), Random(3)
    for _n in range(60):
        public = bench.match.public
        if public.phase == "over":
            break
        check_kept_texts(bench)
        bench.table.privacy.toggle_card_visibility()
        bench.table.refresh()
        check_kept_texts(bench)
        bench.table.privacy.toggle_card_visibility()
        bench.do(dice.choice(legal_actions(bench.match.observe(public.seat))))
        bench.tick()
    check_kept_texts(bench)


@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_kept_labels_do_not_depend_on_what_was_shown_before(tmp_path: Path, preset: str) -> None:
    players = ("human", *("level:1",) * (rules_for(preset).n_seats - 1))
    bench, dice = TableRig(tmp_path, preset, players), Random(5)
    models: list[TableViewModel] = []
    while bench.match.public.phase != "over":
        models += models_of_choices(bench)
        bench.do(dice.choice(bench.legal()))
        bench.tick()
    assert any(model.preview for model in models)
    for _time in range(5):
        dice.shuffle(models)
        for model in models:
            bench.table.picture.model = model
            check_kept_texts(bench)


def models_of_choices(bench: TableRig) -> list[TableViewModel]:
    """Return the view models without a choice, and with each card and either marker chosen."""
    turn, models = bench.table.turn, [bench.table.model]
    for card in bench.table.model.reachable_keys:
        for choose in (partial(turn.toggle_card, card), turn.toggle_double):
            choose()
            bench.table.refresh()
            models.append(bench.table.model)
    turn.clear_choice()
    bench.table.refresh()
    return models


def check_kept_texts(bench: TableRig) -> None:
    model = bench.table.model
    for group in GROUPS:
        assert group.label_nodes(model) == label_nodes(group.key, group.lines(model)), group.key
    for key in bench.table.widgets.keys:
        node = key.accessibility_node("", ())
        assert node is not None
        assert node.name == key_contents_line(model, key.key_number)
        assert node.description == " ".join(card_choice_lines_for_key(model, key.key_number))
        assert node.bounds == bounds_of_rect(key.rect)
        chosen = model.preview and model.preview.key
        assert node.is_selected == (key.key_number == chosen)


def test_labels_are_the_same_objects_while_nothing_changes(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    first, again = (SUPPLIES[0].label_nodes(bench.table.model) for _n in range(2))
    bench.table.refresh()
    assert first is again is SUPPLIES[0].label_nodes(bench.table.model)
