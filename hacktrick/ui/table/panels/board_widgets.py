"""The widgets on the board: keys, cards of the player's hand, the double, and the code cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.i18n import screen_text
from hacktrick.i18n.table_report import (
    card_choice_lines_for_key,
    card_line,
    card_name,
    key_contents_line,
)
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    PaintedText,
    bounds_of_rect,
)
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import with_alpha
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeCardLook, code_card_name_rect
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.draw_context import TableDrawState
from hacktrick.ui.table.input.turn_questions import code_card_in_force_text
from hacktrick.ui.table.motion.motion_state import hand_card_sprite
from hacktrick.ui.table.panels.board import card_angle_in_fan, draw_key
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.game_drawing import (
    draw_captures_on_card,
    draw_card_tag,
    draw_code_card,
    draw_double_switch,
    draw_note_across_card,
)

MAX_HAND_CARDS = 4  # number of cards in the largest hand


class KeyWidget(Widget):
    """A key of the keypad."""

    def __init__(
        self, context: Context, picture: TableDrawState, key: Key, choose: Callable[[Key], None]
    ) -> None:
        super().__init__(context)
        self.picture, self.key_number, self.choose = picture, key, choose
        self._node: Node | None = None  # the latest node for screen readers
        self._node_facts: object = None  # everything on which that node depends

    @property
    def scan_rank(self) -> int | None:
        """Always None: switch scanning skips the keys, since choosing the card does the same."""
        return None

    def activate(self) -> None:
        self.choose(self.key_number)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        model, n = self.picture.model, self.key_number
        public, bounds = model.public, bounds_of_rect(self.rect)
        is_chosen = model.preview is not None and model.preview.key == n
        has_choices = is_chosen or (model.draft.card is None and n in model.reachable_keys.values())
        facts = (
            (key, bounds, is_chosen),
            (model.wording, public.seating.side_of, public.board[n - 1]),
            (public.double[0] == n, public.double[1] == n),
            (model.observation, model.draft, model.reachable_keys) if has_choices else (),
        )
        if facts != self._node_facts:
            self._node_facts = facts
            self._node = Node(
                key,
                "cell",
                key_contents_line(model, n),
                description=" ".join(card_choice_lines_for_key(model, n)),
                bounds=bounds,
                actions=PRESSABLE,
                is_selected=is_chosen,
            )
        return self._node

    def draw(self, surface: pygame.Surface) -> None:
        model = self.picture.model
        live = model.can_act and self.key_number in model.reachable_keys.values()
        draw_key(
            self.picture.draw_context_for(surface),
            self.rect,
            self.key_number,
            hovered=self.hovered and live,
            pressed=self.pressed and live,
        )


class HandCardWidget(Widget):
    """A card of the player's hand, which can be pressed, or dragged to its key or the row."""

    def __init__(
        self,
        context: Context,
        picture: TableDrawState,
        card_index: int,
        choose: Callable[[Card], None],
    ) -> None:
        super().__init__(context)
        self.picture, self.n, self.choose = picture, card_index, choose
        self.drag_from: tuple[int, int] | None = None
        self.drag_at: tuple[int, int] | None = None

    @property
    def value(self) -> Card | None:
        """The value of the card; None if it is hidden, or if there is no such card."""
        cards = self.picture.model.shown_hand(self.picture.model.bottom)
        return cards[self.n] if self.n < len(cards) else None

    @property
    def is_dragged(self) -> bool:
        """Whether the card has been dragged far enough for the drag to count."""
        if self.drag_from is None or self.drag_at is None:
            return False
        far = self.context.px(10)
        dx, dy = self.drag_at[0] - self.drag_from[0], self.drag_at[1] - self.drag_from[1]
        return dx * dx + dy * dy > far * far

    def handle_press(self, pos: tuple[int, int]) -> None:
        self.drag_from = self.drag_at = pos

    def handle_drag(self, pos: tuple[int, int]) -> None:
        self.drag_at = pos
        if self.is_dragged:
            self.picture.pressed_place = self.n
        self.request_redraw()

    def release_drag(self) -> None:
        """End a drag, so that the card returns to its place."""
        self.drag_from = self.drag_at = None

    def activate(self) -> None:
        """Choose the card.

        If an equal card is chosen, the choice stays, but this card is lifted in its place.
        """
        self.release_drag()
        is_other_chosen = self.picture.model.draft.card == self.value and not self.is_chosen
        self.picture.pressed_place = self.n
        if is_other_chosen:
            self.request_redraw()
        elif self.value is not None:
            self.choose(self.value)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        model, value = self.picture.model, self.value
        name = card_name(value)
        line = "" if value is None else card_line(model, value)
        playing = model.can_act and model.public.phase in ("turn", "command")
        return Node(
            key,
            "list_item",
            _(screen_text.NEW_CARD).format(card=name) if self.is_newly_drawn else name,
            description=line,
            bounds=bounds_of_rect(self.rect),
            actions=PRESSABLE if self.focusable else (),
            is_selected=self.is_chosen,
            is_disabled=playing and value not in model.reachable_keys,
            place=(self.n + 1, len(model.shown_hand(model.bottom))),
        )

    @property
    def is_chosen(self) -> bool:
        """Whether this is the chosen card; among equal cards, the last one pressed or the first."""
        model, value, pressed = self.picture.model, self.value, self.picture.pressed_place
        if value is None or model.draft.card != value:
            return False
        cards = model.shown_hand(model.bottom)
        is_pressed = pressed < len(cards) and cards[pressed] == value
        return self.n == (pressed if is_pressed else cards.index(value))

    @property
    def is_newly_drawn(self) -> bool:
        """Whether the card has just been drawn. Among equal cards, the rightmost count as new."""
        model, value = self.picture.model, self.value
        if value is None or value not in model.new_cards:
            return False
        cards = model.shown_hand(model.bottom)
        equal = [n for n, card in enumerate(cards) if card == value]
        return self.n in equal[-model.new_cards.count(value) :]

    @property
    def scan_rank(self) -> int | None:
        """The rank for switch scanning; None for a card that is chosen or cannot be played now."""
        model = self.picture.model
        can_be_played = model.can_act and self.value in model.reachable_keys
        return 0 if can_be_played and not self.is_chosen else None

    @property
    def has_value_of_last_row_card(self) -> bool:
        """Whether the card cannot be played because the last card of the row has the same value."""
        row = self.picture.model.public.row
        return bool(row) and self.value == row[-1]

    @property
    def drawn_rect(self) -> pygame.Rect:
        """The rectangle of the drawn card: raised if chosen, under the pointer if dragged."""
        aside = self.picture.motion.card_shift_pixels(self.picture.model.bottom, self.n)
        place = self.rect.move(aside, -self.picture.places.card_lift if self.is_chosen else 0)
        if self.is_dragged and self.drag_at is not None:
            place.center = self.drag_at
        return place

    def current_look(self) -> CardLook:
        """Return the look of the card in its current state."""
        model, value = self.picture.model, self.value
        over = model.snapshot.hands is not None
        playing = model.can_act and model.public.phase in ("turn", "command")
        dead = playing and value is not None and value not in model.reachable_keys
        is_chosen = self.is_chosen and not over
        return CardLook(
            value,
            selected=is_chosen,
            hovered=self.hovered and model.can_act and not dead and value is not None,
            dimmed=dead,
            has_note=dead and self.has_value_of_last_row_card,
            key=model.reachable_keys.get(value) if playing and value is not None else None,
            tilt=0.0
            if is_chosen
            else card_angle_in_fan(self.n, len(model.shown_hand(model.bottom))) / 2,
        )

    def draw(self, surface: pygame.Surface) -> None:
        motion = self.picture.motion
        if motion.n_dealt is not None and self.n >= motion.n_dealt.get(
            self.picture.model.bottom, 0
        ):
            return
        place = self.drawn_rect
        bottom = self.picture.model.bottom
        sprite = hand_card_sprite(
            self.context,
            motion,
            bottom,
            self.current_look(),
            self.rect.size,
            is_fresh=self.is_newly_drawn,
        )
        sprite.draw_centred(surface, place.center)
        if self.is_newly_drawn and motion.drawn_card_reveal >= 1.0 and not self.is_chosen:
            accent = self.context.theme.colours.accent
            self.context.sprites.glowing_outline(place.size, accent).draw(surface, place.topleft)
        if not self.is_dragged:
            self._draw_notes_on_card(surface, place)

    def _draw_notes_on_card(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Draw notes on the card: that it is new, why it cannot be played, or what it captures."""
        model, value = self.picture.model, self.value
        if (
            self.is_newly_drawn
            and not model.can_act
            and self.picture.motion.drawn_card_reveal >= 1.0
        ):
            draw_card_tag(surface, self.context, place, _("new"))
        if value is None or not model.can_act or not model.public.row:
            return
        if model.public.phase not in ("turn", "command"):
            return
        if self.has_value_of_last_row_card:
            draw_note_across_card(surface, self.context, place, _("= last card"))
            return
        key = model.reachable_keys.get(value)
        if key is not None:
            other = 1 - model.public.side
            piece = model.marker_style(other).marker()
            taken = model.public.markers_on(key, other)
            draw_captures_on_card(surface, self.context, place, [piece] * taken)


class DoubleSwitchWidget(Widget):
    """The switch for placing the double instead of a single.

    Both a button and the double at the end of the player's supply can be pressed.

    Attributes:
        marker: the rectangle of the double in the supply, in pixels.
    """

    def __init__(
        self, context: Context, picture: TableDrawState, toggle: Callable[[], None]
    ) -> None:
        super().__init__(context)
        self.picture, self.toggle = picture, toggle
        self.is_on = False
        self.has_double = True
        self.marker = pygame.Rect(0, 0, 0, 0)

    def is_point_inside(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the button or on the double in the supply."""
        return super().is_point_inside(pos) or self.marker.collidepoint(pos)

    def activate(self) -> None:
        self.toggle()

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return self.pressable_node(key, _("Use the double"), "toggle")._replace(is_on=self.is_on)

    def draw(self, surface: pygame.Surface) -> None:
        context, model = self.context, self.picture.model
        own = model.marker_style(model.side_of(model.bottom))
        self._draw_ring_around_double(surface, context.theme.colours.players[own.colour])
        draw_double_switch(
            surface,
            context,
            self.rect,
            own.marker(True),
            _("Double"),
            is_on=self.is_on,
            is_enabled=self.has_double,
            hovered=self.hovered and self.has_double,
            pressed=self.pressed,
            intents=("double",),
        )

    def _draw_ring_around_double(self, surface: pygame.Surface, colour: Colour) -> None:
        """Draw a ring around the double in the supply while it is chosen or hovered."""
        if not (self.is_on or (self.hovered and self.has_double)):
            return
        look = PanelLook(edge=colour, edge_width=2.0 if self.is_on else 1.2)
        box = self.marker.inflate(-self.context.px(4), -self.context.px(4))
        self.context.sprites.small_tile(look, box.size, filled=False).draw(surface, box.topleft)


NAME_STYLE = TextStyle("strong", 14)


class CodeCardWidget(Widget):
    """The code of a seat, drawn as a card, or as a plate with its name if room is short."""

    def __init__(
        self, context: Context, picture: TableDrawState, slot: int, read: Callable[[], None]
    ) -> None:
        super().__init__(context)
        self.picture, self.slot, self.read = picture, slot, read

    @property
    def seat(self) -> int:
        model = self.picture.model
        return (model.bottom + self.slot) % model.n_seats

    @property
    def code_in_force(self) -> str | None:
        """The revealed code in force; None if there is none."""
        model = self.picture.model
        return model.public.codes[model.side_of(self.seat)]

    @property
    def is_face_down(self) -> bool:
        """Whether the player's choice of a code still lies face down."""
        return self.picture.model.public.sealed[self.seat]

    @property
    def has_code_card(self) -> bool:
        """Whether there is a code to show, revealed or face down."""
        return self.is_face_down or self.code_in_force is not None

    @property
    def help(self) -> str:
        """The help sentence: the power of the code, or that the code lies face down."""
        model = self.picture.model
        if self.is_face_down:
            return model.wording.code_face_down_sentence(self.seat)
        return code_card_in_force_text(model.wording, model.public.codes, model.side_of(self.seat))

    def activate(self) -> None:
        self.read()

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        used = _("used") if self._is_power_used() else ""
        return self.pressable_node(key, self.help)._replace(description=used)

    def draw(self, surface: pygame.Surface) -> None:
        if self.rect.height > self.rect.width:
            self._draw_as_code_card(surface)
        else:
            self._draw_as_named_plate(surface)

    def _draw_as_code_card(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        if self.is_face_down:
            sprite = context.sprites.card(CardLook(None), self.rect.size)
            sprite.draw(surface, self.rect.topleft)
            self._draw_lock(surface, self.rect.center, px(26))
            return
        draw_code_card(surface, context, self.rect, self._code_card_look(), self._code_card_name())
        if self._is_power_used():
            self._draw_used_label(surface)

    def _draw_used_label(self, surface: pygame.Surface) -> None:
        """Draw the word "used" across the foot of the picture."""
        context, px = self.context, self.context.px
        box = code_card_name_rect(self.rect, context.scale)
        place = pygame.Rect(self.rect.x + px(6), 0, self.rect.width - px(12), px(20))
        place.bottom = (box.top if box.width else self.rect.bottom) - px(3)
        ground = with_alpha(context.theme.colours.panel, 0.85)
        band = pygame.Surface(place.size, pygame.SRCALPHA)
        band.fill(ground)
        surface.blit(band, place)
        ink = context.theme.colours.muted
        context.fonts.draw_text(
            surface, _("used"), place.center, styles.SMALL, ink, "center", place.width
        )

    def _draw_as_named_plate(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._draw_panel(surface, self._panel_look())
        middle = self.rect.centery - px(2)
        left = self.rect.x + px(9)
        ink = context.theme.colours.text
        if self.is_face_down:
            self._draw_lock(surface, (left + px(7), middle), px(14))
            left += px(20)
        else:
            left = self._draw_portrait_on_plate(surface)
        text = _("sealed") if self.is_face_down else self._code_card_name()
        room = self.rect.right - px(8) - left
        if context.fonts.text_size(text, NAME_STYLE)[0] > room:
            text = text.split(" ")[-1] if not self.is_face_down else text
        context.fonts.draw_text(surface, text, (left, middle), NAME_STYLE, ink, "midleft", room)

    def _draw_portrait_on_plate(self, surface: pygame.Surface) -> int:
        """Draw the portrait at the left end of a plate; return the left edge of the name."""
        px = self.context.px
        edge = self.rect.height + px(4)
        face = self.context.sprites.code_portrait(self._code_card_look(), edge)
        face.draw(surface, (self.rect.x - px(4), self.rect.y - px(2)))
        return self.rect.x - px(4) + edge + px(6)

    def _draw_lock(self, surface: pygame.Surface, centre: tuple[int, int], size: int) -> None:
        colour = self._owner_colour()
        self.context.sprites.icon("lock", size, colour).draw_centred(surface, centre)

    def _code_card_look(self) -> CodeCardLook:
        assert self.code_in_force is not None
        return CodeCardLook(
            self.code_in_force,
            self._owner_colour(),
            hovered=self.hovered,
            used=self._is_power_used(),
        )

    def _panel_look(self) -> PanelLook:
        return PanelLook(
            edge=self._owner_colour(),
            edge_width=1.6,
            raised=True,
            hovered=self.hovered,
            pressed=self.pressed,
            dimmed=self._is_power_used(),
        )

    def _owner_colour(self) -> tuple[int, int, int]:
        model = self.picture.model
        return self.context.theme.colours.players[
            model.marker_style(model.side_of(self.seat)).colour
        ]

    def _code_card_name(self) -> str:
        return self.picture.model.wording.code_text(self.code_in_force)

    def _is_power_used(self) -> bool:
        model = self.picture.model
        return not self.is_face_down and model.public.used[model.side_of(self.seat)]
