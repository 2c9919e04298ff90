"""Measurements from tables: which column is which, in what unit, and what was understood; every refusal one sentence.

A column is found by its name, in the words that spreadsheets, sensors, video analysis and experiment software use. An
option names it where that is not enough. The options that a reader has are in its refusals.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sim.errors import InputError, between
from sim.lab.sheet import Cells, Sheet, decimal_of, is_missing, number_in, read_sheet
from sim.lab.units import Units, split_name, unit_word
from sim.language import Wording
from sim.refusals import either, meant
from sim.untrusted_text import quoted

_USUAL = ("s", "ms", "rad", "deg", "rad/s", "deg/s", "m/s", "mm/s")
MOST = 1e9
"""The greatest number that the engine is given: far beyond it, its arithmetic loses its way."""


def names(text: str) -> tuple[str, ...]:
    """Return the names in a text in which commas part them."""
    return tuple(text.split(", "))


_TRUE = frozenset(names("1, 1.0, true, t, yes, y, correct, right, hit, wahr, ja, richtig, vrai, oui"))
_FALSE = frozenset(names("0, 0.0, false, f, no, n, incorrect, wrong, miss, error, falsch, nein, faux, non"))


@dataclass(frozen=True, slots=True)
class Role:
    """A use that a column may have.

    usual: how messages name it. words: the plain names it has, the best first. endings: last words that stand for it,
    such as `rt` in `key_resp.rt`. never: words that its names do not have. units: those it may be in. flag: the option
    that names the column.
    """

    usual: str
    words: tuple[str, ...]
    units: Units = field(default_factory=dict)
    flag: str = ""
    endings: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column that was found: its place, its name, and the unit that name, line of units or option says."""

    place: int
    name: str
    unit: str | None = None

    def __str__(self) -> str:
        """Return the column as what was understood names it."""
        return self.name


