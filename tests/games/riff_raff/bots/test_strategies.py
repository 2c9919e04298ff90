"""The strategies decide as their words say: level the ship, keep off edges, two pieces where two are worth it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.errors import InputError
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import STRATEGIES, Observation
from sim.games.riff_raff.bots.judgement import FEATURES, judge, shipped_judgement
from sim.games.riff_raff.bots.lookahead import Lookahead, imagine
from sim.games.riff_raff.bots.simple import Simple, best, options
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.rules_frame import FrozenMap
from sim.seeds import rng


def _view(
    configuration: RiffRaffConfiguration,
    card: int,
    snapshot: Snapshot | None = None,
    ship: dict[int, tuple[str, ...]] | None = None,
    profile: str = "casual",
) -> Observation:
    """Anne is to load the slot of that card."""
    state = rules.start(("Anne", "Bert"))
    state, _ = rules.apply(state, rules.Reveal({"Anne": card, "Bert": 1}))
    if ship:
        gone = [piece for pieces in ship.values() for piece in pieces]
        supply = dict(state.supply["Bert"].items())
        for piece in gone:
            supply[piece] -= 1
        state = replace(state, ship=rules.STANDARD.stowage(ship), supply=state.supply.put("Bert", FrozenMap(supply)))
    skill = configuration.skills[profile]
    return Observation("Anne", state, snapshot or Snapshot(), configuration.setup, skill, configuration.judgement)


def _crate(configuration: RiffRaffConfiguration, x: float, name: str = "one") -> CargoState:
    upright = configuration.setup.pieces["crate"].stances["upright"]
    y = configuration.setup.ship.measures.hull_height_mm - upright.seat_mm
    return CargoState(name, "crate", upright.form, Pose(x, y, 0.0))


def test_the_shipped_judgement_says_what_everybody_knows() -> None:
    found = shipped_judgement()
    own = dict(zip(("bias", *FEATURES), found.own, strict=True))
    others = dict(zip(("bias", *FEATURES), found.others, strict=True))
    # Toppling, a heeling ship and a barrel on its side are bad; room to slide is good.
    assert own["topple"] > 1
    assert own["peak"] > 1
    assert own["rolling"] > 1
    assert own["room"] < -1
    assert others["peak"] > 1
    assert found.pieces >= 1
    # A place without any fault is nearly safe.
    assert 1 / (1 + np.exp(-(own["bias"] + own["room"]))) < 0.02


def test_a_judgement_that_lacks_a_weight_is_refused(tmp_path) -> None:
    file = tmp_path / "judgement.toml"
    file.write_text('[own]\nbias = { value = 1.0, provenance = "inferred", source = "here" }\n')
    with pytest.raises(InputError, match=r"judgement\.toml: own\.topple"):
        shipped_judgement(file)


def test_features_keep_to_their_range(configuration: RiffRaffConfiguration) -> None:
    laden = Snapshot(cargo=tuple(_crate(configuration, x, str(x)) for x in (-80.0, 70.0, 96.0)))
    # What swings over by 0.6 rad or more has capsized, and the peak is counted in 0.5 rad.
    most = np.where(np.array(FEATURES) == "peak", 0.6 / 0.5, 1.0)
    for snapshot in (Snapshot(), laden):
        for number in range(1, 11):
            judged = judge(slot_geometry_of(configuration.setup, snapshot), number, 2.5, configuration.judgement)
            assert len(judged.own) > 20
            assert np.all((judged.places.features >= -1e-9) & (judged.places.features <= most + 1e-9))
            assert np.all((judged.change >= -1) & (judged.change <= shipped_judgement().pieces))


def test_the_ship_is_levelled(configuration: RiffRaffConfiguration) -> None:
    snapshot = Snapshot(cargo=(_crate(configuration, 85.0), _crate(configuration, 40.0, "two")))
    port, starboard = (
        best(judged, judged.places.of(["crate"]))
        for judged in (
            judge(slot_geometry_of(configuration.setup, snapshot), number, 2.5, configuration.judgement)
            for number in (1, 4)
        )
    )
    assert port.change < starboard.change
    # Cards too: of slots 1 and 4 the one to port.
    view = _view(configuration, 2, snapshot)
    cards = [Simple()._promise(view, card) for card in (1, 4)]
    assert cards[0] < cards[1]


def test_the_barrel_is_stood_upright(configuration: RiffRaffConfiguration) -> None:
    judged = judge(slot_geometry_of(configuration.setup, Snapshot()), 4, 2.5, configuration.judgement)
    first = best(judged, judged.places.of(["barrel"]))
    assert first.intent.stance == "upright"


def test_options_are_sorted_and_of_the_kinds_asked_for(configuration: RiffRaffConfiguration) -> None:
    judged = judge(slot_geometry_of(configuration.setup, Snapshot()), 6, 2.5, configuration.judgement)
    found = options(judged, judged.places.of(["sailor", "rat"]), 400)
    assert {option.intent.kind for option in found} == {"sailor", "rat"}
    assert [o.change for o in found] == sorted(o.change for o in found)
    assert best(judged, judged.places.of([])) is None
    assert "hanging_starboard" in {option.intent.stance for option in found}


def test_two_are_announced_where_there_is_room_for_two(configuration: RiffRaffConfiguration) -> None:
    ship = {6: ("rat",)}
    view = _view(configuration, 6, ship=ship)
    assert view.state.may_place_two
    assert Simple().announce(view, rng(1, "x")) == 2
    # A ship that is about to capsize is no place for a second piece.
    tower = tuple(_crate(configuration, 60.0 + 24.0 * (n % 2), str(n)) for n in range(16))
    raised = tuple(replace(c, pose=Pose(c.pose.x, 60.0 + 24.0 * (n // 2), 0.0)) for n, c in enumerate(tower))
    heavy = _view(configuration, 6, Snapshot(hull=Pose(0.0, 0.0, -0.5), cargo=raised), ship)
    assert Simple().announce(heavy, rng(1, "x")) == 1


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_same_stream_the_same_decisions(configuration: RiffRaffConfiguration, name: str) -> None:
    strategy = STRATEGIES[name]
    view = _view(configuration, 8, Snapshot(cargo=(_crate(configuration, 85.0),)))
    first, again = (
        (strategy.choose_card(view, rng(2, "card")), strategy.place(view, rng(2, "place"))) for _ in range(2)
    )
    assert first == again
    assert first[0] in view.state.hands["Anne"]
    assert first[1].slot == 8


def test_imagination_is_the_placement_itself(configuration: RiffRaffConfiguration) -> None:
    view = _view(configuration, 3)
    judged = view.judged(3)
    safe = best(judged, judged.places.of(["plank"]))
    assert [imagine(view, safe.intent, seed) for seed in range(4)] == [-1] * 4
    beyond = replace(safe.intent, kind="crate", stance="upright", slot=4, x_mm=112.0)
    assert [imagine(view, beyond, seed) for seed in range(3)] == [0] * 3


def test_the_planner_drops_what_fails_in_imagination(
    configuration: RiffRaffConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = _view(configuration, 8)
    planner = Lookahead()
    favourite = planner._varied(view, 8)[0].intent
    tried: list[str] = []

    def fails(_view: Observation, intent, _seed: int) -> int:
        tried.append(intent.kind)
        return 2 if intent == favourite else -1

    monkeypatch.setattr("sim.games.riff_raff.bots.lookahead.imagine", fails)
    chosen = planner.place(view, rng(1, "p"))
    assert chosen != favourite
    assert len(tried) == 5 * 2 + 2 * 3
