"""Strategies of ours as bots, which a bot of one's own may ask: `strategy`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.bots.bot import Question
from sim.errors import InputError
from sim.match.seats import checked_strategy
from sim.options import SimulateOptions
from sim.protocols import Line
from sim.spec import match_of
from yardarm.words import checked_as


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy of ours as a bot. name: with its options, such as lookahead?tries=20."""

    game: str
    name: str

    def act(self, question: Question, rng: np.random.Generator | None = None) -> Line:
        """Return the answer to a question of a match of this game, as plain data.

        rng: what the strategy draws from; None: a stream that begins anew with each question.
        """
        return question.thought_of(self.name, np.random.default_rng(0) if rng is None else rng)


@checked_as(SimulateOptions)
def strategy(game: str, name: str) -> Strategy:
    """Return a strategy of ours as a bot, such as `strategy("riff-raff", "lookahead?tries=20")`. Raises InputError.

    It answers the questions of `Match.questions` and those that a bot in Python is asked, where players take turns.

        >>> import yardarm as ya
        >>> greedy = ya.strategy("zatre", "greedy")
        >>> question = next(ya.match("zatre", ["casual", "casual"]).questions())
        >>> sorted(greedy.act(question))
        ['tiles']
    """
    questions = match_of(game).questions
    if questions is None or questions.think is None:
        raise InputError(
            "game: expected one in which players take turns, found {game!r}, where a strategy follows the whole match.",
            game=game,
        )
    return Strategy(game, checked_strategy(name, game, "name"))
