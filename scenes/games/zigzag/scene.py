"""The scene of ZIGZAG, which draws a match's frames as a player may see them, its panels, names, signs and voices."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from PIL import Image

from scenes.drawing.game_scene import GameScene
from scenes.drawing.hud import Panels, PanelSprite, used
from scenes.drawing.panels import Pen, Remote, StripEntry, ruling_panel
from scenes.games.zigzag import panels
from scenes.games.zigzag.art import BACK, FLOOR, sign_face, sign_image
from scenes.games.zigzag.layout import Layout, lay_out
from scenes.games.zigzag.panels import doing, seat_panel
from scenes.games.zigzag.stage import Stage
from scenes.games.zigzag.view import Place, home_view, places_of
from scenes.layout.places import Foot
from scenes.window.camera import Camera, Rectangle
from scenes.window.viewport import clear, clipped
from sim.games.zigzag.match.frame import SeatView, StaticScene, TableStage, ZigzagFrame
from sim.language import _
from sim.match.grammar import called

MOST_SEATS, MOST_TEAMS = 6, 3
SIGN_MM = 62.0
GESTURE = "gesture"
"""A sign whose meaning the viewer does not know."""
SIGNS = "zig", "zag", "bluff", GESTURE
"""All that is seen of signs, each with a face of its own."""
NAME_ROOM_MM = 150.0
LEAST_TICKER = 30.0
VOICE = 0.06
"""The most that a line of speech takes of the table's height."""


def _score(frame: ZigzagFrame, seat: SeatView) -> str:
    """Return how many boxes the player's team has ticked, of how many."""
    boxes = frame.teams[seat.team].boxes
    return f"{sum(ticked for _, _, ticked in boxes)}/{len(boxes)}"


def _mark(picture: Image.Image, left: int, top: int, side: int, team: Hashable) -> None:
    assert isinstance(team, int)
    panels.mark(picture, left, top, side, team)


