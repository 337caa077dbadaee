"""How each kind of event is shown: from one event to the parts of a timeline.

Nothing here depends on a hidden card: every draw, every exchange looks the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect

from hacktrick.game.actions import Ask, Command, Draw, Lay, Partner, Play, Start, Swap, Under
from hacktrick.game.rules import Seat
from hacktrick.game.view import Event
from hacktrick.seat.halfway import between, drawn, landed
from hacktrick.seat.session import Glance
from hacktrick.seat.threats import threats
from hacktrick.ui.paint.boxes import ways_between
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.markers import spots
from hacktrick.ui.stage.animation import Moment, Part, Tween, Wait, ease_in, ease_in_out
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.motion import ROW, Flyer, Motion, Plate, Room, Shift
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.turning import CodeCard, code_back, code_face
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

TRAVEL, DROP, CAPTURE, SUM = 0.30, 0.32, 0.34, 0.22
SAY, ANSWER, REVEAL = 0.75, 1.2, 1.5
TURN = 0.42  # a card turns over
CODE_SIZE = (156.0, 208.0)  # units of a code that is revealed
CODE_GAP = 14.0


class Choreography:
    """Makes the parts for one playback.

    Args:
        put: shows a glance, a moment between two of the session's.
        sound: plays a sound unless motion is being cut.
    """

    def __init__(
        self,
        context: Context,
        wording: Wording,
        motion: Motion,
        put: Callable[[Glance], None],
        sound: Callable[[str, int], None],
    ) -> None:
        self.context, self.wording, self.motion = context, wording, motion
        self._put, self._sound = put, sound
        self.places: Places | None = None
        self.slot_of: Callable[[Seat], int] = lambda seat: seat

    def parts(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        action = event.action
        if isinstance(action, Play):
            return self._play(before, event, after)
        if isinstance(action, Start):
            return self._start(before, event, after)
        if isinstance(action, Draw):
            return self._draw(before, event, after)
        if isinstance(action, Command):
            name, word = self.wording.name(event.seat), self.wording.command(action.kind)
            return self._say(word, name, event.seat, before, SAY, action.kind)
        if isinstance(action, (Ask, Partner)):
            return self._asked(before, event)
        if isinstance(action, Lay):
            return self._lay(before, event, after)
        if isinstance(action, (Swap, Under)):
            return self._exchange(before, event)
        lines = self.wording.lines(after.entries[-1])
        if not lines:
            return [self.sounding("pass")]
        return self._say(self.wording.name(event.seat), lines[0], event.seat, before, SAY, "ask")

    # Cards

    def _play(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        action = event.action
        assert isinstance(action, Play)
        public = before.public
        last = public.row[-1]
        key, side = last + action.card, public.side
        parts = self._to_the_row(before, event, action.card)

        def add_up() -> None:
            self.motion.sum = (last, action.card)

        parts += [Moment(add_up), Wait(SUM), self.sounding("key", key)]
        parts.append(self._marker_drops(before, event.seat, key, action.double))
        taken = public.markers_on(key, 1 - side)
        standing = landed(before, after, event)
        if self._threatens(before, after, side):
            parts.append(self.sounding("threat"))
        if taken:
            parts += [
                Moment(lambda: self._put(standing)),
                self.sounding("capture", taken),
                self._captured(before, event.seat, key, taken),
            ]
        return parts

    def _threatens(self, before: Glance, after: Glance, side: int) -> bool:
        """Whether a key would win now that did not before, at tables that are shown such things."""
        if self.context.settings.aids != "learning" or after.public.result is not None:
            return False
        now, then = (
            {one.key for one in threats(glance.public, side)} for glance in (after, before)
        )
        return bool(now - then)

    def _to_the_row(self, before: Glance, event: Event, card: int) -> list[Part]:
        """The card leaves the hand and lands at the end of the row."""
        places, public = self._places(), before.public
        n = public.hand_sizes[event.seat]
        held = self._index_in_hand(before, event.seat, card)
        sizes = list(public.hand_sizes)
        sizes[event.seat] -= 1
        gone = between(before, public._replace(hand_sizes=tuple(sizes)), event)
        lying = between(
            before, public._replace(hand_sizes=tuple(sizes), row=(*public.row, card)), event
        )
        slot = self.slot_of(event.seat)
        full, left = places.hand(slot, n), places.hand(slot, n - 1)
        row, longer = places.row(len(public.row)), places.row(len(public.row) + 1)
        closing = ways_between(left, full[:held] + full[held + 1 :])
        opening = ways_between(row, longer[:-1])
        flyer = self.card_flyer(card, full[held], longer[-1])

        def move(t: float) -> None:
            flyer.move(t)
            self.motion.shifts[event.seat] = Shift(closing, 1 - t)
            self.motion.shifts[ROW] = Shift(opening, t)

        def leave() -> None:
            self._put(gone)
            move(0.0)

        def lie() -> None:
            self._put(lying)
            self.motion.shifts.clear()

        return [Moment(leave), Tween(TRAVEL, move), Moment(lie)]

    def _index_in_hand(self, before: Glance, seat: Seat, card: int) -> int:
        """Where a played card leaves from: its own place if it is seen, else the middle. The
        middle tells nothing."""
        n = before.public.hand_sizes[seat]
        if before.seen is None or before.seen.seat != seat:
            return n // 2
        return sum(before.seen.hand[:card])

    def _start(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        action = event.action
        assert isinstance(action, Start)
        parts = self._to_the_row(before, event, action.card)
        said = event.facts.said
        title = " : ".join(str(total) for _seat, total in said)
        text = self.wording.sums(said)
        return [*parts, *self._say(title, text, event.seat, before, ANSWER, "answer")]

    def _draw(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        """The same for every card: a back slides from the deck to the hand."""
        places = self._places()
        slot = self.slot_of(event.seat)
        n = before.public.hand_sizes[event.seat] + 1
        parts: list[Part] = []
        shown = event.facts.shown
        if shown and shown[0][1]:
            title = _("No card fits")
            text = _("{name} shows the hand").format(name=self.wording.name(event.seat))
            cards = shown[0][1]
            parts += self._say(title, text, event.seat, before, REVEAL, "reveal", cards)
        held = places.hand(slot, n)
        flyer = self.card_flyer(None, places.deck(), held[-1])
        opening = ways_between(places.hand(slot, n - 1), held[:-1])

        def move(t: float) -> None:
            flyer.move(t)
            self.motion.shifts[event.seat] = Shift(opening, t)

        parts += [self.sounding("draw"), Tween(TRAVEL, move)]
        if event.facts.reshuffled:
            parts += self._reshuffle(before, event, after)
        return parts

    def _reshuffle(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        """The row goes back to the deck but for its last card, which moves to the middle."""
        places, row = self._places(), before.public.row
        *going, last = places.row(len(row))
        flyers = [
            self.card_flyer(card, spot, places.deck())
            for card, spot in zip(row, going, strict=False)
        ]
        closing = ways_between(places.row(1), [last])
        folded = drawn(before, after, event, before.public._replace(row=row[-1:]))

        def move(t: float) -> None:
            for flyer in flyers:
                flyer.move(t)
            self.motion.shifts[ROW] = Shift(closing, 1 - t)

        def fold() -> None:
            self.motion.shifts.clear()
            self._put(folded)
            move(0.0)

        return [Moment(fold), self.sounding("reshuffle"), Tween(0.55, move, ease_in_out)]

    def _exchange(self, before: Glance, event: Event) -> list[Part]:
        """Backs go to the other hand or to the deck and come back: nothing to be read from them."""
        places = self._places()
        slot = self.slot_of(event.seat)
        own = places.hand(slot, max(1, before.public.hand_sizes[event.seat]))[0]
        if isinstance(event.action, Swap):
            (other,) = before.public.seating.opponents_of(event.seat)
            size = max(1, before.public.hand_sizes[other])
            goal = places.hand(self.slot_of(other), size)[0]
        else:
            goal = places.deck()
        there, back = self.card_flyer(None, own, goal), self.card_flyer(None, goal, own)
        return [
            self.sounding("draw"),
            Tween(TRAVEL, there.move),
            self.sounding("draw"),
            Tween(TRAVEL, back.move),
        ]

    # Markers

    def _marker_drops(self, before: Glance, seat: Seat, key: int, double: bool) -> Part:
        places, context = self._places(), self.context
        side = before.public.seating.side_of[seat]
        rect = places.key(key)
        on = before.public.markers_on(key, side)
        # The double stands last, so a single that joins it comes before it.
        free = on - 1 if on and before.public.double[side] == key else on
        places_on = spots(rect, min(3, on + 1), context.theme.board == "servers")
        foot, width = places_on[min(free, len(places_on) - 1)]
        sprite = context.sprites.marker(before.look(side).piece(double), width)
        end = (foot[0], foot[1] - sprite.size[1] / 2)
        line = places.supply(self.slot_of(seat))
        start = (line.centerx, line.centery)
        flyer = Flyer(sprite, start, end, 0.4, context.px(40))
        self._keep(flyer)

        def move(t: float) -> None:
            flyer.move(t)
            if 0 < on < len(places_on):
                self.motion.room = Room(key, free, t)

        return Tween(DROP, move)

    def _captured(self, before: Glance, seat: Seat, key: int, taken: int) -> Part:
        places, context = self._places(), self.context
        enemy = 1 - before.public.seating.side_of[seat]
        double = before.public.double[enemy] == key
        places_on = spots(places.key(key), taken, context.theme.board == "servers")
        goal = places.captured(self.slot_of(seat))
        flyers = []
        for n, (foot, width) in enumerate(places_on):
            piece = before.look(enemy).piece(double and n == taken - 1)
            sprite = context.sprites.marker(piece, width * 0.6)
            start = (foot[0], foot[1] - width * 0.4)
            flyers.append(Flyer(sprite, start, goal.center, 1.6, context.px(30)))
        self._keep(*flyers)

        def move(t: float) -> None:
            for flyer in flyers:
                flyer.move(t)

        return Tween(CAPTURE, move, ease_in_out)

    # Words

    def _asked(self, before: Glance, event: Event) -> list[Part]:
        (other, total), *_rest = event.facts.said
        name = self.wording.name(other)
        return [
            self.sounding("ask"),
            *self._say(str(total), name, other, before, ANSWER, "answer"),
        ]

    def _lay(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        revealed = event.facts.revealed
        if revealed is None:
            return [self.sounding("select")]
        return self._reveal(before, revealed, after)

    def _reveal(
        self, before: Glance, revealed: tuple[str | None, ...], after: Glance
    ) -> list[Part]:
        """Both codes come to the middle of the board, turn up together, and go back."""
        cards = tuple(self._code_card(after, seat, code) for seat, code in enumerate(revealed))
        hidden = before.public._replace(sealed=(False,) * len(revealed))

        def come() -> None:
            self._put(replace(before, public=hidden))
            self.motion.codes = cards

        def move(t: float) -> None:
            for card in cards:
                card.at = t

        def turn(t: float) -> None:
            for card in cards:
                card.open = t

        def go() -> None:
            self.motion.codes = ()

        return [
            Moment(come),
            self.sounding("select"),
            Tween(TRAVEL, move),
            self.sounding("reveal"),
            Tween(TURN, turn, ease_in_out),
            Wait(REVEAL),
            Tween(TRAVEL, lambda t: move(1 - t), ease_in),
            Moment(go),
        ]

    def _code_card(self, after: Glance, seat: Seat, code: str | None) -> CodeCard:
        """A code on its way; a place without a code has nothing to turn over."""
        places, context = self._places(), self.context
        slot = self.slot_of(seat)
        size = context.px(CODE_SIZE[0]), context.px(CODE_SIZE[1])
        owner, name = self.wording.name(seat), self.wording.code(code)
        look, dead = after.look(seat), after.public.codes[seat] is None
        face = code_face(context, look, size, owner, name, code, dead=dead)
        back = code_back(context, look, size) if code else face
        x, y = places.table.keypad.center
        step = (size[0] + context.px(CODE_GAP)) / 2
        place = places.code(slot)
        middle = (x + (step if slot else -step), float(y))
        return CodeCard(back, face, place.center, middle, place.width / size[0] * 0.8)

    def _say(
        self,
        title: str,
        text: str,
        seat: Seat,
        before: Glance,
        seconds: float,
        sound: str,
        cards: tuple[int, ...] = (),
    ) -> list[Part]:
        side = max(0, before.public.seating.side_of[seat])
        plate = Plate(title, text, before.look(side).colour, cards)

        def turn(t: float) -> None:
            self.motion.shown = t

        def show() -> None:
            self.motion.plate = plate
            turn(0.0 if cards else 1.0)

        def hide() -> None:
            self.motion.plate = None

        turns = [Tween(TURN, turn, ease_in_out)] if cards else []
        return [Moment(show), self.sounding(sound), *turns, Wait(seconds), Moment(hide)]

    # Helpers

    def _places(self) -> Places:
        assert self.places is not None
        return self.places

    def _keep(self, *flyers: Flyer) -> None:
        for flyer in flyers:
            if flyer not in self.motion.flyers:
                self.motion.flyers.append(flyer)

    def card_flyer(self, card: int | None, start: Rect, end: Rect) -> Flyer:
        sprite = self.context.sprites.card(CardLook(card), end.size)
        zoom = start.height / end.height
        flyer = Flyer(sprite, start.center, end.center, zoom, self.context.px(14))
        self._keep(flyer)
        return flyer

    def sounding(self, event: str, number: int = 0) -> Part:
        return Moment(lambda: self._sound(event, number))
