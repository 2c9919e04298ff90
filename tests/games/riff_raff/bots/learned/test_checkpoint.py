"""Checkpoints: what is written is read again, and a broken file is refused in one sentence."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.bots.learned import checkpoint
from sim.games.riff_raff.bots.learned.checkpoint import EXPECTED_REWARD, Checkpoint, read_checkpoint
from sim.games.riff_raff.bots.learned.features import FEATURES
from sim.games.riff_raff.bots.learned.race import Turn, pace_of
from studies.baselines.practice import provenance
from yardarm.baselines import bots

SHIPPED = [Path(bots.__file__).with_name("fitted.json"), Path(checkpoint.__file__).with_name("trained.json")]


def drawn(seed: int = 1) -> Checkpoint:
    """Return a checkpoint of random weights."""
    stream = np.random.default_rng(seed)
    falls, losses = stream.standard_normal((2, 1 + len(FEATURES)))
    preference = stream.standard_normal(2 + len(FEATURES))
    return Checkpoint(falls, losses, preference, provenance("by hand", seed, 0, "casual", "0" * 16, {"area": 0.5}))


def test_what_is_written_is_read_again_to_five_digits(tmp_path: Path) -> None:
    one = drawn()
    one.write(tmp_path / "one.json")
    other = read_checkpoint(tmp_path / "one.json")
    for name in ("falls", "losses", "preference"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-4)
    assert other.provenance == one.provenance
    other.write(tmp_path / "other.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    assert read_checkpoint(tmp_path / "other.json").digest == other.digest != drawn(2).digest


def test_a_pace_is_written_and_read_and_makes_another_version(tmp_path: Path) -> None:
    pace = pace_of([Turn(players, 1 + k % 10, 10, k % 3 - 2) for players in (2, 4) for k in range(50)])
    one = replace(drawn(), pace=pace)
    one.write(tmp_path / "one.json")
    other = read_checkpoint(tmp_path / "one.json")
    assert other.pace is not None
    assert sorted(other.pace) == [2, 4]
    for players in pace:
        np.testing.assert_allclose(other.pace[players], pace[players], rtol=1e-4)
    other.write(tmp_path / "other.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    assert one.digest != drawn().digest


@pytest.mark.parametrize(
    ("pace", "message"),
    [
        ({"5": [[1, 0, 0, 0, 0, 0]] * 10}, "pace.5: expected a number of players from 2 to 4"),
        ({"2": [[1, 0, 0, 0, 0, 0]] * 9}, "pace.2: expected 10 parts of a match, each with 6 chances"),
        ({"2": [[1, 0, 0, 0, 0]] * 10}, "pace.2: expected 10 parts of a match, each with 6 chances"),
        ({"3": [[0.5, 0, 0, 0, 0, 0]] * 10}, "pace.3: expected chances that add up to 1 in each part"),
        ({"3": [[1.5, -0.5, 0, 0, 0, 0]] * 10}, "pace.3: expected chances that add up to 1 in each part"),
        ({}, "pace: expected the chances for at least one number of players"),
    ],
)
def test_a_broken_pace_is_refused_in_one_sentence(pace: Any, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    drawn().write(path)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"pace": pace}))
    with pytest.raises(InputError, match=re.escape(message)) as refused:
        read_checkpoint(path)
    assert str(refused.value).startswith(str(path))


def test_without_a_preference_of_its_own_a_score_is_the_reward_to_be_expected() -> None:
    learned = Checkpoint(drawn().falls, drawn().losses, EXPECTED_REWARD, drawn().provenance)
    features = np.random.default_rng(3).uniform(-1.0, 1.0, (50, len(FEATURES)))
    falls, losses = learned.outcome(features)
    stays, leaves = 1.0 - falls, falls + losses
    np.testing.assert_allclose(learned.score(features), stays - leaves)
    assert (learned.risk(features) >= falls).all()
    assert (learned.risk(features) <= 1.0).all()


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_what_is_shipped_is_small_and_of_the_shipped_design(file: Path) -> None:
    assert file.stat().st_size < 10_000
    found = read_checkpoint(file).provenance
    assert found.configuration == load_configuration("riff-raff").digest
    assert found.placements > 1000
    assert file.stem in found.command


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "format"),
        ({"format_version": 2}, "format_version"),
        ({"falls": {}}, "falls.bias: expected a weight of this name"),
        ({"losses": {"beauty": 1.0}}, "losses.beauty: expected no such weight"),
        ({"preference": 3}, "preference"),
        ({"provenance": {}}, "provenance.command"),
        ({"more": 1}, "more"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused_in_one_sentence(change: Any, words: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(json.loads(SHIPPED[0].read_text()) | change))
    with pytest.raises(InputError, match=words) as refused:
        read_checkpoint(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"falls": NaN}', "\x00"])
def test_what_is_no_json_object_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(InputError, match="expected a checkpoint of a baseline"):
        read_checkpoint(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json"):
        bots.Fitted(str(tmp_path / "none.json"))
