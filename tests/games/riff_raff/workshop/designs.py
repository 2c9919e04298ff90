"""Designs to try things on, and a drag of one of their handles."""

from __future__ import annotations

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.workshop.handles import handles
from sim.workshop.document import Document


def ship_design() -> Document[RiffRaffConfiguration]:
    return Document("riff-raff")


def dragged_up(design: Document[RiffRaffConfiguration], name: str, rise_mm: float) -> bool:
    handle = next(handle for handle in handles(design.configuration) if handle.name == name)
    return design.edit(handle.edits(handle.at[0], handle.at[1] + rise_mm), name, "drag")