class Table:
    """The rows of a sheet, or those of them that filters such as `task=simple` let through.

    Raises InputError for a filter of another form or of a column that is not there, and if no row passes.
    """

    def __init__(self, sheet: Sheet, filters: Sequence[str] | None = None) -> None:
        self.sheet = sheet
        self.filters = tuple(filters or ())
        self._passes = [_parted(sheet, each) for each in self.filters]

    def columns(self, columns: Sequence[Column]) -> Cells:
        """Return the cells of some columns."""
        places = [column.place for column in columns]
        cells = self.sheet.take([*places, *(place for place, _ in self._passes)])
        if not self._passes:
            return cells
        wanted = [value for _, value in self._passes]
        checked = zip(*cells.columns[len(places) :], strict=True)
        kept = [row for row, values in enumerate(checked) if all(map(_alike, values, wanted))]
        if not kept:
            raise InputError(
                "{file}: --where {filters}: expected rows for which that is so, found none.",
                file=self.sheet.file,
                filters=", ".join(self.filters),
            )
        return Cells(
            [cells.lines[row] for row in kept],
            [[column[row] for row in kept] for column in cells.columns[: len(places)]],
        )

    def find(self, role: Role, given: str | None = None) -> Column | None:
        """Return the column of a role: the one that an option names, else by its words; None if there is none.

        Raises InputError for an option that names no column, and for two columns that the words name alike.
        """
        if given is not None:
            return self.named(given, role.flag, role.units)
        ranked: dict[int, list[Column]] = {}
        for place, name in enumerate(self.sheet.names):
            plain, unit = split_name(name, role.units)
            rank = _rank(plain, role)
            if name and rank is not None:
                ranked.setdefault(rank, []).append(Column(place, name, unit or self._unit(place, role.units)))
        if not ranked:
            return None
        best = ranked[min(ranked)]
        if len(best) > 1 and len({column.unit for column in best} - {None}) == len(best):
            # The same in several units.
            best = best[:1]
        if len(best) > 1:
            best = self._preferred(best)
        if len(best) > 1:
            raise InputError(
                "{file}: {found}: expected one column for {usual}, found {found2} as well{option}.",
                file=self.sheet.file,
                found=best[1].name,
                usual=role.usual,
                found2=best[0].name,
                option=Wording(": say {flag} NAME", flag=role.flag) if role.flag else "",
            )
        return best[0]

    def has(self, given: str) -> bool:
        """Return whether a column has this name."""
        return not given.isdecimal() and _place(self.sheet, given) is not None

    def named(self, given: str, flag: str, units: Units) -> Column:
        """Return the column that an option names, by its name or by its number. Raises InputError."""
        place = _place(self.sheet, given)
        if place is None:
            raise InputError(
                "{file}: {flag} {given}: expected the name or the number of a column, found {columns}{meant}.",
                file=self.sheet.file,
                flag=flag,
                given=given,
                columns=self.sheet.listed(),
                meant=meant(given, self.sheet.names),
            )
        name = self.sheet.names[place] or str(Wording("column {number}", number=place + 1))
        return Column(place, name, split_name(name, units)[1] or self._unit(place, units))

    def needed(self, role: Role, given: str | None = None) -> Column:
        """Return the column of a role as `find` does. Raises InputError if there is none."""
        found = self.find(role, given)
        if found is None:
            raise self.missing(role)
        return found

    def missing(self, role: Role) -> InputError:
        """Return the refusal of a table without the column of a role."""
        return InputError(
            "{file}: {usual}: missing column, found {columns} ({layout}){option}.",
            file=self.sheet.file,
            usual=role.usual,
            columns=self.sheet.listed(),
            layout=self.sheet.layout,
            option=Wording(": say which with {flag}", flag=role.flag)
            if role.flag
            else Wording(": name it {words}", words=either(role.words[:2])),
        )

    def numbers(self, column: Column, lines: Sequence[int], cells: Sequence[str]) -> list[float]:
        """Return the cells of a column as numbers, nan where one is missing. Raises InputError for anything else."""
        decimal = decimal_of(cells, self.sheet.decimal)
        other = "," if decimal == "." else "."
        values = []
        for row, cell in enumerate(cells):
            try:
                # Most cells are plain numbers.
                value = math.nan if other in cell or "_" in cell else float(cell.replace(",", "."))
            except ValueError:
                value = math.nan
            if value - value != 0 and not is_missing(cell):
                found = number_in(cell, decimal)
                if found is None or math.isinf(found):
                    raise _no_number(self.sheet.where(lines[row]), column.name, cell)
                value = found
            values.append(value)
        return values

    def truths(self, column: Column, lines: Sequence[int], cells: Sequence[str], flag: str) -> list[bool | None]:
        """Return the cells of a column as yes or no, None where one is missing. Raises InputError for anything else."""
        values: list[bool | None] = []
        for line, cell in zip(lines, cells, strict=True):
            word = cell.strip().lower()
            if word not in _TRUE and word not in _FALSE and not is_missing(cell):
                raise InputError(
                    "{where}: {column}: expected 0 or 1, or a word such as True or False, found {cell}: say {flag} "
                    "for another column.",
                    where=self.sheet.where(line),
                    column=column.name,
                    cell=quoted(cell),
                    flag=flag,
                )
            values.append(None if is_missing(cell) else word in _TRUE)
        return values

    def understood(self, rows: int, columns: Mapping[str, object], notes: Sequence[str] = ()) -> str:
        """Return what was understood, as one line: rows, layout, which column is what."""
        parts = [f"{self.sheet.file.name}: {rows} rows", self.sheet.layout]
        program = program_of(self.sheet)
        parts += [f"as {program} writes it"] if program else []
        parts += [f"only {each}" for each in self.filters]
        found = ", ".join(f"{what} from {column}" for what, column in columns.items())
        return "; ".join(part for part in (", ".join(parts), found, *notes) if part)

    def _unit(self, place: int, units: Units) -> str | None:
        """Return what the line of units says of a column."""
        word = unit_word(self.sheet.units[place]) if place < len(self.sheet.units) else ""
        return word if word in units else None

    def _preferred(self, columns: list[Column]) -> list[Column]:
        """Return those of several columns of one role that an answer was judged by: `key_resp.rt` has `.corr`."""
        names = set(self.sheet.names)
        judged = [
            column
            for column in columns
            if any(f"{column.name.rpartition('.')[0]}.{ending}" in names for ending in ("corr", "ACC", "acc"))
        ]
        return judged or columns


def _rank(plain: str, role: Role) -> int | None:
    """Return how well a name fits a role, 0 the best; None if not at all."""
    if plain in role.words:
        return role.words.index(plain)
    words = plain.split()
    if len(words) > 1 and words[-1] in role.endings and not any(word in words for word in role.never):
        return len(role.words)
    return None


