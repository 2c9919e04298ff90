"""The planner: it tries its own noisy action in simulation before it acts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from sim.games.riff_raff.bots.observation import Observation, as_agreed
from sim.games.riff_raff.bots.simple import Option, Simple, due, fallback, options
from sim.match.thinking_time import go_on_thinking
from sim.people.execution import Catch, PlaceIntent, execute, wander
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import load_ship_profile
from sim.physics.ship.world import ShipWorld

IMAGINED = "imagined"
# Trials use the draft profile, which is less accurate than the shipped one but costs five sixths of it.
_IMAGINATION = "draft"
# The longest time for which an imagined ship is simulated (s).
_PATIENCE_S = 4.0
# The number of trials that the first glance counts as.
_GLANCE = 2.0


@dataclass(slots=True)
class Candidate:
    """A place under consideration.

    change: the sum over `trials` imagined trials of the change of one's supply. held: the number of these trials after
    which one has a piece less: it stayed, and no other was lost.
    """

    option: Option
    trials: int = 0
    change: float = 0.0
    held: int = 0

    @property
    def promise(self) -> float:
        """The expected change of one's supply, from the glance and the trials together."""
        return (_GLANCE * self.option.change + self.change) / (_GLANCE + self.trials)


def imagine(view: Observation, intent: PlaceIntent, seed: int) -> int:
    """Return the change of the player's supply in one trial of an intent under their own noise."""
    go_on_thinking()
    setup = replace(view.setup, profile=load_ship_profile(_IMAGINATION))
    world = ShipWorld(setup, view.snapshot)
    action = execute(as_agreed(intent, view.state.agreed), IMAGINED, view.skill, seed, view.helper)
    result = Loading(world, action, wander(view.skill, seed), _PATIENCE_S).run()
    lost, caught = (sum(name != IMAGINED for name in names) for names in (result.fallen, result.caught))
    stays = IMAGINED in result.fallen or (IMAGINED in result.caught and not view.state.agreed.placed_leaves(caught))
    return lost + view.state.agreed.returned(caught) - (0 if stays else 1)


class Lookahead(Simple):
    """A player who picks the best few places at a glance, tries each in noisy trials, and takes the most promising.

    Half the candidates drop out after the first of two rounds of trials, so that most trials are spent where the choice
    is close.
    """

    def __init__(self, tries: int = 5, candidates: int = 5) -> None:
        """Set how many places are tried, and how often those are that stay: two fifths of it in the first round."""
        first = max(1, round(0.4 * tries))
        self._trials = (first, tries - first) if tries > first else (first,)
        self._candidates = candidates

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose the place that promises most."""
        weighed = self.weigh(view, rng)
        return weighed[0].option.intent if weighed else fallback(view, due(view), view.kinds)

    def weigh(self, view: Observation, rng: np.random.Generator) -> list[Candidate]:
        """Return the places considered with what the trials say: the chosen one first, those that dropped out last."""
        candidates = [Candidate(option) for option in self._varied(view, due(view))]
        dropped: list[Candidate] = []
        for trials in self._trials if candidates else ():
            # All candidates get the same noise.
            seeds = [int(seed) for seed in rng.integers(0, 2**62, trials)]
            for candidate in candidates:
                changes = [imagine(view, candidate.option.intent, seed) for seed in seeds]
                candidate.change += sum(changes)
                candidate.held += changes.count(-1)
                candidate.trials += trials
            candidates.sort(key=lambda candidate: candidate.promise)
            keep = max(1, len(candidates) // 2)
            candidates, dropped = candidates[:keep], candidates[keep:] + dropped
            if len(candidates) == 1:
                break
        return candidates + dropped

    def _varied(self, view: Observation, number: int) -> list[Option]:
        """Return the best few places, at most two per kind of piece, so that the trials cover different choices."""
        kinds: Counter[str] = Counter()
        chosen: list[Option] = []
        judged = view.judged(number)
        for option in options(judged, judged.places.of(view.kinds), 60):
            kinds[option.intent.kind] += 1
            if kinds[option.intent.kind] <= 2:
                chosen.append(replace(option, intent=replace(option.intent, catch=Catch.ALL)))
            if len(chosen) == self._candidates:
                break
        return chosen
