"""The lines of the referee for ZATRE.

{"do":"setup","players":["andreas","beate"],"starter":"andreas","starting_tile":6,"bag":[5,5, ...]}   bag in draw order
{"do":"place","tiles":[{"value":6,"row":7,"col":7}, ...]}             the whole turn at once; [] when nothing fits

`starting_tile` is the highest of the tiles that the starter drew for the start (not the last one, if there was a tie);
all other tiles are back in the bag.

A setup of teams (4 or 6 players) adds "teams":{"north":["ann","bob"],"south":["cem","dan"]}, partners side by side;
`to_act` and `sheets` then name teams, while `rack` still names players. The engine draws for the side to act.
"""

from __future__ import annotations

from pydantic import Field

from sim.games.zatre import rules
from sim.referee.lines import Line, Name, Vocabulary


class SetupLine(Line):
    players: list[Name]
    starter: str
    starting_tile: int
    bag: list[int]
    teams: dict[Name, list[str]] = Field(default_factory=dict)

    def action(self) -> rules.Setup:
        teams = {team: tuple(names) for team, names in self.teams.items()}
        return rules.Setup(tuple(self.players), self.starter, self.starting_tile, tuple(self.bag), teams)


class TileEntry(Line):
    value: int
    row: int
    col: int

    def action(self) -> rules.Tile:
        return rules.Tile(self.row, self.col, self.value)


class PlaceLine(Line):
    tiles: list[TileEntry]

    def action(self) -> rules.Place:
        return rules.Place(tuple(entry.action() for entry in self.tiles))


VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines={"setup": SetupLine, "place": PlaceLine},
    apply=rules.apply,
    to_json=rules.to_json,
)
