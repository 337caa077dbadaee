"""Every event has its sound in every theme, clean and never twice alike; none tells a card."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.ui.audio import sound_effects
from hacktrick.ui.audio.sound_effects import (
    EFFECTS,
    SAMPLE_RATE,
    SOUND_MATERIALS,
    Sounds,
    sound_file_name,
    stereo_place,
    stereo_volumes,
)

LOUDEST = 10 ** (
    -2.9 / 20
)  # of a sample; the true peak is measured by build/assets/sounds.py --check
LONGEST = 1.5  # seconds
EDGE = 0.012
LARGEST = 1.5e6  # bytes of all files together


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    made = Sounds(Random(1))
    yield made
    made.close()


def samples(taken: pygame.mixer.Sound) -> array[int]:
    return array("h", taken.get_raw())


@pytest.mark.parametrize("matter", sorted(set(SOUND_MATERIALS.values())))
def test_sounds_are_there_short_and_clean(sounds: Sounds, matter: str) -> None:
    assert sounds.open()
    for event, effect in EFFECTS.items():
        for number in effect.numbers:
            takes = sound_effects.read_takes(matter, event, number)
            assert len(takes) == effect.takes >= 2
            assert len({take.get_raw() for take in takes}) == effect.takes, "takes differ"
            for values in map(samples, takes):
                assert len(values) / 2 / SAMPLE_RATE <= LONGEST
                assert 0.05 < max(map(abs, values)) / 32768 <= LOUDEST
                assert max(map(abs, (*values[:2], *values[-2:]))) / 32768 <= EDGE


def test_every_theme_is_made_of_something_of_its_own() -> None:
    assert set(SOUND_MATERIALS) == set(themes.theme_keys())
    assert len(set(SOUND_MATERIALS.values())) == len(SOUND_MATERIALS)


def test_all_of_them_are_small_enough_to_be_shipped() -> None:
    files = list(resources.path("sounds").rglob("*.ogg"))
    assert sum(file.stat().st_size for file in files) <= LARGEST
    names = {
        (matter, sound_file_name(event, number))
        for matter in SOUND_MATERIALS.values()
        for event, effect in EFFECTS.items()
        for number in effect.numbers
    }
    effects = {file.parts[-2:] for file in files if file.parts[-2] != "music"}
    assert effects == names, "no file too many, none too few"


class Heard:
    """A device that notes what it is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files: list[tuple[str, str, int]] = []
        self.takes: list[int] = []
        self.volumes: list[tuple[float, float]] = []
        monkeypatch.setattr(sound_effects, "read_takes", self.read)

    def read(self, matter: str, event: str, number: int) -> list[Heard.Take]:
        self.files.append((matter, event, number))
        return [Heard.Take(self, n) for n in range(EFFECTS[event].takes)]

    class Take:
        def __init__(self, heard: Heard, n: int) -> None:
            self.heard, self.n = heard, n

        def play(self) -> Heard.Take:
            self.heard.takes.append(self.n)
            return self

        def set_volume(self, left: float, right: float) -> None:
            self.heard.volumes.append((left, right))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch)


def test_nothing_is_heard_twice_alike(sounds: Sounds, heard: Heard) -> None:
    for _ in range(100):
        sounds.play("select")
    assert set(heard.takes) == {0, 1, 2}
    assert all(a != b for a, b in pairwise(heard.takes))
    assert len(set(heard.volumes)) > 50


def test_a_key_is_heard_by_its_pitch_and_where_it_lies(sounds: Sounds, heard: Heard) -> None:
    for key in range(1, 10):
        sounds.play("key", key)
    assert [number for _, _, number in heard.files] == list(range(1, 10))
    sides = [(right > left) - (left > right) for left, right in heard.volumes]
    assert sides == [0, 1, -1, -1, 0, 1, 1, -1, 0]


def test_a_capture_is_heard_on_its_key(sounds: Sounds, heard: Heard) -> None:
    for key in (3, 7):
        sounds.play("key", key)
        sounds.play("capture", 2)
    (_, (left, right), _, (left7, right7)) = heard.volumes
    assert left > right and left7 < right7


def test_places_reach_from_ear_to_ear_and_are_never_louder() -> None:
    assert {stereo_place(key) for key in range(1, 10)} == {-1.0, 0.0, 1.0}
    assert stereo_volumes(0.0, 0.5) == (0.5, 0.5)
    for place in (-1.0, 1.0):
        assert max(stereo_volumes(place, 1.0)) == 1.0 and 0 < min(stereo_volumes(place, 1.0)) < 0.6


def test_drawing_sounds_the_same_for_every_card(sounds: Sounds, heard: Heard) -> None:
    for card in range(6):
        sounds.play("draw", card)
    assert heard.files == [("glass", "draw", 0)]


def test_a_capture_of_more_than_two_sounds_like_two(sounds: Sounds, heard: Heard) -> None:
    sounds.play("capture", 3)
    assert heard.files == [("glass", "capture", 2)]


def test_a_theme_sounds_of_its_matter(sounds: Sounds, heard: Heard) -> None:
    for theme in ("fanfold", "contrast", "from another version"):
        sounds.use(theme)
        sounds.play("pass")
    assert [matter for matter, _, _ in heard.files] == ["relay", "wood", "glass"]


def test_nothing_is_read_before_the_first_sound(sounds: Sounds, heard: Heard) -> None:
    assert not sounds.prepare() and not sounds.available and not sounds.missing
    sounds.play("select", volume=0.0)
    assert not sounds.prepare()
    sounds.play("select")
    while sounds.prepare():
        pass
    wanted = sum(len(effect.numbers) for effect in EFFECTS.values())
    assert len(heard.files) == len(set(heard.files)) == wanted


def test_a_mistake_in_the_name_of_an_event_is_found(sounds: Sounds) -> None:
    with pytest.raises(KeyError):
        sounds.play("boom")


@pytest.mark.parametrize("content", [None, b"", b"OggS and so on"])
def test_a_missing_or_broken_file_is_silence(
    content: bytes | None, sounds: Sounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "sounds" / "glass").mkdir(parents=True)
        (tmp_path / "sounds" / "glass" / "select.ogg").write_bytes(content)
    monkeypatch.setattr(resources, "path", tmp_path.joinpath)
    sounds.play("select")
    sounds.play("select")
    assert sounds.available and not pygame.mixer.get_busy()


def test_silence_without_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds()
    sounds.play("select")
    assert not sounds.available and sounds.missing
    sounds.close()
