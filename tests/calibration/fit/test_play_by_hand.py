"""From the mouse to the preset: pieces are put down in practice by a pointer that scatters, logged, and fitted."""

from __future__ import annotations

from pathlib import Path

import pytest

import yardarm.command
from calibration.fit.play import fit_play
from calibration.fit.play_reading import read_actions
from sim.configuration import load_configuration
from sim.games.riff_raff.match.practice import Practice
from sim.match.hand_log import HandLog, HandsHeader
from sim.match.seats import seats_from
from sim.seeds import rng
from tests.games.riff_raff.match.by_hand import set_down, wait

SCATTER_MM, ATTEMPTS = 4.0, 20


@pytest.mark.slow
def test_a_pointer_that_scatters_is_fitted(tmp_path: Path) -> None:
    me = seats_from(["me", "casual"], "riff-raff", persons=True)[0]
    practice = Practice(load_configuration("riff-raff", profile="draft"), me, 4, slot=6, piece="crate")
    log = HandLog(tmp_path / "hands.jsonl", HandsHeader(game="riff-raff", person=me.name, profile=me.profile))
    practice.note_hand = log.note
    scatter = rng(1, "scatter").standard_normal(ATTEMPTS)
    for off in (SCATTER_MM * (scatter - scatter.mean()) / scatter.std(ddof=1)).tolist():
        wait(practice, lambda: practice.question("You") == "place")
        set_down(practice, "You", "crate", 6, practice.mark.x_mm + off, hz=30.0)
        practice.undo()
    log.close()
    assert log.trouble == ""
    found = fit_play(read_actions([log.path], None))
    figures = found.figures
    assert figures["placement_sd_mm"].interval.estimate == pytest.approx(SCATTER_MM, rel=0.1)
    assert abs(found.biases["placement_bias_mm"].interval.estimate) < 0.5
    # This pointer goes down to the wood and always alike.
    assert figures["release_height_sd_mm"].interval.estimate < 0.1
    assert figures["lowering_speed_cv"].interval.estimate < 0.1
    preset = tmp_path / "you.toml"
    assert yardarm.command.run(["fit", "play", str(log.path), "--out", str(preset)]) == 0
    assert load_configuration("riff-raff", preset).skills["casual"].placement_sd_mm == pytest.approx(SCATTER_MM, 0.1)
