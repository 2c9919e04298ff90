"""`list` names what options take: every name that it gives is one that they accept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yardarm.command
from sim import catalogue
from sim.configuration import load_configuration
from sim.match.seats import checked_strategy, seats_from
from sim.metrics import MetricTable
from sim.spec import GAMES, MetricsPart, game_of, load_part
from tests.commands import refusal_of


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert yardarm.command.run(["list", *words]) == 0
    return capsys.readouterr().out


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in printed(capsys, "games").splitlines()] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_and_skill_can_be_seated(game: str) -> None:
    for skill in catalogue.names("skills")[""]:
        for name in catalogue.names("strategies", game)[game]:
            strategy = name.partition("?")[0].partition(",")[0]
            if strategy != "any":
                seats_from((f"{skill}:{strategy}",) * game_of(game).usual_seats, game)


def test_an_option_is_listed_once_with_those_that_take_it() -> None:
    found = catalogue.names("strategies", "zatre")["zatre"]
    assert found["sheet,planner?ways=X"].startswith("1 to 200: ")
    assert checked_strategy("planner?ways=200", "zatre", "here") == "planner?ways=200"
    assert "any?haste=X" in catalogue.names("strategies", "zack")["zack"]


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_can_be_loaded(game: str) -> None:
    for name, changed in catalogue.names("presets", game)[game].items():
        assert load_configuration(game, Path(name)) is not None
        assert changed.startswith("[")


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_is_a_target(game: str) -> None:
    part = load_part(game_of(game), "metrics", MetricsPart)
    assert part is not None
    table: MetricTable = part.table
    for name, words in catalogue.names("figures", game)[game].items():
        assert (name in table.goals()) != words.endswith("(tune only)")


def test_pieces_are_those_of_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert "duck" not in catalogue.names("pieces", "riff-raff")["riff-raff"]
    assert json.loads(printed(capsys, "pieces", "riff-raff", "--config", "ferry", "--json"))["riff-raff"]["duck"]


def test_what_a_game_lacks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal_of(capsys, "list", "pieces", "zatre") == "yardarm: game: expected one with pieces, found 'zatre'.\n"


@pytest.mark.parametrize("what", ["games", "skills", "strategies", "pieces", "figures", "presets"])
def test_it_fits_eighty_columns(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert all(len(line) <= 80 for line in printed(capsys, what).splitlines())
