"""New matches of two designs under the same luck: figures, pairs, any number of processes, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.same_matches import SameMatches
from calibration.reports.same_trials import same_trials
from sim.configuration import changed_configuration
from sim.errors import InputError
from sim.match.seats import seats_from
from tests.calibration.reports.stored import run_of

pytestmark = pytest.mark.slow


def zigzag_run(stores: Path, **eyes: float) -> StoredRun:
    """A run of short matches by people with these eyes."""
    design = changed_configuration("zigzag", {"table": {"most_minutes": 0.6}, "eyes": eyes}, profile="play")
    run, seats = run_of(stores, "zack.sqlite"), seats_from(["casual"] * 4, "zigzag")
    return replace(run, game="zigzag", seats=seats, profile="play", configuration=design.digest, tree=dict(design.tree))


def test_the_changes_of_all_figures_in_pairs(stores: Path) -> None:
    slow, shipped = zigzag_run(stores, glance_ms=190.0), zigzag_run(stores)
    found = same_trials(slow, shipped, 4, 1)
    assert isinstance(found, SameMatches)
    told: Any = found.to_json()
    assert told["matches"] == 4
    by_key = {each["key"]: each for each in told["figures"]}
    assert by_key["takes_per_hand"]["paired"]
    assert by_key["takes_per_hand"]["one"]["estimate"] != by_key["takes_per_hand"]["other"]["estimate"]
    again = same_trials(slow, shipped, 4, 2)
    assert again is not None
    assert again.to_json() == told
    page = "".join(found.html("from", "to"))
    assert "4 new matches of each design" in page
    assert "takes_per_hand" in page


def test_the_same_design_and_external_bots_are_refused(stores: Path) -> None:
    shipped, other = zigzag_run(stores), zigzag_run(stores, glance_ms=121.0)
    with pytest.raises(InputError, match="both runs are of the same design"):
        same_trials(shipped, shipped, 2, 1)
    outside = (*shipped.seats[:3], replace(shipped.seats[3], strategy="newcomer@1"))
    with pytest.raises(InputError, match="has external bots, expected players of the house"):
        same_trials(replace(shipped, seats=outside), other, 2, 1)
