"""Placements carried out again: as they were, and under other noise."""

from __future__ import annotations

import json

import pytest

from sim.batch.job import Task, match_seed, play
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.match.seats import seats_from
from sim.seeds import derive
from studies import robustness
from studies.attempts import Attempt, attempts_of
from studies.robustness import Placement, figures, placements

SEATS = seats_from(["child:random", "casual:random"], "riff-raff")


@pytest.fixture(scope="module")
def configuration() -> RiffRaffConfiguration:
    return load_configuration("riff-raff", profile="draft")


@pytest.fixture(scope="module")
def attempts(configuration: RiffRaffConfiguration) -> list[Attempt]:
    return attempts_of(configuration, SEATS, 3, 0)


@pytest.mark.study
def test_the_same_intent_under_the_same_noise_is_the_same_attempt(
    configuration: RiffRaffConfiguration, attempts: list[Attempt]
) -> None:
    _, turns = play(configuration, Task(0, match_seed(3, 0), SEATS))
    assert len(attempts) == len(turns)
    for number in (0, 5, 11):
        attempt, turn = attempts[number], turns[number]
        noise = derive(match_seed(3, 0), "noise", number + 1)
        again, under = attempt.again(), attempt.under(noise)
        assert again == under
        assert (again.duration_s, again.max_heel_rad) == (turn.duration_s, turn.max_heel_rad)
        assert len(again.fallen) + len(again.caught) == turn.pieces_fallen
        assert attempt.intent.slot == turn.slot
        assert attempt.under(noise + 1) != under


@pytest.mark.study
def test_placements_of_a_match(
    configuration: RiffRaffConfiguration, attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robustness, "attempts_of", lambda *_: attempts[6:12])
    found = placements(configuration, SEATS, 3, 1, noises=5)
    assert len(found) == 6
    assert {one.match for one in found} == {1}
    assert {one.profile for one in found} == {"child", "casual"}
    assert len({one.holds for one in found}) > 1
    assert {one.noises for one in found} == {5}
    assert found == placements(configuration, SEATS, 3, 1, noises=5)


def test_luck_by_hand() -> None:
    def placed(match: int, slot: int, held: bool, holds: int) -> Placement:
        return Placement(match, slot, "casual", held, holds, 10)

    found = {
        figure.key: figure.interval.estimate
        for figure in figures(
            [placed(0, 1, True, 10), placed(0, 2, True, 2), placed(1, 1, False, 5), placed(1, 1, False, 1)]
        )
    }
    assert found["robustness"] == pytest.approx(18 / 40)
    assert found["robustness.slot.1"] == pytest.approx(16 / 30)
    assert found["robustness.kind.always"] == 0.25
    assert found["robustness.kind.half to four fifths"] == 0.25
    assert found["robustness.kind.less than half"] == 0.5
    assert found["robustness.p50"] == 0.2
    assert found["held"] == 0.5
    assert found["lucky"] == 0.5
    assert found["unlucky"] == 0.5


@pytest.mark.slow
def test_it_is_said_in_json_and_in_words(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(robustness, "attempts_of", lambda *_: attempts[:2])
    words = [
        "--matches",
        "1",
        "--noises",
        "2",
        "--players",
        "child:random,casual:random",
        "--profile",
        "draft",
        "--seed",
        "3",
    ]
    robustness.main([*words, "--json"])
    robustness.main(words)
    answer, _, text = capsys.readouterr().out.partition("\n")
    told = json.loads(answer)
    assert (told["placements"], told["noises"], told["profile"]) == (2, 2, "draft")
    assert told["figures"][0]["key"] == "robustness"
    assert text.startswith("2 placements of 1 matches, each carried out 2 times more")


def test_a_match_that_crashes_is_left_out_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    crashed = {1}

    def some(_configuration: object, _seats: object, _seed: int, match: int, noises: int) -> list[Placement]:
        if match in crashed:
            raise LookupError("no such piece")
        return [Placement(match, 5, "child", True, noises, noises)]

    monkeypatch.setattr(robustness, "placements", some)
    words = ["--matches", "3", "--noises", "2", "--players", "child,casual", "--profile", "draft", "--seed", "3"]
    robustness.main([*words, "--json"])
    out, err = capsys.readouterr()
    told = json.loads(out)
    seed = match_seed(3, 1)
    assert told["placements"] == 2
    assert told["crashed"] == [{"match": 1, "seed": seed, "error": "LookupError: no such piece"}]
    assert err.startswith(f"yardarm: match 1 (seed {seed}): LookupError: no such piece; it is left out, and seen again")
    robustness.main(words)
    out, _ = capsys.readouterr()
    assert out.startswith("1 of 3 matches crashed and is left out.\n2 placements of 2 matches, each carried out 2 ")
    crashed |= {0, 2}
    with pytest.raises(InputError, match=r"^3 of 3 matches crashed and are left out; match 0 \(seed"):
        robustness.main([*words, "--json"])
