"""Riff Raff in the lobby: the picture behind it (the open sea, and cargo afloat), and the form of a practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from PIL import Image

from scenes.games.riff_raff.art.backdrop import (
    SMOOTH_PIXELS,
    SWELLS,
    TILE_MM,
    cloud_picture,
    sky_picture,
    swell_picture,
    trough_mm,
)
from scenes.games.riff_raff.art.piece_art import piece_picture
from scenes.layout.parts import lay
from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Slider, Words
from scenes.spec import PlayPart, PracticeForm
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.riff_raff.match.text import piece_words
from sim.language import N_, _, put_in
from sim.physics.ship.measures import Ship, Slot
from sim.protocols import Configuration

HORIZON = 0.40
SKY_SHARE, SEA_SHARE = 4, 2
"""Sky and sea are painted at one part in this number of the window's size, since they are soft anyway."""
LEVELS = (0.0, 0.09, 0.21, 0.37)
"""The distance of each swell below the horizon, as a share of the height; the last one is a veil."""
CLOUDS = ((0.10, 0.20, 0.20, 0), (0.42, 0.07, 0.14, 1), (0.80, 0.15, 0.24, 3))
# Pieces: kind, place across (share of the width), distance below the horizon (share of the height), angle (degrees),
# size.
AFLOAT = (
    ("boat", 0.10, 0.20, 7.0, 1.5),
    ("sailor", 0.175, 0.36, -12.0, 1.5),
    ("bottle", 0.045, 0.40, 62.0, 1.6),
    ("barrel", 0.90, 0.22, 24.0, 1.5),
    ("crate", 0.955, 0.40, -11.0, 1.6),
    ("chest", 0.835, 0.38, 13.0, 1.5),
)

MOST_PERSONS = 4
"""The most persons that can take turns at the mouse."""
SECRET = ("card",)
"""The questions whose answers the others at the mouse must not see."""
MOST_ABOARD = 24


ABOUT = {
    "free": N_("Set it down on the mark, or flick it; a try can be undone."),
    "target": N_("Flick ten times at one slot, and see how many hold."),
    "calibrate": N_("Flick three times, naturally, to set strength and throwing hand."),
}
"""What is done in each drill, by its name."""


class Practised(TypedDict):
    """The choice of what is practised, as the game's practice takes it."""

    slot: int
    piece: str | None
    aboard: int
    drill: str


def usual() -> Practised:
    """Return what is practised at first, as arguments of the game's Practice."""
    return {"slot": 7, "piece": None, "aboard": 0, "drill": "free"}


def lines(chosen: Practised, changed: Callable[[str, object], None], configuration: Configuration) -> Lines:
    """Return the lines of the form; a choice calls `changed(name, value)`."""
    assert isinstance(configuration, RiffRaffConfiguration)
    ship = configuration.setup.ship
    slots = [Option(slot.number, f"{slot.number}: {place_words(ship, slot)}") for slot in ship.slots]
    pieces = [
        Option(None, _("any")),
        *(Option(kind, piece_words(kind)["piece"]) for kind in configuration.setup.pieces),
    ]
    drills = [Option("free", _("anything")), Option("target", _("ten flicks")), Option("calibrate", _("my strength"))]
    return [
        Choice("slot", _("Slot"), slots, chosen["slot"], lambda slot: changed("slot", slot), steps=True),
        Choice("piece", _("Piece"), pieces, chosen["piece"], lambda kind: changed("piece", kind)),
        Slider(
            "aboard", _("Aboard already"), (0, MOST_ABOARD), 1, chosen["aboard"],
            lambda count: changed("aboard", round(count)), lambda count: f"{count:.0f}",
        ),
        Choice("drill", _("Do"), drills, chosen["drill"], lambda drill: changed("drill", drill)),
        Words("about", _(ABOUT[chosen["drill"]]), "soft", size=13),
    ]  # fmt: skip