class Hud(Panels):
    """All panels. `resize` lays them out, `update` shows a frame."""

    def __init__(self, static_scene: StaticScene, places: dict[str, Place]) -> None:
        super().__init__()
        self.static_scene, self.places = static_scene, places
        low, middle, upper, over, _ = self.groups
        self._status = PanelSprite(self.batch, middle)
        self._sheets = [PanelSprite(self.batch, middle) for _ in range(MOST_TEAMS)]
        self._seats = [PanelSprite(self.batch, middle) for _ in range(MOST_SEATS)]
        self._names = [PanelSprite(self.batch, low) for _ in range(MOST_SEATS)]
        self._signs = [PanelSprite(self.batch, low) for _ in range(MOST_SEATS)]
        self._voices = [PanelSprite(self.batch, upper) for _ in range(MOST_SEATS)]
        self._pile, self._poubelle = PanelSprite(self.batch, low), PanelSprite(self.batch, low)
        self._over = PanelSprite(self.batch, over)
        self.hidden: frozenset[str] = frozenset()
        """The players whose cards are shown from behind in their panels."""
        self.captions: dict[str, str] | None = None
        """The words below signs, by the player who makes them; None: their meaning."""
        self.rulings_shown = True
        """False for one who plays: they read rulings in the line of messages."""
        self._has_faces = False
        self.ticker_foot = 0.0
        """The height at the foot of the ticker's place that something else uses (window units)."""
        self.layout: Layout

    def seating(self, _frame: ZigzagFrame) -> int:
        return len(self.static_scene.seats)

    def resize(
        self, width: float, height: float, ratio: float, _frame: ZigzagFrame, foot: Foot | None = None
    ) -> Layout:
        """Lay out the panels for a window of that size in units, of `ratio` pixels each. foot: as for `lay_out`."""
        self._size, self.ratio = (width, height), ratio
        levels = 2 if self.static_scene.level == 3 else 1
        self.layout = layout = lay_out(width, height, len(self.static_scene.seats), levels, foot, self.fold)
        self.pen = Pen(layout.unit, ratio)
        return layout

    def update(self, frame: ZigzagFrame, remote: Remote | None, camera: Camera) -> None:
        """Show a frame in the panels. `camera` maps places on the table to the window."""
        layout, pen = self.layout, self.pen
        if not self._has_faces:
            # With the first frame, so that no later one has to wait for them.
            self._has_faces = True
            for sign in SIGNS:
                sign_face(sign, self._sign_side(camera))
        level, place = self.static_scene.level, layout.status
        check = frame.check if self.rulings_shown else None
        key = (frame.set, frame.hand, int(frame.time_s), frame.table_stage, frame.number, frame.check is None, check)
        size = self.pixels(place)
        self.put(
            self._status, place, key,
            lambda: panels.status_panel(frame, level, size, pen) if check is None
            else ruling_panel(panels.verdict_words(check, frame.teams), check.success, size, pen),
        )  # fmt: skip
        for number, panel in enumerate(used(self._sheets, min(len(frame.teams), len(layout.sheets)))):
            self._show_sheet(panel, number, frame, layout.sheets[number])
        entries = [
            StripEntry(called(seat.name), _score(frame, seat), seat.says_combination is not None, seat.team)
            for seat in frame.seats
        ]
        self.show_strip(layout.strip, entries, _mark)
        count = len(frame.seats)
        for index, panel in enumerate(used(self._seats, min(count, len(layout.seats)))):
            self._show_seat(panel, frame.seats[index], layout.seats[index])
        for panels_over in (self._names, self._signs, self._voices):
            used(panels_over, count)
        for index, seat in enumerate(frame.seats):
            self._show_over_seat(index, seat, camera)
        self._show_heaps(frame, camera)
        self.show_ticker(self._ticker_place(layout), frame)
        self.show_remote(layout.remote, remote, "")
        self._show_overlays(frame, camera.viewport)

    def _ticker_place(self, layout: Layout) -> Rectangle | None:
        place = layout.ticker
        if place is None or place.height - self.ticker_foot < LEAST_TICKER:
            return None
        return Rectangle(place.left, place.bottom + self.ticker_foot, place.right, place.top)

    def _show_sheet(self, panel: PanelSprite, number: int, frame: ZigzagFrame, place: Rectangle) -> None:
        view = frame.teams[number]
        self.put(panel, place, view, lambda: panels.sheet_panel(number, view, self.pixels(place), self.pen))

    def _show_seat(self, panel: PanelSprite, seat: SeatView, place: Rectangle) -> None:
        hidden = seat.name in self.hidden
        cards = len(seat.cards) if hidden else seat.cards
        key = (seat.name, seat.profile, seat.strategy, seat.team, cards, doing(seat), hidden, seat.says_combination)
        size = self.pixels(place)
        self.put(panel, place, key, lambda: seat_panel(seat, size, self.pen, hidden))

    def _show_over_seat(self, index: int, seat: SeatView, camera: Camera) -> None:
        """Show a player's name, sign and voice beside the cards in their hand."""
        where, pen, ratio = self.places[seat.name], self.pen, self.ratio
        size = min(pen.text(13), max(round(9 * ratio), round(20 * camera.pixels_per_mm)))
        x, y = camera.to_screen(where.name)
        lit, room = seat.voice is not None, round(NAME_ROOM_MM * camera.pixels_per_mm)
        self._names[index].show(
            (seat.name, seat.team, size, lit, room, seat.passed), x, y, ratio,
            lambda: panels.name_plate(called(seat.name), seat.team, size, lit, room, seat.passed), centred=True,
            inside=camera.viewport,
        )  # fmt: skip
        sign = "bluff" if seat.bluff else seat.sign
        if sign is None:
            self._signs[index].hide()
        else:
            side = self._sign_side(camera)
            words = _("false") if sign == "bluff" else sign.upper()
            if self.captions is not None:
                words = self.captions.get(seat.name, "")
            drawn = sign
            sx, sy = camera.to_screen(where.beside(6.0, -70.0 if abs(where.facing[1]) > 0.5 else 70.0))
            self._signs[index].show(
                (drawn, words, side, size), sx, sy, ratio, lambda: sign_image(drawn, words, side, size), centred=True
            )
        voice = seat.voice
        if voice is None:
            self._voices[index].hide()
            return
        loud = max(size, min(pen.text(16), round(VOICE * camera.viewport.height * ratio)))
        below = where.home[1] < -1.0
        bx, by = camera.to_screen(where.beside(22.0, 0.0))
        said = _(voice.text), voice.is_contre, seat.team, below, loud
        wide = panels.bubble(*said).width / ratio / 2
        view = camera.viewport
        bx = min(max(bx, view.left + wide), view.right - wide)
        self._voices[index].show(
            said, bx, by, ratio, lambda: panels.bubble(*said), centred=True,
        )  # fmt: skip

    def _sign_side(self, camera: Camera) -> int:
        """Return the side of a face that makes a sign, in pixels."""
        return max(round(20 * self.ratio), round(SIGN_MM * camera.pixels_per_mm))

    def _show_heaps(self, frame: ZigzagFrame, camera: Camera) -> None:
        size = min(self.pen.text(12), max(round(9 * self.ratio), round(18 * camera.pixels_per_mm)))
        high = self.static_scene.setup.tapis.card_height_mm / 2 + 20.0
        for panel, words, (x, y) in (
            (self._pile, _("pile {cards}", cards=frame.pile), self.static_scene.pile),
            (self._poubelle, _("discards {cards}", cards=frame.discarded), self.static_scene.poubelle),
        ):
            sx, sy = camera.to_screen((x, y - high))
            room = camera.viewport
            wide = panels.count_plate(words, size).width / self.ratio / 2
            sx = min(max(sx, room.left + wide), room.right - wide)
            paint = partial(panels.count_plate, words, size)
            panel.show((words, size), sx, sy, self.ratio, paint, centred=True)

    def _show_overlays(self, frame: ZigzagFrame, table: Rectangle) -> None:
        pen = self.pen
        width, height = self._size
        if frame.table_stage is TableStage.OVER:
            wide = min(width * 0.96, max(table.width * 0.98, 0.6 * width))
            middle = width / 2, table.bottom + 0.58 * table.height
            self.show_result(self._over, frame.winners, middle, wide, lambda room: panels.over_panel(frame, room, pen))
        else:
            self._over.hide()
        self.show_help(width, height)


