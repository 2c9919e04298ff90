"""The wooden pieces: flat sections with measures, masses that follow from the wood, and the ways to put them down.

The eight shipped ones are in pieces.toml; a preset may change them, leave them out and add others of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from sim.errors import InputError
from sim.files import read_toml
from sim.measures import TomlTable, check, plain
from sim.physics import Point
from sim.physics.contact.bodies import MassProperties, check_convex, combine, polygon_properties
from sim.physics.contact.outlines import checked_outline, convex_parts
from sim.refusals import near, one_of
from sim.untrusted_text import quoted

PIECES_FILE = Path(__file__).with_name("pieces.toml")
KINDS = ("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest")
"""The shipped pieces, which come first in every list of a preset's pieces; the others follow by name."""
STANCES = ("upright", "rolling", "hanging_starboard", "hanging_port", "lying", "flat")
"""The shipped stances, which come first in every list of a piece's stances; the others follow by name.

So bots, which go through them in this order, play alike however the keys of a file are sorted.
"""
MOST_KINDS = 16
MOST_IN_SET = 24
"""The pieces of one set may be at most this many."""
LEAST_MM, LARGEST_MM = 0.5, 150.0
"""The least and the greatest measure (mm) of a piece."""
THIN_MM, STEP_MM = 2.0, 4.0
"""Where a piece is thinner than THIN_MM, steps are as much finer as it is thinner than STEP_MM: else what
lies on it presses it into what it lies on."""
LIGHTEST_G, HEAVIEST_G = 0.2, 150.0
"""The least and the greatest mass (g) of a piece: one that is heavier than the ball capsizes her."""
LEAST_DENSITY_G_CM3, MOST_DENSITY_G_CM3 = 0.01, 25.0
_NAME = re.compile(r"[a-z][a-z0-9_]{0,15}")
_SIDE = "side"
_MOST_MM = 1000.0
_Mm = Annotated[float, Field(ge=-_MOST_MM, le=_MOST_MM)]
Corner = tuple[_Mm, _Mm]


class SectionTable(TomlTable):
    """One section as written in the file: convex parts, or a disc."""

    depth_mm: float = Field(gt=0, le=_MOST_MM)
    parts: list[Annotated[list[Corner], Field(min_length=3, max_length=64)]] = Field(
        default_factory=list, max_length=64
    )
    radius_mm: float | None = Field(default=None, gt=0, le=_MOST_MM)


class StanceTable(TomlTable):
    """One stance as written in the file. section: None for the one of a piece that has an outline."""

    section: str | None = None
    angle_deg: float = 0.0
    mirror: bool = False
    hangs: bool = False


class PieceTable(TomlTable):
    """One piece as written in the file: sections with stances, or an outline with its depth.

    supply: how many of it are in one set. outline: its only section, which may be concave; without stances it is put
    down as it is drawn. density_g_cm3: of its own wood, if not the ship's. colour: of its picture, `#rrggbb`.
    """

    source: str = ""
    density_g_cm3: float | None = Field(default=None, ge=LEAST_DENSITY_G_CM3, le=MOST_DENSITY_G_CM3)
    colour: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")
    supply: int = Field(default=1, ge=0, le=MOST_IN_SET)
    outline: Annotated[list[Corner], Field(min_length=3, max_length=64)] | None = None
    depth_mm: float | None = Field(default=None, gt=0, le=_MOST_MM)
    sections: dict[str, SectionTable] = Field(default_factory=dict, max_length=16)
    stances: dict[str, StanceTable] = Field(default_factory=dict, max_length=16)


