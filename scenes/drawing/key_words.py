"""The keys that mean the same in every game, in words: those of the window while a match is watched, or played.

A key that means something in one game only is in the `keys` of that game's play layer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sim.language import N_, Wording, _

KeyWords = tuple[str, str]
"""The names of keys or of what the mouse does, and their action."""

PANELS: KeyWords = ("F2", N_("fold the panels away, unfold them"))
UNDO: KeyWords = ("U", N_("take the last attempt back"))
"""In a practice only."""

WATCH_KEYS: tuple[KeyWords, ...] = (
    ("Space", N_("pause and go on")),
    (",  .", N_("one step back, forward")),
    ("+  -", N_("faster, slower")),
    ("←  →", N_("5 seconds back, forward")),
    (N_("Home, End"), N_("beginning, end")),
    ("R", N_("3 seconds again, slowly")),
    ("T", N_("show pauses for thought, skip them")),
    ("B", N_("best moments, at the end of a match")),
    ("P", N_("play on from here yourself")),
    ("N", N_("next match")),
    (N_("Wheel, drag"), N_("zoom, pan")),
    (N_("The bar"), N_("click or drag: go there")),
    ("V", N_("the whole table, or close up")),
    ("0", N_("reset the camera")),
    ("F", N_("full screen")),
    ("S", N_("sound on, off")),
    PANELS,
    ("H", N_("these keys")),
    ("F1", N_("the rules")),
    ("Q, Esc", N_("quit")),
)
"""The keys while a match is watched or replayed."""

PLAY_KEYS: tuple[KeyWords, ...] = (
    ("Esc, P", N_("pause")),
    (N_("Ctrl and wheel, + and -"), N_("nearer, farther")),
    (N_("Hold M"), N_("a lens at the pointer")),
    ("V", N_("the whole table, or close up")),
    UNDO,
    PANELS,
    ("F11", N_("full screen")),
    ("F1", N_("the rules and these keys")),
)
"""The keys while a person plays, beside those of the game's play layer."""


def choice_key(number: int) -> str:
    """Return the name of the key that takes this choice (scenes.play.keys.choice_of); empty beyond 20."""
    if number > 20:
        return ""
    return str(number % 10) if number <= 10 else _("Shift {number}", number=number % 10)


# ---------------------------------------------------------------------------------------------- keys in other places

MOVABLE = ("Space", "Tab", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The names of the keys that may change places with each other."""
_NAME = re.compile(rf"\b(?:{'|'.join(MOVABLE)})\b")
_MARKED = re.compile(rf"\[({'|'.join(MOVABLE)})\]")


def swapped(places: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    """Return the keys after two have changed places.

    places: by the name of the key that is pressed, that of the key whose work it does, where these differ.
    """
    found = {**places, one: places.get(other, other), other: places.get(one, one)}
    return {pressed: usual for pressed, usual in found.items() if pressed != usual}


def check_places(places: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys in other places. Raises ValueError if a key is lost or has no work."""
    if set(places) != set(places.values()) or not set(places) <= set(MOVABLE):
        raise ValueError(Wording("expected letters, Space and Tab that have changed places with each other"))
    return places


def placed_words(words: str, places: Mapping[str, str]) -> str:
    """Return `words` with the names of the keys that do the work now: `Q E` becomes `J E` once J does Q's."""
    now = {usual: pressed for pressed, usual in places.items()}
    return _NAME.sub(lambda found: key_shown(now.get(found[0], found[0])), words)


def key_shown(name: str) -> str:
    """Return what a key is called in the language that is spoken."""
    return _("Space") if name == "Space" else name


def in_words(words: str, places: Mapping[str, str]) -> str:
    """Return a sentence with the keys that do the work now, in place of those marked as in `press [Space]`."""
    return _MARKED.sub(lambda found: placed_words(found[1], places), words)


def placed(lines: Sequence[KeyWords], places: Mapping[str, str]) -> tuple[KeyWords, ...]:
    """Return keys and their actions as they are shown, with the names of the keys that do this now."""
    return tuple((placed_words(_(keys), places), _(action)) for keys, action in lines)
