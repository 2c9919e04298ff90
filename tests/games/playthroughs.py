"""Games of every kind, played at random by the rules alone: by numbers, and by what nobody decides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import yardarm as ya

NAMES = ("Anne", "Bert C.", "Cléo", "d'Or", "5", "!n")
"""Names that a text has to quote, too."""


def first_position(game: str, random: Random) -> Any:
    """A first position: any number of players, and any agreement."""
    if game == "riff-raff":
        return ya.start(game, NAMES[: random.randint(2, 4)], random)
    if game == "zatre":
        count = random.randint(2, 6)
        teams = {"t": NAMES[:2], "u": NAMES[2:4]} if count == 4 else {}
        return ya.start(game, NAMES[:count], random, teams=teams)
    if game == "zack":
        french = random.choice(("amigo", "french"))
        return ya.start(game, NAMES[: random.randint(3, 6)], random, edition=french, stop_cards=random.random() < 0.7)
    variant, count = random.choice((("teams", 4), ("teams", 6), ("two", 4), ("three", 3)))
    return ya.start(game, NAMES[:count], random, level=random.randint(1, 3), variant=variant)


def playthrough(game: str, seed: int, most: int = 300) -> Iterator[Any]:
    """Every position of a game, or of its first `most` steps; what is begun and not whole is not in them."""
    random, rules = Random(seed), ya.rules(game)
    state = first_position(game, random)
    space, begun = rules.actions(state), ()
    for _ in range(most):
        yield state
        if state.winners:
            return
        seats, tables = space.to_act(state, begun), space.of_nobody(state)
        if tables and (not seats or random.random() < 0.4):
            state, _ = rules.sample(state, random.choice(tables), random)
            begun = ()
            continue
        seat = random.choice(seats)
        action = space.decode(random.choice(sorted(space.legal(state, seat, begun))), seat)
        state, begun, _ = space.apply(state, seat, random.choice(rules.fates(action)), begun)
