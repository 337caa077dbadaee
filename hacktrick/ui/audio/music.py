"""Background music: a generated score, and a player that plays the notes on a few mixer channels.

The score depends only on its own random numbers and on the tension of the public state, so it
reveals nothing about hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pygame

from hacktrick.ui.audio.sound_effects import read_sound, stereo_volumes

BEAT_SECONDS = 0.8
BEATS_PER_BAR = 4
BAR_SECONDS = BEAT_SECONDS * BEATS_PER_BAR
BASS_TENSION, PULSE_TENSION = 0.3, 0.65  # tensions at which the bass and the pulse begin to play

# Seconds for which a note of each instrument sounds. The sound files are in assets/sounds/music.
NOTE_SECONDS: dict[str, float] = {"pad": 8.0, "bass": 2.6, "tune": 2.4, "pulse": 0.7}
INSTRUMENT_PANS: dict[str, float] = {"pad": 0.0, "bass": -0.15, "tune": 0.35, "pulse": -0.35}
INSTRUMENT_VOLUMES: dict[str, float] = {"pad": 0.8, "bass": 0.62, "tune": 0.7, "pulse": 0.55}
# The gain by the number of instruments, which keeps more instruments from sounding louder.
LAYER_GAINS: dict[int, float] = {2: 1.12, 3: 1.0, 4: 0.97}

CHORDS = ("d", "b", "g", "a")  # the chords, each of which sounds for two bars
TENSE_CHORD = "e"  # chord that replaces the last one while the pulse plays

# Notes as (beat, degree of the scale from 1, the lowest, to 9).
Phrase = tuple[tuple[float, int], ...]
VERSE: tuple[Phrase, ...] = (
    ((0, 4), (1.5, 5), (3, 6)),
    ((0, 6), (2, 5)),
    ((0.5, 3), (1.5, 4), (2.5, 5)),
    ((1, 5), (3, 4)),
    ((0, 1), (1, 3), (2, 4)),
    (),
)
CHORUS: tuple[Phrase, ...] = (
    ((0, 8), (1, 7), (2, 6)),
    ((0, 9), (2.5, 8)),
    ((0.5, 6), (1, 7), (3, 9)),
    ((2, 7),),
)
FORM = (VERSE, VERSE, CHORUS, VERSE)


@dataclass(frozen=True, slots=True)
class MusicNote:
    """A note of the score.

    Attributes:
        start: seconds after the beginning of the bar.
        pitch: a chord, or a degree of the scale, as in the names of sound files.
        volume: from 0 to 1.
    """

    start: float
    instrument: str
    pitch: str
    volume: float

    @property
    def file_name(self) -> str:
        """The name of the sound file, without its extension."""
        return f"{self.instrument}-{self.pitch}"


def note_file_names() -> tuple[str, ...]:
    """Return the names of all sound files that a score can use, without extensions."""
    chords = [f"{kind}-{chord}" for kind in ("pad", "bass") for chord in (*CHORDS, TENSE_CHORD)]
    return (*chords, *(f"tune-{degree}" for degree in range(1, 10)), "pulse-1")


def n_instruments_at_tension(tension: float) -> int:
    """Return the number of instruments that play, 2 to 4, at a ``tension`` from 0 to 1."""
    return 2 + (tension >= BASS_TENSION) + (tension >= PULSE_TENSION)


class MusicScore:
    """Generates the music bar by bar; the same random numbers and tensions give the same music."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._bar = rng, 0
        self._phrase: Phrase = ()

    def next_bar(self, tension: float) -> tuple[MusicNote, ...]:
        """Return the notes of the next bar, in the order of their start.

        Args:
            tension: the tension of the match, from 0 to 1.
        """
        n, self._bar = self._bar, self._bar + 1
        chord = CHORDS[n // 2 % len(CHORDS)]
        if chord == CHORDS[-1] and tension >= PULSE_TENSION:
            chord = TENSE_CHORD
        mix = LAYER_GAINS[n_instruments_at_tension(tension)]
        notes = [
            *self._chord_notes(n, chord),
            *self._tune_notes(n),
            *_bass_and_pulse_notes(n, chord, tension),
        ]
        loud = [
            MusicNote(
                note.start,
                note.instrument,
                note.pitch,
                mix * INSTRUMENT_VOLUMES[note.instrument] * note.volume,
            )
            for note in notes
        ]
        return tuple(sorted(loud, key=lambda note: note.start))

    def _chord_notes(self, bar_number: int, chord: str) -> Iterator[MusicNote]:
        if bar_number % 2 == 0:
            yield MusicNote(0.0, "pad", chord, 1.0)

    def _tune_notes(self, bar_number: int) -> Iterator[MusicNote]:
        phrases = FORM[bar_number // (2 * len(CHORDS)) % len(FORM)]
        self._phrase = self._rng.choice([one for one in phrases if one != self._phrase])
        for beat, degree in self._phrase:
            yield MusicNote(beat * BEAT_SECONDS, "tune", str(degree), self._rng.uniform(0.75, 1.0))


def _bass_and_pulse_notes(bar_number: int, chord: str, tension: float) -> Iterator[MusicNote]:
    """Yield the notes of bass and pulse in a bar, if the match is tense enough for them."""
    if tension >= BASS_TENSION:
        for beat in (0.0, 2.5) if bar_number % 2 == 0 else (0.0,):
            yield MusicNote(beat * BEAT_SECONDS, "bass", chord, 1.0 if beat == 0 else 0.7)
    if tension >= PULSE_TENSION:
        for beat in (0.0, 0.35, 2.0, 2.35):  # two double beats, like those of a heart
            yield MusicNote(beat * BEAT_SECONDS, "pulse", "1", 1.0 if beat in (0.0, 2.0) else 0.6)


# Number of mixer channels for the notes of a bar and the fading notes of the previous bar.
N_VOICES = 10
FADE_SECONDS = 1.5  # seconds from full volume to silence
LEAD_IN_SECONDS = 0.5  # seconds of silence before the first note
SAMPLE_NOTE = MusicNote(0.0, "tune", "5", INSTRUMENT_VOLUMES["tune"])


class Music:
    """Plays the score; ``update`` must be called every frame.

    Without an audio device, the music is silent.

    Args:
        rng: the random numbers of the score.
        open_device: opens the mixer if necessary, and returns whether there is a device.
    """

    def __init__(self, rng: Random, open_device: Callable[[], bool]) -> None:
        self._score = MusicScore(rng)
        self._open_device = open_device
        self._pending_notes: list[MusicNote] = []
        self._clock = -LEAD_IN_SECONDS  # the seconds since the bar began
        self._bar_ends = 0.0
        self._volume = 0.0
        self._remaining = [0.0] * N_VOICES  # the seconds for which each voice will still sound
        self._playing: list[MusicNote | None] = [None] * N_VOICES
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._unloaded_files = list(note_file_names())
        self._channels: list[pygame.mixer.Channel] = []

    @property
    def volume(self) -> float:
        """The current volume, 0 to 1, which differs from the requested one during a fade."""
        return self._volume

    @property
    def audible_note_files(self) -> tuple[str, ...]:
        """The sound files of the notes that can be heard now."""
        voices = zip(self._playing, self._remaining, strict=True)
        return tuple(note.file_name for note, left in voices if note is not None and left > 0)

    def update(
        self, seconds: float, volume: float, tension: float = 0.0, can_load: bool = True
    ) -> None:
        """Advance the music by ``seconds``, fading it towards ``volume`` (0 to 1).

        Args:
            seconds: the seconds since the last call.
            volume: the volume that the music should reach, from 0 to 1.
            tension: the tension of the match, from 0 to 1, which determines the instruments.
            can_load: whether a sound file may be loaded, which takes longer than a frame.
        """
        if (volume <= 0 and self._volume <= 0) or not self._open_channels():
            return
        self._remaining = [max(0.0, left - seconds) for left in self._remaining]
        self._fade_to_volume(seconds, volume)
        if self._volume <= 0:
            self._stop_all()
        elif volume > 0:
            self._advance_score(seconds, tension, can_load)

    def play_sample_at_volume(self, volume: float) -> None:
        """Play one note at a volume of 0 to 1, as a sample while the player moves a slider."""
        if volume <= 0 or not self._open_channels():
            return
        self._load_note_file(SAMPLE_NOTE.file_name)
        self._volume = min(1.0, volume)
        self._play_note(SAMPLE_NOTE)

    def close(self) -> None:
        """Stop all notes and free the channels; must be called before the mixer is closed."""
        self._stop_all()
        self._volume = 0.0
        if self._channels:  # Pygame keeps the reservation even after the mixer is reopened.
            pygame.mixer.set_reserved(0)
            pygame.mixer.set_num_channels(pygame.mixer.get_num_channels() - N_VOICES)
        self._channels.clear()
        self._loaded.clear()
        self._unloaded_files = list(note_file_names())

    def _advance_score(self, seconds: float, tension: float, can_load: bool) -> None:
        if self._unloaded_files:
            if can_load:
                self._load_note_file(self._unloaded_files[0])
            return
        self._clock += seconds
        while self._clock >= self._bar_ends:
            self._clock -= self._bar_ends
            self._pending_notes, self._bar_ends = list(self._score.next_bar(tension)), BAR_SECONDS
        while self._pending_notes and self._pending_notes[0].start <= self._clock:
            self._play_note(self._pending_notes.pop(0))

    def _load_note_file(self, name: str) -> None:
        if name in self._unloaded_files:
            self._unloaded_files.remove(name)
            self._loaded[name] = read_sound("music", f"{name}.ogg")

    def _open_channels(self) -> bool:
        if not self._channels and self._open_device():
            # Sound effects must not take channels of the music, or the music channels of effects.
            pygame.mixer.set_num_channels(pygame.mixer.get_num_channels() + N_VOICES)
            pygame.mixer.set_reserved(N_VOICES)
            self._channels = [pygame.mixer.Channel(n) for n in range(N_VOICES)]
        return bool(self._channels)

    def _fade_to_volume(self, seconds: float, volume: float) -> None:
        most = seconds / FADE_SECONDS
        level = self._volume + max(-most, min(most, min(1.0, volume) - self._volume))
        if level != self._volume:
            self._volume = level
            for voice, note in enumerate(self._playing):
                if note is not None and self._remaining[voice] > 0:
                    self._channels[voice].set_volume(*self._channel_volumes(note))

    def _channel_volumes(self, note: MusicNote) -> tuple[float, float]:
        return stereo_volumes(INSTRUMENT_PANS[note.instrument], self._volume * note.volume)

    def _stop_all(self) -> None:
        for channel in self._channels:
            channel.stop()
        self._remaining = [0.0] * N_VOICES
        self._pending_notes, self._clock, self._bar_ends = [], -LEAD_IN_SECONDS, 0.0

    def _play_note(self, note: MusicNote) -> None:
        sound = self._loaded.get(note.file_name)
        if sound is None or 0.0 not in self._remaining:
            return
        voice = self._remaining.index(0.0)
        self._channels[voice].play(sound)
        self._channels[voice].set_volume(*self._channel_volumes(note))
        self._remaining[voice], self._playing[voice] = NOTE_SECONDS[note.instrument], note
