"""What a player of Zack! may know, and what is left to chance: everybody's cards lie face down, their own too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from sim.games.zack.rules import vocabulary as words
from sim.games.zack.rules.engine import Ruling, apply
from sim.games.zack.rules.notation import to_json
from sim.games.zack.rules.series import deal
from sim.games.zack.rules.state import State
from sim.rules_frame import FrozenMap, check_seat
from sim.rules_frame.chance import Chance, Draw, Outcome, shuffled


def start(
    seats: Iterable[str],
    rng: Chance,
    cards: Iterable[words.Card],
    edition: words.Edition = words.Edition.AMIGO,
    stop_cards: bool = False,
) -> State:
    """Return the first position: these cards are shuffled and dealt, the first seat begins. Raises IllegalAction.

    The colours are given out in the order of `Colour`.
    """
    names = tuple(seats)
    colours = dict(zip(names, words.Colour, strict=False))
    hands = deal(shuffled(cards, rng), names).hands
    return apply(None, words.Setup(names, colours, hands, "".join(names[:1]), edition, stop_cards))[0]


def observation(state: State, seat: str | None) -> dict[str, Any]:
    """Return what a player may know, as plain data: the keys of `to_json` without the `piles`.

    `unseen` has their cards, sorted. Everybody knows the same. Raises IllegalAction for no seat of this table.
    """
    check_seat(seat, state.seats)
    shown = to_json(state)
    del shown["piles"]
    return {**shown, "unseen": sorted(card.value for card in _unseen(state))}


def _unseen(state: State) -> list[words.Card]:
    return [card for pile in state.piles.values() for card in pile]


def determinize(state: State, seat: str | None, rng: Chance) -> State:
    """Return a position that is the same to this player, with the cards of everybody dealt anew.

    Each way to share out the unseen cards is as likely as another: what a player may remember of cards that went back
    into a hand is left to them. Raises IllegalAction for no seat of this table.
    """
    check_seat(seat, state.seats)
    # In an order that says nothing of where they are.
    cards = iter(shuffled(sorted(_unseen(state)), rng))
    piles = {name: tuple(next(cards) for _ in pile) for name, pile in state.piles.items()}
    return replace(state, piles=FrozenMap(piles))


def fates(action: words.Action) -> tuple[words.Action, ...]:
    """Return what may come of an action in the hands of people: a card lands in the bowl or beside it.

    Nothing but hands decides between them.
    """
    match action:
        case words.Throw():
            return action, words.Miss(action.player)
        case words.PlayerCard():
            return action, words.Miss(action.player, own_card=True)
        case words.Challenge():
            return action, words.ChallengeMiss(action.player, action.target, action.reason)
    return (action,)


def draw(state: State | None, action: words.Action) -> Draw[State]:
    """Return what is drawn in an action: the card on top of the thrower's pile, if it is shown."""
    pile = _thrown_from(state, action)
    if state is None or pile is None:
        return Draw((), lambda _: apply(state, action), lambda _: 0)
    piles = state.piles
    return Draw(piles[pile], lambda order: apply(replace(state, piles=piles.put(pile, order)), action), lambda _: 1)


def outcomes(state: State | None, action: words.Action) -> Iterator[Outcome[State]]:
    """Yield what an action leads to with each card that may be on top of the thrower's pile. Raises IllegalAction."""
    return draw(state, action).outcomes()


def sample(state: State | None, action: words.Action, rng: Chance) -> Ruling:
    """Return one of the `outcomes`, as likely as it is. Raises IllegalAction."""
    return draw(state, action).sample(rng)


def _thrown_from(state: State | None, action: words.Action) -> str | None:
    """Return the seat whose top card an action shows, None if it shows none."""
    if state is None or not isinstance(action, words.Throw | words.Miss) or not state.piles.get(action.player):
        return None
    return None if isinstance(action, words.Miss) and action.own_card else action.player
