"""External bots at ZIGZAG: what they see, what they may answer, and the intents that their answers lead to.

A bot has the eyes and the hands of a person of its profile. It is asked when that person would have noticed what has
happened, sees the cards that this person has noticed by then, and its hand takes the time that hands take.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import ValidationError

from sim.errors import IllegalAction
from sim.games.zigzag import intents
from sim.games.zigzag.bots.mind import Mind
from sim.games.zigzag.bots.observation import Observation, Percept, PerceptKind
from sim.games.zigzag.bots.sign_beliefs import Reason, Suspect
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.intents import KINDS, Combination, Movement
from sim.games.zigzag.rules import vocabulary as words
from sim.match.at_once import MOVE, NOTHING, PATIENCE_S, Asked, Prompt, StandIn, impatient, word_of
from sim.match.intents import Intent, malformed
from sim.people.reaction import reaction_s
from sim.protocols import Line
from sim.refusals import first_fault
from sim.seeds import rng

Worked = TypeVar("Worked")

_KINDS: Mapping[str, type[Intent]] = {
    str(kind.model_fields["question"].default): kind for kind in KINDS if kind is not intents.ReachOut
}
"""What a bot may answer besides nothing: all intents but that of a hand which is steered."""
_KEPT = frozenset(("stage", "by", "question", "tick", "fault", "noise_seed", "at_s"))
"""The keys of an intent that are not the bot's to fill in."""
_WANTS = "wants"
"""The key that a card to be laid may have besides: the card of the tapis that it is laid for."""
_TAKEN_BACK = (PerceptKind.NEW_SET, PerceptKind.STOPPED)
"""What makes a player drop everything that they were about to do."""


def table_of(configuration: ZigzagConfiguration) -> Line:
    """Return what never changes in a match, as plain data."""
    table = configuration.table
    return {"level": table.level, "most_minutes": table.most_minutes, "strict": table.strict}


