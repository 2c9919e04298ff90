"""A run of the suite: every chosen task, tried by a bot, or by two on the same tasks, here or by worker processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from calibration.league.suite.folds import Selection, templates
from calibration.league.suite.tables import USUAL_WORDS
from calibration.league.suite.tasks import HANDS, Entrant, Kind, Tried
from sim.batch.job import CrashingMatch, MatchError, Task, at_fault, check_versions
from sim.batch.runner import spread
from sim.bots.words import TIME_S, BotWords, is_outside, label_of, start
from sim.configuration import digest, versions
from sim.errors import InputError
from sim.games.riff_raff.bots import STRATEGIES as PLACERS
from sim.games.zack.bots import STRATEGIES as TEMPERS
from sim.refusals import meant

RANDOM = "random"
OURS = (RANDOM, *USUAL_WORDS)
"""Our own bots that play every kind of task."""
_RANDOM_AT_TABLES = "calibration.league.suite.tables:Random"
_GAMES: Mapping[Kind, str] = {"cargo": "riff-raff", "throws": "zack", "table": "zack"}

Entrants = Mapping[Kind, Entrant]
"""A bot, by the kind of task that it is to do."""


def entrants_of(word: str, kinds: Sequence[Kind], where: str = "--bot", time_s: float = TIME_S) -> Entrants:
    """Return the bot that a word names, for these kinds of task. Raises InputError."""
    hands, colon, strategy = word.partition(":")
    if colon and hands in HANDS:
        raise InputError(
            "{where}: expected a bot without hands, such as {strategy}, found {word!r}.",
            where=where,
            strategy=strategy or "simple",
            word=word,
        )
    if word in OURS:
        return {kind: _of_ours(word, kind) for kind in kinds}
    alone = kinds[0] if len(set(kinds)) == 1 else None
    if (word in TEMPERS and alone == "table") or (word in PLACERS and alone == "cargo"):
        return dict.fromkeys(kinds, Entrant(word, word))
    if not word or not any(is_outside(word, _GAMES[kind]) for kind in kinds):
        raise InputError(
            "{where}: expected one of {ours}, at tables alone also {tempers}, for cargo alone "
            "also {placers}, or a bot such as @bot.py, package.module:Class or '!COMMAND', found "
            "{word!r}{meant}.",
            where=where,
            ours=", ".join(OURS),
            tempers=", ".join(TEMPERS),
            placers=", ".join(name for name in PLACERS if name not in OURS),
            word=word,
            meant=meant(word, (*OURS, *TEMPERS, *PLACERS)),
        )
    player = start(word, where)
    label = label_of(player)
    player.end()
    found = Entrant(word, label, BotWords(((label, word),), time_s))
    return dict.fromkeys(kinds, found)


def _of_ours(word: str, kind: Kind) -> Entrant:
    if word == RANDOM and kind == "table":
        label = "random@1"
        return Entrant(word, label, BotWords(((label, _RANDOM_AT_TABLES),)))
    return Entrant(word, word)


def name_of(bot: Entrants) -> str:
    """Return what a bot is called in tables: our word, or its name and version."""
    entrant = next(iter(bot.values()))
    return entrant.word if entrant.word in (*OURS, *TEMPERS) else entrant.strategy


@dataclass(frozen=True, slots=True)
class Exercise(Task):
    """A task of the suite that is to be done. number: within its template. hands: None for those of the template."""

    template: str = ""
    number: int = 0
    hands: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A task that was done. digest: of the task. tried: what came of it, for each bot."""

    index: int
    template: str
    number: int
    digest: str
    tried: tuple[Tried, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """A task that raised an error, or whose worker died; it is left out."""

    template: str
    number: int
    error: str


@dataclass(frozen=True, slots=True)
class SuiteJob:
    """The data that all tasks of a run share. seed: of the noise."""

    bots: tuple[Entrants, ...]
    seed: int
    versions: tuple[tuple[str, str], ...]


def run(selection: Selection, bots: Sequence[Entrants], seed: int, jobs: int = 1) -> Iterator[Scored | Failed]:
    """Yield what came of each task, in order, the same for any number of jobs. Raises InputError."""
    numbered = ((template.name, number) for template, numbers in selection.chosen() for number in numbers)
    exercises = [
        Exercise(index, seed, (), template=name, number=number, hands=selection.hands)
        for index, (name, number) in enumerate(numbered)
    ]
    job = SuiteJob(tuple(bots), seed, tuple(versions().items()))
    if jobs == 1:
        yield from (_outcome(_done(job, each)) for each in exercises)
    else:
        yield from map(_outcome, spread(job, exercises, jobs, do_chunk))


def do_chunk(job: SuiteJob, exercises: Sequence[Task]) -> list[tuple[Scored] | CrashingMatch]:
    """Do these tasks in a worker. Raises InputError unless it has the versions of the process that sent them."""
    check_versions(job.versions)
    return [_done(job, each) for each in exercises if isinstance(each, Exercise)]


def _done(job: SuiteJob, exercise: Exercise) -> tuple[Scored] | CrashingMatch:
    template = templates()[exercise.template]
    try:
        with at_fault(InputError):
            task = template.task(exercise.number, exercise.hands)
            tried = tuple(task.tried(bots[template.kind], job.seed, template.tries) for bots in job.bots)
            found = Scored(exercise.index, template.name, exercise.number, digest(task.to_json()), tried)
    except MatchError as error:
        return CrashingMatch.of(exercise, error)
    return (found,)


def _outcome(result: object) -> Scored | Failed:
    """Return a result of `dispatch` as one of a task."""
    if isinstance(result, CrashingMatch):
        exercise = result.task
        assert isinstance(exercise, Exercise)
        return Failed(exercise.template, exercise.number, result.error)
    assert isinstance(result, tuple)
    scored = result[0]
    assert isinstance(scored, Scored)
    return scored
