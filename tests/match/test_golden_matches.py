"""Whole matches of every game, by digests of all that comes of them: a change that nobody meant shows here.

`tests/golden/matches.json` has, for each of these matches, digests of the lines of its record, of its frames, of what
an external bot is asked, told and may try out, of what is said, of the positions of its rules, and of what is counted.
After a change of physics, people or words that is meant, they are written anew by

    YARDARM_REWRITE_GOLDEN=1 python -m pytest -n 0 tests/match/test_golden_matches.py

and which of them changed says whether the change went further than was meant.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from pydantic import BaseModel

from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, table_text
from sim.configuration import changed_configuration
from sim.games.riff_raff.match.aiming import aim_of_hand
from sim.games.riff_raff.match.intents import ChooseCard, TakePiece
from sim.games.zack.bots.percepts import Do
from sim.games.zack.match import intents as zack
from sim.games.zack.match.calibration import Calibration
from sim.games.zack.match.frame import TableStage
from sim.games.zack.match.gesture import speeds_in
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zigzag import intents as zigzag
from sim.games.zigzag.match.hints import discard_hint, exchange_hint
from sim.match.intents import Intent
from sim.match.seats import seats_from
from sim.physics.pointer import PointerState
from sim.rules_frame import IllegalAction
from sim.seat import PERSON, Seat
from sim.seeds import rng
from sim.spec import match_of, practice_of
from tests.games.riff_raff.match import by_hand as riff_raff
from tests.games.zack.match.by_hand import AtTheMouse

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "matches.json"


@dataclass(frozen=True)
class Table:
    """A match: its game, who plays, what is changed of its configuration, and how far apart its frames are (s)."""

    game: str
    players: str
    glance_s: float
    changes: Mapping[str, Any] = field(default_factory=dict)
    outside: str = ""
    """The seat of an external bot."""

    def seats(self) -> tuple[Seat, ...]:
        """The seats, one of them perhaps that of an external bot."""
        usual = seats_from(self.players.split(), self.game)
        return tuple(replace(seat, strategy="drawn@1") if seat.name == self.outside else seat for seat in usual)


MODELLED = 5
"""The model of every fifth question is noted."""
FEW_CARDS = {"splits": {"six_five": {"circles_per_colour": 2, "cards_per_action": 1}}}
TABLES = {
    "riff-raff of two": Table("riff-raff", "child:random skilled:trained", 9.0),
    "riff-raff with an external bot": Table("riff-raff", "casual:simple skilled:random child:simple", 9.0, {}, "Bert"),
    "zack of three": Table("zack", "casual:sharp child skilled:daring", 0.7, {"table": {"wins": 1}}),
    "zack by the French rules": Table(
        "zack",
        "casual child:cautious skilled casual:bold skilled:sharp",
        0.4,
        {"table": {"edition": "french", "stop_cards": False}, "deck": FEW_CARDS},
    ),
    "zack with an external bot": Table(
        "zack", "skilled casual child", 0.5, {"table": {"wins": 1}, "deck": FEW_CARDS}, "Bert"
    ),
    "zatre of two": Table("zatre", "casual:random skilled:planner", 45.0),
    "zatre in teams": Table(
        "zatre", "casual:greedy child:sheet skilled casual:random", 45.0, {"table": {"teams": True}}
    ),
    "zatre with an external bot": Table("zatre", "casual:greedy child:greedy skilled:greedy", 45.0, {}, "Cleo"),
    "zigzag with powers": Table(
        "zigzag",
        "casual:shrewd child skilled casual:random",
        0.5,
        {"table": {"level": 3, "more_jokers": 1, "most_minutes": 1.5}},
    ),
    "zigzag of six": Table(
        "zigzag",
        "casual child:watchful skilled casual:greedy child skilled:shrewd",
        0.5,
        {"table": {"level": 2, "strict": True, "true_contre": True, "most_minutes": 1.0}},
    ),
    "zigzag with an external bot": Table(
        "zigzag", "skilled casual child casual", 0.5, {"table": {"level": 2, "most_minutes": 1.0}}, "Dirk"
    ),
}


def plain(value: Any, digits: int | None = None) -> Any:
    """The value as JSON has it, whatever it is made of.

    digits: of numbers after the point, and nothing that all digits have gone into; None for all.
    """
    if is_dataclass(value):
        return [plain(getattr(value, item.name), digits) for item in fields(value)]
    if isinstance(value, BaseModel):
        value = value.model_dump()
    if isinstance(value, Mapping):
        kept = value if digits is None else {key: item for key, item in value.items() if key != "snapshot"}
        return {str(key): plain(item, digits) for key, item in kept.items()}
    if isinstance(value, tuple | list):
        return [plain(item, digits) for item in value]
    if isinstance(value, frozenset):
        return sorted(plain(item, digits) for item in value)
    if isinstance(value, float) and digits is not None:
        # No zero below zero.
        return round(value, digits) + 0.0
    return value.item() if isinstance(value, np.generic) else value


class Digests:
    """Digests of what is noted, part by part.

    digits: see `plain`. The path of a mouse that throws is smoothed by a fit whose last digits differ from one version
    of numpy to the next.
    """

    def __init__(self) -> None:
        self.digits: int | None = None
        self._parts: dict[str, Any] = {}

    def note(self, part: str, what: object) -> None:
        """Take this in: plain data, or dataclasses of it."""
        self._parts.setdefault(part, hashlib.sha256()).update(json.dumps(plain(what, self.digits)).encode())

    def text(self) -> dict[str, str]:
        """The first digits of each."""
        return {part: found.hexdigest()[:12] for part, found in self._parts.items()}


@dataclass
class DrawnBot:
    """An external bot that draws every other answer, and has the usual strategy of its seat give the rest."""

    forfeited: ClassVar[Mapping[str, str]] = {}
    by: str
    digests: Digests
    questions: Any
    seed: int
    asked: int = 0

    def hear(self, line: Any) -> None:
        """What all players see."""
        self.digests.note("heard", self.questions.public(line))

    def tell(self, by: str, percept: Any) -> None:
        """What this one has seen."""
        self.digests.note("told", (by, percept))

    def next_s(self, by: str) -> None:
        """After the next percept."""

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Note what is asked."""
        if question.by != (self.by,):
            return think()
        legal = self.questions.legal(question)
        self.digests.note("asked", (question.kind, self.questions.view(question), legal))
        self.asked += 1
        if self.asked % MODELLED == 0:
            model = question.model(self.asked)
            # The header names versions.
            self.digests.note("models", (model["record"][1:], model["checkpoint"]))
        if self.asked % 2:
            return think()
        answer = legal[rng(self.seed, "drawn", self.asked).integers(len(legal))]
        found = self.questions.read(question, answer)
        check(found)
        return found


