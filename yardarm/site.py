"""Runs and leagues as pages: the verbs `export` and `report`, which need the figures of a store and its matches."""

from __future__ import annotations

import base64
import io
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.options import ReportOptions
from calibration.reports.command import measured_runs, report_page, simulated
from calibration.reports.command import report_command as reported
from calibration.reports.page import Attached, bullets, heading, page, paragraph, part
from calibration.reports.single import what_was_run
from calibration.reports.words import headline
from sim.batch.metrics import matches_text, who
from sim.batch.notable import Again, Notable, Reason, StoredMatch, grouped, notable, numbered
from sim.batch.progress import counted
from sim.batch.store_format import making_sense, store_files
from sim.errors import InputError
from sim.files import check_outputs, is_file, output_folder, read_text, write_whole
from sim.language import N_, _, capital
from sim.spec import GAMES
from sim.untrusted_text import printable
from sim.web_page import GENERATOR, escape
from yardarm.options import ExportOptions

if TYPE_CHECKING:
    from scenes.export.page.taking import Taken

MATCHES = "matches"
MOMENT_PX = 640, 360
MOMENT_S, AFTER_S = 8.0, 4.0
"""How much of a match a moment shows (s), and how much of that comes after what makes it one."""
STILL_PX, STILL_QUALITY = (640, 360), 60
NOTHING = N_(
    "No match of this store can be played again: external bots played, and only league run keeps what they answer."
)


def report_command(given: ReportOptions) -> None:
    """Read a store and write a page, tables or JSON. Raises InputError."""
    reported(given, moments)


def moments(store: Path, runs: Collection[str], most: int) -> Attached:
    """Return the moments of a store that are worth seeing, each as a small player, by the keys of their runs."""
    if not most:
        return Attached()
    from scenes.export.page.page import asset, player

    found = notable(store, runs)[:most]
    if not found:
        return Attached((paragraph(_(NOTHING)),))
    by_run: dict[str, list[list[str]]] = {}
    for match, reason in counted(found, len(found), "moments"):
        about = f"{capital(reason.words)}; {_name(match)}."
        lines = [heading(_(reason.what), 4), *player(_moment(match, reason), folded=True)]
        by_run.setdefault(match.run.run, []).append([*lines, f'<p class="quiet">{escape(about)}</p>'])
    return Attached((), asset("player.js"), asset("player.css"), by_run)


def _moment(match: StoredMatch, reason: Reason) -> Taken:
    end_s = min(match.row.simulated_s, reason.at_s + AFTER_S)
    return _taken(match, MOMENT_PX, Again(match), (0.0, end_s), MOMENT_S)


def _taken(
    match: StoredMatch,
    size: tuple[int, int],
    again: Again,
    stretch_s: tuple[float, float | None] = (0.0, None),
    last_s: float | None = None,
) -> Taken:
    from scenes.export.page.taking import take
    from scenes.window.window import NoDrawingError

    try:
        return take(again.match, size, lambda _words: None, stretch_s=stretch_s, last_s=last_s)
    except NoDrawingError as problem:
        raise InputError(
            "{name}: cannot be drawn here, because {problem}.", name=match.name, problem=problem
        ) from problem


