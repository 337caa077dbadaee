"""Music: none unless it is wanted, soft if it is, by its score, and it tells of no card."""

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
from hacktrick.app.public_threats import tension
from hacktrick.app.settings import Settings, from_data, to_data
from hacktrick.app.workspace import Workspace
from hacktrick.game.actions import Action, Pass, Play, Start
from hacktrick.ui.audio import music as score
from hacktrick.ui.audio import sound_effects
from hacktrick.ui.audio.music import BAR, FADE, HIGH, LASTS, RISING, VOICES, Music, MusicScore
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.screen_navigator import connect_navigator
from tests.support.input_devices import QuickClock
from tests.support.rig import NoThinker, unkept
from tests.support.scripted_matches import DEALS, match_of, match_with

FRAME = 0.05  # seconds
LOUDEST = 10 ** (-9 / 20)  # 9 dB below what the samples can hold

Heard = list[tuple[str, ...]]


@pytest.fixture
def sounds() -> Iterator[sound_effects.Sounds]:
    made = sound_effects.Sounds()
    yield made
    made.close()


@pytest.fixture
def music(sounds: sound_effects.Sounds) -> Iterator[Music]:
    made = Music(Random(3), sounds.open)
    yield made
    made.close()


def listen(music: Music, seconds: float, volume: float = 1.0, tension: float = 0.0) -> Heard:
    """What sounds in every frame."""
    heard = []
    for _ in range(round(seconds / FRAME)):
        music.passed(FRAME, volume, tension)
        heard.append(music.sounding)
    return heard


def kinds(heard: Heard) -> set[str]:
    """The instruments that are heard."""
    return {name.split("-")[0] for now in heard for name in now}


def beginnings(heard: Heard) -> Iterator[tuple[int, str]]:
    """Frames and the notes that begin in them."""
    for frame, (before, now) in enumerate(pairwise([(), *heard])):
        for name in Counter(now) - Counter(before):
            yield frame, name


# --- The files ---


@pytest.mark.parametrize("name", score.note_files())
def test_a_note_is_soft_and_has_no_click(sounds: sound_effects.Sounds, name: str) -> None:
    assert sounds.open()
    made = sound_effects.read_sound("music", f"{name}.ogg")
    assert made is not None
    values = array("h", made.get_raw())
    assert len(values) / 2 / sound_effects.SAMPLE_RATE == pytest.approx(
        LASTS[name.split("-")[0]], abs=0.01
    )
    assert 0.01 < max(map(abs, values)) / 32767 <= LOUDEST
    assert max(map(abs, (*values[:2], *values[-2:]))) / 32767 < 0.005


def test_every_file_is_in_the_score_and_every_note_has_its_file() -> None:
    there = {file.stem for file in resources.path("sounds", "music").glob("*.ogg")}
    assert there == set(score.note_files())
    bars = [MusicScore(Random(seed)) for seed in range(4)]
    asked = {
        note.file for one in bars for n in range(64) for note in one.bar((0.0, 0.5, 1.0)[n % 3])
    }
    assert asked <= there


# --- The score ---


def test_a_chord_lasts_two_bars_and_the_tension_changes_the_last() -> None:
    for level, last in ((0.0, "a"), (1.0, "e")):
        music = MusicScore(Random(1))
        chords = [[n.name for n in music.bar(level) if n.instrument == "pad"] for _ in range(8)]
        assert chords == [["d"], [], ["b"], [], ["g"], [], [last], []]


@pytest.mark.parametrize(
    ("tension", "layers"),
    [
        (0.0, {"pad", "tune"}),
        (RISING, {"pad", "tune", "bass"}),
        (HIGH, {"pad", "tune", "bass", "pulse"}),
    ],
)
def test_the_tension_decides_which_layers_play(tension: float, layers: set[str]) -> None:
    music = MusicScore(Random(1))
    assert {note.instrument for _ in range(32) for note in music.bar(tension)} == layers
    assert score.n_music_layers(tension) == len(layers)


def test_no_phrase_comes_twice_running_and_dice_choose_only_among_them() -> None:
    music = MusicScore(Random(2))
    phrases = [
        tuple(
            (round(note.at / score.BEAT, 2), int(note.name))
            for note in music.bar(0.0)
            if note.instrument == "tune"
        )
        for _ in range(200)
    ]
    assert all(a != b for a, b in pairwise(phrases))
    assert set(phrases) == set(score.A) | set(score.B)


def test_notes_come_in_order_within_their_bar_and_no_voice_is_missing() -> None:
    music, sounding = MusicScore(Random(3)), list[float]()
    for bar in range(100):
        notes = music.bar(1.0)
        assert [note.at for note in notes] == sorted(note.at for note in notes)
        for note in notes:
            assert 0 <= note.at < BAR and 0 < note.level <= 1
            now = bar * BAR + note.at
            sounding = [end for end in sounding if end > now] + [now + LASTS[note.instrument]]
            assert len(sounding) <= VOICES


# --- The music ---


