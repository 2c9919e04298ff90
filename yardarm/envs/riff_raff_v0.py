"""`riff_raff_v0`: whole matches of Riff Raff, as an AEC environment of PettingZoo.

from yardarm.envs import riff_raff_v0
env = riff_raff_v0.env(players=2)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, cast

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from sim.errors import whole
from sim.games.riff_raff import rules
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import questions
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, Place, SetOrder
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.rules.action_space import Choose
from sim.games.riff_raff.rules.equipment import sets_each
from sim.match.intents import Intent
from sim.match.turn_based import Question
from yardarm.configurations import Config
from yardarm.envs.frames import Pixels
from yardarm.envs.match_env import SHOWN
from yardarm.envs.numbers import Layout, Numbers, Part
from yardarm.envs.riff_raff_frames import ShipPictures
from yardarm.envs.riff_raff_numbers import ShipNumbers
from yardarm.envs.riff_raff_place import MOST_SPREAD_MM
from yardarm.envs.seating import Observed, Players, headlines
from yardarm.envs.turns import TurnsEnv, wrapped

PLACES = 9
"""The places along a slot's wood that an action chooses from, unless it is said otherwise."""
QUESTIONS = ("card", "captain", "order", "count", "place")


def env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the environment with PettingZoo's usual wrappers; the arguments are those of `raw_env`."""
    return wrapped(raw_env(**arguments))


