"""External bots at Zack!: what they see, what they may answer, and the plans of the hand that answers lead to.

A bot has the eyes and the hands of a person of its profile. It hears of what can be seen when it can be seen; its hand
begins no earlier than that person would have read whose turn it is, and takes the time that hands take.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.errors import IllegalAction
from sim.games.zack import rules
from sim.games.zack.bots.hand import PACE, Card, pick_up_s
from sim.games.zack.bots.mind import Mind, done_in
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
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.hands import CARDS
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD
from sim.games.zack.match.table import ZackTable
from sim.match.at_once import MOVE, NOTHING, PATIENCE_S, Asked, Once, Prompt, StandIn, impatient, word_of
from sim.match.intents import Fault, malformed
from sim.protocols import Line

WITHDRAW = "withdraw"
_KEYS: Mapping[str, frozenset[str]] = {
    NOTHING: frozenset(),
    WITHDRAW: frozenset(),
    Do.RESUME: frozenset(),
    Do.CHOOSE: frozenset(("player",)),
    Do.THROW: frozenset(("at_s", "aim_mm", "pace")),
    Do.PLAYER_CARD: frozenset(("at_s", "aim_mm", "pace")),
    Do.CHALLENGE: frozenset(("at_s", "aim_mm", "pace", "target", "reason")),
}
"""What a bot may answer, and the keys that each answer may have besides `do`."""
_NEEDED = ("player", "target", "reason")


def table_of(configuration: ZackConfiguration) -> Line:
    """Return what never changes in a match, as plain data."""
    table, bowl = configuration.table, configuration.setup
    return {
        "edition": str(table.edition),
        "games_to_win": table.wins,
        "stop_cards": table.stop_cards,
        "seat_distance_mm": table.seat_distance_mm,
        "half_opening_mm": bowl.half_opening_mm,
    }


class Look:
    """The sight of the table and of all hands, made anew only when something of it has changed.

    Nobody sees the faces of cards in hands and piles, their own included, or a ruling that was not spoken.
    """

    def __init__(self, table: ZackTable) -> None:
        self._table = table
        self._state: rules.State | None = None
        self._flying: tuple[str, ...] = ()
        self._found: dict[str, Line] = {}
        self._common: Line = {}

    def of(self, by: str) -> Line:
        """Return what that player sees, as plain data; the same object as long as it is the same."""
        table = self._table
        flying = tuple(table.bowl.flights)
        if table.state is not self._state or flying != self._flying:
            self._state, self._flying, self._found = table.state, flying, {}
            self._common = self._in_common()
        found = self._found.get(by)
        if found is None:
            found = self._found[by] = {**self._common, **self._own(by)}
        return found

    def _in_common(self) -> Line:
        table, state = self._table, self._table.state
        colours = state.colours
        return {
            "players": {
                name: {"colour": colours[name].value, "cards": count}
                for name, count in zip(table.names, table.cards_left(), strict=True)
            },
            "bowl": [[card.value, name] for card, name in list(rules.zack_cards(state.bowl))[-rules.WINDOW :]],
        }

    def _own(self, by: str) -> Line:
        table, state = self._table, self._table.state
        thrown = {flight.target for flight in table.bowl.flying(by, CHALLENGE)}
        return {
            "challenges": [state.holder(colour) for colour in state.challenges[by] if colour not in thrown],
            "own_card": table.holds(by, PLAYER_CARD),
        }


@dataclass(frozen=True, slots=True)
class _Move:
    """The meaning of an answer. seat: the target of a challenge, or the seat whose colour is named."""

    do: str
    at_s: float = -math.inf
    aim_mm: float = 0.0
    pace: float | None = None
    seat: int | None = None
    reason: rules.Reason | None = None


class OutsideHead:
    """The head of an external bot in one game, and the mind that follows it all and stands in for it."""

    def __init__(
        self,
        names: Sequence[str],
        look: Callable[[], Line],
        prompt: Prompt,
        due: Callable[[], int | None] | None,
        me: Person,
        chance: RandomBot,
        *,
        cards: int,
        handicap_ms: Mapping[int, float] | None = None,
    ) -> None:
        """Create the head before the game.

        names: of the seats. look: returns what the player sees on the table. due: returns the seat that is due, for a
        bot that reads it at once and without error; None for the reading of a person.
        """
        self.seat = me.seat
        self._due = due
        self._names, self._look, self._prompt, self._me, self._chance = tuple(names), look, prompt, me, chance
        self._mind = Mind(me, chance, cards=cards, handicap_ms=handicap_ms)
        self._acts: list[Act] = []
        # What the hand does or is about to do; by whom: the mind steers its own plans to their end.
        self._plan: Plan | None = None
        self._begun = self._by_mind = False
        self._fault: Fault | None = None
        self._stand_in: StandIn | None = None
        self._stopped = True
        self._asked: Do | None = None
        self._chosen: int | None = None
        # The earliest time for the hand, by what was read; for ending a stop; and a card that has to be fetched.
        self._ready_s = self._settled_s = self._in_hand_s = -math.inf
        self._fetch_s = 0.0
        # What could be begun when it was asked last, and what that followed from.
        self._allowed: tuple[tuple[object, ...], list[Line], list[Line]] | None = None
        prompt.begin()
        prompt.sees(0.0, {"see": "deal", "cards": cards})

    @property
    def cards(self) -> int:
        """The Zack cards that the seat holds."""
        return self._mind.cards

    @cards.setter
    def cards(self, cards: int) -> None:
        self._mind.cards = cards

    @property
    def belief(self) -> int | None:
        """The seat that a person of this profile takes to be due; with a perfect reading, that is due."""
        return self._mind.belief if self._due is None else self._due()

    @property
    def begun(self) -> Plan | None:
        """The plan that the hand has begun."""
        return self._plan if self._begun else None

    @property
    def done(self) -> Plan | None:
        """The plan that the hand has carried out in this tick."""
        return done_in(self._acts)

    def chooses(self, hands: Sequence[int]) -> int:
        """Return the seat whose colour is named."""
        return self._mind.chooses(hands) if self._chosen is None else self._chosen

    # ---------------------------------------------------------------------------------------- what it sees

    def sees(self, percept: Percept) -> None:
        """Take in what is seen; the bot is asked at the next tick, except about what its own hand does."""
        at_s = percept.at_s
        self._steer(at_s)
        read_s = self._mind.read_s
        self._mind.sees(percept)
        if self._mind.read_s != read_s:
            self._ready_s = self._mind.read_s if self._due is None else at_s
        match percept:
            case Stopped():
                self._stopped = True
                self._drop()
            case Ruled(_, seat, choose):
                self._asked = None
                self._drop()
                if seat == self.seat:
                    self._asked = Do.CHOOSE if choose else Do.RESUME
                    self._settled_s = next((plan.begin_s for plan in self._mind.plans if plan.do is self._asked), at_s)
            case Resumed():
                self._stopped, self._asked, self._fetch_s = False, None, 0.0
            case Missed(_, _, seat, distance_mm) if seat == self.seat:
                self._fetch_s = pick_up_s(self._me.skill, distance_mm, self._me.people.hand)
                self._in_hand_s = at_s + self._fetch_s
                if self._plan is not None and self._plan.do is not Do.CHALLENGE:
                    # It has to be fetched first.
                    self._drop()
            case Began(_, seat) if seat == self.seat:
                return
        self._prompt.sees(at_s, self._in_words(percept))
        self._prompt.wake(at_s)

    def _in_words(self, percept: Percept) -> Line:
        names = self._names
        match percept:
            case Shown(_, card, face):
                return {"see": "card", "name": card, "lies": False, **_face(face, names)}
            case Landed(_, card, face):
                return {"see": "card", "name": card, "lies": True, **_face(face, names)}
            case Missed(_, card, seat, distance_mm):
                return {"see": "miss", "name": card, "by": names[seat], "distance_mm": distance_mm}
            case Began(_, seat):
                return {"see": "hand", "by": names[seat]}
            case Stopped():
                return {"see": "stop"}
            case Ruled(_, seat, choose):
                return {"see": "ruling", "by": names[seat], "chooses": choose}
            case Resumed(_, seat):
                return {"see": "go", "by": names[seat]}

    # ---------------------------------------------------------------------------------------- what it does

    @property
    def next_s(self) -> float:
        """The time (s) at which `tick` next has something to do; infinity for never."""
        if self._acts:
            return self._acts[0].at_s
        found = self._prompt.next_s
        if self._stand_in is not None or self._by_mind:
            found = min(found, self._mind.next_s)
        if self._plan is not None and not self._by_mind:
            found = min(found, self._plan.at_s if self._begun else self._plan.begin_s)
        return found

    def tick(self, now_s: float) -> Sequence[Act]:
        """Return the acts up to `now_s` since the last call, in order; ask the bot if it is time."""
        self._steer(now_s)
        if self._prompt.next_s <= now_s:
            self._ask(now_s)
            self._steer(now_s)
        found, self._acts = tuple(self._acts), []
        return found

    def _steer(self, now_s: float) -> None:
        """Let the hand go on up to this time: by the bot's plan, or as the mind says that stands in."""
        for act in self._mind.tick(now_s):
            self._follow(act)
        plan = self._plan
        if plan is None or self._by_mind:
            return
        if not self._begun and plan.begin_s <= now_s:
            if plan.do in CARDS:
                plan = replace(plan, noise=self._chance.noise())
            self._plan, self._begun = plan, True
            self._acts.append(Act(plan.begin_s, ActKind.BEGIN, plan, self._fault))
        if self._begun and plan.at_s <= now_s:
            self._finish(Act(plan.at_s, ActKind.ACT, plan, self._fault))

    def _follow(self, act: Act) -> None:
        """Let the hand do what the mind says, if it stands in, or if the hand is busy with what it has begun."""
        plan = act.plan
        if act.kind is ActKind.BEGIN:
            possible = plan.do in CARDS or plan.do is self._asked
            if self._stand_in is None or self._begun or not possible:
                return
            self._plan, self._begun, self._by_mind, self._fault = plan, True, True, self._stand_in.fault
            self._chosen = None
            self._acts.append(replace(act, fault=self._fault))
        elif self._by_mind and plan == self._plan:
            self._finish(replace(act, fault=self._fault))

    def _finish(self, act: Act) -> None:
        """Let the hand be free again, with what it did last."""
        self._acts.append(act)
        if act.plan.do not in CARDS:
            self._asked = None
        elif act.kind is ActKind.ACT:
            self._fetch_s = 0.0
        self._plan, self._begun, self._by_mind = None, False, False
        self._prompt.sees(act.at_s, {"see": "free"})
        self._prompt.wake(act.at_s)

    def _drop(self) -> None:
        """Drop what the hand has not begun."""
        if not self._begun:
            self._plan = None

    # ---------------------------------------------------------------------------------------- what it is asked

    def question(self, now_s: float) -> Asked:
        """Return what the bot would be asked now."""
        self._steer(now_s)
        return self._question(now_s)

    def _question(self, now_s: float) -> Asked:
        # Most answers are read without a look at the table.
        view: Callable[[], dict[str, Any]] = Once(lambda: self._view(now_s))
        return self._prompt.question(
            now_s, view, lambda: self._legal(now_s, view()), lambda answer: self._read(now_s, view, answer)
        )

    def _view(self, now_s: float) -> dict[str, Any]:
        """Return what the player sees, as plain data."""
        return {
            "me": self._names[self.seat],
            "ready_s": max(now_s, self._ready_s),
            "stopped": self._stopped,
            "wanted": None if self._asked is None else str(self._asked),
            "belief": None if self.belief is None else self._names[self.belief],
            "hand": None
            if self._plan is None
            else {"does": str(self._plan.do), "begins_s": self._plan.begin_s, "ends_s": self._plan.at_s},
            "fetch": self._fetch_s > 0,
            **self._look(),
        }

    def _ask(self, now_s: float) -> None:
        found = self._prompt.ask(self._question(now_s))
        if isinstance(found, StandIn):
            self._stand_in = found
            self._drop()
            self._end_stop(now_s, found)
            return
        self._stand_in = None
        if found.do == WITHDRAW:
            assert self._plan is not None
            self._finish(Act(now_s, ActKind.WITHDRAW, self._plan))
        elif not self._begun:
            self._plan = None if found.do == NOTHING else self._plan_of(found, now_s)
            self._by_mind, self._chosen, self._fault = False, found.seat, None

    def _end_stop(self, now_s: float, stand_in: StandIn) -> None:
        """Do what the table waits for, if the mind that stands in takes it to be done already."""
        asked = self._asked
        if asked is not None and not self._begun and all(plan.do is not asked for plan in self._mind.plans):
            at_s = max(now_s, self._settled_s)
            self._plan, self._by_mind, self._chosen, self._fault = Plan(asked, at_s, at_s), False, None, stand_in.fault

    def _kept_waiting(self, now_s: float) -> bool:
        return self._asked is not None and not self._begun and now_s > self._settled_s + PATIENCE_S

    def _legal(self, now_s: float, view: dict[str, Any]) -> list[Line]:
        """Return what the hand can begin now, and last to do nothing; of a busy hand, whether it can be held back.

        The same list as long as it is the same.
        """
        challenges: list[Line] = view["challenges"]
        key = (
            *(self._can_withdraw(now_s), self._begun, self._asked, self._stopped, self.cards > 0),
            *(view["own_card"], self._kept_waiting(now_s)),
        )
        before = self._allowed
        if before is None or before[0] != key or before[1] is not challenges:
            before = self._allowed = key, challenges, self._worked_out(now_s, view)
        return before[2]

    def _worked_out(self, now_s: float, view: dict[str, Any]) -> list[Line]:
        found: list[Line] = []
        if self._begun:
            held = [WITHDRAW] if self._can_withdraw(now_s) else []
            return [{"do": do} for do in (NOTHING, *held)]
        if self._asked is Do.CHOOSE:
            found += [{"do": "choose", "player": name} for name in self._names]
        elif self._asked is Do.RESUME:
            found.append({"do": "resume"})
        elif not self._stopped:
            found += [{"do": "throw"}] if self.cards else []
            found += [{"do": "player_card"}] if view["own_card"] else []
            found += [
                {"do": "challenge", "target": name, "reason": reason.value}
                for name in view["challenges"]
                for reason in rules.Reason
            ]
        return found if self._kept_waiting(now_s) else [*found, {"do": NOTHING}]

    def _can_withdraw(self, now_s: float) -> bool:
        return self.begun is not None and now_s + self._me.skill.stop_ms / 1000.0 < self.begun.at_s

    def _plan_of(self, move: _Move, now_s: float) -> Plan:
        """Return the plan of the hand: as soon as the bot says, eyes allow and the hand is there."""
        me, do = self._me, Do(move.do)
        if do not in CARDS:
            at_s = max(now_s, self._settled_s)
            return Plan(do, at_s, at_s)
        meant = me.intent(CARDS[do])
        intent = replace(meant, target_x_mm=move.aim_mm, pace=meant.pace if move.pace is None else move.pace)
        begin_s, fetch_s = max(now_s, move.at_s, self._ready_s), 0.0
        if intent.card is not Card.CHALLENGE:
            fetch_s = self._fetch_s
            begin_s = max(begin_s, self._in_hand_s - fetch_s)
        ends_s = begin_s + fetch_s + me.hand_time_s(intent)
        target = None if do is not Do.CHALLENGE else move.seat
        return Plan(do, begin_s, ends_s, intent, 0, target, target, move.reason, fetch_s)

    # ---------------------------------------------------------------------------------------- in the place of a mind

    def asked_for(self, mind: Mind, asked: Do | None, now_s: float) -> Asked:
        """Return the question that a mind would be asked now, whose hand it is. asked: what the table waits for."""
        self._mind, self._asked, self._stopped, self._ready_s = mind, asked, mind.stopped, mind.read_s
        self._begun = mind.begun is not None
        self._plan = mind.begun
        self._settled_s = next((plan.begin_s for plan in mind.plans if plan.do is asked), now_s)
        self._prompt.wake(now_s)
        return self._question(now_s)

    def plan_of(self, move: _Move, now_s: float) -> Plan | ActKind | None:
        """Return what an answer leads to: a plan, that the hand is held back, or nothing."""
        if move.do == WITHDRAW:
            return ActKind.WITHDRAW
        if move.do == NOTHING:
            return None
        plan = self._plan_of(move, now_s)
        # A head keeps whom it chooses; a mind has it from the plan.
        return replace(plan, target=move.seat) if plan.do is Do.CHOOSE else plan

    # ---------------------------------------------------------------------------------------- what it may answer

    def _read(self, now_s: float, view: Callable[[], dict[str, Any]], answer: object) -> _Move:
        """Return what an answer means. Raises IllegalAction."""
        by = self._names[self.seat]
        do, more = word_of(by, answer)
        if do not in _KEYS:
            raise malformed(by, MOVE, f"do: expected one of {', '.join(_KEYS)}", do)
        strange = sorted(more.keys() - _KEYS[do])
        missing = sorted(_KEYS[do] & set(_NEEDED) - more.keys())
        if strange or missing:
            keys = ", ".join(sorted(_KEYS[do])) or "none"
            raise malformed(by, MOVE, f"{do}: expected the keys {keys}", {"do": do, **more})
        self._judge(do, now_s, view)
        seat = next((self._seat(key, more[key]) for key in ("player", "target") if key in more), None)
        if do == Do.CHALLENGE and more["target"] not in view()["challenges"]:
            raise malformed(by, MOVE, "target: expected one against whom a challenge card is held", more["target"])
        if do == Do.CHALLENGE and more["reason"] not in list(rules.Reason):
            raise malformed(by, MOVE, f"reason: expected one of {', '.join(rules.Reason)}", more["reason"])
        reach = 0.999 * self._me.distance_mm
        pace = number_in(by, more, "pace", *PACE)
        return _Move(
            do,
            number_in(by, more, "at_s", 0.0, now_s + 3600.0) or 0.0,
            number_in(by, more, "aim_mm", -reach, reach) or 0.0,
            pace,
            seat,
            rules.Reason(more["reason"]) if "reason" in more else None,
        )

    def _judge(self, do: str, now_s: float, view: Callable[[], dict[str, Any]]) -> None:
        """Raise IllegalAction where the hand cannot do this now."""
        by = self._names[self.seat]

        def refuse(code: str, why: str) -> IllegalAction:
            return IllegalAction(code, "{by} answers {do!r}: {why}.", by=by, do=do, why=why)

        if do == NOTHING:
            if self._kept_waiting(now_s):
                raise impatient(by)
            return
        if do == WITHDRAW:
            if not self._can_withdraw(now_s):
                raise refuse("no_hand", "no hand is under way that could still be held back")
            return
        if self._begun:
            raise refuse("hand_busy", "the hand is busy")
        if do in (Do.RESUME, Do.CHOOSE):
            if do != self._asked:
                raise refuse("not_asked", f"{self._asked or 'nothing'} is what the table waits for")
        elif self._stopped:
            raise refuse("stopped", "play has stopped")
        elif do == Do.THROW and not self.cards:
            raise refuse("no_card", "no card is left in the hand")
        elif do == Do.PLAYER_CARD and not view()["own_card"]:
            raise refuse("no_card", "the card of the own colour is not in the hand")

    def _seat(self, key: str, name: object) -> int:
        if name not in self._names:
            raise malformed(self._names[self.seat], MOVE, f"{key}: expected one of {', '.join(self._names)}", name)
        return self._names.index(str(name))


def number_in(by: str, more: Mapping[str, Any], key: str, low: float, high: float) -> float | None:
    """Return a number of an answer, None where it has none. Raises IllegalAction outside of low to high."""
    found = more.get(key)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
        raise malformed(by, MOVE, f"{key}: expected a number from {low:g} to {high:g}", found)
    return float(found)


def _face(face: CardFace, names: Sequence[str]) -> Line:
    """Return what can be read in a card, as plain data."""
    return {
        "card": face.kind,
        "carried": face.carried,
        "mirrored": face.mirrored,
        "by": names[face.thrower],
        "below": None if face.below is None else names[face.below],
    }
