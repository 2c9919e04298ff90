"""`zigzag_v0`: matches of ZIGZAG, where everybody snatches at once, as a parallel and an AEC environment of PettingZoo.

from yardarm.envs import zigzag_v0
env = zigzag_v0.parallel_env(players=4)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from sim.games.zigzag import rules
from sim.games.zigzag.bots import calls
from sim.games.zigzag.bots.hand_value import ZAG, reaches, worth
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.intents import Combination
from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.rules import vocabulary
from sim.games.zigzag.rules.action_space import Give, SeatAction
from sim.games.zigzag.rules.cards import Card, Trait
from sim.games.zigzag.rules.vocabulary import Box, Call, Phase
from sim.match.at_once import NOTHING, Asked, Reading
from sim.protocols import Line
from yardarm.configurations import Config
from yardarm.envs.at_once import DO_NOTHING, TICK_S, AtOnceEnv, Hands, by_turns
from yardarm.envs.frames import Pixels
from yardarm.envs.match_env import SHOWN
from yardarm.envs.numbers import Layout, Numbers, Part
from yardarm.envs.seating import Course, Observed, Players, headlines
from yardarm.envs.zigzag_frames import TapisPictures

_FACES = tuple(card.value for card in Card)
_SPECIAL = tuple(face for face in _FACES if "." not in face)
_AXES = 3
_SIGN_S = 5.0
_PAUSE_S, _ROUND_S, _PATIENCE_S = 1.5, 12.0, 6.0
_GIVE = "give"
_PHASES = tuple(phase.value for phase in Phase)
_TRAITS = tuple(trait.value for trait in Trait)
_BOXES = tuple((level, box.value) for level in (1, 2) for box in Box)
_SIGNS = ("zig", "zag", "other")

Key: TypeAlias = tuple[str | int | None, ...]
"""What an action means, with players and teams by name and number: the word, and what it is done with."""


def raw_env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the environment with agents that are asked one after the other; the arguments are `parallel_env`'s."""
    return by_turns(parallel_env(**arguments))


