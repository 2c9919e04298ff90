"""ZATRE by hand, without a window: what mouse and keys do to a real match."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.games.zatre.art import middle
from scenes.games.zatre.scene import unseen
from scenes.play.settings import PlaySettings
from sim.configuration import changed_configuration, load_configuration
from sim.games.zatre import rules
from sim.games.zatre.match.frame import TableStage
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.match.practice import Practice
from sim.seat import PERSON, Seat
from tests.games.zatre.scenes.frames import NAMES, by_hand, frame, seat

LEFT, RIGHT = 1, 4
ENTER, ESCAPE, T = 0xFF0D, 0xFF1B, ord("t")


class Hand:
    """A person at the mouse."""

    def __init__(self, match: Any, screen: Any, size: tuple[int, int] = (1280, 720)) -> None:
        from scenes.games.zatre.play import PlayLayer
        from scenes.spec import scene_of

        self.match = match
        self.who = "Ada"
        self.scene: Any = scene_of(match, *size, 1.0, match.frame())
        self.layer = PlayLayer(match, self.scene, PlaySettings(ghosts=False), lambda: self.who)
        self.layer.resize(*size, 1.0)
        screen.resize(*size)

    def frame(self, seconds: float = 1 / 60) -> None:
        self.layer.update(seconds)
        self.scene.tidy()
        self.scene.show(self.match.frame(), 0.0)
        self.layer.show(0.0)

    def wait(self) -> Any:
        """Until it is one's turn."""
        for _ in range(20_000):
            self.layer.key(T, 0)
            self.layer.update(0.1)
            if self.layer.draft is not None or self.match.finished:
                break
        self.frame()
        return self.layer.draft

    def tile(self, number: int) -> tuple[float, float]:
        return self.layer.tray.tiles[number].centre

    def square(self, at: tuple[int, int]) -> tuple[float, float]:
        place: tuple[float, float] = self.scene.camera.to_screen(middle(*at))
        return place

    def drag(self, number: int, at: tuple[int, int]) -> None:
        self.layer.press(*self.tile(number), LEFT, 0)
        self.frame()
        self.layer.pointer(*self.square(at))
        self.frame()
        self.layer.release(*self.square(at), LEFT)
        self.frame()

    def click(self, x: float, y: float) -> None:
        self.layer.press(x, y, LEFT, 0)
        self.layer.release(x, y, LEFT)
        self.frame()

    def lay_all(self) -> rules.Turn:
        """Some turn that the rules allow, by dragging."""
        draft = self.layer.draft
        while not draft.complete():
            number = next(number for number in draft.rack if draft.open_for(number))
            self.drag(number, draft.open_for(number)[0])
        return draft.down


@pytest.fixture
def hand(screen: Any) -> Hand:
    """It is Ada's turn, two tiles are drawn, and some lie on the board."""
    made = Hand(by_hand(), screen)
    while made.wait() is not None and (len(made.match.table.state.board) < 6 or len(made.match.table.state.hand) != 2):
        made.lay_all()
        made.layer.confirm()
    return made


@pytest.mark.slow
def test_tiles_are_dragged_to_the_board_and_confirmed(hand: Hand) -> None:
    before = hand.match.table.state
    turn = hand.lay_all()
    assert "Enter places it" in hand.layer.controller.notice.words
    assert hand.layer.key(ENTER, 0)
    for _ in range(400):
        hand.frame(0.05)
        if hand.match.table.stage is TableStage.RULED:
            break
    assert turn in set(rules.placements(before))
    assert {(tile.row, tile.col, tile.value) for tile in hand.match.frame().board} >= {
        (tile.row, tile.col, tile.value) for tile in turn
    }


@pytest.mark.slow
def test_a_tile_can_be_clicked_and_then_its_square(hand: Hand) -> None:
    draft = hand.layer.draft
    hand.click(*hand.tile(0))
    assert hand.layer.held == 0
    at = draft.open_for(0)[0]
    hand.click(*hand.square(at))
    assert draft.laid == {0: at}
    assert hand.layer.held is None


def test_squares_light_up_for_the_tile_in_the_hand_only(hand: Hand) -> None:
    draft = hand.layer.draft
    assert draft is not None
    hand.layer.pointer(2.0, 2.0)
    hand.frame()
    assert not [quad for quad in hand.scene.stage.overlay if quad[1] in ("open", "aimed")]
    hand.layer.press(*hand.tile(1), LEFT, 0)
    hand.frame()
    lit = [quad for quad in hand.scene.stage.overlay if quad[1] in ("open", "aimed")]
    assert len(lit) == len(draft.open_for(1)) > 0


