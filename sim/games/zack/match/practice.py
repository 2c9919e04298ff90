"""Practice at the bowl: repeated throws, without turns, into a bowl that is filled as the person likes."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sim.errors import InputError
from sim.games.zack import rules
from sim.games.zack.bots.percepts import Do
from sim.games.zack.configuration import FARTHEST_MM, ZackConfiguration
from sim.games.zack.match.frame import BowlEntry, SeatView, StaticScene, TableStage, ZackFrame
from sim.games.zack.match.frame_builder import card_views, held_card
from sim.games.zack.match.hand_log_entries import meant_throw
from sim.games.zack.match.hands import HandTrack, executed, tracks
from sim.games.zack.match.intents import (
    AnyThrow,
    Begin,
    ChooseColour,
    PickUp,
    ResumePlay,
    Show,
    ThrowCard,
    ThrowChallenge,
    ThrowPlayerCard,
    Withdraw,
    ZackIntent,
)
from sim.games.zack.match.mouse_hand import MouseHand
from sim.games.zack.match.rule_adapter import PLAYER_CARD, THROW
from sim.language import N_, _, capital
from sim.match.human_input import Inbox
from sim.match.simultaneous import SimultaneousMatch
from sim.match.trials import Attempted
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import IN_BOWL, BowlSnapshot, Release
from sim.physics.bowl.throwing import aimed_throw, perturb
from sim.physics.bowl.world import BowlWorld
from sim.protocols import Line
from sim.rules_frame import IllegalAction
from sim.seat import Seat
from sim.seeds import rng

LOOK_S = 0.8
"""The time for which a thrown card is left where it lies (assumed)."""
MOST_CARDS = 40
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Attempt:
    """A throw: the release of the card, and whether it came to lie in the bowl."""

    release: Release
    hit: bool


class Practice(SimultaneousMatch[ZackIntent]):
    """One person and the bowl. Never finished; `undo` takes the last attempt back.

    top: the face of the card on the pile. colour: the person's colour. attempted: what came of the last attempt, None
    before.
    """

    game = "zack"
    title = "Zack!, practice"
    waits_for: tuple[str, ...] = ()
    person: str
    is_trial = False

    def __init__(
        self,
        configuration: ZackConfiguration,
        seat: Seat,
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        *,
        side: int = 1,
        distance_mm: float | None = None,
        cards: int | Sequence[str] = (),
    ) -> None:
        """Set up the bowl.

        side: -1 to throw from the left, 1 from the right. distance_mm: from the bowl's middle to the hand. cards: what
        lies in the bowl already, a number of cards or their faces, the first thrown first. Raises InputError for an
        impossible distance or impossible cards.
        """
        super().__init__((seat,), seed, record_line)
        table, setup = configuration.table, configuration.setup
        distance = table.seat_distance_mm if distance_mm is None else distance_mm
        least = math.floor(setup.half_outside_mm) + 1
        if not least <= distance <= FARTHEST_MM:
            raise InputError(
                "distance: expected {least} to {farthest_mm:g} mm from the bowl's middle, found {distance:g}.",
                least=least,
                farthest_mm=FARTHEST_MM,
                distance=distance,
            )
        known = [card.value for card in rules.Card]
        count = cards if isinstance(cards, int) else len(cards)
        if not 0 <= count <= MOST_CARDS:
            raise InputError(
                "cards: expected 0 to {most_cards} in the bowl, found {count}.", most_cards=MOST_CARDS, count=count
            )
        if isinstance(cards, int):
            cards = [known[int(n)] for n in rng(seed, "practice", "faces").integers(len(known), size=count)]
        for card in cards:
            if card not in known:
                raise InputError("cards: expected faces such as {known}, found {card!r}.", known=known[0], card=card)
        table = table.model_copy(update={"seat_distance_mm": float(distance)})
        self.configuration = dataclasses.replace(configuration, table=table)
        self.person, self.side = seat.name, 1 if side >= 0 else -1
        sides = {seat.name: self.side}
        self.static_scene: StaticScene = StaticScene(
            setup, (seat.name,), sides, distance, table.hand_height_mm, table.edition, table.stop_cards, 1
        )
        self.track = tracks(sides, distance, table.hand_height_mm)[seat.name]
        self.people = self.inbox = Inbox()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        self.longest_step_s = math.inf
        self.attempts: list[Attempt] = []
        self.attempted: Attempted | None = None
        self._taken_s = self._released_s = 0.0
        self.colour = configuration.deck.colours[0]
        self._lying = dict(zip(lying_names(len(cards)), cards, strict=True))
        self._snapshot = bowl_with(setup, len(cards), seed)
        self._number = 0
        self.schedule.knows(self._again)
        self._again()
        self.hand = MouseHand(self, seat.name, self.side)

    # ------------------------------------------------------------------------------------------ attempts

    def _again(self) -> None:
        """Put the bowl back as it was, and the next card on the pile."""
        self.world = BowlWorld(self.configuration.setup, self._snapshot)
        self.schedule.clear()
        self._flying: tuple[str, Release] | None = None
        self._faces = dict(self._lying)
        known = list(rules.Card)
        self.top = known[int(rng(self.seed, "practice", self._number).integers(len(known)))].value

    @property
    def hits(self) -> int:
        """The number of attempts that came to lie in the bowl."""
        return sum(attempt.hit for attempt in self.attempts)

    def undo(self) -> bool:
        """Take back the attempt that is under way, or else the last one; return False where there is none."""
        under_way = self._flying is not None
        if not under_way and not self.attempts:
            return False
        if not under_way:
            self.attempts.pop()
        if self._number:
            self._number -= 1
        self._again()
        self._say(_("Taken back: {score}.", score=self._score()), "plain")
        return True

    def _score(self) -> str:
        return _("{hits} of {throws} in the bowl", hits=self.hits, throws=len(self.attempts))

    # ------------------------------------------------------------------------------------------ persons

    def may(self, said: ZackIntent) -> None:
        """Raise IllegalAction if this cannot be done in practice."""
        if isinstance(said, Begin) and (self._flying is not None or self.track.doing is not None):
            raise IllegalAction("hand_busy", N_("The last card has not come to rest yet."))
        if isinstance(said, ResumePlay | ChooseColour | PickUp):
            raise IllegalAction("practice", N_("Here you only throw."))

    def track_of(self, name: str) -> HandTrack:
        """Return the hand as it is drawn."""
        return self.track

    def skill_of(self, name: str) -> Skill:
        """Return the skill that is assumed of the hand where it is not measured."""
        return self.configuration.skills[self.seats[0].profile]

    def left_in(self, name: str) -> int:
        """Return 1: there is always another card."""
        return 1

    def reason(self, target: rules.Colour) -> rules.Reason:
        """Return the reason of any challenge: slow."""
        return rules.Reason.SLOW

    def face_of(self, by: str, kind: str, target: rules.Colour | None) -> str | None:
        """Return the face of the card that would be thrown now."""
        if kind == THROW:
            return self.top
        return f"player:{self.colour}" if kind == PLAYER_CARD else f"challenge:{target}"

    # ------------------------------------------------------------------------------------------ time

    def run(self) -> None:
        """Raise InputError: practice has no end."""
        raise InputError("{person} is a person: practice happens in a window, in real time.", person=self.person)

    def _busy(self) -> bool:
        return self.world.active

    def _part(self) -> str:
        return "practice"

    def _happen(self) -> None:
        for intent in self.inbox.take(self.tick):
            self._do(intent)
        while self.schedule.next_tick <= self.tick:
            self.schedule.pop()()

    def _physics(self) -> None:
        if self.world.active:
            self.world.tick()
            self._judge()

    def _do(self, intent: ZackIntent) -> None:
        match intent:
            case Begin():
                if not math.isinf(self.schedule.next_tick):
                    self._again()
                self.track.takes(self.time_s, intent.do, self.face_of(self.person, intent.do, intent.target))
                self.track.face_up = intent.do is Do.CHALLENGE
                self._taken_s = self.time_s
            case Show():
                self.track.face_up = True
            case Withdraw():
                self.track.withdraw()
            case ThrowCard() | ThrowPlayerCard() | ThrowChallenge():
                self._throw(intent)

    def _throw(self, throw: AnyThrow) -> None:
        self._number += 1
        name, release = f"{self.person}-{self._number}", throw.release
        if release is None:
            # The hand threw by itself, at the press of a key.
            release = executed(self.configuration.setup, throw, self.track.release_y, self.skill_of(self.person))
        self._faces[name] = self.track.face or self.top
        self._flying = name, release
        self._released_s = self.time_s
        self.world.throw(name, release)
        self.track.let_go(self.time_s)

    def _judge(self) -> None:
        """Count the attempt, once everything lies still."""
        if self.world.active or self._flying is None:
            return
        name, release = self._flying
        self._flying = None
        hit = self.world.where(name) == IN_BOWL
        self.attempts.append(Attempt(release, hit))
        self.attempted = self._attempted(name, release, hit)
        words = _("In: {score}.", score=self._score()) if hit else _("Missed: {score}.", score=self._score())
        self._say(words + self._compared(release), "good" if hit else "bad")
        self._at(LOOK_S, self._again)

    @property
    def let_go(self) -> bool:
        """True while the card of an attempt flies or lies where it was thrown."""
        return self._flying is not None or not math.isinf(self.schedule.next_tick)

    def _attempted(self, name: str, release: Release, hit: bool) -> Attempted:
        setup, motion, (from_x, from_y) = self.configuration.setup, release.motion, self.hand.took_at
        return Attempted(
            outcome="hit" if hit else "missed",
            what=self._faces[name],
            taken_ms=1000.0 * self._taken_s,
            released_ms=1000.0 * self._released_s,
            from_x_mm=from_x,
            from_y_mm=from_y,
            x_mm=motion.x,
            y_mm=motion.y,
            angle_rad=motion.angle,
            vx_mm_s=motion.vx,
            vy_mm_s=motion.vy,
            spin_rad_s=motion.omega,
            aim_x_mm=0.0,
            aim_y_mm=setup.bowl.depth_mm,
            width_mm=2.0 * setup.half_opening_mm,
            by_keys=self.hand.last_state is None,
        )

    def _compared(self, release: Release) -> str:
        """Return a sentence with the speed of this throw and that of a practised hand from there."""
        motion = release.motion
        meant = meant_throw(self.configuration, self.side, motion.x, motion.y)
        if meant is None:
            return ""
        own, practised = (math.hypot(m.vx, m.vy) / 1000.0 for m in (motion, meant.motion))
        return _(" {own:.1f} m/s, a practised hand {practised:.1f}.", own=own, practised=practised)

    # ------------------------------------------------------------------------------------------ what is seen

    def frame(self) -> ZackFrame:
        """Return all that a drawing of this moment needs."""
        seat = SeatView(
            name=self.person,
            profile=self.seats[0].profile,
            strategy="practice",
            colour=self.colour,
            side=self.side,
            cards=self.left_in(self.person),
            challenges=(),
            hand=self.track.view(self.tick),
            believes=None,
            clock_s=None,
            is_due=False,
            wins=0,
        )
        faces = {name: (face, self.person) for name, face in self._faces.items()}
        lying = [name for name in self.world.order() if self.world.where(name) == IN_BOWL]
        return ZackFrame(
            time_s=self.time_s,
            table_stage=TableStage.PLAYING,
            game=1,
            game_s=self.time_s,
            seats=(seat,),
            due=None,
            mirrored=False,
            cards=(*card_views(self.world, faces), *held_card(seat, self.track)),
            bowl=tuple(BowlEntry(name, self._faces[name], self.person, wrong=False) for name in lying),
            verdict=None,
            throws=len(self.attempts),
            misses=len(self.attempts) - self.hits,
            challenges=0,
            ticker=tuple(self.ticker),
        )

    def summary_line(self) -> str:
        """Return a line that says how many attempts lie in the bowl."""
        return f"{capital(self._score())}."


def lying_names(cards: int) -> list[str]:
    """Return the names of the cards that lie in the bowl before the first attempt."""
    return [f"lying-{number}" for number in range(cards)]


@lru_cache(maxsize=16)
def bowl_with(setup: BowlSetup, cards: int, seed: int) -> BowlSnapshot:
    """Return a bowl into which `cards` cards (`lying_names`) were thrown from both sides, all of them at rest.

    Raises InputError where there is no room for as many.
    """
    world = BowlWorld(setup)
    stream = rng(seed, "practice", "bowl")
    half, above = setup.half_opening_mm, setup.bowl.depth_mm
    for number, name in enumerate(lying_names(cards)):
        for attempt in range(_TRIES):
            side = 1 if (number + attempt) % 2 == 0 else -1
            # From near by, and a little differently each time, so that a heap results, not a stack.
            meant = aimed_throw(setup, side * (half + 150.0), above + 150.0, 0.0)
            before = world.snapshot()
            world.throw(name, perturb(meant, *(1.0, 0.0) if attempt == _TRIES - 1 else _noise(stream)))
            world.settle()
            if world.where(name) == IN_BOWL:
                break
            world = BowlWorld(setup, before)
        else:
            raise InputError(
                "cards: expected room in the bowl for {cards}, found room for {number}.", cards=cards, number=number
            )
    return world.snapshot()


def _noise(stream: np.random.Generator) -> tuple[float, float]:
    return 1.0 + 0.05 * float(stream.standard_normal()), 0.03 * float(stream.standard_normal())
