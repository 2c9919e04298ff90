"""How a player in a real window sees ZIGZAG and answers it, through a whole match."""

from __future__ import annotations

from typing import Any

from tests.scenes.whole_match import MatchWindow, Seen

ARGUMENTS = ("--seats", "me=Carla,casual,casual,casual", "--seed", "6", "--tempo", "beginner")
CONFIGURATION = """
[table]
shuffle_s = 1.0
more_jokers = 1
most_minutes = 1.5
"""


def look(layer: Any) -> Seen:
    """Return the next thing to do and where, as a beginner is shown it by words, a pulse and marks."""
    from scenes.games.zigzag.play_choices import ACTIONS, Spot

    step, hint, panels, to_screen = layer._step, layer._hint, layer._panels, layer.scene.camera.to_screen
    cards, lying = layer._own().cards, layer._lying()
    due = layer._due_at()
    exchange = hint is not None and hint.lay in cards
    lay = cards.index(hint.lay) if exchange else next((n for n, card in enumerate(cards) if "." in card), 0)
    caps = {action.words: action.cap for action in ACTIONS}
    taken = lying.get("" if hint is None else hint.take or "") or next(iter(lying.values()), None)
    return {
        "spot": Spot.OWN if exchange else step.spot,
        "due": due,
        "cap": caps.get(step.button, "").lower(),
        "lay": lay,
        "special": bool(cards) and "." not in cards[lay],
        "card": panels.cards[lay].centre,
        "free": to_screen(layer.match.hand.free_place),
        "take": None if taken is None else to_screen(taken),
        "marked": layer._mark().lying is not None,
        "choices": [spot.centre for spot in panels.choices],
        "busy": layer.hand.busy,
    }


def by_mouse(window: MatchWindow, seen: Seen) -> None:
    """Drag a card to the tapis, click cards, piles, buttons and choices."""
    if seen["choices"]:
        window.click(*seen["choices"][0])
    elif seen["busy"]:
        return
    elif seen["spot"] == "own":
        if seen["special"]:
            window.click(*seen["card"])
        else:
            window.drag(seen["card"], seen["free"])
    elif seen["spot"] == "tapis" and seen["take"]:
        window.click(*seen["take"])
    elif seen["due"]:
        window.click(*seen["due"])


def by_keys(window: MatchWindow, seen: Seen) -> None:
    """Press the number of a card and Enter, Space, and the keys of the buttons."""
    if seen["choices"]:
        window.keys("1")
    elif seen["busy"]:
        return
    elif seen["spot"] == "own":
        window.keys(str(seen["lay"] + 1), *([] if seen["special"] else ["Return"]))
    elif seen["spot"] == "tapis" and seen["take"]:
        window.keys("space" if seen["marked"] else "Up")
    elif seen["spot"] == "button":
        window.keys(seen["cap"])
    elif seen["spot"] in ("waiting", "pile"):
        window.keys("space")
