"""Sentences about computer players: their names, abilities, remarks and playing styles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Literal
from zlib import crc32

from hacktrick.ai.answer_time_slots import benefits_from_more_time
from hacktrick.ai.levels.styles import DAILY_STYLE, can_have_style, style_of_the_day
from hacktrick.coach.rating import level_ratings
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n.translator import N_, _
from hacktrick.match.player_kinds import ENGINE_LEVEL, LEVEL_NUMBERS, level_of

if TYPE_CHECKING:
    from hacktrick.game.editions import Rules
    from hacktrick.game.view import SeatInfo


LEVEL_NAMES: dict[int, str] = {
    1: N_("Pixel"),
    2: N_("Buffer"),
    3: N_("Cipher"),
    4: N_("Kernel"),
    5: N_("Daemon"),
    6: N_("Vector"),
    7: N_("Cortex"),
    8: N_("Oracle"),
    9: N_("Phantom"),
    10: N_("Zero"),
}

LEVEL_SENTENCES: dict[int, str] = {
    1: N_("Sees only wins and captures."),
    2: N_("Also blocks your wins and counts the cards played."),
    3: N_("Plans whole turns against two hands you may hold. Ignores sums, gives no orders."),
    4: N_("Weighs three hands you may hold. Forgets a sum once you draw, gives no orders."),
    5: N_("Works out every hand you can hold, but gives no orders."),
    6: N_("Works out every hand, and gives orders. Forgets a sum once you draw."),
    7: N_("Looks three turns ahead from four hands. Forgets a sum once you draw."),
    8: N_("Infers your hand from your play, hides its own, and learned from its own rounds."),
    9: N_("Like Oracle, but looks further ahead."),
    10: N_("The strongest: solves as deep as a second allows."),
}

UNSOLVED_SENTENCES: dict[int, str] = {
    8: N_("Looks three turns ahead through every hand you can hold."),
    9: N_("Looks four turns ahead through every hand you can hold."),
    10: N_("Looks five turns ahead, as far as a second allows."),
}


SHORT_SENTENCES: dict[int, str] = {
    1: N_("Sees wins and captures on the board."),
    2: N_("Also blocks, and counts cards."),
    3: N_("Plans whole turns, ignores sums."),
    4: N_("Weighs three hands, gives no orders."),
    5: N_("Works out every hand, gives no orders."),
    6: N_("Works out every hand, and gives orders."),
    7: N_("Looks three turns ahead from four hands."),
    8: N_("Looks three turns ahead."),
    9: N_("Looks four turns ahead."),
    10: N_("Looks five turns ahead."),
}
"""Short forms for matches of three or four, where room is scarce and no level uses the solver."""


LEVEL_SUMMARIES: dict[int, str] = {
    **SHORT_SENTENCES,
    8: N_("Reads your play, hides its own hand."),
    9: N_("Like Oracle, but looks further ahead."),
    10: N_("The strongest of all."),
}
"""What each level can do, in a few words for lists with little room."""


def level_name(level: int) -> str:
    """Return the name of the computer player that plays at this level."""
    return _(LEVEL_NAMES[level]) if level in LEVEL_NAMES else _("Level {n}").format(n=level)


def level_title(level: int) -> str:
    """Return the number and name of a level, for a list of choices."""
    if level not in LEVEL_NAMES:
        return level_name(level)
    return _("Level {n}: {name}").format(n=level, name=level_name(level))


def level_ability_sentence(level: int, rules: Rules) -> str:
    """Return one sentence about the abilities and limits of a level under these rules."""
    known = LEVEL_SENTENCES if rules.has_solver else {**LEVEL_SENTENCES, **UNSOLVED_SENTENCES}
    if level in known:
        return _(known[level])
    return _("Stronger than level {n}.").format(n=level - 1)


def level_and_rating_sentence(level: int, rules: Rules) -> str:
    """Return a sentence about a level's ability, with its rating if measured under these rules."""
    sentence = level_ability_sentence(level, rules)
    if level not in level_ratings() or not rules.is_standard:
        return sentence
    return _("{sentence} Rating: {rating}.").format(
        sentence=sentence, rating=level_ratings()[level]
    )


