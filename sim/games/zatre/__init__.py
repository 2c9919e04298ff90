"""ZATRE: tiles and sums."""
