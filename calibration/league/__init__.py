"""Bots against each other: ladders, leagues of mirrored pairs that can be played again, and a suite of tasks."""
