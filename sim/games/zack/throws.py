"""Single throws at a bowl, and bowls with cards in them, for experiments."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.errors import InputError
from sim.games.zack.bots.hand import Card, ThrowIntent, carried_out
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.pile_order import Pile
from sim.physics.bowl.state import IN_BOWL, BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.engine_batches import Overlap
from sim.seeds import derive

NAME = "thrown"
_ATTEMPTS = 20  # throws a card of a bowlful may take


@dataclass(frozen=True, slots=True)
class Thrower:
    """A person who throws: the world, the skill, the place. target_mm, pace: where and how fast, as in ThrowIntent."""

    setup: BowlSetup
    skill: Skill
    distance_mm: float
    height_mm: float
    target_mm: float = 0.0
    pace: float = 1.0

    def release(self, side: int, noise_seed: int) -> Release:
        """Return the throw from a side (-1 left, 1 right) as the hand carries it out under this seed."""
        meant = aimed_throw(self.setup, side * self.distance_mm, self.height_mm, self.target_mm)
        intent = ThrowIntent(Card.ZACK, side, self.distance_mm, self.target_mm, self.pace)
        return carried_out(self.setup, intent, meant, self.skill, noise_seed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one throw.

    `landed`: touched the bowl's inside; `side_wall`: met a side wall; `aside`: came down beside one; `inverted`: pairs
    of cards that lie in another order than they landed in, more than before; `contradicted`: pairs whose reported order
    their geometry contradicts; `uppermost`: lies on top of what is in the bowl; `deepest_mm`: see Overlap.
    """

    hit: bool
    landed: bool
    rim: bool
    side_wall: bool
    aside: bool
    unsettled: bool
    inverted: int
    contradicted: int
    uppermost: bool
    seconds: float
    deepest_mm: float


def throw_once(
    setup: BowlSetup, snapshot: BowlSnapshot, release: Release, watch: bool = True, pile: Pile | None = None
) -> Outcome:
    """Throw once into a bowlful and wait until everything rests.

    Without `watch` no overlap is measured. pile: of the bowlful, if it is known already.
    """
    overlap = Overlap() if watch else None
    world = BowlWorld(setup, snapshot, overlap, pile)
    before = world.pile().inversions
    world.throw(NAME, release)
    moments = world.settle()
    pile = world.pile()
    return Outcome(
        hit=world.where(NAME) == IN_BOWL,
        landed=any(moment.what == "lands" and moment.name == NAME for moment in moments),
        rim=any(moment.what == "rim" and moment.name == NAME for moment in moments),
        side_wall=any(moment.what == "side" and moment.name == NAME for moment in moments),
        aside=world.lane(NAME) != 0,
        unsettled=any(moment.what == "unsettled" for moment in moments),
        inverted=pile.inversions - before,
        contradicted=pile.contradictions(),
        uppermost=pile.stack.order[-1:] == (NAME,),
        seconds=(world.ticks - snapshot.until) / setup.profile.tick_hz,
        deepest_mm=overlap.deepest_mm if overlap is not None else math.nan,
    )


def bowlful(thrower: Thrower, cards: int, seed: int) -> BowlSnapshot:
    """Return a bowl with `cards` cards in it, thrown from both sides in turn; what fell beside has been taken away.

    Raises InputError if the thrower cannot fill it.
    """
    world = BowlWorld(thrower.setup)
    for attempt in range(_ATTEMPTS * max(1, cards)):
        inside = len(world.names())
        if inside == cards:
            return world.snapshot()
        side = 1 if attempt % 2 else -1
        world.throw(f"card-{attempt}", thrower.release(side, derive(seed, "bowlful", attempt)))
        world.settle()
        world.remove([name for name in world.names() if world.where(name) != IN_BOWL])
        world.settle()
    raise InputError("--cards-in-bowl: {cards} cards do not stay in this bowl, expected fewer.", cards=cards)
