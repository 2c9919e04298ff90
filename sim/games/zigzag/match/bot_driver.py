"""The sources of intents in a ZIGZAG match: bots that notice and decide, a person beside them, or a record.

The match asks for the intents that are due, one after the other, and shows what can be seen; it does not know which
source answers.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Protocol

from pydantic import ValidationError

from sim.errors import IllegalAction, InputError
from sim.games.zigzag.bots import USUAL_STRATEGY, settings_of
from sim.games.zigzag.bots.mind import Mind
from sim.games.zigzag.bots.observation import Observation, Percept, PerceptKind
from sim.games.zigzag.bots.sign_beliefs import Reason
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.intents import INTENT, KINDS, Movement
from sim.games.zigzag.match.outside import OutsideMind
from sim.games.zigzag.match.table import Piece, Signs
from sim.match.at_once import Asked, NoBots, Prompt, Reading
from sim.match.human_input import Inbox
from sim.match.intents import Intent, malformed
from sim.match.plain_values import PlainValues, kept, restore
from sim.match.thinking_time import thinking
from sim.people.person import seated
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.refusals import first_fault
from sim.rules_frame import FrozenMap
from sim.seat import Seat
from sim.seeds import Noise

OWNED = ("tick", "at_s", "noise_seed")
"""The keys of an intent that the match sets, not the bot: when exactly a hand sets out, and the seed of its noise."""


class People(Protocol):
    """All players at the table."""

    def sees(self, percept: Percept) -> None:
        """Take in what all players can see now."""

    @property
    def next_tick(self) -> float:
        """The tick at which a player acts next; infinity for none."""

    def intents(self, tick: int) -> Iterator[Intent]:
        """Yield the intents up to this tick; each is decided after the one before was carried out."""

    def path_of(self, by: str) -> Piece:
        """Return the next piece on record of the path of a person's hand; an empty one where it is watched live."""

    def belief(self, name: str) -> dict[str, str]:
        """Return, by seat, the signs that a player believes to have seen."""

    def reason(self, name: str) -> Reason | None:
        """Return why a player has just acted against others; None where nobody knows it."""


class Chance:
    """The random streams of one bot: for its questions and for the noise of its hand, counted together (`count`).

    A mind is lent `draw` alone: it has neither the seed of the match nor that of a movement to come.
    """

    def __init__(self, noise: Noise, name: str, hand: Callable[[], tuple[int, int]] | None = None) -> None:
        """Begin to count.

        hand: returns the numbers of the set and of the hand that is played. With it each question is counted by itself,
        and anew in every hand, so that one question more or less changes nobody's luck later on.
        """
        self._noise, self._name, self._hand = noise, name, hand
        self._asked: Counter[tuple[int, int, str]] = Counter()
        self.count = 0

    def draw(self, question: str) -> int:
        """Return the seed of a new stream for this question."""
        if self._hand is None:
            self.count += 1
            return self._noise.derive("mind", self._name, question, self.count)
        set_number, hand_number = self._hand()
        self._asked[set_number, hand_number, question] += 1
        count = self._asked[set_number, hand_number, question]
        return self._noise.derive("mind", self._name, question, set_number, hand_number, count)


