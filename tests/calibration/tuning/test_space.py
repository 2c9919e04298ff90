"""Parameters by their keys: any number of the configuration, its bounds tried, whole ones whole, patterns together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.tuning.space import Space, parse_space
from sim.configuration import load_configuration, overlaid, read_preset
from sim.errors import InputError
from sim.measures import nested
from sim.toml_text import toml_text


def space(*words: str, game: str = "riff-raff", preset: Path | None = None) -> Space:
    return parse_space(words, game, preset, "draft")


def test_a_number_of_the_ship() -> None:
    found = space("ship.ball_mass_g=60:200", "wood.friction=0.2:0.5")
    assert found.usual == (110.0, 0.3)
    assert found.values([0, 1]) == (60.0, 0.5)
    assert found.values([0.123456, 0.5]) == (77.28, 0.35)
    assert list(found.unit((130.0, 0.35))) == pytest.approx([0.5, 0.5])
    made = found.configuration((77.28, 0.35))
    assert made.tree["ship"]["ball_mass_g"] == 77.28
    assert made.tree["wood"]["friction"] == 0.35
    assert made.profile == "draft"


@pytest.mark.parametrize(
    "word",
    [
        "pieces.scale=0.9:1.1",
        "pieces.crate.sections.side.depth_mm=20:28",
        "skill.casual.placement_sd_mm=1:4",
        "ship.rod_length_mm=120:170",
    ],
)
def test_numbers_of_riff_raff(word: str) -> None:
    assert not space(word).parameters[0].whole


@pytest.mark.parametrize("word", ["bowl.opening_mm=150:260", "table.seat_distance_mm=300:600", "temper.bold.risk=1:4"])
def test_numbers_of_zack(word: str) -> None:
    assert not space(word, game="zack").parameters[0].whole


def test_whole_numbers_stay_whole() -> None:
    wins = space("table.wins=1:5", game="zack")
    assert wins.parameters[0].whole
    assert [wins.values([u]) for u in (0, 0.3, 0.5, 1)] == [(1.0,), (2.0,), (3.0,), (5.0,)]
    assert wins.configuration((3.0,)).tree["table"]["wins"] == 3
    assert wins.named_values((3.0,)) == {"table.wins": 3}
    np.testing.assert_allclose(wins.snapped(np.array([[0.3], [0.9]])), [[0.25], [1.0]])
    cards = space("deck.splits.six_five.circles_per_colour=2:10", game="zack")
    assert cards.configuration((4.0,)).tree["deck"]["splits"]["six_five"]["circles_per_colour"] == 4


def test_a_whole_number_where_any_would_do_is_not_whole() -> None:
    assert not space("pieces.boat.stances.upright.angle_deg=-5:5").parameters[0].whole


def test_one_value_for_everybody() -> None:
    found = space("skill.all.placement_sd_mm=1:4")
    usual = load_configuration("riff-raff").skills
    assert found.usual == (usual["casual"].placement_sd_mm,)
    skills = found.configuration((1.5,)).skills
    assert {skill.placement_sd_mm for skill in skills.values()} == {1.5}


def test_what_is_said_of_everybody_beats_a_preset_s_profile(tmp_path: Path) -> None:
    preset = tmp_path / "p.toml"
    preset.write_text("[skill.child]\nplacement_sd_mm = 9.0\ntremor_rms_mm = 0.7\n[ship]\nball_mass_g = 150")
    found = space("skill.all.placement_sd_mm=1:4", preset=preset).configuration((1.5,))
    assert found.skills["child"].placement_sd_mm == 1.5
    assert found.skills["child"].tremor_rms_mm == 0.7
    assert found.tree["ship"]["ball_mass_g"] == 150


def test_a_pattern_varies_several_keys_by_one_factor() -> None:
    found = space("ship.*_yard_length_mm=x0.8:x1.2")
    (parameter,) = found.parameters
    assert parameter.usual == 1.0
    assert parameter.changes(0.8) == {
        "ship.low_yard_length_mm": 144.0,
        "ship.middle_yard_length_mm": 112.0,
        "ship.top_yard_length_mm": 80.0,
    }
    people = space("skill.*.placement_sd_mm=x0.5:x2").configuration((2.0,)).skills
    usual = load_configuration("riff-raff").skills
    assert all(people[name].placement_sd_mm == pytest.approx(2 * usual[name].placement_sd_mm) for name in usual)


def test_a_preset_moves_the_usual_value(tmp_path: Path) -> None:
    preset = tmp_path / "p.toml"
    preset.write_text("[ship]\nball_mass_g = 150\nhull_mass_g = 130")
    found = space("ship.ball_mass_g=60:140", preset=preset)
    assert found.parameters[0].usual == 150
    assert found.usual == (140.0,)
    assert found.configuration((60.0,)).tree["ship"]["hull_mass_g"] == 130


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("ship.ball_mas_g=60:200", "no number 'ship.ball_mas_g', expected ship.ball_mass_g"),
        ("ball_mass_g=60:200", "expected ship.ball_mass_g"),
        ("skill.all.placement_sd=1:2", "expected skill.all.placement_sd_mm"),
        ("ship.ball_mass_g", "expected PARAMETER=LOW:HIGH"),
        ("ship.ball_mass_g=60", "expected PARAMETER=LOW:HIGH"),
        ("ship.ball_mass_g=60:inf", "expected PARAMETER=LOW:HIGH"),
        ("ship.ball_mass_g=200:60", "expected a LOW below HIGH"),
        ("ship.ball_mass_g=-5:60", "--vary ship.ball_mass_g=-5:60: ship.ball_mass_g: expected more than 0"),
        ("wood.friction=0.1:3", "--vary wood.friction=0.1:3: wood.friction: expected at most 2"),
        ("ship.*_yard_length_mm=80:120", "varied by factors above 0, such as ship.*_yard_length_mm=x0.8:x1.2"),
        ("ship.*_sail_mm=x0.8:x1.2", "no number of riff-raff's configuration matches ship.*_sail_mm"),
        ("pieces.crate.stances=1:2", "has no number 'pieces.crate.stances'"),
    ],
)
def test_what_cannot_be_varied_is_refused(word: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        space(word)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_nothing_is_varied_twice_and_something_is() -> None:
    with pytest.raises(InputError, match=r"ship.top_yard_length_mm is varied already by ship.\*_yard_length_mm"):
        space("ship.*_yard_length_mm=x0.8:x1.2", "ship.top_yard_length_mm=80:120")
    with pytest.raises(InputError, match="--vary: expected at least one"):
        space()


def test_the_corners_are_tried_together() -> None:
    """Each alone is possible; a hand below the rim is not."""
    with pytest.raises(InputError, match=r"--vary at table.hand_height_mm=100, bowl.depth_mm=150"):
        space("table.hand_height_mm=100:300", "bowl.depth_mm=30:150", game="zack")


def test_where_corners_are_many_what_cannot_be_together_is_still_found_before_anything_is_played() -> None:
    others = [
        f"skill.{who}.{what}=200:400" for who in ("child", "casual", "skilled") for what in ("stop_ms", "patience_ms")
    ]
    with pytest.raises(InputError, match=r"--vary at .*table.hand_height_mm=100, bowl.depth_mm=150"):
        space(*others, "table.hand_height_mm=100:300", "bowl.depth_mm=30:150", game="zack")


def test_a_wrong_kind_of_whole_number() -> None:
    with pytest.raises(InputError, match=r"--vary table.wins=1.5:4: table.wins"):
        space("table.wins=1.5:4", game="zack")


def test_dotted_keys_as_tables() -> None:
    assert nested({"a.b": 1, "a.c.d": 2}) == {"a": {"b": 1, "c": {"d": 2}}}


def test_a_yard_and_a_piece_of_a_design_can_be_varied_by_their_keys(tmp_path: Path) -> None:
    preset = tmp_path / "design.toml"
    preset.write_text(
        "[[ship.yards]]\nheight_mm = 60\nlength_mm = 150\n[[ship.yards]]\nheight_mm = 120\nlength_mm = 100\n"
        "[pieces.log]\noutline = [[-15, 0], [15, 0], [15, 6], [-15, 6]]\ndepth_mm = 14\n"
    )
    found = space("ship.yards.1.length_mm=80:140", "pieces.log.depth_mm=8:20", preset=preset)
    assert found.usual == (100.0, 14.0)
    tried = found.configuration((120.0, 10.0)).tree
    assert [yard["length_mm"] for yard in tried["ship"]["yards"]] == [150, 120.0]
    assert tried["pieces"]["log"]["depth_mm"] == 10.0
    # What tune writes is a whole preset again: the yards that did not move, too.
    written = tmp_path / "found.toml"
    written.write_text(toml_text(overlaid(read_preset("riff-raff", preset), nested(found.changes((120.0, 10.0))))))
    assert load_configuration("riff-raff", written).digest == found.configuration((120.0, 10.0)).digest
    lengths = space("ship.yards.*.length_mm=x0.8:x1.2", preset=preset)
    assert lengths.changes((0.9,)) == {"ship.yards.0.length_mm": 135.0, "ship.yards.1.length_mm": 90.0}
