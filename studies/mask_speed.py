"""The cost of masks in microseconds of processor time: at every decision of games that are played at random by masks.

    python -m studies.mask_speed --decisions 2000 --seed 1

Of each game at its usual table: how long one mask of one seat takes, mean and median, at 90 and at 99 of a hundred, and
at most.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

import numpy

from sim.games.riff_raff import rules as riff_raff
from sim.games.zack import rules as zack
from sim.games.zack.deck import build_deck, shipped_deck_table
from sim.games.zatre import rules as zatre
from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.box import build_box, shipped_box_table
from sim.rules_frame.action_space import ActionSpace
from sim.seat import NAMES
from sim.seeds import rng

FOUR = NAMES[:4]
Thing = TypeVar("Thing")


def shuffled(things: Sequence[Thing], chance: numpy.random.Generator) -> tuple[Thing, ...]:
    """Return these things in an order by chance."""
    return tuple(things[place] for place in chance.permutation(len(things)))


def tables(chance: numpy.random.Generator) -> dict[str, tuple[ActionSpace[Any, Any], Any]]:
    """Return the numbered actions and the first position of every game, at its usual table."""
    tiles = shuffled([value for value, count in zatre.TILES.items() for _ in range(count)], chance)
    colours = dict(zip(FOUR, zack.Colour, strict=False))
    deck = build_deck(shipped_deck_table(), "shipped").cards([colour.value for colour in colours.values()])
    hands = zack.deal(shuffled([zack.Card(card) for card in deck], chance), FOUR).hands
    box = build_box(shipped_box_table(), "shipped")
    return {
        "riff-raff": _begun(riff_raff, riff_raff.Setup(FOUR, FOUR[0])),
        "zatre": _begun(zatre, zatre.Setup(FOUR[:2], FOUR[0], tiles[0], tiles[1:])),
        "zack": _begun(zack, zack.Setup(FOUR, colours, hands, FOUR[0])),
        "zigzag": _begun(zigzag, zigzag.Setup(FOUR, box.deck(1, 2))),
    }


def _begun(rules: Any, setup: Any) -> tuple[ActionSpace[Any, Any], Any]:
    return rules.actions(setup), rules.apply(None, setup)[0]


def costs(space: ActionSpace[Any, Any], state: Any, chance: numpy.random.Generator) -> Iterator[float]:
    """Play at random to the end; yield the microseconds of processor time of every mask on the way."""
    begun: tuple[Any, ...] = ()
    while not state.winners:
        choices: list[tuple[str | None, Any]] = []
        for seat in space.to_act(state, begun):
            since = time.process_time_ns()
            mask = space.mask(state, seat, begun)
            yield (time.process_time_ns() - since) / 1000.0
            choices += [(seat, space.decode(int(number), seat)) for number in numpy.flatnonzero(mask)]
        choices += _of_nobody(space, state, chance)
        by, action = choices[chance.integers(len(choices))]
        state, begun, _ = space.apply(state, by, action, begun)


def _of_nobody(space: Any, state: Any, chance: numpy.random.Generator) -> list[tuple[str | None, Any]]:
    """Return what nobody decides at ZIGZAG, and so has no number."""
    found: list[tuple[str | None, Any]] = []
    for action in space.of_nobody(state):
        if isinstance(action, zigzag.Deal | zigzag.Shuffle):
            found.append((None, replace(action, pile=shuffled(action.pile, chance))))
        elif not isinstance(action, zigzag.AgreeSigns):
            # As often as all else together, so that a set gets on.
            found += [(None, action)] * 20
    return found


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("  microseconds     numbers      mean    median      90 %      99 %      most")
    for game in tables(rng(options.seed, "mask speed")):
        found: list[float] = []
        attempt = 0
        while len(found) < options.decisions:
            chance = rng(options.seed, "mask speed", game, attempt)
            space, state = tables(chance)[game]
            found += islice(costs(space, state, chance), options.decisions - len(found))
            attempt += 1
        median, most_of_them, nearly_all = numpy.quantile(found, (0.5, 0.9, 0.99))
        mean = sum(found) / len(found)
        columns = (median, most_of_them, nearly_all, max(found))
        print(f"  {game:12}{len(space):12}{mean:10.0f}" + "".join(f"{column:10.0f}" for column in columns))


if __name__ == "__main__":
    main()
