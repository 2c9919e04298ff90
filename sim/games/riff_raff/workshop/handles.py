"""The handles of a ship's drawing: yards, mast, hull and ball, and the corners of its pieces; how yards are mounted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.language import N_, Composed, _
from sim.physics import Point
from sim.physics.ship.measures import YARD_KEYS, Ship
from sim.workshop.editing import Edits, Handle, corner_moved, half_mm, whole_mm

TILT_AT = 0.55
"""The place of the handle that tilts a yard, as a share of the way from the mast to its starboard end."""
LEAST_ARM_MM = 5.0
"""The least distance from the mast at which the pointer tilts a yard, so that it cannot swing round."""


_NAMED = {"low": N_("low yard"), "middle": N_("middle yard"), "top": N_("top yard")}


def handles(configuration: RiffRaffConfiguration) -> tuple[Handle, ...]:
    """Return the handles of the ship, in its own frame, upright."""
    ship = configuration.setup.ship
    m = ship.measures
    deck = ship.deck_mm
    found = [
        Handle(
            N_("ball"),
            _("rod {rod:g} mm", rod=m.rod_length_mm),
            (0.0, -m.rod_length_mm),
            ("ship.rod_length_mm",),
            lambda _x, y: {"ship.rod_length_mm": whole_mm(-y)},
        ),
        Handle(
            N_("masthead"),
            _("mast {mast:g} mm", mast=m.mast_height_mm),
            (0.0, deck + m.mast_height_mm),
            ("ship.mast_height_mm",),
            lambda _x, y: {"ship.mast_height_mm": whole_mm(y - deck)},
        ),
        *_hull_handles(ship),
    ]
    for index, yard in enumerate(ship.yards):
        height = yard.y_mm + m.yard_thickness_mm - deck
        above = f"ship.yards.{index}." if m.yards is not None else f"ship.{yard.name}_yard_"
        name = _NAMED.get(yard.name) or Composed(N_("yard {number}"), number=index + 1)
        length_key, height_key = f"{above}length_mm", f"{above}height_mm"
        label = _("{long:g} mm long, {high:g} high", long=yard.length_mm, high=height)
        at = yard.y_mm + m.yard_thickness_mm / 2
        lean, (port, starboard) = (math.cos(yard.lies_rad), math.sin(yard.lies_rad)), yard.ends_mm
        for reach, other, end in (
            (port, starboard, N_("{yard}, port end")),
            (starboard, port, N_("{yard}, starboard end")),
        ):
            longer = partial(_length, length_key, math.copysign(1.0, reach - other) / lean[0])
            found.append(
                Handle(
                    Composed(end, yard=name),
                    label,
                    (reach * lean[0], at + reach * lean[1]),
                    (length_key, "ship.yards"),
                    longer if not yard.offset_mm else partial(_end, above, other, lean[0]),
                )
            )
        # On the longer side, which is starboard unless a yard is mounted off its middle.
        side = 1.0 if starboard >= -port else -1.0
        arm = TILT_AT * (starboard if side > 0 else port)
        found.append(
            Handle(
                Composed(N_("{yard}, tilt"), yard=name),
                _("{tilt:.3g}° to the starboard end", tilt=math.degrees(yard.tilt_rad)),
                (arm * lean[0], at + arm * lean[1]),
                ("ship.yards",),
                partial(_tilt, configuration, index, at, side),
            )
        )
        found.append(
            Handle(
                Composed(N_("{yard}, height"), yard=name),
                label,
                (0.0, at),
                (height_key, "ship.yards"),
                partial(_height, height_key, deck - m.yard_thickness_mm / 2),
            )
        )
    return tuple(found)


def _hull_handles(ship: Ship) -> Iterator[Handle]:
    """Yield the corners of the hull's outline, or the handles of its three measures."""
    m = ship.measures
    if m.hull is not None:
        for number, corner in enumerate(m.hull, start=1):
            x, y = corner
            key = "ship.hull"
            edits = partial(corner_moved, key, m.hull, number - 1)
            yield Handle(Composed(N_("hull, corner {number}"), number=number), _point(x, y), (x, y), (key,), edits)
        return
    assert m.hull_width_mm is not None
    assert m.hull_height_mm is not None
    assert m.hull_bottom_width_mm is not None
    yield Handle(
        N_("deck"),
        _("{wide:g} mm wide, {high:g} high", wide=m.hull_width_mm, high=m.hull_height_mm),
        (m.hull_width_mm / 2, m.hull_height_mm),
        ("ship.hull_width_mm", "ship.hull_height_mm"),
        lambda x, y: {"ship.hull_width_mm": whole_mm(2 * x), "ship.hull_height_mm": whole_mm(y)},
    )
    yield Handle(
        N_("keel"),
        _("bottom {wide:g} mm wide", wide=m.hull_bottom_width_mm),
        (m.hull_bottom_width_mm / 2, 0.0),
        ("ship.hull_bottom_width_mm",),
        lambda x, _y: {"ship.hull_bottom_width_mm": whole_mm(2 * x)},
    )


def _length(key: str, side: float, x: float, _y: float) -> Edits:
    return {key: whole_mm(2 * side * x)}


def _end(above: str, other_mm: float, lean: float, x: float, _y: float) -> Edits:
    """Return the edits that put one end of a yard off its middle at x; the other end stays."""
    end = whole_mm(x / lean)
    return {f"{above}length_mm": abs(end - other_mm), f"{above}offset_mm": (end + other_mm) / 2}


