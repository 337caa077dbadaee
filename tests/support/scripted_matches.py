"""Matches for tests: scripted deals, actions as text, random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from hacktrick.game.actions import Action, parse
from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import Seating
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import load_match

SEATS = tuple(SeatInfo(name, "human") for name in ("Ada", "Ben", "Cleo", "Dan"))
DEALS = (
    ((0, 2, 4), (0, 1, 3, 5), (1, 5), (2, 0, 1, 3, 4, 2, 3, 4, 5)),
    ((0, 2, 4), (0, 1, 4, 4), (1, 5), (3, 0, 1, 2, 5, 2, 3, 3, 5)),
)
"""Two deals that differ only in what seat 1 holds besides the start card, and in the deck.

The sums are the same, so that nothing public differs.
"""


def match_with_deal(deal: tuple[tuple[int, ...], ...], players: tuple[str, str]) -> Match:
    leader, starter, aside, deck = deal
    seats = (SeatInfo("Anna", players[0]), SeatInfo("Bert", players[1]))
    record = Record(
        rules_for("keypad"), seats, [RoundRecord(0, 1, (leader, starter), aside, deck)], (0, 0), ()
    )
    return load_match(record, RandomChance(Random(1)))


class PreparedDealChance(RandomChance):
    """Chance with a prepared first deal; later deals are random."""

    def __init__(self, rng: Random, hands: Sequence[str], deck: str, aside: str) -> None:
        super().__init__(rng)
        self._prepared = (hands, deck, aside)
        self._used = False

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        if self._used:
            return super().deal(rules, seating)
        self._used = True
        hands, deck, aside = self._prepared
        return RoundRecord(
            seating.leader,
            seating.starter,
            tuple(tuple(map(int, hand)) for hand in hands),
            tuple(map(int, aside)),
            tuple(map(int, deck)),
        )


class TextMatch(Match):
    """A match that takes actions as text, for the seat on turn."""

    def submit_text(self, *texts: str) -> TextMatch:
        for text in texts:
            self.submit(self.public.seat, parse(text))
        return self


def scripted_match(
    preset: str | Rules = "keypad",
    hands: Sequence[str] | None = None,
    deck: str | None = None,
    aside: str | None = None,
    leader: int = 0,
    seed: int = 0,
    codes: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> TextMatch:
    """Return a match with its first round dealt, at random or with the given cards.

    Args:
        deck: the top of the deck; the cards not named follow in ascending order.
        aside: the cards set aside; None for the last two cards.
    """
    rules = rules_for(preset, options) if isinstance(preset, str) else preset
    rng = Random(seed)
    dice = RandomChance(rng)
    if hands is not None:
        rest = list("000111222333444555")
        for card in "".join(hands) + (deck or "") + (aside or ""):
            rest.remove(card)
        if aside is None:
            aside = "".join(rest[-2:])
            del rest[-2:]
        deck = (deck or "") + "".join(rest)
        dice = PreparedDealChance(rng, hands, deck, aside)
    pile = tuple(codes) or (dice.shuffled_codes() if rules.has_codes else ())
    match = TextMatch(rules, SEATS[: rules.n_seats], dice, leader, pile)
    match.deal_next_round()
    return match


def legal_now(match: Match) -> tuple[Action, ...]:
    return legal_actions(match.observe(match.public.seat))


def random_step(match: Match, rng: Random) -> Action:
    """Play a random legal action and return it."""
    actions = legal_now(match)
    action = rng.choice(actions)
    match.submit(match.public.seat, action)
    return action


def random_match(
    rules: Rules, seed: int, n_rounds: int = 100, stop: int | None = None
) -> Iterator[TextMatch]:
    """Play a match at random and yield it after each deal and action.

    Args:
        stop: the maximum number of actions; None for no limit.
    """
    rng = Random(seed)
    leader = rng.choice(possible_first_leaders(rules))
    match = scripted_match(rules, leader=leader, seed=seed)
    count = 0
    while True:
        yield match
        while not match.is_round_over:
            if count == stop:
                return
            random_step(match, rng)
            count += 1
            yield match
        if match.is_over or len(match.record.rounds) == n_rounds:
            return
        match.deal_next_round()


def played_match(
    rules: Rules, seed: int, n_rounds: int = 100, stop: int | None = None
) -> TextMatch:
    """Return the match at the end of ``random_match``."""
    *_, last = random_match(rules, seed, n_rounds, stop)
    return last


def finished_match_from_position() -> Record:
    """Return a match of one round that began in a position and was played at random."""
    aside, hands, deck = (0, 2), ((2, 4), (0, 1, 3)), (5, 5, 4, 4, 3, 2, 1, 0)
    position = "keypad lead=0 turn=4 row=315 aside=02 hands=24/??? board=4a score=4/4"
    begun = RoundRecord(0, 1, hands, aside, deck, position=position)
    record = Record(rules_for("keypad"), SEATS[:2], [begun], (4, 4))
    match, rng = load_match(record, RandomChance(Random(1))), Random(1)
    while not match.is_over:
        random_step(match, rng)
    return match.record
