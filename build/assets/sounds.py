#!/usr/bin/env python3
"""Renders the sounds of assets/sounds from models; nothing in them is recorded.

python build/assets/sounds.py
    render all sounds; on another machine only the codec's output may differ
python build/assets/sounds.py --check [--table docs/sounds.md]
    measure the files, print the table, and exit with an error if a limit is broken; --table also
    writes the table into that file
python build/assets/sounds.py --check --spectrograms FOLDER
    draw pictures of each material's sounds

``LIMITS`` lists what is checked. Needs the dependency group `sounds`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pygame

from assets.instruments import MUSIC_RATE, render_music, resample_to_music_rate
from assets.instruments import render_music_note as tone
from assets.loudness import (
    MAX_PEAK_DBTP,
    loudest_moment_lufs,
    normalize_loudness,
    read_sound,
    seconds_until_quiet,
    spectral_centroid_hertz,
    true_peak_dbtp,
    write_vorbis,
)
from assets.sound_effects import RECIPES
from assets.sound_models import (
    MATERIALS,
    RATE,
    Samples,
    add_room_response,
    fade_in,
    fade_out,
    room_response,
)
from hacktrick.ui.audio import music
from hacktrick.ui.audio.sound_effects import EFFECTS, sound_file_name

ROOT = Path(__file__).resolve().parents[2]
SOUNDS = ROOT / "assets" / "sounds"
MAX_TOTAL_BYTES = 1.5e6  # maximum size of all files together, in bytes
# Two target loudnesses in LUFS, and the tolerance.
EFFECT_LOUDNESS, MUSIC_LOUDNESS, LOUDNESS_TOLERANCE = -23.0, -21.0, 1.0
# Target loudness of other sounds, in LUFS.
LOUDNESS_TARGETS = {"invalid": -26.0, "won": -20.0, "won_double": -20.0, "match": -20.0}
# The sounds of victories, and by how many LU they must be louder than "invalid".
VICTORIES, MIN_LEAD = ("won", "won_double", "match"), 3.0
QUALITY = {"effect": 0.0, "music": 0.05}
TRIES = 10
# Seconds of silence around a take, since the codec smears its edges.
SILENCE_BEFORE, SILENCE_AFTER = 0.008, 0.012
MAX_EDGE_AMPLITUDE = 0.01  # the largest amplitude at the edges of a take
SEED = 2015
PICTURE, PICTURE_SECONDS = (480, 64), 1.3
TENSIONS = (0.0, 0.5, 1.0)


def main() -> int:
    pygame.font.init()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="measure the existing sounds")
    parser.add_argument(
        "--spectrograms",
        type=Path,
        metavar="FOLDER",
        help="also draw spectrograms into this folder",
    )
    parser.add_argument("--table", type=Path, help="write the table of --check to this file")
    options = parser.parse_args()
    if not options.check:
        render_all_sounds()
    lines, faults = sound_table_and_faults()
    print("\n".join(lines))
    if options.spectrograms:
        options.spectrograms.mkdir(parents=True, exist_ok=True)
        for material in MATERIALS:
            pygame.image.save(spectrograms(material), options.spectrograms / f"{material}.png")
    if options.table:
        options.table.write_text(sounds_page(lines), encoding="utf-8")
    print("\n".join(faults) or "All limits hold.")
    return 1 if faults else 0


def render_all_sounds() -> None:
    answer = room_response(np.random.default_rng(SEED))
    for material in MATERIALS:
        for event, effect in EFFECTS.items():
            for number in effect.numbers:
                takes = render_takes(material, event, number, answer)
                write_takes(
                    SOUNDS / material / sound_file_name(event, number),
                    takes,
                    target_loudness_lufs(event),
                )
        print(material, flush=True)
    loudness = MUSIC_LOUDNESS - max(
        loudest_moment_lufs(render_music(_render_unnormalized_music(answer), t), MUSIC_RATE)
        for t in TENSIONS
    )
    for name, samples in _render_unnormalized_music(answer).items():
        scaled = samples * 10 ** (loudness / 20)
        write_vorbis(
            SOUNDS / "music" / f"{name}.ogg", scaled[None, :], QUALITY["music"], MUSIC_RATE
        )


def target_loudness_lufs(event: str) -> float:
    """Return the loudness that an event's sound should have, in LUFS."""
    return LOUDNESS_TARGETS.get(event, EFFECT_LOUDNESS)


def write_takes(path: Path, takes: list[Samples], loudness: float) -> None:
    """Write the takes of a sound to one file, so that each has this loudness when decoded.

    Args:
        loudness: the loudness in LUFS.
    """
    for attempt in range(2 * TRIES):
        write_vorbis(path, np.concatenate(takes, axis=1), QUALITY["effect"])
        heard = np.split(read_sound(path)[0], len(takes), axis=1)
        steps = [
            min(loudness - loudest_moment_lufs(one), MAX_PEAK_DBTP - 0.35 - true_peak_dbtp(one))
            for one in heard
        ]
        if all(-0.2 < step < 0.5 for step in steps):
            return
        # The codec is not linear, so doubling the input does not double the output.
        rise = 0.6 if attempt < TRIES else 0.0
        softer = [step - 0.1 if step < 0 else rise * step for step in steps]
        takes = [take * 10 ** (step / 20) for take, step in zip(takes, softer, strict=True)]


