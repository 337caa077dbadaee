"""The buttons of the codes whose power is used in a turn: the twin in words of ``game.powers``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hacktrick.seat.offers import Refusal
from hacktrick.words.prompts import (
    Caption,
    captured_price,
    free,
    marker_price,
    reason,
    short_reason,
)
from hacktrick.words.terms import Translate
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording


@dataclass(frozen=True, slots=True)
class PowerWords:
    """``effect`` may name the opponent as {name}; ``price`` None: it costs nothing."""

    label: Callable[[Translate], str]
    effect: Callable[[Translate], str]
    price: Callable[[Wording], str] | None = None


POWER_WORDS: dict[str, PowerWords] = {
    "popescu": PowerWords(
        lambda _: _("ASK, OWN"), lambda _: _("{name} tells"), lambda _wording: marker_price()
    ),
    "vaeck": PowerWords(
        lambda _: _("SWAP"), lambda _: _("a blind swap"), lambda _wording: captured_price()
    ),
    "huang": PowerWords(
        lambda _: _("DISCARD"), lambda _: _("{name} pays one"), lambda _wording: marker_price()
    ),
    "doo": PowerWords(
        lambda _: _("STAKE"),
        lambda _: _("{name} answers"),
        lambda wording: wording.price_points(1),
    ),
    "sun": PowerWords(lambda _: _("UNDER"), lambda _: _("ends the turn")),
    "kriskaya": PowerWords(lambda _: _("2ND CARD"), lambda _: _("play two cards")),
}


def power_caption(wording: Wording, code: str, opponent: str, refusal: Refusal | None) -> Caption:
    """The button of a power; ``opponent``: his name."""
    words = POWER_WORDS[code]
    told = words.effect(_).format(name=opponent)
    effect = told if refusal is None else short_reason(wording, refusal)
    why = None if refusal is None else reason(wording, refusal)
    if words.price is None:
        return free(words.label(_), effect, reason=why)
    return Caption(words.label(_), words.price(wording), effect, reason=why)
