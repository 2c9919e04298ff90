"""The section of a report about one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.charts import Run, charts_of
from calibration.reports.designs import differing, differing_table
from calibration.reports.page import bullets, facts, figure_text, folded, pictures, table
from calibration.reports.tension import tension_chapter
from calibration.reports.words import headline
from sim.batch.job import crashed_text
from sim.configuration import load_configuration
from sim.spec import GAMES
from sim.web_page import escape

_OPEN = 24
"""Groups of up to this many figures are not folded."""
TITLES = {
    "fall_rate": "Falls",
    "fall_rate_at_equal_cargo": "Falls at equal cargo aboard",
    "own_fall_rate": "The piece being placed falls",
    "catch_share": "Catches",
    "pieces_per_fall": "Pieces at a fall",
    "avalanche_rate": "Avalanches",
    "unsettled_rate": "What did not come to rest",
    "wins": "Victories",
    "seat_test": "Are all seats worth the same?",
    "lead_changes": "Changes of the lead",
    "drama": "Drama",
    "decided_at": "When it was decided",
    "rounds": "Rounds",
    "attempts": "Attempts",
    "minutes": "Minutes",
    "settle_s": "From letting go to rest",
    "heel_deg": "Heel",
    "far_heel_rate": "The ship heels far",
    "near_fall_rate": "Near falls",
    "held_breath_rate": "When the table holds its breath",
    "first_fall_minutes": "Minutes until the first fall",
    "deciding_turn": "The turn that decided",
    "decided": "When it was decided, by tenths",
    "first_fall": "Until the first fall",
    "hit_rate": "Hits",
    "miss_rate": "Misses",
    "miss_way": "Where cards miss",
    "out_of_turn_rate": "Cards out of turn",
    "undercut_rate": "Cards that slip under another",
    "challenges_per_game": "Challenges",
    "challenge_success": "Challenges that are right",
    "cards_taken": "Cards taken at a challenge",
    "game_seconds": "Seconds of a game",
    "game_throws": "Cards thrown in a game",
    "games": "Games",
    "turn_seconds": "From card to card",
    "first_mistake": "Until the first mistake",
}
HOW_TO_READ = (
    "Behind every figure stands, in brackets, the interval in which 95 of 100 such statements are right: as wide as "
    "chance makes it with this many matches, not taking the turns of one match as independent, and silent on whether "
    "the model is right. Some figures say besides where 95 of 100 draws of what nobody has measured leave them. Two "
    "figures whose intervals do not overlap differ beyond doubt; among many figures, a few will look "
    "different by chance alone. Grey in a picture means too few observations to be taken seriously."
)


def what_was_run(run: StoredRun) -> Iterator[str]:
    """Yield game, players, configuration, versions, and notes on missing or crashed matches."""
    seats = ", ".join(f"{seat.name} ({seat.profile}, {seat.strategy})" for seat in run.seats)
    pairs = [
        ("Game", escape(GAMES[run.game].title)),
        ("Players", escape(seats)),
        ("Matches", f"{run.played} of {run.goal}"),
        ("Seed", str(run.seed)),
        ("Physics profile", escape(run.profile)),
        ("Configuration", f"<code>{escape(run.configuration)}</code>{_changes_text(run)}"),
        ("Versions", escape(", ".join(f"{name} {version}" for name, version in sorted(run.versions.items())))),
        ("Run", f"<code>{escape(run.key)}</code>"),
    ]
    if run.until is not None:
        reached = "reached" if run.stopped is not None else "not reached"
        pairs.insert(3, ("Stop when", f"<code>{escape(run.until)}</code>, {reached}"))
    yield facts(pairs)
    if run.missing > 0:
        left = f"{run.missing} of {run.goal} matches are missing"
        yield f'<p class="note"><strong>This run is not finished:</strong> {left}; simulate --resume goes on.</p>'
    if run.crashes:
        listed = "; ".join(crash.description() for crash in run.crashes[:5])
        more = f"; and {len(run.crashes) - 5} more" if len(run.crashes) > 5 else ""
        count = crashed_text(len(run.crashes), run.played + len(run.crashes))
        yield (
            f'<p class="note"><strong>{escape(count)}:</strong> '
            f"{escape(listed + more)}. All figures are of the others.</p>"
        )


def _changes_text(run: StoredRun) -> str:
    found = differing(load_configuration(run.game).tree, run.tree)
    if not found:
        return ", as shipped"
    return f", which differs from the shipped one:{differing_table(found, 'shipped', 'here')}"


def run_section(measured: Measured, title: str) -> Iterator[str]:
    """Yield the parts of a section about one run."""
    yield f'<section>\n<h2 id="{escape(measured.run.key)}">{escape(title)}</h2>'
    yield from what_was_run(measured.run)
    if measured.run.played == 0:
        yield "<p>No match of this run has been played.</p>\n</section>"
        return
    yield "<h3>In short</h3>"
    yield bullets(headline(measured))
    if measured.note:
        yield f'<p class="note">{escape(measured.note)}</p>'
    if len(measured.table("wins.side")) > 1:
        yield "<h3>People</h3>"
        yield _people(measured)
    yield from tension_chapter(measured)
    yield "<h3>Pictures</h3>"
    yield pictures(charts_of([Run(measured, measured.run.key)]))
    yield "<h3>All figures</h3>"
    yield from all_figures(measured.figures)
    yield "</section>"


def _people(measured: Measured) -> str:
    """Return a table of the figures of each skill profile."""
    profiles = [p for p in ("child", "casual", "skilled") if any(seat.profile == p for seat in measured.run.seats)]
    kinds = (
        ("drops something", "fall_rate.profile"),
        ("misses the bowl", "miss_rate.profile"),
        ("out of turn", "out_of_turn_rate.profile"),
        ("catches of what falls", "catch_share.profile"),
        ("seconds a card", "turn_seconds.profile"),
        ("challenges a game", "challenges_per_game.profile"),
    )
    tables = [(words, measured.table(key)) for words, key in kinds if measured.table(key)]
    rows = (
        (profile, *(figure_text(found[profile]) if profile in found else "" for _, found in tables))
        for profile in profiles
    )
    return table(("profile", *(words for words, _ in tables)), rows)


def all_figures(figures: Sequence[Figure]) -> Iterator[str]:
    """Yield tables of all figures, one for each kind, with long ones folded."""
    for kind, found in groupby(figures_by_kind(figures), lambda figure: figure.key.partition(".")[0]):
        part = list(found)
        rows = ((f"{escape(f.label)}<code>{escape(f.key)}</code>", figure_text(f), str(f.count)) for f in part)
        inside = table(("figure", "estimate and 95 % interval", "count"), rows)
        count = f"{len(part)} figure{'s' * (len(part) > 1)}"
        yield folded(TITLES.get(kind, kind), count, inside, len(part) <= _OPEN)


def figures_by_kind(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures grouped by kind, the kinds in the order of their first figures."""
    kinds: dict[str, list[Figure]] = {}
    for figure in figures:
        kinds.setdefault(figure.key.partition(".")[0], []).append(figure)
    return [figure for part in kinds.values() for figure in part]
