"""A practice of Zack! with a full bowl and a card in the hand, for the bench and for the pictures of docs/."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studies.full_tables import FullTable

if TYPE_CHECKING:
    from scenes.games.zack.play import PlayLayer

MOVED = 40.0
"""How far the hand moves with the card (window units): more than a tremble at any size."""
FULL: dict[str, object] = {"distance_mm": 420.0, "side": 1, "cards": 20}
"""The arguments of the practice."""


def take(layer: PlayLayer) -> None:
    """Take the top card where a hand aims: behind the line at which the hands of bots let go.

    The hand moves with it, since nothing is forecast before.
    """
    x, y = place(layer)
    layer.pointer(x, y)
    layer.press(x, y, 1, 0)
    layer.pointer(x, y + MOVED)
    layer.pointer(x, y)


def place(layer: PlayLayer) -> tuple[float, float]:
    """Return where the pointer is (window units): 0.45 of the hand's reach behind its front end, at half its height."""
    left, bottom, right, top = layer.hand.reach
    near, far = (left, right) if layer.hand.side > 0 else (right, left)
    at: tuple[float, float] = layer.scene.camera.to_screen((near + 0.45 * (far - near), bottom + 0.5 * (top - bottom)))
    return at


TABLE = FullTable(FULL, take, place)
