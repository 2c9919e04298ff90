"""What a player at ZIGZAG can be asked: on whom a card is played, what a Z cancels, whose hand, card or box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scenes.games.zigzag.art.card_art import title
from scenes.games.zigzag.panels import CALLS
from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.vocabulary import Phase
from sim.protocols import Line
from sim.rules_frame import IllegalAction

TARGETED = (*(card.value for card in (Card.STEAL, Card.SWAP)), "stop_character", "stop_accessory", "stop_landscape")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to be chosen: words, or a card's face; and what is done with it."""

    words: str
    face: str | None
    line: Line


def allowed(match: ZigzagMatch, line: Line) -> bool:
    """May that be done now?"""
    try:
        match.may(line)
    except IllegalAction:
        return False
    return True


def why_not(match: ZigzagMatch, line: Line) -> str:
    """Why that may not be done now, empty where it may."""
    try:
        match.may(line)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


def plays(match: ZigzagMatch, me: str, face: str) -> list[Choice]:
    """How a special card can be played now: one choice for every target, one without words where it has none."""
    if face == Card.Z.value:
        return _cancels(match, me)
    play: Line = {"by": me, "question": "play", "card": face}
    if face not in TARGETED:
        return [Choice("", None, play)] if allowed(match, play) else []
    found = [Choice(name, None, {**play, "target": name}) for name in match.names if name != me]
    return [choice for choice in found if allowed(match, choice.line)]


def _cancels(match: ZigzagMatch, me: str) -> list[Choice]:
    state = match.state
    found = []
    for member in state.teams[state.team_of(me)]:
        lying = [*state.stops[member], *(effect.card for effect in state.effects if effect.target == member)]
        for card in dict.fromkeys(lying):
            line: Line = {"by": me, "question": "cancel", "card": card.value, "target": member}
            if allowed(match, line):
                found.append(Choice(f"{title(card.value)}: {member}", None, line))
    return found


def contres(match: ZigzagMatch, me: str) -> list[Choice]:
    """The teams against whom CONTRE can be called."""
    found = []
    for team, seats in enumerate(match.state.teams):
        line: Line = {"by": me, "question": "contre", "team": team}
        if allowed(match, line):
            found.append(Choice(" + ".join(seats), None, line))
    return found


class Asking:
    """What the table waits for the person to decide: a hand to look at, cards to share out, a box to tick."""

    def __init__(self, match: ZigzagMatch, me: str) -> None:
        self._match, self._me = match, me
        self._given: dict[str, str] = {}

    def prompt(self) -> tuple[str, list[Choice]]:
        """What is asked, and the answers; nothing where nothing is."""
        match, me = self._match, self._me
        if me not in match.waits_for:
            self._given = {}
            return "", []
        state = match.state
        if state.phase is Phase.TICK:
            boxes = state.open_boxes(state.team_of(me))
            found = [self._box(level, box.value) for level, box in boxes]
            return "DOUBLE-ZAG: which box do you tick?", [one for one in found if allowed(match, one.line)]
        if state.laid and state.laid[0].card is Card.PEEK:
            line: Line = {"by": me, "question": "look"}
            seats = [Choice(name, None, {**line, "target": name}) for name in match.names if name != me]
            return "Whose hand do you look at?", seats
        return self._share_out()

    def _box(self, level: int, box: str) -> Choice:
        words = CALLS.get(box, box) + (f", level {level}" if level > 1 else "")
        return Choice(words, None, {"by": self._me, "question": "tick", "level": level, "box": box})

    def _share_out(self) -> tuple[str, list[Choice]]:
        offered = [card.value for card in self._match.state.offered]
        left = list(offered)
        for face in self._given.values():
            if face in left:
                left.remove(face)
        seats = [name for name in self._match.names if name not in self._given]
        if not left or not seats:
            line: Line = {"by": self._me, "question": "assign", "cards": dict(self._given)}
            return "That is how the cards are dealt.", [Choice("deal them", None, line)]
        found = [Choice("", face, {"question": "give", "target": seats[0], "card": face}) for face in left]
        return f"Master of cards: which card does {seats[0]} get?", found

    def give(self, line: Line) -> None:
        """One of the cards that the master shares out goes to somebody."""
        self._given[line["target"]] = line["card"]


Act = Callable[[Line], None]
