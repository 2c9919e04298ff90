"""The settings that meet all targets, as the models see them: chances along one parameter, or across two."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.tuning.response import Array, Response
from calibration.tuning.space import Space, Values
from calibration.tuning.targets import Target

LIKELY, SURE = 0.5, 0.95
"""The chances from which on a setting is said to meet the targets likely, and surely."""
_ALONG, _ACROSS = 61, 25
_MOST_MAPS = 3


@dataclass(frozen=True, slots=True)
class SettingsMap:
    """The chance of settings to meet all targets, with the other parameters as in the answer.

    parameters: one name or two. axes: the values of each. chances: by the values of the last parameter, then by those
    of the first; a single row for one parameter.
    """

    parameters: tuple[str, ...]
    axes: tuple[tuple[float, ...], ...]
    chances: tuple[tuple[float, ...], ...]

    def ranges(self, least: float) -> list[tuple[float, float]]:
        """Return the ranges of a single parameter in which the chance is at least this."""
        found: list[tuple[float, float]] = []
        pairs = zip(self.axes[0], self.chances[0], strict=True)
        for good, part in itertools.groupby(pairs, lambda pair: pair[1] >= least):
            values = [value for value, _ in part]
            if good:
                found.append((values[0], values[-1]))
        return found

    def share(self, least: float) -> float:
        """Return the share of the map on which the chance is at least this."""
        cells = [chance >= least for row in self.chances for chance in row]
        return sum(cells) / len(cells)

    def to_json(self) -> dict[str, object]:
        """Return the map as plain data."""
        return {
            "parameters": list(self.parameters),
            "values": [list(axis) for axis in self.axes],
            "chances": [[round(chance, 4) for chance in row] for row in self.chances],
        }


def chances(models: Sequence[Response], targets: Sequence[Target], points: Array) -> Array:
    """Return the chance that all targets are met at points (n, d) of the unit cube, figures taken as independent."""
    found = np.ones(len(points))
    for model, target in zip(models, targets, strict=True):
        found = found * model.chance(points, target.low, target.high)
    return found


def settings_maps(
    space: Space, targets: Sequence[Target], models: Sequence[Response], values: Values
) -> Iterator[SettingsMap]:
    """Yield a map along the only parameter, or across each of the first pairs of parameters, through `values`."""
    columns = range(len(space.parameters))
    pairs = itertools.combinations(columns, 2)
    for chosen in [(0,)] if len(columns) == 1 else itertools.islice(pairs, _MOST_MAPS):
        count = _ALONG if len(chosen) == 1 else _ACROSS
        axes = [_axis(space, column, count) for column in chosen]
        points = np.repeat(space.unit(values)[None, :], np.prod([len(axis) for axis in axes]), axis=0)
        for column, grid in zip(chosen, np.meshgrid(*axes), strict=True):
            points[:, column] = grid.ravel()
        found = chances(models, targets, points).reshape(-1, len(axes[0]))
        parameters = [space.parameters[column] for column in chosen]
        yield SettingsMap(
            tuple(p.name for p in parameters),
            tuple(
                tuple(float(p.low + u * (p.high - p.low)) for u in axis)
                for p, axis in zip(parameters, axes, strict=True)
            ),
            tuple(tuple(float(chance) for chance in row) for row in found),
        )


def _axis(space: Space, column: int, count: int) -> Array:
    """Return the places of a parameter that can be tried, of `count` even ones in the unit interval."""
    points = np.zeros((count, len(space.parameters)))
    points[:, column] = np.linspace(0, 1, count)
    return np.unique(space.snapped(points)[:, column])
