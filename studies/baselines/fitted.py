"""Fit a judgement of placements to simulated ones: `python -m studies.baselines.fitted --out fitted.json`."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.fit.judgement import fit
from sim.batch.engines import spread
from sim.errors import InputError
from sim.games.riff_raff.bots.learned.checkpoint import EXPECTED_REWARD, Checkpoint
from sim.games.riff_raff.bots.learned.features import FEATURES, Array, Data
from sim.people.execution import PlaceIntent
from sim.seeds import derive
from studies.arguments import positive
from studies.baselines.practice import (
    CASUAL,
    Setting,
    add_setting,
    episode,
    provenance,
    table,
)
from yardarm.baselines.practice import Table

STEPS = 4000
ROUNDS = 4
"""After each round of episodes the judgement is fitted anew, and the next round follows it."""
EXPLORING = 0.3
"""The share of placements that are drawn at random all the same."""
_RIDGE = 0.5
_LEAST_BLOCK, _MOST_STEPS = 4, 20
"""The episodes that are played at least before they are counted again, and about the most placements of each."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The placements of an episode: their features, whether the piece fell, and how many others were lost."""

    features: Array
    falls: Array
    losses: Array


@dataclass(frozen=True, slots=True)
class _Lesson:
    """An episode to be played, as a job for a process. learned: None in the first round, when all is random."""

    setting: Setting
    seed: int
    learned: Checkpoint | None


def _tried(lesson: _Lesson) -> Tried:
    rows: list[Array] = []
    falls, losses = [], []

    def choose(at: Table, stream: np.random.Generator) -> PlaceIntent:
        places = at.places()
        count = len(places.x_mm)
        if not count:
            rows.append(np.full(len(FEATURES), np.nan))
            return at.meant(places.best(places.x_mm))
        if lesson.learned is None or stream.random() < EXPLORING:
            index = int(stream.integers(count))
        else:
            index = int(np.argmax(lesson.learned.score(places.features)))
        rows.append(places.features[index])
        return at.meant(places.answer(index))

    def seen(reward: float, info: Data) -> None:
        falls.append(float(not info["stays"]))
        losses.append(float(info["fallen"] + info["caught"] - (not info["stays"])))

    episode(table(lesson.setting), choose, lesson.seed, seen)
    features = np.array(rows)
    there = ~np.isnan(features).any(axis=1)
    return Tried(features[there], np.array(falls)[there], np.array(losses)[there])


def learn(seed: int, steps: int, jobs: int, setting: Setting = CASUAL, command: str = "") -> Checkpoint:
    """Fit both formulas to about `steps` placements, collected in rounds. The number of jobs changes no number."""
    learned: Checkpoint | None = None
    done: list[Tried] = []
    with spread(jobs) as mapped:
        for part in range(ROUNDS):
            goal, count = steps * (part + 1) // ROUNDS, sum(len(tried.falls) for tried in done)
            while count < goal:
                # Whole blocks, so that what is played does not depend on how many jobs there are.
                first = len(done)
                block = max(_LEAST_BLOCK, (goal - count) // _MOST_STEPS)
                lessons = [_Lesson(setting, derive(seed, "fitted", first + k), learned) for k in range(block)]
                done += mapped(_tried, lessons)
                count = sum(len(tried.falls) for tried in done)
            learned = _fitted(done, seed, setting, command)
            print(f"{count} placements: {learned.provenance.figures}", file=sys.stderr)
    assert learned is not None
    return learned


def _fitted(done: list[Tried], seed: int, setting: Setting, command: str) -> Checkpoint:
    features = np.concatenate([tried.features for tried in done])
    falls = np.concatenate([tried.falls for tried in done])
    losses = np.concatenate([tried.losses for tried in done])
    episodes = np.repeat(np.arange(len(done)), [len(tried.falls) for tried in done])
    start = np.zeros(1 + len(FEATURES))
    own = fit(features, falls > 0, episodes, start)
    others = poisson(features, losses)
    figures = {
        "area_falls": own.area,
        "share_falls": float(falls.mean()),
        "mean_losses": float(losses.mean()),
    }
    configuration = table(setting).env.configuration.digest
    return Checkpoint(
        own.weights,
        others,
        EXPECTED_REWARD,
        provenance(command, seed, len(falls), setting.hands, configuration, figures),
    )


def poisson(features: Array, counts: Array) -> Array:
    """Return the weights, bias first, of the logarithm of an expected count: a Poisson regression with a ridge."""
    from scipy.optimize import minimize

    design = np.column_stack([np.ones(len(features)), features])
    ridge = np.array([0.0, *np.full(features.shape[1], _RIDGE)])

    def loss(weights: Array) -> tuple[float, Array]:
        logs = np.clip(design @ weights, -30.0, 10.0)
        means = np.exp(logs)
        value = float(np.sum(means - counts * logs) + ridge @ weights**2)
        return value, design.T @ (means - counts) + 2 * ridge * weights

    start = np.zeros(design.shape[1])
    start[0] = np.log(max(float(counts.mean()), 1e-3))
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x, np.float64)


def main(arguments: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m studies.baselines.fitted", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint's file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--steps", type=positive, default=STEPS, help=f"the placements to simulate, {STEPS} unless given"
    )
    add_setting(parser)
    parser.add_argument("--jobs", type=positive, default=1, help="processes; they change no number")
    given = parser.parse_args(arguments)
    setting = Setting.given(given)
    command = f"python -m studies.baselines.fitted --seed {given.seed} --steps {given.steps} {setting.options}"
    try:
        learn(given.seed, given.steps, given.jobs, setting, command).write(given.out)
    except InputError as refused:
        parser.error(str(refused))


if __name__ == "__main__":
    main()
