"""`lab place`: rates with their intervals, in the hands' own noise, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest

import yardarm.command
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.lab.place import NAME, PlacementCounts, Placing, placed, usual_intent
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.state import Snapshot
from sim.seeds import derive
from tests.commands import answer_of, refusal_of


def place(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The answer of `lab place --json`."""
    return answer_of(capsys, "lab", "place", "--json", *arguments)


def test_the_answer_has_its_rates_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    answer = place(capsys, "--slot", "8", "--piece", "bottle", "--trials", "40", "--seed", "3", "--cargo", "7:boat")
    for key in ("fall_rate", "own_fall_rate", "lost_rate", "hold_rate"):
        interval = answer[key]
        assert set(interval) == {"estimate", "low", "high"}
        assert 0 <= interval["low"] <= interval["estimate"] <= interval["high"] <= 1
        assert interval["estimate"] * 40 == pytest.approx(round(interval["estimate"] * 40), abs=1e-3)
    assert answer["lost_rate"]["estimate"] <= answer["fall_rate"]["estimate"]
    assert answer["own_fall_rate"]["estimate"] <= answer["fall_rate"]["estimate"]
    assert answer["trials"] == 40
    assert answer["unsettled"] == 0
    assert answer["seconds_simulated"] > 40 * 0.5
    assert {"profile": "play", "seed": 3}.items() <= answer.items()
    assert answer["intent"]["piece"] == "bottle"


@pytest.mark.slow
def test_the_seed_decides_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--slot", "10", "--piece", "chest", "--trials", "20", "--offset-mm", "18")
    assert place(capsys, *words) == place(capsys, *words)
    other = place(capsys, *words, "--seed", "2")
    assert other["seconds_simulated"] != place(capsys, *words)["seconds_simulated"]


def test_more_trials_begin_with_the_same_trials() -> None:
    configuration = load_configuration("riff-raff")
    intent = usual_intent(configuration.setup, "chest", 10, 18.0)
    placing = Placing(configuration.setup, Snapshot(), configuration.skills["casual"], intent)
    first = [placing.trial(derive(1, "lab place", index)) for index in range(3)]
    assert first[2] == placing.trial(derive(1, "lab place", 2))


@pytest.mark.slow
def test_setting_down_over_the_edge_falls_and_in_the_middle_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--slot", "10", "--piece", "chest", "--trials", "25")
    middle, edge = place(capsys, *words), place(capsys, *words, "--offset-mm", "26")
    assert middle["fall_rate"]["estimate"] < 0.1
    assert edge["own_fall_rate"]["estimate"] > 0.9
    other_side = place(capsys, "--slot", "9", *words[2:], "--offset-mm", "-26")
    assert other_side["own_fall_rate"]["estimate"] > 0.9, "the offset is to starboard on either side"


@pytest.mark.study
def test_steadier_hands_let_less_fall(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--slot", "10", "--piece", "chest", "--trials", "80", "--offset-mm", "17")
    rates = [
        place(capsys, *words, "--player", who)["own_fall_rate"]["estimate"] for who in ("child", "casual", "skilled")
    ]
    assert rates[0] > rates[1] > rates[2]


def result(fallen: tuple[str, ...] = (), caught: tuple[str, ...] = (), settled: bool = True) -> LoadResult:
    return LoadResult(fallen, caught, {8: (NAME,)}, settled, 2.0, 1.0, 0.1)


def test_what_is_caught_fell_too_but_is_not_lost() -> None:
    counts = PlacementCounts()
    for one in (result(), result(("rat-1",)), result((), (NAME,)), result(("rat-1",), (NAME,), settled=False)):
        counts.add(one, 8)
    assert (counts.trials, counts.fell, counts.own_fell, counts.lost, counts.unsettled) == (4, 3, 2, 2, 1)
    assert counts.held == 1
    assert counts.seconds_simulated == 8.0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--slot", "11", "--piece", "crate"], "--slot"),
        (["--slot", "0", "--piece", "crate"], "--slot"),
        (["--slot", "3", "--piece", "dragon"], "dragon"),
        (["--slot", "3", "--piece", "crate", "--player", "wizard"], "wizard"),
        (["--slot", "3", "--piece", "crate", "--cargo", "12:crate"], "12:crate"),
        (["--slot", "3", "--piece", "crate", "--cargo", "3:dragon"], "dragon"),
        (["--slot", "3", "--piece", "crate", "--trials", "0"], "--trials"),
        (["--slot", "3", "--piece", "crate", "--aboard", "25"], "--aboard"),
        (["--slot", "3", "--piece", "crate", "--aboard", "2", "--cargo", "7:rat"], "not both"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert named in refusal_of(capsys, "lab", "place", *arguments)


def test_pieces_lie_aboard_as_they_do_for_practice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[int] = []

    def trial(placing: Placing, _seed: int) -> LoadResult:
        loaded.append(len(placing.snapshot.cargo))
        return result()

    monkeypatch.setattr(Placing, "trial", trial)
    place(capsys, "--slot", "9", "--piece", "crate", "--trials", "1", "--aboard", "2")
    assert loaded == [2]


def test_without_json_a_person_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["lab", "place", "--slot", "2", "--piece", "rat", "--trials", "5"]) == 0
    out, _ = capsys.readouterr()
    assert "rat on slot 2, casual hands, 5 times" in out
    assert "0.0 %" in out


def test_what_comes_to_lie_on_another_slot_has_not_held() -> None:
    counts = PlacementCounts()
    counts.add(result(), 10)
    assert (counts.fell, counts.held) == (0, 0)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_piece_is_not_meant_for_beside_the_wood_of_its_slot_on_either_side_of_the_mast(side: int) -> None:
    configuration = load_configuration("riff-raff")
    assert isinstance(configuration, RiffRaffConfiguration)
    slot, crate = configuration.setup.ship.slot(9 if side < 0 else 10), configuration.setup.pieces["crate"]
    left, _, right, _ = crate.forms["side"].extent(0.0)
    end = (slot.wood_right_mm - slot.wood_left_mm + right - left) / 2
    for offset in (500.0, -500.0, end + 0.1, -end - 0.1, 1e20, math.nan):
        with pytest.raises(InputError, match=rf"--offset-mm: expected a number from -{end:.1f} to {end:.1f}, found"):
            placed(configuration, slot.number, "crate", offset_mm=side * offset, trials=1)
    assert placed(configuration, slot.number, "crate", offset_mm=side * (0.1 - end), trials=1).counts.held == 1
    assert placed(configuration, slot.number, "crate", offset_mm=side * (end - 0.1), trials=1).counts.held == 0
