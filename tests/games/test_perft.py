"""Exact counts of what can happen in a few steps from a position, as chess engines count moves (perft).

`tests/golden/perft.txt` holds positions as lines of text, so that other implementations of the rules can be held to the
same counts: sequences of that many legal actions, how many of them end the game, and the different positions reached.
At ZIGZAG every action of the table counts once, as `legal_actions` lists it. A count that changes means that the rules
have changed. After a change that is meant: `YARDARM_REWRITE_GOLDEN=1 pytest tests/games/test_perft.py`.
Riff Raff, with all that may fall, is counted in tests/games/riff_raff/rules/test_counts.py.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import yardarm as ya
from tests.games.playthroughs import NAMES, playthrough

COUNTS = Path("tests/golden/perft.txt")
HEADER = "# game steps sequences endings positions | position\n"
QUICK = 1000
"""Sequences that are counted in every run; more of them are slow."""
STEPS = {"riff-raff": 3, "zatre": 3, "zack": 4, "zigzag": 3}


def perft(game: str, text: str, steps: int) -> tuple[int, int, int]:
    rules = ya.rules(game)
    reached = [rules.from_text(text)]
    for _ in range(steps):
        reached = [rules.apply(before, action)[0] for before in reached for action in rules.legal_actions(before)]
    return len(reached), sum(bool(state.winners) for state in reached), len(set(reached))


def positions(game: str) -> list[Any]:
    """The first one, one of the middle, and one near the end."""
    if game == "zigzag":
        return [state for seed in (1, 2) for state in islice(playthrough(game, seed, 60), 20, None, 30)]
    if game == "zatre":
        played = list(playthrough(game, 4))
        assert not played[0].teams
        return [played[0], *played[-60:-1:25], played[-2]]
    return [ya.start(game, NAMES[:3], Random(1)), *list(playthrough(game, 3))[-40:-1:19]]


def lines() -> list[tuple[str, int, tuple[int, int, int], str]]:
    found = []
    for line in COUNTS.read_text("utf-8").splitlines()[1:]:
        numbers, text = line.split(" | ")
        game, *counts = numbers.split()
        steps, *rest = map(int, counts)
        found.append((game, steps, (rest[0], rest[1], rest[2]), text))
    return found


def written() -> str:
    found = [HEADER]
    for game, most in STEPS.items():
        for state in positions(game):
            text, steps, counts = ya.rules(game).to_text(state), 1, (1, 0, 1)
            while steps <= most and 0 < counts[0] < 1500 and counts[1] < counts[0]:
                counts = perft(game, text, steps)
                found.append(f"{game} {steps} {' '.join(map(str, counts))} | {text}\n")
                steps += 1
    return "".join(found)


if os.environ.get("YARDARM_REWRITE_GOLDEN"):
    COUNTS.write_text(written(), "utf-8")


@pytest.mark.parametrize(
    "line", [line for line in lines() if line[2][0] <= QUICK], ids=lambda line: f"{line[0]}-{line[1]}"
)
def test_the_counts_are_those_on_file(line: tuple[str, int, tuple[int, int, int], str]) -> None:
    game, steps, counts, text = line
    assert perft(game, text, steps) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", [line for line in lines() if line[2][0] > QUICK], ids=lambda line: f"{line[0]}-{line[1]}"
)
def test_the_larger_counts_are_those_on_file(line: tuple[str, int, tuple[int, int, int], str]) -> None:
    game, steps, counts, text = line
    assert perft(game, text, steps) == counts