class raw_env(TurnsEnv[RiffRaffMatch]):  # noqa: N801 - PettingZoo's name
    """Whole matches of Riff Raff: cards, captains, and the loading of the swaying ship.

    Actions: the numbers of the rules (`ya.rules("riff-raff").actions`), up to the announcement of pieces;
    then, for each piece with each of its stances, one of `places` places: the middles of that many equal parts of the
    range over the slot's wood. Hands catch what they can. `layout` says what each number of an observation
    is. Rewards: at the end everybody stakes 1, and the winners share the stakes. The agent's hands err as those of its
    profile do.

    Arguments: players: the number of agents (2 to 4), or a word for each seat: `casual` an agent with such hands,
    `casual:simple` a bot of the house. config: a preset or what differs from the shipped values. max_cycles: actions of
    all agents before the match is truncated. render_mode: human (printed), rgb_array, ansi or None. shaping: if
    not 0, each reward has that times the change of the agent's lead: by how much less of its pieces it has left than
    the others on average, as a share of what everybody has at the beginning. places: along a slot. profile: how finely
    the physics is stepped: draft, play or reference. Raises InputError.

    Versions: v0, the first.
    """

    game = "riff-raff"
    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": [*SHOWN],
        "name": "riff_raff_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: Players = 4,
        config: Config = None,
        max_cycles: int = 1000,
        render_mode: str | None = None,
        shaping: float = 0.0,
        places: int = PLACES,
        profile: str = "play",
    ) -> None:
        """Prepare the table."""
        EzPickle.__init__(self, players, config, max_cycles, render_mode, shaping, places, profile)
        super().__init__(players, config, max_cycles, render_mode, shaping, profile)
        self.places = whole("places", places, 1)
        configuration = cast(RiffRaffConfiguration, self.seating.configuration)
        self._equipment, self._setup = configuration.equipment, configuration.setup
        self._most = max(2, configuration.agreed.pieces_a_turn)
        names = tuple(seat.name for seat in self.seating.seats)
        self._space_of_rules = rules.actions(rules.start(names, equipment=self._equipment, agreed=configuration.agreed))
        base = self._space_of_rules.words[: -len(self._equipment.pieces)]
        ways = [(kind, stance) for kind, piece in self._setup.pieces.items() for stance in piece.stances]
        self._first_of = {way: len(base) + number * self.places for number, way in enumerate(ways)}
        self._ways = ways
        placed = [f"put {kind} {stance} at {place + 1} of {places}" for kind, stance in ways for place in range(places)]
        self.words = (*base, *placed)
        self._ship = ShipNumbers(configuration, sets_each(len(names)) * len(names))
        self.layout = self._layout(len(names))
        self._full = sum(self._equipment.pieces.values()) * sets_each(len(names))
        self._pictures: ShipPictures | None = None

    def _layout(self, count: int) -> Layout:
        slots, kinds = len(self._equipment.slots), len(self._equipment.pieces)
        return Layout(
            Part("seat", count, "1 at the number of the agent's own seat, as actions count players"),
            Part("question", 5, f"1 at what the table waits for ({', '.join(QUESTIONS)})"),
            Part("mine", 1, "1 if the agent is asked"),
            Part("round", 1, "the round over all rounds"),
            Part("slot", slots, "1 at the slot that is loaded"),
            Part("pieces", 2, f"pieces announced for this turn over {self._most}; placed of them over {self._most}"),
            Part("captain", count, "1 at the captain; here and below players are counted clockwise from the agent"),
            Part("order", count, "each player's turn in this round over the number of players; 0 before it is known"),
            Part("hands", count * slots, "for each player, 1 for each card that is left in the hand"),
            Part("cards", count * slots, "for each player, 1 at the card that lies on top"),
            Part(
                "supply", count * kinds, f"for each player, pieces of each kind left ({', '.join(self._ship.copies)})"
            ),
            Part("removed", kinds, "pieces of each kind that have left the game, over all there are"),
            Part("spread", 1, f"the standard deviation of the hand's place over {MOST_SPREAD_MM:g} mm"),
            *self._ship.parts,
        )

    def _numbers(self, name: str) -> Numbers:
        match, state = self.match, self.match.state
        around, slots, kinds = self.seating.around(name), self._equipment.slots, self._equipment.pieces
        question, most = match.pending, sets_each(len(around))
        order = {player: (turn + 1) / len(around) for turn, player in enumerate(state.order)}
        return self.layout.filled(
            seat=[float(seat.name == name) for seat in self.seating.seats],
            question=[float(question is not None and question.kind == kind) for kind in QUESTIONS],
            mine=[float(question is not None and question.by[0] == name)],
            round=[state.round / state.rounds],
            slot=[float(slot == state.slot) for slot in slots],
            pieces=[(state.announced or 0) / self._most, state.placed / self._most],
            captain=[float(player == state.captain) for player in around],
            order=[order.get(player, 0.0) for player in around],
            hands=[float(slot in state.hands[player]) for player in around for slot in slots],
            cards=[float(slot == state.cards.get(player)) for player in around for slot in slots],
            supply=[state.supply[player][kind] / (most * kinds[kind]) for player in around for kind in kinds],
            removed=[state.removed[kind] / copies for kind, copies in self._ship.copies.items()],
            spread=[match.skill_of(name).placement_sd_mm / MOST_SPREAD_MM],
            **self._ship.values(match.table.snapshot, state.ship),
        )

    def _legal(self, question: Question[Any, Intent]) -> Collection[int]:
        found: list[int] = []
        line: Any
        for line in questions.legal_answers(question):
            if question.kind == "place":
                first = self._first_of[line["piece"], line["stance"]]
                found += range(first, first + self.places)
            else:
                found.append(self._number(questions.read(question, line)))
        return found

    def _number(self, intent: Intent) -> int:
        """Return the number that the rules give to an answer which is no placement."""
        encode = self._space_of_rules.encode
        match intent:
            case ChooseCard(card=card):
                return encode(Choose(intent.by, card))
            case NameCaptain(captain=captain):
                return encode(rules.NameCaptain(captain))
            case SetOrder(order=order):
                return encode(rules.Arrange((self.match.state.captain, *order)))
        assert isinstance(intent, AnnounceCount)
        return encode(rules.Announce(intent.count))

    def _answer(self, question: Question[Any, Intent], action: int) -> Intent:
        if question.kind != "place":
            lines = questions.legal_answers(question)
            return next(
                intent
                for intent in (questions.read(question, line) for line in lines)
                if self._number(intent) == action
            )
        way, place = divmod(action - self._first_of[self._ways[0]], self.places)
        kind, stance = self._ways[way]
        low, high = questions.range_mm(self._setup, question.view.state.slot, kind, stance)
        x_mm = low + (place + 0.5) / self.places * (high - low)
        return questions.read(question, {"piece": kind, "stance": stance, "x_mm": x_mm})

    def _nearest(self, question: Question[Any, Intent], thought: Any) -> int:
        if not isinstance(thought, Place):
            return self._number(thought)
        low, high = questions.range_mm(self._setup, thought.slot, thought.piece, thought.stance)
        place = int((thought.x_mm - low) / (high - low) * self.places) if high > low else 0
        return self._first_of[thought.piece, thought.stance] + min(self.places - 1, max(0, place))

    def _standing(self) -> Mapping[str, float]:
        return {name: -count / self._full for name, count in self.match.state.supply_counts.items()}

    def _text(self) -> list[str]:
        return [*headlines(self.match), str(self.match.state)]

    def _pixels(self) -> Pixels:
        if self._pictures is None:
            self._pictures = ShipPictures(self._setup)
        return self._pictures.pixels(self.match.table.snapshot, self.match.state.slot, headlines(self.match)[:3])
