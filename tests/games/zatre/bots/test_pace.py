"""What a turn of ZATRE offers, as the shipped file says it."""

from __future__ import annotations

import pytest

from sim.games.zatre import rules
from sim.games.zatre.bots.sheet_value import shipped_offers, shipped_pace
from studies.zatre_pace import SHIPPED, evenly, offer_of, offers_of, value, written


def test_an_offer_is_what_is_worth_choosing_from() -> None:
    outcomes = [
        rules.Outcome(),
        rules.Outcome(tens=1),
        rules.Outcome(tens=1, crosses=1),
        rules.Outcome(twelves=3),
        rules.Outcome(twelves=2),
    ]
    assert offer_of(outcomes) == (rules.Outcome(tens=1, crosses=1), rules.Outcome(twelves=2))
    assert offer_of([rules.Outcome()]) == (rules.Outcome(),)
    assert written(offer_of(outcomes)) == "1001 0020"


def test_offers_are_taken_at_equal_distances() -> None:
    ladder_of = [(rules.Outcome(crosses=n),) for n in range(3) for _ in range(4)]
    assert evenly(ladder_of, 3) == [(rules.Outcome(crosses=n),) for n in range(3)]


def test_turns_offer_what_the_shipped_file_says() -> None:
    """A match of planners: every third of the bag comes, and crosses at about the pace that is shipped."""
    found, crosses = offers_of(2, 5, 0)
    assert {number for number, _ in found} == {0, 1, 2}
    assert crosses / len(found) == pytest.approx(shipped_pace().crosses, rel=0.5)
    shipped = shipped_offers()
    for number in range(3):
        ours = [value(offer) for where, offer in found if where == number]
        theirs = [value(offer) for offer in shipped[number]]
        assert sum(ours) / len(ours) == pytest.approx(sum(theirs) / len(theirs), rel=0.4)


def test_the_shipped_file_has_as_many_offers_of_each_third() -> None:
    assert [len(offers) for offers in shipped_offers()] == [SHIPPED] * 3
