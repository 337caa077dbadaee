"""Replays a record through the engine, with the recorded chance, and checks every action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hacktrick.game.actions import NotationError, parse
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.editions import Rules, RulesError
from hacktrick.game.engine import observe
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.game.state import IN_SUPPLY, OUT_OF_ROUND, PublicState, Seat, Seating
from hacktrick.match.live_match import ChanceSource, Match, start_position_of
from hacktrick.match.record import Record, RecordError, RoundRecord


class RecordedCardsThenChance:
    """A source of chance that replays a record's outcomes, then uses another source.

    Args:
        record: the record to replay.
        chance_after_record: the source to use after the end of the record; None if further chance
            is an error.
    """

    def __init__(self, record: Record, chance_after_record: ChanceSource | None = None) -> None:
        self._rounds = iter(record.rounds)
        self._round: RoundRecord | None = None
        self._shuffles: Iterator[tuple[Card, ...]] = iter(())
        self._taken: Iterator[Card] = iter(())
        self._then = chance_after_record

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        written = next(self._rounds, None)
        if written is None:
            return self._source_after_record().deal(rules, seating)
        _check_deal(written, rules, seating)
        self._shuffles, self._taken = iter(written.shuffles), iter(written.taken)
        return RoundRecord(
            *(written.leader, written.starter, written.hands, written.aside, written.deck),
            position=written.position,
        )

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        if self._then is not None:
            self._then.rewind(n_shuffles, n_taken)

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        order = next(self._shuffles, None)
        if order is None:
            return self._source_after_record("the order of the new deck").shuffle(cards)
        if sorted(order) != sorted(cards):
            raise RecordError("the new deck is not the row without its last card")
        return order

    def take_card(self, hand: Sequence[Card]) -> Card:
        card = next(self._taken, None)
        if card is None:
            return self._source_after_record("the card taken").take_card(hand)
        if card not in hand:
            raise RecordError(f"the card taken, {card}, is not in the other hand")
        return card

    @property
    def commitment(self) -> str | None:
        return None if self._then is None else self._then.commitment

    def set_cut(self, text: str | None) -> None:
        self._source_after_record().set_cut(text)

    def draw_leader(self, candidates: Sequence[Seat]) -> Seat:
        """Let the source that follows draw the leader; the lot itself is not in a record."""
        return self._source_after_record("the first leader").draw_leader(candidates)

    def shuffled_codes(self) -> tuple[str, ...]:
        return self._source_after_record("the pile of codes").shuffled_codes()

    def decision_seed(self, n_actions: int) -> int | None:
        return None if self._then is None else self._then.decision_seed(n_actions)

    def check_all_outcomes_used(self) -> None:
        """Raise ``RecordError`` if some of the round's recorded chance was not used."""
        if next(self._shuffles, None) is not None:
            raise RecordError("there is a shuffle that never happened")
        if next(self._taken, None) is not None:
            raise RecordError("there is a card taken that nobody took")

    def _source_after_record(self, what: str = "the next deal") -> ChanceSource:
        if self._then is None:
            raise RecordError(f"the record does not hold {what}")
        return self._then


def _check_deal(written: RoundRecord, rules: Rules, seating: Seating) -> None:
    if (written.leader, written.starter) != (seating.leader, seating.starter):
        raise RecordError(
            f"leader {seating.leader} and starter {seating.starter} are due, "
            f"not {written.leader} and {written.starter}"
        )
    public = _checked_start_position(written, rules, seating)
    sizes = seating.deal if public is None else public.hand_sizes
    if tuple(len(hand) for hand in written.hands) != sizes:
        raise RecordError(f"the hands dealt must have the sizes {list(sizes)}")
    if len(written.aside) != rules.aside:
        raise RecordError(f"{rules.aside} cards are set aside, not {len(written.aside)}")
    row = () if public is None else public.row
    hands = (card for hand in written.hands for card in hand)
    cards = [*written.aside, *written.deck, *row, *hands]
    pack = [value for value in range(rules.values) for _ in range(rules.copies)]
    if sorted(cards) != pack:
        raise RecordError(f"the deal is not the {len(pack)} cards")


