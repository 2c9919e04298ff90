"""The tasks of Yardarm-40: made the same again, true to rules and physics, asked and carried out as in a match."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from calibration.league.suite import cargo, tables, throws
from calibration.league.suite.folds import templates
from calibration.league.suite.ships import KINDS, SETS, loaded_ship
from calibration.league.suite.tasks import ME, Entrant, noise_seed
from sim.bots.bot import Question
from sim.bots.words import BotWords
from sim.errors import IllegalAction
from sim.games.riff_raff import rules
from sim.games.riff_raff.match import questions
from sim.lab.place import Placing
from sim.match.seats import seats_from
from sim.physics.ship.world import ShipWorld
from sim.seat import NAMES
from sim.spec import match_of

EASY = ("top-shared", "barrels-beside", "two-low")
SIMPLE = Entrant("simple", "simple")


def _own(path: Path, text: str) -> Entrant:
    path.write_text(text)
    return Entrant("own", f"{path.stem}@0", BotWords(((f"{path.stem}@0", f"@{path}"),)))


def test_there_are_forty_templates_of_three_kinds() -> None:
    kinds = [each.kind for each in templates().values()]
    assert [kinds.count(kind) for kind in ("cargo", "throws", "table")] == [25, 10, 5]
    assert all(each.tasks == 100 for each in templates().values() if each.kind != "table")
    assert len({each.says for each in templates().values()}) == 40
    with pytest.raises(IndexError, match="tasks 0 to 99"):
        templates()["top-shared"].task(100)


@pytest.mark.study
def test_a_task_is_the_same_whenever_it_is_made_and_others_differ() -> None:
    for make, name in ((cargo.task_of, "top-shared"), (throws.task_of, "throw-top")):
        made = json.dumps(make(name, 1, "casual").to_json())
        assert made == json.dumps(make.__wrapped__(name, 1, "casual").to_json())
        assert made != json.dumps(make(name, 0, "casual").to_json())


def test_other_hands_get_the_same_ship() -> None:
    casual, child = (cargo.task_of("top-shared", 1, hands) for hands in ("casual", "child"))
    assert (casual.snapshot, casual.state) == (child.snapshot, child.state)
    assert casual.asked().view["placement_sd_mm"] < child.asked().view["placement_sd_mm"]


@pytest.mark.parametrize("name", EASY)
def test_a_task_of_cargo_is_a_position_of_the_rules_and_the_ship_is_as_the_template_says(name: str) -> None:
    plan = cargo.PLANS[name]
    for number in range(2):
        task = cargo.task_of(name, number, plan.hands)
        assert rules.from_json(json.loads(json.dumps(rules.to_json(task.state)))) == task.state
        assert task.state.to_act == ME
        assert task.state.slot in plan.ship.slots
        there = task.state.ship[task.state.slot]
        assert plan.ship.there[0] <= len(there) <= plan.ship.there[1]
        aboard = [piece.kind for piece in task.snapshot.cargo]
        assert sorted(aboard) == sorted(kind for kinds in task.state.ship.values() for kind in kinds)
        hand = [kind for kind, count in task.state.supply[ME].items() for _ in range(count)]
        assert plan.ship.hand[0] <= len(hand) <= plan.ship.hand[1]
        assert set(hand) <= set(plan.ship.hand_kinds)
        assert all((aboard + hand).count(kind) <= SETS for kind in KINDS)
        assert task.state.pieces_due == plan.count


def test_the_ship_of_a_task_stands_by_herself() -> None:
    task = cargo.task_of("top-shared", 0, "casual")
    world = ShipWorld(task.configuration.setup, task.snapshot)
    for _ in range(4 * 120):
        world.tick()
    before = {piece.name: piece.pose.y for piece in task.snapshot.cargo}
    assert world.cargo.keys() == before.keys()
    assert all(abs(world.cargo[name].body.position.y - y) < 15.0 for name, y in before.items())


def test_a_swinging_ship_is_let_go_out_of_her_rest_and_keeps_her_cargo() -> None:
    plan = cargo.PLANS["swinging"].ship
    setup = cargo.task_of("top-shared", 0, "casual").configuration.setup
    still = loaded_ship(replace(plan, swing_deg=None), setup, "swinging", 0)
    world = ShipWorld(setup, cargo.task_of("swinging", 0, "casual").snapshot)
    angles = []
    for _ in range(240):
        world.tick()
        angles.append(world.hull.angle)
    assert max(angles) - min(angles) > 0.05
    assert still.snapshot.cargo


def test_the_question_is_the_one_that_a_match_asks() -> None:
    configuration = cargo.task_of("top-shared", 0, "casual").configuration
    asked: list[Question] = []

    class Listening:
        forfeited: ClassVar[Mapping[str, str]] = {}

        def decide(self, question, think, check):  # type: ignore[no-untyped-def]
            if question.kind == "place" and not asked:
                asked.append(Question(ME, "place", questions.view_of(question), list))
            return think()

        def hear(self, line: object) -> None: ...
        def tell(self, by: str, percept: object) -> None: ...
        def next_s(self, by: str) -> None: ...

    match = match_of("riff-raff").open(
        configuration, seats_from(["casual:random"] * 4, "riff-raff"), 1, bots=Listening()
    )
    while not asked:
        match.advance(20)
    ours = cargo.task_of("top-shared", 0, "casual").asked()
    assert ours.kind == "place"
    assert ours.view.keys() == asked[0].view.keys()
    assert ours.view["position"].keys() == asked[0].view["position"].keys()
    assert ours.legal
    assert all(set(way) == {"piece", "stance", "slot", "x_mm"} for way in ours.legal)


def test_a_try_is_what_lab_place_finds_under_the_same_noise() -> None:
    task = cargo.task_of("barrels-beside", 0, "child")
    answers = [way for way in task.asked().legal if way["stance"] != "rolling"]
    meant = questions.read(task.question(), answers[0])
    assert isinstance(meant, cargo.Place)
    found = list(task.outcomes(lambda _: meant, seed=1, tries=5))
    configuration = task.configuration
    placing = Placing(configuration.setup, task.snapshot, configuration.skills["child"], meant.meant)
    again = []
    for number in range(5):
        result = placing.trial(noise_seed(1, task.template, task.number, "noise", number, 0))
        again.append(not result.fallen and not result.caught)
    assert found == again


def test_a_bot_from_outside_scores_as_its_answers_do(tmp_path: Path) -> None:
    task = cargo.task_of("top-shared", 3, "casual")
    own = _own(tmp_path / "first.py", "def act(question):\n    return question.legal[0]\n")
    tried = task.tried(own, seed=1, tries=3)
    assert tried.decisions == 1
    assert not tried.faults
    assert tried.solved / 3 == task.score(lambda question: question.legal[0], tries=3)


_BUSY = """
import subprocess, sys, threading, time

