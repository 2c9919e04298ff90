"""Zack! with a full bowl and a card in the hand: what the bench measures, and what the pictures show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.games.zack.play import PlayLayer

FULL: dict[str, object] = {"distance_mm": 420.0, "side": 1, "cards": 20}
"""What is practised."""


def take(layer: PlayLayer) -> None:
    """Take the top card, where a hand aims: a little behind the line at which it lets go."""
    layer.pointer(*place(layer))
    layer.press(*place(layer), 1, 0)


def tremble(layer: PlayLayer, index: int) -> None:
    """The pointer is never quite still."""
    x, y = place(layer)
    layer.pointer(x + index % 2, y)


def place(layer: PlayLayer) -> tuple[float, float]:
    """Where the pointer is, then."""
    left, bottom, right, top = layer.hand.reach
    near, far = (left, right) if layer.hand.side > 0 else (right, left)
    at: tuple[float, float] = layer.scene.camera.to_screen((near + 0.45 * (far - near), bottom + 0.5 * (top - bottom)))
    return at
