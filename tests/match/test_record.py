"""The record: sealed, validated on reading, repeated exactly by simulating anew."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.games.riff_raff import rules
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.record import Recorder, read_record
from sim.match.replay import Difference, load_replay, verify_command
from sim.rules_frame import spell
from tests.amounts import amount


@pytest.fixture
def file(tmp_path: Path, finished: tuple[RiffRaffMatch, Recorder]) -> Path:
    path = tmp_path / "match.jsonl"
    finished[1].write(path)
    return path


@pytest.fixture
def left(tmp_path: Path, finished: tuple[RiffRaffMatch, Recorder]) -> Path:
    """The beginning of the match alone: it is verified in a tenth of the time."""
    path = tmp_path / "left.jsonl"
    Recorder(finished[1].lines[:60]).write(path)
    return path


def test_the_length_is_known_from_the_last_lines(
    file: Path, finished: tuple[RiffRaffMatch, Recorder], tmp_path: Path
) -> None:
    assert read_record(file).length_s == load_replay(file).recorded_s == finished[0].time_s
    left, damaged = Recorder(finished[1].lines[:40]), tmp_path / "left.jsonl"
    left.write(damaged)
    ruled = [line["time_s"] for line in map(json.loads, left.lines) if line["stage"] == "ruling"]
    assert read_record(damaged).length_s == max(ruled)
    # What cannot be is not believed, and a header tells no time.
    for told in ('{"stage":"ruling","time_s":1e300}', '{"stage":"ruling","time_s":"late"}', '{"stage":"end"}'):
        Recorder([finished[1].lines[0], told]).write(damaged)
        assert read_record(damaged).length_s is None


def test_the_recorded_outcomes_judged_again_give_the_recorded_rulings(file: Path) -> None:
    """The rules read outcomes only: no physics is needed to judge a record again."""
    record = read_record(file)
    state = rules.start(tuple(seat.name for seat in record.seats))
    cards: dict[str, int] = {}
    action: rules.Action | None = None
    for line in map(json.loads, record.lines[1:]):
        if line["stage"] == "intent":
            match line["question"]:
                case "card":
                    cards[line["by"]] = line["card"]
                    action = rules.Reveal(cards) if len(cards) == len(record.seats) else None
                case "captain":
                    action = rules.NameCaptain(line["captain"])
                case "order":
                    action = rules.Arrange((state.captain, *line["order"]))
                case "count":
                    action = rules.Announce(line["count"])
        elif line["stage"] == "outcome":
            fallen = {key: tuple(rules.Fallen(f["piece"], f["slot"]) for f in line[key]) for key in ("lost", "caught")}
            ship = {int(slot): tuple(pieces) for slot, pieces in line["ship"].items()}
            action = rules.Load(line["piece"], rules.Fate(line["placed"]), **fallen, ship=ship)
        elif line["stage"] == "ruling":
            assert action is not None
            state, events = rules.apply(state, action)
            assert [spell(event) for event in events] == line["events"]
            cards = {} if state.phase is rules.Phase.REVEAL else cards
    assert state.phase is rules.Phase.OVER


def tampered(file: Path, change: Callable[[str], str]) -> Path:
    text = file.read_text()
    assert change(text) != text
    file.write_text(change(text))
    return file


def differing(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What verifying says to a record that differs."""
    with pytest.raises(SystemExit) as stop:
        verify_command(file)
    assert stop.value.code == 1
    return capsys.readouterr().out


