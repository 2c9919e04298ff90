"""`lab place`: put one piece on one slot, many times, and count what falls."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from sim.configuration import provenance
from sim.errors import InputError
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.lab.cargo import a_kind, a_slot, load, parse_cargo
from sim.people.execution import PlaceIntent, execute, wander
from sim.people.skill import Skill
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.fitting import middle_of, usual_stance
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive
from sim.statistics import rate

NAME = "placed"


@dataclass(frozen=True, slots=True)
class Placing:
    """One placement to be tried any number of times: the ship, the hands, the intent."""

    setup: ShipSetup
    snapshot: Snapshot
    skill: Skill
    intent: PlaceIntent

    def trial(self, noise_seed: int) -> LoadResult:
        """Make one attempt under one seed of noise, exactly as a match executes it."""
        action = execute(self.intent, NAME, self.skill, noise_seed)
        return Loading(ShipWorld(self.setup, self.snapshot), action, wander(self.skill, noise_seed)).run()


@dataclass(slots=True)
class Tally:
    """Counts of outcomes: a piece fell when it left the ship, whether a hand caught it or not; lost, when none did."""

    trials: int = 0
    fell: int = 0
    own_fell: int = 0
    lost: int = 0
    unsettled: int = 0
    seconds_simulated: float = 0.0

    def add(self, result: LoadResult) -> None:
        """Count one trial."""
        self.trials += 1
        off = {*result.fallen, *result.caught}
        self.fell += bool(off)
        self.own_fell += NAME in off
        self.lost += bool(result.fallen)
        self.unsettled += not result.settled
        self.seconds_simulated += result.duration_s


def usual_intent(setup: ShipSetup, kind: str, slot_number: int, offset_mm: float = 0.0) -> PlaceIntent:
    """Return the middle of the slot (for what hangs: its end), `offset_mm` to starboard; everything may be caught."""
    slot = setup.ship.slot(slot_number)
    stance = usual_stance(setup, kind, slot)
    return PlaceIntent(kind, stance.name, slot_number, middle_of(slot, stance) + offset_mm)


def place_command(
    slot: int,
    piece: str,
    player: str,
    trials: int,
    cargo: str | None,
    offset_mm: float,
    seed: int,
    config: Path | None,
    profile: str,
    as_json: bool,
) -> None:
    """Run the verb. Raises InputError."""
    configuration = load_riff_raff(config, profile)
    setup, skills = configuration.setup, configuration.skills
    a_slot(slot, "--slot")
    a_kind(setup, piece, "--piece")
    if player not in skills:
        raise InputError(f"--player: expected one of {', '.join(skills)}, found {player!r}.")
    snapshot = load(setup, parse_cargo(cargo, setup))
    placing = Placing(setup, snapshot, skills[player], usual_intent(setup, piece, slot, offset_mm))
    tally = Tally()
    for index in range(trials):
        tally.add(placing.trial(derive(seed, "lab place", index)))
    fell, own, lost = (rate(count, trials) for count in (tally.fell, tally.own_fell, tally.lost))
    if as_json:
        answer = {
            "fall_rate": fell.to_json(),
            "own_fall_rate": own.to_json(),
            "lost_rate": lost.to_json(),
            "unsettled": tally.unsettled,
            "trials": trials,
            "seconds_simulated": round(tally.seconds_simulated, 6),
            "intent": placing.intent.to_json(),
            **provenance(configuration, seed),
        }
        print(json.dumps(answer))
        return
    print(f"{piece} on slot {slot}, {player} hands, {trials} times ({placing.intent.stance}):")
    print(f"  something fell   {fell.percent()}")
    print(f"  the {piece} fell {own.percent()}")
    print(f"  not all caught   {lost.percent()}")
    print(f"  unsettled after the cap of simulated time: {tally.unsettled}")
    print(f"  {tally.seconds_simulated:.0f} s simulated at profile {configuration.profile}")
