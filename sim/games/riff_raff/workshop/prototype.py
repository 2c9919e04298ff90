"""The prototype of a ship of Riff Raff, and its drawing."""

from __future__ import annotations

import math
from dataclasses import replace

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.practice import Practice as RiffRaffPractice
from sim.games.riff_raff.match.practice import laden
from sim.games.riff_raff.workshop.handles import first_section, handles, piece_handles, with_yards
from sim.games.riff_raff.workshop.live import LiveShip, put_aboard
from sim.games.riff_raff.workshop.survey import ShipSurvey
from sim.language import N_, Composed, _
from sim.physics import Point
from sim.physics.ship.state import HALVES
from sim.physics.ship.world import wave_line
from sim.protocols import Practice
from sim.seat import Seat
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.drawing import Body, Risk, Shape, box
from sim.workshop.editing import Action, Dial, Edits, Handle, corner_added, corner_removed
from sim.workshop.findings import Cell, Findings, cells_with, percent_words
from sim.workshop.survey import CurrentSubject, Run

STEEL_G_MM3 = 7.85e-3

WALL_MM = 4.0
"""The thickness of the walls of the box, as drawn."""


class ShipDrawing:
    """The shapes of a design, worked out once, and where they are on a live ship."""

    def __init__(self, configuration: RiffRaffConfiguration) -> None:
        setup = configuration.setup
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
            (Shape("yard", box(yard.length_mm / 2, thick)), Shape("peg", ((0.0 - yard.offset_mm, -thick),), 2.0))
            for yard in ship.yards
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

    def bodies(self, live: LiveShip) -> tuple[Body, ...]:
        """Return table and box, the ship, its yards and its cargo as they are now."""
        hull = live.world.hull
        found = [*self._fixed, Body("ship", self._ship, 0.0, 0.0, hull.angle)]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, True], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if HALVES[p.layer] == "bow"]  # fmt: skip
        found += [
            Body(f"yard {index}", look, pose.x, pose.y, pose.angle)
            for index, (look, pose) in enumerate(zip(self._yards, live.yards(), strict=True))
        ]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, False], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if HALVES[p.layer] != "bow"]  # fmt: skip
        return tuple(found)


def home(configuration: RiffRaffConfiguration) -> tuple[float, float, float, float]:
    """Return the part of the world to be seen: box, ship, and a little above the masthead."""
    m = configuration.setup.ship.measures
    half = max(m.box_width_mm / 2, configuration.setup.ship.half_beam_mm) + 14.0
    return (
        -half,
        -m.table_below_mm - 12.0,
        half,
        configuration.setup.ship.deck_mm + m.mast_height_mm + 34.0,
    )


def part_shapes(configuration: RiffRaffConfiguration, kind: str) -> tuple[Shape, ...]:
    """Return the piece that is drawn large, as its file has it."""
    parts = outline(configuration, kind)
    if parts:
        return tuple(Shape(kind, part) for part in parts)
    section = next(iter(configuration.setup.pieces[kind].forms.values()))
    return (Shape(kind, ((0.0, 0.0),), section.radius_mm),)


def outline(configuration: RiffRaffConfiguration, kind: str) -> tuple[tuple[Point, ...], ...]:
    """Return the parts of a piece's first section as the configuration has them; none for a round one."""
    drawn = configuration.tree["pieces"][kind].get("outline")
    if drawn is not None:
        return (tuple((float(x), float(y)) for x, y in drawn),)
    form = first_section(configuration, kind)
    parts = configuration.tree["pieces"][kind]["sections"][form].get("parts", ())
    return tuple(tuple((float(x), float(y)) for x, y in part) for part in parts)


_BALL = Dial("ship.ball_mass_g", N_("Ball"), "g", 40, 300, 5)
DIALS = (
    Dial("ship.hull_mass_g", N_("Hull"), "g", 40, 300, 5),
    Dial("wood.friction", N_("Friction of wood"), "", 0.05, 0.8, 0.01),
    Dial("wood.density_g_cm3", N_("Wood, g/cm³"), "", 0.3, 1.2, 0.05),
    Dial("pieces.scale", N_("Size of pieces"), "", 0.6, 1.6, 0.05),
    Dial("ship.yard_stop_deg", N_("Yards rock by"), "°", 0, 12, 0.5),
    Dial("ship.pivot_viscous_per_s", N_("Damping"), "/s", 0, 3, 0.1),
)


