"""What a person at the ship is asked, as a line of words and the items of a tray."""

from __future__ import annotations

from dataclasses import replace

from scenes.games.riff_raff.drill_tray import drill_asked
from scenes.games.riff_raff.tray import Item, Sort
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.match.grammar import whose


def asked(match: RiffRaffMatch | Practice, by: str | None) -> tuple[str, tuple[Item, ...]]:
    """Return the title of the tray and its items for the player `by`.

    "" and no items where that player is not asked anything.
    """
    question = None if by is None else match.question(by)
    if by is None or question is None or by not in match.waits_for:
        return "", ()
    if question == "place" and match.table.holds:
        carrying = match.table.carrying
        assert carrying is not None
        return f"To slot {carrying.grasp.slot} with the {carrying.kind}", ()
    if isinstance(match, Practice):
        pieces = {kind: int(kind in match.kinds) for kind in match.static_scene.pieces}
        title, drills = drill_asked(match)
        items = _pieces(pieces)
        if {item.key for item in items} & {drill.key for drill in drills}:
            drills = tuple(replace(drill, key=str(n)) for n, drill in enumerate(drills, start=len(items) + 1))
        return title, (*items, *drills)
    assert isinstance(match, RiffRaffMatch)
    state = match.state
    if question == "card":
        cards = state.hands[by]
        return "Pick a card, face down", tuple(Item(Sort.CARD, card, key=str(card)) for card in cards)
    if question == "captain":
        return "Equal cards: who is captain now?", _words(tuple((name, name) for name in state.tied_for_captain))
    if question == "order":
        orders = [action.order[1:] for action in rules.legal_actions(state) if isinstance(action, rules.Arrange)]
        return "Equal cards: in which order?", _words(tuple((order, ", ".join(order)) for order in orders))
    if question == "count":
        return f"Slot {state.slot} holds something: one piece, or two?", _words(((1, "One"), (2, "Two")))
    turn = f", piece {state.placed + 1} of 2" if state.announced == 2 else ""
    supply = {str(kind): count for kind, count in state.supply[by].items()}
    return f"{whose(by)} turn: a piece for slot {state.slot}{turn}", _pieces(supply)


def _pieces(supply: dict[str, int]) -> tuple[Item, ...]:
    """Return the items of all kinds of pieces, also of those that are used up, so that no item changes its place."""
    return tuple(Item(Sort.PIECE, kind, kind, count, str(n)) for n, (kind, count) in enumerate(supply.items(), start=1))


def _words(choices: tuple[tuple[object, str], ...]) -> tuple[Item, ...]:
    return tuple(Item(Sort.WORDS, value, words, key=str(n)) for n, (value, words) in enumerate(choices, start=1))
