"""The verbs that measure. Each verb imports its work when it is called, so that --help stays instant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim import options
from sim.options import example

app = options.room()
study = options.group("Measure what the physics and the people are worth.")
fit = options.group("Fit a ship or people to measurements of your own.")


@app.command(
    epilog=example(
        "yardarm report runs.sqlite --out runs.html",
        "yardarm report runs.sqlite --out compared.html --against tuned.sqlite",
        "yardarm report runs.sqlite --csv tables",
    )
)
def report(
    store: Annotated[Path, typer.Argument(metavar="STORE.sqlite", help="A store written by simulate --out.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Write a page with figures and pictures.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER.sqlite", help="Compare it with this store.")
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="DIR", help="Write figures, runs, matches and turns as .csv into here."),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="DIR", help="Write runs, matches and turns as Parquet (needs pyarrow)."),
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", metavar="KEY", help="Only this run of the store, else each of them.")
    ] = None,
    against_run: Annotated[
        str | None, typer.Option("--against-run", metavar="KEY", help="This run of the other store.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Tell what a store holds: a page with pictures, tables, or JSON."""
    if out is None and csv is None and parquet is None and not as_json:
        raise typer.BadParameter("expected --out FILE.html, --csv DIR, --parquet DIR or --json")
    from calibration.reports.command import report_command

    report_command(
        store=store,
        out=out,
        against=against,
        csv_into=csv,
        parquet_into=parquet,
        run=run,
        against_run=against_run,
        as_json=as_json,
    )


Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="PARAMETER=LOW:HIGH", help="A number that may move; repeatable."),
]


@study.command(epilog=example("yardarm study convergence --out convergence --trials 100"))
def convergence(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for tables and pictures.")],
    trials: options.Trials = 400,
    jobs: options.Jobs = None,
    seed: options.Seed = options.DEFAULT_SEED,
) -> None:
    """Ask whether the answers depend on the physics step."""
    from calibration.studies.convergence import convergence_command

    convergence_command(out=out, trials=trials, jobs=options.workers(jobs, trials), seed=seed)


@study.command(epilog=example("yardarm study bowl --out bowl --trials 200"))
def bowl(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for table and picture.")],
    trials: options.Trials = 400,
    seed: options.Seed = options.DEFAULT_SEED,
) -> None:
    """Ask whether hits and the order of cards depend on the step."""
    from calibration.studies.bowl_convergence import bowl_convergence_command

    bowl_convergence_command(out=out, trials=trials, seed=seed)