def level_summary(level: int) -> str:
    """Return a short text about the ability of a level; "" for an unknown level."""
    return _(LEVEL_SUMMARIES[level]) if level in LEVEL_SUMMARIES else ""


def level_ability_phrase(level: int, rules: Rules) -> str:
    """Return a short phrase about the ability of a level under these rules."""
    if rules.has_solver or level not in SHORT_SENTENCES:
        return level_ability_sentence(level, rules)
    return _(SHORT_SENTENCES[level])


VoiceEvent = Literal["start", "won", "lost", "capture", "captured", "command", "silence"]
"""When a computer player remarks: at the start of a round, on winning or losing it, on capturing or
losing a marker, on giving a command, or after a long silence.
"""

ALWAYS_VOICED: tuple[VoiceEvent, ...] = ("start", "won", "lost")
QUIET_TURNS = 3  # a computer player speaks in at most one of this many turns

VOICES: dict[int, dict[VoiceEvent, tuple[str, ...]]] = {
    1: {
        "start": (N_("Ooh, shiny keys!"), N_("Can I start? Can I? Can I?")),
        "won": (N_("I won? I won!"), N_("Wait till I tell everyone!")),
        "lost": (N_("Aww. Again, again!"), N_("How did you do that?")),
        "capture": (N_("Finders keepers!"),),
        "captured": (N_("Hey, that was my best one!"),),
        "command": (N_("I pressed the big button!"),),
        "silence": (N_("Are we still playing?"),),
    },
    2: {
        "start": (N_("Wait. Still loading."), N_("Five more minutes?")),
        "won": (N_("Huh. That finished early."), N_("I can win in my sleep.")),
        "lost": (N_("Connection lost."), N_("Wake me for the next one.")),
        "capture": (N_("Saved for later."),),
        "captured": (N_("I was still chewing on that."),),
        "command": (N_("You do the hard part."),),
        "silence": (N_("Are you buffering too?"),),
    },
    3: {
        "start": (N_("You see numbers. I see you."), N_("Every card is a message.")),
        "won": (N_("Decoded."), N_("Your plan was in plain text.")),
        "lost": (N_("An unexpected key."), N_("I misread you. Once.")),
        "capture": (N_("Evidence secured."),),
        "captured": (N_("You were meant to take that."),),
        "command": (N_("Your instructions are on the table."),),
        "silence": (N_("Silence is a code, too."),),
    },
    4: {
        "start": (N_("Stand by your keys."), N_("Inspection begins now.")),
        "won": (N_("Mission accomplished."), N_("Dismissed!")),
        "lost": (N_("A tactical retreat."), N_("Well fought, recruit.")),
        "capture": (N_("Position taken."),),
        "captured": (N_("We lost a good marker."),),
        "command": (N_("That is an order!"),),
        "silence": (N_("Report, recruit!"),),
    },
    5: {
        "start": (N_("I never sleep."), N_("I have been running all night.")),
        "won": (N_("Sweet dreams."), N_("One more for my collection.")),
        "lost": (N_("I will be back. I restart myself."), N_("Fine. I was getting bored.")),
        "capture": (N_("Delicious."),),
        "captured": (N_("You will regret that."),),
        "command": (N_("Dance for me."),),
        "silence": (N_("Tick. Tock."),),
    },
    6: {
        "start": (N_("I count, I order, I rarely forget."), N_("All lines lead to me.")),
        "won": (N_("Straight to the point."), N_("A question of direction.")),
        "lost": (N_("You found an angle."), N_("A small deviation.")),
        "capture": (N_("Out of my way."),),
        "captured": (N_("You crossed my line."),),
        "command": (N_("This way, please."),),
        "silence": (N_("Pick a direction."),),
    },
    7: {
        "start": (N_("I thought of this earlier."), N_("Let us begin the experiment.")),
        "won": (N_("The theory holds."), N_("Just as I predicted.")),
        "lost": (N_("Fascinating. I must take notes."), N_("Back to the blackboard.")),
        "capture": (N_("A useful sample."),),
        "captured": (N_("An interesting result."),),
        "command": (N_("Let us change one variable."),),
        "silence": (N_("Take your time. I took mine."),),
    },
    8: {
        "start": (N_("Your silence tells me."), N_("I have been expecting you.")),
        "won": (N_("It was written in the row."), N_("You felt it, too.")),
        "lost": (N_("The mist was thick today."), N_("Even I must blink.")),
        "capture": (N_("It was always coming to me."),),
        "captured": (N_("I saw that. I let it be."),),
        "command": (N_("Your path is narrow now."),),
        "silence": (N_("I can wait. I know how it ends."),),
    },
    9: {
        "start": (N_("You will not see it coming."), N_("I was here before you.")),
        "won": (N_("Already gone."), N_("You looked the other way.")),
        "lost": (N_("You can see me?"), N_("You only beat my shadow.")),
        "capture": (N_("Now you have it. Now you don’t."),),
        "captured": (N_("Keep it. It was never there."),),
        "command": (N_("Follow the footsteps."),),
        "silence": (N_("Boo."),),
    },
    10: {
        "start": (N_("…"), N_("0.")),
        "won": (N_("1."), N_("As computed.")),
        "lost": (N_("Error."), N_("Again.")),
        "capture": (N_("−1."),),
        "captured": (N_("Noted."),),
        "command": (N_("Obey."),),
        "silence": (N_("…?"),),
    },
}
"""Ten lines for each level. None is about cards, so none can give away a hand."""


