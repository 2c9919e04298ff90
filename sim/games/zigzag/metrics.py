"""What a batch of ZIGZAG comes to: rates, means and distributions of its rows, each with its 95 % interval.

Cards, announcements and CONTREs are clustered by match: `sim.batch.clusters`. Matches are independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.batch.clusters import Ratio
from sim.batch.figures import Counted, Groups, Metric, Spread, Table, Values, count_text, number_text, per_match, told
from sim.games.zigzag.rows import ANNOUNCE, CALLS, CONTRE, TAKE, MatchRow, TurnRow
from sim.seat import Seat
from sim.statistics import Interval


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch in figures. Keys of the tables are text: names of seats, profiles, and calls."""

    matches: int
    sets_in_all: int
    takes_in_all: int
    minutes: Spread
    sets: Interval
    set_seconds: Spread
    hands_per_set: Interval
    stopped_rate: Interval
    announcement_success: Interval
    announcement_success_by_call: Table
    announcements_by_call: Table
    announcements_per_set: Interval
    ticked_rate: Interval
    contres_per_set: Interval
    contre_success: Interval
    contre_success_by_profile: Table
    contested_rate: Interval
    tie_rate: Interval
    first_gap_ms: Interval
    takes_per_hand: Interval
    signs_per_set: Interval
    bluffs_per_set: Interval
    wins: Table
    wins_by_team: Table
    boxes: Table
    seconds_simulated: float


def is_take(row: TurnRow) -> float:
    """A card taken from the tapis."""
    return float(row.kind == TAKE)


def is_contested(row: TurnRow) -> float:
    """Several hands reached for it."""
    return float(row.kind == TAKE and row.rivals > 0)


def is_call(row: TurnRow) -> float:
    """An announcement."""
    return float(row.kind == ANNOUNCE)


def is_contre(row: TurnRow) -> float:
    """A CONTRE that was judged."""
    return float(row.kind == CONTRE)


def is_right(row: TurnRow) -> float:
    """A success of its kind."""
    return float(bool(row.success))


def _hands(match: MatchRow) -> float:
    return match.hands


def _sets(match: MatchRow) -> float:
    return match.sets


def _calls_of(call: str) -> Metric:
    """Announcements of one kind in a set; all sets count, also those without one."""
    return Metric(lambda row: row.kind == ANNOUNCE and row.call == call, _sets, proportion=False, out_of_matches=True)


METRICS = {
    "tie_rate": Metric(lambda row: row.tie, is_contested),
    "contested_rate": Metric(is_contested, is_take),
    "announcement_success": Metric(lambda row: is_call(row) * is_right(row), is_call),
    "ticked_rate": Metric(lambda row: is_call(row) * (row.box is not None), is_call),
    "contre_success": Metric(lambda row: is_contre(row) * is_right(row), is_contre),
    "announcements_per_set": Metric(is_call, _sets, proportion=False, out_of_matches=True),
    **{f"announcements_by_call.{call}": _calls_of(call) for call in CALLS},
    "contres_per_set": Metric(is_contre, _sets, proportion=False, out_of_matches=True),
    "takes_per_hand": Metric(is_take, _hands, proportion=False, out_of_matches=True),
    "hands_per_set": per_match(_hands, _sets),
    "set_seconds": Metric(lambda row: row.ended * row.set_s, lambda row: row.ended, proportion=False),
    "minutes": per_match(lambda match: match.simulated_s / 60),
    "first_gap_ms": Metric(lambda row: row.gap_ms or 0.0, lambda row: row.gap_ms is not None, proportion=False),
}
"""The figures by their names in `simulate --json` (of minutes and set_seconds the mean)."""
PRIMARY_METRIC = "announcement_success"