def dials(configuration: RiffRaffConfiguration, hands: str) -> tuple[Dial, ...]:
    """Return the dials; the first one is the ball that rights the ship, the last one how far these hands miss."""
    return (
        _ball(configuration),
        *DIALS,
        Dial(f"skill.{hands}.placement_sd_mm", N_("Hands miss by"), "mm", 0.2, 8, 0.1),
    )


def varied(configuration: RiffRaffConfiguration) -> tuple[str, ...]:
    """Return what is varied where the design is tuned, as options of `tune --vary`."""
    ball = _ball(configuration)
    return f"{ball.key}={ball.low:g}:{ball.high:g}", "wood.friction=0.15:0.6"


def _ball(configuration: RiffRaffConfiguration) -> Dial:
    """Return the dial of the ball, from the lightest one that rights the ship."""
    lightest = _BALL.step * math.ceil(configuration.setup.ship.lightest_ball_g / _BALL.step)
    low = max(_BALL.low, lightest)
    return replace(_BALL, low=low, high=max(_BALL.high, low + _BALL.step))


def actions(configuration: RiffRaffConfiguration, kind: str) -> tuple[Action, ...]:
    """Return the edits that change the number of yards, of kinds of pieces, and of what a piece `kind` has."""
    count, supply = len(configuration.setup.ship.yards), configuration.setup.pieces[kind].supply
    found = [
        Action(N_("Yard +"), N_("one yard more"), with_yards(configuration, count + 1)),
        Action(N_("Yard −"), N_("one yard less"), with_yards(configuration, max(0, count - 1))),
        Action(N_("Piece +"), N_("a new piece"), with_new_piece(configuration)),
        Action(N_("Fewer"), Composed(N_("fewer {piece}s"), piece=kind), {f"pieces.{kind}.supply": supply - 1}),
        Action(N_("More"), Composed(N_("more {piece}s"), piece=kind), {f"pieces.{kind}.supply": supply + 1}),
    ]
    if configuration.tree["pieces"][kind].get("outline") is not None:
        key, corners = f"pieces.{kind}.outline", configuration.tree["pieces"][kind]["outline"]
        found += [
            Action(N_("Corner +"), N_("one corner more"), {key: corner_added(corners, closed=True)}),
            Action(N_("Corner −"), N_("one corner less"), {key: corner_removed(corners, closed=True)}),
        ]
    return tuple(found)


def with_new_piece(configuration: RiffRaffConfiguration) -> Edits:
    """Return the edits to one more kind of piece: a block, whose corners can be dragged."""
    known = configuration.tree["pieces"]
    name = next(name for number in range(1, len(known) + 2) if (name := f"piece{number}") not in known)
    return {f"pieces.{name}": {"outline": [[-12.0, 0.0], [12.0, 0.0], [12.0, 18.0], [-12.0, 18.0]], "depth_mm": 18.0}}


PRACTICE_SLOT = 6
"""The slot that a practice begins with, or the last slot of a smaller ship."""

NEAR_MM = 16.0
"""How near to wood a click has to be to mean it."""


