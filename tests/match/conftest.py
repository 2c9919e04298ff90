"""Short matches for the tests: coarse physics, and players who do not plan."""

from __future__ import annotations

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.record import Recorder
from tests.games.riff_raff import matches


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """The shipped configuration of Riff Raff at the draft profile."""
    return matches.draft()


@pytest.fixture(scope="session")
def finished() -> tuple[RiffRaffMatch, Recorder]:
    """One match of three, which nothing changes."""
    return matches.of_three()
