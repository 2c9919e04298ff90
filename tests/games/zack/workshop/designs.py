"""A design to try things on."""

from __future__ import annotations

from sim.games.zack.configuration import ZackConfiguration
from sim.workshop.document import Document


def bowl_design() -> Document[ZackConfiguration]:
    return Document("zack")
