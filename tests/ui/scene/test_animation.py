"""Animations run forward, end exactly, and look the same at the end when they are cut short."""

import pytest

from hacktrick.ui.scene.animation import (
    AnimationPause,
    Ease,
    TimedCall,
    Timeline,
    Tween,
    ease_in,
    ease_in_out,
    ease_out,
)


def linear_easing(t: float) -> float:
    return t


class AnimatedValue:
    def __init__(self) -> None:
        self.now = -1.0

    def set(self, value: float) -> None:
        self.now = value


@pytest.mark.parametrize("ease", [ease_in, ease_out, ease_in_out])
def test_eases_start_and_end_exactly_and_never_overshoot(ease: Ease) -> None:
    values = [ease(n / 50) for n in range(51)]
    assert values[0] == 0 and values[-1] == 1 and values == sorted(values)


def test_a_tween_is_a_function_of_time() -> None:
    value = AnimatedValue()
    tween = Tween(2.0, value.set, linear_easing)
    for seconds, expected in ((1.0, 0.5), (0.5, 0.25), (9.0, 1.0), (-1.0, 0.0)):
        tween.show_at(seconds)
        assert value.now == expected


def test_leftover_time_goes_to_the_next_part() -> None:
    first, second = AnimatedValue(), AnimatedValue()
    timeline = Timeline()
    timeline.add(Tween(1, first.set, linear_easing))
    timeline.add(Tween(1, second.set, linear_easing))
    timeline.update(1.25)
    assert (first.now, second.now) == (1, 0.25) and timeline.is_running
    timeline.update(1)
    assert second.now == 1 and not timeline.is_running


def test_a_timed_call_happens_once() -> None:
    calls: list[int] = []
    timeline = Timeline()
    for part in (AnimationPause(0.1), TimedCall(lambda: calls.append(1)), AnimationPause(1)):
        timeline.add(part)
    for _ in range(20):
        timeline.update(0.1)
    assert calls == [1]


def test_finish_runs_the_remaining_parts_in_order() -> None:
    value, calls = AnimatedValue(), []
    timeline = Timeline()
    timeline.add(Tween(1, value.set), on_finished=lambda: calls.append("one"))
    timeline.add(Tween(1, value.set), on_finished=lambda: calls.append("two"))
    timeline.finish()
    assert value.now == 1 and calls == ["one", "two"] and not timeline.is_running


def test_speed_changes_time_and_off_shows_only_ends() -> None:
    value = AnimatedValue()
    fast = Timeline(speed=2)
    fast.add(Tween(1, value.set, linear_easing))
    fast.update(0.25)
    assert value.now == 0.5
    off = Timeline(speed=0)
    off.add(Tween(1, value.set, linear_easing))
    assert value.now == 1 and not off.is_running
