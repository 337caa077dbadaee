"""Sentences about online matches: problems, seats, chat, the clock and proofs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from hacktrick.app.profiles import Profiles
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n import screen_text
from hacktrick.i18n.computer_players import player_kind_title
from hacktrick.i18n.rulebook.edition_text import option_name, option_value_name, preset_name
from hacktrick.i18n.translator import _, date_text, ngettext
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
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

CHAT_PHRASES: dict[str, Sentence] = {
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
    "NO_NETWORK": lambda: _("No network: this computer is offline, or the game may not use it."),
    "UNSAFE_LIBRARY": lambda: _(
        "Online play is off: this version of PyNaCl would let someone mark cards. "
        "Please install PyNaCl 1.6.2 or newer."
    ),
    "NO_BROKER": lambda: _("No broker answers at {detail}. Check the address and your connection."),
    "BROKER_REFUSES": lambda: _("The broker {detail} refused the connection."),
    "BROKER_LOGIN": lambda: _(
        "The broker {detail} rejected the name and password. Put them before the "
        "address: name:password@broker.example."
    ),
    "BAD_BROKER": lambda: _(
        "That is not a broker address. Use mqtts://broker.example or mqtt://192.168.1.5:1883."
    ),
    "BROKER_MISSING": lambda: _(
        "This table is at a broker. Please enter the broker's address too."
    ),
    "NO_ANSWER": lambda: _(
        "No answer. Is the table still open? Are both computers on the same network?"
    ),
    "WRONG_WORD": lambda: _("Wrong word for this table."),
    "NOT_THIS_GAME": lambda: _("Something answers there, but it is not Hack Trick."),
    "BAD_INVITATION": lambda: _("That is not an invitation. Check for typos."),
    "NO_SUCH_TABLE": lambda: _("No table found on this network."),
    "OTHER_VERSION": lambda: _("That table runs another version of the game."),
    "FULL": lambda: _("All seats at that table are taken."),
    "SAME_KEY": lambda: _("You are already at that table with this profile."),
    "SENT_AWAY": lambda: _("The host removed you from this table."),
    "PLAYING": lambda: _("A match is already under way at that table."),
    "NO_WATCHING": lambda: _("That table allows no spectators."),
    "GALLERY_FULL": lambda: _("That table has no room for more spectators."),
    "OTHER_TERMS": lambda: _(
        "The host started a different match than the lobby showed. Nothing was played."
    ),
    "BAD_KEY": lambda: _("Someone there is not who they claim to be. Nothing was played."),
    "CLOSED": lambda: _("The host closed the table."),
    "LOG_BROKEN": lambda: _("This match cannot continue: its log is damaged."),
    "KEY_BROKEN": lambda: _("That file contains no signing key. The old key stays."),
    "DISK": lambda: _("The game cannot write to its data folder."),
}

_FAULTS: dict[str, Sentence] = {
    "TWO_TONGUES": lambda: _("{name} told different players different things."),
    "OTHER_HISTORY": lambda: _("{name} referred to something that never happened here."),
    "NOT_A_SHUFFLE": lambda: _("{name} changed cards instead of shuffling them."),
    "NOT_THE_SAME_CARD": lambda: _("{name} passed on a different card."),
    "OTHER_CARD": lambda: _("{name} showed a different card than announced."),
    "ILLEGAL_ACTION": lambda: _("{name} broke the rules."),
    "WRONG_SUM": lambda: _("{name} announced a wrong sum."),
    "UNAGREED": lambda: _("{name} paused or resumed the match in someone else's name."),
    "NOT_STUCK": lambda: _("{name} could have played a card but said otherwise."),
}


def default_player_name(profiles: Profiles) -> str:
    """Return the default name of the player at this computer: the name of the first profile."""
    return profiles[0].name if profiles else _("Player")


def network_trouble_sentence(trouble: NetworkTrouble, state: NetworkState) -> str:
    """Return a sentence or two saying what went wrong with the network or at the table."""
    if trouble.code == "CHEATED":
        sitter = _player_at_seat(state, trouble.seat)
        fault = _FAULTS.get(trouble.detail)
        usual = _("A proof from {name} is false.")
        what = (fault() if fault else usual).format(name=sitter.name if sitter else "?")
        kept = _("The match is over; the proof file shows it to anyone.")
        return f"{what} {kept}"
    return _TROUBLES[trouble.code]().format(detail=trouble.detail)


def _player_at_seat(state: NetworkState, seat: int | None) -> TablePlayer | None:
    return state.players[seat] if seat is not None and seat < len(state.players) else None


def broker_lost_sentence() -> str:
    """Return a sentence saying that the broker cannot be reached."""
    return _("Lost the connection to the broker. Reconnecting …")


def absence_sentence(player: TablePlayer) -> str:
    """Return a sentence about the reason for a player's absence."""
    if player.presence == "left":
        return _("{name} left the table.").format(name=player.name)
    return _("Lost the connection to {name}. Reconnecting …").format(name=player.name)