class BotDriver:
    """The driver of all bots' minds; seats of persons are left to others."""

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seats: tuple[Seat, ...],
        noise: Noise,
        view: Callable[[str], Observation],
        signs: Callable[[str], Signs],
        refusal: Callable[[Intent], IllegalAction | None],
        slowness: Callable[[], float] = lambda: 1.0,
        prompts: Mapping[str, Prompt] = FrozenMap(),
        reading: Reading = "human",
        hand: Callable[[], tuple[int, int]] | None = None,
    ) -> None:
        """Seat the bots.

        view: returns what a player sees. signs: returns those of a player's team in this set. refusal: returns why
        hands or rules forbid an intent now, None for one that they allow. slowness: returns the factor on the time that
        they take to notice and to decide. prompts: of external bots, by their seats. reading: theirs. hand: as `Chance`
        has it.
        """
        people, skills = configuration.people, seated(seats, configuration.skills, noise.seed)
        self._view, self._signs, self._refusal = view, signs, refusal
        self._chance = {seat.name: Chance(noise, seat.name, hand) for seat in seats if not seat.is_person}
        minds = {
            seat.name: Mind(
                seat.name,
                skills[seat.name],
                settings_of(people, seat.own_strategy(USUAL_STRATEGY)),
                people.eyes,
                people.voice,
                self._chance[seat.name].draw,
                slowness,
            )
            for seat in seats
            if not seat.is_person
        }
        self._minds: dict[str, Mind | OutsideMind] = {**minds}
        for name, prompt in prompts.items():
            # Streams of their own, so that the mind beside the bot draws what it would draw alone.
            eye = Chance(noise, f"{name}, from outside").draw
            self._minds[name] = OutsideMind(minds[name], prompt, refusal, eye, reading == "perfect")

    def leave(self, name: str) -> None:
        """Leave that seat to a person."""
        self._minds.pop(name, None)

    def sees(self, percept: Percept) -> None:
        """Show the percept to every bot, which notices it after its own time."""
        for name, mind in self._minds.items():
            if percept.kind is PerceptKind.NEW_SET:
                zig, zag, _ = self._signs(name)
                mind.signs = {"zig": zig, "zag": zag}
            own = percept.kind in (PerceptKind.FREE, PerceptKind.MISSED, PerceptKind.DUE, PerceptKind.PEEKED)
            if not own or percept.seat == name:
                mind.sees(percept, self._view(name))

    @property
    def next_tick(self) -> float:
        """The first tick at which a bot acts; infinity for none."""
        at = math.inf
        for name, mind in self._minds.items():
            # Asked for at every tick: what is a time at first sight needs no further look.
            found = mind.next_s
            at = min(at, found if type(found) is float and found >= 0.0 else self._next_s(name))
        return at if math.isinf(at) else math.ceil(at * TICK_HZ - 1e-9)

    def intents(self, tick: int) -> Iterator[Intent]:
        """Yield the intents of the bots up to this tick. Raises IllegalAction for one that is not possible now."""
        for name, mind in self._minds.items():
            next_s = self._next_s(name)
            if next_s <= tick / TICK_HZ + 1e-9:
                # Hands set out at their own moment, not at the tick's; one that is asked late sets out at once.
                at_s = min(tick / TICK_HZ, max(next_s, (tick - 1) / TICK_HZ))
                view = self._view(name)
                with nullcontext() if isinstance(mind, OutsideMind) else thinking(name):
                    decided: Any = mind.decide(tick / TICK_HZ, view)
                # The noise is drawn at the decision: carrying out the first intent may draw from the bot's streams.
                found = decided if isinstance(decided, list) else [decided]
                for intent in [self._complete(name, intent, tick, at_s) for intent in found]:
                    refused = self._refusal(intent)
                    if refused is not None:
                        words = f"{name} answers {intent.question!r}: {refused}"
                        raise IllegalAction("against_the_rules", words)
                    yield intent

    def _next_s(self, name: str) -> float:
        """Return the time (s) at which that mind acts next. Raises IllegalAction for anything but a time."""
        at: Any = self._minds[name].next_s
        if not isinstance(at, int | float) or isinstance(at, bool) or math.isnan(at) or at < 0.0:
            raise malformed(name, "next_s", "expected a time in seconds, or infinity", at)
        return float(at)

    def _complete(self, name: str, intent: Any, tick: int, at_s: float) -> Intent:
        """Return the intent with the tick, time and noise seed that the match sets. Raises IllegalAction."""
        if not isinstance(intent, Intent) or type(intent) not in KINDS:
            raise malformed(name, "intent", "expected an intent of ZIGZAG", intent)
        question = intent.question
        if intent.by != name:
            raise malformed(name, question, f"expected by {name}", intent.by)
        for key in OWNED:
            if getattr(intent, key, None) is not None:
                raise malformed(name, question, f"expected no {key}, which the match says", getattr(intent, key))
        owned: Line = {"tick": tick}
        if isinstance(intent, Movement):
            owned |= {"noise_seed": self._chance[name].draw("noise"), "at_s": at_s}
        said: Line = {key: getattr(intent, key) for key in intent.model_fields_set}
        head = {"stage": intent.stage, "by": intent.by, "question": question}
        try:
            # Checked here as a record is: a bot may have made its intent without a check.
            return INTENT.read({**said, **owned, **head})
        except ValidationError as error:
            raise malformed(
                name, question, first_fault(error, question, found=False), error.errors()[0]["input"]
            ) from error

    def question(self, by: str, tick: int) -> Asked:
        """Return what an external bot would be asked at this tick. Raises KeyError for a seat without one."""
        mind = self._minds[by]
        if not isinstance(mind, OutsideMind):
            raise KeyError(by)
        return mind.question(tick / TICK_HZ, self._view(by))

    # ---------------------------------------------------------------------------------------- as plain data

    def held(self, values: PlainValues) -> Line | None:
        """Return what the minds have in mind; None where external bots have it."""
        found: Line = {}
        for name, mind in self._minds.items():
            if isinstance(mind, OutsideMind):
                return None
            found[name] = {"count": self._chance[name].count, **kept(mind, mind.KEPT, values)}
        return found

    def hold(self, data: Mapping[str, Any], values: PlainValues) -> None:
        """Take over what `held` returned. Raises KeyError, TypeError or ValueError for other data."""
        for name, mind in self._minds.items():
            if isinstance(mind, Mind):
                self._chance[name].count = int(data[name]["count"])
                restore(mind, mind.KEPT, values, data[name])

    def look(self, now_s: float, wants: Mapping[str, str | None]) -> None:
        """Have all look at a table that they know nothing else of. wants: the card that each hand goes for."""
        for name, mind in self._minds.items():
            if isinstance(mind, Mind):
                zig, zag, _ = self._signs(name)
                mind.signs = {"zig": zig, "zag": zag}
                mind.looks(now_s, self._view(name), wants[name])

    def knowledge(self, by: str, now_s: float) -> tuple[tuple[str, ...], str | None]:
        """Return the names of the cards on the tapis that this player has not noticed yet, and the card they want."""
        mind, view = self._minds[by], self._view(by)
        seen = [name for name, _ in mind.seen(now_s, view)]
        return tuple(name for name, _ in view.tapis if name not in seen), mind.wants

    def once_more(self, by: str, tick: int) -> Asked:
        """Return the question to a player of the house, who sees all that lies there, as to an external bot."""
        mind, now_s = self._minds[by], tick / TICK_HZ
        assert isinstance(mind, Mind)
        prompt = Prompt(by, NoBots())
        prompt.wake(now_s)
        outside = OutsideMind(mind, prompt, self._refusal, self._chance[by].draw, perfect=True)
        return outside.question(now_s, self._view(by))

    def completed(self, by: str, found: list[Intent], tick: int) -> list[Intent]:
        """Return intents of a player as they are carried out at this tick. Raises IllegalAction."""
        return [self._complete(by, intent, tick, tick / TICK_HZ) for intent in found]

    def path_of(self, by: str) -> Piece:
        """Return an empty path: no bot's hand is measured."""
        return Piece()

    def belief(self, name: str) -> dict[str, str]:
        """Return, by seat, the signs that the player believes to have seen."""
        mind = self._minds.get(name)
        if mind is None:
            return {}
        found = {seat: "sign" for seat, suspect in mind.suspects.items() if suspect.signed}
        return found if mind.partners is None else {**found, "partner": mind.partners}

    def reason(self, name: str) -> Reason | None:
        """Return why that bot acted against others in its last decision."""
        mind = self._minds.get(name)
        return None if mind is None else mind.reason


