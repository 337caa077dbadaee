"""A position as a board of letters, and as data for other programs."""

from __future__ import annotations

from typing import Any

from hacktrick.game.cards import cards_of
from hacktrick.game.diagram import Diagram, Unknown, observation
from hacktrick.game.diagramtext import SIDES, text_of
from hacktrick.game.keypad import SQUARE, Key
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Seat, options_of
from hacktrick.game.state import IN_SUPPLY, NO_SEAT, OUT, PublicState

WIDTH = 9  # of a key


def as_board(diagram: Diagram) -> str:
    """The position in some lines: the turn, the keypad, cards, seats, sides."""
    public = diagram.public
    seats = [_seat(diagram, seat) for seat in range(public.rules.n_seats)]
    sides = [_side(public, side) for side in (0, 1)]
    lines = [_turn(public), *_keypad(public), _cards(public), *seats, *sides]
    may = legal(diagram)
    return "\n".join([*lines, f"may: {', '.join(may)}"] if may else lines)


def legal(diagram: Diagram) -> list[str] | None:
    """What the seat to act may do, sorted; None where its cards are not known."""
    if diagram.public.seat == NO_SEAT:
        return []
    try:
        return sorted(map(str, legal_actions(observation(diagram, diagram.public.seat))))
    except Unknown:
        return None


def as_data(diagram: Diagram) -> dict[str, Any]:
    """The position as JSON wants it; names as in the lines of ``replay --states``."""
    public = diagram.public
    places = {IN_SUPPLY: "supply", OUT: "out"}
    return {
        "position": text_of(diagram),
        "preset": public.rules.preset,
        "options": options_of(public.rules),
        "phase": public.phase,
        "turn": public.turn,
        "seat": None if public.seat == NO_SEAT else public.seat,
        "row": list(public.row),
        "aside": list(public.aside),
        "hands": [list(cards_of(hand)) for hand in diagram.hands],
        "hand_sizes": list(public.hand_sizes),
        "deck": public.deck_size,
        "board": [list(markers) for markers in public.board],
        "double": [places.get(place, place) for place in public.double],
        "supply": list(public.supply),
        "captured": list(public.captured),
        "standing": public.standing or None,
        "sums": [None if told is None else told._asdict() for told in diagram.sums],
        "score": list(public.score),
        "held": [None if codes is None else list(codes) for codes in diagram.held],
        "held_counts": list(public.held_counts),
        "codes": list(public.codes),
        "stakes": list(public.stakes),
        "legal": legal(diagram),
        "result": None if public.result is None else public.result._asdict(),
    }


def _turn(public: PublicState) -> str:
    result = public.result
    if result is not None:
        points = "1 point" if result.points == 1 else f"{result.points} points"
        return f"{public.rules.preset}: side {SIDES[result.side]} wins {points} by {result.by}"
    bound = f", bound by {public.standing}" if public.standing else ""
    phase = f"{public.phase}{bound}"
    return f"{public.rules.preset}, turn {public.turn}: seat {public.seat} acts ({phase})"


def _keypad(public: PublicState) -> list[str]:
    return [
        "  " + "".join(f"{key} {_markers(public, key):{WIDTH - 2}}" for key in row).rstrip()
        for row in SQUARE
    ]


def _markers(public: PublicState, key: Key) -> str:
    """Small letters for singles, a capital for the double; a dot for nothing."""
    letters = ""
    for side in (0, 1):
        big = public.double[side] == key
        letters += SIDES[side].upper() * big
        letters += SIDES[side] * (public.markers_on(key, side) - big)
    return letters or "."


def _cards(public: PublicState) -> str:
    row, aside = (" ".join(map(str, cards)) or "empty" for cards in (public.row, public.aside))
    return f"row: {row}; aside: {aside}; in the deck: {public.deck_size}"


def _seat(diagram: Diagram, seat: Seat) -> str:
    public = diagram.public
    known = [str(card) for card in cards_of(diagram.hands[seat])]
    cards = " ".join([*known, *"?" * (public.hand_sizes[seat] - len(known))]) or "no cards"
    return "".join([_name(public, seat), cards, _told(diagram, seat), _codes(diagram, seat)])


def _name(public: PublicState, seat: Seat) -> str:
    side = public.seating.side_of[seat]
    return f"seat {seat} ({SIDES[side] if side >= 0 else 'sits out'}): "


def _told(diagram: Diagram, seat: Seat) -> str:
    told = diagram.sums[seat]
    if told is None:
        return ""
    since = {0: "", 1: " and a card drawn since"}.get(
        told.drawn, f" and {told.drawn} cards drawn since"
    )
    return f"; by its word {told.total}{since}"


def _codes(diagram: Diagram, seat: Seat) -> str:
    codes, count = diagram.held[seat], diagram.public.held_counts[seat]
    if not count:
        return ""
    return f"; codes: {' '.join(codes)}" if codes else f"; codes: {count}"


def _side(public: PublicState, side: int) -> str:
    place = {IN_SUPPLY: "in the supply", OUT: "out"}.get(
        public.double[side], f"on key {public.double[side]}"
    )
    code = public.codes[side]
    return "".join(
        [
            f"side {SIDES[side]}: supply {public.supply[side]}, captured {public.captured[side]}, ",
            f"the double {place}",
            f", code {code}" if code else "",
            f", stakes {public.stakes[side]}" if public.stakes[side] else "",
        ]
    )
