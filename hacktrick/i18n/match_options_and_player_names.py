"""The options of a new match, which the settings remember, and the names that players may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from hacktrick.ai.levels.styles import DAILY_STYLE, style_of_the_day
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.profiles import (
    MAX_NAME_LENGTH,
    MarkerStyle,
    Profiles,
    marker_styles_for,
    name_fault,
    normalized_name,
)
from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS, Rules, RulesError, rules_for
from hacktrick.game.match_rules import begin_match, next_seating, possible_first_leaders
from hacktrick.game.state import MAX_SEATS, Seat, Seating
from hacktrick.game.view import PATIENT_MANNER, STEADY_STYLE, SeatInfo
from hacktrick.i18n.computer_players import (
    distinct_computer_name,
    level_manners,
    level_name,
    nearest_existing_level,
)
from hacktrick.i18n.translator import N_, _, folded_words
from hacktrick.match.player_kinds import ENGINE, ENGINE_LEVEL, HUMAN, LEVEL_NUMBERS, level_of
from hacktrick.match.player_kinds import player_for_level as player_text

USUAL_PRESET = "keypad"
USUAL_LEVEL = 1


@dataclass(slots=True)
class SeatOptions:
    """The player chosen for a seat; a player without a chosen name gets a default name.

    Attributes:
        player: "human", a level or the engine, as in match records.
        name: the chosen name; "" for the default name.
        style: the playing style of a computer player.
        patient: whether a computer player thinks longer than usual.
    """

    player: str = HUMAN
    name: str = ""
    style: str = STEADY_STYLE
    patient: bool = False

    def choose_player(self, player: str, engine_name: str) -> None:
        """Change the player; fill in an engine's name, and clear the name for other players.

        Args:
            player: the new player, as in match records.
            engine_name: the name of the engine in the settings.
        """
        if self.player == ENGINE and self.name == engine_name:
            self.name = ""
        self.player = player
        if player == ENGINE:
            self.name = engine_name

    @property
    def manners(self) -> list[tuple[str, bool]]:
        """The possible manners of play, each a style and a patience; empty for a human."""
        level = level_of(self.player)
        return [] if level is None else level_manners(level)

    @property
    def manner(self) -> tuple[str, bool]:
        """The chosen manner; the usual one if the level cannot have the chosen one."""
        wanted = self.style, self.patient
        return wanted if wanted in self.manners else (STEADY_STYLE, False)

    def choose_next_manner(self) -> None:
        """Switch to the next possible manner; the first one follows the last."""
        possible = self.manners
        at = (possible.index(self.manner) + 1) % len(possible)
        self.style, self.patient = possible[at]

    @property
    def todays_manner(self) -> tuple[str, bool]:
        """The manner of play today, with the style of the day in place of a daily style."""
        style, patient = self.manner
        return style_of_the_day(date.today()) if style == DAILY_STYLE else style, patient

    def as_setting(self) -> dict[str, str]:
        return SeatInfo(self.name, self.player, *self.manner).as_json()


def _default_seats() -> list[SeatOptions]:
    computer = player_text(nearest_existing_level(USUAL_LEVEL))
    return [SeatOptions(), *(SeatOptions(computer) for _n in range(MAX_SEATS - 1))]


@dataclass(slots=True)
class NewMatchOptions:
    """The chosen options of a new match.

    All four seats are remembered, even in editions for fewer players.

    Attributes:
        options: the options that differ from the preset.
        leader: the seat that leads first; None if the leader is drawn by lot.
    """

    preset: str = USUAL_PRESET
    seats: list[SeatOptions] = field(default_factory=_default_seats)
    options: dict[str, Any] = field(default_factory=dict)
    leader: Seat | None = None

    @property
    def rules(self) -> Rules:
        return rules_for(self.preset, self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order of the seats."""
        return tuple(
            seat.name.strip() or self.default_name(n) for n, seat in enumerate(self._seats_in_play)
        )

    def default_name(self, seat: Seat) -> str:
        """Return the default name of a seat's player.

        The name is "Player 1" or the name of the level. If several computer players have the same
        level, they get names of characters.
        """
        player = self.seats[seat].player
        level = level_of(player)
        if level is None:
            return _("Player {n}").format(n=seat + 1)
        if level == ENGINE_LEVEL:
            return _("Your engine")
        chosen = [other.name.strip() for other in self._seats_in_play]
        alike = sum(other.player == player for other in self._seats_in_play)
        if alike == 1 and (len(chosen) == 2 or level_name(level) not in chosen):
            return level_name(level)
        before = [
            self.default_name(n)
            for n, other in enumerate(self._seats_in_play[:seat])
            if not other.name.strip()
        ]
        return distinct_computer_name(seat, level, [*chosen, *before])

    @property
    def _seats_in_play(self) -> list[SeatOptions]:
        return self.seats[: self.rules.n_seats]

    def choose_preset(self, preset: str) -> None:
        """Switch to an edition and drop all changed options.

        Added seats get levels near the second seat's level, so that each player has a different
        face.
        """
        n_before = len(self._seats_in_play)
        self.preset, self.options = preset, {}
        self._drop_impossible_leader()
        for n in range(n_before, len(self._seats_in_play)):
            if self.seats[n] == SeatOptions(player_text(nearest_existing_level(USUAL_LEVEL))):
                self.seats[n].player = player_text(self._unused_level_for_seat(n))

    def _unused_level_for_seat(self, seat: Seat) -> int:
        """Return the level closest to the second seat's that no earlier seat than ``seat`` has."""
        taken = {level_of(other.player) for other in self.seats[:seat]}
        near = level_of(self.seats[1].player) or USUAL_LEVEL
        free = [level for level in LEVEL_NUMBERS if level not in taken]
        return min(free, key=lambda level: (abs(level - near), -level))

    def set_option(self, name: str, value: Any) -> None:
        """Set an option, which is stored only if it differs from the preset."""
        if getattr(PRESETS[self.preset], name) == value:
            self.options.pop(name, None)
        else:
            self.options[name] = value

    def match_setup(self) -> MatchSetup:
        seats = tuple(
            SeatInfo(name, seat.player, *seat.todays_manner)
            for name, seat in zip(self.names, self.seats, strict=False)
        )
        return MatchSetup(self.preset, seats, dict(self.options), self.leader)

    def marker_styles(self, profiles: Profiles) -> tuple[MarkerStyle, ...]:
        """Return the marker style of each seat: its side's style, or its own if sides change."""
        seats = self.match_setup().seats
        looks = marker_styles_for(seats, profiles)
        if self.rules.n_score_entries > 2:
            # All players are the solo player in turn, with their own markers.
            return looks.seats
        seating = self._first_seating()
        return tuple(
            looks.marker_style_for_seats(seating.seats_of(seating.side_of[n]))
            for n in range(len(seats))
        )

    def side_marker_styles(self, profiles: Profiles) -> tuple[MarkerStyle, MarkerStyle]:
        """Return the marker styles of both sides in the first round."""
        looks, seating = (
            marker_styles_for(self.match_setup().seats, profiles),
            self._first_seating(),
        )
        return looks.marker_style_for_seats(seating.seats_of(0)), looks.marker_style_for_seats(
            seating.seats_of(1)
        )

    def _first_seating(self) -> Seating:
        """Return the seating of the first round; its sides do not depend on the leader."""
        codes = CODES if self.rules.has_codes else ()
        return next_seating(begin_match(self.rules, possible_first_leaders(self.rules)[0], codes))

    def _drop_impossible_leader(self) -> None:
        if self.leader not in possible_first_leaders(self.rules):
            self.leader = None


