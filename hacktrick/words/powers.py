"""The buttons of the codes whose power is used in a turn."""

from __future__ import annotations

from hacktrick.seat.offers import Refusal
from hacktrick.words.prompts import (
    Caption,
    captured_price,
    free,
    marker_price,
    reason,
    short_reason,
)
from hacktrick.words.rulebook.codes import CODE_WORDS
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording


def power_caption(wording: Wording, code: str, opponent: str, refusal: Refusal | None) -> Caption:
    """The button of a power that has one; ``opponent``: his name."""
    words = CODE_WORDS[code].button
    assert words is not None
    label, told = words.label(_), words.effect(_).format(name=opponent)
    effect = told if refusal is None else short_reason(wording, refusal)
    why = None if refusal is None else reason(wording, refusal)
    if words.price is None:
        return free(label, effect, reason=why)
    price = {
        "marker": marker_price(),
        "captured": captured_price(),
        "point": wording.price_points(1),
    }[words.price]
    return Caption(label, price, effect, reason=why)