def figures(table: Table, row: Any, turns: Sequence[Any]) -> tuple[object, str]:
    """The figures, as data and as text, of matches that are this one again with other turns left out."""
    part = metrics_of(table.game)
    sums = BatchFigures(part.table, table.seats())
    for index in range(24):
        at = index % len(row.victory)
        other = {"victory": row.victory[at:] + row.victory[:at], "simulated_s": row.simulated_s * (1 + index % 7 / 10)}
        kept = [replace(turn, match=index) for number, turn in enumerate(turns) if (number + index) % (index // 3 + 2)]
        sums.add(replace(row, index=index, **other), kept)
    # Sums of floating-point numbers may differ in their last digits from machine to machine.
    data = json.loads(json.dumps(sums.summary().printed), parse_float=lambda text: f"{float(text):.9g}")
    return data, (part.text or table_text)(sums.summary())


def digests(table: Table, seed: int) -> dict[str, str]:
    """Play a match to its end, and return the digests of its parts."""
    configuration = changed_configuration(table.game, table.changes, profile="draft")
    seats, found = table.seats(), Digests()
    part, collector = match_of(table.game), metrics_of(table.game).collector(0, seed, seats)

    def tell(line: Any) -> None:
        found.note("record", line)
        collector.add_line(line)

    bots = DrawnBot(table.outside, found, part.questions, seed) if table.outside else None
    match = part.open(configuration, seats, seed, tell, bots=bots)
    before, position = match.frame(), None
    while not match.finished:
        match.advance(table.glance_s)
        frame = match.frame().share_unchanged(before)
        found.note("frames", frame)
        found.note("frames", before.interpolate(frame, 0.3))
        if (now := part.position(match)) is not position:
            found.note("positions", str(now))
            position = now
        before = frame
    found.note("said", match.ticker)
    found.note("said", match.summary_line())
    row, turns = collector.match_row(), collector.turns
    found.note("rows", (row, turns))
    found.note("figures", figures(table, row, turns))
    return found.text()


def looked_at(found: Digests, match: Any, seconds: float, glance_s: float) -> None:
    """Take in the frames of the next seconds of a match, and what is said."""
    end = match.time_s + seconds
    while match.time_s < end and not match.finished:
        match.advance(glance_s)
        found.note("frames", match.frame())
    found.note("said", match.summary_line())


def opened(game: str, found: Digests, **chosen: Any) -> Any:
    """A practice of a game, whose lines are taken in."""
    seat = Seat("Ada", "casual", PERSON)
    configuration = changed_configuration(game, {}, profile="draft")
    return practice_of(game)(configuration, seat, 5, record_line=lambda line: found.note("record", line), **chosen)


def turns_at_zatre(found: Digests) -> None:
    """Put tiles down in a practice, now the best and now the worst of the turns, and take some of them back."""
    practice = opened("zatre", found, tiles=30)
    for turn in range(6):
        looked_at(found, practice, 3.0, 0.5)
        options = practice.table.view.options
        practice.act(PlaceTiles.of("Ada", options[-(turn % 2)].turn))
        looked_at(found, practice, 0.6, 0.1)
        found.note("said", refusals(practice, (PlaceTiles.of("Ada", ()), PlaceTiles.of("Bert", ()))))
        if turn % 3 == 1:
            looked_at(found, practice, 1.0 if turn == 1 else 6.0, 0.5)
            practice.undo()
    found.note("said", practice.ticker)


def refusals(match: Any, intents: Iterable[Intent]) -> list[str]:
    """Why a person may not do each of these now; nothing for what is allowed."""
    found = []
    for intent in intents:
        try:
            match.may(intent)
            found.append("")
        except IllegalAction as refused:
            found.append(str(refused))
    return found


def practice_of_riff_raff(found: Digests) -> None:
    """Set pieces down on a laden ship, one upon the other, and take the last attempt back."""
    practice = opened("riff-raff", found, slot=9, aboard=9)
    for kind in ("chest", "crate"):
        riff_raff.wait(practice, lambda: practice.question("Ada") == "place")
        riff_raff.set_down(practice, "Ada", kind, 9, hz=30.0)
        looked_at(found, practice, 6.0, 0.5)
    practice.undo()
    looked_at(found, practice, 2.0, 0.5)


def flicks_at_riff_raff(found: Digests) -> None:
    """Throw pieces as drills ask for it, and let one go where it cannot be; the mouse goes where they come down."""
    practice = opened("riff-raff", found, slot=8, aboard=5, drill="target")
    found.digits = 3
    found.note("scene", practice.static_scene)
    practice.note_hand = lambda line: found.note("hand", line)
    table, mouse = practice.table, practice.table.mouse

    def seen() -> None:
        found.note("aims", (aim_of_hand(table, practice.now_s, practice.time_s), table.refusal_at_hand(practice.now_s)))
        found.note("frames", practice.frame())

    def thrown(kind: str, far_mm: float, up: float, pause_s: float = 0.0, turned: float = 0.0) -> None:
        """Flick so far at most, upwards by an angle, and let go in the middle of it, or after a pause."""
        riff_raff.wait(practice, lambda: practice.question("Ada") == "place")
        begins = 240.0, 150.0
        ends = begins[0] - far_mm * math.cos(up), begins[1] + far_mm * math.sin(up)
        flick, shares = riff_raff.glide(begins, ends, 0.4), (0.0, 0.3, 0.4, 0.5)
        mouse.point(practice.now_s, *begins)
        practice.act(TakePiece(by="Ada", piece=kind))
        mouse.turn(turned)
        for before, after in pairwise(shares):
            riff_raff.follow(practice, lambda t, from_s=0.4 * before: flick(from_s + t), 0.4 * (after - before))
            seen()
        if pause_s:
            riff_raff.follow(practice, lambda _t: flick(0.2), pause_s)
            seen()
        mouse.let_go(practice.now_s)
        riff_raff.follow(practice, lambda t: (flick(0.2)[0] - 200.0 * t, 40.0), 0.6)
        looked_at(found, practice, 5.0, 0.5)
        found.note("attempted", (practice.attempted, practice.drill, practice.drill.words(), mouse.stopped))

    thrown("crate", 270.0, 1.1)
    thrown("crate", 120.0, 0.9, 0.05, 0.3)
    thrown("crate", 180.0, 0.2, 0.2)
    practice.begin_calibration()
    mouse.strength = 1.2
    thrown("rat", 240.0, 0.4)
    practice.end_drill()
    practice.undo()
    riff_raff.wait(practice, lambda: practice.question("Ada") == "place")
    mouse.point(practice.now_s, 240.0, 150.0)
    practice.act(TakePiece(by="Ada", piece="barrel", stance="rolling"))
    practice.advance(0.1)
    found.note("said", refusals(practice, (TakePiece(by="Ada", piece="rat"), ChooseCard(by="Ada", card=1))))
    for begins, ends in pairwise(((240.0, 150.0), (60.0, 120.0), (60.0, 200.0))):
        riff_raff.follow(practice, riff_raff.glide(begins, ends, 0.6), 1.2)
        seen()
        mouse.let_go(practice.now_s)
        looked_at(found, practice, 0.1, 0.1)
        found.note("said", table.take_refusal())


def person_at_riff_raff(found: Digests) -> None:
    """Play a turn with the mouse against a bot, and let the bot play its own."""
    seats = seats_from(("me", "casual:random"), "riff-raff", persons=True)
    configuration = changed_configuration("riff-raff", {}, profile="draft")
    match: Any = match_of("riff-raff").open(configuration, seats, 11, lambda line: found.note("record", line))
    riff_raff.to_my_turn(match, 6)
    riff_raff.set_down(match, "You", "crate", 6, 70.0, 30.0)
    looked_at(found, match, 40.0, 0.5)


def at_the_mouse(match: Any, found: Digests) -> tuple[AtTheMouse, Callable[..., None]]:
    """The mouse at a bowl, and what takes in the hand and the frame once something is so."""
    found.digits = 3
    found.note("scene", (match.static_scene, match.longest_step_s))
    match.note_hand = lambda line: found.note("hand", line)
    mouse = AtTheMouse(match, 30.0)

    def shown(until: Callable[[], bool], most_s: float = 60.0) -> None:
        mouse.wait(until, most_s)
        hand, now_s = mouse.hand, mouse.now_s
        found.note("hand", (hand.place, hand.reach, hand.throws(now_s), hand.release(now_s), hand.shown, hand.stopped))
        found.note("frames", match.frame())

    return mouse, shown


def practice_of_zack(found: Digests) -> None:
    """Throw cards with the mouse and by keys, put one back, and take the last attempt back."""
    practice = opened("zack", found, side=-1, cards=3)
    mouse, shown = at_the_mouse(practice, found)
    hand = mouse.hand

    def attempted() -> None:
        shown(lambda: not practice.world.active, 3.0)
        found.note("attempted", practice.attempted)
        shown(lambda: False, 1.0)

    aim = Calibration(practice.configuration, -1, 0.8)
    aim.begin()
    for rise in (-0.6, -0.1, 0.1, 0.2, 0.9):
        flick = PointerState(-420.0, 210.0, 1700.0 * math.cos(rise), 1700.0 * math.sin(rise), 0.5)
        aimed = speeds_in(practice.configuration.setup, -1, flick.x, flick.y, rise, 30.0)
        found.note("aims", (aimed, aim.note(flick, 30.0), aim.applied(flick, 30.0), aim.natural, aim.left))
    hand.wheel(2.0)
    for card, target in ((None, None), ("challenge", "blue"), ("player_card", None)):
        mouse.throw(card, target, rise=0.4)
        shown(lambda: False, 0.2)
        attempted()
    hand.steer(mouse.now_s, -450.0, 200.0)
    for by_keys in (hand.put_back, lambda now_s: hand.throw_at(now_s, (1500.0, 400.0))):
        hand.take(mouse.now_s)
        hand.draw_back(mouse.now_s)
        shown(lambda: False, 0.1)
        by_keys(mouse.now_s)
        shown(lambda: False, 0.1)
    attempted()
    practice.undo()
    shown(lambda: False, 0.1)
    found.note("said", (practice.ticker, practice.summary_line()))


def person_at_zack(found: Digests) -> None:
    """Throw with the mouse and by keys, put a card back, and challenge, against two bots."""
    seats = seats_from(("me", "casual", "skilled"), "zack", persons=True)
    configuration = changed_configuration("zack", {"table": {"wins": 1}, "deck": FEW_CARDS}, profile="draft")
    match: Any = match_of("zack").open(configuration, seats, 5, lambda line: found.note("record", line))
    mouse, shown = at_the_mouse(match, found)
    me, colours = {"by": "You"}, match.table.state.colours.values()
    wishes = (
        *(zack.Begin(**me, do=do) for do in (Do.THROW, Do.PLAYER_CARD)),
        *(zack.Begin(**me, do=Do.CHALLENGE, target=colour) for colour in colours),
        *(zack.ChooseColour(**me, colour=colour) for colour in colours),
        *(wish(**me) for wish in (zack.PickUp, zack.ResumePlay)),
        zack.PickUp(by="Bert"),
    )

    def mine_at_rest() -> bool:
        return not match.table.bowl.flying("You")

    def my_turn() -> bool:
        """Whether I am due, with whatever may be in the way of my next card done."""
        if match.waits_for:
            match.act(zack.ResumePlay(by="You"))
        return match.table.due == "You" and match.table.stage is TableStage.PLAYING and mine_at_rest()

    found.note("refused", refusals(match, wishes))
    shown(lambda: match.table.stage is TableStage.PLAYING)
    for rise, seconds in ((0.25, 0.3), (0.6, 0.3), (0.0, 0.5)):
        for _ in range(6):
            shown(my_turn, 0.5)
            found.note("refused", refusals(match, wishes))
        shown(my_turn)
        # A moment after one's turn begins.
        shown(lambda: False, 0.2)
        mouse.throw(rise=rise, seconds=seconds)
        shown(lambda: False, 0.1)
        found.note("refused", refusals(match, wishes))
        shown(mine_at_rest)
        if match.table.bowl.missed("You"):
            shown(lambda: False, 1.0)
            mouse.hand.pick_up(mouse.now_s)
    for card, target in (("challenge", match.table.state.challenges["You"][0]), ("player_card", None)):
        mouse.hand.throw_by_itself(card, target)
        shown(lambda: False, 2.0)
        shown(my_turn)
        found.note("refused", refusals(match, wishes))


def person_at_zigzag(found: Digests) -> None:
    """Do what is allowed, the first or the last of it, with the hand at the mouse, beside three bots."""
    seats = seats_from(("me", "casual", "skilled", "casual"), "zigzag", persons=True)
    changes = {"table": {"level": 2, "more_jokers": 1, "most_minutes": 0.6}}
    configuration = changed_configuration("zigzag", changes, profile="draft")
    match: Any = match_of("zigzag").open(configuration, seats, 5, lambda line: found.note("record", line))
    found.note("scene", (match.static_scene, match.longest_step_s))
    match.note_hand = lambda line: found.note("hand", line)
    me, table, turn = {"by": "You"}, match.table, 0
    while not match.finished:
        held, lying = table.state.hands["You"], list(table.world.cards)
        wishes = (
            *(wish(**me) for wish in (zigzag.PickUpCard, zigzag.DrawCard)),
            *(zigzag.Lay(**me, card=card.value) for card in held[:2]),
            *(zigzag.Grab(**me, card=name) for name in lying[:2]),
            zigzag.ReachOut(**me),
            *(zigzag.TickBox(**me, level=1, box=box) for box in ("zig", "zag")),
            zigzag.PassOn(**me),
            zigzag.MakeSign(**me, sign="zig"),
            zigzag.CallContre(**me, team=1),
            zigzag.CallOut(**me, call="zag"),
            zigzag.GoHome(**me),
        )
        why = refusals(match, wishes)
        found.note("refused", (why, match.waits_for))
        view = match.view("You")
        found.note("hints", (exchange_hint(view), discard_hint(view)))
        turn += 1
        allowed = [wish for wish, refused in zip(wishes, why, strict=True) if not refused]
        if lying:
            pose = table.world.cards[lying[0]]
            match.hand.follow(pose.x, pose.y)
        if allowed:
            match.act(allowed[0 if turn % 3 else -1])
        looked_at(found, match, 0.4, 0.1)


BY_HAND: dict[str, Callable[[Digests], None]] = {
    "riff-raff, a person": person_at_riff_raff,
    "riff-raff, flicks": flicks_at_riff_raff,
    "riff-raff, practice": practice_of_riff_raff,
    "zack, a person": person_at_zack,
    "zack, practice": practice_of_zack,
    "zatre, turns": turns_at_zatre,
    "zatre, practice": lambda found: looked_at(found, opened("zatre", found, tiles=40), 20.0, 5.0),
    "zigzag, a person": person_at_zigzag,
    "zigzag, practice": lambda found: looked_at(
        found, opened("zigzag", found, players=6, profile="skilled", level=3, cards="partner"), 40.0, 0.5
    ),
}


def check(name: str, found: dict[str, str]) -> None:
    """Compare with what was written, or write it."""
    golden = json.loads(GOLDEN.read_text("utf-8"))
    if os.environ.get("YARDARM_REWRITE_GOLDEN") == "1":
        golden[name] = found
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", "utf-8")
    assert found == golden.get(name)


# Those go no way that none of the others goes.
USUAL = "riff-raff of two", "zack of three", "zatre of two"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in USUAL else name for name in TABLES]
)
def test_a_match_comes_to_what_it_came_to(name: str) -> None:
    check(name, digests(TABLES[name], 5))


@pytest.mark.parametrize("name", BY_HAND)
def test_what_a_hand_does_comes_to_what_it_came_to(name: str) -> None:
    found = Digests()
    BY_HAND[name](found)
    check(name, found.text())
