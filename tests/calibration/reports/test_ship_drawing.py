"""The drawing of the ship: every slot of any ship, its number and its figure, and no colour alone."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from calibration.games.riff_raff import ship_drawing
from calibration.games.riff_raff.ship_drawing import draw_ship, ship_pictures
from calibration.metrics.counting import measure
from calibration.metrics.figures import Figure
from calibration.metrics.measured import at_one_mix
from calibration.metrics.metrics_reader import reading
from calibration.reports.charts import Run
from sim.configuration import configuration_from, load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.measures import YARD_KEYS, Ship
from sim.statistics import Interval

YARDS = [{"height_mm": 50.0 + 45.0 * n, "length_mm": 180.0 - 20.0 * n, "tilt_deg": 4.0 * (n == 2)} for n in range(4)]


def ship(yards: list[dict[str, float]] | None = None, **measures: Any) -> Ship:
    tree = dict(load_configuration("riff-raff").tree)
    if yards is not None:
        named = {key: value for key, value in tree["ship"].items() if key not in YARD_KEYS}
        tree["ship"] = {**named, "yards": yards, **measures}
    found = configuration_from(tree, "a test", "draft", "riff-raff")
    assert isinstance(found, RiffRaffConfiguration)
    return found.setup.ship


def figures(slots: int, unused: tuple[int, ...] = (), few: tuple[int, ...] = ()) -> dict[str, Figure]:
    return {
        str(n): Figure(f"risk.{n}", f"slot {n}", Interval(0.01 * n, 0.005 * n, 0.02 * n), 5 if n in few else 100)
        for n in range(1, slots + 1)
        if n not in unused
    }


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written in a drawing, as its letters are drawn as paths."""
    from matplotlib.axes import Axes

    written: list[str] = []
    plain = Axes.text

    def text(self: Axes, x: float, y: float, s: str, **how: Any) -> Any:
        written.append(s)
        return plain(self, x, y, s, **how)

    monkeypatch.setattr(Axes, "text", text)
    return written


def test_every_slot_of_the_shipped_ship_has_its_number_and_its_figure(texts: list[str]) -> None:
    drawn = draw_ship(ship(), figures(10), 0.1)
    assert drawn.startswith(b"<?xml")
    assert b"<svg" in drawn
    for n in range(1, 11):
        assert str(n) in texts
        assert f"{n}:  {n:.1f} %" in texts
        assert f"({0.5 * n:.1f} to {2 * n:.1f})" in texts
    assert drawn == draw_ship(ship(), figures(10), 0.1)


def test_a_ship_of_four_yards_has_twelve_slots(texts: list[str]) -> None:
    brig = ship(YARDS, mast_height_mm=220.0)
    draw_ship(brig, figures(12), 0.12)
    assert [text for text in texts if text.startswith("12:")] == ["12:  12.0 %"]
    # The yard that is mounted askew is drawn so.
    (left, _), (right, _) = ship_drawing._strip(brig, brig.yards[2])[:2], ship_drawing._strip(brig, brig.yards[2])[1:3]
    assert right[1] > left[1]


def test_what_was_not_used_or_hardly_is_grey_and_says_so(texts: list[str]) -> None:
    drawn = draw_ship(ship(), figures(10, unused=(3,), few=(4,)), 0.1).decode()
    assert "3:  never used" in texts
    assert drawn.count(ship_drawing._GREY) == 2


def test_labels_keep_their_order_and_do_not_overlap() -> None:
    found = ship_drawing._spread({1: 0.0, 3: 0.05, 5: 0.1, 7: 3.0})
    heights = list(found.values())
    assert list(found) == [1, 3, 5, 7]
    assert all(upper - lower >= ship_drawing._ROW_IN - 1e-9 for lower, upper in itertools.pairwise(heights))


@pytest.mark.slow
def test_two_runs_have_a_drawing_each_over_one_mix_of_cargo(stores: Path) -> None:
    found = []
    for name in ("riff", "heavy"):
        with reading(stores / f"{name}.sqlite") as reader:
            found.append(measure(reader, reader.runs[0], pairs=True))
    one, other = at_one_mix(*found)
    drawn = ship_pictures([Run(other, "heavier"), Run(one, "lighter")])
    assert [picture.title.rpartition(": ")[2] for picture in drawn] == ["lighter", "heavier"]
    path = "fall_rate_at_equal_cargo.slot"
    cargo = [each.comparisons[path].cells.strata() for each in found]
    both = set(cargo[0]) & set(cargo[1])
    # With the same mix, either store against itself is unchanged, and what differs only in the mix moves.
    same, _ = at_one_mix(found[0], found[0])
    before, after = found[0].comparisons[path].margins, same.comparisons[path].margins
    assert both
    assert after.logits == pytest.approx(before.logits, abs=1e-9)
    residuals = one[f"{path}.1"].sums
    assert residuals.residuals() is not None
