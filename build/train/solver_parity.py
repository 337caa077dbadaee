"""Solves positions of self-play in the training engine and in the game, and compares the results.

Run: ``python build/train/solver_parity.py [POSITIONS] [--depth 1] [--wits 1] [--net FILE]``; the
default net is the game's. Compared are the moves, their shares for every hand, and the chances of
the four ends. Exits with 1 if the moves differ, or a number by more than ``TOLERANCE``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, get_args

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parent))

import numpy as np  # noqa: E402

from hacktrick.ai.solver.public_belief import (  # noqa: E402
    PublicBelief,
    WinUtilities,
    hand_table_for,
)
from hacktrick.ai.solver.public_tree import NO_MOVE, Move  # noqa: E402
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings  # noqa: E402
from hacktrick.ai.solver.value_net import load_net  # noqa: E402
from hacktrick.game.actions import (  # noqa: E402
    CALL,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    FOLD,
    FORCE_PAYMENT,
    PASS,
    STAKE,
    Ask,
    Play,
    PutUnderDeck,
    Swap,
)
from hacktrick.game.cards import cards_of  # noqa: E402
from hacktrick.game.code_powers import POWERS  # noqa: E402
from hacktrick.game.editions import rules_for  # noqa: E402
from hacktrick.game.state import (  # noqa: E402
    CommandInForce,
    PublicState,
    seating_for,
)
from hacktrick.game.transitions import begin_round  # noqa: E402
from train import train  # noqa: E402

SHIPPED = HERE.parents[1] / "assets" / "ai" / "value.npz"
TOLERANCE = 0.005
"""Tolerated difference: the two use different precision, and regret matching amplifies it."""
ALIKE = 1e-4
ITERATIONS = 6
WORDS = (PASS, COMMAND_PLAY, COMMAND_GUARD)
# values of Move::Kind in game.hpp
_ASK, _CARD, _DRAW, _STUCK, _WORD, _DISCARD, _SWAP, _STAKE, _CALL, _FOLD, _UNDER = range(1, 12)


def public_state_from_dump_line(case: dict[str, Any]) -> PublicState:
    """Return the public state of a line that the tool's command ``dump`` printed."""
    options = {
        "out_of_markers": "immediate" if case["immediate"] else "when_obliged",
        "command_after_draw": bool(case["late"]),
        "second_command": "draw" if case["block"] else "guard",
    }
    rules, mover = rules_for("wits", options), case["stm"]
    seen = [3 - n for n in case["u"]]
    back = [card for card, n in enumerate(case["row"]) for _ in range(int(n))]
    seen[case["last"]] -= 1
    for card in back:
        seen[card] -= 1
    aside = tuple(card for card, n in enumerate(seen) for _ in range(int(n)))
    names = ("dbl", "supply", "cap", "hs", "codes", "score", "stakes")
    ints = {name: tuple(map(int, case[name])) for name in names}
    public = begin_round(rules, seating_for(rules, mover, 1 - mover), aside, ints["score"], (0, 0))
    codes = [None if code < 0 else list(POWERS)[code] for code in ints["codes"]]
    return public._replace(
        phase="turn",
        seat=mover,
        row=(*back, case["last"]),
        board=tuple(zip(map(int, case["cnt0"]), map(int, case["cnt1"]), strict=True)),
        double=ints["dbl"],
        supply=ints["supply"],
        captured=ints["cap"],
        hand_sizes=ints["hs"],
        deck_size=case["deck"],
        command_in_force=get_args(CommandInForce)[case["standing"]],
        has_asked=bool(case["asked"]),
        codes=tuple(codes),
        used=tuple(bool(n) for n in case["used"]),
        is_second_card_allowed=bool(case["again"]),
        stakes=ints["stakes"],
    )


