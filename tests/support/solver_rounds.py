"""Seeded two-player rounds for tests of the solver."""

from __future__ import annotations

from random import Random

from hacktrick.game.actions import CODES, LayCode
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match, RandomChance


def new_match(preset_or_rules: str | Rules, seed: int) -> Match:
    rules = PRESETS[preset_or_rules] if isinstance(preset_or_rules, str) else preset_or_rules
    seats = [SeatInfo(str(n), "test") for n in range(2)]
    match = Match(
        rules, seats, RandomChance(Random(seed)), seed % 2, CODES if rules.has_codes else ()
    )
    match.deal_next_round()
    return match


def round_holding_codes(codes: tuple[str | None, str | None], seed: int) -> Match:
    """Return a round of Battle of Wits at score 2:2, with these codes held but not yet laid."""
    rules = PRESETS["wits"]
    seats = [SeatInfo(str(n), "test") for n in range(2)]
    match = Match(rules, seats, RandomChance(Random(seed)), seed % 2, CODES)
    held = tuple((code,) if code else () for code in codes)
    match.match_state = match.match_state._replace(held=held, score=(2, 2))
    match.deal_next_round()
    return match


def round_with_laid_codes(codes: tuple[str | None, str | None], seed: int) -> Match:
    """Return the round of ``round_holding_codes`` with the codes laid; the start card is next."""
    match = round_holding_codes(codes, seed)
    while match.public.phase == "codes":
        match.submit(match.public.seat, LayCode(codes[match.public.seat]))
    return match


def random_views(preset: str, seeds: range) -> list[View]:
    """Return positions of random rounds with a real choice, as the seat to act sees them."""
    found = []
    for seed in seeds:
        match, rng = new_match(preset, seed), Random(seed)
        while not match.is_round_over:
            seat = match.public.seat
            legal = legal_actions(match.observe(seat))
            if len(legal) > 1 and match.public.phase != "start":
                found.append(match.view(seat))
            match.submit(seat, rng.choice(legal))
    return found
