"""The verbs of the headless room. Each verb imports its work when it is called, so that --help stays instant."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim import options
from sim.errors import InputError
from sim.options import example

app = options.room()
lab = options.group("One physical experiment, many times.")


@app.command(epilog=example("yardarm referee riff-raff < moves.jsonl"))
def referee(game: options.Game) -> None:
    """Judge a game through a pipe: a line of JSON in, a ruling out."""
    from sim.referee.pipe import serve

    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None:
            raise InputError(f"referee: standard {name} is closed, expected lines to rule on and a place for answers.")
    raise typer.Exit(serve(game, sys.stdin.buffer, sys.stdout))


@app.command(
    epilog=example(
        "yardarm simulate riff-raff --matches 20 --players casual,skilled --seed 7",
        "yardarm simulate riff-raff --matches 10000 --jobs 4 --out runs.sqlite --until fall_rate=0.01",
    )
)
def simulate(
    game: options.Game,
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="N", help="How many matches are played.")],
    players: options.MaybePlayers = None,
    seed: options.Seed = options.DEFAULT_SEED,
    config: options.Config = None,
    profile: options.Profile = "play",
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="DIR", help="Write the record of each match, as JSON Lines, into here."),
    ] = None,
    jobs: options.Jobs = None,
    engine: options.Engine = "processes",
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="A dask scheduler, else --engine dask starts its own."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="STORE.sqlite", help="Keep every match and turn in this store.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that the store holds.")] = False,
    until: options.Until = None,
    as_json: options.AsJson = False,
) -> None:
    """Let bots play whole matches, without a window, and sum them up."""
    from sim.batch.simulate import simulate_command

    simulate_command(
        game=game,
        matches=matches,
        players=players,
        seed=seed,
        config=config,
        profile=profile,
        record=record,
        jobs=options.workers(jobs, matches),
        engine=engine,
        scheduler=scheduler,
        out=out,
        resume=resume,
        until=until,
        as_json=as_json,
    )


@lab.command(epilog=example("yardarm lab sway --start-deg 10 --duration-s 20 --cargo 10:rat --csv sway.csv"))
def sway(
    start_deg: Annotated[float, options.number("--start-deg", "A", "The heel it is let go at, to starboard.")] = 10.0,
    duration_s: Annotated[float, options.number("--duration-s", "T", "How long it swings.", low=0.1, high=3600)] = 20.0,
    cargo: options.Cargo = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write t_s and angle_rad (positive to starboard).")
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    config: options.Config = None,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Heel the ship, let it go, and watch it swing."""
    from sim.lab.sway import sway_command

    sway_command(
        start_deg=start_deg,
        duration_s=duration_s,
        cargo=cargo,
        csv=csv,
        seed=seed,
        config=config,
        profile=profile,
        as_json=as_json,
    )


