"""How hard a design is, found out in the background: small experiments, coarse first, with intervals.

A subject is plain data that worker processes can be sent: its cells (such as a slot and a piece) and rounds of trials.
The outcome of a trial is a function of the subject, the round and the cell alone, so it is the same whatever process
does it, and the same for a design that comes back. Every cell is tried once before any is tried twice.

A round shares its circumstances, such as what lies aboard, so trials are clustered by it: the intervals are those of
`sim.batch.figures.Ratio`, with a round for a match. Where nothing ever happened, that cannot say how alike the trials
of a round are, and the design effect of all other figures of the survey is taken.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from sim.batch.engines import Engine, Processes
from sim.batch.figures import Ratio
from sim.forecast.trials import lower_priority
from sim.language import _
from sim.protocols import Configuration
from sim.statistics import Interval

C = TypeVar("C", bound=Configuration)
S = TypeVar("S", bound="Subject")
R = TypeVar("R")
Cell = tuple[Hashable, ...]
CHUNK = 8
"""The usual number of trials in a job: few enough that a newer design is not kept waiting."""
WORKERS = 2
KEPT = 24
"""The number of designs whose findings are kept, for undo and for comparing."""
STEADY = 0.05
"""A figure is steady when its interval reaches no farther than this on either side."""
COARSE = 0.15
"""An interval that reaches farther than this on either side is shown alone: its middle means nothing yet."""
PATIENCE = 3
"""The number of deaths of workers over one subject after which it is given up."""


NO_PROCESS = (OSError, ImportError, NotImplementedError, RuntimeError)
"""The errors if there is no process, if there are no semaphores, or if the interpreter is about to end."""


class Run(Protocol):
    """A way to have work done that would take longer than a frame."""

    def __call__(self, work: Callable[..., R], /, *arguments: Any) -> Future[R]:
        """Begin the work; return its result as a future."""


class Subject(Protocol):
    """A design to be surveyed. key: equal for equal subjects. chunk: the number of trials in a job."""

    @property
    def key(self) -> Hashable: ...

    @property
    def cells(self) -> tuple[Cell, ...]: ...

    @property
    def rounds(self) -> int: ...

    @property
    def chunk(self) -> int: ...

    def trial(self, number: int, cell: Cell) -> bool:
        """Try a cell in round `number`; return whether what is counted happened."""


@dataclass(frozen=True, slots=True)
class Conditions(Generic[C]):
    """What all trials of a survey share; equal if design, hands, load and seed are.

    hands: the profile of the person who tries. load: the pieces or cards that lie there before a trial. design: made
    of the configuration's digest and profile, since a configuration has no hash.
    """

    configuration: C = field(compare=False, repr=False)
    hands: str
    load: int
    seed: int
    design: Hashable

    @classmethod
    def of(cls, configuration: C, hands: str, load: int, seed: int) -> Conditions[C]:
        """Return the conditions of a design."""
        return cls(configuration, hands, load, seed, (configuration.digest, configuration.profile))


class CurrentSubject(Generic[C, S]):
    """The subject of a design as it is now.

    It is kept until design, hands or load change, since the digest of a design takes longer than a frame.
    """

    def __init__(self, make: Callable[[Conditions[C]], S], seed: int = 1) -> None:
        self._make, self._seed = make, seed
        self._known: tuple[Conditions[C], S] | None = None

    def of(self, configuration: C, hands: str, load: int) -> S:
        """Return the subject of a design."""
        if self._known is not None:
            known, subject = self._known
            if known.configuration is configuration and (known.hands, known.load) == (hands, load):
                return subject
        conditions = Conditions.of(configuration, hands, load, self._seed)
        self._known = conditions, self._make(conditions)
        return self._known[1]


@dataclass(slots=True)
class Findings:
    """What is known about a subject so far. outcomes: by round, then by cell. problem: why no more is to come."""

    cells: tuple[Cell, ...]
    rounds: int
    outcomes: dict[int, dict[Cell, bool]] = field(default_factory=dict)
    problem: str = ""
    _known: int = 0
    _effect: tuple[int, float] | None = None

    @property
    def trials(self) -> int:
        """The number of trials so far."""
        return self._known

    @property
    def done(self) -> bool:
        """True if no more is to come."""
        return bool(self.problem) or self._known >= self.rounds * len(self.cells)

    @property
    def progress(self) -> float:
        """The share of all trials that is done."""
        return self._known / max(1, self.rounds * len(self.cells))

    def add(self, number: int, outcomes: Mapping[Cell, bool]) -> None:
        """Add outcomes of a round; those that are known already change nothing."""
        known = self.outcomes.setdefault(number, {})
        before = len(known)
        known.update(outcomes)
        self._known += len(known) - before

    def share(self, cells: Collection[Cell] | None = None) -> Interval:
        """Return how often it happened, over some cells or all of them, with the interval."""
        rounds = [
            list(known.values()) if cells is None else [known[cell] for cell in cells if cell in known]
            for _, known in sorted(self.outcomes.items())
        ]
        return Ratio.of(map(sum, rounds), map(len, rounds)).share(self.design_effect())

    def design_effect(self) -> float:
        """Return how many times the variance of independent trials the variance of figures is, at least 1.

        It is pooled over all cells with a name in common, such as those of a slot, weighted by their variance if trials
        were independent; of the names' places in the cells, the one with the largest effect counts.
        """
        if self._effect is None or self._effect[0] != self._known:
            self._effect = self._known, self._pooled_effect()
        return self._effect[1]

    def _pooled_effect(self) -> float:
        import numpy as np

        known = np.array(
            [[float(outcomes.get(cell, math.nan)) for cell in self.cells] for outcomes in self.outcomes.values()]
        ).reshape(-1, len(self.cells))
        effects = [1.0]
        for names in zip(*self.cells, strict=True):
            found = independent = 0.0
            for name in dict.fromkeys(names):
                mine = known[:, [other == name for other in names]]
                x, y = np.sum(~np.isnan(mine), axis=1), np.nansum(mine, axis=1)
                n, k = int(x.sum()), int(np.sum(x > 0))
                r = float(y.sum()) / max(1, n)
                if k >= 2:
                    found += k / (k - 1) * float(np.sum((y - r * x) ** 2)) / n**2
                    independent += r * (1 - r) / n
            if independent > 0:
                effects.append(found / independent)
        return max(effects)

    def difference(self, other: Findings, cells: Collection[Cell]) -> Interval:
        """Return by how much more often it happens in `other`, paired by rounds, over those cells that both know."""
        rounds = []
        for number in sorted(self.outcomes.keys() & other.outcomes.keys()):
            mine, theirs = self.outcomes[number], other.outcomes[number]
            rounds.append([theirs[cell] - mine[cell] for cell in cells if cell in mine and cell in theirs])
        return Ratio.of(map(sum, rounds), map(len, rounds)).mean()


def run_chunk(subject: Subject, number: int, cells: Sequence[Cell]) -> dict[Cell, bool]:
    """Try some cells of a round, in a worker."""
    lower_priority()
    return {cell: subject.trial(number, cell) for cell in cells}


def _run_lowly(work: Callable[..., R], *arguments: Any) -> R:
    lower_priority()
    return work(*arguments)


def done_here(work: Callable[..., R], *arguments: Any) -> Future[R]:
    """Do some work at once; return its result as a future."""
    future: Future[R] = Future()
    future.set_result(work(*arguments))
    return future


def survey(subject: Subject, rounds: int | None = None) -> Findings:
    """Return the findings of a whole survey, or of its first rounds, worked out here and now."""
    found = Findings(subject.cells, subject.rounds)
    for number in range(subject.rounds if rounds is None else rounds):
        found.add(number, {cell: subject.trial(number, cell) for cell in subject.cells})
    return found


@dataclass(frozen=True, slots=True)
class _Job:
    key: Hashable
    number: int
    cells: tuple[Cell, ...]


class Surveyor:
    """Surveys of the designs that are asked for, the first of them first. `update` is called at every frame.

    Nothing here waits: jobs are handed to processes of the lowest priority, and what they have found is fetched.
    Findings belong to a design by its key, so those of an older one never mix with a newer one's.
    """

    def __init__(self, engine: Callable[[], Engine] = lambda: Processes(WORKERS)) -> None:
        self._make = engine
        self._engine: Engine | None = None
        self._wanted: tuple[Subject, ...] = ()
        self._kept: OrderedDict[Hashable, Findings] = OrderedDict()
        self._left: dict[Hashable, _Agenda] = {}
        self._running: dict[Future[Any], _Job] = {}
        self._deaths = 0
        self.problem = ""

    def ask(self, *subjects: Subject) -> None:
        """Survey these from now on, in this order; findings of others stay, and their work is dropped."""
        self._wanted = subjects
        for subject in reversed(subjects):
            found = self._kept.setdefault(subject.key, Findings(subject.cells, subject.rounds))
            self._kept.move_to_end(subject.key)
            if subject.key not in self._left and not found.done:
                self._left[subject.key] = _Agenda(_jobs(subject, found))
        wanted = {subject.key for subject in subjects}
        self._left = {key: jobs for key, jobs in self._left.items() if key in wanted}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def findings(self, key: Hashable) -> Findings | None:
        """Return what is known about a design; None if it was never asked for, or too long ago."""
        return self._kept.get(key)

    def run(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Let one of the processes do what would take longer than a frame; do it here where there is no process."""
        try:
            return self._opened().submit(_run_lowly, work, *arguments)
        except NO_PROCESS:
            return done_here(work, *arguments)

    @property
    def busy(self) -> bool:
        """True while something is being worked out."""
        return bool(self._running) or any(self._left.values())

    def update(self) -> bool:
        """Fetch what has been found, and hand out more; return True if anything is new."""
        new = False
        for future in [future for future in self._running if future.done()]:
            new = self._fetch(future, self._running.pop(future)) or new
        self._hand_out()
        return new

    def close(self) -> None:
        """End the processes."""
        self._wanted, self._left = (), {}
        self._running.clear()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _opened(self) -> Engine:
        if self._engine is None:
            self._engine = self._make()
        return self._engine

    def _fetch(self, future: Future[Any], job: _Job) -> bool:
        found = self._kept.get(job.key)
        error = None if future.cancelled() else future.exception()
        if found is None or future.cancelled():
            return False
        if error is None:
            found.add(job.number, future.result())
            return True
        assert self._engine is not None
        if isinstance(error, self._engine.deaths):
            self._deaths += 1
            if self._deaths < PATIENCE:
                self._left.setdefault(job.key, _Agenda(iter(()))).put_back(job)
                return False
            found.problem = _("This design cannot be tried out: the process died of it {times} times.", times=PATIENCE)
        else:
            words = " ".join(str(error).split()).rstrip(".") or type(error).__name__
            found.problem = _("This design cannot be tried out: {reason}.", reason=words)
        self._left.pop(job.key, None)
        self._deaths = 0
        return True

    def _hand_out(self) -> None:
        if self.problem:
            return
        for subject in self._wanted:
            left = self._left.get(subject.key)
            while left:
                try:
                    engine = self._opened()
                    if len(self._running) >= engine.workers:
                        return
                    job = left.take()
                    self._running[engine.submit(run_chunk, subject, job.number, job.cells)] = job
                except NO_PROCESS as error:
                    words = " ".join(str(error).split()).rstrip(".") or type(error).__name__
                    self.problem = _(
                        "No chances are shown, because there is no process to work them out: {reason}.", reason=words
                    )
                    return


