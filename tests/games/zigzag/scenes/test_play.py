"""ZIGZAG by hand as it is drawn: what a drag, a click and a key do, what may be seen; off screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from scenes.games.zigzag.art import BACK
from scenes.games.zigzag.scene import GESTURE, unread
from scenes.play.settings import PlaySettings
from sim.configuration import load_configuration
from sim.games.zigzag import intents
from sim.games.zigzag.match import Practice
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.rules.vocabulary import Phase
from sim.seat import PERSON, Seat
from studies.full_tables import zigzag as showpiece
from tests.games.zigzag.scenes.frames import FACES, configuration, frame_of, people, static_scene, with_seat

ME = "Ada"


def test_a_player_sees_only_what_he_may() -> None:
    frame = frame_of(static_scene(4, 2))
    for number, changes in ((1, {"sign": "zig"}), (2, {"sign": "zag"}), (3, {"bluff": True})):
        frame = with_seat(frame, number, says_combination="zig", knows=(("Anne", "sign"),), **changes)
    seen = unread(frame, "Anne")
    assert seen.seats[0].cards == frame.seats[0].cards
    for seat in seen.seats[1:]:
        assert set(seat.cards) == {BACK}
        assert (seat.says_combination, seat.knows) == (None, ())
        assert seat.constraint[1] == ""
    # The partner's sign is known, of the others only that they made one.
    assert [seat.sign for seat in seen.seats] == [None, GESTURE, "zag", GESTURE]
    assert not any(seat.bluff for seat in seen.seats)
    assert seen.cards == frame.cards


def settings_of(**chosen: Any) -> PlaySettings:
    """The settings of an expert, but for what is chosen."""
    return PlaySettings(tempo="expert").changed(**chosen)


class Mouse:
    """A person at a match: a frame a sixtieth of a second, and what he does with mouse and keys."""

    def __init__(
        self,
        seed: int,
        seats: int = 4,
        size: tuple[int, int] = (1280, 720),
        match: Any = None,
        settings: Any = None,
    ) -> None:
        from scenes.games.zigzag.play import PlayLayer
        from scenes.games.zigzag.scene import build_scene

        self.match: Any = match or Match(configuration(), people(seats), seed)
        self.scene: Any = build_scene(self.match.static_scene, *size, 1.0, first=self.match.frame())
        self.now_s = 0.0
        chosen = settings or settings_of()
        self.layer = PlayLayer(self.match, self.scene, chosen, lambda: ME, clock=lambda: self.now_s)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        for _ in range(round(seconds * 60)):
            if until():
                return True
            self.layer.pointer(*self.layer.controller.at)
            self.layer.update(1 / 60)
            self.now_s += 1 / 60
        return until()

    def to(self, x: float, y: float) -> tuple[float, float]:
        point: tuple[float, float] = self.scene.camera.to_screen((x, y))
        return point

    def click(self, x: float, y: float) -> None:
        from pyglet.window import mouse

        self.layer.press(x, y, mouse.LEFT, 0)
        self.layer.release(x, y, mouse.LEFT)

    def drag(self, number: int, x: float, y: float) -> None:
        from pyglet.window import mouse

        start = self.layer._panels.cards[number].centre
        end = self.to(x, y)
        self.layer.press(*start, mouse.LEFT, 0)
        for step in range(1, 11):
            share = step / 10
            self.layer.pointer(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.run(1 / 60)
        self.run(0.3)
        self.layer.release(*end, mouse.LEFT)

    @property
    def own(self) -> tuple[str, ...]:
        return tuple(card.value for card in self.match.table.state.hands[ME])

    def playing(self) -> bool:
        state = self.match.table.state
        return state.phase is Phase.PLAY and state.face_down[ME] is not None and len(self.own) == 4


def plain(cards: tuple[str, ...]) -> int:
    return next(number for number, face in enumerate(cards) if "." in face)


@pytest.fixture
def at_play(display: str, screen: Any) -> Mouse:
    for seed in range(3, 20):
        made = Mouse(seed)
        if made.run(20.0, made.playing):
            return made
    raise AssertionError("nobody gets to play")


def test_a_card_is_dragged_to_the_tapis_and_ones_own_picked_up(at_play: Mouse) -> None:
    from pyglet.window import key

    cards = at_play.own
    face = cards[plain(cards)]
    at_play.drag(plain(cards), -60.0, -70.0)
    assert at_play.run(2.0, lambda: ME in at_play.match.table.state.opened)
    assert face not in at_play.own
    pose = at_play.match.table.world.cards.get(face)
    if pose is not None:
        assert (pose.x, pose.y) == pytest.approx((-60.0, -70.0), abs=25.0)
    at_play.layer.key(key.SPACE, 0)
    assert at_play.run(3.0, lambda: at_play.match.table.state.face_down[ME] is None)


def test_a_card_is_grabbed_from_the_tapis_in_real_time(at_play: Mouse) -> None:
    from pyglet.window import key

    match = at_play.match
    at_play.drag(plain(at_play.own), -60.0, -70.0)
    at_play.run(2.0, lambda: ME in match.table.state.opened)
    at_play.layer.key(key.SPACE, 0)
    at_play.run(3.0, lambda: match.table.state.face_down[ME] is None)
    for _ in range(12):
        if match.table.state.phase is not Phase.PLAY:
            break
        if len(at_play.own) == 4:
            at_play.drag(plain(at_play.own), -120.0, -90.0)
            at_play.run(1.0, lambda: len(at_play.own) < 4)
        free = [name for name in match.table.world.cards if name not in match.table.world.held]
        if not free:
            at_play.run(0.5)
            continue
        pose = match.table.world.cards[free[-1]]
        before = len(at_play.own)
        at_play.click(*at_play.to(pose.x, pose.y))
        at_play.run(2.0, lambda: len(at_play.own) > before)  # noqa: B023 - asked at once
        if len(at_play.own) > before:
            return
    raise AssertionError("no card was taken in twelve attempts")


def test_why_something_cannot_be_done_is_told(at_play: Mouse) -> None:
    from pyglet.window import key

    at_play.layer.key(key.SPACE, 0)
    at_play.run(0.1)
    assert "Discard or play a special card" in at_play.layer.controller.notice.words
    at_play.layer.key(key.N, 0)
    at_play.run(0.1)
    assert "face-down card" in at_play.layer.controller.notice.words
    # After a while one is told again what to do.
    at_play.run(4.0, lambda: "Drag a card" in at_play.layer.controller.notice.words)
    assert at_play.layer.controller.notice.words


def test_a_character_that_is_clicked_is_not_played(at_play: Mouse) -> None:
    number = plain(at_play.own)
    at_play.click(*at_play.layer._panels.cards[number].centre)
    at_play.run(0.05)
    assert at_play.layer.controller.notice.words == "Drag it to the cloth to discard it."


def test_buttons_and_keys_sign_announce_and_contre(at_play: Mouse) -> None:
    from pyglet.window import key

    from scenes.games.zigzag.play import ACTIONS

    told: list[Any] = []
    put = at_play.match.inbox.put
    at_play.match.inbox.put = lambda line: (told.append(line), put(line))
    words = [action.words for action in ACTIONS]
    spot = at_play.layer._panels.buttons[words.index("sign ZIG")]
    at_play.click(*spot.centre)
    at_play.run(0.1)
    assert at_play.match.table.signing[ME][0] == "zig"
    at_play.layer.key(key.D, 0)
    at_play.run(0.1)
    assert at_play.match.table.signing[ME][0] == "bluff"
    at_play.layer.key(key.K, 0)
    assert told[-1] == intents.CallContre(by=ME, team=1)
    assert [intent.question for intent in told] == ["sign", "sign", "contre"]
    assert at_play.run(
        3.0, lambda: at_play.match.table.check is not None or at_play.match.table.state.phase is Phase.CONTRE
    )


def test_a_special_card_asks_for_its_target(at_play: Mouse) -> None:
    from dataclasses import replace

    from pyglet.window import key

    from sim.games.zigzag.rules.cards import Card
    from sim.rules_frame import FrozenMap

    layer, match = at_play.layer, at_play.match
    hand = (Card.STOP_ACCESSORY, *match.table.state.hands[ME][1:])
    match.table.state = replace(match.table.state, hands=FrozenMap({**match.table.state.hands, ME: hand}))
    number = at_play.own.index("stop_accessory")
    at_play.click(*layer._panels.cards[number].centre)
    layer.show(0.0)
    assert [choice.words for choice in layer._choices] == ["Bert", "Dirk"]
    layer.key(key._2, 0)
    at_play.run(0.2)
    assert "stop_accessory" in [card.value for card in match.table.state.stops["Dirk"]]
    assert not layer._choices


def test_a_choice_can_be_left(at_play: Mouse) -> None:
    from pyglet.window import mouse

    from scenes.games.zigzag.play_choices import Choice

    layer = at_play.layer
    layer._choices, layer._prompt = [Choice("x", None, intents.PassOn(by=ME))], "Which?"
    layer.press(5, 5, mouse.RIGHT, 0)
    assert not layer._choices


def test_the_master_of_cards_shares_out_what_he_was_shown() -> None:
    from types import SimpleNamespace

    from scenes.games.zigzag.play_choices import Asking
    from sim.games.zigzag.rules.cards import Card

    offered = (Card(FACES[0]), Card(FACES[0 + 5]), Card.JOKER, Card(FACES[9]))
    laid = (SimpleNamespace(card=Card.MASTER),)
    state = SimpleNamespace(phase=Phase.BETWEEN, laid=laid, offered=offered)
    match = SimpleNamespace(waits_for=(ME,), table=SimpleNamespace(state=state), names=(ME, "Bert", "Cleo", "Dirk"))
    asking = Asking(match, ME)
    order = []
    while True:
        prompt, choices = asking.prompt()
        if isinstance(choices[0].answer, intents.ShareOut):
            break
        order.append(prompt)
        asking.give(choices[-1].answer)
    assert [name in prompt for name, prompt in zip(match.names, order, strict=True)] == [True] * 4
    assert sorted(choices[0].answer.cards.values()) == sorted(card.value for card in offered)
    assert set(choices[0].answer.cards) == set(match.names)
    match.waits_for = ()
    assert asking.prompt() == ("", [])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (1920, 1080), (480, 900)])
def test_the_layer_is_drawn_at_every_size(screen: Any, size: tuple[int, int]) -> None:
    screen.resize(*size)
    made = Mouse(3, size=size)
    made.run(4.0)
    made.scene.tidy()
    made.scene.show(made.match.frame(), 0.0)
    made.layer.show(0.0)
    bare = np.asarray(screen.picture(made.scene).convert("RGB")).astype(int)

    class Both:
        """Table and layer."""

        def draw(self, window: Any) -> None:
            made.scene.draw(window)
            made.layer.draw(window)

    full = np.asarray(screen.picture(Both()).convert("RGB")).astype(int)
    assert (np.abs(full - bare).max(axis=2) > 30).mean() > 0.08
    words = [name for name, _ in tuple(made.layer.keys())]
    assert len(set(words)) == len(words)
    made.layer.lost_focus()
    made.layer.close()


def practising(**chosen: Any) -> Mouse:
    return Mouse(0, match=Practice(load_configuration("zigzag"), Seat(ME, "casual", PERSON), 5, **chosen))


def test_a_hint_is_told_and_marked_in_practice(display: str, screen: Any) -> None:
    from pyglet.window import key

    mouse = practising(profile="child")
    assert dict(mouse.layer.keys())["H"] == "which exchange would help"
    assert mouse.run(60.0, lambda: mouse.match.hint() is not None)
    assert mouse.layer.key(key.H, 0)
    hint = mouse.match.hint()
    mouse.layer.update(0.0)
    assert mouse.layer.controller.notice.words == hint.words
    mouse.layer.show(0.0)
    assert mouse.scene.stage.marked == hint.take
    # Something else that is said takes the mark away.
    mouse.layer._say("Not now.")
    mouse.layer.show(0.0)
    assert mouse.scene.stage.marked is None


def test_there_are_no_hints_at_a_match(at_play: Mouse) -> None:
    from pyglet.window import key

    assert not at_play.layer.key(key.H, 0)
    assert "H" not in dict(at_play.layer.keys())


def test_a_set_that_is_dealt_again_finds_an_empty_hand(display: str, screen: Any) -> None:
    mouse = practising()
    assert mouse.run(30.0, lambda: mouse.match.table.state.phase is Phase.PLAY)
    mouse.run(2.0)
    mouse.drag(0, 0.0, -60.0)
    assert mouse.layer.hand.busy
    mouse.layer._signs["Cleo"] = 1, "zig"
    assert mouse.match.undo()
    mouse.layer.update(1 / 60)
    assert not mouse.layer.hand.busy
    assert not mouse.layer._signs
    assert mouse.match.number == 1
    assert "sleeves of one colour" in mouse.layer.controller.notice.words
    # The hand works at the set that is dealt now.
    assert mouse.run(30.0, lambda: mouse.match.table.state.phase is Phase.PLAY)
    mouse.drag(next(n for n, face in enumerate(mouse.layer._own().cards) if "." in face), 0.0, -60.0)
    assert mouse.run(5.0, lambda: bool(mouse.match.table.laid_by))


def test_open_cards_are_drawn_in_practice(display: str, screen: Any) -> None:
    mouse = practising(cards="partner")
    mouse.run(5.0)
    (partner,) = mouse.match.open_to
    assert mouse.scene.hud.hidden == frozenset(mouse.match.names) - {ME, partner}
    seen = {seat.name: seat.cards for seat in unread(mouse.match.frame(), ME, mouse.match.open_to).seats}
    assert BACK not in seen[partner]
    assert all(set(held) <= {BACK} for name, held in seen.items() if name not in (ME, partner))


def test_the_showpiece_has_a_card_in_hand_over_a_busy_tapis(
    display: str, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mouse, lying = practising(**showpiece.FULL), list[int]()
    press = mouse.layer.press

    def pressed(*place: Any) -> Any:
        lying.append(len(mouse.match.table.state.tapis))
        return press(*place)

    monkeypatch.setattr(mouse.layer, "press", pressed)
    # There are no ghosts to wait for.
    assert showpiece.TABLE.aim(mouse.layer, 5) is False
    assert mouse.layer.ghosts is None
    assert len(mouse.match.names) == 6
    # Other hands may have taken some since.
    assert [number >= showpiece.LYING for number in lying] == [True]
    x, y = showpiece.place(mouse.layer)
    mouse.layer.pointer(x + 1, y)
    mouse.layer.update(1 / 60)
    mouse.layer.show(0.0)
    assert mouse.layer._carried is not None
    carried = mouse.layer._panels._carried._sprite
    assert carried.visible


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (1920, 1080)])
def test_what_is_said_covers_nothing_that_lies_before_the_person(
    display: str, screen: Any, size: tuple[int, int]
) -> None:
    mouse = Mouse(5, size=size)
    layer = mouse.layer
    # Where the own cards are and the name below them, and the line of what is said.
    name = mouse.scene.camera.to_screen(mouse.scene.stage.places[ME].name)
    fan = mouse.scene.camera.to_screen(mouse.scene.stage.places[ME].fan)
    layer.controller.notice.say("Drag a card to the tapis, or click a special card.")
    layer.show(0.0)
    assert layer._panels._line.place.top < name[1] < fan[1]


def test_what_comes_next_is_told_while_the_hand_is_still_out(at_play: Mouse) -> None:
    at_play.drag(plain(at_play.own), -60.0, -70.0)
    assert at_play.run(2.0, lambda: ME in at_play.match.table.state.opened)
    at_play.layer.update(0.0)
    assert at_play.layer.controller.notice.words == "Pick up your card (Space)."


def test_what_can_be_done_is_worked_out_once_a_position_as_rules_and_hand_allow_it(
    at_play: Mouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyglet.window import key

    from scenes.games.zigzag.play_choices import ACTIONS, contres, why_not
    from sim.games.zigzag.match.legality import HAND_CODES
    from sim.games.zigzag.match.rule_adapter import action_of
    from sim.games.zigzag.match.table import ZigzagTable

    match, asked, positions = at_play.match, list[Any](), list[Any]()
    allows = ZigzagTable.allows

    def noting(self: Any, action: Any) -> bool:
        asked.append(action)
        return allows(self, action)

    def slowly(make: Any) -> bool:
        if make is None:
            return bool(contres(match, ME))
        refusal = why_not(match, make(ME))
        if refusal is not None and refusal.code in HAND_CODES:
            return allows(match.table, action_of(make(ME)))
        return refusal is None

    monkeypatch.setattr(ZigzagTable, "allows", noting)
    keys = (key._1, key.ENTER, key.SPACE, key.UP, key.ENTER, key.R, key.N, key.Z, key.K)
    seen, was_busy = set(), False
    for step in range(360):
        at_play.run(1 / 60)
        if step % 40 == 0:
            at_play.layer.key(keys[step // 40], 0)
        state = match.table.state
        is_new = not positions or positions[-1] is not state
        positions.append(state)
        del asked[:]
        found = at_play.layer._abilities.now()
        assert bool(asked) == is_new
        assert found == tuple(slowly(action.intent) for action in ACTIONS)
        seen.add(found)
        was_busy = was_busy or not match.table.tasks[ME].rests
    assert len(seen) > 2
    assert was_busy
    match.finished = True
    assert not any(at_play.layer._abilities.now())
