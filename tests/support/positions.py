"""Builds positions for tests: from a line (docs/position.md), or from the cards of a round or turn.

Cards are written as digits: ``("012", "345")`` are the hands of seat 0 and seat 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from hacktrick.game import engine
from hacktrick.game.actions import Action, Draw, RefusalReason, Swap, parse
from hacktrick.game.cards import cards_of, counts_of
from hacktrick.game.editions import PRESETS, Rules, rules_for
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.game.notation import diagram
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import (
    IN_SUPPLY,
    NEVER,
    Deal,
    Observation,
    PublicState,
    Result,
    RevealedFacts,
    State,
    seating_for,
)

PACK = "000111222333444555"


class TextState:
    """A state that is advanced by actions given as text.

    Attributes:
        facts: what the last action revealed.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts = RevealedFacts()

    @property
    def public(self) -> PublicState:
        return self.state.public

    @property
    def result(self) -> Result | None:
        return self.public.result

    @property
    def legal(self) -> set[str]:
        return self.legal_for(self.public.seat)

    def legal_for(self, seat: int) -> set[str]:
        return set(map(str, legal_actions(self.observe(seat))))

    def observe(self, seat: int) -> Observation:
        return engine.observe(self.state, seat)

    def hand(self, seat: int) -> str:
        return "".join(map(str, cards_of(self.state.hands[seat])))

    def do(self, *texts: str, chance: str | None = None) -> TextState:
        """Apply the actions in turn.

        Args:
            chance: the cards that a single action draws, as digits.
        """
        for text in texts:
            action = parse(text)
            cards = self._chance(action) if chance is None else tuple(map(int, chance))
            self.state, self.facts = engine.apply(self.state, action, cards)
        return self

    def _chance(self, action: Action) -> tuple[int, ...]:
        assert not isinstance(action, Swap), "say which card is taken"
        return engine.chance_outcomes(self.state, action)[0][0]

    def refusal_reason(self, text: str) -> RefusalReason:
        """Return the reason why an action is illegal; fail if the action is legal."""
        with pytest.raises(IllegalAction) as caught:
            engine.apply(self.state, parse(text))
        return caught.value.reason

    def draw_card(self, card: int) -> TextState:
        """Make the player on turn draw this card."""
        return self.do(str(Draw()), chance=str(card))


def state_from_line(line: str) -> TextState:
    """Return the position of a line that names all cards of all hands."""
    return TextState(diagram.state_from(read_diagram(line)))


def observation_from_line(line: str) -> Observation:
    """Return what the seat to act sees in the position of a line."""
    known = read_diagram(line)
    return diagram.observation_from(known, known.public.seat)


def dealt_round(
    rules: str | Rules,
    hands: Sequence[str],
    aside: str | None = None,
    leader: int = 0,
    starter: int | None = None,
    duel: bool = False,
    **more: Any,
) -> TextState:
    """Return a new round with these hands; the other cards are in the deck or set aside.

    Args:
        aside: the two cards set aside; if empty, the first two cards that are in no hand.
    """
    rules = rules_for(rules) if isinstance(rules, str) else rules
    if starter is None:
        starter = {"two": 1 - leader, "solo": (leader + 1) % 3, "pairs": (leader + 3) % 4}[
            rules.table
        ]
    rest = _without_cards(PACK, "".join(hands))
    aside = rest[:2] if aside is None else aside
    deck = _without_cards(rest, aside)
    deal = Deal(tuple(map(_counts, hands)), tuple(map(int, aside)), _counts(deck))
    return TextState(
        engine.start_round(rules, seating_for(rules, leader, starter, duel), deal, **more)
    )


def turn_of(
    hands: Sequence[str] = ("012", "345"),
    row: str = "3",
    markers: Sequence[Mapping[int, int]] = ({}, {}),
    double: Sequence[int] = (IN_SUPPLY, IN_SUPPLY),
    preset: str | Rules = "keypad",
    seat: int = 0,
    aside: str | None = None,
    deck: str | None = None,
    supply: Sequence[int] | None = None,
    codes: tuple[str | None, str | None] = (None, None),
    **fields: Any,
) -> TextState:
    """Return a turn of ``seat`` in the middle of a round that seat 0 leads.

    Args:
        markers: for each side, the number of markers on each key (including the double).
        double: for each side, a key, ``IN_SUPPLY`` or ``OUT_OF_ROUND``; a double on a key was
            placed in turn 0.
        deck: the exact deck, in which case no other cards exist; by default all cards not named.
        supply: for each side, the number of markers left; by default all markers not on the board.
        fields: further fields of the public state.
    """
    rules = rules_for(preset) if isinstance(preset, str) else preset
    table = dealt_round(rules, _any_hands(rules))
    seating = table.public.seating
    if aside is None:
        aside = _without_cards(PACK, "".join(hands) + row)[:2]
    deck = _without_cards(PACK, "".join(hands) + row + aside) if deck is None else deck
    counted = [sum(on.values()) for on in markers]
    public = table.public._replace(
        phase="turn",
        seat=seat,
        turn=next(n for n in range(12, 20) if seating.order[n % len(seating.order)] == seat),
        row=tuple(map(int, row)),
        aside=tuple(map(int, aside)),
        board=tuple((markers[0].get(k, 0), markers[1].get(k, 0)) for k in range(1, 10)),
        double=tuple(double),
        double_turn=tuple(0 if place > 0 else NEVER for place in double),
        supply=tuple(supply or (rules.markers - n for n in counted)),
        hand_sizes=tuple(map(len, hands)),
        deck_size=len(deck),
        codes=codes,
        is_second_card_allowed=_is_second_card_allowed(codes, markers, seating.side_of[seat]),
    )
    state = table.state._replace(
        public=public._replace(**fields), hands=tuple(map(_counts, hands)), deck=_counts(deck)
    )
    return TextState(state)


def wits_turn(**named: Any) -> TextState:
    """Return a turn in Battle of Wits, created as by ``turn_of``."""
    return turn_of(**{"preset": "wits", **named})


def finished_public(table: TextState, side: int, points: int = 1, by: Any = "line") -> PublicState:
    """Return the public state of ``table`` as if the round had just ended with this result."""
    public = table.public
    score = list(public.score)
    for owner in public.score_indices(side):
        score[owner] += points
    return public._replace(phase="over", result=Result(side, points, by), score=tuple(score))


def _is_second_card_allowed(
    codes: Sequence[str | None], markers: Sequence[Mapping[int, int]], side: int
) -> bool:
    # The state at the start of a turn already says whether this code allows a second card.
    if codes[side] != "kriskaya":
        return False
    on = markers[side]
    return on.get(5, 0) >= 2 or any(on.get(k) and on.get(10 - k) for k in (1, 2, 3, 4))


def _any_hands(rules: Rules) -> list[str]:
    seating = seating_for(rules, 0, {"two": 1, "solo": 1, "pairs": 3}[rules.table])
    rest, hands = PACK, []
    for size in seating.deal:
        hands.append(rest[:size])
        rest = rest[size:]
    return hands


def _without_cards(cards: str, gone: str) -> str:
    for card in gone:
        assert card in cards, f"more than three cards {card}"
        cards = cards.replace(card, "", 1)
    return cards


def _counts(cards: str) -> tuple[int, ...]:
    return counts_of(map(int, cards), 6)


ALL_PRESETS = tuple(PRESETS)
