#!/usr/bin/env python3
"""Tries every cheat at an online table in every edition; each must be blamed on its seat.

python build/qa/attacks.py [--only WORDS …] [--presets PRESET …] [--tries N]

One adversary sits among honest players. Every honest player has to find the fault at the first step
that can show it and to blame the adversary alone, and an outsider who reads only the evidence has
to reach the same verdict. Spectators cannot sign frames: the host refuses what they send, players
treat it as noise, and it changes nothing. Prints a line for each cheat; exits with 1 if one was
missed or had no opportunity.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.actions import Draw, Play
from hacktrick.game.editions import PRESETS, Rules, rules_for
from hacktrick.game.legality import must_play
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record
from hacktrick.match.record_replay import replay_record
from hacktrick.online.protocol.proof_file import (
    ProofViolation,
    check_proof_file,
    proof_file_content,
)
from qa import (
    attacks_on_codes_and_frames,
    attacks_on_deal,
    attacks_on_pauses,
    attacks_on_turns,
)
from qa.adversary import ATTACKS, Attack, AttackTrial, PlannedAttack
from qa.spectator_attacks import SPECTATOR_ATTACKS, SpectatorAttack, fault_of_spectator_attack
from tests.support.scripted_tables import Interest, record_with, scripted_chance

TRIES = 300  # number of random matches searched for opportunities in each edition
# These modules register their cheats when imported.
ALL = (
    attacks_on_deal,
    attacks_on_turns,
    attacks_on_codes_and_frames,
    attacks_on_pauses,
)

EDITIONS: dict[str, Rules] = {
    **PRESETS,
    "wits": rules_for("wits", {"target": 2}),
    "wits when obliged": rules_for("wits", {"target": 2, "out_of_markers": "when_obliged"}),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="WORDS",
        help="only attacks with these words in their name",
    )
    parser.add_argument("--presets", nargs="+", default=list(EDITIONS), choices=list(EDITIONS))
    parser.add_argument("--tries", type=int, default=TRIES, metavar="N")
    options = parser.parse_args()
    chosen = [attack for attack in ATTACKS.values() if any(w in attack.name for w in options.only)]
    verdicts = [
        print_and_summarize_result(
            attack, {name: fault_of_attack(attack, name, options.tries) for name in options.presets}
        )
        for attack in chosen
    ]
    by_spectators = [one for one in SPECTATOR_ATTACKS if any(w in one.name for w in options.only)]
    verdicts += [try_spectator_attack_in_presets(one, options.presets) for one in by_spectators]
    n_tables = sum(n for n, _ in verdicts)
    print(
        f"{len(verdicts)} cheats at {n_tables} tables, all found and blamed"
        * are_all_detected(verdicts)
    )
    return 0 if are_all_detected(verdicts) else 1


def are_all_detected(verdicts: list[tuple[int, bool]]) -> bool:
    """Return whether every cheat had an opportunity and was always detected."""
    return all(n and good for n, good in verdicts)


def try_spectator_attack_in_presets(
    attack: SpectatorAttack, presets: list[str]
) -> tuple[int, bool]:
    """Try a spectator's cheat in each preset; print and return the result like ``print_result``."""
    return print_and_summarize_result(
        attack, {name: fault_of_spectator_attack(attack, EDITIONS[name]) for name in presets}
    )


def print_and_summarize_result(
    attack: Attack | SpectatorAttack, found: Mapping[str, str | None]
) -> tuple[int, bool]:
    """Print the result of a cheat.

    Returns:
        The number of editions with an opportunity, and whether all of them detected the cheat.
    """
    tried = {name: verdict for name, verdict in found.items() if verdict is not None}
    bad = {name: verdict for name, verdict in tried.items() if verdict}
    sign = "MISSED" if bad else "ok" if tried else "NO OCCASION"
    print(f"{sign:12}{attack.name} ({', '.join(tried)}) {bad or ''}", flush=True)
    return len(tried), not bad


def fault_of_attack(attack: Attack, name: str, tries: int = TRIES) -> str | None:
    """Try a cheat in one edition.

    Returns:
        A description of what is wrong with the players' reaction; "" if nothing is wrong, None if
        there was no opportunity.
    """
    rules = EDITIONS[name]
    fits = (
        rules.n_seats >= attack.min_seats
        and rules.has_codes >= attack.needs_codes
        and (rules.out_of_markers == "when_obliged") >= attack.needs_when_obliged
    )
    if not fits:
        return None
    for record in records_with_opportunities(name, tries, attack.needs_when_obliged):
        with scripted_chance(record) as (script, watch):
            planned = PlannedAttack(attack)
            trial = AttackTrial(
                rules, script.next_action, script.table_number(pauses=True), planned
            )
            watch(trial)
            try:
                had = trial.play_until_cheat_is_found(len(record.rounds))
            except TimeoutError:
                return "nobody has found it"
            if had:
                return fault_of_trial(trial)
    return None


