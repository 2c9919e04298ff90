"""Sounds: what they are made of, when they are heard, and that nothing goes wrong where they cannot be."""

from __future__ import annotations

import ctypes
import io
import os
import sys
import threading
import wave
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from scenes.playback import sound
from scenes.playback.cues import Cue, listener_of
from scenes.playback.sound import MIX, NAMES, OF_KIND, PEAK, RATE_HZ, RECIPES, Sounds, waveform
from sim.configuration import load_configuration
from sim.games.riff_raff.match.frame import RiffRaffFrame
from sim.games.zack.match.match import ZackMatch
from sim.match.seats import seats_from
from tests.processes import printed_by
from tests.scenes.fake_match import CALM, FALL, FakeMatch


@dataclass
class Loudspeaker:
    """Remembers what it was to play."""

    played: list[tuple[str, float]] = field(default_factory=list)

    def __call__(self, name: str, volume: float) -> None:
        self.played.append((name, volume))


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_whole_and_always_the_same(name: str) -> None:
    samples = waveform(name)
    assert samples.shape == (round(RECIPES[name].length_s * RATE_HZ),)
    assert 0.05 < len(samples) / RATE_HZ < 1.0
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() == pytest.approx(PEAK)
    # It begins at once, dies away, and ends without a click.
    early, late = np.abs(samples[: len(samples) // 2]), np.abs(samples[-len(samples) // 5 :])
    assert late.max() < 0.5 * early.max()
    assert abs(samples[-1]) < 1e-6
    sound.waveform.cache_clear()
    assert (waveform(name) == samples).all()


def spectrum(name: str) -> np.ndarray:
    """Energy in bands of a third of an octave, adding up to one."""
    power = np.abs(np.fft.rfft(waveform(name), 2 * RATE_HZ)) ** 2
    hz = np.fft.rfftfreq(2 * RATE_HZ, 1 / RATE_HZ)
    edges = 50 * 2 ** (np.arange(28) / 3)
    bands = np.array([power[(hz >= a) & (hz < b)].sum() for a, b in pairwise(edges)])
    return bands / bands.sum()


@pytest.mark.parametrize(("one", "other"), list(combinations(NAMES, 2)))
def test_no_two_sounds_are_alike(one: str, other: str) -> None:
    # 0 for the same spectrum, 1 for two without a common band.
    assert np.abs(spectrum(one) - spectrum(other)).sum() / 2 > 0.2


def test_a_sound_is_a_wave_file_of_sixteen_bits() -> None:
    with wave.open(io.BytesIO(sound.wave_bytes("splash"))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert np.abs(samples / 32767 - waveform("splash")).max() < 1e-4


def test_every_sound_has_its_happening() -> None:
    assert set(OF_KIND.values()) == set(NAMES)


# ------------------------------------------------------------------------------------------ devices


def test_a_louder_sound_for_a_stronger_knock() -> None:
    heard = Loudspeaker()
    sounds = Sounds.open(opening=lambda: heard)
    assert (sounds.status, sounds.audible) == ("", True)
    sounds.play("knock", 0.2)
    sounds.play("splash", 0.9)
    sounds.play("slip", 0.0)
    (_, soft), (name, loud) = heard.played
    assert name == "splash"
    assert 0 < soft < loud <= MIX
    with pytest.raises(KeyError):
        sounds.play("fanfare")


def test_half_the_volume_is_a_quarter_of_the_strength_and_none_is_silence() -> None:
    levels = {}
    for volume in (1.0, 0.5):
        heard = Loudspeaker()
        Sounds.open(volume, lambda to=heard: to).play("knock")
        ((_, levels[volume]),) = heard.played
    assert levels[0.5] == pytest.approx(levels[1.0] / 4)
    assert not Sounds.open(0, lambda: pytest.fail("a driver was opened")).audible


def test_many_knocks_at_once_are_one_as_loud_as_the_hardest() -> None:
    heard = Loudspeaker()
    sounds = Sounds.open(opening=lambda: heard)
    sounds.play_cues([Cue(1.0, "knock", 0.5), *[Cue(1.0, "knock", 0.1)] * 11, Cue(1.0, "turn"), Cue(1.0, "catch", 0.5)])
    assert [name for name, _ in heard.played] == ["knock", "catch"]
    assert len({level for _, level in heard.played}) == 1


def test_no_device_no_driver_or_one_that_hangs_is_silence_and_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> None:
        raise OSError("ALSA lib pcm.c: unknown")

    never = threading.Event()
    for opening, waited_s, said in (
        (lambda: None, 60.0, "no sound device"),
        (breaks, 60.0, "no sound: its driver fails"),
        (never.wait, 0.05, "no sound: its driver does not answer"),
    ):
        monkeypatch.setattr(sound, "DRIVER_S", waited_s)
        sounds = Sounds.open(opening=opening)
        assert (sounds.status, sounds.audible) == (said, False)
        sounds.play("knock")
    never.set()


def test_what_a_driver_says_on_standard_error_is_not_heard(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    never = threading.Event()

    def complains() -> None:
        # As a library of C does: past Python's own stream.
        os.write(2, b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n")

    for opening, waited_s in ((complains, 60.0), (never.wait, 0.05)):
        monkeypatch.setattr(sound, "DRIVER_S", waited_s)
        Sounds.open(opening=opening)
        os.write(2, b"heard\n")
    never.set()
    assert capfd.readouterr().err == "heard\n" * 2


def test_without_standard_error_its_number_is_left_to_another_file(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stderr__", None)
    Sounds.open(opening=lambda: os.write(2, b"of a record") and None)
    assert capfd.readouterr().err == "of a record"


LIBRARIES = """
import ctypes
from scenes.playback.sound import quiet_libraries
quiet_libraries()
alsa, openal = ctypes.CDLL("libasound.so.2"), ctypes.CDLL("libopenal.so.1")
assert alsa.snd_pcm_open(ctypes.byref(ctypes.c_void_p()), b"no such device", 0, 0) < 0
openal.alcOpenDevice(None)
"""


@pytest.mark.busy
def test_the_libraries_keep_their_complaints_to_themselves_later_too() -> None:
    for library in ("libasound.so.2", "libopenal.so.1"):
        try:
            ctypes.CDLL(library)
        except OSError:
            pytest.skip(f"no {library} on this machine")
    assert printed_by(LIBRARIES) == ""


def test_a_device_that_is_unplugged_is_silent_from_then_on() -> None:
    def unplugged(_name: str, _volume: float) -> None:
        raise RuntimeError("device gone")

    sounds = Sounds.open(opening=lambda: unplugged)
    sounds.play("knock")
    assert (sounds.status, sounds.audible) == ("no sound: its device has failed", False)
    sounds.play("splash")


def test_switched_off_nothing_is_looked_for() -> None:
    sounds = Sounds.open(0, lambda: pytest.fail("a driver was opened"))
    assert (sounds.status, sounds.audible) == ("sound off", False)


def test_sound_is_switched_off_and_on() -> None:
    heard = Loudspeaker()
    sounds = Sounds.open(opening=lambda: heard)
    sounds.toggle()
    sounds.play("knock")
    assert (heard.played, sounds.status) == ([], "sound off")
    sounds.toggle()
    sounds.play("knock")
    assert len(heard.played) == 1


def test_the_device_that_pyglet_finds_is_used(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyglet's own silent driver in the place of a device: everything but the loudspeaker is real."""
    monkeypatch.setattr(sound, "DRIVER_S", 60.0)
    assert Sounds.open().status in ("", "no sound device")
    from pyglet.media.drivers.silent import adaptation

    class NoSuchDriver:
        pass

    monkeypatch.setattr(adaptation, "SilentDriver", NoSuchDriver)
    sounds = Sounds.open()
    assert sounds.audible
    for round_ in range(3):
        for name in NAMES:
            sounds._began.clear()
            sounds.play(name, 0.3 * (1 + round_))
    assert (sounds.status, sounds.audible) == ("", True)


# ------------------------------------------------------------------------------------------ what is heard when


def frames_of(match: FakeMatch, step_s: float = 1 / 30) -> list[RiffRaffFrame]:
    frames = [match.frame()]
    while not match.finished:
        match.advance(step_s)
        frames.append(match.frame())
    return frames


def kinds(frames: list[RiffRaffFrame], match: FakeMatch) -> list[str]:
    listener = listener_of(match)
    return [cue.kind for frame in frames for cue in listener.hear(frame)]


@pytest.mark.parametrize("step_s", [1 / 30, 1 / 60])
def test_a_fall_is_heard_once_where_it_begins_and_once_where_it_ends(step_s: float) -> None:
    match = FakeMatch(placements=FALL)
    heard = kinds(frames_of(match, step_s), match)
    assert heard.count("falls") == 1
    assert heard.count("splash") + heard.count("catch") == 1
    assert heard.count("turn") == len(FALL)
    assert heard.count("knock") >= len(FALL)


def test_after_a_jump_the_past_is_not_heard_again() -> None:
    match = FakeMatch(placements=FALL)
    frames = frames_of(match)
    listener = listener_of(match)
    told = [listener.hear(frame) for frame in frames]
    falls = next(number for number, all_of in enumerate(told) if any(h.kind == "falls" for h in all_of))
    assert listener.hear(frames[falls - 10]) == ()  # back before the fall: nothing yet
    again = [h.kind for frame in frames[falls - 9 : falls + 5] for h in listener.hear(frame)]
    assert again.count("falls") == 1
    listener.hear(frames[0])
    assert listener.hear(frames[falls + 20]) == ()  # over it: not heard at all
    assert listener.hear(frames[falls + 20]) == ()  # and a frame drawn twice says nothing


def test_what_rests_is_not_heard() -> None:
    match = FakeMatch(placements=CALM[:2])
    frames = frames_of(match)
    still = [frame for frame in frames if frame.table_stage == "thinking"][2:-2]
    assert len(still) > 5
    assert kinds(still[:5], match) == []


@pytest.mark.slow
def test_cards_are_heard_where_they_land() -> None:
    seats = seats_from(["casual", "child", "casual", "child"], "zack")
    match = ZackMatch(load_configuration("zack", None, "draft"), seats, 2)
    listener, heard = listener_of(match), []
    while match.table.challenges < 2 and not match.finished:
        heard += listener.hear(match.frame())
        match.advance(1 / 30)
    heard += listener.hear(match.frame())
    last = match.frame()
    count = {kind: sum(h.kind == kind for h in heard) for kind in ("card", "beside", "rim", "challenge", "miss")}
    # Every card that was thrown has touched something just once.
    assert count["card"] + count["beside"] + count["rim"] >= last.throws
    assert 0 < count["challenge"] <= last.challenges
    assert count["miss"] <= last.misses
    words = [cue.words for cue in heard if cue.kind == "challenge"]
    assert all("takes" in line for line in words)
