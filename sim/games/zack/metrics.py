"""What a batch of Zack! comes to: rates, means and distributions of its rows, each with its 95 % interval.

Throws, challenges and games are clustered by match: `sim.batch.clusters`. Matches are independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.batch.clusters import Ratio
from sim.batch.figures import Counted, Groups, Metric, Spread, Table, Values, count_text, number_text, per_match, told
from sim.games.zack.rows import CHALLENGE, THROW, MatchRow, TurnRow
from sim.seat import Seat
from sim.statistics import Interval

REASONS = ("slow", "out_of_turn")


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch in figures. Keys of the tables are text: names of seats, profiles, kinds of cards and reasons."""

    matches: int
    games_in_all: int
    throws_in_all: int
    games: Interval
    game_seconds: Spread
    game_throws: Spread
    minutes: Spread
    miss_rate: Interval
    miss_rate_by_profile: Table
    out_of_turn_rate: Interval
    out_of_turn_by_card: Table
    out_of_turn_by_profile: Table
    undercut_rate: Interval
    turn_s: Interval
    turn_s_by_profile: Table
    turn_s_by_card: Table
    challenges_per_game: Interval
    challenges_per_game_by_reason: Table
    challenge_success: Interval
    challenge_success_by_reason: Table
    challenges_by_profile: Table
    cards_taken: Interval
    wins: Table
    games_won: Table
    games_won_by_profile: Table
    unsettled: int
    seconds_simulated: float


def _of_cards(row: TurnRow) -> float:
    return float(row.kind != CHALLENGE)


def _zack_hits(row: TurnRow) -> float:
    return float(row.kind == THROW and row.hit)


def _missed(row: TurnRow) -> float:
    return _of_cards(row) * (not row.hit)


def _wrong(row: TurnRow) -> float:
    return _zack_hits(row) * row.wrong


def _turn_s(row: TurnRow) -> float:
    return row.turn_s or 0.0


def _timed(row: TurnRow) -> float:
    return float(row.turn_s is not None)


def _judged(row: TurnRow) -> float:
    return float(row.success is not None)


def _upheld(row: TurnRow) -> float:
    return float(bool(row.success))


def _games(match: MatchRow) -> float:
    return match.games


METRICS = {
    "miss_rate": Metric(_missed, _of_cards),
    "out_of_turn_rate": Metric(_wrong, _zack_hits),
    "undercut_rate": Metric(lambda row: row.undercut, lambda row: row.hit),
    "turn_seconds": Metric(_turn_s, _timed, proportion=False),
    "challenges_per_game": Metric(_judged, _games, proportion=False, out_of_matches=True),
    "challenge_success": Metric(_upheld, _judged),
    "cards_taken": Metric(lambda row: row.cards or 0, _judged, proportion=False),
}
"""The figures that are single intervals, by their names in `simulate --json`."""
PRIMARY_METRIC = "miss_rate"


