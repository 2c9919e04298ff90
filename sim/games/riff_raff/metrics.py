"""What a batch of Riff Raff comes to: rates, means and distributions of its rows, each with its 95 % interval.

Attempts and turns are clustered by match: `sim.batch.clusters`. Matches are independent. A shared
victory counts 1/k for each of its k winners; a seat's share of victories is the mean of these numbers over matches and
gets the Wilson interval for as many observations as there were matches, which is conservative, since a fraction between
0 and 1 never varies more than a yes-or-no of the same mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sim.batch.clusters import Ratio
from sim.batch.figures import Counted, Groups, Metric, Spread, Table, Values, count_text, number_text, per_match, told
from sim.games.riff_raff.rows import MatchRow, TurnRow
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.pieces import KINDS
from sim.seat import Seat
from sim.statistics import Interval, rate

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
    "lead_changes": per_match(lambda match: match.lead_changes),
}
"""The figures that are single intervals, by their names in `simulate --json`."""
PRIMARY_METRIC = "fall_rate"


class Figures:
    """The figures of matches that were all played by these seats, taken in one by one. Three numbers a match are kept:
    rounds, seconds and attempts."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.matches = 0
        self._seats = seats
        self._single = {name: Counted(metric) for name, metric in METRICS.items()}
        self._slot, self._piece, self._profile = Groups[int](), Groups[str](), Groups[str]()
        self._round, self._hazard = Groups[int](), Groups[int]()
        self._rounds, self._minutes, self._attempts = Values(whole=True), Values(), Values(whole=True)
        self._seconds = Ratio()
        self._endings: Counter[str] = Counter()
        self._attempts_in_all = self._unsettled = 0
        self._wins, self._left = Groups[str](), Groups[str](proportion=False)

    def add(self, match: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Count a match: its row, and the rows of all its attempts in their order."""
        self.matches += 1
        for counted in self._single.values():
            counted.add(match, turns)
        self._wins.add((seat.name, match.victory[n], 1) for n, seat in enumerate(self._seats))
        self._left.add((seat.name, match.pieces_left[n], 1) for n, seat in enumerate(self._seats))
        self._slot.add((row.slot, row.fell, 1) for row in turns)
        self._piece.add((row.piece, row.fell, 1) for row in turns)
        self._profile.add((row.profile, row.fell, 1) for row in turns)
        self._round.add((row.round, row.fell, 1) for row in turns)
        whole = groupby(turns, lambda row: (row.round, row.turn))
        self._hazard.add((number, any(row.fell for row in attempts), 1) for (number, _), attempts in whole)
        self._rounds.add(match.rounds)
        self._minutes.add(match.simulated_s / 60)
        self._attempts.add(match.attempts)
        self._seconds.add(match.simulated_s)
        self._endings[match.ending] += 1
        self._attempts_in_all += match.attempts
        self._unsettled += match.unsettled

    def summary(self) -> Summary:
        """The figures of the matches so far. Raises ValueError before the first."""
        count = self.matches
        if not count:
            raise ValueError("no match was counted")
        single = {name: counted.interval() for name, counted in self._single.items()}
        lengths = Counter(map(int, self._rounds.values))
        profiles, names = dict.fromkeys(seat.profile for seat in self._seats), [seat.name for seat in self._seats]
        return Summary(
            matches=count,
            attempts_in_all=self._attempts_in_all,
            fall_rate=single["fall_rate"],
            by_slot=self._slot.table(SLOTS),
            by_round=self._round.table(sorted(self._round.keys)),
            by_piece=self._piece.table(KINDS),
            by_profile=self._profile.table(profiles),
            own_fall_rate=single["own_fall_rate"],
            catch_share=single["catch_share"],
            pieces_per_fall=single["pieces_per_fall"],
            avalanche_rate=single["avalanche_rate"],
            hazard=self._hazard.table(sorted(self._hazard.keys)),
            rounds=self._rounds.spread(),
            rounds_distribution={str(n): rate(lengths[n], count) for n in range(min(lengths), max(lengths) + 1)},
            minutes=self._minutes.spread(),
            attempts=self._attempts.spread(),
            wins=self._wins.table(names),
            pieces_left=self._left.table(names),
            lead_changes=single["lead_changes"],
            endings={name: rate(self._endings[name], count) for name in ("emptied", "cards_spent")},
            unsettled=self._unsettled,
            seconds_simulated=self._seconds.y,
        )


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
