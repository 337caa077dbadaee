"""Summaries of saved, new and finished matches, and of the end of a round, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.snapshot import HistoryEntry, is_won_with_double, keys_that_won
from hacktrick.game.actions import CODES
from hacktrick.game.editions import custom_options
from hacktrick.game.state import Side
from hacktrick.i18n.computer_players import name_with_unusual_manner
from hacktrick.i18n.match_text import line_keys_text
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import N_, _, ngettext

if TYPE_CHECKING:
    from hacktrick.app.local_table import SavedMatchSummary
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.threats_and_decisive_turn import DecisiveTurn
    from hacktrick.game.cards import Card
    from hacktrick.game.state import PublicState
    from hacktrick.i18n.match_options_and_player_names import NewMatchOptions, SeatOptions
    from hacktrick.i18n.match_text import MatchSentences


def saved_match_line(saved: SavedMatchSummary) -> str:
    """Return a description of the unfinished match in one line."""
    return saved_match_line_variants(saved)[0]


def saved_match_line_variants(saved: SavedMatchSummary) -> tuple[str, ...]:
    """Return descriptions of the unfinished match in one line each, longest first."""
    humans = [seat for seat in saved.seats if seat.player == "human"]
    names = _joined_names([_("You") if [seat] == humans else seat.name for seat in saved.seats])
    score, edition = ":".join(map(str, saved.score)), preset_name(saved.rules.preset, _)
    n = saved.round_number
    sentence = _("{names}, round {n}, {score}, {edition}")
    return (
        sentence.format(names=names, n=n, score=score, edition=edition),
        _("{names}, round {n}, {score}").format(names=names, n=n, score=score),
        _("Round {n}, {score}").format(n=n, score=score),
    )


def new_match_line(choices: NewMatchOptions) -> str:
    """Return a description of the match that the Play button starts."""
    return new_match_line_variants(choices)[0]


def new_match_line_variants(choices: NewMatchOptions) -> tuple[str, ...]:
    """Return descriptions of the match that the Play button starts, longest first."""
    names, edition = choices.names, preset_name(choices.preset, _)
    if len(names) == 2:
        one, other = map(_name_with_unusual_manner, names, choices.seats)
        sentence = _("{one} against {other}, {edition}")
        short = _("{one} against {other}").format(one=one, other=other)
        return sentence.format(one=one, other=other, edition=edition), short, other
    return (_("{edition}, first to {n}").format(edition=edition, n=choices.rules.target),)


def _name_with_unusual_manner(name: str, seat: SeatOptions) -> str:
    """Return a name, followed by a computer player's manner unless that is the usual one."""
    return name_with_unusual_manner(name, *seat.todays_manner)


def winning_condition_sentences(wording: MatchSentences) -> tuple[str, str]:
    """Return two sentences about the conditions to win a round and to win the match."""
    n = wording.rules.target
    round_ = N_("Get three markers in a row, or three on one {key}, to win the round.")
    if n == 1:
        return wording.say(round_), wording.say(N_("The first {point} wins the match."))
    return wording.say(round_), wording.say(N_("First to {n} {points} wins the match."), n=n)


def match_copy_saved_sentence(path: Path, session: MatchSession) -> str:
    """Return a sentence with the path of a match's copy, which warns if it reveals hidden cards."""
    sentence = _("The match so far is saved in\n{file}").format(file=path)
    if session.is_round_over:
        return sentence
    warning = _("This copy shows all hands and the deck. No peeking while you still play!")
    return f"{warning}\n\n{sentence}"


def result_sentence(session: MatchSession, wording: MatchSentences) -> str:
    """Return a sentence saying who has won the round or the match; the round must be over."""
    return match_headline(session, wording) if session.is_over else round_headline(session, wording)


