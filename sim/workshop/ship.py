"""The prototype of a ship of Riff Raff: its dials and handles, how risky its slots are, and the live ship."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from sim.forecast.attempts import SettingDown, start_attempt
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.practice import Practice as RiffRaffPractice
from sim.games.riff_raff.match.practice import laden
from sim.lab.cargo import free_x
from sim.people.execution import PlaceIntent
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.fitting import usual_stance
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import YARD_KEYS, Ship, ShipSetup, Slot
from sim.physics.ship.state import CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld, body_pose, wave_line
from sim.protocols import Practice
from sim.seat import Seat
from sim.seeds import derive
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.prototype import Action, Body, Dial, Edits, Handle, Risk, Shape, box, whole_mm
from sim.workshop.survey import Cell, Findings, cells_with

ROUNDS = 32
SEEN_S = 2.0
"""How long a piece that fell from the live ship is seen lying on the table."""
STEEL_G_MM3 = 7.85e-3
WALL_MM = 4.0
"""The thickness of the walls of the box, as drawn."""
YARD_GAP_MM = 55.0
"""The height of a new yard above the one below it."""
ROCK_RAD_S = 1.2
"""How fast the live ship turns when she is given a push."""
FELT_SLOT = 6
"""The slot that a practice begins with, or the last slot of a smaller ship."""
_LONGEST_S = 0.1
NEAR_MM = 16.0
"""How near to wood a click has to be to mean it."""
_ON_MM = 2.0  # a piece whose lowest point is no farther from wood lies on it

DIALS = (
    Dial("ship.ball_mass_g", "Ball", "g", 40, 300, 5),
    Dial("ship.hull_mass_g", "Hull", "g", 40, 300, 5),
    Dial("wood.friction", "Friction of wood", "", 0.05, 0.8, 0.01),
    Dial("wood.density_g_cm3", "Wood, g/cm³", "", 0.3, 1.2, 0.05),
    Dial("pieces.scale", "Size of pieces", "", 0.6, 1.6, 0.05),
    Dial("ship.yard_stop_deg", "Yards rock by", "°", 0, 12, 0.5),
    Dial("ship.pivot_viscous_per_s", "Damping", "/s", 0, 3, 0.1),
)


def dials(hands: str) -> tuple[Dial, ...]:
    """Return the dials; the last one is how far these hands miss."""
    return (*DIALS, Dial(f"skill.{hands}.placement_sd_mm", "Hands miss by", "mm", 0.2, 8, 0.1))


# ---------------------------------------------------------------------------------------------------- handles


def handles(configuration: RiffRaffConfiguration) -> tuple[Handle, ...]:
    """Return the handles of the ship, in her frame, upright."""
    ship = configuration.setup.ship
    m = ship.measures
    deck = ship.deck_mm
    found = [
        Handle(
            "ball",
            f"rod {m.rod_length_mm:g} mm",
            (0.0, -m.rod_length_mm),
            ("ship.rod_length_mm",),
            lambda _x, y: {"ship.rod_length_mm": whole_mm(-y)},
        ),
        Handle(
            "masthead",
            f"mast {m.mast_height_mm:g} mm",
            (0.0, deck + m.mast_height_mm),
            ("ship.mast_height_mm",),
            lambda _x, y: {"ship.mast_height_mm": whole_mm(y - deck)},
        ),
        *_hull_handles(ship),
    ]
    for index, yard in enumerate(ship.yards):
        height = yard.y_mm + m.yard_thickness_mm - deck
        above = f"ship.yards.{index}." if m.yards is not None else f"ship.{yard.name}_yard_"
        name = f"yard {index + 1}" if m.yards is not None else f"{yard.name} yard"
        length_key, height_key = f"{above}length_mm", f"{above}height_mm"
        label = f"{yard.length_mm:g} mm long, {height:g} high"
        at = yard.y_mm + m.yard_thickness_mm / 2
        lean = math.cos(yard.tilt_rad), math.sin(yard.tilt_rad)
        for side, end in ((-1, "port"), (1, "starboard")):
            reach = side * yard.length_mm / 2
            found.append(
                Handle(
                    f"{name}, {end} end",
                    label,
                    (reach * lean[0], at + reach * lean[1]),
                    (length_key, "ship.yards"),
                    partial(_length, length_key, side / lean[0]),
                )
            )
        found.append(
            Handle(
                f"{name}, height",
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
            edits = partial(_corner_of, key, m.hull, number - 1)
            yield Handle(f"hull, corner {number}", f"{x:g}, {y:g} mm", (x, y), (key,), edits)
        return
    assert m.hull_width_mm is not None
    assert m.hull_height_mm is not None
    assert m.hull_bottom_width_mm is not None
    yield Handle(
        "deck",
        f"{m.hull_width_mm:g} mm wide, {m.hull_height_mm:g} high",
        (m.hull_width_mm / 2, m.hull_height_mm),
        ("ship.hull_width_mm", "ship.hull_height_mm"),
        lambda x, y: {"ship.hull_width_mm": whole_mm(2 * x), "ship.hull_height_mm": whole_mm(y)},
    )
    yield Handle(
        "keel",
        f"bottom {m.hull_bottom_width_mm:g} mm wide",
        (m.hull_bottom_width_mm / 2, 0.0),
        ("ship.hull_bottom_width_mm",),
        lambda x, _y: {"ship.hull_bottom_width_mm": whole_mm(2 * x)},
    )


def _corner_of(key: str, outline: Sequence[Sequence[float]], index: int, x: float, y: float) -> Edits:
    """Return an outline with one corner moved to (x, y), in steps of half a millimetre."""
    corners = [[float(a), float(b)] for a, b in outline]
    corners[index] = [round(2 * x) / 2, round(2 * y) / 2]
    return {key: corners}


def _length(key: str, side: float, x: float, _y: float) -> Edits:
    return {key: whole_mm(2 * side * x)}


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
            Handle(f"corner {n + 1}", f"{x:g}, {y:g} mm", (x, y), (key,), partial(_corner_of, key, table["outline"], n))
            for n, (x, y) in enumerate(table["outline"])
        )
    name = configuration.setup.pieces[kind].stances
    section_name = next(iter(name.values())).form.removesuffix("~")
    section, key = table["sections"][section_name], f"pieces.{kind}.sections.{section_name}"
    if section.get("radius_mm") is not None:
        radius = section["radius_mm"]
        return (
            Handle(
                "radius",
                f"radius {radius:g} mm",
                (radius, 0.0),
                (key,),
                lambda x, _y: {f"{key}.radius_mm": max(1.0, whole_mm(2 * x) / 2)},
            ),
        )
    places = dict.fromkeys(tuple(corner) for part in section["parts"] for corner in part)
    return tuple(
        Handle(
            f"corner {number}",
            f"{place[0]:g}, {place[1]:g} mm",
            (float(place[0]), float(place[1])),
            (key,),
            partial(_corner, f"{key}.parts", section["parts"], place),
        )
        for number, place in enumerate(places, start=1)
    )


def _corner(key: str, parts: Sequence[Sequence[Sequence[float]]], place: Point, x: float, y: float) -> Edits:
    """Return the parts with every corner that lies at a place moved to (x, y), in steps of half a millimetre."""
    moved = [round(2 * x) / 2, round(2 * y) / 2]
    return {key: [[moved if tuple(corner) == place else list(corner) for corner in part] for part in parts]}


def outline(configuration: RiffRaffConfiguration, kind: str) -> tuple[tuple[Point, ...], ...]:
    """Return the parts of a piece's first section as the configuration has them; none for a round one."""
    drawn = configuration.tree["pieces"][kind].get("outline")
    if drawn is not None:
        return (tuple((float(x), float(y)) for x, y in drawn),)
    form = next(iter(configuration.setup.pieces[kind].stances.values())).form.removesuffix("~")
    parts = configuration.tree["pieces"][kind]["sections"][form].get("parts", ())
    return tuple(tuple((float(x), float(y)) for x, y in part) for part in parts)


