"""What an external bot is given at Riff Raff: plain data that says all that our own bots see."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from sim.configuration import load_configuration, preset_file
from sim.errors import IllegalAction
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import Observation
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.intents import AnnounceCount, Place
from sim.games.riff_raff.match.questions import mask, read, table_of, view_of
from sim.match.turn_based import Question


def configuration_of(preset: str | None) -> RiffRaffConfiguration:
    """Return the configuration of a preset."""
    found = load_configuration("riff-raff", preset_file("riff-raff", None if preset is None else Path(preset)))
    assert isinstance(found, RiffRaffConfiguration)
    return found


def loaded(cargo: str) -> tuple[RiffRaffConfiguration, Observation]:
    """Return the shipped configuration, and what Anne sees of a ship with this cargo."""
    found = configuration_of(None)
    state = rules.start(("Anne", "Bert"))
    snapshot = load(found.setup, parse_cargo(cargo, found.setup, "cargo"), "cargo")
    return found, Observation("Anne", state, snapshot, found.setup, found.skills["casual"], found.judgement)


@pytest.mark.parametrize("preset", [None, "brig", "ferry"])
def test_the_table_is_plain_data_and_its_forms_have_the_sides_of_their_stances(preset: str | None) -> None:
    table = json.loads(json.dumps(table_of(configuration_of(preset)), allow_nan=False))
    for piece in table["pieces"].values():
        for stance in piece["stances"].values():
            form, turn = piece["forms"][stance["form"]], math.radians(stance["turn_deg"])
            corners = [corner for part in form.get("parts_mm", ()) for corner in part]
            across = [math.cos(turn) * x - math.sin(turn) * y for x, y in corners]
            sides = [min(across), max(across)] if across else [-form["radius_mm"], form["radius_mm"]]
            assert stance["sides_mm"] == pytest.approx(sides)
    for slot in table["slots"].values():
        (first, last), (left, right) = slot["wood_mm"], slot["room_mm"]
        assert first < last
        assert left is None or left <= first + 1e-9
        assert right is None or right >= last - 1e-9
        assert slot["ceiling_mm"] is None or slot["ceiling_mm"] > slot["surface_mm"]


def test_where_the_ship_rests_follows_from_what_is_said_of_her_cargo() -> None:
    """tan heel = sum m x / (S - sum m y) in her own frame, pitch alike: the table and the view say what it needs."""
    configuration, seen = loaded("6:crate,9:rat,2:chest,10:rat")
    table, view = table_of(configuration), view_of(Question(("Anne",), Place, seen))
    heel = math.radians(view["heel_deg"])
    cos, sin = math.cos(heel), math.sin(heel)
    load_g_mm = ahead_g_mm = high_g_mm = 0.0
    for piece in view["cargo"]:
        mass_g = table["pieces"][piece["piece"]]["mass_g"]
        load_g_mm += mass_g * (cos * piece["x_mm"] - sin * piece["y_mm"])
        high_g_mm += mass_g * (sin * piece["x_mm"] + cos * piece["y_mm"])
        ahead_g_mm += mass_g * piece["fore_mm"]
    assert len(view["cargo"]) == 4
    left_g_mm = table["ship"]["righting_g_mm"] - high_g_mm
    rests = [math.degrees(math.atan2(moment, left_g_mm)) for moment in (load_g_mm, ahead_g_mm)]
    assert view["rest_deg"] == pytest.approx(rests)
    assert min(rests) > 1.0


def test_an_empty_copy_rests_at_her_list() -> None:
    """Hers is what no sum over the cargo tells."""
    configuration, seen = loaded("")
    listing = replace(configuration.setup, ship=replace(configuration.setup.ship, list_g_mm=(-600.0, 300.0)))
    view = view_of(Question(("Anne",), Place, replace(seen, setup=listing)))
    righting = listing.ship.righting_g_mm
    assert view["rest_deg"] == pytest.approx([math.degrees(math.atan(m / righting)) for m in (-600.0, 300.0)])


def test_a_piece_is_seen_with_its_form_and_the_half_of_the_deck_and_a_yard_with_its_lean() -> None:
    configuration, seen = loaded("1:crate,4:crate,6:chest")
    table, view = table_of(configuration), view_of(Question(("Anne",), Place, seen))
    assert [(piece["form"], piece["layer"]) for piece in view["cargo"]] == [
        ("side", next(iter(table["slots"]["1"]["rows"]))),
        ("side", next(iter(table["slots"]["4"]["rows"]))),
        ("side", None),
    ]
    assert set(view["yards_deg"]) == {"low", "middle", "top"}
    # The chest to starboard leans its yard over on its peg.
    assert view["yards_deg"]["low"] > view["heel_deg"] + 1.0


def test_a_bot_that_may_announce_says_one_piece_or_two_by_their_numbers() -> None:
    _, seen = loaded("6:crate")
    laden = replace(seen.state, ship=seen.state.ship.put(6, ("crate",)))
    state, _ = rules.apply(laden, rules.Reveal({"Anne": 6, "Bert": 1}))
    view = replace(seen, state=state)
    allowed = mask(Question(("Anne",), AnnounceCount, view))
    assert allowed is not None
    space = rules.actions(state)
    assert [space.decode(number, "Anne") for number in allowed.nonzero()[0]] == [rules.Announce(1), rules.Announce(2)]
    assert mask(Question(("Anne",), Place, view)) is None


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"piece": "hat"}, "piece: expected one that Anne has left, barrel or boat or bottle or chest or crate or "),
        ({"piece": "crate", "slot": 2}, "slot: expected 6, which the card names"),
        ({"piece": "crate", "slot": 6, "stance": "sitting"}, "stance: expected one of a crate, upright, found"),
        ({"piece": "crate", "slot": 6, "stance": None}, "stance: expected one of a crate, upright, found"),
        ({"piece": "crate", "slot": 6, "stance": ["upright"]}, "stance: expected one of a crate, upright, found"),
    ],
)
def test_a_placement_that_nobody_can_do_is_refused_with_what_was_expected(answer: object, expected: str) -> None:
    _, seen = loaded("")
    state, _ = rules.apply(seen.state, rules.Reveal({"Anne": 6, "Bert": 1}))
    question = Question(("Anne",), Place, replace(seen, state=state))
    with pytest.raises(IllegalAction) as refused:
        read(question, answer)
    assert expected in str(refused.value)
