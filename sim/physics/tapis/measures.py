"""The measures of the tapis and of the hands that reach into it: data with provenance (tapis.toml), validated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped
from sim.physics.contact.profiles import Profile, load_profile

TAPIS_FILE = Path(__file__).with_name("tapis.toml")
SECTIONS = ("tapis", "reaching")
COLUMNS, ROWS = 6, 4
"""Places for cards on the tapis: more than the cards that players can lay out in one hand."""


class TapisMeasures(TomlTable):
    """The table seen from above [tapis]; angles in degrees."""

    card_width_mm: float = Field(ge=20, le=200)
    card_height_mm: float = Field(ge=20, le=300)
    seat_distance_mm: float = Field(ge=200, le=2000)
    gap_mm: float = Field(ge=0, le=200)
    lay_sd_mm: float = Field(ge=0, le=50)
    lay_angle_sd_deg: float = Field(ge=0, le=45)


class HandMeasures(TomlTable):
    """A hand as a body [reaching]: friction and restitution are those of a pair."""

    palm_mm: float = Field(ge=5, le=100)
    mass_g: float = Field(ge=50, le=10_000)
    strength_n: float = Field(ge=1, le=1000)
    friction: float = Field(ge=0, le=2)
    restitution: float = Field(ge=0, le=1)
    grasp_ms: float = Field(ge=0, le=2000)

    @property
    def acceleration_max_mm_s2(self) -> float:
        """The acceleration that this strength gives this mass (1 N on 1 g: 1000 m/s2, a million mm/s2)."""
        return self.strength_n / self.mass_g * 1e6


@dataclass(frozen=True, slots=True)
class TapisSetup:
    """The table, the hands and the precision that a world is built from, besides its state."""

    tapis: TapisMeasures
    hand: HandMeasures
    profile: Profile

    def places(self) -> tuple[tuple[float, float], ...]:
        """Return the places for cards (mm; origin in the middle, y up), those near the middle first."""
        wide, high = self.tapis.card_width_mm + self.tapis.gap_mm, self.tapis.card_height_mm + self.tapis.gap_mm
        found = [
            ((column - (COLUMNS - 1) / 2) * wide, (row - (ROWS - 1) / 2) * high)
            for row in range(ROWS)
            for column in range(COLUMNS)
        ]
        return tuple(sorted(found, key=lambda at: (round(math.hypot(*at), 6), at)))

    def home(self, seat: int, seats: int) -> tuple[float, float]:
        """Return where (mm) the hand of a seat rests: seats stand clockwise round the table, the first one below."""
        angle = -math.pi / 2 - 2 * math.pi * seat / seats
        if seats == 4:
            # Two on either long side (rules: disposed on both sides of the table, partners diagonal).
            angle = (-3 * math.pi / 4, 3 * math.pi / 4, math.pi / 4, -math.pi / 4)[seat]
        return self.tapis.seat_distance_mm * math.cos(angle), self.tapis.seat_distance_mm * math.sin(angle)


@cache
def _shipped() -> Mapping[str, Any]:
    return shipped(TAPIS_FILE)


def shipped_tapis_tables() -> dict[str, dict[str, Any]]:
    """Return the shipped sections as plain numbers; a fresh copy each call."""
    return {name: dict(table) for name, table in _shipped().items()}


def build_tapis(tables: Mapping[str, Any], where: str, profile: str = "play") -> TapisSetup:
    """Build the tapis of complete plain tables. Raises InputError."""
    tapis = check(TapisMeasures, tables.get("tapis", {}), where, "tapis")
    hand = check(HandMeasures, tables.get("reaching", {}), where, "reaching")
    if 2 * tapis.lay_sd_mm > tapis.gap_mm:
        raise InputError(
            "{where}: tapis.lay_sd_mm: expected at most half of tapis.gap_mm, or cards lie on each other.", where=where
        )
    return TapisSetup(tapis, hand, load_profile(profile))
