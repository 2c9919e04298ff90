"""The figures of ZIGZAG: sets, announcements by kind, CONTREs, cards that several hands reach for; who wins.

What happens in a match shares its people, so intervals are clustered by match (sim/batch/clusters.py). A first box has
one subject a match; its time is counted in sets.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.metrics.figures import Figure, Ledger, Values
from calibration.metrics.players import Players
from calibration.metrics.survival import Curve, curve_figures, kaplan_meier
from sim.games.zigzag.rows import ANNOUNCE, CALLS, CONTRE, TAKE, MatchRow, TurnRow
from sim.people.skill import PROFILES
from sim.seat import Seat


class Collector:
    """Takes in match after match, keeps sums, and tells the figures. `pairs`: those of every match besides."""

    def __init__(self, seats: tuple[Seat, ...], pairs: bool = False) -> None:
        self.seats = seats
        self._ledger = Ledger(pairs)
        self._players = Players(seats)
        self._lengths = {name: Values(pairs) for name in ("minutes", "sets", "set_seconds")}
        self._gaps = Values(pairs)
        self._first: list[tuple[int, bool]] = []

    def add(self, row: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Take in a match."""
        add, match = self._ledger.add, row.index
        self._players.add(self._ledger, row)
        self._lengths["minutes"].add(match, row.simulated_s / 60)
        self._lengths["sets"].add(match, row.sets)
        add("stopped_rate", match, row.stopped)
        add("hands_per_set", match, row.hands, row.sets)
        add("takes_per_hand", match, row.takes, row.hands)
        add("contres_per_set", match, row.contres, row.sets)
        add("signs_per_set", match, row.signs, row.sets)
        for call in CALLS:
            called = sum(turn.kind == ANNOUNCE and turn.call == call for turn in turns)
            add(f"announcements_per_set.call.{call}", match, called, row.sets)
        add("announcements_per_set", match, row.announced, row.sets)
        for turn in turns:
            self._turn(turn)
        ticks = [turn.set for turn in turns if turn.box is not None]
        # A match in which nobody ticks anything is followed to its last set.
        self._first.append((ticks[0], True) if ticks else (max(1, row.sets), False))

    def _turn(self, turn: TurnRow) -> None:
        add, match = self._ledger.add, turn.match
        if turn.kind == TAKE:
            add("contested_rate", match, turn.rivals > 0)
            if turn.rivals:
                add("tie_rate", match, turn.tie)
            if turn.gap_ms is not None:
                self._gaps.add(match, turn.gap_ms)
        elif turn.kind == ANNOUNCE:
            add("announcement_success", match, bool(turn.success))
            add(f"announcement_success.call.{turn.call}", match, bool(turn.success))
            add(f"announcement_success.profile.{turn.profile}", match, bool(turn.success))
            add("ticked_rate", match, turn.box is not None)
        elif turn.kind == CONTRE:
            add("contre_success", match, bool(turn.success))
            add(f"contre_success.profile.{turn.profile}", match, bool(turn.success))
        if turn.ended:
            self._lengths["set_seconds"].add(match, turn.set_s)

    def figures(self) -> tuple[list[Figure], list[Curve]]:
        """All of them, and the curves."""
        ledger = self._ledger
        profiles = [profile for profile in PROFILES if any(seat.profile == profile for seat in self.seats)]
        right, called, confirmed = (
            "announcements that are right",
            "announcements in a set",
            "CONTREs that are confirmed",
        )
        found = [ledger.share("announcement_success", right)]
        found += ledger.group("announcement_success.call", f"{right}, {{}}", CALLS)
        found += ledger.group("announcement_success.profile", f"{right}, {{}}", profiles)
        found.append(ledger.share("ticked_rate", "announcements that tick a box"))
        found.append(ledger.number("announcements_per_set", called))
        found += ledger.group("announcements_per_set.call", f"{called}, {{}}", CALLS, "")
        found.append(ledger.number("contres_per_set", "CONTREs in a set"))
        found.append(ledger.share("contre_success", confirmed))
        found += ledger.group("contre_success.profile", f"{confirmed}, {{}}", profiles)
        found.append(ledger.share("contested_rate", "cards of the tapis that several hands reach for"))
        found.append(ledger.share("tie_rate", "of these within 50 ms"))
        found.append(ledger.number("takes_per_hand", "cards taken from the tapis in a hand"))
        found.append(ledger.number("hands_per_set", "hands in a set"))
        found.append(ledger.number("signs_per_set", "signs in a set"))
        found.append(ledger.share("stopped_rate", "matches that the clock ended"))
        found += self._players.figures(ledger)
        for name, label, unit in (
            ("set_seconds", "seconds of a set", "s"),
            ("sets", "sets in a match", ""),
            ("minutes", "minutes of a match", "minutes"),
        ):
            found += self._lengths[name].figures(name, label, unit)
        found += self._lengths["set_seconds"].distribution("set_seconds", "seconds of a set", 10.0, "s")
        found += self._gaps.figures("gap_ms", "by how much the first hand is ahead at a card", "ms")
        times, happened = [time for time, _ in self._first], [ticked for _, ticked in self._first]
        curve = Curve("first_box", "first box ticked in a match", kaplan_meier(times, happened))
        return [*found, *curve_figures(curve, "set")], [curve]
