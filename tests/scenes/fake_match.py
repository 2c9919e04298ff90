"""A stand-in for a match: real physics, a fixed list of placements, no rules. It falls apart on purpose."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.configuration import load_configuration
from sim.games.riff_raff.match.frame import (
    FrameEvent,
    PieceEvent,
    PieceState,
    PieceView,
    RiffRaffFrame,
    SeatView,
    StaticScene,
    TableStage,
)
from sim.physics.ship.catching import CatchAction
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.protocols import TickerLine
from sim.seat import Seat

CATCH = CatchAction(0.25, 0.05, 0.1, 2500.0, 85.0)
CALM = (
    ("crate", "upright", 2, 25.0),
    ("chest", "upright", 3, -25.0),
    ("rat", "flat", 7, -40.0),
    ("barrel", "upright", 8, 38.0),
    ("plank", "flat", 5, -45.0),
    ("bottle", "upright", 6, 45.0),
    ("boat", "upright", 1, -25.0),
    ("rat", "flat", 5, -45.0),
    ("plank", "flat", 9, -26.0),
    ("rat", "flat", 10, 26.0),
    ("sailor", "hanging_starboard", 6, 90.0),
    ("sailor", "hanging_port", 7, -70.0),
    ("chest", "upright", 4, 25.0),
)
STORM = (
    ("crate", "upright", 6, 76.0),
    ("crate", "upright", 8, 56.0),
    ("bottle", "upright", 10, 36.0),
    ("boat", "upright", 9, -30.0),
)
# A barrel put down at the very end of a yard rolls off.
FALL = (*CALM[:2], ("barrel", "rolling", 6, 88.0))
NAMES = (("Ada", "casual"), ("Bosun Bartholomew", "skilled"), ("Caro", "child"), ("Dirk", "casual"))


@dataclass
class FakeMatch:
    """Answers to scenes.playback.protocols.Match."""

    game = "riff-raff"
    title = "Riff Raff"

    seed: int = 1
    placements: tuple[tuple[str, str, int, float], ...] = CALM + STORM
    profile: str = "draft"
    players: int = 4
    thinking_s: float = 0.6
    finished: bool = False
    time_s: float = 0.0
    turn: int = 0
    loading: Loading | None = None
    snapshot: Snapshot = field(default_factory=Snapshot)
    ticker: list[TickerLine] = field(default_factory=list)
    wait_s: float = 0.6
    recorded_s: float | None = None
    _ticks: float = 0.0

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(Seat(name, profile, "simple") for name, profile in NAMES[: self.players])

    def __post_init__(self) -> None:
        self.setup = load_configuration("riff-raff", None, self.profile).setup
        self.static_scene = StaticScene(self.setup.ship, self.setup.pieces, CATCH.width_mm)
        self.world = ShipWorld(self.setup)
        self.table_stage = TableStage.CHOOSING
        self.told = 0
        self.caught = 0
        self.events: tuple[FrameEvent, ...] = ()

    def advance(self, seconds: float) -> None:
        self._ticks += seconds * 120
        while self._ticks >= 1 - 1e-9 and not self.finished:
            self._ticks -= 1
            self._tick()

    def _tick(self) -> None:
        self.time_s += 1 / 120
        if self.loading is None:
            self.wait_s -= 1 / 120
            self.table_stage = TableStage.CHOOSING if self.wait_s > self.thinking_s / 2 else TableStage.THINKING
            self.world.tick()
            if self.wait_s <= 0:
                self._begin()
            return
        loading = self.loading
        loading.tick()
        self.table_stage = TableStage.LOADING if loading.hand is not None else TableStage.WATCHING
        for moment in loading.moments[self.told :]:
            tone = {"falls": "bad", "caught": "good", "settled": "turn"}.get(moment.what, "plain")
            words = f"{NAMES[self.turn % self.players][0]} {moment.what} {moment.name}".strip()
            self.ticker.append(TickerLine(self.time_s, words.capitalize(), tone))
            if moment.what in ("slips", "falls", "caught"):
                kind = moment.name.rstrip("0123456789")
                self.events = (*self.events, PieceEvent(self.time_s, moment.what, moment.name, kind))
        self.told = len(loading.moments)
        if loading.done:
            self.caught += len(loading.caught)
            self.snapshot = self.world.snapshot()
            self.loading, self.wait_s = None, self.thinking_s
            self.turn += 1
            self.world = ShipWorld(self.setup, self.snapshot)
            if self.turn >= len(self.placements):
                self.finished, self.table_stage = True, TableStage.OVER

    def _begin(self) -> None:
        kind, stance, slot, x = self.placements[self.turn]
        self.world = ShipWorld(self.setup, self.world.snapshot())
        action = LoadAction(
            f"{kind}{self.turn}", kind, stance, slot, x, angle_rad=0.03, open_height_mm=1.5, catch=CATCH
        )
        self.loading, self.told = Loading(self.world, action, steady), 0

    def frame(self) -> RiffRaffFrame:
        loading, world = self.loading, self.world
        pieces = []
        for cargo in world.cargo.values():
            state = PieceState.FALLING if cargo.falling else PieceState.ABOARD
            if loading is not None and loading.hand is not None and cargo.name == loading.action.name:
                state = PieceState.HELD
            p, fore = cargo.body.position, cargo.fore.mm
            angle, layer = cargo.body.angle, cargo.layer
            pieces.append(PieceView(cargo.name, cargo.kind, cargo.form, p.x, p.y, angle, state, layer, fore))
        debris = () if loading is None else loading.debris
        pieces += [PieceView.of(gone, PieceState.FALLEN) for gone in debris]
        due = self.turn % self.players
        seats = tuple(
            SeatView(
                name=name,
                profile=profile,
                strategy="careful",
                hand=tuple(n for n in range(1, 11) if (n + i) % 3),
                card=None if self.table_stage is TableStage.CHOOSING else (7 + 3 * i) % 10 + 1,
                played=(3, 10, 1)[: 1 + i],
                supply={kind: (n + i + self.turn) % 3 for n, kind in enumerate(KINDS)},
                is_captain=i == 1,
                is_due=i == due and not self.finished,
                turn_in_round=(i + 1) % self.players,
            )
            for i, (name, profile) in enumerate(NAMES[: self.players])
        )
        return RiffRaffFrame(
            time_s=self.time_s,
            table_stage=self.table_stage,
            round=1 + self.turn // 4,
            rounds=10,
            seats=seats,
            due=None if self.finished else seats[due].name,
            slot=None if self.finished else self.placements[min(self.turn, len(self.placements) - 1)][2],
            announced=1 + self.turn % 2,
            hull_angle=world.hull.angle,
            pitch_angle=world.pitching.angle,
            yards=tuple(Pose(y.position.x, y.position.y, y.angle) for y in world.yards),
            pieces=tuple(pieces),
            hand=loading.hand.pose() if loading is not None and loading.hand is not None else None,
            palms=loading.catchers.poses() if loading is not None and loading.catchers is not None else (),
            removed={"crate": self.caught} if self.caught else {},
            ticker=tuple(self.ticker[-12:]),
            winners=("Ada", "Caro") if self.finished else (),
            events=self.events,
        )
