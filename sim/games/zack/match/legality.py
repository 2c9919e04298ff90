"""The legality of acts at a table of Zack!, checked before anything moves: of the hands of heads, and of persons.

Mistakes that the rules punish are legal: a throw out of turn, a challenge without ground, the player card too early.

A head (a mind, or a program in its place) says when its hand begins an act, when it holds the hand back, and when the
card leaves it. An act that has been overtaken by then (the last card has gone, another player ends the stop) is legal
too, and does nothing. Illegal is what no hand of this skill at this place can do, and what makes no sense; it ends the
match.

A person is refused, in a sentence for the window, what cannot be done and what can have no effect while play has
stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import ClassVar, NoReturn

from sim.games.zack import rules
from sim.games.zack.bots.hand import PACE, ThrowIntent, pick_up_s
from sim.games.zack.bots.percepts import Act, ActKind, Do, Missed, Percept, Plan, Ruled
from sim.games.zack.bots.planning import Person
from sim.games.zack.match.frame import TableStage
from sim.games.zack.match.hands import CARDS
from sim.games.zack.match.intents import (
    Begin,
    ChooseColour,
    PickUp,
    ResumePlay,
    ThrowCard,
    ThrowChallenge,
    ThrowPlayerCard,
    ZackIntent,
)
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW, state_after
from sim.games.zack.match.table import ZackTable
from sim.language import N_, _, capital, put_in
from sim.match.intents import shown
from sim.match.tempo import SetTempo
from sim.physics.contact.profiles import TICK_HZ
from sim.rules_frame import IllegalAction, quote

LATE_S = 2.0 / TICK_HZ
"""The longest delay of an act: what is seen in one tick is done in the next, and a tick covers the time before it."""
_EXACT_S = 1e-6


class HandLaw:
    """The limits of the hand of one seat in one game: what no hand of this skill at this place can do is refused.

    me: who sits there. begun: what the hand has begun. asked: what the table waits for. KEPT: what changes.
    """

    KEPT: ClassVar = ("begun", "_missed_s", "_in_hand_s", "asked")

    def __init__(self, me: Person, name: str, noise_seed: Callable[[int], int]) -> None:
        """Limit the hand of this person; `noise_seed` redeems a ticket of their random streams (random_bot.lend)."""
        self.me, self._name, self._noise_seed = me, name, noise_seed
        self.begun: Plan | None = None
        # When the last card missed, and the earliest time at which it is in the hand again.
        self._missed_s = self._in_hand_s = -math.inf
        self.asked: Do | None = None

    def sees(self, percept: Percept) -> None:
        """Take in what limits the hand from now on: a card that this seat has to fetch, a stop that it has to end."""
        match percept:
            case Missed(at_s, _, seat, distance_mm, _) if seat == self.me.seat:
                self._missed_s = at_s
                self._in_hand_s = at_s + pick_up_s(self.me.skill, distance_mm, self.me.people.hand)
            case Ruled(_, seat, choose):
                self.asked = (Do.CHOOSE if choose else Do.RESUME) if seat == self.me.seat else None

    def check(self, act: object, now_s: float) -> Act:
        """Return the act if it is legal at `now_s`. Raises IllegalAction."""
        if not isinstance(act, Act) or not isinstance(act.plan, Plan):
            self._refuse("type", "act", f"expected an Act with its Plan, found {shown(act)}")
        if not isinstance(act.kind, ActKind):
            self._refuse("unknown_word", "act", f"expected begin, withdraw or act, found {shown(act.kind)}")
        plan = act.plan
        if act.kind is ActKind.BEGIN:
            if self.begun is not None:
                self._refuse("hand_busy", plan.do, f"the hand is busy with {self.begun.do}")
            self._check_plan(plan, now_s)
            self.begun = plan
            return act
        if self.begun is None or plan != self.begun:
            self._refuse("no_hand", plan.do, f"expected the plan that the hand has begun, found {shown(plan)}")
        self.begun = None
        if act.kind is ActKind.WITHDRAW:
            stop_ms = self.me.skill.stop_ms
            if now_s - LATE_S + stop_ms / 1000.0 >= plan.at_s:
                self._refuse("hand_time", plan.do, f"too late to hold back a hand that needs {stop_ms:g} ms for it")
            return act
        if not -_EXACT_S <= now_s - plan.at_s <= LATE_S:
            self._refuse("hand_time", plan.do, f"expected it done at {plan.at_s:.3f} s, found {now_s:.3f} s")
        if plan.do not in CARDS:
            if plan.do is not self.asked:
                self._refuse("not_asked", plan.do, f"{self.asked or 'nothing'} is what the table waits for")
            self.asked = None
        return act

    def noise_seed(self, plan: Plan) -> int:
        """Return the noise seed of the throw that is let go now. Raises IllegalAction for an invalid ticket."""
        try:
            return self._noise_seed(plan.noise)
        except (KeyError, TypeError):
            self._refuse("noise", plan.do, f"expected a fresh ticket of its chance, found {shown(plan.noise)}")

    def seat(self, found: object, question: str) -> int:
        """Return the seat that the head has named. Raises IllegalAction if there is no such seat at this table."""
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < self.me.seats:
            last = self.me.seats - 1
            self._refuse("unknown_seat", question, f"expected a seat from 0 to {last}, found {shown(found)}")
        return found

    def time(self, found: object, question: str) -> float:
        """Return the time (s) that the head has named, infinity for never. Raises IllegalAction for anything else."""
        if not isinstance(found, int | float) or isinstance(found, bool) or math.isnan(found):
            self._refuse("number", question, f"expected a time in seconds, found {shown(found)}")
        return found

    def _check_plan(self, plan: Plan, now_s: float) -> None:
        if not isinstance(plan.do, Do):
            self._refuse("unknown_word", "begin", f"expected one of {', '.join(Do)}, found {shown(plan.do)}")
        for key in ("begin_s", "at_s", "fetch_s"):
            if not math.isfinite(self.time(getattr(plan, key), f"{plan.do}: {key}")):
                self._refuse("number", plan.do, f"expected a finite {key}")
        if not -_EXACT_S <= now_s - plan.begin_s <= LATE_S:
            self._refuse("hand_time", plan.do, f"expected it begun at {now_s:.3f} s, found {plan.begin_s:.3f} s")
        if plan.do not in CARDS:
            if plan.at_s < plan.begin_s:
                self._refuse("hand_time", plan.do, "expected it done after it has begun")
            return
        needed_s = self.me.hand_time_s(self._intent(plan))
        if plan.fetch_s < 0 or abs(plan.at_s - plan.begin_s - plan.fetch_s - needed_s) > _EXACT_S:
            taken_ms = 1000.0 * (plan.at_s - plan.begin_s)
            self._refuse(
                "hand_time",
                plan.do,
                f"this hand takes {1000.0 * needed_s:.0f} ms and {1000.0 * plan.fetch_s:.0f} ms to fetch a card,"
                f" found {taken_ms:.0f} ms",
            )
        if plan.do is Do.CHALLENGE:
            if not isinstance(plan.reason, rules.Reason):
                self._refuse("unknown_word", plan.do, f"expected slow or out_of_turn, found {shown(plan.reason)}")
            if self.seat(plan.target, plan.do) == self.me.seat:
                self._refuse("unknown_seat", plan.do, "a player cannot challenge themselves")
        elif plan.begin_s > self._missed_s and plan.towards_bowl_s < self._in_hand_s - _EXACT_S:
            self._refuse("hand_time", plan.do, "the card that missed the bowl cannot be in the hand again so soon")

    def _intent(self, plan: Plan) -> ThrowIntent:
        intent, me = plan.intent, self.me
        if not isinstance(intent, ThrowIntent) or intent.card is not CARDS[plan.do]:
            self._refuse("type", plan.do, f"expected how it throws its {CARDS[plan.do]} card, found {shown(intent)}")
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
        raise IllegalAction(
            code,
            "{quote} (seat {seat}), {question}: {wrong}.",
            quote=quote(self._name),
            seat=self.me.seat,
            question=question,
            wrong=wrong,
        )


# ---------------------------------------------------------------------------------------------- persons


def check(table: ZackTable, person: str | None, intent: ZackIntent) -> None:
    """Raise IllegalAction, with one plain sentence, if this person may not do this now."""
    by = intent.by
    if by != person:
        raise IllegalAction("not_by_hand", "{by} is not played by hand.", by=by)
    if table.stage is TableStage.OVER:
        raise IllegalAction("over", N_("The match is over."))
    if isinstance(intent, SetTempo):
        if table.games > 1 or table.stage is not TableStage.DEALING:
            raise IllegalAction("begun", N_("The bots' tempo is set before the first card."))
        return
    if table.stage is TableStage.DEALING:
        raise IllegalAction("dealing", N_("The cards are being dealt."))
    match intent:
        case Begin():
            _check_begin(table, intent)
        case PickUp():
            if not table.bowl.missed(by):
                raise IllegalAction("no_card", N_("None of your cards lies beside the bowl."))
        case ResumePlay():
            _check_resume(table, by)
        case ChooseColour():
            _check_choice(table, by, intent.colour)
        case ThrowCard() | ThrowPlayerCard() | ThrowChallenge():
            target = intent.target if isinstance(intent, ThrowChallenge) else None
            if not table.holds(by, intent.question, target):
                raise IllegalAction("no_card", N_("That card is not in your hand any more."))


def _first(due: str | None, by: str, you: str, other: str) -> str:
    return you if due == by else put_in(other, name=due)


def _check_begin(table: ZackTable, begin: Begin) -> None:
    state, by, do = table.state, begin.by, begin.do
    if table.hands[by].doing is not None:
        raise IllegalAction("hand_busy", N_("Your hand is busy."))
    if state.phase is rules.Phase.CHOOSE:
        words = _first(state.due, by, _("You name a colour first."), _("{name} names a colour first."))
        raise IllegalAction("choice_open", words)
    if state.stopped:
        words = _first(state.due, by, _("Play has stopped: you go on."), _("Play has stopped: {name} goes on."))
        raise IllegalAction("stopped", words)
    if do == CHALLENGE:
        _check_challenge(table, by, begin.target)
        return
    if table.bowl.flying(by):
        raise IllegalAction("hand_busy", N_("Your last card has not come to rest yet."))
    if table.bowl.missed(by):
        raise IllegalAction("card_missed", N_("Pick up the card that missed first."))
    if do == THROW and not state.piles[by]:
        raise IllegalAction("no_card", N_("You have no card left but your own colour's."))
    if do == PLAYER_CARD and not table.holds(by, PLAYER_CARD):
        raise IllegalAction("no_card", N_("Your own card lies in the bowl already."))


def _check_challenge(table: ZackTable, by: str, target: rules.Colour | None) -> None:
    if target is table.state.colours[by]:
        raise IllegalAction("own_colour", _("{Colour} is your own colour.", Colour=capital(_(target))))
    if target not in table.state.challenges[by]:
        raise IllegalAction(
            "no_card", _("You hold no challenge card against {colour}.", colour="" if target is None else _(target))
        )
    if not table.holds(by, CHALLENGE, target):
        raise IllegalAction("hand_busy", _("Your challenge against {colour} is under way already.", colour=_(target)))


def _check_resume(table: ZackTable, by: str) -> None:
    state = table.state
    if not state.stopped:
        raise IllegalAction("not_stopped", N_("Play is not stopped."))
    if state.phase is rules.Phase.CHOOSE:
        words = _first(state.due, by, _("You name a colour first."), _("{name} names a colour first."))
        raise IllegalAction("choice_open", words)
    if state.due != by:
        raise IllegalAction("not_due", _("{name} goes on, when the table is in order.", name=state.due))
    if not table.judged:
        raise IllegalAction("not_judged", N_("One moment: this is still being judged."))


def _check_choice(table: ZackTable, by: str, colour: rules.Colour) -> None:
    state = table.state
    if state.phase is not rules.Phase.CHOOSE:
        raise IllegalAction("no_choice", N_("There is no colour to be named."))
    if state.due != by:
        raise IllegalAction("not_due", _("{name} names the colour.", name=state.due))
    if colour not in state.colours.values():
        raise IllegalAction("colour_not_in_play", _("Nobody plays {colour}.", colour=_(colour)))
    if not table.judged:
        raise IllegalAction("not_judged", N_("One moment: the stop card is being looked at."))


def reason_for(table: ZackTable, target: rules.Colour) -> rules.Reason:
    """Return the reason of a person's challenge of that colour: what can be proved by what can be seen.

    Out of turn, if a wrong card of that player is among those that count (cards at rest but not ruled yet included);
    else slow, as a player who has not made that mistake can only be slow. The German rules have a challenger name the
    reason; a person at the mouse is asked for the colour only, as the French rules have it for all (FACTS 2.3 no 1).
    """
    state = state_after(table.state, table.bowl.pending())
    against = state.holder(target)
    return rules.Reason.OUT_OF_TURN if against in state.challengeable else rules.Reason.SLOW
