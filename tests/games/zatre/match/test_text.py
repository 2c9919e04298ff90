"""ZATRE in words: one player wins, a team win; what several persons at one mouse are told of each other's tiles."""

from __future__ import annotations

from typing import Any

import pytest

from sim.configuration import changed_configuration, load_configuration
from sim.games.zatre import rules
from sim.games.zatre.match import ZatreMatch as Match
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zatre.match.text import headline
from sim.games.zatre.rules.vocabulary import Ending
from sim.match.seats import seats_from
from sim.rules_frame import Event, FrozenMap

TEAM = "Ada and Bert"


def said(event: Event, shown: bool = True) -> str:
    words = headline(event, lambda _name: shown, lambda name: name in (TEAM, "Cleo and Dirk", "You"))
    return words[0]


def over(*winners: str) -> rules.GameOver:
    totals = {TEAM: 90, "Cleo and Dirk": 90 if len(winners) > 1 else 71}
    if winners[0] not in totals:
        totals = {"Ada": 90, "Cleo": 71}
    return rules.GameOver(winners, Ending.BAG_EMPTY, FrozenMap(totals))


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        (("Ada",), "The game is over. Ada wins: Ada 90, Cleo 71."),
        ((TEAM,), "The game is over. Ada and Bert win: Ada and Bert 90, Cleo and Dirk 71."),
        (("Ada", "Cleo"), "The game is over. Ada and Cleo share the victory: Ada 90, Cleo 71."),
        (
            (TEAM, "Cleo and Dirk"),
            "The game is over. Ada and Bert, and Cleo and Dirk share the victory: Ada and Bert 90, Cleo and Dirk 90.",
        ),
    ],
)
def test_who_wins_and_who_win(winners: tuple[str, ...], words: str) -> None:
    assert said(over(*winners)) == words


def test_the_log_says_row_and_column_of_every_tile() -> None:
    turn = rules.turn_of([rules.Tile(7, 8, 5), rules.Tile(7, 7, 6)])
    kept = FrozenMap({"Ada": (3,)})
    assert said(rules.TilesPlaced("Ada", turn, kept)) == (
        "Ada places 6 at row 7, column 7; 5 at row 7, column 8. One tile kept."
    )
    match = Match(load_configuration("zatre"), seats_from(["casual:greedy"] * 2, "zatre"), 3)
    match.advance(120.0)
    placed = [line.text for line in match.ticker if " places " in line.text]
    assert placed
    assert all("row " in text and "column " in text and "(" not in text for text in placed)


@pytest.mark.slow
def test_a_team_plays_in_the_plural() -> None:
    """Every sentence of a whole match of teams: no verb of one person follows the two names."""
    teams = changed_configuration("zatre", {"table": {"teams": True}})
    match = Match(teams, seats_from(["casual:greedy"] * 4, "zatre"), 3)
    told_of: list[str] = []
    say = match._say
    match._say = lambda text, tone: (told_of.append(text), say(text, tone))[1]
    match.run()
    both = [text for text in told_of if text.startswith(("Anne and Bert ", "Cleo and Dirk "))]
    verbs = {text.split()[3] for text in both}
    assert {"place", "make"} <= verbs
    assert verbs <= {"place", "make", "can", "may"}
    assert any(text.startswith(("The game is over. Anne and Bert win", "The game is over. Cleo and Dirk win"))
               for text in told_of)  # fmt: skip
    assert not any(" x2" in text and "ticks x2" in text for text in both)
    # One player draws, also of a team.
    assert any(text.startswith("Anne draws ") for text in told_of)


def until_asked(match: Any) -> None:
    while not match.waits_for and not match.finished:
        match.advance(0.05)


def hot_seat(*words: str) -> Any:
    seats = seats_from(words, "zatre", persons=True)
    return Match(load_configuration("zatre"), seats, 3)


def test_tiles_of_several_persons_are_seen_only_while_their_own_is_asked() -> None:
    match = hot_seat("me=Ada", "me=Ben", "casual:greedy")
    for _ in range(6):
        until_asked(match)
        (by,) = match.waits_for
        for seat in match.frame().seats:
            assert (None not in seat.rack) if seat.name == by else (set(seat.rack) <= {None})
        match.act(PlaceTiles.of(by, match.table.options[0].turn))
        match.advance(0.02)
        while not match.waits_for:
            # Between two turns nobody's tiles are open: whoever was asked may still sit there.
            assert all(set(seat.rack) <= {None} for seat in match.frame().seats), match.table.stage
            match.advance(0.1)
    assert not any(" draws " in line.text and any(map(str.isdigit, line.text)) for line in match.ticker)


def test_one_person_sees_his_tiles_all_the_time() -> None:
    match = hot_seat("me=Ada", "casual:greedy")
    until_asked(match)
    match.act(PlaceTiles.of("Ada", match.table.options[0].turn))
    for _ in range(20):
        match.advance(0.5)
        assert None not in match.frame().seats[0].rack
