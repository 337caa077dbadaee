"""Writes views as JSON in the format ``hacktrick-view``, and reads and checks such JSON."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as brief
from typing import Any

from hacktrick.game import json_validation
from hacktrick.game.actions import CODES
from hacktrick.game.cards import Counts, counts_of
from hacktrick.game.editions import Rules, RulesError, custom_options
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import diagram_of_public, text_of
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import Observation, Result, Seat, seating_for
from hacktrick.game.view import SeenStep, StartPosition, View, read_seats, replay_view

FORMAT = "hacktrick-view"
VERSION = 1
MAX_ENTRIES = 1000


class ViewError(ValueError):
    """Raised if data are not a view or contradict themselves; the message gives the reason."""


def view_to_json(view: View) -> dict[str, Any]:
    """Return ``view`` as JSON data in the format ``hacktrick-view``."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "preset": view.rules.preset,
        "options": custom_options(view.rules),
        "seat": view.seat,
        "seats": [seat.as_json() for seat in view.seats],
        "score": list(view.score),
        "rounds": [_round_as_json(view)],
        "said": [list(entry) for entry in view.said],
        "shown": [[n, seat, list(cards)] for n, seat, cards in view.shown],
    }
    if view.rules.has_codes:
        data["held"] = list(view.held)
        data["held_counts"] = list(view.held_counts)
        data["spent"] = list(view.spent)
        data["taken"] = [list(entry) for entry in view.taken]
        data["drawn"] = [[n, list(cards)] for n, cards in view.drawn]
    return data


def _round_as_json(view: View) -> dict[str, Any]:
    data: dict[str, Any] = {"leader": view.leader, "starter": view.starter}
    if view.duel:
        data["duel"] = [view.leader, view.starter]
    if view.start_position is not None:
        data["position"] = _position_text(view.start_position)
    hands: list[Any] = list(view.sizes)
    hands[view.seat] = list(view.hand)
    data["deal"] = {"hands": hands, "aside": list(view.aside)}
    data["actions"] = list(view.actions)
    data["reshuffles"] = list(view.reshuffles)
    data["result"] = None if view.result is None else _result_as_json(view.result)
    return data


def _position_text(position: StartPosition) -> str:
    known = diagram_of_public(position.public)
    return text_of(known._replace(hands=position.known, sums=position.sums))


def _read_position(text: Any) -> StartPosition | None:
    if text is None:
        return None
    diagram = read_diagram(json_validation.require_string(text, "the position"))
    return StartPosition(diagram.public, diagram.hands, diagram.sums)


def _result_as_json(result: Result) -> dict[str, Any]:
    return {"side": result.side, "points": result.points, "by": result.by}


def read_view(data: Any) -> View:
    """Read a view from JSON data and check it by replaying its actions.

    Raises:
        ViewError: the data do not describe a possible view; the message is one clause.
    """
    try:
        view = _read_checked_view(json_validation.require_object(data, "the view"))
        _check_start(view)
        _check_steps(view, replay_view(view)[1])
    except (ValueError, LookupError, AssertionError) as error:
        raise ViewError(str(error) or "the view contradicts itself") from error
    return view


def _read_checked_view(data: Mapping[str, Any]) -> View:
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise ViewError("not a Hack Trick view of version 1")
    rules = json_validation.read_rules(data)
    seat = json_validation.require_int(data.get("seat"), "the seat")
    if not 0 <= seat < rules.n_seats:
        raise ViewError(f"there is no seat {seat}")
    rounds = json_validation.require_list(data.get("rounds"), "the rounds", 1)
    if not rounds:
        raise ViewError("the view has no round")
    return _read_round_of_view(
        data, rules, seat, json_validation.require_object(rounds[0], "the round")
    )


def _read_round_of_view(
    data: Mapping[str, Any], rules: Rules, seat: Seat, round_: Mapping[str, Any]
) -> View:
    deal = json_validation.require_object(round_.get("deal"), "the deal")
    hands = json_validation.require_list(deal.get("hands"), "the hands", 4)
    if len(hands) != rules.n_seats:
        raise ViewError(f"the deal needs {rules.n_seats} hands")
    hand = json_validation.require_ints(hands[seat], "the own hand")
    return View(
        rules=rules,
        seat=seat,
        seats=read_seats(data.get("seats"), rules),
        score=json_validation.require_ints(
            data.get("score"), "the score", length=rules.n_score_entries
        ),
        leader=json_validation.require_int(round_.get("leader"), "the leader"),
        starter=json_validation.require_int(round_.get("starter"), "the starter"),
        duel=round_.get("duel") is not None,
        hand=hand,
        sizes=tuple(
            len(hand) if n == seat else json_validation.require_int(size, "the size of a hand")
            for n, size in enumerate(hands)
        ),
        aside=json_validation.require_ints(
            deal.get("aside"), "the set-aside cards", length=rules.aside
        ),
        actions=json_validation.require_strings(round_.get("actions"), "the actions", MAX_ENTRIES),
        reshuffles=json_validation.require_ints(round_.get("reshuffles", []), "the reshuffles"),
        result=json_validation.read_result(round_.get("result")),
        said=_read_announced_sums(data.get("said", [])),
        shown=_read_shown_hands(data.get("shown", [])),
        held=json_validation.require_strings(data.get("held", []), "the codes held", len(CODES)),
        held_counts=_read_held_counts(data, rules),
        spent=json_validation.require_strings(data.get("spent", []), "the codes spent", len(CODES)),
        taken=_read_taken_cards(data.get("taken", [])),
        drawn=_read_drawn_cards(data.get("drawn", [])),
        start_position=_read_position(round_.get("position")),
    )


