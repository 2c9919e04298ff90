"""The choice of what to collect and what to call: by the sheet, the player's hand, and the partner's signs.

The sheet has boxes (level, name), at level 3 of the game those of both levels. A hand can be a ZIG at level 1 and,
without the attribute of its constraint, nothing at level 2: so combinations are kept by level.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from sim.games.zigzag.bots.hand_value import ZAG, ZIG
from sim.games.zigzag.intents import BoxName, CallName, Combination

EASE: tuple[CallName, ...] = ("zig", "double_zig", "zag", "zig_zag")
"""Boxes, the easiest first: a hand in 29 holds a ZIG, one in 13,237 a ZAG (FACTS 4.3), before anything is exchanged."""
DOUBLE_ZAG: Final = "double_zag"

Box = tuple[int, BoxName]
"""A box of the sheet: its level, and the announcement that ticks it."""


class Goal(NamedTuple):
    """A goal of collecting: zig or zag, and the level of the sheet that it is for."""

    kind: Combination
    level: int


def callable_now(mine: str | None, partners: str | None) -> tuple[CallName, ...]:
    """Return what the receiver of a sign can call: the partner's hand alone, or with their own. A ZAG is a ZIG too."""
    if partners is None:
        return ()
    found: list[CallName] = [ZIG]
    if partners == ZAG:
        found.append(ZAG)
    if mine is not None:
        found.append("double_zig")
        if ZAG in (mine, partners):
            found.append("zig_zag")
        if mine == partners == ZAG:
            found.append(DOUBLE_ZAG)
    return tuple(found)


def best_call(mine: Mapping[int, str | None], partners: Goal | None, boxes: Collection[Box]) -> CallName | None:
    """Return the call that ticks the hardest open box for certain; None if there is none.

    mine: the combination in the player's hand, by level. partners: the combination in the partner's hand, and the
    highest level for which it is known to count.
    """
    found: list[tuple[int, int, CallName]] = []
    for level in {level for level, _ in boxes}:
        possible = callable_now(mine[level], partners.kind if partners and level <= partners.level else None)
        if DOUBLE_ZAG in possible:
            return DOUBLE_ZAG
        found += [(EASE.index(box), level, box) for at, box in boxes if at == level and box in possible]
    return max(found)[2] if found else None


def signed(plan: str, boxes: Collection[Box]) -> dict[Combination, int]:
    """Return the combinations for which a pair makes signs now, with the level at which each has to be right.

    Both partners know this, so each knows what a sign can mean. With the plan `sheet`, a ZIG is shown only while a ZIG
    by itself, or two of them, are wanted: for a ZIG-ZAG the partner with the ZIG calls on seeing the sign for the ZAG.
    At level 3 a sign is for the lowest level at which its combination is wanted.
    """
    by_level = _by_level(boxes)
    zigs = [
        level
        for level, open_ in by_level.items()
        if plan == "none" or "zig" in open_ or "double_zig" in open_ or (plan == "own" and ZAG not in open_)
    ]
    zags = [level for level, open_ in by_level.items() if ZAG in open_ or "zig_zag" in open_]
    zig: dict[Combination, int] = {ZIG: zigs[0]} if zigs else {}
    return {**zig, ZAG: (zags or list(by_level))[0]}


def goal(plan: str, boxes: Collection[Box], partners: str | None, first: bool) -> Goal:
    """Return what to collect. partners: the combination for which the partner has made a sign.

    first: True for the one of two partners who collects the ZAG of the last ZIG-ZAG. At level 3 the boxes without a
    constraint come first.
    """
    level, open_ = next(iter(_by_level(boxes).items()))
    return Goal(_kind(plan, open_, partners, first), level)


def _kind(plan: str, open_: Collection[str], partners: str | None, first: bool) -> Combination:
    if plan != "sheet":
        return ZIG if ZIG in open_ or ZAG not in open_ else ZAG
    if "zig" in open_ or "double_zig" in open_:
        return ZIG
    if ZAG in open_:
        return ZAG
    return ZIG if partners == ZAG or not first else ZAG


def _by_level(boxes: Collection[Box]) -> dict[int, list[BoxName]]:
    """Return open boxes by their level, the lowest first."""
    return {level: [box for at, box in boxes if at == level] for level in sorted({level for level, _ in boxes})}
