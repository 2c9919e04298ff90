"""The study of judgement: what bots think of a place, beside what falls there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import yardarm.command
from sim.games.riff_raff.configuration import load
from sim.seeds import rng
from sim.statistics import Interval, t_quantile
from studies import judged
from studies.judged import WITHIN, Placed, Row, compare, placements, table


def _placed(count: int = 300, matches: int = 12) -> list[Placed]:
    stream = rng(1, "placed")
    found = []
    for n in range(count):
        own, anything = (float(chance) for chance in np.sort(stream.random(2)))
        slot, level = ((1, "deck"), (5, "yard low"), (9, "yard top"))[n % 3]
        fell, more = stream.random() < own, stream.random() < anything
        found.append(Placed(n % matches, slot, level, n % 20, bool(fell), bool(fell or more), own, anything))
    return found


def test_the_figures_are_those_of_the_placements_counted_once_more() -> None:
    placed = _placed()
    own, anything = compare("all", placed)
    assert own.real.estimate == pytest.approx(np.mean([one.own for one in placed]))
    assert own.judged == pytest.approx(np.mean([one.own_judged for one in placed]))
    assert anything.difference.estimate == pytest.approx(anything.judged - anything.real.estimate)
    # The interval of a mean over clusters of equal size is that of the means of the clusters.
    means = [np.mean([one.own_judged - one.own for one in placed if one.match == match]) for match in range(12)]
    half = t_quantile(6) * np.std(means, ddof=1) / np.sqrt(12)
    assert own.difference.high - own.difference.estimate == pytest.approx(half, rel=1e-6)


def test_the_groups_take_each_placement_once() -> None:
    rows = [row for row in table(_placed()[::-1]) if row.what == "anything"]
    counts = {row.group: row.placements for row in rows}
    assert list(counts) == [
        "all",
        "deck",
        "yard low",
        "yard top",
        "0 to 7 aboard",
        "8 to 15 aboard",
        "16 or more aboard",
    ]
    assert counts["all"] == counts["deck"] + counts["yard low"] + counts["yard top"]
    assert counts["all"] == sum(count for group, count in counts.items() if "aboard" in group)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (-0.039, 0.039, "within 4 points"),
        (0.041, 0.1, "off"),
        (-0.2, -0.041, "off"),
        (0.0, 0.07, "open, nearest within"),
        (0.01, 0.09, "open, nearest off"),
    ],
)
def test_the_verdict_follows_from_the_interval(low: float, high: float, verdict: str) -> None:
    difference = Interval((low + high) / 2, low, high)
    assert Row("all", "anything", 9, difference, 0.1, difference).verdict == verdict


def test_it_is_said_in_words_and_in_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(judged, "placements", lambda *_: _placed())
    slippery = tmp_path / "slippery.toml"
    slippery.write_text("[wood]\nfriction = 0.1\n", encoding="utf-8")
    words = ["--matches", "12", "--config", str(slippery)]
    judged.main([*words, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["knows"] is False
    assert answer["placements"] == answer["rows"][0]["placements"] == 300
    assert {row["what"] for row in answer["rows"]} == {"the piece itself", "anything"}
    judged.main(words)
    out = capsys.readouterr().out
    first = answer["rows"][0]
    assert f"{100 * first['judged']:.1f}" in out.splitlines()[2]
    remark = load(slippery).remark
    assert "lies outside what the bots' judgement knows" in remark
    assert f"Of note: {remark}" in out


@pytest.mark.study
def test_places_are_tried_alike_in_any_number_of_processes() -> None:
    configuration = load(None, "draft")
    alone = placements(configuration, 1, 2, 1, 1)
    assert placements(configuration, 1, 2, 1, 2) == alone
    assert {one.match for one in alone} == {0, 1}
    assert all(one.anything >= one.own for one in alone)
    assert all(one.anything_judged >= one.own_judged for one in alone)


DESIGNS = {
    "a ball of 60 g": "[ship]\nball_mass_g = 60\n",
    "a ball of 200 g": "[ship]\nball_mass_g = 200\n",
    "friction 0.2": "[wood]\nfriction = 0.2\n",
    "friction 0.5": "[wood]\nfriction = 0.5\n",
    "yards 1.4 times as long": (
        "[ship]\nlow_yard_length_mm = 252\nmiddle_yard_length_mm = 196\ntop_yard_length_mm = 140\n"
    ),
    "a brig with four yards": "".join(
        f"[[ship.yards]]\nheight_mm = {height}\nlength_mm = {length}\n"
        for height, length in ((50, 180), (95, 150), (140, 125), (185, 100))
    ),
}


@pytest.mark.study
@pytest.mark.parametrize("design", DESIGNS)
def test_bots_that_have_learned_a_design_are_right_within_four_points(
    design: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    preset, learned = tmp_path / "preset.toml", tmp_path / "learned.toml"
    preset.write_text(DESIGNS[design])
    quick = ["--profile", "draft", "--jobs", "2"]
    assert yardarm.command.run(["fit", "judgement", "--config", str(preset), *quick, "--out", str(learned)]) == 0
    capsys.readouterr()
    judged.main(["--config", str(learned), *quick, "--seed", "3", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["knows"] is True
    overall = [row for row in answer["rows"] if row["group"] == "all"]
    assert len(overall) == 2
    for row in overall:
        assert abs(row["difference"]["estimate"]) <= WITHIN, row
