"""Names in files, protocols and commands stay, since other programs and old files use them.

New names may be added; a test fails only if a listed one is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import get_args

import pytest

from hacktrick import cli
from hacktrick.app import storage
from hacktrick.app.settings import Settings
from hacktrick.game.actions import CODES, Verb
from hacktrick.game.editions import OPTIONS, PRESETS, rules_for
from hacktrick.game.notation.diagram import FIELDS
from hacktrick.game.state import EndCause, Phase
from hacktrick.game.view_json import view_to_json
from hacktrick.match.record_replay import state_as_json
from hacktrick.online.protocol.signed_frame_chain import FRAME_FIELDS
from tests.support.scripted_matches import played_match

COMMANDS = cli._COMMANDS  # the argument parser has no public list of commands


def keys_of_record() -> Iterable[str]:
    """Return the keys of a record, of its first round and of that round's deal and result."""
    data = played_match(rules_for("wits"), 3, 2).record.as_json()
    first = data["rounds"][0]
    return {*data, *data["seats"][0], *first, *first["deal"], *first["result"]}


def keys_of_view() -> Iterable[str]:
    """Return the keys of a view and of its round."""
    data = view_to_json(played_match(rules_for("wits"), 3, 2).view(0))
    return {*data, *data["rounds"][0]}


PUBLISHED: dict[str, tuple[str, Iterable[str]]] = {
    "commands": (
        "replay analyse verify host join bot position study stats lessons library arena "
        "round-robin",
        COMMANDS,
    ),
    "editions": ("keypad servers arena club wits trio trio-individual quartet", PRESETS),
    "options": (
        "target next_leader out_of_markers command_after_draw second_command",
        OPTIONS,
    ),
    "codes": (
        "slavic baltic god huang popescu vaeck sun kriskaya grigorova gorilla doo rukowski",
        CODES,
    ),
    "actions": (
        "lay start ask partner swap discard stake call fold play draw under pass command",
        get_args(Verb),
    ),
    "phases": ("codes start turn command answer over", get_args(Phase)),
    "results": ("line triple markers code fold", get_args(EndCause)),
    "record": (
        "format version preset options seats name player rounds leader starter deal hands aside "
        "deck shuffles taken actions result side points by codes score",
        keys_of_record(),
    ),
    "view": (
        "format version preset options seat seats score rounds leader starter deal actions "
        "reshuffles result said shown held held_counts spent taken drawn",
        keys_of_view(),
    ),
    "states of replay": (
        "round action seat phase row hands deck board double supply captured score legal result",
        state_as_json(played_match(rules_for("keypad"), 3, 1), None),
    ),
    "position": (
        "lead start duel phase turn seat row aside hands board out placed supply captured "
        "standing flags sums score held sealed codes used stakes result",
        FIELDS,
    ),
    "frames": (
        "commit nonce key shuffle deal share act pause resume said mix layer give reveal stuck "
        "open",
        FRAME_FIELDS,
    ),
    "settings": (
        "pace aids confirm voices announcements pins engine_name engine_command hints odds "
        "counting tutor takeback think_ahead rated language theme ui_scale animation_speed "
        "reduced_motion fullscreen window_size window_position voice typeface motion scan "
        "scan_time press_gap master_volume effects_volume music_volume mute_unfocused muted "
        "curtain curtain_style conceal_after keys buttons last_match broker online_name",
        [field.name for field in fields(Settings)],
    ),
    "files": (
        "settings.json profiles.json lessons.json review_queue.json",
        [value for value in vars(storage).values() if isinstance(value, str)],
    ),
}


@pytest.mark.parametrize("kind", PUBLISHED)
def test_published_names_do_not_change(kind: str) -> None:
    names, present = PUBLISHED[kind]
    assert set(names.split()) - set(present) == set()
