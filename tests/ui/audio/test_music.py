"""Music plays only if it is turned on, follows its score, and reveals no hidden card."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick import resources
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings, settings_from_data, settings_to_data
from hacktrick.app.threats_and_decisive_turn import round_tension
from hacktrick.game.actions import Action, LayStartCard, Pass, Play
from hacktrick.ui.audio import music as score
from hacktrick.ui.audio import sound_effects
from hacktrick.ui.audio.music import (
    BAR_SECONDS,
    BASS_TENSION,
    FADE_SECONDS,
    N_VOICES,
    NOTE_SECONDS,
    PULSE_TENSION,
    Music,
    MusicScore,
)
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.screen_navigator import connect_navigator
from tests.support.rig import NoThinker, unsaved_storage
from tests.support.scripted_matches import DEALS, match_with_deal, scripted_match
from tests.support.single_device_players import InstantClock

FRAME = 0.05  # duration of a frame in seconds
LOUDEST = 10 ** (-9 / 20)  # 9 dB below full scale

Heard = list[tuple[str, ...]]


@pytest.fixture
def sounds() -> Iterator[sound_effects.Sounds]:
    made = sound_effects.Sounds()
    yield made
    made.close()


@pytest.fixture
def music(sounds: sound_effects.Sounds) -> Iterator[Music]:
    made = Music(Random(3), sounds.open_device_once)
    yield made
    made.close()


def files_by_frame(
    music: Music, seconds: float, volume: float = 1.0, tension: float = 0.0
) -> Heard:
    """Return the files that sound in each frame."""
    heard = []
    for _ in range(round(seconds / FRAME)):
        music.update(FRAME, volume, tension)
        heard.append(music.audible_note_files)
    return heard


def instruments_in(heard: Heard) -> set[str]:
    return {name.split("-")[0] for now in heard for name in now}


def note_starts(heard: Heard) -> Iterator[tuple[int, str]]:
    """Yield each note as (frame, file), with the frame in which it begins."""
    for frame, (before, now) in enumerate(pairwise([(), *heard])):
        for name in Counter(now) - Counter(before):
            yield frame, name


# Tests of the sound files.


@pytest.mark.parametrize("name", score.note_file_names())
def test_each_note_is_soft_and_has_no_click(sounds: sound_effects.Sounds, name: str) -> None:
    assert sounds.open_device_once()
    made = sound_effects.read_sound("music", f"{name}.ogg")
    assert made is not None
    values = array("h", made.get_raw())
    assert len(values) / 2 / sound_effects.SAMPLE_RATE == pytest.approx(
        NOTE_SECONDS[name.split("-")[0]],
        abs=0.03,  # the decoder for Windows drops the last 1,024 samples, which are silent
    )
    assert 0.01 < max(map(abs, values)) / 32767 <= LOUDEST
    assert max(map(abs, (*values[:2], *values[-2:]))) / 32767 < 0.012


def test_the_score_uses_every_file_and_every_note_has_a_file() -> None:
    there = {file.stem for file in resources.asset_path("sounds", "music").glob("*.ogg")}
    assert there == set(score.note_file_names())
    bars = [MusicScore(Random(seed)) for seed in range(4)]
    asked = {
        note.file_name
        for one in bars
        for n in range(64)
        for note in one.next_bar((0.0, 0.5, 1.0)[n % 3])
    }
    assert asked <= there


# Tests of the generated score.


def test_each_chord_lasts_two_bars_and_high_tension_changes_the_last() -> None:
    for level, last in ((0.0, "a"), (1.0, "e")):
        music = MusicScore(Random(1))
        chords = [
            [n.pitch for n in music.next_bar(level) if n.instrument == "pad"] for _ in range(8)
        ]
        assert chords == [["d"], [], ["b"], [], ["g"], [], [last], []]


@pytest.mark.parametrize(
    ("tension", "layers"),
    [
        (0.0, {"pad", "tune"}),
        (BASS_TENSION, {"pad", "tune", "bass"}),
        (PULSE_TENSION, {"pad", "tune", "bass", "pulse"}),
    ],
)
def test_tension_decides_which_layers_play(tension: float, layers: set[str]) -> None:
    music = MusicScore(Random(1))
    assert {note.instrument for _ in range(32) for note in music.next_bar(tension)} == layers
    assert score.n_instruments_at_tension(tension) == len(layers)


def test_the_tune_uses_every_phrase_but_none_twice_in_a_row() -> None:
    music = MusicScore(Random(2))
    phrases = [
        tuple(
            (round(note.start / score.BEAT_SECONDS, 2), int(note.pitch))
            for note in music.next_bar(0.0)
            if note.instrument == "tune"
        )
        for _ in range(200)
    ]
    assert all(a != b for a, b in pairwise(phrases))
    assert set(phrases) == set(score.VERSE) | set(score.CHORUS)


def test_notes_are_in_order_within_their_bar_and_never_need_more_voices_than_there_are() -> None:
    music, sounding = MusicScore(Random(3)), list[float]()
    for bar in range(100):
        notes = music.next_bar(1.0)
        assert [note.start for note in notes] == sorted(note.start for note in notes)
        for note in notes:
            assert 0 <= note.start < BAR_SECONDS and 0 < note.volume <= 1
            now = bar * BAR_SECONDS + note.start
            sounding = [end for end in sounding if end > now] + [
                now + NOTE_SECONDS[note.instrument]
            ]
            assert len(sounding) <= N_VOICES


# Tests of the player of the score.


def test_there_is_no_music_by_default(music: Music, sounds: sound_effects.Sounds) -> None:
    assert Settings().music_volume == 0
    assert not any(files_by_frame(music, 60, volume=0))
    assert not sounds.is_open and not sounds.is_device_missing, "no device has been looked for"


def test_the_next_bar_follows_the_tension(music: Music) -> None:
    assert instruments_in(files_by_frame(music, 12)) == {"pad", "tune"}
    assert "pulse" in instruments_in(files_by_frame(music, 12, tension=1.0))
    files_by_frame(music, 12)
    assert instruments_in(files_by_frame(music, 12)) == {"pad", "tune"}


def test_the_player_sounds_the_notes_of_the_score_on_time(music: Music) -> None:
    began = list(note_starts(files_by_frame(music, 60)))
    written = MusicScore(Random(3))
    wanted = [
        (bar * BAR_SECONDS + note.start, note.file_name)
        for bar in range(17)
        for note in written.next_bar(0.0)
    ]
    first = began[0][0] * FRAME
    for (frame, name), (at, file) in zip(began, wanted, strict=False):
        assert name == file
        assert frame * FRAME - first == pytest.approx(at - wanted[0][0], abs=2 * FRAME)
    assert len(began) > 25


def test_music_files_are_read_only_while_can_load_is_set(music: Music) -> None:
    for _ in range(100):
        music.update(FRAME, 1.0, 0.0, can_load=False)
    assert not music.audible_note_files
    assert any(files_by_frame(music, 5))


def test_the_same_seed_gives_the_same_music(sounds: sound_effects.Sounds) -> None:
    def play(seed: int) -> Heard:
        music = Music(Random(seed), sounds.open_device_once)
        heard = files_by_frame(music, 25)
        music.close()
        return heard

    assert play(3) == play(3) != play(4)


def test_music_fades_out_and_starts_again(music: Music) -> None:
    files_by_frame(music, 30)
    assert music.volume == 1 and music.audible_note_files
    files_by_frame(music, FADE_SECONDS / 2, volume=0)
    assert 0.3 < music.volume < 0.7 and music.audible_note_files
    files_by_frame(music, FADE_SECONDS, volume=0)
    assert music.volume == 0 and not music.audible_note_files and not pygame.mixer.get_busy()
    assert any(files_by_frame(music, 30))


def test_a_new_volume_is_approached_without_a_jump(music: Music) -> None:
    files_by_frame(music, 10, volume=0.8)
    assert music.volume == pytest.approx(0.8)
    music.update(FRAME, 0.2)
    assert 0.7 < music.volume < 0.8
    files_by_frame(music, FADE_SECONDS, volume=0.2)
    assert music.volume == pytest.approx(0.2)


def test_changing_the_volume_plays_a_sample_note(music: Music) -> None:
    music.play_sample_at_volume(0.3)
    assert music.audible_note_files == ("tune-5",) and music.volume == pytest.approx(0.3)
    music.play_sample_at_volume(0.0)
    assert music.audible_note_files == ("tune-5",)


def test_effects_never_take_a_channel_of_the_music(
    music: Music, sounds: sound_effects.Sounds
) -> None:
    files_by_frame(music, 10)
    for _ in range(20):
        sounds.play_event_sound("reshuffle")
    voices = [pygame.mixer.Channel(n).get_sound() for n in range(N_VOICES)]
    effects = [pygame.mixer.Channel(n).get_sound() for n in range(N_VOICES, N_VOICES + 8)]
    assert all(effects) and not any(voice in effects for voice in voices if voice)


def test_without_an_audio_device_music_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    music = Music(Random(3), sound_effects.Sounds().open_device_once)
    assert not any(files_by_frame(music, 30)) and music.volume == 0
    music.close()


def test_without_its_files_music_is_silent(
    music: Music, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "asset_path", tmp_path.joinpath)
    assert not any(files_by_frame(music, 30))


# Tests of how tension changes the music.


def test_there_is_no_tension_at_the_start_of_a_match() -> None:
    match = scripted_match("keypad")
    assert round_tension(match.public) == 0


def test_tension_depends_only_on_public_information() -> None:
    """Two deals that differ only in hidden cards give the same tension after every action."""
    levels = []
    for deal in DEALS:
        match, heard = match_with_deal(deal, ("human", "level:1")), list[float]()
        for action in (LayStartCard(1), Play(2), Pass()):
            match.submit(match.public.seat, action)
            heard.append(round_tension(match.public))
        levels.append(heard)
    assert levels[0] == levels[1]


@pytest.mark.parametrize(
    ("board", "score_", "least", "most"),
    [
        ({}, (0, 0), 0.0, 0.0),
        ({8: 0, 1: 0}, (0, 0), 0.3, 0.4),
        ({8: 0, 1: 0, 5: 0}, (0, 0), 0.4, 0.6),
        ({8: 0, 1: 0, 4: 1, 9: 1}, (0, 0), 0.65, 1.0),
        ({8: 0, 1: 0}, (4, 0), 0.5, 0.6),
        ({8: 0, 1: 0, 5: 0, 4: 1, 9: 1, 7: 1}, (4, 4), 1.0, 1.0),
    ],
)
def test_tension_grows_with_threats_and_with_the_score(
    board: dict[int, int], score_: tuple[int, int], least: float, most: float
) -> None:
    match = scripted_match("keypad", hands=("123", "0345"))
    match.submit(match.public.seat, LayStartCard(0))
    markers = tuple(tuple(int(board.get(key) == side) for side in (0, 1)) for key in range(1, 10))
    public = match.public._replace(board=markers, score=score_)
    assert least <= round_tension(public) <= most


# Tests of music in the window.


class IdleScene(Scene):
    """A scene in which nothing happens; counts how often it is drawn."""

    n_drawn = 0

    def draw(self, surface: pygame.Surface) -> None:
        self.n_drawn += 1


def window(look: Callable[[GameWindow, int], None], n: int, **settings: object) -> GameWindow:
    """Return a window with music that stops after ``n`` frames.

    ``look(app, frame)`` is called after each frame.
    """
    app = GameWindow(Settings(language="en", **settings), clock=InstantClock())  # type: ignore[arg-type]
    app.music = Music(Random(3), app.sounds.open_device_once)
    frames = iter(range(1, n + 1))

    def after() -> None:
        frame = next(frames)
        look(app, frame)
        if frame == n:
            app.stop()

    app.after_frame = after
    return app


def test_music_causes_no_redraw() -> None:
    heard: Heard = []
    app = window(lambda app, n: heard.append(app.music.audible_note_files), 400, music_volume=50)
    scene = IdleScene(app.context)
    app.run(scene)
    assert any(heard) and scene.n_drawn <= 4  # the first frame, and when the window is exposed


@pytest.mark.parametrize("muted", [True, False])
def test_music_stops_in_the_background_if_mute_unfocused_is_set(muted: bool) -> None:
    levels: list[float] = []

    def look(app: GameWindow, n: int) -> None:
        if n == 200:  # the pointer may still pass over the window
            for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWENTER, pygame.WINDOWLEAVE):
                pygame.event.post(pygame.Event(kind))
        levels.append(app.music.volume)

    app = window(look, 300, music_volume=50, master_volume=80, mute_unfocused=muted)
    app.run(IdleScene(app.context))
    assert levels[199] == pytest.approx(0.4)
    assert levels[-1] == (0 if muted else pytest.approx(0.4))


def test_mute_silences_the_music() -> None:
    levels: list[float] = []
    app = window(lambda app, n: levels.append(app.music.volume), 100, music_volume=50, muted=True)
    app.run(IdleScene(app.context))
    assert set(levels) == {0}


def music_of_a_match(folder: Path, deal: tuple[tuple[int, ...], ...]) -> Heard:
    """Return the music of a short match with this deal, frame by frame."""
    heard: Heard = []
    actions: dict[int, Action] = {100: LayStartCard(1), 200: Play(2), 210: Pass()}

    def look(app: GameWindow, n: int) -> None:
        heard.append(app.music.audible_note_files)
        if n in actions:
            match.submit(match.public.seat, actions[n])

    app = window(look, 300, music_volume=50, animation_speed="normal")
    services = ProgramServices(app.context, unsaved_storage(folder), NoThinker, Random(1))
    match = match_with_deal(deal, ("human", "level:1"))
    services.local_table.start_session(match)
    app.run(connect_navigator(app.context, services).make_table_scene())
    return heard


def test_music_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    heard = [music_of_a_match(tmp_path / str(n), deal) for n, deal in enumerate(DEALS)]
    assert heard[0] == heard[1] and any(heard[0])


def test_the_window_passes_the_tension_of_the_scene_to_the_music(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tensions: list[float] = []
    app = window(lambda app, n: None, 5, music_volume=50)
    monkeypatch.setattr(
        app.music, "update", lambda s, v, tension, can_load: tensions.append(tension)
    )
    scene = IdleScene(app.context)
    scene.tension = 0.6
    app.run(scene)
    assert 0.6 in tensions


def test_the_music_volume_is_kept_in_the_settings() -> None:
    settings, bad = settings_from_data(settings_to_data(Settings(music_volume=35)))
    assert settings.music_volume == 35 and not bad
    assert settings_from_data({"music_volume": 101})[1] == ("music_volume",)
