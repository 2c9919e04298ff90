"""The scene of Zack!, which draws a match's frames, and the panels over it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.drawing.hud import Panels, PanelSprite
from scenes.drawing.panels import Pen, Remote, StripEntry, ruling_panel
from scenes.drawing.quads import Atlas, Quads
from scenes.games.zack import panels
from scenes.games.zack.art import APRON_MM, BELOW, edge_image, faces, room_picture
from scenes.games.zack.framing import Framing, from_hand_to_hand
from scenes.games.zack.layout import Layout, lay_out, signs_of
from scenes.games.zack.lens import lens_origin, lens_panel, lens_quads, lens_scale
from scenes.games.zack.stage import Stage
from scenes.games.zack.view import TABLE_FAR_MM, TABLE_NEAR_MM, home_view, seen
from scenes.layout.boxes import Place
from scenes.layout.places import Foot
from scenes.layout.text import line_px
from scenes.window.camera import Camera, Rectangle
from scenes.window.viewport import clear, clipped
from sim.games.zack.match.frame import SeatView, StaticScene, TableStage, ZackFrame
from sim.match.grammar import called

MOST_SEATS = 6
LENS_CARDS = 160
READ_S = 0.6  # how long after a turn has passed on a belief that still differs is marked as wrong
EDGE_PIXELS = 200, 8


class Hud(Panels):
    """All panels of Zack!. `resize` lays them out, `update` shows a frame.

    colours: those of the players. lens_shown: whether the lens is drawn where it has a place. rulings_shown: whether
    the status has rulings; one who plays reads them in the line of messages.
    """

    def __init__(self, static_scene: StaticScene, colours: tuple[str, ...]) -> None:
        super().__init__()
        self.static_scene = static_scene
        low, middle, upper, over, _ = self.groups
        self._status, self._tally, self._lens, self._pile = (PanelSprite(self.batch, low) for _ in range(4))
        self._seats = [PanelSprite(self.batch, low) for _ in range(MOST_SEATS)]
        self._bubbles = [PanelSprite(self.batch, middle) for _ in range(MOST_SEATS)]
        self._places: list[dict[str, Place]] = [{} for _ in range(MOST_SEATS)]
        """The places of clock and thought on every seat's panel (its pixels, y down)."""
        self._clock = PanelSprite(self.batch, middle)
        self._stop, self._mirror = (PanelSprite(self.batch, upper) for _ in range(2))
        self._over = PanelSprite(self.batch, over)
        first, *others = (("edge", *face) for face in faces(colours, static_scene.stop_cards))
        self.lens_cards = Quads(Atlas(_edge, [first, "plain"], later=others), self.batch, middle, LENS_CARDS)
        self.lens_shown = self.rulings_shown = True
        self.layout: Layout

    def seating(self, frame: ZackFrame) -> tuple[int, ...]:
        """Return the side of every seat."""
        return tuple(seat.side for seat in frame.seats)

    def resize(self, width: float, height: float, ratio: float, frame: ZackFrame, foot: Foot | None = None) -> Layout:
        """Lay the panels out for a window of that size in units, of `ratio` pixels each. foot: as for `lay_out`."""
        self._size, self.ratio = (width, height), ratio
        self.layout = layout = lay_out(width, height, self.seating(frame), foot, self.fold)
        self.pen = Pen(layout.unit, ratio)
        return layout

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: ZackFrame, remote: Remote | None, _camera: Camera) -> None:
        layout, pen = self.layout, self.pen
        needed = self.static_scene.wins_needed
        colours = {seat.name: seat.colour for seat in frame.seats}
        place, verdict = layout.status, frame.verdict if self.rulings_shown else None
        shown = (
            verdict,
            frame.game,
            int(frame.time_s),
            frame.table_stage,
            frame.due,
            colours.get(frame.due or ""),
            len(frame.seats) == 1 and frame.throws,
        )
        size = self.pixels(place)
        self.put(
            self._status, place, shown,
            lambda: panels.status_panel(frame, needed, size, pen) if verdict is None
            else ruling_panel(panels.verdict_words(verdict), verdict.success, size, pen),
        )  # fmt: skip
        self._show_seats(frame, layout)
        entries = [
            StripEntry(called(seat.name), _score(seat, needed), seat.is_due, seat.colour) for seat in frame.seats
        ]
        self.show_strip(layout.strip, entries, _mark)
        tally = layout.tally
        if tally is None:
            self._tally.hide()
        else:
            counts = (frame.throws, frame.misses, frame.challenges)
            self.put(self._tally, tally, counts, lambda: panels.tally_panel(frame, self.pixels(tally), pen))
        self._show_pile(frame, colours, layout)
        self.show_ticker(layout.ticker, frame)
        self.show_remote(layout.remote, remote, "")
        self._show_overlays(frame, layout)

    def _show_seats(self, frame: ZackFrame, layout: Layout) -> None:
        shown = min(len(frame.seats), len(layout.seats))
        colours = {seat.name: seat.colour for seat in frame.seats}
        for index in range(MOST_SEATS):
            if index >= shown:
                self._seats[index].hide()
                self._bubbles[index].hide()
                continue
            seat, place = frame.seats[index], layout.seats[index]
            self._show_seat(index, seat, place)
            self._show_bubble(index, seat, colours, frame, place)
        due = next((index for index in range(shown) if frame.seats[index].is_due), None)
        seconds = None if due is None else frame.seats[due].clock_s
        if due is None or seconds is None or frame.table_stage not in (TableStage.PLAYING, TableStage.CHOOSING):
            self._clock.hide()
            return
        at = self._places[due].get("clock")
        if at is None:
            self._clock.hide()
            return
        place, small, tenths = layout.seats[due], self.pen.text(12.5), int(seconds * 10) / 10
        left = place.left + (at[0] + at[2] - panels.clock_room(small)) / self.ratio
        top = place.top - (at[1] + (at[3] - line_px(small)) / 2) / self.ratio
        self._clock.show((tenths, small), left, top, self.ratio, lambda: panels.clock_text(tenths, small))

    def _show_seat(self, index: int, seat: SeatView, place: Rectangle) -> None:
        key = (
            seat.name, seat.profile, seat.strategy, seat.colour, seat.cards, seat.challenges, seat.is_due, seat.wins,
        )  # fmt: skip
        needed, size = self.static_scene.wins_needed, self.pixels(place)

        def paint() -> Image.Image:
            picture, self._places[index] = panels.seat_panel(seat, needed, size, self.pen)
            return picture

        self.put(self._seats[index], place, key, paint)

    def _show_bubble(
        self, index: int, seat: SeatView, colours: dict[str, str], frame: ZackFrame, place: Rectangle
    ) -> None:
        at, panel = self._places[index].get("bubble"), self._bubbles[index]
        if at is None or seat.believes is None or frame.table_stage is not TableStage.PLAYING:
            panel.hide()
            return
        wide = min(at[2], round(1.25 * at[3]))
        high = min(at[3], wide)
        left, top = at[0] + at[2] - wide, at[1] + (at[3] - high) // 2
        # Nobody can know at once that the turn has passed on: a belief that is late by less than READ_S is no mistake.
        due_s = next((other.clock_s for other in frame.seats if other.is_due), None)
        wrong = seat.believes != frame.due and due_s is not None and due_s >= READ_S
        colour = colours.get(seat.believes, "")
        size = wide, high
        panel.show(
            (colour, wrong, size),
            place.left + left / self.ratio,
            place.top - top / self.ratio,
            self.ratio,
            lambda: panels.bubble(colour, wrong, size),
        )

    def _show_pile(self, frame: ZackFrame, colours: dict[str, str], layout: Layout) -> None:
        pile, lens, pen = layout.pile, layout.lens, self.pen
        if pile is None:
            self._pile.hide()
        else:
            bowl = panels.lying(frame)
            key = (bowl, tuple(colours.items()))
            self.put(self._pile, pile, key, lambda: panels.pile_panel(bowl, colours, self.pixels(pile), pen))
        if lens is None or not self.lens_shown:
            self._lens.hide()
            self.lens_cards.show([])
            return
        self.put(self._lens, lens, "lens", lambda: lens_panel(self.static_scene, lens, pen))
        offset, scale = lens_origin(self.static_scene, lens), lens_scale(self.static_scene, lens)
        self.lens_cards.show(lens_quads(frame, self.static_scene, offset, scale))

    def _show_overlays(self, frame: ZackFrame, layout: Layout) -> None:
        table, pen, ratio = layout.table, self.pen, self.ratio
        stopped = frame.table_stage in (TableStage.STOPPED, TableStage.CHOOSING)
        signs = (self._stop, stopped, "STOP"), (self._mirror, frame.mirrored, "L=R")
        for (panel, wanted, words), place in zip(signs, signs_of(table, layout.unit), strict=True):
            if wanted:
                side = round(place.width * ratio)
                panel.show((words, side), place.left, place.top, ratio, partial(panels.stop_sign, side, words))
            else:
                panel.hide()
        width, height = self._size
        if frame.table_stage is TableStage.OVER:
            wide = min(width * 0.96, max(table.width * 0.98, 0.6 * width))
            middle = width / 2, table.bottom + 0.62 * table.height
            self.show_result(self._over, frame.winners, middle, wide, lambda room: panels.over_panel(frame, room, pen))
        else:
            self._over.hide()
        self.show_help(width, height)


