"""Measurements of speed: steps, placements, bowls, frames."""
