"""Editions, options and code cards in words."""

from __future__ import annotations

import pytest

from hacktrick.game.actions import CODES
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, rules_for
from hacktrick.i18n.rulebook.code_pages import code_card_text, code_name
from hacktrick.i18n.rulebook.edition_text import (
    differences_from_default,
    option_name,
    option_value_name,
    preset_name,
    preset_summary,
)

FITS_A_CARD = 120

DIFFERENCES = {
    "keypad": (),
    "servers": (
        "First to 3 Bitcoins instead of 5 points.",
        "You say Pass, Hack or Firewall; you mark servers of the map.",
    ),
    "arena": (
        "The lead alternates from round to round, whoever wins.",
        "An empty supply loses only when its owner is obliged to play, not at once.",
        "You say Pass, Play! or Guard!; you mark squares of the board.",
    ),
    "club": (
        "The lead alternates from round to round, whoever wins.",
        "An empty supply loses only when its owner is obliged to play, not at once.",
        "Block makes the opponent draw, instead of forbidding Play.",
        "An order may also follow a draw.",
        "You say Passo, Play or Block; you mark caselle of the plancia.",
    ),
    "wits": (
        "Twelve codes with special powers are won and used.",
        "First to 6 points instead of 5.",
    ),
    "trio": (
        "One solo player against a team of two, who share markers and captures.",
        "The solo player leads every round, whoever wins.",
    ),
    "trio-individual": (
        "One solo player against a team of two, who share markers and captures.",
        "Everybody keeps a score of their own; each team member gets the team's points.",
        "First to 4 points instead of 5.",
        "The player to the left becomes solo and leads the next round.",
    ),
    "quartet": ("Two teams of two; partners share markers and captures.",),
}

OPTION_DIFFERENCES = (
    ("target", 1, "The first point wins, instead of 5 points."),
    ("target", 7, "First to 7 points instead of 5."),
    ("next_leader", "alternates", "The lead alternates from round to round, whoever wins."),
    (
        "out_of_markers",
        "when_obliged",
        "An empty supply loses only when its owner is obliged to play, not at once.",
    ),
    ("command_after_draw", True, "An order may also follow a draw."),
    ("second_command", "draw", "Block makes the opponent draw, instead of forbidding Play."),
)


def bracketed(sentence: str) -> str:
    return f"[{sentence}]"


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_lists_its_differences_from_the_default(preset: str) -> None:
    assert differences_from_default(PRESETS[preset], str) == DIFFERENCES[preset]


@pytest.mark.parametrize(("option", "value", "sentence"), OPTION_DIFFERENCES)
def test_a_changed_option_is_a_difference(option: str, value: object, sentence: str) -> None:
    assert differences_from_default(rules_for("keypad", {option: value}), str) == (sentence,)


def test_every_option_has_a_difference_sentence() -> None:
    assert {option for option, _, _ in OPTION_DIFFERENCES} == set(OPTIONS)


def test_an_option_set_to_the_default_is_no_difference() -> None:
    assert (
        differences_from_default(rules_for("wits", {"target": 5}), str) == DIFFERENCES["wits"][:1]
    )


@pytest.mark.parametrize("rules", PRESETS.values(), ids=str)
def test_differences_are_translated_sentences(rules: Rules) -> None:
    assert all(
        text[0] == "[" and text[-1] == "]" for text in differences_from_default(rules, bracketed)
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_name_and_a_sentence(preset: str) -> None:
    assert preset_name(preset, bracketed).startswith("[")
    assert preset_summary(preset, str).endswith(".")


def test_preset_names_are_distinct() -> None:
    assert len({preset_name(preset, str) for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_and_every_value_has_a_name(option: str) -> None:
    values = {*OPTIONS[option], *(getattr(rules, option) for rules in PRESETS.values())}
    names = {option_value_name(option, value, PRESETS["servers"], str) for value in values}
    assert len(names) == len(values) and all(names)
    assert option_name(option, bracketed).startswith("[")


def test_a_target_of_one_point_is_named_in_the_singular() -> None:
    assert option_value_name("target", 1, PRESETS["servers"], str) == "1 Bitcoin"
    assert option_value_name("target", 2, PRESETS["servers"], str) == "2 Bitcoins"


@pytest.mark.parametrize("code", CODES)
def test_a_code_card_has_a_name_a_short_power_and_rulings(code: str) -> None:
    for rules in PRESETS.values():
        card = code_card_text(code, str, rules)
        assert card.name == code_name(code, str)
        assert 0 < len(card.power) <= FITS_A_CARD
        assert card.power.endswith(".")
        assert card.rulings
        assert all(ruling.key.startswith(f"codes.{code}") for ruling in card.rulings)


def test_codes_have_their_published_full_names() -> None:
    assert [code_name(code, str) for code in CODES] == [
        "Evgeniy M. Slavic",
        "Alexey Baltic",
        "Andy God",
        "Xiao Tina Huang",
        "Nae Popescu",
        "Coco van Vaeck",
        "Jack Sun",
        "Trojana Kriskaya",
        "Nasha Grigorova",
        "Dodo Gorilla",
        "Hai Doo",
        "Joavista Rukowski",
    ]


def test_there_is_no_card_for_an_unknown_code() -> None:
    with pytest.raises(KeyError):
        code_card_text("nobody", str)
