"""What players mean to do at ZIGZAG: one class for each question, from a bot's mind or the mouse to the record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.intents import Intent, IntentCodec
from sim.match.record import RecordModel
from sim.protocols import Line

Seat = Annotated[str, Field(min_length=1)]
CardName = Annotated[str, Field(min_length=1)]
Combination = Literal["zig", "zag"]
BoxName = Literal["zig", "zag", "double_zig", "zig_zag"]
CallName = Literal["zig", "zag", "double_zig", "zig_zag", "double_zag"]


class ZigzagIntent(Intent):
    """What one player means to do. by: the player."""

    by: Seat


class Movement(ZigzagIntent):
    """Move the hand for a card. at_s: when exactly the hand sets out, within the tick.

    Time and noise seed are the match's to say. Both are missing where a person's hand, which is measured, is over the
    tapis already.
    """

    card: CardName
    noise_seed: int | None = Field(default=None, ge=0)
    at_s: float | None = Field(default=None, ge=0)

    @property
    def is_by_hand(self) -> bool:
        """True if a steered hand does it where it is."""
        return self.noise_seed is None


class Lay(Movement):
    """Carry a card of one's own to the tapis. card: its face."""

    question: Literal["lay"] = "lay"


class Grab(Movement):
    """Reach for a card on the tapis. card: its name there, which tells two alike apart."""

    question: Literal["grab"] = "grab"


class GoHome(ZigzagIntent):
    """Take the hand back to where it rests."""

    question: Literal["home"] = "home"


class ReachOut(ZigzagIntent):
    """Set out over the table with a hand that follows the mouse."""

    question: Literal["reach"] = "reach"


class PickUpCard(ZigzagIntent):
    """Pick up the card that was dealt."""

    question: Literal["pick_up"] = "pick_up"


class DrawCard(ZigzagIntent):
    """Draw a card from the pile."""

    question: Literal["draw"] = "draw"


class PassOn(ZigzagIntent):
    """Want no more cards of the tapis."""

    question: Literal["pass"] = "pass"


class MakeSign(ZigzagIntent):
    """Make a sign to the partner. sign: what it means; a bluff means nothing."""

    question: Literal["sign"] = "sign"
    sign: Literal["zig", "zag", "bluff"]


class PlayPower(ZigzagIntent):
    """Play a special card, on `target` where it needs one."""

    question: Literal["play"] = "play"
    card: CardName
    target: Seat | None = None

    def line(self) -> Line:
        """Return the line of the record; it has `null` for the target only if that was said."""
        line = super().line()
        return line if self.target is not None or "target" not in self.model_fields_set else {**line, "target": None}


class CancelPower(ZigzagIntent):
    """Play a Z against a card that lies before, or is announced against, oneself or one's partner (target)."""

    question: Literal["cancel"] = "cancel"
    card: CardName
    target: Seat


class CallOut(ZigzagIntent):
    """Make an announcement."""

    question: Literal["announce"] = "announce"
    call: CallName


class CallContre(ZigzagIntent):
    """Call CONTRE against a team."""

    question: Literal["contre"] = "contre"
    team: int = Field(ge=0)


class LookAt(ZigzagIntent):
    """Look at the hand of `target`."""

    question: Literal["look"] = "look"
    target: Seat


class ShareOut(ZigzagIntent):
    """Say, as the master of cards, who is dealt which card."""

    question: Literal["assign"] = "assign"
    cards: dict[str, str]


class TickBox(ZigzagIntent):
    """Choose the box for a DOUBLE-ZAG."""

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
    | TickBox,
    Field(discriminator="question"),
]
INTENT: IntentCodec[Intent] = IntentCodec(_AnyKind, timed=True)

Coordinate = Annotated[float, Field(ge=-5000, le=5000)]


class Path(RecordModel):
    """Where a person's hand was at every control tick, from the one at which it set out (mm)."""

    path: list[Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]]


class MeasuredPath(RecordModel):
    """What a person's hand did between leaving its place and coming back to it."""

    stage: Literal["executed"]
    by: Seat
    measured: Literal[True]
    action: Path


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredPath)
