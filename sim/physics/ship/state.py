"""The state of a ship's world as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pose:
    """Position (mm), angle (rad) and their rates; JSON as a list of six numbers."""

    x: float
    y: float
    angle: float
    vx: float = 0.0
    vy: float = 0.0
    spin: float = 0.0

    def to_json(self) -> list[float]:
        """Return x, y, angle, vx, vy, spin."""
        return [self.x, self.y, self.angle, self.vx, self.vy, self.spin]


@dataclass(frozen=True, slots=True)
class CargoState:
    """One piece somewhere in the world. `name` is unique in the world; `form` says which section faces the viewer."""

    name: str
    kind: str
    form: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole state of a ship's world between two turns, as plain data."""

    hull: Pose = Pose(0.0, 0.0, 0.0)
    yards: tuple[Pose, ...] = ()
    cargo: tuple[CargoState, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `from_json` reads back exactly."""
        return {
            "hull": self.hull.to_json(),
            "yards": [yard.to_json() for yard in self.yards],
            "cargo": [[c.name, c.kind, c.form, c.pose.to_json()] for c in self.cargo],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Snapshot:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
        return Snapshot(
            Pose(*data["hull"]),
            tuple(Pose(*yard) for yard in data["yards"]),
            tuple(CargoState(name, kind, form, Pose(*pose)) for name, kind, form, pose in data["cargo"]),
        )


UPRIGHT = Snapshot()
"""The empty ship at rest."""