class Figures:
    """The figures of matches that were all played by these seats, taken in one by one. Kept are the minutes of each
    match and the seconds of each set."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.matches = 0
        self._seats = seats
        self._teams = teams(seats)
        self._profiles = list(dict.fromkeys(seat.profile for seat in seats))
        self._single = {name: Counted(metric) for name, metric in METRICS.items()}
        self._sets = Counted(per_match(_sets))
        self._stopped = Counted(per_match(lambda match: match.stopped, proportion=True))
        self._signs = Counted(per_match(lambda match: match.signs, _sets))
        self._bluffs = Counted(per_match(lambda match: match.bluffs, _sets))
        self._minutes, self._set_seconds = Values(), Values()
        self._seconds = Ratio()
        self._right = Groups[str]()
        self._confirmed, self._wins = Groups[str](), Groups[str]()
        self._team_wins, self._boxes = Groups[str](), Groups[str](proportion=False)
        self._takes_in_all = 0

    def add(self, match: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Count a match: its row, and all its other rows in their order."""
        self.matches += 1
        for counted in (*self._single.values(), self._sets, self._stopped, self._signs, self._bluffs):
            counted.add(match, turns)
        calls = [row for row in turns if row.kind == ANNOUNCE]
        self._right.add((row.call, is_right(row), 1) for row in calls if row.call is not None)
        self._confirmed.add((row.profile, is_right(row), 1) for row in turns if row.kind == CONTRE)
        self._wins.add((seat.name, match.victory[n], 1) for n, seat in enumerate(self._seats))
        # Of the victory, which each seat has a part of, a team has what its seats have together.
        sides = len(self._teams)
        self._team_wins.add((team, math.fsum(match.victory[n::sides]), 1) for n, team in enumerate(self._teams))
        self._boxes.add((seat.name, match.boxes[n], 1) for n, seat in enumerate(self._seats))
        self._minutes.add(match.simulated_s / 60)
        self._set_seconds.add(*(row.set_s for row in turns if row.ended))
        self._seconds.add(match.simulated_s)
        self._takes_in_all += match.takes

    def summary(self) -> Summary:
        """The figures of the matches so far. Raises ValueError before the first."""
        if not self.matches:
            raise ValueError("no match was counted")
        single = {name: counted.interval() for name, counted in self._single.items()}
        names = [seat.name for seat in self._seats]
        return Summary(
            matches=self.matches,
            sets_in_all=int(self._sets.ratio.y),
            takes_in_all=self._takes_in_all,
            minutes=self._minutes.spread(),
            sets=self._sets.interval(),
            set_seconds=self._set_seconds.spread(),
            hands_per_set=single["hands_per_set"],
            stopped_rate=self._stopped.interval(),
            announcement_success=single["announcement_success"],
            announcement_success_by_call=_by(self._right, CALLS),
            announcements_by_call={call: single[f"announcements_by_call.{call}"] for call in CALLS},
            announcements_per_set=single["announcements_per_set"],
            ticked_rate=single["ticked_rate"],
            contres_per_set=single["contres_per_set"],
            contre_success=single["contre_success"],
            contre_success_by_profile=_by(self._confirmed, self._profiles),
            contested_rate=single["contested_rate"],
            tie_rate=single["tie_rate"],
            first_gap_ms=single["first_gap_ms"],
            takes_per_hand=single["takes_per_hand"],
            signs_per_set=self._signs.interval(),
            bluffs_per_set=self._bluffs.interval(),
            wins=_by(self._wins, names),
            wins_by_team=_by(self._team_wins, self._teams),
            boxes=_by(self._boxes, names),
            seconds_simulated=self._seconds.y,
        )


def _by(groups: Groups[str], keys: Iterable[str]) -> Table:
    """Also those groups of which nothing was seen."""
    return {key: groups.interval(key) for key in keys}


def teams(seats: Sequence[Seat]) -> list[str]:
    """Who plays together, in the order of the first seats: partners sit opposite."""
    sides = len(seats) // 2
    return [f"{seats[n].name} + {seats[n + sides].name}" for n in range(sides)]


def to_json(summary: Summary) -> dict[str, object]:
    """The figures as `simulate --json` prints them; every figure that is not a count is an interval."""
    found: dict[str, object] = {}
    for name in Summary.__dataclass_fields__:
        value = getattr(summary, name)
        if isinstance(value, Interval | Spread):
            found[name] = value.to_json()
        else:
            found[name] = told(value) if isinstance(value, dict) else value
    return found


def to_text(summary: Summary, seats: tuple[Seat, ...]) -> str:
    """The figures for people."""
    matches = count_text(summary.matches, "match", "matches")
    sets = count_text(summary.sets_in_all, "set", "sets")
    lines = [
        f"{matches}, {sets}, {count_text(summary.takes_in_all, 'card', 'cards')} taken from the tapis (95 % intervals)",
        "",
        f"  minutes of a match             {summary.minutes.text()}",
        f"  seconds of a set               {summary.set_seconds.text()}",
        f"  sets in a match                {number_text(summary.sets)}",
        f"  hands in a set                 {number_text(summary.hands_per_set)}",
        f"  matches ended by the clock     {summary.stopped_rate.percent()}",
        f"  announcements that are right   {summary.announcement_success.percent()}",
        f"  announcements that tick a box  {summary.ticked_rate.percent()}",
        f"  CONTREs in a set               {number_text(summary.contres_per_set, 2)}",
        f"  CONTREs that are confirmed     {summary.contre_success.percent()}",
        f"  cards taken in a hand          {number_text(summary.takes_per_hand)}",
        f"  of these for several hands     {summary.contested_rate.percent()}",
        f"  of those within 50 ms          {summary.tie_rate.percent()}",
        f"  signs in a set                 {number_text(summary.signs_per_set)}",
        "",
        f"  {'team':48}{'victories':>24}{'boxes ticked':>18}",
    ]
    sides = len(seats) // 2
    for number, team in enumerate(teams(seats)):
        people = dict.fromkeys(f"{seat.profile}, {seat.strategy}" for seat in seats[number::sides])
        boxes = number_text(summary.boxes[seats[number].name], 2)
        who = f"{team} ({'; '.join(people)})"
        lines.append(f"  {who:48}{summary.wins_by_team[team].percent():>24}{boxes:>18}")
    lines += ["", f"  {'announcement':14}{'in a set':>20}{'right':>24}"]
    for call, interval in summary.announcement_success_by_call.items():
        each = number_text(summary.announcements_by_call[call], 2)
        lines.append(f"  {call.replace('_', '-').upper():14}{each:>20}{interval.percent():>24}")
    return "\n".join(lines)
