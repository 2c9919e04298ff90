"""A survey in the background: coarse first, deterministic, and never of an older design."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from sim.seeds import rng
from sim.statistics import NO_DATA, Interval
from sim.workshop.findings import Cell, Findings, half_width, is_steady, percent_words
from sim.workshop.survey import AHEAD, CHUNK, PATIENCE, Surveyor, survey


@dataclass(frozen=True)
class Coins:
    """Cells that come true at a rate of their own, in rounds that have good days and bad."""

    key: str
    rates: tuple[float, ...] = (0.1, 0.5, 0.9)
    rounds: int = 30
    chunk: int = CHUNK
    day: float = 0.0
    copies: int = 4
    breaks: bool = False
    clusters: tuple[Hashable, ...] = ()
    noise: Hashable = None
    known: tuple[Findings, ...] = field(default=(), compare=False)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((index, copy) for copy in range(self.copies) for index in range(len(self.rates)))

    def trial(self, number: int, cell: Cell) -> bool:
        if self.breaks:
            raise ValueError("no such slot")
        day = self.day * float(rng(1, str(self.key), number).normal())
        return bool(rng(2, str(self.key), number, *_names(cell)).random() < self.rates[int(str(cell[0]))] + day)


def _names(cell: Cell) -> list[int]:
    return [int(str(name)) for name in cell]


class Here:
    """An engine that works when it is told to, in the order in which it was asked."""

    workers = ahead = 2
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.kills = 0
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            if self.kills:
                self.kills -= 1
                future.set_exception(BrokenProcessPool("killed"))
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except ValueError as error:
                future.set_exception(error)

        self.waiting.append(work)
        return future

    def step(self) -> None:
        self.waiting.pop(0)()

    def tend(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def worked_off(surveyor: Surveyor, engine: Here) -> None:
    surveyor.update()
    while surveyor.busy:
        engine.step()
        surveyor.update()


def test_a_survey_in_the_background_finds_what_one_here_and_now_does() -> None:
    engine, subject = Here(), Coins("a")
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(subject)
    worked_off(surveyor, engine)
    found = surveyor.findings("a")
    assert found.done
    assert found.outcomes == survey(subject).outcomes
    assert found.trials == 30 * 12


def test_every_cell_is_tried_once_before_any_is_tried_twice() -> None:
    engine, subject = Here(), Coins("a", copies=7)
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(subject)
    surveyor.update()
    found = surveyor.findings("a")
    while found.trials < len(subject.cells):
        assert set(found.outcomes) <= {0}
        engine.step()
        surveyor.update()
    assert set(found.outcomes[0]) == set(subject.cells)
    assert len(engine.waiting) == AHEAD * engine.workers


def test_the_design_before_is_a_reference_of_the_next_where_their_noise_is_the_same() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    known = survey(Coins("known", rounds=40))
    first, second = Coins("first", known=(known,)), Coins("second", known=(known,))
    surveyor.ask(first)
    worked_off(surveyor, engine)
    surveyor.ask(second)
    before = surveyor.findings("second").references
    assert [len(reference.outcomes) for reference in before] == [30, 40]
    assert before[0].references == (known,)
    # Of too few trials, it is none, and the one before it stays the reference.
    surveyor.ask(Coins("third"))
    assert [len(reference.outcomes) for reference in surveyor.findings("third").references] == [30]
    surveyor.ask(Coins("other", noise="other hands"))
    assert surveyor.findings("other").references == ()


def test_while_something_is_dragged_one_process_works() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(Coins("a"))
    surveyor.sparing = True
    surveyor.update()
    assert len(engine.waiting) == 1
    surveyor.sparing = False
    surveyor.update()
    assert len(engine.waiting) == AHEAD * engine.workers


def test_results_of_an_older_design_are_not_mixed_with_those_of_a_newer_one() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(Coins("old", rates=(1.0, 1.0, 1.0)))
    surveyor.update()
    engine.step()
    surveyor.ask(Coins("new", rates=(0.0, 0.0, 0.0)))
    worked_off(surveyor, engine)
    new, old = surveyor.findings("new"), surveyor.findings("old")
    assert new.share().estimate == 0.0
    assert old.trials == CHUNK, "what was under way, and nothing that waited"
    surveyor.ask(Coins("old", rates=(1.0, 1.0, 1.0)))
    worked_off(surveyor, engine)
    assert old.done
    assert old.share().estimate == 1.0


def test_of_two_designs_the_first_is_surveyed_first() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(Coins("mine"), Coins("beside"))
    while not (mine := surveyor.findings("mine")) or not mine.done:
        surveyor.update()
        engine.step()
        beside = surveyor.findings("beside")
        assert beside is not None
        assert mine is None or beside.trials == 0 or mine.trials > 29 * 12
        surveyor.update()


def test_a_worker_that_dies_is_given_another_chance_and_then_the_design_is_given_up() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(Coins("a"))
    engine.kills = PATIENCE - 1
    worked_off(surveyor, engine)
    found = surveyor.findings("a")
    assert not found.problem
    assert found.trials == 30 * 12
    engine.kills = PATIENCE
    surveyor.ask(Coins("b"))
    worked_off(surveyor, engine)
    found = surveyor.findings("b")
    assert "crashed" in found.problem


def test_a_design_that_cannot_be_tried_says_why() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    surveyor.ask(Coins("a", breaks=True))
    worked_off(surveyor, engine)
    found = surveyor.findings("a")
    assert found.problem == "This design cannot be tried out: no such slot."
    assert found.done


def test_where_there_is_no_process_it_is_said_and_nothing_breaks() -> None:
    def none() -> Here:
        raise OSError("no semaphores")

    surveyor = Surveyor(none)
    surveyor.ask(Coins("a"))
    assert not surveyor.update()
    assert surveyor.problem.endswith("no semaphores.")
    surveyor.close()


def test_intervals_allow_for_rounds_that_are_all_alike() -> None:
    """With rounds that have good and bad days, 95 % intervals of 60 surveys hold the truth in 90 % or more."""
    held = wide = 0
    for number in range(60):
        subject = Coins(str(number), rates=(0.5,), rounds=16, day=0.2, copies=10)
        found = survey(subject)
        share = found.share()
        held += share.low <= 0.5 <= share.high
        plain = math.sqrt(0.25 / found.trials) * 1.96
        wide += share.high - share.low > 2.4 * plain
    assert held >= 54
    assert wide > 45


def test_the_share_of_some_cells_is_the_plain_one() -> None:
    found = survey(Coins("a"))
    mine = [yes for cells in found.outcomes.values() for cell, yes in cells.items() if cell[0] == 2]
    assert found.share([cell for cell in found.cells if cell[0] == 2]).estimate == np.mean(mine)


def test_a_difference_is_paired_by_rounds_and_cells() -> None:
    first, second = survey(Coins("a", day=0.3)), survey(Coins("b", day=0.3))
    gap = first.difference(second, first.cells)
    assert math.isclose(gap.estimate, second.share().estimate - first.share().estimate, abs_tol=1e-12)
    some = first.cells[:2]
    part = first.difference(second, some).estimate
    assert math.isclose(part, second.share(some).estimate - first.share(some).estimate, abs_tol=1e-12)
    same = first.difference(first, first.cells)
    assert same.estimate == same.low == same.high == 0.0


def test_nothing_is_known_before_the_first_trial() -> None:
    found = Findings((("a",),), 4)
    assert math.isnan(found.share().estimate)
    assert not found.done


@pytest.mark.study
def test_a_rare_event_gets_an_interval_that_holds_the_truth_and_is_not_as_wide_as_its_rounds_are_few() -> None:
    """Of 200 surveys with trials alike within a round, the intervals of a rare cell hold the truth in 94 % or more."""
    # The mean of 0.02 + 0.02 N where that is positive, for a standard normal N.
    truth = 0.02 * (0.8413 + 0.2420)
    held, none, narrower = 0, 0, 0
    for number in range(200):
        found = survey(Coins(f"rare {number}", rates=(0.02, 0.3, 0.5), rounds=8, day=0.02, copies=8))
        rare = found.share([cell for cell in found.cells if cell[0] == 0])
        held += rare.low <= truth <= rare.high
        if rare.estimate == 0.0:
            none += 1
            narrower += rare.high < 0.2
    assert held >= 188
    assert none > 20
    assert narrower == none


def test_a_coarse_figure_is_shown_as_its_interval_alone() -> None:
    assert percent_words(Interval(0.0, 0.0, 0.52)) == "0 to 52 %"
    assert percent_words(Interval(0.1, 0.08, 0.13)) == "10.0 % (8.0-13.0)"
    assert is_steady(Interval(0.1, 0.06, 0.15))
    assert not is_steady(Interval(0.1, 0.04, 0.15))
    assert half_width(NO_DATA) == math.inf


def test_other_work_is_done_by_the_processes_or_here_where_there_is_none() -> None:
    engine = Here()
    surveyor = Surveyor(lambda: engine)
    future = surveyor.run(max, 3, 5)
    assert not future.done()
    engine.step()
    assert future.result() == 5

    def none() -> Here:
        raise OSError("no semaphores")

    assert Surveyor(none).run(max, 3, 7).result() == 7
