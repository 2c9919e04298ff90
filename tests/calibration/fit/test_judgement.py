"""What bots learn on a design: the same from the same, by value in the preset, and right where it was learned."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import expit

import yardarm.command
from calibration.fit import judgement_command
from calibration.fit.judgement import KNOWN_SHARE, Learned, Tried, area_under_curve, fit, section, taught_by
from calibration.fit.judgement_command import cache_file, kept, unlearned
from sim.configuration import changed_configuration, load_configuration
from sim.games.riff_raff.bots.judgement import FEATURES, build_judgement, shipped_judgement, traits
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.measures import plain
from sim.seeds import rng

LESSON = ("fit", "judgement", "--matches", "2", "--tries", "1", "--profile", "draft", "--jobs", "1")


def _design(**changes: Any) -> RiffRaffConfiguration:
    found = changed_configuration("riff-raff", changes, profile="draft")
    assert isinstance(found, RiffRaffConfiguration)
    return found


def _placements(weights: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Placements with any features, that fall as a formula says; and the match of each."""
    stream = rng(1, "placements")
    features = stream.random((count, len(FEATURES)))
    fell = stream.random(count) < expit(weights[0] + features @ weights[1:])
    return features, fell, np.arange(count) % 10


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    stream = rng(1, "area")
    scores, fell = np.round(stream.random(60), 1), stream.random(60) < 0.3
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[fell] for b in scores[~fell]]
    assert area_under_curve(scores, fell) == pytest.approx(np.mean(pairs))
    assert np.isnan(area_under_curve(scores, np.zeros(60, dtype=bool)))


def test_many_placements_teach_the_weights_that_made_them_fall() -> None:
    truth = np.array([-1.0, 2.0, -1.5, 1.0, *np.zeros(len(FEATURES) - 3)])
    found = fit(*_placements(truth, 20000), np.zeros(len(truth)))
    np.testing.assert_allclose(found.weights, truth, atol=0.25)
    assert 0.65 < found.area < 1.0
    # Nothing in between is rounded away: a file of three decimals has the very same weights.
    assert np.array_equal(found.weights, np.round(found.weights, 3))


@pytest.mark.slow
def test_few_placements_leave_what_was_known_before() -> None:
    before = shipped_judgement().own
    found = fit(*_placements(before, 3), before)
    assert np.max(np.abs(found.weights - before)) < 1.0
    many = fit(*_placements(before[::-1].copy(), 5000), before)
    assert np.max(np.abs(many.weights - before)) > 2.0


@pytest.mark.parametrize("ball_g", [60.0, 45.0])
def test_what_was_learned_knows_its_design_and_a_tenth_around_it(ball_g: float) -> None:
    """A ball of 45 g hardly rights her."""
    told = _design(ship={"ball_mass_g": ball_g})
    tried = [Tried(n, np.full(len(FEATURES), 0.1 * n), n % 3 == 0, n % 2) for n in range(6)]
    learned = taught_by(tried, told.setup)
    assert learned.judgement.outside(told.setup) == ()
    assert replace(told, judgement=learned.judgement).remark == ""
    for name, value in traits(told.setup).items():
        low, high = learned.known[name]
        assert low <= high
        assert [low, high] == pytest.approx(sorted([value * (1 - KNOWN_SHARE), value * (1 + KNOWN_SHARE)]), rel=1e-3)
    assert learned.judgement.outside(_design().setup)
    # Three avalanches of one piece, and the shipped number as one more.
    assert learned.pieces == pytest.approx((3 + shipped_judgement().pieces) / 4, abs=1e-3)
    assert learned.placements == 6
    held = build_judgement(plain(section(learned, "here"), "here"), "here")
    assert np.array_equal(held.own, learned.own.weights)
    assert np.array_equal(held.others, learned.others.weights)
    assert (held.pieces, held.knows) == (learned.pieces, learned.known)
    again = Learned.from_json(json.loads(json.dumps(learned.to_json())))
    assert np.array_equal(again.own.weights, learned.own.weights)
    assert again.known == learned.known


