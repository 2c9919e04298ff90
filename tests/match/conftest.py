"""Short matches for the tests: coarse physics, and players who do not plan."""

from __future__ import annotations

from tests.games.riff_raff.matches import configuration, finished

__all__ = ["configuration", "finished"]
