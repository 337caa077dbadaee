"""Every event has clean, varied sounds in every theme, and none reveals a hidden card."""

from __future__ import annotations

import ast
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from hacktrick import resources, ui
from hacktrick.app import themes
from hacktrick.ui.audio import music, sound_effects
from hacktrick.ui.audio.sound_effects import (
    EFFECTS,
    SAMPLE_RATE,
    SOUND_MATERIALS,
    Sounds,
    sound_file_name,
    stereo_pan_of_key,
    stereo_volumes,
)
from tests.support.syntax_trees import nodes_of, parsed_source

# The largest sample, 2.9 dB below full scale; build/assets/sounds.py --check measures true peaks.
LOUDEST = 10 ** (-2.9 / 20)
LONGEST = 1.5  # maximum duration of a sound in seconds
EDGE = 0.012  # maximum of the first and the last sample, as a share of full scale
LARGEST = 1.5e6  # maximum number of bytes of all files together


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    made = Sounds(Random(1))
    yield made
    made.close()


def samples(taken: pygame.mixer.Sound) -> array[int]:
    return array("h", taken.get_raw())


@pytest.mark.parametrize("material", sorted(set(SOUND_MATERIALS.values())))
def test_every_effect_is_short_and_clean_and_its_takes_differ(
    sounds: Sounds, material: str
) -> None:
    assert sounds.open_device_once()
    for event, effect in EFFECTS.items():
        for number in effect.numbers:
            takes = sound_effects.read_takes(material, event, number)
            assert len(takes) == effect.takes >= 2
            assert len({take.get_raw() for take in takes}) == effect.takes, "takes differ"
            for values in map(samples, takes):
                assert len(values) / 2 / SAMPLE_RATE <= LONGEST
                assert 0.05 < max(map(abs, values)) / 32768 <= LOUDEST
                assert max(map(abs, (*values[:2], *values[-2:]))) / 32768 <= EDGE


# The two filters of ITU-R BS.1770-4 at 48 kHz: coefficients above and below, in powers of 1/z.
K_WEIGHTING = (
    ((1.53512486, -2.69169619, 1.19839281), (1.0, -1.69065929, 0.73248077)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745, 0.99007225)),
)


def k_weighted_power(values: array[int], n_channels: int = 2) -> NDArray[np.float64]:
    """Return the power of each frame after K-weighting, summed over the channels.

    A silence of 400 ms is added before and after the samples.
    """
    ears = np.array(values, dtype=float).reshape(-1, n_channels).T / 32768
    window = round(0.4 * SAMPLE_RATE)
    ears = np.pad(ears, ((0, 0), (window, window)))
    back = np.exp(-2j * np.pi * np.fft.rfftfreq(ears.shape[1], 1 / SAMPLE_RATE) / 48_000)
    gain = np.prod(
        [
            np.polyval(above[::-1], back) / np.polyval(below[::-1], back)
            for above, below in K_WEIGHTING
        ],
        axis=0,
    )
    power: NDArray[np.float64] = np.sum(
        np.fft.irfft(gain * np.fft.rfft(ears), ears.shape[1]) ** 2, axis=0
    )
    return power


def loudest_400_ms(power: NDArray[np.float64]) -> float:
    """Return the loudness of the loudest 400 ms, in LUFS."""
    window = round(0.4 * SAMPLE_RATE)
    sums = np.concatenate([[0.0], np.cumsum(power)])
    return float(-0.691 + 10 * np.log10(np.max(sums[window:] - sums[:-window]) / window))


def test_a_full_scale_sine_of_997_hertz_in_one_ear_has_the_loudness_of_the_standard() -> None:
    sine = np.sin(2 * np.pi * 997 * np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE)
    values = array("h", np.round(32767 * sine).astype(int).tolist())
    assert loudest_400_ms(k_weighted_power(values, 1)) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("material", sorted(set(SOUND_MATERIALS.values())))
