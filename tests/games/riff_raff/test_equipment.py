"""A ninth piece and a ship of twelve slots, from the preset to the export: nothing counts to eight or ten."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.batch.match_counts import metrics_of
from sim.batch.store_writer import Run
from sim.errors import IllegalAction, InputError
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import STRATEGIES
from sim.games.riff_raff.configuration import RiffRaffConfiguration, load
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.intents import ChooseCard, Place, TakePiece
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.rows import RowCollector
from sim.match.hand_log import read_movement
from sim.match.record import Recorder, read_record
from sim.match.replay import load_replay, verify
from sim.match.seats import seats_from
from sim.people.execution import execute, wander
from sim.physics.ship.loading import Loading
from sim.physics.ship.world import ShipWorld
from sim.rules_frame import spell
from sim.seat import Seat
from sim.seeds import rng
from tests.batch.rows import rows_of
from tests.batch.stores import exports, filled, summed
from tests.games.riff_raff.match.by_hand import kept, seated, set_down, wait
from tests.games.riff_raff.matches import answered

WHALE = """
[ship]
mast_height_mm = 240
[[ship.yards]]
height_mm = 50
length_mm = 190
[[ship.yards]]
height_mm = 105
length_mm = 160
[[ship.yards]]
height_mm = 160
length_mm = 130
[[ship.yards]]
height_mm = 210
length_mm = 110

[pieces.whale]
outline = [[-16, 0], [14, 0], [20, 8], [12, 6], [8, 12], [-12, 12], [-18, 6]]
depth_mm = 12
supply = 2
[pieces.whale.stances]
upright = { angle_deg = 0 }
on_its_back = { angle_deg = 180 }

[pieces.rat]
supply = 0
"""
PIECES = {"boat": 1, "barrel": 1, "bottle": 1, "crate": 1, "sailor": 1, "plank": 1, "chest": 1, "whale": 2}
ME = Seat("You", "casual", "person")
PLAYERS = ("casual:random", "casual", "child:random")


@pytest.fixture(scope="module")
def preset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A preset with two whales in a set, no rat, and four yards."""
    path = tmp_path_factory.mktemp("presets") / "whale.toml"
    path.write_text(WHALE, encoding="utf-8")
    return path


