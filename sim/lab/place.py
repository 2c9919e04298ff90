"""`lab place`: put one piece on one slot, many times, and count what falls."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sim.configuration import provenance
from sim.errors import InputError, whole
from sim.games.riff_raff.cargo import Cargo, a_kind, a_slot, check_offset, load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.riff_raff.match.practice import laden
from sim.options import DEFAULT_SEED, MOST_TRIALS, PlaceOptions
from sim.people.execution import PlaceIntent, execute, wander
from sim.people.skill import Skill
from sim.physics.ship.attempt import LoadResult
from sim.physics.ship.fitting import middle_of, takes, usual_stance
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.refusals import one_of
from sim.seeds import derive
from sim.statistics import Interval, rate

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
    """Counts of outcomes: a piece fell when it left the ship, whether a hand caught it or not; lost, when none did.

    held: nothing fell, and the piece lies on its own slot.
    """

    trials: int = 0
    held: int = 0
    fell: int = 0
    own_fell: int = 0
    lost: int = 0
    unsettled: int = 0
    seconds_simulated: float = 0.0

    def add(self, result: LoadResult, slot: int) -> None:
        """Count one trial with a piece for that slot."""
        self.trials += 1
        off = {*result.fallen, *result.caught}
        self.held += not off and NAME in result.aboard.get(slot, ())
        self.fell += bool(off)
        self.own_fell += NAME in off
        self.lost += bool(result.fallen)
        self.unsettled += not result.settled
        self.seconds_simulated += result.duration_s


@dataclass(frozen=True, slots=True, repr=False)
class Placements:
    """One placement, tried many times. hands: the skill profile. intent: what was meant each time."""

    hands: str
    intent: PlaceIntent
    counts: PlacementCounts
    configuration: RiffRaffConfiguration
    seed: int

    @property
    def trials(self) -> int:
        """The number of tries."""
        return self.counts.trials

    @property
    def fall_rate(self) -> Interval:
        """The share of placements at which something fell."""
        return rate(self.counts.fell, self.trials)

    @property
    def own_fall_rate(self) -> Interval:
        """The share of placements at which the piece itself fell."""
        return rate(self.counts.own_fell, self.trials)

    @property
    def lost_rate(self) -> Interval:
        """The share of placements at which something fell and was not caught."""
        return rate(self.counts.lost, self.trials)

    @property
    def hold_rate(self) -> Interval:
        """The share of placements at which nothing fell and the piece lies on its own slot."""
        return rate(self.counts.held, self.trials)

    def to_json(self) -> dict[str, object]:
        """Return the figures of `lab place` with what they depend on."""
        return {
            "fall_rate": self.fall_rate.to_json(),
            "own_fall_rate": self.own_fall_rate.to_json(),
            "lost_rate": self.lost_rate.to_json(),
            "hold_rate": self.hold_rate.to_json(),
            "unsettled": self.counts.unsettled,
            "trials": self.trials,
            "seconds_simulated": round(self.counts.seconds_simulated, 6),
            "intent": self.intent.to_json(),
            **provenance(self.configuration, self.seed),
        }

    def __repr__(self) -> str:
        """Return what was done, with its first figure, on one line."""
        what = f"{self.intent.kind} on slot {self.intent.slot}, {self.trials} times"
        return f"<{what}: something fell {self.fall_rate.percent()}>"

    def __str__(self) -> str:
        """Return the figures in words."""
        return self.text()

    def text(self) -> str:
        """Return the figures in words, a line each."""
        kind = self.intent.kind
        lines = (
            f"{kind} on slot {self.intent.slot}, {self.hands} hands, {self.trials} times ({self.intent.stance}):",
            f"  something fell   {self.fall_rate.percent()}",
            f"  the {kind} fell {self.own_fall_rate.percent()}",
            f"  not all caught   {self.lost_rate.percent()}",
            f"  all held         {self.hold_rate.percent()}",
            f"  unsettled after the cap of simulated time: {self.counts.unsettled}",
            f"  {self.counts.seconds_simulated:.0f} s simulated at profile {self.configuration.profile}",
        )
        return "\n".join(lines)


def usual_intent(
    setup: ShipSetup, kind: str, slot_number: int, offset_mm: float = 0.0, stance_name: str | None = None
) -> PlaceIntent:
    """Return the middle of the slot (for what hangs: its end), `offset_mm` to starboard; everything may be caught.

    stance_name: the stance, None for the usual one.
    """
    slot = setup.ship.slot(slot_number)
    stance = usual_stance(setup, kind, slot) if stance_name is None else setup.pieces[kind].stances[stance_name]
    return PlaceIntent(kind, stance.name, slot_number, middle_of(slot, stance) + offset_mm)


def placed(
    configuration: RiffRaffConfiguration,
    slot: int,
    piece: str,
    hands: str = "casual",
    *,
    stance: str | None = None,
    offset_mm: float = 0.0,
    cargo: Cargo = None,
    aboard: int | None = None,
    trials: int = 400,
    seed: int = DEFAULT_SEED,
) -> Placements:
    """Place a piece on a slot `trials` times, each under noise of its own, and count what falls.

    hands: a skill profile. stance: None for the usual one. offset_mm: from the middle of the slot to starboard. cargo:
    what lies aboard before, as `7:rat,10:crate`; or aboard: how many pieces, laid there as for practice. Raises
    InputError.
    """
    if cargo is not None and aboard is not None:
        raise InputError("--aboard: expected either --aboard or --cargo, not both.")
    setup, skills = configuration.setup, configuration.skills
    whole("--trials", trials, 1, MOST_TRIALS)
    wood = setup.ship.slot(a_slot(setup.ship, slot, "--slot"))
    kind = a_kind(setup, piece, "--piece")
    if hands not in skills:
        raise InputError("--player: {one_of}.", one_of=one_of(hands, skills))
    stances = [name for name, found in setup.pieces[kind].stances.items() if takes(wood, found)]
    if stance is not None and stance not in stances:
        raise InputError(
            "--stance: for a {kind} on slot {number}, {one_of}.",
            kind=kind,
            number=wood.number,
            one_of=one_of(stance, stances),
        )
    snapshot = load(setup, parse_cargo(cargo, setup)) if aboard is None else laden(configuration, seed, aboard)
    intent = usual_intent(setup, kind, slot, offset_mm, stance)
    check_offset(setup, intent)
    placing = Placing(setup, snapshot, skills[hands], intent)
    counts = PlacementCounts()
    for index in range(trials):
        counts.add(placing.trial(derive(seed, "lab place", index)), slot)
    return Placements(hands, placing.intent, counts, configuration, seed)


def place_command(given: PlaceOptions) -> None:
    """Place a piece many times and print what fell. Raises InputError."""
    if given.from_record is not None:
        from sim.lab.again import again_command

        again_command(given, given.from_record)
        return
    if given.turn is not None:
        raise InputError("--turn: expected --from-record FILE with it.")
    configuration = load_riff_raff(given.config, given.profile or "play")
    if given.slot is None or given.piece is None:
        missing = "--slot" if given.slot is None else "--piece"
        raise InputError("{missing}: expected --slot and --piece, or --from-record FILE and --turn.", missing=missing)
    found = placed(
        configuration,
        given.slot,
        given.piece,
        given.player or "casual",
        stance=given.stance,
        offset_mm=given.offset_mm or 0.0,
        cargo=given.cargo,
        aboard=given.aboard,
        trials=400 if given.trials is None else given.trials,
        seed=given.seed,
    )
    print(json.dumps(found.to_json()) if given.as_json else found.text())
