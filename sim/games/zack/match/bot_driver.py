"""The sources of intents in a Zack! match: minds that see and decide, alone or beside a person."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Protocol

from sim.errors import InputError
from sim.games.zack import rules
from sim.games.zack.bots import USUAL_STRATEGY, temper_of
from sim.games.zack.bots.hand import Card, ThrowIntent
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.percepts import (
    Act,
    ActKind,
    Began,
    Do,
    Landed,
    Missed,
    Percept,
    Plan,
    Resumed,
    Ruled,
    Shown,
    Stopped,
)
from sim.games.zack.bots.planning import Pace, Person
from sim.games.zack.bots.random_bot import RandomBot, lend
from sim.games.zack.bots.turn_reading import CardFace, Reading
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.hand_log_entries import Eyes
from sim.games.zack.match.hands import CARDS, side_of
from sim.games.zack.match.intents import AnyThrow, Begin, ChooseColour, ResumePlay, Withdraw, ZackIntent, throw_of
from sim.games.zack.match.legality import HandLaw
from sim.games.zack.match.outside import OutsideHead
from sim.games.zack.rules import Reason
from sim.match.at_once import Asked, NoBots, Prompt
from sim.match.human_input import Inbox
from sim.match.plain_values import PlainValues, kept, restore
from sim.match.simultaneous import Players
from sim.match.thinking_time import thinking
from sim.people.person import seated
from sim.physics.bowl.state import Release
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.seat import Seat
from sim.seeds import Noise

VALUES = PlainValues(
    *(Act, ActKind, Card, CardFace, Do, Plan, Reading, ThrowIntent, Reason),
    *(Landed, Missed, Resumed, Ruled, Shown, Stopped),
)
"""What heads have in mind, and what they see."""
BEGINNER = "child"
"""The profile of those whom the others grant time, if the table has agreed on it ([table] child_handicap_ms)."""
FRAME_S = 1.0 / 60.0


class ZackPlayers(Players, Protocol):
    """All players at the table: minds, a person, a record or an external program. The match does not know which."""

    def new_game(self, game: int, hands: Sequence[int], pace: Pace) -> None:
        """Begin game number `game` at this pace; `hands` are the numbers of cards by seat."""

    def sees(self, percept: Percept) -> None:
        """Show the percept to all players."""

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        """Return the intents up to this tick; `hands` are the numbers of Zack cards by seat. May raise StopMatch.

        Raises IllegalAction for an intent that no player can have.
        """

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """The seat that each seat takes to be due, for the seats of which it is known."""

    def measured(self, by: str) -> Release:
        """Return the next release of this person's hand on record. Raises InputError where there is none."""


class Head(Protocol):
    """The decisions of one seat: a `Mind`, or an external program that answers between two calls of `advance`.

    It says when its hand does what; the match refuses what is not possible (`HandLaw`). It never knows the seed of a
    throw's noise. cards: the Zack cards that its seat holds, kept up to date by the match.
    """

    seat: int
    cards: int

    @property
    def belief(self) -> int | None:
        """The seat that it takes to be due."""

    @property
    def next_s(self) -> float:
        """The time (s) at which `tick` next has acts to return, unless a percept comes first; infinity for never."""

    def sees(self, percept: Percept) -> object:
        """Take in a percept."""

    def tick(self, now_s: float) -> Sequence[Act]:
        """Return the acts up to `now_s` since the last call, in order."""

    def chooses(self, hands: Sequence[int]) -> int:
        """Return the seat whose colour is named after a choose card, given the cards in all hands."""


class MakeHead(Protocol):
    """A factory of heads, called for each seat in each game."""

    def __call__(
        self, me: Person, chance: RandomBot, *, cards: int, handicap_ms: Mapping[int, float] | None = None
    ) -> Head:
        """Return the head of `me`, who holds `cards` cards. chance: its streams and tickets for the noise of throws."""


