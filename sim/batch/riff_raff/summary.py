"""What a batch of Riff Raff comes to: rates, means and distributions of its rows, each with its 95 % interval.

Attempts and turns are clustered by match: `sim.batch.clusters`. Matches are independent: `sim.statistics`. A shared
victory counts 1/k for each of its k winners; a seat's share of victories is the mean of these numbers over matches and
gets the Wilson interval for as many observations as there were matches, which is conservative, since a fraction between
0 and 1 never varies more than a yes-or-no of the same mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from sim.batch.clusters import clustered_rate
from sim.batch.results import Clustered, Metric, Rows, Spread, Sums, Table, count_text, number_text, one, told
from sim.batch.riff_raff.results import TurnRow
from sim.matches.seats import Seat
from sim.physics.pieces import KINDS
from sim.physics.ship import SLOTS
from sim.statistics import Interval, mean, rate

AVALANCHE = 5
"""So many pieces at once are an avalanche."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch in figures. Keys of the tables are text: the numbers of slots and rounds, the names of all else."""

    matches: int
    attempts_in_all: int
    fall_rate: Interval
    by_slot: Table
    by_round: Table
    by_piece: Table
    by_profile: Table
    own_fall_rate: Interval
    catch_share: Interval
    pieces_per_fall: Interval
    avalanche_rate: Interval
    hazard: Table
    rounds: Spread
    rounds_distribution: Table
    minutes: Spread
    attempts: Spread
    wins: Table
    pieces_left: Table
    lead_changes: Interval
    endings: Table
    unsettled: int
    seconds_simulated: float


def _fell(row: TurnRow) -> float:
    return float(row.fell)


METRICS = {
    "fall_rate": Metric(_fell),
    "own_fall_rate": Metric(lambda row: row.own_fell),
    "catch_share": Metric(lambda row: row.pieces_caught, lambda row: row.pieces_fallen),
    "pieces_per_fall": Metric(lambda row: row.pieces_fallen, _fell, proportion=False),
    "avalanche_rate": Metric(lambda row: row.pieces_fallen >= AVALANCHE),
    "lead_changes": Metric(
        lambda match: match.lead_changes, one, proportion=False, of_matches=True, out_of_matches=True
    ),
}
"""The figures that are single intervals, by their names in `simulate --json`."""
HEADLINE = "fall_rate"


def summarise(batch: Rows, seats: tuple[Seat, ...]) -> Summary:
    """The figures of a batch whose matches were all played by these seats."""
    matches, turns = batch.matches, batch.turns
    rows = Clustered(batch)
    rounds = [row.rounds for row in matches]
    lengths = Counter(rounds)
    endings = Counter(row.ending for row in matches)
    count = len(matches)
    return Summary(
        matches=count,
        attempts_in_all=sum(row.attempts for row in matches),
        fall_rate=rows.figure(METRICS["fall_rate"]),
        by_slot=rows.table(_fell, lambda row: row.slot, SLOTS),
        by_round=rows.table(_fell, lambda row: row.round, range(1, max(rounds) + 1)),
        by_piece=rows.table(_fell, lambda row: row.piece, KINDS),
        by_profile=rows.table(_fell, lambda row: row.profile, dict.fromkeys(seat.profile for seat in seats)),
        own_fall_rate=rows.figure(METRICS["own_fall_rate"]),
        catch_share=rows.figure(METRICS["catch_share"]),
        pieces_per_fall=rows.figure(METRICS["pieces_per_fall"]),
        avalanche_rate=rows.figure(METRICS["avalanche_rate"]),
        hazard=_hazard(turns),
        rounds=Spread.of(rounds),
        rounds_distribution={str(n): rate(lengths[n], count) for n in range(min(rounds), max(rounds) + 1)},
        minutes=Spread.of([row.simulated_s / 60 for row in matches]),
        attempts=Spread.of([row.attempts for row in matches]),
        wins={
            seat.name: clustered_rate([row.victory[n] for row in matches], [1.0] * count)
            for n, seat in enumerate(seats)
        },
        pieces_left={seat.name: mean([row.pieces_left[n] for row in matches]) for n, seat in enumerate(seats)},
        lead_changes=rows.figure(METRICS["lead_changes"]),
        endings={name: rate(endings[name], count) for name in ("emptied", "cards_spent")},
        unsettled=sum(row.unsettled for row in matches),
        seconds_simulated=sum(row.simulated_s for row in matches),
    )


