"""The rules as pure functions: start a round, observe, list chance outcomes, apply an action.

Chance is explicit: the caller deals, and passes drawn cards to ``apply``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import comb
from typing import Any, NamedTuple

from hacktrick.game.actions import (
    Action,
    Ask,
    AskPartner,
    Draw,
    LayCode,
    LayStartCard,
    Play,
    PutUnderDeck,
    Swap,
)
from hacktrick.game.cards import (
    Card,
    Counts,
    cards_of,
    counts_of,
    hands_within,
    sum_of,
    with_card_added,
    with_card_removed,
    with_cards_removed,
)
from hacktrick.game.editions import Rules
from hacktrick.game.legality import IllegalAction, legal_actions, must_play, refusal_reason
from hacktrick.game.state import Deal, Observation, PublicState, RevealedFacts, Seat, Seating, State
from hacktrick.game.transitions import (
    apply_public_part,
    begin_round,
    lose_by_markers,
    with_value_at,
)

Chance = tuple[Card, ...]

_NOTHING = RevealedFacts()
# Building the tuple directly takes half the time of ``State(...)``.
_make_state = partial(tuple.__new__, State)
_make_observation = partial(tuple.__new__, Observation)


class AppliedAction(NamedTuple):
    """The result of applying an action: the state after it, and the facts that it revealed."""

    state: State
    facts: RevealedFacts


_make_applied_action = partial(tuple.__new__, AppliedAction)


def start_round(
    rules: Rules,
    seating: Seating,
    deal: Deal,
    score: tuple[int, ...] | None = None,
    held: tuple[tuple[str, ...], ...] | None = None,
) -> State:
    """Return the state after the deal.

    Args:
        rules: the rules of the match.
        seating: the seating of the round.
        deal: the hands, the set-aside cards and the deck as dealt.
        score: the score before the round, by side, or by seat where points belong to players; by
            default all zeros.
        held: the codes held, by seat; None if nobody holds a code.
    """
    held = held or ((),) * rules.n_seats
    public = begin_round(
        rules,
        seating,
        deal.aside,
        score or (0,) * rules.n_score_entries,
        tuple(len(codes) for codes in held),
    )
    return State(public, deal.hands, deal.deck, (), held, (None,) * rules.n_seats)


def observe(state: State, seat: Seat) -> Observation:
    """Return what ``seat`` sees of ``state``."""
    return _make_observation((seat, state.public, state.hands[seat], state.held[seat]))


def chance_outcomes(state: State, action: Action) -> tuple[tuple[Chance, int], ...]:
    """Return every outcome of chance that ``apply`` accepts for an action.

    Each outcome comes with its weight: the number of equally likely ways in which it can happen. An
    outcome is the card drawn for a draw, the card taken for a swap, and, for cards put under the
    deck, the multiset drawn from the deck. Cards that come back from under the deck are known and
    not part of an outcome. All other actions have the single outcome ``((), 1)``.
    """
    lister = _CHANCES.get(type(action))
    return lister(state, action) if lister else _NO_CHANCE


def _draw_outcomes(state: State, action: Draw) -> tuple[tuple[Chance, int], ...]:
    return _single_card_outcomes(state.deck) or _NO_CHANCE


def _swap_outcomes(state: State, action: Swap) -> tuple[tuple[Chance, int], ...]:
    (opponent,) = state.public.seating.opponents_of(state.public.seat)
    return _single_card_outcomes(state.hands[opponent])


def _put_under_deck_outcomes(state: State, action: PutUnderDeck) -> tuple[tuple[Chance, int], ...]:
    return _multiset_outcomes(state.deck, min(len(action.cards), sum(state.deck)))


_NO_CHANCE: tuple[tuple[Chance, int], ...] = (((), 1),)
_CHANCES: dict[type, Callable[[State, Any], tuple[tuple[Chance, int], ...]]] = {
    Draw: _draw_outcomes,
    Swap: _swap_outcomes,
    PutUnderDeck: _put_under_deck_outcomes,
}


@lru_cache(maxsize=4096)
def _single_card_outcomes(counts: Counts) -> tuple[tuple[Chance, int], ...]:
    return tuple(((card,), copies) for card, copies in enumerate(counts) if copies)


def _multiset_outcomes(counts: Counts, size: int) -> tuple[tuple[Chance, int], ...]:
    outcomes = []
    for drawn in hands_within(counts, size):
        weight = 1
        for copies, taken in zip(counts, drawn, strict=True):
            weight *= comb(copies, taken)
        outcomes.append((cards_of(drawn), weight))
    return tuple(outcomes)


def apply(state: State, action: Action, chance: Chance = ()) -> AppliedAction:
    """Return the state after the seat to act does ``action``, and the facts that it revealed.

    Args:
        chance: the cards that chance gives, one of ``chance_outcomes(state, action)``.

    Raises:
        IllegalAction: the action is not legal; the error contains the reason.
    """
    public = state.public
    seen = observe(state, public.seat)
    if action not in legal_actions(seen):
        raise IllegalAction(action, refusal_reason(seen, action))
    return apply_legal(state, action, chance)


def apply_legal(state: State, action: Action, chance: Chance = ()) -> AppliedAction:
    """Return what ``apply`` returns, without checking that ``action`` is legal."""
    after, facts = apply_hidden_part(state, action, chance)
    public = apply_public_part(state.public, action, facts)
    if public.rules.out_of_markers == "when_obliged" and must_play_without_marker(
        public, after.hands
    ):
        facts = facts._replace(stuck=True)
        public = lose_by_markers(public, public.side)
    return _make_applied_action((_make_state((public, *after[1:])), facts))


def must_play_without_marker(public: PublicState, hands: tuple[Counts, ...]) -> bool:
    """Return whether the seat to act loses because they must play but have no marker."""
    # RULES section 4: `when_obliged` is tested when a turn begins and after a power is used.
    return (
        public.rules.out_of_markers == "when_obliged"
        and public.phase == "turn"
        and not public.supply[public.side]
        and must_play(public, hands[public.seat])
    )


def apply_hidden_part(state: State, action: Action, chance: Chance) -> tuple[State, RevealedFacts]:
    """Apply the hidden part of an action: move cards and reveal facts.

    Returns:
        The state, in which ``public`` is unchanged, and the facts.
    """
    mover = _HIDDEN.get(type(action))
    return mover(state, action, chance) if mover else (state, _NOTHING)


def _hands_without(state: State, seat: Seat, card: Card) -> tuple[Counts, ...]:
    hands: tuple[Counts, ...] = with_value_at(
        state.hands, seat, with_card_removed(state.hands[seat], card)
    )
    return hands


def _apply_lay_code(state: State, action: LayCode, chance: Chance) -> tuple[State, RevealedFacts]:
    seat, starter = state.public.seat, state.public.seating.starter
    held = tuple(code for code in state.held[seat] if code != action.code)
    state = state._replace(
        held=with_value_at(state.held, seat, held),
        laid=with_value_at(state.laid, seat, action.code),
    )
    is_last = seat == starter or not state.held[starter]
    return state, RevealedFacts(revealed=state.laid) if is_last else _NOTHING


def _apply_start_card(
    state: State, action: LayStartCard, chance: Chance
) -> tuple[State, RevealedFacts]:
    hands = _hands_without(state, state.public.seat, action.card)
    # All sums are announced at once (RULES section 2); a seat that sits out has no sum.
    sums = tuple((seat, sum_of(hands[seat])) for seat in sorted(set(state.public.seating.order)))
    return state._replace(hands=hands), RevealedFacts(said=sums)


def _apply_ask(state: State, action: Ask, chance: Chance) -> tuple[State, RevealedFacts]:
    seat = action.seat
    if seat is None:
        (seat,) = state.public.seating.opponents_of(state.public.seat)
    return state, RevealedFacts(said=((seat, sum_of(state.hands[seat])),))


def _apply_ask_partner(
    state: State, action: AskPartner, chance: Chance
) -> tuple[State, RevealedFacts]:
    partner = state.public.seating.partner_of(state.public.seat)
    assert partner is not None
    return state, RevealedFacts(said=((partner, sum_of(state.hands[partner])),))


def _apply_swap(state: State, action: Swap, chance: Chance) -> tuple[State, RevealedFacts]:
    seat = state.public.seat
    (opponent,) = state.public.seating.opponents_of(seat)
    (taken,) = chance
    own = with_card_added(with_card_removed(state.hands[seat], action.card), taken)
    other = with_card_added(with_card_removed(state.hands[opponent], taken), action.card)
    hands = with_value_at(with_value_at(state.hands, seat, own), opponent, other)
    return state._replace(hands=hands), RevealedFacts(taken=taken)


def _apply_play(state: State, action: Play, chance: Chance) -> tuple[State, RevealedFacts]:
    hands = _hands_without(state, state.public.seat, action.card)
    return _make_state((state.public, hands, *state[2:])), _NOTHING


def _apply_draw(state: State, action: Draw, chance: Chance) -> tuple[State, RevealedFacts]:
    public = state.public
    seat, hand = public.seat, state.hands[public.seat]
    shown = ((seat, cards_of(hand)),) if public.command_in_force == "play" else ()
    if chance:
        (card,) = chance
        deck, under = with_card_removed(state.deck, card), state.under
    else:
        card, deck, under = state.under[0], state.deck, state.under[1:]
    is_last_card = public.deck_size == 1
    if is_last_card:
        deck = counts_of(public.row[:-1], public.rules.values)
    hands = with_value_at(state.hands, seat, with_card_added(hand, card))
    facts = RevealedFacts(shown=shown, drawn=(card,), reshuffled=is_last_card)
    return state._replace(hands=hands, deck=deck, under=under), facts


def _apply_put_under_deck(
    state: State, action: PutUnderDeck, chance: Chance
) -> tuple[State, RevealedFacts]:
    seat, values = state.public.seat, state.public.rules.values
    pile = (*state.under, *action.cards)
    n_back = len(action.cards) - len(chance)
    drawn = (*chance, *pile[:n_back])
    put = counts_of(action.cards, values)
    hand = with_cards_removed(state.hands[seat], put)
    for card in drawn:
        hand = with_card_added(hand, card)
    state = state._replace(
        hands=with_value_at(state.hands, seat, hand),
        deck=with_cards_removed(state.deck, counts_of(chance, values)),
        under=pile[n_back:],
    )
    return state, RevealedFacts(drawn=drawn)


_HIDDEN: dict[type, Callable[[State, Any, Chance], tuple[State, RevealedFacts]]] = {
    LayCode: _apply_lay_code,
    LayStartCard: _apply_start_card,
    Ask: _apply_ask,
    AskPartner: _apply_ask_partner,
    Swap: _apply_swap,
    Play: _apply_play,
    Draw: _apply_draw,
    PutUnderDeck: _apply_put_under_deck,
}
