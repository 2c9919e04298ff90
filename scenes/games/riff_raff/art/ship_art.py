"""Pictures of the ship as painted wood (hull, mast, yards, rod and ball), of the slots' tags and of the flag."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw

from scenes.drawing.canvas import Canvas, Picture, Point
from scenes.drawing.palette import (
    BRASS,
    DECK,
    GLOW,
    HULL,
    HULL_BAND,
    INK,
    MAST,
    PAPER,
    PEG,
    STEEL,
    YARD,
    darker,
    lighter,
    mix,
)
from scenes.games.riff_raff.depth import LEVEL, Lean, ends_mm, front_mm, on_mast, risen, stern_up
from scenes.layout.text import scale as letters
from scenes.layout.text import write
from sim.physics.ship.measures import Ship, Slot
from sim.physics.turning import turned

TAG_MM = 5.0
LEAST_TAG_PX = 16.0
"""The least width of a slot's tag in pixels."""
GLOW_MM = 26.0
FLAG_FRAMES = 16
NAME = "YARDARM"
TAPER = 0.9
"""The width of the deck at its far edge, over that at the near one."""


def hull_picture(ship: Ship, scale: float) -> Picture:
    """Paint the hull's stern: planks, a painted band with the ship's name; the origin is the gimbal."""
    (left, right), wide = ship.deck_ends_mm, ship.hull_half_mm
    deck = front_mm(ship)
    canvas = Canvas(-wide, 0, wide, max(deck, *(y for _, y in ship.hull if y != ship.deck_mm)), scale, HULL)
    for part in ship.hull_parts:
        # The deck is drawn seen from above: its near edge lies below the one in the physics.
        canvas.cut([(x, deck if y == ship.deck_mm and left <= x <= right else y) for x, y in part])
    canvas.grain(7, 0.06, ring_mm=3.4)

    line = darker(HULL, 0.55)
    low, high = 0.58 * deck, 0.80 * deck
    canvas.fill([(-wide, low), (wide, low), (wide, high), (-wide, high)], HULL_BAND)
    for y in (low, high):
        canvas.line([(-wide, y), (wide, y)], BRASS, 0.9)
        canvas.line([(-wide, y - 0.6), (wide, y - 0.6)], darker(HULL_BAND, 0.5), 0.4)
    for share in (0.2, 0.39):
        canvas.line([(-wide, share * deck), (wide, share * deck)], line, 0.55, 200)
    rng = np.random.default_rng(3)
    for row, (foot, head) in enumerate(((0.0, 0.2), (0.2, 0.39), (0.39, 0.58))):
        for x in np.arange(-0.8 + 0.22 * row, 1.0, 0.62):
            joint = float(x + rng.uniform(-0.04, 0.04)) * wide
            canvas.line([(joint, foot * deck), (joint, head * deck)], line, 0.45, 200)
            for side_mm in (-2.2, 2.2):
                canvas.disc((joint + side_mm, (foot + head) / 2 * deck), 0.55, line, 220)
    canvas.fill([(left, deck - 3), (right, deck - 3), (right, deck), (left, deck)], DECK)
    canvas.line([(left, deck - 3), (right, deck - 3)], line, 0.5)
    rail = max(y for _, y in ship.hull)
    if rail > ship.deck_mm:
        # Bulwarks: painted like the band, with a rail on top.
        for inner, outer in ((left, -wide), (right, wide)):
            canvas.fill([(inner, high), (outer, high), (outer, rail), (inner, rail)], HULL_BAND)
            canvas.line([(inner, rail - 1.2), (outer, rail - 1.2)], BRASS, 1.4)
    for limit in _limits(ship):
        canvas.line([(limit, deck - 3), (limit, deck)], line, 1.0)
    canvas.bevel(1.6)
    picture = canvas.finish()
    if ship.measures.deck_slots > 4:
        return picture  # the tags of this many slots would hide the name
    size = max(6, round(min(5.2, 0.07 * (right - left)) * scale))
    x, y = (
        picture.anchor[0] + (left + right) / 2 * scale,
        picture.image.height - picture.anchor[1] - 0.69 * deck * scale,
    )
    write(picture.image, (x, y), " ".join(NAME), size, lighter(BRASS, 0.35), bold=True, anchor="mm")
    return picture


