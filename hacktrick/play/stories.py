"""A judged round as data and back, for the library. What its record tells is not written again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hacktrick.ai.advice import Forecast
from hacktrick.ai.coach.judgement import Loss
from hacktrick.ai.coach.reasons import Reason, Why
from hacktrick.ai.coach.story import (
    Decision,
    Finished,
    Luck,
    Moment,
    Option,
    Point,
    Reviewed,
    RoundStory,
)
from hacktrick.game.actions import parse

VERSION = 1
DIGITS = 6
FORECAST = ("win_1", "win_2", "lose_1", "lose_2", "match")


def as_text(reviewed: Reviewed) -> str:
    """One line of JSON."""
    story = reviewed.story
    return json.dumps(
        {
            "version": VERSION,
            "judge": reviewed.judge,
            "stage": reviewed.stage,
            "unit": story.unit,
            "start": story.start,
            "end": story.end,
            "decisions": [_decision(one) for one in story.decisions],
            "luck": [[one.number, one.seat, one.kind, _short(one.change)] for one in story.luck],
            "points": [
                [one.number, one.seat, _pair(one.known), one.opened and _pair(one.opened)]
                for one in story.points
            ],
            "whys": {str(number): _why(why) for number, why in reviewed.whys.items()},
        },
        separators=(",", ":"),
    )


def read(text: str, finished: Finished) -> Reviewed:
    """The review of a round that was kept.

    Raises:
        ValueError: it is none, or not of this round.
    """
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise ValueError("unknown version of a review")
        moments = {moment.number: moment for moment in finished.moments}
        story = RoundStory(
            finished.story.number,
            finished.story.leader,
            finished.story.score,
            data["unit"],
            _two(data["start"]),
            _two(data["end"]),
            finished.result,
            [_read_decision(one, moments) for one in data["decisions"]],
            [Luck(*one) for one in data["luck"]],
            [Point(n, seat, _two(a), _two(b) if b else None) for n, seat, a, b in data["points"]],
        )
        whys = {int(number): _read_why(why) for number, why in data["whys"].items()}
        return Reviewed(data["stage"], data["judge"], story, whys)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is no review of the round") from error


def _decision(one: Decision) -> list[Any]:
    options = [_option(option) for option in one.options]
    checked = None if one.checked is None else _short(one.checked)
    numbers = [_short(number) for number in (one.value, one.loss, one.frequency)]
    return [one.moment.number, _forecast(one.forecast), options, *numbers, checked, one.themes]


def _option(option: Option) -> list[Any]:
    actions, where, share = option
    return [[str(action) for action in actions], _forecast(where), _short(share)]


def _read_decision(data: Sequence[Any], moments: Mapping[int, Moment]) -> Decision:
    number, forecast, options, value, loss, frequency, checked, themes = data
    read_options = [
        (tuple(parse(text) for text in actions), Forecast(*where), share)
        for actions, where, share in options
    ]
    told = Forecast(*forecast)
    found = Decision(moments[number], told, read_options, value, loss, frequency, checked)
    found.themes = tuple(themes)
    return found


def _why(why: Why) -> dict[str, Any]:
    return {
        "best": [str(action) for action in why.best],
        "played": [str(action) for action in why.played],
        "loss": list(why.loss),
        "reasons": [[r.code, r.source, r.best, r.played, r.n] for r in why.reasons],
        "n": why.n,
        "gain": why.gain,
        "error": why.error,
        "reply": [str(action) for action in why.reply],
    }


def _read_why(data: Mapping[str, Any]) -> Why:
    best, played = (tuple(parse(text) for text in data[name]) for name in ("best", "played"))
    reasons = tuple(Reason(*one) for one in data["reasons"])
    reply = tuple(parse(text) for text in data["reply"])
    figures = (data["n"], data["gain"], data["error"])
    return Why(best, played, Loss(*data["loss"]), reasons, *figures, reply)


def _forecast(where: Forecast) -> list[float]:
    return [_short(getattr(where, name)) for name in FORECAST]


def _pair(values: tuple[float, float]) -> list[float]:
    return [_short(value) for value in values]


def _two(values: Sequence[float]) -> tuple[float, float]:
    first, second = values
    return first, second


def _short(number: float) -> float:
    return round(float(number), DIGITS) + 0.0
