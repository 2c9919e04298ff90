"""The hand log: what is written is read again, whole; what is wrong is told in one sentence; nothing crashes."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.errors import InputError
from sim.match.hand_log import (
    HandLog,
    HandsHeader,
    Meant,
    Placed,
    Reached,
    Reacted,
    Thrown,
    read_hand_log,
    read_movement,
)
from sim.wire import json_of

HEADER = HandsHeader(game="riff-raff", person="Carla", profile="casual")
PLACED = Placed(
    piece="crate",
    stance="flat",
    slot=3,
    x_mm=12.5,
    angle_rad=0.01,
    height_mm=1.2,
    speed_mm_s=35.0,
    aim_x_mm=10.0,
    path=((1.0, 2.0, 0.125),) * 3,
).line()
FLICKED = Placed(
    piece="rat", stance="upright", slot=7, x_mm=-3.0, angle_rad=-0.2, height_mm=None, speed_mm_s=-500.0
).line()
THROWN = Thrown(
    card="zack",
    side=-1,
    distance_mm=400.0,
    speed_mm_s=2100.0,
    elevation_rad=0.5,
    spin_rad_s=-30.0,
    pace=1.3,
    meant=Meant(2000.0, 0.6, -28.0),
).line()
LOOSE = Thrown(
    card="challenge", side=1, distance_mm=400.0, speed_mm_s=2100.0, elevation_rad=0.5, spin_rad_s=3.0, by="Bert"
).line()
REACTED = Reacted(cue="turn", rt_ms=512.0, bits=2.0, conflict=True, correct=False).line()
LINES = (PLACED, FLICKED, THROWN, LOOSE, REACTED)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[HandLog]:
    found = HandLog(tmp_path / "deep" / "hands.jsonl", HEADER)
    yield found
    found.close()


def test_what_was_noted_is_read_again(log: HandLog) -> None:
    assert all(log.note(line) for line in LINES)
    # Every line is in the file before the log is closed: a crash loses nothing.
    found = read_hand_log(log.path)
    log.close()
    assert (log.noted, log.trouble, found.remark) == (5, "", "")
    assert (found.header.person, found.header.profile, found.header.game) == ("Carla", "casual", "riff-raff")
    assert [line for _, line in found.moves] == [{**line, "by": line.get("by", "Carla")} for line in LINES]
    assert [number for number, _ in found.moves] == [2, 3, 4, 5, 6]
    assert found.people == ("Carla", "Bert")
    assert PLACED["path"][0] == [1.0, 2.0, 0.125]


def test_the_line_of_a_reach_has_every_number_in_its_place() -> None:
    line = Reached(
        what="grab",
        x_mm=30.123,
        y_mm=-40.5,
        width_mm=63.0,
        took_ms=250.0,
        aim_x_mm=31.0,
        aim_y_mm=-42.0,
        waited_ms=80.0,
        won=False,
        path=((0.13, -7.0), (30.0, -40.0)),
    ).line()
    read_movement(line)
    assert line == {
        "move": "reach",
        "what": "grab",
        "aim_x_mm": 31.0,
        "aim_y_mm": -42.0,
        "width_mm": 63.0,
        "x_mm": 30.123,
        "y_mm": -40.5,
        "took_ms": 250.0,
        "waited_ms": 80.0,
        "won": False,
        "path_hz": 120.0,
        "path": [[0.13, -7.0], [30.0, -40.0]],
    }


def test_the_line_of_a_throw_has_every_number_in_its_place() -> None:
    assert THROWN == {
        "move": "throw",
        "card": "zack",
        "side": -1,
        "distance_mm": 400.0,
        "aim_x_mm": None,
        "speed_mm_s": 2100.0,
        "elevation_rad": 0.5,
        "spin_rad_s": -30.0,
        "pace": 1.3,
        "meant": {"speed_mm_s": 2000.0, "elevation_rad": 0.6, "spin_rad_s": -28.0},
    }


def test_a_session_without_movements_leaves_no_file(log: HandLog) -> None:
    log.close()
    assert not log.path.exists()


def test_a_session_that_goes_on_appends_and_drops_what_was_cut(log: HandLog) -> None:
    log.note(PLACED)
    log.close()
    with log.path.open("a") as stream:
        stream.write('{"move":"react","cue":"tu')
    cut = read_hand_log(log.path)
    assert "line 3: is cut off, and left out" in cut.remark
    assert len(cut.moves) == 1
    again = HandLog(log.path, HEADER)
    assert again.note(THROWN)
    again.close()
    found = read_hand_log(log.path)
    assert found.remark == ""
    assert [line["move"] for _, line in found.moves] == ["place", "throw"]


def test_a_last_line_without_its_end_counts_if_it_is_whole(log: HandLog) -> None:
    log.note(PLACED)
    log.note(REACTED)
    log.close()
    log.path.write_text(log.path.read_text().rstrip("\n"))
    assert len(read_hand_log(log.path).moves) == 2


@pytest.mark.parametrize(
    "there", ["notes of mine\n", "notes without an end", json.dumps(json_of(HEADER) | {"person": "Bo"}) + "\n"]
)
def test_another_file_stays_as_it_is(there: str, log: HandLog) -> None:
    log.path.parent.mkdir()
    log.path.write_text(there)
    assert not log.note(PLACED)
    assert str(log.path) in log.trouble
    assert log.path.read_text() == there


def test_a_line_that_is_none_is_left_out_and_told(log: HandLog) -> None:
    assert not log.note({**PLACED, "x_mm": math.nan})
    assert "x_mm" in log.trouble
    assert not log.note({"move": "jump"})
    assert log.note(PLACED)
    assert len(read_hand_log(log.path).moves) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = HandLog(tmp_path / "file" / "hands.jsonl", HEADER)
    assert not log.note(PLACED)
    assert "cannot be recorded" in log.trouble
    assert not log.note(PLACED)


def test_a_full_disk_leaves_whole_lines(log: HandLog) -> None:
    assert log.note(PLACED)
    room = log.path.stat().st_size + 40
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
        assert not log.note(THROWN)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert "cannot be recorded" in log.trouble
    assert log.path.read_bytes().endswith(b"\n")
    assert len(read_hand_log(log.path).moves) == 1


def changed(line: dict[str, Any], **keys: Any) -> str:
    return json.dumps({**line, **keys})


H = json.dumps(json_of(HEADER))
BAD: dict[str, tuple[Callable[[], str], str]] = {
    "empty": (lambda: "", "found an empty file"),
    "blank": (lambda: "\n \n", "found an empty file"),
    "not JSON": (lambda: "hello\n", "line 1: is not JSON"),
    "no object": (lambda: "[]\n", "line 1: expected a JSON object"),
    "another file": (lambda: '{"stage":"header"}\n', "line 1: format: expected 'yardarm-hands', found None"),
    "wrong version": (lambda: changed(json_of(HEADER), version=2) + "\n", "line 1: version: expected 1, found 2"),
    "wrong game": (lambda: changed(json_of(HEADER), game="chess") + "\n", "line 1: game: expected one of riff-raff"),
    "wrong profile": (lambda: changed(json_of(HEADER), profile="pro") + "\n", "line 1: profile: expected one of child"),
    "nobody": (lambda: changed(json_of(HEADER), person="") + "\n", "line 1: person:"),
    "no such move": (
        lambda: f'{H}\n{{"move":"jump"}}\n',
        "line 2: move: expected one of 'place', 'throw', 'reach' or 'react'",
    ),
    "damaged": (lambda: f"{H}\n{{\n{changed(REACTED)}\n", "line 2: is not JSON"),
    "a key too many": (lambda: f"{H}\n{changed(PLACED, mood='good')}\n", "line 2: mood:"),
    "a key is missing": (lambda: f'{H}\n{{"move":"react"}}\n', "line 2: cue: expected this key"),
    "no number": (lambda: f"{H}\n{changed(PLACED, x_mm='12')}\n", "line 2: x_mm:"),
    "infinite": (lambda: f"{H}\n{changed(PLACED, x_mm=math.inf)}\n", "line 2: x_mm:"),
    "a path in a plane": (lambda: f"{H}\n{changed(PLACED, path=[[1.0, 2.0]])}\n", "line 2: path.0:"),
    "no name of a piece": (lambda: f"{H}\n{changed(PLACED, piece='')}\n", "line 2: piece:"),
    "no such slot": (lambda: f"{H}\n{changed(PLACED, slot=0)}\n", "line 2: slot:"),
    "meant standing": (
        lambda: f"{H}\n{changed(THROWN, meant={'speed_mm_s': 0, 'elevation_rad': 0, 'spin_rad_s': 0})}\n",
        "line 2: meant.speed_mm_s:",
    ),
    "time backwards": (lambda: f"{H}\n{changed(REACTED, rt_ms=-3)}\n", "line 2: rt_ms:"),
}


@pytest.mark.parametrize(("text", "expected"), BAD.values(), ids=BAD.keys())
def test_what_is_wrong_is_told_in_one_sentence(text: Callable[[], str], expected: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(text())
    with pytest.raises(InputError) as refused:
        read_hand_log(path)
    told = str(refused.value)
    assert told.startswith(f"{path}: ")
    assert expected in told
    assert "\n" not in told
    assert told.endswith(".")


@pytest.mark.parametrize("control", ["\x1b[31m", "\n", "\u202e"])
def test_a_person_with_a_control_character_in_the_name_is_refused(tmp_path: Path, control: str) -> None:
    path = tmp_path / "hands.jsonl"
    header = {"format": "yardarm-hands", "version": 1, "game": "zack", "person": f"A{control}da", "profile": "casual"}
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(InputError) as caught:
        read_hand_log(path)
    assert "line 1: person: expected a name without control characters, found 'A" in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_log_does_not_take_the_place_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "hands.jsonl")
    log = HandLog(tmp_path / "hands.jsonl", HandsHeader(game="zack", person="Ada", profile="casual"))
    assert not log.note(PLACED)
    assert log.trouble == f"{tmp_path / 'hands.jsonl'}: cannot be written (it is a pipe)."
