"""The section of a report about one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.charts import Run, charts_of
from calibration.reports.designs import differing, differing_table
from calibration.reports.page import bullets, facts, figure_text, folded, paragraph, part, pictures, table
from calibration.reports.tension import tension_chapter
from calibration.reports.words import headline
from sim.batch.job import crashed_text
from sim.batch.metrics import who
from sim.configuration import load_configuration, whole_tree
from sim.language import N_, _, _n
from sim.spec import GAMES
from sim.web_page import escape

_OPEN = 24
"""Groups of up to this many figures are not folded."""
TITLES = {
    "fall_rate": N_("Falls"),
    "fall_rate_at_equal_cargo": N_("Falls at equal cargo aboard"),
    "own_fall_rate": N_("The piece being placed falls"),
    "catch_share": N_("Catches"),
    "pieces_per_fall": N_("Pieces at a fall"),
    "avalanche_rate": N_("Avalanches"),
    "unsettled_rate": N_("What did not come to rest"),
    "wins": N_("Victories"),
    "seat_test": N_("Are all seats worth the same?"),
    "lead_changes": N_("Changes of the lead"),
    "drama": N_("Drama"),
    "decided_at": N_("When it was decided"),
    "rounds": N_("Rounds"),
    "attempts": N_("Attempts"),
    "minutes": N_("Minutes"),
    "settle_s": N_("From letting go to rest"),
    "heel_deg": N_("Heel"),
    "far_heel_rate": N_("The ship heels far"),
    "near_fall_rate": N_("Near falls"),
    "held_breath_rate": N_("When the table holds its breath"),
    "first_fall_minutes": N_("Minutes until the first fall"),
    "deciding_turn": N_("The turn that decided"),
    "decided": N_("When it was decided, by tenths"),
    "first_fall": N_("Until the first fall"),
    "hit_rate": N_("Hits"),
    "miss_rate": N_("Misses"),
    "miss_way": N_("Where cards miss"),
    "out_of_turn_rate": N_("Cards out of turn"),
    "undercut_rate": N_("Cards that slip under another"),
    "challenges_per_game": N_("Challenges"),
    "challenge_success": N_("Challenges that are right"),
    "cards_taken": N_("Cards taken at a challenge"),
    "game_seconds": N_("Seconds of a game"),
    "game_throws": N_("Cards thrown in a game"),
    "games": N_("Games"),
    "turn_seconds": N_("From card to card"),
    "first_mistake": N_("Until the first mistake"),
}
HOW_TO_READ = N_(
    "Behind every figure stands its 95 % interval, in brackets: 95 of 100 such intervals hold the true value. It is "
    "as wide as chance makes it with this many matches; the turns of one match do not count as independent; and it "
    "says nothing about whether the model is right. Some figures also say where they lie in 95 of 100 draws of the "
    "values that nobody has measured. Two figures whose intervals do not overlap differ beyond doubt; among many "
    "figures, a few will look different by chance alone. Grey in a picture means too few observations to be taken "
    "seriously."
)


def what_was_run(run: StoredRun) -> Iterator[str]:
    """Yield game, players, configuration, versions, and notes on missing or crashed matches."""
    seats = ", ".join(map(who, run.seats))
    pairs = [
        (_("Game"), escape(GAMES[run.game].title)),
        (_("Players"), escape(seats)),
        (_("Matches"), _("{count} of {goal}", count=run.played, goal=run.goal)),
        (_("Seed"), str(run.seed)),
        (_("Physics profile"), escape(run.profile)),
        (_("Configuration"), f"<code>{escape(run.configuration)}</code>{_changes_text(run)}"),
        (_("Versions"), escape(", ".join(f"{name} {version}" for name, version in sorted(run.versions.items())))),
        (_("Run"), f"<code>{escape(run.key)}</code>"),
    ]
    if run.until is not None:
        reached = _("reached") if run.stopped is not None else _("not reached")
        pairs.insert(3, (_("Stop when"), f"<code>{escape(run.until)}</code>, {reached}"))
    yield facts(pairs)
    if run.missing > 0:
        words = _(
            "{start}This run is not finished:{end} {missing} of {goal} matches are missing; simulate --resume goes on.",
            start="<strong>",
            end="</strong>",
            missing=run.missing,
            goal=run.goal,
        )
        yield f'<p class="note">{words}</p>'
    if run.crashes:
        listed = "; ".join(crash.description() for crash in run.crashes[:5])
        more = _("; and {count} more", count=len(run.crashes) - 5) if len(run.crashes) > 5 else ""
        others = _("All figures are of the others.")
        count = crashed_text(len(run.crashes), run.played + len(run.crashes))
        yield (f'<p class="note"><strong>{escape(count)}:</strong> {escape(listed + more)}. {escape(others)}</p>')


def _changes_text(run: StoredRun) -> str:
    found = differing(*(whole_tree(run.game, tree) for tree in (load_configuration(run.game).tree, run.tree)))
    if not found:
        return _(", as shipped")
    return _(", which differs from the shipped one:") + differing_table(found, _("shipped"), _("here"))


def run_parts(measured: Measured) -> Iterator[str]:
    """Yield what a report says of a run after its brief."""
    yield from part(_("What was run"), what_was_run(measured.run), 3)
    if measured.run.played == 0:
        yield paragraph(_("No match of this run has been played."))
        return
    if len(measured.table("wins.side")) > 1:
        yield from part(_("People"), (_people(measured),), 3)
    yield from tension_chapter(measured)
    # The first picture is in the brief.
    yield from part(_("Pictures"), (pictures(charts_of([Run(measured, measured.run.key)])[1:]),), 3)
    yield from part(_("All figures"), all_figures(measured.figures), 3, is_open=False)


def in_short(measured: Measured) -> Iterator[str]:
    """Yield the main figures of a run in sentences."""
    yield bullets(headline(measured))
    if measured.note:
        yield f'<p class="note">{escape(measured.note)}</p>'


def _people(measured: Measured) -> str:
    """Return a table of the figures of each skill profile."""
    profiles = [p for p in ("child", "casual", "skilled") if any(seat.profile == p for seat in measured.run.seats)]
    kinds = (
        (_("drops something"), "fall_rate.profile"),
        (_("misses the bowl"), "miss_rate.profile"),
        (_("out of turn"), "out_of_turn_rate.profile"),
        (_("catches of what falls"), "catch_share.profile"),
        (_("seconds a card"), "turn_seconds.profile"),
        (_("challenges a game"), "challenges_per_game.profile"),
    )
    tables = [(words, measured.table(key)) for words, key in kinds if measured.table(key)]
    rows = (
        (_(profile), *(figure_text(found[profile]) if profile in found else "" for _, found in tables))
        for profile in profiles
    )
    return table((_("skill"), *(words for words, _ in tables)), rows)


def all_figures(figures: Sequence[Figure]) -> Iterator[str]:
    """Yield tables of all figures, one for each kind, with long ones folded."""
    for kind, found in groupby(figures_by_kind(figures), lambda figure: figure.key.partition(".")[0]):
        part = list(found)
        rows = ((f"{escape(_(f.label))}<code>{escape(f.key)}</code>", figure_text(f), str(f.count)) for f in part)
        inside = table((_("figure"), _("estimate and 95 % interval"), _("count")), rows)
        count = _n("{count} figure", "{count} figures", len(part))
        yield folded(_(TITLES.get(kind, kind)), count, inside, len(part) <= _OPEN)


def figures_by_kind(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures grouped by kind, the kinds in the order of their first figures."""
    kinds: dict[str, list[Figure]] = {}
    for figure in figures:
        kinds.setdefault(figure.key.partition(".")[0], []).append(figure)
    return [figure for part in kinds.values() for figure in part]
