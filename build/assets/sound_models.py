"""Physical models of sounds: struck bars, plucked strings, rubbing cards, relays, and the room.

All functions take and return samples at RATE as one row, nominally from -1 to 1; loudness.py sets
the final loudness. Every model uses a random generator, so that no two takes are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

RATE = 44_100

Samples = NDArray[np.float64]
RandomChance = np.random.Generator


@dataclass(frozen=True)
class Material:
    """The materials of a theme: of its bars, strings, cards and table.

    Attributes:
        modes: the frequencies of a struck bar's modes, relative to the lowest mode.
        ring: the number of seconds in which the lowest mode falls by 60 dB.
        damping: how much faster higher modes decay.
        contact: the number of seconds that a mallet touches the bar; shorter is brighter.
        noise: the level of the noise in a blow.
        octave: the factor by which the notes of keys are shifted.
        string: the share of amplitude that a plucked string keeps per cycle, and its brightness.
        paper: the centre of the cards' rubbing noise, in hertz.
        body: the resonance of the table under a card, in hertz.
    """

    modes: tuple[float, ...]
    ring: float
    damping: float
    contact: float
    noise: float
    octave: float
    string: tuple[float, float]
    paper: float
    body: float


GLASS = Material((1, 2.32, 4.25, 6.63, 9.38), 0.9, 0.9, 0.00035, 0.12, 2, (0.992, 0.5), 4200, 240)
WOOD = Material((1, 2.76, 5.4, 8.93), 0.28, 1.3, 0.0014, 0.5, 1, (0.980, 0.75), 1900, 150)
WIRE = Material((1, 2.01, 3.03, 6.27, 8.1), 1.3, 0.6, 0.0007, 0.08, 1, (0.996, 0.4), 3000, 190)
RELAY = Material(
    (1, 1.58, 2.24, 2.92, 4.15, 5.4), 0.2, 0.5, 0.0003, 0.45, 1.5, (0.97, 0.6), 2600, 330
)

MATERIALS: dict[str, Material] = {"glass": GLASS, "wood": WOOD, "wire": WIRE, "relay": RELAY}


def silence(seconds: float) -> Samples:
    return np.zeros(round(RATE * seconds))


def struck_bar(
    material: Material, hertz: float, seconds: float, dice: RandomChance, ring: float = 1.0
) -> Samples:
    """Render a bar struck by a mallet: a decaying sine for each mode, and the noise of the blow."""
    t = np.arange(round(RATE * seconds)) / RATE
    total = np.zeros(len(t))
    for n, ratio in enumerate(material.modes):
        height = hertz * ratio * (1 + 0.002 * dice.normal())
        if height > RATE / 2.4:
            break
        fall = 6.9 / (material.ring * ring * ratio**-material.damping)
        level = dice.uniform(0.75, 1) / ((1 + (height * material.contact) ** 2) * (1 + 0.7 * n))
        total += level * np.exp(-fall * t) * np.sin(2 * np.pi * height * t + dice.uniform(0, 0.3))
    blow = noise_burst(
        seconds, max(600.0, 0.25 / material.contact), 3 * material.contact + 0.002, dice
    )
    blow = low_pass(blow, min(15_000.0, 3 / material.contact))
    return damp_by_hand(fade_in(total + material.noise * blow, 0.0006))


def plucked_string(material: Material, hertz: float, seconds: float, dice: RandomChance) -> Samples:
    """Render a plucked string (Karplus and Strong): circulating noise that loses its treble."""
    n = round(RATE * seconds)
    keeps, bright = material.string
    period = RATE / (hertz * (1 + 0.0015 * dice.normal())) - 0.5
    whole, rest = int(period), period % 1
    kick = np.zeros(n)
    noise = lfilter([bright], [1, bright - 1], dice.normal(size=whole))
    # Position at which the string is plucked, in samples.
    comb = max(1, round(whole * dice.uniform(0.18, 0.26)))
    kick[:whole] = noise - np.roll(noise, comb)
    loop = np.zeros(whole + 3)
    loop[0] = 1
    for offset, share in ((0, (1 - rest) / 2), (1, 0.5), (2, rest / 2)):
        loop[whole + offset] -= keeps * share
    return damp_by_hand(fade_in(np.asarray(lfilter([1], loop, kick)), 0.001))


def noise_burst(seconds: float, hertz: float, decay_seconds: float, dice: RandomChance) -> Samples:
    """Render the noise of a blow: noise above ``hertz``, which decays in ``decay_seconds``."""
    t = np.arange(round(RATE * seconds)) / RATE
    return high_pass(dice.normal(size=len(t)), min(hertz, 12_000)) * np.exp(-t / decay_seconds)


def soft_landing_sound(
    hertz: float, seconds: float, dice: RandomChance, decay_seconds: float = 0.035
) -> Samples:
    """Render something soft that lands on a table: a low tone whose pitch falls as it decays."""
    t = np.arange(round(RATE * seconds)) / RATE
    height = hertz * (1 + 0.02 * dice.normal()) * (1 + 0.5 * np.exp(-t / 0.01))
    return fade_in(
        np.sin(2 * np.pi * np.cumsum(height) / RATE) * np.exp(-t / decay_seconds), 0.0015
    )


def card_sliding_over_felt(
    hertz: float,
    seconds: float,
    dice: RandomChance,
    rising_share: float = 0.35,
    slips_per_second: float = 90,
) -> Samples:
    """Render a card sliding over felt, as noise around ``hertz``.

    Args:
        rising_share: the share of ``seconds`` in which the noise becomes louder.
        slips_per_second: the number of slips per second.
    """
    n = round(RATE * seconds)
    t = np.arange(n) / n
    slips = (dice.random(n) < slips_per_second / RATE) * dice.uniform(0.4, 1, n)
    rough = lfilter([1], [1, -0.992], slips)
    shape = np.sin(np.pi * np.minimum(1, t / rising_share) / 2) ** 2 * (1 - t) ** 1.4
    return np.asarray(
        band_pass(dice.normal(size=n), 0.55 * hertz, 1.9 * hertz) * (0.35 + rough) * shape
    )


def card_flick(material: Material, seconds: float, dice: RandomChance) -> Samples:
    """Render the snap of a card's corner, and the table under it."""
    snap = band_pass(
        dice.normal(size=round(RATE * seconds)), material.paper, min(2.6 * material.paper, 15_000)
    )
    t = np.arange(len(snap)) / RATE
    snap *= np.exp(-t / dice.uniform(0.004, 0.007))
    return fade_in(snap, 0.0004) + 0.5 * soft_landing_sound(material.body, seconds, dice, 0.018)


