"""Designs to try things on, and a drag of one of their handles."""

from __future__ import annotations

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.zack.configuration import ZackConfiguration
from sim.workshop.document import Document
from sim.workshop.ship.handles import handles


def ship_design() -> Document[RiffRaffConfiguration]:
    return Document("riff-raff")


def bowl_design() -> Document[ZackConfiguration]:
    return Document("zack")


def dragged_up(design: Document[RiffRaffConfiguration], name: str, rise_mm: float) -> bool:
    handle = next(handle for handle in handles(design.configuration) if handle.name == name)
    return design.edit(handle.edits(handle.at[0], handle.at[1] + rise_mm), name, "drag")