class ShipPrototype:
    """A ship of Riff Raff; the load is the number of pieces aboard. See `sim.workshop.prototype.Prototype`."""

    title = "Riff Raff"
    metric = "fall_rate"
    in_matches = N_("In matches, bots choose where")
    figures_words = N_(
        "of placements at equal cargo: every piece is set down on every slot, on ships that carry as many pieces "
        "already. In a match players choose piece and slot, load little by little, and their hands differ, so its "
        "fall_rate is another figure; simulate and tune count that"
    )
    most_load = 16
    load_words = N_("Aboard already")
    list_title = N_("Falls, by piece")
    motion_words = N_("Rock")

    def __init__(self, document: Document[RiffRaffConfiguration], hands: str = "casual", load: int = 6) -> None:
        self.document = document
        self.hands, self.load, self.seed = hands, load, 1
        self.live = LiveShip(document.configuration, load, self.seed)
        self.part = self.parts[0]
        self._subject: CurrentSubject[RiffRaffConfiguration, ShipSurvey] = CurrentSubject(ShipSurvey, self.seed)
        self._drawing = ShipDrawing(document.configuration)

    @property
    def parts(self) -> tuple[str, ...]:
        """The kinds of pieces."""
        return tuple(self.document.configuration.setup.pieces)

    def dials(self) -> tuple[Dial, ...]:
        return dials(self.document.configuration, self.hands)

    def varied(self) -> tuple[str, ...]:
        """Return what is varied where the design is tuned: the ball and the friction of the wood."""
        return varied(self.document.configuration)

    def handles(self) -> tuple[Handle, ...]:
        return handles(self.document.configuration)

    def part_handles(self) -> tuple[Handle, ...]:
        """Return the corners of the piece that is drawn large."""
        return piece_handles(self.document.configuration, self.part)

    def actions(self) -> tuple[Action, ...]:
        """Return the buttons: yards, pieces and corners more or fewer."""
        return actions(self.document.configuration, self.part)

    def home(self) -> tuple[float, float, float, float]:
        """Return the part of the world to be shown: box, ship, and a little above the masthead."""
        return home(self.document.configuration)

    def bodies(self) -> tuple[Body, ...]:
        """Return table and box, the ship, its yards and its cargo as they are now."""
        return self._drawing.bodies(self.live)

    def part_shapes(self) -> tuple[Shape, ...]:
        """Return the piece that is drawn large, as its file has it."""
        return part_shapes(self.document.configuration, self.part)

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
        self._drawing = ShipDrawing(now)
        return True

    def reload(self) -> None:
        """Put another cargo aboard, of `load` pieces."""
        self.live.reload(laden(self.document.configuration, self.seed, self.load))

    def run_by(self, run: Run) -> None:
        """Do nothing: the live ship has no such work."""

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

    def start_motion(self) -> None:
        """Turn the ship to the other side, by a push."""
        self.live.rock(1 if self.live.heel_deg <= 0 else -1)

    def state_words(self) -> str:
        """Return the heel and the number of pieces aboard."""
        to_starboard, to_port = (
            N_("{aboard} aboard, heel {heel:.1f}° to starboard."),
            N_("{aboard} aboard, heel {heel:.1f}° to port."),
        )
        heel = self.live.heel_deg
        return _(to_starboard if heel > 0 else to_port, aboard=self.live.aboard, heel=abs(heel))

    def subject(self) -> ShipSurvey:
        return self._subject.of(self.document.configuration, self.hands, self.load)

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
                at = (ship.deck_ends_mm[side > 0] + 4.0 * side, y - 12.0 * row)
            left, right = slot.wood_left_mm, slot.wood_right_mm
            ends = (left, slot.surface_at(left)), (right, slot.surface_at(right))
            cells = cells_with(found, slot.number)
            risks.append(Risk(f"{slot.number}", found.share(cells), cells, at, ends, side))
        return tuple(risks)

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often something falls, by kind of piece."""
        by_kind = ((kind, cells_with(found, kind)) for kind in self.parts)
        return tuple(Risk(kind, found.share(cells), cells) for kind, cells in by_kind)

    def counted(self, found: Findings) -> tuple[Cell, ...]:
        """Return all cells: every piece on every slot."""
        return found.cells

    def headline(self, share: Interval) -> str:
        """Return the headline, in a sentence."""
        return _(
            "Something falls at {share} of placements at equal cargo, {load} aboard, {hands} hands",
            share=percent_words(share),
            load=self.load,
            hands=_(self.hands),
        )

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice on this ship with what lies on it."""
        slots = len(self.document.configuration.setup.ship.slots)
        opened = RiffRaffPractice(self.document.configuration, seat, seed, slot=min(PRACTICE_SLOT, slots))
        opened.table.snapshot = self.live.snapshot()
        return opened

    def resume(self, practice: Practice) -> None:
        """Continue with the cargo that a practice has left aboard."""
        assert isinstance(practice, RiffRaffPractice)
        self.live.reload(practice.table.snapshot)
