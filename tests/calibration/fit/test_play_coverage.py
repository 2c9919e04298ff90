"""Slow: intervals of `fit play` hold the truth about 95 times in a hundred, and a bot that is fitted plays alike."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from calibration.fit.play import fit_play
from calibration.fit.play_reading import read_actions
from sim.configuration import load_configuration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.people.skill import PROFILES
from studies import simulated_play as bots

# A clumsier hand than any that is shipped.
CLUMSY = """
[skill.child]
placement_sd_mm = 11.0
placement_angle_sd_deg = 14.0
release_height_mm = 9.0
release_height_sd_mm = 4.0
lowering_speed_mm_s = 90.0
lowering_speed_cv = 0.4
go_no_go_mu_ms = 480.0
go_no_go_person_sd_ms = 0.0
simple_person_sd_ms = 0.0
two_choice_person_sd_ms = 0.0
go_no_go_sigma_ms = 60.0
go_no_go_tau_ms = 90.0
reach_end_sd_per_width = 0.5
"""
FITTED = (
    *("placement_sd_mm", "placement_angle_sd_deg", "release_height_mm", "release_height_sd_mm"),
    *("lowering_speed_mm_s", "lowering_speed_cv", "reach_end_sd_per_width"),
    *("go_no_go_mu_ms", "go_no_go_sigma_ms", "go_no_go_tau_ms"),
)


# Two minutes of processor time a profile, so one is tried each time; with PROFILES all are: see docs/evidence.md.
@pytest.mark.study
@pytest.mark.parametrize("profile", PROFILES[1:2])
def test_intervals_hold_the_truth_as_often_as_they_say(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth, sets = bots.skill(profile), 200
    held: Counter[str] = Counter()
    for seed in range(sets):
        log = bots.session(tmp_path / f"{seed}.jsonl", profile, seed)
        held.update({k: int(v) for k, v in bots.holds_truth(fit_play(read_actions([log], None)), truth).items()})
        log.unlink()
    with capsys.disabled():
        print(f"\n{profile}: of {sets} {dict(held)}")
    assert set(held) == set(bots.FITTED)
    assert min(held.values()) >= 180, held
    assert max(held.values()) <= 199, held


@pytest.fixture(scope="module")
def clumsy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A preset of a clumsy child, and the records of its matches with another."""
    folder = tmp_path_factory.mktemp("clumsy")
    preset = folder / "clumsy.toml"
    preset.write_text(CLUMSY)
    configuration = load_configuration("riff-raff", preset, "draft")
    seats = seats_from(["child:random"] * 2, "riff-raff")
    paths = []
    for seed in range(20):
        recorder = Recorder.of(configuration, seats, 100 + seed)
        RiffRaffMatch(configuration, seats, 100 + seed, recorder.record_line).run()
        paths.append(folder / f"{seed}.jsonl")
        recorder.write(paths[-1])
    return preset, paths


@pytest.mark.study
def test_three_hundred_recorded_actions_tell_a_bots_noise(clumsy: tuple[Path, list[Path]]) -> None:
    preset, records = clumsy
    truth = load_configuration("riff-raff", preset).skills["child"]
    actions = read_actions(records, "Anne")
    found = fit_play(actions)
    assert actions.placements >= 300
    held = bots.holds_truth(found, truth)
    assert set(held) == set(FITTED)
    assert sum(held.values()) >= len(FITTED) - 2, held
    for key, figure in found.figures.items():
        interval = figure.interval
        assert abs(getattr(truth, key) - interval.estimate) < 0.85 * (interval.high - interval.low), key


@pytest.mark.study
def test_a_fitted_bot_drops_as_much_as_the_one_it_is_fitted_to(
    clumsy: tuple[Path, list[Path]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    preset, records = clumsy
    fitted = tmp_path / "fitted.toml"
    assert yardarm.command.run(["fit", "play", *map(str, records), "--who", "Anne", "--out", str(fitted)]) == 0
    capsys.readouterr()
    play = ["simulate", "riff-raff", "--matches", "24", "--players", "child:random,child:random", "--jobs", "1"]
    play += ["--profile", "draft", "--seed", "7", "--json"]
    rates: dict[str, dict[str, Any]] = {}
    for name, config in (("true", preset), ("fitted", fitted), ("shipped", None)):
        assert yardarm.command.run([*play, *(["--config", str(config)] if config else [])]) == 0
        rates[name] = json.loads(capsys.readouterr().out)["fall_rate"]
    with capsys.disabled():
        print(f"\nfall rates {rates}")
    true, copy, other = (rates[name] for name in ("true", "fitted", "shipped"))
    assert true["low"] <= copy["estimate"] <= true["high"], rates
    assert copy["low"] <= true["estimate"] <= copy["high"], rates
    # Or else the comparison would say nothing.
    assert other["high"] < true["low"] or other["low"] > true["high"], rates