@lab.command(epilog=example("yardarm lab place --slot 10 --piece crate --player casual --trials 200"))
def place(
    slot: Annotated[int, typer.Option("--slot", min=1, max=10, metavar="S", help="The slot, 1 to 10.")],
    piece: Annotated[str, typer.Option("--piece", metavar="P", help="The piece, such as crate or rat.")],
    player: Annotated[str, typer.Option("--player", metavar="P", help="The skill profile of the hand.")] = "casual",
    trials: options.Trials = 400,
    cargo: options.Cargo = None,
    offset_mm: Annotated[
        float, options.number("--offset-mm", "X", "Aim this far to starboard of the middle of the slot.")
    ] = 0.0,
    seed: options.Seed = options.DEFAULT_SEED,
    config: options.Config = None,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Place one piece on one slot, many times, and count what falls."""
    from sim.lab.place import place_command

    place_command(
        slot=slot,
        piece=piece,
        player=player,
        trials=trials,
        cargo=cargo,
        offset_mm=offset_mm,
        seed=seed,
        config=config,
        profile=profile,
        as_json=as_json,
    )


@lab.command(epilog=example("yardarm lab pile bricks.csv --friction 0.5 --remove 0 --json"))
def pile(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="Bricks: id, x_mm, y_mm, angle_rad, width_mm, height_mm.")
    ],
    friction: Annotated[float, options.number("--friction", "M", "Between two bricks.", low=0)] = 0.6,
    restitution: Annotated[float, options.number("--restitution", "E", "Between two bricks.", low=0, high=1)] = 0.2,
    gravity_mm_s2: Annotated[
        float, options.number("--gravity-mm-s2", "G", "The acceleration downwards.", low=0)
    ] = 9806.65,
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="ID", help="Take this brick away before the clock starts.")
    ] = None,
    table_y_mm: Annotated[
        float | None, options.number("--table-y-mm", "Y", "The table's top, else just below the lowest corner.")
    ] = None,
    table_half_width_mm: Annotated[
        float | None, options.number("--table-half-width-mm", "W", "Half the table's width.", low=0)
    ] = None,
    table_friction: Annotated[
        float | None, options.number("--table-friction", "M", "Brick on table, else as brick on brick.", low=0)
    ] = None,
    damping_per_fall_time: Annotated[
        float, options.number("--damping-per-fall-time", "D", "The e-foldings that speeds lose.", low=0)
    ] = 0.2,
    duration_fall_times: Annotated[
        float, options.number("--duration-fall-times", "T", "How long; one is sqrt(thinnest side / g).", low=0.1)
    ] = 58.3,
    runs: Annotated[
        int, typer.Option("--runs", min=1, metavar="N", help="Runs from slightly scattered starts; most decide.")
    ] = 15,
    seed: options.Seed = options.DEFAULT_SEED,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Let a pile of bricks stand or fall."""
    from sim.lab.pile import pile_command

    pile_command(
        file=file,
        friction=friction,
        restitution=restitution,
        gravity_mm_s2=gravity_mm_s2,
        remove=remove,
        table_y_mm=table_y_mm,
        table_half_width_mm=table_half_width_mm,
        table_friction=table_friction,
        damping_per_fall_time=damping_per_fall_time,
        duration_fall_times=duration_fall_times,
        runs=runs,
        seed=seed,
        profile=profile,
        as_json=as_json,
    )


def two_lengths(text: str) -> tuple[float, float]:
    """Read `35,25` as two finite lengths. Raises typer.BadParameter."""
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not two lengths, expected A,B such as 35,25.") from None
    options.finite(first)
    options.finite(second)
    return first, second


@lab.command(
    epilog=example("yardarm lab impact --speed-mm-s 800 --descent-deg 60", "yardarm lab impact impacts.csv --fit")
)
def impact(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.csv",
            help="Measured impacts to repeat: th_pre, vx_pre, vy_pre, om_pre, vx_post, vy_post, om_post.",
        ),
    ] = None,
    fit: Annotated[
        bool, typer.Option("--fit", help="Fit friction and restitution to half of the file, test on the other half.")
    ] = False,
    friction: Annotated[float, options.number("--friction", "M", "Body on table.", low=0)] = 0.2,
    restitution: Annotated[float, options.number("--restitution", "E", "Body on table.", low=0, high=1)] = 0.59,
    mass_g: Annotated[float, options.number("--mass-g", "G", "The body's mass.", low=0)] = 36.4,
    gyration_radius_mm: Annotated[
        float, options.number("--gyration-radius-mm", "R", "The body's radius of gyration.", low=0)
    ] = 19.2,
    semi_axes_mm: Annotated[
        Any, typer.Option("--semi-axes-mm", metavar="A,B", parser=two_lengths, help="The body is this ellipse.")
    ] = "35,25",
    length_unit: Annotated[
        Literal["m", "mm"], typer.Option("--length-unit", help="The unit of the speeds in FILE.csv.")
    ] = "m",
    speed_mm_s: Annotated[
        float | None, options.number("--speed-mm-s", "V", "Without a file: throw the body once, at this speed.", low=0)
    ] = None,
    descent_deg: Annotated[float, options.number("--descent-deg", "A", "90 is straight down.", low=0, high=180)] = 90.0,
    tilt_rad: Annotated[float, options.number("--tilt-rad", "A", "The body's angle.")] = 0.0,
    spin_rad_s: Annotated[float, options.number("--spin-rad-s", "W", "Counter-clockwise.")] = 0.0,
    seed: options.Seed = options.DEFAULT_SEED,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Throw a body at the table: its motion before and after."""
    from sim.lab.impact import impact_command

    impact_command(
        file=file,
        fit_first=fit,
        friction=friction,
        restitution=restitution,
        mass_g=mass_g,
        gyration_radius_mm=gyration_radius_mm,
        semi_axes_mm=semi_axes_mm,
        length_unit=length_unit,
        speed_mm_s=speed_mm_s,
        descent_deg=descent_deg,
        tilt_rad=tilt_rad,
        spin_rad_s=spin_rad_s,
        seed=seed,
        profile=profile,
        as_json=as_json,
    )


@lab.command(
    epilog=example("yardarm lab fall --length-mm 63.5 --width-mm 88.9 --areal-density-gsm 320 --height-mm 1500")
)
def fall(
    length_mm: Annotated[
        float, options.number("--length-mm", "L", "The side that lies in the plane of the fall.", low=0)
    ],
    areal_density_gsm: Annotated[
        float, options.number("--areal-density-gsm", "S", "Grams a square metre: paper 80, playing cards 320.", low=0)
    ],
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="How many sheets are let go.")] = 100,
    release_deg: Annotated[
        float, options.number("--release-deg", "A", "The angle at which they are let go: 90 edge-on, 0 flat.")
    ] = 90.0,
    release_sd_deg: Annotated[
        float, options.number("--release-sd-deg", "A", "How far that angle is off, standard deviation.", low=0)
    ] = 3.0,
    height_mm: Annotated[float, options.number("--height-mm", "H", "How far they fall.", low=0)] = 1100.0,
    width_mm: Annotated[
        float | None,
        options.number("--width-mm", "W", "The other side, else a square; counts for the mass only.", low=0),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write run, t_s, x_mm, y_mm and angle_rad of every fall."),
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Let sheets of paper or card fall, and tell how."""
    from sim.lab.fall import fall_command

    fall_command(
        length_mm=length_mm,
        areal_density_gsm=areal_density_gsm,
        count=count,
        release_deg=release_deg,
        release_sd_deg=release_sd_deg,
        height_mm=height_mm,
        width_mm=width_mm,
        csv=csv,
        seed=seed,
        profile=profile,
        as_json=as_json,
    )


