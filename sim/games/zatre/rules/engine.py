"""The rules of ZATRE as a function from a position and an action to the next position and the events between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sim.games.zatre.rules import vocabulary as words
from sim.games.zatre.rules.board import EMPTY, Cells
from sim.games.zatre.rules.frontier import FRONTIERS, frontier_of
from sim.games.zatre.rules.judging import crossings, laid, outcome_with, runs_of
from sim.games.zatre.rules.placements import placements, why_not
from sim.games.zatre.rules.sheet import Sheet
from sim.games.zatre.rules.state import State, sides_of, team_fault
from sim.rules_frame import Event, FrozenMap, IllegalAction, check_names, quote

Ruling = tuple[State, tuple[Event, ...]]

DRAWN = 2
"""Tiles that are drawn for a turn by a player who has kept none."""


def apply(state: State | None, action: words.Action) -> Ruling:
    """Return the position after an action and the events on the way. Raises IllegalAction: nothing has happened then.

    `state` is None before the setup, which must be the first action and comes once. The engine draws: after the setup
    and after every turn the side to act has its tiles in front of it.
    """
    if isinstance(action, words.Setup):
        if state is not None:
            raise IllegalAction("The game has been set up already.")
        return _setup(action)
    if state is None:
        raise IllegalAction("The first action must be a setup.")
    return _place(state, action)


def legal_actions(state: State) -> tuple[words.Action, ...]:
    """Return every action that the rules allow now, in a fixed order; empty after the end.

    All turns at once: with the four tiles of a team better go through `placements` one by one.
    """
    return tuple(words.Place(turn) for turn in placements(state))


def _setup(action: words.Setup) -> Ruling:
    players, teams = action.players, FrozenMap(action.teams)
    if len(players) not in words.PLAYERS:
        raise IllegalAction(f"ZATRE is for 2 to 6 players, not {len(players)}.")
    check_names(players)
    wrong = team_fault(players, teams)
    if wrong is not None:
        raise IllegalAction(wrong)
    check_names(teams)
    if action.starter not in players:
        raise IllegalAction(f"The starter {quote(action.starter)} is not one of the players.")
    everything = Counter((action.starting_tile, *action.bag))
    for value in everything:
        if value not in words.TILES:
            raise IllegalAction(f"There is no tile of the value {quote(value)}, the values are 1 to 6.")
        if everything[value] > words.TILES[value]:
            raise IllegalAction(
                f"There are {words.TILES[value]} tiles of the value {value}, "
                f"not {everything[value]} with the starting one."
            )
    if len(action.bag) < DRAWN:
        raise IllegalAction(f"The bag must hold {DRAWN} tiles or more, not {len(action.bag)}.")
    sides = sides_of(players, teams)
    state = State(
        players=players,
        teams=teams,
        phase=words.Phase.PLAY,
        turn=0,
        to_act=next(side for side, names in sides.items() if action.starter in names),
        rack=FrozenMap(dict.fromkeys(players, ())),
        bag=action.bag,
        cells=EMPTY,
        sheets=FrozenMap(dict.fromkeys(sides, Sheet())),
    )
    events = (words.GameStarted(players, teams, action.starter, action.starting_tile),)
    assert state.to_act is not None
    return _start_turn(state, state.to_act, dict(state.rack), EMPTY, state.sheets, events, action)


def _start_turn(
    state: State,
    side: str,
    rack: dict[str, tuple[int, ...]],
    cells: Cells,
    sheets: FrozenMap[str, Sheet],
    events: tuple[Event, ...],
    setup: words.Setup | None = None,
) -> Ruling:
    """Begin the next turn, that of a side: every player on it draws the tiles due to them.

    state: before it; what has changed since is given beside it. rack: is written to.
    """
    bag = state.bag
    drawn: list[Event] = []
    for name in state.sides[side]:
        kept = rack[name]
        if len(kept) > 1:
            # A player who can place one of several kept tiles may not draw; a single one always brings a second.
            due = 0 if any(map(frontier_of(cells).fitting, kept)) else 1
        else:
            due = DRAWN - len(kept)
        new, bag = bag[:due], bag[due:]
        if setup is not None and name == setup.starter:
            # The starter keeps a tile of the start draw, besides the two drawn now.
            kept = (setup.starting_tile,)
        rack[name] = (*kept, *new)
        if new:
            drawn.append(words.TilesDrawn(name, new, len(bag)))
    if not bag:
        drawn.append(words.BagEmptied(side))
    # As `dataclasses.replace` does, which takes three times as long.
    changed = state.turn + 1, side, FrozenMap(rack), bag, cells, sheets
    return State(state.players, state.teams, state.phase, *changed), (*events, *drawn)


def _place(state: State, action: words.Place) -> Ruling:
    turn = words.turn_of(action.tiles)
    wrong = why_not(state, turn)
    if wrong is not None:
        raise IllegalAction(wrong)
    side = state.to_act
    assert side is not None
    cells = laid(state.cells, turn)
    # The next side asks for it at once.
    tiles = crossings(cells, turn)
    ground = FRONTIERS.keep(frontier_of(state.cells).after(cells, tiles))
    runs = runs_of(tiles)
    sides = state.sides
    kept = _kept(state, sides[side], turn)
    events: tuple[Event, ...] = (words.TilesPlaced(side, turn, kept) if turn else words.NothingPlaced(side, kept),)
    sheets = state.sheets
    if runs:
        outcome = outcome_with(tiles, runs)
        events += (words.RunsScored(side, runs, outcome.points, outcome.crosses),)
        sheets = sheets.put(side, sheets[side].written(outcome))
    rack = dict((*state.rack.items(), *kept.items()))
    if not state.bag:
        after = replace(state, cells=cells, rack=FrozenMap(rack), sheets=sheets)
        return _end(after, words.Ending.BAG_EMPTY, events)
    order = tuple(sides)
    following = order[(order.index(side) + 1) % len(order)]
    if ground.is_dead:
        return _share_bag(replace(state, cells=cells, rack=FrozenMap(rack), sheets=sheets, to_act=following), events)
    return _start_turn(state, following, rack, cells, sheets, events)


def _kept(state: State, names: tuple[str, ...], turn: words.Turn) -> FrozenMap[str, tuple[int, ...]]:
    """Return the tiles that each of these players, who are a side, keeps."""
    left = [list(state.rack[name]) for name in names]
    for tile in turn:
        # A turn does not say which partner gave one of equal tiles: it is the one with more tiles, the first if equal.
        givers = left if len(left) == 1 else [tiles for tiles in left if tile.value in tiles]
        max(givers, key=len).remove(tile.value)
    return FrozenMap(zip(names, map(tuple, left), strict=True))


def _share_bag(state: State, events: tuple[Event, ...]) -> Ruling:
    """Draw the bag one by one, beginning with the side whose turn it would be: nothing can be placed any more."""
    assert state.to_act is not None
    sides = tuple(state.sides)
    first = sides.index(state.to_act)
    order = [name for side in (*sides[first:], *sides[:first]) for name in state.sides[side]]
    shares = FrozenMap({name: state.bag[index :: len(order)] for index, name in enumerate(order)})
    rack = FrozenMap({name: (*state.rack[name], *shares[name]) for name in state.players})
    return _end(replace(state, rack=rack, bag=()), words.Ending.DEAD_POSITION, (*events, words.BagShared(shares)))


def _end(state: State, ending: words.Ending, events: tuple[Event, ...]) -> Ruling:
    minus = {side: sum(sum(state.rack[name]) for name in names) for side, names in state.sides.items()}
    sheets = FrozenMap({side: sheet.with_minus(minus[side]) for side, sheet in state.sheets.items()})
    state = replace(state, phase=words.Phase.OVER, to_act=None, sheets=sheets, ending=ending)
    totals = FrozenMap({side: sheet.total for side, sheet in sheets.items()})
    return state, (*events, words.GameOver(state.winners, ending, totals))


@dataclass(frozen=True, slots=True)
class StartDraw:
    """A start draw.

    Attributes:
        starter: who begins.
        tile: the highest of the tiles that the starter drew, not the last one if a tie came before it; it is kept
            as one of the starter's three first tiles.
        rounds: the tile of each player, round by round; from the second round on only those who were tied draw.
        returned: the tiles that go back into the bag, in the order in which they were drawn.
    """

    starter: str
    tile: int
    rounds: tuple[FrozenMap[str, int], ...]
    returned: tuple[int, ...]


def start_draw(players: Iterable[str], tiles: Iterable[int]) -> StartDraw:
    """Let each player draw one of the tiles in turn, and the tied ones again, until one alone has the highest.

    Args:
        players: names, clockwise.
        tiles: values in the order in which they are drawn; no more are taken than are needed.

    Raises IllegalAction if the tiles run out before one player alone has the highest, for a value that no tile has, and
    if there are no players.
    """
    drawing = tuple(players)
    if not drawing:
        raise IllegalAction("Nobody draws for the start.")
    source = iter(tiles)
    drawn: list[tuple[str, int]] = []
    rounds: list[FrozenMap[str, int]] = []
    while len(drawing) > 1 or not rounds:
        values: dict[str, int] = {}
        for name in drawing:
            value = next(source, None)
            if value is None:
                raise IllegalAction("The tiles run out before one player alone has the highest.")
            if value not in words.TILES:
                raise IllegalAction(f"There is no tile of the value {quote(value)}, the values are 1 to 6.")
            values[name] = value
            drawn.append((name, value))
        rounds.append(FrozenMap(values))
        highest = max(values.values())
        drawing = tuple(name for name in drawing if values[name] == highest)
    # "Celui qui commence garde le jeton avec le plus grand nombre de points et remet les autres dans le sac": of those
    # that the starter drew.
    (starter,) = drawing
    kept = max(value for name, value in drawn if name == starter)
    drawn.remove((starter, kept))
    return StartDraw(starter, kept, tuple(rounds), tuple(value for _, value in drawn))
