"""The bots that play by what they have learned: `fitted` and `trained`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import ClassVar

import numpy as np

from sim.bots.bot import Info, Question
from yardarm.baselines.checkpoint import Checkpoint, read_checkpoint
from yardarm.baselines.features import Data, Features
from yardarm.baselines.race import Race, in_succession, outcomes

_GAME = "riff-raff"
_APART_MM = 24.0
"""The distance between two pieces that are announced together: about a piece's width."""

_ROUNDING = 1e-9


class Learned:
    """A bot that puts its piece where the score of a checkpoint is highest, and decides the rest by the same score.

    Card: the one whose slot has the place with the highest score, high slots getting up to `haste` more early in the
    match; with a pace, also with an eye on who becomes the captain, and who loads the slot before, if all others go by
    the score alone. Captain: oneself if one may, else the player with the most pieces left. Order: of equal cards the
    player with the most pieces first. Count: two where that raises the chance of winning, if the checkpoint has a pace
    by which to judge it; else where both pieces, side by side, look safe. With a pace, the piece that may win the match
    goes where the least risk is.
    """

    name: ClassVar[str]
    FILE: ClassVar[str]
    VERSION: ClassVar[str] = "2"
    SAFE: ClassVar[float] = 0.06
    """Two pieces are announced only if the chance that anything falls is less than this for either."""
    CAPTAINCY: ClassVar[float] = 0.5
    """What it is worth to be the captain after the cards are revealed, in pieces."""
    WAIT: ClassVar[float] = 0.5
    """What it costs if another player loads the same slot before, in pieces."""

    def __init__(self, checkpoint: str | Checkpoint | None = None, haste: float = 0.0) -> None:
        """Read what was learned.

        checkpoint: a file of one's own; without one, that of the package. haste: in pieces. Raises InputError.
        """
        if isinstance(checkpoint, Checkpoint):
            self.learned = checkpoint
        else:
            self.learned = shipped(self.FILE) if checkpoint is None else read_checkpoint(Path(checkpoint))
        self._haste = float(haste)
        self.version = self.VERSION if checkpoint is None else self.learned.digest
        if self._haste:
            self.version += f"-haste{self._haste:g}"

    def reset(self, info: Info) -> None:
        """Begin a match. Raises ValueError for another game."""
        if info.game != _GAME:
            raise ValueError(f"{self.name} plays {_GAME}, and not {info.game}")
        self.sit(info.table)

    def sit(self, table: Data) -> None:
        """Sit down at a table as `info.table` describes it."""
        self._features = Features(table)

    def act(self, question: Question, rng: np.random.Generator) -> Data:
        """Return the answer to a question; nothing is left to chance."""
        view = question.view
        match question.kind:
            case "card":
                return self._card(view, question.legal)
            case "captain":
                return self._captain(view, question.legal)
            case "order":
                return self._order(view, question.legal)
            case "count":
                return {"count": self._count(view)}
        return self.place(view)

    def place(self, view: Data) -> Data:
        """Return the best placement; where nothing fits, the lightest piece in the middle."""
        places = self._features.places(view)
        if self.learned.pace is not None and self._may_win(view):
            return places.best(-self.learned.risk(places.features))
        return places.best(self.learned.score(places.features))

    def _card(self, view: Data, legal: Sequence[Data]) -> Data:
        position, me = view["position"], view["me"]
        early = 1.0 - float(position["round"] / position["rounds"])
        highest = max(1, len(position["ship"]) - 1)
        looking = (me,) if self.learned.pace is None else tuple(position["supply"])
        best = cache(partial(self._best_of_kinds, view, looking))

        def promise(name: str, card: int) -> float:
            held = [kind for kind, count in position["supply"][name].items() if count]
            # An attempt is due even where nothing fits, and surely fails.
            promised = max((best(card)[kind] for kind in held if kind in best(card)), default=-1.0)
            return promised + self._haste * early * (card - 1) / highest

        guess = {name: max(position["hands"][name], key=partial(promise, name)) for name in looking if name != me}

        def worth(answer: Data) -> float:
            card = int(answer["card"])
            return promise(me, card) + (self._standing(view, card, guess) if guess else 0.0)

        return max(legal, key=worth)

    def _best_of_kinds(self, view: Data, names: Sequence[str], card: int) -> dict[str, float]:
        """Return the highest score in a card's slot of each kind of piece that these players have, if it fits there."""
        position = view["position"]
        theirs = {kind: count for name in names for kind, count in position["supply"][name].items() if count}
        seen = {**view, "position": {**position, "supply": {**position["supply"], view["me"]: theirs}}}
        places = self._features.places(seen, card)
        best: dict[str, float] = {}
        for way, score in zip(places.way, self.learned.score(places.features), strict=True):
            kind = places.ways[int(way)][0]
            best[kind] = max(best.get(kind, -np.inf), float(score))
        return best

    def _standing(self, view: Data, card: int, guess: Mapping[str, int]) -> float:
        """Return what captaincy and the turn on a card's slot are worth, in pieces, if the others play as guessed."""
        left, me, captain = self._left(view), view["me"], view["position"]["captain"]
        tied = [name for name, other in guess.items() if other == card]
        named: str | None = None
        if card >= max(guess.values()):
            captains = [*tied, me]
            named = captain if captain in captains else max(captains, key=lambda name: left[name])
            if named == me:
                return self.CAPTAINCY
        # Captains put themselves first, and of the others those with the most pieces; chance decides between equals.
        before = [1.0 if name == named else ((left[name] > left[me]) + (left[name] >= left[me])) / 2.0 for name in tied]
        return -self.WAIT * sum(before)

    def _captain(self, view: Data, legal: Sequence[Data]) -> Data:
        left = self._left(view)
        return max(legal, key=lambda answer: (answer["captain"] == view["me"], left[answer["captain"]]))

    def _order(self, view: Data, legal: Sequence[Data]) -> Data:
        left = self._left(view)
        return max(legal, key=lambda answer: [left[name] for name in answer["order"]])

    def _count(self, view: Data) -> int:
        places = self._features.places(view)
        if not len(places.x_mm):
            return 1
        scores, risks = self.learned.score(places.features), self.learned.risk(places.features)
        first = int(np.argmax(scores))
        piece = places.ways[int(places.way[first])][0]
        others = {kind for kind, count in view["position"]["supply"][view["me"]].items() if count > (kind == piece)}
        there = np.array([kind in others for kind, _ in places.ways])[places.way]
        there &= np.abs(places.x_mm - places.x_mm[first]) >= _APART_MM
        if not there.any():
            return 1
        second = int(np.argmax(np.where(there, scores, -np.inf)))
        if self.learned.pace is None:
            return 2 if max(risks[first], risks[second]) < self.SAFE else 1
        falls, losses = self.learned.outcome(places.features)
        one, two = (outcomes(float(falls[place]), float(losses[place])) for place in (first, second))
        race = Race(self.learned.pace, view)
        return 2 if race.victory(in_succession(one, two)) > race.victory(one) + _ROUNDING else 1

    def _may_win(self, view: Data) -> bool:
        """Return whether the turn ends the match if nothing falls."""
        position = view["position"]
        due: int = (position["announced"] or 1) - position["placed"]
        return self._left(view)[view["me"]] <= due

    @staticmethod
    def _left(view: Data) -> dict[str, int]:
        return {name: sum(pieces.values()) for name, pieces in view["position"]["supply"].items()}


class Fitted(Learned):
    """A bot that maximises the reward that a regression to simulated placements expects of its next placement."""

    name, FILE = "fitted", "fitted.json"


class Trained(Learned):
    """A bot whose preference among placements was trained on the return of whole episodes; it races for the victory."""

    name, FILE, VERSION = "trained", "trained.json", "3"


@cache
def shipped(file: str) -> Checkpoint:
    """Return a checkpoint of the package. Raises InputError."""
    return read_checkpoint(Path(__file__).with_name(file))
