"""Tables of measures: what a designer may edit, as TOML with provenance, validated on loading.

A shipped value is written `key = { value = 110.0, provenance = "measured", source = "..." }`. A preset holds only the
keys that differ, in the same form or as plain values.

What is `assumed` also has a range, and a reason: `range = [1.0, 4.0], reason = "..."` for a number, `among =
["row", "quadrants"], reason = "..."` for a word or a yes/no. `with = "SECTION.KEY"` names a value that it is drawn
together with, as where one measure is written twice. A reason alone says why nothing can be drawn. What is
`inferred` may have the same: the range is what lay open before anything was weighed. What is `measured` may have a
range, with or without a reason, which holds the true value in 95 of 100 cases; with `jointly = 28` it is one of 28 that
all hold theirs at once in 95 of 100 cases, and so wider. Nothing of this changes a match: `shipped` returns the values,
`shipped_spans` their ranges.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypeGuard, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from sim.errors import InputError
from sim.files import read_toml
from sim.language import N_
from sim.refusals import first_fault, one_of
from sim.statistics import LEVEL
from sim.untrusted_text import quoted

PROVENANCES = ("measured", "rulebook", "inferred", "assumed", "designed", "tuned")
_OF_MEASURED = ("range", "reason")
"""The keys about what is open that a measured value may have too."""
_KEYS = frozenset(("value", "provenance", "source", "range", "jointly", "among", "with", "reason"))

_MOST_JOINTLY = 1000
_OUTERMOST = 0.001
"""The least share at which a measured value is drawn, and the most from the other end: three standard errors away."""

Plain = float | int | str | bool
"""A number, a word or a yes/no."""


@dataclass(frozen=True, slots=True)
class Span:
    """The range of an assumed value, or the words that it may be, or the interval of a measured value.

    low, high: of a number, both belong to it. among: all that a word or a yes/no may be; empty for a number. reason:
    why it lies there, in one sentence. together: the dotted key of a value that it is drawn together with, or None.
    measured: the range is an interval. jointly: of how many it is one, all of which hold at once in 95 of 100 cases.
    inferred: the value was chosen by what followed from it, so that the range does not lie about it.
    """

    value: Plain
    low: float
    high: float
    among: tuple[Plain, ...]
    reason: str
    together: str | None = None
    measured: bool = False
    inferred: bool = False
    jointly: int = 1

    @property
    def whole(self) -> bool:
        """True if the value is a whole number."""
        return isinstance(self.value, int) and not isinstance(self.value, bool)

    def at(self, share: float) -> Plain:
        """Return the value at a share between 0 and 1 of the span.

        The value itself lies at 0.5: one half of the shares is spread evenly below it, the other above it. Where it
        is an end of its range, or inferred, all shares are spread evenly; so are whole numbers and words. A measured
        value is normal, below and above with the standard error by which its interval was made there.
        """
        if self.measured:
            return self._measured_at(share)
        if self.among:
            return self.among[min(int(share * len(self.among)), len(self.among) - 1)]
        if self.whole:
            return int(min(self.low + math.floor(share * (self.high - self.low + 1)), self.high))
        usual = float(self.value)
        if self.inferred or not self.low < usual < self.high:
            return self.low + share * (self.high - self.low)
        if share < 0.5:
            return self.low + 2 * share * (usual - self.low)
        return usual + (2 * share - 1) * (self.high - usual)

    @property
    def usual_share(self) -> float:
        """The share at which the value itself lies, of a number."""
        if self.whole and not self.measured:
            return (float(self.value) - self.low + 0.5) / (self.high - self.low + 1)
        if not self.measured and (self.inferred or not self.low < float(self.value) < self.high):
            return (float(self.value) - self.low) / (self.high - self.low)
        return 0.5

    def _measured_at(self, share: float) -> Plain:
        z = NormalDist().inv_cdf(min(max(share, _OUTERMOST), 1 - _OUTERMOST))
        side = self.high - float(self.value) if z > 0 else float(self.value) - self.low
        found = float(self.value) + z / errors_wide(self.jointly) * side
        return round(found) if self.whole else found


def errors_wide(jointly: int = 1) -> float:
    """Return how many standard errors a side of the range of a measured value is wide.

    jointly: the number of ranges that hold all at once in 95 of 100 cases, each missing as often (Bonferroni).
    """
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / jointly)


class TomlTable(BaseModel):
    """A frozen table of measures: unknown keys, NaN and infinity are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


