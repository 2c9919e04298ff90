"""`lab pile`: a pile of bricks in the plane, and what falls when it is left alone or when one brick is taken away.

A pile that was measured stood when it was measured. So the coordinates are taken as they are, and only their precision
is mended: the smallest gap between neighbours is closed by a skin on every brick, bricks that overlap are drawn in, and
the pile settles in treacle with every brick in place before one is removed and the clock starts. A falling pile
magnifies differences far below the precision of any measurement; so the experiment is done several times with the
bricks moved by a four-hundredth of their height, and a brick is said to fall if it fell in most runs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pymunk

from sim.configuration import digest, versions
from sim.errors import InputError, between
from sim.lab.measurements import MOST, Role, Table, names
from sim.lab.sheet import read_sheet
from sim.lab.units import ANGLE, LENGTH
from sim.options import PileOptions
from sim.physics import Point
from sim.physics.contact.bodies import Surface, box, convex_parts_body, like_surface
from sim.physics.contact.profiles import GRAVITY_MM_S2, Profile, load_profile, new_space
from sim.seeds import rng
from sim.statistics import Interval, rate
from sim.untrusted_text import printable
from sim.verbs import shared

_ID = Role("id", names("id, brick, brick id, name, index, block, label, piece"))
_LENGTHS = {
    "x_mm": Role("x_mm", names("x, x position, position x, pos x, centre x, center x, cx"), LENGTH),
    "y_mm": Role("y_mm", names("y, y position, position y, pos y, centre y, center y, cy"), LENGTH),
    "width_mm": Role("width_mm", names("width, w, length, breite, largeur"), LENGTH),
    "height_mm": Role("height_mm", names("height, h, thickness, höhe, hauteur"), LENGTH),
}
_ANGLE = Role("angle_rad", names("angle, rotation, theta, θ, tilt, orientation, winkel"), ANGLE)
# Angles without a unit beyond a turn are degrees.
_TURN = 6.5

# Everything below is a share of the thinnest side h, of the free-fall time sqrt(h / g), or of their quotient, so that a
# pile and its enlarged picture fall alike: nothing depends on the scale a pile is drawn at.
# A gap of this share of h or less is a measurement's; a wider one is a gap.
CLOSED_GAP = 0.05
# Bricks that overlap are drawn in until they do not, each by no more than this share of its own thinnest side.
MOST_INSET = 0.25
# Treacle: e-foldings of speed lost in one free-fall time, and for how many of those times the pile settles in it.
SETTLE_DAMPING, SETTLE_TIMES = 4.0, 5.0
# Scatter of the runs (standard deviation), sideways and in height.
SCATTER_X, SCATTER_Y = 0.0025, 0.00075
# Engine steps in one free-fall time at the profile play (others in proportion): a free fall of h/2500 a step.
STEPS_AT_PLAY = 50
PLAY_HZ = 480
# The overlap the engine leaves alone; and the free-fall time at which its speed of mending is the profile's own.
SLOP, BIAS_TIME_S = 0.00125, 0.2
# A run may end once nothing has moved faster than this for this many free-fall times.
REST_SPEED, REST_TIMES = 1e-3, 10


@dataclass(frozen=True, slots=True)
class Brick:
    """A rectangle: centre (mm, y up), angle (rad), and sides (mm) in its own frame."""

    id: str
    x_mm: float
    y_mm: float
    angle_rad: float
    width_mm: float
    height_mm: float

    def corners(self) -> list[Point]:
        """Return the four corners (mm)."""
        c, s = math.cos(self.angle_rad), math.sin(self.angle_rad)
        return [(self.x_mm + c * x - s * y, self.y_mm + s * x + c * y) for x, y in box(self.width_mm, self.height_mm)]


@dataclass(frozen=True, slots=True)
class PileSettings:
    """The settings of the experiment; lengths mm, times s.

    Friction and restitution are those of the pair brick-brick; `table_friction` is the pair brick-table's (None: as
    between bricks). `table_y_mm` None puts the table just below the lowest corner. `table_half_width_mm` None makes it
    as wide as under the piles of Zhou et al. 2023 (1.875 longest sides each way from x = 0), or as bricks lie flat.
    `damping_per_fall_time`: what speeds lose, in e-foldings, in one free-fall time sqrt(thinnest side / g); 0.2 is the
    1 per second of Zhou et al. at their scale. `duration_fall_times`: 58.3 is their 700 steps of 1/60 s.
    """

    friction: float = 0.6
    restitution: float = 0.2
    gravity_mm_s2: float = GRAVITY_MM_S2
    remove: str | None = None
    table_y_mm: float | None = None
    table_half_width_mm: float | None = None
    table_friction: float | None = None
    damping_per_fall_time: float = 0.2
    duration_fall_times: float = 58.3
    runs: int = 15


@dataclass(frozen=True, slots=True)
class PileRun:
    """One run: who ended below the table's top, how far each centre moved (mm), and whether all came to rest."""

    fell: frozenset[str]
    moved_mm: dict[str, float]
    settled: bool


