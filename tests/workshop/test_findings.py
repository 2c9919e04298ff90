"""Figures of a survey: their intervals hold the truth, with and without a reference that is known better."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean

import pytest

from sim.workshop.findings import Findings, half_width
from studies.survey_coverage import CARGOES, CELLS, DESIGNS, FIGURES, Design, covered, simulated

ALONE, SMALL = DESIGNS[:2]


@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_intervals_hold_the_truth_nineteen_times_in_twenty(design: Design) -> None:
    """Of 40 surveys with ten figures of slots and eight of kinds each, 92 % or more hold it, and 88 % of headlines."""
    found = covered(design, 4, 40)
    assert found["slots"].all.estimate >= 0.92
    assert found["kinds"].all.estimate >= 0.92
    assert found["headline"].all.estimate >= 0.88


def test_without_a_reference_the_estimate_is_the_plain_share() -> None:
    found = simulated(ALONE, 3, 1)
    for cells in (CELLS, *FIGURES["slots"]):
        outcomes = [yes for known in found.outcomes.values() for cell, yes in known.items() if cell in cells]
        assert math.isclose(found.share(cells).estimate, sum(outcomes) / len(outcomes))


def test_the_headline_is_the_mean_of_the_slots_with_a_reference_too() -> None:
    found = simulated(SMALL, 3, 1)
    slots = [found.share(cells).estimate for cells in FIGURES["slots"]]
    # A slot's estimate does not leave 0 to 1.
    assert math.isclose(found.share().estimate, sum(slots) / len(slots), abs_tol=0.01)


def test_a_reference_that_is_known_better_narrows_the_intervals_of_a_design_alike() -> None:
    found = simulated(SMALL, 4, 2)
    alone = Findings(CELLS, 4, CARGOES, outcomes=found.outcomes, _known=found.trials)
    for cells in (CELLS, FIGURES["slots"][0]):
        with_it, without = found.share(cells), alone.share(cells)
        assert with_it.high - with_it.low < 0.75 * (without.high - without.low)


def test_a_reference_that_is_nothing_alike_is_left_alone() -> None:
    found, other = simulated(ALONE, 4, 3), simulated(SMALL, 4, 4).references[0]
    beside = Findings(CELLS, 4, CARGOES, (other,), outcomes=found.outcomes, _known=found.trials)
    assert beside.share() == found.share()


def test_a_reference_that_is_known_no_better_or_has_other_cells_is_left_alone() -> None:
    found = simulated(ALONE, 4, 3)
    same = Findings(CELLS, 4, CARGOES, (found,), outcomes=found.outcomes, _known=found.trials)
    assert same.share() == found.share()
    fewer = Findings(CELLS[:40], 4, CARGOES[:40], simulated(SMALL, 4, 4).references)
    for number, known in found.outcomes.items():
        fewer.add(number, {cell: known[cell] for cell in CELLS[:40]})
    assert not math.isnan(fewer.share().low)


def test_a_slot_that_alone_feels_an_edit_keeps_the_width_of_its_own_scatter() -> None:
    alone = next(design for design in DESIGNS if design.name == "edit of one slot")
    surveys = [simulated(alone, 3, seed) for seed in range(12)]
    halves = [fmean(half_width(found.share(cells)) for found in surveys) for cells in FIGURES["slots"]]
    assert halves[-1] > 2.0 * fmean(halves[4:-1]), "beside slots of the same rate"


def test_of_many_references_as_many_are_used_as_there_are_trials_for() -> None:
    found = simulated(DESIGNS[-1], 7, 1)
    named = tuple(replace(each, name=str(index)) for index, each in enumerate(found.references))
    growing = Findings(CELLS, 7, CARGOES, named)
    used = []
    for number in range(7):
        growing.add(number, found.outcomes[number])
        used.append(growing.compared_with)
    assert used[1:] == [tuple("012345"[: number + 1]) for number in range(1, 6)] + [tuple("012345")]


def test_an_unfinished_round_counts() -> None:
    found = simulated(SMALL, 3, 5)
    found.add(3, dict.fromkeys(CELLS[:20], False))
    assert found.share().low < found.share().estimate < found.share().high


def test_one_cluster_alone_has_no_interval() -> None:
    found = Findings(CELLS, 4, CARGOES)
    found.add(0, dict.fromkeys(CELLS[:10], True))
    assert math.isnan(found.share().low)
    found.add(0, dict.fromkeys(CELLS[10:20], True))
    assert found.share().high == 1.0
