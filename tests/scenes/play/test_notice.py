"""One message at a time: the most pressing one, and only while it is true."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from scenes.play.notice import Message, Notice, Rank, reading_s
from tests.scenes.play.test_words import MOST_WORDS

RANKS = st.sampled_from(list(Rank))


class Speaking(RuleBasedStateMachine):
    """Anything is said and suggested in any order, and stops being true at any time; a plain model says what shows."""

    def __init__(self) -> None:
        super().__init__()
        self.notice = Notice()
        self.now_s = 0.0
        self.number = 0
        self.said: tuple[Message, float, list[bool]] | None = None
        self.suggested = Message()

    def stands(self) -> bool:
        return self.said is not None and self.now_s < self.said[1] and self.said[2][0]

    @rule(rank=RANKS, seconds=st.floats(0.5, 4.0))
    def say(self, rank: Rank, seconds: float) -> None:
        self.number += 1
        message, true = Message(f"Said {self.number}.", "turn", rank), [True]
        holds: Callable[[], bool] = lambda: true[0]  # noqa: E731
        self.notice.say(message.words, message.tone, rank, seconds, holds)
        if not self.stands() or rank >= self.said[0].rank:
            self.said = message, self.now_s + seconds, true

    @rule(rank=RANKS, words=st.sampled_from(["", "Do this.", "Do that."]))
    def suggest(self, rank: Rank, words: str) -> None:
        self.suggested = Message(words, "plain", rank)
        self.notice.suggest(words, "plain", rank)

    @rule()
    def is_no_longer_true(self) -> None:
        if self.said is not None:
            self.said[2][0] = False

    @rule(seconds=st.floats(0.1, 2.0))
    def time_passes(self, seconds: float) -> None:
        self.now_s += seconds
        self.notice.pass_time(seconds)

    @rule(hints=st.booleans())
    def something_else_gives_hints(self, hints: bool) -> None:
        self.notice.hints = hints

    @rule()
    def hush(self) -> None:
        self.notice.hush()
        self.said = None

    @invariant()
    def the_most_pressing_true_message_is_shown(self) -> None:
        shown = self.notice.message
        if self.stands() and self.said[0].rank >= self.suggested.rank:
            assert shown == self.said[0]
        elif self.suggested.rank is Rank.HINT and not self.notice.hints:
            assert shown.words == ""
        else:
            assert shown == self.suggested


Speaking.TestCase.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
TestSpeaking = Speaking.TestCase


def test_a_longer_message_is_shown_longer() -> None:
    assert reading_s("In!") < 2.0 < reading_s(" ".join(["word"] * MOST_WORDS)) < 6.0


def test_something_said_once_is_not_said_again() -> None:
    notice = Notice()
    notice.say_once("Esc pauses.")
    notice.hush()
    notice.say_once("Esc pauses.")
    assert not notice.words