def render_takes(material: str, event: str, key_or_count: int, room_echo: Samples) -> list[Samples]:
    """Render every take of a sound as [ear, sample], all padded to the length of the longest."""
    takes = []
    for take in range(EFFECTS[event].takes):
        key = [SEED, *map(ord, f"{material}{event}"), key_or_count, take]
        dry = RECIPES[event](MATERIALS[material], key_or_count, np.random.default_rng(key))
        ears = _trim_silence_and_fade(add_room_response(dry, room_echo))
        takes.append(normalize_loudness(ears, target_loudness_lufs(event)))
    longest = max(take.shape[1] for take in takes)
    before, after = round(SILENCE_BEFORE * RATE), round(SILENCE_AFTER * RATE)
    return [np.pad(take, ((0, 0), (before, after + longest - take.shape[1]))) for take in takes]


def _trim_silence_and_fade(ears: Samples) -> Samples:
    """Return a sound cut where it becomes inaudible (43 dB below its peak), faded in and out."""
    loud = np.nonzero(np.max(np.abs(ears), axis=0) > np.max(np.abs(ears)) * 10 ** (-43 / 20))[0]
    end = min(ears.shape[1], int(loud[-1]) + round(0.03 * RATE))
    return np.array([fade_out(fade_in(ear[:end], 0.0005), 0.06) for ear in ears])


def _render_unnormalized_music(room_echo: Samples) -> dict[str, Samples]:
    dice = np.random.default_rng(SEED)
    return {
        name: resample_to_music_rate(tone(name, dice, room_echo))
        for name in music.note_file_names()
    }


# Functions for checking the files.


def sound_table_and_faults() -> tuple[list[str], list[str]]:
    """Return the lines of the table, and a sentence for each broken limit."""
    lines = [
        "| material | event | takes | seconds | LUFS | dBTP | centroid (Hz) | decay (s) |",
        "|---|---|---|---|---|---|---|---|",
    ]
    faults: list[str] = []
    figures: dict[str, list[tuple[str, float, float]]] = {}
    for material in MATERIALS:
        loud: dict[str, list[float]] = {}
        for event in EFFECTS:
            line, wrong, figure, loud[event] = _effect_row_and_faults(material, event)
            lines.append(line)
            faults += wrong
            figures.setdefault(material, []).append((event, *figure))
        faults += [
            f"{material}: {event} is not {MIN_LEAD:.0f} LU louder than invalid"
            for event in VICTORIES
            if min(loud[event]) < max(loud["invalid"]) + MIN_LEAD
        ]
    music, wrong = _music_rows_and_faults()
    faults += [
        *wrong,
        *(
            fault
            for material, rows in figures.items()
            for fault in _similar_event_faults(material, rows)
        ),
    ]
    size = sum(path.stat().st_size for path in SOUNDS.rglob("*.ogg"))
    if size > MAX_TOTAL_BYTES:
        faults.append(f"all files together take {size / 1e6:.2f} MB")
    return [*lines, "", *music, "", f"All files together: {size / 1e6:.2f} MB."], faults


def _effect_row_and_faults(
    material: str, event: str
) -> tuple[str, list[str], tuple[float, float], list[float]]:
    """Measure the takes of an event's sound.

    Returns:
        The line of the table, faults, brightness (Hz) and length (s), and the LUFS of each take.
    """
    effect = EFFECTS[event]
    takes = []
    for number in effect.numbers:
        ears, _rate = read_sound(SOUNDS / material / sound_file_name(event, number))
        takes += np.split(ears, effect.takes, axis=1)
    loud, peaks = (
        [loudest_moment_lufs(take) for take in takes],
        [true_peak_dbtp(take) for take in takes],
    )
    faults = [
        fault
        for one in zip(takes, loud, peaks, strict=True)
        for fault in _take_faults(*one, target_loudness_lufs(event))
    ]
    middle, falls = (
        np.mean([spectral_centroid_hertz(t) for t in takes]),
        np.mean([seconds_until_quiet(t) for t in takes]),
    )
    line = (
        f"| {material} | {event} | {len(takes)} | {takes[0].shape[1] / RATE:.2f} | "
        f"{_range_text(loud)} | {max(peaks):.1f} | {middle:.0f} | {falls:.2f} |"
    )
    sentences = [f"{material}, {event}: {fault}" for fault in faults]
    return line, sentences, (float(middle), float(falls)), loud


