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

NAMES: tuple[str, ...] = (
    "tempo",
    "keys_mine",
    "keys_theirs",
    "rich_keys_mine",
    "rich_keys_theirs",
    "begun_mine",
    "begun_theirs",
    "empty_mine",
    "empty_theirs",
    "markers_mine",
    "markers_theirs",
    "short_mine",
    "short_theirs",
    "captured_mine",
    "captured_theirs",
    "double_kept_mine",
    "double_kept_theirs",
    "double_placed_mine",
    "double_placed_theirs",
    "cards_mine",
    "cards_theirs",
    "commanded",
    "guarded",
    "deck_low",
    # from here on with both hands known
    "reach_mine",
    "reach_theirs",
    "waiting_is_fatal",
    "fatal_share",
    "no_escape",
    "their_feeding",
    "choices_mine",
    "choices_theirs",
)
N_PUBLIC = NAMES.index("reach_mine")

WEIGHTS: tuple[float, ...] = (
    *(0.1, 0.35, -0.35, 0.1, -0.1, 0.08, -0.08, 0.02, -0.02, 0.03, -0.03),
    *(-0.4, 0.4, 0.15, -0.15, 0.1, -0.1, 0.1, -0.1, 0.2, -0.2, -0.5, -0.2, 0.0),
    *(0.3, -0.2, -0.3, -1.0, -1.5, 0.8, 0.1, -0.1),
)

# The chance that a round won is won by two points: the double placed and part of a line that
# wants one key; placed; still in the supply; out.
RICH, PLACED, KEPT = 0.75, 0.35, 0.35


def judge(spot: Spot, hands: tuple[Counts, ...], worth: Worth, own: Side) -> float:
    """The worth for side ``own`` of a spot where a turn begins, if the hands are ``hands``."""
    public = spot.public
    if public.result is not None:
        if spot.sure is None:
            spot.sure = worth.of_result(public)
        return spot.sure
    mine, theirs = hands[public.seat], hands[public.next_seat]
    known = spot.judged.get((mine, theirs))
    if known is None:
        known = spot.judged[mine, theirs] = _judge(spot, mine, theirs, worth, own)
    return known


def _judge(spot: Spot, mine: Counts, theirs: Counts, worth: Worth, own: Side) -> float:
    public = spot.public
    side = public.side
    if not public.supply[side]:
        if public.rules.out_of_markers == "when_obliged" and must_play(public, mine):
            return worth.of_win(public, 1 - side, 1)
    elif not must_draw(public):
        points = best_win(mine, spot.wins(side), public.row[-1])
        if points:
            return worth.of_win(public, side, points)
    if spot.seen is None:
        spot.seen = _sum(public_features(spot), WEIGHTS[:N_PUBLIC])
    x = spot.seen + _sum(hand_features(spot, mine, theirs), WEIGHTS[N_PUBLIC:])
    chance = 1 / (1 + exp(-x))
    won, lost = _win(spot, side, worth), _win(spot, 1 - side, worth)
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
    their_begun, their_empty = shape(their, own)
    sizes, supply, captured = public.hand_sizes, public.supply, public.captured
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
        their_empty,
        sum(own),
        sum(their),
        max(0, 3 - supply[side]),
        max(0, 3 - supply[other]),
        min(2, captured[side]),
        min(2, captured[other]),
        double[side] == IN_SUPPLY,
        double[other] == IN_SUPPLY,
        double[side] > 0,
        double[other] > 0,
        sizes[public.seat],
        sizes[public.next_seat],
        public.standing == "play",
        public.standing == "guard",
        public.deck_size <= 2,
    )


def hand_features(spot: Spot, mine: Counts, theirs: Counts) -> tuple[float, ...]:
    """What the hands can do: ``mine`` moves, ``theirs`` is next."""
    public = spot.public
    side = public.side
    last = public.row[-1]
    reached, _ = reach(mine, spot.wins(side))
    threatened, _ = reach(theirs, spot.wins(1 - side))
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
        (their_held & reached).bit_count() / max(1, their_held.bit_count()),
        playing,
        their_held.bit_count(),
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
