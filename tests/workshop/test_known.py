"""Outcomes that are known beforehand: written, read, and those of the shipped designs as they are today."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.workshop.known import SHIPPED, VARIANTS, read_known, references, write_known
from studies.survey_coverage import DESIGNS, simulated
from studies.survey_known import FILES, extended, subject_of


def test_what_is_written_is_read(tmp_path: Path) -> None:
    first, second = (simulated(DESIGNS[0], rounds, rounds) for rounds in (3, 5))
    edited = (("ship.ball_mass_g", 140.0),)
    path = tmp_path / "known.json"
    write_known(path, {("casual", 6, 1): {(): first}, ("child", 2, 1): {(): first, edited: second}})
    found = read_known(path)
    assert found.keys() == {("casual", 6, 1), ("child", 2, 1)}
    assert found["child", 2, 1][edited].outcomes == second.outcomes
    assert found["casual", 6, 1][()].share() == first.share()
    assert [each.name for each in references(path, ("child", 2, 1))] == [SHIPPED, VARIANTS]
    assert references(path, ("child", 3, 1)) == ()
    assert read_known(tmp_path / "nothing.json") == {}


@pytest.mark.parametrize("game", FILES)
def test_the_shipped_file_is_of_the_designs_as_they_are(game: str) -> None:
    """A file of an older version of the physics would only explain less, but there is no reason to ship it."""
    path, designs = FILES[game]
    for edited in designs:
        subject = subject_of(game, edited=edited)
        known = read_known(path)[subject.noise][edited]
        assert known.cells == subject.cells
        assert known.clusters == subject.clusters
        assert all(known.outcomes[1][cell] == subject.trial(1, cell) for cell in subject.cells[:6])
    assert len(subject.known) == len(designs)


def test_rounds_that_are_known_are_not_tried_again() -> None:
    subject = subject_of("zack")
    none_of_them = simulated(DESIGNS[0], 3, 1)
    for rounds in (1, 3):
        assert extended(subject, none_of_them, rounds).outcomes == none_of_them.outcomes
