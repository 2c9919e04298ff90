"""The prototype of a table of Zack!: its dials and handles, how often throws miss the bowl, and the live table."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.practice import Practice as ZackPractice
from sim.lab.throw import Thrower, bowlful, throw_once
from sim.people.skill import PROFILES
from sim.physics import Point
from sim.physics.bowl.state import BESIDE, IN_BOWL, BowlSnapshot
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Practice
from sim.seat import Seat
from sim.seeds import derive
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.prototype import Action, Body, Dial, Handle, Risk, Shape, box, whole_mm
from sim.workshop.survey import Cell, Findings, cells_with

ROUNDS = 40
THROWS = 4
"""The number of throws a round of each pair of hands from each side."""
LEFT, RIGHT = "left", "right"
EVERY_S = 1.1
"""The seconds between two cards that are thrown into the live bowl, until as many lie in it as the load says."""
_LONGEST_S = 0.1
CARD, ABOVE = "card", "bowl from above"

DIALS = (
    Dial("bowl.width_mm", "Bowl across", "mm", 80, 400, 5),
    Dial("bowl.wall_angle_deg", "Walls lean by", "°", 0, 45, 1),
    Dial("card.areal_density_g_m2", "Card, g/m²", "", 100, 900, 10),
    Dial("card.bowl_friction", "Friction in the bowl", "", 0.05, 0.9, 0.05),
    Dial("card.bowl_restitution", "Bounce in the bowl", "", 0.0, 0.8, 0.05),
    Dial("table.seat_distance_mm", "Hands off by", "mm", 200, 1200, 10),
    Dial("table.hand_height_mm", "Hands up by", "mm", 80, 500, 10),
)


def bowl_handles(configuration: ZackConfiguration) -> tuple[Handle, ...]:
    """Return the handles of bowl and hand, in the frame of the table."""
    setup, table = configuration.setup, configuration.table
    bowl = setup.bowl
    return (
        Handle(
            "rim",
            f"opening {bowl.opening_mm:g} mm, depth {bowl.depth_mm:g}",
            (setup.half_opening_mm, bowl.depth_mm),
            ("bowl.opening_mm", "bowl.depth_mm"),
            lambda x, y: {"bowl.opening_mm": whole_mm(2 * x), "bowl.depth_mm": whole_mm(y)},
        ),
        Handle(
            "hand",
            f"{table.seat_distance_mm:g} mm from the bowl's middle, {table.hand_height_mm:g} up",
            (table.seat_distance_mm, table.hand_height_mm),
            ("table.seat_distance_mm", "table.hand_height_mm"),
            lambda x, y: {"table.seat_distance_mm": whole_mm(x), "table.hand_height_mm": whole_mm(y)},
        ),
    )


@dataclass(frozen=True)
class BowlSurvey:
    """How often a thrown card does not come to lie in the bowl, by hands and side.

    In each round another bowlful of `cards` cards lies there, thrown by casual hands, the same for all cells.
    """

    configuration: ZackConfiguration = field(repr=False)
    cards: int
    seed: int
    rounds: int = ROUNDS

    @cached_property
    def key(self) -> Hashable:
        """The same for the same design, number of cards and seed."""
        return (self.configuration.digest, self.configuration.profile, self.cards, self.seed)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Hands, side and number of the throw; neighbours differ in hands and side, so a chunk of cells is mixed."""
        return tuple((hands, side, throw) for throw in range(THROWS) for side in (LEFT, RIGHT) for hands in PROFILES)

    def trial(self, number: int, cell: Cell) -> bool:
        """Return True if the card missed: it does not lie in the bowl in the end."""
        hands, side, throw = cell
        assert isinstance(hands, str)
        assert isinstance(throw, int)
        snapshot = _filled(_Bowlful(self.key, self.configuration, self.cards, derive(self.seed, "bowlful", number)))
        noise = derive(self.seed, "workshop", number, hands, str(side), throw)
        thrower = thrower_of(self.configuration, hands)
        release = thrower.release(-1 if side == LEFT else 1, noise)
        return not throw_once(self.configuration.setup, snapshot, release, watch=False).hit


def thrower_of(configuration: ZackConfiguration, hands: str) -> Thrower:
    """Return a person with these hands at a seat of the table."""
    table = configuration.table
    return Thrower(configuration.setup, configuration.skills[hands], table.seat_distance_mm, table.hand_height_mm)


