"""The sound of every event, built from the models of sound_models.py.

A recipe gets the material, a public number (a key, or how many markers are captured) and a random
generator, and returns one take. No recipe depends on a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from assets.sound_models import (
    RELAY,
    Material,
    RandomChance,
    Samples,
    card_flick,
    card_sliding_over_felt,
    fade_in,
    low_pass,
    mix_sounds,
    noise_burst,
    plucked_string,
    relay_click,
    soft_landing_sound,
    struck_bar,
)

# The pitches of a D pentatonic scale, as in the music; key 1 has the lowest pitch.
SCALE = (293.66, 329.63, 369.99, 440.0, 493.88, 587.33, 659.26, 739.99, 880.0)
D3, A3, D4, E4, F4, A4, D5, FIS5, A5, D6 = (
    *(146.83, 220.0, 293.66, 329.63, 349.23, 440.0, 587.33, 739.99, 880.0, 1174.66),
)

Recipe = Callable[[Material, int, RandomChance], Samples]


def render_theme_note(
    material: Material, hertz: float, seconds: float, dice: RandomChance
) -> Samples:
    """Render a note with the theme's instrument: a string, or a bell with the click of a relay."""
    if material is RELAY:
        bell = struck_bar(material, 2 * hertz, seconds, dice, ring=5)
        return mix_sounds((bell, 0.004), (0.5 * relay_click(900, 0.08, dice), 0))
    return mix_sounds(
        (plucked_string(material, hertz, seconds, dice), 0),
        (0.35 * struck_bar(material, hertz, seconds, dice), 0),
    )


def render_tune(
    material: Material,
    notes: Sequence[tuple[float, float]],
    note_seconds: float,
    dice: RandomChance,
) -> Samples:
    """Render a tune.

    Args:
        notes: the notes as pairs of a frequency in hertz and a start in seconds.
        note_seconds: the length of each note in seconds.
    """
    loose = [(hertz, at + 0.004 * dice.normal() * (at > 0)) for hertz, at in notes]
    return mix_sounds(
        *(
            (dice.uniform(0.85, 1) * render_theme_note(material, hertz, note_seconds, dice), at)
            for hertz, at in loose
        )
    )


