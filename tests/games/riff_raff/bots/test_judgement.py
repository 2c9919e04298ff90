"""The judgement of places: heel counts by how far wood slides, and each judgement says which designs it knows."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.configuration import changed_configuration, load_configuration, print_remark
from sim.errors import InputError
from sim.games.riff_raff.bots.judgement import FEATURES, JUDGEMENT_FILE, TRAITS, judge, shipped_judgement, traits
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.measures import shipped
from sim.physics.ship.state import CargoState, Pose, Snapshot

LADEN = Snapshot(cargo=(CargoState("one", "crate", "side", Pose(30.0, 42.0, 0.0)),))
YARDS = {"yards": [{"height_mm": height, "length_mm": 120.0} for height in (50.0, 95.0, 140.0, 185.0)]}


def _changed(**changes: Any) -> RiffRaffConfiguration:
    found = changed_configuration("riff-raff", changes, profile="draft")
    assert isinstance(found, RiffRaffConfiguration)
    return found


def _peaks(configuration: RiffRaffConfiguration) -> np.ndarray:
    judged = judge(slot_geometry_of(configuration.setup, LADEN), 4, 2.5, configuration.judgement)
    return judged.places.features[:, FEATURES.index("peak")]


def _known(trait: str) -> str:
    return " to ".join(f"{end:g}" for end in shipped_judgement().knows[trait])


def test_a_heel_counts_by_how_far_wood_of_this_friction_slides() -> None:
    usual, rough, smooth = (_peaks(_changed(wood={"friction": friction})) for friction in (0.3, 0.5, 0.2))
    np.testing.assert_allclose(rough, usual * math.atan(0.3) / math.atan(0.5), rtol=1e-12)
    np.testing.assert_allclose(smooth, usual * math.atan(0.3) / math.atan(0.2), rtol=1e-12)
    # Wood without friction is no reason to divide by 0.
    assert np.all(np.isfinite(_peaks(_changed(wood={"friction": 0.0}))))


def test_the_shipped_judgement_knows_the_shipped_design() -> None:
    told = _changed()
    assert "judgement" not in told.tree
    assert told.judgement is shipped_judgement()
    assert set(told.judgement.knows) == set(TRAITS) == set(traits(told.setup))
    assert told.remark == ""


@pytest.mark.parametrize(
    ("changes", "trait"),
    [
        ({"wood": {"friction": 0.1}}, f"friction 0.1 instead of {_known('friction')}"),
        ({"ship": {"ball_mass_g": 60.0}}, f"righting moment in g mm 2290 instead of {_known('righting_g_mm')}"),
        ({"ship": {"low_yard_length_mm": 290.0}}, "reach of deck and yards in mm 145 instead of"),
        ({"ship": {"mast_height_mm": 250.0, "top_yard_height_mm": 240.0}}, "height of the highest wood in mm 270 "),
        ({"ship": {"yard_stop_deg": 9.0}}, "rocking of the yards in degrees 9 instead of"),
        ({"ship": {**YARDS, "yards": [{**YARDS["yards"][0], "tilt_deg": 3.0}]}}, "tilt of a yard in degrees 3 instead"),
        ({"pieces": {"scale": 1.3}}, "mean mass of a piece in g"),
    ],
)
def test_a_design_that_lies_outside_is_named_in_one_sentence(
    changes: dict[str, Any], trait: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _changed(**changes)
    assert trait in told.remark
    print_remark(told)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"yardarm: {told.remark}\n"
    assert err.count("\n") == 1


def test_a_game_without_remarks_prints_none(capsys: pytest.CaptureFixture[str]) -> None:
    print_remark(load_configuration("zack"))
    assert capsys.readouterr() == ("", "")


def test_bots_judge_by_what_the_preset_holds_and_the_tree_has_it_by_value() -> None:
    learned = shipped(JUDGEMENT_FILE)
    learned["own"] = {**learned["own"], "yard": 9.0}
    told = _changed(judgement=learned)
    assert told.tree["judgement"] == learned
    assert told.digest != _changed().digest
    first = judge(slot_geometry_of(told.setup, LADEN), 7, 2.5, told.judgement)
    usual = judge(slot_geometry_of(told.setup, LADEN), 7, 2.5, shipped_judgement())
    # The formula once more, by hand.
    odds = np.log(first.own / (1 - first.own)) - np.log(usual.own / (1 - usual.own))
    np.testing.assert_allclose(odds, 9.0 - shipped(JUDGEMENT_FILE)["own"]["yard"], rtol=1e-9)
    match = RiffRaffMatch(told, seats_from(("casual:simple", "casual:simple"), "riff-raff"), 1)
    assert match._view(match.seats[0].name).judgement is told.judgement


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[judgement.own]\nbias = 1.0", r"judgement\.own\.topple: expected this key"),
        ("[judgement.losses]\npieces = 0.5", r"judgement\."),
        ("[judgement.own]\nbais = 1.0", r"judgement\.own\.bais: unknown key, expected"),
    ],
)
def test_a_judgement_that_is_none_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=said):
        load_configuration("riff-raff", file)


def test_a_judgement_that_knows_from_high_to_low_is_refused() -> None:
    learned = shipped(JUDGEMENT_FILE)
    learned["knows"] = {**learned["knows"], "friction": [0.5, 0.2]}
    with pytest.raises(InputError, match=r"judgement\.knows\.friction: expected LOW, HIGH"):
        _changed(judgement=learned)
