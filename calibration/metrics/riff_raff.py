"""The figures of Riff Raff: what falls, when, where and to whom; how long it lasts; who wins.

Attempts of a match share its ship, so their intervals are clustered by match (sim/batch/clusters.py). A first fall has
one subject a match, or, by seat, one a seat and match, whose time is counted in that seat's own attempts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from calibration.metrics.figures import Figure, Ledger, Values
from calibration.metrics.players import Players
from calibration.metrics.survival import Curve, curve_figures, kaplan_meier
from sim.games.riff_raff.metrics import AVALANCHE
from sim.games.riff_raff.rows import MatchRow, TurnRow
from sim.people.skill import PROFILES
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.pieces import KINDS
from sim.seat import Seat
from sim.statistics import rate


class Collector:
    """Takes in match after match, keeps sums, and tells the figures. `pairs`: those of every match besides."""

    def __init__(self, seats: tuple[Seat, ...], pairs: bool = False) -> None:
        self.seats = seats
        self._ledger = Ledger(pairs)
        self._players = Players(seats)
        self._lengths = {name: Values(pairs) for name in ("rounds", "attempts", "minutes")}
        self._settle = Values(pairs)
        self._first: list[tuple[int, bool]] = []
        self._first_of: list[list[tuple[int, bool]]] = [[] for _ in seats]
        self._longest = 0

    def add(self, row: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Take in a match."""
        self._players.add(self._ledger, row)
        for name, value in (("rounds", row.rounds), ("attempts", row.attempts), ("minutes", row.simulated_s / 60)):
            self._lengths[name].add(row.index, value)
        self._longest = max(self._longest, len(turns))
        for turn in turns:
            self._turn(turn)
        self._first.append(_first(turns))
        for number, subjects in enumerate(self._first_of):
            own = [turn for turn in turns if turn.seat == number]
            if own:
                subjects.append(_first(own))

    def _turn(self, turn: TurnRow) -> None:
        add, match = self._ledger.add, turn.match
        fell, own = float(turn.fell), float(turn.own_fell)
        add("fall_rate", match, fell)
        name = self.seats[turn.seat].name
        for group, part in (
            ("slot", turn.slot),
            ("piece", turn.piece),
            ("profile", turn.profile),
            ("seat", name),
            ("round", turn.round),
            ("attempt", turn.attempt),
            ("slot_piece", f"{turn.slot}.{turn.piece}"),
        ):
            add(f"fall_rate.{group}.{part}", match, fell)
        add("own_fall_rate", match, own)
        add(f"own_fall_rate.slot.{turn.slot}", match, own)
        add(f"own_fall_rate.profile.{turn.profile}", match, own)
        if turn.fell:
            add("pieces_per_fall", match, turn.pieces_fallen)
            add("catch_share", match, turn.pieces_caught, turn.pieces_fallen)
            add(f"catch_share.profile.{turn.profile}", match, turn.pieces_caught, turn.pieces_fallen)
        add("avalanche_rate", match, turn.pieces_fallen >= AVALANCHE)
        add(f"avalanche_rate.profile.{turn.profile}", match, turn.pieces_fallen >= AVALANCHE)
        add("unsettled_rate", match, not turn.settled)
        add(f"settle_s.slot.{turn.slot}", match, turn.settle_s)
        self._settle.add(match, turn.settle_s)

    def figures(self) -> tuple[list[Figure], list[Curve]]:
        """All of them, and the curves."""
        ledger, names = self._ledger, [seat.name for seat in self.seats]
        profiles = [profile for profile in PROFILES if any(seat.profile == profile for seat in self.seats)]
        rounds = range(1, 1 + round(max(self._lengths["rounds"].value, default=0)))
        drops = "attempts that drop something"
        found = [ledger.share("fall_rate", drops)]
        for group, words, order in (
            ("profile", "{}", profiles),
            ("seat", "{}", names),
            ("slot", "slot {}", SLOTS),
            ("piece", "{}", KINDS),
            ("round", "round {}", rounds),
        ):
            found += ledger.group(f"fall_rate.{group}", f"{drops}, {words}", order)
        own = "attempts at which the piece being placed falls"
        found.append(ledger.share("own_fall_rate", own))
        found += ledger.group("own_fall_rate.profile", f"{own}, {{}}", profiles)
        found += ledger.group("own_fall_rate.slot", f"{own}, slot {{}}", SLOTS)
        found.append(ledger.share("catch_share", "fallen pieces that are caught"))
        found += ledger.group("catch_share.profile", "fallen pieces that are caught, {}", profiles)
        found.append(ledger.number("pieces_per_fall", "pieces that fall at once, if any does"))
        avalanche = f"attempts that bring down {AVALANCHE} pieces or more"
        found.append(ledger.share("avalanche_rate", avalanche))
        found += ledger.group("avalanche_rate.profile", f"{avalanche}, {{}}", profiles)
        found.append(ledger.share("unsettled_rate", "attempts that did not come to rest in time"))
        found += self._players.figures(ledger)
        found += self._how_long()
        found += self._settle.figures("settle_s", "from letting go to rest", "s")
        found += self._settle.distribution("settle_s", "from letting go to rest", 0.25, "s")
        found += ledger.group("settle_s.slot", "from letting go to rest, slot {}, mean", SLOTS, "s")
        found += ledger.group("fall_rate.attempt", f"{drops}, attempt {{}} of the match", range(1, self._longest + 1))
        for slot in SLOTS:
            found += ledger.group(f"fall_rate.slot_piece.{slot}", f"{drops}, {{}} on slot {slot}", KINDS)
        curves = self._curves()
        for curve in curves:
            found += curve_figures(curve, "attempt")
        return found, curves

    def _how_long(self) -> list[Figure]:
        found = self._lengths["rounds"].figures("rounds", "rounds in a match", "")
        rounds = Counter(round(value) for value in self._lengths["rounds"].value)
        matches = rounds.total()
        found += [
            Figure(f"rounds.distribution.{n}", f"matches of {n} rounds", rate(rounds[n], matches), matches)
            for n in range(min(rounds, default=0), max(rounds, default=-1) + 1)
        ]
        found += self._lengths["attempts"].figures("attempts", "attempts in a match", "")
        return [*found, *self._lengths["minutes"].figures("minutes", "minutes of a match", "minutes")]

    def _curves(self) -> list[Curve]:
        subjects = [("first_fall", "first fall in a match", self._first)]
        subjects += [
            (f"first_fall.seat.{seat.name}", f"first fall of {seat.name}, in own attempts", first)
            for seat, first in zip(self.seats, self._first_of, strict=True)
        ]
        return [
            Curve(key, label, kaplan_meier([time for time, _ in first], [happened for _, happened in first]))
            for key, label, first in subjects
        ]


def _first(turns: Sequence[TurnRow]) -> tuple[int, bool]:
    """The number of the first of these attempts at which something falls, or else of the last; and whether it does."""
    return next(((n, True) for n, turn in enumerate(turns, start=1) if turn.fell), (max(1, len(turns)), False))
