"""Few modules use the action classes themselves; the others ask an action for its facts."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from hacktrick.game import actions
from hacktrick.game.actions import (
    ACTION_CLASSES,
    CODES,
    Action,
    ActionProperties,
    Ask,
    Audience,
    Command,
    LayCode,
    LayStartCard,
    Play,
    PutUnderDeck,
    Stage,
    Swap,
    Verb,
    parse,
    text_with_unknowns,
)
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.code_powers import POWERS
from tests.support.syntax_trees import nodes_of, parsed_source

PACKAGE = Path(__file__).resolve().parents[2] / "hacktrick"
NAMES = {action_class.__name__ for action_class in ACTION_CLASSES}
MANY = 3
MAX_MODULES = 15

EXAMPLES: tuple[Action, ...] = (
    *(parse(text) for text in ("ask", "partner", "discard", "stake", "call", "fold", "draw")),
    *(parse(text) for text in ("pass", "command play", "command guard", "ask 2", "ask own")),
    *(
        LayCode(None),
        LayCode("sun"),
        LayStartCard(3),
        Swap(4),
        Play(5),
        Play(2, double=True),
        PutUnderDeck((3, 0, 5)),
    ),
)


def action_classes_used_by(source: str) -> set[str]:
    """Return the action classes that a module imports by name or uses as attributes."""
    tree = parsed_source(source)
    imports = [
        (node.module or "", alias.name, alias.asname or alias.name)
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    by_name = {name for module, name, _ in imports if module.endswith("game.actions")}
    modules = {called for module, name, called in imports if name == "actions"}
    reached = {
        node.attr
        for node in nodes_of(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in modules
    }
    return (by_name | reached) & NAMES


def test_at_most_fifteen_modules_use_three_or_more_action_classes() -> None:
    using = {
        str(path.relative_to(PACKAGE)): names
        for path in PACKAGE.rglob("*.py")
        if path.name != "actions.py"
        and len(names := action_classes_used_by(path.read_text(encoding="utf-8"))) >= MANY
    }
    assert "game/transitions.py" in {name.replace("\\", "/") for name in using}
    assert len(using) <= MAX_MODULES, sorted(using)


@pytest.mark.parametrize(
    "source",
    [
        "from hacktrick.game.actions import Ask, Play, parse",
        "from hacktrick.game.actions import Play as Card, Ask",
        "from hacktrick.game import actions\nknown = actions.Ask, actions.Play",
        "def late():\n    from hacktrick.game.actions import Ask, Play",
    ],
)
def test_every_way_to_import_action_classes_is_counted(source: str) -> None:
    assert action_classes_used_by(source) == {"Ask", "Play"}


def test_every_verb_has_one_class_and_every_class_is_an_action() -> None:
    assert sorted(one.verb for one in ACTION_CLASSES) == sorted(get_args(Verb))
    declared = {
        one.__name__
        for one in vars(actions).values()
        if isinstance(one, type)
        and issubclass(one, ActionProperties)
        and one is not ActionProperties
    }
    assert declared == NAMES


@pytest.mark.parametrize("action_class", ACTION_CLASSES)
def test_every_action_class_declares_its_facts(action_class: type[ActionProperties]) -> None:
    own = vars(action_class)
    assert own["verb"] in get_args(Verb)
    assert own["stage"] in get_args(Stage)
    assert action_class.hidden_from in get_args(Audience)
    hides = action_class.hidden_from != "nobody"
    assert hides == ("concealed" in own) == ("is_concealed" in own)


def test_there_is_an_example_of_every_class() -> None:
    assert {type(action) for action in EXAMPLES} == set(ACTION_CLASSES)


@pytest.mark.parametrize("action", EXAMPLES, ids=str)
def test_the_text_of_an_action_begins_with_its_verb(action: Action) -> None:
    assert str(action).split()[0] == action.verb


@pytest.mark.parametrize("action", EXAMPLES, ids=str)
def test_an_action_names_the_cards_that_leave_the_hand(action: Action) -> None:
    named = tuple(int(word) for word in str(action).split() if word.isdigit())
    if action.verb == "ask":  # the number in its text is a seat, not a card
        named = ()
    assert action.cards_from_hand == named
    assert action.row_card == (named[0] if action.verb in ("start", "play") else None)


@pytest.mark.parametrize("action", EXAMPLES, ids=str)
def test_only_draw_and_under_bring_cards_from_the_deck(action: Action) -> None:
    assert action.n_drawn == {"draw": 1, "under": len(action.cards_from_hand)}.get(action.verb, 0)


@pytest.mark.parametrize("action", EXAMPLES, ids=str)
def test_a_concealed_action_contains_neither_card_nor_code(action: Action) -> None:
    hidden = action.concealed()
    assert hidden.verb == action.verb
    assert len(hidden.cards_from_hand) == len(action.cards_from_hand)
    if action.hidden_from == "nobody" or action == LayCode(None):
        assert hidden == action
        assert not hidden.is_concealed
        return
    assert hidden.is_concealed
    assert not action.is_concealed
    assert set(hidden.cards_from_hand) <= {UNKNOWN_CARD}
    text = text_with_unknowns(hidden)
    assert not any(code in text for code in CODES)
    assert not any(sign.isdigit() for sign in text)
    assert "?" in text


def test_the_code_of_an_action_is_one_whose_power_has_actions() -> None:
    used = {action.power_code for action in EXAMPLES} - {None}
    assert used == {code for code, power in POWERS.items() if power.has_actions}
    assert Ask(from_supply=True).power_code == "popescu"
    assert Ask().power_code is None
    assert Command("play").power_code is None
