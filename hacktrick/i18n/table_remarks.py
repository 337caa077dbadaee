"""The short texts at the table: speech, the last turn, the display's remarks, key tags.

Each text fits into a speech bubble or the display.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hacktrick.app.hand_deduction import PinScore
from hacktrick.app.snapshot import (
    AnnouncedSum,
    HistoryEntry,
    LastTurnSummary,
    key_reached,
    latest_turn_of_others,
    turn_summary,
)
from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.app.turn_draft import DraftPreview
from hacktrick.game.keypad import Key
from hacktrick.game.state import PublicState, Result, Seat, Side
from hacktrick.game.view import SeatInfo, StartPosition
from hacktrick.i18n.computer_players import VoiceEvent, level_motto, voice_line
from hacktrick.i18n.match_text import MatchSentences, card_list, line_keys_text
from hacktrick.i18n.translator import N_, _, ngettext
from hacktrick.match.player_kinds import level_of

UtteranceKind = Literal["sum", "no_cards", "command", "nothing_fits", "voice"]
MAX_UTTERANCES = 2  # maximum number of speech bubbles of a player
# Number of turns without a sum or a command after which a computer player remarks on it.
QUIET_FOR = 4

Threats = Mapping[Key, tuple[KeyThreat, ...]]


@dataclass(frozen=True, slots=True)
class Utterance:
    """The text of one speech bubble of a player.

    Attributes:
        is_fresh: whether it was said in this turn, or at the end of the previous turn.
        is_outdated: whether it is a sum of cards that have changed, or a command that no longer
            binds.
    """

    kind: UtteranceKind
    text: str
    is_fresh: bool = True
    is_outdated: bool = False


@dataclass(frozen=True, slots=True)
class LastTurnOfOther:
    """The latest turn of another player, shown until the player at the screen acts.

    Attributes:
        turn: the player's turn, as everyone could see it.
        sentence: the turn in words; semicolons separate several actions.
    """

    seat: Seat
    turn: LastTurnSummary
    sentence: str


def utterances_by_seat(
    wording: MatchSentences,
    entries: Sequence[HistoryEntry],
    sums: Mapping[Seat, AnnouncedSum],
    *,
    keeps_sums: bool,
    voices: Mapping[Seat, str] | None,
    position: StartPosition | None,
) -> dict[Seat, tuple[Utterance, ...]]:
    """Return the speech bubbles of each player, newest last.

    Args:
        wording: the sentences of the match.
        entries: the round so far.
        sums: the last announced sum of each seat.
        keeps_sums: whether a sum stays until the next one, rather than only while it is fresh.
        voices: the remarks of computer players, by seat.
        position: the position in which the round began; None after a normal deal.
    """
    if entries:
        public = entries[-1].after
    elif position is not None:
        public = position.public
    else:
        return {}
    utterances: dict[Seat, list[tuple[int, Utterance]]] = {}
    now = public.turn + 1 if public.result is None else entries[-1].turn
    for seat, announced in sums.items():
        fresh = now <= max(announced.turn, 1)
        if keeps_sums or fresh:
            is_old = not announced.is_current
            text = _sum_text(announced)
            kind: UtteranceKind = "sum" if announced.size else "no_cards"
            utterances.setdefault(seat, []).append(
                (announced.turn, Utterance(kind, text, fresh, is_old))
            )
    for seat in public.seating.order:
        own = [entry for entry in entries if entry.event.seat == seat and entry.turn]
        for entry in own:
            spoken = _spoken_text(wording, entry) if entry.turn == own[-1].turn else None
            if spoken is not None:
                fresh = now <= entry.turn + 1
                kind, text = spoken
                is_old = kind == "command" and not fresh
                heard = (entry.turn, Utterance(kind, text, fresh, is_old))
                if heard not in utterances.setdefault(seat, []):
                    utterances[seat].append(heard)
    for seat, voice in (voices or {}).items():
        # A remark must not displace anything that matters.
        if len(utterances.get(seat, ())) < MAX_UTTERANCES:
            utterances.setdefault(seat, []).append((now, Utterance("voice", voice)))
    return {
        seat: tuple(one for _turn, one in sorted(lines, key=lambda line: line[0]))[-MAX_UTTERANCES:]
        for seat, lines in utterances.items()
    }


def _sum_text(announced: AnnouncedSum) -> str:
    """Return what a player says about their sum, in the past tense if their cards have changed."""
    if not announced.size:
        return _("I have no cards.") if announced.is_current else _("I had no cards.")
    sentence = _("My cards make {total}.") if announced.is_current else _("My cards made {total}.")
    return sentence.format(total=announced.total)


def _spoken_text(wording: MatchSentences, entry: HistoryEntry) -> tuple[UtteranceKind, str] | None:
    """Return the kind and the text of what a player says with an action; None for silence."""
    action, facts = entry.event.action, entry.event.facts
    if action.verb == "command":
        order = wording.command_name(action.kind).rstrip("!")
        return "command", _("{order}!").format(order=order)
    if action.verb == "draw" and facts.shown:
        if facts.shown[0][1]:
            return "nothing_fits", _("Nothing fits. Look.")
        return "no_cards", _("I have no cards.")
    return None


def remarks_on_latest_turn(
    seats: Sequence[SeatInfo], entries: Sequence[HistoryEntry], round_number: int
) -> dict[Seat, str]:
    """Return the remarks of computer players on the latest turn, by seat."""
    found: dict[Seat, str] = {}
    for seat, info in enumerate(seats):
        level = level_of(info.player)
        event = None if level is None else _voice_event(entries, seat)
        if level is not None and event is not None:
            turn = entries[-1].turn
            line = voice_line(level, event, turn, round_number)
            # The title screen has just introduced the player with this sentence.
            is_known = round_number == 1 and event == "start" and line == level_motto(level)
            found |= {seat: line} if line and not is_known else {}
    return found


def _voice_event(entries: Sequence[HistoryEntry], seat: Seat) -> VoiceEvent | None:
    """Return the event on which a player would remark now, by public facts alone."""
    if not entries:
        return None
    last = entries[-1]
    side, result = last.after.seating.side_of[seat], last.after.result
    if result is not None:
        return "won" if result.side == side else "lost"
    if not last.turn:
        return "start"
    turn = [entry for entry in entries if entry.turn == last.turn]
    is_own, words = last.event.seat == seat, {entry.event.action.verb for entry in turn}
    taken = turn_summary(turn).taken
    if is_own and "command" in words:
        return "command"
    if taken:
        return "capture" if is_own else "captured"
    spoken = [
        entry for entry in entries if entry.event.facts.said or entry.event.action.verb == "command"
    ]
    is_quiet = bool(spoken) and last.turn - spoken[-1].turn >= QUIET_FOR
    return "silence" if is_own and is_quiet else None


# Functions about the last turn of another player.


def last_turn_of_other(
    wording: MatchSentences, entries: Sequence[HistoryEntry], viewer: Seat | None
) -> LastTurnOfOther | None:
    """Return the latest turn that another player has made since ``viewer`` finished theirs.

    Args:
        entries: the round so far.
        viewer: the player at the screen; with None, the latest turn of any player is returned.
    """
    turn = latest_turn_of_others(entries, viewer)
    if not turn:
        return None
    sentence = "; ".join(filter(None, _turn_sentences(wording, turn)))
    return LastTurnOfOther(turn[0].event.seat, turn_summary(turn), sentence)


def _turn_sentences(wording: MatchSentences, turn: Sequence[HistoryEntry]) -> list[str]:
    lines = []
    plays = [entry for entry in turn if entry.event.action.verb == "play"]
    orders = [entry for entry in turn if entry.event.action.verb == "command"]
    for entry in turn:
        verb = entry.event.action.verb
        if verb == "play":
            if entry is plays[0]:
                lines.append(_play_sentence(wording, plays, orders))
        elif verb == "draw":
            lines.append(_draw_sentence(wording, entry, orders))
        elif verb in ("ask", "partner"):
            lines.append(_ask_sentence(wording, entry))
        elif verb == "start":
            yours, theirs = _("You started"), _("{name} started")  # the row shows the card
            lines.append(wording.sentence_about_player(entry.event.seat, yours, theirs))
        elif verb not in ("command", "pass"):
            lines.append(wording.event_line(entry))
    return lines


def _play_sentence(
    wording: MatchSentences, plays: Sequence[HistoryEntry], orders: Sequence[HistoryEntry]
) -> str:
    sums = ", ".join(_sum_and_effects(play) for play in plays)
    yours, theirs = _("You played {sums}"), _("{name} played {sums}")
    if orders:
        yours, theirs = (
            _("You played {sums}, then {order}"),
            _("{name} played {sums}, then {order}"),
        )
    order = _spoken_command(wording, orders)
    return wording.sentence_about_player(plays[0].event.seat, yours, theirs, sums=sums, order=order)


def _sum_and_effects(play: HistoryEntry) -> str:
    """Return a play as its sum with its effects, such as "2+1=3, double, captured a marker"."""
    key, action = key_reached(play), play.event.action
    assert key is not None and action.verb == "play"
    parts = [f"{key - action.card}+{action.card}={key}"]
    if action.double:
        parts.append(_("double"))
    if taken := play.before.markers_on(key, 1 - play.before.side):
        captured = ngettext("captured a marker", "captured {n} markers", taken)
        parts.append(captured.format(n=taken))
    return ", ".join(parts)


def _draw_sentence(
    wording: MatchSentences, entry: HistoryEntry, orders: Sequence[HistoryEntry]
) -> str:
    seat, shown = entry.event.seat, entry.event.facts.shown
    if shown and not shown[0][1]:
        return wording.sentence_about_player(
            seat, _("You had no cards and drew"), _("{name} had no cards and drew")
        )
    if shown:
        yours = _("Nothing fit: you showed {cards} and drew")
        theirs = _("Nothing fit: {name} showed {cards} and drew")
        return wording.sentence_about_player(seat, yours, theirs, cards=card_list(shown[0][1]))
    if orders:
        yours, theirs = (
            _("You drew a card, then {order}"),
            _("{name} drew a card, then {order}"),
        )
        return wording.sentence_about_player(
            seat, yours, theirs, order=_spoken_command(wording, orders)
        )
    return wording.sentence_about_player(seat, _("You drew a card"), _("{name} drew a card"))


def _spoken_command(wording: MatchSentences, orders: Sequence[HistoryEntry]) -> str:
    for entry in orders:
        if entry.event.action.verb == "command":
            return wording.spoken_command(entry.event.action.kind)
    return ""


def _ask_sentence(wording: MatchSentences, entry: HistoryEntry) -> str:
    (other, _total), *_rest = entry.event.facts.said
    return wording.sentence_about_two_players(
        entry.event.seat,
        other,
        _("You asked {other} for their sum"),
        _("{name} asked you for your sum"),
        _("{name} asked {other} for their sum"),
    )


def choose_card_remark() -> str:
    """Return the display's remark while no card is chosen."""
    return _("add a card")


