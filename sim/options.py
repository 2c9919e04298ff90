"""The options of the headless verbs, declared once: what the command line accepts is what the work receives.

Typer and the standard library only, so that --help is instant. Shared options are annotated types, the options of a
verb are a dataclass named after it (sim/verbs.py mounts it).
"""

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim.csv_table import Decimal
from sim.language import VARIABLE, Wording, of_the_system, speak
from sim.refusals import either, meant
from sim.spec import GAMES
from sim.verbs import MOST, written

DEFAULT_SEED = 1
DEFAULT_PLAYERS = "casual,casual,casual,casual"
SHORTEST_S, LONGEST_S = 0.1, 3600.0
"""For so long a ship may be watched as she swings."""
LIGHTEST_G, HEAVIEST_G = 1e-3, 1e6
LEAST_SIZE_MM, MOST_SIZE_MM = 0.1, 1000.0
"""The masses and sizes of a body that is thrown at a table."""
MOST_FRICTION = 10.0
"""Beyond it a body only sticks."""


def a_game(text: str) -> str:
    """Return the name of a game as it is. Raises typer.BadParameter for any other word."""
    if text in GAMES:
        return text
    raise typer.BadParameter(
        Wording(
            "there is no game {text!r}, expected {games}{meant}.",
            text=text,
            games=either(GAMES),
            meant=meant(text, GAMES),
        )
    )


def player_names(text: str) -> tuple[str, ...]:
    """Read `casual,skilled`, one player a seat. Raises typer.BadParameter."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise typer.BadParameter(
            Wording(
                "{text!r} names an empty seat, expected skills such as {default_players}.",
                text=text,
                default_players=DEFAULT_PLAYERS,
            )
        )
    return names


def finite(value: float | None) -> float | None:
    """Return the number as it is. Raises typer.BadParameter for infinity and NaN, which `float` accepts."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(Wording("{value} is not a finite number.", value=value))
    return value


def number(
    flag: str,
    metavar: str,
    help_text: str,
    *,
    low: float | None = None,
    high: float | None = None,
    default: str | bool = True,
) -> Any:
    """Return typer's declaration of a finite number with its bounds. default: what is said of it, if not the value."""
    return typer.Option(flag, metavar=metavar, help=help_text, min=low, max=high, callback=finite, show_default=default)


def games(incomplete: str) -> list[str]:
    """Return the games whose names begin so, for the completion of a shell."""
    return [name for name in GAMES if name.startswith(incomplete)]


def spoken(language: str | None) -> str | None:
    """Show texts in that language from now on; None: in the system's."""
    speak(language or of_the_system())
    return language


Game = Annotated[str, typer.Argument(metavar="GAME", parser=a_game, autocompletion=games, help=either(GAMES))]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="The seed of all random streams.")]
MaybeSeed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="N", help="The seed of all random streams.", show_default="new"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print exactly one JSON object on standard output.")]
Language = Annotated[
    Literal["en", "de", "fr"] | None,
    typer.Option(
        "--language",
        envvar=VARIABLE,
        metavar="NAME",
        callback=spoken,
        help="Speak en, de or fr, not the system's language.",
        show_default=False,
    ),
]
Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE.toml", help="Changed keys, or a shipped preset such as family."),
]
Assumptions = Annotated[
    Path | None,
    typer.Option(
        "--assumptions",
        metavar="FILE.json",
        help="What study assumptions --json printed, or none.",
    ),
]
Profile = Annotated[
    Literal["draft", "play", "reference"],
    typer.Option("--profile", metavar="NAME", help="draft, play or reference physics."),
]
_SEATED = "SKILL or SKILL:STRATEGY for each seat; see yardarm list."
Players = Annotated[
    tuple[str, ...],
    typer.Option(
        "--players",
        metavar="P,P,...",
        parser=player_names,
        help=_SEATED,
    ),
]
MaybePlayers = Annotated[
    tuple[str, ...] | None,
    typer.Option(
        "--players",
        metavar="P,P,...",
        parser=player_names,
        help=_SEATED,
        show_default="casual, or whom the preset seats",
    ),
]
BOT_TIME_S = 10.0
BotTime = Annotated[
    float,
    number("--bot-time-s", "T", "Seconds a bot may take to answer.", low=0.001, high=3600),
]
Seats = Annotated[
    tuple[str, ...] | None,
    typer.Option(
        "--seats",
        metavar="me,P,...",
        parser=player_names,
        help="me, me:skilled, me=Carla or a bot for each seat.",
    ),
]
Speed = Annotated[float, number("--speed", "X", "How fast; 2 is twice real time.", low=0.05, high=100)]
Export = Annotated[
    Path | None,
    typer.Option(
        "--export",
        metavar="FILE",
        help="Draw into a .gif, .html, .mp4 or .png file instead.",
    ),
]
DecimalSign = Annotated[
    Decimal, typer.Option("--decimal", help="The decimal sign in .csv files; with a comma, ; separates the cells.")
]
Text = Annotated[bool, typer.Option("--text", help="Print the match as text, without a window.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        metavar="N",
        help="Worker processes; results do not depend on them.",
        show_default="one a core, one for a few matches",
    ),
]
Engine = Annotated[
    Literal["processes", "dask"],
    typer.Option("--engine", metavar="NAME", help="What runs the workers: processes or dask."),
]
Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="FIGURE=W",
        help="Stop once the figure is known to within +-W.",
    ),
]
MOST_TRIALS = 1_000_000
MOST_IN_BOWL = 200
Trials = Annotated[
    int,
    typer.Option("--trials", min=1, max=MOST_TRIALS, metavar="N", help="The number of trials."),
]
Cargo = Annotated[
    str | None,
    typer.Option("--cargo", metavar="SLOT:PIECE,...", help="Pieces aboard, such as 7:rat,10:crate."),
]


