"""The state of a ship's world as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

Half: TypeAlias = Literal["bow", "stern"]
"""The half of the deck, seen from the stern: the bow lies behind, the stern in front."""
Layer: TypeAlias = Literal["bow", "stern", "bow_end", "stern_end"]
"""The row of the deck, across the ship: that of either half beside the mast, and the one beyond it, at her end."""
HALVES: Mapping[Layer | None, Half | None] = {
    None: None,
    "bow": "bow",
    "bow_end": "bow",
    "stern": "stern",
    "stern_end": "stern",
}


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
class Fore:
    """The place of a piece fore and aft, mm before the mast, and its speed; JSON as a list of three.

    spilled: it has slid off a yard, forward or aft, and has not landed yet.
    """

    mm: float = 0.0
    mm_s: float = 0.0
    spilled: bool = False

    def to_json(self) -> list[Any]:
        """Return mm, mm_s, spilled."""
        return [self.mm, self.mm_s, self.spilled]


@dataclass(frozen=True, slots=True)
class CargoState:
    """One piece somewhere in the world.

    name: unique in the world. form: which section faces the viewer. layer: the row of the deck whose cargo it meets;
    None for what meets the cargo of all.
    """

    name: str
    kind: str
    form: str
    pose: Pose
    layer: Layer | None = None
    fore: Fore = Fore()

    def to_json(self) -> list[Any]:
        """Return name, kind, form, pose, layer and the place fore and aft."""
        return [self.name, self.kind, self.form, self.pose.to_json(), self.layer, self.fore.to_json()]

    @staticmethod
    def from_json(data: Sequence[Any]) -> CargoState:
        """Read what `to_json` wrote. Raises TypeError or ValueError on anything else."""
        name, kind, form, pose, layer, fore = data
        if layer not in (None, *get_args(Layer)):
            raise ValueError(f"expected {', '.join(get_args(Layer))} or null as the layer of {name}, found {layer}")
        return CargoState(name, kind, form, Pose(*pose), layer, Fore(*fore))


@dataclass(frozen=True, slots=True)
class Pitch:
    """The angle (rad) by which the ship is down by the bow, and its rate (rad/s); JSON as a list of two."""

    angle: float = 0.0
    rate: float = 0.0

    def to_json(self) -> list[float]:
        """Return angle, rate."""
        return [self.angle, self.rate]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole state of a ship's world between two turns, as plain data."""

    hull: Pose = Pose(0.0, 0.0, 0.0)
    yards: tuple[Pose, ...] = ()
    cargo: tuple[CargoState, ...] = ()
    pitch: Pitch = Pitch()

    def without(self, name: str | None) -> Snapshot:
        """Return the same ship without the piece of that name: a snapshot of a world holds what hands hold."""
        return replace(self, cargo=tuple(state for state in self.cargo if state.name != name))

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `from_json` reads back exactly."""
        return {
            "hull": self.hull.to_json(),
            "pitch": self.pitch.to_json(),
            "yards": [yard.to_json() for yard in self.yards],
            "cargo": [state.to_json() for state in self.cargo],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Snapshot:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
        return Snapshot(
            Pose(*data["hull"]),
            tuple(Pose(*yard) for yard in data["yards"]),
            tuple(CargoState.from_json(state) for state in data["cargo"]),
            Pitch(*data["pitch"]),
        )


UPRIGHT = Snapshot()
"""The empty ship at rest."""
