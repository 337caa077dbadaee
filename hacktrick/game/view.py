"""The view: everything that one seat may know of the current round.

Only ``make_view`` decides what is hidden from a seat. ``replay_view`` rebuilds the public states
and the seat's own hand from a view, so a player who gets a view can use nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import perm
from typing import Any, NamedTuple

from hacktrick.game import json_validation
from hacktrick.game.actions import (
    DRAW,
    MAX_CARDS_UNDER,
    UNKNOWN_CODE,
    UNKNOWN_MARK,
    Action,
    LayCode,
    PutUnderDeck,
    parse,
    text_with_unknowns,
)
from hacktrick.game.cards import (
    UNKNOWN_CARD,
    Card,
    Counts,
    cards_of,
    counts_of,
    sum_of,
    with_card_added,
    with_card_removed,
)
from hacktrick.game.editions import Rules
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.state import Observation, PublicState, Result, RevealedFacts, Seat, seating_for
from hacktrick.game.transitions import apply_public_part, begin_round

STEADY_STYLE = "steady"
PATIENT_MANNER = "long"


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The player at a seat.

    Attributes:
        player: the kind of player, such as "human" or "level:7".
        style: the playing style of a computer player.
        patient: whether a computer player thinks longer than usual.
    """

    name: str
    player: str
    style: str = STEADY_STYLE
    patient: bool = False

    def as_json(self) -> dict[str, str]:
        """Return the seat as JSON data for records and views; default values are left out."""
        data = {"name": self.name, "player": self.player}
        if self.style != STEADY_STYLE:
            data["style"] = self.style
        if self.patient:
            data["time"] = PATIENT_MANNER
        return data


def read_seats(data: Any, rules: Rules) -> tuple[SeatInfo, ...]:
    """Return the seats of a record or view.

    Raises:
        JsonShapeError: a seat has no name or player, or their number is wrong.
    """
    seats = [
        json_validation.require_object(entry, "a seat")
        for entry in json_validation.require_list(data, "the seats", rules.n_seats)
    ]
    if len(seats) != rules.n_seats:
        raise JsonShapeError(f"{rules.preset!r} needs {rules.n_seats} seats")
    return tuple(
        SeatInfo(
            json_validation.displayable_name(
                json_validation.require_string(seat.get("name"), "the name of a seat")
            ),
            json_validation.printable_text(
                json_validation.require_string(seat.get("player"), "the player of a seat")
            ),
            json_validation.require_string(seat.get("style", STEADY_STYLE), "the style of a seat"),
            seat.get("time") == PATIENT_MANNER,
        )
        for seat in seats
    )


class Event(NamedTuple):
    """One action of a round: who acted, the action, and the facts that it revealed."""

    seat: Seat
    action: Action
    facts: RevealedFacts


class KnownSum(NamedTuple):
    """The knowledge about a hand that follows from an announced sum.

    The cards in the hand sum to ``total`` plus the values of ``drawn`` unknown drawn cards.
    """

    total: int
    drawn: int = 0


MAX_TRACED_DRAWS = 3  # if more cards were drawn, an announced sum gives only bounds for the hand


