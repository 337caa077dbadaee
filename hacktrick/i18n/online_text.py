"""Matches over a network in words: troubles, seats, chat, the clock and proofs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from hacktrick.app.profiles import Profiles
from hacktrick.game.rules import PRESETS, rules_for
from hacktrick.i18n.computer_players import player_title
from hacktrick.i18n.rulebook.editions import option_name, option_value, preset_name
from hacktrick.i18n.translator import _, ngettext
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
    AwaitedFrame,
    ChatLine,
    NetworkState,
    NetworkTrouble,
    PauseState,
    Presence,
    ResumableTable,
    TablePlayer,
    TroubleCode,
)

Sentence = Callable[[], str]

PHRASES: dict[str, Sentence] = {
    "hello": lambda: _("Hello!"),
    "luck": lambda: _("Good luck!"),
    "well": lambda: _("Well played!"),
    "thanks": lambda: _("Thank you!"),
    "sorry": lambda: _("Sorry!"),
    "moment": lambda: _("One moment, please."),
    "back": lambda: _("I am back."),
    "oops": lambda: _("Oops."),
    "lucky": lambda: _("That was luck."),
    "again": lambda: _("Another match?"),
    "last": lambda: _("This is my last match for today."),
    "bye": lambda: _("Good-bye!"),
}

_TROUBLES: dict[TroubleCode, Sentence] = {
    "NO_NETWORK": lambda: _("This computer has no network now, or the program may not use it."),
    "UNSAFE_LIBRARY": lambda: _(
        "Nothing is played over the network, as the PyNaCl on this computer would let somebody "
        "mark cards: please install PyNaCl 1.6.2 or newer."
    ),
    "NO_BROKER": lambda: _(
        "No broker answers at {detail}. Is the address right, and is this computer online?"
    ),
    "BROKER_REFUSES": lambda: _("The broker {detail} does not let this program in."),
    "BROKER_LOGIN": lambda: _(
        "The broker {detail} does not take this name and password. They stand before its address, "
        "as in name:password@broker.example."
    ),
    "BAD_BROKER": lambda: _(
        "This is no address of a broker. One looks like mqtts://broker.example or "
        "mqtt://192.168.1.5:1883."
    ),
    "BROKER_MISSING": lambda: _(
        "This table is at a broker, and the invitation does not say at which: the address of the "
        "broker is needed, too."
    ),
    "NO_ANSWER": lambda: _(
        "Nobody answers there. Is the table still open, and are both computers on one network?"
    ),
    "WRONG_WORD": lambda: _("The table is there, but this is not its word now."),
    "NOT_THIS_GAME": lambda: _("Somebody answers there, but it is not Hack Trick."),
    "BAD_INVITATION": lambda: _("This is no invitation; perhaps a letter is wrong."),
    "NO_SUCH_TABLE": lambda: _("No table was found on this network."),
    "OTHER_VERSION": lambda: _("The table belongs to another version of the game."),
    "FULL": lambda: _("Every seat of that table is taken."),
    "SAME_KEY": lambda: _("You sit there already, with the same profile."),
    "SENT_AWAY": lambda: _("The host has sent you away from this table."),
    "PLAYING": lambda: _("A match is being played at that table."),
    "NO_WATCHING": lambda: _("At that table nobody may watch."),
    "GALLERY_FULL": lambda: _("So many people watch at that table that nobody else can."),
    "OTHER_TERMS": lambda: _(
        "The host began another match than the lobby showed; nothing was played."
    ),
    "BAD_KEY": lambda: _("Somebody there is not who he says he is; nothing was played."),
    "CLOSED": lambda: _("The host has closed the table."),
    "LOG_BROKEN": lambda: _("This match cannot be gone on with: its log is damaged."),
    "KEY_BROKEN": lambda: _("That file holds no signing key; the old key stays."),
    "DISK": lambda: _("Nothing can be written in the data folder."),
}

_FAULTS: dict[str, Sentence] = {
    "TWO_TONGUES": lambda: _("{name} has said one thing to one player and another to the next."),
    "OTHER_HISTORY": lambda: _("{name} refers to something that never happened at this table."),
    "NOT_A_SHUFFLE": lambda: _("{name} has not shuffled the cards but changed them."),
    "NOT_THE_SAME_CARD": lambda: _("{name} has handed on another card."),
    "OTHER_CARD": lambda: _("{name} has shown another card than the one said."),
    "ILLEGAL_ACTION": lambda: _("{name} has done something that the rules forbid."),
    "WRONG_SUM": lambda: _("{name} has announced a wrong sum."),
    "UNAGREED": lambda: _(
        "{name} has paused the match, or ended a pause, in the name of somebody else."
    ),
    "NOT_STUCK": lambda: _("{name} could have played a card and said otherwise."),
}


def own_name(profiles: Profiles) -> str:
    """The usual name of this computer's player at a table: that of the first profile."""
    return profiles[0].name if profiles else _("Player")


