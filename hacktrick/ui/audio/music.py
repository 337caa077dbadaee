"""The quiet music: a score of eight bars, and a player that strikes its notes on a few voices.

The score depends on dice of its own and on the public tension of the match, so it tells nothing
about a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pygame

from hacktrick.ui.audio.sound_effects import read_sound, stereo_volumes

BEAT = 0.8  # seconds
BEATS = 4  # of a bar
BAR = BEAT * BEATS
RISING, HIGH = 0.3, 0.65  # tensions from which the bass and the pulse play

# Instruments, as files of assets/sounds/music, and seconds that each sounds.
LASTS: dict[str, float] = {"pad": 8.0, "bass": 2.6, "tune": 2.4, "pulse": 0.7}
STEREO_PLACES: dict[str, float] = {"pad": 0.0, "bass": -0.15, "tune": 0.35, "pulse": -0.35}
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
class MusicNote:
    """``at`` is in seconds from the beginning of its bar, ``level`` from 0 to 1."""

    at: float
    instrument: str
    name: str
    level: float

    @property
    def file(self) -> str:
        """The name of its sound."""
        return f"{self.instrument}-{self.name}"


def note_files() -> tuple[str, ...]:
    """Every sound that a score can ask for."""
    chords = [f"{kind}-{chord}" for kind in ("pad", "bass") for chord in (*CHORDS, TENSE)]
    return (*chords, *(f"tune-{degree}" for degree in range(1, 10)), "pulse-1")


def n_music_layers(tension: float) -> int:
    return 2 + (tension >= RISING) + (tension >= HIGH)


class MusicScore:
    """Bar after bar. The same dice and the same tensions give the same music."""

    def __init__(self, dice: Random) -> None:
        self._dice, self._bar = dice, 0
        self._phrase: Phrase = ()

    def bar(self, tension: float) -> tuple[MusicNote, ...]:
        """The notes of the next bar, in order."""
        n, self._bar = self._bar, self._bar + 1
        chord = CHORDS[n // 2 % len(CHORDS)]
        if chord == CHORDS[-1] and tension >= HIGH:
            chord = TENSE
        mix = MIX[n_music_layers(tension)]
        notes = [*self._chord(n, chord), *self._tune(n), *_low(n, chord, tension)]
        loud = [
            MusicNote(
                note.at, note.instrument, note.name, mix * LEVELS[note.instrument] * note.level
            )
            for note in notes
        ]
        return tuple(sorted(loud, key=lambda note: note.at))

    def _chord(self, n: int, chord: str) -> Iterator[MusicNote]:
        if n % 2 == 0:
            yield MusicNote(0.0, "pad", chord, 1.0)

    def _tune(self, n: int) -> Iterator[MusicNote]:
        phrases = FORM[n // (2 * len(CHORDS)) % len(FORM)]
        self._phrase = self._dice.choice([one for one in phrases if one != self._phrase])
        for beat, degree in self._phrase:
            yield MusicNote(beat * BEAT, "tune", str(degree), self._dice.uniform(0.75, 1.0))


def _low(n: int, chord: str, tension: float) -> Iterator[MusicNote]:
    """What the tension brings."""
    if tension >= RISING:
        for beat in (0.0, 2.5) if n % 2 == 0 else (0.0,):
            yield MusicNote(beat * BEAT, "bass", chord, 1.0 if beat == 0 else 0.7)
    if tension >= HIGH:
        for beat in (0.0, 0.35, 2.0, 2.35):  # a heart has two beats
            yield MusicNote(beat * BEAT, "pulse", "1", 1.0 if beat in (0.0, 2.0) else 0.6)


VOICES = 10  # a bar has no more at once, with what still rings of the bar before
FADE = 1.5  # seconds from full to silence
SOON = 0.5  # seconds of silence before the first note
SAMPLE_NOTE = MusicNote(0.0, "tune", "5", LEVELS["tune"])


class Music:
    """Plays while it is told that time goes by; silent for good if there is no device.

    `device` opens the mixer if it is not open, and says whether there is one.
    """

    def __init__(self, dice: Random, device: Callable[[], bool]) -> None:
        self._score = MusicScore(dice)
        self._device = device
        self._due: list[MusicNote] = []
        self._clock = -SOON  # seconds since the bar began
        self._bar_ends = 0.0
        self._level = 0.0
        self._left = [0.0] * VOICES  # seconds that each voice still sounds
        self._playing: list[MusicNote | None] = [None] * VOICES
        self._made: dict[str, pygame.mixer.Sound | None] = {}
        self._missing = list(note_files())
        self._channels: list[pygame.mixer.Channel] = []

    @property
    def level(self) -> float:
        """How loud it is now, 0 to 1."""
        return self._level

    @property
    def sounding(self) -> tuple[str, ...]:
        """The files of the notes that are heard now."""
        voices = zip(self._playing, self._left, strict=True)
        return tuple(note.file for note, left in voices if note is not None and left > 0)

    def passed(
        self, seconds: float, volume: float, tension: float = 0.0, at_rest: bool = True
    ) -> None:
        """Time has gone by, and the music shall be as loud as `volume`, 0 to 1.

        Args:
            tension: 0 to 1, of what everybody sees; the next bar answers it.
            at_rest: whether nothing moves, so that a file may be read.
        """
        if (volume <= 0 and self._level <= 0) or not self._open():
            return
        self._left = [max(0.0, left - seconds) for left in self._left]
        self._fade(seconds, volume)
        if self._level <= 0:
            self._fall_silent()
        elif volume > 0:
            self._go_on(seconds, tension, at_rest)

    def taste(self, volume: float) -> None:
        """One note as loud as the music is going to be, for whoever sets its volume."""
        if volume <= 0 or not self._open():
            return
        self._read(SAMPLE_NOTE.file)
        self._level = min(1.0, volume)
        self._strike(SAMPLE_NOTE)

    def close(self) -> None:
        """Before the mixer is closed."""
        self._fall_silent()
        self._level = 0.0
        if self._channels:  # the library remembers them even when the mixer is opened anew
            pygame.mixer.set_reserved(0)
            pygame.mixer.set_num_channels(pygame.mixer.get_num_channels() - VOICES)
        self._channels.clear()
        self._made.clear()
        self._missing = list(note_files())

    def _go_on(self, seconds: float, tension: float, at_rest: bool) -> None:
        if self._missing:
            if at_rest:
                self._read(self._missing[0])
            return
        self._clock += seconds
        while self._clock >= self._bar_ends:
            self._clock -= self._bar_ends
            self._due, self._bar_ends = list(self._score.bar(tension)), BAR
        while self._due and self._due[0].at <= self._clock:
            self._strike(self._due.pop(0))

    def _read(self, name: str) -> None:
        if name in self._missing:
            self._missing.remove(name)
            self._made[name] = read_sound("music", f"{name}.ogg")

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
            for voice, note in enumerate(self._playing):
                if note is not None and self._left[voice] > 0:
                    self._channels[voice].set_volume(*self._loudness(note))

    def _loudness(self, note: MusicNote) -> tuple[float, float]:
        return stereo_volumes(STEREO_PLACES[note.instrument], self._level * note.level)

    def _fall_silent(self) -> None:
        for channel in self._channels:
            channel.stop()
        self._left = [0.0] * VOICES
        self._due, self._clock, self._bar_ends = [], -SOON, 0.0

    def _strike(self, note: MusicNote) -> None:
        sound = self._made.get(note.file)
        if sound is None or 0.0 not in self._left:
            return
        voice = self._left.index(0.0)
        self._channels[voice].play(sound)
        self._channels[voice].set_volume(*self._loudness(note))
        self._left[voice], self._playing[voice] = LASTS[note.instrument], note
