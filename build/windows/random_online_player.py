"""Hosts or joins a table on the loopback and plays random legal actions.

python build/windows/random_online_player.py FOLDER              host the table
python build/windows/random_online_player.py FOLDER INVITATION   join it

The host prints the invitation at the start, and leaves when its standard input ends. At the end
each player checks their proof file and prints the record.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hacktrick.online.protocol.process_messages import HostTable, JoinTable, SetReady
from hacktrick.online.protocol.proof_file import check_proof_file
from tests.support.network_processes import (
    LOOPBACK,
    NetworkPlayer,
    close_players,
    is_full,
    play_match,
    wait_until,
)


def main() -> int:
    folder, *invitations = sys.argv[1:]
    player = NetworkPlayer(Path(folder), "Ben" if invitations else "Ada", seed=len(invitations))
    try:
        if invitations:
            player.send_command(JoinTable(invitations[0], player.name))
        else:
            print(open_table_for_invitation(player), flush=True)
        print(play_and_verify_record(player), flush=True)
        if not invitations:
            sys.stdin.read()  # the guest may still send requests
    finally:
        close_players([player])
    return 0


def open_table_for_invitation(player: NetworkPlayer) -> str:
    """Open a table, and return the invitation to it."""
    player.send_command(
        HostTable("keypad", {}, player.name, "", is_announced=False, address=LOOPBACK)
    )
    wait_until([player], lambda: "direct" in dict(player.state.invitations), "an invitation")
    return dict(player.state.invitations)["direct"]


def play_and_verify_record(player: NetworkPlayer) -> str:
    """Play the match to its end, check the proof file, and return the record as text."""
    wait_until([player], lambda: is_full(player.state, 2), "the other player")
    player.send_command(SetReady(True))
    wait_until([player], lambda: player.state.match_state is not None, "the deal")
    play_match([player])
    wait_until([player], lambda: bool(player.state.proof_path), "the proof file")
    assert list(check_proof_file(Path(player.state.proof_path).read_bytes()))
    assert player.table is not None
    return player.table.record.as_text()


if __name__ == "__main__":
    sys.exit(main())