@dataclass(frozen=True, slots=True)
class Section:
    """A flat section about its own centre of gravity: convex polygons (mm), or a disc of `radius_mm`."""

    parts: tuple[tuple[Point, ...], ...]
    radius_mm: float | None
    areal_density_g_mm2: float
    mass_g: float
    moment_g_mm2: float
    density_g_cm3: float
    corners: tuple[Point, ...] = field(init=False, compare=False, repr=False)
    """Every corner of every part, empty for a disc."""
    reach_mm: float = field(init=False, compare=False, repr=False)
    """From the centre of gravity to the farthest point."""
    thin_mm: float = field(init=False, compare=False, repr=False)
    """The least distance of two parallel lines between which it lies. Thin arms of a wider piece do not count."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "corners", tuple(corner for part in self.parts for corner in part))
        object.__setattr__(self, "reach_mm", self.radius_mm or max(math.hypot(x, y) for x, y in self.corners))
        object.__setattr__(self, "thin_mm", self._width())

    def _width(self) -> float:
        if self.radius_mm is not None:
            return 2 * self.radius_mm
        # The least width lies across a side of the convex hull, and those are among the sides of the parts.
        widths = []
        for part in self.parts:
            for (x0, y0), (x1, y1) in zip(part, [*part[1:], part[0]], strict=True):
                long = math.hypot(x1 - x0, y1 - y0)
                across = [((x1 - x0) * y - (y1 - y0) * x) / long for x, y in self.corners]
                widths.append(max(across) - min(across))
        return min(widths)

    @property
    def depth_mm(self) -> float:
        """The depth, fore and aft."""
        return self.areal_density_g_mm2 / (self.density_g_cm3 * 1e-3)

    def sides(self, angle: float) -> tuple[float, float]:
        """Return left and right of the section turned by `angle`, about its centre of gravity (mm)."""
        if self.radius_mm is not None:
            return (-self.radius_mm, self.radius_mm)
        c, s = math.cos(angle), math.sin(angle)
        xs = [c * x - s * y for x, y in self.corners]
        return (min(xs), max(xs))

    def extent(self, angle: float) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of the section turned by `angle`, about its centre of gravity (mm)."""
        if self.radius_mm is not None:
            return (-self.radius_mm, -self.radius_mm, self.radius_mm, self.radius_mm)
        c, s = math.cos(angle), math.sin(angle)
        ys = [s * x + c * y for x, y in self.corners]
        left, right = self.sides(angle)
        return (left, min(ys), right, max(ys))

    def core(self, angle: float) -> tuple[float, float]:
        """Return the lowest and highest point (mm) of the turned section below and above its centre of gravity."""
        low, high = -(self.radius_mm or 0.0), self.radius_mm or 0.0
        cos, sin = math.cos(angle), math.sin(angle)
        for part in self.parts:
            turned = [(cos * x - sin * y, sin * x + cos * y) for x, y in part]
            for (x0, y0), (x1, y1) in zip(turned, [*turned[1:], turned[0]], strict=True):
                if min(x0, x1) <= 0.0 <= max(x0, x1):
                    share = 0.0 if x0 == x1 else -x0 / (x1 - x0)
                    crossing = y0 + (y1 - y0) * share
                    low, high = min(low, crossing), max(high, crossing)
        return low, high


@dataclass(frozen=True, slots=True)
class Stance:
    """A way to put a piece down: which section, mirrored or not (together the `form`), turned by `angle`.

    `seat_mm` is the height of the line that meets the wood below the centre of gravity: the lowest point of what stands
    or lies, the underside of the arm (y = 0 in the file) of what hangs. `edge_mm` is where, sideways from the centre of
    gravity, the wood's end belongs when the piece hangs (x = 0 in the file); None for what does not hang.
    """

    name: str
    form: str
    angle: float
    seat_mm: float
    edge_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece. A form is a section name, with `~` behind it when mirrored.

    supply: how many are in one set. colour: of its picture, `#rrggbb`, empty where it has none of its own.
    """

    kind: str
    mass_g: float
    forms: Mapping[str, Section]
    stances: Mapping[str, Stance]
    supply: int = 1
    colour: str = ""

    @property
    def finer(self) -> int:
        """The factor by which the engine needs more steps for it, as it is thin."""
        thin_mm = min(section.thin_mm for section in self.forms.values())
        return math.ceil(STEP_MM / thin_mm) if thin_mm < THIN_MM else 1


def _section(table: SectionTable, mirror: bool, scale: float, density_g_cm3: float) -> tuple[Section, Point]:
    """Return the section about its centre of gravity, and where that lies in the file's frame (scaled)."""
    sign = -1.0 if mirror else 1.0
    areal = density_g_cm3 * 1e-3 * table.depth_mm * scale
    if table.radius_mm is not None:
        radius = table.radius_mm * scale
        mass = areal * math.pi * radius**2
        return Section((), radius, areal, mass, mass * radius**2 / 2, density_g_cm3), (0.0, 0.0)
    parts = [[(sign * x * scale, y * scale) for x, y in part] for part in table.parts]
    for part in parts:
        check_convex(part)
    whole: MassProperties = combine([polygon_properties(part) for part in parts])
    cx, cy = whole.centroid
    centred = tuple(tuple((x - cx, y - cy) for x, y in part) for part in parts)
    section = Section(centred, None, areal, whole.area * areal, whole.second_moment * areal, density_g_cm3)
    return section, (cx, cy)


