"""Learning: the same seed gives the same weights in any number of processes, and what is learned is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.games.riff_raff.bots.learned.checkpoint import Checkpoint, read_checkpoint
from sim.games.riff_raff.bots.learned.features import FEATURES
from studies.baselines import fitted, practice, score, trained
from tests.games.riff_raff.bots.learned.test_checkpoint import drawn
from yardarm.baselines.practice import Table
from yardarm.configurations import configured
from yardarm.envs.riff_raff_place import RiffRaffPlace


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let episodes in this process be two placements, and generations small."""
    table = Table.of(RiffRaffPlace(max_steps=2, profile="draft"))
    for module in (fitted, trained, score):
        monkeypatch.setattr(module, "table", lambda setting: table)
    monkeypatch.setattr(trained, "POPULATION", 4)
    monkeypatch.setattr(trained, "EPISODES", 1)
    monkeypatch.setattr(fitted, "ROUNDS", 2)


def weights(learned: Checkpoint) -> Any:
    """Return all weights of a checkpoint."""
    return np.concatenate([learned.falls, learned.losses, learned.preference])


def test_a_poisson_regression_finds_the_rates_that_counts_were_drawn_from() -> None:
    stream = np.random.default_rng(1)
    features = stream.uniform(-1.0, 1.0, (8_000, 2))
    counts = stream.poisson(np.exp(-1.0 + features @ np.array([1.5, -0.5])))
    np.testing.assert_allclose(fitted.poisson(features, counts.astype(float)), [-1.0, 1.5, -0.5], atol=0.1)


@pytest.mark.study
@pytest.mark.usefixtures("short")
def test_a_seed_gives_the_same_fit_again_and_another_one_another() -> None:
    one, again, other = (fitted.learn(seed, 16, 1) for seed in (1, 1, 2))
    np.testing.assert_array_equal(weights(one), weights(again))
    assert (weights(one) != weights(other)).any()
    assert one.provenance.placements >= 16
    assert one.provenance.seed == 1


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_a_seed_gives_the_same_training_again_and_it_leaves_the_outcome_as_it_was() -> None:
    start = drawn()
    one, again = (list(trained.learn(start, 3, generations=2)) for _ in range(2))
    assert len(one) == 2
    np.testing.assert_array_equal(weights(one[-1]), weights(again[-1]))
    np.testing.assert_array_equal(one[-1].falls, start.falls)
    assert (one[-1].preference != start.preference).any()
    assert one[-1].provenance.figures["generations"] == 2
    assert one[-1].provenance.placements == 2 * 4 * 1 * 2


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_the_stream_of_numpy_itself_is_left_alone() -> None:
    np.random.seed(5)  # noqa: NPY002
    next(iter(trained.learn(drawn(), 3, generations=1)))
    found = np.random.random()  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    assert found == np.random.random()  # noqa: NPY002


@pytest.mark.study
def test_the_number_of_processes_changes_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    np.testing.assert_array_equal(*(weights(fitted.learn(1, 60, jobs)) for jobs in (1, 2)))
    monkeypatch.setattr(trained, "POPULATION", 4)
    monkeypatch.setattr(trained, "EPISODES", 1)
    one, two = (list(trained.learn(drawn(), 1, generations=1, jobs=jobs))[-1] for jobs in (1, 2))
    np.testing.assert_array_equal(weights(one), weights(two))


@pytest.mark.usefixtures("short")
def test_all_baselines_are_scored_on_the_same_episodes(capsys: pytest.CaptureFixture[str]) -> None:
    score.main(["random", "simple", "fitted", "trained", "--episodes", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["random", "simple", "fitted", "trained"]
    # Counted in a second way: two placements, each of at most one piece.
    found = score.scores(["fitted"], 3)[0]
    assert len(found.returns) == 3
    assert max(found.returns) <= 2.0
    assert found.interval.estimate == pytest.approx(sum(found.returns) / 3)


@pytest.mark.study
@pytest.mark.usefixtures("short")
def test_the_commands_write_what_can_be_read(tmp_path: Path) -> None:
    first, second = tmp_path / "fitted.json", tmp_path / "trained.json"
    fitted.main(["--out", str(first), "--steps", "16"])
    trained.main(["--out", str(second), "--start", str(first), "--generations", "1", "--matches", "1"])
    assert read_checkpoint(second).provenance.command == (
        f"python -m studies.baselines.trained --start {first} --matches 1 --seed 1 --hands casual --generations 1"
    )
    pace = read_checkpoint(second).pace
    assert pace is not None
    assert sorted(pace) == [2, 3, 4]
    np.testing.assert_array_equal(read_checkpoint(first).falls, read_checkpoint(second).falls)
    assert len(read_checkpoint(second).preference) == 2 + len(FEATURES)


@pytest.mark.study
def test_what_a_turn_brings_is_counted_in_any_number_of_processes_alike() -> None:
    setting = practice.Setting("child", "ferry")
    one, two = (trained.counted(drawn(), 5, matches=1, jobs=jobs, setting=setting) for jobs in (1, 2))
    for players in trained.TABLES:
        np.testing.assert_array_equal(one[players], two[players])
    assert (one[2] != trained.counted(drawn(), 6, matches=1, setting=setting)[2]).any()


def test_another_design_may_be_practised_on() -> None:
    setting = practice.Setting("child", "brig")
    assert practice.table(setting).env.configuration.digest == configured("riff-raff", "brig", "play").digest
    assert practice.table(setting).env.configuration.digest != practice.table(practice.CASUAL).env.configuration.digest
    assert setting.options == "--hands child --config brig"
    assert practice.CASUAL.options == "--hands casual"


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (lambda: fitted.main(["--out", "x.json", "--steps", "0"]), "--steps: expected at least 1"),
        (lambda: trained.main(["--out", "x.json", "--start", "none.json"]), "none.json"),
        (lambda: trained.main(["--out", "x.json", "--generations", "0"]), "--generations: expected at least 1"),
        (lambda: trained.main(["--out", "x.json", "--hands", "nobody"]), "hands: expected one of"),
        (lambda: fitted.main(["--out", "x.json", "--config", "nothing"]), "nothing: there is no such file"),
        (lambda: score.main(["nothing"]), "bots: expected some of random, simple"),
        (lambda: score.main(["--jobs", "0"]), "--jobs: expected at least 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(run: Any, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run()
    assert left.value.code == 2
    assert words in capsys.readouterr().err


def test_a_policy_of_the_house_is_no_file_s() -> None:
    with pytest.raises(InputError, match="bots: expected some of"):
        score.policy("simple?x.json", practice.table(practice.CASUAL))
