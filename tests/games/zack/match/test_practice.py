"""Practice of Zack!: throws at a bowl as one wants it, counted and taken back."""

from __future__ import annotations

import math

import pytest

from sim.configuration import changed_configuration
from sim.errors import InputError
from sim.games.zack.bots.percepts import Do
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import Practice
from sim.games.zack.match.frame import CardState
from sim.games.zack.match.intents import Begin, Show, Withdraw
from sim.games.zack.rules import Colour
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.contact.profiles import TICK_HZ
from sim.rules_frame import IllegalAction
from sim.seat import PERSON, Seat
from tests.games.zack.match.by_hand import WIDE, AtTheMouse

ME = Seat("Carla", "casual", PERSON)


def practised_throw(mouse: AtTheMouse) -> None:
    """A gesture that leaves the hand as a practised one lets go, from the end of the reach."""
    practice, side = mouse.match, mouse.hand.side
    table = practice.configuration.table
    meant = aimed_throw(practice.configuration.setup, side * table.seat_distance_mm, table.hand_height_mm, 0.0).motion
    mouse.hand.wheel((side * -meant.omega - mouse.hand.spin_rad_s) / 10.0)
    begin = -0.09
    place = meant.x + meant.vx * begin, meant.y + meant.vy * begin
    mouse.hand.follow(mouse.now_s, *place)
    mouse.hand.take(mouse.now_s)
    started = mouse.now_s
    while mouse.hand.card is not None:
        mouse.frame()
        elapsed = begin + mouse.now_s - started
        mouse.hand.follow(mouse.now_s, meant.x + meant.vx * elapsed, meant.y + meant.vy * elapsed)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "distance"), [(1, 400.0), (-1, 400.0), (1, 700.0)])
def test_a_practised_gesture_hits(side: int, distance: float) -> None:
    """Along the throw: how far a card goes to the side, no gesture in the plane decides."""
    wide = changed_configuration("zack", {"bowl": WIDE}, profile="draft")
    practice = Practice(wide, ME, 4, side=side, distance_mm=distance, cards=("R", "circle:red", "again"))
    noted: list[dict[str, object]] = []
    practice.note_hand = noted.append
    mouse = AtTheMouse(practice)
    lying = [card.name for card in practice.frame().cards if card.state is CardState.BOWL]
    assert len(lying) == 3
    for number in range(3):
        practised_throw(mouse)
        assert mouse.wait(lambda: len(practice.attempts) == number + 1, 5.0)  # noqa: B023 - called at once
        says_what_came_of_it(practice)
        mouse.wait(lambda: False, 1.0)
        # The bowl is as it was.
        assert [card.name for card in practice.frame().cards if card.state is CardState.BOWL] == lying
    assert practice.hits == 3
    assert [line["move"] for line in noted] == ["throw"] * 3
    assert noted[0]["distance_mm"] == pytest.approx(distance, abs=1e-6)
    assert practice.finished is False


def says_what_came_of_it(practice: Practice) -> None:
    """The words, the figures and the frame of the last attempt agree."""
    attempt, attempted, frame = practice.attempts[-1], practice.attempted, practice.frame()
    motion = attempt.release.motion
    assert attempted is not None
    assert attempted.outcome == ("hit" if attempt.hit else "missed")
    assert frame.ticker[-1].tone == ("good" if attempt.hit else "bad")
    begins = "In" if attempt.hit else "Missed"
    assert frame.ticker[-1].text.startswith(f"{begins}: {practice.hits} of {len(practice.attempts)} in the bowl")
    assert f" {math.hypot(motion.vx, motion.vy) / 1000.0:.1f} m/s, a practised hand " in frame.ticker[-1].text
    assert attempt.hit == any(entry.name.startswith(practice.person) for entry in frame.bowl)
    assert (frame.throws, frame.misses) == (len(practice.attempts), len(practice.attempts) - practice.hits)
    assert (attempted.x_mm, attempted.vx_mm_s, attempted.spin_rad_s) == (motion.x, motion.vx, motion.omega)
    assert 0.0 < attempted.taken_ms < attempted.released_ms < 1000.0 * practice.time_s
    ticks = [ms / 1000.0 * TICK_HZ for ms in (attempted.taken_ms, attempted.released_ms)]
    assert ticks == pytest.approx([round(tick) for tick in ticks], abs=1e-6)
    setup = practice.configuration.setup
    assert (attempted.aim_x_mm, attempted.aim_y_mm) == (0.0, setup.bowl.depth_mm)
    assert attempted.width_mm == 2.0 * setup.half_opening_mm


