"""`report`: what is on the page, in the tables and in the JSON; what is refused."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import yardarm.command
from calibration.reports.single import HOW_TO_READ
from sim.batch.store_writer import Store
from tests.batch.stores import exports
from tests.calibration.reports.conftest import filled, report, riff_raff_run
from tests.commands import refusal_of

pytestmark = pytest.mark.slow


class Tags(HTMLParser):
    """Every element with its attributes, and the text; checks that what is opened is closed."""

    EMPTY = frozenset(("meta", "link", "img", "br"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.found if found == tag]


@pytest.mark.parametrize("name", ["riff", "zack", "other", "against"])
def test_a_page_needs_nothing_but_itself(pages: Path, name: str) -> None:
    text = (pages / f"{name}.html").read_text("utf-8")
    tags = Tags(text)
    assert tags.all("script") == []
    for attributes in (*tags.all("img"), *tags.all("link")):
        assert (attributes.get("src") or attributes.get("href") or "").startswith("data:")
    assert not re.search("https?:", re.sub(r"base64,[A-Za-z0-9+/=]+", "", text))
    assert "url(" not in text
    assert all(len(image["alt"] or "") > 40 for image in tags.all("img"))
    assert len(tags.all("img")) >= 10
    assert "nan" not in tags.text.lower().split()


def test_what_was_run_is_told(pages: Path) -> None:
    text = Tags((pages / "riff.html").read_text("utf-8")).text
    for part in (
        "Riff Raff: 5 simulated matches", "Anne (child, random), Bert (skilled, random)", "5 of 5", "draft",
        "as shipped", "pymunk", riff_raff_run().key, riff_raff_run().configuration.digest, HOW_TO_READ,
        "An attempt drops something", "fall_rate.slot_piece.",
    ):  # fmt: skip
        assert part in text, part
    assert "not finished" not in text


def test_what_is_not_there_is_told(pages: Path) -> None:
    text = Tags((pages / "other.html").read_text("utf-8")).text
    assert "This run is not finished: 1 of 3 matches are missing" in text
    assert "1 of 2 matches crashed and is left out: match 1 (seed" in text
    assert "the worker that plays it dies. All figures are of the others." in text
    assert "Riff Raff: 2 simulated matches" in text
    assert text.count("What was run") == 2
    assert text.count("In short") == 2


def test_what_differs_from_the_shipped_values_is_told(pages: Path) -> None:
    text = Tags((pages / "against.html").read_text("utf-8")).text
    order = [
        text.index(part) for part in ("What differs between the two", "ship: ball mass (g)", "In short", "What was run")
    ]
    assert order == sorted(order)
    # From the other run to this one, and below, of the run that is not as shipped, from the shipped value to its own.
    assert "ship.ball_mass_g200110" in text
    assert "ship.ball_mass_g110200" in text
    assert "Not only the design differs" not in text
    assert "Both have the same seed and the same people" in text
    assert "riff.sqlite against heavy.sqlite" in text


def test_the_same_store_gives_the_same_page(pages: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere.sqlite"
    copy.write_bytes((pages / "riff.sqlite").read_bytes())
    report(copy, out=tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == (pages / "riff.html").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.html", "elsewhere.sqlite"]


@pytest.mark.usefixtures("unpainted")
def test_one_run_of_several(pages: Path, tmp_path: Path) -> None:
    key = riff_raff_run(seed=7).key
    report(pages / "other.sqlite", out=tmp_path / "one.html", run=key[:7])
    text = Tags((tmp_path / "one.html").read_text("utf-8")).text
    assert "Riff Raff: 1 simulated match" in text
    assert riff_raff_run(seed=6).key not in text


def test_the_tables_are_those_of_the_export_and_the_figures(pages: Path, tmp_path: Path) -> None:
    report(pages / "riff.sqlite", csv=tmp_path / "csv")
    for name, content in exports(pages / "riff.sqlite", tmp_path / "plain").items():
        assert (tmp_path / "csv" / name).read_bytes() == content
    with (tmp_path / "csv" / "figures.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["run", "figure", "key", "estimate", "low", "high", "count"]
    with (tmp_path / "csv" / "turns.csv").open(newline="", encoding="utf-8") as stream:
        fell = [row["fell"] == "1" for row in csv.DictReader(stream)]
    assert rows[0]["key"] == "fall_rate"
    assert float(rows[0]["estimate"]) == sum(fell) / len(fell)
    assert int(rows[0]["count"]) == len(fell)


@pytest.mark.usefixtures("unpainted")
def test_json_is_one_object_and_nothing_else(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"report {pages}/riff.sqlite --json --csv {tmp_path} --out {tmp_path}/a.html --against {pages}/heavy.sqlite"
    assert yardarm.command.run(line.split()) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    told = json.loads(out)
    (run,) = told["runs"]
    assert (run["matches"], run["missing"], run["seed"]) == (5, 0, 5)
    assert run["figures"][0]["key"] == "fall_rate"
    assert told["against"]["run"] == riff_raff_run(heavier=True).key
    change = next(change for change in told["changes"] if change["key"] == "fall_rate")
    assert change["paired"] is True
    expected = change["one"]["estimate"] - change["other"]["estimate"]
    assert change["difference"]["estimate"] == pytest.approx(expected, abs=2e-6)


@pytest.mark.usefixtures("unpainted")
def test_only_what_is_asked_for_is_written(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["report", str(pages / "zack.sqlite"), "--out", str(tmp_path / "z.html")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'z.html'}: 1 match.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["z.html"]


@pytest.mark.usefixtures("unpainted")
def test_what_is_not_finished_is_said(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report(pages / "other.sqlite", out=tmp_path / "o.html", run=riff_raff_run(seed=6).key)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{tmp_path / 'o.html'}: 1 match."
    assert said[1] == f"{riff_raff_run(seed=6).key} is not finished: 2 of 3 matches; simulate --resume goes on."


REFUSED = [
    ("missing.sqlite --out {new}", "missing.sqlite: cannot be read (there is no such file)"),
    ("riff.html --out {new}", "riff.html: is not a store of Yardarm's"),
    ("empty.sqlite --out {new}", "empty.sqlite: holds no match that was played"),
    ("riff.sqlite --out {new} --against empty.sqlite", "empty.sqlite: holds no match that was played"),
    ("riff.sqlite --out {new} --against zack.sqlite", "--against: {stores}/zack.sqlite: is a store of zack, expected"),
    ("riff.sqlite --out {new} --against none.sqlite", "none.sqlite: cannot be read"),
    ("other.sqlite --out {new} --against riff.sqlite", "holds several runs, expected --run with one of run-"),
    ("riff.sqlite --out {new} --against other.sqlite", "holds several runs, expected --against-run with one of run-"),
    ("riff.sqlite --out {new} --run run-x", "--run: {stores}/riff.sqlite: expected one of run-"),
    ("riff.sqlite --out {new} --against-run run-x", "--against-run: expected --against STORE.sqlite"),
    ("riff.sqlite --out {stores}/nowhere/a.html", "nowhere/a.html: cannot be written"),
    ("riff.sqlite --csv {stores}/riff.html", "--csv: {stores}/riff.html: cannot be a folder"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_refusals_are_one_sentence(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    line: str, sentence: str,
) -> None:  # fmt: skip
    if not (pages / "empty.sqlite").exists():
        filled(pages / "empty.sqlite", riff_raff_run(seed=8), 0)
    new = tmp_path / "new.html"
    new.write_text("what was there before")
    monkeypatch.chdir(pages)
    words = line.format(new=new, stores=pages).split()
    # Files are named by their whole path.
    words = [str(pages / word) if word.endswith((".sqlite", "riff.html")) else word for word in words]
    assert sentence.format(stores=pages) in refusal_of(capsys, "report", *words)
    assert new.read_text() == "what was there before"
    assert [path.name for path in tmp_path.iterdir()] == ["new.html"]


def test_tables_of_a_store_without_matches(pages: Path, tmp_path: Path) -> None:
    path = filled(tmp_path / "none.sqlite", riff_raff_run(seed=9), 0)
    report(path, csv=tmp_path / "csv")
    lines = (tmp_path / "csv" / "figures.csv").read_text().splitlines()
    assert lines[1].endswith(",fall_rate,,,,0")


def test_a_store_that_is_being_written_is_not_read(pages: Path, tmp_path: Path) -> None:
    path = filled(tmp_path / "busy.sqlite", riff_raff_run(seed=10), 1)
    with Store(path, riff_raff_run(seed=10), resume=True), pytest.raises(Exception, match="another process is using"):
        report(path, out=tmp_path / "a.html")


@pytest.mark.study
@pytest.mark.usefixtures("unpainted")
def test_a_page_says_what_nobody_has_measured_leaves_open_or_that_the_design_is_too_far(pages: Path) -> None:
    report(pages / "riff.sqlite", out=pages / "none.html", assumptions=Path("none"))
    known, off, far = ((pages / f"{name}.html").read_text("utf-8") for name in ("riff", "none", "zack"))
    said, note = "by what nobody has measured)", "too far from the shipped one"
    assert [said in text for text in (known, off, far)] == [True, False, False]
    assert [note in text for text in (known, off, far)] == [False, False, True]
