"""Short sounds of wood and card, computed when they are first needed and played if there is a device.

There are no files: every sound is a few damped vibrations and bursts of filtered noise, made in 1 to 5 ms of CPU time
when it is first heard. A film's track and the device are given the same loudness. `Sounds` never fails and never waits
long: without a device, or with a driver that breaks or hangs, it is silent and `status` gives the reason. The libraries
behind the driver complain on standard error if they find no sound card; this output is dropped. Whether there is a card
cannot be known without asking them: a sound server may play for a machine that has none.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import sys
import threading
import time
import wave
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from scenes.playback.cues import Cue
from sim.language import N_, _

if TYPE_CHECKING:
    from pyglet.media import Player as Voice
    from pyglet.media import Source

Samples = npt.NDArray[np.float64]
RATE_HZ = 44100
PEAK = 0.9
MIX = 0.65
"""The share of full scale that a sound at its loudest is given, live and in films: room for others at the same time."""
KNEE, CEILING = 0.6, 0.8
"""A film's samples beyond KNEE are compressed, towards CEILING: -1.9 dBFS, of which the codec needs some."""
DRIVER_S = 2.0
"""The longest time to wait for a driver to open; a slower one is taken to hang."""
VOICES = 14
APART_S = 0.03
"""The least time between two beginnings of the same sound."""


@dataclass(frozen=True, slots=True)
class Noise:
    """A burst of noise between two frequencies that dies away (to 1/e in `decay_s`); it begins after `late_s`."""

    low_hz: float
    high_hz: float
    decay_s: float
    level: float
    late_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """A sound: vibrations (Hz, seconds to die away to 1/e, level), bursts of noise, and its whole length."""

    length_s: float
    modes: tuple[tuple[float, float, float], ...] = ()
    noises: tuple[Noise, ...] = ()
    again_s: tuple[float, ...] = ()
    """Times at which the whole sound is struck again, each time half as loud."""


# Frequencies as of small blocks: free bars of beech, 40 to 90 mm long, ring at 1 to 6 kHz, and a table of half a metre
# at 100 to 600 Hz; what is held or lies dies away within tens of milliseconds. The rest is by ear.
RECIPES: dict[str, Recipe] = {
    "knock": Recipe(
        0.14, ((1180, 0.016, 1.0), (2260, 0.010, 0.6), (3940, 0.006, 0.35)), (Noise(900, 6000, 0.003, 0.6),)
    ),
    "slip": Recipe(0.22, (), (Noise(500, 2400, 0.06, 0.8), Noise(700, 1800, 0.05, 0.5, 0.07))),
    "splash": Recipe(
        0.50, ((118, 0.060, 0.5), (212, 0.040, 0.4)),
        (Noise(150, 1800, 0.012, 0.6), Noise(500, 3600, 0.075, 0.8, 0.02), Noise(1400, 7000, 0.11, 0.35, 0.06)),
    ),
    "catch": Recipe(0.16, ((190, 0.030, 0.5),), (Noise(150, 1400, 0.022, 1.0),)),
    "card": Recipe(0.10, (), (Noise(2200, 8500, 0.008, 1.0), Noise(3000, 9000, 0.010, 0.5, 0.014))),
    "rim": Recipe(0.14, ((820, 0.022, 0.7), (1640, 0.014, 0.4)), (Noise(1500, 7000, 0.008, 0.8),)),
    "slap": Recipe(0.16, ((240, 0.020, 0.4),), (Noise(600, 3200, 0.018, 1.0), Noise(900, 4000, 0.02, 0.3, 0.03))),
    "challenge": Recipe(0.55, ((880, 0.14, 0.8), (1760, 0.09, 0.35), (1319, 0.16, 0.7), (2638, 0.07, 0.2))),
    "stop": Recipe(0.40, ((523, 0.060, 0.9), (1046, 0.040, 0.4)), (Noise(800, 3000, 0.006, 0.4),), (0.16,)),
    "end": Recipe(0.90, ((523, 0.22, 0.7), (659, 0.24, 0.6), (784, 0.26, 0.6), (1046, 0.2, 0.3))),
}  # fmt: skip
NAMES = tuple(RECIPES)
OF_KIND = {
    "knock": "knock", "falls": "slip", "splash": "splash", "catch": "catch", "card": "card", "rim": "rim",
    "beside": "slap", "challenge": "challenge", "stop": "stop", "end": "end",
}  # fmt: skip
"""The sound of each kind of cue; other kinds are silent."""