def _tilt(configuration: RiffRaffConfiguration, index: int, mount_mm: float, side: float, x: float, y: float) -> Edits:
    yard = configuration.setup.ship.yards[index]
    lies = math.atan2(side * (y - mount_mm), max(side * x, LEAST_ARM_MM))
    return tilted(configuration, index, lies - (yard.lies_rad - yard.tilt_rad))


def _height(key: str, foot_mm: float, _x: float, y: float) -> Edits:
    return {key: whole_mm(y - foot_mm)}


def piece_handles(configuration: RiffRaffConfiguration, kind: str) -> tuple[Handle, ...]:
    """Return the handles of a piece's corners, in the frame of its first section as the configuration has it.

    Corners of several parts at one place are one handle, and move together. A round section has a handle for its
    radius.
    """
    table = configuration.tree["pieces"][kind]
    if table.get("outline") is not None:
        key = f"pieces.{kind}.outline"
        return tuple(
            Handle(_corner_name(n + 1), _point(x, y), (x, y), (key,), partial(corner_moved, key, table["outline"], n))
            for n, (x, y) in enumerate(table["outline"])
        )
    name = first_section(configuration, kind)
    section, key = table["sections"][name], f"pieces.{kind}.sections.{name}"
    if section.get("radius_mm") is not None:
        radius = section["radius_mm"]
        return (
            Handle(
                N_("radius"),
                _("radius {radius:g} mm", radius=radius),
                (radius, 0.0),
                (key,),
                lambda x, _y: {f"{key}.radius_mm": max(1.0, whole_mm(2 * x) / 2)},
            ),
        )
    places = dict.fromkeys(tuple(corner) for part in section["parts"] for corner in part)
    return tuple(
        Handle(
            _corner_name(number),
            _point(*place),
            (float(place[0]), float(place[1])),
            (key,),
            partial(_corner, f"{key}.parts", section["parts"], place),
        )
        for number, place in enumerate(places, start=1)
    )


def _corner_name(number: int) -> str:
    return Composed(N_("corner {number}"), number=number)


def _point(x: float, y: float) -> str:
    return _("{x:g}, {y:g} mm", x=x, y=y)


def first_section(configuration: RiffRaffConfiguration, kind: str) -> str:
    """Return the name of a piece's first section."""
    return next(iter(configuration.setup.pieces[kind].stances.values())).form.removesuffix("~")


def _corner(key: str, parts: Sequence[Sequence[Sequence[float]]], place: Point, x: float, y: float) -> Edits:
    """Return the parts with every corner that lies at a place moved to (x, y), in steps of half a millimetre."""
    moved = [half_mm(x), half_mm(y)]
    return {key: [[moved if tuple(corner) == place else list(corner) for corner in part] for part in parts]}


YARD_GAP_MM = 55.0
"""The height of a new yard above the one below it."""
_TILTS_A_DEGREE = 2


def with_yards(configuration: RiffRaffConfiguration, count: int) -> Edits:
    """Return the edits that give the ship `count` yards.

    Yards are added YARD_GAP_MM above the highest and a quarter shorter, and taken away from the top.
    """
    rows = _rows(configuration)[:count]
    mast: dict[str, float] = {}
    while len(rows) < count:
        last = rows[-1] if rows else {"height_mm": 20.0, "length_mm": 200.0}
        height = last["height_mm"] + YARD_GAP_MM
        mast = {"ship.mast_height_mm": max(configuration.setup.ship.measures.mast_height_mm, height + 15.0)}
        rows.append({"height_mm": height, "length_mm": max(60.0, whole_mm(0.75 * last["length_mm"]))})
    return {**mast, **_listed(configuration, rows)}


def tilted(configuration: RiffRaffConfiguration, index: int, tilt_rad: float) -> Edits:
    """Return the edits that mount a yard at a tilt, in half degrees; none if it is mounted so already.

    The three yards of the shipped keys have none for a tilt, so they become a list.
    """
    tilt_deg = round(_TILTS_A_DEGREE * math.degrees(tilt_rad)) / _TILTS_A_DEGREE
    rows = _rows(configuration)
    if abs(rows[index].get("tilt_deg", 0.0) - tilt_deg) < 0.5 / _TILTS_A_DEGREE:
        return {}
    rows[index]["tilt_deg"] = tilt_deg
    return _listed(configuration, rows)


def _rows(configuration: RiffRaffConfiguration) -> list[dict[str, float]]:
    """Return the yards as rows of `ship.yards`, without what is as by default."""
    ship = configuration.setup.ship
    m = ship.measures
    if m.yards is not None:
        return [yard.model_dump(exclude_defaults=True) for yard in m.yards]
    return [
        {"height_mm": yard.y_mm + m.yard_thickness_mm - ship.deck_mm, "length_mm": yard.length_mm}
        for yard in ship.yards
    ]


def _listed(configuration: RiffRaffConfiguration, rows: list[dict[str, float]]) -> Edits:
    named = configuration.setup.ship.measures.yards is None
    edits: dict[str, Any] = dict.fromkeys((f"ship.{key}" for key in YARD_KEYS), None) if named else {}
    return {**edits, "ship.yards": rows}