def win_remark(
    wording: MatchSentences, public: PublicState, result: Result, keys: Sequence[Key]
) -> str:
    """Return a sentence about what wins the round, why, and how many points it brings.

    Args:
        keys: the keys of the line, or the one key that wins.
    """
    if result.by == "code":
        what = wording.code_text(public.codes[result.side])
    elif len(keys) == 1:
        what = _("three on {key}").format(key=_key_name(wording, keys[0]))
    else:
        what = _("{line} in a row").format(line=line_keys_text(keys))
    if result.points == 1:
        return wording.say(N_("{what}: one {point}!"), what=what)
    if result.points == 2:
        return wording.say(N_("{what}: two {points}!"), what=what)
    return wording.say(N_("{what}: {n} {points}!"), what=what, n=result.points)


def _key_name(wording: MatchSentences, key: Key) -> str:
    _ = wording.translate
    return _("{key} {number}").format(key=wording.terms.key, number=key)


def play_remark(
    wording: MatchSentences,
    public: PublicState,
    preview: DraftPreview,
    before: Threats,
    after: Threats,
) -> str:
    """Return a sentence about the most important effect of the chosen card; "" if it has none.

    Args:
        public: the public state before the card.
        preview: the effects of the card.
        before: the threats before the card.
        after: the threats after the card.
    """
    side = public.side
    if preview.result is not None:
        if preview.result.side == side:
            return win_remark(wording, public, preview.result, preview.keys)
        return _("your last marker: it loses the round")
    danger = _threats_of_others(after, side, "wins_next")
    if danger:
        return _danger_sentence(wording, danger)
    stopped = _threats_of_others(before, side) if preview.captures else []
    left = {threat.key for threat in _threats_of_others(after, side)}
    broken = [threat for threat in stopped if threat.key not in left]
    if broken:
        return _("breaks the line") if broken[0].keys else _("breaks the stack")
    if preview.captures:
        return _captures_sentence(wording, public, preview)
    waiting = _threats_of_others(after, side, "needs_card")
    if waiting:
        keys = sorted({threat.key for threat in waiting})
        name = wording.name(waiting[0].seat)
        if len(keys) > 1:
            return _("{name} cannot win next").format(name=name)
        return _("{name} cannot reach {key} next").format(name=name, key=keys[0])
    known = {threat.key for threat in _threats_of(before, side)}
    new = [threat for threat in _threats_of(after, side) if threat.key not in known]
    return _winning_chance_sentence(wording, new) if new else ""


