"""One match of ZATRE: the rules engine x players, in simulated time.

No physics here: a tile lies where it is meant to lie. So of a turn three stages are told: intent, outcome, ruling; and
before the first turn the outcome of the start draw, with the bag in the order in which it will be drawn, so that the
rules alone can judge a record again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sim.games.zatre import rules
from sim.games.zatre.bots import STRATEGIES, Observation
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.frame import TableStage, TileView
from sim.games.zatre.match.intents import INTENT, told, turn_from
from sim.games.zatre.match.table import ZatreTable
from sim.games.zatre.match.text import headline
from sim.match.decisions import Decisions, FromMinds, check_answer, malformed
from sim.match.human_input import Inbox
from sim.match.seats import check_count
from sim.people.reaction import placement_thought_s
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.rules_frame import Event, IllegalAction, spell
from sim.seat import Seat
from sim.seeds import rng, sealed_rng


class ZatreMatch(ZatreTable):
    """A match under way."""

    def __init__(
        self,
        configuration: ZatreConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        super().__init__(configuration, seats, seed, tell, inbox)
        if configuration.table.teams:
            check_count(len(seats), configuration.seat_counts, "table.teams", " for teams")
        self._decisions: Decisions = decisions or FromMinds()
        self._events: tuple[Event, ...] = ()

    # ------------------------------------------------------------------------------------------ the course of a match

    def _play(self) -> Iterator[int]:
        """The match as pauses, in ticks."""
        yield from self._start()
        while self.state is not None and self.state.phase is rules.Phase.PLAY:
            yield from self._take_turn(self.state)
        assert self.state is not None
        self.table_stage, self.finished, self._side = TableStage.OVER, True, None
        self._racks, self._bag = dict(self.state.rack), len(self.state.bag)
        self._tell({"stage": "end", "time_s": self.time_s, "winners": list(self.names_of(self.state.winners))})

    def _start(self) -> Iterator[int]:
        """Who begins: everybody draws until one is alone with the highest tile. The bag is shaken before and after."""
        names, table = tuple(self._by_name), self.configuration.table
        tiles = [value for value, count in rules.TILES.items() for _ in range(count)]
        tiles = [tiles[int(n)] for n in rng(self.seed, "start").permutation(len(tiles))]
        draw = rules.start_draw(names, tiles)
        self._say("Everybody draws a tile; the highest begins.", "turn")
        for drawn in draw.rounds:
            self._starter_draws = dict(drawn)
            self._say("Drawn: " + ", ".join(f"{name} {value}" for name, value in drawn.items()) + ".", "plain")
            yield self._for(table.starter_draw_s)
        count = len(tiles) - sum(map(len, draw.rounds))
        left = [*tiles[len(tiles) - count :], *draw.returned]
        bag = tuple(left[int(n)] for n in rng(self.seed, "bag").permutation(len(left)))
        teams = {}
        if table.teams:
            teams = {f"{one} and {two}": (one, two) for one, two in zip(names[::2], names[1::2], strict=True)}
        setup = rules.Setup(names, draw.starter, draw.tile, bag, teams)
        self.state, self._events = rules.apply(None, setup)
        self._tell(
            {
                "stage": "outcome",
                "what": "start",
                "by": draw.starter,
                "draws": [dict(drawn) for drawn in draw.rounds],
                "tile": draw.tile,
                "bag": list(bag),
                "teams": {team: list(members) for team, members in teams.items()},
            }
        )
        self._tell_ruling(None)

    def _take_turn(self, state: rules.State) -> Iterator[int]:
        """One side draws, thinks, places, and it is counted."""
        table, side = self.configuration.table, state.to_act
        assert side is not None
        members = state.sides[side]
        self.table_stage, self._side, self._turn = TableStage.THINKING, side, state.turn
        self._gains = self._starter_draws = None
        self._board = [tile if not tile.new else _settled(tile) for tile in self._board]
        self._racks, self._bag = dict(state.rack), len(state.bag)
        later = [event for event in self._events if isinstance(event, rules.TilesDrawn | rules.BagEmptied)]
        self._say_events(later)
        drawn = sum(len(event.tiles) for event in later if isinstance(event, rules.TilesDrawn))
        if not drawn:
            self._say(f"{side} may not draw, for a kept tile fits.", "turn")
        yield self._for(table.draw_s * drawn)
        self._view = Observation.of(state)
        begun = self._ticks
        by, turn = yield from self._decide(state, self._view, members)
        thought_s = (self._ticks - begun) / TICK_HZ
        ways, held = len(self._view.options), state.hand
        # Asked before anything is shown: what a record says may be against the rules.
        following, self._events = rules.apply(state, rules.Place(turn))
        self._view = None
        self.table_stage = TableStage.PLACED
        for tile in turn:
            self._board.append(TileView(tile.row, tile.col, tile.value, by, new=True, put_s=self.time_s))
            self._take_from_rack(members, tile.value)
            yield self._for(table.place_s)
        self._tell(
            {
                "stage": "outcome",
                "what": "turn",
                "by": by,
                "side": side,
                "held": list(held),
                "tiles": told(turn),
                "ways": ways,
                "thought_s": thought_s,
            }
        )
        self.state = following
        scored = next((event for event in self._events if isinstance(event, rules.RunsScored)), None)
        self.table_stage = TableStage.RULED
        self._gains = self._gains_of(by, scored, turn, self.state.cells)
        placing = rules.TilesPlaced | rules.NothingPlaced
        kept = next(event.kept for event in self._events if isinstance(event, placing))
        self._racks.update(kept)
        self._say_events(
            [event for event in self._events if not isinstance(event, rules.TilesDrawn | rules.BagEmptied)]
        )
        self._tell_ruling(scored)
        yield self._for(table.score_s + table.score_run_s * len(self._gains.runs))

    def _decide(
        self, state: rules.State, view: Observation, members: tuple[str, ...]
    ) -> Generator[int, None, tuple[str, rules.Turn]]:
        """Whoever decides for a side, and how: a person if there is one, else the partners by turns."""
        persons = [name for name in members if self._by_name[name].is_person]
        nothing = [option.turn for option in view.options] == [()]
        if persons and not nothing:
            yield from self._hear(*persons)
            assert self._answer is not None
            line, _ = self._answer
            self._answer = None
            turn = turn_from(line)
            by = str(line["by"])
            self._tell({"stage": "intent", "by": by, "question": "place", "tiles": told(turn), "tick": line["tick"]})
            return by, turn
        by = members[(state.turn - 1) // len(state.sides) % len(members)]
        yield self._thought(view, () if nothing else members)
        if nothing:
            # There is nothing to decide, and nobody is asked.
            return by, ()
        strategy = STRATEGIES[self._by_name[by].strategy]

        def think() -> Line:
            turn: Any = strategy.place(view, sealed_rng(self.seed, "mind", by, state.turn))
            if not (isinstance(turn, tuple) and all(isinstance(tile, rules.Tile) for tile in turn)):
                raise malformed(by, "place", "expected a tuple of tiles", turn)
            return {"tiles": told(turn)}

        def judge(line: Line) -> None:
            why = rules.why_not(state, turn_from(line))
            if why is not None:
                raise IllegalAction(why)

        answer = self._decisions.decide(by, "place", think)
        check_answer(INTENT, by, "place", answer, judge)
        turn = turn_from(answer)
        self._tell({"stage": "intent", "by": by, "question": "place", "tiles": told(turn)})
        return by, turn

    def _thought(self, view: Observation, members: tuple[str, ...]) -> int:
        """Ticks until the slowest of these has thought the turn over."""
        thought, choices = self.configuration.thought, math.log2(len(view.options))
        seconds = [
            thought.pieces * len(view.rack) * placement_thought_s(skill, rng(self.seed, "thought", name, self._turn))
            + thought.choices * choices * skill.choice_cost_ms_per_bit / 1000.0
            for name in members
            for skill in (self.configuration.skills[self._by_name[name].profile],)
        ]
        return self._for(max(seconds, default=0.0))

    def _take_from_rack(self, members: tuple[str, ...], value: int) -> None:
        """A tile goes from before a player to the board; whose it was the rules tell at the end of the turn."""
        giver = next(name for name in members if value in self._racks[name])
        left = list(self._racks[giver])
        left.remove(value)
        self._racks[giver] = tuple(left)

    # ------------------------------------------------------------------------------------------ what is told

    def _say_events(self, events: Sequence[Event]) -> None:
        for event in events:
            words = headline(event, self.shown, self.many)
            if words is not None:
                self._say(*words)

    def _tell_ruling(self, scored: rules.RunsScored | None) -> None:
        state = self.state
        assert state is not None
        totals = Counter() if scored is None else Counter(run.total for run in scored.runs)
        crosses, points = (0, 0) if scored is None else (scored.crosses, scored.points)
        sheets = {name: state.sheets[side] for side, names in state.sides.items() for name in names}
        sheets = {name: sheets[name] for name in self._by_name}
        # What a side draws for its next turn belongs to that turn: until then the bag holds it.
        self._tell(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in self._events],
                "phase": state.phase.value,
                "ending": None if state.ending is None else state.ending.value,
                "gains": {"10": totals[10], "11": totals[11], "12": totals[12], "x2": crosses, "points": points},
                "totals": {name: sheet.total for name, sheet in sheets.items()},
                "rows_complete": {name: _complete(sheet) for name, sheet in sheets.items()},
                "crosses": {name: sheet.crosses for name, sheet in sheets.items()},
                "minus": {name: sheet.minus for name, sheet in sheets.items()},
                "kept": {name: len(tiles) for name, tiles in state.rack.items()},
                "bag": len(state.bag),
            }
        )


def _complete(sheet: rules.Sheet) -> int:
    """Complete rows: the columns are filled without gaps."""
    return min(map(len, (sheet.tens, sheet.elevens, sheet.twelves)))


def _settled(tile: TileView) -> TileView:
    return replace(tile, new=False)
