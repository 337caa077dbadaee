"""A view and the legal actions never depend on what a seat cannot know.

Each test makes a twin of a random match with some hidden cards and codes exchanged, in which the
same actions happen. It computes every fact that the seat learns (sums, shown hands, own draws) from
the hands of both matches. Where all facts agree, the seat cannot tell the two apart, so its view
must be the same to the byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

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
    parse,
)
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.game.state import State
from hacktrick.game.view_json import view_to_json
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record, RecordError, RoundRecord
from hacktrick.match.record_replay import replay_record
from tests.support.parameter_sampling import mark_others_slow
from tests.support.scripted_matches import played_match

Facts = tuple[Any, ...]


def known_facts(before: State, action: Action, after: State, seat: int) -> Facts:
    """Return what ``seat`` learns from an action, computed from the true hands."""
    actor, mine = before.public.seat, before.public.seat == seat
    facts: list[Any] = [actor, after.hands[seat], after.public.result, after.public.seat]
    if isinstance(action, LayStartCard):
        facts += [sum(cards_of(hand)) for hand in after.hands]
    if isinstance(action, Ask):
        asked = action.seat
        if asked is None:
            (asked,) = before.public.seating.opponents_of(actor)
        facts.append(sum(cards_of(before.hands[asked])))
    if isinstance(action, AskPartner):
        partner = before.public.seating.partner_of(actor)
        assert partner is not None
        facts.append(sum(cards_of(before.hands[partner])))
    if isinstance(action, Draw) and before.public.command_in_force == "play":
        facts.append(before.hands[actor])
    if isinstance(action, LayCode):
        facts.append((action.code is None, action.code if mine else None, after.public.codes))
        facts.append(after.laid if not any(after.public.sealed) else None)
    elif isinstance(action, PutUnderDeck):
        facts.append(action if mine else len(action.cards))
    elif not isinstance(action, (Draw, Swap)):
        facts.append(action)
    if isinstance(action, Swap):
        facts += [action, [n - m for n, m in zip(after.hands[0], before.hands[0], strict=True)]]
    return tuple(facts)


def facts_in_order(record: Record, seat: int) -> Iterator[tuple[Facts, Match]]:
    """Yield all that ``seat`` learns in the last round of ``record``, each with the match then."""
    before: State | None = None
    rounds_left = len(record.rounds)
    for match, text in replay_record(record):
        rounds_left -= text is None
        if rounds_left:
            continue
        after = match.full_state()
        if text is None:
            yield (after.hands[seat], after.held[seat], after.public.held_counts), match
        else:
            assert before is not None
            yield known_facts(before, parse(text), after, seat), match
            if text.startswith("under") and before.public.seat == seat:
                # The seat sees these cards come one by one.
                yield match.events_for(seat)[-1].facts.drawn, match
        before = after


def facts_of(record: Record, seat: int) -> tuple[list[Facts], Match]:
    """Return all that ``seat`` learns in the last round of ``record``, and the match at its end."""
    learnt = list(facts_in_order(record, seat))
    return [facts for facts, _ in learnt], learnt[-1][1]


def match_looking_alike(record: Record, seat: int, truth: Sequence[Facts]) -> Match | None:
    """Return the match of ``record`` if ``seat`` learns just this in its last round.

    The replay ends at the first difference. None also means that the actions are impossible.
    """
    learnt: list[Match] = []
    try:
        for facts, match in facts_in_order(record, seat):
            if [facts] != truth[len(learnt) : len(learnt) + 1]:
                return None
            learnt.append(match)
    except RecordError:
        return None
    return learnt[-1] if len(learnt) == len(truth) else None


def indistinguishable_records(
    record: Record, seat: int, rng: Random, tries: int
) -> Iterator[Record]:
    """Yield records whose last round differs in cards that ``seat`` was not dealt."""
    for _ in range(tries):
        last = record.rounds[-1]
        other = shuffled_round(last, seat, rng)
        for text in list(other.actions):
            if text.startswith("under") and rng.random() < 0.5:
                words = text.split()[1:]
                place = other.actions.index(text)
                other.actions[place] = " ".join(["under", *rng.sample(words, len(words))])
        codes = list(record.codes)
        if codes:
            swap_two_cards(codes, rng)
        yield replace(record, rounds=[*record.rounds[:-1], other], codes=tuple(codes))


def shuffled_round(last: RoundRecord, seat: int, rng: Random) -> RoundRecord:
    """Return the round with some hidden cards exchanged.

    Two cards of the deck are exchanged, or two of a hand for two of the deck with the same sum. In
    every later deck, two cards are exchanged as well.
    """
    hands = [list(hand) for hand in last.hands]
    deck = list(last.deck)
    if rng.random() < 0.4:
        swap_two_cards(deck, rng)
    else:
        owner = rng.choice([owner for owner, hand in enumerate(hands) if owner != seat and hand])
        exchange_pairs(hands[owner], deck, rng)
    shuffles = [list(order) for order in last.shuffles]
    for order in shuffles:
        swap_two_cards(order, rng)
    return replace(
        last,
        hands=tuple(map(tuple, hands)),
        deck=tuple(deck),
        shuffles=list(map(tuple, shuffles)),
        taken=list(last.taken),
        actions=list(last.actions),
    )


def swap_two_cards(pile: list[Any], rng: Random) -> None:
    i, j = rng.choice(range(len(pile))), rng.choice(range(len(pile)))
    pile[i], pile[j] = pile[j], pile[i]


def exchange_pairs(hand: list[int], deck: list[int], rng: Random) -> None:
    fitting = [
        (own, other)
        for own in combinations(range(len(hand)), 2)
        for other in combinations(range(len(deck)), 2)
        if sum(hand[n] for n in own) == sum(deck[n] for n in other)
        and {hand[n] for n in own} != {deck[n] for n in other}
    ]
    if fitting:
        own, other = rng.choice(fitting)
        for n, m in zip(own, other, strict=True):
            hand[n], deck[m] = deck[m], hand[n]


def views_differ(one: Match, other: Match) -> bool:
    return one.full_state() != other.full_state() or one.record.codes != other.record.codes


def json_of(match: Match, seat: int) -> bytes:
    return json.dumps(view_to_json(match.view(seat))).encode()


def assert_cannot_be_told_apart(one: Match, other: Match, seat: int) -> None:
    assert json_of(one, seat) == json_of(other, seat)
    assert one.observe(seat) == other.observe(seat)
    assert one.events_for(seat) == other.events_for(seat)
    assert one.events_for(None) == other.events_for(None)
    assert legal_actions(one.observe(seat)) == legal_actions(other.observe(seat))
    for action in EVERY_ACTION:
        seen = one.observe(seat), other.observe(seat)
        if action not in legal_actions(seen[0]):
            assert refusal_reason(seen[0], action) == refusal_reason(seen[1], action)


BOTH = (False, True)
EVERY_ACTION: Sequence[Action] = [
    *(
        Play(card, size, again)
        for card in range(6)
        for size in (False, True)
        for again in (False, True)
    ),
    *(Swap(card) for card in range(6)),
    *(PutUnderDeck((card,)) for card in range(6)),
    *map(parse, ("ask", "ask own", "ask 1", "partner", "discard", "stake", "draw", "pass")),
    *map(parse, ("command play", "command guard", "call", "fold", "lay god", "start 1")),
]


@pytest.mark.parametrize("preset", mark_others_slow(PRESETS, "keypad", "club", "quartet", "wits"))
def test_a_view_does_not_depend_on_what_the_seat_cannot_know(preset: str) -> None:
    rng = Random(f"secrecy {preset}")
    rules = rules_for(preset)
    found = 0
    for seed in range(60):
        match = played_match(rules, seed, 3 if rules.has_codes else 1, stop=rng.randrange(2, 50))
        record = match.record
        seat = rng.randrange(rules.n_seats)
        truth, original = facts_of(record, seat)
        for twin in indistinguishable_records(record, seat, rng, tries=25):
            other = match_looking_alike(twin, seat, truth)
            if other is not None and views_differ(original, other):
                found += 1
                assert_cannot_be_told_apart(original, other, seat)
    assert found >= 30, "too few twins to show anything"
