"""How a player in a real window sees Zack! and answers it, through a whole match."""

from __future__ import annotations

from typing import Any

from tests.scenes.whole_match import MatchWindow, Seen

ARGUMENTS = ("--seats", "me=Carla,casual,casual", "--seed", "5", "--tempo", "beginner")
CONFIGURATION = """
[table]
wins = 1
shuffle_s = 1.0
deal_card_s = 0.05

[deck.splits.six_five]
circles_per_colour = 2
cards_per_action = 2
"""
SLOW_S = 4.0
"""A player who has been due for this long is challenged (s)."""
FROM_MM, TO_MM = (560.0, 150.0), (300.0, 235.0)
"""Where a flick begins and ends, on the right of the bowl."""
GREEN_S = 0.55


def look(layer: Any) -> Seen:
    """Return whose turn it is, as a beginner is shown, and where to flick and to click."""
    match, table, panels = layer.match, layer.match.table, layer._panels
    seen, side = layer.scene.camera.to_screen, layer.hand.side
    plays = str(table.stage) == "playing"
    late = [seat for seat in match.frame().seats if plays and seat.is_due and (seat.clock_s or 0.0) > SLOW_S]
    colours = [colour for colour, _ in layer._challenges()]
    challenge = next((colours.index(seat.colour) for seat in late if seat.colour in colours), None)
    missed = layer._missed()
    return {
        "mine": plays and table.due == layer.me and not layer.hand.busy,
        "flick": [seen((side * x, y)) for x, y in (FROM_MM, TO_MM)],
        "missed": seen((match.world.motion(missed[0]).x, match.world.motion(missed[0]).y)) if missed else None,
        "beyond": bool(missed) and side * match.world.motion(missed[0]).x < 0.0,
        "names": panels.fields[0].centre if panels.fields else None,
        "goes_on": panels.button.centre if panels.button is not None else None,
        "challenge": challenge,
        "cards": [spot.centre for spot in panels.strip.challenges] if panels.strip is not None else [],
    }


def by_mouse(window: MatchWindow, seen: Seen) -> None:
    """Flick the top card in turn; click what missed, colours, challenges, and the button that goes on."""
    if seen["names"] or seen["goes_on"]:
        window.click(*(seen["names"] or seen["goes_on"]))
    elif seen["missed"]:
        window.flick_s = min(0.8, max(0.15, window.flick_s * (1.15 if seen["beyond"] else 0.87)))
        window.click(*seen["missed"])
    elif seen["mine"]:
        start, end = seen["flick"]
        window.do(*window.at(*start), "sleep", "0.1", "mousedown", "1", "sleep", "0.1")
        window.glide(start, end, window.flick_s, up=True)
    elif seen["challenge"] is not None and seen["cards"]:
        window.click(*seen["cards"][seen["challenge"]])


def by_keys(window: MatchWindow, seen: Seen) -> None:
    """Hold Space in turn until the ring is green; press the numbers of colours and challenges."""
    if seen["names"]:
        window.keys("1")
    elif seen["goes_on"]:
        window.keys("space")
    elif seen["mine"] or seen["missed"]:
        window.hold("space", GREEN_S)
    elif seen["challenge"] is not None:
        window.keys(str(seen["challenge"] + 1))
