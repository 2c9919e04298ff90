"""Matches and settings that tests of Riff Raff share."""

from __future__ import annotations

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.record import Recorder
from tests.games.riff_raff import matches


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """The shipped configuration at the draft profile."""
    return matches.draft()


@pytest.fixture(scope="session")
def finished() -> tuple[RiffRaffMatch, Recorder]:
    """One match of three, which nothing changes."""
    return matches.of_three()


@pytest.fixture(scope="session")
def played() -> tuple[matches.PlayedMatch, ...]:
    """Three different matches with their rows."""
    return matches.of_a_batch()
