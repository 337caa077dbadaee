"""Finds threats to win on a key, the turn that decided a round, and the tension of a round.

All results follow from what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from hacktrick.game.actions import COMMAND_GUARD, PASS, Action, Play
from hacktrick.game.cards import UNKNOWN_CARD, Card, Counts, counts_of, with_card_removed
from hacktrick.game.keypad import Key, card_pairs_reaching, keys, lines_completed
from hacktrick.game.legality import is_commanded_to_draw, legal_actions, must_play
from hacktrick.game.state import NEVER, Observation, PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part, keys_of_win

if TYPE_CHECKING:
    from hacktrick.app.snapshot import HistoryEntry
    from hacktrick.game.state import Seat, Side


DecisiveKind = Literal["could_win", "could_stop", "could_not_stop"]


@dataclass(frozen=True, slots=True)
class DecisiveTurn:
    """The last turn before the winning one, and the better choices of its player.

    Attributes:
        kind: whether the player could have won, could have stopped the winner, or neither.
        turn: the number of the turn, from 1.
        seat: the seat that made the turn.
        cards: the cards that would have won at once, or that would have kept the winner from
            winning in the next turn, whatever command went with them.
        draws: whether drawing a card would have had the same effect.
        guards: whether only the command Guard would have stopped the winner.
    """

    kind: DecisiveKind
    turn: int
    seat: Seat
    cards: tuple[Card, ...] = ()
    draws: bool = False
    guards: bool = False


class PastTurnWithHands:
    """A past turn, with the hands that were hidden then, so that other choices can be tried.

    Args:
        entry: the chosen play or draw.
        own: the hand of the turn's player before the choice.
        winner: the seat that won in the next turn.
        theirs: the winner's hand before that turn.
    """

    def __init__(self, entry: HistoryEntry, own: Counts, winner: Seat, theirs: Counts) -> None:
        self.public, self.seat, self.own = entry.before, entry.event.seat, own
        self.winner, self.theirs = winner, theirs

    def ways_to_play(self) -> Iterator[tuple[Action, Action | None, PublicState]]:
        """Yield every way to play the turn, as (play or draw, command or None, resulting state)."""
        for first in self._legal_actions(self.public, self.own):
            if first.verb == "play":
                after = apply_public_part(self.public, first, RevealedFacts())
                yield from self._turn_endings(first, after, with_card_removed(self.own, first.card))
            elif first.verb == "draw":
                facts = RevealedFacts(reshuffled=self.public.deck_size == 1)
                yield from self._turn_endings(
                    first, apply_public_part(self.public, first, facts), self.own
                )

    def can_winner_still_win(self, public: PublicState) -> bool:
        """Return whether the winner could still win in the next turn with the cards they had.

        Args:
            public: the public state after another choice.
        """
        side = public.seating.side_of[self.winner]
        if public.result is not None:
            return public.result.side == side
        plays = [
            one
            for one in legal_actions(Observation(self.winner, public, self.theirs, ()))
            if one.verb == "play"
        ]
        results = (apply_public_part(public, play, RevealedFacts()).result for play in plays)
        return any(result is not None and result.side == side for result in results)

    def _legal_actions(self, public: PublicState, hand: Counts) -> tuple[Action, ...]:
        return legal_actions(Observation(self.seat, public, hand, ()))

    def _turn_endings(
        self, first: Action, after: PublicState, hand: Counts
    ) -> Iterator[tuple[Action, Action | None, PublicState]]:
        if after.result is not None or after.seat != self.seat:
            yield first, None, after
            return
        for end in self._legal_actions(after, hand):
            if end.stage == "end":
                yield first, end, apply_public_part(after, end, RevealedFacts())


def seat_of_second_to_last_turn(entries: Sequence[HistoryEntry]) -> Seat | None:
    """Return the seat that made the second-to-last turn; None if there is none."""
    turn = entries[-1].turn - 1 if entries else 0
    seats = [entry.event.seat for entry in entries if entry.turn == turn and turn]
    return seats[-1] if seats else None


def find_decisive_turn(
    entries: Sequence[HistoryEntry], hands: Sequence[Sequence[Card]]
) -> DecisiveTurn | None:
    """Return the turn before the winning one, with its better choices; None if it is uncertain.

    Args:
        entries: the whole round, as the player of the turn before the last knows it.
        hands: all hands at the end.
    """
    turn = _turn_before_winning_turn(entries, hands)
    if turn is None:
        return None
    number = entries[-1].turn - 1
    winning = [
        first for first, _end, after in turn.ways_to_play() if _has_turn_player_won(turn, after)
    ]
    if winning:
        return DecisiveTurn("could_win", number, turn.seat, _cards_played_first(winning))
    ways = [
        (first, end)
        for first, end, after in turn.ways_to_play()
        if not turn.can_winner_still_win(after)
    ]
    plain = [first for first, end in ways if end in (None, PASS)]
    cards = _cards_played_first(plain)
    draws = any(first.verb == "draw" for first in plain)
    guards = not plain and any(end == COMMAND_GUARD for _first, end in ways)
    if cards or draws or guards:
        return DecisiveTurn("could_stop", number, turn.seat, cards, draws, guards)
    return DecisiveTurn("could_not_stop", number, turn.seat)


def _has_turn_player_won(turn: PastTurnWithHands, after: PublicState) -> bool:
    return after.result is not None and after.result.side == after.seating.side_of[turn.seat]


def _cards_played_first(firsts: Sequence[Action]) -> tuple[Card, ...]:
    return tuple(sorted({first.card for first in firsts if first.verb == "play"}))


def _turn_before_winning_turn(
    entries: Sequence[HistoryEntry], hands: Sequence[Sequence[Card]]
) -> PastTurnWithHands | None:
    """Return the turn before the winning one; None if anything about it is uncertain.

    Args:
        entries: the actions of the round.
        hands: all hands at the end.
    """
    last = entries[-1] if entries else None
    if last is None or last.after.result is None or any(last.after.codes):
        return None
    winner, action = last.event.seat, last.event.action
    seating = last.after.seating
    if action.verb != "play" or last.after.result.side != seating.side_of[winner]:
        return None
    choices = [
        entry
        for entry in entries
        if entry.turn == last.turn - 1 and entry.event.action.verb in ("play", "draw")
    ]
    if len(choices) != 1:
        return None
    (choice,) = choices
    own = _hand_before_choice(choice, hands[choice.event.seat])
    if own is None:
        return None
    values = last.after.rules.values
    theirs = counts_of((*hands[winner], action.card), values)
    return PastTurnWithHands(choice, counts_of(own, values), winner, theirs)


def _hand_before_choice(entry: HistoryEntry, after: Sequence[Card]) -> list[Card] | None:
    """Return the hand before a choice, given the hand after it; None if the hand is unknown."""
    action, drawn, held = entry.event.action, entry.event.facts.drawn, list(after)
    if action.verb == "play":
        return [*held, action.card]
    if drawn in ((), (UNKNOWN_CARD,)):
        return None
    (card,) = drawn
    held.remove(card)
    return held


@dataclass(frozen=True, slots=True)
class PublicThreat:
    """A key on which one more marker of a side would win the round.

    Attributes:
        points: the points that the win would bring.
        pairs: the ways to reach the key, each as (last card of the row, card to play).
    """

    key: Key
    points: int
    pairs: tuple[tuple[Card, Card], ...]


def public_threats(
    public: PublicState, side: Side, exhausted: tuple[Card, ...] = ()
) -> tuple[PublicThreat, ...]:
    """Return the keys on which a marker of ``side`` would win at once.

    Args:
        exhausted: card values of which no copy can be played any more.
    """
    seats = public.seating.seats_of(side)
    if not seats or not public.supply[side] or public.phase not in ("turn", "command"):
        return ()
    found = []
    for key in keys(public.rules.values):
        points = _points_for_winning_on_key(public, side, seats[0], key)
        if points:
            found.append(PublicThreat(key, points, _reaching_pairs(public, key, exhausted)))
    return tuple(found)


def exhausted_cards(public: PublicState) -> tuple[Card, ...]:
    """Return the card values of which all copies lie in the row or are set aside."""
    lying = (*public.row, *public.aside)
    values = range(public.rules.values)
    return tuple(value for value in values if lying.count(value) >= public.rules.copies)


def _points_for_winning_on_key(public: PublicState, side: Side, seat: int, key: Key) -> int:
    first, second = card_pairs_reaching(key, public.rules.values)[0]
    moved = public._replace(row=(first,), seat=seat, phase="turn")
    same_turn = public.side == side and (public.phase == "turn" or public.is_second_card_allowed)
    if not same_turn:  # a double that is already on the board was placed in an earlier turn
        moved = moved._replace(double_turn=(NEVER, NEVER))
    # A double counts from the next turn on, so either marker gives the same result.
    result = apply_public_part(moved, Play(second), RevealedFacts()).result
    return result.points if result is not None and result.side == side else 0


def _reaching_pairs(
    public: PublicState, key: Key, exhausted: tuple[Card, ...]
) -> tuple[tuple[Card, Card], ...]:
    both = [
        pair for a, b in card_pairs_reaching(key, public.rules.values) for pair in ((a, b), (b, a))
    ]
    return tuple(sorted((last, card) for last, card in both if card not in exhausted))


ThreatKind = Literal["wins_now", "wins_next", "needs_card", "one_more"]
THREAT_ORDER: tuple[ThreatKind, ...] = ("wins_now", "wins_next", "one_more", "needs_card")
"""The kinds of threats, from most to least urgent; a key's threats are in this order."""

