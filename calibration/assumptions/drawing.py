"""The assumed values that reach a game, and points at which all of them are drawn at once.

A value reaches a game if the game's configuration holds it, no preset sets it, and it belongs to a seat at the table:
skill profiles and strategies that nobody has are left out, and so are skills that nobody reads in a match.

The same value of several people (`skill.child.placement_sd_mm`, `skill.casual.placement_sd_mm`) is one assumption: the
values are derived from each other, so they are drawn together, each over its own range, by one share (`Span.at`).
"""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.tuning.response import Array
from calibration.tuning.space import Values
from sim.batch.job import tried_here
from sim.batch.runner import tasks_of
from sim.configuration import changed_configuration, load_configuration, spans_of
from sim.errors import InputError
from sim.measures import Plain, Span, nested
from sim.people.skill import PROFILES, Skill
from sim.protocols import Configuration
from sim.seat import Seat
from sim.seeds import rng
from sim.spec import bots_of

_SPARE = 4
"""The number of points that are drawn for each that is wanted, as some cannot be built."""
_PROBE = 2
"""The number of matches in which it is seen which skills are read."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One assumption: the assumed values, by dotted key, that are drawn together. name: of all of them."""

    name: str
    spans: Mapping[str, Span]

    @property
    def first(self) -> Span:
        return next(iter(self.spans.values()))

    def changes(self, share: float) -> dict[str, Plain]:
        """Return the values at a share between 0 and 1, by dotted key."""
        return {key: span.at(share) for key, span in self.spans.items()}

    def to_json(self) -> dict[str, object]:
        """Return name and values, each with its range and the reason for it, as plain data."""
        return {"name": self.name, "values": [_span_json(key, span) for key, span in self.spans.items()]}


def _span_json(key: str, span: Span) -> dict[str, object]:
    ends: dict[str, object] = {"among": list(span.among)} if span.among else {"range": [span.low, span.high]}
    if span.jointly > 1:
        ends["jointly"] = span.jointly
    return {"key": key, "value": span.value, **ends, "reason": span.reason}


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions that reach a game, with the preset and profile; values are shares between 0 and 1."""

    game: str
    parts: tuple[Assumption, ...]
    preset: Path | None = None
    profile: str = "play"
    option: str = "--points"

    def configuration(self, values: Values) -> Configuration:
        """Return the game's configuration at these shares; without any, as it is usually. Raises InputError."""
        if not values:
            return load_configuration(self.game, self.preset, self.profile)
        changes: dict[str, Any] = {}
        for part, share in zip(self.parts, values, strict=True):
            changes |= part.changes(share)
        return changed_configuration(self.game, nested(changes), self.preset, self.profile, "a draw of the assumptions")

    def named_values(self, values: Values) -> dict[str, float | int]:
        """Return the shares by the names of the assumptions."""
        return {part.name: share for part, share in zip(self.parts, values, strict=bool(values))}


def assumptions_of(game: str, seats: tuple[Seat, ...], preset: Path | None, profile: str, seed: int) -> Assumptions:
    """Return the assumptions that reach this game with these players. Raises InputError if there is none."""
    configuration = load_configuration(game, preset, profile)
    spans = {key: span for key, span in spans_of(game, preset).items() if _held(configuration, key, span)}
    read = _read_skills(configuration, seats, seed)
    foreign = {*PROFILES, *bots_of(game).strategies} - {
        word for seat in seats for word in (seat.profile, seat.strategy)
    }
    reaching = {
        key: span
        for key, span in spans.items()
        if not foreign & set(key.split(".")) and (not key.startswith("skill.") or key.rpartition(".")[2] in read)
    }
    people = {*PROFILES, *bots_of(game).strategies}
    groups: dict[str, dict[str, Span]] = {}
    for key, span in reaching.items():
        # What moves with a value that does not reach the game moves by itself.
        leader = span.together if span.together in reaching else key
        groups.setdefault(_everybody(leader, people), {})[key] = span
    parts = tuple(Assumption(_name(group), group) for group in groups.values())
    if not parts:
        raise InputError(
            "{game}: none of its values is assumed with a range here, so there is nothing to draw.", game=game
        )
    return Assumptions(game, parts, preset, profile)


def _everybody(key: str, people: Collection[str]) -> str:
    return ".".join("*" if word in people else word for word in key.split("."))