class StartPosition(NamedTuple):
    """A position within a round, as all players know it, from which a view begins.

    Attributes:
        known: by seat, the cards in the hand that everybody has seen.
        sums: by seat, what an announced sum implies about the hand; None if it implies nothing.
    """

    public: PublicState
    known: tuple[Counts, ...]
    sums: tuple[KnownSum | None, ...]

    def hand_weight(self, seat: Seat, hand: Counts) -> int:
        """Return the weight of ``hand``, given what all know of ``seat``; 0 for an impossible hand.

        The probability of a hand is proportional to its probability by the deal alone, times this
        weight. A card drawn since a sum was announced counts as still held.
        """
        known, announced = self.known[seat], self.sums[seat]
        if any(n < seen for n, seen in zip(hand, known, strict=True)):
            return 0
        weight = 1
        for n, seen in zip(hand, known, strict=True):
            weight *= perm(n, seen)
        return weight if announced is None else weight * self._n_ways_to_draw(hand, announced)

    def _n_ways_to_draw(self, hand: Counts, known: KnownSum) -> int:
        """Count the ways in which cards drawn since the announced sum can complete the hand."""
        rest, n = sum_of(hand) - known.total, known.drawn
        if not n:
            return int(not rest)
        if n > MAX_TRACED_DRAWS:
            return int(0 <= rest <= n * (len(hand) - 1))
        held = cards_of(hand)
        ways = sum(sum(cards) == rest for cards in combinations(held, n))
        played = combinations((*held, *self.public.row), n)
        return ways or int(any(sum(cards) == rest for cards in played))


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` may know of the current round.

    Attributes:
        score: the points by side (by seat where points belong to players), without staked points.
        hand: the seat's own hand as dealt.
        sizes: the sizes of all hands as dealt.
        duel: whether this is the tie-break of ``trio-individual``.
        actions: the texts of the actions, as this seat saw them.
        reshuffles: the numbers of the actions after which the row became the new deck.
        said: the announced sums, each as ``(action, seat, sum)``. Here and below, ``action`` is the
            number of an action, from 0.
        shown: the hands shown to all, each as ``(action, seat, cards)``.
        held: the codes that the seat held when the round began.
        held_counts: the number of codes that each seat held when the round began.
        spent: the codes laid in earlier rounds.
        taken: the cards taken in blind swaps, each as ``(action, card)``.
        drawn: the cards that this seat drew when it put cards under the deck, each as
            ``(action, cards)``.
        start_position: the position in which the actions begin; None after a normal deal. With a
            position, ``hand``, ``sizes``, ``held`` and ``held_counts`` describe that position.
    """

    rules: Rules
    seat: Seat
    seats: tuple[SeatInfo, ...]
    score: tuple[int, ...]
    leader: Seat
    starter: Seat
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    aside: tuple[Card, ...]
    duel: bool = False
    actions: tuple[str, ...] = ()
    reshuffles: tuple[int, ...] = ()
    result: Result | None = None
    said: tuple[tuple[int, Seat, int], ...] = ()
    shown: tuple[tuple[int, Seat, tuple[Card, ...]], ...] = ()
    held: tuple[str, ...] = ()
    held_counts: tuple[int, ...] = ()
    spent: tuple[str, ...] = ()
    taken: tuple[tuple[int, Card], ...] = ()
    drawn: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    start_position: StartPosition | None = None


class RoundStart(NamedTuple):
    """The contents of a round's views besides its events.

    Attributes:
        hands: all hands as dealt, or as in ``start_position`` if the round begins there.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    leader: Seat
    starter: Seat
    duel: bool
    hands: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]
    held: tuple[tuple[str, ...], ...]
    spent: tuple[str, ...]
    start_position: StartPosition | None = None


def make_view(start: RoundStart, events: Sequence[Event], public: PublicState, seat: Seat) -> View:
    """Return what ``seat`` may know of a round that is now in the state ``public``."""
    revealed = any(event.facts.revealed is not None for event in events)
    return View(
        rules=start.rules,
        seat=seat,
        seats=start.seats,
        score=public.score,
        leader=start.leader,
        starter=start.starter,
        duel=start.duel,
        hand=start.hands[seat],
        sizes=tuple(len(hand) for hand in start.hands),
        aside=start.aside,
        actions=tuple(action_text_for(event, seat, revealed) for event in events),
        reshuffles=tuple(n for n, event in enumerate(events) if event.facts.reshuffled),
        result=public.result,
        said=tuple((n, *said) for n, event in enumerate(events) for said in event.facts.said),
        shown=tuple((n, *shown) for n, event in enumerate(events) for shown in event.facts.shown),
        held=start.held[seat],
        held_counts=tuple(len(codes) for codes in start.held),
        spent=start.spent,
        taken=tuple(
            (n, event.facts.taken)
            for n, event in enumerate(events)
            if event.facts.taken is not None
        ),
        drawn=tuple(
            (n, event.facts.drawn)
            for n, event in enumerate(events)
            if event.seat == seat and event.action.verb == "under"
        ),
        start_position=start.start_position,
    )


def view_after(view: View, event: Event) -> View:
    """Return a view after one more action.

    Args:
        event: the action with the facts that it revealed. Secrets of other seats are ignored.
    """
    first, steps = replay_view(view)
    before = steps[-1].after if steps else first
    public, n = apply_public_part(before, event.action, event.facts), len(view.actions)
    facts, seat = event.facts, view.seat
    revealed = facts.revealed is not None or any(s.facts.revealed is not None for s in steps)
    actions = view.actions
    if facts.revealed is not None and actions:  # the code that was laid face down is known now
        actions = (str(LayCode(facts.revealed[steps[0].seat])), *actions[1:])
    is_own_under = event.seat == seat and event.action.verb == "under"
    return replace(
        view,
        score=public.score,
        actions=(*actions, action_text_for(event, seat, revealed)),
        reshuffles=(*view.reshuffles, n) if facts.reshuffled else view.reshuffles,
        result=public.result,
        said=(*view.said, *((n, *said) for said in facts.said)),
        shown=(*view.shown, *((n, *shown) for shown in facts.shown)),
        taken=view.taken if facts.taken is None else (*view.taken, (n, facts.taken)),
        drawn=(*view.drawn, (n, facts.drawn)) if is_own_under else view.drawn,
    )


def action_text_for(event: Event, seat: Seat, revealed: bool) -> str:
    """Return the text of an action as ``seat`` saw it.

    Args:
        revealed: whether the codes of this round have been revealed.
    """
    action = _action_as_seen_by(event, seat, revealed)
    if action.verb == "draw" and event.seat == seat:
        return f"draw {event.facts.drawn[0]}"
    return text_with_unknowns(action)


def _action_as_seen_by(event: Event, seat: Seat | None, revealed: bool) -> Action:
    """Return an event's action as ``seat`` saw it; None stands for a spectator."""
    audience = event.action.hidden_from
    if audience == "spectators":
        is_hidden = seat is None
    else:
        is_hidden = event.seat != seat and (
            audience == "others" or (audience == "others_until_reveal" and not revealed)
        )
    return event.action.concealed() if is_hidden else event.action


def redacted_event(event: Event, seat: Seat | None, revealed: bool) -> Event:
    """Return an event without anything that ``seat`` must not know; None stands for a spectator.

    The result can safely be animated, logged and turned into sound.

    Args:
        revealed: whether the codes of this round have been revealed.
    """
    facts = event.facts
    if event.seat != seat:
        facts = facts._replace(drawn=(UNKNOWN_CARD,) * len(facts.drawn))
    if seat is None and facts.taken is not None:
        facts = facts._replace(taken=UNKNOWN_CARD)
    return Event(event.seat, _action_as_seen_by(event, seat, revealed), facts)


class SeenStep(NamedTuple):
    """One action of a view, with the public states before and after it.

    Attributes:
        action: the action, in which unknown cards and codes are concealed.
        facts: what the action revealed; ``drawn`` is empty if another seat drew.
        hand: the hand of the view's seat after the action.
    """

    seat: Seat
    action: Action
    facts: RevealedFacts
    before: PublicState
    after: PublicState
    hand: Counts


@lru_cache(maxsize=8)
def replay_view(view: View) -> tuple[PublicState, tuple[SeenStep, ...]]:
    """Return the public state after the deal, and every action with the states around it.

    Results for the latest views are cached, since one decision needs them several times.

    Raises:
        NotationError: the view contains a text that does not describe an action.
        ValueError: the view contradicts itself.
    """
    # A view contains the current score, but a replay needs the score at the deal. The points and
    # stakes of the round change the score by the same amount, usually zero, whatever score the
    # replay begins with.
    first, steps = _replay_from_score(view, view.score)
    after = steps[-1].after.score if steps else view.score
    before = tuple(2 * now - then for now, then in zip(view.score, after, strict=True))
    return (first, steps) if before == view.score else _replay_from_score(view, before)


def _replay_from_score(
    view: View, score: tuple[int, ...]
) -> tuple[PublicState, tuple[SeenStep, ...]]:
    rules = view.rules
    seating = seating_for(rules, view.leader, view.starter, view.duel)
    held = view.held_counts or (0,) * rules.n_seats
    if view.start_position is None:
        public = begin_round(rules, seating, view.aside, score, held)
    else:
        public = view.start_position.public._replace(score=score)
    first = public
    hand = counts_of(view.hand, rules.values)
    steps = []
    for number, text in enumerate(view.actions):
        if public.result is not None:
            raise ValueError(f"action {number}: the round is over")
        seen = _replay_step(view, number, text, public, hand)
        steps.append(seen)
        public, hand = seen.after, seen.hand
    return first, tuple(steps)


def observation_of(view: View) -> Observation:
    """Return what the seat of ``view`` sees now."""
    first, steps = replay_view(view)
    public = steps[-1].after if steps else first
    hand = steps[-1].hand if steps else counts_of(view.hand, view.rules.values)
    laid = {s.action.code for s in steps if s.seat == view.seat and s.action.verb == "lay"}
    return Observation(view.seat, public, hand, tuple(c for c in view.held if c not in laid))


def _replay_step(view: View, number: int, text: str, public: PublicState, hand: Counts) -> SeenStep:
    seat, own = public.seat, public.seat == view.seat
    action, drawn = parse_seen_action(text)
    if own and not drawn and action.n_drawn:
        drawn = next((cards for n, cards in view.drawn if n == number), ())
    facts = RevealedFacts(
        said=tuple((s, total) for n, s, total in view.said if n == number),
        shown=tuple((s, cards) for n, s, cards in view.shown if n == number),
        revealed=_revealed_codes(view, number, public, action),
        drawn=drawn,
        taken=_taken_card(view, number, action),
        reshuffled=number in view.reshuffles,
    )
    after = apply_public_part(public, action, facts)
    last = number == len(view.actions) - 1
    if last and view.result is not None and after.result is None:
        facts = facts._replace(stuck=True)
        after = apply_public_part(public, action, facts)
    hand = _own_hand_after(hand, action, facts, seat, view.seat)
    return SeenStep(seat, action, facts, public, after, hand)


def parse_seen_action(text: str) -> tuple[Action, tuple[Card, ...]]:
    """Return the action that a text in a view describes, and the drawn cards that the text names.

    Raises:
        NotationError: the text does not describe an action.
    """
    verb, *words = text.split(" ")
    if verb == "draw" and len(words) == 1 and words[0] in tuple("0123456789"):
        return DRAW, (int(words[0]),)
    if verb == "under" and len(words) <= MAX_CARDS_UNDER and set(words) == {UNKNOWN_MARK}:
        return PutUnderDeck((UNKNOWN_CARD,) * len(words)), ()
    if text == f"lay {UNKNOWN_CODE}":
        return LayCode(UNKNOWN_CODE), ()
    return parse(text), ()


def _taken_card(view: View, number: int, action: Action) -> Card | None:
    """Return the card that a blind swap took; None for other actions.

    Raises:
        ValueError: a swap took no card, or another action took a card.
    """
    card = next((card for n, card in view.taken if n == number), None)
    if (card is not None) != (action.verb == "swap"):
        raise ValueError(f"action {number}: a card is taken by a swap, and by nothing else")
    return card


def _revealed_codes(
    view: View, number: int, public: PublicState, action: Action
) -> tuple[str | None, ...] | None:
    """Return the codes by seat if this action ends the code phase and reveals them, else None."""
    if action.verb != "lay":
        return None
    starter = public.seating.starter
    if public.seat != starter and public.held_counts[starter]:
        return None
    laid: list[str | None] = [None] * view.rules.n_seats
    laid[public.seat] = action.code
    if number:
        earlier, _ = parse_seen_action(view.actions[0])
        laid[public.seating.leader] = earlier.code if earlier.verb == "lay" else None
    if UNKNOWN_CODE in laid:
        raise ValueError(f"action {number}: both codes are revealed by now")
    return tuple(laid)


def _own_hand_after(
    hand: Counts, action: Action, facts: RevealedFacts, seat: Seat, me: Seat
) -> Counts:
    """Return the hand of ``me`` after ``seat`` has acted."""
    if action.verb == "swap":
        assert facts.taken is not None
        given, got = (action.card, facts.taken) if seat == me else (facts.taken, action.card)
        return with_card_added(with_card_removed(hand, given), got)
    if seat != me:
        return hand
    for card in action.cards_from_hand:
        hand = with_card_removed(hand, card)
    for card in facts.drawn:
        hand = with_card_added(hand, card)
    return hand
