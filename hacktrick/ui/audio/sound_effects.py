"""Sound effects for named events, made of the theme's material and panned by the board's columns.

Without an audio device, or if a sound file is missing, effects stay silent.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pygame

from hacktrick import resources
from hacktrick.app.crash_log import log

SAMPLE_RATE = 44100
BUFFER_FRAMES = 1024  # 23 ms; with a smaller buffer, the idle program would wake more often
BYTES_PER_FRAME = 4  # bytes of a frame: two channels of 16 bits

# The folder of sounds for each theme; other themes use DEFAULT_MATERIAL.
SOUND_MATERIALS: dict[str, str] = {
    "keypad": "glass",
    "servers": "wire",
    "fanfold": "relay",
    "contrast": "wood",
}
DEFAULT_MATERIAL = "glass"
FAR_EAR_LOSS = 0.55  # share by which a sound at the edge of the board is softer for the far ear
VOLUME_JITTER = 0.12  # maximum random reduction of the volume, so that repeated sounds vary


@dataclass(frozen=True, slots=True)
class SoundEffect:
    """The sound files of an event.

    Attributes:
        numbers: the numbers with a file of their own, such as the keys of the board.
        takes: the number of versions of the sound in each file; one is chosen at random.
    """

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
EVENTS_ON_A_KEY = ("key", "capture", "threat")
KEY_COLUMNS: dict[int, int] = {8: -1, 3: -1, 4: -1, 1: 0, 5: 0, 9: 0, 6: 1, 7: 1, 2: 1}


def sound_file_name(event: str, number: int) -> str:
    """Return the file name of an effect, which contains the number unless the number is 0."""
    return f"{event}-{number}.ogg" if number else f"{event}.ogg"


def stereo_pan_of_key(key: int) -> float:
    """Return the stereo position of a board key by its column: -1 left, 0 middle, 1 right."""
    return float(KEY_COLUMNS.get(key, 0))


def stereo_volumes(pan: float, volume: float) -> tuple[float, float]:
    """Return the left and the right volume of a sound.

    Args:
        pan: the stereo position, from -1 (left) to 1 (right).
        volume: the volume, from 0 to 1.
    """
    return volume * min(1.0, 1 - FAR_EAR_LOSS * pan), volume * min(1.0, 1 + FAR_EAR_LOSS * pan)


Takes = tuple[pygame.mixer.Sound, ...]
TakesKey = tuple[str, str, int]  # the fields are material, event, number


class Sounds:
    """Plays sound effects; stays silent without an audio device."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng or Random()
        self._takes: dict[TakesKey, Takes] = {}
        self._last_take: dict[TakesKey, int] = {}
        self._material = DEFAULT_MATERIAL
        self._pan = 0.0  # the stereo position of the last key sound
        self._tried = False  # whether opening the device has been tried
        self.is_open = False

    def play_event_sound(self, event: str, number: int = 0, volume: float = 1.0) -> None:
        """Play the sound of an event.

        In stereo, the event "key" sounds from the column of its key. A capture or threat that
        follows sounds from the same place.

        Args:
            event: a key of ``EFFECTS``.
            number: the number of the event's sound, such as the number of the board key.
            volume: the volume, from 0 to 1.

        Raises:
            KeyError: there is no such event.
        """
        effect = EFFECTS[event]
        if event == "key":
            self._pan = stereo_pan_of_key(number)
        if volume <= 0 or not self.open_device_once():
            return
        wanted = (self._material, event, _nearest_sound_number(effect, number))
        takes = self._load_takes(wanted)
        if not takes:
            return
        channel = takes[self._choose_take(wanted, len(takes))].play()
        if channel is not None:  # the channel is None if no channel is free
            pan = self._pan if event in EVENTS_ON_A_KEY else 0.0
            channel.set_volume(
                *stereo_volumes(pan, min(1.0, volume) * self._rng.uniform(1 - VOLUME_JITTER, 1))
            )

    def use_sounds_of_theme(self, theme: str) -> None:
        """Switch to the sounds of a theme."""
        self._material = SOUND_MATERIALS.get(theme, DEFAULT_MATERIAL)

    def load_next_sound_file(self) -> bool:
        """Load one more sound file ahead of time, so that no animation waits for it.

        Returns:
            False if all sound files are loaded or the audio device is not open.
        """
        if not self.is_open:
            return False
        for event, effect in EFFECTS.items():
            for number in effect.numbers:
                if (self._material, event, number) not in self._takes:
                    self._load_takes((self._material, event, number))
                    return True
        return False

    @property
    def is_device_missing(self) -> bool:
        """Whether no usable audio device was found; False before the first attempt."""
        return self._tried and not self.is_open

    def close(self) -> None:
        """Drop all loaded sounds and close the mixer."""
        self._takes.clear()
        if self.is_open:
            pygame.mixer.quit()
            self.is_open = False

    def open_device_once(self) -> bool:
        """Open the audio device, unless that was tried before; return whether the device is open.

        This is done only for the first sound, so that the window appears sooner.
        """
        if not self._tried:
            self._tried = True
            try:
                pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER_FRAMES, allowedchanges=0)
                self.is_open = pygame.mixer.get_init() == (SAMPLE_RATE, -16, 2)
            except pygame.error:
                self.is_open = False
        return self.is_open

    def _choose_take(self, wanted: TakesKey, n_takes: int) -> int:
        """Return the number of a random take out of ``n_takes``, but not of the last one played."""
        last = self._last_take.get(wanted)
        self._last_take[wanted] = take = self._rng.choice(
            [k for k in range(n_takes) if k != last or n_takes == 1]
        )
        return take

    def _load_takes(self, wanted: TakesKey) -> Takes:
        if wanted not in self._takes:
            self._takes[wanted] = read_takes(*wanted)
        return self._takes[wanted]


def read_takes(material: str, event: str, number: int) -> Takes:
    """Load the takes of an effect; return an empty tuple if the file cannot be read.

    The file contains the takes one after the other, all of the same length.
    """
    raw = read_sound(material, sound_file_name(event, number))
    if raw is None:
        return ()
    samples, n = raw.get_raw(), EFFECTS[event].takes
    size = len(samples) // BYTES_PER_FRAME // n * BYTES_PER_FRAME
    return tuple(pygame.mixer.Sound(buffer=samples[k * size : (k + 1) * size]) for k in range(n))


def read_sound(*parts: str) -> pygame.mixer.Sound | None:
    """Load a file of assets/sounds; if it is missing or damaged, log this and return None."""
    try:
        return pygame.mixer.Sound(resources.asset_path("sounds", *parts))
    except (OSError, pygame.error, resources.BadInstallation) as error:
        log.warning("the sound %s cannot be read: %s", "/".join(parts), error)
        return None


def _nearest_sound_number(effect: SoundEffect, number: int) -> int:
    """Return ``number`` if the effect has a file for it, or else the last number with a file."""
    return number if number in effect.numbers else effect.numbers[-1]
