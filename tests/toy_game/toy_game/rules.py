"""The rules: who is due takes one to three blocks; whoever takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sim.rules_frame import Event, IllegalAction
from sim.rules_frame.marks import Name

MOST = 3


@dataclass(frozen=True, slots=True)
class Setup:
    """The first action: the players in the order of play, and the height of the tower."""

    players: tuple[Name, ...]
    blocks: int


@dataclass(frozen=True, slots=True)
class Take:
    """The player who is due takes so many blocks."""

    count: int


@dataclass(frozen=True, slots=True)
class State:
    """A position. taken: by player. due: index of who is to take; of the winner once it is over."""

    players: tuple[str, ...]
    blocks: int
    taken: tuple[int, ...]
    due: int = 0

    @property
    def winner(self) -> str | None:
        """Who took the last block."""
        return None if self.blocks else self.players[self.due]


@dataclass(frozen=True, slots=True)
class BlocksTaken(Event):
    """A player took blocks."""

    by: str
    count: int


@dataclass(frozen=True, slots=True)
class TowerGone(Event):
    """The last block is taken."""

    winner: str


def apply(state: State | None, action: Setup | Take) -> tuple[State, tuple[Event, ...]]:
    """Return the next position and what happened. Raises IllegalAction."""
    if isinstance(action, Setup):
        if state is not None:
            raise IllegalAction("The match has begun.")
        if not 2 <= len(set(action.players)) == len(action.players) <= 6 or action.blocks < 1:
            raise IllegalAction("Expected two to six different players, and a block at least.")
        return State(action.players, action.blocks, (0,) * len(action.players)), ()
    if state is None or state.winner is not None:
        raise IllegalAction("There is no match." if state is None else "The match is over.")
    if not 1 <= action.count <= min(MOST, state.blocks):
        raise IllegalAction(f"Expected 1 to {min(MOST, state.blocks)} blocks, found {action.count}.")
    by, left = state.players[state.due], state.blocks - action.count
    taken = tuple(count + action.count * (seat == state.due) for seat, count in enumerate(state.taken))
    events: tuple[Event, ...] = (BlocksTaken(by, action.count),)
    if not left:
        return replace(state, blocks=0, taken=taken), (*events, TowerGone(by))
    return replace(state, blocks=left, taken=taken, due=(state.due + 1) % len(state.players)), events


def to_json(state: State) -> dict[str, Any]:
    """Return a position as plain data."""
    taken = dict(zip(state.players, state.taken, strict=True))
    return {"blocks": state.blocks, "taken": taken, "due": state.players[state.due], "winner": state.winner}
