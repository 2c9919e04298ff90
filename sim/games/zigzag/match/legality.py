"""What may be done at a table of ZIGZAG, and why not: sentences for a person's window, and the judgement of heads.

A wrong announcement and a CONTRE without ground may be called, since the rules punish them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.games.zigzag.match.addressed import told_to
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.rule_adapter import action_of, face_of
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.legality import refusal
from sim.protocols import Line
from sim.rules_frame import IllegalAction, quote

if TYPE_CHECKING:
    from sim.games.zigzag.match.match import ZigzagMatch


def hindrance(match: ZigzagMatch, line: Line) -> str | None:
    """Return why a deed cannot be done now, as far as the own hand, the tapis and the rules go; None if it can.

    Raises ValueError for a word that is no card's, no call's and so on.
    """
    by, question = line["by"], line["question"]
    course = match.courses[by]
    rests = course.state is HandState.REST and not course.over and not course.steered
    by_hand = question in ("lay", "grab") and line.get("noise_seed") is None
    if question == "reach":
        return None if rests else f"The hand of {quote(by)} is busy."
    if question == "home":
        over = course.over or course.steered or course.state is HandState.REACHING
        return None if over else f"The hand of {quote(by)} is not over the tapis."
    if by_hand and not course.steered:
        return f"The hand of {quote(by)} is not over the tapis."
    if question in ("lay", "pick_up", "draw") and not by_hand and not rests:
        return f"The hand of {quote(by)} is busy."
    if question != "grab":
        return refusal(match.state, action_of(line, ("", "", "")))
    if not by_hand and course.state not in (HandState.REST, HandState.REACHING):
        return f"The hand of {quote(by)} is busy."
    if line["card"] not in match.world.cards:
        return f"{quote(line['card'])} does not lie on the tapis."
    if line["card"] in match.world.held:
        return f"A hand is on {quote(line['card'])} already."
    return refusal(match.state, words.Take(by, Card(face_of(line["card"]))))


def judge(match: ZigzagMatch, line: Line) -> None:
    """Raise IllegalAction for a deed of a head that cannot be done now."""
    if line["question"] == "reach":
        raise IllegalAction("Only a person's hand is steered.")
    try:
        reason = hindrance(match, line)
    except ValueError as error:
        raise IllegalAction(f"{error}.") from error
    if reason is not None:
        raise IllegalAction(reason)


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