def round_headline(session: MatchSession, wording: MatchSentences) -> str:
    """Return a line saying who has won the round, and how; the round must be over."""
    entry = session.public_history[-1]
    result, seat, _ = entry.after.result, entry.event.seat, wording.translate
    assert result is not None
    won = keys_that_won([entry])
    if len(won) > 1:
        yours, theirs = _("You cracked it: {keys}"), _("{name} cracked it: {keys}")
        return wording.sentence_about_player(seat, yours, theirs, keys=line_keys_text(won))
    if won:
        yours, theirs = _("You cracked {key} {keys}"), _("{name} cracked {key} {keys}")
        return wording.sentence_about_player(
            seat, yours, theirs, key=wording.terms.key, keys=won[0]
        )
    if result.by == "markers":
        yours, theirs = _("You ran out of markers"), _("{name} ran out of markers")
        return wording.sentence_about_side(entry.after, 1 - result.side, yours, theirs)
    yours, theirs = _("You win the round"), _("{name} wins the round")
    return wording.sentence_about_side(entry.after, result.side, yours, theirs)


def match_headline(session: MatchSession, wording: MatchSentences) -> str:
    """Return a line saying who has won the match, with the score; the match must be over."""
    score, winners = session.public.score, session.winners
    if len(winners) == 2:
        names = {"a": wording.name(winners[0]), "b": wording.name(winners[1])}
        if wording.you in winners:
            partner = next(seat for seat in winners if seat != wording.you)
            head = _("You and {name} win").format(name=wording.name(partner))
        else:
            head = _("{a} and {b} win").format(**names)
    elif winners[0] == wording.you and len(session.seats) == 2:
        head = _("You cracked {name}").format(name=wording.name(1 - winners[0]))
    else:
        head = wording.sentence_about_player(winners[0], _("You win"), _("{name} wins"))
    if len(score) > 2:
        return head
    most, least = max(score), min(score)
    return _("{result}, {won} to {lost}").format(result=head, won=most, lost=least)


def swapped_seats_result_sentence(session: MatchSession, wording: MatchSentences) -> str:
    """Return a sentence saying who won the same deal in swapped seats; "" if not played."""
    before = session.swapped_seats_result
    if before is None:
        return ""
    seat, points = before
    return wording.sentence_about_player(
        seat,
        _("With seats swapped, you won by {points}."),
        _("With seats swapped, {name} won by {points}."),
        points=points,
    )


def deciding_turn_sentence(decisive: DecisiveTurn, wording: MatchSentences) -> str:
    """Return a sentence that describes the turn that decided the round."""
    cards = card_alternatives(decisive.cards)
    if decisive.kind == "could_not_stop":
        yours = _("Turn {turn}: you could no longer stop it.")
        theirs = _("Turn {turn}: {name} could no longer stop it.")
    elif decisive.kind == "could_win":
        yours = _("Turn {turn}: you could have won with a {cards}.")
        theirs = _("Turn {turn}: {name} could have won with a {cards}.")
    elif decisive.guards:
        yours = _("Turn {turn}: you could have stopped it with {command}.")
        theirs = _("Turn {turn}: {name} could have stopped it with {command}.")
    elif not cards:
        yours = _("Turn {turn}: you could have stopped it by drawing.")
        theirs = _("Turn {turn}: {name} could have stopped it by drawing.")
    elif decisive.draws:
        yours = _("Turn {turn}: you could have stopped it with a {cards}, or by drawing.")
        theirs = _("Turn {turn}: {name} could have stopped it with a {cards}, or by drawing.")
    else:
        yours = _("Turn {turn}: you could have stopped it with a {cards}.")
        theirs = _("Turn {turn}: {name} could have stopped it with a {cards}.")
    command = wording.spoken_command("guard")
    return wording.sentence_about_player(
        decisive.seat, yours, theirs, turn=decisive.turn, cards=cards, command=command
    )


def card_alternatives(cards: Sequence[Card]) -> str:
    """Return cards as a list of alternatives, such as "1, 2 or 5"."""
    *first, last = map(str, cards) if cards else ("",)
    return _("{list} or {last}").format(list=", ".join(first), last=last) if first else last


def score_entry_names(public: PublicState, wording: MatchSentences) -> tuple[str, ...]:
    """Return a name for each entry of the score: a side's, or a player's if all score alone."""
    if public.rules.is_individual:
        return tuple(wording.player_label(seat) for seat in range(len(public.score)))
    return tuple(wording.side_label(public, side) for side in (0, 1))