# ---------------------------------------------------------------------------------------------------- actions


def with_yards(configuration: RiffRaffConfiguration, count: int) -> Edits:
    """Return the edits that give the ship `count` yards.

    Yards are added YARD_GAP_MM above the highest and a quarter shorter, and taken away from the top.
    """
    ship = configuration.setup.ship
    m, deck = ship.measures, ship.deck_mm
    if m.yards is not None:
        rows = [{key: value for key, value in yard.model_dump().items() if value is not None} for yard in m.yards]
    else:
        rows = [
            {"height_mm": yard.y_mm + m.yard_thickness_mm - deck, "length_mm": yard.length_mm} for yard in ship.yards
        ]
    edits: dict[str, Any] = {} if m.yards is not None else dict.fromkeys((f"ship.{key}" for key in YARD_KEYS), None)
    rows = rows[:count]
    while len(rows) < count:
        last = rows[-1] if rows else {"height_mm": 20.0, "length_mm": 200.0}
        height = last["height_mm"] + YARD_GAP_MM
        edits["ship.mast_height_mm"] = max(m.mast_height_mm, height + 15.0)
        rows.append({"height_mm": height, "length_mm": max(60.0, whole_mm(0.75 * last["length_mm"]))})
    return {**edits, "ship.yards": rows}


