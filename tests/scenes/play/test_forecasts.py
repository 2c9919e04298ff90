"""What the play layers share: requests for forecasts and their answers, buttons and messages."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from scenes.play.controller import LEFT, RIGHT, PlayController
from scenes.play.forecast import Forecasts
from sim.errors import IllegalAction
from sim.forecast.trials import Forecast, forecast, nothing_yet


@dataclass(frozen=True)
class Trial:
    """A trial that holds."""

    answers: tuple[bool, ...] = (True,)
    settled: bool = True


@dataclass(frozen=True)
class Wanted:
    """A request of three trials."""

    key: Hashable
    count: int = 3
    questions: tuple[str, ...] = ("holds",)

    def trial(self, index: int) -> Trial:
        return Trial()


class Source:
    """Answers when it is asked to; `slow` makes it know nothing of the newest request."""

    problem: str | None = None

    def __init__(self) -> None:
        self.known: Forecast[Any] | None = None
        self.slow = False
        self.closed_s: float | None = None

    def ask(self, request: Any) -> None:
        if not self.slow:
            self.known = forecast(request)

    def latest(self, key: Hashable = None) -> Forecast[Any] | None:
        return self.known if self.known is not None and key in (None, self.known.key) else None

    def forget(self) -> None:
        self.known = None

    def close(self, wait_s: float = 0.0) -> None:
        self.closed_s = wait_s


def test_a_cloud_is_that_of_the_aim_or_where_wanted_the_one_before() -> None:
    source = Source()
    forecasts = Forecasts(source)
    assert forecasts.cloud(or_before=True) is None
    forecasts.aim(Wanted("here"))
    known = forecasts.cloud()
    assert known.key == "here"
    source.slow = True
    forecasts.aim(Wanted("there"))
    assert forecasts.cloud() is None
    assert forecasts.cloud(or_before=True) is known
    forecasts.end_aim()
    assert forecasts.aimed_at is None
    assert forecasts.cloud(or_before=True) is None
    assert source.known is None


def test_an_answer_without_a_trial_is_no_cloud() -> None:
    source = Source()
    forecasts = Forecasts(source)
    forecasts.aim(Wanted("here"))
    source.known = nothing_yet(Wanted("here"), "It cannot be tried out.")
    assert forecasts.cloud() is None


def test_usually_shows_the_last_attempt_and_the_aim_is_asked_for_anew() -> None:
    source = Source()
    forecasts = Forecasts(source)
    assert not forecasts.usually()
    assert forecasts.played is None
    forecasts.keep(Wanted(("usually", 1)))
    forecasts.aim(Wanted("here"))
    forecasts.played_s = 2.0
    assert forecasts.usually()
    assert forecasts.playing
    assert forecasts.played_s == 0.0
    assert forecasts.played.key == ("usually", 1)
    assert forecasts.aimed_at is None
    forecasts.stop()
    assert not forecasts.playing
    assert forecasts.played is None
    forecasts.close(0.5)
    assert source.closed_s == 0.5


class Still:
    """A match in which nothing moves."""

    def advance(self, seconds: float) -> None:
        """Do nothing."""

    def frame(self) -> object:
        return object()


def test_the_left_button_is_held_and_the_right_one_goes_back() -> None:
    controller = PlayController[object](Still(), lambda: None, lambda: 7.0)
    backs: list[int] = []
    middle = 2
    assert not controller.press(1.0, 2.0, RIGHT, lambda: backs.append(1))
    assert not controller.press(1.0, 2.0, middle, lambda: backs.append(2))
    assert backs == [1]
    assert controller.pressed is None
    assert controller.press(1.0, 2.0, LEFT, lambda: backs.append(3))
    assert backs == [1]
    assert controller.release(RIGHT) is None
    pressed = controller.release(LEFT)
    assert (pressed.x, pressed.y, pressed.at_s) == (1.0, 2.0, 7.0)
    assert controller.release(LEFT) is None


def test_a_refusal_is_shown_until_the_moment_has_changed() -> None:
    moments = [0]
    controller = PlayController[object](Still(), lambda: moments[-1])

    def refuse() -> None:
        raise IllegalAction("Not now.")

    assert not controller.attempt(refuse)
    assert (controller.notice.words, controller.notice.bad) == ("Not now.", True)
    frame = controller.frame()
    controller.begin_update(1.0)
    assert controller.frame() is not frame
    assert controller.notice.stands
    moments.append(1)
    assert controller.notice.words == ""
    controller.say("Take a card.")
    assert not controller.notice.bad
    controller.begin_update(9.0)
    assert controller.notice.words == ""
    controller.say("No spin", seconds=1.0)
    controller.begin_update(0.9)
    assert controller.notice.stands
    controller.begin_update(0.2)
    assert not controller.notice.stands
