"""Trials of the bowl's survey."""

from __future__ import annotations

import pickle

from sim.games.zack.workshop.survey import BowlSurvey
from sim.workshop.survey import Conditions
from tests.games.zack.workshop.designs import bowl_design


def test_a_trial_is_the_same_wherever_it_is_done() -> None:
    subject = BowlSurvey(Conditions.of(bowl_design().configuration, "", 1, 3))
    again = pickle.loads(pickle.dumps(subject))
    assert [subject.trial(0, cell) for cell in subject.cells[:6]] == [
        again.trial(0, cell) for cell in subject.cells[:6]
    ]
