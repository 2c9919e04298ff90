"""ZATRE with a full board and a tile in the hand, as the bench measures it and the pictures show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.games.zatre.art import middle
from studies.full_tables import FullTable

if TYPE_CHECKING:
    from scenes.games.zatre.play import PlayLayer

FULL: dict[str, object] = {"tiles": 60}
"""What is practised."""
WAIT_S = 0.1
MOST_WAITS = 600


def take(layer: PlayLayer) -> None:
    """Wait until tiles are drawn, then take the first one for which there is a square."""
    for _ in range(MOST_WAITS):
        layer.update(WAIT_S)
        if layer.draft is not None:
            break
    draft = layer.draft
    if draft is None:
        return
    assert layer.tray is not None
    number = next((number for number in draft.rack if draft.open_for(number)), 0)
    spot = layer.tray.tiles[number].centre
    layer.pointer(*spot)
    layer.press(*spot, 1, 0)
    layer.pointer(*place(layer))


def place(layer: PlayLayer) -> tuple[float, float]:
    """Return the window position of a square where the held tile may go, or of the middle one if there is none."""
    draft = layer.draft
    open_squares = () if draft is None or layer.held is None else draft.open_for(layer.held)
    at: tuple[float, float] = layer.scene.camera.to_screen(middle(*(open_squares or ((7, 7),))[0]))
    return at


TABLE = FullTable(FULL, take, place)
