"""A match in one or two sentences: a saved, a new or a finished one, and how a round ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hacktrick.app.local_table import MatchSetup
from hacktrick.game.rules import Seat, custom_options
from hacktrick.i18n.computer_players import name_with_manner
from hacktrick.i18n.rulebook.editions import preset_name
from hacktrick.i18n.translator import N_, _, ngettext

if TYPE_CHECKING:
    from hacktrick.app.local_table import SavedMatchSummary
    from hacktrick.app.public_threats import DecisiveTurn
    from hacktrick.app.session import Session
    from hacktrick.game.cards import Card
    from hacktrick.game.state import EndCause, PublicState
    from hacktrick.i18n.match_text import Wording
    from hacktrick.i18n.new_match_options import NewMatchOptions, SeatOptions


def saved_match_line(saved: SavedMatchSummary) -> str:
    """The unfinished match in one line."""
    names = _names([seat.name for seat in saved.seats])
    return _("{names}, round {n}, {score}, {edition}").format(
        names=names,
        n=saved.round_number,
        score=":".join(map(str, saved.score)),
        edition=preset_name(saved.rules.preset, _),
    )


def new_match_line(choices: NewMatchOptions) -> str:
    """The match that the Play button starts."""
    return new_match_lines(choices)[0]


def new_match_lines(choices: NewMatchOptions) -> tuple[str, ...]:
    """The match that the Play button starts, in forms of decreasing length."""
    names, edition = choices.names, preset_name(choices.preset, _)
    if len(names) == 2:
        one, other = map(_with_manner, names, choices.seats)
        sentence = _("{one} against {other}, {edition}")
        short = _("{one} against {other}").format(one=one, other=other)
        return sentence.format(one=one, other=other, edition=edition), short, other
    return (_("{edition}, first to {n}").format(edition=edition, n=choices.rules.target),)


def _with_manner(name: str, seat: SeatOptions) -> str:
    """A name with the playing style of a computer player, unless it is the usual style."""
    return name_with_manner(name, *seat.played_manner)


def goal_sentence(wording: Wording) -> tuple[str, str]:
    """What wins a round and what wins the match, in one sentence each."""
    n = wording.rules.target
    round_ = N_("Three of your markers in a line, or three on the same {key}, win the round.")
    if n == 1:
        return wording.say(round_), wording.say(N_("In this match the first 1 {point} decides."))
    match = N_("In this match the first to get {n} {points} wins.")
    return wording.say(round_), wording.say(match, n=n)


def copy_saved_sentence(path: Path, session: Session) -> str:
    """Where a copy of the match was saved, with a warning while it reveals hidden cards."""
    sentence = _("The match up to here is in the file\n{file}").format(file=path)
    if session.is_round_over:
        return sentence
    warning = _(
        "This copy holds all hands and the deck: whoever still plays should not look into it."
    )
    return f"{warning}\n\n{sentence}"


def result_sentence(session: Session, wording: Wording) -> str:
    """Who has won the round or the match. Requires that the round is over."""
    if session.is_over:
        names = [wording.name(seat) for seat in session.winners]
        if len(names) == 2:
            return _("{a} and {b} win the match").format(a=names[0], b=names[1])
        return _("{name} wins the match").format(name=names[0])
    result = session.public.result
    assert result is not None
    side = wording.side_name(session.public, result.side)
    if len(session.public.seating.seats_of(result.side)) == 2:
        return _("{names} win the round").format(names=side)
    return _("{name} wins the round").format(name=side)


def swapped_result_sentence(session: Session, wording: Wording) -> str:
    """Who won the same deal with swapped seats; "" if it was not played before."""
    before = session.won_before
    if before is None:
        return ""
    seat, points = before
    sentence = _("With the seats the other way round, {name} won by {points}.")
    return sentence.format(name=wording.name(seat), points=points)


def deciding_turn_sentence(moment: DecisiveTurn, wording: Wording) -> str:
    """The turn that decided the round, in a sentence."""
    fields = {"name": wording.name(moment.seat), "turn": moment.turn}
    cards = either_card(moment.cards)
    n = len(moment.cards)
    if moment.kind == "could_not_stop":
        return _("Turn {turn}: {name} could not stop it any more.").format(**fields)
    if moment.kind == "could_win":
        return ngettext(
            "Turn {turn}: {name} could have won with the card {cards}.",
            "Turn {turn}: {name} could have won with the cards {cards}.",
            n,
        ).format(cards=cards, **fields)
    if moment.guards:
        sentence = _("Turn {turn}: {name} could have stopped it by saying {command}.")
        return sentence.format(command=wording.terms.guard, **fields)
    if not n:
        return _("Turn {turn}: {name} could have stopped it by drawing.").format(**fields)
    if moment.draws:
        return ngettext(
            "Turn {turn}: {name} could have stopped it with the card {cards}, or by drawing.",
            "Turn {turn}: {name} could have stopped it with the cards {cards}, or by drawing.",
            n,
        ).format(cards=cards, **fields)
    return ngettext(
        "Turn {turn}: {name} could have stopped it with the card {cards}.",
        "Turn {turn}: {name} could have stopped it with the cards {cards}.",
        n,
    ).format(cards=cards, **fields)


def either_card(cards: Sequence[Card]) -> str:
    """Alternative cards as a list: "1, 2 or 5"."""
    *first, last = map(str, cards) if cards else ("",)
    return _("{list} or {last}").format(list=", ".join(first), last=last) if first else last


def win_kind(by: EndCause) -> str:
    """What won a round, in a word or two."""
    return _BY[by]()


def score_names(public: PublicState, wording: Wording) -> tuple[str, ...]:
    """The names that belong to the entries of the score: players or sides."""
    if len(public.score) > 2:
        return wording.names
    return tuple(wording.side_name(public, side) for side in (0, 1))


def rematch(session: Session, leader: Seat | None = None) -> MatchSetup:
    """The set-up of another match with the players and rules of ``session``."""
    rules = session.rules
    return MatchSetup(rules.preset, session.seats, custom_options(rules), leader)


def _names(names: list[str]) -> str:
    if len(names) == 2:
        return _("{one} against {other}").format(one=names[0], other=names[1])
    return ", ".join(names)


_BY: dict[EndCause, Callable[[], str]] = {
    "line": lambda: _("line"),
    "triple": lambda: _("three on one"),
    "markers": lambda: _("no marker left"),
    "code": lambda: _("code"),
    "fold": lambda: _("given up"),
}
