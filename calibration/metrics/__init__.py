"""Metrics of stored matches: figures, their differences, and survival, beyond the figures that `simulate` prints."""
