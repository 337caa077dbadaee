"""Music: none unless it is wanted, soft if it is, and it tells nothing about any card."""

from __future__ import annotations

import io
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pygame
import pytest
from rig import unkept

from hacktrick.game.actions import Pass, Play, Start
from hacktrick.seat.desk import Desk
from hacktrick.settings import Settings, from_data, to_data
from hacktrick.ui.stage import sound
from hacktrick.ui.stage.music import (
    FADE,
    RATE,
    TONES,
    VOICES,
    Music,
    Tone,
    score,
    slices,
    wave_file,
)
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.window.app import App
from hacktrick.ui.window.ways import connect
from tests.ui.hands import QuickClock
from tests.ui.tabling import NoThinker
from tests.ui.test_privacy import DEALS, match_with

FRAME = 0.05  # seconds
LOUDEST = 10 ** (-9 / 20)  # 9 dB below what the samples can hold
STEEPEST = 0.016  # from one sample to the next at 44.1 kHz; the highest tone alone makes 0.013

Heard = list[tuple[int, ...]]


@pytest.fixture
def sounds() -> Iterator[sound.Sounds]:
    made = sound.Sounds()
    yield made
    made.close()


@pytest.fixture
def music(sounds: sound.Sounds) -> Iterator[Music]:
    made = Music(Random(3), sounds.open)
    yield made
    made.close()


def listen(music: Music, seconds: float, volume: float = 1.0) -> Heard:
    """What sounds in every frame."""
    heard = []
    for _ in range(round(seconds / FRAME)):
        music.passed(FRAME, volume)
        heard.append(music.sounding)
    return heard


def samples_of(tone: Tone) -> array[int]:
    """As the mixer holds them, at its own rate."""
    made = wave_file(sound.buffer([v for some in slices(tone) for v in some]))
    return array("h", pygame.mixer.Sound(file=io.BytesIO(made)).get_raw())


def beginnings(heard: Heard) -> Iterator[tuple[int, int]]:
    """Frames and the tones that begin in them."""
    for frame, (before, now) in enumerate(pairwise([(), *heard])):
        for tone in Counter(now) - Counter(before):
            yield frame, tone


# --- The tones ---


@pytest.mark.parametrize("tone", TONES, ids=lambda tone: f"{tone.hertz:.0f} Hz")
def test_a_tone_is_soft_and_has_no_click(sounds: sound.Sounds, tone: Tone) -> None:
    assert sounds.open()
    samples = samples_of(tone)
    assert len(samples) == pytest.approx(tone.seconds * sound.RATE, abs=20)
    assert max(map(abs, samples)) / 32767 <= LOUDEST / VOICES
    steps = [abs(b - a) for a, b in pairwise(samples)]
    assert max(steps) / 32767 < STEEPEST
    assert abs(samples[0]) <= 1 and abs(samples[-1]) <= 1


def test_a_minute_of_music_is_quiet_and_unbroken(music: Music) -> None:
    heard = listen(music, 60)
    made = [samples_of(tone) for tone in TONES]
    mixed = [0] * (sound.RATE * 70)
    for frame, tone in beginnings(heard):
        for k, value in enumerate(made[tone], round(frame * FRAME * sound.RATE)):
            mixed[k] += value
    assert 0.05 < max(map(abs, mixed)) / 32767 < LOUDEST
    assert max(abs(b - a) for a, b in pairwise(mixed)) / 32767 < 2 * STEEPEST


def test_nothing_is_higher_than_two_kilohertz() -> None:
    highest = max(tone.hertz * len(tone.partials) for tone in TONES)
    assert highest < 2000 < RATE / 2


def test_it_is_softer_than_what_happens_at_the_table() -> None:
    loudest = max(abs(v) for tone in TONES for some in slices(tone) for v in some)
    assert loudest < max(map(abs, sound.EVENTS["pass"](0))) / 2


# --- The music ---


def test_there_is_none_unless_it_is_wanted(music: Music, sounds: sound.Sounds) -> None:
    assert Settings().music_volume == 0
    assert not any(listen(music, 60, volume=0))
    assert not sounds.available and not sounds.missing, "not even a device is looked for"


def test_tones_come_one_after_another_and_rest_at_times(music: Music) -> None:
    heard = listen(music, 300)
    began = [tone for _frame, tone in beginnings(heard)]
    assert len(began) > 50 and set(began) == set(range(len(TONES)))
    counts = [len(now) for now in heard]
    assert max(counts) <= VOICES
    assert 0 in counts[200:], "a rest"
    assert counts.count(1) + counts.count(2) > len(counts) / 2


def test_no_note_comes_twice_running() -> None:
    notes = list(islice(score(Random(1)), 500))
    assert all(a.tone != b.tone for a, b in pairwise(notes))


