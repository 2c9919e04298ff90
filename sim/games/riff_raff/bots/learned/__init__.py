"""A head that has learned from simulated placements: places as numbers, what they are worth, and the race."""
