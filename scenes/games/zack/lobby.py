"""Zack! in the lobby: the picture behind it (the room in lamplight, a table, two fans), and the form of a practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import numpy as np
from PIL import Image

from scenes.drawing.palette import OAK, lighter
from scenes.drawing.pictures import lay_fan
from scenes.games.zack.art import card_image, room_picture
from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Slider, Words
from scenes.spec import PlayPart, PracticeForm
from sim.language import _
from sim.protocols import Configuration

HORIZON = 0.34
ROOM_SHARE = 4
FANS = (
    (0.11, 0.80, (("circle:red", ""), ("2R", ""), ("circle:yellow", ""), ("again", ""), ("player:blue", ""))),
    (0.89, 0.80, (("circle:green", ""), ("L", ""), ("back", ""), ("circle:violet", ""), ("challenge:red", "blue"))),
)
SPREAD_DEG = 15.0

MOST_PERSONS = 1
"""The most persons: all players throw at once, and there is one mouse."""
SECRET: tuple[str, ...] = ()
"""The questions whose answers others must not see: none, since there is one person."""
DISTANCE_MM = (250.0, 800.0)
CARDS = (0, 5, 10, 20, 40)


class Practised(TypedDict):
    """The choice of what is practised, as the game's practice takes it."""

    distance_mm: float
    side: int
    cards: int


def usual() -> Practised:
    """Return what is practised at first, as arguments of the game's Practice."""
    return {"distance_mm": 400.0, "side": 1, "cards": 0}


def lines(chosen: Practised, changed: Callable[[str, object], None], _configuration: Configuration) -> Lines:
    """Return the lines of the form; a choice calls `changed(name, value)`."""
    return [
        Slider(
            "distance", _("Distance"), DISTANCE_MM, 10.0, chosen["distance_mm"], lambda v: changed("distance_mm", v),
            lambda v: f"{v:.0f} mm",
        ),
        Choice("side", _("You sit"), (Option(-1, _("left")), Option(1, _("right"))), chosen["side"],
               lambda v: changed("side", v)),
        Choice("cards", _("Cards in the bowl"), [Option(n, str(n)) for n in CARDS], chosen["cards"],
               lambda v: changed("cards", v)),
        Words("about", _("Throw card after card; a throw can be undone."), "soft", size=13),
    ]  # fmt: skip


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture, `width` and `height` pixels large."""
    room = room_picture(max(8, width // ROOM_SHARE), max(8, height // ROOM_SHARE), HORIZON)
    picture = room.resize((width, height), Image.Resampling.BICUBIC).convert("RGBA")
    _lay_table(picture)
    high = round(0.28 * height)
    wide = round(high * 59 / 91)
    for x, y, cards in FANS:
        fan = [card_image(face, border, wide, high) for face, border in cards]
        lay_fan(picture, fan, (x, y), high // 2 - high // 3, SPREAD_DEG)
    return picture


def _lay_table(picture: Image.Image) -> None:
    """Paint the oak of the table from the horizon downwards, lit from the middle."""
    width, height = picture.size
    rows = round(HORIZON * height)
    x, y = np.linspace(-1, 1, width)[None, :], np.linspace(0, 1, max(1, rows))[:, None]
    grain = 1 + 0.03 * np.sin(90 * y**0.6 + 2.0 * np.sin(3 * x) + 5 * x) + 0.02 * np.sin(260 * y**0.5 + 9 * x)
    light = (0.55 + 0.5 * np.exp(-((x / 0.8) ** 2) - ((y - 0.3) / 0.7) ** 2)) * grain
    colour = np.clip(np.array(lighter(OAK, 0.06), dtype=np.float64) * light[..., None], 0, 255).astype(np.uint8)
    picture.paste(Image.fromarray(colour), (0, height - rows))


PLAY = PlayPart(
    "scenes.games.zack.play:PlayLayer",
    MOST_PERSONS,
    SECRET,
    PracticeForm(usual, lines),
    real_time=True,
    keys="scenes.games.zack.play:KEYS",
)