def test_there_is_none_unless_it_is_wanted(music: Music, sounds: sound_effects.Sounds) -> None:
    assert Settings().music_volume == 0
    assert not any(listen(music, 60, volume=0))
    assert not sounds.available and not sounds.missing, "not even a device is looked for"


def test_the_next_bar_answers_the_tension(music: Music) -> None:
    assert kinds(listen(music, 12)) == {"pad", "tune"}
    assert "pulse" in kinds(listen(music, 12, tension=1.0))
    listen(music, 12)
    assert kinds(listen(music, 12)) == {"pad", "tune"}


def test_it_plays_what_is_written_when_it_is_written(music: Music) -> None:
    began = list(beginnings(listen(music, 60)))
    written = MusicScore(Random(3))
    wanted = [(bar * BAR + note.at, note.file) for bar in range(17) for note in written.bar(0.0)]
    first = began[0][0] * FRAME
    for (frame, name), (at, file) in zip(began, wanted, strict=False):
        assert name == file
        assert frame * FRAME - first == pytest.approx(at - wanted[0][0], abs=2 * FRAME)
    assert len(began) > 25


def test_files_are_read_only_at_rest(music: Music) -> None:
    for _ in range(100):
        music.passed(FRAME, 1.0, 0.0, at_rest=False)
    assert not music.sounding
    assert any(listen(music, 5))


def test_its_own_dice_decide_everything(sounds: sound_effects.Sounds) -> None:
    def play(seed: int) -> Heard:
        music = Music(Random(seed), sounds.open)
        heard = listen(music, 25)
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


def test_whoever_sets_its_volume_hears_a_note_at_once(music: Music) -> None:
    music.taste(0.3)
    assert music.sounding == ("tune-5",) and music.level == pytest.approx(0.3)
    music.taste(0.0)
    assert music.sounding == ("tune-5",)


def test_effects_take_no_voice_of_the_music(music: Music, sounds: sound_effects.Sounds) -> None:
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
    music = Music(Random(3), sound_effects.Sounds().open)
    assert not any(listen(music, 30)) and music.level == 0
    music.close()


def test_without_its_files_all_is_silent(
    music: Music, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "path", tmp_path.joinpath)
    assert not any(listen(music, 30))


# --- What is tense ---


def test_nothing_is_tense_before_somebody_can_win_and_after_the_end() -> None:
    match = match_of("keypad")
    assert tension(match.public) == 0


def test_tension_is_a_function_of_what_is_public() -> None:
    """Two deals that differ in hidden cards alone: as tense after every action."""
    levels = []
    for deal in DEALS:
        match, heard = match_with(deal, ("human", "level:1")), list[float]()
        for action in (Start(1), Play(2), Pass()):
            match.submit(match.public.seat, action)
            heard.append(tension(match.public))
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
def test_it_grows_with_what_can_be_won(
    board: dict[int, int], score_: tuple[int, int], least: float, most: float
) -> None:
    match = match_of("keypad", hands=("123", "0345"))
    match.submit(match.public.seat, Start(0))
    markers = tuple(tuple(int(board.get(key) == side) for side in (0, 1)) for key in range(1, 10))
    public = match.public._replace(board=markers, score=score_)
    assert least <= tension(public) <= most


# --- In the window ---


class Still(Scene):
    """Nothing happens here."""

    n_drawn = 0

    def draw(self, surface: pygame.Surface) -> None:
        self.n_drawn += 1


def window(look: Callable[[GameWindow, int], None], n: int, **settings: object) -> GameWindow:
    """A window with music, not yet shown; `look` is called after each of `n` frames."""
    app = GameWindow(Settings(language="en", **settings), clock=QuickClock())  # type: ignore[arg-type]
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

    def look(app: GameWindow, n: int) -> None:
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
    actions: dict[int, Action] = {100: Start(1), 200: Play(2), 210: Pass()}

    def look(app: GameWindow, n: int) -> None:
        heard.append(app.music.sounding)
        if n in actions:
            match.submit(match.public.seat, actions[n])

    app = window(look, 600, music_volume=50, animation_speed="normal")
    workspace = Workspace(app.context, unkept(folder), NoThinker, Random(1))
    match = match_with(deal, ("human", "level:1"))
    workspace.local_table.sit_down(match)
    app.run(connect_navigator(app.context, workspace).make_table())
    return heard


def test_it_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    heard = [at_the_table(tmp_path / str(n), deal) for n, deal in enumerate(DEALS)]
    assert heard[0] == heard[1] and any(heard[0])


def test_the_window_tells_it_how_tense_the_table_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    app = window(lambda app, n: None, 5, music_volume=50)
    monkeypatch.setattr(app.music, "passed", lambda s, v, tense, rest: told.append(tense))
    scene = Still(app.context)
    scene.tension = 0.6
    app.run(scene)
    assert 0.6 in told


def test_its_volume_is_remembered() -> None:
    settings, bad = from_data(to_data(Settings(music_volume=35)))
    assert settings.music_volume == 35 and not bad
    assert from_data({"music_volume": 101})[1] == ("music_volume",)
