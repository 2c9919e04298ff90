"""A practice of Zack! with a full bowl and a card in the hand, for the bench and for the pictures of docs/."""

from __future__ import annotations

from typing import Any

FULL: dict[str, Any] = {"distance_mm": 420.0, "side": 1, "cards": 20}
"""The arguments of the practice."""


def take(layer: Any) -> None:
    """Take the top card where a hand aims: behind the line at which the hands of bots let go."""
    layer.pointer(*place(layer))
    layer.press(*place(layer), 1, 0)


def tremble(layer: Any, index: int) -> None:
    """Move the pointer by a unit in every other frame: a pointer is never quite still."""
    x, y = place(layer)
    layer.pointer(x + index % 2, y)


def place(layer: Any) -> tuple[float, float]:
    """Return where the pointer is (window units): 0.45 of the hand's reach behind its front end, at half its height."""
    left, bottom, right, top = layer.hand.reach
    near, far = (left, right) if layer.hand.side > 0 else (right, left)
    at: tuple[float, float] = layer.scene.camera.to_screen((near + 0.45 * (far - near), bottom + 0.5 * (top - bottom)))
    return at
