"""ZIGZAG's configuration: [tapis], [reaching], [table], [company], [specials], [constraints], [eyes], [voice].

To these come [strategy.NAME]; skills are added to it as in every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.configuration import DefaultOpponents, build_default_opponents, digest, load_configuration
from sim.errors import InputError
from sim.games.zigzag.bots.people import PEOPLE_FILE, ZigzagPeople, build_people, shipped_people_tables
from sim.games.zigzag.bots.people import SECTIONS as PEOPLE_SECTIONS
from sim.games.zigzag.box import BOX_FILE, ZigzagBox, build_box, shipped_box_table
from sim.games.zigzag.box import SECTIONS as BOX_SECTIONS
from sim.language import N_
from sim.measures import Span, TomlTable, check, shipped, shipped_spans
from sim.people.skill import Skill, skills_from
from sim.physics.tapis.measures import SECTIONS as TAPIS_SECTIONS
from sim.physics.tapis.measures import TAPIS_FILE, TapisSetup, build_tapis, shipped_tapis_tables
from sim.spec import ConfigurationPart

TABLE_FILE = Path(__file__).with_name("table.toml")
SECTIONS = (*TAPIS_SECTIONS, "table", "company", *BOX_SECTIONS, *PEOPLE_SECTIONS)
CHANGEABLE = {
    "specials.stop_character": N_("number of cards STOP character"),
    "specials.stop_accessory": N_("number of cards STOP accessory"),
    "specials.stop_landscape": N_("number of cards STOP landscape"),
    "specials.steal": N_("number of cards to steal a card"),
    "specials.swap": N_("number of cards to swap hands"),
    "specials.z": N_("number of cards Z"),
    "specials.master": N_("number of cards card master"),
    "specials.ten_seconds": N_("number of cards 10 seconds"),
    "specials.peek": N_("number of cards to see a hand"),
    "table.contre_limit": N_("limit of failed CONTREs"),
    "table.most_minutes": N_("longest time of a match, in minutes"),
}
"""What a maker can change, in words."""


class TableMeasures(TomlTable):
    """The table [table]: rules and pauses."""

    level: int = Field(ge=1, le=3)
    strict: bool
    true_contre: bool
    more_jokers: int = Field(ge=0, le=12)
    contre_limit: int = Field(ge=0, le=100)
    most_minutes: float = Field(gt=0, le=600)
    shuffle_s: float = Field(ge=0, le=600)
    deal_s: float = Field(ge=0, le=60)
    verify_s: float = Field(ge=0, le=60)
    z_window_s: float = Field(ge=0, le=60)


@dataclass(frozen=True, slots=True)
class ZigzagConfiguration:
    """The values that a match of ZIGZAG depends on, besides seats and seed. `tree` is all of it as plain data."""

    setup: TapisSetup
    table: TableMeasures
    company: DefaultOpponents
    box: ZigzagBox
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
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""
        return digest(self.tree)


def shipped_tree() -> dict[str, Any]:
    """Return the sections as shipped, without the skills."""
    return {**shipped_tapis_tables(), **shipped(TABLE_FILE), **shipped_box_table(), **shipped_people_tables()}


def spans() -> dict[str, Span]:
    """Return the ranges of the assumed values of these sections, by dotted key."""
    return {
        **shipped_spans(TAPIS_FILE),
        **shipped_spans(TABLE_FILE),
        **shipped_spans(BOX_FILE),
        **shipped_spans(PEOPLE_FILE),
    }


def build(tree: Mapping[str, Any], where: str, profile: str) -> ZigzagConfiguration:
    """Build the configuration of a whole tree. Raises InputError."""
    table = check(TableMeasures, tree.get("table", {}), where, "table")
    box = build_box({key: tree[key] for key in BOX_SECTIONS if key in tree}, where)
    if not box.constraints or len(box.constraints) < 6:
        raise InputError("{where}: constraints.cards: expected a card for each of six players.", where=where)
    # Two teams are the fewest: with more the match itself asks for their jokers.
    box.deck(table.level, 2, table.more_jokers)
    return ZigzagConfiguration(
        build_tapis(tree, where, profile),
        table,
        build_default_opponents("zigzag", tree, where),
        box,
        build_people({key: tree[key] for key in PEOPLE_SECTIONS if key in tree}, where),
        skills_from(tree.get("skill", {}), where),
        tree,
    )


def load(preset: Path | None = None, profile: str = "play") -> ZigzagConfiguration:
    """Return the shipped configuration, with a preset's values in place of it. Raises InputError."""
    found = load_configuration("zigzag", preset, profile)
    assert isinstance(found, ZigzagConfiguration)
    return found


PART = ConfigurationPart(
    SECTIONS, shipped_tree, build, Path(__file__).with_name("presets"), spans, changeable=CHANGEABLE
)
