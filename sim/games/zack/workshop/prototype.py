"""The prototype of a table of Zack!, and its drawing."""

from __future__ import annotations

import math

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.practice import Practice as ZackPractice
from sim.games.zack.workshop.handles import ABOVE, CARD, SECTION, bowl_handles, part_handles, section_edits, section_of
from sim.games.zack.workshop.live import LiveTable
from sim.games.zack.workshop.survey import LEFT, RIGHT, BowlSurvey
from sim.language import N_, _, capital
from sim.people.skill import PROFILES
from sim.physics import Point
from sim.protocols import Practice
from sim.seat import Seat
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.drawing import Body, Risk, Shape, box
from sim.workshop.editing import Action, Dial, Handle, corner_added, corner_removed
from sim.workshop.findings import Cell, Findings, cells_with, percent_words
from sim.workshop.survey import CurrentSubject, Run


class TableDrawing:
    """The shapes of a design, worked out once, and where they are on a live table."""

    def __init__(self, configuration: ZackConfiguration) -> None:
        setup, table = configuration.setup, configuration.table
        rim = setup.bowl.rim_radius_mm
        hands = tuple(Shape("hand", ((way * table.seat_distance_mm, table.hand_height_mm),), 13.0) for way in (-1, 1))
        self._fixed = (
            Body("table", (Shape("table", ((-3000.0, -24.0), (3000.0, -24.0), (3000.0, 0.0), (-3000.0, 0.0))),)),
            Body("bowl", tuple(Shape("bowl", part) for part in setup.cut())),
            Body("rims", tuple(Shape("bowl", (place,), rim) for place in setup.rims()[:2])),
            Body("hands", hands),
        )
        self._card = (Shape("card", box(setup.card.length_mm / 2, max(0.6, setup.card.thickness_mm / 2))),)

    def bodies(self, live: LiveTable) -> tuple[Body, ...]:
        """Return table, bowl, hands and the cards as they are now."""
        found = list(self._fixed)
        found += [
            Body(pose.name, self._card, pose.x, pose.y, pose.angle)
            for pose in live.world.poses()
            if math.isfinite(pose.x)
        ]
        return tuple(found)


def home(configuration: ZackConfiguration) -> tuple[float, float, float, float]:
    """Return the part of the world to be seen: both hands, and a little above them."""
    table = configuration.table
    half = table.seat_distance_mm + 70.0
    return -half, -50.0, half, max(table.hand_height_mm, configuration.setup.bowl.depth_mm) + 90.0


def part_shapes(configuration: ZackConfiguration, part: str) -> tuple[Shape, ...]:
    """Return the card's face, the bowl from above with a card in it, or the bowl in section."""
    setup = configuration.setup
    card = Shape("card", box(setup.card.length_mm / 2, setup.card.span_mm / 2))
    if setup.card.round:
        card = Shape("card", ((0.0, 0.0),), setup.card.length_mm / 2)
    if part == CARD:
        return (card,)
    if part == SECTION:
        rim = setup.bowl.rim_radius_mm
        walls = (Shape("bowl", wall) for wall in setup.cut())
        return (*walls, *(Shape("bowl", (place,), rim) for place in setup.rims()[:2]))
    bowl = Shape("bowl", box(setup.bowl.opening_mm / 2, setup.bowl.width_mm / 2))
    if setup.bowl.round:
        bowl = Shape("bowl", ((0.0, 0.0),), setup.bowl.opening_mm / 2)
    return bowl, card


FEWEST_CORNERS = 3

DIALS = (
    Dial("bowl.width_mm", N_("Bowl across"), "mm", 80, 400, 5),
    Dial("bowl.wall_angle_deg", N_("Walls lean by"), "°", 0, 45, 1),
    Dial("card.areal_density_g_m2", N_("Card, g/m²"), "", 100, 900, 10),
    Dial("card.bowl_friction", N_("Friction in the bowl"), "", 0.05, 0.9, 0.05),
    Dial("card.bowl_restitution", N_("Bounce in the bowl"), "", 0.0, 0.8, 0.05),
    Dial("table.seat_distance_mm", N_("Hands off by"), "mm", 200, 1200, 10),
    Dial("table.hand_height_mm", N_("Hands up by"), "mm", 80, 500, 10),
)


def dials(configuration: ZackConfiguration, hands: str) -> tuple[Dial, ...]:
    """Return the dials; the last one is how far these hands err in direction."""
    own = Dial(f"skill.{hands}.throw_direction_sd_deg", N_("Throws err by"), "°", 0.2, 10, 0.1)
    # Where a section gives the walls, their angle is no key of the design.
    drawn = configuration.setup.bowl.section is not None
    return (*(dial for dial in DIALS if not (drawn and dial.key == "bowl.wall_angle_deg")), own)


def section_actions(configuration: ZackConfiguration) -> tuple[Action, ...]:
    """Return the edits that add a corner to the bowl's section, or take one away while more than three are left."""
    points = section_of(configuration)
    found = [
        Action(N_("Corner +"), N_("one corner more"), section_edits(configuration, corner_added(points, closed=False)))
    ]
    if len(points) > FEWEST_CORNERS:
        fewer = section_edits(configuration, corner_removed(points, closed=False))
        found.append(Action(N_("Corner −"), N_("one corner less"), fewer))
    return tuple(found)


