"""The counts of tension against a second count: of the lines of the match, and of the world itself."""

from __future__ import annotations

import math
from statistics import fmean

import pytest

from calibration.metrics.measured import FigureCollector
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.metrics import TABLE
from sim.games.riff_raff.rows import RowCollector
from sim.games.riff_raff.tension import FIRST_FALL, FIRST_FALL_MINUTES, TENSE_HEEL_DEG, deciding_turn
from sim.match.seats import seats_from
from sim.physics.ship.attempt import Attempt
from sim.physics.ship.catching import NOTICED_MM, NOTICED_RAD
from tests.batch.rows import rows_of
from tests.games.riff_raff.matches import draft


def test_what_is_seen_to_slide_is_what_moves_in_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second count: where each piece lies, tick by tick, against where it lay when the new one was let go."""
    found: list[bool] = []
    ends = Attempt.result

    def spied(attempt: Attempt) -> object:
        found.append(moved[-1])
        return ends(attempt)

    moved = [False]
    lay: dict[str, tuple[float, float, float]] = {}
    observes = Attempt._observe

    def watched(attempt: Attempt, now: float) -> None:
        released = attempt.hand is None
        places = {c.name: place for c, place in zip(*attempt.world.places(), strict=True)}
        if not released:
            moved.append(False)
        for name, (x, y, angle) in places.items():
            if released and name in lay and name != attempt.name and name not in attempt.fallen:
                x0, y0, angle0 = lay[name]
                moved[-1] |= abs(x - x0) + abs(y - y0) > NOTICED_MM or abs(angle - angle0) > NOTICED_RAD
        observes(attempt, now)

    def begun(attempt: Attempt, what: str, real: object = Attempt._begin) -> None:
        real(attempt, what)
        lay.clear()
        lay.update({c.name: place for c, place in zip(*attempt.world.places(), strict=True)})
        moved.append(False)

    monkeypatch.setattr(Attempt, "_observe", watched)
    monkeypatch.setattr(Attempt, "_begin", begun)
    monkeypatch.setattr(Attempt, "result", spied)
    seats = seats_from(["child:random"] * 3, "riff-raff")
    lines: list[dict[str, object]] = []
    RiffRaffMatch(draft(), seats, 5, lines.append).run()
    _, turns = rows_of(RowCollector(0, 5, seats), lines)
    assert [turn.stirred for turn in turns] == found
    assert 0 < sum(found) < len(found)


@pytest.mark.slow
def test_the_figures_of_tension_are_those_of_the_lines(played) -> None:
    for p in played:
        collector = FigureCollector(TABLE, p.seats)
        collector.add(p.row, p.turns)
        figures = {figure.key: figure.interval.estimate for figure in collector.figures()[0]}
        attempts = [
            (physics["max_heel_rad"] * 180 / math.pi, physics["unrecorded"]["stirred"], _falls(outcome))
            for physics, outcome in zip(_of(p.lines, "physics"), _of(p.lines, "outcome"), strict=True)
        ]
        far = [heel > TENSE_HEEL_DEG for heel, _, _ in attempts]
        assert figures["heel_deg.mean"] == pytest.approx(fmean(heel for heel, _, _ in attempts))
        assert figures["heel_deg.attempt.3"] == pytest.approx(attempts[2][0])
        assert figures["far_heel_rate"] == pytest.approx(fmean(far))
        assert figures["near_fall_rate"] == pytest.approx(fmean(seen and not fell for _, seen, fell in attempts))
        tense = [seen or high for (_, seen, _), high in zip(attempts, far, strict=True)]
        assert figures["held_breath_rate"] == pytest.approx(fmean(tense))
        first = next((n for n, (_, _, fell) in enumerate(attempts, 1) if fell), len(attempts) + 1)
        assert FIRST_FALL.sums(p.row, p.turns) == (first, 1)
        times = [line["time_s"] for line in p.lines if line["stage"] == "ruling" and _rules_on_a_load(line)]
        until = times[first - 1] if first <= len(times) else p.row.simulated_s
        assert FIRST_FALL_MINUTES.sums(p.row, p.turns) == (pytest.approx(until / 60), 1)


def test_the_deciding_turn_is_the_one_after_which_the_lead_did_not_change_again(played) -> None:
    for p in played:
        ends = [line["supply"] for line in p.lines if line["stage"] == "ruling" and _ends_a_turn(line)]
        winners = [seat.name for seat, share in zip(p.seats, p.row.victory, strict=True) if share]
        alone = [len(winners) == 1 and all(s[w] < n for w in winners for k, n in s.items() if k != w) for s in ends]
        last_open = max((n for n, led in enumerate(alone, 1) if not led), default=0)
        assert deciding_turn(p.row) == min(last_open + 1, len(ends))


def _of(lines: list[dict], stage: str) -> list[dict]:
    return [line for line in lines if line["stage"] == stage]


def _falls(outcome: dict) -> bool:
    return bool(outcome["lost"] or outcome["caught"] or outcome["placed"] != "stays")


def _rules_on_a_load(line: dict) -> bool:
    return any(event["type"].startswith("piece_") for event in line["events"])


def _ends_a_turn(line: dict) -> bool:
    return any(event["type"] == "turn_ended" for event in line["events"])
