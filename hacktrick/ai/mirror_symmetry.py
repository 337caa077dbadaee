"""The mirror symmetry of the game: replacing card c by 5 - c and key k by 10 - k changes nothing.

Public information determines whether a round is analysed in its original or its mirrored form, so a
round and its mirror image get mirrored decisions.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.ai.agent import Decision
from hacktrick.ai.decision_position import Position
from hacktrick.game.actions import Action, LayStartCard, Play, PutUnderDeck, Swap
from hacktrick.game.cards import UNKNOWN_CARD, Card, Counts
from hacktrick.game.state import Observation, PublicState, RevealedFacts
from hacktrick.game.view import KnownSum, SeenStep, StartPosition, View, replay_view


def should_mirror_position(position: Position) -> bool:
    """Return whether a position is analysed in its mirrored form.

    Usually public information decides. Before the start card, the player's own hand may decide.
    """
    chosen = position_mirroring_by_public_facts(position)
    return position.hand > position.hand[::-1] if chosen is None else chosen


def should_mirror_by_public_facts(position: Position) -> bool:
    """Return whether public information alone decides that a position is analysed mirrored."""
    return bool(position_mirroring_by_public_facts(position))


def position_mirroring_by_public_facts(position: Position) -> bool | None:
    """Return whether a position is analysed mirrored; None if public facts do not decide."""
    return round_mirroring_by_public_facts(position.round_start, position.steps)


def round_mirroring_by_public_facts(
    round_start: PublicState, steps: tuple[SeenStep, ...]
) -> bool | None:
    """Return whether a round is analysed mirrored; None if public information does not decide.

    Args:
        round_start: the public state at the start of the round.
        steps: everything that has happened since then.
    """
    top = round_start.rules.values - 1
    balance = sum(round_start.aside) - len(round_start.aside) * top / 2
    if balance:
        return balance > 0
    laid = [*round_start.row, *(step.action.card for step in steps if step.action.verb == "start")]
    return 2 * laid[0] > top if laid else None


def mirrored_position(position: Position) -> Position:
    """Return the mirror image of a position, including its steps and its legal actions."""
    seen = position.observation
    return replace(
        position,
        round_start=mirrored_public(position.round_start),
        start_position=mirrored_start_position(position.start_position),
        steps=mirrored_steps(position.steps),
        observation=Observation(
            seen.seat, mirrored_public(seen.public), mirrored_hand(seen.hand), seen.held
        ),
        legal=tuple(mirrored_action(action, seen.public) for action in position.legal),
    )


def mirrored_action(action: Action, public: PublicState) -> Action:
    """Return the mirrored action; ``public`` is the state before it."""
    top = public.rules.values - 1
    if action.verb == "play":
        return Play(top - action.card, action.double, action.is_second_card)
    if action.verb == "start":
        return LayStartCard(top - action.card)
    if action.verb == "swap":
        return Swap(top - action.card)
    if action.verb == "under":
        known = (card if card == UNKNOWN_CARD else top - card for card in action.cards)
        return PutUnderDeck(tuple(known))
    return action


def mirrored_hand(hand: Counts) -> Counts:
    """Return the mirrored hand: the copies of card c become those of 5 - c."""
    return hand[::-1]


def mirrored_public(public: PublicState) -> PublicState:
    """Return the mirror image of a public state, in which every card and every key is mirrored."""
    top = public.rules.values - 1
    return public._replace(
        row=tuple(top - card for card in public.row),
        aside=tuple(sorted(top - card for card in public.aside)),
        board=public.board[::-1],
        double=tuple(2 * top - key if key > 0 else key for key in public.double),
    )


def mirrored_start_position(position: StartPosition | None) -> StartPosition | None:
    if position is None:
        return None
    top, sizes = position.public.rules.values - 1, position.public.hand_sizes
    sums = (
        None
        if announced is None
        else KnownSum(top * (size - announced.drawn) - announced.total, announced.drawn)
        for size, announced in zip(sizes, position.sums, strict=True)
    )
    return StartPosition(
        mirrored_public(position.public), tuple(map(mirrored_hand, position.known)), tuple(sums)
    )


def mirrored_steps(steps: tuple[SeenStep, ...]) -> tuple[SeenStep, ...]:
    return tuple(_mirrored_step(step) for step in steps)


def _mirrored_step(step: SeenStep) -> SeenStep:
    return SeenStep(
        step.seat,
        mirrored_action(step.action, step.before),
        _mirrored_facts(step.facts, step.after),
        mirrored_public(step.before),
        mirrored_public(step.after),
        mirrored_hand(step.hand),
    )


def _mirrored_facts(facts: RevealedFacts, after: PublicState) -> RevealedFacts:
    top = after.rules.values - 1
    return facts._replace(
        said=tuple((seat, top * after.hand_sizes[seat] - total) for seat, total in facts.said),
        shown=tuple(
            (seat, tuple(sorted(top - card for card in cards))) for seat, cards in facts.shown
        ),
        drawn=tuple(top - card for card in facts.drawn),
        taken=None if facts.taken is None else top - facts.taken,
    )


CARD_ACTIONS = ("start", "play", "draw", "swap", "under")


def should_mirror_view(view: View) -> bool:
    """Return whether a view is analysed mirrored; False with codes, since some codes name keys."""
    if view.rules.has_codes:
        return False
    top = view.rules.values - 1
    balance = 2 * sum(view.aside) - len(view.aside) * top
    if balance:
        return balance > 0
    laid = [int(text.split(" ")[1]) for text in view.actions if text.startswith("start ")]
    if view.start_position is not None:
        laid = [*view.start_position.public.row, *laid]
    if laid:
        return 2 * laid[0] > top
    return sorted(view.hand) > sorted(top - card for card in view.hand)


def mirrored_view(view: View) -> View:
    """Return the mirrored view.

    Raises:
        ValueError: the view contradicts itself.
    """
    top = view.rules.values - 1
    _, steps = replay_view(view)

    def mirrored_cards(old: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(top - card for card in old)

    def mirrored_sum(number: int, seat: int, total: int) -> tuple[int, int, int]:
        if number >= len(steps):
            raise ValueError(f"action {number}: there is no such action")
        return number, seat, top * steps[number].after.hand_sizes[seat] - total

    return replace(
        view,
        hand=mirrored_cards(view.hand),
        aside=mirrored_cards(view.aside),
        actions=tuple(_mirrored_text(text, top) for text in view.actions),
        said=tuple(mirrored_sum(*entry) for entry in view.said),
        shown=tuple(
            (n, seat, tuple(sorted(mirrored_cards(shown)))) for n, seat, shown in view.shown
        ),
        taken=tuple((n, top - card) for n, card in view.taken),
        drawn=tuple((n, mirrored_cards(cards)) for n, cards in view.drawn),
        start_position=mirrored_start_position(view.start_position),
    )


def _mirrored_text(text: str, highest_card: int) -> str:
    verb, *words = text.split(" ")
    if verb in CARD_ACTIONS:
        words = [str(highest_card - int(word)) if word.isdigit() else word for word in words]
    return " ".join([verb, *words])


def unmirrored_decision(decision: Decision, public: PublicState) -> Decision:
    """Translate a decision made for a mirrored view back to the original view.

    Args:
        public: the public state of the original view.
    """
    return replace(
        decision,
        action=mirrored_action(decision.action, public),
        values=tuple((mirrored_action(act, public), value) for act, value in decision.values),
        mixed_policy=tuple(
            (mirrored_action(act, public), share) for act, share in decision.mixed_policy
        ),
    )