def _hazard(turns: Iterable[TurnRow]) -> Table:
    """By round, the chance that a turn (one attempt or two) drops something, among the turns that were played."""
    rounds: dict[int, Sums] = {}
    for (match, number, _), attempts in groupby(turns, lambda row: (row.match, row.round, row.turn)):
        rounds.setdefault(number, Sums()).add(match, any(row.fell for row in attempts), 1.0)
    return {str(number): rounds[number].share() for number in sorted(rounds)}


def to_json(summary: Summary) -> dict[str, object]:
    """The figures as `simulate --json` prints them; every figure that is not a count is an interval."""
    return {
        "matches": summary.matches,
        "trials": summary.attempts_in_all,
        "fall_rate": summary.fall_rate.to_json(),
        "fall_rate_by_slot": told(summary.by_slot),
        "fall_rate_by_round": told(summary.by_round),
        "fall_rate_by_piece": told(summary.by_piece),
        "fall_rate_by_profile": told(summary.by_profile),
        "own_fall_rate": summary.own_fall_rate.to_json(),
        "catch_share": summary.catch_share.to_json(),
        "pieces_per_fall": summary.pieces_per_fall.to_json(),
        "avalanche_rate": summary.avalanche_rate.to_json(),
        "hazard_by_round": told(summary.hazard),
        "rounds": {**summary.rounds.to_json(), "distribution": told(summary.rounds_distribution)},
        "minutes": summary.minutes.to_json(),
        "attempts": summary.attempts.to_json(),
        "wins_by_seat": told(summary.wins),
        "pieces_left_by_seat": told(summary.pieces_left),
        "lead_changes": summary.lead_changes.to_json(),
        "endings": told(summary.endings),
        "unsettled": summary.unsettled,
        "seconds_simulated": round(summary.seconds_simulated, 6),
    }


def to_text(summary: Summary, seats: tuple[Seat, ...]) -> str:
    """The figures for people: a few lines and small tables."""
    attempts = summary.attempts_in_all
    lines = [
        f"{count_text(summary.matches, 'match', 'matches')}, {count_text(attempts, 'attempt', 'attempts')}",
        "(in brackets: 95 % intervals)",
        "",
        f"  attempts that drop something   {summary.fall_rate.percent()}",
        f"  the piece being placed falls   {summary.own_fall_rate.percent()}",
        f"  avalanches ({AVALANCHE} pieces or more)  {summary.avalanche_rate.percent()}",
        f"  pieces at a fall               {number_text(summary.pieces_per_fall)}",
        f"  fallen pieces that are caught  {summary.catch_share.percent()}",
        f"  rounds                         {summary.rounds.text()}",
        f"  minutes                        {summary.minutes.text()}",
        f"  attempts in a match            {summary.attempts.text()}",
        f"  changes of the lead            {number_text(summary.lead_changes)}",
        f"  ends with an empty supply      {summary.endings['emptied'].percent()}",
        f"  did not come to rest           {summary.unsettled}",
        "",
        f"  {'seat':24}{'wins':>24}{'pieces left':>18}",
    ]
    for seat in seats:
        who = f"{seat.name} ({seat.profile}, {seat.strategy})"
        lines.append(
            f"  {who:24}{summary.wins[seat.name].percent():>24}{number_text(summary.pieces_left[seat.name]):>18}"
        )
    for title, table in (
        ("slot", summary.by_slot),
        ("piece", summary.by_piece),
        ("profile", summary.by_profile),
        ("round", summary.by_round),
    ):
        lines += ["", f"  {title:10}drops something"]
        lines += [f"  {key:10}{interval.percent()}" for key, interval in table.items()]
    return "\n".join(lines)
