"""What an external bot is asked at Riff Raff, as plain data; and what a strategy of ours answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import observation, strategy_of
from sim.games.riff_raff.bots.observation import Observation
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.intents import (
    INTENT,
    AnnounceCount,
    ChooseCard,
    NameCaptain,
    Place,
    RiffRaffIntent,
    SetOrder,
)
from sim.match.intents import Intent, is_number, malformed, read_answer, said
from sim.match.turn_based import Question
from sim.people.execution import PlaceIntent
from sim.physics.ship.measures import ShipSetup
from sim.protocols import Line

Asked = Question[Observation, Intent]


def table_of(configuration: RiffRaffConfiguration) -> Line:
    """Return what never changes in a match, as plain data: the ship, her slots and the pieces."""
    return observation.table_of(configuration.setup, configuration.equipment.slots)


def view_of(question: Asked) -> Line:
    """Return what the asked player sees, as plain data: the position as the referee writes it, and the ship."""
    return observation.view_of(question.view)


def legal_answers(question: Asked) -> list[Line]:
    """Return all answers that the rules allow; of a placement, `x_mm` is the range of places over the slot's wood."""
    view = question.view
    state = view.state
    match question.kind:
        case "card":
            return [{"card": card} for card in state.hands[view.me]]
        case "captain":
            return [{"captain": name} for name in state.tied_for_captain]
        case "order":
            orders = product(*(permutations(group) for group in state.groups))
            return [{"order": list(chain.from_iterable(order))} for order in orders]
        case "count":
            return [{"count": count} for count in range(1, state.most_pieces + 1)]
    return list(_placements(view))


def read(question: Asked, answer: object) -> Intent:
    """Return the intent of an answer. Raises IllegalAction for one that does not have the form of the question.

    A placement needs only its piece: the slot is the card's, the stance the piece's first that fits there, the place
    the middle of what is allowed, and hands try to catch all. What the rules number may be answered by its number.
    """
    if question.kind != "place" and is_number(answer):
        answer = _numbered(question, int(answer))
    if question.kind == "place" and isinstance(answer, Mapping) and "piece" in answer:
        answer = _completed(question.view, answer)
    (by,) = question.by
    return read_answer(by, question.kind, answer, INTENT)


def mask(question: Asked, begun: tuple[int, ...] = ()) -> NDArray[np.bool_] | None:
    """Return by number which actions the rules allow; None for a placement, which is a matter of hands.

    begun: nothing, since each decision here is a whole action of its player.
    """
    if question.kind == "place" or begun:
        return None
    state = question.view.state
    space = rules.actions(state)
    found = space.mask(state, question.view.me)
    if question.kind == "count":
        # The rules take a first piece for an announcement of one, too; here it is asked for by itself.
        counts = [space.encode(rules.Announce(count)) for count in range(1, state.most_pieces + 1)]
        found = np.isin(np.arange(len(space)), counts) & found
    return found


def _numbered(question: Asked, number: int) -> Line:
    """Return the answer that the number of an action means. Raises IllegalAction."""
    match rules.actions(question.view.state).decode(number, question.view.me):
        case rules.Choose(_, card):
            return {"card": card}
        case rules.NameCaptain(captain):
            return {"captain": captain}
        case rules.Arrange(order):
            return {"order": list(order[1:])}
        case rules.Announce(count):
            return {"count": count}
    raise malformed(question.view.me, question.kind, "expected the number of an action that answers it", number)


def think(question: Asked, strategy: str, random: np.random.Generator) -> Line:
    """Return the answer of a strategy, by its name with its options, as plain data."""
    return said(thought_of(strategy, question, random))


def public(line: Line) -> Line | None:
    """Return what all players see of a line of the record: the rulings, since at Riff Raff everything lies open."""
    if line["stage"] != "ruling":
        return None
    return {"see": "ruling", "time_s": line["time_s"], "events": line["events"]}


def _placements(view: Observation) -> Iterator[Line]:
    number = view.state.slot
    assert number is not None
    for kind in view.kinds:
        for stance in view.setup.pieces[kind].stances:
            low, high = range_mm(view.setup, number, kind, stance)
            if low <= high:
                yield {"piece": kind, "stance": stance, "slot": number, "x_mm": [low, high]}


def _completed(view: Observation, answer: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return a placement with what it leaves open. Raises IllegalAction where no legal one is like it."""
    named = {key: answer[key] for key in ("piece", "stance", "slot") if key in answer}
    found = next((way for way in _placements(view) if named.items() <= way.items()), None)
    if found is None:
        raise malformed(view.me, "place", _why_none(view, named), dict(named))
    place = {**found, **answer}["x_mm"]
    if isinstance(place, list | tuple) and len(place) == 2 and all(type(end) in (int, float) for end in place):
        place = (place[0] + place[1]) / 2.0
    return {"catch": "all", **found, **answer, "x_mm": place}


def _why_none(view: Observation, named: Mapping[str, object]) -> str:
    """Return what was expected of a placement that nobody can do, by its piece, slot and stance."""
    slot, kind = view.state.slot, named["piece"]
    if kind not in view.kinds:
        return f"piece: expected one that {view.me} has left, {_either(view.kinds)}"
    if named.get("slot", slot) != slot:
        return f"slot: expected {slot}, which the card names"
    stances = tuple(view.setup.pieces[str(kind)].stances)
    if "stance" in named and named["stance"] not in stances:
        return f"stance: expected one of a {kind}, {_either(stances)}"
    return f"piece: expected one with room on slot {slot}, where a {kind} has none"


def _either(words: Iterable[str]) -> str:
    return " or ".join(sorted(words))


def range_mm(setup: ShipSetup, number: int, kind: str, stance: str) -> tuple[float, float]:
    """Return the first and the last place (mm) at which a piece in a stance is over a slot's wood."""
    slot, (left, right) = setup.ship.slot(number), observation.sides_mm(setup, kind, stance)
    return slot.wood_left_mm - right, slot.wood_right_mm - left


def thought_of(name: str, question: Question[Observation, Intent], stream: np.random.Generator) -> RiffRaffIntent:
    """Return the answer of a strategy, by its name with its options. Raises IllegalAction where it is malformed."""
    view, (by,), strategy = question.view, question.by, strategy_of(name)
    match question.kind:
        case "card":
            return ChooseCard(by=by, card=strategy.choose_card(view, stream))
        case "captain":
            return NameCaptain(by=by, captain=strategy.name_captain(view, view.state.tied_for_captain, stream))
        case "order":
            return SetOrder(by=by, order=strategy.arrange(view, view.state.groups, stream))
        case "count":
            return AnnounceCount(by=by, count=strategy.announce(view, stream))
    meant: Any = strategy.place(view, stream)
    if not isinstance(meant, PlaceIntent):
        raise malformed(by, "place", "expected a PlaceIntent", meant)
    return Place.of(by, meant)
