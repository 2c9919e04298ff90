"""`lab sway`: heel the ship, let her go, and watch her swing. Angles here are heels, positive to starboard (rad)."""

from __future__ import annotations

import io
import json
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim.configuration import preset_file, provenance
from sim.csv_table import CsvTable, Decimal
from sim.errors import InputError, between
from sim.file_kinds import TABLE
from sim.files import check_outputs, write_whole
from sim.games.riff_raff.cargo import Cargo, heeled, load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.options import LONGEST_S, SHORTEST_S, SwayOptions
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.untrusted_text import printable

# After the recorded time she is left alone, up to this long, until she has kept within so little for so long.
_REST_CAP_S = 120.0
_REST_S = 2.0
_REST_RAD = math.radians(0.01)
# Smaller swings, from turn to turn, are not counted: the last creep into rest is no swing.
_SWING_RAD = math.radians(0.1)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sway:
    """A free decay: one heel a control tick (1/120 s) from t = 0, what fell off meanwhile, and where she came to rest.

    `settled_rad` is None where she never did (no friction, or a capsize against the stops that went on).
    """

    heel_rad: Floats
    fallen: tuple[str, ...]
    settled_rad: float | None

    @property
    def time_s(self) -> Floats:
        """The times of the heels."""
        return np.arange(len(self.heel_rad)) / TICK_HZ


@dataclass(frozen=True, slots=True)
class Swings:
    """The mean period of the swings and the rate of decay of their extremes; None where there are too few."""

    period_s: float | None
    decay_per_s: float | None


@dataclass(frozen=True, slots=True, repr=False)
class Swayed:
    """A free decay with what was measured of it."""

    sway: Sway
    swings: Swings
    configuration: RiffRaffConfiguration

    def to_json(self) -> dict[str, object]:
        """Return the figures of `lab sway`."""
        return {
            "period_s": self.swings.period_s,
            "decay_per_s": self.swings.decay_per_s,
            "settled_angle_rad": self.sway.settled_rad,
            "fallen": list(self.sway.fallen),
            "rate_hz": TICK_HZ,
        }

    def __repr__(self) -> str:
        """Return what was done, with its first figure, on one line."""
        return f"<{self.text()}>"

    def __str__(self) -> str:
        """Return the figures in words."""
        return self.text()

    def text(self) -> str:
        """Return the figures in words, on one line."""
        swings, settled_rad = self.swings, self.sway.settled_rad
        period = "no two swings" if swings.period_s is None else f"period {swings.period_s:.4f} s"
        decay = "no decay measured" if swings.decay_per_s is None else f"decay {swings.decay_per_s:.3f} per second"
        settled = "never at rest"
        if settled_rad is not None:
            settled = f"at rest at {math.degrees(settled_rad):+.2f} degrees (positive: to starboard)"
        fell = f"; fell: {', '.join(self.sway.fallen)}" if self.sway.fallen else ""
        return f"{period}, {decay}, {settled}{fell}"


def let_go(setup: ShipSetup, snapshot: Snapshot, start_rad: float, duration_s: float) -> Sway:
    """Turn the ship to `start_rad` with all that is aboard, let her go, and record `duration_s`."""
    world = ShipWorld(setup, heeled(snapshot, start_rad))
    heels = [world.heel]
    fallen: list[str] = []
    ticks = round(duration_s * TICK_HZ)
    still_at, still_since = math.inf, 0
    cap = ticks + round(_REST_CAP_S * TICK_HZ)
    while world.ticks < ticks or (world.ticks < cap and world.ticks - still_since < _REST_S * TICK_HZ):
        world.tick()
        for body_id in world.touches.ground:
            cargo = world.cargo_of(body_id)
            if cargo is not None:
                fallen.append(cargo.name)
                world.remove_cargo(cargo.name)
        world.touches.ground.clear()
        heel = world.heel
        if world.ticks <= ticks:
            heels.append(heel)
        if abs(heel - still_at) > _REST_RAD:
            still_at, still_since = heel, world.ticks
    rested = world.ticks - still_since >= _REST_S * TICK_HZ
    return Sway(np.array(heels), tuple(fallen), world.heel if rested else None)


