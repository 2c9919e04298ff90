"""The rules: positions, actions and events. Chance is given by the caller."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sim.rules_frame import Event, IllegalAction, check_names

GOAL = 50


@dataclass(frozen=True, slots=True)
class Setup:
    """The first action: the players in the order of play."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is due rolls this number."""

    die: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Who is due keeps what the turn has brought."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. points: by player. turn: what this turn has brought. due: index of who is to decide, or has won."""

    players: tuple[str, ...]
    points: tuple[int, ...]
    turn: int = 0
    due: int = 0

    @property
    def winner(self) -> str | None:
        """Who has reached the goal."""
        return self.players[self.due] if self.points[self.due] >= GOAL else None


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn is over. gained: nothing after a 1."""

    by: str
    gained: int


def apply(state: State | None, action: Setup | Roll | Hold) -> tuple[State, tuple[Event, ...]]:
    """Return the next position and what happened. Raises IllegalAction."""
    if isinstance(action, Setup):
        check_names(action.players)
        if state is not None or len(action.players) < 2:
            raise IllegalAction("setup", "Expected a setup once, with two players or more.")
        return State(action.players, (0,) * len(action.players)), ()
    if state is None or state.winner is not None:
        raise IllegalAction("over", "There is no match." if state is None else "The match is over.")
    by = state.players[state.due]
    if isinstance(action, Roll):
        if not 1 <= action.die <= 6:
            raise IllegalAction("die", f"Expected a die of 1 to 6, found {action.die}.")
        if action.die > 1:
            return replace(state, turn=state.turn + action.die), ()
    gained = 0 if isinstance(action, Roll) else state.turn
    points = tuple(old + gained * (seat == state.due) for seat, old in enumerate(state.points))
    now = replace(state, points=points, turn=0)
    return replace(now, due=state.due if now.winner else (state.due + 1) % len(points)), (TurnEnded(by, gained),)