class BowlPrototype:
    """A table of Zack!; the load is the number of cards in the bowl. See `sim.workshop.prototype.Prototype`."""

    title = "Zack!"
    metric = "miss_rate"
    in_matches = N_("In matches, the bowl fills and hands differ")
    figures_words = N_(
        "of single throws into bowls that hold as many cards already, from both sides. In a match the bowl fills, "
        "people's hands differ, and challenges are thrown in haste, so its miss_rate is another figure; simulate and "
        "tune count that"
    )
    most_load = 30
    load_words = N_("Cards in the bowl")
    list_title = N_("Missed, by hands")
    motion_words = N_("Throw")
    parts = (CARD, ABOVE, SECTION)

    def __init__(self, document: Document[ZackConfiguration], hands: str = "casual", load: int = 6) -> None:
        self.document = document
        self.load, self.seed, self.part = load, 1, CARD
        self.live = LiveTable(document.configuration, hands, load, self.seed)
        self._subject: CurrentSubject[ZackConfiguration, BowlSurvey] = CurrentSubject(BowlSurvey, self.seed)
        self._drawing = TableDrawing(document.configuration)

    @property
    def hands(self) -> str:
        """The profile of the person who throws at the live table."""
        return self.live.hands

    @hands.setter
    def hands(self, hands: str) -> None:
        self.live.hands = hands

    def dials(self) -> tuple[Dial, ...]:
        return dials(self.document.configuration, self.hands)

    def varied(self) -> tuple[str, ...]:
        """Return what is varied where the design is tuned: the distance of the seats and the bowl's opening."""
        return "table.seat_distance_mm=250:900", "bowl.opening_mm=120:260"

    def actions(self) -> tuple[Action, ...]:
        """Return the buttons: corners of the bowl's section more or fewer, while it is drawn large."""
        return section_actions(self.document.configuration) if self.part == SECTION else ()

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of bowl and hand."""
        return bowl_handles(self.document.configuration)

    def part_handles(self) -> tuple[Handle, ...]:
        """Return the handles of what is drawn large."""
        return part_handles(self.document.configuration, self.part)

    def home(self) -> tuple[float, float, float, float]:
        """Return the part of the world to be shown: both hands, and a little above them."""
        return home(self.document.configuration)

    def to_design(self, point: Point) -> Point:
        """Return the point: the table stands still."""
        return point

    def from_design(self, point: Point) -> Point:
        """Return the point: the table stands still."""
        return point

    def refresh(self) -> bool:
        """Continue with the design that the document has now; return False if it has not changed."""
        now = self.document.configuration
        if now is self.live.configuration:
            return False
        self.live.redesign(now)
        self._drawing = TableDrawing(now)
        return True

    def reload(self) -> None:
        """Begin again with an empty bowl, into which the load is thrown anew."""
        self.live.cards = self.load
        self.live.redesign(self.document.configuration)

    def run_by(self, run: Run) -> None:
        """Let `run` aim the throws at the live table."""
        self.live.run = run

    def advance(self, seconds: float) -> None:
        """Move the live table on by wall time."""
        self.live.advance(seconds)

    def put(self, _at: Point) -> bool:
        """Throw a card; return True."""
        self.live.throw()
        return True

    def start_motion(self) -> None:
        """Throw a card."""
        self.live.throw()

    def state_words(self) -> str:
        """Return what lies in the bowl."""
        return _("{inside} in the bowl, {missed} missed.", inside=self.live.inside, missed=self.live.missed)

    def subject(self) -> BowlSurvey:
        return self._subject.of(self.document.configuration, "", self.load)

    def risks(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often these hands miss, at the hand of either side."""
        table = self.document.configuration.table
        risks = []
        for way, side, name in ((-1, LEFT, N_("from the left")), (1, RIGHT, N_("from the right"))):
            cells = tuple(cell for cell in self.counted(found) if side in cell)
            at = (way * table.seat_distance_mm, table.hand_height_mm - 22.0)
            risks.append(Risk(name, found.share(cells), cells, at))
        return tuple(risks)

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often each kind of hands misses."""
        by_hands = ((hands, cells_with(found, hands)) for hands in PROFILES)
        return tuple(Risk(hands, found.share(cells), cells) for hands, cells in by_hands)

    def counted(self, found: Findings) -> tuple[Cell, ...]:
        """Return the cells of the hands that are chosen; the list shows the others."""
        return cells_with(found, self.hands)

    def headline(self, share: Interval) -> str:
        """Return the headline, in a sentence."""
        return capital(
            _(
                "{hands} hands miss with {share} of throws, each with {load} in the bowl",
                hands=_(self.hands),
                share=percent_words(share),
                load=self.load,
            )
        )

    def bodies(self) -> tuple[Body, ...]:
        """Return table, bowl, hands and the cards as they are now."""
        return self._drawing.bodies(self.live)

    def part_shapes(self) -> tuple[Shape, ...]:
        """Return the card's face, the bowl from above, or the bowl in section."""
        return part_shapes(self.document.configuration, self.part)

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice at this bowl with as many cards in it as the load says. Raises InputError."""
        return ZackPractice(self.document.configuration, seat, seed, cards=self.load)

    def resume(self, practice: Practice) -> None:
        """Do nothing: what was thrown in a practice does not lie in the live bowl."""
