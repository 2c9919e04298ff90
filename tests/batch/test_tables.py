"""A table of metrics alone is enough: `simulate`, reports and goals derive from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from calibration.metrics.measured import FigureCollector
from sim.batch.figures import clustered_rate
from sim.batch.match_counts import MATCH_COUNTS, MatchRow, TurnRow
from sim.batch.metrics import BatchFigures, figure_lines, seat_lines, table_lines, table_text
from sim.batch.players import MINUTES, WINS
from sim.match.seats import seats_from
from sim.metrics import Distribution, Metric, MetricTable, by_turns, per_match
from sim.seat import Seat
from tests.batch.rows import rows_of

TABLE = MetricTable.of(
    Metric("wobble_rate", "pushes that wobble", lambda row: row.wobbles, by=(by_turns("kind", "{label}, {part}"),)),
    *WINS,
    per_match("floors", "floors of a tower", lambda match: match.floors, spread=True, whole=True),
    Distribution("floors", label="towers of {part} floors"),
    MINUTES,
)
SEATS = seats_from(["child", "casual"], "riff-raff")


def towers() -> list[tuple[Any, list[Any]]]:
    found = []
    for index, floors in enumerate((2, 3, 3, 4)):
        match = SimpleNamespace(index=index, simulated_s=60.0, victory=(1.0, 0.0), floors=floors)
        turns = [SimpleNamespace(match=index, kind=kind, wobbles=kind == "high") for kind in ("low", "low", "high")]
        found.append((match, turns))
    return found


def test_what_is_declared_once_is_printed_reported_and_waited_for() -> None:
    batch, report = BatchFigures(TABLE, SEATS), FigureCollector(TABLE, SEATS)
    for match, turns in towers():
        batch.add(match, turns)
        report.add(match, turns)
    printed: dict[str, Any] = dict(batch.summary().printed)
    figures = {figure.key: figure for figure in report.figures()[0]}
    assert list(TABLE.goals()) == ["wobble_rate", "floors", "minutes"]
    assert TABLE.primary == "wobble_rate"
    assert printed["wobble_rate"] == figures["wobble_rate"].interval.to_json()
    assert printed["wobble_rate"]["estimate"] == pytest.approx(1 / 3, abs=1e-6)
    assert printed["wobble_rate_by_kind"]["high"] == figures["wobble_rate.kind.high"].interval.to_json()
    assert figures["wobble_rate.kind.low"].label == "pushes that wobble, low"
    assert printed["wins_by_seat"]["Anne"]["estimate"] == 1.0
    assert printed["floors"]["p50"] == figures["floors.p50"].interval.to_json()
    assert figures["floors.distribution.3"].interval == clustered_rate([1, 1, 0, 0], [1] * 4)
    assert figures["floors.distribution.3"].label == "towers of 3 floors"
    assert (printed["matches"], printed["seconds_simulated"]) == (4, 240.0)
    lines = [line.split("(")[0].split() for line in table_text(batch.summary()).splitlines()]
    assert ["wobble_rate", "33.3", "%"] in lines
    assert ["wins.seat.Anne", "100.0", "%"] in lines


def test_a_goal_that_no_metric_has_is_unknown() -> None:
    for path in ("nothing", "wins", "wobble_rate.colour"):
        with pytest.raises(KeyError):
            TABLE.metric(path)
        with pytest.raises(KeyError):
            TABLE.divided(path)


def test_a_game_without_metrics_has_its_rulings_its_length_and_its_winners_counted() -> None:
    rulings = [{"stage": stage, "time_s": 2.5} for stage in ("start", "ruling", "intent", "ruling")]
    collector = MATCH_COUNTS.collector(3, 8, SEATS)
    with pytest.raises(ValueError, match="match 3 has not ended"):
        collector.match_row()
    row, turns = rows_of(collector, [*rulings, {"stage": "end", "time_s": 90.0, "winners": ["Bert"]}])
    assert row == MatchRow(3, 8, 2, 90.0, (0.0, 1.0))
    assert turns == [TurnRow(3, 1, 2.5), TurnRow(3, 2, 2.5)]
    collector.add_line({"stage": "end", "time_s": 90.0, "winners": ["Anne", "Bert"]})
    assert collector.match_row().victory == (0.5, 0.5)
    figures = BatchFigures(MATCH_COUNTS.table, SEATS)
    figures.add(row, turns)
    assert MATCH_COUNTS.text is not None
    assert MATCH_COUNTS.text(figures.summary()).splitlines()[3:] == [
        "  turns    2.0, middle 80 %: 2 to 2",
        "  minutes  1.5, middle 80 %: 2 to 2",
        "",
        f"  seat{'':20}{'wins':>24}",
        f"  Anne (child, simple)    {'0.0 % (no interval)':>24}",
        f"  Bert (casual, simple)   {'100.0 % (no interval)':>24}",
    ]


class Figures:
    """Figures whose text says what was asked for."""

    seats = (Seat("Anne", "casual", "simple"), Seat("Bert", "child", "bold"))

    def table(self, path: str) -> dict[str, object]:
        return {"who": {"Anne": 1}, "parts": {"rat_trap": 1, "crate": 2}}[path]

    def text(self, path: str, part: str, digits: int) -> str:
        return f"{path}/{part}/{digits}"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            table_lines(Figures(), "piece", 12, (("falls", 20, "parts"), ("seconds", 0, "s", 2))),
            [
                "",
                f"  piece       {'falls':>20}  seconds",
                f"  rat trap    {'parts/rat_trap/1':>20}  s/rat_trap/2",
                f"  crate       {'parts/crate/1':>20}  s/crate/2",
            ],
        ),
        (
            table_lines(Figures(), "piece", 12, (("falls", 0, "parts"),)),
            ["", "  piece       falls", "  rat trap    parts/rat_trap/1", "  crate       parts/crate/1"],
        ),
        (
            seat_lines(Figures(), (("wins", 16, "who"),)),
            ["", f"  seat{'':20}{'wins':>16}", f"  Anne (casual, simple)   {'who/Anne/1':>16}"],
        ),
        (figure_lines((("turns", 3), ("minutes", "4.5"))), [f"  turns{' ' * 26}3", f"  minutes{' ' * 24}4.5"]),
        (figure_lines((("turns", 3), ("minutes", "4.5")), 9), ["  turns    3", "  minutes  4.5"]),
    ],
)  # fmt: skip
def test_columns_are_as_wide_as_they_are_said_to_be_or_as_their_words(lines: list[str], expected: list[str]) -> None:
    assert lines == expected
