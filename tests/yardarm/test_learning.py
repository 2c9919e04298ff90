"""The programs of examples/learning: what needs no learner, what is kept of the others, and a few steps of each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest

import yardarm as ya

FOLDER = Path("examples/learning")
DATA = Path("tests/yardarm/data")
"""Made by `python examples/learning/dataset.py --out tests/yardarm/data --only zack-throw/at-random --steps 20`."""
KEPT = DATA / "yardarm/zack-throw/at-random-v0/data"
COLUMNS = "observations", "actions", "rewards", "terminations", "truncations"


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the programs be imported by their names, in this test alone."""
    monkeypatch.syspath_prepend(FOLDER.resolve())
    yield
    for path in FOLDER.glob("*.py"):
        sys.modules.pop(path.stem, None)


@pytest.fixture
def curves(programs: None) -> ModuleType:
    import curves

    return curves


# ------------------------------------------------------------------------------------------------ a search


def test_the_search_finds_a_turn_that_brings_much_and_repeats_itself(programs: None) -> None:
    import ismcts

    rules = ya.rules("zatre")
    state = ya.start("zatre", ["Anne", "Bert"], Random(5))
    for _ in range(8):
        state, _ = rules.apply(state, rules.legal_actions(state)[-1])
    gains = dict(rules.gains(state))
    turns = [ismcts.search(state, state.to_act, 120, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert turns[0] == turns[1]
    assert min(gains[turn.tiles] for turn in turns) > np.mean(list(gains.values()))


@pytest.mark.slow
def test_the_search_plays_a_match_as_a_bot() -> None:
    result = ya.match("zatre", [f"casual:@{FOLDER / 'ismcts.py'}?rounds=8", "casual:random"], seed=1).run()
    assert result.seats[0].strategy == "ismcts@1"
    assert result.winners == ("Anne",)


# ------------------------------------------------------------------------------------------------ curves


def test_each_curve_is_kept_for_three_seeds_with_what_made_it(curves: ModuleType) -> None:
    kept = json.loads((FOLDER / "curves.json").read_text("utf-8"))
    assert kept.keys() == curves.CURVES.keys()
    for name, found in kept.items():
        curve = curves.CURVES[name]
        assert found["steps"] == list(curve.steps)
        assert [len(seed) for seed in found["seeds"].values()] == [len(curve.steps)] * 3
        assert found["baselines"].keys() == curve.baselines.keys()
        assert found["versions"].keys() >= {"yardarm", "pymunk"}


def test_the_picture_is_drawn_of_what_is_kept_and_nothing_is_trained(curves: ModuleType, tmp_path: Path) -> None:
    kept = tmp_path / "curves.json"
    kept.write_bytes((FOLDER / "curves.json").read_bytes())
    curves.main(["--out", str(kept), "--draw", str(tmp_path / "curves.png")])
    assert kept.read_bytes() == (FOLDER / "curves.json").read_bytes()
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_an_unknown_curve_is_refused(curves: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        curves.main(["--only", "a2c"])
    assert "'a2c'" in capsys.readouterr().err


def test_a_search_is_scored_where_a_learner_is(curves: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(curves.CURVES["ismcts"], steps=(1, 8), episodes=1)
    few, more = curves.searched(short, seed=1)
    assert few < more


@pytest.mark.slow
@pytest.mark.parametrize("name", ["maskable-ppo", "ppo", "sac", "dqn"])
def test_a_learner_learns_for_some_steps(name: str, curves: ModuleType) -> None:
    pytest.importorskip("sb3_contrib", reason="examples/learning/requirements.txt has it, no extra")
    short = replace(curves.CURVES[name], steps=(0, 320), episodes=1)
    found = list(curves.trained(short, seed=1))
    assert len(found) == 2
    assert np.isfinite(found).all()


# ------------------------------------------------------------------------------------------------ a data set


def episodes(folder: Path) -> dict[int, dict[str, Any]]:
    """Return the episodes of a data set by their seeds, as the files have them."""
    parquet = pytest.importorskip("pyarrow.parquet")
    found = {}
    for path in sorted(folder.glob("*/metadata.json")):
        (file,) = path.parent.glob("*.parquet")
        columns = parquet.ParquetFile(file).read().to_pydict()
        found[json.loads(path.read_text())["seed"]] = {name: np.array(columns[name]) for name in COLUMNS}
    return found


def test_a_data_set_is_repeated_by_its_environment_bit_for_bit() -> None:
    spec = json.loads((KEPT / "metadata.json").read_text())
    env = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec["env_spec"]))
    kept = episodes(KEPT)
    assert sum(len(found["rewards"]) - 1 for found in kept.values()) == spec["total_steps"] > 20
    for seed, found in kept.items():
        observation, _ = env.reset(seed=seed)
        for number, action in enumerate(found["actions"][:-1]):
            assert (observation == found["observations"][number].astype(np.float32)).all()
            observation, *rest, _ = env.step(action.astype(np.float32))
            assert rest == [found[name][number] for name in COLUMNS[2:]]
        assert (observation == found["observations"][-1].astype(np.float32)).all()
        assert rest[1] or rest[2]


@pytest.mark.slow
def test_the_command_makes_the_same_data_set_and_minari_reads_it(
    programs: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    import dataset

    monkeypatch.setenv("MINARI_DATASETS_PATH", "")  # and what the command sets is taken back
    dataset.main(["--out", str(tmp_path), "--only", "zack-throw/at-random", "--steps", "20"])
    made, kept = (minari.MinariDataset(folder / KEPT.relative_to(DATA)) for folder in (tmp_path, DATA))
    assert made.id == kept.id == "yardarm/zack-throw/at-random-v0"
    assert kept.storage.metadata["licence"] == "MIT"
    for one, other in zip(made, kept, strict=True):
        assert all((getattr(one, name) == getattr(other, name)).all() for name in COLUMNS)
    assert kept.recover_environment().spec.id == "Yardarm/ZackThrow-v0"


def test_the_data_sets_have_a_hundred_thousand_steps_of_policies_that_are_shipped(programs: None) -> None:
    import dataset

    assert sum(sum(policies.values()) for policies in dataset.STEPS.values()) == 100_000
    assert all(policies.keys() <= dataset.POLICIES[name].keys() for name, policies in dataset.STEPS.items())
    found = dataset.called("Yardarm/RiffRaffHand-v0", "set down on a free place")
    assert found == "yardarm/riff-raff-hand/set-down-on-a-free-place-v0"
