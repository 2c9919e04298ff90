"""ZIGZAG's configuration: [tapis], [reaching], [table], [deck], [eyes], [voice], [strategy.NAME]; skills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.configuration import digest
from sim.physics.tapis_measures import SECTIONS as TAPIS_SECTIONS
from sim.physics.tapis_measures import TapisSetup, build_tapis, shipped_tapis_tables
from sim.players.skill import Skill, skills_from
from sim.players.zigzag.people import SECTIONS as PEOPLE_SECTIONS
from sim.players.zigzag.people import ZigzagPeople, build_people, shipped_people_tables
from sim.tables import Table, check, shipped

TABLE_FILE = Path(__file__).with_name("zigzag_table.toml")
SECTIONS = (*TAPIS_SECTIONS, "table", "deck", *PEOPLE_SECTIONS)


class TableMeasures(Table):
    """The table [table]: rules and pauses."""

    level: int = Field(ge=1, le=3)
    strict: bool
    true_contre: bool
    contre_limit: int = Field(ge=0, le=100)
    most_minutes: float = Field(gt=0, le=600)
    shuffle_s: float = Field(ge=0, le=600)
    deal_s: float = Field(ge=0, le=60)
    verify_s: float = Field(ge=0, le=60)
    z_window_s: float = Field(ge=0, le=60)


class DeckMeasures(Table):
    """What is played with besides the 64 characters [deck]. Two cards more (+1 and -1) from level 2 on."""

    jokers_per_team: int = Field(ge=0, le=3)
    jokers_more: int = Field(ge=0, le=3)
    stops_each: int = Field(ge=0, le=6)
    powers_each: int = Field(ge=0, le=4)


@dataclass(frozen=True, slots=True)
class ZigzagConfiguration:
    """Everything a match of ZIGZAG depends on, besides who plays and the seed. `tree` is all of it as plain data."""

    setup: TapisSetup
    table: TableMeasures
    deck: DeckMeasures
    people: ZigzagPeople
    skills: Mapping[str, Skill]
    tree: Mapping[str, Any]
    game: str = "zigzag"

    @property
    def profile(self) -> str:
        """The physics profile's name."""
        return self.setup.profile.name

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration (the profile is told apart)."""
        return digest(self.tree)


def shipped_tree() -> dict[str, Any]:
    """The sections as shipped, without the skills."""
    return {**shipped_tapis_tables(), **shipped(TABLE_FILE), **shipped_people_tables()}


def build(tree: Mapping[str, Any], where: str, profile: str) -> ZigzagConfiguration:
    """The configuration of a whole tree. Raises InputError."""
    return ZigzagConfiguration(
        build_tapis(tree, where, profile),
        check(TableMeasures, tree.get("table", {}), where, "table"),
        check(DeckMeasures, tree.get("deck", {}), where, "deck"),
        build_people({key: tree[key] for key in PEOPLE_SECTIONS if key in tree}, where),
        skills_from(tree.get("skill", {}), where),
        tree,
    )
