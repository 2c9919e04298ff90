"""The table of an experiment: a row for each trial, or for several alike, in blocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

from scenes.spec import PracticeOption, games_with_scenes, scenes_of
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.files import given_file
from sim.lab.measurements import number
from sim.lab.sheet import Sheet, read_sheet
from sim.language import Wording
from sim.match.trials import Trial, Value
from sim.refusals import one_of
from sim.seat import PERSON, Seat
from sim.spec import practice_of
from sim.untrusted_text import has_control, quoted

MOST_TRIALS = 5000
MOST_TASKS = 200
"""The most tasks that differ in more than their seed and in what is shown, as each is opened once to be checked."""
LONGEST = 64
"""The most characters of a cell."""
PROFILE = "casual"
"""The skill profile of a participant, whose noise the ghosts show and with whose grasp the hand holds."""

COLUMNS: Mapping[str, PracticeOption] = {
    "block": PracticeOption(str, "the block's name"),
    "training": PracticeOption(bool, "on for trials that only train"),
    "game": PracticeOption(str, "the game"),
    "design": PracticeOption(str, "a preset's name, or its file beside the table"),
    "limit_s": PracticeOption(float, "how long until the piece or card must have left the hand", low=0.1, high=600),
    "ghosts": PracticeOption(bool, "show forecasts"),
    "feedback": PracticeOption(bool, "show and sound what comes of it"),
    "seed": PracticeOption(int, "of the mark, the cargo and the noise", low=0, high=2**53),
    "repeats": PracticeOption(int, "how many trials the row stands for, of consecutive seeds", low=1, high=1000),
}
"""The columns of every game; those of one game are the options of its practice."""
NEEDED = ("block", "game")
SWITCH = {"on": True, "off": False}
_NO_TRIAL = ("drill",)
"""Options of practices that a trial has not, as it is one attempt."""


@cache
def columns() -> Mapping[str, PracticeOption]:
    """Return all columns that a table can have, by their names."""
    found = dict(COLUMNS)
    for game in games_of_trials():
        found |= choices_of(game)
    return found


@cache
def games_of_trials() -> tuple[str, ...]:
    """Return the games of whose practice one attempt can be a trial."""
    names = [game.name for game in games_with_scenes() if game.practice is not None]
    return tuple(name for name in names if hasattr(practice_of(name), "is_trial"))


def choices_of(game: str) -> dict[str, PracticeOption]:
    """Return the columns of one game."""
    return {name: option for name, option in scenes_of(game).practice.items() if name not in _NO_TRIAL}


def read_table(file: Path) -> tuple[Trial, ...]:
    """Read a table and check every trial of it, by opening each practice once.

    Raises InputError: one sentence that names file, line and column, what was expected and what was found.
    """
    sheet = read_sheet(file)
    _check_header(sheet)
    trials: list[Trial] = []
    opened: set[tuple[object, ...]] = set()
    blocks: list[str] = []
    for line, row_cells in sheet.rows():
        where, cells = sheet.where(line), dict(zip(sheet.names, row_cells, strict=False))
        row = _Row(where, cells, given_file(file).parent)
        kind = row.game, row.design, tuple(row.asked.items())
        if kind not in opened:
            opened.add(kind)
            if len(opened) > MOST_TASKS:
                raise InputError("{where}: expected at most {most} different tasks.", where=where, most=MOST_TASKS)
            row.check()
        if row.block not in blocks:
            blocks.append(row.block)
        if row.block != blocks[-1]:
            raise InputError(
                "{where}: block: expected the trials of {block} one after the other, found {last} between them.",
                where=where,
                block=quoted(row.block),
                last=quoted(blocks[-1]),
            )
        if len(trials) + row.repeats > MOST_TRIALS:
            raise InputError(
                "{where}: expected at most {most} trials, found {count}.",
                where=where,
                most=MOST_TRIALS,
                count=len(trials) + row.repeats,
            )
        trials += row.trials(len(trials))
    return tuple(trials)


def _check_header(sheet: Sheet) -> None:
    file, names, known = sheet.file, [name for name in sheet.names if name], columns()
    for place, name in enumerate(names):
        if name not in known:
            raise InputError("{file}: line 1: {one_of}.", file=file, one_of=one_of(name, known))
        if name in names[:place]:
            raise InputError(
                "{file}: line 1: {name}: expected one column of that name, found two.", file=file, name=name
            )
    missing = next((name for name in NEEDED if name not in names), None)
    if missing is not None:
        raise InputError(
            "{file}: {missing}: missing column, expected {columns}.",
            file=file,
            missing=missing,
            columns=", ".join([*NEEDED, *(name for name in names if name not in NEEDED)]),
        )


class _Row:
    """A row of the table. Reading raises InputError."""

    def __init__(self, where: str, cells: Mapping[str, str], folder: Path) -> None:
        self.where = where
        known = columns()
        values = {name: _value(f"{where}: {name}", cell, known[name]) for name, cell in cells.items() if cell}
        for name in NEEDED:
            if name not in values:
                raise InputError("{where}: {name}: expected a word, found an empty cell.", where=where, name=name)
        self.block, self.game = str(values["block"]), str(values["game"])
        games = games_of_trials()
        if self.game not in games:
            raise InputError("{where}: game: {one_of}.", where=where, one_of=one_of(self.game, games))
        own = choices_of(self.game)
        self.asked: dict[str, Value] = {name: values[name] for name in values if name in own}
        strange = next((name for name in values if name not in own and name not in COLUMNS), None)
        if strange is not None:
            raise InputError(
                "{where}: {strange}: expected an empty cell at {game}, found {value}.",
                where=where,
                strange=strange,
                game=self.game,
                value=quoted(values[strange]),
            )
        self.design = None if "design" not in values else str(values["design"])
        self.path = None if self.design is None else _beside(folder, self.design)
        self._values = values
        self.repeats = int(values.get("repeats", 1))

    def check(self) -> None:
        """Open the trial's practice once. Raises InputError where there is no such thing."""
        try:
            configuration = load_configuration(self.game, self.path, "play")
            practice_of(self.game)(configuration, Seat("P", PROFILE, PERSON), 1, **self.asked)
        except InputError as error:
            raise InputError("{where}: {error}", where=self.where, error=error) from error

    def trials(self, before: int) -> list[Trial]:
        """Return the trials for which the row stands. before: how many come before it."""
        values = self._values
        limit_s = values.get("limit_s")
        return [
            Trial(
                trial=before + 1 + number,
                block=self.block,
                training=bool(values.get("training", False)),
                game=self.game,
                design=self.design,
                asked=self.asked,
                limit_s=None if limit_s is None else float(limit_s),
                ghosts=bool(values.get("ghosts", True)),
                feedback=bool(values.get("feedback", True)),
                seed=int(values.get("seed", before + 1)) + number,
            )
            for number in range(self.repeats)
        ]


