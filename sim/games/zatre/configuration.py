"""ZATRE's configuration: [table], [thought], [company] and the players' skills.

There is no physics in it; its profile is only a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.configuration import DefaultOpponents, build_default_opponents, digest, load_configuration
from sim.games.zatre.rules import TEAM_PLAYERS
from sim.measures import Span, TomlTable, check, shipped, shipped_spans
from sim.people.skill import Skill, skills_from
from sim.physics.contact.profiles import load_profile
from sim.spec import GAMES, ConfigurationPart

TABLE_FILE = Path(__file__).with_name("table.toml")
SECTIONS = ("table", "thought", "company")


class TableMeasures(TomlTable):
    """The table [table]: whether there are partners, and how long hands take (s)."""

    teams: bool = Field(strict=True)
    starter_draw_s: float = Field(ge=0, le=60)
    draw_s: float = Field(ge=0, le=60)
    place_s: float = Field(ge=0, le=60)
    score_s: float = Field(ge=0.1, le=60)
    score_run_s: float = Field(ge=0, le=60)


class ThoughtMeasures(TomlTable):
    """The table [thought]: factors by which the thinking times of the skills are multiplied."""

    pieces: float = Field(ge=0, le=20)
    choices: float = Field(ge=0, le=20)


@dataclass(frozen=True, slots=True)
class ZatreConfiguration:
    """The values that a match of ZATRE depends on, besides seats and seed. tree: all of them as plain data."""

    table: TableMeasures
    thought: ThoughtMeasures
    company: DefaultOpponents
    skills: Mapping[str, Skill]
    tree: Mapping[str, Any]
    profile: str
    game: str = "zatre"

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The possible numbers of players: for teams, four or six."""
        counts = GAMES[self.game].counts
        return tuple(count for count in counts if count in TEAM_PLAYERS) if self.table.teams else counts

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""
        return digest(self.tree)


def shipped_tree() -> dict[str, Any]:
    """Return the sections as shipped, without the players' skills."""
    return shipped(TABLE_FILE)


def spans() -> dict[str, Span]:
    """Return the ranges of the assumed values of these sections, by dotted key."""
    return shipped_spans(TABLE_FILE)


def build(tree: Mapping[str, Any], where: str, profile: str) -> ZatreConfiguration:
    """Build the configuration from a complete tree. Raises InputError."""
    return ZatreConfiguration(
        check(TableMeasures, tree.get("table", {}), where, "table"),
        check(ThoughtMeasures, tree.get("thought", {}), where, "thought"),
        build_default_opponents("zatre", tree, where),
        skills_from(tree.get("skill", {}), where),
        tree,
        load_profile(profile).name,
    )


def load(preset: Path | None = None, profile: str = "play") -> ZatreConfiguration:
    """Return the shipped configuration, with a preset's values in their place. Raises InputError."""
    found = load_configuration("zatre", preset, profile)
    assert isinstance(found, ZatreConfiguration)
    return found


PART = ConfigurationPart(SECTIONS, shipped_tree, build, Path(__file__).with_name("presets"), spans)