def _name(group: Mapping[str, Span]) -> str:
    """Return the key of the leader of a group, with a star for people where several people have the value."""
    first, *others = group
    alike = [key for key in others if key.rpartition(".")[2] == first.rpartition(".")[2]]
    if not alike:
        return first
    return ".".join("*" if any(word not in key.split(".") for key in alike) else word for word in first.split("."))


def _held(configuration: Configuration, key: str, span: Span) -> bool:
    """Return True if the configuration holds the value as shipped: what a preset sets is taken as known."""
    found: Any = configuration.tree
    for word in key.split("."):
        if not isinstance(found, Mapping) or word not in found:
            return False
        found = found[word]
    return bool(found == span.value) and (bool(span.among) or span.low < span.high)


class _WatchedSkill(Skill):
    """A skill that notes which of its values are read. Copying and comparing, the work of dataclasses, do not count."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        caller = sys._getframe(1)
        made = caller.f_code.co_name in ("__eq__", "__hash__", "__repr__")
        if not made and caller.f_globals.get("__name__") != "dataclasses":
            _NOTED.add(name)
        return super().__getattribute__(name)


_NOTED: set[str] = set()


def _read_skills(configuration: Configuration, seats: tuple[Seat, ...], seed: int) -> set[str]:
    """Return the names of the skills that are read in the first matches."""
    skills: Mapping[str, Skill] = configuration.skills  # type: ignore[attr-defined] # every configuration has them
    watched = {name: _WatchedSkill(**dataclasses.asdict(skill)) for name, skill in skills.items()}
    known: Any = configuration
    _NOTED.clear()
    for _ in tried_here(dataclasses.replace(known, skills=watched), tasks_of(seats, seed, range(_PROBE))):
        pass
    return set(_NOTED)


def draws(assumptions: Assumptions, points: int, seed: int) -> tuple[list[Values], int]:
    """Return the shares of `points` draws that can be built, and how many could not be.

    They are points of a scrambled Sobol sequence in their order. Raises InputError if too few can be built.
    """
    from scipy.stats import qmc

    power = math.ceil(math.log2(_SPARE * points))
    stream = rng(seed, "assumptions", "draws")
    unit = qmc.Sobol(len(assumptions.parts), rng=stream).random_base2(power)
    found: list[Values] = []
    refused = 0
    for point in unit:
        values = tuple(float(share) for share in point)
        try:
            assumptions.configuration(values)
        except InputError as error:
            refused, last = refused + 1, error
            continue
        found.append(values)
        if len(found) == points:
            return found, refused
    raise InputError(
        "--points: {refused} of {unit} draws of the assumptions cannot be built, such as: {last}",
        refused=refused,
        unit=len(unit),
        last=last,
    )


def features(assumptions: Assumptions, shares: Sequence[Values]) -> list[Array]:
    """Return for each assumption what the response is made of: (points, features), orthonormal over its range.

    Of a number the Legendre polynomials of degree 1 to 3, of whole numbers no more of them than they have steps, of a
    word one contrast less than it may be.
    """
    table = np.array(shares)
    return [features_of(part, table[:, n]) for n, part in enumerate(assumptions.parts)]


def features_of(part: Assumption, shares: Array) -> Array:
    """Return the features of one assumption at these shares: (points, features)."""
    span = part.first
    levels = len(span.among) or (int(span.high - span.low) + 1 if span.whole else 0)
    if not levels:
        return legendre(2 * shares - 1, 3)
    level = np.minimum((shares * levels).astype(int), levels - 1)
    if span.among or levels <= 3:
        # Contrasts that are orthonormal when all levels are equally likely.
        contrasts = np.linalg.qr(np.vstack([np.ones(levels), np.eye(levels)[1:]]).T)[0][:, 1:]
        return np.asarray(math.sqrt(levels) * contrasts[level])
    return legendre(2 * level / (levels - 1) - 1, 3)


def legendre(x: Array, degree: int) -> Array:
    """Return the Legendre polynomials of degree 1 to `degree` at x in -1 to 1, of unit variance: (points, degree)."""
    values = np.polynomial.legendre.legvander(x, degree)[:, 1:]
    return np.asarray(values * np.sqrt(2 * np.arange(1, degree + 1) + 1))
