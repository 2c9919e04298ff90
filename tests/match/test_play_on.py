"""Playing on from a moment of a record, in all games: who sits down where, what is recorded of it, what is refused."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.zack.bots.percepts import Do
from sim.games.zack.match.intents import Begin
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zigzag.intents import ReachOut
from sim.match.play_on import cut, cut_at
from sim.match.record import Recorder, parse_record, read_record
from sim.match.replay import replay, resume, verify
from sim.match.seats import seats_from
from sim.rules_frame import IllegalAction
from sim.seat import Seat
from sim.spec import match_of
from tests.games.riff_raff.match.by_hand import set_down
from tests.match.of_bots import MOST_S, late, of_bots
from tests.scenes.fake_match import FakeMatch


def loads(match: Any, me: str) -> None:
    kind = next(str(kind) for kind, left in match.state.supply[me].items() if left and str(kind) != "sailor")
    set_down(match, me, kind, match.state.slot)


def places(match: Any, me: str) -> None:
    match.act(PlaceTiles.of(me, match.asked(me).view.options[0].turn))


def begins_to_throw(match: Any, me: str) -> None:
    match.act(Begin(by=me, do=Do.THROW))


def reaches_out(match: Any, me: str) -> None:
    match.hand.follow(-60.0, -150.0)
    match.act(ReachOut(by=me))


BY_HAND: Mapping[str, Callable[[Any, str], None]] = {
    "riff-raff": loads,
    "zatre": places,
    "zack": begins_to_throw,
    "zigzag": reaches_out,
}
"""Something that a person does at a game."""
LONG = "riff-raff", "zack"
"""The games with most physics."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game in LONG else game for game in BY_HAND]
)
def test_a_person_plays_on_at_the_seat_that_was_to_act(game: str, tmp_path: Path) -> None:
    record = of_bots(game)
    made = cut_at(record, late(record))
    (seat,) = [seat for seat in made.seats if seat.person_from is not None]
    match, recorder = resume(made)
    # The match has come to that very tick, as it was recorded, and nothing else has changed.
    assert match.tick == seat.person_from
    assert tuple(recorder.lines) == made.lines
    assert made.lines[1:] == record.lines[1 : len(made.lines)]
    assert seat.name in record.lines[len(made.lines)]
    assert [each.name for each in match.seats if each.is_person] == [seat.name]
    cut_s, done = match.time_s, False
    while match.time_s < cut_s + 10.0:
        match.advance(0.1)
        if not done:
            with contextlib.suppress(IllegalAction):
                BY_HAND[game](match, seat.name)
                done = True
    assert done
    path = tmp_path / "mine.jsonl"
    recorder.write(path)
    mine = read_record(path)
    assert len(mine.lines) > len(made.lines)
    assert any(line["by"] == seat.name and number > len(made.lines) for number, line in mine.intents)
    assert verify(mine) is None
    again, lines = resume(mine)
    assert tuple(lines.lines) == mine.lines
    assert [each.name for each in again.seats if each.is_person] == [seat.name]


def test_the_new_record_names_the_one_that_it_comes_from_which_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text("\n".join([*of_bots("zatre").lines, '{"stage":"seal","lines":0,"sha256":""}']) + "\n")
    before = path.read_bytes()
    record = read_record(path)
    made = cut_at(record, late(record))
    origin = made.header.played_on_from
    assert origin is not None
    assert (origin.file, origin.line) == ("theirs.jsonl", len(made.lines) + 1)
    assert path.read_bytes() == before
    # Played on from in turn, a record names the last one, and nobody sits down later.
    opened, recorder = resume(made)
    match: Any = opened
    match.advance(1.0)
    places(match, *match.waits_for)
    match.advance(MOST_S)
    recorder.write(tmp_path / "mine.jsonl")
    mine = read_record(tmp_path / "mine.jsonl")
    first = [seat.name for seat in mine.seats].index(match.decided[0].by)
    earlier = cut_at(mine, late(mine), first + 1)
    assert earlier.header.played_on_from.file == "mine.jsonl"
    assert [seat.name for seat in earlier.seats if seat.person_from is not None] == [match.decided[0].by]


