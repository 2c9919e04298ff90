"""Short matches for the tests: coarse physics, and players who do not plan."""

from __future__ import annotations

import pytest

from sim.configuration import load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.record import Recorder
from sim.match.seats import seats_from


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """The shipped configuration at the draft profile."""
    return load_configuration("riff-raff", profile="draft")


def played(configuration: RiffRaffConfiguration, seed: int, *players: str) -> tuple[RiffRaffMatch, Recorder]:
    """A match played to its end, and what was recorded of it."""
    seats = seats_from(players or ("casual:random", "casual:random", "casual:random"))
    recorder = Recorder.of(configuration, seats, seed)
    match = RiffRaffMatch(configuration, seats, seed, recorder.record_line)
    match.run()
    return match, recorder


@pytest.fixture(scope="session")
def finished(configuration: RiffRaffConfiguration) -> tuple[RiffRaffMatch, Recorder]:
    """One match of three, played once for all tests that only look at it."""
    return played(configuration, 3)
