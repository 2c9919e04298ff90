"""How a player in a real window sees ZATRE and answers it, through a whole match."""

from __future__ import annotations

from typing import Any

from tests.scenes.whole_match import MatchWindow, Seen

ARGUMENTS = ("--seats", "me=Ada,casual", "--seed", "3")
CONFIGURATION = """
[table]
starter_draw_s = 0.5
draw_s = 0.2
place_s = 0.2
score_s = 0.4
score_run_s = 0.4

[thought]
pieces = 0.05
choices = 0.05
"""
ARROWS = ("Right", "Down", "Left", "Up")


def look(layer: Any) -> Seen:
    """Return the next tile, its square and the button, and what is in the hand."""
    from scenes.games.zatre.art import middle

    draft = layer.draft
    if draft is None:
        return {"due": False}
    fits = next((number for number in draft.rack if draft.open_for(number)), None)
    found = {"due": True, "complete": draft.complete(), "button": layer.tray.button.centre, "held": layer.held}
    found.update(aims=fits is not None and layer.aim.at in draft.open_for(fits), fits=fits)
    if fits is not None:
        square = layer.scene.camera.to_screen(middle(*draft.open_for(fits)[-1]))
        found.update(tile=layer.tray.tiles[fits].centre, square=square)
    return found


def by_mouse(window: MatchWindow, seen: Seen) -> None:
    """Drag tiles, or click them and their squares by turns, and press the button."""
    if not seen["due"]:
        return
    if seen["complete"]:
        window.click(*seen["button"])
    elif seen["fits"] % 2:
        window.click(*seen["tile"])
        window.click(*seen["square"])
    else:
        window.drag(seen["tile"], seen["square"])


def by_keys(window: MatchWindow, seen: Seen) -> None:
    """Take up tiles by Tab, move them by arrows, and put them down by Enter."""
    if not seen["due"]:
        window.keys("t")
        return
    if seen["complete"] and seen["held"] is None:
        window.keys("Return")
    elif seen["held"] != seen["fits"]:
        window.keys("Tab")
    else:
        window.keys("Return" if seen["aims"] else ARROWS[window.turn % 4])
