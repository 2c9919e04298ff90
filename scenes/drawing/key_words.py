"""The keys that mean the same in every game, in words: those of the window while a match is watched, or played.

A key that means something in one game only is in the `keys` of that game's play layer.
"""

from __future__ import annotations

KeyWords = tuple[str, str]
"""The names of keys or of what the mouse does, and their action."""

PANELS: KeyWords = ("F2", "fold the panels away, unfold them")
UNDO: KeyWords = ("U", "take the last attempt back")
"""In a practice only."""

WATCH_KEYS: tuple[KeyWords, ...] = (
    ("Space", "pause and go on"),
    (",  .", "one step back, on"),
    ("+  -", "faster, slower"),
    ("←  →", "5 seconds back, on"),
    ("Home, End", "beginning, end"),
    ("R", "3 seconds again, slowly"),
    ("T", "show thinking"),
    ("N", "next match"),
    ("Wheel, drag", "zoom, pan"),
    ("The bar", "click or drag: go there"),
    ("V", "the whole table, or near again"),
    ("0", "camera as at first"),
    ("F", "full screen"),
    ("S", "sound on, off"),
    PANELS,
    ("H", "these keys"),
    ("F1", "the rules"),
    ("Q, Esc", "quit"),
)
"""The keys while a match is watched or replayed."""

PLAY_KEYS: tuple[KeyWords, ...] = (
    ("Esc, P", "pause"),
    ("Ctrl and wheel, + and -", "nearer, farther"),
    ("Hold M", "a lens at the pointer"),
    ("V", "the whole table, or near again"),
    UNDO,
    PANELS,
    ("F11", "full screen"),
    ("F1", "the rules and these keys"),
)
"""The keys while a person plays, beside those of the game's play layer."""


def choice_key(number: int) -> str:
    """Return the name of the key that takes this choice (scenes.play.keys.choice_of); empty beyond 20."""
    if number > 20:
        return ""
    return str(number % 10) if number <= 10 else f"Shift {number % 10}"
