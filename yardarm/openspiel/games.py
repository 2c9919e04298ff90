"""OpenSpiel's games, states and observers of our trees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from yardarm.openspiel.numbers import layout, numbers
from yardarm.openspiel.trees import KINDS, Due, Tree, tree

NAMES: Mapping[str, str] = {game: f"yardarm_{game.replace('-', '_')}" for game in KINDS}
"""OpenSpiel's name of each game."""


def register() -> None:
    """Make the games known to `pyspiel.load_game`."""
    for game in KINDS:
        # Classes, as their own games are: what else is registered is freed after the interpreter, which ends it badly.
        pyspiel.register_game(_type(game), type(NAMES[game], (Game,), {"name": game}))


def _type(game: str) -> Any:
    kind, types = KINDS[game], pyspiel.GameType
    fewest, most = kind.players
    return types(
        short_name=NAMES[game],
        long_name=f"Yardarm {game}",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": kind.usual, **kind.agreed},
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of our games.

    Attributes:
        name: which.
        tree: what is played.
    """

    name: str

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Prepare the game. Raises IllegalAction and InputError as `ya.start` does."""
        kept = {name: value for name, value in parameters.items() if name != "players"}
        self.tree = tree(self.name, int(parameters["players"]), tuple(kept.items()))
        count = len(self.tree.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tree.actions,
            max_chance_outcomes=self.tree.outcomes,
            num_players=count,
            min_utility=-1.0 / (count - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.tree.horizon,
        )
        super().__init__(_type(self.name), info, dict(parameters))

    def new_initial_state(self) -> State:
        """Return the beginning."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: whose hand is first, a fate, and each card and tile drawn, for every decision."""
        return (self.tree.horizon + 1) * (len(self.tree.box) + len(self.tree.things) + 2)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        """Return what writes observations of this kind; the usual one is of a single moment."""
        return Observer(self.tree, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. What a hand does, and what is drawn, are chance nodes."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moment = game.tree.root

    def current_player(self) -> int:
        due = self.moment.due
        if due == Due.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return due if due >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.chances()

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.words(action)

    def is_terminal(self) -> bool:
        return self.moment.due == Due.OVER

    def returns(self) -> list[float]:
        return self.moment.returns()

    def __str__(self) -> str:
        return str(self.moment)

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Return a state that is the same to this player, with all that they do not see drawn anew.

        sampler: called for numbers from 0 to 1. The history stays that of this state. Raises IllegalAction at a chance
        node.
        """
        found: State = self.clone()
        found.moment = self.moment.determinized(player, _Sampled(sampler))
        return found


class _Sampled:
    """A source of chance that calls for numbers from 0 to 1."""

    def __init__(self, sampler: Any) -> None:
        self.sampler = sampler

    def shuffle(self, things: list[Any], /) -> None:
        for place in range(len(things) - 1, 0, -1):
            other = min(place, int(self.sampler() * (place + 1)))
            things[place], things[other] = things[other], things[place]


class Observer:
    """What a player may know of a state, as OpenSpiel's observers have it: a text, and tensors of a single moment.

    Attributes:
        tensor: all numbers, None for an observer with perfect recall.
        dict: the tensors by name; they share the memory of `tensor`.
    """

    def __init__(self, tree: Tree, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observers have no parameters; found {parameters}.")
        self._tree, self._kind = tree, kind
        self._layout = layout(tree)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.perfect_recall:
            return
        shapes = {"player": (len(tree.seats),), **{name: part.shape for name, (_, part) in self._layout.items()}}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        at = 0
        for name, shape in shapes.items():
            end = at + int(np.prod(shape))
            self.dict[name] = self.tensor[at:end].reshape(shape)
            at = end

    def _hides(self) -> bool:
        return bool(self._kind.private_info == pyspiel.PrivateInfoType.NONE)

    def set_from(self, state: State, player: int) -> None:
        """Write the tensors as this player sees them."""
        if self.tensor is None:
            return
        found = numbers(self._tree, state.moment, None if self._hides() else player, self._layout)
        self.dict["player"][:] = np.arange(len(self._tree.seats)) == player
        for name, values in found.items():
            self.dict[name].reshape(-1)[:] = values

    def string_from(self, state: State, player: int) -> str:
        """Return as text what this player may know: now, or with perfect recall at any time so far."""
        moment = state.moment
        if self._kind.perfect_recall:
            return moment.information(player)
        public = moment.observation(None)
        if self._hides():
            return json.dumps(public if self._kind.public_info else {})
        own = moment.observation(player)
        if not self._kind.public_info:
            own = {key: value for key, value in own.items() if public.get(key) != value}
        return json.dumps(own)
