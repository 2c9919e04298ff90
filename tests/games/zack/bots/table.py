"""A Zack! table without physics, for tests of the minds: cards land a fixed time after they leave the hand.

Its rules are the least that a game needs (FACTS 2.3, edition amigo, no stop cards); they are independent of the rules
engine on purpose. Events happen in continuous time, in the order of a heap.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from sim.games.zack.bots import temper_of
from sim.games.zack.bots.mind import Mind
from sim.games.zack.bots.perception import face_seen_s
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
from sim.games.zack.bots.planning import Person
from sim.games.zack.bots.random_bot import RandomBot
from sim.games.zack.bots.turn_reading import CardFace
from sim.games.zack.rules import Reason
from sim.people.skill import Skill
from sim.seeds import Noise, rng
from tests.shipped import shipped_people

FLIGHT_S = 0.35
STEPS = {"L": 1, "2L": 2, "R": -1, "2R": -2}


COLOURS = ("red", "blue", "green", "yellow", "orange", "violet")


def printed(kind: str) -> str:
    """A card as printed: the circles of this table are named by seats."""
    word, _, seat = kind.partition(":")
    return f"{word}:{COLOURS[int(seat)]}" if seat else kind


@dataclass
class Lying:
    """A card in the bowl: what it is, who threw it, whether out of turn."""

    name: str
    kind: str
    by: int
    wrong: bool


@dataclass
class Story:
    """What happened in a game."""

    seconds: float = 0.0
    winner: int | None = None
    throws: list[tuple[float, int]] = field(default_factory=list)
    wrong: int = 0
    misses: int = 0
    challenges: list[tuple[int, Reason, bool]] = field(default_factory=list)
    slips: int = 0
    waits_s: list[float] = field(default_factory=list)


class ZackTable:
    """One game: minds around a bowl."""

    def __init__(
        self,
        skills: Sequence[Skill],
        seed: int,
        tempers: Sequence[str] | None = None,
        miss_rate: float = 0.0,
        cards_each: int = 12,
    ) -> None:
        self.people = shipped_people()
        self.seats, self.skills, self.miss_rate = len(skills), list(skills), miss_rate
        self.luck = rng(seed, "table")
        kinds = [f"circle:{seat}" for seat in range(self.seats) for _ in range(6)]
        kinds += [kind for kind in ("R", "2R", "L", "2L", "again", "back") for _ in range(5)]
        order = self.luck.permutation(len(kinds))
        deck = [(f"card{index}", kinds[index]) for index in order]
        cards_each = min(cards_each, len(deck) // self.seats)
        self.hands = [deck[seat * cards_each : (seat + 1) * cards_each] for seat in range(self.seats)]
        self.bowl: list[Lying] = []
        self.first_due = 0
        self.stopped = False
        self.story = Story()
        self.heap: list[tuple[float, int, str, tuple[object, ...]]] = []
        self.count = 0
        self.top: dict[int, tuple[str, str]] = {}
        tempers = tempers or ["steady"] * self.seats
        self.minds = [
            Mind(
                Person(seat, self.seats, skill, temper_of(self.people, tempers[seat]), self.people, 1, 400.0),
                RandomBot(Noise(seed), f"seat{seat}"),
                cards=len(self.hands[seat]),
            )
            for seat, skill in enumerate(skills)
        ]

    def due_after(self, bowl: Sequence[Lying]) -> tuple[int, str, int]:
        """(seat, kind carried out, links) for the bowl."""
        if not bowl:
            return self.first_due, "none", 0
        card = bowl[-1]
        thrower = card.by
        links, index, kind = 0, len(bowl) - 1, card.kind
        while kind in ("again", "back"):
            if index == 0:
                return thrower, kind, links
            links += 1
            if kind == "back":
                # Under an again, back is applied from the card under that again.
                return bowl[len(bowl) - 2].by, "back", links
            index -= 1
            kind = bowl[index].kind
        if kind in STEPS:
            return (thrower + STEPS[kind]) % self.seats, kind, links
        return int(kind.split(":")[1]), kind, links

    @property
    def due(self) -> int:
        return self.due_after(self.bowl)[0]

    def face(self, name: str, kind: str, by: int) -> CardFace:
        under = self.bowl if not self.bowl or self.bowl[-1].name != name else self.bowl[:-1]
        _, carried, links = self.due_after([*under, Lying(name, kind, by, False)])
        if carried == "again":
            carried = "none"  # there is nothing below to do again
        below = under[-1].by if under else None
        return CardFace(printed(kind), printed(carried), links, False, by, below, COLOURS[: self.seats])

    def later(self, at_s: float, what: str, *details: object) -> None:
        self.count += 1
        heapq.heappush(self.heap, (at_s, self.count, what, details))

    def tell(self, percept: Percept) -> None:
        for mind in self.minds:
            mind.sees(percept)

    def play(self, limit_s: float = 3600.0) -> Story:
        self.later(0.0, "resume", 0)
        while self.story.winner is None:
            minds_s = min(mind.next_s for mind in self.minds)
            heap_s = self.heap[0][0] if self.heap else float("inf")
            now_s = min(minds_s, heap_s)
            if not now_s <= limit_s:
                break
            self.story.seconds = now_s
            if heap_s <= minds_s:
                _, _, what, details = heapq.heappop(self.heap)
                getattr(self, f"_{what}")(now_s, *details)
            else:
                for mind in self.minds:
                    mind.cards = len(self.hands[mind.seat])
                    for act in mind.tick(now_s):
                        self.act(mind.seat, act)
        return self.story

    def act(self, seat: int, act: Act) -> None:
        plan = act.plan
        if act.kind is ActKind.BEGIN:
            if plan.do in (Do.THROW, Do.PLAYER_CARD, Do.CHALLENGE):
                self.later(plan.towards_bowl_s, "began", seat)
            if plan.do is Do.THROW:
                self.top[seat] = self.hands[seat][0]
                # Shown when its face turns up, unless it is withdrawn before.
                self.later(max(act.at_s, face_seen_s(plan.at_s, self.people.sight, by_thrower=False)), "shown", seat)
        elif act.kind is ActKind.WITHDRAW:
            self.top.pop(seat, None)
        elif plan.do is Do.RESUME:
            self.later(act.at_s, "resume", seat)
        else:
            self.release(seat, act.at_s, plan)

    def release(self, seat: int, at_s: float, plan: Plan) -> None:
        missed = float(self.luck.random()) < self.miss_rate
        if plan.do is Do.THROW:
            self.top.pop(seat)
            name, kind = self.hands[seat].pop(0)
            self.later(at_s + FLIGHT_S, "lands", seat, name, kind, missed)
        elif plan.do is Do.PLAYER_CARD:
            self.later(at_s + FLIGHT_S, "player_card", seat, missed)
        else:
            self.later(at_s + FLIGHT_S, "challenged", seat, plan, missed)

    # --- what happens

    def _began(self, at_s: float, seat: int) -> None:
        if not self.stopped:
            self.tell(Began(at_s, seat))

    def _shown(self, at_s: float, seat: int) -> None:
        if seat in self.top and not self.stopped:
            name, kind = self.top[seat]
            self.tell(Shown(at_s, name, self.face(name, kind, seat)))

    def _lands(self, at_s: float, seat: int, name: str, kind: str, missed: bool) -> None:
        if self.stopped:
            self.hands[seat].append((name, kind))
        elif missed:
            self.story.misses += 1
            self.hands[seat].insert(0, (name, kind))
            self.tell(Missed(at_s, name, seat, 250.0, self.due))
        else:
            wrong = seat != self.due
            self.story.wrong += wrong
            if self.story.throws and not wrong:
                self.story.waits_s.append(at_s - self.story.throws[-1][0])
            self.story.throws.append((at_s, seat))
            self.bowl.append(Lying(name, kind, seat, wrong))
            self.tell(Landed(at_s, name, self.face(name, kind, seat)))

    def _player_card(self, at_s: float, seat: int, missed: bool) -> None:
        if self.stopped:
            return
        if missed:
            self.tell(Missed(at_s, f"player{seat}", seat, 250.0, self.due))
        elif seat == self.due and not self.hands[seat]:
            self.story.winner = seat

    def _challenged(self, at_s: float, seat: int, plan: Plan, missed: bool) -> None:
        if self.stopped or seat == self.due:
            return
        assert plan.reason is not None
        target = plan.target
        assert target is not None
        if missed:
            success = False
        elif plan.reason is Reason.SLOW:
            success = target == self.due
        else:
            success = any(card.by == target and card.wrong for card in self.bowl[-4:])
        self.story.challenges.append((seat, plan.reason, success))
        self.story.slips += plan.target != plan.meant
        taker, goes_on = (target, seat) if success else (seat, target)
        self.hands[taker] += [(card.name, card.kind) for card in self.bowl]
        self.bowl, self.first_due, self.stopped = [], goes_on, True
        self.tell(Stopped(at_s))
        self.tell(Ruled(at_s, goes_on))

    def _resume(self, at_s: float, seat: int) -> None:
        self.stopped, self.first_due = False, seat
        for mind in self.minds:
            mind.cards = len(self.hands[mind.seat])
        self.tell(Resumed(at_s, seat))
