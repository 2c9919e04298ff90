"""What people write with Yardarm, about a hundred lines of it: checked by mypy and pyright, and none of it is Any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import yardarm as ya


def matches(players: list[str]) -> tuple[str, ...]:
    result = ya.match("zatre", players, seed=4).run()
    seat = result.seats[0]
    board = "" if result.position is None else str(result.position)
    assert len(board) > 0
    assert seat.name in ("Anne", "Bert")
    assert result.row.simulated_s == 60 * result.minutes
    assert all(turn.match == 0 for turn in result.turns)
    return result.winners


def greatest(question: ya.BotQuestion) -> object:
    return question.legal[-1]


class Careful:
    """A bot with a random stream."""

    def act(self, question: ya.BotQuestion, rng: np.random.Generator) -> object:
        return question.legal[int(rng.integers(len(question.legal)))]


def own_bots() -> ya.Match:
    return ya.match("zatre", [greatest, Careful(), "casual:greedy"])


def decide(match: ya.Match) -> Iterator[str]:
    for question in match.questions("Anne"):
        mask = question.mask
        yield question.kind if mask is None else f"{question.kind}: {np.count_nonzero(mask)} ways"
        question.answer(question.legal[0])


def rates() -> dict[str, float]:
    placed = ya.place(10, "crate", cargo={7: "rat"}, trials=4, profile="draft")
    thrown = ya.throw(450, "child", trials=4, profile="draft")
    period_s = ya.sway(8.0).swings.period_s
    known = {"fall": placed.fall_rate.estimate, "period": -1.0 if period_s is None else period_s}
    return known | {"trials": float(len(thrown.to_json()))}


def seats(path: Path) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for row in ya.report(path, out=path.with_suffix(".html")).rows():
        key, estimate = row["key"], row["estimate"]
        if isinstance(key, str) and key.startswith("wins.seat.") and isinstance(estimate, float):
            found.append((key, estimate))
    return found


def fallen(path: Path) -> Counter[str]:
    loaded = ya.load(path)
    if isinstance(loaded, ya.Replay):
        loaded.film(path.with_suffix(".mp4"), (640, 360), start_s=10.0, end_s=20.0)
        return Counter(str(row["piece"]) for row in loaded.rows() if row["fell"])
    if isinstance(loaded, ya.League):
        return Counter({player: round(loaded.elo(player).estimate) for player in loaded.players})
    return Counter({run.key: run.played for run in loaded.runs})


def light_ship() -> ya.GameConfiguration:
    usual = ya.configuration("riff-raff", "family")
    light = usual.with_({"ship.ball_mass_g": 90, "skill.all.placement_sd_mm": np.float64(2.0)})
    changed = [f"{each.key}: {each.before} -> {each.value}" for each in light.differences(usual)]
    assert len(changed) > 1
    assert light != usual
    return light


def swept() -> list[float]:
    batch = ya.simulate("riff-raff", 4, ["casual", "child"], config=light_ship(), jobs=2, profile="draft")
    low = batch.figure("fall_rate").low
    sweep = ya.sweep("riff-raff", "fall_rate", {"ship.ball_mass_g": [80, 140]}, matches=2)
    sweep.plot("sweep.svg")
    return [low, *(point.interval.high for point in sweep.points)]


def tuned() -> str:
    found = ya.tune("riff-raff", {"fall_rate": (0.2, 0.02)}, {"ship.ball_mass_g": (60, 200)}, max_matches=400)
    mass = found.values["ship.ball_mass_g"]
    return f"{mass:.0f} g, {found.reached['fall_rate'].percent()}" if found.met else found.ending


def names() -> list[str]:
    listed = [piece.name for piece in ya.pieces("riff-raff")] + [f"{slot.number}" for slot in ya.slots()]
    listed += [f"{strategy.name} {sorted(strategy.options)}" for strategy in ya.strategies("zatre")]
    listed += [f"{figure.key} ({figure.unit}): {figure.label}" for figure in ya.figures("zatre")]
    return listed + [preset.name for game in ya.games() for preset in ya.presets(game)]


def ratings() -> float:
    duel = ya.duel("casual:greedy", greatest, "zatre", pairs=2)
    league = ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1)
    tasks = ya.suite_tasks("top-shared", tasks=2)
    thought = ya.strategy("zatre", "greedy").act(next(own_bots().questions()))
    assert tasks
    assert thought
    return duel.victory.estimate + league.elo("casual:greedy").estimate


def shown() -> None:
    ya.watch("zack", ["casual", "child"], theatre=True)
    ya.play("riff-raff", ["me", "casual"], practice={"slot": 10, "piece": "crate"})
