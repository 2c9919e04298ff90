"""What a head may mean at a table of Zack!, checked before anything moves: the laws of one seat's hand.

A head (a mind, or whatever stands in for one) says when its hand begins what, when it thinks better of it, and when the
card leaves it. Mistakes that the rules punish are lawful. Lawful too is what has been overtaken by then (the last card
has gone, somebody else goes on): it comes to nothing. Unlawful is what no hand of this skill at this place can do, and
what makes no sense; it ends the match with an IllegalIntent.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NoReturn

from sim.errors import IllegalIntent
from sim.games.zack.bots.attention import Reason
from sim.games.zack.bots.hand import PACE, Card, ThrowIntent, pick_up_s
from sim.games.zack.bots.percepts import Act, Do, Missed, Percept, Plan, Ruled, What
from sim.games.zack.bots.planning import Person
from sim.physics.contact.profiles import TICK_HZ
from sim.rules_frame import quote

CARDS = {Do.THROW: Card.ZACK, Do.PLAYER_CARD: Card.PLAYER, Do.CHALLENGE: Card.CHALLENGE}
"""The card that the hand throws to do this; the rest is done with words."""

LATE_S = 2.0 / TICK_HZ
"""What is seen in one tick is done in the next, and every tick covers the time since the last: no act is told later."""
_EXACT_S = 1e-6


class Law:
    """What binds the hand of one seat in one game."""

    def __init__(self, me: Person, name: str, noise_seed: Callable[[int], int]) -> None:
        """Bind the hand of this person; `noise_seed` takes in a ticket of their chance (chance.lend)."""
        self._me, self._name, self._noise_seed = me, name, noise_seed
        self._begun: Plan | None = None
        # From when on the card that missed can be in the hand again, and what the table waits for them to do.
        self._in_hand_s = -math.inf
        self._asked: Do | None = None

    def sees(self, percept: Percept) -> None:
        """Take note of what binds from now on: a card that this seat has to fetch, a stop that it has to end."""
        match percept:
            case Missed(at_s, _, seat, distance_mm, _) if seat == self._me.seat:
                self._in_hand_s = at_s + pick_up_s(self._me.skill, distance_mm, self._me.people.ways)
            case Ruled(_, seat, choose):
                self._asked = (Do.CHOOSE if choose else Do.RESUME) if seat == self._me.seat else None

    def check(self, act: object, now_s: float) -> Act:
        """Return the act if it is lawful at `now_s`. Raises IllegalIntent."""
        if not isinstance(act, Act) or not isinstance(act.plan, Plan):
            self._refuse("type", "act", f"expected an Act with its Plan, found {_short(act)}")
        if not isinstance(act.what, What):
            self._refuse("unknown_word", "act", f"expected begin, withdraw or act, found {_short(act.what)}")
        plan = act.plan
        if act.what is What.BEGIN:
            if self._begun is not None:
                self._refuse("hand_busy", plan.do, f"the hand is busy with {self._begun.do}")
            self._check_plan(plan, now_s)
            self._begun = plan
            return act
        if self._begun is None or plan != self._begun:
            self._refuse("no_hand", plan.do, f"expected the plan that the hand has begun, found {_short(plan)}")
        self._begun = None
        if act.what is What.WITHDRAW:
            stop_ms = self._me.skill.stop_ms
            if now_s - LATE_S + stop_ms / 1000.0 >= plan.at_s:
                self._refuse("hand_time", plan.do, f"too late to hold back a hand that needs {stop_ms:g} ms for it")
            return act
        if not -_EXACT_S <= now_s - plan.at_s <= LATE_S:
            self._refuse("hand_time", plan.do, f"expected it done at {plan.at_s:.3f} s, found {now_s:.3f} s")
        if plan.do not in CARDS:
            if plan.do is not self._asked:
                self._refuse("not_asked", plan.do, f"{self._asked or 'nothing'} is what the table waits for")
            self._asked = None
        return act

    def noise_seed(self, plan: Plan) -> int:
        """Return the seed of the noise of the throw that is let go now. Raises IllegalIntent for a false ticket."""
        try:
            return self._noise_seed(plan.noise)
        except (KeyError, TypeError):
            self._refuse("noise", plan.do, f"expected a fresh ticket of its chance, found {_short(plan.noise)}")

    def seat(self, found: object, question: str) -> int:
        """Return a seat that the head has named. Raises IllegalIntent for what is none at this table."""
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < self._me.seats:
            last = self._me.seats - 1
            self._refuse("unknown_seat", question, f"expected a seat from 0 to {last}, found {_short(found)}")
        return found

    def time(self, found: object, question: str) -> float:
        """Return a time that the head has named, infinity for never. Raises IllegalIntent for what is none."""
        if not isinstance(found, int | float) or isinstance(found, bool) or math.isnan(found):
            self._refuse("number", question, f"expected a time in seconds, found {_short(found)}")
        return found

    def _check_plan(self, plan: Plan, now_s: float) -> None:
        if not isinstance(plan.do, Do):
            self._refuse("unknown_word", "begin", f"expected one of {', '.join(Do)}, found {_short(plan.do)}")
        for key in ("begin_s", "at_s", "fetch_s"):
            if not math.isfinite(self.time(getattr(plan, key), f"{plan.do}: {key}")):
                self._refuse("number", plan.do, f"expected a finite {key}")
        if not -_EXACT_S <= now_s - plan.begin_s <= LATE_S:
            self._refuse("hand_time", plan.do, f"expected it begun at {now_s:.3f} s, found {plan.begin_s:.3f} s")
        if plan.do not in CARDS:
            if plan.at_s < plan.begin_s:
                self._refuse("hand_time", plan.do, "expected it done after it has begun")
            return
        needed_s = self._me.hand_time_s(self._intent(plan))
        if plan.fetch_s < 0 or abs(plan.at_s - plan.begin_s - plan.fetch_s - needed_s) > _EXACT_S:
            taken_ms = 1000.0 * (plan.at_s - plan.begin_s)
            self._refuse(
                "hand_time",
                plan.do,
                f"this hand takes {1000.0 * needed_s:.0f} ms and {1000.0 * plan.fetch_s:.0f} ms to fetch a card,"
                f" found {taken_ms:.0f} ms",
            )
        if plan.do is Do.CHALLENGE:
            if not isinstance(plan.reason, Reason):
                self._refuse("unknown_word", plan.do, f"expected slow or out_of_turn, found {_short(plan.reason)}")
            if self.seat(plan.target, plan.do) == self._me.seat:
                self._refuse("unknown_seat", plan.do, "nobody challenges themselves")
        elif plan.towards_bowl_s < self._in_hand_s - _EXACT_S:
            self._refuse("hand_time", plan.do, "the card that missed the bowl cannot be in the hand again so soon")

    def _intent(self, plan: Plan) -> ThrowIntent:
        intent, me = plan.intent, self._me
        if not isinstance(intent, ThrowIntent) or intent.card is not CARDS[plan.do]:
            self._refuse("type", plan.do, f"expected how it throws its {CARDS[plan.do]} card, found {_short(intent)}")
        for key in ("distance_mm", "target_x_mm", "pace"):
            if not math.isfinite(self.time(getattr(intent, key), f"{plan.do}: {key}")):
                self._refuse("number", plan.do, f"expected a finite {key}")
        if type(intent.side) is not int or (intent.side, intent.distance_mm) != (me.side, me.distance_mm):
            theirs, found = f"{me.distance_mm:g} mm on side {me.side}", f"{intent.distance_mm:g} mm on {intent.side!r}"
            self._refuse("place", plan.do, f"this hand throws from {theirs}, found {found}")
        low, high = PACE
        if not low <= intent.pace <= high:
            self._refuse("hand_time", plan.do, f"expected a pace from {low:g} to {high:g}, found {intent.pace:g}")
        if abs(intent.target_x_mm) >= me.distance_mm:
            self._refuse("place", plan.do, f"expected a target nearer than {me.distance_mm:g} mm to the bowl's middle")
        return intent

    def _refuse(self, code: str, question: object, wrong: str) -> NoReturn:
        raise IllegalIntent(code, f"{quote(self._name)} (seat {self._me.seat}), {question}: {wrong}.")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:56] + " ..."
