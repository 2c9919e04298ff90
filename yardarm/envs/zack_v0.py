"""`zack_v0`: matches of Zack!, where everybody throws at once, as a parallel environment of PettingZoo.

from yardarm.envs import zack_v0
env = zack_v0.parallel_env(players=3, reading="perfect")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from sim.games.zack import rules
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.match import ZackMatch
from sim.match.at_once import NOTHING, Asked, Reading
from sim.protocols import Line
from yardarm.configurations import Config
from yardarm.envs.at_once import AtOnceEnv, Hands, by_turns
from yardarm.envs.frames import Pixels
from yardarm.envs.match_env import SHOWN
from yardarm.envs.numbers import Layout, Numbers, Part
from yardarm.envs.seating import Course, Observed, Players, headlines
from yardarm.envs.zack_frames import BowlPictures

AIMS = {"the near half": 0.5, "the middle": 0.0, "the far half": -0.5}
"""Where a card may be thrown: how far from the bowl's middle towards the hand, over half its opening."""
PACES = {"at the usual pace": 1.0, "fast": 1.5}
"""How fast a card may be thrown, as a multiple of the usual speed."""
_KINDS = ("R", "2R", "L", "2L", "again", "back", "choose", "swap", "mirror")
_HANDS = ("throw", "player_card", "challenge", "resume", "choose")
_NEW = {"hand": "starts", "miss": "misses"}
_CARDS = 24.0
_MEMORY_S = 10.0


def raw_env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the environment with agents that are asked one after the other; the arguments are `parallel_env`'s."""
    return by_turns(parallel_env(**arguments))


