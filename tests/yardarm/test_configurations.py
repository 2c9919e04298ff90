"""Configurations as objects: checked, immutable, comparable, and with what differs from others."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

import yardarm as ya
from sim.configuration import load_configuration
from sim.spec import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_is_a_configuration_that_says_what_it_changes(game: str) -> None:
    usual = ya.configuration(game)
    assert usual.differences() == ()
    for preset in ya.presets(game):
        found = ya.configuration(game, preset.name)
        assert found.digest == load_configuration(game, Path(preset.name)).digest
        assert {difference.key.partition(".")[0] for difference in found.differences()} <= {
            key.partition(".")[0] for key in preset.keys
        }


def test_a_changed_configuration_is_another_one() -> None:
    usual = ya.configuration("riff-raff", "family")
    light = usual.with_({"ship.ball_mass_g": np.int64(90)})
    (changed,) = light.differences(usual)
    assert (changed.key, changed.before, changed.value, changed.provenance) == ("ship.ball_mass_g", 200.0, 90, None)
    assert {difference.provenance for difference in usual.differences()} == {"tuned"}
    assert (usual["ship.ball_mass_g"], light["ship"]["ball_mass_g"]) == (200.0, 90)
    assert light.with_({"ship.ball_mass_g": 200}) == usual
    assert len({usual, light, light.with_({"ship.ball_mass_g": 200.0})}) == 2
    with pytest.raises(FrozenInstanceError):
        usual.game = "zack"


def test_what_it_hands_out_does_not_change_it() -> None:
    ship = ya.configuration("riff-raff")
    ship["ship"]["ball_mass_g"] = 1
    assert ship.differences() == ()


def test_values_that_a_preset_gives_a_source_keep_it() -> None:
    weighed = {"value": 120, "provenance": "measured", "source": "my kitchen scales"}
    found = ya.configuration("riff-raff", {"ship.ball_mass_g": weighed, "skill.all.placement_sd_mm": 3.0})
    difference = next(each for each in found.differences() if each.key == "ship.ball_mass_g")
    assert (difference.value, difference.provenance, difference.source) == (120, "measured", "my kitchen scales")
    hands = [each.key for each in found.differences() if each.key.startswith("skill.")]
    assert hands == [f"skill.{profile}.placement_sd_mm" for profile in ("casual", "child", "skilled")]
    assert str(found).splitlines()[-1].startswith("  skill.")


def test_a_saved_configuration_is_the_preset_of_the_same(tmp_path: Path) -> None:
    found = ya.configuration("riff-raff", "family").with_({"ship.ball_mass_g": 90})
    path = found.save(tmp_path / "light.toml")
    assert ya.configuration("riff-raff", path) == found
    assert load_configuration("riff-raff", path).digest == found.digest


def test_functions_take_one_as_they_take_what_differs() -> None:
    changes = {"ship.ball_mass_g": 90}
    options = {"trials": 1, "profile": "draft"}
    placed = ya.place(9, "crate", config=ya.configuration("riff-raff", changes), **options)
    assert placed.to_json() == ya.place(9, "crate", config=changes, **options).to_json()
