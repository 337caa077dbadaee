"""The judgement at the leaves of a search: who will win this round, and for how much.

A logistic model over a few things a good player looks at. The weights were fitted to the results
of rounds that level 3 played against itself; positions and hands come in as values.
"""

from __future__ import annotations

from math import exp

from hacktrick.ai.spots import Spot
from hacktrick.ai.threats import best_win, held_bits, reach, shape
from hacktrick.ai.worth import Worth
from hacktrick.game.cards import Counts
from hacktrick.game.legal import must_draw, must_play
from hacktrick.game.rules import Side
from hacktrick.game.state import IN_SUPPLY

FITTED: dict[str, float] = {
    "tempo": -0.21,
    "keys_mine": 0.26,
    "keys_theirs": -0.23,
    "rich_keys_mine": 0.02,
    "rich_keys_theirs": -0.02,
    "begun_mine": 0.06,
    "begun_theirs": -0.05,
    "empty": -0.04,
    "markers_mine": 0.12,
    "markers_theirs": -0.06,
    "spare_mine": 0.29,
    "spare_theirs": -0.19,
    "short_mine": -0.42,
    "short_theirs": 0.46,
    "last_marker_mine": -1.08,
    "last_marker_theirs": 1.29,
    "cornered_mine": -0.74,
    "cornered_theirs": 0.61,
    "captured_mine": 0.14,
    "captured_theirs": -0.17,
    "double_kept_mine": 0.12,
    "double_kept_theirs": -0.4,
    "double_placed_mine": 0.36,
    "double_placed_theirs": -0.36,
    "cards_mine": 0.37,
    "cards_theirs": -0.27,
    "commanded": -0.33,
    "guarded": -0.0,
    "deck_low": 0.03,
    # from here on with both hands known
    "reach_mine": 0.07,
    "reach_theirs": -0.02,
    "waiting_is_fatal": -0.01,
    "fatal_share": -1.18,
    "no_escape": -3.33,
    "their_feeding": 0.51,
    "choices_mine": -0.11,
    "choices_theirs": -0.04,
    # of those who move after them, in teams
    "reach_partner": 0.05,
    "reach_other": -0.05,
}
"""What is looked at, from the side to move, and its weight."""

IN_TEAMS: dict[str, float] = {
    "tempo": -0.07,
    "keys_mine": 0.09,
    "keys_theirs": -0.22,
    "rich_keys_mine": 0.12,
    "rich_keys_theirs": -0.18,
    "begun_mine": -0.03,
    "begun_theirs": 0.0,
    "empty": -0.04,
    "markers_mine": 0.2,
    "markers_theirs": -0.07,
    "spare_mine": 0.47,
    "spare_theirs": -0.41,
    "short_mine": -0.07,
    "short_theirs": 0.09,
    "last_marker_mine": -0.16,
    "last_marker_theirs": 0.16,
    "cornered_mine": -0.42,
    "cornered_theirs": 0.46,
    "captured_mine": 0.31,
    "captured_theirs": -0.33,
    "double_kept_mine": -0.14,
    "double_kept_theirs": 0.23,
    "double_placed_mine": -0.02,
    "double_placed_theirs": 0.07,
    "cards_mine": 0.38,
    "cards_theirs": -0.4,
    "commanded": -0.43,
    "guarded": -0.24,
    "deck_low": 0.1,
    "reach_mine": -0.05,
    "reach_theirs": 0.1,
    "waiting_is_fatal": 0.07,
    "fatal_share": -0.97,
    "no_escape": -4.26,
    "their_feeding": 1.15,
    "choices_mine": -0.09,
    "choices_theirs": -0.03,
    "reach_partner": 0.14,
    "reach_other": -0.12,
}
"""The same for three and four players."""

N_PUBLIC = list(FITTED).index("reach_mine")
TWO, TEAMS = (
    (tuple(weights.values())[:N_PUBLIC], tuple(weights.values())[N_PUBLIC:])
    for weights in (FITTED, IN_TEAMS)
)

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
    hand, points, last = hands[public.seat], spot.wins(public.side), public.row[-1]
    # Mostly there is nothing to win, which is known without looking at every card.
    return best_win(hand, points, last) if reach(hand, points)[0] >> last & 1 else 0


