"""Episodes that can be held: saved as plain data, loaded, forked with the same or with other noise, copied, pickled."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, TypeAlias

import numpy as np
from gymnasium.utils import EzPickle

from sim.errors import InputError, whole
from sim.seeds import derive
from sim.untrusted_text import quoted

FORMAT, VERSION = "yardarm-episode", 1
State: TypeAlias = Mapping[str, Any]
"""An episode that is held, as plain data: `{"format": "yardarm-episode", "version": 1, "environment", "episode"}`."""


class Holding(EzPickle):
    """An environment whose episode can be held. Copies and pickles hold its arguments and its state, nothing live."""

    @abstractmethod
    def _held(self) -> dict[str, Any] | None:
        """Return the episode as plain data; None before the first."""

    @abstractmethod
    def _hold(self, episode: Any) -> None:
        """Go to the moment of an episode. Raises KeyError, TypeError or ValueError for other data, and InputError."""

    @abstractmethod
    def _renoise(self, seed: int) -> None:
        """Draw from another seed from now on."""

    def save(self) -> State:
        """Return the episode as plain data, which `load` of an environment with the same arguments takes."""
        return {"format": FORMAT, "version": VERSION, "environment": type(self).__module__, "episode": self._held()}

    def load(self, state: State) -> None:
        """Go to the moment that `save` returned. Raises InputError."""
        given: Any = state
        found = dict(given) if isinstance(given, Mapping) else {}
        for key, expected in (("format", FORMAT), ("version", VERSION), ("environment", type(self).__module__)):
            if found.get(key) != expected:
                raise InputError(
                    "state: {key}: expected {expected}, found {found}.",
                    key=key,
                    expected=expected,
                    found=quoted(found.get(key)),
                )
        if found.get("episode") is None:
            raise InputError("state: episode: expected one that has begun, found none.")
        try:
            self._hold(found["episode"])
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise InputError("state: episode: expected what `save` returned.") from error

    def fork(self, renoise: int | None = None) -> Self:
        """Return another environment at the same moment. Raises InputError.

        renoise: a seed, of which from now on is drawn what hands and eyes make of the actions and what nobody has seen;
        None: what they will make of them here.
        """
        seed = None if renoise is None else derive(whole("renoise", renoise, 0), "renoise")
        found = deepcopy(self)
        if seed is not None:
            found._renoise(seed)
        return found

    def __getstate__(self) -> dict[str, Any]:
        # Gymnasium gives its environments the spec of which they were made.
        return {**super().__getstate__(), "spec": self.__dict__.get("spec"), "episode": self._held()}

    def __setstate__(self, data: dict[str, Any]) -> None:
        super().__setstate__(data)
        if data["spec"] is not None:
            self.__dict__["spec"] = data["spec"]
        if data["episode"] is not None:
            self._hold(data["episode"])


class Replaying(Holding):
    """An environment whose episode is held as what it began with and the actions since, which are carried out again.

    So it is wherever a world lives on from one step to the next.
    """

    _began: dict[str, Any] | None = None
    _actions: list[Any]
    _renoised: list[tuple[int, int]]

    @abstractmethod
    def _begin(self, began: Any) -> object:
        """Begin an episode with what `_log_begin` got."""

    @abstractmethod
    def _again(self, action: Any) -> None:
        """Carry out an action as `_log` got it."""

    @abstractmethod
    def _streams(self) -> np.random.Generator:
        """Return the generator of which the episodes to come are drawn."""

    @abstractmethod
    def _set_noise(self, seed: int) -> None:
        """Draw from another seed from now on."""

    def _log_begin(self, **began: Any) -> None:
        """Note what an episode begins with."""
        self._began, self._actions, self._renoised = began, [], []

    def _log(self, action: Any) -> None:
        """Note an action that is carried out."""
        self._actions.append(action)

    def _held(self) -> dict[str, Any] | None:
        if self._began is None:
            return None
        plain = json.loads(json.dumps([self._began, self._actions], default=lambda value: value.tolist()))
        noise = [list(each) for each in self._renoised]
        stream = self._streams().bit_generator.state
        return {"began": plain[0], "actions": plain[1], "noise": noise, "stream": stream}

    def _hold(self, episode: Any) -> None:
        noise = [(int(at), int(seed)) for at, seed in episode["noise"]]
        self._begin(episode["began"])
        for number in range(len(episode["actions"]) + 1):
            for at, seed in noise:
                if at == number:
                    self._renoise(seed)
            if number < len(episode["actions"]):
                self._again(episode["actions"][number])
        self._streams().bit_generator.state = episode["stream"]

    def _renoise(self, seed: int) -> None:
        self._renoised.append((len(self._actions), seed))
        self._set_noise(seed)
