"""The ship and her cargo as numbers, as the environments of Riff Raff observe them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.state import Snapshot
from yardarm.envs.numbers import Part

MOST_HEEL_RAD = math.pi / 4
MOST_RATE_RAD_S = math.radians(180.0)
BEYOND_MM = 40.0
"""How far beyond the ship's half beam and her masthead places of pieces are still distinct."""
_PER_PIECE = 5


class ShipNumbers:
    """The ship of a configuration as numbers. sets: how many sets of pieces there are."""

    def __init__(self, configuration: RiffRaffConfiguration, sets: int) -> None:
        """Prepare for the slots and pieces of this configuration."""
        self._setup = configuration.setup
        self._equipment = configuration.equipment
        self.copies = {kind: sets * count for kind, count in self._equipment.pieces.items()}
        """The number of pieces of each kind that there are."""
        ship = self._setup.ship
        self.half_mm, self.top_mm = ship.half_beam_mm + BEYOND_MM, ship.mast_top_mm + BEYOND_MM
        """What a place is divided by: across the ship, and upwards."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of an observation that `values` gives."""
        kinds, slots = ", ".join(self.copies), len(self._equipment.slots)
        yards, pieces = len(self._setup.ship.yards), sum(self.copies.values())
        return (
            Part("heel", 1, "the ship's heel over 45 degrees, to starboard positive"),
            Part("heel_rate", 1, "its rate over 180 degrees a second"),
            Part("yards", yards, "how far each yard has rocked on its peg over how far it can, from the lowest up"),
            Part(
                "stowage",
                slots * len(self.copies),
                f"for each slot, the pieces of each kind that lie in it over all there are of it ({kinds})",
            ),
            Part(
                "cargo",
                _PER_PIECE * pieces,
                f"for each of the {pieces} pieces, kind after kind: 1 if it is aboard, x over {self.half_mm:g} mm and "
                f"y over {self.top_mm:g} mm of its centre of gravity in the ship's frame (the gimbal's axis is 0, "
                "starboard and up are positive), sine and cosine of its turn; zeros for one that is not aboard",
            ),
        )

    def values(
        self, snapshot: Snapshot, stowage: Mapping[int, tuple[str, ...]], held: str | None = None
    ) -> dict[str, list[float]]:
        """Return the numbers of `parts`. stowage: the kinds in each slot. held: the name of a piece to leave out."""
        ship, hull = self._setup.ship, snapshot.hull
        rocked = [
            (pose.angle - hull.angle - yard.tilt_rad) / yard.stop_rad if yard.stop_rad else 0.0
            for pose, yard in zip(snapshot.yards, ship.yards, strict=False)
        ]
        return {
            "heel": [-hull.angle / MOST_HEEL_RAD],
            "heel_rate": [-hull.spin / MOST_RATE_RAD_S],
            "yards": rocked or [0.0] * len(ship.yards),
            "stowage": [
                stowage[slot].count(kind) / copies
                for slot in self._equipment.slots
                for kind, copies in self.copies.items()
            ],
            "cargo": self._cargo(snapshot, held),
        }

    def _cargo(self, snapshot: Snapshot, held: str | None) -> list[float]:
        angle = snapshot.hull.angle
        cos, sin = math.cos(angle), math.sin(angle)
        rows: dict[str, list[float]] = {kind: [] for kind in self.copies}
        for piece in snapshot.cargo:
            if piece.name != held:
                x, y, turn = piece.pose.x, piece.pose.y, piece.pose.angle - angle
                rows[piece.kind] += [
                    1.0,
                    (cos * x + sin * y) / self.half_mm,
                    (cos * y - sin * x) / self.top_mm,
                    math.sin(turn),
                    math.cos(turn),
                ]
        numbers = []
        for kind, copies in self.copies.items():
            most = _PER_PIECE * copies
            numbers += (rows[kind] + [0.0] * most)[:most]
        return numbers