class Figures:
    """The figures of matches that were all played by these seats, taken in one by one. Kept are the seconds of each
    match, and seconds and throws of each game."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.matches = 0
        self._seats = seats
        self._seats_of: dict[str, list[int]] = {}
        for number, seat in enumerate(seats):
            self._seats_of.setdefault(seat.profile, []).append(number)
        self._single = {name: Counted(metric) for name, metric in METRICS.items()}
        self._games = Counted(per_match(_games))
        self._game_seconds, self._game_throws, self._minutes = Values(), Values(), Values()
        self._seconds = Ratio()
        self._missed, self._wrong, self._pace = Groups[str](), Groups[str](), Groups[str](proportion=False)
        self._wrong_on, self._pace_on = Groups[str](), Groups[str](proportion=False)
        self._called, self._called_by = Groups[str](proportion=False), Groups[str](proportion=False)
        self._right = Groups[str]()
        self._wins, self._games_won, self._games_won_by = Groups[str](), Groups[str](), Groups[str]()
        self._throws_in_all = self._unsettled = 0

    def add(self, match: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Count a match: its row, and the rows of all its throws in their order."""
        self.matches += 1
        for counted in (*self._single.values(), self._games):
            counted.add(match, turns)
        self._wins.add((seat.name, match.victory[n], 1) for n, seat in enumerate(self._seats))
        self._missed.add((row.profile, _missed(row), _of_cards(row)) for row in turns)
        self._wrong.add((row.profile, _wrong(row), _zack_hits(row)) for row in turns)
        self._pace.add((row.profile, _turn_s(row), _timed(row)) for row in turns)
        on = [(row.on, row) for row in turns if row.on is not None]
        self._wrong_on.add((card, _wrong(row), _zack_hits(row)) for card, row in on)
        self._pace_on.add((card, _turn_s(row), _timed(row)) for card, row in on)
        called = [row for row in turns if _judged(row)]
        self._right.add((row.reason, _upheld(row), 1) for row in called if row.reason is not None)
        # All games count, also those without such a challenge.
        reasons = Counter(row.reason for row in called)
        self._called.add((reason, reasons[reason], match.games) for reason in REASONS)
        callers, won = Counter(row.profile for row in called), match.games_won
        for profile, numbers in self._seats_of.items():
            self._called_by.add([(profile, callers[profile], match.games * len(numbers))])
            self._games_won_by.add([(profile, sum(won[n] for n in numbers), match.games)])
        self._games_won.add((seat.name, won[n], match.games) for n, seat in enumerate(self._seats))
        ended = [row for row in turns if row.ended]
        throws = Counter(row.game for row in turns if _of_cards(row))
        self._game_seconds.add(*(row.game_s for row in ended))
        self._game_throws.add(*(throws[row.game] for row in ended))
        self._minutes.add(match.simulated_s / 60)
        self._seconds.add(match.simulated_s)
        self._throws_in_all += throws.total()
        self._unsettled += match.unsettled

    def summary(self) -> Summary:
        """The figures of the matches so far. Raises ValueError before the first."""
        if not self.matches:
            raise ValueError("no match was counted")
        single = {name: counted.interval() for name, counted in self._single.items()}
        profiles, names = list(self._seats_of), [seat.name for seat in self._seats]
        cards = sorted(self._wrong_on.keys)
        return Summary(
            matches=self.matches,
            games_in_all=int(self._games.ratio.y),
            throws_in_all=self._throws_in_all,
            games=self._games.interval(),
            game_seconds=self._game_seconds.spread(),
            game_throws=self._game_throws.spread(),
            minutes=self._minutes.spread(),
            miss_rate=single["miss_rate"],
            miss_rate_by_profile=_by(self._missed, profiles),
            out_of_turn_rate=single["out_of_turn_rate"],
            out_of_turn_by_card=_by(self._wrong_on, cards),
            out_of_turn_by_profile=_by(self._wrong, profiles),
            undercut_rate=single["undercut_rate"],
            turn_s=single["turn_seconds"],
            turn_s_by_profile=_by(self._pace, profiles),
            turn_s_by_card=_by(self._pace_on, cards),
            challenges_per_game=single["challenges_per_game"],
            challenges_per_game_by_reason=_by(self._called, REASONS),
            challenge_success=single["challenge_success"],
            challenge_success_by_reason=_by(self._right, REASONS),
            challenges_by_profile=_by(self._called_by, profiles),
            cards_taken=single["cards_taken"],
            wins=_by(self._wins, names),
            games_won=_by(self._games_won, names),
            games_won_by_profile=_by(self._games_won_by, profiles),
            unsettled=self._unsettled,
            seconds_simulated=self._seconds.y,
        )


def _by(groups: Groups[str], keys: Iterable[str]) -> Table:
    """Also those groups of which nothing was seen: a table of profiles has all profiles."""
    return {key: groups.interval(key) for key in keys}