def env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the same: `raw_env` has all the wrappers that it needs, since what is masked counts as nothing."""
    return raw_env(**arguments)


class parallel_env(AtOnceEnv[ZigzagMatch]):  # noqa: N801 - PettingZoo's name
    """Matches of ZIGZAG: teams of two exchange cards on the tapis, make secret signs, and call each other's.

    Actions: nothing; take the hand home; then those of the rules (`ya.rules("zigzag").actions`) that hands and mouths
    can do, with players counted clockwise from the agent, and teams from its own. A card to be taken is named by its
    face. The master of cards gives the offered cards one after the other. What is masked counts as nothing, and an
    action is begun once. `layout` says what each number of an observation is. Rewards: at the end everybody stakes
    1, and the winning team shares the stakes. The time in which cards are shuffled passes within a step.

    Arguments: players: the number of agents (4 or 6; partners sit opposite), or a word for each seat: `casual` an agent
    with such eyes and hands, `casual:team` a bot of the house. config: a preset or what differs from the shipped
    values. max_cycles: ticks of 100 ms before the match is truncated. render_mode: human (printed), rgb_array, ansi or
    None. reading: human (the delays and errors of the profile: cards are noticed late, signs are missed) or perfect
    (everything, at once). shaping: if not 0, each reward has that times the change of the agent's lead: the
    boxes that its team has ticked, over the mean of the other players. profile: how finely the physics is stepped:
    draft, play or reference. Raises InputError.

    Versions: v0, the first.
    """

    game = "zigzag"
    once = True
    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": [*SHOWN],
        "name": "zigzag_v0",
        "is_parallelizable": True,
        "render_fps": 10,
    }

    def __init__(
        self,
        players: Players = 4,
        config: Config = None,
        max_cycles: int = 27_000,
        render_mode: str | None = None,
        reading: Reading = "human",
        shaping: float = 0.0,
        profile: str = "play",
    ) -> None:
        """Prepare the table."""
        EzPickle.__init__(self, players, config, max_cycles, render_mode, reading, shaping, profile)
        super().__init__(players, config, max_cycles, render_mode, reading, shaping, profile)
        self._configuration = cast(ZigzagConfiguration, self.seating.configuration)
        names = tuple(seat.name for seat in self.seating.seats)
        self._teams = len(names) // 2
        space = rules.actions(rules.Setup(names, ()))
        chosen = [
            (words, self._key(space.decode(number, names[0]), names[0])) for number, words in enumerate(space.words)
        ]
        called = {name: f"the player {k} to the left" if k else "oneself" for k, name in enumerate(names)}
        kept = [(words, key) for words, key in chosen if key is not None]
        self.words = ("do nothing", "take the hand home", *(_in_words(words, called) for words, _ in kept))
        by_seat = {name: [self._key(space.decode(n, name), name) for n in range(len(space))] for name in names}
        self._numbers_of = {
            name: {key: number for number, key in enumerate([(NOTHING,), ("home",), *filter(None, keys)])}
            for name, keys in by_seat.items()
        }
        self.layout = self._layout(len(names))
        self._pictures: TapisPictures | None = None
        self._forget()

    def _layout(self, count: int) -> Layout:
        faces, special = len(_FACES), len(_SPECIAL)
        return Layout(
            Part("phase", len(Phase), f"1 at what is due ({', '.join(Phase)})"),
            Part("hand_number", 1, "the hand within the set, over 12"),
            Part("hand", faces, "cards in the hand over 2, by face, in the order of the cards of the rules"),
            Part("tapis", faces, "cards on the tapis that were noticed, over 2, by face"),
            Part("room", 1, "how many more cards may be taken, over 4"),
            Part(
                "own",
                8,
                "1 if a card lies face down before the agent; if it has opened; if it has passed; if something of its "
                "own is due; if its hand is free; over the tapis; on its way to a card; has not come to it",
            ),
            Part("boxes", 2 * len(Box), f"1 for each box still to be ticked, level 1 then 2 ({', '.join(Box)})"),
            Part("theirs", self._teams - 1, "boxes that each other team has still to tick, over 8"),
            Part("contres", 1, "failed CONTREs that the team may still have, over 5"),
            Part("stops", _AXES * count, "for each player, clockwise from the agent: 1 for each axis that is stopped"),
            Part("must", len(Trait), f"1 at what the constraint demands ({', '.join(Trait)})"),
            Part("beside", 2 * len(Trait), "1 at what it would demand after +1, and after -1"),
            Part("effects", special * count, f"for each player: powers announced on them ({', '.join(_SPECIAL)})"),
            Part("offered", faces, "as the master of cards: 1 at the card that is given next"),
            Part(
                "signs",
                len(_SIGNS) * count,
                "for each player: how fresh their last sign is, from 1 down to 0 after 5 s, if it is the own team's "
                "for ZIG, the own team's for ZAG, or another",
            ),
            Part("known", faces * (count - 1), "for each other player: cards that were seen in their hand, over 2"),
        )

    # ---------------------------------------------------------------------------------------- actions

    def _key(self, action: SeatAction, me: str) -> Key | None:
        """Return what an action of the rules means for a player, None for one that hands do by themselves.

        Players and teams stand for as many places from the player as they are from the first.
        """
        names, around = [seat.name for seat in self.seating.seats], self.seating.around(me)
        teams = self._teams

        def seat(name: str) -> str:
            return around[names.index(name)]

        match action:
            case vocabulary.PickUp():
                return ("pick_up",)
            case vocabulary.Draw():
                return ("draw",)
            case vocabulary.Pass():
                return ("pass",)
            case vocabulary.Discard(card=card):
                return "lay", card.value
            case vocabulary.Take(card=card):
                return "grab", card.value
            case vocabulary.Sign(sign=sign):
                return "sign", sign
            case vocabulary.Announce(call=call):
                return "announce", Call(call).value
            case vocabulary.Contre(team=team):
                return "contre", (names.index(me) + team) % teams
            case vocabulary.Play(card=card, target=target):
                return "play", card.value, None if target is None else seat(target)
            case vocabulary.Cancel(target=target, card=card):
                return "cancel", card.value, seat(target)
            case vocabulary.Look(target=target):
                return "look", seat(target)
            case vocabulary.Tick(level=level, box=box):
                return "tick", level, box.value
            case Give(to=str(to)):
                return _GIVE, seat(to)
        return None

    def _options(self, name: str, asked: Asked, legal: Sequence[Line]) -> dict[int, Line]:
        view: Any = asked.view
        faces = dict(view["tapis"])
        numbers = self._numbers_of[name]
        found: dict[int, Line] = {}
        given = self._given.get(name, ())
        if not view["offered"]:
            self._given.pop(name, None)
        for answer in legal:
            if answer["do"] == "assign":
                for seat in self.seating.around(name):
                    if seat not in given:
                        found[numbers[_GIVE, seat]] = {"do": _GIVE, "to": seat}
                continue
            number = numbers.get(_key_of(answer, faces))
            if number is not None and answer["do"] != NOTHING:
                found.setdefault(number, answer)
        return found

    def _meaning(self, name: str, answer: Line) -> Line:
        if answer["do"] != _GIVE:
            return answer
        view: Any = self._asked[name].view
        given = self._given[name] = (*self._given.get(name, ()), str(answer["to"]))
        self._allowed.pop(name, None)
        if len(given) < len(view["offered"]):
            return DO_NOTHING
        del self._given[name]
        return {"do": "assign", "cards": dict(zip(given, view["offered"], strict=False))}

    # ---------------------------------------------------------------------------------------- what is seen

    def _open(self, seed: int, course: Course, hands: Hands) -> ZigzagMatch:
        reading = cast(Reading, self.reading)
        seats = self.seating.seats
        return ZigzagMatch(self._configuration, seats, seed, course.record_line, bots=hands, reading=reading)

    def _forget(self) -> None:
        self._given: dict[str, tuple[str, ...]] = {}
        self._signs: dict[str, dict[str, tuple[str, float]]] = {}
        self._known: dict[str, dict[str, Counter[str]]] = {}
        self._drawn: dict[str, _Drawn] = {}

    def _look(self, name: str, percepts: Sequence[Line]) -> None:
        if not percepts:
            return
        signs = self._signs.setdefault(name, {})
        known = self._known.setdefault(name, {})
        self._drawn.setdefault(name, _Drawn(self.layout)).known = False
        percept: Any
        for percept in percepts:
            by = percept.get("by")
            match percept["see"]:
                case "new_set":
                    signs.clear()
                    known.clear()
                case "signed":
                    signs[by] = percept["face"], percept["at_s"]
                case "taken" if by is not None:
                    known.setdefault(by, Counter())[percept["face"]] += 1
                case "laid" if by is not None:
                    known.setdefault(by, Counter())[percept["face"]] -= 1
                case "changed":
                    known.pop(by, None)
                    signs.pop(by, None)
                case "peeked":
                    known[percept["target"]] = Counter(percept["cards"])

    def _numbers(self, name: str, asked: Asked) -> Numbers:
        view: Any = asked.view
        drawn = self._drawn.setdefault(name, _Drawn(self.layout))
        # A view that has not changed has the same parts.
        if view["hand"] is not drawn.hand:
            drawn.hand = view["hand"]
            self.layout.fill(drawn.numbers, **self._of_view(name, view))
        if view["offered"]:
            given = len(self._given.get(name, ()))
            self.layout.fill(drawn.numbers, offered=_ones(_FACES, *view["offered"][given : given + 1]))
        if not drawn.known:
            known, drawn.known = self._known.get(name, {}), True
            around = self.seating.around(name)[1:]
            seen = [number for player in around for number in _halves(known.get(player, _NOBODYS))]
            self.layout.fill(drawn.numbers, known=seen)
        signs = self._signs.get(name)
        if signs or drawn.signs:
            drawn.signs = bool(signs)
            self.layout.fill(drawn.numbers, signs=self._fresh(name, asked.now_s, signs or {}, view["signs"]))
        return self.layout.seen(drawn.numbers)

    def _fresh(
        self, name: str, now_s: float, signs: Mapping[str, tuple[str, float]], own: Mapping[str, str]
    ) -> list[float]:
        """Return how fresh the last sign of each player is."""
        meaning = {text: sign for sign, text in own.items()}
        found = []
        for player in self.seating.around(name):
            text, at_s = signs.get(player, ("", -math.inf))
            said, fresh = meaning.get(text, "other"), max(0.0, 1.0 - (now_s - at_s) / _SIGN_S)
            found += [fresh if sign == said else 0.0 for sign in _SIGNS]
        return found

    def _of_view(self, name: str, view: Any) -> dict[str, Sequence[float]]:
        """Return the parts of an observation that follow from the view alone."""
        around = self.seating.around(name)
        hand, tapis = Counter(view["hand"]), Counter(face for _, face in view["tapis"])
        effects = {(card, target) for card, _, target in view["effects"]}
        mine = [seat.name for seat in self.seating.seats].index(name)
        boxes, stops = set(map(tuple, view["boxes"])), view["stops"]
        return {
            "phase": _ones(_PHASES, view["phase"]),
            "hand_number": [view["hand_number"] / 12.0],
            "hand": _halves(hand),
            "tapis": _halves(tapis),
            "room": [view["room"] / 4.0],
            "own": [
                float(view[key]) for key in ("waiting", "opened", "passed", "due", "free", "over", "reaching", "stuck")
            ],
            "boxes": [float(box in boxes) for box in _BOXES],
            "theirs": [view["theirs"][str((mine + k) % self._teams)] / 8.0 for k in range(1, self._teams)],
            "contres": [view["contres"] / 5.0],
            "stops": [1.0 if axis in stops[player] else 0.0 for player in around for axis in range(_AXES)],
            "must": _ones(_TRAITS, view["must"]),
            "beside": [
                number for shift in ("plus_one", "minus_one") for number in _ones(_TRAITS, view["beside"].get(shift))
            ],
            "effects": [1.0 if (card, player) in effects else 0.0 for player in around for card in _SPECIAL],
            "offered": _ones(_FACES),
        }

    def partners_sign(self, agent: str) -> Combination | None:
        """Return zig or zag if the agent has seen its partner make that sign in the last seconds."""
        asked: Any = self.asked(agent)
        text, at_s = self._signs.get(asked.view["me"], {}).get(asked.view["partner"], ("", 0.0))
        if asked.now_s - at_s > _SIGN_S:
            return None
        signs: dict[Combination, str] = asked.view["signs"]
        return next((sign for sign, own in signs.items() if own == text), None)

    def _standing(self) -> Mapping[str, float]:
        state = self.match.table.state
        ticked = [float(sum(sum(boxes.values()) for boxes in sheet.values())) for sheet in state.sheets]
        return {name: ticked[state.team_of(name)] for name in state.seats}

    def _idle(self) -> bool:
        return self.match.table.state.phase is Phase.DEAL

    def _pixels(self) -> Pixels:
        if self._pictures is None:
            self._pictures = TapisPictures(self.match.static_scene)
        return self._pictures.pixels(self.match.frame(), headlines(self.match)[:3])


class _Drawn:
    """A player's observation in the making. hand: of the view that it shows. known, signs: whether it shows them."""

    __slots__ = ("hand", "known", "numbers", "signs")

    def __init__(self, layout: Layout) -> None:
        self.numbers = layout.empty()
        self.hand: object = None
        self.known, self.signs = False, False


