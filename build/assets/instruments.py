"""The instruments of the music: swelling chords, a plucked bass, a tune, and a pulse."""

from __future__ import annotations

from random import Random

import numpy as np
from scipy.signal import resample_poly

from assets.sound_effects import SCALE
from assets.sound_models import (
    RATE,
    WIRE,
    RandomChance,
    Samples,
    add_room_response,
    fade_in,
    fade_out,
    low_pass,
    plucked_string,
    soft_landing_sound,
    struck_bar,
)
from hacktrick.ui.audio import music as score

MUSIC_RATE = 22_050  # samples per second, enough since no note of the music is above 5 kHz

# Frequencies of the chords' notes in hertz; the last chord is a cluster of D and E flat.
CHORDS: dict[str, tuple[float, ...]] = {
    "d": (146.83, 220.0, 329.63),
    "b": (123.47, 185.0, 293.66),
    "g": (98.0, 196.0, 293.66, 440.0),
    "a": (110.0, 164.81, 329.63),
    "e": (146.83, 155.56, 220.0, 440.0),
}
BASS = {"d": 73.42, "b": 61.74, "g": 49.0, "a": 55.0, "e": 73.42}


def render_music_note(name: str, dice: RandomChance, room_echo: Samples) -> Samples:
    """Render a sound of the score: one row of samples at ``RATE``, as long as the score states."""
    kind, _, which = name.partition("-")
    seconds = score.NOTE_SECONDS[kind]
    if kind == "pad":
        dry = _render_pad_chord(CHORDS[which], seconds, dice)
    elif kind == "bass":
        dry = low_pass(plucked_string(WIRE, BASS[which], seconds, dice), 420)
    elif kind == "tune":
        hertz = SCALE[int(which) - 1]
        dry = plucked_string(WIRE, hertz, seconds, dice) * 0.5 + 0.4 * struck_bar(
            WIRE, hertz, seconds, dice
        )
        dry = low_pass(dry, 2600)
    else:
        dry = low_pass(soft_landing_sound(52, seconds, dice, 0.09), 220)
    ears = add_room_response(dry, room_echo, wet=0.35).mean(axis=0)[: len(dry)]
    ears = ears / np.max(np.abs(ears))
    return fade_out(fade_in(ears, 0.004), min(0.9, seconds / 3))


def _render_pad_chord(chord: tuple[float, ...], seconds: float, dice: RandomChance) -> Samples:
    """Render a chord with two slightly detuned sines per note and soft overtones."""
    t = np.arange(round(RATE * seconds)) / RATE
    total = np.zeros(len(t))
    for n, hertz in enumerate(chord):
        for apart in (-0.0012, 0.0012):
            phase = dice.uniform(0, 2 * np.pi)
            for overtone, level in ((1, 1.0), (2, 0.3), (3, 0.1)):
                turns = 2 * np.pi * hertz * (1 + apart) * overtone * t
                total += level / (1 + 0.4 * n) * np.sin(turns + phase)
    swell = np.minimum(1, t / 2.2) * np.minimum(1, (seconds - t) / 3.0)
    return np.asarray(total * np.sin(np.pi * swell / 2) ** 2)


N_BARS = 16  # number of bars of the rendered music


def render_music(sounds: dict[str, Samples], tension: float) -> Samples:
    """Render the music for one tension of the round: an array [ear, sample] at MUSIC_RATE."""
    ears = np.zeros((2, round(MUSIC_RATE * (score.BAR_SECONDS * N_BARS + 10))))
    music = score.MusicScore(Random(5))
    for bar in range(N_BARS):
        for note in music.next_bar(tension):
            begin = round(MUSIC_RATE * (bar * score.BAR_SECONDS + note.start))
            place, tone = score.INSTRUMENT_PANS[note.instrument], sounds[note.file_name]
            for ear, side in enumerate((min(1.0, 1 - place), min(1.0, 1 + place))):
                ears[ear, begin : begin + len(tone)] += side * note.volume * tone
    return ears


def resample_to_music_rate(samples: Samples) -> Samples:
    """Convert samples from ``RATE`` to ``MUSIC_RATE``."""
    return np.asarray(resample_poly(samples, 1, RATE // MUSIC_RATE))
