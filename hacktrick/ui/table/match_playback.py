"""Shows the match of a table, and animates its events from one snapshot to the next.

How long a computer player's action stays in view depends only on the setting ``pace`` and on public
facts, so that the duration reveals nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import pi, sin

from pygame import Rect

from hacktrick.app.match_session import MatchSession
from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.snapshot import (
    Snapshot,
    keys_that_won,
    snapshot_as_marker_lands,
    snapshot_during_event,
    snapshot_with_drawn_card,
)
from hacktrick.app.themes import Colour, Colours
from hacktrick.app.threats_and_decisive_turn import public_threats
from hacktrick.app.turn_draft import PlayerTurnDraft
from hacktrick.game.cards import Card, Counts
from hacktrick.game.keypad import Key
from hacktrick.game.state import Seat, Side
from hacktrick.game.view import Event
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.scene.animation import (
    AnimationPart,
    AnimationPause,
    ParallelAnimation,
    TimedCall,
    Timeline,
    Tween,
    animation_speed,
    ease_in,
    ease_in_out,
    ease_out,
    interpolate,
    linear,
)
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.motion.motion_state import (
    ROW_KEY,
    AnnouncementPlate,
    FlippingCodeCard,
    FlyingPadlock,
    FlyingSprite,
    GapShift,
    KeyVeil,
    LightPulse,
    MarkerShift,
    MotionState,
    SpriteFlight,
    render_code_card_back,
    render_code_card_face,
)
from hacktrick.ui.table.panels.player_panels import (
    n_score_padlocks,
    player_score_rect,
    side_score_rect_and_alignment,
)
from hacktrick.ui.widgets.game_drawing import score_padlock_rects

GLOW_SECONDS = 0.24  # seconds in which light swells and fades on a key
WINNING_CARD_SECONDS = 0.5  # seconds in which the winning card moves to the row
WINNING_MARKER_SECONDS = 0.4  # seconds in which the winning marker moves to the key
# Duration in seconds, and height in key heights, of a marker's jump.
JUMP_SECONDS, JUMP_HEIGHT = 0.18, 0.34
# Seconds in which a padlock flies to the score, and in which it opens.
LOCK_FLIGHT_SECONDS, LOCK_OPENING_SECONDS = 0.5, 0.15
BURST_RINGS = 2  # number of rings in a burst
RING_DELAY_SHARE = 0.3  # delay between two rings, as a fraction of the duration of a ring


class BoardEffects:
    """Makes the light effects on the keys of a board.

    Args:
        colour: the colour of the side that has acted.
    """

    def __init__(
        self, context: Context, motion: MotionState, geometry: TableGeometry, colour: Colour
    ) -> None:
        self.context, self.motion, self.places, self.colour = context, motion, geometry, colour

    def capture_ring_setter(self, key: Key) -> Callable[[float], None]:
        """Return a function that sets the progress, from 0 to 1, of a ring spreading from a key.

        The ring marks the key on which markers have been captured.
        """
        pulse = self._add_light_pulse(key)
        least, most = self._key_radius(key) * 0.7, self._key_radius(key) * 1.35

        def spread_ring(t: float) -> None:
            pulse.rings = ((least + (most - least) * t, 1 - t, self._line_width(4 * (1 - t))),)

        return spread_ring

    def threat_glow_animation(self, keys: Iterable[Key]) -> AnimationPart:
        """Return an animation of light that swells and fades on ``keys``, where a win threatens."""
        pulses = [(self._add_light_pulse(key), self._key_radius(key)) for key in keys]

        def swell_and_fade(t: float) -> None:
            level = sin(pi * t) ** 2
            for pulse, radius in pulses:
                pulse.rings = (
                    (radius * (1.02 + 0.06 * level), level, self._line_width(1 + 3 * level)),
                )

        return Tween(
            GLOW_SECONDS,
            self._with_final_removal(swell_and_fade, [pulse for pulse, _r in pulses]),
            ease_in_out,
        )

    def winning_rings_animation(self, key: Key, seconds: float) -> AnimationPart:
        """Return an animation of rings that spread from a key while its winning markers jump.

        Args:
            key: a key with winning markers.
            seconds: the duration of the animation.
        """
        pulse, least = self._add_light_pulse(key), self._key_radius(key)

        def spread_rings(t: float) -> None:
            rings = []
            for n in range(BURST_RINGS):
                own = t * (1 + RING_DELAY_SHARE * (BURST_RINGS - 1)) - RING_DELAY_SHARE * n
                if 0 < own < 1:
                    radius = least * (0.6 + 0.9 * own)
                    rings.append((radius, 1 - own, self._line_width(5 * (1 - own))))
            pulse.rings = tuple(rings)

        return Tween(seconds, self._with_final_removal(spread_rings, [pulse]), ease_out)

    def _add_light_pulse(self, key: Key) -> LightPulse:
        pulse = LightPulse(self.places.key_rect(key).center, self.colour)
        self.motion.pulses.append(pulse)
        return pulse

    def _key_radius(self, key: Key) -> float:
        rect = self.places.key_rect(key)
        return min(rect.size) / 2

    def _line_width(self, units: float) -> float:
        return max(1.0, units * self.context.scale)

    @staticmethod
    def _with_final_removal(
        move: Callable[[float], None], pulses: list[LightPulse]
    ) -> Callable[[float], None]:
        """Return a function that calls ``move``, and finally removes the pulses.

        The function's argument is the progress of the animation, from 0 to 1.
        """

        def move_and_remove(t: float) -> None:
            move(t)
            if t >= 1:
                for pulse in pulses:
                    pulse.rings = ()

        return move_and_remove


CARD_TRAVEL_SECONDS = 0.32  # seconds in which a card moves from one place to another
CARD_FLIP_SECONDS = 0.42  # seconds until a card has turned over
REVEAL_SECONDS = 1.5  # seconds for which a revealed card stays readable
CODE_SIZE = (156.0, 208.0)  # size of a code card while it is revealed, in layout units
CODE_GAP = 14.0


def code_card_reveal_animation(
    motion: MotionState,
    cards: tuple[FlippingCodeCard, ...],
    sound_part: Callable[[str], AnimationPart],
) -> list[AnimationPart]:
    """Return the animation that reveals both code cards.

    The cards move to the middle of the board, turn over together, and move back.

    Args:
        motion: the state of all motion.
        cards: the code cards, one for each seat, even for a seat without a code.
        sound_part: returns an animation part that plays a sound.
    """

    def set_cards_part(shown: tuple[FlippingCodeCard, ...]) -> TimedCall:
        def set_cards() -> None:
            motion.flipping_codes = shown

        return TimedCall(set_cards)

    def move_cards(t: float) -> None:
        for card in cards:
            card.at = t

    def turn_cards(t: float) -> None:
        for card in cards:
            card.open = t

    return [
        set_cards_part(cards),
        sound_part("select"),
        Tween(CARD_TRAVEL_SECONDS, move_cards),
        sound_part("reveal"),
        Tween(CARD_FLIP_SECONDS, turn_cards, ease_in_out),
        AnimationPause(REVEAL_SECONDS),
        Tween(CARD_TRAVEL_SECONDS, lambda t: move_cards(1 - t), ease_in),
        set_cards_part(()),
    ]


# Seconds for a marker's drop, captured markers' flight, a sum on the display, and a draw.
MARKER_DROP_SECONDS, CAPTURE_FLIGHT_SECONDS, SUM_DISPLAY_SECONDS, DRAWING_SECONDS = (
    0.3,
    0.38,
    0.12,
    0.26,
)
# Seconds for a stamp's light, flight and landing.
STAMP_LIGHT_SECONDS, STAMP_FLIGHT_SECONDS, STAMP_LANDING_SECONDS = 0.14, 0.22, 0.06
ASK_PAYMENT_SECONDS = 0.5  # seconds in which a marker moves to pay for an ask
# Seconds for which a plate is shown, and for which a speaking player is lit.
PLATE_SECONDS, SPEAKER_LIGHT_SECONDS = 0.75, 0.4
# The fraction by which a landing marker grows, and the seconds for which it stays larger.
LANDING_GROWTH, LANDING_SECONDS = 0.03, 0.08


class MatchAnimator:
    """Turns the events of a match into animations.

    Args:
        show_snapshot: shows an intermediate snapshot.
        play_sound: plays a sound, unless the animation is being skipped.

    Attributes:
        is_hand_hidden: returns whether the player at the screen has hidden their cards.
        pressed_place: returns which card of the hand was pressed last, to tell equal cards apart.
        screen_slot_of: returns the place of a seat on the screen; see ``TableGeometry``.
    """

    def __init__(
        self,
        context: Context,
        wording: MatchSentences,
        motion: MotionState,
        show_snapshot: Callable[[Snapshot], None],
        play_sound: Callable[[str, int], None],
    ) -> None:
        self.context, self.wording, self.motion = context, wording, motion
        self._show_snapshot, self._play_sound = show_snapshot, play_sound
        self.places: TableGeometry | None = None
        self.is_hand_hidden: Callable[[], bool] = lambda: False
        self.pressed_place: Callable[[], int] = lambda: 0
        self.screen_slot_of: Callable[[Seat], int] = lambda seat: seat

    def animations_of_event(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Return the animation of an event, which leads from one snapshot to the next."""
        parts = {
            "play": self._card_play_animation,
            "start": self._start_card_animation,
            "draw": self._card_draw_animation,
            "command": self._command_animation,
            "ask": self._ask_animation,
            "partner": self._ask_animation,
            "lay": self._code_card_laying_animation,
            "swap": self._card_exchange_animation,
            "under": self._card_exchange_animation,
        }.get(event.action.verb, self._spoken_action_animation)
        return parts(before, event, after)

    def _card_play_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        action = event.action
        assert action.verb == "play"
        public = before.public
        last = public.row[-1]
        key, side = last + action.card, public.side
        result = after.public.result
        wins = result is not None and result.side == side
        parts = self._card_to_row_animation(
            before, event, action.card, WINNING_CARD_SECONDS if wins else CARD_TRAVEL_SECONDS
        )

        def show_sum() -> None:
            self.motion.display_sum = (last, action.card)

        parts += [
            TimedCall(show_sum),
            AnimationPause(SUM_DISPLAY_SECONDS),
            self.sound_part("key", key),
        ]
        drop = WINNING_MARKER_SECONDS if wins else MARKER_DROP_SECONDS
        parts.append(self._marker_drop_animation(before, event.seat, key, action.double, drop))
        taken = public.markers_on(key, 1 - side)
        stands = TimedCall(
            partial(self._show_landed_marker, snapshot_as_marker_lands(before, after, event))
        )
        threatening = self._keys_with_new_threats(before, after, side)
        if threatening:
            parts += [self.sound_part("threat"), stands]
            parts.append(
                self._light_effects_of_side(before, side).threat_glow_animation(threatening)
            )
        if taken:
            set_capture_ring = self._light_effects_of_side(before, side).capture_ring_setter(key)
            flight = self._capture_flight_animation(
                before, event.seat, key, taken, set_capture_ring
            )
            parts += [stands, self.sound_part("capture", taken), flight]
        return parts

    def _show_landed_marker(self, landed: Snapshot) -> None:
        """Show a marker that has landed among the other markers on its key."""
        self.motion.marker_shift = None
        self._show_snapshot(landed)

    def _light_effects_of_side(self, before: Snapshot, side: int) -> BoardEffects:
        colour = self.context.theme.colours.players[before.marker_style_of(side).colour]
        return BoardEffects(self.context, self.motion, self._known_places(), colour)

    def _keys_with_new_threats(self, before: Snapshot, after: Snapshot, side: int) -> set[Key]:
        """Return the keys on which a side can win after an event but could not before.

        The result is empty unless the memory aids for learners are on.
        """
        if self.context.settings.aids != "learning" or after.public.result is not None:
            return set()
        now, then = (
            {one.key for one in public_threats(snapshot.public, side)}
            for snapshot in (after, before)
        )
        return now - then

    def _card_to_row_animation(
        self, before: Snapshot, event: Event, card: int, seconds: float = CARD_TRAVEL_SECONDS
    ) -> list[AnimationPart]:
        """Animate a card that leaves the hand and lands at the end of the row.

        Args:
            seconds: the duration of the flight.
        """
        places, public = self._known_places(), before.public
        n = public.hand_sizes[event.seat]
        held = self._index_of_leaving_card(before, event.seat, card)
        sizes = list(public.hand_sizes)
        sizes[event.seat] -= 1
        gone = snapshot_during_event(before, public._replace(hand_sizes=tuple(sizes)), event)
        lying = snapshot_during_event(
            before, public._replace(hand_sizes=tuple(sizes), row=(*public.row, card)), event
        )
        slot = self.screen_slot_of(event.seat)
        full, left = places.hand_rects(slot, n), places.hand_rects(slot, n - 1)
        row, longer = places.row_rects(len(public.row)), places.row_rects(len(public.row) + 1)
        closing = horizontal_card_offsets(left, full[:held] + full[held + 1 :])
        opening = horizontal_card_offsets(row, longer[:-1])
        flyer = self.add_flying_card(card, full[held], longer[-1])

        def move_card(t: float) -> None:
            flyer.set_progress(t)
            self.motion.card_shifts[event.seat] = GapShift(closing, 1 - t)
            self.motion.card_shifts[ROW_KEY] = GapShift(opening, t)

        def take_card_from_hand() -> None:
            self._show_snapshot(gone)
            move_card(0.0)

        def add_card_to_row() -> None:
            self._show_snapshot(lying)
            self.motion.card_shifts.clear()

        return [
            TimedCall(take_card_from_hand),
            Tween(seconds, move_card),
            TimedCall(add_card_to_row),
        ]

    def _index_of_leaving_card(self, before: Snapshot, seat: Seat, card: int) -> int:
        """Return the index in the hand from which a played card leaves.

        This is the card's own index if the hand is visible, otherwise the middle, which reveals
        nothing.
        """
        n = before.public.hand_sizes[seat]
        if before.hands is not None and card in before.hands[seat]:
            return before.hands[seat].index(card)
        if before.observation is None or before.observation.seat != seat:
            return n // 2
        first, pressed = sum(before.observation.hand[:card]), self.pressed_place()
        return pressed if first < pressed < first + before.observation.hand[card] else first

    def _start_card_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate the start card and the announcement of the sums."""
        action = event.action
        assert action.verb == "start"
        parts = self._card_to_row_animation(before, event, action.card)
        speakers = [
            self._speaker_light_animation(before, seat) for seat, _total in event.facts.said
        ]
        return [
            *parts,
            self.sound_part("answer"),
            ParallelAnimation(*((0.0, one) for one in speakers)),
        ]

    def _card_draw_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate a draw, in which a card slides face down from the deck to the hand."""
        places = self._known_places()
        slot = self.screen_slot_of(event.seat)
        n = before.public.hand_sizes[event.seat] + 1
        parts: list[AnimationPart] = []
        shown = event.facts.shown
        if shown and shown[0][1]:
            title = _("No card fits")
            text = self.wording.hand_shown_sentence(event.seat)
            colour = self._marker_colour_number(before, event.seat)
            plate = AnnouncementPlate(title, text, colour, shown[0][1])
            parts += self._announcement_plate_animation(plate, REVEAL_SECONDS, "reveal")
        held, place = places.hand_rects(slot, n), self._index_of_drawn_card(event, after, n)
        flyer = self.add_flying_card(None, places.deck_rect(), held[place])
        others = [*held[:place], *held[place + 1 :]]
        opening = horizontal_card_offsets(places.hand_rects(slot, n - 1), others)

        def move_card(t: float) -> None:
            flyer.set_progress(t)
            self.motion.card_shifts[event.seat] = GapShift(opening, t)

        parts += [self.sound_part("draw"), Tween(DRAWING_SECONDS, move_card)]
        if event.facts.reshuffled:
            parts += self._reshuffle_animation(before, event, after)
        return parts

    def _index_of_drawn_card(self, event: Event, after: Snapshot, n_in_hand: int) -> int:
        """Return the index of a drawn card in its hand of ``n_in_hand`` cards.

        This is the place by value if the hand is visible, otherwise the last place, which reveals
        nothing.
        """
        seen, drawn = after.observation, event.facts.drawn
        is_open = after.hands is None and not self.is_hand_hidden()
        if seen is None or seen.seat != event.seat or len(drawn) != 1 or not is_open:
            return n_in_hand - 1
        return sum(seen.hand[: drawn[0] + 1]) - 1

    def _reshuffle_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Return the animation of a reshuffle: the row returns to the deck, except its last card.

        The last card moves to its place in a row of one card.
        """
        places, row = self._known_places(), before.public.row
        *going, last = places.row_rects(len(row))
        flyers = [
            self.add_flying_card(card, spot, places.deck_rect())
            for card, spot in zip(row, going, strict=False)
        ]
        closing = horizontal_card_offsets(places.row_rects(1), [last])
        folded = snapshot_with_drawn_card(
            before, after, event, before.public._replace(row=row[-1:])
        )

        def move_cards(t: float) -> None:
            for flyer in flyers:
                flyer.set_progress(t)
            self.motion.card_shifts[ROW_KEY] = GapShift(closing, 1 - t)

        def begin_moving_cards() -> None:
            self.motion.card_shifts.clear()
            self._show_snapshot(folded)
            move_cards(0.0)

        return [
            TimedCall(begin_moving_cards),
            self.sound_part("reshuffle"),
            Tween(0.55, move_cards, ease_in_out),
        ]

    def _card_exchange_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate a face-down card to the other hand or the deck, and another card back."""
        places = self._known_places()
        slot = self.screen_slot_of(event.seat)
        own = places.hand_rects(slot, max(1, before.public.hand_sizes[event.seat]))[0]
        if event.action.verb == "swap":
            (other,) = before.public.seating.opponents_of(event.seat)
            size = max(1, before.public.hand_sizes[other])
            goal = places.hand_rects(self.screen_slot_of(other), size)[0]
        else:
            goal = places.deck_rect()
        there, back = self.add_flying_card(None, own, goal), self.add_flying_card(None, goal, own)
        return [
            self.sound_part("draw"),
            Tween(CARD_TRAVEL_SECONDS, there.set_progress),
            self.sound_part("draw"),
            Tween(CARD_TRAVEL_SECONDS, back.set_progress),
        ]

    def _marker_drop_animation(
        self, before: Snapshot, seat: Seat, key: int, double: bool, seconds: float
    ) -> AnimationPart:
        places, context = self._known_places(), self.context
        side = before.public.seating.side_of[seat]
        rect = places.key_rect(key)
        on = before.public.markers_on(key, side)
        # The double stands last, so a single that joins it goes in front.
        free = on - 1 if on and before.public.double[side] == key else on
        n_after = min(3, on + 1)
        line = places.rack_place_rect(
            self._screen_place_of_side(before, side), 0 if not double else 9
        )

        def marker_flight() -> SpriteFlight:
            spots = marker_positions_on_key(rect, n_after, context.theme.board == "servers")
            foot, width = spots[min(free, n_after - 1)]
            sprite = context.sprites.marker(before.marker_style_of(side).marker(double), width)
            return SpriteFlight(sprite, line.center, (foot[0], foot[1] - sprite.size[1] / 2))

        flyer = FlyingSprite(marker_flight, 0.6, context.px(40))
        landed = FlyingSprite(
            lambda: SpriteFlight(*marker_flight()[:1], *(marker_flight().end,) * 2)
        )
        self._add_flying_sprites(flyer, landed)

        def move_marker(t: float) -> None:
            flyer.set_progress(t)
            if 0 < on < n_after:
                self.motion.marker_shift = MarkerShift(key, free, t)

        def bounce_marker(t: float) -> None:
            landed.zoom = 1 + LANDING_GROWTH * sin(pi * t)
            landed.t = 0.0 if t < 1 else 1.0

        return ParallelAnimation(
            (0.0, Tween(seconds, move_marker)),
            (seconds, Tween(LANDING_SECONDS, bounce_marker, linear)),
        )

    def _capture_flight_animation(
        self,
        before: Snapshot,
        seat: Seat,
        key: int,
        taken: int,
        set_capture_ring: Callable[[float], None],
    ) -> AnimationPart:
        places, context = self._known_places(), self.context
        enemy = 1 - before.public.seating.side_of[seat]
        double = before.public.double[enemy] == key
        places_on = marker_positions_on_key(
            places.key_rect(key), taken, context.theme.board == "servers"
        )
        goal = places.captured_marker_rects(self._screen_place_of_side(before, 1 - enemy), 1)[0]
        flyers = []
        for n, (foot, width) in enumerate(places_on):
            piece = before.marker_style_of(enemy).marker(double and n == taken - 1)
            sprite = context.sprites.marker(piece, width * 0.6)
            flight = SpriteFlight(sprite, (foot[0], foot[1] - width * 0.4), goal.center)
            flyers.append(FlyingSprite(partial(SpriteFlight, *flight), 1.6, context.px(30)))
        self._add_flying_sprites(*flyers)

        def move_markers(t: float) -> None:
            set_capture_ring(t)
            for flyer in flyers:
                flyer.set_progress(t)

        return Tween(CAPTURE_FLIGHT_SECONDS, move_markers, ease_in_out)

    # Methods for commands, questions and codes.

    def _command_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate a command: the word is spoken, and a stamp flies to the player who is bound."""
        action, places = event.action, self._known_places()
        assert action.verb == "command"
        word = self.wording.spoken_command(action.kind).strip('“”„«»"')
        stamp = _("Blocked") if action.kind == "guard" else word
        colour = self._colours.players[self._marker_colour_number(before, event.seat)]
        start = self._player_rect(event.seat)
        end = self._player_rect(after.public.seat) if after.public.seat >= 0 else start
        height = max(self.context.px(24), round(places.table.dock.height * 0.16))
        sprite = self.context.sprites.command_stamp(stamp.upper(), height, colour)
        flyer = FlyingSprite(lambda: SpriteFlight(sprite, start.center, end.center), 1.8)
        landed = FlyingSprite(lambda: SpriteFlight(sprite, end.center, end.center), 1.15)
        self._add_flying_sprites(flyer, landed)

        def shrink_stamp(t: float) -> None:
            landed.zoom = interpolate(1.15, 1.0, t)
            landed.t = 0.0 if t < 1 else 1.0

        return [
            self.sound_part(action.kind),
            self._speaker_light_animation(before, event.seat, STAMP_LIGHT_SECONDS),
            Tween(STAMP_FLIGHT_SECONDS, flyer.set_progress, ease_in_out),
            Tween(STAMP_LANDING_SECONDS, shrink_stamp),
        ]

    def _ask_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate a captured marker that pays for an ask, and light on the asked player."""
        (other, _total), *_rest = event.facts.said
        places, side = self._known_places(), before.public.seating.side_of[event.seat]
        paid = before.public.captured[side] - after.public.captured[side]
        light = self._speaker_light_animation(before, other, ASK_PAYMENT_SECONDS)
        if not paid:  # a partner answers free of charge
            return [self.sound_part("ask"), light, self.sound_part("answer")]
        n, goal = before.public.captured[side], self._player_rect(other)
        spot = places.captured_marker_rects(self._screen_place_of_side(before, side), n)[-1]
        piece = before.marker_style_of(1 - side).marker()
        sprite = self.context.sprites.marker(piece, spot.width * 0.72)
        flyer = FlyingSprite(
            lambda: SpriteFlight(sprite, spot.center, goal.center), 1.0, places.table_px(0.05)
        )
        self._add_flying_sprites(flyer)
        gone = list(before.public.captured)
        gone[side] -= paid
        paying = snapshot_during_event(before, before.public._replace(captured=tuple(gone)), event)
        flight = Tween(ASK_PAYMENT_SECONDS * 0.6, flyer.set_progress, ease_in_out)
        return [
            TimedCall(lambda: self._show_snapshot(paying)),
            self.sound_part("ask"),
            ParallelAnimation(
                (0.0, flight),
                (
                    ASK_PAYMENT_SECONDS * 0.4,
                    self._speaker_light_animation(before, other, ASK_PAYMENT_SECONDS * 0.6),
                ),
            ),
            self.sound_part("answer"),
        ]

    def _player_rect(self, seat: Seat) -> Rect:
        """Return the rectangle that represents a player: the face, or the prompt for one's own."""
        return self._known_places().face_or_prompt_rect(self.screen_slot_of(seat))

    def _speaker_light_animation(
        self, before: Snapshot, seat: Seat, seconds: float = SPEAKER_LIGHT_SECONDS
    ) -> AnimationPart:
        """Animate light that spreads from a player who speaks.

        Args:
            seconds: the duration of the animation.
        """
        rect = self._player_rect(seat)
        pulse = LightPulse(
            rect.center, self._colours.players[self._marker_colour_number(before, seat)]
        )
        self.motion.pulses.append(pulse)
        least = min(rect.size) / 2

        def spread_light(t: float) -> None:
            width = max(1.0, 5 * self.context.scale * (1 - t))
            pulse.rings = ((least * (0.95 + 0.35 * t), 1 - t, width),) if t < 1 else ()

        return Tween(seconds, spread_light, ease_out)

    def _code_card_laying_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        revealed = event.facts.revealed
        if revealed is None:
            return [self.sound_part("select")]
        # The state after the reveal, but without the codes: the prompt no longer asks for a code.
        hidden = after.public._replace(codes=(None,) * len(revealed))
        cards = tuple(
            self._flipping_code_card(after, seat, code) for seat, code in enumerate(revealed)
        )
        come = TimedCall(
            lambda: self._show_snapshot(replace(after, public=hidden, entries=before.entries))
        )
        return [come, *code_card_reveal_animation(self.motion, cards, self.sound_part)]

    def _flipping_code_card(
        self, after: Snapshot, seat: Seat, code: str | None
    ) -> FlippingCodeCard:
        """Return the flipping card of a laid code; without a code, both sides look the same."""
        places, context = self._known_places(), self.context
        slot = self.screen_slot_of(seat)
        size = context.px(CODE_SIZE[0]), context.px(CODE_SIZE[1])
        owner, name = self.wording.player_label(seat), self.wording.code_text(code)
        look, dead = after.marker_style_of(seat), after.public.codes[seat] is None
        face = render_code_card_face(context, look, size, owner, name, code, dead=dead)
        back = render_code_card_back(context, look, size) if code else face
        x, y = places.table.keypad.center
        step = (size[0] + context.px(CODE_GAP)) / 2
        place = places.code_card_rect(slot)
        middle = (x + (step if slot else -step), float(y))
        return FlippingCodeCard(back, face, place.center, middle, place.width / size[0] * 0.8)

    def _spoken_action_animation(
        self, before: Snapshot, event: Event, after: Snapshot
    ) -> list[AnimationPart]:
        """Animate an action that the table shows only in words."""
        lines = self.wording.event_lines(after.entries[-1])
        if not lines:
            return [self.sound_part("pass")]
        name, colour = (
            self.wording.player_label(event.seat),
            self._marker_colour_number(before, event.seat),
        )
        return self._announcement_plate_animation(
            AnnouncementPlate(name, lines[0], colour), PLATE_SECONDS, "ask"
        )

    def _marker_colour_number(self, before: Snapshot, seat: Seat) -> int:
        return before.marker_style_of(max(0, before.public.seating.side_of[seat])).colour

    def _announcement_plate_animation(
        self, plate: AnnouncementPlate, seconds: float, sound: str
    ) -> list[AnimationPart]:
        cards = plate.cards

        def turn_cards(t: float) -> None:
            self.motion.plate_card_reveal = t

        def show_plate() -> None:
            self.motion.plate = plate
            turn_cards(0.0 if cards else 1.0)

        def hide_plate() -> None:
            self.motion.plate = None

        turns = [Tween(CARD_FLIP_SECONDS, turn_cards, ease_in_out)] if cards else []
        return [
            TimedCall(show_plate),
            self.sound_part(sound),
            *turns,
            AnimationPause(seconds),
            TimedCall(hide_plate),
        ]

    # Methods for the end of a round.

    def losing_key_veils(self, keys: tuple[Key, ...]) -> tuple[KeyVeil, ...]:
        """Return a veil for each key that has not won; an empty tuple if ``keys`` is empty.

        Args:
            keys: the keys that have won; empty if no key has.
        """
        colour, is_round = self._colours.background, self.context.theme.board == "servers"
        others = [key for key in self._known_places().table.keys if key not in keys] if keys else []
        return tuple(
            KeyVeil(self._known_places().key_rect(key), colour, is_round) for key in others
        )

    def winning_marker_jumps(
        self, keys: tuple[Key, ...], style: MarkerStyle
    ) -> list[AnimationPart]:
        """Animate the winning markers jumping, one key after the other."""
        colour = self._colours.players[style.colour]
        effects = BoardEffects(self.context, self.motion, self._known_places(), colour)
        return [
            part
            for key in keys
            for part in (self.sound_part("key", key), self._marker_jump_animation(key, effects))
        ]

    def _marker_jump_animation(self, key: Key, effects: BoardEffects) -> AnimationPart:
        height = self._known_places().key_rect(key).height * JUMP_HEIGHT

        def set_jump_height(t: float) -> None:
            self.motion.jump_heights[key] = height * 4 * t * (1 - t) if t < 1 else 0.0

        return ParallelAnimation(
            (0.0, Tween(JUMP_SECONDS, set_jump_height, linear)),
            (0.0, effects.winning_rings_animation(key, JUMP_SECONDS)),
        )

    def padlocks_to_score_animation(
        self, keys: tuple[Key, ...], snapshot: Snapshot, side: Side
    ) -> AnimationPart:
        """Animate the padlocks, one for each point, which fly from board to score and open."""
        result, public = snapshot.public.result, snapshot.public
        assert result is not None
        colour, target = (
            self._colours.players[snapshot.marker_style_of(side).colour],
            public.rules.target,
        )
        places = self._known_places()
        boxes = [places.key_rect(key) for key in keys] or [places.table.keypad]
        together: list[tuple[float, AnimationPart]] = []
        for owner, zone, align in self._padlock_places_of_growing_scores(snapshot, side):
            goal = n_score_padlocks(target)
            spots = score_padlock_rects(self.context, zone, public.score[owner], goal, align)
            before = public.score[owner] - result.points
            for n in range(result.points):
                start = boxes[n * (len(boxes) - 1) // max(1, result.points - 1)].center
                end = spots[min(max(0, before + n), len(spots) - 1)]
                together.append((0.0, self._flying_padlock_animation(start, end, colour)))
        return ParallelAnimation(*together)

    def _padlock_places_of_growing_scores(
        self, snapshot: Snapshot, side: Side
    ) -> Iterator[tuple[int, Rect, str]]:
        """Yield the places of the padlocks for each score that grows if a side wins.

        Each place is the index in ``public.score``, the rectangle of the padlocks, and the end of
        the rectangle at which the padlocks begin.
        """
        places = self._known_places()
        for owner in snapshot.public.score_indices(side):
            if snapshot.public.rules.is_individual:
                yield owner, player_score_rect(places, self.screen_slot_of(owner)), "right"
            else:
                yield (
                    owner,
                    *side_score_rect_and_alignment(
                        places, self._screen_place_of_side(snapshot, side)
                    ),
                )

    def _flying_padlock_animation(
        self, start: tuple[int, int], end: Rect, colour: Colour
    ) -> AnimationPart:
        """Animate a padlock that flies to its place in the score and opens there."""
        lock = FlyingPadlock(self.context, start, end, colour)
        self.motion.flying_locks.append(lock)
        return ParallelAnimation(
            (0.0, Tween(LOCK_FLIGHT_SECONDS, lock.set_progress, ease_in_out)),
            (LOCK_FLIGHT_SECONDS, Tween(LOCK_OPENING_SECONDS, lock.set_opening_progress, ease_out)),
        )

    @property
    def _colours(self) -> Colours:
        return self.context.theme.colours

    def _screen_place_of_side(self, before: Snapshot, side: Side) -> int:
        """Return 0 for the side at the lower edge of the screen, and 1 for the other side."""
        sides = before.public.seating.side_of
        lower = next(seat for seat in range(len(sides)) if self.screen_slot_of(seat) == 0)
        return 0 if max(0, sides[lower]) == side else 1

    def _known_places(self) -> TableGeometry:
        assert self.places is not None
        return self.places

    def _add_flying_sprites(self, *flyers: FlyingSprite) -> None:
        for flyer in flyers:
            if flyer not in self.motion.flyers:
                self.motion.flyers.append(flyer)

    def add_flying_card(self, card: int | None, start: Rect, end: Rect) -> FlyingSprite:
        """Return a flying card, which is face down if ``card`` is None."""

        def card_flight() -> SpriteFlight:
            sprite = self.context.sprites.card(CardLook(card), end.size)
            return SpriteFlight(sprite, start.center, end.center)

        flyer = FlyingSprite(card_flight, start.height / end.height, self.context.px(14))
        self._add_flying_sprites(flyer)
        return flyer

    def sound_part(self, event: str, number: int = 0) -> AnimationPart:
        """Return an animation part that plays the sound of an event.

        Args:
            event: the name of the event, as in ``Sounds.play``.
            number: the number of the event's sound, such as the number of the board key.
        """
        return TimedCall(lambda: self._play_sound(event, number))


def horizontal_card_offsets(places: list[Rect], other_places: list[Rect]) -> tuple[float, ...]:
    """Return how many pixels to the right of its place each card's other place lies.

    Args:
        places: the rectangles of the cards.
        other_places: the rectangles of the same cards before or after a move.
    """
    return tuple(float(there.x - here.x) for here, there in zip(places, other_places, strict=True))


# Seconds at the end of a round in which light runs along the line, the table is repainted, and
# nothing moves.
LINE_LIGHT_SECONDS, REPAINT_SECONDS, STILL_SECONDS = 0.35, 0.08, 0.17
DEAL_CARD_SECONDS = 0.17  # seconds in which one card is dealt


class Playback:
    """Plays the events of a match one after the other, at the speed of the animation setting.

    Attributes:
        shown: the snapshot on the screen, which lags behind ``latest`` during an animation.
        result_sound_name: returns the name of the sound for the result of a round.
        has_played_result_sound: whether the sound for the current result has been played.
    """

    def __init__(self, context: Context, wording: MatchSentences, snapshot: Snapshot) -> None:
        self.context = context
        self.shown = snapshot
        self.latest = snapshot
        self.motion = MotionState()
        self.timeline = Timeline()
        self.choreography = MatchAnimator(
            context, wording, self.motion, self._show_snapshot, self._play_sound
        )
        self._silent = False
        self.result_sound_name: Callable[[], str] = lambda: "won"
        self.has_played_result_sound = False
        self._light_line_and_darken_other_keys(snapshot)

    @property
    def is_running(self) -> bool:
        """Whether an animation runs."""
        return self.timeline.is_running

    def set_wording_and_places(
        self,
        wording: MatchSentences,
        geometry: TableGeometry,
        screen_slot_of: Callable[[Seat], int],
    ) -> None:
        """Set the wording, the places and the order of seats for all further animations.

        Args:
            screen_slot_of: returns a seat's place on the screen; 0 is at the lower edge.
        """
        choreography = self.choreography
        choreography.wording, choreography.places = wording, geometry
        choreography.screen_slot_of = screen_slot_of
        self.adopt_speed_setting()
        if not self.is_running:
            self._light_line_and_darken_other_keys(self.shown)

    def adopt_speed_setting(self) -> None:
        """Adopt the animation speed from the settings."""
        self.timeline.speed = animation_speed(self.context.settings)

    def update(self, dt: float) -> None:
        """Advance the animation by ``dt`` seconds."""
        self.timeline.update(dt)

    def skip_animations_silently(self) -> None:
        """Skip all running animations silently, and show the latest snapshot."""
        self._silent = True
        self.timeline.finish()
        self._silent = False
        self.show_without_animation(self.latest)

    def show_without_animation(self, snapshot: Snapshot) -> None:
        """Show a snapshot at once, without an animation."""
        self.shown = self.latest = snapshot
        self.motion.end_all_movement()
        self._light_line_and_darken_other_keys(snapshot)

    def animate_deal(self, snapshot: Snapshot) -> None:
        """Animate the deal of a new round: cards go one by one from the deck to all hands."""
        self.show_without_animation(snapshot)
        self.has_played_result_sound = False
        if self.choreography.places is None or self.timeline.speed <= 0:
            return
        motion = self.motion
        motion.n_dealt = dict.fromkeys(range(len(snapshot.seats)), 0)
        sizes = snapshot.public.hand_sizes
        order = [s for n in range(max(sizes)) for s, size in enumerate(sizes) if n < size]
        counted: dict[Seat, int] = {}
        for seat in order:
            n = counted[seat] = counted.get(seat, 0) + 1
            self._add_animation_of_dealt_card(snapshot, seat, n)
        self.timeline.add(TimedCall(lambda: self._show_and_end_movement(snapshot)))

    def _add_animation_of_dealt_card(self, snapshot: Snapshot, seat: Seat, n_cards: int) -> None:
        places, motion = self.choreography.places, self.motion
        assert places is not None
        slot = self.choreography.screen_slot_of(seat)
        end = places.hand_rects(slot, snapshot.public.hand_sizes[seat])[n_cards - 1]
        flyer = self.choreography.add_flying_card(None, places.deck_rect(), end)

        def add_card() -> None:
            if motion.n_dealt is not None:
                motion.n_dealt[seat] = n_cards

        self.timeline.add(TimedCall(lambda: self._play_sound("draw", 0)))
        self.timeline.add(Tween(DEAL_CARD_SECONDS, flyer.set_progress))
        self.timeline.add(TimedCall(add_card))

    def animate_to(self, snapshot: Snapshot) -> None:
        """Animate the event that leads from the latest snapshot to ``snapshot``.

        If there is not exactly one such event, show the snapshot at once.
        """
        before = self.latest
        news = snapshot.entries[len(before.entries) :]
        self.latest = snapshot
        if len(news) != 1 or self.choreography.places is None:
            self.timeline.finish()
            self.show_without_animation(snapshot)
            return
        for part in self.choreography.animations_of_event(before, news[0].event, snapshot):
            self.timeline.add(part)
        hidden = _seats_with_newly_shown_hands(before, snapshot)
        self.timeline.add(TimedCall(lambda: self._show_and_end_movement(snapshot, hidden)))
        if snapshot.public.result is not None:
            # Added by a call after ``_show_and_end_movement``, which removes all motion.
            self.timeline.add(TimedCall(lambda: self._add_round_end_animation(snapshot, hidden)))

    def _show_and_end_movement(
        self, snapshot: Snapshot, hidden: frozenset[Seat] = frozenset()
    ) -> None:
        """Show a snapshot when its animation has ended.

        Args:
            snapshot: the snapshot after the animated event.
            hidden: the seats whose hands are revealed but have not turned over yet.
        """
        self.shown = snapshot
        self.motion.end_movement_of_event()
        self.motion.hand_reveals = (hidden, 0.0) if hidden else None

    def _add_round_end_animation(self, snapshot: Snapshot, hidden: frozenset[Seat]) -> None:
        """Add the animation of the end of a round to the timeline.

        Args:
            snapshot: the snapshot after the round.
            hidden: the seats whose hands are revealed but have not turned over yet.
        """
        for part in self.round_end_animation(snapshot, hidden):
            self.timeline.add(part)

    def round_end_animation(
        self, snapshot: Snapshot, hidden: frozenset[Seat]
    ) -> list[AnimationPart]:
        """Return the animation of the end of a round.

        The winning markers jump, and light runs along a line while the other keys darken. Then
        hidden hands turn over, and padlocks fly to the winner's score and open.

        Args:
            hidden: the seats whose hands are revealed now but have not turned over yet.
        """
        keys, motion = keys_that_won(snapshot.entries), self.motion
        result = snapshot.public.result
        assert result is not None
        side, choreography = result.side, self.choreography
        veils = choreography.losing_key_veils(keys) if choreography.places is not None else ()

        def light_line(t: float) -> None:
            motion.completed_line = (keys, side, t)
            motion.veils = (veils, t)

        def turn_hands(t: float) -> None:
            motion.hand_reveals = (hidden, t) if t < 1 else None

        def hold_points_back() -> None:
            motion.held_points = dict.fromkeys(snapshot.public.score_indices(side), result.points)
            self._show_snapshot(replace(snapshot))

        def add_points() -> None:
            motion.held_points = {}
            self._show_snapshot(replace(snapshot))

        parts: list[AnimationPart] = [TimedCall(hold_points_back)]
        if keys:
            parts += choreography.winning_marker_jumps(keys, snapshot.marker_style_of(side))
            parts += [self._result_sound_call(), Tween(LINE_LIGHT_SECONDS, light_line, ease_in_out)]
        else:
            parts.append(self._result_sound_call())
        flight = choreography.padlocks_to_score_animation(keys, snapshot, side)
        turning = Tween(CARD_FLIP_SECONDS, turn_hands, ease_in_out)
        together: list[tuple[float, AnimationPart]] = [(0.0, flight)]
        if hidden:
            together += [(0.0, choreography.sound_part("reveal")), (0.0, turning)]
        parts += [ParallelAnimation(*together), TimedCall(add_points)]
        # Landed padlocks stay until the repainted table shows them.
        return [
            *parts,
            AnimationPause(REPAINT_SECONDS),
            TimedCall(motion.end_all_movement),
            AnimationPause(STILL_SECONDS),
        ]

    def _result_sound_call(self) -> TimedCall:
        """Return a call that plays the sound of the result, once for each result."""

        def play_result_sound() -> None:
            if not self._silent:
                self.has_played_result_sound = True
                self._play_sound(self.result_sound_name(), 0)

        return TimedCall(play_result_sound)

    def _light_line_and_darken_other_keys(self, snapshot: Snapshot) -> None:
        """Light the winning line and darken the other keys, if a round is over."""
        result, keys = snapshot.public.result, keys_that_won(snapshot.entries)
        if result is None or not keys:
            self.motion.completed_line, self.motion.veils = None, ((), 0.0)
            return
        self.motion.completed_line = (keys, result.side, 1.0)
        if self.choreography.places is not None:
            self.motion.veils = (self.choreography.losing_key_veils(keys), 1.0)

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.shown = snapshot

    def _play_sound(self, event: str, number: int) -> None:
        if not self._silent:
            self.context.play(event, number)


def _seats_with_newly_shown_hands(before: Snapshot, after: Snapshot) -> frozenset[Seat]:
    """Return the seats whose hands were hidden ``before`` and are open ``after``."""
    if after.hands is None or before.hands is not None:
        return frozenset()
    seen = None if before.observation is None else before.observation.seat
    return frozenset(seat for seat, hand in enumerate(after.hands) if hand and seat != seen)


DRAWN_CARD_RING_SECONDS = 1.6  # seconds for which a drawn card that has turned over has a ring
# Seconds for which a drawn card is shown before the screen moves on by itself.
DRAWN_CARD_VIEW_SECONDS = 6.0
# Seconds after a draw in which input is ignored, since it may be meant for the draw.
DRAWN_CARD_INPUT_DELAY = 0.4


class NewlyDrawnCards:
    """Tracks, for a short time, the cards of the hand that have just been drawn.

    Attributes:
        age: the seconds since the cards were drawn.
    """

    def __init__(self, motion: MotionState) -> None:
        self._motion = motion
        self._cards: tuple[Card, ...] = ()
        self._hand: tuple[Seat, Counts] | None = None
        self.age = 0.0

    def remember_drawn_cards(self, snapshot: Snapshot) -> None:
        """Remember the cards that the newest action brought into the viewer's hand."""
        if not snapshot.entries or snapshot.viewer is None or snapshot.observation is None:
            self.forget_drawn_cards()
            return
        event = snapshot.entries[-1].event
        if event.seat == snapshot.viewer:
            self._cards, self._hand = (
                event.facts.drawn,
                (snapshot.viewer, snapshot.observation.hand),
            )
            self.age, self._motion.drawn_card_reveal = 0.0, 0.0

    def forget_drawn_cards(self) -> None:
        """Stop treating any card as new."""
        self._cards, self._hand, self._motion.drawn_card_reveal = (), None, 1.0

    def newly_drawn_in_snapshot(self, snapshot: Snapshot) -> tuple[Card, ...]:
        """Return the cards of a snapshot's visible hand that have just been drawn.

        The result is empty if no hand or every hand is visible, if another seat's hand is visible,
        or if the hand has changed since the draw.
        """
        seen = snapshot.observation
        if seen is None or snapshot.hands is not None or self._hand != (seen.seat, seen.hand):
            return ()
        return self._cards

    def update(self, dt: float, speed: float, stays: bool) -> bool:
        """Advance by ``dt`` seconds; return whether the picture changes.

        Args:
            dt: the seconds since the last call.
            speed: the speed of the animation; 0 shows the cards at once.
            stays: whether the cards stay new until ``forget_drawn_cards`` is called.
        """
        if not self._cards:
            return False
        self.age += dt
        turned = self._motion.drawn_card_reveal
        self._motion.drawn_card_reveal = (
            ease_in_out(min(1.0, self.age * speed / CARD_FLIP_SECONDS)) if speed > 0 else 1.0
        )
        if self.age > CARD_FLIP_SECONDS + DRAWN_CARD_RING_SECONDS and not stays:
            self.forget_drawn_cards()
            return True
        return turned < 1.0

    @property
    def are_turning_over(self) -> bool:
        """Whether the new cards are still turning over."""
        return bool(self._cards) and self._motion.drawn_card_reveal < 1.0


WATCH_SPEEDS = (1, 2, 4)


@dataclass(slots=True)
class WatchControls:
    """The pause and speed controls of a watched match between computers.

    Attributes:
        is_paused: whether the computer players wait.
        speed: the speed as a multiple of the usual speed.
        last_turn: the number of a turn that may be finished although play is paused; -1 for none.
    """

    is_paused: bool = False
    speed: int = 1
    last_turn: int = -1

    def may_computers_act_in_turn(self, turn: int) -> bool:
        """Return whether the computer players may act in turn number ``turn``."""
        return not self.is_paused or turn <= self.last_turn

    def toggle_pause(self) -> None:
        """Pause the match, or resume it."""
        self.is_paused = not self.is_paused
        self.last_turn = -1

    def finish_turn_and_pause(self, turn: int) -> None:
        """Let the computer players finish turn number ``turn``, then pause."""
        self.is_paused, self.last_turn = True, turn

    def switch_to_next_speed(self) -> None:
        """Change to the next speed; after the highest speed, change to the lowest."""
        n = WATCH_SPEEDS.index(self.speed) + 1
        self.speed = WATCH_SPEEDS[n % len(WATCH_SPEEDS)]


class MatchPresenter:
    """Presents the match of a session at the table, animated by a ``Playback``.

    Attributes:
        bottom: the seat at the lower edge of the screen.
    """

    def __init__(self, context: Context, session: MatchSession) -> None:
        self.session = session
        self.wording = MatchSentences(session.rules, session.seats, session.sole_player)
        snapshot = session.snapshot()
        self.bottom: Seat = (
            snapshot.viewer if snapshot.viewer is not None else session.viewer_while_cards_hidden
        )
        self.playback = Playback(context, self.wording, snapshot)
        self.drawn = NewlyDrawnCards(self.playback.motion)

    def set_animation_places(self, geometry: TableGeometry) -> None:
        """Set the places between which cards and markers are animated."""
        self.playback.set_wording_and_places(self.wording, geometry, self.screen_slot_of)

    def screen_slot_of(self, seat: Seat) -> int:
        """Return the place of a seat on the screen: 0 at the lower edge, then clockwise."""
        return (seat - self.bottom) % len(self.session.seats)

    def rebuild_wording(self) -> None:
        """Skip all animations and rebuild the wording, after a change of language or theme."""
        self.skip_to_newest_snapshot()
        self.wording = MatchSentences(
            self.session.rules, self.session.seats, self.session.sole_player
        )

    def skip_to_newest_snapshot(self) -> None:
        """Skip all animations and show the newest snapshot."""
        self.playback.skip_animations_silently()
        self.show_newest_snapshot()

    def show_newest_snapshot(self) -> None:
        """Show the newest snapshot; must not be called while an animation runs."""
        self.playback.show_without_animation(self.session.snapshot())

    def animate_session_changes(self) -> Snapshot:
        """Bring the table to the newest snapshot of the match, and return this snapshot.

        A new deal or a single new action is animated; all else is shown at once.
        """
        snapshot = self.session.snapshot()
        if snapshot.viewer is not None:
            self.bottom = snapshot.viewer
        self.playback.adopt_speed_setting()
        if not snapshot.events and self.playback.latest.events:
            self.playback.animate_deal(snapshot)
        else:
            self.playback.animate_to(snapshot)
        self.drawn.remember_drawn_cards(snapshot)
        return snapshot

    def make_view_model(
        self,
        turn: PlayerTurnDraft,
        aids: str,
        earlier: TableViewModel | None = None,
        *,
        has_computer_remarks: bool = False,
        can_pin_cards: bool = False,
    ) -> TableViewModel:
        """Return the view model of what the table now shows.

        Args:
            turn: the turn that the player at the screen is composing.
            aids: the memory aids to show, a value of the setting ``aids``.
            earlier: the previous view model, whose unchanged values are reused.
            has_computer_remarks: whether computer players make remarks.
            can_pin_cards: whether the player may pin guesses on other players' cards.
        """
        session, snapshot, still = self.session, self.playback.shown, not self.playback.is_running
        return make_table_view_model(
            snapshot,
            self.wording,
            self.bottom,
            aids=aids,
            draft=turn.draft,
            can_act=session.may_act and still and not turn.veiled,
            is_veiled=turn.veiled,
            is_thinking=session.is_thinking and still,
            is_dealing=self.playback.motion.n_dealt is not None,
            is_showing_new_cards=session.is_showing_drawn_card and still,
            new_cards=self.drawn.newly_drawn_in_snapshot(snapshot),
            round_number=session.round_number,
            is_spectator=session.is_online_spectator,
            has_computer_remarks=has_computer_remarks,
            pins=session.shown_pins if can_pin_cards else None,
            match_chances=session.match_chances,
            earlier=earlier,
        )


PAUSE_AFTER_ACTION: Mapping[str, float] = {
    "instant": 0.0,
    "quick": 0.45,
    "normal": 0.8,
    "slow": 1.5,
}
"""Seconds for which the action of a computer player stays in view, by the setting ``pace``."""
PAUSE_SHARE_BEFORE_COMMAND = 0.4  # fraction of these seconds that separates a card from its command


def seconds_to_pause_after(snapshot: Snapshot, local_seats: Collection[Seat], pace: str) -> float:
    """Return the seconds for which the newest action stays in view; 0 for a local player's.

    Args:
        snapshot: the snapshot after the action.
        local_seats: the seats of the people at this computer.
        pace: the value of the setting ``pace``.
    """
    if not snapshot.entries:
        return 0.0
    entry = snapshot.entries[-1]
    if entry.event.seat in local_seats:
        return 0.0
    whole = PAUSE_AFTER_ACTION[pace]
    goes_on = entry.after.result is None and entry.after.seat == entry.event.seat
    awaits_command = entry.event.action.row_card is not None and goes_on
    return whole * PAUSE_SHARE_BEFORE_COMMAND if awaits_command else whole
