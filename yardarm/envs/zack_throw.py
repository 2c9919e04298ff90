"""`Yardarm/ZackThrow-v0`: a hand of Zack! cards, thrown into the bowl one after the other against the clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sim.errors import InputError, between, whole
from sim.games.zack.bots.hand import Card, ThrowIntent, carried_out, pick_up_s, throw_time_s
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.deck import ACTIONS
from sim.games.zack.match.frame import (
    BowlEntry,
    CardState,
    CardView,
    HandState,
    HandView,
    SeatView,
    StaticScene,
    TableStage,
    ZackFrame,
)
from sim.games.zack.match.frame_builder import card_views
from sim.people.skill import Skill
from sim.physics.bowl.state import IN_BOWL, Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.seeds import derive, rng
from yardarm.configurations import Config, configured
from yardarm.envs.arguments import (
    RENDER_MODES,
    a_render_mode,
    a_skill,
    an_action,
    check_under_way,
    only,
)
from yardarm.envs.holding import Replaying
from yardarm.envs.numbers import Layout, Numbers, Part
from yardarm.envs.zack_frames import BowlPictures
from yardarm.words import in_words_of_python

AIM_MM = 100.0
"""How far before or beyond the bowl's middle a hand may aim."""
GRID_MM = 20.0
"""A hand aims at places so far apart: much finer than it hits."""
NEAREST_MM, FARTHEST_MM = 200.0, 1000.0
MOST_CARDS = 30
_SIDE = 1  # all throw from the right; the physics is the same from the left
_PROFILE = 19  # places along the bowl where the pile's height is observed
WIDTH = 800
"""The width of a picture in pixels."""
_CV, _DIRECTION_DEG = 0.25, 10.0
_ME = "hands"


