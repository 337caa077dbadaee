"""The judgement at the leaves of a search: who will win this round, and for how much.

A logistic model over a few things a good player looks at, each times its weight. Positions and
hands come in as values.
"""

from __future__ import annotations

from math import exp

from hacktrick.ai.spots import Spot
from hacktrick.ai.threats import best_win, held_bits, reach, shape
from hacktrick.ai.weights import TEAMS, TWO, Held, Seen
from hacktrick.ai.worth import Worth
from hacktrick.game.cards import Counts
from hacktrick.game.legal import must_draw, must_play
from hacktrick.game.rules import Side
from hacktrick.game.state import IN_SUPPLY

# The chance that a round won is won by two points: the double placed and part of a line that
# wants one key; placed; still in the supply; out.
RICH, PLACED, KEPT = 0.52, 0.40, 0.30


def judge(spot: Spot, hands: tuple[Counts, ...], worth: Worth, own: Side) -> float:
    """The worth for side ``own`` of a spot where a turn begins, if the hands are ``hands``."""
    public = spot.public
    if public.result is not None:
        if spot.sure is None:
            spot.sure = worth.of_result(public)
        return spot.sure
    known = spot.judged.get(hands)
    if known is None:
        known = spot.judged[hands] = _judge(spot, hands, worth, own)
    return known


def wins_now(spot: Spot, hands: tuple[Counts, ...]) -> int:
    """The most points the seat to act could win with its next card; 0 for none."""
    public = spot.public
    if not public.supply[public.side] or must_draw(public):
        return 0
    return best_win(hands[public.seat], spot.wins(public.side), public.row[-1])


def _judge(spot: Spot, hands: tuple[Counts, ...], worth: Worth, own: Side) -> float:
    public = spot.public
    side, mine = public.side, hands[public.seat]
    if points := wins_now(spot, hands):
        return worth.of_win(public, side, points)
    # Whoever must play and has no marker to spare for it has lost by markers.
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[side] <= kept and must_play(public, mine):
        return worth.of_win(public, 1 - side, 1)
    weights = TEAMS if len(hands) > 2 else TWO
    if spot.seen is None:
        spot.seen = _of_all(spot, weights.seen)
    x = spot.seen + _of_hands(spot, hands, weights.held)
    chance = 1 / (1 + exp(-x))
    won, lost = _win(spot, side, worth), _win(spot, 1 - side, worth)
    return chance * won + (1 - chance) * lost


def _win(spot: Spot, side: Side, worth: Worth) -> float:
    """The worth of a round won by ``side`` from here on, not knowing how."""
    public = spot.public
    one = worth.of_win(public, side, 1)
    chance = double_chance(spot, side)
    return one + chance * (worth.of_win(public, side, 2) - one) if chance else one


def double_chance(spot: Spot, side: Side) -> float:
    place = spot.public.double[side]
    if place == IN_SUPPLY:
        return KEPT
    if place < 0:
        return 0.0
    return RICH if max(spot.wins(side)) > 1 else PLACED


def _of_all(spot: Spot, weights: Seen) -> float:
    """What everybody sees, from the side to move."""
    public = spot.public
    side = public.side
    other = 1 - side
    mine, theirs = spot.wins(side), spot.wins(other)
    own = tuple([key[side] for key in public.board])
    their = tuple([key[other] for key in public.board])
    begun, empty = shape(own, their)
    their_begun, _ = shape(their, own)
    sizes, limits, captured = public.hand_sizes, public.seating.limits, public.captured
    seat, following = public.seat, public.next_seat
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    spare = [n - kept for n in public.supply]  # to place without losing the round
    double = public.double
    return (
        weights.tempo
        + weights.keys_mine * min(3, sum([n > 0 for n in mine]))
        + weights.keys_theirs * min(3, sum([n > 0 for n in theirs]))
        + weights.rich_keys_mine * (max(mine) > 1)
        + weights.rich_keys_theirs * (max(theirs) > 1)
        + weights.begun_mine * begun
        + weights.begun_theirs * their_begun
        + weights.empty * empty
        + weights.markers_mine * sum(own)
        + weights.markers_theirs * sum(their)
        + weights.spare_mine * spare[side]
        + weights.spare_theirs * spare[other]
        + weights.short_mine * max(0, 4 - spare[side])
        + weights.short_theirs * max(0, 4 - spare[other])
        + weights.last_marker_mine * (spare[side] <= 0)
        + weights.last_marker_theirs * (spare[other] <= 0)
        + weights.cornered_mine * max(0, 4 - spare[side] - limits[seat] + sizes[seat])
        + weights.cornered_theirs * max(0, 4 - spare[other] - limits[following] + sizes[following])
        + weights.captured_mine * min(2, captured[side])
        + weights.captured_theirs * min(2, captured[other])
        + weights.double_kept_mine * (double[side] == IN_SUPPLY)
        + weights.double_kept_theirs * (double[other] == IN_SUPPLY)
        + weights.double_placed_mine * (double[side] > 0)
        + weights.double_placed_theirs * (double[other] > 0)
        + weights.cards_mine * sizes[seat]
        + weights.cards_theirs * sizes[following]
        + weights.commanded * (public.standing == "play")
        + weights.guarded * (public.standing == "guard")
        + weights.deck_low * (public.deck_size <= 2)
    )


def _of_hands(spot: Spot, hands: tuple[Counts, ...], weights: Held) -> float:
    """What the hands can do: that of the seat to move, of the next, and of those after them."""
    public = spot.public
    side = public.side
    order = public.seating.order
    after, later = (order[(public.turn + n) % len(order)] for n in (2, 3))
    mine, theirs = hands[public.seat], hands[public.next_seat]
    last = public.row[-1]
    reached, _ = reach(mine, spot.wins(side))
    threatened, _ = reach(theirs, spot.wins(1 - side))
    # In a team of two the next card of the own side is the partner's.
    following = reach(hands[after], spot.wins(side))[0]
    partnered = following.bit_count() if after != public.seat else 0
    opposed = 0
    if later != public.next_seat:
        opposed = reach(hands[later], spot.wins(1 - side))[0].bit_count()
    their_held = held_bits(theirs)
    waiting = threatened >> last & 1
    fatal, choices = _fatal(spot, mine, theirs, threatened)
    playing = choices
    if public.hand_sizes[public.seat] < public.seating.limits[public.seat] and not (
        public.standing == "play" and choices
    ):
        fatal, choices = fatal + waiting, choices + 1
    share = fatal / max(1, choices)
    feeding = (their_held & following).bit_count() / max(1, their_held.bit_count())
    return (
        weights.reach_mine * reached.bit_count()
        + weights.reach_theirs * threatened.bit_count()
        + weights.waiting_is_fatal * waiting
        + weights.fatal_share * share
        + weights.no_escape * (share == 1.0)
        + weights.their_feeding * feeding
        + weights.choices_mine * playing
        + weights.choices_theirs * their_held.bit_count()
        + weights.reach_partner * partnered
        + weights.reach_other * opposed
    )


def _fatal(spot: Spot, mine: Counts, theirs: Counts, threatened: int) -> tuple[int, int]:
    """How many of the cards that could be played leave the next hand a win, and how many cards
    those are in all."""
    public = spot.public
    side, last = public.side, public.row[-1]
    fatal = choices = 0
    for card, copies in enumerate(mine):
        if not copies or card == last:
            continue
        choices += 1
        if threatened >> card & 1:
            points = spot.wins_without(1 - side, last + card)
            fatal += reach(theirs, points)[0] >> card & 1
    return fatal, choices
