"""Make the files of examples/ anew: `python -m studies.examples examples`.

Measurements are drawn from a model and not from people; the swing, the record and the store are what the command gives.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yardarm.command
from sim.files import output_folder, write_whole
from sim.people.ex_gaussian import ExGaussian
from sim.seeds import rng
from studies.simulated_play import placed, reacted, skill, thrown, write

PEOPLE = ("ada", "ben", "cleo")
TIMES_MS = {"simple": ExGaussian(245.0, 22.0, 60.0), "2-choice": ExGaussian(370.0, 40.0, 130.0)}
ERRORS = {"simple": 0.0, "2-choice": 0.06}
TRIALS, THROWS = 40, 60
MOVEMENTS, HELD, HELD_S = 60, 8, 1.0
"""The movements of each kind in the hand log, of how many pieces there is a path, and how long these are held (s)."""
COMMANDS = {
    "swing.csv": "lab sway --start-deg 10 --duration-s 10 --csv",
    "match.jsonl": "watch riff-raff --text --players casual,skilled --seed 7 --record",
    "matches.sqlite": "simulate riff-raff --matches 40 --out",
}
"""What makes a file; its path comes last."""


def trials_csv() -> str:
    """Return reactions of three people in two conditions, as `fit reactions` reads them."""
    stream, rows = rng(1, "examples", "trials"), ["person,condition,rt_ms,correct"]
    for person in PEOPLE:
        for condition, times in TIMES_MS.items():
            for _ in range(TRIALS):
                right = stream.random() >= ERRORS[condition]
                rows.append(f"{person},{condition},{times.sample(stream):.0f},{right:d}")
    return "\n".join(rows) + "\n"


def throws_csv() -> str:
    """Return throws of one hand, at 2 m/s and 50 degrees on the average, as `fit throws` reads them."""
    stream, rows = rng(1, "examples", "throws"), ["speed,elevation_deg,azimuth_deg"]
    for _ in range(THROWS):
        speed, up, across = stream.standard_normal(3)
        rows.append(f"{2.0 + 0.1 * speed:.3f},{50.0 + 3.0 * up:.1f},{2.0 * across:.1f}")
    return "\n".join(rows) + "\n"


def write_hands(path: Path) -> None:
    """Write a hand log, as `fit play` reads it: pieces put down, cards thrown and reactions of a casual bot."""
    path.unlink(missing_ok=True)
    bot = skill("casual")
    write(path, placed(bot, 1, MOVEMENTS, HELD, HELD_S) + thrown(bot, 1, MOVEMENTS) + reacted(bot, 1, MOVEMENTS))


def files() -> dict[str, str]:
    """Return the contents of the files that are drawn from a model, by their names."""
    return {"trials.csv": trials_csv(), "throws.csv": throws_csv()}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    output_folder(folder, "FOLDER")
    for name, text in files().items():
        write_whole(folder / name, text)
    write_hands(folder / "hands.jsonl")
    for name, words in COMMANDS.items():
        (folder / name).unlink(missing_ok=True)
        assert yardarm.command.run([*words.split(), str(folder / name)]) == 0