YARDS = {
    "low": (N_("low yard, left"), N_("low yard, right")),
    "middle": (N_("middle yard, left"), N_("middle yard, right")),
    "top": (N_("top yard, left"), N_("top yard, right")),
}
HALVES = {
    "bow": (N_("bow, left"), N_("bow, right")),
    "stern": (N_("stern, left"), N_("stern, right")),
    "deck": (N_("deck, left"), N_("deck, right")),
}


def place_words(ship: Ship, slot: Slot) -> str:
    """Return where a slot is, in a few words: `stern, left`, `low yard, right`."""
    left = slot.side < 0
    if slot.yard is not None:
        if len(ship.yards) == 3 and slot.yard in YARDS:
            return _(YARDS[slot.yard][0 if left else 1])
        words = _("{name} yard, left") if left else _("{name} yard, right")
        return put_in(words, name=slot.yard if len(ship.yards) == 3 else f"{slot.yard.removeprefix('yard')}.")
    beside = [other for other in ship.slots if (other.yard, other.half, other.side) == (None, slot.half, slot.side)]
    # Several beside each other are counted from the mast.
    place = sorted(abs(other.centre_mm) for other in beside).index(abs(slot.centre_mm)) + 1
    words = _(HALVES[slot.half or "deck"][0 if left else 1])
    return words + (f" {place}" if len(beside) > 1 else "")


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture, `width` and `height` pixels large."""
    sky = sky_picture(max(8, width // SKY_SHARE), max(8, height // SKY_SHARE), HORIZON)
    picture = sky.resize((width, height), Image.Resampling.BICUBIC).convert("RGBA")
    for x, y, size, shape in CLOUDS:
        cloud = cloud_picture(shape, max(16, round(size * width)))
        picture.alpha_composite(cloud, (max(0, round(x * width - cloud.width / 2)), round(y * height)))
    scale = max(height / 330.0, width / 900.0)
    pieces = load_riff_raff().setup.pieces
    horizon = round((1 - HORIZON) * height)
    for index in range(len(SWELLS)):
        # Each swell lies lower and nearer than the one before; what floats lies between two of them.
        for kind, x, y, angle, size in AFLOAT:
            if (index == 2 and y < 0.3) or (index == 3 and y >= 0.3):
                piece = pieces[kind]
                art = piece_picture(piece, next(iter(piece.forms)), 0.6 * size * scale).image
                art = art.rotate(angle, Image.Resampling.BICUBIC, expand=True)
                lay(picture, art, round(x * width - art.width / 2), round(horizon + y * height - art.height * 0.62))
        tile = swell_picture(index, _depth_mm(index, height / scale, scale / SEA_SHARE), scale / SEA_SHARE).image
        tile = tile.resize((tile.width * SEA_SHARE, tile.height * SEA_SHARE), Image.Resampling.BICUBIC)
        top = horizon + round(LEVELS[index] * height) - round(2 * SWELLS[index][1] * scale)
        step = round(TILE_MM * scale)
        for left in range(-round(index * 0.27 * step), width, tile.width):
            lay(picture, tile, left, top)
    return picture


def _depth_mm(index: int, height_mm: float, scale: float) -> float:
    """Return how deep a swell is painted (mm): to the troughs of the next one, or to the picture's foot behind a veil.

    index: of SWELLS. height_mm: of the picture. scale: pixels a millimetre.
    """
    veil = SWELLS[min(index + 1, len(SWELLS) - 1)][-1] < 1
    seen = HORIZON - LEVELS[index] if veil else LEVELS[index + 1] - LEVELS[index]
    return seen * height_mm + (0.0 if veil else trough_mm(index + 1)) + SMOOTH_PIXELS / scale


PLAY = PlayPart(
    "scenes.games.riff_raff.play:PlayLayer",
    MOST_PERSONS,
    SECRET,
    PracticeForm(usual, lines),
    keys="scenes.games.riff_raff.play:KEYS",
)