def burn():
    until = time.thread_time() + 0.05
    while time.thread_time() < until:
        pass

def act(question):
    if question.kind == "move":
        subprocess.run([sys.executable, "-S", "-c", "import time\\nwhile time.process_time() < 0.08: pass"])
    else:
        thread = threading.Thread(target=burn)
        thread.start()
        thread.join()
    return question.legal[0]
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not say what a bot uses")
def test_processor_time_is_that_of_threads_and_children(tmp_path: Path) -> None:
    busy = _own(tmp_path / "busy.py", _BUSY)
    # A thread burns 50 ms, a child 80; of processes that have ended the system says hundredths of a second.
    assert 0.05 <= cargo.task_of("top-shared", 3, "casual").tried(busy, 1, 1).cpu_s < 1.0
    throw = next(name for name, each in templates().items() if each.kind == "throws")
    assert 0.07 <= templates()[throw].task(0).tried(busy, 1, 1).cpu_s < 1.0


def test_an_answer_that_does_not_count_solves_nothing(tmp_path: Path) -> None:
    task = cargo.task_of("top-shared", 0, "casual")
    assert task.tried(SIMPLE, 1, 8).solved > 0
    wrong = _own(tmp_path / "wrong.py", "def act(question):\n    return {'piece': 'anchor'}\n")
    tried = task.tried(wrong, 1, 2)
    assert (tried.solved, [fault.why for fault in tried.faults]) == (0.0, ["illegal"])
    with pytest.raises(IllegalAction, match="anchor"):
        task.score(lambda _: {"piece": "anchor"})
    throw = throws.task_of("throw-far", 0, "casual")
    assert throw.tried(wrong, 1, 2).solved == 0.0


