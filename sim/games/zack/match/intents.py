"""The intents of players at Zack!: every movement of a hand, with the tick at which it is made, as typed objects."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, TypeAdapter, model_validator

from sim.games.zack import rules
from sim.games.zack.bots.percepts import Do
from sim.match.intents import Intent, IntentCodec
from sim.match.record import RecordModel
from sim.match.tempo import SetTempo
from sim.physics.bowl.state import Release

# Strings in the record, which strict checking would not accept as enum members.
Colour = Annotated[rules.Colour, Field(strict=False)]
Reason = Annotated[rules.Reason, Field(strict=False)]
Seat = Annotated[str, Field(min_length=1)]


def _together(keys: str, first: object, second: object) -> None:
    if (first is None) != (second is None):
        raise ValueError(f"{keys}: expected both or neither")


class _Act(Intent):
    by: Seat


class Begin(_Act):
    """The start of a hand: what it does, against which colour, when it lets go, when it moves towards the bowl (s).

    A person's hand starts without the times, which are not known then.
    """

    question: Literal["begin"] = "begin"
    do: Annotated[Do, Field(strict=False)]
    at_s: float | None = Field(default=None, ge=0)
    towards_bowl_s: float | None = Field(default=None, ge=0)
    target: Colour | None = None

    @model_validator(mode="after")
    def _both(self) -> Self:
        _together("at_s and towards_bowl_s", self.at_s, self.towards_bowl_s)
        return self


class Show(_Act):
    """The turning up of the card in a person's hand."""

    question: Literal["show"] = "show"


class PickUp(_Act):
    """The picking up of a person's cards that lie beside the bowl."""

    question: Literal["pick_up"] = "pick_up"


class Withdraw(_Act):
    """The withdrawal of a hand that has begun."""

    question: Literal["withdraw"] = "withdraw"


class _Throw(_Act):
    """The throw of a card from `distance_mm` beside the bowl's middle, at `pace` times the usual speed.

    Without pace and noise seed where a person's hand was measured: the executed line has the release.
    """

    side: Literal[-1, 1]
    distance_mm: float = Field(gt=0)
    target_x_mm: float
    pace: float | None = Field(default=None, gt=0)
    noise_seed: int | None = Field(default=None, ge=0)
    # The release from a person's hand that is watched live; the record has it on the executed line.
    _release: Release | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _both(self) -> Self:
        _together("pace and noise_seed", self.pace, self.noise_seed)
        return self

    @property
    def release(self) -> Release | None:
        """The release of the card from a person's hand; None where it is on record or the hand is not measured."""
        return self._release

    def measured_as(self, release: Release) -> Self:
        """Return the same throw with `release` as the measured release of a person's hand."""
        found = self.model_copy()
        found._release = release
        return found


class ThrowCard(_Throw):
    """The throw of the top card."""

    question: Literal["throw"] = "throw"


class ThrowPlayerCard(_Throw):
    """The throw of the player's own colour card."""

    question: Literal["player_card"] = "player_card"


class ThrowChallenge(_Throw):
    """The throw of a challenge card; `target` is the colour on it."""

    question: Literal["challenge"] = "challenge"
    target: Colour
    reason: Reason


class ResumePlay(_Act):
    """The end of a stop."""

    question: Literal["resume"] = "resume"


class ChooseColour(_Act):
    """The naming of a colour after a choose card."""

    question: Literal["choose"] = "choose"
    colour: Colour


CARRYING_ON = frozenset(("show", "withdraw", "throw", "player_card", "challenge", "tempo"))
"""The questions whose answers carry on what a hand has begun, or decide nothing."""
AnyThrow = ThrowCard | ThrowPlayerCard | ThrowChallenge
ZackIntent = Begin | Show | Withdraw | PickUp | AnyThrow | ResumePlay | ChooseColour | SetTempo
INTENT: IntentCodec[ZackIntent] = IntentCodec(Annotated[ZackIntent, Field(discriminator="question")], timed=True)


def throw_of(
    kind: str,
    by: str,
    tick: int | None = None,
    *,
    side: int,
    distance_mm: float,
    target_x_mm: float,
    pace: float | None = None,
    noise_seed: int | None = None,
    target: rules.Colour | None = None,
    reason: rules.Reason | None = None,
) -> AnyThrow:
    """Return the throw of a card of this kind: throw, player_card, or challenge with its target and reason."""
    aimed: dict[str, Any] = {
        "side": side,
        "distance_mm": distance_mm,
        "target_x_mm": target_x_mm,
        "pace": pace,
        "noise_seed": noise_seed,
    }
    match kind:
        case "challenge":
            assert target is not None
            assert reason is not None
            return ThrowChallenge(by=by, tick=tick, **aimed, target=target, reason=reason)
        case "player_card":
            return ThrowPlayerCard(by=by, tick=tick, **aimed)
        case _:
            return ThrowCard(by=by, tick=tick, **aimed)


Far = Annotated[float, Field(ge=-10_000, le=10_000)]
Fast = Annotated[float, Field(ge=-50_000, le=50_000)]
Turn = Annotated[float, Field(ge=-1000, le=1000)]


class Left(RecordModel):
    """A card that left a person's hand: x, y, angle, vx, vy, omega, and its error across the plane: offset and yaw."""

    card: str = Field(min_length=1)
    face: str
    # A list in the record, which strict checking would not accept as a tuple.
    release: Annotated[tuple[Far, Far, Turn, Fast, Fast, Turn, Far, Turn], Field(strict=False)]


class MeasuredThrow(RecordModel):
    """The measured throw of a person's hand, as a line of the record."""

    stage: Literal["executed"]
    by: Seat
    measured: Literal[True]
    action: Left


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredThrow)
