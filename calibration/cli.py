"""The verbs that measure. Each verb imports its work when it is called, so that --help stays instant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim import options
from sim.options import example

app = options.room()
study = options.group("Measure what the physics and the people are worth.")

Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="PARAMETER=LOW:HIGH", help="A number that may move; repeatable."),
]


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


@study.command(
    epilog=example(
        "yardarm study sensitivity riff-raff --metric fall_rate --vary ship.ball_mass_g=60:200"
        " --vary wood.friction=0.2:0.5",
    )
)
def sensitivity(
    game: options.Game,
    metric: Annotated[str, typer.Option("--metric", metavar="METRIC", help="The figure, as tune knows it.")],
    vary: Vary = None,
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Points tried, a power of two.")] = 32,
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="K", help="Matches at each point.")] = 16,
    players: options.Players = options.DEFAULT_PLAYERS,
    config: options.Config = None,
    profile: options.Profile = "play",
    seed: options.Seed = options.DEFAULT_SEED,
    jobs: options.Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The folder for table and picture.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Ask which parameters matter."""
    from calibration.tuning.tornado import sensitivity_command

    sensitivity_command(
        game=game,
        metric=metric,
        vary=vary or [],
        points=points,
        matches=matches,
        players=players,
        config=config,
        profile=profile,
        seed=seed,
        jobs=jobs,
        out=out,
        as_json=as_json,
    )


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


@app.command(
    epilog=example(
        "yardarm tune riff-raff --target fall_rate=0.20+-0.02 --vary ship.ball_mass_g=60:200 --out preset.toml"
    )
)
def tune(
    game: options.Game,
    out: Annotated[Path, typer.Option("--out", metavar="PRESET.toml", help="The preset that is written.")],
    target: Annotated[
        list[str] | None,
        typer.Option("--target", metavar="METRIC=VALUE[+-TOLERANCE]", help="What a figure shall be; repeatable."),
    ] = None,
    vary: Vary = None,
    players: options.Players = options.DEFAULT_PLAYERS,
    config: options.Config = None,
    profile: options.Profile = "play",
    seed: options.Seed = options.DEFAULT_SEED,
    jobs: options.Jobs = 1,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="STORE.sqlite", help="Keep every match and turn in this store.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the store holds.")] = False,
    max_matches: Annotated[
        int, typer.Option("--max-matches", min=1, metavar="M", help="Give up when so many matches are not enough.")
    ] = 5000,
    as_json: options.AsJson = False,
) -> None:
    """Find values at which a game meets its targets."""
    from calibration.tuning.command import tune_command

    code = tune_command(
        game=game,
        targets=target or [],
        vary=vary or [],
        players=players,
        config=config,
        profile=profile,
        seed=seed,
        jobs=jobs,
        store=store,
        resume=resume,
        most_matches=max_matches,
        out=out,
        as_json=as_json,
    )
    raise typer.Exit(code)


app.add_typer(study, name="study")