def test_a_changed_figure_is_found_and_named(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tampered(left, lambda text: text.replace('"duration_s":1.', '"duration_s":7.', 1))
    assert "duration_s" in differing(left, capsys)


def test_a_changed_seed_is_found(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tampered(left, lambda text: text.replace('"seed":3', '"seed":4', 1))
    assert "differs" in differing(left, capsys)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: "", "found an empty file"),
        (lambda text: text[: len(text) // 2], "cut off"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "cut off"),
        (lambda text: text.replace('"version":1', '"version":2', 1), "line 1: version"),
        (lambda text: text.replace('"game":"riff-raff"', '"game":"chess"', 1), "line 1: game"),
        (lambda text: text.replace('"seed":3', '"seed":-3', 1), "line 1: seed"),
        (lambda text: text.replace('"seed":3', '"seed":NaN', 1), "line 1: is not JSON"),
        (lambda text: text.replace('"ball_mass_g":110.0', '"ball_mass_g":-1', 1), "ship.ball_mass_g"),
        (lambda text: text.replace('"ball_mass_g"', '"ball_mas_g"', 1), "ball_mas_g"),
        (lambda text: text.replace('"question":"card"', '"question":"cart"', 1), "line 2: "),
        (lambda text: text.replace('"x_mm":', '"x":', 1), ": x: expected no such key"),
        (lambda text: text.replace('"stage":"physics"', '"stage":"magic"', 1), "stage"),
        (lambda text: text.replace('"stance":"', '"stance":"un', 1), "line "),
        (lambda text: text.replace('"profile":"draft"', '"profile":"rough"', 1), "rough"),
        (lambda text: text.replace('"strategy":"random"', '"strategy":"wild"', 1), "strategies"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence_that_names_the_place(
    file: Path, change: Callable[[str], str], expected: str
) -> None:
    tampered(file, change)
    with pytest.raises(InputError) as refusal:
        load_replay(file).run()
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_illegal_decision_in_a_record_is_refused_with_its_line(file: Path) -> None:
    line = next(
        number for number, text in enumerate(file.read_text().splitlines(), start=1) if '"question":"card"' in text
    )
    tampered(file, lambda text: text.replace('"question":"card","card":', '"question":"card","card":9', 1))
    with pytest.raises(InputError, match=f"line {line}: Anne answers 'card': Anne does not hold the card 9"):
        load_replay(file).run()


@amount(20, full=30, whole=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_to_a_line_gives_a_traceback(
    data: st.DataObject, tmp_path: Path, finished: tuple[RiffRaffMatch, Recorder]
) -> None:
    """Fuzzed where it is read: any line replaced by any text either reads or is refused."""
    lines = finished[1].text().splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(st.one_of(st.text(max_size=40), st.just(lines[number][:-3]), st.just("[" * 5000)))
    path = tmp_path / "fuzzed.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    refusal = ""
    try:
        read_record(path)
    except InputError as error:
        refusal = str(error)
    assert "\n" not in refusal


@pytest.mark.parametrize("control", ["\x1b[31m", "\n", "\0", "\u202e", "\x9b", "\u2028"])
def test_a_name_with_a_control_character_is_refused(file: Path, control: str) -> None:
    file.write_text(file.read_text().replace('"name":"Anne"', f'"name":{json.dumps(f"An{control}ne")}', 1))
    with pytest.raises(InputError) as caught:
        read_record(file)
    said = f"{file}: line 1: seats.0.name: expected a name without control characters, found "
    assert str(caught.value).startswith(said)
    assert control not in str(caught.value)


def test_what_a_record_says_of_versions_cannot_steer_the_terminal(
    left: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left.write_text(left.read_text().replace('"pymunk":"', '"pymunk":"\\u001b[31m\\u202e', 1))
    assert differing(left, capsys).rstrip("\n").isprintable()


@pytest.mark.parametrize(
    "hostile", ["[" * 5000 + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 5000, "9" * 5000, '{"a":' * 200 + "1" + "}" * 200]
)
@pytest.mark.parametrize("line", [1, 3])
def test_a_hostile_line_is_refused_in_one_sentence(file: Path, hostile: str, line: int) -> None:
    texts = file.read_text().splitlines()
    texts[line - 1] = f'{texts[line - 1][:-1]},"more":{hostile}}}'
    file.write_text("\n".join(texts))
    with pytest.raises(InputError, match=rf"line {line}: is not JSON"):
        read_record(file)


@pytest.mark.parametrize("table", ["ship", "wood", "pieces"])
@pytest.mark.parametrize("value", [5, "ship", [1], None])
def test_a_configuration_whose_tables_are_none_is_refused(file: Path, table: str, value: object) -> None:
    texts = file.read_text().splitlines()
    header = json.loads(texts[0])
    header["configuration"][table] = value
    file.write_text("\n".join([json.dumps(header), *texts[1:]]))
    with pytest.raises(InputError, match=f"{table}: expected a table"):
        load_replay(file)


def test_a_record_with_a_byte_order_mark_is_read(file: Path) -> None:
    before = read_record(file)
    file.write_text("\ufeff" + file.read_text(), encoding="utf-8")
    assert read_record(file) == before


def resealed(lines: list[str]) -> str:
    """These lines with a seal that fits them."""
    return Recorder(lines).text()


def test_a_header_whose_configuration_was_altered_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the match happens to go the same and the seal was made anew."""
    lines = file.read_text().splitlines()[:-1]
    header = json.loads(lines[0])
    right = header["digest"]
    header["configuration"]["skill"]["skilled"]["placement_sd_mm"] += 0.25
    file.write_text(resealed([json.dumps(header, separators=(",", ":")), *lines[1:]]))
    told = differing(file, capsys)
    assert f'differs, line 1: header.digest: recorded "{right}", hashed anew "' in told
    # And where it is the digest that was altered.
    header = {**json.loads(lines[0]), "digest": "0" * 16}
    file.write_text(resealed([json.dumps(header, separators=(",", ":")), *lines[1:]]))
    told = differing(file, capsys)
    assert f'line 1: header.digest: recorded "{"0" * 16}", hashed anew "{right}".' in told


def test_a_difference_names_the_nested_key_with_all_digits(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = left.read_text().splitlines()[:-1]
    number = next(at for at, line in enumerate(lines) if '"stage":"physics"' in line)
    line = json.loads(lines[number])
    at = len(line["moments"]) - 1
    right = line["moments"][at][0]
    wrong = line["moments"][at][0] = math.nextafter(right, math.inf)
    left.write_text(resealed([*lines[:number], json.dumps(line, separators=(",", ":")), *lines[number + 1 :]]))
    told = differing(left, capsys)
    assert len(json.dumps(line["moments"])) > 70
    assert f"line {number + 1}: physics.moments[{at}][0]: recorded {wrong!r}, simulated {right!r}." in told


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 2}, "outcome.a: recorded 1, simulated 2."),
        ({"a": [1, {"b": 0.1}]}, {"a": [1, {"b": 0.1000000000000001}]},
         "outcome.a[1].b: recorded 0.1, simulated 0.1000000000000001."),
        ({"a": {"3": [0]}}, {"a": {"3": [1]}}, 'outcome.a["3"][0]: recorded 0, simulated 1.'),
        ({"a": [1]}, {"a": [1, 2]}, "outcome.a[1]: recorded nothing, simulated 2."),
        ({"a": 1, "b": 2}, {"a": 1}, "outcome.b: recorded 2, simulated nothing."),
        ({"a": 1}, {"a": 1.0}, "outcome.a: recorded 1, simulated 1.0."),
        ({"a": 0.0}, {"a": -0.0}, "outcome.a: recorded 0.0, simulated -0.0."),
        ({"a": None}, {"a": [1]}, "outcome.a: recorded null, simulated [1]."),
        ({"stage": "ruling"}, {}, 'stage: recorded "ruling", simulated "outcome".'),
        ({"a": "x" * 68}, {"a": "y" * 68}, f'outcome.a: recorded "{"x" * 68}", simulated "{"y" * 68}".'),
        ({"a": "x" * 69}, {"a": "y" * 69}, f'outcome.a: recorded "{"x" * 65} ..., simulated "{"y" * 65} ....'),
        ({"a": "x" * 24 + "y" * 69}, {"a": "x" * 24 + "z" * 69},
         f'outcome.a: recorded ... {"x" * 23}{"y" * 39} ..., simulated ... {"x" * 23}{"z" * 39} ....'),
        ({"a": "x" * 200 + "old"}, {"a": "x" * 200 + "new"},
         f'outcome.a: recorded ... {"x" * 23}old", simulated ... {"x" * 23}new".'),
    ],
)  # fmt: skip
def test_where_two_lines_part(old: dict[str, Any], new: dict[str, Any], expected: str) -> None:
    one, other = (json.dumps({"stage": "outcome", **line}) for line in (old, new))
    assert Difference(7, one, other).sentence() == f"line 7: {expected}"


def test_lines_that_say_the_same_otherwise() -> None:
    assert Difference(7, '{"a": 1}', '{"a":1}').sentence() == "line 7 is spelled differently."
    assert Difference(7, '{"a":[1,2]}', None).sentence() == "line 7: only the record has one."
    assert Difference(7, None, "{}").sentence() == "line 7: only the simulation has one."
    deep = '{"a":' + "[" * 900 + "]" * 900 + "}"
    assert Difference(7, deep, '{"a":1}').sentence().startswith("line 7")


@pytest.mark.parametrize("more", ["\n", '{"stage":"end"}\n', "no JSON\n", "again"])
def test_a_line_after_the_seal_is_told_as_such(file: Path, more: str) -> None:
    """A record that is whole and goes on: with an empty line, with more of the match, or with another record."""
    text = file.read_text()
    seal = len(text.splitlines())
    file.write_text(text + (text if more == "again" else more))
    with pytest.raises(InputError) as refusal:
        read_record(file)
    assert str(refusal.value) == (
        f"{file}: line {seal + 1}: follows the seal that ends the record in line {seal}, expected nothing there."
    )
