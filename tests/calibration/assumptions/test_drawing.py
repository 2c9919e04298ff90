"""Which assumptions reach a game, and the points at which they are drawn."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from calibration.assumptions.drawing import Assumption, Assumptions, assumptions_of, draws, features, features_of
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.measures import Span
from sim.people.skill import Skill


def assumed(game: str, *players: str, preset: Path | None = None) -> Assumptions:
    return assumptions_of(game, seats_from(players, game), preset, "draft", 1)


@pytest.fixture(scope="module")
def casual() -> Assumptions:
    return assumed("riff-raff", "casual", "casual")


def keys(found: Assumptions) -> set[str]:
    return {key for part in found.parts for key in part.spans}


@pytest.mark.study
def test_what_is_assumed_of_the_ship_and_of_who_sits_there_is_drawn(casual: Assumptions) -> None:
    assert {"ship.rod_length_mm", "wood.friction", "skill.casual.placement_sd_mm"} <= keys(casual)


@pytest.mark.slow
def test_what_is_measured_or_belongs_to_nobody_there_is_not(casual: Assumptions) -> None:
    assert "ship.ball_mass_g" not in keys(casual)
    assert not [key for key in keys(casual) if key.startswith(("skill.child", "skill.skilled"))]


@pytest.mark.slow
def test_skills_that_nobody_reads_in_this_game_are_not(casual: Assumptions) -> None:
    assert "skill.casual.throw_spin_cv" not in keys(casual)
    assert "skill.casual.mirror_cost_ms" not in keys(casual)


@pytest.mark.slow
def test_what_is_written_twice_is_drawn_together(casual: Assumptions) -> None:
    (rod,) = [part for part in casual.parts if part.name == "ship.rod_length_mm"]
    assert list(rod.spans) == ["ship.rod_length_mm", "ship.table_below_mm"]
    for share in (0.0, 0.3, 0.9):
        changes = rod.changes(share)
        assert float(changes["ship.table_below_mm"]) - float(changes["ship.rod_length_mm"]) == pytest.approx(28)


@pytest.mark.study
def test_the_same_value_of_several_people_is_one_assumption() -> None:
    found = assumed("riff-raff", "child:random", "skilled:random", "skilled:random")
    (hand,) = [part for part in found.parts if part.name == "skill.*.placement_sd_mm"]
    assert list(hand.spans) == ["skill.child.placement_sd_mm", "skill.skilled.placement_sd_mm"]
    child, skilled = (hand.changes(0.75)[key] for key in hand.spans)
    assert float(child) > 4.0
    assert float(skilled) > 1.25


@pytest.mark.study
def test_what_a_preset_sets_is_known(tmp_path: Path) -> None:
    path = tmp_path / "measured.toml"
    path.write_text("[wood]\nfriction = 0.25\n[skill.all]\nplacement_sd_mm = 1.7\n")
    found = assumed("riff-raff", "casual:random", "casual:random", preset=path)
    assert not {"wood.friction", "skill.casual.placement_sd_mm"} & keys(found)
    assert "wood.rolling_friction_mm" in keys(found)


def test_a_game_of_which_nothing_is_assumed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.assumptions.drawing.spans_of", lambda game, preset: {})
    with pytest.raises(InputError, match="nothing to draw"):
        assumed("zatre", "child", "child")


@pytest.mark.slow
def test_the_middle_of_every_span_is_the_game_as_it_is(casual: Assumptions) -> None:
    usual = load_configuration("riff-raff", profile="draft")
    # An inferred value and a whole number of few levels are drawn evenly from the range, wherever they lie in it.
    even = {part.name: part.first for part in casual.parts if part.first.inferred or part.first.whole}
    assert even.keys() == {"pieces.scale", "ship.deck_rows", "ship.hull_width_mm"}
    shares = {key: (float(span.value) - span.low) / (span.high - span.low) for key, span in even.items()}
    inner = [part for part in casual.parts if all(s.low < float(s.value) < s.high for s in part.spans.values())]
    assert {part.name for part in casual.parts} - {part.name for part in inner} == {"ship.deck_rows"}
    assert casual.configuration(tuple(shares.get(part.name, 0.5) for part in casual.parts)).digest == usual.digest
    assert casual.configuration(()).digest == usual.digest


@pytest.mark.slow
def test_draws_can_be_built_and_are_the_same_again(casual: Assumptions) -> None:
    found, refused = draws(casual, 16, 5)
    assert len(found) == 16
    assert (found, refused) == draws(casual, 16, 5)
    assert found != draws(casual, 16, 6)[0]
    for values in found[:3]:
        casual.configuration(values)


def test_draws_that_cannot_be_built_are_left_out_and_counted() -> None:
    # Half of these mast heights are lower than the top yard.
    part = Assumption("ship.mast_height_mm", {"ship.mast_height_mm": Span(185.0, 170.0, 200.0, (), "so")})
    found, refused = draws(Assumptions("riff-raff", (part,)), 8, 1)
    assert len(found) == 8
    assert refused > 0
    low = Assumption(part.name, {part.name: Span(100.0, 90.0, 110.0, (), "so")})
    with pytest.raises(InputError, match="cannot be built"):
        draws(Assumptions("riff-raff", (low,)), 8, 1)


def test_features_are_orthonormal_over_the_span() -> None:
    spans = [
        Span(2.0, 1.0, 4.0, (), "so"),
        Span(2, 1.0, 3.0, (), "so"),
        Span("a", 0.0, 0.0, ("a", "b", "c"), "so"),
        Span(False, 0.0, 0.0, (False, True), "so"),
    ]
    shares = (np.arange(6000) + 0.5) / 6000
    for span, count in zip(spans, (3, 2, 2, 1), strict=True):
        found = features_of(Assumption("x", {"x": span}), shares)
        assert found.shape == (6000, count)
        assert found.T @ found / 6000 == pytest.approx(np.eye(count), abs=1e-3)
        assert found.mean(axis=0) == pytest.approx(np.zeros(count), abs=1e-3)


@pytest.mark.slow
def test_every_assumption_has_its_features(casual: Assumptions) -> None:
    found, _ = draws(casual, 8, 1)
    # A choice of two has one contrast, everything else a curve of degree three.
    count = [1 if part.name == "ship.deck_rows" else 3 for part in casual.parts]
    assert [one.shape for one in features(casual, found)] == [(8, columns) for columns in count]
    assert math.isfinite(sum(float(one.sum()) for one in features(casual, found)))


@pytest.mark.slow
def test_watching_what_is_read_leaves_skills_as_they_are(casual: Assumptions) -> None:
    skills = load_configuration("riff-raff").skills  # every configuration has them
    assert {type(skill) for skill in skills.values()} == {Skill}
