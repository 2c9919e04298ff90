"""What tests of Riff Raff share."""

from __future__ import annotations

from tests.games.riff_raff.matches import configuration, finished, played

__all__ = ["configuration", "finished", "played"]
