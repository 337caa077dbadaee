"""Keys, presses and drags on the table, as what they mean there.

It must not know what becomes of them: hands do that. It draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.ui.controls.focus import FocusGroup
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.keys.chords import MODIFIER_KEYS
from hacktrick.ui.keys.intents import BOARD, CARDS, INTENT
from hacktrick.ui.table.parts import Parts
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.widgets import CardPart, Sight

ON_THE_BOARD = ("draw", "play", "guard", "ask", "ask_partner", "power", "double")


class Pressed(Protocol):
    """What presses come to."""

    def choose_card(self, card: Card) -> None: ...

    def choose_key(self, key: Key) -> None: ...

    def drag_card(self, card: Card) -> None:
        """A card is in the air."""

    def put_back(self) -> None:
        """The card in the air has been dropped where it does nothing."""

    def settle(self) -> None:
        """A card has been dropped: the turn is next."""

    def hurry(self) -> bool:
        """Do not wait for the computer; False if nobody waits."""


class Presses:
    """``doings``: what the intents of the table do, by name."""

    def __init__(
        self,
        parts: Parts,
        group: FocusGroup,
        pressed: Pressed,
        doings: Mapping[str, Callable[[], None]],
    ) -> None:
        self.parts, self.group, self.pressed, self.doings = parts, group, pressed, doings
        self.context = parts.context
        self.sight: Sight = parts.sight

    def is_press(self, event: pygame.Event) -> bool:
        """Whether an event cuts a running motion short."""
        if event.type == pygame.KEYDOWN:
            return event.key not in MODIFIER_KEYS
        if event.type == INTENT:
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1

    def is_for_the_board(self, event: pygame.Event) -> bool:
        """Whether a key or a button means something that is done on the board."""
        name = self.context.intent(event)
        return name in BOARD or name in CARDS or name in ON_THE_BOARD

    def handle(self, event: pygame.Event, places: Places) -> bool:
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            dragged = self._dragged()
            if dragged is not None:
                self._drop(dragged, event.pos, places)
        used = self.group.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._drag_shows_the_choice()
        elif event.type == pygame.MOUSEBUTTONUP:
            for part in self.parts.cards:
                part.let_go()
        return used

    def lifted(self) -> list[Widget]:
        """Parts that are drawn above all others."""
        above: list[Widget] = [self.parts.log] if self.parts.log.wide else []
        above += [part for part in self.parts.strip.widgets if self.parts.floats]
        return above + [part for part in self.parts.cards if part.is_dragged or part.is_chosen]

    def _key(self, event: pygame.Event) -> bool:
        name = self.context.intent(event)
        if name == "confirm":
            return self._enter(event)
        if name in BOARD:
            self.pressed.choose_key(BOARD[name])
        elif name in CARDS:
            self.pressed.choose_card(CARDS[name])
        elif name in self.doings:
            self.doings[name]()
        else:
            return self.group.handle(event)
        return True

    def _enter(self, event: pygame.Event) -> bool:
        """What is asked in the strip, else what the ring is on, else the end of the turn; while the
        computer thinks they hurry it."""
        if self.pressed.hurry():
            return True
        strip = self.parts.strip
        on_strip = self.group.ring and self.group.focus in strip.shown
        if strip.main is not None and not on_strip:
            strip.main.activate()
            return True
        if self.group.ring and self.group.focus is not None:
            return self.group.handle(event)
        self.parts.final.activate()
        return True

    # Dragging

    def _dragged(self) -> CardPart | None:
        return next((part for part in self.parts.cards if part.is_dragged), None)

    def _drag_shows_the_choice(self) -> None:
        """A card in the air is chosen, so that its key and effect show where it may go."""
        part = self._dragged()
        if part is not None and part.value is not None:
            self.pressed.drag_card(part.value)

    def _drop(self, part: CardPart, pos: tuple[int, int], places: Places) -> None:
        """On its key or on the row it stays chosen, anywhere else it goes back."""
        value, frame = part.value, self.sight.frame
        part.let_go()
        key = frame.preview.key if frame.preview is not None else None
        goals = [places.table.row]
        if key is not None:
            goals.append(places.key(key))
        if frame.draft.card != value:
            if value is not None:
                self.pressed.choose_card(value)
        elif not any(goal.collidepoint(pos) for goal in goals):
            self.pressed.put_back()
        self.pressed.settle()
