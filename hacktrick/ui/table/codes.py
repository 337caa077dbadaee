"""Code cards on the table (Battle of Wits): sealed until both are laid, then what is in force."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.questions import code_text
from hacktrick.ui.table.widgets import Sight
from hacktrick.words.translator import _

NAME = TextStyle("strong", 14)


class CodePart(Widget):
    """The code of one seat: a card where there is room for one, else a plate with its name."""

    def __init__(self, context: Context, sight: Sight, slot: int, read: Callable[[], None]) -> None:
        super().__init__(context)
        self.sight, self.slot, self.read = sight, slot, read

    @property
    def seat(self) -> int:
        frame = self.sight.frame
        return (frame.bottom + self.slot) % frame.n_seats

    @property
    def code(self) -> str | None:
        frame = self.sight.frame
        return frame.public.codes[frame.side(self.seat)]

    @property
    def is_sealed(self) -> bool:
        return self.sight.frame.public.sealed[self.seat]

    @property
    def is_there(self) -> bool:
        return self.is_sealed or self.code is not None

    @property
    def help(self) -> str:
        """What the code does, for the sentence at the right."""
        frame = self.sight.frame
        if self.is_sealed:
            name = frame.wording.name(self.seat)
            return _("{name} has laid a code face down.").format(name=name)
        return code_text(frame.wording, frame.public.codes, frame.side(self.seat))

    def activate(self) -> None:
        self.read()

    def draw(self, surface: pygame.Surface) -> None:
        if self.rect.height > self.rect.width:
            self._card(surface)
        else:
            self._plate(surface)

    def _card(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        if self.is_sealed:
            sprite = context.sprites.card(CardLook(None), self.rect.size)
            sprite.draw(surface, self.rect.topleft)
            self._lock(surface, self.rect.center, px(26))
            return
        self._panel(surface, self._look())
        inner = self.rect.inflate(-2 * px(7), -2 * px(8))
        lines = context.fonts.wrap(self._name(), NAME, inner.width)
        step = context.fonts.line_height(NAME)
        used = "" if not self._is_used() else _("used")
        room = inner.height // step - (1 if used else 0)
        ink = context.theme.colours.text
        for n, line in enumerate(lines[: max(1, room)]):
            place = (inner.centerx, inner.y + n * step)
            context.fonts.text(surface, line, place, NAME, ink, "midtop", inner.width)
        if not used:
            foot = (inner.centerx, inner.bottom - px(18))
            icon = context.sprites.icon("command", px(24), self._colour())
            icon.draw_centred(surface, foot)
        else:
            muted = context.theme.colours.muted
            place = (inner.centerx, inner.bottom)
            context.fonts.text(surface, used, place, styles.SMALL, muted, "midbottom")

    def _plate(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._panel(surface, self._look())
        middle = self.rect.centery - px(2)
        left = self.rect.x + px(9)
        ink = context.theme.colours.text
        if self.is_sealed:
            self._lock(surface, (left + px(7), middle), px(14))
            left += px(20)
        text = _("sealed") if self.is_sealed else self._name()
        room = self.rect.right - px(8) - left
        if context.fonts.size(text, NAME)[0] > room:
            text = text.split(" ")[-1] if not self.is_sealed else text
        context.fonts.text(surface, text, (left, middle), NAME, ink, "midleft", room)

    def _lock(self, surface: pygame.Surface, centre: tuple[int, int], size: int) -> None:
        colour = self._colour()
        self.context.sprites.icon("lock", size, colour).draw_centred(surface, centre)

    def _look(self) -> PanelLook:
        return PanelLook(
            edge=self._colour(),
            edge_width=1.6,
            raised=True,
            hover=self.hovered,
            pressed=self.pressed,
            dim=self._is_used(),
        )

    def _colour(self) -> tuple[int, int, int]:
        frame = self.sight.frame
        return self.context.theme.colours.players[frame.look(frame.side(self.seat)).colour]

    def _name(self) -> str:
        return self.sight.frame.wording.code(self.code)

    def _is_used(self) -> bool:
        frame = self.sight.frame
        return not self.is_sealed and frame.public.used[frame.side(self.seat)]