def test_of_two_pieces_the_second_is_asked_for_on_the_ship_that_the_first_left() -> None:
    task = cargo.task_of("two-low", 0, "casual")
    seen: list[tuple[int, int]] = []

    def act(question: Question) -> object:
        seen.append((question.view["position"]["placed"], len(question.view["cargo"])))
        return {"piece": question.legal[0]["piece"]}

    task.score(act, tries=4)
    aboard = len(task.snapshot.cargo)
    assert seen[0] == (0, aboard)
    assert set(seen[1:]) <= {(1, aboard + 1)}
    assert len(seen) <= 5


def test_a_throw_is_read_as_in_a_match() -> None:
    task = throws.task_of("throw-far", 0, "casual")
    assert task.asked().legal == ({"do": "throw"},)
    assert task.read({"do": "throw"}) == throws.Aim()
    assert task.read({"do": "throw", "aim_mm": -20, "pace": 0.5}) == throws.Aim(-20.0, 0.5)
    for wrong in ({"do": "nothing"}, {"do": "throw", "pace": 3}, {"do": "throw", "strength": 1}, 7):
        with pytest.raises(IllegalAction):
            task.read(wrong)


def test_a_throw_that_comes_too_late_solves_nothing_and_a_slow_one_in_time_does() -> None:
    task = throws.task_of("throw-far", 0, "casual")
    view = task.asked().view
    assert view["within_s"] == pytest.approx(2.0 * view["throw_s"])
    assert task.score(lambda _: {"do": "throw", "pace": 0.5, "at_s": 0.1}, tries=2) == 0.0
    assert task.score(lambda _: {"do": "throw", "pace": 0.5}, tries=16) > 0.7
    assert task.score(lambda _: {"do": "throw", "pace": 0.5, "aim_mm": 400.0}, tries=2) == 0.0


def test_cards_lie_in_the_bowl_where_the_template_says_so() -> None:
    task = throws.task_of("throw-top", 0, "casual")
    cards = task.asked().view["cards"]
    assert 4 <= len(cards) <= 8
    assert all(abs(card["x_mm"]) < 60.0 for card in cards)
    assert task.asked().view["uppermost"]


def test_a_bot_has_each_seat_of_a_table_once_and_the_others_keep_their_order() -> None:
    task = tables._task("table-mixed", 0, "casual")
    seated = [task.seats(Entrant("own", "own@1"), place) for place in range(4)]
    for place, seats in enumerate(seated):
        assert [seat.name for seat in seats] == list(NAMES[:4])
        assert [seat.strategy == "own@1" for seat in seats] == [seat == place for seat in range(4)]
        turned = [seats[(place + step) % 4].profile for step in range(4)]
        assert turned == ["casual", "casual", "child", "skilled"]
    assert {seat.strategy for seat in task.seats(SIMPLE, 0)} == {"steady", "bold"}


@pytest.mark.study
def test_a_game_in_which_no_answer_counts_is_not_won(tmp_path: Path) -> None:
    task = tables._task("table-three", 0, "casual")
    assert task.tried(SIMPLE, 1, 2).solved > 0
    wrong = _own(tmp_path / "mute.py", "def act(question):\n    return None\n")
    tried = task.tried(wrong, 1, 1)
    assert tried.solved == 0.0
    assert len(tried.faults) == tried.decisions > 10
    assert task.score(lambda question: question.legal[0], tries=1) in (0.0, 1.0)
