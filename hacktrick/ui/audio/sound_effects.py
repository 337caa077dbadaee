"""Sound effects by the name of an event, in the material of the theme, placed left or right.

Without an audio device, or with a file missing, it stays silent.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pygame

from hacktrick import resources
from hacktrick.app.crash_log import log

SAMPLE_RATE = 44100
BUFFER = 1024  # frames, 23 ms: how often a silent device wakes the program is its cost at rest
FRAME = 4  # bytes: two ears of 16 bits

# What each theme is made of; others sound like the first.
SOUND_MATERIALS: dict[str, str] = {
    "keypad": "glass",
    "servers": "wire",
    "fanfold": "relay",
    "contrast": "wood",
}
DEFAULT_MATERIAL = "glass"
WIDTH = 0.55  # how much softer the far ear hears what lies at the edge of the board
SOFTER = 0.12  # by how much a take may be softer than it is, so that repeating it is not the same


@dataclass(frozen=True, slots=True)
class SoundEffect:
    """The public numbers it has a file for, and how many takes are in each."""

    numbers: tuple[int, ...] = (0,)
    takes: int = 3


EFFECTS: dict[str, SoundEffect] = {
    "select": SoundEffect(),
    "invalid": SoundEffect(),
    "key": SoundEffect(tuple(range(1, 10)), takes=2),
    "draw": SoundEffect(),
    "capture": SoundEffect((1, 2)),
    "play": SoundEffect(),
    "guard": SoundEffect(),
    "pass": SoundEffect(),
    "ask": SoundEffect(),
    "answer": SoundEffect(),
    "reveal": SoundEffect(),
    "reshuffle": SoundEffect(takes=2),
    "won": SoundEffect(takes=2),
    "won_double": SoundEffect(takes=2),
    "lost": SoundEffect(takes=2),
    "match": SoundEffect(takes=2),
    "curtain": SoundEffect(),
    "threat": SoundEffect(),
}
ON_A_KEY = ("key", "capture", "threat")
COLUMNS: dict[int, int] = {8: -1, 3: -1, 4: -1, 1: 0, 5: 0, 9: 0, 6: 1, 7: 1, 2: 1}


def sound_file_name(event: str, number: int) -> str:
    """The file of an event within the folder of a matter."""
    return f"{event}-{number}.ogg" if number else f"{event}.ogg"


def stereo_place(key: int) -> float:
    """Where a key is heard, from -1, the left column of the board, to 1."""
    return float(COLUMNS.get(key, 0))


def stereo_volumes(place: float, volume: float) -> tuple[float, float]:
    """How loud a sound at a place is on the left and on the right."""
    return volume * min(1.0, 1 - WIDTH * place), volume * min(1.0, 1 + WIDTH * place)


Takes = tuple[pygame.mixer.Sound, ...]
Name = tuple[str, str, int]  # matter, event, number


class Sounds:
    """Plays events; silent for good if there is no device."""

    def __init__(self, dice: Random | None = None) -> None:
        self._dice = dice or Random()
        self._takes: dict[Name, Takes] = {}
        self._last: dict[Name, int] = {}
        self._matter = DEFAULT_MATERIAL
        self._place = 0.0  # of the key that was heard last
        self._tried = False
        self.available = False

    def play(self, event: str, number: int = 0, volume: float = 1.0) -> None:
        """Unknown events are a mistake of the caller; no device is not.

        A key is heard where it is on the board, and so is what happens there next.
        """
        effect = EFFECTS[event]
        if event == "key":
            self._place = stereo_place(number)
        if volume <= 0 or not self.open():
            return
        wanted = (self._matter, event, _nearest(effect, number))
        takes = self._read(wanted)
        if not takes:
            return
        channel = takes[self._choose(wanted, len(takes))].play()
        if channel is not None:  # every voice sounds already
            place = self._place if event in ON_A_KEY else 0.0
            channel.set_volume(
                *stereo_volumes(place, min(1.0, volume) * self._dice.uniform(1 - SOFTER, 1))
            )

    def use(self, theme: str) -> None:
        """Sound like the things of this theme from now on."""
        self._matter = SOUND_MATERIALS.get(theme, DEFAULT_MATERIAL)

    def prepare(self) -> bool:
        """Read one file that may be wanted, so that motion never waits for it; False when there is
        none left, or nothing has sounded yet."""
        if not self.available:
            return False
        for event, effect in EFFECTS.items():
            for number in effect.numbers:
                if (self._matter, event, number) not in self._takes:
                    self._read((self._matter, event, number))
                    return True
        return False

    @property
    def missing(self) -> bool:
        """Whether a device was looked for in vain."""
        return self._tried and not self.available

    def close(self) -> None:
        self._takes.clear()
        if self.available:
            pygame.mixer.quit()
            self.available = False

    def open(self) -> bool:
        """Whether there is a device; it is opened with the first sound, so that the window is there
        sooner."""
        if not self._tried:
            self._tried = True
            try:
                pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER, allowedchanges=0)
                self.available = pygame.mixer.get_init() == (SAMPLE_RATE, -16, 2)
            except pygame.error:
                self.available = False
        return self.available

    def _choose(self, wanted: Name, n: int) -> int:
        """A take, never the one that was heard last."""
        last = self._last.get(wanted)
        self._last[wanted] = take = self._dice.choice([k for k in range(n) if k != last or n == 1])
        return take

    def _read(self, wanted: Name) -> Takes:
        if wanted not in self._takes:
            self._takes[wanted] = read_takes(*wanted)
        return self._takes[wanted]


def read_takes(matter: str, event: str, number: int) -> Takes:
    """The takes of a file, which lie in it one after another and are of one length; none if the
    file cannot be read."""
    raw = read_sound(matter, sound_file_name(event, number))
    if raw is None:
        return ()
    samples, n = raw.get_raw(), EFFECTS[event].takes
    size = len(samples) // FRAME // n * FRAME
    return tuple(pygame.mixer.Sound(buffer=samples[k * size : (k + 1) * size]) for k in range(n))


def read_sound(*parts: str) -> pygame.mixer.Sound | None:
    """A file of assets/sounds; None if it is missing or damaged, which the log tells."""
    try:
        return pygame.mixer.Sound(resources.path("sounds", *parts))
    except (OSError, pygame.error, resources.BadInstallation) as error:
        log.warning("the sound %s cannot be read: %s", "/".join(parts), error)
        return None


def _nearest(effect: SoundEffect, number: int) -> int:
    """Numbers beyond those that have a file sound like the last of them."""
    return number if number in effect.numbers else effect.numbers[-1]
