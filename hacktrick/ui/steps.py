"""How each kind of event looks: from one event to the parts of a timeline.

Nothing here depends on a hidden card: every draw, every exchange looks the same.
"""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from hacktrick.game.actions import Ask, Command, Draw, Lay, Partner, Play, Start, Swap, Under
from hacktrick.game.cards import minus
from hacktrick.game.rules import Seat
from hacktrick.game.state import PublicState
from hacktrick.game.view import Event
from hacktrick.ui.animation import Moment, Part, Tween, Wait, ease_in_out
from hacktrick.ui.chronicle import chronicle
from hacktrick.ui.context import Context
from hacktrick.ui.paint_cards import CardLook
from hacktrick.ui.paint_markers import spots
from hacktrick.ui.session import Glance
from hacktrick.ui.views.motion import Flyer, Motion, Plate
from hacktrick.ui.views.places import Places
from hacktrick.ui.wording import Wording
from hacktrick.ui.words import _

TRAVEL, DROP, CAPTURE, SUM = 0.30, 0.32, 0.34, 0.22
SAY, ANSWER, REVEAL = 0.75, 1.2, 1.5


class Steps:
    """Makes the parts for one stage.

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
            return self._lay(before, event)
        if isinstance(action, (Swap, Under)):
            return self._exchange(before, event)
        lines = self.wording.lines(chronicle(after.public, after.events)[-1])
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
        landed = self._landed(before, after, event)
        if taken:
            parts += [
                Moment(lambda: self._put(landed)),
                self.sounding("capture", taken),
                self._captured(before, event.seat, key, taken),
            ]
        return parts

    def _landed(self, before: Glance, after: Glance, event: Event) -> Glance:
        """The marker stands, what it takes is in the air: the captor has not got it yet."""
        public = after.public._replace(
            captured=before.public.captured,
            phase="command",
            seat=event.seat,
            score=before.public.score,
            result=None,
        )
        return self._glance(before, public, event)

    def _glance(self, before: Glance, public: PublicState, event: Event) -> Glance:
        """A moment between two glances: the old one with another public state."""
        card = event.action.card if isinstance(event.action, (Play, Start)) else None
        seen = before.seen
        if seen is not None:
            hand = seen.hand
            if card is not None and seen.seat == event.seat:
                hand = minus(hand, card)
            seen = seen._replace(public=public, hand=hand)
        return Glance(
            before.viewer,
            public,
            seen,
            before.events,
            before.seats,
            before.looks,
            before.version,
        )

    def _to_the_row(self, before: Glance, event: Event, card: int) -> list[Part]:
        """The card leaves the hand and lands at the end of the row."""
        places, public = self._places(), before.public
        n = public.hand_sizes[event.seat]
        held = self._index_in_hand(before, event.seat, card)
        sizes = list(public.hand_sizes)
        sizes[event.seat] -= 1
        gone = self._glance(before, public._replace(hand_sizes=tuple(sizes)), event)
        lying = self._glance(
            before, public._replace(hand_sizes=tuple(sizes), row=(*public.row, card)), event
        )
        start = places.hand(self.slot_of(event.seat), n)[held]
        end = places.row(len(public.row) + 1)[-1]
        flyer = self.card_flyer(card, start, end)
        return [
            Moment(lambda: self._put(gone)),
            Tween(TRAVEL, flyer.move),
            Moment(lambda: self._put(lying)),
        ]

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
        flyer = self.card_flyer(None, places.deck(), places.hand(slot, n)[-1])
        parts += [self.sounding("draw"), Tween(TRAVEL, flyer.move)]
        if event.facts.reshuffled:
            parts += self._reshuffle(before)
        return parts

    def _reshuffle(self, before: Glance) -> list[Part]:
        places, row = self._places(), before.public.row
        spots_now = places.row(len(row))[:-1]
        flyers = [
            self.card_flyer(card, spot, places.deck())
            for card, spot in zip(row, spots_now, strict=False)
        ]

        def move(t: float) -> None:
            for flyer in flyers:
                flyer.move(t)

        return [self.sounding("reshuffle"), Tween(0.55, move, ease_in_out)]

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
        on = before.public.markers_on(key, side) + 1
        foot, width = spots(rect, min(3, on), context.theme.board == "servers")[-1]
        sprite = context.sprites.marker(before.look(side).piece(double), width)
        end = (foot[0], foot[1] - sprite.size[1] / 2)
        line = places.supply(self.slot_of(seat))
        start = (line.centerx, line.centery)
        flyer = Flyer(sprite, start, end, 0.4, context.px(40))
        self._keep(flyer)
        return Tween(DROP, flyer.move)

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

    def _lay(self, before: Glance, event: Event) -> list[Part]:
        revealed = event.facts.revealed
        if revealed is None:
            return [self.sounding("select")]
        names = [self.wording.code(code) for code in revealed]
        text = ", ".join(f"{self.wording.name(seat)}: {name}" for seat, name in enumerate(names))
        return self._say(_("The codes"), text, event.seat, before, REVEAL, "reveal")

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

        def show() -> None:
            self.motion.plate = plate

        def hide() -> None:
            self.motion.plate = None

        return [Moment(show), self.sounding(sound), Wait(seconds), Moment(hide)]

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
