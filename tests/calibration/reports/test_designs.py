"""What differs between two designs: in words, from which value to which, however the two are written down."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from calibration.reports.designs import differing, differing_table
from sim.configuration import changed_configuration, load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration

WHALE = {"outline": [[-20, 0], [20, 0], [10, 12]], "depth_mm": 14, "supply": 2}


def tree(changes: Mapping[str, Any], preset: str | None = None) -> Mapping[str, Any]:
    return changed_configuration("riff-raff", changes, None if preset is None else Path(preset)).tree


def listed(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(each.key, each.first, each.second) for each in differing(first, second)]


def test_a_design_does_not_differ_from_itself() -> None:
    for game in ("riff-raff", "zack", "zatre", "zigzag"):
        assert differing(load_configuration(game).tree, load_configuration(game).tree) == []


def test_a_number_has_its_key_its_words_and_both_values() -> None:
    (found,) = differing(tree({}), tree({"ship": {"ball_mass_g": 90.0}}))
    assert (found.key, found.words, found.first, found.second) == ("ship.ball_mass_g", "ship: ball mass (g)", 110, 90)
    shown = differing_table([found], "from: a", "to: b")
    assert "<td>110</td><td>90</td>" in shown
    assert "<code>ship.ball_mass_g</code>" in shown


def test_the_tilt_of_one_yard_is_one_difference_although_only_one_design_names_it() -> None:
    (found,) = differing(tree({}, "brig"), tree({"ship": {"yards": {"1": {"tilt_deg": 8.0}}}}, "brig"))
    assert (found.key, found.first, found.second) == ("ship.yards.1.tilt_deg", 0.0, 8.0)
    assert found.words == "2nd yard from below: tilt (deg)"


def test_a_stop_that_all_yards_share_is_one_difference() -> None:
    first, second = tree({}, "brig"), tree({"ship": {"yard_stop_deg": 8.0}}, "brig")
    assert listed(first, second) == [("ship.yard_stop_deg", 4.0, 8.0)]
    third = tree({"ship": {"yard_stop_deg": 8.0, "yards": {"1": {"stop_deg": 6.0}}}}, "brig")
    assert listed(first, third) == [("ship.yard_stop_deg", 4.0, 8.0), ("ship.yards.1.stop_deg", 4.0, 6.0)]


def test_yards_by_name_and_in_a_row_are_the_same_yards() -> None:
    ship = load_configuration("riff-raff").tree["ship"]
    yards = [
        {"height_mm": ship[f"{name}_yard_height_mm"], "length_mm": ship[f"{name}_yard_length_mm"]}
        for name in ("low", "middle", "top")
    ]
    assert listed(tree({}), tree({"ship": {"yards": yards}})) == []
    yards[1] = {**yards[1], "length_mm": 160.0}
    assert listed(tree({}), tree({"ship": {"yards": yards}})) == [("ship.yards.1.length_mm", 140.0, 160.0)]
    fewer = differing(tree({}), tree({"ship": {"yards": yards[:1]}}))
    assert [(each.key, each.words, each.second) for each in fewer] == [
        ("ship.yards.1", "2nd yard from below", None),
        ("ship.yards.2", "3rd yard from below", None),
    ]
    assert "125 mm above the deck, 140 mm long, tilt 0 deg, rocks 4 deg to either side" in differing_table(
        fewer, "", ""
    )


def test_a_piece_that_only_one_has_is_one_difference() -> None:
    (found,) = differing(tree({}), tree({"pieces": {"whale": WHALE}}))
    assert (found.key, found.words, found.first) == ("pieces.whale", "piece: whale", None)
    shown = differing_table([found], "", "")
    assert "<td>none</td><td>an outline of 3 corners, 14 mm deep, 1 way to put it down, 2 in a set</td>" in shown


def test_a_piece_that_is_left_out_and_one_of_another_shape() -> None:
    (gone,) = differing(tree({}), tree({"pieces": {"crate": {"supply": 0}}}))
    assert (gone.key, gone.words, gone.first, gone.second) == ("pieces.crate.supply", "crate: how many in a set", 1, 0)
    assert "none, left out" in differing_table([gone], "", "")
    (drawn,) = differing(tree({}), tree({"pieces": {"crate": {"outline": [[0, 0], [9, 0], [9, 9]], "depth_mm": 20}}}))
    assert drawn.key == "pieces.crate"
    assert "1 section, 1 way to put it down, 1 in a set" in differing_table([drawn], "", "")


def test_a_hull_is_one_difference_whichever_way_it_is_given() -> None:
    (found,) = [
        each
        for each in differing(tree({}), tree({}, "brig"))
        if each.key.startswith("ship.hull") and "mass" not in each.key
    ]
    assert found.key == "ship.hull"
    shown = differing_table([found], "", "")
    assert "92 mm wide, 55 mm at the bottom, 30 mm high" in shown
    assert "8 points: (-20, 0), (20, 0)" in shown


def test_what_bots_have_learned_is_one_difference_and_no_list_of_weights() -> None:
    usual = load_configuration("riff-raff").tree
    one, other = ({**usual, "judgement": {"own": {"bias": bias}}} for bias in (-4.0, -5.0))
    assert differing_table(differing(usual, one), "", "").count("learned for this design") == 1
    assert "as shipped" in differing_table(differing(usual, one), "", "")
    (found,) = differing(one, other)
    assert found.words == "how bots judge places"
    assert "with other weights" in differing_table([found], "", "")


@pytest.mark.parametrize("preset", ["brig", "ferry"])
def test_all_that_is_listed_of_a_shipped_ship_is_what_her_builder_made(preset: str) -> None:
    configuration = load_configuration("riff-raff", Path(preset))
    assert isinstance(configuration, RiffRaffConfiguration)
    ship, pieces = configuration.setup.ship, configuration.setup.pieces
    found = {each.key: each.second for each in differing(load_configuration("riff-raff").tree, configuration.tree)}
    for index, yard in enumerate(ship.yards):
        assert found.get(f"ship.yards.{index}.length_mm", yard.length_mm) == yard.length_mm
    shown = {key.split(".")[1] for key in found if key.startswith("pieces.")}
    assert {kind for kind, piece in pieces.items() if piece.supply != 1} <= shown
    gone = {key for key, value in found.items() if key.startswith("ship.yards.") and value is None}
    assert len(gone) == max(0, 3 - len(ship.yards))
