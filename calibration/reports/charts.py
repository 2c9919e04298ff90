"""The pictures of a game, drawn for one run or for several together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.metrics.figures import FEW, FEW_MATCHES, Figure, difference, format_interval
from calibration.metrics.measured import Measured
from calibration.reports import pictures
from calibration.reports.bowl_drawing import bowl_pictures
from calibration.reports.page import Picture
from calibration.reports.pictures import Series
from calibration.reports.ship_drawing import ship_pictures
from sim.games.zatre.metrics import SCORE_STEP
from sim.metrics import SHARE

_LISTED = 12
"""The most points that the words for a picture list; of more points they list only a few."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run, and its label among several."""

    measured: Measured
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of the figures of one kind (`key`)."""

    title: str
    key: str
    draw: Callable[[Sequence[Series]], bytes]
    caption: str = ""

    def picture(self, runs: Sequence[Run]) -> Picture | None:
        """Return the picture, or None if there is nothing to draw."""
        series = [Series(run.label, run.measured.table(self.key)) for run in runs]
        series = [line for line in series if line.points]
        return Picture(self.title, self.draw(series), alternative(self.title, series), self.caption) if series else None


def alternative(title: str, series: Sequence[Series]) -> str:
    """Return the contents of a picture in words."""
    parts = []
    for line in series:
        points = list(line.points.items())
        if len(points) > _LISTED:
            points = points[:: max(1, len(points) // 6)]
        texts = "; ".join(f"{name}: {format_interval(figure.interval, figure.unit)}" for name, figure in points)
        parts.append(f"{line.label}: {texts}" if len(series) > 1 else texts)
    return f"{title}, with 95 % intervals. {'. '.join(parts)}."


def _curve(x: str, y: str, step: bool = False) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.curve(series, x, y, step)


def _dots(x: str) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.dots(series, x)


def _against(x: str, reference: float, text: str) -> Callable[[Sequence[Series]], bytes]:
    return lambda series: pictures.dots(series, x, reference, text)


def _bars(x: str, y: str, width: float = 1.0, scale: float = 1.0) -> Callable[[Sequence[Series]], bytes]:
    def draw(series: Sequence[Series]) -> bytes:
        # A bar stands over the middle of its step; the open step above the last one has no bar.
        moved = [
            Series(
                line.label,
                {str(float(name) + (0.5 * width / scale if scale != 1.0 else 0.0)): figure for name, figure in points},
            )
            for line in series
            if (points := [(name, figure) for name, figure in line.points.items() if not name.endswith("+")])
        ]
        return pictures.bars(moved, x, y, width, scale)

    return draw


_SETTLE = "The rightmost twentieth or less is not drawn."
_GREY = f"Grey: fewer than {FEW} observations, or {FEW_MATCHES} matches."


def charts_of(runs: Sequence[Run]) -> list[Picture]:
    """Return the pictures of these runs, all of one game."""
    game = runs[0].measured.run.game
    found = [chart.picture(runs) for chart in _CHARTS.get(game, ())]
    ships: list[Picture] = []
    if game == "riff-raff":
        # From left to right, as the tables go: from the other run to this one.
        ships = ship_pictures([(run.measured, run.label) for run in reversed(runs)])
        found.insert(3, _first_falls_by_seat(runs))
        found.insert(6, _heat(runs))
    if game == "zack":
        found[:0] = bowl_pictures([(run.measured, run.label) for run in runs])
    return [picture for picture in (*ships, *found, *_players(runs)) if picture is not None]


def _players(runs: Sequence[Run]) -> list[Picture | None]:
    fair = 1.0 / len(runs[0].measured.run.seats)
    share = "share of the victories"
    return [
        Chart(
            "Who wins, by seat",
            "wins.seat",
            _against(share, fair, "one fair share"),
            "In the order of the table. Where skill differs between seats, this shows both.",
        ).picture(runs),
        *(
            [
                Chart(
                    "Who wins, by skill",
                    "wins.side",
                    _against(f"{share}, of one seat", fair, "one fair share"),
                    "Profile and strategy; the mean of the seats that play like this.",
                ).picture(runs),
                Chart(
                    "Does skill pay?",
                    "wins.against",
                    _against(f"{share} of the two", 0.5, "skill is worth nothing"),
                    "A seat of the stronger against a seat of the weaker at the same table.",
                ).picture(runs),
            ]
            if any(len(run.measured.table("wins.side")) > 1 for run in runs)
            else []
        ),
    ]


_RIFF_RAFF = (
    Chart(
        "How long nothing falls",
        "first_fall.survival",
        _curve("attempt of the match", "matches in which nothing has fallen yet", step=True),
        f"Kaplan and Meier's curve with its 95 % band. {_GREY}",
    ),
    Chart(
        "When the first piece falls",
        "first_fall.hazard",
        _curve("attempt of the match", "falls now, if not before"),
        f"The hazard: of the matches in which nothing has fallen yet. {_GREY}",
    ),
    Chart(
        "Falls, turn by turn",
        "fall_rate.attempt",
        _curve("attempt of the match", "attempts that drop something"),
        f"Over all matches that go on so long, whatever fell before. {_GREY}",
    ),
    Chart(
        "Falls by slot",
        "fall_rate.slot",
        _dots("attempts that drop something"),
        "Whenever a slot is used. The deck has the lowest numbers, the top yard the highest.",
    ),
    Chart("Falls by piece", "fall_rate.piece", _dots("attempts that drop something")),
    Chart(
        "Falls by piece, at equal cargo",
        "fall_rate_at_equal_cargo.piece",
        _dots("attempts that drop something"),
        "Each piece as if it were placed at the cargo aboard at which all pieces together are.",
    ),
    Chart("Falls by round", "fall_rate.round", _dots("attempts that drop something"), _GREY),
    Chart("Falls by skill", "fall_rate.profile", _dots("attempts that drop something")),
    Chart("Rounds in a match", "rounds.distribution", _bars("rounds", "matches")),
    Chart("From letting go to rest", "settle_s.distribution", _bars("seconds", "attempts", 0.25, 0.001), _SETTLE),
    Chart("From letting go to rest, by slot", "settle_s.slot", _dots("seconds, mean")),
)

_ZACK = (
    Chart(
        "How long nobody makes a mistake",
        "first_mistake.survival",
        _curve("cards thrown in the match", "matches without a mistake yet", step=True),
        f"A mistake is a miss or a card out of turn. Kaplan and Meier's curve with its 95 % band. {_GREY}",
    ),
    Chart(
        "When the first mistake happens",
        "first_mistake.hazard",
        _curve("cards thrown in the match", "happens now, if not before"),
        f"The hazard: of the matches without a mistake so far. {_GREY}",
    ),
    Chart(
        "Misses, throw by throw",
        "miss_rate.throws",
        _curve("throw of the game", "cards that miss the bowl"),
        f"In fives, over all games that go on so long. {_GREY}",
    ),
    Chart("From card to card", "turn_seconds.distribution", _bars("seconds", "cards in turn", 0.1, 0.001), _SETTLE),
    Chart("From card to card, by what lies on top", "turn_seconds.card", _dots("seconds, mean"), _GREY),
    Chart("Out of turn, by what lies on top", "out_of_turn_rate.card", _dots("cards thrown out of turn"), _GREY),
    Chart("Misses by seat", "miss_rate.seat", _dots("cards that miss the bowl")),
    Chart("Out of turn by skill", "out_of_turn_rate.profile", _dots("cards thrown out of turn")),
    Chart("Challenges by kind", "challenges_per_game.reason", _dots("in a game")),
    Chart("Challenges by skill", "challenges_per_game.profile", _dots("of one seat in a game")),
    Chart("Challenges that are right", "challenge_success.reason", _dots("share of the challenges"), _GREY),
    Chart("How long a game lasts", "game_seconds.distribution", _bars("seconds", "games", 20.0, 0.001), _SETTLE),
    Chart("From landing to rest", "settle_s.distribution", _bars("seconds", "cards", 0.025, 0.001), _SETTLE),
)

_ZIGZAG = (
    Chart("Announcements by kind", "announcements_per_set.call", _dots("in a set")),
    Chart("Announcements that are right", "announcement_success.call", _dots("share of the announcements"), _GREY),
    Chart("Announcements by skill", "announcement_success.profile", _dots("announcements that are right"), _GREY),
    Chart("CONTREs that are confirmed", "contre_success.profile", _dots("share of the CONTREs"), _GREY),
    Chart("How long a set lasts", "set_seconds.distribution", _bars("seconds", "sets", 10.0, 0.001), _SETTLE),
    Chart(
        "How long nobody ticks a box",
        "first_box.survival",
        _curve("set of the match", "matches without a box yet", step=True),
        f"Kaplan and Meier's curve with its 95 % band. {_GREY}",
    ),
)

_ZATRE = (
    Chart("Grand totals", "scores.distribution", _bars("points", "players", float(SCORE_STEP), 0.001), _SETTLE),
    Chart("Grand totals by strategy", "score.side", _dots("points, mean")),
    Chart("Complete rows by strategy", "rows_complete.side", _dots("rows, mean")),
    Chart("x2 cells by strategy", "crosses.side", _dots("cells, mean")),
    Chart("What counts in a turn", "runs_per_turn", _dots("runs in a turn")),
    Chart("Points, turn by turn", "points_per_turn.turns", _dots("points in a turn, before doubling and bonus"), _GREY),
    Chart("Turns that score", "scoring_rate.turns", _dots("turns that score"), _GREY),
    Chart("Ways to place the tiles", "ways.turns", _dots("ways, mean"), _GREY),
    Chart("Points by skill", "points_per_turn.profile", _dots("points in a turn, before doubling and bonus")),
)

_CHARTS = {"riff-raff": _RIFF_RAFF, "zack": _ZACK, "zatre": _ZATRE, "zigzag": _ZIGZAG}
"""The charts of each game, by its name."""


def _first_falls_by_seat(runs: Sequence[Run]) -> Picture | None:
    if len(runs) > 1:
        return None
    measured = runs[0].measured
    series = [
        Series(f"{seat.name} ({seat.profile})", measured.table(f"first_fall.seat.{seat.name}.survival"))
        for seat in measured.run.seats
    ]
    series = [line for line in series if line.points]
    if not series:
        return None
    title = "How long nobody has dropped anything, by seat"
    drawn = pictures.curve(series, "own attempt", "has dropped nothing yet", step=True, bands=False)
    return Picture(title, drawn, alternative(title, series), "Counted in own attempts; the bands are in the table.")


def _heat(runs: Sequence[Run]) -> Picture | None:
    tables = [_cells(run.measured) for run in runs]
    rows = sorted({slot for run in runs for slot in run.measured.table("fall_rate.slot")}, key=int)
    columns = list(dict.fromkeys(piece for run in runs for piece in run.measured.table("fall_rate.piece")))
    cells: dict[tuple[str, str], tuple[Any, str, bool]] = {}
    if len(runs) == 1:
        title = "Falls by slot and piece"
        caption = f"Percent of the attempts that drop something; below, the attempts. {_GREY}"
        cells = {at: (f.interval, str(f.count), f.few) for at, f in tables[0].items()}
    else:
        title = "What changed, by slot and piece"
        caption = (
            f"Points more ({runs[0].label} less {runs[1].label}) of the attempts that drop something; below, the "
            f"attempts of both. Grey: too few in one of them, or the difference may be chance."
        )
        paired = runs[0].measured.run.pairs_with(runs[1].measured.run)
        for at in tables[0].keys() & tables[1].keys():
            one, other = tables[0][at], tables[1][at]
            found = difference(one, other, paired)
            doubtful = one.few or other.few or not found.distance > 1
            cells[at] = (found.interval, f"{one.count}/{other.count}", doubtful)
        cells = {at: cells[at] for at in sorted(cells)}
    if not cells:
        return None
    solid = [(at, cell) for at, cell in cells.items() if not cell[2]]
    worst = sorted(solid, key=lambda item: -abs(item[1][0].estimate))[:_LISTED]
    texts = "; ".join(
        f"{piece} on slot {slot}: {format_interval(c[0], SHARE, len(runs) > 1)}" for (slot, piece), c in worst
    )
    alt = f"{title}. The largest of {len(cells)} cells: {texts or 'none that is known well enough'}."
    return Picture(title, pictures.heat(cells, rows, columns, "slot", len(runs) > 1), alt, caption)


def _cells(measured: Measured) -> Mapping[tuple[str, str], Figure]:
    return {
        (slot, piece): figure
        for slot in measured.table("fall_rate.slot")
        for piece, figure in measured.table(f"fall_rate.slot_piece.{slot}").items()
    }
