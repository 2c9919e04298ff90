"""What is told of frames: percentiles, how many were late, and a figure for every game that has something to show."""

from __future__ import annotations

import gc
import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import frames as frame_time
from scenes.window.loop import settle, unsettle
from sim.spec import GAMES


def test_percentiles_are_values_that_there_are() -> None:
    values = [float(v) for v in range(1, 101)][::-1]
    assert frame_time.percentile(values, 0.99) == 99.0
    assert frame_time.percentile(values, 1.0) == 100.0
    assert frame_time.percentile(values, 0.5) == 50.0
    assert frame_time.percentile([7.0], 0.99) == 7.0


def test_frames_that_took_longer_than_a_sixtieth_are_late() -> None:
    told = frame_time.spent([0.010] * 6 + [0.020] * 2)
    assert told == {"a_second": 80.0, "late": 0.25}


def test_the_hand_goes_here_and_there_about_its_aim() -> None:
    places = [frame_time.wandering((100.0, 50.0), index) for index in range(400)]
    assert places[0] == (100.0, 50.0)
    across, up = frame_time.HERE_AND_THERE
    assert max(x for x, _ in places) == pytest.approx(100.0 + across, abs=0.1)
    assert min(y for _, y in places) == pytest.approx(50.0 - up, abs=0.1)
    # Slow enough to be aiming.
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1.5 for a, b in itertools.pairwise(places))


def test_every_frame_is_counted_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    seen: list[int] = []

    def frame(index: int) -> None:
        seen.append(index)
        now[0] += 0.25

    monkeypatch.setattr(frame_time, "perf_counter", lambda: now[0])
    assert frame_time.timed(frame, 2.0) == [0.25] * 8
    assert seen == list(range(frame_time.WARM + 8))


@pytest.mark.parametrize(
    "ghosts", [pytest.param(False, marks=pytest.mark.study), pytest.param(True, marks=pytest.mark.study)]
)
def test_a_frame_is_built_for_every_showpiece(ghosts: bool, display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_time, "SIZE", (320, 180))
    monkeypatch.setattr(frame_time, "BUILT", 3)
    monkeypatch.setattr(frame_time, "WARM", 1)
    monkeypatch.setattr(frame_time, "GHOSTS", 1)
    told = frame_time.building(1, ghosts)
    assert set(told) == {game.folder for game in GAMES.values()}
    assert all(0 < usual <= most < 1000 for usual, most in told.values())


@pytest.mark.study
def test_frames_are_shown_in_a_real_window(x_display: str) -> None:
    assert x_display
    told = frame_time.shown(1, 1.0)
    assert set(told) == {game.folder for game in GAMES.values()}
    for figures in told.values():
        assert figures["a_second"] > 1
        assert 0 <= figures["late"] <= 1


def test_without_a_display_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(frame_time.sys, "platform", "linux")
    assert frame_time.shown(1) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_a_process_that_can_open_no_window_says_so_by_its_exit_code(root: Path) -> None:
    blind = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYGLET_HEADLESS")}
    line = [sys.executable, "-m", "benchmarks.window", "zack", "1", "1.0"]
    done = subprocess.run(line, cwd=root, env=blind, capture_output=True, text=True, check=False)
    assert done.returncode == frame_time.NO_DRAWING, done.stderr
    assert done.stderr == "there is no display\n"


@pytest.mark.parametrize(
    ("code", "said", "reason"),
    [(1, "Traceback\n  here\nValueError: no such card\n", "ValueError: no such card"), (-11, "", "exit code -11")],
)
def test_a_crash_is_not_taken_for_a_missing_display(
    code: int, said: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(
        frame_time.subprocess, "run", lambda line, **_: subprocess.CompletedProcess(line, code, "", said)
    )
    with pytest.raises(RuntimeError, match=f"Riff Raff.*: {reason}$"):
        frame_time.shown(1)
    # The exit code for want of a window is no crash.
    monkeypatch.setattr(
        frame_time.subprocess,
        "run",
        lambda line, **_: subprocess.CompletedProcess(line, frame_time.NO_DRAWING, "", "there is no display\n"),
    )
    assert frame_time.shown(1) is None


def test_what_has_settled_is_not_looked_through_again() -> None:
    class Ring:
        me: Any = None

    lost = Ring()
    lost.me = lost
    kept = [[number] for number in range(5000)]
    # What was collected of the tests is left out already, and is again afterwards.
    unsettle()
    try:
        settle()
        assert gc.get_freeze_count() >= 5000
        assert not any(found is kept for found in gc.get_objects())
        unsettle()
        assert any(found is kept for found in gc.get_objects())
    finally:
        gc.freeze()
    assert len(kept) == 5000
