"""A league's table in words: on the terminal, and the parts of these that its page has too."""

from __future__ import annotations

import math
from collections.abc import Iterator

from calibration.league.sides import label
from calibration.league.store import League
from calibration.league.table import LeagueTable, Standing
from sim.language import N_, _, _n, number
from sim.statistics import Interval
from sim.text_table import text_table

COLUMNS = (
    "Elo",
    N_("victories"),
    N_("matches"),
    N_("forfeited"),
    N_("ms a decision"),
    N_("faults a thousand questions"),
)


def cells(one: Standing) -> tuple[str, ...]:
    """Return what the columns say of a player."""
    numbers = str(one.matches), str(one.forfeits or "-")
    return elo_text(one.elo), one.victory.percent(), *numbers, time_text(one), faults_text(one)


def table_lines(found: LeagueTable) -> Iterator[str]:
    """Yield a table as lines of text."""
    league = found.league
    zero = _("the mean is 0") if found.anchor is None else _("{player} is 1500", player=label(found.anchor))
    pairs = _n("{count} mirrored pair", "{count} mirrored pairs", league.pairs)
    yield _(
        "{game}, {pairs} for every two players, tables {tables}, profile {profile} (95 % intervals; {zero}), "
        "seeds {seeds}.",
        game=league.game,
        pairs=pairs,
        tables=", ".join(league.tables),
        profile=found.profile,
        zero=zero,
        seeds=league.seeds,
    )
    names = [f"  {place:2}  {label(one.side)}" for place, one in enumerate(found.standings, start=1)]
    rows: list[tuple[str, ...]] = [("", *map(_, COLUMNS))]
    rows += [(name, *cells(one)) for name, one in zip(names, found.standings, strict=True)]
    yield from text_table(rows, "<>>>>><", (0, 22, 22, 7, 9, 24))
    yield ""
    yield _("Share of victories against each other, in percent:")
    met = [("", *map(str, range(1, len(names) + 1)))]
    for name, one in zip(names, found.standings, strict=True):
        shares = (found.against.get((one.side, other.side)) for other in found.standings)
        met.append((name, *("-" if share is None else f"{100 * share.estimate:.0f}" for share in shares)))
    yield from text_table(met, "<" + ">" * len(names), (0, *(6 for _ in names)))
    yield from notes(found)
    yield from bot_lines(league)
    yield _("Digest {digest}; times are as measured, and nothing verifies them.", digest=found.digest)


def bot_lines(league: League) -> Iterator[str]:
    """Yield what is known of the files of external bots, a sentence each."""
    for bot, digest in league.bots.items():
        if digest:
            yield _("{bot}: its file has the digest {digest}.", bot=bot, digest=digest[:12])
        else:
            yield _("{bot}: there is no file of it.", bot=bot)


def notes(found: LeagueTable) -> Iterator[str]:
    """Yield what has to be known of a table besides, a sentence each."""
    if found.cycle:
        beats = _(" beats ").join(map(label, (*found.cycle, found.cycle[0])))
        yield _("No order of strength is true of all: {beats}, each beyond doubt.", beats=beats)
    if any(map(math.isinf, (end for one in found.standings for end in (one.elo.low, one.elo.high)))):
        yield (
            _("Some always win or always lose: nothing bounds how far they are from the others, whose mean is 0.")
            if found.anchor is None
            else _("Some always win or always lose: nothing bounds how far they are from the others.")
        )
    for one in found.standings:
        if one.forfeits:
            yield _n(
                "{player} forfeited {count} match, the first: {why}.",
                "{player} forfeited {count} matches, the first: {why}.",
                one.forfeits,
                player=label(one.side),
                why=one.first_forfeit,
            )
    if found.half:
        yield _n(
            "{count} match without the other of the pair does not count; league run goes on.",
            "{count} matches without the other of the pair do not count; league run goes on.",
            found.half,
        )
    if found.crashed:
        yield _n("{count} match crashed and is left out.", "{count} matches crashed and are left out.", found.crashed)


def elo_text(elo: Interval) -> str:
    """Return a rating as people read it: `123 (98 to 150)`."""
    if math.isnan(elo.low):
        return f"{elo.estimate:+.0f}" if elo.estimate < 1000 else f"{elo.estimate:.0f}"
    values = {"estimate": elo.estimate, "low": elo.low, "high": elo.high}
    if math.isinf(elo.low) and math.isinf(elo.high):
        return _("{estimate:.0f} (nothing bounds it)", **values)
    if math.isinf(elo.high):
        return _("{estimate:.0f} ({low:.0f} or more)", **values)
    if math.isinf(elo.low):
        return _("{estimate:.0f} ({high:.0f} or less)", **values)
    return _("{estimate:.0f} ({low:.0f} to {high:.0f})", **values)


def time_text(one: Standing) -> str:
    """Return the time of a decision in milliseconds."""
    spent = one.thinking_s
    if spent is None:
        return "-"
    low, high = (number(1000 * end, ".3g") for end in (spent.low, spent.high))
    return number(1000 * spent.estimate, ".3g") + ("" if math.isnan(spent.low) else f" ({low}-{high})")


def faults_text(one: Standing) -> str:
    """Return the faults a thousand questions of an external bot; a dash for our own strategies."""
    if not one.faults:
        return "-"
    found = [
        f"{number(1000 * rate.estimate, '.3g')} {why}"
        + ("" if math.isnan(rate.low) else f" ({number(1000 * rate.low, '.3g')}-{number(1000 * rate.high, '.3g')})")
        for why, rate in one.faults.items()
        if rate.estimate > 0
    ]
    return ", ".join(found) or _("none")
