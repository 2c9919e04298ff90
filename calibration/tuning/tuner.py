"""The search: a coarse design, a model of each figure, and matches, a few at a time, where the model meets the targets.

Decisions depend only on the problem, the seed and the outcomes of matches, so a resumed search over the same matches
ends the same. A search that stops when a result looks good overestimates it (optional stopping, and the choice of the
best of many points). So a candidate is accepted, and its figures are quoted, only from fresh matches, whose number is
fixed before the first of them is played. docs/explanation/statistics.md explains why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.tuning.design import Choice, first_points
from calibration.tuning.evaluations import SEARCH, Evaluation, Evaluator, Outcome, intervals_of, sums_of
from calibration.tuning.outlook import HOPELESS, Cliff, Outlook, between, hope, opposite, outlook_of
from calibration.tuning.response import Array, Noise, Response, half_width_of, link_for, matches_for, shared_noise
from calibration.tuning.settings_map import LIKELY, chances, settings_maps
from calibration.tuning.space import DIGITS, Space, Values
from calibration.tuning.targets import Figure, Target
from calibration.tuning.tuning import Curve, Ending, Forecast, Likeliest, Step, Tuning
from sim.errors import InputError
from sim.statistics import Interval

COARSE = 8
"""The number of matches at each point of the first design."""
MOST_AT_ONCE = 64
_SAME_SEEDS = 6
"""After this many candidates in vain the matches have other seeds, in case these are lucky wherever they are played."""
_PIECE = 16
"""The number of matches of a look that are played together."""
_FEWEST_FRESH = 40
"""The least number of fresh matches behind a quoted figure."""
_LOOKS = 8
"""About the number of looks after which a good candidate is ready for confirmation."""
_STAYS = 0.5
"""A candidate is kept while the model places it within this share of the tolerance."""
_FRESH_SHARE = 0.5
"""The half width, as a share of the tolerance, that the first fresh matches are meant to give."""
_TELLING = 1.0
"""The half width, as a share of the tolerance, that the first matches at the usual values are meant to give."""
_CLEARLY = 2.0
"""A miss of this many tolerances is shown by a few fresh matches; a smaller one would take many."""
_DOUBTFUL = 0.4
"""Below this chance of any answer the search looks where it is likeliest, not where the targets are met best."""
_OWN = 24
"""From this many matches at a point on, their own scatter is used."""
_CURVE = 25


@dataclass(frozen=True, slots=True)
class Problem:
    """The problem to solve: parameters, targets with their figures, seed, and the most matches that may be played.

    rounds: whether rounded values are to be confirmed too, once the targets are met.
    """

    space: Space
    targets: tuple[Target, ...]
    figures: tuple[Figure, ...]
    seed: int
    most_matches: int
    rounds: bool = False


def tune(
    problem: Problem,
    play: Evaluator,
    say: Callable[[str], None] = lambda _: None,
    foretell: Callable[[Forecast], None] = lambda _: None,
) -> Tuning:
    """Search values that meet the targets, and confirm them with fresh matches.

    say: is called with the progress. foretell: is called once, after the first matches, with what is to be expected.

    Raises InputError if matches cannot be played.
    """
    return _Search(problem, play, say, foretell).run()


class _Enough(Exception):  # noqa: N818 - not an error
    """The end of the search, because the matches are used up."""


@dataclass
class _Search:
    problem: Problem
    play: Evaluator
    say: Callable[[str], None]
    foretell: Callable[[Forecast], None]
    streams: dict[tuple[Values, str], list[Outcome]] = field(default_factory=dict)
    path: list[Step] = field(default_factory=list)
    spent: int = 0
    fresh_streams: int = 0
    search_streams: int = 1
    moves: int = 0
    failed: int = 0
    searching: str = SEARCH
    models: list[Response] = field(default_factory=list)
    cliffs: dict[int, Cliff] = field(default_factory=dict)
    forecast: Forecast | None = None

    def run(self) -> Tuning:
        """Return the result of the whole search."""
        problem = self.problem
        self.choice = Choice(problem.space, problem.targets, problem.seed)
        try:
            ending, values, confirmed = self._searched()
        except _Enough:
            ending, values, confirmed = "not_found", self._best_known(), None
        tuning = Tuning(
            problem.space,
            problem.targets,
            problem.figures,
            problem.seed,
            ending,
            values,
            confirmed,
            tuple(Evaluation(v, stream, tuple(found)) for (v, stream), found in self.streams.items()),
            tuple(self.path),
            self._curves(values),
            problem.most_matches,
            tuple(settings_maps(problem.space, problem.targets, self.models, values)) if self.models else (),
            likeliest=self._likeliest(),
            outlook=self._outlook(values) if ending != "met" and self.models else None,
            forecast=self.forecast,
        )
        # All else is as it would be without.
        rounds = ending == "met" and problem.rounds and not tuning.unchanged
        return replace(tuning, rounded=self._rounded(values)) if rounds else tuning

    def _searched(self) -> tuple[Ending, Values, Evaluation | None]:
        space, seed = self.problem.space, self.problem.seed
        already = self._confirmed_already(space.usual)
        if already is not None:
            return "met", space.usual, already
        design = [space.values(point) for point in first_points(len(space.parameters), seed)]
        for values in dict.fromkeys(design):
            if values != space.usual:
                self._look(values, COARSE)
        here: Values | None = None
        while True:
            self._fit()
            self._follow_jumps()
            if here is not None and not self._kept(here):
                here = None
                self.moves += 1
                if self.moves % _SAME_SEEDS == 0:
                    self._other_seeds()
            if here is None:
                point, possible = self.choice.best(self.models, self._points())
                here = space.values(point)
                if not possible and self._clearly_missed(point):
                    confirmed = self._confirmed(here, "unreachable")
                    if confirmed is not None:
                        return "unreachable", here, confirmed
                    here = None
                    continue
            if here in self._known() and self._believed(here):
                confirmed = self._confirmed(here, "confirmed")
                if confirmed is not None:
                    return "met", here, confirmed
                here = None
                continue
            chance, likeliest = self._hope()
            if chance < HOPELESS:
                best = self._best_known()
                if len(self._at(best)) >= _OWN:
                    return "unlikely", best, None
                here = best
            elif chance < _DOUBTFUL and len(self._at(here)) >= self._matches_for(here, _TELLING):
                # Enough is known of the nearest; what hope there is lies elsewhere.
                here = space.values(likeliest)
            self._look(here, self._chunk(here))

    def _clearly_missed(self, point: Array) -> bool:
        return bool(np.abs(self.choice.misses(self.models, point[None, :])).max() >= _CLEARLY)

    def _hope(self) -> tuple[float, Array]:
        """Return the chance that any setting lies so far inside every band that half of all matches can confirm it.

        The second value is the point where that is likeliest.
        """
        margins = []
        for model, target in zip(self.models, self.problem.targets, strict=True):
            one = model.noise.variance(target.value, 1)
            half_width = half_width_of(one, self.problem.most_matches / 2)
            margins.append(min(half_width, target.tolerance / 2))
        points = np.vstack([self.choice.points, self._points()])
        return hope(self.models, self.problem.targets, margins, points)

    def _follow_jumps(self) -> None:
        """Play between neighbours on either side of a band until a value lies inside, or a figure is seen to jump."""
        while True:
            known, points = self._known(), self._points()
            found = [self._here(values) for values in known]
            narrowed = {n: c.narrowed(points, found, self.problem.targets) for n, c in self.cliffs.items()}
            if any(narrowed[n] is not cliff for n, cliff in self.cliffs.items()):
                self.cliffs = narrowed
                self._fit()
            cliff = opposite(points, found, self.problem.targets, self.cliffs)
            if cliff is None:
                return
            point = between(cliff)
            if point is None:
                self.cliffs[cliff.figure] = cliff
                self._fit()
                return
            values = self.problem.space.values(point)
            if values in known or self._stays(values, self._matches_for(values, _TELLING)):
                return
            self._fit()

    def _confirmed_already(self, usual: Values) -> Evaluation | None:
        """Return fresh matches that confirm the usual values, if as many matches as can tell speak for them.

        Nothing has been searched yet, so where they are not confirmed, the search begins as if this had not been tried.
        """
        try:
            few = self._stays(usual, COARSE) and self._stays(usual, _OWN)
            self._forecast(usual)
            if not few or any(math.isnan(found.estimate) for found in self._here(usual)):
                return None
            self._fit()
            if not self._stays(usual, self._matches_for(usual, _TELLING)) or not self._all_near(self._here(usual)):
                return None
            confirmed = self._confirmed(usual, "confirmed")
            if confirmed is None and self.path[-1].what == "undecided":
                confirmed = self._confirmed(usual, "confirmed")
            return confirmed
        except _Enough:
            return None
        finally:
            # A model of one point says nothing about the others.
            self.models, self.failed, self.searching, self.search_streams = [], 0, SEARCH, 1

    def _forecast(self, usual: Values) -> None:
        """Announce how many matches the search will take, from how the first matches scatter."""
        designed = COARSE * len(first_points(len(usual), self.problem.seed))
        needed = [_FEWEST_FRESH]
        for n, (target, figure) in enumerate(zip(self.problem.targets, self.problem.figures, strict=True)):
            sums = sums_of(self._at(usual), n, figure.quantile)
            if len(sums.x) >= COARSE and sums.scatter() > 0 and sums.value > 0:
                link = link_for(figure.metric.proportion, [sums])
                one = Noise.of(link, [sums]).variance(target.value, 1)
                needed.append(matches_for(one, _FRESH_SHARE * target.tolerance))
        self.forecast = Forecast.of(designed, max(needed))
        self.foretell(self.forecast)

    def _other_seeds(self) -> None:
        self.search_streams += 1
        self.searching = f"{SEARCH} {self.search_streams}"

    def _stays(self, values: Values, count: int) -> bool:
        """Play up to `count` matches at these values; return False once their interval has left a band."""
        while len(self._at(values)) < count:
            self._look(values, min(MOST_AT_ONCE, count - len(self._at(values))))
            if self._excluded(self._here(values)):
                return False
        return True

    def _kept(self, values: Values) -> bool:
        """Return True if a candidate is worth more matches."""
        found = self._here(values)
        if self._excluded(found):
            self._note(values, "dropped")
            return False
        if self._inside(found):
            return True
        if np.abs(self.choice.misses(self.models, self.problem.space.unit(values)[None, :])).max() <= _STAYS:
            return True
        # It also stays if the model knows no better place.
        point, possible = self.choice.best(self.models, self._points())
        if possible and self.problem.space.values(point) == values:
            return True
        self._note(values, "moved")
        return False

    def _rounded(self, values: Values) -> Evaluation | None:
        """Return fresh matches that confirm the roundest values near these that the models hold for likely, if any."""
        space = self.problem.space
        for digits in range(1, DIGITS):
            near = space.rounded(values, digits)
            if near == values:
                return None
            self._fit()
            if chances(self.models, self.problem.targets, space.unit(near)[None, :])[0] < LIKELY:
                continue
            try:
                confirmed = self._confirmed(near, "rounded")
            except _Enough:
                return None
            if confirmed is not None:
                return confirmed
        return None

    def _confirmed(self, values: Values, what: str) -> Evaluation | None:
        """Play fresh matches at these values. Returns them, or None if they contradict `what` (noted in the path).

        what: "confirmed" or "rounded" if the targets should be met, "unreachable" if one should be missed. Raises
        _Enough.
        """
        meets = what != "unreachable"
        # More matches after each failure, so that an undecided result is decided the next time.
        share = _FRESH_SHARE / (1 + self.failed / 4) if meets else 1.0
        left = self.problem.most_matches - self.spent
        wanted = max(self._matches_for(values, share), _FEWEST_FRESH)
        if wanted > left:
            # Fewer may suffice, if their interval is no wider than the band.
            wanted = max(self._matches_for(values, 1.0), _FEWEST_FRESH)
            if wanted > left:
                raise _Enough
            wanted = left
        self.fresh_streams += 1
        stream = f"fresh {self.fresh_streams}"
        self._play(values, stream, wanted)
        fresh = Evaluation(values, stream, tuple(self.streams[values, stream]))
        found = fresh.intervals(self.problem.figures)
        if meets:
            agrees = self._inside(found)
        else:
            agrees = self._excluded(found)
        if agrees:
            self.path.append(Step(values, fresh.matches, found, what))
        else:
            self.failed += 1
            near = meets and self._all_near(found)
            self.path.append(Step(values, fresh.matches, found, "undecided" if near else "contradicted"))
            # The seeds of the search may have been lucky, so matches from here on have others.
            self._other_seeds()
        return fresh if agrees else None

    # ---------------------------------------------------------------------------------------------------- playing

    def _look(self, values: Values, count: int) -> None:
        """Play up to `count` matches at these values, and no more once their interval is far from a band."""
        for first in range(0, count, _PIECE):
            self._play(values, self.searching, min(_PIECE, count - first))
            if any(t.far(i) for t, i in zip(self.problem.targets, self._here(values), strict=True)):
                break
        found = self._here(values)
        self._note(values, "inside" if self._inside(found) else "tried")

    def _play(self, values: Values, stream: str, count: int) -> None:
        if self.spent + count > self.problem.most_matches:
            raise _Enough
        where = ", ".join(f"{name} {value:g}" for name, value in self.problem.space.named_values(values).items())
        self.say(f"{where}: {self._figures_text(values)}")
        outcomes = self.streams.setdefault((values, stream), [])
        outcomes += self.play(values, stream, len(outcomes), count)
        self.spent += count

    def _chunk(self, values: Values) -> int:
        return min(MOST_AT_ONCE, max(COARSE, round(self._matches_for(values, _FRESH_SHARE) / _LOOKS)))

    def _matches_for(self, values: Values, share: float) -> int:
        """Return the number of matches that gives intervals of `share` of the tolerance on either side."""
        point = self.problem.space.unit(values)[None, :]
        needed = []
        for n, (model, target) in enumerate(zip(self.models, self.problem.targets, strict=True)):
            half_width = share * target.tolerance
            own = sums_of(self._at(values), n, self.problem.figures[n].quantile)
            if len(own.x) >= _OWN and own.scatter() > 0:
                # The scatter here is known better from its own matches than from all points.
                needed.append(matches_for(own.scatter(), half_width))
            else:
                needed.append(model.noise.matches_for(float(model.value(point)[0]), half_width))
        return max(needed)

    # ---------------------------------------------------------------------------------------------------- knowing

    def _at(self, values: Values) -> list[Outcome]:
        return [outcome for (v, _), found in self.streams.items() if v == values for outcome in found]

    def _names(self, values: Values) -> list[tuple[str, int]]:
        """Return the stream and the number of each match at these values, which are the same for the same seed."""
        return [(stream, n) for (v, stream), found in self.streams.items() if v == values for n in range(len(found))]

    def _here(self, values: Values) -> tuple[Interval, ...]:
        return intervals_of(self._at(values), self.problem.figures)

    def _inside(self, found: Sequence[Interval]) -> bool:
        return all(t.holds(i) for t, i in zip(self.problem.targets, found, strict=True))

    def _excluded(self, found: Sequence[Interval]) -> bool:
        """Return True if an interval and its band do not overlap."""
        return any(t.excludes(i) for t, i in zip(self.problem.targets, found, strict=True))

    def _all_near(self, found: Sequence[Interval]) -> bool:
        """Return True if every estimate lies in its band."""
        return all(t.near(i.estimate) for t, i in zip(self.problem.targets, found, strict=True))

    def _believed(self, values: Values) -> bool:
        """Return True if a candidate is worth fresh matches.

        That is by its own matches alone, or by the models, which use the matches at all points, if its own estimates
        agree.
        """
        here = self._here(values)
        if self._inside(here):
            return True
        modelled = [model.interval(self.problem.space.unit(values)) for model in self.models]
        return self._inside(modelled) and self._all_near(here)

    def _known(self) -> list[Values]:
        return list(dict.fromkeys(values for values, _ in self.streams))

    def _points(self) -> Array:
        return np.array([self.problem.space.unit(values) for values in self._known()])

    def _fit(self) -> None:
        known = self._known()
        outcomes, matches = [self._at(values) for values in known], [self._names(values) for values in known]
        points = self._points()
        self.models = []
        for n, figure in enumerate(self.problem.figures):
            data = [sums_of(found, n, figure.quantile) for found in outcomes]
            if not any(sums.x.sum() > 0 for sums in data):
                raise InputError(
                    "--target {figure}: nothing that it counts happened in {spent} matches, expected a "
                    "figure of something that happens.",
                    figure=figure.name,
                    spent=self.spent,
                )
            jump = self.cliffs[n].jump if n in self.cliffs else None
            self.models.append(Response(points, data, figure.metric.proportion, jump, shared_noise(data, matches)))

    def _best_known(self) -> Values:
        """Return the point with the most matches among those that meet the targets about best."""
        if not self.models:
            return self.problem.space.usual
        known = self._known()
        cost = (self.choice.misses(self.models, self._points()) ** 2).sum(axis=1)
        good = [n for n in range(len(known)) if cost[n] <= cost.min() + 0.25]
        return known[max(good, key=lambda n: len(self._at(known[n])))]

    def _curves(self, values: Values) -> tuple[Curve, ...]:
        if not self.models:
            return ()
        self._fit()
        found = []
        space = self.problem.space
        for model, target in zip(self.models, self.problem.targets, strict=True):
            for column, parameter in enumerate(space.parameters):
                points = np.repeat(space.unit(values)[None, :], _CURVE, axis=0)
                points[:, column] = np.linspace(0, 1, _CURVE)
                points = np.unique(space.snapped(points), axis=0)
                along = tuple(float(parameter.low + u * (parameter.high - parameter.low)) for u in points[:, column])
                figures = zip(*(side.tolist() for side in model.figure(points)), strict=True)
                found.append(
                    Curve(target.metric, parameter.name, along, tuple(Interval(*figure) for figure in figures))
                )
        return tuple(found)

    def _likeliest(self) -> Likeliest | None:
        if not self.models:
            return None
        point, chance = self.choice.likeliest(self.models, self._points())
        values = self.problem.space.values(point)
        return Likeliest(values, chance, tuple(model.interval(point) for model in self.models))

    def _outlook(self, values: Values) -> Outlook:
        points = np.vstack([self.choice.points, self._points()])
        space, targets = self.problem.space, self.problem.targets
        return outlook_of(space, targets, self.models, self._hope()[0], values, points, list(self.cliffs.values()))

    def _note(self, values: Values, what: str) -> None:
        self.path.append(Step(values, len(self._at(values)), self._here(values), what))

    def _figures_text(self, values: Values) -> str:
        here = self._at(values)
        if not here:
            return "..."
        found = intervals_of(here, self.problem.figures)
        return ", ".join(f"{f.name} {f.text(i)}" for f, i in zip(self.problem.figures, found, strict=True))
