"""Whose turn a frame of Riff Raff tells: while its outcome is told, still the turn that was played."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.games.riff_raff.panels import what_happens
from sim.games.riff_raff import rules
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice, RiffRaffMatch
from sim.games.riff_raff.match.frame import RiffRaffFrame, TableStage
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, SetOrder
from sim.games.riff_raff.match.practice import lost_words
from sim.match.intents import Intent
from sim.match.seats import seats_from
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import seated, set_down, three_equal_cards, wait

ME = Seat("You", "casual", "person")


def turns(match: RiffRaffMatch, most_s: float) -> list[tuple[RiffRaffFrame, RiffRaffFrame]]:
    """Of every attempt of that time a frame in which the hand lowers the piece, and one in which it is ruled."""
    found: list[tuple[RiffRaffFrame, RiffRaffFrame]] = []
    loading = before = None
    while match.time_s < most_s and not match.finished:
        match.advance(0.1)
        frame = match.frame()
        if frame.table_stage is TableStage.LOADING:
            loading = frame
        if frame.table_stage is TableStage.RULED and before is not TableStage.RULED:
            assert loading is not None
            found.append((loading, frame))
        before = frame.table_stage
    return found


def told(frame: RiffRaffFrame) -> tuple[Any, ...]:
    """What a frame tells of the turn."""
    seats = [(seat.name, seat.card, seat.is_due, seat.is_captain, seat.turn_in_round) for seat in frame.seats]
    return frame.due, frame.slot, frame.round, frame.announced, seats


def test_while_an_outcome_is_told_the_frame_is_still_about_that_turn(configuration: RiffRaffConfiguration) -> None:
    match = RiffRaffMatch(configuration, seats_from(["casual:random"] * 3, "riff-raff"), 8)
    pairs = turns(match, 120.0)
    # More than one round: its last turn too, after which nobody is due by the rules.
    assert {loading.round for loading, _ in pairs} >= {1, 2}
    for loading, ruled in pairs:
        assert told(ruled) == told(loading)
        if not ruled.goes_on:
            assert what_happens(ruled) == f"{loading.due}'s turn is over"


def test_the_log_begins_what_is_next_when_the_outcome_has_been_seen(configuration: RiffRaffConfiguration) -> None:
    match = RiffRaffMatch(configuration, seats_from(["casual:random"] * 3, "riff-raff"), 8)
    begun: list[tuple[str, TableStage]] = []
    while match.time_s < 120.0:
        said = match.said
        match.advance(0.1)
        lines = match.ticker[len(match.ticker) - (match.said - said) :]
        begun += [(line.text, match.table.stage) for line in lines if line.tone == "turn"]
    assert any(words.startswith("Round 2") for words, _ in begun)
    assert sum("loads slot" in words for words, _ in begun) > 3
    assert not any(stage in (TableStage.RULED, TableStage.TIDYING) for _, stage in begun)


def test_between_two_pieces_of_a_turn_it_is_not_over(configuration: RiffRaffConfiguration) -> None:
    match, _ = three_equal_cards(configuration)
    match.act(SetOrder(by="Cleo", order=("Bert", "Ada")))
    wait(match, lambda: match.question("Cleo") == "place")
    set_down(match, "Cleo", "plank", 6)
    assert what_happens(match.frame()) == "Cleo's turn is over"
    wait(match, lambda: match.question("Bert") == "count")
    match.act(AnnounceCount(by="Bert", count=2))
    wait(match, lambda: match.question("Bert") == "place")
    set_down(match, "Bert", "rat", 6)
    assert match.state.phase is rules.Phase.LOAD
    assert what_happens(match.frame()) == "Bert has another piece to load"


@pytest.mark.parametrize(
    ("cards", "question", "answer"),
    [
        ((3, 6, 6), "captain", NameCaptain(by="Ada", captain="Cleo")),
        ((7, 6, 6), "order", SetOrder(by="Ada", order=("Cleo", "Bert"))),
    ],
)
def test_what_has_been_answered_is_asked_no_more(
    configuration: RiffRaffConfiguration, cards: tuple[int, ...], question: str, answer: Intent
) -> None:
    match, _ = seated(configuration, 2, "me=Ada", "me=Bert", "me=Cleo")
    wait(match, lambda: len(match.waits_for) == 3)
    for name, card in zip(("Ada", "Bert", "Cleo"), cards, strict=True):
        match.act(ChooseCard(by=name, card=card))
    wait(match, lambda: match.question("Ada") == question)
    match.act(answer)
    match.advance(0.1)
    # The cards are still being looked at: nobody has to do anything.
    assert match.frame().table_stage is TableStage.REVEALED
    assert (match.question("Ada"), match.waits_for) == (None, ())


def test_a_try_is_counted_when_the_next_begins_and_its_end_is_told(configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, ME, 4, slot=6, piece="crate")
    wait(practice, lambda: practice.waits_for == ("You",))
    assert practice.frame().round == 1
    set_down(practice, "You", "crate", 6)
    frame = practice.frame()
    assert (frame.round, what_happens(frame)) == (1, "Your try is over")
    wait(practice, lambda: practice.question("You") == "place")
    assert practice.frame().round == 2


@pytest.mark.parametrize(
    ("fallen", "caught", "said", "tone"),
    [
        (1, 0, "1 piece fell.", "bad"),
        (2, 0, "2 pieces fell.", "bad"),
        (0, 1, "1 piece fell and was caught.", "plain"),
        (0, 2, "2 pieces fell and were caught.", "plain"),
        (2, 1, "3 pieces fell, 1 of them was caught.", "bad"),
        (1, 2, "3 pieces fell, 2 of them were caught.", "bad"),
    ],
)
def test_what_was_caught_is_not_told_as_lost(fallen: int, caught: int, said: str, tone: str) -> None:
    assert lost_words(fallen, caught) == (said, tone)