@cache
def waveform(name: str) -> Samples:
    """Return a sound's samples, -PEAK to PEAK, RATE_HZ a second; always the same.

    Raises KeyError for a name not in NAMES.
    """
    recipe = RECIPES[name]
    count = round(recipe.length_s * RATE_HZ)
    struck = _struck(recipe, count, NAMES.index(name))
    samples = struck.copy()
    for strike, again in enumerate(recipe.again_s, start=1):
        start = round(again * RATE_HZ)
        samples[start:] += struck[: count - start] * 0.5**strike
    # Fade out, so that a sound that still rings does not end with a click.
    fade = min(count, round(0.02 * RATE_HZ))
    samples[-fade:] *= np.linspace(1.0, 0.0, fade)
    return samples * (PEAK / np.abs(samples).max())


def _struck(recipe: Recipe, count: int, seed: int) -> Samples:
    t: Samples = np.arange(count, dtype=np.float64) / RATE_HZ
    samples: Samples = np.zeros(count, dtype=np.float64)
    tone: Samples
    for pitch_hz, decay_s, level in recipe.modes:
        tone = np.exp(-t / decay_s) * np.sin(2 * np.pi * pitch_hz * t)
        samples += level * tone
    stream = np.random.default_rng(seed)
    for noise in recipe.noises:
        spectrum = np.fft.rfft(stream.standard_normal(count))
        hz = np.fft.rfftfreq(count, 1 / RATE_HZ)
        # Steep but smooth edges: 24 dB an octave.
        spectrum /= np.sqrt((1 + (noise.low_hz / np.maximum(hz, 1.0)) ** 8) * (1 + (hz / noise.high_hz) ** 8))
        burst = np.fft.irfft(spectrum, count)
        since = t - noise.late_s
        envelope = np.where(since >= 0, np.exp(-np.maximum(since, 0.0) / noise.decay_s), 0.0)
        tone = envelope * burst / max(1e-12, float(burst.std()))
        samples += noise.level * tone
    return samples


