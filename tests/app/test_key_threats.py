"""The keys that would win, checked by a simple computation on plain lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

import pytest

from hacktrick.app.hand_deduction import ChanceByHand, chances_of_hidden_hands
from hacktrick.app.match_session import MatchSession
from hacktrick.app.threats_and_decisive_turn import (
    THREAT_ORDER,
    KeyThreat,
    is_loss_certain,
    key_threats,
)
from hacktrick.app.turn_draft import TurnDraft, observation_after_draft
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import parse
from hacktrick.game.cards import counts_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import is_commanded_to_draw
from hacktrick.game.state import Observation, PublicState
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import mark_others_slow
from tests.support.scripted_matches import random_match, scripted_match

LINES = ((8, 1, 6), (3, 5, 7), (4, 9, 2), (8, 3, 4), (1, 5, 9), (6, 7, 2), (8, 5, 2), (6, 5, 4))
PLAIN = tuple(name for name, rules in PRESETS.items() if not rules.has_codes)

Threats = Mapping[int, tuple[KeyThreat, ...]]


def winning_keys(public: PublicState, side: int, *, turn: int) -> dict[int, int]:
    """Return the keys on which a marker of ``side`` wins in ``turn``, with the points."""
    on = {key: public.board[key - 1][side] for key in range(1, 10)}
    if not public.supply[side]:
        return {}
    found: dict[int, int] = {}
    for key in range(1, 10):
        ways = [line for line in LINES if key in line and all(on[k] for k in line if k != key)]
        wins = [set(way) for way in ways] + ([{key}] if on[key] >= 2 else [])
        old = public.double[side] if public.double_turn[side] != turn else None
        if wins:
            found[key] = 2 if any(old in way for way in wins) else 1
    return found


def expected_threats(
    public: PublicState, seen: Observation, hands: Mapping[int, ChanceByHand]
) -> set[tuple[int, int, str, int | None, int]]:
    """Return every threat as key, seat, kind, card and points."""
    seating, last = public.seating, public.row[-1]
    own = seating.side_of[seen.seat]
    found: set[tuple[int, int, str, int | None, int]] = set()
    mine_now = (
        public.seat == seen.seat and public.phase == "turn" and not is_commanded_to_draw(public)
    )
    turn = public.turn if public.phase == "turn" else public.turn + 2
    order = seating.order
    later = order[(turn if public.side == own else public.turn + 1) % len(order)]
    for key, points in winning_keys(public, own, turn=turn if public.side == own else -2).items():
        card = key - last if 0 <= key - last < 6 and key != 2 * last else None
        if mine_now and card is not None and seen.hand[card]:
            found.add((key, seen.seat, "wins_now", card, points))
        else:
            found.add((key, later, "one_more", card, points))
    acts_now = public.side != own and public.phase == "turn"
    is_next = acts_now or public.side == own
    first = order[(public.turn if acts_now else public.turn + (1 if is_next else 2)) % len(order)]
    may_play = (
        is_next and public.hand_sizes[first] and not (acts_now and is_commanded_to_draw(public))
    )
    now = public.turn if acts_now else -2
    if mine_now and must_play(seen):
        return found | expected_threats_after_any_play(seen, hands)
    for key, points in winning_keys(public, 1 - own, turn=now).items():
        card = key - last if 0 <= key - last < 6 and key != 2 * last else None
        held = card is not None and any(hand[card] for hand in hands[first])
        for seat in seating.seats_of(1 - own):
            kind = "wins_next" if seat == first and may_play and held else "needs_card"
            found.add((key, seat, kind, card, points))
    return found


def must_play(seen: Observation) -> bool:
    public, last = seen.public, seen.public.row[-1]
    if public.hand_sizes[seen.seat] >= public.seating.limits[seen.seat]:
        return True
    may_play = any(n and card != last and last + card <= 9 for card, n in enumerate(seen.hand))
    return public.command_in_force == "play" and may_play


def expected_threats_after_any_play(
    seen: Observation, hands: Mapping[int, ChanceByHand]
) -> set[tuple[int, int, str, int | None, int]]:
    """Return the threats of others when ``seen`` must play, so that the last card changes."""
    own = seen.public.seating.side_of[seen.seat]
    found: dict[tuple[int, int], set[tuple[str, int | None, int]]] = {}
    for card in range(6):
        after = observation_after_draft(seen, TurnDraft(card))
        if after is not None:
            for key, seat, kind, needed, points in expected_threats(after.public, after, hands):
                if seen.public.seating.side_of[seat] != own:
                    found.setdefault((key, seat), set()).add((kind, needed, points))
    merged = set()
    for (key, seat), ways in found.items():
        kind = "wins_next" if any(way[0] == "wins_next" for way in ways) else "needs_card"
        cards = {needed for way, needed, _ in ways if way == kind}
        most = max(points for way, _, points in ways if way == kind)
        merged.add((key, seat, kind, cards.pop() if len(cards) == 1 else None, most))
    return merged


def threats_as_tuples(threats: Threats) -> set[tuple[int, int, str, int | None, int]]:
    return {
        (key, one.seat, one.kind, one.card, one.points)
        for key, found in threats.items()
        for one in found
    }


def chances_for(match: Match, seat: int) -> dict[int, ChanceByHand]:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(seat)
    return chances_of_hidden_hands(session.snapshot(), seat)


@pytest.mark.parametrize("preset", PLAIN)
def test_threats_are_all_wins_of_either_side(preset: str) -> None:
    kinds = set()
    for seed in range(5):
        for match in random_match(rules_for(preset), seed, n_rounds=1):
            public = match.public
            if match.is_round_over or not public.row:
                continue
            seat = next(s for s in public.seating.order if s == 0 or seed % 2)
            seen, hands = match.observe(seat), chances_for(match, seat)
            threats = key_threats(public, seen, hands)
            assert threats_as_tuples(threats) == expected_threats(public, seen, hands)
            kinds |= {one.kind for found in threats.values() for one in found}
            for found in threats.values():
                ranks = [THREAT_ORDER.index(one.kind) for one in found]
                assert ranks == sorted(ranks)
            for card in range(6):
                after = observation_after_draft(seen, TurnDraft(card))
                if after is not None:
                    then = key_threats(after.public, after, hands)
                    assert threats_as_tuples(then) == expected_threats(after.public, after, hands)
    assert kinds == {"wins_now", "wins_next", "needs_card", "one_more"}


@pytest.mark.parametrize("preset", mark_others_slow(PRESETS, "keypad", "wits"))
def test_every_win_was_announced_as_a_threat(preset: str) -> None:
    """A watcher of any seat is warned of each winning card before it is played, also with codes."""
    n_wins = 0
    for seed in range(12):
        warned: dict[int, Threats] = {}
        for match in random_match(rules_for(preset), seed, n_rounds=2):
            result = match.public.result
            if result is not None and result.by in ("line", "triple", "code"):
                event = match.events_for(None)[-1]
                assert event.action.row_card is not None
                *_, last, card = match.public.row
                for seat, threats in warned.items():
                    is_own = seat == event.seat
                    if is_own and not getattr(event.action, "again", False):
                        assert is_threat_listed(threats, last + card, ("wins_now",), card)
                    elif match.public.seating.side_of[seat] != result.side:
                        assert is_threat_listed(threats, last + card, ("wins_next",), card)
                n_wins += 1
            if match.is_round_over or not match.public.row or match.public.phase != "turn":
                continue  # the warning about a second card came before the first one
            warned = {
                seat: key_threats(match.public, match.observe(seat), chances_for(match, seat))
                for seat in match.public.seating.order
            }
    assert n_wins >= 5


def is_threat_listed(threats: Threats, key: int, kinds: Collection[str], card: int) -> bool:
    return any(one.kind in kinds and one.card == card for one in threats.get(key, ()))


def test_a_threat_names_the_two_markers_of_its_line() -> None:
    match = scripted_match(hands=["045", "1223"], aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    match.submit_text("play 2", "pass")  # 4 + 2 marks key 6
    match.submit_text("play 5", "pass")  # 2 + 5 marks key 7, so the leader has the keys 5 and 7
    threats = key_threats(match.public, match.observe(1), chances_for(match, 1))
    (one,) = threats[3]
    assert (one.seat, one.kind, one.keys, one.points) == (0, "needs_card", (5, 7), 1)


def test_a_spectator_sees_both_sides_as_others() -> None:
    match = scripted_match(hands=["045", "1223"], aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    match.submit_text("play 2", "pass", "play 5", "pass")
    kinds = {one.kind for found in key_threats(match.public, None, {}).values() for one in found}
    assert kinds <= {"wins_next", "needs_card"}
    assert key_threats(match.public, None, {})[3][0].seat == 0


@pytest.mark.parametrize(
    ("preset", "actions", "hands", "is_certain"),
    [
        # Ben's marker on key 2 would win, which a 0 reaches after the 2 at the end of the row.
        ("keypad", ("draw",), ("0",), True),
        ("keypad", ("draw",), ("0", "03"), True),
        ("keypad", ("draw",), ("0", "3"), False),
        ("keypad", ("draw",), ("3",), False),
        ("keypad", ("draw",), (), False),
        ("club", ("draw",), ("0",), True),
        ("club", ("draw", "pass"), ("0",), True),
        ("club", ("draw", "command guard"), ("0",), False),
        # A play changes the end of the row to 0, after which only a 2 reaches key 2.
        ("keypad", ("play 0", "pass"), ("0",), False),
        ("keypad", ("play 0", "pass"), ("2",), True),
        ("keypad", ("play 0", "command guard"), ("2",), True),
        ("club", ("play 0", "command guard"), ("2",), False),
    ],
)
def test_a_loss_is_certain_if_every_possible_hand_wins_in_the_next_turn(
    preset: str, actions: tuple[str, ...], hands: tuple[str, ...], is_certain: bool
) -> None:
    match = scripted_match(preset, hands=["045", "1223"], aside="01").submit_text(
        *("start 1", "play 4", "pass", "play 2", "pass", "play 5", "pass", "play 2", "pass")
    )
    held = {1: [counts_of(map(int, hand), 6) for hand in hands]}
    assert is_loss_certain(match.public, map(parse, actions), held) == is_certain
