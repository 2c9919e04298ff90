"""The page of a league: ratings as a picture and a table, shares against each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from calibration.league.sides import label
from calibration.league.table import LeagueTable
from calibration.league.words import COLUMNS, bot_lines, cells, elo_text, notes
from calibration.reports.page import Picture, bullets, facts, how_to_read, page, part, pictures, table
from calibration.reports.pictures import Canvas
from sim.language import N_, _
from sim.spec import GAMES
from sim.web_page import escape

HOW_TO_READ = N_(
    "Every two players meet in mirrored pairs of matches: the same seed, the same table, the sides exchanged, so that "
    "no seat and no luck of a seed favours either. A player 100 Elo points above another expects 64 % of their "
    "victories, 200 points 76 %, 400 points 91 %. Victories that are shared count in equal parts. Intervals hold the "
    "true value in 95 of 100 leagues; a pair is one observation."
)
_DOT = "#0072B2"


def league_page(found: LeagueTable, attached: Iterable[str] = ()) -> str:
    """Return the whole page; the same store gives the same bytes. attached: a section of it, as lines."""
    title = league_title(found)

    def body() -> Iterator[str]:
        yield f"<h1>{escape(title)}</h1>"
        yield how_to_read(_(HOW_TO_READ))
        yield from attached
        yield from ratings(found)
        yield from part(_("Against each other"), (_against(found),))
        yield from part(_("How it was played"), (facts(_facts(found)),))

    return page(title, body())


def league_title(found: LeagueTable) -> str:
    """Return the title of the league's page."""
    return _("{game}: a league of {count}", game=GAMES[found.league.game].title, count=len(found.standings))


def ratings(found: LeagueTable) -> Iterator[str]:
    """Yield the part on the ratings, as a picture and a table."""
    rows = [tuple(map(escape, (label(one.side), *cells(one)))) for one in found.standings]
    lines = (
        pictures([_picture(found)]),
        table((_("player"), *map(_, COLUMNS)), rows, kind="wide"),
        bullets(map(escape, notes(found))),
    )
    yield from part(_("Ratings"), lines)


def _against(found: LeagueTable) -> str:
    return table(
        (_("share of victories of, against"), *(escape(label(one.side)) for one in found.standings)),
        [
            (
                escape(label(one.side)),
                *(
                    "" if cell is None else cell.percent()
                    for cell in (found.against.get((one.side, other.side)) for other in found.standings)
                ),
            )
            for one in found.standings
        ],
        kind="across",
    )


def _facts(found: LeagueTable) -> Iterator[tuple[str, str]]:
    league = found.league
    tables = ", ".join(league.tables)
    yield (
        _("Pairs"),
        _("{count} for every two players, at the tables {tables}", count=league.pairs, tables=tables),
    )
    yield _("Seeds"), escape(_("{seeds}; commitment {commitment}", seeds=league.seeds, commitment=league.commitment))
    for line in bot_lines(league):
        yield _("Bot"), escape(line)
    yield _("Digest of the league"), found.digest
    yield _("Times"), _("as measured; nothing verifies them")
    yield _("Physics profile"), escape(found.profile)
    yield _("Configuration"), escape(found.configuration)
    yield _("Versions"), escape(", ".join(f"{name} {version}" for name, version in found.versions.items()))
    yield _("Scatter of a pair"), _("{scatter:.2f} of that of a decided one", scatter=found.scatter)


def _picture(found: LeagueTable) -> Picture:
    """Draw the ratings with their intervals, the best on top."""
    canvas = Canvas(height_in=0.9 + 0.34 * len(found.standings), width_in=7.6)
    axes = canvas.axes
    names = [label(one.side) for one in found.standings]
    for place, one in enumerate(found.standings):
        # A bound that is infinite ends the line at the estimate, with an arrow.
        ends = [end if math.isfinite(end) else one.elo.estimate for end in (one.elo.low, one.elo.high)]
        axes.plot(ends, [place, place], color=_DOT, linewidth=2, solid_capstyle="butt")
        for end, arrow in ((one.elo.low, "<"), (one.elo.high, ">")):
            if math.isinf(end):
                axes.plot([one.elo.estimate], [place], arrow, color=_DOT, markersize=9)
        axes.plot([one.elo.estimate], [place], "o", color=_DOT, markersize=5)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("Elo")
    axes.grid(axis="x", alpha=0.3)
    text = "; ".join(f"{name} {elo_text(one.elo)}" for name, one in zip(names, found.standings, strict=True))
    return Picture(_("Elo with 95 % intervals"), canvas.svg(), _("Ratings: {ratings}.", ratings=text))
