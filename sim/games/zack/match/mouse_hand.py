"""A person's hand at Zack!: it follows the mouse, takes a card, turns it up on the way, and lets it go.

It passes intents to the match, which count from the next tick on. The pointer's times are seconds of the window's
clock, whatever its origin; places are mm of the section.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from sim.games.zack import rules
from sim.games.zack.bots.hand import ThrowIntent, haste, throw_noise, throw_time_s
from sim.games.zack.bots.percepts import Do
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.gesture import (
    HandMeasures,
    presentation_rad,
    release_of,
    shipped_hand_measures,
)
from sim.games.zack.match.hand_log_entries import MISS, TURN, Eyes, throw_line, usual_throw
from sim.games.zack.match.hands import CARDS, HandTrack
from sim.games.zack.match.intents import AnyThrow, Begin, PickUp, Show, Withdraw, ZackIntent, throw_of
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW
from sim.language import N_
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.bowl.state import Release
from sim.physics.pointer import REST_S, PointerState, Trace
from sim.protocols import Line
from sim.rules_frame import IllegalAction
from sim.seeds import derive

BEHIND_MM = 8.0
"""A card leaves the hand at the end of its reach, once the hand was this far behind that line (assumed)."""


class HandSeat(Protocol):
    """The parts of a match, or of a practice, that a hand uses."""

    configuration: ZackConfiguration
    note_hand: Callable[[Line], None]
    seed: int

    @property
    def tick(self) -> int:
        """Control ticks since the beginning."""

    @property
    def time_s(self) -> float:
        """Simulated time."""

    def may(self, said: ZackIntent) -> None:
        """Raise IllegalAction if this may not be done now."""

    def act(self, said: ZackIntent) -> None:
        """Have the person do this from the next tick on. Raises IllegalAction."""

    def track_of(self, name: str) -> HandTrack:
        """Return a player's hand as it is drawn."""

    def skill_of(self, name: str) -> Skill:
        """Return the skill that is assumed of a player's hands where they are not measured."""

    def left_in(self, name: str) -> int:
        """Return the number of Zack cards that a player holds."""

    def face_of(self, by: str, kind: str, target: rules.Colour | None) -> str | None:
        """Return the face of the card that this player would throw now."""

    def reason(self, target: rules.Colour) -> rules.Reason:
        """Return the reason of a challenge of that colour."""


