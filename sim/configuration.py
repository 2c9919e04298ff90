"""A game's whole configuration: what is shipped, with a preset's keys in place of it, validated, and its hash.

A preset is a TOML file with any of the sections [ship], [wood], [pieces], [skill.PROFILE] (or
[skill.all]); it holds only the keys that differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.files import read_toml
from sim.physics.contact import load_profile
from sim.physics.pieces import build_pieces, shipped_pieces
from sim.physics.ship import SHIP_FILE, ShipMeasures, WoodMeasures, build_ship
from sim.physics.world import ShipSetup
from sim.players.skill import Skill, shipped_skills, skill_tables, skills_from
from sim.tables import check, merged, plain, shipped

GAMES = ("riff-raff",)
SECTIONS = ("ship", "wood", "pieces", "skill")


@dataclass(frozen=True, slots=True)
class RiffRaffConfiguration:
    """Everything a Riff Raff match depends on, besides who plays and the seed. `tree` is all of it as plain data."""

    setup: ShipSetup
    skills: Mapping[str, Skill]
    tree: Mapping[str, Any]

    @property
    def profile(self) -> str:
        """The physics profile's name."""
        return self.setup.profile.name

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration (the profile is told apart)."""
        return digest(self.tree)


def digest(data: Any) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of plain data written as canonical JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _shipped_tree() -> dict[str, Any]:
    return {**shipped(SHIP_FILE), "pieces": shipped_pieces(), "skill": shipped_skills()}


def load_configuration(
    game: str = "riff-raff", preset: Path | None = None, profile: str = "play"
) -> RiffRaffConfiguration:
    """The configuration of a game, with a preset's values where it has any. Raises InputError."""
    if game not in GAMES:
        raise InputError(f"game: expected one of {', '.join(GAMES)}, found {game!r}.")
    where = "shipped data" if preset is None else str(preset)
    tree: dict[str, Any] = _shipped_tree()
    if preset is not None:
        changes = plain(read_toml(preset), where)
        _check_sections(changes, where)
        skills = skill_tables(changes.pop("skill", None), where)
        tree = {**merged(tree, changes), "skill": skills}
    return configuration_from(tree, where, profile)


def configuration_from(tree: Mapping[str, Any], where: str, profile: str = "play") -> RiffRaffConfiguration:
    """The configuration that a whole plain tree describes, as a record holds it. Raises InputError."""
    _check_sections(tree, where)
    wood = check(WoodMeasures, tree.get("wood", {}), where, "wood")
    measures = check(ShipMeasures, tree.get("ship", {}), where, "ship")
    pieces = build_pieces(tree.get("pieces", {}), where, wood.density_g_cm3)
    setup = ShipSetup(build_ship(measures, wood, where), wood, pieces, load_profile(profile))
    return RiffRaffConfiguration(setup, skills_from(tree.get("skill", {}), where), tree)


def _check_sections(tree: Mapping[str, Any], where: str) -> None:
    for key, table in tree.items():
        if key not in SECTIONS:
            raise InputError(f"{where}: {key}: unknown section, expected one of {', '.join(SECTIONS)}.")
        if not isinstance(table, Mapping):
            raise InputError(f"{where}: {key}: expected a table, found {table!r}.")


def versions() -> dict[str, str]:
    """Versions of what a result depends on."""
    found = {}
    for package in ("yardarm", "pymunk", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "source"
    return found


def provenance(configuration: RiffRaffConfiguration, seed: int) -> dict[str, Any]:
    """What every `--json` answer reports besides its figures."""
    return {
        "profile": configuration.profile,
        "configuration": configuration.digest,
        "seed": seed,
        "versions": versions(),
    }