def _judge(spot: Spot, hands: tuple[Counts, ...], worth: Worth, own: Side) -> float:
    public = spot.public
    side, mine = public.side, hands[public.seat]
    if points := wins_now(spot, hands):
        return worth.of_win(public, side, points)
    # Whoever must play and has no marker to spare for it has lost by markers.
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[side] <= kept and must_play(public, mine):
        return worth.of_win(public, 1 - side, 1)
    public_weights, hand_weights = TEAMS if len(hands) > 2 else TWO
    if spot.seen is None:
        spot.seen = _sum(public_features(spot), public_weights)
    x = spot.seen + _sum(hand_features(spot, hands), hand_weights)
    chance = 1 / (1 + exp(-x))
    if spot.worths is None:
        spot.worths = _win(spot, side, worth), _win(spot, 1 - side, worth)
    won, lost = spot.worths
    return chance * won + (1 - chance) * lost


def _sum(features: tuple[float, ...], weights: tuple[float, ...]) -> float:
    return sum([a * b for a, b in zip(features, weights)])  # noqa: B905 - the hot line


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


def public_features(spot: Spot) -> tuple[float, ...]:
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
        1.0,
        min(3, sum([n > 0 for n in mine])),
        min(3, sum([n > 0 for n in theirs])),
        max(mine) > 1,
        max(theirs) > 1,
        begun,
        their_begun,
        empty,
        sum(own),
        sum(their),
        spare[side],
        spare[other],
        max(0, 4 - spare[side]),
        max(0, 4 - spare[other]),
        spare[side] <= 0,
        spare[other] <= 0,
        max(0, 4 - spare[side] - limits[seat] + sizes[seat]),
        max(0, 4 - spare[other] - limits[following] + sizes[following]),
        min(2, captured[side]),
        min(2, captured[other]),
        double[side] == IN_SUPPLY,
        double[other] == IN_SUPPLY,
        double[side] > 0,
        double[other] > 0,
        sizes[seat],
        sizes[following],
        public.standing == "play",
        public.standing == "guard",
        public.deck_size <= 2,
    )


def hand_features(spot: Spot, hands: tuple[Counts, ...]) -> tuple[float, ...]:
    """What the hands can do: that of the seat to move, of the next, and of those after them."""
    public = spot.public
    side = public.side
    mine, theirs = hands[public.seat], hands[public.next_seat]
    last = public.row[-1]
    reached, _ = reach(mine, spot.wins(side))
    threatened, _ = reach(theirs, spot.wins(1 - side))
    following, partnered, opposed = reached, 0, 0
    if len(hands) > 2:
        following, partnered, opposed = _after_them(spot, hands)
    their_held = held_bits(theirs)
    waiting = threatened >> last & 1
    fatal, choices = _fatal(spot, mine, theirs, threatened)
    playing = choices
    if public.hand_sizes[public.seat] < public.seating.limits[public.seat] and not (
        public.standing == "play" and choices
    ):
        fatal, choices = fatal + waiting, choices + 1
    share = fatal / max(1, choices)
    return (
        reached.bit_count(),
        threatened.bit_count(),
        waiting,
        share,
        share == 1.0,
        (their_held & following).bit_count() / max(1, their_held.bit_count()),
        playing,
        their_held.bit_count(),
        partnered,
        opposed,
    )


def _after_them(spot: Spot, hands: tuple[Counts, ...]) -> tuple[int, int, int]:
    """In teams: the last cards that the next of the own side can use, as bits, and how many those
    are if it is a partner; how many the opponent after the next one can use."""
    public = spot.public
    order = public.seating.order
    after, later = (order[(public.turn + n) % len(order)] for n in (2, 3))
    following = reach(hands[after], spot.wins(public.side))[0]
    partnered = following.bit_count() if after != public.seat else 0
    if later == public.next_seat:
        return following, partnered, 0
    opposed = reach(hands[later], spot.wins(1 - public.side))[0]
    return following, partnered, opposed.bit_count()


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