NEXT_TURN_KINDS: tuple[ThreatKind, ...] = ("wins_now", "wins_next")
"""The kinds of threats that can come true in the next turn."""


@dataclass(frozen=True, slots=True)
class KeyThreat:
    """A key on which one more marker of a side would win the round, and who could place it.

    Attributes:
        seat: the player of the side who could win.
        kind: "wins_now" if the viewer holds a winning card; "wins_next" if another player may hold
            a card that wins in the next turn; "needs_card" if another player cannot hold or play
            such a card next; "one_more" if the viewer would win on the key, but no card of theirs
            reaches it now.
        card: the card that reaches the key from the last card of the row or from the viewer's
            chosen card, so that both add up to the key; None if no card does, or if the viewer must
            play first and the card depends on what they play.
        keys: the two other keys of the line; empty for three markers on the key and for codes.
        points: the points of the win.
    """

    key: Key
    side: Side
    seat: Seat
    kind: ThreatKind
    card: Card | None
    keys: tuple[Key, ...]
    points: int


def key_threats(
    public: PublicState, seen: Observation | None, hands: Mapping[Seat, Iterable[Counts]]
) -> dict[Key, tuple[KeyThreat, ...]]:
    """Return the keys on which a marker of either side would win, the most urgent threat first.

    Args:
        public: the public state of the round.
        seen: the viewer's observation; None for a spectator, for whom both sides are opponents.
        hands: the hands that others may hold; a seat without an entry may hold any card.
    """
    if public.phase not in ("turn", "command") or not public.row:
        return {}
    own = None if seen is None else public.seating.side_of[seen.seat]
    is_on_turn = seen is not None and public.seat == seen.seat and public.phase == "turn"
    found: list[KeyThreat] = []
    for side in (0, 1):
        if seen is not None and side == own:
            found += _own_threats(public, side, seen)
        elif seen is not None and is_on_turn and must_play(public, seen.hand):
            found += _threats_after_any_play(public, side, seen, hands)
        else:
            found += _threats_of_others(public, side, hands)
    found.sort(key=lambda threat: THREAT_ORDER.index(threat.kind))
    by_key: dict[Key, tuple[KeyThreat, ...]] = {}
    for threat in sorted(found, key=lambda threat: threat.key):
        by_key[threat.key] = (*by_key.get(threat.key, ()), threat)
    return by_key


