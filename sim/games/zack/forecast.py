"""Forecasts at Zack!: where a player's own noise takes a card, and whether it stays in the bowl.

The physics profile is that of the setup given: a throw costs 6 to 20 ms of a processor at profile play, more with more
cards in the bowl.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from sim.games.zack.bots.hand import Card, ThrowIntent, carried_out
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import BESIDE, IN_BOWL, BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.seeds import derive

NAME = "foreseen"
"""The name of the card that is thrown: no card of a match has a name without a number."""
HITS = "hits"
PICTURE_HZ = 30
_EVERY = TICK_HZ // PICTURE_HZ


@dataclass(frozen=True, slots=True)
class Path:
    """The path of one throw: x, y (mm) and angle (rad) at 30 Hz from letting go to rest, the last where the card lies.

    rim: it touched the bowl's rim. settled: False when its time was up before it lay still.
    """

    points: tuple[tuple[float, float, float], ...]
    hit: bool
    rim: bool
    settled: bool

    @property
    def answers(self) -> tuple[bool, ...]:
        """The answer to the question `HITS`: True if the card lies in the bowl."""
        return (self.hit,)


@dataclass(frozen=True, slots=True)
class Throws:
    """A request for one throw, `count` times under the player's own noise. Trial i is drawn from (seed, i) alone.

    meant: the release, or an intent, which is released as a practised hand would, at `height_mm`. pace: as of an
    intent, for a release that is given. A card in flight that `snapshot` holds flies on; `resting` leaves such cards
    out. Answers are of type Path.
    """

    key: Hashable
    setup: BowlSetup
    snapshot: BowlSnapshot
    meant: Release | ThrowIntent
    skill: Skill
    seed: int
    count: int = 60
    height_mm: float = 0.0
    pace: float = 1.0
    questions: tuple[str, ...] = field(default=(HITS,), init=False)

    def trial(self, index: int) -> Path:
        """Simulate throw number `index`. Raises InputError for an intent whose hand is not above the rim."""
        return self.under(derive(self.seed, "foresight", index))

    def under(self, noise_seed: int) -> Path:
        """Simulate the throw under that seed of noise, exactly as a match executes it."""
        intent, meant = self._meant()
        release = carried_out(self.setup, intent, meant, self.skill, noise_seed)
        return _path(BowlWorld(self.setup, self.snapshot), release)

    def _meant(self) -> tuple[ThrowIntent, Release]:
        meant = self.meant
        if isinstance(meant, ThrowIntent):
            x = meant.side * meant.distance_mm
            return meant, aimed_throw(self.setup, x, self.height_mm, meant.target_x_mm)
        x = meant.motion.x
        return ThrowIntent(Card.ZACK, 1 if x > 0 else -1, abs(x), pace=self.pace), meant


def resting(snapshot: BowlSnapshot) -> BowlSnapshot:
    """Return the snapshot with only the cards that lay still when it was taken, or when the contacts it holds began.

    A world built from a snapshot with actions first repeats them; one built from this snapshot starts at once.
    """
    taken = {name for action in snapshot.actions for name in action.taken}
    cards = tuple(card for card in snapshot.cards if card.place in (IN_BOWL, BESIDE) and card.name not in taken)
    return replace(snapshot, cards=cards, actions=(), until=snapshot.tick)


def _path(world: BowlWorld, release: Release) -> Path:
    world.throw(NAME, release)
    points = [release.motion[:3]]
    happened: set[str] = set()
    ticks = 0
    while world.where(NAME) not in (IN_BOWL, BESIDE):
        happened.update(moment.what for moment in world.tick() if moment.name == NAME)
        ticks += 1
        if ticks % _EVERY == 0:
            points.append(world.motion(NAME)[:3])
    points.append(world.motion(NAME)[:3])
    return Path(tuple(points), world.where(NAME) == IN_BOWL, "rim" in happened, "unsettled" not in happened)
