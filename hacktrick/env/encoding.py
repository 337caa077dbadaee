"""Encodes rounds for research: actions as numbers, and what a seat knows as a vector.

The number of an action is its index in ``all_actions(rules)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hacktrick.game.actions import (
    ASK,
    ASK_OWN,
    ASK_PARTNER,
    CALL,
    CODES,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    FOLD,
    FORCE_PAYMENT,
    PASS,
    STAKE,
    Action,
    Ask,
    LayCode,
    LayStartCard,
    Play,
    PutUnderDeck,
    Swap,
)
from hacktrick.game.editions import Rules
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import IN_SUPPLY, OUT_OF_ROUND, Observation, PublicState, Seat
from hacktrick.game.view import Event, SeatInfo
from hacktrick.match.live_match import Match, RandomChance

# Maximum number of cards put under the deck at once; a hand that may draw has no more.
MAX_CARDS_UNDER_DECK = 3
MAX_SUM = 20  # larger sums are clipped to this value
MAX_DRAWN = 8  # larger numbers of drawn cards are clipped to this value
PHASES = ("codes", "start", "turn", "command", "answer", "over")
COMMANDS_IN_FORCE = ("play", "guard")

Vector = npt.NDArray[np.float32]


@lru_cache(maxsize=16)
def all_actions(rules: Rules) -> tuple[Action, ...]:
    """Return every action that is possible under ``rules``, in the order of their numbers."""
    cards = range(rules.values)
    found: list[Action] = [LayStartCard(card) for card in cards]
    found += [Play(card, double) for card in cards for double in (False, True)]
    found += [DRAW, PASS, COMMAND_PLAY, COMMAND_GUARD]
    if rules.n_seats == 2:
        found.append(ASK)
    else:
        found += [*(Ask(seat) for seat in range(rules.n_seats)), ASK, ASK_PARTNER]
    if rules.has_codes:
        found += [LayCode(None), *(LayCode(code) for code in CODES)]
        found += [ASK_OWN, FORCE_PAYMENT, STAKE, CALL, FOLD, *(Swap(card) for card in cards)]
        found += [
            Play(card, double, is_second_card=True) for card in cards for double in (False, True)
        ]
        for length in range(1, MAX_CARDS_UNDER_DECK + 1):
            found += [PutUnderDeck(order) for order in product(cards, repeat=length)]
    return tuple(found)


@lru_cache(maxsize=16)
def action_numbers(rules: Rules) -> dict[Action, int]:
    """Return the number of each action that is possible under ``rules``."""
    return {action: number for number, action in enumerate(all_actions(rules))}


class SumKnowledge(NamedTuple):
    """Current knowledge of a seat's hand from the last sum that the seat announced.

    Attributes:
        total: the sum minus the cards played since.
        drawn: the number of cards drawn since.
    """

    total: int
    drawn: int


def last_sum_knowledge(events: Sequence[Event], n_seats: int) -> tuple[SumKnowledge | None, ...]:
    """Return, by seat, what the seat's last announced sum says about its current hand.

    None stands for a seat that has announced no sum, or whose hand has since exchanged unknown
    cards.
    """
    found: list[SumKnowledge | None] = [None] * n_seats
    for seat, action, facts in events:
        known = found[seat]
        if known is not None and action.verb == "play":
            found[seat] = SumKnowledge(known.total - action.card, known.drawn)
        elif known is not None and action.verb == "under":
            found[seat] = None
        elif action.verb == "swap":
            found = [None] * n_seats
        elif known is not None and action == DRAW:
            found[seat] = SumKnowledge(known.total, known.drawn + 1)
        for who, total in facts.said:
            found[who] = SumKnowledge(total, 0)
    return tuple(found)


def observation_parts(
    observation: Observation, known_sums: Sequence[SumKnowledge | None]
) -> list[tuple[str, list[float]]]:
    """Return the observation vector in named parts; all numbers are between -1 and 1.

    The observing side and seat come first, then the others in seating order.

    Args:
        known_sums: by seat, what its last announced sum tells (``last_sum_knowledge``).
    """
    public, rules = observation.public, observation.public.rules
    side = max(0, public.seating.side_of[observation.seat])
    sides = (side, 1 - side)
    seats = [(observation.seat + n) % rules.n_seats for n in range(rules.n_seats)]
    found = [
        ("phase", _one_hot(PHASES, public.phase)),
        ("my turn", [float(public.seat == observation.seat)]),
        ("hand", [n / rules.copies for n in observation.hand]),
        ("last card", _one_hot(range(rules.values), public.row[-1] if public.row else -1)),
        ("row", _card_features(public.row, rules)),
        ("set aside", _card_features(public.aside, rules)),
        ("board", [key[owner] / 4 for owner in sides for key in public.board]),
        ("double", [n for owner in sides for n in _double_features(public, owner)]),
        ("supply", [public.supply[owner] / (rules.markers + 1) for owner in sides]),
        ("captured", [public.captured[owner] / (rules.markers + 1) for owner in sides]),
        ("hand sizes", [public.hand_sizes[seat] / 4 for seat in seats]),
        ("deck", [public.deck_size / (rules.values * rules.copies)]),
        ("standing", _one_hot(COMMANDS_IN_FORCE, public.command_in_force)),
        (
            "asked",
            [
                float(public.has_asked),
                float(public.has_asked_partner),
                float(public.is_second_card_allowed),
            ],
        ),
        ("said", [n for seat in seats for n in _sum_features(known_sums[seat])]),
        ("score", _score_features(public, seats, sides)),
        ("seat to act", _one_hot(seats, public.seat)),
    ]
    return found + (_code_features(observation, sides, seats) if rules.has_codes else [])


def observation_vector(
    observation: Observation, known_sums: Sequence[SumKnowledge | None]
) -> Vector:
    """Return what a seat sees as one vector.

    Args:
        known_sums: by seat, what its last announced sum tells (``last_sum_knowledge``).
    """
    return np.array(
        [n for _, part in observation_parts(observation, known_sums) for n in part],
        dtype=np.float32,
    )


def action_mask(rules: Rules, legal: Iterable[Action]) -> npt.NDArray[np.int8]:
    """Return an array with 1 for each legal action and 0 for all others, by action number."""
    found = np.zeros(len(all_actions(rules)), dtype=np.int8)
    found[[action_numbers(rules)[action] for action in legal]] = 1
    return found


def _one_hot(choices: Iterable[object], value: object) -> list[float]:
    return [float(choice == value) for choice in choices]


def _card_features(cards: tuple[int, ...], rules: Rules) -> list[float]:
    return [cards.count(card) / rules.copies for card in range(rules.values)]


def _double_features(public: PublicState, side: int) -> list[float]:
    """Return features of a side's double.

    They encode where the double is (supply, a key, lost), and whether it was placed in this turn.
    """
    places = (IN_SUPPLY, *range(1, len(public.board) + 1), OUT_OF_ROUND)
    fresh = public.double_turn[side] == public.turn
    return [*_one_hot(places, public.double[side]), float(fresh)]


def _sum_features(known_sums: SumKnowledge | None) -> list[float]:
    """Return features of a known sum: whether it is known, its total, and the cards drawn since.

    The numbers are clipped and scaled to at most 1.
    """
    if known_sums is None:
        return [0.0, 0.0, 0.0]
    return [
        1.0,
        max(-1.0, min(1.0, known_sums.total / MAX_SUM)),
        min(1.0, known_sums.drawn / MAX_DRAWN),
    ]


def _score_features(
    public: PublicState, seats: Sequence[Seat], sides: Sequence[int]
) -> list[float]:
    owners = seats if public.rules.is_individual else sides
    return [min(1.0, public.score[owner] / public.rules.target) for owner in owners]


def _code_features(
    seen: Observation, sides: Sequence[int], seats: Sequence[Seat]
) -> list[tuple[str, list[float]]]:
    public = seen.public
    return [
        ("codes in force", [n for side in sides for n in _one_hot(CODES, public.codes[side])]),
        ("codes used", [float(public.used[side]) for side in sides]),
        ("stakes", [float(public.stakes[side]) for side in sides]),
        ("sealed", [float(public.sealed[seat]) for seat in seats]),
        ("codes held", [float(code in seen.held) for code in CODES]),
        ("how many", [public.held_counts[seat] / len(CODES) for seat in seats]),
    ]


CODES_EACH = 2  # number of codes that each player holds at the start
# Number of points that each player has at the start, so that they can stake one.
SCORE_WITH_CODES = 2


def anonymous_seats(rules: Rules) -> tuple[SeatInfo, ...]:
    """Return the seats of a match, named only by their numbers."""
    return tuple(SeatInfo(str(seat), "agent") for seat in range(rules.n_seats))


def starting_score(rules: Rules) -> tuple[int, ...]:
    """Return the score before a round: 0 for all, or with codes, enough points to stake one."""
    return ((SCORE_WITH_CODES if rules.has_codes else 0),) * rules.n_score_entries


def deal_first_round(rules: Rules, rng: Random) -> Match:
    """Return a match whose first round has been dealt."""
    dice, leader = RandomChance(rng), rng.choice(possible_first_leaders(rules))
    match = Match(
        rules,
        anonymous_seats(rules),
        dice,
        leader,
        dice.shuffled_codes() if rules.has_codes else (),
    )
    if rules.has_codes:
        pile = match.match_state.pile
        first, second = pile[:CODES_EACH], pile[CODES_EACH : 2 * CODES_EACH]
        left = pile[2 * CODES_EACH :]
        held = (first, second)
        match.match_state = match.match_state._replace(
            held=held, pile=left, score=starting_score(rules)
        )
    assert len(CODES) >= 2 * CODES_EACH
    match.deal_next_round()
    return match


def round_rewards(public: PublicState, before: tuple[int, ...]) -> list[float]:
    """Return, by seat, the points won or lost in a finished round; 0 for a seat that did not play.

    Args:
        public: the state at the end of the round.
        before: the score before the round.
    """
    assert public.result is not None
    winner = public.result.side
    owner = public.score_indices(winner)[0]
    points = float(public.score[owner] - before[owner])
    return [
        points if side == winner else -points if side == 1 - winner else 0.0
        for side in public.seating.side_of
    ]
