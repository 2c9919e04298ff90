"""The board's scene, which shows the frames of any match: what happened last, the position, the ticker, the playback.

A position is the picture or the text that the game's frames offer, or else their values in words.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable

from PIL import Image

from scenes.drawing.batch import Batch
from scenes.drawing.game_scene import GameScene, StillBackdrop
from scenes.drawing.hud import Panels, PanelSprite
from scenes.drawing.palette import INK, INK_SOFT, TABLE
from scenes.drawing.panels import Pen, Remote, clock, on_panel
from scenes.layout.boxes import Column, Lines, Row, Spacer, Text
from scenes.layout.places import STRIP_TEXT, Foot, PanelLayout, least_column, unit_of
from scenes.layout.text import text_height
from scenes.window.camera import Camera, Rectangle
from sim.protocols import Frame, StaticScene

BoardScene: TypeAlias = "GameScene[Frame, NoStage, BoardHud]"

COLUMN = 0.28
"""The share of a window's width that ticker and playback take."""
LARGEST, SMALLEST = 22, 9
"""The sizes of the letters of a position (of a 720-line window)."""

_OF_EVERY_FRAME = ("time_s", "ticker", "thinking")


def cover(width: int, height: int) -> Image.Image:
    """Return a picture of that size in pixels: an empty table."""
    return Image.new("RGB", (width, height), TABLE)


def build_scene(
    _static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: Frame
) -> BoardScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    view = Rectangle(0.0, 0.0, 100.0, 100.0)
    return GameScene(
        lambda _camera: NoStage(),
        BoardHud(),
        StillBackdrop(8, lambda *size: cover(*size).convert("RGBA")),
        view,
        (width, height, pixel_ratio),
        first,
    )


class NoStage:
    """Nothing moves on the board: panels show all there is."""

    def __init__(self) -> None:
        self.batch = Batch()

    def update(self, _frame: Frame, _clock_s: float) -> None:
        """Do nothing."""

    def tidy(self, _pixels_per_mm: float) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout(PanelLayout):
    """The panels of the board. position: where the position is shown; `table` has room for the answers below it."""

    position: Rectangle

    @property
    def is_folded(self) -> bool:
        """True if ticker and playback are folded away."""
        return self.remote is None


def lay_out(width: float, height: float, foot: Foot | None, fold: bool | None) -> BoardLayout:
    """Lay out the panels; ticker and playback are folded away where the window is narrow, or as `fold` says."""
    unit = unit_of(width, height)
    gap, high = max(3.0, 8.0 * unit), 2.0 * text_height(STRIP_TEXT, unit)
    column = max(COLUMN * width, least_column(unit))
    folded = column > 0.5 * width if fold is None else fold
    right = width - gap if folded else width - column - 2 * gap
    status = Rectangle(gap, height - gap - high, width - gap, height - gap)
    table = Rectangle(gap, gap, right, status.bottom - gap)
    plain = BoardLayout(unit=unit, table=table, status=status, position=table)
    below = 0.0 if foot is None else min(foot(plain), 0.5 * table.height)
    remote = None if folded else Rectangle(width - gap - column, gap, width - gap, gap + high)
    return BoardLayout(
        unit=unit,
        table=table,
        status=status,
        position=Rectangle(table.left, table.bottom + below, table.right, table.top),
        ticker=None if remote is None else Rectangle(remote.left, remote.top + gap, remote.right, table.top),
        remote=remote,
    )


class BoardHud(Panels):
    """All panels. `resize` lays them out, `update` shows a frame."""

    layout: BoardLayout

    def __init__(self) -> None:
        super().__init__()
        self._status, self._position = (PanelSprite(self.batch, self.groups[0]) for _ in range(2))

    def seating(self, _frame: Frame) -> Hashable:
        """Return nothing: the places of the panels are the same for all players."""
        return None

    def resize(self, width: float, height: float, ratio: float, _frame: Frame, foot: Foot | None = None) -> BoardLayout:
        """Lay out the panels for a window of that size in units, of `ratio` pixels each. foot: as for `lay_out`."""
        self._size, self.ratio = (width, height), ratio
        self.layout = lay_out(width, height, foot, self.fold)
        self.pen = Pen(self.layout.unit, ratio)
        return self.layout

    def update(self, frame: Frame, remote: Remote | None, _camera: Camera) -> None:
        """Show a frame in the panels."""
        layout, pen = self.layout, self.pen
        last, now = frame.ticker[-1].text if frame.ticker else "", clock(frame.time_s)
        size = self.pixels(layout.status)
        self.put(self._status, layout.status, (last, now), lambda: status_panel(last, now, size, pen))
        room = self.pixels(layout.position)
        if isinstance(frame, DrawsPosition):
            drawn = frame
            self.put(self._position, layout.position, frame, lambda: drawn.position_picture(*room))
        else:
            lines = tuple(position_lines(frame))
            self.put(self._position, layout.position, lines, lambda: text_panel(lines, room, pen))
        self.show_ticker(layout.ticker, frame)
        self.show_remote(layout.remote, remote, "")
        self.show_help(*self._size)


def status_panel(last: str, now: str, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return a panel of one line: what happened last, and the clock."""
    px = min(pen.text(STRIP_TEXT), round(0.7 * size[1]))
    line = [Text(last, px, INK, bold=True, grow=1), Text(now, px, INK_SOFT, whole=True, spare=1)]
    return on_panel(Row(line, pen(8)), size, pen)


def text_panel(lines: Sequence[str], size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return a panel with lines of text, whose letters shrink where there is little room."""
    shown = [Lines(line, pen.text(LARGEST), INK, smallest=pen.text(SMALLEST)) for line in lines]
    return on_panel(Column([*shown, Spacer(grow=1)], pen(2)), size, pen)


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