def voice_line(level: int, event: VoiceEvent, turn: int, seed: int) -> str | None:
    """Return what a computer player says about an event; None if it stays silent.

    Between the beginning and the end of a round it speaks at most in every third turn.

    Args:
        level: the level of the player.
        event: the event on which the player may remark.
        turn: the number of the turn in the log, from 1.
        seed: chooses among the lines. The seed must be public, such as the number of the round,
            since a line that depends on the deal could give away a hand.
    """
    if event not in ALWAYS_VOICED and (turn <= QUIET_TURNS or turn % QUIET_TURNS):
        return None
    lines = VOICES.get(level, {}).get(event, ())
    choice = crc32(f"{seed} {level} {event} {turn}".encode())
    return _(lines[choice % len(lines)]) if lines else None


def level_motto(level: int) -> str:
    """Return the sentence that introduces a computer player; "" for an unknown level."""
    greetings = VOICES[level]["start"] if level in VOICES else ()
    return _(greetings[0]) if greetings else ""


MANNER_NAMES: dict[tuple[str, bool], str] = {
    ("steady", False): N_("steady"),
    ("bold", False): N_("bold"),
    ("thrifty", False): N_("thrifty"),
    ("talkative", False): N_("talkative"),
    ("steady", True): N_("takes its time"),
    (DAILY_STYLE, False): N_("changes"),
}
"""The names of manners, which combine a style with whether the player takes their time."""

TODAYS_STYLES: dict[str, str] = {
    "steady": N_("Another one every day. Today it is steady."),
    "bold": N_("Another one every day. Today it plays for the double."),
    "thrifty": N_("Another one every day. Today it does not like to part with markers."),
    "talkative": N_("Another one every day. Today it likes to command."),
}

MANNER_SENTENCES: dict[tuple[str, bool], str] = {
    ("bold", False): N_("Plays for the double."),
    ("thrifty", False): N_("Does not like to part with markers."),
    ("talkative", False): N_("Likes to command."),
    ("steady", True): N_("Thinks four times as much: ten seconds for every turn."),
}


