"""A bot, `casual:@examples/learning/ismcts.py?rounds=64`: it searches the information sets of ZATRE by the rules alone.

Single-observer ISMCTS (Cowling, Powley, Whitehouse 2012): each round draws anew what the player cannot see, goes down
one tree by UCB1 over the turns that are legal there, adds a turn to it, and notes who is ahead then, and by how much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import yardarm as ya

RULES = ya.rules("zatre")
TURNS = 2
"""How many turns the search looks ahead: its own, and the reply."""
POINTS, CURIOSITY = 20.0, 0.5


@dataclass
class Node:
    """A turn: how often it was tried and how often it was legal, its worth in all to who took it, what followed."""

    tried: int = 0
    legal: int = 0
    worth: float = 0.0
    turns: dict = field(default_factory=dict)

    def bound(self):
        return self.worth / self.tried + CURIOSITY * math.sqrt(math.log(self.legal) / self.tried)


class Bot:
    name, version = "ismcts", "1"

    def __init__(self, rounds=64):
        self.rounds = rounds

    def act(self, question, rng):
        model = question.model(int(rng.integers(2**32)))
        turn = search(model.position, question.by, self.rounds, rng)
        return {"tiles": [{"value": tile.value, "row": tile.row, "col": tile.col} for tile in turn.tiles]}


def search(position, me, rounds, rng):
    """Return the turn that was tried most. What the position has of hidden tiles is not looked at."""
    root, before = Node(), lead(position, me)
    for _ in range(rounds):
        state, node, path = RULES.determinize(position, me, rng), root, []
        while state.to_act and len(path) < TURNS:
            legal = RULES.legal_actions(state)
            for turn in legal:
                node.turns.setdefault(turn, Node()).legal += 1
            new = [turn for turn in legal if not node.turns[turn].tried]
            turn = new[rng.integers(len(new))] if new else max(legal, key=lambda turn: node.turns[turn].bound())
            node = node.turns[turn]
            path.append((node, state.to_act))
            state, _ = RULES.apply(state, turn)
            if new:
                break
        worth = math.tanh((lead(state, me) - before) / POINTS)
        for node, by in path:
            node.tried += 1
            node.worth += worth if by == me else -worth
    return max(root.turns, key=lambda turn: root.turns[turn].tried)


def lead(state, me):
    """Return by how many points a player is ahead of the mean of the others."""
    totals = {name: sheet.total for name, sheet in state.sheets.items()}
    mine = totals.pop(me)
    return mine - sum(totals.values()) / len(totals)