@dataclass(frozen=True, slots=True)
class _Bowlful:
    """A bowlful to be thrown; equal if key and seed are."""

    key: Hashable
    configuration: ZackConfiguration = field(compare=False)
    cards: int = field(compare=False)
    seed: int = 0


@lru_cache(maxsize=4)
def _filled(wanted: _Bowlful) -> BowlSnapshot:
    return bowlful(thrower_of(wanted.configuration, "casual"), wanted.cards, wanted.seed)


class LiveTable:
    """The table of a design: cards are thrown from both sides in turn until as many lie in the bowl as are wanted.

    After an edit the bowl is empty, and the cards come anew. missed: how many were taken away beside it.
    """

    def __init__(self, configuration: ZackConfiguration, hands: str, cards: int, seed: int = 1) -> None:
        self.configuration, self.hands, self.cards, self.seed = configuration, hands, cards, seed
        self.world = BowlWorld(configuration.setup)
        self.missed = self._thrown = self._asked = 0
        self._due_s = 0.0
        self._since_s = EVERY_S

    def redesign(self, configuration: ZackConfiguration) -> None:
        """Continue with the empty bowl of another design."""
        self.configuration = configuration
        self.world = BowlWorld(configuration.setup)

    def throw(self) -> None:
        """Throw one card more, whatever lies in the bowl."""
        self._asked += 1

    @property
    def inside(self) -> int:
        """The number of cards that lie in the bowl."""
        return sum(self.world.where(name) == IN_BOWL for name in self.world.names())

    def advance(self, seconds: float) -> None:
        """Move on by wall time, at most a tenth of a second."""
        seconds = min(seconds, _LONGEST_S)
        self._due_s += seconds
        self._since_s += seconds
        while self._due_s >= 1.0 / TICK_HZ:
            self._due_s -= 1.0 / TICK_HZ
            self.world.tick()
        if self._since_s >= EVERY_S and (self._asked or self.inside < self.cards):
            self._throw()

    def _throw(self) -> None:
        self._since_s, self._asked = 0.0, max(0, self._asked - 1)
        beside = [name for name in self.world.names() if self.world.where(name) == BESIDE]
        self.world.remove(beside)
        self.missed += len(beside)
        self._thrown += 1
        side = 1 if self._thrown % 2 else -1
        noise = derive(self.seed, "live", self._thrown)
        self.world.throw(f"card-{self._thrown}", thrower_of(self.configuration, self.hands).release(side, noise))