def presence_line(name: str, presence: Presence) -> str:
    """Return a line about a player who has connected, lost the connection, or left the table.

    Args:
        name: the name of the player.
        presence: their new state.
    """
    sentence = {
        "here": _("{name} is connected."),
        "lost": _("Lost the connection to {name}. Reconnecting …"),
        "left": _("{name} left the table."),
    }
    return sentence[presence].format(name=name)


def chat_line(line: ChatLine, state: NetworkState) -> str:
    """Return a chat line with its author's name, or a notice from the table."""
    if line.seat is None and line.phrase == SPECTATOR_INTERFERED:
        sentence = _("{name} was only watching, tried to play, and was removed.")
        return sentence.format(name=line.name)
    sitter = _player_at_seat(state, line.seat)
    name = sitter.name if sitter else line.name or "?"
    if line.phrase in _PAUSE_NEWS:
        return _PAUSE_NEWS[line.phrase]().format(name=name)
    text = CHAT_PHRASES[line.phrase]() if line.phrase in CHAT_PHRASES else line.text
    return _("{name}: {value}").format(name=name, value=text)


_PAUSE_NEWS: dict[str, Sentence] = {
    "PAUSE_REFUSED": lambda: _("{name} wants to play on."),
    "PAUSE_WITHDRAWN": lambda: _("{name} no longer wants a pause."),
    "PAUSE_ENDED": lambda: _("{name} ended the pause."),
    "PAUSE_UNASKED": lambda: _("{name} paused without your consent; the match goes on."),
}


def pause_request_sentence(pause: PauseState, state: NetworkState) -> str:
    """Return a sentence about who asks for a pause, or who still has to agree to it."""
    own = next((n for n, one in enumerate(state.players) if one and one.is_own), None)
    asker = _player_at_seat(state, pause.seat)
    name = asker.name if asker else "?"
    if own not in pause.agreed:
        what = _("{name} asks for a pause. It starts once everyone agrees.")
        return what.format(name=name)
    waited = [one.name for n, one in enumerate(state.players) if one and n not in pause.agreed]
    names = ", ".join(waited)
    if own == pause.seat:
        return _("You asked for a pause. Waiting for {names}.").format(names=names)
    what = _("{name} asked for a pause. Waiting for {names}.")
    return what.format(name=name, names=names)


def paused_sentence(pause: PauseState, state: NetworkState) -> str:
    """Return a sentence that announces an agreed pause: who asked for it, and what it means."""
    asker = _player_at_seat(state, pause.seat)
    if pause.is_ending:
        return _("The pause is over; the match goes on in a moment.")
    own = asker is not None and asker.is_own
    what = _("Paused by {name}.").format(name=asker.name if asker else "?")
    what = _("Paused by you.") if own else what
    rests = _("Clocks are stopped; nobody can move.") if state.clock else _("Nobody can move.")
    can = "" if state.is_spectator else _("Anyone at the table can end the pause.")
    return f"{what} {rests} {can}".strip()


def spectators_line(state: NetworkState) -> str:
    """Return a line with the names of the spectators; "" if there are none."""
    names = ", ".join(one.name for one in state.spectators if not one.is_own)
    others = _("Watching: {names}").format(names=names) if names else ""
    own = _("You are watching this table.") if state.is_spectator else ""
    return f"{own} {others}".strip()


def spectator_news(name: str, comes: bool) -> str:
    """Return a sentence about a spectator who joins or leaves.

    Args:
        name: the name of the spectator.
        comes: whether the spectator joins.
    """
    if comes:
        return _("{name} is watching.").format(name=name)
    return _("{name} stopped watching.").format(name=name)


def lobby_seat_line(player: TablePlayer) -> str:
    """Return the player at a seat as text: a player's name, or a computer's level."""
    if player.player != "human":
        return _("Computer: {level}").format(level=player_kind_title(player.player))
    return player.name


