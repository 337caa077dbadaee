"""Runs the classical players of the training tool as an external bot for ``hacktrick arena``.

    hacktrick arena level:10 "cmd:python build/train/sparring_bot.py pimc:4:30" --rounds 1500
    hacktrick arena level:10 "cmd:python build/train/sparring_bot.py ismcts:10000" --rounds 1500

Players: ``two-ply``, ``pimc:DEPTH:WORLDS``, ``ismcts:ITERATIONS`` (README.md beside this file). The
opponent's possible hands and their probabilities come from the game's own exact belief. Presets:
``keypad``, ``servers`` and ``arena``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parent))

from hacktrick.ai.decision_position import Position, read_position  # noqa: E402
from hacktrick.ai.possible_worlds import believed_worlds  # noqa: E402
from hacktrick.ai.solver.public_belief import cards_in_hands_and_deck  # noqa: E402
from hacktrick.game.cards import cards_of, counts_of  # noqa: E402
from hacktrick.game.state import PublicState  # noqa: E402
from hacktrick.game.view_json import read_view  # noqa: E402

COMMANDS_IN_FORCE = {"": 0, "play": 1, "guard": 2}
ASK, CARD = 1, 2  # values of Move::Kind in game.hpp
WORDS = ("pass", "command play", "command guard")


class SparringPlayer:
    """A player of the training tool, run as a child process."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._tool = subprocess.Popen(
            [sys.executable, str(HERE / "train.py"), "spar", "--player", player],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._word = "pass"  # the command that follows the card just played

    def choose_action(self, position: Position) -> str:
        """Return the player's action in a position, as text."""
        if position.public.phase == "start":
            return self._start_card_action(position)
        if position.public.phase == "command":
            return self._word
        kind, card, double, word = self._ask_tool(position)
        if kind == CARD:
            self._word = WORDS[word]
            return f"play {card}" + " double" * double
        return "ask" if kind == ASK else "draw"

    def _start_card_action(self, position: Position) -> str:
        """Return the start action with a random card, always the same card for the same hand."""
        lot = Random(f"{self._player} {position.hand} {position.public.aside}")
        return f"start {lot.choice(cards_of(position.hand))}"

    def _ask_tool(self, position: Position) -> list[int]:
        assert self._tool.stdin and self._tool.stdout
        self._tool.stdin.write(" ".join(map(str, position_numbers_for_tool(position))) + "\n")
        self._tool.stdin.flush()
        return [int(word) for word in self._tool.stdout.readline().split()]


def position_numbers_for_tool(position: Position) -> Iterable[object]:
    """Yield the numbers that the tool's command ``spar`` reads (python_protocol.hpp).

    The numbers are the public state, the player's hand, and the opponent's possible hands with
    their probabilities.
    """
    yield from _public_numbers(position.public)
    yield from position.hand
    likely: dict[tuple[int, ...], float] = {}
    for world, chance in believed_worlds(
        position.view, position.round_start, position.steps
    ).items():
        other = world.hands[1 - position.seat]
        likely[other] = likely.get(other, 0.0) + chance
    yield len(likely)
    for hand, chance in likely.items():
        yield from hand
        yield f"{chance:.9g}"


def _public_numbers(public: PublicState) -> Iterable[int]:
    values = public.rules.values
    yield from (int(public.rules.out_of_markers == "immediate"), public.seat, public.row[-1])
    yield from (public.deck_size, COMMANDS_IN_FORCE[public.command_in_force], int(public.has_asked))
    yield from public.supply
    yield from public.double
    yield from public.captured
    yield from public.hand_sizes
    for side in (0, 1):
        yield from (markers[side] for markers in public.board)
    yield from counts_of(public.row[:-1], values)
    yield from cards_in_hands_and_deck(public)


def main() -> int:
    bot = SparringPlayer(sys.argv[1] if len(sys.argv) > 1 else "two-ply")
    for line in sys.stdin:
        try:
            answer = {
                "action": bot.choose_action(read_position(read_view(json.loads(line)["view"])))
            }
        except (ValueError, KeyError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