@study.command(epilog=example("yardarm study soundness --throws 330"))
def soundness(
    throws: Annotated[int, typer.Option("--throws", min=1, metavar="N", help="Throws, into bowl after bowl.")] = 660,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Fill bowl after bowl, and look for cards that pass through."""
    from calibration.studies.soundness import soundness_command

    soundness_command(throws=throws, seed=seed, as_json=as_json)


@study.command(epilog=example("yardarm study robustness --matches 4 --noises 16 --players casual,skilled:thumb"))
def robustness(
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="N", help="Matches that are played.")] = 8,
    noises: Annotated[
        int, typer.Option("--noises", min=1, metavar="K", help="How often each placement is carried out again.")
    ] = 16,
    players: options.Players = options.DEFAULT_PLAYERS,
    config: options.Config = None,
    profile: options.Profile = "play",
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Ask how often a placement holds with another noise of the hand."""
    from calibration.studies.robustness import robustness_command

    robustness_command(
        matches=matches, noises=noises, players=players, config=config, profile=profile, seed=seed, as_json=as_json
    )


LADDERS = {
    "riff-raff": "calibration.studies.ladder",
    "zatre": "calibration.studies.ladder_zatre",
    "zigzag": "calibration.studies.ladder_zigzag",
}
"""The games that have a ladder, and where it is."""


def _a_ladder(text: str) -> str:
    """A game with a ladder. Raises typer.BadParameter."""
    if text not in LADDERS:
        raise typer.BadParameter(f"expected a game that has a ladder, {' or '.join(LADDERS)}, found {text!r}.")
    return text


@study.command(epilog=example("yardarm study ladder --matches 60", "yardarm study ladder zigzag --matches 200"))
def ladder(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", parser=_a_ladder, help=f"{' or '.join(LADDERS)}.")
    ] = "riff-raff",
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="N", help="Matches for each pairing.")] = 100,
    jobs: options.Jobs = None,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Let skill profiles or strategies meet, and see whether it pays."""
    from importlib import import_module

    command = import_module(LADDERS[game]).ladder_command
    command(matches=matches, jobs=options.workers(jobs, matches), seed=seed, as_json=as_json)


Skill = Annotated[
    Literal["child", "casual", "skilled", "all"], typer.Option("--skill", help="Whose values the preset replaces.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="PRESET.toml", help="Write what was found as a preset for --config.")
]


def _measurements(metavar: str, help_text: str) -> Any:
    return typer.Argument(metavar=metavar, help=help_text)


@fit.command(epilog=example("yardarm fit ship sway.csv --out ship.toml"))
def ship(
    file: Annotated[Path, _measurements("SWAY.csv", "Columns t_s and angle_rad or angle_deg.")],
    out: Out = None,
    as_json: options.AsJson = False,
) -> None:
    """Fit frequency and friction to a ship that was let go."""
    from calibration.fit.ship_command import ship_command

    ship_command(file=file, out=out, as_json=as_json)


@fit.command(epilog=example("yardarm fit reactions trials.csv --condition simple --out people.toml"))
def reactions(
    file: Annotated[Path, _measurements("RT.csv", "Columns person, rt_ms (or rt_s), correct (0 or 1) and condition.")],
    out: Out = None,
    condition: Annotated[
        str | None,
        typer.Option("--condition", metavar="NAME", help="The only condition for the preset, as a simple reaction."),
    ] = None,
    skill: Skill = "casual",
    device_delay_ms: Annotated[
        float,
        options.number("--device-delay-ms", "MS", "Taken off mu in the preset: screen and keys.", low=0, high=1000),
    ] = 0.0,
    as_json: options.AsJson = False,
) -> None:
    """Fit reaction times, condition by condition."""
    from calibration.fit.reactions_command import reactions_command

    reactions_command(
        file=file, out=out, condition=condition, skill=skill, device_delay_ms=device_delay_ms, as_json=as_json
    )


@fit.command(epilog=example("yardarm fit throws throws.csv --skill skilled --out hand.toml"))
def throws(
    file: Annotated[Path, _measurements("THROWS.csv", "Columns speed, elevation_deg, azimuth_deg; a row a throw.")],
    out: Out = None,
    skill: Skill = "casual",
    as_json: options.AsJson = False,
) -> None:
    """Fit the scatter of a throwing hand."""
    from calibration.fit.throws_command import throws_command

    throws_command(file=file, out=out, skill=skill, as_json=as_json)


@fit.command(
    epilog=example(
        "yardarm fit play hands.jsonl --out carla.toml",
        "yardarm fit play evening.jsonl --who Anne --as skilled --json",
    )
)
def play(
    files: Annotated[
        list[Path], _measurements("LOG.jsonl", "Hand logs of a person, or records of matches with a bot.")
    ],
    who: Annotated[
        str | None, typer.Option("--who", metavar="NAME", help="Whose hands, where there are several.")
    ] = None,
    profile: Annotated[
        Literal["child", "casual", "skilled", "all"] | None,
        typer.Option("--as", help="Whose values the preset replaces.", show_default="the person's own profile"),
    ] = None,
    device_delay_ms: Annotated[
        float,
        options.number("--device-delay-ms", "MS", "Taken off a log's reactions: screen and mouse.", low=0, high=1000),
    ] = 0.0,
    out: Out = None,
    as_json: options.AsJson = False,
) -> None:
    """Fit the noise of a person's hands to recorded movements."""
    from calibration.fit.play_command import play_command

    play_command(files=files, who=who, profile=profile, device_delay_ms=device_delay_ms, out=out, as_json=as_json)


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
    jobs: options.Jobs = None,
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
        jobs=options.workers(jobs, points * matches),
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
    from calibration.bench.bench import bench_command

    bench_command(seconds=seconds, seed=seed, as_json=as_json, frames=(context.obj or {}).get("frames"))


@app.command(
    epilog=example(
        "yardarm tune riff-raff --target fall_rate=0.20+-0.02 --vary ship.ball_mass_g=60:200 --out preset.toml"
    )
)
def tune(
    game: options.Game,
    target: Annotated[
        list[str] | None,
        typer.Option("--target", metavar="METRIC=VALUE[+-TOLERANCE]", help="What a figure shall be; repeatable."),
    ] = None,
    vary: Vary = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PRESET.toml", help="Write the preset, else it is printed.")
    ] = None,
    players: options.Players = options.DEFAULT_PLAYERS,
    config: options.Config = None,
    profile: options.Profile = "play",
    seed: options.Seed = options.DEFAULT_SEED,
    jobs: options.Jobs = None,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="STORE.sqlite", help="Keep every match and turn in this store.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the store holds.")] = False,
    max_matches: Annotated[
        int, typer.Option("--max-matches", min=1, metavar="M", help="Give up when so many matches are not enough.")
    ] = 5000,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="A page that shows how it went.")
    ] = None,
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
        jobs=options.workers(jobs, max_matches),
        store=store,
        resume=resume,
        most_matches=max_matches,
        out=out,
        as_json=as_json,
        report=report,
    )
    raise typer.Exit(code)


app.add_typer(study, name="study")
app.add_typer(fit, name="fit")
