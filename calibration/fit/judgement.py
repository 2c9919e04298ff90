"""The judgement of places, learned from a design's own ship: placements tried in simulation, two logistic regressions.

Ships are met as matches of four players leave them: all four simple in every other match, two of them random in the
rest. On each, places are tried with hands of all three profiles and no catching: a third of them any place at all, a
third among the better half of a slot, and a third where a glance likes one kind of piece best, as bots place it. What
is fitted is whether the piece fell, and whether others did. The second half of the matches is played with what the
first half taught, so that the ships and places are those that the learned judgement leads to.

Everything follows from the configuration, the seed and the numbers of matches and tries, however many processes share
the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.batch.engines import spread
from sim.batch.progress import counted
from sim.errors import InputError
from sim.games.riff_raff.bots.judgement import FEATURES, Judgement, judge, shipped_judgement, traits
from sim.games.riff_raff.bots.slot_geometry import Judged, slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.people.execution import Catch, PlaceIntent, execute, wander
from sim.people.skill import Skill
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng

PLAYERS = (("casual:simple",) * 4, ("casual:simple", "casual:random") * 2)
"""Who leaves the ships on which places are tried, match by match in turn."""
KNOWN_SHARE = 0.1
"""How far a trait may differ from that of the learned design, as a share of it, for the judgement to cover it."""

_NAME = "tried"
RECIPE = 1
"""The number of this way of learning: one that differs takes nothing old from a cache."""
# The pull of each weight towards that of the shipped judgement: it is what one knows before the first placement.
_RIDGE = 0.5
_RIDGE_OF_BIAS = 0.05
_FOLDS = 5
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

    The measure is the area under the curve: 0.5 is guessing, 1 perfect; NaN where nothing or everything fell.
    """

    weights: Matrix
    area: float


@dataclass(frozen=True, slots=True)
class Learned:
    """The outcome of a lesson: the fits of whether the piece fell (own) and whether others did.

    pieces: how many others fell when any did, on average. placements: how many were tried. known: the lowest and the
    highest value of each trait of the designs that the judgement now knows.
    """

    own: Fit
    others: Fit
    pieces: float
    placements: int
    known: Mapping[str, tuple[float, float]]

    @property
    def judgement(self) -> Judgement:
        """The judgement for bots."""
        return Judgement(self.own.weights, self.others.weights, self.pieces, self.known)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "own": [*self.own.weights.tolist(), self.own.area],
            "others": [*self.others.weights.tolist(), self.others.area],
            "pieces": self.pieces,
            "placements": self.placements,
            "known": {name: list(span) for name, span in self.known.items()},
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Learned:
        """Read what `to_json` wrote. Raises ValueError, KeyError or TypeError on anything else."""
        fits = []
        for name in ("own", "others"):
            *weights, area = map(float, data[name])
            if len(weights) != 1 + len(FEATURES):
                raise ValueError(f"{name} has {len(weights)} weights")
            fits.append(Fit(np.array(weights), area))
        known = {name: (float(low), float(high)) for name, (low, high) in data["known"].items()}
        return Learned(fits[0], fits[1], float(data["pieces"]), int(data["placements"]), known)


def ships(configuration: RiffRaffConfiguration, seed: int, players: Sequence[str]) -> Iterator[Snapshot]:
    """Yield every ship that one match of these players leaves between two attempts, from the empty one on."""
    match = RiffRaffMatch(configuration, seats_from(players, configuration.game), seed)
    seen = match.table.snapshot
    yield seen
    while not match.finished:
        match.advance(1.0)
        if match.table.snapshot is not seen:
            seen = match.table.snapshot
            yield seen


def favourite(judged: Judged, kind: str) -> int | None:
    """Return the index of the place that promises most for one kind of piece; None where it fits nowhere."""
    found = np.flatnonzero(judged.places.of([kind]))
    return int(found[np.argmin(judged.change[found])]) if len(found) else None


def try_place(setup: ShipSetup, ship: Snapshot, intent: PlaceIntent, skill: Skill, noise: int) -> tuple[bool, int]:
    """Place a piece on the ship as she lies, without catching; return whether it fell, and how many others did."""
    action = execute(replace(intent, catch=Catch.NONE), _NAME, skill, noise)
    result = Loading(ShipWorld(setup, ship), action, wander(skill, noise)).run()
    own = _NAME in result.fallen
    return own, len(result.fallen) - own


