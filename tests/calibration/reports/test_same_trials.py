"""The same trials on both designs of a comparison: which there are, and that they are the same in any process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.reports.same_trials import SameTrials, same_trials
from sim.configuration import changed_configuration
from sim.errors import InputError
from tests.calibration.reports.stored import run_of

pytestmark = pytest.mark.slow


@pytest.mark.study
def test_a_change_is_paired_trial_by_trial_in_any_number_of_processes(stores: Path) -> None:
    heavy, shipped = run_of(stores, "heavy.sqlite"), run_of(stores, "riff.sqlite")
    found = same_trials(heavy, shipped, 1, 1)
    assert isinstance(found, SameTrials)
    assert (found.one.trials, found.prototype.hands) == (80, "child")
    cells = found.one.cells
    moved = [found.one.outcomes[0][cell] - found.other.outcomes[0][cell] for cell in cells]
    assert any(moved)
    told: Any = found.to_json()
    everything, *parts = told["figures"]
    assert everything["difference"]["estimate"] == pytest.approx(sum(moved) / len(moved))
    assert [part["of"] for part in parts][:10] == [str(slot) for slot in range(1, 11)]
    assert {"crate", "barrel"} <= {part["of"] for part in parts}
    again = same_trials(heavy, shipped, 1, 2)
    assert again is not None
    assert again.to_json() == told
    page = "".join(found.html("from", "to"))
    assert "80 trials of each design" in page
    assert "Falls, by piece" in page


def test_the_same_design_other_slots_and_a_game_without_trials_are_refused(stores: Path) -> None:
    run = run_of(stores, "riff.sqlite")
    assert same_trials(run, run, 0, 1) is None
    with pytest.raises(InputError, match="--trials: both runs are of the same design"):
        same_trials(run, run, 1, 1)
    yards = [{"height_mm": 60.0, "length_mm": 150.0}]
    other = changed_configuration("riff-raff", {"ship": {"yards": yards}}, profile=run.profile)
    with pytest.raises(InputError, match="--trials: the designs have other slots or pieces"):
        same_trials(run, replace(run, configuration=other.digest, tree=other.tree), 1, 1)
    with pytest.raises(InputError, match=r"--trials: the design of run-.* cannot be tried"):
        same_trials(replace(run, configuration="other"), run, 1, 1)
    with pytest.raises(InputError, match="--trials: zatre has none"):
        same_trials(replace(run, game="zatre"), run, 1, 1)