# ------------------------------------------------------------------------------------------------- a folder of pages


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match that has a page. still: a picture of it (WebP). frames: that of each reason."""

    notable: Notable
    text: str
    still: bytes
    frames: tuple[int, ...]

    @property
    def file(self) -> str:
        """The page as the index names it."""
        return f"{MATCHES}/{_file(self.notable.match)}"

    def links(self) -> list[str]:
        """Return a link to each reason for the match, or to its beginning where there is none."""
        if not self.notable.reasons:
            return [_link(self.file, _("The match"))]
        return [
            f"{_link(f'{self.file}#frame={frame}', _(reason.what))}, {escape(reason.words)}"
            for reason, frame in zip(self.notable.reasons, self.frames, strict=True)
        ]


def export_command(given: ExportOptions) -> None:
    """Write a run or a league as a folder of pages. Raises InputError."""
    check_outputs({}, {"RUN": store_files(given.store)}, {"--out": (given.out, ("index.html", "report.html"))})
    index = given.out / "index.html"
    if is_file(index) and GENERATOR not in read_text(index):
        raise InputError("--out: {index}: is not a page of Yardarm's, expected another folder.", index=index)
    if given.store.suffix.lower() == ".json":
        _export_suite(given, index)
        return
    if given.matches is None:
        chosen = grouped(notable(given.store), given.most)
    else:
        chosen = numbered(given.store, given.matches, "--matches")
    check_outputs({}, {}, {"--out": (given.out / MATCHES, [_file(each.match) for each in chosen])})
    shown = [_shown(each, given.size) for each in counted(chosen, len(chosen), "pages")]
    with making_sense(given.store):
        texts = {f"{MATCHES}/{_file(each.notable.match)}": each.text for each in shown}
        texts |= _pages(given.store, shown)
    # Nothing is written before everything is made; the index comes last.
    output_folder(given.out, "--out")
    if shown:
        output_folder(given.out / MATCHES, "--out")
    for name, text in texts.items():
        write_whole(given.out / name, text)
    size_mb = sum(len(text.encode()) for text in texts.values()) / 1e6
    words = _("{index}: {matches}, {size:.1f} MB.", index=index, matches=matches_text(len(shown)), size=size_mb)
    print(printable(words))


def _export_suite(given: ExportOptions, index: Path) -> None:
    """Write a result of the suite, which has tasks and no matches, as one page. Raises InputError."""
    from calibration.league.suite.page import read_result, scores

    if given.matches is not None:
        raise InputError(
            "--matches: expected a store with them, found a result of the suite, {store}.", store=given.store
        )
    found = read_result(given.store)
    output_folder(given.out, "--out")
    write_whole(index, page(found.title, (f"<h1>{escape(found.title)}</h1>", *scores(found))))
    print(printable(f"{index}: {found.title}."))


def _link(address: str, words: str) -> str:
    return f'<a href="{address}">{escape(words)}</a>'


def _file(match: StoredMatch) -> str:
    return f"{match.number:03}.html"


def _shown(each: Notable, size: tuple[int, int]) -> MatchPage:
    """Play a match again and make its page."""
    from PIL import Image

    from scenes.export.page.page import written

    again = Again(each.match)
    taken = _taken(each.match, size, again)
    still = io.BytesIO()
    picture = Image.open(io.BytesIO(taken.poster))
    picture.thumbnail(STILL_PX)
    picture.save(still, "WEBP", quality=STILL_QUALITY)
    times, frames = [time_s for _, time_s, _ in taken.lines], [frame for frame, _, _ in taken.lines]
    reached = (bisect_right(times, reason.at_s) for reason in each.reasons)
    at = tuple(frames[number - 1] if number else 0 for number in reached)
    return MatchPage(each, written(taken, again.record(), _file(each.match)), still.getvalue(), at)


def _pages(store: Path, shown: Sequence[MatchPage]) -> dict[str, str]:
    """Return the report and the index of a store, by their names."""
    from calibration.league.page import league_page, league_title, ratings
    from calibration.league.store import holds_league
    from calibration.league.table import read_table

    links, nothing = tuple(_links(shown)), _("None is shown here.")
    if holds_league(store):
        table = read_table(store)
        title = league_title(table)
        summary, report = list(ratings(table)), league_page(table, links)
    else:
        found = measured_runs(store)
        title = f"{GAMES[found[0].run.game].title}: {simulated(sum(one.run.played for one in found))}"
        summary = []
        for one in found:
            summary += part(_("In short"), [bullets(headline(one))] if one.run.played else [])
            summary += part(_("What was run"), what_was_run(one.run), 3)
            if any(seat.from_outside for seat in one.run.seats):
                nothing = _(NOTHING)
        report = report_page(found, Attached(links))
    return {"report.html": report, "index.html": page(title, _index(title, summary, shown, nothing))}


def _links(shown: Sequence[MatchPage]) -> Iterator[str]:
    """Yield the part of a report that links the pages of matches."""
    if shown:
        links = (f"{link}; {escape(_name(each.notable.match))}" for each in shown for link in each.links())
        yield from part(_("Matches to watch"), (bullets(links),))


def _index(title: str, summary: Sequence[str], shown: Sequence[MatchPage], nothing: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    report = _link("report.html", _("The whole report"))
    yield f'<p class="lead">{report}</p>'
    yield from summary
    yield from part(_("Matches to watch"), _stills(shown) if shown else (paragraph(nothing),))
    if shown:
        frame = f'<iframe src="{shown[0].file}#embed" width="960" height="640" title="{escape(title)}" allowfullscreen>'
        lines = (
            paragraph(_("Put this folder beside that page, and this into it:")),
            f"<pre>{escape(f'{frame}</iframe>')}</pre>",
        )
        yield from part(_("Show a match on another page"), lines)


def _stills(shown: Sequence[MatchPage]) -> Iterator[str]:
    yield '<div class="pictures">'
    for each in shown:
        caption = "<br>".join((*each.links(), escape(f"{_name(each.notable.match)}.")))
        source = f"data:image/webp;base64,{base64.b64encode(each.still).decode()}"
        caption_head = _("Match {number}", number=each.notable.match.number)
        yield f'<figure>\n<h3>{caption_head}</h3>\n<a href="{each.file}">'
        yield f'<img alt="{escape(_("A moment of it"))}" src="{source}"></a>'
        yield f"<figcaption>{caption}</figcaption>\n</figure>"
    yield "</div>"


def _name(match: StoredMatch) -> str:
    seats = ", ".join(who(seat) for seat in match.run.seats)
    return _("match {number} (seed {seed}) of {players}", number=match.number, seed=match.row.seed, players=seats)
