"""A game by the rules alone as a tree: decisions of one seat at a time, and between them what is left to chance.

Chance comes in small steps that can be listed: a tile or card that is drawn, what becomes of one in a player's hand,
and, where everybody acts at once, whose hand is first. Nothing here knows OpenSpiel.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

from sim.errors import IllegalAction, InputError
from sim.rules_frame import snake_case
from sim.rules_frame.chance import Chance, shuffled
from sim.seeds import rng
from yardarm.rulebooks import rules, start

Agreed: TypeAlias = Mapping[str, int | float | bool | str]


class Due(IntEnum):
    """What comes next where no seat decides. Seats are numbers from 0."""

    OVER = -1
    FIRST = -2
    """Whose hand is first, or whether the table is."""
    FATE = -3
    """What comes of what a hand does."""
    DRAW = -4
    """What is drawn next."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A game that can be played as a tree.

    Attributes:
        players: the fewest and the most.
        usual: the usual number of players.
        agreed: the usual values of its parameters. In every game `horizon`: the number of decisions after which it ends
            without a winner. Where hands may fail `success`: how often they do as they mean; all else that may come
            of it is as likely as another.
        at_once: everybody acts at once, and may wait.
        draws: tiles and cards are drawn when they are needed; otherwise their order is drawn before the game.
    """

    players: tuple[int, int]
    usual: int
    agreed: Agreed
    at_once: bool = False
    draws: bool = True


KINDS: Mapping[str, Kind] = {
    # How often casual hands succeed: falls of an attempt, and hits from 400 mm, of docs/evidence.md. The horizons of
    # Riff Raff and ZATRE lie beyond every game.
    "riff-raff": Kind((2, 4), 4, {"horizon": 400, "success": 0.83}),
    "zack": Kind(
        (3, 6),
        4,
        {"edition": "amigo", "stop_cards": False, "horizon": 1000, "success": 0.99},
        at_once=True,
        # What goes back into a hand comes out of it in its order.
        draws=False,
    ),
    "zatre": Kind((2, 6), 2, {"teams": False, "horizon": 400}),
    "zigzag": Kind((3, 6), 4, {"level": 1, "variant": "teams", "horizon": 1000}, at_once=True),
}
"""The games, by name."""
_FATES = 3
"""What may come of an action in the hands of people, at most."""


class Tree:
    """A game with its parameters.

    Attributes:
        seats: the names of those who decide: players, or teams of ZATRE.
        actions: the number of actions. The last one is to wait, where everybody acts at once.
        outcomes: the number of outcomes that chance can have at most.
        box: what is drawn from before the first position.
        things: what is drawn from later, each kind once.
    """

    def __init__(self, game: str, players: int, parameters: Agreed) -> None:
        """Prepare a game. Raises IllegalAction and InputError as `ya.start` does."""
        self.game, self.kind, self.rules = game, KINDS[game], rules(game)
        self.players, self.parameters = players, parameters
        self.names = tuple(f"P{number}" for number in range(players))
        agreed: dict[str, Any] = {**self.kind.agreed, **parameters}
        self.horizon, self.success = int(agreed.pop("horizon")), float(agreed.pop("success", 1.0))
        if not 0.0 <= self.success <= 1.0:
            raise InputError("success: expected a number from 0 to 1, found {success}.", success=self.success)
        if "teams" in agreed:
            pairs = zip(self.names[::2], self.names[1::2], strict=False)
            agreed["teams"] = {" and ".join(pair): pair for pair in pairs} if agreed["teams"] else {}
        self.agreed = agreed
        self.space = self.rules.actions(self.start(rng(0, "openspiel")))
        self.seats: tuple[str, ...] = self.space.seats
        self.actions = len(self.space) + self.kind.at_once
        self.box = self._box()
        self.things: tuple[Any, ...] = tuple(getattr(self.rules, "TILES", getattr(self.rules, "Card", ())))
        table = getattr(self.rules, "NUMBERS", 0)
        self.outcomes = max(len(self.things), len(set(self.box)), len(self.seats) + table, _FATES)

    def __deepcopy__(self, _: object) -> Tree:
        return self

    def __reduce__(self) -> tuple[Callable[..., Tree], tuple[Any, ...]]:
        return tree, (self.game, self.players, tuple(self.parameters.items()))

    def start(self, rng: Chance) -> Any:
        """Return a first position."""
        return start(self.game, self.names, rng, **self.agreed)  # type: ignore[arg-type]

    def _box(self) -> tuple[Any, ...]:
        if self.game == "zatre":
            return tuple(value for value, count in self.rules.TILES.items() for _ in range(count))
        seen = _Seen()
        self.start(seen)
        return seen.things

    @cached_property
    def root(self) -> Moment:
        """The beginning of the game."""
        return self.begun(()) or Moment(self, None, (), Due.DRAW)

    def begun(self, drawn: tuple[Any, ...]) -> Moment | None:
        """Return what follows when these things have been drawn from the box; None if more have to be."""
        if self.game == "zatre":
            try:
                found = self.rules.start_draw(self.names, drawn)
            except IllegalAction:
                return None
            bag = tuple(_without(self.box, (found.tile,)))
            setup = self.rules.Setup(self.names, found.starter, found.tile, bag, self.agreed["teams"])
            return self.drawing(Moment(self, None, ()), setup)
        left = _without(self.box, drawn)
        return self.settled(self.start(_Ordered((*drawn, *left))), (), 0) if len(set(left)) < 2 else None

    def settled(self, state: Any, begun: tuple[Any, ...], length: int) -> Moment:
        """Return the moment of a position in which nothing has been chosen."""
        if state.winners or length >= self.horizon:
            due: int = Due.OVER
        else:
            due = Due.FIRST if self.kind.at_once else self.seats.index(self.space.to_act(state, begun)[0])
        return Moment(self, state, begun, due, length=length)

    def drawing(self, moment: Moment, action: Any) -> Moment:
        """Return what follows when an action of the rules comes about in a moment."""
        draw = self.rules.draw(moment.state, action)
        left = draw.count() if self.kind.draws else 0
        if not left:
            return self.done(moment, action, draw.things)
        return Moment(self, moment.state, moment.begun, Due.DRAW, action, (), left, moment.length)

    def done(self, moment: Moment, action: Any, order: tuple[Any, ...]) -> Moment:
        """Return what follows when things have been drawn for an action in this order."""
        after, _ = self.rules.draw(moment.state, action).apply(order)
        begun = () if moment.state is None else self.space.kept(moment.begun, moment.state, after)
        return self.settled(after, begun, moment.length)

    def first(self, state: Any, begun: tuple[Any, ...]) -> list[Any]:
        """Return who may be first: numbers of seats, and actions of the table."""
        seats = [number for number, seat in enumerate(self.seats) if self.space.legal(state, seat, begun)]
        return [*seats, *self._of_the_table(state)]

    def _of_the_table(self, state: Any) -> Iterator[Any]:
        """Yield what the table can do: a deal with every number, and of thefts only one, since the card is drawn.

        That teams agree on signs is left out.
        """
        kinds = set[type]()
        for action in self.space.of_nobody(state):
            if getattr(action, "number", None) is not None:
                yield from (type(action)(action.pile, number) for number in range(1, self.rules.NUMBERS + 1))
            elif type(action) not in kinds and not hasattr(action, "team"):
                kinds.add(type(action))
                yield action


@lru_cache(maxsize=16)
def tree(game: str, players: int, parameters: tuple[tuple[str, int | float | bool | str], ...] = ()) -> Tree:
    """Return a game of that many players, with parameters that are not as usual (see KINDS)."""
    return Tree(game, players, dict(parameters))


@dataclass(eq=False, slots=True)
class Moment:
    """A moment of a game, which does not change.

    Attributes:
        state: the position; None before the first one.
        begun: decisions that are no whole action yet.
        due: the number of the seat that decides, or what is left to chance.
        action: what has been chosen, and waits for chance.
        drawn, left: what has been drawn for it, and how many more are drawn.
        length: the number of decisions so far.
        before, by: the moment before, and which seat chose which action there, if one did.
        known: for some seats, what they know as `information` has it: of all moments before, and now.
        entrants: who may be first, once that has been asked.
    """

    tree: Tree
    state: Any
    begun: tuple[Any, ...]
    due: int = Due.OVER
    action: Any = None
    drawn: tuple[Any, ...] = ()
    left: int = 0
    length: int = 0
    before: Moment | None = None
    by: tuple[int, int] | None = None
    known: dict[int, tuple[str, str]] = field(default_factory=dict)
    entrants: list[Any] | None = None

    def __deepcopy__(self, _: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[type[Moment], tuple[Any, ...]]:
        known = {seat: self._known(seat) for seat in range(len(self.tree.seats))}
        now = self.state, self.begun, self.due, self.action, self.drawn, self.left, self.length
        return Moment, (self.tree, *now, None, None, known)

    # ---------------------------------------------------------------------------------------- what may follow

    def legal(self) -> list[int]:
        """Return the numbers of what the seat that decides can do, in their order."""
        found = sorted(self.tree.space.legal(self.state, self.tree.seats[self.due], self.begun))
        return [*found, self.tree.actions - 1] if self.tree.kind.at_once else found

    def chances(self) -> list[tuple[int, float]]:
        """Return the numbers of what chance can bring, in their order, and how likely each is."""
        if self.due == Due.FIRST:
            count = len(self._first())
            return [(number, 1.0 / count) for number in range(count)]
        if self.due == Due.FATE:
            count = len(self._fates())
            others = (1.0 - self.tree.success) / (count - 1)
            found = [(0, self.tree.success), *((number, others) for number in range(1, count))]
            return [(number, share) for number, share in found if share]
        counts, total = Counter(self._undrawn()), len(self._things()) - len(self.drawn)
        return [(number, counts[kind] / total) for number, kind in enumerate(self._kinds()) if counts[kind]]

    def after(self, number: int) -> Moment:
        """Return the moment after an action of the seat that decides, or an outcome of chance."""
        found = self._after(number)
        found.before, found.by = self, (self.due, number) if self.due >= 0 else None
        return found

    def _after(self, number: int) -> Moment:
        tree, state = self.tree, self.state
        if self.due == Due.FIRST:
            entrant = self._first()[number]
            if isinstance(entrant, int):
                return Moment(tree, state, self.begun, entrant, length=self.length)
            return tree.drawing(self, entrant)
        if self.due == Due.FATE:
            return tree.drawing(self, self._fates()[number])
        if self.due == Due.DRAW:
            return self._drawn((*self.drawn, self._kinds()[number]))
        length = self.length + 1
        if number == len(tree.space):
            return tree.settled(state, self.begun, length)
        seat = tree.seats[self.due]
        whole, begun = tree.space.whole(state, seat, tree.space.decode(number, seat), self.begun)
        if whole is None:
            return tree.settled(state, begun, length)
        chosen = Moment(tree, state, begun, Due.FATE, whole, length=length)
        return chosen if len(tree.rules.fates(whole)) > 1 else tree.drawing(chosen, whole)

    def _drawn(self, drawn: tuple[Any, ...]) -> Moment:
        """Return what follows when these things have been drawn."""
        if self.action is None:
            return self.tree.begun(drawn) or Moment(self.tree, None, (), Due.DRAW, drawn=drawn)
        if self.left > 1:
            now = self.action, drawn, self.left - 1, self.length
            return Moment(self.tree, self.state, self.begun, Due.DRAW, *now)
        return self.tree.done(self, self.action, (*drawn, *_without(self._things(), drawn)))

    def _first(self) -> list[Any]:
        if self.entrants is None:
            self.entrants = self.tree.first(self.state, self.begun)
        return self.entrants

    def _fates(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.tree.rules.fates(self.action)
        return found

    def _things(self) -> tuple[Any, ...]:
        if self.action is None:
            return self.tree.box
        found: tuple[Any, ...] = self.tree.rules.draw(self.state, self.action).things
        return found

    def _kinds(self) -> tuple[Any, ...]:
        """Return what can be drawn, each kind once, in the order of the numbers."""
        return self.tree.things if self.action is not None else tuple(dict.fromkeys(self.tree.box))

    def _undrawn(self) -> list[Any]:
        return _without(self._things(), self.drawn)

    # ---------------------------------------------------------------------------------------- what is said of it

    def words(self, number: int) -> str:
        """Return in words what a number stands for: an action of the seat that decides, or an outcome of chance."""
        if self.due == Due.FIRST:
            entrant = self._first()[number]
            return f"{self.tree.seats[entrant]} is first" if isinstance(entrant, int) else _in_words(entrant)
        if self.due == Due.FATE:
            return _in_words(self._fates()[number])
        if self.due == Due.DRAW:
            kind = self._kinds()[number]
            return f"draw {kind}" if not isinstance(kind, tuple) else f"draw constraint {number}"
        return "wait" if number == len(self.tree.space) else str(self.tree.space.words[number])

    def __str__(self) -> str:
        """Return the position as text, and what is chosen, begun and drawn."""
        due = self.tree.seats[self.due] if self.due >= 0 else Due(self.due).name.lower()
        begun = [*self.begun, *([] if self.action is None else [_in_words(self.action)]), *self.drawn]
        lines = [] if self.state is None else [str(self.state)]
        return "\n".join([*lines, f"Due: {due}. Begun: {', '.join(map(str, begun)) or '-'}."])

    def returns(self) -> list[float]:
        """Return what each seat has won: everybody stakes the same, the winners share all, and a lone one wins 1."""
        winners = () if self.state is None else self.state.winners
        if not winners:
            return [0.0] * len(self.tree.seats)
        count = len(self.tree.seats)
        return [(count * (seat in winners) / len(winners) - 1.0) / (count - 1) for seat in self.tree.seats]

    # ---------------------------------------------------------------------------------------- what a seat knows

    def observation(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat may know now as plain data: that of the rules, and the numbers of what it has begun.

        seat: None for what everybody sees.
        """
        tree = self.tree
        if self.state is None:
            # Only the draw for the start of ZATRE lies open.
            return {"drawn": list(self.drawn)} if tree.game == "zatre" else {}
        found: dict[str, Any] = tree.rules.observation(self.state, None if seat is None else tree.seats[seat])
        own = [step for step in self.begun if seat is not None and self._owner(step) == tree.seats[seat]]
        return {**found, "begun": sorted(tree.space.encode(step) for step in own)}

    def _owner(self, step: Any) -> str:
        owner: str = getattr(step, "player", None) or self.state.to_act
        return owner

    def information(self, seat: int) -> str:
        """Return all that a seat has been able to know: a digest of its actions and observations so far, and the last.

        Equal for two moments only if the seat cannot tell them apart.
        """
        return " ".join(self._known(seat))

    def _known(self, seat: int) -> tuple[str, str]:
        path, at = list[Moment](), self
        while seat not in at.known and at.before is not None:
            path.append(at)
            at = at.before
        if seat not in at.known:
            at.known[seat] = "", json.dumps(at.observation(seat))
        digest, seen = at.known[seat]
        for moment in reversed(path):
            now = json.dumps(moment.observation(seat))
            own = moment.by is not None and moment.by[0] == seat
            if own or now != seen:
                what = f"{digest} {seen} {moment.by if own else ''}"
                digest, seen = blake2b(what.encode(), digest_size=16).hexdigest(), now
            moment.known[seat] = digest, seen
        return digest, seen

    def determinized(self, seat: int, rng: Chance) -> Moment:
        """Return a moment that is the same to a seat, with all that it does not see drawn anew.

        As `determinize` of the rules has it: what others have done is no hint of what they hold. Choices of others that
        are begun are made anew, any legal one as likely as another. Raises IllegalAction while something waits for
        chance.
        """
        tree, name = self.tree, self.tree.seats[seat]
        if self.due in (Due.FATE, Due.DRAW):
            raise IllegalAction("waits", "What waits for chance cannot be drawn anew.")
        state = tree.rules.determinize(self.state, name, rng)
        begun: tuple[Any, ...] = ()
        for step in self.begun:
            owner = self._owner(step)
            choices = [step]
            if owner != name:
                numbers = sorted(tree.space.legal(state, owner, begun))
                choices = list(shuffled((tree.space.decode(number, owner) for number in numbers), rng))
            for choice in choices:
                whole, more = tree.space.whole(state, owner, choice, begun)
                if whole is None:
                    begun = more
                    break
        return Moment(tree, state, begun, self.due, length=self.length, known={seat: self._known(seat)})


def _without(things: tuple[Any, ...], taken: tuple[Any, ...]) -> list[Any]:
    left = list(things)
    for thing in taken:
        left.remove(thing)
    return left


def _in_words(action: Any) -> str:
    """Return what comes about as words: the name of the action, and what distinguishes it from others."""
    more = getattr(action, "placed", None) or getattr(action, "number", None)
    return snake_case(type(action).__name__).replace("_", " ") + ("" if more is None else f": {more}")


class _Seen:
    """A source of chance that notes what is shuffled, and leaves it as it is."""

    def __init__(self) -> None:
        self.things: tuple[Any, ...] = ()

    def shuffle(self, things: list[Any], /) -> None:
        self.things = tuple(things)


class _Ordered:
    """A source of chance that puts all that is shuffled into a given order."""

    def __init__(self, order: tuple[Any, ...]) -> None:
        self.order = order

    def shuffle(self, things: list[Any], /) -> None:
        things[:] = self.order
