"""The pieces as painted wood. Each picture ends exactly at the outline that the physics uses.

The eight shipped ones have details of their own, any other piece has a face (piece_face.py). A mirrored form (its name
ends in `~`) is the same wood turned round, so its picture is mirrored.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace

from PIL import Image, ImageOps

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.palette import BRASS, FOAM, INK, PIECES, SKIN, Colour, darker, lighter, rgb
from scenes.games.riff_raff.art.piece_face import face, own_colour
from sim.physics.ship.pieces import Piece, Section

CORK = rgb("#d9b384")
LABEL = rgb("#f7ecd2")


def piece_picture(piece: Piece, form: str, scale: float) -> Picture:
    """Paint a form of a piece at `scale` pixels a millimetre; the origin is its centre of gravity."""
    if form.endswith("~"):
        # Painted from the unmirrored wood: its outline is this one's, with x turned round.
        section = piece.forms[form]
        twin = _paint(piece, form[:-1], _mirrored(section), scale)
        anchor = (twin.image.width - twin.anchor[0], twin.anchor[1])
        return Picture(ImageOps.mirror(twin.image), anchor, scale)
    return _paint(piece, form, piece.forms[form], scale)


def piece_icon(piece: Piece, box_px: int) -> Image.Image:
    """Paint a small picture of a piece for panels, a square of `box_px` pixels."""
    form = next(iter(piece.forms))
    left, bottom, right, top = piece.forms[form].extent(0.0)
    scale = (box_px - 2) / max(right - left, top - bottom)
    picture = piece_picture(piece, form, scale).image
    picture = picture.crop(picture.getbbox())
    icon = Image.new("RGBA", (box_px, box_px), (*_wood(piece), 0))
    icon.alpha_composite(picture, _centred(picture.size, box_px))
    return icon


def colour_of(kind: str) -> Colour:
    """Return the colour of the wood of a kind of piece, where a preset gives it none."""
    return PIECES[kind] if kind in PIECES else own_colour(kind)


def _wood(piece: Piece) -> Colour:
    return rgb(piece.colour) if piece.colour else colour_of(piece.kind)


def _centred(size: tuple[int, int], box_px: int) -> tuple[int, int]:
    return max(0, (box_px - size[0]) // 2), max(0, (box_px - size[1]) // 2)


def _mirrored(section: Section) -> Section:
    parts = tuple(tuple((-x, y) for x, y in part) for part in section.parts)
    return replace(section, parts=parts)


def _paint(piece: Piece, form: str, section: Section, scale: float) -> Picture:
    left, bottom, right, top = section.extent(0.0)
    kind, wood = piece.kind, _wood(piece)
    canvas = Canvas(left, bottom, right, top, scale, wood)
    if section.radius_mm is not None:
        canvas.cut_disc((0.0, 0.0), section.radius_mm)
    for part in section.parts:
        canvas.cut(part)
    canvas.grain(zlib.crc32(kind.encode()), strength=0.045 if kind != "plank" else 0.16, upright=kind == "barrel")
    if kind in PIECES:
        # Details are painted on a unit box over the outline's own, so that they fit a piece of other measures.
        ink = Ink(canvas, left, bottom, right - left, top - bottom)
        DETAILS.get((kind, form), DETAILS[kind, ""])(ink, wood)
    else:
        face(canvas, kind, wood)
    canvas.bevel()
    return canvas.finish()


class Ink:
    """A brush that paints in shares of the outline's box: (0, 0) is its lower left corner, (1, 1) its upper right."""

    def __init__(self, canvas: Canvas, left: float, bottom: float, width: float, height: float) -> None:
        self.canvas, self.left, self.bottom, self.width, self.height = canvas, left, bottom, width, height

    def at(self, x: float, y: float) -> Point:
        """Return a point of the box in mm."""
        return self.left + x * self.width, self.bottom + y * self.height

    def fill(self, points: list[Point], colour: Colour, alpha: int = 255) -> None:
        """Fill a polygon."""
        self.canvas.fill([self.at(*point) for point in points], colour, alpha)

    def band(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, alpha: int = 255) -> None:
        """Fill an upright rectangle."""
        self.fill([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, alpha)

    def line(self, points: list[Point], colour: Colour, width_mm: float, alpha: int = 255) -> None:
        """Draw a line through the points."""
        self.canvas.line([self.at(*point) for point in points], colour, width_mm, alpha)

    def dot(self, x: float, y: float, radius_mm: float, colour: Colour, alpha: int = 255) -> None:
        """Fill a disc."""
        self.canvas.disc(self.at(x, y), radius_mm, colour, alpha)


def _boat(ink: Ink, wood: Colour) -> None:
    line, trim = darker(wood, 0.45), rgb("#b5533c")
    for y in (0.2, 0.42):
        ink.line([(0, y), (1, y)], line, 0.45, 150)
    ink.band(0, 0.60, 1, 0.70, trim)
    ink.line([(0, 0.60), (1, 0.60)], darker(trim, 0.4), 0.35)
    ink.line([(0, 0.70), (1, 0.70)], darker(trim, 0.4), 0.35)
    for x in (0.09, 0.91):
        ink.line([(0.5 + (x - 0.5) * 0.9, 0.0), (x, 0.7), (x + (x - 0.5) * 0.12, 1)], line, 0.5, 170)
    for x in (0.26, 0.42, 0.58, 0.74):
        ink.dot(x, 0.31, 0.45, line, 190)
    ink.line([(0.14, 0.04), (0.86, 0.04)], line, 0.9, 120)


def _barrel(ink: Ink, wood: Colour) -> None:
    stave, iron = darker(wood, 0.42), rgb("#4b4a4d")
    for x in (0.24, 0.41, 0.59, 0.76):
        lean = (x - 0.5) * 0.24
        ink.line([(x - lean, 0), (x + lean * 0.2, 0.5), (x - lean, 1)], stave, 0.4, 190)
    for y in (0.14, 0.30, 0.70, 0.86):
        ink.band(0, y - 0.045, 1, y + 0.045, iron)
        ink.line([(0, y + 0.03), (1, y + 0.03)], lighter(iron, 0.35), 0.35)
    ink.dot(0.5, 0.5, 1.5, darker(wood, 0.6))
    ink.dot(0.5, 0.5, 1.0, lighter(wood, 0.35))


def _barrel_end(ink: Ink, wood: Colour) -> None:
    stave, iron, c = darker(wood, 0.42), rgb("#4b4a4d"), ink.canvas
    radius = ink.width / 2
    c.ring((0, 0), radius, iron, 1.4)
    c.ring((0, 0), radius - 1.4, darker(wood, 0.3), 0.7)
    for x in (0.28, 0.5, 0.72):
        ink.line([(x, 0.12), (x, 0.88)], stave, 0.4, 200)
    ink.band(0.17, 0.42, 0.83, 0.58, lighter(wood, 0.18), 210)
    ink.line([(0.17, 0.42), (0.83, 0.42)], stave, 0.4)
    ink.line([(0.17, 0.58), (0.83, 0.58)], stave, 0.4)
    ink.dot(0.5, 0.5, 1.1, darker(wood, 0.6))


def _bottle(ink: Ink, wood: Colour) -> None:
    shine = lighter(wood, 0.65)
    ink.band(0, 0.875, 1, 1, CORK)
    ink.line([(0, 0.875), (1, 0.875)], darker(wood, 0.5), 0.5)
    ink.band(0, 0.74, 1, 0.80, darker(wood, 0.35))
    ink.band(0.14, 0.14, 0.86, 0.46, LABEL)
    for y in (0.14, 0.46):
        ink.line([(0.14, y), (0.86, y)], darker(LABEL, 0.35), 0.4)
    for x in (0.14, 0.86):
        ink.line([(x, 0.14), (x, 0.46)], darker(LABEL, 0.35), 0.4)
    ink.line([(0.40, 0.22), (0.60, 0.38)], wood, 1.1)
    ink.line([(0.60, 0.22), (0.40, 0.38)], wood, 1.1)
    ink.line([(0.24, 0.30), (0.33, 0.30)], darker(LABEL, 0.55), 0.6)
    ink.line([(0.67, 0.30), (0.76, 0.30)], darker(LABEL, 0.55), 0.6)
    ink.line([(0.10, 0.36), (0.12, 0.50), (0.22, 0.58)], shine, 1.0, 190)
    ink.line([(0.41, 0.74), (0.41, 0.86)], shine, 0.7, 170)


def _crate(ink: Ink, wood: Colour) -> None:
    gap, board, nail = darker(wood, 0.55), lighter(wood, 0.16), darker(wood, 0.7)
    for y in (0.2, 0.4, 0.6, 0.8):
        ink.line([(0, y), (1, y)], gap, 0.5)
    edge, brace = 0.15, 0.075
    low, high = edge - brace, edge + brace
    ink.fill([(low, high), (high, low), (1 - low, 1 - high), (1 - high, 1 - low)], board)
    ink.line([(low, high), (1 - high, 1 - low)], gap, 0.45)
    ink.line([(high, low), (1 - low, 1 - high)], gap, 0.45)
    for near in (0.0, 1.0 - edge):
        ink.band(0, near, 1, near + edge, board)
        ink.band(near, edge, near + edge, 1 - edge, board)
    for y in (edge, 1 - edge):
        ink.line([(0, y), (1, y)], gap, 0.5)
    for x in (edge, 1 - edge):
        ink.line([(x, edge), (x, 1 - edge)], gap, 0.5)
    for x in (edge / 2, 1 - edge / 2):
        for y in (edge / 2, 0.33, 0.67, 1 - edge / 2):
            ink.dot(x, y, 0.5, nail)


def _sailor(ink: Ink, cloth: Colour) -> None:
    # Measures as in pieces.toml, where the box is 24 wide and 39.5 tall, the arm's underside at height 30.
    def at(x: float, y: float) -> Point:
        return (x + 14) / 24, (y + 30) / 39.5

    white, trousers, shoe = FOAM, darker(cloth, 0.45), rgb("#2a2422")
    # The arm: a sleeve with stripes, and a hand that holds on.
    for x in (-9.0, -6.4, -3.8, -1.2):
        ink.fill([at(x, -0.5), at(x + 1.2, -0.5), at(x + 1.2, 5), at(x, 5)], white)
    ink.fill([at(-13.5, -0.5), at(-9.8, -0.5), at(-9.8, 5), at(-13.5, 5)], SKIN)
    ink.line([at(-9.8, -0.5), at(-9.8, 5)], darker(cloth, 0.3), 0.5)

    # The body hangs from the shoulder at (5, 0.5) down to the feet at (-11, -30).
    def across(share: float) -> list[Point]:
        return [
            (2 + (-14 - 2) * share - 1, 0 + (-30) * share),
            (8.5 + (-7.5 - 8.5) * share + 1, 1 + (-31) * share),
        ]

    def stripe(low: float, high: float, colour: Colour) -> None:
        a, b = across(low), across(high)
        ink.fill([at(*a[0]), at(*a[1]), at(*b[1]), at(*b[0])], colour)

    for low in (0.10, 0.20, 0.30, 0.40):
        stripe(low, low + 0.05, white)
    stripe(0.47, 0.51, rgb("#3a2a1c"))
    stripe(0.51, 0.90, trousers)
    stripe(0.90, 1.03, shoe)
    leg = across(0.56), across(0.9)
    middle = [((a[0][0] + a[1][0]) / 2, (a[0][1] + a[1][1]) / 2) for a in leg]
    ink.line([at(*middle[0]), at(*middle[1])], darker(trousers, 0.5), 0.6)
    # The head: face, beard, cap with a blue band.
    ink.fill([at(1.9, 0.6), at(9, 0.9), at(11, 5), at(8.5, 10), at(4, 10), at(1.5, 6.6)], SKIN)
    ink.fill([at(2.2, 0.2), at(9.2, 0.8), at(9.6, 3.6), at(6.8, 3.0), at(5.4, 1.9), at(3.2, 1.8)], rgb("#7a4a2a"))
    ink.fill([at(1, 6.4), at(11, 6.4), at(11, 11), at(1, 11)], white)
    ink.fill([at(1, 6.2), at(11, 6.2), at(11, 7.4), at(1, 7.4)], darker(cloth, 0.25))
    ink.dot(*at(4.2, 4.7), 0.62, INK)
    ink.line([at(3.2, 3.0), at(4.6, 2.8)], darker(SKIN, 0.5), 0.45)


def _plank(ink: Ink, wood: Colour) -> None:
    light = lighter(wood, 0.30)
    for y, a, b in ((0.25, 0.03, 0.55), (0.5, 0.30, 0.97), (0.72, 0.06, 0.42), (0.75, 0.6, 0.92)):
        ink.line([(a, y), ((a + b) / 2, y + 0.05), (b, y - 0.02)], light, 0.35, 130)
    ink.canvas.ring(ink.at(0.68, 0.42), 1.6, light, 0.35, 170, 0.9)
    ink.canvas.ring(ink.at(0.68, 0.42), 0.7, light, 0.3, 170, 0.4)
    for x in (0.05, 0.95):
        for y in (0.25, 0.75):
            ink.dot(x, y, 0.4, lighter(wood, 0.5))


def _rat(ink: Ink, fur: Colour) -> None:
    # The box is 29.5 wide (tail from 0 to 0.29, snout at 1) and 10 tall.
    dark, pink = darker(fur, 0.35), rgb("#e6a9a6")
    ink.fill([(0, 0), (0, 0.18), (0.30, 0.27), (0.30, 0)], pink)
    for x in (0.05, 0.11, 0.17, 0.23):
        ink.line([(x, 0), (x + 0.008, 0.3)], darker(pink, 0.3), 0.35, 170)
    ink.fill([(0.34, 0), (0.84, 0), (0.78, 0.20), (0.55, 0.26), (0.38, 0.18)], lighter(fur, 0.38))
    ink.line([(0.37, 0.08), (0.36, 0.34), (0.45, 0.55), (0.54, 0.44), (0.55, 0.08)], dark, 0.5, 170)
    for x in (0.42, 0.49, 0.71, 0.78):
        ink.dot(x, 0.05, 0.75, pink)
    ink.dot(0.765, 0.70, 2.15, dark)
    ink.dot(0.765, 0.69, 1.45, pink)
    ink.dot(0.885, 0.46, 0.80, INK)
    ink.dot(0.893, 0.50, 0.28, (255, 255, 255))
    ink.dot(0.99, 0.31, 1.05, rgb("#c9605f"))
    ink.line([(0.94, 0.25), (0.80, 0.33)], dark, 0.3, 190)
    ink.line([(0.94, 0.22), (0.82, 0.20)], dark, 0.3, 190)


def _chest(ink: Ink, wood: Colour) -> None:
    gap, band = darker(wood, 0.5), rgb("#7b5a2e")
    lid = 14 / 20.5
    for y in (0.22, 0.44):
        ink.line([(0, y), (1, y)], gap, 0.45, 180)
    ink.line([(0.0, 0.84), (1, 0.84)], gap, 0.4, 150)
    ink.band(0, lid - 0.05, 1, lid + 0.05, darker(wood, 0.30))
    ink.line([(0, lid), (1, lid)], darker(wood, 0.75), 0.6)
    for x in (0.16, 0.84):
        ink.band(x - 0.05, 0, x + 0.05, 1, band)
        for edge in (x - 0.05, x + 0.05):
            ink.line([(edge, 0), (edge, 1)], darker(band, 0.5), 0.35)
        for y in (0.1, 0.33, 0.56, 0.8, 0.93):
            ink.dot(x, y, 0.45, lighter(band, 0.55))
    ink.band(0.40, lid - 0.24, 0.60, lid + 0.10, darker(BRASS, 0.5))
    ink.band(0.415, lid - 0.225, 0.585, lid + 0.085, BRASS)
    ink.dot(0.5, lid - 0.05, 0.85, INK)
    ink.line([(0.5, lid - 0.06), (0.5, lid - 0.16)], INK, 0.7)


DETAILS: dict[tuple[str, str], Callable[[Ink, Colour], None]] = {
    ("boat", ""): _boat,
    ("barrel", ""): _barrel,
    ("barrel", "end"): _barrel_end,
    ("bottle", ""): _bottle,
    ("crate", ""): _crate,
    ("sailor", ""): _sailor,
    ("plank", ""): _plank,
    ("rat", ""): _rat,
    ("chest", ""): _chest,
}
