"""What a game ships about what nobody has measured: `python -m studies.open_sizes ANSWER.json`

The answer is that of `study assumptions` for the shipped design and its usual players:

    yardarm study assumptions riff-raff --given reports --points 320 --matches 4 --json > answer.json
    yardarm study assumptions zack --given reports --points 128 --matches 2 --profile draft --json > answer.json

What `simulate`, `report`, `tune` and the workshop read of it (sim/batch/assumed.py) becomes the game's open.json, with
where it comes from. Of what the assumptions do to a figure only that is kept which `report --brief` can propose: what
numbers of the box do, beyond chance. The draws themselves become draws.json, by which `measure GAME` knows what a thing
is worth; --draws: they alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from calibration.measure.ensemble import STEPS
from calibration.measure.things import MeasuringPart
from calibration.tuning.targets import figure as metric_of
from sim.batch.assumed import read_bands
from sim.configuration import load_configuration, part_of
from sim.errors import InputError
from sim.files import read_text, write_whole
from sim.spec import game_of, load_part
from studies.arguments import parser, run

ORIGIN = ("game", "configuration", "profile", "seed", "points", "matches", "matches_as_usual", "versions")
FIGURE = ("figure", "unit", "estimate", "low", "high", "band", "flat")
SHARE = ("name", "from_usual")
VALUE = ("key", "value", "range")


def shipped_text(answer: Mapping[str, Any]) -> str:
    """Return the part of an answer that is shipped, as JSON."""
    changeable = part_of(game_of(answer["game"])).changeable
    kept = {
        **{key: answer[key] for key in (*ORIGIN, "matches_of_shares") if key in answer},
        "players": [{key: player[key] for key in ("profile", "strategy")} for player in answer["players"]],
        "figures": [_figure(one, changeable) for one in answer["figures"]],
        "assumptions": [_values(part, VALUE) for part in answer["assumptions"]],
    }
    if "given" in answer:
        weighed = answer["given"]
        names = [report["name"] for report in weighed["reports"]]
        kept["given"] = {"effective_draws": weighed["effective_draws"], "reports": names}
    return json.dumps(kept, indent=1, allow_nan=False) + "\n"


def shipped_draws(answer: Mapping[str, Any], figure: str) -> str:
    """Return the draws of an answer and the sums of one figure there, as JSON."""
    draws = answer["draws"]
    metric = metric_of(figure, load_configuration(answer["game"]), (), "figure").metric
    kept = {
        **{key: answer[key] for key in ("game", "configuration", "profile", "seed", "versions")},
        "figure": figure,
        "label": metric.label,
        "unit": metric.unit,
        "bounds": [end if math.isfinite(end) else None for end in metric.bounds],
        "assumptions": [_values(part, (*VALUE, "among")) for part in answer["assumptions"]],
        "shares": [[min(int(STEPS * share), STEPS - 1) for share in draw["shares"]] for draw in draws],
        **{key: [draw["sums"][figure][key] for draw in draws] for key in ("y", "x")},
    }
    rows = (f" {json.dumps(key)}: {json.dumps(item, allow_nan=False)}" for key, item in kept.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _values(part: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {"name": part["name"], "values": [{key: one[key] for key in keys if key in one} for one in part["values"]]}


def _figure(one: Mapping[str, Any], changeable: Collection[str]) -> dict[str, Any]:
    shares = [
        {key: share[key] for key in SHARE}
        for share in one.get("shares", ())
        if share["name"] in changeable and _clear(share.get("from_usual"))
    ]
    return {key: one[key] for key in FIGURE if key in one} | ({"shares": shares} if shares else {})


def _clear(moved: Mapping[str, Any] | None) -> bool:
    """Return True if an end differs from the usual value by more than chance."""
    if moved is None:
        return False
    return any(not moved[end]["low"] <= moved["usual"] <= moved[end]["high"] for end in ("low", "high"))


def shipped_file(game: str, configuration: str) -> Path:
    """Return where a game keeps its answer. Raises InputError unless the answer is of its shipped configuration."""
    expected, file = load_configuration(game).digest, part_of(game_of(game)).left_open
    if file is None:
        raise InputError(f"{game}: ships no answer, expected a game whose configuration names a file (left_open).")
    if configuration != expected:
        raise InputError(f"{game}: expected an answer of the shipped configuration {expected}, found {configuration}.")
    return file


def main() -> None:
    """Read the answer, and write the file of its game."""
    arguments = parser(__doc__)
    arguments.add_argument("answer", type=Path, metavar="ANSWER.json", help="what study assumptions --json printed")
    arguments.add_argument("--draws", action="store_true", help="write draws.json alone")
    given = arguments.parse_args()
    bands, answer = read_bands(given.answer), json.loads(read_text(given.answer))
    file = shipped_file(bands.game, bands.configuration)
    if not given.draws:
        write_whole(file, shipped_text(answer))
        print(f"{file.name} of {bands.game}: {file.stat().st_size} bytes, {len(bands.figures)} figures with a band")
    part = load_part(game_of(bands.game), "measuring", MeasuringPart)
    if part is not None:
        write_whole(part.draws, shipped_draws(answer, part.figure))
        print(f"{part.draws.name} of {bands.game}: {part.draws.stat().st_size} bytes, {len(answer['draws'])} draws")


if __name__ == "__main__":
    run(main)
