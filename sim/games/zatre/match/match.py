"""A match of ZATRE: the rules engine and players, in simulated time.

There is no physics: a tile lies where it is meant to lie. So only three stages of a turn are recorded: intent, outcome,
ruling. Before the first turn comes the outcome of the draw for the start, with the bag in the order of drawing, so that
a record can be judged again by the rules alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, replace
from typing import Any

from sim.errors import IllegalAction
from sim.games.zatre import rules
from sim.games.zatre.bots import USUAL_STRATEGY, Observation
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.frame import BagEmptied, MatchEnded, TableStage, TileView, ZatreFrame
from sim.games.zatre.match.intents import PlaceTiles, tile_lines
from sim.games.zatre.match.questions import thought_of
from sim.games.zatre.match.table import SCENERY, ZatreTable, gains_of
from sim.games.zatre.match.text import headline, not_now, side_words
from sim.language import Wording, _
from sim.match.grammar import called, said_of
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.model import Known
from sim.match.seats import check_count
from sim.match.turn_based import Decisions, Question, Script, TurnBasedMatch, ask
from sim.people.reaction import placement_thought_s
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Holdings, Line
from sim.rules_frame import Event, spell
from sim.seat import Seat
from sim.seeds import rng


class ZatreMatch(TurnBasedMatch[Observation]):
    """A match that is being played. table: what lies on it, as it is shown."""

    game = "zatre"
    title = "ZATRE"
    static_scene = SCENERY

    def __init__(
        self,
        configuration: ZatreConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
        inbox: Inbox[Intent] | None = None,
    ) -> None:
        super().__init__(seats, seed, record_line, decisions, inbox)
        if configuration.table.teams:
            check_count(len(seats), configuration.seat_counts, "table.teams", Wording(" for teams"))
        self.configuration = configuration
        self.table = ZatreTable(seats)
        self._events: tuple[Event, ...] = ()
        self._drawn = 0
        # Who was asked at the moment at which the match was opened, having thought.
        self._asked_first: str | None = None

    # ------------------------------------------------------------------------------------------ the course of a match

    def _play(self) -> Script[Observation, None]:
        table = self.table
        if table.state is None:
            yield from self._start()
        while (state := table.state) is not None and state.phase is rules.Phase.PLAY:
            if self._drawn < state.turn:
                yield from self._draw(state)
            self._keep(self._holding())
            yield from self._take_turn(state)
        assert state is not None
        table.stage, self.finished, table.side = TableStage.OVER, True, None
        winners = table.names_of(state.winners)
        table.report(MatchEnded(winners), self.time_s)
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": list(winners)})

    def _start(self) -> Script[Observation, None]:
        """Find the starter: everyone draws until one player alone has the highest tile.

        The bag is shuffled before and after.
        """
        names, timing = tuple(self._by_name), self.configuration.table
        tiles = [value for value, count in rules.TILES.items() for _ in range(count)]
        tiles = [tiles[int(n)] for n in self.noise.rng("start").permutation(len(tiles))]
        draw = rules.start_draw(names, tiles)
        self._say(_("Everybody draws a tile; the highest begins."), "turn")
        for drawn in draw.rounds:
            self.table.starter_draws = dict(drawn)
            tiles_drawn = ", ".join(f"{called(name)} {value}" for name, value in drawn.items())
            self._say(_("Drawn: {tiles}.", tiles=tiles_drawn), "plain")
            yield ticks_of(timing.starter_draw_s)
        count = len(tiles) - sum(map(len, draw.rounds))
        left = [*tiles[len(tiles) - count :], *draw.returned]
        bag = tuple(left[int(n)] for n in self.noise.rng("bag").permutation(len(left)))
        teams = {}
        if timing.teams:
            teams = {f"{one} and {two}": (one, two) for one, two in zip(names[::2], names[1::2], strict=True)}
        setup = rules.Setup(names, draw.starter, draw.tile, bag, teams)
        state, self._events = rules.apply(None, setup)
        self.table.follow(state)
        self._record_line(_start_line(draw.starter, draw.rounds, draw.tile, bag, teams))
        self._record_ruling(state, None)

    def _draw(self, state: rules.State) -> Script[Observation, None]:
        """Have one side draw the tiles of its turn."""
        timing, table, side = self.configuration.table, self.table, state.to_act
        assert side is not None
        table.gains = table.starter_draws = None
        table.age()
        table.show(state, self.time_s)
        if any(isinstance(event, rules.BagEmptied) for event in self._events):
            table.report(BagEmptied(), self.time_s)
        later = [event for event in self._events if isinstance(event, rules.TilesDrawn | rules.BagEmptied)]
        self._say_events(later)
        drawn = sum(len(event.tiles) for event in later if isinstance(event, rules.TilesDrawn))
        if not drawn:
            self._say(
                said_of(side, _("You may not draw: a kept tile fits."), _("{name} may not draw: a kept tile fits.")),
                "turn",
            )
        yield ticks_of(timing.draw_s * drawn)
        self._drawn = state.turn

    def _holding(self) -> Callable[[], Line]:
        """Return what returns, as plain data, all that the match needs to go on from here, where a side thinks."""
        state, board, asked = self.table.state, tuple(self.table.board), self._asked_first
        assert state is not None
        return lambda: {
            "state": rules.to_json(state),
            "board": [list(astuple(tile)) for tile in board],
            "asked": asked,
        }

    def _restore(self, held: Line) -> None:
        data: dict[str, Any] = held
        state = rules.from_json(data["state"])
        self._asked_first = data.get("asked")
        self._drawn, self.table.board = state.turn, [TileView(*tile) for tile in data["board"]]
        self.table.follow(state)
        self.table.show(state, self.time_s)

    def _determinized(self, by: str, seed: int) -> Known:
        """Return the position with what is in the bag and face down before others shuffled and dealt again."""
        state, held = self.table.state, self._holding()
        assert state is not None
        own = next(names for names in state.sides.values() if by in names)
        others = [name for name in state.players if name not in own]
        # In an order that says nothing of where they were.
        unseen = sorted([*state.bag, *(tile for name in others for tile in state.rack[name])])
        left = [unseen[int(n)] for n in rng(seed, "unseen").permutation(len(unseen))]
        rack = {name: list(tiles) for name, tiles in state.rack.items()}
        for name in others:
            rack[name], left = left[: len(rack[name])], left[len(rack[name]) :]
        drawn = {"rack": rack, "bag_order": left}
        assert state.to_act is not None
        sides = list(state.sides)
        first = sides[(sides.index(state.to_act) - state.turn + 1) % len(sides)]
        start = _start_line(state.sides[first][0], (), None, left, state.teams)
        return Known(self.configuration, {**held(), "state": {**rules.to_json(state), **drawn}}, (start,), steps=1)

    def _shuffle_unseen(self) -> None:
        """Put the bag into another order."""
        state = self.table.state
        if state is not None:
            order = self.noise.rng("bag", state.turn).permutation(len(state.bag))
            self.table.state = replace(state, bag=tuple(state.bag[int(n)] for n in order))

    def _take_turn(self, state: rules.State) -> Script[Observation, None]:
        """Have one side think and place, and score its turn."""
        timing, table, side = self.configuration.table, self.table, state.to_act
        assert side is not None
        members = state.sides[side]
        view = table.view = Observation.of(state)
        began_tick = self._ticks
        by, turn = yield from self._decided(state, view, members)
        thought_s = (self._ticks - began_tick) / TICK_HZ
        table.view = None
        table.stage = TableStage.PLACED
        for tile in turn:
            table.put(tile, by, self.time_s)
            table.take_from_rack(members, tile.value)
            yield ticks_of(timing.place_s)
        self._record_line(
            {
                "stage": "outcome",
                "what": "turn",
                "by": by,
                "side": side,
                "held": list(state.hand),
                "tiles": tile_lines(turn),
                "ways": len(view.options),
                "thought_s": thought_s,
            }
        )
        assert table.state is not None
        following, self._events = rules.apply(table.state, rules.Place(turn))
        table.follow(following)
        scored = next((event for event in self._events if isinstance(event, rules.RunsScored)), None)
        gains = gains_of(by, scored, turn, following.cells)
        table.show_ruling(side, gains, len(turn), self.time_s)
        self._say_events(
            [event for event in self._events if not isinstance(event, rules.TilesDrawn | rules.BagEmptied)]
        )
        self._record_ruling(following, scored)
        yield ticks_of(timing.score_s + timing.score_run_s * len(gains.runs))

    def _decided(
        self, state: rules.State, view: Observation, members: tuple[str, ...]
    ) -> Script[Observation, tuple[str, rules.Turn]]:
        """Return who decides for a side, and the turn: a person if there is one, else the partners alternate."""
        by = members[(state.turn - 1) // len(state.sides) % len(members)]
        # Who can place nothing has that one way alone.
        nothing = not view.options[0].turn
        asked, self._asked_first = self._asked_first, None
        if nothing:
            # There is nothing to decide, so no one is asked; it is a step of the match all the same.
            yield 0
            return by, ()
        if not (asked or self._persons(members)):
            yield self._thought(view, members)
        # A person may have taken over from a bot that thought.
        self.table.asked = self._persons(members)
        answer = yield from ask(Question(self.table.asked or (by,), PlaceTiles, view, state.turn))
        self.table.asked = ()
        self._record_line(answer.line())
        return answer.by, answer.turn

    def _persons(self, members: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in members if self._by_name[name].is_person)

    def _sit_down(self, name: str) -> None:
        super()._sit_down(name)
        self.table.seats = self.seats

    def _think(self, question: Question[Observation, Intent]) -> PlaceTiles:
        (by,) = question.by
        name = self._by_name[by].own_strategy(USUAL_STRATEGY)
        return thought_of(name, question, self.noise.sealed_rng("mind", by, question.number))

    def _judge(self, intent: Intent) -> None:
        assert isinstance(intent, PlaceTiles)
        assert self.table.state is not None
        why = rules.why_not(self.table.state, intent.turn)
        if why is not None:
            raise IllegalAction(why)

    def _why_not_now(self, intent: Intent) -> str:
        return not_now(self.table.side)

    def _thought(self, view: Observation, members: tuple[str, ...]) -> int:
        """Return the ticks until the slowest of these players has thought the turn over."""
        thought, choices = self.configuration.thought, math.log2(len(view.options))
        seconds = [
            thought.pieces
            * len(view.rack)
            * placement_thought_s(skill, self.noise.rng("thought", name, self.table.turn))
            + thought.choices * choices * skill.choice_cost_ms_per_bit / 1000.0
            for name in members
            for skill in (self.configuration.skills[self._by_name[name].profile],)
        ]
        return ticks_of(max(seconds))

    # ------------------------------------------------------------------------------------------ record and ticker

    def _say_events(self, events: Sequence[Event]) -> None:
        for event in events:
            words = headline(event, self.table.shown, self.table.many)
            if words is not None:
                self._say(*words)

    def _record_ruling(self, state: rules.State, scored: rules.RunsScored | None) -> None:
        totals = Counter() if scored is None else Counter(run.total for run in scored.runs)
        crosses, points = (0, 0) if scored is None else (scored.crosses, scored.points)
        sheets = {name: state.sheets[side] for side, names in state.sides.items() for name in names}
        sheets = {name: sheets[name] for name in self._by_name}
        # The tiles that a side draws for its next turn belong to that turn; until then they count in the bag.
        self._record_line(
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

    # ------------------------------------------------------------------------------------------ what is seen

    def _partners(self, name: str) -> tuple[str, ...]:
        return next(names for names in self.table.sides.values() if name in names)

    def frame(self) -> ZatreFrame:
        """Return all that a drawing of this moment needs."""
        frame = self.table.frame(self.time_s, tuple(self.ticker))
        return replace(frame, winners=self.winning(frame.winners)) if self.forfeited else frame

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return the tiles on the board, before players and in the bag, as they are shown and as the rules have them.

        What the rules have drawn for the next turn still counts in the bag.
        """
        table, state = self.table, self.table.state
        assert state is not None
        drawing = () if state.to_act is None else state.sides[state.to_act]
        drawn = {name: len(state.rack[name]) - len(table.racks[name]) for name in drawing}
        shown = {
            "board": {(tile.row, tile.col): tile.value for tile in table.board},
            "racks": dict(table.racks),
            "bag": table.bag,
        }
        ruled = {
            "board": {(tile.row, tile.col): tile.value for tile in state.board},
            "racks": {name: tiles[: len(tiles) - drawn.get(name, 0)] for name, tiles in state.rack.items()},
            "bag": len(state.bag) + sum(drawn.values()),
        }
        return shown, ruled

    def summary_line(self) -> str:
        """Return the totals."""
        state = self.table.state
        if state is None:
            return _("Nobody has begun.")
        totals = ", ".join(f"{side_words(side)} {sheet.total}" for side, sheet in state.sheets.items())
        return _("Totals: {totals}.", totals=totals)


def ticks_of(seconds: float) -> int:
    """Convert a pause to control ticks."""
    return round(seconds * TICK_HZ)


def _start_line(
    by: str,
    draws: Sequence[Mapping[str, int]],
    tile: int | None,
    bag: Sequence[int],
    teams: Mapping[str, Sequence[str]],
) -> Line:
    """Return the line with which the record of a game begins."""
    return {
        "stage": "outcome",
        "what": "start",
        "by": by,
        "draws": [dict(drawn) for drawn in draws],
        "tile": tile,
        "bag": list(bag),
        "teams": {team: list(members) for team, members in teams.items()},
    }


def _complete(sheet: rules.Sheet) -> int:
    """Return the number of complete rows; the columns are filled without gaps."""
    return min(map(len, (sheet.tens, sheet.elevens, sheet.twelves)))