class BotDriver:
    """The driver of the heads of all bots; seats of persons are left to others (`MixedTable`)."""

    def __init__(
        self,
        configuration: ZackConfiguration,
        seats: tuple[Seat, ...],
        noise: Noise,
        colour_of: Callable[[int], rules.Colour],
        heads: Mapping[str, MakeHead] | None = None,
    ) -> None:
        """Drive the bots among `seats`.

        colour_of: returns the colour that a seat has now. heads: factories by seat name, for the seats without a
        `Mind`.
        """
        self._configuration = configuration
        self._seats = seats
        self._noise = noise
        self._skills = seated(seats, configuration.skills, noise.seed)
        self._colour_of = colour_of
        self._heads = heads or {}
        self._minds: list[Head] = []
        self._laws: dict[int, HandLaw] = {}
        self._chances: dict[int, RandomBot] = {}
        self._newest: Percept | None = None
        # Cached: it is asked at every tick, and for heads of ours changes only after a percept, a question or an act.
        self._next_tick = math.inf
        self._foreign = False

    def leave(self, number: int) -> None:
        """Leave that seat to a person."""
        self._seats = tuple(seat.taken_over() if at == number else seat for at, seat in enumerate(self._seats))
        self._minds = [mind for mind in self._minds if mind.seat != number]
        self._laws.pop(number, None)
        self._look_ahead()

    def new_game(self, game: int, hands: Sequence[int], pace: Pace) -> None:
        """Make new heads, which know nothing of the games before; external ones keep their own pace."""
        people, table = self._configuration.people, self._configuration.table
        noise = self._noise.below("game", game)
        beginners = {n: table.child_handicap_ms for n, seat in enumerate(self._seats) if seat.profile == BEGINNER}
        self._minds, self._laws, self._chances, self._newest = [], {}, {}, None
        for number, seat in enumerate(self._seats):
            if seat.is_person:
                continue
            skill, temper = self._skills[seat.name], temper_of(people, seat.own_strategy(USUAL_STRATEGY))
            side = side_of(number, len(self._seats))
            make = self._heads.get(seat.name, Mind)
            own = pace if make is Mind else Pace()
            me = Person(number, len(self._seats), skill, temper, people, side, table.seat_distance_mm, own)
            chance, noise_seed = lend(noise, seat.name)
            self._chances[number] = chance
            self._laws[number] = HandLaw(me, seat.name, noise_seed)
            handicap = {} if seat.profile == BEGINNER else beginners
            self._minds.append(make(me, chance, cards=hands[number], handicap_ms=handicap))
        self._foreign = not all(isinstance(mind, Mind | OutsideHead) for mind in self._minds)
        self._look_ahead()

    def sees(self, percept: Percept) -> None:
        """Show the percept to every head."""
        if not isinstance(percept, Began):
            self._newest = percept
        for law in self._laws.values():
            law.sees(percept)
        for mind in self._minds:
            mind.sees(percept)
        self._look_ahead()

    @property
    def next_tick(self) -> float:
        """The first tick that is not before the next act of a head; infinity for none."""
        if self._foreign:
            # A program outside may have decided since.
            self._look_ahead()
        return self._next_tick

    def _look_ahead(self) -> None:
        at_s = min((self._next_s(mind) for mind in self._minds), default=math.inf)
        self._next_tick = at_s if math.isinf(at_s) else math.ceil(at_s * TICK_HZ - 1e-9)

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        """Return the intents of the heads up to this tick, in the order of the seats. Raises IllegalAction."""
        found = []
        for mind in self._minds:
            mind.cards = hands[mind.seat]
            if self._next_s(mind) <= tick / TICK_HZ + 1e-9:
                by = self._seats[mind.seat]
                with nullcontext() if by.from_outside else thinking(by.name):
                    acts = mind.tick(tick / TICK_HZ + 1e-9)
                found += [self._said(mind, act, tick, hands) for act in acts]
        self._look_ahead()
        return [intent for intent in found if intent is not None]

    def _next_s(self, mind: Head) -> float:
        return self._laws[mind.seat].time(mind.next_s, "next")

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """The seat that each head takes to be due."""
        found = {mind.seat: mind.belief for mind in self._minds}
        return {
            seat: None if belief is None else self._laws[seat].seat(belief, "belief") for seat, belief in found.items()
        }

    def measured(self, by: str) -> Release:
        """Raise InputError: bots' hands are not measured."""
        raise InputError("{by} is not a person, so no hand was measured.", by=by)

    def _said(self, mind: Head, act: Act, tick: int, hands: Sequence[int]) -> ZackIntent | None:
        """Return the intent of an act, with the reason if it stands in for a bot's. Raises IllegalAction."""
        intent = self._intent(mind, act, tick, hands)
        return intent if intent is None or act.fault is None else intent.in_place_of(act.fault)

    def _intent(self, mind: Head, act: Act, tick: int, hands: Sequence[int]) -> ZackIntent | None:
        """Return the intent that an act of a head leads to, None if nobody can see the act. Raises IllegalAction."""
        law = self._laws[mind.seat]
        plan = law.check(act, tick / TICK_HZ).plan
        by = self._seats[mind.seat].name
        if act.kind is ActKind.WITHDRAW:
            return Withdraw(by=by, tick=tick)
        if act.kind is ActKind.BEGIN:
            if plan.do not in CARDS:
                return None
            return Begin(
                by=by,
                tick=tick,
                do=plan.do,
                at_s=plan.at_s,
                towards_bowl_s=plan.towards_bowl_s,
                target=self._target(plan),
            )
        if plan.do is Do.RESUME:
            return ResumePlay(by=by, tick=tick)
        if plan.do is Do.CHOOSE:
            seat = mind.chooses(hands) if plan.target is None else plan.target
            return ChooseColour(by=by, tick=tick, colour=self._colour_of(law.seat(seat, "choose")))
        return self.throw(by, plan, tick, law.noise_seed(plan))

    def throw(self, by: str, plan: Plan, tick: int, noise_seed: int) -> AnyThrow:
        """Return the intent of a throw that is let go at this tick."""
        assert plan.intent is not None
        return throw_of(
            plan.do,
            by,
            tick,
            side=plan.intent.side,
            distance_mm=plan.intent.distance_mm,
            target_x_mm=plan.intent.target_x_mm,
            pace=plan.intent.pace,
            noise_seed=noise_seed,
            target=self._target(plan),
            reason=plan.reason,
        )

    def question(self, head: OutsideHead, now_s: float) -> Asked:
        """Return what an external bot would be asked now, whose hand goes on up to then."""
        asked = head.question(now_s)
        self._look_ahead()
        return asked

    # ---------------------------------------------------------------------------------------- as plain data

    def held(self) -> Line | None:
        """Return what the heads have in mind; None where others than minds of the house play."""
        found: dict[str, Any] = {}
        for mind in self._minds:
            if not isinstance(mind, Mind):
                return None
            law, chance = self._laws[mind.seat], self._chances[mind.seat]
            own = {**kept(mind, mind.KEPT, VALUES), **kept(chance, chance.KEPT, VALUES)}
            found[str(mind.seat)] = {**own, "law": kept(law, law.KEPT, VALUES)}
        return {**found, "seen": self.seen()}

    def hold(self, data: Mapping[str, Any]) -> None:
        """Take over what `held` returned, after `new_game`.

        Raises KeyError, TypeError or ValueError for other data.
        """
        self._newest = VALUES.read(data["seen"])
        for mind in self._minds:
            own, law, chance = data[str(mind.seat)], self._laws[mind.seat], self._chances[mind.seat]
            restore(mind, Mind.KEPT, VALUES, own)
            restore(chance, chance.KEPT, VALUES, own)
            restore(law, law.KEPT, VALUES, own["law"])
        self._look_ahead()

    def seen(self) -> Any:
        """Return what all have seen last that says whose turn it is, as plain data."""
        return VALUES.spell(self._newest)

    def look(self, now_s: float, seen: Any, lying: set[str], begun: Mapping[str, Any]) -> None:
        """Have minds that know nothing else go on from what was seen last, after `new_game`.

        lying: the names of the Zack cards in the bowl. begun: the plan that each hand has begun, by name.
        """
        self._newest = VALUES.read(seen)
        for mind in self._minds:
            assert isinstance(mind, Mind)
            law, plan = self._laws[mind.seat], VALUES.read(begun[self._seats[mind.seat].name])
            if plan is not None and plan.do in CARDS:
                plan = replace(plan, noise=self._chances[mind.seat].noise())
            if self._newest is not None:
                law.sees(self._newest)
            mind.looks(now_s, self._newest, lying, plan)
            law.begun = plan
        self._look_ahead()

    def under_way(self, by: str) -> tuple[Plan | None, Plan | None]:
        """Return what the hand of that player has begun, and what it does in this tick.

        The noise of a throw is still to be drawn.
        """
        head = self._head(by)
        plans = (head.begun, head.done) if isinstance(head, Mind | OutsideHead) else (None, None)
        begun, done = (None if plan is None else replace(plan, noise=0) for plan in plans)
        return begun, done

    def person(self, by: str) -> Person:
        """Return who plays on that seat."""
        return self._laws[self._number(by)].me

    def once_more(
        self, by: str, names: Sequence[str], look: Callable[[], Line], now_s: float
    ) -> tuple[Asked, OutsideHead]:
        """Return the question to a player of the house as to an external bot, and the head that is asked."""
        number, mind = self._number(by), self._head(by)
        assert isinstance(mind, Mind)
        prompt = Prompt(by, NoBots())
        head = OutsideHead(names, look, prompt, None, self.person(by), self._chances[number], cards=mind.cards)
        return head.asked_for(mind, self._laws[number].asked, now_s), head

    def means(self, by: str, plan: Plan | ActKind | None, now_s: float) -> None:
        """Have the mind of that seat do this next, or hold the hand back."""
        number, mind = self._number(by), self._head(by)
        assert isinstance(mind, Mind)
        if isinstance(plan, Plan) and plan.do in CARDS:
            plan = replace(plan, noise=self._chances[number].noise())
        mind.means(plan, now_s)
        self._look_ahead()

    def _head(self, by: str) -> Head:
        number = self._number(by)
        return next(mind for mind in self._minds if mind.seat == number)

    def _number(self, by: str) -> int:
        return next(number for number, seat in enumerate(self._seats) if seat.name == by)

    def _target(self, plan: Plan) -> rules.Colour | None:
        return None if plan.target is None else self._colour_of(plan.target)


