"""What a frame shows on the board: the picture or the text that the game's frames offer, or else their values in words.

Needs no window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from PIL import Image

from sim.protocols import Frame

_OF_EVERY_FRAME = ("time_s", "ticker", "thinking")


@runtime_checkable
class TellsPosition(Protocol):
    """A frame that says what the board shows, as lines of text."""

    def position_text(self) -> str:
        """Return the position as text."""


@runtime_checkable
class DrawsPosition(Protocol):
    """A frame that draws what the board shows."""

    def position_picture(self, width: int, height: int) -> Image.Image:
        """Return the position as a picture of at most that size in pixels."""


def position_lines(frame: Frame) -> list[str]:
    """Return the position as lines of text."""
    if isinstance(frame, TellsPosition):
        return frame.position_text().splitlines()
    return [line for each in fields(frame) if each.name not in _OF_EVERY_FRAME for line in _of(frame, each.name)]


def _of(frame: Frame, name: str) -> list[str]:
    """Return the lines of a field of a frame; of a dataclass there, such as the rules' state, a line for each field."""
    value = getattr(frame, name)
    if not is_dataclass(value) or isinstance(value, type):
        return [f"{name}: {_words(value)}"]
    return [f"{each.name}: {_words(getattr(value, each.name))}" for each in fields(value)]


def _words(value: object) -> str:
    if isinstance(value, Enum):
        return _words(value.value)
    if is_dataclass(value) and not isinstance(value, type):
        return " ".join(_words(getattr(value, each.name)) for each in fields(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(key)} {_words(item)}" for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_words, value))
    return "none" if value is None else str(value)
