"""Positions with known and unknown cards, and their notation (docs/position.md).

Example: ``keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6b supply=9/9``. The edition comes
first, then fields in any order; a field that is left out has its default value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from hacktrick.game.cards import (
    Card,
    Counts,
    cards_of,
    counts_of,
    with_card_added,
    with_card_removed,
    with_cards_removed,
)
from hacktrick.game.code_powers import POWERS
from hacktrick.game.editions import PRESETS, Rules, custom_options, rules_for
from hacktrick.game.state import NEVER, NO_SEAT, OUT_OF_ROUND, Observation, PublicState, Seat, State
from hacktrick.game.view import (
    KnownSum,
    SeenStep,
    StartPosition,
    View,
    observation_of,
    replay_view,
)

_T = TypeVar("_T")


class UnknownCardsError(ValueError):
    """Raised if a position does not contain a hand or a code that is needed."""


class Diagram(NamedTuple):
    """A position in which some hands and codes may be unknown.

    Attributes:
        public: what all players see.
        hands: by seat, the known cards; ``public.hand_sizes`` contains the number of all cards.
        held: by seat, the codes held; None if only their number is known.
        sums: by seat, the knowledge about the hand from an announced sum; None if there is none.
    """

    public: PublicState
    hands: tuple[Counts, ...]
    held: tuple[tuple[str, ...] | None, ...]
    sums: tuple[KnownSum | None, ...]

    def knows_hand(self, seat: Seat) -> bool:
        """Return whether every card of a seat's hand is known."""
        return sum(self.hands[seat]) == self.public.hand_sizes[seat]


def diagram_of_public(public: PublicState) -> Diagram:
    """Return the position as a spectator sees it, without sums."""
    seats = range(public.rules.n_seats)
    nothing = (0,) * public.rules.values
    held = tuple(None if public.held_counts[seat] else () for seat in seats)
    return Diagram(public, tuple(nothing for _ in seats), held, tuple(None for _ in seats))


def diagram_of_observation(seen: Observation) -> Diagram:
    """Return the position as one seat sees it, without sums."""
    diagram = diagram_of_public(seen.public)
    return diagram._replace(
        hands=_with_value(diagram.hands, seen.seat, seen.hand),
        held=_with_value(diagram.held, seen.seat, seen.held),
    )


def diagram_of_state(state: State) -> Diagram:
    """Return the position with all cards known.

    The result contains neither the order of cards under the deck nor the codes that lie face down.
    """
    return diagram_of_public(state.public)._replace(hands=state.hands, held=state.held)


def diagram_of_view(view: View) -> Diagram:
    """Return the position as the seat of a view knows it, with all revealed sums and cards.

    Raises:
        ValueError: the view contradicts itself.
    """
    diagram = diagram_of_observation(observation_of(view))
    _, steps = replay_view(view)
    hands, sums = diagram.hands, diagram.sums
    others = diagram_of_public(diagram.public).hands
    if view.start_position is not None:
        others, sums = view.start_position.known, view.start_position.sums
    for step in steps:
        others, sums = _known_cards_after_step(others, step), sums_after_step(sums, step)
    known = (own if seat == view.seat else others[seat] for seat, own in enumerate(hands))
    return diagram._replace(hands=tuple(known), sums=sums)


def start_position_from(diagram: Diagram, seat: Seat) -> StartPosition:
    """Return what all players know of a position; only ``seat`` knows the cards in its hand.

    All other cards that the position contains count as shown to everybody.
    """
    nothing = (0,) * diagram.public.rules.values
    return StartPosition(diagram.public, _with_value(diagram.hands, seat, nothing), diagram.sums)


def observation_from(diagram: Diagram, seat: Seat) -> Observation:
    """Return what ``seat`` sees.

    Raises:
        UnknownCardsError: some of the seat's cards or codes are unknown.
    """
    held = diagram.held[seat]
    if held is None or not diagram.knows_hand(seat):
        raise UnknownCardsError(seat)
    return Observation(seat, diagram.public, diagram.hands[seat], held)


def state_from(diagram: Diagram) -> State:
    """Return the full state; the deck consists of all cards that are nowhere else.

    Raises:
        UnknownCardsError: a card or code is unknown, or a code lies face down.
    """
    public, rules = diagram.public, diagram.public.rules
    seats = range(rules.n_seats)
    if any(public.sealed):
        raise UnknownCardsError(public.sealed.index(True))
    held = tuple(observation_from(diagram, seat).held for seat in seats)
    deck: Counts = (rules.copies,) * rules.values
    for cards in (counts_of((*public.row, *public.aside), rules.values), *diagram.hands):
        deck = with_cards_removed(deck, cards)
    return State(public, diagram.hands, deck, (), held, tuple(None for _ in seats))