def with_new_piece(configuration: RiffRaffConfiguration) -> Edits:
    """Return the edits to one more kind of piece: a block, whose corners can be dragged."""
    known = configuration.tree["pieces"]
    name = next(name for number in range(1, len(known) + 2) if (name := f"piece{number}") not in known)
    return {f"pieces.{name}": {"outline": [[-12.0, 0.0], [12.0, 0.0], [12.0, 18.0], [-12.0, 18.0]], "depth_mm": 18.0}}


def with_more_corners(configuration: RiffRaffConfiguration, kind: str) -> Edits:
    """Return the edits to one more corner of a piece's outline, in the middle of its longest side."""
    corners = [[float(x), float(y)] for x, y in configuration.tree["pieces"][kind]["outline"]]
    sides = [math.dist(corner, corners[(n + 1) % len(corners)]) for n, corner in enumerate(corners)]
    at = sides.index(max(sides))
    (ax, ay), (bx, by) = corners[at], corners[(at + 1) % len(corners)]
    corners.insert(at + 1, [(ax + bx) / 2, (ay + by) / 2])
    return {f"pieces.{kind}.outline": corners}


# ---------------------------------------------------------------------------------------------------- the survey


@dataclass(frozen=True)
class ShipSurvey:
    """How often something falls when a piece is set down on a slot, by slot and piece, at equal cargo aboard.

    In each round the ship carries another cargo, of `aboard` pieces, the same for all cells; the piece goes where wood
    is free next to the middle of its slot, by these hands. hands: the name of a profile.
    """

    configuration: RiffRaffConfiguration = field(repr=False)
    hands: str
    aboard: int
    seed: int
    rounds: int = ROUNDS

    @cached_property
    def key(self) -> Hashable:
        """The same for the same design, hands, cargo and seed."""
        return (self.configuration.digest, self.configuration.profile, self.hands, self.aboard, self.seed)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Slot number and kind of piece; neighbours differ in slot and kind, so a chunk of cells is mixed."""
        slots = [slot.number for slot in self.configuration.setup.ship.slots]
        kinds = tuple(self.configuration.setup.pieces)
        return tuple(
            (slot, kinds[(index + shift) % len(kinds)])
            for shift in range(len(kinds))
            for index, slot in enumerate(slots)
        )

    def trial(self, number: int, cell: Cell) -> bool:
        """Return True if anything left the ship, whether a hand caught it or not."""
        slot_number, kind = cell
        assert isinstance(slot_number, int)
        assert isinstance(kind, str)
        setup = self.configuration.setup
        snapshot, laid = _lading(
            _Lading(self.key, self.configuration, self.aboard, derive(self.seed, "lading", number))
        )
        slot = setup.ship.slot(slot_number)
        stance = usual_stance(setup, kind, slot)
        x_mm = free_x(laid, slot, kind, stance)
        intent = PlaceIntent(kind, stance.name, slot_number, x_mm)
        noise = derive(self.seed, "workshop", number, slot_number, kind)
        skill = self.configuration.skills[self.hands]
        attempt = start_attempt(SettingDown(intent), setup, snapshot, skill, noise)
        result = attempt.run()
        return bool(result.fallen or result.caught)


@dataclass(frozen=True, slots=True)
class _Lading:
    """A cargo to be put aboard; equal if key and seed are."""

    key: Hashable
    configuration: RiffRaffConfiguration = field(compare=False)
    count: int = field(compare=False)
    seed: int = 0


@lru_cache(maxsize=4)
def _lading(wanted: _Lading) -> tuple[Snapshot, ShipWorld]:
    """Return the laden ship, and a world of her that is only looked at."""
    snapshot = laden(wanted.configuration, wanted.seed, wanted.count)
    return snapshot, ShipWorld(wanted.configuration.setup, snapshot)


# ---------------------------------------------------------------------------------------------------- the live ship


@dataclass(frozen=True, slots=True)
class LivePiece:
    """A piece at the live ship, in the world's frame (mm, rad). off: it has left the ship. layer: the half of the
    deck it is on."""

    name: str
    kind: str
    form: str
    pose: Pose
    off: bool
    layer: Layer | None


class LiveShip:
    """The ship of a design, with what lies on her, swaying. After an edit the cargo stays where it lay."""

    def __init__(self, configuration: RiffRaffConfiguration, aboard: int = 0, seed: int = 1) -> None:
        self.configuration = configuration
        self.world = ShipWorld(configuration.setup, laden(configuration, seed, aboard))
        self._fell_s: dict[str, float] = {}
        self._clock_s = self._due_s = 0.0
        self.fallen: list[str] = []
        """The names of pieces that have fallen and been taken off the table, in order."""

    def redesign(self, configuration: RiffRaffConfiguration) -> None:
        """Continue as the ship of another design. What lay on wood that has moved moves with it."""
        before = self.world
        self.configuration = configuration
        self.world = ShipWorld(configuration.setup, carried_over(before, configuration.setup, set(self._fell_s)))
        self._fell_s.clear()

    def reload(self, snapshot: Snapshot) -> None:
        """Continue with another cargo."""
        self.world = ShipWorld(self.configuration.setup, snapshot)
        self._fell_s.clear()

    def snapshot(self) -> Snapshot:
        """Return the ship and what is aboard; what has fallen is left out."""
        now = self.world.snapshot()
        return replace(now, cargo=tuple(state for state in now.cargo if state.name not in self._fell_s))

    def rock(self, way: int = 1) -> None:
        """Give her a push, to starboard if `way` is 1, to port if it is -1."""
        self.reload(replace(self.snapshot(), hull=replace(self.snapshot().hull, spin=-way * ROCK_RAD_S)))

    def advance(self, seconds: float) -> None:
        """Move on by wall time, at most a tenth of a second."""
        self._due_s += min(seconds, _LONGEST_S)
        while self._due_s >= 1.0 / TICK_HZ:
            self._due_s -= 1.0 / TICK_HZ
            self._clock_s += 1.0 / TICK_HZ
            self.world.tick()
            self._note_falls()

    def _note_falls(self) -> None:
        for body_id in self.world.touches.ground:
            cargo = self.world.cargo_of(body_id)
            if cargo is not None:
                self._fell_s.setdefault(cargo.name, self._clock_s)
        self.world.touches.ground.clear()
        for name in [name for name, at_s in self._fell_s.items() if self._clock_s > at_s + SEEN_S]:
            del self._fell_s[name]
            self.world.remove_cargo(name)
            self.fallen.append(name)

    @property
    def heel_deg(self) -> float:
        """Her heel, positive to starboard."""
        return math.degrees(self.world.heel)

    @property
    def aboard(self) -> int:
        """The number of pieces that have not fallen."""
        return len(self.world.cargo) - len(self._fell_s)

    def pieces(self) -> Iterator[LivePiece]:
        """Yield the pieces as they are now."""
        for cargo in self.world.cargo.values():
            yield LivePiece(
                cargo.name, cargo.kind, cargo.form, body_pose(cargo.body), cargo.name in self._fell_s, cargo.layer
            )

    def yards(self) -> tuple[Pose, ...]:
        """Return the poses of the yards' middles."""
        return tuple(body_pose(yard) for yard in self.world.yards)

    def to_ship(self, point: Point) -> Point:
        """Transform a point of the world into the frame in which the ship is upright."""
        return self.world.to_ship(point)

    def from_ship(self, point: Point) -> Point:
        """Transform a point of the ship's frame into the world."""
        return self.world.from_ship(point)


