"""Ten flicks at a target, and the flicks that tell a hand's strength: headless, with flicks of a scripted pointer."""

from __future__ import annotations

import math
from statistics import stdev
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.drills import Calibration, Landing, NaturalFlick, TargetSeries, landing_place
from sim.games.riff_raff.match.frame import PieceEvent
from sim.games.riff_raff.match.intents import TakePiece
from sim.physics.contact.profiles import GRAVITY_MM_S2
from sim.physics.ship.flight import Flight
from sim.physics.ship.state import Pose
from sim.rules_frame import IllegalAction
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import follow, set_down, wait

ME = Seat("You", "casual", "person")


def flick(practice: Practice, kind: str, start: tuple[float, float], velocity: tuple[float, float]) -> None:
    """Take a piece and throw it from about there: the pointer gets up to that velocity in a quarter of a second."""
    lasts = 0.25
    match: Any = practice

    def at(t: float) -> tuple[float, float]:
        far = t * t / (2 * lasts) if t < lasts else t - lasts / 2
        return start[0] + velocity[0] * far, start[1] + velocity[1] * far

    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece=kind))
    match.advance(0.1)
    follow(match, at, lasts + 0.05, 240.0)
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.stage == "ruled")
    wait(match, lambda: match.question("You") == "place")


def test_a_target_counts_ten_flicks_at_the_same_place_on_the_same_ship(configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, ME, 4, slot=8, aboard=2, drill="target")
    wait(practice, lambda: practice.waits_for == ("You",))
    ship = practice.table.snapshot
    set_down(practice, "You", "crate", 8)
    assert isinstance(practice.drill, TargetSeries)
    assert practice.drill.landings == ()
    assert "does not count" in practice.ticker[-1].text
    wait(practice, lambda: practice.question("You") == "place")
    mark = practice.mark
    flick(practice, "crate", (-160.0, 190.0), (900.0, 900.0))
    with pytest.raises(IllegalAction, match="with the crate"):
        practice.act(TakePiece(by="You", piece="rat"))
    flick(practice, "crate", (-160.0, 190.0), (900.0, 900.0))
    assert practice.drill.kind == "crate"
    assert len(practice.drill.landings) == 2
    one, two = practice.drill.landings
    assert math.dist((one.x_mm, one.y_mm), (two.x_mm, two.y_mm)) < 3.0
    assert (practice.mark, practice.table.snapshot) == (mark, ship)
    practice.undo()
    assert practice.drill.landings == (one,)
    practice.end_drill()
    assert practice.drill is None


def test_what_falls_is_put_back_for_the_next_attempt(configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, ME, 5, slot=8, piece="crate", aboard=6)
    wait(practice, lambda: practice.waits_for == ("You",))
    ship = practice.table.snapshot
    went: set[str] = set()
    for tries in (1, 2):
        begun_s = practice.time_s
        flick(practice, "crate", (240.0, 170.0), (-1500.0, 100.0))
        seen = [event for event in practice.frame().events if isinstance(event, PieceEvent) and event.at_s > begun_s]
        gone = [event.name for event in seen if event.what in ("falls", "caught")]
        assert practice.ticker[-1].text.startswith("1 piece fell" if len(gone) == 1 else f"{len(gone)} pieces fell")
        went.update(gone)
        assert (practice.table.snapshot, practice.kept, practice.tries) == (ship, 0, tries)
        assert {piece.name for piece in practice.frame().pieces} == {cargo.name for cargo in ship.cargo}
    # Not only what was thrown. (She swings on, so the same throw does not meet the same ship.)
    assert {cargo.name for cargo in ship.cargo} & went
    practice.undo()
    assert (practice.table.snapshot, practice.tries) == (ship, 1)


def test_a_series_ends_with_the_tenth_and_begins_anew_with_the_next_piece() -> None:
    series = TargetSeries(7).of("rat")
    for n in range(TargetSeries.COUNT):
        assert not series.done
        series = series.with_landing(Landing(40.0 + n, 100.0, n % 2 == 0))
    assert series.done
    assert series.held == 5
    assert series.mean == (44.5, 100.0)
    assert series.spread_mm == pytest.approx(stdev(range(10)))
    assert series.words() == "5 of 10 held, spread 3 mm"
    again = series.of("rat")
    assert (again.landings, again.kind) == ((), "rat")


