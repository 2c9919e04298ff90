"""What a player of ZIGZAG may know, and what is left to chance: cards, signs and constraints of others; the pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.action_space import SIGNS
from sim.games.zigzag.rules.cards import DEFERRED, Card, Trait, sort_cards
from sim.games.zigzag.rules.drawing import Ruling
from sim.games.zigzag.rules.engine import apply
from sim.games.zigzag.rules.notation import to_json
from sim.games.zigzag.rules.state import State
from sim.rules_frame import FrozenMap, check_seat, spell
from sim.rules_frame.chance import Chance, Draw, Outcome, shuffled

_BETWEEN = (words.Phase.BETWEEN, words.Phase.TEN_SECONDS)


def start(
    seats: Iterable[str],
    rng: Chance,
    deck: Iterable[Card],
    level: int = 1,
    constraints: Iterable[tuple[Trait, ...]] = (),
    variant: words.Variant = words.Variant.TEAMS,
) -> State:
    """Return the table before the first deal; everybody draws one of the constraint cards. Raises IllegalAction."""
    names = tuple(seats)
    drawn = dict(zip(names, shuffled(constraints, rng), strict=False)) if level > 1 else {}
    return apply(None, words.Setup(names, tuple(deck), level, FrozenMap(drawn), variant))[0]


def observation(state: State, seat: str | None) -> dict[str, Any]:
    """Return what a player may know, as plain data: keys of `to_json`, with numbers for heaps and hands of others.

    `face_down`: whether a card lies there; `laid`: null for a power that is not known; `offered`: the cards for their
    master alone; `signs`: true for other teams that have agreed on some; `constraints`: one's own card. `unseen` has
    all cards that are not seen, sorted. What a player may remember of earlier moments is left to them.

    seat: None for what everybody sees. Raises IllegalAction for no seat of this table.
    """
    check_seat(seat, state.seats)
    unseen, master = _Unseen(state, seat), _master(state)
    team = None if seat is None else state.team_of(seat)
    return {
        **to_json(state),
        "hands": {name: spell(hand) if name == seat else len(hand) for name, hand in state.hands.items()},
        "face_down": {name: card is not None for name, card in state.face_down.items()},
        "pile": len(state.pile),
        "poubelle": len(state.poubelle),
        "laid": [
            {"by": power.by, "card": None if place in unseen.laid else power.card.value}
            for place, power in enumerate(state.laid)
        ],
        "offered": spell(state.offered) if seat is not None and seat == master else len(state.offered),
        "signs": [
            spell(signs) if signs is None or number == team else True for number, signs in enumerate(state.signs)
        ],
        "constraints": {name: spell(card) for name, card in state.constraints.items() if name == seat},
        "unseen": [card.value for card in sort_cards(unseen.cards)],
    }


def _master(state: State) -> str | None:
    """Return the master of cards who is looking at cards, if there is one."""
    return state.laid[0].by if state.offered and state.laid else None


class _Unseen:
    """The cards that a seat does not see.

    Attributes:
        laid: the places of face-down powers among those laid.
        shown: the cards of each other hand that are seen all the same: under CONTRE, or after an announcement.
        cards: all others, wherever they are.
    """

    def __init__(self, state: State, seat: str | None) -> None:
        self.state, self.seat = state, seat
        # The power that acts between two hands is seen.
        acts = not state.effects and (state.phase in _BETWEEN or state.resumes in _BETWEEN)
        self.laid = [n for n, power in enumerate(state.laid) if power.by != seat and not (acts and n == 0)]
        self.shown: dict[str, tuple[Card, ...]] = {} if state.case is None else dict(state.case.shown)
        if state.choice is not None:
            self.shown = {name: state.hands[name] for name in state.teams[state.choice.team]}
        self.sees_offer = seat is not None and seat == _master(state)
        self.cards: list[Card] = [
            *state.pile,
            *state.poubelle,
            *(card for card in state.face_down.values() if card is not None),
            *(state.laid[place].card for place in self.laid),
            *(() if self.sees_offer else state.offered),
        ]
        for name in self.others:
            self.cards += _but(state.hands[name], self.shown.get(name, ()))

    @property
    def others(self) -> list[str]:
        """The other seats."""
        return [name for name in self.state.seats if name != self.seat]

    def dealt_anew(self, rng: Chance) -> State:
        """Return the position with the unseen cards in other places: powers where powers must lie."""
        state = self.state
        # In an order that says nothing of where they are.
        unseen = sort_cards(self.cards)
        powers = shuffled((card for card in unseen if card in DEFERRED), rng)[: len(self.laid)]
        laid = list(state.laid)
        for place, card in zip(self.laid, powers, strict=True):
            laid[place] = replace(laid[place], card=card)
        left = iter(shuffled(_but(unseen, powers), rng))
        hands = dict(state.hands)
        for name in self.others:
            shown = self.shown.get(name, ())
            hands[name] = (*shown, *(next(left) for _ in range(len(hands[name]) - len(shown))))
        face_down = {name: card and next(left) for name, card in state.face_down.items()}
        offered = state.offered if self.sees_offer else tuple(next(left) for _ in state.offered)
        poubelle = tuple(next(left) for _ in state.poubelle)
        return replace(
            state,
            hands=FrozenMap(hands),
            face_down=FrozenMap(face_down),
            laid=tuple(laid),
            offered=offered,
            poubelle=poubelle,
            pile=tuple(left),
        )


def _but(cards: Sequence[Card], some: tuple[Card, ...]) -> list[Card]:
    left = list(cards)
    for card in some:
        left.remove(card)
    return left


def determinize(state: State, seat: str | None, rng: Chance) -> State:
    """Return a position that is the same to this player, with everything that they do not see drawn anew.

    Each way to share out the unseen cards is as likely as another in which face-down powers are powers; the constraint
    cards of others change hands, and the signs of other teams are any two. Raises IllegalAction for no seat.
    """
    check_seat(seat, state.seats)
    if state.phase is not words.Phase.DEAL:
        # Between two sets all cards are together, and in order.
        state = _Unseen(state, seat).dealt_anew(rng)
    others = [name for name in state.constraints if name != seat]
    cards = shuffled(sorted(state.constraints[name] for name in others), rng)
    own = None if seat is None else state.team_of(seat)
    signs = (
        agreed if agreed is None or team == own else words.Signs(*shuffled(SIGNS, rng)[:2])
        for team, agreed in enumerate(state.signs)
    )
    constraints = {**state.constraints, **dict(zip(others, cards, strict=True))}
    return replace(state, constraints=FrozenMap(constraints), signs=tuple(signs))


def fates(action: words.Action) -> tuple[words.Action, ...]:
    """Return the action alone: hands decide who is first, and nothing else."""
    return (action,)


def draw(state: State | None, action: words.Action) -> Draw[State]:
    """Return what is drawn in an action: cards from the pile, or the one that is stolen."""
    if state is None:
        return Draw((), lambda _: apply(state, action), lambda _: 0)
    if _is_theft(state, action):
        hand = state.hands[state.effects[0].target]
        return Draw(hand, lambda order: apply(state, words.Resolve(order[0])), lambda _: 1)
    pile = _pile(state, action)
    return Draw(pile, partial(_with_pile, state, action), lambda after: max(0, len(pile) - len(after.pile)))


def outcomes(state: State | None, action: words.Action) -> Iterator[Outcome[State]]:
    """Yield what an action leads to with each card that may be drawn or stolen in it. Raises IllegalAction.

    After a deal there are more than can be listed, and the first of them come at once all the same.
    """
    return draw(state, action).outcomes()


def sample(state: State | None, action: words.Action, rng: Chance) -> Ruling:
    """Return one of the `outcomes`, as likely as it is: a deal is one of a shuffled deck. Raises IllegalAction."""
    return draw(state, action).sample(rng)


def _is_theft(state: State, action: words.Action) -> bool:
    return isinstance(action, words.Resolve) and action.card is not None and bool(state.effects)


def _pile(state: State, action: words.Action) -> tuple[Card, ...]:
    """Return the cards that are drawn from in an action."""
    return action.pile if isinstance(action, words.Deal | words.Shuffle) else state.pile


def _with_pile(state: State, action: words.Action, pile: tuple[Card, ...]) -> Ruling:
    """Apply an action with these cards in this order as the pile."""
    if isinstance(action, words.Deal | words.Shuffle):
        return apply(state, replace(action, pile=pile))
    # Between two sets the pile lies in its order.
    return apply(state if state.phase is words.Phase.DEAL else replace(state, pile=pile), action)
