"""What a person may do at a table of Zack!, and why not: sentences for the window.

Mistakes may be made, since the rules punish them (a throw out of turn, a challenge without ground, the player card too
early). What cannot be done, and what could only come to nothing while play has stopped, is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.games.zack import rules
from sim.games.zack.match.frame import TableStage
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW, foreseen
from sim.protocols import Line
from sim.rules_frame import IllegalAction

if TYPE_CHECKING:
    from sim.games.zack.match.match import ZackMatch


def check(match: ZackMatch, line: Line) -> None:
    """Raise IllegalAction, one plain sentence, if this person may not do this now."""
    by, question = line["by"], line["question"]
    if by != match.person:
        raise IllegalAction(f"{by} is not played by hand.")
    if match.table_stage is TableStage.OVER:
        raise IllegalAction("The match is over.")
    if match.table_stage is TableStage.DEALING:
        raise IllegalAction("The cards are being dealt.")
    if question == "begin":
        _begin(match, by, line)
    elif question == "pick_up":
        if not match.section.missed(by):
            raise IllegalAction("None of your cards lies beside the bowl.")
    elif question == "resume":
        _resume(match, by)
    elif question == "choose":
        _choose(match, by, line["colour"])
    elif question in (THROW, PLAYER_CARD, CHALLENGE) and not match.can_throw(line):
        raise IllegalAction("That card is not in your hand any more.")


def _begin(match: ZackMatch, by: str, line: Line) -> None:
    state, do = match.state, line["do"]
    if match.hands[by].doing is not None:
        raise IllegalAction("Your hand is busy.")
    if state.phase is rules.Phase.CHOOSE:
        who = "You name" if state.due == by else f"{state.due} names"
        raise IllegalAction(f"{who} a colour first.")
    if state.stopped:
        who = "you go on" if state.due == by else f"{state.due} goes on"
        raise IllegalAction(f"Play has stopped: what is thrown now would only come back; {who}.")
    if do == CHALLENGE:
        _challenge(match, by, line["target"])
        return
    if match.section.flying(by):
        raise IllegalAction("Your last card has not come to rest yet.")
    if match.section.missed(by):
        raise IllegalAction("Pick up the card that missed first.")
    if do == THROW and not state.piles[by]:
        raise IllegalAction("You have no card left but your own colour's.")
    if do == PLAYER_CARD and not match.can_throw({"by": by, "question": PLAYER_CARD}):
        raise IllegalAction("Your own card lies in the bowl already.")


def _challenge(match: ZackMatch, by: str, target: str) -> None:
    state = match.state
    if target == state.colours[by].value:
        raise IllegalAction(f"{target.capitalize()} is your own colour.")
    if target not in [colour.value for colour in state.challenges[by]]:
        raise IllegalAction(f"You hold no challenge card against {target}.")
    if not match.can_throw({"by": by, "question": CHALLENGE, "target": target}):
        raise IllegalAction(f"Your challenge against {target} is under way already.")


def _resume(match: ZackMatch, by: str) -> None:
    state = match.state
    if not state.stopped:
        raise IllegalAction("Play is not stopped.")
    if state.phase is rules.Phase.CHOOSE:
        who = "You name" if state.due == by else f"{state.due} names"
        raise IllegalAction(f"{who} a colour first.")
    if state.due != by:
        raise IllegalAction(f"{state.due} goes on, when the table is in order.")
    if not match.judged:
        raise IllegalAction("One moment: this is still being judged.")


def _choose(match: ZackMatch, by: str, colour: str) -> None:
    state = match.state
    if state.phase is not rules.Phase.CHOOSE:
        raise IllegalAction("There is no colour to be named.")
    if state.due != by:
        raise IllegalAction(f"{state.due} names the colour.")
    if colour not in [held.value for held in state.colours.values()]:
        raise IllegalAction(f"Nobody plays {colour}.")
    if not match.judged:
        raise IllegalAction("One moment: the stop card is being looked at.")


def reason_for(match: ZackMatch, target: str) -> rules.Reason:
    """What a person calls when he challenges that colour: what can be proved of him, as far as it is to be seen.

    Out of turn, if a wrong card of his is among those that count (cards that lie but are not ruled yet included); else
    slow, as whoever has not made that mistake can only be slow. The German rules have a challenger name the reason; a
    person at the mouse is asked for the colour only, and gets what the French rules give everybody (FACTS 2.3 no 1).
    """
    state = foreseen(match.state, match.section.pending())
    against = state.holder(rules.Colour(target))
    return rules.Reason.OUT_OF_TURN if against in state.challengeable else rules.Reason.SLOW
