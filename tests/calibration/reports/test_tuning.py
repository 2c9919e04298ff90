"""The page of a tuning, of one that is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from calibration.metrics import figures
from calibration.metrics.figures import difference
from calibration.reports.against import PERHAPS, Change
from calibration.reports.parameter_words import parameter_words, setting_words
from calibration.reports.tuning import HOW_TO_READ, STEPS, tuning_report
from calibration.tuning.settings_map import SettingsMap
from calibration.tuning.targets import Figure, Target
from sim.batch.assumed import AssumedBand
from sim.match.seats import seats_from
from sim.metrics import Metric, per_match
from sim.statistics import Interval
from tests.calibration.reports.test_report import Tags

SEATS = seats_from(["casual", "child"], "riff-raff")
PRESET = '[ship]\nball_mass_g = { value = 140.0, provenance = "tuned", source = "<tune & co>" }\n'


SPACE = SimpleNamespace(
    game="riff-raff",
    profile="draft",
    parameters=(
        SimpleNamespace(name="ship.ball_mass_g", low=60.0, high=200.0, usual=110.0),
        SimpleNamespace(name="ship.rod_length_mm", low=100.0, high=200.0, usual=150.0),
    ),
    named_values=lambda values: dict(zip(("ship.ball_mass_g", "ship.rod_length_mm"), values, strict=True)),
)


@dataclass(frozen=True)
class Evaluation:
    values: tuple[float, ...]
    stream: str
    matches: int
    found: tuple[Interval, ...]

    def intervals(self, _figures: Sequence[Any]) -> tuple[Interval, ...]:
        return self.found


@dataclass(frozen=True)
class Tuning:
    ending: str
    values: tuple[float, ...]
    confirmed: Evaluation | None
    evaluations: tuple[Evaluation, ...]
    reached: tuple[Interval, ...]
    fresh: int
    seed: int = 3
    matches: int = 600
    crashed: tuple[Any, ...] = ()
    seconds: float = 7200.0
    targets: tuple[Target, ...] = (Target("fall_rate", 0.2, 0.02), Target("rounds", 8.5, 0.4))
    figures: tuple[Figure, ...] = (
        Figure("fall_rate", Metric("fall_rate", "attempts that drop something")),
        Figure("rounds", per_match("rounds", "rounds in a match", lambda row: row.rounds)),
    )
    maps: tuple[SettingsMap, ...] = (
        SettingsMap(
            ("ship.ball_mass_g", "ship.rod_length_mm"),
            ((60.0, 130.0, 200.0), (100.0, 150.0, 200.0)),
            ((0.0, 0.1, 0.2), (0.3, 0.96, 0.6), (0.0, 0.4, 0.99)),
        ),
    )
    rounded: Evaluation | None = None
    likeliest: Any = None
    outlook: Any = None
    forecast: Any = None
    unchanged: bool = False
    path: tuple[Any, ...] = tuple(
        SimpleNamespace(values=(100.0 + 10 * n, 150.0), matches=64, found=(Interval(0.2, 0.1, 0.3), NINE), what=what)
        for NINE in (Interval(9.0, 8.5, 9.5),)
        for n, what in enumerate(STEPS)
    )
    curves: tuple[Any, ...] = tuple(
        SimpleNamespace(
            metric=metric,
            parameter=parameter,
            values=(low, low + 50, low + 100),
            figures=tuple(Interval(at * k, 0.9 * at * k, 1.1 * at * k) for k in (1.2, 1.0, 0.8)),
        )
        for metric, at in (("fall_rate", 0.2), ("rounds", 8.5))
        for parameter, low in (("ship.ball_mass_g", 60.0), ("ship.rod_length_mm", 100.0))
    )

    @property
    def space(self) -> Any:
        return SPACE

    def left_open(self, _seats: Any) -> tuple[tuple[AssumedBand | None, ...], str]:
        return (AssumedBand(Interval(0.15, 0.14, 0.16), Interval(0.3, 0.28, 0.32)), None), "This is as far as it goes."

    def sentence(self) -> str:
        return "This is how it ended."


FOUND = (Interval(0.205, 0.195, 0.215), Interval(8.5, 8.3, 8.7))
HERE = Evaluation((140.0, 150.0), "fresh", 300, FOUND)
MET = Tuning("met", (140.0, 150.0), HERE, (replace(HERE, stream="search"), HERE), FOUND, 300)
NOT_MET = replace(MET, ending="unreachable", confirmed=None, fresh=0)


def influence(share: float) -> Any:
    interval = Interval(share, share - 0.1, share + 0.1)
    at = Interval(0.3, 0.2, 0.4)
    return SimpleNamespace(first=interval, total=interval, at_low=at, at_high=at)


SENSITIVITY: Any = SimpleNamespace(
    space=SPACE,
    figure=Figure("fall_rate", Metric("fall_rate", "attempts that drop something")),
    influences=(influence(0.2), influence(0.7)),
    overall=Interval(0.25, 0.2, 0.3),
    evaluations=(HERE,) * 16,
    matches=320,
)


ROUNDED = replace(MET, rounded=replace(HERE, values=(100.0, 200.0), stream="fresh 2", matches=240))


def change(key: str, label: str, after: tuple[float, float, float], before: tuple[float, float, float]) -> Change:
    """A figure before and after, of runs that are independent."""
    one, other = (figures.Figure(key, label, Interval(*found), 99, "minutes") for found in (after, before))
    return Change(one, other, difference(one, other, paired=False), PERHAPS)


EFFECTS = (
    change("minutes.mean", "minutes of a match, mean", (22.0, 21.0, 23.0), (18.0, 17.0, 19.0)),
    change("rounds.mean", "rounds in a match, mean", (8.0, 7.0, 9.0), (8.5, 7.5, 9.5)),
    change("fall_rate.slot.7", "attempts, slot 7", (8.0, 7.0, 9.0), (8.5, 7.5, 9.5)),
)


@pytest.mark.study
def test_everything_that_was_found_is_told() -> None:
    text = tuning_report(MET, SEATS, PRESET)
    tags = Tags(text)
    for part in (
        "Riff Raff: tuned to attempts that drop something: 20 % ± 2 points, and rounds in a match: 8.5 ± 0.4",
        "This is how it ended.", HOW_TO_READ,
        "20.5\u00a0% (19.5 to 21.5 by chance; 15 to 30 by what nobody has measured)", "This is as far as it goes.",
        "inside your band, about the value", "met", "60 to 200", "110", "140",
        "600 in all, 300 of them fresh", "2.0 hours of play", "Anne (casual, simple), Bert (child, simple)",
        PRESET.strip(), *STEPS.values(), "ship: ball mass (g)ship.ball_mass_g",
        "On 33 % of the map of", "more likely met than missed, on 22 % is it met with a chance",
        "No rounder values were confirmed",
    ):  # fmt: skip
        assert part in tags.text, part
    assert "not met" not in tags.text
    # A map, a curve for each target and parameter, and the way to each target.
    assert len(tags.all("img")) == 7
    assert all((image["src"] or "").startswith("data:image/svg+xml;base64,") for image in tags.all("img"))
    assert "<tune" not in text
    assert text == tuning_report(MET, SEATS, PRESET)


@pytest.mark.usefixtures("unpainted")
def test_side_effects_stand_before_and_after() -> None:
    text = Tags(tuning_report(MET, SEATS, PRESET, effects=EFFECTS)).text
    after = text.partition("Side effects")[2]
    assert 0 < after.index("minutes of a match, mean") < after.index("Further figures") < after.index("rounds in a")
    assert after.index("18\u00a0minutes") < after.index("22\u00a0minutes") < after.index("+4.0\u00a0minutes")
    assert "targetrounds.mean" in after
    assert after.count("changed") == 1
    assert "slot 7" not in after
    assert "Side effects" not in Tags(tuning_report(MET, SEATS, PRESET)).text


@pytest.mark.usefixtures("unpainted")
def test_rounded_values_are_told_with_what_they_reach() -> None:
    text = Tags(tuning_report(ROUNDED, SEATS, PRESET)).text
    assert "Rounded values meet it too: ship: ball mass 100 g, ship: rod length 200 mm." in text
    assert "about the value (240 fresh matches)" in text


@pytest.mark.usefixtures("unpainted")
def test_one_parameter_has_a_band_of_settings() -> None:
    line = SettingsMap(("ship.ball_mass_g",), ((60.0, 80.0, 100.0, 120.0, 140.0),), ((0.1, 0.6, 0.97, 0.96, 0.3),))
    text = Tags(tuning_report(replace(MET, maps=(line,)), SEATS, PRESET)).text
    assert (
        "ship: ball mass (g): more likely met than missed from 80 to 120; met with a chance of 95 % from 100 to 120."
        in text
    )


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("wood.friction", "wood: friction"),
        ("skill.all.placement_sd_mm", "all players: placement standard deviation (mm)"),
        ("skill.*.throw_speed_cv", "every player: throw speed coefficient of variation (factor)"),
        ("ship.*_yard_length_mm", "ship: every yard length (factor)"),
        ("card.areal_density_g_m2", "card: areal density (g/m²)"),
        ("wood.density_g_cm3", "wood: density (g/cm³)"),
        ("ship.pivot_coulomb_s2", "ship: pivot coulomb (1/s²)"),
        ("ship.peg_friction_n_mm", "ship: peg friction (N mm)"),
        ("skill.casual.carry_speed_mm_s", "casual players: carry speed (mm/s)"),
        ("skill.casual.choice_cost_ms_per_bit", "casual players: choice cost (ms per bit)"),
        ("ship.yards.0.tilt_deg", "lowest yard: tilt (deg)"),
        ("ship.yards.3.length_mm", "4th yard from below: length (mm)"),
        ("pieces.whale.depth_mm", "whale: depth (mm)"),
        ("pieces.scale", "pieces: scale"),
        ("ship.pivot_viscous_per_s", "ship: pivot viscous (per s)"),
    ],
)
def test_a_parameter_in_words(key: str, words: str) -> None:
    assert parameter_words(key) == words


def test_a_setting_in_words_has_its_unit_behind_the_value_and_a_pattern_its_factor() -> None:
    assert setting_words("ship.ball_mass_g", 120.8) == "ship: ball mass 120.8 g"
    assert setting_words("wood.friction", 0.3) == "wood: friction 0.3"
    assert setting_words("ship.*_yard_length_mm", 0.9) == "ship: every yard length times 0.9"


@pytest.mark.usefixtures("unpainted")
def test_what_was_not_met_is_not_called_tuned() -> None:
    page = tuning_report(NOT_MET, SEATS, PRESET)
    text = Tags(page).text
    assert "Riff Raff: not tuned to attempts that drop something" in text
    assert "reached, no fresh matches" in text
    # Both figures lie where they should, but no fresh matches say so.
    assert (page.count(">not confirmed<"), page.count(">not met<")) == (2, 0)
    assert "The preset that was not written" in text


@pytest.mark.usefixtures("unpainted")
def test_the_most_important_parameter_comes_first() -> None:
    text = Tags(tuning_report(MET, SEATS, PRESET, SENSITIVITY)).text
    after = text.partition("Which parameters matter for attempts that drop something")[2]
    assert "from 320 matches at 16 points" in after
    assert 0 < after.index("ship.rod_length_mm") < after.index("ship.ball_mass_g")


@pytest.mark.usefixtures("unpainted")
def test_usual_values_that_are_kept_are_not_called_tuned() -> None:
    text = tuning_report(replace(MET, unchanged=True, curves=(), maps=()), SEATS, PRESET)
    assert "<h1>Riff Raff: needs no change for attempts that drop something: 20 % ± 2 points, and" in text
    assert "rounder values" not in text
    assert "What each parameter does" not in text


@pytest.mark.parametrize("found", [MET, NOT_MET], ids=["met", "not met"])
@pytest.mark.study
def test_on_a_phone(on_a_phone: Callable[[str], dict[str, Any]], tmp_path: Path, found: Tuning) -> None:
    shown = on_a_phone(tuning_report(found, SEATS, PRESET, SENSITIVITY, EFFECTS))
    assert shown["over"] == []
    assert len(shown["images"]) == 8
    assert all(width > 0 for width in shown["images"])