def test_the_cache_is_keyed_by_all_that_a_lesson_follows_from(tmp_path: Path) -> None:
    told = _design()
    files = {
        cache_file(told, 1, 2, 3),
        cache_file(told, 2, 2, 3),
        cache_file(told, 1, 3, 3),
        cache_file(told, 1, 2, 4),
        cache_file(_design(wood={"friction": 0.31}), 1, 2, 3),
    }
    assert len(files) == 5
    # What it learned before is no part of what it learns from.
    taught = _design(judgement=plain(section(_lesson(), "here"), "here"))
    assert taught.digest != told.digest
    assert cache_file(unlearned(taught), 1, 2, 3) == cache_file(told, 1, 2, 3)
    assert unlearned(taught).judgement is shipped_judgement()
    damaged = tmp_path / "damaged.json"
    for text in ("", "[]", "{}", json.dumps({**_lesson().to_json(), "own": [1.0]}), "nonsense"):
        damaged.write_text(text)
        assert kept(damaged) is None
    assert kept(tmp_path / "none.json") is None


def _lesson() -> Learned:
    return taught_by([Tried(0, np.zeros(len(FEATURES)), True, 0)], _design().setup)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a preset, and the user's cache elsewhere."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("light.toml").write_text('[ship]\nball_mass_g = { value = 50, provenance = "tuned", source = "mine" }\n')
    return tmp_path


def test_a_lesson_becomes_part_of_the_preset_and_the_cache_changes_nothing(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons: list[RiffRaffConfiguration] = []

    def learn(configuration: RiffRaffConfiguration, *_: int) -> Learned:
        lessons.append(configuration)
        return taught_by([Tried(0, np.zeros(len(FEATURES)), True, 2)], configuration.setup)

    monkeypatch.setattr(judgement_command, "learn", learn)
    words = [*LESSON, "--config", "light.toml"]
    assert yardarm.command.run([*words, "--out", "first.toml"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "1 placements on the ships of 2 matches, seed 1, profile draft" in told.out
    assert yardarm.command.run([*words, "--out", "second.toml"]) == 0
    assert "learned before, and kept in " in capsys.readouterr().err
    assert Path("first.toml").read_bytes() == Path("second.toml").read_bytes()
    held = tomllib.loads(Path("first.toml").read_text())
    assert held["ship"] == {"ball_mass_g": {"value": 50, "provenance": "tuned", "source": "mine"}}
    configuration = load_configuration("riff-raff", Path("first.toml"))
    assert isinstance(configuration, RiffRaffConfiguration)
    assert configuration.remark == ""
    assert configuration.judgement.own[0] == held["judgement"]["own"]["bias"]["value"]
    # Who has learned it once learns the same again.
    assert yardarm.command.run([*LESSON, "--config", "first.toml", "--json"]) == 0
    told = capsys.readouterr()
    assert "learned before" in told.err
    answer = json.loads(told.out)
    assert answer["judgement"]["own"]["bias"] == held["judgement"]["own"]["bias"]["value"]
    assert answer["preset"] is None
    assert len(lessons) == 1
    assert yardarm.command.run([*words, "--afresh", "--out", "third.toml"]) == 0
    assert len(lessons) == 2
    assert Path("third.toml").read_bytes() == Path("first.toml").read_bytes()


@pytest.mark.study
def test_a_lesson_is_the_same_in_any_number_of_processes_and_without_a_cache(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*LESSON[:-1], "2", "--config", "light.toml"]
    assert yardarm.command.run([*LESSON, "--config", "light.toml", "--out", "one.toml"]) == 0
    assert "placements on the ships of 2 matches, seed 1, profile draft" in capsys.readouterr().out
    assert yardarm.command.run([*words, "--afresh", "--out", "two.toml"]) == 0
    assert Path("one.toml").read_bytes() == Path("two.toml").read_bytes()


def test_a_cache_that_cannot_be_written_is_done_without(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement_command, "learn", lambda *_: _lesson())
    (place / "cache").write_text("a file where the folder should be")
    assert yardarm.command.run([*LESSON, "--config", "light.toml", "--out", "out.toml"]) == 0
    assert "[judgement.own]" in Path("out.toml").read_text()
