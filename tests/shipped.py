"""What is shipped, as set up for physics, and the plate of the measured impacts."""

from __future__ import annotations

from functools import cache

from sim.games.zack.bots.perception import ZackPeople, build_people, shipped_people_tables
from sim.physics.bowl.measures import BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.contact.impact import Ellipse
from sim.physics.tapis.measures import TapisSetup, build_tapis, shipped_tapis_tables

MEASURED_PLATE = Ellipse(mass_g=36.4, gyration_radius_mm=19.2, a_mm=35.0, b_mm=25.0)
"""The plate of the 859 measured impacts (Fazeli et al.; data sheet B)."""


def shipped_setup(profile: str = "play") -> BowlSetup:
    """The bowl of the shipped data. Raises InputError for an unknown profile."""
    return build_bowl(shipped_bowl_tables(), "shipped data", profile)


def shipped_tapis(profile: str = "play") -> TapisSetup:
    """The tapis of the shipped data. Raises InputError for an unknown profile."""
    return build_tapis(shipped_tapis_tables(), "tapis.toml", profile)


@cache
def shipped_people() -> ZackPeople:
    """The people of the shipped data of Zack!."""
    return build_people(shipped_people_tables(), "people.toml")