def build_pieces(tree: Mapping[str, Any], where: str, density_g_cm3: float) -> dict[str, Piece]:
    """Build the pieces of a plain tree (scale and one table a kind), in the order of KINDS and STANCES.

    Raises InputError.
    """
    scale = tree.get("scale", 1.0)
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0.1 <= scale <= 10:
        raise InputError(
            "{where}: pieces.scale: expected a number between 0.1 and 10, found {scale!r}.", where=where, scale=scale
        )
    kinds = [*KINDS, *sorted(set(tree) - {*KINDS, "scale"})]
    if len(kinds) > MOST_KINDS:
        raise InputError(
            "{where}: pieces: expected at most {most_kinds} kinds of piece, found {kinds}.",
            where=where,
            most_kinds=MOST_KINDS,
            kinds=len(kinds),
        )
    every = [_piece(kind, tree.get(kind, {}), where, float(scale), density_g_cm3) for kind in kinds]
    pieces = {piece.kind: piece for piece in every if piece.supply}
    in_set = sum(piece.supply for piece in pieces.values())
    if not 1 <= in_set <= MOST_IN_SET:
        raise InputError(
            "{where}: pieces: expected 1 to {most_in_set} pieces in a set, found {in_set} (supply).",
            where=where,
            most_in_set=MOST_IN_SET,
            in_set=in_set,
        )
    return pieces


def _piece(kind: str, tree: Any, where: str, scale: float, density_g_cm3: float) -> Piece:
    """Build one piece of a plain tree; one with an outline, or of another kind, is as large as it says.

    Raises InputError.
    """
    above = f"{where}: pieces.{kind}"
    if not _NAME.fullmatch(kind):
        raise InputError(
            "{where}: pieces.{kind}: expected a name of at most 16 small letters, digits and _, with a letter first.",
            where=where,
            kind=quoted(kind),
        )
    if kind not in KINDS and isinstance(tree, Mapping) and not {"outline", "sections"} & set(tree):
        other = "".join(f", or {name}" for name in near(kind, KINDS))
        raise InputError("{above}: expected an outline and depth_mm for a new piece{other}.", above=above, other=other)
    table = check(PieceTable, tree, where, f"pieces.{kind}")
    if kind not in KINDS or table.outline is not None:
        scale = 1.0
    density = density_g_cm3 if table.density_g_cm3 is None else table.density_g_cm3
    sections, drawn = _sections(table, above)
    forms: dict[str, Section] = {}
    stances: dict[str, Stance] = {}
    for name in (*(name for name in STANCES if name in drawn), *sorted(set(drawn) - {*STANCES})):
        stance = drawn[name]
        key = f"{above}.stances.{name}"
        called = stance.section
        if called is None:
            called = _SIDE if table.outline is not None else ""
        if called not in sections:
            raise InputError("{key}.section: {one_of}.", key=key, one_of=one_of(called, sections))
        form = called + ("~" if stance.mirror else "")
        section = sections[called]
        if bool(section.parts) == (section.radius_mm is not None):
            raise InputError("{above}.sections.{called}: expected parts or radius_mm.", above=above, called=called)
        try:
            forms[form], (cx, cy) = _section(section, stance.mirror, scale, density)
        except ValueError as error:
            raise InputError("{above}.sections.{called}: {error}.", above=above, called=called, error=error) from error
        angle = math.radians(stance.angle_deg)
        stances[name] = (
            Stance(name, form, angle, -cy, -cx)
            if stance.hangs
            else Stance(name, form, angle, forms[form].extent(angle)[1])
        )
    if not stances:
        raise InputError("{above}.stances: expected at least one way to put it down.", above=above)
    masses = [form.mass_g for form in forms.values()]
    if max(masses) > 1.02 * min(masses):
        raise InputError("{above}.sections: the sections of one piece must weigh the same within 2 %.", above=above)
    _check_size(above, forms, ("sections", "sections") if table.outline is None else ("outline", "depth_mm"))
    return Piece(kind, masses[0], forms, stances, table.supply, table.colour or "")


