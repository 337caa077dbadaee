"""Quiet music made by chance: soft tones, a few at a time, and rests.

It must not know the game: it is told what time goes by and how loud it shall be, nothing else, and
throws dice of its own, so that it tells nothing about any card. The tones are synthesised a little
in every frame, in the order in which they are wanted, and only if the player wants music.
"""

import io
import math
import wave
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pygame

from hacktrick.ui.stage.sound import Samples, buffer

RATE = (
    11_025  # of what is made: nothing in it is higher than 2 kHz; the mixer has a rate of its own
)
VOICES = 3
QUIET = 0.11  # peak of a tone: three of them together stay 9 dB below the loudest there is
FADE = 1.5  # seconds from full to silence
SLICE = 0.1  # seconds of sound that are synthesised in a frame, in about one thousandth of a second
SOON = 0.5  # seconds of silence before the first tone
PAUSE = (1.8, 5.0)  # seconds from the beginning of a tone to that of the next
REST = (9.0, 14.0)
REST_EVERY = 9  # tones, on average


@dataclass(frozen=True, slots=True)
class Tone:
    """Times in seconds. `partials` are the levels of the tone and of its overtones; `ring` is how
    long it takes to fall to a third, None for a tone that is held."""

    hertz: float
    partials: tuple[float, ...]
    attack: float
    seconds: float
    release: float
    ring: float | None = None


def _pad(hertz: float) -> Tone:
    return Tone(hertz, (1.0, 0.4, 0.12), attack=2.6, seconds=8.0, release=4.2)


def _bell(hertz: float) -> Tone:
    return Tone(hertz, (1.0, 0.22, 0.06), attack=0.09, seconds=5.5, release=2.5, ring=1.6)


# As many as a board has keys. All are of one pentatonic scale, on D, so that any of them agree.
TONES: tuple[Tone, ...] = (
    *map(_pad, (146.83, 185.00, 220.00, 246.94)),
    *map(_bell, (293.66, 369.99, 440.00, 493.88, 659.26)),
)


@dataclass(frozen=True, slots=True)
class Note:
    """A number in TONES, and the seconds from the beginning of the note before."""

    tone: int
    pause: float


def score(dice: Random) -> Iterator[Note]:
    """Notes for ever; never the same one twice running."""
    tone = -1
    while True:
        tone = dice.choice([other for other in range(len(TONES)) if other != tone])
        pause = REST if dice.randrange(REST_EVERY) == 0 else PAUSE
        yield Note(tone, dice.uniform(*pause))


def slices(tone: Tone) -> Iterator[Samples]:
    """The tone at RATE, SLICE after SLICE; it begins and ends with silence."""
    turns = 2 * math.pi * tone.hertz
    scale = QUIET / sum(tone.partials)
    overtones = [(n * turns, level * scale) for n, level in enumerate(tone.partials, 1)]
    n, step = round(RATE * tone.seconds), round(RATE * SLICE)
    for first in range(0, n, step):
        times = [k / RATE for k in range(first, min(first + step, n))]
        yield [
            _envelope(tone, t) * sum(level * math.sin(speed * t) for speed, level in overtones)
            for t in times
        ]


class Music:
    """Plays while it is told that time goes by; silent for good if there is no device.

    `device` opens the mixer if it is not open, and says whether there is one.
    """

    def __init__(self, dice: Random, device: Callable[[], bool]) -> None:
        self._score = score(dice)
        self._device = device
        self._next = next(self._score)
        self._wait = SOON
        self._level = 0.0
        self._left = [0.0] * VOICES  # seconds that each voice still sounds
        self._playing = [0] * VOICES  # the tone that each voice has or had
        self._made: dict[int, pygame.mixer.Sound] = {}
        self._making: tuple[Iterator[Samples], array[int]] | None = None
        self._channels: list[pygame.mixer.Channel] = []

    @property
    def level(self) -> float:
        """How loud it is now, 0 to 1."""
        return self._level

    @property
    def sounding(self) -> tuple[int, ...]:
        """The tones that are heard now."""
        voices = zip(self._playing, self._left, strict=True)
        return tuple(tone for tone, left in voices if left > 0)

    def passed(self, seconds: float, volume: float) -> None:
        """Time has gone by, and the music shall be as loud as `volume`, 0 to 1."""
        if (volume <= 0 and self._level <= 0) or not self._open():
            return
        self._left = [max(0.0, left - seconds) for left in self._left]
        self._fade(seconds, volume)
        if self._level <= 0:
            self._fall_silent()
            return
        if volume <= 0:
            return
        self._wait -= seconds
        if self._next.tone not in self._made:
            self._make(self._next.tone)
        elif self._wait <= 0 and 0.0 in self._left:
            self._strike(self._left.index(0.0))

    def close(self) -> None:
        """Before the mixer is closed."""
        self._fall_silent()
        self._level = 0.0
        self._channels.clear()
        self._made.clear()

    def _open(self) -> bool:
        if not self._channels and self._device():
            # Its voices are its own: no effect takes one of them, nor has fewer for that.
            pygame.mixer.set_num_channels(pygame.mixer.get_num_channels() + VOICES)
            pygame.mixer.set_reserved(VOICES)
            self._channels = [pygame.mixer.Channel(n) for n in range(VOICES)]
        return bool(self._channels)

    def _fade(self, seconds: float, volume: float) -> None:
        most = seconds / FADE
        level = self._level + max(-most, min(most, min(1.0, volume) - self._level))
        if level != self._level:
            self._level = level
            for sound in self._made.values():
                sound.set_volume(level)

    def _fall_silent(self) -> None:
        for channel in self._channels:
            channel.stop()
        self._left = [0.0] * VOICES
        self._wait = SOON

    def _make(self, number: int) -> None:
        """One more slice of a tone; with the last of them it can be played."""
        coming, samples = self._making = self._making or (slices(TONES[number]), buffer([]))
        more = next(coming, None)
        if more is not None:
            samples.extend(buffer(more))
            return
        self._making = None
        self._made[number] = pygame.mixer.Sound(file=io.BytesIO(wave_file(samples)))
        self._made[number].set_volume(self._level)

    def _strike(self, voice: int) -> None:
        tone = self._next.tone
        self._channels[voice].play(self._made[tone])
        self._left[voice], self._playing[voice] = TONES[tone].seconds, tone
        self._next = next(self._score)
        self._wait = self._next.pause


def wave_file(samples: "array[int]") -> bytes:
    """In the form in which the mixer takes samples of another rate than its own."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return stream.getvalue()


def _envelope(tone: Tone, t: float) -> float:
    held = 1.0 if tone.ring is None else math.exp(-t / tone.ring)
    return held * _swell(t / tone.attack) * _swell((tone.seconds - t) / tone.release)


def _swell(part: float) -> float:
    """From 0 to 1 without a corner, as `part` does."""
    return 1.0 if part >= 1 else (1 - math.cos(math.pi * max(0.0, part))) / 2