def test_attempts_are_taken_back(configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, ME, 4)
    mouse = AtTheMouse(practice)
    assert practice.undo() is False
    first = practice.top
    practised_throw(mouse)
    assert practice.top == first
    mouse.frame()
    with pytest.raises(IllegalAction, match="not come to rest"):
        mouse.hand.take(mouse.now_s)
    assert practice.let_go
    mouse.wait(lambda: len(practice.attempts) == 1, 5.0)
    says_what_came_of_it(practice)
    mouse.wait(lambda: False, 1.5)
    assert not practice.let_go
    second = practice.top
    practised_throw(mouse)
    mouse.frame()
    mouse.frame()
    # In the air: it never happened.
    assert practice.undo()
    assert len(practice.attempts) == 1
    assert practice.top == second
    assert not practice.world.active
    assert practice.undo()
    assert practice.attempts == []
    assert practice.top == first
    assert practice.undo() is False


def test_challenges_and_player_cards_can_be_practised(configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, ME, 4)
    mouse = AtTheMouse(practice)
    for card, target, face in (("challenge", "blue", "challenge:blue"), ("player_card", None, "player:red")):
        mouse.throw(card, target)
        mouse.frame()
        assert face in [view.face for view in practice.frame().cards]
        assert mouse.wait(lambda: not practice.world.active, 5.0)
        assert practice.attempted is not None
        assert not practice.attempted.by_keys
        mouse.wait(lambda: False, 1.5)
    assert len(practice.attempts) == 2
    mouse.hand.throw_by_itself("player_card")  # by a key
    assert mouse.wait(lambda: len(practice.attempts) == 3, 5.0)
    assert practice.attempted.by_keys


def test_a_hand_that_takes_the_next_card_at_once_finds_the_bowl_as_it_was(configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, ME, 4)
    mouse = AtTheMouse(practice)
    mouse.throw("challenge", "blue")
    assert mouse.wait(lambda: len(practice.attempts) == 1, 5.0)
    assert [card.face for card in practice.frame().cards] == ["challenge:blue"]
    for card, up in (("challenge", True), ("throw", False)):
        practice.act(Begin(by="Carla", do=Do(card), target=Colour.BLUE if up else None))
        mouse.frame()
        assert [(view.state, view.face_up) for view in practice.frame().cards] == [(CardState.HELD, up)]
        practice.act(Show(by="Carla"))
        mouse.frame()
        assert all(view.face_up for view in practice.frame().cards)
        practice.act(Withdraw(by="Carla"))
        mouse.frame()


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"distance_mm": 50.0}, "distance: expected"),
        ({"distance_mm": float("nan")}, "distance: expected"),
        ({"cards": ("pink",)}, "cards: expected faces"),
        ({"cards": ("R",) * 100}, "cards: expected 0 to"),
        ({"cards": -1}, "cards: expected 0 to"),
    ],
)
def test_what_cannot_be_practised(configuration: ZackConfiguration, wrong: dict[str, object], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        Practice(configuration, ME, 1, **wrong)


@pytest.mark.slow
def test_so_many_cards_of_any_kind(configuration: ZackConfiguration) -> None:
    for count in (5, 40):
        lying = list(Practice(configuration, ME, 1, cards=count).frame().cards)
        assert len(lying) == count
        assert all(card.state is CardState.BOWL for card in lying)
    assert len({card.face for card in lying}) > 8


def test_what_lies_in_the_bowl_is_nobody_s_mistake(configuration: ZackConfiguration) -> None:
    frame = Practice(configuration, ME, 1, cards=("circle:red", "again")).frame()
    assert {(entry.face, entry.wrong) for entry in frame.bowl} == {("circle:red", False), ("again", False)}
    assert not any(card.wrong or card.aside for card in frame.cards)
    assert (frame.mirrored, frame.due, frame.seats[0].is_due, frame.verdict) == (False, None, False, None)


def test_practice_has_no_end(configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, ME, 1)
    with pytest.raises(InputError, match="in real time"):
        practice.run()
    practice.advance(3600.0)
    assert not practice.finished
    frame = practice.frame()
    assert practice.left_in("Carla") == frame.seats[0].cards == 1, "there is always one more card"
    assert (frame.seats[0].wins, frame.challenges, frame.game) == (0, 0, 1)


def test_a_hand_that_has_not_begun_does_not_turn_its_card_up(
    configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = Practice(configuration, ME, 4)
    mouse = AtTheMouse(practice)
    # The curve through a pointer that came fast and stopped may swing, while the pointer itself stands still.
    monkeypatch.setattr(mouse.hand, "_turns_up", lambda _now_s: True)
    mouse.hand.take(mouse.now_s)
    for index in range(60):
        mouse.frame()
        mouse.hand.follow(mouse.now_s, mouse.rest[0] - 1.7 * (index % 2), mouse.rest[1])
        assert mouse.hand.card is not None
        assert not mouse.hand.shown
    mouse.hand.let_go(mouse.now_s)
    assert mouse.hand.card is None
    assert practice.attempts == []
