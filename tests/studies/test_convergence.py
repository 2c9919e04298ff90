"""The answer may not depend on the step: the same placements at play (480 Hz) and four times finer (1920 Hz)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.physics.ship.world import ShipWorld
from studies.convergence import SHIPS, STUDY, loaded_ship, profile_of, study
from tests.physics.ships import as_shipped, farthest, places, run


@pytest.mark.parametrize("profile", ["draft", "play", "reference"])
@pytest.mark.parametrize(
    "ship",
    [
        pytest.param("neat 16", marks=pytest.mark.slow),
        pytest.param("ugly 12", marks=pytest.mark.slow),
        pytest.param("ugly 16", marks=pytest.mark.study),
    ],
)
def test_a_ship_built_anew_lies_still_at_every_step(profile: str, ship: str) -> None:
    """A new world remembers no contact forces; before it found them in its first step, laden yards gave way by 2 mm."""
    world = ShipWorld(replace(as_shipped(), profile=profile_of(profile)), loaded_ship(ship, 1))
    before = places(world)
    run(world, 3)
    assert farthest(before, places(world)) < (0.5 if profile == "draft" else 0.25)
    assert not world.touches.ground


@pytest.mark.study
def test_play_and_reference_agree_on_single_placements() -> None:
    """Of 60 pairs, which is few, the interval is about 4 points wide either way, so nothing tighter is asked."""
    pairs = study(30, 1, 1, ships=("neat 8", "ugly 16"), profiles=("play", "reference"))
    play, reference = STUDY.compare(pairs, "fell")
    assert 0.1 < reference.value.estimate < 0.6, "placements that never or always fail would prove nothing"
    assert abs(play.difference.estimate) < 0.05
    assert play.discordant < 0.08


@pytest.mark.study
def test_play_is_within_one_point_of_the_reference() -> None:
    """2700 pairs over nine ships: the whole 95 % interval of the fall rate's difference lies within one point."""
    pairs = study(300, 1, 1, profiles=("play", "reference"))
    assert len(pairs) == 300 * len(SHIPS)
    fell = STUDY.compare(pairs, "fell")[0].difference
    assert -0.01 < fell.low < fell.high < 0.01
    for measure in ("own_fell", "lost"):
        assert abs(STUDY.compare(pairs, measure)[0].difference.estimate) < 0.01, measure
    assert STUDY.compare(pairs, "unsettled")[0].value.estimate < 0.005