@dataclass(frozen=True)
class WhaleMatch:
    """A match with whales, and its record."""

    match: RiffRaffMatch
    recorder: Recorder

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the record after its header."""
        return [json.loads(line) for line in self.recorder.lines[1:]]


@cache
def whale_match(preset: Path) -> WhaleMatch:
    """Play a match of three, once."""
    configuration, seats = load(preset, "draft"), seats_from(PLAYERS, "riff-raff")
    recorder = Recorder.of(configuration, seats, 4)
    match = RiffRaffMatch(configuration, seats, 4, recorder.record_line)
    match.run()
    return WhaleMatch(match, recorder)


def test_the_configuration_gives_the_rules_their_pieces_and_slots(preset: Path) -> None:
    found = load(preset).equipment
    assert dict(found.pieces) == PIECES
    assert list(found.pieces) == list(PIECES)
    assert (found.deck_slots, found.yards, found.cards[-1]) == (4, 4, 12)
    assert (found.slots, found.yard_slots) == (range(1, 13), range(5, 13))


@pytest.mark.slow
def test_a_match_with_a_ninth_piece_on_twelve_slots_is_played_to_its_end(preset: Path) -> None:
    match = whale_match(preset).match
    state = match.state
    assert state.rounds == 12
    assert match.finished
    placed = [line for line in whale_match(preset).lines if line.get("question") == "place"]
    slots = {line["slot"] for line in placed}
    assert {11, 12} <= slots <= set(range(1, 13))
    assert {line["piece"] for line in placed} == set(PIECES)
    # Nothing is lost or doubled: the rules' ship is the one of the physics, and supplies add up.
    aboard = Counter(cargo.kind for cargo in match.table.snapshot.cargo)
    for piece, in_set in PIECES.items():
        in_supply = sum(stock[piece] for stock in state.supply.values())
        lying = sum(pieces.count(piece) for pieces in state.ship.values())
        assert lying == aboard[piece]
        assert in_supply + lying + state.removed[piece] == 3 * in_set
    assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state


@pytest.mark.slow
def test_its_record_verifies_replays_and_goes_on_in_the_middle(preset: Path, tmp_path: Path) -> None:
    path = tmp_path / "whale.jsonl"
    found = whale_match(preset)
    found.recorder.write(path)
    assert verify(read_record(path)) is None
    replay = load_replay(path)
    replay.run()
    assert isinstance(replay, RiffRaffMatch)
    assert replay.configuration.equipment == found.match.configuration.equipment
    assert replay.frame() == found.match.frame()


RAFT = "[ship]\ndeck_slots = 8\nhull_width_mm = 200\nbox_width_mm = 240\nyards = []\n[pieces.rat]\nsupply = 3\n"
SPAR = "[ship]\ndeck_slots = 0\nmast_height_mm = 260\n[[ship.yards]]\nheight_mm = 60\nlength_mm = 200\n"


@pytest.mark.slow
@pytest.mark.parametrize(("design", "slots", "two_allowed"), [(RAFT, 8, False), (SPAR, 2, True)], ids=["raft", "spar"])
def test_a_raft_without_yards_and_a_spar_without_a_deck_are_played(
    design: str, slots: int, two_allowed: bool, tmp_path: Path
) -> None:
    preset = tmp_path / "ship.toml"
    preset.write_text(design, encoding="utf-8")
    configuration, seats = load(preset, "draft"), seats_from(["casual", "casual:random", "casual:random"], "riff-raff")
    recorder = Recorder.of(configuration, seats, 3)
    match = RiffRaffMatch(configuration, seats, 3, recorder.record_line)
    match.advance(0.1)
    assert len(match.frame().yards) == configuration.equipment.yards
    match.run()
    assert match.state.rounds == slots
    assert verify(kept(recorder, tmp_path / "ship.jsonl")) is None
    may = [event.may_place_two for event in match.events if isinstance(event, rules.TurnStarted)]
    assert any(may) == two_allowed


def test_a_piece_or_a_slot_that_this_design_lacks_is_refused_in_its_record(preset: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.jsonl"
    recorder = whale_match(preset).recorder
    number = next(n for n, line in enumerate(recorder.lines) if '"question":"place"' in line)
    piece = json.loads(recorder.lines[number])["piece"]
    for word, reason in (("rat", "There is no piece 'rat' in this game."), ("sailor", "")):
        lines = list(recorder.lines)
        lines[number] = lines[number].replace(f'"piece":"{piece}"', f'"piece":"{word}"')
        Recorder(lines).write(path)
        with pytest.raises(InputError, match=f"line {number + 1}: .*{reason}"):
            load_replay(path).run()


def test_the_referee_behind_its_pipe_rules_the_same(preset: Path) -> None:
    found = whale_match(preset)
    answers = answered(found.lines, found.match)
    assert [answer.get("error") for answer in answers if not answer["ok"]] == []
    rulings = [line for line in found.lines if line["stage"] == "ruling"]
    assert [answer["events"] for answer in answers[1:]] == [line["events"] for line in rulings]
    assert answers[-1]["state"] == spell(rules.to_json(found.match.state))


def test_its_rows_are_stored_exported_and_counted_by_slot_and_piece(preset: Path, tmp_path: Path) -> None:
    found = whale_match(preset)
    seats, seed = found.match.seats, found.match.seed
    collected = rows_of(RowCollector(0, seed, seats), found.lines)
    run = Run("riff-raff", seed, seats, found.match.configuration, 1)
    files = exports(filled(tmp_path / "whale.sqlite", run, [collected]), tmp_path / "csv")
    turns = list(csv.DictReader(io.StringIO(files["turns.csv"].decode())))
    summary = summed(metrics_of("riff-raff"), [collected], seats)
    # Counted again from the exported rows.
    assert summary.total("trials") == len(turns)
    assert {"11", "12"} <= set(summary.table("fall_rate.slot"))
    assert list(summary.table("fall_rate.slot")) == sorted({row["slot"] for row in turns}, key=int)
    assert list(summary.table("fall_rate.piece")) == list(PIECES)
    for column in ("slot", "piece"):
        for part, figure in summary.table(f"fall_rate.{column}").items():
            of = [int(row["fell"]) for row in turns if row[column] == part]
            assert figure.estimate == pytest.approx(sum(of) / len(of))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_bot_plays_any_card_and_any_piece(preset: Path, strategy: str) -> None:
    match = RiffRaffMatch(load(preset, "draft"), seats_from(["casual", "casual"], "riff-raff"), 1)
    head, setup, kinds, cards = STRATEGIES[strategy], match.configuration.setup, set(), set()
    for seed, card in enumerate((11, 12, 3)):
        view = match._view("Anne")
        cards.add(head.choose_card(view, rng(seed, "card")))
        state = rules.apply(match.state, rules.Reveal({"Anne": card, "Bert": 1}))[0]
        # Only whales are left to Anne.
        whales = state.equipment.stock(["whale"] * (1 + seed % 2))
        view = replace(view, state=replace(state, supply=state.supply.put("Anne", whales)))
        meant = head.place(view, rng(seed, "place"))
        kinds.add(meant.kind)
        assert meant.slot == card
        world = ShipWorld(setup, view.snapshot)
        assert Loading(world, execute(meant, "whale-1", view.skill, seed), wander(view.skill, seed)).run().settled
    assert kinds == {"whale"}
    assert cards <= set(range(1, 13))


def test_practice_is_offered_on_every_slot_with_every_piece(preset: Path) -> None:
    configuration = load(preset, "draft")
    practice = Practice(configuration, ME, 2, slot=12, aboard=3)
    assert practice.kinds == tuple(PIECES)
    assert set(practice.frame().seats[0].supply) == set(PIECES)
    assert len(practice.table.snapshot.cargo) == 3
    practice.advance(0.1)
    practice.may(TakePiece(by=ME.name, piece="whale"))
    with pytest.raises(IllegalAction, match="not with rat"):
        practice.may(TakePiece(by=ME.name, piece="rat"))
    with pytest.raises(InputError, match="slot: expected a number from 1 to 12, found 13"):
        Practice(configuration, ME, 2, slot=13)
    with pytest.raises(InputError, match=r"piece: expected one of boat, .*, chest, whale, found 'rat'"):
        Practice(configuration, ME, 2, piece="rat")


def test_persons_load_whales_by_hand_and_record_and_log_hold_them(preset: Path, tmp_path: Path) -> None:
    match, recorder = seated(load(preset, "draft"), 2, "me=Ada", "me=Bert")
    logged: list[dict[str, Any]] = []
    match.note_hand = logged.append
    match.advance(0.1)
    with pytest.raises(IllegalAction, match="does not hold the card 13"):
        match.act(ChooseCard(by="Ada", card=13))
    match.act(ChooseCard(by="Ada", card=12))
    match.act(ChooseCard(by="Bert", card=11))
    for by, kind, slot in (("Ada", "whale", 12), ("Bert", "whale", 11)):
        wait(match, lambda by=by: match.question(by) == "place")
        with pytest.raises(IllegalAction, match="There is no piece 'rat' in this game"):
            match.act(TakePiece(by=by, piece="rat"))
        set_down(match, by, kind, slot)
    assert [match.state.ship[slot] for slot in (11, 12)] == [("whale",), ("whale",)]
    assert [read_movement(line).slot for line in logged if line["move"] == "place"] == [12, 11]
    record = kept(recorder, tmp_path / "hands.jsonl")
    assert verify(record) is None


def test_a_place_on_another_designs_slot_has_the_form_of_an_intent() -> None:
    """Whether there is such a slot is for the match to say, which has the ship; 99 is the most that any has."""
    assert Place(by="Anne", piece="whale", stance="upright", slot=99, x_mm=0.0, catch="all").slot == 99
    with pytest.raises(ValueError, match="slot"):
        Place(by="Anne", piece="whale", stance="upright", slot=100, x_mm=0.0, catch="all")


def test_the_shipped_equipment_is_the_box_as_sold(configuration: RiffRaffConfiguration) -> None:
    assert configuration.equipment == rules.STANDARD
    assert "equipment" not in rules.to_json(rules.start(("Anne", "Bert"), equipment=configuration.equipment))


def test_the_box_as_sold_has_its_pieces_in_their_order() -> None:
    box = rules.STANDARD
    turned = replace(box, pieces=dict(reversed(box.pieces.items())))
    assert (box.is_standard, turned.is_standard) == (True, False)
    assert not replace(box, deck_slots=box.deck_slots - 1).is_standard
