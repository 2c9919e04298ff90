"""The intents of players at ZIGZAG: one class for each question, from a bot's mind or the mouse to the record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.intents import Intent, IntentCodec
from sim.match.record import RecordModel
from sim.match.tempo import SetTempo
from sim.protocols import Line

Seat = Annotated[str, Field(min_length=1)]
CardName = Annotated[str, Field(min_length=1)]
Combination = Literal["zig", "zag"]
BoxName = Literal["zig", "zag", "double_zig", "zig_zag"]
CallName = Literal["zig", "zag", "double_zig", "zig_zag", "double_zag"]


class ZigzagIntent(Intent):
    """An intent of one player. by: the player."""

    by: Seat


class Movement(ZigzagIntent):
    """A movement of the hand for a card. at_s: when exactly the hand sets out, within the tick.

    The match sets time and noise seed. Both are missing where a person's measured hand is over the tapis already.
    """

    card: CardName
    noise_seed: int | None = Field(default=None, ge=0)
    at_s: float | None = Field(default=None, ge=0)

    @property
    def is_by_hand(self) -> bool:
        """True if a steered hand does it where it is."""
        return self.noise_seed is None


class Lay(Movement):
    """The laying of a card of the player's own on the tapis. card: its face."""

    question: Literal["lay"] = "lay"


class Grab(Movement):
    """The reach for a card on the tapis. card: its name there, which distinguishes two alike."""

    question: Literal["grab"] = "grab"


class GoHome(ZigzagIntent):
    """The return of the hand to where it rests."""

    question: Literal["home"] = "home"


class ReachOut(ZigzagIntent):
    """The setting out of a hand that follows the mouse."""

    question: Literal["reach"] = "reach"


class PickUpCard(ZigzagIntent):
    """The picking up of the card that was dealt."""

    question: Literal["pick_up"] = "pick_up"


class DrawCard(ZigzagIntent):
    """The drawing of a card from the pile."""

    question: Literal["draw"] = "draw"


class PassOn(ZigzagIntent):
    """The refusal of any more cards of the tapis."""

    question: Literal["pass"] = "pass"


class MakeSign(ZigzagIntent):
    """A sign to the partner. sign: its meaning; a bluff means nothing."""

    question: Literal["sign"] = "sign"
    sign: Literal["zig", "zag", "bluff"]


class PlayPower(ZigzagIntent):
    """The play of a special card, on `target` where it needs one."""

    question: Literal["play"] = "play"
    card: CardName
    target: Seat | None = None

    def line(self) -> Line:
        """Return the line of the record; it has `null` for the target only if the target was given as None."""
        line = super().line()
        return line if self.target is not None or "target" not in self.model_fields_set else {**line, "target": None}


class CancelPower(ZigzagIntent):
    """The play of a Z against a card before the player or their partner (target), or announced against them."""

    question: Literal["cancel"] = "cancel"
    card: CardName
    target: Seat


class CallOut(ZigzagIntent):
    """An announcement."""

    question: Literal["announce"] = "announce"
    call: CallName


class CallContre(ZigzagIntent):
    """A CONTRE against a team."""

    question: Literal["contre"] = "contre"
    team: int = Field(ge=0)


class LookAt(ZigzagIntent):
    """A look at the hand of `target`."""

    question: Literal["look"] = "look"
    target: Seat


class ShareOut(ZigzagIntent):
    """The dealing by the master of cards: which player gets which card."""

    question: Literal["assign"] = "assign"
    cards: dict[str, str]


class TickBox(ZigzagIntent):
    """The choice of the box for a DOUBLE-ZAG."""

    question: Literal["tick"] = "tick"
    level: int
    box: BoxName


KINDS = (
    Lay,
    Grab,
    GoHome,
    ReachOut,
    PickUpCard,
    DrawCard,
    PassOn,
    MakeSign,
    PlayPower,
    CancelPower,
    CallOut,
    CallContre,
    LookAt,
    ShareOut,
    TickBox,
)
"""The intents that a bot may have."""

_AnyKind = Annotated[
    Lay
    | Grab
    | GoHome
    | ReachOut
    | PickUpCard
    | DrawCard
    | PassOn
    | MakeSign
    | PlayPower
    | CancelPower
    | CallOut
    | CallContre
    | LookAt
    | ShareOut
    | TickBox
    | SetTempo,
    Field(discriminator="question"),
]
INTENT: IntentCodec[Intent] = IntentCodec(_AnyKind, timed=True)

Coordinate = Annotated[float, Field(ge=-5000, le=5000)]


class Path(RecordModel):
    """The place of a person's hand at every control tick, from the one at which it set out (mm).

    goes_on: this is a piece of the path, and another one follows before the hand is home. A match that is left while
    the hand is out can so be gone on with.
    """

    path: list[Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]]
    goes_on: bool


class MeasuredPath(RecordModel):
    """The measured path of a person's hand between leaving its place and coming back, or a piece of it, as a line."""

    stage: Literal["executed"]
    by: Seat
    measured: Literal[True]
    action: Path


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredPath)
