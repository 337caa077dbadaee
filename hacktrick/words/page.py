"""A whole match as one file of HTML that opens in any browser without a network.

Its data block holds the record, every state as the line that ``hacktrick replay --states`` prints
for it, and what happened in words; the page shows these figures and works out none of its own.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from typing import Any

from hacktrick import resources
from hacktrick.seat.replaying import OPEN, Place, ReplaySession
from hacktrick.words.transcript import about_match, deal_told, heading, open_line
from hacktrick.words.translator import _, language
from hacktrick.words.wording import Wording

FORMAT = "hacktrick-page"
VERSION = 1


def page(replayed: ReplaySession, review: Mapping[str, Any] | None = None) -> str:
    """The file; the replay stands and looks as before.

    Args:
        review: what a judge says of the match: ``told``, the curve in a sentence; ``curve``, a
            list of [number of a state, chance in per cent as known then, the same with all cards
            open or None]; ``moments``, a list of ``{"state": number, "text": sentence}``.

    Raises:
        ValueError: the match goes on, or was left before its end.
    """
    stood, eye = replayed.place, replayed.eye
    replayed.look_with(OPEN)
    fields = {"title": heading(replayed), "about": about_match(replayed), "code": replayed.code}
    data = _data(replayed, review)
    replayed.look_with(eye)
    replayed.go(stood)
    text = resources.path("page", "page.html").read_text(encoding="utf-8")
    hashes = {f"{tag}_hash": _hash_of(tag, text) for tag in ("style", "script")}
    for name, value in (fields | {"lang": language(), **hashes, **_labels()}).items():
        text = text.replace("{{" + name + "}}", html.escape(value))
    block = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return text.replace("{{data}}", block)


def _hash_of(tag: str, text: str) -> str:
    """What the page's policy calls its own style or script, so that no other one is run."""
    found = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    assert found is not None
    return "sha256-" + base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()


def _data(replayed: ReplaySession, review: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the page is drawn from."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": json.loads(replayed.record_text),
        "states": list(replayed.state_lines),
        "lines": _lines(replayed),
        "names": [seat.name for seat in replayed.seats],
        "sides": _sides(replayed),
        "words": _words(),
        "review": review,
    }


def _lines(replayed: ReplaySession) -> list[str]:
    """For each place what happened there."""
    wording, lines = Wording(replayed.rules, replayed.seats), []
    for number in range(replayed.n_rounds):
        replayed.go(Place(number, 0))
        lines.append(deal_told(replayed, wording))
        lines += [open_line(entry, wording) for entry in replayed.whole_round]
    return lines


def _sides(replayed: ReplaySession) -> list[list[int]]:
    """For each round the side of every seat, -1 for none."""
    sides = []
    for place in replayed.places:
        if place.action == 0:
            replayed.go(place)
            sides.append(list(replayed.public.seating.side_of))
    return sides


def _labels() -> dict[str, str]:
    """The words that stand in the page itself."""
    return {
        "w_replay": _("Replay"),
        "w_round_back": _("To the round before"),
        "w_round_on": _("To the next round"),
        "w_back": _("One action back"),
        "w_on": _("One action on"),
        "w_play": _("Watch"),
        "w_board": _("Board"),
        "w_row": _("Row"),
        "w_table": _("The table"),
        "w_open": _("All cards open"),
        "w_log": _("Log"),
        "w_review": _("Review"),
        "w_code": _("The match in one line"),
        "w_noscript": _("This page needs scripts to show the match."),
    }


def _words() -> dict[str, str]:
    """The words that its script puts together, with names in braces as fields."""
    return {
        "nobody": _("no marker"),
        "markers": _("{name}: {n} markers"),
        "with_double": _("{name}: {n} markers, one of them the double"),
        "none": _("no cards"),
        "turn": _("to act"),
        "left": _("{n} markers left, {taken} captured"),
        "score": _("Score"),
        "deck": _("Deck"),
        "round": _("Round"),
        "where": _("Action {n} of {all}"),
        "play": _("Watch"),
        "pause": _("Pause"),
    }
