"""Replay random rounds in the Python engine and in the training engine, and compare every answer.

Run: ``python build/train/rules_check.py BINARY [ROUNDS]``. Exits 1 at the first difference.
"""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hacktrick.game.actions import Action, Draw
from hacktrick.game.cards import cards_of, counts_of
from hacktrick.game.engine import apply, chance_outcomes, observe, start
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import PRESETS, seating_for
from hacktrick.game.state import Deal, State


def deal(rng: random.Random, preset: str, leader: int) -> State:
    """A random deal."""
    rules = PRESETS[preset]
    cards = [value for value in range(6) for _ in range(3)]
    rng.shuffle(cards)
    seating = seating_for(rules, leader, 1 - leader)
    first, second = seating.deal
    hands = (counts_of(cards[:first], 6), counts_of(cards[first : first + second], 6))
    aside = tuple(sorted(cards[first + second : first + second + 2]))
    deck = counts_of(cards[first + second + 2 :], 6)
    return start(rules, seating, Deal(hands, aside, deck))


def header(state: State, preset: str) -> str:
    hands = ["".join(map(str, cards_of(hand))) for hand in state.hands]
    aside = "".join(map(str, state.public.aside))
    return f"round {preset} {state.public.seating.leader} {hands[0]} {hands[1]} {aside}"


def step(rng: random.Random, state: State, action: Action) -> tuple[State, str]:
    outcomes, weights = zip(*chance_outcomes(state, action), strict=True)
    (chance,) = rng.choices(outcomes, weights)
    text = f"draw {chance[0]}" if isinstance(action, Draw) else str(action)
    return apply(state, action, chance).state, text


def told(state: State) -> str:
    result = state.public.result
    if result:
        return f"over {result.side} {result.points}"
    return ",".join(sorted(map(str, legal_actions(observe(state, state.public.seat)))))


def play(rng: random.Random, preset: str) -> tuple[list[str], list[str]]:
    """The lines of a random round, and what must be answered after each action."""
    state = deal(rng, preset, rng.randrange(2))
    asked, answers = [header(state, preset)], []
    while state.public.result is None:
        action = rng.choice(legal_actions(observe(state, state.public.seat)))
        state, text = step(rng, state, action)
        asked.append(text)
        answers.append(told(state))
    return asked, answers


def main() -> int:
    binary, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    rng = random.Random(1)
    played = [play(rng, rng.choice(("keypad", "arena"))) for _ in range(rounds)]
    asked = "\n".join(chain.from_iterable(lines for lines, _ in played)) + "\n"
    run = subprocess.run(
        [binary, "replay"], input=asked, capture_output=True, text=True, check=True
    )
    said, wanted = run.stdout.splitlines(), [x for _, answers in played for x in answers]
    for number, (left, right) in enumerate(zip(said, wanted, strict=True)):
        if left != right:
            print(f"answer {number}: {left!r} instead of {right!r}")
            return 1
    print(f"{rounds} rounds, {len(wanted)} positions: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
