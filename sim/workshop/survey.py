"""How hard a design is, found out in the background: small experiments, coarse first, with intervals.

A subject is plain data that worker processes can be sent: its cells (such as a slot and a piece) and rounds of trials.
The outcome of a trial is a function of the subject, the round and the cell alone, so it is the same whatever process
does it, and the same for a design that comes back. Every cell is tried once before any is tried twice.

What has been found is in sim/workshop/findings.py, with its intervals.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from sim.batch.engines import Engine, Processes
from sim.language import N_, _
from sim.protocols import Configuration
from sim.workshop.findings import Cell, Findings
from sim.workshop.known import Circumstances

C = TypeVar("C", bound=Configuration)
S = TypeVar("S", bound="Subject")
R = TypeVar("R")
CHUNK = 8
"""The usual number of trials in a job: few enough that a newer design is not kept waiting."""
WORKERS = 2
AHEAD = 2
"""The number of jobs that a process has at a time, so that it need not wait for the next frame between two."""
KEPT = 24
"""The number of designs whose findings are kept, for undo and for comparing."""
LAST_ROUNDS = 3
"""The number of rounds after which a design may be the reference of the one that it is changed to."""
LAST = N_("the design before")
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
    def clusters(self) -> tuple[Hashable, ...]:
        """By cell, what circumstances it shares with others of its round; empty if all of a round share them."""

    @property
    def noise(self) -> Hashable:
        """Equal for subjects whose trials of the same round and cell have the same noise."""

    @property
    def known(self) -> tuple[Findings, ...]:
        """The findings of references with the same noise, known beforehand."""

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

    @property
    def noise(self) -> Circumstances:
        """What the noise of a trial is drawn by, besides its round and cell: hands, load and seed."""
        return self.hands, self.load, self.seed


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


def run_chunk(subject: Subject, number: int, cells: Sequence[Cell]) -> dict[Cell, bool]:
    """Try some cells of a round, in a worker."""
    return {cell: subject.trial(number, cell) for cell in cells}


def done_here(work: Callable[..., R], *arguments: Any) -> Future[R]:
    """Do some work at once; return its result as a future."""
    future: Future[R] = Future()
    future.set_result(work(*arguments))
    return future


def survey(subject: Subject, rounds: int | None = None, mapped: Callable[..., Iterable[Any]] = map) -> Findings:
    """Return the findings of a survey, or of its first rounds. mapped: as `sim.batch.engines.spread` yields it."""
    found = Findings(subject.cells, subject.rounds, subject.clusters)
    last = subject.rounds if rounds is None else rounds
    jobs = [job for job in _jobs(subject, found) if job.number < last]
    outcomes = mapped(run_chunk, [subject] * len(jobs), [job.number for job in jobs], [job.cells for job in jobs])
    for job, known in zip(jobs, outcomes, strict=True):
        found.add(job.number, known)
    return found


@dataclass(frozen=True, slots=True)
class _Job:
    key: Hashable
    number: int
    cells: tuple[Cell, ...]


class Surveyor:
    """Surveys of the designs that are asked for, the first of them first. `update` is called at every frame.

    Nothing here waits: jobs are handed to processes, and what they have found is fetched. Findings belong to a design
    by its key, so those of an older one never mix with a newer one's. sparing: only one process at a time is given
    work, while something is dragged and every frame counts.
    """

    def __init__(self, engine: Callable[[], Engine] = lambda: Processes(WORKERS)) -> None:
        self._make = engine
        self._engine: Engine | None = None
        self._wanted: tuple[Subject, ...] = ()
        self._kept: OrderedDict[Hashable, Findings] = OrderedDict()
        self._left: dict[Hashable, _Agenda] = {}
        self._running: dict[Future[Any], _Job] = {}
        self._deaths = 0
        self._last: tuple[Hashable, Findings] | None = None
        """The design before the one that is surveyed first, and its noise."""
        self.problem = ""
        self.sparing = False

    def ask(self, *subjects: Subject) -> None:
        """Survey these from now on, in this order; findings of others stay, and their work is dropped."""
        self._note_last(subjects)
        self._wanted = subjects
        for subject in reversed(subjects):
            if subject.key not in self._kept:
                self._kept[subject.key] = self._nothing_yet(subject)
            found = self._kept[subject.key]
            self._kept.move_to_end(subject.key)
            if subject.key not in self._left and not found.done:
                self._left[subject.key] = _Agenda(_jobs(subject, found))
        wanted = {subject.key for subject in subjects}
        for future, job in self._running.items():
            if job.key not in wanted:
                # It is done all the same if it is under way.
                future.cancel()
        self._left = {key: jobs for key, jobs in self._left.items() if key in wanted}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _note_last(self, subjects: tuple[Subject, ...]) -> None:
        if not self._wanted or not subjects or subjects[0].key == self._wanted[0].key:
            return
        last = self._wanted[0]
        found = self._kept.get(last.key)
        if found is not None and found.trials >= LAST_ROUNDS * len(found.cells):
            self._last = last.noise, found.as_reference(LAST)

    def _nothing_yet(self, subject: Subject) -> Findings:
        last = () if self._last is None or self._last[0] != subject.noise else (self._last[1],)
        return Findings(subject.cells, subject.rounds, subject.clusters, (*last, *subject.known))

    def findings(self, key: Hashable) -> Findings | None:
        """Return what is known about a design; None if it was never asked for, or too long ago."""
        return self._kept.get(key)

    def run(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Let one of the processes do what would take longer than a frame; do it here where there is no process."""
        try:
            return self._opened().submit(work, *arguments)
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
            found.problem = _("This design cannot be tried out: the process crashed {times} times.", times=PATIENCE)
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
                    if len(self._running) >= (1 if self.sparing else AHEAD * engine.workers):
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
