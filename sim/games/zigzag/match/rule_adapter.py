"""The link between the match and its rules: the action of an intent, names of cards."""

from __future__ import annotations

from collections.abc import Container

from sim.games.zigzag import intents
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card, Kind
from sim.match.intents import Intent

AXES = (Kind.CHARACTER, Kind.LANDSCAPE, Kind.ACCESSORY)
"""The kinds of characteristics in the order in which a card's name has them."""


def action_of(intent: Intent, signs: tuple[str, str, str] = ("", "", "")) -> words.Action:
    """Return the action of the rules that an intent leads to, wherever the hand is.

    signs: of the player's team, for ZIG, for ZAG, and one that means nothing. Raises ValueError for a word that names
    no card, and for an intent that is no action of the rules.
    """
    by = intent.by
    match intent:
        case intents.PassOn():
            return words.Pass(by)
        case intents.MakeSign():
            return words.Sign(by, dict(zip(("zig", "zag", "bluff"), signs, strict=True))[intent.sign])
        case intents.PlayPower():
            return words.Play(by, Card(intent.card), intent.target)
        case intents.CancelPower():
            return words.Cancel(by, intent.target, Card(intent.card))
        case intents.CallOut():
            return words.Announce(by, words.Call(intent.call))
        case intents.CallContre():
            return words.Contre(by, intent.team)
        case intents.LookAt():
            return words.Look(by, intent.target)
        case intents.ShareOut():
            return words.Assign(by, {seat: Card(card) for seat, card in intent.cards.items()})
        case intents.TickBox():
            return words.Tick(by, intent.level, words.Box(intent.box))
        case intents.Lay():
            return words.Discard(by, Card(intent.card))
        case intents.Grab():
            return words.Take(by, Card(face_of(intent.card)))
        case intents.PickUpCard():
            return words.PickUp(by)
        case intents.DrawCard():
            return words.Draw(by)
    raise ValueError(f"{intent.question} is no action of the rules by itself")


def face_of(name: str) -> str:
    """Return the face of a card on the tapis: its name there, without what distinguishes two alike."""
    return name.partition("#")[0]


def named(face: str, lying: Container[str]) -> str:
    """Return a name for a card on the tapis that none of those lying there has."""
    if face not in lying:
        return face
    number = 2
    while f"{face}#{number}" in lying:
        number += 1
    return f"{face}#{number}"
