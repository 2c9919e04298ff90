"""What a batch of Zack! comes to: rates, means and distributions of its rows, each with its 95 % interval.

Throws, challenges and games are clustered by match: `sim.batch.clusters`. Matches are independent: `sim.statistics`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.batch.clusters import clustered_mean, clustered_rate, quantile
from sim.batch.results import Clustered, Metric, Rows, Spread, Table, count_text, number_text, told
from sim.batch.zack.results import CHALLENGE, THROW, TurnRow
from sim.matches.seats import Seat
from sim.statistics import Interval, mean

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


METRICS = {
    "miss_rate": Metric(_missed, _of_cards),
    "out_of_turn_rate": Metric(_wrong, _zack_hits),
    "undercut_rate": Metric(lambda row: row.undercut, lambda row: row.hit),
    "turn_seconds": Metric(_turn_s, _timed, proportion=False),
    "challenges_per_game": Metric(_judged, lambda match: match.games, proportion=False, out_of_matches=True),
    "challenge_success": Metric(lambda row: bool(row.success), _judged),
    "cards_taken": Metric(lambda row: row.cards or 0, _judged, proportion=False),
}
"""The figures that are single intervals, by their names in `simulate --json`."""
HEADLINE = "miss_rate"


def summarise(batch: Rows, seats: tuple[Seat, ...]) -> Summary:
    """The figures of a batch whose matches were all played by these seats."""
    matches, turns = batch.matches, batch.turns
    rows = Clustered(batch)
    count = len(matches)
    profiles = list(dict.fromkeys(seat.profile for seat in seats))
    on = sorted({row.on for row in turns if row.on is not None})
    ends = [row for row in turns if row.ended]
    throws: dict[tuple[int, int], int] = {}
    for row in turns:
        throws[row.match, row.game] = throws.get((row.match, row.game), 0) + (row.kind != CHALLENGE)
    seconds = {(row.match, row.game): row.game_s for row in ends}
    games = [float(row.games) for row in matches]
    seats_of = {profile: [n for n, seat in enumerate(seats) if seat.profile == profile] for profile in profiles}

    def by_profile(of: Callable[[TurnRow], float], out_of: Callable[[TurnRow], float]) -> Table:
        return {p: rows.share(_and(of, p), _and(out_of, p)) for p in profiles}

    def judged(reason: str) -> Callable[[TurnRow], float]:
        return lambda row: float(row.success is not None and row.reason == reason)

    def upheld(reason: str) -> Callable[[TurnRow], float]:
        return lambda row: float(bool(row.success) and row.reason == reason)

    def per_game(of: Callable[[TurnRow], float]) -> Interval:
        return clustered_mean(rows.sums(of)[0], games)

    return Summary(
        matches=count,
        games_in_all=int(sum(games)),
        throws_in_all=int(sum(_of_cards(row) for row in turns)),
        games=mean(games),
        game_seconds=_over_games(seconds, rows.index),
        game_throws=_over_games({key: float(throws[key]) for key in seconds}, rows.index),
        minutes=Spread.of([row.simulated_s / 60 for row in matches]),
        miss_rate=rows.figure(METRICS["miss_rate"]),
        miss_rate_by_profile=by_profile(_missed, _of_cards),
        out_of_turn_rate=rows.figure(METRICS["out_of_turn_rate"]),
        out_of_turn_by_card={card: rows.share(_on(_wrong, card), _on(_zack_hits, card)) for card in on},
        out_of_turn_by_profile=by_profile(_wrong, _zack_hits),
        undercut_rate=rows.figure(METRICS["undercut_rate"]),
        turn_s=rows.figure(METRICS["turn_seconds"]),
        turn_s_by_profile={p: clustered_mean(*rows.sums(_and(_turn_s, p), _and(_timed, p))) for p in profiles},
        turn_s_by_card={card: clustered_mean(*rows.sums(_on(_turn_s, card), _on(_timed, card))) for card in on},
        challenges_per_game=rows.figure(METRICS["challenges_per_game"]),
        challenges_per_game_by_reason={reason: per_game(judged(reason)) for reason in REASONS},
        challenge_success=rows.figure(METRICS["challenge_success"]),
        challenge_success_by_reason={reason: rows.share(upheld(reason), judged(reason)) for reason in REASONS},
        challenges_by_profile={
            p: clustered_mean(rows.sums(_and(_judged, p))[0], [n * len(seats_of[p]) for n in games]) for p in profiles
        },
        cards_taken=rows.figure(METRICS["cards_taken"]),
        wins={seat.name: _share([row.victory[n] for row in matches], [1.0] * count) for n, seat in enumerate(seats)},
        games_won={seat.name: _share([row.games_won[n] for row in matches], games) for n, seat in enumerate(seats)},
        games_won_by_profile={
            p: _share([sum(row.games_won[n] for n in seats_of[p]) for row in matches], games) for p in profiles
        },
        unsettled=sum(row.unsettled for row in matches),
        seconds_simulated=sum(row.simulated_s for row in matches),
    )


def _share(y: list[float], x: list[float]) -> Interval:
    return clustered_rate(y, x)


def _and(of: Callable[[TurnRow], float], profile: str) -> Callable[[TurnRow], float]:
    return lambda row: of(row) if row.profile == profile else 0.0


def _on(of: Callable[[TurnRow], float], card: str) -> Callable[[TurnRow], float]:
    return lambda row: of(row) if row.on == card else 0.0


def _over_games(values: dict[tuple[int, int], float], index: list[int]) -> Spread:
    """A quantity of which every game has one value; the games of a match are a cluster."""
    y, x = dict.fromkeys(index, 0.0), dict.fromkeys(index, 0.0)
    for (match, _), value in values.items():
        y[match] += value
        x[match] += 1
    flat = list(values.values())
    quantiles = (quantile(flat, p) for p in (0.1, 0.5, 0.9))
    return Spread(clustered_mean(list(y.values()), list(x.values())), *quantiles)


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
