"""The building blocks of HTML that all reports share. A page contains everything that it needs."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from calibration.metrics.figures import Figure, format_interval
from sim.batch.assumed import statement
from sim.language import _
from sim.metrics import SHARE
from sim.statistics import Interval
from sim.web_page import escape, web_page

_STYLE = Path(__file__).with_name("page.css")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture (SVG) with its title, its contents in words for those who cannot see it, and a caption."""

    title: str
    svg: bytes
    alt: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Attached:
    """Additions to a page: a section as lines of HTML, and moments of its runs, each as lines, by a run's key.

    script, style: what these need beside those of the page.
    """

    lines: tuple[str, ...] = ()
    script: str = ""
    style: str = ""
    moments: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)


def page(title: str, body: Iterable[str], attached: Attached = Attached()) -> str:
    """Return the whole file. The same body gives the same bytes. attached: its lines are part of the body already."""
    return web_page(title, f"\n{_STYLE.read_text('utf-8')}{attached.style}", body, attached.script)


def pictures(parts: Sequence[Picture]) -> str:
    """Return pictures side by side, as many in a row as fit."""
    return f'<div class="pictures">\n{chr(10).join(map(_picture, parts))}\n</div>'


def _picture(part: Picture) -> str:
    source = f"data:image/svg+xml;base64,{base64.b64encode(part.svg).decode('ascii')}"
    caption = f"\n<figcaption>{escape(part.caption)}</figcaption>" if part.caption else ""
    return f'<figure>\n<h3>{escape(part.title)}</h3>\n<img alt="{escape(part.alt)}" src="{source}">{caption}\n</figure>'


def number(interval: Interval, unit: str, signed: bool = False) -> str:
    """Return a figure as HTML: the estimate, then its interval less prominently."""
    text = format_interval(interval, unit, signed).replace("-", "\u2212")
    estimate, _, bounds = text.partition(" (")
    # No line break between a number and its unit.
    estimate = estimate.replace(" ", "\u00a0")
    quiet = f' <span class="interval">({escape(bounds)}</span>' if bounds else ""
    return f"<b>{escape(estimate)}</b>{quiet}"


def figure_text(figure: Figure) -> str:
    """Return a figure as HTML, for use in a sentence, with what is left open of it where that is known."""
    return statement(number(figure.interval, figure.unit), figure.left_open, figure.unit == SHARE)


def key(name: object) -> str:
    """Return a name as HTML, marked as written in a file or on the command line."""
    return f'<span class="key">{escape(name)}</span>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers_from: int = 1, kind: str = "") -> str:
    """Return a table of cells that are already HTML; columns from `numbers_from` on hold numbers."""

    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="number">{text}</{tag}>' if n >= numbers_from else f"<{tag}>{text}</{tag}>"
            for n, text in enumerate(texts)
        )

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    name = f' class="{kind}"' if kind else ""
    return f"<table{name}>\n<thead><tr>{cells('th', head)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def heading(text: str, level: int = 3) -> str:
    """Return a heading of words."""
    return f"<h{level}>{escape(text)}</h{level}>"


def part(title: str, lines: Iterable[str], level: int = 2, is_open: bool = True) -> Iterator[str]:
    """Yield a part of a page below a heading that folds it. lines: HTML."""
    yield f'<details class="part"{" open" if is_open else ""}>\n<summary>{heading(title, level)}</summary>'
    yield from lines
    yield "</details>"


def paragraph(sentences: str) -> str:
    """Return a paragraph of sentences that are already HTML."""
    return f"<p>{sentences}</p>"


def how_to_read(sentences: str) -> str:
    """Return the part on how to read a page."""
    return "\n".join(part(_("How to read this"), (paragraph(escape(sentences)),), 3))


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a list of names and descriptions; the second of each pair is already HTML."""
    return "<dl>\n" + "\n".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in pairs) + "\n</dl>"


def folded(title: str, count: str, inside: str, is_open: bool) -> str:
    """Return a part that can be folded, and is unfolded in print."""
    state = " open" if is_open else ""
    return f"<details{state}>\n<summary>{escape(title)} <span>{escape(count)}</span></summary>\n{inside}\n</details>"


def bullets(items: Iterable[str]) -> str:
    """Return a list of sentences that are already HTML."""
    return _listed("ul", items)


def ordered(items: Iterable[str]) -> str:
    """Return a list of sentences that are already HTML, the first of them first."""
    return _listed("ol", items)


def _listed(tag: str, items: Iterable[str]) -> str:
    return f"<{tag}>\n" + "\n".join(f"<li>{item}</li>" for item in items) + f"\n</{tag}>"
