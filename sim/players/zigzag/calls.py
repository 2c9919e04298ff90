"""What to collect, and what to call: the sheet, the own hand, and what the partner has made a sign for."""

from __future__ import annotations

from collections.abc import Collection

from sim.players.zigzag.worth import ZAG, ZIG

EASE = ("zig", "double_zig", "zag", "zig_zag")
"""Boxes, the easiest first: a hand in 29 holds a ZIG, one in 13,237 a ZAG (FACTS 4.3), before anything is exchanged."""
DOUBLE_ZAG = "double_zag"


def callable_now(mine: str | None, partners: str | None) -> tuple[str, ...]:
    """What the receiver of a sign can call: his partner's hand alone, or with his own. A ZAG is a ZIG as well."""
    if partners is None:
        return ()
    found = [ZIG]
    if partners == ZAG:
        found.append(ZAG)
    if mine is not None:
        found.append("double_zig")
        if ZAG in (mine, partners):
            found.append("zig_zag")
        if mine == partners == ZAG:
            found.append(DOUBLE_ZAG)
    return tuple(found)


def best_call(calls: Collection[str], boxes: Collection[str]) -> str | None:
    """The hardest of these calls that an open box waits for; None if there is none."""
    if DOUBLE_ZAG in calls and boxes:
        return DOUBLE_ZAG
    return next((box for box in reversed(EASE) if box in calls and box in boxes), None)


def signed(plan: str, boxes: Collection[str]) -> tuple[str, ...]:
    """Which combinations a pair makes signs for now, so that each of them knows what a sign can mean.

    Whoever plays by the sheet shows a ZIG only while a ZIG by itself, or two of them, are wanted: for a ZIG-ZAG the one
    with the ZIG calls as soon as he sees the sign for the ZAG.
    """
    if plan == "none" or "zig" in boxes or "double_zig" in boxes:
        return (ZIG, ZAG)
    return (ZIG, ZAG) if plan == "own" and ZAG not in boxes else (ZAG,)


def goal(plan: str, boxes: Collection[str], partners: str | None, first: bool) -> str:
    """What to collect: zig or zag. partners: what the partner has made a sign for.

    first: of the two partners the one who goes for the ZAG of the last ZIG-ZAG.
    """
    if plan != "sheet":
        return ZIG if ZIG in boxes or ZAG not in boxes else ZAG
    if "zig" in boxes or "double_zig" in boxes or not boxes:
        return ZIG
    if ZAG in boxes:
        return ZAG
    return ZIG if partners == ZAG or not first else ZAG
