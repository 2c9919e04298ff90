"""The baselines at the table: every question, whole matches, other designs."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yardarm as ya
from sim.batch.job import PlayedMatch, Task, play
from sim.bots.started import end_bots
from sim.bots.words import GROUP
from sim.games.riff_raff.bots.learned import head
from tests.games.riff_raff.bots.learned.test_checkpoint import drawn
from tests.games.riff_raff.bots.learned.views import PLAYERS, info, lying, question, table, view
from yardarm.baselines.bots import Fitted, Learned, Trained
from yardarm.configurations import configured
from yardarm.words import seated_at

FITTED, TRAINED = (f"casual:yardarm.baselines.bots:{bot.__name__}" for bot in (Fitted, Trained))


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


def seated(bot: Learned) -> Learned:
    """Return a bot at the table."""
    bot.reset(info())
    return bot


def answered(bot: Learned, kind: str, seen: dict[str, Any], legal: list[Any]) -> Any:
    """Return a bot's answer."""
    return bot.act(question(kind, seen, legal), np.random.default_rng(1))


def test_the_package_offers_both_as_entry_points(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][GROUP] == {bot.name: f"{bot.__module__}:{bot.__name__}" for bot in (Fitted, Trained)}


def check_match(words: list[str], config: Any = None) -> None:
    """Play a match to its end, and check that every answer counted."""
    configuration = configured("riff-raff", config, "draft")
    seats, bots = seated_at(configuration, words)
    found = play(configuration, Task(0, 5, seats, None, bots))
    assert isinstance(found, PlayedMatch)
    assert found.faults == ()


@pytest.mark.study
@pytest.mark.parametrize("words", [[FITTED, TRAINED], [TRAINED, FITTED, "casual:random"]])
def test_they_play_a_match_without_a_fault(words: list[str]) -> None:
    check_match(words)


@pytest.mark.study
@pytest.mark.parametrize(
    "config",
    [
        pytest.param("ferry", marks=pytest.mark.slow),
        pytest.param("brig", marks=pytest.mark.slow),
        pytest.param({"ship.yard_stop_deg": 8.0, "ship.deck": "row"}, marks=pytest.mark.slow),
    ],
)
def test_they_play_designs_that_they_were_not_trained_on(config: Any) -> None:
    check_match([TRAINED, "casual:random"], config)


def test_they_know_no_other_game() -> None:
    with pytest.raises(ValueError, match="fitted plays riff-raff, and not zatre"):
        Fitted().reset(info("zatre"))


def test_the_place_has_the_highest_score_and_where_nothing_fits_the_lightest_piece_is_tried() -> None:
    bot = seated(Fitted())
    answer = answered(bot, "place", view(6), [])
    assert answer["slot"] == 6
    assert answer["catch"] == "all"
    tower = [
        lying("crate", 1, x_mm, above_mm=18.0 * n, row=row)
        for row in (0, 1)
        for n in range(4)
        for x_mm in (-12.0 - 6.0 * n, -35.0)
    ]
    assert answered(bot, "place", view(1, cargo=tower, kinds=("crate", "chest")), []) == {"piece": "chest"}


def test_a_ship_that_leans_to_port_is_loaded_to_starboard() -> None:
    cargo = [lying("crate", 5, -40.0), lying("chest", 9, -30.0)]
    legal = [{"card": 7}, {"card": 8}]
    for bot in (Fitted(haste=0.0), Trained(haste=0.0)):
        assert answered(seated(bot), "card", view(heel_deg=-9.0, cargo=cargo), legal) == {"card": 8}
        mirrored = [piece | {"x_mm": -piece["x_mm"]} for piece in cargo]
        assert answered(seated(bot), "card", view(heel_deg=9.0, cargo=mirrored), legal) == {"card": 7}


def test_haste_prefers_high_slots_early_in_the_match() -> None:
    legal = [{"card": card} for card in range(1, 11)]
    low, high = (answered(seated(Fitted(haste=haste)), "card", view(), legal)["card"] for haste in (0.0, 100.0))
    assert high == 10 > low
    late = view(round=20)
    assert late["position"]["rounds"] == 20
    assert answered(seated(Fitted(haste=100.0)), "card", late, legal)["card"] == low


def test_a_racer_outbids_who_is_thought_to_play_the_same_card_unless_it_is_the_captain() -> None:
    bot, legal = Trained(), [{"card": card} for card in range(1, 11)]
    unhurried = seated(Trained(replace(bot.learned, pace=None)))
    best = answered(unhurried, "card", view(), legal)["card"]
    by_captain = {
        name: answered(seated(bot), "card", view(captain=name), legal)["card"] for name in view()["position"]["supply"]
    }
    assert by_captain["Anne"] == best < by_captain["Bert"]


def test_a_racer_leaves_a_slot_to_the_one_who_loads_it_before() -> None:
    head = seated(Trained()).head
    seen = view(captain="Bert")
    assert head.standing(seen, 4, {"Bert": 4}) == -head.wait
    assert head.standing(seen, 5, {"Bert": 4}) == head.captaincy
    assert head.standing(seen, 3, {"Bert": 4}) == 0.0
    assert head.standing(view(captain="Anne"), 4, {"Bert": 4}) == head.captaincy
    # The others come in turn, those with more pieces first: Anne has as many as Cleo, and fewer than Dirk.
    supply = {"Anne": {"rat": 2}, "Bert": {"rat": 1}, "Cleo": {"rat": 2}, "Dirk": {"rat": 3}}
    behind = view(captain="Bert", supply=supply)
    assert head.standing(behind, 4, {"Bert": 5, "Cleo": 4, "Dirk": 4}) == -1.5 * head.wait