def belief_from_dump_line(case: dict[str, Any]) -> PublicBelief:
    """Return the public belief of a line of ``dump``."""
    public = public_state_from_dump_line(case)
    index = hand_table_for(public).index
    hands = [
        np.array([index[tuple(map(int, hand))] for hand in case[f"hands{seat}"]]) for seat in (0, 1)
    ]
    likely = [np.array(case[f"f{seat}"], dtype=np.float32) for seat in (0, 1)]
    return PublicBelief(public, (hands[0], hands[1]), (likely[0], likely[1]))


def move_from_dump(slot: list[int], alone: set[Move]) -> Move:
    """Convert a move of ``dump`` to a move of the game's solver.

    Args:
        alone: moves after which no command follows: those that win or allow a second card.
    """
    kind, card, double, command = slot
    if kind == _STUCK:
        return NO_MOVE
    if kind == _CARD:
        play = Play(card, bool(double))
        return (play,) if (play,) in alone else (play, WORDS[command])
    others: dict[int, Move] = {
        _ASK: (Ask(from_supply=bool(double)),),
        _DRAW: (DRAW,),
        _WORD: (WORDS[command],),
        _DISCARD: (FORCE_PAYMENT,),
        _SWAP: (Swap(card),),
        _STAKE: (STAKE,),
        _CALL: (CALL,),
        _FOLD: (FOLD,),
        _UNDER: (PutUnderDeck(cards_of(tuple(card >> 2 * value & 3 for value in range(6)))),),
    }
    return others[kind]


def largest_solver_difference(case: dict[str, Any], solver: Solver) -> float:
    """Return the largest difference of a share or a chance, or 9 if the moves differ.

    Hands whose moves are all worth the same are ignored, since rounding determines their shares.
    """
    ours = solver.moves
    theirs = [move_from_dump(slot, set(ours)) for slot in case["slots"]]
    if sorted(map(str, theirs)) != sorted(map(str, ours)):
        print(f"{theirs}\ninstead of {ours}\nin {solver.belief.public}")
        return 9.0
    policy = np.array(case["policy"]).reshape(-1, len(theirs))
    order = [theirs.index(move) for move in ours]
    shares, values = solver.root_policy(), solver.move_values()
    best = np.where(shares > 0, values, -np.inf).max(1)
    worst = np.where(shares > 0, values, np.inf).min(1)
    apart = np.abs(policy[:, order] - shares).max(1)
    found = [np.where(best - worst > ALIKE, apart, 0).max()]
    for seat in (0, 1):
        found.append(
            np.abs(np.array(case[f"chances{seat}"]) - solver.round_end_chances(seat)).max()
        )
    return float(max(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=300)
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--wits", type=float, default=1.0, help="share of the rounds with codes")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--net", type=Path, default=SHIPPED)
    parser.add_argument("--binary", type=Path, help="training tool; default: compile it")
    options = parser.parse_args()
    net, settings = load_net(options.net), SolverSettings(options.depth, ITERATIONS, max_nodes=0)
    with tempfile.TemporaryDirectory() as folder:
        back = [sys.executable, str(HERE / "export.py"), "--back", str(options.net), folder]
        subprocess.run(back, check=True)
        binary = options.binary or train.compile_tool_if_outdated()
        words = ["--dir", folder, "--positions", options.positions, "--depth", options.depth]
        words += ["--wits", options.wits, "--seed", options.seed, "--iterations", ITERATIONS]
        command = [str(binary), "dump", *map(str, words)]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for line in lines.splitlines():
        case = json.loads(line)
        utilities = WinUtilities(*(tuple(case[name]) for name in ("prices", "pot", "pot_of")))
        solver = Solver(belief_from_dump_line(case), utilities, net, settings)
        solver.solve()
        found.append(largest_solver_difference(case, solver))
    worst = max(found)
    print(f"{len(found)} positions: differences of {np.mean(found):.6f}, {worst:.6f} at most")
    return worst > TOLERANCE


if __name__ == "__main__":
    sys.exit(main())
