"""The command line's shared options, defined once; typer and the standard library only, so that --help is instant."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim.spec import GAMES

DEFAULT_SEED = 1
DEFAULT_PLAYERS = "casual,casual,casual,casual"


def example(*commands: str) -> str:
    """Return the end of a verb's help: its example, kept on lines of its own."""
    return "\b\nExample:\n" + "\n".join(f"  {command}" for command in commands)


def room() -> typer.Typer:
    """Return an app for the verbs of one room, in the house style: plain text, no decoration, no typer tracebacks."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def group(help_text: str) -> typer.Typer:
    """Return an app for a verb with verbs below it, such as `lab`, in the house style."""
    app = room()
    app.callback(invoke_without_command=True, help=help_text)(help_when_bare)
    return app


def help_when_bare(context: typer.Context) -> None:
    """Show the help, as a usage error, when a verb was expected and none came."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def a_game(text: str) -> str:
    """Return one of the games that can be played now. Raises typer.BadParameter."""
    if text in GAMES:
        return text
    choice = " or ".join(GAMES)
    raise typer.BadParameter(f"there is no game {text!r}, expected {choice}.")


def player_names(text: str) -> list[str]:
    """Read `casual,skilled` as a list of skill profiles, one a seat. Raises typer.BadParameter."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise typer.BadParameter(f"{text!r} names an empty seat, expected skill profiles such as {DEFAULT_PLAYERS}.")
    return names


def finite(value: float | None) -> float | None:
    """Return the same number. Raises typer.BadParameter for infinity and NaN, which `float` accepts."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number.")
    return value


def number(flag: str, metavar: str, help_text: str, *, low: float | None = None, high: float | None = None) -> Any:
    """Return an option for a finite number with its bounds."""
    return typer.Option(flag, metavar=metavar, help=help_text, min=low, max=high, callback=finite)


Game = Annotated[str, typer.Argument(metavar="GAME", parser=a_game, help=" or ".join(GAMES))]
MaybeGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", parser=a_game, help=f"{' or '.join(GAMES)}; chosen in the lobby if left out."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="The seed of every random stream.")]
MaybeSeed = Annotated[
    int | None,
    typer.Option(
        "--seed", min=0, metavar="N", help="The seed of every random stream.", show_default="another every time"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print exactly one JSON object on standard output.")]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE.toml", help="A preset, only the keys that differ; or family, standard, expert."
    ),
]
Profile = Annotated[
    Literal["draft", "play", "reference"], typer.Option("--profile", help="How finely the physics is stepped.")
]
_SEATED = "Who sits where: child, casual or skilled, each with :STRATEGY if not the usual one."
Players = Annotated[
    Any,
    typer.Option(
        "--players",
        metavar="P,P,...",
        parser=player_names,
        help=_SEATED,
    ),
]
MaybePlayers = Annotated[
    Any,
    typer.Option(
        "--players",
        metavar="P,P,...",
        parser=player_names,
        help=_SEATED,
        show_default=f"{DEFAULT_PLAYERS}, or whom the preset seats",
    ),
]
Seats = Annotated[
    Any,
    typer.Option(
        "--seats",
        metavar="me,P,...",
        parser=player_names,
        help="Who sits where: me, me:skilled (whose noise is shown), me=Carla, or a bot as with watch's --players.",
    ),
]
Speed = Annotated[float, number("--speed", "X", "Play this many times as fast as real time.", low=0.05, high=100)]
Export = Annotated[
    Path | None, typer.Option("--export", metavar="FILE", help="Draw off screen into a .gif, .mp4 or .png file.")
]
Text = Annotated[bool, typer.Option("--text", help="Tell the match as text instead of opening a window.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        metavar="N",
        help="Worker processes; never changes a result.",
        show_default="one a core; a few matches are played by one",
    ),
]
Engine = Annotated[
    Literal["processes", "dask"], typer.Option("--engine", help="Where matches are played; never changes a result.")
]
Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="FIGURE=W",
        help="Stop when the figure's interval is no wider than W on either side.",
    ),
]
Trials = Annotated[int, typer.Option("--trials", min=1, metavar="N", help="How often the experiment is done.")]
Cargo = Annotated[
    str | None,
    typer.Option("--cargo", metavar="SLOT:PIECE,...", help="Pieces aboard, such as 7:rat,10:crate."),
]


def workers(jobs: int | None, matches: int) -> int:
    """Return how many processes play `matches` matches: as many as asked for, else one a core of those we may use.

    A process takes half a second to start, so none is started for fewer than four matches.
    """
    if jobs is not None:
        return jobs
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, matches // 4))
