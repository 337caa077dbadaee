"""Typing a word to search for it, without going to the field first."""

from __future__ import annotations

import pygame

from hacktrick.ui.controls.fields import SearchField
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.keys.chords import types_text
from hacktrick.ui.keys.intents import OF_THE_TABLE


def begins_search(menu: Menu, field: SearchField, event: pygame.Event) -> bool:
    """A letter that means nothing else in this menu goes into its field; True if it has."""
    in_field = menu.group.focus is field
    if in_field or not types_text(event) or not event.unicode.isalnum():
        return False
    if menu.intent(event) not in OF_THE_TABLE or menu.group.handle(event):
        return False
    menu.group.set_focus(field)
    field.insert(event.unicode)
    return True


def without_mute(intent: str, event: pygame.Event) -> str:
    """What a key means where letters search: the one that stands for silence is a letter, too."""
    return "" if intent == "mute" and types_text(event) else intent