def deck_picture(ship: Ship, scale: float) -> Picture:
    """Paint the deck as it is seen while she floats level: planks that run from the stern to the bow, and a seam.

    The origin is at the mast.
    """
    (left, right), end = ship.deck_ends_mm, LEVEL.deep * ends_mm(ship)
    middle, half = (left + right) / 2, (right - left) / 2
    canvas = Canvas(left, -end, right, end, scale, lighter(DECK, 0.12))
    canvas.cut([(left, -end), (right, -end), (TAPER * right, end), (TAPER * left, end)])
    canvas.grain(7, 0.04, ring_mm=3.4)
    seam = darker(DECK, 0.45)
    for share in np.linspace(-0.86, 0.86, 13):
        plank = middle + share * half
        canvas.line([(plank, -end), (TAPER * plank, end)], darker(DECK, 0.2), 0.35, 160)
    canvas.line([(left, 0.0), (right, 0.0)], seam, 0.8)
    canvas.line([(left, -end), (right, -end)], seam, 0.6)
    for limit in _limits(ship):
        canvas.line([(limit, -end), (TAPER * limit, end)], darker(HULL, 0.55), 1.0)
    canvas.bevel(0.8)
    return canvas.finish()


def deck_ends_mm(ship: Ship, fore_mm: float) -> Point:
    """Return the port and the starboard end (mm) that the deck is drawn with so far before the mast."""
    share = 1.0 - (1.0 - TAPER) * (1.0 + fore_mm / ends_mm(ship)) / 2
    left, right = ship.deck_ends_mm
    return left * share, right * share


def _limits(ship: Ship) -> list[float]:
    """Return the limits between slots on deck: while it is loaded, a piece must not reach over them."""
    slots, (left, right) = ship.slots[: ship.measures.deck_slots], ship.deck_ends_mm
    return [limit for slot in slots for limit in (slot.left_mm, slot.right_mm) if left < limit < right]


def deck_tag_place(ship: Ship, slot: Slot) -> Point:
    """Return where the tag of a slot on deck is, in the hull's frame (mm): on her stern.

    Those of the bow are above those of the stern, and farther out, where the side is wider.
    """
    high = front_mm(ship)
    if slot.half is None:
        return slot.centre_mm * 0.94, 0.48 * high
    across, up = (0.72, 0.71) if slot.half == "bow" else (0.34, 0.29)
    if ship.measures.deck_slots > 4:
        # Several beside each other: each below its own place.
        return slot.centre_mm * (0.94 if slot.half == "bow" else 0.80), up * high
    return across * ship.deck_ends_mm[slot.side > 0], up * high


def tag_place(ship: Ship, slot: Slot, wood: tuple[float, float, float], lean: Lean, scale: float) -> Point:
    """Return where a slot's tag is drawn (mm): on the stern, or below a yard beside the mast.

    wood: x, y (mm) and angle (rad) of the middle of the slot's surface line, in the world's frame.
    """
    x, y, angle = wood
    if slot.yard is None:
        right, up = deck_tag_place(ship, slot)
        x, y = on_mast(stern_up(ship, lean), lean)
    else:
        m, radius = ship.measures, tag_radius(scale)
        right, up = slot.side * (m.mast_width_mm / 2 + radius + 1.5), -m.yard_thickness_mm - radius - 0.8
        x, y = risen(x, y, lean)
    across, high = turned(right, up, angle)
    return x + across, y + high