def trouble_sentence(trouble: NetworkTrouble, state: NetworkState) -> str:
    """What went wrong with the network or the table, in a sentence or two."""
    if trouble.code == "CHEATED":
        sitter = _sitter(state, trouble.seat)
        fault = _FAULTS.get(trouble.detail)
        usual = _("A proof of {name} is false.")
        what = (fault() if fault else usual).format(name=sitter.name if sitter else "?")
        kept = _("The match has ended, and the proof file shows it to everybody.")
        return f"{what} {kept}"
    return _TROUBLES[trouble.code]().format(detail=trouble.detail)


def _sitter(state: NetworkState, seat: int | None) -> TablePlayer | None:
    return state.players[seat] if seat is not None and seat < len(state.players) else None


def cut_off_sentence() -> str:
    """The news that the broker is out of reach."""
    return _("The line to the broker is lost. It is tried again all the time.")


def absence_sentence(one: TablePlayer) -> str:
    """Why a player is absent."""
    if one.presence == "left":
        return _("{name} has left the table.").format(name=one.name)
    return _("The line to {name} is lost. It is tried again all the time.").format(name=one.name)


def presence_line(name: str, presence: Presence) -> str:
    """The news that a player has come or gone."""
    sentence = {
        "here": _("{name} is here."),
        "lost": _("The line to {name} is lost. It is tried again all the time."),
        "left": _("{name} has left the table."),
    }
    return sentence[presence].format(name=name)


def chat_line(line: ChatLine, state: NetworkState) -> str:
    """A line of the chat with the name of its author, or a notice of the table."""
    if line.seat is None and line.phrase == SPECTATOR_INTERFERED:
        told_of = _("{name} only watched, tried to take part, and has been sent away.")
        return told_of.format(name=line.name)
    sitter = _sitter(state, line.seat)
    name = sitter.name if sitter else line.name or "?"
    if line.phrase in _PAUSE_NEWS:
        return _PAUSE_NEWS[line.phrase]().format(name=name)
    said = PHRASES[line.phrase]() if line.phrase in PHRASES else line.text
    return _("{name}: {value}").format(name=name, value=said)


_PAUSE_NEWS: dict[str, Sentence] = {
    "PAUSE_REFUSED": lambda: _("{name} would rather play on."),
    "PAUSE_WITHDRAWN": lambda: _("{name} asks for a pause no longer."),
    "PAUSE_ENDED": lambda: _("{name} has ended the pause."),
    "PAUSE_UNASKED": lambda: _("{name} paused the match without asking you; it goes on."),
}


def pause_request_sentence(resting: PauseState, state: NetworkState) -> str:
    """Who asks for a pause, and who still has to agree."""
    own = next((n for n, one in enumerate(state.players) if one and one.is_own), None)
    asker = _sitter(state, resting.seat)
    name = asker.name if asker else "?"
    if own not in resting.agreed:
        what = _("{name} asks for a pause. The match stands still once everybody has agreed.")
        return what.format(name=name)
    waited = [one.name for n, one in enumerate(state.players) if one and n not in resting.agreed]
    names = ", ".join(waited)
    if own == resting.seat:
        return _("You have asked for a pause. Waiting for {names}.").format(names=names)
    what = _("{name} has asked for a pause. Waiting for {names}.")
    return what.format(name=name, names=names)


def paused_sentence(resting: PauseState, state: NetworkState) -> str:
    """The news of an agreed pause: who wanted it, and what it means."""
    asker = _sitter(state, resting.seat)
    if resting.is_ending:
        return _("Somebody has ended the pause; the match goes on in a moment.")
    own = asker is not None and asker.is_own
    what = _("The match is paused, as {name} has wished.").format(name=asker.name if asker else "?")
    what = _("The match is paused, as you have wished.") if own else what
    rests = _("No clock runs, and nobody can act.") if state.clock else _("Nobody can act.")
    can = "" if state.is_spectator else _("Everybody at the table can end the pause.")
    return f"{what} {rests} {can}".strip()


def watching_line(state: NetworkState) -> str:
    """The names of the spectators; empty if there are none."""
    names = ", ".join(one.name for one in state.spectators if not one.is_own)
    others = _("Watching: {names}").format(names=names) if names else ""
    own = _("You watch at this table.") if state.is_spectator else ""
    return f"{own} {others}".strip()


def watcher_news(name: str, comes: bool) -> str:
    """The news that a spectator has come or gone."""
    if comes:
        return _("{name} watches from now on.").format(name=name)
    return _("{name} watches no longer.").format(name=name)


