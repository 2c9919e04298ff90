"""`lab place`: put one piece on one slot, many times, and count what falls."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sim.configuration import provenance
from sim.errors import InputError
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.lab.cargo import a_kind, a_slot, load, parse_cargo
from sim.options import PlaceOptions
from sim.people.execution import PlaceIntent, execute, wander
from sim.people.skill import Skill
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.fitting import middle_of, takes, usual_stance
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
class PlacementCounts:
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


def usual_intent(
    setup: ShipSetup, kind: str, slot_number: int, offset_mm: float = 0.0, stance_name: str | None = None
) -> PlaceIntent:
    """Return the middle of the slot (for what hangs: its end), `offset_mm` to starboard; everything may be caught.

    stance_name: the stance, None for the usual one.
    """
    slot = setup.ship.slot(slot_number)
    stance = usual_stance(setup, kind, slot) if stance_name is None else setup.pieces[kind].stances[stance_name]
    return PlaceIntent(kind, stance.name, slot_number, middle_of(slot, stance) + offset_mm)


def place_command(given: PlaceOptions) -> None:
    """Place a piece many times and print what fell. Raises InputError."""
    if given.from_record is not None:
        from sim.lab.again import again_command

        again_command(given, given.from_record)
        return
    if given.turn is not None:
        raise InputError("--turn: expected --from-record FILE with it.")
    configuration = load_riff_raff(given.config, given.profile or "play")
    setup, skills = configuration.setup, configuration.skills
    player, trials = given.player or "casual", 400 if given.trials is None else given.trials
    if given.slot is None or given.piece is None:
        missing = "--slot" if given.slot is None else "--piece"
        raise InputError(f"{missing}: expected --slot and --piece, or --from-record FILE and --turn.")
    slot = setup.ship.slot(a_slot(setup.ship, given.slot, "--slot"))
    kind = a_kind(setup, given.piece, "--piece")
    if player not in skills:
        raise InputError(f"--player: expected one of {', '.join(skills)}, found {player!r}.")
    stances = [name for name, stance in setup.pieces[kind].stances.items() if takes(slot, stance)]
    if given.stance is not None and given.stance not in stances:
        raise InputError(
            f"--stance: expected one of {', '.join(stances)} for a {kind} on slot {slot.number}, "
            f"found {given.stance!r}."
        )
    snapshot = load(setup, parse_cargo(given.cargo, setup))
    intent = usual_intent(setup, kind, slot.number, given.offset_mm or 0.0, given.stance)
    placing = Placing(setup, snapshot, skills[player], intent)
    counts = PlacementCounts()
    for index in range(trials):
        counts.add(placing.trial(derive(given.seed, "lab place", index)))
    fell, own, lost = (rate(count, trials) for count in (counts.fell, counts.own_fell, counts.lost))
    if given.as_json:
        answer = {
            "fall_rate": fell.to_json(),
            "own_fall_rate": own.to_json(),
            "lost_rate": lost.to_json(),
            "unsettled": counts.unsettled,
            "trials": trials,
            "seconds_simulated": round(counts.seconds_simulated, 6),
            "intent": placing.intent.to_json(),
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer))
        return
    print(f"{kind} on slot {slot.number}, {player} hands, {trials} times ({placing.intent.stance}):")
    print(f"  something fell   {fell.percent()}")
    print(f"  the {kind} fell {own.percent()}")
    print(f"  not all caught   {lost.percent()}")
    print(f"  unsettled after the cap of simulated time: {counts.unsettled}")
    print(f"  {counts.seconds_simulated:.0f} s simulated at profile {configuration.profile}")
