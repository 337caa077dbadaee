"""The score of the quiet music: what sounds in which bar, in layers that come with the tension.

Pure: no device, no files. Eight bars, four chords of two bars each, in the form A A B A. Dice
choose only which of the written phrases a bar has. The tension is a number from 0 to 1 that is
public, and decides which layers play: chords and tune always, a bass when something may be won, a
pulse when it may be lost as easily.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

BEAT = 0.8  # seconds
BEATS = 4  # of a bar
BAR = BEAT * BEATS
RISING, HIGH = 0.3, 0.65  # tensions from which the bass and the pulse play

# Instruments, as files of assets/sounds/music, and seconds that each sounds.
LASTS: dict[str, float] = {"pad": 8.0, "bass": 2.6, "tune": 2.4, "pulse": 0.7}
PLACES: dict[str, float] = {"pad": 0.0, "bass": -0.15, "tune": 0.35, "pulse": -0.35}
LEVELS: dict[str, float] = {"pad": 0.8, "bass": 0.62, "tune": 0.7, "pulse": 0.55}
# The whole of the music by how many layers play, so that more of them are not louder.
MIX: dict[int, float] = {2: 1.12, 3: 1.0, 4: 0.97}

CHORDS = ("d", "b", "g", "a")
TENSE = "e"  # instead of the last chord, where the tension is high

Phrase = tuple[tuple[float, int], ...]  # (beat, degree of the scale, 1 the lowest of nine)
A: tuple[Phrase, ...] = (
    ((0, 4), (1.5, 5), (3, 6)),
    ((0, 6), (2, 5)),
    ((0.5, 3), (1.5, 4), (2.5, 5)),
    ((1, 5), (3, 4)),
    ((0, 1), (1, 3), (2, 4)),
    (),
)
B: tuple[Phrase, ...] = (
    ((0, 8), (1, 7), (2, 6)),
    ((0, 9), (2.5, 8)),
    ((0.5, 6), (1, 7), (3, 9)),
    ((2, 7),),
)
FORM = (A, A, B, A)


@dataclass(frozen=True, slots=True)
class Note:
    """``at`` is in seconds from the beginning of its bar, ``level`` from 0 to 1."""

    at: float
    instrument: str
    name: str
    level: float

    @property
    def file(self) -> str:
        """The name of its sound."""
        return f"{self.instrument}-{self.name}"


def files() -> tuple[str, ...]:
    """Every sound that a score can ask for."""
    chords = [f"{kind}-{chord}" for kind in ("pad", "bass") for chord in (*CHORDS, TENSE)]
    return (*chords, *(f"tune-{degree}" for degree in range(1, 10)), "pulse-1")


def n_layers(tension: float) -> int:
    return 2 + (tension >= RISING) + (tension >= HIGH)


class Score:
    """Bar after bar. The same dice and the same tensions give the same music."""

    def __init__(self, dice: Random) -> None:
        self._dice, self._bar = dice, 0
        self._phrase: Phrase = ()

    def bar(self, tension: float) -> tuple[Note, ...]:
        """The notes of the next bar, in order."""
        n, self._bar = self._bar, self._bar + 1
        chord = CHORDS[n // 2 % len(CHORDS)]
        if chord == CHORDS[-1] and tension >= HIGH:
            chord = TENSE
        mix = MIX[n_layers(tension)]
        notes = [*self._chord(n, chord), *self._tune(n), *_low(n, chord, tension)]
        loud = [
            Note(note.at, note.instrument, note.name, mix * LEVELS[note.instrument] * note.level)
            for note in notes
        ]
        return tuple(sorted(loud, key=lambda note: note.at))

    def _chord(self, n: int, chord: str) -> Iterator[Note]:
        if n % 2 == 0:
            yield Note(0.0, "pad", chord, 1.0)

    def _tune(self, n: int) -> Iterator[Note]:
        phrases = FORM[n // (2 * len(CHORDS)) % len(FORM)]
        self._phrase = self._dice.choice([one for one in phrases if one != self._phrase])
        for beat, degree in self._phrase:
            yield Note(beat * BEAT, "tune", str(degree), self._dice.uniform(0.75, 1.0))


def _low(n: int, chord: str, tension: float) -> Iterator[Note]:
    """What the tension brings."""
    if tension >= RISING:
        for beat in (0.0, 2.5) if n % 2 == 0 else (0.0,):
            yield Note(beat * BEAT, "bass", chord, 1.0 if beat == 0 else 0.7)
    if tension >= HIGH:
        for beat in (0.0, 0.35, 2.0, 2.35):  # a heart has two beats
            yield Note(beat * BEAT, "pulse", "1", 1.0 if beat in (0.0, 2.0) else 0.6)