def _position_at_next_turn(public: PublicState, side: Side) -> tuple[PublicState, bool]:
    """Return the position at the next turn of ``side``, and whether that turn comes next.

    The result assumes that the row does not change until then.
    """
    if public.side == side and public.phase == "turn":
        return public, True
    is_next = public.side != side
    for _turn in range(1 if is_next else 2):
        public = apply_public_part(public, PASS, RevealedFacts())
    return public, is_next


def is_loss_certain(
    public: PublicState, actions: Iterable[Action], hands: Mapping[Seat, Iterable[Counts]]
) -> bool:
    """Return whether another side wins in the turn after ``actions``, whatever its player holds.

    Args:
        actions: the rest of the turn of the player who is to act.
        hands: the hands that others may hold; a seat without an entry may hold any card.
    """
    own = public.side
    for action in actions:
        is_last_card = action.verb == "draw" and public.deck_size == 1
        public = apply_public_part(public, action, RevealedFacts(reshuffled=is_last_card))
    if public.result is None and public.phase == "command":
        # The actions ended with a draw that a command may follow; the player passes.
        public = apply_public_part(public, PASS, RevealedFacts())
    if public.result is not None or public.side == own or is_commanded_to_draw(public):
        return False
    reached = (_card_reaching(public, key) for key in _winning_keys(public, public.side))
    winning = [card for card in reached if card is not None]
    possible = tuple(hands.get(public.seat, ()))
    return bool(possible) and all(any(hand[card] for card in winning) for hand in possible)


