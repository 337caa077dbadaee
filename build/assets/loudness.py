"""Measures the loudness of sounds, and reads, normalizes and writes sound files.

Sounds are arrays [ear, sample]. Loudness follows ITU-R BS.1770-4: K-weighted, with a full-scale
sine of 997 Hz in one channel at -3.01 LUFS. Momentary loudness uses a window of 400 ms; a shorter
sound is padded with silence. The true peak is measured after resampling to four times the rate.
"""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import soundfile
from pyloudnorm.iirfilter import IIRfilter
from scipy.signal import resample_poly

from assets.sound_models import RATE, Samples

WINDOW, HOP = 0.4, 0.01  # length of a window and distance between two windows, in seconds
MAX_PEAK_DBTP = -3.0  # maximum true peak, in decibels relative to full scale (dBTP)
ROOM_FOR_THE_CODEC = 0.6  # number of decibels that lossy coding may add to a peak
BLOCK = 16_384  # number of frames written at once; some versions of libsndfile fail on more


def _k_weighted(channels: Samples, rate: int) -> Samples:
    shelf = IIRfilter(4.0, 1 / np.sqrt(2), 1500.0, rate, "high_shelf")
    rumble = IIRfilter(0.0, 0.5, 38.0, rate, "high_pass")
    return np.array([rumble.apply_filter(shelf.apply_filter(ear)) for ear in channels])


def loudest_moment_lufs(channels: Samples, rate: int = RATE) -> float:
    """Return the loudness of a sound's loudest 400 ms, in LUFS."""
    window = round(WINDOW * rate)
    padded = np.pad(channels, ((0, 0), (window, window)))
    power = np.sum(_k_weighted(padded, rate) ** 2, axis=0)
    sums = np.concatenate([[0.0], np.cumsum(power)])
    starts = np.arange(0, len(sums) - window, round(HOP * rate))
    loudest = float(np.max(sums[starts + window] - sums[starts])) / window
    return -0.691 + 10 * math.log10(max(loudest, 1e-12))


def true_peak_dbtp(channels: Samples) -> float:
    """Return a sound's true peak in dBTP."""
    peak = max(float(np.max(np.abs(resample_poly(ear, 4, 1)))) for ear in channels)
    return 20 * math.log10(max(peak, 1e-9))


def normalize_loudness(channels: Samples, target: float) -> Samples:
    """Scale a sound so that its loudest 400 ms reach ``target`` LUFS.

    The result is softer if its true peak would otherwise exceed the limit.
    """
    gain = target - loudest_moment_lufs(channels)
    gain = min(gain, MAX_PEAK_DBTP - ROOM_FOR_THE_CODEC - true_peak_dbtp(channels))
    return channels * 10 ** (gain / 20)


def write_vorbis(path: Path, channels: Samples, quality: float, rate: int = RATE) -> None:
    """Write an Ogg Vorbis file.

    Args:
        quality: the quality of the coding, from 0 (smallest file) to 1.
        rate: the sample rate in hertz.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    stream = io.BytesIO()
    with soundfile.SoundFile(
        stream,
        "w",
        rate,
        len(channels),
        format="OGG",
        subtype="VORBIS",
        compression_level=1 - quality,
    ) as file:
        for begin in range(0, channels.shape[1], BLOCK):
            file.write(channels[:, begin : begin + BLOCK].T)
    path.write_bytes(stream.getvalue())


def read_sound(path: Path) -> tuple[Samples, int]:
    """Read a sound file; return its samples as [ear, sample], and the sample rate in hertz."""
    data, rate = soundfile.read(path, always_2d=True)
    return data.T, rate


def spectral_centroid_hertz(channels: Samples) -> float:
    """Return the centre of mass of a sound's spectrum in hertz, a measure of brightness."""
    mono = channels.mean(axis=0)
    power = np.abs(np.fft.rfft(mono)) ** 2
    return float(np.sum(np.fft.rfftfreq(len(mono), 1 / RATE) * power) / np.sum(power))


def seconds_until_quiet(channels: Samples) -> float:
    """Return the time from a sound's loudest moment until it stays more than 20 dB below its peak.

    The time is in seconds, with a resolution of 5 ms.
    """
    step = RATE // 200
    power = np.sum(channels**2, axis=0)
    rough = power[: len(power) // step * step].reshape(-1, step).mean(axis=1)
    loud = np.nonzero(rough > rough.max() / 100)[0]
    return float((loud[-1] + 1 - np.argmax(rough)) * step / RATE)
