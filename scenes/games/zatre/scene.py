"""The scene of ZATRE, which draws a match's frames as a player may see them, and the panels beside the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from scenes.drawing.game_scene import GameScene, StillBackdrop
from scenes.drawing.hud import Panels, PanelSprite, used
from scenes.drawing.panels import Pen, Remote, StripEntry
from scenes.games.zatre import panels
from scenes.games.zatre.art import table_picture
from scenes.games.zatre.layout import Layout, lay_out
from scenes.games.zatre.panels import Fresh, fresh, sheet_panel
from scenes.games.zatre.stage import HOME, Stage
from scenes.layout.places import Foot
from scenes.window.camera import Camera, Point, Rectangle
from sim.games.zatre.match.frame import SeatView, SheetView, StaticScene, TableStage, TileView, ZatreFrame
from sim.match.grammar import called

MOST_SEATS = 6


class Hud(Panels):
    """All panels. `resize` lays them out, `update` shows a frame.

    own: the player whose sheet comes first where not all fit, and whose rack is shown below the board instead of in
    their panel; None if nobody plays by hand.
    """

    def __init__(self, static_scene: StaticScene) -> None:
        super().__init__()
        self.static_scene = static_scene
        low, _, _, over, _ = self.groups
        self._status = PanelSprite(self.batch, low)
        self._seats = [PanelSprite(self.batch, low) for _ in range(MOST_SEATS)]
        self._sheets = [PanelSprite(self.batch, low) for _ in range(MOST_SEATS)]
        self._over = PanelSprite(self.batch, over)
        self.own: str | None = None
        self._before: dict[str, SheetView] = {}
        self._now: dict[str, SheetView] = {}
        self._fresh: dict[str, Fresh] = {}
        self._shown_s = 0.0
        self.layout: Layout

    def seating(self, frame: ZatreFrame) -> tuple[tuple[str, ...], int]:
        """Return the names of the players in the order of the seats, and the number of sides."""
        return tuple(seat.name for seat in frame.seats), len(panels.sides_of(frame))

    def resize(self, width: float, height: float, ratio: float, frame: ZatreFrame, foot: Foot | None = None) -> Layout:
        """Lay out the panels for a window of that size in units, of `ratio` pixels each. foot: as for `lay_out`."""
        self._size, self.ratio = (width, height), ratio
        self.layout = layout = lay_out(width, height, len(frame.seats), len(panels.sides_of(frame)), foot, self.fold)
        self.pen = Pen(layout.unit, ratio)
        return layout

    # ------------------------------------------------------------------------------------------ a frame

    def update(self, frame: ZatreFrame, remote: Remote | None, _camera: Camera) -> None:
        """Show a frame in the panels."""
        layout, pen = self.layout, self.pen
        place = layout.status
        key = (frame.turn, int(frame.time_s), frame.table_stage, frame.due, frame.bag)
        self.put(self._status, place, key, lambda: panels.status_panel(frame, self.pixels(place), pen))
        for index, panel in enumerate(used(self._seats, min(len(frame.seats), len(layout.seats)))):
            self._show_seat(panel, frame, frame.seats[index], layout.seats[index])
        entries = [StripEntry(called(seat.name), str(seat.sheet.total), seat.is_due, seat.team) for seat in frame.seats]
        self.show_strip(layout.strip, entries)
        self._show_sheets(frame, layout)
        self.show_ticker(layout.ticker, frame)
        self.show_remote(layout.remote, remote, "")
        self._show_overlays(frame, layout)

    def _show_seat(self, panel: PanelSprite, frame: ZatreFrame, seat: SeatView, place: Rectangle) -> None:
        drawn = None if frame.starter_draws is None else frame.starter_draws.get(seat.name)
        # Partners pool their tiles: the player at the mouse holds all of them.
        empty = seat.is_due and any(other.is_due and other.name == self.own for other in frame.seats)
        key = (
            seat.name, seat.profile, seat.strategy, seat.rack, seat.is_due, seat.team, seat.sheet.total, drawn, empty,
        )  # fmt: skip
        size = self.pixels(place)
        self.put(panel, place, key, lambda: panels.seat_panel(seat, drawn, size, self.pen, empty))

    def _show_sheets(self, frame: ZatreFrame, layout: Layout) -> None:
        sides = panels.sides_of(frame)
        self._compare(frame, sides)
        order = list(sides)
        if len(layout.sheets) < len(sides):
            order.sort(key=lambda side: self._rank(sides[side]))
        for index, panel in enumerate(used(self._sheets, min(len(order), len(layout.sheets)))):
            side = order[index]
            sheet, due = sides[side][0].sheet, any(seat.is_due for seat in sides[side])
            new = (
                self._fresh.get(side, Fresh()) if frame.table_stage in (TableStage.RULED, TableStage.OVER) else Fresh()
            )
            place = layout.sheets[index]
            self._put_sheet(panel, place, side, sheet, due, new)

    def _rank(self, seats: tuple[SeatView, ...]) -> tuple[bool, bool, int]:
        """Return the place of a side where not all sheets fit: the player's own first, the side to move, who leads."""
        return (
            all(seat.name != self.own for seat in seats),
            not any(seat.is_due for seat in seats),
            -seats[0].sheet.total,
        )

    def _put_sheet(
        self, panel: PanelSprite, place: Rectangle, side: str, sheet: SheetView, due: bool, new: Fresh
    ) -> None:
        size = self.pixels(place)
        self.put(panel, place, (side, sheet, due, new), lambda: sheet_panel(side, sheet, size, self.pen, due, new))

    def _compare(self, frame: ZatreFrame, sides: dict[str, tuple[SeatView, ...]]) -> None:
        """Find the cells that the last change of each sheet has filled; none after a jump back in time."""
        now = {side: seats[0].sheet for side, seats in sides.items()}
        if frame.time_s < self._shown_s or now.keys() != self._now.keys():
            self._fresh = {}
        elif now != self._now:
            self._fresh = {
                side: fresh(self._now[side], sheet) for side, sheet in now.items() if sheet != self._now[side]
            }
        self._shown_s, self._now = frame.time_s, now

    def _show_overlays(self, frame: ZatreFrame, layout: Layout) -> None:
        width, height = self._size
        if frame.table_stage is TableStage.OVER:
            board = layout.table
            wide = max(board.width * 0.94, min(width * 0.94, 160.0))
            self.show_result(
                self._over, frame.winners, board.centre, wide, lambda room: panels.over_panel(frame, room, self.pen)
            )
        else:
            self._over.hide()
        self.show_help(width, height)