def _place(sheet: Sheet, given: str) -> int | None:
    """Return the place of a column by its name (capitals and spaces make no difference at need), or by its number."""
    if given in sheet.names:
        return sheet.names.index(given)
    plain = [" ".join(name.lower().split()) for name in sheet.names]
    wanted = " ".join(given.lower().split())
    bare = [split_name(name, {})[0] for name in sheet.names]
    for names in (plain, bare):
        if wanted and names.count(wanted) == 1:
            return names.index(wanted)
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
    return number - 1 if 0 < number <= len(sheet.names) else None


def _parted(sheet: Sheet, text: str) -> tuple[int, str]:
    """Return the place of the column and the value of a filter."""
    name, equals, value = text.partition("=")
    place = _place(sheet, name.strip()) if equals else None
    if place is None:
        raise InputError(
            '{file}: --where: expected "COLUMN=VALUE" with one of {columns}, found {text}.',
            file=sheet.file,
            columns=sheet.listed(),
            text=quoted(text),
        )
    return place, value.strip()


def _alike(cell: str, wanted: str) -> bool:
    if cell.strip().lower() == wanted.lower():
        return True
    value, other = number_in(cell), number_in(wanted)
    return value is not None and value == other


def units_asked(file: Path, asked: Sequence[str] | None, quantities: Mapping[str, Units]) -> dict[str, str]:
    """Return the units that --unit says, by the quantity that they are of. Raises InputError for one of none."""
    found: dict[str, str] = {}
    for word in map(unit_word, asked or ()):
        quantity = next((name for name, units in quantities.items() if word in units), None)
        if quantity is None:
            usual = [unit for unit in _USUAL if any(unit in units for units in quantities.values())]
            raise InputError(
                "{file}: --unit: expected {units}, found {word!r}.", file=file, units=either(usual), word=word
            )
        found[quantity] = word
    return found


# ------------------------------------------------------------------------------------------------------------ names

PERSON = Role(
    "person",
    names(
        "person, participant, participant id, participant private id, participant nr, subject, subject id, "
        "subject nr, subject number, subj, subj id, sub, vp, proband, versuchsperson, player, user, thrower, "
        "shooter, name, id, pid, ppt, sujet"
    ),
    flag="--person",
)
"""The role of a column with people."""


def program_of(sheet: Sheet) -> str | None:
    """Return the program that writes tables like this one, by its columns; None for no program that is known."""
    names = {name.lower() for name in sheet.names}
    if {"trial_type", "trial_index", "time_elapsed"} <= names:
        return "jsPsych"
    if any(
        name.endswith((".thisrepn", ".thistrialn")) or name in ("psychopyversion", "psychopy version") for name in names
    ):
        return "PsychoPy"
    if (
        names & {"opensesame_version", "opensesame_codename", "experiment_file"}
        or {
            "subject_nr",
            "response_time",
        }
        <= names
    ):
        return "OpenSesame"
    if any(name.endswith(".corr") for name in names):
        return "PsychoPy"
    sensors = ("gyroscope ", "acceleration ", "linear acceleration ", "tilt ")
    if "time (s)" in names and any(name.startswith(sensors) for name in names):
        return "phyphox"
    if sheet.title and sheet.names[0] == "t" and len(sheet.names) > 1:
        return "Tracker"
    return None


# ------------------------------------------------------------------------------------------------- tables of our own


def read_rows(file: Path, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a table, each with where it stands (`FILE: line N`) and its cells by column.

    Other columns are allowed. Raises InputError for a file that cannot be read, a missing column, or no rows.
    """
    sheet = read_sheet(file)
    missing = [name for name in columns if name not in sheet.names]
    if missing:
        raise InputError(
            "{file}: {missing}: missing column, expected {columns}, found {there}.",
            file=file,
            missing=missing[0],
            columns=either(columns),
            there=sheet.listed(),
        )
    wanted = [(name, sheet.names.index(name)) for name in columns]
    for line, row in sheet.rows():
        yield sheet.where(line), {name: row[place] if place < len(row) else "" for name, place in wanted}


def number(where: str, column: str, cell: str, most: float = sys.float_info.max) -> float:
    """Return a cell's finite number, between `-most` and `most`; decimals may follow a comma. Raises InputError."""
    value = number_in(cell, "," if "," in cell and "." not in cell else ".")
    if value is None or not math.isfinite(value):
        raise _no_number(where, column, cell)
    between(f"{where}: {column}", value, -most, most)
    return value


def _no_number(where: str, column: str, cell: str) -> InputError:
    return InputError(
        "{where}: {column}: expected a finite number, found {cell}.", where=where, column=column, cell=quoted(cell)
    )