class ZackThrow(Replaying, gymnasium.Env[Numbers, Numbers]):
    """An environment: cards of Zack! thrown into the bowl one after the other, against the clock.

    ## Description
    The hands hold some cards and have some seconds. At every step one card is thrown: the agent says where it aims and
    how fast it throws. The hands carry that out with the noise of their skill, as in a match: a faster throw scatters
    more. Cards fly through air, meet rim, walls and each other, and come to rest. A card beside the bowl, be
    it the one thrown or one that it knocked out, is fetched, which takes time, and is thrown again.

    ## Action space
    A Box of two numbers from -1 to 1: the aim, over 100 mm beyond the bowl's middle, taken to the nearest 20 mm; and
    the pace as a power of two, from half the usual speed of the hand to twice. The pace decides how long a throw takes
    and how much it scatters, not how fast the card flies.

    ## Observation space
    A Box from -1 to 1; `env.unwrapped.layout` says what each number is. Places are seen in the direction of the throw:
    positive beyond the bowl's middle.

    ## Rewards
    The change of the number of cards in the bowl: 1 for a hit that knocks nothing out. A card that would leave the hand
    after the time is up is not thrown.

    ## Starting state
    An empty bowl, all cards in the hand and the clock at 0; the distance is the argument's.

    ## Episode end
    Terminated when the hand is empty: all cards lie in the bowl. Truncated when the time is up.

    ## Arguments
    hands: a skill profile. config: a preset or what differs from the shipped values. cards: 10 unless another number is
    given. time_s: the hand's time, 4 s. distance_mm: from the bowl's middle to the hand; None for the table's; two
    numbers for one drawn between them in each episode, to 20 mm. profile: how finely the physics is stepped: draft,
    play or reference. render_mode: rgb_array, ansi or None. `reset(options=...)` takes `distance_mm`. Raises
    InputError.

    ## Version history
    v0: the first.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012 - as Gymnasium's

    def __init__(
        self,
        hands: str = "casual",
        config: Config = None,
        cards: int = 10,
        time_s: float = 4.0,
        distance_mm: float | Sequence[float] | None = None,
        profile: str = "play",
        render_mode: str | None = None,
    ) -> None:
        """Prepare the table."""
        Replaying.__init__(self, hands, config, cards, time_s, distance_mm, profile, render_mode)
        with in_words_of_python():
            configuration = configured("zack", config, profile)
        assert isinstance(configuration, ZackConfiguration)
        self.configuration = configuration
        self.skill: Skill = a_skill(configuration.skills, hands)
        self.cards = whole("cards", cards, 1, MOST_CARDS)
        self.time_s = between("time_s", time_s, 0.1, 600.0)
        usual = configuration.table.seat_distance_mm
        self._distances = _distances(usual if distance_mm is None else distance_mm)
        self.render_mode = a_render_mode(render_mode)
        self.action_space = spaces.Box(-1.0, 1.0, (2,), np.float32)
        opening, depth = configuration.setup.half_opening_mm, configuration.setup.bowl.depth_mm
        self.layout = Layout(
            Part("distance", 1, f"the distance of the hand from the bowl's middle over {FARTHEST_MM:g} mm"),
            Part("time", 1, "the share of the time that is left"),
            Part("left", 1, "the share of the cards that are in the hand"),
            Part("speed_spread", 1, f"the spread of a throw's speed at the usual pace, over {_CV:g} of the speed"),
            Part("direction_spread", 1, f"that of its direction over {_DIRECTION_DEG:g} degrees"),
            Part(
                "pile",
                _PROFILE,
                f"the height of the topmost card over {depth:g} mm (the bowl's depth), at {_PROFILE} places from the "
                "bowl's near end to its far end; 0 where there is none",
            ),
            Part(
                "cards",
                5 * self.cards,
                f"for each card in the bowl, the lowest first: 1, its middle's place over {opening:g} mm and height "
                f"over {depth:g} mm, sine and cosine of its tilt; zeros for those that are not",
            ),
        )
        self.observation_space = self.layout.space
        self._pictures: BowlPictures | None = None
        self._world = BowlWorld(configuration.setup)
        self.distance_mm = usual
        self._seed = self._thrown = 0
        self._clock_s = 0.0
        self._under_way = False
        self._words = ""

    # ------------------------------------------------------------------------------------------ an episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin an episode; return the first observation and its info. Raises InputError for impossible options."""
        super().reset(seed=seed)
        chosen = only("options", options, ("distance_mm",))
        key = int(self.np_random.integers(2**63))
        self._begin({"key": key, "distance_mm": chosen.get("distance_mm", self._distances)})
        return self._observed(), self._info()

    def _begin(self, began: Any) -> None:
        self._log_begin(**began)
        self._seed = int(began["key"])
        low, high = _distances(began["distance_mm"])
        self.distance_mm = low
        if high > low:
            steps = math.floor((high - low) / GRID_MM) + 1
            self.distance_mm = low + GRID_MM * int(rng(self._seed, "distance").integers(steps))
        self._world = BowlWorld(self.configuration.setup)
        self._thrown, self._clock_s, self._under_way = 0, 0.0, True
        self._words = "The bowl is empty."

    def _again(self, action: Any) -> None:
        self.step(np.array(action, np.float64))

    def _streams(self) -> np.random.Generator:
        return self.np_random

    def _set_noise(self, seed: int) -> None:
        self._seed = seed

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Throw a card, wait until all lie still, and fetch what lies beside the bowl.

        Raises InputError for an action that is none, before anything moves.
        """
        check_under_way(self._under_way)
        intent = self.intent(action)
        self._log(np.asarray(action, np.float64).tolist())
        measures = self.configuration.people.hand
        before = self._in_bowl()
        self._clock_s += throw_time_s(intent, self.skill, measures)
        if self._clock_s > self.time_s:
            self._words, self._under_way = "The time is up.", False
            return self._observed(), 0.0, False, True, self._info()
        world, name = self._world, f"card-{self._thrown}"
        noise_seed = derive(self._seed, "noise", self._thrown)
        self._thrown += 1
        setup, meant = self.configuration.setup, self._meant(intent)
        world.throw(name, carried_out(setup, intent, meant, self.skill, noise_seed))
        world.settle()
        if not world.is_finite():
            raise FloatingPointError(f"the bowl's world ran away at card {self._thrown} of the episode {self._seed}")
        hit = world.where(name) == IN_BOWL
        beside = [other for other in world.names() if world.where(other) != IN_BOWL]
        for other in beside:
            away = abs(world.motion(other).x - _SIDE * self.distance_mm)
            self._clock_s += pick_up_s(self.skill, away, measures)
        world.remove(beside)
        world.settle()
        found = self._in_bowl()
        self._words = _said(hit, len(beside) - (not hit))
        terminated = found == self.cards
        truncated = not terminated and self._clock_s >= self.time_s
        self._under_way = not (terminated or truncated)
        info = self._info() | {"hit": hit, "fetched": len(beside)}
        return self._observed(), float(found - before), terminated, truncated, info

    def intent(self, action: Numbers) -> ThrowIntent:
        """Return the throw that an action means now. Raises InputError for an action that is none."""
        aim, pace = np.clip(an_action(self.action_space, action), -1.0, 1.0).tolist()
        aim_mm = GRID_MM * round(aim * AIM_MM / GRID_MM)
        return ThrowIntent(Card.ZACK, _SIDE, self.distance_mm, -_SIDE * aim_mm, 2.0**pace)

    def _meant(self, intent: ThrowIntent) -> Release:
        """Return the throw as meant. The aim moves throw and target together, so that few throws have to be found."""
        reach = abs(intent.target_x_mm - _SIDE * intent.distance_mm)
        height = self.configuration.table.hand_height_mm
        meant = aimed_throw(self.configuration.setup, _SIDE * reach, height, 0.0)
        return replace(meant, motion=meant.motion._replace(x=_SIDE * intent.distance_mm))

    # ------------------------------------------------------------------------------------------ what is seen

    def render(self) -> Any:
        """Return a picture (height, width, 3), or a text; None without a render_mode."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return self._pixels()
        return None

    def _headlines(self) -> tuple[str, str]:
        left = self.cards - self._in_bowl()
        clock = min(self._clock_s, self.time_s)
        return f"{left} of {self.cards} cards in the hand · {clock:.1f} of {self.time_s:g} s", self._words

    def _text(self) -> str:
        rows = [f"  {name} at {-_SIDE * self._world.motion(name).x:+.0f} mm" for name in reversed(self._world.order())]
        return "\n".join([*self._headlines(), "the bowl, the topmost card first:", *rows])

    def _pixels(self) -> npt.NDArray[np.uint8]:
        if self._pictures is None:
            table, setup = self.configuration.table, self.configuration.setup
            scene = StaticScene(
                setup, (_ME,), {_ME: _SIDE}, self._distances[1] - 60.0, table.hand_height_mm, table.edition, False, 1
            )
            self._pictures = BowlPictures(scene, WIDTH)
        return self._pictures.pixels(self._frame(), self._headlines())

    def _frame(self) -> ZackFrame:
        """Return this moment as the window's own drawings know one, with the next card in the hand."""
        world, height = self._world, self.configuration.table.hand_height_mm
        cards = card_views(world, {name: (_face(name), _ME) for name in world.names()})
        left, x = self.cards - self._in_bowl(), _SIDE * self.distance_mm
        following = f"card-{self._thrown}"
        if left:
            cards.append(CardView(following, _face(following), _ME, x, height, 0.0, CardState.HELD))
        hand = HandView(HandState.THROWING if left else HandState.REST, None, 1.0, x, height)
        seat = SeatView(_ME, "", "", "red", _SIDE, left, (), hand, None, None, False, 0)
        bowl = tuple(BowlEntry(name, _face(name), _ME, False) for name in world.order())
        return ZackFrame(
            time_s=self._clock_s,
            table_stage=TableStage.PLAYING,
            game=1,
            game_s=self._clock_s,
            seats=(seat,),
            due=None,
            mirrored=False,
            cards=tuple(cards),
            bowl=bowl,
            verdict=None,
            throws=self._thrown,
            misses=0,
            challenges=0,
            ticker=(),
        )

    def _in_bowl(self) -> int:
        return len(self._world.names())

    def _observed(self) -> Numbers:
        setup, world = self.configuration.setup, self._world
        places = [world.motion(name)[:3] for name in world.order()]
        numbers: list[float] = []
        for x, y, angle in places:
            along, tilt = -_SIDE * x, -_SIDE * angle
            numbers += [
                1.0,
                along / setup.half_opening_mm,
                y / setup.bowl.depth_mm,
                math.sin(tilt),
                math.cos(tilt),
            ]
        return self.layout.filled(
            distance=[self.distance_mm / FARTHEST_MM],
            time=[1.0 - self._clock_s / self.time_s],
            left=[1.0 - self._in_bowl() / self.cards],
            speed_spread=[self.skill.throw_speed_cv / _CV],
            direction_spread=[self.skill.throw_direction_sd_deg / _DIRECTION_DEG],
            pile=self._pile(places),
            cards=(numbers + [0.0] * (5 * self.cards))[: 5 * self.cards],
        )

    def _pile(self, places: Sequence[tuple[float, float, float]]) -> npt.NDArray[np.float64]:
        """Return how high the topmost card lies along the bowl, over the bowl's depth."""
        setup = self.configuration.setup
        along = np.linspace(-setup.half_opening_mm, setup.half_opening_mm, _PROFILE)
        tops = np.zeros(_PROFILE)
        for x, y, angle in places:
            wide = abs(math.cos(angle)) * setup.plate.length_mm / 2
            if wide > 0.0:
                off = along + _SIDE * x
                height = y - _SIDE * math.tan(angle) * off
                tops = np.where(np.abs(off) <= wide, np.maximum(tops, height), tops)
        return np.asarray(tops / setup.bowl.depth_mm)

    def _info(self) -> dict[str, Any]:
        return {"in_bowl": self._in_bowl(), "thrown": self._thrown, "time_s": self._clock_s}


def _distances(given: Any) -> tuple[float, float]:
    """Return the nearest and the farthest distance. Raises InputError."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != 2:
            raise InputError("distance_mm: expected a number or two, found {given!r}.", given=given)
        low, high = (between("distance_mm", value, NEAREST_MM, FARTHEST_MM) for value in given)
        return min(low, high), max(low, high)
    distance = between("distance_mm", given, NEAREST_MM, FARTHEST_MM)
    return distance, distance


def _face(name: str) -> str:
    """Return the face of a card of this name, for pictures."""
    return ACTIONS[int(name.partition("-")[2]) % len(ACTIONS)]


def _said(hit: bool, knocked_out: int) -> str:
    """Return in a sentence what came of a throw."""
    words = "The card lies in the bowl" if hit else "The card lies beside the bowl and is fetched"
    if not knocked_out:
        return f"{words}."
    return f"{words}; {knocked_out} {'was' if knocked_out == 1 else 'were'} knocked out."