ZigzagScene: TypeAlias = GameScene[ZigzagFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZigzagFrame
) -> ZigzagScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    return GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm),
        Hud(static_scene, places_of(static_scene)),
        Floor(),
        home_view(static_scene),
        (width, height, pixel_ratio),
        first,
    )


class Floor:
    """The dark floor beyond the table's edge in a very wide window."""

    def resize(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Do nothing: the floor has no picture."""

    def update(self, _frame: ZigzagFrame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the floor stands still."""

    def draw(self, size: tuple[float, float], camera: Camera) -> None:
        """Fill the window with the floor's colour."""
        width, height = (round(side * camera.pixel_ratio) for side in size)
        with clipped(0, 0, width, height):
            clear(FLOOR)


def unread(frame: ZigzagFrame, me: str, open_to: Collection[str] = ()) -> ZigzagFrame:
    """Return the frame as `me` sees it: others' cards from behind, and other teams' signs without their meaning.

    It has no events, as some of these are secret. open_to: players whose cards `me` sees all the same.
    """
    team = next(seat.team for seat in frame.seats if seat.name == me)
    seats = tuple(_seen(seat, me, team, seat.name in open_to) for seat in frame.seats)
    return replace(frame, seats=seats, events=())


def _seen(seat: SeatView, me: str, team: int, is_open: bool) -> SeatView:
    if seat.name == me:
        return replace(seat, knows=())
    partner = seat.team == team
    signs = seat.sign is not None or seat.bluff
    return replace(
        seat,
        cards=seat.cards if is_open else (BACK,) * len(seat.cards),
        says_combination=seat.says_combination if is_open else None,
        knows=(),
        sign=(seat.sign if partner else GESTURE) if signs and not (partner and seat.bluff) else None,
        bluff=seat.bluff and partner,
        constraint=None if seat.constraint is None else (seat.constraint[0], ""),
    )