@dataclass(frozen=True, slots=True)
class PileResult:
    """All runs: the bricks that fell in most of them, the share of runs in which each fell, the median distance moved.

    A brick fell if its centre ended below the top of the table. One that left the picture downwards is followed no
    further, so `moved_mm` of a brick that fell is a lower bound. `start_overlap_mm` is the deepest overlap in the file.
    """

    fell: tuple[str, ...]
    fall_rate: dict[str, Interval]
    any_fall_rate: Interval
    moved_mm: dict[str, float]
    unsettled: int
    runs: int
    start_overlap_mm: float
    skin_mm: float
    step_hz: float
    table_y_mm: float
    table_half_width_mm: float


def read_bricks(file: Path) -> tuple[list[Brick], str]:
    """Read the bricks of a table. Returns them, and what was understood of it.

    Raises InputError for anything that is not a pile: a missing column, no rows, a value that is not a finite number, a
    side that is not positive, an identifier that is empty or used twice.
    """
    table = Table(read_sheet(file))
    columns = {"id": table.needed(_ID)} | {key: table.needed(role) for key, role in _LENGTHS.items()}
    angle = table.find(_ANGLE)
    if angle is not None:
        columns["angle_rad"] = angle
    cells = table.columns(list(columns.values()))
    texts = dict(zip(columns, cells.columns, strict=True))
    numbers = {key: table.numbers(columns[key], cells.lines, each) for key, each in texts.items() if key != "id"}
    understood: dict[str, object] = {"id": columns["id"]}
    for key in _LENGTHS:
        unit = columns[key].unit or "mm"
        numbers[key] = [LENGTH[unit] * value for value in numbers[key]]
        understood[key.removesuffix("_mm")] = f"{columns[key]} ({unit})"
    notes = ["no column of angles: all stand square"]
    if angle is not None:
        largest = max((abs(value) for value in numbers["angle_rad"]), default=0.0)
        unit = angle.unit or ("deg" if largest > _TURN else "rad")
        numbers["angle_rad"] = [ANGLE[unit] * value for value in numbers["angle_rad"]]
        understood["angle"], notes = f"{angle} ({unit})", []
    bricks: dict[str, Brick] = {}
    for row, (line, name) in enumerate(zip(cells.lines, texts["id"], strict=True)):
        values = {key: numbers[key][row] if key in numbers else 0.0 for key in (*_LENGTHS, "angle_rad")}
        _check_brick(table.sheet.where(line), name, values, {key: each.name for key, each in columns.items()}, bricks)
        bricks[name] = Brick(id=name, **values)
    return list(bricks.values()), table.understood(len(bricks), understood, notes)


def _check_brick(
    where: str, name: str, values: Mapping[str, float], columns: Mapping[str, str], before: Mapping[str, Brick]
) -> None:
    """Raise InputError for a brick that cannot be one."""
    if not name or name in before:
        raise InputError(
            "{where}: id: expected an identifier of its own for every brick, found {name!r}.", where=where, name=name
        )
    for key, value in values.items():
        if math.isnan(value):
            raise InputError(
                "{where}: {column}: expected a finite number, found {cell}.",
                where=where,
                column=columns[key],
                cell="''",
            )
        between(f"{where}: {columns.get(key, key)}", value, -MOST, MOST)
        if key in ("width_mm", "height_mm") and value <= 0:
            raise InputError(
                "{where}: {column}: expected a positive length, found {cells}.",
                where=where,
                column=columns[key],
                cells=f"{value:g}",
            )