def short_lobby_seat_line(player: TablePlayer) -> str:
    """Return the player at a seat as text, in a short form."""
    return player.name if player.player == "human" else player_kind_title(player.player)


def acquaintance_line(player: TablePlayer) -> str:
    """Return a line about whether and when the owner of this signing key was met before."""
    if player.is_own:
        return _("This is you.")
    if not player.first_met:
        return _("You have not met before.")
    if player.known_as and player.known_as != player.name:
        return _("You met on {day}, then called {name}.").format(
            day=date_text(player.first_met), name=player.known_as
        )
    return _("The same player as on {day}.").format(day=date_text(player.first_met))


def checked_proof_lines(counts: Mapping[str, int]) -> list[str]:
    """Return a line for each kind of proof that this computer checked in the last round.

    Args:
        counts: the number of checked proofs, by kind.
    """
    shuffles, shares, sums = (counts.get(kind, 0) for kind in ("shuffle", "share", "sum"))
    return [
        ngettext("{n} shuffle: no card was exchanged.", "{n} shuffles: no card was exchanged.",
                 shuffles).format(n=shuffles),
        ngettext("{n} card opened: it is the card that was dealt.",
                 "{n} cards opened: they are the cards that were dealt.", shares).format(n=shares),
        ngettext("{n} sum: it is the sum of the hand.", "{n} sums: they are the sums of the hands.",
                 sums).format(n=sums),
    ]  # fmt: skip


def proof_lines(state: NetworkState) -> list[str]:
    """Return the lines about the shuffling, the proofs checked in this round, and their file."""
    return [
        _(screen_text.ALL_HAVE_SHUFFLED),
        *checked_proof_lines(state.proof_counts),
        _(screen_text.PROOF_FILE_KEPT),
    ]


def rematch_wishes_line(state: NetworkState) -> str:
    """Return a line about players who have left after a match or want a rematch; "" for nobody."""
    others = [one for one in state.players if one is not None and not one.is_own]
    for one in others:
        if one.presence != "here":
            return presence_line(one.name, one.presence)
    names = [one.name for one in others if one.is_ready]
    return _("Ready for a rematch: {names}.").format(names=", ".join(names)) if names else ""


def signing_key_news(key_change: str) -> str:
    """Return a sentence about the export, import or replacement of the signing key.

    Args:
        key_change: "exported", "imported" or "replaced".
    """
    sentence = {
        "exported": _("The key was exported."),
        "imported": _("The imported key is now in use; the old one is kept."),
        "replaced": _("You have a new key. Others will not recognise it yet."),
    }
    return sentence.get(key_change, "")


def time_limit_line(seconds: int) -> str:
    """Return a line about a table's time limit for each decision.

    Args:
        seconds: the limit; 0 for none.
    """
    if not seconds:
        return _("No clock")
    sentence = ngettext("{n} second per decision", "{n} seconds per decision", seconds)
    return sentence.format(n=seconds)


def match_terms_line(state: NetworkState) -> str:
    """Return a line with a match's edition, time limit, house rules, spectators; "" if unknown."""
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
            name=option_name(option, _), value=option_value_name(option, value, rules, _)
        )
        for option, value in state.options.items()
        if value != getattr(PRESETS[state.preset], option)
    ]


def time_left_text(seconds: float, short: bool) -> str:
    """Return the time left: as "m:ss", as "Only n s" when short, or that the time is up.

    Args:
        short: whether the time is running out.
    """
    n = math.ceil(seconds)
    if not n:
        return _("Time is up")
    return _("Only {n} s").format(n=n) if short else f"{n // 60}:{n % 60:02}"


def overtime_sentence(player: TablePlayer) -> str:
    """Return a sentence about the player whose time is up, and what others can do about it."""
    if player.is_own:
        return _("Your time is up. You can still move until someone ends the match.")
    sentence = _("{name} ran out of time. Wait, or open “The table”.")
    return sentence.format(name=player.name)


def saved_match_choice(saved: ResumableTable) -> str:
    """Return a description of a saved online match, as an item of a list of choices."""
    return _("{names}, {edition}").format(
        names=", ".join(saved.names), edition=preset_name(saved.preset, _)
    )


def invitation_way_name(way: str) -> str:
    """Return the name of a way to use an invitation.

    Args:
        way: the kind of connection: "word", "direct" or "broker".
    """
    return {
        "word": _("Word on this network"),
        "direct": _("From anywhere that can reach this computer"),
        "broker": _("Via the broker"),
    }[way]
