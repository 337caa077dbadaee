"""Toasts: sentences shown for a moment near the pressed control, mostly to explain a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from hacktrick.app.turn_draft import Refusal
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context

TOAST_GAP = 6  # gap between the toast and the pressed control, in layout units


# A place one pixel farther away is as good as one that covers this many more pixels of controls.
DISTANCE_WEIGHT = 3.0


def plate_rect_near(
    size: tuple[int, int],
    control_rect: pygame.Rect,
    screen: pygame.Rect,
    kept: Sequence[pygame.Rect],
    spared: Sequence[pygame.Rect],
    gap: int,
) -> pygame.Rect:
    """Return the best rectangle for a plate near a control.

    Args:
        size: width and height of the plate.
        control_rect: the rectangle of the control.
        screen: the rectangle inside which the plate must lie.
        kept: rectangles that the plate must not cover, even if it then lies far away.
        spared: rectangles that the plate covers only to stay near the control.
        gap: pixels between the plate and its neighbour.
    """
    found = list(_candidate_plate_rects(size, control_rect, screen, (*kept, *spared), gap))

    def overlap_and_distance(place: pygame.Rect) -> tuple[int, float]:
        away = abs(place.centerx - control_rect.centerx) + abs(place.centery - control_rect.centery)
        return _n_covered_pixels(place, [control_rect, *kept]), _n_covered_pixels(
            place, spared
        ) + DISTANCE_WEIGHT * away

    return min(found, key=overlap_and_distance)


def _candidate_plate_rects(
    size: tuple[int, int],
    control_rect: pygame.Rect,
    screen: pygame.Rect,
    things: Sequence[pygame.Rect],
    gap: int,
) -> Iterator[pygame.Rect]:
    """Yield possible rectangles beside the control and beside the rectangles to avoid.

    Args:
        size: the size of the rectangles to yield.
        control_rect: the rectangle of the control.
        screen: the rectangle in which all results lie.
        things: the rectangles to avoid.
        gap: the distance between a result and what it lies beside.
    """
    for thing in (control_rect, *things):
        around = thing.inflate(2 * gap, 2 * gap)
        for edge, corner in _SIDES:
            place = pygame.Rect((0, 0), size)
            setattr(place, corner, getattr(around, edge))
            yield place.clamp(screen)


_SIDES = (
    *(("midtop", "midbottom"), ("topleft", "bottomleft"), ("topright", "bottomright")),
    *(("midbottom", "midtop"), ("bottomleft", "topleft"), ("bottomright", "topright")),
    *(("midright", "midleft"), ("topright", "topleft"), ("bottomright", "bottomleft")),
    *(("midleft", "midright"), ("topleft", "topright"), ("bottomleft", "bottomright")),
)


def _n_covered_pixels(place: pygame.Rect, things: Sequence[pygame.Rect]) -> int:
    """Return the number of pixels of ``things`` that a place would cover."""
    cuts = (place.clip(thing) for thing in things)
    return sum(cut.width * cut.height for cut in cuts)


TOAST_SECONDS = 2.5  # minimum seconds for which a sentence is shown
SECONDS_A_LETTER = 0.06  # seconds for each character of a longer sentence


NO_PANEL = pygame.Rect(0, 0, 0, 0)


def toast_rect(
    geometry: TableGeometry,
    size: tuple[int, int],
    control_rect: pygame.Rect,
    n_row: int = 0,
    n_hand: int = 0,
    panel: pygame.Rect = NO_PANEL,
) -> pygame.Rect:
    """Return the rectangle of a toast near a control.

    The toast avoids above all the display, the faces, the last two cards of the row, the player's
    cards and the coach's panel, and then everything else that can be pressed or read.

    Args:
        geometry: the rectangles of everything on the table.
        size: width and height of the text in pixels.
        control_rect: the rectangle of the control.
        n_row, n_hand: the number of cards in the row and in the player's hand.
        panel: the rectangle of the coach's panel; empty while it is hidden.
    """
    table, px = geometry.table, geometry.px
    width, height = size[0] + px(28), size[1] + px(18)
    screen = table.housing.unionall([table.prompt, table.hand, table.dock, table.icons])
    screen.inflate_ip(-px(12), -px(12))
    kept = [
        table.lcd,
        *geometry.row_rects(n_row)[-2:],
        *geometry.own_hand_rects(n_hand),
        *table.faces,
        panel,
    ]
    buttons = [table.dock, table.double, *table.hands, table.icons]
    spared = [*table.keys.values(), *buttons, table.row, table.prompt, *table.racks]
    spared += [*table.speech, *table.locks, table.turn_order]
    spared += [table.deck, table.stacks, table.aside, table.status, *table.captures]
    return plate_rect_near((width, height), control_rect, screen, kept, spared, px(TOAST_GAP))


class Toast:
    """A sentence that is shown for a moment near the pressed control."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._sentence = ""
        self._refusal: Refusal | None = None
        self.seconds_left = 0.0
        self._at = pygame.Rect(0, 0, 0, 0)

    @property
    def visible_sentence(self) -> str:
        """The visible sentence; "" if there is none."""
        return self._sentence if self.seconds_left > 0 else ""

    @property
    def explained_refusal(self) -> Refusal | None:
        """The refusal that the sentence explains; None for other sentences."""
        return self._refusal if self.seconds_left > 0 else None

    def show_near(
        self, sentence: str, control_rect: pygame.Rect, refusal: Refusal | None = None
    ) -> None:
        """Show a sentence near a control; longer sentences stay longer.

        Args:
            sentence: the sentence, in the current language.
            control_rect: the rectangle of the control.
            refusal: the refusal that the sentence explains; None if there is none.
        """
        self._sentence, self._refusal = sentence, refusal
        self.seconds_left = max(TOAST_SECONDS, SECONDS_A_LETTER * len(sentence))
        self._at = control_rect

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; return whether the sentence disappears."""
        if self.seconds_left <= 0:
            return False
        self.seconds_left -= dt
        return self.seconds_left <= 0

    def current_rect(
        self, model: TableViewModel, geometry: TableGeometry, panel: pygame.Rect = NO_PANEL
    ) -> pygame.Rect:
        """Return the rectangle of the visible sentence, outside the coach's panel."""
        width, height = self.context.fonts.text_size(self._sentence, styles.STRONG)
        n_cards = len(model.shown_hand(model.bottom))
        n_row = len(model.public.row)
        return toast_rect(geometry, (width, height), self._at, n_row, n_cards, panel)

    def draw(
        self,
        surface: pygame.Surface,
        model: TableViewModel,
        geometry: TableGeometry,
        panel: pygame.Rect = NO_PANEL,
    ) -> None:
        if self.seconds_left <= 0:
            return
        context, px = self.context, self.context.px
        rect = self.current_rect(model, geometry, panel)
        colours = context.theme.colours
        edge = colours.accent if self._refusal is None else colours.bad
        look = PanelLook(edge=edge, edge_width=1.6, raised=True)
        context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.centery - px(1))
        ink = context.theme.colours.text
        context.fonts.draw_text(surface, self._sentence, place, styles.STRONG, ink, "center")
