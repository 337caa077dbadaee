"""Sounds made by arithmetic, by the name of an event.

It must not know the game. Same event, same sound; the pitch may depend on a public number, never on
a hidden card. Each sound is computed when it is first wanted, and without a device all is silent.
"""

import math
import random
from array import array
from collections.abc import Callable, Sequence

import pygame

RATE = 44100
LOUD = 0.42  # peak of a single voice; sums of voices stay below 1

Wave = Callable[[float], float]  # phase in turns -> -1 to 1
Samples = list[float]


def sine(phase: float) -> float:
    return math.sin(2 * math.pi * phase)


def triangle(phase: float) -> float:
    return 4 * abs(phase % 1 - 0.5) - 1


def saw(phase: float) -> float:
    """With its edge rounded off, or it would hiss."""
    return (sine(phase) + sine(2 * phase) / 2 + sine(3 * phase) / 3 + sine(4 * phase) / 4) * 0.6


def square(phase: float) -> float:
    return (sine(phase) + sine(3 * phase) / 3 + sine(5 * phase) / 5) * 0.9


def tone(
    start: float, seconds: float, wave: Wave = sine, end: float = 0.0, level: float = 1.0
) -> Samples:
    """One note from `start` Hz, sliding to `end` Hz if given; fades in at once and out smoothly."""
    n = int(RATE * seconds)
    slide = ((end or start) - start) / max(1, n)
    phase, samples = 0.0, []
    for k in range(n):
        phase += (start + slide * k) / RATE
        samples.append(wave(phase) * level * LOUD * _envelope(k, n))
    return samples


def noise(seconds: float, start: float, end: float, level: float = 1.0) -> Samples:
    """A sweep of filtered noise, the same every time."""
    dice, n, value, samples = random.Random(7), int(RATE * seconds), 0.0, []
    for k in range(n):
        cut = start + (end - start) * k / n
        value += (dice.uniform(-1, 1) - value) * min(1.0, 2 * math.pi * cut / RATE)
        samples.append(value * level * LOUD * math.sin(math.pi * k / n))
    return samples


def rest(seconds: float) -> Samples:
    return [0.0] * int(RATE * seconds)


def together(*voices: Samples) -> Samples:
    length = max(map(len, voices))
    padded = [voice + [0.0] * (length - len(voice)) for voice in voices]
    return [sum(values) / len(voices) * 1.3 for values in zip(*padded, strict=True)]


def after(*parts: Samples) -> Samples:
    return [value for part in parts for value in part]


def _chord(steps: Sequence[float], seconds: float, wave: Wave = triangle) -> Samples:
    return after(*(tone(hertz, seconds, wave) for hertz in steps))


def _riffle() -> Samples:
    grains = [after(noise(0.018, 3000, 1500, 0.9), rest(0.004 + 0.012 * k / 20)) for k in range(18)]
    return after(*grains)


def _tap() -> Samples:
    return after(tone(320, 0.03, triangle), rest(0.06))


# Event -> its sound for a number: a key, or how many are captured. Always a public number.
EVENTS: dict[str, Callable[[int], Samples]] = {
    "select": lambda n: tone(1800, 0.006, level=0.7),
    "hover": lambda n: tone(2400, 0.003, level=0.25),
    "invalid": lambda n: after(
        tone(110, 0.04, square, level=0.5), rest(0.03), tone(110, 0.04, square, level=0.5)
    ),
    "key": lambda n: together(tone(600 + 60 * n, 0.09), tone(1200, 0.09)),
    "draw": lambda n: noise(0.12, 2000, 1000, 1.6),
    "capture": lambda n: after(
        *(after(tone(660, 0.07), tone(550, 0.07)) for _ in range(max(1, n)))
    ),
    "play": lambda n: after(tone(440, 0.06, saw), tone(587, 0.06, saw)),
    "guard": lambda n: together(tone(131, 0.2, triangle), tone(196, 0.2, triangle)),
    "pass": lambda n: tone(900, 0.012, triangle, level=0.6),
    "ask": lambda n: after(tone(880, 0.08), tone(990, 0.1)),
    "answer": lambda n: tone(740, 0.16),
    "reveal": lambda n: after(_tap(), _tap(), _tap()),
    "reshuffle": lambda n: _riffle(),
    "won": lambda n: _chord((523, 659, 784, 1047), 0.09),
    "lost": lambda n: after(
        tone(294, 0.16, triangle, level=0.5), tone(262, 0.24, triangle, level=0.5)
    ),
    "match": lambda n: _chord((523, 659, 784, 1047, 784, 1319), 0.095),
    "curtain": lambda n: tone(220, 0.18, sine, 140, 0.6),
}


# What to synthesise ahead: a key's sound has its number, a capture's how many are taken.
COMMON: tuple[tuple[str, int], ...] = (
    *((event, 0) for event in EVENTS if event not in ("key", "capture")),
    *(("key", number) for number in range(1, 10)),
    *(("capture", number) for number in (1, 2)),
)


class Sounds:
    """Plays events; silent for good if there is no device."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._samples: dict[tuple[str, int], array[int]] = {}
        self._coming = iter(COMMON)
        self._tried = False
        self.available = False

    def play(self, event: str, number: int = 0, volume: float = 1.0) -> None:
        """Unknown events are a mistake of the caller; no device is not."""
        make = EVENTS[event]
        if volume <= 0 or not self.open():
            return
        sound = self._made.get((event, number))
        if sound is None:
            samples = self._samples.get((event, number)) or buffer(make(number))
            sound = self._made[event, number] = pygame.mixer.Sound(buffer=samples)
        sound.set_volume(min(1.0, volume))
        sound.play()

    def prepare(self) -> bool:
        """Synthesise one sound that may be needed, so that motion never waits for it; False when
        all are there."""
        wanted = next(self._coming, None)
        if wanted is None:
            return False
        event, number = wanted
        self._samples[wanted] = buffer(EVENTS[event](number))
        return True

    @property
    def missing(self) -> bool:
        """Whether a device was looked for in vain."""
        return self._tried and not self.available

    def close(self) -> None:
        self._made.clear()
        if self.available:
            pygame.mixer.quit()
            self.available = False

    def open(self) -> bool:
        """Whether there is a device; it is opened with the first sound, so that the window is there
        sooner."""
        if not self._tried:
            self._tried = True
            try:
                pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
                self.available = pygame.mixer.get_init() == (RATE, -16, 1)
            except pygame.error:
                self.available = False
        return self.available


def buffer(samples: Samples) -> "array[int]":
    """16-bit samples as the mixer wants them."""
    return array("h", (round(32767 * max(-1.0, min(1.0, value))) for value in samples))


def _envelope(k: int, n: int) -> float:
    attack = min(n // 4 + 1, RATE // 300)
    release = min(1.0, 3 * (n - k) / n)
    return min(1.0, k / attack) * release * math.sqrt(release)