def test_they_name_themselves_captain_and_the_one_with_most_pieces_goes_first() -> None:
    bot = seated(Fitted())
    both = [{"captain": name} for name in reversed(PLAYERS)]
    assert answered(bot, "captain", view(), both) == {"captain": "Anne"}
    supply = {"supply": {"Anne": {"rat": 1}, "Bert": {"rat": 1}, "Cleo": {"rat": 2}}}
    others = [{"captain": "Bert"}, {"captain": "Cleo"}]
    assert answered(bot, "captain", view(**supply), others) == {"captain": "Cleo"}
    orders = [{"order": ["Bert", "Cleo"]}, {"order": ["Cleo", "Bert"]}]
    assert answered(bot, "order", view(**supply), orders) == {"order": ["Cleo", "Bert"]}


@pytest.mark.parametrize(("safe", "kinds", "count"), [(0.0, None, 1), (1.1, None, 2), (1.1, (), 1)])
def test_two_pieces_are_announced_only_where_both_look_safe(
    safe: float, kinds: Any, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = seated(Fitted())
    monkeypatch.setattr(head, "SAFE", safe)
    seen = view(6) if kinds is None else view(6, supply={"Anne": {"rat": 1}, "Bert": {"rat": 1}})
    assert answered(bot, "count", seen, [{"count": 1}, {"count": 2}]) == {"count": count}


def test_with_a_pace_two_pieces_are_announced_where_that_raises_the_chance_of_winning() -> None:
    def count(mine: int, theirs: int, **more: Any) -> int:
        supply = {"Anne": {"rat": mine, "plank": mine}, "Bert": {"rat": theirs}}
        seen = view(6, supply=supply, order=["Bert", "Anne"], **more)
        found: int = answered(bot, "count", seen, [{"count": 1}, {"count": 2}])["count"]
        return found

    bot = seated(Trained())
    assert bot.learned.pace is not None
    # Two pieces are left, and one would leave Bert his turn, or a draw; whatever the risk, two are tried.
    assert count(1, 1, round=5) == 2
    assert count(1, 1, round=20) == 2
    # In the last round one piece more or less decides nothing any more: two gain nothing.
    assert count(4, 30, round=20) == 1
    assert count(30, 4, round=20) == 1


def test_the_piece_that_may_win_goes_where_the_least_risk_is() -> None:
    bot = seated(Trained())
    cargo = [lying("crate", 6, 60.0), lying("chest", 5, -40.0)]
    decided = {"announced": None, "placed": 0}
    for left, score in ((1, bot.learned.risk), (2, lambda features: -bot.learned.score(features))):
        supply = {"Anne": {"rat": left}, "Bert": {"rat": 3}}
        seen = view(8, cargo=cargo, supply=supply, **decided)
        places = bot.head.features.places(seen)
        assert answered(bot, "place", seen, []) == places.answer(int(np.argmin(score(places.features))))
    supply = {"Anne": {"rat": 2}, "Bert": {"rat": 3}}
    both = view(8, cargo=cargo, supply=supply, announced=2, placed=0)
    places = bot.head.features.places(both)
    assert answered(bot, "place", both, []) == places.answer(int(np.argmin(bot.learned.risk(places.features))))


@pytest.mark.study
def test_other_haste_is_another_version() -> None:
    assert [Trained(haste=haste).version for haste in (0.0, 0.5)] == ["3", "3-haste0.5"]
    words = [f"{TRAINED}?haste=0.5", TRAINED]
    assert "trained@3-haste0.5" in str(ya.match("riff-raff", words, seed=1, profile="draft"))


def test_the_same_question_has_the_same_answer_whatever_the_stream() -> None:
    bot, seen = seated(Trained()), view(6, cargo=[lying("crate", 6, 40.0)])
    one, other = (bot.act(question("place", seen, []), np.random.default_rng(seed)) for seed in (1, 2))
    assert one == other


@pytest.mark.study
def test_a_checkpoint_of_one_s_own_is_another_version(tmp_path: Path) -> None:
    drawn().write(tmp_path / "own.json")
    bot = Trained(str(tmp_path / "own.json"))
    assert (bot.name, Trained().version) == ("trained", "3")
    assert bot.version == bot.learned.digest != "3"
    word = f"{TRAINED}?checkpoint={tmp_path / 'own.json'}"
    match = ya.match("riff-raff", [word, TRAINED], seed=1, profile="draft")
    assert f"trained@{bot.version}" in repr(match) + str(match)


def test_a_broken_checkpoint_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(ya.InputError, match="expected a checkpoint of a baseline as JSON, found something else"):
        ya.match("riff-raff", [f"{TRAINED}?checkpoint={tmp_path / 'broken.json'}", "casual"])


def test_a_decision_takes_few_milliseconds() -> None:
    """The bound is many times what it takes, since the machine is shared."""
    bot = seated(Trained())
    seen = view(6, cargo=[lying(piece, slot, 0.0) for slot, piece in enumerate(table()["pieces"], 1)])
    began = time.process_time()
    for _ in range(10):
        answered(bot, "place", seen, [])
    assert (time.process_time() - began) / 10 < 0.03
