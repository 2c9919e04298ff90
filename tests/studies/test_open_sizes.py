"""What a game ships of an answer of `study assumptions`: what is read of it, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.batch.assumed import read_bands
from sim.configuration import load_configuration, part_of
from sim.errors import InputError
from sim.files import read_text
from sim.spec import GAMES
from studies.open_sizes import FIGURE, ORIGIN, shipped_file, shipped_text


def test_what_is_shipped_reads_as_the_answer_does_and_leaves_the_shares_out(tmp_path: Path) -> None:
    file = part_of(GAMES["riff-raff"]).left_open
    assert file is not None
    answer = {key: item for key, item in json.loads(read_text(file)).items() if key != "given"}
    answer["players"] = [{"name": f"n{n}", **player} for n, player in enumerate(answer["players"])]
    answer["figures"] = [{**one, "label": "in words", "shares": [{"name": "x"}]} for one in answer["figures"]]
    answer["assumptions"] = [{"name": name, "values": []} for name in answer["assumptions"]]
    whole, kept = tmp_path / "answer.json", tmp_path / "open.json"
    whole.write_text(json.dumps(answer))
    kept.write_text(shipped_text(answer))
    assert {**json.loads(read_text(file)), "given": None} == {**json.loads(kept.read_text()), "given": None}
    assert read_bands(kept).figures == read_bands(whole).figures
    assert all(set(one) <= set(FIGURE) for one in json.loads(kept.read_text())["figures"])


def test_what_is_shipped_names_the_reports_by_which_it_was_weighed() -> None:
    answer: dict[str, Any] = {**dict.fromkeys(ORIGIN), "players": [], "figures": [], "assumptions": []}
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
