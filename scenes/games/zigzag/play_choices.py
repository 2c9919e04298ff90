"""The choices of a player at ZIGZAG: actions with their buttons and keys, targets, answers; and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pyglet.window import key

from scenes.games.zigzag.art import title
from scenes.games.zigzag.panels import call_shown
from sim.errors import IllegalAction
from sim.games.zigzag.intents import (
    CallContre,
    CallOut,
    CancelPower,
    DrawCard,
    LookAt,
    MakeSign,
    PassOn,
    PickUpCard,
    PlayPower,
    ShareOut,
    TickBox,
)
from sim.games.zigzag.match import Practice, ZigzagMatch
from sim.games.zigzag.match.frame import SeatView, TableStage, ZigzagFrame
from sim.games.zigzag.match.rule_adapter import action_of
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import HAND, Phase
from sim.language import N_, _, put_in
from sim.match.intents import Intent

TARGETED = (*(card.value for card in (Card.STEAL, Card.SWAP)), "stop_character", "stop_accessory", "stop_landscape")
AnyMatch = ZigzagMatch | Practice


@dataclass(frozen=True, slots=True)
class Action:
    """A button: its words, the name of its key, the key's symbol.

    intent: makes the intent of the player of that name; None for CONTRE, which may have to ask against whom.
    """

    words: str
    cap: str
    symbol: int
    intent: Callable[[str], Intent] | None


ACTIONS = (
    Action(N_("pick up"), "Space", key.SPACE, lambda me: PickUpCard(by=me)),
    Action(N_("draw"), "R", key.R, lambda me: DrawCard(by=me)),
    Action(N_("no more"), "N", key.N, lambda me: PassOn(by=me)),
    Action(N_("sign ZIG"), "A", key.A, lambda me: MakeSign(by=me, sign="zig")),
    Action(N_("sign ZAG"), "S", key.S, lambda me: MakeSign(by=me, sign="zag")),
    Action(N_("false sign"), "D", key.D, lambda me: MakeSign(by=me, sign="bluff")),
    Action("ZIG!", "Z", key.Z, lambda me: CallOut(by=me, call="zig")),
    Action("ZAG!", "X", key.X, lambda me: CallOut(by=me, call="zag")),
    Action("2×ZIG!", "C", key.C, lambda me: CallOut(by=me, call="double_zig")),
    Action("ZIG-ZAG!", "V", key.V, lambda me: CallOut(by=me, call="zig_zag")),
    Action("2×ZAG!", "B", key.B, lambda me: CallOut(by=me, call="double_zag")),
    Action(N_("CONTRE!"), "K", key.K, None),
)
"""The actions that need no card, in the order of their buttons."""
KEYS: tuple[tuple[str, str], ...] = (
    (N_("Drag a card"), N_("lay it on the cloth")),
    (N_("Click the cloth"), N_("snatch that card")),
    (N_("Click a special card"), N_("play it (1 to 4)")),
    (N_("Arrows, 1 to 4"), N_("mark a card")),
    ("Enter", N_("lay, play or snatch the marked card")),
    ("L", N_("lay the marked card")),
    ("Space", N_("pick up your card, draw, or snatch")),
    ("N", N_("pass: no more exchanges")),
    ("A, S, D", N_("sign ZIG, ZAG, a false one")),
    ("Z, X, C, V, B", N_("call ZIG, ZAG, 2×ZIG, ZIG-ZAG, 2×ZAG")),
    ("K", N_("CONTRE")),
    (N_("Right button, ⌫"), N_("put back, choose nothing")),
)
"""Keys and what they do, for the help."""
HINT = "H", N_("which exchange would help")
"""The key of a beginner's hint."""


@dataclass(frozen=True, slots=True)
class GiveCard:
    """A card that the master of cards has chosen for a player, before all cards are dealt out."""

    target: str
    card: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several choices: words or a card's face, and the answer that it stands for (None: it is only shown)."""

    words: str
    face: str | None
    answer: Intent | GiveCard | None = None


