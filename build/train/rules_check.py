"""Replay random rounds in the Python engine and in the training engine, and compare every answer:
legal actions, which commands are pointless, who wins and what.

Run: ``python build/train/rules_check.py [ROUNDS] [--binary FILE]``; without a binary the tool is
compiled. Exits 1 at the first difference, which it shows with its position in a line
(docs/position.md).
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import train

from hacktrick.commands.arguments import CommandError, Parser, count
from hacktrick.game.actions import Action, Draw
from hacktrick.game.cards import cards_of, counts_of
from hacktrick.game.diagram import of_state
from hacktrick.game.diagramtext import text_of
from hacktrick.game.engine import apply, chance_outcomes, observe, start
from hacktrick.game.legal import legal_actions
from hacktrick.game.pointless import is_pointless
from hacktrick.game.rules import Rules, rules_for, seating_for
from hacktrick.game.state import Deal, State

OPTIONS: dict[str, dict[str, Any]] = {
    "late": {"command_after_draw": True},
    "block": {"second_command": "draw"},
}
WAYS = [
    "+".join((preset, *more))
    for preset in ("keypad", "arena")
    for more in ((), ("late",), ("block",), ("late", "block"))
]
"""Ways to play, as the training engine calls them; arena with both is ``club``."""


def rules_of(way: str) -> Rules:
    preset, *more = way.split("+")
    return rules_for(preset, {k: v for name in more for k, v in OPTIONS[name].items()})


def deal(rng: random.Random, rules: Rules, leader: int) -> State:
    """A random deal."""
    cards = [value for value in range(6) for _ in range(3)]
    rng.shuffle(cards)
    seating = seating_for(rules, leader, 1 - leader)
    first, second = seating.deal
    hands = (counts_of(cards[:first], 6), counts_of(cards[first : first + second], 6))
    aside = tuple(sorted(cards[first + second : first + second + 2]))
    deck = counts_of(cards[first + second + 2 :], 6)
    return start(rules, seating, Deal(hands, aside, deck))


def header(state: State, way: str) -> str:
    hands = ["".join(map(str, cards_of(hand))) for hand in state.hands]
    aside = "".join(map(str, state.public.aside))
    return f"round {way} {state.public.seating.leader} {hands[0]} {hands[1]} {aside}"


def step(rng: random.Random, state: State, action: Action) -> tuple[State, str]:
    outcomes, weights = zip(*chance_outcomes(state, action), strict=True)
    (chance,) = rng.choices(outcomes, weights)
    text = f"draw {chance[0]}" if isinstance(action, Draw) else str(action)
    return apply(state, action, chance).state, text


def told(state: State) -> str:
    """What must be answered: the end, or the legal actions, pointless ones with a mark."""
    result = state.public.result
    if result:
        return f"over {result.side} {result.points}"
    actions = legal_actions(observe(state, state.public.seat))
    return ",".join(sorted(f"{a}{'!' * is_pointless(state.public, a)}" for a in actions))


def play(rng: random.Random, way: str) -> tuple[list[str], list[State]]:
    """The lines of a random round, and the states after each action."""
    state = deal(rng, rules_of(way), rng.randrange(2))
    asked, states = [header(state, way)], []
    while state.public.result is None:
        action = rng.choice(legal_actions(observe(state, state.public.seat)))
        state, text = step(rng, state, action)
        asked.append(text)
        states.append(state)
    return asked, states


def replayed(binary: Path, asked: str) -> list[str]:
    """The answers of the training engine.

    Raises:
        CommandError: it cannot be run.
    """
    command = [str(binary), "replay"]
    try:
        run = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    except OSError as error:
        raise CommandError(f"cannot run {binary}: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise CommandError(f"{binary} failed: {error.stderr.strip()}") from error
    return run.stdout.splitlines()


def check(binary: Path, rounds: int) -> int:
    """Compares so many rounds; the exit code."""
    rng = random.Random(1)
    played = [play(rng, rng.choice(WAYS)) for _ in range(rounds)]
    asked = "\n".join(chain.from_iterable(lines for lines, _ in played)) + "\n"
    said, states = replayed(binary, asked), [state for _, after in played for state in after]
    wanted = [told(state) for state in states]
    for left, right, state in zip(said, wanted, states, strict=True):
        if left != right:
            print(f"{left!r} instead of {right!r} in {text_of(of_state(state))}")
            return 1
    pointless = sum(answer.count("!") for answer in wanted)
    met = f"{len(wanted)} positions, {pointless} pointless commands"
    print(f"{rounds} rounds, {met}: no difference")
    return 0


def main(arguments: Sequence[str]) -> int:
    parser = Parser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=count, default=2000)
    parser.add_argument("--binary", type=Path, help="of the training tool; without it, it is made")
    try:
        options = parser.parse_args(arguments)
        return check(options.binary or train.compile_tool(), options.rounds)
    except CommandError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
