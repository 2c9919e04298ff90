"""The verbs that show something. Each imports its work when called: without a display, importing a window fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim import options
from sim.options import example
from sim.spec import GAMES

app = options.room()


def pixels(text: str) -> tuple[int, int]:
    """`1280x720` as width and height in pixels. Raises typer.BadParameter."""
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None or not all(64 <= int(side) <= 8192 for side in match.groups()):
        raise typer.BadParameter(f"{text!r} is not a size, expected WIDTHxHEIGHT such as 1280x720, 64 to 8192 each.")
    return int(match[1]), int(match[2])


PictureSize = Annotated[Any, typer.Option("--size", metavar="WxH", parser=pixels, help="The picture's size in pixels.")]
Theatre = Annotated[bool, typer.Option("--theatre", help="Show only the dramatic moments, the best of them slowly.")]
Palette = Annotated[
    Literal["standard", "colour-blind"],
    typer.Option("--palette", envvar="YARDARM_PALETTE", help="Colours that everybody can tell apart, or the usual."),
]
TextScale = Annotated[
    float,
    typer.Option(
        "--text-scale",
        envvar="YARDARM_TEXT_SCALE",
        metavar="X",
        min=0.8,
        max=2.0,
        callback=options.finite,
        help="Write that many times as large.",
    ),
]
Sound = Annotated[
    bool | None,
    typer.Option("--sound/--no-sound", help="Play sounds.", show_default="if there is a device for it"),
]


@app.command(epilog=example("yardarm watch riff-raff --players casual,skilled --speed 2"))
def watch(
    game: options.Game,
    players: options.MaybePlayers = None,
    speed: options.Speed = 1.0,
    export: options.Export = None,
    size: PictureSize = "1280x720",
    grid: Annotated[
        int | None,
        typer.Option("--grid", metavar="N", help="Watch 2, 4, 6 or 9 matches at once, a seed after another."),
    ] = None,
    theatre: Theatre = False,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the match's record, as JSON Lines.")
    ] = None,
    text: options.Text = False,
    seed: options.Seed = options.DEFAULT_SEED,
    config: options.Config = None,
    profile: options.Profile = "play",
    palette: Palette = "standard",
    text_scale: TextScale = 1.0,
    sound: Sound = None,
) -> None:
    """Watch bots play: in a window, or told as text without a display."""
    from scenes.watch import watch_command

    watch_command(
        game=game,
        players=players,
        speed=speed,
        export=export,
        size=size,
        record=record,
        text=text,
        seed=seed,
        config=config,
        profile=profile,
        grid=grid,
        theatre=theatre,
        palette=palette,
        text_scale=text_scale,
        sound=sound,
    )


@app.command(
    epilog=example(
        "yardarm play riff-raff --seats me,casual,skilled",
        "yardarm play riff-raff --practice --slot 10 --piece crate",
        "yardarm play zigzag --practice --level 2",
        "yardarm play --resume match.jsonl",
    )
)
def play(
    game: options.MaybeGame = None,
    seats: options.Seats = None,
    practice: Annotated[bool, typer.Option("--practice", help="Attempt after attempt, with undo, at once.")] = False,
    slot: Annotated[int | None, typer.Option("--slot", min=1, max=10, help="Practice at Riff Raff: where to.")] = None,
    piece: Annotated[str | None, typer.Option("--piece", metavar="PIECE", help="Practice at Riff Raff: what.")] = None,
    aboard: Annotated[
        int | None, typer.Option("--aboard", min=0, max=24, help="Practice at Riff Raff: so many pieces are aboard.")
    ] = None,
    distance_mm: Annotated[
        float | None,
        options.number("--distance-mm", "D", "Practice at Zack!: how far from the bowl.", low=150, high=1200),
    ] = None,
    tiles: Annotated[
        int | None, typer.Option("--tiles", min=0, max=90, help="Practice at ZATRE: so many lie on the board.")
    ] = None,
    level: Annotated[
        int | None, typer.Option("--level", min=1, max=3, help="Practice at ZIGZAG: at which level.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a match that was left in the middle.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Where the match's record goes; else the user's data folder."),
    ] = None,
    seed: options.MaybeSeed = None,
    config: options.Config = None,
    profile: options.Profile = "play",
    size: Annotated[
        Any, typer.Option("--size", metavar="WxH", parser=pixels, help="The window's size at first.")
    ] = "1280x720",
) -> None:
    """Play with the mouse, against bots and whoever shares it."""
    if game is None and (seats is not None or practice):
        raise typer.BadParameter(f"expected a game with it, {' or '.join(GAMES)}.", param_hint="GAME")
    if resume is not None and (game is not None or seats is not None or practice):
        raise typer.BadParameter("the match and its players are in the file, so nothing else is chosen with --resume.")
    from scenes.play.command import play_command

    play_command(
        game=game,
        seats=seats,
        practice=practice,
        chosen={
            "slot": slot,
            "piece": piece,
            "cargo": aboard,
            "distance_mm": distance_mm,
            "tiles": tiles,
            "level": level,
        },
        resume=resume,
        record=record,
        seed=seed,
        config=config,
        profile=profile,
        size=size,
    )


@app.command(epilog=example("yardarm replay match.jsonl --verify"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a match, as JSON Lines.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Simulate it again and exit with 1 on any difference; opens no window.")
    ] = False,
    speed: options.Speed = 1.0,
    export: options.Export = None,
    size: PictureSize = "1280x720",
    theatre: Theatre = False,
    text: options.Text = False,
    palette: Palette = "standard",
    text_scale: TextScale = 1.0,
    sound: Sound = None,
) -> None:
    """Watch a recorded match again, or check that it repeats exactly."""
    if verify:
        if export is not None or text or theatre:
            raise typer.BadParameter("--verify shows nothing, so it goes with none of --export, --text and --theatre.")
        from sim.match.replay import verify_command

        verify_command(file=file)
        return
    from scenes.watch import replay_command

    replay_command(
        file=file,
        speed=speed,
        export=export,
        text=text,
        size=size,
        theatre=theatre,
        palette=palette,
        text_scale=text_scale,
        sound=sound,
    )