TABLE_SHARE = 3  # the table is painted at a third of the window's size: it has no fine detail

ZatreScene: TypeAlias = GameScene[ZatreFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZatreFrame
) -> ZatreScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    hud = Hud(static_scene)

    def origin(tile: TileView) -> Point | None:
        """Return where a tile comes from in mm: the panel of its player."""
        names = [seat.name for seat in scene.shown.seats]
        if tile.by not in names:
            return None
        return scene.camera.to_world(hud.layout.seat_place(names.index(tile.by), len(names)).centre)

    scene: ZatreScene = GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm, camera.pixel_ratio),
        hud,
        StillBackdrop(TABLE_SHARE, table_picture),
        HOME,
        (width, height, pixel_ratio),
        first,
    )
    scene.stage.origin = origin
    return scene


def unseen(frame: ZatreFrame, by: str | None) -> ZatreFrame:
    """Return the frame as `by` sees it: tiles of other sides lie face down until the match is over.

    by: None if nobody may look; then all tiles lie face down.
    """
    if frame.table_stage is TableStage.OVER:
        return frame
    own = next((seat for seat in frame.seats if seat.name == by), None)
    return replace(frame, seats=tuple(seat if _together(own, seat) else _face_down(seat) for seat in frame.seats))


def _together(own: SeatView | None, seat: SeatView) -> bool:
    return own is not None and (seat.name == own.name or (seat.team is not None and seat.team == own.team))


def _face_down(seat: SeatView) -> SeatView:
    return replace(seat, rack=(None,) * len(seat.rack)) if any(seat.rack) else seat