def mast_picture(ship: Ship, scale: float) -> Picture:
    """Paint the mast with its pegs; the origin is the gimbal."""
    m = ship.measures
    half, deck, top = m.mast_width_mm / 2, ship.deck_mm, ship.mast_top_mm
    canvas = Canvas(-half, deck, half, top, scale, MAST)
    canvas.cut(ship.mast)
    canvas.grain(11, 0.05, upright=True, ring_mm=2.1)
    x, _ = canvas.positions()
    canvas.tint(1.10 - 0.42 * np.clip(np.abs(x + 0.18 * half) / half, 0, 1.2) ** 2.2)
    rope = darker(mix(MAST, PAPER, 0.5), 0.1)
    for yard in ship.yards:
        for turn in range(4):
            y = yard.y_mm - 6.5 - 1.5 * turn
            canvas.line([(-half, y), (half, y + 0.7)], darker(rope, 0.45), 1.3)
            canvas.line([(-half, y + 0.2), (half, y + 0.9)], rope, 0.8)
        canvas.disc((0, yard.y_mm - 1.6), 3.2, darker(PEG, 0.45))
        canvas.disc((0, yard.y_mm - 1.6), 2.6, PEG)
        canvas.disc((-0.7, yard.y_mm - 0.9), 0.9, lighter(PEG, 0.4))
    canvas.fill([(-half, top - 2.5), (half, top - 2.5), (half, top), (-half, top)], BRASS)
    canvas.bevel(0.5)
    return canvas.finish()


def yard_picture(ship: Ship, index: int, scale: float) -> Picture:
    """Paint a yard; the origin is its own centre."""
    m, yard = ship.measures, ship.yards[index]
    half, thick = yard.length_mm / 2, m.yard_thickness_mm / 2
    canvas = Canvas(-half, -thick, half, thick, scale, YARD)
    canvas.cut([(-half, -thick), (half, -thick), (half, thick), (-half, thick)])
    canvas.grain(21 + index, 0.08, ring_mm=1.7)
    for sign in (-1, 1):
        ends = sorted((sign * half, sign * (half - 3)))
        canvas.fill([(ends[0], -thick), (ends[1], -thick), (ends[1], thick), (ends[0], thick)], HULL_BAND)
        inner = sign * (m.mast_width_mm / 2 + m.slot_gap_mm) - yard.offset_mm
        canvas.line([(inner, -thick), (inner, thick)], darker(YARD, 0.6), 0.6)
    canvas.bevel(0.7)
    return canvas.finish()


def rod_picture(ship: Ship, scale: float) -> Picture:
    """Paint the rod and the steel ball below the gimbal, which is the origin."""
    m = ship.measures
    radius = (m.ball_mass_g / 7.85e-3 * 3 / (4 * math.pi)) ** (1 / 3)
    centre = -m.rod_length_mm
    canvas = Canvas(-radius, centre - radius, radius, 2, scale, STEEL)
    canvas.cut([(-1.6, 2), (1.6, 2), (1.6, centre), (-1.6, centre)])
    canvas.cut([(-3.4, centre + radius + 4), (3.4, centre + radius + 4), (3.4, centre), (-3.4, centre)])
    canvas.cut_disc((0, centre), radius)
    x, y = canvas.positions()
    distance = np.hypot(x + 0.35 * radius, y - centre - 0.38 * radius) / radius
    ball = 1.42 - 0.78 * np.clip(distance, 0, 1.45) ** 1.25 + 0.9 * np.exp(-((distance / 0.20) ** 2))
    ball = ball + 0.16 * np.exp(-(((np.hypot(x, y - centre) / radius - 0.93) / 0.06) ** 2)) * (y < centre)
    rod = 1.25 - 0.5 * np.abs(x + 0.4) / 1.6
    canvas.tint(np.where(np.hypot(x, y - centre) < radius, ball, np.broadcast_to(rod, ball.shape)))
    canvas.bevel(0.4, light=0.1)
    return canvas.finish()


def ring_picture(scale: float) -> Picture:
    """Paint the wooden ring that carries the gimbal, seen a little from above; the origin is the gimbal."""
    canvas = Canvas(-21, -11, 21, 2, scale, DECK)
    canvas.cut([(21 * math.cos(a), -5 + 5.5 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 60)])
    canvas.cut([(-21, -5), (21, -5), (20, -10), (-20, -10)])
    canvas.grain(31, 0.07)
    canvas.fill([(-21, -5.6), (21, -5.6), (21, -11), (-21, -11)], darker(DECK, 0.25))
    canvas.disc((0, -4.6), 12.5, darker(DECK, 0.62), 255, 3.1)
    canvas.disc((0, -2.2), 3.2, darker(STEEL, 0.35))
    canvas.disc((0, -2.0), 2.4, STEEL)
    canvas.bevel(0.8)
    return canvas.finish()


