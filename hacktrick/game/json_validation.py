"""Checks the shape of JSON from outside, and reads rules and results from it.

Each function returns the checked value or raises ``JsonShapeError``, whose message is a short
clause. The argument ``what`` names the value in that message.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Mapping
from reprlib import repr as brief
from typing import Any, cast, get_args

from hacktrick.game.editions import Rules, RulesError, rules_for
from hacktrick.game.state import EndCause, Result

MAX_NAME = 200
INVISIBLE_CHARACTERS = frozenset(
    chr(code)
    for first, last in (
        *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065)),
        *((0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0)),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)
"""Characters that Unicode calls printable although they show nothing: joiners, fillers and
variation selectors (Default_Ignorable_Code_Point), and the empty Braille pattern.
"""
MAX_DEPTH = 20
"""How deeply lists and objects may be nested in an unknown entry, so that it is saved again."""


class JsonShapeError(ValueError):
    """Raised if JSON data do not have the expected shape; the message is one clause."""


def require_object(data: Any, data_name: str) -> Mapping[str, Any]:
    """Return ``data`` if it is a JSON object.

    Args:
        data_name: the name of the data in an error message.
    """
    if not isinstance(data, dict):
        raise JsonShapeError(f"{data_name} is not a JSON object")
    return data


def require_list(data: Any, data_name: str, limit: int) -> list[Any]:
    """Return ``data`` if it is a list of at most ``limit`` entries.

    Args:
        data_name: the name of the data in an error message.
    """
    if not isinstance(data, list):
        raise JsonShapeError(f"{data_name}: not a list")
    if len(data) > limit:
        raise JsonShapeError(f"{data_name}: more than {limit} entries")
    return data


def require_int(data: Any, data_name: str) -> int:
    """Return ``data`` if it is a whole number; ``true`` and ``false`` do not count as numbers.

    Args:
        data_name: the name of the data in an error message.
    """
    if type(data) is not int:
        raise JsonShapeError(f"{data_name}: {brief(data)} is not a whole number")
    return data


def require_ints(data: Any, data_name: str, length: int | None = None) -> tuple[int, ...]:
    """Return ``data`` if it is a list of whole numbers.

    Args:
        data_name: the name of the data in an error message.
        length: the exact number of entries; None for any.
    """
    if not isinstance(data, list) or not all(type(n) is int for n in data):
        raise JsonShapeError(f"{data_name}: not a list of whole numbers")
    if length is not None and len(data) != length:
        raise JsonShapeError(f"{data_name}: {length} numbers are needed, not {len(data)}")
    return tuple(data)


def printable_text(text: str) -> str:
    """Return ``text`` without characters that show nothing or disturb the text around them.

    The removed characters are controls, bidirectional marks, line separators, joiners, tags and
    lone surrogates. Every kind of blank becomes a space.

    >>> printable_text("A\\u202ed\\u200ba\\u3000L.")
    'Ada L.'
    """
    blanks = (" " if sign.isspace() else sign for sign in text)
    seen = "".join(
        sign for sign in blanks if sign.isprintable() and sign not in INVISIBLE_CHARACTERS
    )
    return unicodedata.normalize("NFC", seen)


def displayable_name(name: str, longest: int = MAX_NAME) -> str:
    """Return an untrusted name in a form that can be displayed, or ``?`` if nothing remains.

    Args:
        longest: the maximum number of characters.
    """
    return " ".join(printable_text(name).split())[:longest].strip() or "?"


def require_strings(data: Any, data_name: str, limit: int) -> tuple[str, ...]:
    """Return ``data`` if it is a list of at most ``limit`` texts.

    Args:
        data_name: the name of the data in an error message.
    """
    if not all(isinstance(text, str) for text in require_list(data, data_name, limit)):
        raise JsonShapeError(f"{data_name}: not a list of texts")
    return tuple(data)


def require_string(data: Any, data_name: str) -> str:
    """Return ``data`` if it is a short text that can be shown and saved.

    Such a text has at most ``MAX_NAME`` characters, no lone surrogates and no control characters.

    Args:
        data_name: the name of the data in an error message.
    """
    if not isinstance(data, str) or len(data) > MAX_NAME:
        raise JsonShapeError(f"{data_name}: not a text of at most {MAX_NAME} characters")
    if any("\ud800" <= character <= "\udfff" for character in data):
        # JSON can contain a lone surrogate ("\ud800"), which cannot be written to a file.
        raise JsonShapeError(f"{data_name}: holds half a character")
    if any(character < " " or "\x7f" <= character < "\xa0" for character in data):
        # Fonts lack these characters, and rendering some of them fails.
        raise JsonShapeError(f"{data_name}: holds a control character")
    return data


def unknown_entries(data: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Return the entries of ``data`` whose keys are not in ``known``, to be saved again unchanged.

    Entries that cannot be saved are left out: texts with lone surrogates, numbers that JSON does
    not have, such as NaN, and values nested deeper than ``MAX_DEPTH``.
    """
    return {
        key: value
        for key, value in data.items()
        if key not in known and _is_encodable(key) and _is_encodable(value)
    }


def _is_encodable(value: Any, depth: int = MAX_DEPTH) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return depth > 0 and all(_is_encodable(entry, depth - 1) for entry in value)
    return True


def read_rules(data: Mapping[str, Any]) -> Rules:
    """Return the rules in the entries ``preset`` and ``options`` of a record or view."""
    try:
        preset = require_string(data.get("preset"), "the preset")
        return rules_for(preset, require_object(data.get("options", {}), "the options"))
    except RulesError as error:
        raise JsonShapeError(str(error)) from error


def read_result(data: Any) -> Result | None:
    """Return the result in a record or view.

    Return None if ``data`` is None, as in an unfinished round.
    """
    if data is None:
        return None
    result = require_object(data, "the result")
    side = require_int(result.get("side"), "the side of the result")
    points = require_int(result.get("points"), "the points of the result")
    by = result.get("by")
    if by not in get_args(EndCause):
        raise JsonShapeError("the result does not say by what the round was won")
    return Result(side, points, cast(EndCause, by))
