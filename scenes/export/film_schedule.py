"""The schedule of a film: what each picture shows, and the sound that goes with it. Needs no window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt

from scenes.playback.cues import Cue
from scenes.playback.frame_buffer import EPSILON_S, FrameBuffer, FrameBuffers
from scenes.playback.sound import CEILING, KNEE, RATE_HZ, level_of, sounds_of, waveform

THOUGHT_S = 0.4
"""How much is shown of each stretch of thinking (s)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a film.

    time_s: the time of the match. cut: True if it does not continue the picture before. at_s: the time of the playback,
    which differs from `time_s` in the theatre.
    """

    time_s: float
    cut: bool
    at_s: float = 0.0


def schedule(
    frame_buffer: FrameBuffer | FrameBuffers, step_s: float, start_s: float = 0.0, end_s: float | None = None
) -> list[Shown]:
    """Return the moments of a buffer from start to end (None: of the buffer), `step_s` of match time apart.

    Of each stretch of thinking only THOUGHT_S is shown. The last moment is always there.
    """
    last_s = frame_buffer.ends_s if end_s is None else min(end_s, frame_buffer.ends_s)
    shown: list[Shown] = []
    thought_s, cut, number = 0.0, True, 0
    while True:
        time_s = max(start_s, frame_buffer.begins_s) + number * step_s
        if time_s > last_s - EPSILON_S:
            break
        thought_s = thought_s + step_s if frame_buffer.near(time_s).thinking else 0.0
        if thought_s <= THOUGHT_S:
            shown.append(Shown(time_s, cut, time_s))
        cut = thought_s > THOUGHT_S
        number += 1
    shown.append(Shown(last_s, cut, last_s))
    return shown


def heard(frame_buffer: FrameBuffer | FrameBuffers, shown: Sequence[Shown]) -> list[tuple[int, Cue]]:
    """Return the cues between each picture and the next, with the index of the later one; none across a cut."""
    return [
        (number, cue)
        for number, (before, now) in enumerate(pairwise(shown), start=1)
        if not now.cut
        for cue in frame_buffer.between(before.time_s, now.time_s)
    ]


def mixed(sounds: Sequence[tuple[int, Cue]], count: int, hz: float) -> npt.NDArray[np.int16]:
    """Mix the sound of a film of `count` pictures, `hz` a second: mono, RATE_HZ samples a second.

    sounds: cues with the index of their picture, in that order.
    """
    track = np.zeros(round(count / hz * RATE_HZ) + 1)
    for number, heard_there in groupby(sounds, key=lambda sound: sound[0]):
        start = round(number / hz * RATE_HZ)
        for name, strength in sounds_of(cue for _, cue in heard_there).items():
            samples = waveform(name)[: max(0, len(track) - start)]
            track[start : start + len(samples)] += level_of(strength) * samples
    return np.asarray(_limited(track) * 32767, dtype=np.int16)


def _limited(track: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return a track within CEILING: what is beyond KNEE is compressed, the rest stays as it is."""
    over, room = np.maximum(0.0, np.abs(track) - KNEE), CEILING - KNEE
    limited: npt.NDArray[np.float64] = np.sign(track) * (np.minimum(np.abs(track), KNEE) + room * np.tanh(over / room))
    return limited