def tag_radius(scale: float) -> float:
    """Return the radius of a slot's tag (mm): as large as its letters ask for, and never below LEAST_TAG_PX across."""
    return max(TAG_MM, LEAST_TAG_PX / 2 / scale) * max(1.0, letters())


def tag_picture(number: int, lit: bool, scale: float) -> Picture:
    """Paint a slot's number on a round tag; the origin is its centre."""
    r = tag_radius(scale)
    canvas = Canvas(-r, -r, r, r, scale, GLOW if lit else PAPER)
    canvas.cut_disc((0, 0), r)
    canvas.ring((0, 0), r, darker(BRASS, 0.25) if lit else HULL_BAND, 0.18 * r)
    picture = canvas.finish()
    x, y = picture.anchor[0], picture.image.height - picture.anchor[1]
    write(
        picture.image,
        (x, y),
        str(number),
        round((1.3 if number < 10 else 1.05) * r * scale),
        INK,
        bold=True,
        anchor="mm",
    )
    return picture


def glow_picture(slot: Slot, scale: float) -> Picture:
    """Paint the light above the wood of the slot that is to be loaded.

    It reaches from limit to limit, or to the end of the wood where there is no limit. A limit is a dashed post. The
    origin is (0, surface) in the frame of the slot's wood.
    """
    left = slot.left_mm if math.isfinite(slot.left_mm) else slot.wood_left_mm
    right = slot.right_mm if math.isfinite(slot.right_mm) else slot.wood_right_mm
    canvas = Canvas(left, -1, right, GLOW_MM, scale, GLOW, oversample=1)
    x, y = canvas.positions()
    height = np.clip(1 - y / GLOW_MM, 0, 1) ** 1.7 * 150 * (y > 0) + 105 * (np.abs(y - 0.6) < 1.0)
    inside = np.clip(np.minimum(x - left, right - x) / 1.2, 0, 1)
    canvas.mask = Image.fromarray((np.clip(height * inside, 0, 255)).astype(np.uint8))
    draw = ImageDraw.Draw(canvas.mask)
    for limit, finite in ((left, math.isfinite(slot.left_mm)), (right, math.isfinite(slot.right_mm))):
        # A limit that binds is a dashed post; where the piece may stick out over the side there is none.
        for foot in range(0, round(GLOW_MM) - 4, 6) if finite else ():
            a, b = canvas.at((limit, foot)), canvas.at((limit, foot + 3.4))
            draw.line([a, b], fill=220, width=max(1, round(0.8 * scale)))
    return canvas.finish()


def flag_picture(frame: int, scale: float) -> Picture:
    """Paint a pennant in a light wind, white so that it can be tinted; the origin is the masthead.

    frame: which of the FLAG_FRAMES pictures of one wave it is.
    """
    length, height = 34.0, 15.0
    phase = 2 * math.pi * frame / FLAG_FRAMES
    canvas = Canvas(-1, -2, length + 2, height + 8, scale, (255, 255, 255))
    upper: list[Point] = []
    lower: list[Point] = []
    for step in range(25):
        share = step / 24
        wave = 2.6 * share**0.8 * math.sin(phase - 7.0 * share)
        x = length * share - 0.6 * share * math.cos(phase - 7.0 * share)
        thick = height / 2 * (1 - 0.94 * share)
        middle = 3.5 + height / 2 - 2.0 * share
        upper.append((x, middle + thick + wave))
        lower.append((x, middle - thick + wave))
    canvas.cut([*upper, *reversed(lower)])
    canvas.cut([(-0.7, -1), (0.7, -1), (0.7, height + 6), (-0.7, height + 6)])
    along, _ = canvas.positions()
    cloth = np.clip(along / length, 0, 1)
    canvas.tint(0.90 + 0.13 * cloth**0.6 * np.cos(phase - 7.0 * cloth + 0.6))
    canvas.fill([(-1, -2), (0.7, -2), (0.7, height + 8), (-1, height + 8)], (150, 120, 90))
    canvas.bevel(0.4, light=0.05, shade=0.1)
    return canvas.finish()