def _threats_of(threats: Threats, side: Side) -> list[KeyThreat]:
    return [one for found in threats.values() for one in found if one.side == side]


def _threats_of_others(threats: Threats, side: Side, kind: str = "") -> list[KeyThreat]:
    return [one for one in _threats_of(threats, 1 - side) if not kind or one.kind == kind]


def _winning_chance_sentence(wording: MatchSentences, threats: Sequence[KeyThreat]) -> str:
    """Return a sentence about the keys on which the player's next marker would win.

    For a single key, the sentence also gives the reason.
    """
    numbers = sorted({threat.key for threat in threats})
    keys = _("{key} {number}").format(key=wording.terms.key, number=card_list(numbers))
    if len(numbers) == 1 and threats[0].keys:
        return _("then {key} makes three in a row").format(key=keys)
    if len(numbers) == 1 and not wording.rules.has_codes:  # a code may win without a third marker
        return _("then a third on {key} wins").format(key=keys)
    return _("then {keys} would win").format(keys=keys)


def _danger_sentence(wording: MatchSentences, threats: Sequence[KeyThreat]) -> str:
    name = wording.name(threats[0].seat)
    cards = sorted({threat.card for threat in threats if threat.card is not None})
    if len(cards) == 1:
        return _("then a {card} wins for {name}").format(card=cards[0], name=name)
    if len(cards) == 2:
        one, other = cards
        sentence = _("then a {one} or a {other} wins for {name}")
        return sentence.format(one=one, other=other, name=name)
    sentence = _("then {cards} win for {name}")
    return sentence.format(cards=card_list(cards), name=name)