def seat_line(one: TablePlayer) -> str:
    """The player of a seat: a name, or the level of a computer."""
    if one.player != "human":
        return _("A computer: {level}").format(level=player_title(one.player))
    return one.name


def short_seat_line(one: TablePlayer) -> str:
    """The player of a seat, in a short form."""
    return one.name if one.player == "human" else player_title(one.player)


def acquaintance_line(one: TablePlayer) -> str:
    """Whether and when this player was met before, by the signing key."""
    if one.is_own:
        return _("This is you.")
    if not one.first_met:
        return _("Not met before.")
    if one.known_as and one.known_as != one.name:
        return _("Met on {day}, then called {name}.").format(day=one.first_met, name=one.known_as)
    return _("The same as on {day}.").format(day=one.first_met)


def pending_step_line(due: AwaitedFrame | None, state: NetworkState) -> str:
    """The step of the protocol that the table waits for between two actions; may be empty."""
    if due is None or not due.seats:
        return ""
    sitter = _sitter(state, due.seats[0])
    name = sitter.name if sitter else "?"
    if due.kind == "shuffle":
        return _("{name} shuffles.").format(name=name)
    if due.kind in ("key", "commit", "nonce", "deal", "code key", "code mix"):
        return _("The deck goes round the table.")
    if due.kind in ("share", "said", "mix", "layer", "give", "stuck"):
        return _("A card is being unlocked.")
    return _("The keys are shown.") if due.kind in ("open", "open codes") else ""


def proof_lines(proved: Mapping[str, int]) -> list[str]:
    """The proofs that this computer checked in the last round, one line a kind.

    Args:
        proved: number of checked proofs by kind.
    """
    shuffles, shares, sums = (proved.get(kind, 0) for kind in ("shuffle", "share", "sum"))
    return [
        ngettext("{n} shuffle: no card was exchanged.", "{n} shuffles: no card was exchanged.",
                 shuffles).format(n=shuffles),
        ngettext("{n} card opened: it is the card that was dealt.",
                 "{n} cards opened: they are the cards that were dealt.", shares).format(n=shares),
        ngettext("{n} sum: it is the sum of the hand.", "{n} sums: they are the sums of the hands.",
                 sums).format(n=sums),
    ]  # fmt: skip


def signing_key_news(what: str) -> str:
    """The news about the signing key after it was exported, imported or replaced."""
    sentence = {
        "exported": _("The key is in the file."),
        "imported": _("The key of the file is used from now on; the old one is kept aside."),
        "replaced": _("There is a new key; others have to get to know it."),
    }
    return sentence.get(what, "")


def time_limit_line(seconds: int) -> str:
    """The time limit of a table for each decision."""
    if not seconds:
        return _("No clock")
    sentence = ngettext("{n} second for a decision", "{n} seconds for a decision", seconds)
    return sentence.format(n=seconds)


def match_terms_line(state: NetworkState) -> str:
    """The terms of a match: edition, time limit, house rules, spectators; "" while unknown."""
    if not state.preset:
        return ""
    line = preset_name(state.preset, _)
    if state.clock:
        line = _("{edition}, {clock}").format(edition=line, clock=time_limit_line(state.clock))
    facts = [line, *_house_rules(state)]
    return " · ".join([*facts, _("Others may watch")] if state.allows_spectators else facts)


def _house_rules(state: NetworkState) -> list[str]:
    rules = rules_for(state.preset, dict(state.options))
    return [
        _("{name}: {value}").format(
            name=option_name(option, _), value=option_value(option, value, rules, _)
        )
        for option, value in state.options.items()
        if value != getattr(PRESETS[state.preset], option)
    ]


def time_left(seconds: float, short: bool) -> str:
    """A countdown as "m:ss"; as "Only n s" if the time is short."""
    n = math.ceil(seconds)
    if not n:
        return _("Time is up")
    return _("Only {n} s").format(n=n) if short else f"{n // 60}:{n % 60:02}"


def overtime_sentence(one: TablePlayer) -> str:
    """Who has used up their time, and what can be done."""
    if one.is_own:
        return _("Your time is up. You can still act, until somebody ends the match.")
    sentence = _("The time of {name} is up. Wait, or open “The table”.")
    return sentence.format(name=one.name)


def saved_match_choice(kept: ResumableTable) -> str:
    """A saved match over the network, as a choice."""
    return _("{names}, {edition}").format(
        names=", ".join(kept.names), edition=preset_name(kept.preset, _)
    )


def invitation_way_name(way: str) -> str:
    """From where an invitation can be used."""
    return {
        "word": _("On this network, the word"),
        "direct": _("From anywhere that reaches this computer"),
        "broker": _("Through the broker"),
    }[way]
