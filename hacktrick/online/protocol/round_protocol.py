"""One round over the network: the public state, advanced by actions whose facts are proved.

An action of another player is accepted if it would be legal with some hand, and if proofs show that
the player holds the cards used. Its public text has question marks for hidden cards and codes. At
the end of the round all keys are revealed, and the engine replays the whole deal. The replay checks
the only announcement without a proof: whether a player who was commanded to play, but has no
marker, could have played.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from hacktrick.game import engine
from hacktrick.game.actions import (
    CODES,
    MAX_CARDS_UNDER,
    UNKNOWN_CODE,
    Action,
    Ask,
    AskPartner,
    Draw,
    LayCode,
    LayStartCard,
    Play,
    PutUnderDeck,
    Swap,
    Verb,
    parse,
    text_with_unknowns,
)
from hacktrick.game.cards import UNKNOWN_CARD, Card, cards_of, counts_of
from hacktrick.game.legality import legal_actions, must_play
from hacktrick.game.match_rules import LeaderAndStarter, MatchState, next_seating
from hacktrick.game.state import Deal, Observation, PublicState, Result, RevealedFacts, Seat, State
from hacktrick.game.transitions import apply_public_part, begin_round
from hacktrick.game.view import Event, RoundStart, SeatInfo
from hacktrick.online.crypto.curve_group import Scalar
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, EncryptedDeck, decrypt_with
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.card_protocol import (
    CardKeys,
    CodeCardDeck,
    RoundCards,
    decrypt_with_all_keys,
    shuffle_frame_body,
)
from hacktrick.online.protocol.frame_exchange import FrameExchange, ProtocolSteps, StepMessage
from hacktrick.online.protocol.signed_frame_chain import FrameBody

UNKNOWN_SWAP = "swap ?"
UNKNOWN_LAY = f"lay {UNKNOWN_CODE}"


def public_action_text(action: Action) -> str:
    """Return an action in its public form, with question marks for hidden cards and codes."""
    return text_with_unknowns(action.concealed())


def read_public_action(text: str) -> Action:
    """Read the public text of an action.

    Raises:
        NotationError: the text does not describe an action.
        InvalidData: the text names a card or a code that must stay hidden.
    """
    if text == UNKNOWN_LAY:
        return LayCode(UNKNOWN_CODE)
    if text == UNKNOWN_SWAP:
        return Swap(UNKNOWN_CARD)
    verb, *words = text.split(" ")
    if verb == "under" and 0 < len(words) <= MAX_CARDS_UNDER and set(words) == {"?"}:
        return PutUnderDeck((UNKNOWN_CARD,) * len(words))
    action = parse(text)
    if public_action_text(action) != text:
        raise InvalidData("BAD_SHAPE")
    return action


def action_frame_fields(action: Action, shows_hand: bool) -> set[str]:
    """Return the names of the fields in a frame with this action.

    Args:
        shows_hand: whether the hand is shown with the action.
    """
    if action.verb == "draw":
        return {"a", "o"} if shows_hand else {"a"}
    if action.verb == "lay" and action.code is None:
        return {"a"}
    return _FIELDS.get(action.verb, {"a"})


_FIELDS: dict[Verb, set[str]] = {
    "play": set("aio"),
    "start": set("aio"),
    "lay": set("ah"),
    "under": set("adz"),
    "swap": set("aijcz"),
}


def check_action_possible(
    public: PublicState, n_held: int, action: Action, shown: tuple[Card, ...] | None
) -> None:
    """Check that ``action`` is legal with at least one possible hand of ``n_held`` cards.

    Args:
        public: the public state before the action.
        n_held: the size of the acting seat's hand.
        shown: the hand of the seat to act, if it was shown; None if it is hidden.

    Raises:
        InvalidData: ``ILLEGAL_ACTION`` if no such hand exists.
    """
    values = public.rules.values
    hand = (1,) * values if shown is None else counts_of(shown, values)
    legal = legal_actions(Observation(public.seat, public, hand, CODES))
    if action.is_concealed:
        possible = any(other.verb == action.verb for other in legal)
    else:
        possible = action in legal
    n_cards = len(action.cards) if action.verb == "under" else 0
    if not possible or n_cards > n_held:
        raise InvalidData("ILLEGAL_ACTION")


class RevealedRound(NamedTuple):
    """A finished round with nothing hidden.

    Attributes:
        hands: the hands as dealt, by seat.
        final: the sorted cards left in each hand at the end, by seat.
        deck: the deck after the deal, top first.
        shuffles: every later deck, as shuffled.
        taken: the card taken in each blind swap.
        proved: the number of proofs that this computer has checked, by kind.
    """

    leader_and_starter: LeaderAndStarter
    hands: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]
    deck: tuple[Card, ...]
    shuffles: tuple[tuple[Card, ...], ...]
    taken: tuple[Card, ...]
    actions: tuple[str, ...]
    result: Result | None
    proved: Counter[str]
    final: tuple[tuple[Card, ...], ...] = ()


class EventContradictsCards(Exception):
    """Raised if the event with index ``number`` contradicts the revealed cards."""

    def __init__(self, number: int) -> None:
        super().__init__(f"event {number}")
        self.number = number


def replay_to_final_hands(
    opened: RevealedRound, match: MatchState, laid: Sequence[str | None], events: Sequence[Event]
) -> tuple[tuple[Card, ...], ...]:
    """Replay a revealed round with the engine and return the hands at its end.

    Args:
        match: the match before the round.
        laid: by seat, the code laid; None for none.
        events: the actions, with everything hidden filled in.

    Raises:
        EventContradictsCards: a player claimed falsely that they could, or could not, play.
    """
    state, deck = _dealt_state(opened, match, laid), list(opened.deck)
    shuffles, taken = iter(opened.shuffles), iter(opened.taken)
    for number, event in enumerate(events):
        chance = _chance_from_deck(state, event.action, deck, taken)
        before, (state, facts) = state.public, engine.apply_legal(state, event.action, chance)
        if facts.stuck != event.facts.stuck:
            raise EventContradictsCards(number)
        deck = _deck_after(deck, event.action, len(facts.drawn))
        if facts.reshuffled:
            deck = list(next(shuffles))
            assert sorted(deck) == sorted(before.row[:-1])
    return tuple(cards_of(hand) for hand in state.hands)


def _dealt_state(opened: RevealedRound, match: MatchState, laid: Sequence[str | None]) -> State:
    values = match.rules.values
    deal = Deal(
        tuple(counts_of(hand, values) for hand in opened.hands),
        opened.aside,
        counts_of(opened.deck, values),
    )
    held = tuple(
        codes if code is None or code in codes else (code, *codes[1:])
        for codes, code in zip(match.held, laid, strict=True)
    )
    return engine.start_round(match.rules, next_seating(match), deal, match.score, held)


def _chance_from_deck(
    state: State, action: Action, deck: list[Card], taken: Iterator[Card]
) -> engine.Chance:
    if action.n_drawn > 0:
        return tuple(deck[: min(action.n_drawn, sum(state.deck))])
    if action.verb == "swap":
        return (next(taken),)
    return ()


def _deck_after(deck: list[Card], action: Action, n_drawn: int) -> list[Card]:
    if action.verb == "under":
        deck = [*deck, *action.cards]
    return deck[n_drawn:] if action.n_drawn > 0 else deck


ActStep = Callable[[Callable[[bytes], FrameBody]], ProtocolSteps[StepMessage]]


class NetworkRound:
    """A round in progress, as one seat or a spectator knows it.

    Attributes:
        start: the start of the round; None until the cards are dealt.
        events: the actions with the facts that this seat knows.
        public: the public state; unset until the cards are dealt.
        revealed_round: the finished round with nothing hidden; None until all keys are revealed.
    """

    def __init__(
        self,
        match: MatchState,
        seats: tuple[SeatInfo, ...],
        keys: CardKeys,
        codes: CodeCardDeck | None,
    ) -> None:
        self.match = match
        self.rules = match.rules
        self.seats = seats
        self.keys = keys
        self.cards = RoundCards(keys)
        self.codes = codes
        self.start: RoundStart | None = None
        self.events: list[Event] = []
        self.revealed_round: RevealedRound | None = None
        self.public: PublicState
        # The hidden cards of each event, encrypted under their owners' keys.
        self._hidden: dict[int, tuple[EncryptedCard, ...]] = {}
        self._stuck: dict[int, StepMessage] = {}

    @property
    def exchange(self) -> FrameExchange:
        return self.keys.exchange

    def observe(self, seat: Seat) -> Observation:
        """Return what the local seat sees now."""
        assert seat == self.exchange.seat, "only the local seat"
        held = tuple(self.codes.drawn) if self.codes else ()
        return Observation(
            seat, self.public, counts_of(self.cards.own_hand(), self.rules.values), held
        )

    def deal_round(self) -> ProtocolSteps[None]:
        """Let all players exchange keys, shuffle the cards and deal."""
        rules, seating, plan = (
            self.rules,
            next_seating(self.match),
            self.match.next_leader_and_starter,
        )
        assert plan is not None
        if self.codes:
            self.codes.clear_laid_codes()
        yield from self.keys.exchange_keys("key")
        pack = [value for value in range(rules.values) for _ in range(rules.copies)]
        aside = yield from self.cards.deal_and_show_set_aside(pack, seating.deal, rules.aside)
        hands: list[tuple[Card, ...]] = [(UNKNOWN_CARD,) * size for size in seating.deal]
        if self.exchange.seat is not None:
            hands[self.exchange.seat] = self.cards.own_hand()
        counts = tuple(len(codes) for codes in self.match.held)
        self.public = begin_round(rules, seating, aside, self.match.score, counts)
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

    def run_action(
        self, choose_action: Callable[[], Action], run_act_step: ActStep
    ) -> ProtocolSteps[None]:
        """Run the step in which a seat acts, and every further step that the action needs.

        Args:
            choose_action: returns this player's legal action; called if this seat has to act and
                has not sent its frame.
            run_act_step: runs the step of the action and returns its frame. Its argument is a
                function that makes the body of this seat's own frame.
        """
        seat = self.public.seat

        def own_body(context: bytes) -> FrameBody:
            return self._action_frame_body(choose_action(), context)

        message = yield from run_act_step(own_body)
        with message.blaming_sender():
            action, shown = self._read_action(message)
        bringer = _FOLLOW_UP_STEPS.get(type(action))
        facts = RevealedFacts()
        if bringer is not None:
            action, facts = yield from bringer(self, message, action)
        if shown is not None:
            facts = facts._replace(shown=((seat, shown),))
        after = apply_public_part(self.public, action, facts)
        if (yield from self._must_next_player_play_without_marker(after)):
            facts = facts._replace(stuck=True)
            after = apply_public_part(self.public, action, facts)
        self.public = after
        self.events.append(Event(seat, action, facts))
        if facts.revealed is not None:
            self._put_revealed_codes_in_events(facts.revealed)

    def _action_frame_body(self, action: Action, context: bytes) -> FrameBody:
        body: FrameBody = {"a": public_action_text(action)}
        maker = _FRAME_BODIES.get(type(action))
        return body | (maker(self, action, context) if maker else {})

    def _play_frame_body(self, action: Play | LayStartCard, context: bytes) -> FrameBody:
        place = self.cards.own_hand().index(action.card)
        card = self.cards.hands[self.public.seat][place]
        return {"i": place, **self.keys.decryption_shares_frame_body([card], context)}

    def _draw_frame_body(self, action: Draw, context: bytes) -> FrameBody:
        hand = self.cards.hands[self.public.seat]
        if self.public.command_in_force != "play" or not hand:
            return {}
        return self.keys.decryption_shares_frame_body(hand, context)

    def _lay_code_frame_body(self, action: LayCode, context: bytes) -> FrameBody:
        if action.code is None or self.codes is None:
            return {}
        return self.codes.commitment_frame_body(action.code, context)

    def _put_under_deck_frame_body(self, action: PutUnderDeck, context: bytes) -> FrameBody:
        """Return the body of a frame that shuffles the hand before some cards go under the deck.

        The cards that go under the deck come first in the shuffled hand.
        """
        seat, values = self.public.seat, list(self.cards.own_hand())
        order = []
        for card in action.cards:
            order.append(values.index(card))
            values[order[-1]] = UNKNOWN_CARD
        order += [place for place, value in enumerate(values) if value != UNKNOWN_CARD]
        hand = self.cards.hands[seat]
        return shuffle_frame_body(hand, self.keys.public[seat], context, order)

    def _swap_frame_body(self, action: Swap, context: bytes) -> FrameBody:
        seat = self.public.seat
        (other,) = self.public.seating.opponents_of(seat)
        place = self.cards.own_hand().index(action.card)
        # The opponent's hand is shuffled, so any place is a blind choice; this place is random.
        taken = secrets.randbelow(len(self.cards.hands[other]))
        given = self.cards.hand_over_frame_body(self.cards.hands[seat][place], other, context)
        return {"i": place, "j": taken, **given}

    def _read_action(self, message: StepMessage) -> tuple[Action, tuple[Card, ...] | None]:
        """Read an action and check that it is legal; remove a played card from the hand.

        Returns:
            The action, and the hand if it was shown, else None.

        Raises:
            InvalidData: the action is not legal here, or its proofs fail.
            NotationError: the text is not an action.
        """
        action, public, seat = (
            read_public_action(message.text_field("a")),
            self.public,
            message.seat,
        )
        hand = self.cards.hands[seat]
        shows = action.verb == "draw" and public.command_in_force == "play"
        if message.frame.body.keys() != action_frame_fields(action, shows and bool(hand)):
            raise InvalidData("BAD_SHAPE")
        shown = tuple(sorted(self.keys.read_shown_cards(message, hand))) if shows else None
        check_action_possible(public, len(hand), action, shown)
        if action.row_card is not None:
            card = self.cards.encrypted_card_at(seat, message.number_field("i"))
            if self.keys.read_shown_cards(message, [card]) != (action.row_card,):
                raise InvalidData("OTHER_CARD")
            self.cards.remove_card(seat, message.number_field("i"))
        return action, shown

    # Methods for the steps that follow an action.

    def _run_start_card_steps(
        self, message: StepMessage, action: LayStartCard
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        seats = sorted(set(self.public.seating.order))  # a seat that sits out has no sum
        return action, RevealedFacts(said=(yield from self.cards.announce_sums(seats)))

    def _run_ask_steps(
        self, message: StepMessage, action: Ask
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        seat = action.seat
        if seat is None:
            (seat,) = self.public.seating.opponents_of(message.seat)
        return action, RevealedFacts(said=(yield from self.cards.announce_sums((seat,))))

    def _run_ask_partner_steps(
        self, message: StepMessage, action: AskPartner
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        partner = self.public.seating.partner_of(message.seat)
        assert partner is not None
        return action, RevealedFacts(said=(yield from self.cards.announce_sums((partner,))))

    def _run_draw_steps(
        self, message: StepMessage, action: Draw
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        drawn = yield from self.cards.draw_cards_and_shuffle_hand(message.seat)
        reshuffled = self.public.deck_size == 1
        if reshuffled:
            yield from self.cards.make_deck_from_row(self.public.row[:-1])
        return action, RevealedFacts(
            drawn=self._known_values(message.seat, drawn), reshuffled=reshuffled
        )

    def _run_lay_code_steps(
        self, message: StepMessage, action: LayCode
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        codes, starter = self.codes, self.public.seating.starter
        assert codes is not None
        if action.code is not None:
            with message.blaming_sender():
                action = codes.read_commitment(message)
        if message.seat != starter and self.public.held_counts[starter]:
            return action, RevealedFacts()
        return action, RevealedFacts(revealed=(yield from codes.reveal_laid_codes()))

    def _run_put_under_deck_steps(
        self, message: StepMessage, action: PutUnderDeck
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        seat, count = message.seat, len(action.cards)
        with message.blaming_sender():
            hand = self.keys.read_shuffle(message, self.cards.hands[seat], self.keys.public[seat])
        gone, self.cards.hands[seat] = hand[:count], hand[count:]
        self._hidden[len(self.events)] = gone
        yield from self.cards.put_under_deck(seat, gone)
        drawn = yield from self.cards.draw_cards_and_shuffle_hand(seat, count)
        return PutUnderDeck(self._known_values(seat, gone)), RevealedFacts(
            drawn=self._known_values(seat, drawn)
        )

    def _run_swap_steps(
        self, message: StepMessage, action: Swap
    ) -> ProtocolSteps[tuple[Action, RevealedFacts]]:
        cards, seat = self.cards, message.seat
        (other,) = self.public.seating.opponents_of(seat)
        with message.blaming_sender():
            given = cards.encrypted_card_at(seat, message.number_field("i"))
            taken = cards.encrypted_card_at(other, message.number_field("j"))
            now_theirs = cards.read_handed_over_card(message, given, other)

        def own_body(context: bytes) -> FrameBody:
            return cards.hand_over_frame_body(taken, seat, context)

        answer = (yield from self.exchange.run_step("give", (other,), own_body))[other]
        with answer.blaming_sender():
            now_ours = cards.read_handed_over_card(answer, taken, seat)
        cards.remove_card(seat, message.number_field("i"))
        cards.remove_card(other, message.number_field("j"))
        cards.hands[seat] += (now_ours,)
        cards.hands[other] += (now_theirs,)
        yield from cards.shuffle_hands((seat, other))
        self._hidden[len(self.events)] = (given, taken)
        return self._swap_known_to_own_seat(seat, (given, now_ours), (now_theirs, taken))

    def _swap_known_to_own_seat(
        self,
        seat: Seat,
        cards_for_seat: tuple[EncryptedCard, EncryptedCard],
        cards_for_other: tuple[EncryptedCard, EncryptedCard],
    ) -> tuple[Action, RevealedFacts]:
        """Return the swap as this seat knows it; only the two players who swap know the cards.

        Args:
            seat: the seat that swaps.
            cards_for_seat: the given and the taken card, as ``seat`` can decrypt them.
            cards_for_other: the same two cards, as the other player can decrypt them.
        """
        if self.exchange.seat not in self.public.seating.order:
            return Swap(UNKNOWN_CARD), RevealedFacts(taken=UNKNOWN_CARD)
        given, taken = map(
            self.keys.decrypt_own_card,
            cards_for_seat if self.exchange.seat == seat else cards_for_other,
        )
        return Swap(given), RevealedFacts(taken=taken)

    def _known_values(self, seat: Seat, cards: tuple[EncryptedCard, ...]) -> tuple[Card, ...]:
        """Return the values of cards under the key of ``seat``; ``UNKNOWN_CARD`` if not our own."""
        if seat != self.exchange.seat:
            return (UNKNOWN_CARD,) * len(cards)
        return tuple(map(self.keys.decrypt_own_card, cards))

    def _put_revealed_codes_in_events(self, laid: tuple[str | None, ...]) -> None:
        self.events = [
            event._replace(action=LayCode(laid[event.seat]))
            if event.action.verb == "lay"
            else event
            for event in self.events
        ]

    def _must_next_player_play_without_marker(self, after: PublicState) -> ProtocolSteps[bool]:
        """Find out whether the next player must play but has no marker (rule ``when_obliged``).

        If that depends on the player's hand, the player's program announces the answer.
        """
        rules = after.rules
        if after.phase != "turn" or rules.out_of_markers != "when_obliged":
            return False
        nothing, anything = (0,) * rules.values, (1,) * rules.values
        if after.supply[after.side] or not must_play(after, anything):
            return False
        if must_play(after, nothing):
            return True

        def own_body(context: bytes) -> FrameBody:
            return {"stuck": must_play(after, counts_of(self.cards.own_hand(), rules.values))}

        message = (yield from self.exchange.run_step("stuck", (after.seat,), own_body))[after.seat]
        self._stuck[len(self.events)] = message
        with message.blaming_sender():
            return message.boolean_field("stuck")

    # Methods for the end of the round.

    def reveal_and_verify(self) -> ProtocolSteps[RevealedRound]:
        """Let all players reveal their keys, and replay the round as a check.

        Returns:
            The round with nothing hidden.

        Raises:
            Cheat: a player revealed a wrong key, or claimed falsely that they could, or could
                not, play.
        """
        xs = yield from self.keys.reveal_keys("open")
        events, taken = list(self.events), []
        for number, hidden in self._hidden.items():
            event = events[number]
            if event.action.verb == "under":
                cards = _decrypt_hand(xs[event.seat], hidden)
                events[number] = event._replace(action=PutUnderDeck(cards))
            else:
                (other,) = self.public.seating.opponents_of(event.seat)
                given = decrypt_with(xs[event.seat], hidden[0])
                taken.append(decrypt_with(xs[other], hidden[1]))
                events[number] = event._replace(action=Swap(given))
        opened = self._build_revealed_round(xs, events, tuple(taken))
        laid = self.codes.laid if self.codes else (None,) * self.rules.n_seats
        try:
            final = replay_to_final_hands(opened, self.match, laid, events)
        except EventContradictsCards as lie:
            raise self._stuck[lie.number].cheat_error("NOT_STUCK") from lie
        self.revealed_round = opened._replace(final=final)
        return self.revealed_round

    def _build_revealed_round(
        self, xs: tuple[int, ...], events: list[Event], taken: tuple[Card, ...]
    ) -> RevealedRound:
        assert self.match.next_leader_and_starter is not None and self.start is not None
        dealt = self.cards.dealt
        n_dealt = sum(map(len, dealt)) + self.rules.aside
        first, *later = [decrypt_with_all_keys(xs, deck) for deck in self.cards.decks]
        return RevealedRound(
            self.match.next_leader_and_starter,
            tuple(_decrypt_hand(x, hand) for x, hand in zip(xs, dealt, strict=True)),
            self.start.aside,
            first[n_dealt:],
            tuple(later),
            taken,
            tuple(str(event.action) for event in events),
            self.public.result,
            Counter(self.keys.proved),
        )


def _decrypt_hand(x: Scalar, hand: EncryptedDeck) -> tuple[Card, ...]:
    return tuple(decrypt_with(x, card) for card in hand)


_FRAME_BODIES: dict[type, Callable[[NetworkRound, Any, bytes], FrameBody]] = {
    Play: NetworkRound._play_frame_body,
    LayStartCard: NetworkRound._play_frame_body,
    Draw: NetworkRound._draw_frame_body,
    LayCode: NetworkRound._lay_code_frame_body,
    PutUnderDeck: NetworkRound._put_under_deck_frame_body,
    Swap: NetworkRound._swap_frame_body,
}
_FOLLOW_UP_STEPS: dict[
    type, Callable[[NetworkRound, Any, Any], ProtocolSteps[tuple[Action, RevealedFacts]]]
] = {
    LayStartCard: NetworkRound._run_start_card_steps,
    Ask: NetworkRound._run_ask_steps,
    AskPartner: NetworkRound._run_ask_partner_steps,
    Draw: NetworkRound._run_draw_steps,
    LayCode: NetworkRound._run_lay_code_steps,
    PutUnderDeck: NetworkRound._run_put_under_deck_steps,
    Swap: NetworkRound._run_swap_steps,
}
