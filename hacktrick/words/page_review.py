"""What a judge said of a match, as the data block of a page has it."""

from __future__ import annotations

from typing import Any

from hacktrick.play.reviewing import RoundReview
from hacktrick.seat.replaying import ReplaySession
from hacktrick.seat.reviews import Reviews
from hacktrick.words.reviews import SIGNS, ReviewWords, percent
from hacktrick.words.translator import _


def page_review(reviews: Reviews, replayed: ReplaySession) -> dict[str, Any] | None:
    """The curve of the match and its worst moments, of the rounds whose reviews are there; None if
    there are none."""
    seat = reviews.viewers[0]
    words = ReviewWords(reviews.rules, reviews.seats, seat)
    curve: list[list[int | None]] = []
    moments: list[dict[str, Any]] = []
    first = 0  # the number of the state after the deal of the round
    for number in range(replayed.n_rounds):
        review = reviews.of(number, seat) if number < len(reviews) else None
        if review is not None and review.is_checked:
            curve += _curve(review, first, replayed.n_actions(number))
            moments += _moments(review, first, words)
        first += replayed.n_actions(number) + 1
    if not curve:
        return None
    told = _("The chance of {name} to win the match, from {first} % to {last} %").format(
        name=words.name(seat), first=curve[0][1], last=curve[-1][1]
    )
    return {"told": told, "curve": curve, "moments": moments}


def _curve(review: RoundReview, first: int, end: int) -> list[list[int | None]]:
    places = [*(turn.action for turn in review.turns), end]
    return [
        [first + action, round(100 * known), None if opened is None else round(100 * opened)]
        for action, (known, opened) in zip(places, review.curve(), strict=True)
    ]


def _moments(review: RoundReview, first: int, words: ReviewWords) -> list[dict[str, Any]]:
    told = []
    for turn in review.worst():
        made, better = words.moment(turn)
        text = f"{SIGNS[turn.verdict]} {made}; {better} ({percent(-turn.lost, signed=True)})"
        told.append({"state": first + turn.action, "text": text})
    return told