def test_any_seat_can_be_chosen() -> None:
    record = of_bots("zatre")
    by = {line["by"] for _, line in record.intents}
    assert len(by) > 1
    for number, seat in enumerate(record.seats, start=1):
        if seat.name in by:
            made = cut_at(record, record.length_s or 0.0, number)
            assert [each.name for each in made.seats if each.person_from is not None] == [seat.name]


def test_whoever_watches_is_told_when_a_person_sits_down() -> None:
    made = cut_at(of_bots("zatre"), late(of_bots("zatre")))
    (seat,) = [seat for seat in made.seats if seat.person_from is not None]
    match = replay(made)
    match.run()
    assert f"From here on a person plays as {seat.name}." in [line.text for line in match.ticker]


@pytest.mark.parametrize(
    ("time_s", "seat", "said"),
    [
        (-1.0, None, r"--from: expected a time of the match, 0 to \d+\.\d s, found -1 s\."),
        (9999.0, None, r"--from: expected a time of the match, 0 to \d+\.\d s, found 9999 s\."),
        (0.0, None, r"--from: at 0\.0 s nobody has decided anything yet; the first decision comes at \d+\.\d s\."),
        (30.0, 5, r"--seat: expected a seat of the match, 1 to 4, found 5\."),
        (30.0, 0, r"--seat: expected a seat of the match, 1 to 4, found 0\."),
    ],
)
def test_what_cannot_be_played_on_from_is_refused_in_a_sentence(time_s: float, seat: int | None, said: str) -> None:
    with pytest.raises(InputError, match=f"^{said}$"):
        cut_at(of_bots("zatre"), time_s, seat)


def test_a_person_who_would_come_after_the_end_is_refused() -> None:
    made = cut_at(of_bots("zatre"), late(of_bots("zatre")))
    header = made.header.model_copy(deep=True)
    for seat in header.seats:
        seat.person_from_tick = None if seat.person_from_tick is None else 10**9
    with pytest.raises(InputError, match="line 1: seats: person_from_tick: the match is over before that tick"):
        resume(replace(made, header=header))


def test_a_game_with_matches_of_its_own_kind_says_why_not() -> None:
    with pytest.raises(InputError, match=r"^Riff Raff cannot be played on: its matches do not say"):
        cut(of_bots("riff-raff"), FakeMatch(1), 10.0)


def test_where_a_person_plays_it_is_their_own_last_decision(tmp_path: Path) -> None:
    configuration = load_configuration("zatre")
    seats = seats_from(("casual", "me=Ada"), "zatre", persons=True)
    recorder = Recorder.of(configuration, seats, 3)
    match: Any = match_of("zatre").open(configuration, seats, 3, recorder.record_line)
    while match.time_s < 2 * MOST_S:
        match.advance(1.0)
        if match.waits_for:
            places(match, "Ada")
    record = parse_record(tmp_path / "ours.jsonl", recorder.text().splitlines())
    decided = [one for one in match.decided if one.by == "Ada"]
    assert len(decided) >= 2
    made = cut_at(record, record.length_s or 0.0)
    assert len(made.lines) == decided[-1].line - 1
    assert made.seats == seats
    # Another seat on request, beside the person's own.
    both, _ = resume(cut_at(record, late(record), 1))
    assert [seat.is_person for seat in both.seats] == [True, True]


def test_a_seat_says_from_which_tick_on_a_person_decided() -> None:
    seat = Seat("Anne", "casual", "simple", person_from=240)
    assert [seat.by_hand(tick) for tick in (None, 0, 239, 240, 900)] == [False, False, False, True, True]
    assert seat.taken_over() == Seat("Anne", "casual", "person")
    assert seat.to_json()["person_from_tick"] == 240


def test_a_match_that_comes_out_otherwise_is_not_resumed() -> None:
    record = of_bots("zigzag")
    assert record.complete
    number = next(number for number, text in enumerate(record.lines, start=1) if '"stage":"ruling"' in text)
    altered = (*record.lines[: number - 1], record.lines[number - 1] + " ", *record.lines[number:])
    for lines, wrong in (
        (altered, f"line {number}: the match does not come out as recorded, so it cannot be resumed."),
        ((*record.lines, "{}"), f"line {len(record.lines) + 1}: the match ends here, where the record goes on."),
    ):
        with pytest.raises(InputError) as refused:
            resume(replace(record, complete=False, lines=lines))
        assert str(refused.value) == f"{record.path}: {wrong}"
