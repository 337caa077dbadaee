"""Code cards on the table (Battle of Wits): sealed until both are laid, then what is in force."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.code_cards import CodeLook, name_box
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import alpha
from hacktrick.ui.stage.code_cards import draw_code
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
        draw_code(surface, context, self.rect, self._face(), self._name())
        if self._is_used():
            self._used(surface)

    def _used(self, surface: pygame.Surface) -> None:
        """The word for it across the foot of the picture."""
        context, px = self.context, self.context.px
        box = name_box(self.rect, context.scale)
        place = pygame.Rect(self.rect.x + px(6), 0, self.rect.width - px(12), px(20))
        place.bottom = (box.top if box.width else self.rect.bottom) - px(3)
        ground = alpha(context.theme.colours.panel, 0.85)
        band = pygame.Surface(place.size, pygame.SRCALPHA)
        band.fill(ground)
        surface.blit(band, place)
        ink = context.theme.colours.muted
        context.fonts.text(
            surface, _("used"), place.center, styles.SMALL, ink, "center", place.width
        )

    def _plate(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._panel(surface, self._look())
        middle = self.rect.centery - px(2)
        left = self.rect.x + px(9)
        ink = context.theme.colours.text
        if self.is_sealed:
            self._lock(surface, (left + px(7), middle), px(14))
            left += px(20)
        else:
            left = self._plate_face(surface)
        text = _("sealed") if self.is_sealed else self._name()
        room = self.rect.right - px(8) - left
        if context.fonts.size(text, NAME)[0] > room:
            text = text.split(" ")[-1] if not self.is_sealed else text
        context.fonts.text(surface, text, (left, middle), NAME, ink, "midleft", room)

    def _plate_face(self, surface: pygame.Surface) -> int:
        """The person at the left end of a plate, a little larger than it; where the name begins."""
        px = self.context.px
        edge = self.rect.height + px(4)
        face = self.context.sprites.face(self._face(), edge)
        face.draw(surface, (self.rect.x - px(4), self.rect.y - px(2)))
        return self.rect.x - px(4) + edge + px(6)

    def _lock(self, surface: pygame.Surface, centre: tuple[int, int], size: int) -> None:
        colour = self._colour()
        self.context.sprites.icon("lock", size, colour).draw_centred(surface, centre)

    def _face(self) -> CodeLook:
        assert self.code is not None
        return CodeLook(self.code, self._colour(), hover=self.hovered, used=self._is_used())

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
