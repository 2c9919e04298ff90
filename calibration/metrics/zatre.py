"""The figures of ZATRE: what is scored and how, how long it lasts, what beginning is worth; who wins.

Turns of a match share its board, so their intervals are clustered by match (sim/batch/clusters.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.metrics.figures import Figure, Ledger, Values
from calibration.metrics.players import Players, side_of
from calibration.metrics.survival import Curve
from sim.games.zatre.metrics import SCORE_STEP
from sim.games.zatre.rows import MatchRow, TurnRow
from sim.people.skill import PROFILES
from sim.seat import Seat

_KINDS = ("tens", "elevens", "twelves")
_EACH = (
    ("score", "scores", "grand total of a player"),
    ("rows_complete", "rows_complete", "complete rows of a player"),
    ("crosses", "crosses", "x2 cells ticked by a player"),
    ("minus", "minus", "points lost by tiles left over"),
)
_SCORING, _POINTS = "turns that score", "points in a turn, before doubling and bonus"


class Collector:
    """Takes in match after match, keeps sums, and tells the figures. `pairs`: those of every match besides."""

    def __init__(self, seats: tuple[Seat, ...], pairs: bool = False) -> None:
        self.seats = seats
        self._ledger = Ledger(pairs)
        self._players = Players(seats)
        self._scores = Values(pairs)
        self._lengths = {name: Values(pairs) for name in ("turns", "minutes", "tiles_left")}
        self._longest = 0

    def add(self, row: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Take in a match."""
        add, match = self._ledger.add, row.index
        self._players.add(self._ledger, row)
        self._lengths["turns"].add(match, row.turns)
        self._lengths["minutes"].add(match, row.simulated_s / 60)
        self._lengths["tiles_left"].add(match, row.tiles_left)
        add("starter_victory", match, row.starter_victory)
        add("starter_ahead", match, row.starter_ahead)
        add("winning_score", match, row.winning_score)
        add("dead_ends", match, row.ending == "dead_position")
        add("start_draws", match, row.start_draws)
        for number, seat in enumerate(self.seats):
            for key, column, _ in _EACH:
                value = getattr(row, column)[number]
                add(key, match, value)
                add(f"{key}.side.{side_of(seat)}", match, value)
            add(f"score.seat.{seat.name}", match, row.scores[number])
            self._scores.add(match, row.scores[number])
        for turn in turns:
            self._turn(turn)
        self._longest = max(self._longest, len(turns))

    def _turn(self, turn: TurnRow) -> None:
        add, match = self._ledger.add, turn.match
        scored = turn.runs > 0
        add("scoring_rate", match, scored)
        add("points_per_turn", match, turn.points)
        for group, part in (
            ("profile", turn.profile),
            ("seat", self.seats[turn.seat].name),
            ("strategy", turn.strategy),
            ("turns", _ten(turn.turn)),
        ):
            add(f"scoring_rate.{group}.{part}", match, scored)
            add(f"points_per_turn.{group}.{part}", match, turn.points)
        add("pass_rate", match, turn.placed == 0)
        add("cross_rate", match, turn.crosses > 0)
        add("ways", match, turn.ways)
        add(f"ways.turns.{_ten(turn.turn)}", match, turn.ways)
        for kind in _KINDS:
            add(f"runs_per_turn.{kind}", match, getattr(turn, kind))

    def figures(self) -> tuple[list[Figure], list[Curve]]:
        """All of them; there are no curves."""
        ledger = self._ledger
        names = [seat.name for seat in self.seats]
        sides = list(dict.fromkeys(side_of(seat) for seat in self.seats))
        strategies = list(dict.fromkeys(seat.strategy for seat in self.seats))
        profiles = [profile for profile in PROFILES if any(seat.profile == profile for seat in self.seats)]
        tens = [_ten(number) for number in range(1, self._longest + 1, 10)]
        found = []
        for key, _, label in _EACH:
            found.append(ledger.number(key, label))
            found += ledger.group(f"{key}.side", f"{label}, {{}}", sides, "")
        found += ledger.group("score.seat", "grand total of {}", names, "")
        found += self._scores.figures("scores", "grand total of a player", "points")
        found += self._scores.distribution("scores", "grand total of a player", SCORE_STEP, "points")
        found.append(ledger.number("winning_score", "grand total of the winner"))
        found.append(ledger.share("starter_victory", "victories of who begins"))
        found.append(ledger.number("starter_ahead", "points by which who begins is ahead of the others"))
        found.append(ledger.number("start_draws", "draws until it is clear who begins"))
        for key, label, unit in (("scoring_rate", _SCORING, "share"), ("points_per_turn", _POINTS, "")):
            found.append(ledger.share(key, label) if unit else ledger.number(key, label))
            for group, order in (("profile", profiles), ("seat", names), ("strategy", strategies)):
                found += self._group(f"{key}.{group}", f"{label}, {{}}", order, bool(unit))
            found += self._group(f"{key}.turns", f"{label}, turns {{}} of the match", tens, bool(unit))
        found += ledger.group("runs_per_turn", "{} in a turn", _KINDS, "")
        found.append(ledger.share("cross_rate", "turns that tick an x2 cell"))
        found.append(ledger.share("pass_rate", "turns in which no tile can be placed"))
        found.append(ledger.number("ways", "ways to place the tiles of a turn"))
        found += ledger.group("ways.turns", "ways to place the tiles, turns {} of the match", tens, "")
        found.append(ledger.share("dead_ends", "matches that end in a dead position"))
        found += self._players.figures(ledger)
        for name, label, unit in (
            ("turns", "turns in a match", ""),
            ("minutes", "minutes of a match", "minutes"),
            ("tiles_left", "tiles left in the end", ""),
        ):
            found += self._lengths[name].figures(name, label, unit)
        return found, []

    def _group(self, key: str, label: str, order: Sequence[str], share: bool) -> list[Figure]:
        return self._ledger.group(key, label, order) if share else self._ledger.group(key, label, order, "")


def _ten(number: int) -> str:
    """Turns are told by tens: `11-20`."""
    begin = (number - 1) // 10 * 10
    return f"{begin + 1}-{begin + 10}"
