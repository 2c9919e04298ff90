"""What a person may do at a table of ZIGZAG, and why not: sentences for the window.

A wrong announcement and a CONTRE without ground may be called, since the rules punish them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.matches.match import Line
from sim.matches.zigzag.addressed import told_to
from sim.matches.zigzag.frame import HandState
from sim.matches.zigzag.judging import action_of, face_of
from sim.rules.frame import IllegalAction
from sim.rules.zigzag import vocabulary as words
from sim.rules.zigzag.cards import Card
from sim.rules.zigzag.permission import refusal

if TYPE_CHECKING:
    from sim.matches.zigzag.match import ZigzagMatch


def check(match: ZigzagMatch, line: Line) -> None:
    """Raise IllegalAction, one plain sentence, if this person may not do this now."""
    by, question = line["by"], line["question"]
    if by != match.person:
        raise IllegalAction(f"{by} is not played by hand.")
    if match.finished:
        raise IllegalAction("The match is over.")
    course = match.courses[by]
    if question == "reach":
        if course.steered or course.state is not HandState.REST:
            raise IllegalAction("Your hand is busy.")
        return
    if question == "home":
        if not course.steered:
            raise IllegalAction("Your hand is not over the table.")
        return
    if question in ("lay", "grab") and not course.steered:
        raise IllegalAction("Your hand is not over the table.")
    if question in ("pick_up", "draw") and course.state is not HandState.REST:
        raise IllegalAction("Your hand is busy.")
    if question == "grab":
        if line["card"] not in match.world.cards:
            raise IllegalAction("That card does not lie on the tapis any more.")
        if line["card"] in match.world.held:
            raise IllegalAction("Somebody else's hand is on that card.")
        action: words.Action = words.Take(by, Card(face_of(line["card"])))
    else:
        action = action_of(line, match.signs_of(match.state.team_of(by)))
    reason = refusal(match.state, action)
    if reason is not None:
        raise IllegalAction(told_to(by, match.names, reason))
