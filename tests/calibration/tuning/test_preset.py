"""The preset that a tuning writes: every verb reads it, and it gives the very configuration that was tuned."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from calibration.tuning.command import preset_text
from calibration.tuning.evaluations import Evaluation, Outcome
from calibration.tuning.space import parse_space
from calibration.tuning.targets import parse_targets
from calibration.tuning.tuning import Tuning
from sim.configuration import load_configuration
from sim.match.seats import seats_from

SEATS = seats_from(["casual", "casual", "skilled"], "riff-raff")


def tuning(*vary: str, preset: Path | None = None, values: tuple[float, ...] = (80.0,)) -> Tuning:
    targets, figures = parse_targets(["fall_rate=0.2+-0.02"], load_configuration("riff-raff"), SEATS)
    space = parse_space(vary, "riff-raff", preset, "play")
    fresh = Evaluation(values, "fresh 1", tuple(Outcome(400.0, ((float(4 + n % 3), 25.0),)) for n in range(60)))
    return Tuning(space, targets, figures, 5, "met", values, fresh, (fresh,), (), (), 5000)


def test_it_tells_where_its_values_come_from(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(preset_text(tuning("ship.ball_mass_g=60:200"), SEATS), "utf-8")
    told = tomllib.loads(path.read_text())
    assert set(told) == {"ship"}
    assert set(told["ship"]) == {"ball_mass_g"}
    value = told["ship"]["ball_mass_g"]
    assert (value["value"], value["provenance"]) == (80.0, "tuned")
    assert value["source"].startswith("tune riff-raff --target fall_rate=0.2+-0.02: fall_rate 0.200 (0.191-0.209), 60")
    assert " fresh matches, seed 5, players casual:simple,casual:simple,skilled:trained" in value["source"]
    assert "yardarm " in value["source"]


@pytest.mark.parametrize(
    ("vary", "values"),
    [
        (("ship.ball_mass_g=60:200",), (83.21,)),
        (("ship.ball_mass_g=60:200", "skill.all.placement_sd_mm=1:4"), (83.21, 2.345)),
        (("ship.*_yard_length_mm=x0.8:x1.2", "pieces.crate.sections.side.depth_mm=20:28"), (0.9123, 21.37)),
    ],
)
def test_it_gives_the_configuration_that_was_tuned(tmp_path: Path, vary, values) -> None:
    path = tmp_path / "p.toml"
    found = tuning(*vary, values=values)
    path.write_text(preset_text(found, SEATS), "utf-8")
    assert load_configuration("riff-raff", path).digest == found.space.configuration(values).digest


def test_what_it_was_tuned_on_top_of_is_in_it(tmp_path: Path) -> None:
    """Alone, without that file, it must give the same game."""
    below = tmp_path / "below.toml"
    below.write_text(
        '[ship]\nhull_mass_g = { value = 130.0, provenance = "measured", source = "my \\"scale\\"" }\n'
        "ball_mass_g = 99\n"
        "[skill.child]\nplacement_sd_mm = 9.0\nflip_ms = 200\n[pieces.crate.sections.side]\n"
        "parts = [[[-12, 0], [12, 0], [12, 23.5], [-12, 23.5]]]\n"
    )
    found = tuning("ship.ball_mass_g=60:200", "skill.all.placement_sd_mm=1:4", preset=below, values=(83.21, 2.345))
    path = tmp_path / "p.toml"
    path.write_text(preset_text(found, SEATS), "utf-8")
    told = tomllib.loads(path.read_text())
    assert told["ship"]["hull_mass_g"]["source"] == 'my "scale"'
    assert told["ship"]["ball_mass_g"]["value"] == 83.21
    assert told["skill"]["child"] == {"flip_ms": 200}
    again = load_configuration("riff-raff", path)
    assert again.digest == found.space.configuration((83.21, 2.345)).digest
    assert again.skills["child"].placement_sd_mm == 2.345
