"""Strategies by name: tempers of people.toml, what was found by search, and the options of both."""

from __future__ import annotations

import tomllib

import pytest

from sim.games.zack.bots import OPTIONS, STRATEGIES, USUAL_STRATEGY, temper_of
from sim.games.zack.bots.perception import (
    PEOPLE_FILE,
    TEMPERS,
    build_people,
    shipped_people_tables,
    shipped_strategies,
)
from tests.shipped import shipped_people

PEOPLE = shipped_people()
SHARP = shipped_strategies()["sharp"]


@pytest.mark.parametrize("name", TEMPERS)
def test_a_temper_is_that_of_the_table(name: str) -> None:
    assert temper_of(PEOPLE, name) == PEOPLE.tempers[name]


def test_sharp_is_steady_but_for_what_it_says() -> None:
    sharp, steady = temper_of(PEOPLE, "sharp").model_dump(), PEOPLE.tempers["steady"].model_dump()
    assert {key: value for key, value in sharp.items() if value != steady[key]} == dict(SHARP)


def test_sharp_is_as_hasty_as_is_assumed_of_anybody() -> None:
    haste = tomllib.loads(PEOPLE_FILE.read_text())["temper"]["bold"]["haste"]
    assert haste["value"] < SHARP["haste"] == haste["range"][1]


def test_a_preset_that_changes_steady_changes_sharp() -> None:
    tables = {key: {**table} for key, table in shipped_people_tables().items()}
    tables["temper"]["steady"] = {**tables["temper"]["steady"], "confidence": 0.6}
    people = build_people(tables, "preset")
    assert temper_of(people, "sharp").confidence == 0.6
    assert temper_of(people, "sharp").risk == SHARP["risk"]


def test_daring_is_sharp_but_for_cards_that_it_does_not_read() -> None:
    daring = temper_of(PEOPLE, "daring")
    assert daring.unread_cards > 0
    assert daring.model_copy(update={"unread_cards": 0}) == temper_of(PEOPLE, "sharp")


def test_what_was_found_by_search_is_no_part_of_a_configuration() -> None:
    assert "strategy" not in shipped_people_tables()
    assert all(temper.unread_cards == 0 for temper in PEOPLE.tempers.values())


@pytest.mark.parametrize("name", STRATEGIES)
def test_options_come_last(name: str) -> None:
    assert temper_of(PEOPLE, f"{name}?risk=2&haste=0.75") == temper_of(PEOPLE, name).model_copy(
        update={"risk": 2.0, "haste": 0.75}
    )


def test_every_strategy_has_options_and_every_profile_a_strategy() -> None:
    assert set(OPTIONS) == set(STRATEGIES)
    assert set(USUAL_STRATEGY.values()) <= set(STRATEGIES)


def test_another_name_is_unknown() -> None:
    with pytest.raises(KeyError):
        temper_of(PEOPLE, "calm")