class _Agenda:
    """The jobs that are left of a subject, each made when its turn comes: most designs are changed before that."""

    def __init__(self, jobs: Iterator[_Job]) -> None:
        self._jobs = jobs
        self._next: deque[_Job] = deque()

    def __bool__(self) -> bool:
        if not self._next:
            self._next.extend(islice(self._jobs, 1))
        return bool(self._next)

    def take(self) -> _Job:
        """Return the next job; raise IndexError if it is false."""
        return self._next.popleft()

    def put_back(self, job: _Job) -> None:
        """Do a job again, before all others."""
        self._next.appendleft(job)


def _jobs(subject: Subject, found: Findings) -> Iterator[_Job]:
    """Yield what is left to do, round by round."""
    for number in range(subject.rounds):
        known = found.outcomes.get(number, {})
        left = [cell for cell in subject.cells if cell not in known]
        for start in range(0, len(left), subject.chunk):
            yield _Job(subject.key, number, tuple(left[start : start + subject.chunk]))


def cells_with(found: Findings, name: Hashable) -> tuple[Cell, ...]:
    return tuple(cell for cell in found.cells if name in cell)


def half_width(share: Interval) -> float:
    """Return half the width of an interval, infinite while there is none."""
    return math.inf if math.isnan(share.low) else (share.high - share.low) / 2


def percent_words(share: Interval) -> str:
    """Return a share in percent with its interval; the interval alone while it is coarse."""
    if half_width(share) <= COARSE:
        return share.percent()
    return _("{low:.0f} to {high:.0f} %", low=100 * share.low, high=100 * share.high)


def is_steady(share: Interval) -> bool:
    """Return True if the interval is narrow enough to act on."""
    return half_width(share) <= STEADY
