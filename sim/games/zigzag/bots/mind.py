"""The mind of one seat: percepts in, intents out. Noticing takes time, and one thing is done at a time.

A mind has one next moment at which it looks up and decides (`next_s`). Percepts bring that moment nearer, each after
the reaction that it takes: a card that another player lays on the tapis is a signal that may ask for an answer or for
none (go/no-go), and every card that lies there costs a further glance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import ClassVar

from sim.games.zigzag import intents
from sim.games.zigzag.bots import calls
from sim.games.zigzag.bots.exchanging import best_exchange, to_discard
from sim.games.zigzag.bots.hand_value import ZAG, ZIG, reaches
from sim.games.zigzag.bots.observation import Observation, Percept, PerceptKind
from sim.games.zigzag.bots.people import Eyes, StrategySettings, Voice
from sim.games.zigzag.bots.powers import answer_effect, due_power, power_to_play, z_for_stop
from sim.games.zigzag.bots.sign_beliefs import Reason, Suspect, reason_against, team_chance
from sim.games.zigzag.intents import CallName, Combination
from sim.match.intents import Intent
from sim.people.reaction import errs, reaction_s
from sim.people.skill import Skill
from sim.seeds import rng

RELOOK_S = 1.5
"""The time after which a player who waits for nothing in particular looks up again (assumed)."""
MOST_EXCHANGES = 12
"""The most exchanges that a player makes in one hand (assumed)."""


class Mind:
    """The perception, beliefs and decisions of one player.

    next_s: when they will next do something (infinity: only after something happens). signs: the texts of their team's
    signs, which the match sets at the beginning of a set. wants: the card of the tapis that the hand goes for, by its
    name there. KEPT: what changes, so that a mind can be held. reason: why they acted against others in their last
    decision, None if they did not.
    """

    KEPT: ClassVar = (
        *("reason", "signs", "next_s", "_partner", "_caller", "_open", "spoilers", "partners", "_partners_since"),
        *("_heard", "suspects", "_noticed", "_sign_again_s", "_signs_made", "wants", "_bluffed", "_exchanged"),
        "_holds_until",
    )

    def __init__(
        self,
        name: str,
        skill: Skill,
        strategy: StrategySettings,
        eyes: Eyes,
        voice: Voice,
        draw: Callable[[str], int],
        slowness: Callable[[], float] = lambda: 1.0,
    ) -> None:
        """Create the mind before the first set.

        draw: returns the seed of a fresh random stream for each question. slowness: returns the factor on the time that
        noticing and deciding takes, above 1 while a beginner sits at the table.
        """
        self.name, self.skill, self.strategy, self.eyes, self.voice = name, skill, strategy, eyes, voice
        self._draw, self._slowness = draw, slowness
        self.reason: Reason | None = None
        self.signs: dict[Combination, str] = {}
        self.next_s = math.inf
        self._partner = ""
        self._caller: str | None = None
        self._open: dict[int, int] = {}
        self.spoilers: set[int] = set()
        self.forget()

    def forget(self) -> None:
        """Forget what belonged to the last set."""
        self.partners: Combination | None = None
        self._partners_since = math.inf
        self._heard: Combination | None = None
        self.suspects: dict[str, Suspect] = {}
        self._noticed: dict[str, float] = {}
        self._sign_again_s, self._signs_made = 0.0, 0
        self.wants: str | None = None
        self._bluffed, self._exchanged = True, 0
        self._holds_until = 0.0
        self.next_s = math.inf

    # ------------------------------------------------------------------------------------------ chance and time

    def _wake(self, at_s: float) -> None:
        self.next_s = min(self.next_s, at_s)

    def _after(self, median_s: float, log_sd: float, question: str) -> float:
        return self._slowness() * median_s * math.exp(log_sd * float(rng(self._draw(question)).standard_normal()))

    def _reaction(self, question: str, choices: int = 1, go_no_go: bool = False) -> float:
        return self._slowness() * reaction_s(self.skill, rng(self._draw(question)), choices, go_no_go=go_no_go)

    # ------------------------------------------------------------------------------------------ what is noticed

    def sees(self, percept: Percept, view: Observation) -> None:
        """Take in something that happens at the table. view: the table as it is now."""
        at, mine = percept.at_s, percept.seat == self.name
        self._partner = view.partner
        match percept.kind:
            case PerceptKind.NEW_SET:
                self._set_over(view)
                self.forget()
            case PerceptKind.NEW_HAND:
                looks_s = at + self._after(self.voice.discard_median_s, self.voice.discard_log_sd, "discard")
                # Cards that lie open already are looked at together with the player's own.
                self._noticed = dict.fromkeys((name for name, _ in view.tapis), looks_s)
                self.wants, self._exchanged = None, 0
                self._holds_until = at + self._slowness() * self.voice.patience_s
                self._bluffed = float(rng(self._draw("bluff")).random()) >= self.strategy.bluff
                self._wake(looks_s)
            case PerceptKind.LAID:
                self._laid(percept, mine, len(view.tapis))
            case PerceptKind.TAKEN:
                self._noticed.pop(percept.name or "", None)
                if mine and self.strategy.plan == "sheet":
                    # Players who know what they reach for make their sign while the hand is still on its way home.
                    self._wake(at + self._reaction("mine", choices=2))
                if not mine:
                    self._watch(percept)
                    if percept.name == self.wants:
                        # Another player has it: the hand stops as soon as that is seen.
                        self._wake(at + self.skill.stop_ms / 1000.0)
            case PerceptKind.FREE:
                # The second movement of an exchange was decided with the first; otherwise the player looks and chooses.
                planned = self.wants is not None and view.over
                self._wake(at if planned else at + self._reaction("next", choices=2))
            case PerceptKind.MISSED:
                self._wake(at + self.skill.visuomotor_lag_ms / 1000.0)
            case PerceptKind.SIGNED:
                self._signed(percept, view)
            case PerceptKind.CHANGED:
                self._changed(percept, view, mine)
                self._wake(at + self._reaction("look", choices=2))
            case PerceptKind.PLAYED:
                self._wake(at + self._reaction("played", choices=2))
            case PerceptKind.STOPPED:
                self.wants, self._caller = None, percept.seat
                self.next_s = math.inf
            case PerceptKind.RESUMED:
                self._wake(at + self._reaction("resumed", choices=2))
            case PerceptKind.DUE:
                self._wake(at + self._after(self.voice.power_median_s, 0.3, "power"))
            case PerceptKind.PEEKED:
                if mine and percept.other is not None:
                    self._suspect(percept.other).cards = list(percept.cards)

    def _laid(self, percept: Percept, mine: bool, lying: int) -> None:
        assert percept.name is not None
        if mine:
            self._noticed[percept.name] = percept.at_s
            # The cards have changed, so that any sign for them is a new one.
            self._sign_again_s, self._signs_made = 0.0, 0
            return
        if percept.seat == self._partner and self.strategy.plan == "sheet":
            # The partner has broken up what they made a sign for, or is about to improve it: wait for their next sign.
            self.partners = None
        glances = self._slowness() * self.eyes.glance_ms / 1000.0 * max(0, lying - 1)
        seen_s = percept.at_s + self._reaction("laid", go_no_go=True) + glances * float(rng(self._draw("eye")).random())
        self._noticed[percept.name] = seen_s
        self._wake(seen_s)
        if percept.seat in self.suspects and percept.face is not None:
            self.suspects[percept.seat].laid(percept.face)

    def _set_over(self, view: Observation) -> None:
        """Note a team that has ended the set by a call that ticked nothing: it calls whatever it has."""
        for team, seats in view.opponents.items():
            if self._caller in seats and self._open.get(team) == view.theirs[team]:
                self.spoilers.add(team)
        self._caller, self._open = None, dict(view.theirs)

    def _suspect(self, seat: str) -> Suspect:
        return self.suspects.setdefault(seat, Suspect())

    def _watch(self, percept: Percept) -> None:
        """Remember a card that another player takes, with a probability that depends on the strategy and the skill."""
        share = self.strategy.watch * self.skill.notice_share * self.eyes.takes_neighbour_share
        if percept.seat is not None and percept.face is not None and float(rng(self._draw("watch")).random()) < share:
            self._suspect(percept.seat).cards.append(percept.face)

    def _signed(self, percept: Percept, view: Observation) -> None:
        """Take in a sign that a player makes (percept.face: its text)."""
        luck, moment = (float(value) for value in rng(self._draw("sign")).random(2))
        seen_s = percept.at_s + moment * self.voice.sign_s + self._reaction("sign", go_no_go=True)
        if percept.seat == view.partner:
            meant = next((kind for kind, text in self.signs.items() if text == percept.face), None)
            if meant is None or luck >= self.eyes.sign_partner_share:
                return
            # The only sign to be expected is not misread; any other may be, since a partner may have other habits.
            sure = set(calls.signed(self._plan(view), view.boxes)) == {meant}
            if not sure and errs(self.skill, rng(self._draw("misread")), 2):
                meant = ZAG if meant == ZIG else ZIG
            if self.strategy.plan == "sheet" and meant == ZAG and self._heard != ZAG and not sure:
                # A ZAG is so rare that it is called only after a second look.
                self._heard = meant
                return
            self._heard = meant
            if self.partners != meant:
                self.partners, self._partners_since = meant, seen_s
            self._wake(seen_s)
        elif percept.seat not in (None, self.name):
            assert percept.seat is not None
            share = self.strategy.watch * self.skill.notice_share * self.eyes.sign_neighbour_share
            if luck < share:
                self._suspect(percept.seat).signed = True
                self._wake(seen_s)

    def _changed(self, percept: Percept, view: Observation, mine: bool) -> None:
        if percept.seat == view.partner:
            self.partners = self._heard = None
        elif mine:
            self._sign_again_s, self._signs_made = 0.0, 0
        elif percept.seat is not None:
            self._suspect(percept.seat).forget(view.hand_number)

    def looks(self, now_s: float, view: Observation, wants: str | None) -> None:
        """Look at a table in the midst of play, of which nothing was seen before. wants: what the hand goes for."""
        self._partner, self._open, self.wants = view.partner, dict(view.theirs), wants
        looks_s = now_s + self._reaction("look", choices=2)
        self._noticed = dict.fromkeys((name for name, _ in view.tapis), looks_s)
        self._wake(looks_s)

    # ------------------------------------------------------------------------------------------ what is done

    def decide(self, now_s: float, view: Observation) -> list[Intent]:
        """Return the player's intents at this time (s), and set the next moment."""
        self.next_s, self.reason = math.inf, None
        if view.phase == "play":
            found = self._calls(now_s, view) or [*self._sign(now_s, view), *self._works(now_s, view)]
        elif view.phase == "ten_seconds" and view.due:
            found = self._works(now_s, view)
        elif view.phase == "tick":
            found = self._ticks(view)
        elif view.due or view.effects:
            goal = self._goal(view)
            found = answer_effect(view, goal) or due_power(view, goal, self.suspects, self._draw("due"))
        else:
            found = []
        upcoming = [seen for seen in self._noticed.values() if seen > now_s]
        if upcoming:
            self._wake(min(upcoming))
        return found

    def _reached(self, view: Observation) -> dict[int, Combination | None]:
        """Return the combination in the hand, by level of the sheet."""
        stopped = view.stops[self.name]
        return {level: reaches(view.hand, stopped, view.must_at(level)) for level in view.levels}

    def _there(self, view: Observation) -> bool:
        """Return True if the hand is the combination that is collected."""
        kind, level = self._goal(view)
        return self._reached(view)[level] in (ZAG, kind)

    def _calls(self, now_s: float, view: Observation) -> list[Intent]:
        """Return an intent to cancel, to call CONTRE or to announce, which needs no hand over the table."""
        cancelled = answer_effect(view, self._goal(view))
        if cancelled:
            return cancelled
        against = self._suspicious(view)
        if against is not None:
            return [intents.CallContre(by=self.name, team=against)]
        called = self._announcement(now_s, view)
        return [] if called is None else [intents.CallOut(by=self.name, call=called)]

    def _suspicious(self, view: Observation) -> int | None:
        """Return the team to call a CONTRE against, None for none; each new piece of evidence is weighed once."""
        if self.strategy.threshold >= 1.0 or view.contres <= 0:
            return None
        # Players who do not watch the others suspect only those who call whatever they have.
        heeded = {
            team: seats for team, seats in view.opponents.items() if self.strategy.watch > 0 or team in self.spoilers
        }
        if not heeded:
            return None
        worst = max(
            (
                team_chance([(self._suspect(seat), view.stops[seat]) for seat in seats], view.hand_number, view.real),
                team,
            )
            for team, seats in heeded.items()
        )
        needed = self.strategy.threshold + (0.2 if any(self._reached(view).values()) else 0.0)
        if worst[0] <= needed or not view.can(intents.CallContre(by=self.name, team=worst[1])):
            return None
        self.reason = self._against(max(view.opponents[worst[1]], key=lambda seat: self._danger(seat, view)), view)
        for seat in view.opponents[worst[1]]:
            # Afterwards they will have shown their cards or have others: this evidence is used up.
            self._suspect(seat).forget(view.hand_number)
        return worst[1]

    def _danger(self, seat: str, view: Observation) -> float:
        return self._suspect(seat).chance(view.stops[seat], view.hand_number, view.real)

    def _against(self, seat: str, view: Observation) -> Reason:
        """Return what speaks against that opponent, as far as it was noticed."""
        spoils = self.strategy.watch <= 0 and any(seat in view.opponents[team] for team in self.spoilers)
        return reason_against(seat, self.suspects.get(seat, Suspect()), spoils)

    def _announcement(self, now_s: float, view: Observation) -> CallName | None:
        if self.partners is None or self._partners_since > now_s:
            return None
        level = calls.signed(self._plan(view), view.boxes).get(self.partners, view.levels[0])
        best = calls.best_call(self._reached(view), calls.Goal(self.partners, level), view.boxes)
        if best is None:
            # Nothing to tick: a careful pair waits, unless the others are about to finish.
            hopeless = min(view.theirs.values(), default=4) <= 1 and any(s.signed for s in self.suspects.values())
            if self._plan(view) == "sheet" and not hopeless:
                self._wake(now_s + 1.0)
                return None
            return self.partners
        return best

    def _sign(self, now_s: float, view: Observation) -> list[Intent]:
        mine = self._reached(view)
        if not any(mine.values()):
            if not self._bluffed and view.opened:
                self._bluffed = True
                if view.contres > 0:
                    return [intents.MakeSign(by=self.name, sign="bluff")]
            return []
        signed = calls.signed(self._plan(view), view.boxes)
        kinds = [kind for kind, level in signed.items() if mine[level] in (ZAG, kind)]
        if not kinds or now_s < self._sign_again_s:
            if kinds:
                self._wake(self._sign_again_s)
            return []
        # Less and less often to a partner who does not call.
        self._signs_made += 1
        self._sign_again_s = now_s + self.voice.sign_again_s * 2.0 ** (self._signs_made - 1)
        self._wake(self._sign_again_s)
        return [intents.MakeSign(by=self.name, sign=ZAG if ZAG in kinds else ZIG)]

    def _works(self, now_s: float, view: Observation) -> list[Intent]:
        """Return the next intents of the hand."""
        if view.reaching:
            if self.wants is not None and all(name != self.wants for name, _ in view.tapis):
                # The wanted card is gone: go for another one, or home.
                return self._instead(now_s, view)
            return self._again(view) if view.stuck else []
        if not view.free:
            return []
        if view.over:
            return self._over(now_s, view)
        # A player with nothing to do looks up again after a while.
        if not view.passed:
            self._wake(now_s + RELOOK_S)
        if view.waiting and view.phase == "play":
            if view.opened and view.room > 0:
                return [intents.PickUpCard(by=self.name)]
            if view.room > 0:
                return [intents.DrawCard(by=self.name)]
            pending = any(by == self.name for _, by, _ in view.effects)
            if view.opened and pending:
                return []
            return [] if self._holds(now_s, view) else self._opens(view)
        if view.room > 0:
            return self._fills(now_s, view)
        saved = z_for_stop(view) if self.strategy.plan == "sheet" else []
        return saved or self._exchanges(now_s, view)

    def _holds(self, now_s: float, view: Observation) -> bool:
        """Return True while a player who must break their combination to discard waits for their partner to call it."""
        if view.opened or self.strategy.plan == "none" or not self._there(view):
            return False
        if now_s < self._holds_until:
            self._wake(self._holds_until)
            return True
        return False

    def _opens(self, view: Observation) -> list[Intent]:
        seed = self._draw("open")
        played = power_to_play(self.strategy, view, self._goal(view), self.suspects, seed)
        if played is not None:
            if isinstance(played, intents.PlayPower) and played.target is not None:
                self.reason = self._against(played.target, view)
            return [played]
        card = to_discard(self.strategy, view, self._goal(view), self._fed(), seed)
        return [intents.Lay(by=self.name, card=card)]

    def _plan(self, view: Observation) -> str:
        """Return the plan that is played: at level 3 a greedy pair plays by the sheet, as they may discuss it."""
        return "sheet" if self.strategy.plan == "own" and len(view.levels) > 1 else self.strategy.plan

    def _goal(self, view: Observation) -> calls.Goal:
        # With a late ZIG both partners collect the ZAG until one of them has it.
        first = self.strategy.late_zig or view.number < len(view.stops) // 2
        return calls.goal(self._plan(view), view.boxes, self.partners, first)

    def _fed(self) -> tuple[str, ...]:
        """Return the cards known to be in opponents' hands: cards that go with them are better not thrown."""
        return tuple(card for suspect in self.suspects.values() for card in suspect.cards)

    def seen(self, now_s: float, view: Observation) -> list[tuple[str, str]]:
        """Return name and face of the cards on the tapis that are noticed by now."""
        return [(name, face) for name, face in view.tapis if self._noticed.get(name, math.inf) <= now_s]

    def _exchanges(self, now_s: float, view: Observation) -> list[Intent]:
        seen = self.seen(now_s, view)
        there = self.strategy.plan != "none" and self._there(view)
        tired = there or self._exchanged >= MOST_EXCHANGES
        strategy, seed = self.strategy, self._draw("exchange")
        keen = strategy.keen ** (1 + self._exchanged)
        found = None if tired else best_exchange(strategy, view, self._goal(view), seen, self._fed(), seed, keen)
        if found is None:
            if view.passed or view.phase != "play":
                return []
            if len(seen) < len(view.tapis):
                return []  # there is more to be seen first
            return [intents.PassOn(by=self.name)]
        give, self.wants = found
        self._exchanged += 1
        return [intents.Lay(by=self.name, card=give)]

    def _over(self, now_s: float, view: Observation) -> list[Intent]:
        """Return the next movement of a hand that has laid its card: on to the card it was laid for, or home."""
        if view.waiting or view.room <= 0 or self.wants is None:
            self.wants = None
            return [intents.GoHome(by=self.name)]
        if any(name == self.wants for name, _ in view.tapis):
            return [intents.Grab(by=self.name, card=self.wants)]
        return self._instead(now_s, view)

    def _instead(self, now_s: float, view: Observation) -> list[Intent]:
        """Return the next movement after another player got the wanted card: to a different card, or home."""
        self.wants = None
        found = self._best_of(self.seen(now_s, view), view)
        if found is None or view.room <= 0:
            return [intents.GoHome(by=self.name)]
        self.wants = found
        return [intents.Grab(by=self.name, card=found)]

    def _again(self, view: Observation) -> list[Intent]:
        """Return a new attempt at the card, after the hand came down beside it or was held up."""
        if self.wants is None or view.room <= 0:
            return []
        return [intents.Grab(by=self.name, card=self.wants)]

    def _fills(self, now_s: float, view: Observation) -> list[Intent]:
        """Return how a hand that lacks a card is filled: from the pile if the rules allow it, else from the tapis."""
        if view.phase == "play" and view.can(intents.DrawCard(by=self.name)):
            return [intents.DrawCard(by=self.name)]
        found = self._best_of(self.seen(now_s, view), view)
        if found is None:
            return []
        self.wants = found
        return [intents.Grab(by=self.name, card=found)]

    def _best_of(self, seen: list[tuple[str, str]], view: Observation) -> str | None:
        goal, seed = self._goal(view), self._draw("fill")
        found = best_exchange(self.strategy, view, goal, seen, (), seed, 1.0, fill=True)
        return None if found is None else found[1]

    def _ticks(self, view: Observation) -> list[Intent]:
        level, box = max(view.boxes, key=lambda each: (calls.EASE.index(each[1]), each[0]))
        return [intents.TickBox(by=self.name, level=level, box=box)]