def attempts(
    configuration: RiffRaffConfiguration, match: int, ship: Snapshot, stream: np.random.Generator, tries: int
) -> Iterator[Tried]:
    """Yield `tries` placements on one ship, each on the ship as she lies."""
    setup, skills = configuration.setup, list(configuration.skills.values())
    view, kinds = slot_geometry_of(setup, ship), list(setup.pieces)
    for _ in range(tries):
        skill = skills[int(stream.integers(len(skills)))]
        slot = setup.ship.slots[int(stream.integers(len(setup.ship.slots)))]
        judged = judge(view, slot.number, skill.placement_sd_mm, configuration.judgement)
        which, kind = int(stream.integers(3)), kinds[int(stream.integers(len(kinds)))]
        order = np.argsort(judged.change, kind="stable")
        if not len(order):
            continue
        some = int(order[int(stream.integers(len(order) if which else (len(order) + 1) // 2))])
        chosen = some if which < 2 else favourite(judged, kind)
        if chosen is None:
            continue
        noise = int(stream.integers(2**62))
        yield Tried(
            match, judged.places.features[chosen], *try_place(setup, ship, judged.places.intent(chosen), skill, noise)
        )


@dataclass(frozen=True, slots=True)
class _Lesson:
    """The placements of one match, as a job for a process."""

    configuration: RiffRaffConfiguration
    seed: int
    tries: int

    def tried(self, index: int) -> list[Tried]:
        """Play the match, and try places on each of its ships."""
        stream = rng(self.seed, "judgement tries", index)
        match_seed = derive(self.seed, "judgement", index)
        return [
            one
            for ship in ships(self.configuration, match_seed, PLAYERS[index % len(PLAYERS)])
            for one in attempts(self.configuration, index, ship, stream, self.tries)
        ]


def learn(configuration: RiffRaffConfiguration, seed: int, matches: int, tries: int, jobs: int) -> Learned:
    """Fit the judgement of places on this design to `tries` placements on each ship of `matches` matches."""
    halves = (range((matches + 1) // 2), range((matches + 1) // 2, matches))
    tried: list[Tried] = []
    learned: Learned | None = None
    with spread(jobs) as mapped:
        for half in halves:
            taught = configuration if learned is None else replace(configuration, judgement=learned.judgement)
            found = mapped(_Lesson(taught, seed, tries).tried, half)
            tried += chain.from_iterable(counted(found, len(half), "matches"))
            if not tried:
                raise InputError("fit judgement: expected a ship on which some piece has a place, found none.")
            learned = taught_by(tried, configuration.setup)
    assert learned is not None
    return learned


def taught_by(tried: Sequence[Tried], setup: ShipSetup) -> Learned:
    """Fit both formulas to placements on this design. Weights are rounded to what a file of them holds."""
    before = shipped_judgement()
    features = np.array([one.features for one in tried])
    match = np.array([one.match for one in tried])
    own = fit(features, np.array([one.own for one in tried]), match, before.own)
    others = fit(features, np.array([one.others > 0 for one in tried]), match, before.others)
    # The shipped number counts as one avalanche, so that there is one where none was seen.
    lost = [before.pieces, *(one.others for one in tried if one.others)]
    known = {}
    for name, value in traits(setup).items():
        known[name] = (float(f"{value * (1 - KNOWN_SHARE):.4g}"), float(f"{value * (1 + KNOWN_SHARE):.4g}"))
    return Learned(own, others, round(float(np.mean(lost)), 3), len(tried), known)


def fit(features: Matrix, fell: npt.NDArray[np.bool_], match: npt.NDArray[np.int64], before: Matrix) -> Fit:
    """Fit the weights to all placements, from `before` on; the area is that of fits without a fifth of the matches."""
    scores = np.empty(len(fell))
    for part in range(_FOLDS):
        out = match % _FOLDS == part
        scores[out] = _design(features[out]) @ _weights(features[~out], fell[~out], before)
    return Fit(np.round(_weights(features, fell, before), 3), area_under_curve(scores, fell))


def area_under_curve(scores: Matrix, fell: npt.NDArray[np.bool_]) -> float:
    """Return the chance that a placement that fell has a higher score than one that did not; NaN without either.

    It is the statistic of Mann and Whitney (1947) over the number of pairs.
    """
    from scipy.stats import mannwhitneyu

    falls = int(fell.sum())
    if falls in (0, len(fell)):
        return float("nan")
    return float(mannwhitneyu(scores[fell], scores[~fell]).statistic) / (falls * (len(fell) - falls))


def _design(features: Matrix) -> Matrix:
    return np.column_stack([np.ones(len(features)), features])


def _weights(features: Matrix, fell: npt.NDArray[np.bool_], before: Matrix) -> Matrix:
    from scipy.optimize import minimize
    from scipy.special import expit

    design, y = _design(features), fell.astype(np.float64)
    ridge = np.full(design.shape[1], _RIDGE)
    ridge[0] = _RIDGE_OF_BIAS

    def loss(w: Matrix) -> tuple[float, Matrix]:
        z, off = design @ w, w - before
        value = float(np.sum(np.logaddexp(0.0, z) - y * z) + np.sum(ridge * off * off))
        return value, design.T @ (expit(z) - y) + 2 * ridge * off

    found = minimize(loss, before, jac=True, method="L-BFGS-B")
    return np.asarray(found.x, dtype=np.float64)


def section(learned: Learned, source: str) -> dict[str, Any]:
    """Return the section [judgement] of a preset, each value with its provenance and source."""

    def sourced(value: Any) -> dict[str, Any]:
        return {"value": value, "provenance": "inferred", "source": source}

    formulas = {
        name: {key: sourced(float(weight)) for key, weight in zip(("bias", *FEATURES), one.weights, strict=True)}
        for name, one in (("own", learned.own), ("others", learned.others))
    }
    return {
        **formulas,
        "losses": {"pieces": sourced(learned.pieces)},
        "knows": {name: sourced(list(span)) for name, span in learned.known.items()},
    }
