"""The wooden pieces: flat sections with measures, masses that follow from the wood, and the ways to put them down."""

from __future__ import annotations

import math
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

PIECES_FILE = Path(__file__).with_name("pieces.toml")
KINDS = ("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest")


_MOST_MM = 1000.0
_Mm = Annotated[float, Field(ge=-_MOST_MM, le=_MOST_MM)]
Corner = tuple[_Mm, _Mm]


class SectionTable(TomlTable):
    """One section as it stands in the file: convex parts, or a disc."""

    depth_mm: float = Field(gt=0, le=_MOST_MM)
    parts: list[Annotated[list[Corner], Field(min_length=3, max_length=64)]] = Field(
        default_factory=list, max_length=64
    )
    radius_mm: float | None = Field(default=None, gt=0, le=_MOST_MM)


class StanceTable(TomlTable):
    """One stance as it stands in the file."""

    section: str
    angle_deg: float = 0.0
    mirror: bool = False
    hangs: bool = False


class PieceTable(TomlTable):
    """One piece as it stands in the file."""

    source: str
    sections: dict[str, SectionTable] = Field(max_length=16)
    stances: dict[str, StanceTable] = Field(max_length=16)


@dataclass(frozen=True, slots=True)
class Section:
    """A flat section about its own centre of gravity: convex polygons (mm), or a disc of `radius_mm`."""

    parts: tuple[tuple[Point, ...], ...]
    radius_mm: float | None
    areal_density_g_mm2: float
    mass_g: float
    moment_g_mm2: float
    corners: tuple[Point, ...] = field(init=False, compare=False, repr=False)
    """Every corner of every part, empty for a disc."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "corners", tuple(corner for part in self.parts for corner in part))

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
    """A kind of piece. A form is a section name, with `~` behind it when mirrored."""

    kind: str
    mass_g: float
    forms: Mapping[str, Section]
    stances: Mapping[str, Stance]


def _section(table: SectionTable, mirror: bool, scale: float, density_g_mm3: float) -> tuple[Section, Point]:
    """Return the section about its centre of gravity, and where that lies in the file's frame (scaled)."""
    sign = -1.0 if mirror else 1.0
    areal = density_g_mm3 * table.depth_mm * scale
    if table.radius_mm is not None:
        radius = table.radius_mm * scale
        mass = areal * math.pi * radius**2
        return Section((), radius, areal, mass, mass * radius**2 / 2), (0.0, 0.0)
    parts = [[(sign * x * scale, y * scale) for x, y in part] for part in table.parts]
    for part in parts:
        check_convex(part)
    whole: MassProperties = combine([polygon_properties(part) for part in parts])
    cx, cy = whole.centroid
    centred = tuple(tuple((x - cx, y - cy) for x, y in part) for part in parts)
    return Section(centred, None, areal, whole.area * areal, whole.second_moment * areal), (cx, cy)


def build_pieces(tree: Mapping[str, Any], where: str, density_g_cm3: float) -> dict[str, Piece]:
    """Build the pieces of a plain tree (scale and one table a kind). Raises InputError."""
    scale = tree.get("scale", 1.0)
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0.1 <= scale <= 10:
        raise InputError(f"{where}: pieces.scale: expected a number between 0.1 and 10, found {scale!r}.")
    unknown = sorted(set(tree) - {*KINDS, "scale"})
    if unknown:
        raise InputError(f"{where}: pieces.{unknown[0]}: unknown piece, expected one of {', '.join(KINDS)}.")
    pieces = {}
    for kind in KINDS:
        table = check(PieceTable, tree.get(kind, {}), where, f"pieces.{kind}")
        forms: dict[str, Section] = {}
        stances: dict[str, Stance] = {}
        for name, stance in table.stances.items():
            key = f"pieces.{kind}.stances.{name}"
            if stance.section not in table.sections:
                raise InputError(f"{where}: {key}.section: expected one of {', '.join(table.sections)}.")
            form = stance.section + ("~" if stance.mirror else "")
            section = table.sections[stance.section]
            if bool(section.parts) == (section.radius_mm is not None):
                raise InputError(f"{where}: pieces.{kind}.sections.{stance.section}: expected parts or radius_mm.")
            try:
                forms[form], (cx, cy) = _section(section, stance.mirror, float(scale), density_g_cm3 * 1e-3)
            except ValueError as error:
                raise InputError(f"{where}: pieces.{kind}.sections.{stance.section}: {error}.") from error
            angle = math.radians(stance.angle_deg)
            stances[name] = (
                Stance(name, form, angle, -cy, -cx)
                if stance.hangs
                else Stance(name, form, angle, forms[form].extent(angle)[1])
            )
        masses = [form.mass_g for form in forms.values()]
        if max(masses) > 1.02 * min(masses):
            raise InputError(
                f"{where}: pieces.{kind}.sections: the sections of one piece must weigh the same within 2 %."
            )
        pieces[kind] = Piece(kind, masses[0], forms, stances)
    return pieces


def shipped_pieces() -> dict[str, Any]:
    """Return the plain tree of the shipped pieces."""
    tree = read_toml(PIECES_FILE)
    return {**tree, "scale": plain(tree["scale"], PIECES_FILE.name, "scale", shipped=True)}