def to_json(summary: Summary) -> dict[str, object]:
    """The figures as `simulate --json` prints them; every figure that is not a count is an interval."""
    return {
        "matches": summary.matches,
        "trials": summary.throws_in_all,
        "games": {"count": summary.games_in_all, "per_match": summary.games.to_json()},
        "game_seconds": summary.game_seconds.to_json(),
        "game_throws": summary.game_throws.to_json(),
        "minutes": summary.minutes.to_json(),
        "miss_rate": summary.miss_rate.to_json(),
        "miss_rate_by_profile": told(summary.miss_rate_by_profile),
        "out_of_turn_rate": summary.out_of_turn_rate.to_json(),
        "out_of_turn_rate_by_card": told(summary.out_of_turn_by_card),
        "out_of_turn_rate_by_profile": told(summary.out_of_turn_by_profile),
        "undercut_rate": summary.undercut_rate.to_json(),
        "turn_seconds": summary.turn_s.to_json(),
        "turn_seconds_by_profile": told(summary.turn_s_by_profile),
        "turn_seconds_by_card": told(summary.turn_s_by_card),
        "challenges_per_game": summary.challenges_per_game.to_json(),
        "challenges_per_game_by_reason": told(summary.challenges_per_game_by_reason),
        "challenge_success": summary.challenge_success.to_json(),
        "challenge_success_by_reason": told(summary.challenge_success_by_reason),
        "challenges_per_game_and_seat_by_profile": told(summary.challenges_by_profile),
        "cards_taken": summary.cards_taken.to_json(),
        "wins_by_seat": told(summary.wins),
        "games_won_by_seat": told(summary.games_won),
        "games_won_by_profile": told(summary.games_won_by_profile),
        "unsettled": summary.unsettled,
        "seconds_simulated": round(summary.seconds_simulated, 6),
    }


def to_text(summary: Summary, seats: tuple[Seat, ...]) -> str:
    """The figures for people: a few lines and small tables."""
    head = ", ".join(
        (
            count_text(summary.matches, "match", "matches"),
            count_text(summary.games_in_all, "game", "games"),
            count_text(summary.throws_in_all, "throw", "throws"),
        )
    )
    lines = [
        head,
        "(in brackets: 95 % intervals)",
        "",
        f"  seconds in a game              {summary.game_seconds.text()}",
        f"  throws in a game               {summary.game_throws.text()}",
        f"  minutes of a match             {summary.minutes.text()}",
        f"  throws that miss the bowl      {summary.miss_rate.percent()}",
        f"  cards thrown out of turn       {summary.out_of_turn_rate.percent()}",
        f"  cards that slip under another  {summary.undercut_rate.percent()}",
        f"  seconds from card to card      {number_text(summary.turn_s, 2)}",
        f"  challenges in a game           {number_text(summary.challenges_per_game)}",
        f"  challenges that are right      {summary.challenge_success.percent()}",
        f"  cards taken at a challenge     {number_text(summary.cards_taken)}",
        f"  did not come to rest           {summary.unsettled}",
        "",
        f"  {'seat':24}{'wins':>24}{'games won':>24}",
    ]
    for seat in seats:
        who = f"{seat.name} ({seat.profile}, {seat.strategy})"
        games = summary.games_won[seat.name].percent()
        lines.append(f"  {who:24}{summary.wins[seat.name].percent():>24}{games:>24}")
    for reason, rate in summary.challenge_success_by_reason.items():
        each = number_text(summary.challenges_per_game_by_reason[reason])
        lines.append(f"  challenged as {reason.replace('_', ' ')}: {each} a game, right {rate.percent()}")
    lines += ["", f"  {'profile':12}{'misses':>22}{'out of turn':>22}{'seconds a turn':>20}{'challenges a game':>20}"]
    for profile, missed in summary.miss_rate_by_profile.items():
        wrong, pace = summary.out_of_turn_by_profile[profile].percent(), summary.turn_s_by_profile[profile]
        called = number_text(summary.challenges_by_profile[profile], 2)
        lines.append(f"  {profile:12}{missed.percent():>22}{wrong:>22}{number_text(pace, 2):>20}{called:>20}")
    lines += ["", f"  {'card on top':14}{'seconds a turn':>20}{'thrown out of turn':>24}"]
    for card, interval in summary.out_of_turn_by_card.items():
        lines.append(f"  {card:14}{number_text(summary.turn_s_by_card[card], 2):>20}{interval.percent():>24}")
    return "\n".join(lines)
