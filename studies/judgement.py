"""Where the weights of judgement.toml come from: placements tried in simulation, and two logistic regressions on them.

    python -m studies.judgement --matches 24 --tries 20 --out judgement.toml

Ships are met as matches of two thumb and two random players leave them. On each, places are tried with hands of all
three profiles and no catching: half of them any place at all, half among the better half of a slot. What is fitted is
whether the piece fell, and whether others did. Fits are checked on matches that they have not seen.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sim.batch.progress import counted
from sim.files import write_whole
from sim.games.riff_raff.bots.judgement import FEATURES, judge
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.people.execution import Catch, execute, wander
from sim.physics.ship.loading import Loading
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng

_RIDGE = 0.5
_NAME = "tried"
PLAYERS = ("casual:thumb", "casual:random") * 2
"""Who leaves the ships on which places are tried."""
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tried:
    """One placement: the match its ship comes from, the features it was judged by, and what fell."""

    match: int
    features: Matrix
    own: bool
    others: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A logistic formula, bias first, and how well it separates falls from the rest on matches it has not seen.

    The measure is the area under the curve: 0.5 is guessing, 1 perfect.
    """

    weights: Matrix
    area: float


def ships(
    configuration: RiffRaffConfiguration, seed: int, matches: int, players: tuple[str, ...] = PLAYERS
) -> Iterator[tuple[int, Snapshot]]:
    """Yield every ship that matches of these players leave between two attempts, with the index of its match."""
    seats = seats_from(players)
    for index in range(matches):
        match = RiffRaffMatch(configuration, seats, derive(seed, "judgement", index))
        seen = match.table.snapshot
        yield index, seen
        while not match.finished:
            match.advance(1.0)
            if match.table.snapshot is not seen:
                seen = match.table.snapshot
                yield index, seen


def attempts(
    configuration: RiffRaffConfiguration, ship: tuple[int, Snapshot], stream: np.random.Generator, tries: int
) -> Iterator[Tried]:
    """Yield `tries` placements on one ship, each on the ship as she lies."""
    match, snapshot = ship
    setup, skills = configuration.setup, list(configuration.skills.values())
    view = slot_geometry_of(setup, snapshot)
    for _ in range(tries):
        skill = skills[int(stream.integers(len(skills)))]
        judged = judge(view, int(stream.integers(1, 11)), skill.placement_sd_mm)
        order = np.argsort(judged.change, kind="stable")
        if not len(order):
            continue
        chosen = int(order[int(stream.integers(len(order) if stream.random() < 0.5 else (len(order) + 1) // 2))])
        intent = replace(judged.places.intent(chosen), catch=Catch.NONE)
        noise = int(stream.integers(2**62))
        result = Loading(ShipWorld(setup, snapshot), execute(intent, _NAME, skill, noise), wander(skill, noise)).run()
        own = _NAME in result.fallen
        yield Tried(match, judged.places.features[chosen], own, len(result.fallen) - own)


def fit(features: Matrix, fell: npt.NDArray[np.bool_], match: npt.NDArray[np.int64]) -> Fit:
    """Fit the weights to all placements; the area comes from five fits that each leave out a fifth of the matches."""
    scores = np.empty(len(fell))
    for part in range(5):
        out = match % 5 == part
        scores[out] = _design(features[out]) @ _weights(features[~out], fell[~out])
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(fell))
    ranks[order] = np.arange(1, len(fell) + 1)
    falls = int(fell.sum())
    area = (float(ranks[fell].sum()) - falls * (falls + 1) / 2) / (falls * (len(fell) - falls))
    return Fit(_weights(features, fell), area)


def _design(features: Matrix) -> Matrix:
    return np.column_stack([np.ones(len(features)), features])


def _weights(features: Matrix, fell: npt.NDArray[np.bool_]) -> Matrix:
    from scipy.optimize import minimize
    from scipy.special import expit

    design, y = _design(features), fell.astype(np.float64)
    ridge = np.full(design.shape[1], _RIDGE)
    ridge[0] = 0.0

    def loss(w: Matrix) -> tuple[float, Matrix]:
        z = design @ w
        value = float(np.sum(np.logaddexp(0.0, z) - y * z) + np.sum(ridge * w * w))
        return value, design.T @ (expit(z) - y) + 2 * ridge * w

    found = minimize(loss, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x, dtype=np.float64)


def toml(own: Fit, others: Fit, pieces: float, what: str) -> str:
    """Return the text of judgement.toml."""
    lines = [
        "# Written by studies/judgement.py: weights of the features that sim/games/riff_raff/bots/judgement.py names."
    ]
    for name, one in (("own", own), ("others", others)):
        lines += ["", f"[{name}]"]
        for key, weight in zip(("bias", *FEATURES), one.weights, strict=True):
            lines.append(f'{key} = {{ value = {weight:.3f}, provenance = "inferred", source = "{what}" }}')
    lines += ["", "[losses]", f'pieces = {{ value = {pieces:.3f}, provenance = "inferred", source = "{what}" }}', ""]
    return "\n".join(lines)


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description="Fit the judgement of places to simulated placements.")
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    configuration = load_riff_raff()
    stream = rng(options.seed, "judgement tries")
    fleet = list(ships(configuration, options.seed, options.matches))
    tried = list(
        itertools.chain.from_iterable(
            attempts(configuration, ship, stream, options.tries) for ship in counted(fleet, len(fleet), "ships")
        )
    )
    features = np.array([one.features for one in tried])
    match = np.array([one.match for one in tried])
    own = fit(features, np.array([one.own for one in tried]), match)
    others = fit(features, np.array([one.others > 0 for one in tried]), match)
    lost = [one.others for one in tried if one.others]
    what = f"{len(tried)} placements on the ships of {options.matches} matches, seed {options.seed}"
    print(f"{what}: area under the curve {own.area:.3f} (the piece itself), {others.area:.3f} (others)")
    text = toml(own, others, float(np.mean(lost)), what)
    if options.out is None:
        print(text)
    else:
        write_whole(options.out, text)


if __name__ == "__main__":
    main()
