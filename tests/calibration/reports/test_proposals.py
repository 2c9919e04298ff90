"""What a brief judges and proposes: verdicts, matches that would tell, and changes as a made-up study knows them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.reports.proposals import _step, opposed, proposals
from calibration.reports.wanted import MET, NOT_MET, UNKNOWN, Wanted
from calibration.tuning.targets import parse_targets
from sim.batch.assumed import AssumedBand, AssumedBands, AssumedNumber, StudiedFigure
from sim.configuration import load_configuration
from sim.match.seats import seats_from
from sim.measures import merged, nested
from sim.statistics import NO_DATA, Interval

SEATS = seats_from(["casual"] * 4, "riff-raff")
SHIP = load_configuration("riff-raff")
STOP = AssumedNumber("ship.yard_stop_deg", 1.0, 4.0, 10.0, False)
ROWS = AssumedNumber("ship.deck_rows", 1.0, 2.0, 2.0, True)
YARDS = tuple(
    AssumedNumber(f"ship.{name}_yard_length_mm", low, usual, high, False)
    for name, low, usual, high in (("low", 140.0, 180.0, 220.0), ("middle", 110.0, 140.0, 180.0))
)


def wanted(word: str, estimate: float, half: float, band: AssumedBand | None = None) -> Wanted:
    """A target of 100 matches, with an interval of that half width."""
    ((target,), (figure,)) = parse_targets([word], SHIP, SEATS)
    return Wanted(target, figure, Interval(estimate, estimate - half, estimate + half), 100, band)


def answer(low: float, usual: float, high: float, half: float = 0.01) -> StudiedFigure:
    """What a study says of a share at the ends of a number and at its usual value."""
    ends = (Interval(end, end - half, end + half) for end in (low, high))
    return StudiedFigure(usual, AssumedBand(*ends), share=True)


def known(answers: dict[str, dict[str, StudiedFigure]], *numbers: tuple[AssumedNumber, ...]) -> AssumedBands:
    """A study that knows how figures answer to these numbers."""
    band = AssumedBand(Interval(0.1, 0.1, 0.1), Interval(0.4, 0.4, 0.4))
    figures = {name: StudiedFigure(0.2, band, name != "minutes", each) for name, each in answers.items()}
    by_name = {group[0].key: group for group in numbers}
    return AssumedBands(Path("open.json"), "riff-raff", SHIP.digest, (), figures, numbers=by_name, matches=640)


def run(**changes: float) -> Any:
    """A run of the shipped ship, or of one with other values by dotted key (dots written as two underscores)."""
    tree = merged(SHIP.tree, nested({key.replace("__", "."): value for key, value in changes.items()}))
    return SimpleNamespace(tree=tree, game="riff-raff", profile="play")


@pytest.mark.parametrize(
    ("word", "estimate", "half", "verdict"),
    [
        ("fall_rate=20%+-2%", 0.2, 0.01, MET),
        ("fall_rate=20%+-2%", 0.3, 0.01, NOT_MET),
        ("fall_rate=20%+-2%", 0.2, 0.03, UNKNOWN),
        ("fall_rate=20%+-2%", 0.23, 0.02, UNKNOWN),
        ("minutes<25", 20.0, 1.0, MET),
        ("minutes>25", 20.0, 1.0, NOT_MET),
    ],
)
def test_a_verdict_is_that_of_the_whole_interval(word: str, estimate: float, half: float, verdict: str) -> None:
    assert wanted(word, estimate, half).verdict == verdict


def test_no_data_is_no_verdict() -> None:
    nothing = replace(wanted("fall_rate=0.2", 0.2, 0.1), found=NO_DATA)
    assert (nothing.verdict, nothing.missed, nothing.needed) == (UNKNOWN, False, None)


@given(estimate=st.floats(0.1, 0.9), half=st.floats(0.005, 0.4))
def test_as_many_matches_as_are_needed_decide(estimate: float, half: float) -> None:
    one = wanted("fall_rate=50%+-10%", estimate, half)
    if one.verdict != UNKNOWN:
        assert one.needed is None
        return
    assert one.needed is not None
    assert one.needed >= one.matches
    then = half * (one.matches / one.needed) ** 0.5
    assert one.needed == 1_000_000 or wanted("fall_rate=50%+-10%", estimate, 0.999 * then).verdict != UNKNOWN


@pytest.mark.parametrize(
    ("estimate", "ends", "settled"),
    [(0.2, (0.19, 0.21), True), (0.2, (0.1, 0.4), False), (0.5, (0.4, 0.6), True), (0.5, (0.1, 0.6), False)],
)
def test_sizes_settle_a_verdict_or_leave_it_open(estimate: float, ends: tuple[float, float], settled: bool) -> None:
    band = AssumedBand(*(Interval(end, end, end) for end in ends))
    assert wanted("fall_rate=20%+-2%", estimate, 0.01, band).settled is settled
    assert wanted("fall_rate=20%+-2%", estimate, 0.01).settled is None


def test_the_number_that_brings_a_target_nearest_comes_first_with_an_interval_of_both_chances() -> None:
    weak, strong = answer(0.19, 0.2, 0.22, 0.005), answer(0.1, 0.2, 0.3)
    bands = known({"fall_rate": {STOP.key: strong, YARDS[0].key: weak}}, (STOP,), YARDS)
    first, second = proposals([wanted("fall_rate=15%+-1%", 0.2, 0.02)], bands, run())
    # Falls are halved at 1 degree; what is wanted lies half way there.
    ((change,), (expected,)) = first.numbers, first.expected
    assert (change.key, change.before, change.after) == (STOP.key, 4.0, 2.5)
    assert expected is not None
    assert expected.estimate == pytest.approx(0.15, abs=0.005)
    assert expected.low < 0.15 - 0.02 < 0.15 + 0.02 < expected.high
    # The yards go as far as they can, all by the same part of their ranges.
    assert [(one.after, one.before) for one in second.numbers] == [(140.0, 180.0), (110.0, 140.0)]


@pytest.mark.parametrize(
    ("bands", "why"),
    [
        (None, "nothing is known"),
        (known({"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}), "its range is not known"),
        (known({"minutes": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,)), "of another figure"),
        (known({"fall_rate": {STOP.key: answer(0.195, 0.2, 0.205)}}, (STOP,)), "no more than chance"),
        (known({"fall_rate": {STOP.key: answer(0.3, 0.2, 0.3)}}, (STOP,)), "it only makes it worse"),
        (replace(known({"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,)), reach="far"), "too far"),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_nothing_is_invented(bands: AssumedBands | None, why: str) -> None:
    assert proposals([wanted("fall_rate=15%+-1%", 0.2, 0.02)], bands, run()) == (), why


def test_what_is_met_stays_as_it_is() -> None:
    bands = known({"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,))
    assert proposals([wanted("fall_rate=20%+-2%", 0.2, 0.05)], bands, run()) == ()


def test_a_change_that_spoils_another_target_is_smaller() -> None:
    bands = known(
        {"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}, "own_fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,)
    )
    both = [wanted("fall_rate=10%+-1%", 0.2, 0.02), wanted("own_fall_rate=20%+-1%", 0.2, 0.02)]
    ((alone,),) = (one.numbers for one in proposals(both[:1], bands, run()))
    ((shared,),) = (one.numbers for one in proposals(both, bands, run()))
    assert alone.after < shared.after < alone.before


def test_targets_that_need_opposite_changes_have_no_proposal_but_one_each() -> None:
    bands = known(
        {"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}, "own_fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,)
    )
    both = [wanted("fall_rate=15%+-1%", 0.2, 0.02), wanted("own_fall_rate=25%+-1%", 0.2, 0.02)]
    assert proposals(both, bands, run()) == ()
    ((number,),) = (one.numbers for one in opposed(both, bands, run()))
    assert number.key == STOP.key
    assert opposed(both, None, run()) == ()


def test_a_value_that_was_changed_already_is_where_a_change_begins() -> None:
    bands = known({"fall_rate": {STOP.key: answer(0.1, 0.2, 0.3)}}, (STOP,))
    one = wanted("fall_rate=20%+-1%", 0.1, 0.01)
    ((change,),) = (found.numbers for found in proposals([one], bands, run(ship__yard_stop_deg=1.0)))
    assert (change.before, change.after) == (1.0, 4.0)
    assert proposals([one], bands, run(ship__yard_stop_deg=0.5)) == (), "what lies beyond the range is not known"


def test_whole_numbers_stay_whole_and_numbers_that_go_together_stay_together() -> None:
    bands = known({"fall_rate": {ROWS.key: answer(0.3, 0.2, 0.2), YARDS[0].key: answer(0.3, 0.2, 0.1)}}, (ROWS,), YARDS)
    one = wanted("fall_rate=28%+-1%", 0.2, 0.01)
    by_key = {found.numbers[0].key: found.numbers for found in proposals([one], bands, run())}
    assert [repr(change.after) for change in by_key[ROWS.key]] == ["1"]
    assert YARDS[0].key in by_key
    moved = proposals([one], bands, run(ship__low_yard_length_mm=200.0))
    assert [found.numbers[0].key for found in moved] == [ROWS.key], "one of two yards was changed alone"


def test_a_design_that_cannot_be_built_is_not_proposed() -> None:
    low = AssumedNumber("ship.low_yard_height_mm", 50.0, 65.0, 400.0, False)
    bands = known({"fall_rate": {low.key: answer(0.2, 0.2, 0.4)}}, (low,))
    ((change,),) = (found.numbers for found in proposals([wanted("fall_rate=39%+-1%", 0.2, 0.01)], bands, run()))
    # Higher, the yard would meet the next one.
    assert 65.0 < change.after < 130.0


@given(low=st.floats(-50, 50), wide=st.floats(0.01, 500))
def test_a_range_has_some_twenty_round_values(low: float, wide: float) -> None:
    number = AssumedNumber("x", low, low + wide / 2, low + wide, False)
    assert 7.9 <= wide / _step(number) <= 20.1
    assert str(f"{_step(number):.0e}")[0] in "125"


@given(value=st.floats(1.0, 10.0))
def test_a_value_has_a_place_and_a_place_a_value(value: float) -> None:
    assert STOP.at(STOP.place(value)) == pytest.approx(value)
    assert -1 <= STOP.place(value) <= 1
    assert (STOP.place(1.0), STOP.place(4.0), STOP.place(10.0)) == (-1.0, 0.0, 1.0)