def env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the same: `raw_env` has all the wrappers that it needs, since what is masked counts as nothing."""
    return raw_env(**arguments)


class parallel_env(AtOnceEnv[ZackMatch]):  # noqa: N801 - PettingZoo's name
    """Matches of Zack!: the cards in the air say whose turn it is; who is slow is challenged.

    Actions: nothing; hold the hand back; go on after a stop; choose a colour, by its player, counted clockwise from the
    agent; throw a card, or the own player card, in six ways; challenge a player for a reason. An action is what the
    agent means in this tick: a hand begins when it has read whose turn it is, so a throw has to be meant until then,
    and nothing takes it back as long as the hand has not begun. What is masked counts as nothing. `layout` says what
    each number of an observation is. Rewards: at the end of the match everybody stakes 1, and the winner takes the
    stakes. The time in which cards are dealt passes within a step.

    Arguments: players: the number of agents (3 to 6), or a word for each seat: `casual` an agent with such eyes and
    hands, `casual:steady` a bot of the house. config: a preset or what differs from the shipped values. max_cycles:
    ticks of 100 ms before the match is truncated. render_mode: human (printed), rgb_array, ansi or None. reading:
    human (the delays and errors of the profile) or perfect (whose turn it is, at once and without error). shaping: if
    not 0, each reward has that times the change of the agent's lead: games won, less its cards left as a share of those
    dealt, over the mean of the others. profile: how finely the physics is stepped: draft, play or reference. Raises
    InputError.

    Versions: v0, the first.
    """

    game = "zack"
    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": [*SHOWN],
        "name": "zack_v0",
        "is_parallelizable": True,
        "render_fps": 10,
    }

    def __init__(
        self,
        players: Players = 4,
        config: Config = None,
        max_cycles: int = 18_000,
        render_mode: str | None = None,
        reading: Reading = "human",
        shaping: float = 0.0,
        profile: str = "play",
    ) -> None:
        """Prepare the table."""
        EzPickle.__init__(self, players, config, max_cycles, render_mode, reading, shaping, profile)
        super().__init__(players, config, max_cycles, render_mode, reading, shaping, profile)
        self._configuration = cast(ZackConfiguration, self.seating.configuration)
        count = len(self.seating.seats)
        clockwise = [f"the player {k} to the left" if k else "oneself" for k in range(count)]
        ways = [f"at {aim} {pace}" for aim in AIMS for pace in PACES]
        self._meant: tuple[tuple[str, Any], ...] = (
            (NOTHING, None),
            ("withdraw", None),
            ("resume", None),
            *(("choose", seat) for seat in range(count)),
            *(("throw", way) for way in self._throws()),
            *(("player_card", way) for way in self._throws()),
            *(("challenge", (seat, reason)) for seat in range(1, count) for reason in rules.Reason),
        )
        self.words = (
            "do nothing",
            "hold the hand back",
            "go on",
            *(f"choose the colour of {who}" for who in clockwise),
            *(f"throw {way}" for way in ways),
            *(f"throw the own card {way}" for way in ways),
            *(f"challenge {who}, {reason.value}" for who in clockwise[1:] for reason in rules.Reason),
        )
        self.layout = self._layout(count)
        self._cards: dict[str, Line] = {}
        self._new: dict[str, Sequence[Line]] = {}
        self._pictures: BowlPictures | None = None

    @staticmethod
    def _throws() -> list[tuple[float, float]]:
        return [(aim, pace) for aim in AIMS.values() for pace in PACES.values()]

    def _layout(self, count: int) -> Layout:
        kinds = count + len(_KINDS) + 1
        card = f"the {count} colours of the players from the agent's own on, {', '.join(_KINDS)}, player cards"
        return Layout(
            Part("belief", count, "1 at the player whom the agent takes to be due; players are counted clockwise"),
            Part("ready", 1, "the time until the hand may begin, over 2 s"),
            Part("stopped", 1, "1 if play has stopped"),
            Part("wanted", 2, "1 if the table waits for the agent to go on, or to choose a colour"),
            Part("hand", len(_HANDS), f"1 at what the hand does or is about to do ({', '.join(_HANDS)})"),
            Part("hand_times", 2, "the time until the hand begins, and until it is done, each over 2 s"),
            Part("fetch", 1, "1 if a card that missed has to be fetched first"),
            Part("own_card", 1, "1 if the own player card is in the hand"),
            Part("challenges", count, "1 for each player against whom a challenge card is held"),
            Part("cards", count, f"each player's cards in hand over {_CARDS:g}"),
            Part("wins", count, "each player's games won over those needed"),
            Part(
                "bowl", 4 * kinds, f"each of the four top cards in the bowl, the newest first: 1 at its kind ({card})"
            ),
            Part("throwers", 4 * count, "1 at who threw each of them"),
            Part("read", kinds, "of the last card that was read: the kind whose function counts, as above"),
            Part("read_by", count, "1 at who threw it"),
            Part("read_below", count, "1 at who threw the card below it"),
            Part("read_how", 3, "1 if left is right; 1 if it lies; its age over 10 s, 1 where there is none"),
            Part("starts", count, "1 for each player whose hand has started in this tick"),
            Part("misses", count, "1 for each player whose card has missed in this tick"),
        )

    def _open(self, seed: int, course: Course, hands: Hands) -> ZackMatch:
        reading = cast(Reading, self.reading)
        seats = self.seating.seats
        return ZackMatch(self._configuration, seats, seed, course.record_line, bots=hands, reading=reading)

    def _forget(self) -> None:
        self._cards, self._new = {}, {}
        self._drawn: dict[str, _Drawn] = {}

    def _look(self, name: str, percepts: Sequence[Line]) -> None:
        self._new[name] = percepts
        for percept in percepts:
            if percept["see"] == "card":
                self._cards[name] = percept
            elif percept["see"] in ("deal", "go"):
                self._cards.pop(name, None)

    def _options(self, name: str, asked: Asked, legal: Sequence[Line]) -> dict[int, Line]:
        does = {answer["do"] for answer in legal}
        against = {(answer["target"], answer["reason"]) for answer in legal if answer["do"] == "challenge"}
        around = self.seating.around(name)
        aim_mm = self.match.table.sides[name] * self._configuration.setup.half_opening_mm
        found: dict[int, Line] = {}
        for number, (do, how) in enumerate(self._meant):
            if do not in does or do == NOTHING:
                continue
            if do == "choose":
                found[number] = {"do": do, "player": around[how]}
            elif do == "challenge":
                target, reason = around[how[0]], how[1].value
                if (target, reason) in against:
                    found[number] = {"do": do, "target": target, "reason": reason}
            elif how is None:
                found[number] = {"do": do}
            else:
                found[number] = {"do": do, "aim_mm": how[0] * aim_mm, "pace": how[1]}
        return found

    def _numbers(self, name: str, asked: Asked) -> Numbers:
        view: Any = asked.view
        now_s, around = asked.now_s, self.seating.around(name)
        drawn = self._drawn.setdefault(name, _Drawn(self.layout))
        found, where = drawn.numbers, self.layout.slices
        # A view that has not changed has the same parts.
        changed = view["challenges"] is not drawn.challenges
        if changed:
            drawn.challenges = view["challenges"]
            self.layout.fill(found, **self._of_table(around, view))
        card: Any = self._cards.get(name, {})
        if changed or card is not drawn.card:
            drawn.card = card
            self.layout.fill(found, **self._of_card(around, card))

        def ahead(at_s: float) -> float:
            return max(0.0, at_s - now_s) / 2.0

        hand: Any = view["hand"]
        self.layout.fill(
            found,
            belief=0.0,
            ready=ahead(view["ready_s"]),
            stopped=view["stopped"],
            wanted=(view["wanted"] == "resume", view["wanted"] == "choose"),
            hand=0.0,
            hand_times=0.0 if hand is None else (ahead(hand["begins_s"]), ahead(hand["ends_s"])),
            fetch=view["fetch"],
            starts=0.0,
            misses=0.0,
        )
        if view["belief"] is not None:
            found[where["belief"].start + around.index(view["belief"])] = 1.0
        if hand is not None:
            found[where["hand"].start + _HANDS.index(hand["does"])] = 1.0
        found[where["read_how"].stop - 1] = (now_s - card["at_s"]) / _MEMORY_S if card else 1.0
        for percept in self._new.get(name, ()):
            part = _NEW.get(str(percept["see"]))
            if part is not None:
                found[where[part].start + around.index(str(percept["by"]))] = 1.0
        return self.layout.seen(found)

    def _kind(self, around: Sequence[str], face: str | None) -> list[float]:
        """Return 1 at the kind of a card."""
        found = [0.0] * (len(around) + len(_KINDS) + 1)
        what, _, colour = (face or "").partition(":")
        owner = next((name for name, own in self.match.table.state.colours.items() if own.value == colour), None)
        if what == "circle" and owner is not None:
            found[around.index(owner)] = 1.0
        elif face in _KINDS:
            found[len(around) + _KINDS.index(face)] = 1.0
        elif face is not None:
            found[-1] = 1.0
        return found

    def _of_table(self, around: Sequence[str], view: Any) -> dict[str, Sequence[float]]:
        """Return the parts of an observation that follow from what lies on the table."""
        series, needed = self.match.table.series, self._configuration.table.wins
        bowl = [tuple(each) for each in reversed(view["bowl"])][:4]
        bowl += [(None, None)] * (4 - len(bowl))
        return {
            "own_card": [float(view["own_card"])],
            "challenges": [float(player in view["challenges"]) for player in around],
            "cards": [view["players"][player]["cards"] / _CARDS for player in around],
            "wins": [series.wins[player] / needed for player in around],
            "bowl": [number for face, _ in bowl for number in self._kind(around, face)],
            "throwers": [number for _, by in bowl for number in _at(around, by)],
        }

    def _of_card(self, around: Sequence[str], card: Any) -> dict[str, Sequence[float]]:
        """Return the parts of an observation that follow from the card that was read last; its age follows."""
        return {
            "read": self._kind(around, card.get("carried")),
            "read_by": _at(around, card.get("by")),
            "read_below": _at(around, card.get("below")),
            "read_how": [float(card.get("mirrored", False)), float(card.get("lies", False)), 1.0],
        }

    def _standing(self) -> Mapping[str, float]:
        table = self.match.table
        dealt = max(1, sum(map(len, table.state.piles.values())) + len(table.state.bowl))
        names = table.names
        return {name: table.series.wins[name] - len(names) * table.state.hands[name] / dealt for name in names}

    def _idle(self) -> bool:
        return self.match.table.between_games

    def _pixels(self) -> Pixels:
        if self._pictures is None:
            self._pictures = BowlPictures(self.match.static_scene)
        return self._pictures.pixels(self.match.frame(), headlines(self.match)[:3])


class _Drawn:
    """A player's observation in the making. challenges: of the view that it shows; card: that was read last."""

    __slots__ = ("card", "challenges", "numbers")

    def __init__(self, layout: Layout) -> None:
        self.numbers = layout.empty()
        self.challenges: object = None
        self.card: object = None


def _at(around: Sequence[str], player: object) -> list[float]:
    """Return 1 at this player."""
    return [1.0 if other == player else 0.0 for other in around]


def simple(env: Any, agent: str) -> int:
    """Return what a simple player does: throw when due, challenge nobody, choose their own colour, end stops.

    env: a `parallel_env` or `raw_env`, wrapped or not.
    """
    table = env.unwrapped
    assert isinstance(table, parallel_env)
    asked = table.asked(agent)
    view: Any = asked.view
    legal = {str(answer["do"]): answer for answer in asked.legal()}
    meant = {words: number for number, words in enumerate(table.words)}
    if view["wanted"] == "choose" and "choose" in legal:
        return meant["choose the colour of oneself"]
    if "resume" in legal:
        return meant["go on"]
    if view["belief"] != view["me"]:
        return meant["hold the hand back"] if "withdraw" in legal else 0
    for do, words in (("throw", "throw"), ("player_card", "throw the own card")):
        if do in legal:
            return meant[f"{words} at the middle at the usual pace"]
    return 0
