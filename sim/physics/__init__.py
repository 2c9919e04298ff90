"""Worlds of wood, card and hands in pymunk; knows no rule of any game."""

from __future__ import annotations

Point = tuple[float, float]
"""x and y in a plane, in mm unless a name says otherwise."""
Pose2D = tuple[float, float, float]
"""x, y (mm) and the angle (rad, counter-clockwise) of something rigid in a plane."""