def _take_faults(take: Samples, loudness: float, peak: float, target_loudness: float) -> list[str]:
    """Return the faults of a recorded take, such as a wrong loudness; empty if there are none."""
    found = []
    if peak > MAX_PEAK_DBTP:
        found.append(f"its true peak is {peak:.1f} dBTP")
    # The take cannot be louder, since its peak is at the limit.
    at_its_peak = peak > MAX_PEAK_DBTP - 1.5
    if loudness > target_loudness + LOUDNESS_TOLERANCE or (
        loudness < target_loudness - LOUDNESS_TOLERANCE and not at_its_peak
    ):
        found.append(f"its loudest 400 ms are at {loudness:.1f} LUFS")
    if max(np.max(np.abs(take[:, 0])), np.max(np.abs(take[:, -1]))) > MAX_EDGE_AMPLITUDE:
        found.append("it clicks at an edge")
    return found


def _similar_event_faults(material: str, rows: list[tuple[str, float, float]]) -> list[str]:
    """Return a sentence for each pair of events with similar brightness and length."""
    return [
        f"{material}: {one} and {other} are alike"
        for k, (one, bright, length) in enumerate(rows)
        for other, bright2, length2 in rows[k + 1 :]
        if abs(np.log2(bright / bright2)) < 0.04 and abs(np.log2(length / length2)) < 0.1
    ]


def _music_rows_and_faults() -> tuple[list[str], list[str]]:
    sounds = {
        name: read_sound(SOUNDS / "music" / f"{name}.ogg")[0][0] for name in music.note_file_names()
    }
    lines = ["| music at tension | layers | LUFS | dBTP |", "|---|---|---|---|"]
    faults = []
    for tension in TENSIONS:
        ears = render_music(sounds, tension)
        loudness, peak = loudest_moment_lufs(ears, MUSIC_RATE), true_peak_dbtp(ears)
        lines.append(
            f"| {tension} | {music.n_instruments_at_tension(tension)} "
            f"| {loudness:.1f} | {peak:.1f} |"
        )
        if abs(loudness - MUSIC_LOUDNESS) > LOUDNESS_TOLERANCE or peak > MAX_PEAK_DBTP:
            faults.append(f"music at tension {tension}: {loudness:.1f} LUFS, {peak:.1f} dBTP")
    return lines, faults


def spectrograms(material: str) -> pygame.Surface:
    """Draw the first take of every event of a material, one below the other.

    Time runs to the right, pitch upwards in octaves from 80 Hz; black to white is 70 dB.
    """
    rows = [
        _spectrogram(
            read_sound(SOUNDS / material / sound_file_name(event, EFFECTS[event].numbers[0]))[0]
        )
        for event in EFFECTS
    ]
    font, (width, height) = pygame.font.Font(None, 20), (PICTURE[0] + 110, PICTURE[1] * len(rows))
    picture = pygame.Surface((width, height))
    for n, (event, row) in enumerate(zip(EFFECTS, rows, strict=True)):
        picture.blit(font.render(event, True, "white"), (6, n * PICTURE[1] + PICTURE[1] // 2 - 8))
        picture.blit(row, (110, n * PICTURE[1]))
    return picture


def _spectrogram(ears: Samples) -> pygame.Surface:
    mono, size = ears.mean(axis=0), 1024
    columns = np.arange(PICTURE[0]) * round(PICTURE_SECONDS * RATE / PICTURE[0])
    padded = np.pad(mono, (size, size + int(columns[-1])))
    frames = np.array([padded[at : at + size] for at in columns]) * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    hertz = 80 * 2 ** (np.arange(PICTURE[1]) / PICTURE[1] * 7.8)
    bins = np.minimum(power.shape[1] - 1, np.round(hertz * size / RATE).astype(int))
    decibels = 10 * np.log10(power[:, bins[::-1]] / max(power.max(), 1e-12) + 1e-12)
    grey = np.clip(255 * (1 + decibels / 70), 0, 255).astype(np.uint8)
    return pygame.surfarray.make_surface(np.repeat(grey[:, :, None], 3, axis=2))


def _range_text(values: list[float]) -> str:
    low, top = min(values), max(values)
    return f"{low:.1f}" if top - low < 0.1 else f"{low:.1f} to {top:.1f}"


LIMITS = """\
- All files together take at most 1.5 MB.
- The loudest 400 ms of every take are at -23 LUFS, plus or minus one; an error is at -26, a victory
  at -20. A take whose true peak would pass -3 dBTP is quieter.
- The loudest 400 ms of the music are at -21 LUFS at every tension; half of its slider is -27.
- Nothing begins or ends with a click.
- No two events of a theme are alike in both brightness (centroid) and length (decay).

A *take* is one of several versions of a sound; the game plays one at random. *Seconds* is the
length of a take. *Centroid* is the mean frequency of its spectrum, and *decay* the time from its
loudest moment until it stays more than 20 dB quieter.
"""


def sounds_page(lines: list[str]) -> str:
    """Return the content of docs/sounds.md with these table lines."""
    head = (
        "# Sounds\n\n"
        "`build/assets/sounds.py` synthesises every sound; nothing is recorded. With `--check`\n"
        "it measures the files, as in the tables below, and fails if one of these limits is\n"
        "broken:\n\n"
    )
    return f"{head}{LIMITS}\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
