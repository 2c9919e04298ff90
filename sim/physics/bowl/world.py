"""The world of the bowl: cards in the air, cards in contact, cards at rest.

A card in the air moves by the equations of flight alone (air.py), in whole ticks while nothing is near, in blocks of a
tick once something is. Just before it could touch anything it enters the engine (engine.py), and the engine exists
only while a card is in it. A card that has lain still long enough, with all that moves against it, is at rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter

from sim.physics.air import Motion, Plate, steady_flight
from sim.physics.bowl.card_geometry import (
    CLEAR_MM,
    Lying,
    Surroundings,
    Walls,
    bounds,
    corners,
    deepest_overlap_mm,
    meet,
    nearer,
)
from sim.physics.bowl.engine import BOWL, CARD, RIM, TABLE, CardEngine, build_engine
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.pile_order import Pile
from sim.physics.bowl.sideways import Course, Fit, course_of, lowest, meet_side_wall, width_at
from sim.physics.bowl.state import (
    AIR,
    BESIDE,
    IN_BOWL,
    MOVING,
    BowlAction,
    BowlMoment,
    BowlSnapshot,
    CardPose,
    CardState,
    Release,
)
from sim.physics.contact.engine_batches import Overlap

__all__ = ["BowlMoment", "BowlSetup", "BowlSnapshot", "BowlWorld", "CardPose", "Release"]

_BLOCKS = 4  # a tick in contact is cut into this many,
_SLOW_MM_S = 200.0  # unless nothing is faster than this
_WATCH_TICKS = 2  # whether cards have come to rest is asked sixty times a second
_FLIGHT_STEPS = 24  # engine steps of a profile that a step of free flight stands for
_QUIET_MM, _QUIET_S = 0.1, 0.1
_TOGETHER_MM = 0.3  # cards so near come to rest together or not at all
CAP_S = 4.0  # of moving without coming to rest
AIR_CAP_S = 60.0  # of flying: a sheet of tissue comes down from 1 m in ten
MOST = 1e6  # of any number of a release (mm, mm/s, rad, rad/s): steps shrink with the speed
EMPTY = BowlSnapshot()


@dataclass(slots=True, eq=False)
class BowlCard:
    """A card, as in CardState; `quiet_at` is where it has not moved from since the tick `quiet_since`.

    `motion` is not kept up to date while the card is in contact: the engine knows.
    """

    name: str
    place: str
    motion: Motion
    landed: int = 0
    since: int = 0
    noted: set[str] = field(default_factory=set)
    quiet_at: Motion | None = None
    quiet_since: int = 0
    rested: str | None = None
    woke_at: Motion | None = None
    course: Course | None = None
    kept: CardState | None = None  # what `state` said of it while it lies still

    @property
    def lane(self) -> int:
        """The lane of its course; 0, over the bowl, of a card that stays in the plane."""
        return 0 if self.course is None else self.course.lane

    def state(self) -> CardState:
        """Return the card as plain data."""
        if self.kept is not None:
            return self.kept
        found = CardState(
            self.name,
            self.place,
            self.motion,
            self.landed,
            self.since,
            tuple(sorted(self.noted)),
            self.rested,
            self.woke_at,
            self.course,
        )
        if self.place in (IN_BOWL, BESIDE):
            self.kept = found
        return found


def card_of(state: CardState) -> BowlCard:
    """Build the card from its plain data."""
    return BowlCard(
        state.name,
        state.place,
        state.motion,
        state.landed,
        state.since,
        set(state.noted),
        rested=state.rested,
        woke_at=state.woke_at,
        course=state.course,
    )


class Cards:
    """Cards by name, in the order thrown. Change a card's place by `put` only."""

    def __init__(self, plate: Plate, states: Iterable[CardState] = ()) -> None:
        self._plate = plate
        self.by_name = {state.name: card_of(state) for state in states}
        self.flying: list[BowlCard] = []
        self._lying: dict[int, Lying] = {}
        self._sort()

    def __iter__(self) -> Iterator[BowlCard]:
        return iter(self.by_name.values())

    def __getitem__(self, name: str) -> BowlCard:
        return self.by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    @property
    def still(self) -> list[BowlCard]:
        """Cards that lie still."""
        return [card for card in self.by_name.values() if card.place in (IN_BOWL, BESIDE)]

    def lying(self, lane: int) -> Lying:
        """Return those in a lane, for questions about what is near."""
        if lane not in self._lying:
            self._lying[lane] = Lying(self._plate, [card.motion for card in self.still if card.lane == lane])
        return self._lying[lane]

    def add(self, card: BowlCard) -> None:
        self.by_name[card.name] = card
        self._sort()

    def pop(self, name: str) -> BowlCard:
        card = self.by_name.pop(name)
        self._sort()
        return card

    def put(self, card: BowlCard, place: str) -> None:
        before, card.place, card.kept = card.place, place, None
        if AIR in (before, place):
            self._sort()
        else:
            self._lying = {}

    def _sort(self) -> None:
        self.flying = [card for card in self.by_name.values() if card.place == AIR]
        self._lying = {}