class MouseHand:
    """The hand of the player `name`, who sits at `side` (-1 left, 1 right) of the plane.

    card: the kind of card in it (throw, player_card, challenge), None for nothing. place: where it is (mm). spin_rad_s:
    the backspin that it is set to give. meant_for: the colour of the challenge card in it. leaves_as: returns the state
    in which a card leaves a pointer in some state. noted: whether the hand log gets the throws of the pointer: what is
    thrown to be calibrated says nothing of the hand's noise. releases: the number of cards that it has let go, the last
    one with `last_release`; `last_state` is that of the pointer then, None where keys threw. stopped: it let go of the
    last card too late to throw it, but so soon after a flick that it seems to have meant to. usual_mm_s: the speed of a
    practised hand's throw from the usual place.
    """

    def __init__(
        self, match: HandSeat, name: str, side: int, eyes: Eyes | None = None, measures: HandMeasures | None = None
    ) -> None:
        self.name, self.side = name, side
        self.measures = measures or shipped_hand_measures()
        self.card: str | None = None
        self.meant_for: rules.Colour | None = None
        self.trace = Trace()
        self.releases = 0
        self.last_release: Release | None = None
        self.last_state: PointerState | None = None
        self.noted = True
        self.stopped = False
        self.leaves_as: Callable[[PointerState], PointerState] = lambda state: state
        self._match, self._eyes = match, eyes
        self._track = match.track_of(name)
        setup, measured = match.configuration.setup, match.configuration.table
        self._distance_mm = measured.seat_distance_mm
        self.spin_rad_s = setup.throw.flick_backspin_rad_s
        self.place: Point = (side * (self._distance_mm + 60.0), measured.hand_height_mm)
        self._offset_s = 0.0
        self._took_s = 0.0
        self._took_at: Point = self.place
        self._begun_tick: int | None = None
        self._shown_s: float | None = None
        self._behind = False
        self._by_itself: tuple[str, rules.Colour | None, float] | None = None
        self._fresh = True
        # Found in advance, and cached: the search takes longer than a frame.
        usual = usual_throw(setup, side, self._distance_mm, measured.hand_height_mm).motion
        self.usual_mm_s = math.hypot(usual.vx, usual.vy)

    # ------------------------------------------------------------------------------------------ what is asked

    @property
    def reach(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the hand's range (mm); its front is the line at which bots let go."""
        behind = self._distance_mm + self.measures.reach.behind_mm
        near, far = sorted((self.side * self._distance_mm, self.side * behind))
        return near, self.measures.reach.low_mm, far, self.measures.reach.high_mm

    @property
    def begun(self) -> bool:
        """True once the hand has started with the card, for all to see."""
        return self._begun_tick is not None

    @property
    def took_at(self) -> Point:
        """The place at which it took the last card (mm)."""
        return self._took_at

    @property
    def shown(self) -> bool:
        """True once the card in it is turned up."""
        return self._shown_s is not None

    @property
    def busy(self) -> bool:
        """True while it throws by itself, at the press of a key."""
        return self._by_itself is not None

    @property
    def busy_with(self) -> str | None:
        """The kind of card that it throws by itself; None while it does not."""
        return None if self._by_itself is None else self._by_itself[0]

    @property
    def busy_target(self) -> rules.Colour | None:
        """The colour of the challenge card that it throws by itself."""
        return None if self._by_itself is None else self._by_itself[1]

    def speed_mm_s(self, now_s: float) -> float:
        """Return the speed of the pointer (mm/s)."""
        return self._state(now_s).speed

    def throws(self, now_s: float) -> bool:
        """Return True if the card is thrown if the hand lets go now, not dropped or put back."""
        return self.card is not None and self.begun and self.speed_mm_s(now_s) >= self.measures.gesture.least_mm_s

    def release(self, now_s: float) -> Release:
        """Return the release of the card if the hand let go now."""
        return self._release(self._state(now_s))

    def release_at(self, velocity: Point) -> Release:
        """Return the release of the card if the hand let go where it is, moving with this velocity (mm/s)."""
        return self._release_of(PointerState(*self.place, *velocity, 0.0))

    def _release(self, state: PointerState) -> Release:
        return self._release_of(self.leaves_as(state))

    def _release_of(self, state: PointerState) -> Release:
        return release_of(self._match.configuration.setup, state, -self.side, self.spin_rad_s, self.measures.most)

    # ------------------------------------------------------------------------------------------ the mouse

    def follow(self, now_s: float, x: float, y: float) -> None:
        """Follow the pointer there. Raises IllegalAction, and empties the hand, where it may not start to move."""
        before_s = self.trace.heard_s
        self.trace.add(now_s, x, y)
        self.place = self._within(x, y)
        if self._by_itself is None:
            self._draw()
        if self.card is None:
            return
        if not self.begun and math.dist((x, y), self._took_at) >= self.measures.gesture.still_mm:
            self._begin()
        ahead = self._ahead(x)
        if self._behind and ahead > 0:
            self.let_go(self._crossing_s(before_s, now_s))
            return
        self._behind = self._behind or ahead <= -BEHIND_MM
        if self.begun and not self.shown and self.card != CHALLENGE and self._turns_up(now_s):
            self._show(now_s)

    def take(self, now_s: float, card: str | None = None, target: str | None = None) -> None:
        """Take this card; by default the top one of the pile, or the player card if there is none left.

        The others do not see it before the hand moves. Raises IllegalAction.
        """
        if self.card is not None or self.busy:
            raise IllegalAction("hand_busy", N_("Your hand is busy."))
        if card is None:
            card = THROW if self._match.left_in(self.name) > 0 else PLAYER_CARD
        colour = None if target is None else rules.Colour(target)
        self._match.may(Begin(by=self.name, do=Do(card), target=colour))
        self.card, self.meant_for = card, colour
        self._took_s = now_s
        x, y = self.trace.at(now_s) if len(self.trace) else self.place
        self._took_at = x, y
        self._begun_tick = self._shown_s = None
        self._behind = self._ahead(x) <= -BEHIND_MM
        self._draw()

    def pick_up(self, now_s: float) -> None:
        """Pick up the cards that missed the bowl. Raises IllegalAction."""
        self._match.act(PickUp(by=self.name))
        self._note(None if self._eyes is None else self._eyes.moves(self._match_s(now_s), MISS))

    def let_go(self, now_s: float) -> None:
        """Let go of the card, which flies as the hand moves; put it back if it was not shown and the hand is at rest.

        Raises IllegalAction where the card is not in the hand any more.
        """
        card = self.card
        if card is None:
            return
        state, last = self._state(now_s), self.trace.last_motion(now_s)
        self.stopped = self.begun and last.late and last.speed >= self.measures.gesture.least_mm_s
        if not self.begun or (state.speed < self.measures.gesture.least_mm_s and not self.shown):
            self.put_back(now_s)
            return
        self._leaves(card, self._release(state), now_s, state)

    def _leaves(self, card: str, straight: Release, now_s: float, state: PointerState | None = None) -> None:
        """Let the card go. state: of the pointer, None where keys throw."""
        self.card = None
        release = self._astray(straight)
        throw = self._throw(card, abs(release.motion.x)).measured_as(release)
        self._forget()
        try:
            self._match.act(throw)
        except IllegalAction:
            self._match.act(Withdraw(by=self.name))
            raise
        self.releases, self.last_release, self.last_state = self.releases + 1, release, state
        self._notes(card, release, now_s)

    def _astray(self, release: Release) -> Release:
        """Return the release with an error across the plane, which a mouse cannot make: that of the player's skill."""
        match, setup = self._match, self._match.configuration.setup
        noise = throw_noise(match.skill_of(self.name), self._seed(), haste(setup, 1.0, release.speed_mm_s))
        return noise.applied_across(release, setup)

    def _seed(self) -> int:
        """Return the seed of the noise of a throw that leaves the hand now."""
        return derive(self._match.seed, "hand", self.name, self._match.tick)

    def put_back(self, now_s: float) -> None:
        """Put the card back; one that has shown its face falls where the hand is."""
        if self.busy:
            self._by_itself = None
            self._match.act(Withdraw(by=self.name))
        elif self.card is not None and self.shown:
            # The hand opens at rest, whatever its movement was before.
            self.trace.clear()
            self.trace.add(now_s, *self.place)
            self.let_go(now_s)
        elif self.card is not None:
            self.card = None
            if self.begun:
                self._match.act(Withdraw(by=self.name))
            self._forget()

    def wheel(self, steps: float) -> None:
        """Add backspin, or take it away with negative `steps` (notches of the wheel)."""
        most = self.measures.most
        spin = self.spin_rad_s + steps * most.spin_step_rad_s
        self.spin_rad_s = min(most.spin_rad_s, max(-most.spin_rad_s, spin))

    # ------------------------------------------------------------------------------------------ keys

    def steer(self, now_s: float, x: float, y: float) -> None:
        """Move the hand there (mm), as far as it reaches, and leave it there until the pointer moves."""
        self.trace.clear()
        self.follow(now_s, *self._within(x, y))

    def draw_back(self, now_s: float) -> None:
        """Start to throw the card in the hand by keys, for all to see. Raises IllegalAction, and empties the hand."""
        self.trace.clear()
        self.trace.add(now_s, *self.place)
        if self.card is not None and not self.begun:
            self._begin()

    def throw_at(self, now_s: float, velocity: Point) -> None:
        """Throw the card in the hand with this velocity (mm/s) from where the hand is. Raises IllegalAction."""
        if self.card is None:
            return
        if not self.begun:
            self._begin()
        self._leaves(self.card, self.release_at(velocity), now_s)

    def throw_by_itself(self, card: str, target: str | None = None) -> None:
        """Throw this card as a practised hand does, with the noise of the player's skill, after the time that it takes.

        Used by keys: for challenges, and the player card. Raises IllegalAction.
        """
        if self.card is not None or self.busy:
            raise IllegalAction("hand_busy", N_("Your hand is busy."))
        match, colour = self._match, None if target is None else rules.Colour(target)
        skill, ways = match.skill_of(self.name), match.configuration.people.hand
        at_s = match.time_s + throw_time_s(ThrowIntent(CARDS[card], self.side, self._distance_mm), skill, ways)
        match.act(Begin(by=self.name, do=Do(card), at_s=at_s, towards_bowl_s=match.time_s, target=colour))
        self._track.pointer = None
        self._begun_tick = match.tick
        self._by_itself = (card, colour, at_s)

    # ------------------------------------------------------------------------------------------ time

    def before_frame(self, now_s: float) -> None:
        """Prepare for a step of the match: follow a pointer that rests where it was, let go of a card held too long.

        Raises IllegalAction as `follow` does.
        """
        track = self._track
        if self._fresh:
            self._fresh = False
            self._lay_down(now_s)
        begun = self._begun_tick
        if begun is not None and track.doing is None and self._match.tick > begun + 1:
            # The game ended, or the card was passed on to another player.
            self.card = self._by_itself = None
            self._forget()
        if self._by_itself is not None:
            self._when_due(*self._by_itself)
        if len(self.trace) and now_s - self.trace.heard_s >= REST_S:
            self.follow(now_s, *self.trace.at(now_s))
        held_s = 0.0 if self._shown_s is None else now_s - self._shown_s
        if self.card is not None and held_s >= self.measures.gesture.hold_ms / 1000.0:
            self.let_go(now_s)

    def _lay_down(self, now_s: float) -> None:
        """Clear the hand, in a match that was left while a card was in it."""
        track = self._track
        if track.doing is None:
            return
        if track.doing == CHALLENGE or not track.face_up:
            self._match.act(Withdraw(by=self.name))
            return
        # It had shown its face: it falls.
        self.card, self._begun_tick, self._shown_s = track.doing, self._match.tick, now_s
        self.put_back(now_s)

    def after_frame(self, now_s: float) -> None:
        """Note that the match has been moved on to this time of the window's clock."""
        self._offset_s = now_s - self._match.time_s

    def _match_s(self, at_s: float) -> float:
        return at_s - self._offset_s

    def _when_due(self, card: str, target: rules.Colour | None, at_s: float) -> None:
        if self._match.time_s < at_s - 1e-9:
            return
        self._by_itself = self.last_state = None
        self.meant_for = target
        self._match.act(self._throw(card, self._distance_mm, pace=1.0, noise_seed=self._seed()))
        self._forget()

    # ------------------------------------------------------------------------------------------ inside

    def _throw(
        self, card: str, distance_mm: float, pace: float | None = None, noise_seed: int | None = None
    ) -> AnyThrow:
        target = self.meant_for if card == CHALLENGE else None
        return throw_of(
            card,
            self.name,
            side=self.side,
            distance_mm=distance_mm,
            target_x_mm=0.0,
            pace=pace,
            noise_seed=noise_seed,
            target=target,
            reason=None if target is None else self._match.reason(target),
        )

    def _begin(self) -> None:
        assert self.card is not None
        try:
            self._match.act(Begin(by=self.name, do=Do(self.card), target=self.meant_for))
        except IllegalAction:
            self.card = None
            self._forget()
            raise
        self._begun_tick = self._match.tick

    def _show(self, now_s: float) -> None:
        self._shown_s = now_s
        self._match.act(Show(by=self.name))

    def _forget(self) -> None:
        self._begun_tick = self._shown_s = self.meant_for = None
        self._track.ready = None

    def _draw(self) -> None:
        """Set where the hand is drawn, and with which card in it."""
        track = self._track
        track.pointer = self.place
        track.tilt = -self.side * presentation_rad(self._match.configuration.setup, self.spin_rad_s)
        track.ready = None
        if self.card is not None:
            track.ready = "reverse" if self.card == THROW else self._face()

    def _face(self) -> str | None:
        return self._match.face_of(self.name, self.card or THROW, self.meant_for)

    def _ahead(self, x: float) -> float:
        """Return how far the pointer is beyond the end of its reach (mm; negative: behind it)."""
        return self._distance_mm - self.side * x

    def _within(self, x: float, y: float) -> Point:
        left, bottom, right, top = self.reach
        return min(right, max(left, x)), min(top, max(bottom, y))

    def _state(self, now_s: float) -> PointerState:
        if not len(self.trace):
            return PointerState(*self.place, 0.0, 0.0, 0.0)
        window_s = self.measures.gesture.window_ms / 1000.0
        if now_s < self.trace.moved_s:
            state = self.trace.state(now_s, window_s)
            return PointerState(*self._within(state.x, state.y), state.vx, state.vy, state.turn_rad_s)
        # A button goes up between two samples; a pointer that has reported nothing since then has not slowed down.
        place, last = self._within(*self.trace.at(now_s)), self.trace.last_motion(now_s)
        if last.fresh <= 0.0:
            return PointerState(*place, 0.0, 0.0, 0.0)
        return PointerState(*place, last.vx, last.vy, self.trace.state(now_s - last.rest_s, window_s).turn_rad_s)

    def _crossing_s(self, before_s: float, now_s: float) -> float:
        """Return the time (s) at which the pointer passed the end of the reach, between two samples."""
        low, high = before_s, now_s
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if self._ahead(self.trace.at(middle)[0]) <= 0 else (low, middle)
        return high

    def _turns_up(self, now_s: float) -> bool:
        """Return True if the hand has moved so far towards the bowl in so short a time that this is a throw."""
        gesture = self.measures.gesture
        earlier_s = max(self._took_s, now_s - gesture.turn_up_ms / 1000.0)
        return self._behind and self._ahead(self.trace.at(now_s)[0]) - self._ahead(self.trace.at(earlier_s)[0]) >= (
            gesture.turn_up_mm
        )

    def _notes(self, card: str, release: Release, now_s: float) -> None:
        """Log this throw, and for a Zack or player card how soon it came after its cue."""
        if self._eyes is not None and card in (THROW, PLAYER_CARD):
            gesture = self.measures.gesture
            began_s = self.trace.began_s(now_s, gesture.still_mm, gesture.still_ms / 1000.0)
            self._note(self._eyes.moves(self._match_s(max(began_s, self._took_s)), TURN))
        if self.noted and self.last_state is not None:
            self._note(throw_line(self._match.configuration, CARDS[card], self.side, release))

    def _note(self, line: Line | None) -> None:
        if line is not None:
            self._match.note_hand(line)
