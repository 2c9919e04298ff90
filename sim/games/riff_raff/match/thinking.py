"""The answers of strategies to the questions of a match."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.riff_raff.bots import Observation, strategy_of
from sim.games.riff_raff.match.intents import (
    AnnounceCount,
    ChooseCard,
    NameCaptain,
    Place,
    RiffRaffIntent,
    SetOrder,
)
from sim.match.intents import Intent, malformed
from sim.match.turn_based import Question
from sim.people.execution import PlaceIntent


def thought_of(name: str, question: Question[Observation, Intent], stream: np.random.Generator) -> RiffRaffIntent:
    """Return the answer of a strategy, by its name with its options. Raises IllegalAction where it is malformed."""
    view, (by,), strategy = question.view, question.by, strategy_of(name)
    match question.kind:
        case "card":
            return ChooseCard(by=by, card=strategy.choose_card(view, stream))
        case "captain":
            return NameCaptain(by=by, captain=strategy.name_captain(view, view.state.tied_for_captain, stream))
        case "order":
            return SetOrder(by=by, order=strategy.arrange(view, view.state.groups, stream))
        case "count":
            return AnnounceCount(by=by, count=strategy.announce(view, stream))
    meant: Any = strategy.place(view, stream)
    if not isinstance(meant, PlaceIntent):
        raise malformed(by, "place", "expected a PlaceIntent", meant)
    return Place.of(by, meant)
