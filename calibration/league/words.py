"""A league's table in words: on the terminal, and the parts of these that its page has too."""

from __future__ import annotations

import math
from collections.abc import Iterator

from calibration.league.sides import label
from calibration.league.store import League
from calibration.league.table import LeagueTable, Standing
from sim.statistics import Interval
from sim.text_table import text_table

COLUMNS = ("Elo", "victories", "matches", "forfeited", "ms a decision", "faults a thousand questions")


def cells(one: Standing) -> tuple[str, ...]:
    """Return what the columns say of a player."""
    numbers = str(one.matches), str(one.forfeits or "-")
    return elo_text(one.elo), one.victory.percent(), *numbers, time_text(one), faults_text(one)


def table_lines(found: LeagueTable) -> Iterator[str]:
    """Yield a table as lines of text."""
    league = found.league
    zero = "the mean is 0" if found.anchor is None else f"{label(found.anchor)} is 1500"
    yield (
        f"{league.game}, {league.pairs} mirrored pair{'s' * (league.pairs != 1)} for every two players, "
        f"tables {', '.join(league.tables)}, profile {found.profile} (95 % intervals; {zero}), seeds {league.seeds}."
    )
    names = [f"  {place:2}  {label(one.side)}" for place, one in enumerate(found.standings, start=1)]
    rows: list[tuple[str, ...]] = [("", *COLUMNS)]
    rows += [(name, *cells(one)) for name, one in zip(names, found.standings, strict=True)]
    yield from text_table(rows, "<>>>>><", (0, 22, 22, 7, 9, 24))
    yield ""
    yield "Share of victories against each other, in percent:"
    met = [("", *map(str, range(1, len(names) + 1)))]
    for name, one in zip(names, found.standings, strict=True):
        shares = (found.against.get((one.side, other.side)) for other in found.standings)
        met.append((name, *("-" if share is None else f"{100 * share.estimate:.0f}" for share in shares)))
    yield from text_table(met, "<" + ">" * len(names), (0, *(6 for _ in names)))
    yield from notes(found)
    yield from bot_lines(league)
    yield f"Digest {found.digest}; times are as measured, and nothing verifies them."


def bot_lines(league: League) -> Iterator[str]:
    """Yield what is known of the files of external bots, a sentence each."""
    for bot, digest in league.bots.items():
        yield f"{bot}: " + (f"its file has the digest {digest[:12]}." if digest else "there is no file of it.")


def notes(found: LeagueTable) -> Iterator[str]:
    """Yield what has to be known of a table besides, a sentence each."""
    if found.cycle:
        beats = " beats ".join(map(label, (*found.cycle, found.cycle[0])))
        yield f"No order of strength is true of all: {beats}, each beyond doubt."
    if any(map(math.isinf, (end for one in found.standings for end in (one.elo.low, one.elo.high)))):
        yield "Some always win or always lose: nothing bounds how far they are from the others" + (
            ", whose mean is 0." if found.anchor is None else "."
        )
    for one in found.standings:
        if one.forfeits:
            matches = f"{one.forfeits} match{'es' * (one.forfeits != 1)}"
            yield f"{label(one.side)} forfeited {matches}, the first: {one.first_forfeit}."
    if found.half:
        yield (
            f"{found.half} match{'es' * (found.half != 1)} without the other of the pair "
            f"{'do' if found.half != 1 else 'does'} not count; league run goes on."
        )
    if found.crashed:
        verb = "are" if found.crashed != 1 else "is"
        yield f"{found.crashed} match{'es' * (found.crashed != 1)} crashed and {verb} left out."


def elo_text(elo: Interval) -> str:
    """Return a rating as people read it: `123 (98 to 150)`."""
    if math.isnan(elo.low):
        return f"{elo.estimate:+.0f}" if elo.estimate < 1000 else f"{elo.estimate:.0f}"
    if math.isinf(elo.low) or math.isinf(elo.high):
        low, high = (f"{end:.0f} or" if math.isfinite(end) else "" for end in (elo.low, elo.high))
        bounds = f"{low} more" if low else f"{high} less" if high else "nothing bounds it"
        return f"{elo.estimate:.0f} ({bounds})"
    return f"{elo.estimate:.0f} ({elo.low:.0f} to {elo.high:.0f})"


def time_text(one: Standing) -> str:
    """Return the time of a decision in milliseconds."""
    spent = one.thinking_s
    if spent is None:
        return "-"
    low, high = (f"{1000 * end:.3g}" for end in (spent.low, spent.high))
    return f"{1000 * spent.estimate:.3g}" + ("" if math.isnan(spent.low) else f" ({low}-{high})")


def faults_text(one: Standing) -> str:
    """Return the faults a thousand questions of an external bot; a dash for our own strategies."""
    if not one.faults:
        return "-"
    found = [
        f"{1000 * rate.estimate:.3g} {why}"
        + ("" if math.isnan(rate.low) else f" ({1000 * rate.low:.3g}-{1000 * rate.high:.3g})")
        for why, rate in one.faults.items()
        if rate.estimate > 0
    ]
    return ", ".join(found) or "none"
