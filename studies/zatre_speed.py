"""The cost of decisions of ZATRE in milliseconds of processor time: every strategy, and where a team's tiles may go.

    python -m studies.zatre_speed --boards 40 --seed 1

On boards of random matches with a given number of tiles on them. `ways` is to find and count the ways to place two
tiles, `turns` to make each of them. `open` is `rules.open_squares` for each tile in a
team's hand, which a person's window asks whenever a tile is picked up. The first decision of a planner in a process
also pays for the values of all sheets, reported by itself.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from sim.games.zatre import rules as zatre
from sim.games.zatre.bots import STRATEGIES, Observation
from sim.games.zatre.bots.move_generation import any_way, ways
from sim.games.zatre.bots.sheet_value import sheet_values
from sim.games.zatre.rules.frontier import FRONTIERS
from sim.seeds import rng

TILES = (20, 60, 100)
"""On the board, or some more: when it is begun, when it offers most ways, when it is nearly full."""
TEAMS = {"one": ("a", "b"), "two": ("c", "d")}


def position(seed: int, number: int, tiles: int, teams: bool) -> zatre.State:
    """Return a position of a random match with `tiles` tiles on the board, in which one must still decide."""
    values = [value for value, count in zatre.TILES.items() for _ in range(count)]
    names = ("a", "b", "c", "d") if teams else ("a", "b")
    attempt = 0
    while True:
        stream = rng(seed, "speed", number, tiles, attempt)
        bag = [values[int(n)] for n in stream.permutation(len(values))]
        setup = zatre.Setup(names, names[0], bag[0], tuple(bag[1:]), TEAMS if teams else {})
        state, _ = zatre.apply(None, setup)
        while state.phase is zatre.Phase.PLAY and len(state.board) < tiles:
            state, _ = zatre.apply(state, zatre.Place(any_way(state.cells, state.hand, stream)))
        if state.phase is zatre.Phase.PLAY:
            return state
        attempt += 1


def costs(work: Callable[[zatre.State], object], states: Sequence[zatre.State]) -> list[float]:
    """Measure the milliseconds of processor time for each of the positions."""
    found = []
    for state in states:
        begun = time.process_time()
        work(state)
        found.append(1000.0 * (time.process_time() - begun))
    return found


def _found(state: zatre.State) -> int:
    FRONTIERS.clear()
    return len(ways(state.cells, state.hand))


def _made(state: zatre.State) -> int:
    FRONTIERS.clear()
    return sum(1 for _ in zatre.scored(state))


def table_line(name: str, tiles: int, found: Sequence[float]) -> str:
    """Return one line of the table."""
    return f"  {name:10}{tiles:8}{sum(found) / len(found):10.3f}{max(found):10.3f}"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = time.process_time()
    sheet_values(29, 4)
    print(f"values of all sheets, once in a process: {1000.0 * (time.process_time() - begun):.0f} ms")
    print(f"  {'':10}{'tiles':>8}{'mean ms':>10}{'most ms':>10}")
    for tiles in TILES:
        states = [position(arguments.seed, number, tiles, teams=False) for number in range(arguments.boards)]
        for name, strategy in STRATEGIES.items():
            # A view knows no ways yet: finding them is part of a decision.
            found = costs(lambda state, one=strategy: one.place(Observation.of(state), rng(1, "mind")), states)  # type: ignore[misc]
            print(table_line(name, tiles, found), flush=True)
        for name, work in (("ways", _found), ("turns", _made)):
            print(table_line(name, tiles, costs(work, states)), flush=True)
        states = [position(arguments.seed, number, tiles, teams=True) for number in range(arguments.boards)]
        found = [
            cost
            for state in states
            for value in sorted(set(state.hand))
            for cost in costs(lambda one, held=value: zatre.open_squares(one, (), held), [state])  # type: ignore[misc]
        ]
        print(table_line("open", tiles, found), flush=True)


if __name__ == "__main__":
    main()
