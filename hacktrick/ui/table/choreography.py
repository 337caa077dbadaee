"""How each kind of event is shown: from one event to the parts of a timeline.

Nothing here depends on a hidden card: every draw, every exchange looks the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect

from hacktrick.game.actions import Ask, Command, Draw, Lay, Partner, Play, Start, Swap, Under
from hacktrick.game.keypad import Key
from hacktrick.game.rules import Seat
from hacktrick.game.view import Event
from hacktrick.seat.chronicle import won_with_double
from hacktrick.seat.glance import Glance
from hacktrick.seat.halfway import between, drawn, landed
from hacktrick.seat.threats import threats
from hacktrick.seat.told import Told
from hacktrick.ui.paint.boxes import ways_between
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.markers import spots
from hacktrick.ui.stage.animation import Moment, Part, Tween, Wait, ease_in_out
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.feelings import WINNING_DROP, WINNING_TRAVEL, Feelings
from hacktrick.ui.table.motion import ROW, Flyer, Motion, Plate, Room, Shift
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.revealing import CODE_GAP, CODE_SIZE, REVEAL, TRAVEL, TURN, reveal
from hacktrick.ui.table.turning import CodeCard, code_back, code_face
from hacktrick.words.equation import tokens
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

DROP, CAPTURE, SUM, DRAW = 0.32, 0.34, 0.22, 0.42
SAY, ANSWER = 0.75, 1.2


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
            return self._asked(before, event, after)
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
        result = after.public.result
        wins = result is not None and result.side == side
        parts = self._to_the_row(before, event, action.card, WINNING_TRAVEL if wins else TRAVEL)

        def add_up() -> None:
            self.motion.sum = (last, action.card)

        parts += [Moment(add_up), Wait(SUM), self.sounding("key", key)]
        drop = WINNING_DROP if wins else DROP
        parts.append(self._marker_drops(before, event.seat, key, action.double, drop))
        taken = public.markers_on(key, 1 - side)
        stands = Moment(partial(self._stand, landed(before, after, event)))
        feelings = self._feelings(before, side)
        threatening = self._threatening(before, after, side)
        if threatening:
            parts += [self.sounding("threat"), stands]
            parts.append(feelings.breath(threatening))
        if taken:
            blow = self._captured(before, event.seat, key, taken, feelings.blow(key))
            parts += [stands, self.sounding("capture", taken), blow]
        if wins:
            parts += [stands, feelings.burst(key)]
            if won_with_double(after.entries[-1]):
                parts.append(feelings.burst(after.public.double[side]))
        return parts

    def _stand(self, landed: Glance) -> None:
        """The marker is one of those on its key, for which they have moved aside."""
        self.motion.room = None
        self._put(landed)

    def _feelings(self, before: Glance, side: int) -> Feelings:
        colour = self.context.theme.colours.players[before.look(side).colour]
        return Feelings(self.context, self.motion, self._places(), colour)

    def _threatening(self, before: Glance, after: Glance, side: int) -> set[Key]:
        """The keys that would win now and would not before, at tables that are shown such
        things."""
        if self.context.settings.aids != "learning" or after.public.result is not None:
            return set()
        now, then = (
            {one.key for one in threats(glance.public, side)} for glance in (after, before)
        )
        return now - then

    def _to_the_row(
        self, before: Glance, event: Event, card: int, seconds: float = TRAVEL
    ) -> list[Part]:
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

        return [Moment(leave), Tween(seconds, move), Moment(lie)]

    def _index_in_hand(self, before: Glance, seat: Seat, card: int) -> int:
        """Where a played card leaves from: its own place if it is seen, else the middle. The
        middle tells nothing."""
        n = before.public.hand_sizes[seat]
        if before.hands is not None and card in before.hands[seat]:
            return before.hands[seat].index(card)
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

        parts += [self.sounding("draw"), Tween(DRAW, move)]
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

    def _marker_drops(
        self, before: Glance, seat: Seat, key: int, double: bool, seconds: float = DROP
    ) -> Part:
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

        return Tween(seconds, move)

    def _captured(
        self, before: Glance, seat: Seat, key: int, taken: int, blow: Callable[[float], None]
    ) -> Part:
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
            blow(t)
            for flyer in flyers:
                flyer.move(t)

        return Tween(CAPTURE, move, ease_in_out)

    # Words

    def _asked(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        (other, total), *_rest = event.facts.said
        told = Told(other, total, before.public.turn + 1, before.public.hand_sizes[other])
        text = self.wording.lines(after.entries[-1])[0]
        plate = Plate("", text, self._colour_of(before, other), sum=tokens(told))
        return [self.sounding("ask"), *self._show_plate(plate, ANSWER, "answer")]

    def _lay(self, before: Glance, event: Event, after: Glance) -> list[Part]:
        revealed = event.facts.revealed
        if revealed is None:
            return [self.sounding("select")]
        hidden = before.public._replace(sealed=(False,) * len(revealed))
        cards = tuple(self._code_card(after, seat, code) for seat, code in enumerate(revealed))
        come = Moment(lambda: self._put(replace(before, public=hidden)))
        return [come, *reveal(self.motion, cards, self.sounding)]

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
        return self._show_plate(
            Plate(title, text, self._colour_of(before, seat), cards), seconds, sound
        )

    def _colour_of(self, before: Glance, seat: Seat) -> int:
        return before.look(max(0, before.public.seating.side_of[seat])).colour

    def _show_plate(self, plate: Plate, seconds: float, sound: str) -> list[Part]:
        cards = plate.cards

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