def why_not(match: AnyMatch, intent: Intent) -> IllegalAction | None:
    """Return the reason why the person may not do that now, or None if they may."""
    try:
        match.may(intent)
    except IllegalAction as refusal:
        return refusal
    return None


def allowed(match: AnyMatch, intent: Intent) -> bool:
    """Return True if the person may do that now."""
    return why_not(match, intent) is None


def able(match: AnyMatch, intent: Intent) -> bool:
    """Return True if the person may do that as soon as their hand is free: a matter of the position alone.

    intent: of one of `ACTIONS`, none of which is about a card that lies on the tapis.
    """
    return not match.finished and match.table.allows(action_of(intent))


def plays(match: AnyMatch, me: str, face: str) -> list[Choice]:
    """Return the ways to play a special card now: a choice for each target, or one without words if it has none."""
    if face == Card.Z.value:
        return _cancels(match, me)
    if face not in TARGETED:
        play = PlayPower(by=me, card=face)
        return [Choice("", None, play)] if allowed(match, play) else []
    found = [(name, PlayPower(by=me, card=face, target=name)) for name in match.names if name != me]
    return [Choice(name, None, play) for name, play in found if allowed(match, play)]


def _cancels(match: AnyMatch, me: str) -> list[Choice]:
    state = match.table.state
    found = []
    for member in state.teams[state.team_of(me)]:
        lying = [*state.stops[member], *(effect.card for effect in state.effects if effect.target == member)]
        for card in dict.fromkeys(lying):
            cancel = CancelPower(by=me, card=card.value, target=member)
            if allowed(match, cancel):
                found.append(Choice(f"{title(card.value)}: {member}", None, cancel))
    return found


def contres(match: AnyMatch, me: str) -> list[Choice]:
    """Return the teams against whom CONTRE can be called."""
    found = []
    for team, seats in enumerate(match.table.state.teams):
        contre = CallContre(by=me, team=team)
        if allowed(match, contre):
            found.append(Choice(" + ".join(seats), None, contre))
    return found


class Abilities:
    """The actions of which the person is `able`."""

    def __init__(self, match: AnyMatch, me: str) -> None:
        self._match = match
        contre = tuple(CallContre(by=me, team=team) for team in range(len(match.table.state.teams)))
        self._intents = tuple(contre if action.intent is None else (action.intent(me),) for action in ACTIONS)
        self._known: tuple[State, bool, tuple[bool, ...]] | None = None

    def now(self) -> tuple[bool, ...]:
        """Return whether each of `ACTIONS` can be done, CONTRE against anybody; worked out once a position."""
        match = self._match
        state, finished = match.table.state, match.finished
        # A position never changes, so it is enough to ask whether it is the same one.
        if self._known is None or self._known[0] is not state or self._known[1] != finished:
            can = tuple(any(able(match, intent) for intent in each) for each in self._intents)
            self._known = state, finished, can
        return self._known[2]


class Asking:
    """The questions that the table puts to the person: a hand to look at, cards to deal out, a box to tick."""

    def __init__(self, match: AnyMatch, me: str) -> None:
        self._match, self._me = match, me
        self._given: dict[str, str] = {}

    def prompt(self) -> tuple[str, list[Choice]]:
        """Return the question and the choices; an empty string and list if nothing is asked."""
        match, me = self._match, self._me
        if me not in match.waits_for:
            self._given = {}
            return "", []
        state = match.table.state
        if state.phase is Phase.TICK:
            found = []
            for level, box in state.open_boxes(state.team_of(me)):
                tick = TickBox(by=me, level=level, box=box.value)
                if allowed(match, tick):
                    words = (
                        call_shown(box.value)
                        if level == 1
                        else _("{box}, level {level}", box=call_shown(box.value), level=level)
                    )
                    found.append(Choice(words, None, tick))
            return _("DOUBLE-ZAG: which box do you tick?"), found
        if state.laid and state.laid[0].card is Card.PEEK:
            seats = [Choice(name, None, LookAt(by=me, target=name)) for name in match.names if name != me]
            return _("Whose hand do you look at?"), seats
        return self._share_out()

    def _share_out(self) -> tuple[str, list[Choice]]:
        left = [card.value for card in self._match.table.state.offered]
        for face in self._given.values():
            if face in left:
                left.remove(face)
        seats = [name for name in self._match.names if name not in self._given]
        if not left or not seats:
            deal = ShareOut(by=self._me, cards=dict(self._given))
            return _("That is how the cards are dealt."), [Choice(_("deal them"), None, deal)]
        found = [Choice("", face, GiveCard(seats[0], face)) for face in left]
        return _("Card master: which card does {name} get?", name=seats[0]), found

    def give(self, card: GiveCard) -> None:
        """Keep the card that a player gets in the master's deal."""
        self._given[card.target] = card.card


