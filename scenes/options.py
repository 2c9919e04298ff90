"""The options of the verbs that show something, declared once (as in sim/options.py)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from scenes.spec import games_with_scenes, scenes_of
from sim import options
from sim.language import Wording
from sim.refusals import either
from sim.spec import GAMES
from sim.verbs import Several, written


def pixels(text: str) -> tuple[int, int]:
    """Read `1280x720` as width and height in pixels. Raises typer.BadParameter."""
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None or not all(64 <= int(side) <= 8192 for side in match.groups()):
        raise typer.BadParameter(
            Wording("{text!r} is not a size, expected WIDTHxHEIGHT such as 1280x720, 64 to 8192 each.", text=text)
        )
    return int(match[1]), int(match[2])


def a_game_or_record(text: str) -> str:
    """Return the name of a game, or of a file, as it is. Raises typer.BadParameter for any other word."""
    return text if Path(text).suffix or "/" in text else options.a_game(text)


def match_time(text: str) -> float:
    """Read `312.5`, `5:12` or `1:05:12` as seconds. Raises typer.BadParameter."""
    found = re.fullmatch(r"(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)", text)
    if found is None:
        raise typer.BadParameter(
            Wording("{text!r} is not a time of a match, expected seconds or M:SS, such as 312.5 or 5:12.", text=text)
        )
    return 3600.0 * float(found[1] or 0) + 60.0 * float(found[2] or 0) + float(found[3])


PictureSize = Annotated[
    tuple[int, int], typer.Option("--size", metavar="WxH", parser=pixels, help="The picture's size in pixels.")
]
Theatre = Annotated[bool, typer.Option("--theatre", help="Show dramatic moments only, the best slowly.")]
Palette = Annotated[
    Literal["standard", "colour-blind"],
    typer.Option("--palette", envvar="YARDARM_PALETTE", metavar="NAME", help="Colours: standard or colour-blind."),
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
        help="The scale of all text.",
    ),
]


Thoughts = Annotated[bool, typer.Option("--thoughts", help="Show what hands intended and bots weighed.")]
Sound = Annotated[
    bool | None,
    typer.Option("--sound/--no-sound", help="Play sounds.", show_default="if there is a device"),
]
Volume = Annotated[
    int | None,
    typer.Option(
        "--volume", metavar="N", min=0, max=100, help="The volume, 0 to 100.", show_default="as set when playing"
    ),
]


def _practice_options() -> dict[str, Any]:
    """Return the options by which games let one choose what is practised; of two of one name the first game's."""
    found: dict[str, Any] = {}
    for game in games_with_scenes():
        for name, option in scenes_of(game.name).practice.items():
            declared = typer.Option(
                f"--{name.replace('_', '-')}",
                metavar={str: name.upper(), float: name[0].upper()}.get(option.kind),
                min=option.low,
                max=option.high,
                callback=options.finite if option.kind is float else None,
                help=f"Practice at {game.title}: {option.meaning}.",
            )
            found.setdefault(name, Annotated[option.kind | None, declared])
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            parser=options.a_game,
            autocompletion=options.games,
            help=f"{' or '.join(GAMES)}; all in turn with --demo.",
        ),
    ] = None
    players: options.MaybePlayers = None
    bot_time_s: options.BotTime = options.BOT_TIME_S
    speed: options.Speed = 1.0
    export: options.Export = None
    size: PictureSize = written("1280x720", pixels)
    grid: Annotated[
        int | None,
        typer.Option("--grid", metavar="N", help="Watch 2, 4, 6 or 9 matches with consecutive seeds."),
    ] = None
    theatre: Theatre = False
    thoughts: Thoughts = False
    demo: Annotated[
        bool, typer.Option("--demo", help="Show all games in turn, for visitors: a touch begins a practice, Esc ends.")
    ] = False
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE.jsonl", help="Write the match's record.")] = (
        None
    )
    text: options.Text = False
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            metavar="N",
            help="The seed of all random streams; in a window, from the beginning.",
            show_default=f"{options.DEFAULT_SEED}, from shortly before something happens",
        ),
    ] = None
    config: options.Config = None
    profile: options.Profile = "play"
    language: options.Language = None
    palette: Palette = "standard"
    text_scale: TextScale = 1.0
    sound: Sound = None
    volume: Volume = None

    def __post_init__(self) -> None:
        if self.game is None and not self.demo:
            raise typer.BadParameter(Wording("expected {games}, or --demo.", games=either(GAMES)), param_hint="GAME")
        chosen = (self.game, self.players, self.export, self.grid, self.record, self.config)
        if self.demo and (any(choice is not None for choice in chosen) or self.theatre or self.thoughts or self.text):
            raise typer.BadParameter(
                Wording(
                    "--demo shows all games in a window, so it goes with no game, --players, --config, "
                    "--grid, --theatre, --thoughts, --text, --record or --export."
                )
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|RECORD]",
            parser=a_game_or_record,
            autocompletion=options.games,
            help="A game, or a record with --from; otherwise the lobby.",
        ),
    ] = None
    seats: options.Seats = None
    practice: Annotated[bool, typer.Option("--practice", help="Practise: attempt after attempt, with undo.")] = False
    practised: Annotated[Mapping[str, Any], Several(_practice_options())] = field(default_factory=dict)
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal, where no hand is needed.")] = False
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Continue a match that was left unfinished.")
    ] = None
    from_s: Annotated[
        float | None,
        typer.Option(
            "--from", metavar="TIME", parser=match_time, help="Play on from a record's last decision before then."
        ),
    ] = None
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="With --from: whose decision, if not the last."),
    ] = None
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="The external bot of that match, named again."),
    ] = None
    bot_time_s: options.BotTime = options.BOT_TIME_S
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE.jsonl", help="The record; otherwise in the user's data folder."),
    ] = None
    tempo: Annotated[
        Literal["grows", "beginner", "expert"] | None,
        typer.Option(
            "--tempo",
            metavar="NAME",
            help="Your time: grows, beginner or expert.",
            show_default="as set",
        ),
    ] = None
    seed: options.MaybeSeed = None
    config: options.Config = None
    profile: options.Profile = "play"
    language: options.Language = None
    size: Annotated[
        tuple[int, int], typer.Option("--size", metavar="WxH", parser=pixels, help="The window's size.")
    ] = written("1280x720", pixels)

    @property
    def file(self) -> Path | None:
        """The record that is played on from a moment; None for none."""
        return None if self.game is None or self.game in GAMES else Path(self.game)

    def __post_init__(self) -> None:
        chosen = self.seats is not None or self.practice
        if self.text and self.practice:
            raise typer.BadParameter(Wording("--text: expected either --practice or --text, not both."))
        if self.game is None and (chosen or (self.text and self.resume is None)):
            raise typer.BadParameter(
                Wording("expected a game with it, {games}.", games=either(GAMES)), param_hint="GAME"
            )
        asked = self.seed is not None or self.config is not None or self.tempo is not None or self.profile != "play"
        if self.resume is not None and (self.game is not None or chosen or asked):
            raise typer.BadParameter(
                Wording("the match and its players are in the file, so nothing else is chosen with --resume.")
            )
        if self.from_s is not None and self.file is None:
            raise typer.BadParameter(Wording("--from: expected the record of a match with it, such as match.jsonl."))
        if self.file is not None and self.from_s is None:
            raise typer.BadParameter(
                Wording(
                    "expected {games}, or --from with a record, found {game}; --resume continues one.",
                    games=either(GAMES),
                    game=self.game,
                ),
                param_hint="GAME",
            )
        if self.file is not None and (chosen or asked):
            raise typer.BadParameter(
                Wording("the match and its players are in the record, so nothing else is chosen with it.")
            )
        if self.seat is not None and self.from_s is None:
            raise typer.BadParameter(Wording("--seat: expected --from with it; --seats says who plays at a new table."))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentOptions:
    file: Annotated[Path, typer.Argument(metavar="TRIALS.csv", help="The table of trials: a row for each, in blocks.")]
    participant: Annotated[
        str, typer.Option("--participant", metavar="CODE", help="The participant's code, such as P07; no name.")
    ]
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="The folder of all participants' recordings, from which they go on."),
    ]
    consent: Annotated[
        Path | None,
        typer.Option(
            "--consent", metavar="FILE", help="Your text that asks for consent.", show_default="consent.txt beside it"
        ),
    ] = None
    debriefing: Annotated[
        Path | None,
        typer.Option(
            "--debriefing", metavar="FILE", help="Your text at the end.", show_default="debriefing.txt beside it"
        ),
    ] = None
    device: Annotated[
        Literal["mouse", "touchpad", "trackball", "pen", "touch"] | None,
        typer.Option("--device", metavar="NAME", help="What the participant points with, for the record."),
    ] = None
    language: options.Language = None
    size: Annotated[
        tuple[int, int], typer.Option("--size", metavar="WxH", parser=pixels, help="The window's size.")
    ] = written("1280x720", pixels)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a match, as JSON Lines.")]
    verify: Annotated[
        bool, typer.Option("--verify", help="Simulate it again without a window; exit with 1 on any difference.")
    ] = False
    speed: options.Speed = 1.0
    export: options.Export = None
    size: PictureSize = written("1280x720", pixels)
    theatre: Theatre = False
    thoughts: Thoughts = False
    text: options.Text = False
    language: options.Language = None
    palette: Palette = "standard"
    text_scale: TextScale = 1.0
    sound: Sound = None
    volume: Volume = None

    def __post_init__(self) -> None:
        if self.verify and (self.export is not None or self.text or self.theatre):
            raise typer.BadParameter(
                Wording("--verify shows nothing, so it goes with none of --export, --text and --theatre.")
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkshopOptions:
    game: options.Game
    config: options.Config = None
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="PRESET.toml", help="Where to save the design; by default the window asks."),
    ] = None
    size: PictureSize = written("1280x720", pixels)
    profile: options.Profile = "play"
    language: options.Language = None
    palette: Palette = "standard"
    text_scale: TextScale = 1.0