def fault_of_trial(trial: AttackTrial) -> str:
    """Return a description of what is wrong with the players' verdicts.

    Returns "" if every honest player and an outsider found the adversary in time.
    """
    planned, attack = trial.planned, trial.planned.attack
    for peer in trial.honest_players:
        verdict = peer.verdict
        if verdict is None:
            return f"seat {peer.seat} has found nothing"
        if verdict.seat != planned.adversary or verdict.fault not in attack.faults:
            return f"seat {peer.seat} says {verdict}, not seat {planned.adversary} {attack.faults}"
        # A fork is visible only one step later, in the next frame of an honest player.
        in_time = (
            trial.found_in_step[peer.seat or 0] <= planned.step + 2
            and verdict.step <= planned.step + 1
        )
        if not in_time and not attack.is_found_late:
            return f"found only in step {trial.found_in_step[peer.seat or 0]}, not {planned.step}"
    return fault_of_proof_checker(trial)


def fault_of_proof_checker(trial: AttackTrial) -> str:
    """Return what is wrong with the verdict of a checker of the proof file, or "" if nothing."""
    try:
        for _ in check_proof_file(proof_file_content(trial.honest_players[0])):
            pass
    except ProofViolation as error:
        return (
            "" if f"seat {trial.planned.adversary} " in str(error) else f"an outsider says: {error}"
        )
    return "an outsider finds nothing"


@lru_cache
def records_with_opportunities(name: str, tries: int, obliged: bool) -> list[Record]:
    """Return records of matches that offer many opportunities for cheats."""
    rules = EDITIONS[name]
    if obliged:
        wanted = (_score_of_claim_to_be_stuck, _score_of_denial_of_being_stuck)
        return list(_records_by_interest(rules, tries * 5, wanted))
    if rules.has_codes:
        return list(
            _records_by_interest(
                rules,
                tries,
                (
                    _interest_in_action_verb("swap"),
                    _interest_in_action_verb("under"),
                    _n_kinds_of_opportunities,
                ),
            )
        )
    return list(_records_by_interest(rules, tries, (_n_kinds_of_opportunities,)))


def _records_by_interest(
    rules: Rules, tries: int, wanted: tuple[Interest, ...]
) -> Iterator[Record]:
    for interest in wanted:
        try:
            yield record_with(rules, interest, 100 if rules.has_codes else 1, tries, enough=9)
        except LookupError:
            continue


def _interest_in_action_verb(word: str) -> Interest:
    def interest(match: Match) -> int:
        texts = [text for round_ in match.record.rounds for text in round_.actions]
        return 9 if match.is_over and any(word in text for text in texts) else 0

    return interest


def _n_kinds_of_opportunities(match: Match) -> int:
    """Return the number of kinds of opportunities that the first round offers.

    The number is 0 for an unfinished match with codes.
    """
    words = {text.split()[0] for text in match.record.rounds[0].actions}
    events = match.events_for(None)
    occasions = [
        "ask" in words,
        "partner" in words,
        any(text == "command guard" for text in match.record.rounds[0].actions),
        any(cards for event in events for _, cards in event.facts.shown),
        sum(isinstance(event.action, Draw) and not event.facts.shown for event in events) > 2,
        any(event.facts.reshuffled for event in events),
        any(isinstance(event.action, Play) and event.action.double for event in events),
        _obeyed_command_to_play(match),
    ]
    return sum(occasions) if not match.rules.has_codes or match.is_over else 0


def _obeyed_command_to_play(match: Match) -> bool:
    """Return whether a player who obeyed a command to play could have claimed to be stuck."""
    texts = match.record.rounds[0].actions
    return any(a == "command play" and b.startswith("play") for a, b in pairwise(texts))


def _score_of_claim_to_be_stuck(match: Match) -> int:
    """Score a round lost by a stuck player who had room to draw, so that only they could tell."""
    public = match.public
    stuck = match.events_for(None)[-1].facts.stuck
    loser = 1 - public.result.side if public.result else 0
    room = public.hand_sizes[loser] < public.seating.limits[loser]
    return 9 if stuck and room else 0


def _score_of_denial_of_being_stuck(match: Match) -> int:
    """Score a match in which a player without markers was commanded to play and could not."""
    if 0 not in match.public.supply:
        return 0
    return (
        9
        if any(map(_must_deny_being_stuck, (state for state, _ in replay_record(match.record))))
        else 0
    )


def _must_deny_being_stuck(match: Match) -> bool:
    public = match.public
    if public.phase != "turn" or public.supply[public.side] or public.command_in_force != "play":
        return False
    hand = match.observe(public.seat).hand
    return not must_play(public, hand)


if __name__ == "__main__":
    sys.exit(main())
