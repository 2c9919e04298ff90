"""The intents of players of Riff Raff, as the match takes them and the record has them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sim.games.riff_raff.rules.agreed import MOST_PIECES
from sim.games.riff_raff.rules.equipment import MOST
from sim.match.intents import Intent, IntentCodec
from sim.people.execution import Catch, PlaceIntent


class ChooseCard(Intent):
    """A card, chosen in secret."""

    question: Literal["card"] = "card"
    card: int = Field(ge=1, le=MOST)


class NameCaptain(Intent):
    """The captain, named by the outgoing one."""

    question: Literal["captain"] = "captain"
    captain: str


class SetOrder(Intent):
    """The order of all players but the captain."""

    question: Literal["order"] = "order"
    order: Annotated[tuple[str, ...], Field(strict=False)]


class AnnounceCount(Intent):
    """The number of pieces: one or two, unless the table has agreed on more."""

    question: Literal["count"] = "count"
    count: int = Field(ge=1, le=MOST_PIECES)


class TakePiece(Intent):
    """A piece taken up by a person, whose hand then shows where it goes. stance: None for the usual one."""

    question: Literal["place"] = "place"
    piece: str = Field(min_length=1)
    stance: str | None = None


class Place(TakePiece):
    """An intended placement; of a person, the one carried out. x_mm: in the ship's frame, 0 at the mast.

    hands: how many hold the piece.
    """

    stance: str
    slot: int = Field(ge=1, le=MOST)
    x_mm: float
    catch: Literal["all", "others", "none"]
    hands: int = Field(default=1, ge=1, le=2)

    @classmethod
    def of(cls, by: str, meant: PlaceIntent) -> Place:
        """Return a player's intent. Raises pydantic's ValidationError."""
        return cls.model_validate(
            {
                "by": by,
                "piece": meant.kind,
                "stance": meant.stance,
                "slot": meant.slot,
                "x_mm": meant.x_mm,
                "catch": str(meant.catch),
                "hands": meant.hands,
            }
        )

    @property
    def meant(self) -> PlaceIntent:
        """The same placement for the hands that carry it out."""
        return PlaceIntent(self.piece, self.stance, self.slot, self.x_mm, Catch(self.catch), self.hands)


RiffRaffIntent: TypeAlias = ChooseCard | NameCaptain | SetOrder | AnnounceCount | Place
INTENT: IntentCodec[RiffRaffIntent] = IntentCodec(Annotated[RiffRaffIntent, Field(discriminator="question")])
