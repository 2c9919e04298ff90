"""Questions as numbers: the mask marks exactly what may be answered, and a number is an answer."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import yardarm as ya
from sim.bots.bot import Question
from sim.match.intents import Intent


def test_at_riff_raff_the_mask_is_what_is_legal() -> None:
    kinds, chance = set(), random.Random(3)
    for seed in range(1, 30):
        m = ya.match("riff-raff", ["casual:random"] * 4, seed=seed, profile="draft")
        for question in m.questions():
            kinds.add(question.kind)
            if question.kind == "place":
                assert question.mask is None
                with pytest.raises(ya.IllegalAction, match="expected an object"):
                    question.answer(0)
                break  # it costs physics; the others come before it
            mask, read = question.mask, m._questions.read
            assert mask is not None
            pending = m._played.pending
            meant = sorted(json.dumps(_plain(read(pending, int(n)))) for n in np.flatnonzero(mask))
            assert meant == sorted(json.dumps(_plain(read(pending, one))) for one in question.legal)
            with pytest.raises(ya.IllegalAction):
                question.answer(int(np.flatnonzero(~mask)[-1]))
            # The same card for all makes a captain and an order to be named.
            question.answer(int(np.flatnonzero(mask)[-1 if chance.random() < 0.9 else 0]))
        if {"card", "captain", "order"} <= kinds:
            break
    assert {"card", "order"} <= kinds


def _plain(intent: Intent) -> Any:
    return intent.line()


def test_at_zatre_tiles_are_answered_by_numbers_one_after_the_other() -> None:
    m, chance, turns = ya.match("zatre", ["casual:random"] * 2, seed=2, profile="draft"), random.Random(5), 0
    for question in m.questions():
        begun: list[int] = []
        done = len(question.mask_after()) - 1
        while not begun or begun[-1] != done:
            begun.append(int(chance.choice(np.flatnonzero(question.mask_after(*begun)))))
        assert question.mask is not None
        if turns == 0:
            with pytest.raises(ya.IllegalAction, match="have the numbers 0 to"):
                question.answer([done + 1])
            with pytest.raises(ya.IllegalAction):
                question.answer([int(np.flatnonzero(~question.mask)[0])])
        question.answer(begun)
        turns += 1
    assert turns > 20
    assert m.run().winners


def numbered(question: Question, rng: np.random.Generator) -> object:
    """Answer by a number where there are some."""
    mask = question.mask
    return question.legal[0] if mask is None else int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.study
def test_a_bot_answers_by_number() -> None:
    bot = "casual:tests.bots.test_numbers:numbered"
    m = ya.match("riff-raff", [bot, "casual:random"], seed=2, profile="draft")
    m.run()
    assert m._asked.bots.faults == []


def test_where_all_act_at_once_there_are_no_numbers() -> None:
    assert Question("Anne", "move", {}, list).mask is None
