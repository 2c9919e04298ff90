"""The rules of Zack! as a function from a position and what happens to the next position and the events between."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from sim.games.zack.rules import events
from sim.games.zack.rules import vocabulary as words
from sim.games.zack.rules.state import State
from sim.games.zack.rules.turns import due_after, function_of, neighbour
from sim.rules_frame import Event, FrozenMap, IllegalAction, check_names, quote
from sim.rules_frame.action_space import ActionSpace

V = TypeVar("V")
Ruling = tuple[State, tuple[Event, ...]]


def apply(state: State | None, action: words.Action) -> Ruling:
    """Return the position after an action and the events of it. Raises IllegalAction: nothing has happened then.

    `state` is None before the setup, which must be the first action and comes once. Only what cannot happen is illegal
    (a throw from an empty hand, a challenge card that one does not hold): a mistake is ruled on.
    """
    if isinstance(action, words.Setup):
        if state is not None:
            raise IllegalAction("already_set_up", "The game has been set up already.")
        return _setup(action)
    if state is None:
        raise IllegalAction("not_set_up", "The first action must be a setup.")
    if state.phase is words.Phase.OVER:
        raise IllegalAction("over", "The game is over.")
    match action:
        case words.Throw():
            return _throw(state, action)
        case words.Miss():
            return _miss(state, action)
        case words.Challenge():
            return _challenge(state, action, landed=True)
        case words.ChallengeMiss():
            return _challenge(state, action, landed=False)
        case words.PlayerCard():
            return _player_card(state, action)
        case words.Choose():
            return _choose(state, action)
        case words.Resume():
            return _resume(state)


def legal_actions(state: State, player: str | None = None) -> tuple[words.Action, ...]:
    """Return every action that can happen now, mistakes included, in a fixed order; empty after the end.

    player: whose alone; to name a colour and to end a stop is for the due player. It is never empty before the end, nor
    is the due player's: they have a card to throw or a player card to win with, a colour to name, or a stop to end.
    """
    if state.phase is words.Phase.OVER:
        return ()
    found: list[words.Action] = []
    if player in (None, state.due):
        if state.phase is words.Phase.CHOOSE:
            found += [words.Choose(colour) for colour in state.in_play]
        elif state.stopped:
            found.append(words.Resume())
    for seat in state.seats if player is None else (player,):
        lays_out = state.may_lay_out(seat)
        if state.piles[seat]:
            found += [words.Throw(seat), words.Miss(seat)]
        elif lays_out:
            found.append(words.Miss(seat))
        if lays_out:
            found += [words.Miss(seat, own_card=True), words.PlayerCard(seat)]
        for target in state.challenges[seat]:
            for reason in words.Reason:
                found += [words.Challenge(seat, target, reason), words.ChallengeMiss(seat, target, reason)]
    return tuple(found)


def _setup(action: words.Setup) -> Ruling:
    seats = action.seats
    if len(seats) not in words.SEATS:
        raise IllegalAction("player_count", f"Zack! is for 3 to 6 players, not {len(seats)}.")
    check_names(seats)
    for key, given in (("colour", action.colours), ("hand", action.hands)):
        for seat in given:
            if seat not in seats:
                raise IllegalAction("unknown_player", f"There is a {key} for {quote(seat)}, who has no seat.")
        for seat in seats:
            if seat not in given:
                raise IllegalAction("incomplete_setup", f"The {key} of {quote(seat)} is missing.")
    if len(set(action.colours.values())) < len(seats):
        raise IllegalAction("same_colour", "Two players have the same colour.")
    if action.first not in seats:
        raise IllegalAction("unknown_player", f"{quote(action.first)}, who is to begin, has no seat.")
    for seat in seats:
        for card in action.hands[seat]:
            if card.colour is not None and card.colour not in action.colours.values():
                # Circles of colours that nobody has are taken out of the game: nobody would be due (point 21).
                raise IllegalAction(
                    "colour_not_in_play", f"{quote(seat)} holds {card.value}, but nobody has that colour."
                )
            if card.stops and not action.stop_cards:
                raise IllegalAction(
                    "stop_card_not_in_play",
                    f"{quote(seat)} holds the stop card {card.value}, but stop cards are not in play.",
                )
    colours = FrozenMap({seat: action.colours[seat] for seat in seats})
    state = State(
        seats=seats,
        agreed=action.agreed,
        phase=words.Phase.PLAY,
        colours=colours,
        borders=colours,
        piles=FrozenMap({seat: tuple(action.hands[seat]) for seat in seats}),
        bowl=(),
        due=action.first,
        stop=None,
        mirrored=False,
        winner=None,
    )
    return state, (
        events.GameStarted(seats, colours, state.hands, state.agreed.edition),
        events.Due(action.first, choose=False),
    )


def _seat(state: State, name: str) -> str:
    if name not in state.seats:
        raise IllegalAction("unknown_player", f"{quote(name)} has no seat at this table.")
    return name


def _top_card(state: State, player: str) -> words.Card:
    pile = state.piles[_seat(state, player)]
    if not pile:
        raise IllegalAction("no_card", f"{quote(player)} has no card left in hand.")
    return pile[0]


def _throw(state: State, action: words.Throw) -> Ruling:
    player = action.player
    card = _top_card(state, player)
    rest = state.piles[player][1:]
    if state.stopped:
        # What lands on a challenge or a stop card goes back, the slow player's late card too (points 13 and 20).
        return replace(state, piles=state.piles.put(player, (*rest, card))), (events.CardReturned(player, card),)
    entry = words.Entry(card, player, player != state.due, action.name)
    # A card out of turn stands, and decides who is due, as long as nobody challenges it (decision 10).
    state = replace(state, piles=state.piles.put(player, rest), bowl=(*state.bowl, entry))
    function = function_of(state.bowl)
    due = due_after(state.seats, state.colours, state.bowl, state.mirrored)
    state = replace(state, due=due)
    happened: tuple[Event, ...] = (events.CardLanded(player, card, entry.wrong, function),)
    if function is not None and function.stops:
        state, effects = _stop_card(replace(state, stop=words.Stop.STOP_CARD), function)
        happened = (*happened, events.GameStopped(words.Stop.STOP_CARD), *effects)
    return state, (*happened, events.Due(due, choose=state.phase is words.Phase.CHOOSE))


def _stop_card(state: State, function: words.Card) -> Ruling:
    """Apply the effect of a stop card, thrown or repeated by an again (decision 4)."""
    match function:
        case words.Card.SWAP if state.agreed.edition is words.Edition.FRENCH:
            return _swap_hands(state)
        case words.Card.SWAP:
            return _swap_colours(state)
        case words.Card.MIRROR:
            state = replace(state, mirrored=not state.mirrored)
            return state, (events.MirrorTurned(state.mirrored),)
        case _:
            return replace(state, phase=words.Phase.CHOOSE), ()


def _swap_colours(state: State) -> Ruling:
    # Everyone collects their player card first, one that lies in the bowl by mistake too.
    state, happened = _take_player_cards(state)
    colours = _to_the_left(state, state.colours)
    return replace(state, colours=colours, borders=colours), (*happened, events.ColoursSwapped(colours))


def _swap_hands(state: State) -> Ruling:
    state = replace(state, piles=_to_the_left(state, state.piles), borders=_to_the_left(state, state.borders))
    return state, (events.HandsSwapped(state.hands, state.challenges),)


def _to_the_left(state: State, owned: FrozenMap[str, V]) -> FrozenMap[str, V]:
    return FrozenMap({seat: owned[neighbour(state.seats, seat, -1)] for seat in state.seats})


def _miss(state: State, action: words.Miss) -> Ruling:
    # Only the thrower may try again (point 11), and a thrower who is slow because of it can be challenged.
    player = _seat(state, action.player)
    # An early player card that is missed the second time has proved nothing: the mistake stays in the bowl.
    own = action.own_card or not state.piles[player]
    return state, (events.CardMissed(player, _own_card(state, player) if own else _top_card(state, player)),)


def _challenge(state: State, action: words.Challenge | words.ChallengeMiss, landed: bool) -> Ruling:
    by = _seat(state, action.player)
    if action.target not in state.challenges[by]:
        raise IllegalAction("no_card", f"{quote(by)} holds no challenge card against {action.target.value}.")
    against = state.holder(action.target)
    happened: tuple[Event, ...] = () if landed else (events.ChallengeMissed(by, against, action.reason),)
    if state.stop is words.Stop.CHALLENGE:
        # Only the first challenge card counts, the others go back (point 12).
        return state, (*happened, events.ChallengeReturned(by, against, "stopped"))
    if by == state.due:
        # The player who is due cannot challenge (decision 7).
        return state, (*happened, events.ChallengeReturned(by, against, "due"))
    assert state.due is not None
    french = state.agreed.edition is words.Edition.FRENCH
    success = landed and _proved(state, by, against, action.reason)
    taker: str | None
    if success:
        taker, continues = against, by
    elif french and landed and action.reason is words.Reason.OUT_OF_TURN and not state.challengeable - {by}:
        # Nobody has made a mistake that could be proved: by the French text no effect at all (point 8).
        taker, continues = None, state.due
    else:
        # Who goes on is where the two texts contradict each other plainly (point 3).
        taker, continues = by, by if french else against
    cards = 0 if taker is None else sum(isinstance(entry.card, words.Card) for entry in state.bowl)
    happened = (*happened, events.Challenge(success, by, against, taker, cards, continues))
    if taker is not None:
        # The challenger has the challenge card back at once; a colour that was to be named need not be any more.
        state, returned = _empty_bowl(replace(state, phase=words.Phase.PLAY, due=continues), taker)
        happened = (*happened, *returned)
    return replace(state, stop=words.Stop.CHALLENGE), (*happened, events.GameStopped(words.Stop.CHALLENGE))


def _proved(state: State, by: str, against: str, reason: words.Reason) -> bool:
    """Return True if the challenged player has made the mistake. In the French edition any true reason will do.

    Too slow is the due player who has not thrown: there is no minimum time, the order in the bowl decides (decision 9).
    While a stop card stops the game nobody is slow: the due player's own stop card has landed first.
    """
    slow = against == state.due and not state.stopped
    out_of_turn = against in state.challengeable
    if by == against:
        # Only after a French swap does anyone hold a card against their own colour: it is the wrong colour.
        return False
    if state.agreed.edition is words.Edition.FRENCH:
        return slow or out_of_turn
    return slow if reason is words.Reason.SLOW else out_of_turn


def _empty_bowl(state: State, taker: str) -> Ruling:
    """Put the Zack cards under the taker's pile, lowest first; player cards go back to their owners (decision 15)."""
    state, happened = _take_player_cards(state)
    cards = tuple(entry.card for entry in state.bowl if isinstance(entry.card, words.Card))
    # Links=Rechts lasts while its card lies in the bowl; by the French text, until the next one lands (point 19).
    mirrored = state.mirrored and state.agreed.edition is words.Edition.FRENCH
    piles = state.piles.put(taker, (*state.piles[taker], *cards))
    return replace(state, piles=piles, bowl=(), mirrored=mirrored), happened


