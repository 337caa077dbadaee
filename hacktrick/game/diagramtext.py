"""A position in one line of text, both ways; docs/position.md describes the line.

    keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6b supply=9/9

The edition, then fields in any order; what is left out has the value it mostly has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.game.cards import cards_of
from hacktrick.game.diagram import Diagram, Sum
from hacktrick.game.powers import POWERS
from hacktrick.game.rules import PRESETS, Rules, Seat, options_of, rules_for
from hacktrick.game.state import NEVER, NO_SEAT, OUT, PublicState

NOTHING = "-"
UNKNOWN = "?"
SIDES = "ab"
FLAGS = ("asked", "partnered", "again")
MIDDLE = 12  # a turn in the middle of a round, for texts that name none


def text_of(diagram: Diagram) -> str:
    """The line for a position.

    Raises:
        ValueError: a game of another size than any edition's.
    """
    words = [_edition(diagram.public.rules)]
    for name, written in _FIELDS.items():
        value = written(diagram)
        if value:
            words.append(f"{name}={value}")
    return " ".join(words)


def usual_starter(rules: Rules, leader: Seat) -> Seat:
    """Who lays the start card, if the line does not say so."""
    return (leader + {"two": 1, "solo": 1, "pairs": 3}[rules.table]) % rules.n_seats


def usual_supply(public: PublicState) -> tuple[int, ...]:
    """Every marker that is neither on the board nor captured."""
    return tuple(
        markers_of(public, side)
        - sum(key[side] for key in public.board)
        - public.captured[1 - side]
        for side in (0, 1)
    )


def markers_of(public: PublicState, side: int) -> int:
    """The markers a side began with."""
    code = public.codes[side]
    return public.rules.markers + (POWERS[code].extra_markers if code else 0)


def usual_double_turn(public: PublicState) -> tuple[int, ...]:
    """A double on the board was placed long ago."""
    return tuple(0 if place > 0 else NEVER for place in public.double)


def seat_of_turn(public: PublicState) -> Seat:
    """Who acts, as phase and turn say it. In the code phase: the first who may lay one."""
    seating = public.seating
    if public.phase == "over":
        return NO_SEAT
    if public.phase == "start":
        return seating.starter
    if public.phase == "codes":
        return seating.leader if public.held_counts[seating.leader] else seating.starter
    seat = seating.order[public.turn % len(seating.order)]
    return seating.opponents_of(seat)[0] if public.phase == "answer" else seat


def _edition(rules: Rules) -> str:
    options = options_of(rules)
    if rules.preset not in PRESETS or rules_for(rules.preset, options) != rules:
        raise ValueError("no edition is played with these cards and markers")
    return ",".join([rules.preset, *(f"{name}={_option(v)}" for name, v in options.items())])


def _option(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _is_duel(public: PublicState) -> bool:
    return public.rules.n_seats > len(set(public.seating.order))


def _lead(diagram: Diagram) -> str:
    public = diagram.public
    return str(public.seating.leader) if public.seating.leader and not _is_duel(public) else ""


def _start(diagram: Diagram) -> str:
    public, seating = diagram.public, diagram.public.seating
    usual = usual_starter(public.rules, seating.leader)
    return str(seating.starter) if seating.starter != usual and not _is_duel(public) else ""


def _duel(diagram: Diagram) -> str:
    seating = diagram.public.seating
    return f"{seating.leader}/{seating.starter}" if _is_duel(diagram.public) else ""


def _phase(diagram: Diagram) -> str:
    return diagram.public.phase if diagram.public.phase != "turn" else ""


def _turn(diagram: Diagram) -> str:
    return "" if diagram.public.phase in ("codes", "start") else str(diagram.public.turn)


def _seat(diagram: Diagram) -> str:
    public = diagram.public
    return "" if public.seat == seat_of_turn(public) else str(public.seat)


def _hands(diagram: Diagram) -> str:
    return "/".join(
        _hand(cards_of(known), size)
        for known, size in zip(diagram.hands, diagram.public.hand_sizes, strict=True)
    )


def _hand(known: tuple[int, ...], size: int) -> str:
    return "".join(map(str, known)) + UNKNOWN * (size - len(known)) or NOTHING


def _board(diagram: Diagram) -> str:
    public = diagram.public
    return ",".join(
        f"{key}{SIDES[side].upper() * (public.double[side] == key)}"
        f"{SIDES[side] * (markers[side] - (public.double[side] == key))}"
        for key, markers in enumerate(public.board, 1)
        for side in (0, 1)
        if markers[side]
    )


def _out(diagram: Diagram) -> str:
    return "".join(SIDES[side] for side in (0, 1) if diagram.public.double[side] == OUT)


def _placed(diagram: Diagram) -> str:
    turns = diagram.public.double_turn
    if turns == usual_double_turn(diagram.public):
        return ""
    return "/".join(NOTHING if turn == NEVER else str(turn) for turn in turns)


def _supply(diagram: Diagram) -> str:
    supply = diagram.public.supply
    return "" if supply == usual_supply(diagram.public) else _numbers(supply)


def _numbers(values: tuple[int, ...]) -> str:
    return "/".join(map(str, values))


def _unless_zero(values: tuple[int, ...]) -> str:
    return _numbers(values) if any(values) else ""


def _flags(diagram: Diagram) -> str:
    return ",".join(name for name in FLAGS if getattr(diagram.public, name))


def _sums(diagram: Diagram) -> str:
    told = [NOTHING if known is None else _sum(known) for known in diagram.sums]
    return "/".join(told) if any(diagram.sums) else ""


def _sum(known: Sum) -> str:
    return f"{known.total}+{known.drawn}" if known.drawn else str(known.total)


def _held(diagram: Diagram) -> str:
    if not any(diagram.public.held_counts):
        return ""
    return "/".join(
        str(count) if known is None else ",".join(known) or NOTHING
        for known, count in zip(diagram.held, diagram.public.held_counts, strict=True)
    )


def _codes(diagram: Diagram) -> str:
    codes = diagram.public.codes
    return "/".join(code or NOTHING for code in codes) if any(codes) else ""


def _result(diagram: Diagram) -> str:
    result = diagram.public.result
    return f"{SIDES[result.side]}/{result.points}/{result.by}" if result else ""


_FIELDS: dict[str, Callable[[Diagram], str]] = {
    "lead": _lead,
    "start": _start,
    "duel": _duel,
    "phase": _phase,
    "turn": _turn,
    "seat": _seat,
    "row": lambda diagram: "".join(map(str, diagram.public.row)),
    "aside": lambda diagram: "".join(map(str, diagram.public.aside)),
    "hands": _hands,
    "board": _board,
    "out": _out,
    "placed": _placed,
    "supply": _supply,
    "captured": lambda diagram: _unless_zero(diagram.public.captured),
    "standing": lambda diagram: diagram.public.standing,
    "flags": _flags,
    "sums": _sums,
    "score": lambda diagram: _unless_zero(diagram.public.score),
    "held": _held,
    "sealed": lambda diagram: "".join(
        str(seat) for seat, lies in enumerate(diagram.public.sealed) if lies
    ),
    "codes": _codes,
    "used": lambda diagram: "".join(SIDES[side] for side in (0, 1) if diagram.public.used[side]),
    "stakes": lambda diagram: _unless_zero(diagram.public.stakes),
    "result": _result,
}
FIELDS = tuple(_FIELDS)
"""The names of the fields, in the order in which they are written."""