def test_its_own_dice_decide_everything(sounds: sound.Sounds) -> None:
    def play(seed: int) -> Heard:
        music = Music(Random(seed), sounds.open)
        heard = listen(music, 15)
        music.close()
        return heard

    assert play(3) == play(3) != play(4)


def test_it_fades_and_begins_again(music: Music) -> None:
    listen(music, 30)
    assert music.level == 1 and music.sounding
    listen(music, FADE / 2, volume=0)
    assert 0.3 < music.level < 0.7 and music.sounding
    listen(music, FADE, volume=0)
    assert music.level == 0 and not music.sounding and not pygame.mixer.get_busy()
    assert any(listen(music, 30))


def test_another_volume_is_heard_at_once_and_without_a_jump(music: Music) -> None:
    listen(music, 10, volume=0.8)
    assert music.level == pytest.approx(0.8)
    music.passed(FRAME, 0.2)
    assert 0.7 < music.level < 0.8
    listen(music, FADE, volume=0.2)
    assert music.level == pytest.approx(0.2)


def test_effects_take_no_voice_of_the_music(music: Music, sounds: sound.Sounds) -> None:
    listen(music, 10)
    for _ in range(20):
        sounds.play("reshuffle")
    voices = [pygame.mixer.Channel(n).get_sound() for n in range(VOICES)]
    effects = [pygame.mixer.Channel(n).get_sound() for n in range(VOICES, VOICES + 8)]
    assert all(effects) and not any(voice in effects for voice in voices if voice)


def test_without_a_device_all_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    music = Music(Random(3), sound.Sounds().open)
    assert not any(listen(music, 30)) and music.level == 0
    music.close()


# --- In the window ---


class Still(Scene):
    """Nothing happens here."""

    n_drawn = 0

    def draw(self, surface: pygame.Surface) -> None:
        self.n_drawn += 1


def window(look: Callable[[App, int], None], n: int, **settings: object) -> App:
    """A window with music, not yet shown; `look` is called after each of `n` frames."""
    app = App(Settings(language="en", **settings), clock=QuickClock())  # type: ignore[arg-type]
    app.music = Music(Random(3), app.sounds.open)
    frames = iter(range(1, n + 1))

    def after() -> None:
        frame = next(frames)
        look(app, frame)
        if frame == n:
            app.stop()

    app.after_frame = after
    return app


def test_nothing_is_drawn_for_it() -> None:
    heard: Heard = []
    app = window(lambda app, n: heard.append(app.music.sounding), 400, music_volume=50)
    scene = Still(app.context)
    app.run(scene)
    assert any(heard) and scene.n_drawn <= 4  # once, and when the system shows the window


@pytest.mark.parametrize("muted", [True, False])
def test_it_is_silent_in_the_background_if_that_is_wanted(muted: bool) -> None:
    levels: list[float] = []

    def look(app: App, n: int) -> None:
        if n == 200:
            pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
        levels.append(app.music.level)

    app = window(look, 300, music_volume=50, master_volume=80, mute_unfocused=muted)
    app.run(Still(app.context))
    assert levels[199] == pytest.approx(0.4)
    assert levels[-1] == (0 if muted else pytest.approx(0.4))


def test_mute_silences_it_too() -> None:
    levels: list[float] = []
    app = window(lambda app, n: levels.append(app.music.level), 100, music_volume=50, muted=True)
    app.run(Still(app.context))
    assert set(levels) == {0}


def at_the_table(folder: Path, deal: tuple[tuple[int, ...], ...]) -> Heard:
    heard: Heard = []
    actions = {100: Start(1), 200: Play(2), 210: Pass()}

    def look(app: App, n: int) -> None:
        heard.append(app.music.sounding)
        if n in actions:
            match.submit(match.public.seat, actions[n])

    app = window(look, 600, music_volume=50, animation_speed="normal")
    desk = Desk(app.context, unkept(folder), NoThinker, Random(1))
    match = match_with(deal, ("human", "level:1"))
    desk.sit_down(match)
    app.run(connect(app.context, desk).at_table())
    return heard


def test_it_does_not_depend_on_the_match(tmp_path: Path) -> None:
    heard = [at_the_table(tmp_path / str(n), deal) for n, deal in enumerate(DEALS)]
    assert heard[0] == heard[1] and any(heard[0])
    elsewhere: Heard = []
    app = window(lambda app, n: elsewhere.append(app.music.sounding), 600, music_volume=50)
    app.run(Still(app.context))
    assert heard[0] == elsewhere, "not even on whether there is a match"


def test_its_volume_is_remembered() -> None:
    settings, bad = from_data(to_data(Settings(music_volume=35)))
    assert settings.music_volume == 35 and not bad
    assert from_data({"music_volume": 101})[1] == ("music_volume",)