def _take_player_cards(state: State) -> Ruling:
    taken = tuple(
        events.PlayerCardReturned(entry.by, entry.card) for entry in state.bowl if isinstance(entry.card, words.OwnCard)
    )
    return replace(state, bowl=tuple(entry for entry in state.bowl if isinstance(entry.card, words.Card))), taken


def _own_card(state: State, player: str) -> words.OwnCard:
    """Return the player card that this player can throw now. Raises IllegalAction where it has to stay in the bowl."""
    card = words.OwnCard.of(state.colours[_seat(state, player)])
    if not state.may_lay_out(player):
        raise IllegalAction("no_card", f"The player card of {quote(player)} lies in the bowl already.")
    return card


def _player_card(state: State, action: words.PlayerCard) -> Ruling:
    player = action.player
    card = _own_card(state, player)
    finishes = state.may_finish(player)
    happened: tuple[Event, ...] = ()
    if state.stopped:
        return state, (events.PlayerCardReturned(player, card),)
    if state.laid_out(player):
        kept = tuple(entry for entry in state.bowl if not (entry.card is card and entry.by == player))
        state = replace(state, bowl=kept)
        happened = (events.PlayerCardReturned(player, card),)
    state = replace(state, bowl=(*state.bowl, words.Entry(card, player, not finishes, action.name)))
    happened = (*happened, events.PlayerCardLanded(player, card, not finishes))
    if not finishes:
        # A mistake that others may challenge; who is due stays due.
        return state, happened
    state = replace(state, phase=words.Phase.OVER, due=None, winner=player)
    return state, (*happened, events.GameOver(player, words.Ending.PLAYER_CARD))


