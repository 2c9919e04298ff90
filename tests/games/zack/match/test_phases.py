"""The phases between and around games: how long they take, and that with play they make up a match."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from sim.configuration import changed_configuration
from sim.games.zack.configuration import load
from sim.games.zack.match.frame import TableStage, Verdict
from sim.games.zack.match.match import ZackMatch
from sim.games.zack.match.phases import DEALT_S, Phases
from sim.games.zack.rows import RowCollector
from sim.match.seats import seats_from
from sim.physics.contact.profiles import TICK_HZ
from sim.seeds import Noise

CONFIGURATION = load()
MEASURES = CONFIGURATION.table
SEATS = seats_from(["casual", "child", "casual"], "zack")
CALM = {seat.name: CONFIGURATION.skills["casual"].noiseless() for seat in SEATS}
FIRST = SEATS[0].name
PROVED = Verdict(FIRST, SEATS[1].name, "out_of_turn", True, SEATS[1].name, 9, 0.0)


def phases(**changes: Any) -> Phases:
    return replace(Phases(MEASURES, SEATS, CALM, Noise(1)), **changes)


def test_a_challenge_takes_a_glance_or_a_talk_and_the_taking_up_of_the_bowl() -> None:
    skill, cards = CALM[FIRST], PROVED.cards
    grabs = -(-cards // MEASURES.cards_a_grab)
    assert grabs == 2
    found = phases().challenge_s(PROVED, 1)
    assert found == pytest.approx(MEASURES.judging_s + skill.order_median_s + grabs * skill.tidy_median_s)
    slow = replace(PROVED, reason="slow")
    assert phases().challenge_s(slow, 1) == pytest.approx(found - skill.order_median_s)
    void = replace(slow, taker=None, cards=0)
    assert phases().challenge_s(void, 1) == MEASURES.judging_s


def test_colours_are_laid_out_anew_card_by_card() -> None:
    assert phases().swap_s(1) == pytest.approx(MEASURES.judging_s + 3 * CALM[FIRST].tidy_median_s)


def test_cards_are_brought_together_shuffled_and_dealt_between_games() -> None:
    tidying = 4 * CALM[FIRST].tidy_median_s  # two hands, and a bowl of two grabs
    expected = tidying + MEASURES.shuffle_s + 54 * MEASURES.deal_card_s
    assert phases().between_games_s(FIRST, (9, 0, 3, 8), 54, 2) == pytest.approx(expected)
    assert phases().between_games_s(FIRST, (), 54, 1) == DEALT_S


def test_a_person_at_the_screen_neither_talks_nor_waits_for_the_dealer() -> None:
    seats = seats_from(["me", "child", "casual"], "zack", persons=True)
    person = seats[0].name
    skills = {seat.name: CALM[FIRST] for seat in seats}
    at_screen = phases(seats=seats, skills=skills)
    assert at_screen.between_games_s(seats[1].name, (9, 3, 8), 54, 2) == DEALT_S
    verdict = replace(PROVED, by=person, taker=None)
    assert at_screen.challenge_s(verdict, 1) == MEASURES.judging_s
    assert at_screen.challenge_s(replace(verdict, by=seats[1].name), 1) > MEASURES.judging_s


def test_no_phase_changes_the_luck_of_another() -> None:
    skills = {seat.name: CONFIGURATION.skills["casual"] for seat in SEATS}
    usual, slow = phases(skills=skills), phases(skills=skills, measures=MEASURES.model_copy(update={"shuffle_s": 60.0}))
    assert usual.challenge_s(PROVED, 3) == slow.challenge_s(PROVED, 3) != usual.challenge_s(PROVED, 4)
    games = [each.between_games_s(FIRST, (9,), 54, 2) for each in (usual, slow)]
    assert games[0] < games[1]


@pytest.mark.slow
def test_the_phases_of_a_match_add_up_to_its_length() -> None:
    """Tick by tick: every stage of the table, and what the rows make of the lines."""
    deck = {"splits": {"six_five": {"circles_per_colour": 1, "cards_per_action": 1}}}
    collector = RowCollector(0, 5, SEATS)
    configuration = changed_configuration("zack", {"deck": deck}, profile="draft")
    match, ticks = ZackMatch(configuration, SEATS, 5, collector.add_line), Counter[TableStage]()
    match.advance(1 / TICK_HZ)  # what happens at 0 s
    while not match.finished:
        stage, before = match.table.stage, match.tick
        match.advance(1 / TICK_HZ)
        ticks[stage] += match.tick - before
    row = collector.match_row()
    whole, dealt, play, stopped = (
        round(seconds * TICK_HZ) for seconds in (row.simulated_s, row.dealt_s, row.play_s, row.stopped_s)
    )
    assert row.games > 1
    assert stopped > 0
    assert ticks.total() == whole == dealt + play
    assert ticks[TableStage.STOPPED] + ticks[TableStage.CHOOSING] == stopped
    # Play begins a reaction before the first hand does, which is the first sign of it on record.
    assert 0 < dealt - ticks[TableStage.DEALING] < 3 * TICK_HZ * row.games