class BowlPrototype:
    """A table of Zack!; the load is the number of cards in the bowl. See `sim.workshop.prototype.Prototype`."""

    title = "Zack!"
    most_load = 30
    load_words = "Cards in the bowl"
    list_title = "Missed, by hands"
    stir_words = "Throw"
    parts = (CARD, ABOVE)

    def __init__(self, document: Document[ZackConfiguration], hands: str = "casual", load: int = 6) -> None:
        self.document = document
        self.load, self.seed, self.part = load, 1, CARD
        self.live = LiveTable(document.configuration, hands, load, self.seed)
        self._subject: BowlSurvey | None = None
        self._paint()

    @property
    def hands(self) -> str:
        """The profile of the person who throws at the live table."""
        return self.live.hands

    @hands.setter
    def hands(self, hands: str) -> None:
        self.live.hands = hands

    def dials(self) -> tuple[Dial, ...]:
        """Return the dials; the last one is how far these hands err in direction."""
        own = Dial(f"skill.{self.hands}.throw_direction_sd_deg", "Throws err by", "°", 0.2, 10, 0.1)
        # Where a section says how the walls stand, no angle does.
        drawn = self.document.configuration.setup.bowl.section is not None
        return (*(dial for dial in DIALS if not (drawn and dial.key == "bowl.wall_angle_deg")), own)

    def actions(self) -> tuple[Action, ...]:
        """Return nothing: a table has one bowl, and one kind of card."""
        return ()

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of bowl and hand."""
        return bowl_handles(self.document.configuration)

    def part_handles(self) -> tuple[Handle, ...]:
        """Return the corner of what is drawn large: the card's face, or the bowl from above."""
        setup = self.document.configuration.setup
        if self.part == CARD:
            a, b, keys = setup.card.length_mm, setup.card.span_mm, ("card.length_mm", "card.span_mm")
        else:
            a, b, keys = setup.bowl.opening_mm, setup.bowl.width_mm, ("bowl.opening_mm", "bowl.width_mm")
        return (
            Handle(
                "corner",
                f"{a:g} x {b:g} mm",
                (a / 2, b / 2),
                keys,
                lambda x, y: {keys[0]: whole_mm(2 * x), keys[1]: whole_mm(2 * y)},
            ),
        )

    def home(self) -> tuple[float, float, float, float]:
        """Return the part of the world to be seen: both hands, and a little above them."""
        table = self.document.configuration.table
        half = table.seat_distance_mm + 70.0
        return -half, -50.0, half, max(table.hand_height_mm, self.document.configuration.setup.bowl.depth_mm) + 90.0

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
        self._paint()
        return True

    def reload(self) -> None:
        """Empty the bowl, and let the load be thrown in anew."""
        self.live.cards = self.load
        self.live.redesign(self.document.configuration)

    def advance(self, seconds: float) -> None:
        """Move the live table on by wall time."""
        self.live.advance(seconds)

    def put(self, _at: Point) -> bool:
        """Throw a card; return True."""
        self.live.throw()
        return True

    def stir(self) -> None:
        """Throw a card."""
        self.live.throw()

    def state_words(self) -> str:
        """Return what lies in the bowl."""
        return f"{self.live.inside} in the bowl, {self.live.missed} missed."

    def subject(self) -> BowlSurvey:
        """Return what is to be surveyed."""
        asked, now = self._subject, self.document.configuration
        if asked is None or asked.configuration is not now or asked.cards != self.load:
            # Kept, since working out its key takes longer than a frame has.
            asked = self._subject = BowlSurvey(now, self.load, self.seed)
        return asked

    def risks(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often these hands miss, at the hand of either side."""
        table = self.document.configuration.table
        mine = cells_with(found, self.hands)
        return tuple(
            Risk(
                f"from the {side}",
                found.share([cell for cell in mine if side in cell]),
                (way * table.seat_distance_mm, table.hand_height_mm - 22.0),
            )
            for way, side in ((-1, LEFT), (1, RIGHT))
        )

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return how often each kind of hands misses."""
        return tuple(Risk(hands, found.share(cells_with(found, hands))) for hands in PROFILES)

    def headline(self, share: Interval) -> str:
        """Return the headline, in a sentence."""
        return f"{share.percent()} of throws miss, {self.load} in the bowl, all hands alike"

    def bodies(self) -> tuple[Body, ...]:
        """Return table, bowl, hands and the cards as they are now."""
        found = list(self._fixed)
        found += [
            Body(pose.name, self._card, pose.x, pose.y, pose.angle)
            for pose in self.live.world.poses()
            if math.isfinite(pose.x)
        ]
        return tuple(found)

    def part_shapes(self) -> tuple[Shape, ...]:
        """Return the card's face, or the bowl from above with a card in it."""
        setup = self.document.configuration.setup
        card = box(setup.card.length_mm / 2, setup.card.span_mm / 2)
        if self.part == CARD:
            return (Shape("card", card),)
        return Shape("bowl", box(setup.bowl.opening_mm / 2, setup.bowl.width_mm / 2)), Shape("card", card)

    def _paint(self) -> None:
        """Work out the shapes of the design as it is now."""
        configuration = self.document.configuration
        setup, table = configuration.setup, configuration.table
        rim = setup.bowl.rim_radius_mm
        hands = tuple(Shape("hand", ((way * table.seat_distance_mm, table.hand_height_mm),), 13.0) for way in (-1, 1))
        self._fixed = (
            Body("table", (Shape("table", ((-3000.0, -24.0), (3000.0, -24.0), (3000.0, 0.0), (-3000.0, 0.0))),)),
            Body("bowl", tuple(Shape("bowl", part) for part in setup.parts())),
            Body("rims", tuple(Shape("bowl", (place,), rim) for place in setup.rims())),
            Body("hands", hands),
        )
        self._card = (Shape("card", box(setup.card.length_mm / 2, max(0.6, setup.card.thickness_mm / 2))),)

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice at this bowl with as many cards in it as the load says. Raises InputError."""
        return ZackPractice(self.document.configuration, seat, seed, cards=self.load)

    def resume(self, practice: Practice) -> None:
        """Do nothing: what was thrown in a practice does not lie in the live bowl."""