class MixedTable:
    """A person and bots at one table.

    A person sees what happens when the next frame has been drawn and lit up; so bots see everything with that delay (as
    at Zack!). Before a person sits down there is no screen.
    """

    def __init__(self, bots: BotDriver, inbox: Inbox[Intent]) -> None:
        """Begin with bots alone; the intents of the person come through the inbox."""
        self._bots, self._inbox, self._lag_s = bots, inbox, 0.0

    def seat(self, name: str, lag_ticks: int) -> None:
        """Seat a person beside bots that see everything `lag_ticks` later from now on."""
        self._lag_s = lag_ticks / TICK_HZ
        self._bots.leave(name)

    def sees(self, percept: Percept) -> None:
        """Show the percept to the bots, as late as the person sees it on the screen."""
        self._bots.sees(replace(percept, at_s=percept.at_s + self._lag_s))

    @property
    def next_tick(self) -> float:
        """The tick at which a player acts next; infinity for none."""
        return min(self._bots.next_tick, self._inbox.next_tick)

    def intents(self, tick: int) -> Iterator[Intent]:
        """Yield the intents of the person, then those of the bots."""
        yield from self._inbox.take(tick)
        yield from self._bots.intents(tick)

    def path_of(self, by: str) -> Piece:
        """Return the next piece on record while the match catches up with it; an empty one after that."""
        return piece_on_record(self._inbox.measured(), by)

    def belief(self, name: str) -> dict[str, str]:
        """Return, by seat, the signs that a bot believes to have seen."""
        return self._bots.belief(name)

    def reason(self, name: str) -> Reason | None:
        """Return why a bot acted against others in its last decision."""
        return self._bots.reason(name)