def _score(seat: SeatView, needed: int) -> str:
    """Return the cards that a player has, and the games won where more than one has to be."""
    return f"{seat.cards}" + (f" ★{seat.wins}" if needed > 1 and seat.wins else "")


def _mark(picture: Image.Image, left: int, top: int, side: int, colour: Hashable) -> None:
    """Paint the disc of a player's colour."""
    panels.chip(picture, (left, top, left + side, top + side), str(colour))


def _edge(key: Hashable) -> Image.Image:
    match key:
        case ("edge", str(face), str(border)):
            return edge_image(face, border, *EDGE_PIXELS)
    return Image.new("RGBA", (4, 4), (255, 255, 255, 255))


LOWEST = 0.8  # the room is painted down to this share of the height of the table's far edge in the view of all cards
ROOM_SHARE = 4  # the room is painted at a quarter of the window's size: it is out of focus anyway


class ZackScene(GameScene[ZackFrame, Stage, Hud]):
    """The scene of Zack!. framing: moves its camera."""

    def __init__(self, static_scene: StaticScene, size: tuple[float, float, float], first: ZackFrame) -> None:
        """Lay out for the first frame. size: width and height in units, and pixels a unit."""
        colours = tuple(seat.colour for seat in first.seats)
        self.framing = Framing(static_scene)
        super().__init__(
            lambda camera: Stage(static_scene, colours, camera.pixels_per_mm),
            Hud(static_scene, colours),
            Room(static_scene),
            home_view(static_scene),
            size,
            first,
            lambda table: self.framing.begin(self.shown, self.camera, table),
        )

    def show(self, frame: ZackFrame, clock_s: float, remote: Remote | None = None) -> None:
        """Move everything to a frame, the camera first."""
        self.framing.update(frame, self.camera)
        super().show(frame, clock_s, remote)


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZackFrame
) -> ZackScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each.

    first: the frame that the panels are laid out for.
    """
    return ZackScene(static_scene, (width, height, pixel_ratio), first)


class Room:
    """The room above the table's far edge, and the dark below its front.

    Only those parts of the window are drawn: without a graphics card each pixel takes time.
    """

    def __init__(self, static_scene: StaticScene) -> None:
        self._static_scene = static_scene
        self._picture = WindowPicture(ROOM_SHARE, plain=True, opaque=True)

    def resize(self, size: tuple[float, float], camera: Camera) -> None:
        """Paint for a window of that size in units."""
        # As far down as it is ever seen: in other views the table's far edge is higher up.
        wide = Camera(from_hand_to_hand(self._static_scene, camera.viewport), camera.viewport)
        horizon = LOWEST * wide.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] / size[1]
        self._picture.paint(size, lambda wide, high: room_picture(wide, high, min(0.9, max(0.05, horizon))))

    def update(self, _frame: ZackFrame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the room stands still."""

    def draw(self, size: tuple[float, float], camera: Camera) -> None:
        """Draw in window units."""
        ratio = camera.pixel_ratio
        width, height = (round(side * ratio) for side in size)
        far = round(camera.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] * ratio)
        foot = seen(0.0, 0.0, TABLE_NEAR_MM)[1] - APRON_MM
        low = round(camera.to_screen((0.0, foot))[1] * ratio)
        if low >= 0:
            with clipped(0, 0, width, low + 1):
                clear(BELOW)
        if far <= height:
            with clipped(0, max(0, far - 2), width, height - max(0, far - 2)):
                self._picture.draw()