def _with_value(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _known_cards_after_step(hands: tuple[Counts, ...], step: SeenStep) -> tuple[Counts, ...]:
    """Return, by seat, the known cards of each hand after a step, which may show or swap cards."""
    seat, action = step.seat, step.action
    for shown, cards in step.facts.shown:
        hands = _with_value(hands, shown, counts_of(cards, len(hands[shown])))
    if action.row_card is not None:
        return _with_value(hands, seat, _without_card(hands[seat], action.row_card))
    if action.verb == "under":
        return _with_value(hands, seat, (0,) * len(hands[seat]))
    if action.verb == "swap":
        assert step.facts.taken is not None
        (other,) = step.before.seating.opponents_of(seat)
        own = with_card_added(_without_card(hands[seat], action.card), step.facts.taken)
        return _with_value(
            _with_value(hands, seat, own),
            other,
            with_card_added(_without_card(hands[other], step.facts.taken), action.card),
        )
    return hands


def _without_card(known: Counts, card: Card) -> Counts:
    return with_card_removed(known, card) if known[card] else known


def sums_after_step(
    sums: tuple[KnownSum | None, ...], step: SeenStep
) -> tuple[KnownSum | None, ...]:
    """Return, by seat, what the sums imply after a step, which may announce a sum."""
    seat, action = step.seat, step.action
    if action.row_card is not None:
        sums = _sums_with_cards_added(sums, seat, -action.row_card)
    elif action.verb == "under":
        sums = _with_value(sums, seat, None)
    elif action.verb == "swap":
        assert step.facts.taken is not None
        (other,) = step.before.seating.opponents_of(seat)
        gain = step.facts.taken - action.card
        sums = _sums_with_cards_added(_sums_with_cards_added(sums, seat, gain), other, -gain)
    n_drawn = step.after.hand_sizes[seat] - step.before.hand_sizes[seat]
    if n_drawn > 0:
        sums = _sums_with_cards_added(sums, seat, 0, n_drawn)
    for speaker, total in step.facts.said:
        sums = _with_value(sums, speaker, KnownSum(total))
    return sums


def _sums_with_cards_added(
    sums: tuple[KnownSum | None, ...], seat: Seat, total: int, drawn: int = 0
) -> tuple[KnownSum | None, ...]:
    known = sums[seat]
    if known is None:
        return sums
    return _with_value(sums, seat, KnownSum(known.total + total, known.drawn + drawn))


NOTHING_MARK = "-"
UNKNOWN_MARK = "?"
SIDES = "ab"
FLAGS = {
    "asked": "has_asked",
    "partnered": "has_asked_partner",
    "again": "is_second_card_allowed",
}
"""The words of the field ``flags``, each with the field of the public state that it sets."""
USUAL_TURN = 12
"""The turn number of a line without a turn field: about the middle of a round."""


def text_of(diagram: Diagram) -> str:
    """Write a position as a line of text.

    Raises:
        ValueError: no edition has this number of cards and markers.
    """
    words = [_write_edition(diagram.public.rules)]
    for name, written in _FIELDS.items():
        value = written(diagram)
        if value:
            words.append(f"{name}={value}")
    return " ".join(words)


def default_starter(rules: Rules, leader: Seat) -> Seat:
    """Return the seat that lays the start card if a position line does not name it."""
    return (leader + {"two": 1, "solo": 1, "pairs": 3}[rules.table]) % rules.n_seats


def default_supply(public: PublicState) -> tuple[int, ...]:
    """Return, by side, the number of markers that are neither on the board nor captured."""
    return tuple(
        n_initial_markers(public, side)
        - sum(key[side] for key in public.board)
        - public.captured[1 - side]
        for side in (0, 1)
    )


def n_initial_markers(public: PublicState, side: int) -> int:
    """Return the number of markers with which a side began the round."""
    code = public.codes[side]
    return public.rules.markers + (POWERS[code].extra_markers if code else 0)


def default_double_turn(public: PublicState) -> tuple[int, ...]:
    """Return, by side, the assumed turn in which the double was placed, early enough for its bonus.

    The turn is ``NEVER`` for a side whose double is not on the board.
    """
    return tuple(0 if place > 0 else NEVER for place in public.double)


def default_seat_to_act(public: PublicState) -> Seat:
    """Return the seat to act, by phase and turn; in the code phase, the first seat with a code."""
    seating = public.seating
    if public.phase == "over":
        return NO_SEAT
    if public.phase == "start":
        return seating.starter
    if public.phase == "codes":
        return seating.leader if public.held_counts[seating.leader] else seating.starter
    seat = seating.order[public.turn % len(seating.order)]
    return seating.opponents_of(seat)[0] if public.phase == "answer" else seat


def _write_edition(rules: Rules) -> str:
    options = custom_options(rules)
    if rules.preset not in PRESETS or rules_for(rules.preset, options) != rules:
        raise ValueError("no edition is played with these cards and markers")
    return ",".join([rules.preset, *(f"{name}={_write_option(v)}" for name, v in options.items())])


def _write_option(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _is_duel(public: PublicState) -> bool:
    return public.rules.n_seats > len(set(public.seating.order))


def _write_leader(diagram: Diagram) -> str:
    public = diagram.public
    return str(public.seating.leader) if public.seating.leader and not _is_duel(public) else ""


def _write_starter(diagram: Diagram) -> str:
    public, seating = diagram.public, diagram.public.seating
    usual = default_starter(public.rules, seating.leader)
    return str(seating.starter) if seating.starter != usual and not _is_duel(public) else ""


def _write_duel(diagram: Diagram) -> str:
    seating = diagram.public.seating
    return f"{seating.leader}/{seating.starter}" if _is_duel(diagram.public) else ""


def _write_phase(diagram: Diagram) -> str:
    return diagram.public.phase if diagram.public.phase != "turn" else ""


def _write_turn(diagram: Diagram) -> str:
    return "" if diagram.public.phase in ("codes", "start") else str(diagram.public.turn)


def _write_seat(diagram: Diagram) -> str:
    public = diagram.public
    return "" if public.seat == default_seat_to_act(public) else str(public.seat)


def _write_hands(diagram: Diagram) -> str:
    return "/".join(
        _write_hand(cards_of(known), size)
        for known, size in zip(diagram.hands, diagram.public.hand_sizes, strict=True)
    )


def _write_hand(known: tuple[int, ...], size: int) -> str:
    return "".join(map(str, known)) + UNKNOWN_MARK * (size - len(known)) or NOTHING_MARK


def _write_board(diagram: Diagram) -> str:
    public = diagram.public
    return ",".join(
        f"{key}{SIDES[side].upper() * (public.double[side] == key)}"
        f"{SIDES[side] * (markers[side] - (public.double[side] == key))}"
        for key, markers in enumerate(public.board, 1)
        for side in (0, 1)
        if markers[side]
    )


def _write_doubles_out_of_round(diagram: Diagram) -> str:
    return "".join(SIDES[side] for side in (0, 1) if diagram.public.double[side] == OUT_OF_ROUND)


def _write_double_turns(diagram: Diagram) -> str:
    turns = diagram.public.double_turn
    if turns == default_double_turn(diagram.public):
        return ""
    return "/".join(NOTHING_MARK if turn == NEVER else str(turn) for turn in turns)


def _write_supply(diagram: Diagram) -> str:
    supply = diagram.public.supply
    return "" if supply == default_supply(diagram.public) else _slashed_numbers(supply)


def _slashed_numbers(values: tuple[int, ...]) -> str:
    return "/".join(map(str, values))


def _write_unless_zero(values: tuple[int, ...]) -> str:
    return _slashed_numbers(values) if any(values) else ""


def _write_flags(diagram: Diagram) -> str:
    return ",".join(word for word, name in FLAGS.items() if getattr(diagram.public, name))


def _write_sums(diagram: Diagram) -> str:
    sums = [NOTHING_MARK if known is None else _write_sum(known) for known in diagram.sums]
    return "/".join(sums) if any(diagram.sums) else ""


def _write_sum(known: KnownSum) -> str:
    return f"{known.total}+{known.drawn}" if known.drawn else str(known.total)


def _write_held_codes(diagram: Diagram) -> str:
    if not any(diagram.public.held_counts):
        return ""
    return "/".join(
        str(count) if known is None else ",".join(known) or NOTHING_MARK
        for known, count in zip(diagram.held, diagram.public.held_counts, strict=True)
    )


def _write_codes_in_force(diagram: Diagram) -> str:
    codes = diagram.public.codes
    return "/".join(code or NOTHING_MARK for code in codes) if any(codes) else ""


def _write_result(diagram: Diagram) -> str:
    result = diagram.public.result
    return f"{SIDES[result.side]}/{result.points}/{result.by}" if result else ""


_FIELDS: dict[str, Callable[[Diagram], str]] = {
    "lead": _write_leader,
    "start": _write_starter,
    "duel": _write_duel,
    "phase": _write_phase,
    "turn": _write_turn,
    "seat": _write_seat,
    "row": lambda diagram: "".join(map(str, diagram.public.row)),
    "aside": lambda diagram: "".join(map(str, diagram.public.aside)),
    "hands": _write_hands,
    "board": _write_board,
    "out": _write_doubles_out_of_round,
    "placed": _write_double_turns,
    "supply": _write_supply,
    "captured": lambda diagram: _write_unless_zero(diagram.public.captured),
    "standing": lambda diagram: diagram.public.command_in_force,
    "flags": _write_flags,
    "sums": _write_sums,
    "score": lambda diagram: _write_unless_zero(diagram.public.score),
    "held": _write_held_codes,
    "sealed": lambda diagram: "".join(
        str(seat) for seat, lies in enumerate(diagram.public.sealed) if lies
    ),
    "codes": _write_codes_in_force,
    "used": lambda diagram: "".join(SIDES[side] for side in (0, 1) if diagram.public.used[side]),
    "stakes": lambda diagram: _write_unless_zero(diagram.public.stakes),
    "result": _write_result,
}
FIELDS = tuple(_FIELDS)
"""The names of the fields, in the order of the line."""
