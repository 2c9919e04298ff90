"""The part of a tuning's page on settings: a map of all that meet the targets, and rounded values that do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from calibration.reports.page import Picture, pictures
from calibration.reports.pictures import COLOURS, Canvas, percent_axis
from calibration.tuning.settings_map import LIKELY, SURE, SettingsMap
from sim.web_page import escape

_LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0001)


Marks = Sequence[tuple[str, Callable[[str], float]]]
"""Labelled settings to mark on a map, each as a function from a parameter's name to its value."""


def settings_section(maps: Sequence[SettingsMap], marks: Marks, words: Callable[[str], str]) -> Iterator[str]:
    """Yield the section: sentences on where the targets are met, and the maps. words: formats a parameter's name."""
    if not maps:
        return
    yield "<section>\n<h2>All settings that meet it</h2>"
    yield (
        "<p>The model's chance that a setting, played for ever, lies inside every band. It is fitted to all matches of "
        "the search, and is unsure far from the points that were played. "
        "Settings other than the answer are confirmed only by playing fresh matches with them.</p>"
    )
    for each in maps:
        yield f"<p>{escape(_sentence(each, words))}</p>"
    yield pictures([(_line if len(each.parameters) == 1 else _plane)(each, marks, words) for each in maps])
    yield "</section>"


def _sentence(one: SettingsMap, words: Callable[[str], str]) -> str:
    """Return where the targets are met, likely (more than not) and almost surely."""
    if len(one.parameters) == 1:
        likely, sure = (
            " and ".join(f"from {low:.4g} to {high:.4g}" for low, high in one.ranges(least)) or "nowhere"
            for least in (LIKELY, SURE)
        )
        return f"{words(one.parameters[0])}: more likely met than missed {likely}; met with a chance of 95 % {sure}."
    across = " and ".join(map(words, one.parameters))
    if not one.share(LIKELY):
        return f"Nowhere on the map of {across} is a hit more likely than a miss."
    sure = f"on {100 * one.share(SURE):.0f} %" if one.share(SURE) else "nowhere"
    likely = f"On {100 * one.share(LIKELY):.0f} % of the map of {across} it is more likely met than missed"
    return f"{likely}, {sure} is it met with a chance of 95 %."


def _line(one: SettingsMap, marks: Marks, words: Callable[[str], str]) -> Picture:
    canvas = Canvas()
    axes = canvas.axes
    (name,), (along,), (row,) = one.parameters, one.axes, one.chances
    shares = [100 * chance for chance in row]
    axes.fill_between(along, shares, color=COLOURS[2], alpha=0.25, linewidth=0)
    axes.plot(along, shares, color=COLOURS[2])
    axes.axhline(100 * SURE, color="#6b747c", linewidth=0.8, linestyle=(0, (4, 3)))
    for n, (label, value) in enumerate(marks):
        axes.axvline(value(name), color=COLOURS[(1, 0, 5)[n % 3]], linestyle=("-", "--", ":")[n % 3], label=label)
    axes.set_ylim(0, 102)
    axes.set_xlim(along[0], along[-1])
    percent_axis(axes.yaxis)
    axes.set_xlabel(words(name))
    axes.set_ylabel("chance to meet all targets")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    title = f"Settings that meet it: {words(name)}"
    return Picture(title, canvas.svg(), f"{title}. {_sentence(one, words)}", "The dashed line is a chance of 95 %.")


def _plane(one: SettingsMap, marks: Marks, words: Callable[[str], str]) -> Picture:
    canvas = Canvas(height_in=4.0)
    axes = canvas.axes
    first, second = one.parameters
    across, up = one.axes
    shaded = axes.contourf(across, up, one.chances, levels=_LEVELS, cmap="Greens", alpha=0.85)
    axes.contour(across, up, one.chances, levels=(LIKELY, SURE), colors="#1d2227", linewidths=(0.8, 1.6))
    for n, (label, value) in enumerate(marks):
        style = {"marker": "*os"[n % 3], "color": COLOURS[(1, 0, 5)[n % 3]], "markersize": (13, 8, 7)[n % 3]}
        axes.plot([value(first)], [value(second)], linestyle="none", label=label, clip_on=False, mec="white", **style)
    bar = canvas.drawing.colorbar(shaded, ax=axes, ticks=_LEVELS[:-1], format=lambda x, _: f"{100 * x:.0f} %")
    bar.set_label("chance to meet all targets")
    axes.grid(visible=False)
    axes.set_xlabel(words(first))
    axes.set_ylabel(words(second))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    title = f"Settings that meet it: {words(first)} and {words(second)}"
    caption = "Lines: chances of 50 % (thin) and 95 % (thick). Any other parameter is as in the answer."
    return Picture(title, canvas.svg(), f"{title}. {_sentence(one, words)}", caption)
