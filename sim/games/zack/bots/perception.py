"""When a card's face can be seen, and the measures of people at Zack! besides their skills (people.toml).

The rules have a card turned forward, so that the others see its face a little before its thrower does (FACTS 2.4 no
16). Reaction times run from the light to the hand (skill.py), so no other delay of the eye is added here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped
from sim.refusals import meant

PEOPLE_FILE = Path(__file__).with_name("people.toml")
TEMPERS = ("cautious", "steady", "bold")

Positive = Annotated[float, Field(gt=0, strict=True)]
NonNegative = Annotated[float, Field(ge=0, strict=True)]
Share = Annotated[float, Field(ge=0, le=1, strict=True)]


SCREEN_LAG_MS = 25.0
"""Lag of a flat screen plus that of the mouse: assumed, two or three frames of the screen."""


class Sight(TomlTable):
    """The times at which a card's face can be seen.

    face_lead_ms: how long before the release the others see it. thrower_lag_ms: how much later the thrower sees it.
    screen_lag_ms: how much later than the drawn frame bots see anything where a person watches a screen; matches of
    bots alone do not need it.
    """

    face_lead_ms: NonNegative
    thrower_lag_ms: NonNegative
    screen_lag_ms: NonNegative = SCREEN_LAG_MS


class HandMeasures(TomlTable):
    """Distances that hands travel at this table, and widths of their targets."""

    throw_way_mm: Positive
    throw_width_mm: Positive
    table_way_mm: Positive
    card_width_mm: Positive
    pile_width_mm: Positive


class Look(TomlTable):
    """The time without events after which a reader looks at the bowl again: a fixed part plus an exponential one."""

    relook_after_ms: Positive
    relook_spread_ms: NonNegative


class Temper(TomlTable):
    """A strategy: how much risk a player takes in answering and in challenging. Not a skill.

    Whose turn it is is decided `haste` times as fast as in measured tasks, and wrong the more often (reaction.py).
    `risk` divides the patience of the skill; there is no challenge where the chance of having read right is below
    `confidence`; `recheck_share` of what looks out of turn is read again first; a choose card goes to its own thrower
    with probability `choose_self_share`; challenges are thrown `challenge_pace` times as fast as other cards. While
    fewer than `unread_cards` lie in the bowl, another's card is answered by a throw without reading whose turn it is.
    """

    haste: Annotated[float, Field(ge=0.5, le=2, strict=True)]
    risk: Positive
    confidence: Share
    recheck_share: Share
    choose_self_share: Share
    challenge_pace: Annotated[float, Field(ge=0.5, le=2, strict=True)]
    unread_cards: Annotated[int, Field(ge=0, le=72, strict=True)] = 0


@dataclass(frozen=True, slots=True)
class ZackPeople:
    """The checked contents of people.toml; `tempers` by name."""

    sight: Sight
    hand: HandMeasures
    look: Look
    tempers: Mapping[str, Temper]


def build_people(tables: Mapping[str, Any], where: str) -> ZackPeople:
    """Build people from complete plain tables: sight, hand, look, and temper by name (`shipped_people_tables`).

    Raises InputError: one sentence that names `where` (the file), the key and what was expected.
    """
    for key in tables:
        if key not in ("sight", "hand", "look", "temper"):
            raise InputError(
                "{where}: {key}: unknown section, expected one of sight, hand, look, temper.", where=where, key=key
            )
    tempers = _table(tables, "temper", where)
    for name in tempers:
        if name not in TEMPERS:
            raise InputError(
                "{where}: temper.{name}: unknown key, expected one of {tempers}{meant}.",
                where=where,
                name=name,
                tempers=", ".join(TEMPERS),
                meant=meant(name, TEMPERS),
            )
    return ZackPeople(
        sight=check(Sight, _table(tables, "sight", where), where, "sight"),
        hand=check(HandMeasures, _table(tables, "hand", where), where, "hand"),
        look=check(Look, _table(tables, "look", where), where, "look"),
        tempers={
            name: check(Temper, _table(tempers, name, where, "temper."), where, f"temper.{name}") for name in TEMPERS
        },
    )


def _table(tables: Mapping[str, Any], key: str, where: str, prefix: str = "") -> Mapping[str, Any]:
    table = tables.get(key, {})
    if not isinstance(table, Mapping):
        raise InputError(
            "{where}: {prefix}{key}: expected a table, found {table!r}.",
            where=where,
            prefix=prefix,
            key=key,
            table=table,
        )
    return table


@cache
def shipped_people_tables() -> Mapping[str, Any]:
    """Return the shipped tables as plain numbers without provenance. Do not change them: merging copies."""
    return {key: table for key, table in shipped(PEOPLE_FILE).items() if key != "strategy"}


@cache
def shipped_strategies() -> Mapping[str, Mapping[str, float]]:
    """Return in what each strategy that was found by search differs from another (`steady`), by its name.

    They are no measures of people, so no part of a configuration or its digest.
    """
    tables: Mapping[str, Mapping[str, float]] = shipped(PEOPLE_FILE)["strategy"]
    return tables


def face_seen_s(release_s: float, sight: Sight, *, by_thrower: bool) -> float:
    """Return the time (s) from which a card's face can be seen, for a card that leaves its hand at `release_s`."""
    seen = release_s - sight.face_lead_ms / 1000.0
    return seen + sight.thrower_lag_ms / 1000.0 if by_thrower else seen
