"""The first screen of a report, and the one page of `report --brief`: targets, what to change, a drawing, a moment."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote

from calibration.metrics.measured import Measured
from calibration.reports.charts import Run, charts_of
from calibration.reports.designs import differing
from calibration.reports.page import heading, number, ordered, paragraph, pictures
from calibration.reports.parameter_words import unit_of
from calibration.reports.proposals import MOST, Changed, Proposal
from calibration.reports.single import HOW_TO_READ, in_short
from calibration.reports.wanted import MET, NOT_MET, UNKNOWN, Wanted
from sim.batch.assumed import AssumedBands, statement
from sim.batch.ranking import matches_words
from sim.configuration import load_configuration, part_of
from sim.language import N_, _, _n, capital
from sim.language import number as decimal
from sim.spec import game_of
from sim.web_page import escape

_CLASSES = {MET: "met", NOT_MET: "missed", UNKNOWN: "open"}
_NAMED = 5
"""The most changes of a design that the foot of a sheet names."""
_WIDE, _HIGH = 300.0, 26.0
"""The size of a gauge, in its own units."""
_KNOWN = N_(
    "Each change is made by itself, all else as it is. What it does is known from {matches} matches in which all "
    "values that nobody has measured were drawn at random (study assumptions). The intervals hold the chance in "
    "those matches and in this run. {tune} looks for values that meet all targets together, and confirms them by "
    "fresh matches."
)


@dataclass(frozen=True, slots=True)
class Brief:
    """The targets of a run, and what is known of how to reach them.

    opposed: where nothing brings the targets nearer as a whole, what brings single ones nearer. bands: of the run's
    figures, where there are any.
    """

    wanted: tuple[Wanted, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    opposed: tuple[Proposal, ...] = ()
    bands: AssumedBands | None = None

    def to_json(self) -> dict[str, object]:
        """Return targets and proposals as plain data."""
        return {
            "targets": [one.to_json() for one in self.wanted],
            "proposals": [one.to_json(self.wanted) for one in self.proposals],
        }


def brief_lines(measured: Measured, brief: Brief, moment: Sequence[str]) -> Iterator[str]:
    """Yield the brief of a run with matches. moment: of one of them, as HTML; none for none."""
    yield '<section class="brief">\n<div class="words">'
    if brief.wanted:
        yield from _targets(brief.wanted)
        yield from _changes(measured, brief)
    else:
        yield heading(_("In short"))
        yield from in_short(measured)
    yield '</div>\n<div class="seen">'
    yield pictures(charts_of([Run(measured, measured.run.key)])[:1])
    if moment:
        yield '<div class="moment">'
        yield from moment
        yield "</div>"
    yield "</div>\n</section>"


def foot(measured: Measured) -> str:
    """Return what a sheet says of the run and of its intervals, as plain text."""
    run = measured.run
    changed = [each.brief() for each in differing(load_configuration(run.game).tree, run.tree)]
    more = ["..."] if len(changed) > _NAMED else []
    about = _(
        "Run {run}; design: {design}; physics {profile}; Yardarm {version}.",
        run=run.key,
        design=", ".join([*changed[:_NAMED], *more]) or _("as shipped"),
        profile=run.profile,
        version=run.versions.get("yardarm", "?"),
    )
    return f"{about} {_(HOW_TO_READ)}"


def target_line(one: Wanted) -> str:
    """Return a target and its verdict as plain text, on one line."""
    found = statement(one.figure.words(one.found), one.left_open, one.figure.metric.proportion)
    wanted = one.target.words(one.figure.metric.unit)
    words = _("{figure}: {found}, wanted {wanted}: {verdict}", figure=_(one.figure.label), found=found, wanted=wanted,
              verdict=_(one.verdict))  # fmt: skip
    return capital(words)


# ---------------------------------------------------------------------------------------------- targets


def _targets(wanted: Sequence[Wanted]) -> Iterator[str]:
    met = sum(one.verdict == MET for one in wanted)
    yield heading(_n("{met} of {count} target is met", "{met} of {count} targets are met", len(wanted), met=met))
    yield '<ul class="targets">'
    for one in wanted:
        unit, share = one.figure.metric.unit, one.figure.metric.proportion
        found = statement(number(one.found, unit), one.left_open, share)
        wish = _("wanted: {band}", band=one.target.words(unit))
        yield (
            f'<li class="{_CLASSES[one.verdict]}"><p><strong>{escape(capital(_(one.figure.label)))}</strong> '
            f'<span class="tag">{escape(_(one.verdict))}</span></p>'
            f'<p>{found}<br><span class="wish">{escape(wish)}</span> <code>{escape(one.target.metric)}</code></p>'
            f"{_gauge(one)}{''.join(map(paragraph, _why(one)))}</li>"
        )
    yield "</ul>"
    keys = [("band", _("wanted")), ("chance", _("by chance"))]
    if any(one.left_open is not None for one in wanted):
        keys.append(("drawn", _("by what nobody has measured")))
    yield f'<p class="quiet">{" ".join(f"<span class={kind}></span> {escape(words)}" for kind, words in keys)}</p>'


def _why(one: Wanted) -> Iterator[str]:
    """Yield what the verdict rests on, as sentences."""
    if one.verdict == UNKNOWN:
        needed = one.needed
        yield (
            _("Too few matches to say anything.")
            if needed is None
            else _("It takes {matches} to tell, if the figure stays where it is.", matches=matches_words(needed))
        )
    elif one.settled is not None:
        yield {
            (MET, True): _("It stays met in 95 of 100 draws of the values that nobody has measured."),
            (MET, False): _("With the values as they are assumed; measured ones may put it elsewhere."),
            (NOT_MET, True): _("It stays missed in 95 of 100 draws of the values that nobody has measured."),
            (NOT_MET, False): _("With the values as they are assumed; measured ones may put it into the band."),
        }[one.verdict, one.settled]


def _gauge(one: Wanted) -> str:
    """Return band, interval and what is left open along a line, as an image that repeats the words beside it."""
    target, found = one.target, one.found
    if not math.isfinite(found.low + found.high):
        return ""
    drawn = None if one.left_open is None else (one.left_open.low.estimate, one.left_open.high.estimate)
    edges = [edge for edge in (target.low, target.high) if math.isfinite(edge)]
    shown = [found.low, found.high, *edges, *(drawn or ())]
    least, most = one.figure.metric.bounds
    margin = 0.12 * (max(shown) - min(shown))
    low, high = max(min(shown) - margin, least), min(max(shown) + margin, most)

    def x(value: float) -> float:
        share: float = (value - low) / (high - low)
        return _WIDE * min(max(share, 0.0), 1.0)

    def bar(kind: str, ends: tuple[float, float], y: float, tall: float) -> str:
        wide = max(x(ends[1]) - x(ends[0]), 1.0)
        return f'<rect class="{kind}" x="{x(ends[0]):.1f}" y="{y:g}" width="{wide:.1f}" height="{tall:g}"/>'

    parts = [bar("band", (target.low, target.high), 0, _HIGH), f'<path class="line" d="M0 {_HIGH / 2}H{_WIDE:g}"/>']
    if drawn is not None:
        parts.append(bar("drawn", drawn, _HIGH / 2 - 3, 6))
    parts.append(bar("chance", (found.low, found.high), _HIGH / 2 - 5, 10))
    parts.append(f'<path class="here" d="M{x(found.estimate):.1f} 3V{_HIGH - 3:g}"/>')
    size = f'viewBox="0 0 {_WIDE:g} {_HIGH:g}"'
    return f'<svg class="gauge" aria-hidden="true" preserveAspectRatio="none" {size}>{"".join(parts)}</svg>'


# ---------------------------------------------------------------------------------------------- changes


def _changes(measured: Measured, brief: Brief) -> Iterator[str]:
    yield heading(_("What to change first"))
    words = part_of(game_of(measured.run.game)).changeable
    if brief.proposals:
        yield ordered(_proposal(one, brief.wanted, words) for one in brief.proposals)
        if len(brief.proposals) < MOST:
            yield paragraph(_("Nothing else in the box is known to help on the whole by more than chance."))
    yield from (f'<p class="quiet">{words}</p>' for words in _rest(measured, brief))


def _proposal(one: Proposal, wanted: Sequence[Wanted], words: Mapping[str, str]) -> str:
    what = "; ".join(_changed(each, _(words.get(each.key, each.key))) for each in one.numbers)
    pairs = list(zip(wanted, one.expected, strict=True))
    then = [
        _("{figure}: about {found}", figure=escape(_(each.figure.label)), found=number(found, each.figure.metric.unit))
        for each, found in pairs
        if found is not None
    ]
    others = ", ".join(escape(_(each.figure.label)) for each, found in pairs if found is None)
    if others:
        then.append(_("no effect is known on: {figures}", figures=others))
    return f"{what}<br>{capital('; '.join(then))}"


def _changed(one: Changed, words: str) -> str:
    unit = f" {unit_of(one.key)}".replace(" deg", "°").rstrip()
    return _(
        "<b>{what}</b>: from {before} to {after}",
        what=escape(capital(words)),
        before=decimal(one.before, "g"),
        after=f"<b>{decimal(one.after, 'g')}{escape(unit)}</b>",
    )


def _rest(measured: Measured, brief: Brief) -> Iterator[str]:
    """Yield where the proposals come from, or why there are none."""
    run = measured.run
    preset = "" if load_configuration(run.game).digest == run.configuration else " --config PRESET.toml"
    if brief.proposals and brief.bands is not None:
        yield _(_KNOWN, matches=brief.bands.matches, tune=_command(f"{_tune(brief, run.game)}{preset}"))
        if brief.bands.reach == "near":
            yield _(
                "Those matches are of the shipped design with its usual players; what they say is carried over "
                "to this run."
            )
        return
    study = f"yardarm study sensitivity {run.game} --metric METRIC --vary KEY=LOW:HIGH{preset}"
    if all(one.verdict == MET for one in brief.wanted):
        yield _("Nothing: every target is met.")
    elif all(one.target.near(one.found.estimate) for one in brief.wanted):
        yield _("Nothing yet: every estimate lies in its band. Play more matches first.")
    elif not any(one.missed for one in brief.wanted):
        return
    elif brief.bands is not None and brief.bands.reach == "far":
        yield _(
            "This design is too far from the shipped one: what is known of that says neither how far its figures may "
            "be off nor how they answer to a change."
        )
        yield _("{study} finds out what matters here.", study=_command(study))
    elif brief.opposed:
        yield _(
            "The targets need opposite changes: whatever is known to bring one nearer takes another farther away. "
            "{tune} tries several changes at once.",
            tune=_command(f"{_tune(brief, run.game)}{preset}"),
        )
    elif brief.bands is None:
        yield _(
            "How these figures answer to a change of the design is not known. {study} finds out.",
            study=_command(study),
        )
    else:
        yield _(
            "Nothing in the box is known to bring what is missed nearer by more than chance. {study} looks closer.",
            study=_command(study),
        )


def _command(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _tune(brief: Brief, game: str) -> str:
    targets = " ".join(f"--target {quote(str(one.target))}" for one in brief.wanted)
    known = {} if brief.bands is None else brief.bands.numbers
    firsts = [known[one.numbers[0].key][0] for one in brief.proposals or brief.opposed]
    return f"yardarm tune {game} {targets} " + " ".join(f"--vary {one.key}={one.low:g}:{one.high:g}" for one in firsts)
