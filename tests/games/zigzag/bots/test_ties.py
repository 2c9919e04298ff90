"""Ties for a card between equal players follow from the reaction data."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.games.zigzag.rows import TIE_MS
from sim.people.ex_gaussian import ExGaussian
from sim.people.motor import reach_time_s
from sim.people.skill import load_skills
from sim.physics.tapis.world import CardPose, Moment, TapisWorld
from tests.amounts import amount
from tests.games.zigzag.bots.reaction_gap import gap_share
from tests.shipped import shipped_tapis

CASUAL = load_skills()["casual"]


@pytest.mark.parametrize("kind", ["simple", "go_no_go", "two_choice"])
def test_the_closed_form_is_what_drawing_pairs_comes_to(kind: str) -> None:
    reaction: ExGaussian = getattr(CASUAL, kind)
    rng = np.random.default_rng(5)
    count = 200_000
    first, second = (
        reaction.mu + reaction.sigma * rng.standard_normal(count) + reaction.tau * rng.standard_exponential(count)
        for _ in range(2)
    )
    drawn = float(np.mean(np.abs(first - second) < TIE_MS))
    assert gap_share(reaction) == pytest.approx(drawn, abs=4 * math.sqrt(0.25 / count))


@pytest.mark.parametrize(("kind", "measured"), [("simple", 0.54), ("go_no_go", 0.29), ("two_choice", 0.24)])
def test_gaps_below_50_ms_are_as_frequent_as_between_two_random_people(kind: str, measured: float) -> None:
    # Data sheet D: pairs of 50 people. Go/no-go and choice are those of other laboratories too, so it is no identity.
    assert gap_share(getattr(CASUAL, kind)) == pytest.approx(measured, abs=0.05)


def test_without_scatter_everything_is_a_tie_and_without_a_window_nothing() -> None:
    assert gap_share(CASUAL.noiseless().simple) == 1.0
    assert gap_share(CASUAL.simple, 0.0) == pytest.approx(0.0, abs=1e-12)
    assert gap_share(ExGaussian(200.0, 0.0, 60.0), 60.0) == pytest.approx(1.0 - math.exp(-1.0))
    assert gap_share(ExGaussian(200.0, 30.0, 0.0), 30.0) == pytest.approx(math.erf(0.5))
    with pytest.raises(ValueError, match="at least 0"):
        gap_share(CASUAL.simple, -1.0)


@pytest.mark.slow
@amount(200, full=300, whole=600)
def test_two_equal_hands_tie_for_a_card_as_often_as_their_reactions_do(amount: int) -> None:
    """Through the world: reaction, minimum-jerk reach with a Fitts time, who covers first, by how much."""
    setup, rng = shipped_tapis(), np.random.default_rng(11)
    homes = {"a": setup.home(0, 4), "c": setup.home(2, 4)}
    takes = reach_time_s(CASUAL, math.hypot(*homes["a"]), setup.tapis.card_width_mm)
    world = TapisWorld.of(setup, homes)
    world.lay("card", CardPose(0.0, 0.0, 0.0))
    alone_s = world.covers_at_s(world.send("a", 0.0, 0.0, takes, "card"))
    assert alone_s is not None
    ties = wins = 0
    for _ in range(amount):
        starts = {name: CASUAL.simple.sample(rng) / 1000.0 for name in homes}
        world = TapisWorld.of(setup, homes)
        world.lay("card", CardPose(0.0, 0.0, 0.0))
        due: dict[str, float] = {}
        moments: list[Moment] = []
        for name, start in sorted(starts.items(), key=lambda item: item[1]):
            late = math.ceil(start * 120) - round(world.time_s * 120)
            moments += [moment for _ in range(late) for moment in world.tick()]
            world.send(name, 0.0, 0.0, takes, "card", start)
            # Equal hands on equal ways: what lies between them is what lay between their reactions.
            due[name] = start + alone_s
        moments += [moment for _ in range(70) for moment in world.tick()]
        covered = next(moment for moment in moments if moment.what == "covers")
        rival = due["c" if covered.hand == "a" else "a"]
        ties += abs(rival - covered.time_s) < TIE_MS / 1000.0
        wins += covered.hand == "a"
    share = gap_share(CASUAL.simple)
    assert ties / amount == pytest.approx(share, abs=3 * math.sqrt(share * (1 - share) / amount))
    assert wins / amount == pytest.approx(0.5, abs=3 * math.sqrt(0.25 / amount))
