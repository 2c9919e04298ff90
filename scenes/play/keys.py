"""Keys that have the same meaning in more than one game's play layer."""

from __future__ import annotations

from collections.abc import Mapping

from pyglet.window import key

from scenes.drawing.key_words import MOVABLE
from sim.language import N_

_ROW = (key._0, key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9)
_PAD = (
    key.NUM_0, key.NUM_1, key.NUM_2, key.NUM_3, key.NUM_4, key.NUM_5, key.NUM_6, key.NUM_7, key.NUM_8, key.NUM_9,
)  # fmt: skip
USUALLY = N_("what would usually have happened")
"""The action of `usually_keys`, in words."""


def digit_of(symbol: int) -> int | None:
    """Return the digit of a key of the row or of the number pad, None for any other key."""
    return next((row.index(symbol) for row in (_ROW, _PAD) if symbol in row), None)


def choice_of(symbol: int, modifiers: int) -> int | None:
    """Return which of up to twenty choices a digit key takes, from 1: 0 is the tenth, Shift means ten more."""
    digit = digit_of(symbol)
    return None if digit is None else (digit or 10) + (10 if modifiers & key.MOD_SHIFT else 0)


def asks_usually(symbol: int, practice: bool) -> bool:
    """Return True if a key asks what would usually have happened: W, or U outside a practice, where U undoes."""
    return symbol == key.W or (symbol == key.U and not practice)


def usually_keys(practice: bool) -> str:
    """Return the names of the keys for which `asks_usually` is True."""
    return "W" if practice else "U, W"


def name_of(symbol: int) -> str | None:
    """Return the name of a key that may change places with others, None for any other key."""
    name = str(key.symbol_string(symbol)).capitalize()
    return name if name in MOVABLE else None


def meant(symbol: int, places: Mapping[str, str]) -> int:
    """Return the key whose work a key does. places: as in the settings."""
    usual = places.get(name_of(symbol) or "")
    return symbol if usual is None else int(getattr(key, usual.upper()))
