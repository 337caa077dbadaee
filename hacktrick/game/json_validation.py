"""Checks that JSON from outside has the expected shape, and reads rules and results from it.

Each function returns the checked value or raises ``JsonShapeError`` with one short clause.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from reprlib import repr as brief
from typing import Any, cast, get_args

from hacktrick.game.rules import Rules, RulesError, rules_for
from hacktrick.game.state import EndCause, Result

MAX_NAME = 200
# Signs that Unicode counts among those that are printed, and that nobody sees: joiners, fillers,
# selectors of a variant (its Default_Ignorable_Code_Point), and the empty sign of Braille.
INVISIBLE_CHARACTERS = frozenset(
    chr(code)
    for first, last in (
        *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065)),
        *((0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0)),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)
MAX_DEPTH = 20  # of what is kept unread


class JsonShapeError(ValueError):
    """Data that has not the shape of the contract; the text is one clear clause."""


def require_object(data: Any, what: str) -> Mapping[str, Any]:
    """``data`` if it is a JSON object."""
    if not isinstance(data, dict):
        raise JsonShapeError(f"{what} is not a JSON object")
    return data


def require_list(data: Any, what: str, limit: int) -> list[Any]:
    """``data`` if it is a list of at most ``limit`` entries."""
    if not isinstance(data, list):
        raise JsonShapeError(f"{what}: not a list")
    if len(data) > limit:
        raise JsonShapeError(f"{what}: more than {limit} entries")
    return data


def require_int(data: Any, what: str) -> int:
    """``data`` if it is a whole number (``true`` is none)."""
    if type(data) is not int:
        raise JsonShapeError(f"{what}: {brief(data)} is not a whole number")
    return data


def require_ints(data: Any, what: str, length: int | None = None) -> tuple[int, ...]:
    """``data`` if it is a list of whole numbers, ``length`` of them if given."""
    if not isinstance(data, list) or not all(type(n) is int for n in data):
        raise JsonShapeError(f"{what}: not a list of whole numbers")
    if length is not None and len(data) != length:
        raise JsonShapeError(f"{what}: {length} numbers are needed, not {len(data)}")
    return tuple(data)


def printable(text: str) -> str:
    """``text`` without signs that cannot be seen, or that turn and break the lines around them:
    controls, bidirectional marks, line separators, joiners, tags, halves. Blanks of all kinds are
    blanks.

    >>> printable("A\\u202ed\\u200ba\\u3000L.")
    'Ada L.'
    """
    blanks = (" " if sign.isspace() else sign for sign in text)
    seen = "".join(
        sign for sign in blanks if sign.isprintable() and sign not in INVISIBLE_CHARACTERS
    )
    return unicodedata.normalize("NFC", seen)


def tidy_name(name: str, longest: int = MAX_NAME) -> str:
    """A name as it can be shown, wherever it comes from; ``?`` for one of which nothing is left."""
    return " ".join(printable(name).split())[:longest].strip() or "?"


def require_strings(data: Any, what: str, limit: int) -> tuple[str, ...]:
    """``data`` if it is a list of at most ``limit`` texts."""
    if not all(isinstance(text, str) for text in require_list(data, what, limit)):
        raise JsonShapeError(f"{what}: not a list of texts")
    return tuple(data)


def require_string(data: Any, what: str) -> str:
    """``data`` if it is a text of reasonable length that can be shown and written again."""
    if not isinstance(data, str) or len(data) > MAX_NAME:
        raise JsonShapeError(f"{what}: not a text of at most {MAX_NAME} characters")
    if any("\ud800" <= character <= "\udfff" for character in data):
        # JSON can spell half a character ("\ud800"); no file could be saved with it.
        raise JsonShapeError(f"{what}: holds half a character")
    if any(character < " " or "\x7f" <= character < "\xa0" for character in data):
        # No font has them, and its renderer stops at some.
        raise JsonShapeError(f"{what}: holds a control character")
    return data


def unknown_entries(data: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """The entries of ``data`` under other keys than ``known``, to be written again as they are.

    What no file could hold (half a character, a nest of lists without end) is left out.
    """
    return {
        key: value
        for key, value in data.items()
        if key not in known and _is_writable(key) and _is_writable(value)
    }


def _is_writable(value: Any, depth: int = MAX_DEPTH) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return depth > 0 and all(_is_writable(entry, depth - 1) for entry in value)
    return True


def read_rules(data: Mapping[str, Any]) -> Rules:
    """The rules that ``preset`` and ``options`` of a record or view name."""
    try:
        preset = require_string(data.get("preset"), "the preset")
        return rules_for(preset, require_object(data.get("options", {}), "the options"))
    except RulesError as error:
        raise JsonShapeError(str(error)) from error


def read_result(data: Any) -> Result | None:
    """A result as records and views write it; None stays None."""
    if data is None:
        return None
    result = require_object(data, "the result")
    side = require_int(result.get("side"), "the side of the result")
    points = require_int(result.get("points"), "the points of the result")
    by = result.get("by")
    if by not in get_args(EndCause):
        raise JsonShapeError("the result does not say by what the round was won")
    return Result(side, points, cast(EndCause, by))