def rematch_setup(session: MatchSession) -> MatchSetup:
    """Return the setup of another match with the players and rules of ``session``."""
    rules = session.rules
    return MatchSetup(rules.preset, session.seats, custom_options(rules))


def _joined_names(names: list[str]) -> str:
    if len(names) == 2:
        return _("{one} against {other}").format(one=names[0], other=names[1])
    return ", ".join(names)


def winning_cause_sentence(session: MatchSession, wording: MatchSentences) -> str:
    """Return a sentence saying what won the round; the round must be over."""
    entries = session.public_history
    entry, say = entries[-1], wording.say
    result = entry.after.result
    assert result is not None
    points = wording.points_text(result.points)
    turn = _turn_number_of_double(entries, result.side) if is_won_with_double(entry) else None
    if turn is not None:
        key = entry.after.double[result.side]
        if wording.is_your_side(entry.after, result.side):
            sentence = N_("Your double held {key} {n} since turn {turn}: {points_won}.")
        else:
            sentence = N_("The double held {key} {n} since turn {turn}: {points_won}.")
        return say(sentence, n=key, turn=turn, points_won=points)
    if result.by == "line":
        return _("Three in a row: {points}.").format(points=points)
    if result.by == "triple":
        return say(N_("Three on one {key}: {points_won}."), points_won=points)
    if result.by == "markers":
        return _("No marker was left to place: {points}.").format(points=points)
    return f"{wording.round_result_sentence(entry)}."


def _turn_number_of_double(entries: Sequence[HistoryEntry], side: Side) -> int | None:
    """Return the number of the turn in which a side last placed its double.

    Return None if the double was already there when the round began, as in a position that was set
    up.
    """
    placed = [
        entry.turn
        for entry in entries
        if entry.event.action.verb == "play"
        and entry.event.action.double
        and entry.before.seating.side_of[entry.event.seat] == side
    ]
    return placed[-1] if placed else None


def match_lead_sentence(session: MatchSession, wording: MatchSentences) -> str:
    """Return a sentence about the side that leads the match; "" if more than two sides score."""
    public = session.public
    if public.rules.is_individual:
        return ""
    first, second = public.score
    if first == second:
        return _("Level at {points} : {points}.").format(points=first)
    ahead = 0 if first > second else 1
    fields = {"most": max(first, second), "least": min(first, second)}
    yours = _("You lead {most} : {least}.")
    theirs = ngettext(
        "{name} leads {most} : {least}.",
        "{name} lead {most} : {least}.",
        len(public.seating.seats_of(ahead)),
    )
    return wording.sentence_about_side(public, ahead, yours, theirs, **fields)


def drawn_codes_sentence(session: MatchSession, wording: MatchSentences) -> str:
    """Return a sentence saying how many codes the winner of the round draws.

    The result is "" if they draw none, or if the match is over.
    """
    result, rounds = session.public.result, session.finished_rounds
    if not session.rules.has_codes or session.is_over or result is None:
        return ""
    left, drawn = len(CODES), 0
    if len(rounds) == 1:  # the match may have begun at a position with codes
        left -= sum(session.public_history[0].before.held_counts)
    for played in rounds:
        drawn = min(played.result.points if played.result is not None else 0, left)
        left -= drawn
    if not drawn:
        return ""
    yours = ngettext("You also draw {n} code.", "You also draw {n} codes.", drawn)
    theirs = ngettext("{name} also draws {n} code.", "{name} also draws {n} codes.", drawn)
    return wording.sentence_about_side(session.public, result.side, yours, theirs, n=drawn)


def deciding_actions_sentence(
    session: MatchSession, decisive: DecisiveTurn, wording: MatchSentences
) -> str:
    """Return a sentence about the play or draw that decided the round and the end of its turn."""
    entries = session.public_history
    chosen = next(entry for entry in entries if _is_play_or_draw(entry, decisive.turn))
    lines = wording.event_lines(chosen)[:1] + wording.event_lines(entries[-1])[:1]
    return " ".join(_("{sentence}.").format(sentence=line) for line in lines)


def _is_play_or_draw(entry: HistoryEntry, turn: int) -> bool:
    """Return whether an entry is the play or draw of a turn."""
    return entry.turn == turn and entry.event.action.verb in ("play", "draw")
