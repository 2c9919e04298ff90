"""What a head is shown: what its seat may know, and nothing that could tell the hidden or the future."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from sim.configuration import load_configuration
from sim.games.riff_raff import bots as riff_raff
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.zatre import bots as zatre
from sim.games.zatre import rules
from sim.games.zatre.match import ZatreMatch
from sim.games.zatre.rules import Turn
from sim.match.seats import seats_from
from sim.rules_frame import FrozenMap
from sim.seeds import rng
from tests.match.heads import Head

SEED = 0x5EED_1234


def words_in(stream: np.random.Generator) -> set[int]:
    """The words that a generator can be asked for of which its stream was made."""
    sequence: Any = stream.bit_generator.seed_seq
    return {int(word) for word in np.atleast_1d(sequence.entropy)} | {int(word) for word in sequence.spawn_key}


def test_a_stream_of_the_house_could_tell_its_seed() -> None:
    assert SEED in words_in(rng(SEED, "mind"))


def test_nobody_sees_the_cards_that_others_have_just_chosen(
    monkeypatch: pytest.MonkeyPatch, configuration: RiffRaffConfiguration
) -> None:
    views = []
    for card in (1, 10):
        bert = Head()
        monkeypatch.setitem(riff_raff.STRATEGIES, "anne", Head(cards=(card,)))
        monkeypatch.setitem(riff_raff.STRATEGIES, "bert", bert)
        match = RiffRaffMatch(configuration, seats_from(["casual:anne", "casual:bert"], "riff-raff"), SEED)
        while not bert.seen:
            match.advance(1.0)
        views.append(bert.seen[0])
        assert SEED not in words_in(bert.streams[0])
    assert views[0] == views[1]
    assert views[0].state.cards == {}


class Onlooker:
    """Plays any way at ZATRE, and notes what it was shown."""

    def __init__(self) -> None:
        self.seen: list[zatre.Observation] = []
        self.streams: list[np.random.Generator] = []

    def place(self, view: zatre.Observation, stream: np.random.Generator) -> Turn:
        """The first way there is."""
        self.seen.append(view)
        self.streams.append(stream)
        return view.options[0].turn


def kept_by_others() -> rules.State:
    """A position in the middle of a match, in which others keep tiles face down."""
    match = ZatreMatch(load_configuration("zatre"), seats_from(["casual:greedy"] * 3, "zatre"), 3)
    while match.table.state is None or len(match.table.state.bag) > 40:
        match.advance(1.0)
    state = match.table.state
    assert state.to_act is not None
    rack = {name: tiles if name == state.to_act else state.bag[:1] for name, tiles in state.rack.items()}
    return replace(state, rack=FrozenMap(rack), bag=state.bag[2:])


def test_neither_the_order_of_the_bag_nor_what_others_keep_can_be_told_from_a_view() -> None:
    state = kept_by_others()
    hidden = [name for name in state.players if name != state.to_act]
    drawn = (*state.bag[::-1], *(value for name in hidden for value in state.rack[name]))
    counts = [len(state.rack[name]) for name in hidden]
    rack = {**state.rack, **{name: drawn[n : n + 1] for n, name in enumerate(hidden)}}
    other = replace(state, rack=FrozenMap(rack), bag=drawn[sum(counts) :])
    assert (other.bag, other.rack) != (state.bag, state.rack)
    assert zatre.Observation.of(other) == zatre.Observation.of(state)
    shown = {field.name for field in fields(zatre.Observation)}
    assert shown == {"me", "cells", "rack", "sheet", "rivals", "unseen", "bag", "drawn"}
    assert isinstance(zatre.Observation.of(state).bag, int)


@pytest.mark.parametrize("strategy", ["random", "greedy", "sheet", "planner"])
def test_no_strategy_of_zatre_places_by_the_order_of_the_bag(strategy: str) -> None:
    state = kept_by_others()
    other = replace(state, bag=tuple(sorted(state.bag)))
    assert other.bag != state.bag
    one, two = (zatre.STRATEGIES[strategy].place(zatre.Observation.of(each), rng(1, "mind")) for each in (state, other))
    assert one == two


def test_no_head_of_zatre_can_read_the_seed_of_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    head = Onlooker()
    monkeypatch.setitem(zatre.STRATEGIES, "onlooker", head)
    match = ZatreMatch(load_configuration("zatre"), seats_from(["casual:onlooker"] * 2, "zatre"), SEED)
    while not head.seen:
        match.advance(1.0)
    assert SEED not in words_in(head.streams[0])
    options: Any = head.seen[0].options
    with pytest.raises(TypeError, match="item assignment"):
        options[0] = options[-1]
    assert not isinstance(options, MutableSequence), "it could be changed under the match's eyes"