def test_sums_of_runs_are_shown_while_a_tile_hovers(hand: Hand) -> None:
    draft = hand.layer.draft
    number, at = next(
        (number, at)
        for number in draft.rack
        for at in draft.open_for(number)
        if draft.sums(draft.with_tile(number, at), (at,))
    )
    hand.layer.press(*hand.tile(number), LEFT, 0)
    hand.layer.pointer(*hand.square(at))
    hand.frame()
    sums = {str(run.total) for run in draft.sums(draft.with_tile(number, at), (at,))}
    shown = {quad[1][1] for quad in hand.scene.stage.overlay if isinstance(quad[1], tuple) and quad[1][0] == "badge"}
    assert sums <= shown


def test_a_wrong_square_says_why_and_the_tile_goes_back(hand: Hand) -> None:
    draft = hand.layer.draft
    far = next(
        rules.place(number) for number in rules.SQUARES if rules.place(number) not in draft.open_for(0)
        and not hand.match.table.state.cells[number]
    )  # fmt: skip
    hand.drag(0, far)
    assert draft.laid == {}
    assert hand.layer.held is None
    assert hand.layer.controller.notice.words == draft.why_not(0, far)


def test_right_click_and_escape_take_back_before_confirming(hand: Hand) -> None:
    draft = hand.layer.draft
    hand.lay_all()
    count = len(draft.laid)
    assert count == 2
    hand.layer.press(5.0, 5.0, RIGHT, 0)
    assert len(draft.laid) == count - 1
    assert hand.layer.key(ESCAPE, 0)
    assert draft.laid == {}
    assert not hand.layer.key(ESCAPE, 0)  # nothing to take back: it pauses


def test_a_tile_that_lies_can_be_dragged_elsewhere(hand: Hand) -> None:
    draft = hand.layer.draft
    one, two = draft.open_for(0)[:2]
    hand.drag(0, one)
    hand.layer.press(*hand.square(one), LEFT, 0)
    assert hand.layer.held == 0
    hand.layer.pointer(*hand.square(two))
    hand.layer.release(*hand.square(two), LEFT)
    assert draft.laid == {0: two}


def test_what_must_be_placed_must_be_placed(hand: Hand) -> None:
    draft = hand.layer.draft
    assert draft is not None
    hand.layer.key(ENTER, 0)
    hand.frame()
    assert hand.layer.draft is draft
    assert "has to be placed" in hand.layer.controller.notice.words
    hand.drag(0, draft.open_for(0)[0])
    assert not draft.complete()
    hand.layer.confirm()
    hand.frame()
    assert hand.layer.draft is draft


def test_digits_take_up_tiles_by_their_value(hand: Hand) -> None:
    draft = hand.layer.draft
    hand.layer.key(ord(str(draft.hand[1])), 0)
    assert hand.layer.held is not None
    assert draft.hand[hand.layer.held] == draft.hand[1]
    missing = next(value for value in range(1, 7) if value not in draft.hand)
    hand.layer.key(ord(str(missing)), 0)
    hand.frame()
    assert hand.layer.controller.notice.words == f"There is no {missing} on the rack."


def test_lost_focus_puts_the_tile_back(hand: Hand) -> None:
    hand.layer.press(*hand.tile(0), LEFT, 0)
    hand.layer.lost_focus()
    assert hand.layer.held is None
    assert hand.layer.draft.rack == (0, 1)


def test_whose_turn_it_is_decides_at_a_hot_seat(screen: Any) -> None:
    made = Hand(by_hand(persons=2, others=0), screen)
    made.match.advance(60.0)
    due = made.match.waits_for[0]
    other = "Ada" if due != "Ada" else "Bosun Bartholomew"
    made.who = other
    made.frame()
    assert made.layer.draft is None
    made.who = due
    made.frame()
    assert made.layer.draft is not None
    assert made.scene.hud.own == due


def racks(made: Hand) -> dict[str, set[int | None]]:
    """What the scene shows of everybody's tiles."""
    frame = made.scene.shown
    return {seat.name: set(seat.rack) for seat in frame.seats}


def test_tiles_of_others_are_never_drawn_for_a_person(screen: Any) -> None:
    made = Hand(by_hand(persons=2, others=1), screen)
    for _ in range(4):
        while not made.match.waits_for:
            made.match.advance(10.0)
        due = made.match.waits_for[0]
        other = next(name for name in ("Ada", "Bosun Bartholomew") if name != due)
        # The other one still has the mouse: he sees nobody's.
        made.who = other
        made.frame()
        assert all(rack <= {None} for rack in racks(made).values())
        assert made.layer._tiles() == (None,) * len(made.layer._tiles())
        made.who = due
        made.frame()
        assert None not in racks(made)[due]
        assert all(rack <= {None} for name, rack in racks(made).items() if name != due)
        made.lay_all()
        made.layer.confirm()
        made.frame()
        assert all(rack <= {None} for rack in racks(made).values())