_NOBODYS: Counter[str] = Counter()
_PLACE_OF = {face: number for number, face in enumerate(_FACES)}


def _ones(words: Sequence[str], *shown: str | None) -> list[float]:
    """Return for each of these words 1 if it is shown, else 0."""
    found = [0.0] * len(words)
    for word in shown:
        if word is not None:
            found[words.index(word)] = 1.0
    return found


def _halves(cards: Counter[str]) -> list[float]:
    """Return half the number of cards of each face, in the order of the faces."""
    found = [0.0] * len(_FACES)
    for face, count in cards.items():
        found[_PLACE_OF[face]] = max(0, count) / 2.0
    return found


def _in_words(words: str, called: Mapping[str, str]) -> str:
    """Return an action in words, with players as they sit from the agent."""
    for name, who in called.items():
        words = words.replace(name, who)
    return words.replace("against team 0", "against the own team")


def _key_of(answer: Mapping[str, Any], faces: Mapping[str, str]) -> Key:
    """Return what an answer means. faces: of the cards on the tapis, by name."""
    do = str(answer["do"])
    match do:
        case "grab":
            return do, faces[answer["card"]]
        case "lay":
            return do, answer["card"]
        case "play" | "cancel":
            return do, answer["card"], answer.get("target")
        case "tick":
            return do, answer["level"], answer["box"]
    value = next((answer[key] for key in ("sign", "call", "team", "target") if key in answer), None)
    return (do,) if value is None else (do, value)


