"""The study of releases: what of a fall is the hand's, and what follows from ship and place."""

from __future__ import annotations

import math

import pytest

from sim.configuration import changed_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from studies.hands import GAME
from studies.releases import EXACT, Released, explained, placements, released, share


def one(match: int, casual: str, exact: str = "--") -> Released:
    return Released(match, 1, 0, tuple(c == "x" for c in exact), tuple(c == "x" for c in casual))


def test_what_does_not_depend_on_the_noise_follows_from_ship_and_place() -> None:
    found = explained([one(0, "xxxx"), one(0, "----"), one(1, "xxxx"), one(1, "----")], 1)
    assert (found.estimate, found.low, found.high) == (1.0, 1.0, 1.0)


def test_noise_alone_explains_nothing_by_ship_and_place() -> None:
    # Half of the releases of each placement fall; the unbiased variance of four such is 1/3.
    found = explained([one(match, "xx--") for match in range(3)], 1)
    assert math.isclose(found.estimate, 1.0 - (1.0 / 3.0) / 0.25)


def test_shares_are_means_over_placements() -> None:
    found = [one(0, "xx--"), one(1, "----")]
    assert share(found, lambda each: sum(each.casual) / 4).estimate == 0.25


@pytest.mark.slow
def test_a_placement_is_released_again_on_its_ship_and_alike_for_the_same_seed() -> None:
    configuration = changed_configuration(GAME, {}, profile="draft")
    assert isinstance(configuration, RiffRaffConfiguration)
    past = next(placements(configuration, "random", 1))
    exact = configuration.skills["skilled"]
    again = [released(configuration, exact, 0, past, 2, 1) for _ in range(2)]
    assert again[0] == again[1]
    assert (again[0].aboard, len(again[0].exact), len(again[0].casual)) == (0, EXACT, 2)
