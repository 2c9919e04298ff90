"""The actions that the rules of Zack! are given, and what can be read in a bowl: no time, no bodies."""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.zack import rules
from sim.games.zack.bots.turn_reading import CardFace, Turn
from sim.rules_frame import IllegalAction

THROW, PLAYER_CARD, CHALLENGE = "throw", "player_card", "challenge"


@dataclass(frozen=True, slots=True)
class Flight:
    """A card that left a hand and has not been ruled yet. `face` is what is printed on it."""

    name: str
    by: str
    kind: str
    face: str
    target: rules.Colour | None = None
    reason: rules.Reason | None = None

    def action(self, in_bowl: bool) -> rules.Action:
        """Return the action for the rules. in_bowl: the card lies in the bowl, not beside it."""
        if self.kind == CHALLENGE:
            assert self.target is not None
            assert self.reason is not None
            what = rules.Challenge if in_bowl else rules.ChallengeMiss
            return what(self.by, self.target, self.reason)
        if self.kind == THROW:
            return rules.Throw(self.by, self.name) if in_bowl else rules.Miss(self.by)
        return rules.PlayerCard(self.by, self.name) if in_bowl else rules.Miss(self.by, own_card=True)


def state_after(state: rules.State, actions: list[rules.Action]) -> rules.State:
    """Return the position after these actions; those that the rules refuse are left out."""
    for action in actions:
        try:
            state, _ = rules.apply(state, action)
        except IllegalAction:
            continue
    return state


def own_card_face(state: rules.State, by: str) -> CardFace:
    """Return what can be read in a player card of `by`: it does not change who is due."""
    cards = list(rules.zack_cards(state.bowl))
    face = rules.OwnCard.of(state.colours[by]).value
    return CardFace(
        kind=face,
        carried=face,
        links=0,
        mirrored=state.mirrored,
        thrower=state.seats.index(by),
        below=state.seats.index(cards[-1][1]) if cards else None,
        colours=_colours(state),
        under=turn_of(state),
    )


def turn_of(state: rules.State) -> Turn:
    """Return what shows all players whose turn it is: the top Zack card, or the seat that was named.

    A seat is named at the start, by a challenge that took the bowl, and by the thrower of a choose card.
    """
    assert state.due is not None
    if not any(rules.zack_cards(state.bowl)) or rules.function_of(state.bowl) is rules.Card.CHOOSE:
        return state.seats.index(state.due)
    return card_face(state)


def _colours(state: rules.State) -> tuple[str, ...]:
    return tuple(state.colours[seat].value for seat in state.seats)


def card_face(state: rules.State) -> CardFace:
    """Return what can be read in the top Zack card of a position's bowl. Raises ValueError where there is none."""
    cards = list(rules.zack_cards(state.bowl))
    if not cards:
        raise ValueError("There is no Zack card in the bowl.")
    kind, thrower = cards[-1]
    links, depth = 0, len(cards) - 1
    while depth >= 0 and cards[depth][0] is rules.Card.AGAIN:
        links, depth = links + 1, depth - 1
    links += depth >= 0 and cards[depth][0] is rules.Card.BACK
    carried = rules.function_of(state.bowl)
    return CardFace(
        kind=kind.value,
        carried="none" if carried is None else carried.value,
        links=links,
        mirrored=state.mirrored,
        thrower=state.seats.index(thrower),
        below=state.seats.index(cards[-2][1]) if len(cards) > 1 else None,
        colours=_colours(state),
    )