def wave_bytes(name: str) -> bytes:
    """Return a sound as the bytes of a .wav file: mono, 16 bits."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes((waveform(name) * 32767).astype("<i2").tobytes())
    return stream.getvalue()


class Player(Protocol):
    """A function that plays a sound."""

    def __call__(self, name: str, level: float) -> None:
        """Begin that sound at `level` (0 to 1) and return at once. May raise anything."""


class Sounds:
    """A player of sounds by their names.

    status: empty while sounds are heard, else the reason in a few words. volume: up to 1, which is a film's; at half of
    it sounds are a quarter as strong.
    """

    def __init__(self, player: Player | None, status: str = "") -> None:
        self._player = player
        self._began: dict[str, float] = {}
        self.muted = False
        self.volume = 1.0
        self._status = status

    @classmethod
    def open(cls, volume: float = 1.0, opening: Callable[[], Player | None] | None = None) -> Sounds:
        """Return sounds, switched off if the volume is 0. Call after opening a window.

        Raises nothing, and waits at most DRIVER_S. `opening` is for tests.
        """
        if volume == 0:
            silent = cls(None, "sound off")
            silent.muted = True
            return silent
        sounds = cls(*_found_player(opening or _pyglet_player))
        sounds.volume = volume
        return sounds

    @property
    def status(self) -> str:
        """Empty while sounds are heard, else the reason in a few words."""
        return _("sound off") if self.muted else _(self._status)

    @property
    def audible(self) -> bool:
        """True if `play` makes a sound heard."""
        return self._player is not None and not self.muted

    def toggle(self) -> None:
        """Switch sounds off, or on again."""
        self.muted = not self.muted
        if self._player is None and not self.muted and self._status == "sound off":
            # No device was looked for yet: sounds were opened as unwanted.
            other = Sounds.open()
            self._player, self._status = other._player, other._status

    def play(self, name: str, strength: float = 1.0) -> None:
        """Begin a sound, louder for a greater strength (0 to 1). Raises KeyError for a name not in NAMES."""
        RECIPES[name]
        if not self.audible or strength <= 0.0:
            return
        now = time.monotonic()
        if now - self._began.get(name, -1.0) < APART_S:
            return
        self._began[name] = now
        assert self._player is not None
        try:
            self._player(name, level_of(strength) * self.volume**2)
        except Exception:  # noqa: BLE001 - a device that is unplugged is no reason to stop
            self._player, self._status = None, N_("no sound: its device has failed")

    def play_cues(self, cues: Iterable[Cue]) -> None:
        """Play the sounds of these cues; kinds without a sound are skipped."""
        for name, strength in sounds_of(cues).items():
            self.play(name, strength)


def sounds_of(cues: Iterable[Cue]) -> dict[str, float]:
    """Return the sounds of the cues of one frame, with their strengths: a dozen knocks are one, that of the hardest."""
    found: dict[str, float] = {}
    for cue in cues:
        name = OF_KIND.get(cue.kind)
        if name is not None:
            found[name] = max(cue.strength, found.get(name, 0.0))
    return found


def level_of(strength: float) -> float:
    """Return the level (0 to MIX) of a strength: half the strength sounds a good half as loud."""
    return MIX * float(min(1.0, max(0.0, strength)) ** 0.7)


def _found_player(opening: Callable[[], Player | None]) -> tuple[Player | None, str]:
    """Return a player, or None and the reason in a few words."""
    found: list[Player | None] = []
    problem: list[BaseException] = []

    def look() -> None:
        try:
            found.append(opening())
        except BaseException as failure:  # noqa: BLE001 - no failure of a driver may stop the game
            problem.append(failure)

    thread = threading.Thread(target=look, name="sound driver", daemon=True)
    with _deaf_to_standard_error():
        thread.start()
        thread.join(DRIVER_S)
    if thread.is_alive():
        return None, N_("no sound: its driver does not answer")
    if problem:
        return None, N_("no sound: its driver fails")
    return found[0], "" if found[0] is not None else N_("no sound device")


@contextlib.contextmanager
def _deaf_to_standard_error() -> Iterator[None]:
    """Drop everything that is written to standard error while the context lasts, even by libraries in C."""
    # If standard error was closed from the beginning, descriptor 2 may belong to another file by now.
    if sys.__stderr__ is None:
        yield
        return
    with contextlib.ExitStack() as undo:
        # If there is no descriptor left, the output is not dropped.
        with contextlib.suppress(OSError):
            kept = os.dup(2)
            undo.callback(os.close, kept)
            undo.callback(os.dup2, kept, 2)
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), 2)
        yield


def quiet_libraries() -> None:
    """Stop OpenAL and ALSA for good from writing to standard error: some of it comes long after the opening.

    OpenAL gives up a server that does not answer only after many seconds, and tries the sound cards then.
    """
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    if sys.platform.startswith("linux"):
        # Any thread may call the handler at any time, so it is a harmless C function.
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(ctypes.CDLL(None).getpid)


def _pyglet_player() -> Player | None:
    """Return a player on the device that pyglet finds, or None. pyglet's media package needs an open window."""
    if "pyglet.window" not in sys.modules:
        return None
    quiet_libraries()
    from pyglet.media import load
    from pyglet.media.drivers import get_audio_driver
    from pyglet.media.drivers.silent.adaptation import SilentDriver

    driver = get_audio_driver()
    if driver is None or isinstance(driver, SilentDriver):
        return None
    sources: dict[str, Source] = {}
    voices: deque[Voice] = deque()

    def play(name: str, level: float) -> None:
        source = sources.get(name)
        if source is None:
            source = sources[name] = load(f"{name}.wav", file=io.BytesIO(wave_bytes(name)), streaming=False)
        while voices and (not voices[0].playing or len(voices) >= VOICES):
            voices.popleft().pause()
        voice = source.play()
        voice.volume = level
        voices.append(voice)

    return play
