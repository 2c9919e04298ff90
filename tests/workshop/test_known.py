"""Outcomes that are known beforehand: written, read, and those of the shipped designs as they are today."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.workshop.known import SHIPPED, read_known, write_known
from studies.survey_coverage import DESIGNS, simulated
from studies.survey_known import FILES, extended, subject_of


def test_what_is_written_is_read(tmp_path: Path) -> None:
    first, second = (simulated(DESIGNS[0], rounds, rounds) for rounds in (3, 5))
    write_known(tmp_path / "known.json", {("casual", 6, 1): first, ("child", 2, 1): second})
    found = read_known(tmp_path / "known.json")
    assert found.keys() == {("casual", 6, 1), ("child", 2, 1)}
    assert found["child", 2, 1].outcomes == second.outcomes
    assert found["casual", 6, 1].share() == first.share()
    assert read_known(tmp_path / "nothing.json") == {}


@pytest.mark.parametrize("game", FILES)
def test_the_shipped_file_is_of_the_shipped_design_as_it_is(game: str) -> None:
    """A file of an older version of the physics would only explain less, but there is no reason to ship it."""
    subject = subject_of(game)
    known = subject.known
    assert known is not None
    assert known.name == SHIPPED
    assert known.cells == subject.cells
    assert known.clusters == subject.clusters
    assert all(known.outcomes[1][cell] == subject.trial(1, cell) for cell in subject.cells[:6])


def test_rounds_that_are_known_are_not_tried_again() -> None:
    subject = subject_of("zack")
    none_of_them = simulated(DESIGNS[0], 3, 1)
    assert extended(subject, none_of_them, 3).outcomes == none_of_them.outcomes
