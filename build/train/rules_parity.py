"""Replays random rounds in the Python engine and in the training engine, and compares the answers.

Run: ``python build/train/rules_parity.py [ROUNDS] [--binary FILE]``; without a binary the tool is
compiled. Compared are legal actions, pointless commands, the winner and the points, and sometimes
the net's inputs. Half of the rounds use codes, every pair of them in turn. Exits with 1 at the
first difference, and prints it with its position in one line (docs/position.md).
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.solver.public_belief import WinUtilities, hand_table_for
from hacktrick.ai.solver.value_net import (
    PositionArrays,
    fixed_hand_features,
    hand_statistics,
    public_net_features,
)
from hacktrick.game.actions import CODES, Action, LayCode, PutUnderDeck, Swap
from hacktrick.game.cards import cards_of, counts_of
from hacktrick.game.editions import PRESETS, Rules, rules_for
from hacktrick.game.engine import apply, chance_outcomes, observe, start_round
from hacktrick.game.legality import is_pointless_command, legal_actions
from hacktrick.game.notation.diagram import diagram_of_state, text_of
from hacktrick.game.state import Deal, State, seating_for
from hacktrick.terminal.commands.command_helpers import (
    CommandError,
    CommandLineParser,
    count_argument,
)
from train import train

OPTIONS: dict[str, dict[str, Any]] = {
    "late": {"command_after_draw": True},
    "block": {"second_command": "draw"},
}
RULES_NAMES = [
    "+".join((preset, *more))
    for preset in ("keypad", "arena")
    for more in ((), ("late",), ("block",), ("late", "block"))
]
"""Rule sets by their names in the training engine; arena with both options is ``club``."""

Laid = tuple[str | None, str | None]
NONE: Laid = (None, None)
PAIRS: list[Laid] = [
    (a, b) for a, b in product((None, *CODES), repeat=2) if a != b or a is b is None
]
USES = ("ask own", "discard", "stake", "swap", "under")
PRICES = WinUtilities((1.22, 2.5))
COMPARED_INPUTS_SHARE = 0.1  # fraction of positions for which the net's inputs are compared


class EngineLine(NamedTuple):
    """A line sent to the engine.

    Attributes:
        answer: the expected answer; None if no answer is expected.
        state: the state after the line.
    """

    request: str
    answer: str | None
    state: State


def rules_by_name(rules_name: str, with_codes: bool) -> Rules:
    """Return the rules that the training engine calls by this name, with or without codes."""
    preset, *more = rules_name.split("+")
    options = {k: v for name in more for k, v in OPTIONS[name].items()}
    if with_codes:
        options["out_of_markers"] = PRESETS[preset].out_of_markers
        preset = "wits"
    return rules_for(preset, options)


def state_after_random_deal(rng: random.Random, rules: Rules, leader: int, laid: Laid) -> State:
    """Return the state after a random deal in which these codes have been laid and revealed."""
    cards = [value for value in range(6) for _ in range(3)]
    rng.shuffle(cards)
    seating = seating_for(rules, leader, 1 - leader)
    first, second = seating.deal
    hands = (counts_of(cards[:first], 6), counts_of(cards[first : first + second], 6))
    aside = tuple(sorted(cards[first + second : first + second + 2]))
    deck = counts_of(cards[first + second + 2 :], 6)
    held = tuple((code,) if code else () for code in laid)
    score = (rng.randrange(rules.target), rng.randrange(rules.target))
    state = start_round(rules, seating, Deal(hands, aside, deck), score, held)
    while state.public.phase == "codes":
        state = apply(state, LayCode(laid[state.public.seat])).state
    return state


def round_header_line(state: State, rules_name: str) -> str:
    """Return the line that begins a round in the training engine."""
    hands = ["".join(map(str, cards_of(hand))) for hand in state.hands]
    aside = "".join(map(str, state.public.aside))
    laid = " ".join(code or "none" for code in state.laid)
    score = " ".join(map(str, state.public.score))
    leader = state.public.seating.leader
    return f"round {rules_name} {leader} {hands[0]} {hands[1]} {aside} {laid} {score}"


def apply_with_random_chance(rng: random.Random, state: State, action: Action) -> tuple[State, str]:
    """Carry out an action with random chance.

    Returns:
        The state after the action, and the line for the training engine.
    """
    outcomes, weights = zip(*chance_outcomes(state, action), strict=True)
    (chance,) = rng.choices(outcomes, weights)
    after, facts = apply(state, action, chance)
    cards: tuple[object, ...] = facts.drawn  # chance excludes cards that lay under the deck
    if isinstance(action, Swap):
        cards = chance
    if isinstance(action, PutUnderDeck):
        cards = (":", *cards)
    return after, " ".join(map(str, (action, *cards)))


def expected_engine_answer(state: State) -> str:
    """Return the expected answer: the end, or the legal actions with pointless commands marked."""
    result = state.public.result
    if result:
        return f"over {result.side} {result.points}"
    actions = legal_actions(observe(state, state.public.seat))
    return ",".join(sorted(f"{a}{'!' * is_pointless_command(state.public, a)}" for a in actions))


def expected_net_inputs(state: State) -> str:
    """Return the net's inputs for the position and the hands held, to six digits.

    Optimised code may round the last bit of a quotient differently.
    """
    spots, table = PositionArrays([state.public]), hand_table_for(state.public)
    rows = [public_net_features(spots, PRICES)]
    at = np.zeros(1, dtype=np.int64)
    for seat in (0, 1):
        hand = np.array([table.index[state.hands[seat]]])
        # The last statistic is a constant 1 and not a feature.
        rows.append(hand_statistics(spots, table, seat, at, hand)[:, :-1])
        rows.append(fixed_hand_features(spots, table, seat, at, hand))
    return " ".join(f"{number:.6g}" for number in np.concatenate(rows, axis=1)[0])


def play_random_round(rng: random.Random, rules_name: str, laid: Laid) -> list[EngineLine]:
    """Play a random round; return the lines for the engine with their expected answers."""
    state = state_after_random_deal(
        rng, rules_by_name(rules_name, laid != NONE), rng.randrange(2), laid
    )
    lines = [EngineLine(round_header_line(state, rules_name), None, state)]
    while state.public.result is None:
        action = rng.choice(legal_actions(observe(state, state.public.seat)))
        state, text = apply_with_random_chance(rng, state, action)
        lines.append(EngineLine(text, expected_engine_answer(state), state))
        if state.public.phase == "turn" and rng.random() < COMPARED_INPUTS_SHARE:
            lines.append(
                EngineLine(
                    f"features {PRICES.double_premium[0]} {PRICES.double_premium[1]}",
                    expected_net_inputs(state),
                    state,
                )
            )
    return lines


def engine_answers(binary: Path, requests: str) -> list[str]:
    """Return the answers of the training engine.

    Raises:
        CommandError: the engine cannot be run.
    """
    command = [str(binary), "replay"]
    try:
        run = subprocess.run(command, input=requests, capture_output=True, text=True, check=True)
    except OSError as error:
        raise CommandError(f"cannot run {binary}: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise CommandError(f"{binary} failed: {error.stderr.strip()}") from error
    return run.stdout.splitlines()


def compare_rounds_with_binary(binary: Path, rounds: int) -> int:
    """Play rounds in both engines, and print the first difference; return the exit code."""
    rng = random.Random(1)
    pairs = cycle(PAIRS)
    lines = [
        line
        for number in range(rounds)
        for line in play_random_round(
            rng, rng.choice(RULES_NAMES), next(pairs) if number % 2 else NONE
        )
    ]
    answers = engine_answers(binary, "\n".join(line.request for line in lines) + "\n")
    wanted = [line for line in lines if line.answer is not None]
    for answer, line in zip(answers, wanted, strict=True):
        if answer != line.answer:
            print(
                f"{answer!r} instead of {line.answer!r} in {text_of(diagram_of_state(line.state))}"
            )
            return 1
    print(f"{rounds} rounds, {comparison_coverage_summary(wanted)}: no difference")
    return 0


def comparison_coverage_summary(lines: Sequence[EngineLine]) -> str:
    """Return a text that states how much was compared."""
    answers = [line.answer or "" for line in lines]
    pointless = sum(answer.count("!") for answer in answers)
    looked = sum(line.request.startswith("features") for line in lines)
    results = [line.state.public.result for line in lines]
    by_code = sum(result is not None and result.by == "code" for result in results)
    used = sum(line.request in USES or line.request.split()[0] in USES for line in lines)
    fours = sum(answer.startswith("over") and answer.endswith(" 4") for answer in answers)
    return (
        f"{len(lines) - looked} positions, {looked} of them as the net sees them, "
        f"{pointless} pointless commands, {used} uses of a power, {by_code} wins by a code, "
        f"{fours} of four points"
    )


def main(arguments: Sequence[str]) -> int:
    parser = CommandLineParser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=count_argument, default=2000)
    parser.add_argument("--binary", type=Path, help="training tool; default: compile it")
    try:
        options = parser.parse_args(arguments)
        return compare_rounds_with_binary(
            options.binary or train.compile_tool_if_outdated(), options.rounds
        )
    except CommandError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