class BowlWorld:
    """Cards around a bowl: `throw` them, `tick()` by 1/120 s.

    pile: of the cards in the bowl, if it is known already.
    """

    def __init__(
        self,
        setup: BowlSetup,
        snapshot: BowlSnapshot = EMPTY,
        watch: Overlap | None = None,
        pile: Pile | None = None,
    ) -> None:
        self.setup = setup
        self.watch = watch
        self.ticks = snapshot.tick
        self._landings = snapshot.landings
        self._cards = Cards(setup.plate, snapshot.cards)
        self._engine: CardEngine | None = None
        self._base = snapshot
        self._actions: list[BowlAction] = []
        self._moments: list[BowlMoment] = []
        profile = setup.profile
        self._tick_s = 1.0 / profile.tick_hz
        self._flights = max(1, profile.steps_per_tick // _FLIGHT_STEPS)
        self._half_length = setup.plate.length_mm / 2
        self._tick_hz = profile.tick_hz
        self._holds = setup.holds()
        self._size = setup.plate.length_mm, setup.plate.thickness_mm
        self._tallest = sum(self._size)  # no corner of a card is so far from its middle
        self._fly_on = steady_flight(setup.plate, setup.air, setup.gravity_mm_s2)
        self._surroundings = Surroundings(setup)
        self._moving = len(self._cards.flying)
        self._pile = Pile((), *self._size) if pile is None else pile
        actions = list(snapshot.actions)
        while True:
            while actions and actions[0].tick == self.ticks:
                self._do(actions.pop(0))
            if self.ticks >= snapshot.until:
                break
            self.tick()

    # ------------------------------------------------------------------------------------------ what is asked

    @property
    def time_s(self) -> float:
        """Simulated time."""
        return self.ticks / self._tick_hz

    @property
    def active(self) -> bool:
        """True if anything moves."""
        return self._moving > 0

    def where(self, name: str) -> str:
        """Return a card's place: air, moving (in contact), bowl or beside. Raises KeyError for an unknown name."""
        return self._cards[name].place

    def names(self) -> tuple[str, ...]:
        """Return every card in this world, in the order thrown."""
        return tuple(self._cards.by_name)

    def motion(self, name: str) -> Motion:
        """Return a card's pose and velocity. Raises KeyError for an unknown name."""
        return self._motion(self._cards[name])

    def _motion(self, card: BowlCard) -> Motion:
        if card.place == MOVING:
            assert self._engine is not None
            return self._engine.motion(card.name)
        return card.motion

    def poses(self) -> tuple[CardPose, ...]:
        """Return the pose of every card, in the order thrown."""
        return tuple(self.pose(name) for name in self._cards.by_name)

    def pose(self, name: str) -> CardPose:
        """Return the pose of a card. Raises KeyError for an unknown name."""
        x, y, angle = self.motion(name)[:3]
        course = self._cards[name].course
        if course is None:
            return CardPose(name, x, y, angle)
        return CardPose(name, x, y, angle, course.drawn_z_mm(self.setup, x, angle), course.aside.yaw_rad)

    def lane(self, name: str) -> int:
        """Return a card's lane: 0 over the bowl, -1 or 1 beside it. Raises KeyError for an unknown name."""
        return self._cards[name].lane

    def inside(self, name: str) -> bool:
        """Return True if this card has landed and is in the bowl now. Raises KeyError for an unknown name."""
        return self._cards[name].landed > 0 and self._inside(self._cards[name])

    def order(self) -> tuple[str, ...]:
        """Return the cards in the bowl from bottom to top: by support where they overlap, by landing where nothing
        decides.

        Cards that have landed and still move count where they are.
        """
        return self.pile().stack.order

    def landings(self) -> tuple[str, ...]:
        """Return the cards in the bowl by their first touch in it."""
        return tuple(card.name for card in self._landed())

    def pile(self) -> Pile:
        """Return the cards in the bowl with what is known of their order."""
        placed = tuple([(card.name, self._motion(card)[:3]) for card in self._landed()])
        if placed != self._pile.cards:
            # A drawing asks at every frame, and mostly nothing has moved, or little has.
            self._pile = Pile(placed, *self._size, self._pile)
        return self._pile

    def _landed(self) -> list[BowlCard]:
        inside = [card for card in self._cards.by_name.values() if card.landed and self._inside(card)]
        return sorted(inside, key=attrgetter("landed"))

    def contradictions(self) -> int:
        """Count the pairs of cards in the bowl that the order reports the wrong way round, by another measure than its
        own.
        """
        return self.pile().contradictions()

    def is_finite(self) -> bool:
        """Return True if every number of the state is finite."""
        return all(math.isfinite(value) for name in self._cards.by_name for value in self.motion(name))

    def deepest_overlap_mm(self) -> float:
        """Return how deep two bodies overlap now, at most."""
        lanes: dict[int, list[Motion]] = {}
        for card in self._cards:
            lanes.setdefault(card.lane, []).append(self.motion(card.name))
        return max((deepest_overlap_mm(self.setup, lane, not number) for number, lane in lanes.items()), default=0.0)

    def snapshot(self) -> BowlSnapshot:
        """Return the state as plain data; a world built from it goes on exactly as this one does."""
        if self._engine is None:
            return self._plain()
        base = self._base
        return BowlSnapshot(base.cards, base.tick, base.landings, tuple(self._actions), self.ticks)

    def _plain(self) -> BowlSnapshot:
        cards = tuple(card.state() for card in self._cards)
        return BowlSnapshot(cards, self.ticks, self._landings, (), self.ticks)

    # ------------------------------------------------------------------------------------------ what is done

    def throw(self, name: str, release: Release) -> None:
        """Throw a card now. Raises ValueError for a name in use or a release that is not finite or beyond MOST."""
        self._do(BowlAction(self.ticks, thrown=name, release=release))

    def remove(self, names: Iterable[str]) -> None:
        """Take cards out. What touched them is set free and settles again. Raises KeyError for unknown names."""
        self._do(BowlAction(self.ticks, taken=tuple(names)))

    def _do(self, action: BowlAction) -> None:
        if action.release is not None:
            assert action.thrown is not None
            if action.thrown in self._cards:
                raise ValueError(f"the world already holds {action.thrown}")
            motion = action.release.motion
            if not all(abs(value) <= MOST for value in action.release.to_json()):
                raise ValueError(f"a release must be finite and at most {MOST:g}, found {action.release.to_json()}")
            course = course_of(self.setup, motion.x, action.release.aside)
            self._cards.add(BowlCard(action.thrown, AIR, motion, since=self.ticks, course=course))
            self._moving += 1
        if action.taken:
            missing = [name for name in action.taken if name not in self._cards]
            if missing:
                raise KeyError(missing[0])
            self._take(action.taken)
        if self._engine is not None:
            self._actions.append(action)

    def _take(self, names: tuple[str, ...]) -> None:
        if self._engine is None:
            self._base, self._actions = self._plain(), []
        engine = self._in_contact()
        for name in names:
            card = self._cards.pop(name)
            if card.place in (AIR, MOVING):
                self._moving -= 1
            if card.place == MOVING or name in engine.awake:
                # A resting card that lost its support when another one of these names was taken is awake already.
                engine.leave(name)
            elif card.place != AIR:
                gone = engine.take(name)
                for neighbour in engine.near(gone.corners, gone.bounds, _TOGETHER_MM, gone.lane):
                    engine.wake(neighbour)
        self._note_woken()
        if not engine.awake:
            self._engine = None

    # ------------------------------------------------------------------------------------------ running

    def tick(self) -> tuple[BowlMoment, ...]:
        """Advance by one control tick (1/120 s) and return its moments."""
        if not self._moving:
            self.ticks += 1
            return ()
        engine, flying = self._engine, self._cards.flying
        tick_s = self._tick_s
        for card in flying:
            self._pass_beside(card, tick_s)
        near = [card for card in flying if self._near(card, tick_s, True) and self._near(card, tick_s, False)]
        if engine is not None:
            engine.blow(tick_s)
        elif near:
            self._base, self._actions = self._plain(), []
        for card in flying:
            if card not in near:
                card.motion = self._fly_on(card.motion, tick_s, self._flights)
                if card.course is not None and card.course.above:
                    self._come_down(card, self.time_s + tick_s)
        if near or engine is not None:
            self._blocks(near)
        self.ticks += 1
        self._watch_over()
        self._watch_the_air()
        if not self._moments:
            return ()
        moments, self._moments = tuple(self._moments), []
        return moments

    def settle(self) -> tuple[BowlMoment, ...]:
        """Advance until nothing moves and return the moments. It ends: times in the air and in contact are capped."""
        moments: list[BowlMoment] = []
        while self._moving:
            moments += self.tick()
        return tuple(moments)

    def _blocks(self, near: list[BowlCard]) -> None:
        slow = not near and self._engine is not None and self._engine.fastest() < _SLOW_MM_S
        blocks = 1 if slow else _BLOCKS
        block = self._tick_s / blocks
        flights = max(1, self._flights // blocks)
        least = math.ceil(self.setup.profile.steps_per_tick / blocks)
        by_name = self._cards.by_name
        for index in range(blocks):
            for card in near:
                if card.place == AIR and self._near(card, block, False):
                    self._in_contact().enter(card.name, card.motion, lane=card.lane)
                    card.quiet_at = None
                    self._cards.put(card, MOVING)
            for card in near:
                if card.place == AIR:
                    card.motion = self._fly_on(card.motion, block, flights)
                    if card.course is not None and card.course.above:
                        self._come_down(card, self.time_s + (index + 1) * block)
            engine = self._engine
            if engine is not None:
                engine.advance(block, least)
                now_s = self.time_s + (index + 1) * block
                for name in engine.awake:
                    card = by_name[name]
                    if card.course is not None and card.course.above:
                        self._come_down(card, now_s)
                if engine.woken:
                    self._note_woken()
                if engine.begun:
                    self._note_touches(now_s)

    def _in_contact(self) -> CardEngine:
        if self._engine is None:
            still = [(card.name, card.motion, card.woke_at, card.lane) for card in self._cards.still]
            self._engine = build_engine(self.setup, still, self.watch)
        return self._engine

    # ------------------------------------------------------------------------------------------ across the plane

    def _walls(self, card: BowlCard, motion: Motion) -> Walls:
        course = card.course
        if course is None or (not course.lane and not course.above):
            return Walls.ENDS
        if course.lane:
            return Walls.NONE
        return Walls.ENDS if course.fit(self.setup, motion) is Fit.INSIDE else Walls.ALL

    def _pass_beside(self, card: BowlCard, time_s: float) -> None:
        """Decide that a flying card passes beside the bowl, before it could come lower than the rim."""
        course, motion = card.course, card.motion
        if course is None or not course.above:
            return
        speed = math.hypot(motion.vx, motion.vy) + abs(motion.omega) * self._half_length
        reach = (speed + self.setup.gravity_mm_s2 * time_s) * time_s
        depth = self.setup.bowl.depth_mm
        if motion.y - self._tallest - reach > depth:
            return
        lowest_y = lowest(self.setup, motion)[1] - reach
        if lowest_y < depth and course.fit(self.setup, motion) is Fit.OUTSIDE:
            self._move_aside(card, motion, self.time_s)

    def _come_down(self, card: BowlCard, now_s: float) -> None:
        """Decide what becomes of a card that was above and may have come down to the rim's height over the bowl."""
        course = card.course
        assert course is not None
        setup, motion = self.setup, self.motion(card.name)
        if motion.y - self._tallest > setup.bowl.depth_mm:
            return
        x, y = lowest(setup, motion)
        if y >= setup.bowl.depth_mm or abs(x) >= setup.half_outside_mm:
            return
        found = course.fit(setup, motion)
        if found is Fit.INSIDE:
            card.course = course.below()
            return
        if found is Fit.WALL:
            self._note_once(now_s, "side", card)
            z, half = course.z_mm(motion.x), course.half_width_mm(setup.plate, motion.angle)
            self._set_motion(card, meet_side_wall(setup, motion, z, half))
            if abs(z) < width_at(setup, motion, half):
                card.course = course.below()
                return
        self._move_aside(card, motion, now_s)

    def _move_aside(self, card: BowlCard, motion: Motion, now_s: float) -> None:
        assert card.course is not None
        card.course = card.course.beside(motion.x)
        if card.place == MOVING:
            assert self._engine is not None
            self._engine.move_aside(card.name, card.lane)
        self._note_once(now_s, "passes", card)

    def _set_motion(self, card: BowlCard, motion: Motion) -> None:
        card.motion = motion
        if card.place == MOVING:
            assert self._engine is not None
            self._engine.strike(card.name, motion)

    # ------------------------------------------------------------------------------------------ what is near

    def _moving_but(self, card: BowlCard) -> list[Motion]:
        if self._moving == 1:
            return []
        found = [other.motion for other in self._cards.flying if other is not card and other.lane == card.lane]
        if self._engine is not None:
            awake = self._engine.awake.items()
            found += [other.motion for name, other in awake if name != card.name and other.lane == card.lane]
        return found

    def _near(self, card: BowlCard, time_s: float, roughly: bool) -> bool:
        """Return True if this flying card could touch anything within `time_s`."""
        return self._surroundings.may_touch(
            card.motion,
            lambda: self._cards.lying(card.lane),
            self._moving_but(card),
            time_s,
            roughly,
            lambda: self._walls(card, card.motion),
        )

    def _note_woken(self) -> None:
        engine = self._engine
        assert engine is not None
        for name in engine.woken:
            # It may have been taken out since.
            card = self._cards.by_name.get(name)
            if card is not None and card.place in (IN_BOWL, BESIDE):
                card.since, card.quiet_at = self.ticks, None
                self._cards.put(card, MOVING)
                self._moving += 1
        engine.woken.clear()

    def _inside(self, card: BowlCard) -> bool:
        if card.lane:
            return False
        x, y = self._motion(card)[:2]
        return self._holds(x, y)

    def _note_touches(self, now_s: float) -> None:
        assert self._engine is not None
        for touch in self._engine.touches():
            card = self._cards[touch.name]
            if touch.kind == TABLE:
                self._note_once(now_s, "floor", card)
            elif touch.kind == RIM:
                self._note_once(now_s, "rim", card)
            elif not card.landed and self._inside(card):
                other = self._cards.by_name.get(touch.other or "")
                if touch.kind == BOWL or (touch.kind == CARD and other is not None and other.landed):
                    self._landings += 1
                    card.landed = self._landings
                    self._note_once(now_s, "lands", card)

    def _note_once(self, now_s: float, what: str, card: BowlCard) -> None:
        if what not in card.noted:
            card.noted.add(what)
            self._moments.append(BowlMoment(now_s, what, card.name))

    def _watch_over(self) -> None:
        """Let clear cards fly again, lay still cards to rest, and stop cards whose time is up."""
        engine, ticks, by_name = self._engine, self.ticks, self._cards.by_name
        if engine is None or ticks % _WATCH_TICKS:
            return
        quiet: dict[str, bool] = {}
        late = []
        long, cap = _QUIET_S * self._tick_hz, CAP_S * self._tick_hz
        hypot, half = math.hypot, self._half_length
        for name, awake in list(engine.awake.items()):
            card, motion, was = by_name[name], awake.motion, by_name[name].quiet_at
            x, y, angle, vx, vy, _ = motion
            if was is None or hypot(x - was.x, y - was.y) + abs(angle - was.angle) * half > _QUIET_MM:
                card.quiet_at, card.quiet_since = motion, ticks
            quiet[name] = ticks - card.quiet_since >= long
            if ticks - card.since >= cap:
                late.append(name)
            elif hypot(vx, vy) * self._tick_s >= CLEAR_MM / 4 and self._clear(card, motion):
                engine.leave(name)
                del quiet[name]
                card.motion = motion
                self._cards.put(card, AIR)
        still = dict.fromkeys(self._undisturbed(quiet), "rests")
        still |= {name: "unsettled" for name in late if name not in still}
        for name, what in still.items():
            self._rest(name, what)
        if len(still) == len(engine.awake):
            self._engine = None
        else:
            for name in still:
                engine.rest(name, engine.motion(name))

    def _watch_the_air(self) -> None:
        """Lay aside what has flown for too long."""
        late = self.ticks - AIR_CAP_S * self._tick_hz
        for card in [card for card in self._cards.flying if card.since <= late]:
            card.motion = Motion(*card.motion[:3], 0.0, 0.0, 0.0)
            self._cards.put(card, BESIDE)
            self._moving -= 1
            card.rested = BESIDE
            self._moments.append(BowlMoment(self.time_s, "unsettled", card.name, BESIDE))

    def _rest(self, name: str, what: str) -> None:
        """Lay a card to rest in the table's own lists; the engine keeps it as it is."""
        engine, card = self._engine, self._cards[name]
        assert engine is not None
        awake = engine.awake[name]
        motion = awake.motion
        card.motion, card.woke_at = Motion(*motion[:3], 0.0, 0.0, 0.0), awake.woke_at
        inside = not card.lane and self._holds(motion.x, motion.y)
        self._cards.put(card, IN_BOWL if inside else BESIDE)
        if inside and not card.landed:
            # It came to lie over the opening without touching the inside: on the rim.
            self._landings += 1
            card.landed = self._landings
            self._note_once(self.time_s, "lands", card)
        self._moving -= 1
        if card.rested != card.place or what == "unsettled":
            self._moments.append(BowlMoment(self.time_s, what, name, card.place))
        card.rested = card.place

    def _clear(self, card: BowlCard, motion: Motion) -> bool:
        """Return True if this awake card is out of reach of everything."""
        if not self._surroundings.is_clear(
            motion, lambda: self._cards.lying(card.lane), self._moving_but(card), self._walls(card, motion)
        ):
            return False
        assert self._engine is not None
        return not self._engine.touching(card.name)

    def _undisturbed(self, quiet: dict[str, bool]) -> list[str]:
        """Return the quiet cards that no restless one touches."""
        assert self._engine is not None
        restless = [name for name, still in quiet.items() if not still]
        if len(restless) in (0, len(quiet)):
            return [] if restless else list(quiet)
        awake, size = self._engine.awake, self._size
        disturbing = [(bounds(*awake[name].motion[:3], *size), name) for name in restless]
        undisturbed = []
        for name, still in quiet.items():
            if still:
                pose = awake[name].motion[:3]
                around = bounds(*pose, *size)
                lane = awake[name].lane
                here = [(box, other) for box, other in disturbing if awake[other].lane == lane]
                close = [other for box, other in here if meet(around, box, _TOGETHER_MM)]
                outline = corners(*pose, *size) if close else ()
                if not any(nearer(outline, corners(*awake[other].motion[:3], *size), _TOGETHER_MM) for other in close):
                    undisturbed.append(name)
        return undisturbed
