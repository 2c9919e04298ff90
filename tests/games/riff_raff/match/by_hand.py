"""A person at the table, for tests: a pointer that moves smoothly, sampled at any rate, and the clock beside it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice, RiffRaffMatch
from sim.games.riff_raff.match.frame import TableStage
from sim.games.riff_raff.match.intents import ChooseCard, NameCaptain, TakePiece
from sim.match.record import Record, Recorder, read_record
from sim.match.seats import seats_from
from sim.physics.minimum_jerk import minimum_jerk

ByHand = RiffRaffMatch | Practice
Gesture = Callable[[float], tuple[float, float]]


def seated(configuration: RiffRaffConfiguration, seed: int, *words: str) -> tuple[RiffRaffMatch, Recorder]:
    """A match with persons, and what is recorded of it."""
    seats = seats_from(words, "riff-raff", persons=True)
    recorder = Recorder.of(configuration, seats, seed)
    return RiffRaffMatch(configuration, seats, seed, recorder.record_line), recorder


def wait(match: ByHand, until: Callable[[], bool], hz: float = 60.0, most_s: float = 120.0) -> None:
    """Let time pass until something is so."""
    end = match.time_s + most_s
    while not until():
        assert match.time_s < end, f"waited in vain: {match.table.take_refusal()}"
        match.advance(1.0 / hz)


def three_equal_cards(configuration: RiffRaffConfiguration) -> tuple[RiffRaffMatch, Recorder]:
    """A match of three persons who have all played 6, and in which Cleo, the new captain, is to say the order."""
    match, recorder = seated(configuration, 2, "me=Ada", "me=Bert", "me=Cleo")
    wait(match, lambda: len(match.waits_for) == 3)
    for name in ("Ada", "Bert", "Cleo"):
        match.act(ChooseCard(by=name, card=6))
    wait(match, lambda: match.question("Ada") == "captain")
    match.act(NameCaptain(by="Ada", captain="Cleo"))
    wait(match, lambda: match.question("Cleo") == "order")
    return match, recorder


def to_my_turn(match: RiffRaffMatch, card: int, by: str = "You") -> None:
    """Choose a card, and wait until it is one's turn."""
    wait(match, lambda: by in match.waits_for)
    match.act(ChooseCard(by=by, card=card))
    wait(match, lambda: match.question(by) in ("place", "count"))


def glide(start: tuple[float, float], end: tuple[float, float], lasts_s: float) -> Gesture:
    """From one place to another along a minimum-jerk path, and there to stay."""

    def at(t: float) -> tuple[float, float]:
        share = minimum_jerk(t / lasts_s)
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    return at


def follow(match: ByHand, gesture: Gesture, lasts_s: float, hz: float = 60.0) -> None:
    """Move the pointer like that, looked at `hz` times a second, while the match goes on."""
    begins, passed = match.now_s, 0.0
    while passed < lasts_s - 1e-9:
        step = min(1.0 / hz, lasts_s - passed)
        passed += step
        match.table.mouse.point(begins + passed, *gesture(passed))
        match.advance(step)


def grip_above(match: ByHand, kind: str, slot: int, x_mm: float, above_mm: float) -> tuple[float, float]:
    """Where the fingers are when a piece is held over a bare slot, as she lies, with so much room below it."""
    setup = match.configuration.setup
    piece, place = setup.pieces[kind], setup.ship.slot(slot)
    stance = match.table.usual_stance(kind, slot)
    section = piece.forms[stance.form]
    low, high = section.core(stance.angle)
    y_mm = place.surface_mm - stance.seat_mm + high - min(3.5, (high - low) / 3) + above_mm
    hull = match.table.snapshot.hull.angle
    cos, sin = math.cos(hull), math.sin(hull)
    return cos * x_mm - sin * y_mm, sin * x_mm + cos * y_mm


def set_down(match: ByHand, by: str, kind: str, slot: int, x_mm: float | None = None, hz: float = 60.0) -> None:
    """Take a piece, carry it over its slot, set it down gently, and watch until all is ruled."""
    place = match.configuration.setup.ship.slot(slot)
    x = place.centre_mm if x_mm is None else x_mm
    start = (place.side * 260.0, 150.0)
    match.table.mouse.point(match.now_s, *start)
    match.act(TakePiece(by=by, piece=kind))
    match.advance(1.0 / hz)
    over, down = grip_above(match, kind, slot, x, 20.0), grip_above(match, kind, slot, x, -1.0)
    follow(match, glide(start, over, 0.8), 1.0, hz)
    follow(match, glide(over, down, 0.7), 0.9, hz)
    match.table.mouse.let_go(match.now_s)
    wait(match, lambda: match.table.stage in (TableStage.RULED, TableStage.OVER), hz)


def kept(recorder: Recorder, path: Path) -> Record:
    """The record as it is read from a file."""
    recorder.write(path)
    return read_record(path)
