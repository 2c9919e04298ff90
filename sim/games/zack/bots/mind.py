"""The mind of one seat at Zack!: it takes in what can be seen, and says when its hand does what.

The match passes every percept to every mind (`sees`) at the time of the percept, and asks for acts (`tick`) as time
goes on; `next_s` says when to ask next. All that a mind does is a function of its random streams and of the percepts it
was sent, in order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from sim.games.zack.bots.attention import (
    ChallengePlan,
    attends,
    choose_seat,
    may_show_up,
    notices,
    out_of_turn_challenge,
    slow_challenge,
)
from sim.games.zack.bots.hand import pick_up_s
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
from sim.games.zack.bots.planning import Person, challenge_plan, may_be_first, throw_plan
from sim.games.zack.bots.random_bot import RandomBot
from sim.games.zack.bots.turn_reading import CardFace, Reading, due_of, read_turn
from sim.games.zack.rules import Reason
from sim.people.reaction import reaction_s

# A wrong card can be challenged while it is among the four top cards (rules p. 5).
_WINDOW = 4


class Mind:
    """The beliefs and plans of one seat. The match keeps `cards` (the Zack cards that the seat holds) up to date.

    read_s: when the last reading of whose turn it is was, or will be, done (s). KEPT: what changes, so that a mind can
    be held.
    """

    KEPT: ClassVar = (
        *("_acts", "_attending", "_begun", "_belief", "_face", "_in_hand_s", "_look_s", "_lying", "_plans", "_read"),
        *("_read_lies", "_readings", "_since_wrong", "_stopped", "cards", "read_s"),
    )

    __slots__ = (
        "_acts",
        "_attending",
        "_begun",
        "_belief",
        "_chance",
        "_face",
        "_handicap_ms",
        "_in_hand_s",
        "_look_s",
        "_lying",
        "_me",
        "_plans",
        "_read",
        "_read_lies",
        "_readings",
        "_since_wrong",
        "_stopped",
        "cards",
        "read_s",
        "seat",
    )

    def __init__(
        self,
        me: Person,
        chance: RandomBot,
        *,
        cards: int,
        handicap_ms: Mapping[int, float] | None = None,
    ) -> None:
        """Create the mind before the game. handicap_ms: time granted to beginners before a challenge, by seat."""
        self.seat, self.cards = me.seat, cards
        self._me, self._chance = me, chance
        self._handicap_ms = dict(handicap_ms or {})
        self._stopped = True
        self._belief: Reading | None = None
        self._attending = False
        self._face: CardFace | None = None
        # The card read last, whether it lies in the bowl, and who was due by each card since the last stop.
        self._read: str | None = None
        self._read_lies = False
        self._readings: dict[str, int] = {}
        self._plans: list[Plan] = []
        self._begun = False
        self._since_wrong = 0
        # The cards that have landed since the bowl was empty.
        self._lying: set[str] = set()
        # The earliest time at which a card that missed is back in the hand.
        self._in_hand_s = -math.inf
        self._look_s = math.inf
        self.read_s = -math.inf
        self._acts: list[Act] = []

    # --- what the match asks

    @property
    def belief(self) -> int | None:
        """The seat believed due; None while nothing has been read."""
        return None if self._belief is None else self._belief.belief

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The pending plans, in the order in which they are carried out."""
        return tuple(self._plans)

    @property
    def begun(self) -> Plan | None:
        """The plan that the hand has begun."""
        return self._plans[0] if self._begun else None

    @property
    def done(self) -> Plan | None:
        """The plan that the hand has carried out in this tick."""
        return done_in(self._acts)

    @property
    def stopped(self) -> bool:
        """True while play has stopped."""
        return self._stopped

    @property
    def next_s(self) -> float:
        """The time (s) at which `tick` next has work to do, unless a percept comes first; infinity for never."""
        if self._acts:
            return self._acts[0].at_s
        if not self._plans:
            return self._look_s
        return min(self._look_s, self._plans[0].at_s if self._begun else self._plans[0].begin_s)

    def tick(self, now_s: float) -> tuple[Act, ...]:
        """Return the acts up to `now_s` since the last call, in order."""
        self._advance(now_s)
        acts = tuple(self._acts)
        self._acts.clear()
        return acts

    def _advance(self, now_s: float) -> None:
        while True:
            plan = self._plans[0] if self._plans else None
            if plan is not None and not self._begun and plan.begin_s <= min(now_s, self._look_s):
                self._begun = True
                self._plans[0] = plan = self._with_what_is_left(plan)
                self._acts.append(Act(plan.begin_s, ActKind.BEGIN, plan))
            elif plan is not None and self._begun and plan.at_s <= min(now_s, self._look_s):
                self._done(plan)
            elif self._look_s <= now_s:
                self._looks_again(self._look_s)
            else:
                return

    def chooses(self, hands: Sequence[int]) -> int:
        """Return the seat chosen when a choose plan is carried out; `hands` are the numbers of cards by seat."""
        return choose_seat(hands, self.seat, self._me.temper, self._stream("choose"))

    # --- what it sees

    def sees(self, percept: Percept) -> tuple[Plan, ...]:
        """Take in what is seen at `percept.at_s`; return the plans from now on.

        A plan is dropped, unless its card is let go within `stop_ms`: a throw, when a card shows or lands that makes it
        another player's turn, or when the card that asked for the throw misses; a slow challenge, when the hand of its
        target is noticed to start, or any card shows or misses; a challenge for throwing out of turn, when the wrong
        card misses or is no longer among the four top ones, or it is the challenger's own turn; every plan to throw,
        when play stops.
        """
        self._advance(percept.at_s)
        match percept:
            case Shown(at_s, card, face):
                self._shown(at_s, card, face)
            case Landed(at_s, card, face):
                self._landed(at_s, card, face)
            case Missed():
                self._missed(percept)
            case Began(at_s, seat):
                self._began(at_s, seat)
            case Stopped(at_s):
                self._stopped = True
                self._look_s = math.inf
                self._withhold(at_s, (Do.THROW, Do.PLAYER_CARD, Do.CHALLENGE))
            case Ruled(at_s, seat, choose):
                # What was going to be said is an answer to the ruling before, however soon it was to be said.
                self._plans = [plan for plan in self._plans if plan.do not in (Do.RESUME, Do.CHOOSE)]
                if seat == self.seat:
                    self._settles(at_s, Do.CHOOSE if choose else Do.RESUME)
            case Resumed(at_s, seat):
                self._stopped = False
                self._forgets()
                self._sees_turn(at_s, seat, "resumed")
        return self.plans

    def looks(self, now_s: float, newest: Percept | None, lying: Iterable[str], begun: Plan | None) -> None:
        """Go on from the midst of a game. newest: what was seen last. lying: Zack cards. begun: by the hand already."""
        self._lying.update(lying)
        self._stopped = newest is None or isinstance(newest, Stopped | Ruled)
        if newest is not None:
            self.sees(newest)
        self._acts.clear()
        self._begun = begun is not None
        if begun is not None:
            self._plans = [begun]
        elif self._plans:
            # What was decided by now begins now.
            plan, late_s = self._plans[0], max(0.0, now_s - self._plans[0].begin_s)
            self._plans = [replace(plan, begin_s=plan.begin_s + late_s, at_s=plan.at_s + late_s)]

    def means(self, plan: Plan | ActKind | None, now_s: float) -> None:
        """Plan to do this next and nothing else, once the hand has done what it has begun; or hold it back."""
        if self._begun and plan is ActKind.WITHDRAW:
            self._begun = False
            self._acts.append(Act(now_s, ActKind.WITHDRAW, self._plans.pop(0)))
        elif not self._begun:
            # What the table waits for is done in any case, sooner or later.
            waited_for = [each for each in self._plans if each.do in (Do.RESUME, Do.CHOOSE)]
            self._plans = [plan] if isinstance(plan, Plan) else waited_for

    def _shown(self, at_s: float, card: str, face: CardFace) -> None:
        if self._stopped:
            return
        mine = face.thrower == self.seat
        seen_s = at_s + (self._me.people.sight.thrower_lag_ms / 1000.0 if mine else 0.0)
        wrong = None
        if self._belief is not None and self._attending:
            # Counted in any case, so that the streams of the questions after it have the same names.
            self._chance.skip()
            if may_show_up(self._belief, face.thrower, self.seat, self._me.temper):
                wrong = out_of_turn_challenge(
                    self._belief,
                    self._face,
                    face.thrower,
                    self.seat,
                    self._me.seats,
                    self._me.skill,
                    self._me.temper,
                    self._chance.again("wrong"),
                    self._handicap_ms.get(face.thrower, 0.0),
                )
        self._withhold(seen_s, (Do.CHALLENGE,), Reason.SLOW)
        self._reads(seen_s, card, face, lies=False)
        if wrong is not None and self.belief != self.seat:
            self._withhold(seen_s, (Do.CHALLENGE,), Reason.SLOW)
            if not self._plans:
                self._challenges(seen_s, wrong)
                self._since_wrong = 0

    def _landed(self, at_s: float, card: str, face: CardFace) -> None:
        if face.below is None:
            self._lying.clear()
        self._lying.add(card)
        if self._stopped:
            return
        if any(plan.reason is Reason.OUT_OF_TURN for plan in self._plans):
            # The wrong card's own landing counts as the first of the four.
            self._since_wrong += 1
            if self._since_wrong > _WINDOW:
                self._withhold(at_s, (Do.CHALLENGE,), Reason.OUT_OF_TURN)
        newest, self._read_lies = card == self._read, self._read_lies or card == self._read
        # A card that was read in flight needs no second look, unless it came to lie over one read later.
        if self._readings.get(card) == self._due(face) and (newest or not self._read_lies):
            return
        self._withhold(at_s, (Do.CHALLENGE,), Reason.SLOW)
        self._reads(at_s, card, face, lies=True)

    def _missed(self, missed: Missed) -> None:
        fetch_s = 0.0
        if missed.seat == self.seat:
            fetch_s = pick_up_s(self._me.skill, missed.distance_mm, self._me.people.hand)
            # Also while the game is stopped: its own late card has to be fetched before the next throw.
            self._in_hand_s = missed.at_s + fetch_s
        if self._stopped:
            return
        self._forgets()
        if missed.seat == self.seat:
            start_s = missed.at_s + reaction_s(self._me.skill, self._stream("miss")) * self._me.pace.tempo.thinking
            self._withhold(missed.at_s, (Do.THROW, Do.PLAYER_CARD, Do.CHALLENGE))
            self._belief, self._attending, self.read_s = Reading(self.seat, 0.0, 0.0), True, start_s
            self._throws(start_s, fetch_s)
            return
        self._withhold(missed.at_s, (Do.CHALLENGE,), Reason.SLOW)
        if any(plan.meant == missed.seat for plan in self._plans):
            self._withhold(missed.at_s, (Do.CHALLENGE,), Reason.OUT_OF_TURN)
        due = due_of(missed.turn, self._me.seats)
        opening = due == missed.seat and may_be_first(self._me, missed.distance_mm)
        self._sees_turn(missed.at_s, due, "missed", opening)

    def _began(self, at_s: float, seat: int) -> None:
        aimed = any(plan.reason is Reason.SLOW and plan.meant == seat for plan in self._plans)
        if aimed and notices(self._me.skill, self._stream("hand")):
            self._withhold(at_s, (Do.CHALLENGE,), Reason.SLOW)

    # --- what it makes of it

    def _reads(self, at_s: float, card: str, face: CardFace, *, lies: bool) -> None:
        """Read whose turn it is from the newest card, and plan accordingly."""
        stream = self._stream("turn")
        self._read, self._read_lies, self._face = card, lies, face
        due = self._readings[card] = self._due(face)
        me = self._me
        if not lies and self._dares(face):
            # Nothing is known of whose turn it is, so nobody can be shown up for throwing next.
            delay_ms = 1000.0 * reaction_s(me.skill, self._stream("dares"), go_no_go=True)
            reading = Reading(self.seat, delay_ms, 1.0)
        else:
            reading = read_turn(face, due, self.seat, me.seats, me.skill, stream, me.temper.haste)
        self._believes(at_s, reading, stream)

    def _dares(self, face: CardFace) -> bool:
        """Return True if this card, in flight, is answered by a throw without reading it. Draws nothing.

        Seen at a glance: that it is another's card, and that few cards would be taken for a throw out of turn. With an
        empty hand the player card is at stake, so the card is read.
        """
        lying = 0 if face.below is None else len(self._lying)
        return face.thrower != self.seat and self.cards > 0 and lying < self._me.temper.unread_cards

    def _due(self, face: CardFace) -> int:
        """Return the seat due by that card under the rules; `read_turn` adds the time and the errors of a reader."""
        return due_of(face, self._me.seats)

    def _forgets(self) -> None:
        """Forget the card that was read: the bowl was emptied, or the newest card lies beside it."""
        self._face, self._read, self._read_lies = None, None, False
        self._readings.clear()

    def _sees_turn(self, at_s: float, seat: int, question: str, opening: bool = False) -> None:
        """Take in whose turn it is where all can see it: a simple reaction, without reading a card."""
        stream = self._stream(question)
        delay = 1000.0 * reaction_s(self._me.skill, stream)
        if seat != self.seat:
            delay += self._me.skill.watch_cost_ms
        self._believes(at_s, Reading(seat, delay, 0.0), stream, opening)

    def _believes(self, at_s: float, reading: Reading, stream: np.random.Generator, opening: bool = False) -> None:
        handicap = self._handicap_ms.get(reading.belief, 0.0)
        following = attends(self._me.skill, stream)
        me = self._me
        slow = slow_challenge(reading, me.seat, me.seats, me.skill, me.temper, stream, handicap, opening=opening)
        look = self._me.people.look
        thinking = me.pace.tempo.thinking
        spread_ms = look.relook_spread_ms * float(stream.standard_exponential())
        self._look_s = at_s + (look.relook_after_ms + spread_ms) * thinking / 1e3
        self._belief, self.read_s = reading, at_s + reading.delay_ms * thinking / 1000.0
        self._attending = following or reading.belief == self.seat
        if reading.belief == self.seat:
            self._withhold(at_s, (Do.CHALLENGE,))
            if not any(plan.do in (Do.THROW, Do.PLAYER_CARD) for plan in self._waiting()):
                self._throws(at_s + reading.delay_ms * thinking / 1000.0, 0.0)
            return
        self._withhold(at_s, (Do.THROW, Do.PLAYER_CARD))
        if following and slow is not None and not self._waiting():
            self._challenges(at_s, slow)

    def _waiting(self) -> list[Plan]:
        """Return the plans, without the throw under way of the card that was read last: it affects no other plan."""
        mine = self._face is not None and self._face.thrower == self.seat
        return self._plans[1:] if mine and self._begun and not self._read_lies else self._plans

    def _looks_again(self, now_s: float) -> None:
        """Read the bowl again after a while in which nothing has happened."""
        self._look_s = math.inf
        if self._stopped or self._belief is None:
            return
        if self._begun:
            self._look_s = self._plans[0].at_s + self._me.people.look.relook_after_ms / 1000.0
        elif self._face is not None and self._read is not None:
            self._withhold(now_s, (Do.CHALLENGE,), Reason.SLOW)
            self._reads(now_s, self._read, self._face, lies=self._read_lies)
        else:
            self._sees_turn(now_s, self._belief.belief, "again")

    # --- what it plans

    def _throws(self, start_s: float, fetch_s: float) -> None:
        start_s = max(start_s, self._in_hand_s - fetch_s)
        self._add(throw_plan(self._me, self.cards, start_s, fetch_s, self._chance.noise()))

    def _with_what_is_left(self, plan: Plan) -> Plan:
        """Return `plan`, or a new throw if the hand no longer has the kind of card that the plan was made for."""
        if plan.do is not (Do.THROW if self.cards == 0 else Do.PLAYER_CARD):
            return plan
        return throw_plan(self._me, self.cards, plan.begin_s, plan.fetch_s, plan.noise)

    def _challenges(self, at_s: float, challenge: ChallengePlan) -> None:
        self._add(challenge_plan(self._me, challenge, at_s, self._stream("card"), self._chance.noise()))

    def _settles(self, at_s: float, do: Do) -> None:
        skill = self._me.skill
        wait_s = skill.resume_median_s * math.exp(skill.resume_log_sd * float(self._stream("settle").standard_normal()))
        self._add(Plan(do, at_s + wait_s, at_s + wait_s))

    def _add(self, plan: Plan) -> None:
        """Add a plan, delayed until the plan before it is done: a seat throws with one hand."""
        if self._plans:
            wait_s = max(0.0, self._plans[-1].at_s - plan.begin_s)
            plan = replace(plan, begin_s=plan.begin_s + wait_s, at_s=plan.at_s + wait_s)
        self._plans.append(plan)

    def _withhold(self, at_s: float, what: Sequence[Do], reason: Reason | None = None) -> None:
        """Drop plans of these kinds (and this reason), except a plan that is done before the hand can be stopped."""
        stopped_s = at_s + self._me.skill.stop_ms / 1000.0
        kept = []
        for index, plan in enumerate(self._plans):
            under_way = index == 0 and self._begun
            if plan.do not in what or reason not in (None, plan.reason) or plan.at_s <= stopped_s:
                kept.append(plan)
            elif under_way:
                self._begun = False
                self._acts.append(Act(at_s, ActKind.WITHDRAW, plan))
        self._plans = kept

    def _done(self, plan: Plan) -> None:
        self._plans.pop(0)
        self._begun = False
        self._acts.append(Act(plan.at_s, ActKind.ACT, plan))

    def _stream(self, question: str) -> np.random.Generator:
        return self._chance.stream(question)


def done_in(acts: Sequence[Act]) -> Plan | None:
    """Return the last plan that is carried out in these acts."""
    return next((act.plan for act in reversed(acts) if act.kind is ActKind.ACT), None)