Model = TypeVar("Model", bound=BaseModel)


def plain(tree: Any, where: str, key: str = "", shipped: bool = False) -> Any:
    """Return a tree of tables with every `{ value, provenance, source }` replaced by its value.

    `shipped` demands provenance and source. Raises InputError naming `where` and the key.
    """
    if not isinstance(tree, Mapping):
        if shipped:
            raise InputError(
                "{where}: {key}: expected {{ value, provenance, source }}, found a bare value.", where=where, key=key
            )
        return tree
    if "value" in tree:
        if tree.get("provenance", "tuned" if not shipped else None) not in PROVENANCES:
            raise InputError(
                "{where}: {key}.provenance: {one_of}.",
                where=where,
                key=key,
                one_of=one_of(tree.get("provenance"), PROVENANCES),
            )
        if (shipped and not tree.get("source")) or not set(tree) <= _KEYS:
            raise InputError(
                "{where}: {key}: expected exactly value, provenance and source, and range, among, "
                "with and reason for what is assumed or inferred, or range, jointly and reason for what "
                "is measured.",
                where=where,
                key=key,
            )
        _span(tree, where, key)
        return tree["value"]
    return {name: _item(item, where, f"{key}.{name}" if key else name, shipped) for name, item in tree.items()}


def _item(item: Any, where: str, key: str, shipped: bool) -> Any:
    """Return a plain item of a table; an array of tables ([[ship.yards]]) is one of plain tables."""
    if isinstance(item, list) and any(isinstance(table, Mapping) for table in item):
        return [plain(table, where, f"{key}.{index}", shipped) for index, table in enumerate(item)]
    return plain(item, where, key, shipped)


def _span(measure: Mapping[str, Any], where: str, key: str) -> Span | None:
    """Return the range of a value; None where it has none. Raises InputError."""
    value, reason, together = measure["value"], measure.get("reason"), measure.get("with")
    provenance = measure.get("provenance")
    measured = provenance == "measured" and "range" in measure
    for name in ("range", "among", "with", "reason"):
        if name in measure and provenance not in ("assumed", "inferred") and not (measured and name in _OF_MEASURED):
            meant = "assumed, inferred or measured" if name == "range" else "assumed or inferred"
            raise InputError(
                "{where}: {key}.{name}: expected only where the provenance is {meant}.",
                where=where,
                key=key,
                name=name,
                meant=meant,
            )
    if reason is not None and (not isinstance(reason, str) or not reason.strip()):
        raise InputError("{where}: {key}.reason: expected a sentence.", where=where, key=key)
    jointly = measure.get("jointly", 1)
    if "jointly" in measure and (not measured or type(jointly) is not int or not 1 <= jointly <= _MOST_JOINTLY):
        raise InputError(
            "{where}: {key}.jointly: expected 1 to {most} beside the range of a measured value, found {jointly}.",
            where=where,
            key=key,
            most=_MOST_JOINTLY,
            jointly=quoted(jointly),
        )
    if "range" not in measure and "among" not in measure:
        if together is not None:
            raise InputError("{where}: {key}.with: expected a range or among beside it.", where=where, key=key)
        return None
    if reason is None and not measured:
        raise InputError("{where}: {key}: expected a reason for its range.", where=where, key=key)
    if together is not None and not isinstance(together, str):
        raise InputError(
            "{where}: {key}.with: expected the dotted key of another value, found {together}.",
            where=where,
            key=key,
            together=quoted(together),
        )
    if "among" in measure:
        among = measure["among"]
        good = isinstance(among, list) and all(type(item) is type(value) for item in among) and value in among
        if "range" in measure or not isinstance(value, str | bool) or not good:
            raise InputError(
                "{where}: {key}.among: expected all that a word or a yes/no may be, its value among them.",
                where=where,
                key=key,
            )
        return Span(value, 0.0, 0.0, tuple(among), reason or "", together)
    ends = measure["range"]
    if not _is_number(value) or not isinstance(ends, list) or len(ends) != 2 or not all(map(_is_number, ends)):
        raise InputError("{where}: {key}.range: expected two numbers about a number.", where=where, key=key)
    if not ends[0] <= value <= ends[1]:
        raise InputError(
            "{where}: {key}.range: expected LOW <= {value:g} <= HIGH, found {ends}.",
            where=where,
            key=key,
            value=value,
            ends=quoted(ends),
        )
    low, high = float(ends[0]), float(ends[1])
    return Span(value, low, high, (), reason or "", together, measured, provenance == "inferred", jointly)


