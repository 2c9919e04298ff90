"""A bot that plays, as a match knows it: asked with a limit of time, and never trusted."""

from __future__ import annotations

import math
from typing import Protocol

from sim.bots.bot import Info, Question
from sim.protocols import Line


class Late(Exception):  # noqa: N818 - no error of ours: the answer did not come in time
    """The answer has not come in time."""


class Failed(Exception):  # noqa: N818 - no error of ours: the bot has raised, or its answer cannot be understood
    """The bot gives no answer. The message says why, in words without a full stop."""


class Gone(Failed):
    """The bot has ended, or was ended for what it did, and plays no more in this match."""


class Player(Protocol):
    """An external bot that has been started.

    name, version: what it calls itself. next_s: when it wants to be asked next, as it said with its last answer. busy:
    True while it is asked.
    """

    name: str
    version: str
    next_s: object
    busy: bool

    @property
    def used_s(self) -> float:
        """The processor time so far of all its threads and processes (s); NaN where it cannot be measured."""

    def begin(self, info: Info) -> None:
        """Begin a match. Raises Late and Failed."""

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen; an error of the bot shows at the next question."""

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""

    def end(self) -> None:
        """End the bot, and all that it has started."""


class Absent:
    """A bot that could be started as it was named, and cannot be any more: it forfeits its match, and voids none."""

    name = version = ""
    next_s: object = None
    busy = False
    used_s = math.nan

    def __init__(self, why: str) -> None:
        """Note why it is not there, in words without a full stop."""
        self._why = why

    def begin(self, info: Info) -> None:
        """Begin no match. Raises Gone."""
        raise Gone(self._why)

    def see(self, percept: Line) -> None:
        """See nothing."""

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Answer nothing. Raises Gone."""
        raise Gone(self._why)

    def end(self) -> None:
        """Do nothing."""
