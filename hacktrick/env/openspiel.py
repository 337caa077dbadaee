"""An OpenSpiel game: one round between two players, with explicit chance events.

Importing this module registers the game:

    import pyspiel, hacktrick.env.openspiel

    game = pyspiel.load_game("python_hack_trick(preset=wits)")
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from hacktrick.env.encoding import (
    CODES_EACH,
    MAX_CARDS_UNDER_DECK,
    action_numbers,
    all_actions,
    anonymous_seats,
    last_sum_knowledge,
    observation_parts,
    round_rewards,
    starting_score,
)
from hacktrick.game import engine
from hacktrick.game.actions import CODES, Action
from hacktrick.game.cards import cards_of, counts_of, hands_within
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Deal, Observation, seating_for
from hacktrick.game.state import State as Truth
from hacktrick.game.view import Event, RoundStart, View, make_view, redacted_event
from hacktrick.game.view_json import view_to_json

NAME = "python_hack_trick"
TWO_PLAYERS = tuple(name for name, rules in PRESETS.items() if rules.n_seats == 2)
VALUES, COPIES, ASIDE = 6, 3, 2
N_HANDS = 7  # number of cards in both hands together, as dealt
FIRST_CODE = VALUES  # chance outcomes are numbered in the order: cards, codes, leaders, multisets
FIRST_LEADER = FIRST_CODE + len(CODES)
FIRST_MULTISET = FIRST_LEADER + 2
MAX_POINTS = 5.0  # the points of a line with the double, doubled by Dodo Gorilla, plus a stake
MAX_GAME_LENGTH = 400  # maximum number of actions; a round has at most 44 turns

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Hack Trick (one round)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"preset": TWO_PLAYERS[0]},
)


@lru_cache(maxsize=1)
def card_multisets() -> tuple[tuple[int, ...], ...]:
    """Return every multiset of two or more cards that may be drawn at once."""
    pack = (COPIES,) * VALUES
    sizes = range(2, MAX_CARDS_UNDER_DECK + 1)
    return tuple(cards_of(hand) for size in sizes for hand in hands_within(pack, size))


def chance_number(chance: engine.Chance) -> int:
    """Return the number that identifies a chance outcome in OpenSpiel."""
    return chance[0] if len(chance) == 1 else FIRST_MULTISET + card_multisets().index(chance)


class HackTrickGame(pyspiel.Game):  # type: ignore[misc]
    """The OpenSpiel game: a round of an edition for two players.

    Raises:
        ValueError: ``preset`` is not an edition for two players.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        preset = (params or {}).get("preset", TWO_PLAYERS[0])
        if preset not in TWO_PLAYERS:
            raise ValueError(f"{preset!r} is none of {', '.join(TWO_PLAYERS)}")
        self.rules: Rules = PRESETS[preset]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(all_actions(self.rules)),
            max_chance_outcomes=FIRST_MULTISET + len(card_multisets()),
            num_players=2,
            min_utility=-MAX_POINTS,
            max_utility=MAX_POINTS,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> HackTrickState:
        return HackTrickState(self, self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HackTrickObserver:
        if params:
            raise ValueError(f"there are no parameters of an observer, not {params}")
        return HackTrickObserver(self.rules, bool(iig_obs_type and iig_obs_type.perfect_recall))


class HackTrickState(pyspiel.State):  # type: ignore[misc]
    """The OpenSpiel state of a round; ``truth`` is None until the round is dealt."""

    def __init__(self, game: HackTrickGame, rules: Rules) -> None:
        super().__init__(game)
        self.rules = rules
        self.truth: Truth | None = None
        self._dealt: list[int] = []  # the chance outcomes so far: the leader, the codes, the cards
        self._start: RoundStart | None = None
        self._events: list[Event] = []
        self._acting: Action | None = None  # the action that waits for its chance outcome

    # The following methods implement OpenSpiel's interface.

    def current_player(self) -> int:
        if self.truth is None or self._acting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.truth.public.result is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.truth.public.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible chance outcomes with their probabilities."""
        if self._acting is None:
            ways = self._deal_outcomes()
        else:
            assert self.truth is not None
            listed = engine.chance_outcomes(self.truth, self._acting)
            ways = sorted((chance_number(chance), copies) for chance, copies in listed)
        total = sum(copies for _, copies in ways)
        return [(number, copies / total) for number, copies in ways]

    def is_terminal(self) -> bool:
        return self.truth is not None and self.truth.public.result is not None

    def returns(self) -> list[float]:
        if self.truth is None or self.truth.public.result is None:
            return [0.0, 0.0]
        return round_rewards(self.truth.public, starting_score(self.rules))

    def information_state_string(self, player: int | None = None) -> str:
        """Return a player's view as JSON; during the deal, return only the progress of the deal.

        Args:
            player: the player; by default the player to act.
        """
        player = self.current_player() if player is None else player
        if self._start is None:
            return f"being dealt, {len(self._dealt)} of {self._n_dealt_in_total}"
        return json.dumps(view_to_json(self.view(player)))

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees now, as text.

        Args:
            player: the player; by default the player to act.
        """
        player = self.current_player() if player is None else player
        if self.truth is None:
            return self.information_state_string(player)
        return str([part for part in self.named_parts(player) if any(part[1])])

    def __str__(self) -> str:
        return " ".join([*map(str, self._dealt), *(str(event.action) for event in self._events)])

    # The following methods serve the observer.

    def view(self, player: int) -> View:
        """Return everything that a player may know of the round."""
        assert self._start is not None and self.truth is not None
        return make_view(self._start, self._events, self.truth.public, player)

    def named_parts(self, player: int) -> list[tuple[str, list[float]]]:
        """Return what a player sees now, as numbers in named parts."""
        assert self.truth is not None
        revealed = any(event.facts.revealed is not None for event in self._events)
        events = [redacted_event(event, player, revealed) for event in self._events]
        return observation_parts(self.observe(player), last_sum_knowledge(events, 2))

    def observe(self, player: int) -> Observation:
        assert self.truth is not None
        return engine.observe(self.truth, player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action_numbers(self.rules)[action] for action in self._legal())

    def _legal(self) -> tuple[Action, ...]:
        assert self.truth is not None
        return legal_actions(engine.observe(self.truth, self.truth.public.seat))

    def _apply_action(self, action: int) -> None:
        if self.truth is None:
            self._dealt.append(action)
            if len(self._dealt) == self._n_dealt_in_total:
                self._start_round()
            return
        if self._acting is not None:
            chances = [chance for chance, _ in engine.chance_outcomes(self.truth, self._acting)]
            acting, self._acting = self._acting, None
            self._perform(acting, next(c for c in chances if chance_number(c) == action))
            return
        chosen = all_actions(self.rules)[action]
        outcomes = engine.chance_outcomes(self.truth, chosen)
        if len(outcomes) > 1:
            self._acting = chosen
        else:
            self._perform(chosen, outcomes[0][0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(all_actions(self.rules)[action])
        if action >= FIRST_MULTISET:
            return f"cards {card_multisets()[action - FIRST_MULTISET]}"
        if action >= FIRST_LEADER:
            return f"leader {action - FIRST_LEADER}"
        return CODES[action - FIRST_CODE] if action >= FIRST_CODE else f"card {action}"

    def _perform(self, action: Action, chance: engine.Chance) -> None:
        assert self.truth is not None
        seat = self.truth.public.seat
        step = engine.apply_legal(self.truth, action, chance)
        self._events.append(Event(seat, action, step.facts))
        self.truth = step.state

    @property
    def _n_codes(self) -> int:
        return 2 * CODES_EACH if self.rules.has_codes else 0

    @property
    def _n_dealt_in_total(self) -> int:
        return 1 + self._n_codes + N_HANDS + ASIDE

    def _deal_outcomes(self) -> list[tuple[int, int]]:
        if not self._dealt:
            return [(FIRST_LEADER + seat, 1) for seat in (0, 1)]
        if len(self._dealt) <= self._n_codes:
            codes = range(FIRST_CODE, FIRST_LEADER)
            return [(code, 1) for code in codes if code not in self._dealt]
        cards = self._dealt[1 + self._n_codes :]
        left = [(card, COPIES - cards.count(card)) for card in range(VALUES)]
        return [(card, copies) for card, copies in left if copies]

    def _start_round(self) -> None:
        leader = self._dealt[0] - FIRST_LEADER
        seating = seating_for(self.rules, leader, 1 - leader)
        codes = [CODES[n - FIRST_CODE] for n in self._dealt[1 : 1 + self._n_codes]]
        held = tuple(codes[:CODES_EACH]), tuple(codes[CODES_EACH:])
        cards = self._dealt[1 + self._n_codes :]
        middle = seating.deal[0]
        hands = tuple(sorted(cards[:middle])), tuple(sorted(cards[middle:N_HANDS]))
        aside = tuple(cards[N_HANDS:])
        counts = [counts_of(hand, VALUES) for hand in hands]
        dealt = counts_of(cards, VALUES)
        deal = Deal(tuple(counts), aside, tuple(COPIES - n for n in dealt))
        score = starting_score(self.rules)
        self.truth = engine.start_round(self.rules, seating, deal, score, held)
        self._start = RoundStart(
            self.rules,
            anonymous_seats(self.rules),
            leader,
            1 - leader,
            False,
            hands,
            aside,
            held,
            (),
        )


class HackTrickObserver:
    """The OpenSpiel observer: ``tensor`` is all that one player sees, ``dict`` its named parts."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._rules = rules
        named = [("dealt", [0.0]), *_sample_parts(rules)]
        self.tensor = np.zeros(sum(len(part) for _, part in named), dtype=np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, part in named:
            self.dict[name] = self.tensor[begin : begin + len(part)]
            begin += len(part)

    def set_from(self, state: HackTrickState, player: int) -> None:
        """Fill in what ``player`` sees; all numbers are zero until the round is dealt."""
        self.tensor.fill(0)
        if state.truth is not None:
            self.dict["dealt"][:] = 1
            for name, part in state.named_parts(player):
                self.dict[name][:] = part

    def string_from(self, state: HackTrickState, player: int) -> str:
        if self._perfect_recall:
            return state.information_state_string(player)
        return state.observation_string(player)


def _sample_parts(rules: Rules) -> list[tuple[str, list[float]]]:
    """Return the observation parts of an example position, from which to learn their sizes."""
    hand = (0,) * rules.values
    seating = seating_for(rules, 0, 1)
    truth = engine.start_round(rules, seating, Deal((hand, hand), (), hand), starting_score(rules))
    return observation_parts(engine.observe(truth, 0), last_sum_knowledge((), 2))


pyspiel.register_game(GAME_TYPE, HackTrickGame)
