"""The bots that play by what they have learned: `fitted`, and `trained` with a checkpoint of one's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sim.bots.bot import Info, Question
from sim.games.riff_raff.bots.learned.checkpoint import Checkpoint, read_checkpoint, shipped_checkpoint
from sim.games.riff_raff.bots.learned.features import Data, Features
from sim.games.riff_raff.bots.learned.head import Head

_GAME = "riff-raff"


class Learned(ABC):
    """A bot that decides by a checkpoint (sim/games/riff_raff/bots/learned/head.py)."""

    name: ClassVar[str]
    VERSION: ClassVar[str] = "2"

    def __init__(self, checkpoint: str | Checkpoint | None = None, haste: float = 0.0) -> None:
        """Read what was learned.

        checkpoint: a file of one's own; without one, that of the package. haste: in pieces. Raises InputError.
        """
        if isinstance(checkpoint, Checkpoint):
            self.learned = checkpoint
        else:
            self.learned = self.shipped() if checkpoint is None else read_checkpoint(Path(checkpoint))
        self._haste = float(haste)
        self.version = self.VERSION if checkpoint is None else self.learned.digest
        if self._haste:
            self.version += f"-haste{self._haste:g}"

    @classmethod
    @abstractmethod
    def shipped(cls) -> Checkpoint:
        """Return the checkpoint of the package. Raises InputError."""

    def reset(self, info: Info) -> None:
        """Begin a match. Raises ValueError for another game."""
        if info.game != _GAME:
            raise ValueError(f"{self.name} plays {_GAME}, and not {info.game}")
        self.sit(info.table)

    def sit(self, table: Data) -> None:
        """Sit down at a table as `info.table` describes it."""
        self.head = Head(self.learned, Features(table), self._haste)

    def act(self, question: Question, rng: np.random.Generator) -> Data:
        """Return the answer to a question; nothing is left to chance."""
        head, view = self.head, question.view
        match question.kind:
            case "card":
                return {"card": head.card(view, _offered(question))}
            case "captain":
                return {"captain": head.captain(view, _offered(question))}
            case "order":
                return {"order": head.order(view, _offered(question))}
            case "count":
                return {"count": head.count(view)}
        return head.place(view)


class Fitted(Learned):
    """A bot that maximises the reward that a regression to simulated placements expects of its next placement."""

    name = "fitted"

    @classmethod
    def shipped(cls) -> Checkpoint:
        """Return the checkpoint of the package. Raises InputError."""
        return shipped_fit()


class Trained(Learned):
    """A bot whose preference among placements was trained on the return of whole episodes; it races for the victory.

    With the checkpoint of the package it is the strategy `trained` of the game.
    """

    name, VERSION = "trained", "3"

    @classmethod
    def shipped(cls) -> Checkpoint:
        """Return the checkpoint of the package. Raises InputError."""
        return shipped_checkpoint()


@cache
def shipped_fit() -> Checkpoint:
    """Return the checkpoint of `fitted`. Raises InputError."""
    return read_checkpoint(Path(__file__).with_name("fitted.json"))


def _offered(question: Question) -> list[Any]:
    """Return what the legal answers to a question name; each names one thing, by the kind of the question."""
    return [answer[question.kind] for answer in question.legal]
