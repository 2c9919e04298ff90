"""The rules of ZIGZAG as a function from a position and what happens to the next position and the events between.

Decisions by number are those of docs/explanation/games.md.
"""

from __future__ import annotations

from dataclasses import replace

from sim.games.zigzag.rules import events, powers
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.announcing import announce, contre, show, tick, verify
from sim.games.zigzag.rules.cards import SHIFTS, Card, sort_cards
from sim.games.zigzag.rules.drawing import Ruling, draw, fill_up, serve
from sim.games.zigzag.rules.legality import is_complete, why_illegal
from sim.games.zigzag.rules.state import Sheet, State, levels_of, teams_of
from sim.rules_frame import Event, FrozenMap, IllegalAction, check_names, quote


def apply(state: State | None, action: words.Action) -> Ruling:
    """Return the position after an action and the events of it. Raises IllegalAction: nothing has happened then.

    `state` is None before the setup, which must be the first action and comes once. Everybody acts at once: actions
    come in the order in which they happened, and what comes too late (a card that another player has) is illegal.
    """
    if state is None:
        if not isinstance(action, words.Setup):
            raise IllegalAction("The first action must be a setup.")
        return set_up(action)
    if (refused := why_illegal(state, action)) is not None:
        raise refused
    state, happened = _do(state, action)
    state, ended = _end_of_hand(state)
    return state, (*happened, *ended)


def _do(state: State, action: words.Action) -> Ruling:  # noqa: C901 - a flat table
    match action:
        case words.AgreeSigns():
            signs = list(state.signs)
            signs[action.team] = words.Signs(action.zig, action.zag)
            happened = events.SignsAgreed(action.team, action.zig, action.zag)
            return replace(state, signs=tuple(signs)), (happened,)
        case words.Deal():
            return _deal(state, action)
        case words.NextHand():
            return _next_hand(state)
        case words.Discard():
            return _discard(state, action)
        case words.PickUp():
            return _pick_up(state, action)
        case words.Take():
            return _take(state, action)
        case words.Draw():
            return draw(state, [words.Owed(words.Owing.HAND, action.player)])
        case words.Pass():
            return replace(state, passed=state.passed | {action.player}), (events.Passed(action.player),)
        case words.Sign():
            return state, (_sign(state, action),)
        case words.Play():
            return powers.play(state, action)
        case words.Cancel():
            return powers.cancel(state, action)
        case words.Resolve():
            return powers.resolve(state, action)
        case words.Look():
            return powers.look(state, action)
        case words.Assign():
            return powers.assign(state, action)
        case words.TimeUp():
            return powers.time_up(state)
        case words.Announce():
            return announce(state, action)
        case words.Verify():
            return verify(state)
        case words.Tick():
            return tick(state, action)
        case words.Contre():
            return contre(state, action)
        case words.Show():
            return show(state, action)
        case words.Shuffle():
            shuffled = events.PileShuffled(len(action.pile))
            state, drawn_later = serve(replace(state, pile=action.pile, poubelle=()))
            return state, (shuffled, *drawn_later)
        case words.Setup():
            raise IllegalAction("The game has been set up already.")


def _deal(state: State, action: words.Deal) -> Ruling:
    """Deal four cards each; the rest is the pile."""
    number = state.set_number + 1
    state = replace(
        state, phase=words.Phase.BETWEEN, set_number=number, hand_number=0, pile=action.pile, number=action.number
    )
    state, drawn = draw(state, [words.Owed(words.Owing.HAND, seat) for _ in range(words.HAND) for seat in state.seats])
    return state, (events.SetStarted(number, action.number), *drawn)


def _next_hand(state: State) -> Ruling:
    state, happened = fill_up(state)
    if not state.dealt:
        state, dealt = draw(state, [words.Owed(words.Owing.FACE_DOWN, seat) for seat in state.seats])
        happened = (*happened, *dealt)
    hand = state.hand_number + 1
    state = replace(
        state, phase=words.Phase.PLAY, hand_number=hand, opened=frozenset(), passed=frozenset(), dealt=False
    )
    return state, (*happened, events.HandStarted(state.set_number, hand))


def _end_of_hand(state: State) -> Ruling:
    """Put the tapis into the Poubelle when it is empty or nobody wants to exchange any more (decision 14).

    Not before every player has picked up their card, completed their hand, and every announced power is carried out.
    """
    if state.phase is not words.Phase.PLAY or state.owed or state.effects:
        return state, ()
    if not all(is_complete(state, seat) for seat in state.seats):
        return state, ()
    if state.tapis and len(state.passed) < len(state.seats):
        return state, ()
    cause = "passed" if state.tapis else "empty"
    happened = events.HandEnded(state.hand_number, cause, state.tapis)
    state = replace(
        state,
        phase=words.Phase.BETWEEN,
        tapis=(),
        poubelle=(*state.poubelle, *state.tapis),
        opened=frozenset(),
        passed=frozenset(),
    )
    state, powers_happened = powers.advance(state)
    return state, (happened, *powers_happened)


