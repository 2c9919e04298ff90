"""The panels of words around the drawings: headline, list of figures, state, and refusals beside their handle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pyglet.graphics import Group

from scenes.drawing import palette
from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.panels import Pen, notice_picture
from scenes.window.camera import Point, Rectangle
from scenes.workshop.board import Board
from scenes.workshop.layout import Layout
from scenes.workshop.session import Session
from scenes.workshop.words import line_picture, list_picture
from sim.batch.assumed import statement
from sim.language import _
from sim.statistics import Interval
from sim.workshop.findings import COARSE, Findings, half_width, is_steady


@dataclass(frozen=True, slots=True)
class Former:
    """What was said of the rate of the design before the last edit, and how long ago (s)."""

    words: str
    ago_s: float


def headline(session: Session, share: Interval, gap: Interval, former: Former | None = None) -> tuple[str, str]:
    """Return the words above the drawings, and their tone.

    share: the rate of the design that is edited. gap: `Session.gap`. former: what is shown until there is a rate.
    """
    found = session.findings(session.prototype)
    problem = session.surveyor.problem or ("" if found is None else found.problem)
    if problem:
        return problem, "bad"
    if found is None or math.isnan(share.low):
        if former is None:
            return _("Trying it out …"), "plain"
        words = _("Trying it out … Before, {ago:.0f} s ago: {words}", ago=former.ago_s, words=former.words)
        return words, "plain"
    words = session.prototype.headline(share)
    if half_width(share) <= COARSE:
        words = statement(words, session.left_open(share), share=True)
    if half_width(share) <= COARSE and not math.isnan(gap.low):
        if gap.low == gap.high == 0.0:
            words += _("; every trial so far ends as in the left one")
        else:
            words += _(
                "; {points:+.1f} points ({low:+.1f} to {high:+.1f}) beside the left one",
                points=100 * gap.estimate,
                low=100 * gap.low,
                high=100 * gap.high,
            )
    return f"{words}. {_made_of(found)}. {_(session.prototype.in_matches)} (F1)", "plain"


def _made_of(found: Findings) -> str:
    """Return what figures are made of, in a few words."""
    compared = found.compared_with
    if not compared:
        return _("{trials} trials of this design", trials=found.trials)
    return _(
        "{trials} trials of this design, compared with {others}",
        trials=found.trials,
        others=_(" and ").join(_(name) for name in compared),
    )


class Readouts:
    """The panels. below, above: groups of the batch, for the panels and for refusals over them."""

    def __init__(self, batch: Batch, below: Group, above: Group) -> None:
        self._head, self._foot, self._list = (PanelSprite(batch, below) for _ in range(3))
        self._notice = PanelSprite(batch, above)

    def show_headline(self, words: str, tone: str, progress: float | None, layout: Layout, ratio: float) -> None:
        """Show the words above the drawings. progress: the share of the survey that is done, None for all."""
        pen, place = Pen(layout.unit, ratio), layout.head
        size = place.pixels(ratio)
        key = (words, tone, size, pen, palette.INK, None if progress is None else round(progress, 2))
        self._head.show(key, place.left, place.top, ratio, lambda: line_picture(words, size, pen, tone, progress))

    def show_list(self, board: Board, layout: Layout, ratio: float) -> None:
        """Show the list of figures, where there is room for it."""
        pen, place = Pen(layout.unit, ratio), layout.listing
        if not board.listed or not place.width or place.height < 4.0 * pen.text(12) / ratio:
            self._list.hide()
            return
        risks, size, title = board.listed, place.pixels(ratio), board.prototype.list_title
        faint = not all(is_steady(risk.share) for risk in risks)
        self._list.show(
            (risks, size, pen, palette.INK), place.left, place.top, ratio,
            lambda: list_picture(_(title), risks, size, pen, faint),
        )  # fmt: skip

    def show_state(self, words: str, layout: Layout, ratio: float) -> None:
        """Show the words below the drawings."""
        pen, place = Pen(layout.unit, ratio), layout.foot
        size = place.pixels(ratio)
        self._foot.show(
            (words, size, pen, palette.INK), place.left, place.top, ratio,
            lambda: line_picture(words, size, pen, "turn"),
        )  # fmt: skip

    def show_refusal(self, refusal: str, at: Point | None, board: Rectangle, layout: Layout, ratio: float) -> None:
        """Show a refusal beside the handle that was refused, or hide it if there is none."""
        if not refusal or at is None:
            self._notice.hide()
            return
        pen, room = Pen(layout.unit, ratio), round(0.9 * board.width * ratio)
        self._notice.show(
            (refusal, room, pen), at[0] + 12.0, at[1] - 12.0, ratio,
            lambda: notice_picture(refusal, True, room, pen),
            inside=Rectangle(0.0, layout.foot.top, layout.column.left, layout.head.bottom),
        )  # fmt: skip
