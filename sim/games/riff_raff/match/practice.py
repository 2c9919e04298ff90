"""Practice: one slot, one kind of piece or any, a loaded ship, a mark to aim at, and any number of attempts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.errors import IllegalAction, InputError
from sim.games.riff_raff.bots.slot_geometry import slot_geometry_of
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.drills import (
    DRILLS,
    Calibration,
    Drill,
    Landing,
    NaturalFlick,
    TargetSeries,
    landing_place,
)
from sim.games.riff_raff.match.frame import RiffRaffFrame, SeatView, StaticScene, TableStage
from sim.games.riff_raff.match.intents import RiffRaffIntent, TakePiece
from sim.games.riff_raff.match.table import PersonLoads, ShipTable
from sim.language import N_, Wording, _, _n
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.trials import Attempted, Outcome
from sim.match.turn_based import Question, Script, TurnBasedMatch
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.fitting import middle_of, within_limits
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.protocols import Line
from sim.refusals import one_of
from sim.seat import Seat
from sim.seeds import rng

SEEN_S = 1.2  # how long the result is shown
CARGO_MOST = 24


@dataclass(frozen=True, slots=True)
class Mark:
    """The place where a piece is to go: its centre of gravity (ship's frame; y on the bare wood), and its angle.

    fore_mm: how far before the mast.
    """

    kind: str
    form: str
    x_mm: float
    y_mm: float
    angle: float
    fore_mm: float


class Practice(TurnBasedMatch[None]):
    """Any number of attempts by one person on one slot. What holds stays aboard; `undo` takes an attempt back.

    After an attempt at which anything fell the ship is as she was before it. table: the ship and the hand at her. kept,
    tries: numbers of attempts that held, and of all. slot: its number. piece: the kind to practise; None for any.
    aboard: the number of pieces aboard at first. drill: one of DRILLS; in a drill only flicks count, and what they
    change is put back after each. attempted: what came of the last attempt, None before. Raises InputError for an
    impossible slot, piece, number or drill.
    """

    game = "riff-raff"
    title = "Riff Raff"
    is_trial = False

    def __init__(
        self,
        configuration: RiffRaffConfiguration,
        seat: Seat,
        seed: int,
        slot: int = 6,
        piece: str | None = None,
        aboard: int = 0,
        drill: str = "free",
        record_line: Callable[[Line], None] | None = None,
        inbox: Inbox[Intent] | None = None,
    ) -> None:
        kinds, slots = tuple(configuration.setup.pieces), len(configuration.setup.ship.slots)
        if not 1 <= slot <= slots:
            raise InputError(
                "practice: slot: expected a number from 1 to {slots}, found {slot!r}.", slots=slots, slot=slot
            )
        if piece is not None and piece not in kinds:
            raise InputError("practice: piece: {one_of}.", one_of=one_of(piece, kinds))
        if not 0 <= aboard <= CARGO_MOST:
            raise InputError(
                "practice: aboard: expected 0 to {cargo_most} pieces, found {aboard!r}.",
                cargo_most=CARGO_MOST,
                aboard=aboard,
            )
        if drill not in DRILLS:
            raise InputError("practice: drill: {one_of}.", one_of=one_of(drill, DRILLS))
        super().__init__((seat,), seed, record_line, None, inbox)
        self.configuration = configuration
        self.table = ShipTable(configuration, clock=lambda: self._ticks)
        self.table.snapshot = laden(configuration, seed, aboard)
        self.static_scene: StaticScene = self.table.static_scene(self.seats)
        self.slot = slot
        self.kinds = kinds if piece is None else (piece,)
        self.kept = self.tries = 0
        self.attempted: Attempted | None = None
        self.mark: Mark | None = None
        self.drill: Drill | None = None
        self._first = self.table.snapshot
        self._past: list[tuple[Snapshot, int, int, int, Drill | None]] = []
        self._loads = PersonLoads(self.table, self.inbox, self._record_line, lambda line: self.note_hand(line))
        self._kind = self.kinds[0]
        self._aim(self._kind)
        if drill == "target":
            self.begin_target()
        elif drill == "calibrate":
            self.begin_calibration()

    # ------------------------------------------------------------------------------------------ the course of it

    def _play(self) -> Script[None, None]:
        table, seat = self.table, self.seats[0]
        skill = self.configuration.skills[seat.profile]
        while True:
            table.stage = TableStage.THINKING
            carrying = yield from self._loads.load(
                Question((seat.name,), TakePiece, None), self.slot, skill, self._aimed_at
            )
            self._past.append((table.snapshot, self.kept, self.tries, table.attempts - 1, self.drill))
            result = carrying.result()
            self.tries += 1
            self.attempted = self._attempted(carrying, result)
            gone = bool(result.fallen or result.caught)
            if not gone and self.drill is None:
                # What fell is put back, so the next attempt is the same task again.
                table.snapshot = carrying.world.snapshot()
            self.kept += not gone
            fallen = len(result.fallen) - (carrying.astray is not None)
            if not gone:
                self._say(*self._holds_words(carrying))
            elif fallen or result.caught:
                self._say(*lost_words(fallen, len(result.caught)))
            if self.drill is not None:
                self._note_flick(carrying, carrying.name in result.aboard.get(self.slot, ()))
            table.stage = TableStage.RULED
            yield round(SEEN_S * TICK_HZ)
            table.loading = None
            if self.drill is None:
                self._aim(self._kind)

    @property
    def let_go(self) -> bool:
        """True once the piece of the attempt under way, or shown, has left the hand."""
        return self.table.carrying is not None and self.table.carrying.release is not None

    def _attempted(self, carrying: Carrying, result: LoadResult) -> Attempted:
        release, mouse, mark = carrying.release, self.table.mouse, self.mark
        assert release is not None
        fallen, caught = len(result.fallen) - (carrying.astray is not None), len(result.caught)
        held: Outcome = "aboard" if carrying.astray is None else "astray"
        there = mark if mark is not None and mark.kind == carrying.kind else None
        slot, (from_x, from_y, _) = carrying.slot, carrying.trace[0]
        taken_s = mouse.taken_tick / TICK_HZ
        return Attempted(
            outcome="fallen" if fallen else "caught" if caught else held,
            what=carrying.kind,
            taken_ms=1000.0 * taken_s,
            released_ms=1000.0 * (taken_s + carrying.released_s),
            from_x_mm=from_x,
            from_y_mm=from_y,
            x_mm=release.x,
            y_mm=release.y,
            angle_rad=release.angle,
            vx_mm_s=release.vx,
            vy_mm_s=release.vy,
            spin_rad_s=release.spin,
            aim_x_mm=None if there is None else there.x_mm,
            aim_y_mm=None if there is None else there.y_mm,
            width_mm=slot.wood_right_mm - slot.wood_left_mm,
            fallen=fallen,
            caught=caught,
            by_keys=mouse.by_keys,
        )

    def _notice(self) -> None:
        self.table.notice(self.time_s, self._say)

    def undo(self) -> None:
        """Return to the position before the last attempt. Raises IllegalAction if there is none or one is under way."""
        table = self.table
        if table.loading is not None and table.stage is not TableStage.RULED:
            raise IllegalAction(N_("Let go of the piece first, and wait for the outcome."))
        if not self._past:
            raise IllegalAction(N_("There is no attempt to take back."))
        table.snapshot, self.kept, self.tries, table.attempts, self.drill = self._past.pop()
        if table.stage is TableStage.RULED:
            self._pause_ticks = 0
        self._say(_("The last attempt is taken back."), "plain")
        if self.drill is None:
            self._aim(self._kind)

    # ------------------------------------------------------------------------------------------ drills

    def begin_target(self) -> None:
        """Begin ten flicks at the mark. Raises IllegalAction while an attempt is under way."""
        self._begin(TargetSeries(self.slot, self.kinds[0] if len(self.kinds) == 1 else None))

    def begin_calibration(self) -> None:
        """Begin the flicks that tell a hand's strength. Raises IllegalAction while an attempt is under way."""
        assert self.mark is not None
        self._begin(Calibration(self.slot, (self.configuration.setup.ship.slot(self.slot).centre_mm, self.mark.y_mm)))

    def end_drill(self) -> None:
        """Go on with attempts without end. Raises IllegalAction while an attempt is under way."""
        self._check_calm()
        self.drill = None

    def _begin(self, drill: Drill) -> None:
        self._check_calm()
        self.table.snapshot, self.drill = self._first, drill

    def _check_calm(self) -> None:
        if self.table.loading is not None:
            raise IllegalAction(N_("Let go of the piece first, and wait for the outcome."))

    def _note_flick(self, carrying: Carrying, held: bool) -> None:
        """Add an attempt to the drill, if it was a flick."""
        drill, flight, motion = self.drill, carrying.flight, carrying.motion
        if not carrying.flicked or flight is None or motion is None:
            self._say(_("Set down, not flicked: it does not count."), "plain")
        elif isinstance(drill, Calibration):
            strength = self.table.mouse.strength
            flick = NaturalFlick(motion.x, motion.y, motion.vx / strength, motion.vy / strength)
            self.drill = drill.with_flick(flick)
        elif isinstance(drill, TargetSeries) and self.mark is not None:
            place = landing_place(flight, carrying.slot, self.mark.y_mm)
            self.drill = drill.with_landing(Landing(*place, held))

    def _holds_words(self, carrying: Carrying) -> tuple[str, str]:
        place = carrying.cargo.body.position
        x = carrying.world.to_ship((place.x, place.y))[0]
        if self.mark is None or self.mark.kind != carrying.kind:
            return _("It holds."), "good"
        off = x - self.mark.x_mm
        if off > 0:
            return _("It holds, {off:.0f} mm to starboard of the mark.", off=off), "good"
        return _("It holds, {off:.0f} mm to port of the mark.", off=-off), "good"

    def _aim(self, kind: str) -> None:
        """Choose the next mark for a piece of this kind: the same for the same seed and number of attempts."""
        piece, ship = self.configuration.setup.pieces[kind], self.configuration.setup.ship
        stance = self.table.usual_stance(kind, self.slot)
        section, slot = piece.forms[stance.form], ship.slot(self.slot)
        draw = float(rng(self.seed, "mark", self.table.attempts).uniform(0.2, 0.8))
        x = middle_of(slot, stance)
        if stance.edge_mm is None:
            x = slot.wood_left_mm + draw * (slot.wood_right_mm - slot.wood_left_mm)
            x = within_limits(slot, section, stance.angle, x)
        fore_mm = slot_geometry_of(self.configuration.setup, self.table.snapshot).fore_mm(slot)
        self.mark = Mark(kind, stance.form, x, slot.surface_at(x) - stance.seat_mm, stance.angle, fore_mm)

    def _aimed_at(self, kind: str) -> float | None:
        return self.mark.x_mm if self.mark is not None and self.mark.kind == kind else None

    # ------------------------------------------------------------------------------------------ the person

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person, while an answer or a hand is waited for."""
        return super().waits_for if self.table.holder is None else (self.table.holder,)

    def question(self, by: str) -> str | None:
        """Return what the person is asked now: place; None for nothing."""
        return "place" if by == self.table.holder else super().question(by)

    def _think(self, question: Question[None, Intent]) -> RiffRaffIntent:
        raise AssertionError("no bot practises")

    def _judge(self, intent: Intent) -> None:
        assert isinstance(intent, TakePiece)
        if intent.piece not in self.kinds:
            raise IllegalAction(
                Wording(
                    "This is practice with {kinds}, not with {piece}.", kinds=", ".join(self.kinds), piece=intent.piece
                )
            )
        if isinstance(self.drill, TargetSeries):
            if self.drill.kind not in (None, intent.piece) and self.drill.landings and not self.drill.done:
                raise IllegalAction(Wording("These ten flicks are with the {kind}.", kind=self.drill.kind))
            self.drill = self.drill.of(intent.piece)
        if intent.piece != self._kind:
            self._kind = intent.piece
            self._aim(self._kind)

    def _why_not_now(self, intent: Intent) -> str:
        if not isinstance(intent, TakePiece):
            return "Practice is about placing alone."
        holds = self.table.holder == intent.by
        return N_("The hand holds a piece already.") if holds else N_("Wait until the last attempt is over.")

    # ------------------------------------------------------------------------------------------ what is seen

    def summary_line(self) -> str:
        """Return how many attempts held."""
        return _("{kept} of {tries} attempts held.", kept=self.kept, tries=self.tries)

    def frame(self) -> RiffRaffFrame:
        """Return all that a drawing of this moment needs."""
        seat, seen, stage = self.seats[0], self.table.seen(), self.table.stage
        supply = {kind: int(kind in self.kinds) for kind in self.configuration.setup.pieces}
        if self.table.loading is not None:
            supply[self.table.loading.kind] = 0
        view = SeatView(seat.name, seat.profile, seat.strategy, (), self.slot, (self.slot,), supply, True, True, None)
        return RiffRaffFrame(
            time_s=self.time_s,
            table_stage=stage,
            round=self.tries + (stage is not TableStage.RULED),
            rounds=0,
            seats=(view,),
            due=seat.name,
            slot=self.slot,
            announced=1,
            hull_angle=seen.hull_angle,
            pitch_angle=seen.pitch_angle,
            yards=seen.yards,
            pieces=seen.pieces,
            hand=seen.hand,
            palms=seen.palms,
            removed={},
            ticker=tuple(self.ticker),
            events=tuple(self.table.events),
        )


def lost_words(fallen: int, caught: int) -> tuple[str, str]:
    """Return a sentence about the pieces that left the ship in an attempt, and its tone.

    fallen, caught: the numbers of pieces that lie on the table, and that were caught.
    """
    count = fallen + caught
    if not fallen:
        return _n("{count} piece fell and was caught.", "{count} pieces fell and were caught.", count), "plain"
    if not caught:
        return _n("{count} piece fell.", "{count} pieces fell.", count), "bad"
    return _n(
        "{fallen} pieces fell, {count} of them was caught.",
        "{fallen} pieces fell, {count} of them were caught.",
        caught,
        fallen=count,
    ), "bad"


def laden(configuration: RiffRaffConfiguration, seed: int, count: int, pieces: Sequence[str] | None = None) -> Snapshot:
    """Return a ship with up to `count` pieces aboard, put down all over her by a steady hand.

    pieces: the kinds to load, one after the other; None for any.
    """
    setup, stream = configuration.setup, rng(seed, "laden")
    kinds = tuple(setup.pieces)
    snapshot, aboard = setup.ship.at_rest(), 0
    for number in range(3 * count):
        if aboard == count:
            break
        kind = kinds[int(stream.integers(len(kinds)))] if pieces is None else pieces[aboard]
        # Port and starboard alternate, and low slots are likelier than high ones, as people load.
        slots = [slot for slot in setup.ship.slots if (slot.side > 0) == bool(number % 2)] or setup.ship.slots
        slot = slots[min(int(stream.integers(len(slots))), int(stream.integers(len(slots))))]
        stances = [name for name, stance in setup.pieces[kind].stances.items() if stance.edge_mm is None]
        x = float(stream.uniform(slot.wood_left_mm + 8.0, slot.wood_right_mm - 8.0))
        loading = Loading(
            ShipWorld(setup, snapshot), LoadAction(f"{kind}-b{number}", kind, stances[0], slot.number, x), steady
        )
        result = loading.run()
        if not result.fallen:
            snapshot, aboard = loading.world.snapshot(), aboard + 1
    return snapshot