def _discard(state: State, action: words.Discard) -> Ruling:
    player, card = action.player, action.card
    state = powers.out_of_hand(state, player, card)
    # There is something new on the tapis: everybody may want to exchange again.
    state = replace(state, tapis=(*state.tapis, card), passed=frozenset())
    return state, (events.CardDiscarded(player, card),)


def _pick_up(state: State, action: words.PickUp) -> Ruling:
    player = action.player
    card = state.face_down[player]
    assert card is not None
    state = replace(
        state,
        hands=state.hands.put(player, (*state.hands[player], card)),
        face_down=state.face_down.put(player, None),
    )
    return state, (events.CardPickedUp(player, card),)


def _take(state: State, action: words.Take) -> Ruling:
    player, card = action.player, action.card
    tapis = list(state.tapis)
    tapis.remove(card)
    state = replace(state, tapis=tuple(tapis), hands=state.hands.put(player, (*state.hands[player], card)))
    return state, (events.CardTaken(player, card),)


def _sign(state: State, action: words.Sign) -> Event:
    agreed = state.signs[state.team_of(action.player)]
    means = None
    if agreed is not None and action.sign in (agreed.zig, agreed.zag):
        means = words.Call.ZIG if action.sign == agreed.zig else words.Call.ZAG
    return events.SignMade(action.player, action.sign, means)


SEATS = {words.Variant.TEAMS: (4, 6), words.Variant.TWO: (4,), words.Variant.THREE: (3,)}
"""Seats at the table. With the variant two a seat is a hand: four of them."""


def set_up(action: words.Setup) -> Ruling:
    """Return the table before the first set. Raises IllegalAction."""
    seats = action.seats
    if len(seats) not in SEATS[action.variant]:
        wanted = " or ".join(map(str, SEATS[action.variant]))
        raise IllegalAction(f"The variant {action.variant.value} is for {wanted} seats, not {len(seats)}.")
    check_names(seats)
    if not 1 <= action.level <= 3:
        raise IllegalAction(f"There are the levels 1, 2 and 3, and no level {quote(action.level)}.")
    if action.contre_limit < 0:
        raise IllegalAction("The number of failed CONTREs that are allowed cannot be negative.")
    _check_deck(action)
    _check_constraints(action)
    nothing: FrozenMap[str, tuple[Card, ...]] = FrozenMap(dict.fromkeys(seats, ()))
    teams = teams_of(seats, action.variant)
    levels = levels_of(action.level)
    empty: Sheet = FrozenMap(dict.fromkeys(levels, FrozenMap(dict.fromkeys(words.TICKS_WANTED[action.variant], 0))))
    state = State(
        seats=seats,
        variant=action.variant,
        level=action.level,
        strict=action.strict,
        contre_test=action.contre_test,
        contre_limit=action.contre_limit,
        phase=words.Phase.DEAL,
        resumes=None,
        set_number=0,
        hand_number=0,
        pile=sort_cards(action.deck),
        hands=nothing,
        face_down=FrozenMap(dict.fromkeys(seats)),
        tapis=(),
        poubelle=(),
        stops=nothing,
        shifts=nothing,
        laid=(),
        effects=(),
        offered=(),
        opened=frozenset(),
        passed=frozenset(),
        robbed=frozenset(),
        dealt=False,
        owed=(),
        announcement=None,
        case=None,
        choice=None,
        signs=(None,) * len(teams),
        constraints=FrozenMap({seat: tuple(action.constraints[seat]) for seat in seats if action.level > 1}),
        number=None,
        sheets=(empty,) * len(teams),
        failed=(0,) * len(teams),
        winner=None,
    )
    return state, (events.GameStarted(seats, teams, state.level, state.variant, len(state.pile)),)


def _check_deck(action: words.Setup) -> None:
    seats = len(action.seats)
    if len(action.deck) < (words.HAND + 1) * seats:
        raise IllegalAction(f"{seats} seats need at least {(words.HAND + 1) * seats} cards, not {len(action.deck)}.")
    characters = [card for card in action.deck if card.is_character]
    if len(set(characters)) < len(characters):
        raise IllegalAction("The deck has a character card twice.")
    for card in SHIFTS:
        if action.level == 1 and card in action.deck:
            raise IllegalAction(f"{card.value} is taken out at level 1.")


def _check_constraints(action: words.Setup) -> None:
    if action.level == 1:
        if action.constraints:
            raise IllegalAction("There are no constraint cards at level 1.")
        return
    for seat in action.constraints:
        if seat not in action.seats:
            raise IllegalAction(f"There is a constraint card for {quote(seat)}, who has no seat.")
    for seat in action.seats:
        if seat not in action.constraints:
            raise IllegalAction(f"The constraint card of {quote(seat)} is missing.")
        if len(action.constraints[seat]) != words.NUMBERS:
            raise IllegalAction(f"The constraint card of {quote(seat)} must have {words.NUMBERS} numbers.")