def _checked_start_position(
    written: RoundRecord, rules: Rules, seating: Seating
) -> PublicState | None:
    """Return the checked position in which a round begins; None for a normal deal."""
    try:
        start = start_position_of(written)
    except ValueError as error:
        raise RecordError("the position is not one that can be read") from error
    if start is None:
        return None
    public = start.public
    if (public.rules, public.seating, public.aside) != (rules, seating, written.aside):
        raise RecordError("the position is not of this round")
    if public.phase not in ("start", "turn"):
        raise RecordError("a round begins with the start card or with a turn")
    known = zip(written.hands, start.known, strict=False)
    if any(hand.count(card) < n for hand, seen in known for card, n in enumerate(seen)):
        raise RecordError("the hands are not those of the position")
    return public


def replay_record(
    record: Record, script: RecordedCardsThenChance | None = None
) -> Iterator[tuple[Match, str | None]]:
    """Replay a record; yield the match after each deal and each action.

    Args:
        record: the record to replay.
        script: the source of recorded chance; by default a new one.

    Yields:
        The match, which is always the same object and changes in between, and the action as text,
        or None for a deal.

    Raises:
        RecordError: the record breaks the rules; the error names the round and the action.
    """
    script = script or RecordedCardsThenChance(record)
    match = _begin_match(record, script)
    for number, written in enumerate(record.rounds):
        try:
            if written.position and number:
                raise RecordError("only the first round may begin in a position")
            _begin_round(match, written)
            yield match, None
            yield from _play_round(match, written)
            script.check_all_outcomes_used()
            _check_end(match, written, is_last_round=number == len(record.rounds) - 1)
        except RecordError as error:
            raise RecordError(error.reason, number, error.action) from error
    if record.score != match.record.score:
        raise RecordError(f"the score must be {list(match.public.score)}")


def load_match(record: Record, chance_after_record: ChanceSource) -> Match:
    """Return the match in a record, ready to be continued with chance from ``chance_after_record``.

    Raises:
        RecordError: the record breaks the rules or has no rounds.
    """
    for _ in replay_record(record):
        pass
    match = _begin_match(record, RecordedCardsThenChance(record, chance_after_record))
    for written in record.rounds:
        match.deal_next_round()
        match.record.rounds[-1].extra.update(written.extra)
        for text in written.actions:
            match.submit(match.public.seat, parse(text))
    match.record.extra.update(record.extra)
    return match


def _begin_match(record: Record, script: RecordedCardsThenChance) -> Match:
    if not record.rounds:
        raise RecordError("the record has no round")
    try:
        leader = record.rounds[0].leader
        return Match(record.rules, record.seats, script, leader, record.codes)
    except RulesError as error:
        raise RecordError(str(error)) from error


def _begin_round(match: Match, written: RoundRecord) -> None:
    plan = match.match_state.next_leader_and_starter
    if plan is None:
        raise RecordError("the match was already over")
    if plan.duel != written.duel:
        raise RecordError("a tie-break round is due" if plan.duel else "no tie-break is due")
    match.deal_next_round()


def _play_round(match: Match, written: RoundRecord) -> Iterator[tuple[Match, str | None]]:
    for count, text in enumerate(written.actions):
        try:
            match.submit(match.public.seat, parse(text))
        except RecordError as error:
            raise RecordError(error.reason, action=count) from error
        except (NotationError, IllegalAction) as error:
            raise RecordError(str(error), action=count) from error
        yield match, text


def _check_end(match: Match, written: RoundRecord, is_last_round: bool) -> None:
    result = match.public.result
    if written.result != result:
        wanted = None if result is None else result._asdict()
        raise RecordError(f"the result must be {wanted}")
    if result is None and not is_last_round:
        raise RecordError("the round is unfinished, but another follows")


def state_as_json(match: Match, action: str | None) -> dict[str, Any]:
    """Return the state of a match as JSON data, as ``hacktrick replay`` prints it.

    Args:
        action: the text of the last action; None after a deal.
    """
    state = match.full_state()
    public = state.public
    over = public.result is not None
    seen = () if over else legal_actions(observe(state, public.seat))
    return {
        "round": len(match.record.rounds) - 1,
        "action": action,
        "seat": None if over else public.seat,
        "phase": public.phase,
        "row": list(public.row),
        "hands": [list(cards_of(hand)) for hand in state.hands],
        "deck": public.deck_size,
        "board": [list(markers) for markers in public.board],
        "double": [
            {IN_SUPPLY: "supply", OUT_OF_ROUND: "out"}.get(place, place) for place in public.double
        ],
        "supply": list(public.supply),
        "captured": list(public.captured),
        "score": list(public.score),
        "legal": sorted(map(str, seen)),
        "result": None if public.result is None else public.result._asdict(),
    }
