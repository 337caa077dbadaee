"""Online cheating is detected at once and blamed on its seat, by players and proof checkers.

Tries some cheats in each edition; `python build/qa/attacks.py` tries all cheats in all editions.
"""

from __future__ import annotations

from itertools import product

import pytest
from qa import attacks
from qa.adversary import ATTACKS
from qa.spectator_attacks import SPECTATOR_ATTACKS, SpectatorAttack, fault_of_spectator_attack

from hacktrick.game.editions import PRESETS
from tests.support.parameter_sampling import mark_others_slow, mostly_slow

# Kinds of cheating that are possible in every round.
ALWAYS = [
    "nonce that differs from the commitment",
    "key derived from other keys",
    "shuffle: a new deck in a known order",
    "shuffle: a card of increased value",
    "shuffle: a non-permutation proved by the honest algorithm",
    "deal: a false share",
    "place outside the hand",
    "unknown action",
    "sum that is one too high",
    "sum of only some cards",
    "names another history",
    "frame in the step of another seat",
]
IN_TURNS = [
    "plays a card that is not in the hand",
    "opens another card than the played one",
    "plays a card equal to the last one",
    "asks without a captured marker",
    "commanded to play, draws without showing the hand",
    "commanded to play, draws and shows a playable hand",
    "draw: the share of the next card",
    "hand shuffle: a card exchanged for a 5",
    "false key at the end of the round",
    "two frames for one step to one player",
]
WITH_CODES = [
    "code shuffle: a duplicated card",
    "reveals a code that was not laid",
    "swap: gives another card",
    "swap: returns another card",
    "under the deck: encrypts another card",
]
PAUSES = [name for name, attack in ATTACKS.items() if name.startswith("pause: ")]
TRIES = 60


def some_cheats(number: int, count: int = 3) -> list[str]:
    return [ALWAYS[(number * count + n) % len(ALWAYS)] for n in range(count)]


MARKING = [f"shuffle: a card marked by order {order} with a valid proof" for order in (2, 4, 8)]
TWISTED = [name for name in ATTACKS if "twisted by order 2" in name]


CASES = [
    *((name, edition) for n, edition in enumerate(attacks.EDITIONS) for name in some_cheats(n)),
    *((name, "keypad") for name in IN_TURNS),
    *((name, "wits") for name in WITH_CODES),
    *((name, "keypad") for name in MARKING),
    *((name, "wits") for name in TWISTED),
    *((name, "keypad") for name in PAUSES),
    *((name, "quartet") for name in PAUSES),
    ("different frames to different players", "trio"),
    ("false claim to be stuck", "arena"),
]


@pytest.mark.parametrize(("name", "edition"), mostly_slow(CASES, 3))
def test_a_cheat_is_detected_at_once_and_blamed_on_its_seat(name: str, edition: str) -> None:
    assert attacks.fault_of_attack(ATTACKS[name], edition, TRIES) == ""


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("name", mark_others_slow(MARKING, MARKING[1]))
def test_marking_a_card_blames_only_the_cheater_with_any_library(name: str) -> None:
    """The honest seats shuffle after the cheater, and none of them is ever blamed."""
    assert attacks.fault_of_attack(ATTACKS[name], "keypad", TRIES) == ""


@pytest.mark.parametrize(
    ("attack", "edition"),
    mostly_slow(product(SPECTATOR_ATTACKS, ["keypad", "quartet"]), 7),
    ids=lambda one: getattr(one, "name", one),
)
def test_a_spectator_who_plays_is_refused_and_nobody_is_blamed(
    attack: SpectatorAttack, edition: str
) -> None:
    assert fault_of_spectator_attack(attack, PRESETS[edition]) == ""


def test_many_kinds_of_cheats_are_tried() -> None:
    assert len(ATTACKS) >= 60
