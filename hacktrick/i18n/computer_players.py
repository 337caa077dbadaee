"""Computer players in words: names, a sentence about each level, their playing styles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from hacktrick.ai.answer_timing import can_be_patient
from hacktrick.ai.levels.styles import DAILY_STYLE, can_have_style, style_of_the_day
from hacktrick.coach.rating import level_ratings
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n.translator import N_, _
from hacktrick.match.players import LEVEL_NUMBERS, level_of

if TYPE_CHECKING:
    from hacktrick.game.rules import Rules


NAMES: dict[int, str] = {
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

SENTENCES: dict[int, str] = {
    1: N_("A beginner: sees wins and captures on the board, nothing else."),
    2: N_("Also blocks your wins and counts the cards played."),
    3: N_("Plans whole turns against two hands you may hold; ignores sums, never commands."),
    4: N_("Weighs three hands you may hold; forgets a sum once you draw, never commands."),
    5: N_("Works out every hand you can hold, but never commands."),
    6: N_("Works out every hand, and commands; forgets a sum once you draw."),
    7: N_("Looks three turns ahead from four hands; forgets a sum once you draw."),
    8: N_("Weighs what your play tells, hides its own hand, and learned from its own rounds."),
    9: N_("As level 8, and looks further ahead."),
    10: N_("The strongest: solves as deep as a second allows."),
}

WHERE_NOT_SOLVED: dict[int, str] = {
    8: N_("Looks three turns ahead through every hand you can hold."),
    9: N_("Looks four turns ahead through every hand you can hold."),
    10: N_("Looks five turns ahead, as far as a second allows."),
}


IN_SHORT: dict[int, str] = {
    1: N_("Sees wins and captures on the board."),
    2: N_("Also blocks, and counts cards."),
    3: N_("Plans whole turns, ignores sums."),
    4: N_("Weighs three hands, never commands."),
    5: N_("Works out every hand, never commands."),
    6: N_("Works out every hand, and commands."),
    7: N_("Looks three turns ahead from four hands."),
    8: N_("Looks three turns ahead."),
    9: N_("Looks four turns ahead."),
    10: N_("Looks five turns ahead."),
}
"""Where three or four players leave little room; the solvers do not play there."""


def level_name(level: int) -> str:
    """The name that a computer player of this level goes by."""
    return _(NAMES[level]) if level in NAMES else _("Level {n}").format(n=level)


def level_title(level: int) -> str:
    """Number and name, for choosing."""
    if level not in NAMES:
        return level_name(level)
    return _("Level {n}: {name}").format(n=level, name=level_name(level))


def level_sentence(level: int, rules: Rules) -> str:
    """What a player of this level does and does not do under these rules."""
    known = SENTENCES if rules.is_solved else {**SENTENCES, **WHERE_NOT_SOLVED}
    if level in known:
        return _(known[level])
    return _("Stronger than level {n}.").format(n=level - 1)


def rated_sentence(level: int, rules: Rules) -> str:
    """The same with the level's rating, under the rules it was measured with."""
    sentence = level_sentence(level, rules)
    if level not in level_ratings() or not rules.is_plain:
        return sentence
    return _("{sentence} Rating: {rating}.").format(
        sentence=sentence, rating=level_ratings()[level]
    )


def level_phrase(level: int, rules: Rules) -> str:
    """What he does, where there is room for few words only."""
    if rules.is_solved or level not in IN_SHORT:
        return level_sentence(level, rules)
    return _(IN_SHORT[level])


MANNERS: dict[tuple[str, bool], str] = {
    ("steady", False): N_("steady"),
    ("bold", False): N_("bold"),
    ("thrifty", False): N_("thrifty"),
    ("talkative", False): N_("talkative"),
    ("steady", True): N_("takes its time"),
    (DAILY_STYLE, False): N_("changes"),
}
"""What computer players are like: style, and whether they take their time."""

TODAY: dict[str, str] = {
    "steady": N_("Another one every day. Today it is steady."),
    "bold": N_("Another one every day. Today it plays for the double."),
    "thrifty": N_("Another one every day. Today it does not like to part with markers."),
    "talkative": N_("Another one every day. Today it likes to command."),
}

OF_MANNERS: dict[tuple[str, bool], str] = {
    ("bold", False): N_("Plays for the double."),
    ("thrifty", False): N_("Does not like to part with markers."),
    ("talkative", False): N_("Likes to command."),
    ("steady", True): N_("Thinks four times as much: ten seconds for every turn."),
}


def level_manners(level: int) -> list[tuple[str, bool]]:
    """What a player of this level may be like, the usual first."""
    return [
        (style, patient)
        for style, patient in MANNERS
        if (style == STEADY_STYLE or can_have_style(level))
        and (not patient or can_be_patient(level))
    ]


def manner_name(style: str, patient: bool) -> str:
    """In a word or two; one of another version is called as its record has it."""
    found = MANNERS.get((style, patient), MANNERS.get((style, False)))
    return style if found is None else _(found)


def name_with_manner(name: str, style: str, patient: bool) -> str:
    """A player's name or level with what he is like, unless he is as usual."""
    if (style, patient) == (STEADY_STYLE, False):
        return name
    return _("{name} ({manner})").format(name=name, manner=manner_name(style, patient))


def manner_sentence(style: str, patient: bool) -> str:
    """What it means; nothing is said of the usual."""
    if style == DAILY_STYLE:
        return _(TODAY[style_of_the_day(date.today())])
    found = OF_MANNERS.get((style, patient), OF_MANNERS.get((style, False), ""))
    return _(found) if found else ""


def nearest_level(level: int) -> int:
    """This level, or the next one that exists."""
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - level), known))


def player_title(player: str) -> str:
    """A seat's player in words."""
    level = level_of(player)
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
"""Their number is prime, so that every step through them meets all of them."""

STEP = 5  # from a level to the next


def character_name(seat: int, level: int, taken: Iterable[str]) -> str:
    """Who a computer player of ``level`` is at ``seat``: always the same, and nobody of ``taken``.

    Raises:
        StopIteration: everybody is taken.
    """
    others = {name.casefold() for name in taken}
    n = len(CHARACTERS)
    turns = (CHARACTERS[(seat + level * STEP + k) % n] for k in range(n))
    return next(name for name in turns if name.casefold() not in others)
