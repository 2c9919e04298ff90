"""What is said to the player: one message at a time, the most pressing one, and only while it is true.

Everything that a window says during play goes through one `Notice`: what can be done now, what others do, what came of
an attempt, why something cannot be done, and what the window itself has to say. Needs no window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from scenes.drawing.key_words import in_words


class Rank(IntEnum):
    """A rank of messages: one of a lower rank never takes the place of one that is more pressing."""

    HINT = 0  # what can be done now
    NEWS = 1  # what others do
    OUTCOME = 2  # what came of an attempt, or concerns the player
    ASKED = 3  # a question that the table waits for
    ANSWER = 4  # the answer to what the player has just tried
    TROUBLE = 5  # of the window: nothing is saved, a bot holds up the table


@dataclass(frozen=True, slots=True)
class Message:
    """Words to the player. tone: a name in `scenes.drawing.palette.TONES`."""

    words: str = ""
    tone: str = "plain"
    rank: Rank = Rank.HINT


SILENCE = Message()


def reading_s(words: str) -> float:
    """Return how long words are shown that have to be noticed and read (s): a third of a second a word (assumed)."""
    return 1.4 + 0.32 * len(words.split())


def always() -> bool:
    return True


class Notice:
    """The message of the moment: what was said last, for as long as it stands, else the suggestion.

    hints: False where something else says what can be done, such as the cards of the first minute.
    """

    def __init__(self, places: Callable[[], Mapping[str, str]] = dict) -> None:
        """Begin in silence. places: returns the keys in other places, whose names words mark (`in_words`)."""
        self._places = places
        self.hints = True
        self._said = self._suggested = SILENCE
        self._left_s = 0.0
        self._holds: Callable[[], bool] = always
        self._once: set[str] = set()

    @property
    def message(self) -> Message:
        """The message shown now, one without words for none."""
        if self.stands:
            return self._said
        return SILENCE if self._suggested.rank is Rank.HINT and not self.hints else self._suggested

    @property
    def words(self) -> str:
        """The words shown now, or empty."""
        return self.message.words

    @property
    def bad(self) -> bool:
        """True if the message says why something cannot be done, or what went wrong."""
        return self.message.tone == "bad"

    @property
    def stands(self) -> bool:
        """True while what was said is shown."""
        return self._lasts and self._said.rank >= self._suggested.rank

    @property
    def _lasts(self) -> bool:
        return self._left_s > 0.0 and self._holds()

    def say(
        self,
        words: str,
        tone: str = "plain",
        rank: Rank = Rank.NEWS,
        seconds: float | None = None,
        holds: Callable[[], bool] = always,
    ) -> None:
        """Show a message unless a more pressing one is shown.

        seconds: how long at most, by default as long as reading it takes. holds: returns whether it is still true.
        """
        if not self._lasts or rank >= self._said.rank:
            self._said, self._holds = Message(in_words(words, self._places()), tone, rank), holds
            self._left_s = reading_s(words) if seconds is None else seconds

    def say_once(self, words: str, tone: str = "plain", rank: Rank = Rank.NEWS) -> None:
        """Announce something unless it was said with `say_once` before."""
        if words not in self._once:
            self._once.add(words)
            self.say(words, tone, rank)

    def suggest(self, words: str, tone: str = "plain", rank: Rank = Rank.HINT) -> None:
        """Show this from now on, while nothing as pressing has been said."""
        self._suggested = Message(in_words(words, self._places()), tone, rank)

    def hush(self) -> None:
        """End what was said."""
        self._left_s = 0.0

    def clear(self) -> None:
        """Show nothing until something is said or suggested."""
        self.hush()
        self._suggested = SILENCE

    def pass_time(self, wall_s: float) -> None:
        """Count down the time of what was said by wall time."""
        self._left_s = max(0.0, self._left_s - wall_s)