def carried_over(before: ShipWorld, setup: ShipSetup, without: set[str]) -> Snapshot:
    """Return the state of a ship of another design with the cargo of this one, where it lay.

    Each piece keeps its place on its deck or yard, and rises or sinks with that wood; one whose wood is gone, or that
    is no longer among the pieces, is left out. without: names of pieces to leave out.
    """
    old, new = before.ship, setup.ship
    now = before.snapshot()
    hull = complex(math.cos(now.hull.angle), math.sin(now.hull.angle))
    olds = {yard.name: pose for yard, pose in zip(old.yards, now.yards, strict=True)}
    thick = new.measures.yard_thickness_mm / 2
    yards: dict[str, Pose] = {}
    for yard in new.yards:
        was = olds.get(yard.name, replace(now.hull, angle=now.hull.angle + yard.tilt_rad, vx=0.0, vy=0.0))
        at = hull * complex(0.0, yard.y_mm) + _turned(was.angle) * complex(0.0, thick)
        yards[yard.name] = replace(was, x=at.real, y=at.imag)
    cargo = []
    for state in now.cargo:
        piece = setup.pieces.get(state.kind)
        if state.name in without or piece is None or state.form not in piece.forms:
            continue
        slot = _wood_under(before, state)
        place = complex(state.pose.x, state.pose.y)
        pose = state.pose
        if slot is not None:
            wood = now.hull.angle if slot.yard is None else olds[slot.yard].angle
            sections = before.setup.pieces[state.kind].forms[state.form], piece.forms[state.form]
            was_low, is_low = (section.extent(pose.angle - wood)[1] for section in sections)
            rise = was_low - is_low
            if slot.yard is None:
                rise += new.deck_mm - old.deck_mm
                place += hull * complex(0.0, rise)
            elif slot.yard in yards:
                was, here = olds[slot.yard], yards[slot.yard]
                half = (new.measures.yard_thickness_mm - old.measures.yard_thickness_mm) / 2
                place += complex(here.x - was.x, here.y - was.y) + _turned(was.angle) * complex(0.0, rise + half)
            else:
                continue
        cargo.append(
            CargoState(state.name, state.kind, state.form, replace(pose, x=place.real, y=place.imag), state.layer)
        )
    return Snapshot(now.hull, tuple(yards.values()), tuple(cargo))


