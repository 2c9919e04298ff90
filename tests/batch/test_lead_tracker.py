"""Lead changes, drama and decisiveness of standings that were worked out by hand."""

from __future__ import annotations

import math

import pytest

from sim.batch.rows import LeadTracker


def lead(*moments: tuple[int, int]) -> LeadTracker:
    found = LeadTracker()
    for anne, bert in moments:
        found.add({"Anne": anne, "Bert": bert})
    return found


def test_the_lead_passes_only_when_somebody_else_is_alone_at_the_head() -> None:
    assert lead((8, 8), (7, 8), (7, 7), (7, 6), (7, 7), (7, 6)).lead_changes == 1
    assert lead((8, 8), (7, 7)).lead_changes == 0


def test_who_has_the_fewest_leads_and_who_has_the_most_does_not() -> None:
    found = LeadTracker()
    for anne, bert, cleo in ((3, 5, 5), (4, 3, 5), (4, 3, 2), (4, 4, 5), (1, 4, 2)):
        found.add({"Anne": anne, "Bert": bert, "Cleo": cleo})
    assert found.lead_changes == 3


def test_drama_is_how_far_behind_the_winner_was() -> None:
    # Of a most of 8, Anne is 2 and 8 - 0 behind at two moments.
    found = lead((8, 6), (8, 0), (0, 5))
    assert found.drama(["Anne"]) == pytest.approx((math.sqrt(2 / 8) + 1.0) / 2)
    assert lead((7, 8), (6, 8)).drama(["Anne"]) is None


def test_decided_at_is_when_the_winner_stood_alone_at_the_head_for_good() -> None:
    assert lead((7, 8), (7, 7), (6, 7), (5, 7)).decided_at(["Anne"]) == 0.5
    assert lead((7, 8), (7, 7), (6, 7)).decided_at(["Anne"]) == pytest.approx(2 / 3)
    assert lead((7, 7), (6, 7)).decided_at(["Anne"]) == 0.5
    assert lead((7, 8), (6, 8)).decided_at(["Anne"]) == 0.0
    assert lead((8, 8), (8, 8), (8, 8)).decided_at(["Anne"]) == 1.0
    assert lead((7, 8), (6, 8)).decided_at(["Anne", "Bert"]) == 1.0
