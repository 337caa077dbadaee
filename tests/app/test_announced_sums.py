"""The lines about announced sums stay true, whatever has happened since the announcement."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.snapshot import (
    LastTurnSummary,
    last_announced_sums,
    last_turn_summaries_of_others,
    round_history,
)
from hacktrick.game.actions import PutUnderDeck, Swap
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match


def new_matches(preset: str, n: int) -> list[Match]:
    rules = rules_for(preset)
    seats = [SeatInfo(f"P{k}", "human") for k in range(rules.n_seats)]
    return [Match.begin_with_rng(rules, seats, Random(seed)) for seed in range(n)]


def all_hands(match: Match) -> list[tuple[Card, ...]]:
    return [cards_of(match.observe(seat).hand) for seat in range(len(match.seats))]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_an_announced_sum_balances_with_cards_drawn_played_and_hidden(preset: str) -> None:
    dice, checked = Random(preset), 0
    for match in new_matches(preset, 6):
        while not match.is_round_over:
            seat = match.public.seat
            match.submit(seat, dice.choice(legal_actions(match.observe(seat))))
            hands, events = all_hands(match), match.events_for(None)
            exchanged = any(isinstance(event.action, Swap | PutUnderDeck) for event in events)
            for who, announced in last_announced_sums(events, match.public.seating.deal).items():
                assert announced.size + announced.drawn - len(announced.played) == len(hands[who])
                if not exchanged and not announced.n_received:
                    assert announced.total == sum(announced.played) + sum(hands[who])
                    checked += 1
                known = [event for event in match.events_for(who)[-99:] if event.seat == who]
                if not exchanged:
                    came = [card for event in known for card in event.facts.drawn]
                    since = came[len(came) - announced.drawn :] if announced.drawn else []
                    assert announced.total + sum(since) == sum(announced.played) + sum(hands[who])
    assert checked > 20


def test_the_last_turns_of_others_stay_until_the_player_has_acted() -> None:
    dice = Random(3)
    for match in (*new_matches("keypad", 8), *new_matches("quartet", 4)):
        while not match.is_round_over:
            entries = round_history(match.public, match.events_for(None))
            for seat in range(len(match.seats)):
                moves = last_turn_summaries_of_others(entries, seat)
                assert seat not in moves
                own = [entry.turn for entry in entries if entry.event.seat == seat]
                acting = match.public.seat == seat
                finished = [turn for turn in own if turn and not (acting and turn == own[-1])]
                for other in moves:
                    turn = max(entry.turn for entry in entries if entry.event.seat == other)
                    assert not finished or turn > min(finished)
            seat = match.public.seat
            match.submit(seat, dice.choice(legal_actions(match.observe(seat))))


def test_a_last_move_says_what_was_done_and_never_what_was_drawn() -> None:
    (match,) = new_matches("keypad", 1)
    dice = Random(1)
    while not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, dice.choice(legal_actions(match.observe(seat))))
        entries = round_history(match.public, match.events_for(None))
        own = round_history(match.public, match.events_for(seat))
        assert last_turn_summaries_of_others(entries, 1 - seat) == last_turn_summaries_of_others(
            own, 1 - seat
        )
    assert LastTurnSummary().keys == ()