def _captures_sentence(wording: MatchSentences, public: PublicState, preview: DraftPreview) -> str:
    name = wording.side_name(public, 1 - public.side)
    if len(public.seating.seats_of(1 - public.side)) > 1:
        if preview.captures > 1:
            return _("takes two of their markers")
        return _("takes their double") if preview.captures_double else _("takes their marker")
    if preview.captures > 1:
        sentence = _("takes two markers of {name}")
    elif preview.captures_double:
        sentence = _("takes {name}'s double")
    else:
        sentence = _("takes {name}'s marker")
    return sentence.format(name=name)


# Functions about the words on a key.


def threat_tag(threat: KeyThreat) -> str:
    """Return the tag on a key on which a marker would win, such as "needs a 4"."""
    if threat.kind == "wins_now":
        return _("you win")
    if threat.kind == "wins_next" and threat.card is not None:
        return _("wins with a {card}").format(card=threat.card)
    if threat.kind == "wins_next":
        return _("can win next")
    if threat.card is not None:
        return _("needs a {card}").format(card=threat.card)
    return _("one more") if threat.kind == "one_more" else _("not next")


def pin_score_sentence(score: PinScore) -> str:
    """Return a sentence saying how many of a player's pins in a round were right."""
    return _("You pinned {right} of {n} right.").format(right=score.right, n=score.pins)


def checked_deals_sentence(n_deals: int | None) -> str:
    """Return a sentence saying that all deals match their fingerprints.

    Args:
        n_deals: the number of checked deals; None if a deal does not match.
    """
    if n_deals is None:
        return _("A deal contradicts the fingerprint shown before it.")
    return ngettext(
        "The deal matches the fingerprint shown before it:",
        "All {n} deals match the fingerprints shown before them:",
        n_deals,
    ).format(n=n_deals)


def round_heading(round_number: int) -> str:
    """Return the heading with the number of the round."""
    return _("Round {n}").format(n=round_number)


def round_and_target_text(round_number: int, target: int, stakes: int) -> str:
    """Return the number of the round, and the points at stake or else the target, as text."""
    if stakes:
        return _("Round {n}, stake {points}").format(n=round_number, points=stakes)
    return _("Round {n}, first to {target}").format(n=round_number, target=target)