class OutsideMind:
    """The mind of a seat that an external bot plays: it asks the bot, and has a `Mind` that stands in for it."""

    def __init__(
        self,
        mind: Mind,
        prompt: Prompt,
        refusal: Callable[[Intent], IllegalAction | None],
        draw: Callable[[str], int],
        perfect: bool = False,
    ) -> None:
        """Create the mind before the first set.

        mind: the usual strategy, which follows everything. refusal: returns why hands or rules forbid an intent now,
        None for one that they allow. draw: returns the seed of a fresh random stream for what the eyes notice. perfect:
        the eyes notice everything, and at once.
        """
        self._mind, self._prompt, self._why, self._draw, self._perfect = mind, prompt, refusal, draw, perfect
        self._stand_in: StandIn | None = None
        self._signs_until_s = -math.inf
        # Since when the table waits for this player to use a power, or to tick a box.
        self._due_s = math.inf
        # What was asked last: it is asked again many times before anything changes.
        self._data: _Kept[Line] = _Kept()
        self._allowed: _Kept[list[Line]] = _Kept()

    @property
    def signs(self) -> dict[Combination, str]:
        """The texts of the team's signs."""
        return self._mind.signs

    @signs.setter
    def signs(self, signs: dict[Combination, str]) -> None:
        self._mind.signs = signs

    @property
    def suspects(self) -> dict[str, Suspect]:
        """The suspicions of the mind that stands in."""
        return self._mind.suspects

    @property
    def wants(self) -> str | None:
        """The card of the tapis that the hand goes for."""
        return self._mind.wants

    @property
    def partners(self) -> Combination | None:
        """The combination that the mind that stands in takes the partner to have."""
        return self._mind.partners

    @property
    def reason(self) -> Reason | None:
        """The reason for which the mind that stands in acted against others just now; None if the bot decided."""
        return None if self._stand_in is None else self._mind.reason

    # ---------------------------------------------------------------------------------------- what it sees

    def sees(self, percept: Percept, view: Observation) -> None:
        """Take in something that happens; the bot is asked when a person has noticed it."""
        mind = self._mind
        # What the percept alone makes of the next moment, and then the earlier of the two.
        before, mind.next_s = mind.next_s, math.inf
        mind.sees(percept, view)
        noticed_s = mind.next_s
        if percept.kind in _TAKEN_BACK:
            self._prompt.calm()
        else:
            mind.next_s = min(before, noticed_s)
        mine = percept.seat == mind.name
        if percept.kind is PerceptKind.DUE:
            self._due_s = percept.at_s
        if percept.kind is PerceptKind.SIGNED:
            noticed_s = self._sign_noticed_s(percept, view)
        if percept.kind is PerceptKind.SIGNED and noticed_s == math.inf:
            return
        if percept.kind is PerceptKind.TAKEN and not mine and not self._sees_who_takes():
            return
        if self._perfect and noticed_s < math.inf:
            noticed_s = percept.at_s
        seen_s = percept.at_s if noticed_s == math.inf else max(percept.at_s, noticed_s)
        self._prompt.sees(seen_s, _in_words(percept))
        if noticed_s < math.inf:
            self._prompt.wake(noticed_s)

    def _sign_noticed_s(self, percept: Percept, view: Observation) -> float:
        """Return when a sign is recognised (s); infinity for one of the player's own, and for one that is missed."""
        mind, random = self._mind, rng(self._draw("sign"))
        luck, moment = (float(value) for value in random.random(2))
        reaction = reaction_s(mind.skill, random, go_no_go=True)
        neighbour = mind.skill.notice_share * mind.eyes.sign_neighbour_share
        share = mind.eyes.sign_partner_share if percept.seat == view.partner else neighbour
        if percept.seat in (None, mind.name) or (luck >= share and not self._perfect):
            return math.inf
        return percept.at_s + moment * mind.voice.sign_s + reaction

    def _sees_who_takes(self) -> bool:
        share = self._mind.skill.notice_share * self._mind.eyes.takes_neighbour_share
        return self._perfect or float(rng(self._draw("taken")).random()) < share

    def seen(self, now_s: float, view: Observation) -> Sequence[tuple[str, str]]:
        """Return name and face of the cards of the tapis that are noticed by now."""
        return view.tapis if self._perfect else self._mind.seen(now_s, view)

    # ---------------------------------------------------------------------------------------- what it does

    @property
    def next_s(self) -> float:
        """The time at which something is decided next (s); infinity for never."""
        return self._prompt.next_s if self._stand_in is None else min(self._prompt.next_s, self._mind.next_s)

    def decide(self, now_s: float, view: Observation) -> list[Intent]:
        """Return what the bot does now, or the mind in its place."""
        if self._prompt.next_s <= now_s:
            found = self._prompt.ask(self.question(now_s, view))
            self._stand_in = found if isinstance(found, StandIn) else None
            if self._kept_waiting(now_s, view):
                self._mind.next_s = min(self._mind.next_s, now_s)
            if not isinstance(found, StandIn):
                return list(found)
        if self._stand_in is None or self._mind.next_s > now_s:
            return []
        decided = [intent for intent in self._mind.decide(now_s, view) if self._why_not(intent) is None]
        fault = self._stand_in.fault
        return decided if fault is None else [intent.in_place_of(fault) for intent in decided]

    def _kept_waiting(self, now_s: float, view: Observation) -> bool:
        return (view.due or view.phase == words.Phase.TICK) and now_s > self._due_s + PATIENCE_S

    def _why_not(self, intent: Intent) -> IllegalAction | None:
        """Return why the hand or the rules forbid an intent now; None if they allow it."""
        return self._refusal(_as_tried(intent))

    def _refusal(self, tried: Intent) -> IllegalAction | None:
        """Return the same for an intent as `_as_tried` returns it."""
        try:
            return self._why(tried)
        except KeyError as error:
            return IllegalAction("unknown_word", "There is no {error!r} at this table.", error=error.args[0])

    # ---------------------------------------------------------------------------------------- what it is asked

    def question(self, now_s: float, view: Observation) -> Asked:
        """Return what the bot would be asked now."""
        shows = tuple(self.seen(now_s, view)), *self._mind.signs.values()
        return self._prompt.question(
            now_s,
            lambda: self._data.of(lambda: self._in_data(now_s, view), view, shows),
            lambda: self._allowed.of(
                lambda: list(self._legal(now_s, view)),
                view,
                *(shows, now_s >= self._signs_until_s, self._kept_waiting(now_s, view)),
            ),
            lambda answer: self._read(now_s, view, answer),
        )

    def _in_data(self, now_s: float, view: Observation) -> Line:
        """Return what the player sees and holds, as plain data: on the tapis only the cards noticed by now."""
        return {
            "me": view.me,
            "partner": view.partner,
            "teams": {str(team): list(seats) for team, seats in view.opponents.items()},
            "phase": view.phase,
            "hand_number": view.hand_number,
            "hand": list(view.hand),
            "room": view.room,
            "waiting": view.waiting,
            "opened": view.opened,
            "passed": view.passed,
            "tapis": [[name, face] for name, face in self.seen(now_s, view)],
            "stops": {seat: list(axes) for seat, axes in view.stops.items()},
            "boxes": [[level, box] for level, box in view.boxes],
            "theirs": {str(team): count for team, count in view.theirs.items()},
            "contres": view.contres,
            "effects": [list(effect) for effect in view.effects],
            "offered": list(view.offered),
            "due": view.due,
            "must": view.must,
            "beside": dict(view.beside),
            "signs": dict(self._mind.signs),
            "free": view.free,
            "over": view.over,
            "reaching": view.reaching,
            "stuck": view.stuck,
        }

    def _legal(self, now_s: float, view: Observation) -> Iterator[Line]:
        """Yield what the hand can begin now and what can be said, and last to do nothing."""
        for candidate in self._candidates(now_s, view):
            if self._refusal(candidate.tried) is None:
                yield dict(candidate.answer)
        if not self._kept_waiting(now_s, view):
            yield {"do": NOTHING}

    def _candidates(self, now_s: float, view: Observation) -> Iterator[_Candidate]:
        by = view.me
        others = [seat for seat in view.stops if seat != by]
        yield from (_known(intents.PickUpCard, by=by), _known(intents.DrawCard, by=by))
        yield from (_known(intents.Grab, by=by, card=name) for name, _ in self.seen(now_s, view))
        yield from (_known(intents.Lay, by=by, card=card) for card in dict.fromkeys(view.hand))
        yield _known(intents.GoHome, by=by)
        if view.due:
            yield from (_known(intents.LookAt, by=by, target=seat) for seat in others)
        if view.offered:
            yield _candidate(intents.ShareOut(by=by, cards=dict(zip(view.stops, view.offered, strict=False))))
        yield from (_known(intents.TickBox, by=by, level=level, box=box) for level, box in view.boxes)
        for card in dict.fromkeys(view.hand):
            if "." not in card:
                yield from (_known(intents.PlayPower, by=by, card=card, target=seat) for seat in (*others, None))
        against = {(card, target) for card, _, target in view.effects}
        stops = {(card, seat) for seat in (by, view.partner) for card in _STOPS if view.stops[seat]}
        yield from (
            _known(intents.CancelPower, by=by, card=card, target=seat) for card, seat in sorted(against | stops)
        )
        if now_s >= self._signs_until_s:
            yield from (_known(intents.MakeSign, by=by, sign=sign) for sign in _SIGNS)
        yield _known(intents.PassOn, by=by)
        yield from (_known(intents.CallOut, by=by, call=call.value) for call in words.Call)
        yield from (_known(intents.CallContre, by=by, team=team) for team in view.opponents)

    # ---------------------------------------------------------------------------------------- what it may answer

    def _read(self, now_s: float, view: Observation, answer: object) -> list[Intent]:
        """Return the intents of an answer: one, or none for nothing. Raises IllegalAction."""
        by = view.me
        do, more = word_of(by, answer)
        wants = more.pop(_WANTS, None) if do == "lay" else None
        surplus = sorted(_KEPT & more.keys())
        if surplus:
            raise malformed(by, MOVE, f"{surplus[0]}: expected no such key", more[surplus[0]])
        if wants is not None and not isinstance(wants, str):
            raise malformed(by, MOVE, f"{_WANTS}: expected the name of a card on the tapis", wants)
        if do == NOTHING and not more:
            if self._kept_waiting(now_s, view):
                raise impatient(by)
            return []
        kind = _KINDS.get(do)
        if kind is None:
            raise malformed(by, MOVE, f"do: expected one of {', '.join((*_KINDS, NOTHING))}, alone", do)
        try:
            intent = kind.model_validate({"by": by, **more})
        except ValidationError as error:
            raise malformed(by, MOVE, f"{do}: {first_fault(error, found=False)}", answer) from error
        refused = self._why_not(intent)
        if refused is not None:
            raise IllegalAction(refused.code, "{by} answers {do!r}: {refused}", by=by, do=do, refused=refused)
        if isinstance(intent, intents.MakeSign):
            if now_s < self._signs_until_s:
                raise IllegalAction("signing", "{by} answers {do!r}: the last sign is still being made.", by=by, do=do)
            self._signs_until_s = now_s + self._mind.voice.sign_s
        if isinstance(intent, Movement):
            # The eyes follow this card: the hand goes on to it at once, and stops when it is gone.
            self._mind.wants = intent.card if isinstance(intent, intents.Grab) else wants
        return [intent]


