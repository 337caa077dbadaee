"""One round: the public state, moved by the game's own ``advance`` with facts that were proved.

What others do is legal if it could be, whatever they hold (a hand they have to show apart); that
they hold what they use, they prove. Nothing of another hand is known here.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any

from hacktrick.game.actions import (
    Action,
    Ask,
    Draw,
    Lay,
    Partner,
    Play,
    Start,
    Swap,
    Under,
)
from hacktrick.game.advance import advance, begin
from hacktrick.game.cards import Card, counts_of
from hacktrick.game.legal import must_play
from hacktrick.game.match import MatchState, seating_of
from hacktrick.game.rules import Seat
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import UNKNOWN_CARD, Event, RoundStart, SeatInfo
from hacktrick.net.acts import check_possible, fields_of, hidden_text, read_hidden
from hacktrick.net.cards import Deck, Locked, read_with
from hacktrick.net.codes import Codes
from hacktrick.net.dealing import Keys, RoundCards, opened_with_all, shuffle_body
from hacktrick.net.faults import Refused
from hacktrick.net.frames import Body
from hacktrick.net.group import Scalar
from hacktrick.net.opening import Lie, Opened, play_again
from hacktrick.net.talk import Said, Steps, Talk

Acted = Callable[[Callable[[bytes], Body]], Steps[Said]]


class Round:
    """A round in progress, as one seat (or nobody's) knows it.

    Attributes:
        start: None until the cards are dealt.
        events: with what this seat knows; the rest is blank.
        final: all hands at the end, once they are open.
    """

    def __init__(
        self, match: MatchState, seats: tuple[SeatInfo, ...], keys: Keys, codes: Codes | None
    ) -> None:
        self.match = match
        self.rules = match.rules
        self.seats = seats
        self.keys = keys
        self.cards = RoundCards(keys)
        self.codes = codes
        self.start: RoundStart | None = None
        self.events: list[Event] = []
        self.opened: Opened | None = None
        self.public: PublicState
        self._hidden: dict[int, tuple[Locked, ...]] = {}  # by event, under their owners' keys
        self._stuck: dict[int, Said] = {}

    @property
    def talk(self) -> Talk:
        return self.keys.talk

    def observe(self, seat: Seat) -> Observation:
        """What the own seat sees now."""
        assert seat == self.talk.seat, "only the own seat"
        held = tuple(self.codes.drawn) if self.codes else ()
        return Observation(
            seat, self.public, counts_of(self.cards.own_hand(), self.rules.values), held
        )

    def deal(self) -> Steps[None]:
        """Keys, shuffles, the deal."""
        rules, seating, plan = self.rules, seating_of(self.match), self.match.plan
        assert plan is not None
        if self.codes:
            self.codes.begin_round()
        yield from self.keys.exchange("key")
        pack = [value for value in range(rules.values) for _ in range(rules.copies)]
        aside = yield from self.cards.deal(pack, seating.deal, rules.aside)
        hands: list[tuple[Card, ...]] = [(UNKNOWN_CARD,) * size for size in seating.deal]
        if self.talk.seat is not None:
            hands[self.talk.seat] = self.cards.own_hand()
        counts = tuple(len(codes) for codes in self.match.held)
        self.public = begin(rules, seating, aside, self.match.score, counts)
        self.start = RoundStart(
            rules,
            self.seats,
            plan.leader,
            plan.starter,
            plan.duel,
            tuple(hands),
            aside,
            self.match.held,
            self.match.spent,
        )

    # --- one action -------------------------------------------------------------------------------

    def turn(self, chosen: Callable[[], Action], acted: Acted) -> Steps[None]:
        """The action of the seat to act, and all that it brings.

        Args:
            chosen: the own legal action; called if this seat has to act and has not spoken.
            acted: waits for the action, with what makes the body of the own one.
        """
        seat = self.public.seat

        def mine(context: bytes) -> Body:
            return self._act_body(chosen(), context)

        said = yield from acted(mine)
        with said.blamed():
            action, shown = self._judge(said)
        bringer = _BRINGS.get(type(action))
        facts = Facts()
        if bringer is not None:
            action, facts = yield from bringer(self, said, action)
        if shown is not None:
            facts = facts._replace(shown=((seat, shown),))
        after = advance(self.public, action, facts)
        if (yield from self._is_stuck(after)):
            facts = facts._replace(stuck=True)
            after = advance(self.public, action, facts)
        self.public = after
        self.events.append(Event(seat, action, facts))
        if facts.revealed is not None:
            self._turn_up(facts.revealed)

    def _act_body(self, action: Action, context: bytes) -> Body:
        body: Body = {"a": hidden_text(action)}
        maker = _BODIES.get(type(action))
        return body | (maker(self, action, context) if maker else {})

    def _played_body(self, action: Play | Start, context: bytes) -> Body:
        place = self.cards.own_hand().index(action.card)
        card = self.cards.hands[self.public.seat][place]
        return {"i": place, **self.keys.share_body([card], context)}

    def _drawn_body(self, action: Draw, context: bytes) -> Body:
        hand = self.cards.hands[self.public.seat]
        if self.public.standing != "play" or not hand:
            return {}
        return self.keys.share_body(hand, context)

    def _lay_body(self, action: Lay, context: bytes) -> Body:
        if action.code is None or self.codes is None:
            return {}
        return self.codes.lay_body(action.code, context)

    def _under_body(self, action: Under, context: bytes) -> Body:
        """The hand mixed, the cards that go under first."""
        seat, values = self.public.seat, list(self.cards.own_hand())
        order = []
        for card in action.cards:
            order.append(values.index(card))
            values[order[-1]] = UNKNOWN_CARD
        order += [place for place, value in enumerate(values) if value != UNKNOWN_CARD]
        hand = self.cards.hands[seat]
        return shuffle_body(hand, self.keys.public[seat], context, order)

    def _swap_body(self, action: Swap, context: bytes) -> Body:
        seat = self.public.seat
        (other,) = self.public.seating.opponents_of(seat)
        place = self.cards.own_hand().index(action.card)
        # The other hand lies mixed, so any place is a blind choice; chance makes it.
        taken = secrets.randbelow(len(self.cards.hands[other]))
        given = self.cards.hand_over_body(self.cards.hands[seat][place], other, context)
        return {"i": place, "j": taken, **given}

    def _judge(self, said: Said) -> tuple[Action, tuple[Card, ...] | None]:
        """The action said, and the hand shown with it; the card played is out of the hand.

        Raises:
            Refused: it was not possible.
            NotationError: it is no action.
        """
        action, public, seat = read_hidden(said.text("a")), self.public, said.seat
        hand = self.cards.hands[seat]
        shows = isinstance(action, Draw) and public.standing == "play"
        if said.frame.body.keys() != fields_of(action, shows and bool(hand)):
            raise Refused("BAD_SHAPE")
        shown = tuple(sorted(self.keys.shown(said, hand))) if shows else None
        check_possible(public, len(hand), action, shown)
        if isinstance(action, (Play, Start)):
            card = self.cards.card_at(seat, said.number("i"))
            if self.keys.shown(said, [card]) != (action.card,):
                raise Refused("OTHER_CARD")
            self.cards.remove(seat, said.number("i"))
        return action, shown

    # --- what an action brings --------------------------------------------------------------------

    def _started(self, said: Said, action: Start) -> Steps[tuple[Action, Facts]]:
        seats = sorted(set(self.public.seating.order))  # a seat that sits out has no sum
        return action, Facts(said=(yield from self.cards.sums(seats)))

    def _asked(self, said: Said, action: Ask) -> Steps[tuple[Action, Facts]]:
        seat = action.seat
        if seat is None:
            (seat,) = self.public.seating.opponents_of(said.seat)
        return action, Facts(said=(yield from self.cards.sums((seat,))))

    def _partner_asked(self, said: Said, action: Partner) -> Steps[tuple[Action, Facts]]:
        partner = self.public.seating.partner_of(said.seat)
        assert partner is not None
        return action, Facts(said=(yield from self.cards.sums((partner,))))

    def _drawn(self, said: Said, action: Draw) -> Steps[tuple[Action, Facts]]:
        drawn = yield from self.cards.draw(said.seat)
        reshuffled = self.public.deck_size == 1
        if reshuffled:
            yield from self.cards.renew(self.public.row[:-1])
        return action, Facts(drawn=self._known(said.seat, drawn), reshuffled=reshuffled)

    def _laid(self, said: Said, action: Lay) -> Steps[tuple[Action, Facts]]:
        codes, starter = self.codes, self.public.seating.starter
        assert codes is not None
        if action.code is not None:
            with said.blamed():
                action = codes.take_commitment(said)
        if said.seat != starter and self.public.held_counts[starter]:
            return action, Facts()
        return action, Facts(revealed=(yield from codes.reveal()))

    def _put_under(self, said: Said, action: Under) -> Steps[tuple[Action, Facts]]:
        seat, count = said.seat, len(action.cards)
        with said.blamed():
            hand = self.keys.read_shuffle(said, self.cards.hands[seat], self.keys.public[seat])
        gone, self.cards.hands[seat] = hand[:count], hand[count:]
        self._hidden[len(self.events)] = gone
        yield from self.cards.put_under(seat, gone)
        drawn = yield from self.cards.draw(seat, count)
        return Under(self._known(seat, gone)), Facts(drawn=self._known(seat, drawn))

    def _swapped(self, said: Said, action: Swap) -> Steps[tuple[Action, Facts]]:
        cards, seat = self.cards, said.seat
        (other,) = self.public.seating.opponents_of(seat)
        with said.blamed():
            given = cards.card_at(seat, said.number("i"))
            taken = cards.card_at(other, said.number("j"))
            now_theirs = cards.read_handed_over(said, given, other)

        def mine(context: bytes) -> Body:
            return cards.hand_over_body(taken, seat, context)

        answer = (yield from self.talk.step("give", (other,), mine))[other]
        with answer.blamed():
            now_ours = cards.read_handed_over(answer, taken, seat)
        cards.remove(seat, said.number("i"))
        cards.remove(other, said.number("j"))
        cards.hands[seat] += (now_ours,)
        cards.hands[other] += (now_theirs,)
        yield from cards.mix((seat, other))
        self._hidden[len(self.events)] = (given, taken)
        return self._swap_as_known(seat, (given, now_ours), (now_theirs, taken))

    def _swap_as_known(
        self, seat: Seat, here: tuple[Locked, Locked], there: tuple[Locked, Locked]
    ) -> tuple[Action, Facts]:
        """The two players know both cards (what they gave, what they got), nobody else does."""
        if self.talk.seat is None or self.talk.seat not in self.public.seating.order:
            return Swap(UNKNOWN_CARD), Facts(taken=UNKNOWN_CARD)
        given, taken = map(self.keys.read, here if self.talk.seat == seat else there)
        return Swap(given), Facts(taken=taken)

    def _known(self, seat: Seat, cards: tuple[Locked, ...]) -> tuple[Card, ...]:
        """Cards under the key of ``seat``, as this computer may know them."""
        if seat != self.talk.seat:
            return (UNKNOWN_CARD,) * len(cards)
        return tuple(map(self.keys.read, cards))

    def _turn_up(self, laid: tuple[str | None, ...]) -> None:
        self.events = [
            event._replace(action=Lay(laid[event.seat])) if isinstance(event.action, Lay) else event
            for event in self.events
        ]

    def _is_stuck(self, after: PublicState) -> Steps[bool]:
        """Obliged to play and without a marker (``when_obliged``): at times only the player
        himself can tell, and says so."""
        rules = after.rules
        if after.phase != "turn" or rules.out_of_markers != "when_obliged":
            return False
        nothing, anything = (0,) * rules.values, (1,) * rules.values
        if after.supply[after.side] or not must_play(after, anything):
            return False
        if must_play(after, nothing):
            return True

        def mine(context: bytes) -> Body:
            return {"stuck": must_play(after, counts_of(self.cards.own_hand(), rules.values))}

        said = (yield from self.talk.step("stuck", (after.seat,), mine))[after.seat]
        self._stuck[len(self.events)] = said
        with said.blamed():
            return said.flag("stuck")

    # --- the end ----------------------------------------------------------------------------------

    def open(self) -> Steps[Opened]:
        """All show their keys; the round with nothing hidden, played again."""
        xs = yield from self.keys.open("open")
        events, taken = list(self.events), []
        for number, hidden in self._hidden.items():
            event = events[number]
            if isinstance(event.action, Under):
                cards = _read_all(xs[event.seat], hidden)
                events[number] = event._replace(action=Under(cards))
            else:
                (other,) = self.public.seating.opponents_of(event.seat)
                given = read_with(xs[event.seat], hidden[0])
                taken.append(read_with(xs[other], hidden[1]))
                events[number] = event._replace(action=Swap(given))
        opened = self._opened(xs, events, tuple(taken))
        laid = self.codes.laid if self.codes else (None,) * self.rules.n_seats
        try:
            final = play_again(opened, self.match, laid, events)
        except Lie as lie:
            raise self._stuck[lie.number].accuse("NOT_STUCK") from lie
        self.opened = opened._replace(final=final)
        return self.opened

    def _opened(self, xs: tuple[int, ...], events: list[Event], taken: tuple[Card, ...]) -> Opened:
        assert self.match.plan is not None and self.start is not None
        dealt = self.cards.dealt
        n_dealt = sum(map(len, dealt)) + self.rules.aside
        first, *later = [opened_with_all(xs, deck) for deck in self.cards.decks]
        return Opened(
            self.match.plan,
            tuple(_read_all(x, hand) for x, hand in zip(xs, dealt, strict=True)),
            self.start.aside,
            first[n_dealt:],
            tuple(later),
            taken,
            tuple(str(event.action) for event in events),
            self.public.result,
            Counter(self.keys.proved),
        )


def _read_all(x: Scalar, hand: Deck) -> tuple[Card, ...]:
    return tuple(read_with(x, card) for card in hand)


_BODIES: dict[type, Callable[[Round, Any, bytes], Body]] = {
    Play: Round._played_body,
    Start: Round._played_body,
    Draw: Round._drawn_body,
    Lay: Round._lay_body,
    Under: Round._under_body,
    Swap: Round._swap_body,
}
_BRINGS: dict[type, Callable[[Round, Any, Any], Steps[tuple[Action, Facts]]]] = {
    Start: Round._started,
    Ask: Round._asked,
    Partner: Round._partner_asked,
    Draw: Round._drawn,
    Lay: Round._laid,
    Under: Round._put_under,
    Swap: Round._swapped,
}
