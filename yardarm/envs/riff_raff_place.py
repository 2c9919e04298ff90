"""`Yardarm/RiffRaffPlace-v0`: load the ship of Riff Raff, one placement a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sim.errors import InputError, whole
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import Observation
from sim.games.riff_raff.bots.observation import as_agreed
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.questions import range_mm
from sim.games.riff_raff.match.table import outcome_of, slots_of
from sim.games.riff_raff.rules.equipment import sets_each
from sim.people.execution import Catch, PlaceIntent, execute, wander
from sim.physics.ship.attempt import LoadResult, pieces_by_slot
from sim.physics.ship.loading import Loading
from sim.physics.ship.state import CargoState, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.rules_frame import FrozenMap
from sim.seeds import derive, rng
from yardarm.configurations import Config, configured
from yardarm.envs.arguments import RENDER_MODES, a_render_mode, a_skill, among, an_action, check_under_way, only
from yardarm.envs.frames import Pixels
from yardarm.envs.holding import Holding
from yardarm.envs.numbers import Layout, Numbers, Part, one_hot
from yardarm.envs.riff_raff_frames import pictures_of
from yardarm.envs.riff_raff_numbers import ShipNumbers
from yardarm.words import in_words_of_python

ME, OTHER = "hands", "nobody"
_PLAIN = "_seed", "_steps", "_numbers", "_given", "_under_way", "_words"
"""The attributes of an episode that are plain data as they are."""
PLACES = 21
"""The places along a slot that `actions="discrete"` chooses from."""
MOST_SPREAD_MM = 10.0

PlaceAction: TypeAlias = Numbers | int | np.integer[Any]


class RiffRaffPlace(Holding, gymnasium.Env[Numbers, PlaceAction]):
    """An environment: one pair of hands loads the ship of Riff Raff, one placement a step.

    ## Description
    The ship hangs on a gimbal and heels under her cargo. The hands hold the pieces of a player at a table of two: two
    sets of eight. At every step a card is turned up, whose number is the slot to be loaded; the ten cards come in an
    order drawn anew whenever they are spent. The agent says which piece, in which stance, and where over the slot's
    wood. The hands carry that out with the noise of their skill, exactly as in a match, and the ship swings to rest. A
    card whose slot is full must be played too. What falls and is not caught comes back into the hand, and so does the
    piece itself if it alone is caught; other pieces that are caught leave the game.

    ## Action space
    A way is a piece with a stance (as shipped there are 11). `actions="box"`: a Box of a number from -1 to 1 for each
    way, and one for the place. Of the ways whose piece is in the hand, the one with the highest number is taken, the
    first of equal ones. The place goes from -1, where the piece is just over the port end of the slot's wood, to 1 at
    the starboard end. `actions="discrete"`: a Discrete, way times 21 plus place, the places being the middles of 21
    equal parts; a way whose piece is not in the hand stands for the next that is, after the last comes the first.
    `info["action_mask"]` says which ways, or numbers, are in the hand; for discrete ones `action_masks()` does, too, as
    sb3-contrib asks for it.

    ## Observation space
    A Box from -1 to 1; `env.unwrapped.layout` says what each number is.

    ## Rewards
    1 if the piece stays aboard, less 1 for each piece that leaves the ship, itself included, caught or not.

    ## Starting state
    The empty ship at rest and both sets in the hand; or the ship with the cargo of the options, which is taken out of
    the hand.

    ## Episode end
    Terminated when the hand is empty. Truncated after `max_steps` placements.

    ## Arguments
    hands: a skill profile. config: a preset or what differs from the shipped values. max_steps: the two times ten cards
    of a table of two, unless another number is given. actions: box or discrete. catch: which falling pieces the hands
    reach for: all, others (than the one being placed) or none. profile: how finely the physics is stepped: draft, play
    or reference. render_mode: rgb_array, ansi or None. `reset(options=...)` takes `cargo`, such as `7:rat,10:crate`,
    and `slots`, those of the first steps. Raises InputError.

    ## Version history
    v0: the first.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012 - as Gymnasium's

    def __init__(
        self,
        hands: str = "casual",
        config: Config = None,
        max_steps: int | None = None,
        actions: Literal["box", "discrete"] = "box",
        catch: str = "all",
        profile: str = "play",
        render_mode: str | None = None,
    ) -> None:
        """Prepare the table."""
        Holding.__init__(self, hands, config, max_steps, actions, catch, profile, render_mode)
        with in_words_of_python():
            configuration = configured("riff-raff", config, profile)
        assert isinstance(configuration, RiffRaffConfiguration)
        self.configuration = configuration
        self._skill = a_skill(configuration.skills, hands)
        self._catch = Catch(among("catch", catch, tuple(Catch)))
        self.render_mode = a_render_mode(render_mode)
        equipment = configuration.equipment
        self._begin = rules.start((ME, OTHER), equipment=equipment, agreed=configuration.agreed)
        self.max_steps = self._begin.rounds if max_steps is None else whole("max_steps", max_steps, 1)
        self.ways = tuple(
            (kind, stance) for kind, piece in configuration.setup.pieces.items() for stance in piece.stances
        )
        """The pieces with their stances, in the order of the actions."""
        self._discrete = among("actions", actions, ("box", "discrete")) == "discrete"
        self.action_space: spaces.Space[Any] = (
            spaces.Discrete(len(self.ways) * PLACES)
            if self._discrete
            else spaces.Box(-1.0, 1.0, (len(self.ways) + 1,), np.float32)
        )
        self._ship = ShipNumbers(configuration, sets_each(2))
        kinds, slots = ", ".join(self._ship.copies), len(equipment.slots)
        self.layout = Layout(
            Part("slot", slots, "1 at the slot to be loaded"),
            Part("left", len(self._ship.copies), f"the pieces of each kind in the hand over all there are ({kinds})"),
            Part("steps", 1, "the share of the steps that are left"),
            Part("spread", 1, f"the standard deviation of the hand's place over {MOST_SPREAD_MM:g} mm"),
            *self._ship.parts,
        )
        self.observation_space = self.layout.space
        self._snapshot = configuration.setup.ship.at_rest()
        self._state = self._begin
        self._fallen: tuple[CargoState, ...] = ()
        self._slot_of: dict[str, int] = {}
        self._slots: list[int] = []
        self._seed = self._steps = self._numbers = self._given = 0
        self._under_way = False
        self._words = ""

    # ------------------------------------------------------------------------------------------ an episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin an episode; return the first observation and its info. Raises InputError for impossible options."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**63))
        chosen = only("options", options, ("cargo", "slots"))
        self._steps, self._words, self._fallen, self._under_way = 0, "The ship hangs at rest.", (), True
        self._load(chosen.get("cargo"))
        most = len(self.configuration.equipment.slots)
        self._slots = [whole("slots", slot, 1, most) for slot in chosen.get("slots", ())]
        self._given = len(self._slots)
        self._turn_up()
        return self._observed(), self._info()

    def step(self, action: PlaceAction) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Place a piece and wait until the ship is at rest. Raises InputError for an action that is none."""
        check_under_way(self._under_way)
        intent = as_agreed(self.intent(action), self.configuration.agreed)
        self._numbers += 1
        noise = derive(self._seed, "noise", self._steps)
        name = f"{intent.kind}-{self._numbers}"
        world = ShipWorld(self.configuration.setup, self._snapshot)
        attempt = Loading(world, execute(intent, name, self._skill, noise), wander(self._skill, noise))
        result = attempt.run()
        if not world.is_finite():
            raise FloatingPointError(f"the ship's world ran away in step {self._steps} of the episode {self._seed}")
        self._snapshot, self._fallen = world.snapshot(), tuple(attempt.debris)
        self._state, _ = rules.apply(self._state, outcome_of(name, result, self._slot_of))
        self._slot_of = slots_of(result)
        self._steps += 1
        gone = len(result.fallen) + len(result.caught)
        stays = name in self._slot_of
        self._words = said(intent, stays, result)
        terminated = self._state.phase is rules.Phase.OVER
        if not terminated:
            self._turn_up()
        truncated = self._steps >= self.max_steps
        self._under_way = not (terminated or truncated)
        info = self._info() | {
            "way": self.ways.index((intent.kind, intent.stance)),
            "x_mm": intent.x_mm,
            "stays": stays,
            "fallen": len(result.fallen),
            "caught": len(result.caught),
        }
        return self._observed(), float(stays) - gone, terminated, truncated, info

    def intent(self, action: PlaceAction) -> PlaceIntent:
        """Return the placement that an action means now. Raises InputError for an action that is none."""
        mask, found = self._in_hand(), an_action(self.action_space, action)
        if self._discrete:
            way, place = divmod(found, PLACES)
            chosen = next(way for way in (*range(way, len(mask)), *range(way)) if mask[way])
            share = (place + 0.5) / PLACES
        else:
            chosen = int(np.argmax(np.where(mask, found[:-1], -np.inf)))
            share = (float(np.clip(found[-1], -1.0, 1.0)) + 1.0) / 2.0
        (kind, stance), slot = self.ways[chosen], self.slot
        low, high = range_mm(self.configuration.setup, slot, kind, stance)
        return PlaceIntent(kind, stance, slot, low + share * (high - low), self._catch)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which numbers are in the hand, as sb3-contrib asks for it. Raises InputError for actions in a box."""
        if not self._discrete:
            raise InputError("action_masks: expected actions='discrete', found actions='box', which need no mask.")
        return np.repeat(self._in_hand(), PLACES)

    def action(self, intent: PlaceIntent) -> PlaceAction:
        """Return the action that means a placement, as near as an action can."""
        low, high = range_mm(self.configuration.setup, intent.slot, intent.kind, intent.stance)
        share = min(1.0, max(0.0, (intent.x_mm - low) / (high - low)))
        way = self.ways.index((intent.kind, intent.stance))
        if self._discrete:
            return way * PLACES + min(PLACES - 1, int(share * PLACES))
        return np.array([*(2.0 * np.eye(len(self.ways))[way] - 1.0), 2.0 * share - 1.0], np.float32)

    # ------------------------------------------------------------------------------------------ held

    def _held(self) -> dict[str, Any] | None:
        if not self._slots:
            return None
        state = self._state
        return {
            "phase": state.phase.value,
            "stowage": [list(pieces) for pieces in state.ship.values()],
            "supply": dict(self._left()),
            "removed": dict(state.removed),
            "ship": self._snapshot.to_json(),
            "fallen": [piece.to_json() for piece in self._fallen],
            "slot_of": dict(self._slot_of),
            "slots": list(self._slots),
            "stream": self.np_random.bit_generator.state,
            **{name: getattr(self, name) for name in _PLAIN},
        }

    def _hold(self, episode: Any) -> None:
        begin = self._begin
        self._snapshot = Snapshot.from_json(episode["ship"])
        self._fallen = tuple(CargoState.from_json(piece) for piece in episode["fallen"])
        self._slot_of, self._slots = dict(episode["slot_of"]), list(episode["slots"])
        for name in _PLAIN:
            setattr(self, name, episode[name])
        self._state = replace(
            begin,
            ship=FrozenMap(zip(begin.ship, map(tuple, episode["stowage"]), strict=True)),
            supply=begin.supply.put(ME, FrozenMap(episode["supply"])),
            removed=FrozenMap(episode["removed"]),
        )
        phase = rules.Phase(episode["phase"])
        if phase is rules.Phase.LOAD:
            self._turn_up()
        else:
            self._state = replace(self._state, phase=phase, played=FrozenMap({ME: (self._slots[-1],), OTHER: ()}))
        self.np_random.bit_generator.state = episode["stream"]

    def _renoise(self, seed: int) -> None:
        self._seed = seed
        known = max(self._steps + 1, self._given)
        order = rng(seed, "cards").permutation(len(self._slots[known:]))
        self._slots[known:] = [self._slots[known + int(index)] for index in order]

    # ------------------------------------------------------------------------------------------ what is seen

    @property
    def slot(self) -> int:
        """The slot to be loaded; after the end, the last one."""
        return self._state.played[ME][-1]

    @property
    def view(self) -> Observation:
        """The table as the house's own bots see it."""
        found = self.configuration
        return Observation(ME, self._state, self._snapshot, found.setup, self._skill, found.judgement)

    def render(self) -> Any:
        """Return a picture (height, width, 3), or a text; None without a render_mode."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return self._pixels()
        return None

    def _text(self) -> str:
        state, heel = self._state, np.degrees(-self._snapshot.hull.angle)
        rows = (
            f"{'>' if slot == self.slot else ' '} slot {slot:2}: {', '.join(state.ship[slot])}".rstrip()
            for slot in reversed(self.configuration.equipment.slots)
        )
        return "\n".join([*self._headlines(), *rows, f"heel {heel:+.1f} degrees", f"hand: {_counted(self._left())}"])

    def _headlines(self) -> tuple[str, str]:
        left = self._state.supply_counts[ME]
        return (
            f"Step {self._steps} of {self.max_steps} · slot {self.slot} · {left} in the hand",
            self._words,
        )

    def _pixels(self) -> Pixels:
        return pictures_of(self.configuration).pixels(self._snapshot, self.slot, self._headlines(), self._fallen)

    def _observed(self) -> Numbers:
        left = self._left()
        return self.layout.filled(
            slot=one_hot(self.slot - 1, len(self.configuration.equipment.slots)),
            left=[left[kind] / count for kind, count in self._ship.copies.items()],
            steps=[1.0 - self._steps / self.max_steps],
            spread=[self._skill.placement_sd_mm / MOST_SPREAD_MM],
            **self._ship.values(self._snapshot, self._state.ship),
        )

    def _info(self) -> dict[str, Any]:
        mask = self._in_hand().astype(np.int8)
        return {
            "action_mask": np.repeat(mask, PLACES) if self._discrete else mask,
            "slot": self.slot,
            "left": self._state.supply_counts[ME],
            "aboard": len(self._slot_of),
            "heel_deg": float(np.degrees(-self._snapshot.hull.angle)),
        }

    def _left(self) -> Mapping[str, int]:
        return self._state.supply[ME]

    def _in_hand(self) -> npt.NDArray[np.bool_]:
        left = self._left()
        return np.array([left[kind] > 0 for kind, _ in self.ways])

    # ------------------------------------------------------------------------------------------ the rules

    def _load(self, cargo: Any) -> None:
        """Put the cargo of the options aboard, and take it out of the hand."""
        self._state, self._snapshot, self._slot_of, self._numbers = (
            self._begin,
            self.configuration.setup.ship.at_rest(),
            {},
            0,
        )
        if cargo is None:
            return
        setup = self.configuration.setup
        items = parse_cargo(cargo, setup, "cargo")
        wanted = Counter(item.kind for item in items)
        kind = next((kind for kind, count in wanted.items() if count > self._begin.supply[ME][kind]), None)
        if kind is not None:
            raise InputError(
                "cargo: expected at most {supply} {kind}, found {wanted}.",
                supply=self._begin.supply[ME][kind],
                kind=kind,
                wanted=wanted[kind],
            )
        if len(items) == self._begin.supply_counts[ME]:
            raise InputError("cargo: expected at least one piece to be left in the hand.")
        self._snapshot, self._numbers = load(setup, items, "cargo"), len(items)
        world = ShipWorld(setup, self._snapshot)
        world.tick()  # from now on it knows what touches what
        aboard = pieces_by_slot(world)
        self._slot_of = {name: slot for slot, names in aboard.items() for name in names}
        kinds = {slot: tuple(name.rpartition("-")[0] for name in names) for slot, names in aboard.items()}
        left = {kind: count - wanted[kind] for kind, count in self._begin.supply[ME].items()}
        self._state = replace(
            self._begin,
            ship=self.configuration.equipment.stowage(kinds),
            supply=self._begin.supply.put(ME, FrozenMap(left)),
        )

    def _turn_up(self) -> None:
        """Turn up the next card. The rules see a player at a table of two whose neighbour lets every turn pass."""
        cards = self._begin.full_hand
        while len(self._slots) <= self._steps:
            order = rng(self._seed, "cards", len(self._slots)).permutation(len(cards))
            self._slots += [cards[int(index)] for index in order]
        self._state = replace(
            self._state,
            phase=rules.Phase.LOAD,
            round=min(self._steps + 1, self._state.rounds),
            played=FrozenMap({ME: (self._slots[self._steps],), OTHER: cards[:1]}),
            order=(ME, OTHER),
            turn=0,
            announced=None,
            placed=0,
        )


def said(intent: PlaceIntent, stays: bool, result: LoadResult) -> str:
    """Return in a sentence what came of a placement."""
    words = f"The {intent.kind} {'stays on' if stays else 'falls from'} slot {intent.slot}"
    others = len(result.fallen) + len(result.caught) - (not stays)
    also = f", and {others} other{'s' if others > 1 else ''} fall{'' if others > 1 else 's'}" if others else ""
    caught = f"; {len(result.caught)} caught" if result.caught else ""
    return f"{words}{also}{caught}."


def _counted(stock: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in stock.items() if count) or "empty"