def _beside(folder: Path, design: str) -> Path:
    """Return the file of a design that lies beside the table, or else its name as it is."""
    beside = folder / design
    return beside if beside.is_file() else Path(design)


def design_of(trial: Trial, table: Path) -> Path | None:
    """Return the design of a trial as `load_configuration` takes it."""
    return None if trial.design is None else _beside(given_file(table).parent, trial.design)


def _value(where: str, cell: str, option: PracticeOption) -> Value:
    """Return what a cell says. Raises InputError."""
    if option.kind is bool:
        if cell not in SWITCH:
            raise InputError("{where}: {one_of}.", where=where, one_of=one_of(cell, SWITCH))
        return SWITCH[cell]
    if get_origin(option.kind) is Literal:
        if cell not in get_args(option.kind):
            raise InputError("{where}: {one_of}.", where=where, one_of=one_of(cell, get_args(option.kind)))
        return cell
    if option.kind is str:
        if len(cell) > LONGEST or has_control(cell):
            raise InputError(
                "{where}: expected at most {most} printable characters, found {cell}.",
                where=where,
                most=LONGEST,
                cell=quoted(cell),
            )
        return cell
    place, _, column = where.rpartition(": ")
    value = number(place, column, cell)
    low, high = option.low or 0, 2**53 if option.high is None else option.high
    whole = option.kind is float or value == int(value)
    if not whole or not low <= value <= high:
        kind = Wording("a number from {low:g} to {high:g}", low=low, high=high)
        if option.kind is int:
            kind = Wording("a whole number from {low} to {high}", low=int(low), high=int(high))
        raise InputError("{where}: expected {kind}, found {cell}.", where=where, kind=kind, cell=quoted(cell))
    return float(value) if option.kind is float else int(value)
