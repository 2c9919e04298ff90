"""The picture of Zack!'s bowl: where cards come down and where they leave."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.games.zack.bowl_drawing import bowl_picture, bowl_pictures
from calibration.metrics.counting import measure
from calibration.metrics.measured import Measured
from calibration.metrics.metrics_reader import reading
from calibration.reports.charts import Run, charts_of
from sim.games.zack.metrics import way_words
from sim.games.zack.rows import CHALLENGE, WAYS

pytestmark = pytest.mark.slow

DISH = [[0.0, 0.0], [0.7, 0.0], [0.9, 0.15], [1.0, 1.0]]


@pytest.fixture(scope="module")
def measured(stores: Path) -> Measured:
    with reading(stores / "zack.sqlite") as reader:
        return measure(reader, reader.runs[0])


def test_the_picture_counts_every_card_of_the_store(stores: Path, measured: Measured) -> None:
    with reading(stores / "zack.sqlite") as reader:
        run = reader.runs[0]
        blocks = [reader.block(run, span) for span in reader.spans(run)]
    cards = [row for block in blocks for row in block.turns if row.kind != CHALLENGE]
    assert sum(measured.spots.values()) == len(cards)
    what = Counter[str]()
    for (_, _, kind), count in measured.spots.items():
        what[kind] += count
    assert what["miss"] == sum(row.way is not None for row in cards)
    picture = bowl_picture(measured)
    assert f"{len(cards)} cards ({what['miss']} miss, orange)" in picture.caption
    for way in WAYS:
        assert f"{way_words(way)} {measured[f'miss_way.{way}'].text}" in picture.alt
    assert "190 by 120 mm and 45 mm deep" in picture.alt
    root = ElementTree.fromstring(picture.svg)
    assert root.tag.endswith("svg")


@pytest.mark.study
def test_the_picture_is_the_first_of_a_report_and_the_same_each_time(measured: Measured) -> None:
    first = charts_of([Run(measured, "a run")])[0]
    assert first.title == "Where cards come down"
    assert first == bowl_picture(measured)


def test_two_runs_have_a_picture_each(measured: Measured) -> None:
    titles = [picture.title for picture in bowl_pictures([Run(measured, "a"), Run(measured, "b")])]
    assert titles == ["Where cards come down: a", "Where cards come down: b"]


def test_a_store_that_does_not_hold_it_has_no_picture(measured: Measured) -> None:
    assert bowl_picture(Measured(measured.run, measured.figures, measured.curves)) is None
    assert bowl_pictures([Run(replace(measured, spots={}), "a run")]) == []


def test_a_bowl_of_another_shape_is_drawn_in_its_own_shape(measured: Measured) -> None:
    tree = dict(measured.run.tree)
    tree["bowl"] = {**tree["bowl"], "section": DISH, "opening_mm": 240.0, "width_mm": 180.0, "depth_mm": 60.0}
    dish = bowl_picture(replace(measured, run=replace(measured.run, tree=tree)))
    box = bowl_picture(measured)
    assert "240 by 180 mm and 60 mm deep" in dish.alt
    # More parts in its section, and a floor that is narrower than the mouth.
    assert len(re.findall(rb"<path", dish.svg)) > len(re.findall(rb"<path", box.svg))
