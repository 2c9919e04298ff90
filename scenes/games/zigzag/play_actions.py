"""The actions of ZIGZAG that need no card, with their buttons and keys, and the list of all keys for the help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyglet.window import key

from sim.games.zigzag import intents
from sim.match.intents import Intent


@dataclass(frozen=True, slots=True)
class Action:
    """A button: its words, the name of its key, the key's symbol.

    intent: makes the intent of the player of that name; None for CONTRE, which may have to ask against whom.
    """

    words: str
    cap: str
    symbol: int
    intent: Callable[[str], Intent] | None


ACTIONS = (
    Action("pick up", "Space", key.SPACE, lambda me: intents.PickUpCard(by=me)),
    Action("draw", "R", key.R, lambda me: intents.DrawCard(by=me)),
    Action("no more", "N", key.N, lambda me: intents.PassOn(by=me)),
    Action("sign ZIG", "A", key.A, lambda me: intents.MakeSign(by=me, sign="zig")),
    Action("sign ZAG", "S", key.S, lambda me: intents.MakeSign(by=me, sign="zag")),
    Action("false sign", "D", key.D, lambda me: intents.MakeSign(by=me, sign="bluff")),
    Action("ZIG!", "Z", key.Z, lambda me: intents.CallOut(by=me, call="zig")),
    Action("ZAG!", "X", key.X, lambda me: intents.CallOut(by=me, call="zag")),
    Action("2×ZIG!", "C", key.C, lambda me: intents.CallOut(by=me, call="double_zig")),
    Action("ZIG-ZAG!", "V", key.V, lambda me: intents.CallOut(by=me, call="zig_zag")),
    Action("2×ZAG!", "B", key.B, lambda me: intents.CallOut(by=me, call="double_zag")),
    Action("CONTRE!", "K", key.K, None),
)
"""The actions that need no card, in the order of their buttons."""
KEYS: tuple[tuple[str, str], ...] = (
    ("Drag a card", "lay it on the tapis"),
    ("Click the tapis", "grab that card"),
    ("Click a special card", "play it (1 to 4)"),
    ("Space", "pick up your card, or draw"),
    ("N", "no more exchange"),
    ("A, S, D", "sign ZIG, ZAG, a false one"),
    ("Z, X, C, V, B", "call ZIG, ZAG, 2×ZIG, ZIG-ZAG, 2×ZAG"),
    ("K", "CONTRE"),
    ("Right button, ⌫", "hand back, choose nothing"),
)
"""Keys and what they do, for the help."""