def _turned(angle: float) -> complex:
    return complex(math.cos(angle), math.sin(angle))


def _wood_under(world: ShipWorld, state: CargoState) -> Slot | None:
    """Return the slot on or above whose wood a piece is, the highest there is; None beside the ship."""
    section = world.setup.pieces[state.kind].forms[state.form]
    below = []
    for slot in world.ship.slots:
        wood, surface = world.hull, slot.surface_mm
        if slot.yard is not None:
            index = next(i for i, yard in enumerate(world.ship.yards) if yard.name == slot.yard)
            wood, surface = world.yards[index], world.ship.measures.yard_thickness_mm / 2
        x, y = wood.world_to_local((state.pose.x, state.pose.y))
        left, bottom, right, _ = section.extent(state.pose.angle - wood.angle)
        over = slot.wood_left_mm < x + right and x + left < slot.wood_right_mm and surface <= y + bottom + _ON_MM
        if over and (None in (slot.layer, state.layer) or slot.layer == state.layer):
            below.append(slot)
    return max(below, key=lambda slot: slot.surface_mm, default=None)


def put_aboard(live: LiveShip, kind: str, slot_number: int) -> bool:
    """Let a steady hand set a piece down on the live ship; return True if nothing fell."""
    setup, snapshot = live.configuration.setup, live.snapshot()
    slot = setup.ship.slot(slot_number)
    stance = usual_stance(setup, kind, slot)
    x_mm = free_x(ShipWorld(setup, snapshot), slot, kind, stance)
    taken = {state.name for state in snapshot.cargo}
    name = next(name for number in range(1, len(taken) + 2) if (name := f"{kind}-w{number}") not in taken)
    loading = Loading(ShipWorld(setup, snapshot), LoadAction(name, kind, stance.name, slot_number, x_mm), steady)
    result = loading.run()
    live.reload(loading.world.snapshot())
    return not result.fallen


# ---------------------------------------------------------------------------------------------------- the prototype


