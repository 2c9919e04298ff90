"""What is said of an attempt: what holds, what was caught, who gets what fell, who is captain.

It needs no window. It is read off the frames of a match, one after the other; frames may be skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenes.play.notice import Message, Rank
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.frame import (
    FrameEvent,
    PieceAstray,
    PieceEvent,
    PieceState,
    RiffRaffFrame,
    Ruled,
    TableStage,
)
from sim.games.riff_raff.match.text import piece_words, pieces_words
from sim.language import _
from sim.match.grammar import said_of

_GONE = (PieceState.FALLING, PieceState.FALLEN)


class OutcomeReader:
    """A reader of the frames of one match or practice."""

    def __init__(self) -> None:
        self._before: RiffRaffFrame | None = None
        self._captain: str | None = None
        self._placed = ""
        """The kind of the piece that was in the hand last."""

    def read(self, frame: RiffRaffFrame) -> list[Message]:
        """Return what is to be said since the frame before; nothing for the first frame."""
        before, self._before = self._before, frame
        self._placed = next((piece.kind for piece in frame.pieces if piece.state is PieceState.HELD), self._placed)
        if before is None:
            return []
        new = () if frame.events is before.events else [event for event in frame.events if event not in before.events]
        said = [*_on_the_way(new), *self._rulings(new)]
        # A practice has no rules: its attempt speaks for itself.
        if not frame.rounds and frame.table_stage is TableStage.RULED is not before.table_stage:
            fallen = sum(piece.state in _GONE for piece in frame.pieces)
            said.append(
                _bad(_("Lost: {pieces}.", pieces=pieces_words(fallen)))
                if fallen
                else _good(_("The {piece} holds.", **piece_words(self._placed)))
            )
        return said

    def _rulings(self, new: Sequence[FrameEvent]) -> Iterator[Message]:
        ruled = [event.event for event in new if isinstance(event, Ruled)]
        lost = [event for event in ruled if isinstance(event, rules.PieceLost)]
        for event in ruled:
            match event:
                case rules.PieceLoaded():
                    you, other = _("Your {piece} holds."), _("{name}'s {piece} holds.")
                    yield _good(said_of(event.player, you, other, **piece_words(event.piece)))
                case rules.PieceReturned():
                    you, other = _("The {piece} goes back to you."), _("The {piece} goes back to {name}.")
                    yield _bad(said_of(event.player, you, other, **piece_words(event.piece)))
                case rules.CaptainNamed() if event.captain != self._captain:
                    self._captain = event.captain
                    yield Message(
                        said_of(event.captain, _("You are captain."), _("{name} is captain.")), "turn", Rank.NEWS
                    )
        if lost:
            you, other = _("Lost: {pieces} to you."), _("Lost: {pieces} to {name}.")
            yield _bad(said_of(lost[0].player, you, other, pieces=pieces_words(len(lost))))


def _on_the_way(new: Sequence[FrameEvent]) -> Iterator[Message]:
    """Yield what is to be said before a ruling."""
    for event in new:
        if isinstance(event, PieceEvent) and event.what == "caught":
            yield _good(_("Caught: the {piece}.", **piece_words(event.kind)))
        elif isinstance(event, PieceAstray):
            yield _bad(_("It came down on slot {slot}, not {card}.", slot=event.slot, card=event.card))


def _good(words: str) -> Message:
    return Message(words, "good", Rank.OUTCOME)


def _bad(words: str) -> Message:
    return Message(words, "bad", Rank.OUTCOME)
