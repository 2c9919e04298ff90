"""The numbers that experiments take: each has its limits, and what lies beyond them is refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.zack.configuration import ZackConfiguration
from sim.lab.place import placed
from sim.lab.sway import swayed
from sim.lab.throw import thrown
from sim.options import FallOptions, ImpactOptions, PileOptions, PlaceOptions, SwayOptions, ThrowOptions
from tests.commands import refusal_of

WORDS: dict[str, tuple[type, tuple[str, ...]]] = {
    "fall": (FallOptions, ("--length-mm", "100", "--areal-density-gsm", "80")),
    "impact": (ImpactOptions, ("--speed-mm-s", "500")),
    "pile": (PileOptions, ("pile.csv",)),
    "place": (PlaceOptions, ("--slot", "9", "--piece", "crate")),
    "sway": (SwayOptions, ()),
    "throw": (ThrowOptions, ()),
}


def numbers(declared: type) -> Iterator[tuple[str, bool]]:
    """The flags of the options that are numbers, and whether they are whole numbers."""
    for name, hint in get_type_hints(declared, include_extras=True).items():
        of = get_args(hint)[0]
        kinds, flag = {of, *get_args(of)}, f"--{name.replace('_', '-')}"
        if kinds & {int, float} and tuple not in kinds and flag not in ("--seed", "--turn"):
            yield flag, int in kinds


OPTIONS = [(verb, *option) for verb, (declared, _) in WORDS.items() for option in numbers(declared)]


@pytest.fixture
def pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pile.csv").write_text("id,x_mm,y_mm,angle_rad,width_mm,height_mm\na,0,10,0,60,20\n")


@pytest.mark.usefixtures("pile")
@pytest.mark.parametrize(("verb", "option", "whole"), OPTIONS)
def test_every_number_has_limits(capsys: pytest.CaptureFixture[str], verb: str, option: str, whole: bool) -> None:
    for value in ("9" * 21, "-" + "9" * 21) if whole else ("1e20", "-1e20", "1e300", "nan"):
        assert option in refusal_of(capsys, "lab", verb, *WORDS[verb][1], f"{option}={value}")


def test_the_limits_hold_in_python_too() -> None:
    riff_raff, zack = load_configuration("riff-raff"), load_configuration("zack")
    assert isinstance(riff_raff, RiffRaffConfiguration)
    assert isinstance(zack, ZackConfiguration)
    for refused, option in (
        (lambda: swayed(riff_raff, float("nan")), "--start-deg"),
        (lambda: swayed(riff_raff, duration_s=float("inf")), "--duration-s"),
        (lambda: placed(riff_raff, 9, "crate", trials=0), "--trials"),
        (lambda: thrown(zack, 1e20), "--distance-mm"),
        (lambda: thrown(zack, 400.0, trials=10**9), "--trials"),
        (lambda: thrown(zack, 400.0, cards_in_bowl=-1), "--cards-in-bowl"),
    ):
        with pytest.raises(InputError, match=option):
            refused()


@pytest.mark.parametrize("cell", ["1e10", "-1e300"])
def test_so_has_every_number_of_a_file(tmp_path: Path, cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    bricks = tmp_path / "pile.csv"
    bricks.write_text(f"id,x_mm,y_mm,angle_rad,width_mm,height_mm\na,{cell},10,0,60,20\n")
    assert "line 2: x_mm: expected a number from -1e+09 to 1e+09" in refusal_of(capsys, "lab", "pile", str(bricks))