def _render_select(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    tick = struck_bar(
        material, 1500 * material.octave * dice.uniform(0.98, 1.02), 0.07, dice, ring=0.12
    )
    return mix_sounds((tick, 0), (0.3 * soft_landing_sound(420, 0.05, dice, 0.008), 0))


def _render_invalid(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    def dead(hertz: float) -> Samples:
        knock = low_pass(struck_bar(material, hertz, 0.12, dice, ring=0.25), 900)
        return mix_sounds((soft_landing_sound(hertz, 0.12, dice, 0.03), 0), (0.6 * knock, 0))

    return mix_sounds((dead(116), 0), (0.9 * dead(104), 0.105 + 0.004 * dice.normal()))


def _render_marker_on_key(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render a marker placed on a key, which rings at the key's pitch."""
    tone = struck_bar(material, SCALE[key_or_count - 1] * material.octave, 0.5, dice)
    put = mix_sounds(
        (soft_landing_sound(170, 0.09, dice, 0.016), 0),
        (0.4 * noise_burst(0.03, 2500, 0.003, dice), 0),
    )
    return mix_sounds((tone, 0.006), (0.7 * put, 0))


def _render_card_draw(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    slide = card_sliding_over_felt(material.paper, dice.uniform(0.17, 0.2), dice)
    return mix_sounds(
        (slide, 0), (0.5 * card_flick(material, 0.08, dice), 0.165 + 0.006 * dice.normal())
    )


def _render_capture(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render markers swept up: two falling blows for each, and their rattling."""
    parts = []
    for k in range(key_or_count):
        at = 0.17 * k
        parts += [
            (struck_bar(material, 1.5 * A4, 0.3, dice, ring=0.5), at),
            (
                struck_bar(material, 1.26 * A4, 0.34, dice, ring=0.6),
                at + 0.075 + 0.004 * dice.normal(),
            ),
            (0.6 * card_sliding_over_felt(0.5 * material.paper, 0.15, dice, 0.2, 260), at + 0.03),
        ]
    return mix_sounds(*parts)


def _render_play_command(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render the command to play: two rising notes, struck hard."""
    hard = mix_sounds(
        (struck_bar(material, D4, 0.2, dice, ring=0.4), 0),
        (struck_bar(material, A4, 0.26, dice, ring=0.5), 0.085),
    )
    notes = render_tune(material, ((D4, 0), (A4, 0.085)), 0.3, dice)
    return mix_sounds(
        (notes, 0), (0.7 * hard, 0), (0.9 * soft_landing_sound(D3, 0.14, dice, 0.05), 0.085)
    )


def _render_guard_command(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render a closing gate: a low fifth and a thud."""
    fifth = mix_sounds(
        (render_theme_note(material, D3, 0.5, dice), 0),
        (0.9 * render_theme_note(material, A3, 0.5, dice), 0.012),
    )
    return mix_sounds(
        (low_pass(fifth, 1800), 0), (1.1 * soft_landing_sound(82, 0.2, dice, 0.06), 0)
    )


def _render_pass_action(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render a hand brushing over the table."""
    return mix_sounds(
        (low_pass(card_sliding_over_felt(0.45 * material.paper, 0.16, dice, 0.5, 400), 2400), 0),
        (0.5 * soft_landing_sound(material.body * 1.4, 0.06, dice, 0.012), 0.12),
    )


def _render_ask(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render two rising notes, like a question."""
    return render_tune(material, ((A4, 0), (1.122 * D5, 0.12)), 0.45, dice)


def _render_answer(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render one note that answers the two notes of ``_ask``."""
    return render_tune(material, ((D5, 0), (D4, 0.015)), 0.5, dice)


def _render_reveal(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render three cards turning face up."""
    times = np.cumsum([0, *(0.085 + 0.008 * dice.normal(size=2))])
    return mix_sounds(
        *((dice.uniform(0.8, 1) * card_flick(material, 0.09, dice), at) for at in times)
    )


def _render_reshuffle(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render a riffle that becomes faster, and the pack squared on the table."""
    parts, at = [], 0.0
    for k in range(18):
        parts.append((dice.uniform(0.35, 0.7) * card_flick(material, 0.05, dice), at))
        at += 0.034 - 0.0011 * k + 0.002 * dice.random()
    return mix_sounds(
        *parts,
        (1.1 * card_flick(material, 0.1, dice), at + 0.05),
        (0.4 * soft_landing_sound(material.body, 0.1, dice), at + 0.05),
    )


def _render_round_won(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    return render_tune(material, ((D4, 0), (FIS5 / 2, 0.09), (A4, 0.18), (D5, 0.27)), 0.62, dice)


def _render_round_won_with_double(
    material: Material, key_or_count: int, dice: RandomChance
) -> Samples:
    """Render a win with every note doubled by its octave, and a shimmer above."""
    low = ((D4, 0), (FIS5 / 2, 0.09), (A4, 0.18), (D5, 0.27))
    echo = tuple((2 * hertz, at + 0.045) for hertz, at in low)
    shimmer = mix_sounds(
        *(
            (struck_bar(material, D6 * step, 0.6, dice, ring=1.5), 0.34 + 0.05 * k)
            for k, step in enumerate((1, 1.5))
        )
    )
    return mix_sounds((render_tune(material, low + echo, 0.6, dice), 0), (0.7 * shimmer, 0))


def _render_round_lost(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    return low_pass(render_tune(material, ((F4, 0), (D4, 0.2)), 0.55, dice), 1600)


def _render_match_won(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    rise = ((D4, 0), (FIS5 / 2, 0.08), (A4, 0.16), (D5, 0.24), (FIS5, 0.32))
    chord = ((D3 / 2, 0.435), (D3, 0.438), (D4, 0.44), (A4, 0.445), (FIS5 / 2, 0.455))
    return mix_sounds(
        (render_tune(material, rise + chord, 0.7, dice), 0),
        (0.6 * soft_landing_sound(D3 / 2, 0.25, dice, 0.07), 0.44),
    )


def _render_curtain(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render cloth that falls."""
    cloth = low_pass(card_sliding_over_felt(700, 0.34, dice, 0.6, 900), 1500)
    return mix_sounds((cloth, 0), (0.5 * soft_landing_sound(90, 0.15, dice, 0.04), 0.27))


def _render_threat(material: Material, key_or_count: int, dice: RandomChance) -> Samples:
    """Render two dry ticks a semitone apart: a key would win now."""
    a, b = (struck_bar(material, hertz, 0.14, dice, ring=0.2) for hertz in (2 * E4, 2 * F4))
    return mix_sounds((fade_in(a, 0.002), 0), (b, 0.09))


RECIPES: dict[str, Recipe] = {
    "select": _render_select,
    "invalid": _render_invalid,
    "key": _render_marker_on_key,
    "draw": _render_card_draw,
    "capture": _render_capture,
    "play": _render_play_command,
    "guard": _render_guard_command,
    "pass": _render_pass_action,
    "ask": _render_ask,
    "answer": _render_answer,
    "reveal": _render_reveal,
    "reshuffle": _render_reshuffle,
    "won": _render_round_won,
    "won_double": _render_round_won_with_double,
    "lost": _render_round_lost,
    "match": _render_match_won,
    "curtain": _render_curtain,
    "threat": _render_threat,
}
