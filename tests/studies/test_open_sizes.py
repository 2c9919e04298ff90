"""What a game ships of an answer of `study assumptions`: what is read of it, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.tuning.space import numbers
from sim.batch.assumed import read_bands
from sim.configuration import load_configuration, part_of
from sim.errors import InputError
from sim.files import read_text
from sim.spec import GAMES
from studies.open_sizes import FIGURE, ORIGIN, shipped_file, shipped_text


@pytest.mark.parametrize("game", ["riff-raff", "zack"])
def test_what_is_shipped_reads_as_the_answer_does(game: str, tmp_path: Path) -> None:
    file = part_of(GAMES[game]).left_open
    assert file is not None
    answer = {key: item for key, item in json.loads(read_text(file)).items() if key != "given"}
    answer["players"] = [{"name": f"n{n}", **player} for n, player in enumerate(answer["players"])]
    answer["figures"] = [{**one, "label": "in words"} for one in answer["figures"]]
    whole, kept = tmp_path / "answer.json", tmp_path / "open.json"
    whole.write_text(json.dumps(answer))
    kept.write_text(shipped_text(answer))
    assert {**json.loads(read_text(file)), "given": None} == {**json.loads(kept.read_text()), "given": None}
    assert read_bands(kept).figures == read_bands(whole).figures
    assert read_bands(kept).numbers == read_bands(whole).numbers
    assert all(set(one) <= {*FIGURE, "shares"} for one in json.loads(kept.read_text())["figures"])


def test_what_the_box_does_beyond_chance_is_kept_of_the_shares() -> None:
    def share(name: str, low: float, high: float) -> dict[str, Any]:
        ends = {"low": {"estimate": low, "low": low - 0.02, "high": low + 0.02}, "high": {"estimate": high}}
        ends["high"] |= {"low": high - 0.02, "high": high + 0.02}
        return {"name": name, "first_order": 0.5, "from_usual": {"usual": 0.2, **ends}}

    words = {"name": "ship.deck", "from_usual": None}
    shares = [
        share("pieces.scale", 0.1, 0.3),
        share("ship.yard_stop_deg", 0.2, 0.21),
        share("skill.casual.hold_share", 0.1, 0.3),
    ]
    figure = {**dict.fromkeys(FIGURE), "shares": [*shares, words]}
    answer: dict[str, Any] = {**dict.fromkeys(ORIGIN), "game": "riff-raff", "players": [], "assumptions": []}
    (kept,) = json.loads(shipped_text({**answer, "figures": [figure]}))["figures"]
    assert [one["name"] for one in kept["shares"]] == ["pieces.scale"]
    assert "first_order" not in kept["shares"][0]


def test_what_can_be_changed_is_in_the_box_and_has_words() -> None:
    for game in GAMES:
        design = dict(numbers(load_configuration(game).tree))
        assert set(part_of(GAMES[game]).changeable) <= set(design)


def test_what_is_shipped_names_the_reports_by_which_it_was_weighed() -> None:
    answer: dict[str, Any] = {**dict.fromkeys(ORIGIN), "game": "zack"}
    answer |= {"players": [], "figures": [], "assumptions": []}
    given = {"effective_draws": 40.5, "weights": [0.5, 0.5], "reports": [{"name": "long", "source": "a page"}]}
    assert "given" not in json.loads(shipped_text(answer))
    kept = json.loads(shipped_text({**answer, "given": given}))
    assert kept["given"] == {"effective_draws": 40.5, "reports": ["long"]}


def test_an_answer_about_another_design_is_refused() -> None:
    file = shipped_file("riff-raff", load_configuration("riff-raff").digest)
    assert file.name == "open.json"
    with pytest.raises(InputError, match="expected an answer of the shipped configuration"):
        shipped_file("riff-raff", "0" * 16)
    with pytest.raises(InputError, match="zigzag: ships no answer"):
        shipped_file("zigzag", load_configuration("zigzag").digest)
