#!/usr/bin/env python3
"""Kills processes of an online table; nothing may be lost or sent twice.

python build/qa/network_kills.py [--kills N] [--preset P] [--phase NAME] [--seed S]

Real processes on the loopback play matches. Again and again one is killed, at a random moment or
always in the given phase, and restarted. Every match must end with the same record for all players,
and each proof file must be valid, with at most one frame of a seat for each step.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import PRESETS
from hacktrick.online.network_process.process_client import ProcessNetworkClient
from hacktrick.online.protocol.process_messages import (
    JoinTable,
    NetworkState,
    RemoteMatchState,
    ResumeTable,
    SetPause,
    SetReady,
)
from hacktrick.online.protocol.proof_file import check_proof_file
from tests.support.network_processes import (
    NetworkPlayer,
    close_players,
    gather_in_lobby,
    is_full,
    make_players,
    play_match,
    wait_until,
)

MAX_PLAY_SECONDS = 1.5  # maximum number of seconds of play between two kills
PHASES: dict[str, Callable[[RemoteMatchState], bool]] = {
    "deal": lambda match: match.is_dealing,
    "codes": lambda match: match.public.phase == "codes",
    "start": lambda match: match.public.phase == "start",
    "turn": lambda match: match.public.phase == "turn",
    "command": lambda match: match.public.phase == "command",
    "between": lambda match: match.is_round_over and not match.is_over,
}
"""Moments of a match at which a player can be killed."""
LOBBY, PAUSE, END = "lobby", "pause", "end"


def main() -> int:
    options = _read_arguments()
    dice, killed, matches = Random(options.seed), 0, 0
    began = time.monotonic()
    while killed < options.kills:
        left = options.kills - killed
        with tempfile.TemporaryDirectory() as folder:
            killed += play_match_with_kills(Path(folder), options.preset, dice, left, options.phase)
        matches += 1
        seconds = time.monotonic() - began
        print(f"{matches} matches, {killed} kills, {seconds:.0f} s", flush=True)
    return 0


def play_match_with_kills(
    folder: Path, preset: str, dice: Random, max_kills: int, phase: str = ""
) -> int:
    """Play a match with at most ``max_kills`` kills.

    Args:
        phase: the phase in which to kill; "" for random moments.

    Returns:
        The number of kills.

    Raises:
        AssertionError: something was lost or sent twice.
        TimeoutError: the match does not go on.
    """
    people = make_players(folder, PRESETS[preset].n_seats, dice.randrange(10**6))
    killed = 0
    try:
        gather_in_lobby(people, preset, options={"target": 1} if phase == END else {})
        if phase == LOBBY:
            for _ in range(min(max_kills, 5)):
                kill_guest_in_lobby(people, dice)
                killed += 1
        for one in people:
            one.send_command(SetReady(True))
        wait_until(
            people, lambda: any(one.state.match_state is not None for one in people), "the deal"
        )
        match = next(one.state.match_id for one in people if one.state.match_state is not None)
        while phase not in (LOBBY, END) and killed < max_kills and not _is_over_for_all(people):
            killed += kill_during_play(people, match, dice, phase)
        if phase == END:
            kill_at_match_end(people, match, dice)
            return 1
        play_match(people)
        check_records_and_proofs(people)
    finally:
        close_players(people)
    return killed


def kill_guest_in_lobby(people: list[NetworkPlayer], dice: Random) -> None:
    """Kill the process of a guest, who must be able to return by the same invitation."""
    guest = dice.choice(people[1:])
    time.sleep(dice.uniform(0, 0.2))
    guest.network.kill()
    guest.network = ProcessNetworkClient(guest.folder)
    guest.send_command(JoinTable(dict(people[0].state.invitations)["direct"], guest.name))
    wait_until(people, lambda: guest.state.stage == "lobby", "back in the lobby")
    wait_until(people, lambda: all(is_full(one.state, len(people)) for one in people), "all sit")


def kill_during_play(people: list[NetworkPlayer], match: str, dice: Random, phase: str) -> int:
    """Play on to the next moment for a kill, kill a player's process, and restart it.

    Returns:
        The number of kills, which is 0 if the match ended first.
    """
    until = time.monotonic() + dice.uniform(0, MAX_PLAY_SECONDS)
    if phase == PAUSE:
        play_match(people, lambda: time.monotonic() > until or _is_over_for_all(people))
        if not agree_on_pause(people):
            return 0
    elif phase:
        play_match(
            people,
            lambda: (
                _is_over_for_all(people)
                or any(_is_match_in_phase(one.state, phase) for one in people)
            ),
        )
    else:
        play_match(people, lambda: time.monotonic() > until or _is_over_for_all(people))
    chosen = [one for one in people if not one.is_over]
    if not chosen:
        return 0
    one = dice.choice(chosen)
    one.network.kill()
    one.network, one.table = ProcessNetworkClient(one.folder), None
    one.send_command(ResumeTable(match))
    wait_until(people, lambda: one.state.match_state is not None, "back at the table")
    if phase == PAUSE:
        wait_until(people, lambda: all(_is_player_paused(one) for one in people), "still paused")
        people[0].send_command(SetPause(False))
        wait_until(
            people, lambda: all(one.state.pause is None for one in people), "the end of a pause"
        )
    elif phase:  # play on until this phase ends; the next kill waits for another one
        play_match(
            people,
            lambda: (
                _is_over_for_all(people)
                or not any(_is_match_in_phase(one.state, phase) for one in people)
            ),
        )
    return 1


def kill_at_match_end(people: list[NetworkPlayer], match: str, dice: Random) -> None:
    """Kill a player's process as soon as one player has the whole match.

    The player then resumes the match, or has the proof file already.
    """
    play_match(people, lambda: any(one.is_over for one in people))
    killed = dice.choice(people)
    others = [one for one in people if one is not killed]
    time.sleep(dice.uniform(0, 0.1))
    killed.network.kill()
    killed.network, killed.table = ProcessNetworkClient(killed.folder), None
    killed.network.start()
    n_before = len(killed.received_states)
    wait_until(people, lambda: len(killed.received_states) > n_before, "what can be resumed")
    if match in {one.match for one in killed.state.resumable_tables}:
        killed.send_command(ResumeTable(match))
        play_match(people)
    else:
        play_match(others)
    assert len({one.table.record.as_text() for one in people if one.table}) == 1
    for one in people:
        (proof,) = (one.folder / "proofs").iterdir()
        assert list(check_proof_file(proof.read_bytes()))


def agree_on_pause(people: list[NetworkPlayer]) -> bool:
    """Let all players agree on a pause; return False if the match ends first."""

    def agree() -> bool:
        for one in people:
            if one.state.can_ask_for_pause:
                one.send_command(SetPause(True))
            elif one.state.pause is None:  # nobody can ask for a pause between two rounds
                one.play()
        time.sleep(0.05)
        return _is_over_for_all(people) or all(_is_player_paused(one) for one in people)

    wait_until(people, agree, "a pause")
    return not _is_over_for_all(people)


def _is_player_paused(one: NetworkPlayer) -> bool:
    return one.state.pause is not None and one.state.pause.has_begun


def _is_match_in_phase(state: NetworkState, phase: str) -> bool:
    match = state.match_state
    return state.stage == "playing" and match is not None and PHASES[phase](match)


def _is_over_for_all(people: list[NetworkPlayer]) -> bool:
    return all(one.is_over for one in people)


def check_records_and_proofs(people: list[NetworkPlayer]) -> None:
    """Check that all players have the same record, and that every proof file is valid."""
    records = {one.table.record.as_text() for one in people if one.table}
    assert len(records) == 1, "the records differ"
    for one in people:
        assert list(check_proof_file(Path(one.state.proof_path).read_bytes()))


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--preset", choices=list(PRESETS), default="keypad")
    parser.add_argument("--phase", choices=[LOBBY, *PHASES, PAUSE, END], default="")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
