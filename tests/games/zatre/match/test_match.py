"""A match of ZATRE: told stage by stage, recorded, replayed, resumed; by bots, by persons, in teams."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.games.zatre import rules
from sim.games.zatre.match import Practice, ZatreMatch
from sim.games.zatre.match.frame import TableStage
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zatre.rules import Tile
from sim.match.record import Recorder, read_record
from sim.match.replay import load_replay, resume, verify
from sim.match.seats import seats_from
from sim.rules_frame import IllegalAction, spell

BOTS = ("casual:greedy", "child:random", "skilled:greedy")
TEAMS = changed_configuration("zatre", {"table": {"teams": True}})


@cache
def played(seed: int, *words: str, teams: bool = False) -> tuple[ZatreMatch, Recorder]:
    """A match to its end."""
    configuration = TEAMS if teams else load_configuration("zatre")
    seats = seats_from(words, "zatre")
    recorder = Recorder.of(configuration, seats, seed)
    match = ZatreMatch(configuration, seats, seed, recorder.record_line)
    match.run()
    return match, recorder


def lines_of(recorder: Recorder) -> list[dict[str, Any]]:
    return [json.loads(line) for line in recorder.lines]


def judged_again(lines: list[dict[str, Any]]) -> rules.State:
    """The last position, by the rules alone, from the outcomes of a record."""
    start = next(line for line in lines if line.get("what") == "start")
    names = tuple(seat["name"] for seat in lines[0]["seats"])
    teams = {team: tuple(members) for team, members in start["teams"].items()}
    state, events = rules.apply(None, rules.Setup(names, start["by"], start["tile"], tuple(start["bag"]), teams))
    for line in lines:
        if line["stage"] == "outcome" and line["what"] == "turn":
            tiles = (rules.Tile(tile["row"], tile["col"], tile["value"]) for tile in line["tiles"])
            state, events = rules.apply(state, rules.Place(rules.turn_of(tiles)))
        elif line["stage"] == "ruling":
            assert line["events"] == [spell(event) for event in events]
    return state


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "words", "teams"), [(3, BOTS, False), (4, ("casual:greedy",) * 4, True)])
def test_the_recorded_outcomes_judged_again_give_the_recorded_rulings(
    seed: int, words: tuple[str, ...], teams: bool
) -> None:
    match, recorder = played(seed, *words, teams=teams)
    assert judged_again(lines_of(recorder)) == match.table.state


def test_a_turn_is_told_as_intent_outcome_and_ruling() -> None:
    lines = lines_of(played(3, *BOTS)[1])
    stages = [line["stage"] for line in lines]
    assert stages[:3] == ["header", "outcome", "ruling"]
    assert stages[-1] == "end"
    for index, line in enumerate(lines):
        if line["stage"] == "intent":
            assert stages[index + 1 : index + 3] == ["outcome", "ruling"]
            assert lines[index + 1]["tiles"] == line["tiles"]
            assert lines[index + 1]["ways"] >= 1


@pytest.mark.parametrize(("seed", "words", "decided", "kept"), [(3, BOTS, 5, 5), (22, BOTS[:2], 5, 6)])
def test_who_begins_keeps_the_highest_of_his_tiles_and_the_bag_holds_the_rest(
    seed: int, words: tuple[str, ...], decided: int, kept: int
) -> None:
    lines = lines_of(played(seed, *words)[1])
    start = lines[1]
    last = start["draws"][-1]
    assert max(last.values()) == last[start["by"]] == decided
    assert max(drawn[start["by"]] for drawn in start["draws"]) == start["tile"] == kept
    tiles = [start["tile"], *start["bag"]]
    assert {value: tiles.count(value) for value in rules.TILES} == dict(rules.TILES)
    assert len(lines[3]["tiles"]) == 3


@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.slow
def test_frames_show_every_tile_somewhere(teams: bool) -> None:
    configuration = TEAMS if teams else load_configuration("zatre")
    match = ZatreMatch(configuration, seats_from(["casual:greedy"] * 4, "zatre"), 2)
    beats, before = set(), 0
    while not match.finished:
        frame = match.frame()
        beats.add(frame.table_stage)
        if frame.table_stage not in (TableStage.STARTING, TableStage.OVER):
            # Tiles come from the bag to a rack, and from there to the board.
            count = len(frame.board) + frame.bag + sum(len(seat.rack) for seat in frame.seats)
            if frame.table_stage is not TableStage.RULED:
                assert count == 121
            assert frame.thinking == (frame.table_stage is TableStage.THINKING)
            due = [seat for seat in frame.seats if seat.is_due]
            assert len(due) == (2 if teams else 1)
        if teams and frame.table_stage is not TableStage.STARTING:
            assert [seat.team for seat in frame.seats] == [0, 0, 1, 1]
            assert frame.seats[0].sheet == frame.seats[1].sheet
        assert len(frame.board) >= before
        before = len(frame.board)
        match.advance(0.5)
    assert beats == set(TableStage) - {TableStage.OVER}
    last = match.frame()
    assert last.table_stage is TableStage.OVER
    assert last.winners
    state = match.table.state
    assert state is not None
    for seat in last.seats:
        side = next(side for side, names in state.sides.items() if seat.name in names)
        assert seat.sheet.total == state.sheets[side].total
        assert sum(row.total for row in seat.sheet.rows) - seat.sheet.minus == seat.sheet.total


def test_the_gains_of_a_frame_are_those_of_the_ruling() -> None:
    seen = {}
    match = ZatreMatch(load_configuration("zatre"), seats_from(BOTS, "zatre"), 3)
    while not match.finished:
        frame = match.frame()
        if frame.table_stage is TableStage.RULED and frame.gains is not None:
            seen[frame.turn] = frame.gains
        match.advance(0.5)
    lines = [line for line in lines_of(played(3, *BOTS)[1]) if line["stage"] == "ruling"][1:]
    assert len(seen) >= len(lines) - 1
    for turn, gains in seen.items():
        told_gains = lines[turn - 1]["gains"]
        assert gains.points == told_gains["points"]
        assert len(gains.crosses) == told_gains["x2"]
        assert sorted(run.sum for run in gains.runs) == sorted(
            total for total in (10, 11, 12) for _ in range(told_gains[str(total)])
        )


@pytest.mark.parametrize("count", [2, 3, 5])
def test_teams_are_for_four_or_six(count: int) -> None:
    with pytest.raises(InputError, match="four or six players"):
        ZatreMatch(TEAMS, seats_from(["casual"] * count, "zatre"), 1)


# ------------------------------------------------------------------------------------------------ records


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    played(3, *BOTS)[1].write(path)
    return path


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"value":', '"values":', "value"),
        ('"row":', '"row":1', "row|board|taken|continue|square"),
        ('"teams":false', '"teams":1', "table.teams"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(file: Path, old: str, new: str, expected: str) -> None:
    file.write_text(file.read_text().replace(old, new, 1))
    with pytest.raises(InputError, match=expected):
        load_replay(file).run()


# ------------------------------------------------------------------------------------------------ persons


def seated(seed: int, *words: str) -> tuple[ZatreMatch, Recorder]:
    """A match with persons."""
    seats, configuration = seats_from(words, "zatre", persons=True), load_configuration("zatre")
    recorder = Recorder.of(configuration, seats, seed)
    return ZatreMatch(configuration, seats, seed, recorder.record_line), recorder


def until_asked(match: ZatreMatch) -> None:
    while not match.waits_for and not match.finished:
        match.advance(0.2)


def place_first(match: ZatreMatch) -> None:
    until_asked(match)
    (by,) = match.waits_for
    match.act(PlaceTiles.of(by, match.table.options[0].turn))
    while match.waits_for:
        match.advance(0.01)


def test_a_person_places_what_the_rules_allow_and_nothing_else() -> None:
    match, _ = seated(3, "me=Ada", "casual:greedy")
    nothing = PlaceTiles(by="Ada", tiles=())
    with pytest.raises(IllegalAction):
        match.may(nothing)  # the bag goes round
    until_asked(match)
    assert match.question("Ada") == "place"
    assert match.waits_for == ("Ada",)
    lacking = next(value for value in range(1, 7) if value not in match.frame().seats[0].rack)
    for wrong, expected in (
        (PlaceTiles(by="Anne", tiles=()), "Nobody called Anne"),
        (nothing, "must be placed"),
        (PlaceTiles.of("Ada", (Tile(7, 7, lacking),)), f"tile of the value {lacking}"),
    ):
        with pytest.raises(IllegalAction, match=expected):
            match.may(wrong)
    for tile in ({"value": 1}, {"value": 9, "row": 7, "col": 7}):
        with pytest.raises(ValidationError, match=r"tiles\.0"):
            PlaceTiles.model_validate({"by": "Ada", "tiles": [tile]})
    before = match.table.state
    place_first(match)
    until_asked(match)
    assert match.table.state.turn == before.turn + 2


def test_a_person_sees_no_tiles_of_others() -> None:
    match, _ = seated(3, "me=Ada", "casual:greedy")
    for _ in range(3):
        place_first(match)
        until_asked(match)
        while match.frame().due != "Ada":
            match.advance(0.2)
        ada, other = match.frame().seats
        assert None not in ada.rack
        assert set(other.rack) <= {None}
    assert not any("Bert draws" in line.text and any(c.isdigit() for c in line.text) for line in match.ticker)


def test_two_persons_see_their_own_tiles_when_it_is_their_turn() -> None:
    match, _ = seated(3, "me=Ada", "me=Ben")
    place_first(match)
    until_asked(match)
    (by,) = match.waits_for
    for seat in match.frame().seats:
        assert (None not in seat.rack) if seat.name == by else (set(seat.rack) <= {None})


def test_partners_answer_for_each_other() -> None:
    seats = seats_from(["me=Ada", "me=Ben", "casual:greedy", "casual:greedy"], "zatre", persons=True)
    match = ZatreMatch(TEAMS, seats, 3)
    until_asked(match)
    assert set(match.waits_for) == {"Ada", "Ben"}
    match.act(PlaceTiles.of("Ben", match.table.options[0].turn))
    match.advance(0.05)
    with pytest.raises(IllegalAction):
        match.act(PlaceTiles.of("Ada", ()))


def test_a_match_with_persons_cannot_be_run_alone() -> None:
    match, _ = seated(3, "me=Ada", "casual")
    with pytest.raises(InputError, match="Ada plays by hand"):
        match.run()


def test_a_match_that_was_left_goes_on_and_replays(tmp_path: Path) -> None:
    match, recorder = seated(3, "me=Ada", "casual:sheet")
    for _ in range(3):
        place_first(match)
    path = tmp_path / "left.jsonl"
    recorder.write(path)
    again, more = resume(read_record(path))
    assert isinstance(again, ZatreMatch)
    assert more.lines == recorder.lines
    while not again.finished:
        until_asked(again)
        if not again.finished:
            place_first(again)
    more.write(path)
    record = read_record(path)
    assert record.complete
    assert verify(record) is None


def test_what_is_on_record_must_be_allowed(tmp_path: Path) -> None:
    match, recorder = seated(3, "me=Ada", "casual:greedy")
    place_first(match)
    match.advance(30.0)
    line = next(n for n, text in enumerate(recorder.lines) if '"by":"Ada"' in text and '"intent"' in text)
    told_line = json.loads(recorder.lines[line])
    recorder.lines[line] = json.dumps({**told_line, "tiles": []}, separators=(",", ":"))
    path = tmp_path / "left.jsonl"
    recorder.write(path)
    with pytest.raises(InputError, match=f"line {line + 1}: Every tile"):
        load_replay(path).run()


# ------------------------------------------------------------------------------------------------ practice


def practice(tiles: int = 0) -> Practice:
    (seat,) = (s for s in seats_from(["me=Ada", "casual"], "zatre", persons=True) if s.is_person)
    return Practice(load_configuration("zatre"), seat, 1, tiles=tiles)


def test_practice_goes_on_and_a_turn_can_be_taken_back() -> None:
    session = practice(tiles=40)
    until_asked(session)
    before = session.table.state
    assert 40 <= len(before.board) <= 43
    place_first(session)
    with pytest.raises(IllegalAction, match="Wait for the outcome"):
        session.undo()
    until_asked(session)
    assert session.turns == 1
    assert session.table.state != before
    session.undo()
    assert session.table.state == before
    assert session.turns == 0
    with pytest.raises(IllegalAction, match="no turn"):
        session.undo()
    place_first(session)
    assert session.frame().seats[0].name == "Ada"


def test_practice_begins_anew_when_the_bag_is_empty() -> None:
    session = practice(tiles=90)
    while session.boards == 1:
        place_first(session)
        until_asked(session)
    assert session.turns > 5
    assert not session.finished


@pytest.mark.parametrize("tiles", [-1, 91])
def test_practice_on_a_board_that_cannot_be(tiles: int) -> None:
    with pytest.raises(InputError, match="0 to 90"):
        practice(tiles)
