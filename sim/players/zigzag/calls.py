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


def goal(plan: str, boxes: Collection[str], mine: str | None, partners: str | None, first: bool) -> str:
    """What to collect: zig or zag. first: of the two partners the one who goes for the ZAG of a ZIG-ZAG.

    mine: what the own hand is already. partners: what the partner has made a sign for.
    """
    if plan != "sheet":
        return ZIG if ZIG in boxes or ZAG not in boxes else ZAG
    easiest = next((box for box in EASE if box in boxes), ZIG)
    if easiest in ("zig", "double_zig"):
        return ZIG
    if "zig_zag" in boxes:
        if partners == mine == ZIG:
            # Whoever made a sign is relied upon: one of the two keeps what he has.
            return ZAG if first else ZIG
        if partners is not None:
            return ZAG if partners == ZIG else ZIG
        if mine is not None:
            return mine
        return ZAG if first or "zag" in boxes else ZIG
    return ZAG