def options_to_setting(choices: NewMatchOptions) -> dict[str, Any]:
    """Return the options in the form of the setting ``last_match``."""
    return {
        "preset": choices.preset,
        "options": dict(choices.options),
        "seats": [seat.as_setting() for seat in choices.seats],
        "leader": choices.leader,
    }


def options_from_setting(kept: Mapping[str, Any]) -> NewMatchOptions:
    """Return the options in the setting ``last_match``; defaults replace invalid values."""
    preset = kept.get("preset")
    choices = NewMatchOptions(preset if preset in PRESETS else USUAL_PRESET)
    for n, seat in enumerate(list(kept.get("seats", []))[:MAX_SEATS]):
        name = str(seat.get("name", ""))[:MAX_NAME_LENGTH].strip()
        player = _player_of_existing_level(str(seat.get("player", HUMAN)))
        manner = str(seat.get("style", STEADY_STYLE)), seat.get("time") == PATIENT_MANNER
        choices.seats[n] = SeatOptions(player, name, *manner)
    for name, value in dict(kept.get("options", {})).items():
        if _is_valid_option(choices.preset, name, value):
            choices.set_option(name, value)
    leader = kept.get("leader")
    if type(leader) is int and leader in possible_first_leaders(choices.rules):
        choices.leader = leader
    return choices


def _player_of_existing_level(player: str) -> str:
    """Return the player that a setting names, with the nearest level for an unknown one."""
    level = level_of(player)
    if level == ENGINE_LEVEL:
        return ENGINE
    return HUMAN if level is None else player_text(nearest_existing_level(level))


def _is_valid_option(preset: str, name: str, value: Any) -> bool:
    try:
        rules_for(preset, {name: value})
    except (RulesError, TypeError):
        return False
    return True


# Functions about names. Sentences call players by their names, so no name may mean "you".

YOU = N_("you yourself yours")  # translators list the words that mean "you" in their language


def is_word_for_you(name: str) -> bool:
    """Return whether a name means "you" in English or in the current language."""
    found = folded_words(name)
    return len(found) == 1 and found[0] in (*folded_words(YOU), *folded_words(_(YOU)))


def reserved_name_refusal(name: str) -> str:
    """Return a text saying why a name that means "you" is refused."""
    return _("“{name}” would be confusing: please choose another name.").format(name=name)


def name_refusal(name: str, others: Iterable[str]) -> str | None:
    """Return a text saying why a profile cannot have this name; None if it can.

    Args:
        others: the names of the other profiles.
    """
    name = normalized_name(name)
    if is_word_for_you(name):
        return reserved_name_refusal(name)
    sentences = {
        "empty": _("A profile needs a name."),
        "too_long": _("This name is too long."),
        "unprintable": _("This name has characters that cannot be shown."),
        "taken": _("A profile with this name already exists."),
    }
    fault = name_fault(name, others)
    return None if fault is None else sentences[fault]