def _read_held_counts(data: Mapping[str, Any], rules: Rules) -> tuple[int, ...]:
    if not rules.has_codes:
        return (0,) * rules.n_seats
    return json_validation.require_ints(
        data.get("held_counts"), "the codes held by all", rules.n_seats
    )


def _read_announced_sums(data: Any) -> tuple[tuple[int, Seat, int], ...]:
    read = (
        json_validation.require_ints(entry, "a sum said", 3)
        for entry in json_validation.require_list(data, "the sums", MAX_ENTRIES)
    )
    return tuple((n, seat, total) for n, seat, total in read)


def _read_taken_cards(data: Any) -> tuple[tuple[int, int], ...]:
    read = (
        json_validation.require_ints(entry, "a card taken", 2)
        for entry in json_validation.require_list(data, "the cards taken", MAX_ENTRIES)
    )
    return tuple((n, card) for n, card in read)


def _read_shown_hands(data: Any) -> tuple[tuple[int, Seat, tuple[int, ...]], ...]:
    shown = []
    for entry in json_validation.require_list(data, "the hands shown", MAX_ENTRIES):
        parts = json_validation.require_list(entry, "a hand shown", 3)
        number, seat = json_validation.require_ints(parts[:2], "a hand shown", 2)
        shown.append((number, seat, json_validation.require_ints(parts[-1], "a hand shown")))
    return tuple(shown)


def _read_drawn_cards(data: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
    drawn = []
    for entry in json_validation.require_list(data, "the cards drawn", MAX_ENTRIES):
        parts = json_validation.require_list(entry, "cards drawn", 2)
        drawn.append(
            (
                json_validation.require_int(parts[0] if parts else None, "cards drawn"),
                json_validation.require_ints(parts[-1] if parts else None, "cards drawn"),
            )
        )
    return tuple(drawn)


def _check_start(view: View) -> None:
    seating = seating_for(view.rules, view.leader, view.starter, view.duel)
    if any(points < 0 for points in view.score):
        raise ViewError("the score is below zero")
    if view.result is None and not view.duel and max(view.score) >= view.rules.target:
        raise ViewError("the match has been won already")
    sizes = seating.deal
    if view.start_position is not None:
        public = view.start_position.public
        if (public.rules, public.seating, public.aside) != (view.rules, seating, view.aside):
            raise ViewError("the position is not of this round")
        sizes = public.hand_sizes
    if view.sizes != sizes:
        raise RulesError(f"the hands dealt must have the sizes {list(sizes)}")
    values = range(view.rules.values)
    if any(card not in values for card in (*view.hand, *view.aside)):
        raise ViewError("there is no such card in the game")


def _check_steps(view: View, steps: tuple[SeenStep, ...]) -> None:
    """Check that every action was possible, as far as this seat can tell."""
    hand = counts_of(view.hand, view.rules.values)
    for number, step in enumerate(steps):
        own = step.seat == view.seat
        possible = (
            _is_own_step_possible(step, hand, view.held)
            if own
            else _is_step_of_another_possible(step)
        )
        if not possible:
            raise ViewError(f"action {number}: {brief(view.actions[number])} was not possible")
        hand = step.hand
    if view.result != (steps[-1].after.result if steps else None):
        raise ViewError("the result does not follow from the actions")


def _is_own_step_possible(step: SeenStep, hand: Counts, held: tuple[str, ...]) -> bool:
    seen = Observation(step.seat, step.before, hand, held)
    return step.action in legal_actions(seen) and len(step.facts.drawn) == step.action.n_drawn


def _is_step_of_another_possible(step: SeenStep) -> bool:
    if step.facts.drawn or step.before.hand_sizes[step.seat] < len(step.action.cards_from_hand):
        return False
    values = step.before.rules.values
    # As far as this seat knows, another player may hold any cards, unless they have shown their
    # hand.
    hand = next((counts_of(cards, values) for _, cards in step.facts.shown), (1,) * values)
    legal = legal_actions(Observation(step.seat, step.before, hand, CODES))
    if step.action.is_concealed or step.action.hidden_from == "others":
        return any(action.verb == step.action.verb for action in legal)
    return step.action in legal
