"""A ship of `Yardarm/RiffRaffPlace-v0` as a bot at a table sees it, to train one; it needs the extra `rl`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.games.riff_raff.bots.learned.features import Data, Features, Places
from sim.games.riff_raff.match.intents import Place
from sim.games.riff_raff.match.questions import range_mm, table_of, view_of
from sim.match.turn_based import Question
from sim.people.execution import PlaceIntent
from yardarm.envs.riff_raff_place import ME, PlaceAction, RiffRaffPlace


@dataclass(frozen=True, slots=True)
class Table:
    """A ship that is loaded in the environment, with what a bot at a table would be given."""

    env: RiffRaffPlace
    plain: dict[str, Any]
    features: Features

    @classmethod
    def of(cls, env: Any) -> Table:
        """Return the table of a RiffRaffPlace, which may be wrapped."""
        inner = env.unwrapped
        assert isinstance(inner, RiffRaffPlace)
        plain = table_of(inner.configuration)
        return cls(inner, plain, Features(plain))

    @property
    def view(self) -> Data:
        """What a bot sees now, as plain data."""
        return view_of(Question((ME,), Place, self.env.view))

    def places(self) -> Places:
        """Return the places that are there for the pieces in the hand."""
        return self.features.places(self.view)

    def action(self, answer: Data) -> PlaceAction:
        """Return the action of the environment that means a bot's answer."""
        return self.env.action(self.meant(answer))

    def meant(self, answer: Data) -> PlaceIntent:
        """Return the placement that a bot's answer means."""
        if "stance" in answer:
            return PlaceIntent(answer["piece"], answer["stance"], answer["slot"], answer["x_mm"])
        # As the match completes it: the first stance, in the middle of what is allowed.
        kind, slot = answer["piece"], self.env.slot
        stance = next(iter(self.plain["pieces"][kind]["stances"]))
        return PlaceIntent(kind, stance, slot, sum(range_mm(self.env.configuration.setup, slot, kind, stance)) / 2.0)
