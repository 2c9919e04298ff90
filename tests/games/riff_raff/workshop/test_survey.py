"""Trials of the ship's survey: every piece on every slot, the same wherever they are done."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from sim.forecast.attempts import start_attempt
from sim.games.riff_raff.configuration import load
from sim.games.riff_raff.workshop import survey as survey_of_ships
from sim.games.riff_raff.workshop.survey import ShipSurvey
from sim.physics.ship.attempt import Attempt
from sim.workshop.findings import Findings, cells_with
from sim.workshop.survey import Conditions, survey
from tests.games.riff_raff.workshop.designs import ship_design


def test_a_survey_tries_every_piece_on_every_slot_and_chunks_are_mixed() -> None:
    subject = ShipSurvey(Conditions.of(load(), "casual", 4, 1))
    cells = subject.cells
    assert len(set(cells)) == len(cells) == 80
    assert {cell[0] for cell in cells[:10]} == set(range(1, 11))
    assert len({cell[1] for cell in cells[:8]}) == 8
    found = Findings(cells, subject.rounds)
    assert len(cells_with(found, 3)) == 8
    assert len(cells_with(found, "rat")) == 10


def test_a_trial_is_the_same_wherever_it_is_done() -> None:
    subject = ShipSurvey(Conditions.of(load(), "child", 3, 5))
    again = pickle.loads(pickle.dumps(subject))
    cells = subject.cells[:6]
    assert [subject.trial(0, cell) for cell in cells] == [again.trial(0, cell) for cell in cells]
    assert subject.key == again.key
    assert ShipSurvey(Conditions.of(load(), "child", 3, 6)).key != subject.key


def test_a_trial_that_ends_when_something_has_fallen_says_what_the_whole_attempt_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Attempt] = []

    def start(*arguments: Any) -> Attempt:
        begun.append(start_attempt(*arguments))
        return begun[-1]

    monkeypatch.setattr(survey_of_ships, "start_attempt", start)
    subject = ShipSurvey(Conditions.of(load(), "child", 6, 1))
    outcomes = [subject.trial(0, cell) for cell in subject.cells[:10]]
    results = [attempt.run() for attempt in begun]
    assert outcomes == [bool(result.fallen or result.caught) for result in results]
    assert set(outcomes) == {False, True}


def test_the_piece_is_brought_to_a_ship_that_is_calm_again() -> None:
    subject = ShipSurvey(Conditions.of(load(), "casual", 6, 1))
    skill = load().skills["casual"]
    for cargo in range(3):
        _snapshot, world = survey_of_ships._laden_ship(subject.key, 0, cargo)
        assert world.sway_rad_s < math.radians(skill.calm_roll_deg_s)


@pytest.mark.study
def test_slippery_wood_is_riskier() -> None:
    def fallen(friction: float) -> float:
        design = ship_design()
        design.edit({"wood.friction": friction}, "wood")
        configuration = design.configuration
        return survey(ShipSurvey(Conditions.of(configuration, "casual", 6, 1)), rounds=3).share().estimate

    assert fallen(0.1) > fallen(0.5) + 0.1


def test_every_cargo_meets_all_slots_and_every_kind_meets_every_cargo() -> None:
    subject = ShipSurvey(Conditions.of(load(), "casual", 4, 1))
    slots = [slot.number for slot in load().setup.ship.slots]
    assert subject.chunk == len(slots)
    meetings = set()
    for cargo in range(8):
        cells = subject.cells[cargo * len(slots) : (cargo + 1) * len(slots)]
        assert [cell[0] for cell in cells] == slots
        assert {subject._cargoes[cell] for cell in cells} == {cargo}
        meetings |= {(cell[1], cargo) for cell in cells}
    assert len(meetings) == 8 * 8
