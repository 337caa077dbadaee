"""The words of a position's line: the edition, the fields by name, and what stands in a field."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hacktrick.game.actions import CODES
from hacktrick.game.cards import Card
from hacktrick.game.diagramtext import FIELDS
from hacktrick.game.rules import OPTIONS, PRESETS, Rules, RulesError, rules_for
from hacktrick.game.spans import PositionError, Span

OF_CODES = ("held", "sealed", "codes", "used", "stakes")


def read_edition(word: Span) -> Rules:
    """The rules that the first word names."""
    preset, *options = word.split(",")
    if preset.text not in PRESETS:
        raise preset.error("UNKNOWN_EDITION")
    rules = PRESETS[preset.text]
    chosen: dict[str, Any] = {}
    for option in options:
        name, *value = option.split("=")
        known = {_option(choice): choice for choice in OPTIONS.get(name.text, ())}
        if len(value) != 1 or value[0].text not in known or name.text in chosen:
            raise option.error("UNKNOWN_OPTION")
        chosen[name.text] = known[value[0].text]
        try:
            rules = rules_for(preset.text, chosen)
        except RulesError as error:
            raise option.error("UNKNOWN_OPTION") from error
    return rules


def _option(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_fields(words: list[Span]) -> dict[str, Span]:
    """What follows the equals signs, by name."""
    found: dict[str, Span] = {}
    for word in words:
        name, *value = word.split("=")
        if len(value) != 1:
            raise word.error("NOT_A_FIELD")
        if name.text not in FIELDS:
            raise name.error("UNKNOWN_FIELD")
        if name.text in found:
            raise name.error("FIELD_TWICE")
        found[name.text] = value[0]
    return found


class Fields:
    """The fields of one line. No card and no code can be in it more often than there is one."""

    def __init__(self, rules: Rules, fields: dict[str, Span], end: int) -> None:
        self.rules, self.end = rules, end
        self._fields = fields
        self._cards_seen = [0] * rules.values
        self._codes_seen: set[str] = set()

    def get(self, name: str) -> Span | None:
        """A field; None if it is left out."""
        field = self._fields.get(name)
        if field is not None and name in OF_CODES and not self.rules.codes:
            raise field.error("NOT_IN_THIS_EDITION")
        return field

    def must(self, name: str) -> Span:
        """A field that cannot be left out."""
        field = self.get(name)
        if field is None:
            raise PositionError("FIELD_MISSING", name, self.end)
        return field

    def word(self, name: str, words: Collection[str], usual: str) -> str:
        """One of some words."""
        field = self.get(name)
        return usual if field is None else field.one_of(words)

    def numbers(self, name: str, usual: tuple[int, ...]) -> tuple[int, ...]:
        """As many numbers as usual, between slashes."""
        field = self.get(name)
        return usual if field is None else tuple(n.number() for n in field.parts(len(usual)))

    def letters(self, name: str, letters: str) -> tuple[bool, ...]:
        """Which of the letters a field names."""
        field = self.get(name)
        named = [] if field is None else [word.one_of(letters) for word in field.characters()]
        return tuple(letter in named for letter in letters)

    def cards(self, field: Span) -> tuple[Card, ...]:
        """A card a character."""
        return tuple(self.card(word) for word in field.characters())

    def card(self, word: Span) -> Card:
        """A card, one more of its value."""
        if word.text not in tuple("0123456789"[: self.rules.values]):
            raise word.error("NOT_A_CARD")
        card = int(word.text)
        self._cards_seen[card] += 1
        if self._cards_seen[card] > self.rules.copies:
            raise word.error("TOO_MANY_COPIES")
        return card

    def code(self, word: Span) -> str:
        """The name of a code."""
        code = word.one_of(CODES)
        if code in self._codes_seen:
            raise word.error("CODE_TWICE")
        self._codes_seen.add(code)
        return code
