"""The table of a league: ratings, shares of victories against each other, faults and thinking time of its players."""

from __future__ import annotations

import graphlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from calibration.league.rating import Pair, Ratings, connected
from calibration.league.sides import label, side_of
from calibration.league.store import League, OpenedLeague
from sim.batch.figures import Ratio
from sim.batch.job import PlayedMatch
from sim.batch.ladder import Side
from sim.errors import InputError
from sim.match.intents import Fault
from sim.refusals import one_of
from sim.statistics import Interval

NAMED_ANCHOR = 1500.0
"""The rating of a player that is named as the anchor."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a league.

    elo: relative to the mean of all players, or to the anchor. matches, pairs: how many were played, and how many whole
    pairs of them count. victory: the share of victories in these. faults: by reason, the share of a bot's answers that
    did not count; empty for our own strategies. thinking_s: the processor time of a decision, None where it was not
    measured. forfeits: how many matches its bot forfeited; first_forfeit: why it forfeited the first.
    """

    side: Side
    elo: Interval
    matches: int
    pairs: int
    victory: Interval
    faults: Mapping[Fault, Interval]
    thinking_s: Interval | None
    forfeits: int
    first_forfeit: str


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A league's table.

    standings: the best first. against: the share of victories of the first player, by the two. half: matches that do
    not count since the other of their pair is missing. crashed: matches that crashed. scatter: the variance of a pair
    as a part of that of a decided one. cycle: players each of whom beats the next beyond doubt, the last the first;
    empty for none. digest: of the whole league.
    """

    league: League
    digest: str
    anchor: Side | None
    standings: tuple[Standing, ...]
    against: Mapping[tuple[Side, Side], Interval]
    half: int
    crashed: int
    scatter: float
    cycle: tuple[Side, ...]
    profile: str
    configuration: str
    versions: Mapping[str, str]

    def to_json(self) -> dict[str, object]:
        """Return the table as plain data."""
        return {
            "game": self.league.game,
            "tables": list(self.league.tables),
            "pairs": self.league.pairs,
            "anchor": None if self.anchor is None else label(self.anchor),
            "players": [
                {
                    "player": label(one.side),
                    "elo": one.elo.to_json(),
                    "matches": one.matches,
                    "pairs": one.pairs,
                    "victory": one.victory.to_json(),
                    "faults": {why: rate.to_json() for why, rate in one.faults.items()},
                    "forfeits": one.forfeits,
                    "first_forfeit": one.first_forfeit or None,
                    "processor_s": None if one.thinking_s is None else one.thinking_s.to_json(),
                }
                for one in self.standings
            ],
            "against": [
                {"player": label(first), "other": label(second), "victory": share.to_json()}
                for (first, second), share in self.against.items()
            ],
            "scatter": round(self.scatter, 6),
            "cycle": [label(side) for side in self.cycle],
            "unpaired": self.half,
            "crashed": self.crashed,
            "profile": self.profile,
            "configuration": self.configuration,
            "seed": self.league.seed,
            "commitment": self.league.commitment,
            "digest": self.digest,
            "bots": dict(self.league.bots),
            "versions": dict(self.versions),
        }


def read_table(path: Path, anchor: str | None = None) -> LeagueTable:
    """Return the table of the league in a file.

    anchor: the player rated NAMED_ANCHOR, such as casual:simple; None: the mean of all is 0. Raises InputError.
    """
    with OpenedLeague(path) as opened:
        return _table(opened, anchor)


def _table(opened: OpenedLeague, anchor: str | None) -> LeagueTable:
    league, path = opened.league, opened.path
    numbers = {side: number for number, side in enumerate(league.players)}
    named = {label(side): side for side in league.players}
    if anchor is not None and anchor not in named:
        raise InputError("--anchor: {one_of}.", one_of=one_of(anchor, named))
    shares: dict[tuple[Side, Side, str, int], list[float]] = defaultdict(list)
    matches: dict[Side, int] = defaultdict(int)
    answers: dict[Side, list[tuple[int, Mapping[str, int]]]] = defaultdict(list)
    forfeits: dict[Side, list[str]] = defaultdict(list)
    for run, seating, played in opened.matches():
        row = played[0]
        key = (seating.first, seating.second, seating.letters, row.index)
        shares[key].append(
            math.fsum(part for part, letter in zip(row.victory, seating.seated, strict=True) if letter == "A")
        )
        for side in (seating.first, seating.second):
            matches[side] += 1
        if isinstance(played, PlayedMatch) and played.answers:
            by_side: dict[Side, dict[str, int]] = defaultdict(lambda: defaultdict(int))
            sides = {seat.name: side_of(seat) for seat in run.seats}
            forfeiting: dict[Side, str] = {}
            for count in played.answers:
                if count.verdict == "forfeited":
                    forfeiting.setdefault(sides[count.by], count.first)
                else:
                    by_side[sides[count.by]][count.verdict] += count.answers
            for side, why in forfeiting.items():
                forfeits[side].append(why)
            for side, counts in by_side.items():
                answers[side].append((sum(counts.values()), counts))
    pairs = [
        Pair(numbers[first], numbers[second], math.fsum(both) / 2)
        for (first, second, _, _), both in shares.items()
        if len(both) == 2
    ]
    if not connected(len(numbers), pairs):
        raise InputError(
            "{path}: {pairs} pairs are played, too few to compare all players, expected league run to go on.",
            path=path,
            pairs=len(pairs),
        )
    times: dict[Side, dict[tuple[str, int], list[float]]] = defaultdict(dict)
    for side, match, decisions, processor_s in opened.times():
        spent = times[side].setdefault(match, [0.0, 0.0])
        spent[0] += processor_s
        spent[1] += decisions
    relative = Ratings(len(numbers), pairs)
    ratings = relative if anchor is None else Ratings(len(numbers), pairs, numbers[named[anchor]])
    zero = 0.0 if anchor is None else NAMED_ANCHOR
    standings = []
    for side, elo in zip(league.players, ratings.intervals, strict=True):
        spent_s = Ratio.of(*zip(*times[side].values(), strict=True)).positive_mean() if times[side] else None
        standings.append(
            Standing(
                side,
                Interval(zero + elo.estimate, zero + elo.low, zero + elo.high),
                matches[side],
                sum(numbers[side] in (pair.first, pair.second) for pair in pairs),
                relative.victories(numbers[side]),
                {
                    why: Ratio.of(
                        [float(c.get(why, 0)) for _, c in answers[side]], [n for n, _ in answers[side]]
                    ).share()
                    for why in get_args(Fault)
                    if answers[side] and why != "forfeited"
                },
                spent_s,
                len(forfeits[side]),
                next(iter(forfeits[side]), ""),
            )
        )
    standings.sort(key=lambda one: -one.elo.estimate)
    order = [one.side for one in standings]
    met = {
        (first, second): _shares_of(numbers[first], pairs, numbers[second])
        for first in order
        for second in order
        if first != second
    }
    run_row = next(iter(opened.runs.values()))
    return LeagueTable(
        league,
        opened.digest,
        None if anchor is None else named[anchor],
        tuple(standings),
        {both: relative.against(*(numbers[side] for side in both)) for both, found in met.items() if found},
        sum(1 for both in shares.values() if len(both) != 2),
        opened.crashed(),
        ratings.scatter,
        cycle_of(met),
        run_row.profile,
        run_row.configuration,
        opened.versions,
    )


def _shares_of(player: int, pairs: Sequence[Pair], other: int) -> list[float]:
    """Return a player's shares of the victory in their pairs against another."""
    own = [pair.share for pair in pairs if (pair.first, pair.second) == (player, other)]
    return own + [1.0 - pair.share for pair in pairs if (pair.second, pair.first) == (player, other)]


def cycle_of(met: Mapping[tuple[Side, Side], Sequence[float]]) -> tuple[Side, ...]:
    """Return players of whom each beats the next, and the last the first, all beyond doubt; empty if there are none.

    met: the shares of a player against another, pair by pair, for both orders. Beyond doubt: by Hoeffding's inequality
    (Journal of the American Statistical Association 58, 1963), which assumes nothing of how shares are distributed,
    such shares have a chance of 5 % at most between equals in any pairing of the league (Bonferroni).
    """
    pairings = max(1, len(met) // 2)
    beaten: dict[Side, set[Side]] = defaultdict(set)
    for (first, second), shares in met.items():
        ahead = math.fsum(shares) / len(shares) - 0.5 if shares else 0.0
        if ahead > 0 and math.exp(-2 * len(shares) * ahead**2) * 2 * pairings < 0.05:
            beaten[first].add(second)
    try:
        graphlib.TopologicalSorter(beaten).prepare()
    except graphlib.CycleError as error:
        found: list[Side] = error.args[1]
        # Each is a predecessor of the next, that is, beaten by it.
        return tuple(reversed(found[1:]))
    return ()
