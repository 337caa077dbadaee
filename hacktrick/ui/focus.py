"""The one focus system: which widget the keyboard is on, what the mouse is over, who gets the
event.

It must not know what the widgets do. Tab and Shift+Tab go round in order, arrow keys go to the
nearest widget in that direction, Enter and Space activate. The ring shows while the keyboard is
in use.
"""

from collections.abc import Callable, Iterable

import pygame

from hacktrick.ui.context import Context
from hacktrick.ui.widgets import Widget

DIRECTIONS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
ACTIVATE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class FocusGroup:
    """Widgets in the order of Tab. A scene passes its events to handle() and calls draw().

    changed is called whenever a picture changes (a scene sets its dirty flag there), refused
    with the reason why a dimmed button cannot be used."""

    def __init__(
        self,
        context: Context,
        changed: Callable[[], None],
        refused: Callable[[str], None] = lambda reason: None,
    ) -> None:
        self.context = context
        self.widgets: list[Widget] = []
        self.ring = True
        self._changed, self._refused = changed, refused
        self._focus: Widget | None = None
        self._down: Widget | None = None

    @property
    def focus(self) -> Widget | None:
        return self._focus

    def add(self, *widgets: Widget) -> None:
        for widget in widgets:
            widget.changed, widget.refused = self._changed, self._refused
            self.widgets.append(widget)
        if self._focus is None:
            self.set_focus(next(iter(self._reachable()), None))

    def replace(self, widgets: Iterable[Widget], focus: Widget | None = None) -> None:
        """Other widgets instead; the focus goes to `focus` or to the first."""
        self.set_focus(None)
        self._down = None
        self.widgets.clear()
        self.add(*widgets)
        if focus:
            self.set_focus(focus)

    def set_focus(self, widget: Widget | None) -> None:
        if widget is self._focus:
            return
        for one, focused in ((self._focus, False), (widget, True)):
            if one:
                one.focused = focused
                one.focus_changed()
        self._focus = widget
        self._changed()

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return bool(self._focus and self._focus.key(event))
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            over = [one for one in self.widgets if one.hovered]
            under_hand = over or [one for one in self.widgets if one.focused]
            return any(one.wheel(event.y) for one in under_hand)
        if event.type == pygame.WINDOWLEAVE:
            return self._motion((-1, -1))
        return False

    def draw(self, surface: pygame.Surface) -> None:
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface)
        self.draw_ring(surface)

    def draw_ring(self, surface: pygame.Surface) -> None:
        """Only the ring, for scenes that draw their widgets themselves."""
        if self.ring and self._focus and self._focus.visible:
            rect = self._focus.rect
            self.context.sprites.focus_ring(rect.size).draw(surface, rect.topleft)

    def move(self, direction: tuple[int, int]) -> bool:
        """To the nearest widget in a direction; False if there is none."""
        if not self._focus:
            return False
        start = self._focus.rect
        ahead = [
            (distance, n)
            for n, one in enumerate(self.widgets)
            if one in self._reachable() and one is not self._focus
            if (distance := _distance(start, one.rect, direction)) is not None
        ]
        if ahead:
            self.set_focus(self.widgets[min(ahead)[1]])
        return bool(ahead)

    def step(self, by: int) -> None:
        """Round the widgets in order."""
        reachable = self._reachable()
        if reachable:
            now = reachable.index(self._focus) if self._focus in reachable else -by
            self.set_focus(reachable[(now + by) % len(reachable)])

    def _reachable(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.visible and widget.focusable]

    def _key(self, event: pygame.Event) -> bool:
        if self._focus and self._focus.visible and self._focus.key(event):
            self._changed()
            return True
        if event.key == pygame.K_TAB:
            self._show_ring()
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in DIRECTIONS and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._show_ring()
            return self.move(DIRECTIONS[event.key])
        if event.key in ACTIVATE and self._focus and self._focus.visible:
            self._show_ring()
            self._focus.activate()
            self._changed()
            return True
        return False

    def _motion(self, pos: tuple[int, int]) -> bool:
        if self._down:
            self._down.drag(pos)
        over = self._at(pos)
        for widget in self.widgets:
            pressed = widget is self._down and widget is over
            if (widget.hovered, widget.pressed) != (widget is over, pressed):
                widget.hovered, widget.pressed = widget is over, pressed
                self._changed()
        return over is not None or self._down is not None

    def _press(self, pos: tuple[int, int]) -> bool:
        self._motion(pos)
        widget = self._at(pos)
        if widget is None:
            return False
        self._down, widget.pressed, self.ring = widget, True, False
        if widget.focusable:
            self.set_focus(widget)
        widget.press(pos)
        self._changed()
        return True

    def _release(self, pos: tuple[int, int]) -> bool:
        widget, self._down = self._down, None
        if widget is None:
            return False
        widget.pressed = False
        self._changed()
        if widget.visible and widget.is_at(pos):
            widget.activate()
        return True

    def _at(self, pos: tuple[int, int]) -> Widget | None:
        """The uppermost widget at a place: the one drawn last."""
        hits = (one for one in reversed(self.widgets) if one.visible and one.is_at(pos))
        return next((one for one in hits if one.focusable), None)

    def _show_ring(self) -> None:
        if not self.ring:
            self.ring = True
            self._changed()


def _distance(start: pygame.Rect, goal: pygame.Rect, direction: tuple[int, int]) -> float | None:
    """How far a widget is in a direction; being off to the side counts double. None: not that
    way."""
    dx, dy = goal.centerx - start.centerx, goal.centery - start.centery
    along = dx * direction[0] + dy * direction[1]
    if direction[0]:
        aside = max(0, goal.top - start.bottom, start.top - goal.bottom) + abs(dy) * 0.1
    else:
        aside = max(0, goal.left - start.right, start.left - goal.right) + abs(dx) * 0.1
    return along + 2 * aside if along > 0 else None
