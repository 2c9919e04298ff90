"""The placements of Riff Raff as numbers, for bots and agents of one's own (docs/tutorials/train-an-agent.md)."""

from sim.games.riff_raff.bots.learned.features import FEATURES, Features, Places

__all__ = ["FEATURES", "Features", "Places"]