def test_what_was_said_of_ones_tiles_goes_when_the_mouse_does(screen: Any) -> None:
    made = Hand(by_hand(persons=2, others=0), screen)
    made.match.advance(60.0)
    made.who = made.match.waits_for[0]
    made.frame()
    made.layer.controller.say("There is no 5 on the rack.", bad=True)
    assert made.layer.controller.notice.words.endswith("5 on the rack.")
    made.layer.lost_focus()
    assert made.layer.controller.notice.words == ""
    made.frame()
    assert "5 on the rack" not in made.layer.controller.notice.words


def test_partners_see_each_others_tiles_and_nobody_elses() -> None:
    shown = frame(4, seats=tuple(seat(name, team=n // 2) for n, name in enumerate(NAMES[:4])))
    assert [set(one.rack) for one in unseen(shown, "Ada").seats] == [{3, 5}, {3, 5}, {None}, {None}]
    assert [set(one.rack) for one in unseen(shown, None).seats] == [{None}] * 4
    assert unseen(frame(2, table_stage=TableStage.OVER), None) == frame(2, table_stage=TableStage.OVER)


@pytest.mark.slow
def test_a_match_is_played_to_its_end_by_hand(screen: Any) -> None:
    made = Hand(by_hand(seed=8), screen, (640, 400))
    turns = 0
    while made.wait() is not None:
        made.lay_all()
        made.click(*made.layer.tray.button.centre)
        assert made.layer.draft is None
        turns += 1
    assert made.match.finished
    assert turns > 15
    assert made.layer.controller.notice.words == ""
    assert not made.layer.key(ENTER, 0)


def test_practice_goes_on_and_takes_back(screen: Any) -> None:
    practice = Practice(load_configuration("zatre"), Seat("Ada", "casual", PERSON), 4, tiles=20)
    made = Hand(practice, screen)
    draft = made.wait()
    state = practice.table.state
    made.lay_all()
    made.layer.confirm()
    again = made.wait()
    assert again is not draft
    practice.undo()
    made.frame()
    assert practice.table.state is state
    assert made.layer.draft.state is state
    assert made.layer.draft.laid == {}


# ------------------------------------------------------------------------------------------ by keys alone

UP, DOWN, LEFT_KEY, RIGHT_KEY, TAB, BACKSPACE, SHIFT = 0xFF52, 0xFF54, 0xFF51, 0xFF53, 0xFF09, 0xFF08, 1
ARROWS = {(-1, 0): UP, (1, 0): DOWN, (0, -1): LEFT_KEY, (0, 1): RIGHT_KEY}


def press(made: Hand, symbol: int, modifiers: int = 0) -> None:
    """Press a key, and let the layer act on it."""
    assert made.layer.key(symbol, modifiers)
    made.layer.update(1 / 60)


def walk(made: Hand, to: tuple[int, int]) -> None:
    """Move the held tile to a square by arrow keys, square by square."""
    if made.layer.aim.at is None:
        press(made, UP)
    for axis, step in ((0, 1), (1, 1)):
        for _ in range(30):
            at = made.layer.aim.at
            if at[axis] == to[axis]:
                break
            sign = step if to[axis] > at[axis] else -step
            press(made, ARROWS[(sign, 0) if axis == 0 else (0, sign)], SHIFT)
            if made.layer.aim.at == at:  # the board's edge is not straight
                press(made, ARROWS[(0, 1 if at[1] < 7 else -1) if axis == 0 else (1 if at[0] < 7 else -1, 0)], SHIFT)


def lay_by_keys(made: Hand) -> None:
    """Lay some turn that the rules allow, by keys: take a tile, move it, put it down."""
    draft = made.layer.draft
    while not draft.complete():
        number = next(number for number in draft.rack if draft.open_for(number))
        while made.layer.held != number:
            press(made, TAB)
        press(made, RIGHT_KEY)
        assert made.layer.aim.at in draft.open_for(number)
        press(made, ENTER)
        assert number in draft.laid


@pytest.mark.slow
def test_a_match_is_played_to_its_end_by_keys_alone(screen: Any) -> None:
    made = Hand(by_hand(seed=8), screen, (640, 400))
    turns = 0
    while made.wait() is not None:
        lay_by_keys(made)
        press(made, ENTER)
        assert made.layer.draft is None
        turns += 1
    assert made.match.finished
    assert turns > 15


def test_arrows_reach_every_lit_square(hand: Hand) -> None:
    draft = hand.layer.draft
    press(hand, ord(str(draft.hand[0])))
    number = hand.layer.held
    assert number is not None
    press(hand, UP)
    start, seen, todo = hand.layer.aim.at, set(), [hand.layer.aim.at]
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        for symbol in ARROWS.values():
            hand.layer.aim.at = at
            press(hand, symbol)
            todo.append(hand.layer.aim.at)
    assert start in seen
    assert seen == set(draft.open_for(number))


def test_shift_and_arrows_go_square_by_square_and_a_closed_square_says_why(hand: Hand) -> None:
    draft = hand.layer.draft
    assert draft is not None
    press(hand, TAB)
    assert hand.layer.held == 0
    walk(hand, (7, 7))
    assert hand.layer.aim.at == (7, 7)
    assert hand.layer.controller.notice.words == draft.why_not(0, (7, 7)) != ""
    press(hand, ENTER)
    assert draft.laid == {}
    assert hand.layer.held == 0


def test_backspace_takes_back_what_keys_have_laid(hand: Hand) -> None:
    draft = hand.layer.draft
    lay_by_keys(hand)
    assert len(draft.laid) == 2
    press(hand, BACKSPACE)
    assert len(draft.laid) == 1
    press(hand, TAB)
    press(hand, BACKSPACE)
    assert hand.layer.held is None
    assert len(draft.laid) == 1


def test_a_pointer_that_moves_takes_the_aim_from_the_keys(hand: Hand) -> None:
    draft = hand.layer.draft
    assert draft is not None
    press(hand, TAB)
    press(hand, UP)
    assert hand.layer.aim.at is not None
    hand.layer.pointer(*hand.layer.controller.at)
    assert hand.layer.aim.at is not None
    hand.layer.pointer(11.0, 13.0)
    assert hand.layer.aim.at is None


# ------------------------------------------------------------------------------------------ what is said


def test_points_are_said_to_those_who_get_them(screen: Any) -> None:
    made = Hand(by_hand(), screen)
    for _ in range(4):
        assert made.wait() is not None
        turn = made.lay_all()
        worth = made.layer.draft.worth(turn)
        made.layer.confirm()
        for _ in range(600):
            if made.match.table.stage is TableStage.RULED:
                break
            made.layer.update(0.05)
        made.frame()
        words = made.layer.controller.notice.words
        assert words == "No points for Ada." if worth == "No points." else words.startswith("+")
        assert "Ada" in words


def test_what_a_turn_scored_is_said_until_the_next_one_is_placed(screen: Any) -> None:
    # Turns are counted in no time, so that words last longer than they are true.
    timing = {"place_s": 0.2, "score_s": 0.1, "score_run_s": 0.0}
    match = ZatreMatch(changed_configuration("zatre", {"table": timing}), by_hand().seats, 3)
    made = Hand(match, screen)
    spoken = {"Ada": 0, "others": 0}
    for _ in range(3):
        assert made.wait() is not None
        made.lay_all()
        made.layer.confirm()
        while made.layer.draft is None:
            made.frame()
            words = made.layer.controller.notice.words
            points = words.startswith(("+", "No points"))
            spoken["Ada" if "Ada" in words else "others"] += points
            assert not (points and match.table.stage is TableStage.PLACED)
            made.layer.key(T, 0)
    assert min(spoken.values()) > 0


@pytest.mark.slow
def test_a_tile_let_go_of_beside_the_board_goes_back_to_the_rack(screen: Any) -> None:
    hand = Hand(by_hand(), screen, (800, 500))
    assert hand.wait() is not None
    layout = hand.scene.hud.layout
    corner = hand.square((0, 0))
    # Nearer, the board reaches below the panels: what is not seen is not meant.
    for nearer in (1.0, 2.0):
        hand.scene.camera.zoom_at(layout.table.centre, nearer)
        for at in (layout.sheets[1].centre, layout.seats[0].centre, layout.status.centre, corner):
            hand.layer.press(*hand.tile(0), LEFT, 0)
            hand.frame()
            hand.layer.pointer(*at)
            hand.frame()
            assert "row" not in hand.layer.controller.notice.words
            hand.layer.release(*at, LEFT)
            hand.frame()
            assert hand.layer.controller.notice.words.endswith("is back on the rack: that was off the board.")
            assert (hand.layer.held, hand.layer.draft.laid) == (None, {})
        corner = layout.sheets[0].centre