def level_manners(level: int) -> list[tuple[str, bool]]:
    """Return the manners that a level can have (style and patience), the usual one first."""
    if level == ENGINE_LEVEL:
        return [(STEADY_STYLE, False)]
    return [
        (style, patient)
        for style, patient in MANNER_NAMES
        if (style == STEADY_STYLE or can_have_style(level))
        and (not patient or benefits_from_more_time(level))
    ]


def manner_name(style: str, is_patient: bool) -> str:
    """Return the name of a manner; the name of an unknown style is the style itself."""
    found = MANNER_NAMES.get((style, is_patient), MANNER_NAMES.get((style, False)))
    return style if found is None else _(found)


def name_with_unusual_manner(name: str, style: str, is_patient: bool) -> str:
    """Return a player's name or level, followed by the manner unless it is the usual one."""
    if (style, is_patient) == (STEADY_STYLE, False):
        return name
    return _("{name} ({manner})").format(name=name, manner=manner_name(style, is_patient))


def manner_sentence(style: str, is_patient: bool) -> str:
    """Return a sentence saying how a manner changes the play; "" for the usual manner."""
    if style == DAILY_STYLE:
        return _(TODAYS_STYLES[style_of_the_day(date.today())])
    found = MANNER_SENTENCES.get((style, is_patient), MANNER_SENTENCES.get((style, False), ""))
    return _(found) if found else ""


def nearest_existing_level(level: int) -> int:
    """Return the existing level that is closest to a number."""
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - level), known))


def player_kind_title(player: str) -> str:
    """Return a title for a player: "Human", or a level with its name."""
    level = level_of(player)
    if level == ENGINE_LEVEL:
        return _("Your engine")
    return _("Human") if level is None else level_title(level)


CHARACTERS = (
    "Nova",
    "Koda",
    "Juno",
    "Argo",
    "Mira",
    "Rune",
    "Echo",
    "Onyx",
    "Iris",
    "Flux",
    "Ember",
    "Quill",
    "Cleo",
    "Basil",
    "Vesper",
    "Tango",
    "Lumen",
    "Dune",
    "Sable",
    "Zephyr",
    "Fable",
    "Indigo",
    "Hex",
)
"""The names of computer players at tables with several of them.

Their number is prime, so that steps of any length reach all of them.
"""

NAMES_PER_LEVEL = 5  # distance in the list from a level's first name to that of the next level


def face_distinguishing_letter(seats: Sequence[SeatInfo], seat: int) -> str:
    """Return a letter that distinguishes a computer player's face from equal ones; "" for none.

    The letter is the initial of the name, or a number if several of them have this initial.
    """
    alike = [n for n, other in enumerate(seats) if other.player == seats[seat].player]
    if level_of(seats[seat].player) is None or len(alike) < 2:
        return ""
    initials = [seats[n].name[:1].upper() for n in alike]
    own = seats[seat].name[:1].upper()
    return own if initials.count(own) == 1 else str(alike.index(seat) + 1)


def face_initial(seats: Sequence[SeatInfo], seat: int) -> str:
    """Return the letter on a person's face: the initial of their name.

    If several people have this initial and the name ends with a digit, as in "Player 2", the digit
    is used.
    """
    name = seats[seat].name
    people = [one.name[:1].upper() for one in seats if not level_of(one.player)]
    initial = name[:1].upper()
    return name[-1] if people.count(initial) > 1 and name[-1:].isdigit() else initial


def distinct_computer_name(seat: int, level: int, taken: Iterable[str]) -> str:
    """Return the name of a computer player at a table with several of them.

    The same arguments always give the same name.

    Args:
        taken: the names of the other players at the table.

    Raises:
        StopIteration: every name is taken.
    """
    others = {name.casefold() for name in taken}
    n = len(CHARACTERS)
    turns = (CHARACTERS[(seat + level * NAMES_PER_LEVEL + k) % n] for k in range(n))
    return next(name for name in turns if name.casefold() not in others)