def _sections(table: PieceTable, above: str) -> tuple[Mapping[str, SectionTable], Mapping[str, StanceTable]]:
    """Return a piece's sections and stances: its own, or those that follow from its outline. Raises InputError."""
    if table.outline is None:
        if table.depth_mm is not None:
            raise InputError(
                "{above}.depth_mm: expected an outline beside it; every section has a depth of its own.", above=above
            )
        return table.sections, table.stances
    if table.sections:
        raise InputError(
            "{above}.sections: expected no sections beside an outline, which is the only one.", above=above
        )
    if table.depth_mm is None:
        raise InputError(
            "{above}.depth_mm: expected how deep the piece is along the line of sight, in mm.", above=above
        )
    try:
        parts = convex_parts(checked_outline(table.outline))
    except ValueError as error:
        raise InputError("{above}.outline: {error}.", above=above, error=error) from error
    side = SectionTable(depth_mm=table.depth_mm, parts=[list(part) for part in parts])
    return {_SIDE: side}, table.stances or {"upright": StanceTable()}


def _check_size(above: str, forms: Mapping[str, Section], keys: tuple[str, str]) -> None:
    """Raise InputError for a piece that no ship carries, or that the engine cannot carry.

    keys: what its size and its mass follow from.
    """
    for form in forms.values():
        left, bottom, right, top = form.extent(0.0)
        largest = max(right - left, top - bottom)
        if min(right - left, top - bottom) >= LEAST_MM > form.thin_mm:
            raise InputError(
                "{above}.{keys}: expected a piece at least {least_mm:g} mm thick, found {thin:.3g} mm.",
                above=above,
                keys=keys[0],
                least_mm=LEAST_MM,
                thin=form.thin_mm,
            )
        if min(right - left, top - bottom) < LEAST_MM or largest > LARGEST_MM:
            raise InputError(
                "{above}.{keys}: expected a piece of {least_mm:g} to {largest_mm:g} mm, found "
                "{right:.3g} x {top:.3g} mm.",
                above=above,
                keys=keys[0],
                least_mm=LEAST_MM,
                largest_mm=LARGEST_MM,
                right=right - left,
                top=top - bottom,
            )
        if not LIGHTEST_G <= form.mass_g <= HEAVIEST_G:
            raise InputError(
                "{above}.{keys}: expected a piece of {lightest_g:g} to {heaviest_g:g} g, found "
                "{mass_g:.3g} g (area x depth x wood.density_g_cm3, at pieces.scale).",
                above=above,
                keys=keys[1],
                lightest_g=LIGHTEST_G,
                heaviest_g=HEAVIEST_G,
                mass_g=form.mass_g,
            )


def shipped_pieces() -> dict[str, Any]:
    """Return the plain tree of the shipped pieces."""
    tree = read_toml(PIECES_FILE)
    return {**tree, "scale": plain(tree["scale"], PIECES_FILE.name, "scale", shipped=True)}
