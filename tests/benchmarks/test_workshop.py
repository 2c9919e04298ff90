"""The timing of the workshop's frames: what it reports, and what it says where there is no window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.frames import NO_DRAWING


@pytest.mark.study
@pytest.mark.usefixtures("x_display", "own_folders")
def test_frames_are_timed_beside_the_survey_and_while_a_handle_is_dragged(root: Path) -> None:
    program = "import json; from benchmarks import workshop as w; w.ALONE_S = w.DRAGGED_S = 1.0; "
    program += "w.STEADY_WITHIN_S = w.LOOKED_AT_S = 2.0; print(json.dumps(w.measured('zack')))"
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for phase in ("alone", "dragged"):
        assert 1 < found[phase]["a_second"] <= 60
        assert 0 <= found[phase]["late"] <= 1
        costs = found[phase]["build_ms"]
        assert 0 < costs["median"] <= costs["p95"] <= costs["p99"] <= costs["most"]
        assert found[phase]["work_ms"]["median"] > costs["median"]
    assert set(found["after_edit"]) == {"steady_s", "at_10_s"}
    assert len(found["load"]) == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_the_exit_code_says_so(root: Path) -> None:
    blind = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYGLET_HEADLESS")}
    line = [sys.executable, "-m", "benchmarks.workshop", "zack"]
    done = subprocess.run(line, cwd=root, env=blind, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (NO_DRAWING, "there is no display\n")
