"""ZATRE's ladder: mirrored pairs at a table of two, and one wide step of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.studies import ladder_zatre as ladder
from calibration.studies.ladder import tasks
from sim.configuration import load_configuration
from sim.games.zatre import rules
from sim.games.zatre.bots import STRATEGIES
from sim.games.zatre.bots.sheet_value import shipped_offers, shipped_pace
from sim.statistics import Interval
from studies.zatre_pace import SHIPPED, evenly, offer_of, offers_of, value, written


def test_every_strategy_meets_the_next_weaker_one() -> None:
    names = [(weaker[1], stronger[1]) for stronger, weaker in ladder.STEPS]
    assert names == list(zip(STRATEGIES, list(STRATEGIES)[1:], strict=False))


def test_pairs_are_mirrored() -> None:
    todo = tasks(*ladder.STEPS[0], 3, 1, ladder.TABLES)
    assert len(todo) == 6
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        assert one.seed == other.seed
        assert [seat.strategy for seat in one.seats] == [seat.strategy for seat in other.seats][::-1]


@pytest.mark.slow
def test_greed_beats_chance() -> None:
    found = ladder.duel(load_configuration("zatre"), *ladder.STEPS[0], 8, 2)
    assert found.matches == 8
    assert found.victory.estimate == 1.0
    assert found.ahead.low > 0
    assert found.totals[0].estimate - found.totals[1].estimate == pytest.approx(found.ahead.estimate)


def test_a_step_that_does_not_hold_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sure, short = Interval(0.9, 0.8, 0.95), Interval(0.58, 0.52, 0.64)
    ahead, totals = Interval(10.0, 5.0, 15.0), (Interval(300.0, 290.0, 310.0), Interval(290.0, 280.0, 300.0))

    def fake(_c, stronger, weaker, matches, _seed, _jobs):  # type: ignore[no-untyped-def]
        won = short if stronger[1] == "planner" else sure
        return ladder.Duel(stronger, weaker, matches, won, ahead, totals)

    monkeypatch.setattr(ladder, "duel", fake)
    ladder.ladder_command(matches=9, jobs=1, seed=1)
    out = capsys.readouterr().out
    assert "10 matches a step" in out
    assert "Not 60 %, or not beyond doubt more than half: planner over sheet." in out
    monkeypatch.setattr(ladder, "duel", lambda *a: replace(fake(*a), victory=sure))
    ladder.ladder_command(matches=9, jobs=1, seed=1)
    assert "Every step holds" in capsys.readouterr().out


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


@pytest.mark.slow
@pytest.mark.parametrize(("number", "matches"), [(0, 30), (1, 60), (2, 60)], ids=[step[0][1] for step in ladder.STEPS])
def test_every_step_holds(number: int, matches: int) -> None:
    found = ladder.duel(load_configuration("zatre"), *ladder.STEPS[number], matches, 1)
    assert found.holds, found.victory
