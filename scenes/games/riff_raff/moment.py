"""Over a watched match of Riff Raff: what the hand meant beside what it did, what a look-ahead bot weighed, and one
moment again 100 times, with the piece dragged elsewhere or in other hands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from pyglet.graphics import Group
from pyglet.math import Mat4
from pyglet.window import Window, key

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.palette import AIM, GLOW, PAPER, Colour
from scenes.drawing.panels import Pen, notice_picture
from scenes.games.riff_raff.depth import LEVEL, Lean, lean_of, lowered
from scenes.games.riff_raff.moment_panel import (
    CANDIDATES,
    SIZE,
    Chip,
    Placed,
    Words,
    did_words,
    lay_out,
    moment_lines,
    picture,
    place_of,
    weighed_lines,
)
from scenes.games.riff_raff.moment_ship import DrawnPiece, MomentShip
from scenes.games.riff_raff.play_hand import Pool, edged, hollow, put_cloud
from scenes.games.riff_raff.scene import RiffRaffScene
from scenes.layout.places import PanelLayout
from scenes.layout.text import line_px
from scenes.play.forecast import ForecastSource, started_forecaster
from scenes.window.camera import Rectangle
from scenes.window.viewport import view_of
from sim.errors import InputError
from sim.forecast.trials import Forecast
from sim.games.riff_raff.again import Again, hands_of, moment_frame
from sim.games.riff_raff.deliberation import Weighed, Weighing, why_not_weighed
from sim.games.riff_raff.forecast import Ghost
from sim.games.riff_raff.match.frame import RiffRaffFrame, TableStage
from sim.games.riff_raff.match.match import RULED_S, RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.games.riff_raff.match.text import piece_words, stance_words
from sim.language import _
from sim.options import DEFAULT_SEED
from sim.physics import Point
from sim.physics.ship.fitting import takes
from sim.physics.turning import turned

Value = TypeVar("Value", int, str)

BEFORE = (TableStage.THINKING, TableStage.TAKING, TableStage.LOADING)
"""The stages in which it is shown what was weighed."""
AFTER = (TableStage.LOADING, TableStage.WATCHING, TableStage.RULED)
"""The stages in which it is shown what the hand meant and what it did."""
PASSED_ON = (key.Q, key.H, key.F, key.F1, key.F2, key.S, key._0, key.NUM_0)
"""The keys that mean the same as always while a moment is tried again."""
LATER_S = 0.1
STEP_MM = 2.0
"""How far an arrow key moves the piece."""
GRAB_MM = 14.0
"""A piece is taken by the pointer no farther than this beside its outline's middle, or within its outline."""
THOUGHT_LINES = 7
TAG_APART = 26.0
"""The least distance between two numbers (units of a 720-line window)."""
TRIED: Colour = (255, 255, 255)