def workers(jobs: int | None, matches: int) -> int:
    """Return the number of processes for that many matches: as asked for, else one for each core that we may use.

    A process takes half a second to start, so none is started for fewer than four matches.
    """
    if jobs is not None:
        return jobs
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, matches // 4))


def two_lengths(text: str) -> tuple[float, float]:
    """Read `35,25` as two finite lengths. Raises typer.BadParameter."""
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(
            Wording("{text!r} is not two lengths, expected A,B such as 35,25.", text=text)
        ) from None
    finite(first)
    finite(second)
    return first, second


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Read `0,0;40,0;40,20` as three corners or more. Raises typer.BadParameter."""
    found = tuple(two_lengths(part) for part in text.split(";"))
    if len(found) < 3:
        raise typer.BadParameter(
            Wording(
                "{text!r} has {found} corners, expected three or more, such as 0,0;40,0;40,20.",
                text=text,
                found=len(found),
            )
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeOptions:
    game: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOptions:
    what: Annotated[
        Literal["games", "skills", "strategies", "pieces", "figures", "presets"],
        typer.Argument(metavar="WHAT", help="games, skills, strategies, pieces, figures or presets."),
    ]
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", parser=a_game, autocompletion=games, help="One game; otherwise all."),
    ] = None
    config: Config = None
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateOptions:
    game: Game
    matches: Annotated[int, typer.Option("--matches", min=1, max=MOST, metavar="N", help="The number of matches.")]
    players: MaybePlayers = None
    bot_time_s: BotTime = BOT_TIME_S
    seed: Seed = DEFAULT_SEED
    config: Config = None
    profile: Profile = "play"
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="DIR", help="Write a record of each match to this folder."),
    ] = None
    jobs: Jobs = None
    engine: Engine = "processes"
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="A dask scheduler; without it one is started."),
    ] = None
    out: Annotated[
        Path | None, typer.Option("--out", metavar="STORE.sqlite", help="Store every match and turn in this file.")
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run that the store already holds.")] = False
    until: Until = None
    assumptions: Assumptions = None
    as_json: AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that play the matches."""
        return workers(self.jobs, self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotCheckOptions:
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="The bot, such as package.module:Class, @bot.py or '!./engine --fast'.")
    ]
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", parser=a_game, help="The game to check it with.", show_default="all games"
        ),
    ] = None
    matches: Annotated[
        int, typer.Option("--matches", min=1, metavar="N", help="Matches per game; each is played twice.")
    ] = 2
    bot_time_s: BotTime = BOT_TIME_S
    seed: Seed = DEFAULT_SEED
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SwayOptions:
    start_deg: Annotated[float, number("--start-deg", "A", "The heel at release, positive to starboard.")] = 10.0
    duration_s: Annotated[
        float, number("--duration-s", "T", "How long to watch it swing.", low=SHORTEST_S, high=LONGEST_S)
    ] = 20.0
    cargo: Cargo = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE.csv", help="Write t_s and angle_rad (positive to starboard).")
    ] = None
    decimal: DecimalSign = "."
    seed: Seed = DEFAULT_SEED
    config: Config = None
    profile: Profile = "play"
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOptions:
    slot: Annotated[
        int | None,
        typer.Option("--slot", min=1, metavar="S", help="The slot, from 1 up.", show_default="as in the record"),
    ] = None
    piece: Annotated[
        str | None,
        typer.Option("--piece", metavar="P", help="The piece, such as crate or rat.", show_default="as in the record"),
    ] = None
    stance: Annotated[
        str | None,
        typer.Option(
            "--stance", metavar="S", help="How it is held, such as flat or upright.", show_default="as is usual"
        ),
    ] = None
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="P",
            help="The skill of the hand; with --from-record, a player of that match.",
            show_default="casual; from a record, the same hands",
        ),
    ] = None
    trials: Annotated[
        int | None,
        typer.Option(
            "--trials",
            min=1,
            max=MOST_TRIALS,
            metavar="N",
            help="The number of trials.",
            show_default="400; from a record, 100",
        ),
    ] = None
    cargo: Cargo = None
    aboard: Annotated[
        int | None,
        typer.Option(
            "--aboard", min=0, max=24, metavar="N", help="How many pieces are already aboard, chosen as in practice."
        ),
    ] = None
    offset_mm: Annotated[
        float | None,
        number(
            "--offset-mm",
            "X",
            "Aim this far to starboard of the slot's middle.",
            default="0; from a record, as was meant",
        ),
    ] = None
    from_record: Annotated[
        Path | None,
        typer.Option("--from-record", metavar="FILE", help="Take ship, piece, place and hands from a recorded match."),
    ] = None
    turn: Annotated[
        int | None,
        typer.Option("--turn", min=1, metavar="N", help="The attempt of the recorded match, counted from 1."),
    ] = None
    seed: Seed = DEFAULT_SEED
    config: Config = None
    profile: Annotated[
        Literal["draft", "play", "reference"] | None,
        typer.Option(
            "--profile",
            metavar="NAME",
            help="draft, play or reference physics.",
            show_default="play; from a record, as it was played",
        ),
    ] = None
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PileOptions:
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="Bricks: id, x_mm, y_mm, angle_rad, width_mm, height_mm.")
    ]
    friction: Annotated[float, number("--friction", "M", "Friction between bricks.", low=0, high=MOST_FRICTION)] = 0.6
    restitution: Annotated[float, number("--restitution", "E", "Restitution between bricks.", low=0, high=1)] = 0.2
    gravity_mm_s2: Annotated[float, number("--gravity-mm-s2", "G", "The downward acceleration.", low=1, high=1e6)] = (
        9806.65
    )
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="ID", help="Take this brick away before the clock starts.")
    ] = None
    table_y_mm: Annotated[
        float | None,
        number("--table-y-mm", "Y", "The table top; by default just below the lowest corner.", low=-1e6, high=1e6),
    ] = None
    table_half_width_mm: Annotated[
        float | None, number("--table-half-width-mm", "W", "Half the table's width.", low=0, high=1e6)
    ] = None
    table_friction: Annotated[
        float | None,
        number(
            "--table-friction",
            "M",
            "Friction between brick and table; by default as between bricks.",
            low=0,
            high=MOST_FRICTION,
        ),
    ] = None
    damping_per_fall_time: Annotated[
        float, number("--damping-per-fall-time", "D", "The e-foldings of speed lost per fall time.", low=0, high=100)
    ] = 0.2
    duration_fall_times: Annotated[
        float,
        number(
            "--duration-fall-times", "T", "How long to simulate; one is sqrt(thinnest side / g).", low=0.1, high=1e5
        ),
    ] = 58.3
    runs: Annotated[
        int,
        typer.Option(
            "--runs", min=1, max=10_000, metavar="N", help="Runs from slightly different starts; the majority decides."
        ),
    ] = 15
    seed: Seed = DEFAULT_SEED
    profile: Profile = "play"
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactOptions:
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.csv",
            help="Measured impacts to repeat: th_pre, vx_pre, vy_pre, om_pre, vx_post, vy_post, om_post.",
        ),
    ] = None
    fit: Annotated[
        bool, typer.Option("--fit", help="Fit friction and restitution to half of the file, test on the other half.")
    ] = False
    friction: Annotated[
        float, number("--friction", "M", "Friction between body and table.", low=0, high=MOST_FRICTION)
    ] = 0.2
    restitution: Annotated[
        float, number("--restitution", "E", "Restitution between body and table.", low=0, high=1)
    ] = 0.59
    mass_g: Annotated[float, number("--mass-g", "G", "The body's mass.", low=LIGHTEST_G, high=HEAVIEST_G)] = 36.4
    gyration_radius_mm: Annotated[
        float | None,
        number(
            "--gyration-radius-mm",
            "R",
            "The radius of gyration; by default 19.2, and for a polygon that of a uniform plate.",
            low=LEAST_SIZE_MM,
            high=MOST_SIZE_MM,
        ),
    ] = None
    semi_axes_mm: Annotated[
        tuple[float, float],
        typer.Option("--semi-axes-mm", metavar="A,B", parser=two_lengths, help="The body is this ellipse."),
    ] = written("35,25", two_lengths)
    corners_mm: Annotated[
        tuple[tuple[float, float], ...] | None,
        typer.Option(
            "--corners-mm",
            metavar="X,Y;X,Y;...",
            parser=corners,
            help="The body is this convex polygon instead, at angle 0.",
        ),
    ] = None
    length_unit: Annotated[
        Literal["m", "mm"], typer.Option("--length-unit", help="The unit of the speeds in FILE.csv.")
    ] = "m"
    speed_mm_s: Annotated[
        float | None,
        number("--speed-mm-s", "V", "Without a file: throw the body once, at this speed.", low=0, high=1e5),
    ] = None
    descent_deg: Annotated[float, number("--descent-deg", "A", "90 is straight down.", low=0, high=180)] = 90.0
    tilt_rad: Annotated[float, number("--tilt-rad", "A", "The body's angle.", low=-100, high=100)] = 0.0
    spin_rad_s: Annotated[
        float, number("--spin-rad-s", "W", "The body's spin, counter-clockwise.", low=-1e4, high=1e4)
    ] = 0.0
    seed: Seed = DEFAULT_SEED
    profile: Profile = "play"
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FallOptions:
    length_mm: Annotated[float, number("--length-mm", "L", "The side in the plane of the fall.", low=0)]
    areal_density_gsm: Annotated[
        float, number("--areal-density-gsm", "S", "Grams per square metre: paper 80, playing cards 320.", low=0)
    ]
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="The number of sheets.")] = 100
    release_deg: Annotated[float, number("--release-deg", "A", "The angle at release: 90 is edge-on, 0 is flat.")] = (
        90.0
    )
    release_sd_deg: Annotated[
        float, number("--release-sd-deg", "A", "The standard deviation of that angle.", low=0)
    ] = 3.0
    height_mm: Annotated[float, number("--height-mm", "H", "How far they fall.", low=0)] = 1100.0
    width_mm: Annotated[
        float | None,
        number("--width-mm", "W", "The other side; by default the sheet is a square.", low=0),
    ] = None
    sheet_sd: Annotated[
        float | None,
        number(
            "--sheet-sd", "S", "How much sheets differ in rotational lift, as a share; by default as paper does.", low=0
        ),
    ] = None
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE.csv", help="Write run, t_s, x_mm, y_mm and angle_rad of every fall."),
    ] = None
    decimal: DecimalSign = "."
    seed: Seed = DEFAULT_SEED
    profile: Profile = "play"
    as_json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowOptions:
    player: Annotated[str, typer.Option("--player", metavar="P", help="The skill of the hand.")] = "casual"
    distance_mm: Annotated[
        float, number("--distance-mm", "D", "The distance from the bowl's middle to the hand at release.", low=0)
    ] = 400.0
    trials: Trials = 400
    bowl_radius_mm: Annotated[
        float | None, number("--bowl-radius-mm", "R", "Half the bowl's opening; by default as configured.", low=0)
    ] = None
    cards_in_bowl: Annotated[
        int,
        typer.Option("--cards-in-bowl", min=0, max=MOST_IN_BOWL, metavar="K", help="Cards already in the bowl."),
    ] = 0
    seed: Seed = DEFAULT_SEED
    config: Config = None
    profile: Profile = "play"
    as_json: AsJson = False