def measure(heel_rad: Floats) -> Swings:
    """Measure period and decay from the turns, which need no middle.

    With viscous friction v and dry friction both, turns follow each other by half of 2 pi / sqrt(w0^2 - v^2), and with
    viscous friction alone the swing from turn to turn shrinks by exp(-v t): dry friction adds to the decay given here.
    """
    times, heels = _turns(heel_rad)
    swings = np.abs(np.diff(heels))
    period = 2 * float(times[-1] - times[0]) / (len(times) - 1) if len(times) >= 3 else None
    # The swing from one turn to the next belongs to the middle of its time.
    decay = -float(np.polyfit((times[1:] + times[:-1]) / 2, np.log(swings), 1)[0]) if len(swings) >= 2 else None
    return Swings(period, decay)


def _turns(heel_rad: Floats) -> tuple[Floats, Floats]:
    """Return times and heels of the turning points, the release included, up to the first swing too small to count."""
    step = np.sign(np.diff(heel_rad))
    moving = np.flatnonzero(step)
    if not len(moving):
        return np.zeros(0), np.zeros(0)
    turns = moving[1:][step[moving[1:]] != step[moving[:-1]]]
    points = [(0.0, float(heel_rad[0]))]
    for at in turns.tolist():
        turn = _peak(heel_rad, at)
        if abs(turn[1] - points[-1][1]) < _SWING_RAD:
            break
        points.append(turn)
    times, heels = np.array(points).T
    return times, heels


def _peak(heel_rad: Floats, at: int) -> tuple[float, float]:
    """Return time and heel of a turn: the vertex of the parabola through three samples."""
    before, here, after = (float(value) for value in heel_rad[at - 1 : at + 2])
    bend = before - 2 * here + after
    shift = 0.0 if bend == 0 else (before - after) / (2 * bend)
    return (at + shift) / TICK_HZ, here - (before - after) * shift / 4


def csv_text(sway: Sway, decimal: Decimal = ".") -> str:
    """Return the record as CSV: t_s (120 a second) and angle_rad (positive to starboard)."""
    text = io.StringIO()
    table = CsvTable(text, decimal)
    table.row(("t_s", "angle_rad"))
    for t, angle in zip(sway.time_s.tolist(), sway.heel_rad.tolist(), strict=True):
        table.row((table.number(t, 6), table.number(angle, 9)))
    return text.getvalue()


def swayed(
    configuration: RiffRaffConfiguration, start_deg: float = 10.0, *, duration_s: float = 20.0, cargo: Cargo = None
) -> Swayed:
    """Heel the ship to `start_deg` (positive to starboard), let her go, and measure how she swings for `duration_s`.

    cargo: what lies aboard, as `7:rat,10:crate`. Raises InputError.
    """
    setup = configuration.setup
    stop = setup.ship.measures.end_stop_deg
    if not abs(start_deg) <= stop:
        raise InputError(
            "--start-deg: expected at most the end stop, {stop:g} degrees, found {start_deg:g}.",
            stop=stop,
            start_deg=start_deg,
        )
    between("--duration-s", duration_s, SHORTEST_S, LONGEST_S)
    snapshot = load(setup, parse_cargo(cargo, setup))
    sway = let_go(setup, snapshot, math.radians(start_deg), duration_s)
    return Swayed(sway, measure(sway.heel_rad), configuration)


def sway_command(given: SwayOptions) -> None:
    """Let the ship swing and print what was measured. Raises InputError.

    Nothing in it is random: the seed is only reported.
    """
    check_outputs({"--csv": (given.csv, TABLE)}, {"--config": preset_file("riff-raff", given.config)})
    configuration = load_riff_raff(given.config, given.profile)
    found = swayed(configuration, given.start_deg, duration_s=given.duration_s, cargo=given.cargo)
    if given.csv is not None:
        write_whole(given.csv, csv_text(found.sway, given.decimal))
    if given.as_json:
        print(json.dumps({**found.to_json(), **provenance(configuration, given.seed)}))
        return
    print(found.text())
    if given.csv is not None:
        print(printable(f"{len(found.sway.heel_rad)} rows, {TICK_HZ} a second, in {given.csv}"))