def _is_number(item: Any) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool) and math.isfinite(item)


def shipped_spans(path: Path, above: str = "") -> dict[str, Span]:
    """Return the ranges of the values of a shipped data file, by dotted key. Raises InputError.

    above: the section of a configuration that the whole file becomes, if it does.
    """
    return dict(spans_in(read_toml(path), path.name, above))


def spans_in(tree: Mapping[str, Any], where: str, above: str = "") -> Iterator[tuple[str, Span]]:
    """Yield the ranges in a tree of tables, each with its dotted key, which begins with `above`. Raises InputError."""
    for name, item in tree.items():
        key = f"{above}.{name}" if above else name
        if not isinstance(item, Mapping):
            continue
        if "value" not in item:
            yield from spans_in(item, where, key)
        elif (span := _span(item, where, key)) is not None:
            yield key, span


def merged(base: Mapping[str, Any], override: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with the leaves of `override` in place of its own, deeply.

    A leaf may be plain or `{ value, provenance, source }`. A table whose keys are numbers from 0 changes these items of
    an array of tables: `[ship.yards.0]`.
    """
    result = dict(base)
    for name, item in override.items():
        old = result.get(name)
        if isinstance(old, list) and names_items(item, old):
            result[name] = [merged(table, item.get(str(index), {})) for index, table in enumerate(old)]
        elif _is_table(old) and _is_table(item):
            result[name] = merged(old, item)
        else:
            result[name] = item
    return result


def _is_table(item: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(item, Mapping) and "value" not in item


def names_items(changes: Any, array: list[Any]) -> TypeGuard[Mapping[str, Any]]:
    """Return True if the keys of a table are numbers of items of an array of tables, from 0."""
    return isinstance(changes, Mapping) and bool(changes) and set(changes) <= set(map(str, range(len(array))))


def nested(changes: Mapping[str, Any], where: str = "changes") -> dict[str, Any]:
    """Return tables in tables from dotted keys: `{"ship.ball_mass_g": 90}` as `{"ship": {"ball_mass_g": 90}}`.

    Raises InputError where one key is a part of another.
    """
    tree: dict[str, Any] = {}
    for key, value in changes.items():
        *path, last = str(key).split(".")
        table = tree
        for name in path:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise InputError(
                    "{where}: {key}: expected a table at {name!r}, found {table!r}.",
                    where=where,
                    key=key,
                    name=name,
                    table=table,
                )
        if last in table:
            raise InputError("{where}: {key}: expected each key once.", where=where, key=key)
        table[last] = nested(value, where) if isinstance(value, Mapping) else value
    return tree


def shipped(path: Path) -> dict[str, Any]:
    """Return the plain values of a shipped data file, every one with provenance and source. Raises InputError."""
    tree = plain(read_toml(path), path.name, shipped=True)
    assert isinstance(tree, dict)
    return tree


def check(model: type[Model], values: Mapping[str, Any], where: str, section: str = "") -> Model:
    """Return the validated table. Raises InputError: one sentence with `where`, the key, and what was expected."""
    if not isinstance(values, Mapping):
        raise InputError(
            "{where}: {section}: expected a table, found {values}.", where=where, section=section, values=quoted(values)
        )
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        fault = first_fault(error, table=N_("a table"), keys=model.model_fields)
        raise InputError(
            "{where}: {words}{fault}.", where=where, words=section + "." if section else "", fault=fault
        ) from error