def piece_on_record(line: dict[str, Any] | None, by: str) -> Piece:
    """Return the piece of a path in that line of the record; an empty one without a line.

    Raises InputError for the line of another's hand.
    """
    if line is None:
        return Piece()
    if line["by"] != by:
        raise InputError(
            "expected the measured movement of the hand of {by}, found that of {by2}.", by=by, by2=line["by"]
        )
    action = line["action"]
    return Piece([(float(x), float(y)) for x, y in action["path"]], is_last=not action["goes_on"])


class FromRecord:
    """The players of a record, with the intents that it holds. done: the number of intents that were asked for."""

    def __init__(self, intents: list[Line], measured: list[Line], end_tick: int | None = None) -> None:
        """Begin before the first line. end_tick: when the match was over, for a record that has its end."""
        self._intents = deque(INTENT.read(line) for line in intents)
        self._measured = deque(measured)
        self._end_tick = math.inf if end_tick is None else float(end_tick)
        self.done = 0

    def sees(self, percept: Percept) -> None:
        """Do nothing: what the players did is on record."""

    @property
    def next_tick(self) -> float:
        """The tick of the next intent; then of the end, which the clock may bring; infinity if nothing is left."""
        return self._end_tick if not self._intents else float(self._intents[0].tick or 0)

    def intents(self, tick: int) -> Iterator[Intent]:
        while self._intents and self.next_tick <= tick:
            self.done += 1
            yield self._intents.popleft()
        if tick >= self._end_tick:
            self._end_tick = math.inf

    def path_of(self, by: str) -> Piece:
        """Return the next piece on record; an empty last one if the record ends while the hand is out."""
        return piece_on_record(self._measured.popleft(), by) if self._measured else Piece(is_last=True)

    def belief(self, name: str) -> dict[str, str]:
        """Return nothing: beliefs are not on record."""
        return {}

    def reason(self, name: str) -> Reason | None:
        """Return None: reasons are not on record."""
        return None
