"""The brief: what a page says of targets, that a full report begins with it, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from tests.calibration.reports.conftest import report
from tests.commands import refusal_of
from tests.languages import speaking

TARGETS = ["fall_rate=15%+-2%", "minutes<90", "minutes.p90=20+-3", "fall_rate.slot.1=20%+-15%"]
NO_MOMENT = {"moments": 0}


def words_of(page: Path) -> str:
    """The text of a page without its marks."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page.read_text("utf-8").partition("</style>")[2]))


@pytest.mark.usefixtures("unpainted")
def test_every_target_has_a_verdict_and_one_statement(stores: Path, tmp_path: Path) -> None:
    report(stores / "riff.sqlite", out=tmp_path / "b.html", brief=True, target=TARGETS, **NO_MOMENT)
    text = (tmp_path / "b.html").read_text("utf-8")
    words = words_of(tmp_path / "b.html")
    assert "of 4 targets are met" in words
    assert len(re.findall('<li class="(met|missed|open)">', text)) == 4
    assert "by chance; " in words and "by what nobody has measured)" in words  # noqa: PT018
    for part in ("wanted: 15 % ± 2 points", "wanted: below 90", "minutes.p90", "What to change first", "as shipped"):
        assert part in words
    assert "size: A4" in text
    assert "All figures" not in words


@pytest.mark.study
@pytest.mark.usefixtures("unpainted")
def test_a_full_report_begins_with_the_same_lines(stores: Path, tmp_path: Path) -> None:
    for name, brief in (("b", True), ("f", False)):
        report(stores / "riff.sqlite", out=tmp_path / f"{name}.html", brief=brief, target=TARGETS, **NO_MOMENT)
    brief, full = ((tmp_path / f"{name}.html").read_text("utf-8") for name in "bf")
    section = brief[brief.index('<section class="brief">') : brief.index("</section>")]
    assert section in full
    assert full.index(section) < full.index("How to read this") < full.index("All figures")
    assert full.count("</details>") == full.count("<details") > 5


@pytest.mark.usefixtures("unpainted")
def test_without_targets_it_says_the_main_figures(stores: Path, tmp_path: Path) -> None:
    report(stores / "other.sqlite", out=tmp_path / "b.html", brief=True, **NO_MOMENT)
    words = words_of(tmp_path / "b.html")
    assert words.count("In short") == 2
    assert "What to change first" not in words


@pytest.mark.usefixtures("unpainted")
def test_a_design_too_far_from_the_shipped_one_says_so(stores: Path, tmp_path: Path) -> None:
    report(stores / "zack.sqlite", out=tmp_path / "b.html", brief=True, target=["miss_rate=90%+-1%"], **NO_MOMENT)
    words = words_of(tmp_path / "b.html")
    assert "This design is too far from the shipped one" in words
    assert "table.wins 1" in words
    assert "--config PRESET.toml" in words


@pytest.mark.usefixtures("unpainted")
def test_targets_that_need_opposite_changes_are_said_to(stores: Path, tmp_path: Path) -> None:
    opposite = ["fall_rate=28%+-2%", "avalanche_rate=7%+-1%"]
    report(stores / "riff.sqlite", out=tmp_path / "b.html", brief=True, target=opposite, **NO_MOMENT)
    words = words_of(tmp_path / "b.html")
    assert "The targets need opposite changes" in words
    assert "--target avalanche_rate=0.07+-0.01 --vary pieces.scale=" in words


@pytest.mark.usefixtures("unpainted")
def test_it_speaks_the_language_that_is_asked_for(stores: Path, tmp_path: Path) -> None:
    line = f"report {stores}/riff.sqlite --brief --moments 0 --out {tmp_path}/b.html --target fall_rate=95%+-1%"
    with speaking("en"):
        assert yardarm.command.run([*line.split(), "--language", "de"]) == 0
    text = (tmp_path / "b.html").read_text("utf-8")
    assert '<html lang="de">' in text
    assert "0 von 1 Ziel ist erreicht" in text
    assert "Was zuerst zu ändern ist" in text


@pytest.mark.usefixtures("unpainted")
def test_targets_are_printed_and_part_of_the_json(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report(stores / "riff.sqlite", out=tmp_path / "b.html", brief=True, target=["minutes<90"], **NO_MOMENT)
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("b.html: 5 matches.")
    assert re.fullmatch(r"Minutes of a match: .*, wanted below 90: met\.", second)
    report(stores / "riff.sqlite", as_json=True, target=["minutes<90"])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    (target,) = run["targets"]
    assert (target["metric"], target["verdict"], target["value"]) == ("minutes", "met", 90)
    assert run["proposals"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--target", "fall_rat=0.2", "--json"), "--target: riff-raff has no figure 'fall_rat', expected fall_rate"),
        (("--target", "fall_rate=20", "--json"), "fall_rate is a proportion"),
        (("--target", "fall_rate", "--json"), "expected METRIC=VALUE"),
        (("--brief", "--json"), "--brief: expected --out FILE.html with it"),
        (("--target", "minutes=20", "--json", "--against", "x.sqlite"), "--target: expected no --against"),
        (("--brief", "--out", "x.html", "--against", "x.sqlite"), "--brief: expected --out FILE.html with it"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    stores: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in refusal_of(capsys, "report", stores / "riff.sqlite", *words)


@pytest.mark.study
def test_it_is_no_wider_than_a_phone(stores: Path, tmp_path: Path, on_a_phone: Callable[[str], dict[str, Any]]) -> None:
    report(stores / "riff.sqlite", out=tmp_path / "b.html", brief=True, target=TARGETS, **NO_MOMENT)
    found = on_a_phone((tmp_path / "b.html").read_text("utf-8"))
    assert (found["over"], found["scrolls"]) == ([], 400)