def _own_threats(public: PublicState, side: Side, observation: Observation) -> Iterator[KeyThreat]:
    """Yield the threats of the viewer's own side."""
    reached = set()
    for action in legal_actions(observation):
        if action.verb == "play":
            key = public.row[-1] + action.card
            found = _win_by_play(public, side, action)
            if found is not None and key not in reached:
                reached.add(key)
                yield KeyThreat(key, side, observation.seat, "wins_now", action.card, *found)
    later, _is_next = _position_at_next_turn(public, side)
    for key, (keys_, points) in _winning_keys(later, side).items():
        if key not in reached:
            card = _card_reaching(public, key)
            yield KeyThreat(key, side, later.seat, "one_more", card, keys_, points)


def _threats_of_others(
    public: PublicState, side: Side, hands: Mapping[Seat, Iterable[Counts]]
) -> Iterator[KeyThreat]:
    """Yield the threats of a side to which the viewer does not belong.

    Args:
        side: the side whose threats are returned.
        hands: the hands that others may hold; a seat without an entry may hold any card.
    """
    later, is_next = _position_at_next_turn(public, side)
    first = later.seat
    can_play = is_next and later.hand_sizes[first] > 0 and not is_commanded_to_draw(later)
    possible = tuple(hands.get(first, ()))

    def can_hold(*cards: Card) -> bool:
        return not possible or any(all(hand[card] for card in cards) for hand in possible)

    winning = _winning_keys(later, side)
    next_keys = set()
    for key, found in winning.items():
        card = _card_reaching(public, key)
        if can_play and card is not None and can_hold(card):
            next_keys.add(key)
            yield KeyThreat(key, side, first, "wins_next", card, *found)
    if (
        can_play
        and later.is_second_card_allowed
        and later.hand_sizes[first] > 1
        and later.supply[side] > 1
    ):
        for one, other, found in _wins_with_two_cards(later, side):
            key = one + other
            if key not in next_keys and can_hold(one, other):
                next_keys.add(key)
                yield KeyThreat(key, side, first, "wins_next", other, *found)
    for key, found in winning.items():
        for seat in dict.fromkeys((first, *public.seating.seats_of(side))):
            if seat != first or key not in next_keys:
                card = _card_reaching(public, key)
                yield KeyThreat(key, side, seat, "needs_card", card, *found)


