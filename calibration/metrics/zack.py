"""The figures of Zack!: what misses the bowl or comes out of turn, challenges, how fast it goes; who wins.

Throws of a match share its people, so their intervals are clustered by match (sim/batch/clusters.py). A first mistake
(a miss, or a card out of turn) has one subject a match; its time is counted in cards thrown by anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.metrics.figures import Figure, Ledger, Values
from calibration.metrics.players import Players
from calibration.metrics.survival import Curve, curve_figures, kaplan_meier
from sim.games.zack.metrics import REASONS
from sim.games.zack.rows import CHALLENGE, THROW, MatchRow, TurnRow
from sim.people.skill import PROFILES
from sim.seat import Seat


class Collector:
    """Takes in match after match, keeps sums, and tells the figures. `pairs`: those of every match besides."""

    def __init__(self, seats: tuple[Seat, ...], pairs: bool = False) -> None:
        self.seats = seats
        self._ledger = Ledger(pairs)
        self._players = Players(seats)
        self._turn_s, self._settle = Values(pairs), Values(pairs)
        self._lengths = {name: Values(pairs) for name in ("games", "minutes", "game_seconds", "game_throws")}
        self._first: list[tuple[int, bool]] = []
        self._on: set[str] = set()
        self._longest = 0

    def add(self, row: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Take in a match."""
        self._players.add(self._ledger, row)
        self._lengths["games"].add(row.index, row.games)
        self._lengths["minutes"].add(row.index, row.simulated_s / 60)
        self._ledger.add("challenges_per_game", row.index, row.challenges, row.games)
        for reason in REASONS:
            judged = sum(turn.success is not None and turn.reason == reason for turn in turns)
            self._ledger.add(f"challenges_per_game.reason.{reason}", row.index, judged, row.games)
        for number, seat in enumerate(self.seats):
            judged = sum(turn.success is not None and turn.seat == number for turn in turns)
            self._ledger.add(f"challenges_per_game.profile.{seat.profile}", row.index, judged, row.games)
        number = 0
        for before, turn in zip((None, *turns), turns, strict=False):
            # The throws of a game are counted from its first.
            number = (0 if before is None or before.game != turn.game else number) + (turn.kind != CHALLENGE)
            if turn.kind != CHALLENGE:
                self._card(turn, number)
                self._longest = max(self._longest, number)
            self._any(turn)
            if turn.ended:
                self._lengths["game_seconds"].add(row.index, turn.game_s)
                self._lengths["game_throws"].add(row.index, number)
        self._first.append(_first([turn for turn in turns if turn.kind != CHALLENGE]))

    def _card(self, turn: TurnRow, number: int) -> None:
        add, match, name = self._ledger.add, turn.match, self.seats[turn.seat].name
        add("hit_rate", match, turn.hit)
        add("miss_rate", match, not turn.hit)
        for group, part in (("profile", turn.profile), ("seat", name), ("throw", number)):
            add(f"miss_rate.{group}.{part}", match, not turn.hit)
        add(f"miss_rate.throws.{_five(number)}", match, not turn.hit)
        if turn.kind == THROW and turn.hit:
            add("out_of_turn_rate", match, turn.wrong)
            add(f"out_of_turn_rate.profile.{turn.profile}", match, turn.wrong)
            add(f"out_of_turn_rate.seat.{name}", match, turn.wrong)
            if turn.on is not None:
                self._on.add(turn.on)
                add(f"out_of_turn_rate.card.{turn.on}", match, turn.wrong)

    def _any(self, turn: TurnRow) -> None:
        add, match = self._ledger.add, turn.match
        add("unsettled_rate", match, not turn.settled)
        if turn.hit:
            add("undercut_rate", match, turn.undercut)
        if turn.turn_s is not None:
            self._turn_s.add(match, turn.turn_s)
            add(f"turn_seconds.profile.{turn.profile}", match, turn.turn_s)
            add(f"turn_seconds.seat.{self.seats[turn.seat].name}", match, turn.turn_s)
            if turn.on is not None:
                add(f"turn_seconds.card.{turn.on}", match, turn.turn_s)
        if turn.success is not None:
            add("challenge_success", match, turn.success)
            add(f"challenge_success.reason.{turn.reason}", match, turn.success)
            add(f"challenge_success.profile.{turn.profile}", match, turn.success)
            add("cards_taken", match, turn.cards or 0)
        if turn.settle_s is not None:
            self._settle.add(match, turn.settle_s)

    def figures(self) -> tuple[list[Figure], list[Curve]]:
        """All of them, and the curves."""
        ledger, names = self._ledger, [seat.name for seat in self.seats]
        profiles = [profile for profile in PROFILES if any(seat.profile == profile for seat in self.seats)]
        on = sorted(self._on)
        misses, wrong, pace = "cards that miss the bowl", "cards thrown out of turn", "from card to card"
        called, right = "challenges in a game", "challenges that are right"
        found = [ledger.share("hit_rate", "cards that lie in the bowl"), ledger.share("miss_rate", misses)]
        found += ledger.group("miss_rate.profile", f"{misses}, {{}}", profiles)
        found += ledger.group("miss_rate.seat", f"{misses}, {{}}", names)
        found.append(ledger.share("out_of_turn_rate", wrong))
        found += ledger.group("out_of_turn_rate.profile", f"{wrong}, {{}}", profiles)
        found += ledger.group("out_of_turn_rate.seat", f"{wrong}, {{}}", names)
        found += ledger.group("out_of_turn_rate.card", f"{wrong}, {{}} on top", on)
        found.append(ledger.share("undercut_rate", "cards that slip under another"))
        found.append(ledger.number("challenges_per_game", called))
        found += ledger.group("challenges_per_game.reason", f"{called}, {{}}", REASONS, "")
        found += ledger.group("challenges_per_game.profile", f"{called}, of one seat that is {{}}", profiles, "")
        found.append(ledger.share("challenge_success", right))
        found += ledger.group("challenge_success.reason", f"{right}, {{}}", REASONS)
        found += ledger.group("challenge_success.profile", f"{right}, {{}}", profiles)
        found.append(ledger.number("cards_taken", "cards taken at a challenge"))
        found.append(ledger.share("unsettled_rate", "cards that did not come to rest in time"))
        found += self._players.figures(ledger)
        for name, label, unit in (
            ("game_seconds", "seconds of a game", "s"),
            ("game_throws", "cards thrown in a game", ""),
            ("games", "games in a match", ""),
            ("minutes", "minutes of a match", "minutes"),
        ):
            found += self._lengths[name].figures(name, label, unit)
        found += self._lengths["game_seconds"].distribution("game_seconds", "seconds of a game", 20.0, "s")
        found += self._turn_s.figures("turn_seconds", pace, "s")
        found += self._turn_s.distribution("turn_seconds", pace, 0.1, "s")
        found += ledger.group("turn_seconds.profile", f"{pace}, {{}}, mean", profiles, "s")
        found += ledger.group("turn_seconds.seat", f"{pace}, {{}}, mean", names, "s")
        found += ledger.group("turn_seconds.card", f"{pace}, {{}} on top, mean", on, "s")
        found += self._settle.figures("settle_s", "from landing to rest", "s")
        found += self._settle.distribution("settle_s", "from landing to rest", 0.025, "s")
        fives = [_five(number) for number in range(1, self._longest + 5, 5)]
        found += ledger.group("miss_rate.throws", f"{misses}, throws {{}} of the game", fives)
        found += ledger.group("miss_rate.throw", f"{misses}, throw {{}} of the game", range(1, self._longest + 1))
        times, happened = [time for time, _ in self._first], [mistake for _, mistake in self._first]
        curve = Curve("first_mistake", "first miss or card out of turn in a match", kaplan_meier(times, happened))
        return [*found, *curve_figures(curve, "throw")], [curve]


def _five(number: int) -> str:
    """Throws are told one by one and by fives: `6-10`."""
    begin = (number - 1) // 5 * 5
    return f"{begin + 1}-{begin + 5}"


def _first(cards: Sequence[TurnRow]) -> tuple[int, bool]:
    """The number of the first card that misses or is out of turn, or else of the last; and whether there is one."""
    mistakes = (n for n, card in enumerate(cards, start=1) if card.wrong or not card.hit)
    number = next(mistakes, None)
    return (max(1, len(cards)), False) if number is None else (number, True)