class MomentLayer:
    """The layer over a watched match of Riff Raff (`scenes.playback.protocols.WatchLayer`).

    A moment is tried again in a process of its own (sim/forecast/worker.py), so that no frame waits for it.
    """

    def __init__(
        self,
        match: RiffRaffMatch,
        scene: RiffRaffScene,
        frame_at: Callable[[float], RiffRaffFrame],
        source: ForecastSource | None = None,
    ) -> None:
        self.match, self.scene = match, scene
        self._frame_at, self._source = frame_at, source
        self._thoughts = False
        self._held_s: float | None = None
        self._moment: MomentShip | None = None
        self._again: Again | None = None
        self._dragged: tuple[Point, Point] | None = None
        self._at = (0.0, 0.0)
        self._meant: Forecast[Ghost] | None = None
        self._known: Forecast[Ghost] | None = None
        self._weighed: dict[int, Weighed] = {}
        self._like: RiffRaffFrame | None = None
        self._panel: Placed | None = None
        self._clouded: object = None
        stage = scene.stage
        self._batch, self._labels = Batch(), Batch()
        groups = [Group(order=order) for order in range(3)]
        self._cloud = Pool(stage, self._batch, groups[0], "ghost", hollow)
        self._pieces = Pool(stage, self._batch, groups[1])
        self._outlines = Pool(stage, self._batch, groups[2], "edge", edged)
        self._words = PanelSprite(self._labels, Group(order=0))
        self._numbers = [PanelSprite(self._labels, Group(order=1)) for _ in range(CANDIDATES)]

    # ------------------------------------------------------------------------------------------ what is asked of it

    @property
    def thoughts(self) -> bool:
        """True while it is shown what was meant and weighed."""
        return self._thoughts

    @thoughts.setter
    def thoughts(self, shown: bool) -> None:
        self._thoughts = shown
        self._refit()

    @property
    def holds(self) -> bool:
        """True while a moment is tried again, or is waited for."""
        return self._held_s is not None

    @property
    def look(self) -> object:
        """All that changes its pictures beside the frame that is shown, mouse and keys."""
        problem = None if self._source is None else self._source.problem
        return self._again, self._known, self._meant, tuple(self._weighed), problem

    @property
    def again(self) -> Again | None:
        """The attempt that is tried again now; None while none is."""
        return self._again

    @property
    def known(self) -> Forecast[Ghost] | None:
        """The outcomes so far of what is tried again."""
        return self._known

    def close(self) -> None:
        """End the work in the background."""
        if self._source is not None:
            self._source.close()

    def key(self, symbol: int, now_s: float) -> bool:
        """Obey a key at this time of the match; return True if it has an action."""
        if not self.holds:
            if symbol == key.I:
                self.thoughts = not self.thoughts
            elif symbol == key.W:
                self._hold(now_s)
            return symbol in (key.I, key.W)
        if symbol in PASSED_ON:
            return False
        if symbol in (key.ESCAPE, key.W):
            self._let_go()
        elif self._again is not None and self._moment is not None:
            self._move_by_key(self._again, self._moment.past, symbol)
        return True

    def click(self, x: float, y: float, now_s: float) -> None:
        """Take a click on the table at this time of the match: try this moment again."""
        if self.scene.hud.layout.table.contains(x, y):
            self._hold(now_s)

    def pointer(self, x: float, y: float) -> None:
        self._at = x, y

    def press(self, x: float, y: float) -> bool:
        """Choose what is pressed on the panel, or take the piece; return True if either is there."""
        self._at = x, y
        chip = self._chip()
        if chip is not None:
            self._choose(*chip.value)
            return True
        panel = self._panel_place()
        if panel is not None and panel.contains(x, y):
            return True
        if self._again is None or self._moment is None:
            return False
        drawn = self._moment.meant(self._again)
        at = self.scene.camera.to_world((x, y))
        place = drawn.place(self._lean)
        left, bottom, right, top = self._moment.section(drawn).extent(place[2])
        dx, dy = at[0] - place[0], at[1] - place[1]
        inside = left <= dx <= right and bottom <= dy <= top
        if not inside and math.hypot(dx, dy) > GRAB_MM:
            return False
        self._dragged = (dx, dy), (x, y)
        return True

    def release(self, x: float, y: float) -> None:
        """Put the piece down where it was dragged to, and try that."""
        self._at = x, y
        if self._dragged is not None:
            dragged = self._under_pointer()
            moved, self._dragged = self._dragged[1] != self._at, None
            if dragged is not None and moved:
                self._try(dragged)

    # ------------------------------------------------------------------------------------------ one moment

    def _hold(self, now_s: float) -> None:
        self._held_s = now_s
        self._refit()

    def _let_go(self) -> None:
        self._held_s = self._moment = self._again = self._dragged = self._meant = self._known = self._like = None
        self._clouded = None
        if self._source is not None:
            self._source.forget()
        self._refit()

    def _present(self, now_s: float) -> PastAttempt | None:
        """Return the attempt of the turn at a time of the match (s), the last one after its end; None while unknown."""
        past = self.match.past
        found = next((one for one in past if one.ruled_s + RULED_S > now_s), None)
        return past[-1] if found is None and past and self.match.finished else found

    def _begin(self, past: PastAttempt) -> None:
        self._moment = MomentShip(past)
        # A moment later, since the frame at which a turn begins still shows the one before.
        self._like = moment_frame(past, self._frame_at(past.begun_s + LATER_S))
        self._try(Again.as_meant(past))
        self._refit()

    def _try(self, again: Again) -> None:
        self._again, self._known = again, None
        self._working().ask(again.cloud(DEFAULT_SEED))

    def _working(self) -> ForecastSource:
        if self._source is None:
            self._source = started_forecaster()
        return self._source

    def _choose(self, what: str, value: str) -> None:
        """Obey a chip of the panel."""
        if what == "close" or self._again is None or self._moment is None:
            self._let_go()
            return
        again, past = self._again, self._moment.past
        if what == "meant":
            self._try(Again.as_meant(past))
        elif what == "hands":
            self._try(self._in_hands(again, value))
        elif what == "piece":
            self._try(moved(again, kind=value))
        else:
            self._try(moved(again, stance=value))

    def _in_hands(self, again: Again, profile: str) -> Again:
        """Return the same in the hands of a profile; "" for the player's own."""
        past = self.match.past[again.past.number - 1]
        if not profile:
            return again.in_hands(past.view.skill, hands_of(past.by))
        return again.in_hands(self.match.configuration.skills[profile], profile)

    def _move_by_key(self, again: Again, past: PastAttempt, symbol: int) -> None:
        meant, setup = again.action.intent, past.view.setup
        if symbol in (key.LEFT, key.RIGHT):
            step = STEP_MM if symbol == key.RIGHT else -STEP_MM
            self._try(moved(again, x_mm=meant.x_mm + step))
        elif symbol in (key.UP, key.DOWN):
            slots = [slot.number for slot in setup.ship.slots]
            self._try(moved(again, slot=_next(slots, meant.slot, 1 if symbol == key.UP else -1)))
        elif symbol == key.P:
            self._try(moved(again, kind=_next(list(setup.pieces), meant.kind)))
        elif symbol == key.O:
            self._try(moved(again, stance=_next(self._stances(again), meant.stance)))
        elif symbol == key.TAB:
            profiles = ["", *self.match.configuration.skills]
            now = again.whose if again.whose in profiles else ""
            self._try(self._in_hands(again, _next(profiles, now)))

    def _stances(self, again: Again) -> list[str]:
        setup, meant = again.past.view.setup, again.action.intent
        slot = setup.ship.slot(meant.slot)
        return [name for name, stance in setup.pieces[meant.kind].stances.items() if takes(slot, stance)]

    def _under_pointer(self) -> Again | None:
        """Return the attempt with the piece where the pointer has dragged it; None if it is not dragged."""
        if self._dragged is None or self._again is None or self._moment is None:
            return None
        (dx, dy), _ = self._dragged
        x, y = self.scene.camera.to_world(self._at)
        setup, drawn = self._moment.past.view.setup, self._moment.meant(self._again)
        bottom = self._moment.section(drawn).extent(drawn.pose.angle)[1]
        best = math.inf
        found = self._again
        for slot in setup.ship.slots:
            lean = self._lean
            wx, wy = lowered(x - dx, y - dy, lean, self._moment.fore_mm(slot.number))
            sx, sy = turned(wx, wy, -lean.roll)
            beside = max(slot.wood_left_mm - sx, sx - slot.wood_right_mm, 0.0)
            far = math.hypot(beside, sy + bottom - slot.surface_mm)
            if far < best:
                best = far
                inside = min(max(sx, slot.wood_left_mm), slot.wood_right_mm)
                placed = moved(self._again, slot=slot.number)
                stance = setup.pieces[placed.action.intent.kind].stances[placed.action.intent.stance]
                # What hangs has one place at the end of the wood.
                found = placed if stance.edge_mm is not None else moved(placed, x_mm=round(inside, 1))
        return found

    # ------------------------------------------------------------------------------------------ time

    def update(self, now_s: float) -> None:
        """Move on with what is known by now, at this time of the match."""
        if self._held_s is not None:
            self._update_moment(self._held_s)
        elif self._thoughts:
            past = self._present(now_s)
            if past is not None and past.number not in self._weighed and why_not_weighed(past) is None:
                asked = Weighing(past, self.match.seed)
                source = self._working()
                source.ask(asked)
                known = source.latest(asked.key)
                if known is not None and known.shown:
                    self._weighed[past.number] = known.shown[0]

    def _update_moment(self, held_s: float) -> None:
        if self._again is None:
            past = self._present(held_s)
            if past is not None:
                self._begin(past)
            elif self.match.finished:
                self._let_go()
            return
        known = self._working().latest(self._again.cloud(DEFAULT_SEED).key)
        if known is not None and (known.shown or known.problem):
            self._known = known
            if not self._again.changed and known.done:
                self._meant = known

    # ------------------------------------------------------------------------------------------ pictures

    def frame(self, shown: RiffRaffFrame) -> RiffRaffFrame:
        """Return the frame to be drawn: the moment that is tried again, or the one that the playback shows."""
        return shown if self._like is None else self._like

    def show(self, shown: RiffRaffFrame) -> None:
        """Move the layer's pictures to the frame that is drawn."""
        for pool in (self._pieces, self._outlines):
            pool.begin()
        tags: list[Point] = []
        ghosts: Sequence[Ghost] = ()
        if self._again is not None and self._moment is not None:
            ghosts = self._show_moment(self._again, self._moment, lean_of(shown))
        elif self._thoughts and not self.holds:
            tags = self._show_thoughts(shown)
        for pool in (self._pieces, self._outlines):
            pool.end()
        self._show_cloud(ghosts, lean_of(shown))
        self._show_tags(tags)
        self._show_panel(shown)

    def _show_moment(self, again: Again, moment: MomentShip, lean: Lean) -> Sequence[Ghost]:
        """Show where the piece is meant to go, and return the outcomes."""
        dragged = self._under_pointer()
        now = moment.meant(dragged or again)
        if again.changed or dragged is not None:
            self._outline(moment.meant(Again.as_meant(moment.past)), lean, PAPER, 0.45)
        x, y, angle = now.place(lean)
        self._pieces.put(now.kind, now.form, x, y, angle, 0.5 if dragged is None else 0.9, TRIED)
        self._outline(now, lean, GLOW, 1.0)
        return () if dragged is not None or self._known is None else self._known.shown

    def _show_thoughts(self, shown: RiffRaffFrame) -> list[Point]:
        """Show what was weighed, meant and done at the playback's time; return where the candidates' numbers go."""
        past = self._present(shown.time_s)
        if past is None or shown.due != past.by:
            return []
        if self._moment is None or self._moment.past is not past:
            self._moment = MomentShip(past)
        moment = self._moment
        tags: list[Point] = []
        weighed = self._weighed.get(past.number)
        if shown.table_stage in BEFORE and weighed is not None and weighed.agrees:
            for index, candidate in reversed(list(enumerate(weighed.candidates[:CANDIDATES]))):
                drawn = moment.set_down(candidate.option.intent)
                if index:
                    self._outline(drawn, lean_of(shown), PAPER, 0.7)
                x, y, angle = drawn.place(lean_of(shown))
                tags.insert(0, (x, y + moment.section(drawn).extent(angle)[3] + 7.0))
        if shown.table_stage in (*BEFORE, *AFTER) and past.executed is not None:
            self._outline(moment.meant(Again.as_meant(past)), lean_of(shown), GLOW, 1.0)
        did = moment.did() if shown.table_stage in AFTER else None
        if did is not None:
            self._outline(did, lean_of(shown), AIM[0], 0.8)
        return tags

    def _outline(self, drawn: DrawnPiece, lean: Lean, tint: Colour, opacity: float) -> None:
        x, y, angle = drawn.place(lean)
        self._outlines.put(drawn.kind, drawn.form, x, y, angle, opacity, tint)

    def _show_cloud(self, ghosts: Sequence[Ghost], lean: Lean) -> None:
        key_ = (None if self._again is None else self._again, len(ghosts))
        if key_ == self._clouded:
            return
        self._clouded = key_
        self._cloud.begin()
        if self._again is not None and self._moment is not None:
            intent = self._again.action.intent
            put_cloud(self._cloud, intent.kind, ghosts, self._moment.fore_mm(intent.slot), lean)
        self._cloud.end()

    def _show_tags(self, tags: Sequence[Point]) -> None:
        ratio, pen = self.scene.camera.pixel_ratio, self._pen
        apart, taken = TAG_APART * pen.unit, list[Point]()
        for index, sprite in enumerate(self._numbers):
            if index >= len(tags):
                sprite.hide()
                continue
            x, y = self.scene.camera.to_screen(tags[index])
            while any(math.dist((x, y), other) < apart for other in taken):
                y += apart
            taken.append((x, y))
            sprite.show((index, pen), x, y, ratio, partial(notice_picture, str(index + 1), False, 200, pen), True)

    # ------------------------------------------------------------------------------------------ the panel

    @property
    def _pen(self) -> Pen:
        return Pen(self.scene.hud.layout.unit, self.scene.camera.pixel_ratio)

    @property
    def _lean(self) -> Lean:
        return LEVEL if self._like is None else lean_of(self._like)

    def _refit(self) -> None:
        """Keep room for the panel at the table's foot while there is one."""
        self.scene.foot = self._foot if self.holds or self._thoughts else None
        self.scene.resize(*self.scene.size, self.scene.camera.pixel_ratio)

    def _foot(self, layout: PanelLayout) -> float:
        pen = Pen(layout.unit, self.scene.camera.pixel_ratio)
        gap = 12.0 * layout.unit
        if self._again is None:
            return THOUGHT_LINES * 1.3 * layout.text(SIZE) + 18.0 * layout.unit + gap
        # Room for the line that comes with a second change.
        return (self._placed(layout, pen).size[1] + line_px(pen.text(SIZE))) / pen.ratio + gap

    def _placed(self, layout: PanelLayout, pen: Pen) -> Placed:
        """Return the panel of the moment that is tried again."""
        room = round(0.97 * layout.table.width * pen.ratio)
        again = self._again
        if again is None or self._moment is None:
            words = _("Going back to before this placement ...")
            return lay_out([Words(words)], [[Chip(_("back to the match"), ("close", ""))]], room, pen)
        intent, setup = again.action.intent, again.past.view.setup
        own = hands_of(again.past.by)
        hands = [Chip(_("{own} hands", own=own), ("hands", ""), again.whose == own)]
        hands += [Chip(_(name), ("hands", name), again.whose == name) for name in self.match.configuration.skills]
        kinds = [Chip(piece_words(kind)["piece"], ("piece", kind), kind == intent.kind) for kind in setup.pieces]
        stances = [Chip(stance_words(name), ("stance", name), name == intent.stance) for name in self._stances(again)]
        ends = [
            Chip(_("as it was meant"), ("meant", ""), not again.changed),
            Chip(_("back to the match"), ("close", "")),
        ]
        rows = [hands, kinds, [*(stances if len(stances) > 1 else ()), *ends]]
        problem = None if self._source is None else self._source.problem
        place = self._panel_place()
        pointed = place is not None and place.contains(*self._at)
        return lay_out(moment_lines(again, self._known, self._meant, problem, pointed), rows, room, pen)

    def _show_panel(self, shown: RiffRaffFrame) -> None:
        layout, pen = self.scene.hud.layout, self._pen
        if self.holds:
            self._panel = self._placed(layout, pen)
        elif self._thoughts:
            past = self._present(shown.time_s)
            lines: list[Words] = []
            if past is not None and shown.due == past.by:
                if shown.table_stage in BEFORE:
                    lines += weighed_lines(past, self._weighed.get(past.number))
                if shown.table_stage in AFTER:
                    lines.append(Words(did_words(past), bold=True))
            room = round(0.97 * layout.table.width * pen.ratio)
            self._panel = lay_out(lines, (), room, pen) if lines else None
        else:
            self._panel = None
        placed, place = self._panel, self._panel_place()
        if placed is None or place is None:
            self._words.hide()
            return
        hover = self._chip()
        self._words.show(
            (placed, hover, pen), place.left, place.top, pen.ratio, lambda: picture(placed, hover, pen)
        )  # fmt: skip

    def _panel_place(self) -> Rectangle | None:
        if self._panel is None:
            return None
        table = self.scene.hud.layout.table
        gap = 6.0 * self.scene.hud.layout.unit
        return place_of(self._panel, Rectangle(table.left, table.bottom + gap, table.right, table.top), self._pen.ratio)

    def _chip(self) -> Chip | None:
        place = self._panel_place()
        if self._panel is None or place is None or not self.holds:
            return None
        ratio = self._pen.ratio
        return self._panel.at((self._at[0] - place.left) * ratio, (place.top - self._at[1]) * ratio)

    def draw(self, window: Window) -> None:
        """Draw over the scene."""
        window.view = view_of(self.scene.camera)
        self._batch.draw()
        window.view = Mat4()
        self._labels.draw()


def _next(values: Sequence[Value], now: Value, step: int = 1) -> Value:
    """Return the value after that one, the first after the last; step -1: the one before."""
    return values[(values.index(now) + step) % len(values)]


def moved(
    again: Again,
    kind: str | None = None,
    stance: str | None = None,
    slot: int | None = None,
    x_mm: float | None = None,
) -> Again:
    """Return the same with another piece, or elsewhere; unchanged where the ship of a design has no room for that."""
    try:
        return again.with_piece(kind, stance, slot, x_mm)
    except InputError:
        return again
