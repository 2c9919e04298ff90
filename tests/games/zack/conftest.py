"""Settings that tests of Zack! share."""

from __future__ import annotations

import pytest

from sim.configuration import load_configuration
from sim.games.zack.configuration import ZackConfiguration


@pytest.fixture(scope="session")
def configuration() -> ZackConfiguration:
    """The shipped configuration at the draft profile."""
    return load_configuration("zack", profile="draft")