def relay_click(hertz: float, seconds: float, dice: RandomChance) -> Samples:
    """Render a relay: its armature falls, bounces twice and rattles the tin case."""
    total = silence(seconds)
    for late, level in ((0, 1.0), (dice.uniform(0.006, 0.009), 0.45), (0.014, 0.2)):
        total = mix_sounds((total, 0), (level * struck_bar(RELAY, hertz, 0.06, dice, 0.5), late))
    return total[: round(RATE * seconds)]


def mix_sounds(*parts: tuple[Samples, float]) -> Samples:
    """Add up sounds that start at different times.

    Args:
        parts: pairs of a sound and its starting time in seconds.
    """
    starts = [round(RATE * max(0.0, late)) for _, late in parts]
    ends = [start + len(part) for start, (part, _) in zip(starts, parts, strict=True)]
    total = np.zeros(max(ends))
    for start, (part, _) in zip(starts, parts, strict=True):
        total[start : start + len(part)] += part
    return total


def fade_in(samples: Samples, seconds: float) -> Samples:
    """Fade a sound in, to avoid a click at the start."""
    n = min(len(samples), max(2, round(RATE * seconds)))
    shaped = samples.copy()
    shaped[:n] *= np.sin(np.linspace(0, np.pi / 2, n)) ** 2
    return shaped


def damp_by_hand(samples: Samples) -> Samples:
    """Fade out the last 45 % of a sound, as if a hand damped it."""
    return fade_out(samples, 0.45 * len(samples) / RATE)


def fade_out(samples: Samples, seconds: float) -> Samples:
    """Fade a sound out, to avoid a click at the end."""
    return fade_in(samples[::-1], seconds)[::-1]


def band_pass(samples: Samples, low_hertz: float, high_hertz: float) -> Samples:
    sos = butter(2, [low_hertz, min(high_hertz, RATE / 2.2)], "bandpass", fs=RATE, output="sos")
    return np.asarray(sosfilt(sos, samples))


def high_pass(samples: Samples, hertz: float) -> Samples:
    return np.asarray(sosfilt(butter(2, hertz, "highpass", fs=RATE, output="sos"), samples))


def low_pass(samples: Samples, hertz: float) -> Samples:
    return np.asarray(sosfilt(butter(2, hertz, "lowpass", fs=RATE, output="sos"), samples))


ROOM_SECONDS = 0.42  # number of seconds for which the small room rings
ROOM_SIZE = (4.1, 5.3, 2.7)  # distances between opposite walls, in metres


def room_response(dice: RandomChance) -> Samples:
    """Return a small room's response to a clap, as [ear, sample].

    The response consists of the first reflections from the walls and a tail of noise whose treble
    decays first.
    """
    n = round(RATE * ROOM_SECONDS)
    t = np.arange(n) / RATE
    ears = []
    for ear in (0, 1):
        tail = dice.normal(size=n) * np.exp(-6.9 * t / ROOM_SECONDS)
        tail = low_pass(tail, 5200) * np.minimum(1, t / 0.02)
        for wall, metres in enumerate(ROOM_SIZE):
            for times in (1, 2, 3):
                way = metres * times * (1 + 0.04 * (ear if wall % 2 else 1 - ear))
                tail[min(n - 1, round(RATE * way / 343))] += 6.0 / (1 + way)
        ears.append(tail / np.sqrt(np.sum(tail**2)))
    return np.array(ears)


def add_room_response(dry: Samples, room_echo: Samples, wet: float = 0.22) -> Samples:
    """Add a room's response to a dry sound.

    Args:
        room_echo: the room's response.
        wet: the level of the response.

    Returns:
        The sound as [ear, sample], which is longer than the dry sound by the response.
    """
    longer = np.concatenate([dry, np.zeros(room_echo.shape[1] - 1)])
    strength = np.sqrt(np.sum(dry**2))
    sides = [fftconvolve(dry, ear) for ear in room_echo]
    scaled = [wet * side * strength / max(1e-9, np.sqrt(np.sum(side**2))) for side in sides]
    return np.array([longer + side for side in scaled])
