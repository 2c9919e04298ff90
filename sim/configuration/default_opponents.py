"""Who usually sits at a table: the section [company] of games without physics, whose presets are other people.

Where hands matter a preset makes the pieces or the bowl harder for everybody. Tiles of ZATRE lie where they are put,
and ZIGZAG is as hard as those who sit round it: there a preset says how the others play, next to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sim.errors import InputError
from sim.measures import TomlTable, check
from sim.protocols import Configuration
from sim.refusals import one_of
from sim.spec import bots_of, game_of

USUAL: Literal["casual"] = "casual"


class DefaultOpponents(TomlTable):
    """The table [company]: profile and strategy of every seat that no option fills.

    partner_profile, partner_strategy: of the partner of the person who sits down, where there are partners.
    """

    profile: Literal["child", "casual", "skilled"]
    strategy: str
    partner_profile: Literal["child", "casual", "skilled"] | None = None
    partner_strategy: str | None = None

    def who(self, seat: int, count: int, person: int = 0) -> tuple[str, str]:
        """Return profile and strategy at a seat of `count`, where `person` is the seat of the person who sits down.

        Partners sit opposite each other, as many seats away on one side as on the other.
        """
        if self.partner_profile is not None and (seat - person) % count in (0, count // 2):
            return self.partner_profile, self.partner_strategy or self.strategy
        return self.profile, self.strategy


def build_default_opponents(game: str, tree: Mapping[str, Any], where: str) -> DefaultOpponents:
    """Build the section of a whole tree; without one, casual players with the usual strategy. Raises InputError."""
    bots = bots_of(game)
    if "company" not in tree:
        return DefaultOpponents(profile=USUAL, strategy=bots.usual[USUAL])
    opponents = check(DefaultOpponents, tree["company"], where, "company")
    for key in ("strategy", "partner_strategy"):
        strategy = getattr(opponents, key)
        if strategy is not None and strategy not in bots.strategies:
            raise InputError(f"{where}: company.{key}: {one_of(strategy, bots.strategies)}.")
    return opponents


def default_opponents_of(configuration: Configuration) -> DefaultOpponents | None:
    """Return a table's default opponents; None for games whose presets have none."""
    opponents: DefaultOpponents | None = getattr(configuration, "company", None)
    return opponents


def usual_players(configuration: Configuration) -> list[str]:
    """Return words for the usual number of seats, as `--players` takes them."""
    opponents, count = default_opponents_of(configuration), game_of(configuration.game).usual_seats
    if opponents is None:
        return [USUAL] * count
    return [":".join(opponents.who(seat, count)) for seat in range(count)]