class ShipPrototype:
    """A ship of Riff Raff; the load is the number of pieces aboard. See `sim.workshop.prototype.Prototype`."""

    title = "Riff Raff"
    most_load = 16
    load_words = "Aboard already"
    list_title = "Falls, by piece"
    stir_words = "Rock"

    def __init__(self, document: Document[RiffRaffConfiguration], hands: str = "casual", load: int = 6) -> None:
        self.document = document
        self.hands, self.load, self.seed = hands, load, 1
        self.live = LiveShip(document.configuration, load, self.seed)
        self.part = self.parts[0]
        self._subject: ShipSurvey | None = None
        self._paint()

    @property
    def parts(self) -> tuple[str, ...]:
        """The kinds of pieces."""
        return tuple(self.document.configuration.setup.pieces)

    def dials(self) -> tuple[Dial, ...]:
        """Return the dials."""
        return dials(self.hands)

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of the ship."""
        return handles(self.document.configuration)

    def part_handles(self) -> tuple[Handle, ...]:
        """Return the corners of the piece that is drawn large."""
        return piece_handles(self.document.configuration, self.part)

    def actions(self) -> tuple[Action, ...]:
        """Return what changes the number of things: yards, pieces, corners."""
        now = self.document.configuration
        count, supply = len(now.setup.ship.yards), now.setup.pieces[self.part].supply
        found = [
            Action("Yard +", "one yard more", with_yards(now, count + 1)),
            Action("Yard −", "one yard less", with_yards(now, max(0, count - 1))),
            Action("Piece +", "a new piece", with_new_piece(now)),
            Action("Fewer", f"fewer {self.part}s", {f"pieces.{self.part}.supply": supply - 1}),
            Action("More", f"more {self.part}s", {f"pieces.{self.part}.supply": supply + 1}),
        ]
        if now.tree["pieces"][self.part].get("outline") is not None:
            found.append(Action("Corner +", "one corner more", with_more_corners(now, self.part)))
        return tuple(found)

    def home(self) -> tuple[float, float, float, float]:
        """Return the part of the world to be seen: box, ship, and a little above the masthead."""
        m = self.document.configuration.setup.ship.measures
        half = max(m.box_width_mm / 2, self.document.configuration.setup.ship.half_beam_mm) + 14.0
        return (
            -half,
            -m.table_below_mm - 12.0,
            half,
            self.document.configuration.setup.ship.deck_mm + m.mast_height_mm + 34.0,
        )

    def bodies(self) -> tuple[Body, ...]:
        """Return table and box, the ship, her yards and her cargo as they are now."""
        live = self.live
        hull = live.world.hull
        found = [*self._fixed, Body("ship", self._ship, 0.0, 0.0, hull.angle)]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, True], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if p.layer == "bow"]  # fmt: skip
        found += [
            Body(f"yard {index}", look, pose.x, pose.y, pose.angle)
            for index, (look, pose) in enumerate(zip(self._yards, live.yards(), strict=True))
        ]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, False], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if p.layer != "bow"]  # fmt: skip
        return tuple(found)

    def part_shapes(self) -> tuple[Shape, ...]:
        """Return the piece that is drawn large, as its file has it."""
        parts = outline(self.document.configuration, self.part)
        if parts:
            return tuple(Shape(self.part, part) for part in parts)
        section = next(iter(self.document.configuration.setup.pieces[self.part].forms.values()))
        return (Shape(self.part, ((0.0, 0.0),), section.radius_mm),)

    def _paint(self) -> None:
        """Work out the shapes of the design as it is now."""
        setup = self.document.configuration.setup
        ship, m = setup.ship, setup.ship.measures
        half, table, top = m.box_width_mm / 2, -m.table_below_mm, m.wave_top_mm
        board = ((-900.0, table - 400.0), (900.0, table - 400.0), (900.0, table), (-900.0, table))
        walls, waves = [], []
        for side in (-1, 1):
            outer, inner, rim = side * half, side * (half - WALL_MM), top - 12.0
            walls.append(Shape("box", ((outer, table), (inner, table), (inner, rim), (outer, rim))))
            crest = tuple((side * x, y) for x, y in wave_line(top, half - WALL_MM))
            waves.append(Shape("wave", crest, closed=False))
        self._fixed = (Body("table", (Shape("table", board), *walls, *waves)),)
        ball = (m.ball_mass_g / STEEL_G_MM3 * 3 / (4 * math.pi)) ** (1 / 3)
        self._ship = (
            Shape("rod", ((0.0, 0.0), (0.0, -m.rod_length_mm)), closed=False),
            Shape("ball", ((0.0, -m.rod_length_mm),), ball),
            Shape("mast", ship.mast),
            *(Shape("hull", part) for part in ship.hull_parts),
        )
        thick = m.yard_thickness_mm / 2
        self._yards = tuple(
            (Shape("yard", box(yard.length_mm / 2, thick)), Shape("peg", ((0.0, -thick),), 2.0)) for yard in ship.yards
        )
        self._looks = {
            (kind, form, behind): tuple(
                [Shape(kind, part, behind=behind) for part in section.parts]
                or [Shape(kind, ((0.0, 0.0),), section.radius_mm, behind=behind)]
            )
            for kind, piece in setup.pieces.items()
            for form, section in piece.forms.items()
            for behind in (False, True)
        }

    def to_design(self, point: Point) -> Point:
        """Transform a point of the world into the ship's frame."""
        return self.live.to_ship(point)

    def from_design(self, point: Point) -> Point:
        """Transform a point of the ship's frame into the world."""
        return self.live.from_ship(point)

    def refresh(self) -> bool:
        """Continue with the design that the document has now; return False if it has not changed."""
        now = self.document.configuration
        if now is self.live.configuration:
            return False
        self.live.redesign(now)
        if self.part not in self.parts:
            self.part = self.parts[0]
        self._paint()
        return True

    def reload(self) -> None:
        """Put another cargo aboard, of `load` pieces."""
        self.live.reload(laden(self.document.configuration, self.seed, self.load))

    def advance(self, seconds: float) -> None:
        """Move the live ship on by wall time."""
        self.live.advance(seconds)

    def put(self, at: Point) -> bool:
        """Let a steady hand put the piece that is drawn large on the wood at a point; return False beside all wood."""
        x, y = at
        near = [
            (abs(y - slot.surface_at(x)), slot.number)
            for slot in self.live.world.ship.slots
            if slot.wood_left_mm <= x <= slot.wood_right_mm and abs(y - slot.surface_at(x)) <= NEAR_MM
        ]
        if near:
            put_aboard(self.live, self.part, min(near)[1])
        return bool(near)

    def stir(self) -> None:
        """Push the ship to the other side."""
        self.live.rock(1 if self.live.heel_deg <= 0 else -1)

    def state_words(self) -> str:
        """Return the heel and the number of pieces aboard."""
        side = "starboard" if self.live.heel_deg > 0 else "port"
        return f"{self.live.aboard} aboard, heel {abs(self.live.heel_deg):.1f}° to {side}."

    def subject(self) -> ShipSurvey:
        """Return what is to be surveyed."""
        wanted = ShipSurvey(self.document.configuration, self.hands, self.load, self.seed)
        asked = self._subject
        same = asked is not None and asked.configuration is wanted.configuration
        if asked is None or not same or (asked.hands, asked.aboard) != (wanted.hands, wanted.aboard):
            # Kept, since working out its key takes longer than a frame has.
            asked = self._subject = wanted
        return asked

    def risks(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often something falls, by slot."""
        ship = self.document.configuration.setup.ship
        risks = []
        for slot in ship.slots:
            y = slot.surface_mm
            side = 0 if slot.yard is not None else slot.side
            at = (slot.centre_mm, slot.surface_at(slot.centre_mm))
            if side:
                # Slots of both halves of the deck lie in one place: their words stand one above the other.
                row = sum(other.yard is None and other.side == side for other in ship.slots[: slot.number - 1])
                at = (side * (ship.deck_half_mm + 4.0), y - 12.0 * row)
            left, right = slot.wood_left_mm, slot.wood_right_mm
            ends = (left, slot.surface_at(left)), (right, slot.surface_at(right))
            risks.append(Risk(f"{slot.number}", found.share(cells_with(found, slot.number)), at, ends, side))
        return tuple(risks)

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often something falls, by kind of piece."""
        return tuple(Risk(kind, found.share(cells_with(found, kind))) for kind in self.parts)

    def headline(self, share: Interval) -> str:
        """Return the headline, in a sentence."""
        return f"Something falls at {share.percent()} of placements, {self.load} aboard, {self.hands} hands"

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice on this ship with what lies on her."""
        slots = len(self.document.configuration.setup.ship.slots)
        opened = RiffRaffPractice(self.document.configuration, seat, seed, slot=min(FELT_SLOT, slots))
        opened.table.snapshot = self.live.snapshot()
        return opened

    def resume(self, practice: Practice) -> None:
        """Continue with the cargo that a practice has left aboard."""
        assert isinstance(practice, RiffRaffPractice)
        self.live.reload(practice.table.snapshot)