class _Kept(Generic[Worked]):
    """A result that is worked out anew when what it depends on has changed."""

    def __init__(self) -> None:
        self._view: Observation | None = None
        self._key: tuple[object, ...] = ()
        self._found: Worked | None = None

    def of(self, work_out: Callable[[], Worked], view: Observation, *key: object) -> Worked:
        """Return the result for this view, which is compared by identity, and this key."""
        if self._found is None or self._view is not view or self._key != key:
            self._view, self._key, self._found = view, key, work_out()
        return self._found


_SIGNS: tuple[Literal["zig", "zag", "bluff"], ...] = ("zig", "zag", "bluff")
_STOPS = ("stop_character", "stop_landscape", "stop_accessory")


class _Candidate(NamedTuple):
    """An act of a hand or a voice that may be lawful. tried: the intent as it is checked. answer: what means it."""

    tried: Intent
    answer: Line


def _candidate(intent: Intent) -> _Candidate:
    answer = {"do": intent.question, **intent.model_dump(mode="json", exclude=set(_KEPT), exclude_none=True)}
    return _Candidate(_as_tried(intent), answer)


# Each question asks for all that might be done, dozens of intents, and seldom for one that was not asked for before.
@lru_cache(maxsize=4096)
def _known(kind: type[Intent], **given: Any) -> _Candidate:
    """Return what `_candidate` does for an intent of this kind, each made and checked once."""
    return _candidate(kind(**given))


def _as_tried(intent: Intent) -> Intent:
    """Return an intent as hand and rules can judge it before it is carried out."""
    # The match draws the noise of a movement that is carried out, and says when it sets out.
    return intent.model_copy(update={"noise_seed": 0, "at_s": 0.0}) if isinstance(intent, Movement) else intent


def _in_words(percept: Percept) -> Line:
    """Return what is seen, as plain data."""
    seen = {"by": percept.seat, "name": percept.name, "face": percept.face, "target": percept.other}
    found: dict[str, Any] = {"see": str(percept.kind)}
    found |= {key: value for key, value in seen.items() if value is not None}
    return found | ({"cards": list(percept.cards)} if percept.cards else {})
