"""The verbs that measure. Each verb imports its work when it is called, so that --help stays instant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim import options
from sim.options import example

app = options.room()
study = options.group("Measure what the physics and the people are worth.")


@study.command(epilog=example("yardarm study convergence --out convergence --trials 100"))
def convergence(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for tables and pictures.")],
    trials: options.Trials = 400,
    jobs: options.Jobs = 1,
    seed: options.Seed = options.DEFAULT_SEED,
) -> None:
    """Ask whether the answers depend on the physics step."""
    from calibration.convergence import convergence_command

    convergence_command(out=out, trials=trials, jobs=jobs, seed=seed)


@study.command(epilog=example("yardarm study bowl --out bowl --trials 200"))
def bowl(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for table and picture.")],
    trials: options.Trials = 400,
    seed: options.Seed = options.DEFAULT_SEED,
) -> None:
    """Ask whether hits and the order of cards depend on the step."""
    from calibration.bowl_convergence import bowl_convergence_command

    bowl_convergence_command(out=out, trials=trials, seed=seed)


@study.command(epilog=example("yardarm study soundness --throws 330"))
def soundness(
    throws: Annotated[int, typer.Option("--throws", min=1, metavar="N", help="Throws, into bowl after bowl.")] = 660,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Fill bowl after bowl, and look for cards that pass through."""
    from calibration.bowl_soundness import soundness_command

    soundness_command(throws=throws, seed=seed, as_json=as_json)


@study.command(epilog=example("yardarm study ladder --matches 60"))
def ladder(
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="N", help="Matches for each pairing.")] = 100,
    jobs: options.Jobs = 1,
    seed: options.Seed = options.DEFAULT_SEED,
) -> None:
    """Let the skill profiles meet, and see whether skill pays."""
    from calibration.ladder import ladder_command

    ladder_command(matches=matches, jobs=jobs, seed=seed)


@app.command(epilog=example("yardarm bench --seconds 20 --json"))
def bench(
    context: typer.Context,
    seconds: Annotated[
        float, options.number("--seconds", "S", "About how long each figure is measured.", low=0.1, high=3600)
    ] = 10.0,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Measure speed, as ratios that hold on any machine."""
    from calibration.bench import bench_command

    bench_command(seconds=seconds, seed=seed, as_json=as_json, frame_ms=(context.obj or {}).get("frame_ms"))


app.add_typer(study, name="study")
