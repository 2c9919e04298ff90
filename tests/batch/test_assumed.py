"""What nobody has measured leaves open: one statement a figure, carried over to designs near the shipped one."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.batch.assumed import (
    NONE,
    AssumedBand,
    AssumedBands,
    AssumedNumber,
    StudiedFigure,
    bands_for,
    read_bands,
    shipped_bands,
    statement,
)
from sim.configuration import changed_configuration, load_configuration, part_of, usual_players
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.spec import GAMES
from sim.statistics import NO_DATA, Interval

SHIPPING = [game for game in GAMES if part_of(GAMES[game]).left_open is not None]
BAND = AssumedBand(Interval(0.2, 0.18, 0.22), Interval(0.5, 0.45, 0.55))
SHARE, MINUTES = StudiedFigure(0.25, BAND, True), StudiedFigure(0.25, BAND, False)


def file_of(folder: Path, **changes: Any) -> Path:
    """Return a small answer, as `study assumptions --json` prints it, as a file."""
    band = {"low": BAND.low.to_json(), "high": BAND.high.to_json()}
    figures = [
        {"figure": "fall_rate", "unit": "share", "estimate": 0.25, "band": band, "flat": False},
        {"figure": "lead_changes", "unit": "", "estimate": 2.0, "band": band, "flat": True},
        {"figure": "minutes", "unit": "minutes", "estimate": None, "band": None},
    ]
    whole = {"game": "riff-raff", "configuration": "0" * 16, "players": [], "figures": figures, "assumptions": []}
    path = folder / "open.json"
    path.write_text(json.dumps({**whole, **changes}))
    return path


def seats_of(game: str) -> Any:
    return seats_from(usual_players(load_configuration(game)), game)


def ends(band: AssumedBand | None) -> list[float]:
    assert band is not None
    return [getattr(end, name) for end in (band.low, band.high) for name in ("estimate", "low", "high")]


@pytest.mark.parametrize("studied", [SHARE, MINUTES])
def test_a_figure_equal_to_the_studied_one_has_the_band_itself(studied: StudiedFigure) -> None:
    assert ends(studied.carried(0.25)) == pytest.approx(ends(BAND))


def test_a_share_is_moved_by_the_same_logits() -> None:
    # Odds of 1/3 became 1/4 and 1: three quarters and three times. Odds of 1 become 3/4 and 3.
    carried = SHARE.carried(0.5)
    assert ends(carried)[::3] == pytest.approx([3 / 7, 3 / 4])


def test_any_other_figure_is_moved_by_the_same_factors() -> None:
    assert ends(MINUTES.carried(10.0))[::3] == pytest.approx([8.0, 20.0])


def test_ends_at_nothing_and_everything_stay_there() -> None:
    whole = StudiedFigure(0.5, AssumedBand(Interval(0.0, 0.0, 0.1), Interval(1.0, 0.9, 1.0)), True)
    assert ends(whole.carried(0.3))[::3] == [0.0, 1.0]


@pytest.mark.parametrize("estimate", [0.0, 1.0])
def test_a_share_without_a_logit_has_no_band(estimate: float) -> None:
    assert SHARE.carried(estimate) is None
    assert replace(SHARE, usual=estimate).carried(0.5) is None
    assert replace(MINUTES, usual=math.nan).carried(0.5) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("21.3 % (20.1-22.5)", "21.3 % (20.1-22.5 by chance; 20-50 by what nobody has measured)"),
        ("21.3 % (20.1 to 22.5)", "21.3 % (20.1 to 22.5 by chance; 20 to 50 by what nobody has measured)"),
        (
            "2.1 (2-3), middle 80 %: 1 to 3",
            "2.1 (2-3 by chance; 20-50 by what nobody has measured), middle 80 %: 1 to 3",
        ),
    ],
)
def test_a_figure_has_one_statement(text: str, words: str) -> None:
    assert statement(text, BAND, share=True) == words
    assert statement(text, None, share=True) == text


def test_an_answer_is_read_without_what_varies_by_chance_alone(tmp_path: Path) -> None:
    found = read_bands(file_of(tmp_path))
    assert found.figures == {"fall_rate": SHARE}
    assert found.band("fall_rate", Interval(0.4, 0.3, 0.5)) == BAND
    assert found.band("lead_changes", Interval(0.4, 0.3, 0.5)) is None
    assert found.band("fall_rate", NO_DATA) is None


def test_a_design_near_it_has_a_band_that_was_carried_over_and_one_far_from_it_says_so(tmp_path: Path) -> None:
    found, here = read_bands(file_of(tmp_path)), Interval(0.5, 0.4, 0.6)
    near, far = replace(found, reach="near"), replace(found, reach="far")
    assert near.band("fall_rate", here) == SHARE.carried(0.5)
    assert far.band("fall_rate", here) is None
    assert "too far from the shipped one" in far.note
    assert found.note == near.note == ""


def test_an_answer_says_how_a_figure_answers_to_a_number(tmp_path: Path) -> None:
    ends = {"low": BAND.low.to_json(), "high": BAND.high.to_json()}
    shares = [{"name": "ship.x_mm", "from_usual": {"usual": 0.3, **ends}}, {"name": "ship.deck", "from_usual": None}]
    figure = {"figure": "fall_rate", "unit": "share", "estimate": 0.25, "band": ends, "flat": False, "shares": shares}
    values = [
        {"key": "ship.x_mm", "value": 4.0, "range": [2.0, 8.0], "reason": "so"},
        {"key": "ship.rows", "value": 2, "range": [1, 2]},
        {"key": "ship.deck", "value": "row", "among": ["row", "quadrants"]},
    ]
    assumptions = [{"name": "ship.x_mm", "values": values}]
    found = read_bands(file_of(tmp_path, figures=[figure], assumptions=assumptions, matches=640))
    assert found.figures["fall_rate"].answers == {"ship.x_mm": StudiedFigure(0.3, BAND, True)}
    assert found.matches == 640
    assert found.numbers == {
        "ship.x_mm": (
            AssumedNumber("ship.x_mm", 2.0, 4.0, 8.0, False),
            AssumedNumber("ship.rows", 1.0, 2.0, 2.0, True),
        )
    }


def test_shares_may_be_of_fewer_matches(tmp_path: Path) -> None:
    assert read_bands(file_of(tmp_path, matches=640, matches_of_shares=64)).matches == 64


@pytest.mark.parametrize(("value", "place"), [(2.0, -1.0), (3.0, -0.5), (4.0, 0.0), (5.0, 0.25), (8.0, 1.0)])
def test_a_number_has_a_place_on_either_side_of_its_usual_value(value: float, place: float) -> None:
    number = AssumedNumber("ship.x_mm", 2.0, 4.0, 8.0, False)
    assert number.place(value) == place
    assert number.at(place) == value


@pytest.mark.parametrize("game", SHIPPING)
def test_what_is_shipped_is_of_the_shipped_design_and_small(game: str) -> None:
    file = part_of(GAMES[game]).left_open
    assert file is not None
    assert file.stat().st_size <= 60_000
    bands = shipped_bands(load_configuration(game), seats_of(game))
    assert bands is not None
    assert (bands.reach, bool(bands.figures)) == ("same", True)


NEAR = {
    "shipped, other players": ("riff-raff", {}, "near"),
    "worse hands": ("riff-raff", {"skill": {"all": {"placement_sd_mm": 3.0}}}, "near"),
    "rougher wood": ("riff-raff", {"wood": {"friction": 0.32}}, "near"),
    "wood like glass": ("riff-raff", {"wood": {"friction": 0.05}}, "far"),
    "steadier throws": ("zack", {"skill": {"all": {"throw_speed_cv": 0.05}}}, "near"),
    "a higher hand": ("zack", {"table": {"hand_height_mm": 200.0}}, "far"),
}


@pytest.mark.parametrize(("game", "changes", "reach"), NEAR.values(), ids=NEAR)
def test_a_design_is_near_while_bots_know_it_or_only_people_differ(game: str, changes: Any, reach: str) -> None:
    bands = shipped_bands(changed_configuration(game, changes))
    assert bands is not None
    assert bands.reach == reach


def test_the_option_takes_a_file_of_this_design_or_none_or_what_is_shipped(tmp_path: Path) -> None:
    configuration, seats = load_configuration("riff-raff"), seats_of("riff-raff")
    assert bands_for(NONE, configuration, seats) is None
    assert bands_for(None, configuration, seats) == shipped_bands(configuration, seats)
    players = [{"profile": seat.profile, "strategy": seat.strategy} for seat in seats]
    own = bands_for(file_of(tmp_path, configuration=configuration.digest, players=players), configuration, seats)
    assert isinstance(own, AssumedBands)
    assert own.figures == {"fall_rate": SHARE}
    with pytest.raises(InputError, match=r"--assumptions: .* is of riff-raff with configuration 0000"):
        bands_for(file_of(tmp_path), configuration, seats)


def test_a_game_that_ships_nothing_says_nothing() -> None:
    assert shipped_bands(load_configuration("zigzag")) is None
