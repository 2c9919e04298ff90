"""What is shipped, as set up for physics."""

from __future__ import annotations

from sim.physics.bowl.measures import BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.tapis.measures import TapisSetup, build_tapis, shipped_tapis_tables


def shipped_setup(profile: str = "play") -> BowlSetup:
    """The bowl of the shipped data. Raises InputError for an unknown profile."""
    return build_bowl(shipped_bowl_tables(), "shipped data", profile)


def shipped_tapis(profile: str = "play") -> TapisSetup:
    """The tapis of the shipped data. Raises InputError for an unknown profile."""
    return build_tapis(shipped_tapis_tables(), "tapis.toml", profile)
