"""Every event has a sound, short and not clipped; the same event sounds the same."""

import pytest

from hacktrick.ui.stage import sound


@pytest.mark.parametrize("event", sorted(sound.EVENTS))
def test_sounds_are_short_and_clean(event):
    samples = sound.EVENTS[event](3)
    assert 0 < len(samples) <= 0.62 * sound.RATE
    assert max(map(abs, samples)) <= 1
    assert abs(samples[0]) < 0.05 and abs(samples[-1]) < 0.05
    assert sound.buffer(samples) == sound.buffer(sound.EVENTS[event](3))


def test_a_key_is_heard_by_its_pitch():
    assert sound.EVENTS["key"](1) != sound.EVENTS["key"](9)


def test_drawing_sounds_the_same_for_every_card():
    assert sound.EVENTS["draw"](0) == sound.EVENTS["draw"](5)


def test_silence_without_a_device(monkeypatch):
    def fail(*args, **kwargs):
        raise sound.pygame.error("no device")

    monkeypatch.setattr(sound.pygame.mixer, "init", fail)
    sounds = sound.Sounds()
    sounds.play("select")
    assert not sounds.available
    sounds.close()
