"""What the game says about the decisive turn of a round is true: every alternative is tried."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from random import Random

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import round_history
from hacktrick.app.threats_and_decisive_turn import (
    DecisiveTurn,
    find_decisive_turn,
    seat_of_second_to_last_turn,
)
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import PASS, Action, Command, Draw, Pass, Play, parse
from hacktrick.game.cards import Card
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.i18n import match_summaries
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import load_match


def random_finished_round(preset: str, seed: int) -> Match:
    """Return a random finished round, with more plays than draws."""
    rules, dice = rules_for(preset), Random(f"{preset} {seed}")
    seats = [SeatInfo(f"P{n}", "human") for n in range(rules.n_seats)]
    match = Match.begin_with_rng(rules, seats, Random(seed))
    while not match.is_round_over:
        seat = match.public.seat
        legal = legal_actions(match.observe(seat))
        plays = [action for action in legal if isinstance(action, Play)]
        match.submit(seat, dice.choice(plays if plays and dice.random() < 0.6 else legal))
    return match


def decisive_turn(match: Match) -> DecisiveTurn | None:
    seat = seat_of_second_to_last_turn(round_history(match.public, match.events_for(None)))
    if seat is None:
        return None
    entries = round_history(match.public, match.events_for(seat))
    return find_decisive_turn(entries, match.final_hands())


def round_before_turn(match: Match, turn: int) -> Match:
    """Return the same round up to where a turn chooses between card and draw."""
    entries = round_history(match.public, match.events_for(None))
    chosen = (
        entry.turn == turn and isinstance(entry.event.action, Play | Draw) for entry in entries
    )
    n = list(chosen).index(True)
    written = match.record.rounds[0]
    deal = RoundRecord(written.leader, written.starter, written.hands, written.aside, written.deck)
    happened = sum(entry.event.facts.reshuffled for entry in entries[:n])
    deal.shuffles.extend(written.shuffles[:happened])
    deal.actions.extend(written.actions[:n])
    record = Record(match.rules, match.seats, [deal], (0,) * len(match.record.score), ())
    return load_match(record, RandomChance(Random(1)))


def can_win_with_card(match: Match, winner: Seat) -> bool:
    """Return True if the winner could win with a card now, with all cards known."""
    if match.is_round_over:
        result = match.public.result
        return result is not None and result.side == match.public.seating.side_of[winner]
    for action in legal_actions(match.observe(winner)):
        if isinstance(action, Play):
            again = _copy(match)
            again.submit(winner, action)
            result = again.public.result
            if result is not None and result.side == match.public.seating.side_of[winner]:
                return True
    return False


def _copy(match: Match) -> Match:
    return load_match(deepcopy(match.record), RandomChance(Random(1)))


def outcomes(match: Match, turn: int, winner: Seat) -> dict[tuple[Action, Action | None], bool]:
    """Return, for every whole turn of the loser, whether the winner can win right after it."""
    found: dict[tuple[Action, Action | None], bool] = {}
    start = round_before_turn(match, turn)
    seat = start.public.seat
    for first in legal_actions(start.observe(seat)):
        if not isinstance(first, Play | Draw):
            continue
        one = _copy(start)
        one.submit(seat, first)
        if one.is_round_over or one.public.seat != seat:
            found[first, None] = can_win_with_card(one, winner)
            continue
        for end in legal_actions(one.observe(seat)):
            if isinstance(end, Pass | Command):
                other = _copy(one)
                other.submit(seat, end)
                found[first, end] = can_win_with_card(other, winner)
    return found


def expected_statement(tried: dict[tuple[Action, Action | None], bool]) -> tuple[object, ...]:
    """Return what the game may say of a turn: kind, cards, whether a draw or a command suffices."""
    won = [
        first
        for (first, end), lost in tried.items()
        if isinstance(first, Play) and end is None and not lost
    ]
    if won:
        return "could_win", played_cards(won), False, False
    stops = [way for way, lost in tried.items() if not lost]
    plain = [first for first, end in stops if end in (None, PASS)]
    if plain:
        return "could_stop", played_cards(plain), any(isinstance(one, Draw) for one in plain), False
    return ("could_stop", (), False, True) if stops else ("could_not_stop", (), False, False)


def played_cards(firsts: Sequence[Action]) -> tuple[Card, ...]:
    return tuple(sorted({one.card for one in firsts if isinstance(one, Play)}))


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"wits"}))
def test_statements_about_the_deciding_turn_are_true_and_complete(preset: str) -> None:
    kinds = set()
    for seed in range(14):
        match = random_finished_round(preset, seed)
        moment = decisive_turn(match)
        if moment is None:
            continue
        kinds.add(moment.kind)
        tried = outcomes(match, moment.turn, match.events_for(None)[-1].seat)
        assert (moment.kind, moment.cards, moment.draws, moment.guards) == expected_statement(tried)
    assert kinds


def test_every_kind_of_deciding_turn_occurs_and_has_a_sentence() -> None:
    sentences = {}
    for seed in range(200):
        match = random_finished_round("keypad", seed)
        moment = decisive_turn(match)
        if moment is not None:
            wording = MatchSentences(match.rules, match.seats)
            sentences[moment.kind] = match_summaries.deciding_turn_sentence(moment, wording)
    assert set(sentences) == {"could_win", "could_stop", "could_not_stop"}
    assert all(text.startswith("Turn ") and "{" not in text for text in sentences.values())


@pytest.mark.parametrize(
    ("seed", "text"),
    [
        (0, "P1 plays a 2: key 2. P0 plays a 3: key 5."),
        (8, "P1 draws a card. P0 plays a 5: key 6."),
    ],
)
def test_the_result_tells_the_deciding_action_and_the_last_one(seed: int, text: str) -> None:
    match = random_finished_round("keypad", seed)
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    moment = session.decisive_turn
    assert moment is not None
    wording = MatchSentences(match.rules, match.seats)
    assert match_summaries.deciding_actions_sentence(session, moment, wording) == text


def test_an_uncertain_deciding_turn_is_not_named() -> None:
    """Cover codes in force, folded rounds, no markers left, and cards that others drew."""
    for seed in range(12):
        match = random_finished_round("wits", seed)
        if any(match.public.codes) or match.events_for(None)[-1].action == parse("fold"):
            assert decisive_turn(match) is None
    for seed in range(40):
        match = random_finished_round("keypad", seed)
        spectator = find_decisive_turn(
            round_history(match.public, match.events_for(None)), match.final_hands()
        )
        if match.public.result is not None and match.public.result.by == "markers":
            assert spectator is None
        known = decisive_turn(match)
        assert spectator in (None, known), "who did not see the draw says nothing else"


def test_a_draw_could_have_decided_the_round_only_to_the_player_who_drew() -> None:
    n_named = 0
    for seed in range(60):
        match = random_finished_round("keypad", seed)
        moment, events = decisive_turn(match), round_history(match.public, match.events_for(None))
        if moment is None:
            continue
        (choice,) = (
            entry.event.action
            for entry in events
            if entry.turn == moment.turn and isinstance(entry.event.action, Play | Draw)
        )
        if isinstance(choice, Draw):
            n_named += 1
            assert find_decisive_turn(events, match.final_hands()) is None
    assert n_named > 3
