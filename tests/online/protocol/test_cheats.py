"""Online cheating is detected at once and blamed on its seat, by players and proof checkers.

Tries some cheats in each edition; `python build/qa/attacks.py` tries all cheats in all editions.
"""

from __future__ import annotations

from itertools import product

import pytest
from qa import attacks
from qa.adversary import ATTACKS
from qa.spectator_attacks import SPECTATOR_ATTACKS, SpectatorAttack, try_spectator_attack

from hacktrick.game.rules import PRESETS
from tests.support.parameter_sampling import mark_others_slow, mostly_slow

# Kinds of cheating that are possible in every round.
ALWAYS = [
    "another nonce than the one committed to",
    "a key made of other keys",
    "shuffle: a new deck in an order that the shuffler knows",
    "shuffle: a card worth one more",
    "shuffle: not a permutation, by the honest algorithm",
    "deal: a false share, so that another reads a wrong card",
    "a place outside the hand",
    "an action that does not exist",
    "a sum one too high",
    "the sum of only some of the cards",
    "names another past",
    "speaks where another is due",
]
IN_TURNS = [
    "plays a card that they do not hold",
    "opens another card of the hand than the one said",
    "a card of the same value as the last one",
    "asks without a captured marker",
    "ordered to play, draws without showing the hand",
    "ordered to play, draws and shows a hand that could play",
    "draw: the share of the next card",
    "mix: a card exchanged for a 5",
    "a false key at the end of the round",
    "says two things to one player",
]
WITH_CODES = [
    "the codes: one twice",
    "turns up a code that they did not lay",
    "swap: another card is given",
    "swap: another card comes back",
    "under the deck: the layer on another card",
]
PAUSES = [name for name, attack in ATTACKS.items() if name.startswith("pause: ")]
TRIES = 60


def some_cheats(number: int, count: int = 3) -> list[str]:
    return [ALWAYS[(number * count + n) % len(ALWAYS)] for n in range(count)]


MARKING = [f"shuffle: a card marked by order {order}, well proved" for order in (2, 4, 8)]
TWISTED = [name for name in ATTACKS if "twisted by order 2" in name]


CASES = [
    *((name, edition) for n, edition in enumerate(attacks.EDITIONS) for name in some_cheats(n)),
    *((name, "keypad") for name in IN_TURNS),
    *((name, "wits") for name in WITH_CODES),
    *((name, "keypad") for name in MARKING),
    *((name, "wits") for name in TWISTED),
    *((name, "keypad") for name in PAUSES),
    *((name, "quartet") for name in PAUSES),
    ("says one thing to one and another to the other", "trio"),
    ("says that they are stuck, and could draw", "arena"),
]


@pytest.mark.parametrize(("name", "edition"), mostly_slow(CASES, 3))
def test_a_cheat_is_detected_at_once_and_blamed_on_its_seat(name: str, edition: str) -> None:
    assert attacks.try_attack(ATTACKS[name], edition, TRIES) == ""


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("name", mark_others_slow(MARKING, MARKING[1]))
def test_marking_a_card_blames_only_the_cheater_with_any_library(name: str) -> None:
    """The honest seats shuffle after the cheater, and none of them is ever blamed."""
    assert attacks.try_attack(ATTACKS[name], "keypad", TRIES) == ""


@pytest.mark.parametrize(
    ("attack", "edition"),
    mostly_slow(product(SPECTATOR_ATTACKS, ["keypad", "quartet"]), 7),
    ids=lambda one: getattr(one, "name", one),
)
def test_a_spectator_who_plays_is_refused_and_nobody_is_blamed(
    attack: SpectatorAttack, edition: str
) -> None:
    assert try_spectator_attack(attack, PRESETS[edition]) == ""


def test_many_kinds_of_cheats_are_tried() -> None:
    assert len(ATTACKS) >= 60
