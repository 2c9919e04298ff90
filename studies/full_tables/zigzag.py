"""ZIGZAG with six hands at the tapis and a card in the person's hand, for the bench and for pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.games.zigzag.rules.vocabulary import Phase
from studies.full_tables import FullTable

if TYPE_CHECKING:
    from scenes.games.zigzag.play import PlayLayer

FULL: dict[str, object] = {"players": 6, "profile": "casual", "level": 3, "cards": "own"}
"""What is practised."""
LYING = 3
"""The number of cards on the tapis before the person takes one in hand."""
STEP_S = 1 / 30
MOST_STEPS = 6000


def take(layer: PlayLayer) -> None:
    """Wait until a hand has begun and others have laid cards, then drag the person's first character card."""
    state = layer.match.table.state
    for _ in range(MOST_STEPS):
        layer.update(STEP_S)
        state = layer.match.table.state
        if state.phase is Phase.PLAY and state.face_down[layer.me] is not None and len(state.tapis) >= LYING:
            break
    number = next((n for n, card in enumerate(state.hands[layer.me]) if card.is_character), 0)
    layer.press(*layer.card_place(number), 1, 0)
    layer.pointer(*place(layer))


def place(layer: PlayLayer) -> tuple[float, float]:
    """Return a window position between the person and the middle of the tapis."""
    x, y = layer.match.table.homes[layer.me]
    at: tuple[float, float] = layer.scene.camera.to_screen((0.35 * x, 0.35 * y))
    return at


TABLE = FullTable(FULL, take, place)
