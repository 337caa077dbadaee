"""The names, explanations and values of settings in words."""

from __future__ import annotations

from collections.abc import Iterable

from hacktrick.app import themes
from hacktrick.app.settings import TUTOR_LIMITS
from hacktrick.i18n import translator as words
from hacktrick.i18n.file_problem_text import FOREIGN_PROGRAM, SETTING_NAMES
from hacktrick.i18n.translator import N_, _, ngettext

SETTING_HELP: dict[str, str] = {
    "pace": N_("How long computer moves take, so you can follow them."),
    "aids": N_("What the table remembers for you."),
    "confirm": N_("How you confirm a move."),
    "voices": N_("Now and then a computer player says a word. It never reveals anything."),
    "announcements": N_("How much screen readers and voices say."),
    "pins": N_("Press a hidden card to pin what you take it for. Each round scores your pins."),
    "engine_name": N_("A program of yours can take a seat in a new match."),
    "engine_command": FOREIGN_PROGRAM,
    "hints": N_("Where to look, an idea, then the turn, and why."),
    "odds": N_("Counts possible hands for you (Standard and Learning)."),
    "counting": N_("Asks you first, then shows the count."),
    "tutor": N_("Asks you to reconsider costly turns."),
    "takeback": N_("Against computers only: the deck stays, the rating does not count."),
    "think_ahead": N_("Makes hints instant. Never on battery."),
    "rated": N_("New matches against the computer count for your rating."),
    "language": N_("Changes at once, even in mid-match."),
    "theme": N_("Colours, materials and the board."),
    "ui_scale": N_("Only text grows; labels fold away at the largest sizes."),
    "animation_speed": N_("How fast cards and markers move."),
    "motion": N_("Nothing flies around; things simply change places."),
    "fullscreen": N_("The game fills the whole screen."),
    "voice": N_("The computer's voice says what happens. Needs no screen reader."),
    "typeface": N_("Atkinson Hyperlegible tells similar letters apart."),
    "scan": N_("A ring goes from choice to choice; switches move it and press."),
    "scan_time": N_("How long the ring waits with one switch."),
    "press_gap": N_("For trembling hands: a press right after another does not count."),
    "master_volume": N_("All sounds together."),
    "effects_volume": N_("Keys, cards, markers and orders."),
    "music_volume": N_("Soft tones now and then; none at zero."),
    "mute_unfocused": N_("No sound while another window is in front."),
    "muted": N_("Turns off all sound."),
    "curtain": N_("Hides all hands while players change places."),
    "curtain_style": N_("How the next player reveals their cards."),
    "conceal_after": N_("Hides the cards after a while without input."),
}

VOICE_QUESTION = N_("Should the game read aloud?")
VOICE_OFFER = N_(
    "A screen reader or magnifier is on. The computer's own voice can say what happens in the "
    "game. Change it at any time under Settings, Accessibility."
)
VOICE_IS_ON = N_("I read aloud what happens.")
NO_VOICE = N_("No voice was found on this computer.")

VALUE_NAMES: dict[str, dict[object, str]] = {
    "pace": {
        "instant": N_("at once"),
        "quick": N_("quick"),
        "normal": N_("normal"),
        "slow": N_("slow"),
    },
    "aids": {
        "memory": N_("Memory"),
        "tournament": N_("Tournament"),
        "standard": N_("Standard"),
        "learning": N_("Learning"),
    },
    "announcements": {"off": N_("off"), "short": N_("short"), "full": N_("full")},
    "confirm": {"button": N_("by a button"), "click": N_("by a second click")},
    "odds": {
        "off": N_("not told"),
        "counting": N_("counting only"),
        "habits": N_("counting and habits"),
    },
    "tutor": {
        "off": N_("off"),
        "gentle": N_("gentle"),
        "strict": N_("strict"),
    },
    "animation_speed": {
        "half": N_("half"),
        "normal": N_("normal"),
        "double": N_("double speed"),
        "off": N_("off"),
    },
    "typeface": {"theme": N_("from the theme"), "legible": N_("easy to read")},
    "motion": {
        "system": N_("follow the system"),
        "reduced": N_("on"),
        "full": N_("off"),
    },
    "scan": {
        "off": N_("off"),
        "two_switches": N_("two switches"),
        "wait_to_choose": N_("one: press to move, wait to choose"),
        "wait_to_step": N_("one: the ring moves, press to choose"),
    },
    "curtain_style": {"hold": N_("press and hold"), "press": N_("press twice")},
}

AIDS_SENTENCES: dict[str, str] = {
    "memory": N_("As at a real table: sums vanish after a moment."),
    "tournament": N_("Sums stay in the log; nothing else is remembered."),
    "standard": N_("Sums stay, unseen cards are counted, urgent keys are lit."),
    "learning": N_("As Standard, plus all threats and chances."),
}


def setting_label(key: str) -> str:
    return _(SETTING_NAMES[key])


def setting_help(key: str) -> str:
    """Return one sentence saying what a setting does."""
    return _(SETTING_HELP[key])


def setting_value_name(key: str, value: object, preferred_languages: Iterable[str] = ()) -> str:
    """Return the name of a setting's value.

    Args:
        key: the key of the setting, as in ``Settings``.
        value: a valid value of the setting.
        preferred_languages: the languages that the system prefers, needed for the language "auto".
    """
    if key == "theme":
        as_edition = value == themes.THEME_OF_EDITION
        return _("Match the edition") if as_edition else themes.load_theme(str(value)).name
    if key == "language":
        return language_name(str(value), preferred_languages)
    if key == "ui_scale":
        return _("{n} %").format(n=value)
    if key == "tutor" and value in TUTOR_LIMITS:
        return _("from {n} % of a round").format(n=TUTOR_LIMITS[str(value)])
    if key == "scan_time":
        n = int(str(value))
        return ngettext("{n} second", "{n} seconds", n).format(n=n)
    if key == "press_gap":
        return _("within {n} ms").format(n=value) if value else _("off")
    if key == "conceal_after":
        return _("after {n} seconds").format(n=value) if value else _("never")
    return _(VALUE_NAMES[key][value])


def memory_aids_sentence(value: str) -> str:
    """Return a sentence about what the table shows with a value of the setting ``aids``."""
    return _(AIDS_SENTENCES[value])


# Every language is named in that language, so that its speakers can always find it.
LANGUAGES: dict[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "it": "Italiano",
    "hu": "Magyar",
    "pl": "Polski",
    "ro": "Română",
    "es": "Español",
}


def language_name(code: str, preferred_languages: Iterable[str] = ()) -> str:
    """Return a language's name in that language; "auto" is named in the current one.

    Args:
        preferred_languages: the languages that the operating system prefers, best first.
    """
    if code == "auto":
        own = words.preferred_language(preferred_languages)
        return _("system ({language})").format(language=LANGUAGES.get(own, own))
    return LANGUAGES.get(code, code)
