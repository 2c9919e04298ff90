"""How hard the shipped presets are, for the workshop's *As hard as*: `python -m studies.preset_figures GAME`

Each preset is simulated as `yardarm simulate GAME --config NAME` does it, with the usual players. The figures are
written beside the presets, with the digests of their configurations: a test tells when one has changed since. After a
change of the physics, of hands or of bots they are due again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.configuration import load_configuration, part_of, presets
from sim.files import write_whole
from sim.spec import game_of
from sim.workshop.prototype import prototype_of
from sim.workshop.tuning import FIGURES

MATCHES, SEED = 120, 1


def figures(game: str, preset: str, metric: str) -> dict[str, Any]:
    """Return a figure of a preset with its interval, and what it is of."""
    run = ("simulate", game, "--config", preset, "--matches", str(MATCHES), "--seed", str(SEED), "--json")
    answer = subprocess.run([sys.executable, "-m", "yardarm", *run], capture_output=True, text=True, check=True)
    found = json.loads(answer.stdout)[metric]
    return {
        "run": f"yardarm {' '.join(run)}",
        "configuration": load_configuration(game, Path(preset)).digest,
        metric: {bound: found[bound] for bound in ("estimate", "low", "high")},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Simulate the presets, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=("riff-raff", "zack"))
    game = parser.parse_args(arguments).game
    metric = prototype_of(game, None, "play").metric
    found = {name: figures(game, name, metric) for name in presets(game)}
    folder = part_of(game_of(game)).presets
    assert folder is not None
    write_whole(folder / FIGURES, json.dumps(found, indent=1) + "\n")
    for name, figure in found.items():
        print(name, figure[metric])


if __name__ == "__main__":
    main()
