"""What a side may know at ZATRE, and what is left to chance: tiles are drawn unseen, and kept face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from sim.games.zatre.rules import vocabulary as words
from sim.games.zatre.rules.engine import Ruling, apply, start_draw
from sim.games.zatre.rules.notation import to_json
from sim.games.zatre.rules.state import State
from sim.rules_frame import FrozenMap, check_seat
from sim.rules_frame.chance import Chance, Draw, Outcome, shuffled

_ALONE: FrozenMap[str, tuple[str, ...]] = FrozenMap()


def start(players: Iterable[str], rng: Chance, teams: Mapping[str, tuple[str, ...]] = _ALONE) -> State:
    """Return the first position: all tiles are mixed, and everybody draws for the start. Raises IllegalAction."""
    tiles = shuffled((value for value, count in words.TILES.items() for _ in range(count)), rng)
    names = tuple(players)
    drawn = start_draw(names, tiles)
    bag = list(tiles)
    bag.remove(drawn.tile)
    return apply(None, words.Setup(names, drawn.starter, drawn.tile, shuffled(bag, rng), teams))[0]


def observation(state: State, seat: str | None) -> dict[str, Any]:
    """Return what a side may know, as plain data: the keys of `to_json` without the order of the bag.

    The tiles of other players are their number; `unseen` has those and the bag, sorted. After the end all lie open.
    seat: a side; None for what everybody sees. Raises IllegalAction for any other.
    """
    check_seat(seat, state.sides)
    shown = to_json(state)
    del shown["bag_order"]
    hidden = _hidden(state, seat)
    shown["rack"] = {name: len(tiles) if name in hidden else list(tiles) for name, tiles in state.rack.items()}
    return {**shown, "unseen": sorted([*state.bag, *(tile for name in hidden for tile in state.rack[name])])}


def _hidden(state: State, seat: str | None) -> list[str]:
    """Return the players whose tiles a side does not see."""
    own = state.players if state.phase is words.Phase.OVER else state.sides.get(seat or "", ())
    return [name for name in state.players if name not in own]


def determinize(state: State, seat: str | None, rng: Chance) -> State:
    """Return a position that is the same to this side, with the bag and the tiles of others drawn anew.

    Each way to share out the unseen tiles is as likely as another. Raises IllegalAction as `observation` does.
    """
    check_seat(seat, state.sides)
    hidden = _hidden(state, seat)
    tiles = list(shuffled([*state.bag, *(tile for name in hidden for tile in state.rack[name])], rng))
    rack = dict(state.rack)
    for name in hidden:
        count = len(rack[name])
        rack[name], tiles = tuple(tiles[:count]), tiles[count:]
    return replace(state, rack=FrozenMap(rack), bag=tuple(tiles))


def fates(action: words.Action) -> tuple[words.Action, ...]:
    """Return the action alone: hands decide nothing."""
    return (action,)


def draw(state: State | None, action: words.Action) -> Draw[State]:
    """Return what is drawn after an action: tiles out of the bag."""
    bag = state.bag if state is not None else action.bag if isinstance(action, words.Setup) else ()
    return Draw(bag, partial(_applied, state, action), lambda after: len(bag) - len(after.bag))


def outcomes(state: State | None, action: words.Action) -> Iterator[Outcome[State]]:
    """Yield what an action leads to with each draw that may follow it, by the tiles in the bag. Raises IllegalAction.

    Where no tile fits any more the whole bag is shared out: then there are more draws than can be listed.
    """
    return draw(state, action).outcomes()


def sample(state: State | None, action: words.Action, rng: Chance) -> Ruling:
    """Return one of the `outcomes`, as likely as it is. Raises IllegalAction."""
    return draw(state, action).sample(rng)


def _applied(state: State | None, action: words.Action, bag: tuple[int, ...]) -> Ruling:
    """Apply an action with the bag in this order."""
    if state is not None:
        return apply(replace(state, bag=bag), action)
    return apply(None, replace(action, bag=bag) if isinstance(action, words.Setup) else action)
