"""Words as one compares them: without case and accents."""

from __future__ import annotations

import re
import unicodedata

_UNFOLDED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """The words of a text without case and accents.

    >>> words_of("Évgeniy's KEY-pad")
    ['evgeniy', 's', 'key', 'pad']
    """
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return _WORD.findall("".join(c for c in folded if not unicodedata.combining(c)))