def test_a_victory_is_at_least_3_lu_louder_than_an_error(sounds: Sounds, material: str) -> None:
    def render_takes(event: str) -> list[float]:
        takes = sound_effects.read_takes(material, event, 0)
        return [loudest_400_ms(k_weighted_power(samples(take))) for take in takes]

    assert sounds.open_device_once()
    error = max(render_takes("invalid"))
    for event in ("won", "won_double", "match"):
        assert min(render_takes(event)) >= error + 3


@pytest.mark.slow
def test_music_is_heard_at_half_of_its_slider(sounds: Sounds) -> None:
    """Eight bars of every tension reach -30 to -26 LUFS."""
    assert sounds.open_device_once()
    for level in (0.0, 0.5, 1.0):
        score, frames = music.MusicScore(Random(5)), round(SAMPLE_RATE * music.BAR_SECONDS)
        played = np.zeros((8 * frames + 10 * SAMPLE_RATE, 2))
        for bar in range(8):
            for note in score.next_bar(level):
                file = sound_effects.read_sound("music", f"{note.file_name}.ogg")
                assert file is not None
                tone = np.array(samples(file), dtype=float).reshape(-1, 2)
                start = bar * frames + round(note.start * SAMPLE_RATE)
                pan = stereo_volumes(music.INSTRUMENT_PANS[note.instrument], 0.5 * note.volume)
                played[start : start + len(tone)] += tone * pan
        values = array("h", np.round(played.ravel()).astype(int).tolist())
        assert -30 <= loudest_400_ms(k_weighted_power(values)) <= -26


def test_every_theme_has_sounds_of_its_own() -> None:
    assert set(SOUND_MATERIALS) == set(themes.theme_keys())
    assert len(set(SOUND_MATERIALS.values())) == len(SOUND_MATERIALS)


def test_the_sound_files_are_complete_and_small_enough_to_ship() -> None:
    files = list(resources.asset_path("sounds").rglob("*.ogg"))
    assert sum(file.stat().st_size for file in files) <= LARGEST
    names = {
        (material, sound_file_name(event, number))
        for material in SOUND_MATERIALS.values()
        for event, effect in EFFECTS.items()
        for number in effect.numbers
    }
    effects = {file.parts[-2:] for file in files if file.parts[-2] != "music"}
    assert effects == names