def run_pile(
    bricks: Sequence[Brick], settings: PileSettings, profile: Profile | None = None, seed: int = 1
) -> PileResult:
    """Let a pile stand or fall, `settings.runs` times; the first run has the bricks exactly where the file puts them.

    Raises InputError if the brick to remove is not there, gravity does not pull, or no brick is above the table.
    """
    if settings.gravity_mm_s2 <= 0:
        raise InputError(
            "--gravity-mm-s2: expected a positive acceleration, found {gravity_mm_s2:g}.",
            gravity_mm_s2=settings.gravity_mm_s2,
        )
    names = [brick.id for brick in bricks]
    if settings.remove is not None and settings.remove not in names:
        raise InputError("--remove: expected the id of a brick in the file, found {remove!r}.", remove=settings.remove)
    scene = _scene(bricks, settings, profile or load_profile("play"))
    left = [name for name in names if name != settings.remove]
    runs = []
    for index in range(settings.runs):
        scatter = rng(seed, "pile", index).normal(size=(len(bricks), 2)) if index else [(0.0, 0.0)] * len(bricks)
        moved = [
            replace(b, x_mm=b.x_mm + SCATTER_X * scene.thin * dx, y_mm=b.y_mm + SCATTER_Y * scene.thin * dy)
            for b, (dx, dy) in zip(bricks, scatter, strict=True)
        ]
        runs.append(_run(moved, bricks, settings, scene))
    counts = {name: sum(name in run.fell for run in runs) for name in left}
    return PileResult(
        fell=tuple(name for name in left if 2 * counts[name] > len(runs)),
        fall_rate={name: rate(counts[name], len(runs)) for name in left},
        any_fall_rate=rate(sum(bool(run.fell) for run in runs), len(runs)),
        moved_mm={name: sorted(run.moved_mm[name] for run in runs)[len(runs) // 2] for name in left},
        unsettled=sum(not run.settled for run in runs),
        runs=len(runs),
        start_overlap_mm=scene.overlap,
        skin_mm=scene.skin,
        step_hz=1 / scene.dt_s,
        table_y_mm=scene.table_y,
        table_half_width_mm=scene.half_width,
    )


# ------------------------------------------------------------------------------------------------ the scene


@dataclass(frozen=True, slots=True)
class _Scene:
    """The parts that the runs share: the profile and step at this scale, the table, the skin, the scales."""

    profile: Profile
    steps_per_time: int
    dt_s: float
    table_y: float
    half_width: float
    skin: float
    insets: Mapping[str, float]
    overlap: float
    thin: float
    fall_time: float
    rest_speed: float
    floor_y: float


def _scene(bricks: Sequence[Brick], settings: PileSettings, profile: Profile) -> _Scene:
    thin = min(min(b.width_mm, b.height_mm) for b in bricks)
    long = max(max(b.width_mm, b.height_mm) for b in bricks)
    corners = [corner for b in bricks for corner in b.corners()]
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    reach = CLOSED_GAP * thin
    gap, insets = _gaps(bricks, reach)
    # A table that was not measured is where the bricks need it: as far below the lowest corner as they are apart.
    table_y = low - gap if settings.table_y_mm is None else settings.table_y_mm
    half = settings.table_half_width_mm
    if half is None:
        half = max(1.875 * long, *(_flat_reach(b, table_y) for b in bricks))
    if not any(-half < x < half for x, _ in corners) or high < table_y:
        raise InputError(
            "--table-half-width-mm: expected the pile above a table from x = {words:g} to "
            "{half:g} mm with its top at y = {table_y:g} mm.",
            words=-half,
            half=half,
            table_y=table_y,
        )
    if settings.table_y_mm is not None:
        gap, insets = _gaps(bricks, reach, (table_y, half))
    fall_time = math.sqrt(thin / settings.gravity_mm_s2)
    mended = profile.collision_bias ** (BIAS_TIME_S / fall_time)
    steps = round(STEPS_AT_PLAY * profile.step_hz / PLAY_HZ)
    return _Scene(
        profile=replace(profile, collision_slop_mm=SLOP * thin, collision_bias=mended),
        steps_per_time=steps,
        dt_s=fall_time / steps,
        table_y=table_y,
        half_width=half,
        skin=max(0.0, gap / 2),
        insets=insets,
        overlap=max(0.0, -gap),
        thin=thin,
        fall_time=fall_time,
        rest_speed=REST_SPEED * math.sqrt(settings.gravity_mm_s2 * thin),
        floor_y=table_y - 2 * (high - table_y) - 2 * long,
    )


def _flat_reach(brick: Brick, table_y: float) -> float:
    """Return how far from x = 0 a brick reaches that lies flat on the table; 0 for any other."""
    corners = sorted(brick.corners(), key=lambda corner: corner[1])
    tolerance = CLOSED_GAP * min(brick.width_mm, brick.height_mm)
    return max(abs(x) for x, _ in corners[:2]) if abs(corners[1][1] - table_y) <= tolerance else 0.0


def _gaps(
    bricks: Sequence[Brick], reach: float, table: tuple[float, float] | None = None
) -> tuple[float, dict[str, float]]:
    """Return how far the nearest two bricks are apart, and how far each brick must be drawn in to overlap nothing.

    The distance is 0 if none is closer than `reach`; an overlap is negative.
    With `table` (its top and half width) the distances from there count too.
    """
    space = pymunk.Space()
    if table is not None:
        _table(space, *table, radius=reach / 2, depth=reach)
    shapes: list[pymunk.Poly] = []
    for brick in bricks:
        body = pymunk.Body(1.0, 1.0)
        body.angle = brick.angle_rad
        body.position = (brick.x_mm, brick.y_mm)
        shapes.append(pymunk.Poly(body, box(brick.width_mm, brick.height_mm), radius=reach / 2))
        space.add(body, shapes[-1])
    smallest, insets = reach, dict.fromkeys((brick.id for brick in bricks), 0.0)
    found = False
    for brick, shape in zip(bricks, shapes, strict=True):
        for hit in space.shape_query(shape):
            share = 0.5 if hit.shape in shapes else 1.0
            for point in hit.contact_point_set.points:
                gap = point.distance + reach
                found, smallest = True, min(smallest, gap)
                insets[brick.id] = max(insets[brick.id], -gap * share)
    limits = {brick.id: MOST_INSET * min(brick.width_mm, brick.height_mm) for brick in bricks}
    return smallest if found else 0.0, {name: min(inset, limits[name]) for name, inset in insets.items()}


def _table(space: pymunk.Space, table_y: float, half_width: float, radius: float, depth: float) -> pymunk.Poly:
    x, bottom = half_width, table_y - depth
    shape = pymunk.Poly(space.static_body, [(-x, bottom), (x, bottom), (x, table_y), (-x, table_y)], radius=radius)
    space.add(shape)
    return shape


# ------------------------------------------------------------------------------------------------ one run


def _run(bricks: Sequence[Brick], originals: Sequence[Brick], settings: PileSettings, scene: _Scene) -> PileRun:
    space = new_space(scene.profile, settings.gravity_mm_s2)
    surface = like_surface(settings.friction, settings.restitution)
    table = _table(space, scene.table_y, scene.half_width, scene.skin, scene.thin)
    _table_surface(settings, surface).apply(table)
    bodies: dict[str, pymunk.Body] = {}
    for brick in bricks:
        # The material's density is of no account: only ratios of masses are, and bricks of one wood have those.
        inset = scene.insets[brick.id]
        body, shapes = convex_parts_body(
            [box(brick.width_mm - 2 * inset, brick.height_mm - 2 * inset)],
            1e-3,
            surface,
            (brick.x_mm, brick.y_mm),
            brick.angle_rad,
            radius_mm=scene.skin,
        )
        space.add(body, *shapes)
        bodies[brick.id] = body

    space.damping = math.exp(-SETTLE_DAMPING / scene.fall_time)
    for _ in range(round(SETTLE_TIMES * scene.steps_per_time)):
        space.step(scene.dt_s)
    if settings.remove is not None:
        removed = bodies.pop(settings.remove)
        space.remove(removed, *removed.shapes)

    space.damping = math.exp(-settings.damping_per_fall_time / scene.fall_time)
    gone: dict[str, Point] = {}
    calm, settled = 0, False
    for _ in range(math.ceil(settings.duration_fall_times)):
        for _ in range(scene.steps_per_time):
            space.step(scene.dt_s)
        _drop_out_of_picture(space, bodies, gone, scene.floor_y)
        calm = calm + 1 if all(_speed(body, scene.thin) <= scene.rest_speed for body in bodies.values()) else 0
        if calm >= REST_TIMES:
            settled = True
            break
    ends = {**{name: tuple(body.position) for name, body in bodies.items()}, **gone}
    starts = {brick.id: (brick.x_mm, brick.y_mm) for brick in originals}
    return PileRun(
        fell=frozenset(name for name, (_, y) in ends.items() if y < scene.table_y),
        moved_mm={name: math.dist(starts[name], end) for name, end in ends.items()},
        settled=settled,
    )


def _table_surface(settings: PileSettings, bricks: Surface) -> Surface:
    """Return the table's surface that makes the pair brick-table come out as asked: the engine multiplies."""
    if settings.table_friction is None or settings.table_friction == settings.friction:
        return bricks
    if bricks.friction == 0:
        raise InputError("--table-friction: bricks of friction 0 have none against any table, expected 0.")
    return replace(bricks, friction=settings.table_friction / bricks.friction)


def _drop_out_of_picture(
    space: pymunk.Space, bodies: dict[str, pymunk.Body], gone: dict[str, Point], floor_y: float
) -> None:
    for name in [name for name, body in bodies.items() if not body.position.y >= floor_y]:
        body = bodies.pop(name)
        gone[name] = (body.position.x, body.position.y)
        space.remove(body, *body.shapes)


def _speed(body: pymunk.Body, thin: float) -> float:
    return body.velocity.length + abs(body.angular_velocity) * thin


def pile_command(given: PileOptions) -> None:
    """Print which bricks fall and how far all moved. Raises InputError."""
    if given.table_half_width_mm is not None and given.table_half_width_mm <= 0:
        raise InputError(
            "--table-half-width-mm: expected a positive length, found {table_half_width_mm:g}.",
            table_half_width_mm=given.table_half_width_mm,
        )
    settings = shared(PileSettings, given)
    bricks, understood = read_bricks(given.file)
    result = run_pile(bricks, settings, load_profile(given.profile), given.seed)
    if given.as_json:
        print(json.dumps({**_as_json(result, settings, given.profile, given.seed), "read": understood}))
    else:
        print(printable(understood))
        print(_as_text(result))


def _as_json(result: PileResult, settings: PileSettings, profile: str, seed: int) -> dict[str, Any]:
    return {
        "fell": list(result.fell),
        "moved_mm": {name: round(distance, 4) for name, distance in result.moved_mm.items()},
        "fall_rate": {name: interval.to_json() for name, interval in result.fall_rate.items()},
        "any_fall_rate": result.any_fall_rate.to_json(),
        "runs": result.runs,
        "unsettled": result.unsettled,
        "start_overlap_mm": round(result.start_overlap_mm, 4),
        "skin_mm": round(result.skin_mm, 4),
        "step_hz": round(result.step_hz, 3),
        "table_y_mm": round(result.table_y_mm, 4),
        "table_half_width_mm": round(result.table_half_width_mm, 4),
        "profile": profile,
        "configuration": digest(asdict(settings)),
        "seed": seed,
        "versions": versions(),
    }


def _as_text(result: PileResult) -> str:
    lines = [f"fell in most of {result.runs} runs: {', '.join(result.fell) or 'none'}"]
    if result.unsettled:
        lines.append(f"still moving at the end: {result.unsettled} of {result.runs} runs")
    if result.start_overlap_mm > 0:
        lines.append(f"bricks overlap by up to {result.start_overlap_mm:.2f} mm in the file")
    lines += [
        f"{name}: fell in {result.fall_rate[name].percent()} of runs, moved {distance:.2f} mm"
        for name, distance in result.moved_mm.items()
    ]
    # Bricks are called as the file calls them.
    return "\n".join(map(printable, lines))