class Spot(StrEnum):
    """The place where the next thing is done."""

    OWN = "own"  # the person's cards
    WAITING = "waiting"  # the card that lies face down before them
    PILE = "pile"
    TAPIS = "tapis"
    BUTTON = "button"  # the button of an action


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do: in words, and where. button: the words on the button, if it is one."""

    words: str
    spot: Spot | None = None
    button: str = ""

    @property
    def helps(self) -> bool:
        """True where a hint about an exchange is of use: cards may be laid or taken."""
        return self.spot in (Spot.OWN, Spot.TAPIS) or self.button == _("no more")


def next_step(
    frame: ZigzagFrame, own: SeatView, signs: Mapping[str, str], due: str | None, may: Callable[[Intent], bool]
) -> Step:
    """Return the next thing to do; its words are empty if there is nothing to say.

    own: the person's seat. signs: those that each of their team has made in this set. due: the player whose power acts.
    may: returns True if an intent would be allowed, were the hand free.
    """
    if frame.table_stage is TableStage.OVER:
        return Step("")
    if frame.table_stage is TableStage.CHECKING:
        return Step(_("Cards are shown."))
    if frame.table_stage is TableStage.DEALING:
        first = _("Your partner sits diagonally; sleeves of one colour are a team.")
        return Step(_("Cards are dealt.") if frame.set else first)
    if frame.table_stage is TableStage.POWERS and due != own.name:
        return Step(_("Wait: special cards act before the next hand."))
    # To announce what is ticked already brings nothing.
    to_tick = {box for _level, box, is_ticked in frame.teams[own.team].boxes if not is_ticked}
    signed = next((sign for name, sign in signs.items() if name != own.name and sign in to_tick), None)
    if signed is not None:
        call = call_shown(signed)
        words = _("Your partner has signed {call}: call it, or wait for a double.", call=call)
        return Step(words, Spot.BUTTON, f"{call}!")
    if own.waiting:
        if may(PickUpCard(by=own.name)):
            return Step(_("Pick up your card ([Space])."), Spot.WAITING)
        if len(own.cards) < HAND and may(DrawCard(by=own.name)):
            return Step(_("Draw a card ([Space]): you have too few."), Spot.PILE)
        return Step(_("Drag a card to the cloth, or click a special card."), Spot.OWN)
    # A partner who knows the sign may wait for something better: the person goes on meanwhile.
    if own.says_combination is not None and own.says_combination != signs.get(own.name):
        call = call_shown(own.says_combination)
        words = _("Sign your {call} to your partner, for a double.")
        if own.says_combination in to_tick:
            words = _("Sign your {call} to your partner, who calls it.")
        return Step(put_in(words, call=call), Spot.BUTTON, _("sign {call}", call=call))
    if len(own.cards) < HAND:
        if frame.cards:
            return Step(_("Snatch a card from the cloth."), Spot.TAPIS)
        return Step(_("Draw a card ([Space])."), Spot.PILE)
    if own.passed:
        return Step("")
    return Step(_("Drag a card to the cloth, or press [N]: no more."), Spot.BUTTON, _("no more"))
