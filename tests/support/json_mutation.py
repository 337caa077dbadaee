"""Mutates JSON data at random, to test that readers refuse bad data cleanly."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import strategies as st

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.lists(st.integers(-1, 6), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from(["draw", "draw 3", "pass", "play 3", "play 0 double again", "ask", "ask 3"]),
    st.sampled_from(["under 1", "under ?", "lay god", "lay ?", "lay none", "stake", "call"]),
    st.sampled_from(["swap 0", "partner", "start 9", "play 9", "command guard", "discard"]),
)


def mutate_json(data: Any, rng: Random, junk: Any) -> None:
    """Replace, delete, double or swap a random entry of the data, in place.

    Args:
        junk: the value that replaces an entry.
    """
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = rng.choice(keys)
        if not (isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.85):
            break
        place = place[key]
    kind = rng.choice(("replace", "replace", "delete", "double", "exchange"))
    if kind == "delete":
        del place[key]
    elif kind == "double" and isinstance(place, list):
        place.insert(key, place[key])
    elif kind == "exchange" and isinstance(place, list):
        other = rng.choice(keys)
        place[key], place[other] = place[other], place[key]
    else:
        place[key] = deepcopy(junk)  # a second mutation could otherwise put a container into itself
