"""Actions of the rules as they stand in a record, and what follows of itself: which cards are shown at a CONTRE."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card, Kind
from sim.protocols import Line
from sim.rules_frame import spell

AXES = (Kind.CHARACTER, Kind.LANDSCAPE, Kind.ACCESSORY)
"""The kinds of characteristics in the order in which a card's name has them."""


def referee_line(action: words.Action) -> Line:
    """The action as the referee's pipe reads it, such as `{"do": "next_hand"}`; a target of None is left out."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(action).__name__).lower()
    found = {field.name: getattr(action, field.name) for field in fields(action)}
    return {
        # What the referee calls by a shorter word.
        "do": "signs" if name == "agree_signs" else name,
        **{key: spell(value) for key, value in found.items() if value is not None},
    }


def action_of(line: Line, signs: tuple[str, str, str]) -> words.Action:
    """The action of somebody's deed that needs no hand over the table. Raises ValueError for any other, KeyError."""
    by, question = line["by"], line["question"]
    match question:
        case "pass":
            return words.Pass(by)
        case "sign":
            return words.Sign(by, dict(zip(("zig", "zag", "bluff"), signs, strict=True))[line["sign"]])
        case "play":
            return words.Play(by, Card(line["card"]), line.get("target"))
        case "cancel":
            return words.Cancel(by, line["target"], Card(line["card"]))
        case "announce":
            return words.Announce(by, words.Call(line["call"]))
        case "contre":
            return words.Contre(by, line["team"])
        case "look":
            return words.Look(by, line["target"])
        case "assign":
            return words.Assign(by, {seat: Card(card) for seat, card in line["cards"].items()})
        case "tick":
            return words.Tick(by, line["level"], words.Box(line["box"]))
        case "lay":
            return words.Discard(by, Card(line["card"]))
        case "pick_up":
            return words.PickUp(by)
        case "draw":
            return words.Draw(by)
    raise ValueError(f"{question} is no action of the rules by itself")


def face_of(name: str) -> str:
    """What is printed on a card of the tapis: its name there, without what tells it from one that looks the same."""
    return name.partition("#")[0]


def named(face: str, lying: Any) -> str:
    """A name for a card on the tapis that none of those lying there has."""
    if face not in lying:
        return face
    number = 2
    while f"{face}#{number}" in lying:
        number += 1
    return f"{face}#{number}"
