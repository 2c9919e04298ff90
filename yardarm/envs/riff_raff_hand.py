"""`Yardarm/RiffRaffHand-v0`: one piece, carried over the swaying ship by a free hand and let go."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sim.errors import between, whole
from sim.games.riff_raff.cargo import free_x, heeled
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.practice import laden
from sim.games.riff_raff.match.table import WAITING, kind_of
from sim.people.execution import grasp_of, wander
from sim.people.motor import placement_error
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.carrying import TURN_RAD_S, Carrying, HandTarget
from sim.physics.ship.fitting import usual_stance, within_limits
from sim.physics.ship.grip import Wander, steady
from sim.physics.ship.letting_go import FLICK_MM_S
from sim.physics.ship.measures import Slot
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng
from yardarm.configurations import Config, configured
from yardarm.envs.arguments import (
    RENDER_MODES,
    a_render_mode,
    a_skill,
    among,
    an_action,
    check_under_way,
    only,
)
from yardarm.envs.frames import Pixels
from yardarm.envs.holding import Replaying
from yardarm.envs.numbers import Layout, Numbers, Part, one_hot
from yardarm.envs.riff_raff_frames import pictures_of
from yardarm.envs.riff_raff_numbers import ShipNumbers
from yardarm.words import in_words_of_python

NEAR_MM = 40.0
"""What places near the slot are divided by, so that they differ clearly."""
SETS = 2
MOST_CARGO = 12
_SPIN_RAD_S = 10.0
_START_MM = 60.0  # above the slot's wood and outside its end, where the hand begins
_START_SPREAD_MM = 20.0
_LEASH_MM = 25.0  # how far the hand's target runs ahead of a hand that wood holds back


@dataclass(slots=True)
class AgentHand:
    """A hand that an agent moves: a `sim.physics.ship.carrying.HandGuide`.

    place: where the agent means it to be (mm, world's frame) and how far turned (rad). error: by how much it errs from
    there, which its owner does not see; wander: its tremor. path: its targets, one a tick.
    """

    stance: str
    place: tuple[float, float, float]
    error: tuple[float, float, float]
    wander: Wander
    opens: bool = False
    path: list[tuple[float, float, float]] = field(default_factory=list)

    def wish(self, tick: int) -> HandTarget:
        """Return the target of the holding hand for this tick."""
        if self.opens:
            return HandTarget(*self.path[-1], self.stance, True, self._throws())
        if tick == len(self.path):
            parts = zip(self.place, self.error, self.wander(tick / TICK_HZ), strict=True)
            x, y, turn = (sum(part) for part in parts)
            self.path.append((x, y, turn))
        return HandTarget(*self.path[tick], self.stance)

    def keep(self) -> None:
        """Hold on: the hand could not open where it is."""
        self.opens = False

    def palm(self, _tick: int) -> float | None:
        """Return None: the palms wait where they are."""
        return None

    def _throws(self) -> Point | None:
        """Return the velocity (mm/s) of the path's last step if it is a throw."""
        if len(self.path) < 2:
            return None
        (ax, ay, _), (bx, by, _) = self.path[-2:]
        velocity = (bx - ax) * TICK_HZ, (by - ay) * TICK_HZ
        return velocity if math.hypot(*velocity) > FLICK_MM_S else None


class RiffRaffHand(Replaying, gymnasium.Env[Numbers, Numbers]):
    """An environment: a free hand carries one piece over the swaying ship of Riff Raff, and lets go.

    ## Description
    The ship has cargo aboard and sways. The hand begins beside her with a piece in a pinch, from which it hangs and
    swings, and has to bring it onto the slot of the card. The agent moves the hand at control ticks and says when it
    opens; then everything comes to rest within that step. It is the hand of a person at the window: it cannot be faster
    than a hand, its fingers bear a piece and little more, it meets wood once it is in the ship's plane, it keeps out of
    other slots, and it does not open where the piece would come down on another slot, or where there is no room. Above
    120 mm/s it throws. Unless `noise` is off, it trembles, and errs by an offset that its owner does not see.

    ## Action space
    A Box of four numbers from -1 to 1: how far the hand goes in this step to starboard and up, over what a hand that
    carries a piece goes at most; how far it turns counter-clockwise, over what a wrist turns at most; and above 0, to
    open at the end of the step. The target never runs farther than 25 mm ahead of a hand that is held back.

    ## Observation space
    A Box from -1 to 1; `env.unwrapped.layout` says what each number is.

    ## Rewards
    0 until the hand has opened; then 1 if the piece stays aboard, less 1 for each piece that has left the ship, itself
    included, caught or not. A hand that has not opened in time gets less 1 for each piece that has left the ship.

    ## Starting state
    Up to `cargo` pieces of two sets lie aboard, put down by a steady hand; the ship is let go from a heel of up to
    `sway_deg`; slot and piece are drawn, the piece in its usual stance; the hand is 60 mm above the slot's wood and
    60 mm outside its end, give or take 20.

    ## Episode end
    Terminated when the hand has opened and all is at rest. Truncated after `max_steps`, with the piece still in hand.

    ## Arguments
    hands: a skill profile. config: a preset or what differs from the shipped values. max_steps: 240, which are 8 s.
    ticks_per_step: control ticks (1/120 s) in a step, 4 unless another number is given. cargo: the most pieces aboard.
    sway_deg: the most that the ship is heeled at first. noise: the hand trembles and errs. profile: how finely the
    physics is stepped: draft, play or reference. render_mode: rgb_array, ansi or None. `reset(options=...)` takes
    `slot`, `piece` and `cargo`, the number of pieces aboard. Raises InputError.

    ## Version history
    v0: the first.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 30}  # noqa: RUF012 - as Gymnasium's

    def __init__(
        self,
        hands: str = "casual",
        config: Config = None,
        max_steps: int = 240,
        ticks_per_step: int = 4,
        cargo: int = 6,
        sway_deg: float = 3.0,
        noise: bool = True,
        profile: str = "play",
        render_mode: str | None = None,
    ) -> None:
        """Prepare the table."""
        Replaying.__init__(self, hands, config, max_steps, ticks_per_step, cargo, sway_deg, noise, profile, render_mode)
        with in_words_of_python():
            configuration = configured("riff-raff", config, profile)
        assert isinstance(configuration, RiffRaffConfiguration)
        self.configuration = configuration
        self.skill: Skill = a_skill(configuration.skills, hands)
        self.max_steps = whole("max_steps", max_steps, 1)
        self.ticks_per_step = whole("ticks_per_step", ticks_per_step, 1, TICK_HZ)
        self._most_cargo = whole("cargo", cargo, 0, MOST_CARGO)
        self._sway_rad = math.radians(between("sway_deg", sway_deg, 0.0, 15.0))
        self._noise = bool(noise)
        self.render_mode = a_render_mode(render_mode)
        self.metadata = {**self.metadata, "render_fps": max(1, round(TICK_HZ / self.ticks_per_step))}
        step_s = self.ticks_per_step / TICK_HZ
        self.step_mm = min(self.skill.carry_speed_mm_s, self.skill.hand_speed_max_mm_s) * step_s
        """How far the hand goes in a step at most, along each axis."""
        self.step_rad = TURN_RAD_S * step_s
        self.action_space = spaces.Box(-1.0, 1.0, (4,), np.float32)
        self._ship = ShipNumbers(configuration, SETS)
        self._kinds = tuple(configuration.setup.pieces)
        self._slots = tuple(configuration.equipment.slots)
        self.layout = Layout(*self._parts())
        self.observation_space = self.layout.space
        self.room_mm = 0.0
        """Where in its slot (mm, ship's frame) there was most room for the piece when it was taken up, for policies."""
        self._steps = 0
        self._under_way = False
        self._words = ""
        self._hand = AgentHand("", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), steady)
        self._attempt: Carrying | None = None
        self._stowage: dict[int, tuple[str, ...]] = {}

    def _parts(self) -> tuple[Part, ...]:
        near, ship = f"over {NEAR_MM:g} mm", self._ship
        return (
            Part(
                "hand",
                2,
                f"the hand's place in the ship's frame, x over {ship.half_mm:g} mm and y over {ship.top_mm:g} mm",
            ),
            Part("hand_speed", 2, "its velocity across and along the mast, over the top speed of a carrying hand"),
            Part(
                "piece_place",
                2,
                f"the piece's centre of gravity from the middle of the slot's wood, across and up, {near}",
            ),
            Part("piece_turn", 2, "sine and cosine of the piece's turn in the ship's frame"),
            Part(
                "piece_speed",
                3,
                "its velocity across and up, over the top speed of a carrying hand, and its spin over "
                f"{_SPIN_RAD_S:g} rad/s",
            ),
            Part("height", 1, f"its lowest point above the wood {near}"),
            Part("inside_port", 1, f"how far its port side is inside the wood's port end, {near}"),
            Part("inside_starboard", 1, f"how far its starboard side is inside the wood's starboard end, {near}"),
            Part("touched", 1, "1 once it has touched wood, else 0"),
            Part("refused", 1, "1 if the hand was to open in the last step and could not, else 0"),
            Part("steps", 1, "the share of the steps that are left"),
            Part("slot", len(self._slots), "1 at the slot to be loaded"),
            Part("piece", len(self._kinds), f"1 at the kind of the piece ({', '.join(self._kinds)})"),
            *ship.parts,
        )

    # ------------------------------------------------------------------------------------------ an episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin an episode; return the first observation and its info. Raises InputError for impossible options."""
        super().reset(seed=seed)
        chosen = only("options", options, ("slot", "piece", "cargo"))
        self._begin({"key": int(self.np_random.integers(2**63)), "options": dict(chosen)})
        return self._observed(), self._info()

    def _begin(self, began: Any) -> None:
        self._log_begin(**began)
        key, chosen = int(began["key"]), began["options"]
        stream = rng(key, "setting")
        pieces = [kind for kind, count in self._ship.copies.items() for _ in range(count)]
        pieces = [pieces[int(index)] for index in stream.permutation(len(pieces))]
        slot = self._slots[int(stream.integers(len(self._slots)))]
        aboard = int(stream.integers(self._most_cargo + 1))
        heel = float(stream.uniform(-1.0, 1.0)) * self._sway_rad
        offsets = stream.uniform(-_START_SPREAD_MM, _START_SPREAD_MM, 2)
        aboard = whole("cargo", chosen.get("cargo", aboard), 0, MOST_CARGO)
        slot = whole("slot", chosen.get("slot", slot), 1, len(self._slots))
        kind = among("piece", chosen.get("piece", pieces[-1]), self._kinds)
        setup = self.configuration.setup
        world = ShipWorld(setup, heeled(laden(self.configuration, derive(key, "cargo"), aboard, pieces), heel))
        self._take_up(world, key, setup.ship.slot(slot), kind, (float(offsets[0]), float(offsets[1])))

    def _again(self, action: Any) -> None:
        self.step(np.array(action, np.float64))

    def _streams(self) -> np.random.Generator:
        return self.np_random

    def _set_noise(self, seed: int) -> None:
        # The hand glides to where it errs to now; its owner goes on seeing it where it is meant to be.
        self._hand.error, self._hand.wander = self._erring(seed)

    def _erring(self, noise: int) -> tuple[tuple[float, float, float], Wander]:
        """Return by how much the hand errs, and its tremor."""
        if not self._noise:
            return (0.0, 0.0, 0.0), steady
        drawn = placement_error(self.skill, rng(noise, "placement"))
        return (drawn.dx_mm, 0.0, drawn.dangle_rad), wander(self.skill, noise)

    def _take_up(self, world: ShipWorld, key: int, slot: Slot, kind: str, offset: Point) -> None:
        """Take the piece up beside the ship."""
        stance = usual_stance(world.setup, kind, slot)
        section = world.setup.pieces[kind].forms[stance.form]
        self.room_mm = within_limits(slot, section, stance.angle, free_x(world, slot, kind, stance))
        end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
        begins = end + slot.side * _START_MM + offset[0], slot.surface_mm + _START_MM + offset[1]
        error, tremor = self._erring(derive(key, "noise"))
        self._hand = AgentHand(stance.name, (*world.from_ship(begins), 0.0), error, tremor)
        self._steps, self._under_way = 0, True
        self._words = f"The hand holds the {kind}."
        waiting = WAITING[self.configuration.agreed.catches]
        self._attempt = Carrying(world, grasp_of(self.skill, f"{kind}-0", kind, slot.number, waiting), self._hand)
        self._attempt.advance(1)  # from now on the world knows what lies on what
        self._look_over()

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Move the hand for the ticks of a step; once it opens, wait until all is at rest.

        Raises InputError for an action that is none, before anything moves.
        """
        check_under_way(self._under_way)
        attempt = self.attempt
        across, up, turn, opens = np.clip(an_action(self.action_space, action), -1.0, 1.0).tolist()
        self._log([across, up, turn, opens])
        attempt.refused = None
        x, y, turned = self._leashed()
        for tick in range(1, self.ticks_per_step + 1):
            share = tick / self.ticks_per_step
            self._hand.place = (
                x + share * across * self.step_mm,
                y + share * up * self.step_mm,
                turned + share * turn * self.step_rad,
            )
            attempt.tick()
        if opens > 0.0:
            self._hand.opens = True
            attempt.tick()
        self._steps += 1
        let_go = attempt.hand is None
        reward = 0.0
        if let_go:
            result = attempt.run()
            stays = attempt.name not in (*result.fallen, *result.caught)
            reward = float(stays) - len(result.fallen) - len(result.caught)
            self._words = f"The {attempt.kind} {'stays aboard' if stays else 'falls'}."
        elif (refused := self.attempt.refused) is not None:
            self._words = f"The hand cannot open here: {refused.why.value}."
        truncated = not let_go and self._steps >= self.max_steps
        self._under_way = not (let_go or truncated)
        if truncated:
            reward = 0.0 - len(attempt.fallen) - len(attempt.caught)
        self._look_over()
        return self._observed(), reward, let_go, truncated, self._info()

    def _leashed(self) -> tuple[float, float, float]:
        """Return where the agent means the hand to be, no farther from the hand than the leash is long."""
        x, y, turned = self._hand.place
        hand = self.hand_mm
        far = math.dist((x, y), hand)
        share = min(1.0, _LEASH_MM / far) if far > 0.0 else 1.0
        return hand[0] + share * (x - hand[0]), hand[1] + share * (y - hand[1]), turned

    # ------------------------------------------------------------------------------------------ what is seen

    @property
    def attempt(self) -> Carrying:
        """The attempt under way. Raises AssertionError before the first reset."""
        assert self._attempt is not None, "expected a reset before the first step"
        return self._attempt

    @property
    def section(self) -> Section:
        """The section of the piece in the hand."""
        piece = self.configuration.setup.pieces[self.attempt.kind]
        return piece.forms[piece.stances[self.attempt.stance].form]

    @property
    def hand_mm(self) -> Point:
        """The place of the hand (mm, world's frame) as its owner sees it: without the error."""
        hand, error = self.attempt.hand, self._hand.error
        if hand is None:
            return self._hand.place[:2]
        return hand.body.position.x - error[0], hand.body.position.y - error[1]

    @property
    def piece_place(self) -> tuple[float, float, float]:
        """The pose of the piece in the ship's frame (mm, rad) as the hand's owner sees it; as it lies, once let go,
        and as it left the hand, once it is gone."""
        attempt = self.attempt
        if attempt.hand is None:
            assert attempt.release is not None
            left = attempt.release.x, attempt.release.y, attempt.release.angle
            return attempt.place if attempt.name in attempt.world.cargo else left
        x, y, angle = attempt.place
        hull, error = attempt.world.hull.angle, self._hand.error
        return x - math.cos(hull) * error[0], y + math.sin(hull) * error[0], angle - error[2]

    def render(self) -> Any:
        """Return a picture (height, width, 3), or a text; None without a render_mode."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return self._pixels()
        return None

    def _headlines(self) -> tuple[str, str]:
        attempt = self.attempt
        return (
            f"Step {self._steps} of {self.max_steps} · {attempt.kind} for slot {attempt.slot.number}",
            self._words,
        )

    def _text(self) -> str:
        attempt = self.attempt
        x, y, angle = self.piece_place
        rows = (f"slot {slot:2}: {', '.join(self._stowage[slot])}" for slot in sorted(self._stowage, reverse=True))
        heel = math.degrees(attempt.world.heel)
        return "\n".join(
            [
                *self._headlines(),
                *rows,
                f"heel {heel:+.1f} degrees",
                f"the piece is at {x:+.1f}, {y:+.1f} mm, turned by {math.degrees(angle):+.1f} degrees",
            ]
        )

    def _pixels(self) -> Pixels:
        attempt = self.attempt
        held = attempt.name if attempt.hand is not None else None
        fallen: tuple[CargoState, ...] = tuple(attempt.debris)
        return pictures_of(self.configuration).pixels(
            attempt.world.snapshot(), attempt.slot.number, self._headlines(), fallen, held=held
        )

    def _look_over(self) -> None:
        """Note what lies in which slot."""
        attempt = self.attempt
        held = attempt.name if attempt.hand is not None else None
        lies = pieces_by_slot(attempt.world)
        self._stowage = {
            slot: tuple(kind_of(name) for name in lies.get(slot, ()) if name != held) for slot in self._slots
        }

    def _observed(self) -> Numbers:
        attempt, slot, section = self.attempt, self.attempt.slot, self.section
        world, fastest = attempt.world, self.step_mm * TICK_HZ / self.ticks_per_step
        x, y, angle = self.piece_place
        left, bottom, right, _ = section.extent(angle)
        hand_x, hand_y = world.to_ship(self.hand_mm)
        cargo = world.cargo.get(attempt.name)
        moves = (0.0, 0.0), 0.0
        if cargo is not None:
            moves = self._turned_back(cargo.body.velocity), cargo.body.angular_velocity
        hand_speed = (0.0, 0.0) if attempt.hand is None else self._turned_back(attempt.hand.body.velocity)
        held = attempt.name if attempt.hand is not None else None
        return self.layout.filled(
            hand=[hand_x / self._ship.half_mm, hand_y / self._ship.top_mm],
            hand_speed=[speed / fastest for speed in hand_speed],
            piece_place=[(x - slot.centre_mm) / NEAR_MM, (y - slot.surface_at(slot.centre_mm)) / NEAR_MM],
            piece_turn=[math.sin(angle), math.cos(angle)],
            piece_speed=[*(speed / fastest for speed in moves[0]), moves[1] / _SPIN_RAD_S],
            height=[(y + bottom - slot.surface_at(x)) / NEAR_MM],
            inside_port=[(x + left - slot.wood_left_mm) / NEAR_MM],
            inside_starboard=[(slot.wood_right_mm - x - right) / NEAR_MM],
            touched=[float(attempt.touched)],
            refused=[float(attempt.refused is not None)],
            steps=[1.0 - self._steps / self.max_steps],
            slot=one_hot(slot.number - 1, len(self._slots)),
            piece=one_hot(self._kinds.index(attempt.kind), len(self._kinds)),
            **self._ship.values(world.snapshot(), self._stowage, held),
        )

    def _turned_back(self, velocity: Any) -> Point:
        """Return a velocity of the world in the ship's frame."""
        hull = self.attempt.world.hull.angle
        cos, sin = math.cos(hull), math.sin(hull)
        return cos * velocity[0] + sin * velocity[1], cos * velocity[1] - sin * velocity[0]

    def _info(self) -> dict[str, Any]:
        attempt = self.attempt
        return {
            "slot": attempt.slot.number,
            "heel_deg": math.degrees(attempt.world.heel),
            "let_go": attempt.hand is None,
            "refused": attempt.refused is not None,
            "fallen": len(attempt.fallen),
            "caught": len(attempt.caught),
        }
