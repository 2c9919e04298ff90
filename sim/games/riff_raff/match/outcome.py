"""What became of the pieces in an attempt, in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from sim.games.riff_raff import rules
from sim.games.riff_raff.match.table import kind_of
from sim.physics.ship.attempt import LoadResult


def outcome_of(name: str, result: LoadResult, before: Mapping[str, int]) -> rules.Load:
    """Return the outcome of an attempt with the piece of that name as an action of the rules.

    before: the slot of every piece that lay aboard, by its name.
    """
    placed = rules.Fate.STAYS
    if name in result.fallen:
        placed = rules.Fate.LOST
    elif name in result.caught:
        placed = rules.Fate.CAUGHT
    lost = tuple(rules.Fallen(kind_of(n), before[n]) for n in result.fallen if n != name)
    caught = tuple(rules.Fallen(kind_of(n), before[n]) for n in result.caught if n != name)
    ship = {slot: tuple(kind_of(n) for n in names) for slot, names in result.aboard.items()}
    return rules.Load(kind_of(name), placed, lost, caught, ship)


def slots_of(result: LoadResult) -> dict[str, int]:
    """Return the slot of every piece that lies aboard after an attempt, by its name."""
    return {name: slot for slot, names in result.aboard.items() for name in names}