class SoundRecorder:
    """Replaces the files, and records what is loaded and played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files: list[tuple[str, str, int]] = []
        self.takes: list[int] = []
        self.volumes: list[tuple[float, float]] = []
        monkeypatch.setattr(sound_effects, "read_takes", self.read)

    def read(self, material: str, event: str, number: int) -> list[SoundRecorder.Take]:
        self.files.append((material, event, number))
        return [SoundRecorder.Take(self, n) for n in range(EFFECTS[event].takes)]

    class Take:
        def __init__(self, heard: SoundRecorder, n: int) -> None:
            self.heard, self.n = heard, n

        def play(self) -> SoundRecorder.Take:
            self.heard.takes.append(self.n)
            return self

        def set_volume(self, left: float, right: float) -> None:
            self.heard.volumes.append((left, right))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> SoundRecorder:
    return SoundRecorder(monkeypatch)


def test_a_repeated_sound_varies_in_take_and_volume(sounds: Sounds, heard: SoundRecorder) -> None:
    for _ in range(100):
        sounds.play_event_sound("select")
    assert set(heard.takes) == {0, 1, 2}
    assert all(a != b for a, b in pairwise(heard.takes))
    assert len(set(heard.volumes)) > 50


def test_each_key_has_its_own_pitch_and_pan(sounds: Sounds, heard: SoundRecorder) -> None:
    for key in range(1, 10):
        sounds.play_event_sound("key", key)
    assert [number for _, _, number in heard.files] == list(range(1, 10))
    sides = [(right > left) - (left > right) for left, right in heard.volumes]
    assert sides == [0, 1, -1, -1, 0, 1, 1, -1, 0]


def test_a_capture_is_panned_to_its_key(sounds: Sounds, heard: SoundRecorder) -> None:
    for key in (3, 7):
        sounds.play_event_sound("key", key)
        sounds.play_event_sound("capture", 2)
    (_, (left, right), _, (left7, right7)) = heard.volumes
    assert left > right and left7 < right7


def test_panning_reaches_both_sides_and_never_raises_the_volume() -> None:
    assert {stereo_pan_of_key(key) for key in range(1, 10)} == {-1.0, 0.0, 1.0}
    assert stereo_volumes(0.0, 0.5) == (0.5, 0.5)
    for pan in (-1.0, 1.0):
        assert max(stereo_volumes(pan, 1.0)) == 1.0 and 0 < min(stereo_volumes(pan, 1.0)) < 0.6


def test_drawing_sounds_the_same_for_every_card(sounds: Sounds, heard: SoundRecorder) -> None:
    for card in range(6):
        sounds.play_event_sound("draw", card)
    assert heard.files == [("glass", "draw", 0)]


def test_a_capture_of_more_than_two_sounds_like_two(sounds: Sounds, heard: SoundRecorder) -> None:
    sounds.play_event_sound("capture", 3)
    assert heard.files == [("glass", "capture", 2)]


def test_each_theme_uses_the_sounds_of_its_material(sounds: Sounds, heard: SoundRecorder) -> None:
    for theme in ("fanfold", "contrast", "from another version"):
        sounds.use_sounds_of_theme(theme)
        sounds.play_event_sound("pass")
    assert [material for material, _, _ in heard.files] == ["relay", "wood", "glass"]


def test_no_file_is_read_before_the_first_sound(sounds: Sounds, heard: SoundRecorder) -> None:
    assert not sounds.load_next_sound_file() and not sounds.is_open and not sounds.is_device_missing
    sounds.play_event_sound("select", volume=0.0)
    assert not sounds.load_next_sound_file()
    sounds.play_event_sound("select")
    while sounds.load_next_sound_file():
        pass
    wanted = sum(len(effect.numbers) for effect in EFFECTS.values())
    assert len(heard.files) == len(set(heard.files)) == wanted


def test_an_unknown_event_raises_a_key_error(sounds: Sounds) -> None:
    with pytest.raises(KeyError):
        sounds.play_event_sound("boom")


@pytest.mark.parametrize("content", [None, b"", b"OggS and so on"])
def test_a_missing_or_damaged_file_is_silent(
    content: bytes | None, sounds: Sounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "sounds" / "glass").mkdir(parents=True)
        (tmp_path / "sounds" / "glass" / "select.ogg").write_bytes(content)
    monkeypatch.setattr(resources, "asset_path", tmp_path.joinpath)
    sounds.play_event_sound("select")
    sounds.play_event_sound("select")
    assert sounds.is_open and not pygame.mixer.get_busy()


def test_without_an_audio_device_effects_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds()
    sounds.play_event_sound("select")
    assert not sounds.is_open and sounds.is_device_missing
    sounds.close()


def played_events() -> Iterator[tuple[str, str]]:
    """Yield the events that the window's sources play by name, with their files."""
    folder = Path(ui.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        for call in nodes_of(parsed_source(path.read_text(encoding="utf-8"))):
            if (
                isinstance(call, ast.Call)
                and call.args
                and ast.unparse(call.func).endswith(".play")
            ):
                event = call.args[0]
                branches = (event.body, event.orelse) if isinstance(event, ast.IfExp) else (event,)
                for one in branches:
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield one.value, path.relative_to(folder).as_posix()


def test_every_event_that_is_played_by_name_has_a_sound() -> None:
    found = set(played_events())
    assert len(found) > 20
    assert not [one for one in found if one[0] not in {*EFFECTS, "music"}]