def lag_ticks(configuration: ZackConfiguration) -> int:
    """Return the delay (ticks) with which bots see what a person sees: a frame at 60 Hz and the lag of the screen."""
    return math.ceil((FRAME_S + configuration.people.sight.screen_lag_ms / 1000.0) * TICK_HZ - 1e-9)


class MixedTable:
    """A person among bots, as `ZackPlayers`.

    A person sees the table on a screen: what happens is drawn in the next frame, and lights up a little later. Bots see
    everything with the same delay (`lag_ticks`), so that no bot has seen an event, or acts on it, before it was drawn,
    as long as no frame covers more match time than that (`ZackMatch.longest_step_s`). Before a person sits down there
    is no screen.
    """

    def __init__(self, bots: BotDriver, inbox: Inbox[ZackIntent]) -> None:
        """Begin with bots alone; the intents of the person come through `inbox`."""
        self._bots, self._inbox = bots, inbox
        self._eyes: Eyes | None = None
        self._coming: deque[tuple[int, Percept]] = deque()

    def seat(self, eyes: Eyes) -> None:
        """Seat a person with these eyes; from now on bots see everything with the same delay."""
        self._eyes = eyes
        self._bots.leave(eyes.seat)

    def new_game(self, game: int, hands: Sequence[int], pace: Pace) -> None:
        """Forget what was seen, and make new minds."""
        self._coming.clear()
        if self._eyes is not None:
            self._eyes.forget()
        self._bots.new_game(game, hands, pace)

    def sees(self, percept: Percept) -> None:
        """Show the percept to the person's eyes now, and to the bots when it can be seen on the screen."""
        if self._eyes is None:
            self._bots.sees(percept)
            return
        self._eyes.sees(percept)
        late = replace(percept, at_s=percept.at_s + self._eyes.lag_s)
        self._coming.append((math.ceil(late.at_s * TICK_HZ - 1e-9), late))

    @property
    def next_tick(self) -> float:
        """The first tick at which a player may act, or the bots see something."""
        shown = self._coming[0][0] if self._coming else math.inf
        return min(shown, self._bots.next_tick, self._inbox.next_tick)

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        """Return the intents of the person, then those of the bots."""
        while self._coming and self._coming[0][0] <= tick:
            self._bots.sees(self._coming.popleft()[1])
        return [*self._inbox.take(tick), *self._bots.intents(tick, hands)]

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """The seat that each bot takes to be due."""
        return self._bots.beliefs

    def measured(self, by: str) -> Release:
        """Return the next release of the person's hand in the record that is caught up with. Raises InputError."""
        return release_on_record(self._inbox.measured(), by)


def release_on_record(line: dict[str, Any] | None, by: str) -> Release:
    """Return the release of a person's card from its line of the record. Raises InputError for any other line."""
    if line is None or line["by"] != by:
        raise InputError("expected the measured movement of the hand of {by}, found none on record.", by=by)
    return Release.from_json(line["action"]["release"])