@lab.command(epilog=example("yardarm lab throw --player casual --distance-mm 400 --trials 2000"))
def throw(
    player: Annotated[str, typer.Option("--player", metavar="P", help="The skill profile of the hand.")] = "casual",
    distance_mm: Annotated[
        float, options.number("--distance-mm", "D", "From the bowl's middle to where the hand lets go.", low=0)
    ] = 400.0,
    trials: options.Trials = 400,
    bowl_radius_mm: Annotated[
        float | None, options.number("--bowl-radius-mm", "R", "Half the bowl's opening, else as configured.", low=0)
    ] = None,
    cards_in_bowl: Annotated[
        int, typer.Option("--cards-in-bowl", min=0, max=200, metavar="K", help="Cards that lie in the bowl already.")
    ] = 0,
    seed: options.Seed = options.DEFAULT_SEED,
    config: options.Config = None,
    profile: options.Profile = "play",
    as_json: options.AsJson = False,
) -> None:
    """Throw a card at the bowl, many times, and count what lands in it."""
    from sim.lab.throw import throw_command

    throw_command(
        player=player,
        distance_mm=distance_mm,
        trials=trials,
        bowl_radius_mm=bowl_radius_mm,
        cards_in_bowl=cards_in_bowl,
        seed=seed,
        config=config,
        profile=profile,
        as_json=as_json,
    )


app.add_typer(lab, name="lab")
