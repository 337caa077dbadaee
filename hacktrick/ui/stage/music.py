"""Quiet music from a score: its notes are short files, struck one by one on voices of their own.

It must not know the game: it is told what time goes by, how loud it shall be, and how tense things
are that everybody sees; and it throws dice of its own, so that it tells nothing about any card. A
file is read when nothing moves and music is wanted, one in a frame.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame

from hacktrick.ui.stage.score import BAR, LASTS, LEVELS, PLACES, Note, Score, files
from hacktrick.ui.stage.sound import ears, read_sound

VOICES = 10  # a bar has no more at once, with what still rings of the bar before
FADE = 1.5  # seconds from full to silence
SOON = 0.5  # seconds of silence before the first note
TASTE = Note(0.0, "tune", "5", LEVELS["tune"])


class Music:
    """Plays while it is told that time goes by; silent for good if there is no device.

    `device` opens the mixer if it is not open, and says whether there is one.
    """

    def __init__(self, dice: Random, device: Callable[[], bool]) -> None:
        self._score = Score(dice)
        self._device = device
        self._due: list[Note] = []
        self._clock = -SOON  # seconds since the bar began
        self._bar_ends = 0.0
        self._level = 0.0
        self._left = [0.0] * VOICES  # seconds that each voice still sounds
        self._playing: list[Note | None] = [None] * VOICES
        self._made: dict[str, pygame.mixer.Sound | None] = {}
        self._missing = list(files())
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
        self._read(TASTE.file)
        self._level = min(1.0, volume)
        self._strike(TASTE)

    def close(self) -> None:
        """Before the mixer is closed."""
        self._fall_silent()
        self._level = 0.0
        if self._channels:  # the library remembers them even when the mixer is opened anew
            pygame.mixer.set_reserved(0)
            pygame.mixer.set_num_channels(pygame.mixer.get_num_channels() - VOICES)
        self._channels.clear()
        self._made.clear()
        self._missing = list(files())

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

    def _loudness(self, note: Note) -> tuple[float, float]:
        return ears(PLACES[note.instrument], self._level * note.level)

    def _fall_silent(self) -> None:
        for channel in self._channels:
            channel.stop()
        self._left = [0.0] * VOICES
        self._due, self._clock, self._bar_ends = [], -SOON, 0.0

    def _strike(self, note: Note) -> None:
        sound = self._made.get(note.file)
        if sound is None or 0.0 not in self._left:
            return
        voice = self._left.index(0.0)
        self._channels[voice].play(sound)
        self._channels[voice].set_volume(*self._loudness(note))
        self._left[voice], self._playing[voice] = LASTS[note.instrument], note
