"""The measures of people at ZIGZAG besides their skills, and the strategies (people.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from sim.measures import TomlTable, check, shipped

PEOPLE_FILE = Path(__file__).with_name("people.toml")
SECTIONS = ("eyes", "voice", "strategy")
TABLED = ("random", "greedy", "team", "watchful")
"""The strategies that people.toml has a table for."""

Positive = Annotated[float, Field(gt=0)]
NonNegative = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]


class Eyes(TomlTable):
    """The table [eyes]: what is noticed, and how long that takes."""

    glance_ms: NonNegative
    sign_partner_share: Share
    sign_neighbour_share: Share
    takes_neighbour_share: Share


class Voice(TomlTable):
    """The table [voice]: deciding, signing and calling. Lognormal times have a median and the sd of the logarithm."""

    discard_median_s: Positive
    discard_log_sd: NonNegative
    sign_s: Positive
    sign_again_s: Positive
    call_s: NonNegative
    power_median_s: Positive
    patience_s: NonNegative


class StrategySettings(TomlTable):
    """The table [strategy.NAME]: one strategy, as people.toml explains it.

    late_zig: whether a ZIG for the last ZIG-ZAG is collected only once the partner has the ZAG.
    """

    plan: Literal["none", "own", "sheet"]
    keen: Share
    watch: Share
    threshold: Share
    guard: NonNegative
    bluff: Share
    late_zig: bool = False


class _Strategies(TomlTable):
    random: dict[str, Any]
    greedy: dict[str, Any]
    team: dict[str, Any]
    watchful: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ZigzagPeople:
    """The checked contents of people.toml; strategies by name."""

    eyes: Eyes
    voice: Voice
    strategies: Mapping[str, StrategySettings]


@cache
def _shipped() -> Mapping[str, Any]:
    return shipped(PEOPLE_FILE)


def shipped_people_tables() -> dict[str, dict[str, Any]]:
    """Return the shipped sections as plain values; a fresh copy each call."""
    tables = {name: dict(table) for name, table in _shipped().items()}
    tables["strategy"] = {name: dict(table) for name, table in tables["strategy"].items()}
    return tables


def build_people(tables: Mapping[str, Any], where: str) -> ZigzagPeople:
    """Build the people from complete plain tables. Raises InputError."""
    strategies = check(_Strategies, tables.get("strategy", {}), where, "strategy")
    return ZigzagPeople(
        check(Eyes, tables.get("eyes", {}), where, "eyes"),
        check(Voice, tables.get("voice", {}), where, "voice"),
        {name: check(StrategySettings, getattr(strategies, name), where, f"strategy.{name}") for name in TABLED},
    )
