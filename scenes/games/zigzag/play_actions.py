"""What a person can do at ZIGZAG without a card, as buttons and as keys; and all the keys, for the help."""

from __future__ import annotations

from pyglet.window import key

from sim.protocols import Line

ACTIONS: tuple[tuple[str, str, int, Line], ...] = (
    ("pick up", "Space", key.SPACE, {"question": "pick_up"}),
    ("draw", "R", key.R, {"question": "draw"}),
    ("no more", "N", key.N, {"question": "pass"}),
    ("sign ZIG", "A", key.A, {"question": "sign", "sign": "zig"}),
    ("sign ZAG", "S", key.S, {"question": "sign", "sign": "zag"}),
    ("false sign", "D", key.D, {"question": "sign", "sign": "bluff"}),
    ("ZIG!", "Z", key.Z, {"question": "announce", "call": "zig"}),
    ("ZAG!", "X", key.X, {"question": "announce", "call": "zag"}),
    ("2×ZIG!", "C", key.C, {"question": "announce", "call": "double_zig"}),
    ("ZIG-ZAG!", "V", key.V, {"question": "announce", "call": "zig_zag"}),
    ("2×ZAG!", "B", key.B, {"question": "announce", "call": "double_zag"}),
    ("CONTRE!", "K", key.K, {"question": "contre"}),
)
"""What can be done without a card: words, key, and the deed."""
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
"""Keys, and what they do."""