def _threats_after_any_play(
    public: PublicState, side: Side, seen: Observation, hands: Mapping[Seat, Iterable[Counts]]
) -> Iterator[KeyThreat]:
    """Yield the threats of another side after any of the plays that the viewer must choose from.

    If these plays lead to threats on the same key, only the most urgent one is yielded. Its card is
    None if it depends on the play.
    """
    found: dict[tuple[Key, Seat], list[KeyThreat]] = {}
    for action in legal_actions(seen):
        if action.verb == "play":
            after = apply_public_part(public, action, RevealedFacts())
            if after.result is None:
                for threat in _threats_of_others(after, side, hands):
                    found.setdefault((threat.key, threat.seat), []).append(threat)
    for threats in found.values():
        kind = min((one.kind for one in threats), key=THREAT_ORDER.index)
        urgent = [one for one in threats if one.kind == kind]
        worst = max(urgent, key=lambda one: one.points)
        yield worst if len({one.card for one in urgent}) == 1 else replace(worst, card=None)


def _card_reaching(public: PublicState, key: Key) -> Card | None:
    """Return the card that makes the sum ``key`` with the row's last card; None if none may."""
    last = public.row[-1]
    card = key - last
    return card if 0 <= card < public.rules.values and card != last else None


_Win = tuple[tuple[Key, ...], int]
"""The other keys of a line and the points of a win, as in ``KeyThreat``."""


def _win_by_play(public: PublicState, side: Side, play: Play) -> _Win | None:
    """Return the win by playing a card; None if the card does not win at once."""
    after = apply_public_part(public, play, RevealedFacts())
    result, key = after.result, public.row[-1] + play.card
    if result is None or result.side != side:
        return None
    line = keys_of_win(after, side, key, result.by) if result.by == "line" else ()
    return tuple(other for other in line if other != key), result.points


def _winning_keys(public: PublicState, side: Side) -> dict[Key, _Win]:
    """Return the keys on which the side to act would win if it could reach them."""
    if not public.supply[side]:
        return {}
    found, values = {}, public.rules.values
    for key in keys(values):
        # Without a code, only a line or a third marker wins.
        is_possible = public.codes[side] is not None or public.board[key - 1][side] > 1
        if not is_possible and not lines_completed(public.board, side, key, values):
            continue
        first, second = card_pairs_reaching(key, values)[0]
        won = _win_by_play(public._replace(row=(first,)), side, Play(second))
        if won is not None:
            found[key] = won
    return found


def _wins_with_two_cards(public: PublicState, side: Side) -> Iterator[tuple[Card, Card, _Win]]:
    """Yield the wins that the second of two cards in one turn would bring, each with both cards."""
    values = range(public.rules.values)
    for one in values:
        if one == public.row[-1] or _win_by_play(public, side, Play(one)) is not None:
            continue
        after = apply_public_part(public, Play(one), RevealedFacts())
        if after.result is None:
            for other in values:
                won = (
                    _win_by_play(after, side, Play(other, is_second_card=True))
                    if other != one
                    else None
                )
                if won is not None:
                    yield one, other, won


ONE_SIDE_WEIGHT, FURTHER_KEY_WEIGHT, MATCH_POINT_WEIGHT = 0.35, 0.15, 0.2


@lru_cache(maxsize=4)
def round_tension(public: PublicState) -> float:
    """Return the tension of a round, from 0 (no side has a winning key) to 1.

    Each side with a winning key adds to the tension; a second such key adds more, and so does match
    point.
    """
    if public.result is not None:
        return 0.0
    gone, total = exhausted_cards(public), 0.0
    for side in (0, 1):
        keys = [threat.key for threat in public_threats(public, side, gone) if threat.pairs]
        total += ONE_SIDE_WEIGHT * bool(keys) + FURTHER_KEY_WEIGHT * (len(keys) > 1)
    if total and max(public.score) + 1 >= public.rules.target:
        total += MATCH_POINT_WEIGHT
    return min(1.0, total)
