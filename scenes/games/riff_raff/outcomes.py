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
from sim.match.grammar import does, whom, whose

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
            said.append(_bad(f"Lost: {_pieces(fallen)}.") if fallen else _good(f"The {self._placed} holds."))
        return said

    def _rulings(self, new: Sequence[FrameEvent]) -> Iterator[Message]:
        ruled = [event.event for event in new if isinstance(event, Ruled)]
        lost = [event for event in ruled if isinstance(event, rules.PieceLost)]
        for event in ruled:
            match event:
                case rules.PieceLoaded():
                    yield _good(f"{whose(event.player)} {event.piece} holds.")
                case rules.PieceReturned():
                    yield _bad(f"The {event.piece} goes back to {whom(event.player)}.")
                case rules.CaptainNamed() if event.captain != self._captain:
                    self._captain = event.captain
                    yield Message(f"{does(event.captain, 'is')} captain.", "turn", Rank.NEWS)
        if lost:
            yield _bad(f"Lost: {_pieces(len(lost))} to {whom(lost[0].player)}.")


def _on_the_way(new: Sequence[FrameEvent]) -> Iterator[Message]:
    """Yield what is to be said before a ruling."""
    for event in new:
        if isinstance(event, PieceEvent) and event.what == "caught":
            yield _good(f"Caught: the {event.kind}.")
        elif isinstance(event, PieceAstray):
            yield _bad(f"It came down on slot {event.slot}, not {event.card}.")


def _good(words: str) -> Message:
    return Message(words, "good", Rank.OUTCOME)


def _bad(words: str) -> Message:
    return Message(words, "bad", Rank.OUTCOME)


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"
