"""Makes valid texts of every kind that the program reads, and corrupts them.

Shared by the quick tests and the long fuzzing runs. A seeded generator makes every choice, so that
findings can be reproduced.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from hacktrick import resources
from hacktrick.app import settings
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import diagram_of_view, text_of
from hacktrick.game.view import SeatInfo
from hacktrick.game.view_json import view_to_json
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from qa import fuzz_frames

N_SEEDS = 24  # number of valid texts of each kind; more would delay the start
MAX_ROUND_ACTIONS = 60

NUMBERS = (0, 1, -1, 2, 3, 5, 6, 9, 10, 17, 18, 255, 2**31, 2**63, 10**400, -(10**40), 0.5)
STRANGE_NUMBERS = (-0.0, 1e308, float("inf"), float("nan"))
WORDS = ("", "0", "draw", "lay ?", "under ? ? ?", "line", "ask own", "swap 3", "command play")
STRANGE_WORDS = ("é\0", "\ud800", "../../x", "x" * 5000, "under " + "0 " * 500, "level:1")
BOXES: tuple[Any, ...] = ([], [[]], [0] * 50, [[0, 0, 0]], {}, {"a": {}})
JUNK: tuple[Any, ...] = (
    *(None, True, False),
    *NUMBERS,
    *STRANGE_NUMBERS,
    *WORDS,
    *STRANGE_WORDS,
    *BOXES,
)


def random_unfinished_match(seed: int) -> Match:
    """Return a match of some preset after a random number of random actions."""
    rng = Random(seed)
    rules = rules_for(rng.choice(tuple(PRESETS)))
    seats = [SeatInfo("Ada", "human")] + [SeatInfo("Zeus", "level:1")] * (rules.n_seats - 1)
    match = Match.begin_with_rng(rules, seats, rng)
    for _ in range(rng.randrange(MAX_ROUND_ACTIONS)):
        if match.is_over:
            break
        if match.is_round_over:
            match.deal_next_round()
            continue
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
    return match


def valid_record(seed: int) -> str:
    return random_unfinished_match(seed).record.as_text()


def bot_request(seed: int) -> str:
    """Return a request to the bot command, as one line of JSON."""
    match = random_unfinished_match(seed)
    seat = match.public.seat
    legal = [] if match.is_round_over else legal_actions(match.observe(seat))
    view = view_to_json(match.view(seat))
    return json.dumps({"view": view, "legal": [str(action) for action in legal], "time_ms": 20})


def position_line(seed: int) -> str:
    """Return a position in the notation of positions, as one seat sees it."""
    match = random_unfinished_match(seed)
    return text_of(diagram_of_view(match.view(seed % match.public.rules.n_seats)))


def settings_text(seed: int) -> str:
    """Return the content of a settings file."""
    chosen = settings.Settings(last_match={"preset": "trio", "options": {"target": seed % 21}})
    return json.dumps(settings.settings_to_data(chosen))


def theme_text(seed: int) -> str:
    """Return the content of a theme's file."""
    files = sorted(resources.asset_path("themes").glob("*.toml"))
    return files[seed % len(files)].read_text(encoding="utf-8")


def random_command_line(seed: int) -> str:
    """Return a command line for the program."""
    lines = (
        *(f"bot --level {number} --seed 3" for number in LEVEL_NUMBERS),
        *("replay match.hacktrick.json --states", "replay no-such-file", "--version", "--help"),
        *("--data-dir x --self-test", "bot --level 0", "bot --seed", "replay", "replay --states ."),
        *("arena level:1 level:2 --rounds 2 --preset keypad --seed 1", "replay -- --states"),
    )
    return lines[seed % len(lines)]


def text_mode_input(seed: int) -> str:
    """Return input for the text mode: a new match, then actions and commands."""
    edition, rng = seed % len(PRESETS), Random(seed)
    seats = list(PRESETS.values())[edition].n_seats
    players = [word for _ in range(seats) for word in (*rng.choice((("1",), ("2", "1"))), "")]
    talk = ("", "1", "2", "3", "state", "log", "board", "codes", "rules double", "play 3", "draw")
    begin = ["2", str(edition + 1), *players, "1"]
    return "\n".join([*begin, *(rng.choice(talk) for _ in range(60))])


GOOD: dict[str, Callable[[int], str]] = {
    "record": valid_record,
    "bot": bot_request,
    "position": position_line,
    "settings": settings_text,
    "theme": theme_text,
    "command": random_command_line,
    "typed": text_mode_input,
    "net": fuzz_frames.valid_frame,
    "terms": fuzz_frames.valid_terms,
}


@lru_cache(maxsize=256)
def valid_text(kind: str, seed: int) -> str:
    """Return a valid text of this kind, a key of ``GOOD``."""
    return GOOD[kind](seed)


def corrupted_text(text: str, rng: Random) -> str:
    """Return `text` with a few faults, in its values if it is JSON, otherwise in its characters."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return _garbled(text, rng)
    if rng.random() < 0.1:
        return _garbled(text, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        data = mutated_data(data, rng)
    return json.dumps(data)


def mutated_data(data: Any, rng: Random) -> Any:
    """Return JSON data with one value changed, removed or duplicated."""
    if isinstance(data, dict) and data and rng.random() < 0.93:
        key = rng.choice(sorted(data))
        if rng.random() < 0.05:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: mutated_data(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.85:
        return _changed_list(data, rng)
    return rng.choice(JUNK)


def _changed_list(data: list[Any], rng: Random) -> list[Any]:
    place = rng.randrange(len(data))
    before, here, after = data[:place], data[place], data[place + 1 :]
    kind = rng.random()
    if kind < 0.6:
        return [*before, mutated_data(here, rng), *after]
    if kind < 0.7:
        return [*before, *after]
    if kind < 0.8:
        return [*before, here, here, *after]
    if kind < 0.9:
        return [*before, rng.choice(data), *after]
    return before


def _garbled(text: str, rng: Random) -> str:
    """Return the text with characters removed, inserted, replaced or repeated."""
    signs = ("\0", "\n", '"', "{", "[" * 3000, "9" * 5000, "é", "\ud800", "=", "-", " ", "1e999")
    for _ in range(rng.choice((1, 1, 2, 5))):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.choice((0, 0, 1, 5, 40)))
        text = text[:begin] + rng.choice((*signs, "", text[begin:end] * 2)) + text[end:]
    return text