def test_a_flight_that_passes_its_slot_lands_where_it_comes_down_to_its_height(
    configuration: RiffRaffConfiguration,
) -> None:
    slot = configuration.setup.ship.slot(8)
    path = ((-100.0, 150.0), (0.0, 200.0), (100.0, 180.0), (140.0, 100.0), (200.0, -100.0))
    past = Flight(path, path, Pose(200.0, -100.0, 0.0), 0.5, None, True)
    assert landing_place(past, slot, 140.0) == (120.0, 140.0)
    met = Flight(path[:4], path[:4], Pose(140.0, 100.0, 0.0), 0.4, 8, True)
    assert landing_place(met, slot, 140.0) == (140.0, 100.0)
    low = Flight(path[-2:], path[-2:], Pose(200.0, -100.0, 0.0), 0.1, None, True)
    assert landing_place(low, slot, 140.0) == (200.0, -100.0)


@pytest.mark.parametrize("direction", [(1.0, 0.2), (0.6, 0.9), (1.0, -0.1)])
def test_the_strength_of_a_flick_takes_its_arc_to_the_slot(direction: tuple[float, float]) -> None:
    natural, target = NaturalFlick(-200.0, 180.0, *(700.0 * part for part in direction)), (60.0, 100.0)
    factor = natural.factor_to(target)
    assert factor is not None
    time_s = (target[0] - natural.x) / (factor * natural.vx)
    assert natural.y + factor * natural.vy * time_s - GRAVITY_MM_S2 * time_s**2 / 2 == pytest.approx(target[1])


def test_flicks_that_no_strength_takes_to_the_slot_do_not_count() -> None:
    calibration = Calibration(7, (60.0, 100.0))
    for away in (NaturalFlick(-200.0, 180.0, -500.0, 400.0), NaturalFlick(-200.0, 180.0, 500.0, -900.0)):
        after = calibration.with_flick(away)
        assert after.flicks == ()
        assert after.passed
    assert not after.with_flick(NaturalFlick(-200.0, 180.0, 500.0, 100.0)).passed


@pytest.mark.parametrize(("share", "strength"), [(1.0, 1.0), (0.8, 1.25), (0.2, 2.0), (3.0, 0.5)])
def test_the_median_of_natural_flicks_reaches_the_slot_within_bounds(share: float, strength: float) -> None:
    target = (60.0, 100.0)
    reaching = NaturalFlick(-200.0, 180.0, 700.0, 300.0)
    factor = reaching.factor_to(target)
    assert factor is not None
    calibration = Calibration(7, target)
    for off in (0.7, 1.0, 1.6):
        speed = share * off * factor
        calibration = calibration.with_flick(NaturalFlick(-200.0, 180.0, 700.0 * speed, 300.0 * speed))
    assert calibration.done
    assert calibration.strength == pytest.approx(strength)
    assert calibration.left_handed


def test_three_scripted_flicks_calibrate_a_hand_that_then_reaches_the_slot(
    configuration: RiffRaffConfiguration,
) -> None:
    practice = Practice(configuration, ME, 4, slot=10, piece="crate", drill="calibrate")
    wait(practice, lambda: practice.waits_for == ("You",))
    weak, start = (-480.0, 480.0), (260.0, 190.0)
    for _ in range(3):
        flick(practice, "crate", start, weak)
    found = practice.drill
    assert isinstance(found, Calibration)
    assert found.done
    assert not found.left_handed
    assert 1.05 < found.strength < 2.0
    assert "reaches slot 10" in found.words()
    assert "right hand" in found.words()
    assert not practice.table.snapshot.cargo
    practice.end_drill()
    practice.table.mouse.strength = found.strength
    practice.begin_target()
    flick(practice, "crate", start, weak)
    assert isinstance(practice.drill, TargetSeries)
    slot, landed = configuration.setup.ship.slot(10), practice.drill.landings[0]
    assert abs(landed.x_mm - slot.centre_mm) < 12.0


def test_an_unknown_drill_is_said(configuration: RiffRaffConfiguration) -> None:
    with pytest.raises(InputError, match="drill"):
        Practice(configuration, ME, 1, drill="nap")