def simple(env: Any, agent: str) -> int:
    """Return what a simple player does: collect cards that go together, sign a combination, call the partner's.

    It plays no special cards, calls no CONTRE, and waits with a combination for its partner as long as it can. env: a
    `parallel_env` or `raw_env`, wrapped or not.
    """
    table = env.unwrapped
    assert isinstance(table, parallel_env)
    view: Any = table.asked(agent).view
    faces: dict[str, str] = dict(view["tapis"])
    options: dict[str, int] = {}
    for number, answer in table.options(agent).items():
        options.setdefault(_word_of(answer, faces), number)
    boxes = [tuple(box) for box in view["boxes"]]
    if not boxes:
        return 0
    stopped, must, hand = view["stops"][view["me"]], view["must"], tuple(view["hand"])
    heard, first = table.partners_sign(agent), table.possible_agents.index(agent) < len(view["stops"]) // 2
    goal = calls.goal("sheet", boxes, heard, first)

    def good(cards: tuple[str, ...]) -> float:
        return worth(cards, goal.kind, stopped, must)

    made = {level: reaches(hand, stopped, must if level > 1 else None) for level in (1, 2)}
    called = None if heard is None else calls.best_call(made, calls.Goal(heard, goal.level), boxes)
    for word in ("tick", "look", _GIVE, f"announce {called}"):
        if word in options:
            return options[word]
    mine = [kind for kind, level in calls.signed("sheet", boxes).items() if made[level] in (ZAG, kind)]
    if mine:
        now_s = table.asked(agent).now_s
        if now_s % _PAUSE_S < TICK_S and f"sign {mine[-1]}" in options:
            return options[f"sign {mine[-1]}"]
        if view["opened"]:
            return options.get("pass", 0)
        if now_s % _ROUND_S < _PATIENCE_S:
            return 0
    if not view["free"]:
        return 0
    lying = [face for face in faces.values() if f"grab {face}" in options]
    if view["over"]:
        best = max(lying, key=lambda face: good((*hand, face)), default=None)
        return options.get("home", 0) if best is None or view["room"] <= 0 else options[f"grab {best}"]
    for word in ("pick_up", "draw"):
        if word in options:
            return options[word]
    if view["room"] > 0 and lying:
        return options[f"grab {max(lying, key=lambda face: good((*hand, face)))}"]
    without = {face: hand[:place] + hand[place + 1 :] for place, face in enumerate(hand) if f"lay {face}" in options}
    worst = max(without, key=lambda face: good(without[face]), default=None)
    if worst is None:
        return options.get("pass", 0)
    if view["opened"] and all(good((*without[worst], face)) <= good(hand) for face in faces.values()):
        return options.get("pass", 0)
    return options[f"lay {worst}"]


def _word_of(answer: Line, faces: Mapping[str, str]) -> str:
    """Return what an answer does, with what it names where that makes a difference to `simple`."""
    do, card = str(answer["do"]), str(answer.get("card"))
    named = {"sign": answer.get("sign"), "announce": answer.get("call"), "grab": faces.get(card), "lay": card}
    return f"{do} {named[do]}" if do in named else do
