"""The strategy that has learned: it decides as the bot of its file does, which sees plain data alone."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import yardarm as ya
from sim.bots.words import is_outside
from sim.games.riff_raff.bots import USUAL_STRATEGY, strategy_of
from sim.games.riff_raff.bots.trained import Trained
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.questions import table_of
from sim.games.riff_raff.rules import STANDARD
from yardarm.baselines import bots

PLAYERS = ["casual:trained", "child:trained", "skilled"]


def check_questions(most: int | None) -> set[str]:
    """Compare the answers of both to the first questions of a match; return the kinds of questions."""
    match = ya.match("riff-raff", PLAYERS, seed=11, profile="draft")
    ours, bot = ya.strategy("riff-raff", "trained"), bots.Trained()
    configuration = match.configuration
    assert isinstance(configuration, RiffRaffConfiguration)
    bot.sit(table_of(configuration))
    kinds = set()
    for question in islice(match.questions(), most):
        kinds.add(question.kind)
        mine, plain = ours.act(question), bot.act(question, np.random.default_rng(1))
        assert all(mine[key] == value for key, value in plain.items()), question.kind
        # Equal cards, so that there is an order to be named.
        question.answer(question.legal[-1] if question.kind == "card" else mine)
    return kinds


def test_its_answers_are_those_of_the_bot() -> None:
    assert check_questions(9) == {"card", "captain", "order", "count", "place"}


@pytest.mark.slow
def test_its_answers_are_those_of_the_bot_all_match_long() -> None:
    assert check_questions(None) >= {"card", "count", "place", "order"}


def test_haste_prefers_high_cards() -> None:
    def card(strategy: str) -> int:
        question = next(iter(ya.match("riff-raff", PLAYERS, seed=11, profile="draft").questions()))
        return int(ya.strategy("riff-raff", strategy).act(question)["card"])

    assert card("trained?haste=2") > card("trained")
    assert card("trained?haste=2") == max(STANDARD.cards)


def test_it_is_the_usual_strategy_of_the_skilled() -> None:
    assert USUAL_STRATEGY["skilled"] == "trained"
    assert isinstance(strategy_of("trained"), Trained)


def test_an_option_that_the_bot_alone_has_names_the_bot() -> None:
    assert not is_outside("trained", "riff-raff")
    assert not is_outside("trained?haste=0.5", "riff-raff")
    assert not is_outside("trained?captaincie=1", "riff-raff")
    assert is_outside("trained?checkpoint=own.json", "riff-raff")
    assert is_outside("trained?haste=0.5&checkpoint=own.json", "riff-raff")
    assert not is_outside("simple?checkpoint=own.json", "riff-raff")