def _choose(state: State, action: words.Choose) -> Ruling:
    if state.phase is not words.Phase.CHOOSE or state.due is None:
        raise IllegalAction("no_choice", "There is no colour to be chosen now.")
    if action.colour not in state.in_play:
        raise IllegalAction("colour_not_in_play", f"Nobody has the colour {action.colour.value}.")
    due = state.holder(action.colour)
    happened = events.ColourChosen(state.due, action.colour, due)
    return replace(state, phase=words.Phase.PLAY, due=due), (happened,)


def _resume(state: State) -> Ruling:
    if state.phase is words.Phase.CHOOSE:
        raise IllegalAction("choice_open", f"{quote(state.due)} has to choose a colour first.")
    if not state.stopped or state.due is None:
        raise IllegalAction("not_stopped", "The game is not stopped.")
    return replace(state, stop=None), (events.GameResumed(state.due),)


_CALLED = {words.Reason.SLOW: "too slow", words.Reason.OUT_OF_TURN: "out of turn"}


def actions(setup: words.Setup | State) -> ZackActions:
    """Return the numbered actions of a game: they depend on the colours in play."""
    return ZackActions(setup)


class ZackActions(ActionSpace[State, words.Action]):
    """The actions of a player of Zack! as numbers: what a hand can do at any moment, mistakes included. Each is whole.

    Everybody acts at once, and no turn is enforced: a card out of turn, a challenge without ground or a player card too
    early is legal, and the rules punish it. That a card lands beside the bowl is no decision: an action that has missed
    is applied as `Miss` or `ChallengeMiss` in its place.
    """

    def __init__(self, setup: words.Setup | State) -> None:
        colours = [colour for colour in words.Colour if colour in setup.colours.values()]
        found: dict[words.Action, str] = {
            words.Throw(""): "throw",
            words.PlayerCard(""): "throw the player card",
            words.Resume(): "go on after a stop",
        }
        found |= {words.Choose(colour): f"choose {colour}" for colour in colours}
        found |= {
            words.Challenge("", colour, reason): f"challenge {colour}, {called}"
            for colour in colours
            for reason, called in _CALLED.items()
        }
        super().__init__(setup.seats, found, apply)

    def _legal(self, state: State, seat: str, begun: tuple[words.Action, ...]) -> Collection[int]:
        return [self._numbers[action] for action in legal_actions(state, seat) if action in self._numbers]

    def _whole(
        self, state: State, seat: str | None, action: words.Action, begun: tuple[words.Action, ...]
    ) -> tuple[words.Action, tuple[words.Action, ...]]:
        if isinstance(action, words.Choose | words.Resume) and seat != state.due:
            raise IllegalAction("not_due", f"It is not for {quote(seat)} to decide now.")
        return action, begun
